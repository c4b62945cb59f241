"""Joined files in a browser: how few it asks for, that they say what single ones say, and what is left without one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from studio.web.joined import plan
from tests.browser.evening import House, sends
from tests.browser.game import seated

pytestmark = pytest.mark.browser

LOOKS = 3
STATIC = Path(settings.STATICFILES_DIRS[0])
CARD = {"title": "Wandering Goat", "text": "It wanders.", "kind": "thing", "copies": "1"}
ASKED = """() => performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)
  .filter((path) => path.startsWith('/static/') && /[.](css|js)$/.test(path))"""
RULES = """(pairs) => pairs.map((texts) => texts.map((text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  const said = [...sheet.cssRules].map((rule) => rule.cssText).join('\\n');
  return said.replace(/\\s+/g, ' ').replace(/ ?([{};]) ?/g, '$1');
})).map(([joined, single]) => joined === single ? joined.length : 0)"""
STYLES = """() => [...document.body.querySelectorAll('*')].map((element) => ['', '::before', '::after'].map((part) => {
  const style = getComputedStyle(element, part || null);
  const seen = [...style].filter((name) => !name.startsWith('--')); // of those only the blanks differ
  return seen.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';').replace(/[.][0-9a-f]{12}[.]/g, '.');
}).join('|'))"""
STANDS = """async () => {
  document.body.getBoundingClientRect();
  await document.fonts.ready;
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""
SINGLE = """async (families) => {
  const links = [...document.querySelectorAll('link[rel="stylesheet"][href*="/joined-"]')];
  await Promise.all(links.flatMap((link) => {
    const family = link.getAttribute('href').match(/joined-([\\w-]+)[.]/)[1];
    return families[family].map((name) => new Promise((done, failed) => {
      const single = document.createElement('link');
      Object.assign(single, { rel: 'stylesheet', href: `/static/${name}`, onload: done, onerror: failed });
      link.before(single);
    }));
  }));
  for (const link of links) link.remove();
  return links.length;
}"""


def is_as_with_single_sheets(page: Page) -> None:
    """Every element of a page has the style that it has with each sheet by itself. A page that is told something in
    between (who is here, how long ago) is looked at anew."""
    for _ in range(LOOKS):
        if not (wrong := differences(page)):
            return
        page.reload()
    raise AssertionError((page.url, wrong))


def differences(page: Page) -> list[str]:
    families = {name: [one.name for one in some] for name, some in plan.families(plan.template_sources()).items()}
    page.evaluate(STANDS)
    joined = page.evaluate(STYLES)
    assert page.evaluate(SINGLE, families) >= 1
    page.evaluate(STANDS)
    single = page.evaluate(STYLES)
    assert len(joined) > 100
    pairs = zip(joined, single, strict=False)
    wrong = {said for one, other in pairs for said in {*one.split(";")} ^ {*other.split(";")}}
    return sorted(wrong)[:20] or [f"{len(single)} elements, not {len(joined)}"] * (len(joined) != len(single))


def test_sheets_say_joined_what_they_say_one_by_one(house: House) -> None:
    page = house.person("Nobody").go("/").page
    files = dict(plan.all_files(plan.found_source))
    pairs = [
        [files[plan.sheet_file(name)], "\n".join((STATIC / one.name).read_text(encoding="utf-8") for one in some)]
        for name, some in plan.families(plan.template_sources()).items()
    ]
    lengths = page.evaluate(RULES, pairs)
    assert len(lengths) > 10 and all(lengths), dict(zip(plan.families(plan.template_sources()), lengths, strict=True))


def test_a_page_comes_in_few_files_and_looks_as_with_each_by_itself(house: House) -> None:
    people = seated(house, reduced_motion="reduce")
    ros = people[0]
    table = ros.page.url.removeprefix(ros.site)
    for address, sheets, scripts in (("/", 1, 1), (ros.home, 1, 2), (f"{ros.home}workshop/", 2, 6), (table, 3, 6)):
        ros.go(address).page.wait_for_load_state("load")
        asked = set(ros.page.evaluate(ASKED))
        assert len({one for one in asked if one.endswith(".css")}) == sheets, (address, asked)
        assert len({one for one in asked if one.endswith(".js")}) == scripts, (address, asked)
        assert all("/joined-" in one for one in asked)
        if address.startswith(ros.home):
            is_as_with_single_sheets(ros.page)
    is_as_with_single_sheets(ros.page)


def test_where_a_joined_file_does_not_come_one_reads_and_votes_all_the_same(house: House) -> None:
    ros, maud = house.company("Ros", "Maud")
    sends(ros, f"{ros.home}write/", **CARD)
    maud.expects_lost_lines = True
    maud.page.route(re.compile(r"/static/js/joined-(sitting|workshop)\."), lambda route: route.abort())
    maud.go("workshop/")
    expect(maud.page.locator("#r-card .cf-title").first).to_contain_text("Wandering Goat")
    maud.yes.click()
    ros.hears("It’s in.")
