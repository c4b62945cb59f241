"""Asking to be told that a vote waits, and the worker in the browser that shows it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from studio import actions
from studio.access import knower
from studio.people.notices import PushTarget
from studio.setup.env import PROJECT
from studio.views.answers import went
from studio.web.devices import caller
from studio.web.inputs import posted

WORKER = PROJECT / "static" / "js" / "push_worker.js"


@require_POST
def ask(request: HttpRequest) -> HttpResponse:
    """What the browser's push service gave it."""
    who, given = caller(request), posted(request)
    target = PushTarget(given.text("endpoint"), given.text("p256dh"), given.text("auth"))
    actions.ask_for_notices(person_id=knower(who), device_id=who.device_id or 0, target=target)
    return went(request, reverse("you"))


@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    who = caller(request)
    knower(who)
    actions.stop_notices(device_id=who.device_id or 0)
    return went(request, reverse("you"))


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """At the root of the site, or it could not show notices for all of it."""
    response = HttpResponse(WORKER.read_bytes(), content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    return response
