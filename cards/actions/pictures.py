"""A picture is brought to a deck: decoded in a sealed process, kept as we write it, and noted as its bringer's."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Mapping

from django.utils import timezone

from cards import models as rows
from cards.face.face import Face
from cards.pictures import shelf
from cards.pictures.darkroom import develop
from cards.rules import events as e
from cards.rules.deck import Amend, Create
from studio.kernel.refusals import Refused


def show_pictures(deck_id: int, facts: Iterable[e.Event], faces: Mapping[str, Face]) -> None:
    """A deck's people may see the pictures on what was put to the table and on what is in, its readers those of its
    versions. Inside the transaction of these facts; three statements at most, none where no face has a picture, and
    four for a version."""
    pictures = {digest: face.picture.digest for digest, face in faces.items() if face.picture}
    if pictures:
        put = set[str]()
        for fact in facts:
            match fact:
                case e.ProposalMade(changes=changes) | e.ProposalReworded(changes=changes):
                    put |= {change.face for change in changes if isinstance(change, Create | Amend)}
                case e.BatchTurnedOver(cards=cards):
                    put |= {card.face for card in cards}
                case e.ArticleAdded(face=face) | e.ArticleAmended(face=face):
                    put.add(face)
        shelf.show_to_members(deck_id, [pictures[face] for face in put if face in pictures])
    if archived := [fact.number for fact in facts if isinstance(fact, e.VersionArchived)]:
        shelf.show_to_readers(deck_id, archived)


def bring_picture(deck_id: int, *, by: int, content: bytes, name: str = "") -> rows.StoredPicture:
    """The picture as it is kept from now on. Raises Refused("picture.*"). Brought twice, it is there once."""
    shelf.refuse_beyond(by, deck_id, 0)
    picture = develop(content, name)
    mine = rows.PictureUpload.objects.filter(picture_id=picture.digest, deck_id=deck_id, by_id=by)
    if not mine.exists():
        shelf.refuse_beyond(by, deck_id, len(picture.kept) + len(picture.screen))
    try:
        kept = shelf.keep(picture)  # not in one transaction with what follows: nobody waits for a disk
    except OSError as problem:
        if problem.errno in (errno.ENOSPC, errno.EDQUOT):
            raise Refused("picture.site_full") from problem
        raise
    rows.PictureUpload.objects.get_or_create(picture=kept, deck_id=deck_id, by_id=by, defaults={"at": timezone.now()})
    return kept
