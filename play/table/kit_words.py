"""What a table's zones and the parts of its turn are called.

Their names are the deck's own words (a kit is voted on). What the kits of our own (cards/rules/kit.py) call theirs is
said in the reader's language where a deck has kept it; any other name stays as it was written.
"""

from __future__ import annotations

from dataclasses import dataclass

from studio.kernel.messages import Message, Slot, message

_IN = "in"  # begins the name of a place where cards are said to be: "In the bank"


@dataclass(frozen=True, slots=True)
class _Words:
    """Of a zone: as a title, within a sentence, and in short, beneath a pile."""

    title: Message
    inside: Message
    short: Message


_OUR_ZONES = {
    ("draw", "Draw pile"): _Words(message("Draw pile"), message("draw pile"), message("Draw", context="a pile")),
    ("discard", "Discard pile"): _Words(
        message("Discard pile"), message("discard pile"), message("Discard", context="a pile")
    ),
    ("hand", "Hand"): _Words(message("Hand"), message("hand"), message("Hand")),
    ("area", "In play"): _Words(message("In play"), message("in play"), message("In play")),
}
_OUR_PHASES = {
    ("draw", "Draw"): message("Draw", context="part of a turn"),
    ("play", "Play"): message("Play", context="part of a turn"),
    ("discard", "Discard"): message("Discard", context="part of a turn"),
}


def zone_title(id: str, name: str) -> Slot:
    """ "Draw pile": the zone with that id and name in its kit."""
    ours = _OUR_ZONES.get((id, name))
    return ours.title if ours else name


def zone_into(id: str, name: str) -> Message:
    """ "Into Face down", "Into play": what is offered for a card that goes there, pressed or held over it."""
    if (id, name) == ("area", "In play"):
        return message("Into play")
    first, _, within = name.partition(" ")
    return message("Into {place}", place=(first.lower() == _IN and within) or zone_title(id, name))


def zone_inside(id: str, name: str) -> Slot:
    """ "draw pile", within a sentence."""
    ours = _OUR_ZONES.get((id, name))
    return ours.inside if ours else name[0].lower() + name[1:]


def zone_short(id: str, name: str) -> Slot:
    """ "Draw", where there is little room."""
    ours = _OUR_ZONES.get((id, name))
    return ours.short if ours else name


def phase_title(id: str, name: str) -> Slot:
    """ "Draw", "Play"."""
    return _OUR_PHASES.get((id, name)) or name
