"""Addresses of the pages that belong to nobody."""

from __future__ import annotations

from django.urls import path

from studio.views import site

urlpatterns = [
    path("rules/", site.rules, name="rules-of-the-game"),
    path("about/", site.about, name="about"),
    path("licences/", site.licences, name="licences"),
    path("accessibility/", site.accessibility, name="accessibility"),
    path("theme/", site.theme, name="theme"),
    path("robots.txt", site.robots, name="robots"),
    path("favicon.ico", site.favicon, name="favicon"),
]
