"""Decks that come from files and go into them. The formats themselves are pure and in cards/formats."""
