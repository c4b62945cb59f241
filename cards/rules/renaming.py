"""A symbol, a keyword or a kind called otherwise: in what keywords mean, and on every card that uses it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from cards.face.face import Face
from cards.face.lexicon import CORNERS, Lexicon, fold, named
from cards.face.symbols import TOKEN

_NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Renames:
    """New names by folded old ones: of `words` (symbols and keywords), and of `kinds`."""

    words: Mapping[str, str] = field(default_factory=lambda: _NONE)
    kinds: Mapping[str, str] = field(default_factory=lambda: _NONE)

    def __bool__(self) -> bool:
        return bool(self.words or self.kinds)


def renamed_face(face: Face, was: Lexicon, renames: Renames) -> Face:
    """The face with the new names in place of the old. `was` is the lexicon under which it was written."""
    written = {name: renamed_text(getattr(face, name), was, renames) for name in ("text", "flavour", *CORNERS)}
    word = face.kind_word
    if (new := renames.kinds.get(fold(word))) and word:
        at = face.type_line.index(word)
        written["type_line"] = face.type_line[:at] + new + face.type_line[at + len(word) :]
    return replace(face, **written)  # type: ignore[arg-type]


def renamed_lexicon(now: Lexicon, was: Lexicon, renames: Renames) -> Lexicon:
    """The lexicon with the new names in what its keywords mean. `was` is the one that has the old names."""
    keywords = tuple(replace(k, meaning=renamed_text(k.meaning, was, renames)) for k in now.keywords)
    return replace(now, keywords=keywords)


def renamed_text(text: str, was: Lexicon, renames: Renames) -> str:
    """All at once, so that two may change names with one another."""
    if not renames.words or "{" not in text:
        return text

    def anew(written: str) -> str:
        found = named(was, written)
        new = renames.words.get(fold(found[0].name)) if found else None
        if found is None or new is None:
            return f"{{{written}}}"
        new = new[:1].upper() + new[1:] if written[:1].isupper() else new
        return f"{{{new} {found[1]}}}" if found[1] else f"{{{new}}}"

    return TOKEN.sub(lambda token: anew(token[1]), text)
