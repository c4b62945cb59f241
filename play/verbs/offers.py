"""Where a verb is offered on a page, and how: values that play/queries/offered.py makes into buttons and small forms.

A place is a class: what lies or stands there, as one sight may know it. A name that forms send (`Sent`) says at which
places it is offered, how near at hand there, and what it offers to whoever looks: nothing, one button, or several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from cards.rules.kit import ZoneKit
from play.table.prices import Amount
from play.table.sight import (
    CounterSight,
    DieSight,
    LookingSight,
    PieceSight,
    QuestionSight,
    SeatSight,
    Sight,
    TurnSight,
    ZoneSight,
)
from studio.kernel.messages import Message, Sayable, Series, message, series

P = TypeVar("P")
Look = Literal["hot", "line", "quiet"]  # how much it stands out
Fields = tuple[tuple[str, object], ...]

# --- what is offered --------------------------------------------------------------------------------------------------


class Button(NamedTuple):
    """One press that sends the verb with these fields. A tuple: hundreds of them are made for one drawing."""

    label: Message
    look: Look = "line"
    fields: Fields = ()
    hotkey: str = ""
    hint: Sayable | None = None


@dataclass(frozen=True, slots=True)
class Asks:
    """One input of a small form: typed, or chosen among what the page finds.

    `among` are the cards that lie open, the other players, one or several of them, all zones, or the piles, but for
    what has the key or id `besides`; ends of a pile; teams; sides. `least` and `most` bound a number, `most` a text.
    """

    name: str
    label: Message
    among: Literal["number", "text", "cards", "player", "players", "zones", "piles", "ends", "teams", "sides"]
    value: str | int = ""
    least: int | None = None
    most: int | None = None
    besides: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A verb that wants something typed or chosen. It is not offered where there is nothing to choose among. A heading
    that is a str is a name somebody gave."""

    heading: Message | str
    button: Message
    asks: tuple[Asks, ...] = ()
    fields: Fields = ()
    hint: Message | None = None


@dataclass(frozen=True, slots=True)
class At(Generic[P]):
    """At this place, `near` at hand (what has less stands before what has more). `gives` is asked with the place."""

    place: type[P]
    near: int
    gives: Callable[[P], Iterable[Button]]


@dataclass(frozen=True, slots=True)
class FormAt(Generic[P]):
    """The same of a form, on the sheet of a place."""

    place: type[P]
    near: int
    gives: Callable[[P], Iterable[Form]]


def always(button: Button) -> Callable[[Any], Iterable[Button]]:
    """Offered alike to whoever looks."""
    return lambda at: (button,)


def sending(**fields: object) -> Fields:
    return tuple(fields.items())


def in_words(amounts: Iterable[Amount]) -> Series:
    """ "2 Gold and 1 Red"."""
    return series(message("{count} {counter}", count=each.count, counter=each.name) for each in amounts)


def as_sent(amounts: Iterable[Amount]) -> str:
    """ "gold:2,red:1"."""
    return ",".join(f"{each.counter}:{each.count}" for each in amounts)


# --- places -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OnCard:
    """A card that this sight sees, wherever it lies. What is offered at every card is offered at those below too.

    `now` is the table as everybody sees it: what one card offers is the same for all who stand to it alike.
    """

    now: Sight
    piece: PieceSight


@dataclass(frozen=True, slots=True)
class OnHeldCard(OnCard):
    """A card in one's own hand. `price`: what it costs, as far as one has that. `is_too_many`: one is at discarding,
    and still has to. `places` are those of one's own where cards lie open, besides the one for Things."""

    price: tuple[Amount, ...] = ()
    is_too_many: bool = False
    places: tuple[ZoneKit, ...] = ()


@dataclass(frozen=True, slots=True)
class OnOpenCard(OnCard):
    """A card in play. `text` is what one reads on it; `tokens` are those near it: what lies on it, then what its words
    name. `is_in_reach`: it lies under one's own control, or nobody's. `yields`: what one's own brings,
    and `worth` what it does when it is destroyed."""

    text: str
    tokens: tuple[str, ...]
    is_in_reach: bool = True
    yields: tuple[Amount, ...] = ()
    worth: tuple[Amount, ...] = ()


@dataclass(frozen=True, slots=True)
class OnFoundCard:
    """A card that one is looking at, or has searched for, outside one's own hand."""

    now: Sight
    piece: PieceSight
    hand: ZoneSight


@dataclass(frozen=True, slots=True)
class OnLyingCard:
    """A card that lies in a pile everybody may look through. `back` is the pile that one draws from; None where the
    card lies in it, or there is none."""

    now: Sight
    piece: PieceSight
    hand: ZoneSight
    back: ZoneSight | None = None


@dataclass(frozen=True, slots=True)
class OnPile:
    """The sheet of a pile."""

    now: Sight
    zone: ZoneSight


@dataclass(frozen=True, slots=True)
class OnDrawPile:
    """The pile that this seat draws from, as it lies on the table."""


@dataclass(frozen=True, slots=True)
class OnCounter:
    """One press further: the counter set to `value`, on a piece, a seat (`on`), or the table's."""

    counter: CounterSight
    value: int
    on: int = 0
    piece: str = ""


@dataclass(frozen=True, slots=True)
class OnDie:
    """`is_loose`: it is none of the equipment's, but lies on every table."""

    die: DieSight
    is_loose: bool = False


@dataclass(frozen=True, slots=True)
class OnBlanks:
    """Blank cards, of which so many are left."""

    blanks: int


@dataclass(frozen=True, slots=True)
class OnHand:
    """One's own hand, whole."""

    hand: ZoneSight


@dataclass(frozen=True, slots=True)
class OnLooking:
    """What lies in front of whoever is looking."""

    look: LookingSight
    is_pile: bool


@dataclass(frozen=True, slots=True)
class OnOwnSeat:
    """`may_act`: the game is on, and no vote under way (C1)."""

    now: Sight
    me: SeatSight
    may_act: bool


@dataclass(frozen=True, slots=True)
class OnOtherSeat:
    """`is_there`: somebody sits there and is not away. `others`: so does somebody besides, who can be asked."""

    now: Sight
    seat: SeatSight
    is_there: bool
    others: bool = True


@dataclass(frozen=True, slots=True)
class OnMarks:
    """What a seat has before it, one's own or another's."""

    now: Sight
    seat: SeatSight


@dataclass(frozen=True, slots=True)
class OnTurn:
    """Whoever sits, while a game is on. `is_mine`: it is their turn, and no vote under way (C1). `left` says of each
    part of the turn whether something of it is still to do. `back` is the entry that the last move may be taken back to
    (0: it may not), `undone` what would be; `is_own`: it was a trifle of one's own: nobody need be asked about it.
    `missing`: the seat to move, where whoever sits there, `missed`, is away and nobody has asked yet (0: nobody is)."""

    turn: TurnSight
    is_mine: bool
    left: tuple[bool, ...] = ()
    back: int = 0
    undone: Sayable | None = None
    is_own: bool = False
    missing: int = 0
    missed: str = ""

    @property
    def phase(self) -> int:
        """Which part of the turn it is."""
        return next((n for n, phase in enumerate(self.turn.phases) if phase.is_now), 0)


@dataclass(frozen=True, slots=True)
class BeforeGame:
    """`waits`: somebody else who sits here is not ready yet."""

    me: SeatSight
    waits: bool = False


@dataclass(frozen=True, slots=True)
class AfterGame:
    pass


@dataclass(frozen=True, slots=True)
class OnQuestion:
    """`missed`: the seats it waits for whose people are away, with their names."""

    now: Sight
    question: QuestionSight
    missed: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class AmongPeople:
    """Beside the list of who sits where."""

    now: Sight
    me: SeatSight | None


EVERY_PLACE: tuple[type[Any], ...] = (
    OnCard, OnHeldCard, OnOpenCard, OnFoundCard, OnLyingCard, OnPile, OnDrawPile, OnCounter, OnDie, OnBlanks, OnHand,
    OnLooking, OnOwnSeat, OnOtherSeat, OnMarks, OnTurn, BeforeGame, AfterGame, OnQuestion, AmongPeople,
)  # fmt: skip
