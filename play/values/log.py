"""The log of a table in words, and the play that was last."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from play.values.acts import Act
from studio.live.parts import KeepsDrawn, LaidOut, PartCall
from studio.people.seal import Seal
from studio.speed.hashing import KeepsHash


@dataclass(frozen=True, slots=True)
class AsideLine:
    """What was set aside this evening: `adjust` leads to its words, "" where it has none; `again` asks it as it is."""

    number: int
    title: str
    adjust: str
    again: Act
    language: str = ""


@dataclass(frozen=True, slots=True)
class LogLine(KeepsDrawn):
    """`words` is markup with the cards' titles in bold; `seen` says who saw more; `sort` narrows the log.

    `again`: on the page of the whole log, what was set aside there and may be asked again.
    """

    seq: int
    words: SafeString
    sort: str
    seal: Seal | None = None
    name: str = ""
    member: int | None = None
    seen: str = ""
    at: str = ""
    again: AsideLine | None = None
    is_made_once = True


@dataclass(frozen=True, slots=True)
class LastPlay(KeepsHash):
    """What another played last in this turn, told as in the minutes; `address` and `piece` while one may read it."""

    line: LogLine | None = None
    address: str = ""
    piece: str = ""


@dataclass(frozen=True, slots=True)
class LogView(LaidOut):
    """The latest lines, the oldest first. `language` is theirs where that is not English."""

    lines: tuple[LogLine, ...]
    address: str
    more: bool = False
    language: str = ""

    @property
    def layout(self) -> LogView:
        """The same without lines, of which there is a new one with each move."""
        return LogView((), self.address, self.more, self.language)

    @property
    def parts(self) -> dict[str, list[PartCall]]:
        return {"lines": [PartCall("play/_log_line.html", ("line",), (line,)) for line in self.lines]}


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the whole log, the newest line first: what entries `first` to `last` of `head` say to this sight.

    Pages are cut by the numbers of entries, which are everybody's: where one ends tells nothing of what it leaves out.
    `older` and `newer` are addresses, "" where there is nothing more.
    """

    lines: tuple[LogLine, ...]
    first: int
    last: int
    head: int
    older: str
    newer: str

    @property
    def is_all(self) -> bool:
        return not (self.older or self.newer)
