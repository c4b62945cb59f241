"""From a bare Python to a running site. Standard library only."""

from __future__ import annotations

import os


def main(words: list[str]) -> int:
    """Run one command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(["manage.py", *words])
    return 0
