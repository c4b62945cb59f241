"""The lists of a kit's form: what each row has, what its fields are called, and what one may choose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from cards.face.drawings import drawing
from cards.face.drawn import ART
from cards.face.lexicon import Shape, drawing_name
from cards.face.symbols import drawing_address
from cards.rules.colour_words import INKS, colour_words
from cards.values.kit import Cell, PictureChoice
from studio.kernel.messages import Message, Slot, message
from studio.web.words import say_slot

Sort = Literal["text", "number", "choice", "check", "zone", "pick"]


Choices = tuple[tuple[str, Slot], ...]  # what is sent, and what is read


@dataclass(frozen=True, slots=True)
class Column:
    """One field of a row. A "zone" is a choice among the zones of the kit, with "" for none where it may be; a "pick"
    is made by eye, among what `picture` names the drawings of.

    `hint` as a str is an example of what one types. `fresh` is what it holds in an empty row.
    """

    name: str
    label: Message
    sort: Sort = "text"
    choices: Choices = ()
    hint: Slot = ""
    wide: bool = False
    fresh: str = ""
    picture: Callable[[str], str] | None = None
    own: Callable[[str], Slot] | None = (
        None  # what a value is called that none of the choices is, where one may be kept
    )


@dataclass(frozen=True, slots=True)
class Section:
    """A list of rows. A row counts when its `key` field is filled in. `one` and `another` are a row of it."""

    name: str
    heading: Message
    one: Message
    another: Message
    key: str
    columns: tuple[Column, ...]
    note: Message | None = None
    most: int = 40  # rows that are read at all; the rules allow fewer


NAME, WHOSE = message("Name", context="kit"), message("Whose")


def colour_column(shape: Shape, none: Message) -> Column:
    """A colour among the inks, seen in that shape; `none` is what having none is called."""

    def seen(colour: str) -> str:
        return drawing_name(shape, colour, "", "") if colour or none == INKS[""] else ""

    choices = (("", none), *((colour, words) for colour, words in INKS.items() if colour))
    return Column("colour", message("Colour"), "pick", choices, picture=seen, own=colour_words)


ANY, NO_BOUND = message("any number"), message("no bound")
ALL = message("all", context="kit")

SCOPES = (("shared", message("one for all")), ("seat", message("one for each seat")))
FORMS = (
    ("pile", message("pile", context="zone")),
    ("hand", message("hand", context="zone")),
    ("row", message("row", context="zone")),
    ("area", message("area", context="zone")),
)
FACES = (("up", message("face up")), ("down", message("face down")), ("owner", message("for its owner")))
BROWSE = (("all", message("anybody")), ("owner", message("the owner")), ("nobody", message("nobody")))
REFILLS = (("", message("never")), ("needed", message("needed")), ("empty", message("empty", context="zone")))
ZONES = Section(
    "zones", message("Places for cards"), message("a place"), message("another place"), "name",
    (
        Column("name", NAME),
        Column("scope", WHOSE, "choice", SCOPES),
        Column("form", message("Form"), "choice", FORMS),
        Column("face", message("Cards lie"), "choice", FACES),
        Column("browse", message("May look through"), "choice", BROWSE),
        Column("capacity", message("Holds"), "number", hint=ANY),
        Column("refill_from", message("Refilled from"), "zone"),
        Column("refill_when", message("when", context="kit"), "choice", REFILLS),
        Column("purpose", message("What it is for"), hint=message("Take one, pay its price"), wide=True),
    ),
)  # fmt: skip
SOURCES = Section(
    "sources", message("Where cards begin"), message("a source"), message("another source"), "zone",
    (
        Column("zone", message("In", context="kit"), "zone"),
        Column("kinds", message("Only kinds"), hint=ALL),
        Column("traits", message("Only with"), hint=message("any", context="kit")),
        Column("numbers", message("Only numbers"), hint=ALL),
        Column("sides", message("Only sides"), hint=ALL),
        Column("shuffled", message("Shuffled"), "check", fresh="1"),
    ),
    message("Several words in one field are parted by commas."),
)  # fmt: skip
DEALS = Section(
    "deals", message("What is dealt"), message("a deal"), message("another deal"), "take",
    (
        Column("take", message("From", context="kit"), "zone"),
        Column("to", message("to", context="kit"), "zone"),
        Column("count", message("Cards"), "number"),
    ),
)  # fmt: skip
PHASES = Section(
    "phases", message("Parts of a turn"), message("a part"), message("another part"), "name",
    (
        Column("name", NAME),
        Column("draw", message("drawing"), "check"),
        Column("play", message("playing"), "check"),
        Column("discard", message("discarding"), "check"),
    ),
)  # fmt: skip
PLAYS = Section(
    "plays", message("Played in a turn"), message("a kind"), message("another kind"), "kind",
    (
        Column("kind", message("Kind")),
        Column("count", message("At most"), "number", hint=ANY),
        Column("also", message("Or in its place"), hint=message("no other kind")),
    ),
    message("A kind that has a place of its name on the table is played there."),
)  # fmt: skip
COUNTER_SCOPES = (
    ("seat", message("each seat’s")), ("shared", message("the table’s")), ("card", message("on cards")),
)  # fmt: skip
COUNTERS = Section(
    "counters", message("Counters"), message("a counter"), message("another counter"), "name",
    (
        Column("name", NAME),
        Column("scope", WHOSE, "choice", COUNTER_SCOPES),
        Column("start", message("Starts at"), "number"),
        Column("least", message("Not below"), "number", hint=NO_BOUND, fresh="0"),
        Column("most", message("Not above"), "number", hint=NO_BOUND),
        Column("differs", message("Other starts"), hint=message("seat 2: 6")),
    ),
)  # fmt: skip
TOKENS = Section(
    "tokens", message("Tokens"), message("a token"), message("another token"), "name",
    (Column("name", NAME), colour_column("round", message("any"))),
)  # fmt: skip
DICE = Section(
    "dice", message("Dice"), message("a die"), message("another die"), "name",
    (
        Column("name", NAME),
        Column("faces", message("Faces"), hint="1, 2, 3, 4, 5, 6", wide=True),
        colour_column("square", message("any")),
    ),
)  # fmt: skip
SECTIONS = {s.name: s for s in (ZONES, SOURCES, DEALS, PHASES, PLAYS, COUNTERS, TOKENS, DICE)}


def cell(
    name: str, label: Slot, sort: str = "text", value: str = "", choices: Choices = (), hint: Slot = "",
    wide: bool = False,
) -> Cell:  # fmt: skip
    """One input in words, with `value` in it."""
    marked = tuple((key, say_slot(words), key == value) for key, words in choices)
    return Cell(name, say_slot(label), sort, value, marked, say_slot(hint), wide)


def pick_cell(column: Column, name: str, value: str) -> Cell:
    """A sheet of pictures; what is none of them stays one of them where it may be kept."""
    assert column.picture is not None
    choices = column.choices
    if value not in dict(choices) and column.own is not None:
        choices = (*choices, (value, column.own(value)))
    chosen = value if value in dict(choices) else choices[0][0]
    pictures = tuple(
        PictureChoice(key, say_slot(words), key == chosen, _drawn(column.picture(key))) for key, words in choices
    )
    return Cell(name, say_slot(column.label), "pick", chosen, pictures=pictures)


def _drawn(name: str) -> str:
    return drawing_address(name, ART) if name and drawing(name) is not None else ""
