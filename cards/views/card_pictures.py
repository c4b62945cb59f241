"""Pictures of single cards. The right to one is the deck's; a version's never changes, so it may be kept."""

from __future__ import annotations

from typing import Literal

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from cards.access import Door
from cards.printing.queue import files
from cards.printing.queue.failures import PressFailed, cannot_draw
from cards.printing.queue.values import CardPicture, PreviewPicture
from cards.queries.card_picture import card_picture, read_asked, read_version
from cards.queries.link_preview import preview_picture
from cards.rules.deck import ArticleKind, Ref
from cards.views.doors import open_deck
from studio.people.limits import CARD_PICTURE_PACE
from studio.web.inputs import in_address
from studio.web.lanes import in_lane, refuse_when_full
from studio.web.ratelimit import network_of, take_try

TYPES = {"png": "image/png", "svg": "image/svg+xml"}
_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox"  # styles: a browser's own, round a PNG
)
_KEPT = {True: "public, max-age=86400, s-maxage=60", False: "private, max-age=86400"}


@in_lane("press")
@require_safe
def picture(
    request: HttpRequest, slug: str, number: int, kind: ArticleKind, form: Literal["png", "svg"]
) -> HttpResponseBase:
    """A card as PNG or SVG: `version`, `frame`, `size`, `service`, `numbers` as a print has them, and `part`.

    Raises Refused for what makes no sense, PressFailed when it cannot be drawn now.
    """
    door = open_deck(request, slug)
    fields = in_address(request)
    ref = Ref(kind, number)
    asked = read_asked({name: fields.only(name) for name in fields}, ref)
    return _answer(request, door, card_picture(door, ref, form, asked), is_lasting=asked.version is not None)


@in_lane("press")
@require_safe
def preview(
    request: HttpRequest, slug: str, number: int | None = None, kind: ArticleKind | None = None
) -> HttpResponseBase:
    """The picture of a link to a public deck, to a `version`, or to a card. Http404 for any other deck."""
    door = open_deck(request, slug)
    fields = in_address(request)
    version = read_version({name: fields.only(name) for name in fields})
    ref = Ref(kind, number) if kind and number is not None else None
    return _answer(request, door, preview_picture(door, version, ref), is_lasting=version is not None)


def _answer(
    request: HttpRequest, door: Door, wanted: CardPicture | PreviewPicture, *, is_lasting: bool
) -> HttpResponseBase:
    """The file, drawn first where it is not kept."""
    file = files.picture_of(wanted)
    is_public = door.visibility == "public"
    mark = f'"{file.stem[:32]}"'
    response = get_conditional_response(request, etag=mark)
    if response is None:
        if not file.is_file():
            refuse_when_full(request)
            if cannot_draw():
                raise PressFailed("print.no_picture")
            take_try("draw a card", network_of(request), CARD_PICTURE_PACE)
            file = files.draw_now(wanted)
        response = HttpResponse(file.read_bytes(), content_type=TYPES[wanted.form])  # some hundred KB
        response["X-Content-Type-Options"] = "nosniff"
        response["Content-Security-Policy"] = _POLICY
        response["Cross-Origin-Resource-Policy"] = "cross-origin" if is_public else "same-origin"
    response["Cache-Control"], response["ETag"] = _KEPT[is_public] if is_lasting else "private, no-cache", mark
    return response
