"""What a line of the log says, and which lines there are: the request it was written for, and no noise of refusals;
what is never logged: the secrets that stand in addresses.

Set up before any model, so it imports none.
"""

from __future__ import annotations

import logging
import re
import threading

_answered = threading.local()  # `number`: of the request that this thread answers


def number_here() -> str:
    """The number of the request this thread answers; "" where it answers none."""
    return str(getattr(_answered, "number", ""))


def set_number(number: str) -> None:
    """What is logged in this thread is of that request from now on; of none with ""."""
    _answered.number = number


class WithNumber(logging.Filter):
    """Gives each line ` [3f2a91bc]` as its `mark`, where it was written for a request."""

    def filter(self, record: logging.LogRecord) -> bool:
        number = number_here()
        record.mark = f" [{number}]" if number else ""
        return True


class RefusalsAreNoWarnings(logging.Filter):
    """What Django says of an answer of 4xx is of the level INFO: anybody can have as many of them as they like."""

    def __init__(self, level: str) -> None:
        super().__init__()
        self.level = logging.getLevelNamesMapping()[level]

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno == logging.WARNING and 400 <= getattr(record, "status_code", 0) < 500:
            record.levelno, record.levelname = logging.INFO, "INFO"
            return self.level <= logging.INFO
        return True


def on_one_line(text: str) -> str:
    """What somebody sent, as it may stand in a line of the log: it begins no line of its own."""
    return text.encode("unicode_escape").decode("ascii")


_SECRET_PATH = re.compile(r"(/(?:join|knock|claims)/|[?&]invite=)[A-Za-z0-9_%.~-]{8,}")


class WithoutTokens(logging.Filter):
    """Blacks out invitation tokens and knock keys in whatever a handler is given."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        cleaned = without_tokens(message)
        if cleaned != message:
            record.msg, record.args = cleaned, None
        return True


def without_tokens(text: str) -> str:
    """The text with every secret of an address shortened: "/join/…", "?invite=…"."""
    return _SECRET_PATH.sub(r"\1…", text)
