"""What the surroundings decide, read once at the start into one frozen value. Standard library only.

A value that cannot be understood stops the start with a sentence (`EnvProblem`); nothing is guessed.
`docs/deploying.md` lists every variable.
"""

from __future__ import annotations

import os
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

PROJECT = Path(__file__).resolve().parents[2]
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
TRUE, FALSE = frozenset({"1", "true", "yes", "on"}), frozenset({"", "0", "false", "no", "off"})
SYNCHRONOUS = ("FULL", "NORMAL", "OFF", "EXTRA")
LOG_LEVELS = ("WARNING", "INFO")


class EnvProblem(Exception):
    """A variable of the environment makes no sense; the message is the sentence to show."""


@dataclass(frozen=True, slots=True)
class Database:
    """Where the rows live. `engine` is "sqlite" (then `name` is a path) or "postgresql"."""

    engine: str
    name: str
    user: str = ""
    password: str = ""
    host: str = ""
    port: str = ""
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Env:
    """The surroundings of one process."""

    data: Path  # database, media, secret key, caches: all that is ever written
    shared: Path | None  # example decks and seeds for tests and imports; None when there are none
    site: str  # "https://cards.example.org" when the public address is known, else ""
    hosts: tuple[str, ...]  # names this site answers to
    database: Database
    redis_url: str  # "" means the layer in memory
    synchronous: str  # SQLite's promise about power cuts: FULL keeps every acknowledged vote
    debug: bool
    secret_key: str  # "" means: the file in the data folder
    languages: tuple[str, ...]  # those the interface is offered in, English first
    log_level: str = LOG_LEVELS[0]  # of what visitors were refused: INFO shows it
    has_worker: bool = False  # prints are made by `manage.py worker`, and not by web processes
    push_key: str = ""  # the private key of notices of the browser; "" means there are none
    push_contact: str = ""  # where a push service finds the host: mailto:… or https://…

    @property
    def is_secure(self) -> bool:
        """Whether the public address is HTTPS, so that cookies may insist on it."""
        return self.site.startswith("https://")


def read_env(environ: Mapping[str, str] = os.environ) -> Env:
    """Understand the environment, or raise EnvProblem with a sentence about the first thing wrong."""
    data = Path(environ.get("CARTE_DATA") or PROJECT / "data").expanduser().absolute()
    site = _site(environ.get("CARTE_SITE", ""))
    hosts = _hosts(environ, site)
    debug = _flag(environ, "DEBUG")
    if debug and (public := [host for host in hosts if host not in LOOPBACK]):
        raise EnvProblem(f"DEBUG shows the inside of the site, and it would answer to {public[0]}: turn DEBUG off.")
    return Env(
        data=data,
        shared=_shared(environ),
        site=site,
        hosts=hosts,
        database=_database(environ.get("DATABASE_URL", ""), data),
        redis_url=_redis(environ.get("REDIS_URL", "")),
        synchronous=_one_of(environ, "CARTE_SYNC", SYNCHRONOUS),
        debug=debug,
        secret_key=environ.get("SECRET_KEY", ""),
        log_level=_one_of(environ, "CARTE_LOG", LOG_LEVELS),
        has_worker=_flag(environ, "CARTE_WORKER"),
        languages=_languages(environ.get("CARTE_LANGUAGES", "")),
        **_push(environ.get("CARTE_PUSH_KEY", "").strip(), environ.get("CARTE_PUSH_CONTACT", "").strip(), site),
    )


def _flag(environ: Mapping[str, str], name: str) -> bool:
    value = environ.get(name, "").strip().lower()
    if value in TRUE:
        return True
    if value in FALSE:
        return False
    raise EnvProblem(f"{name} is {value!r}; it can be 1 or 0.")


def _one_of(environ: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    value = environ.get(name, "").strip().upper() or choices[0]
    if value not in choices:
        raise EnvProblem(f"{name} is {value!r}; it can be {', '.join(choices)}.")
    return value


def _languages(value: str) -> tuple[str, ...]:
    """English, and those named of which there is a catalogue."""
    catalogues = {path.parts[-3] for path in PROJECT.glob("locale/*/LC_MESSAGES/django.mo")} | {"en"}
    named = [code.strip().lower() for code in value.split(",") if code.strip()]
    if unknown := [code for code in named if code not in catalogues]:
        raise EnvProblem(f"CARTE_LANGUAGES holds {unknown[0]!r}; there are {', '.join(sorted(catalogues))}.")
    return tuple(dict.fromkeys(("en", *named)))


def _push(key: str, contact: str, site: str) -> dict[str, str]:
    """The key and whom to ask, who is the site itself where nobody else is named."""
    if not key:
        return {}
    try:
        is_key = len(urlsafe_b64decode(key.encode("ascii") + b"=" * (-len(key) % 4))) == 32
    except ValueError:
        is_key = False
    if not is_key:
        raise EnvProblem("CARTE_PUSH_KEY is no key; `python3 manage.py push_key` prints one.")
    told = contact or (site if site.startswith("https://") else "")
    if not told.startswith(("mailto:", "https://")):
        raise EnvProblem("CARTE_PUSH_KEY needs CARTE_PUSH_CONTACT, like mailto:you@example.org, for the push services.")
    return {"push_key": key, "push_contact": told}


def _site(value: str) -> str:
    value = value.strip().rstrip("/")
    if not value:
        return ""
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query:
        raise EnvProblem(f"CARTE_SITE is {value!r}; it is the public address alone, like https://cards.example.org.")
    return value


def _hosts(environ: Mapping[str, str], site: str) -> tuple[str, ...]:
    named = [name.strip().lower() for name in environ.get("CARTE_HOSTS", "").split(",") if name.strip()]
    for name in named:
        if name == "*" or "/" in name or " " in name:
            raise EnvProblem(f"CARTE_HOSTS holds {name!r}; it is a list of names, like cards.example.org,192.0.2.7.")
    public = [urlsplit(site).hostname or ""] if site else []
    return tuple(dict.fromkeys((*LOOPBACK, *public, *named)))


def _shared(environ: Mapping[str, str]) -> Path | None:
    named = environ.get("CARTE_SHARED", "")
    if named:
        folder = Path(named).expanduser().absolute()
        if not folder.is_dir():
            raise EnvProblem(f"CARTE_SHARED is {named!r}, and there is no such folder.")
        return folder
    beside = PROJECT.parent / "shared"
    return beside if beside.is_dir() else None


def _database(url: str, data: Path) -> Database:
    if not url:
        return Database("sqlite", str(data / "carte.sqlite3"))
    try:
        parts = urlsplit(url)
        port = str(parts.port or "")
    except ValueError:
        raise EnvProblem("DATABASE_URL cannot be read; it looks like postgresql://name:word@host:5432/carte.") from None
    match parts.scheme:
        case "sqlite" if parts.path.strip("/") and not parts.netloc:
            return Database("sqlite", str(data / unquote(parts.path[1:])))  # four slashes: an absolute path
        case "postgresql" | "postgres" if parts.path.strip("/"):
            options = dict(parse_qsl(parts.query))
            host = options.pop("host", "") or unquote(parts.hostname or "")
            return Database(
                "postgresql",
                unquote(parts.path.strip("/")),
                user=unquote(parts.username or ""),
                password=unquote(parts.password or ""),
                host=host,
                port=options.pop("port", "") or port,
                options=tuple(sorted(options.items())),
            )
        case _:
            raise EnvProblem("DATABASE_URL is neither postgresql://…/name nor sqlite:///path.")


def _redis(url: str) -> str:
    if url and urlsplit(url).scheme not in ("redis", "rediss", "unix"):
        raise EnvProblem("REDIS_URL looks like redis://host:6379/0 (or rediss://, or unix:///path).")
    return url
