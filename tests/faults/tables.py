"""What the worker does at a table: a game of two, moves until it is killed, and whether all is well afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cards import actions as decks
from cards.face.face import Face
from cards.rules.deck import Details, Ref
from play import actions
from play import models as rows
from play.actions import execute
from play.storage import store
from play.storage.log import TABLE_LOG
from play.table.zones import ZoneKey
from play.verbs import commands as c
from studio.models import Entry, Group, Member, Person, RequestKey
from tests.deeds import archive_version


def lay(cards: int = 40) -> dict[str, Any]:
    """A game of two on a version of so many cards, begun."""
    people = [Person.objects.create(name=name) for name in ("Ros", "Idris")]
    group = Group.objects.create(name="table")
    founder = Member.objects.create(group=group, person=people[0], is_steward=True)
    faces = [(Ref("card", n), Face(f"Card {n}", "Thing"), 1, "") for n in range(1, cards + 1)]
    deck = decks.start_deck(member=founder.pk, details=Details("Deck"), articles=faces)
    archive_version(deck.pk, by=founder.pk, key=None, name="One")
    type(deck).objects.filter(pk=deck.pk).update(visibility="unlisted")  # the code is enough
    table = actions.open_table(deck_id=deck.pk, person_id=people[0].pk, version=1)
    actions.take_seat(table.pk, person_id=people[1].pk, key=None)
    members = [Member.objects.get(group=table.group, person=person).pk for person in people]
    execute.carry_out(table, [c.Begin(1, confirmed=True)], by=members[0], key=None, asked="begin")
    return {"table": table.pk, "members": members, "cards": cards}


def move_until_killed(table: int, members: list[int], say: Callable[[dict[str, Any]], None], name: str) -> None:
    """Draw, play, shuffle what was played back in, again and again; each thing done is said on a line of its own."""
    row = rows.Table.objects.select_related("stream").get(pk=table)
    for number in range(1, 1_000_000):
        seat = number % 2 + 1
        for step in ("draw", "play", "back"):
            row.stream.refresh_from_db()
            value = store.load(row, row.stream.head)
            hand, area = value.zones[f"hand.{seat}"], value.zones[f"area.{seat}"]
            commands: list[c.Command]
            if step == "draw":
                commands = [c.Draw(seat, 1, confirmed=True)]
            elif step == "play":
                commands = [c.PlayCard(seat, hand[0], to=ZoneKey(f"area.{seat}"), confirmed=True)]
            else:  # two commands in one turn: both or neither
                back = c.MovePieces(seat, (area[0],), ZoneKey("draw"), confirmed=True)
                commands = [back, c.ShuffleZone(seat, ZoneKey("draw"))]
            key = f"{name} {number} {step}"
            done = execute.carry_out(row, commands, by=members[seat - 1], key=key, asked=commands)
            say({"did": step, "key": key, "v": done.v})


def complaints(table: int, cards: int, said: list[dict[str, Any]]) -> list[str]:
    """What is wrong with a table: lost answers, gaps, a log that tells another game, pieces that were not conserved."""
    row = rows.Table.objects.select_related("stream").get(pk=table)
    wrong = []
    for done in said:
        kept = RequestKey.objects.filter(stream=row.stream, key=done["key"]).first()
        if kept is None or kept.result["v"] != done["v"]:
            wrong.append(f"the answer to {done['key']}")
    numbers = list(Entry.objects.filter(stream=row.stream).order_by("seq").values_list("seq", flat=True))
    if numbers != list(range(1, row.stream.head + 1)):
        wrong.append("a gap in the log")
    told = TABLE_LOG.from_the_beginning(row.stream_id, row.stream.head)
    if store.load(row, row.stream.head) != told:
        wrong.append("the snapshot tells another game than the log")
    lying = [piece for zone in told.zones.values() for piece in zone]
    if len(lying) != cards or len(set(lying)) != cards:
        wrong.append(f"{len(lying)} pieces lie on the table, {len(set(lying))} different ones")
    if row.state != told.state:
        wrong.append("the row says another state")
    return wrong
