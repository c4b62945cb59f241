"""Advice on a card while it is written: what a friend across the table would mention. Never a wall, never a refusal.

Few and certain rather than many. What is looked at stands in modules of its own: the title and what was set aside
(title_advice), words that start arguments (wording_advice) or never end (loop_advice), the card beside its deck
(deck_advice), colours that some eyes cannot tell apart (colour_advice). Pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from cards.face.face import Face
from cards.face.text import parse, to_plain
from cards.rules.colour_advice import on_colours
from cards.rules.deck_advice import (
    on_balance,
    on_bold_words,
    on_braces,
    on_kind,
    on_the_named,
    on_traits,
    on_winning,
)
from cards.rules.loop_advice import on_loops
from cards.rules.thoughts import Known, Thought
from cards.rules.title_advice import on_title
from cards.rules.wording_advice import on_wording

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
