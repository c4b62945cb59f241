"""People as browsers: each `Visitor` keeps its own cookies and says what it does in few words."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from cards import models as rows
from studio.models import Device, Group, Member, Person
from studio.people.devices import DEVICE_COOKIE, caller_of_cookies
from studio.people.invitations import token_of
from studio.people.membership import is_member, seats_of


class Visitor(Client):
    """A browser from one address. `name` is who it says it is, and who it is once it has said so."""

    def __init__(self, name: str = "", address: str = "192.0.2.1", **given: Any) -> None:
        super().__init__(REMOTE_ADDR=address, **given)
        self.name = name

    def start(self, title: str = "Allotment Wars") -> rows.Deck:
        """Start a deck; the group and the deck are this visitor's."""
        answer = self.post("/decks/start/", {"name": self.name, "title": title})
        assert answer.status_code == 303, answer.content.decode()
        slug = re.fullmatch(r"/decks/([\w-]+)/workshop/", answer["Location"])
        assert slug is not None
        return rows.Deck.objects.get(slug=slug[1])

    def join(self, group: Group, **more: str) -> Any:
        group.refresh_from_db()
        return self.post(f"/join/{token_of(group)}/", {"name": self.name, **more})

    @property
    def secret(self) -> str:
        return self.cookies[DEVICE_COOKIE].value if DEVICE_COOKIE in self.cookies else ""

    @property
    def person_id(self) -> int | None:
        return caller_of_cookies({DEVICE_COOKIE: self.secret}).person_id

    @property
    def person(self) -> Person:
        return Person.objects.get(pk=self.person_id)

    @property
    def device(self) -> Device:
        return Device.objects.get(person_id=self.person_id, revoked_at__isnull=True)

    def member(self, group: Group) -> Member:
        """Where they sit, or stand in."""
        return seats_of(self.person_id or 0).get(group=group)

    def is_in(self, group: Group) -> bool:
        return self.person_id is not None and is_member(group.pk, self.person_id)


def everything() -> tuple[Any, ...]:
    """All that a request about people could have changed, to compare before and after."""
    return (
        sorted(Group.objects.values_list("pk", "epoch")),
        sorted(Member.objects.values_list("pk", "person_id", "is_steward", "left_at", "merged_into_id"), key=str),
        sorted(Person.objects.values_list("pk", "name", "colour", "shape", "account_id", "forgotten_at"), key=str),
        sorted(Device.objects.values_list("pk", "person_id", "secret_hash", "revoked_at"), key=str),
        sorted(rows.Deck.objects.values_list("pk", "stream__head")),
    )
