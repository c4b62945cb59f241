"""Drawing together on a proposal's card: what its writer takes or leaves, and the page on which one adds to it."""

from __future__ import annotations

from dataclasses import dataclass

from cards.face.drawn import DrawnFace
from studio.people.seal import Seal


@dataclass(frozen=True, slots=True)
class SuggestedDrawing:
    """What `name` drew, on the card as it reads now. Its writer has the two addresses."""

    member: int
    name: str
    seal: Seal
    face: DrawnFace
    take_address: str = ""
    leave_address: str = ""


@dataclass(frozen=True, slots=True)
class Together:
    """One member's part in it. `add_address` is where they draw, "" where they may not; `words` is what waits."""

    number: int = 0
    suggested: tuple[SuggestedDrawing, ...] = ()
    add_address: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class DrawingSheet:
    """The page: the card with what is drawn already (`under`, an address of an SVG, "" for nothing), and what may be
    added. `doodle` is what was drawn so far, in its writing `version`, which is told at `sketch_address`."""

    number: int
    wording: int
    writer: str
    face: DrawnFace
    under: str
    lines: int
    strokes_left: int
    numbers_left: int
    address: str
    back: str
    sketch_address: str
    pocket_address: str
    version: int = 0
    doodle: str = ""
    wrong: str = ""
