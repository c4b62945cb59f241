"""A picture is brought to a deck: decoded in a sealed process, kept as we write it, and noted as its bringer's."""

from __future__ import annotations

import errno

from django.db import transaction
from django.utils import timezone

from cards import models as rows
from cards.pictures import shelf
from cards.pictures.darkroom import develop
from studio.kernel.refusals import Refused


def bring_picture(deck_id: int, *, by: int, content: bytes, name: str = "") -> rows.StoredPicture:
    """The picture as it is kept from now on. Raises Refused("picture.*"). Brought twice, it is there once."""
    shelf.refuse_beyond(by, deck_id, 0)
    picture = develop(content, name)
    mine = rows.PictureUpload.objects.filter(picture_id=picture.digest, deck_id=deck_id, by_id=by)
    if not mine.exists():
        shelf.refuse_beyond(by, deck_id, len(picture.kept) + len(picture.screen))
    try:
        with transaction.atomic():
            kept = shelf.keep(picture)
            rows.PictureUpload.objects.get_or_create(
                picture=kept, deck_id=deck_id, by_id=by, defaults={"at": timezone.now()}
            )
    except OSError as problem:
        if problem.errno in (errno.ENOSPC, errno.EDQUOT):
            raise Refused("picture.site_full") from problem
        raise
    return kept
