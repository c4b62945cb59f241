"""A deck's doors for a request (cards/access.py has them for any caller): who sends it, what a search may find of the
answer, and that a member who comes in is here."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest

from cards.access import Door, deck_door, member_door, taken_out
from studio.live import presence
from studio.middleware import keep_out_of_search
from studio.people.devices import Caller
from studio.web.devices import caller


def open_deck(request: HttpRequest, slug: str) -> Door:
    """Members, and readers of an unlisted or public deck. Http404 otherwise; DeckMoved for a former address."""
    door = _or_told(deck_door, request, slug)
    if door.visibility != "public":
        keep_out_of_search(request)
    return door


def open_to_members(request: HttpRequest, slug: str) -> Door:
    """Members only. Http404 for everybody else; DeckMoved for a former address."""
    door = _or_told(member_door, request, slug)
    keep_out_of_search(request)
    return door


def _or_told(door: Callable[[Caller, str], Door], request: HttpRequest, slug: str) -> Door:
    """The door; whoever was taken out of the group is told so where it stays shut."""
    who = caller(request)
    try:
        return door(who, slug)
    except Http404:
        if (told := taken_out(who, slug)) is not None:
            raise told from None
        raise


def enter(request: HttpRequest, slug: str) -> Door:
    """The members' door; whoever comes through it is in the room."""
    door = open_to_members(request, slug)
    assert door.member_id is not None
    presence.renew(door.stream_id, door.member_id, door.stay)
    return door
