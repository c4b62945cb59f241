"""Cards taken over from a version or a fork, and a deck rolled back: one proposal, by the vote, with who wrote it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards import actions
from cards import models as rows
from cards.face.back import DeckBack
from cards.face.face import Face
from cards.face.lexicon import DeckSymbol
from cards.files.listing_of_deck import listing_of, with_history
from cards.formats import own_json
from cards.formats.history import check_history
from cards.rules.deck import Create, Ref, Repeal, SetKit, SetLicence, SetVisibility
from cards.rules.kit import DVORAK
from cards.rules.manifest import manifest
from cards.storage.audit import disagreements
from cards.verbs.batch import BeginBatch
from studio.kernel.codec import digest
from studio.models import Member
from tests.deck_fixture import SLUG, DeckFixture
from tests.deeds import archive_version
from tests.markup import as_read
from tests.web.decks import BAN, BITES, GOAT, SHOW, accepted, archive, as_member, ask
from tests.web.forks import forked, home

pytestmark = pytest.mark.django_db

RAIN = Face("Rain", "", "Nobody sows.")
TEAPOT = Face("Teapot", "Thing", "Pour.")


@pytest.fixture
def table() -> DeckFixture:
    """Version 1 has Slug, Ban and a rule. In version 2 Idris has reworded Slug, the Goat is in, the rule is out."""
    found = DeckFixture("Ros", "Idris")
    slug, _, show = accepted(found, SLUG), accepted(found, BAN), accepted(found, SHOW, kind="rule")
    ask(found, SetLicence("CC BY 4.0"))
    ask(found, SetVisibility("public"))
    archive(found, "One")
    found.all_vote(found.amend("Idris", slug, BITES))
    ask(found, Repeal(show, SHOW.digest))
    accepted(found, GOAT)
    archive(found, "Two")
    return found


def takes(table: DeckFixture, client: Client, versions: str, *ticked: str, key: str = "a key", **fields: str) -> Any:
    return client.post(
        f"{home(table)}compare/{versions}/take-over/", {"take": [*ticked], "key": key, **fields}
    )  # fmt: skip


def put(answer: Any) -> int:
    assert answer.status_code == 303, answer.content.decode()
    return int(answer["Location"].rstrip("/").rpartition("/")[2])


def words(answer: Any, status: int) -> str:
    assert answer.status_code == status
    return as_read(answer)


def life(table: DeckFixture, ref: Ref) -> list[tuple[str, str]]:
    """What was done to it, and who is credited with it."""
    steps = rows.Change.objects.filter(article=table.article(ref)).order_by("seq")
    return [*steps.values_list("kind", "by__person__name")]


def is_sound(table: DeckFixture) -> bool:
    table.value()
    assert table.folded() == table.value()
    return not [*disagreements(table.deck)]


def test_cards_of_an_earlier_version_are_one_proposal_by_the_ordinary_vote(table: DeckFixture) -> None:
    number = put(takes(table, as_member(table, "Ros"), "1..2", "was-card-1", "was-rule-1", grounds="It was better."))
    proposal = table.proposal(number)
    wording = rows.Wording.objects.get(proposal=proposal)
    assert (proposal.state, wording.grounds) == ("open", "It was better.")
    assert [change["is"] for change in wording.changes] == ["Amend", "Restore"]
    assert table.article(Ref("card", 1)).face_id == BITES.digest
    table.vote("Idris", number)
    assert table.article(Ref("card", 1)).face_id == SLUG.digest and table.article(Ref("rule", 1)).in_force
    assert is_sound(table)


def test_whose_words_they_were_stands_in_the_cards_life_and_not_whoever_took_them_over(table: DeckFixture) -> None:
    ask(table, Repeal(Ref("card", 1), BITES.digest))
    archive(table, "Three")
    by = table.join("Maud")
    table.arrive("Maud")
    maud = as_member(table, "Maud")
    table.all_vote(put(takes(table, maud, "2..3", "was-card-1")))
    assert life(table, Ref("card", 1))[-1] == ("restored", "Maud")
    table.all_vote(put(takes(table, maud, "1..2", "was-card-1", key="another")))
    assert life(table, Ref("card", 1))[-1] == ("amended", "Ros")
    table.all_vote(put(takes(table, maud, "1..2", "now-card-1", key="a third")))
    assert life(table, Ref("card", 1))[-1] == ("amended", "Idris")
    assert rows.Proposal.objects.filter(deck=table.deck, by=by, state="accepted").count() == 3
    page = as_read(maud.get(f"{home(table)}cards/1/"))
    assert page.index("Reworded by Idris.") < page.index("Reworded by Ros.")
    assert is_sound(table)


def a_fork(table: DeckFixture, name: str = "Maud", licence: str = "") -> rows.Deck:
    """A fork of version 2 in which its one member wrote a teapot and reworded Slug as it once was."""
    deck = forked(Client(), f"{home(table)}fork/?version=2", name=name, title=f"{name}’s")
    member = deck.group.members.get().pk
    changes: list[Any] = [Create("card", TEAPOT.digest, 2), SetVisibility("public")]
    if licence:
        changes.append(SetLicence(licence))
    for change in changes:
        actions.propose(deck.pk, by=member, key=None, changes=(change,), faces=[TEAPOT])
    archive_version(deck.pk, by=member, key=None, name="Ours", notes="")
    return deck


def test_a_card_of_a_fork_comes_in_with_the_name_of_who_wrote_it_there(table: DeckFixture) -> None:
    fork = a_fork(table)
    ros = as_member(table, "Ros")
    page = as_read(ros.get(f"{home(table)}compare/2..{fork.slug}@1/"))
    assert 'value="now-card-4"' in page and page.count('name="take"') == 1
    number = put(takes(table, ros, f"2..{fork.slug}@1", "now-card-4"))
    table.vote("Idris", number)
    row = rows.Article.objects.get(deck=table.deck, face=TEAPOT.digest)
    assert (row.number, row.copies, row.by.person.name) == (4, 2, "Maud")
    assert "Written by Maud." in as_read(ros.get(f"{home(table)}cards/4/"))
    assert is_sound(table)
    assert 'name="take"' not in as_read(ros.get(f"{home(table)}compare/2..{fork.slug}@1/"))
    answer = takes(table, ros, f"2..{fork.slug}@1", "now-card-4", key="again")
    assert "Teapot" in words(answer, 422)
    Member.objects.get(pk=row.by_id).person.__class__.objects.filter(pk=row.by.person_id).update(name="Margaret")
    assert "Written by Margaret." in as_read(ros.get(f"{home(table)}cards/4/"))


def test_a_card_of_another_language_and_lexicon_comes_in_as_it_is_written(table: DeckFixture) -> None:
    """Its kind, a symbol and a side that its new deck does not have are words there, and hinder nothing."""
    fork = a_fork(table)
    by = fork.group.members.get().pk
    heron = DeckSymbol("heron", "a heron", "#3c6b4c", "round", "", "sun")
    kit = replace(DVORAK, sides=("heron", "frog"), lexicon=replace(DVORAK.lexicon, symbols=(heron,)))
    actions.propose(fork.pk, by=by, key=None, changes=(SetKit(kit, digest(DVORAK)),))
    bird = Face("Heron", "Vogel — Reiher", "Pay {heron}. שלום " + "カード" * 80, "فلافل", "{heron}", colour="#123456")
    actions.propose(fork.pk, by=by, key=None, changes=(Create("card", bird.digest, 7, "heron"),), faces=[bird])
    actions.propose(fork.pk, by=by, key=None, changes=(Create("rule", RAIN.digest),), faces=[RAIN])
    rows.Deck.objects.filter(pk=fork.pk).update(language="he")
    archive_version(fork.pk, by=by, key=None, name="Birds", notes="")
    ros, versions = as_member(table, "Ros"), f"2..{fork.slug}@2"
    number = put(takes(table, ros, versions, "now-card-5", "now-rule-1"))
    assert ros.get(f"{home(table)}proposals/{number}/").status_code == 200
    table.vote("Idris", number)
    card = rows.Article.objects.get(deck=table.deck, face=bird.digest)
    assert (card.copies, card.side, card.by.person.name) == (7, "heron", "Maud") and is_sound(table)
    archive(table, "Three")
    for place in ("", "versions/3/", f"cards/{card.number}/", f"compare/3..{fork.slug}@2/", "print/", "workshop/"):
        assert ros.get(f"{home(table)}{place}").status_code == 200, place
    there = f"{home(table)}compare/2..3/"
    assert "Heron" in as_read(Client().get(there)) and "Heron" in Client().get(f"{there}changes.txt").content.decode()


def test_a_history_with_what_was_taken_over_goes_out_and_holds_together(table: DeckFixture) -> None:
    fork = a_fork(table)
    ros = as_member(table, "Ros")
    table.vote("Idris", put(takes(table, ros, f"2..{fork.slug}@1", "now-card-4")))
    table.vote("Idris", put(takes(table, ros, "1..2", "was-card-1", key="b")))
    table.deck.refresh_from_db()
    listing = with_history(table.deck, listing_of(table.deck))
    again = own_json.read(own_json.write(listing).text)
    assert again.listing is not None and again.listing.history is not None
    assert {person.name for person in again.listing.history.people} == {"Ros", "Idris", "Maud"}
    check_history(again.listing.history, again.listing)


@pytest.mark.parametrize(
    ("licence", "code"),
    [("", "keep all rights to it"), ("Ask Maud", "does not plainly let others"), ("CC BY-SA 4.0", "is under CC BY-SA")],
)
def test_a_licence_that_forbids_it_is_said_and_nothing_goes_to_the_table(
    table: DeckFixture, licence: str, code: str
) -> None:
    fork = a_fork(table)
    rows.Deck.objects.filter(pk=fork.pk).update(licence=licence)
    ros, before = as_member(table, "Ros"), rows.Proposal.objects.count()
    answer = takes(table, ros, f"2..{fork.slug}@1", "now-card-4", grounds="It pours.")
    page = words(answer, 403 if "is under" not in code else 409)
    assert code in page and 'value="It pours."' in page and 'value="now-card-4" form="take-over" checked' in page
    assert rows.Proposal.objects.count() == before
    assert put(takes(table, ros, f"1..{fork.slug}@1", "was-card-1"))  # one's own deck's words are its own


def test_a_member_of_both_may_take_whatever_the_licence_says(table: DeckFixture) -> None:
    fork = a_fork(table)
    rows.Deck.objects.filter(pk=fork.pk).update(licence="", visibility="private", archived_at=None)
    ros = as_member(table, "Ros")
    assert takes(table, ros, f"2..{fork.slug}@1", "now-card-4").status_code == 404
    Member.objects.create(group=fork.group, person=Member.objects.get(pk=table.ids["Ros"]).person)
    assert put(takes(table, ros, f"2..{fork.slug}@1", "now-card-4"))


def test_what_makes_no_sense_is_refused_in_words(table: DeckFixture) -> None:
    ros, before = as_member(table, "Ros"), rows.Proposal.objects.count()
    for ticked, status, said in (
        ([], 422, "Tick a card first"),
        (["was-card-9"], 409, "in neither of the two"),
        (["now-card-1"], 409, "reads like that already"),
        (["was-card-1", "now-rule-1"], 409, "in neither of the two"),
        (["x"], 422, ""), (["was-card-0"], 422, ""), (["was-card-１"], 422, ""), (["was-card-1"] * 1001, 422, ""),
    ):  # fmt: skip
        assert said in words(takes(table, ros, "1..2", *ticked, key=f"key {status}{said}{len(ticked)}"), status), ticked
    assert takes(table, ros, "1..9", "was-card-1").status_code == 404
    assert words(takes(table, ros, "1..2", "was-card-1", grounds="x" * 301), 422)
    assert rows.Proposal.objects.count() == before


def test_words_that_were_taken_down_are_not_taken_over(table: DeckFixture) -> None:
    actions.take_down(SLUG.digest, why="theirs")
    ros = as_member(table, "Ros")
    assert 'value="was-card-1"' not in as_read(ros.get(f"{home(table)}compare/1..2/"))
    assert "were taken down" in words(takes(table, ros, "1..2", "was-card-1"), 409)


def test_the_same_form_sent_twice_asks_once(table: DeckFixture) -> None:
    table.leave("Idris")
    ros = as_member(table, "Ros")
    number = put(takes(table, ros, "1..2", "was-card-1"))
    assert table.proposal(number).state == "accepted"  # alone: and now there would be nothing to take over
    assert put(takes(table, ros, "1..2", "was-card-1")) == number


def test_nobody_but_members_takes_over_or_rolls_back(table: DeckFixture) -> None:
    for client in (Client(), as_member(DeckFixture("Tomasz"), "Tomasz")):
        assert takes(table, client, "1..2", "was-card-1").status_code == 404
        for ask_by in (client.get, client.post):
            assert ask_by(f"{home(table)}versions/1/roll-back/").status_code == 404
        page = as_read(client.get(f"{home(table)}compare/1..2/"))
        assert 'name="take"' not in page and "roll-back" not in as_read(client.get(f"{home(table)}versions/1/"))


# --- back to a version ------------------------------------------------------------------------------------------------


def test_a_deck_goes_back_to_a_version_as_one_proposal(table: DeckFixture) -> None:
    kit = replace(DVORAK, back=DeckBack(seed="other"))
    ask(table, SetKit(kit, digest(DVORAK)))
    ros, there = as_member(table, "Ros"), f"{home(table)}versions/1/roll-back/"
    assert there in as_read(ros.get(f"{home(table)}versions/1/"))
    page = as_read(ros.get(there))
    for line in ("Four changes", "Back in", "Reworded", "Out", "Roaming Goat", "How it is laid"):
        assert line in page
    number = put(ros.post(there, {"key": "back", "grounds": "As it was."}))
    table.vote("Idris", number)
    version = rows.Version.objects.get(deck=table.deck, number=1)
    assert manifest(table.value()) == version.manifest and is_sound(table)
    assert "Nothing would change" in as_read(ros.get(there))
    assert "reads like that already" in words(ros.post(there, {"key": "once more"}), 409)
    assert ros.get(f"{home(table)}versions/9/roll-back/").status_code == 404


def test_a_version_of_which_words_were_taken_down_comes_back_without_them(table: DeckFixture) -> None:
    actions.take_down(SLUG.digest, why="theirs")
    ros, there = as_member(table, "Ros"), f"{home(table)}versions/1/roll-back/"
    page = as_read(ros.get(there))
    assert "Some words of that version were taken down." in page and "Slug" not in page[page.index("<main") :]
    table.vote("Idris", put(ros.post(there, {"key": "back"})))
    assert table.article(Ref("card", 1)).face_id == BITES.digest
    assert not table.article(Ref("card", 3)).in_force and table.article(Ref("rule", 1)).in_force


def test_more_changes_than_one_proposal_holds_are_said_before_anybody_presses(
    table: DeckFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Version 1 is three changes away: where one proposal holds three there is a form, where it holds two there is
    none, but the way to take over single cards; the form of a page that lay open is refused with the same page."""
    ros, there = as_member(table, "Ros"), f"{home(table)}versions/1/roll-back/"
    for limit, has_form in ((3, True), (2, False)):
        monkeypatch.setattr("cards.rules.limits.CHANGES_MAX", limit)
        monkeypatch.setattr("cards.queries.roll_back_page.CHANGES_MAX", limit)
        page = as_read(ros.get(there))
        assert ("Put it to the table" in page) is has_form
        assert ("That would be 3 changes, and one proposal holds 2." in page) is not has_form
    assert f"{home(table)}compare/?from=1" in page
    assert ros.get(f"{home(table)}compare/?from=1").status_code == 302
    assert "That would be 3 changes" in words(ros.post(there, {"key": "back"}), 422)
    assert rows.Proposal.objects.filter(deck=table.deck, state="open").count() == 0
    table.vote("Idris", put(takes(table, ros, "1..2", "was-card-1")))
    monkeypatch.undo()
    table.vote("Idris", put(ros.post(there, {"key": "the rest"})))
    assert manifest(table.value()) == rows.Version.objects.get(deck=table.deck, number=1).manifest and is_sound(table)


def test_what_two_take_over_and_what_one_sends_twice_is_asked_once(table: DeckFixture) -> None:
    """Also where one of them wrote it, and is not named for it: it is the same that is asked."""
    fork = a_fork(table)
    ros, idris = as_member(table, "Ros"), as_member(table, "Idris")
    first = put(takes(table, ros, f"2..{fork.slug}@1", "now-card-4"))
    assert put(takes(table, ros, f"2..{fork.slug}@1", "now-card-4")) == first
    again = takes(table, idris, f"2..{fork.slug}@1", "now-card-4", key="his own")
    assert again.status_code == 409
    table.vote("Idris", first)
    assert rows.Article.objects.filter(deck=table.deck, face=TEAPOT.digest).count() == 1
    back = [who.post(f"{home(table)}versions/1/roll-back/", {"key": key}) for who, key in ((ros, "a"), (idris, "b"))]
    assert [answer.status_code for answer in back] == [303, 409]
    assert is_sound(table)


def test_a_source_that_turns_private_or_is_taken_down_between_page_and_press_is_not_there(table: DeckFixture) -> None:
    fork = a_fork(table)
    ros, before = as_member(table, "Ros"), rows.Proposal.objects.count()
    versions = f"2..{fork.slug}@1"
    assert 'value="now-card-4"' in as_read(ros.get(f"{home(table)}compare/{versions}/"))
    rows.Deck.objects.filter(pk=fork.pk).update(visibility="private")
    answers = [takes(table, ros, versions, "now-card-4"), ros.get(f"{home(table)}compare/{versions}/changes.json")]
    rows.Deck.objects.filter(pk=fork.pk).update(visibility="public")
    actions.take_down(TEAPOT.digest, why="theirs")
    assert "were taken down" in words(takes(table, ros, versions, "now-card-4", key="taken down"), 409)
    assert [answer.status_code for answer in answers] == [404, 404]
    assert not any(b"Teapot" in answer.content for answer in answers)
    assert rows.Proposal.objects.count() == before


def test_what_is_taken_over_while_a_first_batch_lies_open(table: DeckFixture) -> None:
    """A batch is of cards that nobody knows yet: what is known already goes back beside it."""
    actions.do(table.deck.pk, BeginBatch(by=table.ids["Ros"], size=2), key=None)
    ros, there = as_member(table, "Ros"), f"{home(table)}versions/1/roll-back/"
    answer = ros.post(there, {"key": "back"})
    table.vote("Idris", put(answer))
    assert manifest(table.value()) == rows.Version.objects.get(deck=table.deck, number=1).manifest and is_sound(table)


def test_what_a_member_sees_to_take_over_costs_the_same_however_much_changed(table: DeckFixture) -> None:
    ros = as_member(table, "Ros")

    def asked(address: str) -> int:
        ros.get(address)
        with CaptureQueriesContext(connection) as seen:
            assert ros.get(address).status_code == 200
        return len(seen)

    few = asked(f"{home(table)}compare/1..2/"), asked(f"{home(table)}versions/1/roll-back/")
    assert few <= (15, 13)
    for number in range(5):
        accepted(table, Face(f"Weed {number}", "Thing", "It grows."))
    table.all_vote(table.amend("Ros", Ref("card", 2), Face("Hosepipe Ban", "Action", "Nobody waters.")))
    archive(table, "Three")
    assert (asked(f"{home(table)}compare/1..3/"), asked(f"{home(table)}versions/1/roll-back/")) == few


# --- while others vote ------------------------------------------------------------------------------------------------


def test_what_asks_for_several_things_is_asked_again_whole_and_never_as_the_first_of_them(table: DeckFixture) -> None:
    """A form of one card would have put the others away without a word."""
    open_vote = table.amend("Idris", Ref("card", 1), replace(SLUG, text="Three bites."))
    ros, there = as_member(table, "Ros"), f"{home(table)}versions/1/roll-back/"
    back = put(ros.post(there, {"key": "back"}))
    assert table.proposal(back).state == "queued"
    table.vote("Ros", open_vote)
    page = as_read(ros.get(f"{home(table)}proposals/{back}/"))
    assert table.proposal(back).is_overtaken and "this stands on old words. Taken back, it can be asked again." in page
    assert "Reword it" not in page and "to be reworded" not in as_read(ros.get(f"{home(table)}workshop/"))
    for form in ("write", "kit", "words"):
        assert ros.get(f"{home(table)}{form}/?reword={back}").status_code == 404
    assert ros.post(f"{home(table)}write/", {"reword": back, "wording": 1, "key": "k"}).status_code == 404
    ros.post(f"{home(table)}do/?verb=withdraw&proposal={back}", {"key": "taken back"})
    aside = as_read(ros.get(f"{home(table)}proposals/{back}/"))
    assert "Ask again as it is" in aside and "Adjust and repropose" not in aside
    ros.post(f"{home(table)}proposals/{back}/again/", {"key": "again"})
    table.vote("Idris", back + 1)
    assert manifest(table.value()) == rows.Version.objects.get(deck=table.deck, number=1).manifest and is_sound(table)


def test_whose_words_they_are_stays_said_while_they_are_asked_about(table: DeckFixture) -> None:
    fork = a_fork(table)
    ros = as_member(table, "Ros")
    number = put(takes(table, ros, f"2..{fork.slug}@1", "now-card-4"))
    page = as_read(ros.get(f"{home(table)}proposals/{number}/"))
    assert "You ask, so you are in favour." in page and "You wrote it" not in page and "Reword it" not in page
    assert ros.get(f"{home(table)}write/?reword={number}").status_code == 404
    table.vote("Idris", number, "against", "No teapots.")
    aside = as_read(ros.get(f"{home(table)}proposals/{number}/"))
    assert "Ask again as it is" in aside and "Adjust and repropose" not in aside and "wrote it" not in aside
