"""The system's walls round the sealed processes, tried from inside by machine code: C's functions, which no hook sees.

They were fetched before the doors closed, as a decoder that was taken over would find them. Each wall is claimed where
this system has it, and where it has none everything works as it did.
"""

from __future__ import annotations

import ctypes
import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cards.pictures import darkroom
from cards.printing.queue import standing
from cards.printing.queue.worker import surroundings
from cards.printing.sealed import walls
from cards.printing.shared.build import ROOT
from tests.picture_files import camera_photo, halves, written

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="these walls are Linux's")

TRIED = """
import ctypes, json, os, resource, socket, struct, sys
from cards.printing.sealed import process, walls
{before}
c = ctypes.CDLL(None, use_errno=True)
NAMES = "open read socket connect fork kill _exit unlink tgkill prlimit setpriority"
C = {{name: getattr(c, name) for name in NAMES.split()}}
secret, port, other, scratch = {secret!r}, {port}, {other}, {scratch!r}
inside = os.path.join(scratch, "mine")
found = ctypes.create_string_buffer(64)
told = process.seal({root!r}, opens={opens})
told["read"] = C["read"](C["open"](secret.encode(), 0), found, 10) > 0
told["written"] = C["open"](secret.encode() + b".new", 0o101, 0o600) >= 0
told["taken away"] = C["unlink"](secret.encode()) == 0
line = C["socket"](2, 1, 0)
where = struct.pack("<H", 2) + struct.pack(">H", port) + bytes([127, 0, 0, 1]) + bytes(8)
told["connected"] = C["connect"](line, where, 16) == 0
told["signalled"] = C["kill"](other, 0) == 0
told["signalled a thread"] = C["tgkill"](other, other, 0) == 0
FILES, SECONDS = resource.RLIMIT_NOFILE, resource.RLIMIT_CPU
limits, seconds, more = (ctypes.c_uint64 * 2)(), (ctypes.c_uint64 * 2)(), (ctypes.c_uint64 * 2)(8, 8)
told["looked at limits"] = C["prlimit"](other, FILES, None, limits) == 0
told["limited"] = C["prlimit"](other, FILES, more, None) == 0
told["slowed"] = C["setpriority"](0, other, 5) == 0
told["own limits read"] = C["prlimit"](0, FILES, None, limits) == 0
told["own limits moved"] = C["prlimit"](0, FILES, limits, None) == 0
C["prlimit"](0, SECONDS, None, seconds)  # to what they are: whoever runs this may have few
told["own seconds moved"] = C["prlimit"](0, SECONDS, seconds, None) == 0
told["own thread"] = C["tgkill"](os.getpid(), os.getpid(), 0) == 0
child = C["fork"]()
if child == 0:
    C["_exit"](0)
told["forked"] = child > 0
told["scratch"] = C["open"](inside.encode(), 0o101, 0o600) >= 0
told["code"] = C["open"](os.path.join({root!r}, "cards", "__init__.py").encode(), 0) >= 0
try:
    open(secret).read()
    told["python"] = True
except OSError:
    told["python"] = False
os.write(1, json.dumps(told).encode())
"""


@pytest.fixture
def other() -> Any:
    process = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
    yield process.pid
    process.kill()
    process.communicate()


def tried(folder: Path, other: int, *, opens: bool, before: str = "") -> dict[str, Any]:
    """What machine code could do inside, by deed; and which walls are said to stand."""
    scratch = folder / "scratch"
    scratch.mkdir()
    secret = folder / "secret_key"
    secret.write_text("not for decoders")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        code = TRIED.format(
            before=before, secret=str(secret), port=listening.getsockname()[1], other=other, scratch=str(scratch),
            root=str(ROOT), opens=opens,
        )  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env=surroundings(str(scratch), str(scratch)), capture_output=True,
            text=True, timeout=120, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert secret.exists() is not told["taken away"]
    return told


def refused(told: dict[str, Any], *deeds: str) -> None:
    assert [deed for deed in deeds if told[deed]] == [], told


@pytest.mark.parametrize("opens", [True, False])
def test_machine_code_gets_no_file_no_line_no_process_where_the_wall_stands(
    opens: bool, tmp_path: Path, other: int
) -> None:
    told = tried(tmp_path, other, opens=opens)
    stands = told["walls"]
    refused(told, "python")
    if "files" in stands:
        refused(told, "read", "written", "taken away")
    if "calls" in stands:
        refused(told, "connected", "signalled", "forked")
        refused(told, "signalled a thread", "looked at limits", "limited", "slowed", "own limits moved")
    assert told["own limits read"] and told["own seconds moved"] and told["own thread"], "what it needs itself"
    if "limits" in stands and not opens and os.geteuid():  # root may have as many as it likes
        refused(told, "forked")
    if "limits" in stands and not opens:
        refused(told, "read", "written", "code")
    if not told["network"]:
        refused(told, "connected")
    if opens:
        assert told["scratch"] and told["code"], "what it works with stays open"
    if ctypes.CDLL(None).syscall(444, None, ctypes.c_size_t(0), 1) >= 1:
        assert "files" in stands, "this kernel has Landlock"


def test_without_any_of_them_everything_works_and_the_hook_stays(tmp_path: Path, other: int) -> None:
    """An old kernel, a machine whose calls nobody here knows, a system that lets nothing be limited."""
    none = "walls._CREATE = 100_000; walls._CALLS = {}; walls._limit = lambda _: False; walls._NO_NEW_PRIVILEGES = 9999"
    told = tried(tmp_path, other, opens=True, before=none)
    assert told["walls"] == []
    assert not told["python"] and told["scratch"] and told["code"]


def test_the_shot_hits_where_no_wall_stands(tmp_path: Path, other: int) -> None:
    """Else the test before would say nothing: without these walls machine code does what it likes with files."""
    told = tried(tmp_path, other, opens=True, before="process.raise_walls = lambda *_, **__: ()")
    assert told["read"] and told["written"] and told["forked"] and told["signalled"] and not told["python"]
    assert told["signalled a thread"] and told["looked at limits"] and told["limited"] and told["slowed"]


@pytest.mark.parametrize("picture", [written(halves()), camera_photo()])
def test_pictures_are_drawn_behind_them(picture: bytes) -> None:
    assert darkroom.develop(picture).width > 0


def test_the_host_is_told_in_a_line_which_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    found = standing.standing_walls()
    assert set(found) <= set(walls.NAMES) and "privileges" in found
    for stands, words in (
        (walls.NAMES, "no files (Landlock), no programs and no network (seccomp), limits of processes and files."),
        (("privileges", "limits"), "Not to be had here: no files (Landlock), no programs and no network (seccomp)."),
        ((), "is not walled in by this system"),
    ):
        monkeypatch.setattr(standing, "standing_walls", lambda stands=stands: stands)
        assert words in standing.walls_in_words()
