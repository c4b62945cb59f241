"""Many at one door in the same instant: two processes over PostgreSQL, strangers as plain HTTP."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.faults.browser import Browser
from tests.faults.crew import crew
from tests.servers import Site

pytestmark = pytest.mark.servers


def at_once(deeds: list[Callable[[], tuple[int, str]]]) -> Counter[int]:
    """Do all of it in the same instant; how often each status came back."""
    gate = threading.Barrier(len(deeds))

    def begin(deed: Callable[[], tuple[int, str]]) -> int:
        gate.wait()
        return deed()[0]

    with ThreadPoolExecutor(len(deeds)) as pool:
        return Counter(pool.map(begin, deeds))


@pytest.fixture
def site(live_site: Callable[..., Site], postgres_database: str, valkey_url: str) -> Site:
    return live_site(postgres_database, valkey_url, processes=2)


def founder_of(site: Site) -> tuple[Browser, str, str]:
    """Somebody with a deck, its group's page and its invitation."""
    founder = Browser(site.addresses[0])
    founder.get("/decks/start/")
    assert founder.post("/decks/start/", name="Founder")[0] == 303
    group = re.search(r"/groups/[\w-]+/", founder.get("/you/"))
    assert group is not None
    link = re.search(r"/join/[\w-]{48}/", founder.get(group[0]))
    assert link is not None
    return founder, group[0], link[0]


def strangers(site: Site, count: int, page: str) -> list[Browser]:
    made = [Browser(site.addresses[number % 2]) for number in range(count)]
    for stranger in made:
        stranger.get(page)
    return made


def test_of_many_who_join_under_one_name_at_once_exactly_one_is_in(site: Site) -> None:
    founder, group, link = founder_of(site)
    mauds = strangers(site, 8, link)
    assert at_once([lambda one=one: one.post(link, name="Maud") for one in mauds]) == {303: 1, 409: 7}  # type: ignore[misc]
    assert founder.get(group).count('Remove <bdi translate="no">Maud</bdi>') == 1


def test_a_double_tap_on_come_in_is_one_person_and_one_member(site: Site) -> None:
    founder, group, link = founder_of(site)
    ros = strangers(site, 1, "/decks/start/")[0]
    assert ros.post("/decks/start/", name="Ros")[0] == 303
    ros.get(link)
    taps = at_once([lambda: ros.post(link)] * 6)
    assert set(taps) <= {302, 303}
    assert founder.get(group).count('Remove <bdi translate="no">Ros</bdi>') == 1


def test_guesses_at_once_from_one_address_are_counted_together(site: Site) -> None:
    guessers = strangers(site, 12, "/knock/")
    assert at_once([lambda one=one: one.post("/knock/", code="CCC33", name="Eve") for one in guessers]) == {
        422: 5,
        429: 7,
    }  # type: ignore[misc]


def test_a_whole_group_that_leaves_at_once_leaves_nobody_without_a_steward(site: Site) -> None:
    founder, group, link = founder_of(site)
    members = strangers(site, 5, link)
    for number, member in enumerate(members):
        assert member.post(link, name=f"Member {number}")[0] == 303
    leaving = [founder, *members[:4]]
    for one in leaving:
        one.get(group)
    assert at_once([lambda one=one: one.post(f"{group}leave/") for one in leaving]) == {303: 5}  # type: ignore[misc]
    left = members[4].get(group)
    assert "Make a new link" in left and "Member 4" in left


def test_a_no_at_the_instant_of_a_yes_always_ends_it(site: Site, rounds: Callable[[int, int], int]) -> None:
    """Whichever comes first: a claim that was believed is undone, or was never believed."""
    founder, group, link = founder_of(site)
    for number in range(rounds(2, 12)):
        old, new = strangers(site, 2, link)
        assert old.post(link, name=f"Maud {number}")[0] == 303
        assert new.post(link, name=f"Maud {number}", i_am=f"Maud {number}")[0] == 303
        asked = re.search(r"/claims/[\w-]+/yes/", founder.get(group))
        assert asked is not None
        said_no = asked[0].replace("/yes/", "/no/")
        answers = at_once([lambda: founder.post(asked[0]), lambda: old.post(said_no)])  # type: ignore[index, misc] # noqa: B023
        assert answers in ({303: 2}, {303: 1, 409: 1})
        page = founder.get(group)
        assert "Undo it" not in page and said_no not in page
        assert [page.count(f'Remove <bdi translate="no">Maud {number}{more}</bdi>') for more in ("", " 2")] == [1, 1]


def test_two_voices_at_the_same_instant_are_both_heard_once(site: Site) -> None:
    founder, group, link = founder_of(site)
    old, new = strangers(site, 2, link)
    assert old.post(link, name="Maud")[0] == 303
    assert new.post(link, name="Maud", i_am="Maud")[0] == 303
    asked = re.search(r"/claims/[\w-]+/yes/", founder.get(group))
    assert asked is not None
    assert at_once([lambda: founder.post(asked[0])] * 6) == {303: 1, 409: 5}
    assert founder.get(group).count("Undo it") == 1


def test_an_account_is_made_signed_in_to_and_opened_with_a_spare_key(postgres_database: str, tmp_path: Path) -> None:
    """PostgreSQL locks no row that an outer join may lack."""
    with crew(tmp_path, postgres_database, count=1) as one:
        assert one.do("account", name="Ros") == "Ros"
