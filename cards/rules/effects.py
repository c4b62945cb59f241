"""How the effects of Special Rules change a kit while they are in force (B11), as one pure function.

A denial beats a permission; else the more specific beats the more general; else the most recently accepted beats
the older. The same for every setting, so that a table never asks which of two rules holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from cards.rules import limits
from cards.rules.decision import DecisionRule, Effect, NewCounter, NewDie, NewToken, TableSetting
from cards.rules.kit import DieKit, Kit, PlayLimit, TurnKit
from cards.rules.kit_checks import check_kit
from cards.rules.ways import CLAUSES, card_words
from studio.kernel.codec import to_plain
from studio.kernel.messages import Message, Sayable, counted, message, series
from studio.kernel.refusals import Refused

SETTING_MAX = 1000  # cards dealt, drawn, held or played

# Sentences that a rule is written in, and told by.
HAND_LIMIT = message("The hand limit is {value}.")
COST_OF_A_NO = message("What a no costs")  # the name of a gap

_EFFECT = message("The effect")


def check_effects(effects: Iterable[Effect]) -> None:
    """Raise Refused("kit.amiss") for an effect that no table could carry out, or whose words cannot be kept."""
    for effect in effects:
        plain = to_plain(effect)
        if isinstance(effect, DecisionRule):
            cost = plain.pop("cost", "")
            if len(cost) > limits.VETO_COST_MAX or limits.clean_line(cost) != cost:
                why = message("it is one line of at most {limit} characters", limit=limits.VETO_COST_MAX)
                raise Refused("kit.amiss", place=COST_OF_A_NO, why=why)
        limits.check_plain(_EFFECT, plain)
        match effect:
            case TableSetting(value=value) if not 0 <= value <= SETTING_MAX:
                raise Refused("kit.amiss", place=_EFFECT, why=message("its number is 0 to {most:,}", most=SETTING_MAX))
            case NewCounter(counter=counter):
                check_kit(Kit(counters=(counter,)))
            case NewToken(token=token):
                check_kit(Kit(tokens=(token,)))
            case NewDie(die=die):
                check_kit(Kit(dice=(die,)))


def kit_in_force(kit: Kit, effects: Iterable[Effect]) -> Kit:
    """The kit as the Special Rules in force make it. `effects` come oldest first."""
    given = tuple(effects)
    settings = [(index, e) for index, e in enumerate(given) if isinstance(e, TableSetting)]
    turn = _turn(kit.turn, settings)
    deals = kit.deals
    if (deal := _holds([s for s in settings if s[1].name == "deal"])) is not None:
        deals = tuple(replace(d, count=deal.value) if d.to == kit.hand else d for d in deals)
    counters = _added(kit.counters, (e.counter for e in given if isinstance(e, NewCounter)))
    tokens = _added(kit.tokens, (e.token for e in given if isinstance(e, NewToken)))
    dice = _added(kit.dice, (e.die for e in given if isinstance(e, NewDie)))
    return replace(kit, turn=turn, deals=deals, counters=counters, tokens=tokens, dice=dice)


_NOBODY: Mapping[int, str] = MappingProxyType({})


def effect_words(effect: Effect, names: Mapping[int, str] = _NOBODY) -> Sayable:
    """What an effect does, as sentences beside the rule's own text. `names` are the members' by id."""
    match effect:
        case TableSetting():
            return _setting_words(effect)
        case NewCounter(counter=counter):
            return _COUNTS[counter.scope].given(name=counter.name, start=counter.start)
        case NewToken(token=token):
            return message("There are {name} tokens.", name=token.name)
        case NewDie(die=die):
            return _die_words(die)
    return series(_voting_words(effect, names), "sentences")


def _die_words(die: DieKit) -> Message:
    """One that is called nothing but a die is not named twice."""
    if die.name.casefold() in ("", "die"):
        return message("There is a die with {count} faces.", count=len(die.faces))
    return message("There is a die called {name}, with {count} faces.", name=die.name, count=len(die.faces))


def _setting_words(setting: TableSetting) -> Message:
    value, kind = setting.value, setting.kind
    match setting.name:
        case "hand_limit":
            return HAND_LIMIT.given(value=value)
        case "draw":
            return counted(
                "1 card is drawn at the start of a turn.", "{count} cards are drawn at the start of a turn.", value
            )
        case "draw_if_empty":
            return message("Whoever has no cards in hand draws {value}.", value=value)
        case "deal":
            return counted("1 card is dealt to each hand.", "{count} cards are dealt to each hand.", value)
        case "plays" if setting.denies:
            return message("No {kind} may be played.", kind=kind) if kind else message("Nothing may be played.")
        case _ if kind:
            return message("{value} of kind {kind} may be played in a turn.", value=value, kind=kind)
    return message("{value} of each kind may be played in a turn.", value=value)


_COUNTS = {
    "seat": message("Everybody has a counter, {name}, that starts at {start}."),
    "shared": message("The table has a counter, {name}, that starts at {start}."),
    "card": message("Cards may carry a counter, {name}, that starts at {start}."),
}


def _voting_words(rule: DecisionRule, names: Mapping[int, str]) -> Iterator[Message]:
    yield card_words(rule, names.get(rule.decider or 0, ""))
    if rule.excluded:
        yield message("Without a vote: {who}.", who=_members(rule.excluded, names))
    yield from (clause.card for clause in CLAUSES if clause.is_in(rule))


def _members(excluded: frozenset[int], names: Mapping[int, str]) -> Sayable:
    """Their names; how many they are where one of them has none."""
    known = [names[member] for member in sorted(excluded) if member in names]
    if len(known) == len(excluded):
        return series(known, "comma")
    return counted("1 member", "{count} members", len(excluded))


def _turn(turn: TurnKit, settings: list[tuple[int, TableSetting]]) -> TurnKit:
    if (setting := _holds([s for s in settings if s[1].name == "hand_limit"])) is not None:
        turn = replace(turn, hand_limit=setting.value)
    if (setting := _holds([s for s in settings if s[1].name == "draw"])) is not None:
        turn = replace(turn, draw=setting.value)
    if (setting := _holds([s for s in settings if s[1].name == "draw_if_empty"])) is not None:
        turn = replace(turn, draw_if_empty=setting.value)
    plays = [s for s in settings if s[1].name == "plays"]
    named = [*(p.kind for p in turn.plays), *(s.kind for _, s in plays if s.kind)]
    kinds = {kind.casefold(): kind for kind in reversed(named)}  # "thing" is Thing; spelt as it was first
    limits = []
    for folded in dict.fromkeys(kind.casefold() for kind in named):
        about = [s for s in plays if s[1].kind.casefold() in ("", folded)]
        old = next((p for p in turn.plays if p.kind.casefold() == folded), PlayLimit(kinds[folded]))
        holds = _holds(about)
        limits.append(old if holds is None else replace(old, count=0 if holds.denies else holds.value))
    return replace(turn, plays=tuple(limits))


def _holds(settings: list[tuple[int, TableSetting]]) -> TableSetting | None:
    """Denial, then the specific, then the recent (B11)."""
    if not settings:
        return None
    return max(settings, key=lambda s: (s[1].denies, bool(s[1].kind), s[0]))[1]


def _added(old: tuple[Any, ...], new: Iterable[Any]) -> tuple[Any, ...]:
    """What is new by its short name; the most recent of a name replaces the older in its place."""
    by_id = {item.id: item for item in old}
    for item in new:
        by_id[item.id] = item
    return tuple(by_id.values())
