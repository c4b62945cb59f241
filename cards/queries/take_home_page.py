"""The page on which a maker's cards are taken home: what comes along, under which licence, and what stays with why."""

from __future__ import annotations

from collections.abc import Mapping

from cards.rules.forking import LINEAGE_MAX
from cards.rules.gathering import Gathered, Staying, Stays, check_gathered
from cards.rules.licences import terms_of
from cards.rules.limits import CARDS_MAX, DECK_TITLE_MAX
from cards.storage.gathered import gathered, seats_ever
from cards.values import counts
from cards.values.maker import TakeHomePage
from studio.kernel.messages import Message, Sayable, counted, message, series
from studio.kernel.refusals import Refused
from studio.models import Person
from studio.people.makers import makers_address
from studio.web.words import say


def take_home_page(maker: Person, person_id: int | None, typed: str | None = None) -> TakeHomePage:
    """For this caller; `typed` is the title they gave. Six statements."""
    come = gathered(seats_ever(maker.pk), person_id)
    why_not = ""
    try:
        check_gathered(come)
    except Refused as refused:
        why_not = say(refused)
    return TakeHomePage(
        maker=maker.name,
        href=makers_address(maker.name, maker.maker_key),
        comes=_comes(come),
        without=say(message("Special Rules, kits, and what words and marks mean stay in their decks.")),
        stays_words=say(counted("One card stays there", "{count} cards stay there", sum(n.count for n in come.stay))),
        stays=tuple(say(_stays(one, come.licence)) for one in come.stay),
        licence="" if why_not else _licence(come.licence),
        new_title=title_of_home(maker) if typed is None else typed,
        title_limit=DECK_TITLE_MAX,
        why_not=why_not,
    )


def title_of_home(maker: Person) -> str:
    """What such a deck is called when nobody says otherwise."""
    return say(message("Cards by {who}", who=maker.name))


def _comes(come: Gathered) -> str:
    cards = counts.cards_of(sum(card.copies for card in come.cards), len(come.cards))
    return say(counted("{cards}, out of one deck.", "{cards}, out of {count} decks.", len(come.decks), cards=cards))


_WHY: Mapping[Stays, Message] = {
    "licence": message("its licence, {licence}, does not plainly let others change it"),
    "terms": message("its licence, {licence}, does not go together with {common}"),
    "withdrawn": message("taken down since"),
    "room": message("a deck holds {most:,} cards"),
    "sources": message("a deck comes from {sources:,} decks at most"),
}
_ALL_RIGHTS = message("its people keep all rights to it")
_OWN_TERMS = message("the others come from a deck to which all rights are kept")


def _stays(one: Staying, common: str) -> Sayable:
    why = _WHY[one.why]
    if one.why == "licence" and not one.deck.licence:
        why = _ALL_RIGHTS
    if one.why == "terms" and not common:
        why = _OWN_TERMS
    said = why.given(licence=one.deck.licence, common=common, most=CARDS_MAX, sources=LINEAGE_MAX)
    return counted(
        "{count} card of {title}: {why}.", "{count} cards of {title}: {why}.", one.count, title=one.deck.title, why=said
    )


def _licence(licence: str) -> str:
    if not licence:
        return say(message("All rights stay with those who wrote the cards: ask them before you show them around."))
    lies = message("The deck is under {licence}, and names those who wrote the cards.", licence=licence)
    asks = [message("What that asks, it asks of yours too.")] if terms_of(licence).asks_for_credit else []
    return say(series([lies, *asks], "sentences"))
