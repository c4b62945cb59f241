"""What a first visit asks for on a telephone, and how long it takes.

    .venv/bin/python -m tests.bench.arrivals [--rounds 3] [--single] [--beside FILE] [--moved] [--pages front,deck,...]

A site as it is shipped (production's settings, packed files), with a deck, a ballot, a table, and a deck of three
hundred cards. A telephone of 390 px in Chromium with nothing kept and its processor held back sixfold opens each page
over a line of 1.6 Mbit/s with 150 ms. The site takes it for another machine in the same house, so documents come as
small as there or behind a proxy. Medians: how much it asks for and what that weighs on the line, by kind; how many
fonts it had asked for before its first paint; milliseconds to the first paint, until the scripts have run, and until
all is there; the longest task until half a second after that; and by how much what stood there moved meanwhile
(layout shift, the worst of all visits), and in how many of them. `--moved` says what moved.

With `--single` a second site sends each sheet and script by itself; with `--beside` a site that runs already, of
another release, is the second: FILE has its `url`, its `pages` by the names of here and the `cookies` of somebody who
may see them, as JSON. Both are visited in turns.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.bench.shipped import shipped_site
from tests.browser.evening import PHONE, House, Windows, deck_of, sends
from tests.browser.game import seated
from tests.servers import Site

LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
SLOWER = 6
STILL = 0.005  # of the window: what moves by less is not seen
TITLES = "Slug Wasp Crow Mole Gnome Shed Rake Spade Hose Fork".split()
LARGE = "\n\n".join(
    f"## {TITLES[n % 10]} {n}\n{('Thing - Pest', 'Action')[n % 2]}\n\n"
    f"It lies about until somebody trips over it, and then {n} cards are drawn by whoever laughed.\n\n> Nobody did."
    for n in range(1, 301)
)
WATCHED = """
  globalThis.tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration)))
    .observe({ type: 'longtask', buffered: true });
  globalThis.moves = [];
  new PerformanceObserver((list) => moves.push(...list.getEntries().filter((one) => !one.hadRecentInput).map((one) => ({
    by: one.value,
    what: one.sources.map(({ node, previousRect: was, currentRect: now }) =>
      `${node?.nodeName} ${node?.className ?? node?.data?.trim()} ${was.y}+${was.height} to ${now.y}+${now.height}`),
  })))).observe({ type: 'layout-shift', buffered: true });
"""
TOLD = """() => {
  const [page] = performance.getEntriesByType('navigation');
  const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  const fonts = performance.getEntriesByType('resource')
    .filter((one) => one.name.endsWith('.woff2') && one.startTime < paint);
  const files = new Set(fonts.map((one) => one.name)); // rules of several weights ask for the same one
  return [files.size, paint, page.domContentLoadedEventEnd, page.loadEventEnd, Math.max(0, ...tasks),
    moves.reduce((all, one) => all + one.by, 0)];
}"""
HEAD = (
    f"{'':16}{'asked':>6}{'kB':>7}{'document':>10}{'sheets':>11}{'scripts':>11}{'fonts':>11}{'first':>7}"
    + "".join(f"{word:>9}" for word in ("paint", "ran", "load", "longest"))
    + f"{'moved':>14}"
)


def addresses_on(site: Site, browser: Browser) -> tuple[dict[str, str], list[Any]]:
    """Pages by name, and the cookies of somebody who may see them."""
    house = House(site.url, [browser], Windows())
    ros = seated(house)[0]
    sends(ros, f"{ros.home}write/", title="Wandering Goat", text="It wanders.", kind="thing", copies="1")
    pages = {"front": "/", "archive": "/decks/", "sample": "/decks/crumb-kingdom/", "deck": ros.home}
    pages["workshop"] = f"{ros.home}workshop/"
    large = deck_of(ros, "Three Hundred")
    sends(ros, f"{large}bring-in/", list=LARGE, do="enter")
    pages |= {"deck of 300": large, "its faces": f"{large}?view=faces", "table": ros.table}
    cookies = ros.page.context.cookies()
    house.close()
    return pages, cookies


def visit(browser: Browser, address: str, cookies: list[Any], *, is_moved_told: bool = False) -> list[float]:
    """One first visit: requests and kilobytes of all, kilobytes of the document, then how many and how heavy the
    sheets, scripts and fonts are, and what TOLD says."""
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, is_mobile=True, has_touch=True)
    context.add_cookies(cookies)
    context.add_init_script(WATCHED)
    page = context.new_page()
    line = context.new_cdp_session(page)
    kinds: dict[str, str] = {}
    weights: dict[str, float] = {}
    line.on("Network.responseReceived", lambda told: kinds.update({told["requestId"]: told["type"]}))
    line.on("Network.loadingFinished", lambda told: weights.update({told["requestId"]: told["encodedDataLength"]}))
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="load", timeout=120_000)
    page.wait_for_function("() => performance.getEntriesByType('navigation')[0].loadEventEnd > 0")
    page.wait_for_timeout(500)
    told: list[float] = page.evaluate(TOLD)
    if is_moved_told:
        for move in page.evaluate("() => moves"):
            print(f"    {move['by']:.3f}", *move["what"], sep="\n      ")
    context.close()

    def weight(*wanted: str) -> list[float]:
        some = [weights.get(request, 0) for request, kind in kinds.items() if not wanted or kind in wanted]
        return [len(some), sum(some) / 1000]

    return [*weight(), weight("Document")[1], *weight("Stylesheet"), *weight("Script"), *weight("Font"), *told]


def said(name: str, visits: list[list[float]]) -> str:
    """A line of the table: medians."""
    asked, every, document, *rest = (statistics.median(column) for column in zip(*visits, strict=True))
    counted = "".join(f"{rest[at]:4.0f}, {rest[at + 1]:5.1f}" for at in (0, 2, 4))
    moved = [one[-1] for one in visits]
    times = "".join(f"{time:9.0f}" for time in rest[7:-1])
    said = f"{name:16}{asked:6.0f}{every:7.0f}{document:10.1f}{counted}{rest[6]:7.0f}{times}"
    return f"{said}{max(moved):8.3f}, {sum(one >= STILL for one in moved):d} of {len(moved):d}"


def main() -> None:
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("--rounds", type=int, default=3)
    wishes.add_argument("--single", action="store_true")
    wishes.add_argument("--beside", type=Path)
    wishes.add_argument("--moved", action="store_true")
    wishes.add_argument("--pages", default="")
    wished = wishes.parse_args()
    found = os.environ.get("CARTE_CHROMIUM") or shutil.which("chromium") or ""
    with ExitStack() as stack:
        afar = {"BENCH_AFAR": "1"}
        sites = {"": stack.enter_context(shipped_site(environ=afar))}
        if wished.single:
            sites["single"] = stack.enter_context(shipped_site(environ={**afar, "BENCH_SINGLE": "1"}))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        ways = {way: (site.url, *addresses_on(site, browser)) for way, site in sites.items()}
        if wished.beside:
            beside = json.loads(wished.beside.read_text(encoding="utf-8"))
            ways["beside"] = beside["url"], beside["pages"], beside["cookies"]
        print(HEAD)
        for name in wished.pages.split(",") if wished.pages else ways[""][1]:
            told: dict[str, list[list[float]]] = {way: [] for way, (_, pages, _) in ways.items() if name in pages}
            for _ in range(wished.rounds):
                for way, visits in told.items():
                    url, pages, cookies = ways[way]
                    visits.append(visit(browser, url + pages[name], cookies, is_moved_told=wished.moved))
            for way, visits in told.items():
                print(said(f"{name} {way}".strip(), visits), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
