"""A list of cards comes to a deck: paste or choose it, see what was understood, then let it in.

In the lane of lists one is read at a time, in Python of ours; beside it some wait for their pictures, which other
processes look at. One thread of the lane is never theirs: however many files come whose pictures take long, a list of
words comes in.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from threading import BoundedSemaphore

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from cards import models as rows
from cards.access import Door
from cards.actions import import_deck
from cards.actions.carried_pictures import carried_work
from cards.formats import Format, read_text
from cards.formats.columns import said_of_columns
from cards.formats.detect import Decoded, decode
from cards.formats.values import Reading
from cards.lent import bringer
from cards.queries.import_page import bring_page
from cards.rules.limits import FILE_BYTES_MAX
from cards.views.doors import enter
from cards.views.pictures import take_work
from studio.kernel.refusals import Refused
from studio.log.committed import answered
from studio.people.limits import IMPORT_PACE, READ_PACE
from studio.web.addresses import path_to
from studio.web.inputs import posted
from studio.web.lanes import THREADS, in_lane, is_full, refuse_when_full, turn
from studio.web.ratelimit import keep_pace, take_try
from studio.web.responses import done, request_key
from studio.web.words import say
from studio.wording import status

OF_ANOTHER_LIST = ("column.unknown", "column.no_table")
_looking = BoundedSemaphore(THREADS["lists"] - 1)


@in_lane("lists")
@require_http_methods(["GET", "HEAD", "POST"])
def bring_in(request: HttpRequest, slug: str) -> HttpResponse:
    """POST with `do=read` shows what was understood; with `do=enter` it is done."""
    door = enter(request, slug)
    if request.method != "POST":
        return _page(request, door)
    with nullcontext() if is_full(request) else turn:  # a thread of pages says that it is, and waits for no list
        return _read_or_enter(request, door)


def _read_or_enter(request: HttpRequest, door: Door) -> HttpResponse:
    text, said = "", tuple[str, ...]()
    try:
        text = posted(request).text("list")
        refuse_when_full(request)
        decoded = _given(request)
        text = decoded.text
        take_try("bring in", f"member:{door.member_id}", READ_PACE)
        # The columns are those of the list as it was last seen; a file that is chosen now has others.
        said = () if request.FILES.get("file") else posted(request).every("column")
        if posted(request).get("do") == "enter":
            return _enter(request, door, read_text(text, decoded.remarks, said_of_columns(said)))
        return _page(request, door, text, *_seen(decoded, said))
    except Refused as refused:
        amiss = read_text(text)[1] if refused.code == "column.no_title" else None  # what was chosen can be put right
        return _page(request, door, text, said=said, refused=refused, amiss=amiss)


def _seen(decoded: Decoded, said: tuple[str, ...]) -> tuple[tuple[Format, Reading], tuple[str, ...]]:
    """What was understood, and what was said of its columns: nothing where it is another list than was seen."""
    try:
        return read_text(decoded.text, decoded.remarks, said_of_columns(said)), said
    except Refused as refused:
        if refused.code not in OF_ANOTHER_LIST:
            raise
    return read_text(decoded.text, decoded.remarks), ()


def _enter(request: HttpRequest, door: Door, read: tuple[Format, Reading]) -> HttpResponse:
    assert door.member_id is not None
    key = request_key(request)
    keep_pace(door, IMPORT_PACE, key)
    if read[1].listing.pictures and answered(door.stream_id, key) is None:
        take_work(door, carried_work(read[1].listing))
    told = import_deck.bring_in(
        door.deck_id, by=door.member_id, key=key, reading=read[1], drawn_by=bringer(door), while_looking=_aside
    )
    # A deck that had no title has one now, and with it another address.
    slug = rows.Deck.objects.values_list("slug", flat=True).get(pk=door.deck_id)
    return done(request, told, path_to("workshop", slug=slug))


@contextmanager
def _aside() -> Iterator[None]:
    """While pictures are looked at another list is read. Raises Refused("picture.busy") where so many are already that
    nobody else would have a thread."""
    if not _looking.acquire(blocking=False):
        raise Refused("picture.busy")
    turn.release()
    try:
        yield
    finally:
        turn.acquire()
        _looking.release()


def _given(request: HttpRequest) -> Decoded:
    """A file, when one was chosen; else what was pasted."""
    file = request.FILES.get("file")
    if file is not None and file.size:
        if file.size > FILE_BYTES_MAX:
            raise Refused("file.large", limit=FILE_BYTES_MAX // 1_000_000)
        return decode(file.read())
    text = posted(request).text("list")
    if len(text) > FILE_BYTES_MAX:
        raise Refused("file.large", limit=FILE_BYTES_MAX // 1_000_000)
    return Decoded(text)


def _page(
    request: HttpRequest,
    door: Door,
    text: str = "",
    read: tuple[Format, Reading] | None = None,
    said: tuple[str, ...] = (),
    refused: Refused | None = None,
    amiss: Reading | None = None,
) -> HttpResponse:
    page = bring_page(door, text=text, wrong=say(refused) if refused else "", read=read, said=said, amiss=amiss)
    context = {"page": page, "here": "archive"}
    return render(request, "cards/bring_in.html", context, status=status(refused) if refused else 200)
