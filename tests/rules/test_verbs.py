"""Every verb stands in one place, and everything that knows of verbs knows it from there."""

from __future__ import annotations

import dataclasses
import re
import typing
from pathlib import Path

import pytest

from play.console.commands import WORDS
from play.table import events as e
from play.table.command import Command, DeckCommand, DoorCommand, SeatCommand
from play.table.state import About, AskedOfTable, Question, Table
from play.verbs import commands, registry
from play.verbs.offers import EVERY_PLACE, OnCard, OnHeldCard, OnOpenCard
from play.verbs.registry import BUTTONS, BY_COMMAND, BY_NAME, EVERY, FAMILIES, FORMS, read_verb
from play.verbs.telling import tell
from play.verbs.verb import Sent, Verb, When
from studio.kernel.refusals import Refused

KINDS = typing.get_args(Command)


def every_command() -> set[str]:
    """Every command class of the program, wherever it stands. By name: a class with slots is made twice."""
    return {f"{kind.__module__}.{kind.__name__}" for base in KINDS for kind in base.__subclasses__()}


def test_every_command_has_one_verb_and_one_name() -> None:
    assert {f"{kind.__module__}.{kind.__name__}" for kind in BY_COMMAND} == every_command()
    assert len(BY_COMMAND) == len(EVERY) > 50
    names = [sent.name for verb in EVERY for sent in verb.sent]
    assert len(names) == len(set(names)) == len(BY_NAME)
    words = [name for word in WORDS for name in (word.name, *word.also)]
    assert len(words) == len(set(words))
    assert {kind.__name__ for kind in BY_COMMAND} <= set(commands.__all__)


def test_a_command_stands_with_its_verb() -> None:
    for family in FAMILIES:
        for verb in family.VERBS:
            assert verb.command.__module__ == verb.decide.__module__ == family.__name__


@pytest.mark.parametrize("verb", EVERY, ids=lambda verb: verb.command.__name__)
def test_a_verb_says_who_may_ask_for_it(verb: Verb[typing.Any]) -> None:
    base = verb.command.__mro__[1]
    wanted = {DoorCommand: {When.DOOR}, DeckCommand: {When.DECK}, SeatCommand: {When.ANY_TIME, When.PLAYING}}
    assert verb.when in wanted[base]
    if base is not SeatCommand:
        assert not verb.sent and not verb.words


@pytest.mark.parametrize(("verb", "sent"), BY_NAME.values(), ids=lambda one: getattr(one, "name", ""))
def test_what_a_form_sends_are_the_fields_of_its_command(verb: Verb[typing.Any], sent: Sent) -> None:
    fields = {field.name: field for field in dataclasses.fields(verb.command)}
    given = {how.to or name for name, how in sent.fields.items()} | {name for name, _ in sent.fixed}
    assert given <= fields.keys() - {"seat", "confirmed"}
    assert ("confirmed" in fields) == sent.confirms
    for name, field in fields.items():
        if name not in given | {"seat"}:
            assert field.default is not dataclasses.MISSING, f"{sent.name} leaves out {name}"


@pytest.mark.parametrize("sent", [("nonesuch", []), ("tap", [("seat", ["2"]), ("piece", ["p"])])])
def test_no_form_names_another_seat_or_an_unknown_verb(sent: tuple[str, list[tuple[str, list[str]]]]) -> None:
    with pytest.raises(Refused, match="verb.none|request.unreadable"):
        read_verb(1, *sent)
    assert read_verb(1, "tap", [("piece", ["p"])]) == commands.Tap(1, "p")
    assert set(registry.WORDS) <= set(WORDS)


def test_a_verb_is_offered_where_such_a_thing_lies_and_more_particular_places_have_it_too() -> None:
    placed = {at.place for _, sent in BY_NAME.values() for at in (*sent.buttons, *sent.forms)}
    assert placed == set(EVERY_PLACE)
    for place in (OnHeldCard, OnOpenCard):
        assert {sent.name for _, sent, _ in FORMS[OnCard]} < {sent.name for _, sent, _ in FORMS[place]}
    for rows in (*BUTTONS.values(), *FORMS.values()):
        assert [at.near for _, _, at in rows] == sorted(at.near for _, _, at in rows)


def test_no_page_lays_out_a_button_of_a_verb_by_hand() -> None:
    """What sends a verb is made in one module, of what the verbs offer."""
    by_hand = [
        path.name
        for path in sorted((Path(__file__).parents[2] / "play" / "queries").glob("*.py"))
        if re.search(r"\bact\(", path.read_text(encoding="utf-8")) and path.name not in ("parts.py", "offered.py")
    ]
    assert not by_hand


@pytest.mark.parametrize("about", typing.get_args(About))
def test_whatever_may_be_asked_of_others_is_told(about: About) -> None:
    for words in ("", "Because") if about in typing.get_args(AskedOfTable) else ("",):
        asked = e.QuestionAsked(Question(1, about, 1, frozenset({2}), target=2, words=words))
        assert tell(Table(), asked, Table(), 0) is not None


def test_every_verb_of_a_page_can_be_typed() -> None:
    """A pile is shuffled by the word that shuffles one into another; what letting a card go means has words of its
    own."""
    silent = {verb.command.__name__ for verb in EVERY if verb.sent and not verb.words}
    assert silent == {"ShuffleZone", "ChoosePiece", "LetGo"}  # /shuffle pile, /chance pile
