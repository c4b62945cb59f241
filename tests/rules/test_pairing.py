"""Which article of one version is which of another: numbers where they are shared, then faces, then titles."""

from __future__ import annotations

import random
from collections.abc import Iterable
from string import ascii_lowercase

import pytest

from cards.rules import pairing
from cards.rules.deck import Ref
from cards.rules.likeness import near
from cards.rules.pairing import Lain, Origin, Pair, by_number_and_face, numbers_shared, paired, reordered


def lain(number: int, face: str, copies: int = 1, side: str = "", kind: str = "card") -> Lain:
    return Lain(Ref(kind, number), face, copies, side)  # type: ignore[arg-type]


def cards(*numbers: int) -> frozenset[Ref]:
    return frozenset(Ref("card", number) for number in numbers)


def told(pairs: tuple[Pair, ...]) -> list[tuple[str, int | None, int | None]]:
    return [(p.became, p.was and p.was.ref.number, p.now and p.now.ref.number) for p in pairs]


def always(ref: Ref) -> bool:
    return True


def never(ref: Ref) -> bool:
    return False


def not_asked() -> frozenset[Ref]:
    raise AssertionError("nothing lies between these two")


def test_in_one_deck_a_number_is_one_article_whatever_it_says() -> None:
    was = [lain(1, "a"), lain(2, "b"), lain(3, "c", 2), lain(4, "d"), lain(5, "e", 1, "red"), lain(1, "r", kind="rule")]
    now = [
        lain(1, "a"),
        lain(2, "x"),
        lain(3, "c", 3),
        lain(5, "e", 1, "blue"),
        lain(6, "d"),
        lain(1, "s", kind="rule"),
    ]
    assert told(paired(was, now, always, {})) == [
        ("same", 1, 1), ("reworded", 2, 2), ("recounted", 3, 3), ("moved", 5, 5), ("same", 4, 6), ("reworded", 1, 1),
    ]  # fmt: skip


def test_two_forks_with_the_same_number_have_two_cards() -> None:
    was, now = [lain(4, "goat")], [lain(4, "teapot")]
    titles = {"goat": "Roaming Goat", "teapot": "Teapot"}
    assert told(paired(was, now, never, titles)) == [("in", None, 4), ("out", 4, None)]
    assert told(paired(was, now, always, titles)) == [("reworded", 4, 4)]


def test_what_has_no_number_in_common_is_known_by_its_face_then_by_its_title_then_nearly() -> None:
    was = [lain(1, "a"), lain(2, "b"), lain(3, "c"), lain(4, "d"), lain(5, "gone")]
    now = [lain(7, "a"), lain(8, "b2"), lain(9, "c2"), lain(10, "new"), lain(11, "gone2")]
    titles = {
        "b": "The Slug", "b2": "slug!", "c": "Wandering Goat", "c2": "Wandring Goat", "d": "Teapot", "new": "Hail",
    }  # fmt: skip
    assert told(paired(was, now, never, titles)) == [
        ("out", 4, None), ("out", 5, None), ("same", 1, 7), ("reworded", 2, 8), ("reworded", 3, 9), ("in", None, 10),
        ("in", None, 11),
    ]  # fmt: skip


def test_a_card_is_no_special_rule_of_the_same_face_or_title() -> None:
    was, now = [lain(1, "a"), lain(2, "b")], [lain(1, "a", kind="rule"), lain(2, "c", kind="rule")]
    assert {p.became for p in paired(was, now, never, {"b": "Weather", "c": "Weather"})} == {"in", "out"}


def test_cards_that_are_alike_are_paired_one_by_one_in_the_order_of_their_numbers() -> None:
    was, now = [lain(1, "a"), lain(2, "a"), lain(3, "a")], [lain(9, "a"), lain(8, "a")]
    assert told(paired(was, now, never, {})) == [("out", 3, None), ("same", 1, 8), ("same", 2, 9)]


def test_a_series_of_numbered_titles_is_not_taken_for_one_another() -> None:
    was = [lain(n, f"w{n}") for n in range(1, 40)]
    now = [lain(n, f"n{n}") for n in range(1, 40)]
    titles = {f"w{n}": f"Goat number {n}" for n in range(1, 40)} | {
        f"n{n}": f"Goat number {n + 100}" for n in range(1, 40)
    }
    assert {p.became for p in paired(was, now, never, titles)} == {"in", "out"}


def test_a_title_is_held_against_few_whatever_they_are_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """Titles of the same letters in any order, made so that each shares some run with hundreds, took half a minute."""
    luck, looks = random.Random(4), 0

    def counted(title: str, others: Iterable[str]) -> str:
        nonlocal looks
        some = [*others]
        looks += len(some)
        return near(title, some)

    monkeypatch.setattr(pairing, "near", counted)
    words = {f"{side}{n}": "".join(luck.sample(ascii_lowercase * 3, 78)) for side in "wn" for n in range(150)}
    titles = words | {f"o{n}": f"{words[f'w{n}'][:-6]} other" for n in range(150)}
    was, now, once = ([lain(n, f"{side}{n}") for n in range(150)] for side in "wno")
    assert {p.became for p in paired(was, now, never, titles)} == {"in", "out"} and looks <= 150
    looks = 0
    assert {p.became for p in paired(was, once, never, titles)} == {"reworded"} and 150 <= looks <= 450
    alike = dict.fromkeys(titles, "Wandering Goat")
    assert {p.became for p in paired(was, now, never, alike)} == {"reworded"}, "all alike: one by one"


def test_every_article_of_both_is_in_one_pair() -> None:
    luck = random.Random(29)
    for _ in range(200):
        was, now = (
            [
                lain(n, luck.choice("abcdefgh"), luck.randint(1, 2))
                for n in luck.sample(range(1, 12), luck.randint(0, 8))
            ]
            for _ in range(2)
        )
        shared = cards(*luck.sample(range(1, 12), 5))
        titles = {face: luck.choice(["Goat", "The Goat", "Teapot", "", "Teapots"]) for face in "abcdefgh"}
        pairs = paired(was, now, shared.__contains__, titles)
        assert sorted((p.was for p in pairs if p.was), key=lambda one: one.ref) == sorted(was, key=lambda one: one.ref)
        assert sorted((p.now for p in pairs if p.now), key=lambda one: one.ref) == sorted(now, key=lambda one: one.ref)
        back = paired(now, was, shared.__contains__, titles)
        assert sum(p.became == "in" for p in pairs) == sum(p.became == "out" for p in back)


def test_a_version_beside_itself_is_as_it_was() -> None:
    was = [lain(1, "a"), lain(2, "a"), lain(3, "b", kind="rule")]
    pairs, left, right = by_number_and_face(was, was, always)
    assert {p.became for p in pairs} == {"same"} and not left and not right


def test_a_number_is_trusted_as_far_as_the_common_version() -> None:
    goats, fork = Origin("g"), Origin("f", ("g",), cards(1, 2))
    other, deep = Origin("o", ("g",), cards(2, 3)), Origin("d", ("f", "g"), cards(1, 2, 5))
    stranger = Origin("s", (), cards(1, 2, 3))

    def shared(was: Origin, now: Origin, fork_point: frozenset[Ref] = cards(1, 2)) -> set[int]:
        one, other = (numbers_shared(*pair, lambda: fork_point) for pair in ((was, now), (now, was)))
        found = [{n for n in range(1, 7) if is_shared(Ref("card", n))} for is_shared in (one, other)]
        assert found[0] == found[1]
        return found[0]

    assert shared(goats, goats) == {1, 2, 3, 4, 5, 6}
    assert shared(goats, fork) == {1, 2} and shared(fork, other) == {2}
    assert shared(fork, deep) == {1, 2, 5}
    assert shared(goats, deep) == {1, 2}  # 5 is the fork's own card, whatever the first deck calls so
    assert shared(other, deep) == set() and shared(goats, stranger) == set()
    numbers_shared(goats, fork, not_asked)(Ref("card", 1))


def test_special_rules_that_stay_may_hold_in_another_order() -> None:
    rules = [lain(n, f"r{n}", kind="rule") for n in (1, 2, 3)]
    pairs = paired(rules, rules[:2], always, {})
    one, two, three = (rule.ref for rule in rules)
    assert reordered(pairs, [one, two, three], [two, one])
    assert not reordered(pairs, [one, three, two], [one, two])
    assert not reordered(paired([], rules, always, {}), [], [two, one, three])
