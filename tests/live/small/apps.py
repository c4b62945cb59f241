import os
from datetime import timedelta

from django.apps import AppConfig


class SmallConfig(AppConfig):
    name = "tests.live.small"
    label = "small"

    def ready(self) -> None:
        from studio.live import outlet, presence
        from studio.live.regions import PAGES
        from tests.live import fake

        PAGES["fake"] = fake.PAGE
        if os.environ.get("SMALL_PLAIN"):
            outlet.daphne_protocol = lambda send: None
        if seconds := os.environ.get("SMALL_GRACE"):
            presence.GRACE = timedelta(seconds=float(seconds))
