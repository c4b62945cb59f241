"""A page as somebody looks it over."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page, TimeoutError

from tests.browser.evening import DESK, SMALL_PHONE, Person, axe_looks
from tests.browser.names import is_chromium, nameless
from tests.browser.standing import PAGES, asks

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# A card's name is its title, kind and words (tests/web/test_spoken.py); number and foot of it are seen and not said.
# Under forced colours axe reads the colours that are declared, not those that are seen.
RUN = """async ([tags, part, isSpaced]) => {
  if (!('axe' in window)) return null;
  const isForced = matchMedia('(forced-colors: active)').matches;
  const rules = { 'target-size': { enabled: isSpaced }, ...isForced && { 'color-contrast': { enabled: false } } };
  const found = await axe.run(part ?? document, { runOnly: tags, resultTypes: ['violations'], rules });
  const why = (node) => node.failureSummary.split('\\n').slice(1, 2).join(' ').trim();
  const isCard = (v, n) => v.id === 'label-content-name-mismatch' && document.querySelector(n.target.at(-1))
    ?.matches('a.card');
  for (const v of found.violations) v.nodes = v.nodes.filter((n) => !isCard(v, n));
  return found.violations.flatMap((v) => v.nodes.slice(0, 4).map((n) => `${v.id}: ${n.target.join(' ')} (${why(n)})`));
}"""


Sizes = Sequence[tuple[tuple[int, int], Literal["light", "dark", "forced"]]]


SIZES: Sizes = ((DESK, "light"), (SMALL_PHONE, "dark"))


# Symbols beside cards with nothing light behind their dark ink.
UNSEEN = """() => [...document.querySelectorAll('.cf-sym')].filter((sign) =>
  sign.checkVisibility() && !sign.closest('.cf') && getComputedStyle(sign).backgroundColor === 'rgba(0, 0, 0, 0)'
).map((sign) => sign.alt)"""
# Under forced colours a ground is laid behind every line of letters that does not refuse it, as high as the font is:
# the lines whose middle another one's ground covers.
COVERED = """() => {
  const lines = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const isShown = { visibilityProperty: true, opacityProperty: true };
  const clipped = (box, by) => {
    let [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)];
    let [right, bottom] = [Math.min(box.right, innerWidth), Math.min(box.bottom, innerHeight)];
    for (let part = by; part; part = part.parentElement) {
      if (getComputedStyle(part).overflow === 'visible') continue;
      const edge = part.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return { left, top, right, bottom };
  };
  for (let text; text = walk.nextNode();) {
    const { parentElement: by } = text, range = document.createRange();
    if (!text.data.trim() || !by.checkVisibility(isShown) || by.closest('.vh, svg, .card')) continue;
    range.selectNodeContents(text);
    const isBare = getComputedStyle(by).forcedColorAdjust === 'none';
    for (const box of range.getClientRects()) {
      const seen = clipped(box, by);
      if (seen.right - seen.left > 2 && seen.bottom - seen.top > 2) lines.push({ text, by, box: seen, isBare });
    }
  }
  // What lies over the page, such as a foot that stays, may cover what it likes.
  const isLaid = ({ by }, other) => {
    for (let part = by; part && !part.contains(other.by); part = part.parentElement)
      if (!['static', 'relative'].includes(getComputedStyle(part).position)) return false;
    return true;
  };
  const covers = (over, under) => {
    const { box: a } = over, { box: b } = under, high = b.bottom - b.top;
    const [left, right] = [Math.max(a.left, b.left), Math.min(a.right, b.right)];
    const [top, bottom] = [Math.max(a.top, b.top + high * .4), Math.min(a.bottom, b.top + high * .7)];
    if (right - left < 2 || bottom - top < 1 || over.isBare) return false;
    if (over.by.contains(under.by) || under.by.contains(over.by)) return false;
    const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!met || !over.by.contains(met) && !under.by.contains(met)) return false; // something else lies over both
    return isLaid(over, under) && isLaid(under, over);
  };
  const told = ({ text }) => text.data.trim().slice(0, 24);
  const found = lines.flatMap((under) => lines.filter((over) => covers(over, under)).map((over) => [over, under]));
  return found.map((pair) => pair.map(told).join(' over '));
}"""
# Colours have slid from one theme to the other.
SETTLED = """async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map((one) => one.finished));
}"""


# What lies over a part, or that it runs out of the window; empty where it is seen whole.
UNCOVERED = """(which) => {
  const part = document.querySelector(which), box = part.getBoundingClientRect();
  for (const x of [box.left + 12, box.left + box.width / 2, box.right - 12])
    for (const y of [box.top + 12, box.bottom - 12]) {
      const met = document.elementFromPoint(x, y);
      if (!met) return `beyond the edge at ${x}, ${y}`;
      if (!part.contains(met) && !met.contains(part)) return `${met.tagName} ${met.className} at ${x}, ${y}`;
    }
  return '';
}"""
# Of what is pressed or filled in: what cannot be brought to where it is met, or lies beneath something else there.
OUT_OF_REACH = """() => [...document.querySelectorAll('body :is(a[href], button, input, select, textarea, summary)')]
  .map((one) => one.matches('input') && one.closest('label') || one)
  .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .filter((one) => one.offsetWidth > 1 && one.offsetHeight > 1 && !one.closest('.vh, .skip, [inert]'))
  .filter((one) => {
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = one.getClientRects()[0];
    return ![.5, .25, .75].some((part) => {
      const met = document.elementFromPoint(box.left + box.width * part, box.top + box.height / 2);
      return met && (one.contains(met) || met.contains(one) || met.closest('label')?.contains(one));
    });
  }).map((one) => `${one.tagName} ${one.className} ${one.textContent.trim().slice(0, 30)}`)"""


def comes_to(page: Page, script: str, wanted: Any, given: Any = None, why: object = "") -> None:
    """What a script says of the page, once it has settled: asked again until it is `wanted`, else the last answer is
    told. `given` is the script's one argument."""
    told = json.dumps(wanted, ensure_ascii=False, separators=(",", ":"))
    try:
        page.wait_for_function(f"([given, told]) => JSON.stringify(({script})(given)) === told", arg=[given, told])
    except TimeoutError:
        said = asks(page, script, given)
        assert said == wanted, f"{said!r} {why}"


def axe_says(person: Person, where: str, part: str | None = None, *, spaced: bool = False) -> list[str]:
    """What axe says to the page as it lies there, or to a part of it alone, and what of the page has no name. In
    Chromium: the page is the same one in Firefox, whose processes do not outlive axe's looking at each style."""
    if not is_chromium(person):
        return []
    for _ in range(PAGES):  # on each page it comes to for the first time
        if (found := asks(person.page, RUN, [STANDARD, part, spaced])) is not None:
            break
        asks(person.page, AXE)
    assert found is not None, f"{where} is led on and on"
    return [f"{where}: {words}" for words in [*found, *nameless(person)]]


def looked_over(person: Person, where: str, sizes: Sizes = SIZES, *, spaced: bool = False) -> list[str]:
    """What axe says to the page as it lies there, and whether it is wider than the window, in every size and theme.
    `spaced`: and whether each target is of 24 px or has as much room around it, which axe asks nobody by itself."""
    wrong = []
    for number, ((width, height), theme) in enumerate(sizes):
        person.page.set_viewport_size({"width": width, "height": height})
        is_forced = theme == "forced"
        person.page.emulate_media(
            color_scheme="dark" if theme == "dark" else "light", forced_colors="active" if is_forced else "none"
        )
        asks(person.page, SETTLED)
        if wide := person.wider():
            wrong.append(f"{where} at {width}: {wide}")
        if theme == "dark" and (unseen := asks(person.page, UNSEEN)):
            wrong.append(f"{where} by lamplight: symbols {unseen} in ink on dark")
        if number == 0 and is_chromium(person):
            person.page.emulate_media(forced_colors="active")
            if covered := asks(person.page, COVERED):
                wrong.append(f"{where} under forced colours at {width}: {covered}")
            person.page.emulate_media(forced_colors="none" if not is_forced else "active")
        if len(sizes) == 1 or axe_looks(where, number):
            wrong += axe_says(person, f"{where} at {width} {theme}", spaced=spaced)
        if is_forced:
            person.page.emulate_media(forced_colors="none")
    person.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    return wrong
