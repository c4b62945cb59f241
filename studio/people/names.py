"""What a name may be, and when two names are the same to a reader. Pure.

A name is shown beside votes, so it must not be mistaken for another: it is brought to one spelling
(NFKC), loses what cannot be seen, and is compared without regard to case or to letters of other
alphabets that look alike. Beside others it is compared more strictly: digits that stand for letters
count, letters turned over, and so do two members' names in one; where only accents differ, the seals must.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from studio.kernel.folding import fold, is_seen
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from studio.models import Person
from studio.people.limits import NAME_MARKS_MAX, NAME_MAX

SOMEBODY = "Somebody"
DEFAULT_COLOUR, DEFAULT_SHAPE = "#1f2a4a", "round"
# What a form offers; all of them can be read on card stock, by day and by lamplight.
INKS = (
    ("#1f2a4a", message("Ink", context="ink")),
    ("#1b4b8a", message("Prussian blue", context="ink")),
    ("#97193a", message("Madder", context="ink")),
    ("#7a5608", message("Brass", context="ink")),
    ("#1f5c46", message("Bottle green", context="ink")),
    ("#5b2a86", message("Violet", context="ink")),
    ("#8a3b12", message("Sienna", context="ink")),
    ("#3d4248", message("Slate", context="ink")),
)

# Letters that a reader takes for Latin ones: Cyrillic and Greek, lower case. Only for comparing.
_LOOKALIKES = str.maketrans("авсԁеһіјкӏмнорԛѕтуѵԝхαβγεζηικμνορτυχ", "abcdehijklmhopqstyvwxabyezhikmnoptux")
# Letters that stand on their heads, by what is read in them, and those that are others then: "ɹos" and "soɹ" are Ros.
_ON_ITS_HEAD = str.maketrans("ɐɔǝɟƃᵷɥᴉɾʞꞁɯɹᴚʇʌʍʎ∀Ⅎ⅁⅂⊥∩⅄ꓯꓛꓱꓞꓘꓶꓤꓕꓵꓥ", "acefgghijklmrrtvwyafgltuyacefklrtuv")
_TURNED_OVER = str.maketrans("nubqdp", "unqbpd")
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_SPACES = re.compile(r"\s+")
# Marks that turn the direction of what follows; the two that say it of one letter are left out and no harm.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
# What stands for a letter in a word that has letters; capital I, small l, 1 and | are one stroke.
_STANDS_FOR = str.maketrans("0134578@$|Il", "o¦eastbas¦¦¦")
_BARE = str.maketrans("øłđħı", "oldhi")  # letters that do not come apart into a plain one and its mark
_PARTS = re.compile(r"[A-Z]?[^\W_A-Z]+|[A-Z]+|[^\W_]+")
_AND = frozenset({"and", "und", "et", "y", "e"})


def clean_name(text: str, limit: int = NAME_MAX) -> str:
    """The name as it will be kept. Refuses an empty, unreadable, too long or reserved one."""
    if _TURNING.search(text[: limit * 50]):
        raise Refused("name.turned")
    # Marks are capped before as well: composing sorts a run of them in quadratic time.
    visible = _cap_marks(_visible(unicodedata.normalize("NFKC", _cap_marks(text[: limit * 50]))))
    name = _SPACES.sub(" ", visible).strip()
    if not name:
        raise Refused("name.empty")
    if len(name) > limit:
        raise Refused("name.long", length=len(name), limit=limit)
    if not any(letter.isalnum() and is_seen(letter) for letter in name):
        raise Refused("name.unreadable")
    if name_key(name) == name_key(SOMEBODY):
        raise Refused("name.reserved", name=SOMEBODY)
    return name


def name_key(name: str) -> str:
    """Equal for names that a reader would confuse."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(unicodedata.normalize("NFC", folded).translate(_LOOKALIKES).split())


def looks_like(one: str, other: str) -> bool:
    """Whether a reader would take one for the other, digits for letters included."""
    return not _looks(one).isdisjoint(_looks(other))


def differs_by_accents(one: str, other: str) -> bool:
    """Whether the two are the same but for their accents: names of two people, to be told apart by their seals."""
    return _look(_bare(one)) == _look(_bare(other)) and not looks_like(one, other)


def is_two_in_one(name: str, others: Collection[str]) -> bool:
    """Whether it is made of two of the others' names: "Ros Idris", "Ros & Idris", "RosIdris"."""
    parts = [part for part in _PARTS.findall(unicodedata.normalize("NFKC", name)) if part.casefold() not in _AND]
    looks = {_look(other) for other in others}
    halves = ((_look(" ".join(parts[:at])), _look(" ".join(parts[at:]))) for at in range(1, len(parts)))
    return any(first != second and first in looks and second in looks for first, second in halves)


def _looks(name: str) -> frozenset[str]:
    """What a reader may read in it: as it stands, and from its other end where letters of it stand on their heads."""
    written = unicodedata.normalize("NFKC", name)
    ends = [written]
    if any(ord(letter) in _ON_ITS_HEAD for letter in written.casefold()):
        ends.append(written.translate(_TURNED_OVER)[::-1])
    return frozenset(read for end in ends for read in (name_key(end).translate(_ON_ITS_HEAD), _look(end)))


def _look(name: str) -> str:
    words = _without_stops(unicodedata.normalize("NFKC", name)).split()
    as_read = (word.translate(_STANDS_FOR) if any(map(str.isalpha, word)) else word for word in words)
    return name_key("".join(as_read)).translate(_ON_ITS_HEAD).replace("rn", "m").replace("vv", "w")


def _without_stops(name: str) -> str:
    """Without punctuation, which ends a sentence as easily as it ends a name: "Ros." is Ros. What stands for letters
    stays."""
    return "".join(letter for letter in name if letter == "@" or not unicodedata.category(letter).startswith("P"))


def _bare(name: str) -> str:
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name).translate(_BARE))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def free_name(wanted: str, taken: Collection[str]) -> str:
    """`wanted`, or "Maud 2", "Maud 3" … whichever first is not among `taken`."""
    name, number = wanted, 1
    while any(looks_like(name, other) for other in taken):
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


def fold_names_anew() -> int:
    """Fold each name that is not, or is folded from what it was before; how many there were.

    Processes of a release that knows of no fold, beside this one while it takes their place, leave that column alone.
    """
    changed = 0
    for pk, name, folded in Person.objects.values_list("pk", "name", "name_folded").iterator(1000):
        if folded != fold(name):
            changed += Person.objects.filter(pk=pk, name=name).update(name=name)
    return changed
