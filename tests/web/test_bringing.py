"""Bringing a list in and taking a deck out, through the pages: who may, what they see, what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from cards import actions
from cards import models as rows
from cards.rules.deck import SetVisibility
from cards.values import counts
from studio.people.limits import READ_PACE
from studio.web.words import say
from tests.deck_fixture import SLUG, DeckFixture
from tests.deeds import archive_version
from tests.markup import as_read
from tests.web.decks import as_member

pytestmark = pytest.mark.django_db
FIXTURES = Path(__file__).parents[1] / "formats" / "fixtures"
BARE = (FIXTURES / "bare.txt").read_text()


def address(table: DeckFixture) -> str:
    table.deck.refresh_from_db()
    return f"/decks/{table.deck.slug}/bring-in/"


def count(table: DeckFixture) -> int:
    return rows.Article.objects.filter(deck=table.deck, in_force=True).count()


def test_a_list_is_shown_before_anything_happens_and_then_enters_at_once() -> None:
    table = DeckFixture("Ros", title="Untitled deck")
    ros = as_member(table, "Ros")
    assert "Paste the list" in as_read(ros.get(address(table)))
    page = as_read(ros.post(address(table), {"do": "read", "list": BARE}))
    assert "5 cards, 4 different" in page
    assert "Put them in the deck" in page and "Sleeping Passenger" in page
    assert count(table) == 0
    answer = ros.post(address(table), {"do": "enter", "list": BARE, "key": "k1"})
    table.deck.refresh_from_db()
    assert (answer.status_code, answer["Location"]) == (303, f"/decks/{table.deck.slug}/workshop/")
    assert (table.deck.title, count(table)) == ("The Night Bus", 4)
    assert ros.get(answer["Location"]).status_code == 200


def test_in_company_all_of_it_is_put_to_the_table_as_one() -> None:
    table = DeckFixture("Ros", "Idris")
    ros = as_member(table, "Ros")
    assert "Put all of it to the table" in as_read(ros.post(address(table), {"do": "read", "list": BARE}))
    assert ros.post(address(table), {"do": "enter", "list": BARE, "key": "k1"}).status_code == 303
    assert ros.post(address(table), {"do": "enter", "list": BARE, "key": "k1"}).status_code == 303
    assert (rows.Proposal.objects.get().number, count(table)) == (1, 0)
    room = as_member(table, "Idris").get(f"/decks/{rows.Deck.objects.get().slug}/workshop/")
    assert room.status_code == 200
    for path in ("proposals/1/", "minutes/", ""):
        assert ros.get(f"/decks/{rows.Deck.objects.get().slug}/{path}").status_code == 200
    table.vote("Idris", 1)
    assert count(table) == 4
    for path in ("workshop/", "minutes/", ""):
        assert ros.get(f"/decks/{rows.Deck.objects.get().slug}/{path}").status_code == 200


def test_a_file_is_read_like_what_was_pasted() -> None:
    table = DeckFixture("Ros")
    ros = as_member(table, "Ros")
    for content in (BARE.encode("utf-16"), BARE.replace("\n", "\r\n").encode("utf-8-sig")):
        file = SimpleUploadedFile("bus.txt", content)
        page = as_read(ros.post(address(table), {"do": "read", "list": "", "file": file}))
        assert "5 cards, 4 different" in page


def test_what_must_be_put_right_is_said_with_its_line_and_nothing_enters() -> None:
    table = DeckFixture("Ros")
    ros = as_member(table, "Ros")
    bad = "## " + "T" * 10_000 + "\n\nThing\n\nx"
    page = as_read(ros.post(address(table), {"do": "read", "list": bad}))
    assert "Line 1" in page and "80 fit" in page and "Put them in the deck" not in page
    answer = ros.post(address(table), {"do": "enter", "list": bad, "key": "k"})
    assert answer.status_code == 422
    assert "T" * 10_000 in as_read(answer)  # what was pasted is there to be put right
    assert count(table) == 0


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "There is nothing in it"),
        (b"%PDF-1.7 x", "not a text file"),
        (b"\x00\x01\x02", "not a text file"),
        (b'{"schema": "carte-blanche/1", "deck": {"cards": [{"face": {"title": 4}}]}}', "card 1, title: words were"),
        (b"[" * 100_000, "nested more than"),
        (b"{{card|title=A|type=Thing}}", "wiki text, which is not read here yet"),
    ],
    ids=["empty", "pdf", "binary", "wrong", "deep", "wiki"],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_in_words(content: bytes, words: str) -> None:
    table = DeckFixture("Ros")
    answer = as_member(table, "Ros").post(address(table), {"do": "read", "file": SimpleUploadedFile("x", content)})
    assert answer.status_code == 422
    assert words in as_read(answer).replace("&#x27;", "'")


def test_what_has_no_place_in_a_deck_is_said_before_it_comes_in() -> None:
    table = DeckFixture("Ros")
    ros = as_member(table, "Ros")
    sheet = "ID;Name;Type;Attack;Text\n7;Slug;Thing;<b>2/3</b>;Bites.\n8;Frost;Action;;Brr.\n;;Thing;;A blank one."
    page = as_read(ros.post(address(table), {"do": "read", "list": sheet}))
    assert "4 lines and cells were not understood, and are left out" in page and "Put them in the deck" in page
    listed = re.findall(r'<span class="who">Line (\d+)</span> <span>(?:<b>(.*?):</b> )?(.*?)</span>', page)
    assert listed == [
        ("2", "ID", "7"), ("2", "Attack", "&lt;b&gt;2/3&lt;/b&gt;"), ("3", "ID", "8"),
        ("4", "", "Thing | A blank one."),
    ]  # fmt: skip
    assert "was not understood" not in page, "said once"
    one = as_read(ros.post(address(table), {"do": "read", "list": "Name;Type;Mood\nSlug;Thing;low"}))
    many = "Name;Type;Mood\n" + "\n".join(f"Slug {n};Thing;low" for n in range(1_002))
    long = as_read(ros.post(address(table), {"do": "read", "list": many}))
    assert "1002 lines and cells" in long and "and 2 more" in long and re.search(r'bring-left"\s*>', long)
    assert "“Mood: low” was not understood, and was left out." in one and "bring-left" not in one
    ros.post(address(table), {"do": "enter", "list": sheet, "key": "k"})
    texts = rows.Article.objects.filter(deck=table.deck).values_list("face__content__text", flat=True)
    assert set(texts) == {"Bites.", "Brr."}


def test_what_the_columns_of_a_sheet_are_is_chosen_beside_what_was_understood() -> None:
    """Each that can be told apart by its name, as what it was taken for; what is said holds until the cards are in."""
    table = DeckFixture("Ros")
    ros = as_member(table, "Ros")
    sheet = "Name;Type;Skill;Notes;Text\nSlug;Thing;Bites.;Ask Bea;9\nFrost;Action;Brr.;;8"
    page = as_read(ros.post(address(table), {"do": "read", "list": sheet}))
    assert re.search(r'bring-columns"\s+open', page) and chosen(page) == [
        "Name=title", "Type=type", "Skill=nothing", "Notes=nothing", "Text=text",
    ]  # fmt: skip
    said = ["Name=title", "Type=type", "Skill=text", "Notes=nothing", "Text=copies"]
    page = as_read(ros.post(address(table), {"do": "read", "list": sheet, "column": said}))
    assert chosen(page) == said and not re.search(r'bring-columns"\s+open', page)
    assert "17 cards, two different" in page or "17 cards, 2 different" in page
    assert "The column “Notes” was left out, as said." in page
    kept = re.findall(r'<input type="hidden" name="column" value="(.*?)">', page)
    assert kept == said, "what was seen is what comes in"
    none = ["Name=flavour", *said[1:]]
    untitled = as_read(ros.post(address(table), {"do": "read", "list": sheet, "column": none}))
    assert "title" in untitled and chosen(untitled) == none, "what was chosen is there to be put right"
    wrong = ros.post(address(table), {"do": "enter", "list": sheet, "column": ["Skil=text"], "key": "a"})
    assert wrong.status_code == 422 and "There is no column “Skil” in that file." in as_read(wrong)
    assert count(table) == 0
    assert ros.post(address(table), {"do": "enter", "list": sheet, "column": kept, "key": "b"}).status_code == 303
    found = rows.Article.objects.filter(deck=table.deck).order_by("number")
    assert [(one.face.content["text"], one.copies) for one in found] == [("Bites.", 9), ("Brr.", 8)]
    other = {"do": "read", "file": SimpleUploadedFile("x", b"Name;Type\nGoat;Thing"), "column": said}
    assert "Goat" in as_read(ros.post(address(table), other)), "another file has other columns"
    new = ros.post(address(table), {"do": "read", "list": "Title;Type\nStoat;Thing", "column": said})
    assert new.status_code == 200 and chosen(as_read(new)) == ["Title=title", "Type=type"], "so has another list"
    twice = as_read(ros.post(address(table), {"do": "read", "list": "Name;Type;X;x\nSlug;Thing;1;2"}))
    assert chosen(twice) == ["Name=title", "Type=type"], "two of one name cannot be told apart"
    assert "bring-columns" not in as_read(ros.post(address(table), {"do": "read", "list": BARE}))


def chosen(page: str) -> list[str]:
    return re.findall(r'<option value="([^"]*)" selected>', page)


@pytest.mark.parametrize(
    "name",
    [path.name for path in sorted((FIXTURES.parent / "cases").iterdir()) if ".expect." not in path.name],
)
def test_a_file_of_another_tool_comes_in_as_it_was_meant_or_is_refused_in_words(name: str) -> None:
    table = DeckFixture("Ros")
    content = (FIXTURES.parent / "cases" / name).read_bytes()
    expected = json.loads((FIXTURES.parent / "cases" / f"{name}.expect.json").read_text())
    answer = as_member(table, "Ros").post(address(table), {"do": "read", "file": SimpleUploadedFile(name, content)})
    page = as_read(answer)
    if answer.status_code == 422:
        assert "which is not read here yet" in page
    elif "cards" in expected:
        copies = sum(card["copies"] for card in expected["cards"])
        assert say(counts.cards_of(copies, len(expected["cards"]))) in page
        assert all(f"<b>{column}:</b> " in page for column in expected.get("unplaced", []))


def test_markup_in_a_list_is_letters_on_the_page() -> None:
    table = DeckFixture("Ros")
    script = "<script>alert(1)</script>"
    text = f"## {script}\n\nThing — {script}\n\n{script}</textarea>{script}\n"
    ros = as_member(table, "Ros")
    page = as_read(ros.post(address(table), {"do": "read", "list": text}))
    assert script not in page and "&lt;script&gt;" in page
    assert "</textarea>&lt;" not in page
    ros.post(address(table), {"do": "enter", "list": text, "key": "k"})
    deck = rows.Deck.objects.get().slug
    assert script not in as_read(ros.get(f"/decks/{deck}/"))
    assert script not in as_read(ros.get(f"/decks/{deck}/workshop/"))


def test_a_megabyte_of_list_is_answered_in_words() -> None:
    table = DeckFixture("Ros")
    answer = as_member(table, "Ros").post(address(table), {"do": "read", "list": "x" * 1_000_000})
    assert answer.status_code == 200
    assert "No card was found" in as_read(answer)


def test_what_is_no_list_of_cards_is_told_why_and_nothing_else() -> None:
    table = DeckFixture("Ros")
    order = "".join(f"Card {n}\n\nDeal {n} damage to your opponent.\n\nAction\n\n7 Gold\n\n" for n in range(9))
    page = as_read(as_member(table, "Ros").post(address(table), {"do": "read", "list": order}))
    assert "This is no list of cards" in page and "in another order (title, text, type)" in page
    assert page.count('<li class="note') == 1 and "bring-list" not in page and "Put them in the deck" not in page


def test_only_members_bring_in() -> None:
    table = DeckFixture("Ros")
    assert Client().get(address(table)).status_code == 404
    other = as_member(DeckFixture("Maud"), "Maud")
    assert other.post(address(table), {"do": "enter", "list": BARE, "key": "k"}).status_code == 404
    assert count(table) == 0


# --- out -------------------------------------------------------------------------------------------------------------


def published() -> DeckFixture:
    table = DeckFixture("Ros", "Idris")
    table.all_vote(table.propose("Ros"))
    archive_version(table.deck.pk, by=table.ids["Ros"], key=None, name="First")
    change = SetVisibility("public")
    done = actions.propose(table.deck.pk, by=table.ids["Ros"], key=None, changes=(change,))
    table.all_vote(done.result["proposal"])
    draft = SLUG.__class__("Frost", "Action", "Brr.")
    aside = table.propose("Ros", draft)
    table.vote("Idris", aside, "against", "A secret reason.")
    table.all_vote(table.propose("Ros", draft))
    table.deck.refresh_from_db()
    return table


def export(client: Client, table: DeckFixture, query: str = "") -> dict:  # type: ignore[type-arg]
    answer = client.get(f"/decks/{table.deck.slug}/export.json{query}")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("application/json")
    return json.loads(answer.content)  # type: ignore[no-any-return]


def test_readers_get_the_last_version_and_members_the_draft() -> None:
    table = published()
    reader, ros = Client(), as_member(table, "Ros")
    public = export(reader, table)
    assert [card["face"]["title"] for card in public["deck"]["cards"]] == ["Slug"]
    assert (public["deck"]["version"]["number"], "history" in public) == (1, False)
    assert export(reader, table, "?version=1") == public
    assert [card["face"]["title"] for card in export(ros, table)["deck"]["cards"]] == ["Slug", "Frost"]
    assert "A secret reason." in json.dumps(export(ros, table, "?history=1"))


def test_a_history_or_a_private_deck_is_not_there_for_others() -> None:
    table = published()
    where = f"/decks/{table.deck.slug}/export.json"
    for query in ("?history=1", "?version=9", "?version=x", "?version=" + "9" * 5000):
        assert Client().get(where + query).status_code == 404
    private = DeckFixture("Maud")
    private.deck.refresh_from_db()
    assert Client().get(f"/decks/{private.deck.slug}/export.json").status_code == 404
    assert Client().post(where).status_code == 405


@pytest.mark.usefixtures("one_instant")
def test_lists_are_read_at_a_pace_that_others_can_bear() -> None:
    table = DeckFixture("Ros", "Idris")
    ros, idris = as_member(table, "Ros"), as_member(table, "Idris")
    answers = [ros.post(address(table), {"do": "read", "list": BARE}) for _ in range(READ_PACE.burst + 1)]
    assert {answer.status_code for answer in answers[:-1]} == {200}
    last = answers[-1]
    assert last.status_code == 429 and "then try again" in as_read(last)
    assert "Sleeping Passenger" in as_read(last), "what was pasted is still there"
    assert idris.post(address(table), {"do": "read", "list": BARE}).status_code == 200
