"""Tables."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "play"

    def ready(self) -> None:
        from play import regions
        from play.ports import Tables
        from studio.ports import TABLES

        TABLES.fill(Tables())
        regions.register()
