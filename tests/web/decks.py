"""Decks with members whose browsers are known, and what they make of them."""

from __future__ import annotations

import hashlib

from django.test import Client

from cards import actions
from cards import models as rows
from cards.face.face import Face
from cards.rules.deck import Ref
from studio.models import Device, Member
from studio.people.devices import DEVICE_COOKIE
from tests.deck_fixture import DeckFixture
from tests.deeds import archive_version

GOAT = Face("Roaming Goat", "Thing — Pest", "It moves to whoever has most.", "Hungry.")
BITES = Face("Slug", "Thing — Pest", "At the end of your turn, put two bites on a Vegetable.")
BAN = Face("Hosepipe Ban", "Action", "Nobody plays a Vegetable.")
SHOW = Face("Best in Show", "", "Three rosettes win.")


def as_member(table: DeckFixture, name: str) -> Client:
    """A browser that is known as this member."""
    secret = hashlib.sha256(f"{table.group.pk}{name}".encode()).hexdigest()[:43]
    person = Member.objects.get(pk=table.ids[name]).person
    Device.objects.create(person=person, secret_hash=hashlib.sha256(secret.encode()).hexdigest())
    client = Client()
    client.cookies[DEVICE_COOKIE] = secret
    return client


def accepted(table: DeckFixture, face: Face, *, kind: str = "card", copies: int = 1) -> Ref:
    by = next(iter(table.ids))
    table.all_vote(table.propose(by, face, kind=kind, copies=copies))
    row = rows.Article.objects.get(deck=table.deck, face=face.digest)
    return Ref(row.kind, row.number)  # type: ignore[arg-type]


def ask(table: DeckFixture, change: object) -> None:
    by = next(iter(table.ids))
    done = actions.propose(table.deck.pk, by=table.ids[by], key=None, changes=(change,))  # type: ignore[arg-type]
    table.all_vote(done.result["proposal"])


def archive(table: DeckFixture, name: str = "First printing") -> None:
    archive_version(table.deck.pk, by=next(iter(table.ids.values())), key=None, name=name, notes="Print this.")
