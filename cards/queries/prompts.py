"""Slips for whoever's mind goes blank: words of the deck itself, each as a nudge. Nobody's name is ever on one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cards import models as rows
from cards.queries.deck_view import DeckView
from cards.storage.heavy import kept_words
from cards.values.batch import Prompt
from studio.kernel.messages import Message, message
from studio.web.words import say

CARDS_READ = 200  # the newest
WORD_LEAST = 4  # letters; shorter words name nothing
WORD_MOST = 30

_ANSWER = message("An answer to")
_NOUN = message("A noun of your deck")
_GAP = message("A gap in your deck")
_OURS = message("A thing to begin with")

# For a deck that has no words of its own yet.
_BEGINNINGS: tuple[Message, ...] = (
    message("a ladder"), message("goats"), message("a very small door"), message("the last biscuit"),
    message("somebody’s aunt"), message("weather"), message("a borrowed hat"), message("a grudge"),
    message("what is under the table"), message("a bad idea"), message("the post"), message("a second helping"),
    message("a way to win by accident"), message("something that comes back"), message("a bell"),
    message("a rule nobody likes"), message("the smallest one"), message("a bargain"),
)  # fmt: skip


def prompts(view: DeckView) -> tuple[Prompt, ...]:
    """Every slip there is for this deck, in no order that matters. One statement.

    Of what is in the deck alone, which every member may read. Gaps that a group has named come before the rest.
    """
    found = _in_force(view.row.pk)
    titles = [title for title, _ in found if title and len(title) <= WORD_MOST]
    answers = tuple(Prompt(say(_ANSWER), title) for title in dict.fromkeys(titles))
    words = _nouns(view, found)
    nouns = tuple(Prompt(say(_NOUN), word) for word in words)
    slips = (*gaps(view), *nouns, *answers)
    if len(slips) >= len(_BEGINNINGS):
        return slips
    return (*slips, *(Prompt(say(_OURS), say(words)) for words in _BEGINNINGS))


def gaps(view: DeckView) -> tuple[Prompt, ...]:
    """What the deck's people have said is missing."""
    return tuple(Prompt(say(_GAP), gap.words) for gap in view.deck.gaps)


def _nouns(view: DeckView, found: Sequence[tuple[str | None, str | None]]) -> tuple[str, ...]:
    """Traits of its cards, and the words of what the deck is said to be about."""
    traits = (trait for _, line in found for trait in _traits(line or ""))
    about = view.deck.details.theme.replace(",", " ").split()
    words = (word.strip(".:;!?()“”\"'’") for word in (*traits, *(word for word in about if len(word) >= WORD_LEAST)))
    return tuple(dict.fromkeys(word for word in words if 0 < len(word) <= WORD_MOST))


def _traits(type_line: str) -> Iterable[str]:
    """What stands behind the first dash of a type line."""
    for dash in (" — ", " – ", " - "):
        _, found, traits = type_line.partition(dash)
        if found:
            return [trait.strip() for trait in traits.split(",")]
    return ()


def _in_force(deck_id: int) -> Sequence[tuple[str | None, str | None]]:
    found = rows.Article.objects.filter(deck_id=deck_id, in_force=True).order_by("-accepted_at", "-number")
    return list(found.values_list(kept_words("face__content"), kept_words("face__content", "type_line"))[:CARDS_READ])
