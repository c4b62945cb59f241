"""The forms about a deck as a whole: archiving a version, its details, another standing."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.access import Door
from cards.queries.deck_settings import archive_form, details_form
from cards.rules.details import TYPED
from cards.views.doors import open_to_members
from studio.kernel.inputs import Inputs
from studio.kernel.refusals import Refused
from studio.web.words import say
from studio.wording import status

TYPED_MAX = 20_000  # characters of one field that are looked at; the rules have their own, smaller limits


@require_safe
def archive_version(request: HttpRequest, slug: str) -> HttpResponse:
    """A name, perhaps notes; then the draft is kept for ever as it is now. A deck that nobody gave a title is asked for
    one first, and need not say."""
    return _page(request, "cards/archive_version.html", archive_form(open_to_members(request, slug), {}), None)


def archive_again(request: HttpRequest, door: Door, refused: Refused, given: Inputs) -> HttpResponse:
    """With what was typed, and why not."""
    typed = _typed(given, "name", "notes", "called")
    return _page(request, "cards/archive_version.html", archive_form(door, typed), refused)


@require_safe
def details(request: HttpRequest, slug: str) -> HttpResponse:
    """Title, blurb, players and the like: any member, in the minutes, and back again as easily."""
    return _page(request, "cards/details.html", details_form(open_to_members(request, slug), {}), None)


def details_again(request: HttpRequest, door: Door, refused: Refused, given: Inputs) -> HttpResponse:
    """With what was typed, and why not."""
    return _page(request, "cards/details.html", details_form(door, _typed(given, *TYPED)), refused)


def _page(request: HttpRequest, template: str, form: Any, refused: Refused | None) -> HttpResponse:
    context = {"form": form, "here": "archive", "wrong": say(refused) if refused else ""}
    return render(request, template, context, status=status(refused) if refused else 200)


def _typed(given: Inputs, *names: str) -> dict[str, str]:
    return {name: given.text(name, TYPED_MAX) for name in names}
