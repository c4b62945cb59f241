"""Pictures as the judge: every page and state at four sizes by day and by lamplight, and after a change the same again,
laid beside each other.

    CARTE_CHROMIUM=… python -m tests.bench.looks DIR [--only "table 4"] [--list] [--judge] [--at-once 2]
    python -m tests.bench.looks --compare BEFORE AFTER OUT [--mockups FOLDER]

The first takes pictures of each state of looks_scenes.py: `DIR/each/table 4/my turn, 1440x900 day.png`, the page down
to 2400 px, and all sizes of a state on one sheet, `DIR/table 4, my turn.png`. `--list` takes also what is seen under
forced colours, on 320 px, with letters of twice their size and with the spacing of WCAG 1.4.12. Each scene has a site
of its own whose clock stands and whose luck is fixed (looks_site.py): two takings of one commit are equal to the pixel.
What was drawn is noted in `DIR/shown.json`; templates that no state shows are told at the end. `--judge` takes no
pictures: each state is looked over by axe, everything in it has a name, nothing is wider than the window, and no
browser has an error, a broken policy or a request to elsewhere to tell of.

The second writes `OUT/index.html`: what differs, most first, with before, after, the difference and the mockup.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import shutil
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, CDPSession, Error, Page, Response, sync_playwright

from tests.bench import looks_shown
from tests.bench.looks_compared import compare
from tests.bench.looks_scenes import MOCKUPS, SCENES
from tests.browser.evening import DESK, PHONE, PHONE_MAX, House, Person, Size
from tests.browser.looks import axe_says
from tests.browser.standing import asks
from tests.servers import migrated_sqlite, running_site

SETTINGS = {
    "PYTHONHASHSEED": "0",
    "DJANGO_SETTINGS_MODULE": "tests.bench.looks_site",
    "SECRET_KEY": "of pictures, which are to be equal " * 2,
}
LONGEST = 2_400  # px of a page that are taken
REFUSED = 400  # answers from this number on
SCALE, GAP, SEEN = 0.4, 8, 1_800  # of the sheet of a state: how much smaller, how far apart, how much of a long page


@dataclass(frozen=True)
class Glass:
    """How a state is looked at."""

    size: Size
    light: str = "day"  # or lamplight, forced
    letters: str = ""  # or twice, spaced

    @property
    def name(self) -> str:
        return f"{self.size[0]}x{self.size[1]} {self.light}{' ' if self.letters else ''}{self.letters}"


SIZES = (DESK, (1280, 720), PHONE, (360, 640))
LIGHTS = ("day", "lamplight")
GLASSES = tuple(Glass(size, light) for size in SIZES for light in LIGHTS)  # each size is laid out once
LISTED = (
    Glass(DESK, "forced"), Glass(PHONE, "forced"), Glass((320, 640)), Glass((1280, 720), letters="twice"),
    Glass(PHONE, letters="twice"), Glass(DESK, letters="spaced"), Glass(PHONE, letters="spaced"),
)  # fmt: skip
JUDGED = (Glass(DESK), Glass(DESK, "lamplight"), Glass(PHONE))

# A page by whose clock it is always the same moment, though what it measures goes on; without chance and carets.
STILL = """(() => {
  const moment = %d, Real = Date;
  window.Date = class extends Real {
    constructor(...parts) { if (parts.length) super(...parts); else super(moment); }
    static now() { return moment + Math.floor(performance.now()); }
  };
  let seed = 1;
  Math.random = () => (seed = seed * 16807 %% 2147483647) / 2147483647;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { caret-color: transparent !important; scroll-behavior: auto !important }');
  document.adoptedStyleSheets.push(sheet);
})()"""
# WCAG 1.4.12; written into the page, which its content policy lets nobody do from outside.
SPACED = """* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
p { margin-block-end: 2em !important }"""
LETTERS = """(css) => {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => !one.isOfLetters);
  if (!css) return;
  const sheet = Object.assign(new CSSStyleSheet(), { isOfLetters: true });
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}"""
# Fonts are there, pictures that are seen are drawn, what moves is at its end, nothing has been changed for a moment. A
# page that goes on and on is taken as it stands: it will not be equal to itself, and is found.
SETTLED = """async () => {
  const within = (ms, promise) => Promise.race([promise, new Promise((done) => setTimeout(done, ms))]);
  const frame = () => within(500, new Promise((drawn) => requestAnimationFrame(drawn)));
  await within(4000, document.fonts.ready);
  const seen = [...document.images].filter((one) => one.loading !== 'lazy' || one.complete);
  await within(4000, Promise.allSettled(seen.map((one) => one.decode())));
  await frame();
  for (const one of document.getAnimations()) {
    if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
  }
  await within(3000, new Promise((rests) => {
    let timer = setTimeout(rests, 80);
    const again = () => { clearTimeout(timer); timer = setTimeout(rests, 80); };
    new MutationObserver(again).observe(document, { subtree: true, childList: true, attributes: true });
  }));
  await frame();
}"""


@dataclass
class StillHouse(House):
    """One in which it is always the same moment. `refusals`: pages that were answered with a refusal, as scenes mean:
    their addresses, and the numbers of the answers."""

    refusals: list[tuple[str, int]] = field(default_factory=list)

    def person(self, name: str, size: Size = DESK, **context: Any) -> Person:
        from tests.bench.looks_site import NOW

        person = super().person(name, size, **context)
        person.context.add_init_script(STILL % int(NOW.timestamp() * 1000))
        person.page.on("response", self._notes)
        return person

    def _notes(self, answer: Response) -> None:
        if answer.request.is_navigation_request() and answer.status >= REFUSED:
            self.refusals.append((answer.url, answer.status))


def unforeseen(complaints: list[str], refusals: list[tuple[str, int]]) -> list[str]:
    """What browsers said, but for a line about each page that is itself a refusal."""
    left = list(complaints)
    for address, status in refusals:
        about = f" on {address}: Failed to load resource: the server responded with a status of {status} "
        foreseen = next((words for words in left if about in words), None)
        if foreseen:
            left.remove(foreseen)
    return left


@dataclass
class Album:
    folder: Path
    glasses: tuple[Glass, ...]
    lines: dict[Page, CDPSession] = field(default_factory=dict)

    def takes(self, scene: str, state: str, person: Person) -> None:
        """The page as it lies there, through every glass, and all of them on one sheet."""
        shots = [self.one(scene, state, person.page, glass) for glass in self.glasses]
        self._looks_through(person.page, GLASSES[0])
        rows = [shots[n : len(GLASSES) : len(LIGHTS)] for n in range(len(LIGHTS))]
        _sheet([*rows, shots[len(GLASSES) :]]).save(self.folder / f"{scene}, {state}.png", compress_level=1)

    def one(self, scene: str, state: str, page: Page, glass: Glass) -> Image.Image:
        self._looks_through(page, glass)
        asks(page, SETTLED)
        at = self.folder / "each" / scene / f"{state}, {glass.name}.png"
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_bytes(taken := self._taken(page, glass))
        return Image.open(BytesIO(taken)).convert("RGB")

    def judged(self, state: str, person: Person) -> list[str]:
        """What is wrong with the page as it lies there, through the glasses of JUDGED."""
        wrong = []
        for glass in JUDGED:
            self._looks_through(person.page, glass)
            asks(person.page, SETTLED)
            where = f"{state}, {glass.name}"
            wrong += axe_says(person, where) + [f"{where}: {wide}" for wide in [person.wider()] if wide]
        self._looks_through(person.page, GLASSES[0])
        return wrong

    def _looks_through(self, page: Page, glass: Glass) -> None:
        line, letter = self._line(page), 32 if glass.letters == "twice" else 16
        page.set_viewport_size({"width": glass.size[0], "height": glass.size[1]})
        line.send("Emulation.setTouchEmulationEnabled", {"enabled": glass.size[0] < PHONE_MAX})
        line.send("Page.setFontSizes", {"fontSizes": {"standard": letter, "fixed": letter * 13 // 16}})
        page.emulate_media(
            color_scheme="dark" if glass.light == "lamplight" else "light",
            forced_colors="active" if glass.light == "forced" else "none",
        )
        asks(page, LETTERS, SPACED if glass.letters == "spaced" else "")

    def _taken(self, page: Page, glass: Glass) -> bytes:
        """The whole page, and whatever of it is wider than the window; with large letters what the window shows: beyond
        it the browser would draw with letters of the usual size."""
        line = self._line(page)
        if glass.letters == "twice":
            return base64.b64decode(line.send("Page.captureScreenshot", {"format": "png"})["data"])
        box = line.send("Page.getLayoutMetrics")["cssContentSize"]
        clip = {
            "x": 0, "y": 0, "scale": 1, "width": max(glass.size[0], min(box["width"], 2 * glass.size[0])),
            "height": max(glass.size[1], min(box["height"], LONGEST)),
        }  # fmt: skip
        asked = {"format": "png", "captureBeyondViewport": True, "optimizeForSpeed": True, "clip": clip}
        return base64.b64decode(line.send("Page.captureScreenshot", asked)["data"])

    def _line(self, page: Page) -> CDPSession:
        if page not in self.lines:
            self.lines[page] = page.context.new_cdp_session(page)
        return self.lines[page]


def _sheet(rows: list[list[Image.Image]]) -> Image.Image:
    small = [[_smaller(shot) for shot in row] for row in rows if row]
    heights = [max(shot.height for shot in row) for row in small]
    width = max(sum(shot.width + GAP for shot in row) for row in small)
    sheet = Image.new("RGB", (width, sum(heights) + GAP * len(heights)), "#707070")
    for n, row in enumerate(small):
        x, y = 0, sum(heights[:n]) + GAP * n
        for shot in row:
            sheet.paste(shot, (x, y))
            x += shot.width + GAP
    return sheet


def _smaller(shot: Image.Image) -> Image.Image:
    seen = shot.crop((0, 0, shot.width, min(shot.height, SEEN)))
    return seen.resize((int(seen.width * SCALE), int(seen.height * SCALE)), Image.Resampling.BOX)


@dataclass(frozen=True)
class Taking:
    """What a process is to do: one scene, on a site of its own made from `prepared`."""

    scene: str
    folder: Path
    prepared: Path
    browser: str
    glasses: tuple[Glass, ...]  # none: what is seen is judged, and no picture taken

    def __call__(self) -> tuple[dict[str, list[str]], list[str]]:
        """Which state was the first to draw which templates, and what went wrong."""
        shown, wrong = dict[str, list[str]](), list[str]()
        notes = self.prepared.parent / f"shown {self.scene}"
        with (
            running_site(prepared=self.prepared, environ=SETTINGS | {"CARTE_LOOKS_SHOWN": str(notes)}) as site,
            sync_playwright() as playwright,
        ):
            browser = _launched(playwright, self.browser)
            house, album, read = StillHouse(site.url, [browser]), Album(self.folder, self.glasses), 0
            try:
                for state, person in SCENES[self.scene](house):
                    if self.glasses:
                        album.takes(self.scene, state, person)
                    else:
                        wrong += album.judged(f"{self.scene}, {state}", person)
                    print(f"{self.scene}, {state}", flush=True)
                    told = notes.read_text(encoding="utf-8").split()
                    shown[f"{self.scene}, {state}"], read = told[read:], len(told)
            except (AssertionError, Error) as problem:
                wrong.append(f"{self.scene}, after {list(shown)[-1:]}: {str(problem)[:1000]}")
            if not self.glasses:
                wrong += [f"{self.scene}: {words}" for words in unforeseen(house.close(), house.refusals)]
            browser.close()
        return shown, wrong


def _launched(playwright: Any, browser: str) -> Browser:
    still = ["--force-color-profile=srgb", "--font-render-hinting=none", "--disable-partial-raster"]
    flags = ["--no-sandbox", "--disable-gpu", "--hide-scrollbars", *still]
    launched: Browser = playwright.chromium.launch(executable_path=browser, args=flags)
    return launched


def prepared_site(folder: Path) -> Path:
    """An empty site with the sample archive, made once for all scenes."""
    return migrated_sqlite(folder, SETTINGS, samples=True)


def take(folder: Path, scenes: list[str], at_once: int, glasses: tuple[Glass, ...], records: bool) -> int:
    """All pictures of these scenes, or what is wrong with them; 1 where something is or one did not come to its end."""
    began = time.monotonic()
    browser = os.environ.get("CARTE_CHROMIUM") or shutil.which("chromium") or ""
    folder.mkdir(parents=True, exist_ok=True)
    shown, missed = dict[str, list[str]](), list[str]()
    with tempfile.TemporaryDirectory(prefix="carte-looks-") as made, ProcessPoolExecutor(at_once) as processes:
        prepared = prepared_site(Path(made))
        asked = [processes.submit(Taking(scene, folder, prepared, browser, glasses)) for scene in scenes]
        for done in as_completed(asked):
            states, wrong = done.result()
            shown |= states
            missed += wrong
    print(f"{time.monotonic() - began:.0f} s")
    (folder / "shown.json").write_text(json.dumps(shown, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if scenes == list(SCENES):
        print("\n".join(f"no state shows {name}" for name in looks_shown.missing(looks_shown.first_shown(shown))))
        if records and not missed:
            looks_shown.record(
                {state: shown[state] for scene in SCENES for state in shown if state.startswith(f"{scene}, ")}
            )
    print("\n".join(missed))
    return 1 if missed else 0


def mockups_in(folder: Path) -> dict[str, Path]:
    """Of pictures the mockup that each is laid beside: the same size and light, where it was drawn."""
    endings = {
        Glass(DESK): "", Glass(DESK, "lamplight"): "-lamplight", Glass((1280, 720)): "-1280", Glass(PHONE): "-390",
        Glass(PHONE, "lamplight"): "-lamplight-390", Glass((360, 640)): "-360",
    }  # fmt: skip
    found = {
        f"each/{scene}/{state}, {glass.name}.png": folder / f"{name}{ending}.png"
        for (scene, state), name in MOCKUPS.items()
        for glass, ending in endings.items()
    }
    return {name: path for name, path in found.items() if path.exists()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--only", choices=SCENES, action="append", help="this scene alone; can be said again")
    parser.add_argument("--list", action="store_true", help="also forced colours, 320 px, large and spaced letters")
    parser.add_argument("--judge", action="store_true", help="no pictures: what axe and the browser say")
    parser.add_argument("--record", action="store_true", help="which templates all scenes show, for the test of it")
    parser.add_argument("--at-once", type=int, default=2, help="so many scenes at the same time")
    parser.add_argument("--compare", nargs=3, type=Path, metavar=("BEFORE", "AFTER", "OUT"))
    parser.add_argument("--mockups", type=Path, default=Path(), help="a folder of pictures to lay beside them")
    given = parser.parse_args()
    if given.compare:
        before, after, out = given.compare
        pairs = compare(before, after, out, mockups_in(given.mockups))
        print("\n".join(f"{pair.share:8.3%} {pair.name} {pair.note}" for pair in pairs) or "nothing differs")
        return 1 if pairs else 0
    if given.folder is None:
        parser.error("a folder for the pictures, or --compare")
    scenes = given.only or list(SCENES)
    glasses = () if given.judge else GLASSES + (LISTED if given.list else ())
    return take(given.folder, scenes, given.at_once, glasses, given.record)


if __name__ == "__main__":
    sys.exit(main())
