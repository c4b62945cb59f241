"""What the system itself refuses a sealed process, also where whatever it reads has taken it over: a hole in a decoder
runs machine code, which asks no hook of Python's.

Four walls, each where the system has it, none of which comes down again: `privileges` (no program gains any), `files`
(Landlock: no file but code, fonts and the scratch folder; no TCP; no signal to other processes), `calls` (seccomp: no
process, no program, no socket, no look into another process) and `limits` (no larger file; where nothing is to be
opened at all, no file and no process). Put up by ctypes alone, before the hook closes that door too.

`python -m cards.printing.sealed.walls` says which of them can be had here.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import resource
import struct
import sys
from collections.abc import Iterable

NAMES = ("privileges", "files", "calls", "limits")
FEW_FILES = 32  # that a process can have open which opens no more: what is left of them is filled with nothing
FILE_MAX = 1024 * 1024 * 1024  # bytes of one file in the scratch folder
# What native libraries read besides the code and the fonts: themselves, and how fonts are found.
SYSTEM = ("/etc/fonts", "/var/cache/fontconfig", "/usr/lib", "/usr/local/lib", "/usr/share", "/lib", "/lib64")

_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2
_CREATE, _ADD, _RESTRICT, _VERSION, _BENEATH = 444, 445, 446, 1, 1  # Landlock's calls have one number everywhere
_OF_FILES = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15  # execute, write, read, truncate, ioctl
_READ = 1 << 2 | 1 << 3  # a file, a folder
_WRITE_FILE = 1 << 1
_NO_TCP, _NO_STRANGERS = 0b11, 0b11  # neither bind nor connect; neither sockets without a name nor signals outside

# Calls that nothing here has any business with, by machine: fork, clone (but of a thread, which Pango makes), exec,
# sockets, signals to others, looking into other processes, other namespaces, mounts, and the ways round all of it
# (io_uring, bpf).
_ALIKE = (424, 425, 426, 427, 428, 429, 430, 431, 432, 434, 438, 442)
_CLONE3, _THREAD = 435, 0x10000  # who is told that there is no clone3 asks clone, whose arguments can be read
_CALLS: dict[str, tuple[int, int, int, tuple[int, ...]]] = {
    "x86_64": (
        0xC000003E,
        0x40000000,  # from here on the numbers of another way to call
        56,  # clone
        (41, 42, 49, 50, 53, 57, 58, 59, 62, 101, 129, 155, 161, 165, 166, 200, 246, 248, 249, 250, 272, 297, 298,
         304, 308, 310, 311, 317, 320, 321, 322, 323),
    ),
    "aarch64": (
        0xC00000B7,
        0xFFFFFFFF,
        220,
        (39, 40, 41, 51, 97, 104, 117, 129, 130, 138, 198, 199, 200, 201, 203, 217, 218, 219, 221, 240, 241, 265,
         268, 270, 271, 277, 280, 281, 282, 294),
    ),
}  # fmt: skip


def raise_walls(readable: Iterable[str], writable: Iterable[str], *, opens: bool = True) -> tuple[str, ...]:
    """Put up all there are, and name those that stand. Folders that are not there are left out.

    Without `opens` the process has loaded all it will ever need: it opens no file any more. ctypes works still when it
    is done; the hook (`process.close_doors`) comes after it.
    """
    if not sys.platform.startswith("linux"):
        return ("limits",) if _limit(opens) else ()
    library = ctypes.CDLL(None, use_errno=True)
    standing = {
        "privileges": library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0,
        "files": _shut_files(library, readable, writable),
        "limits": _limit(opens),
        "calls": _refuse_calls(library),
    }
    return tuple(name for name in NAMES if standing[name])


def _limit(opens: bool) -> bool:
    """No file larger; or no file, no process and (of whoever is not root) no thread at all."""
    limits = [(resource.RLIMIT_FSIZE, FILE_MAX if opens else 0)]
    if not opens:
        limits += [(resource.RLIMIT_NOFILE, FEW_FILES), (resource.RLIMIT_NPROC, 0)]
    for what, most in limits:
        try:
            resource.setrlimit(what, (most, most))
        except (ValueError, OSError):
            return False
    with contextlib.suppress(OSError):  # the last of them is refused
        while not opens:
            os.dup(0)
    return True


def _shut_files(library: ctypes.CDLL, readable: Iterable[str], writable: Iterable[str]) -> bool:
    """Landlock, as much of it as this kernel has. False where it has none, or was started without it."""
    version = library.syscall(_CREATE, None, ctypes.c_size_t(0), _VERSION)
    if version < 1:
        return False
    rights = (1 << 13) - 1
    for since, right in ((2, 13), (3, 14), (5, 15)):
        rights |= (version >= since) << right
    told = [rights, *([_NO_TCP] if version >= 4 else []), *([_NO_STRANGERS] if version >= 6 else [])]
    about = struct.pack(f"{len(told)}Q", *told)
    ruleset = library.syscall(_CREATE, about, ctypes.c_size_t(len(about)), 0)
    if ruleset < 0:
        return False
    try:
        for paths, right in (((*readable, *SYSTEM), _READ), (writable, rights), ((os.devnull,), _READ | _WRITE_FILE)):
            for path in paths:
                _let_in(library, ruleset, path, right & rights)
        return bool(library.syscall(_RESTRICT, ruleset, 0) == 0)
    finally:
        os.close(ruleset)


def _let_in(library: ctypes.CDLL, ruleset: int, path: str, rights: int) -> None:
    try:
        here = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # not on this machine
        return
    try:
        rights = rights if os.path.isdir(path) else rights & _OF_FILES
        library.syscall(_ADD, ruleset, _BENEATH, struct.pack("=Qi", rights, here), 0)
    finally:
        os.close(here)


def _refuse_calls(library: ctypes.CDLL) -> bool:
    """A filter that the kernel asks at each call. False where it takes none, or this machine's calls are not known."""
    if os.uname().machine not in _CALLS or sys.maxsize < 2**32:
        return False
    kind, others, clone, calls = _CALLS[os.uname().machine]
    calls = (*calls, *_ALIKE)
    load, equal, at_least, has_bits, answer = 0x20, 0x15, 0x35, 0x45, 0x06
    first = 8  # the line of the first call; after them: let, refuse, not known
    let, refuse, unknown = first + len(calls), first + len(calls) + 1, first + len(calls) + 2
    lines = [
        (load, 0, 0, 4), (equal, 0, refuse - 2, kind),
        (load, 0, 0, 0), (at_least, refuse - 4, 0, others), (equal, unknown - 5, 0, _CLONE3),
        (equal, 0, 2, clone), (load, 0, 0, 16), (has_bits, let - 8, refuse - 8, _THREAD),
        *((equal, refuse - line - 1, 0, call) for line, call in enumerate(calls, first)),
        *((answer, 0, 0, what) for what in (0x7FFF0000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS)),
    ]  # fmt: skip
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in lines))
    program = struct.pack("HP", len(lines), ctypes.addressof(code))
    return bool(library.prctl(_SECCOMP, _FILTER, program, 0, 0) == 0)


if __name__ == "__main__":
    # The listing is written by what stands: nothing of it is an obstacle to a pipe.
    sys.stdout.write(" ".join(raise_walls((), (), opens=False)) + "\n")
