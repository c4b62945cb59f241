"""A moment as a page says it: near ones by day and hour, far ones by date. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True)
class When:
    """`iso` for machines; `words` ("today at 16:42", "Sunday"); `short` for a narrow column ("16:42", "Sun")."""

    iso: str
    words: str
    short: str

    @property
    def zoned(self) -> str:
        """The words, and in whose time an hour is, where nothing else on the page says so."""
        return f"{self.words} UTC" if " at " in self.words else self.words


def said(at: datetime, now: datetime) -> When:
    """`at` as seen from `now`; both in the time zone the reader reads."""
    days = (now.date() - at.date()).days
    hour = f"{at:%H:%M}"
    date = f"{at.day} {_MONTHS[at.month - 1]}"
    month = f"{at.day} {_MONTHS[at.month - 1][:3]}"
    match days:
        case 0:
            words, short = f"today at {hour}", hour
        case 1:
            words, short = f"yesterday at {hour}", _DAYS[at.weekday()][:3]
        case _ if 1 < days < 7:
            words, short = _DAYS[at.weekday()], _DAYS[at.weekday()][:3]
        case _ if at.year == now.year:
            words, short = date, month
        case _:
            words, short = f"{date} {at.year}", f"{month} {at.year % 100:02d}"
    return When(at.isoformat(timespec="seconds"), words, short)


def ahead(at: datetime) -> str:
    """A moment to come, in UTC and saying so: "23 November at 14:05 UTC". A script puts it into the reader's time."""
    return f"{at.day} {_MONTHS[at.month - 1]} at {at:%H:%M} UTC"


def since(at: datetime, now: datetime) -> str:
    """Since when a group has been at it: "since March", "since March 2024", "since today"."""
    if at.date() == now.date():
        return "since today"
    month = _MONTHS[at.month - 1]
    return f"since {month}" if at.year == now.year else f"since {month} {at.year}"
