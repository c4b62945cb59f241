"""Coming in: by a link, or knocking with a room code, waiting at the door, and opening it."""

from __future__ import annotations

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from studio import actions
from studio.access import GroupDoor, group_door
from studio.kernel.refusals import Refused
from studio.models import Claim, Group, Knock
from studio.people import queries
from studio.people.invitations import group_of
from studio.people.limits import COME_BACK_PACE
from studio.people.membership import is_member
from studio.ports import TABLES
from studio.views.answers import secret_page, went
from studio.views.person_form import arrive, person_form, typed_person
from studio.web.devices import caller, keep_device, visit_of
from studio.web.inputs import anywhere, posted
from studio.web.ratelimit import take_try


@require_http_methods(["GET", "HEAD", "POST"])
def knock(request: HttpRequest) -> HttpResponse:
    """The page does not look the code up, so that only a knock, which is counted, tells whether it is right."""
    refused = None
    typed = anywhere(request).text("code")
    if (address := TABLES.get().address_of_code(typed)) is not None:
        return went(request, address, moves=True)
    if request.method == "POST":
        try:
            made, entered = actions.knock(visit_of(request), code=posted(request).text("code"), **typed_person(request))
            keep_device(request, entered)
            return went(request, reverse("knocking", args=[made.key]), moves=True)
        except Refused as problem:
            refused = problem
    form = person_form(request)
    context = {
        "here": "",
        "who": caller(request),
        "code": typed[:12],
        "form": form.refused(refused) if refused else form,
    }
    return secret_page(request, "studio/knock.html", context, refused)


@require_safe
def knocking(request: HttpRequest, key: str) -> HttpResponse:
    """Waiting at the door. Only whoever knocked sees it; the page looks again by itself."""
    page = queries.knock_page(key, caller(request).person_id)
    if page is None:
        raise Http404
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"state": page.state})
    if page.state == "in":
        return redirect(page.address)
    return secret_page(request, "studio/knocking.html", {"here": "", "page": page, "who": caller(request)})


@require_POST
def let_in(request: HttpRequest, key: str) -> HttpResponse:
    door, back = _door_of_knock(request, key)
    actions.let_in(knock_key=key, group_id=door.group_id, by=door.member_id)
    return went(request, back)


@require_POST
def not_now(request: HttpRequest, key: str) -> HttpResponse:
    door, back = _door_of_knock(request, key)
    actions.turn_away(knock_key=key, group_id=door.group_id, by=door.member_id)
    return went(request, back)


@require_POST
def vouch(request: HttpRequest, key: str) -> HttpResponse:
    """Yes, that is Maud."""
    return _answer_claim(request, key, is_same=True)


@require_POST
def do_not_vouch(request: HttpRequest, key: str) -> HttpResponse:
    """No, that is somebody else."""
    return _answer_claim(request, key, is_same=False)


def _answer_claim(request: HttpRequest, key: str, *, is_same: bool) -> HttpResponse:
    claim = Claim.objects.select_related("newcomer__group").filter(key=key).first()
    if claim is None:
        raise Http404
    door = group_door(caller(request), claim.newcomer.group.key)
    actions.answer_claim(
        claim_key=key, group_id=door.group_id, by=door.member_id, person_id=door.person_id, is_same=is_same
    )
    return went(request, reverse("group", args=[door.group_key]))


def _door_of_knock(request: HttpRequest, key: str) -> tuple[GroupDoor, str]:
    """The door of the group whose room was knocked at, and that room's address. 404 for all others, members' only."""
    made = Knock.objects.select_related("stream__group").filter(key=key).first()
    if made is None or made.stream.group is None:
        raise Http404
    return group_door(caller(request), made.stream.group.key), queries.landing_of_stream(made.stream)


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
