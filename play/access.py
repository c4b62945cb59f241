"""The door of a table. A code that no table answers to, one that was put away, and one that is not yours: all 404.

A sight is "open" for whoever watches, or "seat:3.57" for member 57 in seat 3: were it the seat alone, whoever handed
it over would go on seeing what lies in its hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.http import Http404

from cards.access import Door, door_from_seat, taken_out_of
from play import models as rows
from play.invite_link import Makers, is_code, is_private, is_shut, makers_of, opens, spelt
from play.storage import store
from play.storage.log import seated_since
from studio.access import TakenOut
from studio.kernel.refusals import Refused
from studio.live.presence import Stay, found_stay, stay_of
from studio.live.view import Drawing
from studio.models import Member, Stream
from studio.people.devices import Caller
from studio.people.invitations import group_of
from studio.people.lending import loan_of
from studio.people.limits import Pace
from studio.people.membership import NOBODY, seat_beside
from studio.speed.prepared import prepared
from studio.web.addresses import path_to
from studio.web.ratelimit import take_try

OPEN = "open"
NOT_AT_A_DOOR = (  # of a table's deck: what takes long to read, and its own pages show
    "deck__kit", "deck__tags", "deck__gaps", "deck__created_at", "deck__changed_at",
    "deck__archived_at", "deck__group__created_at",
)  # fmt: skip
UNKNOWN_CODE_PACE = Pace(20, 60)  # codes that no table has, per address


@dataclass(frozen=True, slots=True)
class TableDoor:
    """A table as one caller enters it. `seat` is 0 and `sight` "open" for whoever has no seat.

    `may_watch` without a seat; `may_sit` says whether the caller could take one: at a creative table its group's
    members and whoever was invited to it, at another one everybody while its code is enough, and then (`is_shut`) its
    people and whoever has its link. Where the deck is private nobody else finds the table but its makers; who has the
    link then watches by coming in first (`may_come_to_watch`). Beside a chair in which another sat before they came to
    stand in for them (`lent_seat`, of `lent_member`) somebody is an onlooker: its hand is its owner's.
    """

    table_id: int
    code: str
    stream_id: int
    stream_key: str
    group_id: int
    deck_id: int | None
    is_creative: bool
    sight: str
    row: rows.Table = field(repr=False, compare=False)  # as the door read it, with its deck but for what is drawn
    seat: int = 0
    member_id: int | None = None
    person_id: int | None = None
    may_watch: bool = True
    may_sit: bool = True
    invitation: str = ""
    is_shut: bool = False
    is_private: bool = False
    is_maker: bool = False
    may_come_to_watch: bool = False
    is_standing_in: bool = False
    lent_seat: int = 0
    lent_member: int | None = None
    stay: Stay | None = field(default=None, repr=False, compare=False)  # at the table; known to a request's door

    @property
    def address(self) -> str:
        """The table's page."""
        return self.row.get_absolute_url()

    @property
    def may_look(self) -> bool:
        return bool(self.seat) or self.may_watch


def table_door(who: Caller, code: str, *, invitation: str = "", network: str) -> TableDoor:
    """Http404; Refused("tries.too_many") for somebody who goes on guessing from `network`. One statement for a table
    of a deck that may be read, three at most."""
    found = _of_code.rows(spelt(code), who.person_id or NOBODY)
    door = _door(who, found[-1], _found_at(found[-1], who), Drawing(), invitation) if found else None
    if door is None:
        take_try("table", network, UNKNOWN_CODE_PACE)
        raise _told(who, found[-1] if found else None) or Http404
    return door


def _told(who: Caller, table: rows.Table | None) -> TakenOut | None:
    """Who finds a table no more because they were taken out of its group, or asked to leave it while its deck is
    private. One statement, whatever is there."""
    group = NOBODY if table is None else table.deck.group_id if table.deck is not None else table.group_id
    told = taken_out_of(who, group, table.stream.key if table is not None else "")
    if told is None and table is not None and _is_shown_out(table, _found_at(table, who)):
        return TakenOut(table.stream.key, Refused("seat.shown_out"))
    return told


def _is_shown_out(table: rows.Table, at: _Known) -> bool:
    if at.seat or at.member_id is None or not table.removals:
        return False
    return at.member_id in store.load(table, table.stream.head).shown_out


def deck_of(door: TableDoor) -> Door:
    """The deck of a creative table as a seated member enters it. One statement.

    Refused("table.deck_gone") once it was put away for good by everybody's vote: the game goes on, without a pen.
    """
    deck = door.row.deck
    if deck is None or deck.deleted_at is not None:
        raise Refused("table.deck_gone")
    assert door.member_id is not None  # whoever sits is a member
    return door_from_seat(deck, member_id=door.member_id, person_id=door.person_id, is_standing_in=door.is_standing_in)


def plays_with(person_id: int, decks: frozenset[int]) -> bool:
    """Whether somebody is of the people of a table at which one of these decks is played. One statement."""
    tables = rows.Table.objects.filter(deck__in=decks, removed_at__isnull=True)
    sits = Q(person_id=person_id) | Q(stand_in_id=person_id)
    return Member.objects.filter(sits, left_at=None, group__tables__in=tables).exists()


def stream_door(who: Caller, stream: Stream, drawing: Drawing | None = None) -> TableDoor | None:
    """The same for a socket: only for those who sit or may watch. The doors of one drawing share what they read."""
    drawing = drawing or Drawing()
    table = drawing.once(table_of_stream, stream.pk)
    if table is None or table.removed_at is not None:
        return None
    door = _door(who, table, _known_at(table, who, drawing), drawing)
    return door if door is not None and door.may_look else None


def table_of_stream(stream_id: int) -> rows.Table | None:
    """Put away or not. One statement; a drawing asks it once, for its doors and its views (`Drawing.once`)."""
    return _of_stream.first(stream_id)


@prepared
def _of_stream(stream_id: int) -> QuerySet[rows.Table]:
    return rows.Table.objects.select_related("stream", "deck__group").defer(*NOT_AT_A_DOOR).filter(stream_id=stream_id)


@prepared
def _of_code(code: str, person_id: int) -> QuerySet[rows.Table]:
    """With all that a door needs to know of one person there (`_found_at`)."""
    tables = rows.Table.objects.select_related("stream", "deck__group").defer(*NOT_AT_A_DOOR)
    sits = rows.SeatRow.objects.filter(table=OuterRef("pk"), member=OuterRef("own__pk"))
    return tables.alias(own=seat_beside("group", person_id)).filter(code=code, removed_at__isnull=True).annotate(
        member_id=F("own__pk"), member_person=F("own__person_id"), seat=Subquery(sits.values("number")),
        **stay_of(OuterRef("stream"), OuterRef("own__pk")),
    )  # fmt: skip


@prepared
def _standing(group_id: int, table_id: int) -> QuerySet[Member, tuple[int | None, int | None, int, int | None]]:
    sits = rows.SeatRow.objects.filter(table_id=table_id, member=OuterRef("pk"))
    standing = Member.objects.filter(group_id=group_id, left_at__isnull=True)
    seated = standing.annotate(seat=Subquery(sits.values("number")))
    return seated.values_list("person_id", "stand_in_id", "pk", "seat")


def address_of_code(typed: str) -> str | None:
    """The page of the table with this code, whether or not there is one: the door says so, and counts the tries."""
    return path_to("table", code=spelt(typed)) if is_code(typed) else None


def sight_of(seat: int, member: int | None) -> str:
    return f"seat:{seat}.{member}" if seat and member is not None else OPEN


def seat_in(sight: str) -> tuple[int, int]:
    """(seat, member) of a sight; (0, 0) for one who watches."""
    if not sight.startswith("seat:"):
        return 0, 0
    seat, _, member = sight[5:].partition(".")
    return int(seat), int(member)


@dataclass(frozen=True, slots=True)
class _Known:
    """Somebody at a table: as which member, whether they only stand in for that one, in which seat (0: none)."""

    member_id: int | None = None
    is_standing_in: bool = False
    seat: int = 0
    stay: Stay | None = None
    lent_seat: int = 0


def _found_at(table: rows.Table, who: Caller) -> _Known:
    """What the look at the table by its code has found of `who`."""
    found = vars(table)
    stands_in = found["member_id"] is not None and found["member_person"] != who.person_id
    known = _Known(found["member_id"], stands_in, found["seat"] or 0, found_stay(table))
    return _at_a_lent_chair(known, table.stream_id, who.person_id) if stands_in and known.seat else known


def _known_at(table: rows.Table, who: Caller, drawing: Drawing) -> _Known:
    """The same of a socket's caller, from what is read once for all of a drawing's doors."""
    known = drawing.once(_people_at, table.group_id, table.pk).get(who.person_id or NOBODY, _NOBODY_KNOWN)
    return _at_a_lent_chair(known, table.stream_id, who.person_id) if known.is_standing_in and known.seat else known


def _at_a_lent_chair(known: _Known, stream_id: int, person_id: int | None) -> _Known:
    """Somebody who stands in plays on in a chair that they brought, or took since; whoever's they came to sit in keeps
    it, and the hand in it. Two statements."""
    loan = loan_of(person_id, known.member_id)
    sat_down = seated_since(stream_id, known.seat, known.member_id)
    if loan is None or loan.answered_at is None or sat_down is None or sat_down < loan.answered_at:
        return replace(known, seat=0, lent_seat=known.seat)
    return known


_NOBODY_KNOWN = _Known()


def _people_at(group_id: int, table_id: int) -> Mapping[int, _Known]:
    """Who is known there, by person: those who have not left, and who stands in for one of them. One statement."""
    return {
        who: _Known(pk, who != own, seat or 0)
        for own, other, pk, seat in _standing.rows(group_id, table_id)
        for who in (other, own)
        if who is not None
    }


def _door(who: Caller, table: rows.Table, at: _Known, drawing: Drawing, invitation: str = "") -> TableDoor | None:
    if at.lent_seat:
        return _beside_a_lent_chair(table, at, who)
    door = TableDoor(
        table.pk, table.code, table.stream_id, table.stream.key, table.group_id, table.deck_id, table.is_creative,
        sight_of(at.seat, at.member_id), table, at.seat, at.member_id, who.person_id,
        may_watch=table.allows_spectators, is_standing_in=at.is_standing_in, stay=at.stay,
    )  # fmt: skip
    if table.is_creative:
        return door if at.member_id is not None else _to_the_draft(door, invitation)
    if is_private(table):
        return _to_a_private_one(door, table, at, drawing, invitation)
    return _to_an_open_one(door, table, invitation)


def _beside_a_lent_chair(table: rows.Table, at: _Known, who: Caller) -> TableDoor:
    """An onlooker, as far as the table has any; nobody is here for whoever is away."""
    return TableDoor(
        table.pk, table.code, table.stream_id, table.stream.key, table.group_id, table.deck_id, table.is_creative,
        OPEN, table, 0, None, who.person_id, may_watch=table.allows_spectators, may_sit=False, is_standing_in=True,
        lent_seat=at.lent_seat, lent_member=at.member_id,
    )  # fmt: skip


def _to_the_draft(door: TableDoor, invitation: str) -> TableDoor | None:
    """A draft is its makers' own: only they, and whom they invited, find this table at all."""
    group = group_of(invitation) if invitation else None
    if group is None or group.pk != door.group_id:
        return None
    return replace(door, may_watch=False, invitation=invitation)


def _to_a_private_one(
    door: TableDoor, table: rows.Table, at: _Known, drawing: Drawing, invitation: str
) -> TableDoor | None:
    """A version of a private deck: its makers, whoever has the link, and who once came in and was not shown out."""
    makers = drawing.once(makers_of, table.deck.group_id) if table.deck is not None else Makers()
    if door.person_id in makers.standing:
        return replace(door, is_shut=True, is_private=True, is_maker=True)
    if door.person_id in makers.removed:
        return None
    if door.member_id is None:
        # With the link one may come in, and is known from then on; looking on is for those who are.
        if not opens(table, invitation):
            return None
        return replace(
            door, may_watch=False, invitation=invitation, is_shut=True, is_private=True,
            may_come_to_watch=table.allows_spectators,
        )  # fmt: skip
    if _is_shown_out(table, at):
        return None
    return replace(door, is_shut=True, is_private=True)


def _to_an_open_one(door: TableDoor, table: rows.Table, invitation: str) -> TableDoor:
    shut = is_shut(table)
    if door.member_id is not None and not shut:
        return door
    may_sit = door.member_id is not None or opens(table, invitation)
    is_brought = shut and may_sit and door.member_id is None
    return replace(door, may_sit=may_sit, invitation=invitation if is_brought else "", is_shut=shut)
