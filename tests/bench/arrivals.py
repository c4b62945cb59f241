"""What a first visit asks for, with each sheet and script by itself and with the joined ones, in one run.

    .venv/bin/python -m tests.bench.arrivals [--rounds 3]

Two sites as they are shipped (production's settings, packed files) stand side by side, each with a deck, a ballot and
a table. A telephone of 390 px in Chromium with nothing kept and its processor held back sixfold opens each page over a
line of 1.6 Mbit/s with 150 ms, in turns. Medians: how many style sheets and scripts it asks for, what they weigh on the
line, and milliseconds to the first paint, until the scripts have run, and until all is there.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.bench.shipped import shipped_site
from tests.browser.evening import PHONE, House, Windows, sends
from tests.browser.game import seated
from tests.servers import Site

LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
SLOWER = 6
TIMES = """() => {
  const [page] = performance.getEntriesByType('navigation');
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return [paint?.startTime ?? 0, page.domContentLoadedEventEnd, page.loadEventEnd];
}"""
KINDS = ("Stylesheet", "Script")


def addresses_on(site: Site, browser: Browser) -> tuple[dict[str, str], list[Any]]:
    """Pages by name, and the cookies of somebody who may see them."""
    house = House(site.url, [browser], Windows())
    ros = seated(house)[0]
    sends(ros, f"{ros.home}write/", title="Wandering Goat", text="It wanders.", kind="thing", copies="1")
    pages = {"front": "/", "deck": ros.home, "workshop": f"{ros.home}workshop/", "table": ros.table}
    cookies = ros.page.context.cookies()
    house.close()
    return pages, cookies


def visit(browser: Browser, address: str, cookies: list[Any]) -> list[float]:
    """Requests and kilobytes of style sheets and scripts, and the three times of one first visit, in ms."""
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, is_mobile=True, has_touch=True)
    context.add_cookies(cookies)
    page = context.new_page()
    line = context.new_cdp_session(page)
    kinds: dict[str, str] = {}
    weights: dict[str, float] = {}
    line.on("Network.responseReceived", lambda told: kinds.update({told["requestId"]: told["type"]}))
    line.on("Network.loadingFinished", lambda told: weights.update({told["requestId"]: told["encodedDataLength"]}))
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="load")
    page.wait_for_function("() => performance.getEntriesByType('navigation')[0].loadEventEnd > 0")
    asked = [request for request, kind in kinds.items() if kind in KINDS]
    times: list[float] = page.evaluate(TIMES)
    context.close()
    return [len(asked), sum(weights.get(request, 0) for request in asked) / 1000, *times]


def main() -> None:
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("--rounds", type=int, default=3)
    rounds = wishes.parse_args().rounds
    found = os.environ.get("CARTE_CHROMIUM") or shutil.which("chromium") or ""
    with ExitStack() as stack:
        sites = {
            "single": stack.enter_context(shipped_site(environ={"BENCH_SINGLE": "1"})),
            "joined": stack.enter_context(shipped_site()),
        }
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        ways = {way: addresses_on(site, browser) for way, site in sites.items()}
        print(f"{'':18}{'requests':>10}{'kB':>8}{'paint':>9}{'scripts':>9}{'load':>9}")
        for name in ways["joined"][0]:
            told: dict[str, list[list[float]]] = {way: [] for way in ways}
            for _ in range(rounds):
                for way, (pages, cookies) in ways.items():
                    told[way].append(visit(browser, sites[way].url + pages[name], cookies))
            for way, visits in told.items():
                count, weight, *times = (statistics.median(column) for column in zip(*visits, strict=True))
                print(
                    f"{name:10}{way:8}{count:10.0f}{weight:8.1f}" + "".join(f"{time:9.0f}" for time in times),
                    flush=True,
                )
        browser.close()


if __name__ == "__main__":
    main()
