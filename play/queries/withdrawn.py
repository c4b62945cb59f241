"""Words that were taken down, at tables that were laid out before: their titles stand in the table's own log.

An entry never changes, so what it calls a card is put right whenever it is told: on the felt, in the log, in a replay,
in the answers to what is typed.
"""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType

from cards import models as decks
from cards.rules.events import FaceWithdrawn
from cards.storage.log import DECK_LOG
from play import models as rows
from play.storage.store import Happening
from play.table import events as e
from play.table.narration import Narration
from play.table.state import Table
from studio.kernel.messages import Message, Series, Slot, Title, message
from studio.kernel.schema import kinds
from studio.web.words import say

TITLE = message("Withdrawn")
IN_A_LINE = message("a card that was taken down")


def faces_here(value: Table) -> frozenset[str]:
    """Every face of the table by digest, hidden or not."""
    return frozenset(every_face_of(value))


def every_face_of(value: Table) -> tuple[str, ...]:
    """The same, as often as each is there."""
    every = (*(card.face for card in value.cards.values()), *(rule.face for rule in value.rules))
    return tuple(face for face in every if face)


def taken_down_of_draft(table: rows.Table) -> frozenset[str]:
    """The faces whose words are gone, of all that the draft played here ever had. One statement, none without one."""
    if not table.is_creative or table.deck is None:
        return frozenset()
    told = DECK_LOG.recorded(table.deck.stream_id, kinds=kinds(FaceWithdrawn))
    return frozenset(one.fact.face for one in told if isinstance(one.fact, FaceWithdrawn))


def without(value: Table, gone: frozenset[str]) -> Table:
    """The table with nothing called by a title that was taken down."""
    cards = {n: replace(card, title=say(TITLE)) for n, card in value.cards.items() if card.face in gone}
    rules = tuple(replace(rule, title=say(TITLE)) if rule.face in gone else rule for rule in value.rules)
    if not cards and rules == value.rules:
        return value
    return replace(value, cards=MappingProxyType({**value.cards, **cards}), rules=rules)


def retold(line: Narration, one: Happening, gone: frozenset[str], deck_id: int | None) -> Narration:
    """A line of the log that names no card by a title that was taken down. One statement where a vote is told of."""
    if not gone or isinstance(one.fact, e.Said):
        return line
    titles = {card.title for then in (one.then, one.now) for card in then.cards.values() if card.face in gone}
    titles |= {rule.title for then in (one.then, one.now) for rule in then.rules if rule.face in gone}
    if isinstance(one.fact, e.GamePaused | e.GameResumed) and _was_about(one.fact.proposal, gone, deck_id):
        titles.add(one.fact.title)
    if not titles:
        return line
    in_a_line = say(IN_A_LINE)
    longest_first = "|".join(re.escape(title) for title in sorted(titles - {""}, key=len, reverse=True))
    gone_words = re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)") if longest_first else None

    def still(slot: Slot) -> Slot:
        match slot:
            case Title(text=text):
                return IN_A_LINE if text in titles else slot
            case Message():
                return without_them(slot)
            case Series():
                return replace(slot, parts=tuple(map(still, slot.parts)))
            case str() if gone_words:
                return gone_words.sub(lambda _: in_a_line, slot)
        return slot

    def without_them(said: Message) -> Message:
        return replace(said, slots=tuple((name, still(slot)) for name, slot in said.slots))

    return replace(line, words=without_them(line.words))


def _was_about(proposal: int, gone: frozenset[str], deck_id: int | None) -> bool:
    """Whether one of the proposal's wordings named a face that is gone. Of a deck that is gone nobody can tell: yes."""
    if deck_id is None:
        return True
    found = decks.Wording.objects.filter(proposal__deck_id=deck_id, proposal__number=proposal)
    return any(change.get("face") in gone or change.get("on") in gone
               for changes in found.values_list("changes", flat=True) for change in changes)  # fmt: skip
