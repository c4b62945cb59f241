"""From a list to a deck: what a reader understood becomes cards and Special Rules.

A new deck comes to be with its articles as one `BringIn`; a deck that has begun takes them by the vote.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from cards import actions
from cards import models as rows
from cards.actions.carried_pictures import keep_carried, without_strange_pictures
from cards.actions.slugs import choose_slug
from cards.files.incoming import collisions, enters_at_once, sound
from cards.formats.articles import Arrivals, arriving, credits_told, details_of
from cards.formats.left_behind import filled_in, strangers, takes_kit
from cards.formats.values import DeckListing, Diagnostic, Reading, pictures_named
from cards.pictures.shelf import known_to
from cards.rules.deck import Change, Create, SetKit, SetLicence
from cards.rules.details import check_details
from cards.rules.kit import DVORAK, Kit
from cards.storage import store
from cards.verbs.whole import EditDetails
from studio.kernel.codec import digest, from_plain
from studio.kernel.refusals import Refused
from studio.log.committed import Committed, answered
from studio.models import Stream


@dataclass(frozen=True, slots=True)
class Brought:
    """A deck that came out of a list, and what was said on the way."""

    deck: rows.Deck
    remarks: tuple[Diagnostic, ...]


def import_listing(reading: Reading, *, member: int, title: str = "", slug: str = "") -> Brought:
    """A new deck of the member's group. `title` is used where the list has none; `slug` is a chosen address.

    The cards are by whom the list says, else by nobody: whoever brings a file in has not written it.
    Raises Refused: listing.stops (with the first reason), import.slug, import.slug_taken, details.*.
    """
    whole = sound(reading)
    listing, told = credits_told(without_strange_pictures(whole, keep_carried(whole)))
    details, remarks = details_of(listing, title)
    came = arriving(listing)
    with transaction.atomic():
        deck = actions.start_deck(
            member=member, details=check_details(details), articles=came.articles,
            credits=(None,) * len(came.articles), makers=came.makers, lineage=listing.lineage,
            licence=listing.licence if listing.lineage else "",
        )  # fmt: skip
        if slug:
            choose_slug(deck, slug)
        _agree(deck, member, listing)
    deck.refresh_from_db()
    return Brought(deck, (*told, *remarks, *came.remarks, *strangers(listing)))


def bring_in(
    deck_id: int, *, by: int, key: str | None, reading: Reading, drawn_by: int | None = None,
    while_looking: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Committed:  # fmt: skip
    """The list's cards for a deck that is there: at once while it has one member and no past, else as ONE proposal.

    What the list says about the deck itself fills in what nobody has filled in yet; what stays behind is said by
    `cards.formats.left_behind`. Result: {"proposal": n} when a vote decides. `while_looking` surrounds what waits for
    other processes: the list's pictures.
    """
    whole = sound(reading)
    deck = rows.Deck.objects.get(pk=deck_id)
    if pictures_named(whole) and _coming(deck, whole, key)[2] is None:
        with while_looking():
            keep_carried(whole, deck_id=deck_id, by=by)
    whole = without_strange_pictures(whole, known_to(by, deck_id, pictures_named(whole).keys()))
    with transaction.atomic():
        Stream.objects.select_for_update().get(pk=deck.stream_id)
        deck.refresh_from_db()
        listing, came, before = _coming(deck, whole, key)
        at_once = enters_at_once(deck) if before is None else "proposal" not in before
        if at_once:
            turn = actions.bring_in(
                deck_id, by=by, key=key, articles=came.articles, makers=came.makers, lineage=listing.lineage,
                licence=listing.licence,
            )  # fmt: skip
        else:
            changes: list[Change] = [
                Create(ref.kind, face.digest, copies, side, maker)
                for (ref, face, copies, side), maker in zip(came.articles, came.makers, strict=True)
            ]
            if takes_kit(from_plain(Kit, deck.kit), listing):
                changes.append(SetKit(listing.kit, digest(DVORAK)))
            faces = tuple(face for _, face, _, _ in came.articles)
            turn = actions.propose(deck_id, by=by, key=key, changes=tuple(changes), faces=faces, drawn_by=drawn_by)
        if not turn.is_repeat:
            _fill_in(deck, by, listing, at_once=at_once)
    return turn


def _coming(
    deck: rows.Deck, whole: DeckListing, key: str | None
) -> tuple[DeckListing, Arrivals, dict[str, Any] | None]:
    """What of a list comes in, and the answer that its key had before. Raises Refused where nothing can: asked before
    its pictures are looked at, and again once it is the deck's turn."""
    listing, _ = credits_told(whole, may_tell=not deck.blurb)
    came = arriving(listing)
    if not came.articles:
        raise Refused("listing.empty")
    before = answered(deck.stream_id, key)
    if before is None and (said := collisions(deck, listing)):
        raise Refused("listing.stops", why=said[0].with_line, more=len(said) - 1)
    return listing, came, before


def _agree(deck: rows.Deck, member: int, listing: DeckListing) -> None:
    """Licence and kit are agreed on like a card; alone, agreement comes at once. In company they lie on the table."""
    deck.refresh_from_db()
    changes: list[Change] = [SetLicence(listing.licence)] if listing.licence not in ("", deck.licence) else []
    if takes_kit(from_plain(Kit, deck.kit), listing):
        changes.append(SetKit(listing.kit, digest(DVORAK)))
    if changes:
        actions.propose(deck.pk, by=member, key=None, changes=tuple(changes))


def _fill_in(deck: rows.Deck, by: int, listing: DeckListing, *, at_once: bool) -> None:
    """What nobody has said of the deck yet; and into a deck of nothing the kit and the licence as well."""
    deck.refresh_from_db()
    now = store.details_of(deck)
    filled = check_details(filled_in(now, listing, at_once=at_once))
    if filled != now:
        actions.do(deck.pk, EditDetails(by, filled), key=None)
    if at_once:
        _agree(deck, by, replace(listing, licence="" if deck.licence else listing.licence))
