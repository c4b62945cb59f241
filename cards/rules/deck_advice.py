"""Advice on a card beside its deck: its kind, cards and words it speaks of, and what the deck still lacks. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from cards.face.face import Face, traits_of
from cards.face.lexicon import Lexicon, meant
from cards.face.symbols import TOKEN
from cards.face.text import Run, parse
from cards.rules.likeness import bare, holds, near, singular
from cards.rules.thoughts import Known, Mend, Thought
from cards.rules.wording_advice import SAY
from studio.kernel.messages import message

TRAITS_FROM = 8  # cards: in a smaller deck every trait is the first of its sort
WIN_FROM = 12  # cards: a deck that is just begun is still to find out
BALANCE_FROM = 12  # cards, all of one kind
NAMED_MAX = 8  # mentions of a text that are looked at
BOLD_FROM = 2  # other cards with the same word in bold: from then on it is meant as a keyword

NO_KIND = message("No kind yet. Say in a word what it is, so that everybody knows how it is played.")
UNEXPLAINED = message("No Special Rule says how a {kind} is played.")
UNEXPLAINED_AN = message("No Special Rule says how an {kind} is played.")
NO_SUCH = message("There is no “{title}” in the deck yet.")
NO_SUCH_BUT = message("There is no “{title}” in the deck. Is it “{near}” that you mean?")
NOT_MEANT = message("Nothing here is called “{word}” yet: it will print as it stands, with its braces.")
MISSPELT = message("Nothing else in the deck speaks of “{trait}”. Is it “{near}” that you mean?")
NO_WIN = message("Nothing in the deck says yet how the game is won.")
NO_ACTION = message("{count} Things in the deck and no Action yet. Something has to happen, too.")
NO_THING = message("{count} Actions in the deck and no Thing yet. Something has to stay, too.")
BOLD = message("“{word}” stands in bold on {count} other cards too, and nothing says what it means.")
KEYWORD = message("“{word}” is a keyword of this deck. In braces it brings its meaning along.")
IN_BRACES = message("Write {words}")

_ENGLISH = re.compile(r"\b(?:the|you|your|it|its|this|that|is|of|each|all|any|and|with|player|players)\b")
_PLAYED = frozenset({"thing", "action"})  # what the basic rules explain
_IS_PLAYED = re.compile(r"\b(?:things?|actions?|rules?)$")  # "Defender Thing"; and a rule says itself how it goes
_WIN = re.compile(
    r"\bw(?:in|ins|inning|inner|inners|on)\b|\bvictor(?:y|ies|ious)?\b|\bloses? (?:the game|at once)\b|\blosers?\b|"
    r"\b(?:out of|leaves?) the game\b|\bknock(?:s|ed)? out\b|\beliminated?\b|\bgame (?:ends|is over)\b|"
    r"\blast (?:one|player|team)\b|\bchampion\b"
)
# A word that stands alone as a sentence, or that something has: "**Flying.** …", "has **Flying**". None with a bracket
# behind it, which says what it means; none with a colon, which is a heading.
_BOLD_WORD = re.compile(
    r"(?:(?:^|(?<=[.!\n]))[ \t]*(?:- )?\*\*(?P<alone>[A-Z][a-z'’-]{2,20}(?: [A-Za-z][a-z'’-]{1,20})?)"
    r"(?:\.\*\*|\*\*[.,]|\*\*(?=\s*$))|"
    r"\b(?:has|have|gains?|with|loses?|without) "
    r"\*\*(?P<had>[A-Z][a-z'’-]{2,20}(?: [A-Za-z][a-z'’-]{1,20})?)[.,]?\*\*)(?!\s*[(:])",
    re.MULTILINE,
)


def on_kind(face: Face, known: Known) -> Iterator[Thought]:
    kind = " ".join(face.kind_word.split())
    if not kind:
        if face.title and face.text:
            yield Thought("kind.none", NO_KIND)
    elif (
        not _IS_PLAYED.search(bare(kind))
        and _is_in_english(known)
        and not any(bare(kind) in bare(words) for words in known.rules)
    ):
        said = UNEXPLAINED_AN if kind[0] in "AEIOUaeiou" else UNEXPLAINED
        yield Thought("kind.unexplained", said.given(kind=kind), face.kind_word)


def on_braces(face: Face, lexicon: Lexicon) -> Iterator[Thought]:
    """What stands in braces and is neither a symbol nor a keyword: it is printed as it was written."""
    every = "\n".join((face.text, face.flavour, face.cost, face.gain, face.value, face.stat))
    unknown = next((found for found in TOKEN.finditer(every) if meant(lexicon, found[1]) is None), None)
    if unknown is not None:
        span = unknown[0] if unknown[0] in face.text else ""
        yield Thought("text.braces", NOT_MEANT.given(word=unknown[1]), span)


def on_the_named(face: Face, known: Known) -> Iterator[Thought]:
    """Cards the text names that are not there. What is not marked as a title must be nearly one to be spoken of."""
    told: set[str] = set()
    titles = (*known.titles, *known.coming, face.title)
    spelt = {singular(bare(title)) for title in titles}
    explained = [bare(words) for words in (*known.rules, *known.types, *titles, face.type_line)]
    for mention in islice(mentions(face.text), NAMED_MAX):
        wanted = bare(mention.title)
        if wanted in told or singular(wanted) in spelt or any(holds(words, wanted) for words in explained):
            continue
        if not mention.is_marked and any(" " in title and holds(wanted, title) for title in spelt):
            continue  # "Destroy Wandering Goat"
        told.add(wanted)
        if alike := near(mention.title, titles):
            if not holds(wanted, bare(alike)):  # "Goats", "Goat’s"
                said = NO_SUCH_BUT.given(title=mention.title, near=alike)
                mend = Mend(SAY.given(title=alike), mention.title, alike)
                yield Thought("text.nearly_named", said, mention.title, mend)
        elif mention.is_marked:
            yield Thought("text.named", NO_SUCH.given(title=mention.title), mention.title)


def on_bold_words(face: Face, known: Known) -> Iterator[Thought]:
    """A word in bold that is a keyword without its braces, or that several cards use as one and nothing explains."""
    for written in bold_words(face.text):
        if any(written.casefold() == keyword.name.casefold() for keyword in known.lexicon.keywords):
            was, becomes = f"**{written}**", f"{{{written}}}"
            mend = Mend(IN_BRACES.given(words=becomes), was, becomes) if was in face.text else None
            yield Thought("text.keyword", KEYWORD.given(word=written), written, mend)
            return
    for written in bold_words(face.text):
        others = sum(written in bold_words(text) for text in known.marked)
        if others >= BOLD_FROM and not _is_explained(written, face, known):
            yield Thought("text.bold", BOLD.given(word=written, count=others), written)
            return


def bold_words(text: str) -> tuple[str, ...]:
    """The words that stand in bold as a keyword does, in their order."""
    return tuple(found["alone"] or found["had"] for found in _BOLD_WORD.finditer(text)) if "**" in text else ()


def _is_explained(word: str, face: Face, known: Known) -> bool:
    wanted = bare(word)
    if all(one in HOUSE for one in wanted.split()):
        return True
    told = (*known.rules, *known.types, *known.titles, *known.coming, known.goal, face.title, face.type_line)
    means = re.compile(rf"\b{re.escape(word)}\b\W{{0,6}}(?:\(|:|means?\b|is when\b)", re.IGNORECASE)
    return any(holds(bare(words), wanted) for words in told) or any(means.search(text) for text in known.marked)


def on_traits(face: Face, text: str, known: Known) -> Iterator[Thought]:
    """The first trait that nothing else in the deck has, names or explains, and that is nearly one that is in use.

    Every sort begins with one card, so a trait that merely stands alone is left in peace.
    """
    if len(known.types) < TRAITS_FROM:
        return
    elsewhere = [bare(words) for words in (*known.types, *known.texts, *known.rules, *known.titles, text)]
    used = dict.fromkeys(trait for line in known.types for trait in traits_of(line))
    for trait in traits_of(face.type_line):
        if any(holds(words, bare(trait)) for words in elsewhere):
            continue
        if alike := near(trait, used):
            said = MISSPELT.given(trait=trait, near=alike)
            yield Thought("traits.near", said, trait)
            return


def on_balance(face: Face, known: Known) -> Iterator[Thought]:
    """A deck of Things alone, or of Actions alone, that is to have one more. None where a deck has kinds of its own."""
    kind = face.kind_word.casefold()
    if len(known.types) < BALANCE_FROM or not known.is_growing or known.lexicon.kinds or kind not in _PLAYED:
        return
    if all(Face("", one).kind_word.casefold() == kind for one in (*known.types, *known.coming_types)):
        said = NO_ACTION if kind == "thing" else NO_THING
        yield Thought("deck.balance", said.given(count=len(known.types)))


def on_winning(face: Face, text: str, known: Known) -> Iterator[Thought]:
    """Said when the deck is no longer small, of new cards alone, and after everything else."""
    if len(known.types) < WIN_FROM or not known.is_growing:
        return
    if any(_WIN.search(words.casefold()) for words in (known.goal, text, face.title, *known.rules, *known.texts)):
        return
    if any(known.texts) and _is_in_english(known):
        yield Thought("deck.no_win", NO_WIN)


def _is_in_english(known: Known) -> bool:
    """Whether its words are ours: in a language that these are not looked for in, nobody knows what is missing."""
    written = [words for words in known.texts if words]
    return known.is_english and 2 * sum(bool(_ENGLISH.search(words.casefold())) for words in written) >= len(written)


# --- which cards a text names -----------------------------------------------------------------------------------------

# What stands in quotation marks or in bold and is written as a title is. Certain rather than complete: quotation marks
# also hold what is said aloud, and bold a heading or a loud word; what could be one of those, a kind, a token or a part
# of the turn is taken for it.

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
