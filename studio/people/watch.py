"""What somebody who watches over the site wants to know: a line of its own for each, in a log of its own.

Names and networks stand there as hashes with this site's key: the same one is the same mark, and nobody is named.
"""

from __future__ import annotations

import logging

from django.db import transaction
from django.utils.crypto import salted_hmac

from studio.setup.logs import on_one_line

log = logging.getLogger("studio.security")


def saw(what: str, **facts: object) -> None:
    """One line, once what is under way has been committed: `sign_in.failed name=1f3c… network=77ab…`."""
    words = " ".join((what, *(f"{name}={on_one_line(str(value))}" for name, value in facts.items())))
    transaction.on_commit(lambda: log.info("%s", words), robust=True)


def masked(what: str) -> str:
    """A name or a network, as it may be kept: twelve characters that tell nobody whose they are."""
    return salted_hmac("studio.watch", what, algorithm="sha256").hexdigest()[:12]
