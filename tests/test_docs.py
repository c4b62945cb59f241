"""The documents say what there is: every command, fact, refusal and option, and no word of one that is gone.

`python -m tests.test_docs` writes anew what is written from the source: refusals, tables, states.
"""

from __future__ import annotations

import dataclasses
import importlib
import importlib.util
import re
import tokenize
import typing
from collections.abc import Callable, Iterable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from cards.rules import deck, events
from cards.verbs import registry as deck_verbs
from cards.wording import DECKS, FACES, PAPER
from play.table import events as table_events
from play.table.events import Undo
from play.verbs import registry
from play.wording import TABLES, TYPED
from studio.wording import ACCOUNTS, DOORS, NAMES, REQUESTS, UNFINISHED
from tests.rules import states

PROJECT = Path(__file__).resolve().parent.parent
DOCS = PROJECT / "docs"
BEFORE_DJANGO = {"start", "test", "setup"}  # words that studio/setup/bootstrap.py knows before there is a Django
LINES_MAX = 200

_TOP = """# {title}

Every refusal has a code, a status and a sentence. A page says the sentence; a script gets the code and the words as
JSON, with the same status. Codes stay; sentences may be put better. `python -m tests.test_docs` writes this file
from the `wording.py` of each app.

| code | status | sentence |
|---|---|---|
"""

_TABLES_TOP = """# Tables: commands and facts

What can be asked of a table and what may have happened at one. `seat` is who acts, numbered from 1; pieces are named
by the ids that seat was shown; a zone of the table by its kit id (`draw`), a seat's by id and seat (`hand.3`).
A form sends a command by the name under *sent as*, with those of its fields that the name does not settle.
A program reads `GET /tables/<code>/entries/?after=41`, redacted by what its viewer may know. This file is written by
`python -m tests.test_docs`,
from the verbs in `play/verbs/` and from `play/table/events/`.

## Who is asked

| what | whose yes it needs | while they are away |
|---|---|---|
| the win, the end of a game | everybody else who sits here (B10) | it waits, unless the others go on without them |
| taking a move back | everybody else who is here | the others decide; where nobody else is here it waits for all |
| taking back one's own trifle: a counter, a token, a note, a card turned sideways | nobody's, while nobody has \
done more since | |
| a look into a hand, a card out of it | whose hand it is (B8) | all others who are here, one at least |
| putting somebody out of the game | whom it is about | all others who are here, one at least |
| going on without somebody | all others who are here, if any | the others decide |
| asking somebody to leave, quiet | all others who are here, one at least | the others decide |

- Anybody may put themselves out of the game. The last one left, or the last team, wins: those who are out have said so
  themselves, or the others have for somebody who was away.
- Whoever is alone at the table goes on without asking anybody. A win claimed then is asked about once, and told as what
  it is: a claim that nobody was there to agree to.
- An empty seat keeps its cards and has no turns. Whoever was gone on without says that they are back.
- In a game with teams a card out of the hand for a team-mate uses up the turn's Action, while there is one (V1).
- A question about taking something back names the moves. It goes back over what nobody has learnt anything from, and
  over the latest 40 entries at most. Who may speak and who may sit is no part of the game and is not taken back.
- Quiet is about every word of one's own that the table shows: talk, remarks on a proposal, reasons given with a
  question, notes on cards, names of tokens that are new here. A win can still be claimed, without a word. What somebody
  writes on cards, and why they vote against one, is for the vote itself.
- Whoever was asked to leave does not sit down again, and at a table of a version neither does anybody new without its
  new link (`?invite=`), shown to those who sit: the code alone lets strangers watch at most. Those who sat here before
  come back without it. At a creative table the members of the deck's group sit, and its stewards say who that is.
- A table on a version of a private deck is there for the members of the deck's group and for whoever comes by its link,
  from then on for good, with a seat or watching; its code alone opens nothing to anybody else. When a member is removed
  from the group they get up from these tables and find them no more, and the links are others. Of a public or unlisted
  deck the code is enough; the open form says which it is.
- An ability that a card calls "Action:" counts as the turn's Action (B6). Whatever a deck calls "Activate:" counts
  the same until its kit gives each card a number of uses of its own (`abilities_each`).
"""


ANSWERS = {**REQUESTS, **NAMES, **DOORS, **ACCOUNTS, **UNFINISHED, **DECKS, **FACES, **PAPER, **TABLES, **TYPED}


def documents() -> list[Path]:
    return [PROJECT / "README.md", PROJECT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]


def refusals(title: str, codes: Iterable[str]) -> str:
    """One of the two files of refusals."""
    rows = (f"| `{code}` | {ANSWERS[code].status} | {ANSWERS[code].sentence} |\n" for code in sorted(codes))
    return _TOP.format(title=title) + "".join(rows)


def tables() -> str:
    """docs/tables.md: what can be asked of a table and what may have happened at one, from the values themselves."""
    parts = [_TABLES_TOP, "\n## Commands\n\n| name | fields | sent as | typed | |\n|---|---|---|---|---|\n"]
    for verb in registry.EVERY:
        sent = ", ".join(f"`{one.name}`" for one in verb.sent)
        typed = ", ".join(f"`/{word.name}`" for word in verb.words)
        kind = verb.command
        parts.append(f"| `{kind.__name__}` | {_fields(kind)} | {sent} | {typed} | {_sentence(kind)} |\n")
    parts.append("\n## Facts\n\n| name | fields | taken back | |\n|---|---|---|---|\n")
    for kind in typing.get_args(table_events.Event):
        parts.append(f"| `{kind.__name__}` | {_fields(kind)} | {_BACK[kind.undo]} | {_sentence(kind)} |\n")
    return "".join(parts)


_BACK = {
    Undo.OPEN: "yes", Undo.SHOWN: "no, it was seen", Undo.STANDS: "no", Undo.BESIDE: "no, it is beside the game",
    Undo.AS_IT_LAY: "where nothing hidden came to light", Undo.TRIFLE: "yes, by whoever did it",
}  # fmt: skip


def _fields(kind: type) -> str:
    return ", ".join(field.name for field in dataclasses.fields(kind))


def _sentence(kind: type) -> str:
    """The first sentence of a docstring; nothing where a dataclass wrote its own."""
    said = " ".join((kind.__doc__ or "").split())
    return "" if said.startswith(f"{kind.__name__}(") else re.split(r"(?<=[.)]) ", said)[0].replace("|", "/")


# Every file that is written from the source, by name.
WRITTEN: dict[str, Callable[[], str]] = {
    "refusals.md": lambda: refusals("Refusals", ANSWERS.keys() - PAPER.keys() - TABLES.keys() - TYPED.keys()),
    "refusals-of-files.md": lambda: refusals("Refusals of files and prints", PAPER.keys()),
    "refusals-of-tables.md": lambda: refusals("Refusals of tables", TABLES.keys() | TYPED.keys()),
    "tables.md": tables,
    "states.md": states.document,
}


def rows_of(text: str, heading: str) -> dict[str, str]:
    """The first column of a section's tables that names something in code style, with the rest of its row."""
    section = text.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return dict(re.findall(r"^\| `([A-Z]\w+)[^`]*` (.*)$", section, re.MULTILINE))


def commands_told() -> list[tuple[str, str]]:
    """Every `manage.py WORD …` of the documents, as the word and what follows it."""
    found: list[tuple[str, str]] = []
    for path in documents():
        found += re.findall(r"manage\.py ([a-z_]+)([^`\n]*)", path.read_text(encoding="utf-8"))
    return found


def test_every_command_of_a_deck_is_told_with_its_fields() -> None:
    text = (DOCS / "commands-and-events.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `([A-Z]\w+\([^)]*\))`", text, re.MULTILINE))
    kinds = [verb.command for verb in deck_verbs.EVERY]
    assert len(kinds) > 10
    assert told == {f"{kind.__name__}({', '.join(field.name for field in dataclasses.fields(kind))})" for kind in kinds}


def test_every_verb_of_a_deck_is_told_with_the_fields_that_a_form_may_send() -> None:
    text = (DOCS / "commands-and-events.md").read_text(encoding="utf-8").partition("| `verb` at `do/` |")[2]
    told = re.findall(r"^\| (`.*)", text.partition("\n\n")[0], re.MULTILINE)
    sent = [sent for _, sent in deck_verbs.BY_NAME.values()]
    assert told == [f"`{one.name}` | {' '.join(f'`{field}`' for field in one.names)} |" for one in sent]


def test_every_change_is_told() -> None:
    text = (DOCS / "commands-and-events.md").read_text(encoding="utf-8")
    assert [kind.__name__ for kind in typing.get_args(deck.Change) if f"`{kind.__name__}`" not in text] == []


def test_every_fact_of_a_deck_is_told_with_its_fields() -> None:
    told = rows_of((DOCS / "commands-and-events.md").read_text(encoding="utf-8"), "Facts")
    fields = {name: rest.split("|")[1].strip() for name, rest in told.items()}
    kinds = typing.get_args(events.Event)
    assert len(kinds) > 20
    assert fields == {kind.__name__: ", ".join(field.name for field in dataclasses.fields(kind)) for kind in kinds}
    assert all(rest.split("|")[2].strip() for rest in told.values())


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written_from_the_source_says_what_it_says(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == WRITTEN[name](), "run `python -m tests.test_docs`"


def test_every_command_line_is_one_that_there_is() -> None:
    told = commands_told()
    assert {word for word, _ in told} >= {"start", "test", "backup", "restore", "import_deck", "export_deck"}
    known = get_commands()
    for word, rest in told:
        assert word in known or word in BEFORE_DJANGO or word in ("help", "version"), word
        if word not in known:
            continue
        parser = load_command_class(known[word], word).create_parser("manage.py", word)
        options = set(parser._option_string_actions) | {
            "--data"
        }  # every command knows --data (studio/setup/bootstrap.py)
        unknown = set(re.findall(r"--[a-z-]+", rest)) - options
        assert not unknown, f"{word} has no {unknown}"


def test_every_command_line_of_the_readme_is_run_by_a_test() -> None:
    text = (PROJECT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"manage\.py ([a-z_]+)", text)) | set(re.findall(r"`([a-z]+_?[a-z]*) [A-Z]+[ `]", text))
    tests = [path for path in (PROJECT / "tests").rglob("test_*.py") if path.name not in ("test_docs.py", "test_deploying.py")]  # fmt: skip  # noqa: E501
    words = "\n".join(path.read_text(encoding="utf-8") for path in tests)
    assert {"start", "print_deck", "backup"} <= named
    for word in named - {"test", "help", "version"}:
        assert re.search(rf'"{word}"', words), f"no test runs {word}"


def test_every_file_that_a_document_names_is_there() -> None:
    """A stop of a journey, a place to open: by its path from the root, or its end. Decisions tell of their own day."""
    folders = ("studio", "cards", "play", "templates", "static", "tests", "deploy")
    there = [*map(str, PROJECT.glob("*.py")), *(str(path) for one in folders for path in (PROJECT / one).rglob("*.*"))]
    lost = [
        f"{path.name}: {name}"
        for path in documents()
        if path.parent.name != "decisions" and path.name != "CHANGELOG.md" and not path.match("trials*.md")
        for name in re.findall(r"`([\w./-]+\.(?:py|js|css|html))`", path.read_text(encoding="utf-8"))
        if not any(one.endswith(f"/{name}") for one in there)
    ]
    assert not lost


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.name)
def test_a_document_is_short_and_its_links_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LINES_MAX
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if not re.match(r"https?:", target):
            assert (path.parent / target).exists(), target
    for target, anchor in re.findall(r"\]\(([^)#\s:]*)#([\w-]+)\)", text):
        lies = path.parent / target if target else path
        assert anchor in anchors(lies.read_text(encoding="utf-8")), f"{target}#{anchor}"
    for word in re.findall(r"`((?:studio|cards|play|tests|deploy|docs|static|templates)/[\w./-]*[\w/])`", text):
        assert (PROJECT / word).exists(), word


def headings(text: str) -> list[str]:
    """The titles of a document, without those of code that it shows."""
    return re.findall(r"^#+ (.+?)\s*$", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)


def anchors(text: str) -> set[str]:
    """What a link may point at: a heading as it is put into an address, or a place that was named."""
    named = set(re.findall(r'<a id="([\w-]+)">', text))
    return named | {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in headings(text)}


def remarks(path: Path) -> str:
    """The comments and docstrings of a module, one beneath the other; any other file whole."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py" or not re.search(r"\.(?:md|py)\b", text) and not _SHOUTED.search(text):
        return text if path.suffix != ".py" else ""
    tokens = tokenize.generate_tokens(StringIO(text).readline)
    return "\n".join(one.string for one in tokens if one.type == tokenize.COMMENT or one.string.startswith('"""'))


_SHOUTED = re.compile(r'\b[A-Z]{4,}(?:\.md)?,? "[A-Z][a-z]')  # a document of old, by its name alone


def test_every_document_and_heading_that_is_cited_is_there() -> None:
    """By its path from the root, with the heading in quotes after it, or by a link."""
    lost = []
    for room in ("studio", "cards", "play", "tests", "static", "templates", "deploy"):
        for path in sorted((PROJECT / room).rglob("*.*")):
            if path.suffix not in {".py", ".js", ".css", ".html", ".sh", ".yml", ".conf"} or "vendor" in path.parts:
                continue
            said = remarks(path)
            for name, heading in re.findall(r'(?<![\w./[-])(?<!\]\()([\w./-]+\.md)\b(?:,? "([^"]+)")?', said):
                cited = PROJECT / name
                if not cited.is_file() or heading and heading not in headings(cited.read_text(encoding="utf-8")):
                    lost.append(f"{path.name}: {name} {heading}".rstrip())
            lost += [f"{path.name}: {word}" for word in _SHOUTED.findall(said)]
    assert not lost


def test_every_module_that_a_comment_names_is_there() -> None:
    """By its path from the root, or by the end of it. `bare.py` holds a script of a machine that has none of ours."""
    rooms = ("studio", "cards", "play", "tests")
    modules = [path for room in rooms for path in sorted((PROJECT / room).rglob("*.py"))]
    there = {f"/{path.relative_to(PROJECT)}" for path in modules} | {"/manage.py", "/tests/file.py"}
    lost = [
        f"{path.relative_to(PROJECT)}: {name}"
        for path in modules
        if path.name != "bare.py"
        for name in re.findall(r"(?<![\w./-])((?:[a-z_]\w*/)*[a-z_]\w*\.py)\b", remarks(path))
        if not any(one.endswith(f"/{name}") for one in there)
    ]
    assert not lost


def there_is(name: str) -> bool:
    """Whether a dotted name leads to a module of ours, or to something in one."""
    module, _, rest = name.rpartition(".")
    if importlib.util.find_spec(name.split(".")[0]) is None or not module:
        return False
    try:
        return hasattr(importlib.import_module(module), rest) or importlib.util.find_spec(name) is not None
    except ImportError:
        return False


def test_what_a_template_says_that_it_is_given_is_there() -> None:
    """In the remark at its top: `page, a cards.values.kit.KitPage`."""
    said = [
        (path.name, name)
        for path in sorted((PROJECT / "templates").rglob("*.html"))
        for remark in re.findall(r"\{#.*?#\}", path.read_text(encoding="utf-8"))
        for name in re.findall(r"\b(?:cards|play|studio)(?:\.[A-Za-z]\w*){2,}", remark)
    ]
    assert len(said) > 90 and not [one for one in said if not there_is(one[1])]


_CITED = re.compile(r"(?<![\w.#/-])([ABV]\d{1,2}|C[1-9]\d?)(?![\w.%-])")


def cited() -> dict[str, set[str]]:
    """The lines of docs/rules.md that comments, docstrings and documents name, and where."""
    found: dict[str, set[str]] = {}
    for room in ("studio", "cards", "play", "tests"):
        for path in (PROJECT / room).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if not _CITED.search(text):
                continue
            for token in tokenize.generate_tokens(StringIO(text).readline):
                if token.type == tokenize.COMMENT or token.string.startswith('"""'):
                    for name in _CITED.findall(token.string):
                        found.setdefault(name, set()).add(path.name)
    for path in documents():
        for name in _CITED.findall(path.read_text(encoding="utf-8")):
            found.setdefault(name, set()).add(path.name)
    return {name: places for name, places in found.items() if name not in PAPERS}


PAPERS = {"A3", "A4", "A5", "A6"}


def test_every_rule_that_is_cited_is_written_down_once() -> None:
    told = re.findall(r'<a id="(\w+)"></a>(\w+) ', (DOCS / "rules.md").read_text(encoding="utf-8"))
    assert len(told) == len(set(told)) and all(anchor == name.lower() for anchor, name in told)
    missing = {name: places for name, places in cited().items() if name not in dict(told).values()}
    assert not missing
    assert {"B8", "B11", "C5", "V2", "A25"} <= cited().keys()


def test_every_folder_of_tests_is_told_with_what_one_may_cost() -> None:
    text = (DOCS / "testing.md").read_text(encoding="utf-8")
    folders = {f"tests/{path.parent.name}" for path in (PROJECT / "tests").glob("*/__init__.py")}
    assert set(re.findall(r"^\| `(tests/\w+)` \|(?:[^|]+\|){3}$", text, re.MULTILINE)) == folders


def test_the_readme_shows_a_picture() -> None:
    text = (PROJECT / "README.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"!\[([^\]]{10,})\]\((docs/[\w.-]+)\)", text)
    assert (PROJECT / shown[1]).stat().st_size < 300_000


if __name__ == "__main__":
    for file, words in WRITTEN.items():
        (DOCS / file).write_text(words(), encoding="utf-8")


def named_tests() -> list[str]:
    """Every `tests/file.py::name` of the list of what was found; `…::name` is in the file named before it."""
    told, file = [], ""
    for before, name in re.findall(
        r"`(tests/[\w/]+\.py|…|)(?:::(\w+))?`",
        "".join(path.read_text("utf-8") for path in sorted(DOCS.glob("trials*.md"))),
    ):
        file = before if before.startswith("tests/") else file
        if file and (name or before.startswith("tests/")):
            told.append(f"{file}::{name}" if name else file)
    return told


@pytest.mark.parametrize("told", named_tests())
def test_what_was_found_is_held_by_a_test_that_there_is(told: str) -> None:
    file, _, name = told.partition("::")
    held = (PROJECT / file).read_text(encoding="utf-8")
    assert not name or re.search(rf"^ *(async )?def {name}\(", held, re.M), told
