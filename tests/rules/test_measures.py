"""One table of measures: style sheets, fitting and sheets have their lengths from it, and nothing else knows them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cards.face.measures import CARD_SIZES, USUAL, CardSize, card_size
from cards.face.style import size_style
from cards.printing.tools.measures import SHEETS
from studio.kernel.refusals import Refused

PROJECT = Path(__file__).resolve().parents[2]
KNOWS = (
    "cards/face/measures.py",
    "static/css/measures.css",
    "cards/printing/geometry/templates.py",
)  # the table, what is written from it, sheets of the trade
SIZE = re.compile(r"\b(?:63|88)\s?mm\b|\b63(?:\.0)?\s?(?:[x×,]|by)\s?88\b|\b(?:6300|8800)\b")


CUSTOM = tuple(card_size(name) for name in ("25x25", "25x200", "200x25", "200x200", "63.5x88", "99.99x40"))


@pytest.fixture(params=(*CARD_SIZES.values(), *CUSTOM), ids=lambda size: size.name)
def card(request: pytest.FixtureRequest) -> CardSize:
    return request.param


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_the_style_sheets_are_those_that_the_table_gives(sheet: Path) -> None:
    told = "write them anew: python -m cards.printing.tools.measures"
    assert sheet.read_text(encoding="ascii") == SHEETS[sheet](), told


def test_nothing_but_the_table_knows_how_large_a_card_is() -> None:
    folders = ("cards", "play", "studio", "static/css", "static/js", "templates")
    files = (path for folder in folders for path in sorted((PROJECT / folder).rglob("*")))
    found = [
        f"{path.relative_to(PROJECT)}:{number}: {line.strip()[:80]}"
        for path in files
        if path.suffix in (".py", ".css", ".js", ".html") and "vendor" not in path.parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if SIZE.search(line) and path.relative_to(PROJECT).as_posix() not in KNOWS
    ]
    assert found == []


def test_every_property_that_the_face_reads_is_written() -> None:
    read = re.compile(r"var\((--(?:cf|card)-[a-z0-9-]+)\)")
    set_ = re.compile(r'(?<!")(--(?:cf|card)-[a-z0-9-]+):')  # not one that a selector asks for
    sheets = {path.name: path.read_text(encoding="utf-8") for path in (PROJECT / "static/css").glob("*.css")}
    written = {name for text in sheets.values() for name in set_.findall(text)}
    wanted = {name for text in sheets.values() for name in read.findall(text)}
    assert wanted - written == set()
    ours = {name for sheet in SHEETS for name in set_.findall(sheets[sheet.name])}
    assert ours - wanted == set(), "written, and read by no rule"
    for card in CARD_SIZES.values():
        assert set(set_.findall(size_style(card))) <= ours, "a size says nothing that the usual card does not"


def test_the_usual_card_is_the_one_that_fits_every_sleeve() -> None:
    assert (USUAL.width, USUAL.height, USUAL.column, USUAL.fixed) == (6300, 8800, 56.0, 29.3)


def test_steps_only_go_down_and_nothing_that_must_be_read_is_under_seven_points(card: CardSize) -> None:
    hand = [pt for _, pt in card.hand.text]
    for steps in (card.titles, card.types, card.text, card.flavour, card.hand.titles, card.hand.types, hand):
        assert list(steps) == sorted(steps, reverse=True)
    hand_card = card.hand
    assert min(*card.text, *hand, *card.titles, *card.types, *card.flavour, *card.corners, card.cost_pt) >= 7
    assert min(*hand_card.titles, *hand_card.types, *hand_card.flavour, *card.classic_titles, *card.classic_types) >= 7
    assert card.foot_pt >= 5, "the line at the foot tells a loose card's deck, nothing else"
    assert hand_card.foot_pt >= 7, "and a handwritten one's number, by which change slips go"


def test_words_stay_in_the_safe_area_of_their_card(card: CardSize) -> None:
    assert 2 * card.safe + card.column == pytest.approx(card.wide)
    assert card.title_column + card.indent + 2 * card.inset == pytest.approx(card.column)
    assert 0 < card.fixed < card.high and card.hand.head < card.high
    assert card.safe >= 2 and card.hand.margin >= 2


def test_the_table_has_the_sizes_of_the_trade_in_hundredths_of_a_millimetre() -> None:
    trims = {name: (size.width, size.height) for name, size in CARD_SIZES.items()}
    assert trims == {
        "poker": (6300, 8800), "poker-us": (6350, 8890), "bridge": (5715, 8890), "us-game": (5600, 8700),
        "euro": (5900, 9200), "mini": (4400, 6300), "mini-us": (4445, 6350), "mini-euro": (4400, 6800),
        "micro": (3175, 4445), "tarot": (7000, 12000), "tarot-us": (6985, 12065), "jumbo": (8890, 13970),
        "square": (6350, 6350), "square-70": (7000, 7000), "square-89": (8890, 8890), "domino": (4445, 8890),
        "index": (7620, 12700), "business-us": (5080, 8890), "business-eu": (5500, 8500), "hex": (9525, 8255),
    }  # fmt: skip


def test_a_size_of_ones_own_is_named_by_its_lengths() -> None:
    card = card_size("63.50x88")
    assert (card.name, card.width, card.height, card.shape) == ("63.5x88", 6350, 8800, "rectangle")
    assert card_size("25x200").width == 2500 and card_size("micro") is CARD_SIZES["micro"]


@pytest.mark.parametrize(
    "name",
    [
        "",
        "x",
        "24.99x60",
        "60x200.01",
        "63x",
        "63x88mm",
        "-63x88",
        "1e3x60",
        "63.555x88",
        "63,5x88",
        "63x88x3",
        " 63x88",
    ],
)
def test_what_is_no_size_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        card_size(name)
    assert refused.value == Refused("print.size", least=25, most=200)
    with pytest.raises(Refused):
        card_size("\u0666\u0663x88")


def test_a_size_all_but_as_large_as_one_set_by_hand_has_its_type() -> None:
    for name, like in (("poker-us", "poker"), ("euro", "poker"), ("mini-us", "mini"), ("tarot-us", "tarot")):
        assert CARD_SIZES[name].text == CARD_SIZES[like].text and CARD_SIZES[name].titles == CARD_SIZES[like].titles


def test_the_words_of_a_hexagon_lie_in_it_two_millimetres_inside() -> None:
    card = CARD_SIZES["hex"]

    def side(y: float) -> float:
        """How far the sloping side is from the left of the trim, so far down or up from a flat one."""
        return card.wide / 4 - y / 3**0.5

    clear = 2 / (3**0.5 / 2)
    foot = 2.6 * card.scale
    ends = {
        card.head - 2 * card.scale - 4: card.safe + card.inset,  # the title
        card.head: card.safe,  # the type line
        card.below + card.under - 3.4 * card.scale - card.scale: card.safe,  # the last line of the text
        foot: card.safe + card.inset,
        0: card.safe + card.inset - 2,  # the tab
    }
    for y, left in ends.items():
        assert left >= side(y) + (clear if y else 0), y
