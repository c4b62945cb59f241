"""Reading the form of a kit: a kit as fields, and the fields as a kit. Rows of zones, counters and the like by number.

A field's name is "<section>-<row>-<column>" or a single word. What was read from a kit's own fields is that kit again.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from cards.forms.kit_fields import COUNTERS, SECTIONS, ZONES, Section
from cards.rules import kit as k
from cards.rules.kit_checks import BEGINNING, DEALT, SEATS, TURN, KitSection, Spot, kit_amiss, spot_of
from cards.rules.limits import clean_line
from studio.kernel.inputs import whole_number
from studio.kernel.messages import message

ROWS_MAX = 40  # of one sentence of a rule that are read at all; the rules allow fewer
TYPED_MAX = 2000  # characters of one field
NUMBER_DIGITS = 7
_QUOTE = '"'


# --- a kit as fields --------------------------------------------------------------------------------------------------


def fields_of(kit: k.Kit) -> dict[str, str]:
    """Every field as the kit has it."""
    turn, seats = kit.turn, kit.seats
    fields = {
        "least": str(seats.least), "most": str(seats.most), "teams": str(seats.teams), "first": seats.first,
        "sides": _joined(kit.sides), "draw": str(turn.draw), "draw_if_empty": str(turn.draw_if_empty),
        "draw_from": turn.draw_from, "hand_limit": _maybe(turn.hand_limit), "abilities_use": turn.abilities_use,
        "abilities_each": _maybe(turn.abilities_each), "clockwise": "1" if turn.clockwise else "",
        "play_to": kit.play_to, "act_to": kit.act_to, "discard_to": kit.discard_to, "hand": kit.hand,
    }  # fmt: skip
    rows: dict[str, list[dict[str, str]]] = {
        "zones": [_plainly(zone) for zone in kit.zones],
        "sources": [
            {"zone": s.zone, "shuffled": "1" if s.shuffled else "", "kinds": _joined(s.select.kinds),
             "traits": _joined(s.select.traits), "numbers": _joined(map(str, s.select.numbers)),
             "sides": _joined(s.select.sides)} for s in kit.sources
        ],
        "deals": [_plainly(deal) for deal in kit.deals],
        "phases": [{"id": p.id, "name": p.name, **dict.fromkeys(p.does, "1")} for p in turn.phases],
        "plays": [{"kind": p.kind, "count": _maybe(p.count), "also": _joined(p.also)} for p in turn.plays],
        "counters": [
            _plainly(c) | {"differs": ", ".join(f"{seat}: {start}" for seat, start in c.differs)} for c in kit.counters
        ],
        "tokens": [_plainly(token) for token in kit.tokens],
        "dice": [_plainly(die) | {"faces": _joined(die.faces)} for die in kit.dice],
    }  # fmt: skip
    for section, entries in rows.items():
        fields[f"{section}-count"] = str(len(entries))
        for n, row in enumerate(entries):
            fields |= {f"{section}-{n}-{name}": value for name, value in row.items()}
    return fields


def _plainly(part: Any) -> dict[str, str]:
    return {name: _maybe(getattr(part, name)) for name in part.__slots__ if not isinstance(getattr(part, name), tuple)}


def _maybe(value: Any) -> str:
    return "" if value is None else str(value)


def _joined(words: Iterable[str]) -> str:
    """Parted by commas; a word that holds one stands in quotation marks, so that it is read back whole."""
    return ", ".join(f'"{word.replace(_QUOTE, _QUOTE * 2)}"' if _needs_quotes(word) else word for word in words)


def _needs_quotes(word: str) -> bool:
    return "," in word or word.startswith(_QUOTE)


# --- fields as a kit --------------------------------------------------------------------------------------------------


def read_kit(typed: Mapping[str, str]) -> k.Kit:
    """The kit that the fields say. Raises Refused("kit.amiss") with its place for a field that cannot be read.

    Whether the parts agree with each other is for `check_kit`.
    """
    rows = {name: rows_of(typed, section) for name, section in SECTIONS.items()}
    zones = tuple(
        k.ZoneKit(
            id, _name(row), _one_of(row, ZONES, "scope"), _one_of(row, ZONES, "form"), _one_of(row, ZONES, "face"),
            _one_of(row, ZONES, "browse"), read_number(row.get("capacity", ""), _spot("zones", row), None),
            row.get("refill_from", ""), _one_of(row, ZONES, "refill_when"), clean_line(row.get("purpose", "")),
        )
        for id, row in with_ids(rows["zones"])
    )  # fmt: skip
    return k.Kit(
        seats=_seats(typed),
        zones=zones,
        sources=tuple(_source(row) for row in rows["sources"]),
        deals=tuple(
            k.Deal(row["take"], row.get("to", ""), read_number(row.get("count", ""), DEALT, 0) or 0)
            for row in rows["deals"]
        ),
        counters=tuple(counter_of(id, row) for id, row in with_ids(rows["counters"])),
        tokens=tuple(token_of(id, row) for id, row in with_ids(rows["tokens"])),
        dice=tuple(die_of(id, row) for id, row in with_ids(rows["dice"])),
        turn=_turn(typed, rows),
        play_to=typed.get("play_to", ""),
        act_to=typed.get("act_to", ""),
        discard_to=typed.get("discard_to", ""),
        hand=typed.get("hand", ""),
        sides=words_in(typed.get("sides", "")),
    )


def _seats(typed: Mapping[str, str]) -> k.SeatsKit:
    first = typed.get("first", "random")
    return k.SeatsKit(
        read_number(typed.get("least", ""), SEATS, 2) or 0,
        read_number(typed.get("most", ""), SEATS, 8) or 0,
        read_number(typed.get("teams", ""), SEATS, 0) or 0,
        "first" if first == "first" else "random",
    )


def _turn(typed: Mapping[str, str], rows: Mapping[str, list[dict[str, str]]]) -> k.TurnKit:
    does: tuple[Literal["draw", "play", "discard"], ...] = ("draw", "play", "discard")
    return k.TurnKit(
        phases=tuple(
            k.Phase(id, _name(row), tuple(what for what in does if row.get(what)))
            for id, row in with_ids(rows["phases"])
        ),
        draw=read_number(typed.get("draw", ""), TURN, 0) or 0,
        draw_if_empty=read_number(typed.get("draw_if_empty", ""), TURN, 0) or 0,
        draw_from=typed.get("draw_from", ""),
        plays=tuple(
            k.PlayLimit(
                clean_line(row["kind"]), read_number(row.get("count", ""), TURN, None), words_in(row.get("also", ""))
            )
            for row in rows["plays"]
        ),
        hand_limit=read_number(typed.get("hand_limit", ""), TURN, None),
        abilities_use=clean_line(typed.get("abilities_use", "Action")),  # left empty it uses up none
        abilities_each=read_number(typed.get("abilities_each", ""), TURN, None),
        clockwise=bool(typed.get("clockwise")),
    )


def _source(row: Mapping[str, str]) -> k.Source:
    numbers = tuple(read_number(word, BEGINNING, 0) or 0 for word in words_in(row.get("numbers", "")))
    select = k.Select(
        words_in(row.get("kinds", "")), words_in(row.get("traits", "")), numbers, words_in(row.get("sides", ""))
    )
    return k.Source(row["zone"], select, bool(row.get("shuffled")))


def counter_of(id: str, row: Mapping[str, str]) -> k.CounterKit:
    spot = _spot("counters", row)
    differs = []
    for pair in words_in(row.get("differs", "")):
        seat, colon, start = pair.removeprefix("seat ").partition(":")
        if not colon:
            raise kit_amiss(spot, message("other starts are written seat: start, as in 2: 6"))
        differs.append((read_number(seat, spot, 0) or 0, read_number(start, spot, 0) or 0))
    return k.CounterKit(
        id, _name(row), _one_of(row, COUNTERS, "scope"), read_number(row.get("start", ""), spot, 0) or 0,
        read_number(row.get("least", ""), spot, None), read_number(row.get("most", ""), spot, None), tuple(differs),
    )  # fmt: skip


def token_of(id: str, row: Mapping[str, str]) -> k.TokenKit:
    return k.TokenKit(id, _name(row), clean_line(row.get("colour", "")).lower())


def die_of(id: str, row: Mapping[str, str]) -> k.DieKit:
    faces = words_in(row.get("faces", "")) or k.DieKit("", "").faces
    return k.DieKit(id, _name(row), faces, clean_line(row.get("colour", "")).lower())


def rows_of(typed: Mapping[str, str], section: Section) -> list[dict[str, str]]:
    """The rows that count: filled in, and not marked to be taken away."""
    names = ("id", *(column.name for column in section.columns))
    found = []
    for n in range(row_count(typed, section)):
        row = {name: typed.get(f"{section.name}-{n}-{name}", "")[:TYPED_MAX] for name in names}
        if row[section.key].strip() and not typed.get(f"{section.name}-{n}-out"):
            found.append(row)
    return found


def row_count(typed: Mapping[str, str], section: Section) -> int:
    return min(whole_number(typed.get(f"{section.name}-count", ""), 3) or 0, section.most)


def short_name(name: str, taken: set[str]) -> str:
    """A short name made of a name: "hit_points" of "Hit points", another when it is taken."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "_", plain).strip("_").lstrip("0123456789_")[:16] or "x"
    found, n = base, 2
    while found in taken:
        found, n = f"{base[:16]}{n}", n + 1
    return found


def with_ids(rows: list[dict[str, str]]) -> list[tuple[str, dict[str, str]]]:
    """Each row keeps its short name; a new one gets one."""
    taken = {row["id"] for row in rows if row["id"]}
    named = []
    for row in rows:
        id = row["id"] or short_name(row["name"], taken)
        taken.add(id)
        named.append((id, row))
    return named


def _name(row: Mapping[str, str]) -> str:
    return clean_line(row.get("name", ""))


def _spot(section: KitSection, row: Mapping[str, str]) -> Spot:
    return spot_of(section, _name(row)[:40])


def words_in(typed: str) -> tuple[str, ...]:
    """Several words, parted by commas; within quotation marks a comma is a comma."""
    bits = next(csv.reader([" ".join(typed.split())], skipinitialspace=True), [])
    return tuple(word for word in (clean_line(bit) for bit in bits) if word)


def _one_of(row: Mapping[str, str], section: Section, name: str) -> Any:
    """One of the choices; the first when nothing that is known was chosen."""
    choices = next(column.choices for column in section.columns if column.name == name)
    value = row.get(name, "")
    return value if value in dict(choices) else choices[0][0]


def read_number(typed: str, spot: Spot, empty: int | None) -> int | None:
    """A whole number as typed; `empty` when nothing was. Refused("kit.amiss") for anything else."""
    written = typed.strip().replace("−", "-")
    if not written:
        return empty
    number = whole_number(written.removeprefix("-"), NUMBER_DIGITS)
    if number is None:
        raise kit_amiss(spot, message("“{typed}” is not a number", typed=clean_line(written[:40])))
    return -number if written.startswith("-") else number
