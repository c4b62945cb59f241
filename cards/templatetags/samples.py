"""`{% sample_card "Wandering Goat" "hand" %}`: a card of a sample deck, drawn as every card is.
So it stands on the house's own pages, whose words are about that deck.
`{% house_card "By Keys Alone" "Thing" "Tab to it." %}`: one that the house has written itself."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from django import template
from django.utils.safestring import SafeString

from cards.face.card_size import Frame
from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.formats.values import DeckListing
from cards.queries.faces import markup_of
from cards.sample_decks import SAMPLES, listing_of, read_sample

register = template.Library()

DECK = "allotment-wars"
DRAWN_IN = {"Wandering Goat": DECK, "Tea Is Brought Up": "lighthouse-committee"}
RULE = "Special Rule"
KEPT = 60  # drawings of about 6 kB: more than the house's pages show
VERSION = 7  # of the deck, which its cards bear at their foot


@register.simple_tag
@lru_cache(maxsize=KEPT)
def sample_card(title: str, frame: Frame = "press", text: str = "") -> SafeString:
    """Its markup, with another `text` where one is given, and without its flavour: seals or a stamp lie there. KeyError
    for a title that is not in the deck."""
    face, number, is_rule = _faces()[title]
    shown = replace(face, text=text or face.text, flavour="")
    if frame == "hand":
        return markup_of(draw_face(shown, is_rule=is_rule, frame=frame))
    foot = f"{_listing().title} · {VERSION}"
    return markup_of(draw_face(shown, is_rule=is_rule, frame=frame, number=number, foot_line=foot))


@register.simple_tag
@lru_cache(maxsize=KEPT)
def house_card(
    title: str, type_line: str, text: str, frame: Frame = "press", foot: str = "", drawing_of: str = ""
) -> SafeString:
    """The markup of a card that the house itself has written, with the drawing of a card of `DRAWN_IN` where one is
    named."""
    face = Face(title, type_line, text)
    if drawing_of:
        drawn = _faces(DRAWN_IN[drawing_of])[drawing_of][0]
        face = replace(face, doodle=drawn.doodle, art_lines=drawn.art_lines)
    return markup_of(draw_face(face, is_rule=type_line == RULE, frame=frame, foot_line=foot))


@lru_cache(maxsize=2)
def _listing(deck: str = DECK) -> DeckListing:
    return listing_of(read_sample(SAMPLES / f"{deck}.json"))


def _faces(deck: str = DECK) -> dict[str, tuple[Face, str, bool]]:
    """Each face by its title, with the number that it bears, and whether it is a Special Rule's."""
    cards = {card.face.title: (card.face, str(number), False) for number, card in enumerate(_listing(deck).cards, 1)}
    rules = {rule.face.title: (rule.face, str(number), True) for number, rule in enumerate(_listing(deck).rules, 1)}
    return cards | rules
