"""What a page says of itself to where a link to it is sent."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.templatetags.static import static

from studio.kernel.messages import message
from studio.web.words import say


@dataclass(frozen=True, slots=True)
class LinkTags:
    """Open Graph's words: `address` and `picture` are whole addresses of this site; `wide`, `high` are the picture's
    pixels, `alt` its words."""

    title: str
    description: str
    address: str
    picture: str
    alt: str
    wide: int
    high: int


def house_tags(path: str) -> LinkTags | None:
    """Of a page that belongs to no deck; None where the site does not know its own address."""
    site = settings.ENV.site
    if not site:
        return None
    told = say(message("Write cards together, vote on them, print the deck and play it."))
    picture = f"{site}{static('art/link-preview.png')}"
    alt = say(message("Three cards on green felt: Every card starts blank."))
    return LinkTags(say(message("Carte Blanche")), told, f"{site}{path}", picture, alt, 1200, 630)
