"""One's own page: the decks of one's groups, the ballots that wait, and what is kept about what one did."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, Sum
from django.utils import timezone
from django.utils.safestring import SafeString

from cards import models as rows
from cards.face.language import tag
from cards.queries.mat import clock
from cards.rules.details import UNTITLED
from cards.rules.manifest import state_in
from cards.storage.heavy import kept_words
from cards.values import counts
from cards.values.facts import what_came
from cards.values.pages import named
from studio.kernel.messages import counted, message, shortened
from studio.models import Member
from studio.people.membership import seats_of
from studio.people.queries import Myself, myself
from studio.web.addresses import path_to
from studio.web.dates import TimeWords, said
from studio.web.words import say, say_html, say_html_in

_ASKS = {
    "Create": message("Does {title} go in?"),
    "Amend": message("Does {title} change?"),
    "Repeal": message("Does {title} go out?"),
    "Restore": message("Does {title} come back?"),
    "Recount": message("Another number of {title}?"),
    "Reside": message("Another side for {title}?"),
    "SetVisibility": message("Who may see the deck?"),
    "SetLicence": message("Another licence?"),
    "DeleteDeck": message("Is the deck put away for good?"),
}
LIES = Q(articles__in_force=True, articles__kind="card")
UNTIL = message("until {moment}", context="vote")


@dataclass(frozen=True, slots=True)
class MyDeck:
    """A deck of one of my groups. `changed` is when something last happened to it."""

    title: str
    language: str
    slug: str
    people: str
    cards: str
    waiting: int
    changed: TimeWords
    group_key: str
    is_steward: bool


@dataclass(frozen=True, slots=True)
class WaitingBallot:
    """A vote that is mine to give. `until` is a deadline as HTML, or nothing."""

    ask: str
    deck: str
    by: str
    address: str
    until: str


@dataclass(frozen=True, slots=True)
class YouPage:
    me: Myself
    decks: tuple[MyDeck, ...]
    ballots: tuple[WaitingBallot, ...]
    bare_groups: tuple[tuple[str, str], ...]
    kept: tuple[KeptShown, ...]


def you_page(person_id: int, device_id: int | None) -> YouPage:
    """Fourteen statements at most, and what each group's rooms say."""
    me = myself(person_id, device_id)
    ballots = waiting_ballots(person_id)
    decks = my_decks(person_id)
    with_decks = {deck.group_key for deck in decks}
    bare = tuple(
        (group.key, named(group.names) if group.names else say(message("you alone")))
        for group in me.groups
        if group.key not in with_decks
    )
    return YouPage(me, decks, ballots, bare, own_shelf(person_id))


def my_decks(person_id: int) -> tuple[MyDeck, ...]:
    """Decks of my groups, the latest touched first. Four statements."""
    now = timezone.now()
    seats = {m.group_id: m for m in _seats(person_id)}
    decks = (
        rows.Deck.objects.filter(group_id__in=seats, deleted_at__isnull=True)
        .select_related("group")
        .annotate(copies=Sum("articles__copies", filter=LIES), different=Count("articles", filter=LIES))
        .order_by("-changed_at", "-pk")
    )
    names: dict[int, list[str]] = {}
    own = [seat.pk for seat in seats.values()]
    others = Member.objects.filter(group_id__in=seats, left_at__isnull=True).exclude(pk__in=own)
    for group_id, name in others.order_by("joined_at", "pk").values_list("group_id", "person__name"):
        names.setdefault(group_id, []).append(name)
    waiting = dict(_waiting(seats.values()).values_list("deck_id").annotate(Count("pk", distinct=True)).order_by())
    return tuple(
        MyDeck(
            deck.title or say(UNTITLED),
            tag(deck.language) if deck.title else "",
            deck.slug,
            say(
                message("with {names}", names=shortened(names[deck.group_id], 3))
                if deck.group_id in names
                else message("only you, so far")
            ),
            say(counts.cards_of(deck.copies or 0, deck.different)),
            waiting.get(deck.pk, 0),
            said(deck.changed_at, now),
            deck.group.key,
            seats[deck.group_id].is_steward and seats[deck.group_id].person_id == person_id,
        )
        for deck in decks
    )


def waiting_ballots(person_id: int) -> tuple[WaitingBallot, ...]:
    """Open ballots that still want my vote, the soonest deadline first. Four statements at most."""
    proposals = list(
        _waiting(_seats(person_id))
        .select_related("deck", "by__person", "by__merged_into__person")
        .order_by(F("deadline").asc(nulls_last=True), "opened_at", "pk")[:60]
    )
    wordings = rows.Wording.objects.filter(proposal__in=proposals, number=F("proposal__wording"))
    changes = dict(wordings.values_list("proposal_id", "changes"))
    titles = _titles(change for listed in changes.values() for change in listed)
    return tuple(
        WaitingBallot(
            ask=_ask(changes.get(proposal.pk, []), titles, tag(proposal.deck.language)),
            deck=proposal.deck.title,
            by=(proposal.by.merged_into or proposal.by).person.name,
            address=path_to("proposal", slug=proposal.deck.slug, number=proposal.number),
            until=say_html(UNTIL, moment=clock(proposal.deadline.astimezone(UTC))) if proposal.deadline else "",
        )
        for proposal in proposals
    )


def _seats(person_id: int) -> list[Member]:
    return list(seats_of(person_id))


def _waiting(seats: Iterable[Member]) -> Any:
    """Open proposals where one of these members counts and has not spoken about the wording of now."""
    ids = [seat.pk for seat in seats]
    spoken = rows.Vote.objects.filter(
        wording__proposal=OuterRef("pk"), wording__number=OuterRef("wording"), voter_id__in=ids
    )
    mine = rows.Elector.objects.filter(proposal=OuterRef("pk"), member_id__in=ids, standing="counts")
    wrote = rows.Wording.objects.filter(proposal=OuterRef("pk"), number=OuterRef("wording"), by_id__in=ids)
    return rows.Proposal.objects.filter(
        Exists(mine), ~Exists(spoken), ~Exists(wrote), state="open", is_overtaken=False, deck__deleted_at__isnull=True
    )


def _ask(changes: list[Mapping[str, Any]], titles: Mapping[str, str], language: str) -> SafeString:
    first: Mapping[str, Any] = changes[0] if changes else {}
    title = titles.get(first.get("face") or first.get("on") or "")
    ask = _ASKS.get(first.get("is", ""), message("A proposal"))
    ask = ask.given(title=title or message("it", context="card"))
    more = len(changes) - 1
    if more < 1:
        return say_html_in(ask, language, *(["title"] if title else []))
    every = counted("{ask} And {count} more, as one.", "{ask} And {count} more, as one.", more)
    return say_html(every, ask=say_html_in(ask, language, *(["title"] if title else [])))


def _titles(changes: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    digests = {change.get("face") or change.get("on") or "" for change in changes}
    found = rows.Face.objects.filter(digest__in=digests, withdrawn_at__isnull=True)
    return {digest: title or "" for digest, title in found.values_list("digest", kept_words("content"))}


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
