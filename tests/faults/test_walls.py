"""What never changes cannot be changed, on either database, past all our code (invariant 8)."""

from __future__ import annotations

from collections.abc import Callable

from tests.faults.crew import Crew
from tests.faults.starting import start_a_deck
from tests.servers import Postgres, Site, get


def test_entries_versions_faces_and_votes_cannot_be_changed_in_the_database(pair: Crew) -> None:
    assert pair.do("breaches") == []


def test_decks_go_and_guests_are_swept_behind_the_walls(pair: Crew) -> None:
    assert pair.do("after_a_deck_goes") == []


def test_a_take_down_empties_a_face_in_every_deck_and_touches_nothing_else(pair: Crew) -> None:
    assert pair.do("after_a_take_down") == []


def test_people_who_are_renamed_removed_or_forgotten_change_no_digest(pair: Crew) -> None:
    assert pair.do("after_people_go") == []


def test_a_postgresql_open_for_reading_only_is_said_in_words_and_does_no_harm(
    live_site: Callable[..., Site], postgres_database: str, postgres: Postgres
) -> None:
    name = postgres_database.partition("@/")[2].partition("?")[0]
    postgres.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    site = live_site(postgres_database)
    answer = start_a_deck(site.url)
    assert answer.status == 503 and b"Nothing was changed" in answer.body
    assert get(site.url + "/about/").status == 200
    postgres.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    site.restart()
    assert start_a_deck(site.url).status == 303
