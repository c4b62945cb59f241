"""Which browsers asked to be told that a vote waits (Web Push), and the push services they may name.

A browser gives the address of its maker's push service and two keys; what is sent there is encrypted for that browser.
Only the known services are ever called, so nobody makes this site call an address of their choice.
"""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from studio.kernel.refusals import Refused
from studio.models import PushSubscription

ENDPOINT_MAX = 600  # characters
POINT_BYTES, SECRET_BYTES = 65, 16  # a browser's public key, uncompressed, and the secret beside it


@dataclass(frozen=True, slots=True)
class PushTarget:
    """Where to send, and the keys to encrypt with, as the browser gave them (base64url)."""

    endpoint: str
    p256dh: str
    auth: str


@dataclass(frozen=True, slots=True)
class NoticesHere:
    """For one's own page: the site's public key, and whether this browser has asked."""

    public_key: str
    is_on: bool


def checked(target: PushTarget) -> PushTarget:
    """The same; raises Refused("push.unknown") for what no known push service gave."""
    if len(target.endpoint) > ENDPOINT_MAX or not is_known(target.endpoint):
        raise Refused("push.unknown")
    point, secret = _decoded(target.p256dh), _decoded(target.auth)
    if len(point) != POINT_BYTES or point[:1] != b"\x04" or len(secret) != SECRET_BYTES:
        raise Refused("push.unknown")
    return target


def is_known(endpoint: str) -> bool:
    """Whether it is an address of a push service in the settings, on its own port and with no name or word in it."""
    try:
        parts = urlsplit(endpoint)
        origin = f"{parts.scheme}://{parts.netloc}"
        host = parts.hostname or ""
    except ValueError:
        return False
    if not endpoint.isascii() or not endpoint.isprintable() or "\\" in endpoint:
        return False
    for known in settings.PUSH_SERVICES:
        scheme, _, wanted = known.partition("://")
        if wanted.startswith("*."):
            if parts.scheme == scheme and parts.netloc == host and host.endswith(wanted[1:]):
                return True
        elif origin == known:
            return True
    return False


def _decoded(words: str) -> bytes:
    try:
        return urlsafe_b64decode(words.encode("ascii") + b"=" * (-len(words) % 4))
    except (ValueError, binascii.Error):
        return b""


def notices_of(device_id: int) -> NoticesHere | None:
    """None where the host has set no keys. One statement."""
    if not settings.PUSH_PUBLIC_KEY:
        return None
    return NoticesHere(settings.PUSH_PUBLIC_KEY, PushSubscription.objects.filter(device_id=device_id).exists())
