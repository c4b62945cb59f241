"""A deck to be read: for the press as one tagged PDF, and for a browser as one plain page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC

from cards import models as rows
from cards.face.reading import ReadingPart, reading_face, reading_parts
from cards.face.text import clean_line
from cards.printing.choices.choices import PrintChoices
from cards.printing.geometry.papers import paper_named
from cards.printing.queue.values import ReadingJob
from cards.printing.shared.extra_pages import Heading
from cards.printing.shared.reading_edition import ReadArticle, ReadingEdition
from cards.queries.shop.extra_pages import IN_EDITION, LEAST_TO_READ, check_paper, edition_line, figures
from cards.queries.shop.printable import Printable
from studio.kernel.refusals import Refused
from studio.web.addresses import path_to


@dataclass(frozen=True, slots=True)
class CardList:
    """The same as a page: `parts` is empty where the deck is."""

    title: str
    edition: str
    language: str
    blurb: str
    back: str
    parts: tuple[ReadingPart, ...]


def card_list(shown: Printable, choices: PrintChoices) -> CardList:
    """The page. One statement beside those of `printable`."""
    faces = (
        reading_face(
            item.face, is_rule=item.is_rule, number=item.number, copies=item.copies, lexicon=shown.lexicon
        )
        for item in shown.chosen(choices)
    )  # fmt: skip
    return CardList(
        title=shown.title,
        edition=edition_line(shown),
        language=shown.language,
        blurb=clean_line(rows.Deck.objects.values_list("blurb", flat=True).get(pk=shown.deck_id)),
        back=path_to("deck", slug=shown.slug) + (f"versions/{shown.version}/" if shown.version else ""),
        parts=reading_parts(faces),
    )


def reading_job(shown: Printable, choices: PrintChoices) -> ReadingJob:
    """What the press is given. One statement. Refused when there is nothing to read, or no room to read it."""
    items = shown.chosen(choices)
    if not items:
        raise Refused("print.nothing")
    check_paper(paper_named(choices.paper), LEAST_TO_READ)
    deck = rows.Deck.objects.get(pk=shown.deck_id)
    edition = ReadingEdition(
        heading=Heading(shown.title, edition_line(shown), shown.language),
        date=shown.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        articles=tuple(ReadArticle(item.face, item.is_rule, item.number, item.copies) for item in items),
        facts=tuple(figures(shown, deck, items, IN_EDITION)),
        blurb=clean_line(deck.blurb),
        lexicon=shown.lexicon,
        paper=choices.paper,
        keywords=("Dvorak", *deck.tags),
        author=", ".join(shown.makers),
        licence=deck.licence,
    )
    files = {item.face.picture.digest: item.picture for item in items if item.face.picture and item.picture}
    return ReadingJob(shown.name, edition, tuple(files.items()))
