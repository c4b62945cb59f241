"""The way into Django's admin, for the host: guessing there is slowed like at the site's own door."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.debug import sensitive_post_parameters

from studio.limits import SIGN_IN_NAME_MAX, SIGN_IN_NAME_PACE, SIGN_IN_PACE
from studio.names import name_key
from studio.ratelimit import place_of, take_try


@sensitive_post_parameters("password")
def sign_in(request: HttpRequest) -> HttpResponseBase:
    """The admin's own page and form. A try counts together with those at /sign-in/: Refused("tries.too_many")."""
    if request.method == "POST":
        take_try("sign in", place_of(request), SIGN_IN_PACE)
        take_try("sign in as", name_key(request.POST.get("username", "")[:SIGN_IN_NAME_MAX]), SIGN_IN_NAME_PACE)
    return admin.site.login(request)
