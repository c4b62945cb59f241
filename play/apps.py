"""Tables."""

from functools import partial

from django.apps import AppConfig

FRONT_DOOR = 4  # tables shown at the front door


class PlayConfig(AppConfig):
    name = "play"

    def ready(self) -> None:
        from cards import actions as decks
        from cards import venues
        from play import access, deck_listener, my_data, regions
        from play.queries import page
        from play.storage import audit
        from studio.backup.audit import AUDITS
        from studio.live import presence
        from studio.people import join_codes as studio_rooms
        from studio.people import membership
        from studio.people.my_data import PAPERS

        decks.FOLLOWERS.append(deck_listener.follow_deck)
        decks.VENUES.append(deck_listener.venue_of)
        decks.REACHES.append(deck_listener.reach_of)
        presence.ELSEWHERE.append(deck_listener.tables_of)
        membership.FOLLOWERS.append(deck_listener.follow_membership)
        regions.register()
        AUDITS.append(audit.every_table)
        PAPERS.append(my_data.papers_of)
        studio_rooms.CODES.append(access.address_of_code)
        venues.LOOKING_FOR_PLAYERS.append(partial(page.looking_for_players, shown=FRONT_DOOR))
        venues.HELD_ELSEWHERE.append(page.votes_at)
