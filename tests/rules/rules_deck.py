"""A deck as a value to test at, and the shortest way to put commands to it."""

from __future__ import annotations

from collections.abc import Iterable

from cards.face.face import Face
from cards.rules import events as e
from cards.rules.command import Moment
from cards.rules.deck import Change, Create, Deck, Details
from cards.rules.evolve import fold
from cards.verbs.decide import decide
from tests import commands as c

SLUG = Face("Slug", "Thing — Pest", "Bites a Vegetable.")
MARROW = Face("Prize Marrow", "Thing — Vegetable", "Worth a rosette.")
FROST = Face("Sudden Frost", "Action", "Destroy every Vegetable.")
FACES = {face.digest: face for face in (SLUG, MARROW, FROST)}


class RulesDeck:
    """A deck that is moved on, with everything that happened to it. Members are 1, 2, 3 …"""

    def __init__(self, members: int = 3, now: int = 1000) -> None:
        self.deck, self.log, self.now = Deck(), [], now  # type: ignore[var-annotated]
        self.faces = dict(FACES)
        self.present = set(range(1, members + 1))
        self.away_since: dict[int, int] = {}
        self.do(c.StartDeck(1, Details("Allotment Wars")))
        for member in range(2, members + 1):
            self.do(c.JoinDeck(member))

    def moment(self) -> Moment:
        away = {m: self.away_since.get(m, 0) for m in self.deck.members if m not in self.present}
        return Moment(self.now, frozenset(self.present), away, self.faces)

    def do(self, command: c.Command) -> tuple[e.Event, ...]:
        facts = decide(self.deck, command, self.moment())
        self.deck = fold(self.deck, facts)
        self.log += facts
        return facts

    def keep(self, face: Face) -> Face:
        self.faces[face.digest] = face
        return face

    def propose(self, by: int = 1, face: Face = SLUG, *changes: Change, sort: str = "room") -> int:
        given = changes or (Create("card", self.keep(face).digest),)
        self.do(c.Propose(by, given, sort))  # type: ignore[arg-type]
        return self.deck.last_proposal

    def vote(self, by: int, number: int, answer: str = "for") -> tuple[e.Event, ...]:
        wording = self.deck.proposals[number].wording.number if number in self.deck.proposals else 1
        return self.do(c.CastVote(by, number, wording, answer))  # type: ignore[arg-type]

    def go_away(self, *members: int) -> None:
        for member in members:
            self.present.discard(member)
            self.away_since[member] = self.now

    def come_back(self, *members: int) -> None:
        self.present.update(members)

    def all_for(self, number: int, voters: Iterable[int]) -> None:
        for voter in voters:
            if number in self.deck.proposals and voter != self.deck.proposals[number].by:
                self.vote(voter, number)

    def outcome(self, number: int) -> str:
        """ "open", "queued", "accepted", "withdrawn", or why it was set aside."""
        for fact in self.log:
            match fact:
                case e.ProposalAccepted(number=n) if n == number:
                    return "accepted"
                case e.ProposalSetAside(number=n, why=why) if n == number:
                    return why
                case e.ProposalWithdrawn(number=n) if n == number:
                    return "withdrawn"
        return "open" if self.deck.proposals[number].ballot else "queued"
