"""Text for people before it is words: an English sentence with named slots, and what stands in them. Pure.

The English sentence is the message's id, as gettext has it. Words are made of it at the edge, in the language of
whoever reads (studio/web/words.py); nothing decides anything by what those words say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence, or a few of them.

    `text` has slots in braces: {who}; {count:,} shows a number with its thousands apart. `many` is the sentence where
    `count` is not one. `context` tells apart two uses of the same English.
    """

    text: str
    slots: tuple[tuple[str, Slot], ...] = ()
    many: str = ""
    count: int = 1
    context: str = ""

    def given(self, **slots: Slot) -> Message:
        """The same with these slots besides those it has."""
        return Message(self.text, (*self.slots, *slots.items()), self.many, self.count, self.context)

    @property
    def english(self) -> str:
        """The English of its count, slots unfilled."""
        return self.many if self.many and self.count != 1 else self.text


@dataclass(frozen=True, slots=True)
class Title:
    """What a card or a rule is called, by those who wrote it: a page may set it apart and say which language it is."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Series:
    """Several in a row: "Ros, Idris and Maud"; with "or" between the last two; with commas alone; whole sentences."""

    parts: tuple[Slot, ...]
    joint: Joint = "and"


Joint = Literal["and", "or", "comma", "semicolon", "sentences"]
# What may stand in a slot. A str is somebody's own words (a name, a title): never translated, never looked into.
Slot = str | int | Title | Message | Series | Refused
Sayable = Message | Series | Refused  # what words are made of


def message(text: str, /, context: str = "", **slots: Slot) -> Message:
    """A sentence with its slots."""
    return Message(text, tuple(slots.items()), context=context)


def counted(one: str, many: str, count: int, /, context: str = "", **slots: Slot) -> Message:
    """One sentence where `count` is one, another where it is not; both may show it as {count}."""
    return Message(one, (("count", count), *slots.items()), many, count, context)


def series(parts: Iterable[Slot], joint: Joint = "and") -> Series:
    """ "Ros", "Ros and Idris", "Ros, Idris and Maud"."""
    return Series(tuple(parts), joint)


def shortened(parts: Iterable[Slot], at_most: int) -> Series:
    """At most so many: "Ros, Idris, Maud and two more"."""
    every = tuple(parts)
    if len(every) <= at_most:
        return Series(every)
    rest = len(every) - at_most + 1
    return Series((*every[: at_most - 1], message("{number} more", number=number_word(rest))))


BETWEEN: dict[Joint, str] = {"comma": ", ", "semicolon": "; ", "sentences": " "}  # the same in every language

_SLOT = re.compile(r"\{(\w+)(:,)?\}")
LACKING = "…"  # stands for a slot that nothing was given for: never an error page


def fill(text: str, slots: Mapping[str, str]) -> str:
    """The sentence with its slots filled, in one pass: braces in what fills them stay what they are."""
    if "{" not in text:
        return text
    before, every = _parted(text)
    return before + "".join([slots.get(shown, slots.get(name, LACKING)) + after for name, shown, after in every])


@lru_cache(maxsize=4000)
def _parted(text: str) -> tuple[str, tuple[tuple[str, str, str], ...]]:
    """What stands before the first slot; of each slot its name, the same with how it is shown, and what comes after."""
    before, *rest = _SLOT.split(text)
    names, shapes, after = rest[::3], rest[1::3], rest[2::3]
    return before, tuple((n, f"{n}{shape or ''}", words) for n, shape, words in zip(names, shapes, after, strict=True))


def halves(text: str) -> tuple[tuple[str, str], ...]:
    """The words before each slot with the slot's name, and what comes after the last one with ""."""
    before, every = _parted(text)
    words = (before, *(after for _, _, after in every))
    return tuple(zip(words, (*(name for name, _, _ in every), ""), strict=True))


def slots_of(text: str) -> frozenset[str]:
    """The names of the slots in a sentence, those shown with thousands apart as "name:,"."""
    return frozenset(slot[0][1:-1] for slot in _SLOT.finditer(text))


_NUMBERS = (
    message("no", context="number"), message("one", context="number"), message("two", context="number"),
    message("three", context="number"), message("four", context="number"), message("five", context="number"),
    message("six", context="number"), message("seven", context="number"), message("eight", context="number"),
    message("nine", context="number"), message("ten", context="number"), message("eleven", context="number"),
    message("twelve", context="number"),
)  # fmt: skip


def number_word(number: int) -> Message:
    """ "two", "twelve"; 13 and more in digits."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else message("{number}", number=number)


def english(said: Slot) -> str:
    """For logs and exceptions, where nobody chose a language. A refusal is its code there."""
    match said:
        case Message():
            slots = {name: english(value) for name, value in said.slots}
            grouped = {f"{name}:,": f"{value:,}" for name, value in said.slots if isinstance(value, int)}
            return fill(said.english, slots | grouped)
        case Series(parts=parts, joint=joint):
            every = [english(part) for part in parts]
            if joint in BETWEEN or len(every) < 2:
                return BETWEEN.get(joint, "").join(every)
            return f"{', '.join(every[:-1])} {joint} {every[-1]}"
        case _:
            return str(said)
