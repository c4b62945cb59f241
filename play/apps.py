"""Tables."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "play"

    def ready(self) -> None:
        from cards import actions as decks
        from play import following, regions
        from studio import membership

        decks.FOLLOWERS.append(following.follow_deck)
        decks.VENUES.append(following.venue_of)
        membership.FOLLOWERS.append(following.follow_membership)
        regions.register()
