"""The sealed process: draws and imposes what it is given over a pipe, and can do nothing else.

`python -m cards.printing.sealed.process` reads requests from standard input and answers on standard output (see
`shared/messages.py`). Once fonts and styles are loaded it closes itself: limits on memory and processor time, a
network of its own with nothing in it, the system's walls (walls.py; both where the system lets it), and a hook that
refuses sockets, other programs and every file but the code and fonts it was built from. It knows no database and no
settings.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from cards.printing.sealed.walls import raise_walls

MEMORY = 1536 * 1024 * 1024  # bytes of address space
FEW = 20  # faces that are drawn beside what is left of those before
SECONDS = 60  # of processor time for one request
TELL_EVERY = 0.5  # seconds between two notes of how far it is: each wakes a thread of the site, beside its votes
_NEW_USER, _NEW_NET = 0x10000000, 0x40000000


class Sealed(PermissionError):
    """The process tried something it was closed to."""


def limit_memory() -> None:
    with contextlib.suppress(ValueError, OSError):  # not every system has the limit
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def allow_seconds(seconds: int = SECONDS) -> None:
    """From now on this much more processor time, then the system ends the process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    end = int(used.ru_utime + used.ru_stime) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (end, resource.RLIM_INFINITY))


def leave_network() -> bool:
    """Move into an empty network namespace. False where the system does not allow it (the hook remains)."""
    with contextlib.suppress(OSError, AttributeError):
        library = ctypes.CDLL(None, use_errno=True)
        return bool(library.unshare(_NEW_NET) == 0 or library.unshare(_NEW_USER | _NEW_NET) == 0)
    return False


def close_doors(readable: tuple[str, ...], writable: tuple[str, ...]) -> None:
    """Refuse sockets, programs, libraries, and files outside the named folders. Cannot be undone."""
    refused = ("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.system", "ctypes.")
    moving = ("os.remove", "os.rename", "os.link", "os.symlink", "os.mkdir", "os.rmdir", "os.chmod", "os.truncate")

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, mode = arguments[0], arguments[1] or ""
            if isinstance(path, int):
                return
            real = os.path.realpath(os.fsdecode(path))
            folders = writable if any(letter in str(mode) for letter in "wax+") else readable + writable
            if not real.startswith(folders) and real != os.devnull:
                raise Sealed(f"no such door: {real}")
        elif event.startswith(refused):
            raise Sealed(event)
        elif event in moving and not os.path.realpath(os.fsdecode(arguments[0])).startswith(writable):
            raise Sealed(event)

    sys.addaudithook(hook)


def seal(root: str, *, opens: bool = True) -> dict[str, Any]:
    """Close everything there is to close, and say what stands: the network is away or not, and which walls there are.

    `opens`: code and fonts are loaded still, and the scratch folder is written to.
    """
    is_alone = leave_network()
    readable, scratch = code_folders(root), (os.path.realpath(tempfile.gettempdir()) + os.sep,)
    caches = tuple(filter(None, (os.environ.get("XDG_CACHE_HOME"),)))
    standing = raise_walls((*readable, *caches), scratch, opens=opens)
    close_doors(readable, scratch)
    return {"network": not is_alone, "walls": list(standing)}


def code_folders(root: str) -> tuple[str, ...]:
    """What may still be read: the interpreter, our own code, templates and fonts, the system's fonts."""
    own = tuple(os.path.join(root, name) for name in ("cards", "studio", "templates", "static"))
    system = ("/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/zoneinfo")
    return tuple(os.path.realpath(path) + os.sep for path in (sys.prefix, sys.base_prefix, *own, *system))


def give_way() -> None:
    """Run only when nothing else wants to.

    Niceness alone makes turns few, not waits short: a turn that has begun is finished first, some milliseconds, and a
    request waits so long at each of its steps from thread to thread. What is idle is put aside at once (Linux), by what
    is in the same session: between sessions processors are shared out as if none were idle (see worker.py).
    """
    os.nice(19)
    with contextlib.suppress(OSError, AttributeError):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def gather_seldom() -> None:
    """Look for rings of forgotten things less often: of what was made ready here nothing is ever forgotten, and a
    layout is one great ring until it is written."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 10, 10)


def seldom(tell: Callable[[int], None], clock: Callable[[], float] = time.monotonic) -> Callable[[int], None]:
    """Tells how far it is, but not again within TELL_EVERY seconds."""
    told = -TELL_EVERY

    def tell_now_and_then(done: int) -> None:
        nonlocal told
        if (now := clock()) - told >= TELL_EVERY:
            told = now
            tell(done)

    return tell_now_and_then


def main() -> None:
    give_way()  # from the first: fonts and styles take seconds to load, and somebody votes meanwhile
    limit_memory()
    allow_seconds()
    from cards.printing.shared import messages
    from cards.printing.shared.build import ROOT, build

    inward, outward = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "r+b") as nothing:  # nothing printed by a library may get between the frames
        os.dup2(nothing.fileno(), 0)
        os.dup2(nothing.fileno(), 1)
    try:
        from cards.printing.sealed.answers import answer
        from cards.printing.sealed.render import CardRenderer
    except OSError as problem:  # the page engine's libraries are not on this machine
        messages.write(outward, {"failed": "print.no_pango", "why": str(problem)[:300]})
        return
    renderer = CardRenderer()
    renderer.slots("press", "poker")  # loads what is loaded late
    made = build()
    gather_seldom()
    messages.write(outward, {"ready": True, "build": made, **seal(str(ROOT))})

    tell = seldom(lambda done: messages.write(outward, {"progress": done}))
    while (request := messages.read(inward)) is not None:
        allow_seconds()
        if request[0]["do"] == "draw" and len(request[0]["faces"]) > FEW:
            gc.collect()  # what was drawn before
        try:
            messages.write(outward, *answer(renderer, *request, tell))
        except MemoryError:
            messages.write(outward, {"failed": "print.too_big", "why": "memory"})
            return
        except Exception as problem:  # the request is at fault or we are: say so, stay ready
            messages.write(outward, {"failed": "print.broken", "why": f"{type(problem).__name__}: {problem}"[:300]})


if __name__ == "__main__":
    main()
