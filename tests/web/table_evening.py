"""People at a table as browsers without script send their forms: an evening to test at, and every address of it."""

from __future__ import annotations

from django.http import HttpResponse

from cards import actions as decks
from cards import models as cards
from cards.face.face import Face
from cards.rules.deck import Ref
from play import models as rows
from play.storage import store
from play.table.state import Table as Value
from tests.deeds import archive_version
from tests.markup import as_read
from tests.visitors import Visitor

SCRIPT = {"X-Carte": "1"}
CANARY = "Canary"


class TableEvening:
    """A deck of two dozen cards, archived once; Ros opens a table on the version, Idris sits down by its code.

    What is created on is private, as decks are when they begin; what is played as it is may be read by its address.
    """

    def __init__(
        self, *, is_creative: bool = False, cards_in: int = 24, watched: bool = True, visibility: str = "",
        more: tuple[Face, ...] = (), rules: tuple[Face, ...] = (), language: str = "en", title: str = "Allotment Wars",
        server: str = "testserver",
    ) -> None:  # fmt: skip
        self.ros, self.idris, self.nell = (Visitor(name, SERVER_NAME=server) for name in ("Ros", "Idris", "Nell"))
        self.deck = self.ros.start(title)
        self.member = self.ros.member(self.deck.group).pk
        faces = [Face(f"{CANARY} {n:02d}", "Thing" if n % 2 else "Action") for n in range(1, cards_in + 1)]
        listed = [(Ref("card", n), face, 1, "") for n, face in enumerate([*faces, *more], 1)]
        listed += [(Ref("rule", n), face, 1, "") for n, face in enumerate(rules, 1)]
        if listed:
            decks.bring_in(self.deck.pk, by=self.member, key=None, articles=listed)
            archive_version(self.deck.pk, by=self.member, key=None, name="First")
        if is_creative:
            self.idris.join(self.deck.group)
        visibility = visibility or ("private" if is_creative else "unlisted")
        cards.Deck.objects.filter(pk=self.deck.pk).update(visibility=visibility, language=language)
        asked = {"version": "draft" if is_creative else "1", "seats": "4"}
        if watched:
            asked["spectators"] = "1"
        answer = self.ros.post(f"/decks/{self.deck.slug}/play/", asked)
        assert answer.status_code == 303, answer.content.decode()
        self.home = answer["Location"]
        self.table = rows.Table.objects.get(code=self.home.split("/")[2])

    def sit(self, who: Visitor, **more: str) -> HttpResponse:
        return who.post(f"{self.home}sit/", {"name": who.name, **more})

    def begin(self) -> TableEvening:
        if not rows.SeatRow.objects.filter(table=self.table, number=2).exists():
            assert self.sit(self.idris).status_code == 303
        assert self.act(self.ros, "begin", confirmed="1").status_code == 204
        return self

    def act(self, who: Visitor, verb: str, *, script: bool = True, **fields: str) -> HttpResponse:
        return who.post(f"{self.home}act/", {"verb": verb, **fields}, headers=SCRIPT if script else {})

    def value(self) -> Value:
        self.table.refresh_from_db()
        self.table.stream.refresh_from_db()
        return store.load(self.table, self.table.stream.head)

    def hand(self, seat: int) -> tuple[str, ...]:
        return self.value().zones[f"hand.{seat}"]

    def to_move(self) -> tuple[Visitor, int]:
        seat = self.value().turn.seat
        return (self.ros, 1) if seat == 1 else (self.idris, 2)

    def titles(self, seat: int) -> list[str]:
        value = self.value()
        return [value.cards[value.pieces[id].card].title for id in value.zones[f"hand.{seat}"]]


def page(who: Visitor, address: str) -> str:
    answer = who.get(address)
    assert answer.status_code == 200, (address, answer.status_code, answer.content.decode()[:400])
    return as_read(answer)


READS = ("", "?regions=1", "log/", "log/?sort=talk", "entries/", "entries/?after=3", "replay/1/", "piles/draw/",
         "piles/discard/", "seats/1/", "seats/3/")  # fmt: skip


WRITES = ("act/?verb=draw", "looking/", "hand-over/", "remove/")
CREATES = ("write/", "vote/", "withdraw/", "talk/", "go-on/", "repropose/", "rollback/")


def write(evening: TableEvening, who: Visitor, **more: str) -> HttpResponse:
    return who.post(
        f"{evening.home}write/",
        {"title": "Wandering Goat", "kind": "thing", "text": "It eats.", "copies": "1", **more},
        headers=SCRIPT,
    )


def last_proposal(evening: TableEvening) -> cards.Proposal:
    return cards.Proposal.objects.filter(deck=evening.deck).latest("number")


def vote(evening: TableEvening, who: Visitor, answer: str, **more: str) -> HttpResponse:
    row = last_proposal(evening)
    address = f"{evening.home}vote/?proposal={row.number}&wording={row.wording}&answer={answer}"
    return who.post(address, more, headers=SCRIPT)
