"""What pages say about claims: whom they ask, whom they concern, and who stands in. Finished and frozen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from studio.kernel.messages import message, series
from studio.live.regions import Region
from studio.live.view import View
from studio.models import Claim, Member, Vouch
from studio.people.devices import open_claims
from studio.people.hints import DOOR
from studio.people.join_codes import rooms_of_group
from studio.people.membership import as_told
from studio.people.seal import Seal
from studio.people.vouching import Standing, counts
from studio.prepared import prepared
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


def about_viewer(view: View) -> Notices:
    """The same for a live page."""
    return about(view.person_id) if view.person_id is not None else NONE


# Where a page is live and somebody is known on it, they are told while it lies open.
CLAIMED = Region(
    "r-claimed", "studio/_claimed.html", "claimed", about_viewer, frozenset({DOOR}), mine=True, of_person=True
)


def until(at: datetime | None) -> Until | None:
    return Until(f"{at:%Y-%m-%dT%H:%MZ}", ahead(at)) if at is not None else None


@prepared
def _about(person_id: int) -> QuerySet[Claim]:
    return (
        open_claims()
        .filter(claimed__person_id=person_id, claimed__left_at__isnull=True)
        .select_related("newcomer__person", "newcomer__group")
        .order_by("pk")
    )


@prepared
def _asked(group_id: int, besides: int) -> QuerySet[Claim]:
    return (
        Claim.objects.filter(newcomer__group_id=group_id, answer="")
        .exclude(claimed_id=besides)
        .select_related("newcomer__person", "claimed__person")
        .order_by("pk")
    )


def about(person_id: int) -> Notices:
    """Who says they are this person. Two statements, one where nobody does, and what each room says."""
    claims = _about.rows(person_id)
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


def asked(group_id: int, member_id: int, person_id: int | None) -> tuple[Claiming, ...]:
    """Claims that wait for an answer from this group, but for those about who looks. Six statements at most."""
    claims = _asked.rows(group_id, member_id)
    if not claims:
        return ()
    heard = _heard(claims)
    said = set(Vouch.objects.filter(claim__in=claims, by_id=member_id).values_list("claim_id", flat=True))
    me = Member.objects.get(pk=member_id)
    is_mine = person_id is None or me.person_id == person_id
    voice = as_told(me)
    return tuple(
        Claiming(
            c.key,
            c.newcomer.person.name,
            _seal(c.newcomer),
            c.claimed.person.name,
            is_mine and counts(voice, Standing(c.newcomer_id, c.newcomer.joined_at)),
            c.pk in said,
            heard.get(c.pk, ""),
            until(c.ripe_at),
        )
        for c in claims
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


def _heard(claims: list[Claim]) -> dict[int, str]:
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
