"""What members do with a deck. Each commits on the deck's stream once and answers with what came of it. `do` is any one
command (cards/verbs/); what brings faces along, or asks more first, has an action of its own.

`by` is a member id, `key` a request key (studio/log/commit.py). Raises Refused(code). What is made of several verbs (a
fork, an import, a deck with its history) is a module of its own beside them.
"""

from cards.actions.batch import (
    begin_batch,
    call_off_batch,
    give_time,
    join_batch,
    mark_card,
    pick_up,
    put_down,
    sweep_without,
    turn_over,
)
from cards.actions.deck import archive_version, edit_details, star, take_down
from cards.actions.execute import do
from cards.actions.members import follow_identity, follow_membership
from cards.actions.proposals import (
    leave_room,
    propose,
    repropose,
    reword,
    settle_due,
    suggest_strokes,
)
from cards.actions.sketches import give_up_sketch, pocket_settled, sketch
from cards.actions.start import bring_in, start_deck

__all__ = [
    "do",
    "archive_version",
    "begin_batch",
    "bring_in",
    "call_off_batch",
    "edit_details",
    "follow_identity",
    "follow_membership",
    "give_time",
    "give_up_sketch",
    "join_batch",
    "leave_room",
    "mark_card",
    "pick_up",
    "pocket_settled",
    "propose",
    "put_down",
    "repropose",
    "reword",
    "settle_due",
    "sketch",
    "start_deck",
    "sweep_without",
    "suggest_strokes",
    "star",
    "take_down",
    "turn_over",
]
