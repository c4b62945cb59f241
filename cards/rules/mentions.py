"""Which cards a text names: what stands in quotation marks or in bold and is written as a title is.

Certain rather than complete. Quotation marks also hold what is said aloud, and bold a heading or a loud word; what
could be one of those, a kind, a token or a part of the turn is taken for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cards.face.text import Run, parse
from cards.rules.likeness import bare

WORDS_MAX = 6
SMALL = frozenset("a an and as at but by for from in into nor of off on onto or out over the to under up with".split())
# Words of the game itself, which many print in bold or begin with a capital.
HOUSE = frozenset(
    "action actions thing things card cards token tokens counter counters special rule special rules basic rule "
    "basic rules rules draw pile discard pile draw discard hand turn table player players opponent opponents game deck "
    "game over extra turn hand limit each player every player all players you may play destroy note example".split()
)

_QUOTED = re.compile(r"[“„«\"]([^“”„«»\"\n]{2,60})[”“»\"]")
_BOUND = re.compile(r"[.!?\n](?:\s|$)")
_CAPITALS = re.compile(r"[A-Z][\w'’-]+(?: (?:(?:of|the|to|in|and|for) ){0,2}[A-Z][\w'’-]+)+")
_ENDS_AS_SPEECH = re.compile(r"[.:;,!?…–—-]$")
_SAID = re.compile(
    r"(?:\b(?:say|shout|yell|cry|sing|ask|answer|reply|read|announce|declare|write|spell|whisper|mean|name|guess|choose|"
    r"title|word|phrase|letter|trait|kind|type|keyword|motto|question|song)(?:s|ing|ed)?(?: out| the| it| aloud)*|"
    r"\bcall(?:s|ing|ed)? out|\bsaid|\bsung|\btold|\bmeant|"
    r"\b(?:token|counter|die|dice|pile|zone|team|player|phase|deck|rule)s? (?:called|named|titled))[,:]?\s*$",
    re.IGNORECASE,
)
_OTHER_SORT = re.compile(
    r"^['’]?s?\s*(?:(?:[:–—])|(?:tokens?|counters?|traits?|cards|things|actions|piles?|zones?|decks?|die|dice|phases?|"
    r"steps?|keywords?|rules?|letters?|words?|limits?)\b|in (?:its|their|the|a|any) (?:title|name|text)s?\b)",
    re.IGNORECASE,
)
_CARD_BEFORE = re.compile(
    r"\b(?:card|cop(?:y|ies) of|(?:card|thing|action) (?:called|named|titled)|search (?:\w+ ){1,4}for|destroy|control|"
    r"discard|play)s?(?: the| a| an)? $",
    re.IGNORECASE,
)
_CARD_AFTER = re.compile(r"^ (?:card\b|(?:is|are|was|isn't|isn’t|leaves|enters|comes into|in) (?:not )?(?:in )?play\b)")


@dataclass(frozen=True, slots=True)
class Mention:
    """A title as it was written. `is_marked` by quotation marks or bold; else it is only written in capitals."""

    title: str
    is_marked: bool


def mentions(text: str) -> Iterator[Mention]:
    """The titles a card's text names, in order; linear in the text."""
    for block in parse(text):
        plain, bold = "", []
        for inline in block.inlines:
            words = inline.text if isinstance(inline, Run) else "\0"
            if isinstance(inline, Run) and inline.bold:
                bold.append((len(plain), len(plain) + len(words)))
            plain += words
        spans = [(m.start(), m.end(), m[1]) for m in _QUOTED.finditer(plain)]
        marked = sorted([*spans, *((start, end, plain[start:end]) for start, end in bold)])
        for start, end, title in marked:
            if _names_a_card(title, plain[:start], plain[end:]):
                yield Mention(title.strip(), True)
        for found in _CAPITALS.finditer(plain):
            if not any(start < found.end() and found.start() < end for start, end, _ in marked):
                yield Mention(found[0], False)


def _names_a_card(title: str, before: str, after: str) -> bool:
    before = _BOUND.split(before)[-1].rstrip('“„«"*').replace("\0", " ")
    if not _is_title(title) or _SAID.search(before) or _OTHER_SORT.match(after):
        return False
    if not before.strip() and after[:1] in (".", "!"):  # a heading: "**Storm Warning.** At the end of …"
        return False
    return " " in title.strip() or bool(_CARD_BEFORE.search(before) or _CARD_AFTER.match(after))


def _is_title(written: str) -> bool:
    words = written.split()
    if not 1 <= len(words) <= WORDS_MAX or _ENDS_AS_SPEECH.search(written.strip()) or "\0" in written:
        return False
    if all(word in HOUSE for word in bare(written).split()) or (len(words) == 1 and written.isupper()):
        return False
    capital = [word for word in words if word.casefold() not in SMALL]
    return bool(capital) and words[0][:1].isupper() and all(word[:1].isupper() for word in capital)
