"""The oldest browsers that the pages are for (docs/decisions/0038-the-floor.md): what is newer than they are is put
into their words by `prepare`, asked for before it is used, or nothing is lost without it. Which words are newer is read
from what others have collected; how each one that we use is held stands here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from studio.web.joined import older, plan, sheets
from studio.web.joined.older import NotPut, SheetRule
from studio.web.joined.sheets import DoesNotFit, SheetLink

STATIC = Path(settings.STATICFILES_DIRS[0])
FACTS = Path(__file__).parent / "newer_than_the_floor.tsv"

WAYS = {  # how what is newer is held
    "put": "prepare writes it in older words",
    "asked": "whoever writes it asks first whether it is known",
    "bare": "without it the same words are shown, and everything works: less even, less quick, in another shade",
}
HELD = {
    ("at-rule", "container"): "bare",
    ("function", "atan2"): "bare",  # how large a card is shown; without it as large as it prints
    ("function", "color-mix"): "put",
    ("function", "light-dark"): "put",
    ("function", "mod"): "bare",
    ("function", "tan"): "bare",
    ("media", "forced-colors"): "bare",
    ("media", "prefers-reduced-transparency"): "bare",
    ("media", "scripting"): "put",
    ("property", "accent-color"): "bare",
    ("property", "box-decoration-break"): "bare",
    ("property", "contain-intrinsic-size"): "bare",
    ("property", "container"): "bare",
    ("property", "container-type"): "bare",
    ("property", "content-visibility"): "bare",
    ("property", "field-sizing"): "bare",
    ("property", "forced-color-adjust"): "bare",
    ("property", "hyphenate-character"): "bare",
    ("property", "hyphens"): "bare",
    ("property", "line-clamp"): "bare",
    ("property", "mask"): "put",
    ("property", "mask-composite"): "put",
    ("property", "outline"): "bare",  # of its corners
    ("property", "overflow-anchor"): "bare",
    ("property", "overflow-clip-margin"): "bare",
    ("property", "overscroll-behavior"): "bare",
    ("property", "overscroll-behavior-x"): "bare",
    ("property", "page"): "bare",
    ("property", "print-color-adjust"): "bare",
    ("property", "rotate"): "bare",
    ("property", "scale"): "bare",
    ("property", "scrollbar-color"): "bare",
    ("property", "scrollbar-width"): "bare",
    ("property", "text-wrap"): "bare",
    ("property", "translate"): "bare",
    ("property", "user-select"): "bare",
    ("property", "view-transition-name"): "bare",
    ("script", "CSS.highlights"): "asked",
    ("script", "checkVisibility"): "asked",
    ("script", "devicePixelRatio"): "bare",
    ("script", "getCoalescedEvents"): "asked",
    ("script", "hidePopover"): "asked",
    ("script", "inert"): "bare",  # what it keeps from the keyboard is out of sight all the same
    ("script", "isComposing"): "bare",
    ("script", "popover"): "asked",
    ("script", "pushManager"): "asked",
    ("script", "role"): "bare",
    ("script", "showNotification"): "asked",
    ("script", "showPopover"): "asked",
    ("script", "startViewTransition"): "asked",
    ("script", "vibrate"): "asked",
    ("selector", "dir"): "bare",
    ("selector", "has"): "bare",  # what is shown by it alone: see SHOWN
    ("selector", "highlight"): "asked",
    ("selector", "marker"): "bare",
    ("selector", "modal"): "bare",
    ("selector", "nesting"): "put",
    ("selector", "popover-open"): "asked",
    ("selector", "view-transition"): "bare",
    ("selector", "view-transition-group"): "bare",
    ("selector", "view-transition-new"): "bare",
    ("selector", "view-transition-old"): "bare",
    ("unit", "cq"): "bare",
    ("unit", "dv"): "bare",
    ("value", "balance"): "bare",
    ("value", "clip"): "bare",
    ("value", "pretty"): "bare",
    ("value", "safe"): "bare",  # what would stand in the middle begins at the edge
    ("value", "subgrid"): "bare",
    ("unit", "lh"): "bare",  # a name takes a thumb; without it the letters do
}
ASKED = {  # where one does: nobody else says these words
    "CSS.highlights": {"composer/thought.js"},
    "checkVisibility": {"seen.js"},
    "getCoalescedEvents": {"pad/hand.js"},
    "hidePopover": {"terms.js", "table/box.js"},
    "popover": {"table/box.js", "table/drag.js", "table/walking.js", "terms.js"},  # as an attribute in the most
    "pushManager": {"notices.js"},
    "showNotification": {"push_worker.js"},  # which notices.js asks for
    "showPopover": {"terms.js"},
    "startViewTransition": {"table/moving.js"},
    "vibrate": {"table/drag.js", "table/raise.js"},
}
SPELLED = {  # as a pattern of what stands in a sheet or a script
    "at-rule": r"@{0}(?![\w-])",
    "media": r"@media[^{{]*\(\s*{0}(?![\w-])",
    "function": r"(?<![\w-]){0}\(",
    "property": r"(?<=[{{;]){0}(?=:)",
    "selector": r":{0}(?![\w-])",
    "script": r"(?<![\w'\"-])(?<!\. ){0}(?![\w'\"-])",
    "value": r"(?<=[: ]){0}(?=[ ;}}])",
    "unit": r"(?<=\d){0}[whibm][a-z]*(?![\w-])",
}
OURS = {  # what is spelled in a way of its own
    ("selector", "nesting"): r"&",
    ("selector", "nth-of"): r":nth-(?:last-)?child\([^)]* of ",
    ("at-rule", "media-range"): r"@media[^{]*[<>]",
    ("unit", "lh"): r"(?<=\d)r?lh(?![\w-])",
    ("unit", "cap"): r"(?<=\d)r?cap(?![\w-])",
    ("script", "lookbehind"): r"\(\?<[=!]",
    ("script", "static-block"): r"\bstatic \{",
    ("script", "import-attributes"): r"^import[^;]* with \{",
    ("script", "unicodeSets"): r"/[dgimsy]*v[dgimsy]*(?=[,;)]|\.\w+\()",
    ("script", "submitter"): r"new FormData\([^()]*,",
}


@cache
def facts() -> dict[tuple[str, str], tuple[str, str, str]]:
    lines = [line.split("\t") for line in FACTS.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    return {(kind, name): (chrome, firefox, safari) for kind, name, chrome, firefox, safari in lines}


@cache
def sheet(path: Path) -> str:
    """As it is written: without remarks, strings and blanks that mean nothing."""
    return re.sub(r""""[^"]*"|'[^']*'""", '""', sheets.lean(path.read_text(encoding="utf-8")))


@cache
def script(path: Path) -> str:
    text = re.sub(r"/\*.*?\*/", " ", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"(?:^|\s)//.*$", " ", text, flags=re.MULTILINE)


def scripts_of_ours() -> list[Path]:
    return [path for path in sorted((STATIC / "js").rglob("*.js")) if "vendor" not in path.parts]


def written() -> tuple[str, str]:
    """All sheets and all scripts of ours."""
    return "\n".join(map(sheet, sorted((STATIC / "css").glob("*.css")))), "\n".join(map(script, scripts_of_ours()))


def used(sheets_text: str, scripts_text: str) -> set[tuple[str, str]]:
    """What of the facts stands there."""
    found = set()
    for kind, name in facts():
        text = scripts_text if kind == "script" else sheets_text
        pattern = OURS.get((kind, name))
        if not pattern and name in text:  # seldom, and found sooner than a pattern is
            pattern = SPELLED[kind].format(re.escape(name))
        if pattern and re.search(pattern, text, re.MULTILINE):
            found.add((kind, name))
    return found


def test_what_is_newer_than_the_floor_is_held() -> None:
    found = used(*written())
    new = {f"{kind} {name}: Chrome {', Firefox '.join(facts()[kind, name][:2])}" for kind, name in found - HELD.keys()}
    assert not new, f"say how it is held where it is not known: {sorted(new)}"
    assert not HELD.keys() - found, f"no longer used: {HELD.keys() - found}"
    assert set(HELD.values()) == set(WAYS)


def test_a_script_that_says_what_is_newer_asks_first() -> None:
    said = {(name, path) for path in scripts_of_ours() for kind, name in used("", script(path)) if kind == "script"}
    asked = {name for (kind, name), how in HELD.items() if kind == "script" and how == "asked"}
    assert asked == ASKED.keys()
    for name, files in ASKED.items():
        assert {path.relative_to(STATIC / "js").as_posix() for one, path in said if one == name} == files, name


@pytest.mark.parametrize("sheet, script, kind, name", [
    (".a{position-anchor:--b}", "", "property", "position-anchor"),
    ("@starting-style{.a{opacity:0}}", "", "at-rule", "starting-style"),
    (".a{width:calc(1cap * sign(2))}", "", "function", "sign"),
    ("@media (width >= 3rem){.a{b:c}}", "", "at-rule", "media-range"),
    (".a{justify-self:anchor-center}", "", "value", "anchor-center"),
    ("", "structured(new Set(a).union(b));", "script", "union"),
    ("", "const words = new Intl.Segmenter('sk');", "script", "Segmenter"),
    ("", "x.replace(/(?<=a)b/, '');", "script", "lookbehind"),
    ("", "fetch(a, { signal: AbortSignal.any([b]) });", "script", "AbortSignal.any"),
    ("", "URL.canParse(a) && all.toSorted();", "script", "toSorted"),
    ("", "Promise.withResolvers();", "script", "withResolvers"),
    ("", "x.replace(/[a--b]/gv, '');", "script", "unicodeSets"),
    ("", "new FormData(form, button ?? undefined)", "script", "submitter"),
])  # fmt: skip
def test_what_is_newer_is_found(sheet: str, script: str, kind: str, name: str) -> None:
    assert (kind, name) in used(sheet, script) - HELD.keys()


# --- what is put into older words


def rules_in(
    holds: tuple[SheetRule | str, ...], within: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], SheetRule]]:
    for one in holds:
        if isinstance(one, SheetRule):
            if one.prelude.startswith(("@media", "@supports", "@layer", "@container")):
                yield from rules_in(one.holds, (*within, one.prelude))
            else:
                yield within, one


def test_joined_sheets_are_in_words_that_the_floor_knows() -> None:
    count = 0
    for name, text in plan.all_files(plan.found_source):
        if not name.endswith(".css"):
            continue
        bare = re.sub(r""""[^"]*"|'[^']*'|@supports[^{]*""", '""', text.partition("\n")[2])
        assert "light-dark(" not in bare and "&" not in bare, name
        assert len(re.findall(r"(?<!var\(--by-mixed,)color-mix\(", bare)) == 0, name
        ruled = list(rules_in(older.read(text.partition("\n")[2])))
        asked = [rule.prelude for within, rule in ruled if any("scripting" in one for one in within)]
        by_class = [
            rule.prelude
            for within, rule in ruled
            if any(one.startswith("@supports not (color:light") for one in within)
        ]
        assert len(asked) == len(by_class) and all(older.SCRIPTED in one for one in by_class), name
        for _, rule in ruled:
            if not rule.prelude.startswith("@"):
                assert all(isinstance(one, str) for one in rule.holds), (name, rule.prelude)
                assert len({older.is_rather_new(one) for one in older.parted(rule.prelude)}) == 1, (name, rule.prelude)
                masks = [one for one in map(str, rule.holds) if one.startswith("mask")]
                assert all(f"-webkit-{one}" in rule.holds for one in masks), (name, rule.prelude)
        count += len(ruled)
    assert count > 4000


@pytest.mark.parametrize("text, expected", [
    (".a{b: c;&:hover{d: e}f: g}", ".a{b: c}.a:hover{d: e}.a{f: g}"),
    (".a, .b{.c{d: e}}", ":is(.a, .b) .c{d: e}"),
    (".a, .b{& + &{d: e}}", ":is(.a, .b) + :is(.a, .b){d: e}"),
    (".a .b{> .c, & ~ &{d: e}}", ".a .b > .c, .a .b ~ :is(.a .b){d: e}"),
    (".a .b{.c &, :not(&){d: e}}", ".c :is(.a .b), :not(:is(.a .b)){d: e}"),
    ('.a{[b="c & d"] &.e{f: g}}', '[b="c & d"] .a.e{f: g}'),
    (".a{@media (b: c){d: e;.f{g: h}}}", "@media (b: c){.a{d: e}.a .f{g: h}}"),
    (".a{.b{&.c{d: e}}}", ".a .b.c{d: e}"),
    ("@media (b: c){.a{d: e}}@media (b: c){.f{g: h}}", "@media (b: c){.a{d: e}.f{g: h}}"),
    ('.a{b: ";}{";c: url(d;e)}', '.a{b: ";}{";c: url(d;e)}'),
    ("@keyframes a{from{b: light-dark(c, d)}}@layer e, f;",
     "@keyframes a{from{b: var(--by-day,c)var(--by-dark,d)}}@layer e, f;"),
    (".a{b: 0 light-dark(rgb(1 2 3 / .4), var(--c, d)) 1px}",
     ".a{b: 0 var(--by-day,rgb(1 2 3 / .4))var(--by-dark,var(--c, d)) 1px}"),
    (".a{b: color-mix(in srgb, var(--c, #fff) 60%, transparent)}",
     ".a{b: var(--by-mixed,color-mix(in srgb,var(--c, #fff) 60%,transparent))var(--by-one,var(--c, #fff))}"),
    (".a{b: color-mix(in srgb, c 9%, transparent)}",
     ".a{b: var(--by-mixed,color-mix(in srgb,c 9%,transparent))var(--by-one,transparent)}"),
    (".a{b: color-mix(in srgb, c 40%, d)}", ".a{b: var(--by-mixed,color-mix(in srgb,c 40%,d))var(--by-one,d)}"),
    (".a, .b:has(c), .d:is(.e:has(f)){g: h}", ".a, .d:is(.e:has(f)){g: h}.b:has(c){g: h}"),
    (".a:not(:has(b)), .c:popover-open{d: e}", ".a:not(:has(b)), .c:popover-open{d: e}"),
    (".a{mask: b;mask-position: c}", ".a{-webkit-mask: b;mask: b;-webkit-mask-position: c;mask-position: c}"),
    ("@media (scripting: enabled) and (b: c){.a, .d{e: f}}",
     "@media (scripting: enabled) and (b: c){.a, .d{e: f}}@supports not (color:light-dark(#000,#fff))"
     "{@media (b: c){:where(.is-scripted) .a, :where(.is-scripted) .d{e: f}}}"),
    ("@media (scripting: none){.a{b: c}}",
     "@media (scripting: none){.a{b: c}}@supports not (color:light-dark(#000,#fff))"
     "{:where(:root:not(.is-scripted)) .a{b: c}}"),
    ("@media print{:root{color-scheme: light}}",
     "@media print{:root{color-scheme: light;--by-day:initial;--by-dark: }}"),
    (":root{color-scheme: light dark}",
     ":root{color-scheme: light dark;--by-day:initial;--by-dark: ;--by-mixed:initial;--by-one: }"
     "@media (prefers-color-scheme: dark){:root{--by-day: ;--by-dark:initial}}"
     "@supports not (color:color-mix(in srgb,red,red)){:root{--by-mixed: ;--by-one:initial}}"),
])  # fmt: skip
def test_it_is_put_so_that_it_means_the_same(text: str, expected: str) -> None:
    assert older.put(text) == expected


@pytest.mark.parametrize("text", [
    ".a::before{&:hover{b: c}}",
    ".a{@font-face{b: c}}",
    "@media (scripting: initial-only){.a{b: c}}",
    "@media (scripting: none), print{.a{b: c}}",
    "@media (scripting: none) and (scripting: enabled){.a{b: c}}",
    "@media (scripting: none){:root{b: c}}",
    "@media (scripting: none){@layer a, b;}",
    ".a{color-scheme: only light}",
    ".a{background: url('light-dark((')}",
])  # fmt: skip
def test_what_has_no_older_words_stops_prepare(text: str) -> None:
    with pytest.raises(NotPut):
        older.put(text)
    with pytest.raises(DoesNotFit, match=r"css/a\.css"):
        sheets.sheets_together([SheetLink("css/a.css")], "css", lambda name: text)


# --- what `:has()` shows

SHOWN = {  # what is put away until it does: Firefox knows it from 121 on. By the class of what is shown
    "anytime": "the card's own words say that it may be played at any time",
    "ballot-away": "leads to what lies below the ballot on a phone, which without it lies there in sight",
    "hand-sort": "sorts the hand, which can be carried into another order as ever",
    "near-sentences": "leads to sentences to begin with, which lie below the card",
    "plate-backs": "how many cards somebody has in hand, which their place says as well",
    "preview": "peeks out beneath the card one writes; “As it prints” turns to it",
    "tturn-who": "a seal before the name of whoever is at turn",
    "vote-waits": "a mark on a tab; the ballot lies on the mat",
    "write-vote": "the other name of a way back to the table, where the vote lies",
}


def test_nothing_is_shown_by_has_alone_but_what_is_said_elsewhere() -> None:
    hidden: set[str] = set()
    by_has: set[str] = set()
    for path in sorted((STATIC / "css").glob("*.css")):
        for _, rule in rules_in(older.read(older.put(sheets.lean(path.read_text(encoding="utf-8"))))):
            said = [one for one in rule.holds if isinstance(one, str) and one.startswith(("display:", "visibility:"))]
            for selector in older.parted(rule.prelude):
                last = re.split(r"[ >+~]+", re.sub(r"::?[\w-]+|\([^()]*\)", "", selector).strip())[-1]
                named = re.fullmatch(r"\.([\w-]+)", last)
                if named and said:
                    is_hidden = said[0] in ("display: none", "visibility: hidden")
                    if is_hidden and not older.is_rather_new(selector):
                        hidden.add(named[1])
                    elif not is_hidden and older.is_rather_new(selector):
                        by_has.add(named[1])
    assert hidden & by_has == SHOWN.keys(), (hidden & by_has) ^ SHOWN.keys()
