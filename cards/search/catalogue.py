"""What is known of every deck in the archive, in memory: how many of some decks have what is told in a millisecond.

Sets of decks are the bits of one integer, by place; those of what few have are kept as their places, since most of what
is said of a deck is said of hardly another. A catalogue is never changed: `changed` makes the next one, so that
an answer is of one moment however many threads ask. It knows no database (shelf.py keeps it up to date), and of decks
nothing but what stands in the archive.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import nsmallest
from itertools import chain, compress
from operator import eq, ge, gt, le, lt

from cards.search.asked import AboutDeck, CardWords, HeadWords

ORDERS = ("newest", "title", "cards", "lately", "played", "printed")
A_SET = 10  # values are counted while the decks that have one are held against others
MANY = 7  # people and more, asked for as so many
PLAYERS_KEPT = 12  # how many decks are for so many people is kept; for more it is looked for
SEATS_MAX = 99  # as many as a deck says that takes any number
SHEETS = ("0-5", "6-9", "10+")  # to cut out: a short evening's, an hour's, more
KNOWN_MAX = 256  # questions about decks whose answers are remembered

# What a deck is sorted by: a moment or a title, and its id where that is the same; or a number, its title, its id.
Key = tuple[int | str, int] | tuple[int, str, int]
Having = int | tuple[int, ...]  # some decks: their bits, or their places where they are few
FEW = 48  # decks that are kept as their places
_Frequent = tuple[int, str, Having]  # how many decks have a value, less than none; the value; which
Values = Mapping[str, Mapping[str, Having]]  # name → value → the decks that have it
_FLAGS = bytes.maketrans(b"01", b"\0\1")
_COMPARED: Mapping[str, Callable[[int, int], bool]] = {":": eq, "=": eq, "<": lt, "<=": le, ">": gt, ">=": ge}


@dataclass(frozen=True, slots=True)
class ShelvedDeck:
    """What of a deck in the archive can be asked.

    `head` is its title, its tags, its blurb and the names of its people, folded, one a line, the title first.
    `players` are least and most, 0 where nobody said. `numbers` has cards, copies and sheets where these are known,
    articles, played (at all, and lately), printed, versions, pictures and star. `values` by name are such as "Küche", a
    "tag", as they were written; `said` has them all, each with its name before it and folded, as it is asked for,
    behind it.
    """

    id: int
    archived_at: int  # microseconds
    head: str
    players: tuple[int, int]
    numbers: Mapping[str, int]
    values: Mapping[str, tuple[str, ...]]
    said: tuple[tuple[str, str, str], ...]

    @property
    def title(self) -> str:
        """Folded."""
        return self.head.partition("\n")[0]

    def key(self, order: str) -> Key:
        if order == "title":
            return self.title, self.id
        if order == "newest":
            return -self.archived_at, -self.id
        return -self.numbers.get(order, 0), self.title, self.id

    @property
    def counted(self) -> tuple[tuple[str, str], ...]:
        """What else it is among the decks of, by name and value: how many can play it, what it has."""
        many = (f"{MANY}+",) if any(self.players) and (self.players[1] or SEATS_MAX) >= MANY else ()
        players = (*(str(n) for n in range(1, PLAYERS_KEPT + 1) if self.is_for(n)), *many)
        marks = tuple((name, "1") for name in ("star", "pictures") if self.numbers.get(name))
        return (*(("players", value) for value in players), *marks, *self._sheets())

    def _sheets(self) -> Iterator[tuple[str, str]]:
        sheets = self.numbers.get("sheets")
        if sheets is not None:
            yield "sheets", next(size for size in reversed(SHEETS) if sheets >= _least_of(size))

    def is_for(self, players: int) -> bool:
        """Whether so many can play it; never where nobody said how many can."""
        least, most = self.players
        return any(self.players) and least <= players <= (most or SEATS_MAX)


@dataclass(frozen=True)
class Catalogue:
    """`decks` by their places, None where one has gone. `all` are the bits of those that are there."""

    decks: tuple[ShelvedDeck | None, ...] = ()
    places: Mapping[int, int] = field(default_factory=dict)  # of decks, by their ids
    all: int = 0
    shown: Values = field(default_factory=dict)  # values as they were written
    asked: Values = field(default_factory=dict)  # values as they are asked for
    words: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # a word of a head → places
    before: Mapping[str, Sequence[int]] = field(default_factory=dict)  # orders of the catalogue that this was made of
    frequent: Mapping[str, Sequence[_Frequent]] = field(default_factory=dict)  # values, of those that have not changed

    def __len__(self) -> int:
        return len(self.places)

    def __contains__(self, deck_id: int) -> bool:
        return deck_id in self.places

    # --- the next one -------------------------------------------------------------------------------------------------

    def changed(self, came: Iterable[ShelvedDeck], gone: Iterable[int] = ()) -> Catalogue:
        """The same with these decks as they are now, and without those."""
        making = _Making(self)
        for deck in came:
            making.put(deck)
        for deck_id in gone:
            making.drop(deck_id)
        return making.made()

    # --- sets -------------------------------------------------------------------------------------------------------

    def bits(self, places: Iterable[int]) -> int:
        return _bits(places, len(self.decks))

    def bits_of(self, deck_ids: Iterable[int]) -> int:
        """Of those that are in the archive."""
        places = self.places
        return self.bits(places[one] for one in deck_ids if one in places)

    def of_bits(self, bits: int) -> list[ShelvedDeck]:
        return [deck for deck in compress(self.decks, _flags(bits)) if deck is not None]

    def having(self, fact: AboutDeck) -> int:
        """The decks of which this is true. What was asked before is known."""
        known = self._asked_before.get(fact)
        if known is None:
            known = self._having(fact)
            if len(self._asked_before) < KNOWN_MAX:
                self._asked_before[fact] = known
        return known

    @cached_property
    def _asked_before(self) -> dict[AboutDeck, int]:
        return {}

    def _having(self, fact: AboutDeck) -> int:
        if fact.name == "players":
            return self._for_players(fact)
        if fact.name in ("star", "pictures"):
            return self._with_value(fact.name, "1")
        if fact.name == "sheets" and (size := _size_of(fact)) in SHEETS:
            return self._with_value("sheets", size)
        if fact.op not in (":", "=") or fact.name in _NUMBERS:
            return self._counting(fact)
        if fact.name == "by":  # some words of a name are enough
            words = set(fact.value.split())
            names = self.asked.get("by", {})
            return _any(self._bits(decks) for name, decks in names.items() if words <= set(name.split()))
        return self._with_value(fact.name, fact.value)

    def _with_value(self, name: str, value: str) -> int:
        return self._bits(self.asked.get(name, {}).get(value, 0))

    def _bits(self, decks: Having) -> int:
        return self.bits(decks) if isinstance(decks, tuple) else decks

    def _for_players(self, fact: AboutDeck) -> int:
        number = int(fact.value) if fact.op != "-" else 0
        if fact.op == ">=" and number == MANY:
            return self._with_value("players", f"{MANY}+")
        if fact.op in (":", "="):
            if number <= PLAYERS_KEPT:
                return self._with_value("players", str(number))
            return self._where(lambda deck: deck.is_for(number))
        if fact.op == "-":
            low, high = map(int, fact.value.split("-"))
            return self._where(lambda deck: any(deck.players) and deck.players[0] <= high and low <= _most(deck))
        compared = _COMPARED[fact.op]
        is_least = fact.op.startswith("<")
        return self._where(
            lambda deck: any(deck.players) and compared(deck.players[0] if is_least else _most(deck), number)
        )

    def _counting(self, fact: AboutDeck) -> int:
        """Those whose number is so. What is not known of a deck yet is no number."""
        if fact.op == "-":
            low, high = map(int, fact.value.split("-"))
            return self._where(lambda deck: low <= deck.numbers.get(fact.name, -1) <= high)
        compared, number = _COMPARED[fact.op], int(fact.value)
        return self._where(lambda deck: fact.name in deck.numbers and compared(deck.numbers[fact.name], number))

    def _where(self, is_so: Callable[[ShelvedDeck], bool]) -> int:
        return self.bits(place for place, deck in enumerate(self.decks) if deck is not None and is_so(deck))

    # --- words of heads ----------------------------------------------------------------------------------------------

    def with_heads(self, all_of: Sequence[CardWords | HeadWords], none_of: Sequence[CardWords] = ()) -> int:
        """The decks whose heads have all of these words and none of those."""
        found = self.all
        for words in all_of:
            found &= self._with_head(words)
        for words in none_of:
            found &= ~self._with_head(words)
        return found

    def titled(self, all_of: Sequence[CardWords | HeadWords]) -> int:
        """The decks whose titles have all of these words."""
        found = self.with_heads(all_of)
        return self.bits_of(deck.id for deck in self.of_bits(found) if all(is_in(one, deck.title) for one in all_of))

    def _with_head(self, words: CardWords | HeadWords) -> int:
        found = self.all
        for number, word in enumerate(words.words, 1):
            may_go_on = words.is_open and number == len(words.words)
            found &= self._with_words_like(word) if may_go_on else self.bits(self.words.get(word, ()))
        if len(words.words) == 1 or not found:
            return found
        return self.bits_of(deck.id for deck in self.of_bits(found) if is_in(words, deck.head))

    def _with_words_like(self, begun: str) -> int:
        known = self.known_words
        like = known[bisect_left(known, begun) : bisect_right(known, begun + "\U0010ffff")]
        return _any(self.bits(self.words[word]) for word in like)

    @cached_property
    def known_words(self) -> list[str]:
        """The words of all heads, in order."""
        return sorted(self.words)

    # --- orders -----------------------------------------------------------------------------------------------------

    def order(self, name: str) -> list[int]:
        """The places of all decks in an order. What it was before is nearly it."""
        if name not in self._orders:
            before = self.before.get(name, ())
            known = set(before)
            there = [place for place in before if self.decks[place] is not None]
            there += [place for place in self.places.values() if place not in known]
            self._orders[name] = sorted(there, key=lambda place: self.key(place, name))
        return self._orders[name]

    def key(self, place: int, order: str) -> Key:
        deck = self.decks[place]
        assert deck is not None
        return deck.key(order)

    def after(self, key: Key, order: str, *, with_itself: bool = False) -> int:
        """Where in an order the decks begin that come after a key, or have it."""
        look = bisect_left if with_itself else bisect_right
        return look(self.order(order), key, key=lambda place: self.key(place, order))

    @cached_property
    def _orders(self) -> dict[str, list[int]]:
        return {}

    # --- how many have what -----------------------------------------------------------------------------------------

    def counts(self, bits: int, name: str, most: int) -> list[tuple[str, int]]:
        """The values of a name that most of these decks have, with how many have each; exact."""
        if bits == self.all:
            return [(value, -less) for less, value, _ in self._by_frequency(name)[:most]]
        if bits.bit_count() * self._a_deck(name) <= A_SET * len(self.shown.get(name, ())):
            found = Counter(chain.from_iterable(deck.values.get(name, ()) for deck in self.of_bits(bits)))
            return [(value, -less) for less, value in nsmallest(most, ((-n, value) for value, n in found.items()))]
        best: list[tuple[int, str]] = []
        flags = _flags(bits | 1 << len(self.decks))
        for less, value, having in self._by_frequency(name):
            if len(best) == most and less > best[-1][0]:
                break  # nor can any later one be as frequent
            both = sum(flags[one] for one in having) if isinstance(having, tuple) else (bits & having).bit_count()
            one = -both, value
            if one[0] and (len(best) < most or one < best[-1]):
                insort(best, one)
                del best[most:]
        return [(value, -less) for less, value in best]

    def _a_deck(self, name: str) -> float:
        """How many values of a name a deck has, about."""
        if name not in self._amounts:
            self._amounts[name] = -sum(less for less, _, _ in self._by_frequency(name)) / max(1, len(self))
        return self._amounts[name]

    @cached_property
    def _amounts(self) -> dict[str, float]:
        return {}

    def _by_frequency(self, name: str) -> Sequence[_Frequent]:
        """All values of a name, those of most decks first. What it was before is nearly it."""
        if name not in self._frequencies:
            values = self.shown.get(name, {})
            there = [one for one in self.frequent.get(name, ()) if values.get(one[1]) is one[2]]
            known = {value for _, value, _ in there}
            there += [(-_many(decks), value, decks) for value, decks in values.items() if value not in known]
            self._frequencies[name] = sorted(there)
        return self._frequencies[name]

    @cached_property
    def _frequencies(self) -> dict[str, Sequence[_Frequent]]:
        return {}

    def look_ahead(self) -> None:
        """Find out beforehand what whoever asks first would wait for."""
        for name in ORDERS:
            self.order(name)
        for name in self.shown:
            self._a_deck(name)


_NUMBERS = frozenset({"cards", "copies", "sheets", "played", "printed", "versions"})


class _Making:
    """A catalogue that is being made of another."""

    def __init__(self, before: Catalogue) -> None:
        self.before = before
        self.decks, self.places, self.all = list(before.decks), dict(before.places), before.all
        self.shown = {name: dict(values) for name, values in before.shown.items()}
        self.asked = {name: dict(values) for name, values in before.asked.items()}
        self.words = dict(before.words)
        self.moved: set[int] = set()
        self.came: set[int] = set()  # the places of those that are there, and in no set yet

    def put(self, deck: ShelvedDeck) -> None:
        place = self.places.get(deck.id)
        if place is None:
            place = self.places[deck.id] = len(self.decks)
            self.decks.append(None)
        self._take_out(place)
        self.decks[place] = deck
        self.all |= 1 << place
        self.came.add(place)

    def drop(self, deck_id: int) -> None:
        place = self.places.pop(deck_id, None)
        if place is not None:
            self._take_out(place)
            self.all &= ~(1 << place)

    def made(self) -> Catalogue:
        self._mark()
        orders = {**self.before.before, **self.before._orders}
        before = {name: [one for one in order if one not in self.moved] for name, order in orders.items()}
        frequent = {**self.before.frequent, **self.before._frequencies}
        decks = tuple(self.decks)
        return Catalogue(decks, self.places, self.all, self.shown, self.asked, self.words, before, frequent)

    def _take_out(self, place: int) -> None:
        self.moved.add(place)
        deck = self.decks[place]
        self.decks[place] = None
        if deck is None or place in self.came:
            self.came.discard(place)
            return
        shown = {(name, value) for name, value, _ in deck.said}
        asked = {(name, folded) for name, _, folded in deck.said} | set(deck.counted)
        for values, pairs in ((self.shown, shown), (self.asked, asked)):
            for name, value in pairs:
                values[name][value] = _without(values[name][value], place)
                if not values[name][value]:
                    del values[name][value]
        for word in set(deck.head.split()):
            self.words[word] = tuple(one for one in self.words[word] if one != place)
            if not self.words[word]:
                del self.words[word]

    def _mark(self) -> None:
        """Those that came go into all sets that they are of, each set made once however many they are."""
        said: dict[tuple[str, str, str], list[int]] = defaultdict(list)
        counted: dict[tuple[str, str], list[int]] = defaultdict(list)
        words: dict[str, list[int]] = defaultdict(list)
        for place in sorted(self.came):
            deck = self.decks[place]
            assert deck is not None
            for one in deck.said:
                said[one].append(place)
            for pair in deck.counted:
                counted[pair].append(place)
            for word in set(deck.head.split()):
                words[word].append(place)
        for (name, value, folded), places in said.items():
            self._add(self.shown, name, value, places)
            self._add(self.asked, name, folded, places)
        for (name, value), places in counted.items():
            self._add(self.asked, name, value, places)
        for word, places in words.items():
            self.words[word] = (*self.words.get(word, ()), *places)

    def _add(self, values: dict[str, dict[str, Having]], name: str, value: str, places: Sequence[int]) -> None:
        named = values.setdefault(name, {})
        was = named.get(value, ())
        if isinstance(was, tuple):
            every = (*was, *places)
            named[value] = every if len(every) <= FEW else _bits(every, len(self.decks))
        else:
            named[value] = was | _bits(places, len(self.decks))


def is_in(asked: CardWords | HeadWords, folded: str) -> bool:
    """Whether words stand beside each other in a line of folded text."""
    wanted = " ".join(asked.words)
    lines = (f" {line} " for line in folded.split("\n"))
    return any(f" {wanted}" in line if asked.is_open else f" {wanted} " in line for line in lines)


def _without(decks: Having, place: int) -> Having:
    return tuple(one for one in decks if one != place) if isinstance(decks, tuple) else decks & ~(1 << place)


def _many(decks: Having) -> int:
    return len(decks) if isinstance(decks, tuple) else decks.bit_count()


def _bits(places: Iterable[int], most: int) -> int:
    marked = bytearray(most // 8 + 1)
    for place in places:
        marked[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(marked, "little")


def _flags(bits: int) -> bytes:
    """A byte for each bit, the first place first."""
    return bin(bits)[:1:-1].encode().translate(_FLAGS)


def _any(sets: Iterable[int]) -> int:
    found = 0
    for bits in sets:
        found |= bits
    return found


def _least_of(size: str) -> int:
    """The fewest sheets of a deck of one of SHEETS."""
    return int(size.rstrip("+").partition("-")[0])


def _size_of(fact: AboutDeck) -> str:
    """A range of numbers as a filter says it."""
    return {"-": fact.value, ">=": f"{fact.value}+"}.get(fact.op, "")


def _most(deck: ShelvedDeck) -> int:
    return deck.players[1] or SEATS_MAX
