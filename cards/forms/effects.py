"""What a Special Rule changes at the table, as fields of the composer (names begin with "e_") and back (C7, C9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args, get_type_hints

from cards.forms.kit import (
    TYPED_MAX,
    counter_of,
    die_of,
    fields_of,
    read_number,
    row_count,
    rows_of,
    token_of,
    with_ids,
)
from cards.rules.decision import DecisionRule, Effect, NewCounter, NewDie, NewToken, TableSetting
from cards.rules.kit import Kit
from cards.rules.limits import clean_line
from cards.values.kit import Cell, EffectSheet, Row
from studio.kernel.numbers import whole_number
from studio.kernel.refusals import Refused

BEGINS = "e_"
PRESENT = "e_there"  # a form without this field has no say about effects
MEMBER_DIGITS = 18
BLANK_PLAYS, BLANK_ROWS = 2, 1

SETTINGS: tuple[tuple[Literal["hand_limit", "draw", "draw_if_empty", "deal"], str], ...] = (
    ("hand_limit", "Hand limit"),
    ("draw", "Cards drawn in a turn"),
    ("draw_if_empty", "Drawn with no cards in hand"),
    ("deal", "Cards dealt at the start"),
)
WAYS = (
    ("", "as before"),
    ("unanimity", "everybody in favour"),
    ("consent", "nobody objects in time"),
    ("majority", "more than half"),
    ("two_thirds", "two thirds"),
    ("decider", "one person decides"),
    ("veto", "everybody; a no has a price"),
)
_KINDS = {"thing": "Thing", "action": "Action"}


# --- fields as effects ------------------------------------------------------------------------------------------------


def typed_effects(post: Mapping[str, Any]) -> dict[str, str]:
    """The fields of a request that are about effects."""
    return {name: str(post[name])[:TYPED_MAX] for name in post if name.startswith(BEGINS)}


def read_effects(typed: Mapping[str, str], base: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """The effects as typed; those of `base` as they are when nothing about them was changed, or nothing was asked.

    Raises Refused("kit.amiss") with its place.
    """
    if PRESENT not in typed:
        return base
    effects = _read(typed)
    return base if effects == _read(effect_fields(base)) else effects


def _read(typed: Mapping[str, str]) -> tuple[Effect, ...]:
    fields = {name.removeprefix(BEGINS): value for name, value in typed.items()}
    effects: list[Effect] = []
    for name, label in SETTINGS:
        if (value := read_number(fields.get(name, ""), label, None)) is not None:
            effects.append(TableSetting(name, value))
    for n in range(row_count(fields, "plays")):
        if (play := _play(fields, f"plays-{n}-")) is not None:
            effects.append(play)
    effects += [NewCounter(counter_of(id, row)) for id, row in with_ids(rows_of(fields, "counters"))]
    effects += [NewToken(token_of(id, row)) for id, row in with_ids(rows_of(fields, "tokens"))]
    effects += [NewDie(die_of(id, row)) for id, row in with_ids(rows_of(fields, "dice"))]
    rule = _voting(fields)
    return (*effects, rule) if rule is not None else tuple(effects)


def _play(fields: Mapping[str, str], start: str) -> TableSetting | None:
    typed = clean_line(fields.get(f"{start}kind", ""))
    kind = _KINDS.get(typed.casefold(), typed)
    if fields.get(f"{start}none"):
        return TableSetting("plays", 0, kind, denies=True)
    count = read_number(fields.get(f"{start}count", ""), "Played in a turn", None)
    if count is None:
        if kind:
            raise Refused("kit.amiss", place="Played in a turn", why=f"say how many of {kind}, or that none may be")
        return None
    return TableSetting("plays", count, kind)


def _voting(fields: Mapping[str, str]) -> DecisionRule | None:
    by = fields.get("by", "")
    excluded = frozenset(
        id
        for name, value in fields.items()
        if value
        and name.startswith("excluded-")
        and (id := whole_number(name.removeprefix("excluded-"), MEMBER_DIGITS)) is not None
    )
    closes, reasons = bool(fields.get("when_decided")), bool(fields.get("reason_wanted"))
    if by not in get_args(get_type_hints(DecisionRule)["by"]):
        if not (excluded or closes or reasons):
            return None
        by = "unanimity"
    decider = whole_number(fields.get("decider", ""), MEMBER_DIGITS) if by == "decider" else None
    if by == "decider" and decider is None:
        raise Refused("kit.amiss", place="How the deck decides", why="name who decides")
    return DecisionRule(
        by,  # type: ignore[arg-type]
        decider,
        excluded,
        clean_line(fields.get("cost", "")) if by == "veto" else "",
        closes,
        reasons,
    )


# --- effects as fields ------------------------------------------------------------------------------------------------


def effect_fields(effects: Iterable[Effect]) -> dict[str, str]:
    """Every field as the effects have it."""
    given = tuple(effects)
    fields: dict[str, str] = {"there": "1"}
    plays = [e for e in given if isinstance(e, TableSetting) and e.name == "plays"]
    for n, play in enumerate(plays):
        fields[f"plays-{n}-kind"] = play.kind
        fields[f"plays-{n}-count"] = "" if play.denies else str(play.value)
        fields[f"plays-{n}-none"] = "1" if play.denies else ""
    fields["plays-count"] = str(len(plays))
    new = Kit(
        counters=tuple(e.counter for e in given if isinstance(e, NewCounter)),
        tokens=tuple(e.token for e in given if isinstance(e, NewToken)),
        dice=tuple(e.die for e in given if isinstance(e, NewDie)),
    )
    fields |= {
        name: value
        for name, value in fields_of(new).items()
        if name.partition("-")[0] in ("counters", "tokens", "dice")
    }
    for effect in given:
        match effect:
            case TableSetting(name=name, value=value) if name != "plays":
                fields[name] = str(value)
            case DecisionRule():
                fields |= _voting_fields(effect)
    return {f"{BEGINS}{name}": value for name, value in fields.items()}


def _voting_fields(rule: DecisionRule) -> dict[str, str]:
    return {
        "by": rule.by,
        "decider": str(rule.decider or ""),
        "cost": rule.cost,
        "when_decided": "1" if rule.when_decided else "",
        "reason_wanted": "1" if rule.reason_wanted else "",
        **{f"excluded-{member}": "1" for member in rule.excluded},
    }


# --- the sheet --------------------------------------------------------------------------------------------------------


def effect_sheet(typed: Mapping[str, str], members: Mapping[int, str], wrong: str = "") -> EffectSheet:
    """The fields to fill in, as typed. `members` by id are those who may decide, or be without a vote."""

    def cell(name: str, label: str, sort: str = "text", choices: Any = (), hint: str = "", fresh: str = "") -> Cell:
        value = typed.get(f"{BEGINS}{name}", fresh)
        return Cell(
            f"{BEGINS}{name}", label, sort, value, tuple((key, words, key == value) for key, words in choices), hint
        )

    def rows(section: str, key: str, blank: int, cells: Any) -> tuple[Row, ...]:
        fields = {name.removeprefix(BEGINS): value for name, value in typed.items()}
        filled = row_count(fields, section)
        while filled and not any(fields.get(f"{section}-{filled - 1}-{n}", "").strip() for n in (key, "count", "none")):
            filled -= 1
        made = []
        for n in range(filled + blank):
            start = f"{section}-{n}-"
            hidden = tuple(
                (f"{BEGINS}{start}{name}", fields[f"{start}{name}"])
                for name in ("id", "differs")
                if fields.get(f"{start}{name}")
            )
            made.append(Row(fields.get(f"{start}{key}", "") or "another", cells(start), hidden))
        return tuple(made)

    plays = rows("plays", "kind", BLANK_PLAYS, lambda at: (
        cell(f"{at}kind", "Kind", hint="any"), cell(f"{at}count", "At most", "number"),
        cell(f"{at}none", "None may be played", "check"),
    ))  # fmt: skip
    scopes = (("seat", "everybody’s own"), ("shared", "the table’s"), ("card", "on cards"))
    counters = rows("counters", "name", BLANK_ROWS, lambda at: (
        cell(f"{at}name", "New counter", hint="Gold"), cell(f"{at}scope", "Whose", "choice", scopes),
        cell(f"{at}start", "Starts at", "number", hint="0"),
        cell(f"{at}least", "Not below", "number", (), "no bound", _fresh_least(typed, at)),
        cell(f"{at}most", "Not above", "number", hint="no bound"),
    ))  # fmt: skip
    tokens = rows("tokens", "name", BLANK_ROWS, lambda at: (
        cell(f"{at}name", "New token", hint="Rosette"), cell(f"{at}colour", "Colour", hint="#b02a4c"),
    ))  # fmt: skip
    dice = rows("dice", "name", BLANK_ROWS, lambda at: (
        cell(f"{at}name", "New die", hint="Chance"), cell(f"{at}faces", "Faces", hint="1, 2, 3, 4, 5, 6"),
        cell(f"{at}colour", "Colour", hint="#2c62a8"),
    ))  # fmt: skip
    people = [(str(member), name) for member, name in members.items()]
    deciding = (
        cell("by", "A card is in by", "choice", WAYS),
        cell("decider", "Who decides", "choice", [("", "nobody"), *people]),
        cell("cost", "What a no costs", hint="a card from your hand"),
        cell("when_decided", "Close as soon as no vote could change it", "check"),
        cell("reason_wanted", "A no comes with a reason", "check"),
    )
    counts = tuple(
        (f"{BEGINS}{name}-count", len(made))
        for name, made in (("plays", plays), ("counters", counters), ("tokens", tokens), ("dice", dice))
    )
    return EffectSheet(
        settings=tuple(cell(name, label, "number", hint="as it is") for name, label in SETTINGS),
        plays=plays,
        counters=counters,
        tokens=tokens,
        dice=dice,
        counts=counts,
        deciding=deciding,
        excluded=tuple(cell(f"excluded-{member}", name, "check") for member, name in members.items()),
        is_open=bool(wrong) or _is_filled(typed),
        wrong=wrong,
    )


def _fresh_least(typed: Mapping[str, str], at: str) -> str:
    """A new counter does not go below nought, unless somebody empties the field."""
    return "" if typed.get(f"{BEGINS}{at}name") else "0"


def _is_filled(typed: Mapping[str, str]) -> bool:
    try:
        return bool(_read(typed)) if PRESENT in typed else False
    except Refused:
        return True
