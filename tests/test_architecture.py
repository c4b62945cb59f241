"""The shape of the house: who may import whom, what the pure rooms may touch, what is installed."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import get_args

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from cards.rules.decision import Way
from tests.browser.conftest import LONGEST
from tests.servers import SET_UP
from tests.web.addresses import every_route

PROJECT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.lock", "requirements-test.lock", "requirements-measure.lock", "requirements-uv.lock")
# The oldest releases without a hole we know of.
FLOORS = {
    "weasyprint": "70.0",  # CVE-2026-55073, CVE-2026-49452, CVE-2025-68616: the fetcher could be gone round
    "daphne": "4.2.2",  # CVE-2026-44545 unbounded frames, CVE-2026-44546 header injection
    "pillow": "11.3.0",  # CVE-2024-28219 in colour profiles, CVE-2025-48379
    "django": "5.2.19",  # CVE-2025-14550, CVE-2026-5766, CVE-2026-35192
}
# Names of classes and of aliases of types that two modules have, and why they may.
TWICE = {
    **dict.fromkeys(
        ("Article", "Deck", "Elector", "Face", "Proposal", "Table", "Vote", "Wording"),
        "the rows, and the value of the rules that they hold",
    ),
    **dict.fromkeys(
        ("Command", "Event", "Facts"),
        "what may be asked and what follows, of a deck and of a table: each app has its own",
    ),
    **dict.fromkeys(
        ("ReadField", "Sent", "Verb", "When"), "what can be asked: of a deck and of a table, each app has its own"
    ),
    "Change": "the row, a step in a card's life, and what a proposal would change: such a step comes of it",
    "DatabaseWrapper": "the engine of each kind of database, where Django looks for it",
    "KitChanged": "the fact of a deck and the fact of a table, both stored under this name",
    "Moment": "what a decision needs of the world, in either app",
    "Remark": "the row, and the command that makes it",
    "Source": "stored, of a lineage and of a kit",
    "Tables": "the port and what fills it",
}
# Numbers that a script has for itself, though some limit of the server is as large: steps that can be undone, cards
# that fly at once, how often something is told.
OF_ITS_OWN = ("drawing.js STEPS", "history.js MOST", "moving.js MOST", "telling.js PER_MS")

# What reads votes, or what is secret of a first batch, beside the rules and what keeps them.
READS_VOTES = {
    "cards/access.py": "whether somebody has voted before: their own",
    "cards/lent.py": "the same of a seat on which somebody stands in",
    "cards/my_data.py": "their own, all of it",
    "cards/formats/history.py": "a file of a whole log",
    "cards/pictures/shelf.py": "which pictures are still wanted",
    "cards/regions.py": "that there was one",
    "cards/queries/announcements.py": "what is said aloud as it is said",
    "cards/queries/my_decks.py": "whether somebody has still to speak: their own",
}

# What is handed a whole deck though it decides and keeps nothing.
HAS_A_DECK = {
    "cards/formats/history.py": "a file's log is folded to see that it holds together; it is whoever brings it",
    "cards/formats/renumber.py": "the same log, before its numbers are given anew",
    "cards/queries/taking.py": "made there of the articles alone, which are everybody's, to ask which would lie twice",
}


def run(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """A tool of this Python, in the project's folder."""
    tool = str(Path(sys.executable).with_name(words[0]))
    return subprocess.run(
        [tool, *words[1:]], cwd=PROJECT, capture_output=True, text=True, env={**os.environ, **environ}
    )


def sources(*rooms: str) -> list[Path]:
    """Every module of the rooms, without migrations."""
    return [path for room in rooms for path in sorted((PROJECT / room).rglob("*.py")) if "migrations" not in path.parts]


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def pyproject() -> dict[str, object]:
    """The project's own description."""
    return tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))


def test_imports_go_one_way_and_the_pure_rooms_stay_pure() -> None:
    done = run("lint-imports", "--no-cache")
    assert done.returncode == 0, done.stdout


def test_ruff_has_nothing_to_say() -> None:
    done = run("ruff", "check", "--no-cache", "--output-format", "concise", ".")
    assert done.returncode == 0, done.stdout


def test_no_test_module_lends_anything_to_another() -> None:
    """What several test modules need stands in a module of its own, whose name says what it is."""
    borrowed = []
    for path in sources("tests"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            modules += [name.name for name in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            borrowed += [f"{path.name}:{node.lineno}" for name in modules if re.search(r"(^|\.)test_\w+$", name)]
    assert not borrowed


def types_of(path: Path) -> Iterator[str]:
    """The classes of a module and its aliases of types: names in capitals and small letters that are given a type."""
    for node in parsed(path).body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if re.match(r"[A-Z]\w*[a-z]", name):
                if not (isinstance(value, ast.Call) and "TypeVar" in ast.unparse(value.func)):
                    yield name


def test_what_the_browser_tests_begin_with_is_there() -> None:
    """A name that leads nowhere would put its test last, and one worker alone with it at the end."""
    written = "".join(path.read_text(encoding="utf-8") for path in (PROJECT / "tests" / "browser").glob("test_*.py"))
    assert not [name for name in LONGEST if f"\ndef {name}(" not in written]


def test_one_name_of_a_type_has_one_meaning() -> None:
    named = defaultdict(list)
    for path in sources("studio", "cards", "play"):
        if "management" not in path.parts:  # Django calls each class there Command
            for name in types_of(path):
                named[name].append(path.relative_to(PROJECT).as_posix())
    several = {name: paths for name, paths in named.items() if len(paths) > 1}
    assert several.keys() == TWICE.keys(), several
    assert all(len(paths) == 2 for paths in several.values()), several


def test_how_a_deck_decides_is_told_in_two_modules() -> None:
    """A way to decide is named where it is declared and in its row; everybody else asks the row."""
    decision, ways = (PROJECT / "cards/rules" / name for name in ("decision.py", "ways.py"))
    names = {str(name) for name in get_args(Way)}
    # What a member id is called in a stored effect is also the name of a way.
    a_field = (PROJECT / "cards/formats/renumber.py", "decider")
    tellers = {
        path
        for path in sources("cards", "play", "studio")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and node.value in names and (path, node.value) != a_field
    }
    assert tellers == {decision, ways}, sorted(str(path.relative_to(PROJECT)) for path in tellers)
    in_templates = "|".join(sorted(names))
    told = [
        str(path.relative_to(PROJECT))
        for path in sorted((PROJECT / "templates").rglob("*.html"))
        if re.search(rf"""==\s*["'](?:{in_templates})["']""", path.read_text(encoding="utf-8"))
    ]
    assert not told, told


def test_a_sentence_that_writes_a_rule_and_tells_it_is_written_in_one_module() -> None:
    modules = [PROJECT / "cards" / name for name in ("forms/sentences.py", "rules/effects.py", "rules/ways.py")]
    said = [
        {
            node.args[0].value
            for node in ast.walk(parsed(path))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "message"
            if isinstance(node.args[0], ast.Constant)
        }
        for path in modules
    ]
    assert all(len(one) > 10 for one in said)
    assert sum(map(len, said)) == len(set.union(*said))


def test_a_sight_is_what_one_may_see_of_a_table_or_a_deck_and_nothing_else() -> None:
    """It is the wall of secrecy; what a template is given is called …Shown."""
    walls = ("play/table/sight.py", "cards/rules/sight.py")
    assert not [
        f"{path.relative_to(PROJECT)} {node.name}"
        for path in sources("cards", "play", "studio")
        if not path.as_posix().endswith(walls)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ClassDef) and node.name.endswith("Sight")
    ]


def test_votes_and_what_is_secret_of_a_batch_are_read_where_it_is_said_why() -> None:
    """Whatever else is shown of them is in the sight of the deck (cards/rules/seeing.py), and nobody who shows it folds
    the log to the whole."""
    read = re.compile(r"\b(rows|decks)\.(Vote|BatchCard|BatchMark)\.(objects|ever)\b|\.VoteCast\b")
    folded = re.compile(r"\bDECK_LOG\.(?!(recorded|recorded_before|read)\()")
    kept = ("cards/rules/", "cards/verbs/", "cards/storage/", "cards/actions/")
    texts = {
        path.relative_to(PROJECT).as_posix(): path.read_text("utf-8") for path in sources("studio", "cards", "play")
    }
    shown = {name: text for name, text in texts.items() if not name.startswith(kept)}
    assert {name for name, text in shown.items() if read.search(text)} == READS_VOTES.keys()
    assert not [name for name, text in shown.items() if folded.search(text)]


def test_what_is_shown_cannot_be_handed_the_deck() -> None:
    """By type: who is not among those that decide and keep names none of the values in which votes lie."""
    whole = re.compile(r"cards\.rules\.deck\.(Deck|Proposal|Ballot)\b")
    kept = ("cards/rules/", "cards/verbs/", "cards/storage/", "cards/actions/")
    has = set()
    for path in sources("studio", "cards", "play"):
        name = path.relative_to(PROJECT).as_posix()
        if name.startswith(kept):
            continue
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ImportFrom):
                named = [f"{node.module}.{one.name}" for one in node.names]
                has |= {name} if any(map(whole.fullmatch, named)) or "cards.rules.deck" in named else set()
            elif isinstance(node, ast.Import):
                has |= {name} if any(one.name.startswith("cards.rules.deck") for one in node.names) else set()
    assert has == HAS_A_DECK.keys()


def test_only_commit_writes_entries() -> None:
    writers = set()
    for path in sources("studio", "cards", "play"):
        if "tests" in path.parts:
            continue
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
                words = ast.unparse(node.func)
                if re.search(r"\bEntry(\.objects\..*(create|update|delete)\w*)?$", words):
                    writers.add(path.relative_to(PROJECT).as_posix())
    assert writers == {"studio/log/commit.py"}


def test_what_comes_in_is_read_in_one_place() -> None:
    """Bodies and queries by studio/web/inputs.py, digits by studio/kernel/inputs.py; files have their own readers."""
    readers: dict[str, set[str]] = {"request": set(), "digits": set()}
    for path in sources("studio", "cards", "play"):
        for node in ast.walk(parsed(path)):
            if (
                isinstance(node, ast.Attribute)
                and node.attr in ("POST", "GET")
                and ast.unparse(node.value) == "request"
            ):
                readers["request"].add(path.relative_to(PROJECT).as_posix())
            if isinstance(node, ast.Attribute) and node.attr in ("isdecimal", "isdigit", "isnumeric"):
                readers["digits"].add(path.relative_to(PROJECT).as_posix())
    of_files = {
        "cards/face/symbols.py",
        "cards/formats/tables.py",
        "cards/formats/strict_json.py",
        "studio/kernel/codec.py",
    }
    of_the_machine = {"cards/printing/queue/processes.py"}
    assert readers["request"] == {"studio/web/inputs.py", "play/views/table.py"}, "the table hands its own query on"
    assert readers["digits"] - of_files - of_the_machine == {"studio/kernel/inputs.py"}


def test_only_what_answers_a_request_takes_one() -> None:
    """Doors, actions and readers take a caller: programs and lines of text come in by the same ones."""
    web = ("views", "web", "server", "live", "middleware.py")
    takers = [
        path.relative_to(PROJECT).as_posix()
        for path in sources("studio", "cards", "play")
        if "HttpRequest" in path.read_text("utf-8") and path.relative_to(PROJECT).parts[1] not in web
    ]
    assert not takers


def test_nothing_flows_by_django_signals() -> None:
    for path in sources("studio", "cards", "play"):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ImportFrom):
                assert node.module not in ("django.dispatch", "django.db.models.signals", "django.core.signals"), path


def test_no_reader_finds_what_it_reads_in_a_context_variable() -> None:
    """What is read depends on the view that is handed over. The clock is set back for a history that is brought in; and
    how much a thread may still draw changes nothing of what is read: there is all of it, or another thread begins."""
    ambient = [path for path in sources("studio", "cards", "play") if "contextvars" in path.read_text("utf-8")]
    assert {path.name for path in ambient} == {"clock.py", "costly.py"}


def test_set_up_needs_nothing_but_the_standard_library() -> None:
    own = {"studio"}
    for name in SET_UP:
        tree = ast.parse((PROJECT / name).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            modules = []
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                modules = [node.module or ""]
                if modules[0] in ("studio", "studio.setup"):
                    modules = [f"{modules[0]}.{alias.name}" for alias in node.names]
            for module in modules:
                first = module.partition(".")[0]
                is_django_run = first == "django" and name.endswith("/bootstrap.py")  # inside .venv, at the very end
                assert first in sys.stdlib_module_names | own or is_django_run, (name, module)
                assert first not in own or f"{module.replace('.', '/')}.py" in SET_UP, (name, module)
    image = (PROJECT / "deploy/Containerfile").read_text(encoding="utf-8")
    assert all(name in image for name in SET_UP)


@pytest.mark.parametrize("package", FLOORS)
def test_no_package_is_older_than_its_last_known_hole(package: str) -> None:
    assert Version(version(package)) >= Version(FLOORS[package])
    locked = re.search(rf"^{package}==(\S+)", (PROJECT / "requirements.lock").read_text(), re.MULTILINE)
    assert locked is not None and Version(locked[1]) >= Version(FLOORS[package])


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_package_has_hashes_and_no_place_it_comes_from(name: str) -> None:
    text = (PROJECT / name).read_text(encoding="utf-8")
    assert not re.search(r"://|--index|--find|file:|@ ", text)
    pins = re.split(r"^(?=\S)", text, flags=re.MULTILINE)[1:]
    assert pins
    for pin in pins:
        assert re.match(r"[a-z0-9._-]+(\[[a-z,]+\])?==\S+", pin) and "--hash=sha256:" in pin, pin


def test_the_locks_hold_what_the_project_asks_for() -> None:
    described = pyproject()
    asked = {
        "requirements.lock": described["project"]["dependencies"],  # type: ignore[index]
        "requirements-test.lock": [
            *described["project"]["dependencies"],  # type: ignore[index]
            *described["dependency-groups"]["test"],  # type: ignore[index]
        ],
        "requirements-measure.lock": described["dependency-groups"]["measure"],  # type: ignore[index]
    }
    for lock, wanted in asked.items():
        pins = dict(re.findall(r"^([a-z0-9._-]+)==([^\s;\\]+)", (PROJECT / lock).read_text(), re.MULTILINE))
        for line in wanted:
            requirement = Requirement(line)
            name = requirement.name.lower()
            assert name in pins, f"{name} is not in {lock}: compile it again"
            assert requirement.specifier.contains(pins[name]), (lock, line, pins[name])


def test_the_test_lock_holds_the_run_lock_as_it_is() -> None:
    def pins(name: str) -> set[str]:
        return set(re.findall(r"^[a-z0-9._-]+==[^\s;\\]+", (PROJECT / name).read_text(), re.MULTILINE))

    assert pins("requirements.lock") <= pins("requirements-test.lock")


def test_mypy_has_nothing_to_say() -> None:
    done = run("mypy", "--no-error-summary")
    assert done.returncode == 0, done.stdout


def deno(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Deno without colours, network or a place of its own in anybody's home."""
    return run("deno", *words, NO_COLOR="1", DENO_NO_UPDATE_CHECK="1", DENO_DIR=str(folder))


def test_templates_are_formatted() -> None:
    done = run("djangofmt", "--check", "templates")
    assert done.returncode == 0, f"bring them into form with `djangofmt templates`:\n{done.stderr}"


def test_a_comment_of_a_template_ends_on_its_line_for_else_it_is_shown() -> None:
    for path in sorted((PROJECT / "templates").rglob("*.html")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert line.count("{#") == line.count("#}"), (path.name, number)


def test_no_line_of_a_template_is_too_long_to_review() -> None:
    for path in sorted((PROJECT / "templates").rglob("*.html")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            is_drawn = line.lstrip().startswith("<path")
            assert len(line) <= 200 or is_drawn, (path.name, number)
            assert line.count("{#") == line.count("#}"), f"{path.name}, {number}: a comment goes on, and would be shown"


def test_style_sheets_and_scripts_are_formatted(tmp_path: Path) -> None:
    done = deno(tmp_path, "fmt", "--check")
    assert done.returncode == 0, f"bring them into form with `deno fmt`:\n{done.stderr}"


def test_the_types_of_scripts_agree(tmp_path: Path) -> None:
    folders = ("", "batch", "composer", "pad", "picture", "table")
    scripts = [path for folder in folders for path in sorted((PROJECT / "static/js" / folder).glob("*.js"))]
    done = deno(tmp_path, "check", "--no-remote", *map(str, scripts))
    assert done.returncode == 0, done.stderr


def test_no_script_says_a_limit_of_the_server_again() -> None:
    """The page hands it over. What measures time or the glass says so beside its number."""
    limits: dict[int, list[str]] = {}
    rooms = [path for app in ("cards", "play", "studio") for path in sorted((PROJECT / app).rglob("limits.py"))]
    for path in (*rooms, PROJECT / "cards/forms/kit.py"):
        for name, number in re.findall(r"^([A-Z_]+) = ([\d_]+)\b", path.read_text(encoding="utf-8"), re.MULTILINE):
            limits.setdefault(int(number), []).append(name)
    assert len(limits) > 40
    for path in sorted((PROJECT / "static/js").glob("[!v]*/*.js")) + sorted((PROJECT / "static/js").glob("*.js")):
        text = path.read_text(encoding="utf-8")
        for name, number, remark in re.findall(r"^(?:export )?const (\w+) = (\d[\d_]+);(.*)$", text, re.MULTILINE):
            said = f"{path.name} {name}"
            if int(number) in limits and not re.search(r"// (ms|px|so many square pixels)\b", remark):
                assert said in OF_ITS_OWN, f"{said} = {number}: one of {limits[int(number)]}?"


def test_no_line_of_a_style_sheet_is_too_long_to_review() -> None:
    for path in sorted((PROJECT / "static/css").glob("*.css")):
        text = path.read_text(encoding="utf-8")
        if "do not edit" in text[:200]:  # written by a program
            continue
        for number, line in enumerate(text.splitlines(), 1):
            is_one_word = line.lstrip().startswith("url(")
            assert len(line) <= 140 or is_one_word, (path.name, number)


def test_no_style_sheet_shouts() -> None:
    for path in sorted((PROJECT / "static/css").glob("*.css")):
        assert "!important" not in path.read_text(encoding="utf-8"), (
            f"{path.name}: order, specificity or a layer decides"
        )


def test_no_template_says_again_how_much_the_rules_let_a_field_hold() -> None:
    """It is asked where it is kept; written out is only the room that codes and measures take."""
    written = {
        (path.stem, found)
        for path in (PROJECT / "templates").rglob("*.html")
        for found in re.findall(r'maxlength="(\d+)"', path.read_text(encoding="utf-8"))
    }
    codes = {("tables", "12"), ("home", "12"), ("knock", "12"), ("_rooms", "12"), ("sign_in", "60")}
    assert written == codes | {("_print_measured", "7"), ("_print_typed", "7"), ("_print_typed", "80")}


# Where an address is written out: pure rooms know no urls.py, and some must say it before there is one.
WRITTEN_OUT = {
    "cards/face/picture.py": {"/pictures/": "a face is drawn without Django"},
    "cards/face/drawn_back.py": {"/backs/": "so is a back"},
    "cards/queries/shelf_ask.py": {
        "/decks/": "the archive's own, for the one function that writes all of its addresses",
        "/decks/feed.atom": "its feed", "/decks.json": "its list",
    },
    "studio/server/health.py": {"/healthz": "answered before Django is asked", "/readyz": "so"},
    "studio/middleware.py": {"/admin/": "the folder, whatever stands there"},
    "studio/views/site.py": {
        f"/{name}/": "how addresses begin, for robots"
        for name in (
            "admin", "claims", "forked-from", "groups", "join", "knock", "sign-in", "tables", "you",
        )
    },
    "static/js/push_worker.js": {"/you/": "a worker has no page that could tell it"},
}  # fmt: skip


def test_addresses_are_written_by_their_names() -> None:
    """`path_to`, `reverse`, `{% url %}`, and data attributes for scripts: urls.py alone says how they begin. What
    stands under a deck or a table may go on from there; sockets have theirs in studio/asgi.py."""
    begins = {re.split(r"[/<]", route)[0] for route in every_route()} - {""}
    ours = re.compile(rf"/(?:{'|'.join(map(re.escape, sorted(begins)))})(?![\w.-])[^\s\"'`<{{]*")
    assert {"decks", "tables", "you", "pictures"} < begins
    found: dict[str, set[str]] = defaultdict(set)
    for path, words in written_in_the_product():
        if (address := ours.match(words)) or (words == "/" and path.suffix == ".html"):
            found[str(path.relative_to(PROJECT))].add(address[0] if address else words)
    assert {name: written for name, written in found.items()} == {name: set(why) for name, why in WRITTEN_OUT.items()}


def written_in_the_product() -> Iterator[tuple[Path, str]]:
    """Every string of Python but for what describes it, every attribute of a template, every string of a script."""
    for app in ("cards", "play", "studio"):
        for path in sorted((PROJECT / app).rglob("*.py")):
            if "migrations" in path.parts or path.name.startswith("urls"):
                continue
            tree = ast.parse(path.read_text(encoding="utf-8"))
            told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
                    yield path, node.value
    for path in sorted((PROJECT / "templates").rglob("*.html")):
        for words in re.findall(r"""=["'](/[^"']*)""", path.read_text(encoding="utf-8")):
            yield path, words
    for path in sorted((PROJECT / "static/js").rglob("*.js")):
        if "vendor" not in path.parts:
            for words in re.findall(r"""["'`](/[^"'`\n]*)""", path.read_text(encoding="utf-8")):
                yield path, words
