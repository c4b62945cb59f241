"""What the page shows on which a deck is forked: which state of it, what comes along, and under which licence."""

from __future__ import annotations

from dataclasses import dataclass

from cards import models as rows
from cards.access import Door
from cards.face.language import tag
from cards.rules.forking import title_of_fork
from cards.rules.licences import lets_others_change, terms_of
from cards.rules.limits import DECK_TITLE_MAX
from cards.rules.manifest import version_named
from cards.storage.forkable import Forkable, check_forkable, forkable
from cards.values import counts
from studio.kernel.messages import message, series
from studio.kernel.refusals import Refused
from studio.web.addresses import path_to
from studio.web.words import say


@dataclass(frozen=True, slots=True)
class ForkPage:
    """`version` is what the form sends, "" for the draft; `why_not` is said instead of the form when it is not ""."""

    title: str
    language: str
    href: str
    edition: str
    what: str
    licence: str
    version: str
    new_title: str
    why_not: str = ""
    title_limit: int = DECK_TITLE_MAX


def fork_page(door: Door, version: int | None, typed: str | None = None) -> ForkPage:
    """For this caller; `typed` is the title they gave. Http404 for a version that is not. Six statements at most."""
    held = forkable(door, version)
    deck = held.deck
    home = path_to("deck", slug=deck.slug)
    return ForkPage(
        title=deck.title,
        language=tag(deck.language),
        href=f"{home}versions/{held.version}/" if held.version else home,
        edition=_edition(held),
        what=_what(held),
        licence=_licence(deck.licence, door.is_member),
        version=str(held.version or ""),
        new_title=title_of_fork(deck.title) if typed is None else typed,
        why_not=_why_not(door, held),
    )


def _edition(held: Forkable) -> str:
    if not held.version:
        return say(message("The draft, as it is now") if held.lines else message("No version so far"))
    name = rows.Version.objects.values_list("name", flat=True).get(deck=held.deck, number=held.version)
    return say(version_named(held.version, name))


def _what(held: Forkable) -> str:
    rules = sum(ref.kind == "rule" for ref, _, _, _ in held.lines)
    copies = sum(count for ref, _, count, _ in held.lines if ref.kind == "card")
    cards = counts.cards_of(copies, len(held.lines) - rules)
    return say(series([cards, counts.rules(rules)]) if rules else cards)


def _licence(licence: str, is_member: bool) -> str:
    if lets_others_change(licence):
        comes = message(
            "Its licence, {licence}, comes along, and so do the names of those who wrote the cards.", licence=licence
        )
        asks = [message("What it asks, it asks of yours too.")] if terms_of(licence).asks_for_credit else []
        return say(series([comes, *asks], "sentences"))
    if not is_member:
        return ""
    comes = message("Its licence, {licence}, comes along.", licence=licence)
    rights = comes if licence else message("All rights stay with those who wrote the cards.")
    own = message("Play it and change it at your own table; ask the others before you show it around.")
    return say(series([rights, own], "sentences"))


def _why_not(door: Door, held: Forkable) -> str:
    try:
        check_forkable(door, held)
    except Refused as refused:
        return say(refused)
    return ""
