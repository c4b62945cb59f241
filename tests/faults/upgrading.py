"""A process that brings one data folder to this release, as often as it is told and killed as often: run by
`test_upgrades.py` as `python -m tests.faults.upgrading ORDERS`, in the surroundings of the site.

ORDERS is a list of lists in JSON; each is done by a child of its own, which begins where the process stands once Django
is loaded. It prints a list: for each what was said, the number of the signal that ended it, and what it found.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import signal
import sqlite3
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import django
from django.db import connection

Say = Callable[[str], None]
FORK = multiprocessing.get_context("fork")


# --- what a child does ------------------------------------------------------------------------------------------------


def go(say: Say, *, killed: str | int = "", **how: Any) -> None:
    """The upgrade alone, in its turn; killed when it says its line so-and-so, or the step of that number."""
    from studio.management.commands import prepare
    from studio.upgrades import copies, upgrade

    def die(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def told(line: str) -> None:
        say(line)
        words = line.split()
        if words[0] == str(killed) or (killed and line.startswith(str(killed))):
            die()

    match killed:
        case "in the copy":
            copies._refuse_without_room = lambda folder: None
            copies.write_backup = lambda path, as_it_stands: _half_a_copy(path.with_name(path.name + ".part"), die)
            os.fsync = die
        case "the end":
            ended = iter((lambda: None, die))  # the first one is before the copy
            copies.upgrade_ended = lambda: next(ended)()
    try:
        with prepare.locked(prepare.settings.DATA / ".prepare.lock"), prepare._alone_in_the_database():
            upgrade.bring_up(told, **how)
    except upgrade.NotUpgraded as problem:
        say(f"REFUSED {problem}")


def cut_off(say: Say) -> None:
    """What a process leaves that was killed while SQLite wrote the copy."""
    for ending in (".part", ".part-journal"):
        Path(os.environ["CARTE_DATA"], f"carte.sqlite3.before-20260101T000000{ending}").touch()


def _half_a_copy(draft: Path, die: Callable[[], None]) -> None:
    draft.write_bytes(b"half")
    die()


def no_room(say: Say, where: str) -> None:
    """The disk is full: for the copy, for what the steps write."""
    match where, connection.vendor:
        case "copy", "sqlite":
            from studio.upgrades import copies

            copies._refuse_without_room = lambda folder: None  # free a moment ago
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
        case "steps", "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA page_count")
                cursor.execute(f"PRAGMA max_page_count={cursor.fetchone()[0] + 8}")
        case "steps", _:
            with connection.cursor() as cursor:  # as PostgreSQL says it, where a table is begun
                cursor.execute(NO_ROOM)
    go(say)
    if (where, connection.vendor) == ("steps", "postgresql"):
        with connection.cursor() as cursor:
            cursor.execute("DROP EVENT TRIGGER no_room; DROP FUNCTION no_room()")


NO_ROOM = """
CREATE OR REPLACE FUNCTION no_room() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'could not extend file: No space left on device'; END $$;
CREATE EVENT TRIGGER no_room ON ddl_command_start WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION no_room();
"""


def open_beside(say: Say, with_a_gap: bool) -> None:
    """A process of the release before has the site open."""
    from studio.management.commands import prepare
    from studio.server.run import OPEN
    from studio.setup.locking import hold_open

    with hold_open(prepare.settings.DATA / OPEN):
        go(say, with_a_gap=with_a_gap)


def connected(say: Say, name: str) -> None:
    """On another machine somebody is connected to the database."""
    import psycopg

    with psycopg.connect(os.environ["DATABASE_URL"], application_name=name):
        go(say)


def rows(say: Say) -> dict[str, Any]:
    """Every row of every table, by its key."""
    found: dict[str, Any] = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table in ("django_migrations", "sqlite_sequence"):
                continue
            key = connection.introspection.get_primary_key_column(cursor, table)
            cursor.execute(f'SELECT * FROM "{table}" ORDER BY "{key}"')
            names = [column[0] for column in cursor.description]
            found[table] = {
                str(row[names.index(key)]): dict(zip(names, map(_plain, row), strict=True)) for row in cursor.fetchall()
            }
    return found


def _plain(value: Any) -> Any:
    return value if isinstance(value, str | int | float | bool | None) else repr(value)


def state(say: Say) -> dict[str, Any]:
    """Enough to say whether anything is another: the rows, the steps that were taken, and copies beside."""
    from studio.upgrades.releases import state_of_data

    here = state_of_data()
    copies = sorted(path.name for path in Path(os.environ["CARTE_DATA"]).glob("*.before-*"))
    return {"rows": rows(say), "release": here.release, "missing": len(here.missing), "copies": copies}


def unheard_of(say: Say) -> list[str]:
    """What of the rows as they were is in no row: tables, choices of a column, columns always or never filled."""
    from django.db.migrations.executor import MigrationExecutor

    from studio.backup.dump import _last_taken, tables_at

    executor = MigrationExecutor(connection)
    found = []
    for model in tables_at(executor, _last_taken(executor)):
        some, name = model._base_manager.all(), model._meta.label
        if not some.exists():
            found.append(name)
            continue
        for field in model._meta.concrete_fields:
            there = set(some.values_list(field.attname, flat=True)) if field.choices else set()
            found += [f"{name}.{field.attname} = {value}" for value, _ in field.choices or () if value not in there]
            for is_empty in (True, False) if field.null else ():
                if not some.filter(**{f"{field.attname}__isnull": is_empty}).exists():
                    found.append(f"{name}.{field.attname} is {'null' if is_empty else 'filled'}")
    return found


def complaints(say: Say) -> list[str]:
    """What is wrong with the site as it now is: logs and rows, what is derived, walls, pages."""
    from studio.backup.audit import disagreements
    from studio.models import Person

    wrong = list(disagreements())
    wrong += [f"{person.name} is not folded" for person in Person.objects.filter(name_folded=None)]
    wrong += [f"no wall: {statement}" for statement in WALLED if not _is_refused(statement)]
    wrong += _pages()
    return wrong


WALLED = (
    "UPDATE studio_entry SET kind = 'x'",
    "DELETE FROM studio_entry",
    "UPDATE cards_wording SET number = 9",
    "DELETE FROM cards_proposal",
    "UPDATE cards_version SET name = 'x'",
    "DELETE FROM cards_vote",
    "UPDATE cards_remark SET text = 'x'",
)


def _is_refused(statement: str) -> bool:
    from django.db import DatabaseError, transaction

    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
            transaction.set_rollback(True)
    except DatabaseError:
        return True
    return False


def _pages() -> Iterator[str]:
    """Each deck's workshop and table, and of the deck in the archive every page there is, for one of its members."""
    from django.conf import settings
    from django.utils import timezone

    from cards import models as cards
    from play import models as play
    from studio.models import Device, Member
    from studio.people.devices import DEVICE_COOKIE, _hash
    from tests.visitors import Visitor

    settings.ALLOWED_HOSTS = ["*"]
    looked = 0
    for deck in cards.Deck.objects.filter(deleted_at=None).select_related("stream"):
        member = Member.objects.filter(group_id=deck.stream.group_id, left_at=None).order_by("pk").first()
        assert member is not None
        secret = f"{member.person_id:0>43}"
        Device.objects.get_or_create(
            secret_hash=_hash(secret), defaults={"person_id": member.person_id, "seen_at": timezone.now()}
        )
        visitor = Visitor()
        visitor.cookies[DEVICE_COOKIE] = secret
        at = f"/decks/{deck.slug}/"
        addresses = [f"{at}workshop/"]
        addresses += [f"/tables/{code}/" for code in play.Table.objects.filter(
            deck=deck, removed_at=None).values_list("code", flat=True)]  # fmt: skip
        if deck.archived_at:
            addresses += [at + page for page in PAGES]
            addresses += [f"{at}proposals/{number}/" for number in range(1, deck.last_proposal + 1)]
            addresses += ["/", "/decks/", "/decks/?q=strasse", "/decks/?q=VEGETABLES", "/tables/", "/you/"]
        for address in addresses:
            answer = visitor.get(address)
            looked += 1
            if answer.status_code != 200:
                yield f"{address} is {answer.status_code}"
            elif "?q=" in address and deck.slug not in answer.content.decode():
                yield f"{address} does not find {deck.title}"
    assert looked > 40, looked


PAGES = (
    "", "versions/1/", "versions/1/cards/1/", "cards/1/", "rules/1/", "minutes/", "back/", "words/", "details/",
    "print/", "kit/", "write/", "bring-in/", "fork/", "export.json?history=1", "gaps/", "first-batch/",
)  # fmt: skip


def schema(say: Say) -> list[str]:
    """What SQLite would write down of its tables, indexes and walls."""
    if connection.vendor != "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name")
        return [" ".join(str(word) for word in row) for row in cursor.fetchall()]


def sql(say: Say, statement: str) -> list[Any]:
    """One statement of a test's own."""
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return [list(map(_plain, row)) for row in cursor.fetchall()] if cursor.description else []


def asked_for_before(say: Say) -> None:
    """A print waits that somebody asked for as the release before knew people: by a hash with this site's key."""
    from cards.printing.queue import jobs

    asker = jobs._hashed(f"person:{_ros()}")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE cards_printjob SET asker = %s WHERE id = %s", [asker, _first_waiting()])


def whose_print(say: Say) -> dict[str, Any]:
    """Whether it is theirs still, keeps them from another, and is theirs to cancel."""
    from cards.printing.queue import jobs
    from studio.kernel.refusals import Refused

    job = jobs.PrintJob.objects.get(pk=_first_waiting())
    mine = jobs.asker_of(_ros(), "", "192.0.2.1")
    refused = ""
    try:
        jobs._refuse_another(mine, is_named=True)
    except Refused as problem:
        refused = problem.code
    return {"theirs": job.is_asked_by(mine), "another": refused, "cancelled": jobs.cancel(job, mine)}


def _ros() -> int:
    from studio.models import Person

    return Person.objects.values_list("pk", flat=True).get(account__username="ros.t")


def _first_waiting() -> int:
    from cards.printing.queue.jobs import PrintJob

    return PrintJob.objects.filter(state="queued").order_by("pk").values_list("pk", flat=True)[0]


# --- one child after the other ----------------------------------------------------------------------------------------


def main(orders: list[list[Any]]) -> list[dict[str, Any]]:
    django.setup()
    return [done for order in orders for done in ([twice()] if order == ["twice"] else [_children([order])[0]])]


def twice() -> dict[str, Any]:
    """Two at the same moment."""
    one, other = _children([["go"], ["go"]])
    return {"said": [one["said"], other["said"]], "signal": one["signal"] or other["signal"], "found": None}


def _children(orders: list[list[Any]]) -> list[dict[str, Any]]:
    pipes = [FORK.Pipe(duplex=False) for _ in orders]
    children = [FORK.Process(target=_child, args=(order, pipe[1])) for order, pipe in zip(orders, pipes, strict=True)]
    for child in children:
        child.start()
    results = []
    for child, (reading, writing) in zip(children, pipes, strict=True):
        writing.close()
        told = list(_received(reading))
        child.join()
        results.append({
            "said": [word for kind, word in told if kind == "said"],
            "found": next((word for kind, word in told if kind == "found"), None),
            "signal": -(child.exitcode or 0),
        })  # fmt: skip
    return results


def _received(reading: Any) -> Iterator[tuple[str, Any]]:
    while True:
        try:
            yield reading.recv()
        except EOFError:
            return


@contextmanager
def _told(writing: Any) -> Iterator[None]:
    try:
        yield
    except BaseException:
        writing.send(("said", f"BROKEN {traceback.format_exc()}"))
        raise


def _child(order: list[Any], writing: Any) -> None:
    name, *more = order
    how = more.pop() if more and isinstance(more[-1], dict) else {}
    with _told(writing):
        writing.send(("found", globals()[name](lambda line: writing.send(("said", line)), *more, **how)))


if __name__ == "__main__":
    sqlite3.enable_callback_tracebacks(True)
    print(json.dumps(main(json.loads(sys.argv[1]))))
