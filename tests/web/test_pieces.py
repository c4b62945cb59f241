"""Marks are found on the card one writes as they are found where it prints."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from cards.face.symbols import Symbol
from cards.face.text import parse_inline
from studio.settings import BASE_DIR

TEXTS = (
    "", "plain", "**Second cup:** {tap} put a {token}", "*x* and **y** and ***z***", "2*3*4 is a sum", "** not bold **",
    "**open", "a \\*star\\* and \\{tap}", "{gold 3} {life 3} {nonsense} {tap", "*a **b* c**", "שלום **עולם** {tap}",
    "one\n**two\nthree** four", "****", "**a**b**c**", "{tap}{tap}*{tap}*", "it’s *so*, is it",
    "💥**boom**💥", "\\\\*a*",
)  # fmt: skip

RUN = """
import { pieces } from '%s';
const texts = JSON.parse(await new Response(Deno.stdin.readable).text());
const known = { tap: 1, token: 1, 'gold 3': 1, 'life 3': 1 };
const meant = (token) => known[token] ? { src: 'x', words: token } : null;
const told = (text) => pieces(text, meant).map((p) => [text.slice(p.from, p.to), p.is, p.bold, p.italic]);
console.log(JSON.stringify(texts.map(told)));
"""


def _here(text: str) -> list[tuple[str, bool, bool]]:
    """What is seen, letter by letter, and how."""
    seen: list[tuple[str, bool, bool]] = []
    for inline in parse_inline(text):
        if isinstance(inline, Symbol):
            seen.append((f"{{{inline.token}}}", False, False))
        else:
            seen += [(letter, inline.bold, inline.italic) for letter in inline.text]
    return seen


def _there(pieces: list[tuple[str, str, bool, bool]]) -> list[tuple[str, bool, bool]]:
    seen: list[tuple[str, bool, bool]] = []
    for words, kind, bold, italic in pieces:
        if kind == "symbol":
            seen.append((words, False, False))
        elif kind != "mark":
            seen += [(letter, bold, italic) for letter in words]
    return seen


def test_what_is_bold_and_what_is_a_symbol_on_the_card_one_writes_is_so_where_it_prints(tmp_path: Path) -> None:
    module = (Path(BASE_DIR) / "static/js/composer/pieces.js").as_uri()
    deno = Path(sys.executable).with_name("deno")
    told = subprocess.run(
        [deno, "eval", "--quiet", RUN % module], input=json.dumps(TEXTS), capture_output=True, text=True, check=False,
        env={"DENO_DIR": str(tmp_path), "DENO_NO_UPDATE_CHECK": "1"},
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    for text, pieces in zip(TEXTS, json.loads(told.stdout), strict=True):
        assert "".join(words for words, *_ in pieces) == text, "every letter is on the paper"
        assert _there(pieces) == _here(text), text
