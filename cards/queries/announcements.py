"""What the announcer says of new entries: one short sentence for each, the latest few."""

from __future__ import annotations

from cards.queries.context import deck_row, deck_value, name_of, own_name_of, told_of
from cards.rules import events as e
from cards.rules.manifest import own_name
from cards.storage.log import DECK_LOG
from studio.live.regions import Line

SAID = 4  # sentences at most; who missed more reads the page


def workshop_words(stream_id: int, sight: str, lines: tuple[Line, ...]) -> str:
    """The verdict itself is announced by the moment (static/js/moment.js), at once."""
    return _words(stream_id, lines, with_verdicts=False)


def proposal_words(stream_id: int, sight: str, lines: tuple[Line, ...]) -> str:
    return _words(stream_id, lines, with_verdicts=True)


def _words(stream_id: int, lines: tuple[Line, ...], *, with_verdicts: bool) -> str:
    # A vote that comes with the opening is the author's own: "proposes" has said it.
    sentences = []
    for line in lines:
        sentence = _sentence(stream_id, line, with_verdicts)
        if sentence:
            sentences.append(sentence)
    return " ".join(sentences[-SAID:])


def _sentence(stream_id: int, line: Line, with_verdicts: bool) -> str:
    fact = DECK_LOG.read(line.kind, dict(line.body))
    match fact:
        case e.ProposalMade(by=by, changes=changes):
            said = told_of(stream_id, changes)
            return f"{name_of(stream_id, by)} proposes {said.tail}: {said.title}."
        case e.ProposalReworded(by=by):
            return f"{name_of(stream_id, by)} reworded it. The votes start again."
        case e.ProposalWithdrawn(by=by):
            return f"{name_of(stream_id, by)} took it back."
        case e.VoteCast(by=by, answer="against", reason=reason):
            return f"{name_of(stream_id, by)}: not this time{'. ' + reason if reason else ''}."
        case e.VoteCast(by=by, number=number):
            proposal = deck_value(stream_id).proposals.get(number)
            if proposal is not None and proposal.wording.by == by:
                return ""
            return f"{name_of(stream_id, by)} is in favour."
        case e.RemarkMade(by=by, text=text):
            return f"{name_of(stream_id, by)}: {text}"
        case e.MemberJoined(member=member):
            return f"{name_of(stream_id, member)} has joined."
        case e.MemberLeft(member=member):
            return f"{name_of(stream_id, member)} has left."
        case e.MemberMerged(member=member, into=into):
            return f"{own_name_of(stream_id, member)} is {name_of(stream_id, into)} from now on."
        case e.MemberParted(member=member, into=into):
            return f"{name_of(stream_id, member)} is not {name_of(stream_id, into)} after all."
        case e.ElectorExcused(member=member):
            return f"It goes on without {name_of(stream_id, member)}."
        case e.ProposalOvertaken():
            return "Another proposal about the same card must be reworded now."
        case e.VersionArchived(number=number, name=name):
            own = own_name(number, name)
            return f"Version {number} is archived: {own}." if own else f"Version {number} is archived."
        case e.DetailsEdited():
            return f"The deck’s page was changed: {deck_row(stream_id).title}."
        case e.ProposalAccepted() if with_verdicts:
            return "It’s in."
        case e.ProposalSetAside() if with_verdicts:
            return "Not this time."
        case _:
            return ""
