"""What somebody looks for in the archive, as values: pieces as they are read back, clauses as they are answered.

Pure. language.py makes them of what was typed.
"""

from __future__ import annotations

from dataclasses import dataclass

from studio.kernel.messages import Message

EVERYWHERE = ""  # in any field of a card, or in a deck's head
TITLE, TYPE, TEXT, MORE = "title", "type", "text", "more"
FIELDS = (TITLE, TYPE, TEXT, MORE)  # of a card, in the order in which its words are kept


@dataclass(frozen=True, slots=True)
class CardWords:
    """Words beside each other in one `field` of a card; where that is EVERYWHERE, also in the head of a deck.

    `is_open`: the last of them may go on (`gob*`).
    """

    field: str
    words: tuple[str, ...]
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class HeadWords:
    """Words beside each other in a deck's title, tags, blurb, or the name of one of its people (`in:`)."""

    words: tuple[str, ...]
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class AboutDeck:
    """Something about a deck: `players` `>` `6`, `tag` `:` `goat` (its value folded)."""

    name: str
    op: str
    value: str


SearchAtom = CardWords | HeadWords | AboutDeck


@dataclass(frozen=True, slots=True)
class SearchClause:
    """What holds together: a card has all of `cards`, none of `no_cards`; its deck all of `of`, none of `not_of`."""

    cards: tuple[CardWords, ...] = ()
    no_cards: tuple[CardWords, ...] = ()
    of: tuple[HeadWords | AboutDeck, ...] = ()
    not_of: tuple[HeadWords | AboutDeck, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchPiece:
    """A chip of the sentence: one thing that is asked, with "not" before it or without.

    `name` says what it is about: "word", "phrase", "title", "type", "text", "more", "symbol", "kind" (of a card), "in",
    the name of a fact ("players", "tag", "by", "status" …), or "either" (alternatives, or something in brackets).
    `value` is what is asked of it as it was typed, without quotes and name; `op` is the sign between ("" or ":", ">").
    `text` is the whole piece as it was typed, which stands in the words from `begins` to `ends`. A filter is a piece
    too: it stands beside the words under its `filter_name`, and its `text` is what it would be in the language.
    """

    name: str
    value: str
    text: str
    op: str = ":"
    is_not: bool = False
    filter_name: str = ""
    begins: int = 0
    ends: int = 0


SearchFilters = tuple[tuple[str, str], ...]  # name and value, in the order in which they were chosen
Groups = tuple[tuple[str, tuple[AboutDeck, ...]], ...]  # what filters ask, by name: any of one name, all names


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for. Two searches with the same `words` and `filters` are the same.

    `words` is what goes into the field, and the address; `pieces` reads it back, filters last. `clauses` are
    alternatives, and what the filters ask in `groups` holds for each of them; `is_nothing` where words were asked for
    of which none has a letter, so that nothing is found. `remarks` say what was not understood, or left out.
    """

    words: str = ""
    filters: SearchFilters = ()
    pieces: tuple[SearchPiece, ...] = ()
    clauses: tuple[SearchClause, ...] = (SearchClause(),)
    groups: Groups = ()
    remarks: tuple[Message, ...] = ()
    is_nothing: bool = False

    @property
    def asks_nothing(self) -> bool:
        """Whether everything in the archive answers."""
        return not self.pieces and not self.is_nothing

    @property
    def has_words(self) -> bool:
        """Whether cards are looked for, so that hits can be shown."""
        return any(clause.cards for clause in self.clauses)

    @property
    def plain_words(self) -> tuple[str, ...]:
        """The words that a person wrote plainly, for the title of a card that is not there yet."""
        return tuple(one.value for one in self.pieces if one.name in ("word", "phrase") and not one.is_not)

    def chosen(self, name: str) -> tuple[str, ...]:
        """The values that were chosen of a filter."""
        return tuple(value for key, value in self.filters if key == name)

    def without(self, piece: SearchPiece) -> tuple[str, SearchFilters]:
        """Words and filters of the same search without one of its pieces; read() makes a search of them."""
        if piece.filter_name:
            gone = (piece.filter_name, piece.value)
            return self.words, tuple(one for one in self.filters if one != gone)
        left = f"{self.words[: piece.begins]} {self.words[piece.ends :]}"
        return " ".join(left.split()), self.filters

    def alone(self, piece: SearchPiece) -> tuple[str, SearchFilters]:
        """Words and filters of a search for that one piece alone."""
        if piece.filter_name:
            return "", ((piece.filter_name, piece.value),)
        return piece.text, ()
