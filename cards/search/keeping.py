"""Keeping what the archive is searched by: in the transaction that changes a deck, by what differs and no more.

A deck has these rows while it stands in the archive, and not a moment longer: nothing of another deck is here, so that
no answer, count or duration of a search can tell of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db import connection

from cards import models as rows
from cards.face.face import Face, kind_of
from cards.face.language import tag
from cards.face.lexicon import shared
from cards.printing.choices.sheet_count import sheets_to_cut
from cards.rules.deck import Ref
from cards.rules.kit import Kit
from cards.rules.manifest import state_in
from cards.search import index
from cards.search.fields import FIELDS_FOLD, NO_WORDS, SLOTS, WordedCard, deck_of, fields_of, plays_with, traits_in
from cards.storage.heavy import WithoutDrawing
from studio.kernel.codec import from_plain

InForce = Mapping[Ref, tuple[str, int]]  # face and copies of each article
_TAKEN_DOWN = Face("")  # that words were is said on one card
_HEAD = ""  # the kind of what stands in slot 0


def keep_cards(deck: rows.Deck) -> dict[str, Any]:
    """Make the rows of a deck's cards those of its newest version; returns the facts of that. Three statements, and as
    many more as there are ways in which the cards differ from those that were there."""
    manifest = _manifest(deck)
    state = state_in(manifest)
    faces = _faces({face for face, _ in state.values()})
    _write(deck, state, faces)
    kit: Kit = from_plain(Kit, manifest.get("kit", {}))
    return facts_of(state, faces, kit, deck.language)


def drop_cards(deck_id: int) -> None:
    """The deck has left the archive."""
    index.words().drop_between(deck_id * SLOTS, (deck_id + 1) * SLOTS - 1)


def forget_face(face: str) -> None:
    """The words of a face were taken down: no deck is found by them any more."""
    showing = list(rows.ShelfCard.objects.filter(face=face).values_list("pk", flat=True))
    if showing:
        index.words().forget(showing)
        touch({deck_of(card) for card in showing})


def is_kept_rightly(deck: rows.Deck) -> bool:
    """Whether the rows of a deck's cards, and the facts of them, are those of its newest version."""
    there = {(card[1], card[2]): card for card in _rows_of(deck.pk)}
    head = there.pop((_HEAD, deck.last_version), None)
    if deck.archived_at is None:
        return head is None and not there
    manifest = _manifest(deck)
    state = state_in(manifest)
    faces = _faces({face for face, _ in state.values()})
    wanted = {(ref.kind, ref.number): (face, copies) for ref, (face, copies) in state.items()}
    kept = {key: (face, copies) for key, (_, _, _, face, copies) in there.items()}
    facts = rows.ShelfDeck.objects.values_list("facts", flat=True).filter(deck=deck).first()
    kit: Kit = from_plain(Kit, manifest.get("kit", {}))
    return (
        head is not None
        and head[4] == FIELDS_FOLD
        and kept == wanted
        and facts == facts_of(state, faces, kit, deck.language)
    )


def facts_now(deck: rows.Deck, manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a version that is not gone through yet. One statement."""
    state = state_in(manifest)
    kit: Kit = from_plain(Kit, manifest.get("kit", {}))
    return facts_of(state, _faces({face for face, _ in state.values()}), kit, deck.language)


def facts_of(state: InForce, faces: Mapping[str, Face], kit: Kit, language: str) -> dict[str, Any]:
    """What is known of a version beside its words: how many cards of which kind, on how many sheets of paper they go,
    what they are, and three to show."""
    printed = ((faces.get(face, _TAKEN_DOWN), ref.kind == "rule", copies) for ref, (face, copies) in state.items())
    kinds = {ref: kind_of(faces.get(face, _TAKEN_DOWN), is_rule=ref.kind == "rule") for ref, (face, _) in state.items()}
    copies = [copies for ref, (_, copies) in state.items() if ref.kind == "card"]
    return {
        "articles": len(state),
        "cards": len(copies),
        "copies": sum(copies),
        "sheets": sheets_to_cut(printed, tag(language), shared(kit.lexicon)),
        "kinds": {kind: sum(one == kind for one in kinds.values()) for kind in ("action", "thing", "rule", "other")},
        "traits": list(traits_in(faces[face] for face, _ in state.values() if face in faces)),
        "plays": list(plays_with(kit)),
        "pictures": any(face.picture is not None for face in faces.values()),
        "fan": [
            [ref.kind, ref.number, state[ref][0]]
            for ref in _fan({ref: kind for ref, kind in kinds.items() if state[ref][0] in faces})
        ],
    }


def _fan(kinds: Mapping[Ref, str]) -> list[Ref]:
    """Three cards that show what a deck is like: an Action behind, a Thing, in front a rule or another Thing."""
    chosen: list[Ref] = []
    for wanted in (("action",), ("thing", "other"), ("rule",), ("thing", "action", "other", "rule")):
        found = next((ref for ref, kind in kinds.items() if kind in wanted and ref not in chosen), None)
        if found is not None and len(chosen) < 3:
            chosen.append(found)
    return chosen


# --- when it changed -------------------------------------------------------------------------------------------------

_SEQ = {
    "sqlite": "(SELECT COALESCE(MAX(seq), 0) + 1 FROM cards_shelfchange)",
    "postgresql": "pg_current_xact_id()::text::bigint",
}


def touch(decks: Iterable[int]) -> None:
    """Tell every process that something has changed of these decks. One statement each."""
    with connection.cursor() as cursor:
        for deck in sorted(decks):  # two who change several wait for each other
            cursor.execute(
                f"INSERT INTO cards_shelfchange (deck, seq) VALUES (%s, {_SEQ[connection.vendor]}) "
                "ON CONFLICT (deck) DO UPDATE SET seq = EXCLUDED.seq",
                [deck],
            )


# --- rows ------------------------------------------------------------------------------------------------------------


def _write(deck: rows.Deck, state: InForce, faces: Mapping[str, Face]) -> None:
    """What left goes, what came comes, what is there with other copies is told so. A card keeps its slot."""
    first = deck.pk * SLOTS
    there = {Ref(kind, number): (card, face, copies) for card, kind, number, face, copies in _rows_of(deck.pk)}  # type: ignore[arg-type]
    head = next(((ref, row) for ref, row in there.items() if ref.kind == _HEAD), None)
    if head is None or head[1][2] != FIELDS_FOLD:
        drop_cards(deck.pk)
        there, head = {}, None
    elif head is not None:
        del there[head[0]]
    gone = [card for ref, (card, face, _) in there.items() if state.get(ref, ("", 0))[0] != face]
    free = _slots(first, {card for card, *_ in there.values()})
    came: list[WordedCard] = []
    for ref, (face, copies) in state.items():
        card, was, had = there.get(ref, (0, "", 0))
        if was != face:
            fields = fields_of(faces[face], is_rule=ref.kind == "rule") if face in faces else NO_WORDS
            came.append((card or next(free), ref.kind, ref.number, face, copies, fields))
        elif had != copies:
            rows.ShelfCard.objects.filter(pk=card).update(copies=copies)
    if head is None or head[0].number != deck.last_version:
        gone += [first] if head else []
        came.append((first, _HEAD, deck.last_version, "", FIELDS_FOLD, NO_WORDS))
    if gone:
        index.words().drop(gone)
    if came:
        index.words().put(came)


def _manifest(deck: rows.Deck) -> Mapping[str, Any]:
    """Of its newest version; {} where it has none."""
    newest = rows.Version.objects.filter(deck=deck, number=deck.last_version)
    return newest.values_list("manifest", flat=True).first() or {}


def _slots(first: int, taken: set[int]) -> Iterator[int]:
    return (card for card in range(first + 1, first + SLOTS) if card not in taken)


def _rows_of(deck_id: int) -> list[tuple[int, str, int, str, int]]:
    inside = rows.ShelfCard.objects.filter(pk__range=(deck_id * SLOTS, (deck_id + 1) * SLOTS - 1))
    return list(inside.values_list("pk", "kind", "number", "face", "copies"))


def _faces(digests: set[str]) -> dict[str, Face]:
    """The words of those that were not taken down. One statement."""
    found = rows.Face.objects.filter(digest__in=digests, withdrawn_at__isnull=True)
    return {
        digest: from_plain(Face, content) for digest, content in found.values_list("digest", WithoutDrawing("content"))
    }
