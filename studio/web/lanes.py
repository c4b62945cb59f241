"""Work that grows with what strangers send has threads of its own, a few for each kind (studio/server/handler.py).

A view says which: `@in_lane("pictures")`. No thread that draws pages, or carries out a vote, ever reads a file, waits
for a decoder or lays out a preview. What waits there is bounded; beyond that a request is refused in words, at once, by
a thread that draws pages and has read nothing of it. What is long and has no lane of its own goes with the proofs.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, Literal, TypeVar

from django.http import HttpRequest

from studio.kernel.refusals import Refused

Lane = Literal["pictures", "lists", "proofs", "drawings", "press"]
# Of pictures most threads wait for a sealed process, and so do all of lists but the one that reads; at the press one is
# free while four wait (cards/printing/queue/files.py). Reading, proofs and drawings are Python of ours: each thread
# more of them would take the interpreter from pages. So they take turns among all lanes.
THREADS: dict[Lane, int] = {"pictures": 3, "lists": 4, "proofs": 1, "drawings": 1, "press": 5}
TAKE_TURNS: frozenset[Lane] = frozenset({"proofs", "drawings"})  # and whoever reads a list, in its own lane
turn = Lock()
FULL = "carte.full"  # of a request's scope: there is no room in its lane

View = TypeVar("View", bound=Callable[..., Any])


def in_lane(lane: Lane) -> Callable[[View], View]:
    """What is sent to this view is answered in that lane; at the press what is asked for, too."""

    def marked(view: View) -> View:
        view.lane = lane  # type: ignore[attr-defined]
        return view

    return marked


def is_full(request: HttpRequest) -> bool:
    """Whether the lane had no room for it."""
    return bool(getattr(request, "scope", {}).get(FULL))


def refuse_when_full(request: HttpRequest) -> None:
    """Raises Refused("lane.full") where the lane had no room. Before anything of what was sent is looked at."""
    if is_full(request):
        raise Refused("lane.full")
