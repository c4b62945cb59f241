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
from cards.forms.kit_fields import Choices, cell
from cards.rules.decision import DecisionRule, Effect, NewCounter, NewDie, NewToken, TableSetting
from cards.rules.kit import Kit
from cards.rules.kit_checks import Spot, kit_amiss
from cards.rules.limits import clean_line
from cards.values.kit import Cell, EffectSheet, KitRow
from studio.kernel.messages import Message, Slot, message
from studio.kernel.numbers import whole_number
from studio.kernel.refusals import Refused
from studio.web.words import say

BEGINS = "e_"
PRESENT = "e_there"  # a form without this field has no say about effects
MEMBER_DIGITS = 18
BLANK_PLAYS, BLANK_ROWS = 2, 1

SETTINGS: tuple[tuple[Literal["hand_limit", "draw", "draw_if_empty", "deal"], Message], ...] = (
    ("hand_limit", message("Hand limit")),
    ("draw", message("Cards drawn in a turn")),
    ("draw_if_empty", message("Drawn with no cards in hand")),
    ("deal", message("Cards dealt at the start")),
)
WAYS: Choices = (
    ("", message("as before")),
    ("unanimity", message("everybody in favour")),
    ("consent", message("nobody objects in time")),
    ("majority", message("more than half")),
    ("two_thirds", message("two thirds")),
    ("decider", message("one person decides")),
    ("veto", message("everybody; a no has a price")),
)
SCOPES: Choices = (
    ("seat", message("everybody’s own")), ("shared", message("the table’s")), ("card", message("on cards")),
)  # fmt: skip
PLAYED = Spot("turn", message("Played in a turn"))
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
        if (value := read_number(fields.get(name, ""), Spot("turn", label), None)) is not None:
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
    count = read_number(fields.get(f"{start}count", ""), PLAYED, None)
    if count is None:
        if kind:
            raise kit_amiss(PLAYED, message("say how many of {kind}, or that none may be", kind=kind))
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
        raise Refused("kit.amiss", place=message("How the deck decides"), why=message("name who decides"))
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

    def input_of(
        name: str, label: Slot, sort: str = "text", choices: Choices = (), hint: Slot = "", fresh: str = ""
    ) -> Cell:
        return cell(f"{BEGINS}{name}", label, sort, typed.get(f"{BEGINS}{name}", fresh), choices, hint)

    def rows(section: str, key: str, blank: int, cells: Any) -> tuple[KitRow, ...]:
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
            label = fields.get(f"{start}{key}", "") or say(message("another", context="row"))
            made.append(KitRow(label, cells(start), hidden))
        return tuple(made)

    plays = rows("plays", "kind", BLANK_PLAYS, lambda at: (
        input_of(f"{at}kind", message("Kind"), hint=message("any", context="kit")),
        input_of(f"{at}count", message("At most"), "number"),
        input_of(f"{at}none", message("None may be played"), "check"),
    ))  # fmt: skip
    counters = rows("counters", "name", BLANK_ROWS, lambda at: (
        input_of(f"{at}name", message("New counter"), hint=message("Gold")),
        input_of(f"{at}scope", message("Whose"), "choice", SCOPES),
        input_of(f"{at}start", message("Starts at"), "number", hint="0"),
        input_of(f"{at}least", message("Not below"), "number", (), message("no bound"), _fresh_least(typed, at)),
        input_of(f"{at}most", message("Not above"), "number", hint=message("no bound")),
    ))  # fmt: skip
    tokens = rows("tokens", "name", BLANK_ROWS, lambda at: (
        input_of(f"{at}name", message("New token"), hint=message("Rosette")),
        input_of(f"{at}colour", message("Colour"), hint="#b02a4c"),
    ))  # fmt: skip
    dice = rows("dice", "name", BLANK_ROWS, lambda at: (
        input_of(f"{at}name", message("New die"), hint=message("Chance")),
        input_of(f"{at}faces", message("Faces"), hint="1, 2, 3, 4, 5, 6"),
        input_of(f"{at}colour", message("Colour"), hint="#2c62a8"),
    ))  # fmt: skip
    people: Choices = tuple((str(member), name) for member, name in members.items())
    deciding = (
        input_of("by", message("A card is in by"), "choice", WAYS),
        input_of("decider", message("Who decides"), "choice", (("", message("nobody")), *people)),
        input_of("cost", message("What a no costs"), hint=message("a card from your hand")),
        input_of("when_decided", message("Close as soon as no vote could change it"), "check"),
        input_of("reason_wanted", message("A no comes with a reason"), "check"),
    )
    counts = tuple(
        (f"{BEGINS}{name}-count", len(made))
        for name, made in (("plays", plays), ("counters", counters), ("tokens", tokens), ("dice", dice))
    )
    return EffectSheet(
        settings=tuple(input_of(name, label, "number", hint=message("as it is")) for name, label in SETTINGS),
        plays=plays,
        counters=counters,
        tokens=tokens,
        dice=dice,
        counts=counts,
        deciding=deciding,
        excluded=tuple(input_of(f"excluded-{member}", name, "check") for member, name in members.items()),
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
