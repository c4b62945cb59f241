"""Whether two titles are one to the ear, or nearly."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

ALIKE = 0.86  # of 1: from here on two titles are taken for each other across a table
NEAR_MIN = 5  # letters: shorter titles are like many others

_LEADING = re.compile(r"^(?:the|a|an) ")


def bare(words: str) -> str:
    """Letters and digits alone, in one case, without a leading article: what the ear keeps of a title."""
    spoken = _LEADING.sub("", " ".join(words.casefold().split()))
    return " ".join(re.sub(r"[^\w ]", "", spoken.replace("-", " ")).split())


def same(title: str, others: Iterable[str]) -> str:
    """That of the others which sounds the same, or ""."""
    wanted = bare(title)
    return next((other for other in others if bare(other) == wanted), "") if wanted else ""


def near(title: str, others: Iterable[str]) -> str:
    """The most alike of the others, if any is alike enough. Linear in them; each costs a glance unless it is near."""
    wanted = bare(title)
    if len(wanted) < NEAR_MIN:
        return ""
    compare = SequenceMatcher(b=wanted, autojunk=False)
    found, best = "", ALIKE
    for other in others:
        compare.set_seq1(bare(other))
        if compare.real_quick_ratio() >= best and compare.quick_ratio() >= best and (ratio := compare.ratio()) >= best:
            found, best = other, ratio
    return found


def holds(words: str, phrase: str) -> bool:
    """Whether bare `words` speak of a bare `phrase`, whole words, one or many: "pests" speaks of "pest"."""
    return bool(phrase) and bool(re.search(rf"\b{re.escape(singular(phrase))}(?:s|es)?\b", words))


def singular(phrase: str) -> str:
    """A bare phrase without the s of many."""
    return phrase[:-1] if phrase.endswith("s") and not phrase.endswith("ss") and len(phrase) > 3 else phrase
