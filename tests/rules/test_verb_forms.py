"""What the form of each verb is read as: the command it means, and nothing that is missing, twice, huge or unknown."""

from __future__ import annotations

import pytest

from play.table.zones import NOWHERE, ZoneKey, acted_on, dropped_on, read_key
from play.verbs import commands as c
from play.verbs.fields import LIST_MAX, SEATS_MAX, TEXT_MAX
from play.verbs.registry import ENVELOPE, read_verb
from studio.kernel.refusals import Refused

Sent = dict[str, str | list[str]]

READ: list[tuple[str, Sent, c.SeatCommand]] = [
    ("draw", {}, c.Draw(1)), ("draw", {"count": "3", "zone": "", "confirmed": "1"}, c.Draw(1, 3, NOWHERE, True)),
    ("draw", {"count": "-3", "zone": "stock.2", "confirmed": "0"}, c.Draw(1, -3, ZoneKey("stock.2"))),
    ("draw", {"count": "999999"}, c.Draw(1, 999999)),
    ("play", {"piece": "p1"}, c.PlayCard(1, "p1")),
    ("play", {"piece": "p-1_x.2", "onto": "", "to": "", "under": "2", "face_up": "0"},
     c.PlayCard(1, "p-1_x.2", "", NOWHERE, 2, False)),
    ("play", {"piece": "p", "pay": "gold:3,red-2:1"}, c.PlayCard(1, "p", pay=(("gold", 3), ("red-2", 1)))),
    ("play", {"piece": "p", "pay": ""}, c.PlayCard(1, "p")), ("collect", {"counter": "gold", "more": "2"},
     c.SetCounter(1, "gold", more=2)),
    ("play", {"piece": "p", "onto": "q", "to": "market", "face_up": "1"}, c.PlayCard(1, "p", "q", ZoneKey("market"))),
    ("move", {"pieces": "a,b,,c", "to": "hand.1"}, c.MovePieces(1, ("a", "b", "c"), ZoneKey("hand.1"))),
    ("move", {"pieces": ["a", "b,c"], "to": "draw", "place": "bottom", "face": "up"},
     c.MovePieces(1, ("a", "b", "c"), ZoneKey("draw"), "bottom", True)),
    ("move", {"pieces": "", "to": "draw", "place": "random", "face": "down"},
     c.MovePieces(1, (), ZoneKey("draw"), "random", False)),
    ("move", {"pieces": "a", "to": "draw", "place": "top", "face": ""}, c.MovePieces(1, ("a",), ZoneKey("draw"))),
    ("discard", {"pieces": ",".join(f"p{n}" for n in range(LIST_MAX))},
     c.Discard(1, tuple(f"p{n}" for n in range(LIST_MAX)))),
    ("reveal", {"pieces": "a", "to": ["2", "3", ""]}, c.Reveal(1, ("a",), (2, 3))),
    ("reveal", {"pieces": "a", "to": ["1"] * SEATS_MAX}, c.Reveal(1, ("a",), (1,) * SEATS_MAX)),
    ("reveal", {"pieces": "a"}, c.Reveal(1, ("a",))), ("put_back", {"pieces": "b,a"}, c.PutBack(1, ("b", "a"))),
    ("put_back", {"pieces": "b", "under": "a,c"}, c.PutBack(1, ("b",), under=("a", "c"))),
    ("turn_over", {"piece": "a", "face_up": "1"}, c.TurnOver(1, "a", True)),
    ("tap", {"piece": "a"}, c.Tap(1, "a")), ("tap", {"piece": "a", "tapped": "0"}, c.Tap(1, "a", False)),
    ("token", {"token": " Slug ", "count": "2", "piece": ""}, c.PutTokens(1, " Slug ", 2)),
    ("token", {"token": "x" * TEXT_MAX, "count": "2", "on": "2"}, c.PutTokens(1, "x" * TEXT_MAX, 2, on=2)),
    ("counter", {"counter": "gold", "value": "-4", "piece": "a"}, c.SetCounter(1, "gold", -4, piece="a")),
    ("note", {"piece": "a"}, c.WriteNote(1, "a", "")), ("pack", {"blanks": ""}, c.FreshPack(1, None)),
    ("pack", {"blanks": "12"}, c.FreshPack(1, 12)), ("roll", {}, c.Roll(1)),
    ("roll", {"dice": "d6"}, c.Roll(1, ("d6",))),
    ("ask_hand", {"of": "2", "what": "hand_take", "count": "2"}, c.AskHand(1, 2, "hand_take", 2)),
    ("answer", {"question": "4", "yes": "1"}, c.AnswerQuestion(1, 4, True)),
    ("answer", {"question": "4", "yes": "0", "words": "So"}, c.AnswerQuestion(1, 4, False, "So")),
    ("ready", {}, c.GetReady(1)),
    ("ready", {"ready": "0"}, c.GetReady(1, False)), ("claim", {"words": "So"}, c.AskTable(1, "win", words="So")),
    ("abandon", {}, c.AskTable(1, "abandon")), ("undo", {"to": "7"}, c.AskTable(1, "undo", to=7)),
    ("without", {"target": "2"}, c.AskTable(1, "without", 2)), ("stand", {}, c.Stand(1)),
    ("begin", {"confirmed": "1"}, c.Begin(1, True)), ("say", {"text": ""}, c.Speak(1, "")),
]  # fmt: skip


@pytest.mark.parametrize(("verb", "sent", "command"), READ)
def test_a_form_is_read_as_the_command_it_means(verb: str, sent: Sent, command: c.SeatCommand) -> None:
    assert read_verb(1, verb, fields(sent)) == command
    around = [(name, ["x", "y"]) for name in sorted(ENVELOPE)]
    assert read_verb(1, verb, [*around, *fields(sent)]) == command, "what else the page's form carries is no field"


def fields(sent: Sent) -> list[tuple[str, list[str]]]:
    return [(name, [value] if isinstance(value, str) else value) for name, value in sent.items()]


UNREADABLE: list[tuple[str, Sent]] = [
    ("play", {}), ("play", {"piece": "p", "pay": "gold"}), ("play", {"piece": "p", "pay": "gold:x"}),
    ("play", {"piece": "p", "pay": ":3"}), ("play", {"piece": "p", "pay": "a:1," * 12 + "a:1"}),
    ("play", {"piece": "p", "pay": ["gold:1", "gold:2"]}), ("collect", {"counter": "gold"}),
    ("move", {"pieces": "a"}), ("draw", {"count": ""}), ("draw", {"count": "x"}),
    ("draw", {"count": "1000000"}), ("draw", {"count": ["1", "1"]}), ("draw", {"confirmed": "yes"}),
    ("draw", {"piece": "a"}), ("draw", {"seat": "2"}), ("tap", {"piece": "a", "confirmed": "1"}),
    ("tap", {"piece": ""}), ("tap", {"piece": "a b"}), ("tap", {"piece": "x" * 61}), ("tap", {"piece": ["a", "b"]}),
    ("tap", {"piece": "a", "tapped": "2"}), ("move", {"pieces": "a b", "to": "draw"}),
    ("move", {"pieces": "a", "to": "draw", "place": "middle"}), ("move", {"pieces": "a", "to": "draw", "face": "side"}),
    ("move", {"pieces": "a", "to": "draw", "place": ["top", "top"]}),
    ("move", {"pieces": "a", "to": "draw", "face": ["up", "up"]}), ("move", {"pieces": "a", "to": ""}),
    ("discard", {"pieces": ",".join(f"p{n}" for n in range(LIST_MAX + 1))}),
    ("reveal", {"pieces": "a", "to": ["1"] * (SEATS_MAX + 1)}), ("reveal", {"pieces": "a", "to": "Bea"}),
    ("say", {}), ("say", {"text": "x" * (TEXT_MAX + 1)}), ("say", {"text": "a\x00b"}), ("say", {"text": ["a", "b"]}),
    ("ask_hand", {"of": "2", "what": "hand"}), ("ask_hand", {"of": "2", "what": ["hand_look", "hand_look"]}),
    ("token", {"token": "x", "count": "1", "piece": "a b"}), ("pack", {"blanks": "many"}), ("pack", {}),
]  # fmt: skip


@pytest.mark.parametrize(("verb", "sent"), UNREADABLE)
def test_what_is_missing_twice_huge_or_unknown_is_not_read(verb: str, sent: Sent) -> None:
    with pytest.raises(Refused) as refused:
        read_verb(1, verb, fields(sent))
    assert refused.value.code == "request.unreadable"


def test_a_field_that_comes_in_two_places_is_not_read() -> None:
    with pytest.raises(Refused, match=r"request\.unreadable"):
        read_verb(1, "tap", [("piece", ["a"]), ("piece", ["a"])])


@pytest.mark.parametrize("sent", ["Draw", "hand.0", "draw.x", "x" * 60])
def test_a_zone_that_cannot_be_is_none_by_its_name(sent: str) -> None:
    for read in (lambda: read_key(sent), lambda: read_verb(1, "shuffle", [("zone", [sent])])):
        with pytest.raises(Refused) as refused:
            read()
        assert (refused.value.code, refused.value.facts) == ("zone.none", {"zone": sent[:40]})


def test_an_unknown_verb_is_named_in_short() -> None:
    with pytest.raises(Refused) as refused:
        read_verb(1, "x" * 40, [])
    assert (refused.value.code, refused.value.facts) == ("verb.none", {"verb": "x" * 30})


def test_a_card_let_go_over_the_pile_for_discarding_is_discarded_or_destroyed_and_moved_elsewhere() -> None:
    assert dropped_on("discard", ZoneKey("discard")) == dropped_on("heap", ZoneKey("heap.2")) == ("discard", "destroy")
    assert dropped_on("discard", ZoneKey("draw")) == dropped_on("discard", ZoneKey("hand.1")) == ()


def test_an_action_let_go_where_played_ones_lie_is_played_unless_one_has_to_discard() -> None:
    assert acted_on("discard", ZoneKey("discard"), must_discard=False) == ("play",)
    assert acted_on("discard", ZoneKey("discard"), must_discard=True) == ()
    assert acted_on("discard", ZoneKey("draw"), must_discard=False) == ()
