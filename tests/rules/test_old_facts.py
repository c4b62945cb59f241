"""Facts of a deck and of a table as they were written once, brought to today's shape."""

from __future__ import annotations

from typing import Any

import pytest

from cards.rules import upcasters as of_decks
from play.table import upcasters

Plain = dict[str, Any]
WON = {"k": "game_won", "winners": [1]}


@pytest.mark.parametrize(
    ("upcast", "was", "now"),
    [
        (upcasters.game_won_1, {**WON, "words": "the last standing"}, {**WON, "how": "last_standing"}),
        (upcasters.game_won_1, {**WON, "words": "The last standing"}, {**WON, "words": "The last standing"}),
        (upcasters.game_won_1, {**WON, "words": "Marrows"}, {**WON, "words": "Marrows"}),
        (upcasters.game_won_1, {**WON, "words": ""}, WON), (upcasters.game_won_1, WON, WON),
        (upcasters.taken_back_1, {"to": 7, "table": {"kit": {}}}, {"to": 7}),
        (upcasters.taken_back_1, {"to": 7}, {"to": 7}), (upcasters.question_1, {"about": "win"}, {"about": "win"}),
        (upcasters.person_is_a_member_1, {"seat": 1, "person": 11}, {"seat": 1, "member": 11}),
        (upcasters.person_is_a_member_1, {"seat": 1, "side": "person"}, {"seat": 1, "side": "person"}),
        (of_decks.proposal_made_1, {"number": 3, "venue": "", "by": 1}, {"number": 3, "by": 1}),
        (of_decks.version_archived_1, {"number": 3, "name": "Version 3"}, {"number": 3, "name": ""}),
        (of_decks.version_archived_1, {"number": 3, "name": "Version 4"}, {"number": 3, "name": "Version 4"}),
        (of_decks.version_archived_1, {"number": 3, "name": ""}, {"number": 3, "name": ""}),
    ],
)  # fmt: skip
def test_what_was_written_says_the_same_in_todays_words(upcast: Any, was: Plain, now: Plain) -> None:
    given = dict(was)
    assert upcast(given) == now
    assert given == was, "what is read is not changed"
