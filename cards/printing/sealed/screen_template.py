"""The face's own template and those of pages, written by the engine that writes it on the screen.

All that the sealed process has of Django: no settings are read, and nothing of it knows a database.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template import Context, Engine

_SPACE = re.compile(r"\s+(</(?:p|h[1-3]|li|td|div|b)>)|(<(?:p|h[1-3]|li|td|div)(?:\s[^<>]*)?>)\s+")


class PageTemplate:
    """The template of that name in a folder, read once, with those it includes."""

    def __init__(self, folder: Path, name: str) -> None:
        if not settings.configured:
            settings.configure(USE_I18N=False, USE_TZ=True)
        # Paper is in English for everybody (decision 10): a sentence of the screen's templates stands as it is written.
        self._template = Engine(dirs=[str(folder)], builtins=["django.templatetags.i18n"]).get_template(name)

    def html(self, values: Mapping[str, Any]) -> str:
        return str(self._template.render(Context(dict(values))))

    def tight(self, values: Mapping[str, Any]) -> str:
        """The same without spaces at the ends of blocks: a line that fits but for such a space is too long for the page
        engine, which ends it after its first word."""
        return _SPACE.sub(r"\1\2", self.html(values))
