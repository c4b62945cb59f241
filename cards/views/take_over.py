"""Cards taken over from another version or deck, and a deck rolled back: put to the table by members."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from cards.access import Door
from cards.actions import take_over as taking
from cards.lent import refuse_asking_from_a_hand
from cards.queries.compare_page import compare_page
from cards.queries.compared import TwoVersions, compared, half_of
from cards.queries.roll_back_page import roll_back_page
from cards.queries.taking import Pick, taken_from, version_to_take
from cards.rules.deck import Ref
from cards.rules.limits import CHANGES_MAX
from cards.rules.taking_over import check_taking
from cards.views.compare import Between, asked_of
from cards.views.doors import open_to_members
from studio.kernel.refusals import Refused
from studio.log.committed import Committed
from studio.people.limits import PROPOSAL_PACE
from studio.web.addresses import path_to
from studio.web.inputs import posted
from studio.web.ratelimit import keep_pace
from studio.web.responses import declined, done, is_scripted, request_key
from studio.web.words import say
from studio.wording import status

_PICK = re.compile(r"(was|now)-(card|rule)-([1-9][0-9]{0,6})", re.ASCII)
GROUNDS_READ = 2_000  # characters that are looked at; the rules have their own, smaller limit


@require_POST
def take_over(request: HttpRequest, slug: str, versions: str) -> HttpResponseBase:
    """What was ticked, from either side, as one proposal. Members of the first deck; Http404 for everybody else."""
    door = open_to_members(request, slug)
    asked = asked_of(request, slug, versions)
    what = compared(asked.door, asked.was, asked.other, asked.now)
    ticked, grounds = posted(request).every("take"), posted(request).text("grounds", GROUNDS_READ)
    try:
        turn = _taken(request, door, asked, what, ticked, grounds)
    except Refused as refused:
        if is_scripted(request):
            return declined(request, refused, back=asked.address)
        page = compare_page(what, wrong=say(refused), typed=grounds, ticked=ticked)
        return render(request, "cards/compare.html", {"page": page, "here": "archive"}, status=status(refused))
    return done(request, turn, path_to("proposal", slug=door.slug, number=turn.result["proposal"]))


@require_http_methods(["GET", "HEAD", "POST"])
def roll_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET tells what would change in the draft; POST puts it to the table. Members only."""
    door = open_to_members(request, slug)
    if request.method != "POST":
        return render(request, "cards/roll_back.html", {"page": roll_back_page(door, number), "here": "archive"})
    grounds = posted(request).text("grounds", GROUNDS_READ)
    version, kit = version_to_take(half_of(door, number))
    try:
        _mind(request, door)
        turn = taking.roll_back(
            door.deck_id, by=_me(door), key=request_key(request), version=version, kit=kit, grounds=grounds
        )
    except Refused as refused:
        if is_scripted(request):
            return declined(request, refused)
        page = roll_back_page(door, number, wrong=say(refused), typed=grounds)
        return render(request, "cards/roll_back.html", {"page": page, "here": "archive"}, status=status(refused))
    return done(request, turn, path_to("proposal", slug=door.slug, number=turn.result["proposal"]))


def _taken(
    request: HttpRequest, door: Door, asked: Between, what: TwoVersions, ticked: tuple[str, ...], grounds: str
) -> Committed:
    picks = _picks(ticked)
    other = None if what.is_one_deck or all(side == "was" for side, _ in picks) else what.now.deck
    if other is not None:
        check_taking(
            source=other.title, licence=other.licence, own_licence=what.was.deck.licence,
            is_member=asked.other.is_member,
        )  # fmt: skip
    _mind(request, door)
    return taking.take_over(
        door.deck_id, by=_me(door), key=request_key(request), taken=taken_from(what, picks), grounds=grounds,
        source=other.pk if other is not None else None,
    )  # fmt: skip


def _picks(ticked: tuple[str, ...]) -> frozenset[Pick]:
    """Raises Refused: "take.none", "changes.many", "request.unreadable" for what no page of ours could send."""
    if not ticked:
        raise Refused("take.none")
    if len(ticked) > CHANGES_MAX:
        raise Refused("changes.many", limit=CHANGES_MAX)
    found = [_PICK.fullmatch(one) for one in ticked]
    if not all(found):
        raise Refused("request.unreadable")
    return frozenset((one[1], Ref(one[2], int(one[3]))) for one in found if one)  # type: ignore[arg-type]


def _mind(request: HttpRequest, door: Door) -> None:
    refuse_asking_from_a_hand(door)
    keep_pace(door, PROPOSAL_PACE, request_key(request))


def _me(door: Door) -> int:
    assert door.member_id is not None  # a member's door
    return door.member_id
