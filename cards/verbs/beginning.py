"""A deck begins, and takes in what came with a list before anything was voted on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cards.rules import events as e
from cards.rules.apply_change import voting_effect
from cards.rules.change_checks import check_licence, check_maker, check_new, check_whole_kit
from cards.rules.command import Facts, MemberCommand, Moment
from cards.rules.deck import Deck, Details, Ref, Source
from cards.rules.details import check_details
from cards.rules.forking import check_descent, check_lineage
from cards.rules.kit import DVORAK, Kit
from cards.rules.limits import CARDS_MAX, NUMBER_MAX
from cards.verbs.verb import Verb, When
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class StartDeck(MemberCommand):
    """`licence`, `kit` and `lineage` come with a fork: nobody votes on what was agreed where it comes from."""

    details: Details
    forked_from: str = ""
    licence: str = ""
    kit: Kit = DVORAK
    lineage: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class BringIn(MemberCommand):
    """Articles that come with a deck, before anything was voted on (an import, a fork).

    `credits` names who wrote each, members of the deck it was forked from too; none: whoever brings them.
    `makers` are names that came with a list, of people who are nobody here ("" for the others). Cards of a fork bring
    its `lineage` and its `licence` along.
    """

    articles: tuple[tuple[Ref, str, int, str], ...]
    credits: tuple[int | None, ...] = ()
    makers: tuple[str, ...] = ()
    lineage: tuple[Source, ...] = ()
    licence: str = ""


def start(deck: Deck, command: StartDeck, moment: Moment) -> Facts:
    if deck.members:
        raise Refused("deck.started")
    check_licence(command.licence)
    check_lineage(command.lineage)
    check_descent(command.lineage, command.licence)
    check_whole_kit(command.kit)
    lineage = (e.LineageKept(command.lineage),) if command.lineage else ()
    licence = (e.LicenceChanged(command.licence),) if command.licence else ()
    kit = (e.KitChanged(command.kit),) if command.kit != DVORAK else ()
    started = e.DeckStarted(command.by, check_details(command.details), command.forked_from)
    return (started, *lineage, *licence, *kit)


def bring_in(deck: Deck, command: BringIn, moment: Moment) -> Facts:
    """Before anything was voted on a deck may come with its cards; afterwards there is only the vote."""
    if deck.last_proposal or deck.articles:
        raise Refused("deck.has_begun")
    if len(command.articles) > CARDS_MAX:
        raise Refused("deck.full", limit=CARDS_MAX)
    facts: list[e.Event] = list(_descent(deck, command))
    numbers = {ref for ref, _, _, _ in command.articles}
    if len(numbers) < len(command.articles) or not all(0 < ref.number <= NUMBER_MAX for ref in numbers):
        raise Refused("article.numbers", limit=NUMBER_MAX)
    credits = command.credits or (command.by,) * len(command.articles)
    makers = command.makers or ("",) * len(command.articles)
    for (ref, face, copies, side), credit_to, maker in zip(command.articles, credits, makers, strict=True):
        check_new(moment, ref.kind, face, copies, side)
        check_maker(maker)
        voting = voting_effect(moment.faces[face].effects)  # a card has none
        facts.append(e.ArticleAdded(ref, face, copies, side, None, voting, credit_to, maker))
    return tuple(facts)


def _descent(deck: Deck, command: BringIn) -> Iterator[e.Event]:
    """Where brought cards come from, and the licence that came with them."""
    if not command.lineage:
        return
    check_licence(command.licence)
    check_lineage(command.lineage)
    check_descent(command.lineage, command.licence)
    yield e.LineageKept(command.lineage)
    if command.licence != deck.licence:
        yield e.LicenceChanged(command.licence)


VERBS = (
    Verb(StartDeck, start, When.BEGINNING),
    Verb(
        BringIn, bring_in, shows_pictures=True,
        written=lambda command, _: [face for _, face, _, _ in command.articles],
    ),
)  # fmt: skip
