"""Advice on colours of a deck's own that some eyes cannot tell apart, where nothing but the colour does. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from cards.face.colour import Eyes, confused_by
from cards.face.face import Face
from cards.face.lexicon import DeckSymbol, Lexicon, named
from cards.face.symbols import TOKEN
from cards.rules.thoughts import Thought
from studio.kernel.messages import Message, message

INK = "#171a21"  # of what has no colour of its own

KINDS_ALIKE: dict[Eyes, Message] = {
    "protan": message("“{one}” and “{other}” are one colour to eyes without red. Give one a mark of its own."),
    "deutan": message("“{one}” and “{other}” are one colour to eyes without green. Give one a mark of its own."),
    "tritan": message("“{one}” and “{other}” are one colour to eyes without blue. Give one a mark of its own."),
}
SYMBOLS_ALIKE: dict[Eyes, Message] = {
    "protan": message("{one} and {other} are one symbol to eyes without red. Give one another shape."),
    "deutan": message("{one} and {other} are one symbol to eyes without green. Give one another shape."),
    "tritan": message("{one} and {other} are one symbol to eyes without blue. Give one another shape."),
}


def on_colours(face: Face, lexicon: Lexicon) -> Iterator[Thought]:
    """Of the card's kind and of the symbols on it, each beside the others of the deck. Two thoughts at most."""
    yield from _of_the_kind(face, lexicon)
    yield from _of_the_symbols(face, lexicon)


def _of_the_kind(face: Face, lexicon: Lexicon) -> Iterator[Thought]:
    own = lexicon.kind(face.kind_word)
    if own is None or not own.colour or face.colour:
        return
    for other in lexicon.kinds:
        if other.mark == own.mark and other.colour and (eyes := confused_by(own.colour, other.colour)):
            yield Thought("kind.colours", KINDS_ALIKE[eyes].given(one=own.name, other=other.name), face.kind_word)
            return


def _of_the_symbols(face: Face, lexicon: Lexicon) -> Iterator[Thought]:
    every = "\n".join((face.text, face.flavour, face.cost, face.gain, face.value, face.stat))
    for token in TOKEN.finditer(every):
        match named(lexicon, token[1]):
            case DeckSymbol() as own, _:
                for other in lexicon.symbols:
                    if _is_drawn_alike(own, other) and (eyes := confused_by(own.colour or INK, other.colour or INK)):
                        said = SYMBOLS_ALIKE[eyes].given(one=f"{{{own.name}}}", other=f"{{{other.name}}}")
                        yield Thought("text.colours", said, token[0] if token[0] in face.text else "")
                        return


def _is_drawn_alike(one: DeckSymbol, other: DeckSymbol) -> bool:
    return (one.shape, one.letter, one.icon) == (other.shape, other.letter, other.icon)
