""" "I am Maud", through the site's own pages: who gets in, who never does, and how it can be had back."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from cards import models as rows
from cards.storage.audit import disagreements
from studio import actions
from studio.actions import stand_ins
from studio.kernel.refusals import Refused
from studio.live import presence
from studio.models import Claim, Device, Group, Lease, Member, Person, RecoveryCode
from studio.people.devices import DEVICE_COOKIE
from tests.faults.oracles import complaints
from tests.visitors import Visitor, everything
from tests.web.claim_evening import DAY, ClaimEvening, a_day_goes_by, answer, came, put, say, text_of, vote

pytestmark = pytest.mark.django_db


def minutes(visitor: Visitor, deck: rows.Deck) -> str:
    """The minutes as they read."""
    page = text_of(visitor.get(f"/decks/{deck.slug}/minutes/"))
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


# --- strangers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("days", [0, 7])
def test_a_stranger_with_the_link_and_two_browsers_takes_nobodys_place(days: int) -> None:
    """The steward's page is closed; one browser comes in, then another, which says it is the steward; 92 seconds."""
    sue, idris = Visitor("Sue"), Visitor("Idris")
    deck = sue.start()
    idris.join(deck.group)
    sue.get(f"/decks/{deck.slug}/workshop/")
    idris.get(f"/decks/{deck.slug}/workshop/")
    came(deck.group, days, sue, idris)
    one, two = Visitor("Sock1", "198.51.100.1"), Visitor("Sock2", "198.51.100.2")
    one.join(deck.group)
    one.get(f"/decks/{deck.slug}/workshop/")
    two.join(deck.group)
    Lease.objects.all().update(until=timezone.now() - timedelta(seconds=2))
    seat = sue.member(deck.group)
    for claimed in (seat, idris.member(deck.group)):
        say(two, deck.group, claimed)
        if (claim := Claim.objects.filter(answer="").first()) is not None:
            before = everything()
            assert answer(one, "yes", claim) == 409
            assert everything() == before
            Claim.objects.all().delete()
    # Even a claim that nobody should have been able to make is answered by nobody of theirs.
    claim = Claim.objects.create(newcomer=two.member(deck.group), claimed=seat, at=timezone.now())
    assert answer(one, "yes", claim) == 409
    assert two.post(f"/groups/{deck.group.key}/members/{idris.member(deck.group).pk}/remove/").status_code == 403
    assert sue.member(deck.group).is_steward and sue.get(f"/decks/{deck.slug}/workshop/").status_code == 200
    assert two.member(deck.group).pk != seat.pk and two.person.name == "Sock2"


@pytest.mark.parametrize("browsers", [2, 3])
def test_browsers_that_came_on_one_day_do_not_vouch_for_each_other_even_a_week_later(browsers: int) -> None:
    """They sat in the room with Idris and Sue all evening, voted with them, and come back when all are members long."""
    evening = ClaimEvening(30)
    socks = [Visitor(f"Sock{n}") for n in range(browsers)]
    for sock in socks:
        sock.join(evening.group)
        sock.get(f"/decks/{evening.deck.slug}/workshop/")
    came(evening.group, 7, *socks)
    Lease.objects.all().delete()
    claimant, *doubles = socks
    for claimed in (evening.seat, evening.sue.member(evening.group)):
        assert say(claimant, evening.group, claimed).status_code == 303  # type: ignore[attr-defined]
        before = everything()
        assert {answer(double, "yes") for double in doubles} == {409}
        assert everything() == before
        Claim.objects.all().delete()


@pytest.mark.parametrize(("hours", "status"), [(1, 409), (23.9, 409), (24.1, 303)])
def test_whoever_came_on_the_newcomers_day_knows_no_voice(hours: float, status: int) -> None:
    evening = ClaimEvening()
    other = Visitor("Nell")
    other.join(evening.group)
    evening.back()
    came(evening.group, hours / 24, other)
    came(evening.group, 0, evening.new)
    assert answer(other, "yes") == status
    assert (evening.new.member(evening.group).pk == evening.seat.pk) == (status == 303)


def test_a_second_browser_of_the_same_person_is_no_second_voice() -> None:
    evening = ClaimEvening()
    evening.back()
    twin = Visitor()
    twin.cookies[DEVICE_COOKIE] = evening.new.secret
    came(evening.group, 20, evening.new)
    assert answer(twin, "yes") == 409
    code = evening.new.post("/you/recovery/").context["code"]
    other = Visitor("Elsewhere")
    other.post("/sign-in/", {"code": code, "keep": "yes"})
    assert other.person_id == evening.new.person_id and answer(other, "yes") == 409
    assert Claim.objects.get().answer == ""


def test_nobody_vouches_from_outside_nor_for_themselves() -> None:
    evening = ClaimEvening()
    claim = evening.back()
    outsider = Visitor("Eve")
    outsider.start("Elsewhere")
    before = everything()
    assert [answer(one, "yes", claim) for one in (evening.new, evening.idris, outsider, Visitor())] == [
        409, 409, 404, 404,
    ]  # fmt: skip
    assert everything() == before and Claim.objects.get().answer == ""


# --- somebody who is there --------------------------------------------------------------------------------------------


def test_somebody_who_is_in_the_room_is_nobody_else_when_asked_and_when_answered() -> None:
    evening = ClaimEvening()
    presence.renew(evening.deck.stream_id, evening.seat.pk)
    before = everything()
    assert evening.new.join(evening.group, i_am="Idris").status_code == 409
    assert everything() == before
    Lease.objects.all().delete()
    evening.back()
    presence.renew(evening.deck.stream_id, evening.seat.pk)
    assert answer(evening.ros, "yes") == 409
    assert evening.new.member(evening.group).pk != evening.seat.pk


def test_somebody_with_an_account_signs_in_and_is_vouched_for_by_nobody() -> None:
    evening = ClaimEvening()
    claim = evening.back()
    evening.idris.post("/you/account/", {"name": "idris", "password": "three blind marrows"})
    assert answer(evening.ros, "yes", claim) == 409
    assert Visitor("Idris").join(evening.group, i_am="Idris").status_code == 409


# --- stewards ---------------------------------------------------------------------------------------------------------


def test_for_a_steward_two_others_must_know_the_voice() -> None:
    evening = ClaimEvening()
    new, seat = Visitor("Sue"), evening.sue.member(evening.group)
    assert new.join(evening.group, i_am="Sue").status_code == 303
    assert [answer(evening.ros, "yes"), answer(evening.ros, "yes")] == [303, 409]
    assert new.member(evening.group).pk != seat.pk
    assert "wants one more" in text_of(evening.idris.get(f"/groups/{evening.group.key}/"))
    assert answer(evening.idris, "yes") == 303
    assert new.member(evening.group).pk == seat.pk
    assert "Sue 2 is Sue from now on; Ros and Idris knew the voice" in minutes(evening.ros, evening.deck)


@pytest.mark.parametrize("companions", [0, 2])
def test_a_patient_stranger_with_three_browsers_waits_a_week_for_a_stewards_seat_and_one_no_ends_it(
    companions: int,
) -> None:
    """Two come today and the third tomorrow, so both have the lead: but nobody who was here before them said yes."""
    sue, real = Visitor("Sue"), [Visitor("Idris"), Visitor("Ros")][:companions]
    group = sue.start().group
    for one in real:
        one.join(group)
    came(group, 30, sue, *real)
    socks = [Visitor("One"), Visitor("Two"), Visitor("Three")]
    for sock in socks:
        sock.join(group)
    came(group, 1.1, *socks[:2])
    Lease.objects.all().delete()
    assert say(socks[2], group, sue.member(group)).status_code == 303  # type: ignore[attr-defined]
    assert [answer(sock, "yes") for sock in socks[:2]] == [303, 303]
    assert socks[2].member(group).pk != sue.member(group).pk
    claim = Claim.objects.get()
    assert claim.ripe_at is not None and claim.ripe_at > timezone.now() + 6 * DAY
    assert "One and Two</bdi> knew the voice" in text_of(sue.get("/you/")), "the steward is told on every page"
    for one in real:
        assert "If nobody says no" in text_of(one.get(f"/groups/{group.key}/"))
    assert answer(real[0] if real else sue, "no", claim) == 303
    Claim.objects.update(ripe_at=timezone.now())
    stand_ins.settle_due()
    assert socks[2].member(group).pk != sue.member(group).pk


def test_a_seat_that_was_taken_speaks_for_nobody_longer_than_for_whoever_took_it() -> None:
    """Or a plain member's seat, where one voice is enough, would be the old voice for the steward's."""
    evening = ClaimEvening(30)
    evening.believed()
    a_day_goes_by()
    stand_ins.settle_due()
    came(evening.group, 2, evening.ros)
    late = Visitor("Nell")
    late.join(evening.group)
    assert say(late, evening.group, evening.sue.member(evening.group)).status_code == 409  # type: ignore[attr-defined]
    came(evening.group, 40, evening.ros)
    assert say(late, evening.group, evening.sue.member(evening.group)).status_code == 409  # type: ignore[attr-defined]
    Claim.objects.update(settled_at=timezone.now() - 3 * DAY)
    assert say(late, evening.group, evening.sue.member(evening.group)).status_code == 303  # type: ignore[attr-defined]


def test_where_too_few_could_know_a_stewards_voice_it_is_said_at_once_and_nobody_is_let_in() -> None:
    evening = ClaimEvening()
    evening.ros.post(f"/groups/{evening.group.key}/leave/")
    late = Visitor("Nell")
    late.join(evening.group)
    answered = Visitor("Sue").join(evening.group, i_am="Sue")
    assert answered.status_code == 409
    assert "recovery code" in text_of(answered) and "another day" in text_of(answered)
    assert Member.objects.filter(group=evening.group, left_at=None).count() == 3


def test_a_stewards_only_companion_is_believed_after_a_week_without_a_no() -> None:
    sue, ros, new = Visitor("Sue"), Visitor("Ros"), Visitor("Sue")
    group = sue.start().group
    ros.join(group)
    came(group, 7, sue, ros)
    seat = sue.member(group)
    assert new.join(group, i_am="Sue").status_code == 303
    assert answer(ros, "yes") == 303
    claim = Claim.objects.get()
    assert claim.ripe_at is not None and claim.ripe_at > timezone.now() + 6 * DAY
    stand_ins.settle_due()
    assert new.member(group).pk != seat.pk, "nothing is merged in that week"
    assert "knew the voice" in text_of(sue.get("/you/"))
    Claim.objects.update(ripe_at=timezone.now())
    stand_ins.settle_due()
    assert new.member(group).pk == seat.pk and sue.member(group).pk == seat.pk


def test_in_that_week_a_no_ends_it_and_a_third_member_makes_two_voices_needed() -> None:
    for ending in ("no", "third"):
        sue, ros, new = Visitor("Sue"), Visitor("Ros"), Visitor("Sue")
        group = sue.start().group
        ros.join(group)
        came(group, 7, sue, ros)
        new.join(group, i_am="Sue")
        answer(ros, "yes")
        if ending == "no":
            assert answer(sue, "no") == 303
        else:
            Visitor("Nell").join(group)
        Claim.objects.update(ripe_at=timezone.now())
        stand_ins.settle_due()
        assert new.member(group).pk != sue.member(group).pk


def test_the_founder_knows_the_voices_of_the_first_evening() -> None:
    """Everybody came today; the founder came by no link, so no stranger can be them."""
    evening = ClaimEvening(0)
    evening.back()
    assert answer(evening.ros, "yes") == 409
    assert answer(evening.sue, "yes") == 303
    assert evening.new.member(evening.group).pk == evening.seat.pk


def test_with_nobody_left_to_vouch_the_claim_is_refused() -> None:
    group = Visitor("Maud").start().group
    answered = Visitor("Maud").join(group, i_am="Maud")
    assert answered.status_code == 409 and "recovery code" in text_of(answered)
    assert Member.objects.count() == 1


# --- a yes, and the day after it --------------------------------------------------------------------------------------


def test_a_yes_seats_the_newcomer_at_once_and_a_day_later_the_two_are_one() -> None:
    evening = ClaimEvening()
    evening.back()
    double = evening.new.member(evening.group)
    assert evening.new.person.name == "Idris 2"
    assert "I am" in text_of(evening.ros.get(f"/groups/{evening.group.key}/"))
    assert answer(evening.ros, "yes") == 303
    assert evening.new.member(evening.group).pk == evening.idris.member(evening.group).pk == evening.seat.pk
    assert evening.new.person_id != evening.idris.person_id
    assert evening.new.get(f"/decks/{evening.deck.slug}/workshop/").status_code == 200
    stand_ins.settle_due()
    assert evening.new.person_id != evening.idris.person_id, "the day is not over"
    a_day_goes_by()
    stand_ins.settle_due()
    assert evening.new.person_id == evening.idris.person_id
    assert (evening.new.person.name, Person.objects.count()) == ("Idris", 3)
    double.refresh_from_db()
    assert double.merged_into_id == evening.seat.pk and double.left_at is not None
    assert "Idris 2 is Idris from now on; Ros knew the voice" in minutes(evening.ros, evening.deck)


def test_who_is_who_is_in_the_minutes_and_nobody_left_who_never_moved() -> None:
    evening = ClaimEvening()
    evening.believed()
    told = minutes(evening.ros, evening.deck)
    assert "Idris 2 joined" in told and "Idris 2 is Idris from now on; Ros knew the voice" in told
    assert " left" not in told
    answer(evening.idris, "no")
    told = minutes(evening.ros, evening.deck)
    assert "Idris 2 is not Idris after all; Idris said no" in told and " left" not in told
    third = Visitor("Ros")
    third.join(evening.group, i_am="Ros")
    answer(evening.sue, "no")
    assert "Ros 2 said they were Ros; Sue said no" in minutes(evening.ros, evening.deck)


def test_the_minutes_forget_the_name_of_whoever_is_forgotten() -> None:
    evening = ClaimEvening()
    evening.believed()
    a_day_goes_by()
    stand_ins.settle_due()
    assert evening.new.post("/you/forget/", {"name": "Idris"}).status_code == 303
    assert "Idris" not in minutes(evening.ros, evening.deck)


@pytest.mark.parametrize("who", ["idris", "sue", "new"])
def test_for_a_day_it_is_undone_by_the_old_device_a_steward_or_the_newcomer_and_all_is_as_before(who: str) -> None:
    evening = ClaimEvening()
    claim = evening.back()
    before = everything()
    seats = list(Member.objects.order_by("pk").values())
    assert answer(evening.ros, "yes", claim) == 303
    assert answer(getattr(evening, who), "no", claim) == 303
    assert everything()[:4] == before[:4]
    assert list(Member.objects.order_by("pk").values()) == seats
    assert (evening.new.person.name, evening.idris.person.name) == ("Idris 2", "Idris")
    assert Device.objects.filter(revoked_at=None).count() == 4
    assert answer(evening.idris, "no", claim) == 409


def test_nobody_else_undoes_it() -> None:
    evening = ClaimEvening()
    claim = evening.believed()
    nell = Visitor("Nell")
    nell.join(evening.group)
    outsider = Visitor("Eve")
    outsider.start("Elsewhere")
    before = everything()
    assert [answer(one, "no", claim) for one in (evening.ros, nell, outsider, Visitor())] == [409, 409, 404, 404]
    assert everything() == before


def test_after_the_day_nothing_is_undone_whether_or_not_the_tick_came_by() -> None:
    evening = ClaimEvening()
    claim = evening.believed()
    a_day_goes_by(claim)
    assert answer(evening.idris, "no", claim) == 409
    stand_ins.settle_due()
    assert [answer(one, "no", claim) for one in (evening.idris, evening.sue, evening.new)] == [409] * 3
    assert evening.new.person_id == evening.idris.person_id


def test_what_cannot_be_undone_waits_for_the_day_to_be_over() -> None:
    """A steward was taken for lost: whoever sits on that seat has none of its powers, and none over the old devices."""
    evening = ClaimEvening()
    new, home = Visitor("Sue"), f"/groups/{evening.group.key}/"
    new.join(evening.group, i_am="Sue")
    answer(evening.ros, "yes")
    assert answer(evening.idris, "yes") == 303
    deeds = {
        "/you/account/": {"name": "sue", "password": "three blind marrows"},
        "/you/recovery/": {},
        "/you/forget/": {"name": new.person.name},
        f"{home}new-link/": {},
        f"{home}leave/": {},
        f"{home}i-am/": {"member": str(evening.seat.pk)},
        f"{home}members/{evening.seat.pk}/remove/": {},
        f"/you/devices/{evening.sue.device.pk}/sign-out/": {},
    }
    nell = Visitor("Ros")
    nell.join(evening.group, i_am="Ros")
    deeds[f"/claims/{Claim.objects.latest('pk').key}/yes/"] = {}
    before, codes = everything(), RecoveryCode.objects.count()
    for address, fields in deeds.items():
        refused = new.post(address, fields)
        assert refused.status_code in (403, 404), address
        assert everything() == before and RecoveryCode.objects.count() == codes, address
    assert "until" in text_of(new.post("/you/recovery/")) and "UTC" in text_of(new.post("/you/recovery/"))
    page = text_of(new.get(home))
    assert "Remove" not in page and "Make a new link" not in page and "you are <b><bdi>Sue</bdi></b>" in page
    assert "Remove" in text_of(evening.sue.get(home))
    a_day_goes_by(Claim.objects.get(answer="yes"))
    stand_ins.settle_due()
    assert new.post(f"{home}new-link/").status_code == 303
    assert new.post("/you/account/", deeds["/you/account/"]).status_code == 303


def test_an_account_made_on_the_old_device_ends_it() -> None:
    evening = ClaimEvening()
    evening.believed()
    assert evening.idris.post("/you/account/", {"name": "idris", "password": "three blind marrows"}).status_code == 303
    assert evening.new.member(evening.group).pk != evening.seat.pk
    assert evening.idris.member(evening.group).pk == evening.seat.pk


def test_the_spare_key_of_the_claimed_one_is_proof_enough() -> None:
    evening = ClaimEvening()
    code = evening.idris.post("/you/recovery/").context["code"]
    evening.believed()
    evening.new.post("/sign-in/", {"code": code, "bring": "yes"})
    evening.seat.refresh_from_db()
    assert evening.new.person_id == evening.seat.person_id and evening.seat.stand_in_id is None
    assert evening.new.member(evening.group).pk == evening.seat.pk
    assert evening.new.post("/you/recovery/").status_code == 200


def test_signing_in_as_somebody_else_gives_the_seat_back() -> None:
    evening = ClaimEvening()
    other = Visitor("Nell")
    other.start("Elsewhere")
    other.post("/you/account/", {"name": "nell", "password": "three blind marrows"})
    evening.believed()
    evening.new.post("/sign-in/", {"name": "nell", "password": "three blind marrows", "bring": "yes"})
    assert evening.new.person_id == other.person_id
    assert evening.new.member(evening.group).pk != evening.seat.pk
    assert Member.objects.get(pk=evening.seat.pk).stand_in_id is None


@pytest.mark.parametrize("way", ["leave", "forget", "removed"])
def test_when_the_claimed_one_goes_nobody_is_left_on_their_seat(way: str) -> None:
    evening = ClaimEvening()
    evening.believed()
    home = f"/groups/{evening.group.key}/"
    if way == "leave":
        assert evening.idris.post(f"{home}leave/").status_code == 303
    elif way == "forget":
        assert evening.idris.post("/you/forget/", {"name": "Idris"}).status_code == 303
    else:
        assert evening.sue.post(f"{home}members/{evening.seat.pk}/remove/").status_code == 303
    evening.seat.refresh_from_db()
    assert evening.seat.left_at is not None and evening.seat.stand_in_id is None
    assert evening.new.is_in(evening.group) == (way != "removed")
    a_day_goes_by()
    stand_ins.settle_due()
    assert evening.new.person_id != evening.idris.person_id or evening.idris.person_id is None


def test_vouching_reaches_no_further_than_the_group_within_the_day_and_after_it() -> None:
    evening = ClaimEvening()
    secret = evening.idris.start("A diary").group
    evening.believed()
    assert evening.idris.is_in(evening.group) and evening.idris.is_in(secret) and not evening.new.is_in(secret)
    assert evening.new.get(f"/groups/{secret.key}/").status_code == 404
    a_day_goes_by()
    stand_ins.settle_due()
    assert evening.new.member(evening.group).pk == evening.seat.pk
    assert evening.idris.is_in(secret) and not evening.new.is_in(secret) and not evening.idris.is_in(evening.group)
    assert evening.new.person.name == "Idris"


def test_what_the_newcomer_had_elsewhere_stays_theirs_through_the_day_and_after_it() -> None:
    evening = ClaimEvening()
    bus = evening.new.start("Made on the bus").group
    evening.believed()
    assert evening.new.is_in(bus) and not evening.idris.is_in(bus)
    assert "Made on the bus" in text_of(evening.new.get("/you/"))
    assert "Allotment Wars" in text_of(evening.new.get("/you/"))
    a_day_goes_by()
    stand_ins.settle_due()
    assert evening.new.is_in(bus) and evening.new.is_in(evening.group)


def test_a_member_may_say_later_who_they_were() -> None:
    evening = ClaimEvening()
    new = Visitor("Nell")
    new.join(evening.group)
    seat = evening.seat.pk
    assert new.post(f"/groups/{evening.group.key}/i-am/", {"member": str(seat)}).status_code == 303
    assert new.post(f"/groups/{evening.group.key}/i-am/", {"member": str(seat)}).status_code == 409
    for wrong in ("", "x", "-1", "9" * 30, "²"):
        assert new.post(f"/groups/{evening.group.key}/i-am/", {"member": wrong}).status_code == 404
    answer(evening.ros, "yes")
    assert new.member(evening.group).pk == seat


# --- a no -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["idris", "sue", "ros"])
def test_a_no_is_final_for_that_browser_under_whatever_name_it_comes_in(who: str) -> None:
    evening = ClaimEvening()
    evening.back()
    assert answer(getattr(evening, who), "no") == 303
    assert evening.new.is_in(evening.group) and evening.new.person.name == "Idris 2"
    assert answer(evening.ros, "yes") == 409
    again = say(evening.new, evening.group, evening.seat)
    assert again.status_code == 409  # type: ignore[attr-defined]
    evening.new.post(f"/groups/{evening.group.key}/leave/")
    evening.new.post("/you/name/", {"name": "Somebody Nice"})
    assert evening.new.join(evening.group, name="").status_code == 303
    assert say(evening.new, evening.group, evening.seat).status_code == 409  # type: ignore[attr-defined]
    assert not Claim.objects.filter(answer="").exists()


def test_an_undone_yes_is_a_no() -> None:
    evening = ClaimEvening()
    evening.believed()
    answer(evening.sue, "no")
    assert say(evening.new, evening.group, evening.seat).status_code == 409  # type: ignore[attr-defined]


def test_after_a_no_from_the_old_device_itself_no_other_browser_asks_for_a_week() -> None:
    evening = ClaimEvening()
    evening.back()
    answer(evening.idris, "no")
    assert Visitor("Idris").join(evening.group, i_am="Idris").status_code == 409
    Claim.objects.update(answered_at=timezone.now() - 8 * DAY)
    assert Visitor("Idris").join(evening.group, i_am="Idris").status_code == 303


def test_a_seat_on_which_somebody_stands_in_is_not_asked_for_again() -> None:
    evening = ClaimEvening()
    evening.believed()
    assert Visitor("Idris").join(evening.group, i_am="Idris").status_code == 409


def test_only_voices_that_count_say_no() -> None:
    evening = ClaimEvening()
    nell = Visitor("Nell")
    nell.join(evening.group)
    evening.back()
    assert [answer(one, "no") for one in (nell, evening.new)] == [409, 409]


# --- being told -------------------------------------------------------------------------------------------------------


def test_the_claimed_one_is_told_on_every_page_and_nobody_else_is() -> None:
    evening = ClaimEvening()
    told = 'class="slip slip--wrong" id="about-'
    home = f"/decks/{evening.deck.slug}/"
    there = ["/", "/you/", f"/groups/{evening.group.key}/", home, f"{home}workshop/", f"{home}drawer/",
             f"{home}minutes/", "/rules/", "/tables/", "/you/name/"]  # fmt: skip
    assert told not in text_of(evening.idris.get("/you/"))
    claim = evening.back()
    for stage in ("asked", "believed"):
        for page in there:
            words = text_of(evening.idris.get(page))
            assert told in words and "No, that is not me" in words and f"/claims/{claim.key}/no/" in words, (
                stage,
                page,
            )
        others = (evening.ros, evening.sue, evening.new)
        assert not any(told in text_of(one.get("/you/")) for one in others), "and nobody else"
        Lease.objects.all().delete()
        if stage == "asked":
            assert answer(evening.ros, "yes") == 303
    answer(evening.idris, "no")
    assert told not in text_of(evening.idris.get("/you/"))


# --- ballots ----------------------------------------------------------------------------------------------------------


def test_a_claim_during_a_ballot_gives_the_older_member_one_vote_and_undoing_it_takes_that_back() -> None:
    evening = ClaimEvening()
    evening.back()
    old = put(evening.sue, evening.deck, "Slug")
    assert vote(evening.new, evening.deck, old) == 303
    Lease.objects.filter(member=evening.seat).delete()
    assert answer(evening.ros, "yes") == 303
    counting = rows.Elector.objects.filter(proposal__number=old, standing="counts")
    assert set(counting.values_list("member_id", flat=True)) == {
        evening.sue.member(evening.group).pk, evening.seat.pk, evening.ros.member(evening.group).pk,
    }  # fmt: skip
    assert vote(evening.new, evening.deck, old) == 303
    assert vote(evening.idris, evening.deck, old, "against") == 303
    assert answer(evening.idris, "no") == 303
    row = rows.Proposal.objects.get(number=old)
    assert row.state == "open" and not rows.Vote.objects.filter(voter=evening.seat).exists()
    assert vote(evening.idris, evening.deck, old) == 303
    assert vote(evening.ros, evening.deck, old) == 303
    row.refresh_from_db()
    assert row.state == "accepted"
    evening.deck.refresh_from_db()
    assert not [*disagreements(evening.deck), *complaints(evening.deck.pk)], "the log tells the rows"


@pytest.mark.parametrize("ask", [{"ask": "delete"}, {"ask": "visibility", "to": "public"}])
def test_what_is_done_to_the_deck_for_good_is_neither_asked_nor_answered_by_a_stand_in(ask: dict[str, str]) -> None:
    evening = ClaimEvening()
    evening.believed()
    at = f"/decks/{evening.deck.slug}/standing/"
    assert evening.new.post(at, ask).status_code == 403
    assert not rows.Proposal.objects.exists()
    assert evening.ros.post(at, ask).status_code == 303
    number = rows.Proposal.objects.get().number
    assert vote(evening.new, evening.deck, number) == 403
    assert vote(evening.idris, evening.deck, number) == 303


def test_what_was_written_and_decided_meanwhile_stays_and_can_be_taken_back() -> None:
    evening = ClaimEvening()
    evening.believed()
    number = put(evening.new, evening.deck, "Slug")
    assert answer(evening.idris, "no") == 303
    assert rows.Proposal.objects.get(number=number).by_id == evening.seat.pk
    assert evening.new.post(f"/decks/{evening.deck.slug}/do/?verb=withdraw&proposal={number}").status_code == 403
    assert evening.idris.post(f"/decks/{evening.deck.slug}/do/?verb=withdraw&proposal={number}").status_code == 303


def test_whoever_opened_a_public_table_is_no_founder_there() -> None:
    """Anybody may open one: they would know every guest's voice."""
    group = Group.objects.create(sort="table", name="At a table")
    host, guest, double = (Person.objects.create(name=name) for name in ("Host", "Guest", "Guest"))
    assert actions.join(group_id=group.pk, person_id=host.pk).is_steward
    actions.join(group_id=group.pk, person_id=guest.pk)
    with pytest.raises(Refused, match=r"claim\.too_new"):
        actions.join(group_id=group.pk, person_id=double.pk, i_am="Guest")
