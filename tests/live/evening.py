"""What may happen in a workshop, as scenarios: everything before the `yield` was there when the page was loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta

from django.utils import timezone

from cards import actions
from cards import models as rows
from cards.face.face import Face, Stroke
from cards.rules import deck as d
from cards.rules.deck import Details, Ref
from cards.rules.details import UNTITLED
from cards.rules.kit import DVORAK
from cards.rules.pairing import Lain
from cards.rules.taking_over import TakenArticle
from cards.storage.again import asked_again
from cards.verbs.batch import CallOffBatch, GiveTime, JoinBatch, MarkCard, PickUp, SweepWithout
from cards.verbs.drawing import LeaveStrokes, TakeStrokes
from cards.verbs.gaps import PutGapAway, RewordGap, UnhookFromGap
from cards.verbs.proposing import GiveWay, Withdraw
from cards.verbs.taking import RollBack, TakeOver
from cards.verbs.votes import GoOnWithout, Remark
from studio import actions as people
from studio.actions import arrivals
from studio.live import presence
from studio.models import Claim, Knock, Lease, Member, Person
from studio.people import hints
from tests import commands as c
from tests.deck_fixture import SLUG, DeckFixture
from tests.deeds import archive_version, edit_details

Scenario = Callable[[DeckFixture], Iterator[None]]

CARD = Ref("card", 1)
MARROW = Face("Prize Marrow", "Thing — Vegetable", "Worth a rosette.")
GNOME = Face("Gnome", "Thing — Ornament", "Draw a card. {gold 3}")
RULE = Face("Slow Sunday", "", "Nobody plays an Action on their first turn.")

SCENARIOS: dict[type, list[Scenario]] = {}
BESIDES: list[Scenario] = []  # what changes a page and is no command of the deck


def of(command: type) -> Callable[[Scenario], Scenario]:
    def add(scenario: Scenario) -> Scenario:
        SCENARIOS.setdefault(command, []).append(scenario)
        return scenario

    return add


def besides(scenario: Scenario) -> Scenario:
    BESIDES.append(scenario)
    return scenario


def put(t: DeckFixture, name: str, change: d.Change, *faces: Face, sort: d.BallotSort = "room") -> int:
    made = actions.propose(t.deck.pk, by=t.ids[name], key=None, changes=(change,), faces=faces, sort=sort)
    return int(made.result["proposal"])


def slug_is_in(t: DeckFixture) -> None:
    t.all_vote(t.propose("Ros"))


# --- proposing --------------------------------------------------------------------------------------------------------
@of(c.Propose)
def the_first_card(t: DeckFixture) -> Iterator[None]:
    yield
    t.propose("Ros")


@of(c.Propose)
def a_card_that_queues(t: DeckFixture) -> Iterator[None]:
    t.propose("Ros")
    yield
    t.propose("Idris", MARROW)


@of(c.Propose)
def a_special_rule(t: DeckFixture) -> Iterator[None]:
    yield
    t.propose("Ros", RULE, kind="rule")


@of(c.Propose)
def an_amendment(t: DeckFixture) -> Iterator[None]:
    slug_is_in(t)
    yield
    t.amend("Idris", CARD, replace(SLUG, text="Put two bites on a Vegetable."))


@of(c.Propose)
def a_repeal(t: DeckFixture) -> Iterator[None]:
    slug_is_in(t)
    yield
    t.repeal("Maud", CARD)


@of(c.Propose)
def a_question_to_every_member(t: DeckFixture) -> Iterator[None]:
    yield
    t.propose("Ros", sort="members")


@of(c.Propose)
def one_taken_out_of_the_drawer_as_it_was(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    t.vote("Idris", number, "against", "Too slimy")
    t.vote("Maud", number, "against")
    yield
    actions.do(t.deck.pk, asked_again(t.deck.pk, t.ids["Maud"], number), key=None)


@of(c.Propose)
def a_deck_wide_change(t: DeckFixture) -> Iterator[None]:
    yield
    put(t, "Ros", d.SetVisibility("unlisted"))


# --- rewording and withdrawing ----------------------------------------------------------------------------------------
@of(c.Reword)
def another_wording_voids_votes(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    t.vote("Idris", number)
    actions.do(t.deck.pk, Remark(by=t.ids["Maud"], proposal=number, text="Slimy how?"), key=None)
    yield
    changes = (d.Create("card", MARROW.digest),)
    actions.reword(t.deck.pk, by=t.ids["Ros"], key=None, proposal=number, wording=1, changes=changes, faces=[MARROW])


@of(c.Reword)
def an_overtaken_amendment_is_put_right(t: DeckFixture) -> Iterator[None]:
    slug_is_in(t)
    first = t.amend("Idris", CARD, MARROW)
    second = t.amend("Maud", CARD, GNOME)
    t.all_vote(first)
    yield
    changes = (d.Amend(CARD, MARROW.digest, GNOME.digest),)
    wording = t.proposal(second).wording
    actions.reword(
        t.deck.pk, by=t.ids["Maud"], key=None, proposal=second, wording=wording, changes=changes, faces=[GNOME]
    )


@of(c.Withdraw)
def the_one_on_the_mat_with_another_behind_it(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    t.propose("Idris", MARROW)
    yield
    actions.do(t.deck.pk, Withdraw(by=t.ids["Ros"], proposal=number), key=None)


@of(c.Withdraw)
def the_one_in_the_queue(t: DeckFixture) -> Iterator[None]:
    t.propose("Ros")
    number = t.propose("Idris", MARROW)
    yield
    actions.do(t.deck.pk, Withdraw(by=t.ids["Idris"], proposal=number), key=None)


# --- judging ----------------------------------------------------------------------------------------------------------
@of(c.CastVote)
def a_vote_that_leaves_it_open(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    yield
    t.vote("Idris", number)


@of(c.CastVote)
def a_vote_changed(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    t.vote("Idris", number, "against", "Too slimy")
    yield
    t.vote("Idris", number)


@of(c.CastVote)
def the_last_vote_and_it_is_in(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    t.propose("Maud", MARROW)
    t.vote("Idris", number)
    yield
    t.vote("Maud", number)


@of(c.CastVote)
def the_last_vote_and_it_is_set_aside(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    t.vote("Idris", number, "against", "Too slimy")
    yield
    t.vote("Maud", number)


@of(c.CastVote)
def an_amendment_goes_in_and_overtakes_another(t: DeckFixture) -> Iterator[None]:
    slug_is_in(t)
    first = t.amend("Ros", CARD, MARROW)
    t.amend("Maud", CARD, GNOME)
    t.vote("Idris", first)
    yield
    t.vote("Maud", first)


@of(c.CastVote)
def a_repeal_goes_through(t: DeckFixture) -> Iterator[None]:
    slug_is_in(t)
    number = t.repeal("Ros", CARD)
    t.vote("Idris", number)
    yield
    t.vote("Maud", number)


@of(c.CastVote)
def a_special_rule_comes_into_force(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros", RULE, kind="rule")
    t.vote("Idris", number)
    yield
    t.vote("Maud", number)


@of(c.CastVote)
def more_copies_of_a_card(t: DeckFixture) -> Iterator[None]:
    slug_is_in(t)
    number = put(t, "Ros", d.Recount(CARD, SLUG.digest, 3))
    t.vote("Idris", number)
    yield
    t.vote("Maud", number)


@of(c.CastVote)
def a_repealed_card_comes_back(t: DeckFixture) -> Iterator[None]:
    slug_is_in(t)
    t.all_vote(t.repeal("Ros", CARD))
    number = put(t, "Ros", d.Restore(CARD, SLUG.digest))
    t.vote("Idris", number)
    yield
    t.vote("Maud", number)


def all_but_the_last(t: DeckFixture, number: int) -> str:
    """Everybody but one votes for it; who that one is."""
    ballot = t.value().proposals[number].ballot
    silent = [elector.member for elector in ballot.electors] if ballot else list(t.ids.values())
    names = [name for name, member in t.ids.items() if member in silent and member != t.proposal(number).by_id]
    for name in names[:-1]:
        t.vote(name, number)
    return names[-1]


@of(c.CastVote)
def the_deck_becomes_public(t: DeckFixture) -> Iterator[None]:
    number = put(t, "Ros", d.SetVisibility("public"))
    last = all_but_the_last(t, number)
    yield
    t.vote(last, number)


@of(c.CastVote)
def the_deck_gets_a_licence(t: DeckFixture) -> Iterator[None]:
    number = put(t, "Ros", d.SetLicence("CC BY-SA 4.0"))
    last = all_but_the_last(t, number)
    yield
    t.vote(last, number)


@of(c.CastVote)
def the_deck_is_given_up(t: DeckFixture) -> Iterator[None]:
    slug_is_in(t)
    number = put(t, "Ros", d.DeleteDeck(t.deck.title))
    last = all_but_the_last(t, number)
    yield
    t.vote(last, number)


@of(c.CastVote)
def one_of_the_questions_to_everybody(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros", sort="members")
    yield
    t.vote("Wil", number)


@of(c.LeaveRoom)
def whoever_gets_up_from_the_table_stops_counting(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    t.vote("Idris", number)
    yield
    actions.leave_room(t.deck.pk, member=t.ids["Maud"])


@of(c.GoOnWithout)
def the_first_to_say_so(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    t.go_away("Maud")
    yield
    actions.do(t.deck.pk, GoOnWithout(by=t.ids["Ros"], proposal=number, without=t.ids["Maud"]), key=None)


@of(c.GoOnWithout)
def all_have_said_so_and_it_is_decided(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    t.vote("Idris", number)
    t.go_away("Maud")
    actions.do(t.deck.pk, GoOnWithout(by=t.ids["Ros"], proposal=number, without=t.ids["Maud"]), key=None)
    yield
    actions.do(t.deck.pk, GoOnWithout(by=t.ids["Idris"], proposal=number, without=t.ids["Maud"]), key=None)


@of(c.Remark)
def a_word_about_it(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    yield
    actions.do(t.deck.pk, Remark(by=t.ids["Idris"], proposal=number, text="Slimy <how>?"), key=None)


def drawn_on(t: DeckFixture, name: str, number: int) -> None:
    strokes = (Stroke("pen", "#1f2a4a", (100, 100, 2000, 900)),)
    actions.do(t.deck.pk, c.SuggestStrokes(t.ids[name], number, 1, strokes), key=None)


@of(c.SuggestStrokes)
def somebody_draws_on_the_card_of_another(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    yield
    drawn_on(t, "Idris", number)


@of(c.TakeStrokes)
def what_they_drew_is_taken(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    drawn_on(t, "Idris", number)
    t.vote("Maud", number)
    yield
    actions.do(t.deck.pk, TakeStrokes(by=t.ids["Ros"], proposal=number, member=t.ids["Idris"]), key=None)


@of(c.LeaveStrokes)
def what_they_drew_is_left(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    drawn_on(t, "Idris", number)
    yield
    actions.do(t.deck.pk, LeaveStrokes(by=t.ids["Ros"], proposal=number, member=t.ids["Idris"]), key=None)


@of(c.GiveWay)
def a_card_that_waits_lets_another_go_first(t: DeckFixture) -> Iterator[None]:
    t.propose("Ros")
    mine, other = t.propose("Idris", replace(SLUG, title="Frost")), t.propose("Maud", replace(SLUG, title="Marrow"))
    yield
    actions.do(t.deck.pk, GiveWay(by=t.ids["Idris"], proposal=mine, to=other), key=None)


@of(c.SettleDue)
def time_is_up(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros", sort="members")
    t.vote("Idris", number)
    rows.Proposal.objects.filter(deck=t.deck, number=number).update(deadline=timezone.now() - timedelta(seconds=5))
    yield
    actions.settle_due()


# --- the deck ---------------------------------------------------------------------------------------------------------
@of(c.StartDeck)
def another_deck_of_the_group(t: DeckFixture) -> Iterator[None]:
    t.propose("Ros")
    yield
    actions.start_deck(member=t.ids["Idris"], details=Details("Compost"))


@of(c.BringIn)
def another_deck_that_comes_with_cards(t: DeckFixture) -> Iterator[None]:
    yield
    actions.start_deck(member=t.ids["Idris"], details=Details("Compost"), articles=[(CARD, GNOME, 2, "")])


@of(c.EditDetails)
def a_theme_and_a_way_to_win(t: DeckFixture) -> Iterator[None]:
    yield
    details = replace(t.value().details, theme="Allotments", goal="Most rosettes")
    edit_details(t.deck.pk, by=t.ids["Maud"], key=None, details=details)


@of(c.EditDetails)
def another_title_and_address(t: DeckFixture) -> Iterator[None]:
    slug_is_in(t)
    t.propose("Idris", MARROW)
    number = t.propose("Ros", GNOME)
    actions.do(t.deck.pk, Withdraw(by=t.ids["Ros"], proposal=number), key=None)
    yield
    details = replace(t.value().details, title="Compost Wars", players_max=9, players_min=5)
    edit_details(t.deck.pk, by=t.ids["Maud"], key=None, details=details)


@of(c.Agree)
def what_it_is_about_is_agreed_out_loud(t: DeckFixture) -> Iterator[None]:
    yield
    actions.do(t.deck.pk, c.Agree(t.ids["Maud"], theme="Allotments", goal="Most rosettes"), key=None)


@of(c.CallIt)
def a_deck_that_nobody_gave_a_title_gets_one(t: DeckFixture) -> Iterator[None]:
    untitled = replace(t.value().details, title=UNTITLED.text)
    edit_details(t.deck.pk, by=t.ids["Maud"], key=None, details=untitled)
    slug_is_in(t)
    yield
    actions.do(t.deck.pk, c.CallIt(t.ids["Wil"], "Compost Wars"), key=None)


@of(c.ArchiveVersion)
def an_evening_is_archived(t: DeckFixture) -> Iterator[None]:
    slug_is_in(t)
    t.propose("Idris", MARROW)
    yield
    archive_version(t.deck.pk, by=t.ids["Wil"], key=None, name="First Frost")


def a_version_is_behind(t: DeckFixture) -> TakenArticle:
    """The Slug as it was before it was reworded."""
    slug_is_in(t)
    archive_version(t.deck.pk, by=t.ids["Wil"], key=None, name="First Frost")
    t.all_vote(t.amend("Idris", CARD, GNOME))
    return TakenArticle(Lain(CARD, SLUG.digest), CARD)


@of(TakeOver)
def a_card_is_to_read_as_it_did(t: DeckFixture) -> Iterator[None]:
    was = a_version_is_behind(t)
    yield
    actions.do(t.deck.pk, TakeOver(t.ids["Idris"], (was,), "It was better."), key=None)


@of(RollBack)
def the_deck_is_to_be_as_it_was(t: DeckFixture) -> Iterator[None]:
    was = a_version_is_behind(t)
    yield
    actions.do(t.deck.pk, RollBack(t.ids["Idris"], (was,), DVORAK), key=None)


@of(c.TakeDown)
def a_card_in_the_deck(t: DeckFixture) -> Iterator[None]:
    slug_is_in(t)
    t.amend("Ros", CARD, MARROW)
    yield
    actions.take_down(SLUG.digest, why="Somebody else's words")


@of(c.TakeDown)
def a_card_on_the_mat_one_in_the_queue_and_one_in_the_drawer(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    t.all_vote(number, "against")
    t.propose("Idris")
    t.propose("Maud", MARROW)
    yield
    actions.take_down(SLUG.digest, why="Somebody else's words")
    actions.take_down(MARROW.digest, why="Somebody else's words")


# --- people -----------------------------------------------------------------------------------------------------------
@of(c.JoinDeck)
def somebody_new(t: DeckFixture) -> Iterator[None]:
    t.propose("Ros")
    yield
    t.join("Peg")


@of(c.LeaveDeck)
def an_elector_leaves_and_it_is_decided(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    t.vote("Idris", number)
    yield
    t.leave("Maud")


@of(c.LeaveDeck)
def the_author_is_removed(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    t.propose("Ros", MARROW)
    t.vote("Idris", number)
    yield
    t.leave("Ros", "removed")


@of(c.LeaveDeck)
def somebody_who_was_asked_with_everybody(t: DeckFixture) -> Iterator[None]:
    t.propose("Ros", sort="members")
    yield
    t.leave("Wil")


def somebody_says_they_are_wil(t: DeckFixture) -> Claim:
    """A newcomer says so; everybody else has been here for days."""
    Member.objects.filter(group=t.group).update(joined_at=timezone.now() - timedelta(days=2))
    newcomer = people.join(group_id=t.group.pk, person_id=Person.objects.create(name="Wil").pk, i_am="Wil")
    t.ids["Wil 2"] = newcomer.pk
    return Claim.objects.get()


def answer(t: DeckFixture, name: str, is_same: bool) -> None:
    claim = Claim.objects.get()
    people.answer_claim(claim_key=claim.key, group_id=t.group.pk, by=t.ids[name], is_same=is_same)


@besides
def somebody_says_who_they_were(t: DeckFixture) -> Iterator[None]:
    t.propose("Ros")
    yield
    somebody_says_they_are_wil(t)
    t.ids.pop("Wil 2")


@of(c.MergeMember)
def an_elector_turns_out_to_be_an_older_member(t: DeckFixture) -> Iterator[None]:
    somebody_says_they_are_wil(t)
    t.arrive("Wil 2")
    t.propose("Ros")
    yield
    answer(t, "Idris", True)


@of(c.PartMember)
def and_is_not_after_all(t: DeckFixture) -> Iterator[None]:
    somebody_says_they_are_wil(t)
    number = t.propose("Ros", sort="members")
    answer(t, "Idris", True)
    t.vote("Wil", number)
    t.ids.pop("Wil 2")
    yield
    answer(t, "Wil", False)


@of(c.RefuseClaim)
def somebody_is_told_that_they_are_not(t: DeckFixture) -> Iterator[None]:
    somebody_says_they_are_wil(t)
    t.propose("Ros")
    yield
    answer(t, "Maud", False)


@besides
def somebody_goes_away(t: DeckFixture) -> Iterator[None]:
    t.propose("Ros")
    yield
    presence.leave(t.deck.stream_id, t.ids["Maud"])


@besides
def somebody_arrives(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    t.vote("Idris", number)
    yield
    presence.renew(t.deck.stream_id, t.ids["Wil"])


@besides
def somebody_takes_another_name(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    t.vote("Idris", number, "against", "Too slimy")
    actions.do(t.deck.pk, Remark(by=t.ids["Idris"], proposal=number, text="Really"), key=None)
    yield
    arrivals.rename(person_id=Member.objects.get(pk=t.ids["Idris"]).person_id, name="Idris Ap", shape="shield")


def draws(t: DeckFixture, name: str, number: int, *, on: int = 0, many: int = 1) -> None:
    strokes = tuple(Stroke("pen", "#1f2a4a", (100, 100 * n, 2000, 900)) for n in range(1, many + 1))
    actions.sketch(t.deck.pk, by=t.ids[name], proposal=number, on=on, strokes=strokes)


@besides
def somebody_draws_more_on_the_card_that_lies_there(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    draws(t, "Idris", number)
    yield
    draws(t, "Idris", number, on=1, many=3)
    draws(t, "Maud", number)


@besides
def somebody_gives_up_what_they_drew(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Ros")
    draws(t, "Idris", number)
    yield
    actions.give_up_sketch(t.deck.pk, by=t.ids["Idris"], proposal=number)


@besides
def somebody_knocks(t: DeckFixture) -> Iterator[None]:
    yield
    now = timezone.now()
    Knock.objects.create(stream=t.deck.stream, person=Person.objects.create(name="Peg"), at=now, seen_at=now)
    hints.door_changed(t.group.pk)


def table() -> DeckFixture:
    """Ros, Idris and Maud are in the room; Wil is a member and is not."""
    t = DeckFixture("Ros", "Idris", "Maud")
    t.join("Wil")
    Lease.objects.filter(member_id=t.ids["Wil"]).delete()
    return t


# --- a first batch in secret ------------------------------------------------------------------------------------------
@of(c.BeginBatch)
def a_first_batch_is_called(t: DeckFixture) -> Iterator[None]:
    yield
    t.begin_batch("Ros")


@of(c.JoinBatch)
def somebody_writes_along(t: DeckFixture) -> Iterator[None]:
    t.begin_batch("Ros")
    yield
    actions.do(t.deck.pk, JoinBatch(by=t.ids["Wil"], batch=1), key=None)


@of(c.PutDown)
def a_card_is_put_down_unseen(t: DeckFixture) -> Iterator[None]:
    t.begin_batch("Ros")
    yield
    t.put_down("Idris", 1, MARROW)


@of(c.PickUp)
def a_card_is_picked_up_again(t: DeckFixture) -> Iterator[None]:
    t.begin_batch("Ros")
    t.put_down("Idris", 1, MARROW)
    yield
    actions.do(t.deck.pk, PickUp(by=t.ids["Idris"], batch=1, slot=1), key=None)


@of(c.GiveTime)
def five_minutes_more(t: DeckFixture) -> Iterator[None]:
    t.begin_batch("Ros")
    yield
    actions.do(t.deck.pk, GiveTime(by=t.ids["Idris"], batch=1), key=None)


@of(c.TurnBatchOver)
def they_are_turned_over(t: DeckFixture) -> Iterator[None]:
    t.begin_batch("Ros")
    t.everybody_writes()
    yield
    t.turn_over("Idris")


@of(c.MarkCard)
def somebody_looks_at_one(t: DeckFixture) -> Iterator[None]:
    t.begin_batch("Ros")
    t.everybody_writes()
    t.turn_over("Idris")
    yield
    actions.do(t.deck.pk, MarkCard(by=t.ids["Ros"], batch=1, place=2, mark="talk"), key=None)


@of(c.MarkCard)
def the_last_mark_and_it_is_swept(t: DeckFixture) -> Iterator[None]:
    t.begin_batch("Ros")
    t.everybody_writes()
    t.turn_over("Idris")
    batch = t.value().batch
    assert batch is not None
    names = [name for name, member in t.ids.items() if batch.sweeper(member)]
    for name in names[:-1]:
        t.mark_all(name, talk=(1,))
    t.mark_all(names[-1], but=(3,))
    yield
    actions.do(t.deck.pk, MarkCard(by=t.ids[names[-1]], batch=1, place=3, mark="keep"), key=None)


@of(c.SweepWithout)
def somebody_away_is_gone_on_without(t: DeckFixture) -> Iterator[None]:
    t.begin_batch("Ros")
    t.everybody_writes()
    t.turn_over("Idris")
    t.go_away("Maud")
    yield
    actions.do(t.deck.pk, SweepWithout(by=t.ids["Ros"], batch=1, without=t.ids["Maud"]), key=None)


@of(c.CallOffBatch)
def a_first_batch_is_called_off(t: DeckFixture) -> Iterator[None]:
    t.begin_batch("Ros")
    yield
    actions.do(t.deck.pk, CallOffBatch(by=t.ids["Idris"], batch=1), key=None)


@of(c.LeaveDeck)
def whoever_was_still_writing_is_removed(t: DeckFixture) -> Iterator[None]:
    t.begin_batch("Ros")
    t.put_down("Maud", 1, MARROW)
    yield
    t.leave("Maud", "removed")


# --- the skeleton of the deck -----------------------------------------------------------------------------------------


@of(c.NameGap)
def a_gap_is_named(t: DeckFixture) -> Iterator[None]:
    yield
    t.name_gap("Ros")


@of(c.RewordGap)
def a_gap_is_called_something_else(t: DeckFixture) -> Iterator[None]:
    gap = t.name_gap("Ros")
    t.hang("Idris", gap)
    yield
    actions.do(t.deck.pk, RewordGap(by=t.ids["Idris"], gap=gap, words="an answer to slugs", wanted=2), key=None)


@of(c.PutGapAway)
def a_gap_is_put_away_while_a_card_hangs_on_it(t: DeckFixture) -> Iterator[None]:
    gap = t.name_gap("Ros")
    t.hang("Idris", gap)
    yield
    actions.do(t.deck.pk, PutGapAway(by=t.ids["Ros"], gap=gap), key=None)


@of(c.HangOnGap)
def two_people_take_the_same_gap(t: DeckFixture) -> Iterator[None]:
    gap = t.name_gap("Ros")
    t.hang("Ros", gap)
    yield
    t.hang("Idris", gap)


@of(c.UnhookFromGap)
def a_card_is_unhooked_from_its_gap(t: DeckFixture) -> Iterator[None]:
    gap = t.name_gap("Ros")
    t.hang("Idris", gap)
    yield
    actions.do(t.deck.pk, UnhookFromGap(by=t.ids["Idris"], gap=gap), key=None)


@of(c.Propose)
def a_card_for_a_gap_comes_to_the_mat(t: DeckFixture) -> Iterator[None]:
    gap = t.name_gap("Ros")
    t.hang("Idris", gap)
    yield
    t.propose("Idris", gap=gap)


@of(c.CastVote)
def a_card_for_a_gap_is_in(t: DeckFixture) -> Iterator[None]:
    number = t.propose("Idris", gap=t.name_gap("Ros", wanted=2))
    yield
    t.all_vote(number)


@of(c.LeaveDeck)
def whoever_was_on_a_gap_leaves(t: DeckFixture) -> Iterator[None]:
    t.hang("Maud", t.name_gap("Ros"))
    yield
    t.leave("Maud")
