"""A part of a kit or of a lexicon, in words. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from studio.kernel.messages import Message, Slot


@dataclass(frozen=True, slots=True)
class KitPart:
    """A part of a kit: the section it stands in, what it is called (a str is a name that people gave), what it says."""

    section: Message
    name: Slot
    words: Slot
