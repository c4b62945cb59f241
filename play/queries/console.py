"""What a line typed at a table is read against: one seat's sight, the deck's list, and what is being voted on."""

from __future__ import annotations

from cards import models as decks
from cards.queries.mat import telling
from cards.queries.proposal_told import kind_words
from cards.queries.settled import last_words
from cards.storage.heavy import kept_words
from cards.storage.store import faces_of
from play.console.values import Around, Settled, Waiting
from play.queries.status import undo_to
from play.queries.table_view import TableView
from play.queries.withdrawn import TITLE
from studio.kernel.messages import message
from studio.live.view import once_a_sight
from studio.web.words import say


@once_a_sight
def around(view: TableView) -> Around:
    """Some ten statements at a creative table, five at one of a version."""
    sight = view.seen
    value = view.table
    names = {seat.number: view.seat_name(seat.number) for seat in sight.seats if seat.member is not None}
    waiting = _waiting(view) if view.row.is_creative else ()
    return Around(
        sight, value.kit, names, value.cards, faces_of, waiting, lambda: _repealed(view),
        lambda number: _settled(view, number), lambda: undo_to(view),
    )  # fmt: skip


def _waiting(view: TableView) -> tuple[Waiting, ...]:
    if view.row.deck is None:
        return ()
    draft, me = view.draft, view.seen.mine
    lines = []
    for number, proposal in sorted(draft.deck.proposals.items()):
        said = telling(draft, proposal)
        by = draft.name_of(proposal.by)
        kind = say(kind_words(said.face, said.is_rule)) if said.change == "create" else said.alone
        lines.append(
            Waiting(
                number,
                proposal.wording.number,
                said.title,
                kind,
                by,
                proposal.ballot is not None,
                said.face,
                is_mine=me is not None and me.member == proposal.by,
            )  # fmt: skip
        )
    return tuple(lines)


_OUTCOMES = {
    "accepted": message("was accepted"), "aside": message("was set aside"), "withdrawn": message("was taken back"),
}  # fmt: skip


def _settled(view: TableView, number: int) -> Settled | None:
    """Of the draft's proposals one that is over. Four statements at most."""
    if not view.row.is_creative or view.row.deck_id is None:
        return None
    row = decks.Proposal.objects.filter(deck_id=view.row.deck_id, number=number, state__in=_OUTCOMES).first()
    if row is None:
        return None
    said, _ = last_words(view.draft, row)
    return Settled(number, said.title, _OUTCOMES[row.state], said.face)


def _repealed(view: TableView) -> tuple[tuple[int, str], ...]:
    """Of the draft, for those who make it; what is archived has nothing repealed in it. One statement."""
    if not view.row.is_creative or view.row.deck_id is None:
        return ()
    found = decks.Article.objects.filter(deck_id=view.row.deck_id, kind="card", in_force=False).order_by("number")
    return tuple((n, title or say(TITLE)) for n, title in found.values_list("number", kept_words("face__content")))
