"""Drawing together: who may add to whose card, how much, and what the writer's two answers do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.face.face import Face, Stroke
from cards.face.picture import Picture
from cards.rules import events as e
from cards.rules.deck import Create, SetVisibility, SuggestedStrokes
from cards.rules.limits import STROKES_MAX
from cards.rules.together import card_of_another, check_sketch, with_strokes
from studio.kernel.refusals import Refused
from tests import commands as c
from tests.rules.rules_deck import FROST, MARROW, SLUG, RulesDeck

LINE, ARC = Stroke("pen", "#1f2a4a", (0, 0, 900, 900)), Stroke("felt", "#b02a4c", (9, 9, 500, 90))
DOT = Stroke("pen", "#1f2a4a", (50, 50))


def suggest(deck: RulesDeck, by: int, number: int, *strokes: Stroke) -> tuple[e.Event, ...]:
    """On the card as it reads now. Whoever carries it out keeps what was drawn."""
    change = deck.deck.proposals[number].wording.changes[0]
    assert isinstance(change, Create)
    deck.keep(with_strokes(deck.faces[change.face], strokes))
    wording = deck.deck.proposals[number].wording.number
    return deck.do(c.SuggestStrokes(by, number, wording, strokes))


def drawn(deck: RulesDeck, number: int) -> tuple[Stroke, ...]:
    change = deck.deck.proposals[number].wording.changes[0]
    assert isinstance(change, Create)
    return deck.faces[change.face].doodle


def take(deck: RulesDeck, by: int, number: int, member: int, card: Face) -> tuple[e.Event, ...]:
    """`card` is what the taken card will be: whoever carries it out knows it by name."""
    deck.keep(card)
    return deck.do(c.TakeStrokes(by, number, member))


def refused(deck: RulesDeck, command: c.Command) -> str:
    before = deck.deck
    with pytest.raises(Refused) as refused:
        deck.do(command)
    assert deck.deck == before
    return refused.value.code


def test_what_is_taken_stands_on_the_card_and_the_votes_start_again() -> None:
    deck = RulesDeck(3)
    number = deck.propose(1)
    deck.vote(2, number)
    suggest(deck, 3, number, LINE)
    assert deck.deck.proposals[number].suggestions == (
        SuggestedStrokes(3, SLUG.digest, with_strokes(SLUG, (LINE,)).digest),
    )
    facts = take(deck, 1, number, 3, with_strokes(SLUG, (LINE,)))
    proposal = deck.deck.proposals[number]
    assert facts[0] == e.StrokesAnswered(number, 1, 3, True) and isinstance(facts[1], e.ProposalReworded)
    assert drawn(deck, number) == (LINE,) and proposal.suggestions == () and proposal.wording.number == 2
    assert proposal.ballot is not None and {v.by: v.answer for v in proposal.ballot.votes} == {1: "for", 3: "for"}


def test_strokes_go_on_the_card_as_it_reads_when_they_are_taken() -> None:
    deck = RulesDeck(3)
    number = deck.propose(1)
    suggest(deck, 2, number, LINE)
    suggest(deck, 3, number, ARC)
    deck.do(c.Reword(1, number, 1, (Create("card", MARROW.digest),)))
    assert len(deck.deck.proposals[number].suggestions) == 2
    take(deck, 1, number, 3, with_strokes(MARROW, (ARC,)))
    take(deck, 1, number, 2, with_strokes(MARROW, (ARC, LINE)))
    assert drawn(deck, number) == (ARC, LINE)


def test_whoever_drew_counts_as_for_only_on_the_card_they_saw() -> None:
    deck = RulesDeck(4)
    number = deck.propose(1)
    suggest(deck, 2, number, LINE)
    suggest(deck, 3, number, ARC)
    deck.do(c.Reword(1, number, 1, (Create("card", MARROW.digest),)))
    facts = take(deck, 1, number, 2, with_strokes(MARROW, (LINE,)))
    assert [fact.by for fact in facts if isinstance(fact, e.VoteCast)] == [1]
    facts = take(deck, 1, number, 3, with_strokes(MARROW, (LINE, ARC)))
    assert [fact.by for fact in facts if isinstance(fact, e.VoteCast)] == [1], "on other words, behind another line"


def test_what_no_longer_fits_is_refused_and_waits() -> None:
    deck = RulesDeck(3)
    number = deck.propose(1)
    suggest(deck, 2, number, LINE)
    full = deck.keep(with_strokes(MARROW, (DOT,) * STROKES_MAX))
    deck.do(c.Reword(1, number, 1, (Create("card", full.digest),)))
    deck.keep(with_strokes(full, (LINE,)))
    assert refused(deck, c.TakeStrokes(1, number, 2)) == "face.doodle_large"
    assert deck.do(c.LeaveStrokes(1, number, 2)) == (e.StrokesAnswered(number, 1, 2),)
    assert deck.deck.proposals[number].suggestions == ()


def test_only_another_member_suggests_and_only_the_writer_answers() -> None:
    deck = RulesDeck(3)
    number = deck.propose(1)
    assert refused(deck, c.SuggestStrokes(1, number, 1, (LINE,))) == "suggestion.own"
    assert refused(deck, c.SuggestStrokes(9, number, 1, (LINE,))) == "member.none"
    assert refused(deck, c.SuggestStrokes(2, number, 2, (LINE,))) == "wording.superseded"
    assert refused(deck, c.SuggestStrokes(2, 5, 1, (LINE,))) == "proposal.none"
    suggest(deck, 2, number, LINE)
    for answer in (c.TakeStrokes, c.LeaveStrokes):
        assert refused(deck, answer(2, number, 2)) == refused(deck, answer(3, number, 2)) == "proposal.not_yours"
        assert refused(deck, answer(1, number, 3)) in ("suggestion.none", "suggestion.no_drawing")
    deck.do(c.Withdraw(1, number))
    assert refused(deck, c.TakeStrokes(1, number, 2)) == "proposal.closed"


def test_one_suggestion_a_person_and_three_a_card() -> None:
    deck = RulesDeck(5)
    number = deck.propose(1)
    suggest(deck, 2, number, LINE)
    assert suggest(deck, 2, number, LINE) == ()
    assert refused(deck, c.SuggestStrokes(2, number, 1, (ARC,))) == "suggestion.one"
    suggest(deck, 3, number, LINE)
    suggest(deck, 4, number, LINE)
    assert refused(deck, c.SuggestStrokes(5, number, 1, (ARC,))) == "suggestion.many"


def test_a_suggestion_adds_strokes_within_the_walls() -> None:
    deck = RulesDeck(2)
    card = deck.keep(with_strokes(FROST, (LINE,)))
    number = deck.propose(1, card)
    for code, strokes in (
        ("suggestion.empty", ()), ("face.doodle_large", (DOT,) * STROKES_MAX),
        ("face.doodle_unreadable", (Stroke("pen", "red", (1, 1)),)),
        ("face.doodle_long", (Stroke("pen", "#1f2a4a", (1, 1) * 1900),) * 11),
    ):  # fmt: skip
        assert refused(deck, c.SuggestStrokes(2, number, 1, strokes)) == code
    (suggested,) = deck.do(c.SuggestStrokes(2, number, 1, (ARC,)))
    assert suggested == e.StrokesSuggested(number, 2, card.digest, with_strokes(card, (ARC,)).digest)


def test_there_is_nothing_to_draw_on_without_one_card_that_shows_its_drawing() -> None:
    picture = replace(SLUG, picture=Picture("a" * 64, 100, 100))
    for changes in (
        (Create("card", picture.digest),),
        (Create("card", (flat := replace(SLUG, art_lines=0)).digest),),
        (Create("card", SLUG.digest), Create("card", FROST.digest)),
        (SetVisibility("public"),),
        (Create("rule", FROST.digest),),
    ):
        deck = RulesDeck(2)
        deck.keep(picture)
        deck.keep(flat)
        number = deck.propose(1, SLUG, *changes)
        assert refused(deck, c.SuggestStrokes(2, number, 1, (LINE,))) == "suggestion.no_drawing"


def test_what_is_shown_while_it_is_drawn_could_be_suggested_as_it_is() -> None:
    deck = RulesDeck(3)
    number = deck.propose(1)
    proposal, digest = card_of_another(deck.deck, number, 2)
    assert digest == SLUG.digest
    for strokes in ((), (LINE,), (LINE, ARC) * 20):
        check_sketch(proposal, 2, SLUG, strokes)
    for code, card, strokes in (
        ("face.doodle_large", with_strokes(SLUG, (DOT,)), (DOT,) * STROKES_MAX),
        ("face.doodle_unreadable", SLUG, (Stroke("pen", "red", (1, 1)),)),
        ("face.doodle_unreadable", SLUG, (Stroke("pen", "#1f2a4a", (1, 1, 1)),)),
        ("face.doodle_long", SLUG, (Stroke("pen", "#1f2a4a", (1, 1) * 1900),) * 11),
        ("suggestion.no_drawing", replace(SLUG, art_lines=0), (LINE,)),
    ):
        with pytest.raises(Refused) as no:
            check_sketch(proposal, 2, card, strokes)
        assert no.value.code == code
    suggest(deck, 2, number, LINE)
    with pytest.raises(Refused) as no:
        check_sketch(deck.deck.proposals[number], 2, SLUG, (ARC,))
    assert no.value.code == "suggestion.one"
    for by, code in ((1, "suggestion.own"), (2, "proposal.closed")):
        with pytest.raises(Refused) as no:
            card_of_another(deck.deck, number, by)
        assert no.value.code == code
        deck.do(c.Withdraw(1, number)) if by == 1 else None
