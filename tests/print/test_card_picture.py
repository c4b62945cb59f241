"""Pictures of single cards at addresses of their own: what is drawn, who may have it, and what is refused."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest
from django.test import Client
from PIL import Image

from cards import models as rows
from cards.face.face import Face
from cards.face.measures import Frame
from cards.face.picture import Picture
from cards.printing.choices.reading import read_choices
from cards.printing.choices.resolved import finish_of, layout_of
from cards.printing.queue import files
from cards.printing.queue.press import Press
from cards.printing.queue.values import CardPicture, Item, PreviewPicture
from cards.printing.sealed.page_pictures.svg import svg
from cards.printing.shared.link_preview import LinkPreview, PreviewCard
from cards.views import card_pictures
from studio.people.limits import Pace
from tests.markup import as_read
from tests.print.conftest import FACES, items_of, job

AT = "/decks/allotment-ab12/cards/1/card"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.django_db
def test_a_card_is_a_picture_and_an_svg_that_says_its_words_and_both_are_kept(
    drawing: Press, reader: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = reader.get(AT + ".png?version=7")
    assert answer.status_code == 200 and answer["Content-Type"] == "image/png"
    assert (
        answer["X-Content-Type-Options"] == "nosniff"
        and answer["Cache-Control"] == "public, max-age=86400, s-maxage=60"
    )
    assert Image.open(io.BytesIO(answer.content)).size == (744, 1039)
    told = reader.get(AT + ".svg?version=7")
    assert told["Content-Type"] == "image/svg+xml" and "default-src 'none'" in told["Content-Security-Policy"]
    tree = ElementTree.fromstring(told.content)
    assert tree.findtext(f"{SVG}title") == "Salvage Tug"
    assert "Thing — Ship\nCost: 2" in (tree.findtext(f"{SVG}desc") or "") and "Gain" in tree.findtext(f"{SVG}desc")
    assert (tree.get("width"), tree.get("height")) == ("63mm", "88mm")
    for element in tree.iter():
        assert element.tag.removeprefix(SVG) not in ("script", "style", "foreignObject", "a", "text")
        for name, value in element.attrib.items():
            assert not name.startswith("on") and (
                not name.endswith("href") or value.startswith(("#", "data:image/png"))
            )
    monkeypatch.setattr(drawing, "draw_picture", None)  # from here on nothing is drawn
    assert reader.get(AT + ".png?version=7").content == answer.content
    again = reader.get(AT + ".png?version=7", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304 and not again.content
    assert reader.get(AT + ".png")["Cache-Control"] == "private, no-cache"
    monkeypatch.setattr(files, "KEPT_PICTURES", 0)
    files._prune("pictures", files.KEPT_PICTURES)
    assert not list((tmp_path / "pictures").iterdir())


@pytest.mark.django_db
def test_a_service_s_pixels_another_frame_and_the_card_a_rule_goes_on_over(drawing: Press, reader: Client) -> None:
    sizes = {
        f"{AT}.png?service=mpc&frame=saver": (822, 1122),
        f"{AT}.png?size=tarot&frame=classic": (827, 1417),
        "/decks/allotment-ab12/rules/1/card.png?part=2": (744, 1039),
    }
    seen = set()
    for address, size in sizes.items():
        answer = reader.get(address)
        assert Image.open(io.BytesIO(answer.content)).size == size, address
        seen.add(answer.content)
    assert len(seen) == 3
    told = reader.get("/decks/allotment-ab12/rules/1/card.svg?part=2").content.decode()
    assert "<title>Everything (2" in told


@pytest.mark.parametrize("frame", get_args(Frame))
def test_every_card_has_words_as_svg_in_every_frame(inside: Callable[..., Press], tmp_path: Path, frame: Frame) -> None:
    choices = read_choices({"service": "pictures"}, strict=True)
    press = inside(tmp_path)
    pdf = press.print_sheets(job(items_of(FACES), layout=layout_of(choices), finish=finish_of(choices), frame=frame))
    for page in range(len(FACES)):
        assert svg(pdf, page, "x", "y").count("<") > 12


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "code"),
    [
        (AT + ".png?version=8", 404),
        (AT + ".svg?version=0", 422),
        (AT + ".svg?version=x", 422),
        (AT + ".png?part=2", 404),
        (AT + ".png?part=-1", 422),
        (AT + ".png?frame=gold", 422),
        (AT + ".png?size=9x9", 422),
        (AT + ".png?service=mpc&size=jumbo", 422),
        (AT + ".png?service=", 422),
        (AT + ".png?cover=1", 422),
        (AT + ".png?frame=press&frame=saver", 422),
        ("/decks/allotment-ab12/cards/99/card.png", 404),
        ("/decks/nobody/cards/1/card.png", 404),
    ],
)
def test_what_is_not_there_or_makes_no_sense_is_told(deck: rows.Deck, reader: Client, address: str, code: int) -> None:
    assert reader.get(address).status_code == code


@pytest.mark.django_db
def test_a_private_deck_has_no_pictures_for_strangers_and_an_unlisted_one_none_for_searches(
    drawing: Press, reader: Client
) -> None:
    rows.Deck.objects.update(visibility="unlisted")
    answer = reader.get(AT + ".png?version=7")
    assert answer["Cache-Control"] == "private, max-age=86400" and "noindex" in answer["X-Robots-Tag"]
    rows.Deck.objects.update(visibility="private")
    assert reader.get(AT + ".png?version=7").status_code == 404


@pytest.mark.django_db
def test_a_long_print_a_crowd_and_a_missing_library_are_told_in_words(
    drawing: Press, reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "WAIT", 0)
    with drawing._lock:
        answer = reader.get(AT + ".png")
    assert answer.status_code == 503 and "at a long print" in as_read(answer)
    with monkeypatch.context() as patch:
        patch.setattr(card_pictures, "cannot_draw", lambda: True)
        answer = reader.get(AT + ".png")
        assert answer.status_code == 503 and "Pango is missing" in as_read(answer)
    for _ in range(files.IN_LINE):
        files._line.acquire()
    assert reader.get(AT + ".png").status_code == 503
    for _ in range(files.IN_LINE):
        files._line.release()
    monkeypatch.setattr(card_pictures, "CARD_PICTURE_PACE", Pace(1, 60))
    assert {reader.get(f"{AT}.png?frame={frame}").status_code for frame in ("saver", "classic")} == {429}


def test_the_sealed_process_itself_tells_a_card_as_svg_with_its_picture_in_it(fresh: Press, tmp_path: Path) -> None:
    file = tmp_path / "goat.png"
    Image.new("RGB", (60, 80), "#c03020").save(file)
    face = Face(
        "Goat", "Thing", "It looks.", picture=Picture("0" * 64, 60, 80, (0, 0, 1000, 1000), "Ros"), art_words="x"
    )
    choices = read_choices({"service": "pictures"}, strict=True)
    alone = job((Item(face, False, "1", "Goats", 1, file),), layout=layout_of(choices), finish=finish_of(choices))
    told = fresh.draw_picture(CardPicture(alone, 0, "svg", "Goat", "It looks."), 60).decode()
    assert 'href="data:image/png;base64,' in told and "<desc>It looks.</desc>" in told
    preview = LinkPreview("Goats", "", (PreviewCard(face),))
    drawn = Image.open(io.BytesIO(fresh.draw_picture(PreviewPicture(preview, (("0" * 64, file),)), 60)))
    assert drawn.getpixel((890, 300)) == pytest.approx((0xC0, 0x30, 0x20), abs=6)
