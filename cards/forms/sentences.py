"""The sentences that say what a Special Rule changes at the table, and the gaps in them. Data, and no more.

A gap's field is called "e_<sentence>-<row>-<gap>"; "e_<sentence>-<row>-in" says whether the sentence is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from cards.forms.kit_fields import Choices
from cards.rules import limits
from cards.rules.effects import COST_OF_A_NO, HAND_LIMIT, SETTING_MAX
from cards.rules.ways import CLAUSES, FIRST_OFFERED, WAYS
from studio.kernel.messages import Message, Slot, message

GapSort = Literal["number", "text", "choice", "member", "colour"]
FACES_TYPED_MAX = 300  # characters of a list of faces


@dataclass(frozen=True, slots=True)
class Gap:
    """What is filled in. `fresh` is what it holds at first, `hint` an example; a number is from `least` to `most`,
    other words have at most `most` characters. `may_be_empty`: nothing is an answer too."""

    name: str
    label: Message
    sort: GapSort = "text"
    fresh: str = ""
    hint: Slot = ""
    choices: Choices = ()
    least: int = 0
    most: int = SETTING_MAX
    may_be_empty: bool = False


@dataclass(frozen=True, slots=True)
class RuleSentence:
    """`words` has a slot for each gap. `finds` are other words by which somebody may look for it.

    `repeats`: it may stand there more than once. `is_way`: it says how the deck decides, so one of these is enough.
    `hidden` are fields that nobody sees, kept as they are.
    """

    name: str
    words: Message
    finds: Message
    gaps: tuple[Gap, ...] = ()
    repeats: bool = False
    is_way: bool = False
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SentenceGroup:
    heading: Message
    sentences: tuple[RuleSentence, ...]


def _kept(label: Message, fresh: str) -> Gap:
    return Gap("value", label, "number", fresh)


def _name(label: Message, hint: Slot) -> Gap:
    return Gap("name", label, "text", hint=hint, most=limits.KIT_NAME_MAX)


_KIND = Gap("kind", message("Which kind"), hint=message("Thing", context="kind"), most=limits.TYPE_LINE_MAX)
_COLOUR = Gap("colour", message("Colour"), "colour", may_be_empty=True)
_MEMBER = Gap("member", message("Who"), "member")
_WHOSE = Gap(
    "scope", message("Who has the counter"), "choice", "seat",
    choices=(
        ("seat", message("Everybody")), ("shared", message("The table")), ("card", message("A card")),
    ),
)  # fmt: skip
_START = Gap("start", message("Starts at"), "number", "0", least=-limits.COUNTER_MAX, most=limits.COUNTER_MAX)
_BOUND = Gap(
    "least", message("Not below"), "number", "0", message("no bound"), may_be_empty=True,
    least=-limits.COUNTER_MAX, most=limits.COUNTER_MAX,
)  # fmt: skip
_COUNTER_FINDS = message("gold money life points score energy count track", context="words to look for")
_GOLD = _name(message("Name of the counter"), message("Gold"))
_DIE = _name(message("Name of the die"), message("Weather"))

HANDS = SentenceGroup(message("Hands and turns"), (
    RuleSentence(
        "hand_limit", HAND_LIMIT,
        message("hold keep cards in hand discard maximum", context="words to look for"),
        (_kept(message("Hand limit"), "7"),),
    ),
    RuleSentence(
        "deal", message("Everybody starts with {value} cards."),
        message("deal dealt begin opening hand set-up", context="words to look for"),
        (_kept(message("Cards dealt at the start"), "5"),),
    ),
    RuleSentence(
        "draw", message("Whoever begins a turn draws {value}."),
        message("draw cards each turn", context="words to look for"),
        (_kept(message("Cards drawn in a turn"), "1"),),
    ),
    RuleSentence(
        "draw_if_empty", message("Whoever has no cards in hand draws {value} instead."),
        message("empty hand draw refill", context="words to look for"),
        (_kept(message("Drawn with no cards in hand"), "3"),),
    ),
    RuleSentence(
        "plays", message("On your turn you may play {value} of each kind."),
        message("play cards number turn Things Actions", context="words to look for"),
        (_kept(message("How many of each kind"), "1"),),
    ),
    RuleSentence(
        "plays_kind", message("On your turn you may play {value} of kind {kind}."),
        message("play cards number turn Thing Action", context="words to look for"),
        (_kept(message("How many of that kind"), "1"), _KIND), repeats=True,
    ),
    RuleSentence(
        "plays_none", message("Nobody may play a card of kind {kind}."),
        message("forbid ban stop play", context="words to look for"), (_KIND,), repeats=True,
    ),
    RuleSentence(
        "plays_nothing", message("Nobody may play anything."),
        message("forbid ban stop freeze", context="words to look for"),
    ),
))  # fmt: skip

_COST = Gap(
    "cost", COST_OF_A_NO, hint=message("a card from your hand"), most=limits.VETO_COST_MAX,
    may_be_empty=True,
)  # fmt: skip


def _ways() -> Iterator[RuleSentence]:
    """Those that say how many must be in favour are one sentence with a choice; the others have one each."""
    chosen = tuple((way, row.chosen) for way, row in WAYS.items() if row.chosen)
    yield RuleSentence(
        "by", message("{way} must be in favour."),
        message("vote majority unanimity two thirds half agree", context="words to look for"),
        (Gap("way", message("How many must be in favour"), "choice", FIRST_OFFERED, choices=chosen),), is_way=True,
    )  # fmt: skip
    for way, row in WAYS.items():
        if row.sentence is not None and row.finds is not None:
            gaps = (_MEMBER,) if row.is_alone else (_COST,) if row.has_price else ()
            yield RuleSentence(way, row.sentence, row.finds, gaps, is_way=True)


DECIDING = SentenceGroup(message("How we decide"), (
    *_ways(),
    RuleSentence(
        "excluded", message("{member} has no vote."),
        message("without vote leave out exclude", context="words to look for"), (_MEMBER,), repeats=True,
    ),
    *(RuleSentence(clause.field, clause.sentence, clause.finds) for clause in CLAUSES),
))  # fmt: skip

GOODS = SentenceGroup(message("Counters, tokens, dice"), (
    RuleSentence(
        "counter", message("{scope} has a counter {name} that starts at {start}."), _COUNTER_FINDS,
        (_WHOSE, _GOLD, _START), repeats=True, hidden=("id", "differs"),
    ),
    RuleSentence(
        "bounded", message("{scope} has a counter {name} that starts at {start} and stays from {least} to {most}."),
        _COUNTER_FINDS,
        (_WHOSE, _GOLD, _START, _BOUND, Gap(
            "most", message("Not above"), "number", "20", message("no bound"), may_be_empty=True,
            least=-limits.COUNTER_MAX, most=limits.COUNTER_MAX,
        )), repeats=True, hidden=("id", "differs"),
    ),
    RuleSentence(
        "token", message("There are tokens called {name}, in {colour}."),
        message("rosette marker chip coin", context="words to look for"),
        (_name(message("Name of the tokens"), message("Rosette")), _COLOUR), repeats=True, hidden=("id",),
    ),
    RuleSentence(
        "die", message("There is a die, {name}, with {sides} sides, in {colour}."),
        message("dice roll chance random", context="words to look for"),
        (_DIE, Gap("sides", message("Sides"), "number", "6", least=2, most=20), _COLOUR), repeats=True,
        hidden=("id",),
    ),
    RuleSentence(
        "faces", message("There is a die, {name}, that says {faces}, in {colour}."),
        message("dice roll chance random words", context="words to look for"),
        (_DIE, Gap("faces", message("What its sides say"), hint=message("Sun, Rain, Wind"), most=FACES_TYPED_MAX),
         _COLOUR), repeats=True, hidden=("id",),
    ),
))  # fmt: skip

GROUPS = (HANDS, DECIDING, GOODS)
SENTENCES = {sentence.name: sentence for group in GROUPS for sentence in group.sentences}
