"""The addresses of a site whose pictures are taken: its own, and some that go wrong by themselves."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from cards.search import finding
from studio.urls import *  # noqa: F403

# So many cards of the few there are make a search a broad one, in which nothing is counted.
finding.CARDS_COUNTED, finding.FEW = 60, 0

WRONG = {
    "asked wrongly": SuspiciousOperation, "forbidden": PermissionDenied, "broken": ValueError,
    "resting": OperationalError,
}  # fmt: skip


def goes_wrong(request: HttpRequest, words: str) -> HttpResponse:
    raise WRONG[words](words)


urlpatterns = [path("looks/<str:words>/", goes_wrong), path("", include("studio.urls"))]
