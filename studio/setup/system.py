"""The system around the set-up: Pango for paper, and Debian's packages. Standard library only."""

from __future__ import annotations

import ctypes
import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

PANGO = ("libgobject-2.0.so.0", "libpango-1.0.so.0", "libpangoft2-1.0.so.0")
PANGO_PACKAGES = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")


def say(words: str) -> None:
    """One visible line."""
    print(words, flush=True)


def has_pango() -> bool:
    """Whether text can be drawn on paper here. Elsewhere than Linux the print page finds out by itself."""
    if not sys.platform.startswith("linux"):
        return True
    try:
        for library in PANGO:
            ctypes.CDLL(library)
    except OSError:
        return False
    return True


def apt_line(packages: Sequence[str]) -> str:
    """The one line that installs `packages` on Debian and Ubuntu."""
    return f"apt-get update && apt-get install -y --no-install-recommends {' '.join(packages)}"


def may_install() -> bool:
    """Whether this process may install system packages without asking anybody: it is root and there is apt."""
    return os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_install(packages: Sequence[str]) -> bool:
    """Install system packages, quietly; False when that failed."""
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(["sh", "-c", f"({apt_line(packages)}) >/dev/null"], env=environ).returncode == 0


def install_missing(offer_pango: bool, needs_venv: bool) -> None:
    """What the set-up and the press need of the system: as root it is installed, else Pango's line is said."""
    needs_pango = offer_pango and not has_pango()
    missing = [*(["python3-venv"] if needs_venv else []), *(PANGO_PACKAGES if needs_pango else [])]
    if not missing:
        return
    if may_install():
        say(f"Installing system packages: {' '.join(missing)} …")
        apt_install(missing)
        importlib.invalidate_caches()
    if needs_pango and not has_pango():
        say_pango()


def say_pango() -> None:
    """The one line that brings it."""
    say(f"No Pango here: everything works but PDF. As root: {apt_line(PANGO_PACKAGES)}")
