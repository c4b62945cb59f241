"""Where pictures are kept: two files each under the media folder, and rows that say who brought and who shows them.

    media/pictures/ab/abcdef….jpg            as it is kept and printed (.png where it lets the card shine through)
    media/pictures/ab/abcdef….screen.jpg     smaller, for pages

Files are named by the digest of what is kept, written whole or not at all, and never changed. A file without a row is
nobody's, and goes with the next sweep; so does a picture that no face has shown for long.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.utils import timezone

from cards import models as rows
from cards.pictures import limits
from cards.pictures.darkroom import DevelopedPicture
from cards.printing.queue.page_cache import write_whole
from cards.rules.manifest import state_in
from studio.kernel.refusals import Refused
from studio.models import Person, Unfinished
from studio.people.shared_room import is_full

PictureSize = Literal["kept", "screen"]

ORPHAN_SECONDS = 3600  # a file without a row may be one that is just being brought
_PNG = b"\x89PNG"
_DIGEST = re.compile(r"[0-9a-f]{64}")


def folder() -> Path:
    return Path(settings.MEDIA_ROOT) / "pictures"


def file_of(digest: str, size: PictureSize = "kept") -> Path | None:
    """The file of a picture, if it is there; None for what is no digest."""
    if not _DIGEST.fullmatch(digest):
        return None
    for ending in (".jpg", ".png"):
        path = _path(digest, size, ending)
        if path.is_file():
            return path
    return None


def refuse_beyond(member_id: int, deck_id: int, more: int) -> None:
    """Refuse what would be more than a person, a deck or this machine may keep. `more` in bytes. Five statements
    at most."""
    uploads = rows.PictureUpload.objects
    theirs = uploads.filter(by__person__memberships=member_id).aggregate(all=Sum("picture__size"))["all"] or 0
    if theirs + more > limits.PERSON_BYTES_MAX:
        raise Refused("picture.person_full", limit=limits.PERSON_BYTES_MAX // 1_000_000)
    there = uploads.filter(deck_id=deck_id).aggregate(all=Sum("picture__size"))["all"] or 0
    if there + more > limits.DECK_BYTES_MAX:
        raise Refused("picture.deck_full", limit=limits.DECK_BYTES_MAX // 1_000_000)
    taken = rows.StoredPicture.objects.aggregate(all=Sum("size"))["all"] or 0
    if is_full(
        taken, more, limits.SITE_BYTES_MAX, Person.objects.filter(memberships=member_id),
        lambda then: uploads.filter(by__person__created_at__gte=then).aggregate(all=Sum("picture__size"))["all"] or 0,
        lambda: theirs,
    ):  # fmt: skip
        raise Refused("picture.site_full")


def keep(picture: DevelopedPicture) -> rows.StoredPicture:
    """Its files and its row. Raises OSError (a full disk). Two statements."""
    ending = ".png" if picture.kept.startswith(_PNG) else ".jpg"
    write_whole(_path(picture.digest, "kept", ending), picture.kept)
    write_whole(_path(picture.digest, "screen", ending), picture.screen)
    size = len(picture.kept) + len(picture.screen)
    found, _ = rows.StoredPicture.objects.update_or_create(
        digest=picture.digest,
        defaults={"wanted_at": timezone.now()},
        create_defaults={
            "width": picture.width, "height": picture.height, "size": size, "wanted_at": timezone.now(),
        },
    )  # fmt: skip
    return found


def still_wanted(digests: Collection[str]) -> None:
    """Somebody still has these on a card that is no face yet: they stay for another while. One statement."""
    rows.StoredPicture.objects.filter(digest__in=digests).update(wanted_at=timezone.now())


def known_to(member_id: int | None, deck_id: int, digests: Collection[str]) -> Mapping[str, tuple[int, int]]:
    """Width and height of those pictures that a member may put on a card: the deck's, and what they brought themselves.

    One statement, none for no pictures.
    """
    if not digests:
        return {}
    theirs = Q(decks__deck_id=deck_id) | Q(uploads__by__person__memberships=member_id)
    theirs |= Q(uploads__by__merged_into=member_id)  # of whoever stands in for them
    found = rows.StoredPicture.objects.filter(theirs, digest__in=digests).values_list("digest", "width", "height")
    return {digest: (width, height) for digest, width, height in found}


def link_faces(pictures: Mapping[str, str]) -> None:
    """Faces (by digest) show these pictures, as far as they are kept here. Two statements, none for no pictures."""
    if pictures:
        kept = set(
            rows.StoredPicture.objects.filter(digest__in=set(pictures.values())).values_list("digest", flat=True)
        )
        rows.FacePicture.objects.bulk_create(
            [
                rows.FacePicture(face_id=face, picture_id=picture)
                for face, picture in pictures.items()
                if picture in kept
            ],
            ignore_conflicts=True,
        )


def show_to_members(deck_id: int, digests: Collection[str]) -> None:
    """A deck's proposals and its articles show these pictures from now on. Two statements, none for no pictures."""
    if digests:
        kept = rows.StoredPicture.objects.filter(digest__in=set(digests)).values_list("digest", flat=True)
        _shown_in(deck_id, sorted(kept))


def show_to_readers(deck_id: int, versions: Collection[int]) -> None:
    """Versions of a deck, which its readers may see, show theirs from now on, and for good; so do the pages of cards
    that had gone out by then, as they read last. Six statements at most."""
    archived = rows.Version.objects.filter(deck_id=deck_id)
    moments = dict(archived.values_list("number", "at"))
    manifests = archived.filter(number__in=versions).values_list("manifest", flat=True)
    faces = {face for manifest in manifests for face, _ in state_in(manifest).values()}
    faces |= _of_pages_of_gone(deck_id, moments.values(), max(moments[number] for number in versions))
    shown = sorted(set(rows.FacePicture.objects.filter(face__in=faces).values_list("picture_id", flat=True)))
    if shown:
        _shown_in(deck_id, shown)
        rows.DeckPicture.objects.filter(deck_id=deck_id, picture_id__in=shown, is_in=False).update(is_in=True)


def _of_pages_of_gone(deck_id: int, versions: Collection[datetime], until: datetime) -> set[str]:
    """The last faces of articles that were out at a moment, if a version before it held them. Two statements, one where
    none with a picture ever went out."""
    steps = rows.Change.objects.filter(article__deck_id=deck_id, at__lte=until)
    gone = steps.filter(kind="repealed", face__in=rows.FacePicture.objects.values("face"))
    lives = dict[int, list[tuple[str, str, datetime]]]()
    if articles := set(gone.values_list("article_id", flat=True)):
        theirs = steps.filter(article__in=articles).order_by("seq", "pk")
        for article, kind, face, at in theirs.values_list("article_id", "kind", "face_id", "at"):
            lives.setdefault(article, []).append((kind, face, at))
    return {
        life[-1][1]
        for life in lives.values()
        if life[-1][0] == "repealed"
        and any(
            (held := [kind for kind, _, at in life if at <= moment]) and held[-1] != "repealed" for moment in versions
        )
    }


def _shown_in(deck_id: int, digests: Collection[str]) -> None:
    rows.DeckPicture.objects.bulk_create(
        [rows.DeckPicture(deck_id=deck_id, picture_id=digest) for digest in digests], ignore_conflicts=True
    )


def forget_face(face: str) -> None:
    """The words of a face were taken down, and its picture goes with them where no other face shows it.

    Its row goes at once, so that nobody sees it any more; its files with the next sweep. Three statements.
    """
    links = rows.FacePicture.objects.filter(face_id=face)
    pictures = list(links.values_list("picture_id", flat=True))
    if pictures:
        links.delete()
        _unused().filter(digest__in=pictures).delete()


def sweep(now: datetime | None = None) -> int:
    """By the clock: pictures that no face has shown for UNUSED_DAYS go, and files that are nobody's; how many went."""
    before = (now or timezone.now()) - timedelta(days=limits.UNUSED_DAYS)
    gone = 0
    being_written = _being_written()
    for digest in _unused().filter(wanted_at__lt=before).values_list("digest", flat=True)[:1000]:
        if digest in being_written:
            continue
        try:
            with transaction.atomic():
                gone += bool(_unused().filter(digest=digest, wanted_at__lt=before).delete()[0])
        except IntegrityError:  # a card has come to show it meanwhile
            continue
    _sweep_files()
    return gone


def _being_written() -> frozenset[str]:
    """The pictures on cards that are no faces yet: those of a batch in secret, and what somebody has begun to write.
    Two statements."""
    in_secret = rows.BatchCard.objects.filter(content__picture__isnull=False)
    begun = Unfinished.objects.filter(words__picture__isnull=False)
    return frozenset(
        (*in_secret.values_list("content__picture__digest", flat=True), *begun.values_list("words__picture", flat=True))
    )


def _unused() -> QuerySet[rows.StoredPicture]:
    showing = rows.FacePicture.objects.filter(picture=OuterRef("pk"))
    return rows.StoredPicture.objects.filter(~Exists(showing))


def _sweep_files() -> None:
    long_ago = timezone.now().timestamp() - ORPHAN_SECONDS
    for shelf in folder().iterdir() if folder().is_dir() else ():
        files = [path for path in shelf.glob("*") if path.stat().st_mtime < long_ago]
        named = {path.name.partition(".")[0] for path in files}
        kept = set(rows.StoredPicture.objects.filter(digest__in=named).values_list("digest", flat=True))
        for path in files:
            if path.name.partition(".")[0] not in kept:
                path.unlink(missing_ok=True)


def _path(digest: str, size: PictureSize, ending: str) -> Path:
    return folder() / digest[:2] / f"{digest}{'.screen' if size == 'screen' else ''}{ending}"
