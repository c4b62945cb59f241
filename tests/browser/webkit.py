"""A page in WebKit, Safari's engine, driven by its own WebDriver: https://www.w3.org/TR/webdriver2/.

Playwright has no WebKit but one it builds itself; this one is the system's. It needs a screen, so it is given one that
nobody sees.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError

from tests.servers import Missing, free_port

SOON = 20.0  # seconds: it draws in software
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004"}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the standard's name for a reference
# What a page says against itself. Told from the first script of ours on, so asked for after each page.
LISTENS = """window.complaints ??= [];
addEventListener('error', (event) => complaints.push(event.message));
addEventListener('unhandledrejection', (event) => complaints.push(String(event.reason)));
document.addEventListener('securitypolicyviolation', (event) => complaints.push(event.violatedDirective));"""


class Webkit:
    """One window. Whatever is looked for is waited for."""

    def __init__(self, driver: str, browser: str) -> None:
        self.driver = driver
        options = {"binary": browser, "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self.session = f"/session/{self._send('POST', '/session', wanted)['sessionId']}"
        self.says("POST", "/window/rect", {"width": 1280, "height": 900})

    def says(self, method: str, path: str, sent: Any = None) -> Any:
        return self._send(method, self.session + path, sent)

    def _send(self, method: str, path: str, sent: Any = None) -> Any:
        body = None if method == "GET" else json.dumps(sent or {}).encode()
        asked = urllib.request.Request(self.driver + path, body, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return json.load(answer)["value"]

    def goes_to(self, address: str) -> None:
        self.says("POST", "/url", {"url": address})
        self.asks(LISTENS)

    def asks(self, script: str, *given: Any) -> Any:
        """What a script's `return` says of the page."""
        return self.says("POST", "/execute/sync", {"script": script, "args": list(given)})

    def finds(self, selector: str) -> str:
        """The first such element that is seen, as the driver knows it."""
        script = (
            "return [...document.querySelectorAll(arguments[0])].find((one) => one.getClientRects().length) ?? null"
        )
        return str(self.comes(lambda: self.asks(script, selector), selector)[ELEMENT])

    def presses(self, selector: str) -> None:
        self.says("POST", f"/element/{self.finds(selector)}/click")

    def types(self, words: str) -> None:
        """Into what has the focus; a key by its name."""
        strokes = [KEYS[words]] if words in KEYS else list(words)
        does = [{"type": kind, "value": key} for key in strokes for kind in ("keyDown", "keyUp")]
        self.says("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": does}]})

    def drags(self, selector: str, x: int, y: int) -> None:
        """From the middle of something, so many px on, by mouse."""
        origin = {ELEMENT: self.finds(selector)}
        there = {"type": "pointerMove", "duration": 200}
        does = [
            there | {"origin": origin, "x": 0, "y": 0},
            {"type": "pointerDown", "button": 0},
            there | {"origin": "pointer", "x": x // 2, "y": y // 2},
            there | {"origin": "pointer", "x": x - x // 2, "y": y - y // 2},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": does}
        self.says("POST", "/actions", {"actions": [mouse]})

    def name(self, selector: str) -> str:
        """What the browser itself calls something for those who listen."""
        return str(self.says("GET", f"/element/{self.finds(selector)}/computedlabel"))

    def sees(self, selector: str, words: str) -> None:
        """Something says so, by and by."""
        script = (
            "return [...document.querySelectorAll(arguments[0])].some((one) => one.innerText.includes(arguments[1]))"
        )
        self.comes(lambda: self.asks(script, selector, words), f"{words!r} in {selector}")

    def is_at(self, part: str) -> None:
        self.comes(lambda: part in self.says("GET", "/url"), part)
        self.asks(LISTENS)

    def comes(self, question: Callable[[], Any], what: str) -> Any:
        """The first answer that is one. A page that is left meanwhile is asked again."""
        end, said = time.monotonic() + SOON, ""
        while time.monotonic() < end:
            try:
                if found := question():
                    return found
            except HTTPError as problem:
                said = problem.read().decode(errors="replace")[:300]
            time.sleep(0.1)
        raise AssertionError(f"waited in vain for {what} at {self.says('GET', '/url')} {said}")


@contextmanager
def opened() -> Iterator[Webkit]:
    """A window of the system's WebKit. Raises Missing, in words, where there is none."""
    driver = os.environ.get("CARTE_WEBKIT") or shutil.which("WebKitWebDriver")
    browser = next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"), reverse=True)), None)
    if driver is None or browser is None or shutil.which("Xvfb") is None:
        raise Missing("no WebKit (WebKitWebDriver and Xvfb on the PATH)")
    with ExitStack() as ending:
        screen = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1300x1000x24", "-nolisten", "tcp"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        ending.callback(_ended, screen)
        assert screen.stdout is not None
        display = screen.stdout.readline().strip()
        port = free_port()
        environ = {**os.environ, "DISPLAY": f":{display}", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        server = subprocess.Popen(
            [driver, f"--port={port}", "--host=127.0.0.1"], env=environ,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        ending.callback(_ended, server)
        window = _window(f"http://127.0.0.1:{port}", str(browser))
        ending.callback(window.says, "DELETE", "")
        yield window


def _window(driver: str, browser: str) -> Webkit:
    for _ in range(100):
        try:
            return Webkit(driver, browser)
        except URLError as problem:
            if isinstance(problem, HTTPError):
                raise AssertionError(problem.read().decode(errors="replace")) from problem
            time.sleep(0.1)
    raise AssertionError("the driver of WebKit does not answer")


def _ended(process: subprocess.Popen[Any]) -> None:
    process.terminate()
    process.wait(timeout=20)
    if process.stdout:
        process.stdout.close()
