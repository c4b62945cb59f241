"""Which articles of a deck are printed, how often, and what whoever has an older print does with the rest. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cards.printing.choices.choices import PrintChoices
from cards.rules.deck import Ref
from cards.rules.manifest import DeckState, compared
from studio.kernel.refusals import Refused

NAMED_MAX = 10  # numbers that a refusal says again


@dataclass(frozen=True, slots=True)
class Printed:
    """An article that could be printed, with what it can be picked by."""

    ref: Ref
    digest: str
    copies: int
    kind: str = ""
    traits: tuple[str, ...] = ()
    maker: str = ""

    @property
    def number(self) -> str:
        """As it is picked: "12", "r3"."""
        return f"r{self.ref.number}" if self.ref.kind == "rule" else str(self.ref.number)


@dataclass(frozen=True, slots=True)
class Exchange:
    """A line of the slip that comes with an update: so many out, of `had` in the old print, and so many in."""

    ref: Ref
    out: int
    put_in: int
    had: int = 0


def considered(articles: Iterable[Printed], choices: PrintChoices) -> tuple[Printed, ...]:
    """What comes into question: without Special Rules where none are wanted, once where one of each is."""
    found = (article for article in articles if choices.with_rules or article.ref.kind != "rule")
    return tuple(replace(article, copies=1) if choices.copies == "one" else article for article in found)


def considered_before(was: DeckState, choices: PrintChoices) -> DeckState:
    """The same of the state that an update starts from."""
    is_one = choices.copies == "one"
    found = ((ref, one) for ref, one in was.items() if choices.with_rules or ref.kind != "rule")
    return {ref: (digest, 1 if is_one else copies) for ref, (digest, copies) in found}


def printed_of(articles: Sequence[Printed], choices: PrintChoices, was: DeckState) -> dict[Ref, int]:
    """How many of each article are printed, in their order. `was` is the state that an update starts from."""
    shown = considered(articles, choices)
    match choices.what:
        case "blanks":
            return {}
        case "picked":
            return {article.ref: article.copies for article in shown if is_picked(article, choices)}
        case "update":
            lines = exchanges(shown, considered_before(was, choices))
            return {line.ref: line.put_in for line in lines if line.put_in}
        case "deck":
            return {article.ref: article.copies for article in shown}


def is_picked(article: Printed, choices: PrintChoices) -> bool:
    """Whether it is among the numbers, or is all that the filters ask for."""
    if article.number in choices.picked:
        return True
    asked = (
        (choices.kind, (article.kind,)),
        (choices.trait, article.traits),
        (choices.maker, (article.maker,)),
    )
    filters = [(one.casefold(), [word.casefold() for word in words]) for one, words in asked if one]
    return bool(filters) and all(one in words for one, words in filters)


def exchanges(articles: Iterable[Printed], was: DeckState) -> tuple[Exchange, ...]:
    """What is put in, swapped and taken out, in the order of the numbers, cards first."""
    now = {article.ref: (article.digest, article.copies) for article in articles}
    changed = compared(was, now)
    lines = [Exchange(ref, 0, now[ref][1]) for ref in changed.came]
    lines += [Exchange(ref, was[ref][1], now[ref][1], was[ref][1]) for ref in changed.reworded]
    for ref in changed.recounted:
        more = now[ref][1] - was[ref][1]
        lines.append(Exchange(ref, max(0, -more), max(0, more), was[ref][1]))
    lines += [Exchange(ref, was[ref][1], 0, was[ref][1]) for ref in changed.went]
    return tuple(sorted(lines, key=lambda line: line.ref))


def refuse_senseless(
    articles: Sequence[Printed], choices: PrintChoices, since: int | None, *, is_something: bool
) -> None:
    """Raises Refused for picked numbers that are not in the deck, where none is picked, where nothing has changed."""
    if choices.what == "picked":
        there = {article.number for article in articles}
        if missing := [number for number in choices.picked if number not in there]:
            more = "…" if len(missing) > NAMED_MAX else ""
            raise Refused("print.not_in_deck", field="picked", numbers=", ".join(missing[:NAMED_MAX]) + more)
        if not is_something:
            raise Refused("print.none_picked", field="picked")
    if choices.what == "update" and not is_something:
        raise Refused("print.unchanged", field="since", since=since or 0)
