"""Joined files in a browser: how few it asks for, that they say what single ones say, and what is left without one."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, Route, expect

from studio.web.joined import plan, sheets
from tests.browser.evening import DESK, PHONE, SOON, House, Person, is_focused, sends
from tests.browser.game import seated
from tests.browser.standing import comes_about
from tests.browser.writing import scribbles

pytestmark = pytest.mark.browser

LOOKS = 3
SENDS = re.compile(r"/write/$")
WRITES = re.compile(r"/static/js/joined-writing\.")
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
PAINTED = [  # what a theme changes
    *["color", "background-color", "background-image", "border-bottom-color", "border-left-color", "box-shadow"],
    *["caret-color", "color-scheme", "fill", "outline-color", "stroke", "text-decoration-color", "text-shadow"],
]
# Of elements that are dressed and held alike the first, the second and the last: a list may dress its ends.
STYLES = """(only) => {
  const alike = new Map();
  const told = (one, name) => /^(class|type|role|data-.*)$/.test(name) ? one.getAttribute(name).slice(0, 60) : '';
  const dress = (one) => one.getAttributeNames().filter((name) => name !== 'style')
    .reduce((said, name) => `${said} ${name}=${told(one, name)}`, one.tagName);
  for (const one of document.body.querySelectorAll('*')) {
    const key = [dress(one), dress(one.parentElement), one.parentElement.parentElement.className].join(' ');
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  const shown = [...alike.values()].flatMap((some) => [...new Set([some[0], some[1] ?? some[0], some.at(-1)])]);
  // What is laid out only when it is seen would have no sizes.
  const isLate = (one) => getComputedStyle(one).contentVisibility === 'auto';
  const waits = [...document.body.querySelectorAll('*')].filter(isLate);
  for (const one of waits) one.style.setProperty('content-visibility', 'visible');
  for (const one of shown) one.getBoundingClientRect();
  const said = shown.map((one) => ['', '::before', '::after'].map((part) => {
    const style = getComputedStyle(one, part || null);
    if (part && style.content === 'none') return part;
    const seen = only ?? [...style].filter((name) => !name.startsWith('--')); // of those only the blanks differ
    return seen.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';').replace(/[.][0-9a-f]{12}[.]/g, '.');
  }).join('|') + `;${waits.includes(one)}`);
  for (const one of waits) one.style.removeProperty('content-visibility');
  return said;
}"""
STANDS = """async () => {
  document.body.getBoundingClientRect();
  await document.fonts.ready;
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""
# Those that have not come after a while: nobody waits for a page for ever.
SINGLE = """async (families) => {
  const links = [...document.querySelectorAll('link[rel="stylesheet"][href*="/joined-"]')];
  const awaited = new Set();
  const all = Promise.all(links.flatMap((link) => {
    const family = link.getAttribute('href').match(/joined-([\\w-]+)[.]/)[1];
    return families[family].map((name) => new Promise((done, failed) => {
      const single = document.createElement('link');
      Object.assign(single, { rel: 'stylesheet', href: `/static/${name}`, onload: done, onerror: failed });
      awaited.add(name);
      link.before(single);
    }).then(() => awaited.delete(name)));
  }));
  await Promise.race([all, new Promise((late) => setTimeout(late, 30_000))]);
  for (const link of links) link.remove();
  return links.length ? [...awaited] : ['no link to a joined sheet'];
}"""


def is_as_with_single_sheets(page: Page) -> None:
    """Every element of a page has the style that it has with each sheet by itself and as it was written, by day and by
    lamplight: what is said in older words for older browsers says the same. A page that is told something in
    between (who is here, how long ago) is looked at anew."""
    for _ in range(LOOKS):
        if not (wrong := differences(page)):
            return
        page.reload()
    raise AssertionError((page.url, wrong))


def differences(page: Page) -> list[str]:
    families = {name: [one.name for one in some] for name, some in plan.families(plan.template_sources()).items()}
    joined = by_day_and_lamplight(page)
    if late := page.evaluate(SINGLE, families):
        return [f"has not come: {name}" for name in late]
    single = by_day_and_lamplight(page)
    assert len(joined) > 200 and "color-scheme:dark" in joined[-1]
    pairs = zip(joined, single, strict=False)
    wrong = {said for one, other in pairs for said in {*one.split(";")} ^ {*other.split(";")}}
    return sorted(wrong)[:20] or [f"{len(single)} elements, not {len(joined)}"] * (len(joined) != len(single))


def by_day_and_lamplight(page: Page) -> list[str]:
    found: list[str] = []
    for theme, only in (("light", None), ("dark", PAINTED)):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        page.evaluate(STANDS)
        found += page.evaluate(STYLES, only)
    return found


def test_sheets_say_lean_what_they_say_as_written(house: House) -> None:
    page = house.person("Nobody").go("/").page
    texts = [path.read_text(encoding="utf-8") for path in sorted((STATIC / "css").glob("*.css"))]
    lengths = page.evaluate(RULES, [[sheets.lean(text), text] for text in texts])
    assert len(lengths) > 30 and all(lengths), lengths


def test_a_page_comes_in_few_files_and_looks_as_with_each_by_itself(house: House) -> None:
    people = seated(house, ("Maud", DESK), reduced_motion="reduce")
    ros = people[0]
    table = ros.page.url.removeprefix(ros.site)
    for address, styles, scripts in (("/", 2, 1), (ros.home, 2, 2), (f"{ros.home}workshop/", 2, 6), (table, 3, 4)):
        ros.go(address).page.wait_for_load_state("load")
        asked = set(ros.page.evaluate(ASKED))
        assert len({one for one in asked if one.endswith(".css")}) == styles, (address, asked)
        assert len({one for one in asked if one.endswith(".js")}) == scripts, (address, asked)
        assert all("/joined-" in one for one in asked)
        if address.startswith(ros.home):
            is_as_with_single_sheets(ros.page)
    is_as_with_single_sheets(ros.page)
    is_asked_without_a_script(people)
    is_told_without_layers(ros)


def is_told_without_layers(person: Person) -> None:
    told = "This page looks bare here"
    expect(person.go("/").page.get_by_text(told)).to_be_hidden()
    person.page.route(re.compile(r"/static/css/joined-"), without_layers)
    person.page.reload()
    expect(person.page.get_by_text(told)).to_be_visible()


def without_layers(route: Route) -> None:
    """As an engine reads them that is older than all that pages are made for."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace("@layer", "@unheard-of"))


def is_asked_without_a_script(people: list[Person]) -> None:
    """At a table whose script does not come."""
    ros, other = people[:2]
    sends(other, f"{ros.home}write/", **CARD)
    ros.expects_lost_lines = True
    ros.page.route(re.compile(r"/static/js/joined-table\."), lambda route: route.abort())
    ros.page.reload()
    ros.page.evaluate(GIVES_UP_WAITING)
    for part in (ros.page.locator("#votepanel .card").first, ros.page.locator("#reason"), ros.no):
        expect(part).to_be_visible()


# What is not seen while a script may be on its way.
GIVES_UP_WAITING = "() => document.getAnimations().forEach((one) => one.animationName === 'awaited' && one.finish())"


def left_out_of(page: Page) -> list[str]:
    """Files of a page of which each takes other modules with it when it does not come: those that begin need all of
    theirs."""
    begun = {name: files for name, files in plan.pages_scripts().items() if files}
    here = page.evaluate(ASKED)
    names = [name for name in plan.FILES if any(f"/joined-{name}." in path for path in here)]
    gone = {frozenset(one for one, files in begun.items() if name in files): name for name in reversed(names)}
    return sorted(gone.values(), key=names.index)


def test_whichever_file_does_not_come_one_reads_answers_with_a_reason_and_writes(house: House) -> None:
    people = house.company("Ros", "Maud")
    title = CARD["title"]
    sends(people[0], f"{people[0].home}write/", **CARD)
    lost = left_out_of(people[1].page)
    assert lost[0] == "base" and len(lost) > 2
    for number, (name, person) in enumerate(zip(lost, itertools.cycle(reversed(people)))):
        page = person.page
        person.expects_lost_lines = True
        page.route(re.compile(rf"/static/js/joined-{name}\."), lambda route: route.abort())
        person.go("workshop/")
        page.evaluate(GIVES_UP_WAITING)
        expect(page.locator("#r-card .cf-title").first).to_contain_text(title)
        if name == "base":  # nothing waits for a script that puts it away
            expect(page.locator("#reason")).to_be_visible()
        if not page.locator("#reason").is_visible():
            person.no.click()
        page.locator("#reason").fill(f"It has no {name}.")
        person.no.click()
        told = f"{person.site}{person.home}proposals/{number + 1}/"
        comes_about(page, lambda: f"It has no {name}." in page.request.get(told).text(), "a no with its reason")  # noqa: B023
        title = f"Goat {number}"
        person.go("workshop/")
        page.evaluate(GIVES_UP_WAITING)
        page.get_by_role("link", name="Write on a page of its own").click()
        person.write(title, "It wanders on.").put()
        expect(page.locator("#r-card .cf-title").first).to_contain_text(title)
        page.unroute_all()


def test_what_writes_comes_when_one_writes_and_nothing_is_lost_until_it_is_there(house: House) -> None:
    ros, maud = house.gathered("Ros", "Maud", size=PHONE)
    waits: list[Route] = []
    ros.page.route(WRITES, lambda route: waits.append(route))  # noqa: PLW0108 - it is given attributes
    ros.workshop().page.wait_for_load_state("load")
    assert not [one for one in ros.page.evaluate(ASKED) if "-ink." in one or "-writing." in one]

    # A stroke, a name and half a word, before anything of it is there.
    with ros.page.expect_request(WRITES):
        ros.tab("Write")
    is_focused(ros.page.locator("#w-title"))
    scribbles(ros, 0)
    ros.page.locator("#w-title").click()
    ros.page.keyboard.type("Wandering Goat")
    ros.page.keyboard.press("Enter")
    ros.page.keyboard.type("It wan")
    ros.page.locator('[data-mark="**"]').click()
    is_focused(ros.page.locator("#w-text"))
    expect(ros.page.locator('[name="doodle"]')).to_have_value("")
    waits.pop().continue_()
    is_focused(ros.page.locator("#w-paper"))
    expect(ros.page.locator('[name="doodle"]')).not_to_have_value("")
    ros.page.keyboard.type("ders.")
    expect(ros.page.locator('#writing [name="text"]')).to_have_value("It wan**ders.**")
    expect(ros.page.locator("#w-title")).to_have_value("Wandering Goat")

    # The button waits for it too.
    maud.workshop()
    with ros.page.expect_request(WRITES):
        ros.page.reload(wait_until="domcontentloaded")
    ros.put()
    expect(ros.page.locator("#w-title")).to_have_value("Wandering Goat")
    expect(maud.page.locator("#r-card .cf-title")).to_have_count(0)
    waits.pop().continue_()
    expect(ros.page.locator("#w-title")).to_have_value("", timeout=SOON)
    maud.sees("Wandering Goat")
    expect(maud.page.locator("#r-card .cf-pic.is-doodle").first).to_be_attached()

    # Where it does not come, that is said, and what was written stays. The form is a form.
    maud.expects_lost_lines = True
    maud.page.route(WRITES, lambda route: route.abort())
    maud.tab("Write")
    expect(lost := maud.page.locator("[data-lost]")).to_be_visible()
    maud.page.locator("#w-title").fill("Tea Urn")
    maud.page.reload()
    expect(lost).to_be_visible()
    expect(maud.page.locator("#w-title")).to_have_value("Tea Urn")
    maud.page.route(SENDS, lambda route: route.abort())
    maud.write("Tea Urn", "It steams.").put()
    expect(maud.page.get_by_role("alert").filter(has_text="kept here")).to_be_visible()
    maud.page.reload()
    expect(maud.page.locator("#w-title")).to_have_value("Tea Urn")
    expect(maud.page.locator('#writing [name="text"]')).to_have_value("It steams.")
    maud.page.unroute(SENDS)
    maud.page.wait_for_url(re.compile("/workshop/$"))
    expect(ros.page.locator("#r-queue")).to_contain_text("Tea Urn", timeout=SOON)

    # It is fetched again when one asks for it.
    maud.tab("Write")
    expect(maud.page.locator("#w-title")).to_have_value("")
    maud.page.unroute(WRITES)
    lost.get_by_role("button").click()
    expect(lost).to_be_hidden()
    expect(maud.page.locator("#writing.has-paper")).to_be_visible()
