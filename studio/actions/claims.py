""" "I am Maud": coming back without the old device, vouched for by somebody who knows one's voice."""

from __future__ import annotations

from datetime import timedelta

from studio.actions import stand_ins
from studio.actions.merges import groups_of
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from studio.live.clock import database_now
from studio.models import Claim, Member, Vouch
from studio.people import membership
from studio.people.hints import door_changed
from studio.people.limits import CLAIM_ALONE_DAYS, CLAIM_REFUSED_DAYS
from studio.people.membership import as_told
from studio.people.vouching import Standing, can_succeed, counts, is_enough_at_once, is_only_voice, wanted
from studio.people.watch import saw
from studio.ports import Identity


def say_who_i_am(*, newcomer_id: int, claimed_id: int) -> Claim:
    """A member says they are an older member of the same group. Nothing changes until somebody else answers.

    Refused for somebody who is in the room just now, for somebody with an account (they can sign in), where this
    newcomer was told no before, and where too few are left whose word would count.
    """
    newcomer = _standing(newcomer_id)
    claimed = _standing(claimed_id)
    if claimed.group_id != newcomer.group_id or claimed.pk == newcomer.pk:
        raise Refused("member.unknown")
    with membership.locked(newcomer.group_id):
        if Claim.objects.filter(newcomer=newcomer, answer="").exists():
            raise Refused("claim.open")
        _refuse_who_was_refused(newcomer, claimed)
        stand_ins.refuse_who_is_there(claimed)
        others = _others(newcomer, claimed)
        if not others:
            raise Refused("claim.alone")
        if not can_succeed(as_told(claimed), as_told(newcomer), others):
            raise Refused("claim.too_new", wanted=message("Two members") if claimed.is_steward else message("A member"))
        door_changed(*groups_of(claimed.person_id))  # wherever they sit, they are told
        saw("claim.made", group=newcomer.group_id, newcomer=newcomer.pk, claimed=claimed.pk)
        return Claim.objects.create(newcomer=newcomer, claimed=claimed, at=database_now())


def answer_claim(*, claim_key: str, group_id: int, by: int, is_same: bool, person_id: int | None = None) -> None:
    """Know the newcomer's voice, or say no. With enough voices they stand in on the older seat for a day.

    `by` is the seat that answers and `person_id` who sits on it (its own person, if nothing is said): somebody's own
    device says no to whoever would be them, before a yes and for a day after it, and so may a steward; whoever stands
    in can only give the seat back. Raises Refused (claim.*, member.unknown).
    """
    claim = Claim.objects.select_related("newcomer__person", "claimed__person").filter(key=claim_key).first()
    if claim is None or claim.newcomer.group_id != group_id:
        raise Refused("member.unknown")
    with membership.locked_all(groups_of(claim.newcomer.person_id, claim.claimed.person_id)):
        claim.refresh_from_db()
        voice = _standing(by)
        person_id = voice.person_id if person_id is None else person_id
        if voice.group_id != group_id:
            raise Refused("claim.newcomer")
        if claim.answer == "yes" and not is_same:
            _undo(claim, voice, person_id)
            return
        if claim.answer:
            raise Refused("claim.settled")
        if voice.person_id != person_id:
            membership.refuse_stand_in(person_id)
        if is_same:
            _vouch(claim, voice)
        else:
            _say_no(claim, voice)
        door_changed(*groups_of(claim.claimed.person_id))


def _vouch(claim: Claim, voice: Member) -> None:
    newcomer, claimed = _standing(claim.newcomer_id), _standing(claim.claimed_id)
    if voice.pk == newcomer.pk:
        raise Refused("claim.own")
    if voice.pk == claimed.pk:
        raise Refused("claim.yourself", name=claimed.person.name)
    if not counts(as_told(voice), as_told(newcomer)):
        raise Refused("claim.newcomer")
    stand_ins.refuse_who_is_there(claimed)
    now = database_now()
    _, is_new = Vouch.objects.get_or_create(claim=claim, by=voice, defaults={"at": now})
    if not is_new:
        raise Refused("claim.said")
    said = Vouch.objects.filter(claim=claim, by__left_at__isnull=True)
    voices = set(said.values_list("by_id", flat=True))
    told, others = as_told(claimed), _others(newcomer, claimed)
    is_enough = len(voices) >= wanted(told)
    if is_enough and is_enough_at_once(told, voices, as_told(newcomer), others):
        stand_ins.grant(claim, now)
    elif is_enough or is_only_voice(as_told(voice), others):
        # A week that runs already is not begun anew by another voice.
        Claim.objects.filter(pk=claim.pk, ripe_at=None).update(ripe_at=now + timedelta(days=CLAIM_ALONE_DAYS))


def _say_no(claim: Claim, voice: Member) -> None:
    newcomer, claimed = _standing(claim.newcomer_id), _standing(claim.claimed_id)
    if voice.pk == newcomer.pk:
        raise Refused("claim.own")
    if voice.pk != claimed.pk and not counts(as_told(voice), as_told(newcomer)):
        raise Refused("claim.newcomer")
    now = database_now()
    Claim.objects.filter(pk=claim.pk).update(answer="no", answered_by=voice, answered_at=now, ripe_at=None)
    saw("claim.refused", group=claimed.group_id, newcomer=newcomer.pk, claimed=claimed.pk, by=voice.pk)
    membership.tell_identity(Identity(claimed.group_id, newcomer.pk, claimed.pk, "refused", (voice.pk,), now))


def _undo(claim: Claim, voice: Member, person_id: int) -> None:
    """For a day: by the older member's own devices, by a steward, and by whoever stands in."""
    now = database_now()
    if claim.held_until is None or claim.settled_at is not None or claim.held_until <= now:
        raise Refused("claim.over")
    gives_back = person_id == claim.newcomer.person_id
    is_own = voice.pk == claim.claimed_id
    is_steward = voice.is_steward and voice.person_id == person_id
    if not (gives_back or is_own or is_steward):
        raise Refused("claim.settled")
    stand_ins.part(claim, now, by=claim.newcomer_id if gives_back else voice.pk)


def _refuse_who_was_refused(newcomer: Member, claimed: Member) -> None:
    refused = Claim.objects.filter(claimed=claimed, answer__in=("no", "back"))
    if refused.filter(newcomer__person_id=newcomer.person_id).exists():
        raise Refused("claim.refused", name=claimed.person.name)
    lately = database_now() - timedelta(days=CLAIM_REFUSED_DAYS)
    if refused.filter(answered_by=claimed, answered_at__gt=lately).exists():
        raise Refused("claim.denied", name=claimed.person.name)


def _others(newcomer: Member, claimed: Member) -> tuple[Standing, ...]:
    """Everybody in the group but the two in question."""
    standing = Member.objects.filter(group_id=claimed.group_id, left_at__isnull=True)
    found = list(standing.exclude(pk__in=(newcomer.pk, claimed.pk)).order_by("pk"))
    return membership.all_as_told(claimed.group_id, found)


def _standing(member_id: int) -> Member:
    member = Member.objects.select_related("person").filter(pk=member_id, left_at__isnull=True).first()
    if member is None:
        raise Refused("member.unknown")
    return member
