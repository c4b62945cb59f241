"""What one viewer may know of a table (B8, invariant 5): a type of its own, made by `play.table.seeing`."""

from __future__ import annotations

from dataclasses import dataclass

from play.table.state import About
from play.table.zones import FormRules, ZoneKey
from studio.speed.hashing import KeepsHash


@dataclass(frozen=True, slots=True)
class PieceSight(KeepsHash):
    """A piece as it lies. `card` and `face` (a digest) are 0 and "" while the viewer may not read it."""

    id: str
    zone: ZoneKey
    card: int = 0
    face: str = ""
    title: str = ""
    kind: str = ""
    is_face_up: bool = False
    is_tapped: bool = False
    onto: str = ""
    tokens: tuple[tuple[str, int], ...] = ()
    counters: tuple[CounterSight, ...] = ()
    note: str = ""
    pointed_at_by: int = 0

    @property
    def is_known(self) -> bool:
        return bool(self.card)


@dataclass(frozen=True, slots=True)
class CounterSight:
    id: str
    name: str
    value: int
    least: int | None
    most: int | None


@dataclass(frozen=True, slots=True)
class ZoneSight(KeepsHash):
    """A zone: how many lie there, and those of them that the viewer sees, from the top on."""

    key: ZoneKey
    name: str
    rules: FormRules
    count: int
    pieces: tuple[PieceSight, ...] = ()
    is_hidden: bool = False
    may_browse: bool = False

    @property
    def owner(self) -> int:
        """The seat whose it is; 0 for the table's."""
        return self.key.seat

    @property
    def top(self) -> PieceSight | None:
        return self.pieces[0] if self.pieces else None


@dataclass(frozen=True, slots=True)
class SeatSight(KeepsHash):
    number: int
    member: int | None
    is_me: bool
    is_playing: bool
    is_ready: bool
    is_out: bool
    is_muted: bool
    team: int
    side: str
    has_turn: bool
    hand: ZoneSight | None
    zones: tuple[ZoneSight, ...]
    counters: tuple[CounterSight, ...]
    tokens: tuple[tuple[str, int], ...]


COMMON_FACES = tuple(str(n) for n in range(1, 7))


@dataclass(frozen=True, slots=True)
class DieSight:
    """Something to throw, and what came of its last throw, by which seat. `face` is "" until then."""

    id: str
    name: str
    face: str
    faces: tuple[str, ...]
    colour: str
    by: int = 0


@dataclass(frozen=True, slots=True)
class PhaseSight:
    id: str
    name: str
    does: tuple[str, ...]
    is_now: bool
    is_past: bool


@dataclass(frozen=True, slots=True)
class TurnSight:
    """`to_draw` and `to_discard` are what is still to do; `plays` (kinds, played, allowed) of this turn."""

    number: int
    round: int
    seat: int
    phases: tuple[PhaseSight, ...]
    to_draw: int
    to_discard: int
    hand_limit: int | None
    plays: tuple[tuple[tuple[str, ...], int, int | None], ...]

    @property
    def must_discard(self) -> bool:
        """Whether it is time to, and there is something to discard."""
        return bool(self.to_discard) and any(p.is_now and "discard" in p.does for p in self.phases)


@dataclass(frozen=True, slots=True)
class LookingSight:
    """Who is looking where, at how many; the pieces only when it is the viewer."""

    seat: int
    zone: ZoneKey
    count: int
    must_shuffle: bool
    pieces: tuple[PieceSight, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionSight:
    number: int
    about: About
    by: int
    target: int
    count: int
    words: str
    waiting: tuple[int, ...]
    yes: tuple[int, ...]
    is_mine_to_answer: bool
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Sight:
    """The table for one viewer. `me` is a seat's number, 0 for a spectator. `loose` is what lies on every table to be
    thrown: a coin, and a common die where the equipment has none."""

    me: int
    state: str
    seats: tuple[SeatSight, ...]
    zones: tuple[ZoneSight, ...]
    turn: TurnSight | None
    counters: tuple[CounterSight, ...]
    dice: tuple[DieSight, ...]
    loose: tuple[DieSight, ...]
    token_names: tuple[str, ...]
    token_colours: tuple[tuple[str, str], ...]
    draw_from: str
    discard_to: str
    act_to: str
    card_counters: tuple[tuple[str, str], ...]
    questions: tuple[QuestionSight, ...]
    looking: tuple[LookingSight, ...]
    rules: tuple[tuple[int, str], ...]
    winners: tuple[int, ...]
    paused_by: int | None
    blanks: int | None
    is_creative: bool
    any_card: bool
    games: int
    sides: tuple[str, ...]
    teams: int
    cards: int
    copies: int
    host: int | None

    def seat(self, number: int) -> SeatSight | None:
        for seat in self.seats:
            if seat.number == number:
                return seat
        return None

    @property
    def mine(self) -> SeatSight | None:
        return self.seat(self.me) if self.me else None
