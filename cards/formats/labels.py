"""Lists in which every line says what it is: "Name: Wet Cement", "Type: Thing", "Text: …".

A label that nobody knows is unplaced, with what it says; it goes on with no type and no title.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from cards.formats.lines import Line, line_of, literal
from cards.formats.parts import Found, Part, trimmed
from cards.formats.type_lines import TypeLine, type_line
from cards.formats.values import Diagnostic, Unplaced
from cards.rules.limits import CORNER_MAX, corner_length
from studio.kernel.messages import message

LABELS = {
    **dict.fromkeys(("name", "title", "card", "card name", "card title"), "title"),
    **dict.fromkeys(("type", "kind", "card type", "type line"), "type"),
    **dict.fromkeys(
        ("text", "rules", "rules text", "rule text", "card text", "effect", "ability", "description"), "text"
    ),
    **dict.fromkeys(("flavour", "flavor", "flavour text", "flavor text"), "flavour"),
    **dict.fromkeys(("copies", "count", "quantity", "qty", "number of copies", "amount"), "copies"),
    **dict.fromkeys(("creator", "author", "by", "made by", "credit", "card by", "designer"), "maker"),
    "cost": "cost",
}
# What a column is called beyond that; a "number" may be copies, or only count the rows.
COLUMNS = {
    **LABELS,
    **dict.fromkeys(("cardname", "card_name", "card-name"), "title"),
    **dict.fromkeys(("template", "supertype", "super type"), "type"),
    **dict.fromkeys(("subtype", "sub type", "subtypes", "trait", "traits"), "trait"),
    **dict.fromkeys(("main text", "rulestext", "rules_text", "body text"), "text"),
    **dict.fromkeys(("flavortext", "flavourtext", "flavor_text"), "flavour"),
    **dict.fromkeys(("copy", "duplicates", "@count"), "copies"),
    **dict.fromkeys(("cornervalue", "corner value"), "cost"),
    **dict.fromkeys(("n", "n.", "no", "no.", "nr", "nr.", "#", "num", "number"), "number"),
}
_COPIES = re.compile(r"[x\u00d7*]?\s?(\d{1,3})\s?[x\u00d7]?")
_LABEL_MAX = 24
_STRANGE = re.compile(r"(?:[-*\u2022+] +)?([^\W\d_][\w -]{0,23}?)\s*:(?:\s+|$)(.*)")

Label = tuple[str, str]  # a field and what is said of it


def labelled(line: Line) -> Label | None:
    """What field the line says it is, and the rest of it. None for a line without such a label."""
    head, colon, rest = line.words.partition(":")
    if not colon or len(head) > _LABEL_MAX or line.level:
        return None
    known = LABELS.get(head.strip("*_ ").casefold())
    if known is None:
        return None
    return known, (rest.strip().removeprefix("**").removeprefix("__").strip() if head[:1] in "*_" else rest.strip())


def _strange(line: Line) -> Label | None:
    """A label that is not known, as it is written, and what it says."""
    found = None if line.level else _STRANGE.fullmatch(line.words)
    return (found[1].strip(), found[2].strip()) if found else None


def labelled_list(lines: Sequence[Line]) -> Found | None:
    """A card begins at each label of a title, or at each heading over labels; it has a type or a text as well."""
    said = [labelled(line) for line in lines]
    if not any(label and label[0] == "title" for label in said):
        said = [_headed(lines, said, index) or label for index, label in enumerate(said)]
    starts = [index for index, label in enumerate(said) if label and label[0] == "title" and label[1]]
    if not starts or sum(label is not None and label[0] in ("type", "text") for label in said) < len(starts):
        return None
    ends = [*starts[1:], len(lines)]
    spans = list(zip(starts, ends, strict=True))
    columns = _columns(lines, said, spans)
    cards = [_Card(columns).read(lines[start:end], said[start:end]) for start, end in spans]
    return Found(
        trimmed(lines[: starts[0]]),
        tuple(card.part for card in cards),
        tuple(remark for card in cards for remark in card.remarks),
        shape=message("a list with labels (“Name:”, “Type:”)"),
        unplaced=tuple(one for card in cards for one in card.unplaced),
    )


def _headed(lines: Sequence[Line], said: Sequence[Label | None], index: int) -> Label | None:
    """A heading with a label under it is a title."""
    if not lines[index].level or index + 1 == len(lines) or said[index + 1] is None:
        return None
    return "title", lines[index].words


def _columns(lines: Sequence[Line], said: Sequence[Label | None], spans: Sequence[tuple[int, int]]) -> frozenset[str]:
    """Labels that are not known and stand on half of the cards, or more, and on two at least: no words of a text."""
    found: Counter[str] = Counter()
    for start, end in spans:
        here = zip(lines[start:end], said[start:end], strict=True)
        found.update({one[0].casefold() for line, label in here if label is None and (one := _strange(line))})
    return frozenset(name for name, times in found.items() if times > 1 and 2 * times >= len(spans))


@dataclass(slots=True)
class _Card:
    """The lines of one card. A line without a label goes on with the text, or with what goes on over lines."""

    columns: frozenset[str]
    fields: dict[str, list[Line]] = field(default_factory=lambda: {"text": []})
    remarks: list[Diagnostic] = field(default_factory=list)
    unplaced: list[Unplaced] = field(default_factory=list)
    title: Line = field(init=False)
    part: Part = field(init=False)

    def read(self, lines: Sequence[Line], said: Sequence[Label | None]) -> _Card:
        self.title = lines[0]
        at = "text"
        for line, label in zip(trimmed(lines), said, strict=False):
            if line.words == "-":  # a dash alone parts one card from the next
                at = "text"
            elif label is not None:
                at = self._said(line, label, at)
            else:
                at = self._words(line, at)
        self.part = self._part()
        return self

    def _said(self, line: Line, label: Label, at: str) -> str:
        name, words = label
        rest = line_of(line.number, words, line.after_blank)
        if self.fields.get(name) and name not in ("text", "flavour"):  # said twice
            if words:
                self.unplaced.append(Unplaced(line.number, words, _written(line)))
            return at
        self.fields.setdefault(name, []).extend([rest] if rest else [])
        return name

    def _words(self, line: Line, at: str) -> str:
        strange = _strange(line)
        if strange and (at not in ("text", "flavour") or strange[0].casefold() in self.columns):
            self.unplaced.append(Unplaced(line.number, strange[1] or strange[0], strange[0] if strange[1] else ""))
            return at
        if strange and " " not in strange[0]:
            text = message(
                "“{words}” was kept as words on “{title}”; no label of that name is known.",
                words=line.words[:60], title=self._title()[:60],
            )  # fmt: skip
            self.remarks.append(Diagnostic(line.number, "listing.label_unknown", text))
        goes_on = at in ("text", "flavour", "maker")
        self.fields.setdefault(at if goes_on else "text", []).append(line)
        return at if goes_on else "text"

    def _title(self) -> str:
        return self.fields["title"][0].words

    def _part(self) -> Part:
        kind = self.fields.get("type", [])
        words = " ".join(line.words for line in kind)
        part = Part(
            replace(self.title, words=self._title()),
            type_line(words) or TypeLine(words, "said"),
            kind[0] if kind else self.title,
            tuple(self.fields["text"]),
            flavour="\n".join(literal(line.raw).strip() for line in self.fields.get("flavour", [])),
            maker=" ".join(line.words for line in self.fields.get("maker", [])),
        )
        return replace(part, copies=self._copies(), cost=self._cost())

    def _copies(self) -> int:
        """One where it is no number: then it is unplaced."""
        for line in self.fields.get("copies", []):
            if count := _COPIES.fullmatch(line.words):
                return int(count[1])
            self.unplaced.append(Unplaced(line.number, line.words, "Copies"))
        return 1

    def _cost(self) -> str:
        for line in self.fields.get("cost", []):
            if corner_length(line.words) <= CORNER_MAX:
                return line.words
            self.unplaced.append(Unplaced(line.number, line.words, "Cost"))
        return ""


def _written(line: Line) -> str:
    return line.words.partition(":")[0].strip("*_ -")
