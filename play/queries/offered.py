"""What the verbs offer at a place, as buttons and small forms of a page: addresses, words, and what can be chosen."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from play import models as rows
from play.queries.parts import act, all_zones, language_of, title_of
from play.queries.table_view import TableView
from play.table.kit_words import zone_title
from play.table.sight import ZoneSight
from play.values.acts import Act
from play.values.sheets import Input, Option, SheetForm
from play.verbs import offers
from play.verbs.registry import BUTTONS, FORMS
from play.verbs.verb import When
from studio.kernel.messages import Message, Slot, message
from studio.live.view import once_a_sight
from studio.web.words import say, say_slot


@once_a_sight
def may_act(view: TableView) -> bool:
    """Whether moves are possible at all: a seat, a game that is on, no vote under way (C1)."""
    now = view.seen
    return bool(now.me) and now.state == "playing" and now.paused_by is None and not view.is_past


class Stance(NamedTuple):
    """How one stands to what lies somewhere. What is offered there depends on this and on what one sees of it, so that
    all who stand to it alike are shown the same."""

    may_act: bool
    is_mine: bool  # it lies in one's own place


def stance_to(view: TableView, owner: int) -> Stance:
    """To what is a seat's (0: the table's own)."""
    return stances(view)[bool(owner) and owner == view.seen.me]


@once_a_sight
def stances(view: TableView) -> tuple[Stance, Stance]:
    """To what is another's or the table's own, and to what is one's own."""
    return Stance(may_act(view), False), Stance(may_act(view), True)


def buttons(view: TableView, place: object) -> tuple[Act, ...]:
    """What one press does there, the nearest at hand first. `place` is one of the classes of play/verbs/offers.py."""
    return buttons_of(view, place, may_act(view))


def buttons_of(view: TableView, place: object, plays: bool) -> tuple[Act, ...]:
    """The same for all who may act alike, so that the view need be of no sight."""
    table, said = view.row, view.drawing.memory("labels", view.language)
    return tuple(
        _act(table, sent.name, button, said)
        for verb, sent, at in BUTTONS[type(place)]
        if plays or verb.when is not When.PLAYING
        for button in at.gives(place)
    )


def button(view: TableView, place: object) -> Act | None:
    """The one that there is, if any."""
    return next(iter(buttons(view, place)), None)


def forms(view: TableView, place: object) -> tuple[SheetForm, ...]:
    """What has to be typed or chosen, but for what there is nothing to choose among."""
    plays = may_act(view)
    return tuple(
        shown
        for verb, sent, at in FORMS[type(place)]
        if plays or verb.when is not When.PLAYING
        for form in at.gives(place)
        if (shown := _form(view, sent.name, form)) is not None
    )


def _act(table: rows.Table, verb: str, button: offers.Button, said: dict[Message, str]) -> Act:
    """`said` are labels in words: there are a dozen of them, and hundreds of buttons in a drawing."""
    label = said.get(button.label)
    if label is None:
        label = said[button.label] = say(button.label)
    hint = say(button.hint) if button.hint is not None else ""
    return act(table, verb, label, button.look, hotkey=button.hotkey, hint=hint, fields=button.fields)


def _form(view: TableView, verb: str, form: offers.Form) -> SheetForm | None:
    inputs = tuple(_input(view, one) for one in form.asks)
    if any(one.sort in ("choice", "choices") and not one.options for one in inputs):
        return None
    heading = say(form.heading) if isinstance(form.heading, Message) else form.heading
    button = say(form.button)
    address = act(view.row, verb, button, fields=form.fields).address
    return SheetForm(verb, heading, button, address, inputs, say(form.hint) if form.hint is not None else "")


def _input(view: TableView, asks: offers.Asks) -> Input:
    label = say(asks.label)
    match asks.among:
        case "number" | "text":
            return Input(asks.name, label, asks.among, str(asks.value), asks.least, asks.most)
        case "players":
            return Input(asks.name, label, "choices", options=_players(view))
        case "player":
            return Input(asks.name, label, "choice", options=_players(view))
        case "cards":
            return Input(asks.name, label, "choice", options=_open_cards(view, asks.besides))
        case "zones" | "piles":
            return Input(asks.name, label, "choice", options=_zones(view, asks.besides, piles=asks.among == "piles"))
        case "ends":
            return Input(asks.name, label, "choice", options=_ends())
        case "teams":
            return Input(asks.name, label, "choice", options=_teams(view))
        case "sides":
            return Input(asks.name, label, "choice", options=_sides(view))
        case _:
            assert_never(asks.among)


def _players(view: TableView) -> tuple[Option, ...]:
    now = view.seen
    others = (s.number for s in now.seats if s.is_playing and s.number != now.me)
    return tuple(Option(str(number), view.seat_name(number)) for number in others)


def _open_cards(view: TableView, besides: str) -> tuple[Option, ...]:
    language = language_of(view.row)
    return tuple(
        Option(p.id, with_owner(view, zone, title_of(p)), language=language if p.is_known else "")
        for zone in all_zones(view.seen)
        if zone.rules.lies_open
        for p in zone.pieces
        if p.id != besides
    )


def _zones(view: TableView, besides: str, *, piles: bool) -> tuple[Option, ...]:
    """One's own first, then the table's, then everybody's by their names. What others have lying face down for
    themselves is none of the places where one puts a card."""
    me = view.seen.me
    found = [zone for zone in all_zones(view.seen) if zone.key != besides and (zone.rules.is_pile or not piles)]
    near = [zone for zone in found if zone.owner in (0, me) or not (zone.rules.is_pile and zone.is_hidden)]
    near.sort(key=lambda zone: (zone.owner != me, zone.owner))
    return tuple(
        Option(zone.key, say_slot(zone_title(zone.key.id, zone.name)), group=_whose(view, zone.owner)) for zone in near
    )


def _whose(view: TableView, owner: int) -> str:
    if not owner:
        return say(message("On the table"))
    return say(message("Yours")) if owner == view.seen.me else view.seat_name(owner)


def _ends() -> tuple[Option, ...]:
    return (
        Option("top", say(message("On top")), True),
        Option("bottom", say(message("At the bottom"))),
        Option("random", say(message("Somewhere"))),
    )


def _teams(view: TableView) -> tuple[Option, ...]:
    teams = (Option(str(n), say(message("Team {number}", number=n))) for n in range(1, view.seen.teams + 1))
    return (Option("0", say(message("Alone"))), *teams)


def _sides(view: TableView) -> tuple[Option, ...]:
    now = view.seen
    mine = now.mine.side if now.mine else ""
    return (
        Option("", say(message("None", "side")), not mine),
        *(Option(side, side, side == mine) for side in now.sides),
    )


def with_owner(view: TableView, zone: ZoneSight, what: Slot) -> str:
    """ "Hand, yours", "Hand, Idris", or just what it is at the table's."""
    if not zone.owner:
        return say_slot(what)
    if zone.owner == view.seen.me:
        return say(message("{what}, yours", what=what))
    return say(message("{what}, {who}", what=what, who=view.seat_name(zone.owner)))
