"""What pages that are not plain need beside fonts (patterns, pictures), brought from their batches into a file.

Equal things are in the file once, and a thing brings only what it uses itself: so it does not matter to the
file which batch a card comes from, or what else is in that batch.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

import pikepdf

_NAME = re.compile(rb"/([^\s/<>\[\]()]+)")
_DEEPEST = 24


class Belongings:
    """The things brought into one file so far."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self._pdf = pdf
        self._known: dict[bytes, Any] = {}

    def brought(self, thing: Any, depth: int = 0) -> Any:
        """The same thing in this file. Raises ValueError for one that holds itself."""
        if depth > _DEEPEST:
            raise ValueError("a thing that holds itself")
        if isinstance(thing, pikepdf.Stream):
            entries = {key: value for key, value in thing.items() if key != "/Length"}
            if "/Resources" in entries:
                entries["/Resources"] = _used(entries["/Resources"], thing.read_bytes())
            made: Any = pikepdf.Stream(self._pdf, thing.read_raw_bytes())
            for key, value in entries.items():
                made[key] = self.brought(value, depth + 1)
            named = hashlib.sha256(made.read_raw_bytes() + pikepdf.Dictionary(dict(made.items())).unparse()).digest()
        elif isinstance(thing, pikepdf.Dictionary):
            made = pikepdf.Dictionary({key: self.brought(value, depth + 1) for key, value in thing.items()})
            named = made.unparse()
        elif isinstance(thing, pikepdf.Array):
            made = pikepdf.Array([self.brought(value, depth + 1) for value in thing])
            named = made.unparse()
        else:
            return thing
        if not isinstance(thing, pikepdf.Stream) and not thing.is_indirect:
            return made
        if named not in self._known:
            self._known[named] = self._pdf.make_indirect(made)
        return self._known[named]


def _used(resources: Any, content: bytes) -> pikepdf.Dictionary:
    """Of the resources of a stream those it names."""
    names = {name.decode("latin-1") for name in _NAME.findall(content)}
    kept = {}
    for kind, things in resources.items():
        if isinstance(things, pikepdf.Dictionary):
            chosen = {name: thing for name, thing in things.items() if name[1:] in names}
            if chosen:
                kept[kind] = pikepdf.Dictionary(chosen)
    return pikepdf.Dictionary(kept)
