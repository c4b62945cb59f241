"""What pages share on which a deck of one's own is made of somebody else's cards: how often, and who asked twice."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from studio.kernel.refusals import Refused
from studio.log.committed import Committed
from studio.models import Person
from studio.people.devices import give_device
from studio.people.limits import Pace
from studio.web.devices import caller, keep_device, visit_of

FORK_PACE = Pace(60, 3600)  # decks made so from one address
TITLE_READ = 1000  # characters of a title that are looked at; the rules have their own, smaller limit


def know_again(request: HttpRequest, turn: Committed, browser: str) -> None:
    """The same form once more. Whoever forked is led there; a newcomer who pressed twice has perhaps not been told yet
    who they are, and their browser shows that it is the same by what else it keeps. Anybody else is refused."""
    who = caller(request)
    if who.person_id == turn.result["person"]:
        return
    if who.is_known or not browser or browser != turn.result["browser"]:
        raise Refused("request.reused")
    with transaction.atomic():
        me = Person.objects.get(pk=turn.result["person"])
        keep_device(request, give_device(visit_of(request), me))


def browser_of(request: HttpRequest) -> str:
    """A name for this browser that only its own secret for forms leads to; "" when it keeps none."""
    secret = request.META.get("CSRF_COOKIE", "")
    return salted_hmac("cards.forking", secret, algorithm="sha256").hexdigest() if secret else ""
