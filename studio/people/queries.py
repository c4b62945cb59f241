"""What pages about people show, finished and frozen. Each docstring says how many SQL statements it takes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from studio.access import GroupDoor
from studio.kernel.messages import Slot, Title, counted, message, series
from studio.live.clock import database_now
from studio.models import Claim, Device, Group, Knock, Member, Person, RecoveryCode, Stream
from studio.people import join_codes as rooms
from studio.people import membership
from studio.people.claims import Claiming, Held, Unanswered, asked, held_in, standing_in, unanswered
from studio.people.devices import Caller
from studio.people.invitations import token_of
from studio.people.join_codes import room_of, rooms_of_group
from studio.people.limits import KNOCK_SEEN_SECONDS, KNOCK_WAIT_MINUTES
from studio.people.makers import makers_address
from studio.people.seal import Seal
from studio.ports import TABLES, RoomLink
from studio.speed.prepared import prepared
from studio.web.dates import TimeWords, said
from studio.web.words import isolated, say, say_html, say_slot


@dataclass(frozen=True, slots=True)
class Companion:
    """A member of a group as the others see them."""

    member_id: int
    name: str
    seal: Seal
    is_steward: bool
    is_you: bool
    since: TimeWords


@dataclass(frozen=True, slots=True)
class Knocking:
    """Somebody at the door."""

    key: str
    name: str
    seal: Seal


@dataclass(frozen=True, slots=True)
class WaitingAtDoor:
    """Who waits for an answer from a group: what is the same for all its members."""

    group_key: str
    knocks: tuple[Knocking, ...]
    claims: Unanswered


@dataclass(frozen=True, slots=True)
class AtTheDoor:
    """The same as one member may answer it."""

    group_key: str
    knocks: tuple[Knocking, ...]
    claims: tuple[Claiming, ...]


@dataclass(frozen=True, slots=True)
class InvitationPage:
    """What an invitation opens: who is there and what they make. `playing` is told before one gives a name: that they
    play, and nobody new is dealt in."""

    rooms: tuple[RoomLink, ...]
    seals: tuple[Seal, ...]
    more: int
    playing: str = ""

    @property
    def title(self) -> str:
        return self.rooms[0].title if self.rooms else say(message("a deck of nothing, so far"))

    @property
    def at_it(self) -> SafeString:
        """Who makes it, in a sentence."""
        names: list[Slot] = [Title(seal.name) for seal in self.seals]
        if self.more:
            names.append(message("{count} more", count=self.more))
        told = counted("{who} is at it.", "{who} are at it.", len(self.seals) + self.more, who=series(names))
        return say_html(told, lambda name: format_html('<bdi translate="no">{}</bdi>', name))


@dataclass(frozen=True, slots=True)
class GroupPage:
    """A group for its members. `join_path` is the invitation's path; the host is the page's own."""

    key: str
    rooms: tuple[RoomLink, ...]
    companions: tuple[Companion, ...]
    door: AtTheDoor
    join_path: str
    is_steward: bool
    is_alone: bool
    stewards: str
    others: tuple[Companion, ...]
    may_say_who: bool
    held: tuple[Held, ...] = ()
    is_standing_in: bool = False

    @property
    def titles(self) -> str:
        """What they make, for the head of a page."""
        return ", ".join(isolated(room.title) for room in self.rooms)

    @property
    def marked_titles(self) -> SafeString:
        """The same within the page, each told to be in its language."""
        return SafeString(
            ", ".join(
                format_html('<bdi lang="{}">{}</bdi>', room.language, room.title)
                if room.language
                else format_html("<bdi>{}</bdi>", room.title)
                for room in self.rooms
            )
        )


@dataclass(frozen=True, slots=True)
class KnockPage:
    """How a knock stands for the one who knocked."""

    key: str
    state: Literal["waiting", "in", "away", "gone"]
    title: str
    address: str


@dataclass(frozen=True, slots=True)
class DeviceLine:
    device_id: int
    label: str
    is_this: bool
    seen: TimeWords


@dataclass(frozen=True, slots=True)
class GroupLine:
    key: str
    rooms: tuple[RoomLink, ...]
    names: tuple[str, ...]
    is_steward: bool

    @property
    def title(self) -> str:
        return ", ".join(room.title for room in self.rooms) or say(message("A deck of nothing, so far"))


@dataclass(frozen=True, slots=True)
class Myself:
    """The part of one's own page that is about oneself."""

    name: str
    colour: str
    shape: str
    seal: Seal
    sign_in_name: str
    has_recovery_code: bool
    devices: tuple[DeviceLine, ...]
    groups: tuple[GroupLine, ...]
    stands_in: tuple[Held, ...] = ()
    makers_page: str = ""  # its address, where they agreed to one

    @property
    def has_way_back(self) -> bool:
        """Whether losing this device would not lose everything."""
        return bool(self.sign_in_name) or self.has_recovery_code


def _seal(person: Person) -> Seal:
    return Seal(person.name, person.shape, colour=person.colour)


def invitation_page(group: Group) -> InvitationPage:
    """Four statements, and what each room says."""
    standing = Member.objects.filter(group=group, left_at__isnull=True).select_related("person").order_by("joined_at")
    seals = tuple(_seal(m.person) for m in standing[:8])
    dealt = message(
        "A game is on, and nobody new is dealt in. You come into the workshop; a seat waits in the next game."
    )
    playing = say(dealt) if TABLES.get().is_dealt(group.pk) else ""
    return InvitationPage(rooms_of_group(group.pk), seals, max(0, standing.count() - len(seals)), playing)


@prepared
def _key(group_id: int) -> QuerySet[Group, str]:
    return Group.objects.filter(pk=group_id).values_list("key", flat=True)


@prepared
def _knocks(group_id: int, since: datetime) -> QuerySet[Knock]:
    waiting = Knock.objects.filter(stream__group_id=group_id, answer="", seen_at__gt=since)
    return waiting.select_related("person").order_by("pk")


def waiting_at_door(group_id: int) -> WaitingAtDoor:
    """Who waits for an answer from this group. Eight statements at most, three where nobody claims anything."""
    since = database_now() - timedelta(seconds=KNOCK_SEEN_SECONDS)
    knocks = tuple(Knocking(k.key, k.person.name, _seal(k.person)) for k in _knocks.rows(group_id, since))
    return WaitingAtDoor(_key.one(group_id), knocks, unanswered(group_id))


def at_the_door(there: WaitingAtDoor, member_id: int | None, person_id: int | None = None) -> AtTheDoor:
    """The same as a member sees it; nobody for a visitor. `person_id`: who sits on the member's seat, where that may
    be another."""
    if member_id is None:
        return AtTheDoor(there.group_key, (), ())
    return AtTheDoor(there.group_key, there.knocks, asked(there.claims, member_id, person_id))


def group_page(door: GroupDoor) -> GroupPage:
    """Twelve statements at most, and what each room says."""
    now = timezone.now()
    group = Group.objects.get(pk=door.group_id)
    standing = Member.objects.filter(group=group, left_at__isnull=True).select_related("person")
    companions = tuple(
        Companion(
            m.pk,
            m.person.name,
            _seal(m.person),
            m.is_steward,
            m.pk == door.member_id,
            said(m.joined_at, now),
        )
        for m in standing.order_by("joined_at", "pk")
    )
    stewards = [c.name for c in companions if c.is_steward]
    return GroupPage(
        key=group.key,
        rooms=rooms_of_group(group.pk),
        companions=companions,
        door=at_the_door(waiting_at_door(group.pk), door.member_id, door.person_id),
        is_standing_in=door.is_standing_in,
        held=held_in(group.pk, door.person_id, is_steward=door.is_steward and not door.is_standing_in),
        join_path=reverse("join", args=[token_of(group)]),
        is_steward=door.is_steward and not door.is_standing_in,
        is_alone=len(companions) == 1,
        stewards=say(series(stewards)),
        others=tuple(c for c in companions if not c.is_you),
        may_say_who=len(companions) > 2
        and not door.is_standing_in
        and not Claim.objects.filter(newcomer_id=door.member_id, answer="").exists(),
    )


def knock_page(key: str, person_id: int | None) -> KnockPage | None:
    """How a knock stands, for the one who knocked; None for anybody else. Looking renews it. Three statements."""
    if person_id is None:
        return None
    made = Knock.objects.select_related("stream").filter(key=key, person_id=person_id).first()
    if made is None or made.stream.group_id is None:
        return None
    now = database_now()
    room = room_of(made.stream)
    title, address = (room.title, room.address) if room else ("", reverse("you"))
    if made.answer:
        inside = made.answer == "in" and membership.is_member(made.stream.group_id, person_id)
        return KnockPage(key, "in" if inside else "away", title if inside else "", address if inside else "")
    if made.at < now - timedelta(minutes=KNOCK_WAIT_MINUTES):
        return KnockPage(key, "gone", "", "")
    Knock.objects.filter(pk=made.pk, answer="").update(seen_at=now)
    return KnockPage(key, "waiting", "", "")


def myself(person_id: int, device_id: int | None) -> Myself:
    """Seven statements, two more for each group."""
    now = timezone.now()
    person = Person.objects.select_related("account").get(pk=person_id)
    devices = Device.objects.filter(person_id=person_id, revoked_at__isnull=True).order_by("-seen_at", "-pk")
    return Myself(
        name=person.name,
        colour=person.colour,
        shape=person.shape,
        seal=_seal(person),
        sign_in_name=(person.account.first_name or person.account.username) if person.account else "",
        has_recovery_code=RecoveryCode.objects.filter(person_id=person_id).exists(),
        devices=tuple(
            DeviceLine(d.pk, device_words(d.label), d.pk == device_id, said(d.seen_at, now)) for d in devices
        ),
        groups=_my_groups(person_id),
        stands_in=standing_in(person_id),
        makers_page=makers_address(person.name, person.maker_key),
    )


def device_words(label: str) -> str:
    """ "Firefox on Linux" of "Firefox/Linux"; rows that were made before hold the former, in English."""
    browser, _, machine = label.replace(" on ", "/", 1).partition("/")
    known: Slot = message("A browser") if browser in ("", "A browser") else browser
    return say(message("{browser} on {machine}", browser=known, machine=machine)) if machine else say_slot(known)


def left_behind(who: Caller) -> str:
    """What a guest would lose by being somebody else on this device without bringing it along; "" for nothing."""
    return rooms.left_behind(who.person_id, who.device_id) if who.person_id is not None else ""


def landing(group_id: int) -> str:
    """Where somebody goes who has just come into a group: its room when there is one, else their own page."""
    rooms = rooms_of_group(group_id)
    return rooms[0].address if len(rooms) == 1 else reverse("you")


def landing_of_stream(stream: Stream) -> str:
    """The same for one room."""
    room = room_of(stream)
    return room.address if room else reverse("you")


def _my_groups(person_id: int) -> tuple[GroupLine, ...]:
    seats = (
        membership.seats_of(person_id)
        .filter(group__sort="decks")
        .select_related("group")
        .annotate(size=Count("group__members", filter=Q(group__members__left_at__isnull=True)))
        .order_by("-joined_at")
    )
    return tuple(
        GroupLine(
            seat.group.key,
            rooms_of_group(seat.group_id),
            tuple(
                Member.objects.filter(group_id=seat.group_id, left_at__isnull=True)
                .exclude(pk=seat.pk)
                .order_by("joined_at")
                .values_list("person__name", flat=True)[:8]
            ),
            seat.is_steward and seat.person_id == person_id,
        )
        for seat in seats
    )
