"""What the system itself refuses a sealed process, also where whatever it reads has taken it over: a hole in a decoder
runs machine code, which asks no hook of Python's.

Four walls, each where the system has it, none of which comes down again: `privileges` (no program gains any), `files`
(Landlock: no file but code, fonts and the scratch folder; no TCP; no signal to other processes), `calls` (seccomp: no
process, no program, no socket, nothing done to another process) and `limits` (no larger file; where nothing is to be
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
from collections.abc import Iterable, Sequence
from typing import NamedTuple

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
# sockets, signals to others, looking into other processes, slowing or limiting them, other namespaces, mounts, and the
# ways round all of it (io_uring, bpf).
_ALIKE = (424, 425, 426, 427, 428, 429, 430, 431, 432, 434, 438, 440, 442, 448)
_CLONE3, _THREAD = 435, 0x10000  # who is told that there is no clone3 asks clone, whose arguments can be read


class _Calls(NamedTuple):
    """Of one kind of machine: its mark, where the numbers of another way to call begin, three calls of which some are
    let through, and all that are not."""

    kind: int
    others: int
    clone: int
    tgkill: int
    prlimit: int
    refused: tuple[int, ...]


_CALLS = {
    "x86_64": _Calls(
        0xC000003E, 0x40000000, 56, 234, 302,
        (41, 42, 49, 50, 53, 57, 58, 59, 62, 101, 129, 141, 142, 144, 155, 160, 161, 165, 166, 200, 203, 246, 248, 249,
         250, 251, 256, 272, 279, 297, 298, 304, 308, 310, 311, 312, 314, 317, 320, 321, 322, 323),
    ),
    "aarch64": _Calls(
        0xC00000B7, 0xFFFFFFFF, 220, 131, 261,
        (30, 39, 40, 41, 51, 97, 104, 117, 118, 119, 122, 129, 130, 138, 140, 164, 198, 199, 200, 201, 203, 217, 218,
         219, 221, 238, 239, 240, 241, 265, 268, 270, 271, 272, 274, 277, 280, 281, 282, 294),
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
    calls = _CALLS[os.uname().machine]
    load, equal, at_least, has_bits, answer = 0x20, 0x15, 0x35, 0x45, 0x06
    number, machine, first, second, third, rest_of_third = 0, 4, 16, 24, 32, 36  # where the kernel lays what is asked
    # Each line: its name, what it does, where to go on where that is so and where not ("" is the next), with what.
    # Own threads may be signalled, as one that gives up does; of limits the own are read, and the one of seconds moved.
    lines: list[tuple[str, int, str, str, int]] = [
        ("", load, "", "", machine), ("", equal, "", "refuse", calls.kind),
        ("", load, "", "", number), ("", at_least, "refuse", "", calls.others), ("", equal, "unknown", "", _CLONE3),
        ("", equal, "clone", "", calls.clone), ("", equal, "signal", "", calls.tgkill),
        ("", equal, "limit", "", calls.prlimit),
        *(("", equal, "refuse", "", call) for call in (*calls.refused, *_ALIKE)), ("", equal, "let", "let", 0),
        ("clone", load, "", "", first), ("", has_bits, "let", "refuse", _THREAD),
        ("signal", load, "", "", first), ("", equal, "let", "refuse", os.getpid()),
        ("limit", load, "", "", first), ("", equal, "", "refuse", 0),
        ("", load, "", "", second), ("", equal, "let", "", resource.RLIMIT_CPU),
        ("", load, "", "", third), ("", equal, "", "refuse", 0),
        ("", load, "", "", rest_of_third), ("", equal, "let", "refuse", 0),
        ("let", answer, "", "", 0x7FFF0000), ("refuse", answer, "", "", 0x00050000 | errno.EPERM),
        ("unknown", answer, "", "", 0x00050000 | errno.ENOSYS),
    ]  # fmt: skip
    code = ctypes.create_string_buffer(_assembled(lines))
    program = struct.pack("HP", len(lines), ctypes.addressof(code))
    return bool(library.prctl(_SECCOMP, _FILTER, program, 0, 0) == 0)


def _assembled(lines: Sequence[tuple[str, int, str, str, int]]) -> bytes:
    """The filter as the kernel reads it: from line to line, and only ever on."""
    at = {name: place for place, (name, *_) in enumerate(lines) if name}

    def on(to: str, here: int) -> int:
        return at[to] - here - 1 if to else 0

    return b"".join(
        struct.pack("HBBI", what, on(if_so, here), on(if_not, here), value)
        for here, (_, what, if_so, if_not, value) in enumerate(lines)
    )


if __name__ == "__main__":
    # The listing is written by what stands: nothing of it is an obstacle to a pipe.
    sys.stdout.write(" ".join(raise_walls((), (), opens=False)) + "\n")
