"""The font files we ship, made from the whole fonts of their packages, and the style sheets that name them.

    python -m cards.printing.tools.typefaces FOLDER      makes static/fonts and both style sheets
    python -m cards.printing.tools.typefaces             makes the style sheets alone, from the files that are there

FOLDER holds the npm packages `@expo-google-fonts/<family>` as `<family>/` (`npm pack`, unpacked). Which letters a file
has is read from the file and written as its `unicode-range`: a range that promised more would hide the letter from
every font after it. It also holds `@fontsource-variable/<family>` as `fontsource-variable/<family>/`, for the first
letters of Besley and Atkinson in all weights (first_letters.py).

Every family stands for itself in the stacks of card.css: under one shared name WeasyPrint mixes the glyphs of two
files. Screen and paper have the same outlines; what is large comes to the screen in slices (`fonts.css`), to the press
whole (`fonts-paper.css`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fontTools import subset

from cards.printing.tools import meanwhile
from cards.printing.tools.first_letters import FIRST, cut, cut_of_all_weights
from cards.printing.tools.font_files import as_ranges, box_what_is_missing, letters_of, open_at_once, save_plain

ROOT = Path(__file__).resolve().parents[3]
FONTS = ROOT / "static" / "fonts"
SCREEN = ROOT / "static" / "css" / "fonts.css"
PAPER = ROOT / "static" / "css" / "fonts-paper.css"
SLICE = 900  # letters of a large file that come to the screen together

_LETTERS = (  # Latin whole, phonetics, Greek, Cyrillic, punctuation, currency, letterlike, ligatures
    (0x00A0, 0x052F), (0x1D00, 0x1DBF), (0x1E00, 0x1FFF), (0x2000, 0x20CF), (0x2100, 0x218F), (0x2C60, 0x2C7F),
    (0xA720, 0xA7FF), (0xAB30, 0xAB6F), (0xFB00, 0xFB06),
)  # fmt: skip
_HEBREW = ((0x0590, 0x05FF), (0xFB1D, 0xFB4F))
_GREEK = ((0x0370, 0x03FF), (0x1F00, 0x1FFF))
_NO_GREEK = ((0x0100, 0x036F), (0x0400, 0x10FFFF))  # four Greek letters in a Latin font only spoil Greek words
_ARABIC = ((0x0600, 0x077F), (0x08A0, 0x08FF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFC))
_ALL = ((0x00A0, 0x10FFFF),)
_PRIVATE = ((0xE000, 0xF8FF), (0xF0000, 0x10FFFF))  # no letters: a reader of the PDF would take a flag for one
_SPACES = frozenset({0x20, 0xA0})
_MARKS = frozenset(range(0x0300, 0x0370))

# What a font may do with its letters. Taking one apart (ccmp of Latin) is not among it: its parts have no text of their
# own, so that the letter could neither be searched in the PDF nor found by whoever proofreads it.
_SETTING = ["kern", "mark", "mkmk"]
_JOINING = [*_SETTING, "ccmp", "isol", "init", "medi", "fina", "rlig", "liga", "calt", "locl"]
_JOINED = ("Arabic", "Vazirmatn", "Hebrew", "Emoji")

Ranges = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Typeface:
    """One file: the family it is called, where its whole font lies in the packages, and which letters it keeps.

    `basic` is the file of the same style whose letters this one completes. `shared` has the first letters of all its
    weights.
    """

    family: str
    stem: str
    source: str
    weight: int = 400
    style: str = "normal"
    letters: Ranges = _ALL
    basic: str = ""
    is_sliced: bool = False
    shared: str = ""

    @property
    def path(self) -> Path:
        return FONTS / f"{self.stem}.woff2"

    def slices(self) -> list[Path]:
        """Its files on the screen, where it has others there than on paper."""
        shared = [FONTS / f"{self.shared}.woff2"] if self.shared else []
        return shared + sorted(FONTS.glob(f"{self.stem}.[0-9]*.woff2"))


def _ours(
    family: str, name: str, package: str, weight: int, style: str, source: str, *, shared: str = ""
) -> tuple[Typeface, Typeface]:
    """The basic letters, and beside them everything else the font has, under a name of its own. Without a package the
    file stays as it is: it has more than the package's."""
    basic, rest = f"{name}-latin-{weight}-{style}", f"{name}-latin-ext-{weight}-{style}"
    return (
        Typeface(family, basic, "", weight, style, shared=shared),
        Typeface(f"{family} Ext", rest, source and f"{package}/{source}", weight, style, _NO_GREEK, basic),
    )


def _besley(weight: int, style: str, source: str) -> tuple[Typeface, Typeface]:
    return _ours("Besley", "besley", "besley", weight, style, source, shared=_shared("besley", style))


def _atkinson(weight: int, style: str, source: str) -> tuple[Typeface, Typeface]:
    name = "atkinson-hyperlegible-next"
    return _ours("Atkinson Hyperlegible Next", name, name, weight, style, source, shared=_shared(name, style))


def _shared(name: str, style: str) -> str:
    return f"{name}-latin-weights" if style == "normal" else ""


def _beside(family: str, cut: str, letters: Ranges = _ALL, *, is_sliced: bool = False) -> Typeface:
    """A font that stands in; `cut` is weight and style as the packages call them: 400Regular_Italic."""
    package, weight, style = family.lower().replace(" ", "-"), int(cut[:3]), "italic" if "Italic" in cut else "normal"
    stem = f"{package}-{weight}" + ("-italic" if style == "italic" else "")
    source = f"{package}/{cut}/{family.replace(' ', '')}_{cut}.ttf"
    return Typeface(family, stem, source, weight, style, letters, is_sliced=is_sliced)


TYPEFACES: tuple[Typeface, ...] = (
    *_besley(400, "italic", "400Regular_Italic/Besley_400Regular_Italic.ttf"),
    *_besley(600, "normal", "600SemiBold/Besley_600SemiBold.ttf"),
    *_besley(800, "normal", "800ExtraBold/Besley_800ExtraBold.ttf"),
    *_besley(900, "normal", "900Black/Besley_900Black.ttf"),
    *_atkinson(400, "normal", "400Regular/AtkinsonHyperlegibleNext_400Regular.ttf"),
    *_atkinson(400, "italic", "400Regular_Italic/AtkinsonHyperlegibleNext_400Regular_Italic.ttf"),
    *_atkinson(600, "normal", "600SemiBold/AtkinsonHyperlegibleNext_600SemiBold.ttf"),
    *_atkinson(700, "normal", "700Bold/AtkinsonHyperlegibleNext_700Bold.ttf"),
    *_ours("League Gothic", "league-gothic", "league-gothic", 400, "normal", "400Regular/LeagueGothic_400Regular.ttf"),
    *_ours("Mansalva", "mansalva", "mansalva", 400, "normal", ""),
    # What people write besides: beside titles, type lines and handwriting in a style that fits, then in any.
    _beside("Roboto Slab", "800ExtraBold", _LETTERS),
    _beside("Fira Sans Extra Condensed", "600SemiBold", _LETTERS),
    _beside("Pangolin", "400Regular", _LETTERS),
    _beside("Mynerve", "400Regular", _GREEK),
    _beside("Playpen Sans Hebrew", "400Regular", _HEBREW),
    _beside("Noto Serif", "400Regular_Italic", _LETTERS, is_sliced=True),
    _beside("Noto Sans", "400Regular", _LETTERS, is_sliced=True),
    _beside("Noto Sans", "400Regular_Italic", _LETTERS, is_sliced=True),
    _beside("Noto Sans", "700Bold", _LETTERS, is_sliced=True),
    _beside("Noto Serif Hebrew", "800ExtraBold", _HEBREW),
    _beside("Noto Sans Hebrew", "400Regular", _HEBREW),
    _beside("Noto Sans Hebrew", "700Bold", _HEBREW),
    _beside("Vazirmatn", "400Regular", _ARABIC),
    _beside("Vazirmatn", "700Bold", _ARABIC),
    _beside("Noto Sans Symbols", "400Regular"),
    _beside("Noto Sans Symbols 2", "400Regular", is_sliced=True),
    _beside("Noto Sans Math", "400Regular", is_sliced=True),
    # Not in slices: an emoji made of several has its parts in one file.
    _beside("Noto Emoji", "400Regular"),
)  # fmt: skip

_REST = (
    "noto-sans-hebrew-{w}", "vazirmatn-{w}", "noto-sans-symbols-2-400", "noto-sans-symbols-400",
    "noto-sans-math-400", "noto-emoji-400",
)  # fmt: skip
_PLAIN, _BOLD = (tuple(stem.format(w=weight) for stem in ("noto-sans-{w}", *_REST)) for weight in (400, 700))
_ITALIC = ("noto-sans-400-italic", *_PLAIN)

# Which files stand in for ours, in the order of the stacks in card.css; by the names of cards/face/widths.py.
STAND_INS: dict[str, tuple[str, ...]] = {
    "text": _PLAIN,
    "text-bold": _BOLD,
    "text-semi": _BOLD,
    "text-italic": _ITALIC,
    "display": ("roboto-slab-800", "noto-serif-hebrew-800", *_BOLD),
    "display-semi": ("roboto-slab-800", "noto-serif-hebrew-800", *_BOLD),
    "display-italic": ("noto-serif-400-italic", *_ITALIC),
    "gothic": ("fira-sans-extra-condensed-600", *_PLAIN),
    "hand": ("pangolin-400", "mynerve-400", "playpen-sans-hebrew-400", *_PLAIN),
}


def promised(one: Typeface, path: Path) -> frozenset[int]:
    """The letters a file is there for: all it has, but for spaces where it only stands in, and marks where it does not.

    It has spaces because the page engine writes one in whatever font the word before it has. A mark must come from the
    font of its letter; what has no letter of its own with the mark (ọ́, за́) is mostly of a font that stands in, whose
    marks also sit well after a letter of ours.
    """
    if not one.basic and not one.source and path in one.slices():
        return letters_of(path) & FIRST if path == one.slices()[0] else letters_of(path) - FIRST - _MARKS
    if one.basic or not one.source or one.family == "Roboto Slab":  # whose marks stand after a letter, not above it
        return letters_of(path) - _MARKS - (_SPACES if one.source else frozenset())
    return letters_of(path) - _SPACES


def unicode_range(letters: Iterable[int]) -> str:
    """Letters as CSS writes them."""
    return ",".join(
        f"U+{first:04X}" if first == last else f"U+{first:04X}-{last:04X}" for first, last in as_ranges(letters)
    )


# --- style sheets ----------------------------------------------------------------------------------------------------

_HEAD = """/* Written by cards/printing/tools/typefaces.py from the files themselves; do not edit.
   Fonts are self-hosted and static (variable ones do not print the same everywhere), each under the SIL Open Font
   License or Apache License 2.0 (licences in fonts/). {about} */
"""


def screen_css() -> str:
    """`fonts.css`: every file under its family, what is large in slices."""
    about = "A file is fetched when a page has one of its letters."
    faces = [_face(one, path) for one in TYPEFACES for path in one.slices() or [one.path]]
    ours = [one for one in TYPEFACES if not one.source and not one.basic]
    first = unicode_range(FIRST)
    until = [rule for one in ours for rule in meanwhile.rules(one.family, one.style, one.weight, one.path, first)]
    return _HEAD.format(about=about) + "\n".join(faces + until) + "\n"


def paper_css() -> str:
    """`fonts-paper.css`: every file whole, for the press."""
    faces = (_face(one, one.path) for one in TYPEFACES)
    return _HEAD.format(about="The files of fonts.css whole, for the press.") + "\n".join(faces) + "\n"


def _face(one: Typeface, path: Path) -> str:
    return (
        f'@font-face{{font-family:"{one.family}";font-style:{one.style};font-weight:{one.weight};font-display:swap;'
        f'src:url(../fonts/{path.name}) format("woff2");unicode-range:{unicode_range(promised(one, path))}}}'
    )


# --- files -----------------------------------------------------------------------------------------------------------


def make(one: Typeface, folder: Path, common: frozenset[int]) -> None:
    """Write the file of a typeface, and its slices. `common` are the letters that all of our own styles have."""
    whole = letters_of(folder / one.source)
    wanted = {code for first, last in one.letters for code in range(first, last + 1)} & whole
    wanted -= letters_of(FONTS / f"{one.basic}.woff2") if one.basic else common
    wanted -= {*_SPACES, *(code for first, last in _PRIVATE for code in range(first, last + 1))}
    _write(folder, one, sorted(wanted), one.path, is_plain=True)
    for old in one.slices():
        old.unlink()
    for number, letters in enumerate(_sliced(sorted(wanted)) if one.is_sliced else (), 1):
        _write(folder, one, letters, FONTS / f"{one.stem}.{number}.woff2")


def make_first(one: Typeface, folder: Path) -> None:
    """What the screen has of one of our own styles, from its whole file and the variable one."""
    for old in FONTS.glob(f"{one.stem}.[0-9]*.woff2"):
        old.unlink()
    letters = letters_of(one.path)
    if one.shared:
        family = one.shared.removesuffix("-latin-weights")
        variable = folder / "fontsource-variable" / family / "files" / f"{family}-latin-wght-normal.woff2"
        cut_of_all_weights(variable, weights_of(one.shared), letters & FIRST, FONTS / f"{one.shared}.woff2")
    else:
        cut(one.path, letters & FIRST, FONTS / f"{one.stem}.1.woff2")
    cut(one.path, letters - FIRST, FONTS / f"{one.stem}.2.woff2")


def weights_of(shared: str) -> tuple[int, int]:
    """The lightest and the heaviest of the styles that share a file."""
    weights = [one.weight for one in TYPEFACES if one.shared == shared]
    return min(weights), max(weights)


def _sliced(letters: Sequence[int]) -> Iterator[Sequence[int]]:
    return (letters[start : start + SLICE] for start in range(0, len(letters), SLICE))


def _write(folder: Path, one: Typeface, letters: Sequence[int], path: Path, *, is_plain: bool = False) -> None:
    """`is_plain`: a tenth larger, and opened by the press at once; undoing the denser form takes up to a second."""
    features = ["*"] if one.basic else _JOINING if one.family.split()[-1] in _JOINED else _SETTING
    options = subset.Options(layout_features=features, hinting=False, notdef_outline=True, recalc_timestamp=False)
    font = subset.load_font(str(folder / one.source), options)
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=[*letters, *_SPACES])
    chosen.subset(font)
    for name in (1, 4, 6, 16):  # a file that also answers to another's name is taken for it
        font["name"].setName(one.family.replace(" ", "") if name == 6 else one.family, name, 3, 1, 0x409)
    box_what_is_missing(font)
    font.flavor = "woff2"
    if is_plain:
        save_plain(font, path)
    else:
        font.save(path)


def main(words: list[str]) -> None:
    if words:
        ours = [one for one in TYPEFACES if not one.source]
        common = frozenset.intersection(*(letters_of(one.path) for one in ours)) - _MARKS
        for one in TYPEFACES:
            if not one.source:
                open_at_once(one.path)
                make_first(one, Path(words[0]))
            else:
                make(one, Path(words[0]), common)
                print(one.path.name, len(letters_of.__wrapped__(one.path)), len(one.slices()))
        letters_of.cache_clear()
    SCREEN.write_text(screen_css(), encoding="ascii")
    PAPER.write_text(paper_css(), encoding="ascii")


if __name__ == "__main__":
    main(sys.argv[1:])
