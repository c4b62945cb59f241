"""Three places speak a second language: the archive, whole, and live who is at the table and the log of a game. Nothing
of it leaks."""

from __future__ import annotations

import json
import string
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import Any

import pytest
from django.template import engines
from django.test import Client
from django.utils.translation import trans_real

from cards.access import stream_door
from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.queries import faces
from cards.rules.decision import TableSetting
from cards.rules.deck import SetVisibility
from play.queries.status import phases_of
from play.queries.table_view import TableView
from play.table.events import PackOpened
from play.table.kit_words import zone_inside, zone_short, zone_title
from play.table.sight import PhaseSight, TurnSight
from play.table.state import Table
from play.verbs.telling import tell
from studio import catalogue
from studio.kernel.messages import counted, message, series, shortened
from studio.live import presence
from studio.live.catch_up import Audience, Position, Wanted, draw_for, whole
from studio.live.consumer import read_handshake
from studio.live.regions import PAGES, PRESENCE
from studio.models import Member
from studio.people.devices import Caller
from studio.setup.env import EnvProblem, read_env
from studio.web.dates import ahead, day_of, said, since
from studio.web.language import COOKIE, language_of, speaking
from studio.web.words import say, say_slot
from tests.deck_fixture import SLUG, DeckFixture
from tests.live.fake import Page
from tests.markup import UNSAID, VOID, as_read
from tests.memories import forget_faces
from tests.rules.rules_game import RulesGame
from tests.table_fixture import TableFixture
from tests.web.decks import BAN, GOAT, SHOW, accepted, archive, as_member, ask

pytestmark = pytest.mark.django_db

NAMES = ("Ros", "Idris", "Maud", "Bea")
OURS = {"Carte", "Blanche", "Carte Blanche", "Decks", "{month} {year}", "{moment} UTC"}  # the same in both languages


@pytest.fixture(autouse=True)
def two_languages(settings: Any) -> Iterator[None]:
    settings.LANGUAGES = [("en", "en"), ("de", "de")]
    forget_faces()
    yield
    forget_faces()


@pytest.fixture
def shelf() -> DeckFixture:
    """A public deck of four people, with cards of every kind."""
    t = DeckFixture(*NAMES)
    for face, kind in ((SLUG, "card"), (GOAT, "card"), (BAN, "card"), (SHOW, "rule")):
        accepted(t, face, kind=kind)
    archive(t)
    ask(t, SetVisibility("public"))
    return t


class Texts(HTMLParser):
    """What a person reads or hears of a page: its text and the labels, but for the faces of cards."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.silent: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style", "symbol", "article"):
            self.silent.append(tag)
        if not self.silent:
            self.found |= {value or "" for name, value in attrs if name in ("aria-label", "placeholder", "title")}

    def handle_endtag(self, tag: str) -> None:
        if self.silent and self.silent[-1] == tag:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        if not self.silent and (text := " ".join(data.split())):
            self.found.add(text)


def texts(html: str) -> set[str]:
    return {text for text in Texts(html).found if any(letter in string.ascii_letters for letter in text)}


def page(address: str, language: str) -> str:
    client = Client()
    client.cookies[COOKIE] = language
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Language"]) == (200, language)
    assert "Accept-Language" in answer["Vary"] and "Cookie" in answer["Vary"]
    return as_read(answer)


NAMES_OF_CARDS = {"Roaming Goat", "Roaming"}
ADDRESSES = (
    "/decks/", "/decks/?players=4&cut=hour&ready=1", "/decks/?q=nothing+like+it+colour:red", "/decks/?order=title",
    "/decks/?tag=seaside", "/decks/?q=goat", "/decks/?q=goat&show=cards", "/decks/?show=filters",
)  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_archive_is_wholly_in_german(shelf: DeckFixture, address: str) -> None:
    german, english = page(address, "de"), page(address, "en")
    assert '<html lang="de"' in german and '<html lang="en-GB"' in english
    typed = {"nothing", "like", "it", "goat", "seaside", "Nothing, like", "colour red", "action"}
    typed |= {"goat*", "players:", "players", "is:", "by:", "t:", "o:", "cards<", "First printing"}
    data = {
        shelf.deck.title,
        shelf.deck.blurb,
        "English",
        "Pest",
        *string.ascii_uppercase,
        *typed,
        *NAMES,
        *NAMES_OF_CARDS,
    }
    assert texts(german) & texts(english) <= data | OURS


def test_an_empty_archive_is_in_german_too() -> None:
    assert texts(page("/decks/", "de")) & texts(page("/decks/", "en")) <= OURS


def test_signing_in_is_wholly_in_german_with_what_is_refused(lacking: set[str]) -> None:
    guest = as_member(DeckFixture("Ros"), "Ros")
    sent = {"name": "Ros", "password": "gooseberry"}
    for client in (Client(), guest):
        said = {}
        for language in ("de", "en"):
            client.cookies[COOKIE] = language
            wrong = client.post("/sign-in/", sent)
            spent = client.post("/sign-in/", {"code": "WRONG-CODE"})
            said[language] = [as_read(answer) for answer in (client.get("/sign-in/"), wrong, spent)]
        assert '<html lang="de"' in said["de"][0] and '<html lang="en-GB"' in said["en"][0]
        assert "passen nicht zusammen" in said["de"][1] and "öffnet nichts" in said["de"][2]
        for german, english in zip(said["de"], said["en"], strict=True):
            assert texts(german) & texts(english) <= OURS | {"Ros", "“Allotment Wars”"}
    assert lacking == set()


def test_plurals_and_names_are_german(shelf: DeckFixture) -> None:
    german = page("/decks/", "de")
    assert "Ein Deck" in german and "3 Karten · v1" in german and "1 Ding, 1 Aktion" not in german
    assert "Ros, Idris und zwei weitere" in german and "2 Dinge, 1 Aktion, 1 Sonderregel" in german


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The messages that were asked for in German and that its catalogue has no words for."""
    found: set[str] = set()

    class Lacks:
        def gettext(self, text: str) -> str:
            found.add(text)
            return text.rpartition("\x04")[2]

        def ngettext(self, one: str, many: str, count: int) -> str:
            found.add(one)
            return (one if count == 1 else many).rpartition("\x04")[2]

    with speaking("de"):
        say(message("Archive"))
    monkeypatch.setattr(trans_real._translations["de"], "_fallback", Lacks())
    return found


def test_no_message_of_the_two_places_is_missing_from_the_german_catalogue(
    shelf: DeckFixture, lacking: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    only_presence(monkeypatch)
    for address in ADDRESSES:
        page(address, "de")
    with speaking("de"):
        loaded(shelf, "Ros", "de")
    assert lacking == set()
    with speaking("de"):
        say(message("Nobody has translated this"))
    assert lacking == {"Nobody has translated this"}, "the instrument hears"


# --- live ------------------------------------------------------------------------------------------------------------


def loaded(t: DeckFixture, name: str, language: str) -> Page:
    """The workshop as it would be loaded now in that language, but only who is at the table."""
    caller = Caller(person_id=Member.objects.get(pk=t.ids[name]).person_id)
    door = stream_door(caller, t.deck.stream, members_only=True)
    assert door is not None
    with speaking(language):
        now = whole("workshop", PAGES["workshop"].view.through(door))
    return Page(now.v, {"r-presence": str(now.html["r-presence"])})


def only_presence(monkeypatch: pytest.MonkeyPatch) -> None:
    here = tuple(region for region in PAGES["workshop"].regions if region.id == "r-presence")
    monkeypatch.setitem(PAGES, "workshop", replace(PAGES["workshop"], regions=here))


def test_two_readers_of_one_region_get_it_each_in_their_language_live_as_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    only_presence(monkeypatch)
    t = DeckFixture("Ros", "Idris")
    stale = {language: loaded(t, "Ros", language) for language in ("en", "de")}
    presence.note({(t.deck.stream_id, t.ids["Ros"]), (t.deck.stream_id, t.ids["Idris"])}, set())
    wanted = [
        Wanted(
            Audience("workshop", None, "member", language),
            frozenset({Position(page.v, t.ids["Ros"])}),
            frozenset({PRESENCE}),
        )
        for language, page in stale.items()
    ]
    for order in (wanted, wanted[::-1]):
        for drawn in draw_for(t.deck.stream_id, order):
            (frame,) = drawn.shared.values()
            stale[drawn.audience.language].take(json.loads(frame))
    for language, shown in stale.items():
        assert shown.html == loaded(t, "Ros", language).html
    german, english = stale["de"].html["r-presence"], stale["en"].html["r-presence"]
    assert "Zwei am Tisch" in german and "at the table" not in german and 'lang="de"' in german
    assert "Two at the table" in english and "Tisch" not in english and "lang=" not in english


# --- a game -----------------------------------------------------------------------------------------------------------


def lines_of(game: RulesGame) -> set[str]:
    """Every line of its log, in the language in force, as seat 1 is told it and whoever only watches."""
    lines = (tell(before, fact, after, me) for before, fact, after in game.told for me in (0, 1))
    return {say(line.words.given(who="Ros")) for line in lines if line is not None}


def test_whatever_happens_at_a_table_is_told_in_german(lacking: set[str]) -> None:
    english: set[str] = set()
    german: set[str] = set()
    for seed in range(6):
        game = RulesGame(seed)
        for _ in range(120):
            game.attempt(game.any_command())
        english |= lines_of(game)
        with speaking("de"):
            german |= lines_of(game)
    assert lacking == set() and len(german) > 150
    assert not {words for words in german & english if " " in words}


def test_one_and_many_are_told_apart_in_both_languages() -> None:
    def told(blanks: int) -> str:
        line = tell(Table(), PackOpened(1, blanks), Table(), 1)
        assert line is not None
        return say(line.words)

    assert [told(n) for n in (1, 2)] == ["puts 1 blank on the table", "puts 2 blanks on the table"]
    with speaking("de"):
        assert [told(n) for n in (1, 2)] == ["legt 1 leere Karte auf den Tisch", "legt 2 leere Karten auf den Tisch"]


def test_what_our_kits_call_a_zone_is_said_and_any_other_name_stays_as_it_is() -> None:
    ours = [say_slot(word("draw", "Draw pile")) for word in (zone_title, zone_inside, zone_short)]
    assert ours == ["Draw pile", "draw pile", "Draw"]
    theirs = [say_slot(word("draw", "Compost pile")) for word in (zone_title, zone_inside, zone_short)]
    assert theirs == ["Compost pile", "compost pile", "Compost pile"]
    with speaking("de"):
        assert say_slot(zone_inside("draw", "Draw pile")) == "Nachziehstapel"
        assert say_slot(zone_inside("refuse", "Draw pile")) == "draw pile"


def test_what_is_still_to_do_stands_with_its_part_of_the_turn_whatever_that_is_called() -> None:
    """By what the part is for, not by how its name begins."""
    parts = (PhaseSight("a", "Sow", ("draw",), True, False), PhaseSight("b", "Draw", ("discard",), False, False))
    phases = phases_of(TurnSight(1, 1, 1, parts, 2, 1, 5, (("Thing", 1, 1),)))
    assert [(phase.name, phase.todo) for phase in phases] == [
        ("Sow", ("Draw 2 cards",)), ("Draw", ("Discard 1 card",)),
    ]  # fmt: skip


def minutes(g: TableFixture, language: str) -> Page:
    """The table's page as seat 2 would load it now in that language, but only the log."""
    now = whole("table", TableView(g.table.stream_id, g.sight(2), language=language))
    return Page(now.v, {"r-log": str(now.html["r-log"])})


def told(said: Any) -> str:
    """What a frame says, one sentence after the other: (whose act, words, sort) each."""
    return " ".join(words for _, words, _ in said)


def test_the_log_of_one_game_is_german_for_one_reader_and_english_for_another(
    monkeypatch: pytest.MonkeyPatch, lacking: set[str]
) -> None:
    log = tuple(region for region in PAGES["table"].regions if region.id == "r-log")
    monkeypatch.setitem(PAGES, "table", replace(PAGES["table"], regions=log))
    g = TableFixture(cards=15)
    stale = {}
    for language in ("en", "de"):
        with speaking(language):
            stale[language] = minutes(g, language)
    title = g.value.cards[g.value.pieces[(piece := g.card(1))].card].title
    g.do(1, "play", piece=piece, to="area.1", confirmed="1")
    g.do(1, "token", token="{who}", count="2", on="2")
    g.do(1, "pack", blanks="1")
    wanted = [
        Wanted(Audience("table", None, g.sight(2), language), frozenset({Position(page.v, g.member(2))}), frozenset())
        for language, page in stale.items()
    ]
    for drawn in draw_for(g.table.stream_id, wanted):
        (frame,) = drawn.shared.values()
        stale[drawn.audience.language].take(json.loads(frame))
    for language, shown in stale.items():
        with speaking(language):
            assert shown.html == minutes(g, language).html
    german, english = stale["de"], stale["en"]
    assert f'spielt <b><bdi lang="en">{title}</bdi></b>' in german.html["r-log"] and 'lang="de"' in german.html["r-log"]
    assert f"played <b>{title}</b>" in english.html["r-log"] and "lang=" not in english.html["r-log"]
    assert json.loads(frame)["lang"] == "de" if drawn.audience.language == "de" else "lang" not in json.loads(frame)
    assert "ändert {who} von Idris von 0 auf 2" in german.html["r-log"]
    assert told(german.said[-1]).endswith(
        f"Ros spielt {title}. Ros ändert {{who}} von Idris von 0 auf 2. Ros legt 1 leere Karte auf den Tisch."
    )
    assert told(english.said[-1]).endswith(
        f"Ros played {title}. Ros changed {{who}} of Idris from 0 to 2. Ros puts 1 blank on the table."
    )
    names = {title, "Ros", "Ro", "Idris", "Id", "Maud", "Ma"}
    assert texts(german.html["r-log"]) & texts(english.html["r-log"]) <= names
    assert lacking == set()


# --- who speaks what -------------------------------------------------------------------------------------------------


def test_the_language_is_what_was_chosen_else_what_the_browser_likes_best() -> None:
    assert language_of({COOKIE: "de"}, "en") == "de" and language_of({COOKIE: "xx"}, "de-AT,en;q=0.8") == "de"
    assert language_of({}, "en-US,de;q=0.5") == "en" and language_of({}, "fr") == "en"
    assert language_of({COOKIE: "'; DROP"}, "\x00" * 9000) == "en"


def test_a_socket_knows_the_language_that_was_chosen_over_https() -> None:
    cookies = f"{COOKIE}=en; __Host-{COOKIE}=de".encode()
    scope = {"headers": [(b"cookie", cookies)], "url_route": {"kwargs": {"key": "k"}}}
    assert read_handshake(scope).language == "de"


def test_a_host_that_offers_english_alone_speaks_english_to_everybody(settings: Any) -> None:
    settings.LANGUAGES = [("en", "en")]
    client = Client(headers={"accept-language": "de"})
    client.cookies[COOKIE] = "de"
    answer = client.get("/decks/")
    assert "Archive" in as_read(answer) and "Content-Language" not in answer


def test_a_language_without_a_catalogue_stops_the_start() -> None:
    assert read_env({"CARTE_LANGUAGES": "de"}).languages == ("en", "de") and read_env({}).languages == ("en",)
    with pytest.raises(EnvProblem, match="'tlh'"):
        read_env({"CARTE_LANGUAGES": "de, tlh"})


def test_a_card_says_the_same_in_every_language() -> None:
    """Which is why its markup may be remembered without one."""
    face = Face("Ring", "Rule", "Tap.\n\n{gold 3} {life}", cost="2", value="7", effects=(TableSetting("draw", 2),))
    drawn = {}
    for language in ("en", "de"):
        with speaking(language):
            drawn[language] = faces.markup_of(draw_face(face, is_rule=True, number=1, foot_line="Deck · 1"))
    assert drawn["de"] == drawn["en"]


# --- catalogues ------------------------------------------------------------------------------------------------------


def test_the_compiled_catalogue_is_what_its_text_says_and_each_translation_has_the_slots_of_its_sentence() -> None:
    po = catalogue.po_of("de")
    header, entries = catalogue.read_po(po.read_text(encoding="utf-8"))
    assert po.with_suffix(".mo").read_bytes() == catalogue.compiled(header, entries), "run `manage.py catalogue`"
    assert catalogue.write_po(header, entries) == "\n".join(
        line for line in po.read_text(encoding="utf-8").split("\n") if not line.startswith("#")
    )
    assert catalogue.strays(entries) == ()
    wrong = catalogue.Translation(catalogue.Marked("{count} card", "{count} cards"), ("{count} Karte", "{zahl} Karten"))
    of_template = catalogue.Translation(catalogue.Marked("Team %(team)s"), ("Mannschaft %(mannschaft)s",))
    assert catalogue.strays((wrong, of_template)) == ("{zahl} Karten", "Mannschaft %(mannschaft)s")


def test_every_template_and_module_gives_up_its_messages() -> None:
    found = {marked.key: marked for marked in catalogue.everything()}
    assert found["number\x04twelve"].where == "studio/kernel/messages.py"
    assert found["{count} card"].many == "{count} cards" and found["These are all."].where.endswith("archive.html")
    assert found["A deck holds {limit} cards and Special Rules, and this would be more. Repeal some first."]


def test_numbers_that_machines_read_are_the_same_in_every_language() -> None:
    template = engines["django"].from_string("{{ a }} {{ b }}")
    with speaking("de"):
        assert template.render({"a": 1.5, "b": 12345}) == "1.5 12345"


def test_moments_rows_and_numbers_are_said_in_german() -> None:
    now = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)

    def words(*at: int) -> str:
        return said(datetime(*at, tzinfo=UTC), now).words  # type: ignore[arg-type]

    with speaking("de"):
        assert words(2026, 3, 14, 9, 5) == "heute um 09:05" and words(2026, 3, 13, 9, 5) == "gestern um 09:05"
        assert (
            words(2026, 3, 10) == "Dienstag"
            and words(2026, 2, 1) == "1. Februar"
            and words(2024, 5, 1) == "1. Mai 2024"
        )
        assert day_of(now, now) == "Heute" and since(datetime(2025, 3, 1, tzinfo=UTC), now) == "seit März 2025"
        assert ahead(datetime(2026, 11, 23, 14, 5, tzinfo=UTC)) == "23. November um 14:05 UTC"
        assert say(series(["Ros", "{last}", "Maud"])) == "Ros, {last} und Maud"
        assert say(shortened(NAMES, 3)) == "Ros, Idris und zwei weitere"
        assert say(counted("{count} card", "{count} cards", 1)) == "1 Karte"


# --- one page, one language -------------------------------------------------------------------------------------------


def in_tongue(client: Client, address: str, language: str) -> str:
    client.cookies[COOKIE] = language
    return as_read(client.get(address))


def test_a_page_that_is_not_translated_is_wholly_in_english(shelf: DeckFixture) -> None:
    home = f"/decks/{shelf.deck.slug}/"
    for address in ("/", "/about/", home, f"{home}?tab=history", f"{home}print/", "/decks/none/", "/nowhere/"):
        german, english = in_tongue(Client(), address, "de"), in_tongue(Client(), address, "en")
        assert texts(german) == texts(english) and 'lang="de"' not in german, address


def test_what_is_translated_on_such_a_page_says_its_language(shelf: DeckFixture) -> None:
    ros, home = as_member(shelf, "Ros"), f"/decks/{shelf.deck.slug}/workshop/"
    german, english = in_tongue(ros, home, "de"), in_tongue(ros, home, "en")
    told = {"de": Tongues(german).found["de"], "en": Tongues(english).found["de"]}
    assert any("am Tisch" in text for text in told["de"]) and not told["en"]
    assert Tongues(german).found["en"] <= Tongues(english).found["en"]
    ros.cookies[COOKIE] = "de"
    resync = ros.get(f"{home}?regions=1").json()["html"]
    assert resync.count('lang="de"') == german.count('lang="de"') == 1


class Tongues(HTMLParser):
    """`found`: the words that stand under `lang="de"`, and all others."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: dict[str, set[str]] = {"de": set(), "en": set()}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            around = self.open[-1] if self.open else "en"
            self.open.append("unread" if tag in UNSAID else (dict(attrs).get("lang") or around)[:2])

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self.open:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if (text := " ".join(data.split())) and self.open and self.open[-1] in self.found:
            self.found[self.open[-1]].add(text)
