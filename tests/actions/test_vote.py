"""The creative vote through actions and rows (C1 to C6): every way an evening goes, and the log tells it all."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from cards import actions
from cards import models as rows
from cards.face.face import Face
from cards.rules.deck import Create, Ref
from cards.storage import store
from cards.verbs.votes import CastVote, GoOnWithout
from studio.kernel.refusals import Refused
from studio.models import Entry
from tests.deck_fixture import SLUG, DeckFixture
from tests.deeds import archive_version

pytestmark = pytest.mark.django_db
CARD = Ref("card", 1)
MARROW = Face("Prize Marrow", "Thing — Vegetable", "Worth a rosette.")


def test_a_card_everybody_is_in_favour_of_goes_in() -> None:
    table = DeckFixture("Ros", "Idris", "Maud")
    number = table.propose("Ros")
    table.vote("Idris", number)
    assert table.proposal(number).state == "open"
    table.vote("Maud", number)
    assert table.proposal(number).state == "accepted"
    assert table.article(CARD).face_id == SLUG.digest
    assert table.folded() == table.value()


def test_one_against_sets_it_aside_with_its_reason_once_all_have_spoken() -> None:
    table = DeckFixture("Ros", "Idris", "Maud")
    number = table.propose("Ros")
    table.vote("Idris", number, "against", "Too slimy")
    assert table.proposal(number).state == "open"
    table.vote("Maud", number)
    row = table.proposal(number)
    assert (row.state, row.why_aside) == ("aside", "against")
    assert rows.Vote.objects.get(voter_id=table.ids["Idris"]).reason == "Too slimy"
    assert not rows.Article.objects.exists()
    assert table.folded() == table.value()


def test_a_vote_may_be_changed_until_the_ballot_closes() -> None:
    table = DeckFixture("Ros", "Idris", "Maud")
    number = table.propose("Ros")
    table.vote("Idris", number, "against")
    table.vote("Idris", number, "for")
    table.vote("Maud", number)
    assert table.proposal(number).state == "accepted"


def test_the_same_request_counts_once_and_another_with_its_key_is_refused() -> None:
    table = DeckFixture("Ros", "Idris", "Maud")
    number = table.propose("Ros")
    first = table.vote("Idris", number, key="k1")
    again = table.vote("Idris", number, key="k1")
    assert (again.v, again.is_repeat) == (first.v, True)
    with pytest.raises(Refused) as refused:
        table.vote("Idris", number, "against", key="k1")
    assert refused.value.code == "request.reused"


def test_proposals_queue_and_come_to_the_mat_one_at_a_time() -> None:
    table = DeckFixture("Ros", "Idris")
    first, second = table.propose("Ros"), table.propose("Idris", MARROW)
    assert [table.proposal(n).state for n in (first, second)] == ["open", "queued"]
    table.vote("Idris", first)
    assert [table.proposal(n).state for n in (first, second)] == ["accepted", "open"]
    assert table.folded() == table.value()


def test_amending_what_another_proposal_changed_first_must_be_reworded() -> None:
    table = DeckFixture("Ros", "Idris")
    table.all_vote(table.propose("Ros"))
    first = table.amend("Ros", CARD, Face("Slug", "Thing — Pest", "Slower."))
    second = table.amend("Idris", CARD, Face("Slug", "Thing — Pest", "Faster."))
    table.all_vote(first)
    row = table.proposal(second)
    assert (row.state, row.is_overtaken, row.overtaken_by) == ("queued", True, first)
    with pytest.raises(Refused) as refused:
        table.vote("Ros", second)
    assert refused.value.code == "proposal.overtaken"
    face = Face("Slug", "Thing — Pest", "Fastest.")
    from cards.rules.deck import Amend

    change = Amend(CARD, table.article(CARD).face_id, face.digest)
    actions.reword(
        table.deck.pk, by=table.ids["Idris"], key=None, proposal=second, wording=1, changes=(change,), faces=[face]
    )
    table.vote("Ros", second)
    assert table.article(CARD).face_id == face.digest
    assert table.folded() == table.value()


def test_a_repealed_card_keeps_its_number_and_can_be_restored() -> None:
    from cards.rules.deck import Restore

    table = DeckFixture("Ros", "Idris")
    table.all_vote(table.propose("Ros"))
    table.all_vote(table.repeal("Idris", CARD))
    assert not table.article(CARD).in_force
    change = Restore(CARD, table.article(CARD).face_id)
    done = actions.propose(table.deck.pk, by=table.ids["Ros"], key=None, changes=(change,))
    table.all_vote(done.result["proposal"])
    assert table.article(CARD).in_force
    table.all_vote(table.propose("Ros", MARROW))
    assert table.article(Ref("card", 2)).face_id == MARROW.digest
    assert table.folded() == table.value()


def test_alone_in_a_deck_of_one_a_card_goes_in_at_once() -> None:
    table = DeckFixture("Ros")
    assert table.proposal(table.propose("Ros")).state == "accepted"


def test_with_nobody_else_there_it_opens_to_every_member() -> None:
    table = DeckFixture("Ros", "Idris")
    table.go_away("Idris")
    row = table.proposal(table.propose("Ros"))
    assert (row.state, row.ballot_sort) == ("open", "members") and row.deadline is not None


def test_going_on_without_somebody_away_takes_all_who_are_left() -> None:
    table = DeckFixture("Ros", "Idris", "Maud", "Bea")
    number = table.propose("Ros")
    table.go_away("Bea")
    for name in ("Ros", "Idris", "Maud"):
        actions.do(table.deck.pk, GoOnWithout(by=table.ids[name], proposal=number, without=table.ids["Bea"]), key=None)
    for name in ("Idris", "Maud"):
        table.vote(name, number)
    assert table.proposal(number).state == "accepted"
    assert table.folded() == table.value()


def test_leaving_during_a_ballot_is_never_unanimity_by_accident() -> None:
    table = DeckFixture("Ros", "Idris")
    number = table.propose("Ros")
    table.leave("Idris")
    row = table.proposal(number)
    assert (row.state, row.why_aside) == ("aside", "nobody_left")
    assert table.folded() == table.value()


def test_a_version_is_numbered_and_never_changes() -> None:
    table = DeckFixture("Ros", "Idris")
    table.all_vote(table.propose("Ros"))
    done = archive_version(table.deck.pk, by=table.ids["Idris"], key=None, name="First tasting")
    assert done.result == {"version": 1}
    version = rows.Version.objects.get()
    assert version.manifest["cards"] == [[1, SLUG.digest, 1, ""]]
    with pytest.raises(Refused) as refused:
        archive_version(table.deck.pk, by=table.ids["Ros"], key=None, name="Again")
    assert refused.value.code == "version.unchanged"
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.Version.objects.update(name="Forged")
    with pytest.raises(DatabaseError), transaction.atomic():
        Entry.objects.update(body={})
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.Face.objects.update(content={"title": "Forged"})


def test_a_take_down_withdraws_the_words_and_keeps_number_and_digest() -> None:
    table = DeckFixture("Ros")
    table.propose("Ros")
    assert actions.take_down(SLUG.digest, why="Somebody's poem") == 1
    face = rows.Face.objects.get(digest=SLUG.digest)
    assert (face.content, face.withdrawn_why) == ({}, "Somebody's poem")
    assert store.faces_of([SLUG.digest])[SLUG.digest].title == "Withdrawn"
    assert table.folded() == table.value()


def test_the_host_takes_down_every_face_a_card_has_had() -> None:
    table = DeckFixture("Ros")
    table.propose("Ros")
    slug, said = table.deck.slug, StringIO()
    call_command("take_down", slug, "card-1", why="Somebody's poem", stdout=said)
    assert "1 taken down" in said.getvalue()
    assert rows.Face.objects.get(digest=SLUG.digest).content == {}
    for what in ("card-1", "card-9", "rule-1", "proposal-1", "proposal-9", "card-", "SLUG"):  # gone, or never there
        with pytest.raises(CommandError):
            call_command("take_down", slug, what)
    with pytest.raises(CommandError):
        call_command("take_down", "no-such-deck", "card-1")


def test_the_host_takes_down_what_was_only_proposed() -> None:
    table = DeckFixture("Ros", "Idris")
    number = table.propose("Ros")
    call_command("take_down", table.deck.slug, f"proposal-{number}", stdout=StringIO())
    assert rows.Face.objects.get(digest=SLUG.digest).withdrawn_at is not None
    assert table.folded() == table.value()


def test_a_rewording_of_words_one_did_not_see_is_refused() -> None:
    table = DeckFixture("Ros", "Idris")
    number = table.propose("Ros")
    change = (Create("card", MARROW.digest, 1),)
    with pytest.raises(Refused) as refused:
        actions.reword(
            table.deck.pk, by=table.ids["Ros"], key=None, proposal=number, wording=7, changes=change, faces=(MARROW,)
        )
    assert refused.value.code == "wording.superseded"
    assert table.proposal(number).wording == 1


def test_outsiders_and_stale_wordings_are_refused() -> None:
    table, other = DeckFixture("Ros", "Idris"), DeckFixture("Eve", title="Elsewhere")
    number = table.propose("Ros")
    with pytest.raises(Refused) as refused:
        actions.do(table.deck.pk, CastVote(by=other.ids["Eve"], proposal=number, wording=1, answer="for"), key=None)
    assert refused.value.code == "member.none"
    with pytest.raises(Refused) as refused:
        table.vote("Idris", number, wording=7)
    assert refused.value.code == "wording.superseded"
    with pytest.raises(Refused) as refused:
        table.propose("Idris", Face("x" * 10_000))
    assert refused.value.code == "face.title_long"
    assert not rows.Face.objects.filter(content__title="x" * 10_000).exists()


def test_entries_are_numbered_without_gaps() -> None:
    table = DeckFixture("Ros", "Idris")
    table.all_vote(table.propose("Ros"))
    seqs = list(Entry.objects.filter(stream_id=table.deck.stream_id).values_list("seq", flat=True))
    table.deck.stream.refresh_from_db()
    assert seqs == list(range(1, table.deck.stream.head + 1))


def test_a_title_in_force_is_taken_but_one_elsewhere_is_not() -> None:
    table, other = DeckFixture("Ros"), DeckFixture("Eve", title="Elsewhere")
    table.propose("Ros")
    with pytest.raises(Refused) as refused:
        table.propose("Ros", Face("  slug ".strip().upper(), "Thing"))
    assert refused.value.code == "title.taken"
    other.propose("Eve")
    assert connection.vendor in ("sqlite", "postgresql")


def test_a_package_of_several_changes_is_accepted_or_set_aside_as_one() -> None:
    table = DeckFixture("Ros", "Idris")
    changes = (Create("card", SLUG.digest, 3), Create("card", MARROW.digest))
    done = actions.propose(table.deck.pk, by=table.ids["Ros"], key=None, changes=changes, faces=[SLUG, MARROW])
    table.all_vote(done.result["proposal"])
    assert [(a.number, a.copies) for a in rows.Article.objects.all()] == [(1, 3), (2, 1)]
    assert table.folded() == table.value()
