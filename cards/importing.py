"""From a list to a deck: what a reader understood becomes cards and Special Rules.

A new deck comes to be with its articles as one `BringIn`; a deck that has begun takes them by the vote.
What a deck has no field for (the notes of a list) becomes a Special Rule, so that nothing stays behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db import transaction

from cards import actions
from cards import models as rows
from cards.formats.checking import checked
from cards.formats.values import DeckListing, ListedCard, ListedRule, Remark
from cards.rules.changing import fold_title
from cards.rules.deck import Change, Create, Details, Ref, SetKit, SetLicence
from cards.rules.details import STATUSES, check_details
from cards.rules.face import Face
from cards.rules.kit import DVORAK
from cards.rules.limits import COPIES_MAX, RULE_TEXT_MAX
from studio.kernel.codec import digest
from studio.kernel.refusals import Refused
from studio.live.turn import Turn
from studio.models import Member, RequestKey, Stream

UNTITLED = "Untitled deck"
NOTES = "Notes"

_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
SLUG_MAX = 80

Arriving = tuple[Ref, Face, int, str]  # number, face, copies, side


@dataclass(frozen=True, slots=True)
class Brought:
    """A deck that came out of a list, and what was said on the way."""

    deck: rows.Deck
    remarks: tuple[Remark, ...]


def import_listing(listing: DeckListing, *, member: int, title: str = "", slug: str = "") -> Brought:
    """A new deck of the member's group. `title` is used where the list has none; `slug` is a chosen address.

    Raises Refused: listing.stops (with the first reason), import.slug, import.slug_taken, details.*.
    """
    listing = sound(listing)
    details, remarks = details_of(listing, title)
    articles, more = arriving(listing)
    with transaction.atomic():
        deck = actions.start_deck(member=member, details=check_details(details), articles=articles)
        if slug:
            readdress(deck, slug)
        _agree(deck, member, listing)
    deck.refresh_from_db()
    return Brought(deck, (*remarks, *more))


def bring_in(deck_id: int, *, by: int, key: str | None, listing: DeckListing) -> Turn:
    """The list's cards for a deck that is there: at once while it has one member and no past, else as ONE proposal.

    What the list says about the deck itself fills in what nobody has filled in yet. Result: {"proposal": n} when a
    vote decides.
    """
    listing = sound(listing)
    articles, _ = arriving(listing)
    if not articles:
        raise Refused("listing.empty")
    with transaction.atomic():
        deck = rows.Deck.objects.get(pk=deck_id)
        Stream.objects.select_for_update().get(pk=deck.stream_id)
        done = RequestKey.objects.filter(stream_id=deck.stream_id, key=key).first() if key else None
        at_once = "proposal" not in done.result["result"] if done else enters_at_once(deck)
        if not done and (said := collisions(deck, listing)):
            raise Refused("listing.stops", why=str(said[0]), more=len(said) - 1)
        if at_once:
            turn = actions.bring_in(deck_id, by=by, key=key, articles=articles)
        else:
            changes = tuple(Create(ref.kind, face.digest, copies, side) for ref, face, copies, side in articles)
            faces = tuple(face for _, face, _, _ in articles)
            turn = actions.propose(deck_id, by=by, key=key, changes=changes, faces=faces)
        if not turn.is_repeat:
            _fill_in(deck, by, listing)
    return turn


def enters_at_once(deck: rows.Deck) -> bool:
    """Whether a list becomes cards without a vote: one member, and nothing proposed or brought in so far."""
    alone = Member.objects.filter(group_id=deck.group_id, left_at__isnull=True).count() == 1
    return alone and not deck.last_proposal and not deck.last_card and not deck.last_rule


def sound(listing: DeckListing) -> DeckListing:
    """The listing with clean words. Raises Refused("listing.stops") when something must be put right first."""
    reading = checked(listing)
    if reading.stops:
        raise Refused("listing.stops", why=str(reading.stops[0]), more=len(reading.stops) - 1)
    return reading.listing


def details_of(listing: DeckListing, title: str = "") -> tuple[Details, tuple[Remark, ...]]:
    """What the list says about the deck, with the usual where it says nothing."""
    usual = Details()
    said: list[Remark] = []
    status = listing.status or usual.status
    if status not in STATUSES:
        text = f"“{status}” is not one of the states a deck can be in; “{usual.status}” was written instead."
        said.append(Remark(None, "details.status", text))
        status = usual.status
    fewest = listing.players_min or min(usual.players_min, listing.players_max or usual.players_min)
    most = listing.players_max or max(usual.players_max, fewest)
    if fewest > most:
        said.append(Remark(None, "details.players", f"Players from {fewest} to {most} were turned round."))
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
        language=listing.language or usual.language,
    )
    return details, tuple(said)


def arriving(listing: DeckListing) -> tuple[tuple[Arriving, ...], tuple[Remark, ...]]:
    """The list's articles with their numbers. The same card listed several times is one card with copies."""
    said: list[Remark] = []
    rules = [*listing.rules, *_notes(listing.notes, said)]
    cards = _counted(listing.cards, said)
    numbered_rules = zip(_numbers([rule.number for rule in rules]), rules, strict=True)
    numbered_cards = zip(_numbers([card.number for card in cards]), cards, strict=True)
    articles: list[Arriving] = [(Ref("rule", n), _credited(rule), 1, rule.side) for n, rule in numbered_rules]
    articles += [(Ref("card", n), _credited(card), card.copies, card.side) for n, card in numbered_cards]
    return tuple(articles), tuple(said)


def collisions(deck: rows.Deck, listing: DeckListing) -> tuple[Remark, ...]:
    """Titles that are in the deck already, or twice in the list: a vote could not tell them apart. One statement."""
    articles, _ = arriving(listing)
    taken = set(rows.Article.objects.filter(deck=deck, in_force=True).values_list("kind", "title_key"))
    seen: set[tuple[str, str]] = set()
    said: list[Remark] = []
    at_once = enters_at_once(deck)
    for ref, face, _, _ in articles:
        about = (ref.kind, fold_title(face.title)[:255])
        if about in taken:
            text = f"There is already a “{face.title}” in this deck. Give it another name in the list."
            said.append(Remark(None, "title.taken", text, stops=True))
        elif about in seen and not at_once:
            text = f"Two different cards of the list are called “{face.title}”. Give one another name."
            said.append(Remark(None, "title.twice", text, stops=True))
        seen.add(about)
    return tuple(said)


# --- pieces ----------------------------------------------------------------------------------------------------------


def _counted(cards: Sequence[ListedCard], said: list[Remark]) -> list[ListedCard]:
    """Equal faces on one side, added up; what would be more copies than a card can have stays a card of its own."""
    found: dict[tuple[Face, str, str, int], ListedCard] = {}
    times = 0
    for card in cards:
        heap = 0
        place = (card.face, card.side, card.credit, heap)
        while place in found and found[place].copies + card.copies > COPIES_MAX:
            heap += 1
            place = (card.face, card.side, card.credit, heap)
        if place in found:
            times += 1
            found[place] = replace(found[place], copies=found[place].copies + card.copies)
        else:
            found[place] = card
    if times:
        text = f"{times} card{'s were' if times != 1 else ' was'} listed again word for word, and counted as copies."
        said.append(Remark(None, "import.copies", text))
    return list(found.values())


def _notes(notes: str, said: list[Remark]) -> Iterable[ListedRule]:
    """The notes as Special Rules of a size that prints, parted between paragraphs where that is possible."""
    if not notes:
        return ()
    said.append(Remark(None, "import.notes", f"What is neither card nor rule is kept as the Special Rule “{NOTES}”."))
    pieces = _pieces(notes, RULE_TEXT_MAX)
    if len(pieces) == 1:
        return (ListedRule(Face(NOTES, text=pieces[0])),)
    return tuple(ListedRule(Face(f"{NOTES} ({n} of {len(pieces)})", text=text)) for n, text in enumerate(pieces, 1))


def _pieces(text: str, limit: int) -> list[str]:
    """The text in pieces of at most `limit` characters, cut at a blank line, a line, a space, or where it must."""
    pieces: list[str] = []
    while len(text) > limit:
        cut = next((at for gap in ("\n\n", "\n", " ") if (at := text.rfind(gap, 1, limit)) > 0), limit)
        pieces.append(text[:cut].strip())
        text = text[cut:].strip()
    return [*pieces, text] if text else pieces


def _numbers(given: Sequence[int | None]) -> list[int]:
    """The numbers that were given, and the next free ones for the others."""
    last = max((number for number in given if number is not None), default=0)
    numbers: list[int] = []
    for number in given:
        if number is None:
            last += 1
        numbers.append(last if number is None else number)
    return numbers


def _credited(article: ListedCard | ListedRule) -> Face:
    if article.credit and not article.face.credit:
        return replace(article.face, credit=article.credit)
    return article.face


def readdress(deck: rows.Deck, slug: str) -> None:
    if not _SLUG.fullmatch(slug) or len(slug) > SLUG_MAX:
        raise Refused("import.slug", limit=SLUG_MAX)
    if rows.Deck.objects.filter(slug=slug).exists() or rows.FormerSlug.objects.filter(slug=slug).exists():
        raise Refused("import.slug_taken", slug=slug)
    deck.slug = slug
    deck.save(update_fields=["slug"])


def _agree(deck: rows.Deck, member: int, listing: DeckListing) -> None:
    """Licence and kit are agreed on like a card; alone, agreement comes at once. In company they lie on the table."""
    changes: list[Change] = [SetLicence(listing.licence)] if listing.licence else []
    if listing.kit != DVORAK:
        changes.append(SetKit(listing.kit, digest(DVORAK)))
    if changes:
        actions.propose(deck.pk, by=member, key=None, changes=tuple(changes))


def _fill_in(deck: rows.Deck, by: int, listing: DeckListing) -> None:
    """Title, blurb, theme and goal, where the deck has none yet."""
    deck.refresh_from_db()
    now = actions.store.details_of(deck)
    filled = replace(
        now,
        title=listing.title if now.title == UNTITLED and listing.title else now.title,
        blurb=now.blurb or listing.blurb,
        theme=now.theme or listing.theme,
        goal=now.goal or listing.goal,
        tags=now.tags or listing.tags,
    )
    if filled != now:
        actions.edit_details(deck.pk, by=by, key=None, details=filled)
