"""Which facts follow from a command, or a refusal. The rules of creating as one pure function."""

from __future__ import annotations

from cards.rules.command import Command, Facts, MemberCommand, Moment
from cards.rules.consequences import consequences
from cards.rules.deck import Deck
from cards.rules.evolve import fold
from cards.verbs.registry import BY_COMMAND
from cards.verbs.verb import When
from studio.kernel.refusals import Refused


def decide(deck: Deck, command: Command, moment: Moment) -> Facts:
    """The facts that follow, consequences included. Raises Refused(code)."""
    verb = BY_COMMAND[type(command)]
    if deck.deleted and verb.when is not When.ALWAYS:
        raise Refused("deck.deleted")
    settled = consequences(deck, moment)  # what fell due meanwhile comes first
    deck = fold(deck, settled)
    if verb.when is When.MEMBER:
        assert isinstance(command, MemberCommand), "only members ask"
        if command.by not in deck.members:
            raise Refused("member.none")
    facts = verb.decide(deck, command, moment)
    return (*settled, *facts, *consequences(fold(deck, facts), verb.then(moment, command)))
