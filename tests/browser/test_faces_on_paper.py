"""The screen's face and the press's are one picture: forty faces in every size and frame, drawn by both engines."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pypdfium2
import pytest
from PIL import Image, ImageChops

from cards.face.drawn import draw_face
from cards.face.measures import CARD_SIZES, card_size
from cards.face.style import size_style
from cards.printing.queue.failures import pango_is_missing
from tests.rules.drawn_faces import FACES, FRAMES

pytestmark = pytest.mark.browser

STATIC = Path(__file__).parents[2] / "static"
WIDE = 1500.0  # mm of the sheet that all cards lie on
DOT = 96 / 25.4  # pixels a mm
CELL = 2  # mm: of each square of so many the mean grey is compared, so that it does not matter how letters are smoothed
FAR_OFF, FAR_OFF_MAX, MEAN_MAX = 40, 0.05, 10.0  # of 255 levels; a share of a card's squares; levels
NAMES = [name for name in FACES if name not in ("han", "letters of other fonts")][:40]  # whose letters are ours


@dataclass(frozen=True)
class Laid:
    """A face in a size and a frame, with bleed or without, and where it lies on the sheet (mm)."""

    face: str
    frame: Any
    size: str
    bleed: int | None
    x: float
    y: float
    wide: float
    high: float

    def html(self, art: str, template: Any) -> str:
        from django.template import Context

        face, more = FACES[self.face]
        drawn = draw_face(face, frame=self.frame, size=self.size, bleed=self.bleed, art=art, **more)
        place = f"position:absolute;left:{self.x}mm;top:{self.y}mm"
        return f'<div style="{place}">{template.render(Context({"face": drawn}))}</div>'


def _laid(count: int) -> Iterator[Laid]:
    """Every size in half of the frames, or with twice as many in all of them."""
    x = y = row = 0.0
    for number, (name, frame) in enumerate(product(CARD_SIZES, range(count * len(FRAMES) // 80))):
        card, bleed = card_size(name), (0, 318, None)[number % 3]
        wide, high = (side + 2 * (bleed or 0) / 100 for side in (card.wide, card.high))
        if x + wide > WIDE:
            x, y, row = 0.0, y + row + 2, 0.0
        chosen = FRAMES[frame if count == 80 else (number + number // 4) % 4]
        yield Laid(NAMES[number % 40], chosen, name, bleed, x, y, wide, high)
        x, row = x + wide + 2, max(row, high)


def _on_paper(cards: list[Laid], css: str, template: Any, renderer: Any) -> Image.Image:
    drawings: dict[str, bytes] = {}

    def asset(found: re.Match[str]) -> str:
        name = f"picture/{len(drawings)}.svg"
        drawings[name] = unquote(found[1]).replace("&#x27;", "'").encode()
        return f'src="asset:{name}"'

    from cards.printing.shared.build import SHEETS

    body = "".join(card.html("asset:art/", template) for card in cards)
    body = re.sub(r'src="data:image/svg\+xml,([^"]*)"', asset, body)
    document = renderer.document(f"<!doctype html><html><body>{body}</body></html>", SHEETS, css, drawings)
    pdf = pypdfium2.PdfDocument(document.write_pdf())
    assert len(pdf) == 1
    # At thrice the size and made small: what is drawn as thin as a quarter of a point is no point wide then.
    return pdf[0].render(scale=3 * 96 / 72).to_pil().convert("L").reduce(3)


def _on_screen(cards: list[Laid], css: str, template: Any, chromium: Any, file: Path, high: float) -> Image.Image:
    body = "".join(card.html(f"{STATIC.as_uri()}/art/", template) for card in cards)
    names = ("fonts", "measures", "measures-frames", "card", "card-hand", "card-back", "card-paper")
    sheets = "".join(f'<link rel="stylesheet" href="{STATIC.as_uri()}/css/{name}.css">' for name in names)
    own = "body { margin: 0; background: #fff } .cf { text-rendering: geometricPrecision; clip-path: none !important }"
    file.write_text(f'<!doctype html><meta charset="utf-8">{sheets}<style>{css}{own}</style>{body}', encoding="utf-8")
    page = chromium.new_page(viewport={"width": int(WIDE * DOT) + 1, "height": int(high * DOT) + 1})
    try:
        page.goto(file.as_uri())
        page.evaluate("document.fonts.ready")
        return Image.open(io.BytesIO(page.screenshot())).convert("L")
    finally:
        page.close()


@pytest.fixture(scope="session")
def renderer() -> Any:
    if pango_is_missing():
        pytest.skip("Pango is not on this machine: nothing can be laid out")
    from cards.printing.sealed.render import CardRenderer

    return CardRenderer()


def test_forty_faces_are_one_picture_on_the_screen_and_on_paper_in_every_size_and_frame(
    chromium: Any, renderer: Any, tmp_path: Path, rounds: Callable[[int, int], int]
) -> None:
    """Of each card at most FAR_OFF_MAX of all squares differ by more than FAR_OFF, and all by MEAN_MAX on average."""
    from django.template import Engine

    cards = list(_laid(rounds(40, 80)))
    assert {card.face for card in cards} == set(NAMES) and {card.frame for card in cards} == set(FRAMES)
    high = max(card.y + card.high for card in cards)
    css = "".join(size_style(card_size(name)) for name in CARD_SIZES)
    template = Engine(dirs=[str(STATIC.parent / "templates")]).get_template("cards/_face.html")
    paper_css = f"{css} @page {{ size: {WIDE}mm {high}mm; margin: 0 }} body {{ margin: 0 }}"
    paper = _on_paper(cards, paper_css, template, renderer)
    screen = _on_screen(cards, css, template, chromium, tmp_path / "faces.html", high)
    wrong = []
    for card in cards:
        box = tuple(round(side * DOT) for side in (card.x, card.y, card.x + card.wide, card.y + card.high))
        squares = (round(card.wide / CELL), round(card.high / CELL))
        seen, printed = (shown.crop(box).resize(squares, Image.Resampling.BOX) for shown in (screen, paper))
        far, mean = _apart(seen, printed)
        if far > FAR_OFF_MAX or mean > MEAN_MAX:
            wrong.append((round(far, 3), round(mean, 1), card.face, card.frame, card.size, card.bleed))
    assert sorted(wrong, reverse=True) == []


def _apart(seen: Image.Image, printed: Image.Image) -> tuple[float, float]:
    """The share of squares that are far off, and by how many levels all are on average."""
    apart = ImageChops.difference(seen, printed).histogram()
    total = sum(apart)
    return sum(apart[FAR_OFF:]) / total, sum(level * count for level, count in enumerate(apart)) / total


def test_a_card_as_svg_is_the_picture_that_it_is_as_png_in_every_frame(
    chromium: Any, renderer: Any, tmp_path: Path
) -> None:
    """Squares of 2 mm again, and stricter: both were drawn by one engine."""
    from cards.printing.choices.reading import read_choices
    from cards.printing.choices.resolved import finish_of, layout_of
    from cards.printing.queue.press import Press
    from cards.printing.sealed.page_pictures.png import pngs
    from cards.printing.sealed.page_pictures.svg import svg
    from tests.print.conftest import FACES as WRITTEN
    from tests.print.conftest import items_of, job
    from tests.print.inside import Inside

    choices = read_choices({"service": "pictures"}, strict=True)
    press = Press(tmp_path, workers=0)
    press._workers = [Inside(renderer)]  # type: ignore[list-item]
    shown = (*WRITTEN[:2], WRITTEN[3], WRITTEN[5])  # a ship, an action, a colour of its own, a doodle
    printed: list[bytes] = []
    images = ""
    for row, frame in enumerate(FRAMES):
        wanted = job(items_of(shown), layout=layout_of(choices), finish=finish_of(choices), frame=frame)
        pdf = press.print_sheets(wanted)
        printed += pngs(pdf, range(len(shown)), (744, 1039))
        for column, face in enumerate(shown):
            name = f"{frame}-{column}.svg"
            (tmp_path / name).write_text(svg(pdf, column, face.title, face.text), encoding="utf-8")
            images += f'<img src="{name}" style="left:{372 * column}px;top:{520 * row}px">'
    page = chromium.new_page(viewport={"width": 372 * len(shown), "height": 520 * len(FRAMES)})
    try:
        style = "<style>body{margin:0;background:#444}img{position:absolute;width:372px;height:519.5px}</style>"
        (tmp_path / "svgs.html").write_text(f"<!doctype html>{style}{images}", encoding="utf-8")
        page.goto((tmp_path / "svgs.html").as_uri())
        drawn = Image.open(io.BytesIO(page.screenshot())).convert("L")
    finally:
        page.close()
    for number, png in enumerate(printed):
        x, y = 372 * (number % len(shown)), 520 * (number // len(shown))
        seen = drawn.crop((x, y, x + 372, y + 519)).resize((32, 44), Image.Resampling.BOX)
        expected = Image.open(io.BytesIO(png)).convert("L").resize((32, 44), Image.Resampling.BOX)
        far, mean = _apart(seen, expected)
        place = FRAMES[number // len(shown)], shown[number % len(shown)].title
        assert far <= 0.01 and mean <= 4, (*place, far, mean)
