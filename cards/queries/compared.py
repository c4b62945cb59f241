"""Two versions read beside each other, of one deck or of two: what is a pair, and what was done and voted between."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.http import Http404

from cards import models as rows
from cards.access import Door
from cards.face.lexicon import Lexicon, fold, shared
from cards.queries import ledger
from cards.queries.edition import contents_of, deck_of, versions_in
from cards.queries.faces import ReadFace, lexicon_of, read_for_page
from cards.queries.ledger import Step
from cards.rules.deck import Ref
from cards.rules.forking import read_lineage
from cards.rules.pairing import (
    Lain,
    Origin,
    Pair,
    by_number_and_face,
    by_title,
    in_order,
    numbers_shared,
    reordered,
)
from cards.storage.acceptance import ACCEPTING
from cards.storage.store import lineage_of
from cards.values.pages import Astray, Choice
from studio.kernel.messages import counted, message
from studio.web.addresses import path_to
from studio.web.words import say


@dataclass(frozen=True, slots=True)
class Half:
    """One of the two: a version of a deck, as its door lets one know it. `archived` are the steps that any version
    has, `lives` the same by the article that they were done to."""

    door: Door
    deck: rows.Deck
    versions: tuple[rows.Version, ...]
    version: rows.Version
    lain: tuple[Lain, ...]
    kit: Mapping[str, Any]
    archived: tuple[Step, ...]
    lives: Mapping[Ref, Sequence[Step]]

    @property
    def steps(self) -> tuple[Step, ...]:
        """Those that led to the version."""
        return ledger.until(self.archived, self.version.at)

    @property
    def home(self) -> str:
        return path_to("deck", slug=self.deck.slug)

    @property
    def href(self) -> str:
        return f"{self.home}versions/{self.version.number}/"

    @property
    def foot_line(self) -> str:
        return f"{self.deck.title} · {self.version.number}"

    @property
    def lexicon(self) -> Lexicon:
        return lexicon_of(self.kit)

    @property
    def rules(self) -> tuple[Ref, ...]:
        """Its Special Rules, whichever holds latest last."""
        since = {step.ref: step.seq for step in self.steps if step.what in ACCEPTING}
        found = [lain.ref for lain in self.lain if lain.ref.kind == "rule"]
        return tuple(sorted(found, key=lambda ref: (since.get(ref, 0), ref)))


@dataclass(frozen=True, slots=True)
class TwoVersions:
    """`words` has the face of everything that is not as it was, without what is drawn on it."""

    was: Half
    now: Half
    pairs: tuple[Pair, ...]
    words: Mapping[str, ReadFace]
    is_shared: Callable[[Ref], bool]

    @property
    def is_one_deck(self) -> bool:
        return self.was.deck.pk == self.now.deck.pk

    @property
    def changed(self) -> tuple[Pair, ...]:
        return tuple(pair for pair in self.pairs if pair.became != "same")

    @property
    def rules_in_order(self) -> tuple[Ref, ...]:
        """How the Special Rules hold now, where those that stayed hold in another order; else none."""
        before, after = self.was.rules, self.now.rules
        return after if reordered(self.pairs, before, after) else ()

    @property
    def lexicon(self) -> Lexicon:
        """What words and symbols mean in either, as they mean it now where both say."""
        old, new = self.was.lexicon, self.now.lexicon
        symbols = {fold(own.name): own for lexicon in (old, new) for own in lexicon.symbols}
        keywords = {fold(own.name): own for lexicon in (old, new) for own in lexicon.keywords}
        return shared(replace(new, symbols=tuple(symbols.values()), keywords=tuple(keywords.values())))

    def between(self, pair: Pair) -> tuple[tuple[Half, Step], ...]:
        """What was done to it from the one to the other, the oldest first: in one deck after the first of them, in two
        since they have gone their own ways."""
        if self.is_one_deck:
            after, until = self.was.version.at, self.now.version.at
            life = self.now.lives.get(pair.lain.ref, ())
            return tuple((self.now, step) for step in life if after < step.at <= until)
        found = [(half, step) for half in (self.was, self.now) for step in self._own_steps(half, pair)]
        return tuple(sorted(found, key=lambda told: told[1].at))

    def _own_steps(self, half: Half, pair: Pair) -> Iterable[Step]:
        here, there = (pair.was, pair.now) if half is self.was else (pair.now, pair.was)
        found = here or there
        if found is None or (here is None and not self.is_shared(found.ref)):
            return ()
        other = self.now if half is self.was else self.was
        parted = _forked_at(half, other)
        life = half.lives.get(found.ref, ())
        if parted is None or not self.is_shared(found.ref):
            return [step for step in life if step.at <= half.version.at and step.proposal is not None]
        since, until = sorted((half.version.at, parted))
        return [step for step in life if since < step.at <= until]


def half_of(door: Door, number: int) -> Half:
    """One version. Http404 for one that is not. Four statements."""
    half = _half(door, number)
    return _filled(half, contents_of([half.version])[half.version.pk])


class NoSuchVersion(Http404):
    """The deck has versions, and not this one: which it has is in `page`."""

    def __init__(self, deck: rows.Deck, versions: Sequence[rows.Version], number: int) -> None:
        home, newest = path_to("deck", slug=deck.slug), versions[0].number
        words = counted(
            "{title} has one version, and no version {number}.",
            "{title} has versions 1 to {count}, and no version {number}.",
            newest,
            title=deck.title,
            number=number,
        )
        ways = [Choice(say(message("Compare the newest two")), f"{home}compare/")] if newest > 1 else []
        self.page = Astray(say(words), (*ways, Choice(say(message("See the deck")), home)))
        super().__init__(self.page.words)


def compared(was: Door, a: int, now: Door, b: int) -> TwoVersions:
    """Version `a` of the one deck beside version `b` of the other. NoSuchVersion for a version that is not.

    Eight statements for one deck, ten for two, whatever they hold; two more for faces not read before.
    """
    first = _half(was, a)
    second = _of_version(first, b) if now.deck_id == was.deck_id else _half(now, b)
    contents = contents_of([first.version, second.version])
    first, second = (_filled(half, contents[half.version.pk]) for half in (first, second))
    is_shared = numbers_shared(_origin(first), _origin(second), lambda: _had_when_forked(first, second))
    pairs, left, right = by_number_and_face(first.lain, second.lain, is_shared)
    changed = [lain for pair in pairs if pair.became != "same" for lain in (pair.was, pair.now) if lain is not None]
    words = read_for_page((lain.face for lain in (*changed, *left, *right)), most=0)
    titles = {digest: read.title for digest, read in words.items() if not read.is_withdrawn}
    if first.deck.pk == second.deck.pk:
        rest = [*(Pair(lain, None) for lain in left), *(Pair(None, lain) for lain in right)]
    else:
        rest = by_title(left, right, titles)
    return TwoVersions(first, second, in_order([*pairs, *rest]), words, is_shared)


def _half(door: Door, number: int) -> Half:
    deck, versions = deck_of(door.deck_id), versions_in(door.deck_id)
    if not versions:
        raise Http404
    steps = ledger.until(ledger.steps_of(door.deck_id), versions[0].at)
    return _of_version(Half(door, deck, versions, versions[0], (), {}, steps, ledger.lives_of(steps)), number)


def _of_version(half: Half, number: int) -> Half:
    found = next((one for one in half.versions if one.number == number), None)
    if found is None:
        raise NoSuchVersion(half.deck, half.versions, number)
    return replace(half, version=found)


def _filled(half: Half, content: Mapping[str, Any]) -> Half:
    lain = [Lain(Ref("card", number), face, copies, side) for number, face, copies, side in content["cards"]]
    lain += [Lain(Ref("rule", number), face) for number, face in content["rules"]]
    return replace(half, lain=tuple(lain), kit=content.get("kit", {}))


def _origin(half: Half) -> Origin:
    lineage = [at.key for source in lineage_of(half.deck) if (at := read_lineage(source.origin))]
    brought = frozenset(step.ref for step in half.steps if step.what == "added" and step.proposal is None)
    return Origin(half.door.stream_key, tuple(lineage), brought if lineage else frozenset())


def _had_when_forked(one: Half, other: Half) -> frozenset[Ref]:
    """What the elder had when the younger, or a deck between them, was begun from it."""
    for elder, younger in ((one, other), (other, one)):
        if (at := _forked_at(elder, younger)) is not None:
            return frozenset(ledger.state_of(ledger.until(elder.archived, at)))
    return frozenset()


def _forked_at(elder: Half, younger: Half) -> datetime | None:
    """The moment of the state that the younger comes from; None where it does not come from this deck."""
    origins = (read_lineage(source.origin) for source in lineage_of(younger.deck))
    at = next((found for found in origins if found is not None and found.key == elder.door.stream_key), None)
    if at is None:
        return None
    if at.version:
        return next((one.at for one in elder.versions if one.number == at.version), None)
    return max((step.at for step in elder.archived if step.seq <= at.entry), default=None)
