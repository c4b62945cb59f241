"""One face for screen and paper: lines end, and long words are parted, at the same letters in both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import pytest

from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.face.measures import Frame
from cards.printing.queue.failures import pango_is_missing

pytestmark = pytest.mark.browser

STATIC = Path(__file__).parents[2] / "static"
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
    names = ("fonts", "measures", "card", "app")
    sheets = "".join(f'<link rel="stylesheet" href="{STATIC.as_uri()}/css/{name}.css">' for name in names)
    faces = "".join(template.render(Context({"face": card})) for card in drawn(f"{STATIC.as_uri()}/art/"))
    shown = tmp_path / "faces.html"
    shown.write_text(f'<!doctype html><html lang="en"><meta charset="utf-8">{sheets}{faces}', encoding="utf-8")
    page = chromium.new_page()
    try:
        page.goto(shown.as_uri())
        page.evaluate("document.fonts.ready")
        screen = [[bare(line) for line in lines] for lines in page.evaluate(LINES)]
    finally:
        page.close()
    assert screen == [[line for line in lines if line] for lines in paper]
    assert any(line.endswith("schifffahrtsge") for line in paper[0])  # it was parted


def test_what_people_write_is_drawn_on_the_screen_with_our_own_files(chromium: Any, tmp_path: Path) -> None:
    """And a page of basic Latin fetches none of those that stand in. The engine itself tells which fonts it used."""
    from django.template import Context, Engine

    from tests.print.letters import faces

    template = Engine(dirs=[str(STATIC.parent / "templates")]).get_template("cards/_face.html")
    names = ("fonts", "measures", "card", "app")
    sheets = "".join(f'<link rel="stylesheet" href="{STATIC.as_uri()}/css/{name}.css">' for name in names)

    def shown(name: str, cards: Sequence[Face]) -> tuple[Any, set[str]]:
        html = "".join(
            str(template.render(Context({"face": draw_face(face, frame=frame, art=f"{STATIC.as_uri()}/art/")})))
            for frame in get_args(Frame) for face in cards
        )  # fmt: skip
        (tmp_path / name).write_text(f'<!doctype html><html lang="en"><meta charset="utf-8">{sheets}{html}')
        page, fetched = chromium.new_page(), set()
        page.on("request", lambda asked: fetched.add(asked.url.rpartition("/")[2]))
        page.goto((tmp_path / name).as_uri())
        page.evaluate("document.fonts.ready")
        page.wait_for_load_state("networkidle")
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
