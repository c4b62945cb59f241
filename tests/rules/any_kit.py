"""Kits that nobody has thought of: any short names, any zones and forms, as far as `check_kit` lets them in."""

from __future__ import annotations

import random
from dataclasses import replace

from cards.rules.kit import (
    CounterKit,
    Deal,
    DieKit,
    Kit,
    Phase,
    PlayLimit,
    SeatsKit,
    Source,
    TokenKit,
    TurnKit,
    ZoneKit,
)  # fmt: skip
from cards.rules.kit_checks import check_kit

SHORT = ("handicap", "hand", "hand2", "draw", "drawn", "discard_pile_2", "d6", "area", "areas", "a", "row1", "market")
NAMES = ("Discard pile 2", "D6", "a Goat", "{who}", "Hand", "In play", "Ärea", "{cards}", "a face-down card", "-")
FACES = (("1", "2", "3", "4", "5", "6"), ("flame", "smoke"), ("6", "1"))


def any_kit(seed: int) -> Kit:
    """Always a draw pile, a discard pile, a hand and a place to play to, under whatever names; the rest is chance."""
    r = random.Random(seed)
    ids = r.sample(SHORT, len(SHORT))

    def name() -> str:
        return r.choice(NAMES)

    hand = ZoneKit(ids.pop(), name(), "seat", "hand", "owner", "owner")
    scope = r.choice(["shared", "seat"])
    discard = ZoneKit(ids.pop(), name(), scope, "pile", "up", "all")  # type: ignore[arg-type]
    draw = ZoneKit(
        ids.pop(), name(), scope, "pile", "down", "nobody", refill_from=r.choice([discard.id, ""]),
    )  # type: ignore[arg-type]  # fmt: skip
    if draw.refill_from:
        draw = replace(draw, refill_when=r.choice(["needed", "empty"]))
    area = ZoneKit(ids.pop(), name(), "seat", r.choice(["area", "row"]), r.choice(["up", "down"]))  # type: ignore[arg-type]
    more = tuple(
        ZoneKit(
            ids.pop(), name(), r.choice(["shared", "seat"]), r.choice(["pile", "hand", "row", "area"]),
            r.choice(["up", "down", "owner"]), capacity=r.choice([None, 1, 3]),
            purpose=r.choice(["", "Take one, pay its price", "“Wait” here; 80 % off"]),
        )
        for _ in range(r.randrange(4))
    )  # fmt: skip
    zones = [draw, discard, hand, area, *more]
    r.shuffle(zones)
    kit = Kit(
        seats=SeatsKit(1, 8, r.choice([0, 2]), r.choice(["random", "first"])),
        zones=tuple(zones),
        sources=(Source(draw.id, shuffled=r.random() < 0.8),),
        deals=tuple(Deal(draw.id, zone.id, r.randrange(5)) for zone in (hand, *more)),
        counters=tuple(
            CounterKit(id, name(), r.choice(["seat", "shared", "card"]))
            for id in r.sample(("gold", "hand", "d6"), r.randrange(3))
        ),
        tokens=(TokenKit("d6", "Rosette"),) if r.random() < 0.5 else (),
        dice=tuple(DieKit(id, id.upper(), r.choice(FACES)) for id in r.sample(("d6", "d2", "hand"), r.randrange(3))),
        turn=TurnKit(
            phases=tuple(
                Phase(id, name(), tuple(r.sample(("draw", "play", "discard"), r.randrange(3))))  # type: ignore[arg-type]
                for id in r.sample(("draw", "play", "end"), r.randint(1, 3))
            ),
            draw=r.randrange(3), draw_if_empty=r.randrange(4), draw_from=draw.id,
            plays=(PlayLimit("Thing", r.choice([0, 1, None])),), hand_limit=r.choice([None, 0, 3]),
            abilities_each=r.choice([None, 1]), clockwise=r.random() < 0.5,
        ),
        play_to=area.id, act_to=r.choice([discard.id, area.id]), discard_to=discard.id, hand=hand.id,
        sides=r.choice([(), ("Red, late", "Blue")]),
    )  # fmt: skip
    check_kit(kit)
    return kit
