"""Sending one notice to one browser by its maker's push service: encrypted, signed with the host's key, soon."""

from __future__ import annotations

import contextlib
import json
import logging
import socket
import threading
from typing import Any, Literal

from django.conf import settings

from studio.people.notices import PushTarget, is_known

log = logging.getLogger(__name__)

SECONDS = 5.0  # that a push service has for all of it: to take the connection, and to answer, however it drips
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
    """Goes where it is sent and nowhere else, reads nothing but the status, and is over after SECONDS."""
    import requests
    from requests.adapters import HTTPAdapter

    deadline = _Deadline(SECONDS)

    class Adapter(HTTPAdapter):
        def init_poolmanager(self, *args: Any, **given: Any) -> None:
            super().init_poolmanager(*args, **given)
            self.poolmanager.pool_classes_by_scheme = deadline.pools()

        def proxy_manager_for(self, *args: Any, **given: Any) -> Any:
            manager = super().proxy_manager_for(*args, **given)
            manager.pool_classes_by_scheme = deadline.pools()
            return manager

    class Session(requests.Session):
        def post(self, url: Any, *args: Any, **given: Any) -> requests.Response:
            with deadline:
                answer = super().post(url, *args, **{**given, "allow_redirects": False, "stream": True})
                answer._content = b""
                answer.close()
            deadline.check()
            return answer

    session = Session()
    for scheme in ("https://", "http://"):
        session.mount(scheme, Adapter())
    return session


class _Deadline:
    """Cuts the lines that were opened within it once its seconds are over. A limit of time of the library's own begins
    anew with every byte, so that whoever drips one now and then would hold the line for ever."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lines: list[socket.socket] = []
        self._is_over = threading.Event()
        self._timer: threading.Timer | None = None

    def pools(self) -> dict[str, type[Any]]:
        """For urllib3: its kinds of pools, whose connections are known here."""
        from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

        return {"http": self._watching(HTTPConnectionPool), "https": self._watching(HTTPSConnectionPool)}

    def _watching(self, pool: type[Any]) -> type[Any]:
        deadline = self
        kind: Any = pool.ConnectionCls

        class Connection(kind):  # whichever of the two
            def _new_conn(self) -> Any:
                line = super()._new_conn()
                deadline.watch(line)
                return line

        return type(pool.__name__, (pool,), {"ConnectionCls": Connection})

    def watch(self, line: socket.socket) -> None:
        """A second handle of the line: the first one is given over to TLS."""
        self._lines.append(line.dup())
        if self._is_over.is_set():
            self._cut()

    def check(self) -> None:
        """Raises TimeoutError where a line was cut: half an answer may look like a whole one."""
        if self._is_over.is_set():
            raise TimeoutError

    def __enter__(self) -> None:
        self._timer = threading.Timer(self._seconds, self._cut)
        self._timer.daemon = True
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for line in self._lines:
            line.close()

    def _cut(self) -> None:
        self._is_over.set()
        for line in self._lines:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
