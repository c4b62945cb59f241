"""Every verb there is. Forms, typed lines, the decision and the documents are read off this list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from play.console.values import Word
from play.table.command import Command, SeatCommand
from play.verbs import (
    asking,
    consent,
    deck,
    dice_and_coins,
    drawing,
    dropping,
    facing,
    lobby,
    looking,
    marks,
    moving,
    playing,
    talk,
    turns,
)
from play.verbs.fields import Field, flag
from play.verbs.offers import EVERY_PLACE
from play.verbs.verb import Sent, Verb
from studio.kernel.inputs import UNREADABLE, Inputs
from studio.kernel.refusals import Refused

FAMILIES = (
    lobby,
    drawing,
    playing,
    moving,
    dropping,
    looking,
    facing,
    marks,
    dice_and_coins,
    turns,
    asking,
    consent,
    talk,
    deck,
)
EVERY: tuple[Verb[Any], ...] = tuple(verb for family in FAMILIES for verb in family.VERBS)

BY_COMMAND: Mapping[type[Command], Verb[Any]] = MappingProxyType({verb.command: verb for verb in EVERY})
BY_NAME: Mapping[str, tuple[Verb[Any], Sent]] = MappingProxyType(
    {sent.name: (verb, sent) for verb in EVERY for sent in verb.sent}
)
# What is typed once an evening, coming together, stands behind what is typed in every turn.
WORDS: tuple[Word, ...] = tuple(
    word for family in (*FAMILIES[1:], lobby) for verb in family.VERBS for word in verb.words
)  # fmt: skip


def _placed(every: Iterable[tuple[Verb[Any], Sent, Any]]) -> Mapping[type, tuple[tuple[Verb[Any], Sent, Any], ...]]:
    """By place, what is nearest at hand first. What is offered at a place is offered at every more particular one."""
    rows = sorted(every, key=lambda row: row[2].near)
    return MappingProxyType(
        {kind: tuple(row for row in rows if issubclass(kind, row[2].place)) for kind in EVERY_PLACE}
    )


# What is offered at a place: (verb, the name it is sent by, where and what).
BUTTONS = _placed((verb, sent, at) for verb, sent in BY_NAME.values() for at in sent.buttons)
FORMS = _placed((verb, sent, at) for verb, sent in BY_NAME.values() for at in sent.forms)

# What the page's form carries besides the fields: the reason stands in it for whoever votes.
ENVELOPE = frozenset({"csrfmiddlewaretoken", "key", "verb", "invite", "reason"})
CONFIRMS = {"confirmed": Field(flag, False)}


def read_verb(seat: int, name: str, given: Iterable[tuple[str, list[str]]]) -> SeatCommand:
    """The command that a form means. Refused("verb.none"); Refused("request.unreadable") for an unknown field, one that
    comes twice or is missing."""
    if name not in BY_NAME:
        raise Refused("verb.none", verb=name[:30])
    verb, sent = BY_NAME[name]
    known = {**sent.fields, **(CONFIRMS if sent.confirms else {})}
    found: dict[str, list[str]] = {}
    for field, values in given:
        if field in ENVELOPE:
            continue
        if field in found or field not in known:
            raise UNREADABLE.raised()
        found[field] = values
    asked, fields = Inputs(found), {"seat": seat, **dict(sent.fixed)}
    for field, how in known.items():
        if field not in asked and how.default is ...:
            raise UNREADABLE.raised()
        fields[how.to or field] = how.read(asked, field) if field in asked else how.default
    command = verb.command(**fields)
    assert isinstance(command, SeatCommand), "what is sent is sent from a seat"
    return command
