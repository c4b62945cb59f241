"""What an open composer must know of the room, whatever changes while one writes."""

from __future__ import annotations

from hashlib import blake2b

from cards.forms.kit_fields import Choices
from cards.queries import lexicon_choices
from cards.queries.deck_view import DeckView
from cards.queries.effect_sheet import Electorate, all_must, members_of_rule, ways_in_numbers
from cards.rules.deck import Ref
from cards.rules.ways import next_card_words
from cards.values.composer import RoomKnown
from studio.web.words import say, say_slot

_DIGEST = 6  # bytes


def room_known(view: DeckView) -> RoomKnown:
    """The same for all members. One statement."""
    words, group = view.lexicon, electorate(view)
    return RoomKnown(
        symbols=lexicon_choices.own_symbols_of(words),
        keywords=lexicon_choices.keywords_of(words),
        own_kinds=lexicon_choices.kinds_of(words),
        corners=lexicon_choices.corners_of(words),
        ways=tuple((way, say_slot(said)) for way, said in ways_in_numbers(group)),
        members=tuple((member, say_slot(name)) for member, name in members_of_rule(group)),
        way_note=say(next_card_words(group.now, group.size)),
        votes_note=all_must(group),
        stands=_stands(view),
    )


def electorate(view: DeckView, colours: Choices = ()) -> Electorate:
    """Whom a Special Rule is for: the active members, by their names."""
    members = {member: someone.name for member, someone in view.people.items() if someone.is_active}
    return Electorate(members, view.deck.decision_rule, colours)


def _stands(view: DeckView) -> str:
    """Names the state of all cards and questions."""
    articles = sorted((*_ref(ref), one.face, one.in_force) for ref, one in view.deck.articles.items())
    asked = sorted((number, one.wording.number) for number, one in view.deck.proposals.items())
    state = repr((articles, asked, view.deck.last_proposal))
    return blake2b(state.encode(), digest_size=_DIGEST).hexdigest()


def _ref(ref: Ref) -> tuple[str, int]:
    return ref.kind, ref.number
