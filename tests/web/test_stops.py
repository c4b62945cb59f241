"""How many files of the product somebody reads who follows a request from its door on (decision 44)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.visitors import Visitor
from tests.web.workshop_evening import GOAT, WorkshopEvening

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
SCRIPT = {"X-Carte": "1"}


def entered(request: Callable[[], Any]) -> set[str]:
    """The files of `cards/` and `play/` of which a function is called meanwhile."""
    found: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            found.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        answer = request()
    finally:
        sys.setprofile(before)
    assert answer.status_code == 204, answer.content
    inside = [Path(name).relative_to(ROOT).as_posix() for name in found if name.startswith(f"{ROOT}/")]
    return {name for name in inside if name.startswith(("cards/", "play/"))}


def test_a_vote_and_a_proposal_enter_no_more_files_than_they_need() -> None:
    evening, maud = WorkshopEvening(), Visitor("Maud")
    maud.join(evening.deck.group)
    maud.get(f"{evening.home}workshop/")  # so that no vote of Idris is the last
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "against")  # whatever is made once in a process is there
    voted = entered(lambda: evening.vote(evening.idris, 1, "for"))
    put = entered(lambda: evening.ros.post(f"{evening.home}write/", {**GOAT, "title": "Slug"}, headers=SCRIPT))
    assert len(voted) <= 28 and len(put) <= 44, (sorted(voted), sorted(put))


def test_an_import_enters_no_more_files_than_it_needs() -> None:
    evening = WorkshopEvening()
    evening.write(evening.ros)
    listed = {"do": "enter", "list": "Slug\n\nThing\n\nBites.\n\nMoth\n\nThing\n\nIt eats."}
    evening.ros.post(f"{evening.home}bring-in/", {**listed, "key": "a" * 18}, headers=SCRIPT)
    other = {"do": "enter", "list": "Snail\n\nThing\n\nSlow."}
    brought = entered(lambda: evening.ros.post(f"{evening.home}bring-in/", other, headers=SCRIPT))
    assert len(brought) <= 58, sorted(brought)
