"""Every verb there is. The decision, what is looked up for it, forms and the documents are read off this list."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from cards.rules.command import Command
from cards.verbs import batch, beginning, drawing, gaps, people, proposing, taking, votes, whole
from cards.verbs.telling import Telling, Touches
from cards.verbs.verb import Sent, Verb
from studio.kernel.inputs import UNREADABLE, Inputs
from studio.kernel.schema import kinds

FAMILIES = (beginning, proposing, taking, votes, drawing, whole, people, batch, gaps)
EVERY: tuple[Verb[Any], ...] = tuple(verb for family in FAMILIES for verb in family.VERBS)

BY_COMMAND: Mapping[type[Command], Verb[Any]] = MappingProxyType({verb.command: verb for verb in EVERY})
BY_NAME: Mapping[str, tuple[Verb[Any], Sent]] = MappingProxyType(
    {sent.name: (verb, sent) for verb in EVERY for sent in verb.sent}
)

TELLINGS: Mapping[type, Telling[Any]] = MappingProxyType(
    {told.fact: told for family in (proposing, drawing, gaps) for told in family.TELLINGS}
)


def touching(part: Touches) -> frozenset[str]:
    """What entries are called that touch it."""
    return kinds(*(told.fact for told in TELLINGS.values() if told.touches is part))


# What a form carries besides the fields of its verb.
ENVELOPE = frozenset({"csrfmiddlewaretoken", "key", "verb"})


def named(name: str) -> tuple[Verb[Any], Sent]:
    """Raises Refused("request.unreadable") for a name that no verb has."""
    if name not in BY_NAME:
        raise UNREADABLE.raised()
    return BY_NAME[name]


def read_fields(sent: Sent, given: Inputs, *, is_strict: bool) -> dict[str, Any]:
    """What a form says. Strictly, nothing else may stand in it, and nothing twice: Refused("request.unreadable")."""
    if is_strict:
        for field, values in given.lists():
            if field not in ENVELOPE and (not sent.has(field) or (len(values) > 1 and field not in sent.lists)):
                raise UNREADABLE.raised()
    return {field: read(given, field) for field, read in sent.fields.items()}
