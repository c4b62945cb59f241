"""A form about a person: what it says, and what it shows again after a refusal. Nothing that was typed is lost."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import TypedDict

from django.http import HttpRequest

from studio import actions
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused
from studio.models import SHAPES, Person
from studio.people.limits import NAME_MAX
from studio.people.names import DEFAULT_COLOUR, INKS
from studio.web.devices import keep_device, visit_of
from studio.web.inputs import posted
from studio.web.words import say

SHAPE_NAMES = {
    "round": message("Round", context="seal"),
    "scallop": message("Scallop", context="seal"),
    "octagon": message("Octagon", context="seal"),
    "shield": message("Shield", context="seal"),
    "diamond": message("Diamond", context="seal"),
    "tag": message("Tag", context="seal"),
    "square": message("Square", context="seal"),
    "hex": message("Hexagon", context="seal"),
}


@dataclass(frozen=True, slots=True)
class PersonForm:
    """Name, ink and seal as typed. What was refused is `told` beside the button; `wrong_name` marks the name too."""

    name: str = ""
    colour: str = DEFAULT_COLOUR
    shape: str = SHAPES[0]
    wrong_name: str = ""
    wrong: str = ""
    taken: str = ""
    limit: int = NAME_MAX
    inks: tuple[tuple[str, str], ...] = field(default_factory=lambda: _said(INKS))
    shapes: tuple[tuple[str, str], ...] = field(default_factory=lambda: _said(SHAPE_NAMES.items()))

    @property
    def told(self) -> str:
        return self.wrong_name or self.wrong

    def refused(self, refused: Refused) -> PersonForm:
        """The same form with what was wrong about it, in words."""
        if refused.code.startswith("name."):
            taken = str(refused.facts.get("name", "")) if refused.code == "name.taken" else ""
            return replace(self, wrong_name=say(refused), taken=taken)
        return replace(self, wrong=say(refused))


def _said(choices: Iterable[tuple[str, Message]]) -> tuple[tuple[str, str], ...]:
    return tuple((value, say(words)) for value, words in choices)


def person_form(request: HttpRequest, used_shapes: Collection[str] = ()) -> PersonForm:
    """As posted, or blank with the first seal nobody here has."""
    if request.method != "POST":
        free = next((shape for shape in SHAPES if shape not in used_shapes), SHAPES[0])
        return PersonForm(shape=free)
    asked = posted(request)
    return PersonForm(
        name=asked.text("name", 200),
        colour=asked.get("colour", DEFAULT_COLOUR)[:20],
        shape=asked.get("shape", SHAPES[0])[:20],
    )


class TypedPerson(TypedDict):
    """A name, an ink and a seal as they were typed."""

    name: str
    colour: str
    shape: str


def arrive(request: HttpRequest) -> Person:
    """Whoever sends this form, known from now on by this browser (`studio.actions.arrive`)."""
    entered = actions.arrive(visit_of(request), **typed_person(request))
    keep_device(request, entered)
    return entered.person


def typed_person(request: HttpRequest) -> TypedPerson:
    """Who a form says its sender is, for `studio.actions.arrive` and its like; "" for what it does not say."""
    asked = posted(request)
    return TypedPerson(name=asked.text("name"), colour=asked.text("colour"), shape=asked.text("shape"))
