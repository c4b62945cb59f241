"""Coming in by invitation: looking at the link changes nothing, the button does."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from studio import actions
from studio.kernel.refusals import Refused
from studio.models import Group
from studio.people import queries
from studio.people.invitations import group_of
from studio.people.limits import COME_BACK_PACE
from studio.people.membership import is_member
from studio.views.answers import secret_page, went
from studio.views.person_form import arrive, person_form
from studio.web.devices import caller
from studio.web.inputs import posted
from studio.web.ratelimit import take_try


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows who invites and asks for a name; POST joins. A revoked or invented link is 404 either way."""
    group = group_of(token)
    if group is None:
        return secret_page(request, "studio/join_dead.html", {"here": ""}, Refused("join.link_dead"))
    who = caller(request)
    if who.person_id is not None and is_member(group.pk, who.person_id):
        return redirect(queries.landing(group.pk))
    if request.method != "POST":
        return _page(request, group)
    try:
        if who.is_known:
            take_try("come back", f"{who.person_id} into {group.pk}", COME_BACK_PACE)
        with transaction.atomic():
            asked = posted(request)
            person = arrive(request)
            if who.is_known and asked.get("name"):
                shape = asked.text("shape") or person.shape
                actions.rename(person_id=person.pk, name=asked["name"], colour=person.colour, shape=shape)
            actions.join(group_id=group.pk, person_id=person.pk, i_am=asked.text("i_am"))
    except Refused as refused:
        return _page(request, group, refused)
    return went(request, queries.landing(group.pk))


def _page(request: HttpRequest, group: Group, refused: Refused | None = None) -> HttpResponse:
    page = queries.invitation_page(group)
    form = person_form(request, {seal.shape for seal in page.seals})
    who = caller(request)
    context = {
        "here": "",
        "page": page,
        "who": who,
        "form": form.refused(refused) if refused else form,
        "asks_name": not who.is_known or bool(refused and refused.code.startswith("name.")),
    }
    return secret_page(request, "studio/join.html", context, refused)
