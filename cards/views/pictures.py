"""Pictures come in through a deck's members' door, and are seen by whoever may see a card that shows them."""

from __future__ import annotations

import re
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_POST, require_safe

from cards.access import Door, picture_door
from cards.actions.pictures import bring_picture
from cards.lent import bringer
from cards.models import StoredPicture
from cards.pictures import limits, shelf
from cards.pictures.header import check_header
from cards.views.doors import open_to_members
from studio.kernel.refusals import Refused
from studio.middleware import keep_out_of_search
from studio.web.devices import caller
from studio.web.lanes import in_lane, refuse_when_full
from studio.web.ratelimit import keep_pace, take_try

_DIGEST = re.compile(r"[0-9a-f]{64}")
_POLICY = "default-src 'none'; sandbox"
# What anybody may have today is asked for again before long: its deck may be private by then, or its card taken down.
_PRIVATE, _PUBLIC = "private, max-age=31536000, immutable", "public, max-age=300, s-maxage=60"


@in_lane("pictures")
@require_POST
def bring(request: HttpRequest, slug: str) -> HttpResponse:
    """A file of a form (`file`), at a member's door. Answers its digest and size as JSON, or a refusal in words."""
    refuse_when_full(request)
    door = open_to_members(request, slug)  # also from a table of the deck: who sends one is not in the room for that
    kept = brought(door, request.FILES.get("file"))
    return JsonResponse({"picture": kept.digest, "width": kept.width, "height": kept.height})


def brought(door: Door, file: UploadedFile[Any] | None) -> StoredPicture:
    """The picture in a file that a member sends. Raises Refused("picture.*", "pace.*")."""
    if file is None or not file.size:
        raise Refused("picture.none")
    if file.size > limits.BYTES_MAX:  # before a byte of it is read here
        raise Refused("picture.large", limit=limits.BYTES_MAX // 1_000_000)
    by = bringer(door)
    keep_pace(door, limits.PICTURE_PACE, "")
    content, name = file.read(), file.name or ""
    take_work(door, check_header(content, name).work)
    return bring_picture(door.deck_id, by=by, content=content, name=name)


def take_work(door: Door, work: int) -> None:
    """Count what it takes to look at a person's pictures, in megapixels. Raises Refused("pace.pictures")."""
    if work:
        try:
            take_try("look at pictures", f"person:{door.person_id}", limits.WORK_PACE, weight=work)
        except Refused as refused:
            raise Refused("pace.pictures", **refused.facts) from None


@require_safe
def picture(request: HttpRequest, digest: str) -> HttpResponse:
    """The picture, to whoever may see a card that shows it. Its bytes never change."""
    if not _DIGEST.fullmatch(digest):
        raise Http404
    is_public = picture_door(caller(request), digest)
    path = shelf.file_of(digest, "screen")
    if path is None:
        raise Http404
    if not is_public:
        keep_out_of_search(request)
    mark = f'"{digest[:32]}"'
    response = get_conditional_response(request, etag=mark)
    if response is None:
        kind = "image/png" if path.suffix == ".png" else "image/jpeg"
        response = HttpResponse(path.read_bytes(), content_type=kind)  # some hundred KB
    response["ETag"] = mark
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = _POLICY
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    response["Cache-Control"] = _PUBLIC if is_public else _PRIVATE
    return response
