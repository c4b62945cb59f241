"""Of Special Rules that say otherwise the most recent holds (B11), at whichever table the deck is played."""

from __future__ import annotations

import re

import pytest

from cards import actions as decks
from cards import models as cards
from cards.face.face import Face
from cards.rules.decision import TableSetting
from cards.rules.deck import Amend, Ref
from play.queries.status import is_long, phases_of
from play.table.sight import PhaseSight, TurnSight
from tests.deeds import archive_version
from tests.visitors import Visitor
from tests.web.table_evening import SCRIPT, TableEvening, last_proposal, page, vote

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
        archive_version(self.deck.pk, by=self.me, key=None, name=name)

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


LONG = (
    "Whoever began the game rolls the die at the start of each round, and says so. On a {die 1} or on a {die 2} the "
    "round is frosty: destroy one."
)


def test_beside_a_table_the_newest_rule_stands_first_and_a_long_one_is_folded() -> None:
    evening = TableEvening(rules=(Face("Best in Show", text="Three **rosettes** win."), Face("Weather", text=LONG)))
    side = " ".join(page(evening.begin().idris, evening.home).partition('id="r-rules"')[2].split())
    assert side.index("§2 Weather") < side.index("§1 Best in Show")
    assert '<li id="rule-2" class="is-new">' in side and '<li id="rule-1" >' in side.replace('"rule-1">', '"rule-1" >')
    assert "<b>rosettes</b> win." in side
    assert (side.count("All of §2"), side.count("All of §1")) == (1, 0) and "the round is frosty: destroy one." in side


@pytest.mark.parametrize(
    ("title", "text", "is_folded"),
    [("Weather", "It rains.", False), ("A", "x" * 139, False), ("A", "x" * 140, True), ("x" * 40, "y" * 101, True)],
)
def test_a_rule_past_three_lines_is_folded(title: str, text: str, is_folded: bool) -> None:
    assert is_long(title, text) is is_folded


def test_the_hand_limit_in_force_stands_in_the_bar_with_the_rule_that_sets_it() -> None:
    ruled = TableEvening(rules=(limit(8), limit(7), Face("Weather", text="It rains."))).begin()
    bar = " ".join(page(ruled.idris, ruled.home).partition('id="r-turn"')[2].split())
    assert re.search(r'<a class="tlimit" href="#rule-2">.*?<b>7 <small>by §2</small></b>', bar)
    plain = TableEvening(title="Plain").begin()
    bar = " ".join(page(plain.idris, plain.home).partition('id="r-turn"')[2].split())
    assert re.search(r'<p class="tlimit">.*?<b>5</b>', bar)


@pytest.mark.parametrize(
    ("now", "to_draw", "played", "to_discard", "shown"),
    [
        (0, 1, 0, 0, "draw"), (0, 0, 0, 0, "play"), (0, 0, 1, 0, "draw"), (1, 0, 1, 2, "discard"), (1, 1, 0, 2, "play"),
        (2, 0, 0, 0, "discard"),
    ],
)  # fmt: skip
def test_a_part_of_the_turn_gives_way_to_the_next_once_nothing_is_left_in_it(
    now: int, to_draw: int, played: int, to_discard: int, shown: str
) -> None:
    parts = tuple(
        PhaseSight(name, name.title(), (name,), at == now, at < now)
        for at, name in enumerate(("draw", "play", "discard"))
    )
    phases = phases_of(TurnSight(1, 1, 1, parts, to_draw, to_discard, 5, (("Thing", played, 1),)))
    names = ["draw", "play", "discard"]
    assert [name for name, phase in zip(names, phases, strict=True) if phase.is_now] == [shown]
    assert [phase.is_past for phase in phases] == [names.index(name) < names.index(shown) for name in names]


@pytest.mark.parametrize(
    ("change", "heading", "stays", "stamp"),
    [
        ("repeal", "Not taken out.", "{title} still holds.", "Stays"),
        ("amend", "Not reworded.", "{title} keeps the words it has.", "Unchanged"),
    ],
)
def test_of_a_rule_that_stays_as_it_was_a_verdict_says_what_was_not_done(
    change: str, heading: str, stays: str, stamp: str
) -> None:
    """On the table, in the aftermath, in the drawer and on the proposal's own page (T46)."""
    rule = Face("Deep Pockets", text="Nobody discards.")
    evening = TableEvening(is_creative=True, rules=(rule,)).begin()
    words = {"title": rule.title, "text": "Everybody discards."} if change == "amend" else {}
    asked = {"article": "rule-1", "change": change, "on": rule.digest, **words}
    went = evening.ros.post(f"{evening.home}write/", asked, headers=SCRIPT)
    assert went.status_code == 204, went.content
    assert vote(evening, evening.idris, "against", reason="I like it").status_code == 204
    number = last_proposal(evening).number
    kept = stays.format(title=rule.title)
    deck = f"/decks/{evening.deck.slug}/"
    for address in (evening.home, f"{deck}workshop/", f"{deck}proposals/{number}/"):
        told = re.sub(r"\s+", " ", re.sub("<[^>]*>", "", page(evening.ros, address)))
        assert heading in told and "Not this time." not in told, address
        assert kept in told or "proposals" in address
        stamps = re.findall(r'<span class="stamp [^>]*>([^<]*)<', page(evening.ros, address))
        assert [words.strip() for words in stamps] == ([] if "proposals" in address else [stamp]), address
    drawer = re.sub("<[^>]*>", "", page(evening.ros, f"{deck}drawer/"))
    assert f"{heading} 1 of 2 in favour" in drawer
    evening.act(evening.ros, "abandon", confirmed="1")
    evening.act(evening.idris, "answer", question="1", yes="1")
    after = re.sub("<[^>]*>", "", page(evening.ros, evening.home))
    assert f"{heading} 1 of 2 in favour" in after
