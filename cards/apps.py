"""Decks: proposing, judging, archiving, printing."""

from django.apps import AppConfig

SETTLE_SECONDS = 5  # one look into an index each time: a deadline is kept within seconds, for nothing that shows


class CardsConfig(AppConfig):
    name = "cards"

    def ready(self) -> None:
        from cards import actions, my_data, regions
        from cards.printing import jobs
        from cards.queries import prints
        from cards.storage import audit
        from cards.venues import room_of_deck
        from studio.backup.audit import AUDITS
        from studio.people import join_codes, membership
        from studio.people.my_data import PAPERS
        from studio.server import ticks

        membership.FOLLOWERS.append(actions.follow_membership)
        membership.IDENTITIES.append(actions.follow_identity)
        join_codes.ROOMS["deck"] = room_of_deck
        regions.register()
        AUDITS.append(audit.every_deck)
        PAPERS.append(my_data.papers_of)
        ticks.every(SETTLE_SECONDS, "settle the ballots that are due", actions.settle_due)
        ticks.every(3, "print what is waiting", prints.take_up)
        ticks.every(60, "keep the press small", jobs.sweep)
