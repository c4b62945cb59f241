"""`manage.py reset_password NAME`: the host gives somebody who forgot theirs a new password."""

from __future__ import annotations

import secrets
from typing import Any

from django.core.management.base import CommandError, CommandParser

from studio.actions import reset_password
from studio.kernel.refusals import Refused
from studio.server.newer import OfThisRelease
from studio.web.words import say


class Command(OfThisRelease):
    help = "Give an account a new password, print it, and sign its devices out."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the sign-in name")
        parser.add_argument("--password", help="this one, instead of one made up and printed")

    def handle(self, *args: Any, **options: Any) -> None:
        password = options["password"] or secrets.token_urlsafe(12)
        try:
            reset_password(name=options["name"], password=password)
        except Refused as refused:
            if refused.code == "account.sign_in":
                raise CommandError(f"Nobody signs in as {options['name']}.") from None
            raise CommandError(say(refused)) from None
        if options["password"] is None:
            self.stdout.write(f"The new password of {options['name']} is {password}")
        else:
            self.stdout.write(f"{options['name']} has a new password.")
