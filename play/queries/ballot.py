"""The vote sheet: the room ballot for which the game waits, as one seat sees it (C1, C2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlencode

from django.utils.safestring import SafeString

from cards.face.drawn_back import DrawnBack
from cards.queries.deck_view import DeckView
from cards.queries.faces import markup_of
from cards.queries.mat import ballot_of, card_of, talk_of, telling
from cards.queries.mine import mine_of
from cards.queries.settled import verdict
from cards.rules.deck import SetKit
from cards.rules.sight import BallotSight, ProposalSight
from cards.values.mat import BallotSlip, GoOn, MatCard, Proof, Reason, RemarkLine, Rival, SealView
from play import models as rows
from play.access import seat_in
from play.queries.parts import base
from play.queries.set_aside import set_aside, settled_here
from play.queries.table_view import TableView
from play.values.acts import Act
from play.values.log import AsideLine
from studio.kernel.messages import message, number_word, series
from studio.live.view import once_a_drawing, once_a_sight
from studio.web.words import begin, isolated, say


@dataclass(frozen=True, slots=True)
class VerdictSlip:
    """How the last vote of this table ended: `was` is the card as it was put, `now` as it prints, where it is in;
    `aside` is how it may be asked again, where it is not."""

    number: int
    is_in: bool
    heading: str
    stamp: str
    count: str
    words: str
    seals: tuple[SealView, ...]
    reasons: tuple[Reason, ...]
    was: SafeString
    now: SafeString
    aside: AsideLine | None = None
    grounds: str = ""


@dataclass(frozen=True, slots=True)
class VoteSheet:
    """The room ballot that the game waits for (C1, C2), or nothing while `number` is 0.

    `face` is the proposed card as markup, `now` the printed one of an amendment, `backs`
    the back as it is and as it would be. `answer` is my vote so far and
    `reason` what I said with a no; `mine` my buttons: `for_act`, which `for_settles` where it closes the ballot,
    `against_act` (its reason is the field `reason`), `withdraw`, `reword` (an address). `verdict`
    is how the vote before it ended.
    """

    number: int = 0
    wording: int = 0
    author: SealView | None = None
    sentence: str = ""
    question: str = ""
    face: SafeString = SafeString("")
    now: SafeString = SafeString("")
    stamp: str = ""
    proof: tuple[Proof, ...] = ()
    backs: tuple[DrawnBack, DrawnBack] | None = None
    also: tuple[str, ...] = ()
    seals: tuple[SealView, ...] = ()
    tally: str = ""
    rule: str = ""
    deadline: str = ""
    reasons: tuple[Reason, ...] = ()
    because_at: int = 0
    grounds: str = ""
    go_on: tuple[GoOn, ...] = ()
    rivals: tuple[Rival, ...] = ()
    talk: tuple[RemarkLine, ...] = ()
    queue: tuple[str, ...] = ()
    answer: Literal["", "for", "against"] = ""
    reason: str = ""
    words: str = ""
    for_act: Act | None = None
    for_settles: bool = False
    against_act: Act | None = None
    withdraw: Act | None = None
    reword: str = ""
    talk_address: str = ""
    verdict: VerdictSlip | None = None


@once_a_sight
def vote_sheet(view: TableView) -> VoteSheet:
    """Nothing while no vote is under way; else some sixteen statements, most of them shared by all sights.

    It is asked once for the sheet and for one's own buttons.
    """
    table, now = view.row, view.seen
    if table.deck_id is None or not table.is_creative:
        return VoteSheet()
    draft = view.draft
    proposal = draft.deck.on_the_mat if now.paused_by is not None else None
    if proposal is None:
        return VoteSheet(verdict=_my_verdict(view))
    card, slip, faces = _shared(draft, proposal)
    sheet = VoteSheet(
        number=slip.number,
        wording=slip.wording,
        author=slip.author,
        sentence=slip.sentence,
        question=slip.question,
        face=faces[0],
        now=faces[1],
        stamp=card.stamp,
        proof=card.proof,
        backs=card.backs,
        also=(*card.effects, *card.also),
        seals=slip.seals,
        tally=_tally(proposal.ballot),
        rule=slip.rule,
        deadline=slip.deadline,
        reasons=slip.reasons,
        because_at=slip.because_at,
        grounds=slip.grounds,
        go_on=tuple(GoOn(g.member, g.name, g.words, _to(table, "go-on", proposal)) for g in slip.go_on),
        rivals=slip.rivals,
        talk=talk_of(draft, proposal.number, besides=view.table.hushed).remarks,
        queue=tuple(
            isolated(said.title)
            for said in draft.told_beside_each_other([waiting.wording.changes for waiting in draft.deck.queue], 0)
        ),
        verdict=_my_verdict(view),
    )
    _, member = seat_in(view.sight)
    return _with_mine(table, draft, proposal, sheet, member) if now.me else sheet


def _my_verdict(view: TableView) -> VerdictSlip | None:
    """With the way to ask again, for whoever sits (C4)."""
    slip = _verdict(view)
    if slip is None or slip.is_in:
        return slip
    return replace(slip, aside=next((one for one in set_aside(view) if one.number == slip.number), None))


@once_a_drawing
def _verdict(view: TableView) -> VerdictSlip | None:
    """How the last ballot of this table closed, the same for everybody. Some nine statements for all sights."""
    if not settled_here(view):
        return None
    last = verdict(view.draft)
    if last is None:
        return None
    is_in = last.outcome == "accepted"
    words = last.words or say(message("It lies in the drawer, with its reasons."))
    if view.table.state == "playing":
        words = say(series([words, message("The game goes on.")], "sentences"))
    return VerdictSlip(
        last.number, is_in, last.heading, last.stamp, last.tally, words, last.seals, last.reasons,
        markup_of(last.was) if last.was is not None else SafeString(""),
        markup_of(last.now) if last.now is not None else SafeString(""), grounds=last.grounds,
    )  # fmt: skip


def _shared(draft: DeckView, proposal: ProposalSight) -> tuple[MatCard, BallotSlip, tuple[SafeString, SafeString]]:
    said = telling(draft, proposal)
    card = card_of(draft, proposal, said)
    printed = markup_of(card.now) if card.now is not None else SafeString("")
    return card, ballot_of(draft, proposal, said), (markup_of(card.face), printed)


def _tally(ballot: BallotSight | None) -> str:
    """ "Two of four have spoken"."""
    if ballot is None:
        return ""
    spoken, asked = number_word(ballot.many_spoken), number_word(len(ballot.counting))
    return begin(message("{some} of {all} have spoken", some=spoken, all=asked))


def _with_mine(table: rows.Table, draft: DeckView, proposal: ProposalSight, sheet: VoteSheet, member: int) -> VoteSheet:
    seen = draft.from_seat(member)
    mine = mine_of(draft, seen, seen.proposals[proposal.number])
    for_act = against_act = withdraw = None
    if mine.may_vote and mine.vote_address:
        if mine.answer != "for":
            for_act = Act(mine.yes, _to(table, "vote", proposal, answer="for"), "vote", "hot", "i")
        against_act = Act(mine.no, _to(table, "vote", proposal, answer="against"), "vote", "line", "n")
    if mine.is_author:
        withdraw = Act(say(message("Take it back")), _to(table, "withdraw", proposal), "withdraw", "quiet")
    return replace(
        sheet,
        answer=mine.answer,
        reason=mine.reason,
        for_settles=mine.yes_settles,
        words=mine.words,
        for_act=for_act,
        against_act=against_act,
        withdraw=withdraw,
        reword=_reword(table, proposal, mine.reword_address),
        talk_address=_to(table, "talk", proposal),
    )


def _reword(table: rows.Table, proposal: ProposalSight, workshop: str) -> str:
    """Words are written anew beside the game; a kit has its own page."""
    if not workshop or isinstance(proposal.wording.changes[0], SetKit):
        return workshop
    return f"{base(table)}write/?reword={proposal.number}"


def _to(table: rows.Table, what: str, proposal: ProposalSight, **more: str) -> str:
    query = {"proposal": str(proposal.number), "wording": str(proposal.wording.number), **more}
    return f"{base(table)}{what}/?{urlencode(query)}"
