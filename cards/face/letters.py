"""Which letters of a card have no form in any font there is.

Our own fonts are known here (`shipped`, from `widths.json`); what is installed beside them is handed in as a
`Coverage`. The composer, the ballot, the print page and the press all ask `undrawable`.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from cards.face.face import Face
from cards.face.text import parse, to_plain
from cards.face.widths import measured
from studio.kernel.messages import Message, Series, counted, message, series
from studio.speed.lately import weighed

KEPT = 8_000_000  # bytes of words that were looked at
TOLD_MAX = 8  # letters named in one sentence; more is a wall of boxes

# Said where the notice is; the names are Debian's, as with Pango.
FONTS_LINE = "apt-get install -y fonts-noto-core fonts-noto-cjk"

_FORMLESS = ("Cc", "Cf", "Zs", "Zl", "Zp")  # spaces and invisible shapers


@dataclass(frozen=True, slots=True)
class Coverage:
    """A set of characters as sorted, disjoint ranges of code points, both ends included."""

    ranges: tuple[tuple[int, int], ...] = ()
    _firsts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_firsts", tuple(first for first, _ in self.ranges))

    def __contains__(self, character: str) -> bool:
        code = ord(character)
        at = bisect_right(self._firsts, code) - 1
        return at >= 0 and code <= self.ranges[at][1]


NOTHING = Coverage()


def coverage_of(codes: Iterable[int]) -> Coverage:
    """The code points as ranges."""
    ranges: list[tuple[int, int]] = []
    for code in sorted(set(codes)):
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1] = (ranges[-1][0], code)
        else:
            ranges.append((code, code))
    return Coverage(tuple(ranges))


@lru_cache(maxsize=1)
def shipped() -> Coverage:
    """What our own fonts have a form for, in every design."""
    return coverage_of(ord(character) for character in measured())


def undrawable(words: str, installed: Coverage = NOTHING) -> tuple[str, ...]:
    """The characters of the words that come out as boxes, each once, in the order they are written.

    Characters that have no form of their own (spaces, joiners, variation selectors) are never among them.
    """
    if words.isascii():
        return ()
    own = shipped()
    return tuple(
        character
        for character in dict.fromkeys(words)
        if character not in own and character not in installed and has_form(character)
    )


def has_form(character: str) -> bool:
    """Whether ink is expected for a character."""
    is_selector = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return not is_selector and unicodedata.category(character) not in _FORMLESS


def words_of(face: Face) -> str:
    """All words of a face that are drawn; the type line also in the capitals it is set in."""
    corners = (face.cost, face.gain, face.value, face.stat)
    lines = (face.title, face.type_line, face.type_line.upper(), *corners, face.credit)
    return "\n".join((*lines, to_plain(parse(face.text)), to_plain(parse(face.flavour))))


def undrawable_of(face: Face, installed: Coverage = NOTHING) -> tuple[str, ...]:
    """The letters of a face that come out as boxes."""
    return _undrawable(words_of(face), installed)


@weighed(KEPT)
def _undrawable(words: str, installed: Coverage) -> tuple[str, ...]:
    return undrawable(words, installed)


def undrawable_in(faces: Iterable[Face], installed: Coverage = NOTHING) -> tuple[str, ...]:
    """The letters of several faces that come out as boxes, each once."""
    return tuple(dict.fromkeys(letter for face in faces for letter in undrawable_of(face, installed)))


def notice(letters: tuple[str, ...]) -> Message | None:
    """What a writer, a voter or a printer is told: nothing when every letter has a form."""
    if not letters:
        return None
    return counted(
        "{letters} cannot be drawn here: a box stands in print.",
        "{letters} cannot be drawn here: boxes stand in print.", len(letters), letters=told(letters),
    )  # fmt: skip


def told(letters: tuple[str, ...]) -> Series:
    """The letters as a sentence names them: "山, 水 and 3 more". Marks stand on a dotted circle."""
    shown = ["\u25cc" + letter if unicodedata.category(letter)[0] == "M" else letter for letter in letters[:TOLD_MAX]]
    more = len(letters) - TOLD_MAX
    return series([*shown, *([message("{count} more", count=more)] if more > 0 else [])])
