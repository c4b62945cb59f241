"""How many of something there are, as messages: "3 cards"."""

from __future__ import annotations

from studio.kernel.messages import Message, Series, counted, series


def cards(count: int) -> Message:
    return counted("{count} card", "{count} cards", count)


def cards_of(copies: int, different: int) -> Message:
    """ "98 cards, 63 different": all that lie in a deck, and how many of them read differently. Wherever a deck is
    counted as a whole it is counted by this."""
    every = cards(copies)
    if copies == different:
        return every
    return counted("{cards}, all alike", "{cards}, {count} different", different, cards=every)


def rules(count: int) -> Message:
    return counted("{count} Special Rule", "{count} Special Rules", count)


def copies(count: int) -> Message:
    return counted("{count} copy", "{count} copies", count)


def cards_and_rules(card_count: int, rule_count: int) -> Series:
    """ "3 cards and 1 Special Rule"; only what there is."""
    return series([*([cards(card_count)] if card_count else []), *([rules(rule_count)] if rule_count else [])])
