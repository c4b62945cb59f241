"""A moment as a page says it: near ones by day and hour, far ones by date."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from studio.kernel.messages import Message, message
from studio.web.words import begin, say

_MONTHS = (
    message("January"), message("February"), message("March"), message("April"), message("May"), message("June"),
    message("July"), message("August"), message("September"), message("October"), message("November"),
    message("December"),
)  # fmt: skip
_MONTHS_SHORT = (
    message("Jan", context="month"), message("Feb", context="month"), message("Mar", context="month"),
    message("Apr", context="month"), message("May", context="month"), message("Jun", context="month"),
    message("Jul", context="month"), message("Aug", context="month"), message("Sep", context="month"),
    message("Oct", context="month"), message("Nov", context="month"), message("Dec", context="month"),
)  # fmt: skip
_DAYS = (
    message("Monday"), message("Tuesday"), message("Wednesday"), message("Thursday"), message("Friday"),
    message("Saturday"), message("Sunday"),
)  # fmt: skip
_DAYS_SHORT = (
    message("Mon", context="day"), message("Tue", context="day"), message("Wed", context="day"),
    message("Thu", context="day"), message("Fri", context="day"), message("Sat", context="day"),
    message("Sun", context="day"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TimeWords:
    """`iso` for machines; `words` ("today at 16:42", "Sunday"); `short` for a narrow column ("16:42", "Sun"); `zoned`
    are the words, and in whose time an hour is, where nothing else on the page says so."""

    iso: str
    words: str
    short: str
    zoned: str


def said(at: datetime, now: datetime) -> TimeWords:
    """`at` as seen from `now`; both in the time zone the reader reads."""
    days, hour = (now.date() - at.date()).days, f"{at:%H:%M}"
    iso = at.isoformat(timespec="seconds")
    if days in (0, 1):
        words = message("yesterday at {hour}", hour=hour) if days else message("today at {hour}", hour=hour)
        zoned = message("{moment} UTC", moment=words)
        short = say(_DAYS_SHORT[at.weekday()]) if days else hour
        return TimeWords(iso, say(words), short, say(zoned))
    words, brief = _far(at, now)
    return TimeWords(iso, say(words), say(brief), say(words))


def _far(at: datetime, now: datetime) -> tuple[Message, Message]:
    """A day that is neither today nor yesterday: in words, and short."""
    if 1 < (now.date() - at.date()).days < 7:
        return _DAYS[at.weekday()], _DAYS_SHORT[at.weekday()]
    month, short = _MONTHS[at.month - 1], _MONTHS_SHORT[at.month - 1]
    if at.year == now.year:
        return message("{day} {month}", day=at.day, month=month), message("{day} {month}", day=at.day, month=short)
    return (
        message("{day} {month} {year}", day=at.day, month=month, year=at.year),
        message("{month} {year}", month=short, year=f"{at.year % 100:02d}"),
    )


def day_of(at: datetime, now: datetime) -> str:
    """The day as a heading: "Today", "Yesterday", "Sunday", "3 March"."""
    days = (now.date() - at.date()).days
    if days in (0, 1):
        return say(message("Yesterday") if days else message("Today"))
    return begin(_far(at, now)[0])


def ahead(at: datetime) -> str:
    """A moment to come, in UTC and saying so: "23 November at 14:05 UTC". A script puts it into the reader's time."""
    hour = f"{at:%H:%M}"
    return say(message("{day} {month} at {hour} UTC", day=at.day, month=_MONTHS[at.month - 1], hour=hour))


def since(at: datetime, now: datetime) -> str:
    """Since when a group has been at it: "since March", "since March 2024", "since today"."""
    if at.date() == now.date():
        return say(message("since today"))
    month = _MONTHS[at.month - 1]
    if at.year == now.year:
        return say(message("since {month}", month=month))
    return say(message("since {month} {year}", month=month, year=at.year))
