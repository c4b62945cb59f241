"""Print services as data: what each takes, in which size, order and form. Pure.

Pixels are those their templates ask for at 300 to the inch, bleed included (docs/printing-formats.md). What this table
does not say that a service takes is refused, not stretched.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from cards.face.measures import card_size
from cards.printing.geometry.layouts import SheetLayout, one_a_page
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused

PER_INCH = 300
_EIGHTH = 318  # of an inch, in 1/100 mm
_MPC_BLEED = 305  # 36 pixels


@dataclass(frozen=True, slots=True)
class PrintService:
    """What a service takes: one picture a card, or one PDF with a page for each side of each card.

    `pixels` are the upload's by card size; a service without any takes every size as large as it is. `bleed` is in
    1/100 mm. `most` is how many cards one order holds. `lacks` says what it asks for that the file is not, and what to
    do about it; None where the file is what it takes.
    """

    name: str
    label: str
    note: Message
    takes: Literal["pictures", "pages"]
    bleed: int
    pixels: dict[str, tuple[int, int]] = field(default_factory=dict)
    is_back_first: bool = False
    most: int = 1000
    lacks: Message | None = None

    @property
    def sizes(self) -> tuple[str, ...]:
        """The card sizes it takes; empty for any."""
        return tuple(self.pixels)

    def pixels_of(self, size: str) -> tuple[int, int]:
        """Width and height of a picture of that size, with its bleed."""
        if size in self.pixels:
            return self.pixels[size]
        card = card_size(size)
        return _pixels(card.width + 2 * self.bleed), _pixels(card.height + 2 * self.bleed)

    def layout(self, size: str) -> SheetLayout:
        """A page for each side of a card. Raises Refused("print.service_size")."""
        if self.sizes and size not in self.sizes:
            known = "; ".join(card_size(name).label for name in self.sizes)
            raise Refused("print.service_size", service=self.label, size=card_size(size).label, known=known)
        return one_a_page(size, self.bleed)


def _pixels(length: int) -> int:
    return round(length / 2540 * PER_INCH)


SERVICES: dict[str, PrintService] = {
    service.name: service
    for service in (
        PrintService(
            "mpc", "MakePlayingCards", message("One picture a card, 36 pixels of bleed all round"), "pictures",
            _MPC_BLEED,
            {
                "poker-us": (822, 1122), "bridge": (747, 1122), "mini-us": (597, 822), "micro": (447, 597),
                "tarot-us": (897, 1497), "business-us": (672, 1122), "domino": (597, 1122),
                "square-89": (1122, 1122),
            },
            most=612,
            lacks=message("How many of each you set there: “x3” at the end of a name is three copies."),
        ),
        PrintService(
            "tgc", "The Game Crafter", message("One picture a card, an eighth of an inch of bleed"), "pictures",
            _EIGHTH,
            {
                "poker-us": (825, 1125), "bridge": (750, 1125), "mini-us": (600, 825), "micro": (450, 600),
                "tarot-us": (900, 1500), "business-us": (675, 1125), "domino": (600, 1125), "jumbo": (1125, 1725),
                "square": (825, 825), "square-89": (1125, 1125), "hex": (1200, 1050),
            },
            lacks=message("How many of each you set there: “x3” at the end of a name is three copies."),
        ),
        PrintService(
            "drivethru", "DriveThruCards",
            message(
                "One PDF of 2.75 by 3.75 in, the back of each card before its front. Choose backs: without them there "
                "are fronts alone, which it does not take"
            ),
            "pages", _EIGHTH,
            {"poker-us": (825, 1125)}, is_back_first=True,
            lacks=message(
                "Its colours are RGB. DriveThruCards takes PDF/X-1a in CMYK, at most 240 % of ink: convert the file "
                "before you upload it."
            ),
        ),
        PrintService(
            "pictures", "PNG pictures", message("One picture a card at 300 to the inch, cut to its edge"), "pictures",
            0,
        ),
    )
}  # fmt: skip


def service_named(name: str) -> PrintService:
    """Raises Refused("print.service")."""
    if (service := SERVICES.get(name)) is None:
        raise Refused("print.service", service=name[:40])
    return service
