"""Where a deck was forked from, for those who may know.

A fork carries no name of the deck it came from, only the key of its log. What is shown is what the reader could see
by themselves: a public deck, or one of their own. Of a private, an unlisted and a deck that is gone nothing is told,
nor which of these it is.
"""

from __future__ import annotations

from cards import models as rows
from cards.access import Door
from cards.pages import TicketLine
from cards.rules.forking import read_lineage
from studio.models import Member

ELSEWHERE = "Another deck"


def source_line(deck: rows.Deck, door: Door) -> TicketLine | None:
    """The line of the ticket; None, and no statement, for a deck that is nobody's fork. Two statements for a fork."""
    if not deck.forked_from:
        return None
    lineage = read_lineage(deck.forked_from)
    if lineage is None:  # said in a file, in the words of its writer
        return TicketLine("Forked from", deck.forked_from)
    source = rows.Deck.objects.filter(stream__key=lineage.key, deleted_at__isnull=True).first()
    if source is None or not (source.visibility == "public" or _is_mine(source, door)):
        return TicketLine("Forked from", ELSEWHERE)
    href = f"/decks/{source.slug}/"
    if not lineage.version:
        return TicketLine("Forked from", f"{source.title}, the draft", href)
    return TicketLine("Forked from", f"{source.title}, v{lineage.version}", f"{href}versions/{lineage.version}/")


def _is_mine(source: rows.Deck, door: Door) -> bool:
    return (
        door.person_id is not None
        and Member.objects.filter(group_id=source.group_id, person_id=door.person_id, left_at__isnull=True).exists()
    )
