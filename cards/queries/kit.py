"""What lies on a deck's table, in words and as a form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.html import format_html
from django.utils.safestring import SafeString

from cards import models as rows
from cards.face.face import Face
from cards.face.language import tag
from cards.forms.kit import fields_of, row_count
from cards.forms.kit_fields import SECTIONS, ZONES, Choices, cell
from cards.queries.composer import OPEN
from cards.queries.deck_view import DeckView
from cards.queries.faces import read_for_page
from cards.queries.form_rows import BLANK_ROWS, row_list
from cards.rules.deck import BallotSort, Change, SetKit
from cards.rules.effects import effect_words, kit_in_force
from cards.rules.kit import DVORAK, MULTI_DECK, Kit
from cards.rules.kit_part import KitPart
from cards.rules.kit_words import kit_parts
from cards.storage.store import changes_of
from cards.values.kit import Cell, KitPage, PartGroup, PartShown
from cards.verbs.proposing import Propose, Reword
from cards.verbs.verb import Wish
from studio.kernel.codec import digest
from studio.kernel.inputs import Inputs, whole_number
from studio.kernel.messages import Message, Slot, Title, message, series
from studio.kernel.refusals import Refused
from studio.web.addresses import path_to
from studio.web.words import say, say_html, say_slot

READY_MADE = {"dvorak": (message("Plain Dvorak"), DVORAK), "multi-deck": (message("Multi-deck"), MULTI_DECK)}


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a form of the kit starts from: the deck's, a ready-made one, or a proposal that is worded anew.

    `rest` is the kit that keeps what the form does not show: the deck's as it is now, or the proposal's own where it
    was written on that.
    """

    kit: Kit
    rest: Kit
    hidden: tuple[tuple[str, str], ...] = ()
    heading: Message | None = None


def beginning(view: DeckView, asked: Mapping[str, str]) -> Beginning:
    """From the address or the form's hidden fields. Refused("proposal.none") for what is not there."""
    start = _beginning(view, asked)
    at_table = (("from", "table"),) if asked.get("from") == "table" else ()
    return replace(start, hidden=(*start.hidden, *at_table))


def _beginning(view: DeckView, asked: Mapping[str, str]) -> Beginning:
    deck_kit = view.of_all().deck.kit
    if number := asked.get("reword"):
        row, change = _proposed(view, number)
        if row.state in ("aside", "withdrawn"):
            return _adjusting(view, change, row.number)
        if row.state not in OPEN:
            return Beginning(deck_kit, deck_kit)
        if row.by_id != view.member_id:
            raise _none(number)
        hidden = (("reword", str(row.number)), ("wording", str(row.wording)))
        return Beginning(change.kit, _rest(view, change), hidden, message("Change what you proposed"))
    if number := asked.get("adjust"):
        row, change = _proposed(view, number)
        if row.state not in ("aside", "withdrawn"):
            raise _none(number)
        return _adjusting(view, change, row.number)
    if (ready := asked.get("start", "")) in READY_MADE:
        return Beginning(READY_MADE[ready][1], deck_kit)
    return Beginning(deck_kit, deck_kit)


def _adjusting(view: DeckView, change: SetKit, number: int) -> Beginning:
    hidden = (("adjust", str(number)),)
    return Beginning(change.kit, _rest(view, change), hidden, message("Adjust what was set aside"))


def _rest(view: DeckView, change: SetKit) -> Kit:
    kit = view.of_all().deck.kit
    return change.kit if change.was == digest(kit) else kit


def asked_for(view: DeckView, given: Inputs, kit: Kit, more: Iterable[Change] = (), faces: Iterable[Face] = ()) -> Wish:
    """Another kit, with `more` changes along: put to the table, or worded anew, as the form's hidden fields say."""
    assert view.member_id is not None
    by, changes = view.member_id, (SetKit(kit, given.text("was", 64)), *more)
    if given.get("reword"):
        proposal, wording = given.whole_number("reword", otherwise=0), given.whole_number("wording", otherwise=0)
        return Wish(Reword(by, proposal, wording, changes), tuple(faces))
    sort: BallotSort = "members" if given.get("sort") == "members" else "room"
    return Wish(Propose(by, changes, sort, given.whole_number("adjust", otherwise=None)), tuple(faces))


def came_from(view: DeckView, asked: Mapping[str, str]) -> str:
    """Where one goes back to: the table the deck is played at, for whoever came from there; else the workshop."""
    venue = view.venue if asked.get("from") == "table" else None
    return venue.address if venue is not None else path_to("workshop", slug=view.row.slug)


def _proposed(view: DeckView, number: str) -> tuple[rows.Proposal, SetKit]:
    row = rows.Proposal.objects.filter(deck_id=view.row.pk, number=whole_number(number) or 0).first()
    change = changes_of(row)[0] if row is not None else None
    if row is None or not isinstance(change, SetKit):
        raise _none(number)
    return row, change


def _none(number: str) -> Refused:
    return Refused("proposal.none", proposal=whole_number(number) or 0)


def kit_page(
    view: DeckView, start: Beginning, typed: Mapping[str, str] | None = None, refused: Refused | None = None,
    more: str = "",
) -> KitPage:  # fmt: skip
    """The page; `typed` as it was typed, `more` names the list that gets one more empty row. Ten statements at most."""
    deck, row = view.of_all().deck, view.row
    fields = fields_of(start.kit) if typed is None else dict(typed)
    wrong_at = str(refused.facts.get("section", "")) if refused is not None else ""
    words = say(refused) if refused is not None else ""
    zones = _zones(fields)
    lists = {
        name: row_list(
            section,
            fields,
            {"zone": (("", message("nowhere")), *zones)},
            blank=BLANK_ROWS + (more == name),
            wrong=words if wrong_at == name else "",
        )
        for name, section in SECTIONS.items()
    }
    was = fields.get("was") or digest(deck.kit)
    return KitPage(
        deck_title=row.title,
        slug=row.slug,
        language=tag(row.language),
        deck_href=path_to("deck", slug=row.slug),
        workshop=came_from(view, dict(start.hidden)),
        now=groups(kit_parts(deck.kit)),
        rules=_by_rules(view),
        ready=_ready("&from=table" if ("from", "table") in start.hidden else ""),
        seats=_seats(fields),
        turn=_turn(fields, zones),
        lists=lists,
        hidden=(("was", was), *start.hidden),
        heading=say(start.heading or message("Propose to lay it another way")),
        wrong=words,
        wrong_at=wrong_at,
    )


def _ready(also: str) -> SafeString:
    """With which ready-made kits one may begin, each a link."""
    links = {say(name): f"?start={key}{also}#kit" for key, (name, _) in READY_MADE.items()}
    told = message("Begin with {kits}, or change what is there. Nothing changes until everybody has voted.")
    kits = series(map(Title, links), "or")
    return say_html(told.given(kits=kits), lambda name: format_html('<a href="{}">{}</a>', links[name], name))


def groups(parts: Iterable[KitPart]) -> tuple[PartGroup, ...]:
    return tuple(
        PartGroup(say(heading), tuple(PartShown(say_slot(part.name), say_slot(part.words)) for part in every))
        for heading, every in groupby(parts, key=lambda part: part.section)
    )


_RULE = message("§{number} {title}: {words}")


def _by_rules(view: DeckView) -> tuple[str, ...]:
    """What Special Rules in force make of it, in words. Two statements."""
    deck = view.of_all().deck
    found = rows.Article.objects.filter(deck_id=view.row.pk, kind="rule", in_force=True).order_by("number")
    digests = list(found.values_list("number", "face_id"))
    faces = read_for_page((digest for _, digest in digests), most=0)
    effects = [effect for _, face in digests for effect in faces[face].face.effects]
    if kit_in_force(deck.kit, effects) == deck.kit:
        return ()
    return tuple(
        say(_RULE.given(number=number, title=faces[face].title, words=effect_words(effect)))
        for number, face in digests
        for effect in faces[face].face.effects
        if kit_in_force(deck.kit, [effect]) != deck.kit
    )


def _zones(fields: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """(id, name) of every zone that has an id; a new one can be chosen after the form was drawn again."""
    found = []
    for n in range(row_count(fields, ZONES)):
        id, name = fields.get(f"zones-{n}-id", ""), fields.get(f"zones-{n}-name", "")
        if id and name.strip():
            found.append((id, name))
    return tuple(found)


TEAMS: Choices = (
    ("0", message("no teams")),
    ("2", message("two teams")),
    ("3", message("three teams")),
    ("4", message("four teams")),
)
FIRST: Choices = (("random", message("a random player")), ("first", message("the first seat")))
NO_LIMIT = message("none", context="kit")


def _seats(fields: Mapping[str, str]) -> tuple[Cell, ...]:
    teams, own = TEAMS, fields.get("teams", "0")
    if own not in dict(teams):
        teams = (*teams, (own, message("{count} teams", count=own)))
    return (
        _single(fields, "least", message("Fewest"), "number"),
        _single(fields, "most", message("Most"), "number"),
        _single(fields, "teams", message("Teams"), "choice", teams),
        _single(fields, "first", message("Begins"), "choice", FIRST),
        _single(fields, "sides", message("Sides of the deck"), hint=NO_LIMIT),
    )


def _turn(fields: Mapping[str, str], zones: tuple[tuple[str, str], ...]) -> tuple[Cell, ...]:
    return (
        _single(fields, "draw", message("Cards drawn"), "number"),
        _single(fields, "draw_if_empty", message("Drawn with no cards in hand"), "number", hint=message("the same")),
        _single(fields, "draw_from", message("Drawn from"), "choice", zones),
        _single(fields, "hand_limit", message("Hand limit"), "number", hint=NO_LIMIT),
        _single(fields, "hand", message("The hand is"), "choice", zones),
        _single(fields, "play_to", message("A Thing goes to"), "choice", zones),
        _single(fields, "act_to", message("An Action goes to"), "choice", zones),
        _single(fields, "discard_to", message("What is discarded goes to"), "choice", zones),
        _single(fields, "abilities_use", message("An “Action:” in play uses up one"), hint=NO_LIMIT),
        _single(
            fields, "abilities_each", message("or each card has its own, in a turn"), "number",
            hint=message("no", context="kit"),
        ),
        _single(fields, "clockwise", message("Clockwise round the table"), "check"),
    )  # fmt: skip


def _single(
    fields: Mapping[str, str], name: str, label: Slot, sort: str = "text", choices: Choices = (), hint: Slot = ""
) -> Cell:
    return cell(name, label, sort, fields.get(name, ""), choices, hint)
