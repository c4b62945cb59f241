"""Which article of one version is which of another, in one deck or across forks, and what became of it. Pure.

Numbers are given for life, so in one deck, and in what two decks have from a common version, the number says it. What
came later in either has numbers of its own: two forks that each add a card 4 have added two cards. There a pair has the
same face, or the same title, or nearly the same.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import Literal

from cards.rules.deck import Ref
from cards.rules.likeness import NEAR_MIN, bare, near

Became = Literal["in", "out", "reworded", "recounted", "moved", "same"]

_RUN = 3  # letters: two titles that are nearly one have as many in a row in common
_COMMON = 10  # titles with the same run: it tells none of them from the others
_OF_RUNS = 4  # nearly one have at least each fourth in common, of those that tell
_LOOKS = 3  # at those that share most with a title
_NUMBERS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Lain:
    """An article as it lies in a version; `face` is a digest."""

    ref: Ref
    face: str
    copies: int = 1
    side: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """One article as it was and as it is; one of the two is None where it came or went."""

    was: Lain | None
    now: Lain | None

    @property
    def lain(self) -> Lain:
        found = self.now or self.was
        assert found is not None
        return found

    @property
    def became(self) -> Became:
        """The weightiest of what happened: words before copies before sides."""
        if self.was is None or self.now is None:
            return "in" if self.was is None else "out"
        if self.was.face != self.now.face:
            return "reworded"
        if self.was.copies != self.now.copies:
            return "recounted"
        return "same" if self.was.side == self.now.side else "moved"


@dataclass(frozen=True, slots=True)
class Origin:
    """A deck and where it comes from: `ancestors` are the keys of the decks before it, the nearest first; `brought` is
    what it began with, under the numbers that these have there."""

    key: str
    ancestors: tuple[str, ...] = ()
    brought: frozenset[Ref] = frozenset()


def numbers_shared(was: Origin, now: Origin, at_fork: Callable[[], frozenset[Ref]]) -> Callable[[Ref], bool]:
    """Whether a number means one article in both decks.

    `at_fork` tells what the elder of two had when it was forked; it is asked where decks lie between them, whose own
    cards the younger began with as well. Of cousins nothing is known without those decks, and no number is trusted.
    """
    if was.key == now.key:
        return lambda ref: True
    for elder, younger in ((was, now), (now, was)):
        if elder.key in younger.ancestors:
            is_next = younger.ancestors[0] == elder.key
            shared = younger.brought if is_next else younger.brought & at_fork()
            return shared.__contains__
    if was.ancestors and now.ancestors and was.ancestors[0] == now.ancestors[0]:
        return (was.brought & now.brought).__contains__
    return lambda ref: False


def by_number_and_face(
    was: Iterable[Lain], now: Iterable[Lain], is_shared: Callable[[Ref], bool]
) -> tuple[list[Pair], list[Lain], list[Lain]]:
    """The pairs for which no words are needed, and what is left on either side in the order of its numbers."""
    before = {lain.ref: lain for lain in sorted(was, key=lambda lain: lain.ref)}
    after = {lain.ref: lain for lain in sorted(now, key=lambda lain: lain.ref)}
    pairs = [Pair(before.pop(ref), after.pop(ref)) for ref in [*after] if ref in before and is_shared(ref)]
    alike: dict[tuple[str, str], list[Lain]] = defaultdict(list)
    for lain in before.values():
        alike[lain.ref.kind, lain.face].append(lain)
    for lain in [*after.values()]:
        if found := alike[lain.ref.kind, lain.face]:
            same = found.pop(0)
            pairs.append(Pair(before.pop(same.ref), after.pop(lain.ref)))
    return pairs, [*before.values()], [*after.values()]


def by_title(was: Sequence[Lain], now: Sequence[Lain], titles: Mapping[str, str]) -> list[Pair]:
    """Pairs of what is left, by what is called the same and then by what nearly is; the others came or went.

    `titles` has the title of each face; one whose words were taken down has none and is like no other.
    """
    before = {lain.ref: lain for lain in was}
    after = {lain.ref: lain for lain in now}
    pairs: list[Pair] = []
    for matches in (_same, _near):
        for ref, other in matches([*before.values()], [*after.values()], titles):
            pairs.append(Pair(before.pop(ref), after.pop(other)))
    return [*pairs, *(Pair(lain, None) for lain in before.values()), *(Pair(None, lain) for lain in after.values())]


def paired(
    was: Iterable[Lain], now: Iterable[Lain], is_shared: Callable[[Ref], bool], titles: Mapping[str, str]
) -> tuple[Pair, ...]:
    """Every article of both, each once, in the order of the numbers that it has now."""
    pairs, left, right = by_number_and_face(was, now, is_shared)
    return in_order([*pairs, *by_title(left, right, titles)])


def in_order(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Cards before Special Rules, each by its number now; what is out stands where its number was."""
    return tuple(sorted(pairs, key=lambda pair: (pair.lain.ref, pair.now is None)))


def reordered(pairs: Iterable[Pair], was: Sequence[Ref], now: Sequence[Ref]) -> bool:
    """Whether Special Rules that are in both hold in another order. `was` and `now` have all of each in that order."""
    both = {pair.was.ref: pair.now.ref for pair in pairs if pair.was and pair.now and pair.now.ref.kind == "rule"}
    stayed = set(both.values())
    return [both[ref] for ref in was if ref in both] != [ref for ref in now if ref in stayed]


def _same(was: list[Lain], now: list[Lain], titles: Mapping[str, str]) -> Iterator[tuple[Ref, Ref]]:
    called: dict[tuple[str, str], list[Ref]] = defaultdict(list)
    for lain in was:
        if title := bare(titles.get(lain.face, "")):
            called[lain.ref.kind, title].append(lain.ref)
    for lain in now:
        if found := called.get((lain.ref.kind, bare(titles.get(lain.face, "")))):
            yield found.pop(0), lain.ref


def _near(was: list[Lain], now: list[Lain], titles: Mapping[str, str]) -> Iterator[tuple[Ref, Ref]]:
    """Each title is held against the few that share most runs of letters with it, whatever the others are called: a
    thousand against a thousand would be a million looks. And only against those that have the same numbers in them:
    "Goat 2" is not nearly "Goat 3"."""
    left = {lain.ref: titles[lain.face] for lain in was if len(bare(titles.get(lain.face, ""))) >= NEAR_MIN}
    having: dict[tuple[str, ...], set[Ref]] = defaultdict(set)
    for ref, title in left.items():
        for key in _keys(ref, title):
            having[key].add(ref)
    for lain in now:
        title = titles.get(lain.face, "")
        found_in = (having.get(key, set()) for key in _keys(lain.ref, title))
        telling = [refs for refs in found_in if len(refs) <= _COMMON]
        shared = Counter(ref for refs in telling for ref in refs if ref in left)
        enough = (ref for ref, runs in shared.items() if runs * _OF_RUNS >= len(telling))
        likely = nsmallest(_LOOKS, enough, key=lambda ref: (-shared[ref], ref))
        others = {left[ref]: ref for ref in reversed(likely)}
        if found := near(title, others):
            del left[others[found]]
            yield others[found], lain.ref


def _keys(ref: Ref, title: str) -> set[tuple[str, ...]]:
    """Kind, numbers, and one run of letters each."""
    letters = bare(title)
    numbers = " ".join(_NUMBERS.findall(letters))
    return {(ref.kind, numbers, letters[start : start + _RUN]) for start in range(len(letters) - _RUN + 1)}
