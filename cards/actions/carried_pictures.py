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
from cards.pictures.header import check_header
from cards.pictures.limits import CARRIED_MAX, CARRIED_WORK_MAX
from cards.pictures.own_files import is_as_we_write
from studio.kernel.refusals import Refused

Sizes = Mapping[str, tuple[int, int]]  # width and height in pixels, by digest


def keep_carried(listing: DeckListing, *, deck_id: int | None = None, by: int | None = None) -> Sizes:
    """Keep those of a list's pictures that its faces name, as brought by that member to that deck, if they are told.

    Not within a transaction: each takes a third of a second, and so comes last of all that can be asked of a list. What
    is torn, or is not what its digest says, is left behind; what only had no turn is not: the whole list is brought
    again. Raises Refused("picture.many", "picture.busy", "picture.*_full").
    """
    sizes, carried = dict[str, tuple[int, int]](), _of_our_writing(listing)
    if sum(work for _, _, work in carried) > CARRIED_WORK_MAX:
        raise Refused("picture.many")
    for digest, content, _ in carried:
        try:
            picture = develop(content)
        except Refused as refused:
            if refused.code == "picture.busy":
                raise
            continue
        if picture.digest != digest:  # it holds more than pixels
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


def carried_work(listing: DeckListing) -> int:
    """What it takes to look at them all, in megapixels."""
    return sum(work for _, _, work in _of_our_writing(listing))


def _of_our_writing(listing: DeckListing) -> list[tuple[str, bytes, int]]:
    """Digest, file and work of the pictures that may come with a list: those written as ours are. Any other has another
    digest once it is drawn anew, so nobody is asked to draw it."""
    named, found = pictures_named(listing), list[tuple[str, bytes, int]]()
    for carried in [one for one in listing.pictures if one.digest in named][:CARRIED_MAX]:
        try:
            content = base64.b64decode(carried.content, validate=True)
            header = check_header(content)
        except (binascii.Error, ValueError, Refused):
            continue
        if hashlib.sha256(content).hexdigest() == carried.digest and is_as_we_write(content, header):
            found.append((carried.digest, content, header.work))
    return found


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
