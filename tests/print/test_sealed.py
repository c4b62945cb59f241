"""Hostile words, and a process that can reach nothing (A13 to A15, A23, A28)."""

from __future__ import annotations

import http.server
import os
import resource
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cards.face.face import Face, Stroke
from cards.printing.queue.cancelled import Cancelled
from cards.printing.queue.failures import PressFailed
from cards.printing.queue.press import Press
from cards.printing.queue.values import Item
from cards.printing.shared.build import ROOT
from tests.print.conftest import job, words_of
from tests.servers import wait_until


@pytest.fixture
def canary() -> Iterator[tuple[int, list[str]]]:
    """A server on this machine that writes down whoever comes."""
    seen: list[str] = []

    class Watch(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.path)
            self.send_response(200)
            self.end_headers()

        do_POST = do_HEAD = do_GET

        def log_message(self, *_: object) -> None: ...

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Watch)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_address[1], seen
    server.shutdown()
    server.server_close()


def hostile(port: int, secret: Path) -> list[str]:
    at = f"http://127.0.0.1:{port}"
    return [
        f'<img src="{at}/img">',
        f'<link rel="stylesheet" href="{at}/css">',
        f'<link rel="attachment" href="file://{secret}">',
        f'<style>@import url("{at}/import");</style>',
        f"</style><style>*{{background:url({at}/bg)}}</style>",
        f'<script src="{at}/js"></script>',
        f'<svg><image href="{at}/svg"/><script>fetch("{at}/x")</script></svg>',
        f'<base href="{at}/"><img src="base">',
        f'<iframe src="file://{secret}"></iframe>',
        f'<object data="{at}/object"></object><embed src="{at}/embed">',
        f'" style="background:url({at}/attr)" x="',
        f"' onload='location=\"{at}/onload\"",
        f'<meta http-equiv="refresh" content="0;url={at}/refresh">',
        f'<!DOCTYPE x [<!ENTITY e SYSTEM "file://{secret}">]>&e;',
        f"@font-face{{font-family:x;src:url({at}/font)}}",
        f"{{gold 3}}url({at}/token){{tap file://{secret}}}",
        f"![x]({at}/markdown) [x]({at}/link)",
        "{{ settings.SECRET_KEY }}{% include 'x' %}{% load x %}",
        "</p></div></article><article class='cf'><h1>2nd</h1>",
        "\u202etxt.exe\u2066" + "a\u0301\u0302\u0303" * 400 + "\x00\x1b]8;;" + at + "\x07",
        "<blockquote>" * 400 + "<table><td colspan=1000000>x</table>" + "w" * 3000,
    ]


def test_21_hostile_texts_reach_no_network_and_no_file(sealed_press: Press, canary, tmp_path) -> None:
    port, seen = canary
    secret = tmp_path / "secret.txt"
    secret.write_text("the cat sleeps at noon")
    texts = hostile(port, secret)
    assert len(texts) == 21
    faces = [
        Face(
            title=text[:80] or "x", type_line=f"Thing — {text[:50]}", text=text, flavour=text[:300], cost=text[:8],
            gain=text[:8], value=text[:8], stat=text[:8], colour=text[:7], credit=text[:80],
            doodle=(Stroke("pen", text[:30], (0, 0, 100, 100)),),
        )
        for text in texts
    ]  # fmt: skip
    items = tuple(
        Item(face, n % 2 == 0, text[:20], f"{text[:200]} · 7")
        for n, (face, text) in enumerate(zip(faces, texts, strict=True))
    )
    pdf = sealed_press.print_sheets(job(items))
    assert seen == []
    assert sealed_press._workers[0].ask({"do": "refused"}, [])[0]["done"] == []
    everything = "".join("".join(words_of(pdf)).split())
    assert "thecatsleepsatnoon" not in everything and b"the cat sleeps" not in pdf
    for visible in ("<script", "<style>", "@import", "{{settings.SECRET_KEY}}", "<iframe"):
        assert visible in everything  # shown as the letters they are


def sealed(body: str, tmp_path: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """A process of the press's kind that closes its doors and then tries something."""
    code = (
        "import os, sys, tempfile\n"
        "from cards.printing.sealed import process as sealed\n"
        "sealed.limit_memory()\n"
        "alone = sealed.leave_network()\n"
        "sealed.close_doors(sealed.code_folders(os.getcwd()), (os.path.realpath(tempfile.gettempdir()) + os.sep,))\n"
        f"{body}"
    )
    surroundings = {"TMPDIR": str(tmp_path), "HOME": str(tmp_path), "LANG": "C.UTF-8", **more}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    "deed",
    [
        "import socket; socket.socket()",
        "import socket; socket.getaddrinfo('localhost', 80)",
        "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9/')",
        "import subprocess; subprocess.run(['/bin/true'])",
        "os.system('true')",
        "os.posix_spawn('/bin/true', ['true'], {})",
        "os.fork()",
        "open('/etc/passwd').read()",
        "open('data/secret_key').read()",
        "open('cards/printing/new.py', 'w')",
        "open(sys.executable + '.x', 'w')",
        "os.remove('pyproject.toml')",
        "os.rename('pyproject.toml', 'x')",
        "import ctypes; ctypes.CDLL(None)",
    ],
)
def test_the_sealed_process_has_no_way_out(deed: str, tmp_path: Path) -> None:
    done = sealed(f"{deed}\nprint('OUT')", tmp_path)
    assert "OUT" not in done.stdout
    assert "Sealed" in done.stderr


def test_the_sealed_process_may_still_use_its_scratch_folder_and_its_code(tmp_path: Path) -> None:
    deed = "open(os.path.join(tempfile.gettempdir(), 'x'), 'w').write('y')\nimport colorsys\nprint('fine')\n"
    done = sealed(deed, tmp_path)
    assert done.stdout.strip() == "fine", done.stderr


def test_memory_is_limited(tmp_path: Path) -> None:
    done = sealed("x = bytearray(2 * 1024 ** 3)\nprint('OUT')\n", tmp_path)
    assert "OUT" not in done.stdout and "MemoryError" in done.stderr


def test_processor_time_is_limited(tmp_path: Path) -> None:
    done = sealed("sealed.allow_seconds(1)\nwhile True: pass\n", tmp_path)
    assert done.returncode == -24


def test_its_surroundings_are_cleared(sealed_press: Press, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SECRET_KEY", "do not tell")
    monkeypatch.setenv("DATABASE_URL", "postgresql://x")
    fresh = Press(tmp_path, workers=1)
    try:
        fresh._workers[0].build()
        process = fresh._workers[0]._process
        assert process is not None
        environ = Path(f"/proc/{process.pid}/environ")
        if environ.exists():
            assert b"do not tell" not in environ.read_bytes() and b"postgresql" not in environ.read_bytes()
            descriptors = [os.readlink(path) for path in Path(f"/proc/{process.pid}/fd").iterdir()]
            assert not any("sqlite" in name or "socket" in name for name in descriptors)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) >= 10
        soft, _ = resource.prlimit(process.pid, resource.RLIMIT_AS)
        assert soft == 1536 * 1024 * 1024
    finally:
        fresh.close()


def test_a_press_that_dies_is_said_and_replaced(sealed_press: Press) -> None:
    worker = sealed_press._workers[0]
    worker.build()
    assert worker._process is not None
    worker._process.kill()
    face = Face("After the fall", "Thing", "Up again.")
    pdf = sealed_press.print_sheets(job((Item(face, False, "1", "x"),)))
    assert "After the fall" in words_of(pdf)[0]


def test_a_print_that_is_given_up_ends_its_process_at_once_and_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cards.printing.queue import worker as module

    ready = "import sys, time; from cards.printing.shared import messages as m; "
    ready += "m.write(sys.stdout.buffer, {'ready': 1, 'build': 'slow'}, []); time.sleep(60)"
    monkeypatch.setattr(module, "WARM", [sys.executable, "-c", ready])
    slow, cancelled = Press(tmp_path, workers=1), Cancelled()
    alarm = threading.Timer(0.1, cancelled.cancel)
    alarm.start()
    for _ in range(2):  # and what is given up before it begins does not begin
        with pytest.raises(PressFailed) as failed:
            slow.print_sheets(job((Item(Face("Never", "Thing", "Not yet."), False, "1", "x"),)), None, cancelled)
        assert failed.value.code == "print.cancelled"
        alarm.join()
    assert slow._workers[0]._process is None and slow._workers[0].print is None


def harmed(worker: Any, times: int) -> Any:
    """A worker whose process is killed in the middle of a request, so many times."""
    left = [times]
    ready = worker._ready

    def harm() -> Any:
        process = ready()
        if left[0] > 0:
            left[0] -= 1
            process.kill()
        return process

    return harm


def test_a_press_killed_in_the_middle_is_tried_again_and_then_said_truthfully(
    sealed_press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is told to print fewer because a process was killed."""
    from cards.printing.queue import worker as module

    worker = sealed_press._workers[0]
    cards = job((Item(Face("Thrice", "Thing", "Not yet."), False, "1", "x"),))
    worker.build()
    monkeypatch.setattr(worker, "_ready", harmed(worker, module.TRIES))
    with pytest.raises(PressFailed) as failed:
        worker.ask({"do": "refused"}, [])
    assert failed.value.code == "print.stopped"
    monkeypatch.undo()
    monkeypatch.setattr(worker, "_ready", harmed(worker, module.TRIES - 1))
    assert "Thrice" in words_of(sealed_press.print_sheets(cards))[0]


def test_a_press_killed_while_it_starts_is_tried_again_and_then_said_truthfully(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Warming up is the longest part of a first print."""
    from cards.printing.queue import worker as module

    begin, left = subprocess.Popen, [module.TRIES + module.TRIES - 1]

    def begun(*given: Any, **more: Any) -> Any:
        process = begin(*given, **more)
        if left[0] > 0:
            left[0] -= 1
            process.kill()
        return process

    monkeypatch.setattr(module.subprocess, "Popen", begun)
    worker = module.Worker(tmp_path)
    try:
        with pytest.raises(PressFailed) as failed:
            worker.build()
        assert failed.value.code == "print.stopped" and left == [module.TRIES - 1]
        assert worker.build() and left == [0]
    finally:
        worker.stop()


def test_a_press_whose_site_ends_while_it_starts_ends_with_it_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It left a traceback, and its print was called broken."""
    from cards.printing.queue import worker as module

    monkeypatch.setattr(module, "WARM", [sys.executable, "-c", "import time; time.sleep(60)"])
    press, failed = Press(tmp_path, workers=1), []

    def asked() -> None:
        try:
            press._workers[0].build()
        except Exception as failure:
            failed.append(failure)

    begun = threading.Thread(target=asked)
    begun.start()
    worker = press._workers[0]
    wait_until(lambda: worker._process is not None, "a process to be begun", 20)
    process = worker._process
    press.end()
    begun.join(20)
    assert process is not None and process.poll() is not None, "it is gone"
    (failure,) = failed
    assert isinstance(failure, PressFailed) and failure.code == "print.stopped"
    assert worker._process is None and not caplog.records, "nothing was begun again, and nobody is told"
    with pytest.raises(PressFailed):
        worker.build()


def test_what_needs_too_much_memory_is_still_said_to_be_too_big(
    sealed_press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python's own error, and a library that gave up."""

    worker = sealed_press._workers[0]
    monkeypatch.setattr(worker, "_ask", lambda *_: (_ for _ in ()).throw(PressFailed("print.too_big")))
    with pytest.raises(PressFailed) as failed:
        worker.ask({"do": "refused"}, [])
    assert failed.value.code == "print.too_big"
    monkeypatch.undo()

    class Ended:
        returncode = -6
        wait = staticmethod(lambda timeout: None)

    monkeypatch.setattr(worker, "stop", lambda: None)
    assert worker._post_mortem(Ended(), is_late=False).code == "print.too_big"


def test_a_press_that_stalls_is_stopped_in_words(sealed_press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    from cards.printing.queue import worker as module

    sealed_press._workers[0].build()
    monkeypatch.setattr(module, "WALL", 0.05)
    monkeypatch.setattr(module.Effort, "goes_on", lambda effort: False)
    slow = tuple(Item(Face(f"Slow {n}", "Thing", "Wait. " * 100), False, "1", "x") for n in range(30))
    with pytest.raises(PressFailed) as failed:
        sealed_press.print_sheets(job(slow))
    assert failed.value.code == "print.too_long"
    monkeypatch.undo()
    assert "Slow 1" in words_of(sealed_press.print_sheets(job(slow[1:2])))[0]


def test_a_full_disk_is_said(sealed_press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    import errno

    from cards.printing.queue import page_cache

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(page_cache, "write_whole", full)
    with pytest.raises(PressFailed) as failed:
        sealed_press.print_sheets(job((Item(Face("No room", "Thing", ""), False, "1", "x"),)))
    assert failed.value.code == "print.no_room"


def test_a_press_that_is_slow_is_not_ended_while_it_tells_of_pages() -> None:
    from cards.printing.queue.worker import _Alarm

    killed: list[str] = []

    class Process:
        pid = 0  # no process has it

        def kill(self) -> None:
            killed.append("killed")

    def rung(alarm: _Alarm) -> bool:
        alarm._ring()
        alarm._timer.cancel()
        return alarm.has_rung

    alarm = _Alarm(Process())
    alarm._until = 0.0
    alarm.put_off()
    assert not rung(alarm) and not killed
    alarm._until = 0.0
    assert rung(alarm) and killed == ["killed"]
    over = _Alarm(Process())
    over.cancel()
    over._until = 0.0
    assert not rung(over) and killed == ["killed"]


def test_a_press_gives_way_from_the_first_and_where_it_can_to_the_site(tmp_path: Path) -> None:
    """An idle process is put aside at once by one of the same session; between sessions it takes its turns."""
    from cards.printing.queue.worker import Worker

    worker = Worker(tmp_path)
    try:
        begun = threading.Thread(target=worker.build)
        begun.start()
        wait_until(lambda: worker._process is not None and is_idle(worker._process.pid), "the press to give way", 20)
        assert not worker._build  # while it warms up
        assert os.getsid(worker._process.pid) == os.getsid(0)
        assert os.getpgid(worker._process.pid) != os.getpgid(0)  # Ctrl-C is for the site, which ends it
        begun.join()
    finally:
        worker.stop()


def is_idle(number: int) -> bool:
    return os.sched_getscheduler(number) == os.SCHED_IDLE


def test_a_press_that_works_in_silence_goes_on_and_one_that_is_stopped_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a crowded machine whoever gives way to all others says nothing for long."""
    from cards.printing.queue import worker as module

    body = "import os, signal, sys, time; from cards.printing.shared import messages as m\n"
    body += "def say(**said): m.write(sys.stdout.buffer, said, [])\n"
    body += "def work(seconds):\n    until = time.monotonic() + seconds\n    while time.monotonic() < until: pass\n"
    body += "work(0.6); say(ready=1, build='slow'); m.read(sys.stdin.buffer); work(0.6); say(done=1)\n"
    body += "m.read(sys.stdin.buffer); os.kill(os.getpid(), signal.SIGSTOP)"
    monkeypatch.setattr(module, "WARM", [sys.executable, "-c", body])
    monkeypatch.setattr(module, "WALL", 0.2)
    worker = module.Worker(tmp_path)
    try:
        assert worker.ask({"do": "draw"}, [])[0] == {"done": 1}
        with pytest.raises(PressFailed) as failed:
            worker.ask({"do": "draw"}, [])
        assert failed.value.code == "print.too_long" and worker._process is None
    finally:
        worker.stop()
