"""What came of a command, and the key by which it is asked only once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from studio.kernel.refusals import Refused
from studio.models import RequestKey
from studio.speed.prepared import prepared

REQUEST_KEY_MAX = 80  # characters


@dataclass(frozen=True, slots=True)
class Committed:
    """What came of it: the stream's number afterwards, the result, and whether it had been done before."""

    v: int
    result: dict[str, Any]
    is_repeat: bool = False


def answered(stream_id: int, key: str | None) -> dict[str, Any] | None:
    """The result that a request with this key was given before; None for a new one. One statement.

    To be asked with the stream locked, by a use case that must know before it decides what to ask.
    """
    done = request_of.first(stream_id, key) if key else None
    return None if done is None else done.result["result"]


def asked_before(stream_ids: Collection[int], key: str) -> int | None:
    """On which of these streams, all locked, this key was given its answer. One statement, none without a key."""
    if not key:
        return None
    done = RequestKey.objects.filter(stream_id__in=stream_ids, key=key).order_by("stream_id")
    return done.values_list("stream_id", flat=True).first()


@prepared
def request_of(stream_id: int, key: str) -> QuerySet[RequestKey]:
    """A command that was carried out on this stream with this key."""
    return RequestKey.objects.filter(stream_id=stream_id, key=key)


def readable_key(key: str) -> str:
    """The same key, or Refused("request.unreadable"): cut short, two commands could look like one."""
    if len(key) > REQUEST_KEY_MAX or not key.isascii() or not key.isprintable():
        raise Refused("request.unreadable")
    return key
