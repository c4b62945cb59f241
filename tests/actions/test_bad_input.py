"""Whatever is sent in whatever field: a clear refusal in words and nothing half done, or it is kept and read back.

PostgreSQL bears less than SQLite (no NUL, no half characters, no text beyond its column), so both are tried.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cards import actions
from cards import models as rows
from cards.face.face import Face
from cards.rules.deck import Amend, Create, Ref, SetLicence
from cards.verbs.proposing import Withdraw
from cards.verbs.votes import CastVote, Remark
from studio.kernel.refusals import Refused
from studio.models import Entry, RequestKey
from studio.web.words import say
from tests.actions.anything import refused_or_sound
from tests.actions.posts import amiss
from tests.deck_fixture import SLUG, DeckFixture
from tests.faults.crew import crew
from tests.faults.oracles import complaints
from tests.growing import grows_evenly

Rounds = Callable[[int, int], int]


@pytest.mark.django_db
def test_anything_in_any_field_is_refused_in_words_or_read_back(rounds: Rounds) -> None:
    examples = rounds(60, 5000)
    assert refused_or_sound(examples) > examples / 20


@pytest.mark.django_db
def test_hostile_forms_are_answered_in_words(rounds: Rounds) -> None:
    assert amiss(every=rounds(83, 1)) == []


def test_postgresql_bears_anything_too(postgres_database: str, tmp_path: Path, rounds: Rounds) -> None:
    examples = rounds(60, 5000)
    with crew(tmp_path, postgres_database, count=1) as one:
        assert one.do("anything", examples=examples) > examples / 60, "most make no sense, but not all"
        assert one.do("amiss", every=rounds(151, 1)) == []


def test_what_no_database_can_hold_is_refused_before_it_is_asked_for(postgres_database: str, tmp_path: Path) -> None:
    with crew(tmp_path, postgres_database, count=1) as one:
        made = one.do("table", people=2)
        given = {"deck": made["deck"], "by": next(iter(made["members"]))}
        for side in ("\x00", "\ud800", "a\x00b"):
            (answer,) = one.at_once([(0, "propose_side", {**given, "side": side})])
            assert answer == {"refused": "side.long"}, side


def count() -> tuple[int, ...]:
    """All that a command could have written."""
    written = (Entry, RequestKey, rows.Face, rows.Proposal, rows.Wording, rows.Vote, rows.Remark, rows.Article)
    return tuple(model.objects.count() for model in written)  # type: ignore[attr-defined]


def refusal(command: Callable[[], object]) -> Refused:
    """What it is refused with; nothing is written."""
    before = count()
    with pytest.raises(Refused) as refused:
        command()
    assert count() == before
    return refused.value


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("face", "code"),
    [
        (Face(""), "face.title_empty"),
        (Face("x" * 10_000), "face.title_long"),
        (Face("Slug", text="x" * 1_000_000), "face.text_long"),
        (Face("Slug", "x" * 61), "face.type_long"),
        (Face("Slug", flavour="x" * 301), "face.flavour_long"),
        (Face("Slug", cost="123456789"), "face.corner_long"),
        (Face("Slug\x00"), "face.unclean"),
        (Face("Slug", text="\u202egulS"), "face.unclean"),
        (Face("Slug", flavour="\ud800"), "face.unclean"),
        (Face("Slug", credit="e" + "\u0301" * 40), "face.unclean"),
        (Face("Slug", colour="red"), "face.colour_unknown"),
    ],
)
def test_a_card_that_cannot_be_is_refused_and_leaves_nothing(face: Face, code: str) -> None:
    table = DeckFixture("Ros", "Idris")
    refused = refusal(lambda: table.propose("Ros", face))
    assert refused.code == code
    assert "{" not in say(refused) and "…" not in say(refused)


@pytest.mark.django_db
@pytest.mark.parametrize("letter", ["x", "\u0301", "\x00", "\u202e"])
def test_a_megabyte_is_refused_at_no_more_than_its_length(letter: str) -> None:
    table = DeckFixture("Ros", "Idris")

    def refuse(size: int) -> None:
        words = "e" + letter * size
        refusal(lambda: table.propose("Ros", Face("Slug", text=words)))
        refusal(lambda: _reason(table, words))

    assert grows_evenly(refuse, 200_000)


def _reason(table: DeckFixture, words: str) -> None:
    actions.do(table.deck.pk, Remark(by=table.ids["Ros"], proposal=1, text=words), key=None)


@pytest.mark.django_db
def test_votes_that_are_nobodys_to_cast() -> None:
    table, other = DeckFixture("Ros", "Idris", "Maud"), DeckFixture("Eve", title="Elsewhere")
    table.go_away("Maud")
    number = table.propose("Ros")

    def vote(by: int, proposal: int = number, wording: int = 1, answer: str = "for") -> str:
        said = CastVote(by, proposal, wording, answer)  # type: ignore[arg-type]
        return refusal(lambda: actions.do(table.deck.pk, said, key=None)).code

    idris = table.ids["Idris"]
    assert vote(other.ids["Eve"]) == "member.none"  # an outsider
    assert vote(10**30) == "member.none"
    assert vote(table.ids["Maud"]) == "elector.none"  # a member who was not there
    assert vote(table.ids["Ros"], answer="against") == "vote.own_wording"
    assert vote(idris, wording=2) == "wording.superseded"
    assert vote(idris, wording=-1) == "wording.superseded"
    assert vote(idris, proposal=10**30) == "proposal.none"
    assert vote(idris, answer="maybe") == "request.unreadable"
    table.vote("Idris", number)
    assert vote(idris) == "proposal.closed"
    assert complaints(table.deck.pk) == []


@pytest.mark.django_db
def test_what_is_somebody_elses_to_take_back_or_reword() -> None:
    table = DeckFixture("Ros", "Idris")
    number = table.propose("Ros")
    idris, deck = table.ids["Idris"], table.deck.pk
    change = (Create("card", SLUG.digest, 2),)
    taking = refusal(lambda: actions.do(deck, Withdraw(by=idris, proposal=number), key=None))
    rewording = refusal(
        lambda: actions.reword(deck, by=idris, key=None, proposal=number, wording=1, changes=change, faces=[SLUG])
    )
    assert taking.code == rewording.code == "proposal.not_yours"


@pytest.mark.django_db
def test_words_that_are_named_but_never_came_are_missed() -> None:
    table = DeckFixture("Ros", "Idris")
    table.all_vote(table.propose("Ros"))
    on = table.article(Ref("card", 1)).face_id
    for digest in ("0" * 64, "", "\x00", "\ud800", "../" * 20):
        for change in (Create("card", digest), Amend(Ref("card", 1), on, digest)):
            refused = refusal(
                lambda c=change: actions.propose(table.deck.pk, by=table.ids["Ros"], key=None, changes=(c,))  # type: ignore[misc]
            )
            assert refused.code == "face.none"


@pytest.mark.django_db
def test_a_request_key_that_no_page_made_is_refused() -> None:
    table = DeckFixture("Ros", "Idris")
    for key in ("\x00", "\ud800", "x" * 81, "schlüssel", "a\nb"):
        assert refusal(lambda k=key: _with_key(table, k)).code == "request.unreadable"  # type: ignore[misc]


def _with_key(table: DeckFixture, key: str) -> None:
    actions.propose(table.deck.pk, by=table.ids["Ros"], key=key, changes=(SetLicence("CC0"),), sort="members")
