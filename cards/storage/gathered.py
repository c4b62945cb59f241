"""What somebody wrote that stands in the archive, and what of it comes along into a deck of another one's own: for the
page that asks and the action that does it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from django.db.models import F, Q, QuerySet

from cards import models as rows
from cards.rules.gathering import Gathered, HomeCard, HomeDeck, gather
from studio.models import Member


def seats_ever(person_id: int) -> frozenset[int]:
    """Everybody they ever were at a table, by member id. One statement."""
    own = Q(person_id=person_id, merged_into=None)
    found = Member.objects.filter(own | Q(merged_into__person_id=person_id))
    return frozenset(found.values_list("pk", flat=True))


def written_by(members: Collection[int]) -> QuerySet[rows.Change]:
    """The steps by which what they wrote came into decks of the archive, as far as its newest versions know."""
    return rows.Change.objects.filter(
        article__deck__in=rows.Deck.objects.filter(rows.IN_THE_ARCHIVE), at__lte=F("article__deck__archived_at"),
        kind="added", by_id__in=members, proposal__isnull=False, article__maker="",
    )  # fmt: skip


def gathered(members: Collection[int], person_id: int | None) -> Gathered:
    """What of these members' cards comes along for whoever asks. Five statements.

    Where somebody only stands in for another they are none of the deck's people: what they take is theirs for good.
    """
    written = written_by(members).filter(article__kind="card").order_by("at", "pk")
    told = list(written.values_list("article__deck_id", "article__number", "by_id"))
    decks = rows.Deck.objects.filter(pk__in={deck for deck, _, _ in told}).order_by("pk")
    newest = rows.Version.objects.filter(deck__in=decks, number=F("deck__last_version"))
    lying = {
        (deck, number): (face, copies)
        for deck, cards in newest.values_list("deck_id", "manifest__cards")
        for number, face, copies, _ in cards
    }
    found = [HomeCard(deck, *lying[deck, n], by, n) for deck, n, by in told if (deck, n) in lying and by is not None]
    faces = rows.Face.objects.filter(digest__in={card.face for card in found}, withdrawn_at__isnull=False)
    gone = frozenset(faces.values_list("digest", flat=True))
    mine = _own_groups(person_id)
    return gather(
        [HomeDeck(deck.pk, deck.title, deck.licence, deck.group_id in mine) for deck in decks],
        [replace(card, is_withdrawn=card.face in gone) for card in found],
    )


def _own_groups(person_id: int | None) -> frozenset[int]:
    if person_id is None:
        return frozenset()
    return frozenset(Member.objects.filter(person_id=person_id, left_at=None).values_list("group_id", flat=True))


def streams_of(members: Collection[int]) -> tuple[int, ...]:
    """The logs of all decks, shown or not, in which they ever had a hand, in the order in which they are locked. One
    statement."""
    here = Q(group__members__in=members)
    wrote = Q(pk__in=rows.Change.objects.filter(by_id__in=members, kind="added").values("article__deck_id"))
    return tuple(
        rows.Deck.objects.filter(here | wrote).order_by("stream_id").values_list("stream_id", flat=True).distinct()
    )
