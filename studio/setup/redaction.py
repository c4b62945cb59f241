"""What is never logged: the secrets that stand in addresses. Set up before any model, so it imports none."""

from __future__ import annotations

import logging
import re

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
