"""A deck to test at, with members who are present, in few words."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from cards import actions
from cards import models as rows
from cards.face.face import Face
from cards.rules.deck import Amend, Create, Deck, Details, Ref, Repeal
from cards.rules.evolve import fold
from cards.storage import memory, whole
from cards.storage.log import DECK_LOG
from cards.verbs.batch import BeginBatch, MarkCard, PutDown, TurnBatchOver
from cards.verbs.gaps import HangOnGap, NameGap
from cards.verbs.votes import CastVote
from studio.models import Group, Lease, Member, Person

SLUG = Face("Slug", "Thing — Pest", "At the end of your turn, put a bite on a Vegetable.")


class DeckFixture:
    """`DeckFixture("Ros", "Idris")`: a private deck, both present. Members are named by their names."""

    def __init__(self, *names: str, title: str = "Allotment Wars") -> None:
        self.group = Group.objects.create(name=title)
        self.ids: dict[str, int] = {}
        for number, name in enumerate(names):
            self.ids[name] = self._member(name, is_steward=number == 0)
        self.deck = actions.start_deck(member=self.ids[names[0]], details=Details(title))
        self.arrive(*names)

    def _member(self, name: str, *, is_steward: bool = False) -> int:
        person = Person.objects.create(name=name)
        return Member.objects.create(group=self.group, person=person, is_steward=is_steward).pk

    def join(self, name: str) -> int:
        self.ids[name] = self._member(name)
        actions.follow_membership(self.group.pk, self.ids[name], "joined", timezone.now())
        return self.ids[name]

    def leave(self, name: str, what: str = "left") -> None:
        Member.objects.filter(pk=self.ids[name]).update(left_at=timezone.now())
        actions.follow_membership(self.group.pk, self.ids[name], what, timezone.now())

    def arrive(self, *names: str) -> None:
        until = timezone.now() + timedelta(hours=1)
        for name in names:
            Lease.objects.update_or_create(
                stream_id=self.deck.stream_id, member_id=self.ids[name], defaults={"until": until}
            )

    def go_away(self, *names: str, seconds: int = 60) -> None:
        until = timezone.now() - timedelta(seconds=seconds)
        for name in names:
            Lease.objects.filter(stream_id=self.deck.stream_id, member_id=self.ids[name]).update(until=until)

    def propose(self, name: str, face: Face = SLUG, *, kind: str = "card", copies: int = 1, sort: str = "room",
                gap: int | None = None) -> int:  # fmt: skip
        change = Create(kind, face.digest, copies)  # type: ignore[arg-type]
        return self._put(name, change, face, sort, gap)

    def amend(self, name: str, ref: Ref, face: Face, *, sort: str = "room") -> int:
        return self._put(name, Amend(ref, self.article(ref).face_id, face.digest), face, sort)

    def repeal(self, name: str, ref: Ref, *, sort: str = "room") -> int:
        return self._put(name, Repeal(ref, self.article(ref).face_id), None, sort)

    def _put(self, name: str, change: object, face: Face | None, sort: str, gap: int | None = None) -> int:
        done = actions.propose(
            self.deck.pk,
            by=self.ids[name],
            key=None,
            changes=(change,),
            faces=[face] if face else [],
            sort=sort,
            gap=gap,
        )  # type: ignore[arg-type]
        return done.result["proposal"]  # type: ignore[no-any-return]

    def vote(self, name: str, proposal: int, answer: str = "for", reason: str = "", *, wording: int | None = None,
             key: str | None = None):  # type: ignore[no-untyped-def]  # fmt: skip
        wording = wording or self.proposal(proposal).wording
        return actions.do(
            self.deck.pk,
            CastVote(by=self.ids[name], proposal=proposal, wording=wording, answer=answer, reason=reason),
            key=key,
        )  # type: ignore[arg-type]

    def all_vote(self, proposal: int, answer: str = "for") -> None:
        for name in self.ids:
            row = self.proposal(proposal)
            if row.state == "open" and row.by_id != self.ids[name]:
                self.vote(name, proposal, answer)

    def proposal(self, number: int) -> rows.Proposal:
        return rows.Proposal.objects.get(deck=self.deck, number=number)

    def article(self, ref: Ref) -> rows.Article:
        return rows.Article.objects.get(deck=self.deck, kind=ref.kind, number=ref.number)

    def value(self) -> Deck:
        """As the rows tell it; what this process knows of it tells the same."""
        self.deck.refresh_from_db()
        held = whole.load(self.deck)
        known = memory.load(self.deck, self.deck.stream)
        assert known == held
        assert (list(known.articles), list(known.proposals)) == (list(held.articles), list(held.proposals))
        return held

    def folded(self) -> Deck:
        """The deck as its entries tell it."""
        told = fold(Deck(), DECK_LOG.facts(self.deck.stream_id))
        held = whole.load(self.deck)
        assert (list(told.articles), list(told.proposals)) == (list(held.articles), list(held.proposals))
        return told

    # --- the skeleton of the deck ---

    def name_gap(self, name: str, words: str = "an answer to goats", wanted: int = 1) -> int:
        actions.do(self.deck.pk, NameGap(by=self.ids[name], words=words, wanted=wanted), key=None)
        return self.value().last_gap

    def hang(self, name: str, gap: int) -> None:
        actions.do(self.deck.pk, HangOnGap(by=self.ids[name], gap=gap), key=None)

    # --- a first batch in secret ---

    def begin_batch(self, name: str = "", size: int = 2, *, is_over_days: bool = False) -> int:
        """Called by `name`, or by whoever was first; its number."""
        by = self.ids[name or next(iter(self.ids))]
        actions.do(self.deck.pk, BeginBatch(by=by, size=size, is_over_days=is_over_days), key=None)
        return self.value().last_batch

    def put_down(self, name: str, slot: int, face: Face, kind: str = "card") -> None:
        command = PutDown(self.ids[name], self.value().last_batch, slot, kind, face.digest)  # type: ignore[arg-type]
        actions.do(self.deck.pk, command, key=None, faces=[face])

    def everybody_writes(self) -> None:
        """Each card that still has to be written is called after whoever wrote it: "Idris 2"."""
        down = set(rows.BatchCard.objects.filter(deck=self.deck, is_down=True).values_list("member_id", "slot"))
        batch = self.value().batch
        assert batch is not None
        for name, member in self.ids.items():
            for slot in range(1, batch.size + 1):
                if batch.writer(member) and (member, slot) not in down:
                    self.put_down(name, slot, Face(f"{name} {slot}", "Thing — Secret", f"What {name} thought of."))

    def turn_over(self, name: str = "", *, even_so: bool = False) -> int:
        """How many cards lie then."""
        by = self.ids[name or next(iter(self.ids))]
        actions.do(self.deck.pk, TurnBatchOver(by=by, batch=self.value().last_batch, even_so=even_so), key=None)
        batch = self.value().batch
        assert batch is not None
        return len(batch.cards)

    def mark_all(self, name: str, *, talk: tuple[int, ...] = (), but: tuple[int, ...] = ()) -> None:
        """Every card but those at `but` is kept, and those at `talk` are talked about."""
        value = self.value()
        for place in range(1, len(value.batch.cards if value.batch else ()) + 1):
            if place not in but:
                mark = "talk" if place in talk else "keep"
                command = MarkCard(self.ids[name], value.last_batch, place, mark)  # type: ignore[arg-type]
                actions.do(self.deck.pk, command, key=None)
