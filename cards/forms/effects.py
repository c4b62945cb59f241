"""What a Special Rule changes at the table, as fields of its sentences ("e_…") and back (C7, C9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cards.forms.kit import ROWS_MAX, TYPED_MAX, counter_of, die_of, fields_of, read_number, token_of, with_ids
from cards.forms.sentences import SENTENCES, Gap, RuleSentence
from cards.rules.decision import UNANIMITY, DecisionRule, Effect, NewCounter, NewDie, NewToken, TableSetting
from cards.rules.kit import Kit
from cards.rules.kit_checks import Spot
from cards.rules.limits import clean_line
from cards.rules.ways import CLAUSES
from studio.kernel.inputs import whole_number
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused
from studio.web.words import say

BEGINS = "e_"
PRESENT = "e_there"  # a form without this field has no say about effects
MEMBER_DIGITS = 18

Row = dict[str, str]  # a sentence's gaps and hidden fields, as typed

_EMPTY = message("This gap is empty. Fill it in, or take the sentence out.")
_NO_NUMBER = message("A number from {least:,} to {most:,} fits here.")
_TWO_WAYS = message("Two of these sentences say how the deck decides. Keep one")
_KINDS = {"thing": "Thing", "action": "Action"}
_SETTINGS = ("hand_limit", "draw", "draw_if_empty", "deal")


# --- fields as effects ------------------------------------------------------------------------------------------------


def typed_effects(post: Mapping[str, Any]) -> dict[str, str]:
    """The fields of a request that are about effects."""
    return {name: str(post[name])[:TYPED_MAX] for name in post if name.startswith(BEGINS)}


def field_name(sentence: RuleSentence, row: int, gap: str) -> str:
    return f"{BEGINS}{sentence.name}-{row}-{gap}"


def row_count(typed: Mapping[str, str], sentence: RuleSentence) -> int:
    """How many of it the form had; one that stands there once needs not say so."""
    told = whole_number(typed.get(f"{BEGINS}{sentence.name}-count", "1"), 3) or 0
    return min(told, ROWS_MAX) if sentence.repeats else 1


def is_in(typed: Mapping[str, str], sentence: RuleSentence, row: int) -> bool:
    return bool(typed.get(field_name(sentence, row, "in")))


def amiss_gaps(typed: Mapping[str, str]) -> dict[str, str]:
    """What cannot stand in the gaps of the sentences that were taken: a sentence for each, by the field's name."""
    wrong = {}
    for sentence in SENTENCES.values():
        for n in range(row_count(typed, sentence)):
            for gap in sentence.gaps if is_in(typed, sentence, n) else ():
                name = field_name(sentence, n, gap.name)
                if (why := _amiss(gap, typed.get(name, "").strip())) is not None:
                    wrong[name] = say(why)
    return wrong


def _amiss(gap: Gap, value: str) -> Message | None:
    if not value:
        return None if gap.may_be_empty else _EMPTY
    if gap.sort == "number":
        try:
            number = read_number(value, Spot("turn", ""), None)
        except Refused:
            number = None
        if number is None or not gap.least <= number <= gap.most:
            return _NO_NUMBER.given(least=gap.least, most=gap.most)
    is_nobody = gap.sort == "member" and whole_number(value, MEMBER_DIGITS) is None
    is_no_choice = gap.sort == "choice" and value not in dict(gap.choices)
    return _EMPTY if is_nobody or is_no_choice else None


def read_effects(typed: Mapping[str, str], base: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """The effects as typed; those of `base` as they are when nothing about them was changed, or nothing was asked.

    What `amiss_gaps` finds wrong is for whoever asks it first. Raises Refused("kit.amiss") with its place.
    """
    if PRESENT not in typed:
        return base
    effects = _read(typed)
    return base if effects == _read(effect_fields(base)) else effects


def _rows(typed: Mapping[str, str], *names: str) -> list[Row]:
    """What is filled into the sentences of these names that were taken."""
    found = []
    for sentence in map(SENTENCES.__getitem__, names):
        gaps = ("id", *sentence.hidden, *(gap.name for gap in sentence.gaps))
        for n in range(row_count(typed, sentence)):
            if is_in(typed, sentence, n):
                row = {gap: typed.get(field_name(sentence, n, gap), "") for gap in gaps}
                found.append(row if sentence.name != "die" else row | {"faces": _numbered(row["sides"])})
    return found


def _numbered(sides: str) -> str:
    return ", ".join(str(n) for n in range(1, (whole_number(sides, 2) or 0) + 1))


def _read(typed: Mapping[str, str]) -> tuple[Effect, ...]:
    effects: list[Effect] = [
        TableSetting(name, _number(row))  # type: ignore[arg-type]
        for name in _SETTINGS
        for row in _rows(typed, name)
    ]
    effects += [TableSetting("plays", _number(row)) for row in _rows(typed, "plays")]
    effects += [TableSetting("plays", _number(row), _kind(row)) for row in _rows(typed, "plays_kind")]
    effects += [TableSetting("plays", 0, _kind(row), denies=True) for row in _rows(typed, "plays_none")]
    effects += [TableSetting("plays", 0, denies=True) for _ in _rows(typed, "plays_nothing")]
    counters = [{"least": "0"} | row for row in _rows(typed, "counter", "bounded")]
    effects += [NewCounter(counter_of(id, row)) for id, row in with_ids(counters)]
    effects += [NewToken(token_of(id, row)) for id, row in with_ids(_rows(typed, "token"))]
    effects += [NewDie(die_of(id, row)) for id, row in with_ids(_rows(typed, "die", "faces"))]
    rule = _voting(typed)
    return (*effects, rule) if rule is not None else tuple(effects)


def _number(row: Row) -> int:
    return read_number(row["value"], Spot("turn", ""), 0) or 0


def _kind(row: Row) -> str:
    typed = clean_line(row["kind"])
    return _KINDS.get(typed.casefold(), typed)


def _voting(typed: Mapping[str, str]) -> DecisionRule | None:
    """How the deck decides; with no sentence that says it, but with one about votes, everyone must be in favour."""
    ways = [(name, row) for name, sentence in SENTENCES.items() if sentence.is_way for row in _rows(typed, name)]
    if len(ways) > 1:
        raise Refused("kit.amiss", place=message("How the deck decides"), why=_TWO_WAYS)
    excluded = frozenset(_member(row) for row in _rows(typed, "excluded"))
    clauses = {clause.field: True for clause in CLAUSES if _rows(typed, clause.field)}
    if not (ways or excluded or clauses):
        return None
    way, row = ways[0] if ways else (UNANIMITY.by, {})
    decider = _member(row) if "member" in row else None
    cost = clean_line(row.get("cost", ""))
    return DecisionRule(row.get("way", way), decider, excluded, cost, **clauses)  # type: ignore[arg-type]


def _member(row: Row) -> int:
    return whole_number(row["member"], MEMBER_DIGITS) or 0


# --- effects as fields ------------------------------------------------------------------------------------------------


def effect_fields(effects: Iterable[Effect]) -> dict[str, str]:
    """Every field of the sentences that say these effects."""
    fields: dict[str, str] = {PRESENT: "1"}
    counts: dict[str, int] = {}
    for name, row in (said for effect in effects for said in _said(effect)):
        sentence = SENTENCES[name]
        n = counts.get(name, 0) if sentence.repeats else 0
        counts[name] = n + 1
        fields |= {field_name(sentence, n, gap): value for gap, value in {"in": "1", **row}.items()}
        if sentence.repeats:
            fields[f"{BEGINS}{name}-count"] = str(n + 1)
    return fields


def _said(effect: Effect) -> Iterator[tuple[str, Row]]:
    """The sentences that say an effect, each with what is in its gaps."""
    match effect:
        case TableSetting(name="plays", denies=True, kind=kind):
            yield ("plays_none", {"kind": kind}) if kind else ("plays_nothing", {})
        case TableSetting(name="plays", value=value, kind=kind):
            yield ("plays_kind", {"value": str(value), "kind": kind}) if kind else ("plays", {"value": str(value)})
        case TableSetting(name=name, value=value):
            yield name, {"value": str(value)}
        case NewCounter(counter=counter):
            is_plain = (counter.least, counter.most) == (0, None)
            yield "counter" if is_plain else "bounded", _row_of(Kit(counters=(counter,)), "counters")
        case NewToken(token=token):
            yield "token", _row_of(Kit(tokens=(token,)), "tokens")
        case NewDie(die=die):
            is_numbered = die.faces == tuple(str(n) for n in range(1, len(die.faces) + 1))
            row = _row_of(Kit(dice=(die,)), "dice")
            yield ("die", row | {"sides": str(len(die.faces))}) if is_numbered else ("faces", row)
        case DecisionRule():
            yield from _said_of_votes(effect)


def _row_of(kit: Kit, section: str) -> Row:
    """The one row of that list of the kit."""
    start = f"{section}-0-"
    return {name.removeprefix(start): value for name, value in fields_of(kit).items() if name.startswith(start)}


def _said_of_votes(rule: DecisionRule) -> Iterator[tuple[str, Row]]:
    name = rule.by if rule.by in SENTENCES else "by"
    row = {"way": rule.by, "member": str(rule.decider or ""), "cost": rule.cost}
    yield name, {gap.name: row[gap.name] for gap in SENTENCES[name].gaps}
    for member in sorted(rule.excluded):
        yield "excluded", {"member": str(member)}
    yield from ((clause.field, {}) for clause in CLAUSES if clause.is_in(rule))
