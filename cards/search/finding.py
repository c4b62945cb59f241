"""Answers to searches of the archive. Everything is of one moment of the catalogue; private decks are in nothing.

A search asks the index once for each alternative: the cards that have the words, at most CARDS_COUNTED. Where there are
no more, they are the whole truth: how many there are, in which decks, what those have. Where there are, nothing is
counted, and the page is found by looking at the decks in the order asked for. That is a rule of rows and not of time,
so that both databases find and count the same.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby, islice
from string import ascii_lowercase

from cards.search import filling, index, shelf
from cards.search.answer import CardHit, DeckHit, Facet, FacetValue, Fewer, Finding, WhatIsShown
from cards.search.asked import EVERYWHERE, TITLE, AboutDeck, CardWords, HeadWords, Search, SearchClause, SearchFilters
from cards.search.catalogue import ORDERS as CATALOGUE_ORDERS
from cards.search.catalogue import SHEETS as SHEETS_SHOWN
from cards.search.catalogue import Catalogue, Key
from cards.search.fields import deck_of, slot_of
from cards.search.language import STATES, filter_fact, read
from studio.kernel.folding import fold
from studio.kernel.inputs import ID_DIGITS, whole_number

DECKS_A_PAGE = 24
CARDS_A_PAGE = 60
HITS_SHOWN = 3  # cards of one deck
CARDS_COUNTED = 10_000  # more that answer are not counted
FEW = 60  # decks that may answer: each is looked at, however many cards of all decks have the words
LOOKED_AT = 32  # decks at once, where a search is broad
LOOKED_ON = 4  # times as many at the next look
ORDERS = ("best", *CATALOGUE_ORDERS)  # "best": the words in a deck's title, in a card's, elsewhere; each newest first
FACETS = ("players", "is", "sheets", "plays", "lang", "licence", "by", "tag", "trait", "has")
VALUES_SHOWN = 12
MAKERS_LISTED = 200  # where all are asked for
PLAYERS_SHOWN = ("1", "2", "3", "4", "5", "6", "7+")
STATES_SHOWN = ("star", *STATES)
LIKE_SHOWN = 6
LIKE_TRIED = 500  # decks: what more of them have tells nothing of any
MISTYPED_FROM, MISTYPED_TO = 4, 20  # letters of a word that may be another's by mistake

# What the index answered while one page is made: the cards that have words, None where they are more than are counted.
KnownCards = dict[SearchClause, list[int] | None]


def find(
    search: Search, order: str = "newest", after: str = "", show: WhatIsShown = "decks", size: int | None = None,
    *, with_numbers: bool = True, with_makers: bool = False, known: KnownCards | None = None,
) -> Finding:  # fmt: skip
    """One page of what answers. `after` is that of the page before; without numbers neither cards nor facets are
    counted; `with_makers` has all makers among these, up to MAKERS_LISTED; what is `known` is not asked. Four
    statements at most for a search of one alternative, and two for each further one; more only where CARDS_COUNTED
    cards answer."""
    truth = _Truth(search, shelf.catalogue(), known)
    page = _Page(truth, order if order in ORDERS else "newest", after, size or _SIZES[show], with_numbers)
    found = page.decks() if show == "decks" else page.cards()
    facets = truth.facets({"by": MAKERS_LISTED} if with_makers else {}) if with_numbers else ()
    return replace(found, facets=facets, is_whole=filling.is_whole())


_SIZES = {"decks": DECKS_A_PAGE, "cards": CARDS_A_PAGE}


def count(search: Search, known: KnownCards | None = None) -> tuple[int | None, int | None]:
    """How many decks and cards answer; None where they are not counted."""
    truth = _Truth(search, shelf.catalogue(), known)
    return truth.deck_total, truth.card_total


def fewer_pieces(search: Search, known: KnownCards, most: int = 8) -> tuple[Fewer, ...]:
    """Where nothing was found: what each of the pieces left out would give, those that give something, most first."""
    return _tried([search.without(piece) for piece in search.pieces[:most]], known)


def each_alone(search: Search, known: KnownCards, most: int = 8) -> tuple[Fewer, ...]:
    """What each of the pieces alone would give, those that give something, most first."""
    return _tried([search.alone(piece) for piece in search.pieces[:most]], known)


def _tried(others: Sequence[tuple[str, SearchFilters]], known: KnownCards) -> tuple[Fewer, ...]:
    found = []
    for number, (words, filters) in enumerate(others):
        decks, cards = count(read(words, filters), known)
        if decks != 0:
            found.append(Fewer(number, decks, cards))
    return tuple(sorted(found, key=lambda one: (one.decks is not None, -(one.decks or 0))))


def deal(search: Search, seed: int, besides: int = 0) -> int | None:
    """One deck by chance out of those that answer, a star twice as likely; the same seed deals the same while the
    archive stays as it is. `besides` is not dealt, unless it is the only one. Of a broad search any that is sure."""
    truth = _Truth(search, shelf.catalogue())
    decks = truth.catalogue.of_bits(truth.yes)
    others = [deck for deck in decks if deck.id != besides] or decks
    if not others:
        return None
    return random.Random(seed).choices([deck.id for deck in others], [1 + deck.numbers["star"] for deck in others])[0]


def decks_like(deck_id: int) -> tuple[int, ...]:
    """Decks that share tags and traits of cards with one, those that share what is rare first."""
    catalogue = shelf.catalogue()
    if deck_id not in catalogue:
        return ()
    deck = catalogue.of_bits(catalogue.bits_of([deck_id]))[0]
    weights: dict[int, float] = defaultdict(float)
    for name, _, value in deck.said:
        if name in ("tag", "trait"):
            having = catalogue.having(AboutDeck(name, ":", value))
            for other in catalogue.of_bits(having) if having.bit_count() <= LIKE_TRIED else ():
                weights[other.id] += 1 / having.bit_count()
    weights.pop(deck_id, None)
    return tuple(sorted(weights, key=lambda one: (-weights[one], one))[:LIKE_SHOWN])


def one_letter_off(search: Search, known: KnownCards) -> tuple[tuple[str, SearchFilters], ...]:
    """ "Did you mean": words and filters of searches in which a plain word that nothing in the archive has is another
    by one letter, the most frequent first; at most three."""
    heads = shelf.catalogue().words
    typed = [one for one in search.pieces if one.name == "word" and _may_be_mistyped(one.value)]
    unknown = [one for one in typed if not _is_known(fold(one.value), known) and fold(one.value) not in heads]
    cards = index.known_words(sorted({word for one in unknown for word in _near(fold(one.value))}))
    found = []
    for piece in unknown:
        counts = {one: cards.get(one, 0) + len(heads.get(one, ())) for one in _near(fold(piece.value))}
        for other in sorted((one for one in counts if counts[one]), key=lambda one: (-counts[one], one))[:3]:
            sign = "-" if piece.is_not else ""
            words = f"{search.words[: piece.begins]}{sign}{other}{search.words[piece.ends :]}"
            found.append((words, search.filters))
    return tuple(found[:3])


def _is_known(word: str, known: KnownCards) -> bool:
    """Whether a card has the word. Nothing is asked where it was asked for before, for to count a frequent one takes as
    long as to find it."""
    cards = known.get(SearchClause(cards=(CardWords(EVERYWHERE, (word,)),)), [])
    return cards is None or bool(cards) or bool(index.known_words([word]))


def begun_alike(search: Search) -> tuple[str, str] | None:
    """The last plain word as what others begin with ("goat*"), and the words of the search that asks so; None where
    there is no such word."""
    for piece in reversed(search.pieces):
        if piece.name == "word" and piece.text == piece.value and _may_be_mistyped(piece.value):
            return f"{piece.value}*", f"{search.words[: piece.ends]}*{search.words[piece.ends :]}"
    return None


def _may_be_mistyped(typed: str) -> bool:
    return (
        len(typed) >= MISTYPED_FROM and len(typed) <= MISTYPED_TO and fold(typed).isascii() and " " not in fold(typed)
    )


def _near(word: str) -> set[str]:
    """Every word that is one letter more, less or other, or has two beside each other changed round."""
    parts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    less = {a + b[1:] for a, b in parts if b}
    round_ = {a + b[1] + b[0] + b[2:] for a, b in parts if len(b) > 1}
    other = {a + letter + b[1:] for a, b in parts if b for letter in ascii_lowercase}
    more = {a + letter + b for a, b in parts for letter in ascii_lowercase}
    return (less | round_ | other | more) - {word}


# --- what is true ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Clause:
    """One alternative. `base` are the decks that what it says of decks leaves, before filters; of these `heads` have
    the words themselves, and `cards` are those that have them: None where they are too many to count. `having` are
    the decks that are known to answer. `looked` has the cards by deck: all, or where these are not known those of the
    decks that were looked at."""

    asked: SearchClause
    base: int
    heads: int
    cards: list[int] | None
    having: int
    looked: dict[int, list[int]] = field(default_factory=dict)

    def cards_in(self, decks: Iterable[int]) -> list[int]:
        """The cards that have the words in these decks. One statement for those that were not looked at."""
        wanted = list(decks)
        if self.cards is None and (unknown := [deck for deck in wanted if deck not in self.looked]):
            self.looked.update({deck: [] for deck in unknown} | _by_deck(index.cards_in(self.asked, unknown)))
        return [card for deck in wanted for card in self.looked.get(deck, ())]


def _by_deck(cards: Iterable[int]) -> dict[int, list[int]]:
    """Cards that come in order."""
    return {deck: list(some) for deck, some in groupby(cards, deck_of)}


class _Truth:
    """What answers a search. `yes` are the decks that do; where that is not the whole, `may` has those of each
    alternative that may."""

    def __init__(self, search: Search, catalogue: Catalogue, known: KnownCards | None = None) -> None:
        self.search, self.catalogue, self._known = search, catalogue, {} if known is None else known
        clauses = () if search.is_nothing else search.clauses
        self.filters = {name: self._any_of(facts) for name, facts in search.groups}
        self.filtered = self._filtered()
        self.is_narrowed = False  # some cards were looked for in the decks alone that the filters leave
        self.clauses = [self._clause(one) for one in clauses]
        self.yes = self._answering(self.filtered)
        self.may = [(one, one.base & self.filtered & ~self.yes) for one in self.clauses if one.cards is None]

    @property
    def is_broad(self) -> bool:
        return any(bits for _, bits in self.may)

    @property
    def deck_total(self) -> int | None:
        return None if self.is_broad else self.yes.bit_count()

    @cached_property
    def card_total(self) -> int | None:
        if self.is_broad:
            return None
        whole = self._answering(self.filtered, [one for one in self.clauses if not one.asked.cards])
        cards = {card for one in self.clauses for card in self.cards_of(one, self.filtered & ~whole)}
        return len(cards) + sum(deck.numbers["articles"] for deck in self.catalogue.of_bits(whole))

    def cards_of(self, clause: _Clause, within: int) -> Iterator[int]:
        """The cards that answer an alternative, in these decks."""
        ids = {deck.id for deck in self.catalogue.of_bits(clause.base & within)}
        return (card for deck in ids for card in clause.looked.get(deck, ()))

    def _any_of(self, facts: Iterable[AboutDeck]) -> int:
        found = 0
        for fact in facts:
            found |= self.catalogue.having(fact)
        return found

    def _filtered(self, besides: str = "") -> int:
        """The decks that the filters leave; without those of one name."""
        found = self.catalogue.all
        for name, bits in self.filters.items():
            if name != besides:
                found &= bits
        return found

    def _clause(self, asked: SearchClause) -> _Clause:
        base = self._base(asked)
        if not asked.cards:
            for words in asked.no_cards:  # no card is looked for: nowhere in the deck
                base &= ~self._with_words(words)
            return _Clause(asked, base, base, [], base)
        heads = base & self._heads(asked)
        cards = self._with_all(asked) if base & self.filtered else []
        within = base & self.filtered
        if cards is None and within.bit_count() <= FEW:
            self.is_narrowed = True
            cards = index.cards_in(asked, [deck.id for deck in self.catalogue.of_bits(within)])
        known = _by_deck(cards or ())
        return _Clause(asked, base, heads, cards, heads | self.catalogue.bits_of(known) & base, known)

    def _with_all(self, asked: SearchClause) -> list[int] | None:
        """The cards that have the words, whatever their decks are."""
        words = SearchClause(asked.cards, asked.no_cards)
        if words not in self._known:
            self._known[words] = index.cards(words, CARDS_COUNTED)
        return self._known[words]

    def _base(self, asked: SearchClause) -> int:
        base = self.catalogue.all
        for fact in asked.of:
            base &= self._of(fact)
        for fact in asked.not_of:
            base &= ~self._of(fact)
        return base

    def _of(self, fact: HeadWords | AboutDeck) -> int:
        return self.catalogue.with_heads([fact]) if isinstance(fact, HeadWords) else self.catalogue.having(fact)

    def _heads(self, asked: SearchClause) -> int:
        """The decks whose heads answer. What is asked of a field of cards is in none; a "not" of one says nothing."""
        if any(words.field != EVERYWHERE for words in asked.cards):
            return 0
        return self.catalogue.with_heads(asked.cards, [one for one in asked.no_cards if one.field == EVERYWHERE])

    def _with_words(self, words: CardWords) -> int:
        """The decks that have these words on any card, or in their heads."""
        asked = SearchClause(cards=(words,))
        return self.catalogue.bits_of(index.decks(asked)) | self._heads(asked)

    def _answering(self, within: int, clauses: Sequence[_Clause] | None = None) -> int:
        found = 0
        for one in self.clauses if clauses is None else clauses:
            found |= one.having & within
        return found

    # --- facets -----------------------------------------------------------------------------------------------------

    def facets(self, most: Mapping[str, int]) -> tuple[Facet, ...]:
        """The groups of filters with what each value would leave; of a broad search those of the decks that may answer,
        without numbers. At most so many values by name, or VALUES_SHOWN."""
        return tuple(facet for name in FACETS if (facet := self._facet(name, most.get(name, VALUES_SHOWN))).values)

    def _facet(self, name: str, most: int) -> Facet:
        chosen = {_known_as(name, value): value for value in self.search.chosen(name)}
        is_counted = not self.is_broad and not (chosen and self.is_narrowed)
        within = self._within(self._filtered(besides=name) if chosen else self.filtered)
        counted = self._counted(name, within, most)
        known = {_known_as(name, value) for value, _ in counted}
        counted += [(value, self._left(name, value, within)) for key, value in chosen.items() if key not in known]
        shown = tuple(
            FacetValue(value, number if is_counted else None, _known_as(name, value) in chosen)
            for value, number in counted
        )
        kept = shown[:most] + tuple(one for one in shown[most:] if one.is_chosen)
        return Facet(name, kept, more=len(kept) < len(shown))

    def _within(self, filtered: int) -> int:
        """Of these decks those that answer, or may."""
        found = self._answering(filtered)
        for one, _ in self.may:
            found |= one.base & filtered
        return found

    def _counted(self, name: str, within: int, most: int) -> list[tuple[str, int]]:
        fixed = {"players": PLAYERS_SHOWN, "is": STATES_SHOWN, "sheets": SHEETS_SHOWN, "has": ("pictures",)}.get(name)
        if fixed is None:
            return self.catalogue.counts(within, name, most + 1)
        numbers = ((value, self._left(name, value, within)) for value in fixed)
        return [(value, number) for value, number in numbers if number]

    def _left(self, name: str, value: str, within: int) -> int:
        fact = filter_fact(name, value)
        return (within & self.catalogue.having(fact)).bit_count() if fact else 0


def _known_as(name: str, value: str) -> str:
    """What tells one value of a filter from another."""
    return fold(value) if name in ("plays", "lang", "licence", "by", "tag", "trait") else value


# --- pages -----------------------------------------------------------------------------------------------------------


class _Page:
    """One page of an answer, in an order, after a key."""

    def __init__(self, truth: _Truth, order: str, after: str, size: int, with_numbers: bool) -> None:
        self.truth, self.catalogue, self.size, self.with_numbers = truth, truth.catalogue, size, with_numbers
        self.is_best = order == "best" and len(truth.clauses) == 1 and bool(truth.clauses[0].asked.cards)
        self.order = "newest" if order == "best" else order
        self.is_after = bool(after)
        self.after = _read_key(after, self.order)

    def decks(self) -> Finding:
        ids: list[int] = []
        for deck_id in self._in_order():
            ids.append(deck_id)
            if len(ids) > self.size:
                break
        shown, more = ids[: self.size], len(ids) > self.size
        return self._finding(decks=self._hits(shown), after=self._key(shown[-1]) if more else "")

    def cards(self) -> Finding:
        found: list[int] = []
        following = self._in_order(with_first=True)
        while len(found) <= self.size and (decks := list(islice(following, LOOKED_AT))):
            having = self._cards_of(decks)
            found += [card for deck in decks for card in having[deck] if not self._is_before(card)]
        shown, more = found[: self.size], len(found) > self.size
        hits = index.hits(shown)
        after = f"{slot_of(shown[-1])}~{self._key(deck_of(shown[-1]))}" if more else ""
        return self._finding(cards=tuple(hits[card] for card in shown if card in hits), after=after)

    def _finding(self, decks: tuple[DeckHit, ...] = (), cards: tuple[CardHit, ...] = (), after: str = "") -> Finding:
        total, is_past = self.truth.deck_total, self.is_after and not decks and not cards
        card_total = self.truth.card_total if self.with_numbers else None
        return Finding(total, card_total, decks, cards, after=after, is_past_the_end=is_past)

    # --- which decks ------------------------------------------------------------------------------------------------

    def _in_order(self, with_first: bool = False) -> Iterator[int]:
        """The decks that answer and come after the key, in their order; with the one that the key itself is of."""
        following = self._places(with_first)
        at_once = LOOKED_AT if self.truth.is_broad else self.size + 1
        while looked := list(islice(following, at_once)):
            yield from self._sure(looked)
            at_once *= LOOKED_ON

    def _places(self, with_first: bool) -> Iterator[int]:
        """The places of those that answer, or may."""
        may = self.truth.yes
        for _, bits in self.truth.may:
            may |= bits
        raw = may.to_bytes(len(self.catalogue.decks) // 8 + 1, "little")
        return (place for place in self._all_places(with_first) if raw[place >> 3] >> (place & 7) & 1)

    def _all_places(self, with_first: bool) -> Iterator[int]:
        order = self.catalogue.order(self.order)
        tiers = self._tiers() if self.is_best else [self.catalogue.all]
        first = self.after.tier if self.is_after else 0
        for number, bits in enumerate(tiers):
            begins = 0
            if number < first:
                continue
            if self.is_after and number == first:
                begins = self.catalogue.after(self.after.key, self.order, with_itself=with_first)
            raw = bits.to_bytes(len(self.catalogue.decks) // 8 + 1, "little")
            yield from (place for place in order[begins:] if raw[place >> 3] >> (place & 7) & 1)

    def _sure(self, places: Sequence[int]) -> list[int]:
        """Of decks that may answer those that do."""
        bits = self.catalogue.bits(places)
        sure = bits & self.truth.yes
        for clause, may in self.truth.may:
            if left := bits & may & ~sure:
                looked = [deck.id for deck in self.catalogue.of_bits(left)]
                sure |= self.catalogue.bits_of(deck_of(card) for card in clause.cards_in(looked))
        found = {deck.id for deck in self.catalogue.of_bits(sure)}
        ids = (deck.id for place in places if (deck := self.catalogue.decks[place]) is not None)
        return [one for one in ids if one in found]

    @cached_property
    def _best(self) -> tuple[int, int]:
        """The decks whose titles have the words, and those with a card whose title has; of words that more cards have
        than are counted no card tells, for PostgreSQL would read each of them."""
        clause = self.truth.clauses[0]
        words = clause.asked.cards
        if any(one.field != EVERYWHERE for one in words):
            return 0, 0
        titled = self.catalogue.titled(words)
        if clause.cards is None:
            return titled, 0
        cards = index.cards(SearchClause(cards=tuple(replace(one, field=TITLE) for one in words)), CARDS_COUNTED)
        return titled, self.catalogue.bits_of(deck_of(card) for card in cards or ()) & ~titled

    def _tiers(self) -> list[int]:
        titled, with_titled = self._best
        return [titled, with_titled, self.catalogue.all & ~titled & ~with_titled]

    # --- keys -------------------------------------------------------------------------------------------------------

    def _key(self, deck_id: int) -> str:
        place = self.catalogue.places[deck_id]
        *sorted_by, _ = self.catalogue.key(place, self.order)
        tier = next(number for number, bits in enumerate(self._tiers()) if bits >> place & 1) if self.is_best else 0
        return f"{deck_id}~{tier}~{' '.join(map(str, sorted_by))}"

    def _is_before(self, card: int) -> bool:
        """Whether a card was on an earlier page, which ended within its deck."""
        return self.is_after and deck_of(card) == self.after.deck_id and slot_of(card) <= self.after.slot

    # --- their cards ------------------------------------------------------------------------------------------------

    def _cards_of(self, decks: Sequence[int], only_with_words: bool = False) -> dict[int, list[int]]:
        """The cards that answer in these decks, in order of number."""
        found: dict[int, set[int]] = {one: set() for one in decks}
        for clause in self.truth.clauses:
            inside = self.catalogue.bits_of(decks) & clause.base & self.truth.filtered
            ids = {deck.id for deck in self.catalogue.of_bits(inside)}
            for card in self._cards(clause, ids) if clause.asked.cards or not only_with_words else ():
                found[deck_of(card)].add(card)
        return {deck: sorted(cards) for deck, cards in found.items()}

    def _cards(self, clause: _Clause, ids: Set[int]) -> Iterable[int]:
        if not clause.asked.cards:
            return index.all_cards(sorted(ids))
        return clause.cards_in(sorted(ids))

    def _hits(self, decks: Sequence[int]) -> tuple[DeckHit, ...]:
        having = self._cards_of(decks, only_with_words=True)
        titled = self._titled([deck for deck in decks if having[deck]])
        shown = {
            deck: sorted(cards, key=lambda card: (card not in titled, card))[:HITS_SHOWN]
            for deck, cards in having.items()
        }
        hits = index.hits([card for cards in shown.values() for card in cards])
        heads = self._by_heads()
        return tuple(
            DeckHit(
                deck,
                bool(heads >> self.catalogue.places[deck] & 1),
                tuple(hits[card] for card in shown[deck] if card in hits),
                len(having[deck]),
            )
            for deck in decks
        )

    def _by_heads(self) -> int:
        bits = 0
        for clause in self.truth.clauses:
            bits |= clause.heads & self.truth.filtered
        return bits

    def _titled(self, decks: Sequence[int]) -> set[int]:
        """The cards in these decks that have all the words in their titles."""
        found: set[int] = set()
        for clause in self.truth.clauses:
            words = clause.asked.cards
            if words and decks and all(one.field == EVERYWHERE for one in words):
                found.update(
                    index.cards_in(SearchClause(cards=tuple(replace(one, field=TITLE) for one in words)), decks)
                )
        return found


@dataclass(frozen=True, slots=True)
class _After:
    """Where a page begins: after this deck of this tier, or after this slot of its cards."""

    tier: int
    key: Key
    slot: int = 0

    @property
    def deck_id(self) -> int:
        return abs(self.key[-1])


_THE_END = _After(tier=9, key=(0, 0))


def _read_key(typed: str, order: str) -> _After:
    """What a page ended with; what no page ends with leads beyond the last."""
    if typed.count("~") not in (2, 3):
        return _THE_END
    *before, deck, tier, value = typed.split("~")
    slot, deck_id, number = (whole_number(one, ID_DIGITS) for one in (*(before or ["0"]), deck, tier))
    if slot is None or deck_id is None or number is None:
        return _THE_END
    if order == "title":
        return _After(number, (value, deck_id), slot)
    signed, _, title = value.partition(" ")
    sorted_by = _signed(signed)
    if sorted_by is None:
        return _THE_END
    key: Key = (sorted_by, -deck_id) if order == "newest" else (sorted_by, title, deck_id)
    return _After(number, key, slot)


def _signed(typed: str) -> int | None:
    """A whole number with or without a minus."""
    number = whole_number(typed.removeprefix("-"), ID_DIGITS)
    return number if number is None or not typed.startswith("-") else -number
