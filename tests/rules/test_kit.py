"""A kit that contradicts itself is refused with its place named; kits in words; the form of a kit loses nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.forms.kit import fields_of, read_kit, short_name
from cards.queries import proofs
from cards.rules import kit as k
from cards.rules.kit import DVORAK, MULTI_DECK, Kit
from cards.rules.kit_checks import check_kit
from cards.rules.kit_words import change_line, kit_changes, kit_parts
from cards.rules.limits import COUNTER_MAX
from studio.kernel.codec import from_plain, to_plain
from studio.kernel.refusals import Refused
from studio.web.words import say, say_slot

HAND, DRAW = DVORAK.zones[2], DVORAK.zones[0]


def seats(**but: Any) -> Kit:
    return replace(DVORAK, seats=replace(DVORAK.seats, **but))


def turn(**but: Any) -> Kit:
    return replace(DVORAK, turn=replace(DVORAK.turn, **but))


def zone(place: int, **but: Any) -> Kit:
    zones = list(DVORAK.zones)
    zones[place] = replace(zones[place], **but)
    return replace(DVORAK, zones=tuple(zones))


def more(**but: Any) -> Kit:
    return replace(DVORAK, **but)


AMISS: list[tuple[Kit, str]] = [
    (seats(least=0), "Seats"), (seats(least=5, most=4), "Seats"), (seats(most=9), "Seats"),
    (seats(teams=1), "Seats"), (seats(teams=9), "Seats"),
    (zone(0, id="Draw"), "Zone Draw pile"), (zone(0, id=""), "Zone Draw pile"), (zone(0, name=" "), "Zone draw"),
    (zone(0, name="x" * 31), "Zone draw"), (zone(1, id="draw"), "Zone Discard pile"),
    (zone(2, scope="shared"), "Zone Hand"), (zone(2, form="pile"), "Zone Hand"), (zone(2, face="up"), "Zone Hand"),
    (zone(0, refill_from="nowhere"), "Zone Draw pile"), (zone(0, refill_from="draw"), "Zone Draw pile"),
    (zone(0, refill_from=""), "Zone Draw pile"), (zone(0, refill_when=""), "Zone Draw pile"),
    (zone(3, capacity=0), "Zone In play"), (zone(3, capacity=1001), "Zone In play"),
    (zone(3, purpose="x" * 81), "Zone In play"),
    (more(play_to="x"), "Where a Thing goes"), (more(act_to="x"), "Where an Action goes"),
    (more(discard_to="x"), "Where what is discarded goes"), (more(hand="x"), "The hand"),
    (turn(draw_from="x"), "Where one draws from"),
    (more(sources=(k.Source("x"),)), "Where cards begin"), (more(sources=()), "Where cards begin"),
    (more(deals=(k.Deal("x", "hand", 5),)), "What is dealt"), (more(deals=(k.Deal("draw", "x", 5),)), "What is dealt"),
    (more(deals=(k.Deal("draw", "hand", -1),)), "What is dealt"),
    (more(deals=(k.Deal("draw", "hand", 101),)), "What is dealt"),
    (turn(phases=()), "Turn"), (turn(draw=-1), "Turn"), (turn(draw=101), "Turn"), (turn(draw_if_empty=-1), "Turn"),
    (turn(hand_limit=-1), "Turn"), (turn(hand_limit=1001), "Turn"), (turn(plays=(k.PlayLimit(" "),)), "Turn"),
    (turn(plays=(k.PlayLimit("Thing", -1),)), "Turn"), (turn(plays=(k.PlayLimit("Thing", 101),)), "Turn"),
    (turn(plays=(k.PlayLimit("Thing", 1, ("x",) * 9),)), "Turn"),
    (turn(plays=(k.PlayLimit("Thing", 1, (" ",)),)), "Turn"),
    (turn(phases=(k.Phase("a", "A"), k.Phase("a", "B"))), "Phase B"),
    (turn(phases=tuple(k.Phase(f"p{n}", "P") for n in range(13))), "Phases"),
    (more(counters=(k.CounterKit("gold", "Gold", start=-1),)), "Counter Gold"),
    (more(counters=(k.CounterKit("gold", "Gold", most=-1),)), "Counter Gold"),
    (more(counters=(k.CounterKit("gold", "Gold", start=COUNTER_MAX + 1),)), "Counter Gold"),
    (more(counters=(k.CounterKit("gold", "Gold", differs=((9, 1),)),)), "Counter Gold"),
    (more(counters=(k.CounterKit("a", "A"), k.CounterKit("a", "B"))), "Counter B"),
    (more(counters=tuple(k.CounterKit(f"c{n}", "C") for n in range(17))), "Counters"),
    (more(tokens=(k.TokenKit("t", ""),)), "Token t"), (more(tokens=(k.TokenKit("t", "Bite", "red"),)), "Bite"),
    (more(tokens=tuple(k.TokenKit(f"t{n}", "T") for n in range(25))), "Tokens"),
    (more(dice=(k.DieKit("d", "Fate", ("1",)),)), "Die Fate"),
    (more(dice=(k.DieKit("d", "Fate", ("",) * 6),)), "Die Fate"),
    (more(dice=(k.DieKit("d", "Fate", ("x" * 13, "y")),)), "Die Fate"),
    (more(dice=(k.DieKit("d", "Fate", ("1",) * 21),)), "Die Fate"),
    (more(dice=(k.DieKit("d", "Fate", colour="#12345"),)), "Fate"),
    (more(dice=tuple(k.DieKit(f"d{n}", "D") for n in range(17))), "Dice"),
    (more(zones=(*DVORAK.zones, *(replace(DRAW, id=f"z{n}") for n in range(21)))), "Places for cards"),
]  # fmt: skip


@pytest.mark.parametrize(("kit", "place"), AMISS, ids=lambda x: x if isinstance(x, str) else "")
def test_a_contradiction_is_refused_with_its_place(kit: Kit, place: str) -> None:
    with pytest.raises(Refused) as why:
        check_kit(kit)
    assert why.value.code == "kit.amiss" and say_slot(why.value.facts["place"]) == place and why.value.facts["why"]


@pytest.mark.parametrize("kit", [DVORAK, MULTI_DECK, seats(teams=2), zone(3, capacity=4)])
def test_what_agrees_with_itself_is_taken(kit: Kit) -> None:
    check_kit(kit)
    assert read_kit(fields_of(kit)) == kit
    assert from_plain(Kit, to_plain(kit)) == kit


word = st.text("abcdefgh XYZ-", min_size=1, max_size=10).map(lambda s: " ".join(s.split())).filter(bool)
ids = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
colours = st.sampled_from(["", "#b02a4c"])
small = st.integers(0, 100)
bounds = st.one_of(st.none(), small)
zone_ids = st.sampled_from(["draw", "discard", "hand", "area"])


@st.composite
def kits(draw: st.DrawFn) -> Kit:
    """A kit that the form can say: its words hold no commas."""

    def many(of: Any, most: int = 3) -> tuple[Any, ...]:
        return tuple(draw(st.lists(of, max_size=most)))

    words = st.lists(word, max_size=2).map(tuple)
    base = draw(st.sampled_from([DVORAK, MULTI_DECK]))
    selects = st.builds(k.Select, words, words, st.lists(st.integers(1, 99), max_size=2).map(tuple), words)
    return replace(
        base,
        seats=k.SeatsKit(draw(st.integers(1, 4)), draw(st.integers(4, 8)), draw(st.sampled_from([0, 2, 3])), draw(
            st.sampled_from(["random", "first"]))),
        zones=(*base.zones, *(replace(DRAW, id=f"more{n}", name=name, capacity=draw(bounds))
                              for n, name in enumerate(many(word)))),
        sources=many(st.builds(k.Source, zone_ids, selects, st.booleans())),
        deals=many(st.builds(k.Deal, zone_ids, zone_ids, small)),
        counters=many(st.builds(
            k.CounterKit, ids, word, st.sampled_from(["seat", "shared", "card"]), st.integers(-50, 50), bounds, bounds,
            st.lists(st.tuples(st.integers(1, 8), small), max_size=2).map(tuple))),
        tokens=many(st.builds(k.TokenKit, ids, word, colours)),
        dice=many(st.builds(k.DieKit, ids, word, st.lists(word, min_size=2, max_size=6).map(tuple), colours)),
        turn=k.TurnKit(
            many(st.builds(k.Phase, ids, word, st.sampled_from([(), ("draw",), ("draw", "play", "discard")]))),
            draw(small), draw(small), draw(zone_ids), many(st.builds(k.PlayLimit, word, bounds, words)), draw(bounds),
            draw(word), draw(bounds), draw(st.booleans())),
        sides=draw(words),
    )  # fmt: skip


@settings(max_examples=30)
@given(kits())
def test_the_form_of_a_kit_loses_nothing(kit: Kit) -> None:
    assert read_kit(fields_of(kit)) == kit


@settings(max_examples=15)
@given(kits(), kits())
def test_what_differs_is_said_and_nothing_else(old: Kit, new: Kit) -> None:
    assert kit_changes(old, old) == ()
    assert all(say(change_line(change)) for change in kit_changes(old, new))
    assert all(say_slot(part.name) and say_slot(part.words) for part in kit_parts(new))


def test_old_and_new_stand_beside_each_other() -> None:
    new = replace(turn(hand_limit=7), counters=(k.CounterKit("gold", "Gold", start=5),))
    assert [say(change_line(change)) for change in kit_changes(DVORAK, new)] == [
        "Hand limit: 7, was 5", "Gold: everybody's own, starts at 5, not below 0"
    ]  # fmt: skip
    assert say(change_line(kit_changes(new, DVORAK)[-1])) == "Gold: taken away"
    pieces = proofs.of_kit(DVORAK, new)[0].pieces
    assert [(p.mark, p.text) for p in pieces] == [("cut", "5"), ("added", "7")]


@pytest.mark.parametrize("where", ["hand_limit", "least", "zones-0-capacity", "deals-0-count", "plays-0-count"])
@pytest.mark.parametrize("typed", ["x", "1.5", "²", "9" * 9, "--1", "0x1"])
def test_a_field_that_is_no_number_is_refused_with_its_place(where: str, typed: str) -> None:
    with pytest.raises(Refused, match=r"kit\.amiss") as why:
        read_kit(fields_of(DVORAK) | {where: typed})
    assert why.value.facts["place"]


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from([*fields_of(DVORAK), "zones-4-name", "dice-0-name", "zones-0-out"]), st.text()))
def test_any_fields_make_a_kit_or_are_refused(typed: dict[str, str]) -> None:
    try:
        check_kit(read_kit(fields_of(DVORAK) | typed))
    except Refused as refused:
        assert refused.code == "kit.amiss"


def test_a_new_row_gets_a_short_name_of_its_own() -> None:
    taken: set[str] = set()
    for name, short in (("Hit points", "hit_points"), ("Hit points!", "hit_points2"), ("9 lives", "lives"),
                        ("火", "x"), ("水", "x2"), ("Ärger", "arger")):  # fmt: skip
        assert short_name(name, taken) == short
        taken.add(short)


def test_places_are_said_with_their_article() -> None:
    said = {part.name: say_slot(part.words) for part in kit_parts(DVORAK)}
    assert said["In play"].startswith("one for each seat, an area, face up")
    assert said["Draw pile"].startswith("one for all, a pile, face down")


def test_what_a_thing_is_called_does_not_decide_where_its_complaint_stands() -> None:
    for name in ("Turnip", "Zone of rest", "Where it hurts"):
        with pytest.raises(Refused) as why:
            check_kit(more(tokens=(k.TokenKit("t", name, "red"),)))
        assert why.value.facts["section"] == "tokens" and why.value.facts["place"] == name
