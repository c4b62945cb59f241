"""The addresses of people: joining, knocking, groups, accounts."""

from __future__ import annotations

from django.urls import path

from studio.views import account, groups, join, knock, notices

urlpatterns = [
    path("join/<str:token>/", join.join, name="join"),
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
    path("you/notices/", notices.ask, name="ask-for-notices"),
    path("you/notices/stop/", notices.stop, name="stop-notices"),
    path("push-worker.js", notices.worker, name="push-worker"),
    path("you/forget/", account.forget, name="forget"),
    path("you/devices/<int:device>/sign-out/", account.sign_out_device, name="sign-out-device"),
]
