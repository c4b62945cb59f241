"""The face's own template, written by the engine that writes it on the screen.

All that the sealed process has of Django: no settings are read, and nothing of it knows a database.
"""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.template import Context, Engine

from cards.face.drawn import DrawnFace


class FaceTemplate:
    """The template of that name in a folder, read once."""

    def __init__(self, folder: Path, name: str) -> None:
        if not settings.configured:
            settings.configure(USE_I18N=False, USE_TZ=True)
        self._template = Engine(dirs=[str(folder)]).get_template(name)

    def html(self, card: DrawnFace) -> str:
        return str(self._template.render(Context({"face": card})))
