"""The edge of a printed card: what touches it goes on past it with bleed, and nothing is near it without."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pypdfium2
import pytest
from PIL import Image

from cards.face.drawn import DrawnFace, draw_face
from cards.face.face import Face
from cards.face.measures import CARD_SIZES, Frame, card_size
from cards.queries.shop.ink import frame_ink
from cards.sample_decks import SAMPLES, listing_of, read_sample
from tests.print.conftest import DOODLE, FACES, LETTER
from tests.print.inked import DOTS, is_inked, pictures, share, stretches

if TYPE_CHECKING:
    from cards.printing.sealed.render import CardRenderer

FRAMES: tuple[Frame, ...] = ("press", "hand", "saver", "classic")
BLEED = 318
NEAR = 0.3  # mm: a knife goes half as far astray, and the neighbour's ink is as far away
SHOWN = (
    (Face("Salvage Tug", "Thing — Ship", "{tap} Gain {energy blue}.", cost="2", stat="1/3"), False),
    (Face("Leaning Greenhouse", "Action", "It *leans*.", doodle=DOODLE, value="12", gain="+3"), False),
    (Face("Saint Swithin", "Blessing", "It rains for **forty** days.", colour="#b0301c", cost="9"), False),
    (Face("How we vote", "", LETTER), True),
    (Face("Old Well", "Place — Water", "Stays.", "It is deep."), False),
)


def _drawn(frame: Frame, size: str, bleed: int) -> Iterator[DrawnFace]:
    for face, is_rule in SHOWN:
        yield draw_face(face, is_rule=is_rule, frame=frame, size=size, bleed=bleed, number=7, foot_line="Allotment",
                        art="asset:art/")  # fmt: skip


@pytest.fixture(scope="session")
def shown(renderer: CardRenderer) -> Callable[[str, int], dict[Frame, list[Image.Image]]]:
    """The first cards of SHOWN in a size and with a bleed, frame by frame."""

    @lru_cache
    def made(size: str, bleed: int) -> dict[Frame, list[Image.Image]]:
        cards = [(card,) for frame in FRAMES for card in _drawn(frame, size, bleed)]
        pdf = renderer._document(cards, size, None, bleed).write_pdf()
        found = pictures(pdf, card_size(size).high + 2 * bleed / 100)
        each = len(SHOWN)
        return {frame: found[at * each : (at + 1) * each] for at, frame in enumerate(FRAMES)}

    return made


@pytest.mark.parametrize("size", ["poker", "micro"])
def test_without_bleed_no_ink_is_near_the_cut(shown: Any, size: str) -> None:
    card = card_size(size)
    wide, high = card.wide, card.high
    edges = {"top": (0, 0, wide, NEAR), "bottom": (0, high - NEAR, wide, high),
             "left": (0, 0, NEAR, high), "right": (wide - NEAR, 0, wide, high)}  # fmt: skip
    near = [
        (frame, index, side)
        for frame, cards in shown(size, 0).items()
        for index, picture in enumerate(cards)
        for side, box in edges.items()
        if is_inked(picture, box)
    ]
    assert near == []


REACH = {"press": {"top"}, "saver": {"top"}, "hand": {"left", "right"}, "classic": {"top", "left", "bottom", "right"}}


@pytest.mark.parametrize("size", ["poker", "micro"])
def test_with_bleed_whatever_touches_the_edge_goes_on_for_three_millimetres_and_more(shown: Any, size: str) -> None:
    for frame, cards in shown(size, BLEED).items():
        for picture in cards:
            for side in ("top", "left", "bottom", "right"):
                met = stretches(picture, side, BLEED / 100 + 0.1)
                if side in REACH[frame]:
                    assert met and all(inked >= 3 * DOTS for _, inked in met), (frame, side)
                else:  # a ruled line may lie along the cut, which is no end of it
                    assert not met or frame == "hand", (frame, side)


def test_bleed_moves_no_word(renderer: CardRenderer) -> None:
    from cards.printing.sealed.engine import boxes

    def places(bleed: int) -> list[tuple[str, float, float]]:
        cards = [(card,) for frame in FRAMES for card in _drawn(frame, "poker", bleed)]
        return [
            (box.text, box.position_x * boxes.PIXEL - bleed / 100, box.position_y * boxes.PIXEL - bleed / 100)
            for page in renderer._document(cards, "poker", None, bleed).pages
            for name in ("cf-title", "cf-type", "cf-text", "cf-foot-line")
            for box in boxes.words(page, name)
        ]

    for (word, x, y), (other, x_bled, y_bled) in zip(places(0), places(BLEED), strict=True):
        assert word == other and (x, y) == pytest.approx((x_bled, y_bled), abs=0.01), word


def test_the_ink_saver_takes_less_than_two_fifths_of_the_press_s_ink(shown: Any) -> None:
    shares = {
        frame: share([cards[at] for at in (0, 2, 4)]) for frame, cards in shown("poker", 0).items()
    }  # no drawings
    assert shares["saver"] < 0.4 * shares["press"], shares
    assert 0.01 < shares["saver"] < shares["classic"] < shares["press"], shares


def test_the_ink_that_the_shop_tells_is_on_the_cards_of_the_sample_decks(renderer: CardRenderer) -> None:
    """With bleed too: Classic has a border then. And the ink saver takes less than two fifths over drawings and all."""
    faces = [card.face for path in sorted(SAMPLES.glob("*.json")) for card in listing_of(read_sample(path)).cards]
    found = {}
    for frame, bleed in ((frame, bleed) for frame in FRAMES for bleed in (0, 300)):
        cards = [(draw_face(face, frame=frame, bleed=bleed, art="asset:art/"),) for face in faces[::17]]
        pdf = renderer._document(cards, "poker", None, bleed).write_pdf()
        edge = round(bleed / 100 * DOTS)
        trims = [
            one.crop((edge, edge, one.width - edge, one.height - edge))
            for one in pictures(pdf, card_size("poker").high + 2 * bleed / 100)
        ]
        found[frame, bleed] = share(trims)
        assert 100 * found[frame, bleed] == pytest.approx(frame_ink(frame, bleed), abs=2), (frame, bleed)
    assert found["saver", 0] < 0.381 * found["press", 0], found  # its lines are fine ones
    assert frame_ink("classic", 300) > frame_ink("classic", 0) + 2


def test_no_paper_shows_between_the_rows_of_an_ornament(renderer: CardRenderer) -> None:
    """Where a dark tile meets a dark one, at a scale at which the line between them lies within a dot."""
    titles, a_mm = ("Beta", "Shed of Unknown Depth", "Water Butt", "Over the Fence"), 5.3
    cards = [(draw_face(Face(title, "Thing", "So."), bleed=0, art="asset:art/"),) for title in titles]
    pdf, card, met = renderer._document(cards, "poker").write_pdf(), card_size("poker"), 0
    for page in pypdfium2.PdfDocument(pdf):
        dots = page.render(scale=a_mm * 25.4 / 72).to_pil().convert("L")
        for y in range(round(22 * a_mm), round((card.head + card.type_line + 5 * card.row) * a_mm) - 4):
            light = 0  # dots beside each other that are lighter than what they part
            for x in range(round(card.safe * a_mm) + 1, round((card.wide - card.safe) * a_mm) - 1):
                above, here, below = (dots.getpixel((x, y + off)) for off in (-2, 0, 2))
                is_within = above == below < 130
                met += is_within
                light = light + 1 if is_within and here > above + 12 else 0
                assert light < 12, (x, y)  # discs that touch leave less
    assert met > 10_000


LONG = Face(
    "A letter to the Council of the Parish", "Action — Complaint, Civic", " ".join([LETTER] * 3), "Yours.", "12"
)


def test_no_word_is_outside_of_its_card_at_any_size(renderer: CardRenderer, rounds: Callable[[int, int], int]) -> None:
    """Words are in the safe area, titles above their type lines, and nothing comes down to the foot."""
    from cards.printing.sealed.engine import boxes

    for number, name in enumerate((*CARD_SIZES, "25x25", "200x60", "30x200")):
        for frame in FRAMES[: rounds(0, 4)] or (FRAMES[number % 4],):
            cards = tuple(
                (one,)
                for face in (LONG, FACES[0], FACES[8])
                for first in [draw_face(face, frame=frame, size=name, bleed=0, art="asset:art/")]
                for one in (first, *first.more)[:3]
            )
            card = card_size(name)
            side = (card.hand.margin if frame == "hand" else card.safe) - 0.2
            for (drawn,), page in zip(cards, renderer._document(cards, name).pages, strict=True):
                told = (name, frame, drawn.title, drawn.fit)
                assert not boxes.is_over(page), told
                for part in ("cf-title", "cf-type", "cf-text", "cf-flavour"):
                    for box in boxes.words(page, part):
                        left, top = box.position_x * boxes.PIXEL, box.position_y * boxes.PIXEL
                        right, bottom = left + box.width * boxes.PIXEL, top + box.height * boxes.PIXEL
                        assert left >= side and right <= card.wide - side, (*told, box.text)
                        assert top >= 0.2 and bottom <= card.high - 1, (*told, box.text)
                title = max((box.position_y + box.height for box in boxes.words(page, "cf-title")), default=0)
                kind = min(box.position_y for box in boxes.words(page, "cf-type"))
                assert title <= kind + 1.4 * card.scale / boxes.PIXEL, told
