"""What is advised on each card of the example decks: `python -m tests.rules.advised_decks FOLDER`, the shared one.

The decks lie in the containers of other programs. They are taken apart here as far as names, types and texts, so that
advice meets texts that were written for no test; what the program itself reads is in tests/formats.
"""

from __future__ import annotations

import csv
import io
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

from cards.face.face import Face
from cards.face.text import parse, to_plain
from cards.formats import read_text
from cards.rules.advice import advise
from cards.rules.thoughts import Known, Thought
from studio.kernel.messages import english

Cards = Iterator[Face]


def _table(text: str, title: str, kind: str, words: str, by: str) -> Cards:
    for row in csv.DictReader(io.StringIO(text), delimiter=by):
        yield Face(row.get(title) or "", row.get(kind) or "", row.get(words) or "")


def _wiki(text: str) -> Cards:
    for call in re.findall(r"\{\{card(.*?)\}\}", text, re.DOTALL | re.IGNORECASE):
        bits = dict(re.findall(r"\|\s*(\w+)\s*=\s*(.*?)\s*(?=\||\Z)", call, re.DOTALL))
        words = bits.get("text", "").replace("'''", "**").replace("<br/>", "\n")
        yield Face(bits.get("title") or bits.get("longtitle") or "", bits.get("type", ""), words)


def _mush(text: str) -> Cards:
    for line in re.findall(r"^loadcard (.*)$", text, re.MULTILINE):
        name, kind, *words = line.removeprefix("hw/").removeprefix("hb/").removeprefix("hr/").split("/", 2)
        yield Face(name, {"T": "Thing", "A": "Action"}.get(kind, kind), "".join(words).replace("%r", "\n"))


def _ddd(text: str) -> Cards:
    blocks = {
        key: {name: value.strip().strip('"') for name, value in re.findall(r"([\w-]+):\s*(\"[^\"]*\"|[^;}]*)", block)}
        for key, block in re.findall(r"([\w-]+)\s*\{([^{}]*)\}", text)
    }
    parents = {bits.get("parent") for bits in blocks.values()}
    for key, bits in blocks.items():
        if key not in parents:
            kind = blocks.get(bits.get("parent", ""), {}).get("name", "")
            yield Face(bits.get("name", ""), kind, unescape(bits.get("text", "")))


def _mse(text: str) -> Cards:
    for block in text.split("\ncard:")[1:]:
        bits = {name: re.sub(r"<[^>]*>", "", value) for name, value in re.findall(r"\n\t([a-z ]+): ?(.*)", block)}
        yield Face(bits.get("name", ""), bits.get("super type", ""), bits.get("rule text", ""))


def _octgn(text: str) -> Cards:
    for card in ElementTree.fromstring(text.encode()).iter("card"):
        bits = {one.get("name"): one.get("value") or "" for one in card.iter("property")}
        yield Face(card.get("name") or "", bits.get("Type", ""), bits.get("Rules", ""))


READERS: dict[str, Callable[[str], Cards]] = {
    ".tsv": lambda text: _table(text, "Name", "Type", "Text", "\t"),
    ".csv": lambda text: _table(text, "Card Name", "Template", "Main Text", ","),
    ".wikitext": _wiki, ".mush": _mush, ".ddd": _ddd, ".mse-set.txt": _mse, ".octgn-set.xml": _octgn,
}  # fmt: skip


def decks(folder: Path) -> tuple[str, ...]:
    """Every file of the decks and the seeds."""
    return tuple(
        path.relative_to(folder).as_posix() for part in ("decks", "seeds") for path in sorted((folder / part).iterdir())
    )


def advised(path: Path) -> tuple[tuple[Face, tuple[Thought, ...]], ...]:
    """Each card of the file beside the others, and what is said of it; nothing of a file that holds no cards."""
    text = path.read_text(encoding="utf-8")
    reader = next((read for ending, read in READERS.items() if path.name.endswith(ending)), None)
    rules: tuple[str, ...] = ()
    if reader is not None:
        faces = list(dict.fromkeys(reader(text)))
    elif path.parent.name == "decks":
        return ()
    else:
        listing = read_text(text)[1].listing
        faces = [card.face for card in listing.cards]
        rules = tuple(f"{rule.face.title} {to_plain(parse(rule.face.text))}" for rule in listing.rules)
    return tuple((face, advise(face, _beside(face, faces, rules))) for face in faces)


def _beside(face: Face, faces: list[Face], rules: tuple[str, ...]) -> Known:
    others = [one for one in faces if one.title != face.title]
    return Known(
        titles=tuple(one.title for one in others),
        rules=rules,
        types=tuple(one.type_line for one in others),
        texts=tuple(to_plain(parse(one.text)) for one in others),
        marked=tuple(one.text for one in others),
    )


if __name__ == "__main__":
    shared = Path(sys.argv[1])
    total, flagged, codes = 0, 0, Counter[str]()
    for name in decks(shared):
        found = advised(shared / name)
        spoken_of = [(face, thoughts) for face, thoughts in found if thoughts]
        total, flagged = total + len(found), flagged + len(spoken_of)
        print(f"{name}: {len(spoken_of)} of {len(found)}")
        for face, thoughts in spoken_of:
            codes.update(thought.code for thought in thoughts)
            if "-v" in sys.argv:
                print(*(f"    {face.title}: {one.code}, {english(one.words)}" for one in thoughts), sep="\n")
    print(
        f"{flagged} of {total} cards, {flagged / total:.1%}:",
        *(f"{code} {count}" for code, count in codes.most_common()),
    )
