"""Who sees what of a table (B8, invariant 5): the one door from what is true to what somebody may know.

A seat sees its hand, what lies open, what it was shown and what it is looking at; a spectator sees what an empty
seat sees. What is hidden is a number and nothing else: no ids, no order, no faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from cards.rules.kit import DieKit, ZoneKit
from play.table.dealing import players
from play.table.limits import can_draw, draws_due, over_the_limit, played_of
from play.table.sight import (
    COMMON_FACES,
    CounterSight,
    DieSight,
    LookingSight,
    PhaseSight,
    PieceSight,
    QuestionSight,
    SeatSight,
    Sight,
    TurnSight,
    ZoneSight,
)
from play.table.state import COIN, Looking, Piece, Question, Seat, Table, free_die
from play.table.visibility import hides_from, knows_face, who_knows_more
from play.table.zones import ZoneKey, key_of, rules_of


def see(table: Table, seat: int = 0) -> Sight:
    """What the seat (0: a spectator, or an empty seat) may know."""
    return Onlookers(table).sight(seat)


@dataclass(frozen=True, slots=True)
class SeenBefore:
    """What was made of what lay on a table: who may see more of each zone than others do, and each zone and seat as it
    was seen."""

    table: Table
    knowing: Mapping[ZoneKey, frozenset[int]]
    zones: Mapping[tuple[ZoneKey, int], ZoneSight]
    seats: Mapping[tuple[int, int], SeatSight]

    def untouched(self, table: Table) -> frozenset[ZoneKey]:
        """The zones of which all that a sight is made from is the same object at this table: most of them, after a
        move."""
        was = self.table
        if not (
            table.kit is was.kit and table.rules is was.rules and table.cards is was.cards
            and table.looking == was.looking and table.pointing == was.pointing
        ):  # fmt: skip
            return frozenset()
        others = {id for id, piece in table.pieces.items() if was.pieces.get(id) is not piece}
        return frozenset(
            key for key, ids in table.zones.items() if was.zones.get(key) is ids and others.isdisjoint(ids)
        )

    def untouched_seats(self, table: Table, zones: frozenset[ZoneKey]) -> frozenset[int]:
        """The seats of which that is so, where it is so of these zones."""
        was = self.table
        if (
            not zones or (table.state, table.turn.seat) != (was.state, was.turn.seat)
            or table.zones.keys() != was.zones.keys()
        ):  # fmt: skip
            return frozenset()
        touched = {key.seat for key in table.zones.keys() - zones}
        pairs = zip(table.seats, was.seats, strict=False)
        return frozenset(seat.number for seat, before in pairs if seat is before and seat.number not in touched)


class Onlookers:
    """All who look at one table. What several of them see alike is made once, and one object in the sights of all.

    `before` is what was made for the onlookers of the same table before its last move.
    """

    def __init__(self, table: Table, before: SeenBefore | None = None) -> None:
        self._table, self._playing = table, players(table)
        self._laid = {number: _laid(table, number) for number in (0, *(seat.number for seat in table.seats))}
        still = before.untouched(table) if before else frozenset()
        self._knowing = {
            key: before.knowing[key]
            if before and key in still and key in before.knowing
            else who_knows_more(table, key)
            for laid in self._laid.values()
            for _, key in laid
        }
        self._knowing_at = {  # of anything that lies there
            place: {place}.union(*(self._knowing[key] for _, key in laid)) for place, laid in self._laid.items()
        }
        self._sights: dict[int, Sight] = {}
        self._zones: dict[tuple[ZoneKey, int], ZoneSight] = {}
        self._seats: dict[tuple[int, int], SeatSight] = {}
        if before:
            zones, seats = dict(before.zones), dict(before.seats)  # at once: another drawing may still add to them
            sitting_still = before.untouched_seats(table, still)
            self._zones = {whose: zone for whose, zone in zones.items() if whose[0] in still}
            self._seats = {whose: seat for whose, seat in seats.items() if whose[0] in sitting_still}

    @property
    def seen_before(self) -> SeenBefore:
        """For those who look at the same table after its next move."""
        return SeenBefore(self._table, self._knowing, self._zones, self._seats)

    def sight(self, seat: int) -> Sight:
        """What the seat may know; with 0 what everybody may."""
        known = self._sights.get(seat)
        if known is None:
            known = self._sights[seat] = self._more(seat) if seat else _everybodys(self)
        return known

    def _more(self, me: int) -> Sight:
        """What everybody may know, and what the seat knows besides."""
        table, open = self._table, self.sight(0)
        seats = zip(table.seats, open.seats, strict=True)
        return replace(
            open, me=me, zones=self.zones(0, me),
            seats=tuple(self.seat(seat, me) if me in self._knowing_at[seat.number] else seen for seat, seen in seats),
            questions=tuple(_question(q, me, table) for q in table.questions),
            looking=tuple(_looking(table, look, me) for look in table.looking),
        )  # fmt: skip

    def seat(self, seat: Seat, me: int) -> SeatSight:
        known = self._seats.get((seat.number, me))
        if known is None:
            every, hand = self.zones(seat.number, me), self._table.hand_of(seat.number)
            known = self._seats[seat.number, me] = _seat(
                self._table, seat, next((z for z in every if z.key == hand), None),
                tuple(z for z in every if z.key != hand), is_me=seat.number == me, is_playing=seat in self._playing,
            )  # fmt: skip
        return known

    def zones(self, place: int, me: int) -> tuple[ZoneSight, ...]:
        """What lies at a seat, or for 0 in the middle."""
        return tuple(self._zone(kit, key, me if me in self._knowing[key] else 0) for kit, key in self._laid[place])

    def _zone(self, kit: ZoneKit, key: ZoneKey, eyes: int) -> ZoneSight:
        known = self._zones.get((key, eyes))
        if known is None:
            known = self._zones[key, eyes] = _zone(self._table, kit, key, eyes)
        return known


def _laid(table: Table, number: int) -> list[tuple[ZoneKit, ZoneKey]]:
    """The zones of a seat, or for 0 the table's own."""
    scope = "seat" if number else "shared"
    every = [(zone, key_of(zone.id, number)) for zone in table.kit.zones if zone.scope == scope]
    return [(zone, key) for zone, key in every if key in table.zones]


def _everybodys(looking: Onlookers) -> Sight:
    table = looking._table
    equipment = table.equipment
    return Sight(
        me=0,
        state=table.state,
        seats=tuple(looking.seat(seat, 0) for seat in table.seats),
        zones=looking.zones(0, 0),
        turn=_turn(table) if table.state == "playing" else None,
        counters=_counters(table, "shared"),
        dice=tuple(_die(table, d) for d in equipment.dice),
        loose=_loose(table),
        token_names=(*(t.name for t in equipment.tokens), *table.named_tokens),
        token_colours=colours_of(
            [*((t.name, t.colour) for t in equipment.tokens), *((name, "") for name in table.named_tokens)]
        ),
        draw_from=equipment.turn.draw_from,
        discard_to=equipment.discard_to,
        act_to=equipment.act_to,
        card_counters=tuple((k.id, k.name) for k in equipment.counters if k.scope == "card"),
        questions=tuple(_question(q, 0, table) for q in table.questions),
        looking=tuple(_looking(table, look, 0) for look in table.looking),
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


def _die(table: Table, die: DieKit) -> DieSight:
    lies = dict(table.dice).get(die.id)
    face = die.faces[lies] if lies is not None and lies < len(die.faces) else ""
    by = next((seat for id, seat, _ in table.thrown if id == die.id), 0)
    return DieSight(die.id, die.name, face, die.faces, die.colour, by)


def _loose(table: Table) -> tuple[DieSight, ...]:
    came = {id: (face, seat) for id, seat, face in table.thrown}

    def lies(id: str, faces: tuple[str, ...]) -> DieSight:
        face, by = came.get(id, ("", 0))
        return DieSight(id, "", face, faces, "", by)

    coin = lies(COIN, ("heads", "tails"))
    return (coin,) if table.equipment.dice else (lies(free_die(6), COMMON_FACES), coin)


def _seat(
    table: Table, seat: Seat, hand: ZoneSight | None, zones: tuple[ZoneSight, ...], *, is_me: bool,
    is_playing: bool,
) -> SeatSight:  # fmt: skip
    return SeatSight(
        seat.number, seat.member, is_me, is_playing, seat.is_ready, seat.is_out, seat.is_muted,
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
    return TurnSight(
        turn.number, turn.round, turn.seat,
        tuple(PhaseSight(p.id, p.name, p.does, n == turn.phase, n < turn.phase) for n, p in enumerate(kit.phases)),
        max(0, due - turn.drawn), over_the_limit(table, turn.seat), kit.hand_limit,
        tuple(((p.kind, *p.also), played_of(table, p), p.count) for p in kit.plays),
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


# Told from each other on stock, on the cloth by day and in lamplight; white reads on all of them with a dark edge.
PALETTE = (
    "#b07a12", "#2f6db5", "#b8372f", "#3d7a3a", "#7a4a9e", "#1f7f86",
    "#c7601c", "#b5477f", "#6b4a2b", "#56616e", "#77781e", "#2d3c7a",
)  # fmt: skip


def colours_of(kinds: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """(Name, colour) of each kind; `kinds` have "" where none was chosen. More kinds than colours begin anew."""
    known = tuple(kinds)
    chosen = {colour.lower() for _, colour in known}
    free = [colour for colour in PALETTE if colour not in chosen] or list(PALETTE)
    found, taken = [], 0
    for name, colour in known:
        if not colour:
            colour, taken = free[taken % len(free)], taken + 1
        found.append((name, colour))
    return tuple(found)
