"""The way to a seat once somebody was asked to leave: the code alone no longer opens it, the link of the day does.

Nothing is stored but how often that happened; every time the link is another.
"""

from __future__ import annotations

import base64

from django.utils.crypto import constant_time_compare, salted_hmac

from play import models as rows


def way_in(table: rows.Table) -> str:
    """What stands in the link of a table as `invite`; "" while its code is enough, and at a creative table, whose
    group has invitations of its own."""
    if table.is_creative or not table.removals:
        return ""
    mac = salted_hmac("play.way_in", f"{table.code}:{table.removals}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(mac[:18]).decode()


def opens(table: rows.Table, invitation: str) -> bool:
    """Whether a stranger who brings this may sit down at a table of a version."""
    return constant_time_compare(invitation, way_in(table)) if table.removals else True
