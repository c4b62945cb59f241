"""Cards taken over as they lie elsewhere, and a deck as one of its versions was: each is asked as one proposal.

What that changes is told from the draft as it is when the deck has its turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from cards.rules.command import Facts, MemberCommand, Moment
from cards.rules.deck import ArticleChange, Change, Deck
from cards.rules.kit import Kit
from cards.rules.taking_over import TakenArticle, rolling_back, taking_over
from cards.verbs.proposing import Propose, faces_in, new_in, propose
from cards.verbs.verb import Back, HowOften, Sent, Verb
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class TakeOver(MemberCommand):
    """The draft is to read like these. `source` is the deck they come from, where it is another."""

    taken: tuple[TakenArticle, ...]
    grounds: str = ""
    source: int | None = None


@dataclass(frozen=True, slots=True)
class RollBack(MemberCommand):
    """The draft is to be like a version of it. What had words then that are `gone`, taken down, stays as it is."""

    taken: tuple[TakenArticle, ...]
    kit: Kit
    gone: tuple[str, ...] = ()
    grounds: str = ""


def ask(deck: Deck, command: TakeOver | RollBack, moment: Moment) -> Facts:
    return propose(deck, Propose(command.by, _asked(deck, command), grounds=command.grounds), moment)


def _asked(deck: Deck, command: TakeOver | RollBack) -> tuple[Change, ...]:
    """Raises Refused("take.nothing"). One's own words need nobody's name."""
    taken = [replace(one, credit_to=None) if one.credit_to == command.by else one for one in command.taken]
    if isinstance(command, RollBack):
        return rolling_back(deck, taken, command.kit, frozenset(command.gone))
    return taking_over(deck, taken)


def _changes(deck: Deck, command: TakeOver | RollBack) -> tuple[Change, ...]:
    try:
        return _asked(deck, command)
    except Refused:
        return ()


def _faces(deck: Deck, command: TakeOver | RollBack) -> Iterable[str]:
    """Also of what may be settled first, and so be otherwise when this is decided."""
    yield from faces_in(deck, _changes(deck, command))
    waiting = [change for proposal in deck.proposals.values() for change in proposal.wording.changes]
    moving = {change.article for change in waiting if isinstance(change, ArticleChange)}
    for one in command.taken:
        if one.own in moving:
            yield from (one.lain.face, deck.articles[one.own].face)


def _sent(name: str, *typed: str, lists: tuple[str, ...] = ()) -> Sent:
    return Sent(name, {}, (), (), HowOften.PROPOSAL, Back.PUT, (*typed, "grounds"), enters=False, lists=lists)


VERBS = (
    Verb(
        TakeOver, ask, sent=(_sent("take-over", "versions", lists=("take",)),), faces=_faces, shows_pictures=True,
        adds=lambda deck, command: new_in(_changes(deck, command)), changes=_changes, anew=_changes,
        pictures_of=lambda command: command.source,
    ),
    Verb(
        RollBack, ask, sent=(_sent("roll-back", "version"),), faces=_faces, shows_pictures=True,
        adds=lambda deck, command: new_in(_changes(deck, command)), changes=_changes, anew=_changes,
    ),
)  # fmt: skip
