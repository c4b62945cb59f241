"""What a command is, and what it is decided with. The commands themselves stand with their verbs (cards/verbs/)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cards.face.face import Face
from cards.rules import events as e
from cards.rules.batch import BatchSecrets

Facts = tuple[e.Event, ...]


@dataclass(frozen=True, slots=True)
class MemberCommand:
    """Asked by the member `by`. It names what they saw (a wording, a face), never a global version."""

    by: int


@dataclass(frozen=True, slots=True)
class HouseCommand:
    """What the house tells a deck: of the people of its group, of its host, of the time."""


Command = MemberCommand | HouseCommand


@dataclass(frozen=True, slots=True)
class Moment:
    """What a decision needs from the world.

    `now` and the seconds in `away` (member → since when) are epoch seconds; `faces` holds every
    face named by the command or by what may be accepted in consequence; `titles` the folded titles
    already taken, as (kind, title). `reach` holds the numbers of the cards that whoever acts may ask to change while
    the draft is played (C5); None: any card. `pictures` holds width and height of those that whoever acts may put on a
    card, by digest; None: any picture. `batch` is what only the rules may look into of a first batch (C13). `aside` is
    the proposal that asked the same, word for word, and was set aside (C4); `is_played` says whether people sit at the
    deck's own table, where a command asks.
    """

    now: int
    present: frozenset[int] = frozenset()
    away: Mapping[int, int] = field(default_factory=dict)
    faces: Mapping[str, Face] = field(default_factory=dict)
    titles: frozenset[tuple[str, str]] = frozenset()
    reach: frozenset[int] | None = None
    pictures: Mapping[str, tuple[int, int]] | None = None
    batch: BatchSecrets = BatchSecrets()
    aside: int | None = None
    is_played: bool = False
