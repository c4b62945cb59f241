"""Decks: proposing, judging, archiving, printing."""

from django.apps import AppConfig

SETTLE_SECONDS = 5  # one look into an index each time: a deadline is kept within seconds, for nothing that shows


class CardsConfig(AppConfig):
    name = "cards"

    def ready(self) -> None:
        from cards import actions, auditing, papers, regions
        from cards.printing import jobs
        from cards.queries import prints
        from cards.rooms import room_of_deck
        from studio import membership, rooms, ticking
        from studio.auditing import AUDITS
        from studio.papers import PAPERS

        membership.FOLLOWERS.append(actions.follow_membership)
        membership.IDENTITIES.append(actions.follow_identity)
        rooms.ROOMS["deck"] = room_of_deck
        regions.register()
        AUDITS.append(auditing.every_deck)
        PAPERS.append(papers.papers_of)
        ticking.every(SETTLE_SECONDS, "settle the ballots that are due", actions.settle_due)
        ticking.every(3, "print what is waiting", prints.take_up)
        ticking.every(60, "keep the press small", jobs.sweep)
