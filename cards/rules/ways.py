"""The ways to decide (C9), one row a way: how it is judged, and what every page says of it. Pure.

Nothing else tests which way it is. Whoever needs to know asks the row of the rule in force, `way_of(rule)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from cards.rules.decision import DecisionRule, Way
from studio.kernel.messages import Message, Sayable, Slot, counted, message, number_word, series

CONSENT_DEADLINE = 24 * 3600  # seconds

_REASON_WANTED = message("A no comes with a reason.")
_KEPT_BY_ALL = message("Kept by all {number}, it goes straight in. One wish to talk, and it comes to the table.")
_KEPT_ELSE = message("{sentence} Anything else comes to the table.")


@dataclass(frozen=True, slots=True)
class WayRow:
    """One way to decide.

    How it is judged: of so many whose votes weigh, `wanted` is how many must be in favour. `is_alone`: the vote of one
    person weighs alone. `is_silence_for`: who is silent at the deadline counts as in favour. `room_deadline`: seconds
    after which a room ballot is due; None: it waits until all have spoken. `has_price`: a no may cost something.

    Who sees what when: who has spoken lies open to all members. How they answered does so too, or is their own to know
    until the ballot is over where it `is_hidden`; once it is over all of it is told.

    What is said of it: in the composer it is `chosen` in the sentence that says how many must be in favour, or has a
    `sentence` of its own, found by other words too. `card` stands beside the rule's text, `card_with` where it is known
    `who` decides or what the `price` of a no is; `ballot` on the slip of every ballot, where it differs; `header` in
    the head of the deck; `next_card` on the card that would change it, where no number tells it; `sweep` where a first
    batch is swept.
    """

    wanted: Callable[[int], int]
    card: Message
    header: Message
    sweep: Message = _KEPT_BY_ALL
    chosen: Message | None = None
    sentence: Message | None = None
    finds: Message | None = None
    card_with: Message | None = None
    ballot: Message | None = None
    next_card: Message | None = None
    is_alone: bool = False
    is_silence_for: bool = False
    room_deadline: int | None = None
    has_price: bool = False
    is_hidden: bool = False


def _all(everyone: int) -> int:
    return everyone


def _more_than_half(everyone: int) -> int:
    return everyone // 2 + 1


def _two_thirds(everyone: int) -> int:
    return -(-everyone * 2 // 3)


# In the order in which they are offered.
WAYS: Mapping[Way, WayRow] = MappingProxyType({
    "unanimity": WayRow(
        _all,
        card=message("Everybody must be in favour."),
        ballot=message("Everyone must be in favour. A no sets it aside, with your reason."),
        header=message("Everyone in favour"),
        chosen=message("Everyone"),
    ),
    "consent": WayRow(
        _all,
        is_silence_for=True,
        room_deadline=CONSENT_DEADLINE,
        card=message("It goes in unless somebody objects in time."),
        header=message("Nobody against in time"),
        next_card=message("From the next card on. This one still goes in unless somebody objects in time."),
        sentence=message("A card goes in unless somebody objects in time."),
        finds=message("consent silence vote deadline object", context="words to look for"),
    ),
    "majority": WayRow(
        _more_than_half,
        card=message("More than half must be in favour."),
        header=message("More than half"),
        sweep=message("Kept by most of you, it goes straight in."),
        chosen=message("More than half"),
    ),
    "two_thirds": WayRow(
        _two_thirds,
        card=message("Two thirds must be in favour."),
        header=message("Two thirds"),
        sweep=message("Kept by two thirds of you, it goes straight in."),
        chosen=message("Two in three"),
    ),
    "decider": WayRow(
        _all,
        is_alone=True,
        card=message("One person decides."),
        card_with=message("{who} decides."),
        ballot=message("{who} decides."),
        header=message("One decides"),
        next_card=message("From the next card on. This one is still decided by one of you alone."),
        sweep=message("What {who} keeps goes straight in."),
        sentence=message("{member} decides alone."),
        finds=message("vote leader boss dictator one person", context="words to look for"),
    ),
    "veto": WayRow(
        _all,
        has_price=True,
        card=message("Everybody must be in favour, and a no has its price."),
        card_with=message("Everybody must be in favour, and a no has its price: {price}."),
        ballot=message("One no stops it."),
        header=message("Nobody pays a veto"),
        sentence=message("Everyone must be in favour, and a no costs {cost}."),
        finds=message("veto price pay vote", context="words to look for"),
    ),
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Clause:
    """What a rule says of votes beside its way: `field` of it is true. `sentence` says it in the composer, where it is
    found by other words too, and `card` beside the rule's text. `is_hidden` as of a way."""

    field: str
    card: Message
    finds: Message
    sentence: Message
    is_hidden: bool = False

    def is_in(self, rule: DecisionRule) -> bool:
        return bool(getattr(rule, self.field))


# In the order in which they are offered and told.
CLAUSES = (
    Clause(
        "when_decided",
        message("It closes as soon as no vote could change it."),
        message("early end decided close", context="words to look for"),
        sentence=message("A vote closes as soon as no vote could change it."),
    ),
    Clause(
        "reason_wanted",
        _REASON_WANTED,
        message("why explain against vote", context="words to look for"),
        sentence=_REASON_WANTED,
    ),
)

FIRST_OFFERED: Way = "majority"  # everybody must be in favour without any rule

_PRICE = message("A no costs {price}.")
_STILL_OLD = message("From the next card on. This one is still decided the old way.")
_STILL_SOME = message("From the next card on. This one still needs {some} of the {all} of you.")


def way_of(rule: DecisionRule) -> WayRow:
    return WAYS[rule.by]


def decides_alone(rule: DecisionRule) -> int | None:
    """The member whose vote alone weighs, where one decides; 0 where the rule names nobody."""
    return (rule.decider or 0) if way_of(rule).is_alone else None


def hides_votes(rule: DecisionRule) -> bool:
    """Whether each alone knows how they answered until the ballot is over."""
    return way_of(rule).is_hidden or any(clause.is_hidden and clause.is_in(rule) for clause in CLAUSES)


def price_of(rule: DecisionRule) -> str:
    """What a no costs, in words; "" where it is free."""
    return rule.cost if way_of(rule).has_price else ""


# --- what is said of it -----------------------------------------------------------------------------------------------


def card_words(rule: DecisionRule, decider: str) -> Message:
    """Beside the text of the Special Rule; `decider` is what they are called, "" where nobody knows."""
    row, known = way_of(rule), {"who": decider if way_of(rule).is_alone else "", "price": price_of(rule)}
    if row.card_with is None or not any(known.values()):
        return row.card
    return row.card_with.given(**{name: words for name, words in known.items() if words})


def ballot_words(rule: DecisionRule, decider: str, is_everybody: bool) -> Sayable:
    """How this ballot is decided, in sentences."""
    row, price = way_of(rule), price_words(rule)
    said: list[Slot] = [row.card if row.ballot is None else row.ballot.given(who=decider)]
    if price is not None:
        said.append(price)
    if is_everybody:
        said.append(message("Every member is asked."))
    return series(said, "sentences")


def price_words(rule: DecisionRule) -> Message | None:
    """ "A no costs a card."; None where it is free."""
    price = price_of(rule)
    return _PRICE.given(price=price) if price else None


def next_card_words(rule: DecisionRule, everyone: int) -> Message:
    """On a card that would change how is decided: it is itself decided as before, by `everyone` whose votes count."""
    row, wanted = way_of(rule), way_of(rule).wanted(everyone)
    if everyone < 2:
        return _STILL_OLD
    if row.next_card is not None:
        return row.next_card
    if wanted == everyone:
        return counted(
            "From the next card on. This one still needs you.",
            "From the next card on. This one still needs all {number} of you.", everyone,
            number=number_word(everyone),
        )  # fmt: skip
    return _STILL_SOME.given(some=number_word(wanted), all=number_word(everyone))


def sweep_words(rule: DecisionRule, sweepers: int, decider: str) -> Message:
    """When a card of a first batch goes straight in."""
    row = way_of(rule)
    if row.sweep is _KEPT_BY_ALL:
        return row.sweep.given(number=number_word(sweepers))
    return _KEPT_ELSE.given(sentence=row.sweep.given(who=decider))
