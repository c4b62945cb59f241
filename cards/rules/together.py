"""Drawing together: strokes that somebody adds to the card of another's proposal, as a suggestion to take or leave.

A suggestion is two faces by digest: the card it was drawn on, and the same with the strokes behind those that are
there. Taken, its strokes go on the card as it reads then, which makes another wording of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cards.face.face import Face, Stroke
from cards.rules import limits
from cards.rules.deck import Amend, Change, Create, Deck, OnTheTable, Proposal
from cards.rules.rewording import open_proposal
from studio.kernel.refusals import Refused


def drawn_card(changes: tuple[Change, ...]) -> str | None:
    """The digest of the one card that they write; None where it is none, or several."""
    faces = [change.face for change in changes if writes_card(change)]  # type: ignore[union-attr]
    return faces[0] if len(faces) == 1 else None


def may_be_drawn_on(face: Face) -> bool:
    """Its drawing is seen: no picture lies over it, and its height is not nought."""
    return face.picture is None and face.art_lines != 0


def with_strokes(face: Face, strokes: tuple[Stroke, ...]) -> Face:
    return replace(face, doodle=(*face.doodle, *strokes))


def card_of_another(deck: Deck, number: int, by: int) -> tuple[Proposal, str]:
    """The open proposal of somebody else, and the digest of the card that it writes. Raises Refused."""
    proposal = open_proposal(deck, number)
    if proposal.by == by:
        raise Refused("suggestion.own")
    if proposal.overtaken:
        raise Refused("proposal.overtaken", proposal=number)
    current = drawn_card(proposal.wording.changes)
    if current is None:
        raise Refused("suggestion.no_drawing")
    return proposal, current


def check_sketch(proposal: Proposal, by: int, card: Face, strokes: tuple[Stroke, ...]) -> None:
    """What is shown while it is drawn could be suggested as it is, on the card as it reads now. Raises Refused."""
    if not may_be_drawn_on(card):
        raise Refused("suggestion.no_drawing")
    if proposal.suggestion_of(by) is not None:
        raise Refused("suggestion.one")
    limits.check_doodle(with_strokes(card, strokes))


def taken_face(proposal: OnTheTable | None, member: int, faces: Mapping[str, Face]) -> Face | None:
    """The card of the proposal as it reads now, with the strokes; None where there is nothing to take."""
    suggestion = proposal.suggestion_of(member) if proposal is not None else None
    current = drawn_card(proposal.wording.changes) if proposal is not None else None
    if suggestion is None or current is None:
        return None
    drawn, before = faces[suggestion.face].doodle, faces[suggestion.on].doodle
    return with_strokes(faces[current], drawn[len(before) :])


def writes_card(change: Change) -> bool:
    """Whether it puts a card into words."""
    if isinstance(change, Create):
        return change.kind == "card"
    return isinstance(change, Amend) and change.article.kind == "card"
