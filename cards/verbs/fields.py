"""The fields of a verb's form, each read from `Inputs`: a refusal for what cannot be read."""

from __future__ import annotations

from collections.abc import Collection

from cards.verbs.verb import ReadField
from studio.kernel.inputs import Inputs


def number(given: Inputs, field: str) -> int:
    """Of a proposal, a wording, a member."""
    return given.id(field)


def text(given: Inputs, field: str) -> str:
    """As it was typed; the rules say how much may stand."""
    return given.text(field)


def flag(given: Inputs, field: str) -> bool:
    """Whether it was ticked."""
    return given.flag(field)


def one_of(choices: Collection[str]) -> ReadField:
    return lambda given, field: given.choice(field, choices)
