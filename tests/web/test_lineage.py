"""What a fork keeps of the decks it comes from: their licence, their people, and who may know of whom."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cards import actions
from cards import models as rows
from cards.actions.import_deck import import_listing
from cards.actions.restore_deck import restore
from cards.files.listing_of_deck import listing_of, with_history
from cards.formats import own_json
from cards.formats.values import Reading
from cards.queries import lineage
from cards.rules import events as e
from cards.rules.deck import Deck, Ref, Repeal, SetLicence, SetVisibility, Source
from cards.rules.evolve import fold
from cards.storage import store, whole
from cards.storage.log import DECK_LOG
from cards.verbs.beginning import StartDeck
from cards.verbs.decide import decide
from studio.kernel.codec import Unreadable
from studio.kernel.refusals import Refused
from tests.deck_fixture import SLUG, DeckFixture
from tests.deeds import archive_version
from tests.markup import as_read
from tests.visitors import Visitor
from tests.web.decks import GOAT, archive, as_member, ask
from tests.web.forks import forked, home, page, ticket

pytestmark = pytest.mark.django_db

BY, BY_SA, ZERO = "CC BY 4.0", "CC BY-SA 4.0", "CC0 1.0"


def shared(licence: str, visibility: str = "public") -> DeckFixture:
    """A deck of Ros and Idris with one card, archived, for whoever may see it, under that licence."""
    table = DeckFixture("Ros", "Idris")
    table.all_vote(table.propose("Ros", SLUG))
    archive(table)
    if licence:
        ask(table, SetLicence(licence))
    if visibility != "private":
        ask(table, SetVisibility(visibility))  # type: ignore[arg-type]
    return table


def fork_of(address: str, name: str, title: str = "Plot Twelve") -> tuple[Visitor, rows.Deck]:
    who = Visitor(name)
    return who, forked(who, f"{address}fork/", name=name, title=title)


def asks_for(who: Visitor, deck: rows.Deck, licence: str) -> Any:
    return who.post(f"/decks/{deck.slug}/standing/", {"ask": "licence", "to": licence}, headers={"X-Carte": "1"})


def offered(who: Visitor, deck: rows.Deck) -> list[str]:
    html = page(who, f"/decks/{deck.slug}/details/")
    menu = re.search(r'<select class="input" name="to">(.*?)</select>', html, re.S)
    assert menu
    return re.findall(r'<option value="([^"]*)"', menu[1])


def publish(who: Visitor, deck: rows.Deck) -> None:
    me = who.member(deck.group).pk
    archive_version(deck.pk, by=me, key=None, name="")
    actions.propose(deck.pk, by=me, key=None, changes=(SetVisibility("public"),), sort="members")


# --- what the licence asks --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("licence", "kept", "refused"),
    [
        (BY_SA, [BY_SA], {ZERO: "licence.share_alike", BY: "licence.share_alike", "": "licence.share_alike"}),
        (BY, ["", BY, BY_SA, "CC BY-NC 4.0", "CC BY-NC-SA 4.0"], {ZERO: "licence.credit", "Free": "licence.credit"}),
        ("CC BY-NC 4.0", ["", "CC BY-NC 4.0", "CC BY-NC-SA 4.0"], {BY: "licence.trade", ZERO: "licence.trade"}),
    ],
)
def test_a_stranger_cannot_change_what_the_licence_of_the_source_asks(
    licence: str, kept: list[str], refused: dict[str, str]
) -> None:
    nell, deck = fork_of(home(shared(licence)), "Nell")
    bea, second = fork_of_a_fork(nell, deck)
    for who, fork in ((nell, deck), (bea, second)):
        assert offered(who, fork) == kept
        fork.refresh_from_db()
        last = fork.last_proposal
        for to, code in refused.items():
            answer = asks_for(who, fork, to)
            assert (answer.status_code, answer.json()["code"]) == (409, code)
            assert "Allotment Wars" in answer.json()["words"] or "Plot Twelve" in answer.json()["words"]
        fork.refresh_from_db()
        assert (fork.licence, fork.last_proposal) == (licence, last)
        assert "made from a deck under" in page(who, f"/decks/{fork.slug}/details/")


def fork_of_a_fork(nell: Visitor, deck: rows.Deck) -> tuple[Visitor, rows.Deck]:
    publish(nell, deck)
    return fork_of(f"/decks/{deck.slug}/", "Bea", "Plot Thirteen")


def test_a_fork_under_a_stricter_licence_hands_both_on() -> None:
    nell, deck = fork_of(home(shared(BY)), "Nell")
    assert asks_for(nell, deck, BY_SA).status_code == 204
    bea, second = fork_of_a_fork(nell, deck)
    assert second.licence == BY_SA and asks_for(bea, second, BY).json()["code"] == "licence.share_alike"
    shown = ticket(page(bea, f"/decks/{second.slug}/"))
    assert "Plot Twelve, v1</a>" in shown and "Nell, under CC BY-SA 4.0" in shown
    assert "<dt>Before that, from</dt>" in shown and "Ros and Idris, under CC BY 4.0" in shown


def test_a_member_who_forks_a_deck_with_all_rights_kept_cannot_give_it_away() -> None:
    table = shared("", "private")
    ros = as_member(table, "Ros")
    deck = forked(ros, f"{home(table)}fork/")
    ros_there = rows.Deck.objects.get(pk=deck.pk)
    answer = ros.post(f"/decks/{ros_there.slug}/standing/", {"ask": "licence", "to": ZERO}, headers={"X-Carte": "1"})
    assert answer.status_code == 409 and answer.json()["code"] == "licence.all_rights"


def test_forks_made_before_get_the_lineage_that_their_log_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    def as_before(deck: Deck, command: Any, moment: Any) -> Any:
        bare = replace(command, lineage=()) if isinstance(command, StartDeck) else command
        return decide(deck, bare, moment)

    monkeypatch.setattr("cards.actions.start.decide", as_before)
    _, deck = fork_of(home(shared(BY_SA)), "Nell")
    assert not deck.stream.entries.filter(kind="LineageKept").exists()
    rows.Deck.objects.filter(pk=deck.pk).update(lineage=[], source_key="")
    import_module("cards.migrations.0006_lineage")._fill(apps, connection.schema_editor())
    deck.refresh_from_db()
    assert whole.load(deck) == fold(Deck(), DECK_LOG.facts(deck.stream_id))
    assert store.lineage_of(deck) == (Source(deck.forked_from, licence=BY_SA),)
    assert deck.source_key == deck.forked_from.partition("/")[0]


# --- in files ---------------------------------------------------------------------------------------------------------


def test_a_fork_brought_in_from_its_file_keeps_its_licence_and_whom_it_credits() -> None:
    nell, deck = fork_of(home(shared(BY_SA)), "Nell")
    text = page(nell, f"/decks/{deck.slug}/export.json")
    cat = Visitor("Cat")
    mine = cat.start("Untitled deck")
    answer = cat.post(f"/decks/{mine.slug}/bring-in/", {"list": text, "do": "enter"})
    assert answer.status_code == 303, answer.content.decode()
    mine.refresh_from_db()
    assert mine.licence == BY_SA and offered(cat, mine) == [BY_SA]
    assert asks_for(cat, mine, ZERO).json()["code"] == "licence.share_alike"
    assert whole.load(mine) == fold(Deck(), DECK_LOG.facts(mine.stream_id))
    shown = ticket(page(cat, f"/decks/{mine.slug}/"))
    assert "Allotment Wars, v1" in shown and "Ros and Idris, under CC BY-SA 4.0" in shown
    again = json.loads(page(cat, f"/decks/{mine.slug}/export.json"))["deck"]["lineage"]
    assert again == json.loads(text)["deck"]["lineage"]
    made = import_listing(own_json.read(text), member=cat.member(mine.group).pk).deck
    assert (made.licence, made.lineage) == (BY_SA, mine.lineage)


def test_a_file_that_comes_in_by_a_vote_says_that_its_lineage_stays_behind() -> None:
    nell, deck = fork_of(home(shared(BY_SA)), "Nell")
    table = DeckFixture("Ada", "Bo")
    text = page(nell, f"/decks/{deck.slug}/export.json")
    looked = as_member(table, "Ada").post(f"/decks/{table.deck.slug}/bring-in/", {"list": text, "do": "read"})
    assert "What the file was made from does not come in." in as_read(looked)


def test_a_file_that_says_another_licence_than_its_lineage_allows_is_not_brought_in() -> None:
    _, deck = fork_of(home(shared(BY_SA)), "Nell")
    listing = listing_of(deck)
    given = replace(listing, licence=ZERO)
    stops = own_json.read(own_json.write(given).text).stops
    assert [remark.code for remark in stops] == ["licence.share_alike"]
    with pytest.raises(Refused):
        import_listing(Reading(given), member=deck.group.members.get().pk)


def test_a_file_credits_people_by_name_and_never_the_members_of_this_site() -> None:
    table = shared(BY_SA)
    _, deck = fork_of(home(table), "Nell")
    source = replace(listing_of(deck).lineage[0], makers=tuple(table.ids.values()), names=("Zoe",))
    text = own_json.write(replace(listing_of(deck), lineage=(source,))).text
    assert own_json.read(text).listing.lineage[0].makers == ()


def test_a_fork_comes_back_with_its_history_and_its_lineage() -> None:
    table = shared(BY_SA)
    _, deck = fork_of(home(table), "Nell")
    listing = with_history(deck, listing_of(deck))
    back = restore(own_json.read(own_json.write(listing).text).listing).deck
    (kept,) = store.lineage_of(back)
    assert kept.title == "Allotment Wars" and not set(kept.makers) & set(table.ids.values())
    assert listing_of(back).lineage == listing.lineage
    assert listing.history is not None
    given_away = tuple(
        replace(x, event=e.LicenceChanged(ZERO)) if isinstance(x.event, e.LicenceChanged) else x
        for x in listing.history.entries
    )
    forged = replace(listing, history=replace(listing.history, entries=given_away))
    with pytest.raises(Unreadable):
        own_json.read(own_json.write(forged).text)


# --- who may know -----------------------------------------------------------------------------------------------------


def test_who_asks_to_be_forgotten_is_somebody_in_the_lineage_too() -> None:
    table = shared(BY)
    nell, deck = fork_of(home(table), "Nell")
    idris = as_member(table, "Idris")
    assert idris.post("/you/forget/", {"name": "Idris"}).status_code == 303
    for address in ("", "export.json", "export.json?history=1"):
        assert "Idris" not in page(nell, f"/decks/{deck.slug}/{address}"), address
    assert "Ros and Somebody, under CC BY 4.0" in ticket(page(nell, f"/decks/{deck.slug}/"))


def test_a_private_deck_forked_by_a_member_is_named_to_nobody_else_and_its_licence_holds() -> None:
    table = shared(BY_SA, "private")
    ros, nell = as_member(table, "Ros"), Visitor("Nell")
    deck = forked(ros, f"{home(table)}fork/", title="Plot Twelve")
    nell.join(deck.group)
    for address in ("", "minutes/", "export.json", "export.json?history=1"):
        html = page(nell, f"/decks/{deck.slug}/{address}")
        assert "Allotment Wars" not in html and table.deck.slug not in html, address
    assert "<dt>Made from</dt><dd>Another deck</dd>" in ticket(page(nell, f"/decks/{deck.slug}/"))
    assert json.loads(page(nell, f"/decks/{deck.slug}/export.json"))["deck"]["lineage"] == [{"licence": BY_SA}]
    assert "Allotment Wars, the draft</a>" in ticket(page(ros, f"/decks/{deck.slug}/"))
    assert asks_for(nell, deck, ZERO).json()["code"] == "licence.share_alike"


def test_forks_are_listed_at_their_source_to_those_who_may_see_them() -> None:
    table = shared(BY)
    ros, bea = as_member(table, "Ros"), Visitor("Bea")
    nell, deck = fork_of(home(table), "Nell")
    history = f"{home(table)}?tab=history"
    before = [re.sub(r'nonce="[^"]*"|value="[^"]*"', "", page(who, history)) for who in (ros, bea)]
    assert all("Plot Twelve" not in html and "Decks made from it" not in html for html in before)
    assert "Plot Twelve" in page(nell, history)
    publish(nell, deck)
    for who in (ros, bea, nell):
        html = page(who, history)
        assert f'<a href="/decks/{deck.slug}/"><bdi>Plot Twelve</bdi></a>' in html and "by <bdi>Nell</bdi>" in html
        assert "<dt>Decks made from it</dt>" in ticket(html) and "1 deck</a>" in ticket(html)
    actions.propose(
        deck.pk, by=nell.member(deck.group).pk, key=None, changes=(SetVisibility("private"),), sort="members"
    )
    assert [re.sub(r'nonce="[^"]*"|value="[^"]*"', "", page(who, history)) for who in (ros, bea)] == before


# --- the drawn tree ---------------------------------------------------------------------------------------------------


def tree(html: str) -> str:
    """What stands in the tree, as words; "" where there is none."""
    _, found, rest = html.partition('<nav class="lineage"')
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", rest.partition("</nav>")[0].partition(">")[2])) if found else ""


def test_the_tree_draws_the_forks_with_most_of_its_cards_and_counts_the_rest() -> None:
    table = shared(ZERO)
    table.all_vote(table.propose("Ros", GOAT))
    archive(table)
    source, stranger = home(table), Visitor("Stranger")
    assert tree(page(stranger, source)) == "", "it stands alone"
    fork_of(source, "Pia", "A Private One")
    assert tree(page(stranger, source)) == "", "a private fork is not counted"
    for name in ("Ann", "Ben", "Cat"):
        publish(*fork_of(source, name, f"Deck of {name}"))
    drawn = tree(page(stranger, source))
    assert drawn.count("from v2, by") == 3 and drawn.count("2 cards in common") == 3 and "more" not in drawn
    assert "Allotment Wars, v2" in drawn and "You are here" in drawn and "Private" not in drawn
    far, deck = fork_of(source, "Dan", "Far Away")
    repeal = Repeal(Ref("card", 2), rows.Article.objects.get(deck=deck, number=2).face_id)
    actions.propose(deck.pk, by=far.member(deck.group).pk, key=None, changes=(repeal,))
    publish(far, deck)
    near = publish_at(source, "Eve")
    html = page(stranger, source)
    assert "Far Away" not in tree(html) and "Deck of Eve" in tree(html), "the newest, and others with more in common"
    assert "and 2 more" in tree(html) and f'href="{source}?tab=history#forks"' in html and ">5 decks<" in html
    near.refresh_from_db()
    rows.Deck.objects.filter(pk=near.pk).update(visibility="unlisted", archived_at=None)
    assert "Deck of Eve" not in tree(page(stranger, source)) and "and 1 more" in tree(page(stranger, source))


def publish_at(source: str, name: str) -> rows.Deck:
    who, deck = fork_of(source, name, f"Deck of {name}")
    publish(who, deck)
    return deck


def test_the_tree_draws_the_nearest_two_it_comes_from_and_counts_those_before() -> None:
    at, made = home(shared(ZERO)), list[rows.Deck]()
    for name in ("Ann", "Ben", "Cat"):
        deck = publish_at(at, name)
        made.append(deck)
        deck.refresh_from_db()
        at = f"/decks/{deck.slug}/"
    html = page(Visitor("Stranger"), at)
    drawn = tree(html)
    assert "and 1 before" in drawn and "Allotment Wars" not in drawn
    assert drawn.index("Deck of Ann, v1") < drawn.index("Deck of Ben, v1") < drawn.index("Deck of Cat, v1")
    rows.Deck.objects.filter(pk=made[1].pk).update(visibility="private", archived_at=None)
    hidden = page(Visitor("Stranger"), at)
    assert "Deck of Ben, v1" in tree(hidden) and f"/decks/{made[1].slug}/" not in hidden, "what its licence asks stays"


def test_a_tree_of_many_forks_asks_no_more_than_one_of_few() -> None:
    source = home(shared(ZERO))

    def statements() -> int:
        with CaptureQueriesContext(connection) as asked:
            page(Visitor("Stranger"), source)
        return len(asked)

    publish_at(source, "Ann")
    statements()  # what a process reads at its first page of all
    lineage._common.clear()
    first, known = statements(), statements()
    assert known == first - 1, "what two versions have in common is read once"
    publish_at(source, "Ben"), publish_at(source, "Cat")
    assert statements() <= first and statements() <= known
