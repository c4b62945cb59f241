"""What a seat has, and what becomes of it while somebody stands in on it: nothing without an answer."""

from __future__ import annotations

import dataclasses
import re
import types
from collections.abc import Iterator
from typing import Any, get_args, get_origin, get_type_hints

from django.apps import apps
from django.db.models import JSONField
from django.urls import URLPattern, URLResolver

from cards import urls as deck_urls
from cards.rules.deck import Deck
from play import urls as table_urls
from play.table.state import Table
from tests.actions.of_somebody import NAME_NOBODY, OF_A_SEAT, relations

# The places of a deck's value and of a table's that name a member. What a seat of a table has besides (a hand, marks,
# looks, questions) is told by the seat, and a stand-in beside another's chair has the sight of an onlooker.
IN_A_DECK = {
    "Deck.members": "added", "Wording.by": "kept", "Vote.by": "taken back", "Elector.member": "added",
    "Elector.go_on": "kept", "Ballot.voteless": "kept", "Ballot.spoken": "kept", "SuggestedStrokes.by": "kept",
    "Proposal.by": "kept", "Source.makers": "kept", "SkeletonGap.by": "added", "SkeletonGap.writers": "kept",
    "FirstBatch.by": "kept", "FirstBatch.turned_by": "kept", "FirstBatch.voteless": "kept",
    "BatchWriter.member": "shut", "BatchWriter.down": "shut", "Sweeper.member": "shut", "Sweeper.looked": "shut",
    "Sweeper.go_on": "kept", "DecisionRule.decider": "kept", "DecisionRule.excluded": "kept",
    "Create.credit_to": "kept", "Amend.credit_to": "kept",
}  # fmt: skip
AT_A_TABLE = {
    "DecisionRule.decider": "kept", "DecisionRule.excluded": "kept", "Seat.member": "shut", "Table.host": "added",
    "Table.shown_out": "kept", "Table.hushed": "kept",
}  # fmt: skip
OTHER_NUMBERS = frozenset(
    "abilities_each activated blanks capacity card cards copies count counters deadline dice differs draw "
    "draw_if_empty drawn extra first games gap hand_limit kept_hash known_to last_batch last_card last_gap "
    "last_proposal last_question last_rule last_version least let_go most moved_to no number numbers paused_by phase "
    "played players_max players_min pointing points pressure proposals removals round seat seats side size skipped "
    "start takes target team teams thrown to tokens until value wanted width winners yes _hash".split()
)

# Every address of a deck and of a table at which something is done, and what a stand-in meets there.
#   theirs    refused whatever it is about        earlier   refused of what was there before them
#   the seat  refused: the chair is its owner's   open      as for any member          for good   0005, test_standing_in
DONE_AT = {
    "do": "earlier",  # whatever a verb says: its guards
    "was-agree": "open", "archive-version": "open", "bring-in": "open", "was-call-it": "open", "details": "open",
    "fork": "open", "was-name-gap": "open",
    "pictures": "open", "preview": "open", "print": "open", "print-cancel": "open",
    "keep": "open", "was-put-gap-away": "open", "was-remark": "open", "was-reword-gap": "open", "unfinished": "open",
    "batch-slip": "open",
    "back": "earlier", "kit": "earlier", "words": "earlier", "write": "earlier", "was-vote": "earlier",
    "was-withdraw": "earlier", "was-give-way": "earlier", "was-take-strokes": "earlier", "was-leave-strokes": "earlier",
    "was-ask-again": "for good", "was-ask-for-standing": "for good",
    "was-begin-batch": "theirs", "was-join-batch": "theirs", "was-mark": "theirs", "was-pick-up": "theirs",
    "was-call-off-batch": "theirs", "was-give-time": "theirs", "was-turn-over": "theirs", "batch-card": "theirs",
    "was-sweep-without": "theirs", "drawing": "theirs", "was-go-on": "theirs", "was-hang-on-gap": "theirs",
    "sketch": "theirs",
    "was-unhook-from-gap": "theirs", "was-take-over": "open", "roll-back": "open",
    "play": "open", "table-act": "the seat", "table-go-on": "the seat", "table-hand-over": "the seat",
    "table-looking": "the seat", "table-remove": "the seat", "table-repropose": "the seat",
    "table-rollback": "the seat", "table-sit": "the seat", "table-talk": "the seat", "table-type": "the seat",
    "table-vote": "the seat", "table-watch": "open", "table-withdraw": "the seat", "table-write": "the seat",
}  # fmt: skip
READ_AT = {
    "deck", "version", "version-card", "version-rule", "card", "rule", "minutes", "proposal", "workshop", "drawer",
    "gaps", "first-batch", "deck-preview", "card-preview", "rule-preview", "card-list", "print-job", "print-file",
    "print-cuts", "export", "card-png", "card-svg", "rule-png", "rule-svg", "table", "table-piece", "table-pile",
    "table-seat", "table-back", "table-complete", "table-log", "table-entries", "table-replay-first", "table-replay",
    "compare", "compare-choose", "compare-data", "compare-text", "deck-feed", "version-json",
}  # fmt: skip


def test_whatever_of_a_row_leads_to_somebody_has_an_answer() -> None:
    plain = {
        f"{model._meta.app_label}.{model.__name__}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.fields
        if isinstance(field, JSONField)
    }
    assert relations() | plain == OF_A_SEAT.keys() | NAME_NOBODY.keys()
    assert not OF_A_SEAT.keys() & NAME_NOBODY.keys()


def _dataclasses_in(hint: Any, found: set[type]) -> None:
    if get_origin(hint) is not None or isinstance(hint, types.UnionType):
        for inner in get_args(hint):
            _dataclasses_in(inner, found)
    elif isinstance(hint, type) and dataclasses.is_dataclass(hint) and hint not in found:
        found.add(hint)
        for inner in get_type_hints(hint).values():
            _dataclasses_in(inner, found)


def _people_in(value: type) -> set[str]:
    """The places of a value, however deep, that hold numbers which are nothing else we know of."""
    found: set[type] = set()
    _dataclasses_in(value, found)
    return {
        f"{one.__name__}.{name}"
        for one in found
        for name, hint in get_type_hints(one).items()
        if name not in OTHER_NUMBERS and re.search(r"\bint\b", str(hint))
    }


def test_whatever_of_a_decks_value_names_a_member_has_an_answer() -> None:
    assert _people_in(Deck) == IN_A_DECK.keys()


def test_whatever_of_a_tables_value_names_a_member_has_an_answer() -> None:
    assert _people_in(Table) - {"Question.by"} == AT_A_TABLE.keys(), "whoever asks is a seat"


def _names(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from _names(one.url_patterns)
        elif one.name is not None:
            yield one.name


def test_every_address_of_a_deck_or_a_table_says_what_a_stand_in_may_do_there() -> None:
    here = {*_names(deck_urls.DECK), *_names(table_urls.TABLE), "play"}
    assert here == DONE_AT.keys() | READ_AT
    assert not DONE_AT.keys() & READ_AT
