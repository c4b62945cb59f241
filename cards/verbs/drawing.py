"""Drawing together: strokes that somebody adds to the card of another's proposal, and its writer's two answers.

What a suggestion is, and when a card may be drawn on: cards/rules/together.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from cards.face.face import Face, Stroke
from cards.forms.doodle import read_doodle
from cards.rules import events as e
from cards.rules import limits
from cards.rules.command import Facts, MemberCommand, Moment
from cards.rules.deck import Change, Deck, Proposal, SuggestedStrokes
from cards.rules.rewording import own_proposal, reworded
from cards.rules.sight import DeckSight
from cards.rules.together import (
    card_of_another,
    drawn_card,
    may_be_drawn_on,
    taken_face,
    with_strokes,
    writes_card,
)
from cards.rules.verdict import who_counts
from cards.verbs.proposing import new_in, worded_in
from cards.verbs.telling import NameOf, Telling, Touches
from cards.verbs.verb import Back, Guard, HowOften, Sent, Verb, number
from studio.kernel.inputs import Inputs
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class SuggestStrokes(MemberCommand):
    """Behind those on the card of that wording, for whoever proposed it to take or leave."""

    proposal: int
    wording: int
    strokes: tuple[Stroke, ...]


@dataclass(frozen=True, slots=True)
class TakeStrokes(MemberCommand):
    """What `member` suggested goes on the card, as it reads now."""

    proposal: int
    member: int


@dataclass(frozen=True, slots=True)
class LeaveStrokes(MemberCommand):
    proposal: int
    member: int


def suggest(deck: Deck, command: SuggestStrokes, moment: Moment) -> Facts:
    proposal, current = card_of_another(deck, command.proposal, command.by)
    if command.wording != proposal.wording.number:
        raise Refused("wording.superseded", now=proposal.wording.number)
    if not may_be_drawn_on(moment.faces[current]):
        raise Refused("suggestion.no_drawing")
    if not command.strokes:
        raise Refused("suggestion.empty")
    drawn = with_strokes(moment.faces[current], command.strokes)
    limits.check_doodle(drawn)
    suggestion = SuggestedStrokes(command.by, current, drawn.digest)
    if suggestion in proposal.suggestions:
        return ()
    if proposal.suggestion_of(command.by) is not None:
        raise Refused("suggestion.one")
    if len(proposal.suggestions) >= limits.SUGGESTIONS_MAX:
        raise Refused("suggestion.many", limit=limits.SUGGESTIONS_MAX)
    return (e.StrokesSuggested(proposal.number, command.by, current, drawn.digest),)


def take(deck: Deck, command: TakeStrokes, moment: Moment) -> Facts:
    proposal = own_proposal(deck, command.proposal, command.by)
    suggestion = _suggestion(proposal, command.member)
    face = _makes(deck, command, moment.faces)
    if face is None or not may_be_drawn_on(face):
        raise Refused("suggestion.no_drawing")
    changes = tuple(
        replace(change, face=face.digest) if writes_card(change) else change  # type: ignore[arg-type]
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


def _giver_in_favour(deck: Deck, proposal: Proposal, giver: int) -> Facts:
    """Whose strokes were taken counts as For, where the card is just what they drew (C14). They may change that."""
    if proposal.ballot is None or giver not in who_counts(deck.decision_rule, proposal):
        return ()
    return (e.VoteCast(proposal.number, proposal.wording.number + 1, giver, "for"),)


def leave(deck: Deck, command: LeaveStrokes, moment: Moment) -> Facts:
    suggestion = _suggestion(own_proposal(deck, command.proposal, command.by), command.member)
    return (e.StrokesAnswered(command.proposal, command.by, suggestion.by),)


def _suggestion(proposal: Proposal, member: int) -> SuggestedStrokes:
    suggestion = proposal.suggestion_of(member)
    if suggestion is None:
        raise Refused("suggestion.none")
    return suggestion


def _suggested(deck: Deck, command: SuggestStrokes, faces: Mapping[str, Face]) -> Face | None:
    proposal = deck.proposals.get(command.proposal)
    current = drawn_card(proposal.wording.changes) if proposal is not None else None
    return with_strokes(faces[current], command.strokes) if current is not None else None


def _kept(_: SuggestStrokes, facts: Facts) -> Iterable[str]:
    return [fact.face for fact in facts if isinstance(fact, e.StrokesSuggested)]


def _drawn(given: Inputs, _: str) -> tuple[Stroke, ...]:
    """As the pad sends them. One character more than there may be: what is too long is refused in its own words."""
    return read_doodle(given.text("doodle", limits.DOODLE_CHARACTERS_MAX + 1))


def _makes(deck: Deck, command: TakeStrokes, faces: Mapping[str, Face]) -> Face | None:
    return taken_face(deck.proposals.get(command.proposal), command.member, faces)


def _on_the_table(deck: Deck, command: TakeStrokes) -> tuple[Change, ...]:
    """It is worded anew by it."""
    proposal = deck.proposals.get(command.proposal)
    return proposal.wording.changes if proposal is not None else ()


def _drawn_on(deck: Deck, command: TakeStrokes) -> Iterable[str]:
    proposal = deck.proposals.get(command.proposal)
    for suggestion in proposal.suggestions if proposal is not None else ():
        yield from (suggestion.on, suggestion.face)


def _written(_: TakeStrokes, facts: Facts) -> Iterable[str]:
    again = [fact.changes for fact in facts if isinstance(fact, e.ProposalReworded)]
    return [face for changes in again for face in worded_in(changes)]


def _answered(fact: e.StrokesAnswered, name: NameOf, _: DeckSight) -> Message:
    if fact.is_taken:
        return message("{who} takes what {other} drew.", who=name(fact.by), other=name(fact.member))
    return message(
        "{who} thanks {other} for the drawing, and leaves the card as it is.", who=name(fact.by),
        other=name(fact.member),
    )  # fmt: skip


TELLINGS = (
    Telling(
        e.StrokesSuggested, Touches.DRAWN,
        announced=lambda fact, name, _: message("{who} has drawn something to add to the card.", who=name(fact.by)),
    ),
    Telling(e.StrokesAnswered, Touches.DRAWN, announced=_answered),
)  # fmt: skip
VERBS = (
    Verb(
        SuggestStrokes, suggest, makes=_suggested, written=_kept,
        sent=(
            Sent(
                "suggest-strokes", {"proposal": number, "wording": number, "strokes": _drawn}, (Guard.THEIRS_ALONE,),
                pace=HowOften.SUGGESTION, back=Back.JUDGED, typed=("proposal", "wording", "doodle"),
            ),
        ),
    ),
    Verb(
        TakeStrokes, take,
        sent=(Sent("take-strokes", {"proposal": number, "member": number}, (Guard.EARLIER,), pace=HowOften.DRAFT),),
        faces=_drawn_on, adds=lambda deck, command: new_in(_on_the_table(deck, command)), changes=_on_the_table,
        makes=_makes, written=_written,
    ),
    Verb(
        LeaveStrokes, leave,
        sent=(Sent("leave-strokes", {"proposal": number, "member": number}, (Guard.EARLIER,), pace=HowOften.DRAFT),),
    ),
)  # fmt: skip
