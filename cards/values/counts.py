"""How many of something there are, as messages: "3 cards"."""

from __future__ import annotations

from studio.kernel.messages import Message, Series, counted, series


def cards(count: int) -> Message:
    return counted("{count} card", "{count} cards", count)


def rules(count: int) -> Message:
    return counted("{count} Special Rule", "{count} Special Rules", count)


def copies(count: int) -> Message:
    return counted("{count} copy", "{count} copies", count)


def cards_and_rules(card_count: int, rule_count: int) -> Series:
    """ "3 cards and 1 Special Rule"; only what there is."""
    return series([*([cards(card_count)] if card_count else []), *([rules(rule_count)] if rule_count else [])])
