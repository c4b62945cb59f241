"""The skeleton of a deck: what is asked of its gaps. Nothing is voted on here: a gap is a wish.

Anybody names one, words it otherwise or puts it away, and naming it again brings it back. How a gap goes by itself, as
cards that hang on it are accepted: cards/rules/skeleton.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from cards.rules import events as e
from cards.rules.change_checks import fold_title
from cards.rules.command import Facts, MemberCommand, Moment
from cards.rules.deck import Deck
from cards.rules.gap import SkeletonGap, gap_of
from cards.rules.limits import GAP_CARDS_MAX, GAP_MAX, GAPS_MAX, clean_line
from cards.rules.sight import DeckSight
from cards.rules.skeleton import on_it
from cards.verbs.telling import NameOf, Telling, Touches
from cards.verbs.verb import Back, Guard, HowOften, ReadField, Sent, Verb, number, text
from studio.kernel.inputs import Inputs
from studio.kernel.messages import Message, counted, message, number_word
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class NameGap(MemberCommand):
    """Something is missing in the deck: `wanted` cards of it."""

    words: str
    wanted: int = 1


@dataclass(frozen=True, slots=True)
class RewordGap(MemberCommand):
    gap: int
    words: str
    wanted: int = 1


@dataclass(frozen=True, slots=True)
class PutGapAway(MemberCommand):
    gap: int


@dataclass(frozen=True, slots=True)
class HangOnGap(MemberCommand):
    """The card that one is writing is for this gap, and for no other."""

    gap: int


@dataclass(frozen=True, slots=True)
class UnhookFromGap(MemberCommand):
    """It is not, after all; nor is a card of one's own that is before the others already."""

    gap: int


def name(deck: Deck, command: NameGap, moment: Moment) -> Facts:
    words = _words(deck, command.words)
    _check_wanted(command.wanted)
    if len(deck.gaps) >= GAPS_MAX:
        raise Refused("gap.many", limit=GAPS_MAX)
    return (e.GapNamed(deck.last_gap + 1, command.by, words, command.wanted),)


def reword(deck: Deck, command: RewordGap, moment: Moment) -> Facts:
    gap = _there(deck, command.gap)
    words = _words(deck, command.words, gap.number)
    _check_wanted(command.wanted)
    if (words, command.wanted) == (gap.words, gap.wanted):
        return ()
    return (e.GapReworded(gap.number, command.by, gap.words, words, command.wanted),)


def put_away(deck: Deck, command: PutGapAway, moment: Moment) -> Facts:
    gap = _known(deck, command.gap)
    return () if gap is None else (e.GapPutAway(gap.number, command.by, gap.words),)


def hang(deck: Deck, command: HangOnGap, moment: Moment) -> Facts:
    gap = _there(deck, command.gap)
    return () if command.by in gap.writers else (e.GapTaken(gap.number, command.by),)


def unhook(deck: Deck, command: UnhookFromGap, moment: Moment) -> Facts:
    gap = _known(deck, command.gap)
    return () if gap is None or command.by not in on_it(deck, gap) else (e.GapFreed(gap.number, command.by),)


def _known(deck: Deck, gap: int) -> SkeletonGap | None:
    """None for one that was there and has gone: who wants it gone has what they want."""
    if not 0 < gap <= deck.last_gap:
        raise Refused("gap.none")
    return gap_of(deck.gaps, gap)


def _there(deck: Deck, number: int) -> SkeletonGap:
    gap = _known(deck, number)
    if gap is None:
        raise Refused("gap.gone")
    return gap


def _words(deck: Deck, given: str, number: int = 0) -> str:
    """Cleaned; no other gap of the deck goes by them."""
    words = clean_line(given)
    if not words:
        raise Refused("gap.empty")
    if len(words) > GAP_MAX:
        raise Refused("gap.long", limit=GAP_MAX, length=len(words))
    if any(fold_title(gap.words) == fold_title(words) for gap in deck.gaps if gap.number != number):
        raise Refused("gap.same", words=words)
    return words


def _check_wanted(wanted: int) -> None:
    if not 1 <= wanted <= GAP_CARDS_MAX:
        raise Refused("gap.cards", limit=GAP_CARDS_MAX)


def _minuted_anew(fact: e.GapReworded) -> Message:
    if fact.was != fact.words:
        return message("calls the gap “{was}” now “{words}”", was=fact.was, words=fact.words)
    return counted(
        "asks for {number} card for the gap “{words}”", "asks for {number} cards for the gap “{words}”",
        fact.wanted, words=fact.words, number=number_word(fact.wanted),
    )  # fmt: skip


def _taken(fact: e.GapTaken, name: NameOf, deck: DeckSight) -> Message | None:
    gap = gap_of(deck.gaps, fact.number)
    return message("{who} writes for a gap: {words}", who=name(fact.by), words=gap.words) if gap is not None else None


TELLINGS = (
    Telling(
        e.GapNamed, Touches.GAPS, lambda fact: message("named a gap: {words}", words=fact.words),
        lambda fact, name, _: message("{who} names a gap: {words}", who=name(fact.by), words=fact.words),
    ),
    Telling(
        e.GapReworded, Touches.GAPS, _minuted_anew,
        lambda fact, name, _: message("{who} calls a gap something else: {words}", who=name(fact.by), words=fact.words),
    ),
    Telling(
        e.GapPutAway, Touches.GAPS, lambda fact: message("put a gap away: {words}", words=fact.words),
        lambda fact, name, _: message("{who} puts a gap away: {words}", who=name(fact.by), words=fact.words),
    ),
    Telling(e.GapTaken, Touches.GAPS, announced=_taken),
    Telling(e.GapFreed, Touches.GAPS),
    Telling(
        e.GapFilled, Touches.GAPS, lambda fact: message("has its card: {words}", words=fact.words),
        lambda fact, *_: message("A card for this gap is in: {words}", words=fact.words),
        about=message("A gap"), is_deed=False,
    ),
)  # fmt: skip


def _wanted(given: Inputs, field: str) -> int:
    """One where nothing is said of it; what is no number is refused like a wrong one."""
    return given.whole_number(field, otherwise=0, empty=1)


_GAP: dict[str, ReadField] = {"gap": number}
_SAID: dict[str, ReadField] = {"words": text, "wanted": _wanted}
VERBS = (
    Verb(NameGap, name, sent=(Sent("name-gap", _SAID, (), (), HowOften.GAP, Back.GAPS),)),
    Verb(RewordGap, reword, sent=(Sent("reword-gap", _GAP | _SAID, (), (), HowOften.GAP, Back.GAPS),)),
    Verb(PutGapAway, put_away, sent=(Sent("put-gap-away", _GAP, (), (), HowOften.GAP, Back.GAPS),)),
    Verb(
        HangOnGap, hang,
        sent=(Sent("hang-on-gap", _GAP, (Guard.THEIRS_ALONE,), (), HowOften.GAP, Back.WRITE),),
    ),
    Verb(
        UnhookFromGap, unhook,
        sent=(Sent("unhook-from-gap", _GAP, (Guard.THEIRS_ALONE,), (), HowOften.GAP, Back.ROOM),),
    ),
)  # fmt: skip
