"""Coming in, accounts and knocking, by somebody who has no browser: a program, or a line of text."""

from __future__ import annotations

import pytest

from studio import actions
from studio.access import group_door
from studio.kernel.refusals import Refused
from studio.people.devices import DEVICE_COOKIE, STRANGER, Caller, Entered, Visit, caller_of_cookies
from studio.people.join_codes import open_room, spoken
from studio.people.limits import SIGN_IN_PACE
from tests.deck_fixture import DeckFixture

pytestmark = pytest.mark.django_db

PASSWORD = "seven green kettles"


def at(who: Caller = STRANGER, network: str = "192.0.2.7") -> Visit:
    return Visit(who, network, "A program")


def known(secret: str) -> Caller:
    return caller_of_cookies({DEVICE_COOKIE: secret})


def newcomer(name: str) -> Entered:
    return actions.arrive(at(), name=name)


def test_whoever_arrives_is_known_by_a_secret_and_stays_who_they_are() -> None:
    ros = newcomer("Ros")
    assert known(ros.secret) == ros.who and ros.who.person_id == ros.person.pk
    again = actions.arrive(at(ros.who), name="Somebody else")
    assert (again.person, again.secret) == (ros.person, "")


def test_an_account_is_made_signed_in_to_and_left() -> None:
    ros = newcomer("Ros")
    made = actions.make_account(at(ros.who), name="Ros", password=PASSWORD)
    assert known(made.secret).has_account and not known(ros.secret).is_known
    elsewhere = actions.sign_in(at(), name="Ros", password=PASSWORD)
    assert elsewhere.who.person_id == ros.person.pk
    changed = actions.change_password(at(elsewhere.who), old=PASSWORD, new=PASSWORD + "!")
    assert not known(made.secret).is_known and known(changed.secret).person_id == ros.person.pk
    actions.sign_out(changed.who)
    assert not known(changed.secret).is_known


def test_a_spare_key_opens_without_a_request() -> None:
    ros = newcomer("Ros")
    code = actions.make_recovery_code(person_id=ros.person.pk)
    assert actions.use_recovery_code(at(), code=code).who.person_id == ros.person.pk
    assert not known(ros.secret).is_known


@pytest.mark.usefixtures("one_instant")
def test_a_stranger_has_no_account_to_make_and_tries_are_counted_by_place() -> None:
    with pytest.raises(Refused, match="^person.unknown$"):
        actions.make_account(at(), name="Ros", password=PASSWORD)
    for _ in range(SIGN_IN_PACE.burst):
        with pytest.raises(Refused, match="^recovery.wrong$|^account.sign_in$"):
            actions.sign_in(at(), name=f"Nobody {_}", password="")
    with pytest.raises(Refused, match="^tries.too_many$"):
        actions.sign_in(at(), name="Nobody at all", password="")
    with pytest.raises(Refused, match="^account.sign_in$"):
        actions.sign_in(at(network="192.0.2.8"), name="Nobody at all", password="")


def test_a_knock_is_answered_and_opens_the_group_s_door() -> None:
    table = DeckFixture("Ros")
    made, idris = actions.knock(at(), code=spoken(open_room(table.deck.stream_id)), name="Idris")
    actions.let_in(knock_key=made.key, group_id=table.group.pk, by=table.ids["Ros"])
    assert group_door(known(idris.secret), table.group.key).person_id == idris.person.pk
