"""What the words of a card offer to whoever reads it: an ability to use, another's turn to play it in, tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

TOKENS_AT_HAND = 3  # kinds that lie on the cloth; more would push one's own place off the glass

_ABILITY = re.compile(r"(?<![“”„\"‘’'«»])\b(action|activate):", re.IGNORECASE)
_TOKEN = re.compile(r"([^\W\d_][\w’'-]{0,20})\s+tokens?\b", re.IGNORECASE)
_ANY_TIME = re.compile(
    r"\b(at any (time|moment|point)|any time|anytime|out of turn"
    r"|(during|on|in) (any|another|(any|some)body(?: else)?[’']s|someone else[’']s)( player)?([’']s)? turn)\b",
    re.IGNORECASE,
)
_TAP = re.compile(
    r"\{(un)?tap\}|\b(un)?tap(s|ped|ping)?\b|\bturn (it|this)\b.{0,20}\b(sideways|on its side)\b", re.IGNORECASE
)
_NO_NAME = frozenset(
    "a add all an another any both each every few five four her his its less lose many more move my no of one or other"
    " our place put remove set six some spend such take that the their these this those three two your zero".split()
)


@lru_cache(maxsize=2000)
def ability_in(text: str) -> Literal["", "action", "activate"]:
    """B6: whether it has an "Action:" ability, or one that it calls "Activate:". A card that speaks of “Action:”
    abilities, in quotation marks, has none by that."""
    found = {name.casefold() for name in _ABILITY.findall(text.replace("*", ""))}
    return "action" if "action" in found else "activate" if found else ""


@lru_cache(maxsize=2000)
def is_for_any_time(text: str) -> bool:
    """Whether it says that it may be played out of turn (B7)."""
    return bool(_ANY_TIME.search(text.replace("*", "")))


@lru_cache(maxsize=2000)
def speaks_of_tapping(text: str) -> bool:
    """Whether it says that something is turned sideways, by that word or its symbol."""
    return bool(_TAP.search(text.replace("*", "")))


def tokens_near(text: str, lying: Iterable[str], known_names: Iterable[str]) -> tuple[str, ...]:
    """The tokens that lie on a card, then those its words name, called as they are once they lie there: "Ritual", of
    "a Ritual token"."""
    near = tuple(lying)
    known = (*near, *known_names)
    return tuple(dict.fromkeys((*near, *(token_called(f"{word} token", known) for word in _tokens_named(text)))))


def tokens_at_hand(names: Sequence[str], used: Iterable[str], texts: Iterable[str]) -> tuple[str, ...]:
    """Those that lie on the cloth, in their order: the one that was used last, those that cards in one's reach speak
    of, others that were used, then the newest. `used` has the latest first."""
    known, lately = set(names), list(used)
    spoken = [name for text in texts for name in tokens_near(text, (), names)]
    wanted = dict.fromkeys(name for name in (*lately[:1], *spoken, *lately, *reversed(names)) if name in known)
    near = set(list(wanted)[:TOKENS_AT_HAND])
    return tuple(name for name in names if name in near)


@lru_cache(maxsize=2000)
def _tokens_named(text: str) -> tuple[str, ...]:
    """ "Ritual", of "place a Ritual token on this card"; not "each" of "each token"."""
    found = {word.casefold(): word for word in _TOKEN.findall(text.replace("*", "")) if word.casefold() not in _NO_NAME}
    return tuple(found.values())


_CALLED_SO = re.compile(r"(.*\S)\s+tokens?", re.IGNORECASE)


def token_called(typed: str, named: Iterable[str]) -> str:
    """What a kind of token is called at the table: as it is `named` there, in whatever capitals it is written; "token"
    at the end of a new name is no part of it."""
    every = tuple(named)
    found = _CALLED_SO.fullmatch(typed)
    for wanted in (typed, found[1] if found else typed):
        folded = wanted.casefold()
        known = wanted if wanted in every else next((name for name in every if name.casefold() == folded), "")
        if known:
            return known
    return found[1] if found else typed
