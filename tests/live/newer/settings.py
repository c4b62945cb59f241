"""A real server's settings; with RELEASE=newer it is of the next release."""

from tests.live_settings import *  # noqa: F403
from tests.live_settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.live.newer"]
