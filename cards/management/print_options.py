"""What commands say of a deck and its print: the deck by its slug, an option for each choice that can be printed, and a
file of them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from cards import models as rows
from cards.printing.choices import limits
from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.fields import OneOf, YesOrNo
from cards.printing.choices.files import read_options
from cards.printing.choices.reading import read_choices
from cards.printing.choices.rows import CHOICES
from studio.kernel.inputs import whole_number
from studio.kernel.messages import english

NAMES = {"with_rules": "rules"}  # said shorter on a command line


def add_choices(parser: CommandParser) -> None:
    """An option for each choice, and `--options FILE`, whose choices those beside it go before."""
    parser.add_argument("--options", type=Path, metavar="FILE", help="TOML or JSON with a name and a value for each")
    for name, choice in CHOICES.items():
        field = choice.reads
        option = f"--{NAMES.get(name, name).replace('_', '-')}"
        told = english(field.label)
        if isinstance(field, YesOrNo):
            parser.add_argument(option, dest=name, action=argparse.BooleanOptionalAction, help=told)
        else:
            words = "|".join(field.known) if isinstance(field, OneOf) else None
            parser.add_argument(option, dest=name, metavar=words, help=told)


def choices_of(options: Mapping[str, Any]) -> PrintChoices:
    """What was typed, over what the file says. Raises Refused, and OSError for a file that cannot be read."""
    said: dict[str, object] = {}
    if path := options["options"]:
        with path.open("rb") as file:
            said = read_options(file.read(limits.FILE_BYTES_MAX + 1))
    typed = {name: options[name] for name in CHOICES if options.get(name) is not None}
    return read_choices({**said, **typed}, strict=True)


METAVAR = "SLUG[@N]"


def deck_named(typed: str) -> tuple[rows.Deck, int | None]:
    """The deck and the number of a version, None for the draft. Raises CommandError in words. One statement."""
    slug, at, number = typed.partition("@")
    version = whole_number(number)
    if at and version is None:
        raise CommandError(f"“{number}” is no version number. Write {slug}@3, or {slug} for the draft.")
    deck = rows.Deck.objects.filter(slug=slug, deleted_at__isnull=True).first()
    if deck is None:
        raise CommandError(f"There is no deck at “{slug}”.")
    return deck, version
