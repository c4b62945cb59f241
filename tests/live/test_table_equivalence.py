"""Invariants 5 and 7 at a table: a stale page plus its frames is a fresh page, for every verb and every kind of
viewer; as many frames go to everybody at the same moments; nothing that is sent names what its reader cannot see."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from cards import actions as decks
from play import actions
from play import models as rows
from play.actions import execute
from play.queries.log import entries_after
from play.queries.table_view import TableView
from play.regions import TABLE
from play.storage import store
from play.table.state import Table
from play.table.zones import ZoneKey
from play.verbs import commands as c
from play.verbs.registry import BY_NAME
from studio.actions.arrivals import rename
from studio.kernel.refusals import Refused
from studio.models import Lease, Member
from studio.people.devices import Caller
from tests.conftest import IS_LONG
from tests.live.fake import Page, elements
from tests.live.table_scenarios import ALL, SCENARIOS, Scenario
from tests.live.table_viewers import callers, everybody, fetched, follow, frames_for, load, shown
from tests.rules.eyes import Eyes, permuted
from tests.rules.rules_table import Seeded
from tests.table_fixture import TableFixture

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("verb", "scenario"), ALL, ids=[f"{verb}-{n}" for n, (verb, _) in enumerate(ALL)])
def test_a_stale_page_and_its_frames_are_a_fresh_page(verb: str, scenario: Scenario) -> None:
    g = TableFixture()
    course = scenario(g)
    next(course)
    viewers = everybody(g)
    assert {viewer.sight == "open" for viewer in viewers} == {True, False}
    before = g.head
    next(course, None)
    assert g.head > before or verb == "team", "the verb left no entry"
    sent = frames_for(g, viewers)
    counts = {len(texts) for texts in sent.values() if texts is not None}
    assert len(counts) == 1, "somebody is sent more frames than another"
    for viewer in viewers:
        now = load(g, viewer.name, viewer.caller)
        if (texts := sent[viewer.name]) is None:
            assert now is None or now.sight != viewer.sight, "shut out for no reason"
            continue
        assert now is not None and now.sight == viewer.sight
        for text in texts:
            viewer.page.take(json.loads(text))
        assert (viewer.page.v, viewer.page.gaps, viewer.page.torn) == (now.page.v, 0, 0)
        for region in now.page.html:
            assert viewer.page.html[region] == now.page.html[region], (viewer.name, region)


def same_again(dice: random.Random, g: TableFixture) -> None:
    """A card on the table is turned there and back, or only there: what is shown was shown before."""
    lying = [piece for key, ids in g.value.zones.items() if key.startswith("area") for piece in ids]
    if not lying:
        return
    for tapped in dice.choice([("1",), ("", "1"), ("1", "")]):
        with suppress(Refused):
            g.do(1, "tap", piece=dice.choice(lying), tapped=tapped)


@pytest.mark.parametrize("seed", range(12 if IS_LONG else 1))
def test_whoever_came_late_fetched_or_was_told_seldom_ends_with_the_page_as_it_is(seed: int) -> None:
    """A game at random. Of each sight one reads every frame, one is told only now and then (hints that were lost), one
    comes later, and one fetches pages that come some moves after they were drawn."""
    g, dice = TableFixture(cards=20), random.Random(seed)
    surprises, often = Surprises(g, seed), {"seldom": 0.2, "fetches": 0.5}
    viewers, answers = everybody(g), dict[str, Page]()
    for name in ("seldom", "fetches"):
        viewers += [replace(viewer, name=f"{name}, {viewer.name}") for viewer in everybody(g)]
    for step in range(24):
        surprises.next() if dice.random() < 0.6 else same_again(dice, g)
        if step == 10:
            viewers += [replace(viewer, name=f"late, {viewer.name}") for viewer in everybody(g)]
        follow(g, [one for one in viewers if dice.random() < often.get(one.name.partition(",")[0], 1)])
        for viewer in viewers:
            if viewer.name in answers and dice.random() < 0.5:
                fetched(viewer, answers.pop(viewer.name))
            elif viewer.name.startswith("fetches") and dice.random() < 0.3:
                now = load(g, viewer.name, viewer.caller)
                assert now is not None
                answers.setdefault(viewer.name, now.page)
    for _ in range(2):  # what is owed comes with the second
        follow(g, viewers)
    fresh = {viewer.sight: viewer.page.html for viewer in everybody(g)}
    for viewer in viewers:
        assert (viewer.page.v, viewer.page.gaps, viewer.page.torn) == (g.head, 0, 0), viewer.name
        for region, html in fresh[viewer.sight].items():
            assert viewer.page.html[region] == html, (viewer.name, region)


def renamed(g: TableFixture) -> None:
    rename(person_id=g.person("Idris"), name="Iolo")


def gone_away(g: TableFixture) -> None:
    Lease.objects.filter(member_id=g.t.ids["Idris"]).update(until=timezone.now() - timedelta(hours=1))


def called_otherwise(g: TableFixture) -> None:
    rows.Table.objects.filter(pk=g.table.pk).update(title="Another")


def taken_down(g: TableFixture) -> None:
    g.in_play(1)
    decks.take_down(g.value.cards[g.value.pieces[g.value.zones["area.1"][0]].card].face, why="")


@pytest.mark.parametrize("beside", [renamed, gone_away, called_otherwise, taken_down])
def test_what_changes_beside_the_game_is_shown_though_nothing_was_moved(beside: Callable[[TableFixture], None]) -> None:
    """What is remembered of a place, of the turn and of what was said is known by it as well."""
    g = TableFixture()
    before = {name: shown(g, callers(g)[name]).html for name in ("Ros", "Idris", "Nell")}
    beside(g)
    after = {name: shown(g, callers(g)[name]).html for name in before}
    assert after != before
    for name in after:
        fresh = load(g, name, callers(g)[name])
        assert fresh is not None
        for region, html in fresh.page.html.items():
            assert str(after[name][region]) == html, (name, region)


def test_every_verb_has_a_scenario() -> None:
    assert not BY_NAME.keys() - SCENARIOS.keys()


def test_each_fragment_is_one_element_with_its_id() -> None:
    viewer = load(TableFixture(), "Ros", Caller(person_id=None))
    assert viewer is None
    g = TableFixture()
    viewer = load(g, "Ros", callers(g)["Ros"])
    assert viewer is not None
    for region in TABLE.regions:
        assert list(elements(viewer.page.html[region.id])) == [region.id]
        assert "data-region" in viewer.page.html[region.id].split(">")[0]


# --- what nobody sees -------------------------------------------------------------------------------------------------


class Surprises:
    """Verbs at random, sent as forms are: seats, pieces and piles of a game that goes on."""

    def __init__(self, g: TableFixture, seed: int) -> None:
        self.g, self.dice = g, random.Random(seed)

    def next(self) -> None:
        r, g = self.dice, self.g
        value = g.value
        seat = r.choice([1, 2, 3])
        other = r.choice([s for s in (1, 2, 3) if s != seat])
        hand = list(value.zones[f"hand.{seat}"]) or ["x"]
        lying = [p for key, ids in value.zones.items() if key.startswith("area") for p in ids] or ["x"]
        looking = next((look.pieces for look in value.looking if look.seat == seat), ())
        verb, fields = r.choice(
            [
                ("draw", {"confirmed": "1"}),
                ("play", {"piece": r.choice(hand), "confirmed": "1"}),
                ("play", {"piece": r.choice(hand), "face_up": "0", "to": f"area.{seat}", "confirmed": "1"}),
                ("discard", {"pieces": r.choice(hand), "confirmed": "1"}),
                ("move", {"pieces": r.choice(hand), "to": f"hand.{other}", "confirmed": "1"}),
                ("move", {"pieces": r.choice(lying), "to": "draw", "place": "random", "confirmed": "1"}),
                ("reveal", {"pieces": r.choice(hand), "to": str(other)}),
                ("look", {"zone": "draw", "count": "2"}),
                ("search", {"zone": "draw"}),
                ("put_back", {"pieces": ",".join(looking)}),
                ("stop", {}),
                ("ask_hand", {"of": str(other), "what": r.choice(["hand_look", "hand_random"])}),
                ("answer", {"question": str(value.last_question), "yes": "1"}),
                ("shuffle", {"zone": "draw"}),
                ("turn_over", {"piece": r.choice(lying), "face_up": "0"}),
                ("discard_random", {"count": "1", "confirmed": "1"}),
                ("note", {"piece": r.choice(lying), "text": "hm"}),
                ("end_turn", {"confirmed": "1"}),
            ]
        )
        try:
            g.do(seat, verb, **fields)
        except Refused:
            pass


def eyes_of(g: TableFixture) -> Eyes:
    """Who was let to see what, by the entries of the table alone."""
    eyes = Eyes()
    for one in store.steps(rows.Table.objects.get(pk=g.table.pk), 0, g.head, Table()):
        eyes.follow(one.seq, one.fact, one.after)
    return eyes


def hidden_from(g: TableFixture, seats: dict[str, int]) -> dict[str, dict[str, str]]:
    """What each of them may not see now: the title of each card that lies nowhere they may read, and its face."""
    value, eyes = g.value, eyes_of(g)
    hidden = {}
    for name, seat in seats.items():
        unread = eyes.unread(value, seat)
        known = {piece.card for id, piece in value.pieces.items() if id not in unread}
        hidden[name] = {card.title: card.face for number, card in value.cards.items() if number not in known}
    return hidden


@pytest.mark.parametrize("seed", range(12 if IS_LONG else 2))
def test_nothing_that_is_sent_names_what_its_reader_cannot_see(seed: int) -> None:
    g = TableFixture(cards=30)
    surprises = Surprises(g, seed)
    viewers = everybody(g)
    told: dict[str, set[str]] = {viewer.name: set() for viewer in viewers}
    seats = {"Ros": 1, "Idris": 2, "Maud": 3, "Nell": 0}
    pieces: set[str] = set()
    for _ in range(40):
        before, was = g.head, hidden_from(g, seats)
        surprises.next()
        if g.head == before:
            continue
        sent = frames_for(g, viewers)
        assert len({len(texts or ()) for texts in sent.values()}) == 1
        now = hidden_from(g, seats)
        for viewer in viewers:
            hidden = now[viewer.name]
            # A card that was seen until now may be named by the words that say where it went.
            secret = {title for title in hidden if title in was[viewer.name]} - told[viewer.name]
            log = json.dumps(entries_after(TableView(g.table.stream_id, viewer.sight), before))
            for text in [*(sent[viewer.name] or ()), log]:
                named = set(re.findall(r"Canary \d\d", text))
                assert not named & secret, (viewer.name, named & secret)
                assert not any(hidden[title] in text for title in secret)
                told[viewer.name] |= named  # the minutes go on saying what was once seen
            for text in sent[viewer.name] or ():
                viewer.page.take(json.loads(text))
        value = g.value
        pile = {p for p in value.zones["draw"]}
        for viewer in viewers:
            page = "".join(viewer.page.html.values())
            looks = {p for look in value.looking if look.seat == seats[viewer.name] for p in look.pieces}
            assert not any(piece in page for piece in pile - looks), "the id of a card in the pile was sent"
        pieces |= pile
    assert any(told.values()) and pieces


def test_ids_change_when_a_pile_is_shuffled() -> None:
    g = TableFixture()
    before = set(g.value.zones["draw"])
    g.do(1, "shuffle", zone="draw")
    assert not before & set(g.value.zones["draw"])


class Dealt(Seeded):
    """Luck that is the same at every table but for the shuffle before the deal: that is `deal`'s."""

    def __init__(self, deal: int) -> None:
        super().__init__(0)
        self.deal: int | None = deal

    def order(self, n: int) -> tuple[int, ...]:
        numbers = list(super().order(n))
        if self.deal is not None:
            random.Random(self.deal).shuffle(numbers)
            self.deal = None
        return tuple(numbers)


def sent_to_who_only_watches(deal: int, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], set[str]]:
    """The page of a table where nobody shows a card to anybody, and every frame; and what two of the hands are."""
    luck = Dealt(deal)
    with monkeypatch.context() as patched:
        patched.setattr(execute, "Chance", lambda: luck)
        g = TableFixture(cards=24)
        hands = {str(g.value.pieces[id].card) for id in g.hand(2)}
        viewers, texts = [], list[str]()
        for number, step in enumerate(UNSEEN):
            if number in (0, 5):  # one from the beginning, one who comes late
                viewer = load(g, "Nell", callers(g)["Nell"])
                assert viewer is not None
                viewers.append(replace(viewer, name=f"Nell {number}"))
                texts += viewer.page.html.values()
            step(g)
            told = viewers if number % 3 else viewers[:1]  # the other's hints are lost now and then
            texts += follow(g, told)
            if number == 8 and (now := load(g, "Nell", callers(g)["Nell"])):
                fetched(viewers[1], now.page)
        now = load(g, "Nell", callers(g)["Nell"])
        assert now is not None
    return [without_its_own(text, g) for text in (*texts, *now.page.html.values())], hands


def without_its_own(text: str, g: TableFixture) -> str:
    """The text without what tells any two tables from each other: their addresses, numbers, keys and times."""
    for own, word in ((g.table.code, "CODE"), (g.t.deck.slug, "SLUG")):
        text = text.replace(own, word)
    text = re.sub(r"\d{4}-\d\d-\d\d(T[\d:.+Z]+)?|\b\d\d:\d\d\b", "TIME", text)
    text = re.sub(r'(data-region=\\?"|"(?:was|now)":")\w+', r"\1DIGEST", text)  # of markup that has these in it
    return re.sub(r'(name=\\?"key\\?" value=\\?"|data-(?:key|member|stream)=\\?")[\w-]+', r"\1OWN", text)


UNSEEN: tuple[Callable[[TableFixture], object], ...] = (
    lambda g: g.do(1, "say", text="Hm"),
    lambda g: g.do(2, "draw", count="2", confirmed="1"),
    lambda g: g.do(1, "look", zone="draw", count="3"),
    lambda g: g.do(1, "put_back", pieces=",".join(reversed(g.value.looking[0].pieces)), place="bottom"),
    lambda g: g.do(2, "reveal", pieces=g.hand(2)[1], to="3"),
    lambda g: g.do(2, "move", pieces=g.hand(2)[0], to="hand.1", confirmed="1"),
    lambda g: g.carry_out(1, c.MovePieces(1, (g.hand(1)[0],), ZoneKey("area.1"), "top", False, confirmed=True)),
    lambda g: g.do(3, "search", zone="draw"),
    lambda g: g.do(3, "stop"),
    lambda g: g.do(3, "shuffle", zone="draw"),
    lambda g: g.do(1, "ask_hand", of="2", what="hand_random"),
    lambda g: g.do(2, "answer", question="1", yes="1"),
    lambda g: g.do(1, "note", piece=g.value.zones["area.1"][0], text="mine"),
)


def test_two_tables_alike_but_for_what_lies_hidden_send_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every card lies elsewhere, and pages and frames of whoever only watches are the same, byte for byte."""
    one, hands = sent_to_who_only_watches(1, monkeypatch)
    other, others = sent_to_who_only_watches(2, monkeypatch)
    assert hands != others and len(one) == len(other) > len(UNSEEN)
    for mine, theirs in zip(one, other, strict=True):
        assert mine == theirs


def test_whoever_hands_a_seat_over_sees_nothing_of_it_any_more() -> None:
    g = TableFixture()
    viewer = load(g, "Maud", callers(g)["Maud"])
    assert viewer is not None and "Canary" in viewer.page.html["r-hand"]
    row = rows.Table.objects.get(pk=g.table.pk)
    actions.hand_over(row, by=g.member(3), seat=3, to=g.t.ids["Nell"], key=None)
    assert frames_for(g, [viewer])["Maud"] is None
    assert Member.objects.filter(pk=viewer.member).exists()


@pytest.mark.parametrize("seed", range(12 if IS_LONG else 2))
def test_permuting_what_is_unseen_changes_not_one_byte_of_the_page(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The minutes tell of the past and are permuted in tests/rules/test_table_machine.py."""
    g = TableFixture(cards=30)
    surprises = Surprises(g, seed)
    for _ in range(15):
        surprises.next()
    value, people, eyes = g.value, callers(g), eyes_of(g)
    for name, seat in (("Ros", 1), ("Idris", 2), ("Maud", 3), ("Nell", 0)):
        before = load(g, name, people[name])
        other = permuted(value, eyes, seat, random.Random(seed))
        assert other.pieces != value.pieces
        with monkeypatch.context() as patched:
            patched.setattr(store, "load", lambda *_, other=other: other)
            after = load(g, name, people[name])
        assert before is not None and after is not None
        for region in before.page.html:
            if region != "r-log":
                assert after.page.html[region] == before.page.html[region], (name, region)
