"""What a refusal of the table names besides its code, and what is refused although it is nearly something else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cards.rules.kit import SeatsKit
from play.table.command import Moment
from play.table.events import QuestionAsked
from play.table.limits import UNDO_MAX
from play.table.state import Looking, Question, Table
from play.table.zones import ZoneKey
from play.verbs import commands as c
from play.verbs.decide import decide
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from tests.rules.laid_table import BEAS_HAND, CARDS, DRAW, HAND, KIT, TABLE, Plain, done, turn

PAUSED = replace(TABLE, paused_by=6)
BEFORE = replace(TABLE, state="gathering", zones={}, pieces={})
TAKES_ONE = replace(TABLE, looking=(Looking(1, BEAS_HAND, ("i1", "i2"), takes=1),))
SEARCHED = replace(TABLE, looking=(Looking(1, DRAW, ("d1", "d2", "d3"), True),))
SHORT = replace(BEFORE, cards={1: replace(CARDS[1], copies=4)}, kit=replace(KIT, seats=SeatsKit(least=6)))
SHOWN = replace(TABLE, pieces={**TABLE.pieces, "b2": replace(TABLE.pieces["b2"], known_to=frozenset({1}))})
IF_EMPTY = turn(replace(TABLE, kit=replace(KIT, turn=replace(KIT.turn, draw_if_empty=3))), phase=0, drawn=0)
FULL = replace(TABLE, kit=replace(KIT, turn=replace(KIT.turn, hand_limit=1)))
OWN_PILES = turn(replace(TABLE, kit=replace(KIT, turn=replace(KIT.turn, draw_from="stock"))), drawn=0)
FREE = replace(TABLE, kit=replace(KIT, turn=replace(KIT.turn, abilities_use="")))

REFUSED: list[tuple[c.Command, Table, str, dict[str, Any]]] = [
    (c.Draw(1), PAUSED, "table.paused", {"proposal": 6}), (c.Begin(1), PAUSED, "table.paused", {"proposal": 6}),
    (c.AskTable(1, "win", words="So"), PAUSED, "table.paused", {"proposal": 6}),
    (c.AskTable(1, "undo", to=7), PAUSED, "table.paused", {"proposal": 6}),
    *((c.AskTable(1, about, words="So"), BEFORE, "table.not_begun", {}) for about in ("win", "undo", "abandon")),
    (c.Roll(1, ("x" * 30,)), TABLE, "die.none", {"die": "x" * 20}),
    (c.Draw(1, 1, ZoneKey("attic_of_the_house_1")), TABLE, "zone.none", {"zone": "attic_of_the_house_1"}),
    (c.Draw(1, 1, ZoneKey("market")), TABLE, "zone.none", {"zone": "market"}),
    (c.Draw(1, 2), turn(phase=0, drawn=0), "ask.draw_more", {"due": 1, "also": 0}),
    (c.MovePieces(1, ("h1",), ZoneKey("attic")), TABLE, "zone.none", {"zone": "attic"}),
    (c.Begin(1), SHORT, "ask.few_players", {"missing": 16, "players": 4, "least": 6, "also": 2}),
    (c.SetCounter(1, "gold", 10), TABLE, "ask.beyond", {"least": 0, "most": 9, "name": "Gold", "also": 0}),
    (c.PointAt(1, "h1"), TABLE, "piece.not_in_play", {}), (c.WriteNote(1, "h1", "So"), TABLE, "piece.not_in_play", {}),
    (c.PutTokens(1, "Ritual", 1, "h1"), TABLE, "piece.not_in_play", {}), (c.PointAt(1, "i1"), TABLE, "piece.none", {}),
    (c.MovePieces(1, ("i1", "i2"), HAND), TAKES_ONE, "zone.not_yours", {}),
    (c.SearchPile(1, DRAW), SEARCHED, "look.already", {}), (c.LookAtTop(1, DRAW), SEARCHED, "look.already", {}),
    (c.Reveal(1, ("b2",)), SHOWN, "zone.not_yours", {}), (c.Reveal(1, ("b2",)), TABLE, "piece.unknown_face", {}),
    (c.AskTable(1, "mute", 4), TABLE, "seat.none", {}),
    (c.PlayCard(1, "h1"), turn(phase=2), "ask.other_phase", {"kind": "Thing", "also": 0}),
    (c.PlayCard(1, "h1", pay=(("gold", 5),)), TABLE, "ask.beyond", {"least": 0, "most": 9, "name": "Gold", "also": 0}),
    (c.PlayCard(1, "h1", pay=(("gold", -5),)), TABLE, "count.amiss", {"most": 100_000}),
    (c.PlayCard(1, "h1", pay=(("bank", 1),)), TABLE, "counter.none", {}),
    (c.UseAbility(1, "b1"), turn(phase=2), "ask.not_your_card", {"kind": "Action", "also": 1}),
    (c.EndTurn(1), turn(drawn=0), "ask.not_drawn", {"over": 0, "limit": 5, "also": 0}),
    (c.EndPhase(2), TABLE, "ask.not_your_turn", {"over": 0, "limit": 5, "also": 0}),
    (c.Draw(1, 3), IF_EMPTY, "ask.draw_more", {"due": 1, "also": 0}),
    (c.PlayCard(2, "i1", to=HAND, confirmed=True), TABLE, "zone.not_yours", {}),
    (c.UseAbility(1, "b1"), FREE, "ask.not_your_card", {"kind": "ability", "also": 0}),
    (c.ExtraTurn(1, 2), turn(extra=(2,) * 20), "count.amiss", {"most": 20}),
    (c.EndTurn(1), FULL, "ask.over_the_limit",
     {"over": 2, "limit": 1, "rule": message("by what lies on the table"), "also": 0}),
    (c.EndTurn(1), OWN_PILES, "ask.not_drawn", {"over": 0, "limit": 5, "also": 0}),
    (c.FreshPack(1, 1001), TABLE, "count.amiss", {"most": 1000}),
    (c.ChooseSeat(1), replace(TABLE, seats=tuple(replace(s, is_out=True) for s in TABLE.seats)), "seat.none", {}),
]  # fmt: skip


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: f"{type(row[0]).__name__}-{row[2]}")
def test_it_is_refused_with_all_that_it_names(row: tuple[c.Command, Table, str, dict[str, Any]]) -> None:
    command, table, code, facts = row
    with pytest.raises(Refused) as refused:
        done(command, table)
    assert (refused.value.code, refused.value.facts) == (code, facts)


# --- taking back ------------------------------------------------------------------------------------------------------


class Past:
    """What a log knows of the past; `asked` are the entries that were looked up in it."""

    def __init__(self, spilled: int = 0, oldest: int = 0) -> None:
        self.spilled, self.oldest, self.asked = spilled, oldest, list[int]()

    def back_to(self, entry: int) -> Table:
        self.asked.append(entry)
        if entry == 13:
            raise Refused("undo.none")
        return TABLE

    def moment(self, *away: int) -> Moment:
        return Moment(0, Plain(), frozenset(away), self.back_to, lambda: self.spilled, lambda: self.oldest)


@pytest.mark.parametrize(("away", "asked"), [((), {2, 3, 5}), ((2,), {3, 5}), ((2, 3, 5), {2, 3, 5})])
def test_whoever_is_here_is_asked_to_take_back_and_everybody_where_nobody_is(
    away: tuple[int, ...], asked: set[int]
) -> None:
    past = Past()
    facts = decide(TABLE, c.AskTable(1, "undo", to=7), past.moment(*away))
    assert list(facts) == [QuestionAsked(Question(1, "undo", 1, frozenset(asked), to=7))]
    assert past.asked == [7]


def test_what_cannot_be_gone_back_to_is_refused_before_anybody_is_asked() -> None:
    with pytest.raises(Refused, match=r"undo\.none"):
        decide(TABLE, c.AskTable(1, "undo", to=13), Past().moment())
    for past, code, facts in (
        (Past(8, 8), "undo.far", {"most": UNDO_MAX}), (Past(8, 9), "undo.far", {"most": UNDO_MAX}),
        (Past(8, 7), "undo.revealed", {}),
    ):  # fmt: skip
        with pytest.raises(Refused) as refused:
            decide(TABLE, c.AskTable(1, "undo", to=7), past.moment())
        assert (refused.value.code, refused.value.facts, past.asked) == (code, facts, [])
