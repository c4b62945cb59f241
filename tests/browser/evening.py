"""People in real browsers: each `Person` has a context of their own and says in few words what they do at the table.

Whatever the browser complains about (the console, the content policy, a request to another host) is kept in
`complaints`, and `House.close` hands it to the test.
"""

from __future__ import annotations

import os
import re
import zlib
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    APIResponse,
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    TimeoutError,
    expect,
)

from tests.browser.standing import asks, comes_about, stands_as_it_is

SOON = 15_000  # ms: a busy machine of two cores
CORNER: Any = {"x": 8, "y": 8}  # of a button, px
DESK, PHONE, SMALL_PHONE = (1440, 900), (390, 844), (360, 740)
PHONE_MAX = 700  # px of width, under which one has a telephone in one's hand

# What a browser says by itself when a line is cut or an answer is a refusal in words: wanted by the tests that do it.
OF_WHOEVER_LEFT = re.compile("was interrupted while the page was loading")  # Firefox, of a line cut by going on
OF_THE_LINE = re.compile(r"net::ERR_|WebSocket connection|status of 4\d\d")


@dataclass
class Person:
    """One person in one browser window. `page` is where they look."""

    name: str
    site: str
    context: BrowserContext
    page: Page
    is_phone: bool = False
    has_finger: bool = False  # Firefox, as it is driven, has a mouse on the small glass too
    complaints: list[str] = field(default_factory=list)
    home: str = ""
    table: str = ""
    expects_lost_lines: bool = False

    @property
    def is_in_chromium(self) -> bool:
        return self.context.browser is not None and self.context.browser.browser_type.name == "chromium"

    def comes_forward(self) -> Person:
        """Firefox shows a focus in the window in front alone, of which it has one among all people."""
        if not self.is_in_chromium:
            self.page.bring_to_front()
        return self

    def points(self, x: float, y: float) -> None:
        """A press at a point of the glass."""
        (self.page.touchscreen.tap if self.has_finger else self.page.mouse.click)(x, y)

    def presses(self, target: Locator) -> None:
        """A press as this person makes it."""
        (target.tap if self.has_finger else target.click)()

    # --- going about ------------------------------------------------------------------------------------------------

    def go(self, address: str) -> Person:
        """Open an address of the site, or one of the deck when it does not start with a slash."""
        self.page.goto(self.site + (address if address.startswith("/") else self.home + address))
        return self

    def start(self, title: str = "Allotment Wars") -> Person:
        """From the front door to a workshop of one's own."""
        self.go("/")
        self.page.get_by_role("button", name="Start a deck", exact=True).click()
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_label("A title, if there is one yet").fill(title)
        self.page.get_by_role("button", name="Sit down").click()
        return self.arrived()

    def arrived(self) -> Person:
        """In the workshop, with the line up where there is script."""
        self.page.wait_for_url(re.compile(r"/decks/[\w-]+/workshop/"))
        self.home = re.match(r"/decks/[\w-]+/", urlsplit(self.page.url).path)[0]  # type: ignore[index]
        return self

    @property
    def link(self) -> str:
        return self.page.locator("#join-link").input_value()

    @property
    def code(self) -> str:
        return self.page.locator(".wsbar-join .code").first.inner_text().strip()

    def join(self, link: str) -> Person:
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name=re.compile("^Come in")).click()
        return self.arrived()

    def knock(self, code: str) -> Person:
        self.go("/knock/")
        self.page.get_by_label("Room code").last.fill(code)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Knock", exact=True).click()
        return self

    def workshop(self) -> Person:
        return self.go("workshop/").arrived()

    def tab(self, name: str) -> None:
        """On a phone the workshop is four tabs; at a desk the card one writes lies on the table until one goes back."""
        if not self.is_phone and name == "Table":
            is_put_away(self.page.locator(".ws.is-writing [data-off-bench]"))
        stands = asks(self.page, "() => location.hash.slice(1)") if self.is_phone else ""
        if not self.is_phone or name == {"": "Table", "main": "Table", "write": "Write"}.get(stands):
            return
        if stands == "write":  # there the card is all one sees, and a way back
            asks(self.page, "() => document.querySelector('.wback').click()")
            expect(self.page.locator(".ws.is-writing")).to_have_count(0)
            if name == "Table":
                return
        is_put_away(self.page.locator(".ballot-away"))  # the ballot fills the glass until then
        self.page.get_by_role("navigation", name="Workshop").get_by_role("link", name=name).click()

    # --- writing ----------------------------------------------------------------------------------------------------

    def write(self, title: str, text: str = "", kind: str = "thing", **more: str) -> Person:
        """Fill in the card that lies open."""
        form = self.page.locator("#writing")
        if not form.locator('[name="title"]').is_visible():
            self.page.get_by_role("link", name="Take a blank card").last.click()
        if form.locator(".kinds").count():
            form.locator(f'.kinds label:has([value="{kind}"])').click()
        form.locator('[name="title"]').fill(title)
        paper = form.locator("#w-paper")  # without script there is the plain field alone
        (paper if paper.is_visible() else form.locator('[name="text"]')).fill(text)
        for name, value in more.items():
            form.locator(f'[name="{name}"]').fill(value)
        return self

    def put(self) -> Person:
        """The composer's one button."""
        self.page.locator("#r-go button").click()
        return self

    def propose(self, title: str, text: str = "", kind: str = "thing", **more: str) -> Person:
        self.tab("Write")
        self.write(title, text, kind, **more).put()
        expect(self.page.locator('#writing [name="title"]')).to_have_value("", timeout=SOON)
        expect(self.page.locator(".ws.is-writing")).to_have_count(0)  # a moment after the card went
        return self

    # --- the ballot -------------------------------------------------------------------------------------------------

    @property
    def yes(self) -> Locator:
        return self.page.get_by_role("button", name=re.compile("^In favour"))

    @property
    def no(self) -> Locator:
        return self.page.get_by_role("button", name=re.compile("^Not this time"))

    def sees(self, title: str) -> Person:
        """The card on the mat is this one, and it is asked about."""
        self.tab("Table")
        expect(self.page.locator("#r-card .cf-title").first).to_contain_text(title, timeout=SOON)
        expect(self.page.locator("#bh")).to_contain_text("?", timeout=SOON)
        return self

    def favours(self, title: str = "") -> Person:
        if title:
            self.sees(title)
        self.tab("Table")
        stands_as_it_is(self.page)
        self.yes.click()
        return self

    def objects(self, title: str, reason: str = "") -> Person:
        """A first press asks why, a second sends it. At the corner: where the answers have just moved, a hand that
        stays where it pressed the other one is not meant (static/js/aimed.js)."""
        self.sees(title)
        stands_as_it_is(self.page)
        self.no.click(position=CORNER)
        if reason:
            self.page.locator("#reason").fill(reason)
        self.no.click(position=CORNER)
        return self

    def seal(self, other: str) -> Locator:
        """Somebody's seal in the ballot that lies on the mat."""
        named = re.compile(rf"^\W*\w*\s*{re.escape(other)}")
        return self.page.locator("#r-ballot .voter", has_text=named).locator(".seal")

    def says(self, text: str) -> Person:
        self.tab("Table")
        self.page.locator("#say-box").fill(text)
        self.page.locator("#say-box").press("Enter")
        return self

    # --- the moment -------------------------------------------------------------------------------------------------

    @property
    def moment(self) -> Locator:
        return self.page.locator("#moment")

    def hears(self, heading: str) -> Person:
        expect(self.moment.locator("h1")).to_have_text(heading, timeout=SOON)
        return self

    def goes_on(self) -> Person:
        """Away with the verdict, back to the table."""
        self.moment.locator("[data-back]").last.press("Escape")
        expect(self.moment).to_be_hidden(timeout=SOON)
        return self

    # --- measures ---------------------------------------------------------------------------------------------------

    def fits(self, where: str = "") -> Person:
        """Nothing makes the page wider than the window."""
        assert not (wide := self.wider()), f"{where or self.page.url}: {wide}"
        return self

    def wider(self) -> str:
        """What makes the page wider than the window, once it has settled; empty when nothing does."""
        with suppress(TimeoutError):
            self.page.wait_for_function(f"() => ({WIDER})() === ''")
            return ""
        return str(asks(self.page, WIDER))

    def focus(self) -> str:
        """What has the focus, in words: its tag, id and text. Empty when it fell to the page itself."""
        return str(asks(self.page, FOCUSED))


WIDER = """() => {
  const room = document.documentElement.clientWidth, over = [];
  if (document.documentElement.scrollWidth <= room && document.body.scrollWidth <= room) {
    const main = document.querySelector('.ws-mat, .wsrail, .composer');
    if (!main) return '';
    for (const part of document.querySelectorAll('.ws-mat, .wsrail, .composer, .wsbar'))
      if (part.clientWidth && part.scrollWidth > part.clientWidth + 1)
        over.push(part.className + ' ' + part.scrollWidth + ' in ' + part.clientWidth + ': ' +
          [...part.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > room + 1)
            .map((one) => one.tagName + '.' + one.className).slice(0, 4));
    return over.join('; ');
  }
  for (const e of document.querySelectorAll('body *')) {
    const r = e.getBoundingClientRect();
    if (r.width && r.right > room + 1 && getComputedStyle(e).position !== 'fixed')
      over.push(e.tagName + '.' + e.className + ' to ' + Math.round(r.right));
  }
  return `wider than ${room}: ${document.documentElement.scrollWidth}; ` + over.slice(0, 6).join('; ');
}"""

FOCUSED = """() => {
  const e = document.activeElement;
  if (!e || e === document.body || e === document.documentElement) return '';
  const words = e.getAttribute('aria-label') || e.innerText || e.name || '';
  return (e.tagName.toLowerCase() + ' ' + (e.id ? '#' + e.id + ' ' : '') + words).replace(/\\s+/g, ' ').trim();
}"""


Size = tuple[int, int]


@dataclass
class Windows:
    """Windows of Chromium that stay when their people go, for others on the same site: what one has fetched, such as
    style sheets and scripts, nobody fetches and unpacks anew. Nothing else of whoever sat there is left in one."""

    free: dict[Size, list[BrowserContext]] = field(default_factory=dict)
    lent: dict[BrowserContext, Size] = field(default_factory=dict)

    def take(self, browser: Browser, site: str, size: Size) -> tuple[BrowserContext, Page]:
        """A window and an empty page in it."""
        stood = self.free.get(size)
        context = stood.pop() if stood else browser.new_context(**window_of(size))
        self.lent[context] = size
        page = context.new_page()
        if stood is not None:  # now, since what a page writes in going may come when it is gone
            asked = context.new_cdp_session(page)
            asked.send("Storage.clearDataForOrigin", {"origin": site, "storageTypes": "all"})
            asked.detach()
        return context, page

    def give_back(self, context: BrowserContext) -> None:
        size = self.lent.pop(context)
        for page in context.pages:
            page.close()
        context.set_offline(False)
        context.clear_permissions()
        context.clear_cookies()
        self.free.setdefault(size, []).append(context)


def window_of(size: Size) -> dict[str, Any]:
    """What a browser is asked for. Motion is asked for where it is the point: two cores draw it."""
    return {
        "viewport": {"width": size[0], "height": size[1]},
        "has_touch": size[0] < PHONE_MAX,
        "locale": "en-GB",
        "reduced_motion": "reduce",
    }


@dataclass
class House:
    """A site, the browsers in which people sit in turn, and who came. `windows` stay for the next ones."""

    site: str
    browsers: list[Browser]
    windows: Windows = field(default_factory=Windows)
    people: list[Person] = field(default_factory=list)

    def person(self, name: str, size: Size = DESK, **context: Any) -> Person:
        """Somebody new, with cookies of their own."""
        browser = self.browsers[len(self.people) % len(self.browsers)]
        is_phone, is_chromium = size[0] < PHONE_MAX, browser.browser_type.name == "chromium"
        if is_chromium and not context:
            made, page = self.windows.take(browser, self.site, size)
        else:
            asked = window_of(size) | ({} if is_chromium else {"has_touch": False}) | context
            made = browser.new_context(**asked)
            page = made.new_page()
        made.set_default_timeout(SOON)
        return self._sit(Person(name, self.site, made, page, is_phone, is_phone and is_chromium))

    def second_tab(self, person: Person) -> Person:
        """The same person in another tab of the same browser."""
        page = person.context.new_page()
        return self._sit(replace(person, page=page, complaints=[], table="", expects_lost_lines=False))

    def second_device(self, person: Person, size: Size = DESK) -> Person:
        """The same person at another browser, which has their cookie and nothing else."""
        other = self.person(person.name, size=size)
        other.context.add_cookies(person.context.cookies())  # type: ignore[arg-type]
        other.home = person.home
        return other

    def _sit(self, person: Person) -> Person:
        listen_to(person)
        self.people.append(person)
        return person

    def company(self, *names: str, size: Size = DESK, title: str = "Allotment Wars", **context: Any) -> list[Person]:
        """A deck of the first one's, and everybody in its workshop."""
        return [person.workshop() for person in self.gathered(*names, size=size, title=title, **context)]

    def gathered(self, *names: str, size: Size = DESK, title: str = "Allotment Wars", **context: Any) -> list[Person]:
        """The first one starts a deck, the others come by the link; their browsers send those forms undrawn."""
        first, *others = (self.person(name, size, **context) for name in names)
        first.home = deck_of(first, title)
        for other in others:
            joins(other, first)
        return [first, *others]

    def close(self) -> list[str]:
        """Everybody goes home; what their browsers complained about."""
        said = []
        for person in self.people:
            for words in person.complaints:
                is_of_the_line = person.expects_lost_lines and OF_THE_LINE.search(words)
                if not is_of_the_line and not OF_WHOEVER_LEFT.search(words):
                    said.append(f"{person.name}: {words}")
        for context in {id(person.context): person.context for person in self.people}.values():
            if context in self.windows.lent:
                self.windows.give_back(context)
            else:
                context.close()
        return said

    def spoils_windows(self, people: list[Person]) -> None:
        """What is done to their windows stays in them: they go with their people."""
        for person in people:
            self.windows.lent.pop(person.context, None)


def is_focused(target: Locator) -> None:
    """What keys go to. Playwright asks for the window in front as well, of which Firefox has one among all people."""
    expect(target).to_be_attached(timeout=SOON)
    comes_about(
        target.page, lambda: target.evaluate("(one) => one === document.activeElement"), f"focus on {target}", 300
    )


def is_put_away(way: Locator) -> None:
    """Pressed where it is there; it may go by itself meanwhile, with what it would put away."""
    for _ in range(4):
        if not way.is_visible():
            break
        with suppress(TimeoutError):  # gone, or the machine is busy: then it is still there
            way.click(timeout=4_000)
    expect(way).to_be_hidden()


def sends(person: Person, address: str, **fields: str) -> APIResponse:
    """A form, sent with the person's cookies. It must have been taken."""
    site, asked = person.site, person.context.request
    token = next((c["value"] for c in person.context.cookies() if c.get("name") == "carte_csrf"), None)
    if token is None:
        asked.get(f"{site}/decks/start/")
        token = next(c["value"] for c in person.context.cookies() if c.get("name") == "carte_csrf")
    answer = asked.post(site + address, form=fields, headers={"X-CSRFToken": str(token)}, max_redirects=0)
    assert answer.status == 303, (address, answer.status, re.sub(r"(?s).*<main|<[^>]*>", "", answer.text())[:600])
    return answer


def deck_of(person: Person, title: str) -> str:
    """Start a deck; its address."""
    answer = sends(person, "/decks/start/", name=person.name, title=title)
    return answer.headers["location"].removesuffix("workshop/")


def decides(people: list[Person], number: int, title: str, text: str = "", kind: str = "thing", no: str = "") -> None:
    """The first one's proposal, the deck's `number`th, judged by the others; nobody looks. `no` is why it is not in."""
    by, *others = people
    sends(by, f"{by.home}write/", title=title, text=text, kind=kind, copies="1")
    for other in others:
        votes(other, number, no)


def live_in_the_deck(people: list[Person]) -> None:
    """Two of them make cards and a rule, set something aside, archive a version, and talk about what they are asked."""
    ros, idris = people
    decides(people, 1, "Wandering Goat", "It wanders. {gold 3}")
    decides(people, 2, "Best in Show", "Whoever has most Vegetables wins: {tap} them.", "rule")
    decides(people, 3, "Sudden Frost", "Everything wilts.", "action", no="Too cold")
    sends(ros, f"{ros.home}archive/", name="")
    sends(idris, f"{ros.home}write/", title="Tea Urn", text="It steams.", kind="thing", copies="1")
    sends(idris, f"{ros.home}do/?verb=remark&proposal=4", text="Well?")


def votes(person: Person, number: int, no: str = "") -> None:
    """A vote on the first wording of the deck's `number`th proposal; `no` is the reason against it."""
    answer = {"answer": "against", "reason": no} if no else {"answer": "for"}
    sends(person, f"{person.home}do/?verb=vote&proposal={number}&wording=1", **answer)


# What tells somebody on their first evening how it goes on, wherever it stands.
HINTS = (
    "Write the first card; the others say whether it goes in.", "worth an argument", "The first card everybody favours",
    "there are five for each of", "what you put down is in at once", "it shows here as it will print",
    "Eight each would be better still",
)  # fmt: skip


def hints(person: Person) -> list[str]:
    """Those that are seen on the page now: at most one at a time, so that it is read."""
    seen = " ".join(person.page.locator("body").inner_text().split())
    return [hint for hint in HINTS if hint in seen]


def invitation(person: Person) -> str:
    """The address by which others join the person's deck."""
    invited = re.search(r"/join/[\w-]+/", person.context.request.get(f"{person.site}{person.home}workshop/").text())
    assert invited is not None
    return invited[0]


def joins(person: Person, host: Person) -> None:
    """Come into somebody's deck by its link. Whoever asked for the workshop is there, looking or not."""
    sends(person, invitation(host), name=person.name)
    person.home = host.home
    person.context.request.get(f"{person.site}{person.home}workshop/")


def listen_to(person: Person) -> None:
    """Keep what the browser says against the page. A violated content policy is an error of the console."""
    host = urlsplit(person.site).netloc

    def console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            person.complaints.append(f"console {message.type} on {person.page.url}: {message.text}")

    def request(asked: Request) -> None:
        where = urlsplit(asked.url)
        if where.scheme in ("http", "https", "ws", "wss") and where.netloc != host:
            person.complaints.append(f"asked another host: {asked.url}")

    person.page.on("console", console)
    person.page.on("pageerror", lambda problem: person.complaints.append(f"error on {person.page.url}: {problem}"))
    person.page.on("request", request)
    # A chooser of files is caught only after the browser was told so, which nobody waits for: told at the start, not at
    # the press that opens it.
    person.page.on("filechooser", lambda _: None)


def axe_looks(name: str, at: int) -> bool:
    """Whether axe looks at this page in its size number `at`: in one of its two, under --long in every one."""
    return bool(os.environ.get("CARTE_LONG")) or zlib.crc32(name.encode()) % 2 == at % 2
