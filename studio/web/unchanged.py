"""Answers that are asked for again and again by programs: sent once, and 304 while nothing of them is other."""

from __future__ import annotations

import hashlib

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response


def answered(request: HttpRequest, body: bytes, sort: str, *, is_public: bool) -> HttpResponse:
    """Named by a digest of its bytes (ETag). What is public may be read by pages of other sites and kept by whoever
    carries it, and is never shown again without asking: it may be public no longer."""
    mark = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    same = get_conditional_response(request, etag=mark)
    response = same if isinstance(same, HttpResponse) else HttpResponse(body, content_type=f"{sort}; charset=utf-8")
    response["ETag"], response["Cache-Control"] = mark, "no-cache" if is_public else "private, no-cache"
    if is_public:
        response["Access-Control-Allow-Origin"] = "*"
    return response
