"""What members do with a deck. Each verb commits on the deck's stream once and answers with what came of it.

`by` is a member id, `key` a request key (studio/log/commit.py). Raises Refused(code). What is made of several verbs (a
fork, an import, a deck with its history) is a module of its own beside them.
"""

from cards.actions.deck import archive_version, edit_details, take_down
from cards.actions.members import follow_identity, follow_membership
from cards.actions.proposals import (
    go_on_without,
    leave_room,
    propose,
    remark,
    repropose,
    reword,
    settle_due,
    vote,
    withdraw,
)
from cards.actions.start import bring_in, start_deck

__all__ = [
    "archive_version",
    "bring_in",
    "edit_details",
    "follow_identity",
    "follow_membership",
    "go_on_without",
    "leave_room",
    "propose",
    "remark",
    "repropose",
    "reword",
    "settle_due",
    "start_deck",
    "take_down",
    "vote",
    "withdraw",
]
