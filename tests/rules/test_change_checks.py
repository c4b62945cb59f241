"""What cannot be put to the table is refused with what it names: the article, the limit and how far it is passed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.face.face import Face
from cards.rules import limits
from cards.rules.change_checks import check_changes, check_licence, check_maker, check_new
from cards.rules.command import Moment
from cards.rules.deck import (
    Amend,
    Article,
    Change,
    Create,
    Deck,
    Recount,
    Ref,
    Repeal,
    Reside,
    Restore,
    SetKit,
    SetLicence,
    SetVisibility,
)
from cards.rules.kit import DVORAK
from studio.kernel.codec import digest
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from tests.rules.rules_deck import FACES, FROST, MARROW, SLUG

CARD, GONE, RULE, NONE = Ref("card", 1), Ref("card", 2), Ref("rule", 1), Ref("card", 9)
LAW = Face("Frost law", "", "Frost stays.")
ON, OFF, LAWS = SLUG.digest, MARROW.digest, LAW.digest
DECK = Deck(
    members=(1,), licence="CC0",
    articles={
        CARD: Article(CARD, ON, 2, "Red"), GONE: Article(GONE, OFF, in_force=False), RULE: Article(RULE, LAWS),
    },
)  # fmt: skip
MOMENT = Moment(1000, frozenset({1}), faces={**FACES, LAWS: LAW})
IN_REACH = replace(MOMENT, reach=frozenset({2}))
NOTHING = Refused("change.nothing")
CARD_1, CARD_2, LAW_1 = (message("card {number}", number=1), message("card {number}", number=2),
                         message("§{number}", number=1))  # fmt: skip


@pytest.mark.parametrize(
    ("change", "refused"),
    [
        (Amend(NONE, ON, OFF), Refused("article.none", article=message("card {number}", number=9))),
        (Amend(CARD, OFF, FROST.digest), Refused("face.superseded", article=CARD_1)), (Amend(CARD, ON, ON), NOTHING),
        (Amend(CARD, ON, OFF), None), (Repeal(GONE, OFF), Refused("article.repealed", article=CARD_2)),
        (Repeal(RULE, ON), Refused("face.superseded", article=LAW_1)), (Repeal(RULE, LAWS), None),
        (Restore(CARD, ON), Refused("article.in_force", article=CARD_1)),
        (Restore(RULE, LAWS), Refused("article.in_force", article=LAW_1)),
        (Restore(GONE, ON), Refused("face.superseded", article=CARD_2)), (Restore(GONE, OFF), None),
        (Recount(CARD, ON, 2), NOTHING), (Recount(CARD, ON, 1), None),
        (Recount(RULE, LAWS, 2), Refused("copies.of_rule")), (Reside(CARD, ON, "Red"), NOTHING),
        (Reside(CARD, ON, ""), None), (Reside(CARD, ON, "x" * limits.SIDE_MAX), None),
        (Reside(CARD, ON, "x" * (limits.SIDE_MAX + 1)), Refused("side.long", limit=limits.SIDE_MAX)),
        (SetVisibility("private"), NOTHING), (SetVisibility("unlisted"), None), (SetVisibility("public"), None),
        (SetVisibility("all"), Refused("request.unreadable")), (SetLicence("CC0"), NOTHING),  # type: ignore[arg-type]
        (SetKit(replace(DVORAK, sides=("Red",)), "x"), Refused("face.superseded", article=message("The kit"))),
        (SetKit(replace(DVORAK, sides=("x" * (limits.KIT_WORD_MAX + 1),)), digest(DVORAK)), Refused(
            "kit.amiss", place=message("The kit"),
            why=message("each word in it is one line of {limit} characters", limit=limits.KIT_WORD_MAX))),
        (SetKit(DVORAK, digest(DVORAK)), NOTHING), (SetKit(replace(DVORAK, sides=("Red",)), digest(DVORAK)), None),
    ],
)  # fmt: skip
def test_a_change_is_refused_with_what_it_is_about(change: Change, refused: Refused | None) -> None:
    if refused is None:
        check_changes(DECK, (change,), MOMENT)
        return
    with pytest.raises(Refused) as caught:
        check_changes(DECK, (change,), MOMENT)
    assert caught.value == refused


def test_a_card_out_of_reach_is_left_alone_but_a_rule_is_not_and_what_comes_back_lies_nowhere() -> None:
    for change in (Amend(CARD, ON, OFF), Repeal(CARD, ON), Recount(CARD, ON, 3), Reside(CARD, ON, "Blue")):
        with pytest.raises(Refused) as caught:
            check_changes(DECK, (change,), IN_REACH)
        assert caught.value == Refused("card.out_of_reach")
        check_changes(DECK, (change,), replace(MOMENT, reach=frozenset({1})))
    check_changes(DECK, (Repeal(RULE, LAWS),), IN_REACH)
    check_changes(DECK, (Restore(GONE, OFF), Recount(GONE, OFF, 3)), replace(MOMENT, reach=frozenset()))


def test_one_proposal_changes_each_thing_of_a_card_once() -> None:
    amend, count, side = Amend(CARD, ON, OFF), Recount(CARD, ON, 3), Reside(CARD, ON, "Blue")
    for together in ((amend, count, side), (Restore(GONE, OFF), Recount(GONE, OFF, 3), Reside(GONE, OFF, "Blue")),
                     (amend, Repeal(RULE, LAWS))):  # fmt: skip
        check_changes(DECK, together, MOMENT)
    twice = (
        (amend, amend), (count, Recount(CARD, ON, 4)), (amend, Repeal(CARD, ON)), (Repeal(CARD, ON), amend),
        (Restore(GONE, OFF), Restore(GONE, OFF)), (Restore(GONE, OFF), Repeal(GONE, OFF)),
        (Create("card", FROST.digest), Create("card", FROST.digest, 2)), (SetLicence("A"), SetLicence("B")),
    )  # fmt: skip
    for collide in twice:
        with pytest.raises(Refused) as caught:
            check_changes(DECK, collide, MOMENT)
        assert caught.value == Refused("changes.collide"), collide


def test_what_is_new_has_a_title_of_its_own_among_its_kind() -> None:
    taken = replace(MOMENT, titles=frozenset({("card", "sudden frost")}))
    with pytest.raises(Refused) as caught:
        check_changes(DECK, (Create("card", FROST.digest),), taken)
    assert caught.value == Refused("title.taken", title="Sudden Frost")
    check_changes(DECK, (Create("card", FROST.digest),), replace(MOMENT, titles=frozenset({("rule", "sudden frost")})))


def test_a_limit_is_named_and_reached_but_not_passed() -> None:
    long = Refused("face.credit_long", limit=limits.CREDIT_MAX, length=limits.CREDIT_MAX + 1)
    licence = Refused("licence.long", limit=limits.LICENCE_MAX)
    check_maker("x" * limits.CREDIT_MAX)
    check_licence("x" * limits.LICENCE_MAX)
    for check, text, refused in (
        (check_maker, "x" * (limits.CREDIT_MAX + 1), long), (check_licence, "x" * (limits.LICENCE_MAX + 1), licence),
        (check_licence, " x", licence),
        (check_maker, " x", Refused("face.unclean", field=limits.FIELD_WORDS["credit"])),
    ):  # fmt: skip
        with pytest.raises(Refused) as caught:
            check(text)
        assert caught.value == refused
    check_new(MOMENT, "rule", LAWS, 1, "")
    for kind, copies, code in (("rule", 2, "copies.of_rule"), ("thing", 1, "request.unreadable")):
        with pytest.raises(Refused, match=code):
            check_new(MOMENT, kind, LAWS, copies, "")


def test_a_deck_holds_so_many_articles_in_force_and_no_more() -> None:
    many = {Ref("card", n): Article(Ref("card", n), ON, in_force=n != 5) for n in range(1, limits.CARDS_MAX + 1)}
    nearly, full = replace(DECK, articles=many), {**many, Ref("card", 5): replace(many[Ref("card", 5)], in_force=True)}
    check_changes(nearly, (Create("card", FROST.digest),), MOMENT)
    check_changes(nearly, (Restore(Ref("card", 5), ON),), MOMENT)
    check_changes(replace(DECK, articles=full), (Repeal(CARD, ON),), MOMENT)
    for deck, changes in (
        (replace(DECK, articles=full), (Create("card", FROST.digest),)),
        (nearly, (Create("card", FROST.digest), Restore(Ref("card", 5), ON))),
    ):  # fmt: skip
        with pytest.raises(Refused) as caught:
            check_changes(deck, changes, MOMENT)
        assert caught.value == Refused("deck.full", limit=limits.CARDS_MAX)


def test_there_is_something_to_change_and_not_too_much_and_deck_wide_changes_are_each_their_own() -> None:
    many = tuple(Create("card", Face(f"Card {n}", "Thing").digest) for n in range(limits.CHANGES_MAX + 1))
    faces = {digest: Face(f"Card {n}", "Thing") for n, digest in enumerate(create.face for create in many)}
    check_changes(Deck(members=(1,)), many[1:], replace(MOMENT, faces=faces))
    check_changes(DECK, (SetLicence("CC BY"), SetVisibility("public")), MOMENT)
    for changes, refused in ((), Refused("changes.none")), (many, Refused("changes.many", limit=limits.CHANGES_MAX)):
        with pytest.raises(Refused) as caught:
            check_changes(DECK, changes, replace(MOMENT, faces=faces))
        assert caught.value == refused


def test_a_rule_may_be_longer_than_a_card_and_what_comes_back_may_be_amended() -> None:
    long = Face("Long", "", "word " * (limits.TEXT_MAX // 5 + 1) + "end.")
    moment = replace(MOMENT, faces={**MOMENT.faces, long.digest: long})
    check_changes(DECK, (Create("rule", long.digest),), moment)
    check_changes(DECK, (Amend(RULE, LAWS, long.digest),), moment)
    for change in (Create("card", long.digest), Amend(CARD, ON, long.digest)):
        with pytest.raises(Refused, match="face"):
            check_changes(DECK, (change,), moment)
    check_changes(DECK, (Restore(GONE, OFF), Amend(GONE, OFF, ON)), MOMENT)
