"""A file and a deck: what stops comes to nothing, what goes out comes back the same, what stays behind is said."""

from __future__ import annotations

import hashlib
import html
import json
import os
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from cards import actions
from cards import models as rows
from cards.actions import import_deck
from cards.face.face import Face
from cards.files import listing_of_deck
from cards.formats import listing_writer, own_json
from cards.formats.articles import UNTITLED
from cards.formats.values import DeckListing, ListedCard, ListedRule, Reading
from cards.rules.decision import DecisionRule
from cards.rules.deck import Details, Ref, SetKit
from cards.rules.events import DeckStarted
from cards.rules.kit import DVORAK, CounterKit, Kit
from cards.storage.acceptance import rules_since
from studio.kernel.codec import digest, from_plain
from studio.models import Device, Member, Person
from studio.people.devices import DEVICE_COOKIE
from tests.deck_fixture import SLUG, DeckFixture
from tests.deeds import archive_version, edit_details
from tests.markup import as_read
from tests.web.decks import as_member

pytestmark = pytest.mark.django_db
SHARED = Path(os.environ.get("CARTE_SHARED") or Path(__file__).resolve().parents[3] / "shared")
PLUMS = Kit(counters=(CounterKit("plum", "Plum"),))
PROSE = "Dear all,\n\nthere are no cards today.\n\nYours"


def told(*words: str) -> dict[str, Any]:
    out = StringIO()
    call_command(*words, "--json", stdout=out)
    return json.loads(out.getvalue())  # type: ignore[no-any-return]


def refused(path: Path) -> dict[str, Any]:
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("import_deck", str(path), "--json", stdout=out)
    assert ended.value.code == 1
    return json.loads(out.getvalue())  # type: ignore[no-any-return]


# --- what stops ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("prose.txt", PROSE, "listing.no_cards"),
        ("long.txt", "Slug\nThing\nEat.\n\n" * 7000, "listing.long"),
        ("many.txt", "".join(f"## Card {n}\nThing\nx\n\n" for n in range(1001)), "deck.cards_many"),
        ("none.json", '{"schema": "carte-blanche/1", "deck": {"title": "D"}}', "listing.no_cards"),
    ],
)
def test_what_stops_a_list_stops_the_command(tmp_path: Path, name: str, text: str, why: str) -> None:
    (tmp_path / name).write_text(text)
    answer = refused(tmp_path / name)
    assert answer["refused"]["code"] == "listing.stops"
    first = next(remark for remark in answer["remarks"] if remark["stops"])
    assert first["code"] == why and first["text"] in answer["refused"]["words"]
    with pytest.raises(CommandError):
        call_command("import_deck", str(tmp_path / name), stderr=StringIO())
    assert not rows.Deck.objects.exists() and not Person.objects.exists()


def test_page_and_command_stop_for_the_same_reason(tmp_path: Path) -> None:
    (tmp_path / "prose.txt").write_text(PROSE)
    said = refused(tmp_path / "prose.txt")["refused"]["words"]
    table = DeckFixture("Ros")
    form = {"do": "enter", "list": PROSE, "key": "k"}
    answer = as_member(table, "Ros").post(f"/decks/{table.deck.slug}/bring-in/", form)
    assert (answer.status_code, said in as_read(answer)) == (422, True)


# --- out and in again ------------------------------------------------------------------------------------------------


def full_deck() -> DeckFixture:
    """Cards of two makers, a card whose face names one, a rule, a kit, a licence and nothing said of players."""
    table = DeckFixture("Ros", "Idris", title="Garden")
    table.all_vote(table.propose("Ros"))
    table.all_vote(table.propose("Idris", Face("Frost", "Action", "Brr.", credit="Bea Potter")))
    table.all_vote(table.propose("Idris", Face("Peas", text="Plant peas."), kind="rule"))
    change = actions.propose(
        table.deck.pk, by=table.ids["Ros"], key=None, changes=(SetKit(PLUMS, digest(DVORAK)),)
    ).result["proposal"]
    table.all_vote(change)
    table.deck.refresh_from_db()
    return table


def export(slug: str, path: Path) -> dict[str, Any]:
    call_command("export_deck", slug, "--out", str(path), stdout=StringIO(), stderr=StringIO())
    return json.loads(path.read_text())  # type: ignore[no-any-return]


def test_a_deck_taken_out_plainly_comes_back_with_every_face_and_maker(tmp_path: Path) -> None:
    table = full_deck()
    first = export(table.deck.slug, tmp_path / "first.json")
    slug = told("import_deck", str(tmp_path / "first.json"))["slug"]
    assert export(slug, tmp_path / "second.json") == first
    faces = [
        set(rows.Article.objects.filter(deck__slug=name).values_list("kind", "number", "face_id"))
        for name in (table.deck.slug, slug)
    ]
    assert faces[0] == faces[1]
    assert [card.get("credit", "") for card in first["deck"]["cards"]] == ["Ros", ""]


@pytest.mark.parametrize("written", ["json", "list", "version"])
def test_of_special_rules_the_one_that_holds_holds_still_once_the_deck_was_taken_out_and_in(
    tmp_path: Path, written: str
) -> None:
    """B11: the one that was accepted last. §1 was reworded after §2 came in; afterwards §2 is, in the draft alone."""
    table = DeckFixture("Ros")
    table.propose("Ros")
    for title in ("Peas", "Beans"):
        table.propose("Ros", Face(title, text="Plant them."), kind="rule")
    table.amend("Ros", Ref("rule", 1), Face("Only Peas", text="Plant them."))
    if written == "version":
        archive_version(table.deck.pk, by=table.ids["Ros"], key=None, name="First")
        table.amend("Ros", Ref("rule", 2), Face("Only Beans", text="Plant them."))
    listing = listing_of_deck.listing_of(table.deck, 1 if written == "version" else None)
    text = (listing_writer if written == "list" else own_json).write(listing).text
    (tmp_path / "deck.txt").write_text(text)
    slug = told("import_deck", str(tmp_path / "deck.txt"))["slug"]
    numbers = dict(
        rows.Article.objects.filter(deck__slug=slug, kind="rule").values_list("face__content__title", "number")
    )
    since = rules_since(rows.Deck.objects.get(slug=slug).pk)
    assert since[numbers["Beans"]] < since[numbers["Only Peas"]]
    assert numbers == ({"Beans": 1, "Only Peas": 2} if written == "list" else {"Only Peas": 1, "Beans": 2})


def test_whoever_brings_a_file_in_by_command_has_written_none_of_it(tmp_path: Path) -> None:
    (tmp_path / "bus.txt").write_text("Bus\nThing\nIt goes.\n\nStop\nThing\nIt waits.")
    slug = told("import_deck", str(tmp_path / "bus.txt"), "--name", "Archivist")["slug"]
    assert "Archivist" not in json.dumps(export(slug, tmp_path / "bus.json"))
    page = as_read(founder_of(slug).get(f"/decks/{slug}/?view=list"))
    listed = page[page.index('<ul class="listing">') : page.index("</ul>", page.index('<ul class="listing">'))]
    assert "It goes." in listed and "Archivist" not in listed


def test_a_maker_who_is_nobody_here_is_named_by_page_vote_and_fork(tmp_path: Path) -> None:
    card = ListedCard(Face("Frost", "Action", "Brr."), credit="Bea Potter")
    reading = Reading(DeckListing(title="Garden", cards=(card,)))
    alone, company = DeckFixture("Ros"), DeckFixture("Maud", "Idris")
    import_deck.bring_in(alone.deck.pk, by=alone.ids["Ros"], key=None, reading=reading)
    number = import_deck.bring_in(company.deck.pk, by=company.ids["Maud"], key=None, reading=reading).result["proposal"]
    company.vote("Idris", number)
    clients = {}
    for table, who in ((alone, "Ros"), (company, "Maud")):
        article = rows.Article.objects.get(deck=table.deck)
        assert (article.face_id, article.maker) == (card.face.digest, "Bea Potter")
        table.deck.refresh_from_db()
        clients[who] = as_member(table, who)
        assert "Bea Potter" in as_read(clients[who].get(f"/decks/{table.deck.slug}/?view=list"))
        assert "Bea Potter" in clients[who].get(f"/decks/{table.deck.slug}/export.json").content.decode()
        assert table.folded() == table.value()
    answer = clients["Ros"].post(f"/decks/{alone.deck.slug}/fork/", {"title": "Other", "key": "f"})
    assert answer.status_code == 303
    assert rows.Article.objects.get(deck__title="Other").maker == "Bea Potter"


def test_cards_with_numbers_of_their_own_stay_apart() -> None:
    cards = (ListedCard(SLUG, number=3), ListedCard(SLUG, number=7))
    table = DeckFixture("Ros")
    import_deck.bring_in(table.deck.pk, by=table.ids["Ros"], key=None, reading=Reading(DeckListing(cards=cards)))
    assert list(rows.Article.objects.values_list("number", "copies")) == [(3, 1), (7, 1)]


# --- what a list does not say ----------------------------------------------------------------------------------------


def test_what_a_file_does_not_say_stays_unsaid(tmp_path: Path) -> None:
    (tmp_path / "bus.txt").write_text("Bus\nThing\nIt goes.\n\nStop\nThing\nIt waits.")
    slug = told("import_deck", str(tmp_path / "bus.txt"))["slug"]
    deck = rows.Deck.objects.get(slug=slug)
    assert (deck.players_min, deck.players_max, deck.language_said, deck.status) == (0, 0, "", "")
    assert not {"players_min", "players_max", "language", "status"} & export(slug, tmp_path / "bus.json")["deck"].keys()
    founder = founder_of(slug)
    page = as_read(founder.get(f"/decks/{slug}/"))
    assert "Players" not in page and "<dt>State" not in page
    form = as_read(founder.get(f"/decks/{slug}/details/"))
    assert re.search(r'name="players_min"[^>]* value=""', form)
    assert '<option value="" selected>Not said; taken for English</option>' in form
    kept = {"title": "Bus", "blurb": "", "theme": "", "goal": "", "status": "", "tags": "", "language": "", "key": "k"}
    assert founder.post(f"/decks/{slug}/details/", {**kept, "players_min": "3", "players_max": ""}).status_code == 303
    slug = rows.Deck.objects.get(pk=deck.pk).slug
    assert "3 or more" in as_read(founder.get(f"/decks/{slug}/"))
    for path in ("workshop/", "minutes/", "print/", "play/", "kit/", "export.json"):
        assert founder.get(f"/decks/{slug}/{path}").status_code == 200, path


def test_into_a_deck_of_nothing_a_list_brings_its_facts_and_takes_away_those_nobody_said() -> None:
    silent, says = DeckFixture("Ros", title=UNTITLED), DeckFixture("Maud", title=UNTITLED)
    card = (ListedCard(SLUG),)
    import_deck.bring_in(silent.deck.pk, by=silent.ids["Ros"], key=None, reading=Reading(DeckListing(cards=card)))
    spoken = DeckListing(
        title="Sad", cards=card, players_min=3, language="sk", status="playable", kit=PLUMS, licence="CC BY 4.0"
    )
    import_deck.bring_in(says.deck.pk, by=says.ids["Maud"], key=None, reading=Reading(spoken))
    now = silent.value().details
    assert (now.players_min, now.players_max, now.language) == (0, 0, "")
    then = says.value()
    assert (then.details.players_min, then.details.language, then.details.status) == (3, "sk", "playable")
    assert (then.kit, then.licence) == (PLUMS, "CC BY 4.0")
    assert says.folded() == then


def test_decks_begun_before_facts_could_be_unsaid_say_what_they_said() -> None:
    assert (Details().players_min, Details().players_max, Details().language) == (2, 6, "en")
    from_then = from_plain(DeckStarted, {"by": 1, "details": {"title": "Old"}})
    assert (from_then.details.players_min, from_then.details.language) == (2, "en")


def test_links_and_credits_alone_are_no_special_rule() -> None:
    links = "https://example.org/slugs\n\nCard images drawn by Bea.\n\nhttps://example.org/bea"
    cards = (ListedCard(SLUG),)
    credited = Reading(DeckListing(title="Mud", blurb="A deck.", notes=links, cards=cards))
    ruled = Reading(DeckListing(notes=f"{links}\n\nWhoever has mud on their boots begins.", cards=cards))
    alone, rule, told_already = (
        DeckFixture("Ros", title=UNTITLED),
        DeckFixture("Maud", title=UNTITLED),
        DeckFixture("Bea", title=UNTITLED),
    )
    details = replace(told_already.value().details, blurb="Ours.")
    edit_details(told_already.deck.pk, by=told_already.ids["Bea"], key=None, details=details)
    for table, reading in ((alone, credited), (rule, ruled), (told_already, credited)):
        import_deck.bring_in(table.deck.pk, by=next(iter(table.ids.values())), key=None, reading=reading)
    assert alone.value().details.blurb == f"A deck.\n\n{links}"
    assert not rows.Article.objects.filter(deck=alone.deck, kind="rule").exists()
    assert rows.Article.objects.get(deck=rule.deck, kind="rule").face.content["title"] == "Notes"
    assert rows.Article.objects.get(deck=told_already.deck, kind="rule").face.content["text"] == links


# --- what stays behind -----------------------------------------------------------------------------------------------


def test_what_a_deck_that_is_there_does_not_take_is_said_in_words() -> None:
    table = DeckFixture("Ros", "Idris", title="Garden")
    kitted = DeckFixture("Maud", "Bea", title="Orchard")
    kitted.all_vote(
        actions.propose(
            kitted.deck.pk, by=kitted.ids["Maud"], key=None, changes=(SetKit(PLUMS, digest(DVORAK)),)
        ).result["proposal"]
    )
    rule = ListedRule(Face("The King", effects=(DecisionRule(by="decider", decider=4711),)))
    pears = Kit(counters=(CounterKit("pear", "Pear"),))
    listing = DeckListing(
        title="Plot", goal="Dig.", players_min=3, language="sk", licence="CC BY-SA 4.0", tags=("mud",),
        cards=(ListedCard(SLUG, 2, number=9, side="Red"),), rules=(rule,), kit=pears,
    )  # fmt: skip
    text = own_json.write(listing).text
    seen = {}
    for mine, who in ((table, "Ros"), (kitted, "Maud")):
        client = as_member(mine, who)
        form = {"do": "read", "list": text}
        seen[who] = html.unescape(as_read(client.post(f"/decks/{mine.deck.slug}/bring-in/", form)))
        for words in (
            "The deck keeps its own title, players and language; what the file says there stays in it.",
            "The file’s licence, CC BY-SA 4.0, does not come in",
            "The cards get new numbers here.",
            "“The King” names a member of another group.",
        ):
            assert words in seen[who]
    assert "comes in with the cards" in seen["Ros"] and "this deck has its own way" in seen["Maud"]
    number = import_deck.bring_in(table.deck.pk, by=table.ids["Ros"], key=None, reading=Reading(listing)).result
    table.vote("Idris", number["proposal"])
    value = table.value()
    assert (value.kit, value.details.goal, value.details.tags, value.licence) == (pears, "Dig.", ("mud",), "")
    assert (value.articles[Ref("card", 1)].side, value.articles[Ref("card", 1)].copies) == ("Red", 2)
    assert value.decision_rule.by == "unanimity"
    assert table.folded() == value


def test_the_command_says_what_stays_in_a_file(tmp_path: Path) -> None:
    table = full_deck()
    call_command("export_deck", table.deck.slug, "--history", "--out", str(tmp_path / "all.json"), stdout=StringIO())
    remarks = told("import_deck", str(tmp_path / "all.json"), "--no-history")["remarks"]
    assert [remark["text"] for remark in remarks if remark["code"] == "import.leaves"] == [
        "The votes, talk and versions in this file stay in it. The cards came in as they are now."
    ]


def founder_of(slug: str) -> Client:
    """A browser known as the first member of the deck's group."""
    deck = rows.Deck.objects.get(slug=slug)
    secret = hashlib.sha256(slug.encode()).hexdigest()[:43]
    person = Member.objects.get(group_id=deck.group_id).person
    Device.objects.create(person=person, secret_hash=hashlib.sha256(secret.encode()).hexdigest())
    client = Client()
    client.cookies[DEVICE_COOKIE] = secret
    return client
