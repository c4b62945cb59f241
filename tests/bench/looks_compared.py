"""Two takings of the same scenes laid beside each other: which pictures differ, by how much, and what was drawn for
them once. Pure but for the files it is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import quote

from PIL import Image, ImageChops

GAP, GROUND, DIFFERS = 12, "#707070", (214, 0, 90)
WIDEST = 720  # px of one picture in a row


@dataclass(frozen=True)
class Pair:
    """A picture before and after, by its path in both folders; `share` of its pixels differ: all where one is not."""

    name: str
    share: float
    note: str = ""


def pictures(folder: Path) -> set[str]:
    """The paths of the pictures of a taking, below it."""
    return {str(path.relative_to(folder)) for path in (folder / "each").rglob("*.png")}


def differing(before: Path, after: Path) -> Iterator[Pair]:
    """Every picture that is not the same in both, whatever the order."""
    there, here = pictures(before), pictures(after)
    for name in sorted(there | here):
        if name not in here:
            yield Pair(name, 1.0, "missing after")
        elif name not in there:
            yield Pair(name, 1.0, "new")
        elif (before / name).read_bytes() != (after / name).read_bytes():
            one, other = opened(before / name), opened(after / name)
            if share := share_of(marked(one, other)):
                size = "" if one.size == other.size else f"{one.width} × {one.height} → {other.width} × {other.height}"
                yield Pair(name, share, size)


def opened(path: Path) -> Image.Image:
    with Image.open(path) as picture:
        return picture.convert("RGB")


def marked(before: Image.Image, after: Image.Image) -> Image.Image:
    """White where a pixel is another one, black where it is the same; what one alone has is another one."""
    size = max(before.width, after.width), max(before.height, after.height)
    common = min(before.width, after.width), min(before.height, after.height)
    box = (0, 0, *common)
    channels = ImageChops.difference(before.crop(box), after.crop(box)).split()
    most = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    mask = Image.new("L", size, 255)
    mask.paste(most.point(lambda value: 255 if value else 0), (0, 0))
    return mask


def share_of(mask: Image.Image) -> float:
    """How much of it is white."""
    return mask.histogram()[255] / (mask.width * mask.height)


def difference(after: Image.Image, mask: Image.Image) -> Image.Image:
    """The picture as it is now, pale, and loud where it was another one."""
    ground = Image.new("RGB", mask.size, "white")
    ground.paste(after, (0, 0))
    pale = Image.blend(ground, Image.new("RGB", mask.size, "white"), 0.7)
    pale.paste(DIFFERS, (0, 0), mask)
    return pale


def beside(shots: list[Image.Image]) -> Image.Image:
    """In a row, none wider than WIDEST."""
    small = [_narrowed(shot) for shot in shots]
    width = sum(shot.width for shot in small) + GAP * (len(small) - 1)
    row = Image.new("RGB", (width, max(shot.height for shot in small)), GROUND)
    x = 0
    for shot in small:
        row.paste(shot, (x, 0))
        x += shot.width + GAP
    return row


def _narrowed(shot: Image.Image) -> Image.Image:
    if shot.width <= WIDEST:
        return shot
    return shot.resize((WIDEST, max(1, round(shot.height * WIDEST / shot.width))), Image.Resampling.BOX)


def compare(before: Path, after: Path, out: Path, mockups: dict[str, Path]) -> list[Pair]:
    """The pairs that differ, most first. `out/index.html` shows them, each in one row before, after, what differs and
    the mockup where there is one; behind them every other picture that has one, beside it."""
    pairs = sorted(differing(before, after), key=lambda pair: (-pair.share, pair.name))
    out.mkdir(parents=True, exist_ok=True)
    rows = [(pair, _row(pair.name, before, after, out, mockups)) for pair in pairs]
    told = {pair.name for pair in pairs}
    drawn = [
        (Pair(name, 0.0, "beside its mockup"), _row(name, None, after, out, mockups))
        for name in sorted(pictures(after) & mockups.keys() - told)
    ]
    (out / "index.html").write_text(page(len(pictures(before) | pictures(after)), rows, drawn), encoding="utf-8")
    return pairs


def _row(name: str, before: Path | None, after: Path, out: Path, mockups: dict[str, Path]) -> str:
    """The path of a picture of the row, below `out`."""
    there = [opened(folder / name) for folder in (before, after) if folder and (folder / name).exists()]
    shots = [*there]
    if len(there) == 2:
        shots.append(difference(there[1], marked(*there)))
    if name in mockups:
        shots.append(opened(mockups[name]))
    flat = name.removeprefix("each/").replace("/", ", ")
    beside(shots).save(out / flat, compress_level=1)
    return flat


def page(many: int, rows: list[tuple[Pair, str]], drawn: list[tuple[Pair, str]]) -> str:
    """What is looked at by eye."""
    parts = [f"<h1>{len(rows)} of {many} pictures differ</h1><p>before · after · what differs · mockup</p><ol>"]
    parts += [f'<li><a href="#{n}">{escape(pair.name)}</a> {_said(pair)}' for n, (pair, _) in enumerate(rows)]
    parts.append("</ol>")
    for n, (pair, path) in enumerate([*rows, *drawn]):
        image = f'<img loading="lazy" src="{quote(path)}" alt="">'
        parts.append(f'<h2 id="{n}">{escape(pair.name)}: {_said(pair)}</h2>{image}')
    style = "body{background:#555;color:#fff;font:15px sans-serif}a{color:#fff}img{max-width:100%}"
    return f"<!doctype html><meta charset=utf-8><title>Before and after</title><style>{style}</style>" + "".join(parts)


def _said(pair: Pair) -> str:
    share = f"{pair.share:.2%}" if pair.share else ""
    return escape(" ".join(filter(None, (share, pair.note))))
