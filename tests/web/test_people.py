"""Coming in, knocking and going, through the site's own pages: what a link gives, what it never gives, and to whom."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from cards import models as rows
from studio.live import presence
from studio.models import Claim, Device, Group, Knock, Member, Person, RoomCode, Tries
from studio.people.devices import DEVICE_COOKIE
from studio.people.invitations import group_of, token_of
from studio.people.join_codes import open_room
from studio.people.names import SOMEBODY
from studio.people.queries import device_words
from studio.setup.logs import without_tokens
from tests.markup import as_read
from tests.visitors import Visitor, everything

pytestmark = pytest.mark.django_db

HOSTILE_NAMES = {
    "": "name.empty",
    "   \u200b\u202e": "name.empty",
    "!!!": "name.unreadable",
    "x" * 41: "name.long",
    "x" * 10_000: "name.long",
    "Somebody": "name.reserved",
    "ѕоmebody": "name.reserved",
}


def sentence_of(answer: object) -> str:
    return as_read(answer)  # type: ignore[attr-defined]


def test_a_device_is_kept_as_what_it_is_and_said_in_words() -> None:
    """Rows that were made before hold the words, in English."""
    told = {"Firefox/Linux": "Firefox on Linux", "Safari/": "Safari", "/iPad": "A browser on iPad", "/": "A browser"}
    before = ("Firefox on Linux", "Safari", "A browser on iPad", "A browser")
    assert [device_words(label) for label in told] == [device_words(label) for label in before] == list(told.values())
    maud = Visitor("Maud")
    maud.start()
    Device.objects.update(label="Firefox/Linux")
    assert "<b>Firefox on Linux</b>" in sentence_of(maud.get("/you/"))


# --- starting ---------------------------------------------------------------------------------------------------------


def test_one_button_starts_a_deck_and_asks_a_newcomer_only_for_a_name() -> None:
    maud = Visitor("Maud")
    page = maud.post("/decks/start/")
    assert (page.status_code, rows.Deck.objects.count(), Person.objects.count()) == (200, 0, 0)
    deck = maud.start()
    assert maud.member(deck.group).is_steward
    assert maud.post("/decks/start/").status_code == 303
    assert (rows.Deck.objects.count(), Person.objects.count()) == (2, 1)


def test_looking_at_the_start_page_starts_nothing() -> None:
    maud = Visitor("Maud")
    maud.start()
    before = everything()
    assert maud.get("/decks/start/").status_code == 200
    assert everything() == before


@pytest.mark.parametrize(("name", "code"), HOSTILE_NAMES.items())
def test_a_name_that_is_none_is_refused_in_words_and_leaves_nothing(name: str, code: str) -> None:
    visitor = Visitor(name)
    answer = visitor.post("/decks/start/", {"name": name, "title": "Kept as typed"})
    assert answer.status_code == 422, code
    assert "Kept as typed" in sentence_of(answer)
    assert (Person.objects.count(), Group.objects.count(), visitor.secret) == (0, 0, "")


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "{{7*7}}", "'\"><img src=x onerror=1>"])
def test_markup_in_a_name_is_shown_as_written(name: str) -> None:
    maud = Visitor(name)
    deck = maud.start()
    for address in ("/you/", f"/groups/{deck.group.key}/", "/you/name/", "/you/forget/", "/knock/", "/sign-in/"):
        page = sentence_of(maud.get(address))
        assert "<script>alert" not in page and "<img src=x" not in page and ">49<" not in page
    assert maud.person.name == name


def test_unknown_colours_and_seals_are_refused() -> None:
    assert Visitor().post("/decks/start/", {"name": "Ros", "colour": "red;}"}).status_code == 422
    assert Visitor().post("/decks/start/", {"name": "Ros", "shape": "heart"}).status_code == 422
    assert Person.objects.count() == 0


# --- the device -------------------------------------------------------------------------------------------------------


def test_the_device_cookie_is_for_this_site_and_no_script_and_only_its_hash_is_kept() -> None:
    maud = Visitor("Maud")
    maud.start()
    cookie = maud.cookies[DEVICE_COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert len(cookie.value) == 43
    assert cookie.value not in str(list(Device.objects.values()))
    assert maud.device.secret_hash != cookie.value


def test_over_https_the_cookie_is_secure() -> None:
    maud = Visitor("Maud")
    maud.post("/decks/start/", {"name": "Maud"}, secure=True)
    assert maud.cookies[DEVICE_COOKIE]["secure"]


@pytest.mark.parametrize("secret", ["", "x", "a" * 43, "'; DROP TABLE--", "é" * 43])
def test_an_invented_secret_is_a_stranger(secret: str) -> None:
    Visitor("Maud").start()
    thief = Visitor()
    thief.cookies[DEVICE_COOKIE] = secret
    assert "We have not met" in sentence_of(thief.get("/you/"))


def test_a_revoked_device_is_a_stranger_at_once() -> None:
    maud = Visitor("Maud")
    deck = maud.start()
    Device.objects.update(revoked_at=timezone.now())
    assert maud.get(f"/groups/{deck.group.key}/").status_code == 404


# --- joining ----------------------------------------------------------------------------------------------------------


def test_a_get_never_joins_and_a_button_does() -> None:
    group = Visitor("Maud").start().group
    ros = Visitor("Ros")
    before = everything()
    page = ros.get(f"/join/{token_of(group)}/")
    assert (page.status_code, everything()) == (200, before)
    assert ros.head(f"/join/{token_of(group)}/").status_code == 200
    assert everything() == before
    assert ros.join(group).status_code == 303
    assert ros.is_in(group) and not ros.member(group).is_steward


def test_a_known_person_looking_at_a_link_is_not_joined_either() -> None:
    group = Visitor("Maud").start().group
    ros = Visitor("Ros")
    ros.start()
    before = everything()
    assert "Come in as" in sentence_of(ros.get(f"/join/{token_of(group)}/"))
    assert everything() == before


def test_the_invitation_page_is_not_stored_nor_sent_on() -> None:
    group = Visitor("Maud").start().group
    page = Visitor().get(f"/join/{token_of(group)}/")
    assert page["Cache-Control"] == "private, no-store"
    assert page["Referrer-Policy"] == "same-origin"
    assert page["X-Robots-Tag"] == "noindex, nofollow"
    assert page["X-Frame-Options"] == "DENY"


def test_every_document_says_what_it_may_do_and_over_https_that_it_stays_there() -> None:
    said = {
        "Cache-Control": "private, no-store",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }
    for address in ("/archive/", "/nowhere/"):
        page = Visitor().get(address)
        assert {name: page[name] for name in said} == said
        assert "Content-Security-Policy" in page and "Strict-Transport-Security" not in page
    with override_settings(SECURE_HSTS_SECONDS=1000):
        assert Visitor().get("/archive/", secure=True)["Strict-Transport-Security"] == "max-age=1000"
        assert "Strict-Transport-Security" not in Visitor().get("/archive/")


def test_the_same_link_is_shown_again_until_a_steward_makes_a_new_one() -> None:
    maud = Visitor("Maud")
    group = maud.start().group
    old = token_of(group)
    assert old in sentence_of(maud.get(f"/groups/{group.key}/"))
    assert old in sentence_of(maud.get(f"/groups/{group.key}/"))
    assert maud.post(f"/groups/{group.key}/new-link/").status_code == 303
    group.refresh_from_db()
    page = sentence_of(maud.get(f"/groups/{group.key}/"))
    assert old not in page and token_of(group) in page
    before = everything()
    for method in ("get", "post"):
        assert getattr(Visitor("Ros"), method)(f"/join/{old}/", {"name": "Ros"}).status_code == 404
    assert everything() == before
    assert Visitor("Ros").join(group).status_code == 303


def test_every_wrong_token_gets_the_same_answer() -> None:
    group = Visitor("Maud").start().group
    token = token_of(group)
    wrong = [token[:-1] + ("A" if token[-1] != "A" else "B"), "x" * 48, token[:47], token + "x", "%00", "..%2f"]
    answers = {
        (answer.status_code, "no longer opens anything" in sentence_of(answer))
        for answer in (Visitor().get(f"/join/{candidate}/") for candidate in wrong[:4])
    }
    assert answers == {(404, True)}
    assert all(Visitor().get(f"/join/{candidate}/").status_code == 404 for candidate in wrong)
    assert all(group_of(candidate) is None for candidate in wrong)


def test_joining_twice_is_being_in_once() -> None:
    group = Visitor("Maud").start().group
    ros = Visitor("Ros")
    ros.join(group)
    assert ros.get(f"/join/{token_of(group)}/").status_code == 302
    assert ros.join(group).status_code == 302
    assert Member.objects.filter(group=group).count() == 2


@pytest.mark.parametrize("name", ["Maud", "MAUD", "ｍａｕｄ", " Ma\u200bud ", "Маud", "M4ud", "Ma\u200eud"])
def test_a_name_a_reader_would_confuse_is_taken(name: str) -> None:
    group = Visitor("Maud").start().group
    ros = Visitor(name)
    answer = ros.join(group)
    assert answer.status_code == 409 and "is called Maud already" in sentence_of(answer)
    assert (Person.objects.count(), ros.secret) == (1, "")
    assert Visitor("Maude").join(group).status_code == 303


def test_the_marks_that_turn_writing_round_and_two_names_in_one_are_refused() -> None:
    group = Visitor("Ros").start().group
    Visitor("Idris").join(group)
    before = everything()
    for name, code in (
        ("\u202esoR", 422),
        ("\u2067soR\u2069", 422),
        ("Ros Idris", 409),
        ("Idris & Ros", 409),
        ("RosIdris", 409),
    ):
        assert Visitor(name).join(group).status_code == code, name
    assert everything() == before
    assert Visitor("Ros the Elder").join(group).status_code == 303


@pytest.mark.parametrize("name", ["Rös", "Roś", "Røs"])
def test_where_only_accents_differ_the_seals_must(name: str) -> None:
    group = Visitor("Ros").start().group
    answer = Visitor(name).join(group)
    assert answer.status_code == 409 and "reads much like that" in sentence_of(answer)
    other = Visitor(name)
    assert other.join(group, shape="hex").status_code == 303
    again = other.post("/you/name/", {"name": name, "shape": "round"})
    assert again.status_code == 409 and other.person.shape == "hex"


def test_a_known_person_whose_name_is_taken_may_take_another_there() -> None:
    group = Visitor("Maud").start().group
    other = Visitor("Maud")
    other.start("Another deck")
    assert other.join(group, name="").status_code == 409
    assert other.join(group, name="Maud the Second").status_code == 303
    assert other.person.name == "Maud the Second"


def test_the_link_may_be_shown_by_any_member_and_renewed_by_stewards_alone() -> None:
    group = Visitor("Maud").start().group
    ros = Visitor("Ros")
    ros.join(group)
    assert token_of(group) in sentence_of(ros.get(f"/groups/{group.key}/"))
    answer = ros.post(f"/groups/{group.key}/new-link/")
    assert answer.status_code == 403 and "Maud can" in sentence_of(answer)
    group.refresh_from_db()
    assert group.epoch == 1


def test_tokens_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    from studio.setup.logs import WithoutTokens

    record = logging.LogRecord(
        "django.request", logging.WARNING, "", 0, "Not Found: %s", ("/join/abcdefgh12345/",), None
    )
    assert WithoutTokens().filter(record) and record.getMessage() == "Not Found: /join/…/"
    assert without_tokens('"GET /join/a_b-cdefgh HTTP/1.1"') == '"GET /join/… HTTP/1.1"'
    assert without_tokens("GET /tables/AB/?watch=1&invite=a_b-cdefgh&x") == "GET /tables/AB/?watch=1&invite=…&x"


# --- knocking ---------------------------------------------------------------------------------------------------------


def room_with(visitor: Visitor) -> tuple[rows.Deck, str]:
    """A deck whose maker is in its room, and the code on the wall."""
    deck = visitor.start()
    presence.renew(deck.stream_id, visitor.member(deck.group).pk)
    return deck, open_room(deck.stream_id)


def knock(visitor: Visitor, code: str) -> object:
    return visitor.post("/knock/", {"code": code, "name": visitor.name})


def test_a_code_only_knocks_until_a_member_opens() -> None:
    maud, ros = Visitor("Maud"), Visitor("Ros")
    deck, code = room_with(maud)
    answer = knock(ros, f" {code[:3].lower()}-{code[3:]} ")
    waiting = answer["Location"]  # type: ignore[index]
    assert (answer.status_code, ros.is_in(deck.group)) == (303, False)  # type: ignore[attr-defined]
    told = sentence_of(ros.get(waiting))
    assert "Knocking." in told and "any of them may open" in told and "After half an hour the knock is gone" in told
    assert "It was another code" in told
    assert ros.get(waiting, headers={"Accept": "application/json"}).json() == {"state": "waiting"}
    made = Knock.objects.get()
    assert "Ros" in sentence_of(maud.get(f"/groups/{deck.group.key}/"))
    assert maud.post(f"/knock/{made.key}/let-in/").status_code == 303
    assert ros.is_in(deck.group)
    landed = ros.get(waiting)
    assert (landed.status_code, landed["Location"]) == (302, f"/decks/{deck.slug}/workshop/")


def test_turned_away_is_told_kindly_and_may_knock_again() -> None:
    maud, ros = Visitor("Maud"), Visitor("Ros")
    deck, code = room_with(maud)
    waiting = knock(ros, code)["Location"]  # type: ignore[index]
    maud.post(f"/knock/{Knock.objects.get().key}/not-now/")
    assert "Not this time." in sentence_of(ros.get(waiting))
    assert not ros.is_in(deck.group)
    assert knock(ros, code).status_code == 303  # type: ignore[attr-defined]
    assert Knock.objects.filter(answer="").count() == 1


def test_nobody_but_members_answers_a_knock_and_nobody_but_the_knocker_sees_it() -> None:
    maud, ros, eve = Visitor("Maud"), Visitor("Ros"), Visitor("Eve")
    _, code = room_with(maud)
    eve.start("Another deck")
    waiting = knock(ros, code)["Location"]  # type: ignore[index]
    key = Knock.objects.get().key
    for outsider in (ros, eve, Visitor()):
        for way in ("let-in", "not-now"):
            assert outsider.post(f"/knock/{key}/{way}/").status_code == 404
    assert Knock.objects.get().answer == ""
    for other in (maud, eve, Visitor()):
        assert other.get(waiting).status_code == 404


def test_a_code_answers_only_while_somebody_is_in_the_room() -> None:
    maud = Visitor("Maud")
    deck, code = room_with(maud)
    presence.leave(deck.stream_id, maud.member(deck.group).pk)
    answer = knock(Visitor("Ros"), code)
    assert answer.status_code == 422 and "No room answers" in sentence_of(answer)  # type: ignore[attr-defined]
    assert Person.objects.count() == 1


def test_a_code_is_another_by_the_next_evening() -> None:
    maud = Visitor("Maud")
    deck, code = room_with(maud)
    assert open_room(deck.stream_id) == code
    RoomCode.objects.update(made_at=timezone.now() - timedelta(hours=13))
    assert knock(Visitor("Ros"), code).status_code == 422  # type: ignore[attr-defined]
    assert open_room(deck.stream_id) != code


def test_codes_may_be_tried_five_times_a_minute_from_one_address() -> None:
    maud = Visitor("Maud")
    deck, code = room_with(maud)
    guesser = Visitor("Ros", "198.51.100.7")
    statuses = [knock(guesser, "CCC33" if code != "CCC33" else "FFF33").status_code for _ in range(6)]  # type: ignore[attr-defined]
    assert statuses == [422] * 5 + [429]
    assert knock(guesser, code).status_code == 429  # type: ignore[attr-defined]
    assert knock(Visitor("Ros", "198.51.100.8"), code).status_code == 303  # type: ignore[attr-defined]
    Tries.objects.update(free_at=timezone.now())
    assert knock(guesser, code).status_code == 303  # type: ignore[attr-defined]
    assert "198.51.100" not in str(list(Tries.objects.values()))


def test_the_knocking_page_does_not_tell_whether_a_code_is_right() -> None:
    _, code = room_with(Visitor("Maud"))
    right, wrong = (sentence_of(Visitor().get("/knock/", {"code": c})) for c in (code, "CCC33"))
    assert len(right) == len(wrong)


# --- going ------------------------------------------------------------------------------------------------------------


def test_leaving_asks_first_and_the_longest_standing_member_succeeds() -> None:
    maud, ros, idris = Visitor("Maud"), Visitor("Ros"), Visitor("Idris")
    group = maud.start().group
    ros.join(group)
    idris.join(group)
    assert maud.get(f"/groups/{group.key}/leave/").status_code == 200
    assert maud.is_in(group)
    assert maud.post(f"/groups/{group.key}/leave/")["Location"] == "/you/"
    assert not maud.is_in(group)
    assert ros.member(group).is_steward and not idris.member(group).is_steward
    assert maud.get(f"/groups/{group.key}/").status_code == 404


def test_a_removed_members_requests_are_404_and_their_link_is_dead() -> None:
    maud, ros = Visitor("Maud"), Visitor("Ros")
    group = maud.start().group
    link = f"/join/{token_of(group)}/"
    ros.join(group)
    assert maud.post(f"/groups/{group.key}/members/{ros.member(group).pk}/remove/").status_code == 303
    before = everything()
    for address in (f"/groups/{group.key}/", f"/groups/{group.key}/leave/", link):
        assert ros.get(address).status_code == 404
    for address in (
        f"/groups/{group.key}/leave/",
        f"/groups/{group.key}/new-link/",
        f"/groups/{group.key}/i-am/",
        link,
    ):
        assert ros.post(address).status_code == 404
    assert everything() == before
    assert Member.objects.get(person=ros.person).was_removed


def test_whoever_is_removed_is_told_by_whom_and_no_stranger_is() -> None:
    maud, ros, nobody = Visitor("Maud"), Visitor("Ros"), Visitor("Nobody", "192.0.2.9")
    deck = maud.start("Secret Titles")
    ros.join(deck.group)
    member = ros.member(deck.group).pk
    maud.post(f"/groups/{deck.group.key}/members/{member}/remove/")
    Visitor("Idris", "192.0.2.8").start()
    rows.FormerSlug.objects.create(deck=deck, slug="as-it-was")
    here, before = f"/decks/{deck.slug}/", "/decks/as-it-was/"
    for address in (here, f"{here}workshop/", f"{here}write/", f"{here}drawer/", before, f"{before}workshop/"):
        answer = ros.get(address)
        told = as_read(answer)
        assert answer.status_code == 404 and "Maud took you out of the group" in told and "Misprint" not in told
        assert f'data-drafts="carte.draft.{deck.stream.key}."' in told and "Secret Titles" not in told
        assert "Misprint" in as_read(nobody.get(address))
    for address in (f"/groups/{deck.group.key}/", f"/groups/{deck.group.key}/leave/"):
        told = as_read(ros.get(address))
        assert "Maud took you out of the group" in told and "Misprint" not in told and "Secret Titles" not in told
        assert "Misprint" in as_read(nobody.get(address))
    told = ros.post(f"/decks/{deck.slug}/write/", {"title": "A"}, HTTP_X_CARTE="1")
    assert told.status_code == 404 and told.json()["words"].startswith("Maud took you out")
    ros.join(deck.group)  # by a new link
    assert ros.get(f"/decks/{deck.slug}/workshop/").status_code == 200


def test_only_stewards_remove_and_nobody_removes_themselves() -> None:
    maud, ros, idris = Visitor("Maud"), Visitor("Ros"), Visitor("Idris")
    group = maud.start().group
    ros.join(group)
    idris.join(group)
    before = everything()
    assert ros.post(f"/groups/{group.key}/members/{idris.member(group).pk}/remove/").status_code == 403
    assert maud.post(f"/groups/{group.key}/members/{maud.member(group).pk}/remove/").status_code == 409
    assert maud.post(f"/groups/{group.key}/members/999999/remove/").status_code == 404
    assert everything() == before


def test_a_steward_cannot_remove_a_member_of_another_group() -> None:
    maud, ros = Visitor("Maud"), Visitor("Ros")
    mine, other = maud.start().group, ros.start().group
    before = everything()
    assert maud.post(f"/groups/{mine.key}/members/{ros.member(other).pk}/remove/").status_code == 404
    assert everything() == before


def test_forgetting_asks_for_the_name_and_leaves_only_somebody() -> None:
    maud, ros = Visitor("Maud"), Visitor("Ros")
    deck = maud.start()
    ros.join(deck.group)
    member = maud.member(deck.group).pk
    maud.post("/you/account/", {"name": "maud", "password": "three blind marrows"})
    digests = list(deck.stream.entries.values_list("seq", "kind", "body"))
    asked = sentence_of(maud.get("/you/forget/"))
    assert "stays as you wrote it, under Somebody: remarks, reasons" in asked and "it stands there still" in asked
    assert maud.post("/you/forget/", {"name": "Ros"}).status_code == 422
    person = maud.person
    assert maud.post("/you/forget/", {"name": "maud"}).status_code == 303
    person.refresh_from_db()
    assert (person.name, person.account, person.devices.count()) == (SOMEBODY, None, 0)
    assert person.forgotten_at is not None
    assert Member.objects.get(pk=member).left_at is not None
    assert list(deck.stream.entries.values_list("seq", "kind", "body"))[: len(digests)] == digests
    assert "Maud" not in sentence_of(ros.get(f"/groups/{deck.group.key}/"))
    assert "We have not met" in sentence_of(maud.get("/you/"))
    assert ros.member(deck.group).is_steward


# --- who may ask for what ---------------------------------------------------------------------------------------------


def test_every_address_answers_each_caller_as_it_should_and_refusals_change_nothing() -> None:
    """Caller × address × method: the statuses, and nothing changed wherever the answer is a refusal."""
    maud, ros, eve, stranger = Visitor("Maud"), Visitor("Ros"), Visitor("Eve"), Visitor()
    deck, code = room_with(maud)
    ros.join(deck.group)
    eve.start("Elsewhere")
    knocker = Visitor("Nell", "198.51.100.9")
    waiting = knock(knocker, code)["Location"]  # type: ignore[index]
    made = Knock.objects.get()
    old, key = Visitor("Idris"), deck.group.key
    old.join(deck.group)
    Visitor("Idris").join(deck.group, i_am="Idris")
    claim, seat = Claim.objects.get(), old.member(deck.group).pk
    callers = {"steward": maud, "member": ros, "outsider": eve, "knocker": knocker, "stranger": stranger}
    expected = {  # address: {method: statuses of steward, member, outsider, knocker, stranger}
        "/decks/start/": {"get": (200, 200, 200, 200, 200)},
        "/you/": {"get": (200, 200, 200, 200, 200), "post": (405, 405, 405, 405, 405)},
        "/you/my-papers.json": {"get": (200, 200, 200, 200, 302), "post": (405,) * 5},
        "/knock/": {"get": (200,) * 5},
        waiting: {"get": (404, 404, 404, 200, 404), "post": (405,) * 5},
        f"/knock/{made.key}/let-in/": {"get": (405,) * 5, "post": (None, None, 404, 404, 404)},
        f"/knock/{made.key}/not-now/": {"get": (405,) * 5, "post": (None, None, 404, 404, 404)},
        "/knock/nosuchknock/let-in/": {"post": (404,) * 5},
        f"/claims/{claim.key}/yes/": {"get": (405,) * 5, "post": (None, None, 404, 404, 404)},
        f"/claims/{claim.key}/no/": {"get": (405,) * 5, "post": (None, None, 404, 404, 404)},
        "/claims/nosuchclaim/yes/": {"post": (404,) * 5},
        f"/groups/{key}/": {"get": (200, 200, 404, 404, 404), "post": (405,) * 5},
        "/groups/nosuchgroup/": {"get": (404,) * 5},
        f"/groups/{key}/new-link/": {"get": (405,) * 5, "post": (None, 403, 404, 404, 404)},
        f"/groups/{key}/i-am/": {"get": (405,) * 5, "post": (404, 404, 404, 404, 404)},
        f"/groups/{key}/leave/": {"get": (200, 200, 404, 404, 404), "post": (None, None, 404, 404, 404)},
        f"/groups/{key}/members/{seat}/remove/": {"get": (405,) * 5, "post": (None, 403, 404, 404, 404)},
        "/sign-in/": {"get": (200,) * 5},
        "/sign-out/": {"get": (405,) * 5},
        "/you/account/": {"get": (200, 200, 200, 200, 302), "post": (422, 422, 422, 422, 302)},
        "/you/recovery/": {"get": (200, 200, 200, 200, 302)},
        "/you/name/": {"get": (200, 200, 200, 200, 302), "post": (422, 422, 422, 422, 302)},
        "/you/forget/": {"get": (200, 200, 200, 200, 302), "post": (422, 422, 422, 422, 302)},
        "/you/devices/999999/sign-out/": {"get": (405,) * 5, "post": (404, 404, 404, 404, 403)},
        f"/you/devices/{old.device.pk}/sign-out/": {"post": (404, 404, 404, 404, 403)},
    }
    before = everything()
    for address, methods in expected.items():
        for method, statuses in methods.items():
            for (who, visitor), status in zip(callers.items(), statuses, strict=True):
                if status is not None:  # None: it would be carried out; shown by tests of its own
                    answer = getattr(visitor, method)(address)
                    assert answer.status_code == status, (who, method, address)
                    assert everything() == before, (who, method, address)


def test_a_post_without_the_token_of_its_form_is_refused() -> None:
    maud = Visitor("Maud", enforce_csrf_checks=True)
    for address in ("/decks/start/", "/knock/", "/sign-in/", "/sign-out/", "/you/forget/"):
        assert maud.post(address, {"name": "Maud"}).status_code == 403
    assert Person.objects.count() == 0


def test_a_forged_origin_is_refused() -> None:
    group = Visitor("Maud").start().group
    ros = Client(enforce_csrf_checks=True)
    page = ros.get(f"/join/{token_of(group)}/", secure=True)
    token = page.context["csrf_token"]
    forged = ros.post(
        f"/join/{token_of(group)}/", {"name": "Ros", "csrfmiddlewaretoken": str(token)},
        headers={"Origin": "https://evil.example"}, secure=True,
    )  # fmt: skip
    assert forged.status_code == 403 and Member.objects.count() == 1


def test_a_script_is_answered_in_its_own_way() -> None:
    maud, ros = Visitor("Maud"), Visitor("Ros")
    group = maud.start().group
    ros.join(group)
    scripted = {"X-Carte": "1"}
    assert maud.post(f"/groups/{group.key}/new-link/", headers=scripted).status_code == 204
    refused = ros.post(f"/groups/{group.key}/new-link/", headers=scripted)
    assert (refused.status_code, refused.json()["code"]) == (403, "steward.only")
    gone = ros.post(f"/groups/{group.key}/leave/", headers=scripted)
    assert (gone.status_code, gone["X-Carte-Go"]) == (204, "/you/")


def test_a_seal_is_in_its_persons_own_ink_wherever_it_stands() -> None:
    maud, ros = Visitor("Maud"), Visitor("Ros")
    deck = maud.start()
    ros.join(deck.group, colour="#5b2a86", shape="hex")
    at = f"/decks/{deck.slug}/"
    for address in (f"{at}workshop/", at, f"/groups/{deck.group.key}/"):
        assert 'style="--seal-ink: #5b2a86" role="img" aria-label="Ros' in sentence_of(maud.get(address)), address
    assert "--seal-ink: #5b2a86" in sentence_of(ros.get("/you/"))


def test_an_ink_that_is_none_of_ours_is_ordinary_ink() -> None:
    """Nobody might be able to read it."""
    maud = Visitor("Maud")
    deck = maud.start()
    Person.objects.update(colour="#ffffff")
    assert "--seal-ink" not in sentence_of(maud.get(f"/decks/{deck.slug}/workshop/"))


def test_who_knocks_is_offered_a_seal_that_nobody_inside_has() -> None:
    maud, ros = Visitor("Maud"), Visitor("Ros")
    deck = maud.start()
    maud.get(f"/decks/{deck.slug}/workshop/")
    code = RoomCode.objects.get(stream=deck.stream).code
    ros.post("/knock/", {"code": code, "name": "Ros", "shape": maud.person.shape})
    assert maud.person.shape == "round" != ros.person.shape
    idris = Visitor("Idris", address="192.0.2.2")
    idris.post("/knock/", {"code": code, "name": "Idris", "shape": "hex"})
    assert idris.person.shape == "hex"
