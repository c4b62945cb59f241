"""The words of cards on PostgreSQL: a tsvector beside each card, written as a literal, so that no parser looks at them.

The fields of a card lie some way apart in it, and no phrase goes over from one into the next; each has a weight. What
is asked is a parameter of the type itself: cast from text it would be read anew for every row that is looked at.

In slot 0 of a deck, where no card stands, are the words of all its cards, each behind a letter that no text folds to: a
deck that lacks one of those asked for need not be looked at card by card, which takes ten times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection

from cards.search.asked import FIELDS, CardWords, SearchClause
from cards.search.fields import APART, SLOTS, CardFields, WordedCard, deck_of

WEIGHTS = dict(zip(FIELDS, "ABCD", strict=True))
GAP = 100  # places between the fields
PLACE_MAX = 16383  # as far as PostgreSQL counts
SLOT_BITS = SLOTS.bit_length() - 1
OF_THE_DECK = "\ue003"  # begins a word of slot 0
OF_A_DECK_MAX = 500_000  # bytes of them; PostgreSQL takes a million at once. Beyond, the deck is looked at


def matching(clause: SearchClause) -> str:
    """A clause as a tsquery."""
    return " & ".join([*map(_atom, clause.cards), *(f"!{_atom(words)}" for words in clause.no_cards)])


def _atom(words: CardWords) -> str:
    weight = WEIGHTS[words.field] if words.field else ""
    last = len(words.words) - 1
    parts = []
    for number, word in enumerate(words.words):
        marks = ("*" if words.is_open and number == last else "") + weight
        parts.append(_quoted(word) + (f":{marks}" if marks else ""))
    return f"({' <-> '.join(parts)})" if last else parts[0]


def _in_the_deck(clause: SearchClause) -> str:
    """What a deck must have on its cards, wherever, for one of them to answer; as a tsquery."""
    return " & ".join(
        _quoted(OF_THE_DECK + word) + (":*" if asked.is_open and number == len(asked.words) else "")
        for asked in clause.cards
        for number, word in enumerate(asked.words, 1)
    )


def _quoted(word: str) -> str:
    return "'" + word.replace("\\", "\\\\").replace("'", "''") + "'"


def vector(fields: CardFields) -> str:
    """The words of a card as a literal of a tsvector."""
    places: dict[str, list[str]] = {}
    at = 0
    for text, weight in zip(fields, WEIGHTS.values(), strict=True):
        words = text.split()
        for place, word in enumerate(words, at + 1):
            if word != APART:
                places.setdefault(word, []).append(f"{min(place, PLACE_MAX)}{weight}")
        at += len(words) + GAP
    return " ".join(f"{_quoted(word)}:{','.join(found)}" for word, found in places.items())


def cards(clause: SearchClause, most: int) -> list[int] | None:
    # One row, and an empty one where there are more: ten thousand would be fetched to be thrown away.
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*), CASE WHEN count(*) <= %s THEN string_agg(id::text, ' ') END FROM "
            "(SELECT id FROM cards_shelfcard WHERE words @@ %s::tsquery LIMIT %s) AS found",
            [most, matching(clause), most + 1],
        )
        many, found = cursor.fetchone()
    return None if many > most else sorted(map(int, (found or "").split()))


def cards_in(clause: SearchClause, decks: Sequence[int]) -> list[int]:
    # The function and not `@@`: no index serves it, so that each deck is a range of the key whatever the words. Without
    # the limit, which none reaches, a plan that knows no values reads the whole table once for all decks.
    return _column(
        "SELECT card.id FROM unnest(%s::bigint[]) AS deck JOIN cards_shelfcard AS head "
        f"ON head.id = deck << {SLOT_BITS} AND (head.words = '' OR ts_match_vq(head.words, %s::tsquery)) "
        "CROSS JOIN LATERAL (SELECT id FROM cards_shelfcard "
        f"WHERE id BETWEEN (deck << {SLOT_BITS}) + 1 AND (deck + 1 << {SLOT_BITS}) - 1 "
        f"AND ts_match_vq(words, %s::tsquery) ORDER BY id LIMIT {SLOTS}) AS card ORDER BY card.id",
        list(decks), _in_the_deck(clause), matching(clause),
    )  # fmt: skip


def decks(clause: SearchClause) -> set[int]:
    return set(_column(
        f"SELECT DISTINCT id >> {SLOT_BITS} FROM cards_shelfcard WHERE words @@ %s::tsquery", matching(clause)
    ))  # fmt: skip


def known_words(words: Sequence[str], most: int) -> dict[str, int]:
    """Of these words those that are on cards, and on how many, at most so many."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT word, (SELECT count(*) FROM (SELECT 1 FROM cards_shelfcard WHERE words @@ query::tsquery LIMIT %s) "
            "AS counted) FROM unnest(%s::text[], %s::text[]) AS asked (word, query)",
            [most, list(words), [_quoted(word) for word in words]],
        )
        return {word: number for word, number in cursor.fetchall() if number}


def put(rows: Sequence[WordedCard]) -> None:
    """Cards that are not there yet, with what stands in slot 0. Two statements, and one for each further deck."""
    columns = list(zip(*((*row[:5], vector(row[5])) for row in rows), strict=True))
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO cards_shelfcard (id, kind, number, face, copies, words) "
            "SELECT id, kind, number, face, copies, words::tsvector FROM unnest("
            "%s::bigint[], %s::text[], %s::int[], %s::text[], %s::smallint[], %s::text[]) "
            "AS given (id, kind, number, face, copies, words)",
            [list(column) for column in columns],
        )
    for deck in sorted({deck_of(row[0]) for row in rows}):
        _gather(deck)


def _gather(deck: int) -> None:
    """The words of all its cards into its slot 0. Nothing stands there where they are too many."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE cards_shelfcard SET words = of_all.words FROM (SELECT CASE WHEN sum(octet_length(word)) < %s "
            "THEN array_to_tsvector(array_agg(word)) ELSE '' END AS words FROM (SELECT DISTINCT %s || lexeme AS word "
            "FROM cards_shelfcard, unnest(tsvector_to_array(words)) AS lexeme WHERE id BETWEEN %s AND %s) AS several"
            ") AS of_all WHERE id = %s",
            [OF_A_DECK_MAX, OF_THE_DECK, deck * SLOTS + 1, (deck + 1) * SLOTS - 1, deck * SLOTS],
        )


def drop(cards: Sequence[int]) -> None:
    """These cards and their words."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM cards_shelfcard WHERE id = ANY(%s)", [list(cards)])


def drop_between(first: int, last: int) -> None:
    """All cards of a range."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM cards_shelfcard WHERE id BETWEEN %s AND %s", [first, last])


def forget(cards: Sequence[int]) -> None:
    """The words of these cards."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE cards_shelfcard SET words = '' WHERE id = ANY(%s)", [list(cards)])
    for deck in sorted(set(map(deck_of, cards))):
        _gather(deck)


def tidy() -> None:
    """The database itself sweeps up what was taken out (autovacuum)."""


def _column(statement: str, *values: Any) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(statement, list(values))
        return [row[0] for row in cursor.fetchall()]
