"""A deck's own words and marks: from the form through the vote to every face, page and file."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from cards.access import member_door
from cards.face.lexicon import CornerNames, DeckKind, DeckSymbol, Keyword, Lexicon
from cards.forms.kit import fields_of
from cards.forms.lexicon import fields_of_lexicon
from cards.queries.composer import BLANK, sheet_of
from cards.queries.deck_view import DeckView
from cards.rules.deck import Amend, SetKit
from cards.storage import store
from studio.kernel.codec import digest
from studio.people.devices import Caller
from tests.deeds import archive_version
from tests.markup import as_read
from tests.visitors import Visitor
from tests.web.kit_room import SCRIPT, Room, typed_in

pytestmark = pytest.mark.django_db

WORDS = Lexicon(
    symbols=(DeckSymbol("wool", "a ball of wool", "#2c62a8", "round", "", "sun"),),
    keywords=(Keyword("haste", "It may be played at any time, {n} times."), Keyword("slow", "Not with {haste 1}.")),
    kinds=(DeckKind("Blessing", "#3c6b4c", "star", "Played face down."),),
    corners=CornerNames(cost="Fleece", unused=("gain",)),
)
SHEEP = {"kind": "thing", "title": "Sheep", "text": "It gives {wool 3}. {Haste 2}.", "cost": "{wool}"}


class Fold(Room):
    """Ros and Idris, with a sheep in the deck."""

    def __init__(self, words: Lexicon | None = WORDS) -> None:
        super().__init__()
        self.write(**{"e_there": "", **SHEEP})
        self.vote()
        if words is not None:
            self.put_words(words)
            self.vote()

    def put_words(self, words: Lexicon, **more: str) -> Any:
        fields = fields_of_lexicon(words, self.kit.lexicon) | {"was": digest(self.kit), "key": ""} | more
        return self.ros.post(f"{self.home}words/", fields)

    def as_archived(self, version: int, who: Visitor) -> str:
        return as_read(who.get(f"{self.home}versions/{version}/"))


def card(html: str, title: str = "Sheep") -> str:
    """The face of that name, as markup."""
    faces = re.findall(r'<article [^>]*class="cf.*?</article>', html, re.S)
    return next(face for face in faces if f">{title}<" in face)


def test_words_are_proposed_told_before_and_after_voted_and_minuted() -> None:
    fold = Fold(None)
    assert fold.put_words(WORDS).status_code == 303
    for address in ("workshop/", "proposals/2/"):
        html = fold.read(address)
        assert "What the words mean" in html and "Symbol “wool”" in html and "It may be played at any time" in html
    assert fold.kit.lexicon == Lexicon()
    fold.vote()
    assert fold.kit.lexicon == WORDS
    assert "It may be played at any time" in fold.read("minutes/") and "words/" in fold.read("minutes/")
    again = replace(WORDS, keywords=(Keyword("haste", "At any time, {n} times."), WORDS.keywords[1]))
    fold.put_words(again)
    html = fold.read("proposals/3/")
    assert "<del>" in html and "<ins>" in html


def test_every_page_draws_a_card_with_the_words_of_its_deck() -> None:
    fold = Fold()
    for address in ("", "cards/1/", "write/?article=card-1&change=amend", "print/"):
        html = card(fold.read(address))
        assert 'src="/symbols/round.2c62a8.i-sun.svg" alt="a ball of wool"' in html, address
        assert 'class="cf-key" title="It may be played at any time, 2 times."' in html, address
        assert "Fleece" in html and "{wool" not in html, address
    preview = fold.ros.post(f"{fold.home}preview/", SHEEP, **SCRIPT)
    assert "/symbols/round.2c62a8.i-sun.svg" in as_read(preview)


def test_a_version_keeps_the_words_of_its_time() -> None:
    fold = Fold()
    by = fold.ros.member(fold.deck.group).pk
    archive_version(fold.deck.pk, by=by, key=None, name="")
    other = replace(WORDS, symbols=(replace(WORDS.symbols[0], icon="moon"),), keywords=WORDS.keywords[:1])
    fold.put_words(other)
    fold.vote()
    assert "i-moon" in card(fold.read("")) and "i-sun" not in card(fold.read(""))
    assert "i-sun" in card(fold.as_archived(1, fold.ros))
    assert "i-sun" in card(as_read(fold.ros.get(f"{fold.home}print/?version=1")))
    assert "slow" in fold.read("words/?version=1") and 'id="words"' not in fold.read("words/?version=1")


def test_the_page_shows_everything_and_its_form_sends_it_back() -> None:
    fold = Fold()
    html = fold.read("words/")
    shown = ("{wool}", "a ball of wool", "haste n", "Not with", "Blessing", "Played face down.", "Fleece", "not used")
    assert all(words in html for words in shown)
    answer = fold.ros.post(f"{fold.home}words/", typed_in(html, "words") | {"key": ""})
    assert answer.status_code == 422 and "Nothing would be different" in as_read(answer)
    more = fold.ros.post(f"{fold.home}words/", typed_in(html, "words") | {"add": "keywords"})
    assert 'name="keywords-3-name"' in as_read(more)


def test_a_word_called_otherwise_is_called_so_on_every_card_by_one_proposal() -> None:
    fold = Fold()
    first, *rest = WORDS.keywords
    other = replace(
        WORDS,
        symbols=(replace(WORDS.symbols[0], name="fleece"),),
        keywords=(replace(first, name="rush"), *rest),
    )
    fields = fields_of_lexicon(other, fold.kit.lexicon)
    assert fields["keywords-0-id"] == "haste" and fields["symbols-0-id"] == "wool"
    assert fold.put_words(other).status_code == 303
    assert [type(change) for change in store.changes_of(fold.proposal())] == [SetKit, Amend]
    assert "words/?reword=3" in fold.ros.get(f"{fold.home}workshop/").content.decode()
    form = typed_in(fold.read("words/?reword=3", fold.ros), "words")
    assert form["keywords-0-id"] == "haste" and form["keywords-0-name"] == "rush"
    fold.ros.post(f"{fold.home}words/", form | {"key": "", "keywords-1-meaning": "Not with {rush 1}, ever."})
    assert fold.proposal().wording == 2
    assert [type(change) for change in store.changes_of(fold.proposal())] == [SetKit, Amend]
    fold.vote()
    assert [k.name for k in fold.kit.lexicon.keywords] == ["rush", "slow"]
    assert fold.kit.lexicon.keywords[1].meaning == "Not with {rush 1}, ever."
    html = card(fold.read(""))
    assert "Rush 2" in html and "It may be played at any time, 2 times." in html and 'alt="a ball of wool"' in html
    life = fold.read("cards/1/")
    life = life[life.index('class="life"') :]
    assert "Haste</span></del>" in life and "Rush</span></ins>" in life, "a former text is drawn with its own words"
    assert "{wool" not in life and life.count("i-sun") == 1, "what is drawn alike has not changed"


def test_of_two_who_rename_the_same_the_second_is_told_that_another_came_first() -> None:
    fold = Fold()
    was = digest(fold.kit)
    one = replace(WORDS, keywords=(replace(WORDS.keywords[0], name="rush"), WORDS.keywords[1]))
    other = replace(WORDS, keywords=(replace(WORDS.keywords[0], name="hurry"), WORDS.keywords[1]))
    fold.put_words(one)
    fold.vote()
    answer = fold.put_words(other, was=was)
    assert answer.status_code == 409 and "hurry" in as_read(answer)
    assert [k.name for k in fold.kit.lexicon.keywords] == ["rush", "slow"]


def test_a_symbol_taken_away_stays_on_the_cards_as_it_was_written_and_whoever_writes_is_told() -> None:
    fold = Fold()
    fold.put_words(replace(WORDS, symbols=()))
    fold.vote()
    assert "{wool 3}" in card(fold.read("")) and "/symbols/" not in card(fold.read(""))
    preview = as_read(fold.ros.post(f"{fold.home}preview/", SHEEP, **SCRIPT))
    assert "Nothing here is called “wool 3” yet" in preview


def test_how_the_table_is_laid_and_what_the_words_mean_leave_one_another_alone() -> None:
    fold = Fold()
    seven = replace(fold.kit, turn=replace(fold.kit.turn, hand_limit=7))
    form = fields_of(seven) | {"was": digest(fold.kit), "key": ""}
    fold.ros.post(f"{fold.home}kit/", form)
    fold.vote()
    assert fold.kit == seven and fold.kit.lexicon == WORDS
    fold.put_words(replace(WORDS, reminders=True))
    fold.vote()
    assert fold.kit.turn.hand_limit == 7 and fold.kit.lexicon.reminders
    assert "(Haste 2: It may be played at any time, 2 times.)" in as_read(fold.ros.get(f"{fold.home}cards/1/"))


def test_words_set_aside_lie_in_the_drawer_and_are_adjusted_on_their_own_page() -> None:
    fold = Fold(None)
    fold.put_words(WORDS)
    fold.vote("against")
    assert "words/?adjust=2" in fold.read("drawer/")
    form = typed_in(fold.read("words/?adjust=2", fold.ros), "words")
    assert form["symbols-0-name"] == "wool" and form["adjust"] == "2"


AMISS = (
    ("symbols-0-name", "**bold**", "made of letters"),
    ("symbols-0-name", "gold", "every deck has a symbol"),
    ("symbols-0-letter", "W", "a letter or an icon, not both"),
    ("keywords-0-name", "w\u043e\u043el", "two alphabets"),
    ("keywords-0-meaning", "As {slow}, {n}.", "explained by itself"),
    ("keywords-0-meaning", "x" * 301, "at most 300"),
    ("kinds-0-name", "Action", "a kind of that name"),
    ("corner-gain", "Fleece", "two of that name"),
)


def test_what_cannot_stand_is_refused_in_words_beside_its_place() -> None:
    fold = Fold(None)
    for field, value, words in AMISS:
        answer = fold.put_words(WORDS, **{field: value})
        html = as_read(answer)
        assert answer.status_code == 422 and words in html and value[:40] in html, value
        assert f'href="#kit-{field.partition("-")[0].replace("corner", "corners")}"' in html, value


def test_whoever_only_reads_sees_the_words_of_the_latest_version_and_takes_them_in_the_file() -> None:
    fold = Fold()
    stranger = Visitor("Sue", "192.0.2.9")
    assert stranger.get(f"{fold.home}words/").status_code == 404
    archive_version(fold.deck.pk, by=fold.ros.member(fold.deck.group).pk, key=None, name="")
    type(fold.deck).objects.filter(pk=fold.deck.pk).update(visibility="public")
    fold.put_words(replace(WORDS, keywords=()))
    fold.vote()
    taken = stranger.get(f"{fold.home}export.json").json()
    assert taken["deck"]["kit"]["lexicon"]["symbols"][0]["name"] == "wool"
    html = as_read(stranger.get(f"{fold.home}words/"))
    assert "haste n" in html and "<form" not in html[html.index("<main") : html.index("</main")]
    assert stranger.post(f"{fold.home}words/", {"key": ""}).status_code == 404
    assert "i-sun" in card(as_read(stranger.get(fold.home)))


def test_a_drawing_is_served_by_its_name_and_by_no_other() -> None:
    who = Visitor("Ros")
    answer = who.get("/symbols/round.2c62a8.i-sun.svg")
    assert answer["Content-Type"] == "image/svg+xml" and answer.content.startswith(b"<svg")
    for name in ("round.2c62a8.i-nothing", "round.zzz.none", "bare.2c62a8.none", "round.2c62a8.l-3c", "x" * 200):
        assert who.get(f"/symbols/{name}.svg").status_code == 404, name


def test_a_blank_card_is_offered_what_the_deck_has() -> None:
    fold = Fold()
    fold.write(**{"e_there": "", "kind": "thing", "title": "Ram", "traits": "Woolly, Pest", "text": "x"})
    fold.vote()
    door = member_door(Caller(person_id=fold.ros.person_id), fold.deck.slug)
    sheet = sheet_of(DeckView.through(door), BLANK)
    known = sheet.known
    assert known is not None and known.symbols[0].code == "{wool}" and sheet.symbols[0].code == "{gold 3}"
    assert [k.code for k in known.keywords] == ["{haste n}", "{slow}"]
    assert set(sheet.trait_words) == {"Woolly", "Pest"} and sheet.own_kinds[0].word == "Blessing"
    assert [(c.label, c.is_used) for c in sheet.corners][:2] == [("Fleece", True), ("Gain", False)]


def test_a_table_of_the_draft_plays_with_the_words_that_its_group_has_agreed_on() -> None:
    fold = Fold()
    for n in range(9):
        fold.write(**{"e_there": "", **SHEEP, "title": f"Ewe {n}", "kind": "other", "kind_word": "Blessing"})
        fold.vote()
    rail = re.findall(r'<h3 class="ix-h k-other">([^<]*?) <span', fold.read("workshop/"))
    assert rail == ["Blessing"], "a kind that has a name is not one of the others"
    table = fold.ros.post(f"{fold.home}play/", {"version": "draft", "seats": "4"})["Location"]
    fold.idris.post(f"{table}sit/", {"name": "Idris"})
    fold.ros.post(f"{table}act/", {"verb": "begin", "confirmed": "1"})
    html = as_read(fold.ros.get(table))
    assert "/symbols/round.2c62a8.i-sun.svg" in html and "/symbols/star.white.none.svg" in html
    held = re.search(rf'href="({table}pieces/[^"]+)"', html)
    assert held and "It may be played at any time, 2 times." in as_read(fold.ros.get(held[1]))
    fold.put_words(replace(WORDS, symbols=(replace(WORDS.symbols[0], icon="moon"),)))
    fold.vote()
    html = as_read(fold.ros.get(table))
    assert "i-moon" in html and "i-sun" not in html
