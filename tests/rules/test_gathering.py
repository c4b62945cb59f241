"""What of somebody's cards comes along into a deck of another one's own."""

from __future__ import annotations

import pytest

from cards.rules import gathering
from cards.rules.gathering import Gathered, HomeCard, HomeDeck, check_gathered, gather
from studio.kernel.refusals import Refused

BY, SA, NC, ND = "CC BY 4.0", "CC BY-SA 4.0", "CC BY-NC 4.0", "CC BY-ND 4.0"


def of(*decks: tuple[str, int], own: int = 0) -> Gathered:
    """Decks of these licences and numbers of cards; `own` is one of the caller's."""
    there = [HomeDeck(n, f"Deck {n}", licence, n == own) for n, (licence, _) in enumerate(decks, 1)]
    cards = [HomeCard(n, f"{n}-{m}", 1, 9) for n, (_, many) in enumerate(decks, 1) for m in range(many)]
    return gather(there, cards)


def staying(gathered: Gathered) -> list[tuple[int, str, int]]:
    return [(one.deck.id, one.why, one.count) for one in gathered.stay]


@pytest.mark.parametrize(
    ("decks", "own", "licence", "come", "stay"),
    [
        ([(BY, 2)], 0, BY, 2, []),
        ([(BY, 2), ("CC0 1.0", 1)], 0, BY, 3, []),
        ([(BY, 1), (SA, 1)], 0, SA, 2, []),  # what asks to stay alike takes in what only asks to be named
        ([(NC, 3), (SA, 2)], 0, NC, 3, [(2, "terms", 2)]),
        ([(NC, 2), (SA, 3)], 0, SA, 3, [(1, "terms", 2)]),
        ([(BY, 1), ("", 5)], 0, BY, 1, [(2, "licence", 5)]),
        ([(BY, 1), (ND, 5)], 0, BY, 1, [(2, "licence", 5)]),
        ([(BY, 1), ("Ask me", 5)], 0, BY, 1, [(2, "licence", 5)]),
        ([(BY, 1), ("", 5)], 2, "", 6, []),  # the cards are theirs too
        ([(SA, 1), ("", 5)], 2, "", 5, [(1, "terms", 1)]),
        ([(SA, 5), ("", 1)], 2, SA, 5, [(2, "terms", 1)]),
        ([(ND, 2)], 1, ND, 2, []),
        ([("", 2)], 0, "", 0, [(1, "licence", 2)]),
        ([], 0, "", 0, []),
    ],
)
def test_cards_come_under_the_licence_that_takes_in_most_and_each_that_stays_is_told(
    decks: list[tuple[str, int]], own: int, licence: str, come: int, stay: list[tuple[int, str, int]]
) -> None:
    gathered = of(*decks, own=own)
    assert (gathered.licence, len(gathered.cards), staying(gathered)) == (licence, come, stay)
    assert {deck.id for deck in gathered.decks} == {card.deck for card in gathered.cards}


def test_what_reads_the_same_in_two_decks_comes_once_and_as_it_was_written_first() -> None:
    decks = [HomeDeck(1, "One", BY), HomeDeck(2, "Two", BY)]
    gathered = gather(decks, [HomeCard(2, "goat", 3, 8), HomeCard(1, "goat", 1, 9)])
    assert gathered.cards == (HomeCard(2, "goat", 3, 8),) and gathered.stay == () and gathered.decks == (decks[1],)


def test_words_that_were_taken_down_stay_and_weigh_nothing() -> None:
    decks = [HomeDeck(1, "One", NC), HomeDeck(2, "Two", SA)]
    gone = [HomeCard(1, f"gone {n}", 1, 9, is_withdrawn=True) for n in range(5)]
    gathered = gather(decks, [*gone, HomeCard(2, "goat", 1, 9)])
    assert gathered.licence == SA and staying(gathered) == [(1, "withdrawn", 5)]


def test_a_deck_holds_so_many_and_comes_from_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "CARDS_MAX", 3)
    monkeypatch.setattr(gathering, "LINEAGE_MAX", 2)
    assert staying(of((BY, 5))) == [(1, "room", 2)]
    assert staying(of((BY, 1), (BY, 2), (BY, 1))) == [(3, "sources", 1)]


def test_what_comes_out_of_one_deck_does_not_stay_in_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "LINEAGE_MAX", 1)
    decks = [HomeDeck(1, "One", BY), HomeDeck(2, "Two", BY)]
    cards = [HomeCard(1, "goat", 1, 9), HomeCard(1, "hen", 1, 9), HomeCard(2, "goat", 1, 9)]
    assert staying(gather(decks, cards)) == []
    cards = [HomeCard(2, "goat", 1, 9), HomeCard(1, "goat", 1, 9), HomeCard(1, "hen", 1, 9)]
    assert staying(gather(decks, cards)) == [], "in whichever it was written first"


@pytest.mark.parametrize("first", [1, 2])
def test_what_its_licence_bars_in_one_deck_and_another_lets_come_is_told_nowhere_as_staying(first: int) -> None:
    decks = [HomeDeck(1, "One", ND), HomeDeck(2, "Two", BY)]
    gathered = gather(decks, [HomeCard(first, "goat", 1, 9), HomeCard(3 - first, "goat", 1, 9)])
    assert gathered.cards == (HomeCard(2, "goat", 1, 9),) and gathered.stay == ()


def test_a_card_that_lies_in_two_decks_weighs_once_for_the_licence() -> None:
    decks = [HomeDeck(1, "One", NC), HomeDeck(2, "Two", NC), HomeDeck(3, "Three", SA)]
    twice = [HomeCard(deck, face, 1, 9) for deck in (1, 2) for face in ("goat", "hen")]
    gathered = gather(decks, [*twice, *(HomeCard(3, f"owl {n}", 1, 9) for n in range(3))])
    assert gathered.licence == SA and staying(gathered) == [(1, "terms", 2), (2, "terms", 2)]


def test_nothing_is_refused_in_words() -> None:
    check_gathered(of((BY, 1)))
    with pytest.raises(Refused, match="gather.nothing"):
        check_gathered(of((ND, 1)))
