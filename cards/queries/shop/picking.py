"""What part of a deck is printed: the cards to pick from, and the versions that an update can start from."""

from __future__ import annotations

from collections.abc import Sequence

from cards import models as rows
from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.limits import BLANKS_A_PLAYER
from cards.printing.choices.selection import is_picked
from cards.queries.shop.controls import Control, ControlOption
from cards.queries.shop.printable import Printable
from cards.rules.manifest import version_named
from studio.kernel.messages import Message, counted, message, number_word
from studio.web.words import say

FEWEST, USUALLY_MOST = 2, 6  # players, of a deck of which nobody said how many
OFFERS = 12  # numbers of players that blank cards are offered for
FILTERS_SHOWN = 100  # kinds, traits or makers
OLDER_SHOWN = 200  # versions to start an update from, the newest first


def older_versions(deck: rows.Deck, version: int | None) -> tuple[int, ...]:
    """The versions before this one, or before the draft, newest first. One statement."""
    found = rows.Version.objects.filter(deck=deck).order_by("-number")
    if version is not None:
        found = found.filter(number__lt=version)
    return tuple(found.values_list("number", flat=True)[:OLDER_SHOWN])


def since_options(older: Sequence[int], since: int | None, printed: int | None) -> tuple[ControlOption, ...]:
    """The versions that changes can count from. Where none is named: from the one they have `printed`, or the last."""
    named = since if since in older else printed if printed in older else next(iter(older), None)
    return tuple(ControlOption(str(number), say(_version(number, printed)), number == named) for number in older)


def _version(number: int, printed: int | None) -> Message:
    if number == printed:
        return message("Version {number}, which you printed last", number=number)
    return version_named(number)


def blank_offers(deck: rows.Deck) -> tuple[ControlOption, ...]:
    """How many blank cards its players bring along, by how many they are: five each, as the rules have it."""
    fewest, most = deck.players_min or FEWEST, deck.players_max or max(deck.players_min, USUALLY_MOST)
    players = range(fewest, min(most, fewest + OFFERS - 1) + 1)
    return tuple(
        ControlOption(
            str(BLANKS_A_PLAYER * count),
            say(counted("for {number} player", "for {number} players", count, number=number_word(count))),
            False,
        )
        for count in players
    )


def picking(shown: Printable, choices: PrintChoices) -> tuple[ControlOption, ...]:
    """Every card and Special Rule of the deck, ticked where its number is picked: not where only a filter has it."""
    return tuple(
        ControlOption(article.number, item.face.title or "…", article.number in choices.picked, item.number)
        for article, item in zip(shown.articles, shown.items, strict=True)
    )


def filters(shown: Printable, choices: PrintChoices) -> tuple[Control, ...]:
    """What all cards of the deck can be picked by: those of a kind, with a trait, by a maker. None where it tells
    nothing apart."""
    every = shown.articles
    found = (
        ("kind", message("Any kind"), choices.kind, [article.kind for article in every]),
        (
            "trait",
            message("Any trait"),
            choices.trait,
            [trait for article in every for trait in article.traits or ("",)],
        ),
        ("maker", message("Anybody’s"), choices.maker, [article.maker for article in every]),
    )
    return tuple(
        Control(name, say(label), value, options=_named(say(label), value, names))
        for name, label, value, names in found
        if len(set(names)) > 1 or value
    )


def _named(none: str, value: str, names: Sequence[str]) -> tuple[ControlOption, ...]:
    known = set(names) if value.casefold() in map(str.casefold, names) else {*names, value}
    every = sorted(known - {""}, key=str.casefold)[:FILTERS_SHOWN]
    return tuple(ControlOption(name, name or none, name.casefold() == value.casefold()) for name in ("", *every))


def picked_words(shown: Printable, choices: PrintChoices) -> str:
    """ "None picked yet", "Seven picked"."""
    count = sum(is_picked(article, choices) for article in shown.articles) if choices.what == "picked" else 0
    words = say(counted("{number} picked", "{number} picked", count, number=number_word(count)))
    return words[:1].upper() + words[1:] if count else say(message("None picked yet"))
