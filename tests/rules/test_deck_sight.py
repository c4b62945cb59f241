"""What a viewer is told of a deck (C2, C13), told a second time; and that it is made of nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime
from itertools import product
from types import MappingProxyType
from typing import Any

import pytest

from cards.rules import ways
from cards.rules.batch import BatchWriter, FirstBatch
from cards.rules.decision import DecisionRule, Way
from cards.rules.deck import (
    Article,
    Ballot,
    Create,
    Deck,
    Details,
    Elector,
    Proposal,
    Ref,
    Reside,
    Source,
    SuggestedStrokes,
    Vote,
    Wording,
)
from cards.rules.events import VoteCast
from cards.rules.gap import SkeletonGap
from cards.rules.kit import DVORAK
from cards.rules.seeing import DeckOnlookers, heard, knows, see, see_past, written_down
from cards.rules.sight import BallotSight, DeckSight, GivenVote, PastBallotSight, ProposalSight
from cards.rules.verdict import Settling
from cards.rules.ways import WAYS

SIDE = Reside(Ref("card", 1), "f", "Red")
CARD = Create("card", "g")
SAID: dict[str, Vote | None] = {
    "silent": None, "taken back": None, "for": Vote(0, "for"), "against": Vote(0, "against", "No."),
}  # fmt: skip


def lying(by: Way = "unanimity", *said: str, standing: str = "counts", **more: Any) -> Deck:
    """Member 1 asks 2, 3 … who said this, the last of them of that standing; `more` is of the ballot or the rule."""
    members = range(1, len(said) + 2)
    spoken = [n for n, what in zip(members[1:], said, strict=True) if what != "silent"][::-1]
    votes = (replace(vote, by=n) for n, what in zip(members[1:], said, strict=True) if (vote := SAID[what]))
    ballot = Ballot(
        "room", (*map(Elector, members[:-1]), Elector(members[-1], standing, ((1, 7),))),  # type: ignore[arg-type]
        (Vote(1, "for"), *votes), more.get("deadline"), more.get("voteless", ()), (1, *spoken),
    )  # fmt: skip
    first = Proposal(1, 1, "room", Wording(1, 1, (CARD,)), ballot)
    rule = DecisionRule(by, 2 if by == "decider" else None, more.get("excluded", frozenset()))
    return Deck(
        tuple(members), proposals=MappingProxyType({1: first}), voting=((Ref("rule", 1), rule),), last_proposal=1
    )


def of(deck: Deck, me: int | None = None) -> BallotSight:
    ballot = see(deck, me, me).proposals[1].ballot
    assert ballot is not None
    return ballot


@pytest.mark.parametrize("said", list(product(SAID, SAID)))
@pytest.mark.parametrize("standing", ["counts", "left", "removed", "excused"])
@pytest.mark.parametrize("voteless", [(), (4,), None])
@pytest.mark.parametrize("excluded", [frozenset(), frozenset({3})])
def test_everybody_knows_who_is_asked_who_has_spoken_and_how(
    said: tuple[str, str], standing: str, voteless: tuple[int, ...] | None, excluded: frozenset[int]
) -> None:
    deck = lying("majority", *said, standing=standing, voteless=voteless, excluded=excluded, deadline=9)
    counted = {1, 2, 3} if standing == "counts" else {1, 2}
    now_voteless = {3} & excluded & counted if voteless is None else set()  # a ballot from before it was written down
    assert of(deck) == BallotSight(
        sort="room",
        electors=tuple(
            one for one in (Elector(1), Elector(2), Elector(3, standing, ((1, 7),))) if one.member not in now_voteless  # type: ignore[arg-type]
        ),
        counting=frozenset(counted - now_voteless),
        voteless=tuple(sorted({*(voteless or ()), *now_voteless})),
        spoken=(1, *(n for n, what in ((3, said[1]), (2, said[0])) if what != "silent")),
        answered=frozenset({1, *(n for n, what in zip((2, 3), said, strict=True) if what in ("for", "against"))}),
        votes=(Vote(1, "for"), *(replace(v, by=n) for n, what in zip((2, 3), said, strict=True) if (v := SAID[what]))),
        deadline=9,
    )  # fmt: skip
    assert of(deck).many_spoken == len((counted - now_voteless) & of(deck).answered)
    theirs = SAID[said[0]]
    assert of(deck).vote_of(2) == (theirs and replace(theirs, by=2)) and of(deck).vote_of(1) == Vote(1, "for")


@pytest.mark.parametrize(("way", "other", "wanted"), [
    ("unanimity", "for", ("accepted", "aside")), ("unanimity", "silent", (None, None)),
    ("majority", "against", ("accepted", "aside")), ("consent", "for", ("accepted", "aside")),
    ("two_thirds", "against", ("accepted", "aside")), ("decider", "silent", ("accepted", "aside")),
    ("veto", "against", ("aside", "aside")),
])  # fmt: skip
def test_to_each_is_told_what_their_own_answer_comes_to_and_to_nobody_else(
    way: Way, other: str, wanted: tuple[str | None, str | None]
) -> None:
    deck = lying(way, "silent", other)
    mine = of(deck, 2)
    assert tuple(one and one.outcome for one in (mine.by_yes, mine.by_no)) == wanted
    if mine.by_yes is not None:
        assert mine.by_yes == Settling(wanted[0], 2 + (other == "for"), 3)  # type: ignore[arg-type]
    for eyes in (None, 9):  # all alike, and who came after it was asked
        assert (of(deck, eyes).by_yes, of(deck, eyes).by_no) == (None, None)
    assert replace(mine, by_yes=None, by_no=None) == of(deck)


QUEUED = Proposal(
    2, 3, "room", Wording(4, 3, (SIDE,), "It is red."), None, True, 5, (SuggestedStrokes(1, "a", "b"),), 9
)
NEXT = Proposal(3, 2, "members", Wording(1, 2, (CARD,)))
FULL = replace(
    lying("majority", "for", "silent"),
    articles=MappingProxyType({Ref("card", 1): Article(Ref("card", 1), "f", 2, "Red")}),
    details=Details("Allotment Wars"), kit=replace(DVORAK, sides=("Red",)), last_proposal=3, last_batch=2,
    batch=FirstBatch(2, 1, 4, 99, (BatchWriter(1, 2),)), gaps=(SkeletonGap(1, "A pest", 1),),
)  # fmt: skip
FULL = replace(FULL, proposals=MappingProxyType({**FULL.proposals, 2: QUEUED, 3: NEXT}))


def test_a_deck_on_which_all_there_is_lies_is_told_a_second_time() -> None:
    asked = ProposalSight(1, 1, "room", FULL.proposals[1].wording, of(FULL))
    queued = ProposalSight(2, 3, "room", QUEUED.wording, None, True, 5, QUEUED.suggestions, 9)
    next_ = ProposalSight(3, 2, "members", NEXT.wording)
    everybodys = DeckSight(
        me=None, own=None, members=(1, 2, 3), articles=FULL.articles, proposals={1: asked, 2: queued, 3: next_},
        on_the_mat=asked, queue=(next_, queued), decision_rule=DecisionRule("majority"), details=FULL.details,
        kit=FULL.kit, last_proposal=3, last_batch=2, batch=FULL.batch, gaps=FULL.gaps,
    )  # fmt: skip
    assert see(FULL) == everybodys
    assert (queued.place, next_.place, queued.touches) == (9, 3, {Ref("card", 1)})
    mine = see(FULL, 3, 3)
    assert mine.on_the_mat is mine.proposals[1] and mine.proposals[1].ballot == of(FULL, 3) != of(FULL)
    assert replace(mine, me=None, own=None, proposals=everybodys.proposals, on_the_mat=asked) == everybodys
    assert {2: queued, 3: next_} == {n: one for n, one in mine.proposals.items() if n != 1}
    assert see(replace(FULL, proposals={})).on_the_mat is None is see(replace(FULL, proposals={}), 3, 3).on_the_mat


def test_whoever_stands_in_is_a_viewer_of_their_own() -> None:
    looking = DeckOnlookers(FULL)
    mine, lent, alike = looking.sight(3, 3), looking.sight(3), looking.sight()
    assert (mine.is_lent, lent.is_lent, alike.is_lent) == (False, True, False)
    assert lent == replace(mine, own=None) != mine
    assert (see(FULL, 3, 3), see(FULL, 3)) == (mine, lent) and looking.sight(9).proposals[1] is alike.proposals[1]
    assert looking.sight(3, 3) is mine and mine.proposals[2] is alike.proposals[2]


def test_a_vote_is_said_aloud_as_it_is_known() -> None:
    no = VoteCast(1, 1, 2, "against", "It bites.")
    silent = replace(no, answer="for", reason="")
    for seen in (see(lying("unanimity", "against")), see(lying("unanimity", "against"), 1, 1)):
        assert heard(seen, no) == no
    assert heard(see(lying("unanimity", "taken back")), no) == silent != no
    assert not knows(see(lying("unanimity", "taken back")), silent) and knows(see(lying("unanimity", "for")), no)
    assert heard(see(lying("unanimity", "taken back")), replace(no, number=2)) == replace(no, number=2)  # it is over
    other = replace(no, wording=2)
    assert heard(see(lying("unanimity", "taken back")), other) == other  # nothing is voted on in those words
    assert heard(see(replace(FULL, proposals={1: replace(FULL.proposals[1], ballot=None)})), no) == no


@pytest.fixture
def hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if everybody's answer were their own to know until all have spoken, where more than half must be in favour."""
    rows = {**WAYS, "majority": replace(WAYS["majority"], is_hidden=True)}
    monkeypatch.setattr(ways, "WAYS", MappingProxyType(rows))


@pytest.mark.usefixtures("hidden")
@pytest.mark.parametrize("said", ["for", "against"])
def test_where_votes_are_hidden_each_knows_who_has_spoken_and_their_own_answer(said: str) -> None:
    deck, open = lying("majority", said, "silent"), lying("consent", said, "silent")
    own = replace(SAID[said] or Vote(0, "for"), by=2)
    for me in (None, 1, 3, 9):
        seen = of(deck, me)
        assert (seen.answered, seen.many_spoken, seen.spoken) == ({1, 2}, 2, (1, 2))
        assert seen.votes == ((Vote(1, "for"),) if me == 1 else ())
        assert (seen.by_yes, seen.by_no) == (None, None), "it would tell what the others said"
    assert of(deck, 2).votes == (own,) and see(deck, 2).proposals[1].ballot == of(deck), "a stand-in has no secrets"
    assert of(open, 3).votes == (Vote(1, "for"), own) and of(open, 3).by_yes is not None
    cast = VoteCast(1, 1, 2, "against", "It bites.")
    silent = replace(cast, answer="for", reason="")
    for me, told in ((None, silent), (3, silent), (2, cast)):
        assert heard(see(deck, me, me), cast) == told == written_down(see(deck, me, me), cast)
    assert written_down(see(deck), replace(cast, number=2)) == replace(cast, number=2), "it is over"
    assert written_down(see(lying("consent", "taken back")), cast) == cast, "a log is written down as it is"


@pytest.mark.usefixtures("hidden")
@pytest.mark.parametrize("me", [None, 1, 3])
def test_permuting_what_others_answered_in_secret_changes_nothing_of_any_sight(me: int | None) -> None:
    told = {repr(see(lying("majority", one, other), me, me)) for one in ("for", "against") for other in ("silent",)}
    assert len(told) == 1
    told = {repr(see(lying("majority", "silent", one), 2, 2)) for one in ("for", "against")}
    assert len(told) == 1


def test_a_clause_may_hide_votes_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    early, reason = ways.CLAUSES
    rule = DecisionRule("majority", when_decided=True)
    assert not ways.hides_votes(rule)
    monkeypatch.setattr(ways, "CLAUSES", (replace(early, is_hidden=True), reason))
    assert ways.hides_votes(rule) and not ways.hides_votes(DecisionRule("majority", reason_wanted=True))


NOW = datetime(2026, 3, 1, tzinfo=UTC)
PAST = (GivenVote(1, "for", "", NOW, "Ros", "round"), GivenVote(2, "against", "It bites.", NOW, "Sue", "oval"))


def test_of_what_is_over_answers_are_everybodys_and_what_was_said_is_the_members() -> None:
    mine = see_past(PAST, (1, 3), "It was too slow.", is_member=True)
    assert mine == PastBallotSight(PAST, (1, 3), "It was too slow.")
    assert (mine.weighed, mine.in_favour) == (PAST[:1], 1)
    theirs = see_past(PAST, (1, 3), "It was too slow.", is_member=False)
    assert theirs == PastBallotSight((PAST[0], replace(PAST[1], reason="")), (1, 3), "")
    other = (PAST[0], replace(PAST[1], reason="Words"))
    assert see_past(other, (1, 3), "Other words", is_member=False) == theirs


@pytest.mark.usefixtures("hidden")
def test_votes_on_rows_are_as_hidden_as_on_the_ballot_while_it_is_open() -> None:
    still = DecisionRule("majority")
    assert see_past(PAST, (1, 2), "", is_member=True).votes == PAST
    assert see_past(PAST, (1, 2), "", is_member=True, still_by=still).votes == ()
    assert see_past(PAST, (1, 2), "", is_member=True, still_by=still, own=2).votes == PAST[1:]
    assert see_past(PAST, (1, 2), "", is_member=True, still_by=DecisionRule("consent")).votes == PAST


def all_in(value: object) -> Iterator[object]:
    """Everything that can be reached from it."""
    yield value
    inside: list[Any] = []
    if is_dataclass(value):
        inside = [getattr(value, one.name) for one in fields(value)]
    elif isinstance(value, MappingProxyType | dict):
        inside = [*value.keys(), *value.values()]
    elif isinstance(value, tuple | frozenset):
        inside = list(value)
    for one in inside:
        yield from all_in(one)


@pytest.mark.parametrize("me", [None, 1, 3])
def test_no_way_leads_from_a_sight_to_the_deck(me: int | None) -> None:
    assert not [one for one in all_in(see(FULL, me, me)) if isinstance(one, Deck | Proposal | Ballot)]


@pytest.mark.parametrize("me", [None, 1, 3])
def test_permuting_what_nobody_is_told_changes_nothing_of_any_sight(me: int | None) -> None:
    """What was said of deciding before, what an unseen version holds, whence it comes, numbers yet to be given."""
    before = ((Ref("rule", 7), DecisionRule("decider", 1)), *FULL.voting)
    other = replace(
        FULL, voting=before, lineage=(Source("x", "Its parent"),), licence="CC0-1.0", visibility="public",
        last_card=77, last_rule=7, last_version=5, version_digest="e" * 64, last_gap=50,
    )  # fmt: skip
    assert see(other, me, me) == see(FULL, me, me)


def test_every_way_has_its_answer() -> None:
    """So that none is left out above when one is added."""
    assert {*WAYS} == {"unanimity", "majority", "consent", "two_thirds", "decider", "veto"}
