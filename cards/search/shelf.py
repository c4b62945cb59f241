"""The catalogue of this process, as the database has it."""

from __future__ import annotations

from typing import Any

from cards import models as rows
from cards.face.face import Face
from cards.face.language import tag
from cards.rules.kit import Kit
from cards.rules.manifest import state_in
from cards.search.catalogue import Catalogue, ShelvedDeck
from cards.search.fields import head_of, pairs_of, plays_with, traits_in
from studio.kernel.codec import from_plain
from studio.kernel.folding import fold
from studio.models import Member


def catalogue() -> Catalogue:
    """What is known of the decks that stand in the archive now."""
    return Catalogue().changed(map(_shelved, rows.Deck.objects.filter(rows.IN_THE_ARCHIVE)))


def is_whole() -> bool:
    """Whether every deck of the archive has been gone through."""
    return True


def _shelved(deck: rows.Deck) -> ShelvedDeck:
    facts = facts_of(deck)
    pairs = pairs_of(facts)
    assert deck.archived_at is not None
    return ShelvedDeck(
        id=deck.pk,
        archived_at=int(deck.archived_at.timestamp() * 1_000_000),
        head=head_of(deck.title, facts["tags"], deck.blurb, facts["people"]),
        players=(deck.players_min, deck.players_max),
        numbers=facts["numbers"],
        values=pairs,
        folded=tuple((name, fold(value)) for name, value in pairs),
    )


def facts_of(deck: rows.Deck) -> dict[str, Any]:
    """What of a deck's newest version, and of the deck, is known beside its words."""
    manifest = rows.Version.objects.filter(deck=deck, number=deck.last_version).values_list("manifest", flat=True)[0]
    state = state_in(manifest)
    contents = dict(
        rows.Face.objects.filter(
            digest__in=[digest for digest, _ in state.values()], withdrawn_at__isnull=True
        ).values_list("digest", "content")
    )
    faces = {ref: from_plain(Face, contents[face]) for ref, (face, _) in state.items() if face in contents}
    kit = from_plain(Kit, manifest["kit"]) if "kit" in manifest else Kit()
    names = Member.objects.filter(group_id=deck.group_id, left_at__isnull=True).order_by("joined_at", "pk")
    cards = [copies for ref, (_, copies) in state.items() if ref.kind == "card"]
    return {
        "tags": list(deck.tags),
        "people": list(names.values_list("person__name", flat=True)),
        "traits": list(traits_in(faces.values())),
        "plays": list(plays_with(kit)),
        "language": tag(deck.language),
        "licence": deck.licence,
        "status": deck.status,
        "numbers": {
            "articles": len(state), "cards": len(cards), "copies": sum(cards), "versions": deck.last_version,
            "sheets": 0, "played": 0, "printed": 0, "star": int(deck.starred_at is not None),
            "pictures": int(any(face.picture is not None for face in faces.values())),
        },
    }  # fmt: skip
