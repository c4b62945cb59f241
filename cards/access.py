"""The doors of a deck. What is not yours is not there: 404, the same for a private deck and for none."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from django.db.models import F, OuterRef, Q, QuerySet
from django.http import Http404

from cards import models as rows
from studio.access import TakenOut, seats_taken_from, taken_out_by
from studio.live.presence import Stay, found_stay, stay_of
from studio.live.view import Drawing
from studio.models import Member, Stream
from studio.people.devices import Caller
from studio.people.limits import VOTE_PACE
from studio.people.membership import NOBODY, refuse_stand_in, seat_beside, seat_in_group
from studio.ports import TABLES
from studio.speed.prepared import Prepared, prepared
from studio.web.ratelimit import keep_pace


@dataclass(frozen=True, slots=True)
class Door:
    """A deck as one caller enters it. `sight` says what they may know; `member_id` is None for a reader."""

    deck_id: int
    stream_id: int
    stream_key: str
    slug: str
    group_id: int
    visibility: str
    sight: Literal["member", "public"]
    member_id: int | None = None
    person_id: int | None = None
    is_steward: bool = False
    is_standing_in: bool = False
    stay: Stay | None = field(default=None, repr=False, compare=False)  # in the room; known to a request's door

    @property
    def is_member(self) -> bool:
        return self.member_id is not None


class DeckMoved(Exception):
    """The deck lives at `slug` now, and this caller may go there."""

    def __init__(self, slug: str) -> None:
        super().__init__(slug)
        self.slug = slug


def taken_out(who: Caller, slug: str) -> TakenOut | None:
    """Whether the door is shut to somebody known because they were taken out; the address may be a former one.
    One statement, whatever is there; none for somebody unknown."""
    if who.person_id is None:
        return None
    at = Q(group__decks__slug=slug) | Q(group__decks__former_slugs__slug=slug)
    found = seats_taken_from(who).filter(at, group__decks__deleted_at=None)
    row = found.values_list("group__decks__stream__key", "removed_by__person__name").first()
    return TakenOut(row[0], taken_out_by(row[1])) if row is not None else None


def taken_out_of(who: Caller, group_id: int, stream_key: str) -> TakenOut | None:
    """The same for what belongs to a group: one of its tables. One statement."""
    row = seats_taken_from(who).filter(group_id=group_id).values_list("removed_by__person__name").first()
    return TakenOut(stream_key, taken_out_by(row[0])) if row is not None else None


def deck_door(who: Caller, slug: str) -> Door:
    """Members, and readers of an unlisted or public deck. Http404 otherwise; DeckMoved for a former address.

    One statement; two for a door that stays shut and for a former address.
    """
    return _through(who, slug)


def member_door(who: Caller, slug: str) -> Door:
    """Members only: the workshop, the drawer, talk, drafts. Http404 for all others; DeckMoved for a former address."""
    return _through(who, slug, members_only=True)


def picture_door(who: Caller, digest: str) -> bool:
    """Whether anybody may have this picture, or only this caller; Http404 for a picture that is not theirs to see.

    Whoever may see a deck with a card that shows it, at a table too; its uploader; nobody else. Readers see versions: a
    picture that none shows is the group's own. One statement, three at most.
    """
    shown = rows.DeckPicture.objects.filter(picture_id=digest, deck__deleted_at=None)
    decks = {
        pk: (visibility, is_in) for pk, visibility, is_in in shown.values_list("deck", "deck__visibility", "is_in")
    }
    if ("public", True) in decks.values():
        return True
    if ("unlisted", True) in decks.values():
        return False
    if who.person_id is not None:
        sits = Q(person_id=who.person_id) | Q(stand_in_id=who.person_id)
        if Member.objects.filter(sits, left_at=None, group__decks__in=decks).exists():
            return False
        if rows.PictureUpload.objects.filter(Q(by__person_id=who.person_id), picture_id=digest).exists():
            return False
        if decks and TABLES.get().shows_to(who.person_id, frozenset(decks)):
            return False
    raise Http404


def door_from_seat(deck: rows.Deck, *, member_id: int, person_id: int | None, is_standing_in: bool) -> Door:
    """The deck as somebody enters it who sits at its creative table, and so is a member. No statement.

    `deck` comes with its stream. What only stewards do is done in the workshop: from a seat nobody is one.
    """
    return _as_seen(deck, "member", member_id, person_id, False, is_standing_in)


def refuse_for_good(door: Door, proposal: int | None = None) -> None:
    """Refuse somebody who stands in for another (a day after a claim) what is not undone with it: who may read the
    deck, its licence, and putting it away. With a number: when that proposal is about one of these.

    Every door by which one asks or answers goes by here. Two statements for who stands in, none for others.
    """
    if door.is_standing_in and door.person_id is not None:
        if proposal is None or _is_for_good(door.deck_id, proposal):
            refuse_stand_in(door.person_id)


def _is_for_good(deck_id: int, number: int) -> bool:
    changes = rows.Wording.objects.filter(proposal__deck_id=deck_id, proposal__number=number).order_by("-number")
    latest = changes.values_list("changes", flat=True).first() or ()
    return any(change.get("is") in ("SetVisibility", "SetLicence", "DeleteDeck") for change in latest)


def mind_the_pace_of_votes(door: Door, proposal: int, key: str) -> None:
    """Refused("pace.person", "pace.group") for who changes their vote again and again: each time is an entry.

    A first vote is not counted: there are no more of them than proposals, which keep a pace. One statement for it.
    """
    if door.member_id is not None and _given.exists(door.member_id, door.deck_id, proposal):
        keep_pace(door, VOTE_PACE, key)


@prepared
def _given(member_id: int, deck_id: int, proposal: int) -> QuerySet[rows.Vote]:
    """The votes of a member on any wording of a proposal."""
    on = {"wording__proposal__deck_id": deck_id, "wording__proposal__number": proposal}
    return rows.Vote.objects.filter(voter_id=member_id, **on)


def stream_door(
    who: Caller, stream: Stream, drawing: Drawing | None = None, *, members_only: bool = False
) -> Door | None:
    """The same for a socket; None where a page would be 404. The doors of one drawing read the deck once."""
    deck = (drawing or Drawing()).once(deck_of_stream, stream.pk)
    if deck is None:
        return None
    member = seat_in_group.first(who.person_id, deck.group_id) if who.person_id is not None else None
    seat = None if member is None else _Seat(member.pk, member.person_id, member.is_steward)
    return _door(who, deck, seat, members_only)


def deck_of_stream(stream_id: int) -> rows.Deck | None:
    """One statement; a drawing asks it once, for its doors and its views (`Drawing.once`)."""
    return _of_stream.first(stream_id)


@prepared
def _of_stream(stream_id: int) -> QuerySet[rows.Deck]:
    return rows.Deck.objects.select_related("stream", "group").filter(stream_id=stream_id)


@prepared
def _of_slug(slug: str, person_id: int) -> QuerySet[rows.Deck]:
    return _with_seat(rows.Deck.objects.filter(slug=slug), person_id)


@prepared
def _of_former_slug(slug: str, person_id: int) -> QuerySet[rows.Deck]:
    return _with_seat(rows.Deck.objects.filter(former_slugs__slug=slug), person_id)


def _with_seat(decks: QuerySet[rows.Deck], person_id: int) -> QuerySet[rows.Deck]:
    """With all that a door needs to know of one person there (`_found_in`)."""
    return decks.select_related("stream").alias(own=seat_beside("group", person_id)).annotate(
        member_id=F("own__pk"), member_person=F("own__person_id"), is_steward=F("own__is_steward"),
        **stay_of(OuterRef("stream"), OuterRef("own__pk")),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Seat:
    """A member's seat in a deck's group, and whose it is."""

    member_id: int
    person_id: int
    is_steward: bool
    stay: Stay | None = None


def _found_in(deck: rows.Deck) -> _Seat | None:
    """What the look at the deck by its address has found of whoever asks."""
    found = vars(deck)
    if found["member_id"] is None:
        return None
    return _Seat(found["member_id"], found["member_person"], found["is_steward"], found_stay(deck))


def _through(caller: Caller, slug: str, members_only: bool = False) -> Door:
    """Where the door stays shut, as much is asked of the database for a deck that is as for one that is not."""
    if (door := _looked_up(_of_slug, caller, slug, members_only)) is not None:
        return door
    if (moved := _looked_up(_of_former_slug, caller, slug, members_only)) is not None:
        raise DeckMoved(moved.slug)
    raise Http404


def _looked_up(by: Prepared[..., rows.Deck], caller: Caller, slug: str, members_only: bool) -> Door | None:
    deck = by.first(slug, caller.person_id or NOBODY)
    return _door(caller, deck, _found_in(deck), members_only) if deck is not None else None


def _door(who: Caller, deck: rows.Deck, seat: _Seat | None, members_only: bool) -> Door | None:
    if deck.deleted_at is not None:
        return None
    if seat is None and (members_only or deck.visibility == "private"):
        return None
    if seat is None:
        return _as_seen(deck, "public", None, who.person_id, False, False)
    is_own = seat.person_id == who.person_id
    door = _as_seen(deck, "member", seat.member_id, who.person_id, seat.is_steward and is_own, not is_own)
    return replace(door, stay=seat.stay)


def _as_seen(
    deck: rows.Deck, sight: Literal["member", "public"], member_id: int | None, person_id: int | None,
    is_steward: bool, is_standing_in: bool,
) -> Door:  # fmt: skip
    return Door(
        deck_id=deck.pk, stream_id=deck.stream_id, stream_key=deck.stream.key, slug=deck.slug, group_id=deck.group_id,
        visibility=deck.visibility, sight=sight, member_id=member_id, person_id=person_id, is_steward=is_steward,
        is_standing_in=is_standing_in,
    )  # fmt: skip
