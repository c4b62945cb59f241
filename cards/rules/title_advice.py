"""Advice on a card's title, and on words that the table set aside before. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cards.face.face import Face
from cards.face.text import parse, to_plain
from cards.rules.likeness import bare, near, same
from cards.rules.thoughts import Aside, Known, Thought
from studio.kernel.messages import message, series

SAME_WORDS = 0.8  # of the words of both texts together: from here on one is the other said again
WORDS_MIN = 8  # different ones: shorter texts are alike by chance
REASONS_MAX = 2  # the rest is in the drawer
REASON_MAX = 120  # characters of one

IN_THE_DECK = message("“{title}” is in the deck already. Reword that one, or give yours another name.")
MUCH_LIKE = message("Much like “{title}”, which is in the deck.")
SET_ASIDE = message("“{title}” was set aside before. Its reasons are in the drawer.")
SET_ASIDE_FOR = message("“{title}” was set aside before: {reasons}.")
LIKE_ASIDE = message("Much like “{title}”, which was set aside. Its reasons are in the drawer.")
LIKE_ASIDE_FOR = message("Much like “{title}”, which was set aside: {reasons}.")
REASON = message("“{reason}”")
ASKED_ABOUT = message(
    "“{title}” is before the others already, in other words. Settle on one, or give yours another name."
)


def on_title(face: Face, known: Known) -> Iterator[Thought]:
    title = face.title
    if title and (known_as := same(title, known.titles)):
        yield Thought("title.in_deck", IN_THE_DECK.given(title=known_as), title)
    elif title and known.is_growing and (asked := same(title, known.coming)):
        yield Thought("title.coming", ASKED_ABOUT.given(title=asked), title)
    elif title and (alike := near(title, known.titles)):
        yield Thought("title.near", MUCH_LIKE.given(title=alike), title)
    elif past := alike_aside(face, known.aside):
        yield _set_aside(face, past)


def alike_aside(face: Face, aside: Iterable[Aside]) -> Aside | None:
    """Of what was set aside that which is written again: by its name, nearly by its name, or word for word and more."""
    every = tuple(aside)
    titles = tuple(past.title for past in every)
    if title := same(face.title, titles) or near(face.title, titles):
        return next(past for past in every if past.title == title)
    words = _words(face.text)
    return next((past for past in every if _are_one(words, _words(past.text))), None)


def _set_aside(face: Face, past: Aside) -> Thought:
    is_same = bool(same(face.title, (past.title,)))
    code, span = ("title.set_aside", face.title) if is_same else ("title.like_set_aside", "")
    if not past.reasons:
        return Thought(code, (SET_ASIDE if is_same else LIKE_ASIDE).given(title=past.title), span)
    said = [REASON.given(reason=_short(reason)) for reason in past.reasons[:REASONS_MAX]]
    sentence = SET_ASIDE_FOR if is_same else LIKE_ASIDE_FOR
    return Thought(code, sentence.given(title=past.title, reasons=series(said, "and")), span)


def _short(reason: str) -> str:
    reason = reason.strip()
    return reason if len(reason) <= REASON_MAX else reason[: REASON_MAX - 1].rstrip() + "…"


def _words(text: str) -> frozenset[str]:
    return frozenset(bare(to_plain(parse(text))).split())


def _are_one(one: frozenset[str], other: frozenset[str]) -> bool:
    return min(len(one), len(other)) >= WORDS_MIN and len(one & other) >= SAME_WORDS * len(one | other)
