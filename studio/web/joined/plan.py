"""Which sheets and scripts arrive in one file. The pages say it: a family's sheets stand in its template between
`{% sheets "name" %}` and `{% endsheets %}`, and a page names the script that it begins with by `{% script "…" %}`
(studio/templatetags/joined.py). Written here is only which modules are together in a file, for more than one page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders

from studio.web.joined import modules, sheets
from studio.web.joined.modules import Module
from studio.web.joined.sheets import DoesNotFit, SheetLink

TextOf = Callable[[str], str]  # the text of a static file by its name; KeyError where there is none

RUNTIME = "js/joined.js"
BASE = "base"  # the file that every page has
# The files that several pages have, in the order in which a page has them, each with the modules that it is for. A
# module is in the first of these files that needs it. A page that begins with any other module has that one's own file.
FILES: Mapping[str, tuple[str, ...]] = {
    BASE: ("theme", "times", "announce", "busy", "copy_link", "sound", "terms", "refused", "way", "glass"),
    "live": ("deck", "loupe", "table/beside"),
    "sitting": (
        "act",
        "aimed",
        "answering",
        "vote_keys",
        "presence",
        "reason",
        "standing",
        "waiting",
        "writing",
        "pad/door",
    ),  # fmt: skip
    "ink": ("pad/page",),
    "drawing": ("pad/on_card",),
    "writing": ("composer/page",),
    "workshop": ("workshop",),
    "table": ("table/table",),
    "batch": ("batch/page",),
}

_LINK = re.compile(
    r"""<link\s+rel="stylesheet"\s+href="\{% static ['"](?P<name>[^'"]+)['"] %\}\""""
    r"""(?:\s+media="(?P<media>[\w():, -]+)")?\s*>"""
    r"""|\{% fragment "(?P<fragment>[^"]+)" %\}"""
)
_BLOCK = re.compile(r"""\{% sheets ["'](?P<name>[\w-]+)["'] %\}(?P<inside>.*?)\{% endsheets %\}""", re.DOTALL)
_SHEET = re.compile(r"""\{% sheet ["'](?P<name>css/(?P<stem>[\w-]+)\.css)["'] %\}""")
_SCRIPT = re.compile(r"""\{% (?:script|later) ["'](?P<name>[^"']+)["'] %\}""")


def sheet_file(family: str) -> str:
    """The name of a family's joined sheet."""
    return f"css/joined-{family}.css"


def script_file(name: str) -> str:
    """The name of a joined file of modules."""
    return f"js/joined-{name}.js"


@dataclass(frozen=True, slots=True)
class Scripts:
    """The joined files by name, each with its modules in the order in which they run, and what a page asks for that
    begins with a module: files, in their order."""

    files: Mapping[str, tuple[Module, ...]]
    of_page: Mapping[str, tuple[str, ...]]


def families(templates: Mapping[str, str]) -> dict[str, tuple[SheetLink, ...]]:
    """The families of sheets that these templates tell of, by their sources. DoesNotFit where one is told twice in two
    ways, or what stands in a block is more than links."""
    found: dict[str, tuple[SheetLink, ...]] = {}
    for template, text in templates.items():
        blocks = [(block["name"], _inside(template, block["inside"], templates)) for block in _BLOCK.finditer(text)]
        singles = [(one["stem"], (SheetLink(one["name"]),)) for one in _SHEET.finditer(text)]
        for name, listed in blocks + singles:
            if found.setdefault(name, listed) != listed:
                raise DoesNotFit(template, 1, name, "this family has other sheets elsewhere")
    return found


def _inside(template: str, text: str, templates: Mapping[str, str]) -> tuple[SheetLink, ...]:
    listed: list[SheetLink] = []
    for link in _LINK.finditer(text):
        if link["fragment"]:
            block = _BLOCK.search(templates.get(link["fragment"], ""))
            if block is None:
                raise DoesNotFit(template, 1, link[0], "this fragment has no family of sheets")
            listed += _inside(link["fragment"], block["inside"], templates)
        else:
            listed.append(SheetLink(link["name"], link["media"] or ""))
    if left := _LINK.sub("", text).strip():
        raise DoesNotFit(template, 1, left, "only links to style sheets stand here")
    return tuple(listed)


def begun_with(templates: Mapping[str, str]) -> list[str]:
    """The modules with which pages begin, by their names."""
    return sorted({one["name"] for text in templates.values() for one in _SCRIPT.finditer(text)})


def scripts(begun: list[str], source: TextOf) -> Scripts:
    """What is in which file, and which files a page has. DoesNotFit for a module that does not."""
    heads = {name: [f"js/{one}.js" for one in ones] for name, ones in FILES.items()}
    named = {one for ones in heads.values() for one in ones}
    heads |= {one.removeprefix("js/").removesuffix(".js").replace("/", "-"): [one] for one in begun if one not in named}
    known = modules.graph([one for ones in heads.values() for one in ones], source)
    lies_in: dict[str, str] = {}
    for name, ones in heads.items():
        for one in ones:
            for module in modules.reached(one, known):
                lies_in.setdefault(module, name)
    files = {name: tuple(known[one] for one, at in lies_in.items() if at == name) for name in lies_in.values()}
    of_page = {}
    for one in begun:
        asked = {lies_in[module] for module in modules.reached(one, known)} | {BASE}
        of_page[one] = tuple(name for name in heads if name in asked)
    return Scripts(files, of_page)


def refuse_missing(templates: Mapping[str, str], source: TextOf) -> None:
    """DoesNotFit, naming the line, for a sheet or a module that a template names and that is not there."""
    for template, text in templates.items():
        blocks = [(block["inside"], block.start("inside")) for block in _BLOCK.finditer(text)]
        named = [(one, begins) for inside, begins in blocks for one in _LINK.finditer(inside) if one["name"]]
        named += [(one, 0) for pattern in (_SHEET, _SCRIPT) for one in pattern.finditer(text)]
        for one, begins in named:
            try:
                source(one["name"])
            except KeyError:
                number = text.count("\n", 0, begins + one.start()) + 1
                raise DoesNotFit(template, number, one[0], "there is no such file") from None


def all_files(source: TextOf) -> Iterator[tuple[str, str]]:
    """Names and texts of every joined file. DoesNotFit for what cannot be joined."""
    templates = template_sources()
    refuse_missing(templates, source)
    for family, listed in families(templates).items():
        yield sheet_file(family), sheets.sheets_together(listed, "css", source)
    for name, some in scripts(begun_with(templates), source).files.items():
        where = {"runtime": source(RUNTIME)} if name == BASE else {"of": "./" + Path(script_file(BASE)).name}
        yield script_file(name), modules.written_together(name, some, **where)


def template_sources() -> dict[str, str]:
    """The templates of the project by name, as they are written."""
    folders = [Path(str(folder)) for folder in settings.TEMPLATES[0]["DIRS"]]
    paths = [(folder, path) for folder in folders for path in sorted(folder.rglob("*.html"))]
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for folder, path in paths}


@lru_cache(maxsize=1)
def pages_scripts() -> Mapping[str, tuple[str, ...]]:
    """Which files a page asks for that begins with a module. Read from the sources once in a process."""
    return scripts(begun_with(template_sources()), found_source).of_page


def asked_for() -> frozenset[str]:
    """The joined files that pages ask for."""
    listed = map(sheet_file, families(template_sources()))
    return frozenset([*listed, *(script_file(one) for files in pages_scripts().values() for one in files)])


def found_source(name: str) -> str:
    """The text of a static file where it is written. KeyError where there is none."""
    path = finders.find(name)
    if path is None:
        raise KeyError(name)
    return Path(str(path)).read_text(encoding="utf-8")
