"""Papers by name or by their measures. Every length is a whole number of 1/100 mm."""

from __future__ import annotations

import re
from dataclasses import dataclass

from studio.kernel.refusals import Refused

MARGIN = 500  # what a home printer leaves blank at the edge
SHORTEST, LONGEST = 5000, 50000  # edges of a paper that somebody measured
ONE_CARD = "card"  # the paper that is as large as one card with its bleed

_MEASURED = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,2})?)x([0-9]{1,3}(?:\.[0-9]{1,2})?)")


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper as it lies: upright in the table, turned in the layout of a lying sheet."""

    name: str
    label: str
    width: int
    height: int

    @property
    def turned(self) -> Paper:
        """The same lying on its other side."""
        return Paper(self.name, self.label, self.height, self.width)


A4 = Paper("a4", "A4", 21000, 29700)
LETTER = Paper("letter", "Letter", 21590, 27940)
A3 = Paper("a3", "A3", 29700, 42000)
TABLOID = Paper("tabloid", "Tabloid", 27940, 43180)
LEGAL = Paper("legal", "Legal", 21590, 35560)
PAPERS: dict[str, Paper] = {paper.name: paper for paper in (A4, LETTER, A3, TABLOID, LEGAL)}


def paper_named(name: str) -> Paper:
    """A paper of the table, or one measured in mm, as "210x280". Raises Refused("print.paper")."""
    if (paper := PAPERS.get(name)) is not None:
        return paper
    if (found := _MEASURED.fullmatch(name)) is None:
        raise Refused("print.paper", paper=name[:40])
    width, height = (round(float(edge) * 100) for edge in found.groups())
    if not all(SHORTEST <= edge <= LONGEST for edge in (width, height)):
        raise Refused("print.paper", paper=name)
    return Paper(name, f"{width / 100:g} × {height / 100:g} mm", width, height)


# Where people print on Letter, as the regions of languages name them.
_ON_LETTER = frozenset("US CA MX PH CL CO CR DO GT HN NI PA PR SV VE".split())
_REGION = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z]{4})?-([A-Za-z]{2})(?![A-Za-z0-9])")


def paper_at_home(languages: str) -> str:
    """The paper in the printer of somebody whose browser asks for these languages: by the region of the first."""
    found = _REGION.match(languages.strip())
    return LETTER.name if found and found[1].upper() in _ON_LETTER else A4.name
