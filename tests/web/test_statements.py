"""How many statements a page or a drawing asks of the database, at most: a pin that must grow wants a reason, and one
that can be lower is lowered."""

from __future__ import annotations

import gc
import weakref
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from play import models as tables
from play.access import sight_of
from play.queries import board, status
from play.queries.table_view import Past, TableView
from play.storage import store
from studio.live.catch_up import Audience, Position, Wanted, draw_for, version
from studio.live.regions import PAGES, PEOPLE
from studio.models import Claim, Member, Stream
from studio.people.devices import Caller
from studio.people.hints import DOOR
from tests.deck_fixture import DeckFixture
from tests.visitors import Visitor

pytestmark = pytest.mark.django_db

GOAT = {"kind": "thing", "traits": "Pest", "text": "It **eats**.", "copies": "3"}

# Where a card can be written one statement reads the type lines in force: the traits that are offered. Where one lies
# that may be drawn on, one reads what others draw on it just now.
DECK_PAGES = {
    "workshop/": 38,
    "workshop/?regions=1": 37,
    "drawer/": 22,
    "proposals/4/": 24,
    "proposals/1/": 23,
    "write/": 12,
    "write/?article=card-1&change=amend": 17,
    "write/?article=card-1&change=repeal": 12,  # who is here: whoever stands in is led to look on
    "kit/": 11,
}
TABLE_PAGES = {
    "": 19,
    "?regions=1": 10,
    "log/": 7,
    "entries/": 6,
    "replay/3/": 9,
    "write/": 21,
    "seats/1/": 8,
    "seats/2/": 7,
    "piles/draw/": 5,
    "type/": 3,
    "complete/?line=/pl": 11,
}
# A tap: device, door, lock, key, the entries since the table was known, entry, head, key. A vote that settles a ballot.
COMMANDS = {"tap": 8, "vote": 35}
FELT = 6
WORKSHOP_DRAWING, TABLE_DRAWING = 33, 16  # three entries for one member, and for two seats


class Company:
    """Ros and Idris with a deck of two cards, one set aside and one on the mat; both sit at its creative table."""

    def __init__(self, *, plays: bool = False) -> None:
        self.ros, self.idris = Visitor("Ros"), Visitor("Idris")
        self.deck = self.ros.start()
        self.idris.join(self.deck.group)
        self.home = f"/decks/{self.deck.slug}/"
        for number, answer in enumerate(("for", "against", "for"), 1):
            self.write(f"Goat {number}")
            self.idris.post(f"{self.home}do/?verb=vote&proposal={number}&wording=1", {"answer": answer})
        if plays:
            opened = self.ros.post(f"{self.home}play/", {"version": "draft", "seats": "4"})
            self.table = opened["Location"]
            self.idris.post(f"{self.table}sit/", {"name": "Idris"})
            self.ros.post(f"{self.table}act/", {"verb": "begin", "confirmed": "1"})

    def write(self, title: str) -> None:
        assert self.ros.post(f"{self.home}write/", {**GOAT, "title": title}).status_code == 303


def test_a_page_of_a_deck_asks_no_more_than_it_did() -> None:
    company = Company()
    company.write("On the mat")
    assert no_more_than({page: statements(company.ros, company.home + page) for page in DECK_PAGES}, DECK_PAGES)


def test_a_page_of_a_table_asks_no_more_than_it_did() -> None:
    company = Company(plays=True)
    assert no_more_than({page: statements(company.ros, company.table + page) for page in TABLE_PAGES}, TABLE_PAGES)


def test_a_command_looks_once_at_its_door_and_writes_what_is_new() -> None:
    company = Company(plays=True)
    company.write("On the mat")
    table = tables.Table.objects.get(code=company.table.split("/")[2])
    hand = store.load(table, Stream.objects.get(pk=table.stream_id).head).zones["hand.1"]
    company.ros.post(f"{company.table}act/", {"verb": "play", "piece": hand[0], "to": "area.1", "confirmed": "1"})
    tap = {"verb": "tap", "piece": hand[0], "tapped": "1", "key": "a tap"}
    asked = {"tap": posted(company.ros, f"{company.table}act/", tap)}
    vote = {"answer": "against", "key": "a vote"}
    asked["vote"] = posted(company.idris, f"{company.home}do/?verb=vote&proposal=4&wording=1", vote)
    assert no_more_than(asked, COMMANDS)


def test_a_drawing_of_the_hub_asks_no_more_than_it_did() -> None:
    company = Company()
    company.write("On the mat")
    assert drawing(company.deck.stream, "workshop", {"member": company.ros}) <= WORKSHOP_DRAWING
    at = Company(plays=True)
    table = tables.Table.objects.get(code=at.table.split("/")[2])
    eyes = {sight_of(n, who.member(table.group).pk): who for n, who in enumerate((at.ros, at.idris), 1)}
    assert drawing(table.stream, "table", eyes) <= TABLE_DRAWING


def test_a_query_costs_the_same_whoever_calls_it_and_what_it_read_serves_the_next() -> None:
    at = Company(plays=True)
    table = tables.Table.objects.get(code=at.table.split("/")[2])
    sight = sight_of(1, at.ros.member(table.group).pk)
    alone, page = TableView(table.stream_id, sight), TableView(table.stream_id, sight)
    board.hand(TableView(table.stream_id, sight))  # the faces that the process keeps are read
    with CaptureQueriesContext(connection) as asked:
        board.felt(alone)
    with CaptureQueriesContext(connection) as whole_page:
        status.turn(page)
        board.hand(page)
        board.felt(page)
        board.felt(page.seen_as("open"))
    assert len(asked) <= FELT and len(whole_page) <= FELT + 2  # the log, and whose faces lie in the hand


def test_what_a_drawing_knew_goes_with_it_and_waits_for_no_collector() -> None:
    at = Company(plays=True)
    table = tables.Table.objects.get(code=at.table.split("/")[2])
    gc.collect()
    gc.disable()
    try:
        view = TableView(table.stream_id, sight_of(1, at.ros.member(table.group).pk))
        kept = weakref.ref(view.drawing)
        for region in PAGES["table"].regions:
            region.query(view)
        del view
        assert kept() is None
    finally:
        gc.enable()


def test_a_former_moment_is_shown_beside_now_and_nothing_of_it_can_be_pressed() -> None:
    at = Company(plays=True)
    table = tables.Table.objects.get(code=at.table.split("/")[2])
    now = TableView(table.stream_id, sight_of(1, at.ros.member(table.group).pk))
    head = Stream.objects.get(pk=table.stream_id).head
    first = store.at(table, 1)
    before = board.felt(now)
    then = now.as_it_was(now.sight, Past(1, first))
    assert (board.felt(then).state, board.felt(now).state) == ("gathering", "playing")
    assert (then.head, now.head, then.table) == (1, head, first)
    assert board.felt(now) == before
    assert not any(seat.sit for seat in (*board.felt(then).free, *board.felt(then).others))
    assert any(zone.acts for zone in before.zones) and not any(zone.acts for zone in board.felt(then).zones)


@pytest.mark.parametrize("kind", [PEOPLE, DOOR])
def test_what_touches_everybody_asks_the_same_however_many_look(kind: str) -> None:
    table = DeckFixture("Sue", "Idris", "Ros", "Maud")
    Member.objects.filter(group=table.group).update(joined_at=timezone.now() - timedelta(days=7))
    table.join("Idris again")
    Claim.objects.create(newcomer_id=table.ids["Idris again"], claimed_id=table.ids["Idris"], at=timezone.now())
    seats = dict(Member.objects.filter(group=table.group).values_list("pk", "person_id"))
    stream = Stream.objects.get(pk=table.deck.stream_id)

    def asked_by(members: list[int]) -> tuple[int, dict[int, str]]:
        places = frozenset(Position(stream.head, member, person=seats[member]) for member in members)
        callers = (Caller(person_id=seats[members[0]]),)
        wanted = [Wanted(Audience("workshop", None, "member"), places, frozenset({kind}), callers)]
        with CaptureQueriesContext(connection) as asked:
            (drawn,) = draw_for(stream.pk, wanted)
        return len(asked), {place.member or 0: frame for place, frame in drawn.mine.items()}

    sue, idris = table.ids["Sue"], table.ids["Idris"]
    asked_by([sue, idris])  # what the process keeps is read
    few, all_of_them = asked_by([sue, idris]), asked_by([*seats])
    assert few[0] == all_of_them[0] <= 35
    assert "I am Idris" in all_of_them[1][sue] and "I am Idris" not in all_of_them[1][idris]
    assert {member for member, frame in all_of_them[1].items() if "says they are you" in frame} == {idris}


def test_what_a_reader_may_know_of_a_deck_is_counted_without_a_look_at_the_rest() -> None:
    stream = Company().deck.stream
    with CaptureQueriesContext(connection) as asked:
        seen = version(PAGES["deck"], stream.pk, "public")
    assert 0 < seen + 1 < stream.head
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {asked[0]['sql']}")
        plan = " ".join(str(row[-1]) for row in cursor.fetchall())
    assert "COVERING INDEX entry_by_kind" in plan


def drawing(stream: Stream, page: str, eyes: dict[str, Visitor]) -> int:
    """The statements of one step of the hub for viewers who are three entries behind, by their sights."""
    wanted = []
    for sight, who in eyes.items():
        place = Position(stream.head - 3, who.member(stream.group).pk)
        caller = Caller(person_id=who.person_id)
        wanted.append(Wanted(Audience(page, None, sight), frozenset({place}), callers=(caller,)))
    draw_for(stream.pk, wanted)  # what the process keeps is read
    with CaptureQueriesContext(connection) as asked:
        drawn = draw_for(stream.pk, wanted)
    assert all(one.shared and not one.is_doubtful for one in drawn)
    return len(asked)


def no_more_than(asked: dict[str, int], pinned: dict[str, int]) -> bool:
    more = {page: f"{count} for {pinned[page]}" for page, count in asked.items() if count > pinned[page]}
    assert not more
    return True


def posted(who: Visitor, address: str, form: dict[str, str]) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert who.post(address, form, headers={"X-Carte": "1"}).status_code == 204
    return sum(not one["sql"].startswith(("SAVEPOINT", "RELEASE")) for one in asked)


def statements(who: Visitor, address: str) -> int:
    assert who.get(address).status_code == 200, address
    with CaptureQueriesContext(connection) as asked:
        assert who.get(address).status_code == 200
    return len(asked)
