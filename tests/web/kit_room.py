"""Two people in the workshop of a new deck, who lay its table and say what its words mean."""

from __future__ import annotations

import re
from typing import Any

from cards import actions
from cards import models as rows
from cards.forms.kit import fields_of
from cards.rules.kit import Kit
from cards.verbs.votes import CastVote
from studio.kernel.codec import digest, from_plain
from tests.markup import as_read
from tests.visitors import Visitor

SCRIPT = {"HTTP_X_CARTE": "1"}


class Room:
    """Ros and Idris in the workshop of a new deck."""

    def __init__(self) -> None:
        self.ros, self.idris = Visitor("Ros"), Visitor("Idris", "192.0.2.2")
        self.deck = self.ros.start()
        self.idris.join(self.deck.group)
        self.home = f"/decks/{self.deck.slug}/"
        self.arrive()

    def arrive(self) -> None:
        for who in (self.ros, self.idris):
            assert who.get(f"{self.home}workshop/").status_code == 200

    @property
    def kit(self) -> Kit:
        self.deck.refresh_from_db()
        return from_plain(Kit, self.deck.kit)  # type: ignore[no-any-return]

    def put(self, kit: Kit, who: Visitor | None = None, **more: str) -> Any:
        fields = fields_of(kit) | {"was": digest(self.kit), "key": ""} | more
        return (who or self.ros).post(f"{self.home}kit/", fields)

    def proposal(self) -> rows.Proposal:
        return rows.Proposal.objects.filter(deck=self.deck).latest("number")

    def vote(self, answer: str = "for", who: Visitor | None = None) -> None:
        row = self.proposal()
        by = (who or self.idris).member(self.deck.group).pk
        actions.do(self.deck.pk, CastVote(by=by, proposal=row.number, wording=row.wording, answer=answer), key=None)  # type: ignore[arg-type]

    def read(self, address: str, who: Visitor | None = None) -> str:
        answer = (who or self.idris).get(f"{self.home}{address}")
        assert answer.status_code == 200, address
        return as_read(answer)

    def write(self, **fields: str) -> Any:
        given = {"kind": "rule", "title": "Weather", "text": "It rains.", "key": "", "e_there": "1"} | fields
        return self.ros.post(f"{self.home}write/", given, **SCRIPT)


def typed_in(html: str, form_id: str = "kit") -> dict[str, str]:
    """The fields of the kit's form, or of another, as a browser without scripts would send them."""
    form = html[html.index(f'id="{form_id}"') :]
    form = form[: form.index("</form>")]
    found: dict[str, str] = {}
    for tag in re.findall(r"<input\b[^>]*>", form):
        given = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if "name" in given and (given.get("type") not in ("checkbox", "radio") or " checked" in tag):
            found[given["name"]] = given.get("value", "")
    for name, options in re.findall(r'<select\b[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'value="([^"]*)" selected', options) or re.search(r'value="([^"]*)"', options)
        found[name] = chosen[1] if chosen else ""
    return found
