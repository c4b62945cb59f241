"""What people do at tables. Each verb commits on the table's stream once. Raises Refused(code).

`by` is a member id, `key` a request key (studio/log/commit.py).
"""

from play.actions.creating import propose, remark, repropose
from play.actions.seats import act, come_in, hand_over, take_seat
from play.actions.tables import look_again, open_table, remove_table

__all__ = [
    "act",
    "come_in",
    "hand_over",
    "look_again",
    "open_table",
    "propose",
    "remark",
    "remove_table",
    "repropose",
    "take_seat",
]
