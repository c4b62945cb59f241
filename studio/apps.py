"""The site, and what the other rooms stand on."""

from django.apps import AppConfig


class StudioConfig(AppConfig):
    name = "studio"

    def ready(self) -> None:
        from studio.actions import departures, stand_ins
        from studio.live import hub, presence
        from studio.ports import HINTS
        from studio.server import ticks
        from studio.speed import template_files, trim

        HINTS.fill(hub)
        ticks.every(trim.GIVE_BACK_EVERY, "give memory back", trim.give_back)
        ticks.at_the_beginning("have the templates ready", template_files.compile_all)
        ticks.every(30, "settle who is who", stand_ins.settle_due)
        ticks.every(3600, "forget leases that ran out long ago", presence.sweep_out)
        ticks.every(3600, "forget strangers who never came in", departures.sweep_people)
