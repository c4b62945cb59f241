"""A deck comes back with its whole history: the facts of its log, at their moments, by the same people.

The people are members of a new group; nobody can be them until somebody in the group vouches. Only the host does
this, from a file that `cards.formats.history` has found to hold together.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import groupby

from django.db import transaction

from cards import models as rows
from cards.actions.carried_pictures import keep_carried
from cards.actions.import_deck import Brought
from cards.actions.pictures import show_pictures
from cards.actions.slugs import choose_slug, new_slug
from cards.formats.renumber import renumbered
from cards.formats.values import DeckListing, Diagnostic, History, PastEntry, Somebody
from cards.rules import events as e
from cards.rules.deck import Deck
from cards.rules.evolve import fold
from cards.storage import store
from studio.kernel.messages import message, series
from studio.kernel.refusals import Refused
from studio.live.clock import as_of, database_now
from studio.log.commit import Uncommitted, commit
from studio.models import SHAPES, Group, Member, Person, Stream
from studio.people.names import DEFAULT_COLOUR, DEFAULT_SHAPE


def restore(listing: DeckListing, *, slug: str = "") -> Brought:
    """The deck of a listing with its history. Raises Refused: history.would_withdraw, import.slug*."""
    assert listing.history is not None
    _refuse_to_withdraw(listing.history)
    keep_carried(listing)
    with transaction.atomic():
        group = Group.objects.create(name=listing.title)
        ids = {person.id: _member(group, person) for person in listing.history.people}
        history, versions = renumbered(listing.history, ids)
        deck = _row(group, listing.title, history)
        faces = store.keep_faces(history.faces)
        _keep_withdrawn(history)
        value = Deck()
        for moment, by, facts in _turns(history.entries):
            with as_of(moment):
                value = _replay(deck, value, by, facts)
                show_pictures(deck.pk, facts, faces)
        if value.batch is not None:  # its cards are nobody's business, and did not come along
            off = e.BatchCalledOff(value.batch.number, value.batch.by)
            value = _replay(deck, value, value.batch.by, (off,))
        _see_off(group, history, value)
        if slug:
            choose_slug(deck, slug)
    deck.refresh_from_db()
    return Brought(deck, _said(versions))


def _replay(deck: rows.Deck, before: Deck, by: int | None, facts: tuple[e.Event, ...]) -> Deck:
    """One turn of the stream: what was decided then is only written down now."""

    def work(stream: Stream, now: datetime) -> Uncommitted:
        store.project(deck, before, facts, now, stream.head + 1)
        return Uncommitted(facts, {})

    commit(deck.stream_id, by=by, key=None, asked="restore", work=work)
    return fold(before, facts)


def _turns(entries: tuple[PastEntry, ...]) -> Iterator[tuple[datetime, int | None, tuple[e.Event, ...]]]:
    """Entries of one moment and one member belong together."""
    for (at, by), group in groupby(entries, key=lambda entry: (entry.at, entry.by)):
        yield datetime.fromisoformat(at), by, tuple(entry.event for entry in group)


def _member(group: Group, person: Somebody) -> int:
    row = Person.objects.create(
        name=person.name,
        colour=person.colour or DEFAULT_COLOUR,
        shape=person.shape if person.shape in SHAPES else DEFAULT_SHAPE,
    )
    return Member.objects.create(group=group, person=row).pk


def _row(group: Group, title: str, history: History) -> rows.Deck:
    began = datetime.fromisoformat(history.entries[0].at) if history.entries else database_now()
    stream = Stream.objects.create(kind="deck", group=group)
    return rows.Deck.objects.create(
        group=group, stream=stream, slug=new_slug(title), title=title, created_at=began, changed_at=began
    )


def _see_off(group: Group, history: History, value: Deck) -> None:
    """Who had left by the end has left here too; the longest-standing of the others is the steward."""
    joined = {
        event.by if isinstance(event, e.DeckStarted) else event.member: entry.at
        for entry in history.entries
        if isinstance(event := entry.event, e.DeckStarted | e.MemberJoined)
    }
    for member, at in joined.items():
        Member.objects.filter(pk=member).update(joined_at=datetime.fromisoformat(at))
    Member.objects.filter(group=group).exclude(pk__in=value.members).update(left_at=database_now())
    first = Member.objects.filter(group=group, left_at__isnull=True).order_by("joined_at", "pk").first()
    if first is not None:
        Member.objects.filter(pk=first.pk).update(is_steward=True)


def _keep_withdrawn(history: History) -> None:
    now = database_now()
    missing = [rows.Face(digest=digest, content={}, withdrawn_at=now) for digest in history.withdrawn]
    rows.Face.objects.bulk_create(missing, ignore_conflicts=True)


def _refuse_to_withdraw(history: History) -> None:
    """A take-down is for the whole site, so a file may not bring one for words that stand here."""
    named = {*history.withdrawn, *(x.event.face for x in history.entries if isinstance(x.event, e.FaceWithdrawn))}
    if rows.Face.objects.filter(digest__in=named, withdrawn_at__isnull=True).exists():
        raise Refused("history.would_withdraw")


def _said(versions: tuple[int, ...]) -> tuple[Diagnostic, ...]:
    if not versions:
        return ()
    text = message(
        "A Special Rule names a member, and members have other ids here: version {versions} has a new digest.",
        versions=series(versions, "comma"),
    )
    return (Diagnostic(None, "history.digests", text),)
