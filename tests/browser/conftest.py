"""One site for all evenings of the folder; each test opens decks of its own on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.evening import SOON, House, Windows
from tests.conftest import IS_LONG
from tests.servers import Site, running_site

expect.set_options(timeout=SOON)

# Begun first, so that at the end no worker is left alone with one of them; the others are short.
LONGEST = [
    "test_three_people_make_a_deck",
    "test_pages_of_members",
    "test_pages_of_a_table",
    "test_an_evening_by_keyboard",
    "test_four_people_play_and_write_a_game_to_its_end",
    "test_a_whole_game_by_keyboard_alone",
    "test_nothing_lies_over_anything_else_with_two_four_six_and_eight",
    "test_a_card_half_written_survives_reload_and_a_lost_line",
    "test_a_public_deck_for_strangers",
    "test_an_evening_on_two_telephones",
    "test_a_whole_game_on_phones",
    "test_the_room_fits_however_many_sit_in_it_and_however_low_the_window_is",
    "test_four_people_write_in_secret_turn_over_and_sweep",
    "test_pages_of_strangers",
    "test_hostile_words_stay_inside",
    "test_a_finger_drags_reads_and_sorts",
    "test_five_hundred_cards_and_a_quick_pen",
    "test_what_the_choices_decide_is_said_before_anything_is_printed",
    "test_a_card_is_found_among_hundreds_by_typing_and_read_in_full",
    "test_a_card_as_svg_is_the_picture_that_it_is_as_png_in_every_frame",
    "test_forty_faces_are_one_picture_on_the_screen_and_on_paper_in_every_size_and_frame",
    "test_an_evening_undone_by_those_who_sat_there",
    "test_a_gap_in_mid_vote_loses_nothing",
    "test_a_card_repealed_at_the_table_leaves_it_for_all",
    "test_on_a_telephone_one_presses_and_stays_where_one_was",
    "test_a_vote_pressed_without_a_line_goes_in_once",
    "test_on_a_telephone_every_button_is_whole",
    "test_a_member_without_script",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of other folders stay before those of this one."""

    def turn(item: pytest.Item) -> int:
        if item.path.parent != Path(__file__).parent:
            return -1
        name = getattr(item, "originalname", item.name)
        return LONGEST.index(name) if name in LONGEST else len(LONGEST)

    items.sort(key=turn)


# Files whose tests are done in Firefox as well: an evening, a drag, a full table, the keys, the small glass.
IN_FIREFOX_TOO = ("test_evening", "test_table_dragging", "test_table_layout", "test_keys", "test_shelf", "test_small")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """In which browsers a test's people sit."""
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    if "engine" not in metafunc.fixturenames or metafunc.definition.path.stem not in IN_FIREFOX_TOO:
        return
    if "side_by_side" in marks and not IS_LONG:
        metafunc.parametrize("engine", ["chromium-firefox"], indirect=True, scope="session")
    elif "chromium_alone" not in marks:
        metafunc.parametrize("engine", ["chromium", "firefox"], indirect=True, scope="session")


@pytest.fixture(scope="session")
def engine(request: pytest.FixtureRequest) -> str:
    """The names of the browsers in which the people of a test sit, in turn, as of their fixtures."""
    return str(getattr(request, "param", "chromium"))


@pytest.fixture(scope="session")
def browsers(engine: str, request: pytest.FixtureRequest) -> list[Any]:
    """The browsers in which the people of a test sit, in turn."""
    return [request.getfixturevalue(name) for name in engine.split("-")]


@pytest.fixture(scope="session")
def open_site(migrated: Path, playwright: Any) -> Iterator[Site]:
    """A site in a process of its own."""
    with running_site(prepared=migrated) as site:
        yield site


@pytest.fixture(scope="session")
def windows() -> Windows:
    """Of the one site of a worker."""
    return Windows()


@pytest.fixture
def house(browsers: list[Any], open_site: Site, windows: Windows) -> Iterator[House]:
    """People come and go; at the end no browser may have had anything to say against a page."""
    opened = House(open_site.url, browsers, windows)
    yield opened
    said = opened.close()
    if any("status of 50" in words for words in said):
        said.append(open_site.log()[-4000:])  # what the server had to say about it
    assert not said, "\n".join(said)
