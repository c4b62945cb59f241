"""Every way to print, as choices: each size on each paper in each mode, with everything else going round beside it.

And a small deck of cards that are hard to print.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

from cards.face.face import Face
from cards.face.picture import Picture
from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.reading import read_choices
from cards.printing.choices.services import SERVICES
from cards.printing.geometry.templates import TEMPLATES
from tests.print.conftest import DOODLE
from tests.print.promised import CARDS

FRAMES = ("press", "hand", "saver", "classic")
BLEEDS = ("0", "2", "3.18")
SIZES = (*CARDS, "60x90", "100x62", "25x25")
PAPERS = ("a4", "letter", "a3", "tabloid", "legal", "210x280")
MODES = (
    {"back": "none"},
    {"back": "kind", "flip": "left"},
    {"back": "kind", "flip": "top"},
    {"back": "kind", "backing": "folded"},
    {"back": "deck", "backing": "apart"},
)
BESIDES = (
    {"guides": "none", "footer": "0"},
    {"guides": "marks"},
    {"guides": "lines", "footer": "0", "guides_on_backs": "0"},
    {"guides": "none", "gap": "4", "whose": "Ada", "footer": "1"},
    {"guides": "marks", "outside_only": "1", "footer": "0"},
    {"guides": "marks", "margin": "10", "spare": "1", "footer": "0"},
    {"guides": "none", "footer": "0", "back_x": "1", "back_y": "-0.7", "orientation": "lying"},
)
EXTRAS = (
    {"cover": "1", "rules_sheet": "1", "tokens": "1", "box": "1"},
    {"test_page": "1", "back": "deck", "cover": "1"},
    {"what": "blanks", "blank_style": "ruled"},
    {"blanks": "5", "copies": "one"},
    {"what": "picked", "picked": "2-4, r1"},
    {"what": "update", "since": "6"},
)

HEAD = "A complaint about one Thing they control, read out in the best of letter-writing voices to all of the parish"
WORDS = "Choose a player and read them a complaint about one Thing they control; the others vote on it. "
AWKWARD = (
    Face("Salvage Tug", "Thing — Ship", "{tap} Gain {energy blue}. Pay {gold 3} or {life 2}.", cost="2", stat="1/3"),
    Face(HEAD[:80], "Action — Complaint, Civic, Parish", "Read it out.", "Pinned to the gate."),
    Face("Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter", "Thing", "It is a company."),
    Face("W" * 60, "Action", "M" * 60),
    Face("Five hundred words", "Action", " ".join(WORDS.split() * 26)[:2900], "Yours."),
    Face("שלום", "Action", "כל שחקן לוקח קלף. " * 8),
    Face("حديقة", "Thing", "كل لاعب يأخذ بطاقة. " * 6),
    Face("🎉 Party 🎈", "Thing — Fête", "Throw 🎲 and shout 🎉. On a 6 everybody has cake 🍰."),
    Face("Ядро", "Thing", "Каждый игрок берёт карту. " * 6, "Медленно."),
    Face("Leaning Greenhouse", "Thing — Shelter", "It *leans*.", doodle=DOODLE, value="12", gain="+3"),
    Face("Saint Swithin", "Blessing — Weather", "It rains for **forty** days.\n\n- rain\n- rain", colour="#f2c200"),
    Face("Points", "Action", "\n".join(f"- point {n} is about something that wraps" for n in range(9)), "End."),
    Face("I", "", ""),
)
RULE = Face("Everything", "", " ".join([WORDS] * 12), "The end.")


def with_picture(picture: Picture) -> Face:
    return Face("Goat", "Thing — Animal", "It looks at you.", picture=picture, art_words="A goat.", cost="3")


def every_sheet() -> Iterator[dict[str, str]]:
    """Sizes by papers by modes; frames, bleeds and what is round the cards go round, a few of each for a size."""
    for s, size in enumerate(SIZES):
        for n, (paper, mode) in enumerate(product(PAPERS, MODES)):
            frame = FRAMES[n % 4]
            bleed = BLEEDS[(n % 4 + s) % 3]
            beside = BESIDES[(n + s) % len(BESIDES)]
            yield {"size": size, "paper": paper, "frame": frame, "bleed": bleed, **beside, **mode}


def every_template() -> Iterator[dict[str, str]]:
    for n, (name, mode) in enumerate(product(TEMPLATES, MODES)):
        if (mode.get("backing") == "folded") == bool(TEMPLATES[name].layout.fold) or mode["back"] == "none":
            yield {"template": name, "frame": FRAMES[n % 4], **BESIDES[n % 3], **mode}


def every_extra() -> Iterator[dict[str, str]]:
    for n, (size, paper) in enumerate(
        product(("poker", "tarot", "hex", "micro", "jumbo"), ("a4", "letter", "tabloid"))
    ):
        for extra in EXTRAS:
            yield {"size": size, "paper": paper, "frame": FRAMES[n % 4], "footer": "0", "guides": "none", **extra}
        yield {"size": size, "paper": paper, "cutter": "silhouette", "frame": FRAMES[n % 4]}


def every_service() -> Iterator[dict[str, str]]:
    for name, service in SERVICES.items():
        for n, size in enumerate(service.sizes or SIZES):
            yield {"service": name, "size": size, "frame": FRAMES[n % 4], "back": "kind" if n % 2 else "none"}


def choices_of(asked: dict[str, str]) -> PrintChoices:
    return read_choices(asked, strict=True)


def pictured(folder: Path, content: bytes, picture: Picture) -> tuple[Face, Path]:
    file = folder / "goat.jpg"
    file.write_bytes(content)
    return with_picture(replace(picture, credit="Ros Lee")), file
