"""Times as the reader's own clock shows them; in UTC, and saying so, where there is no script."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.evening import SOON, House

pytestmark = pytest.mark.browser

FAR = "Pacific/Kiritimati"  # fourteen hours ahead: mostly another day


def closing(time: Locator, zone: str) -> str:
    moment = datetime.fromisoformat((time.get_attribute("datetime") or "").replace("Z", "+00:00"))
    at = moment.astimezone(ZoneInfo(zone))
    return f"{at.day} {at:%B} at {at:%H:%M}"


def test_a_deadline_is_in_the_readers_own_time(house: House) -> None:
    ros, idris, maud = house.company("Ros", "Idris", "Maud", timezone_id=FAR)
    ros.write("Wandering Goat", "It wanders.")
    ros.page.get_by_label("Ask every member, not only those here now").check()
    ros.put()
    time = idris.page.locator("#r-asks time")
    expect(time).to_be_visible(timeout=SOON)
    here = closing(time, FAR)
    expect(time).to_have_text(here)
    expect(time).to_have_attribute("title", closing(time, "UTC") + " UTC")
    maud.page.locator("#r-asks h3 a").click()
    expect(maud.page.locator("#r-ballot time")).to_have_text(here)
    maud.page.get_by_role("button", name=re.compile("^In favour")).click()
    expect(idris.page.locator("#r-asks .seal.is-for[aria-label^=Maud]")).to_be_visible(timeout=SOON)
    expect(time).to_have_text(here)  # a frame brought it anew
    idris.go("/you/")
    expect(idris.page.locator(".you-ask + small time")).to_have_text(here)
    plain = house.person("Plain", java_script_enabled=False, timezone_id=FAR).join(ros.link)
    expect(plain.page.locator("#r-asks time")).to_have_text(closing(plain.page.locator("#r-asks time"), "UTC") + " UTC")


def test_what_happened_today_is_told_by_the_readers_clock(house: House) -> None:
    ros = house.person("Ros", timezone_id=FAR).start()
    ros.propose("Wandering Goat", "It wanders.")
    ros.hears("It’s in.")
    zone = ZoneInfo(FAR)
    for _ in range(2):  # midnight here or there may fall between the hour that is read and the page
        days = _days_of_now(zone)
        ros.go("minutes/")
        if days == _days_of_now(zone):
            break
    times = ros.page.locator(".minutes time")
    made = [at.astimezone(zone) for at in map(datetime.fromisoformat, times.evaluate_all(WHEN))]
    named = ["Today" if at.date() == days[0] else "Yesterday" for at in made]
    newest, is_today = made[0], named[0] == "Today"
    expect(times.first).to_have_text(f"{newest:%H:%M}" if is_today else f"{newest:%a}")
    expect(ros.page.locator(".ledger-day")).to_have_text(list(dict.fromkeys(named)))
    expect(ros.page.locator(".ticket time")).to_have_text(f"{named[0].lower()} at {newest:%H:%M}")


WHEN = "(times) => times.map((time) => time.dateTime)"


def _days_of_now(zone: ZoneInfo) -> tuple[date, date]:
    now = datetime.now(UTC)
    return now.astimezone(zone).date(), now.date()


def _line(at: str, said: str) -> str:
    return f'<li><time datetime="{at}+00:00">{said}</time></li>'


def _day(heading: str, *lines: str) -> str:
    return f'<h3 class="ledger-day">{heading}</h3><ol class="minutes">{"".join(lines)}</ol>'


LEDGER = "".join(
    (
        '<div data-days><p class="ledger-zone">Days and hours in UTC.</p>',
        _day("Today", _line("2026-03-03T00:30:00", "00:30")),
        _day("Yesterday", _line("2026-03-02T23:30:00", "Mon"), _line("2026-03-02T10:00:00", "Mon")),
        _day("Sunday", _line("2026-03-01T23:59:00", "Sun")),
        "</div>",
    )
)


@pytest.mark.parametrize(
    ("zone", "days"),
    [
        ("Europe/Berlin", {"Today": ["01:30", "00:30"], "Yesterday": ["Mon", "Mon"]}),
        ("UTC", {"Today": ["00:30"], "Yesterday": ["Mon", "Mon"], "Sunday": ["Sun"]}),
        ("America/Lima", {"Yesterday": ["Mon", "Mon", "Mon"], "Sunday": ["Sun"]}),
    ],
)
def test_minutes_stand_under_the_days_of_the_reader(house: House, zone: str, days: dict[str, list[str]]) -> None:
    """At noon in UTC on Tuesday; in Berlin it was Tuesday already at half past eleven in the night."""
    page = house.person("Ros", timezone_id=zone).page
    page.clock.set_fixed_time("2026-03-03T12:00:00Z")
    page.route(
        "**/about/",
        lambda route: route.fulfill(
            response=(got := route.fetch()), body=got.text().replace('<main id="main"', f'{LEDGER}<main id="main"', 1)
        ),
    )
    page.goto(f"{house.site}/about/")
    expect(page.locator(".ledger-zone")).to_have_count(0)
    expect(page.locator(".ledger-day")).to_have_text(list(days))
    for number, times in enumerate(days.values()):
        expect(page.locator(f".minutes >> nth={number}").locator("time")).to_have_text(times)
