"""Advice on words that start arguments, whatever the deck: whose card, how exactly, how many. Pure.

Each looks at one sentence of the plain text. What it means is given as it stands in the text, and mended where one
press surely keeps the sense.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cards.face.face import Face
from cards.rules.thoughts import Mend, Thought, as_written
from studio.kernel.messages import message

WHOSE = message("Who discards, and from whose hand? Say so, and nobody has to ask.")
DESTROYED = message("What lies on the table is destroyed; a card in a hand is discarded.")
EXACTLY = message("One too many, and “{words}” is missed. “At least” is easier to reach, and to keep.")
LARGE = message("“{words}” is more than anybody counts at a table. A smaller number plays the same.")
SAY = message("Say “{title}”")

CARDS_MANY, LAID_MANY, SCORED_MANY = 50, 60, 500  # cards, turns and dice; what is laid out; what is written down
_LARGE = {
    "card": CARDS_MANY, "thing": CARDS_MANY, "action": CARDS_MANY, "turn": CARDS_MANY, "round": CARDS_MANY,
    "time": CARDS_MANY, "dice": CARDS_MANY, "token": LAID_MANY, "counter": LAID_MANY, "life": 200, "live": 200,
    "damage": 200, "point": SCORED_MANY, "gold": SCORED_MANY, "coin": SCORED_MANY,
}  # fmt: skip
_BY_NAME = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}

_SENTENCE = re.compile(r"[^.!?\n]+")
# "Discard a card" is said to whoever plays it; only what is discarded by nobody leaves a doubt.
_DISCARD = re.compile(r"\b(?:is|are|be|being|gets?) (?:then |also |at once |immediately )?(discarded)\b")
_WHO = re.compile(
    r"\b(?:you|your|yours|each|every|everyone|everybody|all|any|another|opponents?|players?|owners?|who|whoever|they|"
    r"their|them|he|she|his|her|its|from|pile|the rest|down to|draws?)\b|:"  # whoever draws, or uses the ability
)
_DISCARDED_THING = re.compile(r"\b(discards?) (?!this\b)(?:\w+ ){0,2}things?\b")
_EXACTLY = re.compile(
    r"\b(?:if|when|whenever|while|as soon as|whoever|anyone who|anybody who|(?:a|any|the first|each|every) player who|"
    r"players who|player with)\b[^,;:]{0,60}?\b(?:ha(?:s|ve)|controls?|holds?|owns?|with|there are)\b[^,;:]{0,20}?"
    r"\b(exactly (?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[2-9]|[1-9][0-9]))\b"
)
_NUMBER = re.compile(
    r"(?<![\w,.])(?:(\d{1,3}(?:,\d{3})+|\d{2,12})|"
    r"(?:an?|one|two|three|five|ten) (hundred|thousand|million|billion|trillion))"
    r"(?: of)?(?: \w+)? "
    r"(cards?|things?|actions?|turns?|rounds?|times|dice|tokens?|counters?|life|lives|damage|points?|gold|coins?)\b"
)


def on_wording(face: Face, text: str) -> Iterator[Thought]:
    """`text` is the card's, plain and in one case."""
    sentences = _SENTENCE.findall(text)
    for look in (_on_discarding, _on_exactly, _on_large):
        found = next((thought for sentence in sentences for thought in look(face, sentence)), None)
        if found is not None:
            yield found


def _on_discarding(face: Face, sentence: str) -> Iterator[Thought]:
    found = _DISCARDED_THING.search(sentence)
    if found and " hand" not in sentence:
        span = as_written(face.text, found[0], sentence)
        becomes = ("Destroy", "destroy")[span[-len(found[0]) :][:1].islower()] + "s" * found[1].endswith("s")
        yield Thought("text.destroyed", DESTROYED, span, _says(span, found[0], found[1], becomes))
    elif found is None and (discard := _DISCARD.search(sentence)) and not _WHO.search(sentence):
        yield Thought("text.whose", WHOSE, as_written(face.text, discard[1], sentence))


def _says(span: str, words: str, begin: str, becomes: str) -> Mend | None:
    """Those words, at the end of the span, with another beginning."""
    if not span:
        return None
    said = becomes + span[-len(words) :][len(begin) :]
    return Mend(SAY.given(title=said), span, span[: -len(words)] + said)


def _on_exactly(face: Face, sentence: str) -> Iterator[Thought]:
    """Only of what must be had. To discard exactly two is clear, and one or none is often meant."""
    found = _EXACTLY.search(sentence)
    if found and (span := as_written(face.text, found[1], sentence)):
        becomes = "At least" if span[-len(found[1]) :][0].isupper() else "at least"
        mend = _says(span, found[1], "exactly", becomes)
        yield Thought("text.exactly", EXACTLY.given(words=span[-len(found[1]) :]), span, mend)


def _on_large(face: Face, sentence: str) -> Iterator[Thought]:
    for found in _NUMBER.finditer(sentence):
        digits, name, noun = found.groups()
        number = int(digits.replace(",", "")) if digits else _BY_NAME[name]
        if number >= _LARGE[noun if noun in _LARGE else noun.removesuffix("s")]:
            span = as_written(face.text, found[0], sentence)
            yield Thought("text.large", LARGE.given(words=span[-len(found[0]) :] or found[0]), span)
            return
