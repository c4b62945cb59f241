"""How `start` and `serve` open the site: one process, or a parent with several."""

from __future__ import annotations

import argparse
import errno
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connections

from studio.people.limits import CONNECTIONS_MAX
from studio.server import daphne_server, processes, ticks
from studio.server.newer import learn_own_steps
from studio.setup.locking import hold_open

OPEN = ".open.lock"
TELLS: list[Callable[[], str]] = []  # lines for the host, one by each room that has something to say as it opens
EVERYWHERE = ("0.0.0.0", "::")


@dataclass(frozen=True, slots=True)
class Serving:
    """What was asked for on the command line."""

    host: str
    port: int
    processes: int
    proxy_headers: bool
    descriptor: int | None = None  # a listening socket handed over by a parent process


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `start` and `serve` have in common."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for the local network")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--processes", type=int, default=1, help="more than one needs REDIS_URL")
    parser.add_argument("--proxy-headers", action="store_true", help="believe the X-Forwarded-* of a proxy in front")


def asked(options: dict[str, Any]) -> Serving:
    """The parsed command line as a value; CommandError when it cannot be done."""
    serving = Serving(
        options["host"], options["port"], options["processes"], options["proxy_headers"], options.get("fd")
    )
    if serving.processes > 1 and not settings.ENV.redis_url:
        raise CommandError("Several processes tell each other what happened through REDIS_URL; set it, or use one.")
    if serving.processes > 1 and os.name != "posix":
        raise CommandError("Several processes share a socket, which this system cannot do; use one.")
    return serving


def listen(serving: Serving) -> socket.socket:
    """A listening socket; a port that is taken is said in words."""
    if serving.descriptor is not None:
        return socket.socket(fileno=serving.descriptor)
    host, port = serving.host, serving.port
    try:
        return daphne_server.listen_on(host, port)
    except OSError as problem:
        if problem.errno == errno.EADDRINUSE:
            raise CommandError(
                f"Port {port} is taken on {host}: perhaps the site is open already at http://{host}:{port}/. "
                f"Otherwise choose another: --port {port + 1}"
            ) from None
        raise CommandError(f"Cannot listen on {host}, port {port}: {problem.strerror or problem}.") from None


def open_site(serving: Serving, listening: socket.socket, refuse: Callable[[], None]) -> None:
    """Serve until told to stop; ends the process. `refuse` is asked whether the data is fit for it, CommandError, once
    nobody can bring it up to date or back any more."""
    # Until the process ends: `restore` must not change a site that is open, nor may one open while it does.
    with listening, held() as kept:
        learn_own_steps()
        refuse()
        connections.close_all()
        if serving.host in EVERYWHERE:
            settings.ALLOWED_HOSTS += daphne_server.names_of_this_machine()
        if serving.processes > 1:
            say_address(serving.host, listening.getsockname()[1])
            command = [str(settings.BASE_DIR / "manage.py"), "serve", "--host", serving.host]
            command += ["--proxy-headers"] * serving.proxy_headers
            kept.close()  # each child holds it for itself
            os._exit(processes.keep(listening, serving.processes, command))
        _serve(serving, listening)


def _serve(serving: Serving, listening: socket.socket) -> None:
    from studio.asgi import application

    app: Any = daphne_server.BehindProxy(application) if serving.proxy_headers else application
    ticks.start()
    # A proxy's connections carry everybody: it counts its own visitors (deploy/).
    lines = 0 if serving.proxy_headers else min(CONNECTIONS_MAX, daphne_server.all_descriptors() // 2)
    carte = daphne_server.CarteServer(app, listening, settings.BODY_LIMIT, settings.SOCKET_MESSAGE_LIMIT, lines)
    port = listening.getsockname()[1]
    carte.run(ready=lambda: say_address(serving.host, port) if serving.descriptor is None else None)


def held() -> IO[bytes]:
    """Hold the data open, with all other processes of the site. CommandError where its folder cannot be used."""
    try:
        return hold_open(settings.DATA / OPEN, waiting=_say_that_it_waits)
    except OSError as problem:
        raise CommandError(f"The data folder {settings.DATA} cannot be used: {problem.strerror or problem}.") from None


def _say_that_it_waits() -> None:
    print("The data is being brought up to date, or back; the site opens when that is done.", flush=True)


def say_address(host: str, port: int) -> None:
    """Print where the site is, and how others on the network reach it."""
    seen = "127.0.0.1" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    print(f"Carte Blanche is open at http://{seen}:{port}/   (Ctrl-C closes it)", flush=True)
    if host in EVERYWHERE:
        for name in daphne_server.names_of_this_machine()[2:]:
            print(f"On this network: http://{name}:{port}/", flush=True)
