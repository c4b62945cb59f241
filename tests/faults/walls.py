"""Attempts on what never changes, made past all our code, in the database itself. Each breach in words."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from cards import actions
from cards import models as rows
from cards.face.face import Face
from cards.rules.deck import DeleteDeck, Ref
from cards.storage import store
from cards.verbs.votes import Remark
from studio import actions as people
from studio.actions.departures import sweep_people
from studio.log.walls import lowered
from studio.models import Entry, Member, Person
from tests.deck_fixture import SLUG, DeckFixture
from tests.deeds import archive_version
from tests.faults.oracles import complaints

LEECH = Face("Leech", "Thing — Pest", "It knows your name.")
SNAIL = Face("Snail", "Thing — Pest", "It takes its time.")
MARROW = Face("Prize Marrow", "Thing — Vegetable", "Worth a rosette.")


def an_evening(first: Face = SLUG) -> DeckFixture:
    """Two cards in force, a version in the archive, and one card set aside with its reason."""
    table = DeckFixture("Ros", "Idris", "Maud")
    table.all_vote(table.propose("Ros", first))
    table.all_vote(table.propose("Idris", MARROW))
    aside = table.propose("Maud", Face("Slugs for all"))
    table.vote("Ros", aside, "against", "Too many")
    table.vote("Idris", aside)
    archive_version(table.deck.pk, by=table.ids["Ros"], key=None, name="First evening")
    return table


def breaches() -> list[str]:
    """Everything that could be changed and must not."""
    table = an_evening()
    entries = Entry.objects.filter(stream_id=table.deck.stream_id)
    versions = rows.Version.objects.filter(deck=table.deck)
    faces = rows.Face.objects.filter(digest=SLUG.digest)
    aside = rows.Proposal.objects.filter(deck=table.deck, state="aside")
    accepted = rows.Proposal.objects.filter(deck=table.deck, state="accepted")
    votes = rows.Vote.objects.filter(wording__proposal__deck=table.deck)
    wordings = rows.Wording.objects.filter(proposal__deck=table.deck)
    steps = rows.Change.objects.filter(article__deck=table.deck)
    waiting = table.propose("Ros", SNAIL)
    actions.do(table.deck.pk, Remark(by=table.ids["Ros"], proposal=waiting, text="Slowly, mind."), key=None)
    now = timezone.now()
    last = entries.order_by("-seq").first()
    assert last is not None
    attempts: dict[str, Callable[[], object]] = {
        "an entry's body": lambda: entries.update(body={}),
        "an entry's author": lambda: entries.update(by=None),
        "an entry's kind": lambda: entries.filter(seq=1).update(kind="VoteCast"),
        "an entry's moment": lambda: entries.update(at=now),
        "an entry's number": lambda: entries.filter(seq=last.seq).update(seq=last.seq + 1),
        "a second entry of one number": lambda: Entry.objects.create(
            stream_id=table.deck.stream_id, seq=1, kind="VoteCast", body={}, at=now
        ),
        "a version's manifest": lambda: versions.update(manifest={}),
        "a version's digest": lambda: versions.update(digest="0" * 64),
        "a version's name": lambda: versions.update(name="Another"),
        "a version's maker": lambda: versions.update(by=table.ids["Idris"]),
        "a second version of one number": lambda: rows.Version.objects.create(
            deck=table.deck, number=1, name="", digest="", manifest={}, by_id=table.ids["Ros"], at=now
        ),
        "a face's words": lambda: faces.update(content={"title": "Snail"}),
        "a face's name": lambda: faces.update(digest="0" * 64),
        "other words under cover of a take-down": lambda: faces.update(content={"title": "Snail"}, withdrawn_at=now),
        "a face that an article shows": lambda: faces.delete(),
        "a second vote on one wording": lambda: rows.Vote.objects.create(
            wording=rows.Wording.objects.filter(proposal__deck=table.deck).first(),
            voter_id=table.ids["Ros"], answer="against", at=now,
        ),
        "an entry that goes": lambda: raw("DELETE FROM studio_entry WHERE stream_id = %s", table.deck.stream_id),
        "a version that goes": lambda: raw("DELETE FROM cards_version WHERE deck_id = %s", table.deck.pk),
        "a face that nothing shows": lambda: raw("DELETE FROM cards_face WHERE digest = %s", SNAIL.digest),
        "a vote that goes": lambda: raw("DELETE FROM cards_vote WHERE voter_id = %s", table.ids["Ros"]),
        "a remark that goes": lambda: rows.Remark.objects.filter(proposal__deck=table.deck).delete(),
        "a remark's words": lambda: rows.Remark.objects.filter(proposal__deck=table.deck).update(text="Never."),
        "whose remark it was": lambda: raw("UPDATE cards_remark SET by_id = %s", table.ids["Maud"]),
        "a step of a card's life that goes": lambda: steps.delete(),
        "what a card once was": lambda: steps.update(face=MARROW.digest),
        "whose step it was": lambda: steps.update(by=table.ids["Maud"]),
        "a wording that goes": lambda: wordings.filter(proposal__number=waiting).delete(),
        "a proposal that goes": lambda: aside.delete(),
        "a deck that goes before its log": lambda: table.deck.delete(),
        "a log and all that it tells": lambda: table.deck.stream.delete(),
        "the words of a wording": lambda: wordings.update(changes=[]),
        "whose wording it was": lambda: wordings.update(by=table.ids["Maud"]),
        "whose vote it was": lambda: votes.filter(voter=table.ids["Maud"]).update(voter=table.ids["Idris"]),
        "which wording a vote was for": lambda: votes.update(wording=wordings.get(proposal__number=waiting)),
        "what became of it": lambda: aside.update(state="accepted"),
        "a settled one that is open again": lambda: accepted.update(state="open"),
        "why it was set aside": lambda: aside.update(why_aside="nobody_left"),
        "whose proposal it was": lambda: aside.update(by=table.ids["Ros"]),
        "whose an open one is": lambda: raw(
            "UPDATE cards_proposal SET by_id = %s WHERE state = 'open'", table.ids["Maud"]
        ),
    }  # fmt: skip
    if connection.vendor == "sqlite":
        attempts |= {
            f"another row in the place of one of {table}": partial(replaced, table, **words)
            for table, words in {
                "studio_entry": {"body": "{}"}, "cards_version": {"name": "Another"}, "cards_vote": {"answer": "for"},
                "cards_wording": {"changes": "[]"}, "cards_proposal": {"state": "accepted"},
                "cards_face": {"content": "{}"}, "cards_remark": {"text": "Never."}, "cards_change": {"copies": "9"},
            }.items()
        }  # fmt: skip
    if connection.vendor == "postgresql":
        attempts |= {
            "a vote on what is settled": lambda: votes.filter(wording__proposal__state="aside").update(answer="for"),
            **{
                f"all of {name}": partial(raw, f"TRUNCATE {name} CASCADE")
                for name in (
                    "studio_entry",
                    "cards_version",
                    "cards_face",
                    "cards_vote",
                    "cards_remark",
                    "cards_change",
                    "cards_deck",
                    "studio_group",
                )
            },
        }
    found = [what for what, attempt in attempts.items() if not _is_refused(attempt)]
    return [*found, *complaints(table.deck.pk)]


def raw(sql: str, *given: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, given)


def replaced(table: str, **words: str) -> None:
    """Write the first row of `table` anew with other words. Nothing came of it: a refusal too."""
    with connection.cursor() as cursor:
        columns = [column.name for column in connection.introspection.get_table_description(cursor, table)]
        told = ", ".join(f"'{words[name]}'" if name in words else name for name in columns)
        cursor.execute(f"SELECT * FROM {table}")
        before = cursor.fetchall()
        cursor.execute(f"INSERT OR REPLACE INTO {table} ({', '.join(columns)}) SELECT {told} FROM {table} LIMIT 1")
        cursor.execute(f"SELECT * FROM {table}")
        if cursor.fetchall() == before:
            raise DatabaseError("nothing came of it")


def after_a_deck_goes() -> list[str]:
    """A deck that is put away by everybody's vote, guests who are swept, and a deck that is erased by the host."""
    table = an_evening()
    stranger = Person.objects.create(name="Passing")
    Person.objects.filter(pk=stranger.pk).update(created_at=timezone.now() - timedelta(days=60))
    wrong = [] if sweep_people() >= 1 else ["a stranger stays for ever"]
    made = actions.propose(table.deck.pk, by=table.ids["Ros"], key=None, changes=(DeleteDeck(),), sort="members")
    table.all_vote(made.result["proposal"])
    table.deck.refresh_from_db()
    if table.deck.deleted_at is None:
        wrong.append("a deck cannot be put away")
    wrong += complaints(table.deck.pk)
    streams = Entry.objects.filter(stream_id=table.deck.stream_id)
    with transaction.atomic():
        with lowered():
            table.deck.stream.delete()
        if streams.exists() or rows.Deck.objects.filter(pk=table.deck.pk).exists():
            wrong.append("what the host erases stays")
        if not _is_refused(lambda: raw("DELETE FROM cards_face WHERE digest = %s", MARROW.digest)):
            wrong.append("the walls stay down")
        transaction.set_rollback(True)
    if not streams.exists() or not _is_refused(streams.delete):
        wrong.append("the walls stay down when nothing came of it")
    return wrong


def _is_refused(attempt: Callable[[], object]) -> bool:
    try:
        with transaction.atomic():
            attempt()
    except DatabaseError:
        return True
    return False


def after_a_take_down() -> list[str]:
    """A face that two decks show is taken down, twice: the words are gone everywhere, numbers and digests stay."""
    table, other = an_evening(LEECH), an_evening(LEECH)
    before = [(v.digest, v.manifest) for v in rows.Version.objects.order_by("pk")]
    told = [actions.take_down(LEECH.digest, why="Asked by its maker") for _ in range(2)]
    row = rows.Face.objects.get(digest=LEECH.digest)
    wrong = []
    if told != [2, 2]:
        wrong.append(f"{told} decks were told")
    if row.content != {} or row.withdrawn_at is None or row.withdrawn_why != "Asked by its maker":
        wrong.append("the words are still there")
    if table.article(Ref("card", 1)).face_id != LEECH.digest or not table.article(Ref("card", 1)).in_force:
        wrong.append("the card lost its number or its digest")
    if [(v.digest, v.manifest) for v in rows.Version.objects.order_by("pk")] != before:
        wrong.append("a version changed")
    if store.faces_of([LEECH.digest])[LEECH.digest].title != "Withdrawn":
        wrong.append("the face does not say that it was withdrawn")
    if not _is_refused(lambda: rows.Face.objects.filter(digest=LEECH.digest).update(content={"title": "Leech"})):
        wrong.append("withdrawn words can be put back")
    for one in (table, other):
        table_wrong = [words for words in complaints(one.deck.pk) if not words.startswith("face ")]
        wrong += table_wrong
        one.all_vote(one.repeal("Ros", Ref("card", 1)))  # it goes on being a card of the deck
        wrong += complaints(one.deck.pk)
    return wrong


def after_people_go() -> list[str]:
    """Renamed, forgotten, removed: not one byte of the log or of a version differs."""
    table = an_evening()
    versions = rows.Version.objects.filter(deck=table.deck)
    log = Entry.objects.filter(stream_id=table.deck.stream_id).order_by("seq")
    before = [*log.values_list("seq", "kind", "body", "by_id", "at")]
    named = [*versions.values_list("digest", "manifest", "by_id", "at")]
    faces = {*rows.Face.objects.values_list("digest", flat=True)}
    ros, idris, maud = (Member.objects.get(pk=table.ids[name]) for name in ("Ros", "Idris", "Maud"))
    people.rename(person_id=maud.person_id, name="Maud the Second", colour="#8a2f2f", shape="hex")
    people.remove(group_id=table.group.pk, by=ros.pk, member_id=maud.pk)
    people.forget_me(person_id=idris.person_id)
    people.forget_me(person_id=ros.person_id)
    wrong = []
    if [*log.values_list("seq", "kind", "body", "by_id", "at")][: len(before)] != before:
        wrong.append("the log differs")
    if [*versions.values_list("digest", "manifest", "by_id", "at")] != named:
        wrong.append("a version differs")
    if {*rows.Face.objects.values_list("digest", flat=True)} != faces:
        wrong.append("a face differs")
    if "Idris" in str([*log.values_list("body", flat=True)]):
        wrong.append("the log holds a name")
    return [*wrong, *complaints(table.deck.pk)]
