"""The back of a card as it is drawn: everything decided once, for the screen and the press. Pure.

`templates/cards/_back.html` writes it. All lengths come from the table of card sizes (cards/face/measures.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from cards.face.back import DeckBack
from cards.face.back_art import art_of, pattern_name
from cards.face.card_size import CardSize, scaled_pt
from cards.face.colour import readable
from cards.face.lines import PT, line_count
from cards.face.measures import USUAL, Size
from cards.face.text import clean_line
from studio.speed.hashing import KeepsHash
from studio.speed.lately import weighed

SUB = "Carte Blanche"  # under a deck's title
BACKS_KEPT = 4_000_000  # bytes: some thousand; a page of any of them shows the same object
_NAMES = (15.0, 12.0, 10.0, 8.6, 7.0)  # pt of a deck's title on a plate, by step


@dataclass(frozen=True, slots=True)
class DrawnBack(KeepsHash):
    """A back. `svg` is what is drawn behind the plate, `src` where it is; both "" on a plain one.

    `mark` is where the drawing of a kind's mark is, or "".
    """

    size: Size
    kind: str
    title: str
    sub: str = ""
    svg: str = ""
    src: str = ""
    mark: str = ""
    style: str = ""
    part: int = 1
    parts: int = 1
    fit: int = 0

    @property
    def words(self) -> str:
        """Everything that is written on it, for the proof-reader."""
        return f"{self.title} {self.sub}"


@weighed(BACKS_KEPT)
def shown_back(back: DeckBack, title: str, address: str = "") -> DrawnBack:
    """A deck's back on a screen. A pattern is drawn at an address of its own; a drawing at `address`, else in place."""
    name = clean_line(title)
    fitted, sizes = on_plate(name, USUAL, has_sub=True)
    if not back.doodle:
        src = f"/backs/{pattern_name(back, name)}.svg"
    else:
        src = address or data_uri(art_of(back, name, *art_room(USUAL)))
    style = f"{sizes};--cf-kind:{readable(back.colour)}" if back.colour else sizes
    return DrawnBack(
        USUAL.name, "drawn" if back.doodle else "deck", fitted if back.has_plate else "",
        SUB if back.has_plate else "", src=src, style=style,
    )  # fmt: skip


def art_room(card: CardSize) -> tuple[float, float, float]:
    """Width and height in mm of what is drawn on a back, and the height of its plate; as card.css lays them."""
    wide = round(card.wide - 2 * (card.safe + card.inset), 2)
    return wide, round(card.high - 11 * card.scale, 2), round(21 * card.scale, 2)


def on_plate(title: str, card: CardSize, *, has_sub: bool, above: float = 0) -> tuple[str, str]:
    """A title as it goes on the plate, and its sizes as a style. One that has no room at the last is ended by "…".

    `above`: mm that something else takes there.
    """
    column = card.wide - 2 * (card.safe + card.inset) - 1
    sub = scaled_pt(8.4, card.scale)
    under = (sub * PT * 1.3 + 1.3 * card.scale if has_sub else 0) + above
    room = 21 * card.scale - 2 - under
    steps = [scaled_pt(pt, card.scale) for pt in _NAMES]

    def has_room(words: str, pt: float) -> bool:
        is_parted = any(line_count(word, "display", pt, column) > 1 for word in words.split(" "))
        return (pt == steps[-1] or not is_parted) and line_count(words, "display", pt, column) * pt * 1.1 * PT <= room

    chosen = next((pt for pt in steps if has_room(title, pt)), None)
    if chosen is None:
        chosen = steps[-1]
        while len(title) > 1 and not has_room(f"{title}…", chosen):
            title = title[:-1].rstrip()
        title += "…"
    high = line_count(title, "display", chosen, column) * chosen * 1.05 * PT + under
    pad = max(0.0, (21 * card.scale - 1 - high) / 2)
    return title, f"--cb-name:{chosen:g}pt;--cb-sub:{sub:g}pt;--cb-pad:{pad:.2f}mm"


def data_uri(svg: str) -> str:
    return "data:image/svg+xml," + quote(svg, safe=" /:=,;'()!*-._~@$+") if svg else ""
