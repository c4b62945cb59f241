"""The back of a deck's cards, on a page of its own and as a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from cards.face.back import DeckBack
from cards.face.back_art import BACK_LINES, pattern_name
from cards.face.drawn_back import DrawnBack, shown_back
from cards.face.face import Kind
from cards.face.language import tag
from cards.forms.back import DRAWN, VARIANTS, fields_of_back, read_back, seed_of
from cards.forms.kit_fields import Choices
from cards.queries.deck_view import DeckView
from cards.queries.kit import Beginning, came_from
from cards.queries.lexicon import INKS
from cards.rules import back_words
from cards.rules.colour_words import colour_words
from studio.kernel.codec import digest
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from studio.web.addresses import path_to
from studio.web.words import say, say_slot


@dataclass(frozen=True, slots=True)
class PatternChoice:
    """A pattern that is offered, drawn: `value` is what is sent."""

    value: str
    words: str
    src: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class BackForm:
    """Where members propose another back. `shown` is what the form says now, drawn."""

    slug: str
    shown: DrawnBack
    patterns: tuple[PatternChoice, ...]
    is_drawn: bool
    inks: tuple[tuple[str, str, bool], ...]
    seed: str
    has_plate: bool
    doodle: str
    strokes_limit: int
    numbers_limit: int
    lines: int
    hidden: tuple[tuple[str, str], ...]
    heading: str
    back: str
    title: str
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class BackPage:
    """The back of a deck's cards as it is, and the form for another."""

    deck_title: str
    language: str
    deck_href: str
    now: DrawnBack
    words: str
    form: BackForm


def back_page(
    view: DeckView, start: Beginning, typed: Mapping[str, str] | None = None, refused: Refused | None = None
) -> BackPage:
    """The page; `typed` as it was typed."""
    row, kit = view.row, view.deck.kit
    parts = back_words.back_parts(kit.back)
    words = say_slot(parts[0].words) if parts else say(message("a pattern grown from the deck’s title, in ink"))
    return BackPage(
        deck_title=row.title,
        language=tag(row.language),
        deck_href=path_to("deck", slug=row.slug),
        now=shown_back(kit.back, row.title),
        words=words,
        form=_form(view, start, typed, refused),
    )


def _form(view: DeckView, start: Beginning, typed: Mapping[str, str] | None, refused: Refused | None) -> BackForm:
    title = view.row.title
    fields = fields_of_back(start.kit.back, title) if typed is None else dict(typed)
    shown = _said(fields, title) or start.kit.back
    return BackForm(
        slug=view.row.slug,
        shown=shown_back(shown, title),
        patterns=tuple(_patterns(fields, title, shown.colour)),
        is_drawn=fields.get("look") == DRAWN,
        inks=tuple((value, say_slot(words), value == fields.get("colour", "")) for value, words in _inks(shown)),
        seed=fields.get("seed", ""),
        has_plate=bool(fields.get("plate")),
        doodle=fields.get("doodle", ""),
        strokes_limit=back_words.STROKES_MAX,
        numbers_limit=back_words.NUMBERS_MAX,
        lines=BACK_LINES,
        hidden=(("was", fields.get("was") or digest(view.deck.kit)), *start.hidden),
        heading=say(start.heading or message("Propose another back")),
        back=came_from(view, dict(start.hidden)),
        title=title,
        wrong=say(refused) if refused is not None else "",
    )


def _said(fields: Mapping[str, str], title: str) -> DeckBack | None:
    """The back of the form, or None where it says none that could stand."""
    try:
        back = read_back(fields, title)
        back_words.check_back(back)
    except Refused:
        return None
    return back


def _inks(shown: DeckBack) -> Choices:
    own = shown.colour
    return INKS if own in dict(INKS) else (*INKS, (own, message("As it is, {colour}", colour=colour_words(own))))


def _patterns(fields: Mapping[str, str], title: str, colour: str) -> list[PatternChoice]:
    found = []
    for shapes in get_args(Kind):
        for number in range(VARIANTS):
            value = f"{shapes}.{number}"
            is_chosen = fields.get("look") == value
            seed = fields.get("seed", "") if is_chosen else ""
            name = pattern_name(DeckBack(shapes, seed or seed_of(title, number), colour), title)
            words = message("{pattern}, {number}", pattern=back_words.SHAPES[shapes], number=number + 1)
            found.append(PatternChoice(value, say(words), path_to("back-pattern", name=name), is_chosen))
    return found
