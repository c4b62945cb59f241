"""What a name may be, and when two names are the same to a reader. Pure.

A name is shown beside votes, so it must not be mistaken for another: it is brought to one spelling
(NFKC), loses what cannot be seen, and is compared without regard to case or to letters of other
alphabets that look alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from studio.kernel.refusals import Refused
from studio.limits import NAME_MARKS_MAX, NAME_MAX

SOMEBODY = "Somebody"
DEFAULT_COLOUR, DEFAULT_SHAPE = "#1f2a4a", "round"
# What a form offers; all of them can be read on card stock, by day and by lamplight.
INKS = (
    ("#1f2a4a", "Ink"),
    ("#1b4b8a", "Prussian blue"),
    ("#97193a", "Madder"),
    ("#7a5608", "Brass"),
    ("#1f5c46", "Bottle green"),
    ("#5b2a86", "Violet"),
    ("#8a3b12", "Sienna"),
    ("#3d4248", "Slate"),
)

# Letters that a reader takes for Latin ones: Cyrillic and Greek, lower case. Only for comparing.
_LOOKALIKES = str.maketrans("авсԁеһіјкӏмнорԛѕтуѵԝхαβγεζηικμνορτυχ", "abcdehijklmhopqstyvwxabyezhikmnoptux")
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_SPACES = re.compile(r"\s+")


def clean_name(text: str, limit: int = NAME_MAX) -> str:
    """The name as it will be kept. Refuses an empty, unreadable, too long or reserved one."""
    # Marks are capped before as well: composing sorts a run of them in quadratic time.
    visible = _cap_marks(_visible(unicodedata.normalize("NFKC", _cap_marks(text[: limit * 50]))))
    name = _SPACES.sub(" ", visible).strip()
    if not name:
        raise Refused("name.empty")
    if len(name) > limit:
        raise Refused("name.long", length=len(name), limit=limit)
    if not any(letter.isalnum() for letter in name):
        raise Refused("name.unreadable")
    if name_key(name) == name_key(SOMEBODY):
        raise Refused("name.reserved", name=SOMEBODY)
    return name


def name_key(name: str) -> str:
    """Equal for names that a reader would confuse."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(unicodedata.normalize("NFC", folded).translate(_LOOKALIKES).split())


def free_name(wanted: str, taken: Collection[str]) -> str:
    """`wanted`, or "Maud 2", "Maud 3" … whichever first is not among `taken`."""
    keys = {name_key(name) for name in taken}
    name, number = wanted, 1
    while name_key(name) in keys:
        number += 1
        ending = f" {number}"
        name = wanted[: NAME_MAX - len(ending)].rstrip() + ending
    return name


def clean_colour(text: str) -> str:
    """ "#rrggbb" in lower case; empty means ink."""
    colour = text.strip().lower() or DEFAULT_COLOUR
    if not _COLOUR.fullmatch(colour):
        raise Refused("colour.unknown")
    return colour


def clean_shape(text: str, shapes: Collection[str]) -> str:
    """One of the seals' shapes; empty means the round one."""
    shape = text.strip() or DEFAULT_SHAPE
    if shape not in shapes:
        raise Refused("shape.unknown")
    return shape


def _visible(text: str) -> str:
    """Without control, format (bidi, zero width), surrogate, private and unassigned characters."""
    return "".join(
        " " if letter.isspace() else letter
        for letter in text
        if letter.isspace() or not unicodedata.category(letter).startswith("C")
    )


def _cap_marks(text: str) -> str:
    kept: list[str] = []
    run = 0
    for letter in text:
        run = run + 1 if unicodedata.category(letter).startswith("M") else 0
        if run <= NAME_MARKS_MAX:
            kept.append(letter)
    return "".join(kept)
