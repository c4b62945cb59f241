"""Two versions beside each other: what came, was reworded, went, by whose votes; as page, data and text."""

from __future__ import annotations

import html
import re
import textwrap
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import example, given
from hypothesis import strategies as st

from cards import actions
from cards import models as rows
from cards.face.face import Face
from cards.face.lexicon import DeckSymbol
from cards.queries import compare_files, compare_page
from cards.rules.deck import Amend, Create, Recount, Ref, Repeal, Reside, Restore, SetKit, SetLicence, SetVisibility
from cards.rules.kit import DVORAK
from cards.storage import whole
from studio.actions.departures import forget_me
from studio.kernel.codec import digest
from studio.models import Member
from tests.deck_fixture import SLUG, DeckFixture
from tests.deeds import archive_version
from tests.markup import as_read
from tests.web.decks import BAN, BITES, GOAT, SHOW, accepted, archive, as_member, ask
from tests.web.forks import forked, home

pytestmark = pytest.mark.django_db

TEAPOT = Face("Teapot", "Thing", "Pour.")


@pytest.fixture
def table() -> DeckFixture:
    """Version 1 has Slug, Ban and a rule; version 2 another Slug, two Bans more, the Goat, and no rule."""
    found = DeckFixture("Ros", "Idris")
    slug, ban, show = accepted(found, SLUG), accepted(found, BAN), accepted(found, SHOW, kind="rule")
    ask(found, SetLicence("CC BY 4.0"))
    ask(found, SetVisibility("public"))
    archive(found, "As printed for the fête")
    found.all_vote(found.amend("Ros", slug, BITES))
    ask(found, Recount(ban, BAN.digest, 3))
    ask(found, Repeal(show, SHOW.digest))
    accepted(found, GOAT)
    archive(found, "The goat gets in")
    return found


def read(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, (address, answer.status_code)
    return as_read(answer)


def words(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", markup)).split())


def data(client: Client, address: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"{address}changes.json").json()
    return found


def told(client: Client, address: str) -> list[tuple[str, str]]:
    return [
        (change["became"], (change["now"] or change["was"])["title"]) for change in data(client, address)["changes"]
    ]


def test_what_came_was_reworded_and_went_with_whose_votes(table: DeckFixture) -> None:
    page = read(Client(), f"{home(table)}compare/1..2/")
    said = words(page[page.index("<main") :])
    assert "four changes" in said
    for sum_said in ("1 In", "1 Reworded", "1 Out", "1 Copies", "0 As they were"):
        assert sum_said in said
    assert "<del>a bite</del><ins>two bites</ins>" in re.sub(r"\s+", " ", page)
    assert "Reworded by Ros, 2 of 2 in favour" in said and "Repeal put to the table by Ros" in said
    assert "3 copies, was 1" in said and "Written by Ros" in said
    assert page.index('id="card-1"') < page.index('id="card-3"') < page.index('id="out-rule-1"')
    assert f"{home(table)}versions/1/cards/1/" in page and f"{home(table)}versions/2/cards/1/" in page
    assert "For it" not in said


def test_as_data_and_as_text_it_says_the_same(table: DeckFixture) -> None:
    there = f"{home(table)}compare/1..2/"
    found = data(Client(), there)
    assert found["schema"] == "carte-blanche/comparison/1"
    assert found["counts"] == {"in": 1, "reworded": 1, "out": 1, "recounted": 1, "same": 0}
    assert (found["was"]["version"], found["now"]["digest"]) == (1, whole.load(table.deck).version_digest)
    slug = next(change for change in found["changes"] if change["became"] == "reworded")
    assert slug["fields"][0]["pieces"][1:3] == [["cut", "a bite"], ["added", "two bites"]]
    assert slug["steps"][0]["did"] == "amended" and {vote["by"] for vote in slug["steps"][0]["votes"]} == {
        "Ros",
        "Idris",
    }
    answer = Client().get(f"{there}changes.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    text = answer.content.decode()
    assert max(map(len, text.splitlines())) <= 72
    for line in ("Version 1 and Version 2", "1 in, 1 reworded, 1 out, 1 with other copies, 0 as they were"):
        assert line in text
    assert "put [-a bite-]{+two bites+}" in text and "    Reworded by Ros, 2 of 2 in favour" in text
    assert "  3  Roaming Goat (Thing — Pest)\n    It moves to whoever has most." in text


def test_only_what_came_or_changed_is_printed(table: DeckFixture) -> None:
    page = read(Client(), f"{home(table)}compare/1..2/")
    link = re.search(r'href="([^"]*/print/[^"]*)"', page)
    assert link and html.unescape(link[1]) == f"{home(table)}print/?version=2&what=update&since=1"
    assert "4 cards. The rest of your deck still holds." in words(page)
    assert Client().get(html.unescape(link[1])).status_code == 200


def test_the_older_one_comes_first_and_one_beside_itself_says_so(table: DeckFixture) -> None:
    there = f"{home(table)}compare/"
    for asked, leads in (("2..1", "1..2"), (f"1..{table.deck.slug}@2", "1..2")):
        answer = Client().get(f"{there}{asked}/")
        assert (answer.status_code, answer["Location"]) == (302, f"{there}{leads}/")
    assert data(Client(), f"{there}2..1/") == data(Client(), f"{there}1..2/")
    assert "That is one version beside itself." in read(Client(), f"{there}2..2/")
    assert "Print only these" not in read(Client(), f"{there}2..2/")
    chosen = Client().get(there, {"from": "1", "to": "2"})
    assert Client().get(there)["Location"] == chosen["Location"] == f"{there}1..2/"


@pytest.mark.parametrize(
    "asked",
    [
        "1..3",
        "3..1",
        "999999999..1",
        "0..1",
        "1..",
        "..2",
        "1...2",
        "1-2",
        "١..2",
        "1..nobody@1",
        "1..@1",
        "1..2..3",
        f"1..{'9' * 40}",
    ],
)
def test_what_is_no_version_is_not_there(table: DeckFixture, asked: str) -> None:
    for form in ("", "changes.json", "changes.txt"):
        read(Client(), f"{home(table)}compare/{asked}/{form}", 404)
    assert Client().get(f"{home(table)}compare/", {"from": asked, "to": "x"}).status_code == 404


def test_a_version_that_is_not_is_said_in_words_at_the_address_that_asked(table: DeckFixture) -> None:
    there = f"{home(table)}compare/"
    for asked in (f"{there}999999999..1/", f"{there}1..999999999/", f"{there}?from=999999999&to=1"):
        said = read(Client(), asked, 404)
        assert "has versions 1 to 2, and no version 999999999." in said and f'href="{there}"' in said, asked


def test_a_part_that_is_not_is_not_there(table: DeckFixture) -> None:
    for part in ("2", "0", "-1", "x", "9" * 30):
        read(Client(), f"{home(table)}compare/1..2/?part={part}", 404)


def test_what_lies_on_several_pages_is_listed_on_each(table: DeckFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare_page, "A_PART", 2)
    there = f"{home(table)}compare/1..2/"
    first, second = read(Client(), there), read(Client(), f"{there}?part=2")
    assert 'href="?part=2#out-rule-1"' in first and 'href="#card-1"' in first
    assert 'id="card-1"' in first and 'id="out-rule-1"' not in first
    assert 'id="out-rule-1"' in second and 'id="card-1"' not in second and 'href="?part=1#card-1"' in second
    assert words(first).count("Roaming Goat") >= 1 and "3 to 4" in words(second)


def test_what_is_otherwise_at_the_table_is_told_beside_the_cards(table: DeckFixture) -> None:
    """How it is laid and what its words mean, on which side a card lies, in which order Special Rules hold."""
    first, second = (accepted(table, Face(f"Rule {n}", "", f"Rule {n} holds."), kind="rule") for n in "ab")
    archive(table, "Three")
    heron = DeckSymbol("heron", "a heron", "#3c6b4c", "round", "", "sun")
    kit = replace(DVORAK, sides=("heron", "frog"), lexicon=replace(DVORAK.lexicon, symbols=(heron,)))
    ask(table, SetKit(kit, digest(DVORAK)))
    ask(table, Reside(Ref("card", 2), BAN.digest, "frog"))
    table.all_vote(table.repeal("Ros", first))
    ask(table, Restore(first, table.article(first).face_id))
    archive(table, "Four")
    there = f"{home(table)}compare/3..4/"
    said = words(read(Client(), there))
    assert "on the side frog, was of nobody" in said and "At the table" in said and "heron" in said
    assert "hold in another order now" in said
    assert said.index("Rule b", said.index("another order")) < said.index("Rule a", said.index("another order"))
    found = data(Client(), there)
    assert [change["became"] for change in found["changes"]] == ["moved"] and found["kit"]
    assert [one["number"] for one in found["rules_in_order"]] == [second.number, first.number]
    text = Client().get(f"{there}changes.txt").content.decode()
    assert "on the side frog, was of nobody" in text and "HOW THE TABLE IS LAID" in text and "heron" in text


def test_markup_in_every_field_stays_letters(table: DeckFixture) -> None:
    evil = "<b onclick='x'>\"&{{ 1 }}</b><script>alert(1)</script>"
    was, now = (Face(evil, evil[:40], f"{evil}\n\n{word}", evil, credit=evil[:40]) for word in ("one", "two"))
    bad = accepted(table, was)
    rows.Deck.objects.filter(pk=table.deck.pk).update(title=evil)
    archive(table, evil[:40])
    table.all_vote(table.amend("Ros", bad, now))
    archive(table, evil[:40])
    there, back = f"{home(table)}compare/3..4/", f"{home(table)}versions/3/roll-back/"
    for page in (read(Client(), there), read(as_member(table, "Ros"), there), read(as_member(table, "Idris"), back)):
        main = page[page.index("<main") : page.index("</main>")]
        assert "<script>alert" not in page and "<b onclick" not in page and "{{ 1 }}" in main
    for form in ("changes.json", "changes.txt"):
        answer = Client().get(f"{there}{form}")
        assert answer["X-Content-Type-Options"] == "nosniff" and "html" not in answer["Content-Type"]
        assert "alert(1)" in answer.content.decode() and "\n" not in answer["Content-Disposition"]


# --- across forks -----------------------------------------------------------------------------------------------------


def forked_twice(table: DeckFixture) -> tuple[rows.Deck, rows.Deck]:
    """Two forks of version 2, in which a fourth card came: a teapot in the one and hail in the other."""
    found = []
    for name, face in (("Maud", TEAPOT), ("Tomasz", Face("Hail", "Action", "It hails."))):
        client = Client()
        deck = forked(client, f"{home(table)}fork/?version=2", name=name, title=f"{name}’s")
        member = deck.group.members.get().pk
        actions.propose(deck.pk, by=member, key=None, changes=(Create("card", face.digest),), faces=[face])
        actions.propose(deck.pk, by=member, key=None, changes=(SetVisibility("public"),))
        archive_version(deck.pk, by=member, key=None, name="Ours", notes="")
        found.append(deck)
    return found[0], found[1]


def test_across_forks_numbers_count_up_to_the_common_version(table: DeckFixture) -> None:
    maud, tomasz = forked_twice(table)
    slug = table.article(Ref("card", 1))
    table.all_vote(table.amend("Ros", Ref("card", 1), SLUG))
    assert slug.face_id == BITES.digest
    accepted(table, Face("Nettle", "Thing", "Stings."))
    archive(table, "On")
    assert told(Client(), f"{home(table)}compare/3..{maud.slug}@1/") == [
        ("reworded", "Slug"), ("in", "Teapot"), ("out", "Nettle"),
    ]  # fmt: skip
    assert told(Client(), f"/decks/{maud.slug}/compare/1..{tomasz.slug}@1/") == [("in", "Hail"), ("out", "Teapot")]
    page = read(Client(), f"{home(table)}compare/3..{maud.slug}@1/")
    assert "Allotment Wars: Reworded by Ros, 2 of 2 in favour" in words(page)
    assert "Maud’s: Written by Maud, 1 of 1 in favour" in words(page)
    named = dict(re.findall(r'<option\s+value="([^"]+)"[^>]* selected\s*>\s*([^<]*?)\s*</option>', page))
    assert named == {f"{maud.slug}@1": "1 of Maud’s, Ours", "3": "3 of Allotment Wars, On"}, "each says of which deck"
    link = re.search(r'href="([^"]*/print/[^"]*)"', page)
    assert link and html.unescape(link[1]) == f"/decks/{maud.slug}/print/?version=1&what=picked&picked=1%2C+4"
    assert Client().get(html.unescape(link[1])).status_code == 200
    assert f"compare/3..{maud.slug}@1/" in read(Client(), f"{home(table)}?tab=history")
    assert f'href="/decks/{maud.slug}/compare/1..{table.deck.slug}@3/"' in read(Client(), f"/decks/{maud.slug}/")
    rows.Deck.objects.filter(pk=table.deck.pk).update(visibility="private", archived_at=None)
    assert "compare/1.." not in read(Client(), f"/decks/{maud.slug}/"), "where one may not go nothing leads"


def test_a_deck_that_turned_private_is_not_there_and_nothing_tells_of_it(table: DeckFixture) -> None:
    maud, _ = forked_twice(table)
    there = f"{home(table)}compare/2..{maud.slug}@1/"
    assert told(Client(), there) == [("in", "Teapot")]
    rows.Deck.objects.filter(pk=maud.pk).update(visibility="private", archived_at=None)
    for form in ("", "changes.json", "changes.txt"):
        assert "Teapot" not in read(Client(), f"{there}{form}", 404)
    assert maud.slug not in read(Client(), f"{home(table)}compare/1..2/")
    rows.Deck.objects.filter(pk=maud.pk).update(visibility="unlisted")
    answer = Client().get(there)
    assert answer.status_code == 200 and "noindex" in as_read(answer)


def test_a_former_address_of_either_deck_leads_on(table: DeckFixture) -> None:
    maud, _ = forked_twice(table)
    rows.FormerSlug.objects.create(deck=maud, slug="mauds-once")
    answer = Client().get(f"{home(table)}compare/2..mauds-once@1/")
    assert (answer.status_code, answer["Location"]) == (302, f"{home(table)}compare/2..{maud.slug}@1/")


def test_words_that_were_taken_down_are_told_nowhere(table: DeckFixture) -> None:
    actions.take_down(BITES.digest, why="theirs")
    there = f"{home(table)}compare/1..2/"
    for address in (there, f"{there}changes.json", f"{there}changes.txt"):
        assert "two bites" not in read(Client(), address)
    assert "Some of these words were taken down." in read(Client(), there)
    assert not data(Client(), there)["changes"][0]["fields"]


def answers(there: str) -> list[str]:
    """What was voted on all changes."""
    steps = (step for change in data(Client(), there)["changes"] for step in change["steps"])
    return [vote["answer"] for step in steps for vote in step["votes"]]


def test_of_whoever_asked_to_be_forgotten_or_left_it_says_no_name(table: DeckFixture) -> None:
    """Their votes stay counted; only whoever asked to be forgotten is somebody."""
    table.all_vote(table.amend("Idris", Ref("card", 1), replace(SLUG, text="It sleeps.")))
    archive(table)
    there = f"{home(table)}compare/1..3/"
    table.leave("Idris")
    for form in ("", "changes.json", "changes.txt"):
        assert "Idris" in read(Client(), f"{there}{form}")
    votes = answers(there)
    forget_me(person_id=Member.objects.get(pk=table.ids["Idris"]).person_id)
    for form in ("", "changes.json", "changes.txt"):
        assert "Idris" not in read(Client(), f"{there}{form}") and "Somebody" in read(Client(), f"{there}{form}")
    assert answers(there) == votes and len(votes) > 3


def test_what_was_said_for_a_change_is_told_to_members_alone(table: DeckFixture) -> None:
    now = table.article(Ref("card", 1)).face_id
    change = Amend(Ref("card", 1), now, SLUG.digest)
    asked = actions.propose(
        table.deck.pk, by=table.ids["Ros"], key=None, changes=(change,), faces=[SLUG], grounds="It ends no summer."
    )  # fmt: skip
    table.all_vote(asked.result["proposal"])
    archive(table)
    there = f"{home(table)}compare/2..3/"
    assert "It ends no summer" in read(as_member(table, "Ros"), there)
    for form in ("", "changes.json", "changes.txt"):
        assert "It ends no summer" not in read(Client(), f"{there}{form}")


# --- how many statements ----------------------------------------------------------------------------------------------


def test_a_comparison_costs_the_same_statements_however_much_changed(table: DeckFixture) -> None:
    def asked(address: str) -> int:
        Client().get(address)
        with CaptureQueriesContext(
            connection,
        ) as seen:
            assert Client().get(address).status_code == 200
        return len(seen)

    there = f"{home(table)}compare/1..2/"
    few = asked(there)
    assert few <= 11
    for number in range(5):
        accepted(table, Face(f"Weed {number}", "Thing", "It grows."))
    table.all_vote(table.amend("Ros", Ref("card", 2), Face("Hosepipe Ban", "Action", "Nobody waters.")))
    archive(table)
    assert asked(f"{home(table)}compare/1..3/") == few


@given(
    st.lists(st.sampled_from(["a", "bb", "ccc", "x\u00a0y", "é", "-", "d" * 30, "e" * 70, "f" * 90, *"  \t\n\v\f\r"])),
    st.sampled_from(["", "  ", "    "]),
)
@example(["d" * 30, " ", "d" * 30, " ", *["bb"] * 5, " ", "a"], "")  # as long as a line may be
def test_lines_for_a_mailing_list_are_those_of_textwrap(pieces: list[str], indent: str) -> None:
    said = "".join(pieces)
    wrapped = textwrap.wrap(
        said.lstrip(" \t\n\v\f\r"), compare_files.LINE, initial_indent=indent, subsequent_indent=indent,
        expand_tabs=False, break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    assert compare_files._wrapped(said, indent) == wrapped
