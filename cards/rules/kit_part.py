"""A part of a kit or of a lexicon, in words. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from studio.kernel.messages import Message, Slot


@dataclass(frozen=True, slots=True)
class KitPart:
    """A part of a kit: the section it stands in, what it is called (a str is a name that people gave), what it says.

    `drawing` is the name of its drawing (cards/face/drawings.py), for what one votes on by eye. `token` is how a text
    writes it so that it is drawn there; `marked` is what it says as a deck's text, marks and symbols and all.
    """

    section: Message
    name: Slot
    words: Slot
    drawing: str = ""
    token: str = ""
    marked: str = ""
