"""Writes static/art/link-preview.png: what is shown of a link to the site itself, as one to a deck is drawn.

    python -m tests.link_picture

To be run again when the look of cards changes. The cards are of the sample deck Allotment Wars.
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image

from cards.face.face import Face
from cards.printing.queue.press import Press
from cards.printing.queue.values import PreviewPicture
from cards.printing.shared.link_preview import LinkPreview, PreviewCard

FILE = Path(__file__).resolve().parents[1] / "static" / "art" / "link-preview.png"
COLOURS = 128  # a third of the bytes, and nobody sees it
FACES = (
    Face("Salvage Tug", "Thing — Ship", "{tap} Gain {energy blue}.", cost="2"),
    Face("Hosepipe Ban", "Action", "Until your next turn, nobody may play a Vegetable.", "Pinned to the gate."),
    Face(
        "Letter to the Council",
        "Action",
        "Choose a player. Read out, in your best letter-writing voice, a complaint about one Thing they control.",
    ),
)


def main() -> None:
    cards = tuple(PreviewCard(face, number=str(number)) for number, face in enumerate(FACES, 1))
    preview = LinkPreview("Every card starts blank.", "Write cards together. Vote. Print them. Play.", cards, "en")
    with tempfile.TemporaryDirectory() as folder:
        press = Press(Path(folder), workers=1)
        made = press.draw_picture(PreviewPicture(preview), wait=1)
        press.close()
    with Image.open(io.BytesIO(made)) as drawn:
        few = drawn.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(FILE, optimize=True)


if __name__ == "__main__":
    main()
