"""A state of a deck as its pages show it: the draft or a version, with its articles and faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from cards import models as rows
from cards.access import Door
from cards.face.back import DeckBack
from cards.face.lexicon import Lexicon
from cards.queries import ledger
from cards.queries.faces import ReadFace, back_of, lexicon_of, read_for_page
from cards.queries.ledger import Step
from cards.rules.deck import Ref
from cards.rules.manifest import state_in
from cards.values.deck import Composition
from studio.speed.prepared import prepared
from studio.web.addresses import path_to

TabName = Literal["cards", "rules", "history"]


@dataclass(frozen=True, slots=True)
class EditionFilter:
    """What the reader asked to see, as it stands in the address."""

    kind: str = ""
    trait: str = ""
    find: str = ""
    view: Literal["", "faces", "list"] = ""  # "" for what suits the size of the deck
    usual: Literal["faces", "list"] = "faces"  # which of them suits it
    tab: TabName = "cards"
    parts: tuple[int, int] = (1, 1)  # of the faces, from the first to the last of them


@dataclass(frozen=True, slots=True)
class Lying:
    """One article as it stands in the state that is shown."""

    ref: Ref
    face: ReadFace
    copies: int

    @property
    def is_rule(self) -> bool:
        return self.ref.kind == "rule"

    @property
    def kind(self) -> str:
        return self.face.kind(self.is_rule)

    @property
    def kind_key(self) -> str:
        """What the filter of kinds goes by: a deck's own kinds each have one."""
        return self.face.face.kind_word.casefold() or "card"


@dataclass(frozen=True, slots=True)
class Edition:
    """What of a deck is shown: the draft (`version` None) or a version, and everything known up to then.

    `lexicon` is what its words and marks mean there, `back` is on the back of its cards. `steps` end at the moment of
    the version that is read; `archived_steps` are those that any version has.
    """

    deck: rows.Deck
    door: Door
    version: rows.Version | None
    versions: tuple[rows.Version, ...]
    steps: tuple[Step, ...]
    archived_steps: tuple[Step, ...]
    lying: tuple[Lying, ...]
    tallies: Mapping[int, str]
    now: datetime
    lexicon: Lexicon
    back: DeckBack = DeckBack()

    @property
    def cards(self) -> tuple[Lying, ...]:
        return tuple(article for article in self.lying if not article.is_rule)

    @property
    def rules(self) -> tuple[Lying, ...]:
        return tuple(article for article in self.lying if article.is_rule)

    @property
    def href(self) -> str:
        """Where this edition stands."""
        return path_to("deck", slug=self.deck.slug) + (f"versions/{self.version.number}/" if self.version else "")

    @property
    def home(self) -> str:
        return path_to("deck", slug=self.deck.slug)

    @property
    def foot_line(self) -> str:
        return f"{self.deck.title} · {self.version.number}" if self.version else self.deck.title

    @property
    def composition(self) -> Composition:
        return composition_of(self.lying)


def composition_of(lying: Iterable[Lying]) -> Composition:
    kinds: Counter[str] = Counter()
    copies = 0
    for article in lying:
        kinds[article.kind] += 1
        copies += 0 if article.is_rule else article.copies
    return Composition(kinds["thing"], kinds["action"], kinds["other"], kinds["rule"], copies)


def edition(door: Door, version: int | None = None) -> Edition:
    """The draft for members when no version is named, the latest version for everybody else. 8 statements at most.

    Http404 for a version that is not. A reader of a deck without a version meets an empty one.
    """
    deck = deck_of(door.deck_id)
    versions = versions_in(deck.pk)
    chosen = _choose(door, versions, version)
    every = ledger.steps_of(deck.pk)
    if door.is_member:
        cut = chosen.at if chosen else None
    else:  # a reader knows nothing that happened after the last version they may read
        cut = (chosen or (versions[0] if versions else None) or _never(deck)).at
    steps = ledger.until(every, cut)
    kit: Mapping[str, Any] = {}
    if chosen is not None:
        contents = contents_of([chosen])[chosen.pk]
        standing, kit = state_in(contents), contents.get("kit", {})
    elif door.is_member:
        standing = {ref: (step.digest, step.copies) for ref, step in ledger.state_of(steps).items()}
        kit = deck.kit
    else:
        standing, steps = {}, ()
    faces = read_for_page(digest for digest, _ in standing.values())
    lying = tuple(Lying(ref, faces[digest], copies) for ref, (digest, copies) in sorted(standing.items()))
    archived = ledger.until(every, versions[0].at) if versions else ()
    tallies = ledger.tallies_of(deck.pk)
    return Edition(
        deck, door, chosen, versions, steps, archived, lying, tallies, timezone.now(), lexicon_of(kit), back_of(kit)
    )


def deck_of(deck_id: int) -> rows.Deck:
    """With what the shelf knows of it, where it stands there. One statement."""
    return _deck.one(deck_id)


def versions_in(deck_id: int) -> tuple[rows.Version, ...]:
    """The newest first, without their contents. One statement."""
    return tuple(_versions.rows(deck_id))


@prepared
def _deck(deck_id: int) -> QuerySet[rows.Deck]:
    return rows.Deck.objects.filter(pk=deck_id).select_related("shelved").defer("shelved__words")


@prepared
def _versions(deck_id: int) -> QuerySet[rows.Version]:
    found = rows.Version.objects.filter(deck_id=deck_id).select_related("by__person")
    return found.order_by("-number").defer("manifest")


def contents_of(versions: Iterable[rows.Version]) -> Mapping[int, Mapping[str, Any]]:
    """The manifests of these versions, by their rows. One statement."""
    return dict(_contents.rows([version.pk for version in versions]))


@prepared
def _contents(version_ids: Sequence[int]) -> QuerySet[rows.Version, tuple[int, Any]]:
    return rows.Version.objects.filter(pk__in=version_ids).values_list("pk", "manifest")


def _choose(door: Door, versions: tuple[rows.Version, ...], number: int | None) -> rows.Version | None:
    if number is not None:
        for version in versions:
            if version.number == number:
                return version
        raise Http404
    return versions[0] if versions and not door.is_member else None


def _never(deck: rows.Deck) -> rows.Version:
    return rows.Version(deck=deck, number=0, at=deck.created_at)
