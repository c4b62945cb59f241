"""Who may speak and sit at a table, when its people agree about it."""

from __future__ import annotations

import pytest

from studio.models import Lease
from tests.web.test_tables import SCRIPT, Evening, last_proposal, page, write

pytestmark = pytest.mark.django_db


def three(*, is_creative: bool = False) -> Evening:
    """Ros, Idris and Nell in seats 1 to 3, at the page of their table."""
    evening = Evening(is_creative=is_creative)
    if is_creative:
        evening.nell.join(evening.deck.group)
    for who in (evening.idris, evening.nell):
        assert evening.sit(who).status_code == 303
    for who in (evening.ros, evening.idris, evening.nell):
        assert who.get(evening.home).status_code == 200
    return evening


def agree(evening: Evening, verb: str, target: int) -> None:
    """Ros asks the others about somebody, and whoever of the others is left agrees."""
    assert evening.act(evening.ros, verb, target=str(target)).status_code == 204
    other = {2: evening.nell, 3: evening.idris}[target]
    number = evening.value().last_question
    assert evening.act(other, "answer", question=str(number), yes="1").status_code == 204


def test_what_somebody_who_is_to_be_quiet_says_about_a_proposal_is_not_shown_at_the_table() -> None:
    evening = three(is_creative=True)
    assert write(evening, evening.ros).status_code == 204
    proposal = {"proposal": str(last_proposal(evening).number)}
    assert evening.nell.post(f"{evening.home}talk/", {**proposal, "text": "A kind word"}).status_code == 303
    assert "A kind word" in page(evening.idris, evening.home)
    agree(evening, "mute", 3)
    said = evening.nell.post(f"{evening.home}talk/", {**proposal, "text": "Rude"}, headers=SCRIPT)
    assert said.status_code == 409 and said.json()["code"] == "seat.muted"
    elsewhere = f"/decks/{evening.deck.slug}/proposals/{proposal['proposal']}/talk/"
    assert evening.nell.post(elsewhere, {"text": "Rude elsewhere"}).status_code == 303
    assert "Rude" not in page(evening.idris, evening.home)
    agree(evening, "unmute", 3)
    assert "Rude elsewhere" in page(evening.idris, evening.home)


def test_the_seat_sheet_of_somebody_who_is_to_be_quiet_asks_for_no_words() -> None:
    evening = three()
    evening.begin()
    assert 'name="words"' in page(evening.nell, f"{evening.home}seats/3/")
    agree(evening, "mute", 3)
    sheet = page(evening.nell, f"{evening.home}seats/3/")
    assert 'name="words"' not in sheet and "Claim the win" in sheet


def test_going_on_without_somebody_is_offered_while_they_are_away() -> None:
    evening = three()
    evening.begin()
    assert "Go on without them" not in page(evening.ros, f"{evening.home}seats/2/")
    Lease.objects.filter(member=evening.idris.member(evening.table.group)).delete()
    assert "Go on without them" in page(evening.ros, f"{evening.home}seats/2/")
