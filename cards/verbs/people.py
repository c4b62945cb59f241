"""What a deck is told of the people of its group, who go on being told apart when it is put away."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cards.rules import events as e
from cards.rules.command import Facts, HouseCommand, Moment
from cards.rules.deck import BallotSort, Deck
from cards.verbs.verb import Verb, When
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class JoinDeck(HouseCommand):
    member: int


@dataclass(frozen=True, slots=True)
class LeaveDeck(HouseCommand):
    member: int
    removed: bool = False


@dataclass(frozen=True, slots=True)
class LeaveRoom(HouseCommand):
    """A member got up from the table at which the deck's room ballots are held, or was asked to leave it."""

    member: int
    removed: bool = False


@dataclass(frozen=True, slots=True)
class MergeMember(HouseCommand):
    """Somebody who came in anew is an older member, come back; who knew their voice, if anybody had to."""

    member: int
    into: int
    vouched_by: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PartMember(HouseCommand):
    """They are not, after all. `votes`: open proposals on which the older member's vote was given meanwhile."""

    member: int
    into: int
    by: int | None = None
    votes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RefuseClaim(HouseCommand):
    """Somebody who said they were an older member was told no."""

    member: int
    claimed: int
    by: int


def join(deck: Deck, command: JoinDeck, moment: Moment) -> Facts:
    return () if command.member in deck.members else (e.MemberJoined(command.member),)


def leave(deck: Deck, command: LeaveDeck, moment: Moment) -> Facts:
    if command.member not in deck.members:
        return ()
    return (e.MemberLeft(command.member, command.removed), *_electors_left(deck, command.member, command.removed))


def leave_room(deck: Deck, command: LeaveRoom, moment: Moment) -> Facts:
    return _electors_left(deck, command.member, command.removed, only="room")


def merge(deck: Deck, command: MergeMember, moment: Moment) -> Facts:
    """For a ballot it is as if the newcomer had left: the older member has one vote, not two."""
    if command.member not in deck.members:
        return ()
    merged = e.MemberMerged(command.member, command.into, command.vouched_by)
    return (merged, *_electors_left(deck, command.member))


def part(deck: Deck, command: PartMember, moment: Moment) -> Facts:
    """The newcomer may vote from the next ballot on, as anybody who comes back."""
    if command.member in deck.members:
        return ()
    taken_back = tuple(
        e.VoteTakenBack(number, proposal.wording.number, command.into)
        for number in command.votes
        if (proposal := deck.proposals.get(number)) and proposal.ballot and proposal.ballot.vote_of(command.into)
    )
    return (e.MemberParted(command.member, command.into, command.by), *taken_back)


def refuse_claim(deck: Deck, command: RefuseClaim, moment: Moment) -> Facts:
    if command.by not in deck.members:
        raise Refused("member.none")
    return (e.ClaimRefused(command.member, command.claimed, command.by),)


def _electors_left(deck: Deck, member: int, removed: bool = False, only: BallotSort | None = None) -> Facts:
    return tuple(
        e.ElectorLeft(p.number, member, removed)
        for _, p in sorted(deck.proposals.items())
        if p.ballot and member in p.ballot.counting and only in (None, p.ballot.sort)
    )


def _without(deck: Deck, command: JoinDeck | PartMember) -> Deck:
    return replace(deck, members=tuple(m for m in deck.members if m != command.member))


def _with(deck: Deck, command: LeaveDeck | MergeMember) -> Deck:
    if command.member in deck.members:
        return deck
    return replace(deck, members=tuple(sorted((*deck.members, command.member))))


VERBS = (
    Verb(JoinDeck, join, When.ALWAYS, before=_without),
    Verb(LeaveDeck, leave, When.ALWAYS, before=_with),
    Verb(LeaveRoom, leave_room, When.ALWAYS),
    Verb(MergeMember, merge, When.ALWAYS, before=_with),
    Verb(PartMember, part, When.ALWAYS, before=_without),
    Verb(RefuseClaim, refuse_claim, When.ALWAYS),
)
