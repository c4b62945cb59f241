"""A browser that says it is somebody, and whoever vouches for it."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpResponse
from django.utils import timezone

from cards import models as rows
from studio.models import Claim, Group, Member
from tests.deck_fixture import SLUG
from tests.markup import as_read
from tests.visitors import Visitor

DAY = timedelta(days=1)


def text_of(answer: HttpResponse) -> str:
    return as_read(answer)


def came(group: Group, days: float, *visitors: Visitor) -> None:
    """So many days earlier than they did."""
    for visitor in visitors:
        seat = Member.objects.filter(pk=visitor.member(group).pk)
        seat.update(joined_at=timezone.now() - timedelta(days=days))


def say(visitor: Visitor, group: Group, claimed: Member) -> object:
    return visitor.post(f"/groups/{group.key}/i-am/", {"member": str(claimed.pk)})


def answer(visitor: Visitor, word: str, claim: Claim | None = None) -> int:
    claim = claim or Claim.objects.latest("pk")
    return visitor.post(f"/claims/{claim.key}/{word}/").status_code


def a_day_goes_by(claim: Claim | None = None) -> None:
    """The hold of a claim is over; the tick has not come by yet."""
    claim = claim or Claim.objects.latest("pk")
    assert claim.held_until is not None
    Claim.objects.filter(pk=claim.pk).update(
        held_until=claim.held_until - DAY, answered_at=timezone.now() - DAY, at=timezone.now() - DAY
    )


class ClaimEvening:
    """Sue's deck: Sue (its steward), Idris, Ros, who were here before; and Idris lost his phone."""

    def __init__(self, days: float = 7) -> None:
        self.sue, self.idris, self.ros = Visitor("Sue"), Visitor("Idris"), Visitor("Ros")
        self.deck = self.sue.start()
        self.group = self.deck.group
        self.idris.join(self.group)
        self.ros.join(self.group)
        came(self.group, days, self.sue, self.idris, self.ros)
        self.seat = self.idris.member(self.group)
        self.new = Visitor("Idris")

    def back(self) -> Claim:
        """Idris comes in on another browser and says so."""
        assert self.new.join(self.group, i_am="Idris").status_code == 303
        return Claim.objects.latest("pk")

    def believed(self) -> Claim:
        """And Ros knew the voice."""
        self.back()
        assert answer(self.ros, "yes") == 303
        return Claim.objects.latest("pk")


def put(visitor: Visitor, deck: rows.Deck, title: str) -> int:
    fields = {"kind": "card", "kind_word": "Thing", "title": title, "text": SLUG.text, "sort": "members"}
    assert visitor.post(f"/decks/{deck.slug}/write/", fields).status_code == 303
    return rows.Proposal.objects.filter(deck=deck).latest("number").number


def vote(visitor: Visitor, deck: rows.Deck, number: int, word: str = "for") -> int:
    return visitor.post(f"/decks/{deck.slug}/do/?verb=vote&proposal={number}&wording=1", {"answer": word}).status_code
