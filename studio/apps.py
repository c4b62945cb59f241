"""The site, and what the other rooms stand on."""

from django.apps import AppConfig


class StudioConfig(AppConfig):
    name = "studio"

    def ready(self) -> None:
        from studio import membership, sweeping, ticking
        from studio.actions import standing_in
        from studio.live import hub, presence

        membership.DEPARTED.append(hub.departed)
        ticking.every(30, "settle who is who", standing_in.settle_due)
        ticking.every(3600, "forget leases that ran out long ago", presence.sweep_out)
        ticking.every(3600, "forget strangers who never came in", sweeping.sweep_people)
