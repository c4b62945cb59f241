"""Pieces, piles, counters and tokens as a sight shows them, with the presses that one or two taps reach."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.safestring import SafeString

from cards.face.face import kind_of
from cards.face.lexicon import Lexicon
from cards.face.terms import terms_of
from cards.queries.faces import ReadFace
from cards.rules.kit import Kit, ZoneKit
from cards.values import counts
from play.queries.offered import Stance, buttons_of
from play.queries.parts import base, foot_line, full, glance, language_of, title_of
from play.queries.table_view import TableView
from play.table.card_words import is_for_any_time, tokens_near
from play.table.kit_words import zone_into, zone_short, zone_title
from play.table.prices import Amount, Currencies, currencies, price, wanted, yields
from play.table.sight import CounterSight, PieceSight, ZoneSight
from play.table.visibility import is_open
from play.table.zones import acted_on, dropped_on, rules_of
from play.values.acts import Act
from play.values.felt import ZoneView
from play.values.pieces import CounterView, Mark, PieceView
from play.verbs.offers import OnCard, OnCounter, OnDrawPile, OnHeldCard, OnOpenCard
from studio.kernel.messages import Slot, Title, counted, message, series
from studio.live.view import once_a_drawing
from studio.speed.hashing import KeepsHash
from studio.speed.lately import Lately, kept
from studio.web.language import in_force
from studio.web.words import in_language, say, say_html, say_slot

FACES_AT_ONCE = 24  # more cards are listed by title: five hundred faces are a megabyte and seconds of drawing
LYING_KEPT, CONTEXTS_KEPT = 3000, 500  # of all tables and sights
TwoAmounts = tuple[tuple[Amount, ...], tuple[Amount, ...]]
NO_AMOUNTS: TwoAmounts = ((), ())
NOTHING = SafeString("")

_contexts: Lately[CardContext] = Lately(CONTEXTS_KEPT)


def piece_view(
    view: TableView, piece: PieceSight, stance: Stance, *, attached: tuple[PieceView, ...] = (), is_close: bool = False,
    with_acts: bool = True, with_face: bool = True,
) -> PieceView:  # fmt: skip
    """One piece; `is_close`: for reading, as in a hand. Its face comes from memory, drawn once for everybody; in a long
    list it has none. A piece that lies as it lay is the same object for all who stand to it alike, in this drawing and
    the next. The view may be of no sight.
    """
    place = _kind_of_place(view, piece, stance) if with_acts and stance.may_act else None
    amounts = _amounts(view, piece, stance) if place is not None else NO_AMOUNTS
    return _piece(
        view, piece, view.face_of(piece), place, amounts, _is_too_many(view, piece), stance.is_mine, attached,
        is_close, with_face,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class CardContext(KeepsHash):
    """All that decides how cards, zones and seats are shown besides what one sees of them and how one stands to it."""

    language: str
    address: str
    foot_line: str
    language_of_deck: str
    lexicon: Lexicon
    taken_down: frozenset[str]
    state: str
    winners: tuple[int, ...]
    draw_from: str
    discard_to: str
    act_to: str
    must_discard: bool
    token_names: tuple[str, ...]
    token_colours: tuple[tuple[str, str], ...]
    own_places: tuple[ZoneKit, ...]
    lie_down: tuple[str, ...]
    play_to: str
    purposes: tuple[tuple[str, str], ...]
    lacking: frozenset[str]


def _own_places(kit: Kit) -> tuple[ZoneKit, ...]:
    """Where a seat has cards lie open, besides the place for Things."""
    return tuple(
        zone for zone in kit.zones if zone.scope == "seat" and rules_of(zone).lies_open and zone.id != kit.play_to
    )


def _lie_down(kit: Kit) -> tuple[str, ...]:
    """Where cards lie beside each other face down."""
    return tuple(zone.id for zone in kit.zones if rules_of(zone).lies_open and zone.face != "up")


@once_a_drawing
def around(view: TableView) -> CardContext:
    table, now = view.row, view.seen_by_all
    context = CardContext(
        in_force(), base(table), foot_line(table), language_of(table), view.lexicon, view.gone, now.state, now.winners,
        now.draw_from, now.discard_to, now.act_to, now.turn is not None and now.turn.must_discard, now.token_names,
        now.token_colours, _own_places(view.table.kit), _lie_down(view.table.kit), view.table.kit.play_to,
        tuple((zone.id, zone.purpose) for zone in view.table.kit.zones if zone.purpose), view.lacking,
    )  # fmt: skip
    return _contexts.get(context, lambda: context)


def around_and(view: TableView, *given: Hashable) -> Hashable:
    """A key: of the view nothing else decides."""
    return around(view), *given


@kept(LYING_KEPT, by=around_and)
def _piece(
    view: TableView, piece: PieceSight, read: ReadFace | None, place: type[OnCard] | None, amounts: TwoAmounts,
    is_too_many: bool, is_mine: bool, attached: tuple[PieceView, ...], is_close: bool, with_face: bool,
) -> PieceView:  # fmt: skip
    """`place` is None where nothing can be done with it."""
    acts = () if place is None else buttons_of(view, _on(view, piece, place, amounts, is_too_many, is_mine), True)
    table = view.row
    line, tongue = foot_line(table), language_of(table)
    theirs = read.language(tongue) if read else ""
    title = read.title if read else title_of(piece)
    tokens = tuple(mark_of(view, name, count) for name, count in piece.tokens)
    return PieceView(
        id=piece.id,
        zone=piece.zone,
        title=title,
        label=_label(title, piece, tokens, attached, theirs),
        language=theirs,
        number=piece.card,
        kind=kind_of(read.face) if read else "",
        traits=read.face.traits if read else "",
        is_known=read is not None,
        is_face_up=piece.is_face_up,
        is_tapped=piece.is_tapped,
        is_pointed_at=bool(piece.pointed_at_by),
        is_mine=is_mine,
        type_line=read.face.type_line if read else "",
        glance=glance(read, piece.card, line, tongue, view.lexicon) if read and with_face and not is_close else NOTHING,
        face=full(read, piece.card, line, tongue, view.lexicon) if read and with_face and is_close else NOTHING,
        tokens=tokens,
        counters=tuple(counter_view(view, c, piece=piece.id, may_press=bool(acts)) for c in piece.counters),
        note=piece.note,
        attached=attached,
        acts=acts,
        address=f"{base(table)}pieces/{piece.id}/",
        terms=terms_of(read.face, view.lexicon) if read and with_face and is_close else (),
        is_for_any_time=is_close and read is not None and is_for_any_time(read.face.text),
    )


def _label(
    title: str, piece: PieceSight, tokens: tuple[Mark, ...], attached: tuple[PieceView, ...], tongue: str
) -> SafeString:
    """ "Prize Marrow, 2 rosettes, tapped, with Cold Frame on it", as markup that says in which language titles are."""
    bits: list[Slot] = [Title(title) if tongue else title, *(mark.label for mark in tokens)]
    bits += [message("{counter} {value}", counter=c.name, value=c.value) for c in piece.counters]
    if piece.is_tapped:
        bits.append(message("tapped"))
    if piece.pointed_at_by:
        bits.append(message("pointed at"))
    if piece.note:
        bits.append(message("note: {text}", text=piece.note))
    if attached:
        cards = series(Title(under.title) if under.language else under.title for under in attached)
        bits.append(message("with {cards} on it", cards=cards))
    return say_html(
        series(bits, "comma"), partial(in_language, language=tongue or next((under.language for under in attached), ""))
    )


def _kind_of_place(view: TableView, piece: PieceSight, stance: Stance) -> type[OnCard]:
    if stance.is_mine and piece.zone.id == view.table.kit.hand:
        return OnHeldCard
    return OnOpenCard if is_open(view.table, piece.zone) else OnCard


def on_card(view: TableView, piece: PieceSight, stance: Stance) -> OnCard:
    """Where the card lies; of one in play also what whoever sees it so reads on it. The view may be of no sight."""
    kind, amounts = _kind_of_place(view, piece, stance), _amounts(view, piece, stance)
    return _on(view, piece, kind, amounts, _is_too_many(view, piece), stance.is_mine)


def _on(
    view: TableView, piece: PieceSight, kind: type[OnCard], amounts: TwoAmounts, is_too_many: bool, is_mine: bool
) -> OnCard:
    now = view.seen_by_all
    if kind is OnHeldCard:
        return OnHeldCard(now, piece, amounts[0], is_too_many, around(view).own_places)
    if kind is not OnOpenCard:
        return kind(now, piece)
    read = view.every_face.get(piece.face) if piece.is_known else None
    text = read.face.text if read is not None else ""
    tokens = tokens_near(text, (name for name, _ in piece.tokens), now.token_names)
    return OnOpenCard(now, piece, text, tokens, is_mine or not piece.zone.seat, *amounts)


def _is_too_many(view: TableView, piece: PieceSight) -> bool:
    """It is in the hand of whoever is at discarding, and still has to."""
    turn, zone = view.seen_by_all.turn, piece.zone
    return turn is not None and turn.must_discard and (zone.id, zone.seat) == (view.table.kit.hand, turn.seat)


def _amounts(view: TableView, piece: PieceSight, stance: Stance) -> TwoAmounts:
    """What a card in one's hand costs, as far as one has that; what one in play brings, and is worth. Of one's own."""
    read = view.every_face.get(piece.face) if stance.is_mine and piece.is_known else None
    owner = view.seen_by_all.seat(piece.zone.seat) if read is not None else None
    if read is None or owner is None or not owner.counters:
        return NO_AMOUNTS
    face, of, lexicon = read.face, _currencies(view), view.lexicon
    if piece.zone.id == view.table.kit.hand:
        return price(wanted(face.cost, of.cost, face.text, lexicon), owner.counters), ()
    brings = yields(wanted(face.gain, of.gain, "", lexicon), owner.counters)
    return brings, yields(wanted(face.value, of.value, "", lexicon), owner.counters) if of.value else ()


@once_a_drawing
def _currencies(view: TableView) -> Currencies:
    faces = (view.every_face.get(rule.face) for rule in view.table.rules)
    return currencies(view.lexicon.corners, tuple(read.face.text for read in faces if read is not None))


def mark_of(view: TableView, name: str, count: int) -> Mark:
    """Tokens of one kind, in the colour the equipment gives them."""
    now = view.seen_by_all
    colours = dict(now.token_colours)
    words = counted("{count} {token}", "{count} × {token}", count, token=name)  # a name of theirs has no plural of ours
    return Mark(name, count, say(words), colours.get(name, ""), now.token_names[:1] == (name,))


def counter_view(
    view: TableView, counter: CounterSight, *, on: int = 0, piece: str = "", may_press: bool
) -> CounterView:
    """With one fewer and one more. The view may be of no sight."""

    def to(value: int) -> Act | None:
        return next(iter(buttons_of(view, OnCounter(counter, value, on, piece), True)), None) if may_press else None

    return CounterView(counter.id, counter.name, counter.value, to(counter.value - 1), to(counter.value + 1))


def nested(view: TableView, pieces: Iterable[PieceSight], stance: Stance) -> tuple[PieceView, ...]:
    """What lies open, each piece with what hangs on it (B5)."""
    every = tuple(pieces)
    ids = {piece.id for piece in every}
    below: dict[str, list[PieceSight]] = {}
    for piece in every:
        below.setdefault(piece.onto if piece.onto in ids else "", []).append(piece)
    return _hung_on("", below, view, stance)


def _hung_on(
    host: str, below: Mapping[str, Sequence[PieceSight]], view: TableView, stance: Stance
) -> tuple[PieceView, ...]:
    """(No function inside `nested`: one that calls itself is a cycle, and would keep the view and all of its drawing
    until the collector comes.)"""
    return tuple(
        piece_view(view, one, stance, attached=_hung_on(one.id, below, view, stance)) for one in below.get(host, ())
    )


@once_a_drawing
def zone_view(view: TableView, zone: ZoneSight, stance: Stance) -> ZoneView:
    """A pile shows its top card at most; whoever may browse it opens its sheet. The same object for all who see it so
    and stand to it alike."""
    if zone.rules.lies_open:
        pieces = nested(view, zone.pieces, stance)
    elif zone.is_hidden or zone.top is None:
        pieces = ()
    else:
        pieces = (piece_view(view, zone.top, stance, with_acts=False),)
    return _zone(view, zone, stance, pieces)


def _zone(view: TableView, zone: ZoneSight, stance: Stance, pieces: tuple[PieceView, ...]) -> ZoneView:
    acts: tuple[Act, ...] = ()
    if zone.rules.is_pile and is_drawn_from(view, zone, stance):
        acts = buttons_of(view, OnDrawPile(), stance.may_act)
    words = say(counts.cards(zone.count) if zone.count else message("empty"))
    now = around(view)
    is_near = stance.is_mine or not zone.owner
    drops = dropped_on(now.discard_to, zone.key) if is_near else ()
    drops_actions = acted_on(now.act_to, zone.key, must_discard=now.must_discard) if is_near else ()
    title, short = (say_slot(word(zone.key.id, zone.name)) for word in (zone_title, zone_short))
    return ZoneView(
        zone.key, title, short, zone.rules.is_pile, zone.count, words, zone.owner, pieces, drops,
        zone.is_hidden, zone.may_browse, acts, f"{now.address}piles/{zone.key}/", drops_actions,
        zone.key.id in now.lie_down, zone.key.id == now.play_to, purpose_of(now, zone),
        say(zone_into(zone.key.id, zone.name)),
    )  # fmt: skip


def purpose_of(now: CardContext, zone: ZoneSight) -> str:
    """What the place is for, as its deck says; "" where it does not."""
    return dict(now.purposes).get(zone.key.id, "")


def is_drawn_from(view: TableView, zone: ZoneSight, stance: Stance) -> bool:
    """Whether one draws from this pile: the shared one or one's own."""
    return zone.key.id == around(view).draw_from and (stance.is_mine or not zone.owner)
