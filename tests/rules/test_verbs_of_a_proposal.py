"""What the verbs of a proposal, of strokes on it and of gaps keep and say, to the letter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.face.face import Stroke
from cards.face.picture import Picture
from cards.rules import events as e
from cards.rules import limits
from cards.rules.decision import DecisionRule
from cards.rules.deck import Amend, Article, Change, Create, Deck, Details, Ref, Repeal, Restore
from cards.rules.gap import SkeletonGap
from cards.rules.seeing import see
from cards.rules.together import with_strokes
from cards.verbs.decide import decide
from cards.verbs.registry import BY_COMMAND, TELLINGS, touching
from cards.verbs.telling import Touches
from studio.kernel.messages import Message, counted, message, number_word
from studio.kernel.refusals import Refused
from tests import commands as c
from tests.rules.rules_deck import FROST, MARROW, SLUG, RulesDeck

LINE, ARC = Stroke("pen", "#1f2a4a", (0, 0, 900, 900)), Stroke("felt", "#b02a4c", (9, 9, 500, 90))
WITH_LINE = with_strokes(SLUG, (LINE,))


def refused(deck: RulesDeck, command: c.Command) -> Refused:
    with pytest.raises(Refused) as caught:
        deck.do(command)
    return caught.value


@pytest.fixture
def deck() -> RulesDeck:
    """Five members; what 1 proposes lies on the mat, and 2 has drawn a line on it."""
    deck = RulesDeck(5)
    deck.keep(WITH_LINE)
    deck.do(c.Propose(1, (Create("card", SLUG.digest),), grounds=" It  bites. "))
    deck.do(c.SuggestStrokes(2, 1, 1, (LINE,)))
    return deck


def test_what_is_put_to_the_table_keeps_its_grounds_and_what_asked_the_same_before(deck: RulesDeck) -> None:
    command = c.Propose(2, (Create("card", FROST.digest),), grounds=" Cold. ")
    made, *_ = decide(deck.deck, command, replace(deck.moment(), aside=1))
    assert made == e.ProposalMade(2, 2, "room", command.changes, 1, None, "Cold.")
    made, *_ = decide(deck.deck, replace(command, grounds=""), deck.moment())
    assert made == e.ProposalMade(2, 2, "room", command.changes, None, None, "")


@pytest.mark.parametrize("credited", [Create("card", SLUG.digest, 1), Amend(Ref("card", 1), SLUG.digest, FROST.digest)])
def test_the_same_for_somebody_else_s_credit_is_the_same(credited: Create | Amend) -> None:
    deck = RulesDeck(3)
    if isinstance(credited, Amend):
        deck.do(c.BringIn(1, ((Ref("card", 1), SLUG.digest, 1, ""),)))
    deck.do(c.Propose(1, (replace(credited, credit_to=2),)))
    for credit_to in (2, 3, None):
        told = refused(deck, c.Propose(3, (replace(credited, credit_to=credit_to),)))
        assert told == Refused("proposal.same", proposal=1)
    other: Change = replace(credited, face=MARROW.digest)
    assert deck.do(c.Propose(3, (other,)))


def test_a_reason_goes_with_another_no_without_one_and_stays_on_record_with_a_yes(deck: RulesDeck) -> None:
    def say(answer: str, reason: str = "") -> tuple[e.Event, ...]:
        return deck.do(c.CastVote(2, 1, 1, answer, reason))  # type: ignore[arg-type]

    assert say("against", " Slime. ") == (e.VoteCast(1, 1, 2, "against", "Slime."),)
    assert say("for") == (e.VoteCast(1, 1, 2, "for", "Slime."),)
    assert say("for") == ()
    assert say("against") == (e.VoteCast(1, 1, 2, "against", "Slime."),)
    assert say("against") == (e.VoteCast(1, 1, 2, "against", ""),)


def test_strokes_that_are_taken_keep_the_grounds_and_stand_for_whoever_drew_them(deck: RulesDeck) -> None:
    deck.do(c.Reword(1, 1, 1, (Create("card", MARROW.digest),), grounds="It bites."))
    deck.do(c.SuggestStrokes(3, 1, 2, (ARC,)))
    deck.keep(taken := with_strokes(MARROW, (ARC,)))
    answered, worded, *votes = deck.do(c.TakeStrokes(1, 1, 3))
    assert answered == e.StrokesAnswered(1, 1, 3, is_taken=True)
    assert isinstance(worded, e.ProposalReworded)
    assert (worded.wording, worded.changes, worded.grounds) == (3, (Create("card", taken.digest),), "It bites.")
    assert votes == [e.VoteCast(1, 3, 1, "for"), e.VoteCast(1, 3, 3, "for")]


def test_strokes_are_taken_onto_a_card_that_waits_or_without_a_vote_and_nobody_votes_by_it(deck: RulesDeck) -> None:
    deck.keep(with_strokes(FROST, (LINE,)))
    waits = deck.propose(3, FROST)
    deck.do(c.SuggestStrokes(2, waits, 1, (LINE,)))
    assert [type(fact) for fact in deck.do(c.TakeStrokes(3, waits, 2))] == [e.StrokesAnswered, e.ProposalReworded]
    deck.deck = replace(deck.deck, voting=((Ref("rule", 1), DecisionRule("majority", excluded=frozenset({2}))),))
    proposal = deck.deck.proposals[1]
    assert proposal.ballot is not None
    without = tuple(elector for elector in proposal.ballot.electors if elector.member != 2)
    ballot = replace(proposal.ballot, electors=without)
    deck.deck = replace(deck.deck, proposals={**deck.deck.proposals, 1: replace(proposal, ballot=ballot)})
    assert [fact for fact in deck.do(c.TakeStrokes(1, 1, 2)) if isinstance(fact, e.VoteCast)] == [
        e.VoteCast(1, 2, 1, "for")
    ]


def test_strokes_are_taken_by_the_one_card_and_other_changes_stay() -> None:
    deck = RulesDeck(3)
    deck.do(c.BringIn(1, ((Ref("card", 1), MARROW.digest, 1, ""),)))
    deck.keep(WITH_LINE)
    goes = Repeal(Ref("card", 1), MARROW.digest)
    deck.do(c.Propose(1, (Create("card", SLUG.digest), goes)))
    deck.do(c.SuggestStrokes(2, 1, 1, (LINE,)))
    worded = next(fact for fact in deck.do(c.TakeStrokes(1, 1, 2)) if isinstance(fact, e.ProposalReworded))
    assert worded.changes == (Create("card", WITH_LINE.digest), goes)


def test_strokes_are_not_taken_onto_a_picture_nor_once_the_words_under_them_were_taken_down(deck: RulesDeck) -> None:
    shown = deck.keep(replace(MARROW, picture=Picture("a" * 64, 100, 100)))
    deck.keep(with_strokes(shown, (LINE,)))
    pictured = deck.do(c.Reword(1, 1, 1, (Create("card", shown.digest),)))
    assert pictured and refused(deck, c.TakeStrokes(1, 1, 2)) == Refused("suggestion.no_drawing")
    deck.do(c.Reword(1, 1, 2, (Create("card", SLUG.digest),)))
    deck.faces[WITH_LINE.digest] = SLUG  # its strokes went with its words
    assert refused(deck, c.TakeStrokes(1, 1, 2)) == Refused("suggestion.empty")
    assert refused(deck, c.TakeStrokes(1, 1, 4)) == Refused("suggestion.none")


def test_what_is_refused_of_strokes_says_how_it_stands(deck: RulesDeck) -> None:
    assert refused(deck, c.SuggestStrokes(3, 1, 2, (LINE,))) == Refused("wording.superseded", now=1)
    for member in (3, 4):
        deck.do(c.SuggestStrokes(member, 1, 1, (LINE,)))
    assert refused(deck, c.SuggestStrokes(5, 1, 1, (LINE,))) == Refused("suggestion.many", limit=limits.SUGGESTIONS_MAX)
    assert deck.do(c.SuggestStrokes(3, 1, 1, (LINE,))) == ()


def test_what_is_refused_of_gaps_says_how_much_may_be() -> None:
    deck, words = RulesDeck(2), "x" * limits.GAP_MAX
    assert deck.do(c.NameGap(1, words, limits.GAP_CARDS_MAX)) == (e.GapNamed(1, 1, words, limits.GAP_CARDS_MAX),)
    assert refused(deck, c.NameGap(1, words + "yz")) == Refused(
        "gap.long", limit=limits.GAP_MAX, length=limits.GAP_MAX + 2
    )
    assert refused(deck, c.NameGap(2, f" {words.upper()} ")) == Refused("gap.same", words=words.upper())
    assert refused(deck, c.RewordGap(2, 1, "Pests", 0)) == Refused("gap.cards", limit=limits.GAP_CARDS_MAX)
    for number in range(2, limits.GAPS_MAX + 1):
        deck.do(c.NameGap(1, f"Gap {number}"))
    assert refused(deck, c.NameGap(2, "One more")) == Refused("gap.many", limit=limits.GAPS_MAX)


def test_a_language_is_kept_as_its_tag_is_written() -> None:
    deck = RulesDeck(1)
    (edited,) = deck.do(c.EditDetails(1, Details("Allotment Wars", language="DE-at")))
    assert isinstance(edited, e.DetailsEdited) and edited.now.language == "de-AT"


def test_nobody_outside_the_group_turns_a_claim_down() -> None:
    assert refused(RulesDeck(2), c.RefuseClaim(7, 1, 9)) == Refused("member.none")


def test_the_world_is_asked_of_a_card_for_what_its_verb_looks_into(deck: RulesDeck) -> None:
    """What is read beside a command, before it is decided (cards/verbs/verb.py)."""
    take, none = c.TakeStrokes(1, 1, 2), c.TakeStrokes(1, 9, 2)
    verb = BY_COMMAND[c.TakeStrokes]
    assert set(verb.faces(deck.deck, take)) == {SLUG.digest, WITH_LINE.digest} and not set(verb.faces(deck.deck, none))
    assert verb.changes(deck.deck, take) == (Create("card", SLUG.digest),) and verb.changes(deck.deck, none) == ()
    assert list(verb.adds(deck.deck, take)) == [SLUG.digest]
    assert verb.makes(deck.deck, take, deck.faces) == WITH_LINE and verb.makes(deck.deck, none, deck.faces) is None
    assert verb.makes(deck.deck, replace(take, member=3), deck.faces) is None
    assert list(verb.written(take, deck.do(take))) == [WITH_LINE.digest]
    suggest = BY_COMMAND[c.SuggestStrokes]
    command = c.SuggestStrokes(3, 1, 2, (ARC,))
    assert suggest.makes(deck.deck, command, deck.faces) == with_strokes(WITH_LINE, (ARC,))
    assert suggest.makes(deck.deck, replace(command, proposal=9), deck.faces) is None
    assert list(suggest.written(command, deck.do(command))) == [with_strokes(WITH_LINE, (ARC,)).digest]
    propose = BY_COMMAND[c.Propose]
    new, amended = Create("card", FROST.digest), Amend(Ref("card", 1), SLUG.digest, MARROW.digest)
    both = c.Propose(1, (new, amended, Repeal(Ref("card", 1), SLUG.digest)))
    assert set(propose.faces(deck.deck, both)) == {FROST.digest, MARROW.digest} and propose.shows_pictures
    back = Restore(Ref("card", 1), "x")
    assert set(propose.faces(deck.deck, c.Propose(1, (back,)))) == set(), "of what there is none"
    there = replace(deck.deck, articles={back.article: Article(back.article, SLUG.digest)})
    assert set(propose.faces(there, c.Propose(1, (back, Repeal(back.article, "x"))))) == {SLUG.digest}
    assert list(propose.adds(deck.deck, both)) == [FROST.digest] and propose.anew(deck.deck, both) == both.changes
    assert propose.anew(deck.deck, replace(both, source=1)) == () and list(propose.written(both, ())) == [
        FROST.digest,
        MARROW.digest,
    ]


GAP = see(Deck((1, 2), gaps=(SkeletonGap(4, 1, "Pests", 2),)), 1)
TOLD: list[tuple[e.Event, Message | None, Message | None]] = [
    (e.WayGiven(1, 2, 3), message("let another card go first"),
     message("{who} lets another card go first.", who="Member 2")),
    (e.StrokesSuggested(1, 2, "a", "b"), None,
     message("{who} has drawn something to add to the card.", who="Member 2")),
    (e.StrokesAnswered(1, 2, 3, True), None,
     message("{who} takes what {other} drew.", who="Member 2", other="Member 3")),
    (e.StrokesAnswered(1, 2, 3), None,
     message("{who} thanks {other} for the drawing, and leaves the card as it is.", who="Member 2", other="Member 3")),
    (e.GapNamed(4, 2, "Pests", 2), message("named a gap: {words}", words="Pests"),
     message("{who} names a gap: {words}", who="Member 2", words="Pests")),
    (e.GapReworded(4, 2, "Bugs", "Pests", 2),
     message("calls the gap “{was}” now “{words}”", was="Bugs", words="Pests"),
     message("{who} calls a gap something else: {words}", who="Member 2", words="Pests")),
    (e.GapReworded(4, 2, "Pests", "Pests", 3),
     counted("asks for {number} card for the gap “{words}”", "asks for {number} cards for the gap “{words}”", 3,
             words="Pests", number=number_word(3)),
     message("{who} calls a gap something else: {words}", who="Member 2", words="Pests")),
    (e.GapPutAway(4, 2, "Pests"), message("put a gap away: {words}", words="Pests"),
     message("{who} puts a gap away: {words}", who="Member 2", words="Pests")),
    (e.GapTaken(4, 2), None, message("{who} writes for a gap: {words}", who="Member 2", words="Pests")),
    (e.GapTaken(5, 2), None, None), (e.GapFreed(4, 2), None, None),
    (e.GapFilled(4, 1, "Pests"), message("has its card: {words}", words="Pests"),
     message("A card for this gap is in: {words}", words="Pests")),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "minuted", "announced"), TOLD)
def test_a_fact_is_told_as_its_verb_says(fact: e.Event, minuted: Message | None, announced: Message | None) -> None:
    telling = TELLINGS[type(fact)]
    assert (telling.minuted and telling.minuted(fact)) == minuted
    assert (telling.announced and telling.announced(fact, "Member {}".format, GAP)) == announced
    assert (telling.by(fact) if telling.is_deed else 2) == 2


def test_all_that_stands_with_its_verb_is_told_here() -> None:
    assert {type(fact) for fact, _, _ in TOLD} == TELLINGS.keys()
    assert touching(Touches.DRAWN) == {"StrokesSuggested", "StrokesAnswered"}


@pytest.mark.parametrize("command", [c.JoinDeck(3), c.PartMember(3, 1)])
def test_whoever_comes_is_not_there_before_though_the_group_says_so_already(command: c.Command) -> None:
    before = BY_COMMAND[type(command)].before
    assert before(Deck((1, 2, 3)), command) == Deck((1, 2)) == before(Deck((1, 2)), command)


@pytest.mark.parametrize("command", [c.LeaveDeck(2), c.MergeMember(2, 1)])
def test_whoever_goes_is_there_before_though_the_group_has_let_them_go(command: c.Command) -> None:
    before = BY_COMMAND[type(command)].before
    assert before(Deck((1, 3)), command) == Deck((1, 2, 3)) == before(Deck((1, 2, 3)), command)
