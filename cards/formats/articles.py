"""What a list makes of a deck: its articles with their numbers and makers, and what it says about the deck itself.

What a deck has no field for (the notes of a list) becomes a Special Rule, so that nothing stays behind; links and
credits alone go to the blurb, where they are not printed and played with. What the list does not say stays unsaid: 0
players, no language, no state.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cards.face.face import Face
from cards.formats.values import DeckListing, Diagnostic, ListedCard, ListedRule
from cards.rules.deck import Details, Ref
from cards.rules.details import STATUSES
from cards.rules.limits import BLURB_MAX, COPIES_MAX, RULE_TEXT_MAX
from studio.kernel.messages import counted, message

UNTITLED = "Untitled deck"
NOTES = "Notes"

_PARAGRAPHS = re.compile(r"\n{2,}")
_CREDIT = re.compile(
    r"https?://|www\.|[\w.]+@\w|\u00a9|\b(?:copyright|licen[cs]ed?|credits?|thanks to|artwork|"
    r"(?:generated|drawn|painted|illustrated|illustrations?|art|images?|designed|written|made|created) by)\b",
    re.IGNORECASE,
)

Arriving = tuple[Ref, Face, int, str]  # number, face, copies, side


@dataclass(frozen=True, slots=True)
class Arrivals:
    """`makers` are the names the list gives beside each article, "" where it names nobody; `remarks` what was done."""

    articles: tuple[Arriving, ...]
    makers: tuple[str, ...]
    remarks: tuple[Diagnostic, ...]


def arriving(listing: DeckListing) -> Arrivals:
    """The list's articles with their numbers. The same card listed several times is one card with copies."""
    said: list[Diagnostic] = []
    rules = [*listing.rules, *_notes(listing.notes, said)]
    cards = _counted(listing.cards, said)
    numbered_rules = zip(_numbers([rule.number for rule in rules]), rules, strict=True)
    numbered_cards = zip(_numbers([card.number for card in cards]), cards, strict=True)
    articles: list[Arriving] = [(Ref("rule", n), rule.face, 1, rule.side) for n, rule in numbered_rules]
    articles += [(Ref("card", n), card.face, card.copies, card.side) for n, card in numbered_cards]
    every: list[ListedCard | ListedRule] = [*rules, *cards]
    makers = tuple(article.credit for article in every)
    return Arrivals(tuple(articles), makers, tuple(said))


def credits_told(listing: DeckListing, *, may_tell: bool = True) -> tuple[DeckListing, tuple[Diagnostic, ...]]:
    """The listing with notes that are only links and credits at the end of its blurb, where they fit.

    `may_tell` is False for a deck whose blurb is its own: there they stay notes, so that no maker's name is lost.
    """
    told = f"{listing.blurb}\n\n{listing.notes}".strip()
    paragraphs = [one for one in _PARAGRAPHS.split(listing.notes) if one.strip()]
    if not (may_tell and paragraphs and len(told) <= BLURB_MAX and all(map(_CREDIT.search, paragraphs))):
        return listing, ()
    text = message("Links and credits that stand among the cards are kept at the end of the blurb.")
    return replace(listing, blurb=told, notes=""), (Diagnostic(None, "import.credits", text),)


def details_of(listing: DeckListing, title: str = "") -> tuple[Details, tuple[Diagnostic, ...]]:
    """What the list says about the deck. `title` is used where the list has none."""
    said: list[Diagnostic] = []
    status = listing.status
    if status and status not in STATUSES:
        text = message("“{status}” is not one of the states a deck can be in, and was left out.", status=status)
        said.append(Diagnostic(None, "details.status", text))
        status = ""
    fewest, most = listing.players_min or 0, listing.players_max or 0
    if fewest and most and fewest > most:
        text = message("Players from {fewest} to {most} were turned round.", fewest=fewest, most=most)
        said.append(Diagnostic(None, "details.players", text))
        fewest, most = most, fewest
    details = Details(
        title=listing.title or title or UNTITLED,
        blurb=listing.blurb,
        theme=listing.theme,
        goal=listing.goal,
        players_min=fewest,
        players_max=most,
        status=status,
        tags=listing.tags,
        language=listing.language,
    )
    return details, tuple(said)


def _counted(cards: Sequence[ListedCard], said: list[Diagnostic]) -> list[ListedCard]:
    """Equal faces on one side, added up; what would be more copies than a card can have stays a card of its own.

    Cards that have numbers are told apart by them.
    """
    found: dict[tuple[ListedCard, int], ListedCard] = {}
    times = 0
    for card in cards:
        heap = 0
        alike = replace(card, copies=1)
        while (alike, heap) in found and found[alike, heap].copies + card.copies > COPIES_MAX:
            heap += 1
        if (alike, heap) in found:
            times += 1
            found[alike, heap] = replace(card, copies=found[alike, heap].copies + card.copies)
        else:
            found[alike, heap] = card
    if times:
        text = counted(
            "{count} card was listed again word for word, and counted as copies.",
            "{count} cards were listed again word for word, and counted as copies.", times,
        )  # fmt: skip
        said.append(Diagnostic(None, "import.copies", text))
    return list(found.values())


def _notes(notes: str, said: list[Diagnostic]) -> Iterable[ListedRule]:
    """The notes as Special Rules of a size that prints, parted between paragraphs where that is possible."""
    if not notes:
        return ()
    text = message("What is neither card nor rule is kept as the Special Rule “{title}”.", title=NOTES)
    said.append(Diagnostic(None, "import.notes", text))
    pieces = _pieces(notes, RULE_TEXT_MAX)
    if len(pieces) == 1:
        return (ListedRule(Face(NOTES, text=pieces[0])),)
    return tuple(ListedRule(Face(f"{NOTES} ({n} of {len(pieces)})", text=text)) for n, text in enumerate(pieces, 1))


def _pieces(text: str, limit: int) -> list[str]:
    """The text, which has no space at its ends, in pieces of at most `limit` characters.

    Each is cut at a blank line, else at a line, else at a space, else where it must.
    """
    pieces: list[str] = []
    while len(text) > limit:
        cut = next((at for gap in ("\n\n", "\n", " ") if (at := text[:limit].rfind(gap)) > 0), limit)
        pieces.append(text[:cut].strip())
        text = text[cut:].strip()
    return [*pieces, text]


def _numbers(given: Sequence[int | None]) -> list[int]:
    """The numbers that were given, and the next free ones for the others."""
    last = max((number for number in given if number is not None), default=0)
    numbers: list[int] = []
    for number in given:
        if number is None:
            last += 1
        numbers.append(last if number is None else number)
    return numbers
