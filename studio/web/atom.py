"""Atom feeds (RFC 4287): values in, the bytes of a document out."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.etree import ElementTree

ATOM = "http://www.w3.org/2005/Atom"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
BEFORE_ANYTHING = datetime(1970, 1, 1, tzinfo=UTC)  # when a feed that has nothing in it was last changed

ElementTree.register_namespace("", ATOM)


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """`key` names it for good, wherever the site stands; `href` is a whole address. `about` is in `language`, a tag or
    "" where that is not known, `words` are in the feed's own."""

    key: str
    title: str
    href: str
    at: datetime
    by: tuple[str, ...] = ()
    about: str = ""
    words: str = ""
    language: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Feed:
    """`href` is where it stands, `page` what it follows; both are whole addresses."""

    title: str
    href: str
    page: str
    language: str
    entries: tuple[FeedEntry, ...]

    @property
    def at(self) -> datetime:
        return max((entry.at for entry in self.entries), default=BEFORE_ANYTHING)


def written(feed: Feed) -> bytes:
    """The document. The same feed is the same bytes."""
    root = ElementTree.Element(f"{{{ATOM}}}feed", {_LANG: feed.language})
    _add(root, "id", _id(feed.href))
    _add(root, "title", feed.title)
    _add(root, "updated", _moment(feed.at))
    _people(root, ["Carte Blanche"])
    _add(root, "link", rel="self", href=feed.href, type="application/atom+xml")
    _add(root, "link", rel="alternate", href=feed.page, type="text/html")
    for entry in feed.entries:
        _write(_add(root, "entry"), entry)
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _write(at: ElementTree.Element, entry: FeedEntry) -> None:
    _add(at, "id", _id(entry.key))
    _add(at, "title", entry.title)
    _add(at, "updated", _moment(entry.at))
    _people(at, entry.by)
    _add(at, "link", rel="alternate", href=entry.href, type="text/html")
    for tag in dict.fromkeys(entry.tags):
        _add(at, "category", term=tag)
    if entry.about:
        _add(at, "summary", entry.about, **({_LANG: entry.language} if entry.language else {}))
    if entry.words:
        _add(at, "content", entry.words)


def _people(at: ElementTree.Element, names: Iterable[str]) -> None:
    for name in names:
        _add(_add(at, "author"), "name", name)


def _add(to: ElementTree.Element, name: str, text: str = "", /, **attributes: str) -> ElementTree.Element:
    clean = {key: _NOT_XML.sub("", value) for key, value in attributes.items()}
    child = ElementTree.SubElement(to, f"{{{ATOM}}}{name}", clean)
    child.text = _NOT_XML.sub("", text) or None
    return child


def _id(key: str) -> str:
    return uuid.uuid5(uuid.NAMESPACE_URL, key).urn


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
