"""Tables."""

from functools import partial

from django.apps import AppConfig

FRONT_DOOR = 4  # tables shown at the front door


class PlayConfig(AppConfig):
    name = "play"

    def ready(self) -> None:
        from cards import actions as decks
        from cards import rooms
        from play import access, auditing, following, papers, regions
        from play.queries import page
        from studio import membership
        from studio import rooms as studio_rooms
        from studio.auditing import AUDITS
        from studio.live import presence
        from studio.papers import PAPERS

        decks.FOLLOWERS.append(following.follow_deck)
        decks.VENUES.append(following.venue_of)
        decks.REACHES.append(following.reach_of)
        presence.ELSEWHERE.append(following.tables_of)
        membership.FOLLOWERS.append(following.follow_membership)
        regions.register()
        AUDITS.append(auditing.every_table)
        PAPERS.append(papers.papers_of)
        studio_rooms.CODES.append(access.address_of_code)
        rooms.LOOKING_FOR_PLAYERS.append(partial(page.looking_for_players, shown=FRONT_DOOR))
        rooms.HELD_ELSEWHERE.append(page.votes_at)
