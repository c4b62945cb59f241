"""What is new, for programs that ask for it: versions of all decks in the archive, of a maker's and of one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC
from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404

from cards import models as rows
from cards.access import DeckMoved
from cards.face.language import tag
from cards.queries.covers import on_shelf, told_of
from cards.queries.maker import decks_written_in
from cards.queries.shelf_ask import DATA, FEED, PAGE, ShelfAsk, address
from cards.rules.manifest import own_name, state_in
from cards.search.finding import find
from cards.values.facts import what_came
from studio.kernel.messages import message
from studio.models import Member, Person
from studio.people.makers import makers_address
from studio.web.addresses import path_to
from studio.web.atom import Feed, FeedEntry
from studio.web.language import page_tag
from studio.web.words import say

IN_A_FEED = 30  # versions

_Contents = Mapping[tuple[int, int], Mapping[str, Any]]  # manifests by deck and number


def search_feed(site: str, ask: ShelfAsk) -> Feed:
    """The newest versions of decks that answer, one a deck, in whichever order the page is. Four statements, and those
    of the search."""
    found = find(ask.search, "newest", size=IN_A_FEED, with_numbers=False).decks
    standing = _standing().filter(pk__in=[hit.deck_id for hit in found])
    decks = sorted(standing, key=lambda deck: (deck.archived_at, deck.pk), reverse=True)
    asked = " ".join(piece.text for piece in ask.search.pieces)
    title = message("Decks, newest versions: {asked}", asked=asked) if asked else message("Decks, newest versions")
    words, filters = ask.search.words, ask.search.filters
    page = address(words, filters) if asked else PAGE
    return _of_decks(site, decks, say(title), address(words, filters, page=FEED), page)


def maker_feed(site: str, person: Person) -> Feed:
    """The newest versions of the decks that hold what they wrote, one a deck. Eight statements."""
    decks = _standing().filter(pk__in=decks_written_in(person)).order_by("-archived_at", "-pk")[:IN_A_FEED]
    here = makers_address(person.name, person.maker_key)
    title = message("Decks that {who} writes in, newest versions", who=person.name)
    return _of_decks(site, list(decks), say(title), f"{here}feed.atom", here)


def _standing() -> QuerySet[rows.Deck]:
    """The decks in the archive, each with its stream."""
    return rows.Deck.objects.filter(rows.IN_THE_ARCHIVE).select_related("stream")


def _of_decks(site: str, decks: Sequence[rows.Deck], title: str, href: str, page: str) -> Feed:
    """The newest versions of these, which come with their streams. Three statements."""
    last = rows.Version.objects.filter(_numbered([(deck.pk, deck.last_version) for deck in decks])) if decks else ()
    newest = {version.deck_id: version for version in last}
    before = _contents([(deck.pk, deck.last_version - 1) for deck in decks])
    people = _people({deck.group_id for deck in decks})
    entries = tuple(
        _entry(site, deck, newest[deck.pk], before, people.get(deck.group_id, ()))
        for deck in decks
        if deck.pk in newest
    )
    return Feed(title, f"{site}{href}", f"{site}{page}", page_tag(), entries)


def deck_feed(site: str, slug: str) -> Feed:
    """The versions of one deck, while it stands in the archive; Http404 for any other, DeckMoved for its former
    address. Four statements."""
    deck = _standing().filter(slug=slug).first()
    if deck is None:
        if (moved := _standing().filter(former_slugs__slug=slug).first()) is not None:
            raise DeckMoved(moved.slug)
        raise Http404
    versions = list(rows.Version.objects.filter(deck=deck).order_by("-number")[:IN_A_FEED])
    contents: dict[tuple[int, int], Mapping[str, Any]] = {(deck.pk, one.number): one.manifest for one in versions}
    if versions and (older := versions[-1].number - 1):
        contents |= _contents([(deck.pk, older)])
    people = _people({deck.group_id}).get(deck.group_id, ())
    home = site + path_to("deck", slug=slug)
    entries = tuple(_entry(site, deck, version, contents, people) for version in versions)
    return Feed(deck.title, f"{home}feed.atom", home, page_tag(), entries)


def _entry(site: str, deck: rows.Deck, version: rows.Version, contents: _Contents, people: Sequence[str]) -> FeedEntry:
    number, name = version.number, own_name(version.number, version.name)
    title = message("{deck}, version {number}: {name}") if name else message("{deck}, version {number}")
    before = state_in(contents.get((deck.pk, number - 1), {}))
    return FeedEntry(
        key=f"carte:{deck.stream.key}/versions/{number}",
        title=say(title.given(deck=deck.title, number=number, name=name)),
        href=site + path_to("version", slug=deck.slug, number=number),
        at=version.at,
        by=tuple(people),
        about=version.notes or deck.blurb,
        words=what_came(before, state_in(version.manifest)).words,
        language=tag(deck.language),
        tags=tuple(deck.tags),
    )


def _numbered(pairs: Iterable[tuple[int, int]]) -> Q:
    """These versions, each by its deck and number."""
    found = Q()
    for deck, number in pairs:
        found |= Q(deck_id=deck, number=number)
    return found


def _contents(wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], Mapping[str, Any]]:
    """Manifests by deck and number. One statement."""
    found = [pair for pair in wanted if pair[1] > 0]
    if not found:
        return {}
    told = rows.Version.objects.filter(_numbered(found)).values_list("deck_id", "number", "manifest")
    return {(deck, number): manifest for deck, number, manifest in told}


def _people(groups: set[int]) -> dict[int, list[str]]:
    """The names of those who are in these groups, in the order in which they came. One statement."""
    found: dict[int, list[str]] = {}
    members = Member.objects.filter(group_id__in=groups, left_at__isnull=True).order_by("joined_at", "pk")
    for group_id, name in members.values_list("group_id", "person__name"):
        found.setdefault(group_id, []).append(name)
    return found


def deck_list(ask: ShelfAsk) -> dict[str, Any]:
    """The decks that answer, and where the next page is, "" after the last. Http404 beyond it."""
    found = find(ask.search, ask.ordered_by, ask.after, "decks", with_numbers=False)
    if found.is_past_the_end:
        raise Http404
    shown = on_shelf(hit.deck_id for hit in found.decks)
    told = told_of(shown.decks)
    decks = [_deck(deck, told[deck.pk]) for deck in shown.decks]
    following = replace(ask, show="decks", after=found.after).at(DATA) if found.after else ""
    return {"total": found.deck_total, "decks": decks, "next": following}


def _deck(deck: rows.Deck, told: Mapping[str, Any]) -> dict[str, Any]:
    """What is not known is null."""
    home = path_to("deck", slug=deck.slug)
    return {
        "title": deck.title,
        "blurb": deck.blurb,
        "page": home,
        "feed": f"{home}feed.atom",
        "version": deck.last_version,
        "digest": deck.version_digest,
        "deck": f"{home}versions/{deck.last_version}/deck.json",
        "archived_at": deck.archived_at.astimezone(UTC).isoformat() if deck.archived_at else None,
        "players": [deck.players_min or None, deck.players_max or None],
        "cards": told["cards"],
        "copies": told["copies"],
        "sheets": told["sheets"],
        "rules": told["articles"] - told["cards"],
        "status": deck.status,
        "is_star": deck.starred_at is not None,
        "language": deck.language,
        "licence": deck.licence,
        "tags": list(deck.tags),
    }
