"""Cards taken over from another version or deck, and a deck rolled back: put to the table by members."""

from __future__ import annotations

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.access import Door, deck_door
from cards.queries.compare_page import compare_page
from cards.queries.compared import TwoVersions, compared, half_of
from cards.queries.faces import taken_down
from cards.queries.roll_back_page import roll_back_page
from cards.queries.taking import Pick, taken_from, version_to_take
from cards.rules.deck import Ref
from cards.rules.limits import CHANGES_MAX
from cards.rules.taking_over import check_taking
from cards.verbs.taking import RollBack, TakeOver
from cards.verbs.verb import Wish
from cards.views.compare import Between, beside
from cards.views.doors import open_to_members
from studio.kernel.inputs import Inputs
from studio.kernel.refusals import Refused
from studio.people.devices import Caller
from studio.web.addresses import path_to
from studio.web.responses import declined
from studio.web.words import say
from studio.wording import status

_PICK = re.compile(r"(was|now)-(card|rule)-([1-9][0-9]{0,6})", re.ASCII)
GROUNDS_READ = 2_000  # characters that are looked at; the rules have their own, smaller limit


@require_safe
def roll_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What would change in the draft. Members only."""
    page = roll_back_page(open_to_members(request, slug), number)
    return render(request, "cards/roll_back.html", {"page": page, "here": "archive"})


def rolled_again(request: HttpRequest, door: Door, refused: Refused, given: Inputs) -> HttpResponse:
    """With what was typed, and why not."""
    try:
        number = given.whole_number("version", otherwise=0)
        page = roll_back_page(door, number, wrong=say(refused), typed=given.text("grounds", GROUNDS_READ))
    except Http404:
        return declined(request, refused, back=path_to("deck", slug=door.slug))
    return render(request, "cards/roll_back.html", {"page": page, "here": "archive"}, status=status(refused))


def rolled_back(door: Door, given: Inputs) -> Wish:
    """A version of the deck, as it was. Raises Refused."""
    try:
        taken, kit = version_to_take(half_of(door, given.whole_number("version")))
    except Http404:
        raise Refused("take.gone") from None
    gone = tuple(sorted(taken_down({one.lain.face for one in taken})))
    return Wish(RollBack(_me(door), taken, kit, gone, given.text("grounds", GROUNDS_READ)))


def taken_again(request: HttpRequest, door: Door, refused: Refused, given: Inputs) -> HttpResponse:
    """With what was ticked and typed, and why not."""
    try:
        what = _compared(door, given)[1]
    except Refused:
        return declined(request, refused, back=path_to("deck", slug=door.slug))
    ticked, grounds = given.every("take"), given.text("grounds", GROUNDS_READ)
    page = compare_page(what, wrong=say(refused), typed=grounds, ticked=ticked)
    return render(request, "cards/compare.html", {"page": page, "here": "archive"}, status=status(refused))


def taken_over(door: Door, given: Inputs) -> Wish:
    """What was ticked, from either side. Raises Refused."""
    asked, what = _compared(door, given)
    picks = _picks(given.every("take"))
    other = None if what.is_one_deck or all(side == "was" for side, _ in picks) else what.now.deck
    if other is not None:
        check_taking(
            source=other.title, licence=other.licence, own_licence=what.was.deck.licence,
            is_member=asked.other.is_member,
        )  # fmt: skip
    taken = taken_from(what, picks)
    if taken_down({one.lain.face for one in taken}):
        raise Refused("take.withdrawn")
    source = other.pk if other is not None else None
    return Wish(TakeOver(_me(door), taken, given.text("grounds", GROUNDS_READ), source))


def _compared(door: Door, given: Inputs) -> tuple[Between, TwoVersions]:
    """Raises Refused("take.gone") for what is not there, or not for whoever asks."""
    try:
        asked = beside(door, given.text("versions", 200), lambda slug: deck_door(Caller(door.person_id), slug))
        return asked, compared(asked.door, asked.was, asked.other, asked.now)
    except Http404:
        raise Refused("take.gone") from None


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


def _me(door: Door) -> int:
    assert door.member_id is not None  # a member's door
    return door.member_id
