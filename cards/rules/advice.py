"""Advice on a card while it is written: what a friend across the table would mention. Never a wall, never a refusal.

Looked at are: whether the deck has such a card already; words that start arguments (whose card is discarded, whether
"each player" is also "you", a kind that nothing explains); cards that are named and not there; traits that nothing else
speaks of; and whether anything says how to win. Few and certain rather than many.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from cards.face.face import Face
from cards.face.lexicon import PLAIN, Lexicon, meant
from cards.face.symbols import TOKEN
from cards.face.text import parse, to_plain
from cards.rules.likeness import bare as _bare
from cards.rules.likeness import holds, near, same, singular
from cards.rules.mentions import mentions
from studio.kernel.messages import Message, message

TRAITS_FROM = 8  # cards: in a smaller deck every trait is the first of its sort
WIN_FROM = 12  # cards: a deck that is just begun is still to find out
NAMED_MAX = 8  # mentions of a text that are looked at
HINTS_MAX = 4  # more is a lecture

IN_THE_DECK = message("“{title}” is in the deck already. Reword that one, or give yours another name.")
MUCH_LIKE = message("Much like “{title}”, which is in the deck.")
SET_ASIDE = message("“{title}” was set aside before. Its reasons are in the drawer.")
ASKED_ABOUT = message(
    "“{title}” is before the others already, in other words. Settle on one, or give yours another name."
)
NO_KIND = message("No kind yet. Say in a word what it is, so that everybody knows how it is played.")
UNEXPLAINED = message("No Special Rule says how a {kind} is played.")
UNEXPLAINED_AN = message("No Special Rule says how an {kind} is played.")
WHOSE = message("Who discards, and from whose hand? Say so, and nobody has to ask.")
DESTROYED = message("What lies on the table is destroyed; a card in a hand is discarded.")
EACH_OR_YOU = message("“{each}” and “you” in one sentence: are you one of them?")
NO_SUCH = message("There is no “{title}” in the deck yet.")
NO_SUCH_BUT = message("There is no “{title}” in the deck. Is it “{near}” that you mean?")
NOT_MEANT = message("Nothing here is called “{word}” yet: it will print as it stands, with its braces.")
LONELY = message("Nothing else in the deck speaks of “{trait}” yet.")
SAY = message("Say “{title}”")
NO_WIN = message("Nothing in the deck says yet how the game is won.")

_ENGLISH = re.compile(r"\b(?:the|you|your|it|its|this|that|is|of|each|all|any|and|with|player|players)\b")
_PLAYED = frozenset({"thing", "action"})  # what the basic rules explain
_SENTENCE = re.compile(r"[^.!?\n]+")
_DISCARD = re.compile(r"\bdiscard(?:s|ed|ing)?\b(?! pile)")
_WHO = re.compile(
    r"\b(?:you|your|yours|each|every|everyone|everybody|all|any|another|opponents?|players?|owners?|who|whoever|they|"
    r"their|them|he|she|his|her|its|from|pile|the rest)\b"
)
_DISCARDED_THING = re.compile(r"\bdiscards? (?:\w+ ){0,2}things?\b")
_EACH = re.compile(r"\b(?:each|every) player\b|\ball players\b")
_OTHERS = re.compile(r"\b(?:each|every|all) other players?\b|\bincluding you(?:rself)?\b|\bexcept you(?:rself)?\b")
_YOU = re.compile(r"\byou(?:r|rs|rself)?\b")
_WIN = re.compile(
    r"\bw(?:in|ins|inning|inner|inners|on)\b|\bvictor(?:y|ies|ious)?\b|\bloses? (?:the game|at once)\b|\blosers?\b|"
    r"\b(?:out of|leaves?) the game\b|\bknock(?:s|ed)? out\b|\beliminated?\b|\bgame (?:ends|is over)\b|"
    r"\blast (?:one|player|team)\b|\bchampion\b"
)


@dataclass(frozen=True, slots=True)
class Mend:
    """What one press would do: `was`, as it stands in the text, becomes `becomes`; `words` are those of the button."""

    words: Message
    was: str
    becomes: str


@dataclass(frozen=True, slots=True)
class Thought:
    """One thing to mention, and how it is mended where one press can."""

    words: Message
    mend: Mend | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """What is in the deck, without the article reworded.

    Titles; the words of its Special Rules; titles set aside; titles proposed just now; type lines and texts of its
    cards; its goal; what its words and marks mean. `is_english`: whether what is missing from its words can be known
    at all. `is_growing`: something new is written, and not what is there reworded.
    """

    titles: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    coming: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    goal: str = ""
    lexicon: Lexicon = PLAIN
    is_english: bool = True
    is_growing: bool = True


def advise(face: Face, known: Known, *, is_rule: bool = False) -> tuple[Thought, ...]:
    """A few sentences at most, the weightiest first."""
    hints: list[Message | Thought] = [*_about_title(face.title, known), *([] if is_rule else _about_kind(face, known))]
    text = to_plain(parse(face.text, known.lexicon))
    hints += _about_braces(face, known.lexicon)
    hints += _about_text(text.casefold())
    hints += _about_the_named(face, known)
    if known.is_english:
        hints += _about_traits(face, text, known)
        hints += _about_winning(face, text, known)
    return tuple(hint if isinstance(hint, Thought) else Thought(hint) for hint in hints[:HINTS_MAX])


def _about_braces(face: Face, lexicon: Lexicon) -> Iterable[Message]:
    """What stands in braces and is neither a symbol nor a keyword: it is printed as it was written."""
    every = "\n".join((face.text, face.flavour, face.cost, face.gain, face.value, face.stat))
    unknown = next((found[1] for found in TOKEN.finditer(every) if meant(lexicon, found[1]) is None), None)
    if unknown is not None:
        yield NOT_MEANT.given(word=unknown)


def _about_title(title: str, known: Known) -> Iterable[Message]:
    if not title:
        return
    if known_as := same(title, known.titles):
        yield IN_THE_DECK.given(title=known_as)
    elif known.is_growing and (asked := same(title, known.coming)):
        yield ASKED_ABOUT.given(title=asked)
    elif alike := near(title, known.titles):
        yield MUCH_LIKE.given(title=alike)
    elif past := same(title, known.aside):
        yield SET_ASIDE.given(title=past)


def _about_kind(face: Face, known: Known) -> Iterable[Message]:
    kind = " ".join(face.kind_word.split())
    if not kind:
        if face.title and face.text:
            yield NO_KIND
    elif _bare(kind) not in _PLAYED and not any(_bare(kind) in _bare(words) for words in known.rules):
        yield (UNEXPLAINED_AN if kind[0] in "AEIOUaeiou" else UNEXPLAINED).given(kind=kind)


def _about_text(text: str) -> Iterable[Message]:
    sentences = _SENTENCE.findall(text)
    if any(_DISCARDED_THING.search(sentence) for sentence in sentences):
        yield DESTROYED
    elif any(_DISCARD.search(sentence) and not _WHO.search(sentence) for sentence in sentences):
        yield WHOSE
    for sentence in sentences:
        each = _EACH.search(sentence)
        if each and not _OTHERS.search(sentence) and _YOU.search(sentence):
            yield EACH_OR_YOU.given(each=each[0])
            return


def _about_the_named(face: Face, known: Known) -> Iterable[Message | Thought]:
    """Cards the text names that are not there. What is not marked as a title must be nearly one to be spoken of."""
    told: set[str] = set()
    titles = (*known.titles, *known.coming, face.title)
    spelt = {singular(_bare(title)) for title in titles}
    explained = [_bare(words) for words in (*known.rules, *known.types, *titles, face.type_line)]
    for mention in islice(mentions(face.text), NAMED_MAX):
        wanted = _bare(mention.title)
        if wanted in told or singular(wanted) in spelt or any(holds(words, wanted) for words in explained):
            continue
        if not mention.is_marked and any(" " in title and holds(wanted, title) for title in spelt):
            continue  # "Destroy Wandering Goat"
        told.add(wanted)
        if alike := near(mention.title, titles):
            if not holds(wanted, _bare(alike)):  # "Goats", "Goat’s"
                said = NO_SUCH_BUT.given(title=mention.title, near=alike)
                yield Thought(said, Mend(SAY.given(title=alike), mention.title, alike))
        elif mention.is_marked:
            yield NO_SUCH.given(title=mention.title)


def _about_traits(face: Face, text: str, known: Known) -> Iterable[Message]:
    """The first trait that nothing else in the deck has, names or explains."""
    if len(known.types) < TRAITS_FROM:
        return
    elsewhere = [_bare(words) for words in (*known.types, *known.texts, *known.rules, *known.titles, text)]
    for trait in (bit.strip() for bit in face.traits.split(",")):
        if wanted := _bare(trait):
            if not any(holds(words, wanted) for words in elsewhere):
                yield LONELY.given(trait=trait)
                return


def _about_winning(face: Face, text: str, known: Known) -> Iterable[Message]:
    """Said when the deck is no longer small, of new cards alone, and after everything else."""
    if len(known.types) < WIN_FROM or not known.is_growing:
        return
    if any(_WIN.search(words.casefold()) for words in (known.goal, text, face.title, *known.rules, *known.texts)):
        return
    written = [words for words in known.texts if words]
    if 2 * sum(bool(_ENGLISH.search(words.casefold())) for words in written) >= len(written) > 0:
        yield NO_WIN  # in a language these words are not looked for in, nobody knows
