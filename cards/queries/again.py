"""How a card on the mat read before: what the last wording said, how it fared, why, and the ones before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from cards import models as rows
from cards.queries import proofs
from cards.queries.deck_view import DeckView
from cards.queries.faces import ReadFace
from cards.queries.hands import hands
from cards.queries.settled import Tally, changes_of, voices, why_words, worded
from cards.rules.deck import Amend, Change, Create, SetKit
from cards.rules.sight import ProposalSight
from cards.values.mat import AgainSlip, FormerAsk, Proof
from studio.kernel.messages import Message, message
from studio.speed.prepared import prepared
from studio.web.dates import said
from studio.web.words import say, say_html

STEPS = 12  # wordings that are gone back; who needs more reads the card's own pages
_NUMBERED = (
    message("First wording"), message("Second wording"), message("Third wording"), message("Fourth wording"),
    message("Fifth wording"), message("Sixth wording"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Step:
    """One wording that was asked about: of a proposal that is over, or one that its author replaced."""

    row: rows.Proposal
    wording: rows.Wording
    is_replaced: bool

    @property
    def changes(self) -> tuple[Change, ...]:
        return changes_of(self.wording)


def again(view: DeckView, proposal: ProposalSight) -> AgainSlip | None:
    """None for a card that is asked about for the first time. One statement then, else five for each former wording."""
    row = _proposal.one(view.row.pk, proposal.number)
    steps = list(_former(view.row.pk, row))[:STEPS]
    if not steps:
        return None
    asked_at = worded.one(row.pk, row.wording).at
    changes = [proposal.wording.changes, *(step.changes for step in steps)]
    faces = view.read_beside_each_other(one[0].face for one in changes if isinstance(one[0], Create | Amend))
    former = tuple(
        _ask(view, step, asked_at, len(steps) - index, _proof(view, faces, changes[index + 1], changes[index]))
        for index, step in enumerate(steps)
    )
    was = view.told(steps[0].changes)
    return AgainSlip(former[0], former[1:], was.drawn(hands(view, steps[0].wording.by_id, was.face)))


def _former(deck_id: int, row: rows.Proposal) -> Iterator[_Step]:
    """The wordings before this one, the latest first: what its author replaced, then what it was taken up from."""
    below = row.wording
    while True:
        for number in range(below - 1, 0, -1):
            yield _Step(row, worded.one(row.pk, number), is_replaced=True)
        if row.source is None:
            return
        row = _proposal.one(deck_id, row.source)
        yield _Step(row, worded.one(row.pk, row.wording), is_replaced=False)
        below = row.wording


def _ask(view: DeckView, step: _Step, asked_at: datetime, number: int, proof: tuple[Proof, ...]) -> FormerAsk:
    _, reasons, tally = voices(view, step.row, step.wording)
    name = _NUMBERED[number - 1] if number <= len(_NUMBERED) else message("Wording {number}", number=number)
    at = step.row.closed_at if not step.is_replaced and step.row.closed_at else step.wording.at
    return FormerAsk(
        tally=_fared(name, tally, at, asked_at),
        proof=proof,
        because=say(_because(view, step, is_first=number == 1)) if reasons else "",
        reasons=reasons,
        why="" if step.is_replaced else why_words(view, step.row),
        address=reverse("proposal", args=[view.row.slug, step.row.number]),
    )


def _fared(name: Message, tally: Tally, at: datetime, asked_at: datetime) -> SafeString:
    """ "First wording: 3 of 5, at 16:31", as HTML; of another day its date."""
    shown = said(at, asked_at)
    is_near = at.date() == asked_at.date()
    moment = format_html('<time datetime="{}">{}</time>', shown.iso, shown.short if is_near else shown.words)
    words = (
        message("{wording}: {some} of {all}, at {moment}", wording=name, some=tally.in_favour, all=tally.counting)
        if is_near
        else message("{wording}: {some} of {all}, {moment}", wording=name, some=tally.in_favour, all=tally.counting)
    )
    return say_html(words, moment=moment)


def _because(view: DeckView, step: _Step, *, is_first: bool) -> Message:
    if step.is_replaced:
        return message("Said about the first") if is_first else message("Said about that one")
    if step.row.state == "withdrawn":
        return message("Said before it was taken back")
    return message("The first was set aside because") if is_first else message("That one was set aside because")


def _proof(
    view: DeckView, faces: Mapping[str, ReadFace], old: tuple[Change, ...], new: tuple[Change, ...]
) -> tuple[Proof, ...]:
    """What was changed from one wording to the next, word by word."""
    was, now = old[0], new[0]
    if isinstance(was, Create | Amend) and isinstance(now, Create | Amend):
        if was.face in faces and now.face in faces:
            return proofs.of_read(faces[was.face], faces[now.face], view.row.language, view.lexicon, view.names)
    elif isinstance(was, SetKit) and isinstance(now, SetKit):
        return proofs.of_kit(was.kit, now.kit)
    return ()


@prepared
def _proposal(deck_id: int, number: int) -> QuerySet[rows.Proposal]:
    return rows.Proposal.objects.filter(deck_id=deck_id, number=number)
