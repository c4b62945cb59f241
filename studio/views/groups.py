"""A group for its members: who is in it, how others get in, and how one gets out."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from studio import actions
from studio.access import group_door, own_door, steward_door
from studio.kernel.inputs import Failure
from studio.kernel.refusals import Refused
from studio.models import Member
from studio.people import queries
from studio.people.invitations import qr_svg
from studio.views.answers import secret_page, went
from studio.web.addresses import public_address
from studio.web.devices import caller
from studio.web.inputs import posted


@require_safe
def group(request: HttpRequest, key: str) -> HttpResponse:
    """Members, the invitation, who waits at the door."""
    door = group_door(caller(request), key)
    page = queries.group_page(door)
    link = public_address(request, page.join_path)
    return secret_page(request, "studio/group.html", {"here": "you", "page": page, "link": link, "qr": qr_svg(link)})


@require_POST
def new_link(request: HttpRequest, key: str) -> HttpResponse:
    """A steward revokes every link given out so far."""
    door = steward_door(caller(request), key)
    actions.raise_epoch(group_id=door.group_id, by=door.member_id)
    return went(request, reverse("group", args=[key]))


@require_POST
def remove_member(request: HttpRequest, key: str, member: int) -> HttpResponse:
    """A steward removes somebody."""
    door = steward_door(caller(request), key)
    actions.remove(group_id=door.group_id, by=door.member_id, member_id=member)
    return went(request, reverse("group", args=[key]))


@require_POST
def i_am(request: HttpRequest, key: str) -> HttpResponse:
    """A member says they were here before, on a device they no longer have."""
    door = own_door(caller(request), key)
    wanted = posted(request).id("member", otherwise=Failure("member.unknown"))
    if not Member.objects.filter(pk=wanted, group_id=door.group_id, left_at__isnull=True).exists():
        raise Refused("member.unknown")
    actions.say_who_i_am(newcomer_id=door.member_id, claimed_id=wanted)
    return went(request, reverse("group", args=[key]))


@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, key: str) -> HttpResponse:
    """GET asks, POST leaves."""
    door = group_door(caller(request), key)
    if request.method != "POST":
        return render(request, "studio/leave.html", {"here": "you", "page": queries.group_page(door)})
    own_door(caller(request), key)
    actions.leave(member_id=door.member_id)
    return went(request, reverse("you"), moves=True)
