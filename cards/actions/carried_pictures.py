"""Pictures that come with a list: each is looked at and drawn anew like any other, and kept when it is what it says."""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Mapping
from dataclasses import replace

from django.utils import timezone

from cards import models as rows
from cards.face.face import Face
from cards.formats.values import DeckListing, pictures_named
from cards.pictures import shelf
from cards.pictures.darkroom import develop
from cards.pictures.limits import CARRIED_MAX
from studio.kernel.refusals import Refused

Sizes = Mapping[str, tuple[int, int]]  # width and height in pixels, by digest


def keep_carried(listing: DeckListing, *, deck_id: int | None = None, by: int | None = None) -> Sizes:
    """Keep those of a list's pictures that its faces name, as brought by that member to that deck, if they are told.

    Not within a transaction: each takes a third of a second. What is torn, or is not what its digest says, is left
    behind. Raises Refused("picture.*_full").
    """
    named, sizes = pictures_named(listing), dict[str, tuple[int, int]]()
    for carried in [one for one in listing.pictures if one.digest in named][:CARRIED_MAX]:
        try:
            content = base64.b64decode(carried.content, validate=True)
            if hashlib.sha256(content).hexdigest() != carried.digest:
                continue
            picture = develop(content)
        except (binascii.Error, ValueError, Refused):
            continue
        if picture.digest != carried.digest:  # it holds more than pixels, so it is not of our writing
            continue
        if deck_id is not None and by is not None:
            shelf.refuse_beyond(by, deck_id, len(picture.kept) + len(picture.screen))
        kept = shelf.keep(picture)
        sizes[kept.digest] = kept.width, kept.height
        if deck_id is not None and by is not None:
            rows.PictureUpload.objects.get_or_create(
                picture=kept, deck_id=deck_id, by_id=by, defaults={"at": timezone.now()}
            )
    return sizes


def without_strange_pictures(listing: DeckListing, known: Sizes) -> DeckListing:
    """The list as its cards can come in: a picture that is not here, or not for whoever brings it, is left out."""
    if not pictures_named(listing):
        return listing

    def seen(face: Face) -> Face:
        shown = face.picture
        is_known = shown is not None and known.get(shown.digest) == (shown.width, shown.height)
        return face if is_known else replace(face, picture=None)

    return replace(
        listing,
        cards=tuple(replace(card, face=seen(card.face)) for card in listing.cards),
        rules=tuple(replace(rule, face=seen(rule.face)) for rule in listing.rules),
    )
