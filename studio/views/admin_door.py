"""The way into Django's admin, for the host: guessing there is slowed like at the site's own door."""

from __future__ import annotations

from django.contrib import admin
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.debug import sensitive_post_parameters

from studio.models import Person
from studio.people.limits import SIGN_IN_NAME_MAX, SIGN_IN_NAME_PACE, SIGN_IN_PACE
from studio.people.names import name_key
from studio.people.watch import masked, saw
from studio.web.devices import caller
from studio.web.inputs import posted
from studio.web.ratelimit import network_of, take_try


def is_of_the_staff(person_id: int | None) -> bool:
    """One statement for somebody we know."""
    if person_id is None:
        return False
    return Person.objects.filter(pk=person_id, account__is_staff=True, account__is_active=True).exists()


@sensitive_post_parameters("password")
def sign_in(request: HttpRequest) -> HttpResponseBase:
    """The admin's own page and form, for a browser that is signed in on the site as one of the staff; else 404.

    A try counts together with those at /sign-in/: Refused("tries.too_many").
    """
    if not is_of_the_staff(caller(request).person_id):
        raise Http404
    if request.method == "POST":
        take_try("sign in", network_of(request), SIGN_IN_PACE)
        take_try("sign in as", name_key(posted(request).text("username", SIGN_IN_NAME_MAX)), SIGN_IN_NAME_PACE)
    answer = admin.site.login(request)
    if request.method == "POST":
        what = "admin.signed_in" if answer.status_code == 302 else "admin.sign_in_failed"
        saw(what, person=caller(request).person_id, network=masked(network_of(request)))
    return answer
