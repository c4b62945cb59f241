"""Accounts, spare keys and devices: being the same person elsewhere, and nobody else being it."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.utils import timezone

from studio.models import Device, Member, Person, RecoveryCode, Tries
from studio.people.devices import DEVICE_COOKIE
from tests.markup import as_read
from tests.visitors import Visitor, everything

pytestmark = pytest.mark.django_db
PASSWORD = "three blind marrows"


def with_account(name: str = "Maud") -> Visitor:
    visitor = Visitor(name)
    visitor.start()
    assert visitor.post("/you/account/", {"name": name, "password": PASSWORD}).status_code == 303
    return visitor


def sign_in(visitor: Visitor, name: str = "Maud", password: str = PASSWORD, **more: str) -> object:
    return visitor.post("/sign-in/", {"name": name, "password": password, **more})


def spare_key(visitor: Visitor) -> str:
    page = visitor.post("/you/recovery/")
    return str(page.context["code"])


# --- accounts ---------------------------------------------------------------------------------------------------------


def test_an_account_brings_what_a_guest_made_to_any_device() -> None:
    maud = with_account()
    elsewhere = Visitor()
    assert sign_in(elsewhere, " MAUD ")["Location"] == "/you/"  # type: ignore[index]
    assert elsewhere.person_id == maud.person_id
    assert "Allotment Wars" in as_read(elsewhere.get("/you/"))


def test_signing_in_brings_along_the_guest_of_that_device() -> None:
    maud = with_account()
    guest = Visitor("Nell")
    deck = guest.start("Made on the bus")
    seat = guest.member(deck.group).pk
    assert sign_in(guest, bring="yes").status_code == 303  # type: ignore[attr-defined]
    assert guest.person_id == maud.person_id
    assert guest.member(deck.group).pk == seat
    assert not Person.objects.filter(name="Nell").exists()


def test_without_the_tick_it_is_said_what_is_left_behind_and_asked_once_more() -> None:
    maud = with_account()
    guest = Visitor("Nell")
    deck, nell = guest.start("Made on the bus"), guest.person_id
    guest.join(Visitor("Ros").start("Kettle").group)
    code = spare_key(maud)
    left = "“Made on the bus”, where nobody else is a member, and your seat in “Kettle”"
    page = as_read(guest.get("/sign-in/"))
    assert page.count(left) == 2 and page.count('name="bring" value="yes" checked') == 2 and 'name="leave"' not in page
    asked = {"name": "Maud", "password": PASSWORD}
    for way in (asked, {"code": code}):
        answer = guest.post("/sign-in/", way)
        words = as_read(answer)
        assert answer.status_code == 409 and f"You would leave behind {left}" in words
        assert words.count('name="leave"') == 1 and words.count('name="bring" value="yes" checked') == 1
        assert guest.person_id == nell and guest.is_in(deck.group)
    assert guest.post("/sign-in/", {**asked, "password": "wrong" * 4}).status_code == 422, "and not before the password"
    assert guest.post("/sign-in/", {**asked, "leave": "yes"}).status_code == 303
    assert guest.person_id == maud.person_id and not guest.is_in(deck.group)
    assert Person.objects.filter(name="Nell").exists()


def test_nothing_is_asked_where_nothing_is_lost() -> None:
    maud = with_account()
    for number, nell in enumerate((Visitor("Nell"), Visitor("Bea"))):
        if not number:
            nell.start("Made on the bus")
            nell.post("/you/recovery/")  # they have a way back
        assert "leave behind" not in as_read(nell.get("/sign-in/"))
        assert nell.post("/sign-in/", {"name": "Maud", "password": PASSWORD}).status_code == 303
        assert nell.person_id == maud.person_id


def test_a_guest_who_sits_in_the_same_group_becomes_one_member_with_the_account() -> None:
    maud = with_account()
    group = Member.objects.get(person_id=maud.person_id).group
    guest = Visitor("Maud elsewhere")
    guest.join(group)
    seat, double = maud.member(group).pk, guest.member(group).pk
    sign_in(guest, bring="yes")
    assert guest.member(group).pk == seat
    assert Member.objects.get(pk=double).merged_into_id == seat


def test_two_accounts_are_not_made_one() -> None:
    with_account("Maud")
    ros = with_account("Ros")
    before = everything()
    assert sign_in(ros, bring="yes").status_code == 409  # type: ignore[attr-defined]
    assert everything() == before


def test_a_wrong_name_and_a_wrong_password_get_the_same_answer() -> None:
    with_account()
    answers = set()
    for name, password in (
        ("Maud", "wrong"),
        ("Nobody", "wrong"),
        ("Nobody", PASSWORD),
        ("", ""),
        ("Maud", "x" * 5000),
    ):
        answer = sign_in(Visitor(), name, password)
        answers.add((answer.status_code, answer.context["wrong"]))  # type: ignore[attr-defined]
    assert len(answers) == 1 and answers.pop()[0] == 422


@pytest.mark.parametrize("name", ["\x00", "a\x00b", "\u202e" * 50, "%s' OR 1=1 --", "m" * 100_000])
def test_hostile_sign_in_names_are_only_wrong(name: str) -> None:
    assert sign_in(Visitor(), name).status_code == 422  # type: ignore[attr-defined]


def test_guessing_is_slowed_at_the_hosts_door_too() -> None:
    User.objects.create_superuser("host", password=PASSWORD)

    def guess(address: str, password: str = "no") -> int:
        at_the_door.defaults["REMOTE_ADDR"] = address
        return at_the_door.post("/admin/login/", {"username": "host", "password": password}).status_code

    at_the_door = Visitor()
    assert sign_in(at_the_door, name="host").status_code == 303  # type: ignore[attr-defined]
    Tries.objects.all().delete()

    assert [guess("203.0.113.1") for _ in range(11)] == [200] * 10 + [429]
    assert sign_in(Visitor(address="203.0.113.1"), name="Another").status_code == 429  # type: ignore[attr-defined]
    assert {guess(f"203.0.113.{n}") for n in range(2, 6)} == {429}  # the name is guessed from everywhere
    Tries.objects.update(free_at=timezone.now())
    assert guess("203.0.113.1", PASSWORD) == 302


def test_the_hosts_door_is_not_there_for_anybody_but_the_staff() -> None:
    User.objects.create_superuser("Host", password=PASSWORD)
    host, maud = Visitor(), with_account()
    Tries.objects.all().delete()
    guessed = {"username": "Host", "password": PASSWORD}
    for who in (host, maud):
        assert [who.get("/admin/login/").status_code, who.post("/admin/login/", guessed).status_code] == [404, 404]
    assert not Tries.objects.exists()
    assert sign_in(host, name="Host").status_code == 303  # type: ignore[attr-defined]
    html = as_read(host.get("/admin/login/"))
    assert len(re.findall("<h1[ >]", html)) == 1 and 'name="password"' in html
    assert host.post("/admin/login/", {**guessed, "next": "/admin/"})["Location"] == "/admin/"
    assert host.get("/admin/").status_code == 200
    User.objects.update(is_staff=False)
    assert host.get("/admin/login/").status_code == 404


def test_guessing_a_password_is_slowed_by_address_and_by_name() -> None:
    with_account()
    Tries.objects.all().delete()
    one = Visitor(address="203.0.113.1")
    assert [sign_in(one, password="no").status_code for _ in range(11)] == [422] * 10 + [429]  # type: ignore[attr-defined]
    others = [Visitor(address=f"203.0.113.{n}") for n in range(2, 14)]
    assert {sign_in(other, password="no").status_code for other in others} == {429}  # type: ignore[attr-defined]
    assert sign_in(others[0], name="Somebody Else").status_code == 422  # type: ignore[attr-defined]
    Tries.objects.update(free_at=timezone.now())
    assert sign_in(one).status_code == 303  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("password", "words"),
    [("", "needed"), ("short", "too short"), ("password1234", "stranger would try"), ("x" * 201, "too long"),
     ("maudmaud", "like your name")],
)  # fmt: skip
def test_weak_passwords_are_refused_in_words(password: str, words: str) -> None:
    maud = Visitor("Maudmaud")
    maud.start()
    answer = maud.post("/you/account/", {"name": "Maudmaud", "password": password})
    assert answer.status_code == 422 and words in answer.context["wrong"]
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("name", "password", "is_refused"),
    [
        ("Acct", "acctacct", True), ("Acct", "AcctAcct", True), ("Maud", "maud1234", True), ("Maud", "mauddaum", True),
        ("Anna Schmidt", "schmidt!12", True), ("Al", "alalalal", True), ("Ros", "rоsrоsrоs", True),  # Cyrillic о
        ("Maud", "maud and her three marrows", False), ("Al", "personally speaking", False),
        ("Ros", "purple prose", False),
    ],
)  # fmt: skip
def test_a_password_is_more_than_the_name(name: str, password: str, is_refused: bool) -> None:
    somebody = Visitor(name)
    somebody.start()
    answer = somebody.post("/you/account/", {"name": name, "password": password})
    assert answer.status_code == (422 if is_refused else 303)
    assert User.objects.exists() != is_refused


def test_a_sign_in_name_is_taken_once_in_any_spelling() -> None:
    with_account("Maud")
    other = Visitor("Another")
    other.start()
    for name in ("maud", "ＭＡＵＤ", "Маud"):
        assert other.post("/you/account/", {"name": name, "password": PASSWORD}).status_code == 409
    assert User.objects.count() == 1


def test_a_changed_password_signs_the_other_devices_out() -> None:
    maud = with_account()
    phone = Visitor()
    sign_in(phone)
    assert maud.post("/you/account/", {"old": "wrong", "new": "four blind marrows"}).status_code == 422
    assert maud.post("/you/account/", {"old": PASSWORD, "new": "four blind marrows"}).status_code == 303
    assert maud.person_id is not None and phone.person_id is None
    assert sign_in(phone).status_code == 422  # type: ignore[attr-defined]
    assert sign_in(phone, password="four blind marrows").status_code == 303  # type: ignore[attr-defined]


def test_the_host_can_reset_a_password() -> None:
    maud = with_account()
    out = StringIO()
    call_command("reset_password", "MAUD", stdout=out)
    assert maud.person_id is None
    assert sign_in(maud, password=out.getvalue().split()[-1]).status_code == 303  # type: ignore[attr-defined]
    with pytest.raises(CommandError, match="Nobody signs in as Nobody"):
        call_command("reset_password", "Nobody")
    with pytest.raises(CommandError, match="too short"):
        call_command("reset_password", "Maud", "--password", "x")


# --- fixation and redirection -----------------------------------------------------------------------------------------


def planted() -> tuple[Visitor, Visitor, str]:
    """A browser that somebody else prepared: victim and attacker share a device secret, and the attacker has a key."""
    attacker = Visitor("Mallory")
    attacker.start("Trap")
    key = spare_key(attacker)
    victim = Visitor()
    victim.cookies[DEVICE_COOKIE] = attacker.secret
    return attacker, victim, key


def test_a_planted_secret_does_not_come_along_into_an_account() -> None:
    maud = with_account()
    attacker, victim, key = planted()
    assert sign_in(victim, bring="yes").status_code == 303  # type: ignore[attr-defined]
    assert victim.person_id == maud.person_id
    assert victim.secret != attacker.secret and attacker.person_id is None
    assert Visitor().post("/sign-in/", {"code": key}).status_code == 422


def test_a_planted_secret_is_dead_once_the_victim_makes_an_account() -> None:
    attacker, victim, key = planted()
    assert victim.post("/you/account/", {"name": "Victim", "password": PASSWORD}).status_code == 303
    assert victim.person_id is not None and attacker.person_id is None
    assert Visitor().post("/sign-in/", {"code": key}).status_code == 422
    assert Device.objects.filter(revoked_at__isnull=True).count() == 1


def test_signing_in_gives_a_new_session_and_a_new_form_token() -> None:
    with_account()
    visitor = Visitor()
    session = visitor.session
    session["planted"] = True
    session.save()
    before = visitor.cookies["carte_session"].value
    visitor.get("/sign-in/")
    token = visitor.cookies["carte_csrf"].value
    sign_in(visitor)
    assert visitor.cookies["carte_session"].value != before
    assert visitor.cookies["carte_csrf"].value != token


@pytest.mark.parametrize(
    "away",
    ["https://evil.example/", "//evil.example", "///evil.example", "\\\\evil.example", "javascript:alert(1)",
     "http:evil.example", "/\\evil.example", "https://testserver.evil.example/", " //evil.example", "x" * 5,
     "/decks/\nX:1", "/decks/\r\nSet-Cookie: a=b", "/\t/evil.example", "/\x00", "/a b", "/\u2028", "/" + "x" * 5000,
     "http://testserver@evil.example/", "/%5Cevil.example\x85"],
)  # fmt: skip
def test_next_never_leads_off_the_site(away: str) -> None:
    with_account()
    assert sign_in(Visitor(), next=away)["Location"] == "/you/"  # type: ignore[index]
    assert Visitor(raise_request_exception=False).get("/sign-in/", {"next": away}).context["next"] == "/you/"


@pytest.mark.parametrize("wanted", ["/d/\nX:1", "/d/\r\n", "/\\x", "/ü/🎉?ß=ł", "/" + "ü" * 3000, "/\x7f"])
def test_no_door_breaks_on_where_it_is_asked_to_lead(wanted: str) -> None:
    key = spare_key(with_account())
    User.objects.create_superuser("host", password=PASSWORD)
    doors = [
        ("/sign-in/", {"name": "Maud", "password": PASSWORD, "next": wanted}, {}),
        ("/sign-in/", {"code": key, "next": wanted}, {}),
        ("/admin/login/", {"username": "host", "password": PASSWORD, "next": wanted}, {"staff": True}),
        ("/theme/", {"theme": "day"}, {"HTTP_REFERER": f"http://testserver{wanted}"}),
        ("/sign-in/", {"name": "Maud", "password": PASSWORD, "next": wanted}, {"HTTP_X_CARTE": "1"}),
    ]  # fmt: skip
    for door, fields, headers in doors:
        visitor = Visitor(raise_request_exception=False)
        if headers.pop("staff", False):
            sign_in(visitor, name="host")
        answer = visitor.post(door, fields, **headers)
        assert answer.status_code in (204, 302, 303), (door, answer.status_code)
        to = answer.headers.get("Location") or answer.headers["X-Carte-Go"]
        assert to.startswith("/") and to.isascii() and to.isprintable() and "\\" not in to, (door, to)


def test_next_leads_back_where_one_came_from() -> None:
    with_account()
    assert sign_in(Visitor(), next="/decks/start/")["Location"] == "/decks/start/"  # type: ignore[index]


# --- spare keys and devices -------------------------------------------------------------------------------------------


def test_a_spare_key_is_shown_once_kept_hashed_and_opens_once() -> None:
    maud = Visitor("Maud")
    maud.start()
    code = spare_key(maud)
    letters = code.replace("-", "")
    assert len(letters) == 20
    assert letters not in as_read(maud.get("/you/recovery/")).replace(" ", "")
    assert letters not in str(list(RecoveryCode.objects.values()))
    elsewhere, person = Visitor(), maud.person_id
    assert elsewhere.post("/sign-in/", {"code": f" {code.lower()} "}).status_code == 303
    assert elsewhere.person_id == person is not None
    assert Visitor().post("/sign-in/", {"code": code}).status_code == 422


def test_a_spare_key_signs_the_lost_devices_out_unless_they_are_not_lost() -> None:
    lost = Visitor("Maud")
    lost.start()
    first, second = spare_key(lost), ""
    found = Visitor()
    assert "I still have my other devices" in as_read(found.get("/sign-in/"))
    assert found.post("/sign-in/", {"code": first, "keep": "yes"}).status_code == 303
    assert lost.person_id == found.person_id is not None
    second, other = spare_key(found), Visitor()
    assert other.post("/sign-in/", {"code": second}).status_code == 303
    assert (lost.person_id, found.person_id) == (None, None)
    assert other.get("/you/").status_code == 200
    assert Device.objects.filter(person_id=other.person_id, revoked_at__isnull=True).count() == 1


def test_another_spare_key_puts_the_first_out_of_use() -> None:
    maud = Visitor("Maud")
    maud.start()
    first, second = spare_key(maud), spare_key(maud)
    assert Visitor().post("/sign-in/", {"code": first}).status_code == 422
    assert Visitor().post("/sign-in/", {"code": second}).status_code == 303


def test_looking_at_the_spare_key_page_makes_none() -> None:
    maud = Visitor("Maud")
    maud.start()
    maud.get("/you/recovery/")
    assert not RecoveryCode.objects.exists()


def test_guessing_spare_keys_is_slowed() -> None:
    guesser = Visitor(address="203.0.113.77")
    statuses = [guesser.post("/sign-in/", {"code": "CFGH" * 5}).status_code for _ in range(6)]
    assert statuses == [422] * 5 + [429]


def test_one_signs_out_ones_own_devices_and_nobody_elses() -> None:
    maud, ros = with_account(), Visitor("Ros")
    ros.start()
    phone = Visitor()
    sign_in(phone)
    lost = Device.objects.filter(person_id=maud.person_id, revoked_at__isnull=True).order_by("pk").last()
    assert lost is not None
    assert ros.post(f"/you/devices/{lost.pk}/sign-out/").status_code == 404
    assert phone.person_id == maud.person_id
    assert maud.post(f"/you/devices/{lost.pk}/sign-out/").status_code == 303
    assert phone.person_id is None and maud.person_id is not None
    assert maud.post(f"/you/devices/{lost.pk}/sign-out/").status_code == 404


def test_signing_out_forgets_the_person_on_this_device_alone() -> None:
    maud = with_account()
    phone = Visitor()
    sign_in(phone)
    secret = phone.secret
    assert phone.post("/sign-out/").status_code == 303
    assert phone.secret == ""
    phone.cookies[DEVICE_COOKIE] = secret
    assert phone.person_id is None and maud.person_id is not None


def test_my_papers_hold_what_is_mine_and_nothing_of_others() -> None:
    maud, ros = with_account(), Visitor("Ros Rosenbaum")
    group = Member.objects.get(person_id=maud.person_id).group
    ros.join(group)
    papers = maud.get("/you/my-papers.json")
    told = papers.json()
    assert papers["Content-Disposition"].startswith("attachment")
    assert (told["name"], told["sign_in_name"], len(told["groups"])) == ("Maud", "Maud", 1)
    assert "Rosenbaum" not in papers.content.decode() and "secret" not in papers.content.decode()


def test_renaming_reaches_every_group_and_is_refused_where_the_name_is_taken() -> None:
    maud, ros = with_account(), Visitor("Ros")
    group = Member.objects.get(person_id=maud.person_id).group
    ros.join(group)
    assert ros.post("/you/name/", {"name": "maud"}).status_code == 409
    assert ros.post("/you/name/", {"name": "Rosalind", "shape": "hex", "colour": "#97193A"}).status_code == 303
    assert (ros.person.name, ros.person.shape, ros.person.colour) == ("Rosalind", "hex", "#97193a")
    assert ros.post("/you/name/", {"name": "ROSALIND"}).status_code == 303
