"""Advice on a card while it is written: what a friend across the table would mention. Never a wall, never a refusal.

Few and certain rather than many. What is looked at stands in modules of its own: the title and what was set aside
(title_advice), words that start arguments (wording_advice), the card beside its deck (deck_advice); words that never
end and colours that some eyes cannot tell apart stand here. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from cards.face.colour import Eyes, confused_by
from cards.face.face import Face
from cards.face.lexicon import DeckSymbol, Lexicon, named
from cards.face.symbols import TOKEN
from cards.face.text import parse, to_plain
from cards.rules.deck_advice import (
    on_balance,
    on_bold_words,
    on_braces,
    on_kind,
    on_the_named,
    on_traits,
    on_winning,
)
from cards.rules.thoughts import Known, Mend, Thought, as_written
from cards.rules.title_advice import on_title
from cards.rules.wording_advice import on_wording
from studio.kernel.messages import Message, message

HINTS_MAX = 4  # more is a lecture


def advise(face: Face, known: Known, *, is_rule: bool = False) -> tuple[Thought, ...]:
    """A few sentences at most, the weightiest first."""
    return tuple(islice(_thoughts(face, known, is_rule), HINTS_MAX))


def _thoughts(face: Face, known: Known, is_rule: bool) -> Iterator[Thought]:
    text = to_plain(parse(face.text, known.lexicon))
    folded = text.casefold()
    yield from on_title(face, known)
    if not is_rule:
        yield from on_kind(face, known)
    yield from on_braces(face, known.lexicon)
    yield from on_loops(face, folded)
    yield from on_wording(face, folded)
    yield from on_the_named(face, known)
    yield from on_colours(face, known.lexicon)
    if known.is_english:
        yield from on_bold_words(face, known)
        yield from on_traits(face, text, known)
        yield from on_balance(face, known)
        yield from on_winning(face, text, known)


# --- colours ----------------------------------------------------------------------------------------------------------

# Of a deck's own, that some eyes cannot tell apart, where nothing but the colour does.
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


# --- words that never end ---------------------------------------------------------------------------------------------

# Certain: whatever might stop it keeps this silent.
ENDLESS = message("This never ends: nothing here stops it. Say how often.")
ONCE = message("Once in a turn")

_STOPS = re.compile(
    r"\b(?:if|unless|until|once(?! more)|only|except|instead|pay|pays|paying|cost|costs|next|roll|flip|toss|"
    r"destroy|destroys|sacrifice|lose|loses|remove|removes|skip|counters?|tokens?|times|twice|first|not|no|never|stop|stops|limit|must|"
    r"later|cannot|can't|can’t|while|as long as|choose|guess|name|give|gives|discard|discards|shuffle)\b|"
    r"\bthis turn\b|\ba turn\b"
)
_AGAIN = (
    # what is played and played again
    re.compile(r"\bplays? this(?: card| action)? (?:again|once more|a second time)\b(?! (?:on|in|at|during|after))"),
    re.compile(r"\brepeat (?:this(?: card| action| process)?|the process|the above|all of this)$"),
    re.compile(r"\bdo (?:this|it) (?:all over )?again$"),
)
_TURN_ON_TURN = re.compile(
    r"\b(?:at|after) the end of (?:each of )?(?:your|every|each) turns?,? (?:you |each player )?takes? (?:another|"
    r"an extra|an additional|one more) turn$"
)
_FEEDS_ITSELF = re.compile(
    r"\b(?:whenever|each time|every time|any time) (you|a player|any player|somebody) (draw|gain)s? "
    r"(?:a|an|any|one or more|some|another) ([a-z]+?)s?,? "
    r"(?:then )?(?:(?:you|they|that player|he or she|they each) )?(?:also |then |immediately )*\2s? "
    r"(?:a|an|another|one|two|three|\d+)(?: (?:extra|additional|more|other))? \3s?$"
)
_FED_BY_ALL = re.compile(
    r"\b(?:whenever|each time|every time|any time) (?:a|any) card is drawn,? (?:you |each player )?draws? "
    r"(?:a|an|another|one|two|three|\d+)(?: (?:extra|additional|more|other))? cards?$"
)
_BACK = re.compile(r"\b(?:return|take|put) this(?: card)? (?:back )?(?:in)?to your hand\b")
_ANOTHER = re.compile(r"\bplay (?:another|any number of|as many|an additional|an extra)(?: \w+)? ?actions?\b")
_SENTENCE = re.compile(r"[^.!?;\n]+")


def on_loops(face: Face, text: str) -> Iterator[Thought]:
    """`text` is the card's, plain and in one case. One thought at most."""
    if _STOPS.search(text):
        return
    sentences = [sentence.strip() for sentence in _SENTENCE.findall(text)]
    for sentence in sentences:
        if found := _FEEDS_ITSELF.search(sentence):
            yield _feeding(face, found)
            return
    stays = face.kind_word.casefold() != "action"
    looked_for = (*_AGAIN, _FED_BY_ALL, *((_TURN_ON_TURN,) if stays else ()))
    ends = next((found for sentence in sentences for one in looked_for if (found := one.search(sentence))), None)
    if ends is None and not stays and _ANOTHER.search(text):
        ends = _BACK.search(text)
    if ends is not None:
        yield Thought("text.endless", ENDLESS, as_written(face.text, ends[0], ends.string))


def _feeding(face: Face, found: re.Match[str]) -> Thought:
    """“Whenever you draw a card” becomes “The first time you draw a card in a turn”, where no marks stand between."""
    span = as_written(face.text, found[0], found.string)
    begins = re.match(
        r"(?i)(?:whenever|each time|every time|any time) ((?:you|a player|any player|somebody) [^,]+),", span
    )
    if begins is None:
        return Thought("text.endless", ENDLESS, span)
    first = "The" if span[0].isupper() else "the"
    becomes = f"{first} first time {begins[1]} in a turn,"
    return Thought("text.endless", ENDLESS, span, Mend(ONCE, begins[0], becomes))
