"""Every verb there is. The decision, what is looked up for it, forms and the documents are read off this list."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from cards.rules.command import Command
from cards.verbs import batch, beginning, drawing, gaps, people, proposing, votes, whole
from cards.verbs.verb import Sent, Verb

FAMILIES = (beginning, proposing, votes, drawing, whole, people, batch, gaps)
EVERY: tuple[Verb[Any], ...] = tuple(verb for family in FAMILIES for verb in family.VERBS)

BY_COMMAND: Mapping[type[Command], Verb[Any]] = MappingProxyType({verb.command: verb for verb in EVERY})
BY_NAME: Mapping[str, tuple[Verb[Any], Sent]] = MappingProxyType(
    {verb.sent.name: (verb, verb.sent) for verb in EVERY if verb.sent is not None}
)
