"""One proposal for its members: its card, ballot, talk and former wordings, open or over; and the drawer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.urls import reverse

from cards import models as rows
from cards.face.drawn import DrawnFace
from cards.queries.context import deck_row, deck_value, faces_of, name_of, people, seal_of, told_of
from cards.queries.mat import ballot_of, card_of, mine_of, talk_of, telling
from cards.queries.proposal_words import Told
from cards.queries.workshop import (
    DrawerCard,
    adjust_address,
    last_words,
    settled_cards,
    still_aside,
    taken_back,
    voices,
    why_words,
)
from cards.rules.deck import Amend, Change, Create, SetKit
from cards.rules.kit_words import effects_diff, kit_diff
from cards.rules.word_diff import FieldChange, face_diff
from cards.values.workshop import NOTHING_OF_MINE, BallotSlip, Mat, MatCard, MineSlip, SealView, Talk
from studio.kernel.codec import from_plain
from studio.live.regions import once_a_drawing

DRAWER_SHOWN = 200


@dataclass(frozen=True, slots=True)
class FormerWording:
    """A wording that was replaced, and what the next one changed."""

    number: int
    by: str
    proof: tuple[FieldChange, ...]


def mat(stream_id: int, sight: str, *, number: int) -> Mat:
    """The proposal as it would lie on the mat, whatever has become of it."""
    return _mat(stream_id, number)


@once_a_drawing
def _mat(stream_id: int, number: int) -> Mat:
    proposal = deck_value(stream_id).proposals.get(number)
    if proposal is not None:
        said = telling(stream_id, proposal)
        ballot = ballot_of(stream_id, proposal, said)
        if proposal.ballot is None and not proposal.overtaken:
            ballot = replace(ballot, rule="It waits behind what lies on the table.")
        return Mat(card_of(stream_id, proposal, said), ballot, talk_of(stream_id, number))
    row = rows.Proposal.objects.get(deck=deck_row(stream_id), number=number)
    said, wording = last_words(stream_id, row)
    card = MatCard(
        row.number, row.wording, said.change, _as_it_ended(said, row, name_of(stream_id, wording.by_id)),
        f"Proposal {row.number}, wording {row.wording}.", proof=said.proof, also=said.also, effects=said.effects,
    )  # fmt: skip
    return Mat(card, _over(stream_id, row, wording, said), talk_of(stream_id, number, is_open=False))


def _as_it_ended(said: Told, row: rows.Proposal, writer: str) -> DrawnFace:
    """Print means agreed; what was set aside stays in its writer's hand."""
    return said.printed(said.ref.number if said.ref else None, "") if row.state == "accepted" else said.drawn(writer)


def _over(stream_id: int, row: rows.Proposal, wording: rows.Wording, said: Told) -> BallotSlip:
    slug = deck_row(stream_id).slug
    seals, reasons, tally = voices(stream_id, row, wording)
    question = {"accepted": "It’s in.", "aside": "Not this time."}.get(row.state, "Taken back.")
    why = why_words(stream_id, row)
    is_aside = row.state in ("aside", "withdrawn")
    return BallotSlip(
        number=row.number,
        wording=row.wording,
        author=SealView(row.by_id, seal_of(stream_id, row.by_id)),
        sentence=f"{name_of(stream_id, row.by_id)} proposed {said.tail}",
        question=question,
        seals=seals,
        rule=" ".join(words for words in (f"{tally}." if seals else "", why) if words),
        address=reverse("proposal", args=[slug, row.number]),
        reasons=reasons,
        adjust_address=adjust_address(slug, row, said) if is_aside else "",
        again_address=reverse("again", args=[slug, row.number]) if is_aside else "",
    )


def talk(stream_id: int, sight: str, *, number: int) -> Talk:
    return _mat(stream_id, number).talk


def mine(stream_id: int, sight: str, member_id: int, *, number: int) -> MineSlip:
    proposal = deck_value(stream_id).proposals.get(number)
    return mine_of(stream_id, proposal, member_id) if proposal is not None else NOTHING_OF_MINE


def wordings(stream_id: int, sight: str, *, number: int) -> tuple[FormerWording, ...]:
    """What it said before, the latest first, each with what was changed in it. Three statements."""
    found = list(
        rows.Wording.objects.filter(proposal__deck=deck_row(stream_id), proposal__number=number).order_by("number")
    )
    changes = [from_plain(tuple[Change, ...], wording.changes) for wording in found]
    faces = faces_of(stream_id, [change for several in changes for change in several])
    former = []
    for wording, before, after in zip(found, changes, changes[1:], strict=False):
        old, new = before[0], after[0]
        proof: tuple[FieldChange, ...] = ()
        if isinstance(old, Create | Amend) and isinstance(new, Create | Amend):
            proof = face_diff(faces[old.face], faces[new.face], deck_row(stream_id).language)
            names = {member: someone.name for member, someone in people(stream_id).items()}
            proof += effects_diff(faces[old.face].effects, faces[new.face].effects, names)
        elif isinstance(old, SetKit) and isinstance(new, SetKit):
            proof = kit_diff(old.kit, new.kit)
        former.append(FormerWording(wording.number, name_of(stream_id, wording.by_id), proof))
    return tuple(reversed(former))


def exists(deck_id: int, number: int) -> bool:
    return rows.Proposal.objects.filter(deck_id=deck_id, number=number).exists()


def has(stream_id: int, number: int) -> bool:
    """The same by the deck's stream, for a socket. One statement."""
    return rows.Proposal.objects.filter(deck__stream_id=stream_id, number=number).exists()


def heading_of(stream_id: int, number: int) -> str:
    """What the page of a proposal is called."""
    row = rows.Proposal.objects.get(deck=deck_row(stream_id), number=number)
    wording = rows.Wording.objects.get(proposal=row, number=row.wording)
    changes = from_plain(tuple[Change, ...], wording.changes)
    return told_of(stream_id, changes).title


def drawer_cards(stream_id: int, sight: str) -> tuple[DrawerCard, ...]:
    """Set aside and not taken up again, then taken back; the latest first. Six statements a card at most."""
    inside = (*still_aside(stream_id), *taken_back(stream_id))
    return settled_cards(stream_id, inside[:DRAWER_SHOWN])
