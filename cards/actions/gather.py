"""A private deck of one's own out of the cards that somebody wrote in public decks: credits kept, nothing else of them.

It is nobody's fork: its sources stand beside each other, and each is kept with its title, its licence and whoever wrote
or reworded what came along. Faces keep their digests, so what is taken down there is taken down here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.http import Http404

from cards import models as rows
from cards.actions.start import start_deck
from cards.rules.deck import Details, Ref, Source
from cards.rules.forking import PEOPLE_MAX
from cards.rules.gathering import Gathered, check_gathered
from cards.storage import store
from cards.storage.gathered import gathered, seats_ever, streams_of, written_by
from studio import actions as people
from studio.kernel.refusals import Refused
from studio.log.commit import Uncommitted, commit
from studio.log.committed import Committed, asked_before
from studio.models import Person, Stream
from studio.people.devices import Caller


def gather_home(
    maker: Person, *, who: Caller, title: str, key: str, browser: str, person: Callable[[], int]
) -> Committed:
    """Result: {"slug", "person", "browser"}, as a fork's. `person` says who they are, asked only when there is
    something for them.

    All decks in which they had a hand are locked, in one order: none is hidden, and no words are taken down, between
    looking and making. Whichever of them has the answer for a form that is sent twice gives it; a new one goes to the
    first. Raises Refused (gather.nothing, details.*, name.*, join.groups_many), and Http404 where the maker shows
    nothing, any more.
    """
    seats = seats_ever(maker.pk)
    with transaction.atomic():
        streams = streams_of(seats)
        if not streams:
            raise Refused("gather.nothing")
        list(Stream.objects.select_for_update().filter(pk__in=streams).order_by("pk").values_list("pk"))

        def work(stream: Stream, now: datetime) -> Uncommitted:
            if not Person.objects.filter(pk=maker.pk, maker_key__isnull=False).exists():
                raise Http404
            come = gathered(seats, who.person_id)
            check_gathered(come)
            me = person()
            return Uncommitted((), {"slug": _made(come, seats, me, title).slug, "person": me, "browser": browser})

        # They may have had a hand in an older deck since: its log is the first one now, and knows of no answer.
        stream = asked_before(streams, key) or streams[0]
        return commit(stream, by=None, key=key, asked={"gather": maker.pk, "title": title}, work=work)


def _made(come: Gathered, seats: frozenset[int], me: int, title: str) -> rows.Deck:
    faces = store.faces_of(card.face for card in come.cards)
    languages = set(rows.Deck.objects.filter(pk__in=[d.id for d in come.decks]).values_list("language_said", flat=True))
    return start_deck(
        member=people.start_group(person_id=me).pk,
        details=Details(title, players_min=0, players_max=0, language=languages.pop() if len(languages) == 1 else ""),
        articles=[
            (Ref("card", number), faces[card.face], card.copies, "") for number, card in enumerate(come.cards, 1)
        ],
        credits=[card.by for card in come.cards],
        lineage=tuple(_sources(come, seats)),
        licence=come.licence,
    )


def _sources(come: Gathered, seats: frozenset[int]) -> Iterator[Source]:
    """Each deck with whoever wrote and reworded what comes along of it, as far as its versions tell. One statement."""
    told = rows.Change.objects.filter(
        article__in=written_by(seats).values("article_id"), at__lte=F("article__deck__archived_at"),
        kind__in=("added", "amended"), by_id__isnull=False, article__kind="card",
    ).order_by("at", "pk")  # fmt: skip
    along = {(card.deck, card.number) for card in come.cards}
    wrote: dict[int, dict[int, None]] = {}
    for deck_id, number, by in told.values_list("article__deck_id", "article__number", "by_id"):
        if by is not None and (deck_id, number) in along:
            wrote.setdefault(deck_id, {})[by] = None
    for deck in come.decks:
        makers = tuple(wrote.get(deck.id, ()))[:PEOPLE_MAX]
        yield Source(title=deck.title, licence=deck.licence, makers=makers)
