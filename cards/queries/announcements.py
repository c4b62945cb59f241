"""What the announcer says of new entries: one short sentence for each, the latest few."""

from __future__ import annotations

from cards.queries.deck_view import DeckView
from cards.rules import events as e
from cards.rules.manifest import own_name
from cards.storage.log import DECK_LOG
from studio.live.regions import Line

SAID = 4  # sentences at most; who missed more reads the page


def workshop_words(view: DeckView, lines: tuple[Line, ...]) -> str:
    """The verdict itself is announced by the moment (static/js/moment.js), at once."""
    return _words(view, lines, with_verdicts=False)


def proposal_words(view: DeckView, lines: tuple[Line, ...]) -> str:
    return _words(view, lines, with_verdicts=True)


def _words(view: DeckView, lines: tuple[Line, ...], *, with_verdicts: bool) -> str:
    # A vote that comes with the opening is the author's own: "proposes" has said it.
    sentences = []
    for line in lines:
        sentence = _sentence(view, line, with_verdicts)
        if sentence:
            sentences.append(sentence)
    return " ".join(sentences[-SAID:])


def _sentence(view: DeckView, line: Line, with_verdicts: bool) -> str:
    fact = DECK_LOG.read(line.kind, dict(line.body))
    match fact:
        case e.ProposalMade(by=by, changes=changes):
            said = view.told(changes)
            return f"{view.name_of(by)} proposes {said.tail}: {said.title}."
        case e.ProposalReworded(by=by):
            return f"{view.name_of(by)} reworded it. The votes start again."
        case e.ProposalWithdrawn(by=by):
            return f"{view.name_of(by)} took it back."
        case e.VoteCast(by=by, answer="against", reason=reason):
            return f"{view.name_of(by)}: not this time{'. ' + reason if reason else ''}."
        case e.VoteCast(by=by, number=number):
            proposal = view.deck.proposals.get(number)
            if proposal is not None and proposal.wording.by == by:
                return ""
            return f"{view.name_of(by)} is in favour."
        case e.RemarkMade(by=by, text=text):
            return f"{view.name_of(by)}: {text}"
        case e.MemberJoined(member=member):
            return f"{view.name_of(member)} has joined."
        case e.MemberLeft(member=member):
            return f"{view.name_of(member)} has left."
        case e.MemberMerged(member=member, into=into):
            return f"{view.own_name_of(member)} is {view.name_of(into)} from now on."
        case e.MemberParted(member=member, into=into):
            return f"{view.name_of(member)} is not {view.name_of(into)} after all."
        case e.ElectorExcused(member=member):
            return f"It goes on without {view.name_of(member)}."
        case e.ProposalOvertaken():
            return "Another proposal about the same card must be reworded now."
        case e.VersionArchived(number=number, name=name):
            own = own_name(number, name)
            return f"Version {number} is archived: {own}." if own else f"Version {number} is archived."
        case e.DetailsEdited():
            return f"The deck’s page was changed: {view.row.title}."
        case e.ProposalAccepted() if with_verdicts:
            return "It’s in."
        case e.ProposalSetAside() if with_verdicts:
            return "Not this time."
        case _:
            return ""
