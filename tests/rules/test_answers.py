"""What the two buttons of a ballot say before they are pressed: what that answer comes to."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from cards.queries.mine import Answers, answers_of
from cards.rules.decision import DecisionRule
from cards.rules.deck import Amend, Ballot, Change, Create, Deck, Elector, Proposal, Ref, Repeal, Restore, Vote, Wording
from cards.rules.seeing import see

NAMES = {1: "Ros", 2: "Idris", 3: "Maud", 4: "Bea"}
GOAT = Ref("card", 1)


def asked(by: str, change: Change | None = None, /, *, early: bool = False, **said: str) -> Answers:
    """Bea's two buttons, after what the others said, by name. Ros wrote it."""
    members = {name: member for member, name in NAMES.items() if name in ("Ros", "Bea") or name in said}
    votes = [Vote(1, "for"), *(Vote(members[name], answer) for name, answer in said.items() if answer)]  # type: ignore[arg-type]
    ballot = Ballot("room", tuple(map(Elector, members.values())), tuple(votes), voteless=())
    proposal = Proposal(1, 1, "room", Wording(1, 1, (change or Create("card", "f"),)), ballot)
    rule = DecisionRule(by, 4 if by == "decider" else None, when_decided=early)  # type: ignore[arg-type]
    deck = Deck(tuple(members.values()), proposals=MappingProxyType({1: proposal}), voting=((Ref("rule", 1), rule),))
    seen = see(deck, 4, 4)
    return answers_of(seen, seen.proposals[1], NAMES)


EITHER_WAY = "Yours is the last voice. It is decided either way."


@pytest.mark.parametrize(
    ("by", "said", "yes", "words"),
    [
        ("unanimity", {"Idris": "for"}, "In favour: three of three", "Yours is the last voice. With your yes it’s in."),
        ("unanimity", {"Idris": ""}, "In favour", ""),
        ("unanimity", {"Idris": "against", "Maud": ""}, "In favour", ""),
        (
            "unanimity", {"Idris": "against"}, "In favour: two of three",
            "Yours is the last voice. As things stand it is set aside: Idris can still come round.",
        ),
        ("majority", {"Idris": "for", "Maud": "against"}, "In favour: three of four",
         "Yours is the last voice. With your yes it’s in."),
        ("majority", {"Idris": "for", "Maud": "for"}, "In favour: four of four", EITHER_WAY),
        ("two_thirds", {"Idris": "against"}, "In favour: two of three",
         "Yours is the last voice. With your yes it’s in."),
        ("consent", {"Idris": "for"}, "In favour: three of three", "Yours is the last voice. With your yes it’s in."),
        ("decider", {"Idris": ""}, "In favour: you decide", "With your yes it’s in."),
        ("veto", {"Idris": "for"}, "In favour: three of three", "Yours is the last voice. With your yes it’s in."),
    ],
)  # fmt: skip
def test_the_button_says_what_the_last_voice_comes_to(by: str, said: dict[str, str], yes: str, words: str) -> None:
    answers = asked(by, **said)
    assert (answers.yes, answers.words) == (yes, words)
    assert answers.yes_settles == (yes != "In favour")
    assert answers.no == "Not this time"


def test_where_a_ballot_closes_when_decided_an_early_answer_is_told_too() -> None:
    early = asked("majority", early=True, Idris="for", Maud="")
    assert (early.yes, early.no_settles) == ("In favour: three of four", False)
    veto = asked("veto", early=True, Idris="", Maud="")
    assert (veto.yes, veto.yes_settles, veto.no_settles) == ("In favour", False, True)
    assert veto.words == "A no from you sets it aside at once."


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (Repeal(GOAT, "f"), "With your yes it’s out."),
        (Restore(GOAT, "f"), "With your yes it’s back."),
        (Amend(GOAT, "f", "g"), "With your yes it’s agreed."),
    ],
)
def test_it_is_said_in_the_words_of_what_is_asked(change: Any, words: str) -> None:
    assert asked("unanimity", change).words == f"Yours is the last voice. {words}"


def test_whoever_said_no_changes_their_words_or_gives_some() -> None:
    assert asked("unanimity", Idris="", Bea="against").no == "Say why"
