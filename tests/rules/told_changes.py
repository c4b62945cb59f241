"""Every change of a kit that there can be: one place of it at a time, found in the shape of the kit itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from cards.face.back import DeckBack
from cards.face.lexicon import CornerNames, DeckKind, DeckSymbol, Keyword, Lexicon
from cards.rules.back_words import check_back
from cards.rules.kit import (
    DVORAK,
    CounterKit,
    Deal,
    DieKit,
    Kit,
    PlayLimit,
    Select,
    Source,
    TokenKit,
    TurnKit,
    ZoneKit,
)
from cards.rules.kit_checks import check_kit
from cards.rules.lexicon_checks import check_lexicon
from studio.kernel.messages import Message, Series, Slot, Title
from studio.kernel.refusals import Refused

# What people called things in it: nothing else may stand in a sentence that is no sentence of ours.
CALLED = (
    "Fold", "Heap", "Fleece", "Woolly", "Bleat", "Bite", "Luck", "Blessing", "Pest", "Old", "North", "South", "wool",
    "a ball of wool", "Played face down.", "sheep", "Gold", "W", "haste", "Rite", "1", "x",
)  # fmt: skip
NOT_TOLD = frozenset({"id", "kept_hash", "doodle", "seed"})  # what nobody calls anything by; a hand's strokes; a back's
ELSEWHERE = ("draw", "heap_of_wool")  # the places that another place may be
FULL = replace(
    DVORAK,
    zones=(
        *DVORAK.zones,
        ZoneKit("heap_of_wool", "Heap", "seat", "row", "owner", "owner", 3, "draw", "needed"),
    ),
    sources=(Source("draw", Select(("Pest",), ("Old",), (3,), ("North",))),),
    deals=(Deal("draw", "heap_of_wool", 2),),
    counters=(CounterKit("gold_piece", "Gold", "card", 2, 1, 4, ((1, 3),)),),
    tokens=(TokenKit("bite_mark", "Bite", "#b02a4c"),),
    dice=(DieKit("luck_die", "Luck", ("1", "x"), "#2c62a8"),),
    turn=replace(TurnKit(), draw_if_empty=3, plays=(PlayLimit("Pest", 2, ("Rite",)),), hand_limit=7),
    sides=("North", "South"),
    lexicon=Lexicon(
        (DeckSymbol("wool", "a ball of wool", "#8a6208", "round", "", "bread"), DeckSymbol("Woolly", letter="W")),
        (Keyword("haste", "Take {wool 2}, {n} times."), Keyword("Bleat", "Fold.")),
        (DeckKind("Blessing", "#3c6b4c", "puzzle", "Played face down."),),
        CornerNames("Fleece", unused=("gain",)),
        reminders=True,
    ),
    back=DeckBack("rule", "sheep", "#123456"),
)  # fmt: skip


def others(value: Any, of: Any, name: str = "") -> Iterator[Any]:
    """Other values that may stand where this one does, by what its place may hold."""
    options = get_args(of)
    if is_dataclass(value):
        hints = get_type_hints(type(value))
        for field in fields(value):
            if field.init and field.name not in NOT_TOLD:
                for other in others(getattr(value, field.name), hints[field.name], field.name):
                    yield replace(value, **{field.name: other})
    elif get_origin(of) is tuple:
        for n, one in enumerate(value):
            if options[-1] is ...:
                yield (*value[:n], *value[n + 1 :])
            for other in others(one, options[0] if options[-1] is ... else options[n], name):
                yield (*value[:n], other, *value[n + 1 :])
    elif get_origin(of) is Literal:
        yield from (option for option in options if option != value)
    elif get_origin(of) is frozenset:
        yield of((3, 7))
    elif NoneType in options:
        yield from (one for one in (None, 5) if one != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif value.startswith("#") or name == "colour":
        yield from ("", "#3c6b4c", "#fedcba") if value else ("#8a6208",)
    elif name in {"icon", "mark"}:
        yield from ("broken-heart", "star") if value else ()
    elif name == "letter" or name == "faces":
        yield from ("x",) if value else ()
    elif name in {"zone", "take", "to", "refill_from", "draw_from", "play_to", "act_to", "discard_to", "hand"}:
        yield from (place for place in ELSEWHERE if value and place != value)
    else:
        yield "South" if value != "South" else "North"


def each_change() -> Iterator[tuple[Kit, Kit]]:
    """As it is and as it would be: one place of the fullest kit at a time, there and back."""
    for other in others(FULL, Kit):
        if other != FULL and _may_stand(other):
            yield FULL, other
            yield other, FULL


def _may_stand(kit: Kit) -> bool:
    try:
        check_kit(kit)
        check_lexicon(kit.lexicon)
        check_back(kit.back)
    except Refused:
        return False
    return all(zone.refill_from or not zone.refill_when for zone in kit.zones)  # from nowhere there is no when


def strings_in(said: Slot) -> Iterator[str]:
    """Whatever stands in a sentence and is no sentence of ours."""
    match said:
        case Message(slots=slots):
            for _, value in slots:
                yield from strings_in(value)
        case Series(parts=parts):
            for part in parts:
                yield from strings_in(part)
        case Title(text):
            yield text
        case str():
            yield said
