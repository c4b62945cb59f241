"""Catalogues of the interface (locale/<language>/LC_MESSAGES/django.po): what the source says, what a catalogue lacks,
and the .mo that is shipped beside it. Python alone: no gettext tools are needed to write one or to read one.
"""

from __future__ import annotations

import ast
import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.template import engines
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

from studio.kernel.messages import slots_of
from studio.setup.env import PROJECT

LOCALE = PROJECT / "locale"
_SENTENCES = frozenset({"message", "gone", "late", "amiss", "often", "others"})  # one sentence
_GIVEN = re.compile(r"""\b_\("([^"]+)"\)""")  # words that a template gives another
_BETWEEN, _PLURALS = "\x04", "\x00"  # how gettext parts a context from its message, and a message from its plural


@dataclass(frozen=True, slots=True, order=True)
class Marked:
    """A message of the source: its English, the English of many, its context, and the file it stands in."""

    text: str
    many: str = ""
    context: str = ""
    where: str = ""

    @property
    def key(self) -> str:
        return f"{self.context}{_BETWEEN}{self.text}" if self.context else self.text


@dataclass(frozen=True, slots=True)
class Translation:
    """A message of a catalogue with its words, one for each plural form; "" where there are none yet."""

    marked: Marked
    words: tuple[str, ...] = ("",)

    @property
    def is_whole(self) -> bool:
        return all(self.words)


# --- what the source says --------------------------------------------------------------------------------------------


def marked_in(path: Path) -> Iterator[Marked]:
    """The messages of one file of Python or one template."""
    where = str(path.relative_to(PROJECT))
    return _in_python(path, where) if path.suffix == ".py" else _in_template(path, where)


def everything() -> tuple[Marked, ...]:
    """All messages, each once, with the first file that says it."""
    files = [path for app in ("studio", "cards", "play") for path in sorted((PROJECT / app).rglob("*.py"))]
    files += sorted((PROJECT / "templates").rglob("*.html"))
    found: dict[str, Marked] = {}
    for path in files:
        for marked in marked_in(path):
            known = found.setdefault(marked.key, marked)
            if marked.many and not known.many:
                found[marked.key] = marked
    return tuple(found.values())


def _in_python(path: Path, where: str) -> Iterator[Marked]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
            continue
        texts = [text for one in node.args if (text := _text(one))]
        context = next((text for k in node.keywords if k.arg == "context" and (text := _text(k.value))), "")
        if node.func.id in _SENTENCES and _text(node.args[0]):
            yield Marked(texts[0], "", context, where)
        elif node.func.id == "counted" and len(texts) > 1:
            yield Marked(texts[0], texts[1], context, where)


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _in_template(path: Path, where: str) -> Iterator[Marked]:
    template: Any = engines["django"].from_string(path.read_text(encoding="utf-8"))
    for node in template.template.nodelist.get_nodes_by_type(TranslateNode):
        context = node.message_context.var if node.message_context else ""
        yield Marked(str(node.filter_expression.var.literal), "", str(context), where)
    for node in template.template.nodelist.get_nodes_by_type(BlockTranslateNode):
        context = node.message_context.var if node.message_context else ""
        many = node.render_token_list(node.plural)[0] if node.plural else ""
        yield Marked(node.render_token_list(node.singular)[0], many, str(context), where)
    for text in _GIVEN.findall(template.template.source):
        yield Marked(text, "", "", where)


# --- catalogues ------------------------------------------------------------------------------------------------------


def po_of(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def read_po(text: str) -> tuple[str, tuple[Translation, ...]]:
    """The header, and every entry. Raises ValueError for a line that makes no sense."""
    header, entries = "", []
    for fields in _blocks(text):
        words = tuple(fields[name] for name in sorted(fields) if name.startswith("msgstr"))
        if fields["msgid"]:
            marked = Marked(fields["msgid"], fields.get("msgid_plural", ""), fields.get("msgctxt", ""))
            entries.append(Translation(marked, words))
        else:
            header = words[0]
    return header, tuple(entries)


def _blocks(text: str) -> Iterator[dict[str, str]]:
    for block in text.split("\n\n"):
        fields: dict[str, str] = {}
        last = ""
        for line in block.splitlines():
            if line.startswith("#") or not line.strip():
                continue
            name, _, value = line.partition(" ") if not line.startswith('"') else (last, "", line)
            if not name or not value.startswith('"'):
                raise ValueError(f"not a line of a catalogue: {line!r}")
            fields[name] = fields.get(name, "") + ast.literal_eval(value)
            last = name
        if fields:
            yield fields


def write_po(header: str, entries: Iterable[Translation]) -> str:
    """A catalogue as text: its header, then every message with the file that says it."""
    blocks = ['msgid ""\nmsgstr ' + _quoted(header)]
    for entry in entries:
        lines = [f"#: {entry.marked.where}"] if entry.marked.where else []
        if entry.marked.context:
            lines.append(f"msgctxt {_quoted(entry.marked.context)}")
        lines.append(f"msgid {_quoted(entry.marked.text)}")
        if entry.marked.many:
            lines.append(f"msgid_plural {_quoted(entry.marked.many)}")
            lines += [f"msgstr[{n}] {_quoted(words)}" for n, words in enumerate(entry.words)]
        else:
            lines.append(f"msgstr {_quoted(entry.words[0])}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    lines = [part.replace("\n", "\\n") for part in escaped.splitlines(keepends=True)] or [""]
    return f'"{lines[0]}"' if len(lines) == 1 else "\n".join(['""', *(f'"{line}"' for line in lines)])


def compiled(header: str, entries: Iterable[Translation]) -> bytes:
    """The .mo of a catalogue: what has all its words, sorted, so that it is the same bytes each time."""
    texts = {"": header}
    for entry in entries:
        if entry.is_whole:
            many = f"{_PLURALS}{entry.marked.many}" if entry.marked.many else ""
            texts[entry.marked.key + many] = _PLURALS.join(entry.words)
    keys = sorted(texts, key=str.encode)
    ids, words = [key.encode() for key in keys], [texts[key].encode() for key in keys]
    first = 28 + 16 * len(keys)  # after the seven numbers at the beginning and both tables
    tables: list[int] = []
    at = first
    for column in (ids, words):
        for text in column:
            tables += [len(text), at]
            at += len(text) + 1
    head = struct.pack("<7I", 0x950412DE, 0, len(keys), 28, 28 + 8 * len(keys), 0, 0)
    return head + struct.pack(f"<{len(tables)}I", *tables) + b"".join(text + b"\0" for text in (*ids, *words))


def renewed(language: str, source: Iterable[Marked]) -> str:
    """The catalogue's text with every message it lacks, and without those the source no longer says."""
    header, entries = read_po(po_of(language).read_text(encoding="utf-8"))
    known: Mapping[str, Translation] = {entry.marked.key: entry for entry in entries}
    return write_po(header, (_kept(marked, known.get(marked.key)) for marked in sorted(source, key=_by_file)))


def _kept(marked: Marked, was: Translation | None) -> Translation:
    forms = 2 if marked.many else 1
    words = (
        was.words if was is not None and len(was.words) == forms and was.marked.many == marked.many else ("",) * forms
    )
    return Translation(marked, words)


def _by_file(marked: Marked) -> tuple[str, str, str]:
    return marked.where, marked.text, marked.context


def missing(language: str, source: Iterable[Marked]) -> tuple[Marked, ...]:
    """Those of the source's messages that a catalogue has no words for."""
    _, entries = read_po(po_of(language).read_text(encoding="utf-8"))
    whole = {entry.marked.key for entry in entries if entry.is_whole}
    return tuple(marked for marked in source if marked.key not in whole)


def strays(entries: Iterable[Translation]) -> tuple[str, ...]:
    """Translations with a slot that their sentence has not: nothing would ever fill it."""
    return tuple(
        words
        for entry in entries
        for words in entry.words
        if not _holes(words) <= _holes(entry.marked.text) | _holes(entry.marked.many)
    )


def _holes(words: str) -> set[str]:
    """The {slots} of a message and the %(values)s of a template."""
    return {*slots_of(words), *(part.split(")s")[0] for part in words.split("%(")[1:])}
