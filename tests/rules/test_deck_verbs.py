"""The verbs of a deck: each command has one, and all that belongs to it stands in its family."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from cards import verbs
from cards.rules.command import HouseCommand, MemberCommand
from cards.verbs import registry
from cards.verbs.verb import Guard, When

CARDS = Path(__file__).resolve().parents[2] / "cards"
MODULES = [import_module(f"{verbs.__name__}.{found.name}") for found in iter_modules(verbs.__path__)]
COMMANDS = {
    one
    for module in MODULES
    for one in vars(module).values()
    if isinstance(one, type) and issubclass(one, MemberCommand | HouseCommand) and one.__module__ == module.__name__
}


def test_every_command_has_exactly_one_verb_and_stands_beside_it() -> None:
    listed = [verb.command for verb in registry.EVERY]
    assert len(listed) == len(set(listed)) > 30 and set(listed) == COMMANDS
    for family in registry.FAMILIES:
        for verb in family.VERBS:
            assert verb.command.__module__ == verb.decide.__module__ == family.__name__


def test_members_ask_for_what_needs_a_deck_and_the_house_for_the_rest() -> None:
    for verb in registry.EVERY:
        assert (verb.when is When.ALWAYS) == issubclass(verb.command, HouseCommand), verb.command


# Read as a whole, beside what the deck has: `_READ` of cards/views/verbs.py.
WHOLE = {"ask-again", "ask-for-back", "ask-for-kit", "ask-for-words", "roll-back", "take-over"}


def test_what_a_form_sends_is_what_the_command_holds() -> None:
    names = [sent.name for verb in registry.EVERY for sent in verb.sent]
    assert len(names) == len(set(names)) and names
    assert set(names) >= WHOLE
    for verb, sent in registry.BY_NAME.values():
        held = inspect.signature(verb.command).parameters
        if sent.name in WHOLE:
            assert "changes" in held or "taken" in held, sent.name
            continue
        assert [name for name in held if name in sent.fields] == [*sent.fields], sent.name
        needed = {name for name, one in held.items() if one.default is one.empty}
        assert needed <= {"by", *sent.fields}, sent.name
        assert not {Guard.FOR_GOOD, Guard.EARLIER} & {*sent.guards} or {*sent.about} <= {*sent.fields}


def test_what_stands_with_a_verb_is_told_nowhere_else() -> None:
    tellers = [CARDS / name for name in ("regions.py", "queries/minutes.py", "queries/announcements.py")]
    for fact, told in registry.TELLINGS.items():
        assert fact is told.fact and told.is_deed == hasattr(fact, "by"), fact
        assert not [one.name for one in tellers if re.search(rf"\be\.{fact.__name__}\b", one.read_text("utf-8"))], fact
