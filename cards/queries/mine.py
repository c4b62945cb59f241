"""One member's own buttons for one ballot, and where they go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse

from cards.queries.asking import ask_at
from cards.queries.deck_view import DeckView, is_written, stands_alone
from cards.queries.proposal_told import KIT_PAGES
from cards.rules.deck import Create, Recount, Repeal, Restore, SetKit
from cards.rules.kit import Kit
from cards.rules.kit_words import kit_about
from cards.rules.sight import DeckSight, ProposalSight
from cards.rules.verdict import Settling
from cards.rules.ways import way_of
from cards.values.mat import NOTHING_OF_MINE, MineSlip
from studio.kernel.messages import Message, message, number_word, shortened
from studio.web.words import say


def mine(view: DeckView) -> MineSlip:
    """One member's buttons for what lies on the mat."""
    return mine_of(view, view.deck, view.deck.on_the_mat)


def mine_of(view: DeckView, deck: DeckSight, proposal: ProposalSight | None) -> MineSlip:
    """The same for one of the proposals as the member whose sight it is sees them."""
    member_id, slug = deck.me, view.row.slug
    assert member_id is not None
    if proposal is None:
        return NOTHING_OF_MINE
    ballot = proposal.ballot
    is_author = proposal.by == member_id
    wrote_it = proposal.wording.by == member_id
    counts = ballot is not None and member_id in ballot.counting
    vote = ballot.vote_of(member_id) if ballot else None
    answer = vote.answer if vote else ""
    if ballot is not None and member_id in ballot.voteless:
        words = say(message("You have no vote on this: a Special Rule says so."))
    elif wrote_it and is_written(proposal.wording.changes):
        words = say(message("You wrote it, so you are in favour."))
    elif wrote_it:
        words = say(message("You ask, so you are in favour."))
    elif answer == "for":
        words = say(message("You are in favour. Until it closes you may change your mind."))
    elif answer == "against":
        words = say(message("You said not this time. Until it closes you may change your mind."))
    elif ballot is not None and not counts:
        words = say(message("You came after this was asked, so this vote is not yours."))
    else:
        words = ""
    may_vote = counts and not wrote_it
    answers = answers_of(deck, proposal, view.names) if may_vote else NO_ANSWERS
    return MineSlip(
        number=proposal.number,
        wording=proposal.wording.number,
        is_open=True,
        is_elector=counts,
        may_vote=may_vote,
        is_author=is_author,
        answer=answer,
        reason=vote.reason if vote is not None else "",
        words=" ".join(part for part in (words, answers.words) if part),
        yes=answers.yes,
        no=answers.no,
        yes_settles=answers.yes_settles,
        no_settles=answers.no_settles,
        vote_address=ask_at(slug, "vote", proposal=proposal.number, wording=proposal.wording.number) if ballot else "",
        reword_address=_reword_address(slug, proposal, deck.kit) if is_author else "",
        withdraw_address=ask_at(slug, "withdraw", proposal=proposal.number) if is_author else "",
    )


def kit_address(slug: str, proposed: Kit, kit: Kit) -> str:
    """The page of the words or of the back where nothing else of the kit is changed, else the table's."""
    return reverse(KIT_PAGES[kit_about(kit, proposed)], args=[slug])


def _reword_address(slug: str, proposal: ProposalSight, kit: Kit) -> str:
    """Where the author rewords it; what was only asked has nothing to reword until something else came first."""
    first = proposal.wording.changes[0]
    if not stands_alone(proposal.wording.changes):
        return ""
    if isinstance(first, SetKit):
        return f"{kit_address(slug, first.kit, kit)}?reword={proposal.number}"
    if is_written(proposal.wording.changes):
        return f"{reverse('workshop', args=[slug])}?reword={proposal.number}#write"
    if proposal.overtaken or isinstance(first, Recount):
        return f"{reverse('write', args=[slug])}?reword={proposal.number}"
    return ""


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
