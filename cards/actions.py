"""What members do with a deck. Each verb commits on the stream once and answers with what came of it.

`by` is a member id, `key` a request key (see studio/log/commit.py). Raises Refused(code).
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import F
from django.utils.text import slugify

from cards import models as rows
from cards.face.face import Face
from cards.rules import commands as c
from cards.rules import events as e
from cards.rules.change_checks import fold_title
from cards.rules.commands import Moment
from cards.rules.decide import decide
from cards.rules.decision import Answer
from cards.rules.deck import (
    Amend,
    ArticleChange,
    BallotSort,
    Change,
    Create,
    Deck,
    Details,
    Ref,
    Restore,
    SetKit,
    Source,
)
from cards.rules.details import check_details
from cards.rules.evolve import fold
from cards.rules.kit import DVORAK, Kit
from cards.rules.limits import TITLE_MAX, clean_line
from cards.storage import store
from cards.venues import voting_here_and_away
from studio.kernel.codec import digest, from_plain
from studio.kernel.refusals import Refused
from studio.live.clock import database_now
from studio.log.commit import Committed, Written, commit
from studio.models import Group, Member, Stream
from studio.people import membership
from studio.ports import TABLES, Identity

log = logging.getLogger(__name__)

_DIGEST = re.compile(r"[0-9a-f]{64}")
SLUG_TAIL = 4  # random characters: an address never says whether a title is taken


# --- starting ---------------------------------------------------------------------------------------------------------


def start_deck(
    *, member: int, details: Details, articles: Iterable[tuple[Ref, Face, int, str]] = (),
    credits: Sequence[int | None] = (), makers: Sequence[str] = (), lineage: tuple[Source, ...] = (),
    licence: str = "", kit: Kit = DVORAK,
) -> rows.Deck:  # fmt: skip
    """A new deck of the member's group, perhaps with articles that come with it. (number, face, copies, side) each.

    `credits` says who wrote each of them, when it was not the member; `makers` names those who are nobody here;
    `lineage` is the decks that they come from.
    """
    details = check_details(details)
    brought = tuple(articles)
    faces = {face.digest: face for _, face, _, _ in brought}
    origin = lineage[0].origin if lineage else ""
    founder = Member.objects.get(pk=member)
    # Under the group's lock nobody joins or leaves unseen: every deck is told of everybody.
    with membership.locked(founder.group_id) as group:
        deck = _new_row(group, details)
        entering = tuple((ref, face.digest, copies, side) for ref, face, copies, side in brought)

        def work(stream: Stream, now: datetime) -> Written:
            facts: list[e.Event] = []
            value = Deck()
            moment = Moment(_seconds(now), faces=faces)
            commands: list[c.Command] = [c.StartDeck(member, details, origin, licence, kit, lineage)]
            commands += [c.JoinDeck(m) for m in store.members_of(group.pk) if m != member]
            if entering:
                commands.append(c.BringIn(member, entering, tuple(credits), tuple(makers)))
            for command in commands:
                step = decide(value, command, moment)
                if isinstance(command, c.BringIn):
                    store.keep_faces(faces.values())
                store.project(deck, value, step, now, stream.head + 1 + len(facts))
                value = fold(value, step)
                facts += step
            return Written(facts, {"slug": deck.slug})

        commit(deck.stream_id, by=member, key=None, asked="start", work=work)
    return deck


def _new_row(group: Group, details: Details) -> rows.Deck:
    stream = Stream.objects.create(kind="deck", group=group)
    now = database_now()
    return rows.Deck.objects.create(
        group=group, stream=stream, slug=new_slug(details.title), title=details.title, created_at=now, changed_at=now
    )


def new_slug(title: str) -> str:
    """The title and four random characters."""
    tail = "".join(secrets.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(SLUG_TAIL))
    return f"{slugify(title)[:60].strip('-') or 'deck'}-{tail}"


# --- the creative vote ------------------------------------------------------------------------------------------------


def propose(
    deck_id: int,
    *,
    by: int,
    key: str | None,
    changes: tuple[Change, ...],
    faces: Iterable[Face] = (),
    sort: BallotSort = "room",
    source: int | None = None,
) -> Committed:
    """Put changes to the table. `faces` are the new ones that the changes name by digest. Result: {"proposal": n}."""
    return _act(deck_id, c.Propose(by, changes, sort, source), by=by, key=key, faces=faces)


def bring_in(
    deck_id: int, *, by: int, key: str | None, articles: Iterable[tuple[Ref, Face, int, str]],
    makers: Sequence[str] = (), lineage: tuple[Source, ...] = (), licence: str = "",
) -> Committed:  # fmt: skip
    """Articles that come with a list, before anything was voted on. (number, face, copies, side) each.

    `makers` names who wrote each, as the list does; "" is whoever brings it in. Cards of a fork come with its lineage,
    and then with its licence.
    """
    brought = tuple(articles)
    entering = tuple((ref, face.digest, copies, side) for ref, face, copies, side in brought)
    credits = tuple(None if maker else by for maker in makers)
    command = c.BringIn(by, entering, credits, tuple(makers), lineage, licence if lineage else "")
    return _act(deck_id, command, by=by, key=key, faces=(face for _, face, _, _ in brought))


def reword(
    deck_id: int, *, by: int, key: str | None, proposal: int, wording: int, changes: tuple[Change, ...],
    faces: Iterable[Face] = (),
) -> Committed:  # fmt: skip
    return _act(deck_id, c.Reword(by, proposal, wording, changes), by=by, key=key, faces=faces)


def repropose(deck_id: int, *, by: int, key: str | None, proposal: int) -> Committed:
    """Ask again, as it was: the same changes, on the faces that are current now."""
    row = rows.Proposal.objects.filter(deck_id=deck_id, number=proposal).first()
    if row is None:
        raise Refused("proposal.none", proposal=proposal)
    if row.state not in ("aside", "withdrawn"):
        raise Refused("proposal.not_aside", proposal=proposal)
    current = dict(
        ((kind, number), face)
        for kind, number, face in rows.Article.objects.filter(deck_id=deck_id).values_list("kind", "number", "face_id")
    )
    kit = digest(from_plain(Kit, rows.Deck.objects.values_list("kit", flat=True).get(pk=deck_id)))
    changes = tuple(
        replace(ch, on=current.get((ch.article.kind, ch.article.number), ch.on))
        if isinstance(ch, ArticleChange)
        else replace(ch, was=kit)
        if isinstance(ch, SetKit)
        else ch
        for ch in changes_of(row)
    )
    return propose(deck_id, by=by, key=key, changes=changes, sort=row.sort, source=proposal)  # type: ignore[arg-type]


def withdraw(deck_id: int, *, by: int, key: str | None, proposal: int) -> Committed:
    return _act(deck_id, c.Withdraw(by, proposal), by=by, key=key)


def vote(
    deck_id: int, *, by: int, key: str | None, proposal: int, wording: int, answer: Answer, reason: str = ""
) -> Committed:
    return _act(deck_id, c.CastVote(by, proposal, wording, answer, reason), by=by, key=key)


def go_on_without(deck_id: int, *, by: int, key: str | None, proposal: int, without: int) -> Committed:
    return _act(deck_id, c.GoOnWithout(by, proposal, without), by=by, key=key)


def remark(deck_id: int, *, by: int, key: str | None, proposal: int, text: str) -> Committed:
    return _act(deck_id, c.Remark(by, proposal, text), by=by, key=key)


# --- the deck ---------------------------------------------------------------------------------------------------------


def edit_details(deck_id: int, *, by: int, key: str | None, details: Details) -> Committed:
    """A new title brings a new address; the old one redirects."""
    return _act(deck_id, c.EditDetails(by, details), by=by, key=key)


def archive_version(deck_id: int, *, by: int, key: str | None, name: str, notes: str = "") -> Committed:
    """Result: {"version": n}."""
    return _act(deck_id, c.ArchiveVersion(by, name, notes), by=by, key=key)


def take_down(face: str, *, why: str) -> int:
    """Withdraw a face's words wherever they stand; number and digest stay. How many decks showed it."""
    if not rows.Face.objects.filter(digest=face).exists():
        raise Refused("face.none")
    told: set[int] = set()
    # Asked again afterwards: whoever forked one of these decks meanwhile had the words still.
    while ids := sorted(_showing(face) - told):
        for deck_id in ids:
            _act(deck_id, c.TakeDown(face, why), by=None, key=None)
        told |= set(ids)
    return len(told)


def _showing(face: str) -> set[int]:
    decks = rows.Deck.objects.filter(articles__changes__face=face).distinct()
    return set(decks.values_list("pk", flat=True)) | _proposing(face)


def _proposing(face: str) -> set[int]:
    """Decks in which the face was only ever proposed."""
    return set(rows.Wording.objects.filter(changes__icontains=face).values_list("proposal__deck_id", flat=True))


# --- people -----------------------------------------------------------------------------------------------------------


def follow_membership(group_id: int, member_id: int, what: str, at: datetime) -> None:
    """Called inside the transaction in which somebody joined, left or was removed (studio/people/membership.py)."""
    for deck_id in rows.Deck.objects.filter(group_id=group_id).order_by("pk").values_list("pk", flat=True):
        if what == "merged":
            continue  # told as who they are: follow_identity
        if what == "joined":
            _act(deck_id, c.JoinDeck(member_id), by=member_id, key=None, members_before=member_id)
        else:
            _act(deck_id, c.LeaveDeck(member_id, what == "removed"), by=member_id, key=None, members_before=member_id)


def follow_identity(told: Identity) -> None:
    """Called by studio inside the transaction in which somebody was taken for an older member, or was not."""
    by = told.by[0] if told.by else None
    for deck_id in rows.Deck.objects.filter(group_id=told.group_id).order_by("pk").values_list("pk", flat=True):
        match told.what:
            case "merged":
                merge = c.MergeMember(told.member, told.into, told.by)
                _act(deck_id, merge, by=told.member, key=None, members_before=told.member)
            case "parted":
                part = c.PartMember(told.member, told.into, by, _votes_since(deck_id, told.into, told.since))
                _act(deck_id, part, by=by, key=None, members_before=told.member)
            case "refused" if by is not None:
                _act(deck_id, c.RefuseClaim(told.member, told.into, by), by=by, key=None)


def _votes_since(deck_id: int, member: int, since: datetime) -> tuple[int, ...]:
    """Open proposals on whose wording of now this member has voted since then, but for their own words."""
    open_ones = rows.Vote.objects.filter(
        wording__proposal__deck_id=deck_id, wording__proposal__state__in=store.OPEN, voter_id=member, at__gte=since,
        wording__number=F("wording__proposal__wording"),
    ).exclude(wording__by_id=member)  # fmt: skip
    return tuple(open_ones.order_by("wording__proposal__number").values_list("wording__proposal__number", flat=True))


def settle_due() -> int:
    """Close what fell due and bring up what waits; run by a tick. How many decks were touched."""
    due = rows.Proposal.objects.filter(state="open", deadline__lte=database_now())
    ids = sorted(set(due.values_list("deck_id", flat=True)))
    for deck_id in ids:
        try:
            _act(deck_id, c.SettleDue(), by=None, key=None)
        except Exception:  # one deck that cannot be settled must not hold up the others
            log.exception("deck %s could not be settled; it will be tried again", deck_id)
    return len(ids)


# --- the shell --------------------------------------------------------------------------------------------------------


def _act(
    deck_id: int, command: c.Command, *, by: int | None, key: str | None, faces: Iterable[Face] = (),
    members_before: int | None = None,
) -> Committed:  # fmt: skip
    deck = rows.Deck.objects.only("pk", "stream_id").get(pk=deck_id)
    given = {face.digest: face for face in faces}

    def work(stream: Stream, now: datetime) -> Written:
        row = rows.Deck.objects.get(pk=deck_id)
        value = store.load(row)
        if members_before is not None:
            value = _before(value, command)
        facts = decide(value, command, _moment(row, value, command, by, now, given))
        if facts:
            # Only now, and only what was looked at: what was refused need not even be storable.
            store.keep_faces(given[digest] for digest in _written(command) if digest in given)
            store.project(row, value, facts, now, stream.head + 1)
            _readdress(row, value)
            TABLES.get().deck_changed(deck_id, facts, now)
        return Written(facts, _result(facts))

    return commit(deck.stream_id, by=by, key=key, asked=command, work=work)


def _before(value: Deck, command: c.Command) -> Deck:
    """The group's rows are already as they will be; the deck decides from how they were."""
    if isinstance(command, c.JoinDeck | c.PartMember):
        return replace(value, members=tuple(m for m in value.members if m != command.member))
    if isinstance(command, c.LeaveDeck | c.MergeMember) and command.member not in value.members:
        return replace(value, members=tuple(sorted((*value.members, command.member))))
    return value


def _moment(
    row: rows.Deck, value: Deck, command: c.Command, acting: int | None, now: datetime, given: dict[str, Face]
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
    return Moment(_seconds(now), here, away, faces, _taken(row, command, faces), _reach(row, command))


def _reach(row: rows.Deck, command: c.Command) -> frozenset[int] | None:
    """Asked only for what changes a card that is there."""
    if not isinstance(command, c.Propose | c.Reword):
        return None
    if not any(isinstance(change, ArticleChange) and change.article.kind == "card" for change in command.changes):
        return None
    return TABLES.get().reach_of(row.pk, command.by)


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


def _written(command: c.Command) -> Iterable[str]:
    """The faces that a command puts into words, by digest."""
    match command:
        case c.Propose(changes=changes) | c.Reword(changes=changes):
            return [change.face for change in changes if isinstance(change, Create | Amend)]
        case c.BringIn(articles=articles):
            return [face for _, face, _, _ in articles]
    return ()


def _taken(row: rows.Deck, command: c.Command, faces: dict[str, Face]) -> frozenset[tuple[str, str]]:
    """Titles in force among those that the command would add."""
    if not isinstance(command, c.Propose | c.Reword):
        return frozenset()
    titles = {faces[ch.face].title for ch in command.changes if isinstance(ch, Create)}
    # A title that will be refused for its characters is not looked for: a database may not even bear the question.
    wanted = {fold_title(title) for title in titles if len(title) <= TITLE_MAX and clean_line(title) == title}
    found = rows.Article.objects.filter(deck=row, in_force=True, title_key__in=wanted).values_list("kind", "title_key")
    return frozenset((kind, title) for kind, title in found)


def _readdress(row: rows.Deck, before: Deck) -> None:
    """A new title gets a new address; links to the old one go on working."""
    if before.details.title and row.title != before.details.title:
        rows.FormerSlug.objects.create(deck=row, slug=row.slug)
        row.slug = new_slug(row.title)
        row.save(update_fields=["slug"])


def _result(facts: tuple[Any, ...]) -> dict[str, Any]:
    """What the asker is told: the numbers that were given."""
    result: dict[str, Any] = {}
    for fact in facts:
        match type(fact).__name__:
            case "ProposalMade":
                result["proposal"] = fact.number
            case "VersionArchived":
                result["version"] = fact.number
            case "ProposalAccepted":
                result["accepted"] = fact.number
    return result


def _seconds(at: datetime) -> int:
    return int(at.timestamp())


def changes_of(row: rows.Proposal) -> tuple[Change, ...]:
    """The changes of a proposal's latest wording."""
    wording = rows.Wording.objects.get(proposal=row, number=row.wording)
    return from_plain(tuple[Change, ...], wording.changes)
