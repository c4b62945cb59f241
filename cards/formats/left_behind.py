"""What of a file does not come into a deck, in words: for the page on which it is looked at, and for the command."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cards.formats.articles import UNTITLED, details_of
from cards.formats.values import DeckListing, Diagnostic
from cards.rules.decision import DecisionRule
from cards.rules.deck import Details
from cards.rules.kit import DVORAK, Kit
from studio.kernel.messages import Message, message, series

CODE = "import.leaves"

_FILLED = ("title", "blurb", "theme", "goal", "tags")
_CALLED = {
    "title": message("title", context="of a deck"),
    "blurb": message("blurb", context="of a deck"),
    "theme": message("theme", context="of a deck"),
    "goal": message("way to win", context="of a deck"),
    "tags": message("tags", context="of a deck"),
    "players_min": message("players", context="of a deck"),
    "players_max": message("players", context="of a deck"),
    "status": message("state", context="of a deck"),
    "language": message("language", context="of a deck"),
}


def filled_in(now: Details, listing: DeckListing, *, at_once: bool) -> Details:
    """A deck's details after a list came into it: what nobody has said yet is said by the list.

    Into a deck of nothing (`at_once`) the facts that a new deck begins with give way, also to nothing.
    """
    given, _ = details_of(listing)
    usual = Details()
    names = [name for name in _FILLED if not getattr(now, name)]
    if now.title == UNTITLED:
        names.append("title")
    if (now.players_min, now.players_max) in ((0, 0), *([(usual.players_min, usual.players_max)] if at_once else [])):
        names += ["players_min", "players_max"]
    if not now.language or (at_once and now.language == usual.language):
        names.append("language")
    if not now.status or (at_once and given.status and now.status == usual.status):
        names.append("status")
    return replace(now, **{name: getattr(given, name) for name in names})


def takes_kit(kit: Kit, listing: DeckListing) -> bool:
    """Whether the list's kit comes along: where the deck has none of its own."""
    return kit == DVORAK and listing.kit != DVORAK


def left_behind(listing: DeckListing, now: Details, kit: Kit, licence: str, *, at_once: bool) -> tuple[Diagnostic, ...]:
    """What the list says and a deck that is there does not take from it."""
    said: list[Message] = list(_details(listing, filled_in(now, listing, at_once=at_once)))
    if listing.kit not in (DVORAK, kit) and not takes_kit(kit, listing):
        said.append(message("How the table is laid stays in the file: this deck has its own way."))
    elif takes_kit(kit, listing):
        said.append(message("What lies on its table (counters, dice, zones and the like) comes in with the cards."))
    if listing.licence and listing.licence != licence and not (at_once and not licence):
        text = message(
            "The file’s licence, {licence}, does not come in: a licence is put to every member, under "
            "“Edit the details”. See that this deck’s allows these cards.",
            licence=listing.licence,
        )
        said.append(text)
    if listing.lineage and not at_once:
        said.append(message("What the file was made from does not come in. Name the deck and its makers in the blurb."))
    numbers = [*(rule.number for rule in listing.rules), *(card.number for card in listing.cards)]
    if not at_once and any(numbers):
        said.append(message("The cards get new numbers here. Where one names another by its number, look again."))
    if listing.history is not None:
        said.append(message("The votes, talk and versions in this file stay in it. The cards come in as they are now."))
    return (*(Diagnostic(None, CODE, text) for text in said), *strangers(listing))


def strangers(listing: DeckListing) -> tuple[Diagnostic, ...]:
    """Special Rules that name members: by ids that mean nothing in another group."""
    return tuple(
        Diagnostic(
            None,
            CODE,
            message(
                "“{title}” names a member of another group. It names nobody until reworded.", title=rule.face.title[:40]
            ),
        )  # fmt: skip
        for rule in listing.rules
        for effect in rule.face.effects
        if isinstance(effect, DecisionRule) and (effect.decider is not None or effect.excluded)
    )


def _details(listing: DeckListing, then: Details) -> Iterator[Message]:
    given, _ = details_of(listing)
    kept = [
        name
        for name in _CALLED
        if (getattr(listing, name) or None) and getattr(given, name) and getattr(then, name) != getattr(given, name)
    ]
    if kept:
        names = list(dict.fromkeys(_CALLED[name] for name in kept))
        yield message("The deck keeps its own {fields}; what the file says there stays in it.", fields=series(names))
