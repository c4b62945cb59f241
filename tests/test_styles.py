"""What the style sheets may say, and where."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from cards.printing.shared.build import PAGE_SHEETS, PREVIEW_SHEETS, SHEETS
from tests.sheets import CSS, PROJECT, Said, classes, is_alone, names, parts, selectors, sheet, subject

# Paper is laid out in millimetres from its left edge, by numbers that the program knows; a face on the screen is laid
# out as it prints, whichever way the page about it is read (`direction` in card.css).
PAPER = frozenset({*SHEETS, *PAGE_SHEETS, *PREVIEW_SHEETS, "fonts.css", "card-glance.css"})
SCREEN = tuple(name for name in names() if name not in PAPER)

_SIDE = r"(?:left|right)"
_PHYSICAL = re.compile(
    rf"{_SIDE}|(?:scroll-)?(?:margin|padding)-{_SIDE}|border-{_SIDE}(?:-\w+)?|border-(?:top|bottom)-{_SIDE}-radius"
)
_FOUR_SIDES = re.compile(r"inset|(?:scroll-)?(?:margin|padding)|border-(?:width|style|color)")
_PLACES = re.compile(r"background(?:-position(?:-x)?)?|mask(?:-position)?|object-position|transform-origin")
_TURNED = re.compile(
    r"-?0?[a-z]*|none|var\(.*\)|.*var\(--way\).*"
)  # nothing, or so far that a page turned round has it

# What is meant as left and right whichever way a page is read.
MEANT = {
    (
        "card-holder.css",
        ".card > .cf",
        "left",
    ): "a face is scaled from its upper left corner, which lies in the holder's",
    ("thing.css", ".cf-hold > .cf", "left"): "the same",
    ("dragging.css", ".drop-tag", "left"): "a script lays it, in pixels from the window's left edge",
    ("mat.css", ".mat--ruled::before", "left"): "a ruler printed on a mat: its numbers run from the left",
    ("mat.css", ".mat--ruled::before", "right"): "the same",
    ("reason.css", ".because:not(.because--many)::before", "border-width"): "a point that is a corner, turned",
    ("pick.css", ".pick-now::after", "border-width"): "the same",
    ("print-sheet.css", ".ps-fold", "border-width"): "a sheet of paper as it will come out",
    ("print-sheet.css", ".ps-place .cf", "translate"): "the same",
    ("print-sheet.css", ".ps-labels > span", "translate"): "the same",
    ("print-sheet.css", ".ps-labels > .is-beside", "translate"): "the same",
}


def one_sided(said: Said) -> bool:
    """Whether it says left or right where the way one reads would be meant."""
    prop, value = said.prop, said.value.split("/")[0]
    if _PHYSICAL.fullmatch(prop):
        return True
    if prop in ("text-align", "float", "clear") or _PLACES.fullmatch(prop):
        return bool(re.search(rf"\b{_SIDE}\b", re.sub(r"url\(.*?\)", "", said.value)))
    if _FOUR_SIDES.fullmatch(prop):
        return len(sides := parts(value)) == 4 and sides[1] != sides[3]
    if prop == "border-radius":
        corners = parts(value)
        return (
            len(corners) > 1
            and (corners + corners[:2])[0] != corners[1]
            or len(corners) == 4
            and corners[2] != corners[3]
        )
    if prop == "translate":
        return not _TURNED.fullmatch(parts(value)[0])
    return False


def _one_sided() -> Iterator[Said]:
    return (said for name in SCREEN for said in sheet(name) if one_sided(said))


def test_a_page_is_laid_out_along_the_way_it_is_read() -> None:
    wrong = [
        f"{said.sheet}:{said.line} {said.selector} {{ {said.prop}: {said.value} }}"
        for said in _one_sided()
        if (said.sheet, said.selector, said.prop) not in MEANT
    ]
    assert not wrong, "write …-inline-start and …-inline-end, or var(--way) where a length goes sideways"


def test_what_is_meant_as_left_and_right_is_still_there() -> None:
    assert MEANT.keys() == {(said.sheet, said.selector, said.prop) for said in _one_sided()} & MEANT.keys()


def test_what_says_left_or_right_is_seen() -> None:
    def says(prop: str, value: str) -> bool:
        return one_sided(Said("a.css", 1, ".a", prop, value, "pages", ()))

    physical = [
        ("left", "0"), ("margin-right", "auto"), ("border-left-color", "red"), ("border-top-left-radius", "1px"),
        ("text-align", "right"), ("float", "left"), ("inset", "auto 0 0 11rem"), ("padding", "0 1px 0 calc(1px + 2px)"),
        ("border-width", "0 2px 2px 0"), ("border-radius", "2px 0 0 2px"), ("border-radius", "2px 0"),
        ("background", "red url(left.svg) no-repeat right .7em center / 1em"), ("translate", "-50% 0"),
        ("translate", "2rem"),
    ]  # fmt: skip
    logical = [
        ("inset-inline-start", "0"), ("margin", "0 auto"), ("padding", "0 1px 2px 1px"), ("text-align", "start"),
        ("border-radius", "6px 6px 0 0"), ("border-radius", "0 0 1rem 1rem"), ("translate", "0 -4px"),
        ("translate", "none"), ("translate", "calc(-50% * var(--way)) 0"), ("border-radius", "50%"),
        ("background", "url(../art/left.svg) 0 100%"),
    ]  # fmt: skip
    assert [pair for pair in physical if not says(*pair)] == []
    assert [pair for pair in logical if says(*pair)] == []


def test_no_template_lays_out_by_left_and_right() -> None:
    styles = re.compile(rf'style="[^"]*(?<![.\w]){_SIDE}\s*:[^"]*"')
    wrong = [
        f"{path.relative_to(PROJECT)}: {found[0]}"
        for path in sorted((PROJECT / "templates").rglob("*.html"))
        for found in styles.finditer(path.read_text(encoding="utf-8"))
        if path.parent.name != "print"  # paper
    ]
    assert not wrong


# --- one class, one sheet ---------------------------------------------------------------------------------------------

LAYERS = "tokens, base, layout, components, pages, states"
STATES = {"states.css", "awaited.css"}  # what holds whatever a page says, of every component
OF_ALL = sorted({*SCREEN} - STATES)
# Whose rules without a layer are about a face, on which it has the last word: no page may dress it anew. A list of
# cards is a page with nothing of the others.
UNLAYERED = PAPER | {
    "arrive.css",
    "awaited.css",
    "back.css",
    "card-list.css",
    "drawing.css",
    "pad.css",
    "picture.css",
    "thing.css",
    "dragging.css",
    "written-card.css",
}
# Rules in one sheet for what another one dresses, beside how it is laid out there: fewer each time, never more. Which
# sheet reaches into which, and why a variable would say it worse.
REACHING_IN = 36
UNSEEN = "words that are heard there and not seen, or seen once there is something to see"
OTHER_DESK = "one desk that is laid out anew while one writes: what stands within it, not how it looks"
REACHES = {
    ("ballot.css", "judged-card.css"): "card and seals stand closer while reasons are told on a low phone",
    ("batch-offer.css", "ballot.css"): UNSEEN,
    ("batch-offer.css", "judged-card.css"): "the strip in which it is offered has nothing else then",
    ("card-list.css", "term.css"): "a page by itself, on which the other never is",
    ("counter.css", "token.css"): "how far beyond the number a thumb may press",
    ("die.css", "type.css"): UNSEEN,
    ("dragging.css", "seat.css"): "while a card is held, whatever takes it has room and an outline, whoever dresses it",
    ("dragging.css", "thing.css"): "the same",
    ("drawing.css", "pad.css"): "notes over a card on the mat are one slip, whoever says them",
    ("empty-deck.css", "workshop.css"): OTHER_DESK,
    ("first-batch.css", "type.css"): UNSEEN,
    ("first-batch.css", "workshop-bar.css"): OTHER_DESK,
    ("first-batch.css", "workshop.css"): OTHER_DESK,
    ("rule-bench.css", "composer.css"): OTHER_DESK,
    ("seat.css", "token.css"): "a number beside its name needs no ring: nothing of a token is left",
    ("writing-desk.css", "composer.css"): UNSEEN,
    ("writing-desk.css", "workshop.css"): OTHER_DESK,
    ("writing-phone.css", "type.css"): OTHER_DESK,
    ("writing-phone.css", "workshop.css"): OTHER_DESK,
}
_LAID_OUT = re.compile(
    r"--.*|margin.*|inset.*|top|bottom|left|right|position|z-index|order|display|visibility|translate|rotate|scale"
    r"|grid-(?:area|row|column).*|(?:align|justify|place)-self|flex(?:-grow|-shrink|-basis)?|overflow.*"
    r"|(?:min-|max-)?(?:width|height|inline-size|block-size)"
)


@cache
def dressed() -> dict[str, Counter[str]]:
    """How many things which sheets say of a class by itself, whatever is around it."""
    found: dict[str, Counter[str]] = {}
    for said in (said for name in OF_ALL for said in sheet(name)):
        for selector in filter(is_alone, selectors(said.selector)):
            for name in classes(subject(selector))[:1]:
                found.setdefault(name, Counter())[said.sheet] += 1
    return found


def test_the_layers_are_named_once_and_all_is_in_one() -> None:
    declared = [path.name for path in CSS.glob("*.css") if f"@layer {LAYERS};" in path.read_text(encoding="utf-8")]
    assert declared == ["base.css"]
    strange = [
        f"{said.sheet}:{said.line}"
        for name in SCREEN
        for said in sheet(name)
        if said.layer not in LAYERS.split(", ") and not (said.layer == "" and name in UNLAYERED)
    ]
    assert not strange


TEMPLATES = PROJECT / "templates"
_LINKED = re.compile(r"css/([\w-]+\.css)")
_MADE_OF = re.compile(r'{% (?:include|fragment|part|extends) "([^"]+)"')
_WORN = re.compile(r'class="([^"]*)"')


def _with_its_parts(name: str, done: set[str]) -> str:
    """A template's source with those of all that it is made of."""
    if name in done or not (TEMPLATES / name).exists():
        return ""
    done.add(name)
    text = (TEMPLATES / name).read_text(encoding="utf-8")
    return text + "".join(_with_its_parts(other, done) for other in _MADE_OF.findall(text))


def test_a_page_without_cards_wears_nothing_of_the_sheets_it_comes_without() -> None:
    every, plain, workshop = (
        _LINKED.findall((TEMPLATES / f"{name}.html").read_text(encoding="utf-8"))
        for name in ("studio/_styles", "studio/_plain_styles", "cards/_styles")
    )
    both = {*every} & {*plain}
    assert [name for name in plain if name in both] == [name for name in every if name in both], "in one order"
    missing = {*every, *workshop} - {*plain}
    owned = {name: by.most_common(1)[0][0] for name, by in dressed().items()}
    assert {"fan.css", "mat.css", "kind.css"} <= missing
    pages = [path for path in TEMPLATES.rglob("*.html") if '{% extends "plain.html" %}' in path.read_text("utf-8")]
    assert len(pages) > 10
    for path in pages:
        text = _with_its_parts(path.relative_to(TEMPLATES).as_posix(), set())
        lacking = missing - ({*_LINKED.findall(text)} - {*every}) - {*_LINKED.findall(path.read_text("utf-8"))}
        worn = set(re.findall(r"[\w-]+", " ".join(_WORN.findall(text))))
        assert not [name for name in worn if owned.get(name) in lacking], path.name


def test_no_class_is_dressed_in_two_sheets() -> None:
    twice = {name: dict(by) for name, by in dressed().items() if len(by) > 1}
    assert not twice, "rename one, or say it by a variable of the component"


def test_a_component_reads_what_a_place_says_by_its_variables() -> None:
    """A variable that nobody reads says nothing, and would go unseen."""
    files = [*CSS.glob("*.css"), *TEMPLATES.rglob("*.html"), *(PROJECT / "static/js").rglob("*.js")]
    read = set(
        re.findall(r"(?:var\(\s*|['\"`])(--[\w-]+)", "".join(path.read_text(encoding="utf-8") for path in files))
    )
    said = {said.prop for name in SCREEN for said in sheet(name) if said.prop.startswith("--")}
    assert len(said) > 100 and not said - read


def test_no_more_sheets_reach_into_another_ones_component() -> None:
    owner = {name: by.most_common(1)[0][0] for name, by in dressed().items()}
    reaching = [
        (said.sheet, owner[of[0]], f"{said.sheet}:{said.line} {selector} {{ {said.prop} }} of {owner[of[0]]}")
        for said in (said for name in OF_ALL for said in sheet(name) if not _LAID_OUT.fullmatch(said.prop))
        for selector in selectors(said.selector)
        if (of := [one for one in classes(subject(selector)) if one in owner])
        if owner[of[0]] != said.sheet and not is_alone(selector)
    ]
    told = "\n".join(words for _, _, words in reaching)
    assert len(reaching) <= REACHING_IN, told
    assert {(reaches, into) for reaches, into, _ in reaching} == REACHES.keys(), told


def test_scripts_and_sheets_lay_out_otherwise_at_the_same_sizes_of_the_glass() -> None:
    """A script says such a size in `glass.js` alone, and there is none that no sheet has."""
    measured = re.compile(r"\((?:min|max)-(?:width|height): [\d.]+rem\)")
    said = {path: set(measured.findall(path.read_text())) for path in (PROJECT / "static/js").rglob("*.js")}
    steps = said.pop(PROJECT / "static/js/glass.js")
    assert len(steps) >= 4 and not any(said.values()), {path.name: sizes for path, sizes in said.items() if sizes}
    asked = {
        size
        for path in CSS.glob("*.css")
        for query in re.findall(r"@media[^{]*", path.read_text())
        for size in measured.findall(query)
    }
    assert steps <= asked, steps - asked
