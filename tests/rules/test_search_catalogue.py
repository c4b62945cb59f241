"""What is known of the decks in the archive: the same however it came to be, and as one would count it by hand."""

from __future__ import annotations

import random
from collections import Counter

from cards.search.asked import AboutDeck, HeadWords
from cards.search.catalogue import FEW, Catalogue, ShelvedDeck

TRAITS = [f"trait{n}" for n in range(40)]


def deck(deck_id: int, luck: random.Random) -> ShelvedDeck:
    """With traits of which the first are on nearly every deck, and the last on hardly any; "A" is asked for as "a"."""
    traits = tuple(name for n, name in enumerate(TRAITS) if luck.random() < 1 / (n + 1) ** 0.7)
    tags = luck.choice((("A",), ("a",), ("A", "a"), ()))
    values = {name: some for name, some in (("trait", traits), ("tag", tags)) if some}
    return ShelvedDeck(
        id=deck_id,
        archived_at=luck.randrange(10**6),
        head=f"{luck.choice(('red', 'blue'))} {luck.choice(TRAITS)}\nwords",
        players=(2, luck.choice((4, 8))),
        numbers={"star": luck.randrange(2), "sheets": luck.randrange(20)},
        values=values,
        said=tuple((name, value, value.lower()) for name, some in values.items() for value in some),
    )


def told(known: Catalogue, decks: dict[int, ShelvedDeck]) -> None:
    """Everything that is asked of it is what these decks are."""

    def ids(bits: int) -> set[int]:
        return {one.id for one in known.of_bits(bits)}

    assert ids(known.all) == decks.keys()
    for name, value in (*(("trait", one) for one in TRAITS), ("tag", "a")):
        having = {pk for pk, one in decks.items() if (name, value) in {(said[0], said[2]) for said in one.said}}
        assert ids(known.having(AboutDeck(name, ":", value))) == having
    assert ids(known.having(AboutDeck("star", ":", "1"))) == {pk for pk, one in decks.items() if one.numbers["star"]}
    assert ids(known.having(AboutDeck("players", ">=", "7"))) == {pk for pk, one in decks.items() if one.players[1] > 6}
    assert ids(known.with_heads([HeadWords(("red",))])) == {pk for pk, one in decks.items() if "red" in one.head}
    for some in (known.all, known.having(AboutDeck("star", ":", "1")), known.bits_of(sorted(decks)[:7])):
        for name in ("trait", "tag"):
            counts = Counter(value for one in known.of_bits(some) for value in one.values.get(name, ()))
            most = sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:12]
            assert known.counts(some, name, 12) == most


def test_a_catalogue_that_is_changed_again_and_again_is_what_its_decks_are() -> None:
    luck = random.Random(5)
    decks = {n: deck(n, luck) for n in range(1, 3 * FEW)}
    known = Catalogue().changed(decks.values())
    told(known, decks)
    for _ in range(12):
        gone = luck.sample(sorted(decks), 9)
        came = {n: deck(n, luck) for n in [*luck.sample(sorted(decks.keys() - set(gone)), 9), max(decks) + 1]}
        decks = {pk: one for pk, one in (decks | came).items() if pk not in gone}
        known = known.changed(came.values(), gone)
        told(known, decks)


def test_who_comes_twice_at_once_is_what_came_last_and_who_goes_is_nowhere() -> None:
    luck = random.Random(6)
    first, second, other = deck(1, luck), deck(1, luck), deck(2, luck)
    told(Catalogue().changed([first, other, second], gone=[2]), {1: second})
