"""What an accepted proposal does to the deck (C3, C6, C7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from cards.face.face import Face
from cards.rules import events as e
from cards.rules.decision import DecisionRule, Effect
from cards.rules.deck import (
    Amend,
    Change,
    Create,
    Deck,
    DeleteDeck,
    Proposal,
    Recount,
    Ref,
    Repeal,
    Reside,
    Restore,
    SetKit,
    SetLicence,
    SetVisibility,
)
from cards.rules.evolve import evolve


def carry_out(deck: Deck, proposal: Proposal, faces: Mapping[str, Face]) -> tuple[e.Event, ...]:
    """The facts of every change, in the order in which they were written."""
    facts: list[e.Event] = []
    for change in proposal.wording.changes:
        fact = _fact(deck, change, proposal, faces)
        facts.append(fact)
        deck = evolve(deck, fact)
    return tuple(facts)


def voting_effect(effects: Iterable[Effect]) -> DecisionRule | None:
    """The decision rule that a Special Rule sets, if it sets one (C9)."""
    return next((effect for effect in effects if isinstance(effect, DecisionRule)), None)


def _fact(deck: Deck, change: Change, proposal: Proposal, faces: Mapping[str, Face]) -> e.Event:
    number = proposal.number
    match change:
        case Create(kind=kind, face=face, copies=copies, side=side, maker=maker, credit_to=credit_to):
            last = deck.last_card if kind == "card" else deck.last_rule
            voting = voting_effect(faces[face].effects) if kind == "rule" else None
            by = None if maker else proposal.by if credit_to is None else credit_to
            return e.ArticleAdded(Ref(kind, last + 1), face, copies, side, number, voting, by, maker)
        case Amend(article=ref, face=face, credit_to=credit_to):
            voting = voting_effect(faces[face].effects) if ref.kind == "rule" else None
            return e.ArticleAmended(ref, face, deck.articles[ref].face, number, voting, credit_to)
        case Repeal(article=ref):
            return e.ArticleRepealed(ref, number)
        case Restore(article=ref):
            voting = voting_effect(faces[deck.articles[ref].face].effects) if ref.kind == "rule" else None
            return e.ArticleRestored(ref, number, voting)
        case Recount(article=ref, copies=copies):
            return e.CopiesChanged(ref, deck.articles[ref].copies, copies, number)
        case Reside(article=ref, side=side):
            return e.SideChanged(ref, deck.articles[ref].side, side, number)
        case SetVisibility(to=to):
            return e.VisibilityChanged(to, number)
        case SetLicence(to=to):
            return e.LicenceChanged(to, number)
        case SetKit(kit=kit):
            return e.KitChanged(kit, number)
        case DeleteDeck():
            return e.DeckDeleted(number)
        case _:
            assert_never(change)
