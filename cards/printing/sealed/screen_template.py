"""The face's own template, written by the engine that writes it on the screen.

All that the sealed process has of Django: no settings are read, and nothing of it knows a database.
"""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.template import Context, Engine

from cards.face.drawn import DrawnFace


class FaceTemplate:
    """`templates/cards/_face.html`, read once."""

    def __init__(self, root: Path) -> None:
        if not settings.configured:
            settings.configure(USE_I18N=False, USE_TZ=True)
        self._template = Engine(dirs=[str(root / "templates")]).get_template("cards/_face.html")

    def html(self, card: DrawnFace) -> str:
        return str(self._template.render(Context({"face": card})))
