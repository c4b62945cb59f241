"""What the pages of a first batch show (C13): counts while it is written, nameless cards while it is swept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.utils.safestring import SafeString

from studio.people.seal import Seal

Stage = Literal["none", "writing", "sweep"]


@dataclass(frozen=True, slots=True)
class WriterLine:
    """Somebody who writes along: `blanks` are still to be put down, and `note` says it in words. Never what of, nor in
    which order."""

    member: int
    seal: Seal
    note: str
    down: tuple[int, ...]
    blanks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BatchSide:
    """Beside the blanks. `until` is when, as HTML and for a script in `at` (ISO); "" over days."""

    stage: Stage
    address: str = ""
    lede: str = ""
    until: SafeString = SafeString("")
    at: str = ""
    is_over_days: bool = False
    count: str = ""
    lines: tuple[WriterLine, ...] = ()


@dataclass(frozen=True, slots=True)
class BatchAsk:
    """What one member may do besides writing. `turn` is the button's word where all are down, `even_so` where some are
    still writing and the clock is there; `time` and `off` are where more time is given and where it is called off."""

    address: str = ""
    may_join: bool = False
    has_clock: bool = False
    turn: str = ""
    even_so: str = ""
    at: str = ""
    may_call_off: bool = False
    time: str = ""
    off: str = ""


@dataclass(frozen=True, slots=True)
class LyingFace:
    """A card of the sweep, in its place. `face` is markup; `fate` is what became of it, once all have looked."""

    place: int
    title: str
    kind: str
    face: SafeString
    language: str = ""
    fate: Literal["", "in", "line"] = ""
    words: str = ""
    href: str = ""


@dataclass(frozen=True, slots=True)
class SweepSheet:
    """All that lie. `told` leads up to them; `rule` says what keeping comes to."""

    stage: Stage
    cards: tuple[LyingFace, ...] = ()
    told: str = ""
    twice: str = ""


@dataclass(frozen=True, slots=True)
class MarkLine:
    """One card in the list of all, with what I would do with it ("" while I have not said)."""

    place: int
    title: str
    mark: str
    state: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class MarkSheet:
    """My marks; without any where mine are not asked for, with the reason in `why`."""

    address: str = ""
    lines: tuple[MarkLine, ...] = ()
    rule: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class LookLine:
    """How far somebody has looked; how many have agreed to go on without them, where they are away."""

    member: int
    seal: Seal
    looked: int
    of: int
    is_away: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class LookSheet:
    address: str = ""
    lines: tuple[LookLine, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class BatchOffer:
    """In the workshop: a first batch that runs calls everybody to it. Nothing where `words` is "".

    `called` is its heading, `down` how many are down while it is written; `is_alone`: nothing else lies on the mat;
    `look` is the button's word for whoever stands in on a seat: all see the same, and the page knows who looks.
    """

    called: str = ""
    words: str = ""
    button: str = ""
    href: str = ""
    is_alone: bool = False
    down: str = ""
    look: str = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A nudge on a slip: what sort it is of, and a word of the deck."""

    label: str
    words: str


@dataclass(frozen=True, slots=True)
class Blank:
    """One of my own cards: "down" with its face, "writing" with the composer, or "blank", perhaps with words begun."""

    slot: int
    state: Literal["down", "writing", "blank"]
    address: str
    name: str
    href: str
    face: SafeString = SafeString("")
    prompt: Prompt | None = None
    is_begun: bool = False


@dataclass(frozen=True, slots=True)
class Leftover:
    """What I had not put down when they were turned over: still mine. `context` names its draft in the browser."""

    href: str
    title: str
    context: str
