"""Sheets and scripts joined by families of pages: nothing is missing, twice or in another order; what does not fit is
refused by name and line."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.contrib.staticfiles import finders
from django.core.management import CommandError, call_command
from django.template import Context, Template
from django.test import Client

from studio.management.commands import prepare as preparing
from studio.web import collected
from studio.web.joined import modules, older, plan, sheets
from studio.web.joined.sheets import DoesNotFit, SheetLink
from tests.deck_fixture import SLUG, DeckFixture
from tests.memories import forget_all
from tests.servers import UNPACKED
from tests.web.decks import accepted, as_member

STATIC = Path(site.STATICFILES_DIRS[0])
SHEETS_MAX, SCRIPTS_MAX = 3, 6  # of a page, when nothing of it is there yet
IMPORTED = re.compile(r"^import\s[^;]*?'([^']+)';", re.MULTILINE)
HELD = re.compile(r"^'(js/[\w/]+\.js)': \(__need\) => \{$", re.MULTILINE)
LATER = re.compile(r'<template data-later="([^"]+)">(.*?)</template>', re.DOTALL)
LOADED = re.compile(r'(?:<link rel="stylesheet" href|<script type="module" src)="/static/([^"]+)"')
IN_PARTS = re.compile(r"""\{% (?:extends|include|fragment|laid_out|part|parts) ["']([^"']+)["']""")


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    """Every joined file by its name."""
    return dict(plan.all_files(plan.found_source))


@pytest.fixture(scope="module")
def templates() -> dict[str, str]:
    return plan.template_sources()


def links_in(markup: str) -> list[str]:
    """The sheets and scripts that a page asks for, in its order."""
    return LOADED.findall(LATER.sub("", markup))


def in_the_browsers_order(name: str, done: list[str]) -> list[str]:
    """A module and all that it imports, as a browser would run them; read without the reader that is tried here."""
    text = (STATIC / name).read_text(encoding="utf-8")
    for address in IMPORTED.findall(text):
        asked = os.path.normpath(f"{os.path.dirname(name)}/{address}")
        if asked not in done:
            in_the_browsers_order(asked, done)
    done.append(name)
    return done


# --- what is in them


def test_every_familys_sheets_are_in_its_file_once_and_in_the_order_of_its_links(
    files: dict[str, str], templates: dict[str, str]
) -> None:
    blocks = re.findall(r'\{% sheets "([\w-]+)" %\}.*?\{% endsheets %\}', "\n".join(templates.values()), re.DOTALL)
    assert {"base", "workshop", "tables"} <= set(blocks) <= set(plan.families(templates))
    for template, text in templates.items():
        for block in re.finditer(r'\{% sheets "([\w-]+)" %\}.*?\{% endsheets %\}', text, re.DOTALL):
            plain = Template("{% load fragments joined static %}" + block[0]).render(Context())
            names = links_in(plain)
            expected = "\n".join(older.put(sheets.lean((STATIC / name).read_text(encoding="utf-8"))) for name in names)
            remark, _, rest = files[plan.sheet_file(block[1])].partition("\n")
            assert rest == expected + "\n" and len(names) == len(set(names)) > 1, template
            assert remark.split(": ")[1].split(" */")[0].split() == names
        outside = re.sub(r"\{% sheets .*?\{% endsheets %\}", "", text, flags=re.DOTALL)
        assert not re.search(r"""\{% static ['"](?:css|js)/""", outside), (
            f"{template} asks for a file past the joined ones"
        )


def test_every_module_of_a_page_is_in_one_of_its_files_and_nowhere_else(
    files: dict[str, str], templates: dict[str, str]
) -> None:
    lies_in: dict[str, str] = {}
    for file, text in files.items():
        for name in HELD.findall(text):
            assert name not in lies_in, f"{name} would be two modules, each with its own state"
            lies_in[name] = file
    asked: set[str] = set()
    for begun in plan.begun_with(templates):
        held = [name for file in plan.pages_scripts()[begun] for name in HELD.findall(files[plan.script_file(file)])]
        runs = in_the_browsers_order(begun, [])
        assert set(runs) <= set(held), begun
        for number, name in enumerate(held):  # what one imports stands before it: its names are there when it asks
            if name in runs:
                assert set(in_the_browsers_order(name, [])[:-1]) <= set(held[:number]), name
        asked |= set(runs)
    assert asked == set(lies_in), "files hold what no page begins with or imports"
    alone = {f"js/{path.relative_to(STATIC / 'js').as_posix()}" for path in (STATIC / "js").rglob("*.js")} - asked
    assert alone == {"js/push_worker.js", plan.RUNTIME}


def test_no_page_asks_for_more_than_three_sheets_and_six_scripts(templates: dict[str, str]) -> None:
    """Whatever its branches: what stands in a template and in all that it is made of."""

    def made_of(name: str, done: set[str]) -> set[str]:
        if name not in done and name in templates:
            done.add(name)
            for other in IN_PARTS.findall(templates[name]):
                made_of(other, done)
        return done

    pages = [name for name, text in templates.items() if "<html" in text or '{% extends "' in text]
    assert len(pages) > 40
    for page in pages:
        text = "\n".join(templates[name] for name in sorted(made_of(page, set())))
        families = set(re.findall(r'\{% sheets "([\w-]+)"', text)) | set(re.findall(r'\{% sheet "([^"]+)"', text))
        if page in ("cards/back.html", "studio/rules.html"):
            families -= {"workshop"}  # in a block of their own
        if '{% extends "plain.html" %}' in templates[page]:
            families -= {"base"}  # which it has fewer of instead
        sized = 'id="print-size"' in text  # the one sheet that is not a file
        assert len(families) + sized <= SHEETS_MAX, (page, families)
        scripts = {file for name in re.findall(r'\{% script "([^"]+)"', text) for file in plan.pages_scripts()[name]}
        assert len(scripts) <= SCRIPTS_MAX, (page, scripts)


def test_what_comes_later_is_asked_for_by_no_page_and_runs_with_a_file_of_its_own(templates: dict[str, str]) -> None:
    """Its own file is the last one: no other script that is there by then can have run it already, or keep it from
    running. And no page begins with that file, or writing would come with reading."""
    later = {name for text in templates.values() for name in re.findall(r'\{% later "([^"]+)"', text)}
    assert later == {"js/composer/page.js", "js/pad/on_card.js"}
    for name in later:
        *_, own = plan.pages_scripts()[name]
        begins = [one for one, files in plan.pages_scripts().items() if one != name and own in files]
        assert not begins and plan.scripts([name], plan.found_source).files[own][-1].name == name
        tags = LATER.findall(Template('{% load joined %}{% later "' + name + '" %}').render(Context()))
        assert [one for one, _ in tags] == [name] and LOADED.findall(tags[0][1]) == [name]


def test_they_are_scripts_without_remarks_but_with_licences(files: dict[str, str], tmp_path: Path) -> None:
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    words = [str(Path(sys.executable).with_name("deno")), "fmt", "--no-config", str(tmp_path / "js")]
    quiet = {
        "NO_COLOR": "1",
        "DENO_NO_UPDATE_CHECK": "1",
        "DENO_DIR": str(tmp_path / "deno"),
        "PATH": os.environ["PATH"],
    }
    done = subprocess.run(words, capture_output=True, text=True, env=quiet, timeout=60)
    assert done.returncode == 0, done.stderr
    scripts = [text for name, text in files.items() if name.startswith("js/")]
    assert [text for text in scripts if "idiomorph 0.8.0" in text.splitlines()[1]], "its licence line is lost"
    assert not [line for text in scripts for line in text.splitlines() if line.startswith(("//", "/**", "* "))]


# --- what does not fit

HEAD = "import { say } from './announce.js';\n\n"
HOSTILE = [
    ("import say from './announce.js';", 1, "form of import"),
    ("import say, { heard } from './announce.js';", 1, "form of import"),
    ("import { default as say } from 'announce';", 1, "form of import"),
    ("import { say } from './announce.js'", 1, "no end"),
    ("import { say } from '/static/js/announce.js';", 1, "form of import"),
    ("import { say } from '../../elsewhere.js';", 1, "outside"),
    ("import { say } from './announce.js' with { type: 'json' };", 1, "form of import"),
    ("const one = 1;\nimport { say } from './announce.js';", 2, "before everything"),
    (HEAD + "const far = () => import('./far.js');", 3, "begin a line"),
    (HEAD + "  import('./far.js');", 3, "begin a line"),
    (HEAD + "const at = import.meta.url;", 3, "begin a line"),
    (HEAD + "const at = 'https://a'; import('./b.js');", 3, "begin a line"),
    ("/* one */ import { say } from './announce.js';", 1, "begin a line"),
    ("export default function say() {}", 1, "only a function"),
    ("export * from './announce.js';", 1, "only a function"),
    ("export { say } from './announce.js';", 1, "only a function"),
    ("const say = 1;\nexport { say };", 2, "only a function"),
    ("export let said = 0;", 1, "only a function"),
    ("export var said = 0;", 1, "only a function"),
    ("export const { one, two } = all;", 1, "only a function"),
    ("export const one = 1, two = 2;", 1, "one constant"),
    ("await ready;", 1, "awaited"),
    ("const all = await ready;", 1, "awaited"),
    ("const __need = 1;", 1, "meaning"),
    ("const one = 1;\n//# sourceMappingURL=one.js.map", 2, "meaning"),
    ("const words = `one\n  two`;", 1, "words of a template"),
    ("const one = 1; /* a remark\n// that goes on */", 1, "ends on its line"),
    ("/* a remark\n   and then */ const one = 1;", 2, "line of its own"),
]


@pytest.mark.parametrize("text, line, why", HOSTILE, ids=range(len(HOSTILE)))
def test_a_module_that_does_not_fit_is_refused_by_name_and_line(text: str, line: int, why: str) -> None:
    with pytest.raises(DoesNotFit, match=rf"^js/one\.js:{line}: .*{why}"):
        modules.read("js/one.js", text)


@pytest.mark.parametrize("others, line, why", [
    ({"js/one.js": "import { two } from './two.js';", "js/two.js": "export const three = 3;"}, 1, "exports no two"),
    ({"js/one.js": "// first\nimport './gone.js';"}, 2, "no such module"),
    ({"js/one.js": "import './two.js';", "js/two.js": "import './one.js';"}, 1, "circle: js/one.js → js/two.js"),
    ({"js/one.js": "import './vendor/two.js';", "js/vendor/two.js": "var Two = 2;\nexport {Two};"}, 1, "licence"),
])  # fmt: skip
def test_a_graph_that_does_not_fit_is_refused(others: dict[str, str], line: int, why: str) -> None:
    with pytest.raises(DoesNotFit, match=rf"\.js:{line}: .*{why}"):
        modules.graph(["js/one.js"], others.__getitem__)


@pytest.mark.parametrize("text, line, why", [
    ('@import "b.css";', 1, "head of a sheet"),
    ('/* one\n */\n@charset "utf-8";', 3, "head of a sheet"),
    ("a {\n  b: c;\n", 3, "not closed"),
    ("a { b: c }\n}\nd { e: f }", 2, "closes nothing"),
    ("a { b: c }\n/* d", 2, "remark is not closed"),
])  # fmt: skip
def test_a_sheet_that_would_say_something_else_is_refused(text: str, line: int, why: str) -> None:
    with pytest.raises(DoesNotFit, match=rf"^css/a\.css:{line}: .*{why}"):
        sheets.sheets_together([SheetLink("css/a.css")], "css", lambda name: text)
    with pytest.raises(DoesNotFit, match="lie in css/"):
        sheets.sheets_together([SheetLink("other/a.css")], "css", lambda name: "a { b: url(c.svg) }")


@pytest.mark.parametrize("text, line", [
    ('<p>\n{% sheets "a" %}\n<link rel="stylesheet" href="{% static \'css/gone.css\' %}">{% endsheets %}', 3),
    ('<p>\n{% sheet "css/gone.css" %}', 2),
    ('{% script "js/gone.js" %}', 1),
])  # fmt: skip
def test_a_file_that_a_template_names_and_that_is_not_there_is_refused_by_name_and_line(
    text: str, line: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "template_sources", lambda: {"a.html": text})
    there = {plan.RUNTIME: "", "css/a.css": ""}
    with pytest.raises(DoesNotFit, match=rf"^a\.html:{line}: there is no such file: .*gone"):
        list(plan.all_files(there.__getitem__))
    with pytest.raises(DoesNotFit, match=r"^js/gone\.js:1: there is no such module"):
        modules.graph(["js/gone.js"], there.__getitem__)


@pytest.mark.parametrize("inside", [
    '{% fragment "nowhere.html" %}',
    '{% if a %}<link rel="stylesheet" href="{% static "css/kit.css" %}">{% endif %}',
    '<link rel="preload" href="{% static \'css/kit.css\' %}">',
    "<style>a { b: c }</style>",
    '{% fragment "none.html" %}',
])  # fmt: skip
def test_a_family_is_links_and_nothing_else(inside: str) -> None:
    with pytest.raises(DoesNotFit, match="a.html:1"):
        plan.families({"a.html": '{% sheets "a" %}' + inside + "{% endsheets %}", "none.html": "<p>"})


def test_what_is_written_stays_what_it_says() -> None:
    nested = ".a {\n  & :hover { x: calc(1px + 2px); }\n  .b :not(.c) > d { x: y; }\n}"
    assert sheets.lean(nested) == ".a{& :hover{x: calc(1px + 2px)}.b :not(.c) > d{x: y}}"
    quoted = "a { b: url('c  d.svg'); /* e */ content: 'f  { g'; }"
    assert sheets.lean(quoted) == "a{b: url('c  d.svg');content: 'f  { g'}"
    some = [SheetLink("css/a.css"), SheetLink("css/b.css", "print and (color)")]
    sources = {"css/a.css": "a { b: c }", "css/b.css": "@layer d { e { f: g } }"}
    lines = sheets.sheets_together(some, "css", sources.__getitem__).splitlines()
    assert lines[1:] == ["a{b: c}", "@media print and (color){@layer d{e{f: g}}}"]
    module = modules.read("js/a/b.js", MODULE)
    assert [one.of for one in module.imports] == ["js/c.js", "js/a/d.js"] and module.exports == ("say",)
    assert module.body.split("\n")[1] == "const { one, two: three } = __need('js/c.js');"
    assert module.body.split("\n")[-2] == "let at =  (d);"


MODULE = """// one
import {
  one,
  two as three,
} from '../c.js';
import * as d from './d.js';
export async function say() {}
let at = /** @type {import('./d.js').D} */ (d);
"""


# --- where they lie


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of static files as `prepare` fills it, but for what is packed."""
    return tmp_path_factory.mktemp("joined") / "static"


@pytest.fixture
def joined_site(shop: Path, settings: Any) -> Iterator[Path]:
    settings.STATIC_ROOT = shop
    settings.WHITENOISE_SKIP_COMPRESS_EXTENSIONS = UNPACKED
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "studio.web.static_files.JoinedByFamily"}}
    collected.collect()
    forget_all()
    yield shop
    forget_all()


@pytest.mark.django_db
def test_a_page_asks_for_joined_files_under_names_of_their_content(joined_site: Path) -> None:
    paths: dict[str, str] = json.loads((joined_site / collected.MANIFEST).read_text())["paths"]
    table = DeckFixture("Ros")
    accepted(table, SLUG)
    table.deck.refresh_from_db()
    ros, home = as_member(table, "Ros"), f"/decks/{table.deck.slug}/"
    for client, address, most in ((Client(), "/", (2, 1)), (ros, home, (2, 2)), (ros, f"{home}workshop/", (2, 4))):
        page = client.get(address).content.decode()
        asked = set(links_in(page))
        kinds = [sum(name.endswith(end) for name in asked) for end in (".css", ".js")]
        assert kinds == list(most), (address, asked)
        assert asked <= set(paths.values()) and all((joined_site / name).is_file() for name in asked)
        assert 'data-runs="js/times.js"' in page
    comes = [LOADED.findall(tags) for _, tags in LATER.findall(page)]
    assert [len(some) for some in comes] == [5, 5] and all(set(some) - asked <= set(paths.values()) for some in comes)
    named = f"./{Path(paths['js/joined-base.js']).name}"
    for plain, hashed in paths.items():
        if plain.startswith("js/joined-"):
            text, sent = (joined_site / plain).read_text(), (joined_site / hashed).read_text()
            assert (
                sent.replace(f'import {{ give }} from "{named}";', "import { give } from './joined-base.js';") == text
            )
    assert {"css/table.css", "js/live.js", "js/vendor/idiomorph.js"} <= set(paths), "whoever reads it finds the source"


@pytest.mark.django_db
def test_prepare_stops_at_a_module_that_does_not_fit_and_leaves_what_is_there(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = tmp_path / "sources"
    for folder in ("css", "js"):
        shutil.copytree(STATIC / folder, sources / folder)
    with (sources / "js" / "loupe.js").open("a") as file:
        file.write("export default 1;\n")
    number = (sources / "js" / "loupe.js").read_text().count("\n")
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [sources], tmp_path / "static"
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "studio.web.static_files.JoinedByFamily"}}
    monkeypatch.setattr(preparing, "_call_where_there", lambda name: None)
    monkeypatch.setattr(preparing, "_alone_in_the_database", nullcontext)
    monkeypatch.setattr(preparing, "bring_up", lambda *args, **more: False)
    finders.get_finder.cache_clear()
    try:
        with pytest.raises(CommandError, match=rf"js/loupe\.js:{number}: only a function.*export default 1;"):
            call_command("prepare")
    finally:
        finders.get_finder.cache_clear()
    assert not (tmp_path / "static").exists()


@pytest.mark.django_db
def test_no_site_is_opened_with_what_the_release_before_collected(
    joined_site: Path, tmp_path: Path, settings: Any
) -> None:
    """Nothing that its pages ask for is there, though its data may be the same: each of them would fail."""
    preparing.refuse_unprepared()
    paths = json.loads((joined_site / collected.MANIFEST).read_text())["paths"]
    before = {"version": "1.1", "paths": {name: path for name, path in paths.items() if "/joined-" not in name}}
    shutil.copy(joined_site / collected.STAMP, tmp_path)
    (tmp_path / collected.MANIFEST).write_text(json.dumps(before))
    settings.STATIC_ROOT = tmp_path
    with pytest.raises(CommandError, match="prepare it first"):
        preparing.refuse_unprepared()


def test_each_file_comes_as_it_was_written_where_one_looks_into_them(settings: Any) -> None:
    settings.DEBUG = True
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "studio.web.static_files.JoinedByFamily"}}
    page = Template('{% load joined %}{% sheet "css/people.css" %}{% script "js/table/table.js" %}').render(Context())
    assert links_in(page) == ["css/people.css", "js/table/table.js"]


WHERE_SCRIPTS_RUN = re.compile(r"@media[^{]*(?:scripting: enabled|not \(scripting: none)[^{]*\{")
INSIDE = re.compile(r"\{([^{}]*)\}")


def test_nothing_is_put_away_for_a_script_that_may_not_come() -> None:
    """A file that is lost takes its modules with it: each puts away by its own mark, and is waited for at most."""
    waits = 0
    for path in STATIC.glob("css/*.css"):
        text = path.read_text(encoding="utf-8")
        for block in WHERE_SCRIPTS_RUN.finditer(text):
            told = [one.strip() for body in INSIDE.findall(inside(text, block.end())) for one in body.split(";")]
            assert {*told} <= {"", "animation: awaited 3s"}, (path.name, told)
            waits += 1
    assert waits


def inside(text: str, start: int) -> str:
    """What stands between a brace and the one that closes it."""
    depth = 1
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            return text[start:at]
    raise AssertionError("a brace is left open")
