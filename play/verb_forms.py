"""What comes in as a form, read strictly: the verb's name and its fields as a command of play/table/commands.py.

An unknown verb or field, one that comes twice, a wrong type or a huge number: Refused. The seat is never a field: it
is the caller's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from play.table import commands as c
from play.table.zones import NOWHERE, ZoneKey, read_key
from studio.kernel.refusals import Refused

LIST_MAX = 200  # pieces named by one command
NUMBER_MAX = 6  # digits
NAME_MAX = 60  # characters of a piece, a zone, a die, a counter
TEXT_MAX = 4000  # characters that are looked into at all; the rules say how many may stand
# What the page's form carries besides the fields: the reason stands in it for whoever votes.
ENVELOPE = frozenset({"csrfmiddlewaretoken", "key", "verb", "invite", "reason"})

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,60}")
_NUMBER = re.compile(rf"-?[0-9]{{1,{NUMBER_MAX}}}")

Read = Callable[[str, list[str]], Any]


@dataclass(frozen=True, slots=True)
class Field:
    """How one field is read, and what it is when it is not sent: ... means it must be."""

    read: Read
    default: Any = ...
    to: str = ""


@dataclass(frozen=True, slots=True)
class Verb:
    """`confirms`: a limit in the way may be confirmed. `fixed` are fields of the command that the name settles."""

    command: Callable[..., c.Command]
    fields: Mapping[str, Field]
    confirms: bool = False
    fixed: tuple[tuple[str, Any], ...] = ()


def _amiss() -> Refused:
    return Refused("request.unreadable")


def _one(given: list[str]) -> str:
    if len(given) != 1:
        raise _amiss()
    return given[0]


def name(_: str, given: list[str]) -> str:
    """An id of a piece, a zone, a counter."""
    value = _one(given)
    if not _NAME.fullmatch(value):
        raise _amiss()
    return value


def maybe_name(field: str, given: list[str]) -> str:
    return name(field, given) if given != [""] else ""


def zone(field: str, given: list[str]) -> ZoneKey:
    return read_key(name(field, given))


def maybe_zone(field: str, given: list[str]) -> ZoneKey:
    return zone(field, given) if given != [""] else NOWHERE


def names(field: str, given: list[str]) -> tuple[str, ...]:
    """Several, each once or separated by commas."""
    every = [bit for value in given for bit in value.split(",") if bit]
    if len(every) > LIST_MAX:
        raise _amiss()
    return tuple(name(field, [bit]) for bit in every)


def number(_: str, given: list[str]) -> int:
    value = _one(given)
    if not _NUMBER.fullmatch(value):
        raise _amiss()
    return int(value)


def numbers(field: str, given: list[str]) -> tuple[int, ...]:
    every = [value for value in given if value]
    if len(every) > 8:
        raise _amiss()
    return tuple(number(field, [value]) for value in every)


def flag(_: str, given: list[str]) -> bool:
    value = _one(given)
    if value not in ("0", "1"):
        raise _amiss()
    return value == "1"


def text(_: str, given: list[str]) -> str:
    value = _one(given)
    if len(value) > TEXT_MAX or "\x00" in value:
        raise _amiss()
    return value


def one_of(*choices: str) -> Read:
    def read(_: str, given: list[str]) -> str:
        value = _one(given)
        if value not in choices:
            raise _amiss()
        return value

    return read


def limit(_: str, given: list[str]) -> int | None:
    """A number of blanks; nothing at all for no limit."""
    return number(_, given) if given != [""] else None


def _facing(_: str, given: list[str]) -> bool | None:
    value = _one(given)
    if value not in ("", "up", "down"):
        raise _amiss()
    return None if not value else value == "up"


PIECE = Field(name)
PIECES = Field(names)
ZONE = Field(zone)
SEAT = Field(number)
COUNT = Field(number, 1)
PLACE = Field(one_of("top", "bottom", "random"), "top")

VERBS: dict[str, Verb] = {
    "stand": Verb(c.Stand, {}),
    "team": Verb(c.JoinTeam, {"team": Field(number)}),
    "side": Verb(c.ChooseSide, {"side": Field(text)}),
    "ready": Verb(c.GetReady, {"ready": Field(flag, True, "is_ready")}),
    "begin": Verb(c.Begin, {}, True),
    "draw": Verb(c.Draw, {"count": COUNT, "zone": Field(maybe_zone, NOWHERE)}, True),
    "play": Verb(
        c.PlayCard,
        {"piece": PIECE, "onto": Field(maybe_name, ""), "to": Field(maybe_zone, NOWHERE), "under": Field(number, 0),
         "face_up": Field(flag, True)}, True,
    ),
    "use": Verb(c.UseAbility, {"piece": PIECE}, True),
    "discard": Verb(c.Discard, {"pieces": PIECES}, True),
    "discard_random": Verb(c.DiscardRandom, {"count": COUNT}, True),
    "destroy": Verb(c.Destroy, {"piece": PIECE}),
    "attach": Verb(c.Attach, {"piece": PIECE, "host": PIECE}),
    "detach": Verb(c.Detach, {"piece": PIECE}),
    "move": Verb(
        c.MovePieces, {"pieces": PIECES, "to": ZONE, "place": PLACE, "face": Field(_facing, None, "face_up")}, True
    ),
    "shuffle": Verb(c.ShuffleZone, {"zone": ZONE}),
    "shuffle_in": Verb(c.ShuffleIn, {"zone": ZONE, "to": ZONE}),
    "reveal": Verb(c.Reveal, {"pieces": PIECES, "to": Field(numbers, ())}),
    "look": Verb(c.LookAtTop, {"zone": ZONE, "count": COUNT}),
    "put_back": Verb(c.PutBack, {"pieces": PIECES, "place": PLACE}),
    "search": Verb(c.SearchPile, {"zone": ZONE}),
    "stop": Verb(c.StopLooking, {}),
    "ask_hand": Verb(
        c.AskHand, {"of": SEAT, "what": Field(one_of("hand_look", "hand_take", "hand_random")), "count": COUNT}
    ),
    "answer": Verb(c.AnswerQuestion, {"question": Field(number), "yes": Field(flag, ..., "is_yes")}),
    "turn_over": Verb(c.TurnOver, {"piece": PIECE, "face_up": Field(flag)}, True),
    "tap": Verb(c.Tap, {"piece": PIECE, "tapped": Field(flag, True)}),
    "token": Verb(
        c.PutTokens,
        {"token": Field(text), "count": Field(number), "piece": Field(maybe_name, ""), "on": Field(number, 0)},
    ),
    "counter": Verb(
        c.SetCounter,
        {"counter": Field(name), "value": Field(number), "on": Field(number, 0), "piece": Field(maybe_name, "")}, True,
    ),
    "point": Verb(c.PointAt, {"piece": PIECE}),
    "note": Verb(c.WriteNote, {"piece": PIECE, "text": Field(text, "")}),
    "roll": Verb(c.Roll, {"dice": Field(names, ()), "count": COUNT, "sides": Field(number, 6)}),
    "flip": Verb(c.FlipCoin, {}),
    "choose_player": Verb(c.ChooseSeat, {}),
    "choose_card": Verb(c.ChoosePiece, {"zone": ZONE}),
    "end_phase": Verb(c.EndPhase, {}, True),
    "end_turn": Verb(c.EndTurn, {}, True),
    "skip": Verb(c.SkipTurn, {"who": SEAT}),
    "extra": Verb(c.ExtraTurn, {"who": SEAT}),
    "knock_out": Verb(c.KnockOut, {"who": SEAT}),
    "come_back": Verb(c.ComeBack, {"who": SEAT}),
    "claim": Verb(c.AskTable, {"words": Field(text, "")}, fixed=(("about", "win"),)),
    "abandon": Verb(c.AskTable, {"words": Field(text, "")}, fixed=(("about", "abandon"),)),
    "undo": Verb(c.AskTable, {"to": Field(number)}, fixed=(("about", "undo"),)),
    "without": Verb(c.AskTable, {"target": SEAT}, fixed=(("about", "without"),)),
    "remove": Verb(c.AskTable, {"target": SEAT, "words": Field(text, "")}, fixed=(("about", "remove"),)),
    "mute": Verb(c.AskTable, {"target": SEAT, "words": Field(text, "")}, fixed=(("about", "mute"),)),
    "unmute": Verb(c.AskTable, {"target": SEAT}, fixed=(("about", "unmute"),)),
    "again": Verb(c.PlayAgain, {}),
    "say": Verb(c.Speak, {"text": Field(text)}),
    "pack": Verb(c.FreshPack, {"blanks": Field(limit)}),
}  # fmt: skip


def read_verb(seat: int, verb: str, given: Iterable[tuple[str, list[str]]]) -> c.Command:
    """The command that a form means. Refused("verb.none"), Refused("request.unreadable")."""
    known = VERBS.get(verb)
    if known is None:
        raise Refused("verb.none", verb=verb[:30])
    fields: dict[str, Any] = {"seat": seat, **dict(known.fixed)}
    sent: dict[str, list[str]] = {}
    for field, values in given:
        if field in ENVELOPE:
            continue
        if field in sent or not (field in known.fields or (field == "confirmed" and known.confirms)):
            raise _amiss()
        sent[field] = values
    if "confirmed" in sent:
        fields["confirmed"] = flag("confirmed", sent.pop("confirmed"))
    for field, how in known.fields.items():
        if field in sent:
            fields[how.to or field] = how.read(field, sent[field])
        elif how.default is ...:
            raise _amiss()
        else:
            fields[how.to or field] = how.default
    return known.command(**fields)
