"""What may happen at a table, verb by verb: each scenario goes up to the verb, yields, and does it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from cards import actions as decks
from cards.rules.deck import Recount, Ref
from cards.rules.kit import DVORAK
from cards.verbs.proposing import Withdraw
from cards.verbs.votes import Remark
from play import actions
from play import models as rows
from play.actions import execute
from play.verbs import commands as c
from tests.table_fixture import TableFixture

Scenario = Callable[[TableFixture], Iterator[None]]
SCENARIOS: dict[str, list[Scenario]] = {}


def of(*verbs: str) -> Callable[[Scenario], Scenario]:
    def add(scenario: Scenario) -> Scenario:
        for verb in verbs:
            SCENARIOS.setdefault(verb, []).append(scenario)
        return scenario

    return add


def plainly(verb: str, seat: int = 0, before: Callable[[TableFixture], None] | None = None, **fields: object) -> None:
    """A scenario of one verb; a field that is a function is asked of the game."""

    def scenario(g: TableFixture) -> Iterator[None]:
        if before is not None:
            before(g)
        given = {name: str(value(g)) if callable(value) else str(value) for name, value in fields.items()}
        who = seat or g.turn
        yield
        g.do(who, verb, **given)

    SCENARIOS.setdefault(verb, []).append(scenario)


def play_one(g: TableFixture) -> None:
    g.in_play(1)


def play_two(g: TableFixture) -> None:
    g.in_play(1)
    g.in_play(1)


def first(zone: str) -> Callable[[TableFixture], str]:
    return lambda g: g.value.zones[zone][0]


def second(zone: str) -> Callable[[TableFixture], str]:
    return lambda g: g.value.zones[zone][1]


def is_over(g: TableFixture) -> None:
    g.do(1, "abandon")
    for seat in (2, 3):
        g.do(seat, "answer", question="1", yes="1")


plainly("stand", 2)
plainly("team", 1, team=0)
plainly("draw", count=2, confirmed=1)
plainly("play", 1, piece=lambda g: g.card(1), confirmed=1)
plainly("play", 2, piece=lambda g: g.card(2), under=1, face_up=0, to="area.1", confirmed=1)
plainly("play", 1, play_one, piece=lambda g: g.card(1), onto=first("area.1"), confirmed=1)
plainly("use", 1, play_one, piece=first("area.1"), confirmed=1)
plainly("discard", 1, pieces=lambda g: ",".join(g.hand(1)[:2]), confirmed=1)
plainly("discard_random", 1, count=1, confirmed=1)
plainly("destroy", 2, play_one, piece=first("area.1"))
plainly("attach", 1, play_two, piece=first("area.1"), host=second("area.1"))
plainly("move", 1, pieces=lambda g: g.hand(1)[0], to="hand.2", confirmed=1)
plainly("move", 1, play_one, pieces=first("area.1"), to="draw", place="random", confirmed=1)
plainly("move_top", 1, zone="draw", to="discard", count=2)
plainly("move_top", 1, zone="draw", to="draw", count=2, place="bottom")
plainly("drop", 1, piece=lambda g: g.hand(1)[0], to="area.2", confirmed=1)
plainly("drop", 1, play_one, piece=first("area.1"), to="discard", way="destroy")
plainly("shuffle", 1, zone="draw")
plainly("shuffle_in", 1, lambda g: g.do(1, "discard", pieces=g.hand(1)[0], confirmed="1"), zone="discard", to="draw")
plainly("reveal", 1, pieces=lambda g: g.hand(1)[0])
plainly("reveal", 1, pieces=lambda g: g.hand(1)[1], to=3)
plainly("look", 1, zone="draw", count=3)
plainly("search", 2, zone="draw")
plainly("stop", 2, lambda g: g.do(2, "search", zone="draw"))
plainly(
    "put_back", 1, lambda g: g.do(1, "look", zone="draw", count="3"),
    pieces=lambda g: ",".join(reversed(g.value.looking[0].pieces)), place="bottom",
)  # fmt: skip
plainly("ask_hand", 1, of=2, what="hand_look")
plainly("answer", 2, lambda g: g.do(1, "ask_hand", of="2", what="hand_look"), question=1, yes=1)
plainly("answer", 2, lambda g: g.do(1, "ask_hand", of="2", what="hand_random"), question=1, yes=1)
plainly("answer", 1, lambda g: g.do(1, "ask_hand", of="2", what="hand_take"), question=1, yes=0)
plainly("turn_over", 1, play_one, piece=first("area.1"), face_up=0)
plainly("tap", 3, play_one, piece=first("area.1"))
plainly("point", 2, play_one, piece=first("area.1"))
plainly("token", 1, play_one, token="Rosette", count=2, piece=first("area.1"))
plainly("token", 1, token="Crown", count=1, on=2)
plainly("counter", 1, counter="gold", value=3, on=1)
plainly("counter", 1, play_one, counter="age", value=2, piece=first("area.1"))
plainly("collect", 1, counter="gold", more=2)
plainly("note", 1, play_one, piece=first("area.1"), text="Mind {who} <b>")
plainly("roll", 1, dice="die")
plainly("flip", 2)
plainly("choose_player", 1)
plainly("choose_card", 1, zone=lambda g: "hand.1")
plainly("end_phase", confirmed=1)
plainly("end_turn", confirmed=1)
plainly("skip", 1, who=2)
plainly("extra", 1, who=3)
plainly("knock_out", 1, who=2)
plainly("knock_out", 2, who=2)
plainly("come_back", 1, lambda g: g.do(2, "knock_out", who="2"), who=2)
plainly("answer", 2, lambda g: g.do(1, "knock_out", who="2"), question=1, yes=1)
plainly("claim", 1, words="Three Vegetables")
plainly("abandon", 2, words="Late")
plainly("answer", 3, lambda g: (g.do(1, "claim", words="So"), g.do(2, "answer", question="1", yes="1"))[0], question=1, yes=1)  # fmt: skip # noqa: E501
plainly("remove", 1, target=2, words="Snoring")
plainly("mute", 1, target=2)
plainly("unmute", 1, lambda g: (g.do(1, "mute", target="2"), g.do(3, "answer", question="1", yes="1"))[0], target=2)
plainly("again", 2, is_over)
plainly("say", 1, text="Hello, Canary 01 <i>")
plainly("pack", 1, blanks=10)


@of("detach")
def taken_off(g: TableFixture) -> Iterator[None]:
    play_two(g)
    piece, host = g.value.zones["area.1"]
    g.do(1, "attach", piece=piece, host=host)
    yield
    g.do(1, "detach", piece=piece)


@of("undo")
def taken_back(g: TableFixture) -> Iterator[None]:
    play_one(g)
    head = g.head
    g.do(1, "skip", who="2")  # no trifle: that is taken back by one's own word
    g.do(1, "undo", to=str(head))
    g.do(2, "answer", question="1", yes="1")
    yield
    g.do(3, "answer", question="1", yes="1")


@of("without")
def gone_on_without(g: TableFixture) -> Iterator[None]:
    g.do(2, "stand")
    yield
    g.do(1, "without", target="2")


@of("ready", "begin")
def a_fresh_game(g: TableFixture) -> Iterator[None]:
    is_over(g)
    g.do(1, "again")
    yield
    g.do(1, "ready")
    g.do(2, "ready")
    g.do(2, "ready", ready="0")
    g.do(1, "begin", confirmed="1")


@of("side")
def a_side_is_chosen(g: TableFixture) -> Iterator[None]:
    is_over(g)
    g.do(1, "again")
    execute.carry_out(
        g.table, [c.KitReplaced(replace(DVORAK, sides=("Red, late", "Blue")))], by=None, key=None, asked=""
    )
    yield
    g.do(1, "side", side="Red, late")


@of("sit")
def somebody_takes_up_the_cards(g: TableFixture) -> Iterator[None]:
    g.do(2, "stand")
    yield
    actions.take_seat(g.table.pk, person_id=g.person("Nell"), key=None)


@of("hand_over")
def the_seat_goes_to_another(g: TableFixture) -> Iterator[None]:
    yield
    row = rows.Table.objects.get(pk=g.table.pk)
    actions.hand_over(row, by=g.member(3), seat=3, to=g.t.ids["Nell"], key=None)


@of("propose")
def a_card_is_proposed(g: TableFixture) -> Iterator[None]:
    yield
    g.propose(1)


@of("vote")
def somebody_votes(g: TableFixture) -> Iterator[None]:
    number = g.propose(1)
    yield
    g.vote(2, number, "against", "Smelly")


@of("vote")
def the_last_vote(g: TableFixture) -> Iterator[None]:
    number = g.propose(1)
    g.vote(2, number)
    yield
    g.vote(3, number)


@of("talk")
def a_remark(g: TableFixture) -> Iterator[None]:
    number = g.propose(1)
    yield
    decks.do(g.t.deck.pk, Remark(g.member(2), proposal=number, text="Smaller than what?"), key=None)


@of("withdraw")
def taken_off_the_mat(g: TableFixture) -> Iterator[None]:
    number = g.propose(1)
    g.propose(2, "Second Goat")
    yield
    decks.do(g.t.deck.pk, Withdraw(g.member(1), proposal=number), key=None)


@of("repeal")
def a_card_leaves(g: TableFixture) -> Iterator[None]:
    piece = g.in_play(1)
    number = g.t.repeal("Ros", Ref("card", g.value.pieces[piece].card))
    g.vote(2, number)
    yield
    g.vote(3, number)


@of("recount")
def more_copies(g: TableFixture) -> Iterator[None]:
    card = g.value.pieces[g.hand(1)[0]].card
    face = g.t.article(Ref("card", card)).face_id
    number = g.t._put("Ros", Recount(Ref("card", card), face, 3), None, "room")
    g.vote(2, number)
    yield
    g.vote(3, number)


@of("repeal_rule")
def a_rule_goes(g: TableFixture) -> Iterator[None]:
    number = g.t.repeal("Ros", Ref("rule", 1))
    g.vote(2, number)
    yield
    g.vote(3, number)


@of("repropose")
def the_aftermath(g: TableFixture) -> Iterator[None]:
    number = g.propose(1)
    for seat in (2, 3):
        g.vote(seat, number, "against", "Smelly")
    is_over(g)
    yield
    row = rows.Table.objects.get(pk=g.table.pk)
    actions.repropose(row, by=g.member(2), key=None, proposal=number)


ALL = [(verb, scenario) for verb, them in sorted(SCENARIOS.items()) for scenario in them]
