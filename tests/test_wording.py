"""Every refusal the source can raise has a sentence, and every sentence is fit to be read."""

from __future__ import annotations

import ast
import importlib
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.kernel.refusals import Refused
from studio.web.words import say
from studio.wording import REFUSALS, Answer, Refusals, late, status

PROJECT = Path(__file__).resolve().parent.parent
UNWANTED = re.compile(r"\b(approved?|failed|denied|submit|item|user|invalid|error)\b", re.I)
CODE = re.compile(r"[a-z]+(\.[a-z_]+)+")


def sources() -> Iterator[Path]:
    for app in ("studio", "cards", "play"):
        yield from (path for path in (PROJECT / app).rglob("*.py") if "migrations" not in path.parts)


def raised() -> dict[str, tuple[str, frozenset[str] | None]]:
    """Codes given to Refused as literals, where, and with which facts (None when they are not all named there)."""
    found: dict[str, tuple[str, frozenset[str] | None]] = {}
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text())):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused"):
                continue
            if node.args and isinstance(node.args[0], ast.Constant):
                named = (
                    None if any(k.arg is None for k in node.keywords) else frozenset(k.arg or "" for k in node.keywords)
                )
                found[str(node.args[0].value)] = (f"{path.relative_to(PROJECT)}:{node.lineno}", named)
    return found


def test_every_refusal_has_a_sentence() -> None:
    missing = {code: where for code, (where, _) in raised().items() if code not in REFUSALS}
    assert missing == {}


def test_every_sentence_gets_the_facts_it_names() -> None:
    for code, (where, facts) in raised().items():
        wanted = {field for _, field, _, _ in string.Formatter().parse(REFUSALS[code].sentence) if field}
        assert facts is None or wanted <= facts, f"{code} at {where} lacks {wanted - (facts or frozenset())}"


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_a_sentence_is_whole_and_says_it_in_our_words(code: str) -> None:
    sentence = REFUSALS[code].sentence
    assert CODE.fullmatch(code)
    assert sentence[0].isupper() or sentence[0] in "{“"
    assert sentence[-1] in ".?}" and "  " not in sentence and "!" not in sentence
    assert not UNWANTED.search(sentence)
    assert REFUSALS[code].status in (403, 404, 409, 413, 422, 429, 503)


def test_each_app_words_its_own_refusals() -> None:
    """A code stands with the app that raises it, or with one that app stands on."""
    rank = {"studio": 0, "cards": 1, "play": 2}
    own = {
        code: app
        for app in rank
        for name, table in vars(importlib.import_module(f"{app}.wording")).items()
        if name.isupper() and isinstance(table, dict)
        for code in table
    }
    assert own.keys() == REFUSALS.keys()
    for code, (where, _) in raised().items():
        assert rank[own[code]] <= rank[where.partition("/")[0]], f"{code} of {own[code]} is raised at {where}"


def test_a_code_is_worded_once() -> None:
    refusals = Refusals()
    refusals.register({"a.b": late("Later.")})
    with pytest.raises(ValueError, match="a.b"):
        refusals.register({"a.b": Answer(404, "Never.")})


def test_a_sentence_is_filled_with_plain_facts() -> None:
    refused = Refused("name.taken", name="<b>{Ros}</b>")
    assert "<b>{Ros}</b>" in say(refused) and status(refused) == 409


def test_a_missing_fact_or_an_unknown_code_is_still_a_sentence() -> None:
    assert "…" in say(Refused("name.long"))
    assert status(Refused("no.such_code")) == 409
    assert say(Refused("no.such_code")).endswith(".")
