"""A region as the parts it is made of, and what of it a page must be sent that shows another drawing of it.

A part is an element with an id, drawn by itself (`{% part %}`, studio/templatetags/fragments.py); where it stands in
the part around it there is a hole. Each knows its digest, which says all it looks like. A region's digest stands in the
page as the value of `data-region`: so a page says what it shows, and can tell whether a change was meant for it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from sys import intern
from typing import Any, ClassVar, NamedTuple

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from studio.speed.hashing import KeepsHash

HOLE = SafeString("<!--part-->")  # no text of anybody's can hold it: templates escape "<"
_DIGEST = 6  # bytes; with a key, so that nobody can look for two texts that have the same
_ROOT_ID = re.compile(r"\s*<[a-z][^>]*?\sid=\"([^\"]+)\"").match
_SAYS_REGION = re.compile(r"\bdata-region\b")
_BETWEEN_KEPT = '"></i><i data-kept="'


@lru_cache(maxsize=1)
def _key() -> bytes:
    return blake2b(settings.SECRET_KEY.encode(), person=b"parts of a page").digest()


class PagePart:
    """One element of a page: its markup with a hole for each part inside it. Frozen; compare by `digest`.

    Its own markup is in one piece, or in several of which every second is in memory anyway.
    """

    __slots__ = ("_shell", "digest", "form", "id", "parts")

    def __init__(
        self, id: str, shell: str | tuple[str, ...], parts: tuple[PagePart, ...] = (), *, form: str = ""
    ) -> None:
        """`form` is the digest of `shell`, where it is known."""
        self.id, self._shell, self.parts = id, shell, parts
        self.form = form = form or _digest_of(shell if isinstance(shell, str) else "".join(shell))
        self.digest: str = _digest_of("\0".join((form, *(part.digest for part in parts)))) if parts else form

    @property
    def shell(self) -> str:
        return self._shell if isinstance(self._shell, str) else "".join(self._shell)

    @property
    def length(self) -> int:
        """Characters of its own markup, without those that are in memory anyway."""
        return len(self._shell) if isinstance(self._shell, str) else sum(map(len, self._shell[::2]))

    @property
    def html(self) -> SafeString:
        return mark_safe(_written(self, {}))  # noqa: S308 - templates wrote it

    def filled(self, parts: tuple[PagePart, ...]) -> PagePart:
        """The same with these parts in its holes."""
        return PagePart(self.id, self._shell, parts, form=self.form)

    def stands_as(self, other: PagePart) -> bool:
        """Whether both are the same but for what stands inside their parts."""
        return self.form == other.form and [part.id for part in self.parts] == [part.id for part in other.parts]


class KeepsDrawn(KeepsHash):
    """For a frozen dataclass with slots that is shown by itself, and stays the same object while nothing about it
    changes: what was drawn of it last is kept with it, and goes with it.
    """

    __slots__ = ("_drawn",)
    _drawn: tuple[Hashable, Any]
    is_made_once: ClassVar[bool] = False  # whoever shows the same shows this object: nobody looks for its equals

    def drawn_as(self, how: Hashable) -> Any | None:
        """What was drawn of it so; None where it was not, or since then otherwise."""
        try:
            known, drawn = self._drawn
        except AttributeError:
            return None
        return drawn if known == how else None

    def keep_drawn(self, how: Hashable, drawn: Any) -> None:
        """`how` says all that it depends on besides this value."""
        object.__setattr__(self, "_drawn", (how, drawn))


class PartCall(NamedTuple):
    """A part that is to be drawn: its template, and the names and values of its frozen arguments."""

    template: str
    names: tuple[str, ...]
    values: tuple[Any, ...]


class LaidOut(KeepsDrawn, ABC):
    """A region's value that is shown in two steps: where its parts stand, and what they show. While only a part of
    it changes, nothing around that is written anew; whoever is shown the same one is shown what was put together of it.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def layout(self) -> Hashable:
        """All that the region's template is given: frozen, and no more of the parts than their ids."""

    @property
    @abstractmethod
    def parts(self) -> Mapping[str, PartCall | list[PartCall]]:
        """What is to stand in its holes (`{% hole %}`), by the id of the element; by a name a list of those that stand
        side by side, as many as there are (`{% holes %}`)."""


def _digest_of(said: str) -> str:
    return blake2b(said.encode(), digest_size=_DIGEST, key=_key()).hexdigest()


def part_of(markup: str | tuple[str, ...], parts: Iterable[PagePart]) -> PagePart:
    """The part whose root element is `markup`, in one piece or in several. ValueError where that has no id."""
    begins = markup if isinstance(markup, str) else markup[0]
    root = _ROOT_ID(begins)
    if root is None:
        raise ValueError(f"a part is one element with an id: {begins[:80]}")
    return PagePart(intern(root[1]), markup, tuple(parts))


def region_of(region: PagePart) -> PagePart:
    """A whole region. Where an id stands in it twice, it is one piece: nobody could say which of them is meant."""
    ids = [part.id for part in _all(region)]
    return region if len(set(ids)) == len(ids) else PagePart(region.id, _written(region, {}))


def region_html(region: PagePart) -> SafeString:
    """The region as it stands on a page: with its digest."""
    return mark_safe(_stamped(region, region.html))  # noqa: S308 - a digest is letters and digits


class RegionChange(NamedTuple):
    """What makes of the region `of`, drawn as `was`, the one drawn as `now`: elements of it, each to replace the one
    with its id. What `data-kept` names in them is taken from the page as it stands. A region that is new to its reader
    is the one element of its `html`, and `was` is ""."""

    of: str
    was: str
    now: str
    html: str


def digest_of(shown: PagePart | str | None) -> str | None:
    """Of what a page was sent, or says that it shows."""
    return shown.digest if isinstance(shown, PagePart) else shown


def change(shown: PagePart | str | None, now: PagePart) -> RegionChange | None:
    """What a page that shows `shown` must be sent to show `now`; None when that is nothing.

    `shown` is the drawing it was sent, or only the digest that the page itself says, or None when nothing is known.
    """
    if digest_of(shown) == now.digest:
        return None
    if not isinstance(shown, PagePart):
        return RegionChange(now.id, "", now.digest, region_html(now))
    if shown.stands_as(now):
        html = "".join(_changed(shown, now, shown))
    else:
        html = _stamped(now, _written(now, _digests(shown) if now.parts else {}))
    return RegionChange(now.id, shown.digest, now.digest, html)


def _changed(shown: PagePart, now: PagePart, region: PagePart) -> Iterable[str]:
    """The nearest elements that must be replaced, under two parts that stand alike in what is shown of the region."""
    for before, after in zip(shown.parts, now.parts, strict=True):
        if before.digest == after.digest:
            continue
        if before.stands_as(after):
            yield from _changed(before, after, region)
        else:
            yield _written(after, _digests(region) if after.parts else {})


def _written(part: PagePart, kept: Mapping[str, str]) -> str:
    """Its markup. Of parts inside it that `kept` has with the same digest it says only that they stay."""
    if not part.parts:
        return part.shell
    texts = part.shell.split(HOLE)
    pieces = [texts[0]]
    for inner, text in zip(part.parts, texts[1:], strict=True):
        is_kept = kept.get(inner.id) == inner.digest
        pieces += (f'<i data-kept="{inner.id}"></i>' if is_kept else _written(inner, kept), text)
    return "".join(pieces).replace(_BETWEEN_KEPT, " ")


def _digests(region: PagePart) -> Mapping[str, str]:
    """Of all its parts and of itself, by id."""
    return {part.id: part.digest for part in _all(region)}


def _all(part: PagePart) -> list[PagePart]:
    """It and all parts inside it, those further in after those around them."""
    every = [part]
    for one in every:  # which grows meanwhile
        every += one.parts
    return every


def _stamped(region: PagePart, html: str) -> str:
    return _SAYS_REGION.sub(f'data-region="{region.digest}"', html, count=1)


@dataclass(frozen=True, slots=True, eq=False)
class ShownPage:
    """What a page shows of its regions, as far as is known: drawings it was sent, or digests that it told.

    One object for all who were sent the same (`SentPages.shown`), so that a thousand of them are one position.
    """

    regions: Mapping[str, PagePart | str]


NOTHING = ShownPage({})  # nobody knows what such a page shows


class SentPages:
    """What pages show once regions were sent to them: the same object for all who then show the same."""

    def __init__(self) -> None:
        self._known: dict[tuple[tuple[str, str | None], ...], ShownPage] = {}

    def shown(self, before: ShownPage, drawn: Iterable[PagePart]) -> ShownPage:
        """What a page that showed `before` shows with these regions."""
        regions = {**before.regions, **{region.id: region for region in drawn}}
        key = tuple(sorted((id, digest_of(region)) for id, region in regions.items()))
        known = self._known.get(key)
        if known is None or _told(known.regions) > _told(regions):
            known = self._known[key] = ShownPage(regions)
        return known


def _told(regions: Mapping[str, PagePart | str]) -> int:
    """Of how many no more is known than their digest."""
    return sum(isinstance(region, str) for region in regions.values())
