"""Addresses that are handed to others: the whole of them, host and all."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def public_address(request: HttpRequest, path: str) -> str:
    """The whole address of a path, as others reach it."""
    return f"{settings.SITE}{path}" if settings.SITE else request.build_absolute_uri(path)
