"""A card or a Special Rule of a deck as one picture: which state of it, how it is drawn, and its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from django.http import Http404

from cards import models as rows
from cards.access import Door
from cards.face.corners import LABELS
from cards.face.drawn import DrawnFace
from cards.face.face import Face
from cards.face.lexicon import Lexicon
from cards.face.text import clean_line, parse_inline, plain_inline
from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.fields import echoed
from cards.printing.choices.reading import read_choices
from cards.printing.choices.services import SERVICES
from cards.printing.queue.values import CardPicture, Job
from cards.queries.shop.jobs import press_job
from cards.queries.shop.printable import chosen_version, printable
from cards.rules.deck import Ref
from studio.kernel.inputs import whole_number
from studio.kernel.messages import message
from studio.kernel.refusals import Refused

HOW = ("frame", "size", "service", "numbers")  # what of a print's choices is one of a single card's too
VERSION_MAX, PART_MAX = 999_999, 99


@dataclass(frozen=True, slots=True)
class PictureAsked:
    """What an address asks for. `version` None is the draft for members, the latest for readers; `part` is from 1."""

    choices: PrintChoices
    version: int | None = None
    part: int = 1


def read_asked(sent: Mapping[str, str], ref: Ref) -> PictureAsked:
    """Raises Refused("print.*") for a name or a value that makes no sense."""
    picked = f"r{ref.number}" if ref.kind == "rule" else str(ref.number)
    how = {name: value for name, value in sent.items() if name not in ("version", "part")}
    for name in how:
        if name not in HOW:
            raise Refused("print.unknown", field=echoed(name))
    choices = read_choices({"service": "pictures", **how, "what": "picked", "picked": picked}, strict=True)
    if not choices.service:
        raise Refused("print.service", service="")
    return PictureAsked(choices, _version(sent), _counted(sent, "part", PART_MAX) if "part" in sent else 1)


def read_version(sent: Mapping[str, str]) -> int | None:
    """The version that an address asks for, which has nothing else. Raises Refused("print.*")."""
    for name in sent:
        if name != "version":
            raise Refused("print.unknown", field=echoed(name))
    return _version(sent)


def _version(sent: Mapping[str, str]) -> int | None:
    return _counted(sent, "version", VERSION_MAX) if "version" in sent else None


def _counted(sent: Mapping[str, str], name: Literal["version", "part"], most: int) -> int:
    number = whole_number(sent[name])
    if number is None or not 1 <= number <= most:
        label = message("the version") if name == "version" else message("the card of several")
        raise Refused("print.number", field=name, label=label, value=echoed(sent[name]), least=1, most=most)
    return number


def card_picture(door: Door, ref: Ref, form: Literal["png", "svg"], asked: PictureAsked) -> CardPicture:
    """The picture to be drawn. Http404 for a card that is not in that state of the deck, and for a part it has not.

    Raises Refused for a size that a service does not take. 8 statements at most.
    """
    choices = asked.choices
    deck = rows.Deck.objects.get(pk=door.deck_id)
    shown = printable(deck, chosen_version(door, asked.version), choices, drawn=[ref])
    if ref not in {article.ref for article in shown.articles}:
        raise Http404
    job = press_job(shown, choices)
    assert isinstance(job, Job)
    item = replace(job.items[0], copies=1)
    cards = shown.cards_of(item, choices, job.bleed)
    if asked.part > len(cards):
        raise Http404
    pixels = SERVICES[choices.service].pixels_of(choices.size)
    card = cards[asked.part - 1]
    assert isinstance(card, DrawnFace)
    alone = replace(job, items=(item,), pictures=pixels)
    title = " ".join(part for part in (card.title or item.number, card.count) if part)
    return CardPicture(alone, asked.part - 1, form, title, _described(card, item.face, job.lexicon))


def _described(card: DrawnFace, face: Face, lexicon: Lexicon) -> str:
    """The words of a card, as they are read."""
    corners = (
        f"{corner.label}: {plain_inline(parse_inline(clean_line(getattr(face, name)), lexicon))}"
        for name in LABELS
        if (corner := getattr(card, name))
    )
    kind = f"{card.type_word} {card.traits}".strip()
    return "\n".join(part for part in (kind, *corners, card.plain) if part)
