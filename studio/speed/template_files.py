"""Template files as they are sent: without what is there only for those who read them.

No line begins or ends with blanks. A line break between two tags that only decide (`{% if %}`, `{% for %}` …) is none,
unless they stand between attributes: djangofmt puts one there whatever stood there before, so white space that is to be
seen stands beside the words. An opening tag with a line for itself leaves no line behind, nor does `{% endif %}`. All
other white space stays, as one line break: a browser shows what is written, and a page or a region's frame costs hardly
a byte for being readable. Not for `<pre>`, where blanks are content: no template has one, and what a `<textarea>` holds
stands on its line.
"""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings
from django.template import Origin
from django.template.loader import get_template
from django.template.loaders.filesystem import Loader as FilesystemLoader

_OPENS = "if|for|with|block|load|extends"
_DECIDES = f"{_OPENS}|elif|else|endif|empty|endfor|endwith|endblock"


def _tag(names: str) -> str:
    return rf"\{{% (?:{names})\b(?:(?!%\}})[^\n])*%\}}"


_NOTE = r"\{#(?:(?!#\})[^\n])*#\}"
_MARK = r"\{%.*?%\}|\{\{.*?\}\}"
_ELEMENT = re.compile(
    rf'<[a-zA-Z{{](?:{_MARK}|"(?:{_MARK}|[^"])*"|[^">])*>'
)  # between attributes each line break counts
_END = re.compile(r"\s+>\Z")
_BLANKS = re.compile(r"^[ \t]+|[ \t]+$", re.MULTILINE)
_BETWEEN = re.compile(rf"({_tag(_DECIDES)}|{_NOTE})\n+(?={_tag(_DECIDES)}|{_NOTE})")
_OPENING = re.compile(rf"^((?:{_tag(_OPENS)}|{_NOTE})+)\n", re.MULTILINE)
_CLOSING = re.compile(rf"\n(?=(?:{_tag('endif')})+(?:\n|\Z))")


def lean(source: str) -> str:
    """A template's source without indentation and without the line breaks that belong to tags that only decide."""
    kept: list[str] = []

    def put_by(element: re.Match[str]) -> str:
        kept.append(_END.sub(">", element[0]))
        return f"<{len(kept) - 1}>"

    joined = _BETWEEN.sub(r"\1", _ELEMENT.sub(put_by, _BLANKS.sub("", source)))
    return re.sub(r"<(\d+)>", lambda mark: kept[int(mark[1])], _CLOSING.sub("", _OPENING.sub(r"\1", joined)))


class Loader(FilesystemLoader):
    """Templates from our own folder, lean."""

    def get_contents(self, origin: Origin) -> str:
        return lean(super().get_contents(origin))


def compile_all() -> None:
    """All of ours, so that nobody waits for it who is the first to ask for a page: a fifth of a second, once."""
    folder: Path = settings.PROJECT / "templates"
    for path in sorted(folder.rglob("*.html")):
        get_template(path.relative_to(folder).as_posix())
