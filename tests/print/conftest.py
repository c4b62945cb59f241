"""One warm press for all tests of paper, and decks to print."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cards.face.face import Face, Stroke
from cards.printing.queue.failures import pango_is_missing
from cards.printing.queue.press import Press
from cards.printing.queue.values import Item, Job
from tests.print.inside import Inside

if TYPE_CHECKING:
    from cards.printing.sealed.render import CardRenderer

LETTER = (
    "Choose a player. Read out, in your best letter-writing voice, a complaint about one Thing they control.\n\n"
    "The other players vote. If most are moved by it, that Thing goes back to its owner’s hand and may not be "
    "played again until the letter’s writer has drawn two cards. If nobody is moved, discard your hand, and "
    "apologise to the Thing."
)
DOODLE = (Stroke("pen", "#1f2a4a", (100, 100, 5000, 3000)), Stroke("felt", "#e2b23c", (100, 900, 5000, 900)))

FACES = (
    Face("Salvage Tug", "Thing — Ship", "{tap} Gain {energy blue}. Pay {gold 3} or {life 2}.", cost="2", stat="1/3"),
    Face("Hosepipe Ban", "Action", "Until your next turn, nobody may play a Vegetable.", "Pinned to the gate."),
    Face("Letter to the Council", "Action", LETTER, "Yours, in sorrow rather than in anger."),
    Face(
        "Saint Swithin", "Blessing — Weather", "It rains for **forty** days.\n\n- rain\n- more rain", colour="#f2c200"
    ),
    Face("Čučoriedkový koláč", "Thing — Koláč", "Keď ho zahráš, každý hráč dostane kúsok {token}."),
    Face("Leaning Greenhouse", "Thing — Shelter", "It *leans*.", doodle=DOODLE, value="12", gain="+3"),
    Face("One Long Word", "Action", "W" * 300),
    Face("Hardly", "Thing", LETTER + "\n\n" + LETTER, stat="12/12", value="3"),
    Face("Lines", "Thing", "\n".join(["Draw a card.", "Say a word."] * 6)),
    Face("Points", "Action", "\n".join(f"- point {n} is about something that wraps" for n in range(9)), "End."),
    Face("Blank", "", ""),
)
RULE = Face("Everything", "", "\n\n".join([LETTER] * 7), "The end.")


def job(items: tuple[Item, ...], **options: object) -> Job:
    return Job("Allotment Wars, version 7", "Allotment Wars, version 7", "D:20261121090000Z", items, **options)  # type: ignore[arg-type]


def items_of(faces: tuple[Face, ...], copies: int = 1) -> tuple[Item, ...]:
    return tuple(Item(face, False, str(n), "Allotment Wars · 7", copies) for n, face in enumerate(faces, 1))


@pytest.fixture(scope="session")
def sealed_press(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Press]:
    """A press with a process of its own, as a site has it: slow, since such processes give way to everything."""
    if pango_is_missing():
        pytest.skip("Pango is not on this machine: nothing can be printed")
    made = Press(tmp_path_factory.mktemp("prints"), workers=1)
    yield made
    made.close()


@pytest.fixture(scope="session")
def renderer() -> CardRenderer:
    """The page engine in this process, with our fonts."""
    if pango_is_missing():
        pytest.skip("Pango is not on this machine: nothing can be printed")
    from cards.printing.sealed.render import CardRenderer

    return CardRenderer()


@pytest.fixture(scope="session")
def inside(renderer: CardRenderer) -> Callable[..., Press]:
    """Presses without processes of their own, each with the cache of its folder. As many batches as workers."""
    worker = Inside(renderer)

    def made(folder: Path, workers: int = 2) -> Press:
        press = Press(folder, workers=0)
        press._workers = [worker] * workers  # type: ignore[list-item]
        return press

    return made


@pytest.fixture(scope="session")
def press(inside: Callable[..., Press], tmp_path_factory: pytest.TempPathFactory) -> Press:
    """One press in this process for all that is about paper, and not about processes."""
    made: Press = inside(tmp_path_factory.mktemp("prints"), 1)
    return made


@pytest.fixture
def fresh(inside: Callable[..., Press], tmp_path: Path) -> Press:
    """The same with an empty cache."""
    made: Press = inside(tmp_path, 1)
    return made


@pytest.fixture(scope="session")
def sheets(press: Press) -> bytes:
    """The deck of all tests: eleven cards twice, and a Special Rule of several cards."""
    return press.print_sheets(job((*items_of(FACES, 2), Item(RULE, True, "§ 1", "Allotment Wars · 7"))))


def words_of(pdf: bytes) -> list[str]:
    """The text of each page."""
    import pypdfium2

    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    found = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return found


from tests.print.asking import deck, drawing, quick, reader  # noqa: E402, F401  (fixtures, which want the faces above)
