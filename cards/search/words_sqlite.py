"""The words of cards on SQLite: a table of FTS5 that keeps them itself, a row for each card under the card's number.

Clauses become its language with every word in quotes, so that nothing typed is anything but a word.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.db import connection

from cards.search.asked import FIELDS, CardWords, SearchClause
from cards.search.fields import SLOTS, WordedCard

COLUMNS = dict(zip(FIELDS, ("title", "type", "text", "more"), strict=True))
SLOT_BITS = SLOTS.bit_length() - 1
FEW = 32  # decks that are looked at one by one


def matching(clause: SearchClause) -> str:
    """A clause in the language of FTS5."""
    found = " AND ".join(map(_atom, clause.cards))
    for words in clause.no_cards:
        found = f"({found}) NOT {_atom(words)}"
    return found


def _atom(words: CardWords) -> str:
    phrase = _quoted(" ".join(words.words)) + ("*" if words.is_open else "")
    return f"{COLUMNS[words.field]} : {phrase}" if words.field else phrase


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'


def cards(clause: SearchClause, most: int) -> list[int] | None:
    found = _column(
        "SELECT rowid FROM cards_shelfwords WHERE cards_shelfwords MATCH %s ORDER BY rowid LIMIT %s",
        matching(clause), most + 1,
    )  # fmt: skip
    return found if len(found) <= most else None


def cards_in(clause: SearchClause, decks: Sequence[int]) -> list[int]:
    # FTS5 knows where a range of rows begins and not where it ends: of words that seldom stand together it goes on to
    # the next card that has them, at each statement, and gathers whatever words begin so. A whole run takes less.
    asked = matching(clause)
    if len(decks) > FEW or not _is_a_word(clause):
        return _column(
            "SELECT rowid FROM cards_shelfwords WHERE cards_shelfwords MATCH %s "
            f"AND rowid >> {SLOT_BITS} IN (SELECT value FROM json_each(%s)) ORDER BY rowid",
            asked, json.dumps(list(decks)),
        )  # fmt: skip
    return [card for deck in sorted(decks) for card in _column(
        "SELECT rowid FROM cards_shelfwords WHERE cards_shelfwords MATCH %s AND rowid BETWEEN %s AND %s ORDER BY rowid",
        asked, deck << SLOT_BITS, (deck + 1 << SLOT_BITS) - 1,
    )]  # fmt: skip


def _is_a_word(clause: SearchClause) -> bool:
    """Whether one whole word is asked for, wherever it stands."""
    if len(clause.cards) != 1 or clause.no_cards:
        return False
    (words,) = clause.cards
    return len(words.words) == 1 and not words.field and not words.is_open


def decks(clause: SearchClause) -> set[int]:
    return set(_column(
        f"SELECT DISTINCT rowid >> {SLOT_BITS} FROM cards_shelfwords WHERE cards_shelfwords MATCH %s", matching(clause)
    ))  # fmt: skip


def known_words(words: Sequence[str], most: int) -> dict[str, int]:
    """Of these words those that are on cards, and on how many, at most so many."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT value, (SELECT count(*) FROM (SELECT 1 FROM cards_shelfwords WHERE cards_shelfwords MATCH "
            """'"' || value || '"' LIMIT %s)) FROM json_each(%s)""",
            [most, json.dumps(list(words))],
        )
        return {word: number for word, number in cursor.fetchall() if number}


def put(rows: Sequence[WordedCard]) -> None:
    """Cards that are not there yet. Two statements for all of them."""
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO cards_shelfcard (id, kind, number, face, copies) VALUES (%s, %s, %s, %s, %s)",
            [row[:5] for row in rows],
        )
        cursor.executemany(
            "INSERT INTO cards_shelfwords (rowid, title, type, text, more) VALUES (%s, %s, %s, %s, %s)",
            [(card, *fields) for card, *_, fields in rows if any(fields)],
        )


def drop(cards: Sequence[int]) -> None:
    """These cards and their words."""
    forget(cards)
    with connection.cursor() as cursor:
        cursor.executemany("DELETE FROM cards_shelfcard WHERE id = %s", [(card,) for card in cards])


def drop_between(first: int, last: int) -> None:
    """All cards of a range."""
    with connection.cursor() as cursor:
        for table, key in (("cards_shelfwords", "rowid"), ("cards_shelfcard", "id")):
            cursor.execute(f"DELETE FROM {table} WHERE {key} BETWEEN %s AND %s", [first, last])


def forget(cards: Sequence[int]) -> None:
    """The words of these cards."""
    with connection.cursor() as cursor:
        cursor.executemany("DELETE FROM cards_shelfwords WHERE rowid = %s", [(card,) for card in cards])


def tidy() -> None:
    """Words that were taken out leave the file as well, and what is many small pieces becomes one."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO cards_shelfwords (cards_shelfwords) VALUES ('optimize')")


def _column(statement: str, *values: Any) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(statement, list(values))
        return [row[0] for row in cursor.fetchall()]
