"""The set-up on a bare Python, with installers that only pretend, and a hand that kills any of them at any moment."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from tests.servers import PROJECT, SET_UP

BARE = getattr(sys, "_base_executable", sys.executable)  # the Python outside .venv
LIB = f"lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
WAYS = ("parent", "self", "all")  # who is killed when an installer comes to a step
STEPS = 9  # of making a venv and installing into it

# Each `step` is a moment at which somebody may be killed: $AT says which, $WHO whom.
UV = """#!/bin/sh
echo "$@" >> "{log}"
for last; do :; done
n=$([ "$1" = pip ] && echo 4 || echo 0)
step() {{
  n=$((n + 1))
  [ "$n" = "$AT" ] || return 0
  case "$WHO" in
    parent) kill -9 $PPID; until [ -e "{go}" ]; do sleep 0.02; done ;;
    self) kill -9 $$ ;;
    all) kill -9 0 ;;
  esac
}}
case "$1" in
  venv)
    step; mkdir -p "$last/bin" "$last/{lib}"
    step; ln -sf "{python}" "$last/bin/python"
    step; printf 'home = {home}\ninclude-system-site-packages = false\n' > "$last/pyvenv.cfg"
    step ;;
  pip)
    sleep "${{SLOW:-0}}"
    [ "${{FAILING:-0}}" = 0 ] || exit 1
    while [ "$1" != --python ]; do shift; done
    exec 3>> "{log}"; "$2" -c 'import sys; print("into", sys.prefix)' >&3
    site="${{2%/bin/python}}/{lib}"
    core="$site/django/core" about="$site/django-5.dist-info"
    step; mkdir -p "$core" "$about"
    step; touch "$site/django/__init__.py" "$core/__init__.py"
    step; echo 'def execute_from_command_line(words): print("RUNS", *words[1:])' > "$core/management.py"
    step; printf '%s,,\\n' django/__init__.py django/core/__init__.py django/core/management.py \\
      '"django-5.dist-info/RECORD"' > "$about/RECORD"
    step ;;
esac
"""
# A pip that stands before the real one wherever it is asked for.
PIP = """
import os, sys
if "--version" not in sys.argv:
    with open({log!r}, "a") as log:
        print("into", sys.prefix, file=log)
        print("with-pip", "REQUIRED" if os.environ.get("PIP_REQUIRE_VIRTUALENV") else "ANYWHERE", file=log)
    if "FAILING_PIP" in os.environ or "requirements-uv.lock" in sys.argv[-1]:
        sys.exit(1)
    os.environ.update(AT="", FAILING="0")
    os.execvp("uv", ["uv", "pip", "install", "--python", sys.prefix + "/bin/python", sys.argv[-1]])
"""
# `python -m venv`.
VENV = """
import os, sys
os.makedirs(sys.argv[1] + "/bin", exist_ok=True), os.makedirs(sys.argv[1] + "/{lib}", exist_ok=True)
os.path.lexists(sys.argv[1] + "/bin/python") or os.symlink("{python}", sys.argv[1] + "/bin/python")
with open(sys.argv[1] + "/pyvenv.cfg", "w") as file:
    print("home = {home}", "include-system-site-packages = false", sep="\\n", file=file)
"""
# In every Python: counts what the set-up itself (the leader of its session) does to files and processes, writes down
# when it becomes another program, and ends it before deed number $KILL_AT.
HAND = """
import os, signal, sys
deeds, has_entered = 0, "CARTE_ENTERED" in os.environ
def look(event, args):
    global deeds
    if event == "os.exec":
        with open({log!r}, "a") as log:
            print("exec", file=log)
    is_deed = event in ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "subprocess.Popen", "os.exec") or (
        event == "open" and {venv!r} in str(args[0]) and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
    if is_deed and not has_entered:
        deeds += 1
        if deeds == int(os.environ["KILL_AT"]):
            os.kill(os.getpid(), signal.SIGKILL)
        with open({deeds!r}, "w") as file:
            print(deeds, file=file)
if "KILL_AT" in os.environ and os.getsid(0) == os.getpid():
    sys.addaudithook(look)
"""


class Bare:
    """A copy of what the set-up consists of, with installers that only pretend: the machine's Python stays as it is."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "project"
        (self.project / "studio" / "setup").mkdir(parents=True)
        for name in SET_UP:
            shutil.copy(PROJECT / name, self.project / name)
        for name in ("requirements-test.lock", "requirements-uv.lock"):
            (self.project / name).write_text("")
        (self.project / "requirements.lock").write_text("django==5\n")
        self.venv = self.project / ".venv"
        self.site = self.venv / LIB
        self.log, self.deeds = folder / "uv.log", folder / "deeds"
        self.go = folder / "go"  # what outlived its parent goes on once this is there
        self.log.touch()
        tools, fakes = folder / "tools", folder / "fakes"
        tools.mkdir()
        (tools / "uv").write_text(UV.format(go=self.go, log=self.log, python=BARE, home=Path(BARE).parent, lib=LIB))
        (tools / "uv").chmod(0o755)
        (fakes / "pip").mkdir(parents=True)
        (fakes / "pip" / "__init__.py").touch()
        (fakes / "ensurepip.py").touch()
        (fakes / "venv.py").write_text(VENV.format(python=BARE, home=Path(BARE).parent, lib=LIB))
        (fakes / "pip" / "__main__.py").write_text(PIP.format(log=str(self.log)))
        hand = HAND.format(log=str(self.log), deeds=str(self.deeds), venv=str(self.venv))
        (fakes / "sitecustomize.py").write_text(hand)
        kept = {name: os.environ[name] for name in ("HOME", "LANG") if name in os.environ}
        self.environ = {**kept, "PATH": f"{tools}:/usr/bin:/bin", "PYTHONPATH": str(fakes)}
        self.environ["PYTHONDONTWRITEBYTECODE"] = "1"

    def begin(self, *words: str, **environ: str) -> subprocess.Popen[str]:
        """Start `manage.py words…` with the bare Python, as the leader of a group that can be killed whole."""
        return subprocess.Popen(
            [BARE, str(self.project / "manage.py"), *words], env=self.environ | environ, cwd=self.project.parent,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip

    def run(self, *words: str, **environ: str) -> tuple[int, str]:
        """The same, waited for: exit code and everything it said."""
        process = self.begin(*words, **environ)
        try:
            said, complained = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise
        return process.returncode, said + complained

    def lines(self, start: str) -> list[str]:
        """What is in the log under `start`: "venv" and "pip" (calls of uv), "into", "exec", "with-pip"."""
        return [line for line in self.log.read_text().splitlines() if line.startswith(start)]

    def calls(self, what: str) -> int:
        """How often the installer was called."""
        return len(self.lines(what))

    def heal(self) -> str:
        """`start` opens the site again, without going round; what it said. Nothing was ever installed elsewhere."""
        before = self.calls("exec")
        code, said = self.run("start", KILL_AT="0")
        assert code == 0 and said.endswith("RUNS start\n"), said
        assert self.calls("exec") == before + 1
        assert set(self.lines("into")) <= {f"into {self.venv}"}
        assert not (self.venv / "carte-unfinished").exists() and (self.venv / "carte-stamp.json").exists()
        return said
