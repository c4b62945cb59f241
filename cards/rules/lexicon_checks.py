"""Where a lexicon contradicts itself or could be mistaken, with the place and the reason as messages. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from cards.face.drawings import LETTERS_MAX, SHAPES, has_letters, icon_names
from cards.face.lexicon import CORNERS, UNFILLED, DeckKind, DeckSymbol, Keyword, Lexicon, fold
from cards.face.symbols import symbol
from cards.face.terms import DEPTH_MAX
from cards.face.text import said_in
from cards.rules.kit_checks import Flaw, Spot, kit_amiss, spot_of
from cards.rules.limits import (
    CORNER_NAME_MAX,
    KEYWORD_NAME_MAX,
    KEYWORDS_MAX,
    KIND_NAME_MAX,
    KINDS_MAX,
    MEANING_MAX,
    SAID_MAX,
    SYMBOL_NAME_MAX,
    SYMBOLS_MAX,
    clean_line,
)
from studio.kernel.messages import Message, message, series

SYMBOLS, KEYWORDS, KINDS = message("Symbols"), message("Keywords"), message("Kinds")
CORNERS_SPOT = Spot("corners", message("Corners"))

_COLOUR = re.compile(r"#[0-9a-f]{6}")
_BETWEEN = " -'\u2019"  # may stand between the letters of a name
_OURS = frozenset({"gold", "die", "dice", "energy"})  # symbols of every deck that say more only with a second word
_KINDS_TAKEN = frozenset({"thing", "action", "special rule", "rule"})
# Scripts that one word may mix.
_TOGETHER = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "KATAKANA-HIRAGANA": "CJK", "HALFWIDTH": "CJK", "FULLWIDTH": "LATIN"}
# Small letters of other alphabets that nobody tells from Latin ones.
_ALIKE = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u051b\u051d\u043a\u043c\u0442\u0432\u043d"
    "\u03b1\u03bf\u03c1\u03bd\u03c5\u03ba\u03c4\u03b9\u03c7\u0131",
    "aeopcyxijsdhqwkmtbh" "aopvuktixi",
)  # fmt: skip


def check_lexicon(lexicon: Lexicon) -> None:
    """Raise Refused("kit.amiss", place=…, why=…, section=…) for the first contradiction."""
    for spot, why in _contradictions(lexicon):
        raise kit_amiss(spot, why)


def looks_like(name: str) -> str:
    """The same for two names that somebody could take for one another."""
    return unicodedata.normalize("NFKC", fold(name)).casefold().translate(_ALIKE)


def _contradictions(lexicon: Lexicon) -> Iterator[Flaw]:
    for section, words, many, limit in (
        ("symbols", SYMBOLS, lexicon.symbols, SYMBOLS_MAX),
        ("keywords", KEYWORDS, lexicon.keywords, KEYWORDS_MAX),
        ("kinds", KINDS, lexicon.kinds, KINDS_MAX),
    ):
        if len(many) > limit:
            yield Spot(section, words), message("there are at most {limit}", limit=limit)  # type: ignore[arg-type]
    yield from _names(lexicon)
    for own in lexicon.symbols:
        for why in _symbol(own):
            yield spot_of("symbols", own.name), why
    for keyword in lexicon.keywords:
        for why in _keyword(keyword):
            yield spot_of("keywords", keyword.name), why
    yield from _explained(lexicon)
    for kind in lexicon.kinds:
        for why in _kind(kind):
            yield spot_of("kinds", kind.name), why
    yield from _corners(lexicon)


def _names(lexicon: Lexicon) -> Iterator[Flaw]:
    """Symbols and keywords stand in braces alike, so no two of them have one name."""
    taken: set[str] = set()
    for section, items, longest in (
        ("symbols", lexicon.symbols, SYMBOL_NAME_MAX), ("keywords", lexicon.keywords, KEYWORD_NAME_MAX),
    ):  # fmt: skip
        for item in items:
            spot = spot_of(section, item.name)  # type: ignore[arg-type]
            yield from ((spot, why) for why in _name(item.name, longest))
            own = looks_like(item.name)
            if own == UNFILLED or own.partition(" ")[0] in _OURS and " " not in own or symbol(*own.split()[:2]):
                yield spot, message("every deck has a symbol of that name")
            if own in taken:
                yield spot, message("there are two of that name, or of one that looks like it")
            taken.add(own)
    kinds = [looks_like(kind.name) for kind in lexicon.kinds]
    for kind, own in zip(lexicon.kinds, kinds, strict=True):
        yield from ((spot_of("kinds", kind.name), why) for why in _name(kind.name, KIND_NAME_MAX))
        if own in _KINDS_TAKEN or kinds.count(own) > 1:
            yield spot_of("kinds", kind.name), message("there is a kind of that name, or of one that looks like it")


def _name(name: str, longest: int) -> Iterator[Message]:
    """Letters of one alphabet; nothing that is a mark, turns the line round or cannot be seen."""
    if not name.strip() or len(name) > longest:
        yield message("its name is 1 to {limit} characters", limit=longest)
    letters = [letter for letter in name if unicodedata.category(letter)[0] in "LM"]
    is_plain = len(letters) + sum(name.count(sign) for sign in _BETWEEN) == len(name) and clean_line(name) == name
    if not is_plain or not name[:1].isalpha() or name[-1:] in _BETWEEN:
        yield message("its name is made of letters, with single spaces, hyphens or apostrophes between them")
    scripts = {_script(letter) for letter in letters if letter.isalpha()}
    if len(scripts) > 1:
        yield message("its name mixes letters of two alphabets that look alike")


def _script(letter: str) -> str:
    word = unicodedata.name(letter, "?").partition(" ")[0]
    return _TOGETHER.get(word, word)


def _symbol(own: DeckSymbol) -> Iterator[Message]:
    if len(own.said) > SAID_MAX or clean_line(own.said) != own.said:
        yield message("what is read aloud is one line of {limit} characters", limit=SAID_MAX)
    yield from _colour(own.colour)
    if own.shape and own.shape not in SHAPES:
        yield message("its shape is not known")
    if own.letter and own.icon:
        yield message("it has a letter or an icon, not both")
    if own.letter and not has_letters(own.letter):
        yield message("it bears one or two of the letters A to Z, numbers, or signs such as + and ?", most=LETTERS_MAX)
    if own.icon and own.icon not in icon_names():
        yield message("its icon is not known")
    if not (own.shape or own.letter or own.icon):
        yield message("it needs a letter, a shape or an icon")


def _keyword(keyword: Keyword) -> Iterator[Message]:
    if not keyword.meaning:
        yield message("it has no meaning yet")
    if len(keyword.meaning) > MEANING_MAX or clean_line(keyword.meaning) != keyword.meaning:
        yield message("what it means is one line of at most {limit} characters", limit=MEANING_MAX)


def _explained(lexicon: Lexicon) -> Iterator[Flaw]:
    """No keyword is explained by itself, however far round, nor by more keywords than anybody would follow."""
    names = {
        fold(keyword.name): tuple(fold(said.keyword.name) for said in said_in(keyword.meaning, lexicon))
        for keyword in lexicon.keywords
    }
    deep: dict[str, int] = {}

    def depth(name: str, above: tuple[str, ...]) -> int:
        if name in above:
            raise _Circle((*above[above.index(name) :], name))
        if name not in deep:
            deep[name] = 1 + max((depth(inner, (*above, name)) for inner in names[name]), default=0)
        return deep[name]

    for keyword in lexicon.keywords:
        try:
            found = depth(fold(keyword.name), ())
        except _Circle as circle:
            said = series(circle.names, "comma")
            yield spot_of("keywords", keyword.name), message("it is explained by itself: {names}", names=said)
            return
        if found > DEPTH_MAX:
            yield (
                spot_of("keywords", keyword.name),
                message("it takes more than {limit} keywords to explain it", limit=DEPTH_MAX),
            )


class _Circle(Exception):
    """Keywords that explain one another."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__()
        self.names = tuple(names)


def _kind(kind: DeckKind) -> Iterator[Message]:
    if "-" in kind.name:
        yield message("its name has no hyphen: what comes after one is a trait")
    yield from _colour(kind.colour)
    if kind.mark and kind.mark not in SHAPES and kind.mark not in icon_names():
        yield message("its mark is not known")
    if len(kind.meaning) > MEANING_MAX or clean_line(kind.meaning) != kind.meaning:
        yield message("what it means is one line of at most {limit} characters", limit=MEANING_MAX)


def _colour(colour: str) -> Iterator[Message]:
    if colour and not _COLOUR.fullmatch(colour):
        yield message("its colour cannot be read")


def _corners(lexicon: Lexicon) -> Iterator[Flaw]:
    named = [name for name in (getattr(lexicon.corners, corner) for corner in CORNERS) if name]
    for name in named:
        if len(name) > CORNER_NAME_MAX or clean_line(name) != name:
            yield CORNERS_SPOT, message("a name is one line of {limit} characters", limit=CORNER_NAME_MAX)
    if len({fold(name) for name in named}) < len(named):
        yield CORNERS_SPOT, message("there are two of that name")
    if len(set(lexicon.corners.unused)) < len(lexicon.corners.unused):
        yield CORNERS_SPOT, message("one of them is left out twice")
