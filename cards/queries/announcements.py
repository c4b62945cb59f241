"""What the announcer says of new entries: a short sentence for each, the latest few. Nobody is told what they did."""

from __future__ import annotations

from typing import Literal

from cards import models as rows
from cards.queries.deck_view import DeckView
from cards.queries.proposal_told import how_it_ended
from cards.queries.settled import last_words
from cards.rules import events as e
from cards.rules.manifest import own_name
from cards.rules.seeing import heard
from cards.storage.log import DECK_LOG
from cards.verbs.registry import TELLINGS
from studio.kernel.messages import Message, counted, message, number_word
from studio.kernel.schema import kinds
from studio.live.regions import EntryRow, Spoken
from studio.web.words import TOGETHER, begin

STOPS = (".", "!", "?", "…", "。", "！", "？", "؟", "۔")
FROM_A_SWEEP = kinds(e.ProposalMade, e.VoteCast, e.BatchLookedAt)
SAID = 4  # sentences at most; who missed more reads the page


def workshop_words(view: DeckView, entries: tuple[EntryRow, ...]) -> tuple[Spoken, ...]:
    """The verdict itself is announced by the moment (static/js/moment.js), at once."""
    return _words(view, entries, with_verdicts=False)


def proposal_words(view: DeckView, entries: tuple[EntryRow, ...]) -> tuple[Spoken, ...]:
    return _words(view, entries, with_verdicts=True)


def _words(view: DeckView, entries: tuple[EntryRow, ...], *, with_verdicts: bool) -> tuple[Spoken, ...]:
    sentences = []
    if any(entry.kind == e.BatchSwept.__name__ for entry in entries):  # one sentence for all that follows from it
        entries = tuple(entry for entry in entries if entry.kind not in FROM_A_SWEEP)
    for entry in entries:
        fact = DECK_LOG.read(entry.kind, dict(entry.body))
        if isinstance(fact, e.VoteCast):
            fact = heard(view.deck, fact)
        said = _message(view, fact, with_verdicts)
        if said is not None:
            sentences.append(Spoken(entry.by or 0, _ended(begin(said)), _sort(fact)))
    return tuple(sentences[-SAID:])


def _ended(words: str) -> str:
    """With one stop at its end, whatever somebody's own words end with."""
    return words if words.rstrip(f"”’\"')»{TOGETHER}").endswith(STOPS) else f"{words}."


def _sort(fact: object) -> Literal["", "votes", "talk"]:
    match fact:
        case e.VoteCast(answer="for") if not getattr(fact, "reason", ""):
            return "votes"
        case e.RemarkMade():
            return "talk"
    return ""


def _message(view: DeckView, fact: object, with_verdicts: bool) -> Message | None:
    if (telling := TELLINGS.get(type(fact))) is not None:
        return telling.announced(fact, view.name_of, view.deck) if telling.announced is not None else None
    match fact:
        case e.ProposalMade(by=by, changes=changes):
            told = view.told_in_words(changes)
            sentence = told.proposes(view.name_of(by))
            if told.change == "create" or told.title not in sentence:
                return message("{sentence}: {title}", sentence=sentence, title=told.title)
            return message("{sentence}", sentence=sentence)
        case e.ProposalReworded(by=by):
            return message("{who} reworded it. The votes start again.", who=view.name_of(by))
        case e.ProposalWithdrawn(by=by):
            return message("{who} took it back.", who=view.name_of(by))
        case e.VoteCast(by=by, answer="against", reason=reason) if reason:
            return message("{who}: not this time. {reason}", who=view.name_of(by), reason=reason)
        case e.VoteCast(by=by, answer="against"):
            return message("{who}: not this time.", who=view.name_of(by))
        case e.VoteCast(by=by, number=number):
            if getattr(fact, "reason", ""):
                return message("{who} is in favour after all.", who=view.name_of(by))
            return _spoken_so_far(view, by, number)
        case e.RemarkMade(by=by, text=text):
            return message("{who}: {words}", who=view.name_of(by), words=text)
        case e.MemberJoined(member=member):
            return message("{who} has joined.", who=view.name_of(member))
        case e.MemberLeft(member=member):
            return message("{who} has left.", who=view.name_of(member))
        case e.MemberMerged(member=member, into=into):
            return message("{who} is {other} from now on.", who=view.own_name_of(member), other=view.name_of(into))
        case e.MemberParted(member=member, into=into):
            return message("{who} is not {other} after all.", who=view.name_of(member), other=view.name_of(into))
        case e.ElectorExcused(member=member):
            return message("It goes on without {who}.", who=view.name_of(member))
        case e.ProposalOvertaken():
            return message("Another proposal about the same card must be reworded now.")
        case e.VersionArchived(number=number, name=name):
            if own := own_name(number, name):
                return message("Version {number} is archived: {name}", number=number, name=own)
            return message("Version {number} is archived.", number=number)
        case e.DetailsEdited():
            return message("The deck’s page was changed: {title}", title=view.row.title)
        case e.BatchBegun(by=by, size=size):
            return message("{who} has called a first batch: {number} cards each, unseen.", who=view.name_of(by),
                           number=number_word(size))  # fmt: skip
        case e.BatchCounted(by=by, down=down):
            return counted(
                "{who} has {number} card down", "{who} has {number} cards down", down, who=view.name_of(by),
                number=number_word(down),
            )  # fmt: skip
        case e.BatchTimeGiven(by=by):
            return message("{who} gives everybody five minutes more.", who=view.name_of(by))
        case e.BatchJoined(by=by):
            return message("{who} writes along.", who=view.name_of(by))
        case e.BatchTurnedOver(by=by):
            return message("{who} has turned them over.", who=view.name_of(by))
        case e.BatchCalledOff(by=by):
            return message("{who} has called the first batch off.", who=view.name_of(by))
        case e.BatchSwept():
            return message("Everybody has looked. What all would keep is in; the rest comes to the table.")
        case e.SweeperExcused(member=member):
            return message("It goes on without {who}.", who=view.name_of(member))
        case e.ProposalAccepted(number=number) | e.ProposalSetAside(number=number) if with_verdicts:
            row = rows.Proposal.objects.get(deck=view.row.pk, number=number)
            return how_it_ended(last_words(view, row)[0].change, isinstance(fact, e.ProposalAccepted))
        case _:
            return None


def _spoken_so_far(view: DeckView, by: int, number: int) -> Message | None:
    """How many have voted, rather than each of them; nothing of the author's vote, nor of one that has closed it."""
    proposal = view.deck.proposals.get(number)
    if proposal is None or proposal.ballot is None or proposal.wording.by == by:
        return None
    spoken, counting = proposal.ballot.many_spoken, proposal.ballot.counting
    return counted(
        "{some} of {all} has spoken", "{some} of {all} have spoken", spoken, some=number_word(spoken),
        all=number_word(len(counting)),
    )  # fmt: skip
