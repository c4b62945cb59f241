"""Decks like one: what else there is in the archive with its tags and the traits of its cards."""

from __future__ import annotations

from cards import models as rows
from cards.face.language import tag
from cards.queries.lineage import names_of
from cards.search.finding import decks_like
from cards.values.deck import Kin
from studio.kernel.messages import message, shortened
from studio.web.addresses import path_to
from studio.web.words import say


def alike(deck: rows.Deck) -> tuple[Kin, ...]:
    """The most alike first; none, and no statement, for a deck that does not stand in the archive. Three statements."""
    if deck.archived_at is None:
        return ()
    found = decks_like(deck.pk)
    decks = {one.pk: one for one in rows.Deck.objects.filter(rows.IN_THE_ARCHIVE, pk__in=found)} if found else {}
    names = names_of(one.group_id for one in decks.values())
    return tuple(_kin(decks[pk], names.get(decks[pk].group_id, [])) for pk in found if pk in decks)


def _kin(deck: rows.Deck, people: list[str]) -> Kin:
    words = say(message("by {names}", names=shortened(people, 3))) if people else ""
    return Kin(deck.title, path_to("deck", slug=deck.slug), words, tag(deck.language))
