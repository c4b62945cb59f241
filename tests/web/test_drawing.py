"""A drawing that is sent with a card: read as strokes, kept where none is sent, refused in words when it is none."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from django.test import Client

from cards.face.face import AS_IT_FITS, Face, Stroke
from cards.face.lexicon import PLAIN
from cards.forms.face import fields_of, read_composer
from cards.queries.proofs import of_faces, of_fields
from cards.rules import limits
from cards.templatetags.samples import sample_card
from tests.house_doodles import ART, HOUSE, drawn
from tests.markup import as_read
from tests.web.workshop_evening import WorkshopEvening

GOAT = (Stroke("pen", "#1f2a4a", (0, 0, 900, 1200), (20, 80)), Stroke("felt", "#b02a4c", (5, 5), width=300))
DRAWN = Face("Goat", "Thing", doodle=GOAT, art_words="A goat.", art_lines=4)
WORDY = "It eats a lot of grass and wanders off."


_MARKS = {"same": "{}", "cut": "[-{}-]", "added": "{{+{}+}}"}


def sent(**more: str) -> dict[str, str]:
    return {"title": "Goat", "kind": "thing", "text": "", **more}


def test_a_drawing_comes_back_from_its_form_as_it_was() -> None:
    fields = fields_of(DRAWN, is_rule=False)
    assert read_composer({**fields, "kind": "thing"}).face == DRAWN
    assert read_composer(sent(), DRAWN).face == DRAWN
    assert read_composer(sent(doodle="", art_words="", art_lines=""), DRAWN).face == Face("Goat", "Thing")
    assert fields_of(Face("Goat"), is_rule=False)["doodle"] == ""


HOSTILE = {
    "deep": "[" * 200_000,
    "deep objects": '{"a":' * 5000,
    "nan": '[{"tool":"pen","ink":"#000000","points":[NaN,1]}]',
    "infinite": '[{"tool":"pen","ink":"#000000","points":[1e999,1]}]',
    "fraction": '[{"tool":"pen","ink":"#000000","points":[0.5,1]}]',
    "huge": '[{"tool":"pen","ink":"#000000","points":[' + "9" * 5000 + ",1]}]",
    "far": '[{"tool":"pen","ink":"#000000","points":[999999,1]}]',
    "odd": '[{"tool":"pen","ink":"#000000","points":[1]}]',
    "a brush": '[{"tool":"brush","ink":"#000000","points":[1,1]}]',
    "an ink": '[{"tool":"pen","ink":"url(//x)","points":[1,1]}]',
    "markup": '[{"tool":"pen","ink":"#000000","points":[1,1],"d":"<script>"}]',
    "pressed too hard": '[{"tool":"pen","ink":"#000000","points":[1,1],"pressure":[101]}]',
    "wide": '[{"tool":"pen","ink":"#000000","points":[1,1],"width":100000}]',
    "no list": '"a goat"',
    "no strokes": "[1,2,3]",
    "null": "null",
    "no JSON": "M0 0L9 9",
    "half a character": '[{"tool":"pen","ink":"\\ud800","points":[1,1]}]',
}


@pytest.mark.parametrize("typed", HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_drawing_is_refused_in_words_and_not_drawn(typed: str) -> None:
    written = read_composer(sent(doodle=typed), DRAWN)
    assert written.face.doodle == ()
    assert written.wrong == {"doodle": "That drawing could not be read. Draw it again, on the card."}


def test_a_flood_of_strokes_is_refused_with_its_limit() -> None:
    dot = {"tool": "pen", "ink": "#000000", "points": [1, 1]}
    written = read_composer(sent(doodle=json.dumps([dot] * (limits.STROKES_MAX + 1))))
    assert written.wrong == {"doodle": "That drawing has 2,001 strokes and 2,000 fit. Rub some out."}
    too_long = "That drawing is longer than a card holds: 20,000 points fit. Rub some out."
    million = "[" + ",".join(["[]"] * 1_000_000) + "]"
    line = {"tool": "pen", "ink": "#000000", "points": [1] * limits.STROKE_NUMBERS_MAX}
    for typed in (million, json.dumps([line] * 11)):
        assert read_composer(sent(doodle=typed)).wrong == {"doodle": too_long}


@pytest.mark.parametrize("lines", ["7", "-1", "x", "1e9", "٣", "11"])
def test_a_height_that_is_none_is_refused_in_words(lines: str) -> None:
    written = read_composer(sent(art_lines=lines))
    assert written.wrong == {"art_lines": "A drawing is 0 to 6 lines high. Choose one of those."}


def test_words_that_are_too_long_are_counted() -> None:
    wrong = read_composer(sent(art_words="x" * 201)).wrong
    assert wrong == {"art_words": "The words for the drawing are 201 characters long and 200 fit. Shorten them."}


def test_a_change_of_the_drawing_is_told_in_words_and_shown() -> None:
    line, dot = Stroke("pen", "#000000", (0, 0, 9, 9)), Stroke("pen", "#000000", (0, 0))
    goat, drawn = Face("Goat"), Face("Goat", doodle=(line, dot))
    for old, new, told in (
        (goat, drawn, "{+A drawing+}"),
        (drawn, goat, "[-A drawing-]"),
        (drawn, replace(drawn, doodle=(dot, line)), "A drawing{+drawn anew+}"),
        (drawn, replace(drawn, doodle=(line, dot, dot)), "A drawing{+with more on it+}"),
        (drawn, replace(drawn, doodle=(line,)), "A drawing{+with less on it+}"),
        (drawn, replace(drawn, art_lines=3), "A drawing, [-as high as fits-]{+3 lines high+}"),
    ):
        (proof,) = of_fields(old, new, "", PLAIN)
        assert (proof.field, "".join(_MARKS[piece.mark].format(piece.drawn) for piece in proof.pieces)) == (
            "doodle",
            told,
        )
        assert not proof.was and not proof.now, "beside one's own card no picture of it is wanted"
        (shown,) = of_faces(old, new, "", PLAIN, {})
        assert [address[:18] for address in (shown.was, shown.now)] == [
            "data:image/svg+xml" if face.doodle else "" for face in (old, new)
        ]
    assert of_fields(goat, replace(goat, art_lines=3), "", PLAIN) == of_fields(drawn, drawn, "", PLAIN) == ()
    (words,) = of_fields(drawn, replace(drawn, art_words="A goat."), "", PLAIN)
    assert words.name == "What the drawing shows"


def test_what_is_drawn_on_the_houses_own_pages_is_drawn_as_on_a_card() -> None:
    """`python -m tests.house_doodles` writes them."""
    assert {path.stem.removeprefix("doodle-") for path in ART.glob("doodle-*.svg")} == set(HOUSE)
    for name in HOUSE:
        assert (ART / f"doodle-{name}.svg").read_text(encoding="utf-8") == drawn(name) + "\n"


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["about", "licences", "accessibility"])
def test_the_cards_on_the_houses_own_pages_are_drawn_as_every_card_is(client: Client, page: str) -> None:
    shown = client.get(f"/{page}/").content.decode()
    sample = {"about": "Hosepipe Ban", "licences": "Swap Seeds", "accessibility": "Tea Urn"}[page]
    assert sample_card(sample) in shown
    assert shown.count('<div class="card') == shown.count('class="cf"') >= 4


@pytest.mark.django_db
def test_a_drawing_that_the_words_crowd_out_is_told_so_while_one_writes() -> None:
    evening = WorkshopEvening()

    def room(lines: int, **more: str) -> str:
        typed = fields_of(replace(DRAWN, art_lines=AS_IT_FITS, text="\n".join([WORDY] * lines)), is_rule=False)
        preview = as_read(evening.ros.post(f"{evening.home}preview/", {**typed, "kind": "thing", **more}))
        return re.search(r'data-for="fit">([^<]*)<', preview)[1]  # type: ignore[index]

    assert room(4).startswith("Room for about")
    assert room(11).startswith("The drawing is a slit beside so many words")
    assert room(14).startswith("No room for the drawing beside so many words")
    assert "drawing" not in room(14, doodle="", art_words="")
    assert "drawing" not in room(11, art_lines="3"), "it has the height it was given"
