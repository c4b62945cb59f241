"""A real server's settings, and the small page."""

from tests.live_settings import *  # noqa: F403
from tests.live_settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.live.small"]
ROOT_URLCONF = "tests.live.small.urls"
