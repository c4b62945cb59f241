"""Where a deck was forked from, and what was forked from it, for those who may know.

What a fork keeps of its source (title, people, licence) was for others to see when it was forked, and stays: that is
what those licences ask. Whether the source is private now, unlisted or gone is told to nobody who could not see for
themselves. Of a source that was not for others then, no more is told than that there is one. Forks are named to those
who may see them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import F, Q, QuerySet
from django.http import Http404
from django.urls import reverse

from cards import models as rows
from cards.access import Door
from cards.face.language import tag
from cards.rules.deck import Source
from cards.rules.details import UNTITLED
from cards.rules.forking import Lineage, read_lineage
from cards.rules.manifest import state_in
from cards.storage.store import lineage_of
from cards.values.deck import DeckTree, ForkShown, Kin, TicketLine
from cards.values.pages import named
from studio.kernel.messages import Sayable, counted, message, series, shortened
from studio.models import Member
from studio.people.membership import seats_of
from studio.speed.lately import Lately
from studio.speed.prepared import prepared
from studio.web.addresses import path_to
from studio.web.words import say

if TYPE_CHECKING:
    from cards.queries.edition import Edition
from cards.search.finding import decks_like

FORKS_SHOWN = 60
FORKS_DRAWN = 3  # in the tree, those with most of its cards
FORKS_RANKED = 24  # the newest, among which those are looked for
PARENTS_DRAWN = 2
COMMON_KEPT = 10_000  # pairs of versions


@dataclass(frozen=True, slots=True)
class Ancestor:
    """A deck that another comes from, as the caller may know of it: what it is called with its version, where it is (""
    where they may not go), who made it, and under what licence it was forked. `beside` is where its newest version lies
    beside the deck's own. `is_one_of_some`: single cards were taken from it, it is nobody's parent."""

    words: str
    href: str = ""
    people: tuple[str, ...] = ()
    licence: str = ""
    beside: str = ""
    is_one_of_some: bool = False


def ancestors_of(deck: rows.Deck, door: Door) -> tuple[Ancestor, ...]:
    """The nearest first; none, and no statement, for a deck that is nobody's fork. Three statements at most."""
    lineage = lineage_of(deck)
    if not lineage:  # said in a file, in the words of its writer
        return (Ancestor(deck.forked_from),) if deck.forked_from else ()
    keys = {at.key for source in lineage if (at := read_lineage(source.origin))}
    there = {
        found.stream.key: found for found in rows.Deck.objects.select_related("stream").filter(stream__key__in=keys)
    }
    mine = _my_groups(door.person_id)
    return tuple(
        _ancestor(deck, source, people, there, mine) for source, people in zip(lineage, people_of(lineage), strict=True)
    )


def _ancestor(
    deck: rows.Deck, source: Source, people: tuple[str, ...], decks: Mapping[str, rows.Deck], mine: frozenset[int]
) -> Ancestor:
    """Unseen, its address leads on once it may be seen."""
    at = read_lineage(source.origin)
    there = decks.get(at.key) if at else None  # the source itself, if it ever stood on this site
    is_seen = there is not None and _is_readable(there, mine)
    title = source.title or (there.title if there and is_seen else "")
    if not title:
        return Ancestor(say(message("Another deck")), "", people, source.licence)
    if at is None or there is None:
        return Ancestor(title, "", people, source.licence, is_one_of_some=not source.origin)
    of = message("{title}, v{number}", number=at.version) if at.version else message("{title}, the draft")
    href = _address(there, at) if is_seen else reverse("source", args=[at.key, at.version])
    beside = beside_each_other(deck, there) if is_seen else ""
    return Ancestor(say(of.given(title=title)), href, people, source.licence, beside)


def beside_each_other(deck: rows.Deck, other: rows.Deck) -> str:
    """Where their newest versions are compared; "" where one of them has none."""
    if not (deck.last_version and other.last_version):
        return ""
    return path_to("compare", slug=deck.slug, versions=f"{deck.last_version}..{other.slug}@{other.last_version}")


def lineage_lines(ancestors: Sequence[Ancestor], start: int, end: int | None) -> tuple[TicketLine, ...]:
    """The lines of the ticket for these of them."""
    lines: list[TicketLine] = []
    for index, one in enumerate(ancestors[start:end], start):
        is_before = index and not one.is_one_of_some
        term = say(message("Before that, from") if is_before else message("Made from"))
        lines.append(TicketLine(term, one.words, one.href))
        if one.beside and not index:
            lines.append(TicketLine(say(message("Beside it")), say(message("What is different")), one.beside))
        if one.people:
            makers: Sayable = shortened(one.people, 5)
            if one.licence:
                makers = message("{names}, under {licence}", names=makers, licence=one.licence)
            lines.append(TicketLine(say(message("Made there by")), say(makers)))
    return tuple(lines)


# --- the drawn tree ---------------------------------------------------------------------------------------------------


def tree_of(shown: Edition, ancestors: Sequence[Ancestor]) -> DeckTree | None:
    """One chain of parents, the deck, and the forks with most of its cards, for whoever may know of them; None where it
    stands alone. Five statements at most, whatever the number of forks."""
    forks = _forks(shown.door)
    found = list(forks.order_by("-created_at", "-pk")[:FORKS_RANKED])
    parents = [one for one in ancestors if not one.is_one_of_some]
    if not found and not parents:
        return None
    count = forks.count() if len(found) == FORKS_RANKED else len(found)
    alike = _alike(shown, found)
    nearest = sorted(found, key=lambda fork: -alike[fork.pk])[:FORKS_DRAWN]
    names = names_of(fork.group_id for fork in nearest)
    title = shown.deck.title or say(UNTITLED)
    if shown.version is not None:
        title = say(message("{title}, v{number}", title=title, number=shown.version.number))
    return DeckTree(
        before=max(0, len(parents) - PARENTS_DRAWN),
        parents=tuple(
            Kin(one.words, one.href, named(one.people, at_most=3)) for one in reversed(parents[:PARENTS_DRAWN])
        ),
        here=title,
        forks=tuple(_kin(fork, names.get(fork.group_id, ()), alike[fork.pk]) for fork in nearest),
        count=count,
        more_href=f"{shown.home}?tab=history#forks" if count > len(nearest) else "",
    )


def _kin(fork: rows.Deck, people: Sequence[str], alike: int) -> Kin:
    at = next((read_lineage(source.origin) for source in lineage_of(fork)), None)
    of = message("from v{number}", number=at.version) if at and at.version else message("from the draft")
    by = [message("by {names}", names=shortened(people, 3))] if people else []
    common = [counted("{count} card in common", "{count} cards in common", alike)] if alike else []
    words = say(series([of, *by, *common], "comma"))
    return Kin(fork.title or say(UNTITLED), path_to("deck", slug=fork.slug), words, tag(fork.language))


_common: Lately[int] = Lately(COMMON_KEPT)


def _alike(shown: Edition, forks: Sequence[rows.Deck]) -> Mapping[int, int]:
    """How many faces each has in its newest version that lie here too. One statement, none where it is known: of two
    versions it never changes."""
    mine = shown.version.digest if shown.version is not None else ""
    known = {
        fork.pk: common for fork in forks if mine and (common := _common.known((mine, fork.version_digest))) is not None
    }
    wanted = [fork for fork in forks if fork.pk not in known and fork.version_digest]
    if wanted:
        newest = rows.Version.objects.filter(deck__in=wanted, number=F("deck__last_version"))
        lying = frozenset(article.face.digest.partition("/")[0] for article in shown.lying)
        for deck, digest, manifest in newest.values_list("deck_id", "digest", "manifest"):
            known[deck] = len(lying & {face for face, _ in state_in(manifest).values()})
            if mine:
                _common.keep((mine, digest), known[deck])
    return {fork.pk: known.get(fork.pk, 0) for fork in forks}


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
    return path_to("deck", slug=deck.slug) + (f"versions/{at.version}/" if at.version else "")


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


def forks_of(deck: rows.Deck, door: Door) -> tuple[ForkShown, ...]:
    """What was forked from this deck and may be seen by this person, the latest first. Three statements at most."""
    forks = _forks(door)
    found = list(forks.order_by("-created_at", "-pk")[:FORKS_SHOWN])
    names = names_of(fork.group_id for fork in found)
    return tuple(_fork(deck, fork, names.get(fork.group_id, [])) for fork in found)


def _fork(deck: rows.Deck, fork: rows.Deck, names: list[str]) -> ForkShown:
    lineage = lineage_of(fork)
    at = read_lineage(lineage[0].origin) if lineage else None
    of = message("version {number}", number=at.version) if at and at.version else message("the draft")
    return ForkShown(
        fork.title, path_to("deck", slug=fork.slug), named(names) or say(message("Nobody")), say(of),
        beside_each_other(deck, fork),
    )  # fmt: skip


def forks_line(deck: rows.Deck, tree: DeckTree | None) -> TicketLine | None:
    """How many there are, on the ticket. No statement."""
    if tree is None or not tree.count:
        return None
    words = say(counted("{count} deck", "{count} decks", tree.count))
    return TicketLine(say(message("Decks made from it")), words, f"{path_to('deck', slug=deck.slug)}?tab=history#forks")


def _forks(door: Door) -> QuerySet[rows.Deck]:
    """Those that stand in the archive, and one's own. One statement for the groups of whoever asks."""
    mine = sorted(_my_groups(door.person_id))
    forks = rows.Deck.objects.filter(source_key=door.stream_key, deleted_at__isnull=True)
    return forks.filter(Q(visibility="public") | Q(group_id__in=mine)) if mine else forks.filter(visibility="public")


def names_of(groups: Iterable[int]) -> dict[int, list[str]]:
    """The people of each group, by name. One statement, none for no groups."""
    names: dict[int, list[str]] = {}
    wanted = set(groups)
    if wanted:
        found = Member.objects.filter(group_id__in=wanted, left_at__isnull=True).order_by("joined_at", "pk")
        for group, name in found.values_list("group_id", "person__name"):
            names.setdefault(group, []).append(name)
    return names


def alike(deck: rows.Deck) -> tuple[Kin, ...]:
    """The most alike first; none, and no statement, for a deck that does not stand in the archive. Three statements."""
    if deck.archived_at is None:
        return ()
    found = decks_like(deck.pk)
    decks = {one.pk: one for one in rows.Deck.objects.filter(rows.IN_THE_ARCHIVE, pk__in=found)} if found else {}
    names = names_of(one.group_id for one in decks.values())
    return tuple(_kin_of(decks[pk], names.get(decks[pk].group_id, [])) for pk in found if pk in decks)


def _kin_of(deck: rows.Deck, people: list[str]) -> Kin:
    words = say(message("by {names}", names=shortened(people, 3))) if people else ""
    return Kin(deck.title, path_to("deck", slug=deck.slug), words, tag(deck.language))
