"""What a reader did not understand, in words: each column and label once, and every line that nobody named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cards.formats.values import Diagnostic, Unplaced
from studio.kernel.messages import counted, message

CODE = "unplaced"
NAMED_MAX = 20  # columns, and lines, that have a remark of their own; every one of them is in Reading.unplaced
EXCERPT = 80


def left_out(unplaced: Sequence[Unplaced]) -> Iterator[Diagnostic]:
    """A remark for each column that nobody knows, and one for each line and cell without a name."""
    named: dict[str, list[Unplaced]] = {}
    alone: list[Unplaced] = []
    for one in unplaced:
        (named.setdefault(one.name.casefold(), []) if one.name else alone).append(one)
    for cells in list(named.values())[:NAMED_MAX]:
        yield _column(cells)
    for one in alone[:NAMED_MAX]:
        text = message("“{words}” was not understood, and was left out.", words=excerpt(one.words))
        yield Diagnostic(one.line, CODE, text)
    if more := sum(map(len, list(named.values())[NAMED_MAX:])) + len(alone[NAMED_MAX:]):
        yield Diagnostic(None, CODE, message("{count:,} more lines and cells were left out.", count=more))


def _column(cells: Sequence[Unplaced]) -> Diagnostic:
    first = cells[0]
    if first.is_asked:
        return Diagnostic(
            first.line, CODE, message("The column “{name}” was left out, as said.", name=excerpt(first.name))
        )
    words = f"{excerpt(first.name)}: {excerpt(first.words)}"
    text = message("“{words}” was not understood, and was left out.", words=words)
    if len(cells) > 1:
        text = counted(
            "“{words}” was not understood, and was left out; so was {count} more of that name.",
            "“{words}” was not understood, and was left out; so were {count:,} more of that name.",
            len(cells) - 1, words=words,
        )  # fmt: skip
    return Diagnostic(first.line, CODE, text)


def excerpt(words: str) -> str:
    """As much of the words as is said of them."""
    flat = " ".join(words.split())
    return flat if len(flat) <= EXCERPT else f"{flat[: EXCERPT - 1]}…"
