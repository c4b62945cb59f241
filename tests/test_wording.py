"""Every refusal the source can raise has a sentence, and every sentence is fit to be read."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.kernel.refusals import Refused
from studio.wording import TABLE, say, status, words

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
    missing = {code: where for code, (where, _) in raised().items() if code not in TABLE}
    assert missing == {}


def test_every_sentence_gets_the_facts_it_names() -> None:
    for code, (where, facts) in raised().items():
        wanted = {field for _, field, _, _ in string.Formatter().parse(TABLE[code].sentence) if field}
        assert facts is None or wanted <= facts, f"{code} at {where} lacks {wanted - (facts or frozenset())}"


@pytest.mark.parametrize("code", sorted(TABLE))
def test_a_sentence_is_whole_and_says_it_in_our_words(code: str) -> None:
    sentence = TABLE[code].sentence
    assert CODE.fullmatch(code)
    assert sentence[0].isupper() or sentence[0] in "{“"
    assert sentence[-1] in ".?}" and "  " not in sentence and "!" not in sentence
    assert not UNWANTED.search(sentence)
    assert TABLE[code].status in (403, 404, 409, 413, 422, 429, 503)


def test_a_sentence_is_filled_with_plain_facts() -> None:
    refused = Refused("name.taken", name="<b>{Ros}</b>")
    assert "<b>{Ros}</b>" in say(refused) and status(refused) == 409


def test_a_missing_fact_or_an_unknown_code_is_still_a_sentence() -> None:
    assert "…" in say(Refused("name.long"))
    assert words(Refused("no.such_code")).status == 409
    assert say(Refused("no.such_code")).endswith(".")
