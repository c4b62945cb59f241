"""How a fact moves a table on. Never refuses; fold(entries) is the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from types import MappingProxyType
from typing import Any, assert_never

from play.table import events as e
from play.table.state import Looking, Piece, Seat, Table, Turn
from play.table.zones import ZoneKey, rules_of


def fold(table: Table, facts: Iterable[e.Event]) -> Table:
    return reduce(evolve, facts, table)


def steps(table: Table, since: int, facts: Sequence[tuple[int, e.Event]]) -> Iterator[tuple[e.Event, Table, Table]]:
    """Each numbered fact as it stands in the log, with the table before and after it; `table` is the one after `since`.

    What takes back is given the table it goes back to. KeyError when that is older than `since`.
    """
    wanted = {fact.to for _, fact in facts if isinstance(fact, e.TakenBack)}
    passed = {since: table}
    for number, fact in facts:
        if isinstance(fact, e.TakenBack):
            fact = replace(fact, table=passed[fact.to])
        after = evolve(table, fact)
        yield fact, table, after
        table = after
        if number in wanted:
            passed[number] = table


# A finger stays on a card until something moves.
_LIFTS = (e.PiecesMoved, e.PileShuffled, e.TurnBegan, e.CardLeft, e.TakenBack, e.GameWon, e.GameAbandoned)


def evolve(table: Table, fact: e.Event) -> Table:
    after = _evolve(table, fact)
    return replace(after, pointing=(0, "")) if isinstance(fact, _LIFTS) and after.pointing[1] else after


def _evolve(table: Table, fact: e.Event) -> Table:
    match fact:
        case e.TableOpened():
            return _opened(fact)
        case e.PiecesMoved():
            return _counted(_moved(table, fact.moved), fact)
        case e.PileShuffled(zone=zone, order=order, source=source):
            return _shuffled(table, zone, order, source)
        case e.GameBegun(pieces=pieces, zones=zones, first=first):
            return _begun(table, pieces, zones, first)
        case e.TakenBack(table=before):
            assert before is not None, "a table to go back to is found before this is folded"
            return _taken_back(table, before)
        case e.GathersAgain():
            return _gathers(table)
        case e.Said() | e.BallotMoved() | e.ExceptionNoted() | e.SeatChosen() | e.PieceChosen() | e.CoinFlipped():
            return table
        case e.QuestionAsked() | e.QuestionAnswered() | e.QuestionClosed():
            return _question(table, fact)
        case (
            e.CardEntered() | e.CardChanged() | e.CardLeft() | e.RulesReplaced() | e.KitChanged() | e.NextKitSet()
        ):  # fmt: skip
            return _deck(table, fact)
        case e.GamePaused(proposal=proposal, blanks=blanks):
            return replace(table, paused_by=proposal, blanks=blanks)
        case e.GameResumed(blanks=blanks):
            return replace(table, paused_by=None, blanks=blanks)
        case e.PackOpened(blanks=blanks):
            return replace(table, blanks=blanks)
        case e.GameWon(winners=winners):
            return replace(table, state="over", winners=winners, looking=(), questions=())
        case e.GameAbandoned():
            return replace(table, state="over", winners=(), looking=(), questions=())
        case (
            e.SeatTaken() | e.SeatLeft() | e.SeatHandedOver() | e.TeamJoined() | e.SideChosen() | e.SeatReadied()
            | e.Muted() | e.KnockedOut() | e.CameBack() | e.GoneOnWithout()
        ):  # fmt: skip
            return _seat(table, fact)
        case (
            e.PhaseBegan() | e.TurnBegan() | e.TurnPassed() | e.TurnToBeSkipped() | e.ExtraTurnGiven() | e.AbilityUsed()
        ):
            return replace(table, turn=_turn(table.turn, fact))
        case e.DiceRolled(rolled=rolled):
            faces = {die.id: die.faces for die in table.equipment.dice}
            lies = {id: faces[id].index(face) for id, face in rolled if face in faces.get(id, ())}
            return replace(table, dice=tuple(sorted((dict(table.dice) | lies).items())))
        case e.CounterSet() | e.TokensPut():
            return _number(table, fact)
        case (
            e.Attached() | e.Detached() | e.TurnedOver() | e.PointedAt() | e.PieceTapped() | e.NoteWritten()
            | e.Revealed() | e.LookingBegan() | e.LookingEnded()
        ):  # fmt: skip
            return _piece(table, fact)
        case _:
            assert_never(fact)


def _taken_back(table: Table, before: Table) -> Table:
    """Questions, the pause, the blanks, who may speak and sit belong to the people and the deck, not to the game."""
    muted = {seat.number: seat.is_muted for seat in table.seats}
    return replace(
        before, questions=table.questions, last_question=table.last_question, paused_by=table.paused_by,
        blanks=table.blanks, shown_out=table.shown_out, hushed=table.hushed, removals=table.removals,
        seats=tuple(replace(seat, is_muted=muted[seat.number]) for seat in before.seats),
    )  # fmt: skip


def _opened(fact: e.TableOpened) -> Table:
    return Table(
        kit=fact.kit,
        cards=MappingProxyType({card.number: card for card in fact.cards}),
        rules=fact.rules,
        seats=tuple(Seat(number) for number in range(1, fact.seats + 1)),
        host=fact.host,
        is_creative=fact.is_creative,
        any_card=fact.any_card,
        allows_spectators=fact.allows_spectators,
    )


def _begun(
    table: Table, pieces: tuple[Piece, ...], zones: tuple[tuple[ZoneKey, tuple[str, ...]], ...], first: int
) -> Table:
    return replace(
        table,
        state="playing",
        games=table.games + 1,
        pieces=MappingProxyType({piece.id: piece for piece in pieces}),
        zones=MappingProxyType(dict(zones)),
        turn=Turn(1, 1, first),
        counters=(),
        dice=(),
        winners=(),
        questions=(),
        looking=(),
        pointing=(0, ""),
        seats=tuple(replace(s, is_out=False, counters=(), tokens=(), is_ready=False) for s in table.seats),
    )


def _gathers(table: Table) -> Table:
    seats = tuple(replace(s, is_ready=False, is_out=False, counters=(), tokens=()) for s in table.seats)
    return replace(
        table, kit=table.next_kit or table.kit, next_kit=None, state="gathering", seats=seats,
        zones=MappingProxyType({}), pieces=MappingProxyType({}), turn=Turn(), counters=(), dice=(), winners=(),
        questions=(), looking=(), pointing=(0, ""),
    )  # fmt: skip


# --- pieces and zones -------------------------------------------------------------------------------------------------


def _moved(table: Table, moved: Iterable[e.Moved]) -> Table:
    zones = {key: list(ids) for key, ids in table.zones.items()}
    pieces = dict(table.pieces)
    gone: set[str] = set()
    for move in moved:
        zones[move.source].remove(move.piece)
        zones.setdefault(move.to, []).insert(move.at, move.id)
        piece = pieces.pop(move.piece)
        stays = _is_open(table, move.source) and _is_open(table, move.to)
        if stays:
            piece = replace(piece, id=move.id, face_up=move.face_up)
        else:  # whatever lay on it does not go along into a hand or a pile
            piece = Piece(move.id, piece.card, move.face_up, side=piece.side)
        pieces[move.id] = piece
        if move.id != move.piece:
            gone.add(move.piece)
        if not stays:
            gone.add(move.piece)
    for id, piece in pieces.items():
        if piece.onto in gone:
            pieces[id] = replace(piece, onto="")
    looking = tuple(_still_there(look, zones) for look in table.looking)
    return replace(
        table,
        zones=MappingProxyType({key: tuple(ids) for key, ids in zones.items()}),
        pieces=MappingProxyType(pieces),
        looking=looking,
    )


def _still_there(look: Looking, zones: dict[ZoneKey, list[str]]) -> Looking:
    there = set(zones.get(look.zone, ()))
    return replace(look, pieces=tuple(p for p in look.pieces if p in there))


def _is_open(table: Table, key: ZoneKey) -> bool:
    """Whether things can lie on a card there: where Things lie, not in hands or piles."""
    zone = table.kit.zone(key.id)
    return zone is not None and rules_of(zone).lies_open


def _counted(table: Table, fact: e.PiecesMoved) -> Table:
    turn = table.turn
    if fact.how == "draw" and fact.seat == turn.seat:
        turn = replace(turn, drawn=turn.drawn + len(fact.moved))
    if fact.how == "play" and fact.kind and fact.seat == turn.seat:
        played = dict(turn.played)
        played[fact.kind] = played.get(fact.kind, 0) + 1
        turn = replace(turn, played=tuple(sorted(played.items())))
    return replace(table, turn=turn)


def _shuffled(table: Table, zone: ZoneKey, order: tuple[tuple[str, str], ...], source: ZoneKey) -> Table:
    zones, pieces = dict(table.zones), dict(table.pieces)
    if source:
        zones[source] = ()
    zones[zone] = tuple(new for _, new in order)
    for old, new in order:
        piece = pieces.pop(old)
        pieces[new] = Piece(new, piece.card, piece.face_up and not source and not _hides(table, zone), side=piece.side)
    looking = tuple(look for look in table.looking if look.zone not in (zone, source))
    return replace(table, zones=MappingProxyType(zones), pieces=MappingProxyType(pieces), looking=looking)


def _hides(table: Table, key: ZoneKey) -> bool:
    zone = table.kit.zone(key.id)
    return zone is None or zone.face != "up"


def _piece(
    table: Table,
    fact: e.Attached | e.Detached | e.TurnedOver | e.PointedAt | e.PieceTapped | e.NoteWritten | e.Revealed
    | e.LookingBegan | e.LookingEnded,
) -> Table:  # fmt: skip
    match fact:
        case e.Attached(piece=piece, host=host):
            return _with(table, replace(table.pieces[piece], onto=host))
        case e.Detached(piece=piece):
            return _with(table, replace(table.pieces[piece], onto=""))
        case e.TurnedOver(piece=piece, face_up=face_up):
            return _with(table, replace(table.pieces[piece], face_up=face_up, known_to=frozenset()))
        case e.PointedAt(seat=seat, piece=piece):
            return replace(table, pointing=(seat, piece))
        case e.PieceTapped(piece=piece, tapped=tapped):
            return _with(table, replace(table.pieces[piece], tapped=tapped))
        case e.NoteWritten(piece=piece, text=text):
            return _with(table, replace(table.pieces[piece], note=text))
        case e.Revealed(pieces=pieces, to=to):
            seats = frozenset(to or (s.number for s in table.seats))
            for id in pieces:
                table = _with(table, replace(table.pieces[id], known_to=table.pieces[id].known_to | seats))
            return table
        case e.LookingBegan(seat=seat):
            others = tuple(look for look in table.looking if look.seat != seat)
            look = Looking(seat, fact.zone, fact.pieces, fact.must_shuffle, fact.takes)
            return replace(table, looking=(*others, look))
        case e.LookingEnded(seat=seat):
            return replace(table, looking=tuple(look for look in table.looking if look.seat != seat))
        case _:
            assert_never(fact)


def _with(table: Table, piece: Piece) -> Table:
    return replace(table, pieces=MappingProxyType({**table.pieces, piece.id: piece}))


def _number(table: Table, fact: e.CounterSet | e.TokensPut) -> Table:
    name = "counters" if isinstance(fact, e.CounterSet) else "tokens"
    id, value = (fact.counter, fact.value) if isinstance(fact, e.CounterSet) else (fact.token, fact.count)
    is_kept = isinstance(fact, e.CounterSet) or value > 0

    def changed(pairs: tuple[tuple[str, int], ...]) -> Any:
        kept = {k: v for k, v in pairs if k != id}
        return tuple(sorted((kept | {id: value} if is_kept else kept).items()))

    if fact.piece:
        piece = table.pieces[fact.piece]
        return _with(table, replace(piece, **{name: changed(getattr(piece, name))}))
    if fact.on:
        return _with_seat(table, fact.on, lambda s: replace(s, **{name: changed(getattr(s, name))}))
    return replace(table, counters=changed(table.counters))


# --- seats and turns --------------------------------------------------------------------------------------------------


def _with_seat(table: Table, number: int, change: Callable[[Seat], Seat]) -> Table:
    return replace(table, seats=tuple(change(s) if s.number == number else s for s in table.seats))


def _seat(
    table: Table,
    fact: e.SeatTaken | e.SeatLeft | e.SeatHandedOver | e.TeamJoined | e.SideChosen | e.SeatReadied | e.Muted
    | e.KnockedOut | e.CameBack | e.GoneOnWithout,
) -> Table:  # fmt: skip
    match fact:
        case e.SeatTaken(seat=seat, member=member, side=side):
            return _with_seat(_welcome(table, member), seat, lambda s: replace(
                s, member=member, side=side or s.side, is_out=False, is_muted=member in table.hushed
            ))  # fmt: skip
        case e.SeatLeft(seat=seat, removed=removed):
            who = table.seat(seat)
            if removed and who is not None and who.member is not None:
                table = replace(table, shown_out=table.shown_out | {who.member}, removals=table.removals + 1)
            table = _with_seat(table, seat, lambda s: replace(s, member=None, is_ready=False, is_muted=False))
            return replace(table, looking=tuple(look for look in table.looking if look.seat != seat))
        case e.SeatHandedOver(seat=seat, member=member):
            is_muted = member in table.hushed
            return _with_seat(
                _welcome(table, member), seat, lambda s: replace(s, member=member, is_muted=is_muted)
            )  # fmt: skip
        case e.TeamJoined(seat=seat, team=team):
            return _with_seat(table, seat, lambda s: replace(s, team=team))
        case e.SideChosen(seat=seat, side=side):
            return _with_seat(table, seat, lambda s: replace(s, side=side))
        case e.SeatReadied(seat=seat, is_ready=is_ready):
            return _with_seat(table, seat, lambda s: replace(s, is_ready=is_ready))
        case e.Muted(who=who, is_muted=is_muted):
            people = frozenset(s.member for s in table.seats if s.number == who and s.member is not None)
            table = replace(table, hushed=table.hushed | people if is_muted else table.hushed - people)
            return _with_seat(table, who, lambda s: replace(s, is_muted=is_muted))
        case e.KnockedOut(who=who) | e.GoneOnWithout(who=who):
            return _with_seat(table, who, lambda s: replace(s, is_out=True))
        case e.CameBack(who=who):
            return _with_seat(table, who, lambda s: replace(s, is_out=False))
        case _:
            assert_never(fact)


def _welcome(table: Table, member: int) -> Table:
    """Somebody at the table gave them a seat: that they had been asked to leave is forgotten."""
    return replace(table, shown_out=table.shown_out - {member})


def _turn(
    turn: Turn,
    fact: e.PhaseBegan | e.TurnBegan | e.TurnPassed | e.TurnToBeSkipped | e.ExtraTurnGiven | e.AbilityUsed,
) -> Turn:
    match fact:
        case e.PhaseBegan(phase=phase):
            return replace(turn, phase=phase)
        case e.TurnBegan(seat=seat, number=number, round=round, is_extra=is_extra):
            extra = turn.extra[1:] if is_extra else turn.extra
            return Turn(number, round, seat, extra=extra, skipped=turn.skipped - {seat})
        case e.TurnPassed(seat=seat):
            return replace(turn, skipped=turn.skipped - {seat})
        case e.TurnToBeSkipped(who=who):
            return replace(turn, skipped=turn.skipped | {who})
        case e.ExtraTurnGiven(who=who):
            return replace(turn, extra=(*turn.extra, who))
        case e.AbilityUsed(piece=piece):
            used = dict(turn.activated)
            used[piece] = used.get(piece, 0) + 1
            return replace(turn, activated=tuple(sorted(used.items())))
        case _:
            assert_never(fact)


def _question(table: Table, fact: e.QuestionAsked | e.QuestionAnswered | e.QuestionClosed) -> Table:
    match fact:
        case e.QuestionAsked(question=question):
            return replace(table, questions=(*table.questions, question), last_question=question.number)
        case e.QuestionAnswered(number=number, seat=seat, is_yes=is_yes):
            return replace(
                table,
                questions=tuple(
                    replace(q, yes=q.yes | {seat}, no=q.no - {seat})
                    if q.number == number and is_yes
                    else replace(q, no=q.no | {seat}, yes=q.yes - {seat})
                    if q.number == number
                    else q
                    for q in table.questions
                ),
            )
        case e.QuestionClosed(number=number):
            return replace(table, questions=tuple(q for q in table.questions if q.number != number))
        case _:
            assert_never(fact)


# --- what the deck does -----------------------------------------------------------------------------------------------


def _deck(
    table: Table, fact: e.CardEntered | e.CardChanged | e.CardLeft | e.RulesReplaced | e.KitChanged | e.NextKitSet
) -> Table:
    match fact:
        case e.RulesReplaced(rules=rules):
            return replace(table, rules=rules)
        case e.KitChanged(kit=kit):
            return replace(table, kit=kit, next_kit=None)
        case e.NextKitSet(kit=kit):
            return replace(table, next_kit=kit)
        case e.CardChanged(card=card):
            return replace(table, cards=MappingProxyType({**table.cards, card.number: card}))
        case e.CardEntered(card=card, placed=placed):
            zones, pieces = {k: list(v) for k, v in table.zones.items()}, dict(table.pieces)
            for id, zone, at, side in placed:
                zones.setdefault(zone, []).insert(at, id)
                pieces[id] = Piece(id, card.number, side=side)
            return replace(
                table,
                cards=MappingProxyType({**table.cards, card.number: card}),
                zones=MappingProxyType({k: tuple(v) for k, v in zones.items()}),
                pieces=MappingProxyType(pieces),
            )
        case e.CardLeft(card=number, pieces=gone, destroyed=destroyed, is_repealed=is_repealed):
            table = _moved(table, destroyed)
            left = frozenset(gone)
            still = {k: tuple(p for p in v if p not in left) for k, v in table.zones.items()}
            pieces = {id: piece for id, piece in table.pieces.items() if id not in left}
            cards = {n: c for n, c in table.cards.items() if n != number or not is_repealed}
            looking = tuple(replace(k, pieces=tuple(p for p in k.pieces if p not in left)) for k in table.looking)
            return replace(
                table, zones=MappingProxyType(still), pieces=MappingProxyType(pieces), cards=MappingProxyType(cards),
                looking=looking,
            )  # fmt: skip
        case _:
            assert_never(fact)
