"""Which facts follow from what is asked of a table, or a refusal. One pure function."""

from __future__ import annotations

from cards.rules.limits import clean_line, clean_text
from play.table import commands as c
from play.table import dealing, deck_sync, lobby, moves, questions, reveal, turns
from play.table import events as e
from play.table.commands import Moment
from play.table.evolve import fold
from play.table.limits import (
    COUNT_MAX,
    DICE_MAX,
    DRAW_MAX,
    NOTE_MAX,
    SAY_MAX,
    SIDES_MAX,
    TOKEN_KINDS_MAX,
    TOKEN_NAME_MAX,
    ask_first,
    draws_due,
    moves_on_to,
    turn_codes,
)
from play.table.state import Table, free_die
from play.table.visibility import find, is_open, is_pile, zone_kit
from play.table.zones import ZoneKey, rules_of, seats_key
from studio.kernel.refusals import Refused

Facts = tuple[e.Event, ...]

# Everything else stops while the game is paused for a vote, and needs a game that is on (C1).
ANY_TIME = (c.TakeSeat, c.Stand, c.HandOver, c.Speak, c.AnswerQuestion, c.AskTable, c.FreshPack)
BEFORE = (c.JoinTeam, c.ChooseSide, c.GetReady, c.Begin, c.PlayAgain)
BY_THE_DECK = (c.PauseFor, c.Resume, c.CardEnters, c.CardAmended, c.CardLeaves, c.RulesChanged, c.KitReplaced,
               c.BallotMoves)  # fmt: skip


def decide(table: Table, command: c.Command, moment: Moment) -> Facts:
    """The facts that follow. Raises Refused(code); a code "ask.…" may be asked again with `confirmed`."""
    if isinstance(command, c.OpenTable):
        return lobby.open_table(table, command)
    if not table.seats:
        raise Refused("table.none")
    if isinstance(command, BY_THE_DECK):
        return _by_the_deck(table, command, moment)
    if isinstance(command, c.TakeSeat):
        return lobby.take_seat(table, command)
    _check_seat(table, command)
    if isinstance(command, ANY_TIME + BEFORE):
        return _around(table, command, moment)
    if table.state != "playing":
        raise Refused("table.over" if table.state == "over" else "table.not_begun")
    if table.paused_by is not None:
        raise Refused("table.paused", proposal=table.paused_by)
    begun = _goes_on(table, command)
    facts = (*begun, *_verb(fold(table, begun), command, moment))
    return (*facts, *dealing.filled_when_empty(fold(table, facts), command.seat, moment.luck))


def _goes_on(table: Table, command: c.Command) -> Facts:
    """Playing a card after the draw is playing, discarding down after that discarding: phases go on by themselves."""
    does = {c.PlayCard: "play", c.UseAbility: "play", c.Discard: "discard"}.get(type(command))
    phase = moves_on_to(table, command.seat, does) if does else None  # type: ignore[union-attr]
    return (e.PhaseBegan(command.seat, phase),) if phase is not None else ()  # type: ignore[union-attr]


def _check_seat(table: Table, command: c.Command) -> None:
    seat = table.seat(command.seat)  # type: ignore[union-attr]
    if seat is None or seat.person is None:
        raise Refused("seat.not_yours")


def _around(table: Table, command: c.Command, moment: Moment) -> Facts:
    match command:
        case c.Stand():
            facts = lobby.stand(table, command)
            return (*facts, *questions.settled(fold(table, facts), moment))
        case c.HandOver():
            return lobby.hand_over(table, command)
        case c.JoinTeam():
            return lobby.join_team(table, command)
        case c.ChooseSide():
            return lobby.choose_side(table, command)
        case c.GetReady():
            return lobby.get_ready(table, command)
        case c.Begin():
            if table.paused_by is not None:
                raise Refused("table.paused", proposal=table.paused_by)
            return lobby.begin(table, command, moment)
        case c.PlayAgain():
            return lobby.play_again(table, command)
        case c.Speak():
            return _speak(table, command)
        case c.FreshPack(blanks=blanks):
            if blanks is not None and not 0 <= blanks <= 1000:
                raise Refused("count.amiss", most=1000)
            return (e.PackOpened(command.seat, blanks),)
        case c.AskTable():
            if table.state == "over" or (table.state == "gathering" and command.about in ("win", "abandon", "undo")):
                raise Refused("table.over" if table.state == "over" else "table.not_begun")
            if table.paused_by is not None and command.about in ("undo", "win"):
                raise Refused("table.paused", proposal=table.paused_by)
            return questions.ask_table(table, command, moment)
        case c.AnswerQuestion():
            return questions.answer(table, command, moment)
    raise AssertionError(command)


def _verb(table: Table, command: c.Command, moment: Moment) -> Facts:
    luck = moment.luck
    match command:
        case c.Draw():
            return _draw(table, command, moment)
        case c.PlayCard():
            return moves.play(table, command, luck)
        case c.UseAbility():
            return moves.ability(table, command)
        case c.Discard():
            return moves.discard(table, command, luck)
        case c.DiscardRandom():
            return moves.discard_random(table, command, luck)
        case c.Destroy():
            return moves.destroy(table, command, luck)
        case c.Attach():
            return moves.attach(table, command, luck)
        case c.Detach():
            return moves.detach(table, command)
        case c.MovePieces():
            return moves.move(table, command, luck)
        case c.ShuffleZone() | c.ShuffleIn():
            return _shuffle(table, command, moment)
        case c.Reveal():
            return reveal.reveal(table, command)
        case c.LookAtTop():
            return reveal.look_at_top(table, command, luck)
        case c.PutBack():
            return reveal.put_back(table, command, luck)
        case c.SearchPile():
            return reveal.search(table, command, luck)
        case c.StopLooking():
            return reveal.stop_looking(table, command, luck)
        case c.AskHand():
            return questions.ask_hand(table, command, moment)
        case c.TurnOver():
            return reveal.turn_over(table, command)
        case c.EndPhase():
            return turns.end_phase(table, command)
        case c.EndTurn():
            return turns.end_turn(table, command)
        case c.SkipTurn():
            return turns.skip_turn(table, command)
        case c.ExtraTurn():
            return turns.extra_turn(table, command)
        case c.KnockOut():
            return questions.knock_out(table, command, moment)
        case c.ComeBack():
            return turns.come_back(table, command)
    return _mark(table, command, moment)


def _draw(table: Table, command: c.Draw, moment: Moment) -> Facts:
    """From the pile the kit names, or another; more than the turn's draw, or out of turn, is asked about (B2)."""
    if not 1 <= command.count <= DRAW_MAX:
        raise Refused("count.amiss", most=DRAW_MAX)
    zone = table.kit.zone(command.zone.id or table.equipment.turn.draw_from)
    if zone is None or not rules_of(zone).is_pile:
        raise Refused("zone.none", zone=command.zone[:40])
    key = command.zone if command.zone.seat else seats_key(zone, command.seat)
    zone_kit(table, key)
    codes = turn_codes(table, command.seat, "draw")
    if not codes and table.turn.drawn + command.count > draws_due(table, command.seat):
        codes = ["ask.draw_more"]
    noted = ask_first(command.seat, command.confirmed, codes, due=draws_due(table, command.seat))
    put_down = reveal.taken_from_others(table, command.seat, key, moment.luck, searched=True)
    return (*noted, *put_down, *dealing.draw(fold(table, put_down), command.seat, key, command.count, moment.luck))


def _shuffle(table: Table, command: c.ShuffleZone | c.ShuffleIn, moment: Moment) -> Facts:
    for key in (command.zone, command.to) if isinstance(command, c.ShuffleIn) else (command.zone,):
        if not is_pile(table, key):
            raise Refused("zone.not_a_pile")
    if isinstance(command, c.ShuffleIn):
        if command.zone == command.to:
            raise Refused("zone.same")
        return (dealing.shuffled(table, command.seat, command.to, moment.luck, command.zone),)
    return (dealing.shuffled(table, command.seat, command.zone, moment.luck),)


def _mark(table: Table, command: c.Command, moment: Moment) -> Facts:
    """Tokens, counters, notes, dice: what lies on the cards and what chance says."""
    seat = command.seat  # type: ignore[union-attr]
    match command:
        case c.Tap(piece=id, tapped=tapped):
            piece = _in_play(table, seat, id)
            return (e.PieceTapped(seat, id, tapped),) if table.pieces[piece].tapped != tapped else ()
        case c.PointAt(piece=id):
            return (e.PointedAt(seat, _in_play(table, seat, id)),) if table.pointing != (seat, id) else ()
        case c.WriteNote(piece=id, text=text):
            _in_play(table, seat, id)
            words = clean_line(text)
            if len(words) > NOTE_MAX:
                raise Refused("words.long", limit=NOTE_MAX)
            if words:
                _may_speak(table, seat)
            return (e.NoteWritten(seat, id, words),)
        case c.PutTokens():
            return _tokens(table, command)
        case c.SetCounter():
            return _counter(table, command)
        case c.Roll():
            return _roll(table, command, moment)
        case c.FlipCoin():
            return (e.CoinFlipped(seat, moment.luck.below(2) == 1),)
        case c.ChooseSeat():
            playing = [s for s in dealing.players(table) if not s.is_out]
            return (e.SeatChosen(seat, playing[moment.luck.below(len(playing))].number),)
        case c.ChoosePiece(zone=zone):
            return _choose_piece(table, command, zone, moment)
    raise AssertionError(command)


def _in_play(table: Table, seat: int, id: str) -> str:
    _, zone = find(table, seat, id)
    if not is_open(table, zone):
        raise Refused("piece.not_in_play")
    return id


def _tokens(table: Table, command: c.PutTokens) -> Facts:
    token = clean_line(command.token)
    if not 1 <= len(token) <= TOKEN_NAME_MAX:
        raise Refused("token.name", limit=TOKEN_NAME_MAX)
    if token not in _names_of_tokens(table):
        _may_speak(table, command.seat)
    if not 0 <= command.count <= COUNT_MAX:
        raise Refused("count.amiss", most=COUNT_MAX)
    if command.piece:
        holder = table.pieces[_in_play(table, command.seat, command.piece)].tokens
    else:
        seat = table.seat(command.on or command.seat)
        if seat is None:
            raise Refused("seat.none")
        holder = seat.tokens
    if token not in dict(holder) and len(holder) >= TOKEN_KINDS_MAX:
        raise Refused("token.many", limit=TOKEN_KINDS_MAX)
    if dict(holder).get(token, 0) == command.count:
        return ()
    on = 0 if command.piece else (command.on or command.seat)
    return (e.TokensPut(command.seat, token, command.count, command.piece, on),)


def _names_of_tokens(table: Table) -> frozenset[str]:
    """Those the equipment has, and what lies on the table under a name that somebody gave it."""
    held = [*(piece.tokens for piece in table.pieces.values()), *(seat.tokens for seat in table.seats)]
    return frozenset({t.name for t in table.equipment.tokens} | {name for tokens in held for name, _ in tokens})


def counter_value(table: Table, counter: str, *, on: int = 0, piece: str = "") -> int:
    """A counter's value, its start while nobody has touched it. KeyError for one the equipment does not have."""
    kit = next((k for k in table.equipment.counters if k.id == counter), None)
    if kit is None:
        raise KeyError(counter)
    pairs = table.counters
    start = kit.start
    if piece:
        pairs = table.pieces[piece].counters
    elif on:
        seat = table.seat(on)
        pairs = seat.counters if seat else ()
        start = dict(kit.differs).get(on, kit.start)
    return dict(pairs).get(counter, start)


def _counter(table: Table, command: c.SetCounter) -> Facts:
    kit = next((k for k in table.equipment.counters if k.id == command.counter), None)
    if kit is None:
        raise Refused("counter.none")
    if abs(command.value) > COUNT_MAX:
        raise Refused("count.amiss", most=COUNT_MAX)
    on, piece = 0, ""
    if kit.scope == "seat":
        on = command.on or command.seat
        if table.seat(on) is None:
            raise Refused("seat.none")
    elif kit.scope == "card":
        piece = _in_play(table, command.seat, command.piece)
    beyond = (kit.least is not None and command.value < kit.least) or (
        kit.most is not None and command.value > kit.most
    )
    noted = ask_first(
        command.seat, command.confirmed, ["ask.beyond"] if beyond else [], least=kit.least, most=kit.most, name=kit.name
    )
    was = counter_value(table, kit.id, on=on, piece=piece)
    if was == command.value:
        return ()
    return (*noted, e.CounterSet(command.seat, kit.id, was, command.value, on, piece))


def _roll(table: Table, command: c.Roll, moment: Moment) -> Facts:
    if command.dice:
        if len(command.dice) > DICE_MAX:
            raise Refused("dice.many", limit=DICE_MAX)
        known = {die.id: die for die in table.equipment.dice}
        if missing := [id for id in command.dice if id not in known]:
            raise Refused("die.none", die=missing[0][:20])
        rolled = tuple((id, known[id].faces[moment.luck.below(len(known[id].faces))]) for id in command.dice)
        return (e.DiceRolled(command.seat, rolled),)
    if not 1 <= command.count <= DICE_MAX or not 2 <= command.sides <= SIDES_MAX:
        raise Refused("dice.amiss", dice=DICE_MAX, sides=SIDES_MAX)
    die = free_die(command.sides)
    faces = tuple((die, str(1 + moment.luck.below(command.sides))) for _ in range(command.count))
    return (e.DiceRolled(command.seat, faces),)


def _choose_piece(table: Table, command: c.ChoosePiece, zone: ZoneKey, moment: Moment) -> Facts:
    kit = zone_kit(table, zone)
    if kit.face != "up" and zone != table.hand_of(command.seat):
        raise Refused("zone.not_yours")
    ids = table.zones[zone]
    if not ids:
        raise Refused("zone.empty")
    return (e.PieceChosen(command.seat, zone, ids[moment.luck.below(len(ids))]),)


def _speak(table: Table, command: c.Speak) -> Facts:
    words = clean_text(command.text).strip()
    if not words:
        raise Refused("remark.empty")
    if len(words) > SAY_MAX:
        raise Refused("remark.long", limit=SAY_MAX)
    _may_speak(table, command.seat)
    return (e.Said(command.seat, words),)


def _may_speak(table: Table, seat: int) -> None:
    """Quiet is about every word of one's own that others are shown: talk, reasons, notes, names of tokens."""
    who = table.seat(seat)
    if who is not None and who.is_muted:
        raise Refused("seat.muted")


def _by_the_deck(table: Table, command: c.Command, moment: Moment) -> Facts:
    match command:
        case c.PauseFor():
            return deck_sync.pause(table, command)
        case c.Resume():
            facts = deck_sync.resume(table, command)
            return (*facts, *questions.settled(fold(table, facts), moment))
        case c.CardEnters():
            return deck_sync.enters(table, command, moment.luck)
        case c.CardAmended():
            return deck_sync.amended(table, command)
        case c.CardLeaves():
            return deck_sync.leaves(table, command, moment.luck)
        case c.RulesChanged():
            return deck_sync.rules_changed(table, command)
        case c.KitReplaced():
            return deck_sync.kit_replaced(table, command)
        case c.BallotMoves(proposal=proposal):
            return (e.BallotMoved(proposal),)
    raise AssertionError(command)
