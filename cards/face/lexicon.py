"""What a deck's words and marks mean, as data that its group votes on: its symbols, keywords, kinds and corners.

A lexicon belongs to the deck's kit (cards/rules/kit.py), so a version, a fork and a table each have their own. Whoever
draws a face hands it the lexicon of its deck at that moment. Pure; what it refuses is in cards/rules/lexicon_checks.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from cards.face.symbols import Symbol, is_count, symbol
from studio.kernel.schema import unstored
from studio.speed.hashing import KeepsHash

Shape = Literal["", "round", "square", "diamond", "triangle", "hexagon", "octagon", "shield", "star"]
CornerName = Literal["cost", "gain", "value", "stat"]

CORNERS: tuple[CornerName, ...] = ("cost", "gain", "value", "stat")
SLOT = "{n}"  # in a keyword's meaning: where what is written after the keyword goes
UNFILLED = "n"  # what stands there where nothing was written after it
DETAIL_MAX = 20  # characters written after a keyword


@dataclass(frozen=True, slots=True)
class DeckSymbol:
    """`{name}` on a card: a letter or an icon, in a shape or bare. `said` is what is read aloud; "" is its name.

    `colour` is "" (ink) or "#rrggbb". One of shape, letter and icon is there at least, letter and icon never both.
    """

    name: str
    said: str = ""
    colour: str = ""
    shape: Shape = ""
    letter: str = ""
    icon: str = ""

    @property
    def spoken(self) -> str:
        return self.said or self.name

    @property
    def drawing(self) -> str:
        """The name of its drawing, as cards/face/drawings.py reads it."""
        return drawing_name(self.shape, self.colour, self.letter, self.icon)


@dataclass(frozen=True, slots=True)
class Keyword:
    """A word with a meaning. Where the meaning has a SLOT, something is written after the word: `{haste 2}`."""

    name: str
    meaning: str = ""

    @property
    def has_slot(self) -> bool:
        return SLOT in self.meaning

    def filled(self, detail: str) -> str:
        """The meaning with what was written after the word in its place."""
        return self.meaning.replace(SLOT, detail or UNFILLED)


@dataclass(frozen=True, slots=True)
class DeckKind:
    """A kind beside Thing and Action. `mark` is a shape or an icon; `meaning` says when such a card is played."""

    name: str
    colour: str = ""
    mark: str = ""
    meaning: str = ""

    @property
    def drawing(self) -> str:
        """The name of its mark's drawing in its own colour, as it lies on a card; a disc where it has no mark."""
        if self.mark in Shape.__args__:  # type: ignore[attr-defined]
            return drawing_name(self.mark or "round", self.colour, "", "")
        return drawing_name("", self.colour, "", self.mark)

    def drawn_in(self, colour: str) -> str:
        """The name of its mark's drawing in one colour ("" is outlined, white is for a coloured tab); "" for none."""
        if not self.mark:
            return ""
        is_shape = self.mark in Shape.__args__  # type: ignore[attr-defined]
        ink = "white" if colour == "#ffffff" else colour[1:] or "line"
        return f"{self.mark if is_shape else 'bare'}.{ink}.{'none' if is_shape else f'i-{self.mark}'}"


@dataclass(frozen=True, slots=True)
class CornerNames:
    """What a deck calls its corners, "" as they are called everywhere; `unused` are not offered on its blank cards."""

    cost: str = ""
    gain: str = ""
    value: str = ""
    stat: str = ""
    unused: tuple[CornerName, ...] = ()


@dataclass(frozen=True, slots=True)
class Lexicon(KeepsHash):
    """`reminders`: the meaning of each keyword is printed in brackets on the cards that use it."""

    symbols: tuple[DeckSymbol, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    kinds: tuple[DeckKind, ...] = ()
    corners: CornerNames = CornerNames()
    reminders: bool = False
    kept_hash: int = unstored(default=0, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        # A page asks for hundreds of faces by it.
        own = hash((self.symbols, self.keywords, self.kinds, self.corners, self.reminders))
        object.__setattr__(self, "kept_hash", own)

    def __hash__(self) -> int:
        return self.kept_hash

    def kind(self, word: str) -> DeckKind | None:
        folded = word.casefold()
        return next((kind for kind in self.kinds if kind.name.casefold() == folded), None)


PLAIN = Lexicon()


@dataclass(frozen=True, slots=True)
class KeywordUse:
    """A keyword as it was written, with what was written after it."""

    keyword: Keyword
    shown: str
    detail: str = ""


@lru_cache(maxsize=256)
def shared(lexicon: Lexicon) -> Lexicon:
    """One object for equal ones, so that caches of faces compare it by identity."""
    return lexicon


def fold(name: str) -> str:
    """Two names are the same when they fold alike."""
    return " ".join(name.split()).casefold()


def meant(lexicon: Lexicon, written: str) -> Symbol | KeywordUse | None:
    """What stands in braces: a symbol of everybody's or of the deck, a keyword, or nothing that is known."""
    words = written.split()
    if len(words) <= 2 and (found := symbol(*words)):
        return found
    match named(lexicon, written):
        case DeckSymbol() as own, detail:
            return Symbol(" ".join(words), own.spoken, count=detail, drawing=own.drawing)
        case Keyword() as keyword, detail:
            return KeywordUse(keyword, " ".join(words), detail)
    return None


def named(lexicon: Lexicon, written: str) -> tuple[DeckSymbol | Keyword, str] | None:
    """The deck's symbol or keyword that is written in braces, the longest name of all, and what is written after it."""
    names = _names(lexicon)
    words = written.split() if names else []
    for count in range(len(words), 0, -1):
        own, detail = names.get(fold(" ".join(words[:count]))), " ".join(words[count:])
        if isinstance(own, DeckSymbol) and (not detail or is_count(detail)):
            return own, detail
        if isinstance(own, Keyword) and (not detail or (own.has_slot and len(detail) <= DETAIL_MAX)):
            return own, detail
    return None


@lru_cache(maxsize=256)
def _names(lexicon: Lexicon) -> Mapping[str, DeckSymbol | Keyword]:
    words = {fold(keyword.name): keyword for keyword in lexicon.keywords}
    return MappingProxyType(words | {fold(own.name): own for own in lexicon.symbols})


def drawing_name(shape: str, colour: str, letter: str, icon: str) -> str:
    """ "round.b02a4c.i-flame", "bare.171a21.l-41": shape, colour, figure; all that decides a drawing."""
    figure = f"i-{icon}" if icon else f"l-{'-'.join(f'{ord(one):x}' for one in letter)}" if letter else "none"
    return f"{shape or 'bare'}.{colour[1:] or '171a21'}.{figure}"
