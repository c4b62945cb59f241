"""What somebody may not do in the day in which they stand in for another, by whatever door; and that a no works."""

from __future__ import annotations

import pytest

from cards import models as rows
from cards.storage.audit import disagreements
from play import models as tables
from play.storage import audit
from studio.actions import stand_ins
from studio.models import Claim, Device, Lease, Member
from tests.faults.oracles import complaints
from tests.visitors import Visitor
from tests.web.claim_evening import ClaimEvening, a_day_goes_by, answer, came, put, say, text_of, vote

pytestmark = pytest.mark.django_db


def open_table(visitor: Visitor, deck: rows.Deck) -> str:
    """The draft's own table, opened by somebody who sits down at it."""
    assert visitor.post(f"/decks/{deck.slug}/play/", {"version": "draft", "seats": "4"}).status_code == 303
    return f"/tables/{tables.Table.objects.get(deck=deck).code}/"


def who_sits() -> list[tuple[int, int]]:
    """Chairs and the members in them."""
    return list(tables.SeatRow.objects.order_by("number").values_list("number", "member_id"))


# --- by whatever door -------------------------------------------------------------------------------------------------


def test_no_door_lets_a_stand_in_answer_whether_the_deck_is_put_away() -> None:
    evening = ClaimEvening()
    evening.believed()
    assert evening.ros.post(f"/decks/{evening.deck.slug}/standing/", {"ask": "delete"}).status_code == 303
    table = open_table(evening.new, evening.deck)
    doors: dict[str, dict[str, str]] = {
        f"{table}vote/": {"answer": "for", "proposal": "1", "wording": "1"},
        f"{table}type/": {"line": "approve 1"},
        f"/decks/{evening.deck.slug}/do/?verb=vote&proposal=1&wording=1": {"answer": "for"},
    }
    for door, fields in doors.items():
        assert evening.new.post(door, fields).status_code == 403, door
    assert not rows.Vote.objects.filter(voter=evening.seat).exists()
    for door, fields in doors.items():
        assert evening.idris.post(door, fields).status_code == 303, "whose seat it is may"


def test_no_door_lets_a_stand_in_ask_again_for_what_cannot_be_undone() -> None:
    """Whoever asks counts as in favour: the seat's own voice would be given with it."""
    evening = ClaimEvening()
    at = f"/decks/{evening.deck.slug}/"
    for number, ask in enumerate(({"ask": "delete"}, {"ask": "licence", "to": "CC0-1.0"}), 1):
        assert evening.idris.post(f"{at}standing/", ask).status_code == 303
        assert [vote(one, evening.deck, number, "against") for one in (evening.ros, evening.sue)] == [303, 303]
    evening.believed()
    table = open_table(evening.new, evening.deck)
    for number in (1, 2):
        assert evening.new.post(f"{at}proposals/{number}/again/").status_code == 403
        assert evening.new.post(f"{table}repropose/", {"proposal": str(number)}).status_code == 403
    assert list(rows.Proposal.objects.order_by("number").values_list("number", "state")) == [(1, "aside"), (2, "aside")]
    assert evening.ros.post(f"{at}proposals/1/again/").status_code == 303


def test_at_a_table_a_stand_in_neither_gives_the_seat_away_nor_sends_people_or_the_table_away() -> None:
    evening = ClaimEvening()
    table = open_table(evening.idris, evening.deck)
    assert evening.ros.post(f"{table}sit/").status_code == 303
    Lease.objects.all().delete()
    evening.believed()
    seats = who_sits()
    for path, fields in (
        ("remove/", {}),
        ("act/", {"verb": "stand"}),
        ("act/", {"verb": "remove", "target": "2"}),
        ("hand-over/", {"to": str(evening.sue.member(evening.group).pk)}),
    ):
        assert evening.new.post(f"{table}{path}", fields).status_code == 403, (path, fields)
    assert who_sits() == seats
    assert tables.Table.objects.get().removed_at is None
    assert evening.new.post(f"{table}type/", {"text": "hello"}).status_code == 403, "the chair is another's"
    assert evening.idris.post(f"{table}remove/").status_code == 303, "whose table it is puts it away"


def test_whoever_is_removed_while_standing_in_gets_up_from_the_private_tables_too() -> None:
    evening = ClaimEvening()
    at = f"/decks/{evening.deck.slug}/"
    put(evening.sue, evening.deck, "Slug")
    assert [vote(one, evening.deck, 1) for one in (evening.idris, evening.ros)] == [303, 303]
    assert evening.sue.post(f"{at}archive/", {"name": "One"}).status_code == 303
    assert evening.sue.post(f"{at}play/", {"version": "1", "seats": "4", "spectators": "1"}).status_code == 303
    table = f"/tables/{tables.Table.objects.get().code}/"
    Lease.objects.all().delete()
    evening.believed()
    assert evening.new.post(f"{table}sit/").status_code == 303
    home = f"/groups/{evening.group.key}/"
    assert evening.sue.post(f"{home}members/{evening.seat.pk}/remove/").status_code == 303
    assert [evening.new.get(f"{table}{page}").status_code for page in ("", "log/", "entries/", "?watch=1")] == [404] * 4
    assert tables.SeatRow.objects.count() == 1


@pytest.mark.parametrize("is_seated", [False, True])
def test_who_turns_out_to_be_somebody_plays_on_as_them_and_has_their_own_chair_again_when_it_is_undone(
    is_seated: bool,
) -> None:
    """Idris, who had a chair himself or none, is away."""
    evening = ClaimEvening()
    table = open_table(evening.ros, evening.deck)
    if is_seated:
        assert evening.idris.post(f"{table}sit/").status_code == 303
    Lease.objects.all().delete()
    claim = evening.back()
    assert evening.new.post(f"{table}sit/").status_code == 303
    before = who_sits()
    assert answer(evening.ros, "yes", claim) == 303
    chair = len(before)
    assert who_sits() == (before[:-1] if is_seated else [*before[:-1], (chair, evening.seat.pk)])
    if not is_seated:
        assert evening.new.post(f"{table}act/", {"verb": "ready", "ready": "1"}).status_code == 303
        assert "takes over this seat" in text_of(evening.ros.get(f"{table}log/"))
    assert answer(evening.idris, "no", claim) == 303
    assert who_sits() == before
    assert not [*audit.every_table(), *disagreements(evening.deck), *complaints(evening.deck.pk)]


def test_a_chair_that_somebody_took_meanwhile_is_theirs_and_stops_no_no() -> None:
    evening = ClaimEvening()
    table = open_table(evening.ros, evening.deck)
    assert evening.idris.post(f"{table}sit/").status_code == 303
    Lease.objects.all().delete()
    claim = evening.back()
    assert evening.new.post(f"{table}sit/").status_code == 303
    assert answer(evening.ros, "yes", claim) == 303
    assert evening.sue.post(f"{table}sit/", {"seat": "3"}).status_code == 303
    sitting = who_sits()
    assert answer(evening.idris, "no", claim) == 303
    assert who_sits() == sitting


# --- a no always works ------------------------------------------------------------------------------------------------


def test_a_third_browser_that_is_brought_along_does_not_stop_the_no() -> None:
    """With two seats in one group the parting could not be written down: every no was an error for the whole day."""
    evening = ClaimEvening()
    evening.back()
    key = evening.new.post("/you/recovery/").context["code"]
    third = Visitor("Nell")
    third.join(evening.group)
    assert answer(evening.ros, "yes") == 303
    brought = third.post("/sign-in/", {"code": key, "bring": "yes", "keep": "yes"})
    assert brought.status_code == 403 and "can still be undone" in text_of(brought)
    assert third.person.name == "Nell"
    assert answer(evening.idris, "no") == 303
    assert evening.seat.pk != evening.new.member(evening.group).pk
    assert third.post("/sign-in/", {"code": key, "bring": "yes", "keep": "yes"}).status_code == 303, "the key was kept"
    assert not [*disagreements(evening.deck), *complaints(evening.deck.pk)]


def test_who_stands_in_twice_in_one_group_by_way_of_another_is_parted_from_both() -> None:
    """One of the two says in a group of their own to be the other, and is believed there first."""
    evening = ClaimEvening()
    one, two, friend = Visitor("One"), Visitor("Two"), Visitor("Friend")
    own = friend.start("Elsewhere").group
    two.join(own)
    one.join(own)
    one.join(evening.group, name="")
    two.join(evening.group, name="")
    came(evening.group, 0, one, two)
    assert say(one, own, two.member(own)).status_code == 303  # type: ignore[attr-defined]
    Member.objects.filter(pk=two.member(own).pk).update(joined_at=evening.seat.joined_at)
    assert answer(friend, "yes") == 303
    elsewhere = Claim.objects.latest("pk")
    Lease.objects.all().delete()
    nell = Visitor("Nell")
    nell.join(evening.group)
    came(evening.group, 5, nell)
    claims = []
    for sock, claimed in ((one, evening.seat), (two, nell.member(evening.group))):
        assert say(sock, evening.group, claimed).status_code == 303  # type: ignore[attr-defined]
        assert answer(evening.ros, "yes") == 303
        claims.append(Claim.objects.latest("pk"))
    a_day_goes_by(elsewhere)
    stand_ins.settle_due()
    assert [answer(evening.idris, "no", claims[0]), answer(nell, "no", claims[1])] == [303, 303]
    assert not Member.objects.exclude(stand_in=None).exists()
    assert evening.idris.member(evening.group).pk == evening.seat.pk
    assert not [*disagreements(evening.deck), *complaints(evening.deck.pk)]


def test_an_old_device_that_signs_in_as_whoever_stands_in_for_it_makes_them_one() -> None:
    evening = ClaimEvening()
    evening.new.join(evening.group, i_am="Idris")
    evening.new.post("/you/account/", {"name": "maud", "password": "three blind marrows"})
    assert answer(evening.ros, "yes") == 303
    signed = evening.idris.post("/sign-in/", {"name": "maud", "password": "three blind marrows", "bring": "yes"})
    assert signed.status_code == 303
    a_day_goes_by()
    assert stand_ins.settle_due() == 0
    assert evening.idris.person_id == evening.new.person_id
    assert evening.new.member(evening.group).pk == evening.seat.pk
    assert Device.objects.filter(person_id=evening.new.person_id, revoked_at=None).count() == 2
