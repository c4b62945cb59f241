"""What a real server under test runs with: the site's own settings, but static files straight from the sources."""

from __future__ import annotations

from studio.settings import *  # noqa: F403
from studio.settings import STORAGES

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
