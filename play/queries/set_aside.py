"""What was set aside since a table was opened and not taken up again: it is asked again from wherever one is (C4)."""

from __future__ import annotations

from dataclasses import dataclass

from cards import models as decks
from cards.queries.batch import offer_beside
from cards.queries.deck_view import is_written
from cards.queries.faces import read_for_page
from cards.queries.settled import still_aside
from cards.rules.deck import Change
from cards.values.batch import BatchOffer
from play.queries.parts import base, language_of, takes_cards
from play.queries.table_view import TableView
from play.queries.withdrawn import TITLE
from play.values.acts import Act
from play.values.log import AsideLine
from studio.kernel.codec import from_plain
from studio.kernel.messages import message
from studio.live.view import once_a_drawing
from studio.web.words import say

SHOWN = 5


@dataclass(frozen=True, slots=True)
class _Aside:
    number: int
    title: str
    is_written: bool  # a face was proposed, whose words can be adjusted
    language: str  # of its title, where it has one


def set_aside(view: TableView) -> tuple[AsideLine, ...]:
    """The latest first, for whoever sits; nobody else may ask."""
    if not view.seen.me:
        return ()
    home, again = base(view.row), say(message("Ask again as it is"))
    return tuple(
        AsideLine(
            one.number, one.title, f"{home}write/?adjust={one.number}" if one.is_written else "",
            Act(again, f"{home}repropose/?proposal={one.number}", "repropose"), one.language,
        )
        for one in _latest(view)
    )  # fmt: skip


@once_a_drawing
def settled_here(view: TableView) -> frozenset[str]:
    """How votes have ended since the table was opened: "accepted", "aside". One statement at a creative table."""
    table = view.row
    if not table.is_creative or table.deck_id is None:
        return frozenset()
    closed = decks.Proposal.objects.filter(deck=table.deck_id, closed_at__gte=table.created_at)
    return frozenset(closed.filter(state__in=("accepted", "aside")).values_list("state", flat=True).distinct())


@once_a_drawing
def _latest(view: TableView) -> tuple[_Aside, ...]:
    """No statement more while nothing was set aside, else four."""
    table = view.row
    if "aside" not in settled_here(view):
        return ()
    evening = [row for row in still_aside(view.draft) if row.closed_at and row.closed_at >= table.created_at][:SHOWN]
    if not evening:
        return ()
    written = decks.Wording.objects.filter(proposal__in=evening).values_list("proposal_id", "number", "changes")
    every = {(id, number): from_plain(tuple[Change, ...], changes) for id, number, changes in written}
    asked = [(row.number, every[row.pk, row.wording]) for row in evening]
    digests = {number: getattr(first, "face", "") or getattr(first, "on", "") for number, (first, *_) in asked}
    faces = read_for_page((digest for digest in digests.values() if digest), most=0)
    return tuple(
        _Aside(
            number, _title(faces.get(digests[number])), is_written(changes),
            language_of(table) if digests[number] else "",
        )
        for number, changes in asked
    )  # fmt: skip


def _title(face: object) -> str:
    return getattr(face, "title", "") or say(TITLE)


def batch_call(view: TableView) -> BatchOffer:
    """A first batch that is called while the draft is played: said to whoever sits, where they write. No statement
    while none runs."""
    deck = view.row.deck
    if deck is None or deck.batch is None or not takes_cards(view.row) or not view.seen.me:
        return BatchOffer()
    return offer_beside(view.draft)
