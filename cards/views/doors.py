"""A deck's doors for a request (cards/access.py has them for any caller): who sends it, what a search may find of the
answer, and that a member who comes in is here."""

from __future__ import annotations

from django.http import HttpRequest

from cards.access import Door, deck_door, member_door
from studio.live import presence
from studio.middleware import keep_out_of_search
from studio.web.devices import caller


def open_deck(request: HttpRequest, slug: str) -> Door:
    """Members, and readers of an unlisted or public deck. Http404 otherwise; DeckMoved for a former address."""
    door = deck_door(caller(request), slug)
    if door.visibility != "public":
        keep_out_of_search(request)
    return door


def open_to_members(request: HttpRequest, slug: str) -> Door:
    """Members only. Http404 for everybody else; DeckMoved for a former address."""
    door = member_door(caller(request), slug)
    keep_out_of_search(request)
    return door


def enter(request: HttpRequest, slug: str) -> Door:
    """The members' door; whoever comes through it is in the room."""
    door = open_to_members(request, slug)
    assert door.member_id is not None
    presence.renew(door.stream_id, door.member_id, door.stay)
    return door
