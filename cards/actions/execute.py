"""One command on one deck, from the lock to the rows: what every verb of a deck comes down to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import F, QuerySet

from cards import models as rows
from cards.actions.pictures import show_pictures
from cards.actions.slugs import follow_title
from cards.face.face import Face
from cards.pictures import shelf
from cards.printing.queue import jobs
from cards.rules import commands as c
from cards.rules import events as e
from cards.rules.change_checks import fold_title
from cards.rules.command import Moment
from cards.rules.decide import decide
from cards.rules.deck import Amend, ArticleChange, Create, Deck, Restore
from cards.rules.limits import TITLE_MAX, clean_line
from cards.rules.together import taken_face
from cards.storage import batch_rows, drawings, memory, store
from cards.storage.proposal_rows import as_stored
from cards.venues import voting_here_and_away
from studio.kernel.codec import can_be_kept
from studio.kernel.refusals import Refused
from studio.log.commit import Uncommitted, commit
from studio.log.committed import Committed
from studio.models import Stream
from studio.ports import TABLES
from studio.prepared import prepared

_DIGEST = re.compile(r"[0-9a-f]{64}")


def carry_out(
    deck_id: int, command: c.Command, *, by: int | None, key: str | None, faces: Iterable[Face] = (),
    members_before: int | None = None, drawn_by: int | None = None, pictures_of: int | None = None,
) -> Committed:  # fmt: skip
    stream_id = _stream_of.one(deck_id)
    given = {face.digest: face for face in faces}

    def work(stream: Stream, now: datetime) -> Uncommitted:
        row = _deck.one(deck_id)
        value = memory.load(row, stream)
        if members_before is not None:
            value = _before(value, command)
        moment = _moment(row, value, command, by, now, given, pictures_of)
        facts = decide(value, command, moment)
        batch_rows.write(row, moment, command, facts, now)
        if facts:
            # Only now, and only what was looked at: what was refused need not even be storable.
            written = [given[digest] for digest in _written(command, facts) if digest in given]
            if by is not None and (heavy := drawings.heavy_ones(written)):
                drawings.keep_count(row.pk, drawn_by or by, heavy, now)
            store.keep_faces(written)
            turned = store.keep_faces(batch_rows.faces_turned(row.pk, value.last_batch, facts))
            after = store.project(row, value, facts, now, stream.head + 1)
            show_pictures(row.pk, facts, {**moment.faces, **turned})
            memory.follow(stream, stream.head + len(facts), after)
            follow_title(row, value)
            TABLES.get().deck_changed(deck_id, facts, now)
            if any(isinstance(fact, e.DeckDeleted) for fact in facts):
                jobs.cancel_all(deck_id)
        return Uncommitted(facts, _result(facts))

    return commit(stream_id, by=by, key=key, asked=command, work=work)


@prepared
def _stream_of(deck_id: int) -> QuerySet[rows.Deck, int]:
    return rows.Deck.objects.filter(pk=deck_id).values_list("stream_id", flat=True)


@prepared
def _deck(deck_id: int) -> QuerySet[rows.Deck]:
    return rows.Deck.objects.filter(pk=deck_id)


def _before(value: Deck, command: c.Command) -> Deck:
    """The group's rows are already as they will be; the deck decides from how they were."""
    if isinstance(command, c.JoinDeck | c.PartMember):
        return replace(value, members=tuple(m for m in value.members if m != command.member))
    if isinstance(command, c.LeaveDeck | c.MergeMember) and command.member not in value.members:
        return replace(value, members=tuple(sorted((*value.members, command.member))))
    return value


def _moment(
    row: rows.Deck, value: Deck, command: c.Command, acting: int | None, now: datetime, given: dict[str, Face],
    pictures_of: int | None = None,
) -> Moment:  # fmt: skip
    here, away = voting_here_and_away(row.pk, row.stream_id, value.members, now)
    if acting is not None:  # whoever acts is here, whatever their lease says
        here, away = here | {acting}, {member: since for member, since in away.items() if member != acting}
    needed = set(_digests(command, value)) - given.keys()
    if strange := {name for name in needed if not _DIGEST.fullmatch(name)}:
        raise Refused("face.none", face=sorted(strange)[0][:64])  # not even asked for: it may hold anything
    faces = {**given, **store.faces_of(needed)} if needed else given
    if missing := needed - faces.keys():
        raise Refused("face.none", face=sorted(missing)[0])
    if isinstance(command, c.TakeStrokes) and (face := taken_face(value, command, faces)) is not None:
        given[face.digest] = face
        faces = {**faces, face.digest: face}
    taken, pictures = _taken(row, value, command, faces), _pictures(row, command, faces, pictures_of)
    secrets = batch_rows.secrets_for(row.pk, value, command)
    reach, aside = _reach(row, value, command), _asked_before(row, command)
    return Moment(int(now.timestamp()), here, away, faces, taken, reach, pictures, secrets, aside)


def _asked_before(row: rows.Deck, command: c.Command) -> int | None:
    """Whoever writes the same anew asks again, as whoever presses for it does. Here, with the lock: a request that is
    sent twice is still the same one."""
    if not isinstance(command, c.Propose) or command.source is not None:
        return None
    changes = as_stored(command.changes)
    if not can_be_kept(changes):
        return None  # so nobody has asked for that; the rules refuse it
    asked = rows.Wording.objects.filter(changes=changes, number=F("proposal__wording"))
    before = asked.filter(proposal__deck=row, proposal__state="aside").order_by("-proposal__number")
    return before.values_list("proposal__number", flat=True).first()


def _pictures(
    row: rows.Deck, command: c.Command, faces: Mapping[str, Face], also_of: int | None = None
) -> Mapping[str, tuple[int, int]] | None:
    """Asked only for who puts a card on the table that shows one."""
    if not isinstance(command, c.Propose | c.Reword | c.BringIn | c.PutDown):
        return None
    shown = {face.picture.digest for face in faces.values() if face.picture}
    known = shelf.known_to(command.by, row.pk, shown)
    return known if also_of is None else {**known, **shelf.known_to(command.by, also_of, shown)}


def _reach(row: rows.Deck, value: Deck, command: c.Command) -> frozenset[int] | None:
    """Asked only for what changes a card that is there."""
    match command:
        case c.Propose(by=by, changes=changes) | c.Reword(by=by, changes=changes):
            pass
        case c.TakeStrokes(by=by, proposal=number) if number in value.proposals:
            changes = value.proposals[number].wording.changes  # it is worded anew by it
        case _:
            return None
    if not any(isinstance(change, ArticleChange) and change.article.kind == "card" for change in changes):
        return None
    return TABLES.get().reach_of(row.pk, by)


def _digests(command: c.Command, value: Deck) -> Iterable[str]:
    """Every face that the command, or an acceptance in consequence of it, looks into."""
    changes = [change for p in value.proposals.values() for change in p.wording.changes]
    if isinstance(command, c.Propose | c.Reword):
        changes += command.changes
    for change in changes:
        if isinstance(change, Create | Amend):
            yield change.face
        elif isinstance(change, Restore) and change.article in value.articles:
            yield value.articles[change.article].face
    if isinstance(command, c.PutDown | c.SuggestStrokes):
        yield command.face
    if isinstance(command, c.TakeStrokes) and command.proposal in value.proposals:
        for suggestion in value.proposals[command.proposal].suggestions:
            yield from (suggestion.on, suggestion.face)
    yield from (card.face for card in batch_rows.lying_faces(value, command))


def _written(command: c.Command, facts: Iterable[e.Event]) -> Iterable[str]:
    """The faces that a command, which led to these facts, puts into words, by digest."""
    match command:
        case c.SuggestStrokes(face=face):
            return [face]
        case c.TakeStrokes():
            again = [fact.changes for fact in facts if isinstance(fact, e.ProposalReworded)]
            return [ch.face for changes in again for ch in changes if isinstance(ch, Create | Amend)]
        case c.Propose(changes=changes) | c.Reword(changes=changes):
            return [change.face for change in changes if isinstance(change, Create | Amend)]
        case c.BringIn(articles=articles):
            return [face for _, face, _, _ in articles]
    return ()


def _taken(row: rows.Deck, value: Deck, command: c.Command, faces: dict[str, Face]) -> frozenset[tuple[str, str]]:
    """Titles in force among those that the command would add."""
    added = {card.face for card in batch_rows.lying_faces(value, command)}
    if isinstance(command, c.Propose | c.Reword):
        added |= {ch.face for ch in command.changes if isinstance(ch, Create)}
    if isinstance(command, c.PutDown):
        added.add(command.face)
    if isinstance(command, c.TakeStrokes) and command.proposal in value.proposals:
        added |= {ch.face for ch in value.proposals[command.proposal].wording.changes if isinstance(ch, Create)}
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
