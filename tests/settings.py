"""The site's own settings over a data folder that lives as long as the test process."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from typing import Any

_folder = tempfile.mkdtemp(prefix="carte-test-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
_SET = "DATABASE_URL REDIS_URL CARTE_SITE CARTE_HOSTS DEBUG SECRET_KEY CARTE_LANGUAGES CARTE_LOG CARTE_WORKER"
for _name in _SET.split():
    os.environ.pop(_name, None)
os.environ["CARTE_DATA"] = _folder
os.environ["CARTE_SYNC"] = "OFF"  # a test database may be lost in a power cut

from studio.settings import *  # noqa: E402, F403
from studio.settings import DATABASES, STORAGES, TEMPLATES  # noqa: E402


class MissingVariable(str):
    """Makes a template that names something it was not given fail, instead of showing nothing."""

    def __contains__(self, piece: object) -> bool:
        return piece == "%s"

    def __mod__(self, variable: object) -> str:
        frame = sys._getframe(1)
        context: Any = frame.f_locals.get("context")
        template = getattr(getattr(context, "render_context", None), "template", None)
        origin = str(getattr(getattr(template, "origin", None), "name", ""))
        if os.sep + os.path.join("django", "contrib") + os.sep in origin:  # the admin's own pages count on blanks
            return ""
        raise AssertionError(f"{origin or 'a template'} names {variable}, which it was not given")


TEMPLATES[0]["OPTIONS"]["string_if_invalid"] = MissingVariable("missing: %s")  # type: ignore[index]
DATABASES["default"]["TEST"] = {"NAME": os.path.join(_folder, "test.sqlite3")}
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
