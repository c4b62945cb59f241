"""Two people in a workshop, as browsers send their forms."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.http import HttpResponse

from cards import models as rows
from tests.visitors import Visitor

GOAT = {
    "title": "Wandering Goat",
    "kind": "thing",
    "traits": "Pest",
    "text": "It moves to **that** player.",
    "copies": "1",
}


class WorkshopEvening:
    """Ros starts a deck; Idris comes by the link. Both have been in the workshop."""

    def __init__(self, title: str = "Allotment Wars") -> None:
        self.ros, self.idris = Visitor("Ros"), Visitor("Idris")
        self.deck = self.ros.start(title)
        self.idris.join(self.deck.group)
        self.home = f"/decks/{self.deck.slug}/"
        for visitor in (self.ros, self.idris):
            assert visitor.get(f"{self.home}workshop/").status_code == 200

    def write(self, who: Visitor, **more: str) -> HttpResponse:
        return who.post(f"{self.home}write/", {**GOAT, **more})

    def vote(self, who: Visitor, number: int, answer: str, wording: int = 1, **more: str) -> HttpResponse:
        said = {"proposal": number, "wording": wording, "answer": answer, **more}
        return self.ask(who, "vote", headers={"X-Carte": "1"}, **said)

    def ask(self, who: Visitor, verb: str, headers: Mapping[str, str] = MappingProxyType({}), **said: object) -> Any:
        """A verb at the one address."""
        return who.post(f"{self.home}do/", {"verb": verb, **said}, headers=dict(headers))

    def state(self, number: int) -> str:
        return rows.Proposal.objects.get(deck=self.deck, number=number).state
