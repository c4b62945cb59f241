"""One face for screen and paper: lines end, and long words are parted, at the same letters in both."""

from __future__ import annotations

import base64
import io
import math
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, get_args
from urllib.parse import quote

import pypdfium2
import pytest
from PIL import Image, ImageChops

from cards.face.colour import MATRICES, seen_by
from cards.face.doodle import BARE, doodle_svg, stroke_path
from cards.face.drawn import draw_face
from cards.face.face import Face, Stroke
from cards.face.measures import Frame
from cards.printing.queue.failures import pango_is_missing
from studio.kernel.codec import to_plain

pytestmark = pytest.mark.browser

STATIC = Path(__file__).parents[2] / "static"
SHEETS = "".join(
    f'<link rel="stylesheet" href="{STATIC.as_uri()}/css/{name}.css">'
    for name in (
        "fonts", "measures", "measures-frames", "card", "card-hand", "card-back", "card-paper", "base", "card-holder",
    )
)  # fmt: skip
FACES = (
    Face("Fähre", "Thing", "Die Donaudampfschifffahrtsgesellschaft fährt mit dir und dem Nachziehstapel davon.",
         "Niemandsländerinnenverein."),
    Face("Rosette", "Thing", "Whoever first controls three Vegetables, each with a rosette {token}, wins."),
    Face("Pay", "Action", "Pay {gold 3}: each other player who has **more than two cards** discards {card 2} and "
         "you gain {life 2}, then {time}.\n\n- Sonderregelkarten gelten weiter, auch die der Gegenspielerin"),
)  # fmt: skip
LINES = """() => [...document.querySelectorAll('.cf')].map((face) => {
  const lines = []; let last = null;
  for (const part of face.querySelectorAll('.cf-text, .cf-flavour')) {
    const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) for (let i = 0; i < walk.currentNode.length; i++) {
      const range = document.createRange(); range.setStart(walk.currentNode, i); range.setEnd(walk.currentNode, i + 1);
      const box = [...range.getClientRects()].pop();
      if (!box || !box.width || walk.currentNode.parentNode.closest('.cf-coin')) continue;
      const middle = (box.top + box.bottom) / 2;
      if (last === null || Math.abs(middle - last) > 6) lines.push('');
      last = middle; lines[lines.length - 1] += walk.currentNode.data[i];
    }
  }
  return lines;
})"""


def bare(line: str) -> str:
    return re.sub(r"[\s\u00ad\u2013-]", "", line)


@pytest.mark.skipif(pango_is_missing(), reason="Pango is not on this machine: nothing can be laid out")
def test_lines_end_at_the_same_letters_on_the_screen_and_on_paper(chromium: Any, tmp_path: Path) -> None:
    from django.template import Context, Engine

    from cards.printing.sealed.render import CardRenderer
    from tests.print.fitting import inside_lines

    def drawn(art: str) -> list[Any]:
        return [draw_face(face, language="de", art=art) for face in FACES]

    pages = CardRenderer()._document([(card,) for card in drawn("asset:art/")], "poker").pages
    paper = [[bare(line) for name in ("cf-text", "cf-flavour") for line in inside_lines(page, name)] for page in pages]
    template = Engine(dirs=[str(STATIC.parent / "templates")]).get_template("cards/_face.html")
    faces = "".join(template.render(Context({"face": card})) for card in drawn(f"{STATIC.as_uri()}/art/"))
    shown = tmp_path / "faces.html"
    shown.write_text(f'<!doctype html><html lang="en"><meta charset="utf-8">{SHEETS}{faces}', encoding="utf-8")
    page = chromium.new_page()
    try:
        page.goto(shown.as_uri())
        page.evaluate("document.fonts.ready")
        screen = [[bare(line) for line in lines] for lines in page.evaluate(LINES)]
    finally:
        page.close()
    assert screen == [[line for line in lines if line] for lines in paper]
    assert any(line.endswith("schifffahrtsge") for line in paper[0])  # it was parted


def _scribble(tool: Literal["pen", "felt"], ink: str, turn: float, **more: Any) -> Stroke:
    """A spiral with a loop in it: every direction, narrow bends, a sharp end."""
    around = [(n / 9, 1500 * n / 90) for n in range(90)]
    points = [(2800 + far * math.cos(at * turn), 1750 + far * math.sin(at * turn)) for at, far in around]
    return Stroke(tool, ink, tuple(round(number) for point in points for number in point), **more)


_PRESSED = tuple(n % 100 for n in range(90))
DOODLES = (
    (_scribble("pen", "#1f2a4a", 1.0), _scribble("felt", "#c08a1e", -0.7), Stroke("pen", "#b02a4c", (400, 400))),
    (_scribble("pen", "#4d7a5c", 1.4, pressure=_PRESSED),
     Stroke("pen", "#1f2a4a", (0, 0, 5600, 3500, 5600, 0, 0, 3500))),
    (_scribble("felt", "#2c62a8", 0.4, width=500), Stroke("felt", BARE, (600, 1750, 5000, 1700), (), 400),
     _scribble("pen", "#1f2a4a", 2.0), Stroke("pen", BARE, (2800, 0, 2800, 3500), (), 200)),
)  # fmt: skip
FAR_OFF, FAR_OFF_MAX, MEAN_MAX = 64, 0.001, 0.5  # of 255 levels; a share of all pixels; levels


@pytest.mark.skipif(pango_is_missing(), reason="Pango is not on this machine: nothing can be laid out")
@pytest.mark.parametrize("is_black", [False, True])
def test_a_doodle_is_the_same_ink_on_the_screen_and_on_paper(chromium: Any, is_black: bool) -> None:
    """At most FAR_OFF_MAX of all pixels differ by FAR_OFF levels or more, and all by MEAN_MAX on average."""
    import weasyprint

    sources = [f"data:image/svg+xml,{quote(doodle_svg(strokes, is_black=is_black))}" for strokes in DOODLES]
    images = "".join(f'<img src="{source}" style="display:block;width:560px;height:350px">' for source in sources)
    high = 350 * len(sources)
    sheet = f"<style>@page{{size:560px {high}px;margin:0}}body{{margin:0;background:#fff}}</style>{images}"
    page = chromium.new_page(viewport={"width": 560, "height": high})
    try:
        page.set_content(sheet)
        screen = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    finally:
        page.close()
    pdf = pypdfium2.PdfDocument(weasyprint.HTML(string=sheet).write_pdf())
    paper = pdf[0].render(scale=4 / 3).to_pil().convert("RGB").resize(screen.size)
    inked = sum(screen.convert("L").histogram()[:128]) / (screen.width * screen.height)
    apart = ImageChops.difference(screen, paper).convert("L").histogram()
    total = sum(apart)
    assert inked > 0.02
    assert sum(apart[FAR_OFF:]) / total <= FAR_OFF_MAX
    assert sum(level * count for level, count in enumerate(apart)) / total <= MEAN_MAX


def test_what_is_drawn_by_a_browser_is_what_prints(chromium: Any) -> None:
    """The script and Python round halves apart, so a number may be two hundredths of a millimetre off, or none."""
    parts = ((STATIC / "js" / "pad" / f"{name}.js").read_text() for name in ("outline", "strokes", "svg"))
    whole = "\n".join(re.sub(r"^import .*;$", "", part, flags=re.MULTILINE) for part in parts)
    script = base64.b64encode(whole.encode()).decode()
    strokes = [stroke for doodle in DOODLES for stroke in doodle]
    beside = (Stroke("felt", "#b02a4c", (-900, 50, 400, 90_000, 800, 60), (), 300), Stroke("pen", "#ffffff", (9, 9)))
    cards = [*((doodle, lines) for doodle in DOODLES for lines in (-1, 3)), ((*beside, *strokes[:2]), 6)]
    page = chromium.new_page()
    try:
        code = """async ([from, strokes, cards]) => {
            const { outline, drawing } = await import('data:text/javascript;base64,' + from);
            return [...strokes.map(outline), ...cards.map((card) => drawing(...card))];
        }"""
        asked = [[[to_plain(stroke) for stroke in doodle], lines] for doodle, lines in cards]
        drawn = page.evaluate(code, [script, [to_plain(stroke) for stroke in strokes], asked])
    finally:
        page.close()
    wanted = [*map(stroke_path, strokes), *(doodle_svg(doodle, lines=lines) for doodle, lines in cards)]
    for on_the_pad, prints in zip(drawn, wanted, strict=True):
        assert re.sub(r"-?\d+", "", on_the_pad) == re.sub(r"-?\d+", "", prints)
        both = zip(re.findall(r"-?\d+", on_the_pad), re.findall(r"-?\d+", prints), strict=True)
        assert max(abs(int(one) - int(other)) for one, other in both) <= 2


# Once the page is laid out, all that it asks for has come, however long that takes.
LETTERS_CAME = """async () => {
  await new Promise((laid) => requestAnimationFrame(() => requestAnimationFrame(laid)));
  await document.fonts.ready;
}"""


def test_what_people_write_is_drawn_on_the_screen_with_our_own_files(chromium: Any, tmp_path: Path) -> None:
    """And a page of basic Latin fetches none of those that stand in. The engine itself tells which fonts it used."""
    from django.template import Context, Engine

    from tests.print.letters import faces

    template = Engine(dirs=[str(STATIC.parent / "templates")]).get_template("cards/_face.html")

    def shown(name: str, cards: Sequence[Face]) -> tuple[Any, set[str]]:
        html = "".join(
            str(template.render(Context({"face": draw_face(face, frame=frame, art=f"{STATIC.as_uri()}/art/")})))
            for frame in get_args(Frame) for face in cards
        )  # fmt: skip
        (tmp_path / name).write_text(f'<!doctype html><html lang="en"><meta charset="utf-8">{SHEETS}{html}')
        page, fetched = chromium.new_page(), set()
        page.on("request", lambda asked: fetched.add(asked.url.rpartition("/")[2]))
        page.goto((tmp_path / name).as_uri())
        page.evaluate(LETTERS_CAME)
        return page, {file for file in fetched if file.endswith(".woff2")}

    page, fetched = shown("plain.html", [Face("Goat", "Thing — Animal", "It eats **all** of *it*: “0” to 9…", "Yes!")])
    assert fetched and all("-latin-" in file and "-ext-" not in file for file in fetched), fetched
    page.close()
    page, _ = shown("letters.html", faces())
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument", {"depth": -1})["root"]
    words = devtools.send("DOM.querySelectorAll", {"nodeId": root["nodeId"], "selector": ".cf-title, .cf-type, .cf-text *, .cf-flavour p, .cf-stat"})  # fmt: skip # noqa: E501
    used = [
        font
        for node in words["nodeIds"]
        for font in devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    ]
    page.close()
    assert len(used) > 100
    assert {font["familyName"] for font in used if not font["isCustomFont"]} == set()


SEEN_OFF_BY = 2  # of 255 levels, a part of a colour


def test_other_eyes_see_the_colours_that_advice_reckons_with(chromium: Any) -> None:
    """The filters of the page, as Chromium draws them, and the pure function; the page's own sprite and style."""
    colours = ("#b02a4c", "#3c6b4c", "#2c62a8", "#ffd400", "#ff0000", "#00ff00", "#0000ff", "#808080", "#171a21")
    sprite = (STATIC.parent / "templates" / "studio" / "_sprite.html").read_text(encoding="utf-8")
    style = (STATIC / "css" / "close-up.css").read_text(encoding="utf-8")
    filled = "".join(f'<i style="background:{colour}"></i>' for colour in colours)
    page = chromium.new_page(viewport={"width": 200, "height": 200})
    try:
        page.set_content(
            f"<style>{style} body {{ margin: 0 }} .sprite {{ position: absolute }} .cf {{ display: flex }}"
            f" i {{ width: 20px; height: 20px }}</style>{re.sub(r'{[#%].*?[#%]}', '', sprite)}"
            f'<div class="closeup-card"><div class="cf">{filled}</div><select data-eyes><option value="all">'
            + "".join(f'<option value="{eyes}">' for eyes in MATRICES) + "</select></div>"
        )  # fmt: skip
        for eyes in MATRICES:
            page.select_option("select", eyes)
            seen = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            for at, colour in enumerate(colours):
                drawn, reckoned = seen.getpixel((20 * at + 10, 10)), bytes.fromhex(seen_by(eyes, colour)[1:])
                apart = max(abs(one - other) for one, other in zip(drawn, reckoned, strict=True))
                assert apart <= SEEN_OFF_BY, (eyes, colour, drawn, tuple(reckoned))
    finally:
        page.close()


WHERE = """() => [...document.querySelectorAll('.cf')].map((card) => {
  const [outer, inner] = [card, card.querySelector('.cf-pic')].map((one) => one.getBoundingClientRect());
  return [inner.left - outer.left, inner.top - outer.top, inner.width, inner.height]
    .map((length) => length / 96 * 25.4);
})"""
OFF_BY = 0.012  # of the picture's width or height: as much of it may lie elsewhere on paper than on the screen


@pytest.mark.skipif(pango_is_missing(), reason="Pango is not on this machine: nothing can be laid out")
def test_screen_and_paper_show_the_same_part_of_a_picture(chromium: Any, tmp_path: Path) -> None:
    """In the picture red tells how far from the left a point lies, and green how far from the top."""
    import pypdfium2
    from django.template import Context, Engine
    from PIL import Image

    from cards.face.picture import Picture
    from cards.printing.sealed.render import CardRenderer

    across = Image.linear_gradient("L").rotate(90).resize((900, 600))
    down = Image.linear_gradient("L").resize((900, 600))
    file = tmp_path / "places.png"
    Image.merge("RGBA", (across, down, Image.new("L", (900, 600), 90), Image.new("L", (900, 600), 255))).save(file)
    goat = Face("Goat", "Thing", "It looks at you. " * 9, art_words="A goat.")
    crops = ((0, 0, 1000, 1000), (100, 300, 400, 600), (520, 50, 430, 200), (600, 200, 90, 800))
    faces = [
        draw_face(replace(goat, picture=Picture("a" * 64, 900, 600, crop)), frame=frame)
        for crop in crops
        for frame in get_args(Frame)
        if frame != "saver"  # which is grey
    ]
    pages = CardRenderer()._document([(card,) for card in faces], "poker", {"a" * 64: file.read_bytes()})
    pdf = pypdfium2.PdfDocument(pages.write_pdf())
    template = Engine(dirs=[str(STATIC.parent / "templates")]).get_template("cards/_face.html")
    names = ("fonts", "measures", "measures-frames", "card", "card-hand", "card-back", "card-paper")
    sheets = "".join(f'<link rel="stylesheet" href="{STATIC.as_uri()}/css/{name}.css">' for name in names)
    written = "".join(template.render(Context({"face": card})) for card in faces)
    shown = tmp_path / "pictures.html"
    shown.write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8">{sheets}'
        + written.replace(f"/pictures/{'a' * 64}/", file.as_uri()),
        encoding="utf-8",
    )
    context = chromium.new_context(device_scale_factor=2)
    try:
        page = context.new_page()
        page.goto(shown.as_uri())
        page.evaluate("document.fonts.ready")
        boxes = page.evaluate(WHERE)
        shots = [io.BytesIO(one.screenshot()) for one in page.query_selector_all(".cf-pic")]
    finally:
        context.close()
    for number, (box, shot) in enumerate(zip(boxes, shots, strict=True)):
        screen = Image.open(shot).convert("RGB")
        scale = screen.width / box[2]  # pixels a mm
        whole = pdf[number].render(scale=scale * 25.4 / 72).to_pil().convert("RGB")
        left, top = round(box[0] * scale), round(box[1] * scale)
        paper = whole.crop((left, top, left + screen.width, top + screen.height))
        for x in (0.1, 0.35, 0.5, 0.65, 0.9):
            for y in (0.1, 0.5, 0.9):
                there = round(x * (screen.width - 1)), round(y * (screen.height - 1))
                seen, printed = screen.getpixel(there)[:2], paper.getpixel(there)[:2]
                off = [abs(a - b) / 255 for a, b in zip(seen, printed, strict=True)]
                assert max(off) <= OFF_BY, (faces[number].frame, crops[number // 3], there, seen, printed)
