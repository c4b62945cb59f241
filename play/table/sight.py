"""What one viewer may know of a table (B8, invariant 5): a type of its own, made by `see`, the only door out.

A seat sees its hand, what lies open, what it was shown and what it is looking at; a spectator sees what an empty
seat sees. What is hidden is a number and nothing else: no ids, no order, no faces.
"""

from __future__ import annotations

from dataclasses import dataclass

from cards.rules.kit import ZoneKit
from play.table.dealing import players
from play.table.limits import can_draw, draws_due, over_the_limit
from play.table.state import About, Looking, Piece, Question, Seat, Table
from play.table.visibility import hides_from, knows_face
from play.table.zones import FormRules, ZoneKey, key_of, rules_of


@dataclass(frozen=True, slots=True)
class PieceSight:
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
class ZoneSight:
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
class SeatSight:
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


@dataclass(frozen=True, slots=True)
class DieSight:
    id: str
    name: str
    face: str
    faces: tuple[str, ...]
    colour: str


@dataclass(frozen=True, slots=True)
class PhaseSight:
    id: str
    name: str
    does: tuple[str, ...]
    is_now: bool
    is_past: bool


@dataclass(frozen=True, slots=True)
class TurnSight:
    """`to_draw` and `to_discard` are what is still to do; `plays` (kind, played, allowed) of this turn."""

    number: int
    round: int
    seat: int
    phases: tuple[PhaseSight, ...]
    to_draw: int
    to_discard: int
    hand_limit: int | None
    plays: tuple[tuple[str, int, int | None], ...]


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
    """The table for one viewer. `me` is a seat's number, 0 for a spectator."""

    me: int
    state: str
    seats: tuple[SeatSight, ...]
    zones: tuple[ZoneSight, ...]
    turn: TurnSight | None
    counters: tuple[CounterSight, ...]
    dice: tuple[DieSight, ...]
    token_names: tuple[str, ...]
    token_colours: tuple[tuple[str, str], ...]
    draw_from: str
    discard_to: str
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
        return next((s for s in self.seats if s.number == number), None)

    @property
    def mine(self) -> SeatSight | None:
        return self.seat(self.me) if self.me else None


def see(table: Table, seat: int = 0) -> Sight:
    """What the seat (0: a spectator, or an empty seat) may know."""
    equipment, playing = table.equipment, players(table)
    return Sight(
        me=seat,
        state=table.state,
        seats=tuple(_seat(table, s, seat, is_playing=s in playing) for s in table.seats),
        zones=tuple(
            _zone(table, z, key_of(z.id), seat) for z in table.kit.zones if z.scope == "shared" and z.id in table.zones
        ),
        turn=_turn(table) if table.state == "playing" else None,
        counters=_counters(table, "shared"),
        dice=tuple(DieSight(d.id, d.name, _lies(table, d.id, d.faces), d.faces, d.colour) for d in equipment.dice),
        token_names=tuple(t.name for t in equipment.tokens),
        token_colours=tuple((t.name, t.colour) for t in equipment.tokens if t.colour),
        draw_from=equipment.turn.draw_from,
        discard_to=equipment.discard_to,
        card_counters=tuple((k.id, k.name) for k in equipment.counters if k.scope == "card"),
        questions=tuple(_question(q, seat, table) for q in table.questions),
        looking=tuple(_looking(table, look, seat) for look in table.looking),
        rules=tuple((rule.number, rule.face) for rule in sorted(table.rules, key=lambda r: r.number)),
        winners=table.winners,
        paused_by=table.paused_by,
        blanks=table.blanks,
        is_creative=table.is_creative,
        any_card=table.any_card,
        games=table.games,
        sides=table.kit.sides,
        teams=equipment.seats.teams,
        cards=len(table.cards),
        copies=sum(card.copies for card in table.cards.values()),
        host=table.host,
    )


def _lies(table: Table, id: str, faces: tuple[str, ...]) -> str:
    """The face a die shows; "" until it was rolled."""
    lies = dict(table.dice).get(id)
    return faces[lies] if lies is not None and lies < len(faces) else ""


def _seat(table: Table, seat: Seat, me: int, *, is_playing: bool) -> SeatSight:
    own = {z.id: key_of(z.id, seat.number) for z in table.kit.zones if z.scope == "seat"}
    hand_key = table.hand_of(seat.number)
    zones = tuple(
        _zone(table, z, own[z.id], me)
        for z in table.kit.zones
        if z.scope == "seat" and z.id != table.kit.hand and own[z.id] in table.zones
    )
    hand_kit = table.kit.zone(table.kit.hand)
    hand = _zone(table, hand_kit, hand_key, me) if hand_kit and hand_key in table.zones else None
    return SeatSight(
        seat.number, seat.member, seat.number == me, is_playing, seat.is_ready, seat.is_out, seat.is_muted,
        seat.team, seat.side, table.state == "playing" and table.turn.seat == seat.number, hand, zones,
        _counters(table, "seat", on=seat.number) if table.state != "gathering" else (), seat.tokens,
    )  # fmt: skip


def _zone(table: Table, kit: ZoneKit, key: ZoneKey, me: int) -> ZoneSight:
    ids = table.zones[key]
    hidden = hides_from(table, key, me)
    seen = tuple(_piece(table, table.pieces[id], key, me) for id in ids) if not hidden else ()
    if hidden and me:  # cards of a hidden hand that were shown to the viewer
        seen = tuple(_piece(table, table.pieces[id], key, me) for id in ids if me in table.pieces[id].known_to)
        if rules_of(kit).is_held:  # in no order that tells where in the hand they are held
            seen = tuple(sorted(seen, key=lambda p: (p.card, p.id)))
        else:
            seen = ()
    return ZoneSight(
        key, kit.name, rules_of(kit), len(ids), seen, hidden, kit.browse == "all" and not hidden
    )  # fmt: skip


def _piece(table: Table, piece: Piece, key: ZoneKey, me: int) -> PieceSight:
    known = knows_face(table, me, piece, key)
    card = table.cards.get(piece.card) if known else None
    return PieceSight(
        piece.id, key, piece.card if card else 0, card.face if card else "", card.title if card else "",
        card.kind if card else "", piece.face_up, piece.tapped, piece.onto, piece.tokens,
        _counters(table, "card", piece=piece.id), piece.note,
        table.pointing[0] if table.pointing[1] == piece.id else 0,
    )  # fmt: skip


def _counters(table: Table, scope: str, *, on: int = 0, piece: str = "") -> tuple[CounterSight, ...]:
    if piece and not table.pieces[piece].counters:
        return ()
    kits = [k for k in table.equipment.counters if k.scope == scope]
    if piece:  # on a card a counter shows once somebody has set it
        touched = dict(table.pieces[piece].counters)
        kits = [k for k in kits if k.id in touched]
    return tuple(
        CounterSight(k.id, k.name, table.counter_value(k.id, on=on, piece=piece), k.least, k.most) for k in kits
    )


def _turn(table: Table) -> TurnSight:
    turn, kit = table.turn, table.equipment.turn
    due = draws_due(table, turn.seat) if can_draw(table, turn.seat) else 0  # B3: from two empty piles no card is drawn
    played = {kind.casefold(): n for kind, n in turn.played}
    return TurnSight(
        turn.number, turn.round, turn.seat,
        tuple(PhaseSight(p.id, p.name, p.does, n == turn.phase, n < turn.phase) for n, p in enumerate(kit.phases)),
        max(0, due - turn.drawn), over_the_limit(table, turn.seat), kit.hand_limit,
        tuple((p.kind, played.get(p.kind.casefold(), 0), p.count) for p in kit.plays),
    )  # fmt: skip


def _looking(table: Table, look: Looking, me: int) -> LookingSight:
    pieces = tuple(_piece(table, table.pieces[id], look.zone, me) for id in look.pieces) if look.seat == me else ()
    if look.must_shuffle:  # a searched pile is laid out by number: its order is nobody's to know
        pieces = tuple(sorted(pieces, key=lambda p: (p.card, p.id)))
    return LookingSight(look.seat, look.zone, len(look.pieces), look.must_shuffle, pieces)


def _question(question: Question, me: int, table: Table) -> QuestionSight:
    sitting = {s.number for s in table.sitting}
    waiting = tuple(sorted((question.seats & sitting) - question.yes - question.no))
    return QuestionSight(
        question.number, question.about, question.by, question.target, question.count, question.words, waiting,
        tuple(sorted(question.yes)), me in waiting, question.by == me,
    )  # fmt: skip
