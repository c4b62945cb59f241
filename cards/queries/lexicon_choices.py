"""What the composer offers of a deck's words: its symbols, keywords, kinds, corners, and the traits in use."""

from __future__ import annotations

from collections import Counter

from cards.face import symbols
from cards.face.colour import readable
from cards.face.corners import corner_label
from cards.face.drawn import ART
from cards.face.face import traits_of
from cards.face.lexicon import CORNERS, SLOT, UNFILLED, Lexicon
from cards.face.symbols import Symbol, drawing_address
from cards.face.text import meaning_of
from cards.queries.deck_view import DeckView
from cards.rules.lexicon_words import PLACES
from cards.values.composer import CornerChoice, KeywordChoice, KindChoice, SymbolChoice
from studio.web.words import say

TRAITS_OFFERED = 60
INK = "#171a21"


def own_symbols_of(lexicon: Lexicon) -> tuple[SymbolChoice, ...]:
    return tuple(
        SymbolChoice(f"{{{one.name}}}", one.spoken, drawing_address(one.drawing, ART)) for one in lexicon.symbols
    )


def _starter(token: str) -> SymbolChoice:
    found = symbols.symbol(*token.split())
    assert isinstance(found, Symbol)
    return SymbolChoice(f"{{{token}}}", found.spoken, "" if found.is_coin else found.address(ART, outlined=False))


STARTER = tuple(map(_starter, symbols.known()))


def keywords_of(lexicon: Lexicon) -> tuple[KeywordChoice, ...]:
    """Each as it is written into a text."""
    return tuple(
        KeywordChoice(
            f"{{{keyword.name} {UNFILLED}}}" if SLOT in keyword.meaning else f"{{{keyword.name}}}",
            keyword.name,
            meaning_of(lexicon, keyword, ""),
        )
        for keyword in lexicon.keywords
    )


def kinds_of(lexicon: Lexicon) -> tuple[KindChoice, ...]:
    return tuple(
        KindChoice(kind.name, kind.colour, drawing_address(kind.drawn_in(INK), ART) if kind.mark else "", kind.meaning)
        for kind in lexicon.kinds
    )


def kind_style(lexicon: Lexicon, word: str) -> str:
    """How the mark of a deck's own kind looks beside a title, as CSS properties; "" for a kind that is none."""
    kind = lexicon.kind(word)
    if kind is None:
        return ""
    mark = f"--mark:url({drawing_address(kind.drawn_in(''), ART)})" if kind.mark else ""
    return ";".join(part for part in (f"--own:{readable(kind.colour)}" if kind.colour else "", mark) if part)


def corners_of(lexicon: Lexicon) -> tuple[CornerChoice, ...]:
    unused = lexicon.corners.unused
    return tuple(
        CornerChoice(name, corner_label(name, lexicon), say(PLACES[name]), name not in unused) for name in CORNERS
    )


def traits_in_use(view: DeckView) -> tuple[str, ...]:
    """The traits of the cards in force, the commonest first. One statement, none beside the rail."""
    lines = (type_line for kind, _, _, _, _, type_line in view.in_force if kind == "card" and type_line)
    counted = Counter(trait for line in lines for trait in traits_of(line))
    return tuple(trait for trait, _ in counted.most_common(TRAITS_OFFERED))
