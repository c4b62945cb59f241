"""Tables."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "play"

    def ready(self) -> None:
        from play import regions, wording
        from play.ports import Tables
        from studio.ports import TABLES
        from studio.wording import REFUSALS

        TABLES.fill(Tables())
        REFUSALS.register(wording.TABLES, wording.TYPED)
        regions.register()
