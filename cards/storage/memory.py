"""Deck values that this process knows, each with the entry after which its deck was so.

A deck has two forms that are always equal, its log and its rows (docs/architecture.md), and every change of it is an
entry: what is known at an entry is the deck until there is another one, whoever wrote that. So one look at the head of
its stream, which is read with its row, decides whether what is known still holds.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import partial

from django.db import connection, transaction

from cards import models as rows
from cards.rules.deck import Deck
from cards.storage import whole
from cards.storage.log import DECK_LOG
from studio.log.facts import UnknownFact
from studio.models import Stream

ARTICLES_MAX = 100_000  # of all decks that are known together: some 30 MB
DECKS_MAX = 2000
BEHIND_MAX = 50  # entries: what is known is brought up by so many, and read anew where there are more

# By the stream's key, which is never given twice: a row's number is, after a rollback or when a database was restored.
_known: OrderedDict[str, tuple[int, Deck]] = OrderedDict()
_articles = 0  # of all that is known
_lock = threading.Lock()


def load(deck: rows.Deck, stream: Stream) -> Deck:
    """The deck after entry `stream.head`, which is one that stands in the log.

    No statement where that is known, one where what is known is a little older, else those of `whole.load` and one.
    """
    with _lock:
        known = _known.get(stream.key)
    if known is not None and known[0] == stream.head:
        return known[1]
    value = _brought_up(stream, known)
    if value is None:
        value = whole.load(deck)
        # It is read in several statements: only where no entry came between them is it the deck at one.
        if connection.in_atomic_block or not Stream.objects.filter(pk=stream.pk, head=stream.head).exists():
            return value
    if not connection.in_atomic_block:  # in there the head may yet be rolled back
        _remember(stream.key, stream.head, value)
    return value


def _brought_up(stream: Stream, known: tuple[int, Deck] | None) -> Deck | None:
    """What is known with the entries since; None where that is not enough, or another release wrote one of them."""
    if known is None or not known[0] < stream.head <= known[0] + BEHIND_MAX:
        return None
    try:
        return DECK_LOG.load(stream.pk, stream.head, known)
    except UnknownFact:
        return None


def follow(stream: Stream, head: int, value: Deck) -> None:
    """Once what is being written is committed, this is known to be the deck after entry `head`."""
    transaction.on_commit(partial(_remember, stream.key, head, value), robust=True)


def forget() -> None:
    """Know nothing (tests)."""
    global _articles
    with _lock:
        _known.clear()
        _articles = 0


def _remember(key: str, head: int, value: Deck) -> None:
    global _articles
    with _lock:
        known = _known.get(key)
        if known is not None and known[0] > head:
            return
        _articles += len(value.articles) - (len(known[1].articles) if known is not None else 0)
        _known[key] = (head, value)
        _known.move_to_end(key)
        while (_articles > ARTICLES_MAX or len(_known) > DECKS_MAX) and len(_known) > 1:
            _, (_, oldest) = _known.popitem(last=False)
            _articles -= len(oldest.articles)
