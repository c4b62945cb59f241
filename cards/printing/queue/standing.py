"""Which of the system's walls stand round the processes that read strangers' files and draw their cards, in a line."""

from __future__ import annotations

import subprocess
import sys

from cards.printing.shared.build import ROOT

SECONDS = 20.0  # for the process that tries them
NAMES = ("privileges", "files", "calls", "limits")  # as the sealed process calls them
SAID = {
    "privileges": "no new privileges",
    "files": "no files (Landlock)",
    "calls": "no programs and no network (seccomp)",
    "limits": "limits of processes and files",
}


def standing_walls() -> tuple[str, ...]:
    """As a process of its own finds them, for none of them comes down again."""
    command = [sys.executable, "-m", "cards.printing.sealed.walls"]
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return tuple(name for name in NAMES if name in done.stdout.split())


def walls_in_words() -> str:
    """For the host, when the site is opened."""
    standing = standing_walls()
    there, missing = ([SAID[name] for name in NAMES if (name in standing) is stands] for stands in (True, False))
    if not missing:
        return f"What draws and reads pictures is walled in by the system: {', '.join(there)}."
    if not there:
        return "What draws and reads pictures is not walled in by this system; Python's own doors are closed."
    return (
        f"What draws and reads pictures is walled in by the system: {', '.join(there)}. "
        f"Not to be had here: {', '.join(missing)}."
    )
