"""A deck as a value: its articles, its open proposals and how it decides.

People are member ids; faces are named by digest. Loaded by cards/storage/whole.py, moved on by evolve.py.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from cards.rules.batch import FirstBatch
from cards.rules.decision import UNANIMITY, Answer, DecisionRule
from cards.rules.gap import Gaps
from cards.rules.kit import DVORAK, Kit
from cards.rules.ways import decides_alone

ArticleKind = Literal["card", "rule"]
BallotSort = Literal["room", "members"]
Visibility = Literal["private", "unlisted", "public"]
ElectorStanding = Literal["counts", "left", "removed", "excused"]


@dataclass(frozen=True, slots=True, order=True)
class Ref:
    """A card or a Special Rule by its number, given for life."""

    kind: ArticleKind
    number: int


KIT = Ref("rule", 0)  # the kit counts as §0 where proposals are about the same thing


@dataclass(frozen=True, slots=True)
class Article:
    """`face` is the digest of the current face; a repealed article keeps its last one."""

    ref: Ref
    face: str
    copies: int = 1
    side: str = ""
    in_force: bool = True


@dataclass(frozen=True, slots=True)
class Create:
    """`maker` is a name that came with a list, of somebody who is nobody here. `credit_to` is the member, of another
    deck perhaps, who wrote it where it is taken from; None: whoever proposes it."""

    kind: ArticleKind
    face: str
    copies: int = 1
    side: str = ""
    maker: str = ""
    credit_to: int | None = None


@dataclass(frozen=True, slots=True)
class Amend:
    """`on` is the face the proposer saw: when it is no longer current the proposal is overtaken. `credit_to` as with
    what is new."""

    article: Ref
    on: str
    face: str
    credit_to: int | None = None


@dataclass(frozen=True, slots=True)
class Repeal:
    article: Ref
    on: str


@dataclass(frozen=True, slots=True)
class Restore:
    """Something repealed comes back with its last face."""

    article: Ref
    on: str


@dataclass(frozen=True, slots=True)
class Recount:
    """Another number of copies."""

    article: Ref
    on: str
    copies: int


@dataclass(frozen=True, slots=True)
class Reside:
    """Another side (V2)."""

    article: Ref
    on: str
    side: str


@dataclass(frozen=True, slots=True)
class SetVisibility:
    to: Visibility


@dataclass(frozen=True, slots=True)
class SetLicence:
    to: str


@dataclass(frozen=True, slots=True)
class SetKit:
    """Other equipment for the table; `was` is the digest of the kit that the proposer saw."""

    kit: Kit
    was: str = ""


@dataclass(frozen=True, slots=True)
class DeleteDeck:
    """The deck goes; only by everybody's vote."""

    title: str = ""


Change = Create | Amend | Repeal | Restore | Recount | Reside | SetVisibility | SetLicence | SetKit | DeleteDeck
Topic = Ref | Literal["licence", "readers", "bin"]
_DECK_WIDE: Mapping[type, Topic] = {SetLicence: "licence", SetVisibility: "readers", DeleteDeck: "bin"}
ArticleChange = (Amend, Repeal, Restore, Recount, Reside)


@dataclass(frozen=True, slots=True)
class Wording:
    """`grounds`: what its author says for it, in one line."""

    number: int
    by: int
    changes: tuple[Change, ...]
    grounds: str = ""


@dataclass(frozen=True, slots=True)
class Vote:
    """`reason` is what was said with a no; beside a For it is what the voter had said before they came round."""

    by: int
    answer: Answer
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Elector:
    """Somebody whose vote is needed; `go_on` holds (member, second) of each who agreed to go on without them."""

    member: int
    standing: ElectorStanding = "counts"
    go_on: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Ballot:
    """Votes are for the current wording only, in the order of their voters. `deadline` is in epoch seconds.

    `spoken` are the members who ever voted on it, in the order in which they first did; one of them may have taken
    their vote back since.

    `voteless` are the members who had no vote by the rule in force when it opened; None on a ballot from before that
    was written down, whose electors may be among those whom the rule excludes.
    """

    sort: BallotSort
    electors: tuple[Elector, ...]
    votes: tuple[Vote, ...] = ()
    deadline: int | None = None
    voteless: tuple[int, ...] | None = None
    spoken: tuple[int, ...] = ()

    @property
    def counting(self) -> frozenset[int]:
        return frozenset(e.member for e in self.electors if e.standing == "counts")

    def elector(self, member: int) -> Elector | None:
        return next((e for e in self.electors if e.member == member), None)

    def vote_of(self, member: int) -> Vote | None:
        return next((v for v in self.votes if v.by == member), None)

    def with_vote(self, vote: Vote) -> Ballot:
        kept = (v for v in self.votes if v.by != vote.by)
        spoken = self.spoken if vote.by in self.spoken else (*self.spoken, vote.by)
        return replace(self, votes=tuple(sorted((*kept, vote), key=lambda v: v.by)), spoken=spoken)

    def without_vote(self, member: int) -> Ballot:
        return replace(self, votes=tuple(v for v in self.votes if v.by != member))

    def with_elector(self, elector: Elector) -> Ballot:
        return replace(self, electors=tuple(elector if e.member == elector.member else e for e in self.electors))


@dataclass(frozen=True, slots=True)
class SuggestedStrokes:
    """Strokes that a member would add: `face` is the card `on` with them behind its own. Digests both."""

    by: int
    on: str
    face: str


class OnTheTable:
    """What a proposal is about and where it waits: told alike of the whole of it and of what somebody may know."""

    __slots__ = ()
    number: int
    wording: Wording
    suggestions: tuple[SuggestedStrokes, ...]
    moved_to: int | None

    @property
    def place(self) -> int:
        """The least of those that wait is the next; no two are alike."""
        return self.number if self.moved_to is None else self.moved_to

    def suggestion_of(self, member: int) -> SuggestedStrokes | None:
        return next((suggestion for suggestion in self.suggestions if suggestion.by == member), None)

    @property
    def touches(self) -> frozenset[Ref]:
        articles = {c.article for c in self.wording.changes if isinstance(c, ArticleChange)}
        return frozenset(articles | {KIT for c in self.wording.changes if isinstance(c, SetKit)})

    @property
    def topics(self) -> frozenset[Topic]:
        """What it asks about: what it touches, and of the deck as a whole its licence, its readers, or the bin."""
        deck_wide = {_DECK_WIDE[type(c)] for c in self.wording.changes if type(c) in _DECK_WIDE}
        return self.touches | deck_wide


@dataclass(frozen=True, slots=True)
class Proposal(OnTheTable):
    """Open or queued; what is settled lives in the rows. `overtaken` must be reworded before it can be judged.

    `gap` is the one of the skeleton that it is written for; it may have gone meanwhile. `moved_to` is the place in the
    queue that it has since somebody gave way; None: that of its number.
    """

    number: int
    by: int
    sort: BallotSort
    wording: Wording
    ballot: Ballot | None = None
    overtaken: bool = False
    gap: int | None = None
    suggestions: tuple[SuggestedStrokes, ...] = ()
    moved_to: int | None = None


@dataclass(frozen=True, slots=True)
class Details:
    """What any member may edit; in the minutes and reversible.

    0 players, an empty state or language: nobody has said. The defaults are what entries without these fields mean.
    """

    title: str = ""
    blurb: str = ""
    theme: str = ""
    goal: str = ""
    players_min: int = 2
    players_max: int = 6
    status: str = "unfinished"
    tags: tuple[str, ...] = ()
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Source:
    """A deck that this one comes from, as it was when it was forked: a fact, whatever becomes of it later.

    `origin` is a `forking.Lineage` as it is written; `licence` is what it was forked under. `makers` are the member ids
    of its people, `names` people who are only named (in a file). Of a deck that was not for others to see then, title
    and people are left out.
    """

    origin: str = ""
    title: str = ""
    licence: str = ""
    makers: tuple[int, ...] = ()
    names: tuple[str, ...] = ()


def _no_articles() -> Mapping[Ref, Article]:
    return MappingProxyType({})


def _no_proposals() -> Mapping[int, Proposal]:
    return MappingProxyType({})


# What the Special Rules in force say of how is decided, in the order in which they were accepted.
Voting = tuple[tuple[Ref, DecisionRule], ...]


def decision_by(voting: Voting, members: Collection[int]) -> DecisionRule:
    """How ballots are decided among these members (C9, B11): the Special Rule in force that was accepted last decides
    how, and with none everybody must be in favour. A decider who is gone decides nothing."""
    rule = voting[-1][1] if voting else UNANIMITY
    return UNANIMITY if decides_alone(rule) not in (None, *members) else rule


def voting_after(voting: Voting, ref: Ref, rule: DecisionRule | None) -> Voting:
    """After that Special Rule was accepted, saying this of how is decided; None: it says nothing, or is gone."""
    kept = tuple(pair for pair in voting if pair[0] != ref)
    return (*kept, (ref, rule)) if rule else kept


@dataclass(frozen=True, slots=True)
class Deck:
    """The draft and what lies on its table. `voting` holds the decision rules in force, oldest first.

    Members stand in the order of their ids, articles and proposals in that of their numbers, cards before Special
    Rules: no clock decides an order in this value. `lineage` holds the decks it comes from, the nearest first.
    """

    members: tuple[int, ...] = ()
    articles: Mapping[Ref, Article] = field(default_factory=_no_articles)
    proposals: Mapping[int, Proposal] = field(default_factory=_no_proposals)
    voting: tuple[tuple[Ref, DecisionRule], ...] = ()
    details: Details = Details()
    visibility: Visibility = "private"
    licence: str = ""
    lineage: tuple[Source, ...] = ()
    kit: Kit = DVORAK
    deleted: bool = False
    last_card: int = 0
    last_rule: int = 0
    last_proposal: int = 0
    last_version: int = 0
    version_digest: str = ""
    last_batch: int = 0
    batch: FirstBatch | None = None
    last_gap: int = 0
    gaps: Gaps = ()

    @property
    def decision_rule(self) -> DecisionRule:
        """How its ballots are decided."""
        return decision_by(self.voting, self.members)

    def deciding_by(self, ref: Ref, rule: DecisionRule | None) -> Deck:
        return replace(self, voting=voting_after(self.voting, ref, rule))

    @property
    def on_the_mat(self) -> Proposal | None:
        """The room ballot that lies on the mat alone."""
        return next((p for p in self.proposals.values() if p.ballot and p.ballot.sort == "room"), None)

    @property
    def queue(self) -> tuple[Proposal, ...]:
        """What waits for the mat, in order; the overtaken wait to be reworded."""
        return tuple(sorted((p for p in self.proposals.values() if p.ballot is None), key=lambda p: p.place))
