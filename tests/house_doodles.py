"""The drawing on the page of a misprint: that of a sample card, drawn as every doodle is.

python -m tests.house_doodles        writes static/art/doodle-*.svg anew
"""

from __future__ import annotations

import json
from pathlib import Path

from cards.face.doodle import doodle_svg
from cards.face.face import Stroke
from studio.kernel.codec import from_plain

PROJECT = Path(__file__).resolve().parents[1]
ART = PROJECT / "static" / "art"
# The name of the file: the sample deck and its card.
HOUSE = {
    "football": ("allotment-wars", "Ball Over the Wall"),
}


def drawn(name: str) -> str:
    """The drawing of that name as SVG."""
    deck, title = HOUSE[name]
    plain = json.loads((PROJECT / "cards" / "samples" / "drawings" / f"{deck}.json").read_text(encoding="utf-8"))[title]
    return doodle_svg(from_plain(tuple[Stroke, ...], plain["doodle"]), lines=plain["art_lines"])


if __name__ == "__main__":
    for name in HOUSE:
        (ART / f"doodle-{name}.svg").write_text(drawn(name) + "\n", encoding="utf-8")
