"""The states that docs/states.md draws are all there are (docs/states.md itself is compared in tests/test_docs.py)."""

from __future__ import annotations

from typing import get_args

from cards.rules import events as de
from cards.rules.deck import BallotSort
from cards.rules.evolve import _OfAProposal
from play.table.state import State
from tests.rules.any_kit import any_kit
from tests.rules.rules_game import RulesGame
from tests.rules.states import NONE, Transition, of_a_table, proposal_transitions, table_transitions

BESIDE = {de.StrokesSuggested.__name__, de.StrokesAnswered.__name__, de.WayGiven.__name__}


def states(transitions: frozenset[Transition]) -> set[str]:
    return {state for was, _, now in transitions for state in (was, now)} - {NONE}


def test_every_state_of_a_proposal_that_the_rules_name_is_come_to() -> None:
    named = {f"ballot_{sort}" for sort in get_args(BallotSort)} | {f"aside_{why}" for why in get_args(de.WhyAside)}
    assert states(proposal_transitions()) == named | {"queued", "overtaken", "accepted", "withdrawn"}


def test_every_fact_about_a_proposal_is_met_on_the_way() -> None:
    met = {fact for _, fact, _ in proposal_transitions()}
    # Strokes that somebody offers lie beside a proposal (taken, they are a rewording); in the queue it only moves.
    assert met | BESIDE == {kind.__name__ for kind in get_args(_OfAProposal)} and not met & BESIDE


def test_every_state_of_a_table_is_come_to_and_may_wait_for_a_vote() -> None:
    assert states(table_transitions()) == {f"{state}{waits}" for state in get_args(State) for waits in ("", "_paused")}


def test_games_at_random_find_no_other_way_from_state_to_state() -> None:
    for seed in range(3):
        game = RulesGame(seed, any_kit(seed))
        for _ in range(100):
            game.attempt(game.any_command())
        steps = {(of_a_table(a), type(fact).__name__, of_a_table(b)) for a, fact, b in game.told}
        assert {step for step in steps if step[0] != step[2]} <= table_transitions()
