"""One command on one deck, from the lock to the rows: what every verb of a deck comes down to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import F, QuerySet

from cards import models as rows
from cards.actions.pictures import show_pictures
from cards.actions.slugs import follow_title
from cards.face.face import Face
from cards.pictures import shelf
from cards.printing.queue import jobs
from cards.rules import events as e
from cards.rules.change_checks import fold_title
from cards.rules.command import Command, MemberCommand, Moment
from cards.rules.deck import ArticleChange, Deck
from cards.rules.limits import TITLE_MAX, clean_line
from cards.storage import batch_rows, drawings, memory, store
from cards.storage.proposal_rows import as_stored
from cards.venues import voting_here_and_away
from cards.verbs.decide import decide
from cards.verbs.proposing import faces_in
from cards.verbs.registry import BY_COMMAND
from studio.kernel.codec import can_be_kept
from studio.kernel.refusals import Refused
from studio.log.commit import Uncommitted, commit
from studio.log.committed import Committed
from studio.models import Stream
from studio.ports import TABLES
from studio.speed.prepared import prepared

_DIGEST = re.compile(r"[0-9a-f]{64}")


def carry_out(
    deck_id: int, command: Command, *, by: int | None, key: str | None, faces: Iterable[Face] = (),
    members_before: int | None = None, drawn_by: int | None = None,
) -> Committed:  # fmt: skip
    stream_id = _stream_of.one(deck_id)
    given = {face.digest: face for face in faces}

    def work(stream: Stream, now: datetime) -> Uncommitted:
        row = _deck.one(deck_id)
        value = memory.load(row, stream)
        if members_before is not None:
            value = BY_COMMAND[type(command)].before(value, command)
        moment = _moment(row, value, command, by, now, given)
        facts = decide(value, command, moment)
        batch_rows.write(row, moment, command, facts, now)
        if facts:
            # Only now, and only what was looked at: what was refused need not even be storable.
            written = [given[digest] for digest in BY_COMMAND[type(command)].written(command, facts) if digest in given]
            if written:
                if by is not None and (heavy := drawings.heavy_ones(written)):
                    drawings.keep_count(row.pk, drawn_by or by, heavy, now)
                store.keep_faces(written)
            turned = store.keep_faces(batch_rows.faces_turned(row.pk, value.last_batch, facts))
            after = store.project(row, value, facts, now, stream.head + 1)
            show_pictures(row.pk, facts, {**moment.faces, **turned})
            memory.follow(stream, stream.head + len(facts), after)
            if value.details.title not in ("", row.title):
                follow_title(row)
            TABLES.get().deck_changed(deck_id, facts, now)
            if any(isinstance(fact, e.DeckDeleted) for fact in facts):
                jobs.cancel_all(deck_id)
        return Uncommitted(facts, _result(facts))

    return commit(stream_id, by=by, key=key, asked=command, work=work)


def do(deck_id: int, command: MemberCommand, *, key: str | None, faces: Iterable[Face] = ()) -> Committed:
    """What a member asks, where that is one command (cards/verbs/). `faces` are new ones that it names by digest."""
    return carry_out(deck_id, command, by=command.by, key=key, faces=faces)


@prepared
def _stream_of(deck_id: int) -> QuerySet[rows.Deck, int]:
    return rows.Deck.objects.filter(pk=deck_id).values_list("stream_id", flat=True)


@prepared
def _deck(deck_id: int) -> QuerySet[rows.Deck]:
    return rows.Deck.objects.filter(pk=deck_id)


def _moment(
    row: rows.Deck, value: Deck, command: Command, acting: int | None, now: datetime, given: dict[str, Face]
) -> Moment:
    here, away = voting_here_and_away(row.pk, row.stream_id, value.members, now)
    if acting is not None:  # whoever acts is here, whatever their lease says
        here, away = here | {acting}, {member: since for member, since in away.items() if member != acting}
    needed = set(_digests(command, value)) - given.keys()
    if strange := {name for name in needed if not _DIGEST.fullmatch(name)}:
        raise Refused("face.none", face=sorted(strange)[0][:64])  # not even asked for: it may hold anything
    faces = {**given, **store.faces_of(needed)} if needed else given
    if missing := needed - faces.keys():
        raise Refused("face.none", face=sorted(missing)[0])
    if (face := BY_COMMAND[type(command)].makes(value, command, faces)) is not None:
        given[face.digest] = face
        faces = {**faces, face.digest: face}
    taken, pictures = _taken(row, value, command, faces), _pictures(row, command, faces)
    secrets = batch_rows.secrets_for(row.pk, value, command)
    reach, aside = _reach(row, value, command), _asked_before(row, value, command)
    played = BY_COMMAND[type(command)].not_played and TABLES.get().venue_of(row.pk) is not None
    return Moment(int(now.timestamp()), here, away, faces, taken, reach, pictures, secrets, aside, played)


def _asked_before(row: rows.Deck, value: Deck, command: Command) -> int | None:
    """Whoever writes the same anew asks again, as whoever presses for it does. Here, with the lock: a request that is
    sent twice is still the same one."""
    asked_for = BY_COMMAND[type(command)].anew(value, command)
    if not asked_for:
        return None
    changes = as_stored(asked_for)
    if not can_be_kept(changes):
        return None  # so nobody has asked for that; the rules refuse it
    asked = rows.Wording.objects.filter(changes=changes, number=F("proposal__wording"))
    before = asked.filter(proposal__deck=row, proposal__state="aside").order_by("-proposal__number")
    return before.values_list("proposal__number", flat=True).first()


def _pictures(row: rows.Deck, command: Command, faces: Mapping[str, Face]) -> Mapping[str, tuple[int, int]] | None:
    """Asked only for who puts a card on the table that shows one."""
    verb = BY_COMMAND[type(command)]
    if not verb.shows_pictures:
        return None
    assert isinstance(command, MemberCommand)
    shown = {face.picture.digest for face in faces.values() if face.picture}
    known = shelf.known_to(command.by, row.pk, shown)
    other = verb.pictures_of(command)
    return known if other is None else {**known, **shelf.known_to(command.by, other, shown)}


def _reach(row: rows.Deck, value: Deck, command: Command) -> frozenset[int] | None:
    """Asked only for what changes a card that is there."""
    changes = BY_COMMAND[type(command)].changes(value, command)
    if not any(isinstance(change, ArticleChange) and change.article.kind == "card" for change in changes):
        return None
    assert isinstance(command, MemberCommand)
    return TABLES.get().reach_of(row.pk, command.by)


def _digests(command: Command, value: Deck) -> Iterable[str]:
    """Every face that the command, or an acceptance in consequence of it, looks into."""
    for waiting in value.proposals.values():
        yield from faces_in(value, waiting.wording.changes)
    yield from BY_COMMAND[type(command)].faces(value, command)
    yield from (card.face for card in batch_rows.lying_faces(value, command))


def _taken(row: rows.Deck, value: Deck, command: Command, faces: dict[str, Face]) -> frozenset[tuple[str, str]]:
    """Titles in force among those that the command would add."""
    added = {card.face for card in batch_rows.lying_faces(value, command)}
    added.update(BY_COMMAND[type(command)].adds(value, command))
    if not added:
        return frozenset()
    titles = {faces[digest].title for digest in added}
    # A title that will be refused for its characters is not looked for: a database may not even bear the question.
    wanted = {fold_title(title) for title in titles if len(title) <= TITLE_MAX and clean_line(title) == title}
    found = rows.Article.objects.filter(deck=row, in_force=True, title_key__in=wanted).values_list("kind", "title_key")
    return frozenset((kind, title) for kind, title in found)


def _result(facts: tuple[Any, ...]) -> dict[str, Any]:
    """What the asker is told: the numbers that were given."""
    result: dict[str, Any] = {}
    for fact in facts:
        match fact:
            case e.ProposalMade(number=number):
                result["proposal"] = number
            case e.VersionArchived(number=number):
                result["version"] = number
            case e.ProposalAccepted(number=number):
                result["accepted"] = number
    return result
