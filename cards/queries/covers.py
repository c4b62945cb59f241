"""Decks of the archive as covers: three cards in a paper band, and what they are at a glance."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from cards import models as rows
from cards.face.language import tag
from cards.face.lexicon import Lexicon
from cards.queries.edition import Lying, composition_of
from cards.queries.faces import lexicon_of, printed, read_for_page
from cards.rules.manifest import state_in
from cards.values import counts
from cards.values.archive import DeckCover
from cards.values.facts import CoverFact, facts_of
from cards.values.pages import named
from studio.models import Member
from studio.web.language import spoken
from studio.web.words import say

TAGS_SHOWN = 4
DRAWN_ON_A_COVER = 3_000  # numbers of a drawing on one of its three cards: six of a usual hand


@dataclass(frozen=True, slots=True)
class OnShelf:
    """Some decks that stand in the archive, in an order, with what their newest versions are and who is in their
    groups."""

    decks: tuple[rows.Deck, ...]
    manifests: Mapping[int, Mapping[str, Any]]
    people: Mapping[int, Sequence[str]]

    def manifest(self, deck: rows.Deck) -> Mapping[str, Any]:
        return self.manifests.get(deck.pk, {})

    def lexicon(self, deck: rows.Deck) -> Lexicon:
        return lexicon_of(self.manifest(deck).get("kit", {}))

    def people_of(self, deck: rows.Deck) -> str:
        return named(self.people.get(deck.group_id, ()), at_most=3)

    def only(self, deck_ids: Iterable[int]) -> OnShelf:
        """Some of them, in another order."""
        known = {deck.pk: deck for deck in self.decks}
        return OnShelf(tuple(known[pk] for pk in deck_ids if pk in known), self.manifests, self.people)


def on_shelf(deck_ids: Iterable[int]) -> OnShelf:
    """Those of these decks that stand there now: one may have gone since it was counted. Three statements."""
    wanted = tuple(dict.fromkeys(deck_ids))
    known = {deck.pk: deck for deck in in_the_archive().filter(pk__in=wanted)}
    return stood([known[pk] for pk in wanted if pk in known])


def in_the_archive() -> QuerySet[rows.Deck]:
    """The decks that stand there, each with what is told of it on a cover."""
    return rows.Deck.objects.filter(rows.IN_THE_ARCHIVE).select_related("shelved").defer("shelved__words")


def stood(decks: Sequence[rows.Deck]) -> OnShelf:
    """The same of rows that were read (in_the_archive). Two statements."""
    last = {deck.pk: deck.last_version for deck in decks}
    versions = rows.Version.objects.filter(deck__in=last, number__in=set(last.values()))
    manifests = {
        deck_id: manifest
        for deck_id, number, manifest in versions.values_list("deck_id", "number", "manifest")
        if number == last[deck_id]
    }
    people: dict[int, list[str]] = {}
    members = Member.objects.filter(group_id__in={deck.group_id for deck in decks}, left_at__isnull=True)
    for group_id, name in members.order_by("joined_at", "pk").values_list("group_id", "person__name"):
        people.setdefault(group_id, []).append(name)
    return OnShelf(tuple(decks), manifests, people)


def covers_of(shown: OnShelf, fans_of: Collection[int] | None = None) -> tuple[DeckCover, ...]:
    """Decks by their newest versions, with three cards of those in `fans_of`, else of all. One statement, and two more
    for faces not read before: of all but three of a deck no drawing is read, and of those none that is much (each
    visitor of the front page would wait for it)."""
    standing = {deck.pk: state_in(shown.manifest(deck)) for deck in shown.decks}
    faces = read_for_page((digest for lines in standing.values() for digest, _ in lines.values()), most=0)
    lying = {
        pk: tuple(Lying(ref, faces[digest], copies) for ref, (digest, copies) in lines.items())
        for pk, lines in standing.items()
    }
    fans = {
        pk: {one.ref: standing[pk][one.ref][0] for one in _fan(articles)} if fans_of is None or pk in fans_of else {}
        for pk, articles in lying.items()
    }
    drawn = read_for_page((digest for fan in fans.values() for digest in fan.values()), each=DRAWN_ON_A_COVER)
    return tuple(
        _cover(
            shown, deck, lying[deck.pk], tuple(Lying(ref, drawn[digest], 1) for ref, digest in fans[deck.pk].items()),
        )
        for deck in shown.decks
    )  # fmt: skip


def _cover(shown: OnShelf, deck: rows.Deck, lying: tuple[Lying, ...], fan: tuple[Lying, ...]) -> DeckCover:
    foot_line = foot_of(deck)
    composition = composition_of(lying)
    lexicon = shown.lexicon(deck)
    return DeckCover(
        title=deck.title,
        href=f"/decks/{deck.slug}/",
        people=shown.people_of(deck),
        meta=f"{say(counts.cards_of(composition.copies, composition.cards))} · v{deck.last_version}",
        blurb=deck.blurb,
        composition=composition,
        faces=tuple(printed(a.face, a.is_rule, a.ref.number, foot_line, deck.language, lexicon) for a in fan),
        tags=tuple(deck.tags)[:TAGS_SHOWN],
        language=tag(deck.language),
        facts=deck_facts(deck),
    )


def foot_of(deck: rows.Deck) -> str:
    """What stands at the foot of a card of its newest version."""
    return f"{deck.title} · {deck.last_version}"


def deck_facts(deck: rows.Deck) -> tuple[CoverFact, ...]:
    return facts_of(
        players=(deck.players_min, deck.players_max),
        sheets=sheets_of(deck),
        status=deck.status,
        is_starred=deck.starred_at is not None,
        language=tag(deck.language),
        read_in=spoken(),
    )


def sheets_of(deck: rows.Deck) -> int | None:
    """As many as it takes to print it; None where that is not known yet: an older release may have put it there."""
    shelved: rows.ShelfDeck | None = getattr(deck, "shelved", None)
    facts = shelved.facts if shelved is not None else None
    return facts.get("sheets") if facts else None


def _fan(lying: tuple[Lying, ...]) -> tuple[Lying, ...]:
    """Three cards that show what the deck is like: an Action behind, a Thing, and in front a rule or another Thing."""
    readable = [article for article in lying if not article.face.is_withdrawn]
    chosen: list[Lying] = []
    for kinds in (("action",), ("thing", "other"), ("rule",), ("thing", "action", "other", "rule")):
        found = next((a for a in readable if a.kind in kinds and a not in chosen), None)
        if found is not None and len(chosen) < 3:
            chosen.append(found)
    return tuple(chosen)
