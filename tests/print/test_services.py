"""What goes to print services: pages and pictures of their sizes, in their order."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pikepdf
import pypdfium2
import pytest
from django.core.management import call_command
from PIL import Image

from cards.face.face import Face
from cards.face.measures import CARD_SIZES
from cards.printing.choices.reading import read_choices
from cards.printing.choices.resolved import finish_of, layout_of
from cards.printing.choices.services import SERVICES, service_named
from cards.printing.queue import files, runner
from cards.printing.queue.jobs import PrintJob
from cards.printing.queue.press import Press
from cards.printing.queue.values import Item, Job
from cards.printing.shared.pieces import CardBack
from cards.queries.shop import jobs as print_jobs
from studio.kernel.refusals import Refused
from tests.markup import as_read
from tests.print.asking import SHOP, archived, ask
from tests.print.conftest import FACES, LETTER, RULE, job

# By hand: inches of the trim by 300, and 36 pixels a side, or an eighth of an inch.
INCHES = {
    "poker-us": (2.5, 3.5), "bridge": (2.25, 3.5), "mini-us": (1.75, 2.5), "micro": (1.25, 1.75),
    "tarot-us": (2.75, 4.75), "business-us": (2, 3.5), "domino": (1.75, 3.5), "square": (2.5, 2.5),
    "square-89": (3.5, 3.5), "jumbo": (3.5, 5.5), "hex": (3.75, 3.25),
}  # fmt: skip


@pytest.mark.parametrize("service, more", [("mpc", 72), ("tgc", 75), ("drivethru", 75)])
def test_every_size_of_a_service_is_its_trim_and_its_bleed_at_300_to_the_inch(service: str, more: int) -> None:
    for size, pixels in SERVICES[service].pixels.items():
        assert pixels == tuple(inches * 300 + more for inches in INCHES[size])
        page = SERVICES[service].layout(size).paper
        # What is drawn is the upload within two pixels, to which it is stretched.
        assert (page.width / 2540 * 300, page.height / 2540 * 300) == pytest.approx(pixels, abs=2)


def test_pictures_alone_are_taken_of_every_size_as_large_as_the_card() -> None:
    for size, card in CARD_SIZES.items():
        pixels = SERVICES["pictures"].pixels_of(size)
        assert pixels == (round(card.width / 2540 * 300), round(card.height / 2540 * 300))


def test_a_service_is_refused_what_it_does_not_take_and_a_poker_card_is_theirs() -> None:
    chosen = read_choices({"service": "mpc", "cover": "1", "guides": "lines", "paper": "letter"}, strict=True)
    assert (chosen.size, chosen.cover, chosen.guides, chosen.paper) == ("poker-us", False, "marks", "a4")
    assert (finish_of(chosen).guides, finish_of(chosen).has_foot, layout_of(chosen).places) == ("none", False, 1)
    for service, size in (("mpc", "jumbo"), ("drivethru", "bridge"), ("tgc", "50x80")):
        with pytest.raises(Refused) as refused:
            layout_of(read_choices({"service": service, "size": size}, strict=True))
        assert refused.value.code == "print.service_size"
    for name in ("", "nobody"):
        with pytest.raises(Refused):
            service_named(name)


def _job(service: str, **more: object) -> Job:
    chosen = replace(read_choices({"service": service}, strict=True))
    back = CardBack("deck", "Allotment Wars", seed="x")
    items = (
        Item(Face("Prize Marrow", "Thing", "x"), False, "1", "A", 3, None, back),
        Item(Face("Ärger & Ähre", "Action", LETTER), False, "2", "A", 1, None, back),
        Item(RULE, True, "§ 1", "A", 1, None, back),
    )
    service_of = SERVICES[service]
    pictures = service_of.pixels_of(chosen.size) if service_of.takes == "pictures" else None
    return job(items, layout=layout_of(chosen), finish=finish_of(chosen), pictures=pictures, **more)


def test_a_service_of_pages_gets_the_back_before_its_front_and_boxes_of_its_size(
    inside: Callable[..., Press], tmp_path: Path
) -> None:
    pdf = inside(tmp_path).print_sheets(_job("drivethru"))
    document = pypdfium2.PdfDocument(pdf)
    words = [page.get_textpage().get_text_range() for page in document]
    assert "Allotment Wars" in words[0] and "Prize Marrow" in words[1]
    assert all("Allotment Wars" in text for text in words[::2]) and len(words) % 2 == 0
    assert "100 %" not in "".join(words)
    with pikepdf.open(io.BytesIO(pdf)) as found:
        for page in found.pages:
            assert [float(v) / 72 for v in page.MediaBox] == pytest.approx([0, 0, 2.75, 3.75], abs=0.002)
            assert [float(v) / 72 for v in page.TrimBox] == pytest.approx([0.125, 0.125, 2.625, 3.625], abs=0.002)


def test_a_service_of_pictures_gets_each_once_under_a_name_that_says_how_many(
    inside: Callable[..., Press], tmp_path: Path
) -> None:
    asked, press = _job("mpc"), inside(tmp_path)
    packed = press.print_pictures(asked)
    assert press.print_pictures(asked) == packed
    with zipfile.ZipFile(io.BytesIO(packed)) as file:
        names = file.namelist()
        assert file.testzip() is None
        assert names[:2] == ["001-prize-marrow-x3.png", "002-arger-ahre.png"] and names[-1] == "back-1.png"
        assert names[2].startswith("003-everything-1of") and len(names) == len(set(names)) > 4
        for name in names:
            picture = Image.open(io.BytesIO(file.read(name)))
            assert picture.size == (822, 1122) and picture.mode == "RGB"
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)
        shown = Image.open(io.BytesIO(file.read(names[0])))
    # The tab of a Thing goes on past the cut into the bleed; beside it is paper.
    assert shown.getpixel((36 + 80, 2)) != (255, 255, 255) and shown.getpixel((400, 2)) == (255, 255, 255)


@pytest.mark.django_db
def test_pictures_for_a_service_are_a_print_like_any_other_and_are_saved(
    deck, reader, quick, inside: Callable[..., Press], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = ask(reader, service="pictures", what="picked", picked="1")
    row = PrintJob.objects.get()
    assert row.options == {"service": "pictures", "what": "picked", "picked": "1"}
    made = print_jobs.job_of(row)
    assert isinstance(made, Job) and made.pictures == (744, 1039) and made.layout.places == 1
    monkeypatch.undo()
    press = inside(tmp_path / "press")
    monkeypatch.setattr(files, "folder", lambda: tmp_path)
    monkeypatch.setattr(files, "the_press", lambda: press)
    assert runner.run_queued(print_jobs.job_of) == 1
    page = as_read(reader.get(at))
    assert "PNG pictures" in page and "Save the pictures" in page and "100 %" not in page and "Open the PDF" not in page
    answer = reader.get(at + "sheets.pdf")
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"] == 'attachment; filename="allotment-ab12-v7-pictures.zip"'
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as file:  # type: ignore[attr-defined]
        assert file.namelist() == ["001-salvage-tug-x2.png"] and file.testzip() is None
    assert PrintJob.objects.get().file.suffix == ".zip"
    monkeypatch.setattr(files, "KEPT_BYTES", 0)
    monkeypatch.setattr(press, "rest", lambda seconds: None)
    monkeypatch.setattr(files.the_press, "cache_info", lambda: SimpleNamespace(currsize=0), raising=False)
    files.keep_small()
    assert not PrintJob.objects.get().file.is_file()


@pytest.mark.django_db
def test_what_a_service_asks_for_that_the_file_is_not_is_said_wherever_it_is_chosen(
    deck, reader, quick, inside: Callable[..., Press], tmp_path: Path, monkeypatch
) -> None:
    """DriveThruCards takes CMYK alone, and got RGB with the words that it takes it so."""
    colour = "DriveThruCards takes PDF/X-1a in CMYK"
    for service, words in (("drivethru", colour), ("mpc", "“x3” at the end of a name"), ("tgc", "“x3”")):
        asked = {"service": service, "size": "poker-us", "back": "deck"}
        shop = as_read(reader.get(SHOP, asked))
        assert words in shop and "as the service takes them" not in shop, service
        at = ask(reader, **asked)
        runner.run_queued(print_jobs.job_of)
        assert words in as_read(reader.get(at)), service
    assert colour not in as_read(reader.get(SHOP, {"service": "pictures"}))
    made, said = tmp_path / "made.pdf", io.StringIO()
    made.write_bytes(b"%PDF-1.5")
    monkeypatch.setattr(files, "print_now", lambda *asked: made)
    call_command("print_deck", "allotment-ab12@7", "--service", "drivethru", "--back", "deck",
                 "--out", str(tmp_path / "deck.pdf"), stdout=io.StringIO(), stderr=said)  # fmt: skip
    assert colour in said.getvalue()
    with pikepdf.open(io.BytesIO(inside(tmp_path).print_sheets(_job("drivethru")))) as made:
        is_cmyk = "/OutputIntents" in made.Root
    assert is_cmyk is (SERVICES["drivethru"].lacks is None), "once it is made, nobody is told to make it"


@pytest.mark.django_db
def test_a_service_that_takes_fewer_cards_says_so(deck, reader, quick) -> None:
    first, second = FACES[0].digest, FACES[1].digest
    archived(8, [[1, first, 99, ""]] + [[n, second, 99, ""] for n in range(2, 9)])
    answer = reader.post(SHOP, {"version": "8", "service": "mpc"})
    assert answer.status_code == 422 and "612 cards in one order" in as_read(answer)


@pytest.mark.django_db
def test_a_size_a_service_does_not_take_is_told_beside_the_sizes_and_the_choices_stay(deck, reader, quick) -> None:
    answer = reader.post(SHOP, {"version": "7", "service": "mpc", "size": "tarot", "frame": "saver"})
    page = answer.content.decode()
    told = page.partition('data-wrong="size"')[2].partition("</span>")[0]
    assert answer.status_code == 422 and "no cards of Tarot. It takes: Poker, US; Bridge; Mini, US;" in told
    assert re.search(r'value="saver"\s+checked', page)
    assert not PrintJob.objects.exists()
    assert "MakePlayingCards: a picture of each card." in as_read(reader.get(SHOP + "?service=mpc"))
