"""Two versions beside each other: the page, the same as data and as text, and the form that chooses them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from cards.access import DeckMoved, Door
from cards.queries.compare_files import as_data, as_text
from cards.queries.compare_page import between, compare_page, parts_in
from cards.queries.compared import NoSuchVersion, TwoVersions, compared
from cards.queries.edition import versions_in
from cards.views.doors import open_deck
from studio.web.addresses import path_to
from studio.web.inputs import NOT_THERE, in_address

_NUMBER = r"[1-9][0-9]{0,8}"
_BETWEEN = re.compile(rf"({_NUMBER})\.\.(?:([-a-zA-Z0-9_]+)@)?({_NUMBER})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Between:
    """What an address names, through its doors."""

    door: Door
    was: int
    other: Door
    now: int

    @property
    def address(self) -> str:
        """The one address of this comparison: of one deck the older version first."""
        if self.other.deck_id == self.door.deck_id:
            return path_to(
                "compare", slug=self.door.slug, versions=f"{min(self.was, self.now)}..{max(self.was, self.now)}"
            )
        return path_to("compare", slug=self.door.slug, versions=f"{self.was}..{self.other.slug}@{self.now}")


@require_safe
def compare(request: HttpRequest, slug: str, versions: str) -> HttpResponseBase:
    """What changed. Http404 for what is not there, or not for whoever asks; the older version always comes first."""
    asked = asked_of(request, slug, versions)
    try:
        what = _what(asked)
    except NoSuchVersion as astray:
        return render(request, "cards/astray.html", {"page": astray.page, "here": "archive"}, status=404)
    if request.path != asked.address:
        return redirect(asked.address)
    part = in_address(request).whole_number("part", otherwise=NOT_THERE, empty=1)
    if part is None or not 1 <= part <= parts_in(what):
        raise Http404
    return render(request, "cards/compare.html", {"page": compare_page(what, part), "here": "archive"})


@require_safe
def data(request: HttpRequest, slug: str, versions: str) -> HttpResponseBase:
    """The same for programs."""
    what = _what(asked_of(request, slug, versions))
    answer = JsonResponse(as_data(what), json_dumps_params={"ensure_ascii": False, "check_circular": False})
    return _as_file(answer, what, "json")


@require_safe
def text(request: HttpRequest, slug: str, versions: str) -> HttpResponseBase:
    """The same for a mailing list."""
    what = _what(asked_of(request, slug, versions))
    return _as_file(HttpResponse(as_text(what), content_type="text/plain; charset=utf-8"), what, "txt")


@require_safe
def choose(request: HttpRequest, slug: str) -> HttpResponseBase:
    """From the form: two versions. Where none is named the two newest, of a deck with one version that one. What is not
    there is said at once."""
    door = open_deck(request, slug)
    asked = in_address(request)
    numbers = [version.number for version in versions_in(door.deck_id)]
    if not numbers:
        raise Http404
    was = asked.get("from", "") or str(numbers[1] if len(numbers) > 1 else numbers[0])
    now = asked.get("to", "") or str(numbers[0])
    if not _BETWEEN.fullmatch(f"{was}..{now}"):
        raise Http404
    versions, known = f"{was}..{now}", {str(number) for number in numbers}
    if any("@" not in one and one not in known for one in (was, now)):
        return compare(request, slug, versions)
    return redirect(path_to("compare", slug=door.slug, versions=versions))


def _what(asked: Between) -> TwoVersions:
    if asked.other.deck_id == asked.door.deck_id and asked.now < asked.was:
        return compared(asked.door, asked.now, asked.other, asked.was)
    return compared(asked.door, asked.was, asked.other, asked.now)


def asked_of(request: HttpRequest, slug: str, versions: str) -> Between:
    """What an address names. Http404 for what is not there, or not for whoever asks."""
    return beside(open_deck(request, slug), versions, lambda other: open_deck(request, other))


def beside(door: Door, versions: str, opened: Callable[[str], Door]) -> Between:
    """The same from the deck on; `opened` is the way to another's door."""
    found = _BETWEEN.fullmatch(versions)
    if found is None:
        raise Http404
    was, other, now = int(found[1]), found[2], int(found[3])
    return Between(door, was, door if other in (None, door.slug) else _other(opened, other), now)


def _other(opened: Callable[[str], Door], slug: str) -> Door:
    """The door of the other deck, which may have another address by now."""
    try:
        return opened(slug)
    except DeckMoved as moved:
        return opened(moved.slug)


def _as_file(answer: HttpResponse, what: TwoVersions, form: str) -> HttpResponse:
    name = f"{what.was.deck.slug}-{between(what).replace('..', '-to-').replace('@', '-')}.{form}"
    answer["Content-Disposition"] = f'inline; filename="{name}"'
    answer["Cache-Control"] = "private, no-cache"
    return answer
