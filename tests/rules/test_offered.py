"""What a verb offers at each place of a page: every button and every small form (tests/rules/offered.py says how)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from play.table.prices import Amount
from play.table.sight import CounterSight
from play.verbs import offers as o
from play.verbs.registry import BUTTONS
from tests.rules.laid_table import DISCARD, DRAW, HAND
from tests.rules.offered import (
    ASKED_ALREADY,
    BUSY,
    OVER,
    PLAINEST,
    SIGHT,
    WAITING,
    counter,
    looking,
    offered,
    other,
    over_the_limit,
    piece,
    question,
    seat,
    turn,
    zone,
)

WHOLE: dict[str, tuple[Any, tuple[str, ...]]] = {
    "a card in hand": (
        o.OnHeldCard(SIGHT, piece("h1")),
        (
            "play hot: Play it | piece=h1 | [p]",
            "discard line: Discard | pieces=h1 | [d]",
            "reveal quiet: Show to all | pieces=h1",
            "play form: Play it onto a card > Play it there | piece=h1 | onto: Onto (cards but h1)",
            "play form: Play it for somebody > Play it under them | piece=h1 | under: Under (player)",
            "play form: Play it face down > Play it face down | piece=h1 face_up=0",
            "reveal form: Show it to some > Show it | pieces=h1 | to: To (players)",
            "move form: Move it > Move it | pieces=h1 | to: To (zones but hand.1) | place: Where (ends)",
        ),
    ),
    "one's own card in play": (
        o.OnOpenCard(SIGHT, piece("a1"), "*Action:* draw. Activate: rest.", ("Ritual", "Slug", "Ant")),
        (
            "use hot: Use its Action | piece=a1",
            "token line: One more Ritual | piece=a1 token=Ritual count=3",
            "token quiet: One fewer Ritual | piece=a1 token=Ritual count=1",
            "token line: One more Slug | piece=a1 token=Slug count=1",
            "point quiet: Point at it | piece=a1",
            "tap quiet: Tap | piece=a1 tapped=1",
            "destroy line: Destroy | piece=a1",
            "move form: Move it > Move it | pieces=a1 | to: To (zones but area.1) | place: Where (ends)",
            "attach form: Attach it > Attach it | piece=a1 | host: To (cards but a1)",
            "token form: Ritual > Set | piece=a1 token=Ritual | count: How many (number now 2 0..100000)",
            "token form: Slug > Set | piece=a1 token=Slug | count: How many (number now 0 0..100000)",
            "token form: Ant > Set | piece=a1 token=Ant | count: How many (number now 0 0..100000)",
            "token form: Another token > Put it there | piece=a1 | token: Its name (text ..30) | "
            "count: How many (number now 1 0..100000)",
            "counter form: Age > Set | piece=a1 counter=age | value: To «value» (number now 0 -100000..100000)",
            "turn_over form: Turn it face down > Turn it face down | piece=a1 face_up=0",
            "note form: A note on it > Note it | piece=a1 | text: Note (text ..200)",
        ),
    ),
    "a card": (
        o.OnCard(SIGHT, piece("x1")),
        ("move form: Move it > Move it | pieces=x1 | to: To (zones but discard) | place: Where (ends)",),
    ),
    "a card that was found": (
        o.OnFoundCard(SIGHT, piece("x1"), zone(HAND)),
        (
            "move hot: Into my hand | pieces=x1 to=hand.1",
            "reveal line: Show to all | pieces=x1",
        ),
    ),
    "a card in a pile that all may read": (
        o.OnLyingCard(SIGHT, piece("x1"), zone(HAND), zone(DRAW)),
        (
            "move hot: Into my hand | pieces=x1 to=hand.1",
            "play line: Play it | piece=x1",
            "move line: Shuffle it in | pieces=x1 to=draw place=random",
            "move line: On top | pieces=x1 to=draw place=top | (Onto the Draw pile)",
        ),
    ),
    "a pile nobody sees into": (
        o.OnPile(SIGHT, zone(DRAW)),
        (
            "draw hot: Draw | zone=draw",
            "look line: Look at the top | zone=draw",
            "search line: Search it | zone=draw | (It is shuffled afterwards)",
            "shuffle line: Shuffle it | zone=draw",
            "draw form: Draw several > Draw | zone=draw | count: How many (number now 2 1..100)",
            "look form: Look at the top of it > Look | zone=draw | "
            "count: How many (number now 3 1..3) | (Everybody is told that you look, and at how many.)",
            "move_top form: Move its top cards > Move them | zone=draw | count: How many (number now 1 1..100) | "
            "to: To (zones but draw)",
            "move_top form: Put its top cards under it > Put them under it | zone=draw to=draw place=bottom | "
            "count: How many (number now 1 1..100)",
            "shuffle_in form: Shuffle it into another > Shuffle it in | zone=draw | to: Into (piles but draw)",
        ),
    ),
    "the draw pile as it lies": (
        o.OnDrawPile(),
        (
            "draw hot: Draw | [w]",
        ),
    ),
    "a counter": (
        counter(5),
        (
            "counter quiet: One Gold more | counter=gold value=5",
        ),
    ),
    "a die": (
        o.OnDie(SIGHT.dice[0]),
        (
            "roll line: Roll Fire | dice=d6 | [r]",
        ),
    ),
    "blanks": (
        o.OnBlanks(5),
        (
            "pack quiet: A fresh pack of ten | blanks=15",
        ),
    ),
    "a hand": (
        o.OnHand(zone(HAND)),
        (
            "reveal quiet: Show all of it | pieces=h1,h2,h3",
        ),
    ),
    "the top of a pile": (
        looking("x1", "x2"),
        (
            "put_back hot: Put them back like this | pieces=x1,x2 place=top",
            "stop line: As they lay",
        ),
    ),
    "one's own seat": (
        o.OnOwnSeat(SIGHT, seat(1), True),
        (
            "stand quiet: Get up",
            "flip line: Flip a coin",
            "choose_player line: Let chance choose a player",
            "skip quiet: My next turn is left out | who=1",
            "knock_out quiet: I am out of the game | who=1",
            "abandon quiet: End the game here | (The others are asked)",
            "claim form: I have won > Claim the win | words: How (text ..200) | "
            "(The others are asked whether they agree.)",
            "roll form: Roll dice > Roll | count: How many (number now 1 1..50) | "
            "sides: Sides (number now 6 2..1000)",
            "discard_random form: Discard at random > Discard | count: How many (number now 1 1..100)",
        ),
    ),
    "another player": (
        other(2),
        (
            "ask_hand line: Ask to look into the hand | of=2 what=hand_look",
            "ask_hand line: Ask for a card of your choice | of=2 what=hand_take",
            "ask_hand line: Ask for a random card | of=2 what=hand_random",
            "skip quiet: Their next turn is left out | who=2",
            "extra quiet: They get an extra turn | who=2",
            "knock_out quiet: Out of the game | who=2 | (They are asked)",
            "mute quiet: Ask for some quiet | target=2",
            "remove quiet: Ask them to leave the table | target=2",
        ),
    ),
    "what a seat has": (
        o.OnMarks(SIGHT, seat(1)),
        (
            "counter form: Gold > Set | counter=gold on=1 | value: To «value» (number now 4 -100000..100000)",
            "token form: Slug > Set | on=1 token=Slug | count: How many (number now 1 0..100000)",
            "token form: Ritual > Set | on=1 token=Ritual | count: How many (number now 0 0..100000)",
            "token form: Another token > Put it there | on=1 | token: Its name (text ..30) | "
            "count: How many (number now 1 0..100000)",
        ),
    ),
    "one's own turn": (
        turn(1, True, False, True, back=7),
        (
            "end_phase hot: Go on to Discard",
            "end_turn line: End turn | [e]",
            "undo quiet: Undo | to=7 | (Idris: drew a card. The others are asked.)",
        ),
    ),
    "before a game": (
        o.BeforeGame(seat(1)),
        (
            "ready hot: Ready",
        ),
    ),
    "after a game": (
        o.AfterGame(),
        (
            "again hot: Play again",
        ),
    ),
    "a question": (
        question("win"),
        (
            "answer hot: They have won | question=4 yes=1",
            "answer line: No «answer» | question=4 yes=0",
            "answer form: No, because … > No «answer» | question=4 yes=0 | words: Why not (text ..200)",
        ),
    ),
    "among people": (
        o.AmongPeople(WAITING, seat(1, WAITING)),
        (
            "team line: Join team 2 | team=2",
            "side line: Play Red | side=Red",
            "stand quiet: Get up",
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("where", WHOLE)
def test_all_is_offered_there_in_this_order(where: str) -> None:
    place, rows = WHOLE[where]
    assert offered(place) == list(rows)


def test_no_place_is_left_out() -> None:
    assert {type(place) for place, _ in WHOLE.values()} == set(o.EVERY_PLACE)


# Elsewhere and at other times: a place, and what these verbs offer there.
NONE = "count: How many (number now 0 0..100000)"
BECAUSE = "form: No, because … > No «answer» | question=4 yes=0 | words: Why not (text ..200)"
ELSE: list[tuple[Any, dict[str, tuple[str, ...]]]] = [
    (o.OnHeldCard(SIGHT, piece("h1"), (Amount("gold", "Gold", 3), Amount("red", "Red", 1))), {
        "play": ("hot: Play it | piece=h1 | [p]",
                 "line: Play and pay 3 Gold and 1 Red | piece=h1 pay=gold:3,red:1",
                 "form: Play it onto a card > Play it there | piece=h1 | onto: Onto (cards but h1)",
                 "form: Play it for somebody > Play it under them | piece=h1 | under: Under (player)",
                 "form: Play it face down > Play it face down | piece=h1 face_up=0"),
    }),
    (o.OnHeldCard(SIGHT, piece("h1"), (Amount("gold", "Gold", 3),), True), {
        "discard": ("hot: Discard | pieces=h1 | [d]",),
        "play": ("line: Play it | piece=h1 | [p]",
                 "line: Play and pay 3 Gold | piece=h1 pay=gold:3",
                 "form: Play it onto a card > Play it there | piece=h1 | onto: Onto (cards but h1)",
                 "form: Play it for somebody > Play it under them | piece=h1 | under: Under (player)",
                 "form: Play it face down > Play it face down | piece=h1 face_up=0"),
    }),
    (o.OnOpenCard(SIGHT, piece("a3"), "", (), True, (Amount("gold", "Gold", 2),)), {
        "collect": ("line: Collect 2 Gold | counter=gold more=2",), "destroy": ("line: Destroy | piece=a3",),
    }),
    (o.OnOpenCard(SIGHT, piece("a3"), "", (), True, (), (Amount("gold", "Gold", 2),)), {
        "collect": (), "destroy": ("line: Destroy | piece=a3",
                                   "line: Destroy and collect 2 Gold | piece=a3 collect=gold:2"),
    }),
    (o.OnOpenCard(SIGHT, piece("a2"), "Activate: rest.", ()), {
        "use": ("hot: Activate it | piece=a2",), "detach": ("quiet: Take it off | piece=a2",),
        "token": (f"form: Ritual > Set | piece=a2 token=Ritual | {NONE}",
                  "form: Another token > Put it there | piece=a2 | token: Its name (text ..30)"
                  " | count: How many (number now 1 0..100000)"),
        "note": ("form: A note on it > Note it | piece=a2 | text: Note (text now mind this ..200)",),
    }),
    (o.OnOpenCard(SIGHT, piece("a3"), "", ()), {
        "turn_over": ("line: Turn face up | piece=a3 face_up=1",
                      "form: Turn it face up > Turn it face up | piece=a3 face_up=1"),
        "reveal": ("form: Show it to some > Show it | pieces=a3 | to: To (players)",), "use": (),
    }),
    (o.OnOpenCard(SIGHT, piece("b1"), "Action: draw.", (), False), {
        "use": (), "tap": ("line: Untap | piece=b1 tapped=0",),
    }),
    (o.OnOpenCard(SIGHT, piece("b2"), "{tap} Gain one.", (), False), {
        "tap": ("line: Tap | piece=b2 tapped=1",), "point": ("line: Point at it | piece=b2",),
    }),
    (o.OnOpenCard(SIGHT, piece("b2"), "", (), False), {
        "turn_over": ("form: Turn it face up > Turn it face up | piece=b2 face_up=1",), "reveal": (),
    }),
    (o.OnOpenCard(SIGHT, replace(piece("m1"), is_face_up=False), "Action: draw.", ()), {
        "turn_over": ("line: Turn face up | piece=m1 face_up=1",
                      "form: Turn it face up > Turn it face up | piece=m1 face_up=1"),
        "use": ("hot: Use its Action | piece=m1",),
    }),
    (o.OnOpenCard(PLAINEST, piece("a2"), "", ()), {
        "token": ("form: A token on it > Put it there | piece=a2 | token: Its name (text ..30)"
                  " | count: How many (number now 1 0..100000)",), "counter": (),
    }),
    (o.OnOpenCard(SIGHT, piece("m1"), "", ()), {  # nobody's Thing: it lies in a row for all
        "destroy": ("line: Discard | piece=m1",),
    }),
    (o.OnCard(SIGHT, replace(piece("x1"), is_face_up=False)), {
        "reveal": ("form: Show it to some > Show it | pieces=x1 | to: To (players)",),
    }),
    (o.OnPile(SIGHT, zone(DISCARD)), {
        "draw": ("line: Take the top one | zone=discard",
                 "form: Draw several > Draw | zone=discard | count: How many (number now 2 1..100)"),
        "search": (), "look": (),
        "choose_card": ("quiet: Let chance choose one | zone=discard",),
    }),
    (o.OnPile(SIGHT, replace(zone(DISCARD), count=0)), {
        "choose_card": (), "look": (),
    }),
    (o.OnPile(SIGHT, replace(zone(DRAW), count=200)), {
        "look": ("line: Look at the top | zone=draw",
                 "form: Look at the top of it > Look | zone=draw | count: How many (number now 3 1..100)"
                 " | (Everybody is told that you look, and at how many.)"),
    }),
    (counter(3, on=2), {"counter": ("quiet: One Gold fewer | counter=gold value=3 on=2",)}),
    (counter(9, piece="b1"), {"counter": ("quiet: One Gold more | counter=gold value=9 piece=b1",)}),
    (counter(10), {"counter": ()}),
    (counter(0), {"counter": ("quiet: One Gold fewer | counter=gold value=0",)}),
    (counter(-1), {"counter": ()}),
    (o.OnCounter(CounterSight("bank", "Bank", 2, None, None), -5), {
        "counter": ("quiet: One Bank fewer | counter=bank value=-5",),
    }),
    (looking("x1", "x2", shuffles=True), {"put_back": (), "stop": ("line: Shuffle and close",)}),
    (looking("x1", "x2", is_pile=False), {"put_back": (), "stop": ("line: Done looking",)}),
    (looking(), {"put_back": (), "stop": ("line: Done looking",)}),
    (o.OnOwnSeat(SIGHT, replace(seat(1), is_muted=True), True), {
        "claim": ("form: I have won > Claim the win | (The others are asked whether they agree.)",),
    }),
    (o.OnOwnSeat(BUSY, seat(1), False), {
        "claim": (), "side": (), "abandon": ("quiet: End the game here | (The others are asked)",),
    }),
    (o.OnOwnSeat(WAITING, seat(1, WAITING), False), {
        "claim": (), "abandon": (), "side": ("form: Your side > Play it | side: Side (sides)",),
        "team": ("form: Team > Join it | team: Team (teams)",),
    }),
    (o.OnOwnSeat(PLAINEST, seat(1), True), {"team": (), "side": ()}),
    (o.OnOwnSeat(replace(PLAINEST, state="gathering"), seat(1), True), {"side": ()}),
    (other(2, is_there=False), {"without": ("quiet: Go on without them | target=2",)}),
    (other(2, is_there=False, is_playing=False), {"without": ()}),
    (other(2, member=None, is_there=False), {"without": (), "skip": (), "extra": ()}),
    (replace(other(2), others=False), {
        "mute": (), "remove": (), "knock_out": ("quiet: Out of the game | who=2 | (They are asked)",),
    }),
    (replace(other(2, is_there=False), others=False), {
        "knock_out": (), "ask_hand": (), "without": ("quiet: Go on without them | target=2",),
    }),
    (other(2, is_out=True), {"knock_out": (), "come_back": ("quiet: Back in the game | who=2",)}),
    (other(2, is_out=True, is_playing=False), {"come_back": ()}),
    (other(2, is_there=False, is_out=True, is_muted=True), {
        "without": (), "mute": (), "unmute": ("quiet: Ask to hear them again | target=2",),
    }),
    (other(2, hand=None), {"ask_hand": ()}),
    (other(2, is_playing=False), {"ask_hand": (), "skip": (), "extra": (), "knock_out": ()}),
    (other(2, hand=replace(zone(HAND), count=0)), {"ask_hand": ()}),
    (other(5, is_muted=True), {
        "skip": (), "extra": (), "knock_out": (), "mute": (), "unmute": ("quiet: Ask to hear them again | target=5",),
        "remove": ("quiet: Ask them to leave the table | target=5",),
    }),
    (other(4, is_there=False), {"mute": (), "unmute": (), "remove": (), "without": ()}),
    (other(2, sight=OVER), {"mute": (), "remove": ()}),
    (other(2, sight=OVER, is_muted=True, is_there=False), {"unmute": (), "without": ()}),
    (other(2, sight=WAITING), {"mute": ("quiet: Ask for some quiet | target=2",), "ask_hand": ()}),
    (o.OnMarks(SIGHT, seat(2)), {
        "token": ("form: Ritual > Set | on=2 token=Ritual | count: How many (number now 0 0..100000)",
                  "form: Another token > Put it there | on=2 | token: Its name (text ..30)"
                  " | count: How many (number now 1 0..100000)"),
    }),
    (o.OnMarks(PLAINEST, replace(seat(2, PLAINEST), tokens=())), {
        "token": ("form: A token > Put it there | on=2 | token: Its name (text ..30)"
                  " | count: How many (number now 1 0..100000)",), "counter": (),
    }),
    (turn(1, True, True, False, to_draw=2), {
        "draw": ("hot: Draw | count=2",), "end_phase": ("line: Go on to Discard",), "undo": (),
        "end_turn": ("line: End turn | [e]",),
    }),
    (turn(1, True, False, True, to_draw=2), {"end_phase": ("line: Go on to Discard",)}),
    (turn(1, True, False, False), {
        "draw": (), "end_phase": ("line: Go on to Discard",), "end_turn": ("hot: End turn | [e]",),
    }),
    (turn(1, False, True, True), {"end_phase": ("line: Go on to Discard",), "end_turn": ("line: End turn | [e]",)}),
    (over_the_limit(turn(1, True, False, True), 2), {"end_phase": ("hot: Discard two",)}),
    (over_the_limit(turn(0, True, False, True), 2), {"end_phase": ()}),
    (turn(2, True, True, False), {"end_phase": (), "end_turn": ("hot: End turn | [e]",)}),
    (turn(0, False, True, True), {"end_phase": ()}),
    (turn(1, True, me=2, to_draw=2, back=7), {
        "draw": (), "end_phase": (), "end_turn": (),
        "undo": ("quiet: Undo | to=7 | (Idris: drew a card. The others are asked.)",),
    }),
    (replace(turn(1, True, me=2), missing=1, missed="Ros"), {
        "without": ("line: Go on without Ros | target=1",),
    }),
    (turn(1, True, me=2), {"without": ()}),
    (turn(1, True, True, False, to_draw=2, paused=True), {"draw": (), "end_phase": (), "end_turn": ()}),
    (o.BeforeGame(replace(seat(1), is_ready=True)), {
        "ready": ("line: Not ready after all | ready=0",), "begin": ("hot: Shuffle and deal",),
    }),
    (o.BeforeGame(replace(seat(1), is_ready=True), waits=True), {"begin": ("line: Shuffle and deal",)}),
    *((question(about, target=target), {"answer": (f"hot: {yes} | question=4 yes=1",
                                                   "line: No «answer» | question=4 yes=0", BECAUSE)})
      for about, target, yes in (
          ("knock_out", 2, "They are out"), ("knock_out", 1, "I am out"), ("hand_look", 1, "Let them look"),
          ("hand_take", 1, "Let them take it"), ("hand_random", 1, "Go on"), ("undo", 0, "Agreed"),
      )),
    (question("undo", may_answer=False, is_mine=True), {"answer": ("line: Never mind | question=4 yes=0",)}),
    (question("undo", may_answer=False), {"answer": ()}),
    (question("win"), {"without": ()}),
    (replace(question("win"), missed=((2, "Bea"),)), {"without": ("line: Go on without Bea | target=2",)}),
    (replace(question("hand_look"), missed=((2, "Bea"),)), {"without": ()}),
    (replace(question("win"), now=ASKED_ALREADY, missed=((2, "Bea"),)), {"without": ()}),
    (o.AmongPeople(SIGHT, seat(1)), {"team": (), "side": ()}),
    (o.OnOwnSeat(SIGHT, seat(1), True), {"team": (), "come_back": ()}),
    (o.OnOwnSeat(SIGHT, replace(seat(1), is_out=True), True), {
        "come_back": ("quiet: I am back in the game | who=1",),
    }),
    (o.AmongPeople(WAITING, None), {"team": (), "side": (), "stand": ("quiet: Get up",)}),
    (o.AmongPeople(WAITING, seat(2)), {
        "team": ("line: Join team 1 | team=1",), "side": ("line: Play Blue | side=Blue", "line: Play Red | side=Red"),
    }),
    (o.AmongPeople(PLAINEST, seat(1)), {"team": (), "side": ()}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("place", "verbs"), ELSE, ids=lambda one: type(one).__name__ if not isinstance(one, dict) else ""
)
def test_elsewhere_it_is_offered_otherwise(place: Any, verbs: dict[str, tuple[str, ...]]) -> None:
    rows = offered(place)
    for verb, expected in verbs.items():
        assert [one.removeprefix(f"{verb} ") for one in rows if one.split()[0] == verb] == list(expected), verb


@pytest.mark.parametrize("place", [o.OnHeldCard, o.OnOpenCard, o.OnCard])
@pytest.mark.parametrize("card", ["h1", "a1", "b1", "m1"])
def test_the_presses_at_a_card_ask_nothing_of_the_table(place: type[Any], card: str) -> None:
    """Or a piece that is shown as it was, and to all who stand to it alike, would offer what was possible before, or
    to somebody else (play/queries/card_views.py)."""
    for read in [("Activate: rest.", ("Slug",), reach) for reach in (True, False)] if place is o.OnOpenCard else [()]:
        bare, full = (place(now, piece(card), *read) for now in (cast(Any, None), SIGHT))
        for _, _, at in BUTTONS[place]:
            assert list(at.gives(bare)) == list(at.gives(full))
