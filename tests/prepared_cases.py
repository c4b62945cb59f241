"""An evening at which every prepared query is asked; what it asked is then asked again as a plain queryset."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from cards.models import Deck, FormerSlug
from cards.printing.queue.jobs import PrintJob
from play.access import OPEN
from studio.live.catch_up import Audience, Position, Wanted, draw_for
from studio.people.devices import Caller
from studio.speed import prepared
from studio.speed.prepared import PREPARED, Prepared
from tests.visitors import Visitor
from tests.web.table_evening import TableEvening, last_proposal, page, vote, write

Asked = list[tuple[Prepared[..., Any], Callable[..., Any], tuple[Any, ...]]]

Told = tuple[list[str], list[Any]]  # the statements, and what they find


@contextmanager
def noted(asked: Asked) -> Iterator[None]:
    """What is asked meanwhile."""
    ask = Prepared._ask

    def noting(self: Prepared[..., Any], shape: Callable[..., Any], args: Any, named: Any) -> list[Any]:
        asked.append((self, shape, self._signature.bind(*args, **named).args))
        return ask(self, shape, args, named)

    def noting_update(self: Prepared[..., Any], values: Mapping[str, Any], *args: Any, **named: Any) -> int:
        """What is settled is not set again later, so both are done now, and one of them undone."""
        bound = self._signature.bind(*args, **named).args
        with transaction.atomic():
            plain = _asked(lambda: [self.queryset(*bound).update(**values)])
            transaction.set_rollback(True)
        ready = _asked(lambda: [update(self, values, *bound)])
        asked.append((self, partial(_updated, tuple(values), plain, ready), bound))
        return int(ready[1][0])

    update = Prepared.update
    Prepared._ask, Prepared.update = noting, noting_update  # type: ignore[method-assign]
    try:
        yield
    finally:
        Prepared._ask, Prepared.update = ask, update  # type: ignore[method-assign]


def evening(server: str = "testserver") -> Asked:
    """A deck, a game on its draft, a card agreed in the middle of it, everybody's pages; what was asked for it."""
    asked: Asked = []
    with noted(asked):
        at = TableEvening(is_creative=True, server=server).begin()
        write(at, at.ros)
        page(at.ros, f"/decks/{at.deck.slug}/workshop/")
        vote(at, at.idris, "for", key="k1")
        vote(at, at.idris, "for", key="k1")
        for who in (at.ros, at.idris):
            page(who, at.home)
            page(who, f"/decks/{at.deck.slug}/")
            page(who, f"/decks/{at.deck.slug}/workshop/")
            page(who, f"/decks/{at.deck.slug}/minutes/")
            page(who, f"{at.home}log/")
        page(at.idris, at.ros.post(f"/decks/{at.deck.slug}/play/", {"version": "1", "seats": "2"})["Location"])
        job = PrintJob.objects.create(deck=at.deck, digest="0" * 64, state="failed", created_at=at.deck.created_at)
        page(at.ros, f"/decks/{at.deck.slug}/print/{job.pk}/")
        Deck.objects.filter(pk=at.deck.pk).update(visibility="public")
        page(Visitor("", SERVER_NAME=server), f"/decks/{at.deck.slug}/")
        FormerSlug.objects.create(deck=at.deck, slug="allotments")
        assert at.ros.get("/decks/allotments/").status_code == 301
        ros = Caller(person_id=at.ros.person.pk)
        looks, place = Audience("table", None, OPEN), frozenset({Position(1, at.member)})
        draw_for(at.table.stream_id, [Wanted(looks, place), Wanted(looks, frozenset(), callers=(ros,))])
        draw_for(at.deck.stream_id, [Wanted(Audience("workshop", None, "member"), place, callers=(ros,))])
        assert last_proposal(at).state == "accepted"
        write(at, at.ros, title="Slug")
        vote(at, at.idris, "against", key="k2")
        page(at.ros, f"/decks/{at.deck.slug}/workshop/")
        assert last_proposal(at).state == "aside"
    return asked


def differences(asked: Asked) -> list[str]:
    """Where a prepared query asks other words than its plain queryset or finds other things, and those never asked."""
    found = [f"{one.queryset.__qualname__} was never asked" for one in PREPARED if one not in {q for q, _, _ in asked}]
    seen: set[Any] = set()
    for query, shape, args in asked:
        words = (query, shape.args[0] if isinstance(shape, partial) else shape, repr(args))
        if words in seen:
            continue
        seen.add(words)
        with transaction.atomic():  # some ask for a lock
            (plain, told), (ready, answer) = _both(query, shape, args)
        if plain != ready:
            found.append(f"{query.queryset.__qualname__}: {plain} became {ready}")
        if list(map(_bare, told)) != list(map(_bare, answer)):
            found.append(f"{query.queryset.__qualname__}{args}: {told} became {answer}")
    return found


def _updated(columns: tuple[str, ...], plain: Told, ready: Told) -> tuple[Told, Told]:
    """What was noted of an update of these columns."""
    return plain, ready


def _both(query: Prepared[..., Any], shape: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Told, Told]:
    if isinstance(shape, partial):
        noted: tuple[Told, Told] = shape()
        return noted
    return _asked(partial(_plainly, query, shape, args)), _asked(partial(query._ask, shape, args, {}))


def _plainly(query: Prepared[..., Any], shape: Callable[..., Any], args: tuple[Any, ...]) -> list[Any]:
    queryset = query.queryset(*args)
    if shape is prepared._any:
        return [(1,)] if queryset.exists() else []
    if shape is prepared._count:
        return [queryset.count()]
    if shape is prepared._first:
        return [one for one in [queryset.first()] if one is not None]
    return list(queryset)


def _asked(work: Callable[[], list[Any]]) -> Told:
    with CaptureQueriesContext(connection) as queries:
        rows = work()
    return [query["sql"] for query in queries], rows


def _bare(row: Any, *around: Any) -> Any:
    """All that a row holds, with the objects beside it; not those again that it was come to by, nor when it was asked
    for."""
    if not isinstance(row, Model) or row in around:
        return row
    fields = {name: value for name, value in vars(row).items() if name not in ("_state", "asked_at")}
    return type(row), fields, {name: _bare(near, row, *around) for name, near in row._state.fields_cache.items()}
