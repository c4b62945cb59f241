"""A picture on a card: which one, what of it is shown, whose it is. Its bytes are kept elsewhere (cards/pictures)."""

from __future__ import annotations

from dataclasses import dataclass

WHOLE = (0, 0, 1000, 1000)  # a crop that cuts nothing off
DPI_WANTED = 200  # dots to an inch; with fewer a picture is seen to be made of dots
_INCH = 25.4  # mm


@dataclass(frozen=True, slots=True)
class Picture:
    """Named by the digest of its bytes; `width` and `height` in pixels.

    `crop` is what is shown: x, y, width, height in 1/1000 of the picture's. `credit` says who made it, `licence` on
    what terms it may be shown; both one line, or empty.
    """

    digest: str
    width: int
    height: int
    crop: tuple[int, int, int, int] = WHOLE
    credit: str = ""
    licence: str = ""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The crop in pixels: x, y, width, height."""
        x, y, width, height = self.crop
        return (
            x * self.width / 1000, y * self.height / 1000, width * self.width / 1000, height * self.height / 1000,
        )  # fmt: skip

    @property
    def address(self) -> str:
        """Where pages get it, if they may."""
        return f"/pictures/{self.digest}/"


def dots_per_inch(picture: Picture, wide: float, high: float) -> int:
    """How fine its crop is when it covers a place of that size in mm."""
    _, _, width, height = picture.box
    return int(min(width / wide, height / high) * _INCH)


def credit_line(picture: Picture) -> str:
    """Whose it is and on what terms, in one line as it is printed; empty where nothing was said."""
    return ", ".join(part for part in (picture.credit, picture.licence) if part)
