"""What the deck does to its creative table (C1, C3, C5 to C7), and the paper for new cards (C12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from cards.rules.kit import Kit
from cards.rules.kit_checks import check_kit
from play.console.values import Around, Do, Parsed, Word, count_in
from play.table import events as e
from play.table.command import DeckCommand, Facts, Moment, SeatCommand
from play.table.dealing import homes
from play.table.evolve import fold
from play.table.narration import Narration, line
from play.table.questions import settled
from play.table.state import CardText, ProposalOutcome, RuleText, Table
from play.table.visibility import home_of, is_open, lay
from play.table.zones import ZoneKey
from play.verbs.fields import Field, limit
from play.verbs.offers import At, Button, OnBlanks, sending
from play.verbs.verb import Sent, Verb, When
from studio.kernel.messages import Slot, Title, counted, message
from studio.kernel.refusals import Refused

BLANKS_MAX = 1000
PACK = 10  # blanks in a fresh pack


@dataclass(frozen=True, slots=True)
class PauseFor(DeckCommand):
    """A proposal came to the table: nothing moves until everybody has voted (C1). With `wants_blank` it takes one
    (C12)."""

    proposal: int
    wants_blank: bool = False
    title: str = ""


@dataclass(frozen=True, slots=True)
class Resume(DeckCommand):
    """The vote is over, or goes on without the game. `gives_blank` when it was withdrawn (C12)."""

    proposal: int
    gives_blank: bool = False
    title: str = ""
    outcome: ProposalOutcome = ""


@dataclass(frozen=True, slots=True)
class ExcuseVoter(DeckCommand):
    """The vote goes on without a member who is away."""

    proposal: int
    member: int
    title: str = ""


@dataclass(frozen=True, slots=True)
class CardEnters(DeckCommand):
    """An accepted or restored card, or more copies: shuffled into the draw pile, each at a random place (C3)."""

    card: CardText
    copies: int


@dataclass(frozen=True, slots=True)
class CardAmended(DeckCommand):
    """In place, all copies; attachments, tokens and counters stay (C6)."""

    card: CardText


@dataclass(frozen=True, slots=True)
class CardLeaves(DeckCommand):
    """Repealed, or fewer copies (None: all): they leave the table, what was attached is destroyed (C6)."""

    card: int
    copies: int | None = None


@dataclass(frozen=True, slots=True)
class RulesChanged(DeckCommand):
    """The Special Rules in force now, oldest first (C7)."""

    rules: tuple[RuleText, ...]


@dataclass(frozen=True, slots=True)
class KitReplaced(DeckCommand):
    """What lies on the table is another kit from now on."""

    kit: Kit


@dataclass(frozen=True, slots=True)
class BallotMoves(DeckCommand):
    """Something about the deck's ballots changed (0: about none by itself): whoever sits here looks again."""

    proposal: int


@dataclass(frozen=True, slots=True)
class FreshPack(SeatCommand):
    """C12: so many blanks more; None: no limit any longer."""

    blanks: int | None


def pause(table: Table, command: PauseFor, moment: Moment) -> Facts:
    """The game stops until everyone has voted (C1); a new card takes a blank from a limited pile (C12)."""
    blanks = table.blanks
    if command.wants_blank and blanks is not None:
        blanks = max(0, blanks - 1)
    return (e.GamePaused(command.proposal, blanks, command.title),)


def resume(table: Table, command: Resume, moment: Moment) -> Facts:
    """Play goes on by itself. Withdrawing gives the blank back; a card set aside keeps its paper (C12)."""
    if table.paused_by not in (None, command.proposal):
        return settled(table, moment)
    blanks = table.blanks
    if command.gives_blank and blanks is not None:
        blanks += 1
    facts = (e.GameResumed(command.proposal, blanks, command.title, command.outcome),)
    return (*facts, *settled(fold(table, facts), moment))


def excuse(table: Table, command: ExcuseVoter, moment: Moment) -> Facts:
    seat = table.seat_of(command.member)
    return (e.VoterExcused(command.proposal, seat.number, command.title),) if seat is not None else ()


def enters(table: Table, command: CardEnters, moment: Moment) -> Facts:
    """Each copy goes into the draw pile at a uniformly random place (C3); before the set-up it only joins the deck."""
    card = command.card
    if table.state != "playing":
        return (e.CardEntered(card),)
    table = fold(table, (e.CardChanged(card),))
    placed: list[tuple[str, ZoneKey, int, int]] = []
    lengths = {key: len(ids) for key, ids in table.zones.items()}
    for key, seat in homes(table, card):
        for _ in range(command.copies):
            at = moment.luck.below(lengths[key] + 1)
            lengths[key] += 1
            placed.append((moment.luck.piece_id(), key, at, seat))
    return (e.CardEntered(card, tuple(placed)),)


def amended(table: Table, command: CardAmended, moment: Moment) -> Facts:
    """In place, all copies; what lies on them stays (C6)."""
    return (e.CardChanged(command.card),)


def leaves(table: Table, command: CardLeaves, moment: Moment) -> Facts:
    """All copies, or so many of them, hidden ones first, so that nobody need choose; attachments are destroyed (C6)."""
    copies = [p for p in table.pieces.values() if p.card == command.card]
    is_repealed = command.copies is None
    if command.copies is not None:
        order = moment.luck.order(len(copies))
        copies = [copies[n] for n in order]
        copies.sort(key=lambda p: is_open(table, table.zone_of(p.id)))
        copies = copies[: command.copies]
    gone = tuple(sorted(p.id for p in copies))
    doomed: list[str] = []
    for id in gone:
        doomed += [below for below in table.attached_below(id) if below not in gone and below not in doomed]
    destroyed: list[e.Moved] = []
    now = table
    for id in doomed:
        piece, source = now.pieces[id], now.zone_of(id)
        to = home_of(now, now.kit.discard_to, piece, source.seat)
        destroyed.append(lay(now, piece, source, to, moment.luck))
        now = fold(now, (e.PiecesMoved(0, "move", (destroyed[-1],)),))
    left = e.CardLeft(command.card, gone, tuple(destroyed), is_repealed)
    if is_repealed:
        return (left,)
    card = table.cards.get(command.card)
    fewer = (e.CardChanged(replace(card, copies=card.copies - (command.copies or 0))),) if card else ()
    return (left, *fewer)


def rules_changed(table: Table, command: RulesChanged, moment: Moment) -> Facts:
    return (e.RulesReplaced(command.rules),) if command.rules != table.rules else ()


def kit_replaced(table: Table, command: KitReplaced, moment: Moment) -> Facts:
    """No card is moved by it: while cards lie on the table, in a game or after one, a kit with other zones waits for
    the next game, and only what needs no zone is there at once."""
    check_kit(command.kit)
    kit, new = table.kit, command.kit
    if not table.zones or new.zones == kit.zones:
        return (e.KitChanged(new),)
    now = replace(
        new, zones=kit.zones, hand=kit.hand, play_to=kit.play_to, act_to=kit.act_to, discard_to=kit.discard_to,
        deals=kit.deals, sources=kit.sources, turn=replace(new.turn, draw_from=kit.turn.draw_from),
    )  # fmt: skip
    changed = (e.KitChanged(now),) if now != kit else ()
    return (*changed, e.NextKitSet(new))


def ballot_moves(table: Table, command: BallotMoves, moment: Moment) -> Facts:
    return (e.BallotMoved(command.proposal),)


def fresh_pack(table: Table, command: FreshPack, moment: Moment) -> Facts:
    if command.blanks is not None and not 0 <= command.blanks <= BLANKS_MAX:
        raise Refused("count.amiss", most=BLANKS_MAX)
    return (e.PackOpened(command.seat, command.blanks),)


# --- told -------------------------------------------------------------------------------------------------------------


_OUTCOMES = {
    "in": message("{title}: agreed. The game goes on"),
    "aside": message("{title}: not this time. The game goes on"),
    "withdrawn": message("{title}: taken back. The game goes on"),
}


def tell_vote(before: Table, fact: e.GamePaused | e.GameResumed | e.VoterExcused) -> Narration | None:
    """What the game waits for, who is waited for no longer, and what became of it."""
    title = Title(fact.title)
    if isinstance(fact, e.VoterExcused):
        return line(0, message("The vote on {title} goes on without {who}", title=title), "deck", about=fact.who)
    if isinstance(fact, e.GamePaused):
        waits = message("The game waits for the vote on proposal {number}", number=fact.proposal)
        if fact.title:
            waits = message("The game waits for the vote on {title}", title=title)
        return line(0, waits, "deck")
    if before.paused_by is None:
        return None
    if fact.title and fact.outcome in _OUTCOMES:
        return line(0, _OUTCOMES[fact.outcome].given(title=title), "deck")
    return line(0, message("The game goes on"), "deck")


def _rules(before: Table, rules: tuple[RuleText, ...]) -> Narration:
    """One rule that came, changed or went is named."""
    was, now = {r.number: r for r in before.rules}, {r.number: r for r in rules}
    changed = [n for n in sorted(was.keys() | now.keys()) if was.get(n) != now.get(n)]
    rule = now.get(changed[0]) or was.get(changed[0]) if len(changed) == 1 else None
    if rule is None or not rule.title:
        return line(0, message("The Special Rules have changed"), "deck")
    words = message("§{number} {title} holds in other words now")
    if rule.number not in was:
        words = message("§{number} {title} holds from now on")
    if rule.number not in now:
        words = message("§{number} {title} holds no longer")
    return line(0, words.given(number=rule.number, title=Title(rule.title)), "deck")


def tell(
    before: Table, fact: e.CardEntered | e.CardChanged | e.CardLeft | e.RulesReplaced | e.KitChanged | e.NextKitSet
) -> Narration | None:
    match fact:
        case e.CardEntered(card=card, placed=placed):
            words = message("{title} is in the deck")
            if placed:
                words = message("{title} is in the deck, shuffled into the draw pile; nobody knows where")
            return line(0, words.given(title=Title(card.title)), "deck")
        case e.CardChanged(card=card):
            was = before.cards.get(card.number)
            if was is not None and was.face == card.face:
                return None
            return line(0, message("{title} reads differently from now on", title=Title(card.title)), "deck")
        case e.CardLeft(card=number, is_repealed=is_repealed):
            gone = before.cards.get(number)
            words = message("{title} leaves the deck") if is_repealed else message("There are fewer of {title} now")
            title: Slot = Title(gone.title) if gone else message("Card {number}", number=number)
            return line(0, words.given(title=title), "deck")
        case e.RulesReplaced(rules=rules):
            return _rules(before, rules)
        case e.KitChanged():
            return line(0, message("Other things lie on the table now"), "deck")
        case e.NextKitSet():
            return line(0, message("The next game has other places for cards; these stay as they lie"), "deck")
        case _:
            assert_never(fact)


def tell_pack(fact: e.PackOpened) -> Narration:
    blanks = fact.blanks
    if blanks is None:
        return line(fact.seat, message("lets blanks be unlimited"), "deck")
    if not blanks:
        return line(fact.seat, message("takes all blanks off the table"), "deck")
    words = counted("puts {count} blank on the table", "puts {count} blanks on the table", blanks)
    return line(fact.seat, words, "deck")


def _typed_pack(around: Around, rest: str, sure: bool) -> Parsed:
    more = count_in(rest, "pack [number]") if rest else PACK
    return Do((FreshPack(around.me, (around.sight.blanks or 0) + more),))


# --- offered ---------------------------------------------------------------------------------------------------------


def _fresh(at: OnBlanks) -> Iterator[Button]:
    yield Button(message("A fresh pack of ten"), "quiet", sending(blanks=at.blanks + PACK))


VERBS = (
    Verb(PauseFor, pause, When.DECK),
    Verb(Resume, resume, When.DECK),
    Verb(ExcuseVoter, excuse, When.DECK),
    Verb(CardEnters, enters, When.DECK),
    Verb(CardAmended, amended, When.DECK),
    Verb(CardLeaves, leaves, When.DECK),
    Verb(RulesChanged, rules_changed, When.DECK),
    Verb(KitReplaced, kit_replaced, When.DECK),
    Verb(BallotMoves, ballot_moves, When.DECK),
    Verb(
        FreshPack,
        fresh_pack,
        When.ANY_TIME,
        sent=(Sent("pack", {"blanks": Field(limit)}, buttons=(At(OnBlanks, 10, _fresh),)),),
        words=(Word("pack", "pack [number]", message("Put a fresh pack of blank cards on the table."), _typed_pack),),
    ),
)
