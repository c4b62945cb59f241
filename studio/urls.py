"""Every address of the site. Each room brings its own list."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from studio.server import health
from studio.views import admin_door

handler500 = "studio.middleware.broken"

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("", include("play.urls")),  # first what is asked for most
    path("", include("cards.urls")),
    path("", include("studio.urls_people")),
    path("", include("studio.urls_site")),
    path("admin/login/", admin_door.sign_in),
    path("admin/", admin.site.urls),
]
