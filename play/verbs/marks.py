"""What lies on the cards and beside the seats: tokens, counters, notes, a finger, a card turned sideways."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from cards.rules.limits import clean_line
from play.console.marking import counter_marked, marked_in, tokens_marked
from play.console.values import Around, Do, Parsed, Word, number_in, of_card, piece_named, titled_at
from play.table import events as e
from play.table.card_words import speaks_of_tapping, token_called
from play.table.command import Facts, Moment, SeatCommand
from play.table.limits import COUNT_MAX, NOTE_MAX, TOKEN_KINDS_MAX, TOKEN_NAME_MAX, ask_first
from play.table.narration import Narration, called, line
from play.table.state import Table
from play.table.visibility import find, is_open
from play.verbs.fields import PIECE, Field, flag, maybe_name, name, number, text
from play.verbs.offers import (
    Asks,
    At,
    Button,
    Fields,
    Form,
    FormAt,
    Look,
    OnCounter,
    OnMarks,
    OnOpenCard,
    in_words,
    sending,
)
from play.verbs.talk import may_speak
from play.verbs.verb import Sent, Verb
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused

TOKENS_NEAR = 2  # kinds of token that a card offers beside it


@dataclass(frozen=True, slots=True)
class Tap(SeatCommand):
    piece: str
    tapped: bool = True


@dataclass(frozen=True, slots=True)
class PutTokens(SeatCommand):
    """So many of a token on a piece, or on a seat when `piece` is empty; or so many `more` than there are. Any name
    will do."""

    token: str
    count: int = 0
    piece: str = ""
    on: int = 0
    more: int = 0


@dataclass(frozen=True, slots=True)
class SetCounter(SeatCommand):
    """A seat's counter (`on`), a piece's, or the table's when both are empty: to `value`, or so many `more`."""

    counter: str
    value: int = 0
    on: int = 0
    piece: str = ""
    more: int = 0
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class WriteNote(SeatCommand):
    piece: str
    text: str


@dataclass(frozen=True, slots=True)
class PointAt(SeatCommand):
    """A finger on a card in play, seen by all until something moves."""

    piece: str


def tap(table: Table, command: Tap, moment: Moment) -> Facts:
    id = _in_play(table, command.seat, command.piece)
    is_so = table.pieces[id].tapped == command.tapped
    return () if is_so else (e.PieceTapped(command.seat, id, command.tapped),)


def point(table: Table, command: PointAt, moment: Moment) -> Facts:
    id = _in_play(table, command.seat, command.piece)
    return (e.PointedAt(command.seat, id),) if table.pointing != (command.seat, id) else ()


def note(table: Table, command: WriteNote, moment: Moment) -> Facts:
    id = _in_play(table, command.seat, command.piece)
    words = clean_line(command.text)
    if len(words) > NOTE_MAX:
        raise Refused("words.long", limit=NOTE_MAX)
    if words:
        may_speak(table, command.seat)
    return (e.NoteWritten(command.seat, id, words),)


def put_tokens(table: Table, command: PutTokens, moment: Moment) -> Facts:
    token = token_called(clean_line(command.token), sorted(_names_of_tokens(table)))
    if not 1 <= len(token) <= TOKEN_NAME_MAX:
        raise Refused("token.name", limit=TOKEN_NAME_MAX)
    if token not in _names_of_tokens(table):
        may_speak(table, command.seat)
    if command.piece:
        holder = table.pieces[_in_play(table, command.seat, command.piece)].tokens
    else:
        seat = table.seat(command.on or command.seat)
        if seat is None:
            raise Refused("seat.none")
        holder = seat.tokens
    if token not in dict(holder) and len(holder) >= TOKEN_KINDS_MAX:
        raise Refused("token.many", limit=TOKEN_KINDS_MAX)
    held = dict(holder).get(token, 0)
    count = held + command.more if command.more else command.count
    if not 0 <= count <= COUNT_MAX:
        raise Refused("count.amiss", most=COUNT_MAX)
    if held == count:
        return ()
    on = 0 if command.piece else (command.on or command.seat)
    return (e.TokensPut(command.seat, token, count, command.piece, on),)


def set_counter(table: Table, command: SetCounter, moment: Moment) -> Facts:
    kit = next((k for k in table.equipment.counters if k.id == command.counter), None)
    if kit is None:
        raise Refused("counter.none")
    on, piece = 0, ""
    if kit.scope == "seat":
        on = command.on or command.seat
        if table.seat(on) is None:
            raise Refused("seat.none")
    elif kit.scope == "card":
        piece = _in_play(table, command.seat, command.piece)
    was = table.counter_value(kit.id, on=on, piece=piece)
    value = was + command.more if command.more else command.value
    if abs(value) > COUNT_MAX:
        raise Refused("count.amiss", most=COUNT_MAX)
    beyond = (kit.least is not None and value < kit.least) or (kit.most is not None and value > kit.most)
    noted = ask_first(
        command.seat, command.confirmed, ["ask.beyond"] if beyond else [], least=kit.least, most=kit.most, name=kit.name
    )
    if was == value:
        return ()
    return (*noted, e.CounterSet(command.seat, kit.id, was, value, on, piece))


def counted_on(table: Table, seat: int, counter: str, more: int, moment: Moment, *, confirmed: bool) -> Facts:
    """One of the seat's own counters that many further, as a price or as what a card brings."""
    if not any(kit.id == counter and kit.scope == "seat" for kit in table.equipment.counters):
        raise Refused("counter.none")
    return set_counter(table, SetCounter(seat, counter, more=more, confirmed=confirmed), moment)


def _names_of_tokens(table: Table) -> frozenset[str]:
    """Those the equipment has, and what was given a name by somebody."""
    held = [*(piece.tokens for piece in table.pieces.values()), *(seat.tokens for seat in table.seats)]
    return frozenset(
        {t.name for t in table.equipment.tokens}
        | {*table.named_tokens}
        | {name for tokens in held for name, _ in tokens}
    )


def _in_play(table: Table, seat: int, id: str) -> str:
    _, zone = find(table, seat, id)
    if not is_open(table, zone):
        raise Refused("piece.not_in_play")
    return id


def tell(
    before: Table,
    fact: e.PointedAt | e.PieceTapped | e.TokensPut | e.CounterSet | e.NoteWritten,
    after: Table,
    me: int,
) -> Narration:
    match fact:
        case e.PointedAt(seat=seat, piece=piece):
            return line(seat, message("points at {piece}", piece=called(after, piece, me)), "talk")
        case e.PieceTapped(seat=seat, piece=piece, tapped=tapped):
            words = message("tapped {piece}") if tapped else message("untapped {piece}")
            return line(seat, words.given(piece=called(after, piece, me)), "mark")
        case e.TokensPut(seat=seat, token=token, count=count, piece=piece, on=on):
            holder = before.pieces.get(piece) if piece else before.seat(on)
            was = dict(holder.tokens).get(token, 0) if holder else 0
            words = _changed(after, me, piece, on, seat).given(mark=token, was=was, now=count)
            return line(seat, words, "mark", about=0 if piece else on)
        case e.CounterSet(seat=seat, counter=counter, was=was, value=value, on=on, piece=piece):
            kit = next((k for k in after.equipment.counters if k.id == counter), None)
            words = _changed(after, me, piece, on, seat)
            return line(seat, words.given(mark=kit.name if kit else counter, was=was, now=value), "mark", about=on)
        case e.NoteWritten(seat=seat, piece=piece, text=text):
            words = message("noted on {piece}: {text}", text=text) if text else message("wiped the note off {piece}")
            return line(seat, words.given(piece=called(after, piece, me)), "mark")
        case _:
            assert_never(fact)


def _changed(table: Table, me: int, piece: str, on: int, seat: int) -> Message:
    """Counters or tokens of a piece, of somebody, or one's own or the table's."""
    if piece:
        return message("changed {mark} on {piece} from {was} to {now}", piece=called(table, piece, me))
    if on and on != seat:
        return message("changed {mark} of {who} from {was} to {now}")
    return message("changed {mark} from {was} to {now}")


def _typed_token(around: Around, rest: str, sure: bool) -> Parsed:
    mark = marked_in(around, rest, "token Name [+1] [on N]", may_end_in_title=True)
    token, was = tokens_marked(around, mark)
    piece, on = (mark.piece.id, 0) if mark.piece is not None else ("", mark.seat.number)
    return Do((PutTokens(around.me, token, max(0, mark.after(was)), piece, on),))


def _typed_counter(around: Around, rest: str, sure: bool) -> Parsed:
    mark = marked_in(around, rest, "counter Name [+1] [on N]")
    counter, was, is_shared = counter_marked(around, mark)
    piece, on = (mark.piece.id, 0) if mark.piece is not None else ("", 0 if is_shared else mark.seat.number)
    return Do((SetCounter(around.me, counter, mark.after(was), on, piece, confirmed=sure),))


def _typed_note(around: Around, rest: str, sure: bool) -> Parsed:
    """ "12 mind this", "Man in the Moon: mind this", or a whole title without the colon; without words it is wiped
    off."""
    which, _, words = rest.partition(" ")
    if number_in(which) is None:
        which, has_colon, words = rest.partition(":")
        found, after = titled_at(around, rest, end=False)
        if found is not None and not has_colon:
            return Do((WriteNote(around.me, found.id, after),))
    return Do((WriteNote(around.me, piece_named(around, which, "play").id, words.strip()),))


# --- offered ---------------------------------------------------------------------------------------------------------


def _sideways(at: OnOpenCard) -> Iterator[Button]:
    """Near at hand on a card that speaks of it, and on one that lies sideways."""
    if at.piece.is_tapped or speaks_of_tapping(at.text):
        yield _turned(at, "line")


def _sideways_all_the_same(at: OnOpenCard) -> Iterator[Button]:
    if not (at.piece.is_tapped or speaks_of_tapping(at.text)):
        yield _turned(at, "quiet")


def _turned(at: OnOpenCard, look: Look) -> Button:
    label = message("Untap") if at.piece.is_tapped else message("Tap")
    return Button(label, look, sending(piece=at.piece.id, tapped=int(not at.piece.is_tapped)))


def _finger(at: OnOpenCard) -> Iterator[Button]:
    if at.is_in_reach:
        yield Button(message("Point at it"), "quiet", sending(piece=at.piece.id))


def _finger_at_theirs(at: OnOpenCard) -> Iterator[Button]:
    """What one does first with somebody else's card."""
    if not at.is_in_reach:
        yield Button(message("Point at it"), fields=sending(piece=at.piece.id))


def _noting(at: OnOpenCard) -> Iterator[Form]:
    words = Asks("text", message("Note"), "text", at.piece.note, most=NOTE_MAX)
    yield Form(message("A note on it"), message("Note it"), (words,), sending(piece=at.piece.id))


def _one_more_or_fewer(at: OnOpenCard) -> Iterator[Button]:
    """Each names the number it leads to, of what lies on the card or its words speak of."""
    held = dict(at.piece.tokens)
    for kind in at.tokens[:TOKENS_NEAR]:
        count, token = held.get(kind, 0), sending(piece=at.piece.id, token=kind)
        yield Button(message("One more {token}", token=kind), fields=(*token, *sending(count=count + 1)))
        if count:
            fewer = message("One fewer {token}", token=kind)
            yield Button(fewer, "quiet", (*token, *sending(count=count - 1)))


def _tokens_on_card(at: OnOpenCard) -> Iterator[Form]:
    kinds = tuple(dict.fromkeys((*at.tokens, *at.now.token_names)))
    held, piece = dict(at.piece.tokens), sending(piece=at.piece.id)
    for kind in kinds:
        yield Form(kind, message("Set"), (_how_many(held.get(kind, 0)),), (*piece, *sending(token=kind)))
    yield _another(message("Another token") if kinds else message("A token on it"), piece)


def _tokens_of_seat(at: OnMarks) -> Iterator[Form]:
    held, seat = dict(at.seat.tokens), sending(on=at.seat.number)
    for kind in dict.fromkeys((*held, *at.now.token_names)):
        yield Form(kind, message("Set"), (_how_many(held.get(kind, 0)),), (*seat, *sending(token=kind)))
    yield _another(message("Another token") if held or at.now.token_names else message("A token"), seat)


def _how_many(now: int) -> Asks:
    return Asks("count", message("How many"), "number", now, 0, COUNT_MAX)


def _another(heading: Message, where: Fields) -> Form:
    name = Asks("token", message("Its name"), "text", most=TOKEN_NAME_MAX)
    return Form(heading, message("Put it there"), (name, _how_many(1)), where)


def _further(at: OnCounter) -> Iterator[Button]:
    """It names the value it leads to, so that two presses at once do not add up."""
    counter = at.counter
    if (counter.least is None or at.value >= counter.least) and (counter.most is None or at.value <= counter.most):
        more = message("One {counter} more", counter=counter.name)
        fewer = message("One {counter} fewer", counter=counter.name)
        where = sending(piece=at.piece) if at.piece else sending(on=at.on) if at.on else ()
        fields = (*sending(counter=counter.id, value=at.value), *where)
        yield Button(more if at.value > counter.value else fewer, "quiet", fields)


def _brought(at: OnOpenCard) -> Iterator[Button]:
    """What a card of one's own gives, by its corner."""
    for each in at.yields:
        label = message("Collect {amounts}", amounts=in_words((each,)))
        yield Button(label, fields=sending(counter=each.counter, more=each.count))


def _counters_of_card(at: OnOpenCard) -> Iterator[Form]:
    for counter, heading in at.now.card_counters:
        yield Form(heading, message("Set"), (_value(0),), sending(piece=at.piece.id, counter=counter))


def _counters_of_seat(at: OnMarks) -> Iterator[Form]:
    for counter in at.seat.counters:
        fields = sending(counter=counter.id, on=at.seat.number)
        yield Form(counter.name, message("Set"), (_value(counter.value),), fields)


def _value(now: int) -> Asks:
    return Asks("value", message("To", "value"), "number", now, -COUNT_MAX, COUNT_MAX)


VERBS = (
    Verb(
        Tap, tap,
        sent=(Sent("tap", {"piece": PIECE, "tapped": Field(flag, True)}, 
                   buttons=(At(OnOpenCard, 40, _sideways), At(OnOpenCard, 70, _sideways_all_the_same))),),
        words=(
            Word("tap", "tap N", message("Turn a card in play sideways."), of_card(Tap), "play"),
            Word("untap", "untap N",
                 message("Turn it upright again."), of_card(lambda me, piece: Tap(me, piece, False)), "play"),
        ),
    ),
    Verb(
        PutTokens, put_tokens,
        sent=(
            Sent(
                "token", {"token": Field(text), "count": Field(number, 0), "piece": Field(maybe_name, ""),
                          "on": Field(number, 0), "more": Field(number, 0)},
                buttons=(At(OnOpenCard, 30, _one_more_or_fewer),),
                forms=(FormAt(OnOpenCard, 50, _tokens_on_card), FormAt(OnMarks, 20, _tokens_of_seat)),
            ),
        ),
        words=(
            Word("token", "token Name [+1] [on N]",
                 message("Put a token before you, on a card, or before somebody."), _typed_token, "token",
                 forms=("token Name", "token Name 3", "token Name -1 on N", "token Name +2 for P")),
        ),
    ),
    Verb(
        SetCounter, set_counter,
        sent=(
            Sent(
                "counter", {"counter": Field(name), "value": Field(number), "on": Field(number, 0),
                            "piece": Field(maybe_name, "")},
                confirms=True, buttons=(At(OnCounter, 10, _further),),
                forms=(FormAt(OnOpenCard, 60, _counters_of_card), FormAt(OnMarks, 10, _counters_of_seat)),
            ),
            Sent("collect", {"counter": Field(name), "more": Field(number)}, confirms=True,
                 buttons=(At(OnOpenCard, 25, _brought),)),
        ),
        words=(
            Word("counter", "counter Name [+1] [on N]",
                 message("Change a counter of yours, of the table, of a card or of somebody."),
                 _typed_counter, "counter",
                 forms=("counter Name", "counter Name 5", "counter Name -1 on N", "counter Name +2 for P")),
        ),
    ),
    Verb(
        WriteNote, note,
        sent=(Sent("note", {"piece": PIECE, "text": Field(text, "")}, forms=(FormAt(OnOpenCard, 80, _noting),)),),
        words=(Word("note", "note N words", message("Write a note on a card in play; without words it is wiped off."),
                    _typed_note, "play", forms=("note Title: words",)),),
    ),
    Verb(
        PointAt, point,
        sent=(Sent("point", {"piece": PIECE},
                   buttons=(At(OnOpenCard, 15, _finger_at_theirs), At(OnOpenCard, 60, _finger))),),
        words=(Word("point", "point N", message("Point at a card in play."), of_card(PointAt), "play"),),
    ),
)  # fmt: skip
