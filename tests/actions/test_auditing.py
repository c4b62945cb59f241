"""A log that does not tell its rows, or rows that do not follow from their log, are found wherever a hand was."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cards import actions
from cards import models as cards
from cards.management.commands import verify_archive
from cards.rules.deck import SetVisibility
from cards.storage.shelved import is_shelved_rightly, shelve
from cards.verbs.votes import Remark
from play import models as play
from studio.backup.audit import disagreements
from studio.log.audited import one_by_one, standing_still
from studio.log.walls import lowered
from studio.models import Entry, Member, Person, Snapshot, Stream
from tests.deck_fixture import DeckFixture
from tests.faults.walls import SLUG, an_evening
from tests.table_fixture import TableFixture
from tests.web.decks import ask

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> DeckFixture:
    """Cards in force, one set aside with its reason, talk, a version."""
    table = an_evening()
    actions.do(table.deck.pk, Remark(by=table.ids["Ros"], proposal=1, text="Mind the slugs"), key=None)
    return table


def retold(kind: str, **words: object) -> Callable[[], object]:
    """The first entry of a kind says something else."""

    def change() -> object:
        entry = Entry.objects.filter(kind=kind).order_by("pk").first()
        assert entry is not None and words.keys() <= entry.body.keys(), (kind, entry and entry.body)
        return Entry.objects.filter(pk=entry.pk).update(body=entry.body | words)

    return change


def another(kind: str, last: bool = False) -> int:
    """The first (or last) entry of a kind names another member."""
    found = Entry.objects.filter(kind=kind).order_by("-pk" if last else "pk").first()
    assert found is not None
    return Entry.objects.filter(pk=found.pk).update(by=Member.objects.exclude(pk=found.by_id).first())


HARMS: dict[str, Callable[[], object]] = {
    "a remark in the log": retold("RemarkMade", text="Mind the snails"),
    "a vote in the log": retold("VoteCast", answer="against"),
    "a version's name in the log": retold("VersionArchived", name="Second evening"),
    "a version's digest in the log": retold("VersionArchived", digest="0" * 64),
    "why it was set aside": retold("ProposalSetAside", why="nobody_left"),
    "who proposed it": lambda: retold("ProposalMade", by=Entry.objects.order_by("pk")[1].body["member"])(),
    "the deck's title in the log": lambda: Entry.objects.filter(kind="DeckStarted").update(
        body=Entry.objects.get(kind="DeckStarted").body | {"details": {"title": "Other"}}
    ),
    "an entry's kind": lambda: Entry.objects.filter(kind="RemarkMade").update(kind="Nonsense"),
    "an entry's moment": lambda: Entry.objects.filter(kind="RemarkMade").update(at="2001-01-01T00:00:00Z"),
    "an entry that is gone": lambda: Entry.objects.filter(kind="RemarkMade").delete(),
    "a head": lambda: Stream.objects.update(head=1),
    "a remark": lambda: cards.Remark.objects.update(text="Mind the snails"),
    "a remark that is gone": lambda: cards.Remark.objects.all().delete(),
    "a vote": lambda: cards.Vote.objects.filter(reason="").update(answer="against"),
    "a reason": lambda: cards.Vote.objects.exclude(reason="").update(reason="Too few"),
    "what was proposed": lambda: cards.Wording.objects.filter(proposal__number=1).update(changes=[]),
    "what became of it": lambda: cards.Proposal.objects.filter(state="aside").update(state="withdrawn", why_aside=""),
    "a version's words": lambda: cards.Version.objects.update(notes="Quite other"),
    "a version's digest": lambda: cards.Version.objects.update(digest="0" * 64),
    "a version's cards": lambda: cards.Version.objects.update(manifest={"schema": 1, "cards": [], "rules": []}),
    "a card's words": lambda: cards.Face.objects.filter(digest=SLUG.digest).update(content={"title": "Snail"}),
    "a card's life": lambda: cards.Change.objects.filter(article__number=1).update(copies=9),
    "a card's copies": lambda: cards.Article.objects.filter(number=1).update(copies=9),
    "whose remark it was, by its entry": lambda: another("RemarkMade"),
    "whose vote it was, by its entry": lambda: another("VoteCast", last=True),
    "whose proposal it was, by its entry": lambda: another("ProposalMade"),
    "whose version it was, by its entry": lambda: another("VersionArchived"),
    "who brought a card in, by its entry": lambda: another("ArticleAdded"),
    "an elector who is gone": lambda: cards.Elector.objects.filter(proposal__state="accepted").first().delete()[0],  # type: ignore[union-attr]
    "an elector who left": lambda: cards.Elector.objects.filter(proposal__number=1).update(standing="left"),
    "where the deck comes from": lambda: cards.Deck.objects.update(forked_from="/decks/other/@1"),
    "who made a card": lambda: cards.Article.objects.filter(number=1).update(maker="Somebody"),
    "whose step it was": lambda: cards.Change.objects.filter(article__number=1).update(by=Member.objects.last()),
    "the deck's title": lambda: cards.Deck.objects.update(title="Other"),
    "who may read it": lambda: cards.Deck.objects.update(visibility="public"),
    "what it is found by": lambda: cards.ShelfDeck.objects.create(deck=cards.Deck.objects.get(), words="goat").pk,
    "a tag it is found by": lambda: (
        cards.ShelfFacet.objects.create(deck=cards.Deck.objects.get(), name="tag", value="goat").pk
    ),
    "where it stands in the archive": lambda: cards.Deck.objects.update(archived_at=timezone.now()),
}


def test_whatever_a_hand_changes_in_the_log_or_beside_it_is_found(table: DeckFixture) -> None:
    assert [*disagreements()] == []
    for what, harm in HARMS.items():
        with transaction.atomic():
            with lowered():
                assert harm() != 0, what
            assert [*disagreements()] != [], what
            transaction.set_rollback(True)
        assert [*disagreements()] == [], f"{what} was undone"


def test_what_is_said_at_a_table_is_entered_by_whoever_sits_there() -> None:
    game = TableFixture(cards=20)
    game.do(1, "say", text="Hello")
    assert [*disagreements()] == []
    with lowered():
        assert another("Said")
    assert len([*disagreements()]) == 1


def test_a_table_that_its_log_does_not_tell_is_found_and_a_false_snapshot_goes() -> None:
    game = TableFixture(cards=60)
    false = {"seq": game.head, "fold": 1, "state": {"state": "over"}}
    Snapshot.objects.create(stream=game.table.stream, **false)
    assert [*disagreements()] == []
    assert not Snapshot.objects.exists()
    play.SeatRow.objects.filter(number=2).update(number=7)
    play.Table.objects.update(state="over")
    assert len([*disagreements()]) == 2


def test_what_an_older_process_left_behind_is_written_anew() -> None:
    """Beside this release, while it takes its place, it knows neither the archive's rows nor folded names."""
    decks = [cards.Deck.objects.get(pk=DeckFixture(name).deck.pk) for name in ("Ros", "Idris", "Maud")]
    for deck, title in zip(decks, ("Turnips", "Marrows", "Slugs"), strict=True):
        deck.title, deck.archived_at = title, timezone.now()
        deck.save(update_fields=["title", "archived_at"])
        shelve(deck)
    was = {deck.pk: deck for deck in decks}
    cards.Deck.objects.filter(pk=decks[0].pk).update(title="Straße", tags=["Été"])
    cards.Deck.objects.filter(pk=decks[1].pk).update(archived_at=None)
    QuerySet(Person).filter(name="Maud").update(name="Mäudie")
    QuerySet(Person).filter(name="Idris").update(name_folded=None)
    with StringIO() as said:
        call_command("refill", stdout=said)
        assert said.getvalue() == "2 decks and 2 names were not as they are looked for, and are now.\n"
    assert all(is_shelved_rightly(deck) for deck in cards.Deck.objects.filter(pk__in=was))
    assert set(cards.ShelfDeck.objects.values_list("words", flat=True)) == {"strasse\n\nete", "slugs\n"}
    assert set(Person.objects.values_list("name_folded", flat=True)) == {"ros", "idris", "maudie"}
    with StringIO() as said:
        call_command("refill", stdout=said)
        assert said.getvalue().startswith("0 decks and 0 names")


# --- verify_archive ---------------------------------------------------------------------------------------------------


def verified(*words: str, told: StringIO | None = None) -> tuple[str, str]:
    """What the command says, and what it ends with. `told` takes how far it has come."""
    said = StringIO()
    try:
        call_command("verify_archive", *words, stdout=said, stderr=told or StringIO())
    except CommandError as ended:
        return said.getvalue(), str(ended)
    return said.getvalue(), ""


def test_a_site_where_all_is_well_says_how_much_was_read(table: DeckFixture) -> None:
    entries = Entry.objects.filter(stream=table.deck.stream).count()
    assert verified() == (f"1 decks, 1 versions, {entries} entries: all is well.\n", "")
    assert verified(table.deck.slug) == verified()
    assert verified("no-such-deck") == ("", "There is no deck at “no-such-deck”.")


def test_a_version_with_other_cards_and_a_log_with_other_words_are_each_a_line(table: DeckFixture) -> None:
    other = DeckFixture("Bea")
    with lowered():
        version = cards.Version.objects.get(deck=table.deck)
        cards.Version.objects.filter(pk=version.pk).update(manifest={**version.manifest, "cards": []})
    said, ended = verified()
    line = f"{table.deck.slug}: version 1 does not hold the cards that its check number was reckoned from"
    assert line in said.splitlines() and ended == "2 things are amiss."
    assert verified(other.deck.slug)[1] == ""
    with lowered():
        cards.Version.objects.filter(pk=version.pk).update(manifest=version.manifest)
        retold("RemarkMade", text="Mind the snails")()
    assert verified() == (
        f"{table.deck.slug}: the log tells other remarks than the rows hold\n", "One thing is amiss.",
    )  # fmt: skip


def of_no_shape() -> dict[str, Callable[[], object]]:
    """Rows of which nobody can tell what they hold: they are no lists, objects or words where these belong."""
    version, face = cards.Version.objects.earliest("pk"), cards.Face.objects.get(digest=SLUG.digest)
    return {
        f"{column} as {value!r}": partial(type(row).objects.filter(pk=row.pk).update, **{column: value})
        for row, column in ((version, "manifest"), (face, "content"), (version.deck, "tags"), (version.deck, "kit"))
        for value in ([1], 5, "x", [[None]], {"a": [{}]})
    }


def test_a_deck_that_nobody_can_read_is_a_line_of_its_own_and_the_others_are_read(table: DeckFixture) -> None:
    ask(table, SetVisibility("public"))  # what it is found by is read too
    other = DeckFixture("Bea")
    assert other.deck.pk > table.deck.pk
    told = StringIO()
    for what, harm in of_no_shape().items():
        with transaction.atomic():
            with lowered():
                assert harm() == 1
                cards.Deck.objects.filter(pk=other.deck.pk).update(title="Other")
            said, ended = verified(told=told)
            assert f"{table.deck.slug}: " in said, what
            assert f"{other.deck.slug}: the log tells other details than the rows hold" in said, what
            assert ended.endswith("things are amiss."), what
            transaction.set_rollback(True)
    assert told.getvalue() == "", "a small site is read in no time"


def test_how_far_it_has_come_is_told_beside_what_is_amiss(table: DeckFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Bea", "Maud", "Tomasz"):
        DeckFixture(name)
    TableFixture(cards=20)
    monkeypatch.setattr(verify_archive, "LOGS_TOLD", 2)
    with lowered():
        retold("RemarkMade", text="Mind the snails")()
    told = StringIO()
    assert verified(told=told)[1] == "One thing is amiss."
    every = Stream.objects.count()
    lines = [f"{logs} of {every} logs read, one thing amiss so far." for logs in range(2, every + 1, 2)]
    assert told.getvalue().splitlines() == lines


def test_what_is_written_while_it_is_read_is_no_fault(table: DeckFixture) -> None:
    looks: list[int] = []

    def look(*, busy: int) -> list[str]:
        looks.append(1)
        if len(looks) <= busy:
            actions.do(table.deck.pk, Remark(by=table.ids["Ros"], proposal=1, text=f"Again {len(looks)}"), key=None)
        return ["of two moments"] if len(looks) <= busy else []

    assert standing_still(table.deck.stream_id, lambda: look(busy=2)) == [] and len(looks) == 3
    looks.clear()
    assert standing_still(table.deck.stream_id, lambda: look(busy=3)) == [] and len(looks) == 4  # with the turn
    looks.clear()
    assert standing_still(table.deck.stream_id, lambda: [*look(busy=0), "amiss"]) == ["amiss"] and len(looks) == 1


def test_however_many_rows_there_are_few_are_held_at_once() -> None:
    made = [DeckFixture(name).deck.pk for name in ("Ros", "Idris", "Maud", "Bea", "Tomasz")]
    with CaptureQueriesContext(connection) as asked:
        found = one_by_one(cards.Deck.objects.all(), at_a_time=2)
        assert next(found).pk == made[0] and len(asked) == 1
        assert [deck.pk for deck in found] == made[1:] and len(asked) == 4
