"""What the announcer says of new entries: one short sentence for each, the latest few."""

from __future__ import annotations

from cards.queries.deck_view import DeckView
from cards.rules import events as e
from cards.rules.manifest import own_name
from cards.storage.log import DECK_LOG
from studio.kernel.messages import Message, message
from studio.live.regions import EntryRow
from studio.web.words import say

SAID = 4  # sentences at most; who missed more reads the page


def workshop_words(view: DeckView, entries: tuple[EntryRow, ...]) -> str:
    """The verdict itself is announced by the moment (static/js/moment.js), at once."""
    return _words(view, entries, with_verdicts=False)


def proposal_words(view: DeckView, entries: tuple[EntryRow, ...]) -> str:
    return _words(view, entries, with_verdicts=True)


def _words(view: DeckView, entries: tuple[EntryRow, ...], *, with_verdicts: bool) -> str:
    # A vote that comes with the opening is the author's own: "proposes" has said it.
    sentences = []
    for entry in entries:
        sentence = _sentence(view, entry, with_verdicts)
        if sentence:
            sentences.append(sentence)
    return " ".join(sentences[-SAID:])


def _sentence(view: DeckView, entry: EntryRow, with_verdicts: bool) -> str:
    said = _message(view, DECK_LOG.read(entry.kind, dict(entry.body)), with_verdicts)
    return say(said) if said is not None else ""


def _message(view: DeckView, fact: object, with_verdicts: bool) -> Message | None:
    match fact:
        case e.ProposalMade(by=by, changes=changes):
            told = view.told(changes)
            return message("{sentence}: {title}.", sentence=told.proposes(view.name_of(by)), title=told.title)
        case e.ProposalReworded(by=by):
            return message("{who} reworded it. The votes start again.", who=view.name_of(by))
        case e.ProposalWithdrawn(by=by):
            return message("{who} took it back.", who=view.name_of(by))
        case e.VoteCast(by=by, answer="against", reason=reason) if reason:
            return message("{who}: not this time. {reason}.", who=view.name_of(by), reason=reason)
        case e.VoteCast(by=by, answer="against"):
            return message("{who}: not this time.", who=view.name_of(by))
        case e.VoteCast(by=by, number=number):
            proposal = view.deck.proposals.get(number)
            if proposal is not None and proposal.wording.by == by:
                return None
            if getattr(fact, "reason", ""):
                return message("{who} is in favour after all.", who=view.name_of(by))
            return message("{who} is in favour.", who=view.name_of(by))
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
                return message("Version {number} is archived: {name}.", number=number, name=own)
            return message("Version {number} is archived.", number=number)
        case e.DetailsEdited():
            return message("The deck’s page was changed: {title}.", title=view.row.title)
        case e.ProposalAccepted() if with_verdicts:
            return message("It’s in.")
        case e.ProposalSetAside() if with_verdicts:
            return message("Not this time.")
        case _:
            return None
