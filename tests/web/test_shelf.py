"""The archive's pages: answers, what is in the way, filters, a deck for tonight; and of what is private nothing."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards import models as rows
from cards.face.face import Face
from cards.queries.marked import marked_face, marked_text
from cards.queries.shelf_ask import DATA, FEED, ShelfAsk, address, asked_in
from cards.queries.shelf_sentence import sentence_of
from cards.queries.tonight import TonightAsk
from cards.rules.deck import SetVisibility
from cards.rules.limits import clean_text
from cards.search import finding
from cards.search.keeping import touch
from cards.search.language import FILTERS, read
from cards.search.shelf import catalogue
from studio.kernel.inputs import Inputs
from tests.atom_check import IN, checked
from tests.deck_fixture import SLUG, DeckFixture
from tests.markup import as_read
from tests.web.decks import BAN, GOAT, accepted, archive, as_member, ask

SITE = "https://cards.example"
Shelf = dict[str, DeckFixture]


def asked(query: str) -> ShelfAsk:
    fields: dict[str, list[str]] = {}
    for name, value in parse_qsl(query, keep_blank_values=True):
        fields.setdefault(name, []).append(value)
    return asked_in(Inputs(fields))


def sentence(query: str) -> str:
    return "".join(f"{said.before}[{said.chip.words}]{said.after}" for said in sentence_of(asked(query)))


# --- addresses, without a site ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query",
    [
        "q=goat+t%3Athing+-weather&players=4&lang=en", "players=4&show=decks", "q=goat&show=cards&order=newest",
        "q=%22usual+bar%22&is=star&is=playable&cards=0-40", "show=decks&order=title&after=0~0~c",
        "q=%26+%3D+%23+%25&tag=a%26b",
        "q=goat&show=filters",
    ],
)  # fmt: skip
def test_every_address_of_a_search_says_the_same_when_it_is_read_again(query: str) -> None:
    found = asked(query)
    again = asked(urlsplit(found.at()).query)
    assert again == found and again.at() == found.at()
    assert set(parse_qsl(urlsplit(found.at()).query)) == set(parse_qsl(query)), "nothing was dropped"


def test_the_same_question_is_one_address_whichever_way_it_was_put_together() -> None:
    assert asked("lang=en&players=4&q=goat").at() == asked("q=goat&players=4&lang=en&lang=en").at()
    assert address() == "/decks/?show=decks" and asked("q=&show=decks&order=newest").at() == "/decks/?show=decks"
    assert asked("q=goat&order=best").at() == "/decks/?q=goat"


def test_no_link_drops_what_another_chose() -> None:
    """Each chip takes itself away and nothing else; so do a filter, an order, the switch."""
    now = asked("q=goat+-frost&players=4&is=star&lang=en&order=title&show=cards")
    pieces = {piece.text for piece in now.search.pieces}
    for said, piece in zip(sentence_of(now), sorted(now.search.pieces, key=lambda one: one.text), strict=False):
        left = asked(urlsplit(said.chip.href).query)
        assert len(pieces - {one.text for one in left.search.pieces}) == 1, piece
        assert (left.order, left.show) == ("title", "cards")
    for href in (now.showing("decks"), now.in_order("played"), now.further("1~0~x")):
        assert asked(urlsplit(href).query).search == now.search
    other = asked(urlsplit(now.toggled("players", "5")).query)
    assert other.search.chosen("players") == ("5",) and other.search.chosen("is") == ("star",)
    assert asked(urlsplit(now.toggled("is", "playable")).query).search.chosen("is") == ("playable", "star")
    assert asked(urlsplit(now.toggled("is", "star")).query).search.chosen("is") == ()


def test_a_question_is_read_back_as_a_sentence() -> None:
    assert sentence("q=goat+t:pest+-weather+by:Femi&players=4&lang=en") == (
        " that say [goat], never [weather], with [pest] in the type line, by [Femi], in [English], for [four]"
    )
    assert sentence("q=goat+frost+%22usual+bar%22") == " that say [goat] and [frost], that say “[usual bar]”"
    assert sentence("is=star&is=playable&is=untested") == " with a [star], that are [Playable] or [Untested]"
    assert sentence("players=7%2B&cards=0-40&cards=91%2B") == (
        " for [seven or more], with [up to 40 cards] or [91 or more cards]"
    )
    assert sentence("q=cards%3C60+is:action+-is:rule+o:{gold 3}".replace(" ", "%20")) == (
        " with the symbol [{gold 3}], that are [Actions], that are not [Special Rules], with [fewer than 60 cards]"
    )
    assert (
        sentence("plays=die&has=pictures&q=players%3E6")
        == " for [more than six], played with [one die], with [pictures]"
    )


@pytest.mark.django_db
def test_all_makers_stand_on_a_page_of_their_own(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cards.queries.shelf_page.BESIDE", 1)
    monkeypatch.setattr("cards.search.finding.VALUES_SHOWN", 1)
    assert "All makers" not in page("/decks/?q=goat&by=Ros&by=Idris"), "they all stand there"
    (way,) = re.findall(r'<a class="facets-all" href="([^"]+)"', page("/decks/?q=goat"))
    assert way == "/decks/?q=goat&amp;show=filters#filter-by"
    every = page("/decks/?show=filters")
    listed = set(re.findall(r'name="by"\s+value="([^"]+)"', every))
    assert 'id="filter-by"' in every and listed == {m for found in shelf_makers() for m in found} and len(listed) == 2


def shelf_makers() -> list[tuple[str, ...]]:
    return [deck.values.get("by", ()) for deck in catalogue().decks if deck is not None]


def test_whatever_is_asked_has_a_sentence_and_an_address() -> None:
    odd = [
        "",
        "-",
        "t:",
        '"',
        "((((",
        "OR",
        "a" * 10_000,
        "\x00\u202e",
        "🐐",
        "ß ı İ",
        "{gold 3",
        "players:99999999999999999",
    ]
    for words in (*odd, "players:99999999999999999"):
        for name in FILTERS:
            ask_ = ShelfAsk(read(words, [(name, words[:80]), (name, "4")]))
            assert asked(urlsplit(ask_.at()).query).at() == ask_.at()
            assert len(sentence_of(ask_)) == len(ask_.search.pieces)


# --- felt pen ---------------------------------------------------------------------------------------------------------

FACE = (
    '<article class="cf" data-title="1"><header class="cf-head"><span class="cf-title">L&ouml;ffel &amp; Goat</span>'
    "</header>"
    '<p class="cf-type"><span>Thing <span class="cf-traits">Pest</span></span><span class="cf-no">4</span></p>'
    '<div class="cf-text"><p>The g<i>oa</i>t, <img src="goat.svg" alt="goat"> a &lt;goat&gt;</p></div>'
    '<footer class="cf-foot"><span class="cf-foot-line">Goat · 7</span></footer></article>'
)


def marked(query: str) -> list[str]:
    return re.findall(r"<mark>(.*?)</mark>", marked_face(FACE, read(query)))


def test_words_that_were_found_are_marked_on_the_visible_letters_of_a_face() -> None:
    assert marked("loffel") == ["Löffel"] and marked("goat") == ["Goat", "g", "oa", "t", "goat"]
    assert marked("goat")[1:4] == ["g", "oa", "t"], "a word in two hands is marked in both"
    assert marked("t:pest") == ["Pest"] and marked("o:pest") == marked("-goat") == marked("tag:goat") == []
    assert marked("name:goat") == ["Goat"]
    face = marked_face(FACE, read("goat"))
    assert re.sub("</?mark>", "", face) == FACE.replace("&ouml;", "ö"), "nothing else of it is another"


def test_marks_let_no_markup_in() -> None:
    assert marked_text("<b>goat", [(3, 7)]) == "&lt;b&gt;<mark>goat</mark>"
    assert "<b>" not in marked_face('<span class="cf-title">&lt;b&gt;goat</span>', read("goat"))


# --- pages -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def shelf() -> dict[str, DeckFixture]:
    """Three public decks, one unlisted, one private, each with a goat."""
    found = {}
    for title, cards, visibility in (
        ("Allotment Wars", (SLUG, GOAT, BAN), "public"), ("Goat Parade", (GOAT,), "public"),
        ("Plain Tales", (SLUG,), "public"), ("Hidden Goats", (GOAT,), "unlisted"), ("Secret Goats", (GOAT,), ""),
    ):  # fmt: skip
        table = DeckFixture("Ros", "Idris", title=title)
        for face in cards:
            accepted(table, face)
        archive(table)
        if visibility:
            ask(table, SetVisibility(visibility))  # type: ignore[arg-type]
        table.deck.refresh_from_db()
        found[title] = table
    rows.Deck.objects.filter(title="Goat Parade").update(players_min=2, players_max=3, status="playable")
    rows.Deck.objects.filter(title="Allotment Wars").update(players_min=3, players_max=6, status="untested")
    return found


def page(address: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(address)
    assert answer.status_code == 200, address
    return as_read(answer)


def covers(html: str) -> list[str]:
    return re.findall(r'<h3\s+class="hit-title"[^>]*><a[^>]*>(.*?)</a>', html, re.S)


@pytest.mark.django_db
def test_a_line_half_remembered_finds_the_card_and_shows_it_with_its_words_marked(
    shelf: dict[str, DeckFixture],
) -> None:
    html = page("/decks/?q=wanders+whoever".replace("wanders+", ""))
    slug = shelf["Allotment Wars"].deck.slug
    there = f"/decks/{slug}/versions/1/cards/2/"
    assert f'href="{there}?q=whoever"' in html and "<mark>whoever</mark>" in html
    for part in ("", "&part=loupe"):
        assert "<mark>whoever</mark>" in page(f"{there}?q=whoever{part}"), "where it stands for good"
    for plain in (
        there,
        f"{there}?q=",
        f"{there}?q=nobody",
        f"{there}?q=-whoever",
        f"/decks/{slug}/cards/2/?q=whoever",
    ):
        assert "<mark>" not in page(plain) and "It moves to whoever has most." in page(plain), plain
    assert ">Decks <span" in html and "One card says" in html
    decks = page("/decks/?q=goat")
    assert [re.sub("</?mark>", "", one) for one in covers(decks)][0] == "Goat Parade", (
        "its title says it: the best answer"
    )
    assert "<mark>Goat</mark> Parade" in decks
    wall = page("/decks/?q=goat&show=cards")
    assert wall.count('class="wall-of"') == 2 and "Ros, v1" in wall and "Roaming <mark>Goat</mark>" in wall


@pytest.mark.django_db
def test_of_decks_that_are_not_public_there_is_nothing_in_any_answer(shelf: Shelf) -> None:
    """Not in what is found, in counts, filters, feeds, lists, nor on the front; whoever asks."""
    pages = ("/decks/", "/decks/?q=goat", "/decks/?q=goat&show=cards", "/decks/?show=decks", "/decks/?show=filters",
             "/decks/?q=hidden+secret", "/decks/feed.atom?q=goat", "/decks.json?q=goat", "/decks.json",
             "/decks/?q=goat&show=filters", "/decks/?players=4")  # fmt: skip
    hidden = [shelf[title].deck.slug for title in ("Hidden Goats", "Secret Goats")]
    member = as_member(shelf["Secret Goats"], "Ros")
    for address_ in pages:
        for who in (Client(), member):
            html = who.get(address_).content.decode()
            assert "Hidden Goats" not in html and "Secret Goats" not in html, address_
            assert not any(slug in html for slug in hidden), address_
    before = {address_: Client().get(address_).content for address_ in pages[6:9]}
    ask(shelf["Hidden Goats"], SetVisibility("private"))
    assert {address_: Client().get(address_).content for address_ in pages[6:9]} == before
    ask(shelf["Goat Parade"], SetVisibility("private"))
    assert "Goat Parade" not in page("/decks/?q=goat") and "Decks <span" in page("/decks/?q=goat")


@pytest.mark.django_db
def test_filters_say_how_many_they_would_leave_and_leave_so_many(shelf: Shelf) -> None:
    answer = Client().get("/decks/?q=goat")
    groups = answer.context["page"].filters
    assert {"Players", "State"} <= {group.words for group in groups}
    for group in groups:
        for choice in group.choices:
            if not choice.href:
                assert group.is_row and choice.count == 0, "its numbers stand where they are"
                continue
            left = Client().get(choice.href).context["page"]
            assert left.switch[0].number == choice.count, (group.words, choice.words)
    html = page("/decks/?show=filters&q=goat&players=4")
    assert '<input type="hidden" name="q" value="goat">' in html and 'name="is"' in html and "<select" in html


@pytest.mark.django_db
def test_nothing_found_says_which_piece_to_let_go_of_and_how_many_that_gives(shelf: Shelf) -> None:
    html = page("/decks/?q=goat+lighthouse&players=2")
    assert "Nobody has written that." in html and "Let go of one thing" in html
    assert re.search(r"<s[^>]*>lighthouse</s>", html) and ">1</b>" in html
    assert 'name="card_title"' in html and 'value="Goat, lighthouse"' in html
    nothing = Client().get("/decks/?q=goat+lighthouse&players=2").context["page"].nothing
    numbers = [drop.number for drop in nothing.drops]
    assert numbers == sorted(numbers, reverse=True), "what gives most first"
    for drop in nothing.drops:
        left = Client().get(drop.href).context["page"]
        assert drop.number in (left.switch[0].number, left.switch[1].number) and not left.nothing
    assert "Did you mean" in page("/decks/?q=gaot") and "/decks/?q=goat" in page("/decks/?q=gaot")
    assert 'name="card_title"' not in page("/decks/?q=t:lighthouse+by:nobody"), "no plain word, no card begun"


@pytest.mark.django_db
def test_words_that_begin_so_are_offered_where_whole_ones_find_little_or_nothing(shelf: Shelf) -> None:
    def offered(place: str) -> list[str]:
        return [one.words for one in Client().get(place).context["page"].examples if one.words.endswith("*")]

    assert offered("/decks/?q=goat") == ["goat*"] and 'href="/decks/?q=goat%2A"' in page("/decks/?q=goat")
    assert offered("/decks/?q=o:whoever+-goat") == [] == offered("/decks/?q=goat%2A") == offered("/decks/?show=decks")
    assert offered("/decks/?q=goat+-slug+t:thing") == ["goat*"]
    assert offered("/decks/?show=filters&q=goat") == [], "there is no line of them"
    meant = Client().get("/decks/?q=t:thing+whoev").context["page"].nothing.meant
    assert [(one.words, one.href) for one in meant] == [("t:thing whoev*", "/decks/?q=t%3Athing+whoev%2A")]
    assert Client().get(meant[0].href).context["page"].hits
    assert "Did you mean" not in page("/decks/?q=whoev&players=9"), "nobody has that either"


@pytest.mark.django_db
def test_what_was_not_understood_is_said_and_nothing_is_an_error(shelf: Shelf) -> None:
    assert "We do not know colour:, so it was read as a word." in page("/decks/?q=colour:red")
    assert "We do not know the filter mood=happy, so it was left out." in page("/decks/?mood=happy&q=goat")
    odd = ("q=" + "a" * 3_000, "q=%22", "q=-", "q=(", "q=OR", "q=%00", "q=%F0%9F%90%90", "players=x", "is=gone&q=goat",
           "q=%7Bgold+3%7D", "order=nothing", "show=nothing", "cards=9-1&show=decks", "q=%C3%9F+%C4%B1")  # fmt: skip
    for query in odd:
        assert Client().get(f"/decks/?{query}").status_code == 200, query
    gone = "We do not know the filter is=gone, so it was left out."
    assert page("/decks/?is=gone&q=goat&is=gone").count(gone) == 1
    for after in ("x", "9~9~9~9", "1~0~" + "z" * 500, "0~0~{"):
        assert Client().get("/decks.json", {"after": after}).status_code == 404, after
        answer = Client().get("/decks/", {"show": "decks", "order": "title", "after": after})
        assert answer.status_code == 404, after
    assert Client().get("/decks/?find=goat&tag=x").headers["Location"] == "/decks/?q=goat&tag=x"


TRAPS = {
    "Goat": "It moves to whoever has most.", "Sharp": "Straße", "Dotless": "ılık", "Marks": "Noe\u0308l",
    "Rain": "カードを2枚引く", "Peace": "שָׁלוֹם", "Purse": "Pay {gold 3}.", "Coins": "You have gold: 3 coins.",
}  # fmt: skip
TYPED = {
    "ten kilobytes": ("whoever " + "x" * 10_240, ""), "ten kilobytes of one word": ("whoever " * 1_280, "Goat"),
    "an unclosed quotation mark": ('"whoever has most', "Goat"), "quotation marks alone": ('"" " "', ""),
    "operators alone": ("- ( ) OR | -( ", ""), "operators around a word": ("OR OR whoever OR", "Goat"),
    "sharp s": ("STRASSE", "Sharp"), "dotless i": ("ILIK", "Dotless"), "combining marks": ("noel", "Marks"),
    "Japanese": ("2枚", "Rain"), "a character of Japanese": ("枚", "Rain"), "Hebrew points": ("שלום", "Peace"),
    "a symbol": ("{gold 3}", "Purse"), "half a symbol": ("{gold 3", "Coins Purse"),
    "signs of other languages": ("whoever\0' ; -- % \\ *", "Goat"),
}  # fmt: skip


@pytest.mark.django_db
def test_whatever_is_typed_is_a_page_in_words_and_never_a_wrong_hit() -> None:
    table = DeckFixture("Ros", "Idris")
    for title, text in TRAPS.items():
        accepted(table, Face(title, "Thing", clean_text(text)))
    archive(table)
    ask(table, SetVisibility("public"))
    for what, (typed, titles) in TYPED.items():
        query = urlencode({"q": typed})
        shown = Client().get(f"/decks/?{query}&show=cards").context["page"]
        marked = [re.sub("<[^>]*>", "", card.face) for card in shown.cards]
        hit = {title for title in TRAPS for face in marked if title in face.split()}
        assert " ".join(sorted(hit)) == titles and len(marked) == len(hit), what
        assert bool(shown.nothing) == (not titles), what
        for other in (f"/decks/?{query}", f"/decks/?{query}&show=filters", f"{DATA}?{query}", f"{FEED}?{query}"):
            assert Client().get(other).status_code == 200, (what, other)


@pytest.mark.django_db
def test_symbols_beside_each_other_are_words_apart_where_a_card_is_quoted() -> None:
    table = DeckFixture("Ros", "Idris")
    for title, text in (("Goat", "A goat."), ("Sheep", "A goat. {card}{card}")):
        accepted(table, Face(title, "Thing", text))
    archive(table)
    ask(table, SetVisibility("public"))
    (hit,) = Client().get("/decks/?q=goat").context["page"].hits
    assert [re.sub("<[^>]*>", "", line.text) for line in hit.lines] == ["A goat. card card"]


@pytest.mark.django_db
def test_a_broad_search_says_that_nothing_is_counted_and_keeps_its_filters(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "CARDS_COUNTED", 0)
    monkeypatch.setattr(finding, "FEW", 0)
    html = page("/decks/?q=goat")
    assert "More cards have this than are counted. One more word or filter, and there are numbers again." in html
    links = re.findall(r'<a\s+class="facet"\s+href="([^"]*)"', html)
    assert links and 'class="facet-n"' not in html
    narrowed = Client().get(next(link for link in links if "is=untested" in link).replace("&amp;", "&"))
    assert [hit.cover.title for hit in narrowed.context["page"].hits] == ["Allotment Wars"]


@pytest.mark.django_db
def test_a_shelf_is_read_page_by_page_and_by_its_letters_and_nothing_twice(shelf: Shelf) -> None:
    letters = Client().get("/decks/?show=decks&order=title").context["page"].letters
    there = {letter.words: letter.href for letter in letters if letter.href}
    assert set(there) == {"A", "G", "P"}
    at_g = Client().get(there["G"]).context["page"]
    assert [cover.title for cover in at_g.covers] == ["Goat Parade", "Plain Tales"]
    first, seen = "/decks.json?order=title", []
    whole = Client().get(first).json()
    assert whole["total"] == 3 and whole["next"] == ""
    assert [deck["title"] for deck in whole["decks"]] == ["Allotment Wars", "Goat Parade", "Plain Tales"]
    seen = [deck["digest"] for deck in whole["decks"]]
    assert len(set(seen)) == 3 and whole["decks"][0]["players"] == [3, 6]


@pytest.mark.django_db
def test_a_page_and_its_feed_say_where_they_stand(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "ENV", replace(settings.ENV, site=SITE))
    for address_ in ("/decks/", "/decks/?q=goat", "/decks/?show=decks&order=title", "/decks/?players=4&cut=hour"):
        html = page(address_)
        (canonical,) = re.findall(r'<link rel="canonical" href="([^"]*)">', html)
        assert canonical.replace("&amp;", "&") == SITE + address_
        assert f'<meta property="og:url" content="{canonical}">' in html
    assert '<link rel="canonical" href="https://cards.example/decks/?q=goat">' in page("/decks/?order=best&q=goat")
    (feed,) = re.findall(r'type="application/atom\+xml"[^>]*href="([^"]*)"', page("/decks/?q=goat&players=2"))
    found = checked(Client().get(feed.replace("&amp;", "&")).content)
    titles = [one.findtext("a:title", namespaces=IN) for one in found.findall("a:entry", IN)]
    assert titles == ["Goat Parade, version 1: First printing"]


# --- a deck for tonight -----------------------------------------------------------------------------------------------


def test_an_answer_keeps_the_others_and_is_a_filter_of_the_archive() -> None:
    four = TonightAsk("4", "hour", "1", seed=7, besides=3)
    assert four.at() == "/decks/?players=4&cut=hour&ready=1&seed=7&besides=3"
    assert four.with_answer("ready", "0").at() == "/decks/?players=4&cut=hour&ready=0"
    assert four.filters == (("players", "4"), ("is", "star"), ("is", "playable"))
    assert four.words == "sheets<=8"
    assert TonightAsk("6+", "none").filters == (("players", "6+"),) and TonightAsk(cut="any").filters == ()


@pytest.mark.django_db
def test_three_questions_deal_a_deck_that_fits_and_another_one(shelf: Shelf) -> None:
    front = Client().get("/decks/").context["page"]
    assert front.go_words == "Show all 3" and len(front.hands) == 3 and front.dealt is not None
    two = Client().get("/decks/?players=2&ready=1").context["page"]
    assert two.dealt.title == "Goat Parade" and two.go_words == "Show the one" and len(two.hands) == 2
    shown = Client().get(two.go_href).context["page"]
    assert [cover.title for cover in shown.covers] == ["Goat Parade"] and shown.switch[0].number == 1
    none = Client().get("/decks/?players=6%2B&ready=1").context["page"]
    assert none.dealt is None and none.go_words.startswith("None. Nearest: ")
    assert Client().get(none.go_href).context["page"].dealt is not None
    seen, address_ = [], "/decks/"
    for _ in range(4):
        front = Client().get(address_).context["page"]
        seen.append(front.dealt.title)
        address_ = front.again_href
    assert all(one != other for one, other in zip(seen, seen[1:], strict=False)), "never the same twice in a row"


@pytest.mark.django_db
def test_shelves_show_what_there_is_and_no_empty_one(shelf: Shelf) -> None:
    html = page("/decks/")
    assert "New versions" in html and "Fresh and unfinished" in html and "Star decks" not in html
    assert "Most played" not in html, "nobody has played"
    rows.Deck.objects.filter(title="Plain Tales").update(
        starred_at=rows.Deck.objects.get(title="Plain Tales").archived_at
    )
    html = page("/decks/")
    assert "Star decks" in html and "Given by the house" in html
    table = shelf["Goat Parade"]
    accepted(table, Face("Third", "Thing"))
    archive(table, "One more")
    newest = Client().get("/decks/").context["page"].newest[0]
    assert (newest.title, newest.number, newest.name) == ("Goat Parade", 2, "One more")
    assert newest.came == (("in", "1 in"),)


@pytest.mark.django_db
def test_what_was_played_most_this_month_goes_by_this_month_and_then_by_title(shelf: Shelf) -> None:
    played = {"Goat Parade": (9, 1), "Plain Tales": (2, 2), "Allotment Wars": (1, 1), "Hidden Goats": (9, 9)}
    for title, (ever, lately) in played.items():
        rows.ShelfDeck.objects.filter(deck=shelf[title].deck).update(played=ever, played_lately=lately)
    with transaction.atomic():
        touch([shelf[title].deck.pk for title in played])
    front = Client().get("/decks/").context["page"]
    assert [(one.title, one.count) for one in front.played] == [
        ("Plain Tales", 2), ("Allotment Wars", 1), ("Goat Parade", 1)
    ]  # fmt: skip
    every = Client().get(front.played_href).context["page"]
    titles = [cover.title for cover in every.covers]
    assert titles[:3] == ["Plain Tales", "Allotment Wars", "Goat Parade"] and titles[3:] == sorted(titles[3:])


@pytest.mark.django_db
def test_an_empty_archive_says_so_in_its_front_and_in_its_answers() -> None:
    assert "An empty shelf. Good." in page("/decks/") and "An empty shelf. Good." in page("/decks/?show=decks")
    assert "Nobody has written that." in page("/decks/?q=goat")


@pytest.mark.django_db
def test_the_statements_of_the_archive_do_not_grow_with_its_decks(shelf: Shelf) -> None:
    pages = ("/decks/", "/decks/?q=goat", "/decks/?q=goat&show=cards", "/decks/?players=4&show=decks", "/decks.json")

    def statements() -> list[int]:
        found: list[int] = []
        for address_ in pages:
            Client().get(address_)
            with CaptureQueriesContext(connection) as queries:
                assert Client().get(address_).status_code == 200
            # Of each deck that is shown it is looked up which of its cards are hit, on SQLite by itself.
            found.append(sum("cards_shelfwords" not in one["sql"] for one in queries))
        return found

    before = statements()
    for number in range(3):
        table = DeckFixture("Ros", title=f"Goats again {number}")
        accepted(table, GOAT)
        archive(table)
        ask(table, SetVisibility("public"))
    assert statements() == before
    assert max(before) <= 40, before
