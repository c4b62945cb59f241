"""The site, and what the other rooms stand on."""

from django.apps import AppConfig


class StudioConfig(AppConfig):
    name = "studio"
