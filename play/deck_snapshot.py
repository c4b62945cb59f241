"""What a table must know of a deck's cards and Special Rules, from the draft or from an archived version."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cards import models as decks
from cards.face.face import Face
from cards.rules.deck import Change
from cards.rules.kit import Kit
from cards.storage import store
from cards.storage.acceptance import holds_since, rules_since
from play.table.state import CardText, RuleText
from studio.kernel.codec import from_plain


def card_text(deck_id: int, number: int) -> CardText:
    """The card as it is in the draft now."""
    article = decks.Article.objects.get(deck_id=deck_id, kind="card", number=number)
    face = store.faces_of([article.face_id])[article.face_id]
    return _card(number, article.face_id, face, article.copies, article.side)


def rule_texts(deck_id: int) -> tuple[RuleText, ...]:
    """The Special Rules in force, oldest acceptance first (B11). Two statements."""
    found = decks.Article.objects.filter(deck_id=deck_id, kind="rule", in_force=True)
    articles = list(found.order_by(holds_since(), "number"))
    faces = store.faces_of(a.face_id for a in articles)
    return tuple(_rule(a.number, a.face_id, faces[a.face_id]) for a in articles)


def of_draft(deck_id: int) -> tuple[tuple[CardText, ...], tuple[RuleText, ...], Kit]:
    """Everything in force in the draft."""
    articles = list(decks.Article.objects.filter(deck_id=deck_id, kind="card", in_force=True).order_by("number"))
    faces = store.faces_of(a.face_id for a in articles)
    cards = tuple(_card(a.number, a.face_id, faces[a.face_id], a.copies, a.side) for a in articles)
    kit = from_plain(Kit, decks.Deck.objects.values_list("kit", flat=True).get(pk=deck_id))
    return cards, rule_texts(deck_id), kit


def of_version(deck_id: int, number: int) -> tuple[tuple[CardText, ...], tuple[RuleText, ...], Kit]:
    """Everything an archived version holds, Special Rules as in `rule_texts`; what was withdrawn since says so."""
    manifest: Mapping[str, Any] = decks.Version.objects.values_list("manifest", flat=True).get(
        deck_id=deck_id, number=number
    )
    faces = store.faces_of(_digests(manifest))
    cards = tuple(_card(n, face, faces[face], copies, side) for n, face, copies, side in manifest["cards"])
    since = rules_since(deck_id, number)
    rules = tuple(_rule(n, face, faces[face]) for n, face in sorted(manifest["rules"], key=lambda line: since[line[0]]))
    return cards, rules, from_plain(Kit, manifest.get("kit", {}))


def is_taken_down(faces: Iterable[str]) -> bool:
    """Whether the words of every one of these faces were taken down. One statement."""
    every = set(faces)
    return decks.Face.objects.filter(digest__in=every, withdrawn_at__isnull=False).count() == len(every)


def title_of(deck_id: int, number: int) -> str:
    """What the proposal is about, by the title of its first card; empty for what is no card's. Three statements."""
    row = decks.Proposal.objects.get(deck_id=deck_id, number=number)
    wording = decks.Wording.objects.get(proposal=row, number=row.wording)
    first = from_plain(tuple[Change, ...], wording.changes)[0]
    digest = getattr(first, "face", "") or getattr(first, "on", "")
    return store.faces_of([digest])[digest].title if digest else ""


def _digests(manifest: Mapping[str, Any]) -> Iterable[str]:
    yield from (line[1] for line in manifest["cards"])
    yield from (line[1] for line in manifest["rules"])


def _card(number: int, digest: str, face: Face, copies: int, side: str) -> CardText:
    traits = tuple(word for word in face.traits.replace(",", " ").split())
    return CardText(number, digest, face.kind_word or "Thing", traits, side, copies, _title(face))


def _rule(number: int, digest: str, face: Face) -> RuleText:
    return RuleText(number, digest, face.effects, _title(face))


def has_version(deck_id: int, number: int) -> bool:
    """One statement."""
    return decks.Version.objects.filter(deck_id=deck_id, number=number).exists()


def _title(face: Face) -> str:
    """ "" for what was taken down before the table was opened: that is said when it is told (queries/withdrawn.py)."""
    return "" if face is store.WITHDRAWN else face.title
