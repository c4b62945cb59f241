"""What a line typed at a table is read against: one seat's sight, the deck's list, and what is being voted on."""

from __future__ import annotations

from cards import models as decks
from cards.queries.context import deck_value, name_of
from cards.queries.mat import telling
from cards.queries.proposal_words import kind_words
from cards.storage.store import faces_of
from play.access import TableDoor
from play.console.values import Around, Waiting
from play.queries.context import seat_name, seen, table_row, value_of
from studio.live.regions import once_a_drawing


@once_a_drawing
def around(door: TableDoor) -> Around:
    """Some ten statements at a creative table, five at one of a version."""
    sight = seen(door.stream_id, door.sight)
    value = value_of(door.stream_id)
    names = {seat.number: seat_name(door.stream_id, seat.number) for seat in sight.seats if seat.person is not None}
    waiting = _waiting(door) if door.is_creative else ()
    return Around(sight, value.kit, names, value.cards, faces_of, waiting, lambda: _repealed(door))


def _waiting(door: TableDoor) -> tuple[Waiting, ...]:
    deck = table_row(door.stream_id).deck
    if deck is None:
        return ()
    lines = []
    for number, proposal in sorted(deck_value(deck.stream_id).proposals.items()):
        said = telling(deck.stream_id, proposal)
        by = name_of(deck.stream_id, proposal.by)
        kind = kind_words(said.face, said.is_rule) if said.change == "create" else said.tail
        lines.append(
            Waiting(number, proposal.wording.number, said.title, kind, by, proposal.ballot is not None, said.face)
        )
    return tuple(lines)


def _repealed(door: TableDoor) -> tuple[tuple[int, str], ...]:
    """Of the draft, for those who make it; what is archived has nothing repealed in it. One statement."""
    if not door.is_creative or door.deck_id is None:
        return ()
    found = decks.Article.objects.filter(deck_id=door.deck_id, kind="card", in_force=False).order_by("number")
    return tuple((n, title or "Withdrawn") for n, title in found.values_list("number", "face__content__title"))
