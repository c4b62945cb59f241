"""Pieces, piles, counters and tokens as a sight shows them, with the presses that one or two taps reach."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from cards.face.face import kind_of
from cards.queries.faces import ReadFace
from cards.values import counts
from play import models as rows
from play.queries.parts import act, base, full, glance, language_of, slug_line, title_of
from play.queries.table_view import TableView
from play.table.sight import CounterSight, PieceSight, Sight, ZoneSight
from play.table.zones import dropped_on
from play.values import Act, CounterView, Mark, PieceView, ZoneView
from studio.kernel.messages import counted, message, series
from studio.live.view import once_a_sight
from studio.web.words import in_language, say, say_html

FACES_AT_ONCE = 24  # more cards are listed by title: five hundred faces are a megabyte and seconds of drawing
NOTHING = SafeString("")
ABILITY = re.compile(r"(?<![“”„\"‘’'«»])\b(action|activate):", re.IGNORECASE)
_TOKEN = re.compile(r"([^\W\d_][\w’'-]{0,20})\s+tokens?\b", re.IGNORECASE)
_NO_NAME = frozenset(
    "a add all an another any both each every few five four her his its less lose many more move my no of one or other"
    " our place put remove set six some spend such take that the their these this those three two your zero".split()
)
TOKENS_NEAR = 2  # kinds of token that a card offers beside it


@once_a_sight
def may_act(view: TableView) -> bool:
    """Whether moves are possible at all: a seat, a game that is on, no vote under way (C1)."""
    now = view.seen
    return bool(now.me) and now.state == "playing" and now.paused_by is None and not view.is_past


def piece_view(
    view: TableView, piece: PieceSight, *, attached: tuple[PieceView, ...] = (), is_close: bool = False,
    with_acts: bool = True, with_face: bool = True,
) -> PieceView:  # fmt: skip
    """One piece; `is_close`: for reading, as in a hand. Its face comes from memory, drawn once for everybody; in a long
    list it has none.
    """
    table, now = view.row, view.seen
    read = view.faces.get(piece.face) if piece.is_known else None
    line, tongue = slug_line(table), language_of(table)
    title = read.title if read else title_of(piece)
    tokens = tuple(mark_of(view, name, count) for name, count in piece.tokens)
    acts = _acts(table, now, piece, read) if with_acts and may_act(view) else ()
    return PieceView(
        id=piece.id,
        zone=piece.zone,
        title=title,
        label=_label(title, piece, tokens, attached, tongue if read else ""),
        language=tongue if read else "",
        number=piece.card,
        kind=kind_of(read.face) if read else "",
        traits=read.face.traits if read else "",
        is_known=read is not None,
        is_face_up=piece.is_face_up,
        is_tapped=piece.is_tapped,
        is_pointed_at=bool(piece.pointed_at_by),
        is_mine=bool(now.me) and piece.zone.seat == now.me,
        type_line=read.face.type_line if read else "",
        glance=glance(read, piece.card, line, tongue) if read and with_face and not is_close else NOTHING,
        face=full(read, piece.card, line, tongue) if read and with_face and is_close else NOTHING,
        tokens=tokens,
        counters=tuple(counter_view(table, c, piece=piece.id, may_press=bool(acts)) for c in piece.counters),
        note=piece.note,
        attached=attached,
        acts=acts,
        address=f"{base(table)}pieces/{piece.id}/",
    )


def _label(
    title: str, piece: PieceSight, tokens: tuple[Mark, ...], attached: tuple[PieceView, ...], tongue: str
) -> SafeString:
    """ "Prize Marrow, 2 rosettes, tapped, with Cold Frame on it", as markup that says in which language titles are."""
    bits = [in_language(title, tongue), *(mark.label for mark in tokens)]
    bits += [f"{c.name} {c.value}" for c in piece.counters]
    if piece.is_tapped:
        bits.append("tapped")
    if piece.pointed_at_by:
        bits.append("pointed at")
    if piece.note:
        bits.append(f"note: {piece.note}")
    if attached:
        cards = mark_safe(say(series(in_language(under.title, under.language) for under in attached)))  # noqa: S308
        bits.append(say_html(message("with {cards} on it"), cards=cards))
    return format_html_join(", ", "{}", ((bit,) for bit in bits))


def _acts(table: rows.Table, now: Sight, piece: PieceSight, read: ReadFace | None) -> tuple[Act, ...]:
    """The presses nearest at hand; the sheet of the piece has all of them."""
    if now.mine is not None and now.mine.hand is not None and piece.zone == now.mine.hand.key:
        return (
            act(table, "play", "Play it", "hot", hotkey="p", piece=piece.id),
            act(table, "discard", "Discard", hotkey="d", pieces=piece.id),
            act(table, "reveal", "Show to all", "quiet", pieces=piece.id),
        )
    zone = next((z for s in now.seats for z in s.zones if z.key == piece.zone), None) or next(
        (z for z in now.zones if z.key == piece.zone), None
    )
    if zone is None or not zone.rules.lies_open:
        return ()
    tokens = _token_acts(table, now, piece, read)
    turned = act(table, "tap", "Untap" if piece.is_tapped else "Tap", piece=piece.id, tapped=int(not piece.is_tapped))
    acts = [*tokens, turned, act(table, "destroy", "Destroy", piece=piece.id)]
    if piece.zone.seat in (0, now.me):
        if read is not None and (ability := ability_of(read)):
            acts.insert(0, act(table, "use", ability, "hot", piece=piece.id))
        if not piece.is_face_up:
            acts.insert(0, act(table, "turn_over", "Turn face up", piece=piece.id, face_up=1))
    acts.append(act(table, "point", "Point at it", "quiet", piece=piece.id))
    if piece.onto:
        acts.append(act(table, "detach", "Take it off", "quiet", piece=piece.id))
    return tuple(acts)


def ability_of(read: ReadFace) -> str:
    """B6: what to press when its text has an "Action:" ability, or one that it calls "Activate:"; else empty. A card
    that speaks of “Action:” abilities, in quotation marks, has none by that."""
    found = {name.casefold() for name in ABILITY.findall(read.face.text.replace("*", ""))}
    return "Use its Action" if "action" in found else "Activate it" if found else ""


def _token_acts(table: rows.Table, now: Sight, piece: PieceSight, read: ReadFace | None) -> list[Act]:
    """One more and one fewer, each naming the number it leads to, of what lies on the card or its words speak of."""
    held, acts = dict(piece.tokens), []
    for name in tokens_near(now, piece, read)[:TOKENS_NEAR]:
        count = held.get(name, 0)
        acts.append(act(table, "token", f"One more {name}", piece=piece.id, token=name, count=count + 1))
        if count:
            acts.append(act(table, "token", f"One fewer {name}", "quiet", piece=piece.id, token=name, count=count - 1))
    return acts


def tokens_near(now: Sight, piece: PieceSight, read: ReadFace | None) -> tuple[str, ...]:
    """The tokens that lie on a card, then those its own words name: "Ritual token", or "Ritual" if the kit has that."""
    names = {name.casefold(): name for name, _ in piece.tokens}
    known = names | {name.casefold(): name for name in now.token_names}
    for word in _tokens_named(read.face.text) if read is not None else ():
        own = next((known[key] for key in (word.casefold(), f"{word} token".casefold()) if key in known), "")
        names.setdefault((own or f"{word} token").casefold(), own or f"{word} token")
    return tuple(names.values())


@lru_cache(maxsize=2000)
def _tokens_named(text: str) -> tuple[str, ...]:
    """ "Ritual", of "place a Ritual token on this card"; not "each" of "each token"."""
    found = {word.casefold(): word for word in _TOKEN.findall(text.replace("*", "")) if word.casefold() not in _NO_NAME}
    return tuple(found.values())


def mark_of(view: TableView, name: str, count: int) -> Mark:
    """Tokens of one kind, in the colour the equipment gives them."""
    colours = dict(view.seen_by_all.token_colours)
    return Mark(
        name, count, say(counted("{count} {token}", "{count} {token}s", count, token=name)), colours.get(name, "")
    )


def counter_view(
    table: rows.Table, counter: CounterSight, *, on: int = 0, piece: str = "", may_press: bool
) -> CounterView:
    """One fewer and one more, each naming the value it leads to, so that two presses at once do not add up."""

    def to(value: int, label: str) -> Act | None:
        beyond = (counter.least is not None and value < counter.least) or (
            counter.most is not None and value > counter.most
        )
        where: dict[str, object] = {"piece": piece} if piece else {"on": on} if on else {}
        if not may_press or beyond:
            return None
        return act(table, "counter", label, "quiet", counter=counter.id, value=value, **where)  # type: ignore[arg-type]

    return CounterView(
        counter.id, counter.name, counter.value, to(counter.value - 1, f"One {counter.name} fewer"),
        to(counter.value + 1, f"One {counter.name} more"),
    )  # fmt: skip


def nested(view: TableView, pieces: Iterable[PieceSight]) -> tuple[PieceView, ...]:
    """What lies open, each piece with what hangs on it (B5)."""
    every = tuple(pieces)
    ids = {piece.id for piece in every}
    below: dict[str, list[PieceSight]] = {}
    for piece in every:
        below.setdefault(piece.onto if piece.onto in ids else "", []).append(piece)

    def views(host: str) -> tuple[PieceView, ...]:
        return tuple(piece_view(view, one, attached=views(one.id)) for one in below.get(host, ()))

    return views("")


def zone_view(view: TableView, zone: ZoneSight) -> ZoneView:
    """A pile shows its top card at most; whoever may browse it opens its sheet."""
    table, now = view.row, view.seen
    if zone.rules.lies_open:
        pieces = nested(view, zone.pieces)
    elif zone.is_hidden or zone.top is None:
        pieces = ()
    else:
        pieces = (piece_view(view, zone.top, with_acts=False),)
    acts: tuple[Act, ...] = ()
    if may_act(view) and zone.rules.is_pile and zone.key == draws_from(now):
        acts = (act(table, "draw", "Draw", "hot", hotkey="w"),)
    words = say(counts.cards(zone.count) if zone.count else message("empty"))
    drops = dropped_on(now.discard_to, zone.key)
    return ZoneView(
        zone.key, zone.name, zone.name.removesuffix(" pile"), zone.form, zone.count, words, zone.owner, pieces, drops,
        zone.is_hidden, zone.may_browse, acts, f"{base(table)}piles/{zone.key}/",
    )  # fmt: skip


def draws_from(now: Sight) -> str:
    """The pile this seat draws from: the shared one or its own."""
    piles = [*now.zones, *(now.mine.zones if now.mine else ())]
    return next((z.key for z in piles if z.key.id == now.draw_from), "")
