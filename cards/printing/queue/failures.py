"""Why a PDF could not be made."""

from __future__ import annotations

from importlib.util import find_spec

from cards.printing.shared.native_libraries import library
from studio.kernel.refusals import Refused

PANGO = "apt-get install -y libpango-1.0-0 libpangoft2-1.0-0"


class PressFailed(Refused):
    """The PDF could not be made. `code` is worded in cards/wording.py; `why` is for the log."""

    def __init__(self, code: str, why: str = "") -> None:
        super().__init__(code, line=PANGO)
        self.why = why


def pango_is_missing() -> bool:
    """Whether the page engine cannot start here (everything but PDF works without it)."""
    return find_spec("weasyprint") is None or library("pango") is None
