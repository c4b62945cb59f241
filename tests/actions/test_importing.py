"""Lists become decks, decks become files, histories come back whole, and the shelf fills once."""

from __future__ import annotations

import json
import os
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from cards import actions
from cards import models as rows
from cards.actions import import_deck
from cards.actions.restore_deck import restore
from cards.face.face import Face
from cards.files.listing_of_deck import listing_of, with_history
from cards.formats import own_json
from cards.formats.articles import UNTITLED
from cards.formats.values import DeckListing, History, ListedCard, ListedRule, Reading
from cards.rules.decision import DecisionRule
from cards.rules.deck import Create, Deck, Ref
from cards.rules.effects import kit_in_force
from cards.rules.evolve import fold
from cards.rules.kit import DVORAK_ZONES, Kit
from cards.rules.manifest import manifest_digest
from cards.sample_decks import SAMPLES, load_samples, read_sample
from cards.storage.log import DECK_LOG
from cards.storage.whole import load
from cards.verbs.votes import CastVote, Remark
from studio.kernel.codec import from_plain
from studio.kernel.refusals import Refused
from studio.models import Entry, Group, Member, Person
from studio.web.words import say
from tests.deck_fixture import SLUG, DeckFixture
from tests.deeds import archive_version
from tests.growing import grows_evenly

pytestmark = pytest.mark.django_db
FIXTURES = Path(__file__).parents[1] / "formats" / "fixtures"
SHARED = Path(os.environ.get("CARTE_SHARED") or Path(__file__).resolve().parents[3] / "shared")

FROST = Face("Frost", "Action", "Destroy a Vegetable.")
LAW = Face("Best in Show", text="Three rosettes win.")


def member() -> int:
    group = Group.objects.create(name="Import")
    return Member.objects.create(group=group, person=Person.objects.create(name="Maud"), is_steward=True).pk


def listing(**fields: Any) -> DeckListing:
    cards = (ListedCard(SLUG, 2), ListedCard(FROST, credit="Bea"))
    return DeckListing(**{"title": "Garden", "cards": cards, "rules": (ListedRule(LAW),), **fields})


def folded(deck: rows.Deck) -> Deck:
    return fold(Deck(), DECK_LOG.facts(deck.stream_id))


def in_force(deck: rows.Deck) -> list[tuple[str, int, str, int]]:
    found = rows.Article.objects.filter(deck=deck, in_force=True).order_by("kind", "number")
    return [(a.kind, a.number, a.face.content["title"], a.copies) for a in found.select_related("face")]


def test_a_list_becomes_a_deck_with_its_cards_copies_rules_and_makers() -> None:
    deck = import_deck.import_listing(
        Reading(listing(blurb="Mud.", players_min=3, tags=("Damp",))), member=member()
    ).deck
    assert in_force(deck) == [("card", 1, "Slug", 2), ("card", 2, "Frost", 1), ("rule", 1, "Best in Show", 1)]
    assert (deck.title, deck.blurb, deck.players_min, deck.players_max, deck.tags) == ("Garden", "Mud.", 3, 0, ["damp"])
    makers = rows.Article.objects.filter(deck=deck).order_by("kind", "number").values_list("maker", "by")
    assert list(makers) == [("", None), ("Bea", None), ("", None)]
    assert folded(deck) == load(deck)
    assert deck.visibility == "private"


def test_the_same_card_listed_again_is_counted_and_said() -> None:
    cards = (ListedCard(SLUG), ListedCard(FROST), ListedCard(SLUG, 3))
    brought = import_deck.import_listing(Reading(listing(cards=cards)), member=member())
    assert in_force(brought.deck)[:2] == [("card", 1, "Slug", 4), ("card", 2, "Frost", 1)]
    assert [remark.code for remark in brought.remarks] == ["import.copies"]


def test_more_copies_than_a_card_can_have_stay_a_card_of_their_own() -> None:
    many = Reading(listing(cards=(ListedCard(SLUG, 99), ListedCard(SLUG, 2))))
    deck = import_deck.import_listing(many, member=member()).deck
    assert [copies for kind, _, _, copies in in_force(deck) if kind == "card"] == [99, 2]


def test_notes_become_a_special_rule_and_long_ones_several() -> None:
    deck = import_deck.import_listing(Reading(listing(notes="For Ros. " * 1000)), member=member()).deck
    notes = [a.face.content for a in rows.Article.objects.filter(deck=deck, kind="rule").select_related("face")][1:]
    assert [note["title"] for note in notes] == ["Notes (1 of 2)", "Notes (2 of 2)"]
    assert " ".join(note["text"] for note in notes).split() == ("For Ros. " * 1000).split()


def test_numbers_that_were_given_are_kept_and_the_next_card_comes_after_them() -> None:
    cards = (ListedCard(SLUG, number=7), ListedCard(FROST, number=3))
    deck = import_deck.import_listing(Reading(listing(cards=cards)), member=member()).deck
    assert [number for kind, number, *_ in in_force(deck) if kind == "card"] == [3, 7]
    assert deck.last_card == 7


def test_a_licence_comes_with_the_deck_by_its_only_member_s_agreement() -> None:
    deck = import_deck.import_listing(Reading(listing(licence="CC BY 4.0")), member=member()).deck
    assert deck.licence == "CC BY 4.0"
    assert folded(deck) == load(deck)


def test_what_must_be_put_right_keeps_everything_out() -> None:
    for bad in (
        listing(cards=(ListedCard(Face("x" * 10_000)),)),
        listing(cards=(ListedCard(Face("A", text="x" * 1_000_000)),)),
        listing(cards=(ListedCard(Face("A"), 0),)),
        listing(title="T" * 81),
        listing(cards=tuple(ListedCard(Face(f"Card {n}")) for n in range(1001))),
    ):
        with pytest.raises(Refused) as caught:
            import_deck.import_listing(Reading(bad), member=member())
        assert caught.value.code == "listing.stops"
    assert not rows.Deck.objects.exists()


def test_a_thousand_cards_come_in_at_no_more_than_their_number() -> None:
    def bring(many: int) -> None:
        cards = tuple(ListedCard(Face(f"Card {n}", "Thing", "Some words. " * 20)) for n in range(many))
        deck = import_deck.import_listing(Reading(listing(cards=cards, rules=())), member=member()).deck
        assert deck.last_card == many

    assert grows_evenly(bring, 200)


def test_a_chosen_address_is_taken_once() -> None:
    assert import_deck.import_listing(Reading(listing()), member=member(), slug="garden").deck.slug == "garden"
    with pytest.raises(Refused) as caught:
        import_deck.import_listing(Reading(listing()), member=member(), slug="garden")
    assert caught.value.code == "import.slug_taken"
    with pytest.raises(Refused) as caught:
        import_deck.import_listing(Reading(listing()), member=member(), slug="../x")
    assert caught.value.code == "import.slug"
    assert rows.Deck.objects.count() == 1


# --- into a deck that is there ---------------------------------------------------------------------------------------


def test_alone_in_a_deck_of_nothing_the_list_enters_at_once_and_names_the_deck() -> None:
    table = DeckFixture("Ros", title=UNTITLED)
    turn = import_deck.bring_in(table.deck.pk, by=table.ids["Ros"], key="k", reading=Reading(listing(theme="Mud")))
    table.deck.refresh_from_db()
    assert "proposal" not in turn.result
    assert len(in_force(table.deck)) == 3
    assert (table.deck.title, table.deck.theme) == ("Garden", "Mud")
    assert table.folded() == table.value()


def test_in_company_the_list_is_one_proposal_that_goes_in_whole() -> None:
    table = DeckFixture("Ros", "Idris")
    turn = import_deck.bring_in(table.deck.pk, by=table.ids["Ros"], key=None, reading=Reading(listing()))
    assert in_force(table.deck) == []
    table.vote("Idris", turn.result["proposal"])
    assert in_force(table.deck) == [("card", 1, "Slug", 2), ("card", 2, "Frost", 1), ("rule", 1, "Best in Show", 1)]
    assert table.folded() == table.value()


def test_a_list_sent_twice_counts_once() -> None:
    table = DeckFixture("Ros", "Idris")
    first = import_deck.bring_in(table.deck.pk, by=table.ids["Ros"], key="k", reading=Reading(listing()))
    again = import_deck.bring_in(table.deck.pk, by=table.ids["Ros"], key="k", reading=Reading(listing()))
    assert (again.result, again.is_repeat) == (first.result, True)
    assert rows.Proposal.objects.filter(deck=table.deck).count() == 1


def test_alone_a_list_entered_twice_by_one_press_is_there_once() -> None:
    table = DeckFixture("Ros")
    for _ in range(2):
        import_deck.bring_in(table.deck.pk, by=table.ids["Ros"], key="k", reading=Reading(listing()))
    assert len(in_force(table.deck)) == 3


def test_titles_that_are_there_already_or_twice_keep_the_list_out() -> None:
    table = DeckFixture("Ros", "Idris")
    table.vote("Idris", table.propose("Ros"))
    with pytest.raises(Refused) as caught:
        import_deck.bring_in(table.deck.pk, by=table.ids["Ros"], key=None, reading=Reading(listing()))
    assert "already a “Slug”" in say(caught.value.facts["why"])
    twice = listing(cards=(ListedCard(FROST), ListedCard(Face("FROST", "Thing"))))
    with pytest.raises(Refused) as caught:
        import_deck.bring_in(table.deck.pk, by=table.ids["Ros"], key=None, reading=Reading(twice))
    assert "Two different cards" in say(caught.value.facts["why"])
    assert rows.Proposal.objects.count() == 1


# --- out and in again ------------------------------------------------------------------------------------------------


def evening() -> DeckFixture:
    """Three people, an argument, an amendment, a version, a repeal, somebody who leaves, one thing still open."""
    table = DeckFixture("Ros", "Idris", "Maud", title="Garden")
    table.all_vote(table.propose("Ros"))
    aside = table.propose("Idris", FROST)
    actions.do(table.deck.pk, Remark(by=table.ids["Maud"], proposal=aside, text="Must it?"), key=None)
    table.vote("Ros", aside, "against", "Too cold.")
    table.vote("Maud", aside)
    table.all_vote(table.propose("Maud", LAW, kind="rule"))
    slower = Face("Slug", "Thing — Pest", "Slowly.")
    table.all_vote(table.amend("Ros", Ref("card", 1), slower))
    archive_version(table.deck.pk, by=table.ids["Ros"], key=None, name="First frost", notes="Cold.")
    table.all_vote(table.repeal("Idris", Ref("rule", 1)))
    table.leave("Maud")
    open_one = table.propose("Idris", FROST)
    actions.reword(
        table.deck.pk, by=table.ids["Idris"], key=None, proposal=open_one, wording=1,
        changes=(Create("card", LAW.digest),), faces=(LAW,),
    )  # fmt: skip
    return table


def whole(deck: rows.Deck) -> DeckListing:
    return with_history(deck, listing_of(deck))


def by_order(past: History) -> str:
    """A history with people counted from 1, so that two installations can be compared."""
    from cards.formats.renumber import renumbered

    ids = {person.id: n for n, person in enumerate(past.people, 1)}
    return own_json.write(DeckListing(history=renumbered(past, ids)[0])).text


def test_a_deck_with_its_history_goes_out_and_comes_back_whole() -> None:
    table = evening()
    table.deck.refresh_from_db()
    text = own_json.write(whole(table.deck)).text
    reading = own_json.read(text)
    assert reading.remarks == ()
    assert reading.listing == whole(table.deck)
    deck = restore(reading.listing).deck
    there, here = whole(table.deck), whole(deck)
    assert there.history and here.history
    assert by_order(here.history) == by_order(there.history)
    assert here.cards == there.cards and here.rules == there.rules
    assert folded(deck) == load(deck)
    assert [v.digest for v in deck.versions.all()] == [v.digest for v in table.deck.versions.all()]
    assert rows.Vote.objects.filter(wording__proposal__deck=deck, reason="Too cold.").count() == 1
    assert rows.Remark.objects.get(proposal__deck=deck).text == "Must it?"
    assert Member.objects.get(group=deck.group, left_at__isnull=False).person.name == "Maud"


def test_the_ballot_that_was_open_goes_on_after_the_move() -> None:
    table = evening()
    deck = restore(own_json.read(own_json.write(whole(table.deck)).text).listing).deck
    members = {m.person.name: m.pk for m in Member.objects.filter(group=deck.group)}
    row = rows.Proposal.objects.get(deck=deck, state="open")
    actions.do(deck.pk, CastVote(by=members["Ros"], proposal=row.number, wording=2, answer="for"), key=None)
    row.refresh_from_db()
    assert row.state == "accepted"


def test_a_rule_that_names_a_member_names_the_same_one_after_the_move() -> None:
    table = DeckFixture("Ros", "Idris")
    Person.objects.create(name="Somebody else altogether")
    dictator = Face("Idris decides", effects=(DecisionRule(by="decider", decider=table.ids["Idris"]),))
    table.all_vote(table.propose("Ros", dictator, kind="rule"))
    archive_version(table.deck.pk, by=table.ids["Ros"], key=None, name="Under Idris")
    table.deck.refresh_from_db()
    brought = restore(own_json.read(own_json.write(whole(table.deck)).text).listing)
    idris = Member.objects.get(group=brought.deck.group, person__name="Idris")
    value = load(brought.deck)
    assert value.decision_rule == DecisionRule(by="decider", decider=idris.pk)
    assert value.version_digest == manifest_digest(value)
    assert [remark.code for remark in brought.remarks] == ["history.digests"]
    own_json.read(own_json.write(whole(brought.deck)).text)


def test_a_withdrawn_face_stays_withdrawn_after_the_move() -> None:
    table = evening()
    actions.take_down(SLUG.digest, why="Libel of slugs.")
    text = own_json.write(whole(table.deck)).text
    assert "bite on a Vegetable" not in text
    deck = restore(own_json.read(text).listing).deck
    assert folded(deck) == load(deck)


def test_a_file_cannot_take_down_what_stands_here() -> None:
    table = evening()
    with transaction.atomic():
        actions.take_down(SLUG.digest, why="Libel of slugs.")
        text = own_json.write(whole(table.deck)).text
        transaction.set_rollback(True)
    with pytest.raises(Refused) as caught:
        restore(own_json.read(text).listing)
    assert caught.value.code == "history.would_withdraw"
    assert rows.Face.objects.get(digest=SLUG.digest).withdrawn_at is None


def test_a_version_goes_out_as_it_was() -> None:
    table = evening()
    old = listing_of(table.deck, 1)
    assert [card.face.text for card in old.cards] == ["Slowly."]
    assert [rule.face.title for rule in old.rules] == ["Best in Show"]
    assert old.version and (old.version.number, old.version.name) == (1, "First frost")
    assert listing_of(table.deck).rules == ()
    assert old.cards[0].credit == "Ros"


# --- commands --------------------------------------------------------------------------------------------------------


def run(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_import_deck_says_what_it_understood(tmp_path: Path) -> None:
    told = json.loads(run("import_deck", str(FIXTURES / "kettle.md"), "--slug", "kettle", "--json"))
    assert (told["slug"], told["cards"], told["copies"], told["rules"]) == ("kettle", 7, 9, 6)
    assert [remark["line"] for remark in told["remarks"]] == [35, 53, 67, 71, 89, None]
    words = run("import_deck", str(FIXTURES / "bare.txt"))
    assert "The Night Bus: 5 cards, 4 different and 0 Special Rules." in words


def test_import_deck_refuses_in_words_and_leaves_nothing(tmp_path: Path) -> None:
    bad = tmp_path / "bad.md"
    bad.write_text("## " + "T" * 10_000 + "\n\nThing\n\nx")
    with pytest.raises(CommandError, match="characters long and 80 fit"):
        run("import_deck", str(bad))
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("import_deck", str(bad), "--json", stdout=out)
    told = json.loads(out.getvalue())
    assert told["refused"]["code"] == "listing.stops"
    assert told["remarks"][0]["line"] == 1
    with pytest.raises(CommandError, match="could not be read"):
        run("import_deck", str(tmp_path / "none.md"))
    assert not rows.Deck.objects.exists() and not Person.objects.exists()


def test_import_deck_says_what_has_no_place_in_a_deck(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    sheet.write_text("ID;Name;Type;Mood\n7;Slug;Thing;low\n8;Frost;Action;")
    told = json.loads(run("import_deck", str(sheet), "--json"))
    assert told["unplaced"] == [
        {"line": 2, "name": "ID", "words": "7"}, {"line": 2, "name": "Mood", "words": "low"},
        {"line": 3, "name": "ID", "words": "8"},
    ]  # fmt: skip
    words = run("import_deck", str(sheet))
    assert "Line 2: “Mood: low” was not understood, and was left out." in words
    assert "3 lines and cells were left out; --json lists each." in words
    stops = tmp_path / "stops.csv"
    stops.write_text("Name;Type;Copies;Mood\nSlug;Thing;200;low")
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("import_deck", str(stops), "--json", stdout=out)
    assert json.loads(out.getvalue())["unplaced"] == [{"line": 2, "name": "Mood", "words": "low"}]


def test_import_deck_is_told_what_the_columns_of_a_sheet_are(tmp_path: Path) -> None:
    """A sheet of a tool whose names nobody here knows; what is said wrongly is refused in words, and makes nothing."""
    sheet = tmp_path / "sheet.csv"
    sheet.write_text("ID,Label,Category,Words\n1,Slug,Thing,It eats.\n2,Frost,Action,Brr.\n")
    with pytest.raises(CommandError):
        run("import_deck", str(sheet))
    for said, words in {
        "Label": "“Label” does not say what a column is.",
        "Label=colour": "“colour” is nothing that a column can be. There are: title, type, trait, text,",
        "Name=title": "There is no column “Name” in that file. There are: ID, Label, Category, Words.",
        "Words=text": "None of the columns has the titles.",
    }.items():
        with pytest.raises(CommandError, match=re.escape(words)):
            run("import_deck", str(sheet), "--column", said)
    assert not rows.Deck.objects.exists() and not Person.objects.exists()
    said = ("--column", "Label=title", "--column", "category=type", "--column", "Words=text")
    told = json.loads(run("import_deck", str(sheet), *said, "--json"))
    faces = [article.face.content for article in rows.Article.objects.select_related("face").order_by("number")]
    assert [(face["title"], face["type_line"], face["text"]) for face in faces] == [
        ("Slug", "Thing", "It eats."), ("Frost", "Action", "Brr."),
    ]  # fmt: skip
    assert [(one["name"], one["words"]) for one in told["unplaced"]] == [("ID", "1"), ("ID", "2")]


def test_what_is_exported_by_command_is_imported_by_command(tmp_path: Path) -> None:
    table = evening()
    whole_file, first, plain = tmp_path / "all.json", tmp_path / "first.json", tmp_path / "list.md"
    run("export_deck", table.deck.slug, "--history", "--out", str(whole_file))
    run("export_deck", f"{table.deck.slug}@1", "--out", str(first))
    run("export_deck", f"{table.deck.slug}@1", "--format", "listing", "--out", str(plain))
    assert json.loads(run("import_deck", str(whole_file), "--json"))["versions"] == 1
    for path in (first, plain):
        told = json.loads(run("import_deck", str(path), "--json"))
        assert (told["cards"], told["rules"]) == (1, 1)
    with pytest.raises(CommandError, match="has no version 9"):
        run("export_deck", f"{table.deck.slug}@9", "--out", str(first))
    with pytest.raises(CommandError, match="There is no deck"):
        run("export_deck", "nowhere", "--out", str(first))
    with pytest.raises(CommandError, match="could not be written"):
        run("export_deck", table.deck.slug, "--out", str(tmp_path / "no" / "where.json"))


def test_axshun_comes_in_with_ninety_cards() -> None:
    path = SHARED / "seeds" / "axshun.md"
    if not path.exists():
        pytest.skip("NOT RUN: axshun.md was not found; set CARTE_SHARED to the folder of shared input")
    told = json.loads(run("import_deck", str(path), "--slug", "axshun", "--json"))
    assert (told["cards"], told["copies"], told["rules"]) == (90, 90, 6)
    rules = rows.Article.objects.filter(deck__slug="axshun", kind="rule").values_list("face__content__title", flat=True)
    assert list(rules) == ["Materials", "Setup", "Play", "Keywords", "After Play", "BASIC RULES"]
    blurb = rows.Deck.objects.get(slug="axshun").blurb
    assert blurb.startswith("a card game by Royce Roeswood") and "perchance.org/limitless-ai" in blurb


# --- the shelf -------------------------------------------------------------------------------------------------------


def test_the_shelf_fills_once_with_public_decks_and_a_history_by_real_votes() -> None:
    came = load_samples()
    assert came == tuple(sorted(path.stem for path in SAMPLES.glob("*.json")))
    assert load_samples() == ()
    for deck in rows.Deck.objects.all():
        assert (deck.visibility, bool(deck.licence), deck.last_version > 0) == ("public", True, True)
        assert 30 <= rows.Article.objects.filter(deck=deck, kind="card", in_force=True).count() <= 60
        assert rows.Article.objects.filter(deck=deck, kind="rule", in_force=True).exists()
        assert folded(deck) == load(deck)
    wars = rows.Deck.objects.get(slug="allotment-wars")
    sample = read_sample(SAMPLES / "allotment-wars.json")
    cards = [{key: value for key, value in card.items() if key not in ("copies", "by")} for card in sample["cards"]]
    assert [article.face.content for article in wars.articles.filter(kind="card", in_force=True)] == cards
    makers = [article.by.person.name for article in wars.articles.filter(kind="card", in_force=True)]
    assert makers == [card["by"] for card in sample["cards"]]
    assert wars.last_version == sum("archive" in step for step in sample["history"])
    moments = list(Entry.objects.filter(stream=wars.stream).order_by("seq").values_list("at", flat=True))
    assert moments == sorted(moments) and (moments[-1] - moments[0]).days > 30
    own_json.read(own_json.write(whole(wars)).text)
    for path in SAMPLES.glob("*.json"):
        drawings = json.loads((SAMPLES / "drawings" / path.name).read_text())
        faces = rows.Article.objects.filter(deck__slug=path.stem, in_force=True, face__content__has_key="doodle")
        drawn = {article.face.content["title"] for article in faces.select_related("face")}
        assert drawn == set(drawings) and len(drawn) >= 5, path.stem
        assert all(drawing["art_words"] for drawing in drawings.values())
    for deck in rows.Deck.objects.all():
        assert lying_there(deck) == EQUIPMENT[deck.slug], deck.slug


def lying_there(deck: rows.Deck) -> dict[str, Any]:
    rules = deck.articles.filter(kind="rule", in_force=True).order_by("number")
    effects = [effect for rule in rules for effect in from_plain(Face, rule.face.content).effects]
    kit = kit_in_force(from_plain(Kit, deck.kit), effects)
    return {
        "tokens": {token.name for token in kit.tokens}, "dice": {die.name for die in kit.dice},
        "counters": {counter.name: counter.start for counter in kit.counters}, "limit": kit.turn.hand_limit,
        "besides": {zone.name for zone in kit.zones} - {zone.name for zone in DVORAK_ZONES},
    }  # fmt: skip


# What the words of each sample speak of, read from its cards and rules by hand.
NONE = set[str]()
EQUIPMENT = {
    "allotment-wars": {"tokens": {"Rosette", "Bite"}, "dice": {"Die"}, "counters": {}, "limit": 6, "besides": NONE},
    "crumb-kingdom": {"tokens": NONE, "dice": {"Die"}, "counters": {"Crumbs": 0}, "limit": 5, "besides": NONE},
    "lighthouse-committee": {"tokens": NONE, "dice": NONE, "counters": {}, "limit": 5, "besides": {"Weather"}},
    "orbit-and-rust": {
        "tokens": {"Time"}, "dice": {"Die"}, "limit": 5, "besides": NONE,
        "counters": {"Life": 10, "Red": 0, "Blue": 0, "Green": 0, "Black": 0, "Gold": 0},
    },
}  # fmt: skip
