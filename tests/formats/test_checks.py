"""What every reader says of what it found: each remark with its line, its code, its words, and whether it stops."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.face.face import Face
from cards.formats.checks import checked
from cards.formats.values import DeckListing, Diagnostic, ListedCard, ListedRule
from cards.rules.deck import Source
from cards.rules.kit import DVORAK, CounterKit
from studio.kernel.messages import english
from studio.kernel.refusals import Refused

SLUG = Face("Slug", "Thing", "Bites.")
CARD, RULE = ListedCard(SLUG), ListedRule(Face("Frost law", "", "Frost stays."))
DECK = DeckListing("Allotment Wars", rules=(RULE,), cards=(CARD,))
AT = {"rules_at": (3,), "cards_at": (7, 9)}
AMISS = replace(DVORAK, counters=(CounterKit("Gold", "Gold"),))
KEY = "k" * 16 + "/1"


def said(remark: Diagnostic) -> str:
    """ "7 card.side_long! Card 1: …", "-" for no line; "!" where it stops. A refusal within a sentence is its code."""
    return f"{remark.line or '-'} {remark.code}{'!' * remark.stops} {english(remark.said)}"


def card(**words: object) -> DeckListing:
    face = {name: words.pop(name) for name in list(words) if name in Face.__dataclass_fields__ and name != "credit"}
    return replace(DECK, cards=(replace(CARD, face=replace(SLUG, **face), **words),))  # type: ignore[arg-type]


def rule(**words: object) -> DeckListing:
    return replace(DECK, rules=(replace(RULE, **words),))  # type: ignore[arg-type]


def deck(**words: object) -> DeckListing:
    return replace(DECK, **words)  # type: ignore[arg-type]


def numbered(*numbers: int | None) -> DeckListing:
    return deck(cards=tuple(replace(CARD, number=number) for number in numbers))


LONG = " is {:,} characters long and {:,} fit. Shorten it."
RESPELT = "characters that cannot be printed were taken out or respelt."

REMARKS: list[tuple[DeckListing, list[str]]] = [
    (DECK, []), (deck(cards=(), rules=()), []),
    *[(deck(**{name: "x" * limit}), []) for name, limit in (("title", 80), ("blurb", 600), ("notes", 20_000))],
    *[(deck(**{name: "x" * (limit + 1)}), [f"- deck.{name}_long! The deck's {name}" + LONG.format(limit + 1, limit)])
      for name, limit in (("title", 80), ("theme", 200), ("goal", 300), ("language", 20), ("licence", 80),
                          ("blurb", 600), ("notes", 20_000))],
    *[(deck(**{name: "a\u202eb"}), [f"- text.cleaned In the deck's {name}, {RESPELT}"])
      for name in ("title", "theme", "goal", "language", "licence", "blurb", "notes")],
    (deck(title=" Allotment  Wars ", blurb="a\n\nb "), []),
    (deck(tags=("x",) * 12), []),
    (deck(tags=("x",) * 13), ["- deck.tags_many! There are 13 tags; a deck has at most 12."]),
    (deck(tags=("x" * 30, "y" * 31)), ["- deck.tag_long! A tag" + LONG.format(31, 30)]),
    (deck(players_min=1, players_max=99), []),
    (deck(players_min=0), ["- deck.players! 0 players cannot be right; between 1 and 99 can."]),
    (deck(players_max=100), ["- deck.players! 100 players cannot be right; between 1 and 99 can."]),
    (deck(players_min=-1, players_max=100), ["- deck.players! -1 players cannot be right; between 1 and 99 can.",
                                             "- deck.players! 100 players cannot be right; between 1 and 99 can."]),
    (card(copies=99, side="x" * 30, credit="x" * 80), []),
    (card(copies=100), ["7 copies.out_of_range! Card 1 “Slug”: copies.out_of_range"]),
    (card(side="x" * 31), ["7 card.side_long! Card 1: the name of its side" + LONG.format(31, 30)]),
    (card(credit="x" * 81), ["7 face.credit_long! Card 1: its maker's name" + LONG.format(81, 80)]),
    (rule(side="x" * 31), ["3 card.side_long! Rule 1: the name of its side" + LONG.format(31, 30)]),
    (rule(credit="x" * 81), ["3 face.credit_long! Rule 1: its maker's name" + LONG.format(81, 80)]),
    (rule(face=Face("x" * 81)), [f"3 face.title_long! Rule 1 “{'x' * 40}”: face.title_long"]),
    (rule(face=Face("Law", "", "x" * 1501)), []),
    (card(text="x" * 1501), ["7 face.text_long! Card 1 “Slug”: face.text_long"]),
    (card(title=""), ["7 face.title_empty! Card 1 “”: face.title_empty"]),
    *[(card(**{name: "a\u202eb"}), [f"7 text.cleaned In Card 1 “{'ab' if name == 'title' else 'Slug'}”, {RESPELT}"])
      for name in ("title", "type_line", "text", "flavour", "cost", "gain", "value", "stat")],
    (card(title="Sl\u202eug", text="a\u202eb", cost="a\u202eb"), [f"7 text.cleaned In Card 1 “Slug”, {RESPELT}"]),
    (replace(DECK, cards=(CARD, replace(CARD, side="x" * 31), replace(CARD, side="y" * 32))),
     ["9 card.side_long! Card 2: the name of its side" + LONG.format(31, 30),
      "- card.side_long! Card 3: the name of its side" + LONG.format(32, 30)]),
    (numbered(None, None, 1, 999_999), []),
    (numbered(0), ["- card.number! 0 cannot be the number of a card."]),
    (numbered(None, 1_000_000), ["- card.number! 1000000 cannot be the number of a card."]),
    (numbered(4, 5, 4, 4), ["- card.number_twice! Two of these have the number 4 as a card."] * 2),
    (deck(rules=(replace(RULE, number=4), replace(RULE, number=4)), cards=(replace(CARD, number=4),)),
     ["- card.number_twice! Two of these have the number 4 as a rule."]),
    (rule(number=-3), ["- card.number! -3 cannot be the number of a rule."]),
    (deck(lineage=(Source("x"),)), ["- lineage.amiss! lineage.amiss"]),
    (deck(lineage=(Source(KEY, licence="CC BY-SA 4.0"),)), ["- licence.share_alike! licence.share_alike"]),
    (deck(lineage=(Source(KEY, licence="CC BY-SA 4.0"),), licence="CC BY-SA 4.0"), []),
    (deck(kit=AMISS), ["- kit.amiss! kit.amiss"]),
    (deck(cards=(CARD,) * 999), []),
    (deck(cards=(CARD,) * 1000),
     ["- deck.cards_many! There are 1001 cards and Special Rules; a deck holds 1000."]),
]  # fmt: skip


@pytest.mark.parametrize(("listing", "remarks"), REMARKS)
def test_it_is_said_what_has_to_be_put_right_and_where(listing: DeckListing, remarks: list[str]) -> None:
    assert [said(remark) for remark in checked(listing, **AT).remarks] == remarks  # type: ignore[arg-type]


def test_what_a_reader_said_before_comes_first_and_a_refusal_is_kept_whole() -> None:
    before = Diagnostic(1, "list.odd", Refused("list.odd"))
    first, second = checked(card(copies=0), (before,)).remarks
    assert first == before and (second.line, second.stops) == (None, True)
    assert dict(second.said.slots)["why"] == Refused("copies.out_of_range", limit=99, copies=0)  # type: ignore[union-attr]
    (amiss,) = checked(deck(kit=AMISS)).remarks
    assert isinstance(amiss.said, Refused) and amiss.said.code == amiss.code == "kit.amiss"


def test_words_come_back_clean_and_everything_else_as_it_was() -> None:
    untidy = deck(
        title=" Allotment \n Wars", theme=" a  b", goal="a\tb ", language=" de ", licence=" CC0", blurb=" a\r\nb ",
        notes="\n a  b ", status=" playable ", tags=(" Quick ", "a  b"), players_min=2, players_max=4,
        rules=(ListedRule(Face(" Law ", "", " Stays. "), 3, " Red ", " Ros "),),
        cards=(ListedCard(Face(" Slug ", " Thing ", " Bites. "), 4, 7, " Blue ", " Ash "),),
        lineage=(Source(KEY, " Plot  Twelve ", " CC0 1.0", (1, 2), (" Ros ", " ")),),
    )  # fmt: skip
    assert checked(untidy).listing == deck(
        title="Allotment Wars", theme="a b", goal="a b", language="de", licence="CC0", blurb="a\nb", notes="a  b",
        status="playable", tags=("Quick", "a b"), players_min=2, players_max=4,
        rules=(ListedRule(Face("Law", "", "Stays."), 3, "Red", "Ros"),),
        cards=(ListedCard(Face("Slug", "Thing", "Bites."), 4, 7, "Blue", "Ash"),),
        lineage=(Source(KEY, "Plot Twelve", "CC0 1.0", (), ("Ros",)),),
    )  # fmt: skip
