"""Why a PDF could not be made."""

from __future__ import annotations

from importlib.util import find_spec

from django.conf import settings

from cards.printing.shared.native_libraries import library
from studio.kernel.refusals import Refused

PANGO = "apt-get install -y libpango-1.0-0 libpangoft2-1.0-0"


class PressFailed(Refused):
    """The PDF could not be made. `code` is worded in cards/wording.py; `why` is for the log."""

    def __init__(self, code: str, why: str = "") -> None:
        super().__init__(code, line=PANGO)
        self.why = why


def cannot_draw() -> bool:
    """Whether the page engine cannot start on this machine (everything but PDF works without it)."""
    return find_spec("weasyprint") is None or library("pango") is None


def pango_is_missing() -> bool:
    """Whether nobody can print what is asked for here: a worker elsewhere may have what this machine lacks."""
    return not settings.ENV.has_worker and cannot_draw()
