"""The pages on paper: who sees what, how they are asked for, and what they never say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cards import actions
from cards import models as rows
from cards.face.face import Face
from cards.queries import faces
from cards.rules.deck import DeleteDeck, Ref, SetVisibility
from cards.storage.store import keep_faces
from cards.verbs.proposing import Withdraw
from cards.verbs.votes import Remark
from studio.speed.lately import Lately, weight
from studio.web.joined.bare import SCRIPT
from tests.deck_fixture import SLUG, DeckFixture
from tests.markup import as_read
from tests.memories import forget_faces
from tests.web.decks import BAN, BITES, GOAT, SHOW, accepted, archive, as_member, ask

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_faces() -> Iterator[None]:
    forget_faces()
    yield
    forget_faces()


@pytest.fixture
def table() -> DeckFixture:
    """A public deck of three cards and a rule in version 1, and a draft that has gone on since."""
    table = DeckFixture("Ros", "Idris")
    accepted(table, SLUG)
    accepted(table, GOAT, copies=3)
    accepted(table, BAN)
    accepted(table, SHOW, kind="rule")
    archive(table)
    ask(table, SetVisibility("public"))
    return table


def home_of(table: DeckFixture) -> str:
    table.deck.refresh_from_db()
    return f"/decks/{table.deck.slug}/"


def paper(table: DeckFixture) -> list[str]:
    """Every page of the deck that a reader may ask for."""
    home = home_of(table)
    return [
        home, f"{home}?tab=rules", f"{home}?tab=history", f"{home}?view=list", f"{home}?find=goat", f"{home}minutes/",
        f"{home}versions/1/", f"{home}cards/1/", f"{home}cards/1/?part=loupe", f"{home}cards/2/", f"{home}rules/1/",
    ]  # fmt: skip


def text(response: HttpResponse) -> str:
    """The page without what differs each time it is asked for: tokens, keys, nonces."""
    html = as_read(response)
    html = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", html)
    return re.sub(r'name="key" value="[\w-]+"', "", html)


def changed(html: str, mark: str) -> str:
    """What is marked as cut ("del") or added ("ins") on a page."""
    return " ".join(re.findall(rf"<{mark}\s*>([^<]*)</{mark}>", html))


# --- who may come in --------------------------------------------------------------------------------------------------


def test_a_public_deck_is_read_by_anybody_and_a_private_one_by_its_members_alone(table: DeckFixture) -> None:
    stranger, ros = Client(), as_member(table, "Ros")
    outsider = as_member(DeckFixture("Nell", title="Other"), "Nell")
    assert [stranger.get(url).status_code for url in paper(table)] == [200] * len(paper(table))
    assert [outsider.get(url).status_code for url in paper(table)] == [200] * len(paper(table))

    ask(table, SetVisibility("unlisted"))
    assert [stranger.get(url).status_code for url in paper(table)] == [200] * len(paper(table))
    assert table.deck.title not in as_read(stranger.get("/decks/"))

    ask(table, SetVisibility("private"))
    for url in paper(table):
        assert (stranger.get(url).status_code, outsider.get(url).status_code) == (404, 404), url
        assert ros.get(url).status_code == 200, url


def test_the_front_page_asks_for_a_room_code_in_the_open() -> None:
    front = as_read(Client().get("/")).partition("<main")[2].partition("</main>")[0]
    assert re.search(r'<form[^>]*action="/knock/"', front) and 'name="code"' in front


def test_a_private_deck_and_no_deck_get_the_same_answer() -> None:
    table = DeckFixture("Ros", "Idris")
    stranger = Client()
    private = stranger.get(home_of(table))
    none = stranger.get("/decks/there-is-none-abcd/")
    assert private.status_code == none.status_code == 404
    assert text(private) == text(none)


def test_a_shut_door_takes_no_longer_for_a_deck_that_is() -> None:
    table = DeckFixture("Ros", "Idris")
    former = home_of(table)
    as_member(table, "Ros").post(f"{former}details/", details_of(title="Plot Twelve"))
    table.deck.refresh_from_db()
    private, renamed, none = home_of(table), former, "/decks/there-is-none-abcd/"
    # Who asks, the door, a former name, and whether they were removed here.
    for browser, count in ((Client(), 2), (as_member(DeckFixture("Maud"), "Maud"), 4)):
        browser.get("/you/")  # the first visit of a day is noted
        for url in (private, renamed, none):
            for place in ("", "workshop/"):
                with CaptureQueriesContext(connection) as asked:
                    assert browser.get(url + place).status_code == 404
                assert len(asked) == count, (url + place, [query["sql"] for query in asked])


@pytest.mark.parametrize("place", ["archive/", "details/"])
def test_what_members_do_is_not_there_for_others(table: DeckFixture, place: str) -> None:
    url = home_of(table) + place
    assert Client().get(url).status_code == 404
    assert as_member(table, "Idris").get(url).status_code == 200


def test_only_reading_is_allowed_where_there_is_only_reading(table: DeckFixture) -> None:
    ros = as_member(table, "Ros")
    assert {ros.post(url).status_code for url in paper(table)} == {405}
    assert ros.get(f"{home_of(table)}standing/").status_code == 405


# --- what the public never sees ---------------------------------------------------------------------------------------

CANARIES = ("Nightingale", "zebrafish", "Quetzal", "pangolin", "Xylophone", "kumquat")


def go_on(table: DeckFixture) -> None:
    """The evening goes on: a card set aside with a reason and talk, one accepted, one reworded, one open."""
    aside = table.propose("Ros", Face("Nightingale", "Action", "A zebrafish sings."))
    actions.do(table.deck.pk, Remark(by=table.ids["Idris"], proposal=aside, text="Why not a pangolin?"), key=None)
    table.vote("Idris", aside, "against", "Because of the Quetzal.")
    table.all_vote(table.amend("Ros", Ref("card", 1), Face("Slug", "Thing — Pest", "Put a kumquat on it.")))
    accepted(table, Face("Xylophone", "Thing", "It rings."))
    table.propose("Ros", Face("Zugzwang", "Action", "Still open."))


def test_draft_drawer_reasons_and_talk_are_for_members(table: DeckFixture) -> None:
    go_on(table)
    everything_public = "".join(text(Client().get(url)) for url in [*paper(table), "/", "/decks/"])
    for canary in (*CANARIES, "Zugzwang"):
        assert canary not in everything_public, canary
    ros = as_member(table, "Ros")
    everything_ros_reads = "".join(text(ros.get(url)) for url in [*paper(table), f"{home_of(table)}cards/4/"])
    for canary in ("Nightingale", "Xylophone", "kumquat"):
        assert canary in everything_ros_reads, canary


def test_what_a_reader_cannot_see_changes_not_one_byte_of_a_page(table: DeckFixture) -> None:
    urls = [*paper(table), "/", "/decks/"]
    before = [text(Client().get(url)) for url in urls]
    go_on(table)
    after = [text(Client().get(url)) for url in urls]
    for url, was, now in zip(urls, before, after, strict=True):
        assert now == was, url


def test_a_card_that_was_never_archived_has_no_page_for_a_reader(table: DeckFixture) -> None:
    go_on(table)
    url = f"{home_of(table)}cards/4/"
    assert Client().get(url).status_code == 404
    assert as_member(table, "Ros").get(url).status_code == 200
    assert Client().get(f"{home_of(table)}cards/99/").status_code == 404
    archive(table, "With bells")
    assert Client().get(url).status_code == 200


def test_reasons_of_a_repeal_that_failed_are_on_the_card_for_members_alone(table: DeckFixture) -> None:
    number = table.repeal("Ros", Ref("card", 2))
    table.vote("Idris", number, "against", "The goat stays.")
    url = f"{home_of(table)}cards/2/"
    member, public = text(as_member(table, "Ros").get(url)), text(Client().get(url))
    assert "A repeal, put to the table by Ros, was set aside." in member
    assert "The goat stays." in member
    assert "set aside" not in public and "The goat stays." not in public


def test_somebody_who_left_reads_what_the_public_reads(table: DeckFixture) -> None:
    idris = as_member(table, "Idris")
    go_on(table)
    assert "Xylophone" in text(idris.get(home_of(table)))
    table.leave("Idris")
    assert "Xylophone" not in text(idris.get(home_of(table)))


# --- the deck ---------------------------------------------------------------------------------------------------------


def test_a_card_of_an_old_version_has_that_version_s_words_wherever_its_link_leads(
    table: DeckFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever cited the printing they own cited another wording."""
    ref, now = Ref("card", 1), Face("Slug", "Thing — Pest", "It is said to be fond of lettuce.")
    then = rows.Face.objects.get(digest=table.article(ref).face_id).content["text"]
    table.all_vote(table.amend("Ros", ref, now))
    archive(table, "Second printing")
    rows.Deck.objects.filter(pk=table.deck.pk).update(visibility="public")
    old, new = f"{home_of(table)}versions/1/cards/1/", f"{home_of(table)}cards/1/"
    for reader in (as_member(table, "Ros"), Client()):
        assert f'href="{old}"' in text(reader.get(f"{home_of(table)}versions/1/"))
        assert f'href="{new}"' in text(reader.get(home_of(table)))
        for part in ("", "?part=loupe"):
            page = text(reader.get(old + part))
            assert then in page.partition("As in")[0] and now.text not in page, part
            assert "It was reworded since, in version 2." in page and f'href="{new}"' in page
            assert "lettuce" in changed(page, "ins") and "Vegetable" in changed(page, "del")
            assert "Propose a rewording" not in page, "one changes what is there now"
        assert now.text in text(reader.get(new)) and "As in" not in text(reader.get(new))
        assert now.text in text(reader.get(f"{home_of(table)}versions/2/cards/1/"))
        assert "reworded since" not in text(reader.get(f"{home_of(table)}versions/2/cards/1/"))
        assert reader.get(new + "?version=1")["Location"] == old
        beside = re.findall(r'rel="(?:next|prev)" href="([^"]+)"', text(reader.get(old)))
        assert beside and all("/versions/1/cards/" in href for href in beside)
        for nothing in ("versions/9/cards/1/", "versions/1/cards/99/", "versions/1/rules/99/"):
            assert reader.get(home_of(table) + nothing).status_code == 404
    assert f'href="{home_of(table)}versions/2/cards/1/"' in text(Client().get(new)), "these words have an address"
    table.all_vote(table.repeal("Ros", ref))
    assert "It is no longer in the deck." in text(as_member(table, "Idris").get(old))
    hidden = text(Client().get(old))
    assert "It was reworded since, in version 2." in hidden and "no longer" not in hidden, (
        "what is no version is not told"
    )
    monkeypatch.setattr(settings, "ENV", replace(settings.ENV, site="https://cards.example"))
    for address, canonical in ((old, old), (old.replace("versions/1", "versions/2"), new), (new, new)):
        assert f'rel="canonical" href="https://cards.example{canonical}"' in text(Client().get(address))


def test_a_card_that_a_version_has_not_is_told_of_by_name_to_whoever_may_know(table: DeckFixture) -> None:
    table.all_vote(table.repeal("Ros", Ref("card", 2)))
    archive(table, "Without goats")
    accepted(table, Face("Xylophone", "Thing", "It rings."))
    home, ros = home_of(table), as_member(table, "Ros")
    gone, draft = ros.get(f"{home}versions/2/cards/2/"), ros.get(f"{home}versions/2/cards/4/")
    assert gone.status_code == draft.status_code == 404
    assert f"{GOAT.title} is not in version 2: it had gone out of the deck." in text(gone)
    assert "Xylophone is not in version 2: it is in the draft." in text(draft)
    assert text(Client().get(f"{home}versions/2/cards/4/")) == text(Client().get(f"{home}versions/2/cards/99/"))
    archive(table, "With bells")
    late = text(Client().get(f"{home}versions/1/cards/4/"))
    assert "Xylophone is not in version 1. It came with version 3." in late and f'href="{home}cards/4/"' in late
    rows.Face.objects.filter(content__title=GOAT.title).update(withdrawn_at=timezone.now(), content={})
    forget_faces()
    told = text(Client().get(f"{home}versions/2/cards/2/"))
    assert "Card 2 is not in version 2" in told and GOAT.title not in told


def test_of_a_rewording_that_was_taken_down_no_word_is_told(table: DeckFixture) -> None:
    secret = Face("Slug", "Thing — Pest", "A word that comes down.")
    table.all_vote(table.amend("Ros", Ref("card", 1), secret))
    archive(table, "Second printing")
    old = f"{home_of(table)}versions/1/cards/1/"
    assert "comes" in changed(text(Client().get(old)), "ins")
    rows.Face.objects.filter(digest=secret.digest).update(withdrawn_at=timezone.now(), content={})
    forget_faces()
    told = text(Client().get(old))
    assert SLUG.text in told and "reworded since" in told and "comes" not in told and not changed(told, "del")


def test_decks_like_one_are_those_of_the_archive_that_share_its_traits(table: DeckFixture) -> None:
    def alike() -> list[str]:
        _, _, rest = text(Client().get(home_of(table))).partition('id="alike-h"')
        return re.findall(r'<a href="/decks/([^/"]+)/">', rest.partition("</section>")[0])

    assert alike() == []
    other, unlike = DeckFixture("Nell", title="Other"), DeckFixture("Zoe", title="Unlike")
    accepted(other, Face("Snail", "Thing — Pest", "It is slow."))
    accepted(unlike, Face("Comet", "Thing — Star", "It is fast."))
    for made in (other, unlike):
        archive(made)
        ask(made, SetVisibility("public"))
    other.deck.refresh_from_db()
    assert alike() == [other.deck.slug]
    for hidden in ("unlisted", "private"):
        ask(other, SetVisibility(hidden))  # type: ignore[arg-type]
        assert alike() == []


def test_the_deck_page_says_how_often_its_versions_were_dealt_and_printed(table: DeckFixture) -> None:
    home, ros, idris = home_of(table), as_member(table, "Ros"), as_member(table, "Idris")

    def used() -> list[str]:
        html = re.sub(r"\s*([<>])\s*", r"\1", text(Client().get(home)))
        return re.findall(r"<dt>(?:Played|Printed)</dt><dd>([^<]*)", html)

    assert used() == []
    for version, deals in (("1", True), ("1", False), ("draft", True)):
        at = ros.post(f"{home}play/", {"version": version, "seats": "2"})["Location"]
        idris.post(f"{at}sit/", {"name": "Idris"})
        if deals:
            ros.post(f"{at}act/", {"verb": "begin", "confirmed": "1"})
    assert used() == ["at one table"], "a table that was not dealt, and a draft, are none"
    for number, (state, of) in enumerate((("done", 1), ("failed", 1), ("done", None), ("done", 1))):
        rows.PrintJob.objects.create(
            deck=table.deck, state=state, version=of, digest=f"{number}", created_at=timezone.now()
        )
    assert used() == ["at one table", "as 2 different PDFs"]


def test_the_deck_page_says_what_it_is_made_of_and_whether_it_can_be_played(table: DeckFixture) -> None:
    ros = as_member(table, "Ros")
    html = text(ros.get(home_of(table)))
    assert 'aria-label="2 Things, 1 Action, 1 Special Rule"' in html
    assert "5 cards, 3 different" in html
    assert "5 cards short for 2" in html
    rows.Deck.objects.filter(pk=table.deck.pk).update(visibility="public", archived_at=timezone.now())
    for elsewhere in ("/decks/", "/you/", f"{home_of(table)}fork/", f"{home_of(table)}fork/?version=1"):
        page = text(ros.get(elsewhere))
        assert "5 cards, 3 different" in page, f"one number of cards, wherever it is told: {elsewhere}"
        assert not re.search(r"(?<!\d)3 cards", page), elsewhere
    assert "Ros and Idris, since today" in html
    assert "Everyone in favour" in html
    assert "×3" in html
    assert html.count("Ros, 2 of 2 in favour") == 3


def test_readiness_counts_copies_against_five_a_player() -> None:
    from cards.values.pages import readiness

    assert readiness(9, 2, 6) == "1 card short for 2"
    assert readiness(10, 2, 6) == "Enough cards for 2"
    assert readiness(29, 2, 6) == "Enough cards for 5"
    assert readiness(300, 2, 6) == "Enough cards for 6"


def test_a_reader_sees_the_latest_version_and_members_the_draft(table: DeckFixture) -> None:
    go_on(table)
    public, member = text(Client().get(home_of(table))), text(as_member(table, "Ros").get(home_of(table)))
    assert "First printing" in public and "Open the workshop" not in public
    assert "Open the workshop" in member and "Draft" in member
    ways, _, folded = member.partition('<details class="deckmore">')
    assert ways.partition('class="row deckacts"')[2].count("<a") == 4 and "Edit the details" not in ways
    assert all(f"{home_of(table)}{way}" in folded for way in ("details/", "back/", "kit/", "words/", "fork/"))
    assert "deckmore" not in public
    assert "put a bite on a Vegetable" in public and "kumquat" in member


def test_a_version_stays_as_it_was_archived(table: DeckFixture) -> None:
    url = f"{home_of(table)}versions/1/"
    before = text(Client().get(url))
    go_on(table)
    assert text(Client().get(url)) == before
    archive(table, "With bells")
    later = text(Client().get(url))
    assert "This is an earlier version. The newest is 2, With bells." in later
    assert "kumquat" not in later and "put a bite on a Vegetable" in later
    assert "kumquat" in text(Client().get(f"{home_of(table)}versions/2/"))
    assert Client().get(f"{home_of(table)}versions/3/").status_code == 404


def test_the_history_names_what_each_version_changed(table: DeckFixture) -> None:
    go_on(table)
    left_open = rows.Proposal.objects.get(deck=table.deck, state="open").number
    actions.do(table.deck.pk, Withdraw(by=table.ids["Ros"], proposal=left_open), key=None)
    table.all_vote(table.repeal("Ros", Ref("card", 3)))
    archive(table, "With bells")
    html = text(Client().get(f"{home_of(table)}?tab=history"))
    assert "<i>In</i>Xylophone" in html and "<i>Reworded</i>Slug" in html and "<i>Out</i>Hosepipe Ban" in html
    digest = rows.Version.objects.get(deck=table.deck, number=2).digest
    assert (
        f'<summary>Check number of its words: <span translate="no">{digest[:8]}</span></summary>' in html
        and f">{digest}<" in html
    )


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("", ["Slug", "Roaming Goat", "Hosepipe Ban"]),
        ("?kind=thing", ["Slug", "Roaming Goat"]),
        ("?kind=ACTION&view=list", ["Hosepipe Ban"]),
        ("?trait=pest&find=most", ["Roaming Goat"]),
        ("?find=hungry", ["Roaming Goat"]),
        ("?find=vegetable+nobody", ["Hosepipe Ban"]),
        ("?kind=blessing", []),
        ("?find=%3Cscript%3E&trait=%22%27&kind=%00&view=x&tab=..", []),
    ],
)
def test_cards_are_found_by_kind_trait_and_word(table: DeckFixture, query: str, shown: list[str]) -> None:
    response = Client().get(home_of(table) + query)
    page = response.context["page"]
    assert [card.title for card in page.cards] == shown
    assert "<script>" not in as_read(response).replace(f"<script>{SCRIPT}", "")


def test_a_kind_of_the_decks_own_has_a_filter_of_its_own() -> None:
    table = DeckFixture("Ros")
    accepted(table, Face("Rain", "Weather", "It rains."))
    page = as_member(table, "Ros").get(home_of(table)).context["page"]
    assert [choice.words for choice in page.filters.kinds] == ["All", "Weather"]
    assert page.head.composition.others == 1


def test_of_a_deck_somebody_has_just_begun_nobody_has_said_for_how_many_it_is() -> None:
    ros = Client()
    home = ros.post("/decks/start/", {"name": "Ros", "title": "Goats"}).headers["Location"].removesuffix("workshop/")
    deck = text(ros.get(home))
    assert "2 to 6" not in deck and "Players" not in deck
    assert 'name="players_min" type="number"' in " ".join(ros.get(f"{home}details/").content.decode().split())
    blanks = text(ros.get(f"{home}print/?what=blanks"))
    assert "for two players" in blanks and "for six players" in blanks and "for seven players" not in blanks


def test_an_empty_deck_says_so_and_offers_the_workshop_and_a_sheet_of_blank_cards() -> None:
    table = DeckFixture("Ros", "Idris")
    ros = as_member(table, "Ros")
    html = text(ros.get(home_of(table)))
    assert "A deck of nothing, so far. Good." in html
    assert "Archive a version" not in html and html.count("/print/") == 1
    sheet = ros.get(f"{home_of(table)}print/?what=blanks")
    assert sheet.status_code == 200 and "Nine blanks." in text(sheet)


def test_a_public_deck_without_a_version_shows_nothing_of_its_draft() -> None:
    table = DeckFixture("Ros", "Idris")
    accepted(table, Face("Nightingale", "Action", "A zebrafish sings."))
    ask(table, SetVisibility("public"))
    html = text(Client().get(home_of(table)))
    assert "Nothing is printed yet." in html
    assert "Nightingale" not in html and "zebrafish" not in html
    assert table.deck.title not in text(Client().get("/decks/"))


def test_an_unbroken_title_is_set_smaller() -> None:
    table = DeckFixture("Ros", title="Donaudampfschifffahrtsgesellschaft")
    assert '<h1 class="is-long"' in text(as_member(table, "Ros").get(home_of(table)))


def test_markup_in_every_field_stays_letters() -> None:
    nasty = "<script>alert(1)</script>"
    table = DeckFixture("Ros", title=nasty)
    accepted(table, Face(nasty, f"Thing — {nasty}"[:60], nasty, nasty, cost="<b>"))
    archive(table, nasty)
    ask(table, SetVisibility("public"))
    for url in [*paper(table)[:9], "/", "/decks/"]:
        html = as_read(Client().get(url))
        assert "alert(1)" in html and nasty not in html, url


# --- a card -----------------------------------------------------------------------------------------------------------


def test_the_card_page_tells_its_whole_life_word_by_word(table: DeckFixture) -> None:
    table.all_vote(table.amend("Idris", Ref("card", 1), BITES))
    table.all_vote(table.repeal("Ros", Ref("card", 1)))
    html = text(as_member(table, "Ros").get(f"{home_of(table)}cards/1/"))
    assert "<del>a bite</del><ins>two bites</ins> on a Vegetable." in html
    assert html.index("<p>Out. Repeal put") < html.index("<p>Reworded by Idris.") < html.index("<p>Written by Ros.")
    assert html.count("2 of 2 in favour") == 3
    assert 'aria-label="Idris, in favour"' in html
    assert "No longer in the deck." in html and "Propose to bring it back" in html


def test_the_loupe_is_the_card_page_without_its_frame(table: DeckFixture) -> None:
    html = as_read(Client().get(f"{home_of(table)}cards/2/?part=loupe"))
    assert "<html" not in html and "<h2 id=" in html and "3 copies." in html


def test_a_long_text_is_shown_on_all_its_cards() -> None:
    table = DeckFixture("Ros")
    accepted(table, Face("Epic", "Thing", "Many words are here. " * 70 + "End."))
    html = text(as_member(table, "Ros").get(f"{home_of(table)}cards/1/"))
    assert len(re.findall(r'<article [^>]*class="cf"', html)) > 1


def test_words_that_were_taken_down_are_nowhere(table: DeckFixture) -> None:
    digest = rows.Article.objects.get(deck=table.deck, kind="card", number=2).face_id
    Client().get(home_of(table))  # it has been drawn before
    actions.take_down(digest, why="Asked for")
    for url in [*paper(table), "/", "/decks/"]:
        html = as_read(Client().get(url))
        assert GOAT.text not in html and "Roaming Goat" not in html, url
    assert "Some words of this version were taken down." in as_read(Client().get(home_of(table)))
    assert "The number stays, the words are gone." in as_read(Client().get(f"{home_of(table)}cards/2/"))


def test_what_stands_for_words_that_were_taken_down_is_in_the_language_of_the_site(table: DeckFixture) -> None:
    rows.Deck.objects.filter(pk=table.deck.pk).update(language="fr")
    actions.take_down(rows.Article.objects.get(deck=table.deck, kind="card", number=2).face_id, why="Asked for")
    ros, home = as_member(table, "Ros"), home_of(table)
    for address in (home, f"{home}?view=list", f"{home}cards/2/", f"{home}minutes/", f"{home}workshop/"):
        html = as_read(ros.get(address))
        assert "Withdrawn" in html and 'lang="fr"' in html, address
        assert not re.search(r'lang="fr"[^>]*>(?:<[^>]*>)*\s*Withdrawn', html), address


# --- addresses --------------------------------------------------------------------------------------------------------


def test_a_renamed_deck_is_found_at_its_former_address(table: DeckFixture) -> None:
    former = home_of(table)
    ros = as_member(table, "Ros")
    answer = ros.post(f"{former}details/", details_of(title="Plot Twelve"))
    assert answer.status_code == 303
    now = home_of(table)
    assert now.startswith("/decks/plot-twelve-") and now != former
    for tail in ("", "cards/1/?part=loupe", "versions/1/", "minutes/"):
        moved = Client().get(former + tail)
        assert (moved.status_code, moved["Location"]) == (301, now + tail)


def test_a_former_address_of_a_private_deck_leads_nobody_else_there() -> None:
    table = DeckFixture("Ros", "Idris")
    former = home_of(table)
    as_member(table, "Ros").post(f"{former}details/", details_of(title="Plot Twelve"))
    assert Client().get(former).status_code == 404
    assert as_member(table, "Idris").get(former).status_code == 301


def test_a_slug_is_the_title_and_four_random_characters() -> None:
    one, two = DeckFixture("Ros"), DeckFixture("Ros")
    assert re.fullmatch(r"allotment-wars-[a-z0-9]{4}", one.deck.slug)
    assert one.deck.slug != two.deck.slug


# --- keeping ----------------------------------------------------------------------------------------------------------


def details_of(**other: str) -> dict[str, str]:
    return {
        "title": "Allotment Wars", "blurb": "Grow.", "theme": "", "goal": "", "players_min": "3", "players_max": "6",
        "status": "playable", "tags": "Weather, goats,, goats", "language": "en", "key": "k1", **other,
    }  # fmt: skip


def test_any_member_edits_the_details_and_the_minutes_say_so(table: DeckFixture) -> None:
    idris = as_member(table, "Idris")
    assert idris.post(f"{home_of(table)}details/", details_of()).status_code == 303
    table.deck.refresh_from_db()
    assert (table.deck.players_min, table.deck.status, table.deck.tags) == (3, "playable", ["weather", "goats"])
    assert "edited the blurb, the players, the state, the tags" in text(idris.get(f"{home_of(table)}minutes/"))
    assert "edited the" not in text(Client().get(f"{home_of(table)}minutes/"))


@pytest.mark.parametrize(
    "wrong",
    [{"title": ""}, {"title": "x" * 10_000}, {"players_min": "7"}, {"players_max": "many"}, {"status": "finished"},
     {"tags": ",".join(f"t{n}" for n in range(13))}, {"blurb": "y" * 601}],
)  # fmt: skip
def test_details_that_cannot_stand_are_refused_in_words_and_what_was_typed_is_kept(
    table: DeckFixture, wrong: dict[str, str]
) -> None:
    before = rows.Deck.objects.values().get(pk=table.deck.pk)
    answer = as_member(table, "Ros").post(f"{home_of(table)}details/", details_of(theme="Kept here", **wrong))
    assert answer.status_code == 422
    assert 'role="alert"' in as_read(answer) and "Kept here" in as_read(answer)
    assert rows.Deck.objects.values().get(pk=table.deck.pk) == before


def test_a_member_archives_a_version_once_however_often_the_button_is_pressed(table: DeckFixture) -> None:
    accepted(table, Face("Xylophone", "Thing", "It rings."))
    ros, url = as_member(table, "Ros"), f"{home_of(table)}archive/"
    assert "<i>In</i>Xylophone" in text(ros.get(url))
    given = {"name": "With bells", "notes": "Loud.", "key": "press-1"}
    first, again = ros.post(url, given), ros.post(url, given)
    assert first.status_code == again.status_code == 303
    assert first["Location"] == again["Location"] == f"{home_of(table)}versions/2/"
    assert rows.Version.objects.filter(deck=table.deck).count() == 2
    refused = ros.post(url, {"name": "Nothing new", "notes": "Kept here", "key": "press-2"})
    assert refused.status_code == 409
    assert "Nothing has changed since version 2." in as_read(refused)
    assert "Kept here" in as_read(refused)


def test_standing_is_put_to_every_member(table: DeckFixture) -> None:
    ros, url = as_member(table, "Ros"), f"{home_of(table)}standing/"
    answer = ros.post(url, {"ask": "licence", "to": "CC BY-SA 4.0", "key": "a"})
    assert answer.status_code == 303
    number = int(re.fullmatch(r".*/proposals/(\d+)/", answer["Location"])[1])  # type: ignore[index]
    assert table.proposal(number).ballot_sort == "members"
    table.vote("Idris", number)
    table.deck.refresh_from_db()
    assert table.deck.licence == "CC BY-SA 4.0"
    assert "CC BY-SA 4.0" in text(Client().get(home_of(table)))
    assert ros.post(url, {"ask": "visibility", "to": "everywhere"}).status_code == 422
    assert ros.post(url, {"ask": "nothing"}).status_code == 422
    assert Client().post(url, {"ask": "delete"}).status_code == 404


def test_a_deck_that_was_put_away_is_gone_for_everybody() -> None:
    table = DeckFixture("Ros")
    ros = as_member(table, "Ros")
    answer = ros.post(f"{home_of(table)}standing/", {"ask": "delete", "key": "a"})
    assert (answer.status_code, answer["Location"]) == (303, "/you/")
    assert ros.get(home_of(table)).status_code == 404


# --- archive, front door, minutes -------------------------------------------------------------------------------------


def test_the_archive_is_searched_by_title_blurb_person_and_tag(table: DeckFixture) -> None:
    as_member(table, "Ros").post(f"{home_of(table)}details/", details_of())
    for query, found in [("", 1), ("?q=allot*", 1), ("?q=grow+ros", 1), ("?q=ros", 1), ("?q=goats", 1), ("?q=zzz", 0),
                         ("?q=by:ros", 1), ("?tag=goats", 1), ("?tag=goat", 0), ("?tag=%22", 1), ("?show=decks", 1),
                         ("?page=x", 1), ("?order=title", 1), ("?order=x&q=%25", 0)]:  # fmt: skip
        page = Client().get(f"/decks/{query}").context["page"]
        assert len(page.covers) + len(getattr(page, "hits", ())) == found, query


def test_a_tag_on_a_deck_s_own_page_leads_to_the_deck_and_so_does_its_title_in_any_spelling(table: DeckFixture) -> None:
    as_member(table, "Ros").post(f"{home_of(table)}details/", details_of(title="Küchendeck", tags="Küche"))
    table.deck.refresh_from_db()
    (link,) = re.findall(r'href="(/decks/\?tag=[^"]*)"', text(Client().get(home_of(table))))
    for address in (link, "/decks/?q=KÜCHENDECK", "/decks/?q=kuchendeck", "/decks/?tag=KUCHE"):
        page = Client().get(address).context["page"]
        assert [cover.title for cover in (*page.covers, *(hit.cover for hit in page.hits))] == ["Küchendeck"], address


def test_a_card_is_found_in_its_deck_in_any_spelling(table: DeckFixture) -> None:
    accepted(table, Face("LÖFFEL", "Ding", "Rühre um.", "Von der Straße"))
    archive(table, "With spoons")
    for words, found in (("loffel", 1), ("Löffel", 1), ("strasse ruhre", 1), ("um von", 1), ("loffels", 0), ('"', 0)):
        page = Client().get(home_of(table), {"find": words}).context["page"]
        assert [card.title for card in page.cards] == ["LÖFFEL"] * found, words


def shelf(page: str = "") -> list[str]:
    return [cover.title for cover in Client().get(f"/decks/{page}").context["page"].covers]


def test_a_deck_stands_in_the_archive_by_its_newest_version_while_it_is_public(table: DeckFixture) -> None:
    other = DeckFixture("Ros", title="Bakery")
    accepted(other, Face("Bun", "Thing", "x"))
    archive(other)
    assert shelf() == [table.deck.title]
    ask(other, SetVisibility("public"))
    assert shelf() == ["Bakery", table.deck.title]
    accepted(table, Face("Bells", "Thing", "x"))
    archive(table, "With bells")
    assert shelf() == [table.deck.title, "Bakery"] == shelf("?order=title")
    ask(other, SetVisibility("unlisted"))
    assert shelf() == [table.deck.title]
    ask(other, SetVisibility("public"))
    ask(table, DeleteDeck())
    assert shelf() == ["Bakery"] and table.deck.slug not in text(Client().get("/"))


def test_the_front_door_reads_the_archive_in_its_order_and_sorts_nothing(table: DeckFixture) -> None:
    """A sort of all public decks would grow with each of them."""
    for address in ("/",):
        with CaptureQueriesContext(connection) as asked:
            Client().get(address)
        (sql,) = [one["sql"] for one in asked if "archived_at" in one["sql"] and "ORDER BY" in one["sql"]]
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            plan = " ".join(str(row[-1]) for row in cursor.fetchall())
        assert "deck_archived_" in plan and "TEMP B-TREE" not in plan, (address, plan)


def test_a_page_asked_for_again_draws_no_card_anew_nor_what_stands_on_every_page(table: DeckFixture) -> None:
    drawn_once = {"cards/_face.html", "studio/_script_words.html", "studio/_styles.html"}
    for address in ("/", "/rules/", "/decks/", home_of(table), f"{home_of(table)}versions/1/"):
        assert Client().get(address).status_code == 200
        again = {template.name for template in Client().get(address).templates}
        assert not again & drawn_once, address


def test_the_front_door_shows_what_was_voted_in_with_its_tally(table: DeckFixture) -> None:
    html = text(Client().get("/"))
    assert "Fresh off the press" in html and "The one deck" in html
    assert "<b>Hosepipe Ban</b></a> entered Allotment Wars" in html and "2 of 2" in html
    assert ">Play<" in html and "Tables looking for players" not in html


def test_the_minutes_say_who_did_what_by_which_vote(table: DeckFixture) -> None:
    go_on(table)
    ros = as_member(table, "Ros")
    html = text(ros.get(f"{home_of(table)}minutes/"))
    by = '<span class="fine" translate="no">Ros</span></span>'
    assert f'<b>Nightingale</b></a> set aside {by}<span class="tally">1 of 2' in html
    assert f"<b>Version 1</b></a> archived, First printing {by}" in html
    assert '<b translate="no">Ros</b> started the deck' in html and "is now public" in html
    public = text(Client().get(f"{home_of(table)}minutes/"))
    assert "started the deck" not in public and "archived, First printing" in public
    assert ros.get(f"{home_of(table)}minutes/?before=nonsense").status_code == 200
    assert ros.get(f"{home_of(table)}minutes/?before=1e400").status_code == 200


def test_long_minutes_are_read_a_page_at_a_time_and_lose_nothing() -> None:
    table = DeckFixture("Ros")
    for number in range(120):
        accepted(table, Face(f"Card {number}", "Thing", "x"))
    ros, seen, url = as_member(table, "Ros"), [], f"{home_of(table)}minutes/"
    while url:
        page = ros.get(url).context["page"]
        seen += [line.name for _, lines in page.days for line in lines if line.words == "in"]
        url = f"{home_of(table)}minutes/{page.older}" if page.older else ""
    assert seen == [f"Card {number}" for number in reversed(range(120))]


def test_a_version_without_a_name_is_named_once(table: DeckFixture) -> None:
    table.all_vote(table.propose("Ros", Face("Nameless Beast", "Thing")))
    archive(table, "")
    number = rows.Version.objects.filter(deck=table.deck).count()
    ros, home = as_member(table, "Ros"), f"/decks/{table.deck.slug}/"
    for address in ("", f"versions/{number}/", "minutes/", "archive/"):
        words = " ".join(re.sub(r"<[^>]+>", " ", as_read(ros.get(home + address))).split())
        assert re.search(rf"[Vv]ersion {number}", words), address
        assert not re.search(rf"[Vv]ersion {number},? (archived, )?Version {number}", words), address


# --- how many statements ----------------------------------------------------------------------------------------------


def statements(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(url).status_code == 200
    return len(asked)


def test_the_number_of_statements_does_not_grow_with_the_deck(table: DeckFixture) -> None:
    ros = as_member(table, "Ros")
    urls = ["", "?view=list", "?tab=rules", "?tab=history", "minutes/", "versions/1/", "cards/1/"]
    home = home_of(table)
    table.all_vote(table.amend("Ros", Ref("card", 1), BITES))
    archive(table, "With bites")
    before = {}
    for url in urls:
        forget_faces()
        before[url] = statements(ros, home + url)
    for number in range(12):
        accepted(table, Face(f"More {number}", "Thing — Pest", "x", effects=()))
    for number in range(3):
        accepted(table, Face(f"Rule {number}", "", "x"), kind="rule")
        archive(table, f"Printing {number}")
        table.all_vote(table.amend("Ros", Ref("card", 1), Face("Slug", "Thing", f"Now {number}.")))
    for url in urls:
        forget_faces()
        assert statements(ros, home + url) == before[url], url
    # Two of them: how often its versions were dealt and printed. Three: which decks of the archive are like it.
    assert max(before.values()) <= 25


def test_the_number_of_statements_of_the_archive_does_not_grow_with_the_decks(table: DeckFixture) -> None:
    forget_faces()
    before = [statements(Client(), "/decks/"), statements(Client(), "/")]
    for number in range(4):
        other = DeckFixture("Ros", "Idris", title=f"Deck {number}")
        accepted(other, Face(f"Card {number}", "Thing", "x"))
        archive(other)
        ask(other, SetVisibility("public"))
    forget_faces()
    assert [statements(Client(), "/decks/"), statements(Client(), "/")] == before


def test_a_memory_of_faces_that_is_full_forgets_the_older_half_and_reads_them_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    every = keep_faces(Face(f"Card {n:02}", "Thing", "x") for n in range(12))
    one = weight(faces.read_faces([next(iter(every))]).popitem()[1])
    monkeypatch.setattr(faces, "_read", Lately(4 * one, weight))
    for _ in range(2):
        for digest, face in every.items():
            assert faces.read_faces([digest])[digest].face == face
            assert faces._read.held <= 5 * one
    assert {digest: read.face for digest, read in faces.read_faces(every).items()} == every


# --- errors, the light ------------------------------------------------------------------------------------------------


def test_a_page_that_is_not_is_a_misprint_with_a_way_on() -> None:
    answer = Client().get("/no/such/page/")
    html = as_read(answer)
    assert answer.status_code == 404
    assert '<h1 class="misprint">Misprint.</h1>' in html and "Error 404" in html and 'action="/decks/"' in html


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "500", "503"])
def test_a_misprint_is_drawn_with_nothing_but_itself(name: str, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        html = render_to_string(f"{name}.html", {"request_number": "x7-3"} if name.startswith("50") else {})
    assert (
        f"Error {name[:3]}" in " ".join(html.split())
        and "Misprint." in html
        and ("x7-3" in html) is name.startswith("50")
    )
    assert '<form id="act"' not in html and "/theme/" not in html


def test_a_form_without_its_token_is_told_what_to_do(table: DeckFixture) -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/theme/", {"theme": "dark"})
    assert answer.status_code == 403
    assert "had gone stale, so nothing was changed" in as_read(answer)


def test_the_light_is_kept_without_script_and_leads_back() -> None:
    reader = Client()
    answer = reader.post("/theme/", {"theme": "dark"}, headers={"referer": "http://testserver/about/"})
    assert (answer.status_code, answer["Location"]) == (303, "/about/")
    assert '<html lang="en-GB" data-theme="dark">' in as_read(reader.get("/about/"))
    away = reader.post("/theme/", {"theme": "device"}, headers={"referer": "https://elsewhere.example/"})
    assert away["Location"] == "/"
    assert '<html lang="en-GB">' in as_read(reader.get("/about/"))
    reader.cookies["carte_theme"] = '"><script>'
    assert '<html lang="en-GB">' in as_read(reader.get("/about/"))
    assert reader.post("/theme/", {"theme": "dark"}, headers={"X-Carte": "1"}).status_code == 204


@pytest.mark.parametrize("place", ["rules", "about", "licences", "accessibility"])
def test_the_pages_of_the_house_are_open_to_all(place: str) -> None:
    answer = Client().get(f"/{place}/")
    html = as_read(answer)
    assert answer.status_code == 200
    assert html.count("<h1") == 1 and 'id="act"' in html and 'id="say-now"' in html


def test_a_card_begun_on_the_front_page_is_seen_on_the_way_and_lies_in_the_composer_and_in_no_address() -> None:
    begun = {"card_title": "Prize & Marrow", "card_kind": "action", "card_text": "Grow it.\nThen show it."}
    newcomer = Client()
    form = re.search(r'<form[^>]*aria-label="A blank card"[^>]*>', as_read(newcomer.get("/")))
    assert form and 'method="post"' in form[0]
    start = as_read(newcomer.post("/decks/start/", begun))
    assert 'name="card_title" value="Prize &amp; Marrow"' in start
    card = start.partition('class="doorcard')[2].partition("arrive-say")[0]
    assert "Prize &amp; Marrow" in card and "Then show it." in card and 'data-kind="action"' in card
    there = newcomer.post("/decks/start/", {"name": "Ros", "title": "", **begun})["Location"]
    assert re.fullmatch(r"/decks/[\w-]+/workshop/#write", there)
    for page_there in (there, there.replace("workshop/#", "write/?#"), there):  # also when it is loaded again
        room = as_read(newcomer.get(page_there))
        assert ">Prize &amp; Marrow</textarea>" in room and "Grow it.\nThen show it." in room
    assert not rows.Proposal.objects.exists()
    home = there.partition("workshop/")[0]
    assert newcomer.post(f"{home}write/", {"title": "Marrow", "kind": "action", "copies": "1"}).status_code == 303
    assert "Prize" not in as_read(newcomer.get(there)) and "begun" not in newcomer.session
    # Somebody known sits down at once; another deck has nothing of it.
    again = newcomer.post("/decks/start/", begun)["Location"]
    assert again.endswith("#write") and ">Prize &amp; Marrow</textarea>" in as_read(newcomer.get(again))
    assert "Prize" not in as_read(newcomer.get(newcomer.post("/decks/start/", {"title": "Next"})["Location"]))


def test_hours_say_whose_they_are_where_no_script_makes_them_the_readers(table: DeckFixture) -> None:
    ros = as_member(table, "Ros")
    html = as_read(ros.get(f"/decks/{table.deck.slug}/minutes/"))
    assert "Days and hours in UTC." in html
    assert re.search(
        r"<dt>Draft</dt><dd>changed <time datetime=\"[^\"]+\+00:00\">today at \d\d:\d\d UTC</time></dd>", html
    )
    html = as_read(ros.get(f"/decks/{table.deck.slug}/archive/"))
    assert re.search(r"First printing, <time datetime=\"[^\"]+\">today at \d\d:\d\d UTC</time>", html)


# --- in whose language ------------------------------------------------------------------------------------------------


def words_in(html: str, words: str) -> set[str]:
    """The languages the page says these words are in: of the nearest element around them that says one."""
    told: set[str] = set()
    for at in re.finditer(re.escape(words), re.sub(r"<(?:title|meta)[^>]*>[^<]*", lambda m: "·" * len(m[0]), html)):
        stack: list[tuple[str, str]] = []
        for close, name, rest in re.findall(r"<(/?)([a-z][a-z0-9]*)([^>]*)>", html[: at.start()]):
            if close:
                while stack and stack.pop()[0] != name:
                    pass
            elif name not in ("img", "input", "br", "meta", "link", "use", "path", "hr"):
                said = re.search(r'\blang="([^"]*)"', rest)
                stack.append((name, said[1] if said else stack[-1][1] if stack else ""))
        told.add(stack[-1][1])
    return told


def test_the_words_of_a_deck_are_told_to_be_in_its_language(table: DeckFixture) -> None:
    """Title and text of a card on every page that shows its face; the site's own words stay English."""
    rows.Deck.objects.filter(pk=table.deck.pk).update(language="de")
    home, ros = home_of(table), as_member(table, "Ros")
    table.propose("Ros", Face("Schneckenrennen", "Action", "Wer gewinnt, zieht eine Karte."))
    pages = {
        home: SLUG, f"{home}?view=list": SLUG, f"{home}cards/1/": SLUG, f"{home}versions/1/": SLUG,
        f"{home}print/": SLUG, f"{home}rules/1/": SHOW, "/decks/": SLUG,
        f"{home}workshop/": Face("", text="Wer gewinnt"), f"{home}proposals/6/": Face("", text="Wer gewinnt"),
    }  # fmt: skip
    for address, face in pages.items():
        html = as_read(ros.get(address))
        assert words_in(re.sub(r' aria-label="[^"]*"', "", html), face.text) == {"de"}, address
        assert '<html lang="en-GB"' in html
    for address in (home, f"{home}minutes/", f"{home}versions/1/"):
        assert re.search(r'<h1 lang="de">', as_read(ros.get(address))), address
    workshop = as_read(ros.get(f"{home}workshop/"))
    assert f'<bdi lang="de">{SLUG.title}</bdi>' in workshop
    table.propose("Ros", Face("Hosenstall", "Action", "Weiter."))
    table.propose("Ros", Face("Kellerassel", "Action", "Weiter."), sort="members")
    change = SetVisibility("unlisted")
    actions.propose(table.deck.pk, by=table.ids["Ros"], key=None, changes=(change,))
    workshop = as_read(ros.get(f"{home}workshop/"))
    assert re.search(r'<span\s+class="hand queue-title"\s+lang="de"\s*>Hosenstall</span>', workshop)
    assert re.search(r'<h3 class="hand"><a href="[^"]+" lang="de">Kellerassel</a>', workshop)
    assert re.search(r'<span\s+class="hand queue-title"\s*>For whoever has the link</span>', workshop)  # our own words
    number = table.amend("Ros", Ref("card", 1), replace(SLUG, text="Wer verliert, zieht eine Karte."))
    proposal = as_read(ros.get(f"{home}proposals/{number}/"))
    assert '<p class="proof" lang="de"><span class="label label--s" lang="en">' in proposal
    rows.Deck.objects.filter(pk=table.deck.pk).update(language="")
    assert 'lang=""' not in as_read(ros.get(home)) + as_read(ros.get(f"{home}workshop/"))
