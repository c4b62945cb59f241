"""Where a deck was forked from, and what was forked from it, for those who may know.

What a fork keeps of its source (title, people, licence) was for others to see when it was forked, and stays: that is
what those licences ask. Whether the source is private now, unlisted or gone is told to nobody who could not see for
themselves. Of a source that was not for others then, no more is told than that there is one. Forks are named to those
who may see them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404
from django.urls import reverse

from cards import models as rows
from cards.access import Door
from cards.rules.deck import Source
from cards.rules.forking import Lineage, read_lineage
from cards.storage.store import lineage_of
from cards.values.deck import ForkSight, TicketLine
from cards.values.pages import named
from studio.kernel.messages import Sayable, counted, message, shortened
from studio.models import Member
from studio.people.membership import seats_of
from studio.prepared import Prepared, prepared
from studio.web.words import say

FORKS_SHOWN = 60


def lineage_lines(deck: rows.Deck, door: Door) -> tuple[TicketLine, ...]:
    """The lines of the ticket; none, and no statement, for a deck that is nobody's fork. Three statements at most."""
    lineage = lineage_of(deck)
    if not lineage:  # said in a file, in the words of its writer
        return (TicketLine(say(message("Made from")), deck.forked_from),) if deck.forked_from else ()
    keys = {at.key for source in lineage if (at := read_lineage(source.origin))}
    there = {
        found.stream.key: found for found in rows.Deck.objects.select_related("stream").filter(stream__key__in=keys)
    }
    mine = _my_groups(door.person_id)
    people = people_of(lineage)
    lines: list[TicketLine] = []
    for index, source in enumerate(lineage):
        at = read_lineage(source.origin)
        deck_there = there.get(at.key) if at else None
        is_seen = deck_there is not None and _is_readable(deck_there, mine)
        lines.append(
            _line(say(message("Before that, from") if index else message("Made from")), source, at, deck_there, is_seen)
        )
        if people[index]:
            makers: Sayable = shortened(people[index], 5)
            if source.licence:
                makers = message("{names}, under {licence}", names=makers, licence=source.licence)
            lines.append(TicketLine(say(message("Made there by")), say(makers)))
    return tuple(lines)


def _line(term: str, source: Source, at: Lineage | None, there: rows.Deck | None, is_seen: bool) -> TicketLine:
    """`there` is the source itself, if it ever stood on this site. Unseen, its address leads on once it may be seen."""
    title = source.title or (there.title if there and is_seen else "")
    if not title:
        return TicketLine(term, say(message("Another deck")))
    if at is None or there is None:
        return TicketLine(term, title)
    of = message("{title}, v{number}", number=at.version) if at.version else message("{title}, the draft")
    href = _address(there, at) if is_seen else reverse("source", args=[at.key, at.version])
    return TicketLine(term, say(of.given(title=title)), href)


def _my_groups(person_id: int | None) -> frozenset[int]:
    if person_id is None:
        return frozenset()
    return frozenset(_groups.rows(person_id))


@prepared
def _groups(person_id: int) -> QuerySet[Member, int]:
    return seats_of(person_id).values_list("group_id", flat=True)


def _is_readable(deck: rows.Deck, groups: frozenset[int]) -> bool:
    return deck.deleted_at is None and (deck.visibility == "public" or deck.group_id in groups)


def _address(deck: rows.Deck, at: Lineage) -> str:
    return f"/decks/{deck.slug}/" + (f"versions/{at.version}/" if at.version else "")


def source_address(key: str, version: int, person_id: int | None) -> str:
    """Where a source stands for this person. Http404 when it is not, or not to be seen any more. Two statements."""
    mine = _my_groups(person_id)
    deck = rows.Deck.objects.filter(stream__key=key).first()
    if deck is None or not _is_readable(deck, mine):
        raise Http404
    return _address(deck, Lineage(key, version))


def people_of(lineage: tuple[Source, ...]) -> tuple[tuple[str, ...], ...]:
    """What the people of each source are called now; who asked to be forgotten is “Somebody”. One statement at most."""
    makers = {maker for source in lineage for maker in source.makers}
    names: Mapping[int, str] = {}
    nobody = say(message("Somebody"))
    if makers:
        found = Member.objects.filter(pk__in=makers).select_related("person", "merged_into__person")
        names = {member.pk: (member.merged_into or member).person.name for member in found}
    return tuple(
        tuple(dict.fromkeys((*(names.get(maker, nobody) for maker in source.makers), *source.names)))
        for source in lineage
    )


def forks_of(deck: rows.Deck, door: Door) -> tuple[ForkSight, ...]:
    """What was forked from this deck and may be seen by this person, the latest first. Three statements at most."""
    forks, asked = _forks(door)
    found = list(forks.queryset(*asked).order_by("-created_at", "-pk")[:FORKS_SHOWN])
    names = _names(fork.group_id for fork in found)
    return tuple(_fork(deck, fork, names.get(fork.group_id, [])) for fork in found)


def _fork(deck: rows.Deck, fork: rows.Deck, names: list[str]) -> ForkSight:
    lineage = lineage_of(fork)
    at = read_lineage(lineage[0].origin) if lineage else None
    of = message("version {number}", number=at.version) if at and at.version else message("the draft")
    beside = f"/decks/{deck.slug}/compare/{deck.last_version}..{fork.slug}@{fork.last_version}/"
    return ForkSight(
        fork.title, f"/decks/{fork.slug}/", named(names) or say(message("Nobody")), say(of),
        beside if deck.last_version and fork.last_version else "",
    )  # fmt: skip


def forks_line(deck: rows.Deck, door: Door) -> TicketLine | None:
    """How many there are, on the ticket. Two statements."""
    forks, asked = _forks(door)
    count = forks.count(*asked)
    if not count:
        return None
    words = say(counted("{count} deck", "{count} decks", count))
    return TicketLine(say(message("Decks made from it")), words, f"/decks/{deck.slug}/?tab=history#forks")


def _forks(door: Door) -> tuple[Prepared[..., rows.Deck], tuple[Any, ...]]:
    """Those that stand in the archive, and one's own; and what is asked for."""
    mine = sorted(_my_groups(door.person_id))
    return (_seen_by, (door.stream_key, mine)) if mine else (_archived, (door.stream_key,))


@prepared
def _archived(source: str) -> QuerySet[rows.Deck]:
    return rows.Deck.objects.filter(source_key=source, deleted_at__isnull=True, visibility="public")


@prepared
def _seen_by(source: str, groups: Sequence[int]) -> QuerySet[rows.Deck]:
    forks = rows.Deck.objects.filter(source_key=source, deleted_at__isnull=True)
    return forks.filter(Q(visibility="public") | Q(group_id__in=groups))


def _names(groups: Iterable[int]) -> dict[int, list[str]]:
    names: dict[int, list[str]] = {}
    wanted = set(groups)
    if wanted:
        found = Member.objects.filter(group_id__in=wanted, left_at__isnull=True).order_by("joined_at", "pk")
        for group, name in found.values_list("group_id", "person__name"):
            names.setdefault(group, []).append(name)
    return names
