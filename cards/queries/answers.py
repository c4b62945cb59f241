"""What the two buttons of a ballot say to one voter: what their answer comes to, where it closes the ballot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cards.rules.deck import Create, Repeal, Restore
from cards.rules.sight import DeckSight, ProposalSight
from cards.rules.verdict import Settling
from cards.rules.ways import way_of
from studio.kernel.messages import Message, message, number_word, shortened
from studio.web.words import say


@dataclass(frozen=True, slots=True)
class Answers:
    """What the buttons say, which of them closes the ballot, and what that comes to in a sentence."""

    yes: str = ""
    no: str = ""
    yes_settles: bool = False
    no_settles: bool = False
    words: str = ""


NO_ANSWERS = Answers()


def answers_of(seen: DeckSight, proposal: ProposalSight, names: Mapping[int, str]) -> Answers:
    """Of the member whose sight it is: their vote counts, and they did not write the wording. `names` are the members'
    by id."""
    ballot, member = proposal.ballot, seen.me
    assert ballot is not None and member is not None
    is_alone = way_of(seen.decision_rule).is_alone
    vote, yes, no = ballot.vote_of(member), ballot.by_yes, ballot.by_no
    no_words = message("Not this time")
    if vote is not None and vote.answer == "against":
        no_words = message("Change it") if vote.reason else message("Say why")
    others = ballot.counting - {member}
    is_last = others <= ballot.answered
    opposed = [names.get(v.by, "") for v in ballot.votes if v.by in others and v.answer == "against"]
    return Answers(
        say(_yes(yes, is_theirs_alone=is_alone)),
        say(no_words),
        yes is not None,
        no is not None,
        _words(proposal, yes, no, opposed, is_last=is_last and not is_alone),
    )


def _yes(settling: Settling | None, *, is_theirs_alone: bool) -> Message:
    if settling is None:
        return message("In favour")
    if is_theirs_alone:
        return message("In favour: you decide")
    some, all_ = number_word(settling.in_favour), number_word(settling.counting)
    return message("In favour: {some} of {all}", some=some, all=all_)


def _words(
    proposal: ProposalSight, yes: Settling | None, no: Settling | None, opposed: list[str], *, is_last: bool
) -> str:
    """What either answer of this member comes to; "" while others have to speak whatever they say."""
    said = [message("Yours is the last voice.")] if is_last else []
    match (yes and yes.outcome, no and no.outcome):
        case (None, None):
            return ""
        case ("accepted", "accepted"):
            said.append(message("It is decided either way."))
        case ("accepted", _):
            said.append(_with_a_yes(proposal))
        case ("aside", _) if opposed:
            said.append(
                message("As things stand it is set aside: {who} can still come round.", who=shortened(opposed, 3))
            )
        case (None, "aside"):
            said.append(message("A no from you sets it aside at once."))
        case _:
            said.append(message("It is set aside either way."))
    return " ".join(say(part) for part in said)


def _with_a_yes(proposal: ProposalSight) -> Message:
    match proposal.wording.changes[0]:
        case Create():
            return message("With your yes it’s in.")
        case Repeal():
            return message("With your yes it’s out.")
        case Restore():
            return message("With your yes it’s back.")
        case _:
            return message("With your yes it’s agreed.")
