"""How smooth the doodle pad stays: frame times in Chromium while a stroke is drawn, on empty paper and on full paper.

python -m tests.bench.pad               2,000 strokes of ten points; reported, not asserted
"""

from __future__ import annotations

import argparse
import json
import os
import random
from statistics import median

from playwright.sync_api import Page, sync_playwright

from tests.bench.shipped import shipped_site
from tests.browser.evening import DESK, Person

MOVES = 240  # of the mouse, one a frame
# Frame times while it draws, and how long the script had each frame to itself.
WATCH = """() => {
  const seen = window.seen = { frames: [], last: performance.now() };
  const tick = (now) => { seen.frames.push(now - seen.last); seen.last = now; seen.id = requestAnimationFrame(tick); };
  seen.id = requestAnimationFrame(tick);
}"""
FILL = """(strokes) => {
  const field = document.querySelector('[name="doodle"]');
  field.value = strokes;
  const began = performance.now();
  field.dispatchEvent(new CustomEvent('carte:filled', { bubbles: true }));
  return performance.now() - began;
}"""


def full(count: int) -> str:
    """So many strokes of ten points, all over the paper, felt and pen in six inks."""
    chance = random.Random(7)
    strokes = []
    for _ in range(count):
        x, y = chance.randint(300, 5300), chance.randint(300, 2500)
        points = []
        for _ in range(10):
            points += [x, y]
            x, y = x + chance.randint(-110, 130), y + chance.randint(-110, 110)
        ink = chance.choice(["#1f2a4a", "#2c62a8", "#b02a4c", "#c08a1e", "#4d7a5c", "#ffffff"])
        strokes.append({"tool": chance.choice(["pen", "pen", "felt"]), "ink": ink, "points": points})
    return json.dumps(strokes, separators=(",", ":"))


def frames(page: Page) -> list[float]:
    """Milliseconds between frames while one stroke of MOVES moves is drawn."""
    box = page.locator("[data-paper]").bounding_box()
    assert box is not None
    x, y, chance = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, random.Random(3)
    page.mouse.move(x, y)
    page.evaluate(WATCH)
    page.mouse.down()
    for _ in range(MOVES):
        page.mouse.move(x + chance.uniform(-0.45, 0.45) * box["width"], y + chance.uniform(-0.4, 0.4) * box["height"])
    page.mouse.up()
    found: list[float] = page.evaluate("() => { cancelAnimationFrame(seen.id); return seen.frames; }")
    return found[1:]


def told(name: str, found: list[float], filled: float) -> None:
    ordered = sorted(found)
    late = ordered[int(len(ordered) * 0.95)]
    print(f"{name:>14}: painted {filled:6.1f} ms; frames: median {median(found):5.1f}, p95 {late:5.1f}, "
          f"longest {ordered[-1]:6.1f} ms, {len(found)} of them")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--strokes", type=int, default=1999)  # one more is drawn
    count = parser.parse_args().strokes
    with shipped_site() as site, sync_playwright() as browsers:
        chromium = browsers.chromium.launch(executable_path=os.environ.get("CARTE_CHROMIUM"), args=["--no-sandbox"])
        context = chromium.new_context(viewport={"width": DESK[0], "height": DESK[1]})
        ros = Person("Ros", site.url, context, context.new_page()).start()
        ros.page.get_by_role("link", name="Take a blank card").last.click()
        ros.page.locator("[data-paper]").wait_for()
        for name, strokes in (("empty", "[]"), (f"{count:,} strokes", full(count))):
            filled = ros.page.evaluate(FILL, strokes)
            told(name, frames(ros.page), filled)
        chromium.close()


if __name__ == "__main__":
    main()
