"""Signing in and out, accounts, spare keys, devices, notices of the browser, and being forgotten."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from studio import actions
from studio.access import knower
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from studio.people import queries
from studio.people.limits import PASSWORD_MAX, SIGN_IN_NAME_MAX
from studio.people.names import clean_name
from studio.people.notices import PushTarget
from studio.setup.env import PROJECT
from studio.views.answers import secret_page, went
from studio.views.person_form import PersonForm, person_form, typed_person
from studio.web.devices import caller, drop_device, keep_device, visit_of
from studio.web.inputs import posted
from studio.web.language import translated
from studio.web.redirects import next_page
from studio.web.words import say


@translated
@sensitive_post_parameters("password", "code")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """By name and password, or by a recovery code: two forms on one page."""
    to = next_page(request, reverse("you"))
    refused = None
    by_code = "code" in posted(request)
    if request.method == "POST":
        bring = posted(request).text("bring") == "yes" or not caller(request).is_known
        leave = posted(request).text("leave") == "yes"
        try:
            if by_code:
                keep = posted(request).text("keep") == "yes"
                entered = actions.use_recovery_code(
                    visit_of(request), code=posted(request)["code"], bring=bring, leave=leave, keep=keep
                )
            else:
                entered = actions.sign_in(
                    visit_of(request),
                    name=posted(request).text("name"),
                    password=posted(request).text("password"),
                    bring=bring,
                    leave=leave,
                )
            keep_device(request, entered)
            return went(request, to, moves=True)
        except Refused as problem:
            refused = problem
    asks = refused is not None and refused.code == "account.leaves_behind"
    context = {
        "here": "you",
        "who": caller(request),
        "name": posted(request).text("name", SIGN_IN_NAME_MAX),
        "next": to,
        "wrong": say(refused) if refused and not by_code else "",
        "wrong_code": say(refused) if refused and by_code else "",
        "left": queries.left_behind(caller(request)),
        # Whoever took the tick away is asked once more, in the form they sent.
        "asks_by_name": asks and not by_code,
        "asks_by_code": asks and by_code,
    }
    return secret_page(request, "studio/sign_in.html", context, refused)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    actions.sign_out(caller(request))
    drop_device(request)
    return went(request, "/", moves=True)


@sensitive_post_parameters("password", "old", "new")
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Make an account, or change its password."""
    who = caller(request)
    if not who.is_known:
        return redirect(f"{reverse('sign-in')}?next={reverse('account')}")
    person_id = knower(who)
    refused = None
    if request.method == "POST":
        try:
            if "new" in posted(request):
                entered = actions.change_password(
                    visit_of(request), old=posted(request).text("old"), new=posted(request)["new"]
                )
            else:
                entered = actions.make_account(
                    visit_of(request), name=posted(request).text("name"), password=posted(request).text("password")
                )
            keep_device(request, entered)
            return went(request, reverse("you"), moves=True)
        except Refused as problem:
            refused = problem
    context = {
        "here": "you",
        "me": queries.myself(person_id, who.device_id),
        "name": posted(request).get("name", who.name)[:SIGN_IN_NAME_MAX],
        "wrong": say(refused) if refused else "",
        "password_limit": PASSWORD_MAX,
    }
    return secret_page(request, "studio/account.html", context, refused)


@require_http_methods(["GET", "HEAD", "POST"])
def recovery(request: HttpRequest) -> HttpResponse:
    """GET explains; POST makes a new spare key and shows it, once, on this very answer."""
    who = caller(request)
    if not who.is_known:
        return redirect(reverse("sign-in"))
    person_id = knower(who)
    code = actions.make_recovery_code(person_id=person_id) if request.method == "POST" else ""
    context = {
        "here": "you",
        "me": queries.myself(person_id, who.device_id),
        "lines": tuple(code.split("-")),
        "code": code,
    }
    return secret_page(request, "studio/recovery.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def me(request: HttpRequest) -> HttpResponse:
    """Another name, ink or seal."""
    who = caller(request)
    if not who.is_known:
        return redirect(reverse("sign-in"))
    refused = None
    if request.method == "POST":
        try:
            actions.rename(person_id=knower(who), **typed_person(request))
            return went(request, reverse("you"), moves=True)
        except Refused as problem:
            refused = problem
    form = person_form(request).refused(refused) if refused else _form_of(request)
    return secret_page(request, "studio/me.html", {"here": "you", "form": form, "who": who}, refused)


@require_POST
def makers_page(request: HttpRequest) -> HttpResponse:
    actions.show_my_cards(person_id=knower(caller(request)))
    return went(request, f"{reverse('you')}#makers-page")


@require_POST
def no_makers_page(request: HttpRequest) -> HttpResponse:
    actions.hide_my_cards(person_id=knower(caller(request)))
    return went(request, f"{reverse('you')}#makers-page")


@require_POST
def sign_out_device(request: HttpRequest, device: int) -> HttpResponse:
    actions.revoke_device(person_id=knower(caller(request)), device_id=device)
    return went(request, reverse("you"))


@require_http_methods(["GET", "HEAD", "POST"])
def forget(request: HttpRequest) -> HttpResponse:
    """GET asks; POST, with one's own name typed once more, forgets."""
    who = caller(request)
    if not who.is_known:
        return redirect(reverse("sign-in"))
    wrong = ""
    if request.method == "POST":
        if _same_name(posted(request).text("name"), who.name):
            actions.forget_me(person_id=knower(who))
            actions.sign_out(who)
            drop_device(request)
            return went(request, "/", moves=True)
        wrong = say(message("That is not the name you have here. Type {name} to be forgotten.", name=who.name))
    context = {"here": "you", "who": who, "wrong": wrong}
    return secret_page(request, "studio/forget.html", context, Refused("name.unreadable") if wrong else None)


def _same_name(typed: str, name: str) -> bool:
    try:
        return clean_name(typed).casefold() == name.casefold()
    except Refused:
        return False


def _form_of(request: HttpRequest) -> PersonForm:
    who = caller(request)
    return replace(person_form(request), name=who.name, colour=who.colour, shape=who.shape)


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
