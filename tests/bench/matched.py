"""How much of the style sheets that a page asks for it uses.

    .venv/bin/python -m tests.bench.matched [--single] [--pages sample,card,...]

Every page of the list in Chromium at 1280 px and on a telephone; of each its rules by the letters they have, and how
many of them match something that is there or would, were it pressed, pointed at, wrong or open. With `--single` sheet
by sheet: what could be put elsewhere.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
from collections import Counter
from contextlib import ExitStack

from playwright.sync_api import Page, sync_playwright

from tests.bench.arrivals import addresses_on
from tests.bench.shipped import shipped_site
from tests.browser.evening import PHONE

SIZES = {"desk": (1280, 860), "phone": PHONE}
# What is put away or not there yet: pseudo-elements, and what somebody does.
MATCHED = r"""() => {
  const STATES = new RegExp(':(' + [
    'hover|focus-visible|focus-within|focus|active|checked|disabled|enabled|invalid|user-invalid|valid|required',
    'optional|open|popover-open|modal|target|visited|link|any-link|placeholder-shown|autofill|in-range|out-of-range',
    'indeterminate|default|read-only|read-write|fullscreen',
  ].join('|') + ')\\b', 'g');
  const bare = (said) => said
    .replace(/::[\w-]+(\([^)]*\))?/g, '')
    .replace(STATES, '')
    .replace(/:(is|not|where|has)\(\s*\)/g, '');
  const there = (selector) => {
    try { return document.querySelector(selector) !== null || document.querySelector(bare(selector) || '*') !== null; }
    catch { return true; }
  };
  const found = [];
  const walk = (rules, sheet) => {
    for (const rule of rules) {
      const { selectorText: said, cssText } = rule;
      if (said !== undefined) found.push([sheet, said, there(said), cssText.length]);
      if (rule.cssRules?.length) walk(rule.cssRules, sheet);
    }
  };
  for (const sheet of document.styleSheets) walk(sheet.cssRules, (sheet.href ?? '').split('/').pop());
  return found;
}"""


def rules_of(page: Page, address: str) -> list[tuple[str, str, bool, int]]:
    """Sheet, selector, whether it matches, letters: of all rules of a page."""
    page.goto(address)
    page.wait_for_load_state("load")
    found = page.evaluate(MATCHED)
    return [(re.sub(r"\.[0-9a-f]{8,}(?=\.css)", "", sheet), *rest) for sheet, *rest in found]


def main() -> None:
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("--single", action="store_true")
    wishes.add_argument("--rules", action="store_true")
    wishes.add_argument("--pages", default="")
    wished = wishes.parse_args()
    chromium = os.environ.get("CARTE_CHROMIUM") or shutil.which("chromium") or ""
    with ExitStack() as stack:
        site = stack.enter_context(shipped_site(environ={"BENCH_SINGLE": "1"} if wished.single else {}))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        pages, cookies = addresses_on(site, browser)
        sample = pages["sample"]
        pages |= {"card": f"{sample}cards/1/", "versions": f"{sample}versions/", "version": f"{sample}versions/1/",
                  "minutes": f"{sample}minutes/", "kit": f"{sample}kit/", "print": f"{sample}print/"}  # fmt: skip
        for name in wished.pages.split(",") if wished.pages else pages:
            for size, (width, height) in SIZES.items():
                context = browser.new_context(viewport={"width": width, "height": height})
                context.add_cookies(cookies)
                rules = rules_of(context.new_page(), site.url + pages[name])
                context.close()
                every, used = Counter[str](), Counter[str]()
                for sheet, _, is_there, letters in rules:
                    every[sheet] += letters
                    used[sheet] += letters * is_there
                print(f"{name:14}{size:7}{used.total() / every.total():6.0%}{every.total():8}", flush=True)
                if wished.single:
                    for sheet, letters in sorted(every.items(), key=lambda one: used[one[0]] - one[1]):
                        print(f"    {sheet:22}{letters - used[sheet]:7} of {letters:7} unused")
                if wished.rules:
                    for sheet, selector, is_there, letters in rules:
                        if not is_there:
                            print(f"      {sheet:20}{letters:5} {selector}")
        browser.close()


if __name__ == "__main__":
    main()
