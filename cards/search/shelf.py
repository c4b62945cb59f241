"""The catalogue of this process, brought up to what the database has before each answer.

Whoever changes a deck of the archive says so in the same transaction (keeping.touch), by a number that grows. On SQLite
writers come one after the other, so the greatest number seen tells all. On PostgreSQL it is the transaction's own, and
one that began earlier may end later: what is asked for anew are the changes of all that had not ended when this process
last looked.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from cards import models as rows
from cards.face.language import tag
from cards.search.catalogue import Catalogue, ShelvedDeck
from cards.search.fields import head_of
from studio.kernel.folding import fold
from studio.models import Member

FEW = 200  # decks that are read by their keys

_CHANGED = {
    "sqlite": "SELECT deck, seq FROM cards_shelfchange WHERE seq > %s",
    "postgresql": """
        SELECT deck, pg_snapshot_xmin(pg_current_snapshot())::text::bigint FROM cards_shelfchange
        WHERE seq >= %s AND seq < pg_snapshot_xmax(pg_current_snapshot())::text::bigint""",
}
_NOW = {
    "sqlite": "SELECT COALESCE(MAX(seq), 0) FROM cards_shelfchange",
    "postgresql": "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint",
}
_FIELDS = (
    "pk", "archived_at", "title", "blurb", "tags", "players_min", "players_max", "status", "language", "licence",
    "last_version", "starred_at", "group_id", "shelved__facts", "shelved__played",
    "shelved__played_lately", "shelved__printed",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Remembered:
    """A catalogue, and up to where changes are in it."""

    catalogue: Catalogue
    seq: int


_known: _Remembered | None = None
_lock = threading.Lock()


def catalogue() -> Catalogue:
    """What is known of the decks that stand in the archive now. One statement where nothing has changed.

    A server reads it as it begins (cards/apps.py), since whoever asked first would wait for it. In a transaction, where
    what is there may yet be rolled back, it is read as a whole, and not remembered.
    """
    global _known
    if connection.in_atomic_block:
        return _whole()
    known = _known
    if known is not None and not _changes(known.seq)[0]:
        return known.catalogue
    with _lock:  # whoever waited finds it done
        _known = _brought_up(_known) if _known is not None else _read()
        return _known.catalogue


def _read() -> _Remembered:
    with connection.cursor() as cursor:  # before the rows: what changes meanwhile is read twice
        cursor.execute(_NOW[connection.vendor])
        seq = cursor.fetchone()[0]
    found = _whole()
    found.look_ahead()
    return _Remembered(found, seq)


def _whole() -> Catalogue:
    return Catalogue().changed(_decks(rows.Deck.objects.all(), None))


def _brought_up(known: _Remembered) -> _Remembered:
    changed, seq = _changes(known.seq)
    if not changed:
        return known
    came: list[ShelvedDeck] = []
    for first in range(0, len(changed), FEW):
        some = changed[first : first + FEW]
        came += _decks(rows.Deck.objects.filter(pk__in=some), some)
    gone = set(changed) - {deck.id for deck in came}
    return _Remembered(known.catalogue.changed(came, gone), seq)


def _changes(seq: int) -> tuple[list[int], int]:
    """The decks that have changed since, and up to where that is now."""
    with connection.cursor() as cursor:
        cursor.execute(_CHANGED[connection.vendor], [seq])
        found = cursor.fetchall()
    return [deck for deck, _ in found], max((number for _, number in found), default=seq)


def _decks(decks: QuerySet[rows.Deck], keys: Sequence[int] | None) -> list[ShelvedDeck]:
    """Those of them that stand in the archive. Two statements."""
    standing = decks.filter(rows.IN_THE_ARCHIVE, shelved__isnull=False)
    found = [dict(zip(_FIELDS, row, strict=True)) for row in standing.values_list(*_FIELDS)]
    groups = None if keys is None else {deck["group_id"] for deck in found}
    people = _people(groups)
    shared = _Shared()
    return [_shelved(deck, people.get(deck["group_id"], ()), shared) for deck in found]


def _people(groups: Iterable[int] | None) -> Mapping[int, Sequence[str]]:
    """The names of those who are in these groups, or in all that have a deck in the archive, in order of coming."""
    members = Member.objects.filter(left_at__isnull=True)
    if groups is None:
        members = members.filter(group_id__in=rows.ShelfDeck.objects.values("deck__group_id"))
    else:
        members = members.filter(group_id__in=groups)
    found: dict[int, list[str]] = defaultdict(list)
    for group_id, name in members.order_by("joined_at", "pk").values_list("group_id", "person__name"):
        found[group_id].append(name)
    return found


class _Shared(dict[tuple[str, str], tuple[str, str, str] | None]):
    """A name, a value and how that is asked for, by the first two: one object however many decks have it; None where
    no letter of it is left to ask for."""

    def __missing__(self, key: tuple[str, str]) -> tuple[str, str, str] | None:
        folded = fold(key[1])
        found = self[key] = (*key, folded) if folded else None
        return found


def _shelved(deck: Mapping[str, Any], people: Sequence[str], shared: _Shared) -> ShelvedDeck:
    facts = deck["shelved__facts"] or {}
    values: dict[str, tuple[str, ...]] = {}
    said: list[tuple[str, str, str]] = []
    for name, several in _values(deck, facts, people).items():
        if there := [one for value in dict.fromkeys(several) if (one := shared[name, value]) is not None]:
            values[name] = tuple(value for _, value, _ in there)
            said += there
    return ShelvedDeck(
        id=deck["pk"],
        archived_at=int(deck["archived_at"].timestamp() * 1_000_000),
        head=head_of(deck["title"], deck["tags"], deck["blurb"], people),
        players=(deck["players_min"], deck["players_max"]),
        numbers={
            "articles": facts.get("articles", 0),
            **{name: facts[name] for name in ("cards", "copies", "sheets") if name in facts},
            "pictures": int(facts.get("pictures", False)),
            "versions": deck["last_version"],
            "played": deck["shelved__played"],
            "lately": deck["shelved__played_lately"],
            "printed": deck["shelved__printed"],
            "star": int(deck["starred_at"] is not None),
        },
        values=values,
        said=tuple(said),
    )


def _values(deck: Mapping[str, Any], facts: Mapping[str, Any], people: Sequence[str]) -> dict[str, Sequence[str]]:
    """What it is chosen by, by the name of the filter."""
    return {
        "tag": deck["tags"],
        "by": people,
        "trait": facts.get("traits", ()),
        "plays": facts.get("plays", ()),
        "lang": [tag(deck["language"])],
        "licence": [deck["licence"]],
        "status": [deck["status"]],
    }
