"""The picture of the blank card: hidden fields that a script fills, or that a plain form carries along."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cards.face.picture import WHOLE, Picture
from cards.rules import limits
from studio.kernel.refusals import Refused

FIELDS = ("picture", "picture_size", "picture_crop", "picture_credit", "picture_licence")
LONGEST = 400  # characters of one field; a longer one is none of ours

_SIZE = re.compile(r"(\d{1,5})x(\d{1,5})", re.ASCII)
_CROP = re.compile(r"(\d{1,4}) (\d{1,4}) (\d{1,4}) (\d{1,4})", re.ASCII)


def read_picture(post: Mapping[str, str], was: Picture | None) -> Picture | None:
    """The picture as it was sent; `was` where no field of one was. Raises Refused("picture.*", "face.unclean").

    `picture` is its digest and `picture_size` "1600x1200"; `picture_crop` is "x y width height" in thousandths.
    """
    if "picture" not in post:
        return was
    if not (digest := post["picture"].strip()):
        return None
    sent = {name: post.get(name, "").strip() for name in FIELDS}
    size, crop = _SIZE.fullmatch(sent["picture_size"]), _CROP.fullmatch(sent["picture_crop"])
    if size is None or (crop is None and sent["picture_crop"]) or max(map(len, sent.values())) > LONGEST:
        raise Refused("picture.amiss")
    x, y, width, height = map(int, crop.groups()) if crop else WHOLE
    picture = Picture(
        digest, int(size[1]), int(size[2]), (x, y, width, height),
        limits.clean_line(sent["picture_credit"]), limits.clean_line(sent["picture_licence"]),
    )  # fmt: skip
    limits.check_picture(picture)
    return picture


def written_picture(picture: Picture | None) -> dict[str, str]:
    """The same as the composer's fields have it."""
    if picture is None:
        return dict.fromkeys(FIELDS, "")
    said = picture.digest, f"{picture.width}x{picture.height}", " ".join(map(str, picture.crop))
    return dict(zip(FIELDS, (*said, picture.credit, picture.licence), strict=True))
