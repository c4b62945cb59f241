"""A deck of one's own that begins as another one stands: its cards, Special Rules, kit and licence, none of its votes.

Numbers are kept, so that what one card says of another goes on being true. Faces keep their digests: what is taken down
in one deck is taken down in its forks. The credits are the people of the deck it was forked from, by whatever name they
go. What the new deck keeps of the old one (title, people, licence) is a fact of its own log (`LineageKept`), so the
credit stays when the old one is private or gone (cards/queries/lineage.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from django.http import Http404

from cards import models as rows
from cards.access import Door, stream_door
from cards.actions.start import start_deck
from cards.rules.deck import Ref, Source
from cards.rules.forking import PEOPLE_MAX, Lineage, descend, title_of_fork
from cards.rules.limits import clean_line
from cards.storage import store
from cards.storage.forkable import Forkable, check_forkable, forkable
from studio import actions as people
from studio.log.commit import Uncommitted, commit
from studio.log.committed import Committed
from studio.models import Stream
from studio.people.devices import Caller


def fork(
    door: Door, *, who: Caller, version: int | None, title: str, key: str, browser: str, person: Callable[[], int]
) -> Committed:
    """Fork a version, or (None) what this caller meets on the deck's page. Result: {"slug", "person", "browser"}.

    It is the turn of the deck that is forked, though nothing is written in its log: the same request makes one fork,
    and nothing is taken down meanwhile. `person` says who they are, and is asked only when there is something for
    them; `browser` comes back with the answer, so that who is new here can be known again when they ask twice.
    Raises Refused (fork.*, details.*, name.*, join.groups_many) and Http404 for what they may not see any more.
    """

    def work(stream: Stream, now: datetime) -> Uncommitted:
        here = stream_door(who, stream)
        if here is None:
            raise Http404
        held = forkable(here, version)
        deck = held.deck
        check_forkable(here, held)
        faces = store.faces_of(face for _, face, _, _ in held.lines)
        credits, makers = _credits(deck.pk), _makers(deck.pk)
        lineage = _lineage(here, held, stream, credits, makers)
        me = person()
        made = start_deck(
            member=people.start_group(person_id=me).pk,
            details=replace(store.details_of(deck), title=clean_line(title) or title_of_fork(deck.title)),
            articles=[(ref, faces[face], copies, side) for ref, face, copies, side in held.lines],
            credits=[credits.get(ref) for ref, _, _, _ in held.lines],
            makers=[makers.get(ref, "") for ref, _, _, _ in held.lines],
            lineage=lineage,
            licence=deck.licence,
            kit=held.kit,
        )
        return Uncommitted((), {"slug": made.slug, "person": me, "browser": browser})

    return commit(door.stream_id, by=None, key=key, asked={"fork": version, "title": title}, work=work)


def _lineage(
    door: Door, held: Forkable, stream: Stream, credits: Mapping[Ref, int | None], makers: Mapping[Ref, str]
) -> tuple[Source, ...]:
    """What the fork keeps of where it comes from: its source as it is now, and that one's lineage. One statement."""
    deck = held.deck
    wrote = {member for ref, _, _, _ in held.lines if (member := credits.get(ref)) is not None}
    people = sorted({*store.members_of(deck.group_id), *wrote})[:PEOPLE_MAX]
    named = dict.fromkeys(maker for ref, _, _, _ in held.lines if (maker := makers.get(ref, "")))
    origin = str(Lineage(stream.key, held.version, 0 if held.version else stream.head))
    source = Source(origin, deck.title, deck.licence, tuple(people), tuple(named)[: PEOPLE_MAX - len(people)])
    return descend(source, store.lineage_of(deck), visibility=door.visibility)


def _makers(deck_id: int) -> Mapping[Ref, str]:
    """The makers whose names came with a list."""
    found = rows.Article.objects.filter(deck_id=deck_id).exclude(maker="").values_list("kind", "number", "maker")
    return {Ref(kind, number): maker for kind, number, maker in found}  # type: ignore[arg-type]


def _credits(deck_id: int) -> Mapping[Ref, int | None]:
    """Who wrote each article first, by member id."""
    found = rows.Article.objects.filter(deck_id=deck_id).values_list("kind", "number", "by_id")
    return {Ref(kind, number): by for kind, number, by in found}  # type: ignore[arg-type]
