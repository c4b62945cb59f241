"""What a real server under test runs with: the site's own settings. Its static files are those that were collected and
joined once for the whole run (servers.py), or where it is not told of any, the sources as they are."""

from __future__ import annotations

import os
from pathlib import Path

from studio.settings import *  # noqa: F403
from studio.settings import STORAGES
from tests.servers import UNPACKED

if _collected := os.environ.get("CARTE_TEST_STATIC"):
    STATIC_ROOT = Path(_collected)
    WHITENOISE_SKIP_COMPRESS_EXTENSIONS = UNPACKED
else:
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    WHITENOISE_USE_FINDERS = True
    WHITENOISE_AUTOREFRESH = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
