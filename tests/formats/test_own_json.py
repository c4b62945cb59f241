"""Our own JSON: it loses nothing, and takes nothing that is out of shape."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.face.face import Face, Stroke
from cards.formats import own_json, read_file, read_text
from cards.formats.values import (
    DeckListing,
    History,
    ListedCard,
    ListedRule,
    PastEntry,
    Somebody,
    VersionMark,
)
from cards.rules import events as e
from cards.rules.decision import DecisionRule, TableSetting
from cards.rules.deck import Amend, Create, Deck, DeleteDeck, Details, Ref, Reside, SetKit, SetLicence, Source
from cards.rules.evolve import fold
from cards.rules.kit import DVORAK, MULTI_DECK
from cards.rules.limits import clean_line, clean_text
from cards.rules.manifest import manifest_digest
from studio.kernel.codec import Unreadable, digest, to_plain
from studio.kernel.refusals import Refused
from studio.web.words import say
from tests.growing import grows_evenly

HERE = Path(__file__).parent / "fixtures"

LINE = st.text(st.characters(exclude_categories=("Cs",)), max_size=8).map(clean_line)
TITLE = LINE.filter(bool)
TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=60).map(lambda text: clean_text(text).strip())
COLOUR = st.just("") | st.integers(0, 0xFFFFFF).map("#{:06x}".format)
STROKE = st.builds(
    Stroke,
    st.sampled_from(["pen", "felt"]),
    st.just("#1b1b2f"),
    st.lists(st.integers(0, 8800), max_size=3).map(lambda numbers: tuple(numbers + numbers)),
    width=st.integers(0, 600),
).flatmap(
    lambda stroke: st.lists(
        st.integers(0, 100), min_size=len(stroke.points) // 2, max_size=len(stroke.points) // 2
    ).map(lambda pressure: replace(stroke, pressure=tuple(pressure)))
)
EFFECT = st.builds(
    DecisionRule, by=st.sampled_from(["majority", "decider"]), excluded=st.frozensets(st.integers(1, 9))
) | (st.builds(TableSetting, st.sampled_from(["hand_limit", "draw", "plays"]), st.integers(0, 50)))


@st.composite
def faces(draw: st.DrawFn, *, is_rule: bool = False) -> Face:
    words = [draw(strategy) for strategy in (TITLE, LINE, TEXT, TEXT, LINE, LINE, LINE, LINE, COLOUR, LINE)]
    effects = tuple(draw(st.lists(EFFECT, max_size=2))) if is_rule else ()
    doodle = tuple(draw(st.lists(STROKE, max_size=2)))
    return Face(*words, doodle=doodle, effects=effects, art_words=draw(LINE), art_lines=draw(st.integers(-1, 6)))


@st.composite
def listings(draw: st.DrawFn) -> DeckListing:
    cards = draw(st.lists(st.tuples(faces(), st.integers(1, 99), LINE, LINE), max_size=4))
    rules = draw(st.lists(faces(is_rule=True), max_size=3))
    return DeckListing(
        *(draw(strategy) for strategy in (LINE, TEXT, LINE, LINE)),
        players_min=draw(st.none() | st.integers(1, 9)),
        status=draw(LINE),
        tags=tuple(draw(st.lists(LINE, max_size=3))),
        rules=tuple(ListedRule(face, n) for n, face in enumerate(rules, 1)),
        cards=tuple(ListedCard(f, copies, n, side, credit) for n, (f, copies, side, credit) in enumerate(cards, 1)),
        notes=draw(TEXT),
        version=draw(st.none() | st.builds(VersionMark, st.integers(1, 99), LINE, st.just("f" * 64))),
    )


@settings(deadline=None)
@given(listings())
def test_what_is_written_is_read_again(deck: DeckListing) -> None:
    written = own_json.write(deck)
    assert written.left_out == ()
    reading = own_json.read(written.text)
    assert reading.listing == deck
    assert {remark.code for remark in reading.remarks if not remark.stops} <= {"listing.no_cards"}
    assert read_file(written.text.encode())[1].listing == deck


def test_a_file_is_written_for_eyes_as_well() -> None:
    assert own_json.write(DeckListing("Grün")).text == (
        '{\n  "schema": "carte-blanche/1",\n  "deck": {\n    "title": "Grün"\n  }\n}\n'
    )


def test_a_file_by_hand_is_read_field_by_field() -> None:
    reading = own_json.read((HERE / "marrow.json").read_text())
    deck = reading.listing
    assert reading.remarks == ()
    assert (deck.title, deck.players_min, deck.players_max, deck.tags) == (
        "Marrow Week",
        3,
        5,
        ("village", "vegetables"),
    )
    assert deck.rules[0].face.effects == (TableSetting("hand_limit", 4),)
    assert [(card.number, card.copies, card.credit, card.face.title) for card in deck.cards] == [
        (1, 2, "", "Raffle Ticket"),
        (4, 1, "Maud", "Damp Judge"),
    ]
    assert deck.cards[1].face.doodle == (Stroke("pen", "#1b1b2f", (0, 0, 900, 1200)),)


def why(text: str) -> str:
    with pytest.raises(Unreadable) as caught:
        own_json.read(text)
    return str(caught.value)


def deck_with(**fields: Any) -> str:
    return json.dumps({"schema": "carte-blanche/1", "deck": {"title": "D", **fields}})


def card_with(**fields: Any) -> str:
    return deck_with(cards=[{"face": {"title": "A"}}, {"face": {"title": "B", **fields}}])


def test_a_refusal_names_the_place_in_words() -> None:
    assert why(card_with(text=4)) == "card 2, text: words were expected"
    assert why(card_with(doodle=[{"tool": "brush", "ink": "#000000", "points": []}])).startswith(
        "card 2, stroke 1, tool:"
    )
    assert why(deck_with(cards=[{"copies": 2}])) == "card 1: missing: face"
    assert (
        why(deck_with(cards=[{"face": {"title": "A"}, "copies": True}]))
        == "card 1, copies: a whole number was expected"
    )
    assert why(deck_with(cards={})) == "cards: a list was expected"
    assert why(deck_with(history={})) == "the deck’s history: the history stands beside the deck, not in it"
    assert why('{"schema": "carte-blanche/1"}') == "the file: the deck is missing"
    assert why("[]") == 'the file: an object with "schema": "carte-blanche/1" was expected'
    assert "written by a newer" in why('{"schema": "carte-blanche/2", "deck": {}}')
    assert why('{"schema": 1, "deck": {}}') == "schema: carte-blanche/1 was expected"
    assert why(deck_with(title=4)) == "the deck’s title: words were expected"


def test_broken_json_is_refused_with_line_and_column() -> None:
    assert why('{\n "schema": "carte-blanche/1",\n "deck": {,}\n}').startswith(
        "line 3, column 11: here it stops being JSON"
    )
    assert why('{"schema": "carte').startswith("line 1 (schema): these words begin with a quotation mark and never end")


def test_numbers_that_are_not_plainly_whole_are_refused_with_their_place() -> None:
    start = '{"schema": "carte-blanche/1",\n"deck": {"cards": [{"face": {"title": "A"}, "copies": %s}]}}'
    for number in ("NaN", "Infinity", "-Infinity", "1.5", "1e400", "9" * 5000, "-" + "9" * 5000):
        said = why(start % number)
        assert said.startswith("line 2 (card 1, copies): "), said
        assert len(said) < 120


def test_a_name_given_twice_is_refused_however_it_is_spelt() -> None:
    assert why('{"schema": "carte-blanche/1", "deck": {"title": "A", "title": "B"}}').endswith("“title” is given twice")
    assert why('{"schema": "carte-blanche/1", "deck": {"title": "A", "t\\u0069tle": "B"}}').endswith(
        "“title” is given twice"
    )


def test_far_too_many_cards_are_refused_unread() -> None:
    cards = ",".join(['{"face":{"title":"a"}}'] * 5001)
    with pytest.raises(Unreadable) as caught:
        own_json.read(f'{{"schema":"carte-blanche/1","deck":{{"title":"a","cards":[{cards}]}}}}')
    assert "5,001" in str(caught.value) and "1,000" in str(caught.value)


def test_deep_nesting_is_refused_and_costs_nothing() -> None:
    for text in (lambda n: "[" * n, lambda n: '{"a":' * n, lambda n: "[" * n + "]" * n):
        assert "nested more than 32 deep" in why(text(100))
        assert grows_evenly(lambda n, text=text: why(text(n)), 50_000)  # type: ignore[misc]


LONG = 1_000_000
HOSTILE: list[Callable[[int], str]] = [
    lambda n: '"' + "\\" * n,
    lambda n: '"' * n,
    lambda n: '"' + '\\"' * (n // 2),
    lambda n: "{" + '"a",' * (n // 4),
    lambda n: "1" * n,
    lambda n: "," * n,
    lambda n: "[" + "1," * (n // 2) + "1]",
    lambda n: "-" * n,
    lambda n: "true" * (n // 4),
    lambda n: "\u0301" * n,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_megabyte_of_nonsense_is_refused_at_no_more_than_its_length(text: Callable[[int], str]) -> None:
    assert len(why(text(LONG // 5))) < 200
    assert grows_evenly(lambda n: why(text(n)), LONG // 5)


def test_a_long_text_arrives_whole_and_stops_with_its_length() -> None:
    reading = own_json.read(card_with(text="x" * LONG))
    assert len(reading.listing.cards[1].face.text) == LONG
    assert [remark.code for remark in reading.stops] == ["face.text_long"]


def test_unprintable_and_turning_characters_are_taken_out_and_said() -> None:
    reading = own_json.read(card_with(text="a\x00b\u202ec\ud800d" + "e" + "\u0301\u0316" * 500))
    assert reading.listing.cards[1].face.text.startswith("abcd\u00e9\u0316")
    assert len(reading.listing.cards[1].face.text) < 20
    assert [remark.code for remark in reading.remarks] == ["text.cleaned"]


def test_numbers_given_twice_or_beyond_sense_stop_the_list() -> None:
    twice = deck_with(cards=[{"number": 3, "face": {"title": "A"}}, {"number": 3, "face": {"title": "B"}}])
    assert [r.code for r in own_json.read(twice).stops] == ["card.number_twice"]
    assert [r.code for r in own_json.read(deck_with(cards=[{"number": 0, "face": {"title": "A"}}])).stops] == [
        "card.number"
    ]
    assert [r.code for r in own_json.read(deck_with(players_max=0)).stops] == [
        "listing.no_cards",
        "deck.players",
    ]


def test_markup_in_every_field_stays_letters() -> None:
    script = "</script><script>alert(1)</script>"
    reading = own_json.read(deck_with(blurb=script, notes=script, cards=[{"face": {"title": script, "text": script}}]))
    assert reading.listing.cards[0].face.title == script
    assert reading.remarks == ()


def test_a_thousand_cards_are_read_at_no_more_than_their_number() -> None:
    def text(many: int) -> str:
        cards = tuple(ListedCard(Face(f"Card {n}", "Thing", "word " * 100), 1, n) for n in range(1, many + 1))
        return own_json.write(DeckListing(title="Many", cards=cards)).text

    written = {many: text(many) for many in (200, 1000)}
    assert len(own_json.read(written[1000]).listing.cards) == 1000
    assert grows_evenly(lambda many: own_json.read(written[many]), 200)


# --- bytes -----------------------------------------------------------------------------------------------------------


def code(content: bytes) -> str:
    with pytest.raises(Refused) as caught:
        read_file(content)
    return caught.value.code


def test_every_encoding_people_use_is_read() -> None:
    text = "## Crème Brûlée\n\nThing\n\nÇa va.\n"
    expected = read_text(text)[1].listing
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32"):
        assert read_file(text.encode(encoding))[1] == read_text(text)[1]
    for encoding, mark in (("utf-16-be", b"\xfe\xff"), ("utf-16-le", b"\xff\xfe")):
        assert read_file(mark + text.encode(encoding))[1].listing == expected
    western = read_file(text.encode("cp1252"))[1]
    assert western.listing == expected
    assert [(remark.line, remark.code) for remark in western.remarks] == [(1, "file.western")]


def test_what_is_no_text_is_refused() -> None:
    for content in (
        b"%PDF-1.7",
        b"\x89PNG\r\n",
        bytes(range(256)) * 40,
        b"a\x00b",
        b"\xff\xfe\x00\xd8\x00",
    ):
        assert code(content) == "file.not_text"
    assert code(b"x" * 8_000_001) == "file.large"
    assert code(b" \n\t") == "file.empty"
    assert code(b"\xef\xbb\xbf") == "file.empty"


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_in_words(content: bytes) -> None:
    try:
        read_file(content)
    except Refused as refused:
        assert refused.code.startswith("file.")


NAMES = st.sampled_from(["title", "face", "cards", "copies", "is", "x"])
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner),
    max_leaves=12,
)


@settings(deadline=None)
@given(PLAIN)
def test_any_json_for_a_deck_is_read_or_unreadable(plain: Any) -> None:
    try:
        own_json.read(json.dumps({"schema": "carte-blanche/1", "deck": plain}))
    except Unreadable as error:
        assert error.where


# --- history ---------------------------------------------------------------------------------------------------------

SLUG, SLOW = Face("Slug", "Thing", "Eats leaves."), Face("Slug", "Thing", "Eats leaves, slowly.")


def past() -> tuple[History, DeckListing]:
    digest = manifest_digest(fold(Deck(), _facts("")[:-1]))
    facts = _facts(digest)
    entries = tuple(PastEntry(n, f"2026-03-01T19:30:{n:02}+00:00", fact, 5) for n, fact in enumerate(facts, 1))
    people = (Somebody(5, "Maud", "#aa3300", "round"), Somebody(6, "Bea"))
    history = History(people, (SLUG, SLOW), entries)
    return history, DeckListing(title="Garden", cards=(ListedCard(SLOW, number=1),), history=history)


def _facts(digest: str) -> tuple[e.Event, ...]:
    slug = Ref("card", 1)
    return (
        e.DeckStarted(5, Details("Garden")),
        e.MemberJoined(6),
        e.ProposalMade(1, 5, "room", (Create("card", SLUG.digest),)),
        e.BallotOpened(1, 1, "room", (5, 6)),
        e.VoteCast(1, 1, 5, "for"),
        e.RemarkMade(6, "Does it have to be a slug?", 1),
        e.VoteCast(1, 1, 6, "against", "Horrid."),
        e.VoteCast(1, 1, 6, "for"),
        e.ProposalAccepted(1, 1),
        e.ArticleAdded(slug, SLUG.digest, proposal=1, credit_to=5),
        e.ProposalMade(2, 6, "room", (Amend(slug, SLUG.digest, SLOW.digest),)),
        e.BallotOpened(2, 1, "room", (5, 6)),
        e.VoteCast(2, 1, 6, "for"),
        e.VoteCast(2, 1, 5, "for"),
        e.ProposalAccepted(2, 1),
        e.ArticleAmended(slug, SLOW.digest, SLUG.digest, 2),
        e.VersionArchived(1, 5, "First frost", "", digest),
    )


def test_a_history_goes_out_and_comes_in_whole() -> None:
    _, deck = past()
    reading = own_json.read(own_json.write(deck).text)
    assert reading.listing == deck and reading.remarks == ()


def changed(change: Any) -> str:
    plain = json.loads(own_json.write(past()[1]).text)
    change(plain)
    return why(json.dumps(plain))


def test_a_history_that_does_not_hold_together_is_refused() -> None:
    def entry(n: int) -> Any:
        return lambda plain: plain["history"]["entries"][n - 1]

    def drop_votes(plain: Any) -> None:
        del plain["history"]["entries"][8:10]

    def forge_digest(plain: Any) -> None:
        entry(17)(plain)["event"]["digest"] = "0" * 64

    def forge_text(plain: Any) -> None:
        plain["deck"]["cards"][0]["face"]["text"] = "Eats everything."

    def lose_face(plain: Any) -> None:
        plain["history"]["faces"].pop(0)

    def lose_bea(plain: Any) -> None:
        plain["history"]["people"].pop()

    def amend_nothing(plain: Any) -> None:
        entry(16)(plain)["event"]["article"]["number"] = 9

    def wrong_moment(plain: Any) -> None:
        entry(3)(plain)["at"] = "yesterday"

    assert changed(drop_votes) == "history, entry 9: it should have the number 9"
    assert changed(forge_digest) == "history, entry 17: version 1 does not have the digest that is given"
    assert changed(forge_text) == "card 1: the history leads to something else"
    assert changed(lose_face) == "history, entry 3: it names a face whose words are missing"
    assert changed(lose_bea) == "history, people: somebody is named in the entries and missing here"
    assert changed(amend_nothing) == "history, entry 16: it does not follow from what came before"
    assert changed(wrong_moment).startswith("history, entry 3: its moment should look like")


UNCLEAN = "a\x00b"


def told(*entries: tuple[int, e.Event]) -> str:
    """What is said of the history with these facts for others; "" where it comes in."""

    def change(plain: Any) -> None:
        for number, event in entries:
            plain["history"]["entries"][number - 1]["event"] = to_plain(event, tagged=True)
            if isinstance(event, e.KitChanged):
                plain["deck"]["kit"] = to_plain(event.kit)

    plain = json.loads(own_json.write(past()[1]).text)
    change(plain)
    try:
        own_json.read(json.dumps(plain))
    except Unreadable as unreadable:
        return str(unreadable)
    return ""


def test_a_history_in_which_the_kit_was_changed_comes_back() -> None:
    proposed = e.ProposalMade(1, 5, "room", (Create("card", SLUG.digest), SetKit(MULTI_DECK, digest(DVORAK))))
    assert told((3, proposed)) == "" and told((10, proposed)) != ""
    facts = (*_facts("")[:5], e.KitChanged(MULTI_DECK, 1), *_facts("")[6:-1])
    archived = e.VersionArchived(1, 5, "First frost", "", manifest_digest(fold(Deck(), facts)))
    assert told((6, e.KitChanged(MULTI_DECK, 1)), (17, archived)) == ""


ODD_KIT = replace(DVORAK, zones=(replace(DVORAK.zones[0], name=UNCLEAN), *DVORAK.zones[1:]))


@pytest.mark.parametrize(
    ("number", "event", "why"),
    [
        (1, e.DeckStarted(5, Details("Garden"), UNCLEAN), "face.unclean"),
        (1, e.DeckStarted(5, Details("Garden "), ""), "face.unclean"),
        (1, e.DeckStarted(5, Details("Garden"), "x" * 121), "too long"),
        (6, e.DetailsEdited(5, Details(UNCLEAN), Details("Garden")), "face.unclean"),
        (6, e.DetailsEdited(5, Details("Garden"), Details("x" * 81)), "details.long"),
        (6, e.FaceWithdrawn(SLUG.digest, UNCLEAN), "face.unclean"),
        (6, e.LineageKept((Source("elsewhere"),)), "lineage.amiss"),
        (6, e.LineageKept((Source("k" * 16 + "/1", makers=(9,)),)), "names somebody who is missing"),
        (6, e.LicenceChanged("x" * 81), "details.long"),
        (6, e.VoteCast(1, 1, 6, "against", "x" * 301), "details.long"),
        (6, e.RemarkMade(6, "x" * 501, 1), "details.long"),
        (6, e.KitChanged(ODD_KIT), "kit.amiss"),
        (10, e.ArticleAdded(Ref("card", 1), SLUG.digest, 100, proposal=1), "copies.out_of_range"),
        (10, e.ArticleAdded(Ref("card", 1), SLUG.digest, 1, "x" * 31), "details.long"),
        (10, e.ArticleAdded(Ref("card", 1), SLUG.digest, 1, maker="x" * 81), "details.long"),
        (16, e.CopiesChanged(Ref("card", 1), 1, 0, 2), "copies.out_of_range"),
        (16, e.SideChanged(Ref("card", 1), "", " Blue", 2), "face.unclean"),
        (17, e.VersionArchived(1, 5, "x" * 61, "", ""), "details.long"),
        (17, e.VersionArchived(1, 5, "", "x" * 2001, ""), "details.long"),
        (3, e.ProposalMade(1, 5, "room", (Create("card", SLUG.digest, 0),)), "copies.out_of_range"),
        (3, e.ProposalMade(1, 5, "room", (Create("card", SLUG.digest, 1, "", UNCLEAN),)), "face.unclean"),
        (3, e.ProposalMade(1, 5, "room", (Reside(Ref("card", 1), SLUG.digest, UNCLEAN),)), "face.unclean"),
        (3, e.ProposalMade(1, 5, "room", (SetLicence("x" * 81),)), "details.long"),
        (3, e.ProposalMade(1, 5, "room", (SetKit(ODD_KIT),)), "kit.amiss"),
        (3, e.ProposalMade(1, 5, "room", (DeleteDeck(UNCLEAN),)), "face.unclean"),
        (3, e.ProposalMade(1, 5, "room", (SetLicence("x"),) * 1001), "changes.many"),
    ],
)
def test_every_word_and_number_of_a_history_keeps_its_limits(number: int, event: e.Event, why: str) -> None:
    assert f"entry {number}: " in told((number, event)) and why in told((number, event))


@pytest.mark.parametrize(
    ("part", "value", "why"),
    [
        ("people", [{"id": 5, "name": "Maud"}, {"id": 5, "name": "Bea"}], "one id is given to two people"),
        ("people", [{"id": 5, "name": "Maud"}, {"id": 6, "name": " Bea"}], "this is not a name, a colour and a shape"),
        (
            "people",
            [{"id": 5, "name": "Maud"}, {"id": 6, "name": "x" * 41}],
            "this is not a name, a colour and a shape",
        ),
        ("people", [{"id": 5, "name": "Maud"}, {"id": 6, "name": ""}], "this is not a name, a colour and a shape"),
        ("people", [{"id": 5, "name": "Maud", "colour": "red"}, {"id": 6, "name": "Bea"}], "this is not a name"),
        ("people", [{"id": 6, "name": "Bea"}], "nobody in the history has the id 5"),
        ("withdrawn", ["xyz"], "a digest has 64 digits"),
        ("faces", [{"title": ""}], "face.title_empty"),
    ],
)
def test_people_and_faces_of_a_history_are_what_they_should_be(part: str, value: Any, why: str) -> None:
    def change(plain: Any) -> None:
        plain["history"][part] = value

    assert why in changed(change)


def test_what_is_not_known_is_named_once_and_left_out() -> None:
    face = {"title": "A", "wings": 2}
    text = json.dumps(
        {
            "schema": "carte-blanche/1",
            "deck": {
                "title": "D",
                "mood": "damp",
                "cards": [{"face": face}, {"face": {**face, "title": "B"}, "odd": 1}],
                "kit": {"bells": 1},
            },
            "votes": [],
        }
    )
    reading = own_json.read(text)
    assert [card.face for card in reading.listing.cards] == [Face("A"), Face("B")]
    assert [say(remark.with_line) for remark in reading.remarks] == [
        "“votes” is not known here and was left out (the deck).",
        "“mood” is not known here and was left out (the deck).",
        "“wings” is not known here and was left out (card 1, and 1 more).",
        "“odd” is not known here and was left out (card 2).",
        "“bells” is not known here and was left out (the deck’s kit).",
    ]
    assert not reading.stops


def test_thousands_of_unknown_names_are_counted() -> None:
    text = deck_with(cards=[{"face": {"title": "A"}}], **{f"note {n}": "x" for n in range(3000)})
    remarks = own_json.read(text).remarks
    assert (len(remarks), say(remarks[-1].said)) == (21, "2980 more fields are not known and were left out.")
    twenty = deck_with(cards=[{"face": {"title": "A"}}], **{f"note {n}": "x" for n in range(20)})
    assert [say(one.said) for one in own_json.read(twenty).remarks][-1].startswith("“note 19” is not known")


def test_a_history_is_kept_whole_or_not_at_all() -> None:
    plain = json.loads((HERE / "marrow.json").read_text())
    if "history" not in plain:
        plain["history"] = {"people": [], "faces": [], "entries": []}
    plain["history"]["mood"] = "damp"
    assert "mood: this field is not known" in why(json.dumps(plain))


def test_a_file_without_cards_says_so() -> None:
    assert [(say(r.said), r.stops) for r in own_json.read(deck_with()).remarks] == [
        ("There are no cards in this file.", True)
    ]
    rules_alone = own_json.read(deck_with(rules=[{"face": {"title": "A"}}])).remarks
    assert [(say(r.said), r.stops) for r in rules_alone] == [("There are no cards in this file.", False)]


def test_of_a_deck_that_nobody_may_see_its_licence_is_said() -> None:
    """An empty one is no accident: whoever wrote that deck keeps all rights."""
    listing = DeckListing(title="Fork", lineage=(Source(), Source(title="Turnip Week", licence="CC BY 4.0")))
    text = own_json.write(listing).text
    assert json.loads(text)["deck"]["lineage"] == [{"licence": ""}, {"title": "Turnip Week", "licence": "CC BY 4.0"}]
    assert own_json.read(text).listing == listing
