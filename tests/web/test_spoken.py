"""What a card is called aloud, from the markup of its face."""

from __future__ import annotations

from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.queries.faces import markup_of
from cards.queries.spoken import spoken


def name_of(*words: str, **more: str) -> str:
    return spoken(markup_of(draw_face(Face(*words, **more), number=7, foot_line="Table"), "h3", in_link=True))


def test_a_card_is_called_by_its_name_kind_and_words_and_not_by_its_number() -> None:
    assert name_of("C10", "Action", "Text 10.") == "C10, Action. Text 10."
    assert name_of("Goat", "Thing — Animal", "It wanders.", "Meh!") == "Goat, Thing — Animal. It wanders. Meh!"
    assert name_of("Who?", "Thing", "- One\n- Two") == "Who? Thing. One. Two"
    assert name_of("Donaudampfschifffahrtsgesellschaft", "Ding").startswith("Donaudampfschifffahrtsgesellschaft, Ding")
    assert name_of("Rock & <b>", "Thing", "{tap} “Ha”.") == "Rock & <b>, Thing. turn this card “Ha”."
    assert spoken("") == ""


def test_corner_values_are_said_with_what_they_are() -> None:
    assert name_of("Goat", "Thing", "It wanders.", cost="2", stat="1/1") == (
        "Goat, Cost 2. Thing. It wanders. Strength 1/1"
    )
