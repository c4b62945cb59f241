"""Buttons and links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from play.verbs.offers import Look


@dataclass(frozen=True, slots=True)
class Act:
    """A button. `verb` is the table verb it sends (data-verb), `look` how much it stands out, `hint` says more."""

    label: str
    address: str
    verb: str = ""
    look: Look | Literal[""] = "line"
    hotkey: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    label: str
    address: str
