"""Decks of the archive as covers: three cards in a paper band, and what they are at a glance."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.safestring import SafeString

from cards import models as rows
from cards.face.language import tag
from cards.face.lexicon import Lexicon
from cards.queries.faces import ReadFace, lexicon_of, printed, read_for_page
from cards.rules.deck import Ref
from cards.search.keeping import facts_now
from cards.values import counts
from cards.values.archive import DeckCover
from cards.values.deck import Composition
from cards.values.facts import CoverFact, facts_of
from studio.kernel.messages import Title, shortened
from studio.models import Member
from studio.people.makers import linked_to_makers, makers_address
from studio.web.addresses import path_to
from studio.web.language import spoken
from studio.web.words import say, say_html

TAGS_SHOWN = 4
DRAWN_ON_A_COVER = 3_000  # numbers of a drawing on one of its three cards: six of a usual hand


@dataclass(frozen=True, slots=True)
class OnShelf:
    """Some decks that stand in the archive, in an order, with what their newest versions are played with and who is in
    their groups: names by group, each with the address of a maker's page or ""."""

    decks: tuple[rows.Deck, ...]
    kits: Mapping[int, Mapping[str, Any]]
    people: Mapping[int, Sequence[tuple[str, str]]]

    def lexicon(self, deck: rows.Deck) -> Lexicon:
        return lexicon_of(self.kits.get(deck.pk, {}))

    def people_of(self, deck: rows.Deck) -> SafeString:
        """Who made it, as markup: names of those who agreed to a maker's page lead there."""
        people = self.people.get(deck.group_id, ())
        pages = {name: href for name, href in people if href}
        return say_html(shortened((Title(name) for name, _ in people), at_most=3), linked_to_makers(pages))

    def only(self, deck_ids: Iterable[int]) -> OnShelf:
        """Some of them, in another order."""
        known = {deck.pk: deck for deck in self.decks}
        return OnShelf(tuple(known[pk] for pk in deck_ids if pk in known), self.kits, self.people)


def on_shelf(deck_ids: Iterable[int]) -> OnShelf:
    """Those of these decks that stand there now: one may have gone since it was counted. Three statements."""
    wanted = tuple(dict.fromkeys(deck_ids))
    known = {deck.pk: deck for deck in in_the_archive().filter(pk__in=wanted)}
    return stood([known[pk] for pk in wanted if pk in known])


def named_on_shelf(deck_ids: Iterable[int]) -> OnShelf:
    """The same of each as far as its cards say it: what it is called, its version, what its words mean. Two
    statements."""
    named = rows.Deck.objects.filter(rows.IN_THE_ARCHIVE, pk__in=set(deck_ids))
    decks = tuple(named.only("slug", "title", "language", "last_version"))
    return OnShelf(decks, {pk: kit or {} for pk, kit in newest_versions(decks, "manifest__kit")}, {})


def in_the_archive() -> QuerySet[rows.Deck]:
    """The decks that stand there, each with what is told of it on a cover."""
    return rows.Deck.objects.filter(rows.IN_THE_ARCHIVE).select_related("shelved").defer("shelved__words")


def stood(decks: Sequence[rows.Deck]) -> OnShelf:
    """The same of rows that were read (in_the_archive). Two statements."""
    kits = {pk: kit or {} for pk, kit in newest_versions(decks, "manifest__kit")}
    people: dict[int, list[tuple[str, str]]] = {}
    members = Member.objects.filter(group_id__in={deck.group_id for deck in decks}, left_at__isnull=True)
    told = members.order_by("joined_at", "pk").values_list("group_id", "person__name", "person__maker_key")
    for group_id, name, key in told:
        people.setdefault(group_id, []).append((name, makers_address(name, key)))
    return OnShelf(tuple(decks), kits, people)


def newest_versions(decks: Sequence[rows.Deck], what: str) -> list[tuple[int, Any]]:
    """By deck, something of its newest version: of a manifest of a thousand cards no more than is wanted. One
    statement."""
    last = {deck.pk: deck.last_version for deck in decks}
    versions = rows.Version.objects.filter(deck__in=last, number__in=set(last.values()))
    return [
        (deck_id, found)
        for deck_id, number, found in versions.values_list("deck_id", "number", what)
        if number == last[deck_id]
    ]


def covers_of(shown: OnShelf, fans_of: Collection[int] | None = None) -> tuple[DeckCover, ...]:
    """Decks by their newest versions, with three cards of those in `fans_of`, else of all. One statement, and two more
    for faces not read before: of a deck nothing but these three is read, and of a drawing none that is much (each
    visitor of the front page would wait for it)."""
    told = told_of(shown.decks)
    fans = {
        deck.pk: [(Ref(kind, number), digest) for kind, number, digest in told[deck.pk]["fan"]]
        for deck in shown.decks
        if fans_of is None or deck.pk in fans_of
    }
    drawn = read_for_page((digest for fan in fans.values() for _, digest in fan), each=DRAWN_ON_A_COVER)
    return tuple(_cover(shown, deck, told[deck.pk], fans.get(deck.pk, ()), drawn) for deck in shown.decks)


def _cover(
    shown: OnShelf, deck: rows.Deck, told: Mapping[str, Any], fan: Iterable[tuple[Ref, str]],
    drawn: Mapping[str, ReadFace],
) -> DeckCover:  # fmt: skip
    foot_line, lexicon, kinds = foot_of(deck), shown.lexicon(deck), told["kinds"]
    composition = Composition(kinds["thing"], kinds["action"], kinds["other"], kinds["rule"], told["copies"])
    return DeckCover(
        title=deck.title,
        href=path_to("deck", slug=deck.slug),
        people=shown.people_of(deck),
        meta=f"{say(counts.cards_of(composition.copies, composition.cards))} · v{deck.last_version}",
        blurb=deck.blurb,
        composition=composition,
        faces=tuple(
            printed(drawn[face], ref.kind == "rule", ref.number, foot_line, deck.language, lexicon)
            for ref, face in fan
            if not drawn[face].is_withdrawn
        ),
        tags=tuple(deck.tags)[:TAGS_SHOWN],
        language=tag(deck.language),
        facts=deck_facts(deck),
        version=deck.last_version,
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


def told_of(decks: Sequence[rows.Deck]) -> Mapping[int, Mapping[str, Any]]:
    """What is known of their newest versions. No statement where all were gone through; else one, and one more for each
    that was not."""
    found = {deck.pk: facts_on_shelf(deck) for deck in decks}
    if lacking := {deck.pk: deck for deck in decks if not found[deck.pk]}:
        told = newest_versions([*lacking.values()], "manifest")
        found.update((pk, facts_now(lacking[pk], manifest)) for pk, manifest in told)
    return found


def facts_on_shelf(deck: rows.Deck) -> Mapping[str, Any]:
    """What is known of its newest version; nothing yet where an older release put it there."""
    shelved: rows.ShelfDeck | None = getattr(deck, "shelved", None)
    facts = (shelved.facts or {}) if shelved is not None else {}
    return facts if "sheets" in facts else {}


def sheets_of(deck: rows.Deck) -> int | None:
    """As many as it takes to print it; None where that is not known yet."""
    return facts_on_shelf(deck).get("sheets")
