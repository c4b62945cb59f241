"""What happened to a card, as a line of the minutes: reworded, out, back in, in more copies."""

from __future__ import annotations

from cards.face.language import tag
from cards.queries.edition import Edition
from cards.queries.ledger import Step
from cards.values.pages import MinutesLine
from studio.kernel.messages import counted, message
from studio.web.dates import said
from studio.web.words import say

_DONE = {
    "added": message("in", context="of a card"),
    "amended": message("reworded", context="of a card"),
    "repealed": message("out", context="of a card"),
    "restored": message("back in", context="of a card"),
    "side": message("on another side", context="of a card"),
}


def lately(shown: Edition, count: int) -> tuple[MinutesLine, ...]:
    """The last accepted changes, newest first. No statement."""
    return tuple(line_of(shown, step) for step in reversed(shown.steps[-count:]))


def line_of(shown: Edition, step: Step, *, with_name: bool = False) -> MinutesLine:
    """A step of a card as a line of the minutes, for everybody who may see the deck; perhaps with who asked for it."""
    folder = "rules" if step.ref.kind == "rule" else "cards"
    tally = shown.tallies.get(step.proposal, "") if step.proposal is not None else ""
    return MinutesLine(
        when=said(step.at, shown.now),
        name=step.title,
        words=say(
            counted("now {count} copy", "now {count} copies", step.copies)
            if step.what == "copies"
            else _DONE[step.what]
        ),
        tally=tally,
        href=f"{shown.home}{folder}/{step.ref.number}/",
        by=step.by if with_name else "",
        language="" if step.is_withdrawn else tag(shown.deck.language),
    )
