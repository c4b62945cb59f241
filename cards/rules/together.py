"""Drawing together: strokes that somebody adds to the card of another's proposal, as a suggestion to take or leave.

A suggestion is two faces by digest: the card it was drawn on, and the same with the strokes behind those that are
there. Taken, its strokes go on the card as it reads then, which makes another wording of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from cards.face.face import Face, Stroke
from cards.rules import commands as c
from cards.rules import events as e
from cards.rules import limits
from cards.rules.command import Moment
from cards.rules.deck import Amend, Change, Create, Deck, Proposal, SuggestedStrokes
from cards.rules.rewording import open_proposal, own_proposal, reworded
from cards.rules.verdict import who_counts
from studio.kernel.refusals import Refused


def decide(deck: Deck, command: c.DrawingCommand, moment: Moment) -> tuple[e.Event, ...]:
    """Raises Refused."""
    match command:
        case c.SuggestStrokes():
            return _suggest(deck, command, moment)
        case c.TakeStrokes():
            return _take(deck, command, moment)
        case c.LeaveStrokes(by=by, proposal=number, member=member):
            suggestion = _suggestion(own_proposal(deck, number, by), member)
            return (e.StrokesAnswered(number, by, suggestion.by),)
        case _:
            assert_never(command)


def drawn_card(changes: tuple[Change, ...]) -> str | None:
    """The digest of the one card that they write; None where it is none, or several."""
    faces = [change.face for change in changes if _writes_card(change)]  # type: ignore[union-attr]
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


def taken_face(deck: Deck, command: c.TakeStrokes, faces: Mapping[str, Face]) -> Face | None:
    """The card of the proposal as it reads now, with the strokes; None where there is nothing to take."""
    proposal = deck.proposals.get(command.proposal)
    suggestion = proposal.suggestion_of(command.member) if proposal is not None else None
    current = drawn_card(proposal.wording.changes) if proposal is not None else None
    if suggestion is None or current is None:
        return None
    drawn, before = faces[suggestion.face].doodle, faces[suggestion.on].doodle
    return with_strokes(faces[current], drawn[len(before) :])


def _suggest(deck: Deck, command: c.SuggestStrokes, moment: Moment) -> tuple[e.Event, ...]:
    proposal, current = card_of_another(deck, command.proposal, command.by)
    if command.wording != proposal.wording.number:
        raise Refused("wording.superseded", now=proposal.wording.number)
    if not may_be_drawn_on(moment.faces[current]):
        raise Refused("suggestion.no_drawing")
    _check_drawn(moment.faces[current], moment.faces[command.face])
    suggestion = SuggestedStrokes(command.by, current, command.face)
    if suggestion in proposal.suggestions:
        return ()
    if proposal.suggestion_of(command.by) is not None:
        raise Refused("suggestion.one")
    if len(proposal.suggestions) >= limits.SUGGESTIONS_MAX:
        raise Refused("suggestion.many", limit=limits.SUGGESTIONS_MAX)
    return (e.StrokesSuggested(proposal.number, command.by, current, command.face),)


def _check_drawn(before: Face, after: Face) -> None:
    """Strokes behind those that are there, at least one; nothing else is another than before."""
    there = len(before.doodle)
    if after != replace(before, doodle=after.doodle) or after.doodle[:there] != before.doodle:
        raise Refused("request.unreadable")
    if len(after.doodle) == there:
        raise Refused("suggestion.empty")
    limits.check_doodle(after)


def _take(deck: Deck, command: c.TakeStrokes, moment: Moment) -> tuple[e.Event, ...]:
    proposal = own_proposal(deck, command.proposal, command.by)
    suggestion = _suggestion(proposal, command.member)
    face = taken_face(deck, command, moment.faces)
    if face is None or not may_be_drawn_on(face):
        raise Refused("suggestion.no_drawing")
    changes = tuple(
        replace(change, face=face.digest) if _writes_card(change) else change  # type: ignore[arg-type]
        for change in proposal.wording.changes
    )
    if changes == proposal.wording.changes:  # the words it was drawn on were taken down
        raise Refused("suggestion.empty")
    worded = reworded(deck, proposal, changes, moment, proposal.wording.grounds)
    is_as_seen = face.digest == suggestion.face
    return (
        e.StrokesAnswered(proposal.number, command.by, suggestion.by, is_taken=True),
        *worded,
        *(_giver_in_favour(deck, proposal, suggestion.by) if is_as_seen else ()),
    )


def _giver_in_favour(deck: Deck, proposal: Proposal, giver: int) -> tuple[e.Event, ...]:
    """Whose strokes were taken counts as For, where the card is just what they drew (C14). They may change that."""
    if proposal.ballot is None or giver not in who_counts(deck.decision_rule, proposal):
        return ()
    return (e.VoteCast(proposal.number, proposal.wording.number + 1, giver, "for"),)


def _suggestion(proposal: Proposal, member: int) -> SuggestedStrokes:
    suggestion = proposal.suggestion_of(member)
    if suggestion is None:
        raise Refused("suggestion.none")
    return suggestion


def _writes_card(change: Change) -> bool:
    if isinstance(change, Create):
        return change.kind == "card"
    return isinstance(change, Amend) and change.article.kind == "card"
