"""Playing, discarding, destroying, attaching, and moving anything one may touch (B4 to B6, B9)."""

from __future__ import annotations

from play.table import commands as c
from play.table import events as e
from play.table.commands import Luck, Place
from play.table.evolve import fold
from play.table.limits import ask_first, over_the_limit, play_codes, turn_codes
from play.table.state import Piece, Table
from play.table.visibility import find, hides_from, home_of, is_open, is_pile, lay, zone_kit
from play.table.zones import ZoneKey, rules_of, seats_key
from studio.kernel.refusals import Refused

Facts = tuple[e.Event, ...]


def play(table: Table, command: c.PlayCard, luck: Luck) -> Facts:
    """A card from the hand: a Thing to one's area, an Action to the discard pile, or where a card says."""
    piece, source = _in_hand(table, command.seat, command.piece)
    kind = table.cards[piece.card].kind
    noted = ask_first(command.seat, command.confirmed, play_codes(table, command.seat, kind), kind=kind)
    to = _played_to(table, command, piece, kind)
    face_up = None if command.face_up else False
    move = lay(table, piece, source, to, luck, face_up=face_up)
    facts: list[e.Event] = [*noted, e.PiecesMoved(command.seat, "play", (move,), kind, command.under)]
    if command.onto:
        facts.append(e.Attached(command.seat, move.id, command.onto))
    return tuple(facts)


def _played_to(table: Table, command: c.PlayCard, piece: Piece, kind: str) -> ZoneKey:
    if command.onto:
        _, zone = find(table, command.seat, command.onto)
        if not is_open(table, zone):
            raise Refused("piece.not_in_play")
        return zone
    if command.under:
        return _zone_of_seat(table, table.kit.play_to, command.under)
    if command.to:
        return _reachable(table, command.seat, command.to)
    if kind.casefold() == "action":
        return home_of(table, table.kit.act_to, piece, command.seat)
    return _zone_of_seat(table, table.kit.play_to, command.seat)


def ability(table: Table, command: c.UseAbility) -> Facts:
    """An "Action:" ability counts as the turn's Action for every purpose (B6), unless the kit counts each card's."""
    piece, zone = find(table, command.seat, command.piece)
    if not is_open(table, zone):
        raise Refused("piece.not_in_play")
    turn = table.equipment.turn
    codes: list[str] = []
    if zone.seat not in (0, command.seat):
        codes.append("ask.not_your_card")
    counts_as = turn.abilities_use if turn.abilities_each is None else ""
    codes += play_codes(table, command.seat, counts_as) if counts_as else turn_codes(table, command.seat, "play")
    used = dict(table.turn.activated).get(piece.id, 0)
    if turn.abilities_each is not None and used >= turn.abilities_each:
        codes.append("ask.used_enough")
    noted = ask_first(command.seat, command.confirmed, codes, kind=counts_as or "ability")
    counted = (e.PiecesMoved(command.seat, "play", (), counts_as),) if counts_as else ()
    return (*noted, e.AbilityUsed(command.seat, piece.id), *counted)


def discard(table: Table, command: c.Discard, luck: Luck) -> Facts:
    """From the hand: down to the limit at the end of one's turn; anything else asks (B2, B9)."""
    found = [_in_hand(table, command.seat, id) for id in _distinct(command.pieces)]
    codes = turn_codes(table, command.seat, "discard")
    if len(found) > over_the_limit(table, command.seat):
        codes.append("ask.free_discard")
    noted = ask_first(command.seat, command.confirmed, codes)
    return (*noted, _to_discard(table, command.seat, found, "discard", luck))


def discard_random(table: Table, command: c.DiscardRandom, luck: Luck) -> Facts:
    source = table.hand_of(command.seat)
    hand = table.zones[source]
    if not 1 <= command.count <= len(hand):
        raise Refused("count.amiss", most=len(hand))
    noted = ask_first(command.seat, command.confirmed, ["ask.free_discard"])
    chosen = [hand[n] for n in luck.order(len(hand))[: command.count]]
    found = [(table.pieces[id], source) for id in chosen]
    return (*noted, _to_discard(table, command.seat, found, "discard_random", luck))


def _to_discard(table: Table, seat: int, found: list[tuple[Piece, ZoneKey]], how: e.How, luck: Luck) -> e.PiecesMoved:
    moved: list[e.Moved] = []
    for piece, source in found:
        to = home_of(table, table.kit.discard_to, piece, seat)
        moved.append(lay(table, piece, source, to, luck))
        table = fold(table, (e.PiecesMoved(seat, "move", (moved[-1],)),))
    return e.PiecesMoved(seat, how, tuple(moved))


def destroy(table: Table, command: c.Destroy, luck: Luck) -> Facts:
    """A Thing in play, and what is attached to it (B5)."""
    piece, zone = find(table, command.seat, command.piece)
    if not is_open(table, zone):
        raise Refused("piece.not_in_play")
    doomed = [piece.id, *attached_below(table, piece.id)]
    found = [(table.pieces[id], table.zone_of(id)) for id in doomed]
    return (_to_discard(table, command.seat, found, "destroy", luck),)


def attached_below(table: Table, host: str) -> list[str]:
    """Everything attached to a piece, and to that, and so on."""
    below: list[str] = []
    for id in table.attached_to(host):
        below += [id, *attached_below(table, id)]
    return below


def attach(table: Table, command: c.Attach, luck: Luck) -> Facts:
    piece, source = find(table, command.seat, command.piece)
    host, zone = find(table, command.seat, command.host)
    if not is_open(table, source) or not is_open(table, zone):
        raise Refused("piece.not_in_play")
    if host.id == piece.id or host.id in attached_below(table, piece.id):
        raise Refused("attach.circle")
    facts: list[e.Event] = []
    if source != zone:  # control goes with the host
        facts.append(e.PiecesMoved(command.seat, "move", _with_attached(table, piece, source, zone, luck)))
    return (*facts, e.Attached(command.seat, piece.id, host.id))


def detach(table: Table, command: c.Detach) -> Facts:
    piece, _ = find(table, command.seat, command.piece)
    return (e.Detached(command.seat, piece.id),) if piece.onto else ()


def move(table: Table, command: c.MovePieces, luck: Luck) -> Facts:
    """Anywhere the rules let one touch. Out of a hand asks (B9); so does what does not fit."""
    to = _reachable(table, command.seat, command.to, may_give=True)
    found = [find(table, command.seat, id) for id in _distinct(command.pieces)]
    taken = _taken_from_hands(table, command.seat, found)
    codes: list[str] = []
    if any(source == table.hand_of(command.seat) != to for _, source in found):
        codes.append("ask.from_hand")
    kit = zone_kit(table, to)
    if kit.capacity is not None and len(table.zones[to]) + len(found) > kit.capacity:
        codes.append("ask.zone_full")
    noted = ask_first(command.seat, command.confirmed, codes)
    moved: list[e.Moved] = []
    facts: list[e.Event] = []
    for piece, source in found:
        step = _taken_along(table, piece, source, to, luck, command.place, command.face_up)
        moved += step
        table = fold(table, (e.PiecesMoved(command.seat, "move", step),))
    how: e.How = "give" if to.seat not in (0, command.seat) else "move"
    facts.append(e.PiecesMoved(command.seat, how, tuple(moved), under=to.seat if how == "give" else 0))
    facts += _torn_off(table, [m.id for m in moved])
    return (*noted, *facts, *taken)


def _taken_from_hands(table: Table, seat: int, found: list[tuple[Piece, ZoneKey]]) -> Facts:
    """Out of somebody's hand come only as many as they agreed to (B8); then the hand is theirs alone again."""
    held = [source for _, source in found if source.seat not in (0, seat) and hides_from(table, source, 0)]
    held = [source for source in held if not is_pile(table, source)]
    if not held:
        return ()
    look = next((k for k in table.looking if k.seat == seat), None)
    if look is None or set(held) != {look.zone} or len(held) > look.takes:
        raise Refused("zone.not_yours")
    return (e.LookingEnded(seat),)


def _taken_along(
    table: Table, piece: Piece, source: ZoneKey, to: ZoneKey, luck: Luck, place: Place, face_up: bool | None
) -> tuple[e.Moved, ...]:
    """In play what is attached goes along; out of play it is destroyed (B5)."""
    if piece.id not in table.zones[source]:
        return ()  # it went along with its host already
    if is_open(table, source) and is_open(table, to):
        return _with_attached(table, piece, source, to, luck, face_up)
    moved = [lay(table, piece, source, to, luck, place=place, face_up=face_up)]
    now = fold(table, (e.PiecesMoved(0, "move", tuple(moved)),))
    for id in attached_below(table, piece.id):
        attached = table.pieces[id]
        down = lay(now, attached, source, home_of(table, table.kit.discard_to, attached, source.seat), luck)
        now = fold(now, (e.PiecesMoved(0, "move", (down,)),))
        moved.append(down)
    return tuple(moved)


def _with_attached(
    table: Table, piece: Piece, source: ZoneKey, to: ZoneKey, luck: Luck, face_up: bool | None = None
) -> tuple[e.Moved, ...]:
    moved: list[e.Moved] = []
    for id in [piece.id, *attached_below(table, piece.id)]:
        one = table.pieces[id]
        lies = face_up if face_up is not None and id == piece.id else one.face_up
        moved.append(lay(table, one, table.zone_of(id), to, luck, face_up=lies))
        table = fold(table, (e.PiecesMoved(0, "move", (moved[-1],)),))
    return tuple(moved)


def _torn_off(table: Table, ids: list[str]) -> list[e.Event]:
    """A piece that was moved away from its host no longer hangs on it."""
    torn: list[e.Event] = []
    for id in ids:
        piece = table.pieces.get(id)
        if piece is None or not piece.onto or piece.onto not in table.pieces:
            continue
        if table.zone_of(piece.onto) != table.zone_of(id):
            torn.append(e.Detached(0, id))
    return torn


def _in_hand(table: Table, seat: int, id: str) -> tuple[Piece, ZoneKey]:
    piece, zone = find(table, seat, id)
    if zone != table.hand_of(seat):
        raise Refused("piece.not_in_hand")
    return piece, zone


def _distinct(pieces: tuple[str, ...]) -> tuple[str, ...]:
    if not pieces:
        raise Refused("pieces.none")
    return tuple(dict.fromkeys(pieces))


def _zone_of_seat(table: Table, zone: str, seat: int) -> ZoneKey:
    kit = table.kit.zone(zone)
    if kit is None:
        raise Refused("zone.none", zone=zone[:40])
    key = seats_key(kit, seat)
    zone_kit(table, key)
    return key


def _reachable(table: Table, seat: int, to: ZoneKey, *, may_give: bool = False) -> ZoneKey:
    """A zone one may put a card into: any shared or open one, one's own, and, as a gift, another's hand."""
    if to.seat not in (0, seat) and rules_of(zone_kit(table, to)).is_held and not may_give:
        raise Refused("zone.not_yours")
    return to
