"""What the benches measure with: people with browsers, decks of any size, tables in play. Needs Django set up."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Any

from cards import actions as decks
from cards.face.face import Face
from cards.models import Deck, ShelfDeck, Version
from cards.rules import deck as d
from cards.rules.deck import Details, Ref
from cards.storage.shelved import shelve, words_of
from play import actions
from play.actions import execute
from play.models import Table
from play.storage.store import load
from play.table.zones import ZoneKey
from play.verbs import commands as c
from studio.actions.arrivals import join
from studio.models import Device, Group, Member, Person, Stream
from tests.deeds import archive_version


@dataclass(frozen=True)
class Somebody:
    person: Person
    secret: str  # of their browser's cookie


def somebody(name: str) -> Somebody:
    secret = secrets.token_urlsafe(32)
    person = Person.objects.create(name=name)
    Device.objects.create(person=person, secret_hash=hashlib.sha256(secret.encode()).hexdigest())
    return Somebody(person, secret)


def deck_of(cards: int, members: int = 1) -> tuple[Deck, list[Somebody]]:
    """A public deck of so many cards with a version of them, and its members, the founder first."""
    people = [somebody(f"Person {n}") for n in range(members)]
    group = Group.objects.create(name="bench")
    founder = Member.objects.create(group=group, person=people[0].person, is_steward=True)
    faces = [Face(f"Card {n}", "Thing" if n % 2 else "Action", f"Does what it says, {n}.") for n in range(1, cards + 1)]
    listed = [(Ref("card", n), face, 1, "") for n, face in enumerate(faces, 1)]
    deck = decks.start_deck(member=founder.pk, details=Details(f"Bench of {cards}"), articles=listed)
    for other in people[1:]:
        join(group_id=group.pk, person_id=other.person.pk)
    archive_version(deck.pk, by=founder.pk, key=None, name="One")
    newest = deck.versions.get(number=1).at
    Deck.objects.filter(pk=deck.pk).update(visibility="public", archived_at=newest)
    deck.refresh_from_db()
    shelve(deck)
    return deck, people


def put_a_card(deck: Deck, by: Somebody) -> None:
    """A first proposal, which comes to the mat at once."""
    face = Face("Goat", "Thing", "It wanders.")
    member = Member.objects.get(group=deck.group, person=by.person)
    decks.propose(deck.pk, by=member.pk, key=None, changes=(d.Create("card", face.digest),), faces=(face,))


def tables_in_play(deck: Deck, tables: int, seats: int) -> list[dict[str, Any]]:
    """Tables of the deck's first version that have begun, each as what table.py's `Place` is made of: its code, its
    stream's key and head, a Thing in the area of seat 1, and the secrets of the seats."""
    return [_table_in_play(deck, [somebody(f"P{number} {n}") for n in range(seats)]) for number in range(tables)]


def _table_in_play(deck: Deck, people: list[Somebody]) -> dict[str, Any]:
    first = people[0].person
    table = actions.open_table(deck_id=deck.pk, person_id=first.pk, version=1, is_public=True)
    for other in people[1:]:
        actions.take_seat(table.pk, person_id=other.person.pk, key=None)
    by = Member.objects.get(group=table.group, person=first).pk
    execute.carry_out(table, [c.Begin(1, confirmed=True)], by=by, key=None, asked="begin")
    table.stream.refresh_from_db()
    thing = load(table, table.stream.head).zones["hand.1"][0]
    play = c.PlayCard(1, thing, to=ZoneKey("area.1"), confirmed=True)
    played = execute.carry_out(table, [play], by=by, key=None, asked="play")
    piece = load(table, played.v).zones["area.1"][0]
    secrets = [one.secret for one in people]
    return {"code": table.code, "stream": table.stream.key, "v": played.v, "piece": piece, "secrets": secrets}


def tap_for_long(code: str, piece: str, taps: int) -> None:
    """A log that is so much longer: one Thing is turned sideways and back, in commits of fifty."""
    table = Table.objects.select_related("stream").get(code=code)
    table.stream.refresh_from_db()
    seat = load(table, table.stream.head).seat(1)
    assert seat is not None and seat.member is not None
    turned = [c.Tap(1, piece, tapped=bool(n % 2)) for n in range(1, 51)]
    for number in range(taps // 50):
        execute.carry_out(table, turned, by=seat.member, key=None, asked=f"tap {number}")


def more_decks(like: Deck, many: int) -> None:
    """Rows of public decks with a version each, like the first one, until there are so many."""
    for number in range(Deck.objects.count(), many, 500):
        _add_decks(like, number, min(500, many - number))


def _add_decks(like: Deck, first: int, count: int) -> None:
    numbers = range(first, first + count)
    groups = Group.objects.bulk_create([Group(name=f"Group {n}") for n in numbers])
    people = Person.objects.bulk_create([Person(name=f"Maker {n}") for n in numbers])
    made = [Member(group=g, person=p, is_steward=True) for g, p in zip(groups, people, strict=True)]
    members = Member.objects.bulk_create(made)
    streams = Stream.objects.bulk_create([Stream(kind="deck", group=group) for group in groups])
    version = like.versions.get(number=1)
    decks = Deck.objects.bulk_create(
        _copy(like, group=group, stream=stream, slug=f"bench-{n}", title=f"Bench {n}")
        for n, group, stream in zip(numbers, groups, streams, strict=True)
    )
    pairs = zip(decks, members, strict=True)
    Version.objects.bulk_create(_copy(version, deck=deck, by=member) for deck, member in pairs)
    ShelfDeck.objects.bulk_create(ShelfDeck(deck=deck, words=words_of(deck)) for deck in decks)


def _copy(row: Any, **other: Any) -> Any:
    kept = {f.name: getattr(row, f.name) for f in row._meta.concrete_fields if not f.primary_key}
    return type(row)(**kept | other)
