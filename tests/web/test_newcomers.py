"""Whoever is refused was never here: no door that strangers can knock at keeps a trace of what it did not let in."""

from __future__ import annotations

import pytest
from django.apps import apps

from cards import models as cards
from studio.models import Tries
from studio.people.invitations import token_of
from studio.people.join_codes import open_room
from tests.visitors import Visitor
from tests.web.addresses import filled_in
from tests.web.table_evening import TableEvening

pytestmark = pytest.mark.django_db

LET_IN = (302, 303)  # somewhere to go to, and most likely as somebody
NO_DOOR = (403, 404, 405)  # for nobody who asks without being known: one try says so
OF_HOSTS = ("/readyz",)  # which writes of its own, and here would wait for the test's transaction each time
NAMED = {"name": "Stranger"}
# Each is sent to every door: a bare name, and the fields of every form that strangers meet, filled in badly.
BODIES: tuple[dict[str, str], ...] = (
    NAMED,
    {"name": "Somebody"},
    NAMED | {"version": "draft", "seats": "4"},
    NAMED | {"version": "99", "seats": "4"},
    NAMED | {"version": "1", "seats": "99999999999"},
    NAMED | {"seat": "7", "side": "nowhere"},
    NAMED | {"code": "K7M42", "i_am": "Nobody"},
    {"name": "Ros", "version": "1", "seat": "1", "title": "x" * 500, "i_am": "Nobody"},
)


def kept() -> dict[str, int]:
    """How many rows each table has, but for the counts of tries."""
    counted = (model for model in apps.get_models() if model._meta.managed and model is not Tries)
    return {model._meta.label: model._default_manager.count() for model in counted}


def test_a_refused_newcomer_leaves_nobody_behind_at_any_door() -> None:
    evening = TableEvening().begin()
    deck = evening.deck
    cards.Deck.objects.filter(pk=deck.pk).update(visibility="public", licence="CC0 1.0")
    evening.ros.get(f"/decks/{deck.slug}/workshop/")
    filled = {"slug": deck.slug, "code": evening.table.code, "token": token_of(deck.group), "key": "A" * 16}
    codes = (open_room(deck.stream_id), "K7M43")
    tried, before = set(), kept()
    for address in filled_in(filled):
        if address.startswith("/admin/") or address in OF_HOSTS:
            continue
        for number, body in enumerate(BODIES):
            stranger = Visitor("Stranger", address=f"192.0.2.{number + 10}")
            answer = stranger.post(address, body | {"code": codes[number % 2]})
            now = kept()
            if answer.status_code not in LET_IN:
                tried.add(address)
                assert now == before, (address, body, answer.status_code)
            before = now
            if number == 0 and answer.status_code in NO_DOOR:
                break
        Tries.objects.all().delete()
    assert len(tried) > 60, "these were hardly all the doors"
