"""Advice on a card while it is written: what a friend across the table would mention. Never a wall, never a refusal.

Two things are looked at: whether the deck has such a card already, and words that start arguments (whose card is
discarded, whether "each player" is also "you", a kind that nothing explains). Few and certain rather than many.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

from cards.rules.face import Face
from cards.rules.text import parse, to_plain

ALIKE = 0.86  # of 1: from here on two titles are taken for each other across a table
NEAR_MIN = 5  # letters: shorter titles are like many others
HINTS_MAX = 4  # more is a lecture

IN_THE_DECK = "{title} is in the deck already. Reword that one, or give yours another name."
MUCH_LIKE = "Much like {title}, which is in the deck."
SET_ASIDE = "{title} was set aside before. Its reasons are in the drawer."
NO_KIND = "No kind yet. Say in a word what it is, so that everybody knows how it is played."
UNEXPLAINED = "No Special Rule says how {kind} is played."
WHOSE = "Who discards, and from whose hand? Say so, and nobody has to ask."
DESTROYED = "What lies on the table is destroyed; a card in a hand is discarded."
EACH_OR_YOU = "“{each}” and “you” in one sentence: are you one of them?"

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
_LEADING = re.compile(r"^(?:the|a|an) ")


@dataclass(frozen=True, slots=True)
class Known:
    """What is in the deck: titles, the words of its Special Rules, titles set aside. Without the article reworded."""

    titles: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()


def advise(face: Face, known: Known, *, is_rule: bool = False) -> tuple[str, ...]:
    """A few sentences at most, the weightiest first."""
    hints = [*_about_title(face.title, known), *([] if is_rule else _about_kind(face, known))]
    hints += _about_text(to_plain(parse(face.text)).replace("’", "'").casefold())
    return tuple(hints[:HINTS_MAX])


def _about_title(title: str, known: Known) -> Iterable[str]:
    if not title:
        return
    if same := _same(title, known.titles):
        yield IN_THE_DECK.format(title=_quoted(same))
    elif near := _near(title, known.titles):
        yield MUCH_LIKE.format(title=_quoted(near))
    elif past := _same(title, known.aside):
        yield SET_ASIDE.format(title=_quoted(past))


def _about_kind(face: Face, known: Known) -> Iterable[str]:
    kind = " ".join(face.kind_word.split())
    if not kind:
        if face.title and face.text:
            yield NO_KIND
    elif _bare(kind) not in _PLAYED and not any(_bare(kind) in _bare(words) for words in known.rules):
        yield UNEXPLAINED.format(kind=f"{'an' if kind[0] in 'AEIOUaeiou' else 'a'} {kind}")


def _about_text(text: str) -> Iterable[str]:
    sentences = _SENTENCE.findall(text)
    if any(_DISCARDED_THING.search(sentence) for sentence in sentences):
        yield DESTROYED
    elif any(_DISCARD.search(sentence) and not _WHO.search(sentence) for sentence in sentences):
        yield WHOSE
    for sentence in sentences:
        each = _EACH.search(sentence)
        if each and not _OTHERS.search(sentence) and _YOU.search(sentence):
            yield EACH_OR_YOU.format(each=each[0])
            return


def _quoted(title: str) -> str:
    return f"“{title}”"


def _bare(words: str) -> str:
    """Letters and digits alone, in one case, without a leading article: what the ear keeps of a title."""
    spoken = _LEADING.sub("", " ".join(words.casefold().split()))
    return " ".join(re.sub(r"[^\w ]", "", spoken.replace("-", " ")).split())


def _same(title: str, others: Iterable[str]) -> str:
    wanted = _bare(title)
    return next((other for other in others if _bare(other) == wanted), "") if wanted else ""


def _near(title: str, others: Iterable[str]) -> str:
    """The most alike of the others, if any is alike enough. Linear in them; each costs a glance unless it is near."""
    wanted = _bare(title)
    if len(wanted) < NEAR_MIN:
        return ""
    compare = SequenceMatcher(None, "", wanted, autojunk=False)
    found, best = "", ALIKE
    for other in others:
        compare.set_seq1(_bare(other))
        if compare.real_quick_ratio() >= best and compare.quick_ratio() >= best and (ratio := compare.ratio()) >= best:
            found, best = other, ratio
    return found
