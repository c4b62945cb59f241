"""What changed between two versions as data for programs, and as plain text for a mailing list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC
from typing import Any

from django.conf import settings

from cards.queries import compare_told as told
from cards.queries.compare_page import between
from cards.queries.compared import Half, TwoVersions
from cards.queries.faces import ReadFace, read_for_page
from cards.queries.ledger import Step
from cards.rules.pairing import Became, Lain, Pair
from cards.values import counts
from cards.values.mat import Proof
from studio.kernel.messages import counted, message, series
from studio.web.words import say

SCHEMA = "carte-blanche/comparison/1"
LINE = 72  # letters: what a mailing list leaves as it is
_BLANK = str.maketrans("\t\n\v\f\r", "     ")  # a space that is not to be broken is none
_MARKS = {"cut": ("[-", "-]"), "added": ("{+", "+}")}
_PARTS: tuple[tuple[Became, ...], ...] = (("reworded",), ("recounted", "moved"), ("in",), ("out",))


class _Whole:
    """Everything that is said of a comparison, read at once."""

    def __init__(self, what: TwoVersions) -> None:
        self.what = what
        self.faces = read_for_page(
            lain.face for pair in what.changed for lain in (pair.was, pair.now) if lain is not None
        )
        self.ballots = told.ballots_between(what, what.changed)
        self.reworded = told.WordProofs(what, self.faces)

    def read(self, lain: Lain) -> ReadFace:
        return self.faces[lain.face]


def as_data(what: TwoVersions) -> dict[str, Any]:
    """For programs; numbers as numbers, pieces of words as [mark, words], moments in UTC."""
    whole = _Whole(what)
    titles = {lain.ref: lain.face for lain in what.now.lain}
    return {
        "schema": SCHEMA,
        "was": _edition(what.was),
        "now": _edition(what.now),
        "counts": told.sums(what.pairs),
        "changes": [_change(whole, pair) for pair in what.changed],
        "rules_in_order": [{"number": ref.number, "face": titles[ref]} for ref in what.rules_in_order],
        "kit": [_field(proof) for proof in told.kit_proofs(what)],
    }


def _edition(half: Half) -> dict[str, Any]:
    version = half.version
    return {
        "deck": half.deck.title,
        "slug": half.deck.slug,
        "version": version.number,
        "name": version.name,
        "digest": version.digest,
        "at": version.at.astimezone(UTC).isoformat(),
    }


def _change(whole: _Whole, pair: Pair) -> dict[str, Any]:
    between = whole.what.between(pair)
    return {
        "became": pair.became,
        "kind": pair.lain.ref.kind,
        "was": _lain(whole, pair.was),
        "now": _lain(whole, pair.now),
        "fields": [_field(proof) for proof in whole.reworded.proofs(pair)],
        "steps": [_step(whole, half, step) for half, step in between],
    }


def _lain(whole: _Whole, lain: Lain | None) -> dict[str, Any] | None:
    if lain is None:
        return None
    read = whole.read(lain)
    return {
        "number": lain.ref.number,
        "face": lain.face,
        "title": read.title,
        "copies": lain.copies,
        "side": lain.side,
        "withdrawn": read.is_withdrawn,
    }


def _field(proof: Proof) -> dict[str, Any]:
    return {"field": proof.field, "pieces": [[piece.mark, piece.text] for piece in proof.pieces]}


def _step(whole: _Whole, half: Half, step: Step) -> dict[str, Any]:
    ballot = whole.ballots.of(half, step)
    return {
        "deck": half.deck.slug,
        "did": step.what,
        "by": step.maker or step.by,
        "at": step.at.astimezone(UTC).isoformat(),
        "votes": [{"by": seal.name, "answer": seal.state} for seal in ballot.seals] if ballot else [],
    }


def as_text(what: TwoVersions) -> str:
    """Lines of at most LINE letters, as far as words allow; what was cut stands in [- -], what was added in {+ +}."""
    return "\n".join(_lines(_Whole(what))) + "\n"


def _lines(whole: _Whole) -> Iterator[str]:
    what = whole.what
    with_deck = not what.is_one_deck
    head = series(told.edition_words(half, with_deck=with_deck) for half in (what.was, what.now))
    yield from _wrapped(what.was.deck.title if what.is_one_deck else say(message("What changed")), "")
    yield from _wrapped(say(message("{versions}", versions=head)), "")
    yield from _wrapped(say(_counts(what)), "")
    for became in _PARTS:
        pairs = [pair for pair in what.changed if pair.became in became]
        if pairs:
            yield from ("", say(told.WORDS[became[0]]).upper(), "")
        for place, pair in enumerate(pairs):
            if place:
                yield ""
            yield from _of_pair(whole, pair)
    if kit := told.kit_proofs(what):
        yield from ("", say(message("How the table is laid")).upper(), "")
        yield from _of_proofs(kit)
    if settings.ENV.site:
        yield from ("", f"{settings.ENV.site}{what.was.home}compare/{between(what)}/")


def _counts(what: TwoVersions) -> Any:
    found = told.sums(what.pairs)
    said = [
        message("{count} in", count=found["in"]),
        message("{count} reworded", count=found["reworded"]),
        message("{count} out", count=found["out"]),
    ]
    if found["recounted"]:
        said.append(counted("{count} with other copies", "{count} with other copies", found["recounted"]))
    return series([*said, message("{count} as they were", count=found["same"])], "comma")


def _of_pair(whole: _Whole, pair: Pair) -> Iterator[str]:
    read, half = whole.read(pair.lain), whole.what.was if pair.now is None else whole.what.now
    is_rule = pair.lain.ref.kind == "rule"
    what = read.type_line(is_rule)
    copies = "" if is_rule or pair.lain.copies == 1 else f", {say(counts.copies(pair.lain.copies))}"
    mark = f"§{pair.lain.ref.number}" if is_rule else str(pair.lain.ref.number)
    yield from _wrapped(f"{mark}  {read.title} ({what}{copies})", "  ")
    if counted_now := told.counted_words(pair):
        yield from _wrapped(counted_now, "    ")
    if pair.was is None or pair.now is None:
        for line in told.plain_words(read, half).splitlines():
            yield from _wrapped(line, "    ")
    yield from _of_proofs(whole.reworded.proofs(pair))
    for there, step in whole.what.between(pair):
        done = told.done_words(step, whole.ballots.of(there, step))
        yield from _wrapped(done if whole.what.is_one_deck else f"{there.deck.title}: {done}", "    ")


def _of_proofs(proofs: Iterable[Proof]) -> Iterator[str]:
    for proof in proofs:
        words = "".join(_marked(piece.mark, piece.text) for piece in proof.pieces)
        yield from _wrapped(f"{proof.name}: {words}", "    ")


def _marked(mark: str, words: str) -> str:
    before, after = _MARKS.get(mark, ("", ""))
    return f"{before}{words}{after}"


def _wrapped(words: str, indent: str) -> list[str]:
    """Lines of whole words, as `textwrap` makes them at some twenty times the cost."""
    lines: list[str] = []
    left, room = words.translate(_BLANK).strip(" "), LINE - len(indent)
    while len(left) > room:
        end = left.rfind(" ", 0, room + 1)
        if end < 0 and (end := left.find(" ", room)) < 0:
            break
        lines.append(indent + left[:end].rstrip(" "))
        left = left[end:].lstrip(" ")
    return [*lines, indent + left] if left else lines
