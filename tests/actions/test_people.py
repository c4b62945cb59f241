"""Memberships and the ballots that hang on them; names, tries and codes as values."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.test import RequestFactory
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from cards import actions as deck_actions
from cards.queries.my_decks import my_decks, waiting_ballots
from cards.rules.deck import Details
from studio import actions, ports
from studio.actions.departures import sweep_people
from studio.kernel.refusals import Refused
from studio.live import hub
from studio.models import Claim, Device, Group, Lease, Member, Person, Tries
from studio.people.invitations import group_of, qr_svg, token_of
from studio.people.join_codes import DIGITS, LETTERS, find_room, open_room, spoken
from studio.people.limits import GROUP_MEMBERS_MAX, NAME_MARKS_MAX, NAME_MAX, STRANGER_DAYS, Pace
from studio.people.names import clean_name, free_name, is_two_in_one, looks_like, name_key
from studio.web.ratelimit import network_of, take_try
from tests.deck_fixture import DeckFixture


def person(name: str) -> Person:
    return Person.objects.create(name=name)


def refusal(*wanted: str) -> object:
    return pytest.raises(Refused, match=f"^({'|'.join(wanted)})$".replace(".", r"\."))


# --- ballots ----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_leaving_settles_the_ballot_that_waited_for_the_one_who_left() -> None:
    table = DeckFixture("Ros", "Idris", "Maud")
    number = table.propose("Ros")
    table.vote("Idris", number)
    actions.leave(member_id=table.ids["Maud"])
    assert table.proposal(number).state == "accepted"
    assert table.folded() == table.value()


@pytest.mark.django_db
def test_removal_settles_it_too_and_the_link_is_new() -> None:
    table = DeckFixture("Ros", "Idris", "Maud")
    before = token_of(table.group)
    number = table.propose("Idris")
    table.vote("Ros", number, "against")
    actions.remove(group_id=table.group.pk, by=table.ids["Ros"], member_id=table.ids["Maud"])
    assert table.proposal(number).state == "aside"
    assert group_of(before) is None
    assert not Lease.objects.filter(member_id=table.ids["Maud"]).exists()


@pytest.mark.django_db
def test_being_forgotten_settles_it_and_keeps_every_word_of_the_log() -> None:
    table = DeckFixture("Ros", "Idris", "Maud")
    number = table.propose("Ros")
    table.vote("Idris", number)
    told = list(table.deck.stream.entries.values_list("seq", "kind", "body"))
    actions.forget_me(person_id=Member.objects.get(pk=table.ids["Maud"]).person_id)
    assert table.proposal(number).state == "accepted"
    assert list(table.deck.stream.entries.values_list("seq", "kind", "body"))[: len(told)] == told


@pytest.mark.django_db
def test_a_merged_newcomer_stops_counting_and_the_older_seat_goes_on() -> None:
    table = DeckFixture("Ros", "Idris", "Maud")
    table.go_away("Maud")
    Member.objects.update(joined_at=timezone.now() - timedelta(days=2))
    newcomer = actions.join(group_id=table.group.pk, person_id=person("Maud").pk, i_am="Maud")
    table.ids["Maud 2"] = newcomer.pk
    table.arrive("Maud 2")
    number = table.propose("Ros")
    table.vote("Idris", number)
    assert table.proposal(number).state == "open"
    actions.answer_claim(claim_key=Claim.objects.get().key, group_id=table.group.pk, by=table.ids["Ros"], is_same=True)
    assert table.proposal(number).state == "accepted"
    newcomer.refresh_from_db()
    assert newcomer.merged_into_id == table.ids["Maud"]
    assert Member.objects.get(pk=table.ids["Maud"]).left_at is None
    assert table.folded() == table.value()


@pytest.mark.django_db
def test_somebody_who_comes_back_has_the_seat_they_had() -> None:
    table = DeckFixture("Ros", "Idris")
    seat = Member.objects.get(pk=table.ids["Idris"])
    actions.leave(member_id=seat.pk)
    back = actions.join(group_id=table.group.pk, person_id=seat.person_id)
    assert back.pk == seat.pk and back.left_at is None
    assert table.folded().members == table.value().members
    number = table.propose("Ros")
    assert table.proposal(number).state in ("open", "queued")


@pytest.mark.django_db
def test_a_refused_entry_tells_no_deck_of_it() -> None:
    table = DeckFixture("Ros", "Idris")
    head = table.deck.stream.entries.count()
    with refusal("name.taken"):
        actions.join(group_id=table.group.pk, person_id=person("ros").pk)
    assert table.deck.stream.entries.count() == head


@pytest.mark.django_db
def test_what_waits_for_me_is_what_i_have_not_spoken_about() -> None:
    table = DeckFixture("Ros", "Idris", "Maud")
    number = table.propose("Ros")
    who = {name: Member.objects.get(pk=pk).person_id for name, pk in table.ids.items()}
    assert [len(waiting_ballots(who[name])) for name in ("Ros", "Idris", "Maud")] == [0, 1, 1]
    assert waiting_ballots(who["Maud"])[0].ask == "Does Slug go in?"
    table.vote("Idris", number)
    assert [len(waiting_ballots(who[name])) for name in ("Ros", "Idris", "Maud")] == [0, 0, 1]
    assert [deck.waiting for deck in my_decks(who["Maud"])] == [1]
    actions.leave(member_id=table.ids["Maud"])
    assert (waiting_ballots(who["Maud"]), my_decks(who["Maud"])) == ((), ())


# --- memberships ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_group_always_has_a_steward_while_it_has_members() -> None:
    first = actions.start_group(person_id=person("A").pk)
    seats = [first, *(actions.join(group_id=first.group_id, person_id=person(name).pk) for name in "BCD")]
    for number, seat in enumerate(seats[:-1]):
        actions.leave(member_id=seat.pk)
        stewards = Member.objects.filter(group_id=first.group_id, left_at__isnull=True, is_steward=True)
        assert list(stewards) == [seats[number + 1]]
    actions.leave(member_id=seats[-1].pk)
    assert not Member.objects.filter(left_at__isnull=True).exists()
    assert actions.join(group_id=first.group_id, person_id=person("E").pk).is_steward


def listens(monkeypatch: pytest.MonkeyPatch, told: Callable[..., None]) -> None:
    """The apps above are replaced by one that only hears who comes and goes."""
    monkeypatch.setattr(ports, "apps", lambda: (SimpleNamespace(membership_changed=told),))


@pytest.mark.django_db
def test_the_apps_are_told_once_inside_the_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int, str]] = []
    listens(monkeypatch, lambda group, member, what, at: told.append((group, member, what)))
    first = actions.start_group(person_id=person("A").pk)
    second = actions.join(group_id=first.group_id, person_id=person("B").pk)
    actions.join(group_id=first.group_id, person_id=second.person_id)
    actions.leave(member_id=second.pk)
    with refusal("member.unknown"):
        actions.leave(member_id=second.pk)
    group = first.group_id
    assert told == [(group, first.pk, "joined"), (group, second.pk, "joined"), (group, second.pk, "left")]


@pytest.mark.django_db
def test_when_an_app_fails_nobody_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    first = actions.start_group(person_id=person("A").pk)

    def fails(*_: object) -> None:
        raise RuntimeError("the ballots could not be settled")

    listens(monkeypatch, fails)
    with pytest.raises(RuntimeError):
        actions.leave(member_id=first.pk)
    assert Member.objects.get(pk=first.pk).left_at is None


@pytest.mark.django_db
def test_a_full_group_says_how_many_it_holds() -> None:
    first = actions.start_group(person_id=person("A").pk)
    crowd = Person.objects.bulk_create(Person(name=f"P{n}") for n in range(GROUP_MEMBERS_MAX - 1))
    Member.objects.bulk_create(Member(group_id=first.group_id, person=one) for one in crowd)
    with refusal("join.group_full") as refused:
        actions.join(group_id=first.group_id, person_id=person("Z").pk)
    assert refused.value.facts == {"limit": GROUP_MEMBERS_MAX}  # type: ignore[attr-defined]


@pytest.mark.django_db
def test_departed_members_sockets_are_closed_after_the_commit(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    closed: list[int] = []
    monkeypatch.setattr(hub, "departed", closed.append)
    first = actions.start_group(person_id=person("A").pk)
    with django_capture_on_commit_callbacks(execute=False) as callbacks:  # type: ignore[operator]
        actions.leave(member_id=first.pk)
    assert closed == []
    for callback in callbacks:
        callback()
    assert closed == [first.pk]


@pytest.mark.django_db
def test_only_strangers_who_never_came_in_are_forgotten_by_themselves() -> None:
    long_ago = timezone.now() - timedelta(days=STRANGER_DAYS + 1)
    stranger, recent, guest, returning, keeper = (person(name) for name in ("S", "R", "G", "B", "K"))
    actions.leave(member_id=actions.start_group(person_id=guest.pk).pk)
    Device.objects.create(person=returning, secret_hash="x" * 64)
    actions.make_recovery_code(person_id=keeper.pk)
    Person.objects.exclude(pk=recent.pk).update(created_at=long_ago)
    assert sweep_people() == 1
    assert set(Person.objects.all()) == {recent, guest, returning, keeper}
    Device.objects.update(seen_at=long_ago)
    assert sweep_people() == 1
    assert not Person.objects.filter(pk__in=(stranger.pk, returning.pk)).exists()


# --- codes and links --------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_room_code_is_three_and_two_unmistakable_characters() -> None:
    table = DeckFixture("Ros")
    code = open_room(table.deck.stream_id)
    assert set(code[:3]) <= set(LETTERS) and set(code[3:]) <= set(DIGITS) and len(code) == 5
    assert not set(LETTERS + DIGITS) & set("0O1IL2Z5S8BDQUAE")
    assert spoken(code) == f"{code[:3]} {code[3:]}"
    for typed in (code, code.lower(), spoken(code), f"{code[:3]}-{code[3:]}", "\u3000".join(code)):
        assert find_room(typed) == table.deck.stream
    for typed in ("", code[:4], code + "3", "'; --", "é" * 5, "\x00" * 5, "K" * 10_000):
        assert find_room(typed) is None


@pytest.mark.django_db
def test_a_link_belongs_to_its_group_and_its_epoch() -> None:
    one, two = Group.objects.create(), Group.objects.create()
    assert group_of(token_of(one)) == one
    assert group_of(token_of(one)[:16] + token_of(two)[16:]) is None
    old = token_of(one)
    actions.raise_epoch(group_id=one.pk)
    assert group_of(old) is None
    one.refresh_from_db()
    assert group_of(token_of(one)) == one


def test_the_qr_code_is_a_drawing_without_script_or_foreign_address() -> None:
    drawing = qr_svg("https://cards.example.org/join/" + "x" * 48 + "/")
    assert drawing.startswith("<svg") and drawing.count("http") == 1 and "http://www.w3.org/2000/svg" in drawing
    assert "script" not in drawing and "cards.example" not in drawing


# --- tries ------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_tries_are_paid_back_one_by_one() -> None:
    now, pace = timezone.now(), Pace(5, 60)

    def may_try(seconds: float, place: str = "here") -> bool:
        try:
            take_try("a code", place, pace, now=now + timedelta(seconds=seconds))
        except Refused as refused:
            assert refused.code == "tries.too_many" and 1 <= refused.facts["seconds"] <= 12
            return False
        return True

    assert [may_try(0) for _ in range(7)] == [True] * 5 + [False] * 2
    assert may_try(0, "elsewhere")
    assert [may_try(second) for second in (11, 12.1, 12.2, 24.1)] == [False, True, False, True]
    assert [may_try(200) for _ in range(6)] == [True] * 5 + [False]


@pytest.mark.django_db
def test_a_clock_that_was_wrong_for_a_while_keeps_nobody_out() -> None:
    now, pace = timezone.now(), Pace(5, 60)
    for _ in range(5):
        take_try("a code", "here", pace, now=now + timedelta(days=8))
    # Back to the right time: let in at once, and counted as ever from then on.
    with pytest.raises(Refused):
        for _ in range(3):
            take_try("a code", "here", pace, now=now)
    take_try("a code", "here", pace, now=now + timedelta(seconds=61))


@pytest.mark.django_db
def test_two_machines_whose_clocks_differ_do_not_double_the_tries() -> None:
    start, pace = timezone.now(), Pace(5, 60)

    def let_in(late: float) -> int:
        """Of two tries every tenth of a second for ten minutes, the second by a clock that is `late` behind."""
        count = 0
        for tick in range(0, 600, 3):
            for behind in (0.0, late):
                try:
                    take_try("a code", f"late {late}", pace, now=start + timedelta(seconds=tick - behind))
                    count += 1
                except Refused:
                    pass
        return count

    assert let_in(2.0) <= let_in(0.0) * 1.5


@pytest.mark.django_db
def test_places_that_have_paid_back_are_forgotten() -> None:
    take_try("a code", "here", Pace(5, 60))
    take_try("a code", "there", Pace(5, 60), now=timezone.now() + timedelta(hours=3))
    assert Tries.objects.count() == 1


def test_a_household_is_one_place() -> None:
    def place(address: str) -> str:
        return network_of(RequestFactory(REMOTE_ADDR=address).get("/"))

    assert place("2001:db8:1:2:3:4:5:6") == place("2001:db8:1:2::1") != place("2001:db8:1:3::1")
    assert place("::ffff:192.0.2.1") == place("192.0.2.1") != place("192.0.2.2")
    assert place("") == "" and place("unix:") == "unix:"


# --- names ------------------------------------------------------------------------------------------------------------


@given(st.text(max_size=60))
def test_a_cleaned_name_shows_no_trick_and_stays_as_it_is(text: str) -> None:
    try:
        name = clean_name(text)
    except Refused as refused:
        assert refused.code.startswith("name.")
        return
    assert 0 < len(name) <= NAME_MAX and name == name.strip() and "\n" not in name
    assert not any(unicodedata.category(letter).startswith("C") for letter in name)
    assert clean_name(name) == name


@given(
    st.lists(st.text(alphabet="abAB12 ", min_size=1, max_size=6).filter(str.strip), max_size=8), st.sampled_from("abA")
)
def test_a_free_name_is_nobodys(taken: list[str], wanted: str) -> None:
    name = free_name(wanted, taken)
    assert name_key(name) not in {name_key(other) for other in taken}
    assert len(free_name("x" * NAME_MAX, ["x" * NAME_MAX])) <= NAME_MAX


def test_marks_are_capped_and_cost_no_time() -> None:
    name = clean_name("Z" + "\u0301" * 100_000)
    assert (
        len([letter for letter in unicodedata.normalize("NFD", name) if unicodedata.combining(letter)])
        <= NAME_MARKS_MAX + 1
    )


@pytest.mark.parametrize(
    ("one", "other"), [("Maud", "MAUD"), ("Ros", "Rоs"), ("Straße", "STRASSE"), ("Ann Lee", "AnnLee")]
)
def test_names_a_reader_confuses_are_one(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("Maud", "Maude"), ("José", "Jose"), ("Мария", "Maria"), ("Ros", "Roz")])
def test_names_that_differ_stay_apart(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ros", "R0s"),
        ("Iris", "lris"),
        ("Bernd", "Bemd"),
        ("Ella", "E11a"),
        ("Vivvy", "Viwy"),
        ("Jo5h", "Josh"),
        ("Ros", "Ros."),
        ("Ros", "“Ros”!"),
        ("Ros", "ɹos"),
        ("Ros", "ꓤos"),
        ("Ros", "soɹ"),
        ("Maud", "pnɐɯ"),
        ("Idris", "Idɹᴉs"),
        ("Idris", "sᴉɹpᴉ"),
        ("Ella", "ɐꞁꞁƎ"),
        ("Quentin", "uᴉʇuǝnb"),
        ("Ewe", "ƎWǝ"),
    ],
)
def test_names_that_look_alike_beside_each_other_are_one_there(one: str, other: str) -> None:
    assert looks_like(one, other) and looks_like(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lila", "Ilia"),
        ("Iisa", "Lisa"),
        ("Ros 5", "Ross"),
        ("Maud 2", "Maud 3"),
        ("Rosemary", "Mary"),
        ("José", "Jose"),
        ("Nos", "Sou"),
        ("Kɔfi", "Kofi"),
    ],
)
def test_names_of_two_people_do_not_look_alike(one: str, other: str) -> None:
    assert not looks_like(one, other)


def test_two_names_in_one_are_seen_only_where_two_are_read() -> None:
    here = ["Rose", "Mary", "Ann Lee", "R0s"]
    for name in ("Rose Mary", "Mary and Rose", "RoseMary", "Ann Lee + Rose", "ros/mary", "Mary-Ann Lee"):
        assert is_two_in_one(name, here), name
    for name in ("Rosemary", "Rose", "Rose Rose", "Rose Marie", "Mary the Rose", "Ann", ""):
        assert not is_two_in_one(name, here), name


@pytest.mark.django_db
def test_a_deck_can_be_started_by_whoever_started_the_group() -> None:
    seat = actions.start_group(person_id=person("Ros").pk)
    deck = deck_actions.start_deck(member=seat.pk, details=Details("Allotment Wars"))
    assert deck.group_id == seat.group_id
