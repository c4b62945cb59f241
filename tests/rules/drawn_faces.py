"""How some fifty faces are drawn, in every frame and size, written down in drawn_faces.txt.

    python -m tests.rules.drawn_faces        writes down how they are drawn today

Whoever prints a version again expects the same card: whatever changes here changes cards that lie on tables. A line is
a face and a frame: for each size the steps of each of its cards (text, rows of the picture, title, type line, flavour)
and a digest of all that is drawn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any

from cards.face.drawn import DrawnFace, draw_face
from cards.face.face import Face, Stroke
from cards.face.measures import Frame
from cards.face.picture import Picture

FILE = Path(__file__).with_name("drawn_faces.txt")
SIZES = ("poker", "mini", "tarot")  # those set by hand
FRAMES: tuple[Frame, ...] = ("press", "hand", "saver", "classic")

_PEN = Stroke("pen", "#1f2a4a", (100, 100, 2500, 3000, 5000, 900, 5601, -1))
_FELT = Stroke("felt", "#e2b23c", (100, 900, 5000, 900))
_SHORT = "Destroy a Vegetable."
_SENTENCES = " ".join(f"In round {n} every player draws {n} cards, then votes on one of them." for n in range(1, 40))
_POINTS = "\n".join(f"- point {n} of many, with **bold** and *italic* words" for n in range(1, 9))
_LONG_TYPE = "Thing — Weather System of the Very Long Name and Improbable Extent"
_LONG_TITLE = "A title of far more words than any card ever had room for at its head and then some more of them"
_WORD = "Donaudampfschifffahrtsgesellschaftskapitän"
_HEBREW, _HAN = "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd", "\u6f22\u5b57\u3001\u6f22\u5b57\u3002" * 30

# What is drawn, and what else it is drawn with.
FACES: Mapping[str, tuple[Face, dict[str, Any]]] = {
    "plain": (Face("Slug", "Thing — Pest", "Bites a Vegetable."), {}),
    "nothing but a title": (Face("Slug"), {}),
    "action": (Face("Hosepipe Ban", "Action", _SHORT, "Pinned to the gate, in green ink."), {"number": 7}),
    "other kind": (Face("Old Well", "Place — Water", "Stays."), {"number": 12, "foot_line": "Allotment Wars · 3"}),
    "credit": (Face("Old Well", "Place", "Stays.", credit="Ros  Ash"), {"foot_line": " Allotment  Wars "}),
    "rule": (Face("How we vote", "", "Most of us."), {"is_rule": True, "number": 2}),
    "rule with a type": (Face("How we vote", "Law — Old", "Most of us."), {"is_rule": True, "foot_line": "x"}),
    "corners": (Face("Goat", "Thing", _SHORT, "", "3", "{gold 2}", "10", "2/3"), {}),
    "corners of symbols": (
        Face("Goat", "Thing", _SHORT, "", "{energy red}{tap}", "{life 2}", "{dice fire}", "{die}"), {},
    ),
    "long corners": (
        Face("Goat", "Thing", _SHORT, "", "{gold 3}{gold 4}{gold 5}", "as many as you", "a lot of them", "100/100"), {},
    ),
    "middling corners": (Face("Goat", "Thing", _SHORT, "", "1234", "free", "10+1d6", "12/12"), {}),
    "cost alone": (Face("Prize Marrow of the Whole County", "Thing", _SHORT, cost="{gold 12}"), {}),
    "gain alone": (Face("Prize Marrow of the Whole County", "Thing", _SHORT, gain="+2"), {}),
    "value alone": (Face("Prize Marrow", "Thing", _SENTENCES[:330], value="5"), {}),
    "stat alone": (Face("Prize Marrow", "Thing", _SENTENCES[:330], stat="5/5"), {}),
    "colour": (Face("Sun", "Thing", "Shines.", value="1", colour="#ffee00"), {}),
    "dark colour": (Face("Night", "Thing", "Falls.", stat="12", colour="#102030"), {}),
    "no colour": (Face("Night", "Thing", "Falls.", colour="#10203"), {}),
    "doodle": (Face("Goat", "Thing", "Eats.", doodle=(_PEN, _FELT)), {}),
    "doodle and words": (Face("Goat", "Thing", _SENTENCES[:520], "The end.", doodle=(_PEN,)), {}),
    "two lines of title": (Face("Letter to the Council of the Parish", "Action", _SHORT), {}),
    "long title": (Face(_LONG_TITLE, "Thing", _SHORT, cost="1", gain="2"), {}),
    "long title and text": (Face(_LONG_TITLE, "Thing", _SENTENCES[:1300]), {}),
    "title that has no room for a count": (Face(_LONG_TITLE[:62], "Thing", _SENTENCES[:1300]), {}),
    "long type": (Face("Rain", _LONG_TYPE, _SHORT), {}),
    "long kind": (Face("Rain", _LONG_TYPE.replace("— ", "").replace(" ", "")[:60], _SHORT), {}),
    "middling type": (Face("Rain", "Thing — Weather, Wet, Cold, Long", _SHORT), {"number": 999}),
    "long word": (Face(_WORD, "Thing", f"Die {_WORD} und ein Nachziehstapel."), {"language": "de"}),
    "long word in no language": (Face(_WORD, "Thing", f"Die {_WORD} und ein Nachziehstapel."), {}),
    "endless word": (Face("Aaa", "Thing", "a" * 90 + " {tap} " + "**" + "W" * 40 + "**"), {}),
    "markup": (Face("Marks", "Thing", r"**a** *b* ***c*** 2*3*4 = 24 \*plain\* \{tap} {nothing} {gold 3} <b>&"), {}),
    "symbols": (
        Face("Signs", "Thing", "Pay {gold 3} {gold}, {life 2}, {energy any}; {die 6} or {dice magic}. {tap} {die}"), {},
    ),
    "points": (Face("Choose", "Action", f"Choose one:\n\n{_POINTS}\n  and more of it\nThen rest."), {}),
    "paragraphs": (Face("Choose", "Action", "One.\n\nTwo.\nThree.\n\n\nFour.", "Five.\n\nSix."), {}),
    "hebrew": (Face(_HEBREW, f"Thing — {_HEBREW}", f"{_HEBREW}\n\n- {_HEBREW}", _HEBREW), {"language": "he"}),
    "han": (Face("\u6f22\u5b57", "Thing", _HAN, "\u6f22"), {"language": "zh-Hant"}),
    "letters of other fonts": (Face("Ωmega", "Thing", "Ж и Я, e\u0301, 🎉, \u0e01, \ua4d0."), {}),
    **{f"{n} letters": (Face("Weather", "Action", _SENTENCES[:n].strip()), {}) for n in (120, 240, 420, 560, 700, 850)},
    **{f"{n} letters and flavour": (Face("Weather", "Action", _SENTENCES[:n], "Yours, in sorrow. " * 4), {})
       for n in (150, 300, 450, 600)},
    "two cards": (Face("Weather", "Action", _SENTENCES[:1200], "The end."), {"number": 3}),
    "two cards without a sentence": (Face("Weather", "Action", "word " * 110 + "word, " + "word " * 110), {}),
    "two cards of points": (Face("Weather", "Action", "Choose:\n\n" + f"{_POINTS}\n" * 3), {"language": "en-GB"}),
    "two cards of symbols": (
        Face("Signs", "Thing", "Turn {tap}, pay {gold 3} or lose {life 2}; roll {die} {tap} " * 23, "Slow {tap}"), {},
    ),
    "two cards in German": (
        Face("Fahrt", "Aktion", "Die Donaudampfschifffahrtsgesellschaft tutet: Nachziehstapel wachsen. " * 16, "So."),
        {"language": "de"},
    ),
    "two cards of long points": (Face("Pick", "Action", "Choose:\n\n" + f"- {_SENTENCES[:260]}\n" * 5, "- So."), {}),
    "three cards": (Face("Wetter", "", _SENTENCES[:1900], "Ende."), {"is_rule": True, "language": "de", "number": 4}),
    "many cards": (Face("Weather", "", "A point, and:\nmore\n\nof it.\n" * 40), {"is_rule": True}),
    "flavour of many lines": (Face("Lines", "Action", "Short.", "\n".join(["a"] * 60)), {}),
    "flavour of paragraphs": (Face("Lines", "Action", _SENTENCES[:700], "\n\n".join(["Said twice."] * 9)), {}),
    **{f"step {least} at least": (Face("Slug", "Thing", _SHORT, "Slow."), {"least": least}) for least in (3, 5, 7)},
    "less room": (Face("Weather", "Action", _SENTENCES[:1100]), {"least": 6}),
}  # fmt: skip


def _steps(card: DrawnFace) -> str:
    return f"{card.fit}{card.rows}{card.title_step}{card.type_step}{card.flavour_step}"


@dataclass(frozen=True)
class _Shown:
    """A picture as it is seen, however it is kept."""

    kind: str
    svg: str
    alt: str
    picture: Picture | None


def _looked_at(card: DrawnFace) -> DrawnFace:
    art = card.picture
    shown: Any = art and _Shown(art.kind, art.svg, art.alt, art.picture)
    return replace(card, picture=shown, more=tuple(map(_looked_at, card.more)))


def _told(card: DrawnFace) -> str:
    told = astuple(_looked_at(card))[:-1]  # without the bleed, which moves no word
    digest = hashlib.sha256(repr(told).encode()).hexdigest()
    return f"{' '.join(map(_steps, (card, *card.more)))} {digest[:12]}"


def lines_of(name: str) -> Iterator[str]:
    """The lines about a face."""
    face, more = FACES[name]
    for frame in FRAMES:
        drawn = (draw_face(face, frame=frame, size=size, **more) for size in SIZES)
        yield f"{name}, {frame}: {', '.join(map(_told, drawn))}"


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for name in FACES for line in lines_of(name)), encoding="utf-8")
