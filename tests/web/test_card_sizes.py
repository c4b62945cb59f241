"""The style of a card size has an address, for the preview of a print; a name that is no size's is none."""

from __future__ import annotations

from django.test import Client

from cards.face.measures import card_size
from cards.face.style import size_style


def test_a_size_has_its_style_at_its_name() -> None:
    for name in ("micro", "hex", "63.5x88"):
        answer = Client().get(f"/card-sizes/{name}.css")
        assert answer.content.decode() == size_style(card_size(name)) and answer["Content-Type"] == "text/css"
    assert Client().get("/card-sizes/poker.css").content == b"", "which every page has already"


def test_a_name_that_is_no_size_s_is_not_found() -> None:
    for name in ("", "nonsense", "63.50x88", "1x1", "9" * 400, "63x88;}"):
        assert Client().get(f"/card-sizes/{name}.css").status_code == 404, name
