"""What advice is made of: a thought with its mend, and what is known of the deck a card is written for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from cards.face.lexicon import PLAIN, Lexicon
from studio.kernel.messages import Message

CardPart = Literal["title", "kind", "traits", "text", "deck"]


@dataclass(frozen=True, slots=True)
class Mend:
    """What one press would do: `was`, as it stands in the text, becomes `becomes`; `words` are those of the button."""

    words: Message
    was: str
    becomes: str


@dataclass(frozen=True, slots=True)
class Thought:
    """One thing to mention: a `code` ("text.whose"), the reason in a sentence, the words meant, how one press mends.

    `span` stands in the `part` of the card, letter for letter; "" where no words alone are meant.
    """

    code: str
    words: Message
    span: str = ""
    mend: Mend | None = None

    @property
    def part(self) -> CardPart:
        return self.code.partition(".")[0]  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Aside:
    """A card that was set aside, and what was said against it then. `wording` is the key of its words."""

    title: str
    text: str = ""
    reasons: tuple[str, ...] = ()
    wording: int = 0


@dataclass(frozen=True, slots=True)
class Known:
    """What is in the deck, without the article reworded.

    Titles; the words of its Special Rules; what was set aside; titles proposed just now, and their type lines; type
    lines and texts of its cards, and these texts with their marks; its goal; what its words and marks mean.
    `is_english`: whether what is missing from its words can be known at all. `is_growing`: something new is written,
    and not what is there reworded.
    """

    titles: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    aside: tuple[Aside, ...] = ()
    coming: tuple[str, ...] = ()
    coming_types: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    goal: str = ""
    lexicon: Lexicon = PLAIN
    is_english: bool = True
    is_growing: bool = True


def as_written(text: str, words: str, sentence: str) -> str:
    """Those words of a sentence as they stand in the text, in its own capitals; "" where marks stand between them.

    Where the same words stand before that sentence as well, they come with those before them that tell them apart:
    what looks for them in the text finds the right ones.
    """
    found = [stands.start() for stands in re.finditer(re.escape(words), text, re.IGNORECASE)] if words else []
    if len(found) > 1:
        whole = re.search(re.escape(sentence), text, re.IGNORECASE)
        found = [at for at in found if whole and at == whole.start() + sentence.index(words)]
    if not found:
        return ""
    start, end = found[0], found[0] + len(words)
    while start and text.find(text[start:end]) != start:
        start = text.rfind(" ", 0, start - 1) + 1
    return text[start:end]
