"""Every address of the site: those of people and of the house; each other room brings its own list."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from studio.server import health
from studio.views import account, admin_door, groups, knock, site

handler500 = "studio.middleware.broken"

# Joining, knocking, groups, accounts.
PEOPLE = [
    path("join/<str:token>/", knock.join, name="join"),
    path("knock/", knock.knock, name="knock"),
    path("knock/<slug:key>/", knock.knocking, name="knocking"),
    path("knock/<slug:key>/let-in/", knock.let_in, name="let-in"),
    path("knock/<slug:key>/not-now/", knock.not_now, name="not-now"),
    path("claims/<slug:key>/yes/", knock.vouch, name="vouch"),
    path("claims/<slug:key>/no/", knock.do_not_vouch, name="do-not-vouch"),
    path("groups/<slug:key>/", groups.group, name="group"),
    path("groups/<slug:key>/new-link/", groups.new_link, name="new-link"),
    path("groups/<slug:key>/i-am/", groups.i_am, name="i-am"),
    path("groups/<slug:key>/leave/", groups.leave, name="leave"),
    path("groups/<slug:key>/members/<int:member>/remove/", groups.remove_member, name="remove-member"),
    path("sign-in/", account.sign_in, name="sign-in"),
    path("sign-out/", account.sign_out, name="sign-out"),
    path("you/account/", account.account, name="account"),
    path("you/recovery/", account.recovery, name="recovery"),
    path("you/name/", account.me, name="me"),
    path("you/makers-page/", account.makers_page, name="show-my-cards"),
    path("you/makers-page/close/", account.no_makers_page, name="hide-my-cards"),
    path("you/notices/", account.ask, name="ask-for-notices"),
    path("you/notices/stop/", account.stop, name="stop-notices"),
    path("push-worker.js", account.worker, name="push-worker"),
    path("you/forget/", account.forget, name="forget"),
    path("you/devices/<int:device>/sign-out/", account.sign_out_device, name="sign-out-device"),
]

# The pages that belong to nobody.
HOUSE = [
    path("rules/", site.rules, name="rules-of-the-game"),
    path("about/", site.about, name="about"),
    path("licences/", site.licences, name="licences"),
    path("accessibility/", site.accessibility, name="accessibility"),
    path("theme/", site.theme, name="theme"),
    path("robots.txt", site.robots, name="robots"),
    path("favicon.ico", site.favicon, name="favicon"),
]

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("", include("play.urls")),  # first what is asked for most
    path("", include("cards.urls")),
    *PEOPLE,
    *HOUSE,
    path("admin/login/", admin_door.sign_in),
    path("admin/", admin.site.urls),
]
