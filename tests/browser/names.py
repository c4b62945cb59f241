"""What a screen reader calls the things on a page: the browser's own tree of names, where one can ask it.

axe works names out by itself, and kindlier than a browser: a link round an `article` has one for axe and none in
Chromium and Firefox.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession, Error

from tests.browser.evening import Person

NAMED = {
    "link", "button", "image", "img", "checkbox", "radio", "switch", "textbox", "combobox", "listbox", "spinbutton",
    "searchbox", "slider", "tab", "menuitem", "option", "dialog",
}  # fmt: skip
SHOW = "function () { return this.outerHTML?.replace(/\\s+/g, ' ').slice(0, 120) ?? this.nodeName; }"
SHOWN_MAX = 5  # of the nameless are shown as they are written


def is_chromium(person: Person) -> bool:
    browser = person.page.context.browser
    return browser is not None and browser.browser_type.name == "chromium"


def nameless(person: Person) -> list[str]:
    """Links, buttons, pictures and fields of the page that its browser has no name for. [] where it does not say: only
    Chromium shows its tree."""
    if not is_chromium(person):
        return []
    asked = person.page.context.new_cdp_session(person.page)
    try:
        nodes = asked.send("Accessibility.getFullAXTree")["nodes"]
        found = [node for node in nodes if not node.get("ignored") and _is_nameless(node)]
        shown = [f"{node['role']['value']} without a name: {_markup(asked, node)}" for node in found[:SHOWN_MAX]]
        return shown + [f"and {len(found) - SHOWN_MAX} more without a name"] * (len(found) > SHOWN_MAX)
    finally:
        asked.detach()


def _is_nameless(node: dict[str, Any]) -> bool:
    name = str(node.get("name", {}).get("value", ""))
    return node["role"].get("value") in NAMED and not name.strip()


def _markup(asked: CDPSession, node: dict[str, Any]) -> str:
    try:
        element = asked.send("DOM.resolveNode", {"backendNodeId": node["backendDOMNodeId"]})["object"]["objectId"]
        called = {"objectId": element, "functionDeclaration": SHOW, "returnByValue": True}
        return str(asked.send("Runtime.callFunctionOn", called)["result"]["value"])
    except (Error, KeyError):
        return "gone meanwhile"
