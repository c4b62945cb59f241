"""What pages say about claims: whom they ask, whom they concern, and who stands in. Finished and frozen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Q, QuerySet

from studio.kernel.messages import message, series
from studio.live.regions import Region
from studio.live.view import View, once_a_drawing
from studio.models import Claim, Member, Vouch
from studio.people.devices import open_claims
from studio.people.hints import DOOR
from studio.people.join_codes import rooms_of_group
from studio.people.membership import all_as_told
from studio.people.seal import Seal
from studio.people.vouching import Standing, counts
from studio.speed.prepared import prepared
from studio.web.dates import ahead
from studio.web.words import say


@dataclass(frozen=True, slots=True)
class Until:
    """A moment ahead: in UTC and saying so, which a script puts into the reader's own time."""

    iso: str
    words: str


@dataclass(frozen=True, slots=True)
class Claiming:
    """Somebody who says they are an older member; `may_answer` is about the member who looks, `has_answered` too.

    `heard` names those who know the voice already; `ripens` is when one voice is enough if nobody says no.
    """

    key: str
    newcomer: str
    seal: Seal
    claimed: str
    may_answer: bool
    has_answered: bool
    heard: str
    ripens: Until | None


@dataclass(frozen=True, slots=True)
class Held:
    """Two seats that are one, but for the undoing. `is_mine`: who looks stands in; `may_undo`: by a steward."""

    key: str
    newcomer: str
    seal: Seal
    claimed: str
    heard: str
    until: Until
    title: str
    group_key: str
    is_mine: bool = False
    may_undo: bool = False


@dataclass(frozen=True, slots=True)
class AboutMe:
    """Somebody says they are the one who looks. `held`: they were believed, and it can still be undone."""

    key: str
    newcomer: str
    seal: Seal
    title: str
    group_key: str
    heard: str
    held: Until | None
    ripens: Until | None


@dataclass(frozen=True, slots=True)
class Notices:
    """What stands on every page of somebody whom another says to be."""

    claims: tuple[AboutMe, ...] = ()


NONE = Notices()


@dataclass(frozen=True, slots=True)
class Unanswered:
    """Claims that wait for an answer from a group, and all that says who may give it. For no member in particular.

    `heard` has, by claim, who knows the voice, in words; `vouched` who does, as (claim, member); `voices` what each
    active member has to say for themselves, and which person's seat it is.
    """

    claims: tuple[Claim, ...] = ()
    heard: Mapping[int, str] = field(default_factory=dict)
    vouched: frozenset[tuple[int, int]] = frozenset()
    voices: Mapping[int, tuple[Standing, int]] = field(default_factory=dict)


def about_viewer(view: View) -> Notices:
    """The same for a live page. What a drawing needs for all who look is asked once in it."""
    if view.person_id is None:
        return NONE
    return _notices([claim for claim in _about_room(view) if claim.claimed.person_id == view.person_id])


# Where a page is live and somebody is known on it, they are told while it lies open.
CLAIMED = Region(
    "r-claimed", "studio/_claimed.html", "claimed", about_viewer, frozenset({DOOR}), mine=True, of_person=True
)


def until(at: datetime | None) -> Until | None:
    return Until(f"{at:%Y-%m-%dT%H:%MZ}", ahead(at)) if at is not None else None


def _about_anybody() -> QuerySet[Claim]:
    told = open_claims().filter(claimed__left_at__isnull=True)
    return told.select_related("claimed", "newcomer__person", "newcomer__group").order_by("pk")


@prepared
def _about_those_in(stream_id: int) -> QuerySet[Claim]:
    """About anybody who sits in the group of this stream, or stands in for somebody there; in whatever group."""
    seats = Member.objects.filter(group__streams=stream_id, left_at__isnull=True)
    is_here = Q(claimed__person__in=seats.values("person")) | Q(claimed__person__in=seats.values("stand_in"))
    return _about_anybody().filter(is_here)


@once_a_drawing
def _about_room(view: View) -> tuple[Claim, ...]:
    return tuple(_about_those_in.rows(view.stream_id))


@prepared
def _unanswered(group_id: int) -> QuerySet[Claim]:
    asked = Claim.objects.filter(newcomer__group_id=group_id, answer="")
    return asked.select_related("newcomer__person", "claimed__person").order_by("pk")


def about(person_id: int) -> Notices:
    """Who says they are this person. Two statements, one where nobody does, and what each room says."""
    return _notices(list(_about_anybody().filter(claimed__person_id=person_id)))


def _notices(claims: Sequence[Claim]) -> Notices:
    heard = _heard(claims)
    return Notices(
        tuple(
            AboutMe(
                c.key,
                _name(c),
                _seal(c.newcomer),
                _title(c.newcomer.group_id),
                c.newcomer.group.key,
                heard.get(c.pk, ""),
                until(c.held_until),
                until(c.ripe_at),
            )
            for c in claims
        )
    )


def unanswered(group_id: int) -> Unanswered:
    """What this group is asked. Six statements, one where nobody claims anything."""
    claims = tuple(_unanswered.rows(group_id))
    if not claims:
        return Unanswered()
    vouched = Vouch.objects.filter(claim__in=claims).values_list("claim_id", "by_id")
    members = list(Member.objects.filter(group_id=group_id, left_at__isnull=True))
    told = all_as_told(group_id, members)
    voices = {m.pk: (voice, m.person_id) for m, voice in zip(members, told, strict=True)}
    return Unanswered(claims, _heard(claims), frozenset(vouched), voices)


def asked(of: Unanswered, member_id: int, person_id: int | None) -> tuple[Claiming, ...]:
    """Those that this member is told of: all but those about themselves. No statement.

    `person_id`: who sits on the member's seat, where that may be another."""
    voice, owner = of.voices.get(member_id, (None, None))
    is_mine = voice is not None and person_id in (None, owner)
    return tuple(
        Claiming(
            c.key,
            c.newcomer.person.name,
            _seal(c.newcomer),
            c.claimed.person.name,
            voice is not None and is_mine and counts(voice, Standing(c.newcomer_id, c.newcomer.joined_at)),
            (c.pk, member_id) in of.vouched,
            of.heard.get(c.pk, ""),
            until(c.ripe_at),
        )
        for c in of.claims
        if c.claimed_id != member_id
    )


def held_in(group_id: int, person_id: int, *, is_steward: bool) -> tuple[Held, ...]:
    """Who is taken for whom in this group, for those who may undo it. Two statements."""
    mine = Q() if is_steward else Q(newcomer__person_id=person_id)
    found = _held().filter(mine, claimed__group_id=group_id).exclude(claimed__person_id=person_id)
    return _told(list(found), person_id, is_steward=is_steward)


def standing_in(person_id: int) -> tuple[Held, ...]:
    """Where somebody stands in themselves. Two statements, and what each room says."""
    return _told(list(_held().filter(newcomer__person_id=person_id)), person_id)


def _told(claims: list[Claim], person_id: int, *, is_steward: bool = False) -> tuple[Held, ...]:
    heard = _heard(claims)
    return tuple(
        Held(
            c.key,
            _name(c),
            _seal(c.newcomer),
            c.claimed.person.name,
            heard.get(c.pk, ""),
            at,
            _title(c.claimed.group_id),
            c.claimed.group.key,
            c.newcomer.person_id == person_id,
            is_steward and c.newcomer.person_id != person_id,
        )
        for c in claims
        if (at := until(c.held_until)) is not None
    )


def _held() -> QuerySet[Claim]:
    return (
        open_claims()
        .filter(answer="yes", claimed__left_at__isnull=True)
        .select_related("newcomer__person", "claimed__person", "claimed__group")
        .order_by("pk")
    )


def _heard(claims: Sequence[Claim]) -> dict[int, str]:
    """Who knows the voice, in words, by claim. One statement; none for no claims."""
    names: dict[int, list[str]] = {}
    if claims:
        found = Vouch.objects.filter(claim__in=claims).order_by("pk")
        for claim, name in found.values_list("claim_id", "by__person__name"):
            names.setdefault(claim, []).append(name)
    return {claim: say(series(said)) for claim, said in names.items()}


def _name(claim: Claim) -> str:
    return claim.newcomer.called or claim.newcomer.person.name


def _seal(newcomer: Member) -> Seal:
    person = newcomer.person
    return Seal(newcomer.called or person.name, person.shape, colour=person.colour)


def _title(group_id: int) -> str:
    return ", ".join(room.title for room in rooms_of_group(group_id)) or say(message("a deck of nothing, so far"))
