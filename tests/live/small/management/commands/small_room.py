"""Make an open room of two members and print its key and the members' cookies."""

from __future__ import annotations

import json
import secrets
from typing import Any

from django.core.management.base import BaseCommand

from tests.live import fake


class Command(BaseCommand):
    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        at = fake.room()
        cookies = [secrets.token_urlsafe(32) for _ in at.members]
        for member, cookie in zip(at.members, cookies, strict=True):
            fake.device_of(member, cookie)
        self.stdout.write(json.dumps({"key": at.stream.key, "cookies": cookies, "members": [m.pk for m in at.members]}))
