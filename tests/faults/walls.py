"""Attempts on what never changes, made past all our code, in the database itself. Each breach in words."""

from __future__ import annotations

from collections.abc import Callable

from django.db import DatabaseError, transaction
from django.utils import timezone

from cards import actions, store
from cards import models as rows
from cards.rules.deck import Ref
from cards.rules.face import Face
from studio import actions as people
from studio.models import Entry, Member
from tests.faults.oracles import complaints
from tests.table import SLUG, Table

LEECH = Face("Leech", "Thing — Pest", "It knows your name.")
MARROW = Face("Prize Marrow", "Thing — Vegetable", "Worth a rosette.")


def an_evening(first: Face = SLUG) -> Table:
    """Two cards in force, a version in the archive, and one card set aside with its reason."""
    table = Table("Ros", "Idris", "Maud")
    table.all_vote(table.propose("Ros", first))
    table.all_vote(table.propose("Idris", MARROW))
    aside = table.propose("Maud", Face("Slugs for all"))
    table.vote("Ros", aside, "against", "Too many")
    table.vote("Idris", aside)
    actions.archive_version(table.deck.pk, by=table.ids["Ros"], key=None, name="First evening")
    return table


def breaches() -> list[str]:
    """Everything that could be changed and must not."""
    table = an_evening()
    entries = Entry.objects.filter(stream_id=table.deck.stream_id)
    versions = rows.Version.objects.filter(deck=table.deck)
    faces = rows.Face.objects.filter(digest=SLUG.digest)
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
    }  # fmt: skip
    found = [what for what, attempt in attempts.items() if not _is_refused(attempt)]
    return [*found, *complaints(table.deck.pk)]


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
