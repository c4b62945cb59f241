"""Every scenario of a deck, under the name of its command."""

from __future__ import annotations

from tests.live.evening import BESIDES, SCENARIOS

ALL = [(command.__name__, scenario) for command, them in SCENARIOS.items() for scenario in them]
ALL += [("besides", scenario) for scenario in BESIDES]
