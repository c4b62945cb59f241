"""How much of its paper each frame covers, over the sample decks: black all over is 100 %.

    python -m tests.bench.ink [poker] [a deck.json …]

The figures of the last run stand in docs/decisions/0026-sizes-and-edges.md. Never part of a test run.
"""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path

from cards.face.face import Face
from cards.face.measures import Frame, card_size
from tests.print.inked import pictures, share

SAMPLES = Path(__file__).resolve().parents[2] / "cards" / "samples"
FRAMES: tuple[Frame, ...] = ("press", "hand", "saver", "classic")


def faces(files: list[Path]) -> list[tuple[Face, bool]]:
    """Title, type line and words of every card and Special Rule."""
    found = []
    for file in files:
        deck = json.loads(file.read_text(encoding="utf-8"))
        deck = deck.get("deck", deck)
        for kind in ("cards", "rules"):
            for article in deck.get(kind, ()):
                face = article.get("face", article)
                words = (face.get(name) or "" for name in ("title", "type_line", "text", "flavour"))
                found.append((Face(*words), kind == "rules"))
    return found


def main(size: str, files: list[Path]) -> None:
    from cards.printing.sealed.render import CardRenderer

    renderer, every, press = CardRenderer(), faces(files), 0.0
    for frame in FRAMES:
        packed, _ = renderer.draw(every, frame, size)
        covered = share(pictures(zlib.decompress(packed), card_size(size).high))
        press = press or covered
        print(f"{frame:8} {covered:6.1%} of the paper, {covered / press:4.0%} of Press")


if __name__ == "__main__":
    given = sys.argv[1:]
    chosen = [Path(name) for name in given if name.endswith(".json")] or sorted(SAMPLES.glob("*.json"))
    main(next((name for name in given if not name.endswith(".json")), "poker"), chosen)
