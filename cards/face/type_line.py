"""The line below a title: kind and traits, and on a card whose words go on over another which of them it is.

What has no room in it stands in the text; which card it is stands beside the title then, if it has room there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from cards.face.face import Face
from cards.face.measures import Frame, Size
from cards.face.text import clean_line
from cards.face.title_fit import title_step, type_step


@dataclass(frozen=True, slots=True)
class FittedTypeLine:
    """Kind word, traits (with their dash) and the step; `in_text` is the whole line again when it has no room.

    `count` is how a card of several says which it is: in the line, in the title, or in the line in few letters.
    """

    word: str
    traits: str
    step: int
    in_text: str = ""
    count: Literal["here", "short", "title"] = "here"


def type_line(face: Face, is_rule: bool, frame: Frame, size: Size) -> FittedTypeLine:
    """The line of a card that is the only one of its face."""
    return _whole(face, is_rule, frame, size) or _shortened(face, is_rule, frame, size)


def type_line_of_several(
    face: Face, is_rule: bool, frame: Frame, size: Size, sides: tuple[bool, bool], count: str, short: str
) -> FittedTypeLine:
    """The line of one of several cards, with room for that count, or for the short one.

    Before words are put into the text for it, it stands beside the title. `sides`: a cost, a gain beside that.
    """
    if line := _whole(face, is_rule, frame, size, count):
        return line
    if line := _whole(face, is_rule, frame, size, short):
        return replace(line, count="short")
    line = _whole(face, is_rule, frame, size)
    if line and title_step(f"{clean_line(face.title)} {count}", frame, size, *sides)[1]:
        return replace(line, count="title")
    line = _shortened(face, is_rule, frame, size, count)
    if line.traits:
        return line
    return replace(_shortened(face, is_rule, frame, size, short), count="short")


def _words(face: Face, is_rule: bool) -> tuple[str, str]:
    """Kind word and traits."""
    word, traits = clean_line(face.kind_word), clean_line(face.traits)
    return word or ("Special Rule" if is_rule else ""), f"— {traits}" if traits else ""


def _whole(face: Face, is_rule: bool, frame: Frame, size: Size, count: str = "") -> FittedTypeLine | None:
    """The line as it was written, and the count; None without room for both."""
    word, traits = _words(face, is_rule)
    step, has_room = type_step(_spaced(word, traits, count), frame, size)
    return FittedTypeLine(word, traits, step) if has_room else None


def _shortened(face: Face, is_rule: bool, frame: Frame, size: Size, count: str = "") -> FittedTypeLine:
    """Without its traits, or with the first letters of its kind alone."""
    word, traits = _words(face, is_rule)
    whole = _spaced(word, traits)
    step, has_room = type_step(_spaced(word, "…", count), frame, size)
    if has_room:
        return FittedTypeLine(word, "…", step, whole)
    cut = word
    while cut and not type_step(_spaced(f"{cut}…", count), frame, size)[1]:
        cut = cut[: len(cut) * 9 // 10]
    return FittedTypeLine(f"{cut.rstrip()}…", "", 3, whole)


def _spaced(*words: str) -> str:
    return " ".join(word for word in words if word)
