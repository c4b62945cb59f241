"""The table's kit and the effects of rules, from the form through the vote to what everybody reads."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from django.utils.html import escape

from cards import actions
from cards import models as rows
from cards.face.face import Face
from cards.formats import own_json
from cards.forms.effects import effect_fields, read_effects
from cards.forms.kit import fields_of, read_kit
from cards.forms.sentences import SENTENCES
from cards.rules.decision import DecisionRule, Effect, NewCounter, NewDie, NewToken, TableSetting
from cards.rules.deck import Amend, Create, Ref, SetKit
from cards.rules.kit import DVORAK, MULTI_DECK, CounterKit, DieKit, TokenKit
from cards.storage import whole
from cards.verbs.votes import CastVote
from studio.kernel.codec import digest, from_plain
from tests.markup import as_read
from tests.visitors import Visitor
from tests.web.kit_room import SCRIPT, Room, typed_in

pytestmark = pytest.mark.django_db
GOLD = replace(
    DVORAK, turn=replace(DVORAK.turn, hand_limit=7), counters=(CounterKit("gold", "Gold <b>*x*</b>", start=3),)
)


HAND_OF_3 = {"e_hand_limit-0-in": "1", "e_hand_limit-0-value": "3"}
GOLD_COUNTER = {
    "e_counter-0-in": "1", "e_counter-0-name": "Gold", "e_counter-0-scope": "seat", "e_counter-0-start": "0",
}  # fmt: skip


@pytest.fixture
def room() -> Room:
    return Room()


def test_the_page_says_what_lies_there_and_its_form_sends_it_back(room: Room) -> None:
    html = room.read("kit/")
    assert "one for all, a pile, face down, nobody looks in" in html and "Multi-deck" in html
    answer = room.ros.post(f"{room.home}kit/", typed_in(html) | {"key": ""})
    assert answer.status_code == 422 and "Nothing would be different" in as_read(answer)
    assert rows.Proposal.objects.count() == 0


def test_a_kit_is_proposed_drawn_voted_and_minuted(room: Room) -> None:
    assert room.put(GOLD).status_code == 303
    for address in ("workshop/", "proposals/1/"):
        html = room.read(address)
        assert "<del>5</del><ins>7</ins>" in html and escape("Gold <b>*x*</b>") in html
        assert "<b>*x*</b>" not in html
    assert room.kit == DVORAK
    room.vote()
    assert room.kit == GOLD
    assert "How the table is laid" in room.read("minutes/")
    assert "<del>5</del><ins>7</ins>" in room.read("proposals/1/")  # what it changed then, not against the kit of now
    assert "starts at 3" in room.read("kit/")
    assert "A kind that has a place of its name on the table is played there." in room.read("kit/")


def test_a_kit_set_aside_lies_in_the_drawer_and_can_be_adjusted_and_asked_again(room: Room) -> None:
    room.put(GOLD)
    room.vote("against")
    html = room.read("drawer/")
    assert "Hand limit: 7, was 5" in html and "kit/?adjust=1" in html
    form = typed_in(room.read("kit/?adjust=1", room.ros))
    assert form["hand_limit"] == "7" and form["adjust"] == "1"
    assert room.ros.post(f"{room.home}kit/", form | {"hand_limit": "8", "key": ""}).status_code == 303
    room.vote()
    assert room.kit.turn.hand_limit == 8 and rows.Proposal.objects.get(number=2, deck=room.deck).source == 1
    # The first stands on a kit that is gone; asked again it is put on the one of now.
    assert room.ros.post(f"{room.home}proposals/1/again/", {"key": ""}, **SCRIPT).status_code == 204
    room.vote()
    assert room.kit == GOLD


def test_two_kits_at_once_the_second_must_be_reworded(room: Room) -> None:
    room.put(GOLD)
    assert room.put(MULTI_DECK, room.idris).status_code == 303
    actions.do(
        room.deck.pk, CastVote(by=room.idris.member(room.deck.group).pk, proposal=1, wording=1, answer="for"), key=None
    )
    form = typed_in(room.read("kit/?reword=2"))
    assert form["reword"] == "2" and form["zones-0-scope"] == "seat"
    assert room.ros.get(f"{room.home}kit/?reword=2").status_code == 404
    assert room.idris.post(f"{room.home}kit/", form | {"key": ""}).status_code == 303
    room.vote(who=room.ros)
    assert room.kit == MULTI_DECK


def test_rows_come_and_go_without_a_script(room: Room) -> None:
    form = typed_in(room.read("kit/?start=multi-deck"))
    answer = room.ros.post(f"{room.home}kit/", form | {"dice-0-name": "Fate", "add": "dice"})
    form = typed_in(as_read(answer))
    assert form["dice-0-name"] == "Fate" and "dice-2-name" in form and rows.Proposal.objects.count() == 0
    form |= {"dice-1-name": "Chance", "dice-1-faces": "Sun, Rain", "zones-1-name": "Compost", "tokens-0-name": "Bite"}
    assert room.ros.post(f"{room.home}kit/", form | {"key": ""}).status_code == 303
    room.vote()
    assert room.kit.dice == (DieKit("fate", "Fate"), DieKit("chance", "Chance", ("Sun", "Rain")))
    assert room.kit.zones[1].name == "Compost" and room.kit.zones[1].id == "discard"
    form = typed_in(room.read("kit/")) | {"dice-0-out": "1", "key": ""}
    assert room.ros.post(f"{room.home}kit/", form).status_code == 303
    room.vote()
    assert [die.id for die in room.kit.dice] == ["chance"]


@pytest.mark.parametrize(
    ("field", "typed", "section"),
    [
        ("zones-0-refill_from", "", "zones"), ("hand_limit", "many", "turn"), ("least", "9", "seats"),
        ("sources-0-zone", "", "sources"), ("deals-0-count", "101", "deals"), ("draw_from", "moon", "turn"),
    ],
)  # fmt: skip
def test_a_contradiction_is_said_at_its_place_and_what_was_typed_stays(
    room: Room, field: str, typed: str, section: str
) -> None:
    answer = room.put(DVORAK, **{field: typed, "tokens-count": "1", "tokens-0-name": "Kept"})
    html = as_read(answer)
    assert answer.status_code == 422 and f'href="#kit-{section}"' in html and 'value="Kept"' in html
    at = html[html.index(f'id="kit-{section}"') :]
    assert "That does not go together." in at[: at.index("</fieldset>")]
    assert rows.Proposal.objects.count() == 0


def test_strangers_find_no_kit_and_nonsense_breaks_nothing(room: Room) -> None:
    assert Visitor("Nell", "192.0.2.9").get(f"{room.home}kit/").status_code == 404
    for fields in ({}, {"was": "x"}, {"zones-count": "9" * 50}, {"reword": "1"}, {"adjust": "x"}):
        assert room.ros.post(f"{room.home}kit/", fields | {"key": ""}).status_code in (404, 409, 422)
    assert room.ros.get(f"{room.home}kit/?adjust=99999999999").status_code == 404


# --- effects of rules -------------------------------------------------------------------------------------------------

EFFECTS: tuple[Effect, ...] = (
    TableSetting("hand_limit", 3), TableSetting("draw", 2), TableSetting("draw_if_empty", 3), TableSetting("deal", 7),
    TableSetting("plays", 2, "Thing"), TableSetting("plays", 0, "Action", True), TableSetting("plays", 0, "", True),
    NewCounter(CounterKit("gold", "Gold", "seat", 5, 0, 99, ((2, 6),))), NewToken(TokenKit("bite", "Bite", "#b02a4c")),
    NewDie(DieKit("fate", "Fate", ("Sun", "Rain"))),
)  # fmt: skip
VOTING = [
    DecisionRule(), DecisionRule("consent"), DecisionRule("majority"), DecisionRule("two_thirds"),
    DecisionRule("decider", 7), DecisionRule("veto", cost="a card"), DecisionRule(excluded=frozenset({7, 8})),
    DecisionRule(when_decided=True), DecisionRule(reason_wanted=True),
]  # fmt: skip


@pytest.mark.parametrize("voting", VOTING)
def test_the_form_of_effects_loses_nothing(voting: DecisionRule) -> None:
    effects = (*EFFECTS, voting)
    assert read_effects(effect_fields(effects), ()) == effects
    # What the form would put in another order stays as it is while nothing is changed.
    assert read_effects(effect_fields(effects[::-1]), effects[::-1]) == effects[::-1]
    assert read_effects({}, effects) == effects


def test_a_rule_with_effects_is_said_in_words_wherever_its_text_is(room: Room) -> None:
    answer = room.write(**HAND_OF_3, **GOLD_COUNTER)
    assert answer.status_code == 204
    words = ("The hand limit is 3.", "Everybody has a counter, Gold, that starts at 0.")
    for address in ("workshop/", "proposals/1/"):
        assert all(sentence in room.read(address) for sentence in words), address
    room.vote()
    for address in ("", "?tab=rules", "rules/1/", "kit/"):
        assert all(sentence in room.read(address) for sentence in words), address
    face = rows.Article.objects.get(deck=room.deck, kind="rule").face.content
    assert from_plain(Face, face).effects == (TableSetting("hand_limit", 3), NewCounter(CounterKit("gold", "Gold")))


def test_an_amendment_of_effects_is_shown_old_and_new_and_keeps_the_rest(room: Room) -> None:
    draws = {"e_draw-0-in": "1", "e_draw-0-value": "2"}
    room.write(**HAND_OF_3, **draws)
    room.vote()
    sheet = room.read("write/?article=rule-1")
    assert typed_in(sheet, "writing") | HAND_OF_3 | draws == typed_in(sheet, "writing")
    on = rows.Article.objects.get(deck=room.deck, kind="rule").face_id
    amend = {"article": "rule-1", "change": "amend", "on": on} | draws | HAND_OF_3
    assert room.write(**amend | {"e_hand_limit-0-value": "4"}).status_code == 204
    html = room.read("proposals/2/")
    assert "<del>The hand limit is 3. </del>" in html and "<ins>The hand limit is 4. </ins>" in html
    room.vote()
    html = room.read("rules/1/")
    assert "<del>The hand limit is 3. </del>" in html and "2 cards are drawn" in html


def test_who_decides_and_who_has_no_vote_are_chosen_and_said_by_name(room: Room) -> None:
    idris = room.idris.member(room.deck.group).pk
    assert f'<option value="{idris}" translate="no">Idris</option>' in " ".join(room.read("write/").split())
    decides = {"e_decider-0-in": "1"}
    asked = room.write(**decides).json()["fields"]
    assert asked == {"e_decider-0-member": "This gap is empty. Fill it in, or take the sentence out."}
    assert room.write(**decides | {"e_decider-0-member": str(idris)}).status_code == 204
    html = room.read("workshop/")
    assert "Idris decides." in html and "From the next card on. This one still needs all two of you." in html
    room.vote()
    assert "Idris decides." in room.read("rules/1/")
    value = whole.load(rows.Deck.objects.get(pk=room.deck.pk))
    assert value.decision_rule == DecisionRule("decider", idris)


def test_effects_that_cannot_be_are_said_in_the_composer(room: Room) -> None:
    drawn, many = {"e_draw-0-in": "1", "e_draw-0-value": "x"}, {"e_draw-0-in": "1", "e_draw-0-value": "1001"}
    kind = {"e_plays_kind-0-in": "1", "e_plays_kind-0-value": "2"}
    token = {"e_token-0-in": "1", "e_token-0-name": "Bite", "e_token-0-colour": "red"}
    ways = {"e_consent-0-in": "1", "e_by-0-in": "1", "e_by-0-way": "majority"}
    for fields, at in (
        (drawn, "e_draw-0-value"), (many, "e_draw-0-value"), (kind, "e_plays_kind-0-kind"),
        (ways | {"e_by-0-way": "luck"}, "e_by-0-way"), (GOLD_COUNTER | {"e_counter-0-start": "-1"}, "effects"),
        (token, "effects"), (ways, "effects"),
    ):  # fmt: skip
        answer = room.write(**fields)
        assert answer.status_code == 422 and list(answer.json()["fields"]) == [at], fields
    answer = room.ros.post(f"{room.home}write/", {"kind": "rule", "title": "A", "e_there": "1", **drawn})
    html = as_read(answer)
    assert "A number from 0 to 1,000 fits here." in html and typed_in(html, "writing")["e_draw-0-value"] == "x"


def test_without_a_script_each_sentence_is_a_box_and_its_fields(room: Room) -> None:
    """What a browser sends for a form that nobody touched says nothing; a box ticked says its sentence as it stands."""
    form = typed_in(room.read("write/"), "writing")
    for name, sentence in SENTENCES.items():
        assert f"e_{name}-0-in" not in form, name
        assert {f"e_{name}-0-{gap.name}" for gap in sentence.gaps} <= set(form), name
    form |= {"kind": "rule", "title": "Weather", "e_hand_limit-0-in": "1", "key": ""}
    assert room.ros.post(f"{room.home}write/", form).status_code == 303
    room.vote()
    face = from_plain(Face, rows.Article.objects.get(deck=room.deck).face.content)
    assert face.effects == (TableSetting("hand_limit", 7),)


def test_sentences_are_found_by_other_words_and_say_what_they_mean_for_as_many_as_there_are(room: Room) -> None:
    html = " ".join(room.read("write/").split())
    finds = re.findall(r'data-take="(\w+)" data-finds="([^"]*)"', html)
    assert len(finds) == len(SENTENCES)
    for word, name in (("hand limit", "hand_limit"), ("majority", "by"), ("money", "counter"), ("roll", "die")):
        assert name in [one for one, words in finds if word in words.lower()], word
    assert "Everyone: all two of you, as now" in html and "More than half of the two of you: two" in html


def test_a_card_has_no_effects_whatever_was_filled_in(room: Room) -> None:
    assert room.write(kind="thing", **HAND_OF_3).status_code == 204
    room.vote()
    assert from_plain(Face, rows.Article.objects.get(deck=room.deck).face.content).effects == ()


def test_kit_and_effects_leave_and_come_back_whole(room: Room) -> None:
    room.put(GOLD)
    room.vote()
    face = Face("Weather", "", "It rains.", effects=(*EFFECTS, DecisionRule("majority", reason_wanted=True)))
    by = room.ros.member(room.deck.group).pk
    actions.propose(room.deck.pk, by=by, key=None, changes=(Create("rule", face.digest),), faces=(face,))
    room.vote()
    text = room.read("export.json")
    reading = own_json.read(text)
    assert reading.listing is not None and reading.listing.kit == GOLD
    assert any(article.face.effects == face.effects for article in reading.listing.rules)
    assert json.loads(own_json.write(reading.listing).text) == json.loads(text)


def test_a_package_with_a_kit_shows_what_the_kit_changes(room: Room) -> None:
    by = room.ros.member(room.deck.group).pk
    face = Face("Slug", "Thing")
    changes = (Create("card", face.digest), SetKit(GOLD, digest(DVORAK)))
    actions.propose(room.deck.pk, by=by, key=None, changes=changes, faces=(face,))
    html = room.read("proposals/1/")
    assert "to lay the table another way" in html and "<del>5</del><ins>7</ins>" in html
    room.vote()
    assert room.kit == GOLD and Ref("card", 1) in whole.load(rows.Deck.objects.get(pk=room.deck.pk)).articles
    assert not isinstance(changes[0], Amend)


@pytest.mark.parametrize("faces", [("Rain, heavy", "Sun"), ('"Quoted"', 'a "b", c'), ("Fog",), ('""', ",")])
def test_what_holds_a_comma_is_read_back_whole(room: Room, faces: tuple[str, ...]) -> None:
    kit = replace(DVORAK, dice=(DieKit("weather", "Weather", faces),), sides=("Red, late", "Blue"))
    assert read_kit(fields_of(kit)) == kit
    effects = (NewDie(DieKit("weather", "Weather", faces)),)
    assert read_effects(effect_fields(effects), ()) == effects


def test_whoever_came_from_the_table_goes_back_there(room: Room) -> None:
    opened = room.ros.post(f"{room.home}play/", {"version": "draft", "seats": "4"})
    table = opened["Location"]
    assert f'href="{table}"' not in room.read("kit/") and 'name="from"' not in room.read("kit/")
    html = room.read("kit/?from=table")
    assert f'<a class="btn btn--line" href="{table}">' in html
    fields = typed_in(html) | {"hand_limit": "7", "key": ""}
    assert room.ros.post(f"{room.home}kit/", fields)["Location"] == table


# --- sides (V2) -------------------------------------------------------------------------------------------------------

SIDED = replace(MULTI_DECK, sides=("Reds", "Blues"))


def test_a_card_is_given_its_side_where_it_is_written_and_another_by_a_vote(room: Room) -> None:
    assert "Whose deck" not in room.read("write/", room.ros)
    room.put(SIDED)
    room.vote()
    sheet = room.read("write/", room.ros)
    assert "Whose deck" in sheet and '<option value="Blues">Blues</option>' in " ".join(sheet.split())
    assert room.write(kind="thing", title="Slug", side="Reds", copies="2").status_code == 204
    assert "Ros proposes a Thing for Reds, 2 copies" in room.read("workshop/")
    room.vote()
    slug = rows.Article.objects.get(deck=room.deck, kind="card")
    assert (slug.side, slug.copies) == ("Reds", 2)
    ask = room.read("write/?article=card-1&change=reside", room.ros)
    assert "Whose card is Slug?" in ask and '<option value="Reds" selected>' in " ".join(ask.split())
    fields = {"article": "card-1", "change": "reside", "on": slug.face_id, "key": "", "side": "Blues"}
    assert room.ros.post(f"{room.home}write/", fields, **SCRIPT).status_code == 204
    assert "Slug on the side Blues" in room.read("workshop/")
    room.vote()
    slug.refresh_from_db()
    assert slug.side == "Blues"
    again = room.ros.post(f"{room.home}write/", fields, **SCRIPT)
    assert again.status_code == 422, "it is that side's card already"
    assert room.ros.post(f"{room.home}write/", fields | {"side": "x" * 80}, **SCRIPT).status_code == 422


def test_at_a_table_a_new_card_is_of_the_side_of_whoever_proposes_it_unless_they_say_otherwise(room: Room) -> None:
    room.put(SIDED)
    room.vote()
    answer = room.ros.post(f"{room.home}play/", {"version": "draft", "seats": "2"})
    table = answer["Location"]
    assert room.idris.post(f"{table}sit/", {"name": "Idris"}).status_code == 303
    for who, side in ((room.ros, "Reds"), (room.idris, "Blues")):
        assert who.post(f"{table}act/", {"verb": "side", "side": side, "key": ""}, **SCRIPT).status_code == 204
    page = " ".join(as_read(room.idris.get(f"{table}write/")).split())
    assert '<option value="Blues" selected>' in page
    said = {"Tea Urn": {}, "Bench": {"side": "Reds"}, "Rain": {"side": ""}}
    for title, fields in said.items():
        typed = {"kind": "thing", "title": title, "key": "", **fields}
        assert room.idris.post(f"{table}write/", typed, **SCRIPT).status_code == 204
        room.vote(who=room.ros)
    found = rows.Article.objects.filter(deck=room.deck, kind="card").order_by("number").values_list("side", flat=True)
    assert list(found) == ["Blues", "Reds", ""]
