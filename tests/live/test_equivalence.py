"""Invariant 7: a stale page plus its frames is a fresh page, for every command and every kind of viewer."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from cards import models as rows
from cards import regions
from cards.access import stream_door
from cards.queries.freshness import FOR_READERS, watching_door
from cards.storage import memory
from cards.verbs import registry
from studio.kernel.refusals import Refused
from studio.live import hub as hubs
from studio.live.bus import Touched
from studio.live.catch_up import Audience, Position, Wanted, draw_for, whole
from studio.live.parts import NOTHING, ShownPage
from studio.live.regions import PAGES, PRESENCE
from studio.live.view import View
from studio.models import Entry, Member
from studio.people.devices import Caller
from tests.deck_fixture import DeckFixture
from tests.live.evening import SCENARIOS, Scenario, table, the_deck_is_given_up
from tests.live.fake import Page, elements
from tests.live.scenarios import ALL

pytestmark = pytest.mark.django_db


ELSEWHERE = {"StartDeck", "BringIn"}  # concern another deck


# Not for the evenings at random: nobody may look any more, or another deck is meant.
SHUTTING = {"StartDeck", "BringIn", "LeaveDeck", "MergeMember", "PartMember", "RefuseClaim", the_deck_is_given_up}


@dataclass
class Viewer:
    """One person at one page, as loaded at some time."""

    audience: Audience
    member: int
    page: Page
    shown: ShownPage = NOTHING  # what the hub knows of it
    own: ShownPage = NOTHING


def load(t: DeckFixture, audience: Audience, member: int) -> Viewer | None:
    """The page as it would be loaded now; None where the door is shut or there is nothing."""
    door = stream_door(caller_of(member), t.deck.stream, members_only=True)
    if door is None:
        return None
    now = whole(audience.page, PAGES[audience.page].view.through(door, audience.number))
    page = Page(now.v, {name: str(html) for name, html in now.html.items()})
    return Viewer(audience, member, page, ShownPage(now.regions), ShownPage(now.regions))


def audiences_of(t: DeckFixture) -> list[Audience]:
    """Every page that shows something of this deck live."""
    audiences = [
        Audience(name, None, "member") for name, page in PAGES.items() if not page.numbered and _is_cards(name)
    ]
    numbers = rows.Proposal.objects.filter(deck=t.deck).values_list("number", flat=True)
    return [*audiences, *(Audience("proposal", number, "member") for number in numbers)]


def everybody(t: DeckFixture) -> list[Viewer]:
    """Every kind of viewer there is: each member, at each of the pages."""
    places = [(audience, member) for audience in audiences_of(t) for member in t.ids.values()]
    return [viewer for audience, member in places if (viewer := load(t, audience, member)) is not None]


def _is_cards(name: str) -> bool:
    return any(PAGES[name] is table for table in vars(regions).values())


def position_of(viewer: Viewer) -> Position:
    person = caller_of(viewer.member).person_id
    return Position(viewer.page.v, viewer.member, person=person, shown=viewer.shown, own=viewer.own)


def caller_of(member: int) -> Caller:
    return Caller(person_id=Member.objects.get(pk=member).person_id)


def bring_up(t: DeckFixture, viewers: list[Viewer], touches: frozenset[str]) -> frozenset[int]:
    """What the hub would send to these viewers, taken by their pages; who of them is to be shown out."""
    by_audience: dict[Audience, list[Viewer]] = {}
    for viewer in viewers:
        by_audience.setdefault(viewer.audience, []).append(viewer)
    wanted = [
        Wanted(audience, frozenset(position_of(v) for v in those), touches) for audience, those in by_audience.items()
    ]
    gone: set[int] = set()
    for drawn in draw_for(t.deck.stream_id, wanted):
        gone |= drawn.gone
        stands_for_all = next((v.member for v in by_audience[drawn.audience] if v.member not in gone), None)
        if stands_for_all is None:
            continue
        (checked,) = draw_for(
            t.deck.stream_id, [Wanted(drawn.audience, frozenset(), callers=(caller_of(stands_for_all),))]
        )
        if checked.is_doubtful:
            gone |= {viewer.member for viewer in by_audience[drawn.audience]}
            continue
        for viewer in by_audience[drawn.audience]:
            place = position_of(viewer)
            for frames in (drawn.shared, drawn.mine):
                if place in frames:
                    viewer.page.take(json.loads(frames[place]))
            if (then := drawn.then.get(place)) is not None:
                viewer.shown, viewer.own = then.shown, then.own
    return frozenset(gone)


@pytest.fixture
def touches(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The touches that went to the hub since the test emptied it."""
    heard: set[str] = set()

    def hear(hint: Any) -> None:
        if isinstance(hint, Touched):
            heard.add(hint.kind)

    monkeypatch.setattr(hubs, "_tell", hear)
    return heard


@pytest.mark.parametrize(("command", "scenario"), ALL, ids=[f"{name}-{one.__name__}" for name, one in ALL])
def test_a_stale_page_and_its_frames_are_a_fresh_page(
    command: str, scenario: Scenario, touches: set[str], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    t = table()
    course = scenario(t)
    next(course)
    viewers = everybody(t)
    assert viewers
    touches.clear()
    before = t.deck.stream.entries.count()
    with django_capture_on_commit_callbacks(execute=True):
        next(course, None)
    if command not in ("besides", "StartDeck", "BringIn"):
        assert t.deck.stream.entries.count() > before, "the command left no entry"
    stale = [dict(viewer.page.html) for viewer in viewers]
    gone = bring_up(t, viewers, frozenset(touches))
    is_seen = bool(gone) or any(viewer.page.html != was for viewer, was in zip(viewers, stale, strict=True))
    assert is_seen == (command not in ELSEWHERE), "a scenario that shows nothing proves nothing"
    for viewer in viewers:
        now = load(t, viewer.audience, viewer.member)
        if now is None or viewer.member in gone:  # or they sit on another seat now
            assert viewer.member in gone
            continue
        assert (viewer.page.v, viewer.page.gaps, viewer.page.torn) == (now.page.v, 0, 0)
        assert viewer.page.html == now.page.html


@pytest.mark.parametrize(("command", "scenario"), ALL, ids=[f"{name}-{one.__name__}" for name, one in ALL])
def test_readers_of_a_public_deck_are_told_of_what_they_may_know_and_of_nothing_else(
    command: str, scenario: Scenario, touches: set[str], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    t = table()
    course = scenario(t)
    with django_capture_on_commit_callbacks(execute=True):
        next(course)
    rows.Deck.objects.filter(pk=t.deck.pk).update(visibility="public")
    memory.forget()  # the row was changed past the log
    touches.clear()
    audience = Audience("deck", None, "public")

    def fresh() -> Page | None:
        door = watching_door(Caller(), t.deck.stream)
        if door is None:
            return None
        now = whole("deck", View.through(door))
        return Page(now.v, {name: str(html) for name, html in now.html.items()})

    stale = fresh()
    assert stale is not None
    known = Entry.objects.filter(stream_id=t.deck.stream_id, kind__in=FOR_READERS).count()
    with django_capture_on_commit_callbacks(execute=True):
        next(course, None)
    wanted = Wanted(audience, frozenset({Position(stale.v)}), frozenset(touches), (Caller(),))
    (drawn,) = draw_for(t.deck.stream_id, [wanted])
    now = fresh()
    if now is None:
        assert drawn.is_doubtful
        return
    is_news = Entry.objects.filter(stream_id=t.deck.stream_id, kind__in=FOR_READERS).count() > known
    assert bool(drawn.shared or drawn.mine) == is_news
    for frame in drawn.shared.values():
        stale.take(json.loads(frame))
    assert (stale.v, stale.html) == (now.v, now.html)


def test_who_looks_at_the_decks_page_is_not_at_the_table() -> None:
    t = table()
    door = watching_door(caller_of(t.ids["Ros"]), t.deck.stream)
    assert door is not None and (door.sight, door.member_id) == ("member", None)
    assert watching_door(Caller(), t.deck.stream) is None  # private, and a stranger


def test_every_command_has_a_scenario() -> None:
    missing = {verb.command.__name__ for verb in registry.EVERY} - {command.__name__ for command in SCENARIOS}
    assert not missing, f"no scenario shows what the pages do after {', '.join(sorted(missing))}"


@pytest.mark.parametrize("seed", range(4))
def test_frames_that_span_several_commands_fit_too(
    seed: int, touches: set[str], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    """Evenings at random: viewers load at any time, are brought up at any time, and end equal to a fresh page."""
    dice = random.Random(seed)
    t = table()
    courses: list[Iterator[None]] = []
    chosen = dice.sample([one for name, one in ALL if name not in SHUTTING and one not in SHUTTING], 8)
    viewers: list[Viewer] = []
    behind: dict[int, set[str]] = {}
    for scenario in chosen:
        for course in (scenario(t), None):
            touches.clear()
            with django_capture_on_commit_callbacks(execute=True):
                try:
                    if course is not None:
                        courses.append(course)
                        next(course, None)
                    elif courses:
                        next(courses.pop(dice.randrange(len(courses))), None)
                except (Refused, rows.Article.DoesNotExist):
                    pass  # another course was there first
            for viewer in viewers:
                behind[id(viewer)] |= touches
            for viewer in viewers:
                if dice.random() < 0.3:
                    bring_up(t, [viewer], frozenset(behind[id(viewer)]))
                    behind[id(viewer)] = set()
            if len(viewers) < 12:
                audience, member = dice.choice(audiences_of(t)), dice.choice(list(t.ids.values()))
                loaded = load(t, audience, member)
                assert loaded is not None
                viewers.append(loaded if dice.random() < 0.5 else Viewer(audience, member, loaded.page))
                behind[id(viewers[-1])] = {PRESENCE}
    for viewer in viewers:
        bring_up(t, [viewer], frozenset(behind[id(viewer)]))
        now = load(t, viewer.audience, viewer.member)
        assert now is not None
        assert (viewer.page.v, viewer.page.gaps, viewer.page.torn) == (now.page.v, 0, 0)
        assert viewer.page.html == now.page.html


@pytest.mark.parametrize("page", ["workshop", "drawer", "proposal"])
def test_each_fragment_is_one_element_with_its_id(page: str) -> None:
    t = table()
    t.propose("Ros")
    number = 1 if PAGES[page].numbered else None
    loaded = load(t, Audience(page, number, "member"), t.ids["Idris"])
    assert loaded is not None
    for region in PAGES[page].regions:
        assert list(elements(loaded.page.html[region.id])) == [region.id]
        assert 'data-region="' in loaded.page.html[region.id].split(">")[0]
