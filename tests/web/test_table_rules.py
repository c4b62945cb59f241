"""Of Special Rules that say otherwise the most recent holds (B11), at whichever table the deck is played."""

from __future__ import annotations

import re

import pytest

from cards import actions as decks
from cards import models as cards
from cards.face.face import Face
from cards.rules.decision import TableSetting
from cards.rules.deck import Amend, Ref
from tests.visitors import Visitor
from tests.web.table_evening import SCRIPT, page

pytestmark = pytest.mark.django_db

FULL = Face("Full Hands", effects=(TableSetting("deal", 10),))


def limit(count: int) -> Face:
    return Face(f"A Hand of {count}", effects=(TableSetting("hand_limit", count),))


class Workshop:
    """Ros has a deck in which §2 says 9 and §1, which was reworded after it, says 6; v1 is from before that."""

    def __init__(self) -> None:
        self.ros = Visitor("Ros")
        self.deck = self.ros.start()
        self.me = self.ros.member(self.deck.group).pk
        listed = [(Ref("card", n), Face(f"Slug {n}", "Thing"), 1, "") for n in range(1, 25)]
        rules = [limit(8), limit(9), FULL]
        listed += [(Ref("rule", n), face, 1, "") for n, face in enumerate(rules, 1)]
        decks.bring_in(self.deck.pk, by=self.me, key=None, articles=listed)
        self.archive("Before")
        self.amend(limit(8), limit(6))

    def archive(self, name: str) -> None:
        decks.archive_version(self.deck.pk, by=self.me, key=None, name=name)

    def amend(self, old: Face, new: Face) -> None:
        change = Amend(Ref("rule", 1), old.digest, new.digest)
        decks.propose(self.deck.pk, by=self.me, key=None, changes=(change,), faces=[new])
        assert cards.Article.objects.get(deck=self.deck, kind="rule", number=1).face_id == new.digest

    def hand_limit(self, version: str) -> int:
        """As the page of a table says once ten cards are dealt."""
        answer = self.ros.post(f"/decks/{self.deck.slug}/play/", {"version": version, "seats": "2"})
        assert answer.status_code == 303, answer.content.decode()
        begun = self.ros.post(f"{answer['Location']}act/", {"verb": "begin", "confirmed": "1"}, headers=SCRIPT)
        assert begun.status_code == 204, begun.content
        said = re.search(r"over the limit of (\d+)", page(self.ros, answer["Location"]))
        assert said is not None
        return int(said[1])


def test_the_draft_and_its_version_are_played_by_the_same_rule_and_an_older_version_by_its_own() -> None:
    workshop = Workshop()
    workshop.archive("After")
    assert [workshop.hand_limit(version) for version in ("draft", "2", "1")] == [6, 6, 9]
    workshop.amend(limit(6), limit(7))
    assert workshop.hand_limit("2") == 6
