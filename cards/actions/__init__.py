"""What members do with a deck. Each commits on the deck's stream once and answers with what came of it. `do` is any one
command (cards/verbs/); what brings faces along, or asks more first, has an action of its own.

`by` is a member id, `key` a request key (studio/log/commit.py). Raises Refused(code). What is made of several verbs (a
fork, an import, a deck with its history) is a module of its own beside them.
"""

from cards.actions.deck import star, take_down
from cards.actions.execute import do
from cards.actions.members import follow_identity, follow_membership
from cards.actions.proposals import (
    leave_room,
    propose,
    reword,
    settle_due,
)
from cards.actions.sketches import give_up_sketch, pocket_settled, sketch
from cards.actions.start import bring_in, start_deck

__all__ = [
    "do",
    "bring_in",
    "follow_identity",
    "follow_membership",
    "give_up_sketch",
    "leave_room",
    "pocket_settled",
    "propose",
    "reword",
    "settle_due",
    "sketch",
    "start_deck",
    "star",
    "take_down",
]
