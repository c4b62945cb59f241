"""A history moves house: its people get the ids of the members they are at the new address.

A Special Rule can name members (a decider, those who are excluded). Its face is then another face with
another digest, and so are the versions that hold it; everything else keeps its digest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cards.face.face import Face
from cards.formats.values import History, PastEntry
from cards.rules.decision import DecisionRule
from cards.rules.deck import Deck
from cards.rules.events import Event, VersionArchived
from cards.rules.evolve import evolve
from cards.rules.manifest import manifest_digest
from studio.kernel.codec import from_plain, to_plain

_ONE = frozenset({"by", "member", "without", "credit_to", "decider", "into", "claimed"})
_MANY = frozenset({"electors", "excluded", "vouched_by", "voteless", "makers", "writers", "sweepers"})

Ids = Mapping[int, int]


def renumbered(history: History, ids: Ids) -> tuple[History, tuple[int, ...]]:
    """The history with members renamed, and the numbers of the versions whose digest changed with them."""
    faces = {face.digest: _face(face, ids) for face in history.faces}
    digests = {old: face.digest for old, face in faces.items()}
    entries: list[PastEntry] = []
    changed: list[int] = []
    deck = Deck()
    for entry in history.entries:
        event: Event = _event(entry.event, ids, digests)
        if isinstance(event, VersionArchived) and event.digest != (now := manifest_digest(deck)):
            changed.append(event.number)
            event = replace(event, digest=now)
        deck = evolve(deck, event)
        entries.append(replace(entry, event=event, by=None if entry.by is None else ids[entry.by]))
    people = tuple(replace(person, id=ids[person.id]) for person in history.people)
    return replace(history, people=people, faces=tuple(faces.values()), entries=tuple(entries)), tuple(changed)


def _face(face: Face, ids: Ids) -> Face:
    if not any(isinstance(effect, DecisionRule) for effect in face.effects):
        return face
    effects = tuple(_decision(effect, ids) if isinstance(effect, DecisionRule) else effect for effect in face.effects)
    return replace(face, effects=effects)


def _decision(rule: DecisionRule, ids: Ids) -> DecisionRule:
    decider = None if rule.decider is None else ids.get(rule.decider, rule.decider)
    return replace(rule, decider=decider, excluded=frozenset(ids.get(m, m) for m in rule.excluded))


def _event(event: Event, ids: Ids, digests: Mapping[str, str]) -> Event:
    plain = _plain(to_plain(event), ids, digests)
    moved: Event = from_plain(type(event), plain)
    return moved


def _plain(plain: Any, ids: Ids, digests: Mapping[str, str]) -> Any:
    if isinstance(plain, list):
        return [_plain(item, ids, digests) for item in plain]
    if not isinstance(plain, dict):
        return digests.get(plain, plain)
    return {name: _field(name, value, ids, digests) for name, value in plain.items()}


def _field(name: str, value: Any, ids: Ids, digests: Mapping[str, str]) -> Any:
    if name in _ONE:  # a member, nobody, or the word of a way to decide
        return ids.get(value, value)
    if name in _MANY:
        return [ids.get(member, member) for member in value]
    return _plain(value, ids, digests)
