"""The archive: public decks by their latest version, each as three cards in a paper band."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.utils import timezone

from cards import models as rows
from cards.face.language import tag
from cards.face.lexicon import Lexicon
from cards.queries.edition import Lying, composition_of
from cards.queries.faces import lexicon_of, printed, read_for_page
from cards.queries.ledger import tallies
from cards.rules.manifest import state_in
from cards.storage.shelved import TAG, VALUE_MAX
from cards.values import counts
from cards.values.archive import ArchivePage, DeckCover, HomePage
from cards.values.deck import Composition
from cards.values.facts import CoverFact, facts_of
from cards.values.pages import Choice, MinutesLine, named
from studio.kernel.folding import fold
from studio.kernel.messages import message
from studio.models import Member
from studio.web.dates import said
from studio.web.language import spoken
from studio.web.words import say

A_SHELF = 24  # decks on a page
FRESH = 3  # decks on the front page
LATELY = 6  # lines of minutes on the front page
TAGS_SHOWN = 4
DRAWN_ON_A_COVER = 3_000  # numbers of a drawing on one of its three cards: six of a usual hand

NEWEST_FIRST = ("-archived_at", "-pk")
ORDERED_BY = {"newest": NEWEST_FIRST, "title": ("title", "pk")}
ORDERS = {"newest": message("Newest version"), "title": message("Title", context="order")}


@dataclass(frozen=True, slots=True)
class ArchiveSearch:
    """What the reader looks for on the shelf."""

    find: str = ""
    tag: str = ""
    order: str = "newest"
    page: int = 1


def archive_page(search: ArchiveSearch) -> ArchivePage:
    """One shelf of public decks. 7 statements at most, whatever the number of decks."""
    public = _public()
    total = public.count()
    start = (search.page - 1) * A_SHELF
    ordered = public.order_by(*ORDERED_BY[search.order])
    if search.find or search.tag:
        shown, decks = _found(_answering(ordered, search), start)
    else:
        shown, decks = total, list(ordered[start : start + A_SHELF])
    return ArchivePage(
        covers=covers_of(decks),
        find=search.find,
        tag=search.tag,
        order=search.order,
        orders=tuple(
            Choice(say(words), _at(search, order=key, page=1), search.order == key) for key, words in ORDERS.items()
        ),
        total=total,
        shown=shown,
        earlier=_at(search, page=search.page - 1) if search.page > 1 else "",
        later=_at(search, page=search.page + 1) if start + A_SHELF < shown else "",
    )


def _found(answering: QuerySet[rows.Deck], start: int) -> tuple[int, list[rows.Deck]]:
    """How many answer, and a shelf of them. Two statements: the words of all decks are looked through once."""
    keys = list(answering.values_list("pk", flat=True))
    decks = rows.Deck.objects.in_bulk(keys[start : start + A_SHELF])
    return len(keys), [decks[key] for key in keys[start : start + A_SHELF] if key in decks]


def home_page() -> HomePage:
    """The front door: three decks fresh off the press and what was voted in. 9 statements."""
    public = _public()
    newest = list(public.order_by(*NEWEST_FIRST)[: max(FRESH, LATELY)])
    return HomePage(covers_of(newest[:FRESH]), _lately(newest[:LATELY]), public.count())


def _public() -> QuerySet[rows.Deck]:
    return rows.Deck.objects.filter(rows.IN_THE_ARCHIVE)


def _answering(decks: QuerySet[rows.Deck], search: ArchiveSearch) -> QuerySet[rows.Deck]:
    """Each word stands in a deck's title, blurb, tags, or in the name of somebody who is in its group. What has no word
    in it (“"”) is on no deck."""
    asked = [fold(word) for word in search.find.split()]
    if (asked and not any(asked)) or (search.tag and not fold(search.tag)):
        return decks.none()
    for words in filter(None, asked):
        named = Q(person__name_folded__contains=words) | Q(person__name_folded=None, person__name__icontains=words)
        by = Member.objects.filter(named, left_at__isnull=True).values("group_id")
        decks = decks.filter(Q(shelved__words__contains=words) | Q(group_id__in=by))
    if search.tag:
        decks = decks.filter(facets__name=TAG, facets__value=fold(search.tag)[:VALUE_MAX])
    return decks


def _at(search: ArchiveSearch, **other: Any) -> str:
    asked = {"find": search.find, "tag": search.tag, "order": search.order, "page": search.page} | other
    if asked["order"] == "newest":
        del asked["order"]
    if asked["page"] == 1:
        del asked["page"]
    words = urlencode({name: value for name, value in asked.items() if value})
    return f"/decks/?{words}" if words else "/decks/"


def covers_of(decks: Sequence[rows.Deck]) -> tuple[DeckCover, ...]:
    """Decks by their latest versions. 5 statements, and two more for faces not read before: of all but three of a deck
    no drawing is read, and of those none that is much (each visitor of the front page would wait for it)."""
    versions = {
        deck_id: manifest
        for deck_id, number, manifest in rows.Version.objects.filter(
            deck__in=decks, number__in={deck.last_version for deck in decks}
        ).values_list("deck_id", "number", "manifest")
        if number == next(deck.last_version for deck in decks if deck.pk == deck_id)
    }
    people: dict[int, list[str]] = {}
    members = Member.objects.filter(group_id__in={deck.group_id for deck in decks}, left_at__isnull=True)
    for group_id, name in members.order_by("joined_at", "pk").values_list("group_id", "person__name"):
        people.setdefault(group_id, []).append(name)
    standing = {deck.pk: state_in(versions.get(deck.pk, {})) for deck in decks}
    faces = read_for_page((digest for lines in standing.values() for digest, _ in lines.values()), most=0)
    lying = {
        deck.pk: tuple(Lying(ref, faces[digest], copies) for ref, (digest, copies) in standing[deck.pk].items())
        for deck in decks
    }
    fans = {deck.pk: {one.ref: standing[deck.pk][one.ref][0] for one in _fan(lying[deck.pk])} for deck in decks}
    drawn = read_for_page((digest for fan in fans.values() for digest in fan.values()), each=DRAWN_ON_A_COVER)
    return tuple(
        _cover(
            deck, lying[deck.pk], tuple(Lying(ref, drawn[digest], 1) for ref, digest in fans[deck.pk].items()), people,
            lexicon_of(versions.get(deck.pk, {}).get("kit", {})),
        )
        for deck in decks
    )  # fmt: skip


def _cover(
    deck: rows.Deck, lying: tuple[Lying, ...], fan: tuple[Lying, ...], people: Mapping[int, Sequence[str]],
    lexicon: Lexicon,
) -> DeckCover:  # fmt: skip
    foot_line = f"{deck.title} · {deck.last_version}"
    composition: Composition = composition_of(lying)
    return DeckCover(
        title=deck.title,
        href=f"/decks/{deck.slug}/",
        people=named(people.get(deck.group_id, ()), at_most=3),
        meta=f"{say(counts.cards_of(composition.copies, composition.cards))} · v{deck.last_version}",
        blurb=deck.blurb,
        composition=composition,
        faces=tuple(printed(a.face, a.is_rule, a.ref.number, foot_line, deck.language, lexicon) for a in fan),
        tags=tuple(deck.tags)[:TAGS_SHOWN],
        language=tag(deck.language),
        facts=_facts(deck),
    )


def _facts(deck: rows.Deck) -> tuple[CoverFact, ...]:
    return facts_of(
        players=(deck.players_min, deck.players_max),
        sheets=None,
        status=deck.status,
        is_starred=deck.starred_at is not None,
        language=tag(deck.language),
        read_in=spoken(),
    )


def _fan(lying: tuple[Lying, ...]) -> tuple[Lying, ...]:
    """Three cards that show what the deck is like: an Action behind, a Thing, and in front a rule or another Thing."""
    readable = [article for article in lying if not article.face.is_withdrawn]
    chosen: list[Lying] = []
    for kinds in (("action",), ("thing", "other"), ("rule",), ("thing", "action", "other", "rule")):
        found = next((a for a in readable if a.kind in kinds and a not in chosen), None)
        if found is not None and len(chosen) < 3:
            chosen.append(found)
    return tuple(chosen)


_ENTERED = {
    "added": message("entered {deck}"),
    "amended": message("reworded in {deck}"),
    "repealed": message("out of {deck}"),
    "restored": message("back in {deck}"),
}


def _lately(newest: Sequence[rows.Deck]) -> tuple[MinutesLine, ...]:
    """What was voted in, archived and public: nothing newer than a deck's latest version. Three statements."""
    now = timezone.now()
    upto = Q()
    for deck in newest:
        upto |= Q(article__deck_id=deck.pk, at__lte=deck.archived_at)
    if not newest:
        return ()
    found = list(
        rows.Change.objects.filter(
            upto, kind__in=_ENTERED, proposal__isnull=False, face__withdrawn_at__isnull=True
        )
        .order_by("-at", "-seq")
        .values_list(
            "kind", "at", "face__content__title", "article__deck__title", "article__deck__slug", "article__kind",
            "article__number", "article__deck_id", "proposal",
        )[:LATELY]
    )  # fmt: skip
    asked = Q(pk__in=())
    for *_, deck_id, number in found:
        asked |= Q(deck_id=deck_id, number=number)
    votes = tallies(rows.Proposal.objects.filter(asked))
    return tuple(
        MinutesLine(
            when=said(at, now),
            name=title or "",
            words=say(_ENTERED[kind].given(deck=deck)),
            tally=votes.get((deck_id, proposal or 0), ""),
            href=f"/decks/{slug}/{'rules' if sort == 'rule' else 'cards'}/{number}/",
        )
        for kind, at, title, deck, slug, sort, number, deck_id, proposal in found
    )
