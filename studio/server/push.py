"""Sending one notice to one browser by its maker's push service: encrypted, signed with the host's key, soon."""

from __future__ import annotations

import json
import logging
from typing import Any, Literal

from django.conf import settings

from studio.people.notices import PushTarget, is_known

log = logging.getLogger(__name__)

SECONDS = 5.0  # that a push service has to take the connection, and again to answer
KEPT_FOR = 4 * 3600  # seconds for which it keeps what a browser that is off cannot be given
GONE = (404, 410)

PushOutcome = Literal["sent", "gone", "failed"]


def send(target: PushTarget, words: str) -> PushOutcome:
    """ "gone": the browser wants no more, and its address is to be forgotten. Never raises.

    The words are all that is sent: no name, no title, no address.
    """
    if not is_known(target.endpoint):
        return "gone"
    import pywebpush  # only where the host has set keys

    info = {"endpoint": target.endpoint, "keys": {"p256dh": target.p256dh, "auth": target.auth}}
    try:
        pywebpush.webpush(
            info, json.dumps({"words": words}), settings.PUSH_KEY, {"sub": settings.PUSH_CONTACT},
            timeout=SECONDS, ttl=KEPT_FOR, requests_session=_session(),
        )  # fmt: skip
    except pywebpush.WebPushException as problem:
        if problem.status_code in GONE:
            return "gone"
        log.warning("a push service answered %s", problem.status_code)
        return "failed"
    except Exception as problem:  # no line, a slow service, keys that are none: the next notice is another try
        log.warning("a notice was not sent: %s", type(problem).__name__)
        return "failed"
    return "sent"


def _session() -> Any:
    """Goes where it is sent and nowhere else, and reads nothing but the status."""
    import requests

    class Session(requests.Session):
        def post(self, url: Any, *args: Any, **given: Any) -> requests.Response:
            answer = super().post(url, *args, **{**given, "allow_redirects": False, "stream": True})
            answer._content = b""
            answer.close()
            return answer

    return Session()
