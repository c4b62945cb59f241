"""What is asked of a list before it comes in, by the page that shows it and the action that brings it in."""

from __future__ import annotations

from cards import models as rows
from cards.formats.articles import arriving
from cards.formats.checks import checked
from cards.formats.values import DeckListing, Diagnostic, Reading
from cards.rules.change_checks import fold_title
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from studio.models import Member


def sound(reading: Reading) -> DeckListing:
    """What the reading may bring in, with clean words: the one check of page and command.

    Raises Refused("listing.stops") with what the reader, or a second look, says must be put right first.
    """
    again = checked(reading.listing)
    if stops := reading.stops or again.stops:
        raise Refused("listing.stops", why=stops[0].with_line, more=len(stops) - 1)
    return again.listing


def collisions(deck: rows.Deck, listing: DeckListing) -> tuple[Diagnostic, ...]:
    """Titles that are in the deck already, or twice in the list: a vote could not tell them apart. One statement."""
    taken = set(rows.Article.objects.filter(deck=deck, in_force=True).values_list("kind", "title_key"))
    seen: set[tuple[str, str]] = set()
    said: list[Diagnostic] = []
    at_once = enters_at_once(deck)
    for ref, face, _, _ in arriving(listing).articles:
        about = (ref.kind, fold_title(face.title)[:255])
        if about in taken:
            text = message(
                "There is already a “{title}” in this deck. Give it another name in the list.", title=face.title
            )
            said.append(Diagnostic(None, "title.taken", text, stops=True))
        elif about in seen and not at_once:
            text = message(
                "Two different cards of the list are called “{title}”. Give one another name.", title=face.title
            )
            said.append(Diagnostic(None, "title.twice", text, stops=True))
        seen.add(about)
    return tuple(said)


def enters_at_once(deck: rows.Deck) -> bool:
    """Whether a list becomes cards without a vote: one member, and nothing proposed or brought in so far."""
    alone = Member.objects.filter(group_id=deck.group_id, left_at__isnull=True).count() == 1
    return alone and not deck.last_proposal and not deck.last_card and not deck.last_rule
