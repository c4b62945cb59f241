"""What a list makes of a deck: its articles with numbers and makers, its details, and what of it stays behind."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.face.face import Face
from cards.formats.articles import arriving, credits_told, details_of
from cards.formats.left_behind import filled_in, left_behind, takes_kit
from cards.formats.values import DeckListing, History, ListedCard, ListedRule
from cards.rules.decision import DecisionRule, TableSetting
from cards.rules.deck import Details, Ref, Source
from cards.rules.kit import DVORAK
from cards.rules.limits import BLURB_MAX, RULE_TEXT_MAX
from studio.kernel.messages import english

SLUG, SLOW, FROST, LAW = Face("Slug", "Thing"), Face("Slug", "Thing", "Slow."), Face("Frost", "Action"), Face("Law")
KEPT = "import.notes What is neither card nor rule is kept as the Special Rule “Notes”."
ALIKE = "import.copies {} listed again word for word, and counted as copies."


def cards(*listed: ListedCard, notes: str = "") -> list[tuple[str, int, str, int, str]]:
    articles = arriving(DeckListing(cards=listed, notes=notes)).articles
    return [(ref.kind, ref.number, face.title, copies, side) for ref, face, copies, side in articles]


def remarks(listing: DeckListing) -> list[str]:
    return [f"{one.code}{'!' * one.stops} {english(one.said)}" for one in arriving(listing).remarks]


def test_articles_keep_their_numbers_and_the_others_get_the_next_ones() -> None:
    listing = DeckListing(
        rules=(ListedRule(LAW, None, "Red", "Ros"), ListedRule(replace(LAW, title="Old"), 4)),
        cards=(ListedCard(SLUG, 2, None, "Blue"), ListedCard(FROST, 1, 7, credit="Ash"), ListedCard(SLOW)),
    )  # fmt: skip
    found = arriving(listing)
    assert found.articles == (
        (Ref("rule", 5), LAW, 1, "Red"), (Ref("rule", 4), replace(LAW, title="Old"), 1, ""),
        (Ref("card", 8), SLUG, 2, "Blue"), (Ref("card", 7), FROST, 1, ""), (Ref("card", 9), SLOW, 1, ""),
    )  # fmt: skip
    assert found.makers == ("Ros", "", "", "Ash", "") and found.remarks == ()
    assert [ref.number for ref, *_ in arriving(DeckListing(cards=(ListedCard(SLUG), ListedCard(FROST)))).articles] == [
        1,
        2,
    ]


@pytest.mark.parametrize(
    ("listed", "told", "said"),
    [
        ([ListedCard(SLUG), ListedCard(SLUG)], [("Slug", 2)], "1 card was"),
        ([ListedCard(SLUG, 2), ListedCard(FROST), ListedCard(SLUG, 3), ListedCard(SLUG)], [("Slug", 6), ("Frost", 1)],
         "2 cards were"),
        ([ListedCard(SLUG, 90), ListedCard(SLUG, 9)], [("Slug", 99)], "1 card was"),
        ([ListedCard(SLUG, 90), ListedCard(SLUG, 10)], [("Slug", 90), ("Slug", 10)], ""),
        ([ListedCard(SLUG, 90), ListedCard(SLUG, 10), ListedCard(SLUG, 9), ListedCard(SLUG, 80)],
         [("Slug", 99), ("Slug", 90)], "2 cards were"),
        ([ListedCard(SLUG), ListedCard(SLUG, side="Red")], [("Slug", 1), ("Slug", 1)], ""),
        ([ListedCard(SLUG, number=1), ListedCard(SLUG, number=2)], [("Slug", 1), ("Slug", 1)], ""),
        ([ListedCard(SLUG, credit="Ros"), ListedCard(SLUG)], [("Slug", 1), ("Slug", 1)], ""),
    ],
)  # fmt: skip
def test_a_card_that_is_listed_again_is_another_copy(
    listed: list[ListedCard], told: list[tuple[str, int]], said: str
) -> None:
    assert [(title, copies) for _, _, title, copies, _ in cards(*listed)] == told
    assert remarks(DeckListing(cards=tuple(listed))) == ([ALIKE.format(said)] if said else [])


def notes(text: str) -> list[tuple[str, str]]:
    found = arriving(DeckListing(notes=text)).articles
    return [(face.title, face.text) for ref, face, _, _ in found if ref.kind == "rule"]


def test_notes_become_special_rules_of_a_size_that_prints() -> None:
    assert notes("") == [] and remarks(DeckListing()) == []
    assert notes("Words.") == [("Notes", "Words.")] and remarks(DeckListing(notes="Words.")) == [KEPT]
    assert notes("x" * RULE_TEXT_MAX) == [("Notes", "x" * RULE_TEXT_MAX)]
    half, rest = "x" * (RULE_TEXT_MAX // 2), "y" * RULE_TEXT_MAX
    assert notes(f"{half}\n\nx\ny z{rest}")[0][1] == half, "between paragraphs rather than lines"
    assert notes(f"{half}\nx y{rest}")[0][1] == half, "between lines rather than words"
    assert notes(f"{half}\n{rest}") == [("Notes (1 of 2)", half), ("Notes (2 of 2)", rest)]
    assert notes(f"{half} {rest}") == [("Notes (1 of 2)", half), ("Notes (2 of 2)", rest)]
    assert notes(rest + "z") == [("Notes (1 of 2)", rest), ("Notes (2 of 2)", "z")]
    assert [text for _, text in notes(f"x {rest}")] == ["x", rest], "also after one letter"
    assert notes(f"{half} {rest}"[:RULE_TEXT_MAX]) == [("Notes", f"{half} {rest}"[:RULE_TEXT_MAX])]
    words = [text for _, text in notes("word " * 3000 + "word")]
    assert " ".join(words) == "word " * 3000 + "word" and [len(text) for text in words] == [5999, 5999, 3004]
    assert [text for _, text in notes("x" + rest + " " + half)] == ["x" + rest[:-1], f"y {half}"]
    assert [text for _, text in notes(" " + rest)] == [rest[:-1], "y"], "nothing is no note"
    rules = arriving(DeckListing(rules=(ListedRule(LAW, 3),), notes="Words.")).articles
    assert [(ref.number, face.title) for ref, face, _, _ in rules] == [(3, "Law"), (4, "Notes")]


@pytest.mark.parametrize(
    "words",
    [
        "https://example.org", "HTTP://x", "www.example.org", "ros.ash@example", "\u00a9 Ros", "Copyright Ros",
        "Licence: CC0", "Licensed so", "Credits", "A credit", "Thanks to Ros", "Artwork: Ash", "Drawn by Ros",
        "Illustrations by Ash", "Art by Ash", "Images by Ash", "Designed by Ros", "Made by us", "Written by Ros",
    ],
)  # fmt: skip
def test_links_and_credits_go_to_the_end_of_the_blurb(words: str) -> None:
    listing = DeckListing(blurb="Dig.", notes=f"{words}\n\n{words}")
    told, said = credits_told(listing)
    assert told == DeckListing(blurb=f"Dig.\n\n{words}\n\n{words}")
    assert [(one.line, one.code, english(one.said), one.stops) for one in said] == [
        (
            None,
            "import.credits",
            "Links and credits that stand among the cards are kept at the end of the blurb.",
            False,
        )
    ]
    assert credits_told(replace(listing, blurb=""))[0].blurb == f"{words}\n\n{words}"
    assert credits_told(listing, may_tell=False) == (listing, ())


def test_other_notes_and_those_that_do_not_fit_stay_notes() -> None:
    for words in ("", "Deal five.", "Licences\n\nDeal five.", "Licencing", "Artist"):
        assert credits_told(DeckListing(blurb="Dig.", notes=words)) == (DeckListing(blurb="Dig.", notes=words), ())
    full = DeckListing(blurb="x" * (BLURB_MAX - 9), notes="© Ros A")
    assert credits_told(full)[0].blurb == f"{full.blurb}\n\n© Ros A"
    assert credits_told(replace(full, blurb=full.blurb + "x"))[1] == ()


def test_what_a_list_says_about_a_deck_are_its_details() -> None:
    said = DeckListing("Peas", "Green.", "Garden", "Win.", 2, 4, "playable", ("quick",), "en")
    assert details_of(said) == (Details("Peas", "Green.", "Garden", "Win.", 2, 4, "playable", ("quick",), "en"), ())
    assert details_of(DeckListing()) == (
        Details("Untitled deck", players_min=0, players_max=0, status="", language=""),
        (),
    )
    assert details_of(DeckListing(), "Beans")[0].title == "Beans" and details_of(said, "Beans")[0].title == "Peas"
    odd, remarks = details_of(replace(said, players_min=5, players_max=3, status="done"))
    assert (odd.players_min, odd.players_max, odd.status) == (3, 5, "")
    assert [(one.line, one.code, english(one.said)) for one in remarks] == [
        (None, "details.status", "“done” is not one of the states a deck can be in, and was left out."),
        (None, "details.players", "Players from 5 to 3 were turned round."),
    ]
    alone = details_of(replace(said, players_max=None))[0]
    assert (alone.players_min, alone.players_max) == (2, 0)
    assert details_of(replace(said, players_min=4))[1] == ()


DRAWS = TableSetting("draw", 2)
NOTHING, OWN = Details("Untitled deck", players_min=0, players_max=0, status="", language=""), Details(
    "Beans", "Brown.", "Kitchen", "Cook.", 3, 5, "nomic", ("slow",), "de")  # fmt: skip
FILE = DeckListing("Peas", "Green.", "Garden", "Win.", 2, 4, "playable", ("quick",), "en")


def test_what_nobody_has_said_yet_is_said_by_the_list() -> None:
    there = Details("Peas", "Green.", "Garden", "Win.", 2, 4, "playable", ("quick",), "en")
    for at_once in (False, True):
        assert filled_in(NOTHING, FILE, at_once=at_once) == there
        assert filled_in(OWN, FILE, at_once=at_once) == OWN
    for name in ("blurb", "theme", "goal", "tags", "language", "status"):
        empty = replace(OWN, **{name: () if name == "tags" else ""})
        assert filled_in(empty, FILE, at_once=False) == replace(OWN, **{name: getattr(there, name)}), name
    assert filled_in(replace(OWN, title="Untitled deck"), FILE, at_once=False).title == "Peas"
    assert filled_in(replace(OWN, players_min=0), FILE, at_once=False).players_min == 0
    usual = Details()
    begun = replace(OWN, players_min=usual.players_min, players_max=usual.players_max, language=usual.language)
    once = filled_in(begun, FILE, at_once=True)
    assert (once.players_min, once.players_max, once.language, once.status) == (2, 4, "en", "nomic")
    later = filled_in(begun, FILE, at_once=False)
    assert (later.players_min, later.players_max) == (usual.players_min, usual.players_max)
    new = replace(OWN, status=usual.status)
    assert filled_in(new, FILE, at_once=True).status == "playable"
    assert filled_in(new, replace(FILE, status=""), at_once=True).status == usual.status


KIT, OTHER = replace(DVORAK, sides=("Red",)), replace(DVORAK, sides=("Blue",))
SAID = DeckListing()


@pytest.mark.parametrize(
    ("listing", "kit", "licence", "at_once", "told"),
    [
        (SAID, DVORAK, "", False, []), (SAID, KIT, "CC0", False, []),
        (replace(SAID, kit=KIT), DVORAK, "", False,
         ["What lies on its table (counters, dice, zones and the like) comes in with the cards."]),
        (replace(SAID, kit=KIT), OTHER, "", True,
         ["How the table is laid stays in the file: this deck has its own way."]),
        (replace(SAID, kit=KIT), KIT, "", False, []),
        (replace(SAID, licence="CC0"), DVORAK, "CC0", False, []), (replace(SAID, licence="CC0"), DVORAK, "", True, []),
        *[(replace(SAID, licence="CC0"), DVORAK, licence, at_once, [
            "The file’s licence, CC0, does not come in: a licence is put to every member, under "
            "“Edit the details”. See that this deck’s allows these cards."])
          for licence, at_once in (("", False), ("MIT", False), ("MIT", True))],
        (replace(SAID, lineage=(Source("x"),)), DVORAK, "", True, []),
        (replace(SAID, lineage=(Source("x"),)), DVORAK, "", False,
         ["What the file was made from does not come in. Name the deck and its makers in the blurb."]),
        *[(listing, DVORAK, "", at_once, [] if at_once else
           ["The cards get new numbers here. Where one names another by its number, look again."])
          for listing in (DeckListing(cards=(ListedCard(SLUG, number=4),)), DeckListing(rules=(ListedRule(LAW, 4),)))
          for at_once in (False, True)],
        (replace(SAID, cards=(ListedCard(SLUG),)), DVORAK, "", False, []),
        (replace(SAID, history=History((), (), ())), DVORAK, "", True,
         ["The votes, talk and versions in this file stay in it. The cards come in as they are now."]),
        *[(DeckListing(rules=(ListedRule(Face("T" * 50, effects=(DRAWS, effect))),)), DVORAK, "", False,
           [f"“{'T' * 40}” names a member of another group. It names nobody until reworded."] * names)
          for effect, names in ((DecisionRule("decider", 5), 1), (DecisionRule(excluded=frozenset({5})), 1),
                                (DecisionRule("majority"), 0), (TableSetting("draw", 3), 0))],
    ],
)  # fmt: skip
def test_what_stays_in_a_file_is_said(
    listing: DeckListing, kit: object, licence: str, at_once: bool, told: list[str]
) -> None:
    said = left_behind(listing, OWN, kit, licence, at_once=at_once)  # type: ignore[arg-type]
    assert [english(one.said) for one in said] == told
    assert {(one.line, one.code, one.stops) for one in said} <= {(None, "import.leaves", False)}


def test_a_deck_keeps_its_own_details_and_says_which_the_file_has_otherwise() -> None:
    def kept(listing: DeckListing, now: Details = OWN) -> list[str]:
        return [english(one.said) for one in left_behind(listing, now, DVORAK, "", at_once=False)]

    ends = "; what the file says there stays in it."
    assert kept(FILE) == [
        f"The deck keeps its own title, blurb, theme, way to win, tags, players, state and language{ends}"
    ]
    assert kept(FILE, NOTHING) == [] and kept(DeckListing()) == []
    for words, name in (
        ({"title": "Peas"}, "title"), ({"goal": "Win."}, "way to win"), ({"players_min": 2}, "players"),
        ({"players_max": 4}, "players"), ({"status": "playable"}, "state"), ({"tags": ("quick",)}, "tags"),
    ):  # fmt: skip
        assert kept(DeckListing(**words)) == [f"The deck keeps its own {name}{ends}"], words  # type: ignore[arg-type]
    assert kept(DeckListing("Beans", "Brown.", status="done")) == []
    usual = Details("Beans")
    assert usual.language and left_behind(DeckListing(language="de"), usual, DVORAK, "", at_once=True) == ()
    assert kept(DeckListing(language="de"), usual) == [f"The deck keeps its own language{ends}"]


def test_a_kit_comes_along_where_the_deck_has_none_of_its_own() -> None:
    assert takes_kit(DVORAK, DeckListing(kit=KIT))
    assert not takes_kit(OTHER, DeckListing(kit=KIT)) and not takes_kit(DVORAK, DeckListing())
