"""The shelf of somebody's own: the decks they keep, and what changed in each since they last looked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q
from django.utils import timezone

from cards import models as rows
from cards.face.language import tag
from cards.rules.manifest import state_in
from cards.values.came import what_came
from studio.kernel.messages import message
from studio.web.addresses import path_to
from studio.web.dates import TimeWords, said
from studio.web.words import say

_STANDING = Q(deck__in=rows.Deck.objects.filter(rows.IN_THE_ARCHIVE))


@dataclass(frozen=True, slots=True)
class KeptShown:
    """A deck on it. `version` is its newest; `news` is said where that is another than the one they looked at, and
    `compare_href` leads to the two beside each other."""

    title: str
    language: str
    slug: str
    version: int
    when: TimeWords
    news: str = ""
    came: tuple[tuple[str, str], ...] = ()
    compare_href: str = ""

    @property
    def href(self) -> str:
        return path_to("deck", slug=self.slug)


def own_shelf(person_id: int) -> tuple[KeptShown, ...]:
    """Those that stand in the archive now, what has news first. Two statements at most."""
    kept = rows.KeptDeck.objects.filter(_STANDING, person_id=person_id).select_related("deck")
    standing = sorted(kept.order_by("-deck__archived_at", "-deck_id"), key=lambda row: row.seen >= _newest(row))
    contents = _contents((row.deck_id, number) for row in standing if _has_news(row) for number in _between(row))
    return tuple(_shown(row, contents) for row in standing)


def _newest(row: rows.KeptDeck) -> int:
    return row.deck.last_version


def _has_news(row: rows.KeptDeck) -> bool:
    return row.seen < _newest(row)


def _between(row: rows.KeptDeck) -> tuple[int, int]:
    return row.seen, _newest(row)


def _contents(wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], Mapping[str, Any]]:
    """Manifests by deck and number. One statement, none where nothing is wanted."""
    found = Q()
    for deck, number in wanted:
        found |= Q(deck_id=deck, number=number)
    if not found:
        return {}
    told = rows.Version.objects.filter(found).values_list("deck_id", "number", "manifest")
    return {(deck, number): manifest for deck, number, manifest in told}


def _shown(row: rows.KeptDeck, contents: Mapping[tuple[int, int], Mapping[str, Any]]) -> KeptShown:
    deck, now = row.deck, timezone.now()
    shown = KeptShown(deck.title, tag(deck.language), deck.slug, _newest(row), said(deck.archived_at or now, now))
    if not _has_news(row):
        return shown
    was, newest = (state_in(contents.get((deck.pk, number), {})) for number in _between(row))
    came = what_came(was, newest).parts
    news = message("Since version {number}:") if came else message("The same cards as in version {number}.")
    return replace(
        shown,
        news=say(news.given(number=row.seen)),
        came=came,
        compare_href=f"{shown.href}compare/{row.seen}..{_newest(row)}/" if came else "",
    )
