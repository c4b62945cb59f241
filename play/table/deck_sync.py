"""What the deck does to its creative table (C1, C3, C5 to C7, C12), and what may be proposed from it."""

from __future__ import annotations

from dataclasses import replace

from cards.rules.kit import check_kit
from play.table import commands as c
from play.table import events as e
from play.table.commands import Luck
from play.table.dealing import homes
from play.table.evolve import fold
from play.table.moves import attached_below
from play.table.state import Table
from play.table.visibility import home_of, is_open, lay, zone_kit
from play.table.zones import ZoneKey
from studio.kernel.refusals import Refused

Facts = tuple[e.Event, ...]


def pause(table: Table, command: c.PauseFor) -> Facts:
    """The game stops until everyone has voted (C1); a new card takes a blank from a limited pile (C12)."""
    blanks = table.blanks
    if command.wants_blank and blanks is not None:
        blanks = max(0, blanks - 1)
    return (e.GamePaused(command.proposal, blanks, command.title),)


def resume(table: Table, command: c.Resume) -> Facts:
    """Play goes on by itself. Withdrawing gives the blank back; a card set aside keeps its paper (C12)."""
    if table.paused_by not in (None, command.proposal):
        return ()
    blanks = table.blanks
    if command.gives_blank and blanks is not None:
        blanks += 1
    return (e.GameResumed(command.proposal, blanks, command.title, command.outcome),)


def enters(table: Table, command: c.CardEnters, luck: Luck) -> Facts:
    """Each copy goes into the draw pile at a uniformly random place (C3); before the set-up it only joins the deck."""
    card = command.card
    if table.state != "playing":
        return (e.CardEntered(card),)
    table = fold(table, (e.CardChanged(card),))
    placed: list[tuple[str, ZoneKey, int, int]] = []
    lengths = {key: len(ids) for key, ids in table.zones.items()}
    for key, seat in homes(table, card):
        for _ in range(command.copies):
            at = luck.below(lengths[key] + 1)
            lengths[key] += 1
            placed.append((luck.piece_id(), key, at, seat))
    return (e.CardEntered(card, tuple(placed)),)


def amended(table: Table, command: c.CardAmended) -> Facts:
    """In place, all copies; what lies on them stays (C6)."""
    return (e.CardChanged(command.card),)


def leaves(table: Table, command: c.CardLeaves, luck: Luck) -> Facts:
    """All copies, or so many of them, hidden ones first, so that nobody need choose; attachments are destroyed (C6)."""
    copies = [p for p in table.pieces.values() if p.card == command.card]
    is_repealed = command.copies is None
    if command.copies is not None:
        order = luck.order(len(copies))
        copies = [copies[n] for n in order]
        copies.sort(key=lambda p: is_open(table, table.zone_of(p.id)))
        copies = copies[: command.copies]
    gone = tuple(sorted(p.id for p in copies))
    doomed: list[str] = []
    for id in gone:
        doomed += [below for below in attached_below(table, id) if below not in gone and below not in doomed]
    destroyed: list[e.Moved] = []
    now = table
    for id in doomed:
        piece, source = now.pieces[id], now.zone_of(id)
        to = home_of(now, now.kit.discard_to, piece, source.seat)
        destroyed.append(lay(now, piece, source, to, luck))
        now = fold(now, (e.PiecesMoved(0, "move", (destroyed[-1],)),))
    left = e.CardLeft(command.card, gone, tuple(destroyed), is_repealed)
    if is_repealed:
        return (left,)
    card = table.cards.get(command.card)
    fewer = (e.CardChanged(replace(card, copies=card.copies - (command.copies or 0))),) if card else ()
    return (left, *fewer)


def rules_changed(table: Table, command: c.RulesChanged) -> Facts:
    return (e.RulesReplaced(command.rules),) if command.rules != table.rules else ()


def kit_replaced(table: Table, command: c.KitReplaced) -> Facts:
    """Zones of the table are laid before it; a kit with other zones waits for the next game."""
    check_kit(command.kit)
    if table.state == "playing" and command.kit.zones != table.kit.zones:
        kept = replace(command.kit, zones=table.kit.zones, hand=table.kit.hand, play_to=table.kit.play_to,
                       act_to=table.kit.act_to, discard_to=table.kit.discard_to, deals=table.kit.deals,
                       sources=table.kit.sources)  # fmt: skip
        return (e.KitChanged(kept),)
    return (e.KitChanged(command.kit),)


def within_reach(table: Table, seat: int) -> frozenset[int] | None:
    """C5: the cards that may be amended or repealed from a seat (0: by somebody without one), wherever it is asked.

    While a game is on those of which a copy is in play, in a discard pile or in one's own hand; None, for any card,
    with the engine rule and before and after a game, when nothing lies anywhere.
    """
    if table.state != "playing" or table.any_card:
        return None
    own = table.hand_of(seat)
    open_to_seat = (key for key in table.zones if key == own or is_open(table, key) or _lies_face_up(table, key))
    return frozenset(table.pieces[piece].card for key in open_to_seat for piece in table.zones[key])


def _lies_face_up(table: Table, key: ZoneKey) -> bool:
    return zone_kit(table, key).face == "up"


def check_eligible(table: Table, seat: int, card: int) -> None:
    """Raise Refused("card.out_of_reach"), the same for a card that is elsewhere and for none."""
    reach = within_reach(table, seat)
    if card not in (table.cards if reach is None else reach):
        raise Refused("card.out_of_reach")


def check_blank(table: Table) -> None:
    """C12: a new card needs a blank where they are limited."""
    if table.blanks == 0:
        raise Refused("blanks.none")
