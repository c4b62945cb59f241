"""A card or a Special Rule as it is read, not played: whole words in their order, without frame, size and fitting.

For the reading edition on paper and the plain list in a browser alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cards.face.corners import corner_label
from cards.face.drawn import ART, Art, has_art
from cards.face.face import Face, Kind, kind_of
from cards.face.lexicon import CORNERS, PLAIN, CornerName, Lexicon
from cards.face.picture import credit_line
from cards.face.text import Direction, Markup, clean_line, direction, inline_html, parse, parse_inline, to_html


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A corner value and what it is called. `is_named` by the deck itself, else in English."""

    label: str
    html: Markup
    is_named: bool


@dataclass(frozen=True, slots=True)
class ReadingFace:
    """What is written on an article. `number` is "7" or "§ 2", `type_line` the kind with the traits behind a dash.

    Where the kind has no word of the deck's, `our_word` stands before it, in English; so do words in place of a
    picture, unless it `has_art_words` of its maker's.
    """

    number: str
    kind: Kind
    title: str
    title_dir: Direction
    our_word: str
    type_line: str
    type_dir: Direction
    values: tuple[NamedValue, ...]
    text: Markup
    flavour: Markup
    picture: Art | None
    has_art_words: bool
    picture_credit: str
    credit: str
    copies: int

    @property
    def about(self) -> str:
        """Number and copies, in English."""
        name = f"Special Rule {self.number.removeprefix('§ ')}" if self.kind == "rule" else f"Card {self.number}"
        named = name if self.number else ""
        copies = f"{self.copies} copies" if self.copies > 1 else ""
        return ", ".join(part for part in (named, copies) if part)

    @property
    def credits(self) -> str:
        """Who made the picture and who the card, where they are told."""
        return " · ".join(part for part in (self.picture_credit, self.credit) if part)


@dataclass(frozen=True, slots=True)
class ReadingPart:
    """The Special Rules, or the cards."""

    title: str
    faces: tuple[ReadingFace, ...]


def reading_parts(faces: Iterable[ReadingFace]) -> tuple[ReadingPart, ...]:
    """Special Rules first: whoever reads from the beginning needs them first. No part is empty."""
    rules: list[ReadingFace] = []
    cards: list[ReadingFace] = []
    for face in faces:
        (rules if face.kind == "rule" else cards).append(face)
    parts = (ReadingPart("Special Rules", tuple(rules)), ReadingPart("Cards", tuple(cards)))
    return tuple(part for part in parts if part.faces)


def reading_face(
    face: Face, *, is_rule: bool, number: str, copies: int = 1, art: str = ART, lexicon: Lexicon = PLAIN
) -> ReadingFace:
    """The face with nothing left out. Pure."""
    title, kind_word, traits = clean_line(face.title), clean_line(face.kind_word), clean_line(face.traits)
    type_line = f"{kind_word} — {traits}" if traits else kind_word
    return ReadingFace(
        number=number,
        kind=kind_of(face, is_rule=is_rule),
        title=title,
        title_dir=direction(title),
        our_word="" if kind_word else "Special Rule" if is_rule else "Card",
        type_line=type_line,
        type_dir=direction(type_line),
        values=tuple(value for name in CORNERS if (value := _value(face, name, art, lexicon)) is not None),
        text=to_html(parse(face.text, lexicon), art=art),
        flavour=to_html(parse(face.flavour, lexicon), art=art),
        picture=_picture(face),
        has_art_words=bool(clean_line(face.art_words)),
        picture_credit=credit_line(face.picture) if face.picture and has_art(face) else "",
        credit=clean_line(face.credit),
        copies=copies,
    )


def _value(face: Face, name: CornerName, art: str, lexicon: Lexicon) -> NamedValue | None:
    inlines = parse_inline(clean_line(getattr(face, name)), lexicon)
    if not inlines:
        return None
    is_named = bool(getattr(lexicon.corners, name))
    return NamedValue(corner_label(name, lexicon), inline_html(inlines, art=art), is_named)


def _picture(face: Face) -> Art | None:
    """What somebody drew or brought; an ornament says nothing to a reader."""
    if not has_art(face):
        return None
    if face.picture:
        return Art("picture", alt=clean_line(face.art_words) or "Picture", picture=face.picture)
    return Art("doodle", alt=clean_line(face.art_words) or "Doodle", strokes=face.doodle)
