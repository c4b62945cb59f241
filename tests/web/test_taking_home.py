"""A maker's cards taken home as a private deck: what comes, what stays, and what nobody learns by it."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards import actions
from cards import models as rows
from cards.face.face import Face
from cards.files.listing_of_deck import listing_of
from cards.formats.own_json import read, write
from cards.queries import deck_header
from cards.rules.deck import DeleteDeck, Ref, SetLicence, SetVisibility
from cards.storage.audit import every_deck
from studio import actions as people
from studio.models import Member, Person
from studio.people.devices import DEVICE_COOKIE
from tests.deck_fixture import DeckFixture
from tests.visitors import Visitor, everything
from tests.web.decks import BAN, GOAT, SHOW, accepted, archive, as_member, ask
from tests.web.forks import forked, home, page, ticket

pytestmark = pytest.mark.django_db

ZUG = Face("Zugzwang", "Action", "Pass.")
OWL = Face("Barn Owl", "Thing", "It looks.")


def public(*names: str, title: str, faces: tuple[Face, ...], licence: str = "CC BY 4.0") -> DeckFixture:
    table = DeckFixture(*names, title=title)
    for face in faces:
        accepted(table, face, copies=2)
    if licence:
        ask(table, SetLicence(licence))
    archive(table)
    ask(table, SetVisibility("public"))
    return table


@pytest.fixture
def table() -> DeckFixture:
    """Public and CC BY. Ros wrote a goat, which Idris reworded, a ban that went out again, and a Special Rule."""
    table = public("Ros", "Idris", title="Allotment Wars", faces=(GOAT, BAN))
    accepted(table, SHOW, kind="rule")
    goat = rows.Article.objects.get(deck=table.deck, face=GOAT.digest)
    ban = rows.Article.objects.get(deck=table.deck, face=BAN.digest)
    table.all_vote(table.amend("Idris", ref(goat), Face(GOAT.title, GOAT.type_line, "To whoever has least.")))
    table.all_vote(table.repeal("Ros", ref(ban)))
    archive(table, "Second printing")
    return table


@pytest.fixture
def other(table: DeckFixture) -> DeckFixture:
    """Another one, in which Ros sits as well."""
    other = public("Nell", title="Small Hours", faces=(ZUG,))
    Member.objects.filter(pk=other.ids["Nell"]).update(person=ros_of(table))
    return other


def ref(article: rows.Article) -> Ref:
    return Ref(article.kind, article.number)  # type: ignore[arg-type]


def ros_of(table: DeckFixture) -> Person:
    return Member.objects.get(pk=table.ids["Ros"]).person


def here(table: DeckFixture) -> str:
    """Where her cards are, from now on shown."""
    if ros_of(table).maker_key is None:
        people.show_my_cards(person_id=ros_of(table).pk)
    return f"/makers/ros-{ros_of(table).maker_key}/"


def titles(deck: rows.Deck) -> list[str]:
    found = rows.Article.objects.filter(deck=deck, in_force=True).order_by("kind", "number")
    return list(found.values_list("face__content__title", flat=True))


def test_a_stranger_takes_home_what_is_in_force_with_its_credits_as_a_private_deck(
    table: DeckFixture, other: DeckFixture
) -> None:
    nell, door = Visitor("Tess"), f"{here(table)}take-home/"
    assert f'href="{door}"' in page(nell, here(table))
    asked = re.sub(r"\s+", " ", page(nell, door))
    assert "4 cards, 2 different, out of 2 decks." in asked and "Special Rules, kits" in asked
    assert 'value="Cards by Ros"' in asked and "The deck is under CC BY 4.0" in asked
    deck = forked(nell, door, name="Tess")
    assert (deck.title, deck.visibility, deck.licence, deck.last_version) == ("Cards by Ros", "private", "CC BY 4.0", 0)
    assert titles(deck) == ["Roaming Goat", "Zugzwang"], "neither what is out nor a Special Rule"
    lying = rows.Article.objects.filter(deck=deck).order_by("number")
    assert list(lying.values_list("copies", "by_id")) == [(2, table.ids["Ros"]), (2, other.ids["Nell"])]
    assert "least" in str(lying[0].face.content), "as it reads now"
    mine = page(nell, f"/decks/{deck.slug}/")
    assert "Before that" not in ticket(mine) and ticket(mine).count("<dt>Made from</dt>") == 2
    assert "Ros and Idris, under CC BY 4.0" in ticket(mine), "whoever reworded it is named too"
    assert 'class="lineage"' not in mine, "none of them is its parent, or another one's"
    assert "Taken home, written by Ros" in page(nell, f"/decks/{deck.slug}/cards/1/")
    assert Client().get(f"/decks/{deck.slug}/").status_code == 404
    assert page(nell, f"/decks/{deck.slug}/workshop/") and not list(every_deck(lambda: None))
    assert not rows.Deck.objects.exclude(source_key="").exists(), "it is nobody's fork"


def test_sources_beyond_a_few_are_folded_on_the_ticket(
    table: DeckFixture, other: DeckFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deck_header, "SOURCES_TOLD", 1)
    tess = Visitor("Tess")
    deck = forked(tess, f"{here(table)}take-home/", name="Tess")
    first, _, folded = ticket(page(tess, f"/decks/{deck.slug}/")).partition("<details")
    assert "Allotment Wars" in first and "Small Hours" not in first
    assert "Made from one more deck" in folded and "Small Hours" in folded and "Ros, under CC BY 4.0" in folded


def test_whoever_only_reworded_what_stays_is_not_named(table: DeckFixture) -> None:
    accepted(table, OWL)
    archive(table, "Third printing")
    actions.take_down(rows.Article.objects.get(deck=table.deck, number=1, kind="card").face_id, why="Not ours")
    tess = Visitor("Tess")
    deck = forked(tess, f"{here(table)}take-home/", name="Tess")
    assert titles(deck) == ["Barn Owl"]
    told = ticket(page(tess, f"/decks/{deck.slug}/"))
    assert "Ros, under CC BY 4.0" in told and "Idris" not in told


def test_a_file_of_it_is_read_again_with_all_its_sources(table: DeckFixture, other: DeckFixture) -> None:
    deck = forked(Visitor("Tess"), f"{here(table)}take-home/", name="Tess")
    lineage = read(write(listing_of(deck, None)).text).listing.lineage
    assert [(one.title, one.origin, one.licence) for one in lineage] == [
        ("Allotment Wars", "", "CC BY 4.0"), ("Small Hours", "", "CC BY 4.0"),
    ]  # fmt: skip


def test_what_a_licence_forbids_stays_and_is_told(table: DeckFixture, other: DeckFixture) -> None:
    ask(other, SetLicence("CC BY-ND 4.0"))
    door = f"{here(table)}take-home/"
    told = re.sub(r"\s+", " ", page(Client(), door))
    assert (
        "One card stays there" in told and "1 card of Small Hours: its licence, CC BY-ND 4.0, does not plainly" in told
    )
    assert titles(forked(Visitor("Tess"), door, name="Tess")) == ["Roaming Goat"]
    ask(table, SetLicence("Ask me"))
    nobody, before = Visitor("Ada"), everything()
    assert "Nothing comes along" in page(nobody, door) and '<form method="post" class' not in page(nobody, door)
    assert nobody.post(door, {"key": "k" * 16, "name": "Ada"}).status_code == 409
    assert everything() == before and nobody.secret == ""
    ros = as_member(table, "Ros")
    assert "2 cards" in page(ros, door), "her own, which she may always carry"


def test_whoever_stands_in_for_somebody_takes_nothing_that_is_theirs(table: DeckFixture) -> None:
    ask(table, SetLicence(""))
    door, tess = f"{here(table)}take-home/", Visitor("Tess")
    tess.start("Hers")
    Member.objects.filter(pk=table.ids["Idris"]).update(stand_in_id=tess.person_id)
    assert page(tess, f"{home(table)}workshop/"), "at the table she is Idris"
    assert "Nothing comes along" in page(tess, door)
    assert tess.post(door, {"key": "k" * 16}).status_code == 409


def test_nothing_of_a_draft_or_a_hidden_deck_comes_or_is_told(table: DeckFixture, other: DeckFixture) -> None:
    door, tess = f"{here(table)}take-home/", Visitor("Tess")
    tess.start("Hers")
    was = bare(page(tess, door))
    accepted(table, OWL)
    goat = rows.Article.objects.get(deck=table.deck, number=1, kind="card")
    table.all_vote(table.amend("Ros", ref(goat), Face(GOAT.title, "Thing", "Secretly otherwise.")))
    assert bare(page(tess, door)) == was
    assert "Secretly" not in str(rows.Article.objects.get(deck=forked(tess, door), number=1).face.content)
    for hidden in (SetVisibility("private"), SetVisibility("unlisted"), DeleteDeck()):
        ask(other, hidden)
        assert "Small Hours" not in page(tess, door) and "out of one deck" in page(tess, door)
        assert titles(forked(tess, door)) == ["Roaming Goat"]


def test_a_deck_that_turned_private_while_the_form_lay_open_does_not_come(
    table: DeckFixture, other: DeckFixture
) -> None:
    door, tess = f"{here(table)}take-home/", Visitor("Tess")
    tess.start("Hers")
    assert "out of 2 decks" in page(tess, door)
    ask(other, SetVisibility("private"))
    made = tess.post(door, {"key": "k" * 16})["Location"]
    assert "Zugzwang" not in page(tess, made)
    ask(table, SetVisibility("private"))
    assert tess.post(door, {"key": "k" * 16})["Location"] == made, "what was made is made"
    assert tess.post(door, {"key": "l" * 16}).status_code == 409
    people.hide_my_cards(person_id=ros_of(table).pk)
    assert tess.get(door).status_code == tess.post(door, {"key": "m" * 16}).status_code == 404


def test_the_same_form_twice_is_one_deck_for_somebody_known_and_for_a_newcomer(table: DeckFixture) -> None:
    door, tess = f"{here(table)}take-home/", Visitor("Tess")
    tess.start("Hers")
    count = rows.Deck.objects.count()
    first, again = (tess.post(door, {"key": "k" * 16, "title": "Goats"}) for _ in range(2))
    assert first["Location"] == again["Location"] and rows.Deck.objects.count() == count + 1
    assert tess.post(door, {"key": "k" * 16, "title": "Other"}).status_code == 409
    new = Visitor("Ada")
    page(new, door)
    assert DEVICE_COOKIE not in new.cookies
    twin = Visitor("Ada")
    twin.cookies["carte_csrf"] = new.cookies["carte_csrf"].value
    given = {"key": "n" * 16, "name": "Ada"}
    one, two = new.post(door, given), twin.post(door, given)
    assert one["Location"] == two["Location"] and twin.person_id == new.person_id


def test_the_same_form_twice_is_one_deck_though_the_maker_came_to_an_older_one_in_between(
    table: DeckFixture, other: DeckFixture
) -> None:
    nell = Member.objects.get(pk=public("Nell", title="Late", faces=(OWL,)).ids["Nell"]).person
    people.show_my_cards(person_id=nell.pk)
    nell.refresh_from_db()
    door, tess = f"/makers/nell-{nell.maker_key}/take-home/", Visitor("Tess")
    tess.start("Hers")
    first = tess.post(door, {"key": "k" * 16})["Location"]
    Member.objects.filter(pk=table.ids["Idris"]).update(person=nell)
    assert tess.post(door, {"key": "k" * 16})["Location"] == first
    assert tess.post(door, {"key": "l" * 16})["Location"] != first


def test_words_that_are_taken_down_stay_away_and_go_from_what_was_taken_home(table: DeckFixture) -> None:
    door, tess = f"{here(table)}take-home/", Visitor("Tess")
    tess.start("Hers")
    deck = forked(tess, door)
    assert actions.take_down(rows.Article.objects.get(deck=deck).face_id, why="Not ours") == 2
    assert "Roaming Goat" not in page(tess, f"/decks/{deck.slug}/")
    assert "1 card of Allotment Wars: taken down since" in page(tess, door)
    assert tess.post(door, {"key": "k" * 16}).status_code == 409


def test_a_licence_that_its_sources_do_not_allow_is_refused_later_too(table: DeckFixture) -> None:
    ask(table, SetLicence("CC BY-SA 4.0"))
    tess = Visitor("Tess")
    deck = forked(tess, f"{here(table)}take-home/", name="Tess")
    with pytest.raises(Exception, match="licence.share_alike"):
        me = tess.member(deck.group).pk
        actions.propose(deck.pk, by=me, key=None, changes=(SetLicence("CC BY 4.0"),))


@pytest.mark.parametrize(
    ("given", "status"),
    [({"title": "x" * 81}, 422), ({"key": "é"}, 422), ({"title": "\x00‮"}, 303), ({"title": "<b>Goats</b>"}, 303)],
)
def test_whatever_is_sent_is_refused_whole_or_made_whole(
    table: DeckFixture, given: dict[str, str], status: int
) -> None:
    door, tess = f"{here(table)}take-home/", Visitor("Tess")
    tess.start("Hers")
    before = everything()
    answer = tess.post(door, {"key": "k" * 16, **given})
    assert answer.status_code == status
    assert (everything() == before) == (status != 303)
    if status == 303:
        assert "<b>Goats" not in page(tess, answer["Location"])


def test_somebody_without_cards_in_public_decks_has_nothing_to_be_taken(table: DeckFixture) -> None:
    other = DeckFixture("Joan", title="Hidden")
    accepted(other, OWL)
    archive(other)
    joan = Member.objects.get(pk=other.ids["Joan"]).person
    people.show_my_cards(person_id=joan.pk)
    joan.refresh_from_db()
    place = f"/makers/joan-{joan.maker_key}/"
    assert "take-home" not in page(Client(), place)
    assert "Nothing comes along" in page(Client(), f"{place}take-home/")
    assert Client().get("/makers/joan-zzzzzz/take-home/").status_code == 404
    moved = Client().get(f"/makers/former-{joan.maker_key}/take-home/")
    assert moved.status_code == 301 and moved["Location"] == f"{place}take-home/"


def test_looking_asks_as_much_for_many_cards_as_for_few(table: DeckFixture) -> None:
    door = f"{here(table)}take-home/"

    def asked() -> int:
        with CaptureQueriesContext(connection) as captured:
            Client().get(door)
        return len(captured)

    few = asked()
    for n in range(5):
        accepted(table, Face(f"Goat {n}", "Thing", "It eats."))
    archive(table, "Third printing")
    assert asked() == few <= 12 and "14 cards, 7 different" not in page(Client(), door)
    assert "7 cards, 6 different" in page(Client(), door)


def bare(html: str) -> str:
    return re.sub(r'nonce="[^"]*"|value="[^"]*"', "", html)
