"""Decks: proposing, judging, archiving, printing."""

from django.apps import AppConfig


class CardsConfig(AppConfig):
    name = "cards"

    def ready(self) -> None:
        from cards import actions
        from studio import membership, ticking

        membership.FOLLOWERS.append(actions.follow_membership)
        ticking.every(30, "settle the ballots that are due", actions.settle_due)
