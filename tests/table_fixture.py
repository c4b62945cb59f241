"""A table to test at: cards with telling titles, a creative table, three in their seats and one who watches."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from cards import actions as decks
from cards.face.face import Face
from cards.rules.decision import NewCounter, NewDie, NewToken
from cards.rules.deck import Create
from cards.rules.kit import CounterKit, DieKit, TokenKit
from cards.verbs.votes import CastVote
from play import actions
from play import models as rows
from play.access import sight_of
from play.storage import store
from play.table.state import Table as Value
from play.verbs import commands as c
from play.verbs.registry import read_verb
from studio.log.committed import Committed
from studio.models import Lease, Member, Stream
from tests.deck_fixture import DeckFixture
from tests.deeds import archive_version

GOLD = Face(
    "Gold Rush", "", "Everybody has gold.",
    effects=(
        NewCounter(CounterKit("gold", "Gold")), NewCounter(CounterKit("age", "Age", "card")),
        NewToken(TokenKit("rosette", "Rosette", "#b02a4c")), NewDie(DieKit("die", "Die")),
    ),
)  # fmt: skip


class TableFixture:
    """`TableFixture()` is dealt: Ros, Idris and Maud sit in seats 1 to 3; Nell is a member who has none."""

    def __init__(
        self, *, cards: int = 24, begun: bool = True, is_creative: bool = True, any_card: bool = False,
        cost: str = "",
    ) -> None:  # fmt: skip
        self.t = DeckFixture("Ros", "Idris", "Maud", "Nell")
        faces = [
            Face(
                f"Canary {n:02d}",
                "Thing — Pest" if n % 2 else "Action",
                f"Seen only by whoever holds {n:02d}.",
                cost=cost,
            )
            for n in range(1, cards + 1)
        ]
        self._bring_in(faces)
        archive_version(self.t.deck.pk, by=self.t.ids["Ros"], key=None, name="First")
        if not is_creative:  # so that strangers watch as well
            type(self.t.deck).objects.filter(pk=self.t.deck.pk).update(visibility="unlisted")
        self.table = actions.open_table(
            deck_id=self.t.deck.pk, person_id=self.person("Ros"), version=None if is_creative else 1, seats=4,
            any_card=any_card,
        )  # fmt: skip
        for name in ("Idris", "Maud"):
            actions.take_seat(self.table.pk, person_id=self.person(name), key=None)
        until = timezone.now() + timedelta(hours=1)
        for member in self.t.ids.values():
            Lease.objects.create(stream_id=self.table.stream_id, member_id=member, until=until)
        if begun:
            self.do(1, "begin", confirmed="1")

    def _bring_in(self, faces: list[Face]) -> None:
        from cards.rules.deck import Ref

        listed = [(Ref("card", n), face, 1, "") for n, face in enumerate(faces, 1)]
        listed.append((Ref("rule", 1), GOLD, 1, ""))
        decks.bring_in(self.t.deck.pk, by=self.t.ids["Ros"], key=None, articles=listed)

    def person(self, name: str) -> int:
        return Member.objects.values_list("person_id", flat=True).get(pk=self.t.ids[name])

    @property
    def value(self) -> Value:
        row = rows.Table.objects.get(pk=self.table.pk)
        return store.load(row, self.head)

    @property
    def head(self) -> int:
        return Stream.objects.values_list("head", flat=True).get(pk=self.table.stream_id)

    def member(self, seat: int) -> int:
        member = self.value.seat(seat).member  # type: ignore[union-attr]
        assert member is not None
        return member

    def do(self, seat: int, verb: str, **fields: str) -> Committed:
        command = read_verb(seat, verb, [(name, [value]) for name, value in fields.items()])
        return self.carry_out(seat, command)

    def carry_out(self, seat: int, command: c.Command) -> Committed:
        return actions.act(rows.Table.objects.get(pk=self.table.pk), command, by=self.member(seat), key=None)

    def sight(self, seat: int) -> str:
        return sight_of(seat, self.member(seat)) if seat else "open"

    def hand(self, seat: int) -> tuple[str, ...]:
        return self.value.zones[f"hand.{seat}"]

    def card(self, seat: int, kind: str = "Thing") -> str:
        """A card of that kind in the seat's hand, or the first one."""
        value = self.value
        return next((p for p in self.hand(seat) if value.cards[value.pieces[p].card].kind == kind), self.hand(seat)[0])

    def in_play(self, seat: int = 1) -> str:
        """A card that this seat has just put into its area."""
        piece = self.card(seat)
        self.do(seat, "play", piece=piece, to=f"area.{seat}", confirmed="1")
        return self.value.zones[f"area.{seat}"][-1]

    @property
    def turn(self) -> int:
        return self.value.turn.seat

    def propose(self, seat: int, title: str = "Wandering Goat", **more: Any) -> int:
        face = Face(title, "Thing — Pest", "It eats.")
        made = actions.propose(
            rows.Table.objects.get(pk=self.table.pk), by=self.member(seat), key=None,
            changes=(Create("card", face.digest),), faces=[face], **more,
        )  # fmt: skip
        return int(made.result["proposal"])

    def vote(self, seat: int, number: int, answer: str = "for", reason: str = "") -> None:
        said = CastVote(self.member(seat), proposal=number, wording=1, answer=answer, reason=reason)  # type: ignore[arg-type]
        decks.do(self.t.deck.pk, said, key=None)
