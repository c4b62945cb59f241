"""What is asked of the table by whoever takes over cards as they are elsewhere, or a whole version. Pure.

It is one proposal of several changes, of ordinary ones: each names what it would change as it is now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cards.rules.deck import Amend, Article, Change, Create, Deck, Recount, Ref, Repeal, Reside, Restore, SetKit
from cards.rules.kit import Kit
from cards.rules.licences import lets_others_change, unmet
from cards.rules.pairing import Lain
from cards.rules.sight import DeckSight
from studio.kernel.codec import digest
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class TakenArticle:
    """An article as it lies somewhere. `own` is which of the draft's it is, None for one that the deck never had;
    `credit_to` wrote its words, or `maker`, who is nobody here."""

    lain: Lain
    own: Ref | None = None
    credit_to: int | None = None
    maker: str = ""


def taking_over(deck: Deck, taken: Iterable[TakenArticle]) -> tuple[Change, ...]:
    """What makes the draft read like these. Raises Refused("take.nothing") where it does already."""
    changes = tuple(change for one in taken for change in _like(deck, one))
    if not changes:
        raise Refused("take.nothing")
    return changes


def rolling_back(
    deck: Deck | DeckSight, version: Iterable[TakenArticle], kit: Kit, gone: frozenset[str] = frozenset()
) -> tuple[Change, ...]:
    """What makes the draft read like a version of its own deck: what came since goes, what went comes back, the rest
    reads, counts and lies as it did. What had words then that are `gone`, taken down, is left as it is now.

    Raises Refused("take.nothing") where the draft is like it already.
    """
    every = tuple(version)
    kept = [one for one in every if one.lain.face not in gone]
    there = {one.own for one in every}
    since = [article for ref, article in sorted(deck.articles.items()) if article.in_force and ref not in there]
    changes: list[Change] = [Repeal(article.ref, article.face) for article in since]
    changes += (change for one in kept for change in _like(deck, one))
    if kit != deck.kit:
        changes.append(SetKit(kit, digest(deck.kit)))
    if not changes:
        raise Refused("take.nothing")
    return tuple(changes)


def check_taking(*, source: str, licence: str, own_licence: str, is_member: bool) -> None:
    """Raise Refused for cards of another deck that may not be taken into this one, under this one's licence.

    Members of both may always: the cards are theirs too. `source` is the other deck's title.
    """
    if is_member:
        return
    if not lets_others_change(licence):
        raise Refused("take.licence" if licence else "take.all_rights", licence=licence, source=source)
    if unmet(own_licence, licence):
        raise Refused("take.terms", source=source, licence=licence)


def _like(deck: Deck | DeckSight, taken: TakenArticle) -> Iterator[Change]:
    lain = taken.lain
    if taken.own is None:
        yield Create(lain.ref.kind, lain.face, lain.copies, lain.side, taken.maker, taken.credit_to)
        return
    article: Article = deck.articles[taken.own]
    if not article.in_force:
        yield Restore(article.ref, article.face)
    if article.face != lain.face:
        yield Amend(article.ref, article.face, lain.face, taken.credit_to)
    if article.copies != lain.copies and lain.ref.kind == "card":
        yield Recount(article.ref, article.face, lain.copies)
    if article.side != lain.side and lain.ref.kind == "card":
        yield Reside(article.ref, article.face, lain.side)
