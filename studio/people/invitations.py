"""Invitation links: a group's public key and a keyed hash over key and epoch.

Nothing is stored, so the same link can be shown again at will; raising the epoch revokes every link
given out before. The token is a secret: it is never logged (see studio/setup/logs.py).
"""

from __future__ import annotations

import base64
import hmac
import io
import re
from functools import lru_cache

import segno
from django.utils.crypto import salted_hmac

from studio.kernel.messages import message
from studio.models import Group
from studio.web.words import say

_KEY_LENGTH = 16
_TOKEN = re.compile(r"[A-Za-z0-9_-]{48}")


def token_of(group: Group) -> str:
    """The 48 characters that stand in the link of today's epoch."""
    return group.key + _seal(group.key, group.epoch)


def group_of(token: str) -> Group | None:
    """The group a token opens, or None. One statement; the comparison takes equal time for every wrong seal."""
    if not _TOKEN.fullmatch(token):
        return None
    group = Group.objects.filter(key=token[:_KEY_LENGTH]).first()
    if group is None or not hmac.compare_digest(_seal(group.key, group.epoch), token[_KEY_LENGTH:]):
        return None
    return group


def qr_svg(address: str) -> str:
    """The address as an SVG drawing, dark on light in both themes, so that a camera reads it by lamplight too."""
    return _qr_svg(address, say(message("QR code of the invitation")))


@lru_cache(maxsize=500)
def _qr_svg(address: str, title: str) -> str:
    """Some 3 kB each; laying one out takes longer than a sixth of a page."""
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        out,
        kind="svg",
        border=2,
        dark="#171a21",
        light="#fffcf5",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
        omitsize=True,
        title=title,
    )
    return out.getvalue().decode()


def _seal(key: str, epoch: int) -> str:
    mac = salted_hmac("studio.invitation", f"{key}:{epoch}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(mac[:24]).decode()
