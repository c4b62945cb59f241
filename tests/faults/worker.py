"""The other side of a race: a process of its own that carries out what it is told, at the moment it is told.

`python -m tests.faults.worker` reads one JSON object a line: {"id", "do", "at", "with"}. `at` is a reading of the
system's monotonic clock, which all processes share; each command waits for it in a thread (and a database connection)
of its own, so that those of several processes begin together. Answers come as {"id", "ok" | "refused" | "error"}.
"""

from __future__ import annotations

import itertools
import json
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from traceback import format_exception
from typing import Any

import django

from cards.verbs.batch import BeginBatch, MarkCard, PutDown, TurnBatchOver
from cards.verbs.proposing import Withdraw
from cards.verbs.taking import RollBack, TakeOver
from cards.verbs.votes import CastVote

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.live_settings")
django.setup()

from django.db import InterfaceError, OperationalError, connection, connections  # noqa: E402
from django.db.models import QuerySet  # noqa: E402
from django.utils import timezone  # noqa: E402

from cards import actions  # noqa: E402
from cards import models as rows  # noqa: E402
from cards.access import Door, door_from_seat, stream_door  # noqa: E402
from cards.actions import fork as forking  # noqa: E402
from cards.actions.gather import gather_home  # noqa: E402
from cards.face.face import Face  # noqa: E402
from cards.printing.queue import jobs, runner  # noqa: E402
from cards.printing.queue.jobs import PrintJob  # noqa: E402
from cards.printing.queue.values import Item, Job  # noqa: E402
from cards.queries.compared import half_of  # noqa: E402
from cards.queries.taking import version_to_take  # noqa: E402
from cards.rules.deck import Amend, Create, Details, Ref, Repeal, SetLicence, SetVisibility  # noqa: E402
from studio import actions as people  # noqa: E402
from studio.kernel.refusals import Refused  # noqa: E402
from studio.log import commit as turns  # noqa: E402
from studio.log.committed import Committed  # noqa: E402
from studio.models import Member, Person, RequestKey, Stream  # noqa: E402
from studio.people.devices import STRANGER, Caller, Visit  # noqa: E402
from tests.deck_fixture import DeckFixture  # noqa: E402
from tests.deeds import archive_version  # noqa: E402
from tests.faults import tables  # noqa: E402
from tests.faults.archiving import archive_again, begin_to_archive, read_until  # noqa: E402
from tests.faults.oracles import complaints  # noqa: E402
from tests.faults.walls import after_a_deck_goes, after_a_take_down, after_people_go, breaches  # noqa: E402
from tests.search_decks import (  # noqa: E402
    hits,
    put_on_the_shelf,
    seen_on_the_shelf,
    take_off_the_shelf,
)
from tests.searched import (  # noqa: E402
    go_through_archive,
    go_through_until_killed,
    gone_through,
    is_said_to_be_whole,
    leave_the_archive_as_before,
    searched,
)

NAMES = ("Ros", "Idris", "Maud", "Bea", "Odd", "Eve")


def table(people: int) -> dict[str, Any]:
    """A new group with so many members, all present, and its deck."""
    made = DeckFixture(*NAMES[:people])
    return {
        "deck": made.deck.pk,
        "group": made.group.pk,
        "stream": made.deck.stream_id,
        "members": [*made.ids.values()],
    }


def propose(deck: int, by: int, title: str, key: str = "", text: str = "", sort: str = "room") -> dict[str, Any]:
    face = Face(title, "Thing", text)
    change = Create("card", face.digest)
    return _told(actions.propose(deck, by=by, key=key, changes=(change,), faces=[face], sort=sort))  # type: ignore[arg-type]


def propose_side(deck: int, by: int, side: str) -> dict[str, Any]:
    face = Face("Sided", "Thing")
    change = Create("card", face.digest, 1, side)
    return _told(actions.propose(deck, by=by, changes=(change,), key="", faces=[face], sort="room"))


def amend(deck: int, by: int, card: int, text: str, sort: str = "members") -> dict[str, Any]:
    article = rows.Article.objects.select_related("face").get(deck=deck, kind="card", number=card)
    face = Face(article.face.content["title"], "Thing", text)
    change = Amend(Ref("card", card), article.face_id, face.digest)
    return _told(actions.propose(deck, by=by, key="", changes=(change,), faces=[face], sort=sort))  # type: ignore[arg-type]


def repeal(deck: int, by: int, card: int, sort: str = "members") -> dict[str, Any]:
    on = rows.Article.objects.get(deck=deck, kind="card", number=card).face_id
    return _told(actions.propose(deck, by=by, key="", changes=(Repeal(Ref("card", card), on),), sort=sort))  # type: ignore[arg-type]


def reword(deck: int, by: int, proposal: int, wording: int, title: str) -> dict[str, Any]:
    face = Face(title, "Thing", f"Wording {wording + 1}.")
    change = Create("card", face.digest)
    return _told(
        actions.reword(deck, by=by, key="", proposal=proposal, wording=wording, changes=(change,), faces=[face])
    )


def vote(
    deck: int, by: int, proposal: int, answer: str = "for", key: str = "", wording: int = 1, reason: str = ""
) -> dict[str, Any]:  # noqa: E501
    return _told(
        actions.do(deck, CastVote(by=by, proposal=proposal, wording=wording, answer=answer, reason=reason), key=key)  # type: ignore[arg-type]
    )


def withdraw(deck: int, by: int, proposal: int) -> dict[str, Any]:
    return _told(actions.do(deck, Withdraw(by=by, proposal=proposal), key=""))


def begin_batch(deck: int, by: int) -> dict[str, Any]:
    return _told(actions.do(deck, BeginBatch(by=by, size=2), key=""))


def put_down(deck: int, by: int, slot: int, title: str) -> dict[str, Any]:
    batch = rows.Deck.objects.get(pk=deck).last_batch
    face = Face(title, "Thing")
    return _told(actions.do(deck, PutDown(by, batch, slot, "card", face.digest), key="", faces=[face]))


def turn_over(deck: int, by: int) -> dict[str, Any]:
    batch = rows.Deck.objects.get(pk=deck).last_batch
    return _told(actions.do(deck, TurnBatchOver(by=by, batch=batch), key=""))


def mark_card(deck: int, by: int, place: int) -> dict[str, Any]:
    batch = rows.Deck.objects.get(pk=deck).last_batch
    return _told(actions.do(deck, MarkCard(by=by, batch=batch, place=place, mark="keep"), key=""))


def take_over(deck: int, by: int, card: int, version: int = 1) -> dict[str, Any]:
    half = half_of(_door_of(deck, by), version)
    taken, _ = version_to_take(half)
    mine = [one for one in taken if one.own == Ref("card", card)]
    return _told(actions.do(deck, TakeOver(by, tuple(mine)), key=""))


def roll_back(deck: int, by: int, version: int = 1) -> dict[str, Any]:
    taken, kit = version_to_take(half_of(_door_of(deck, by), version))
    return _told(actions.do(deck, RollBack(by, tuple(taken), kit), key=""))


def last_proposal(deck: int) -> int:
    return int(rows.Proposal.objects.filter(deck=deck).order_by("-number").values_list("number", flat=True)[0])


def asked_by(deck: int, proposal: int) -> int:
    return int(rows.Proposal.objects.get(deck=deck, number=proposal).by_id)


def _door_of(deck: int, by: int) -> Door:
    row = rows.Deck.objects.select_related("stream").get(pk=deck)
    return door_from_seat(row, member_id=by, person_id=Member.objects.get(pk=by).person_id, is_standing_in=False)


def archive(deck: int, by: int, name: str) -> dict[str, Any]:
    return _told(archive_version(deck, by=by, key="", name=name))


def leave(member: int) -> None:
    people.leave(member_id=member)


def remove(group: int, by: int, member: int) -> None:
    people.remove(group_id=group, by=by, member_id=member)


def join(group: int, name: str) -> int:
    return people.join(group_id=group, person_id=Person.objects.create(name=name).pk).pk


def account(name: str) -> str:
    """An account is made, signed in to elsewhere, given another password, opened with a spare key; whose it is then."""

    def at(who: Caller = STRANGER) -> Visit:
        return Visit(who, "192.0.2.7", "A program")

    first, second = "seven green kettles", "eight green kettles"
    here = people.make_account(at(people.arrive(at(), name=name).who), name=name, password=first)
    there = people.sign_in(at(), name=name, password=first)
    people.change_password(at(there.who), old=first, new=second)
    return people.use_recovery_code(at(), code=people.make_recovery_code(person_id=here.person.pk)).person.name


def start(member: int, title: str) -> int:
    return actions.start_deck(member=member, details=Details(title)).pk


def fork(deck: int, by: int, key: str) -> str:
    """By a member. The slug of the fork."""
    member = Member.objects.get(pk=by)
    row = rows.Deck.objects.select_related("stream").get(pk=deck)
    who = Caller(person_id=member.person_id)
    door = stream_door(who, row.stream)
    assert door is not None
    done = forking.fork(
        door, who=who, version=None, title="", key=key, browser="", person=lambda: int(member.person_id)
    )
    return str(done.result["slug"])


def show(deck: int, by: int) -> int:
    """Into the archive with it, and a maker's page for its one member. Who that is."""
    member = Member.objects.get(pk=by)
    archive_version(deck, by=by, key=None, name="")
    asked = (SetLicence("CC BY 4.0"), SetVisibility("public"))
    actions.propose(deck, by=by, key=None, changes=asked, sort="members")
    assert member.person_id is not None
    people.show_my_cards(person_id=member.person_id)
    return member.person_id


def gather(maker: int, by: int, key: str) -> str:
    """By a stranger who is that person from then on. The slug of the deck."""
    shown = Person.objects.get(pk=maker)
    done = gather_home(shown, who=STRANGER, title="Taken Home", key=key, browser="", person=lambda: by)
    return str(done.result["slug"])


def hide(deck: int, by: int) -> None:
    actions.propose(deck, by=by, key=None, changes=(SetVisibility("private"),), sort="members")


def taken_home(person: int) -> list[list[Any]]:
    """Id of each deck that a person made of another one's cards, how many it has, and how often words went from it."""
    found = rows.Deck.objects.filter(group__members__person_id=person, title="Taken Home").order_by("pk")
    return [[row.pk, row.articles.count(), row.stream.entries.filter(kind="FaceWithdrawn").count()] for row in found]


def take_down(deck: int, card: int) -> int:
    return actions.take_down(rows.Article.objects.get(deck=deck, kind="card", number=card).face_id, why="")


def forks(deck: int) -> list[list[Any]]:
    """Id of each fork of a deck, and which of its facts is that words were taken down."""
    found = rows.Deck.objects.filter(forked_from__startswith=rows.Deck.objects.get(pk=deck).stream.key).order_by("pk")
    return [[row.pk, row.stream.entries.filter(kind="FaceWithdrawn").count()] for row in found]


def settle() -> int:
    return actions.settle_due()


def fall_due(deck: int) -> None:
    """As if the deadline of every open ballot had just come. No entry says so: each process is told to read it anew."""
    from datetime import timedelta

    from cards.storage import memory
    from studio.live.clock import database_now

    memory.forget()

    rows.Proposal.objects.filter(deck=deck, state="open").update(deadline=database_now() - timedelta(seconds=1))


def count(deck: int) -> dict[str, int]:
    """How much there is of everything."""
    of = rows.Proposal.objects.filter(deck=deck)
    return {
        "cards": rows.Article.objects.filter(deck=deck, in_force=True).count(),
        "votes": rows.Vote.objects.filter(wording__proposal__deck=deck).count(),
        "versions": rows.Version.objects.filter(deck=deck).count(),
        "head": Stream.objects.get(deck=deck).head,
        **{state: of.filter(state=state).count() for state in ("open", "queued", "accepted", "aside", "withdrawn")},
    }


def state(deck: int, proposal: int) -> list[Any]:
    """[state, wording, why set aside, how many votes on that wording]"""
    row = rows.Proposal.objects.get(deck=deck, number=proposal)
    votes = rows.Vote.objects.filter(wording__proposal=row, wording__number=row.wording).count()
    return [row.state, row.wording, row.why_aside, votes]


def members(group: int) -> list[int]:
    return [*Member.objects.filter(group=group, left_at__isnull=True).order_by("pk").values_list("pk", flat=True)]


def decks(group: int) -> list[int]:
    return [*rows.Deck.objects.filter(group=group).order_by("pk").values_list("pk", flat=True)]


def check(deck: int) -> list[str]:
    return complaints(deck)


def forget_the_lock() -> None:
    """Row locks do nothing from now on, in this process: for showing what they are there for."""
    QuerySet.select_for_update = lambda self, *a, **k: self  # type: ignore[method-assign]


def forget_the_wall() -> None:
    """Two entries may have one number from now on, in this database."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE studio_entry DROP CONSTRAINT entry_number_once")


def act_until_killed(deck: int, members: list[int], name: str) -> None:
    """The first proposes and all others say For, again and again; each thing done is said on a line of its own.

    When the database is away the same request is sent again until it is answered, as a page would.
    """
    by, *others = members
    for number in range(1, 1_000_000):
        title = f"{name} {number}"
        done = insist(propose, deck, by, title, f"{title} p", sort="members")
        say({"did": "propose", "key": f"{title} p", "title": title, **done})
        for voter in others:
            key = f"{title} v{voter}"
            voted = insist(vote, deck, voter, done["proposal"], key=key)
            say({"did": "vote", "key": key, "voter": voter, "proposal": done["proposal"], **voted})


def insist(request: Callable[..., dict[str, Any]], *given: Any, **named: Any) -> dict[str, Any]:
    while True:
        try:
            return request(*given, **named)
        except (OperationalError, InterfaceError):
            connections.close_all()
            time.sleep(0.05)


def vote_and_die_untold(deck: int, by: int, proposal: int, key: str) -> None:
    """The vote is committed, and the process dies before anybody can be told."""
    turns._announce = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
    vote(deck, by, proposal, key=key)


def anything(examples: int) -> int:
    from tests.actions.anything import refused_or_sound

    return refused_or_sound(examples)


def asked_alike() -> list[str]:
    """Where what is worded once differs from its plain querysets."""
    from tests import prepared_cases

    return prepared_cases.differences(prepared_cases.evening("localhost"))


def amiss(every: int) -> list[str]:
    from tests.actions import posts

    logging.disable(logging.WARNING)  # each refusal would be a line
    return posts.amiss(every=every)


def fill_until_killed(several: int) -> None:
    go_through_until_killed(several, say)


def kept(deck: int, said: list[dict[str, Any]]) -> list[str]:
    """What was said to be done and is not there."""
    missing = []
    for done in said:
        key = RequestKey.objects.filter(stream__deck=deck, key=done["key"]).first()
        if key is None or key.result["v"] != done["v"]:
            missing.append(f"the answer to {done['key']}")
        if done["did"] == "propose":
            wording = rows.Wording.objects.get(proposal__deck=deck, proposal__number=done["proposal"], number=1)
            if not rows.Face.objects.filter(digest=wording.changes[0]["face"], content__title=done["title"]).exists():
                missing.append(done["title"])
        elif not rows.Vote.objects.filter(
            wording__proposal__deck=deck, wording__proposal__number=done["proposal"], voter=done["voter"], answer="for"
        ).exists():
            missing.append(f"the vote {done['key']}")
    return missing


def lay_table() -> dict[str, Any]:
    return tables.lay()


def move_until_killed(table: int, members: list[int], name: str) -> None:
    tables.move_until_killed(table, members, say, name)


def check_table(table: int, cards: int, said: list[dict[str, Any]]) -> list[str]:
    return tables.complaints(table, cards, said)


def queue_prints(deck: int, count: int) -> None:
    """So many prints of a deck that wait, each asked for by somebody else."""
    for n in range(count):
        PrintJob.objects.create(deck_id=deck, digest=f"{n:064}", asker=f"{n:064}", created_at=timezone.now())


def claim_print() -> int | None:
    """The print this process may carry out now."""
    job = runner.claim()
    return job and job.pk


def prints(deck: int) -> dict[str, int]:
    """How many are in each state."""
    found = PrintJob.objects.filter(deck_id=deck).values_list("state", flat=True)
    return {state: list(found).count(state) for state in set(found)}


def end_prints(deck: int) -> None:
    PrintJob.objects.filter(deck_id=deck).delete()


def ask_print(deck: int, person: int, name: str) -> int:
    """The row of a print that somebody asks for."""
    item = Item(Face(name, "Thing", name), False, "1", name)
    job = Job(name, name, "D:20261121090000Z", (item,))
    asker = jobs.asker_of(person, "", "")
    return jobs.ask(job, deck_id=deck, version=None, options={}, asker=asker, is_named=True).pk


def forget_the_slots(first: int) -> None:
    """Claim by counting first, as if a slot were anybody's: two threads of one instant both find room."""
    numbers = itertools.count(first)

    def counted() -> list[int]:
        under_way = PrintJob.objects.filter(state="running").count()
        time.sleep(0.1)
        return [next(numbers)] if under_way < runner.AT_ONCE else []

    runner._free_slots = counted


DEEDS: dict[str, Callable[..., Any]] = {
    deed.__name__: deed
    for deed in (
        table, propose, amend, repeal, reword, vote, withdraw, archive, leave, remove, join, start, fork, take_down,
        forks, settle, fall_due, count, state, members, decks, check, forget_the_lock, forget_the_wall,
        act_until_killed, vote_and_die_untold, account, propose_side, anything, amiss, asked_alike, kept, breaches,
        after_a_deck_goes, show, gather, hide, taken_home,
        after_a_take_down, after_people_go, lay_table, move_until_killed, check_table, queue_prints, claim_print,
        prints, end_prints, ask_print, forget_the_slots, begin_batch, put_down, turn_over, mark_card, searched, hits,
        put_on_the_shelf, take_off_the_shelf, seen_on_the_shelf, leave_the_archive_as_before, go_through_archive,
        gone_through, is_said_to_be_whole, fill_until_killed, take_over, roll_back, last_proposal, asked_by,
        archive_again, begin_to_archive, read_until,
    )
}  # fmt: skip
_saying = threading.Lock()


def say(what: dict[str, Any]) -> None:
    with _saying:
        os.write(sys.stdout.fileno(), json.dumps(what).encode() + b"\n")


def carry_out(told: dict[str, Any]) -> None:
    answer: dict[str, Any] = {"id": told["id"]}
    try:
        if told["at"]:
            connection.ensure_connection()  # the race is about the command, not about connecting
            time.sleep(max(0.0, told["at"] - time.monotonic()))
        answer["ok"] = DEEDS[told["do"]](**told["with"])
    except Refused as refused:
        answer["refused"] = refused.code
    except Exception as error:
        answer["error"] = f"{type(error).__name__}: {error}\n{''.join(format_exception(error))}"
    finally:
        connections.close_all()
    say(answer)


def _told(done: Committed) -> dict[str, Any]:
    return {"v": done.v, **done.result, "repeat": done.is_repeat}


if __name__ == "__main__":
    with ThreadPoolExecutor(8) as threads:
        for line in sys.stdin:
            threads.submit(carry_out, json.loads(line))
    os._exit(0)  # the pool's own threads would take their time
