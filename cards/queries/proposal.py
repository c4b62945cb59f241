"""One proposal for its members: its card, ballot, talk and former wordings, open or over; and the drawer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.urls import reverse

from cards import models as rows
from cards.face.drawn import DrawnFace
from cards.queries import proofs
from cards.queries.again import again
from cards.queries.asking import ask_at
from cards.queries.deck_view import DeckView
from cards.queries.hands import drawn_words, hands
from cards.queries.mat import backs_of, ballot_of, card_of, talk_of, telling
from cards.queries.mine import mine_of
from cards.queries.proposal_told import Told, how_it_ended
from cards.queries.settled import (
    adjust_address,
    last_words,
    settled_cards,
    still_aside,
    taken_back,
    tally_words,
    voices,
    why_words,
)
from cards.rules.deck import Amend, Change, Create, SetKit
from cards.values.mat import BallotSlip, Mat, MatCard, MineSlip, Proof, SealView, Talk
from cards.values.workshop import DrawerCard
from studio.kernel.codec import from_plain
from studio.kernel.messages import message
from studio.live.view import once_a_sight
from studio.web.words import say

DRAWER_SHOWN = 200


@dataclass(frozen=True, slots=True)
class FormerWording:
    """A wording that was replaced, and what the next one changed."""

    number: int
    by: str
    proof: tuple[Proof, ...]
    grounds: str = ""


@once_a_sight
def mat(view: DeckView) -> Mat:
    """The proposal as it would lie on the mat, whatever has become of it."""
    number = number_of(view)
    proposal = view.deck.proposals.get(number)
    if proposal is not None:
        said = telling(view, proposal)
        former = again(view, proposal)
        ballot = ballot_of(view, proposal, said, former)
        if proposal.ballot is None and not proposal.overtaken:
            ballot = replace(ballot, rule=say(message("It waits behind what lies on the table.")))
        return Mat(card_of(view, proposal, said), former, ballot, talk_of(view, number))
    row = rows.Proposal.objects.get(deck=view.row, number=number)
    said, wording = last_words(view, row)
    which = say(message("Proposal {number}, wording {wording}.", number=row.number, wording=row.wording))
    card = MatCard(
        row.number, row.wording, said.change, _as_it_ended(said, row, hands(view, wording.by_id, said.face)),
        which, proof=said.proof, also=said.also, effects=said.effects,
        backs=backs_of(said, view.row.title),
    )  # fmt: skip
    return Mat(card, None, _over(view, row, wording, said), talk_of(view, number, is_open=False))


def _as_it_ended(said: Told, row: rows.Proposal, writer: str) -> DrawnFace:
    """Print means agreed; what was set aside stays in its writer's hand."""
    return said.printed(said.ref.number if said.ref else None, "") if row.state == "accepted" else said.drawn(writer)


def _over(view: DeckView, row: rows.Proposal, wording: rows.Wording, said: Told) -> BallotSlip:
    slug = view.row.slug
    seals, reasons, tally = voices(view, row, wording)
    is_settled = row.state in ("accepted", "aside")
    question = say(how_it_ended(said.change, row.state == "accepted") if is_settled else message("Taken back."))
    why = why_words(view, row)
    counted_votes = say(message("{sentence}.", sentence=tally_words(tally))) if seals else ""
    is_aside = row.state in ("aside", "withdrawn")
    return BallotSlip(
        number=row.number,
        wording=row.wording,
        author=SealView(row.by_id, view.seal_of(row.by_id)),
        sentence=said.proposed_html(view.name_of(row.by_id)),
        question=question,
        seals=seals,
        rule=" ".join(words for words in (counted_votes, why) if words),
        address=reverse("proposal", args=[slug, row.number]),
        reasons=reasons,
        grounds=wording.grounds,
        drawn=drawn_words(view, said.face),
        adjust_address=adjust_address(slug, row.number, wording, said) if is_aside else "",
        again_address=ask_at(slug, "ask-again", proposal=row.number) if is_aside else "",
    )


def talk(view: DeckView) -> Talk:
    return mat(view).talk


def mine(view: DeckView) -> MineSlip:
    return mine_of(view, view.deck, view.deck.proposals.get(number_of(view)))


def wordings(view: DeckView) -> tuple[FormerWording, ...]:
    """What it said before, the latest first, each with what was changed in it. Three statements."""
    found = list(
        rows.Wording.objects.filter(proposal__deck=view.row, proposal__number=number_of(view)).order_by("number")
    )
    changes = [from_plain(tuple[Change, ...], wording.changes) for wording in found]
    faces = view.read_beside_each_other(
        one.face for several in changes for one in several if isinstance(one, Create | Amend)
    )
    former = []
    for wording, before, after in zip(found, changes, changes[1:], strict=False):
        old, new = before[0], after[0]
        proof: tuple[Proof, ...] = ()
        if isinstance(old, Create | Amend) and isinstance(new, Create | Amend):
            proof = proofs.of_read(faces[old.face], faces[new.face], view.row.language, view.lexicon, view.names)
        elif isinstance(old, SetKit) and isinstance(new, SetKit):
            proof = proofs.of_kit(old.kit, new.kit)
        former.append(FormerWording(wording.number, view.name_of(wording.by_id), proof, wording.grounds))
    return tuple(reversed(former))


def number_of(view: DeckView) -> int:
    """Of the proposal whose page it is."""
    assert view.number is not None
    return view.number


def exists(deck_id: int, number: int) -> bool:
    return rows.Proposal.objects.filter(deck_id=deck_id, number=number).exists()


def has(stream_id: int, number: int) -> bool:
    """The same by the deck's stream, for a socket. One statement."""
    return rows.Proposal.objects.filter(deck__stream_id=stream_id, number=number).exists()


def heading_of(view: DeckView) -> str:
    """What the page of a proposal is called."""
    row = rows.Proposal.objects.get(deck=view.row, number=number_of(view))
    wording = rows.Wording.objects.get(proposal=row, number=row.wording)
    changes = from_plain(tuple[Change, ...], wording.changes)
    return view.told_in_words(changes).title


def drawer_cards(view: DeckView) -> tuple[DrawerCard, ...]:
    """Set aside and not taken up again, then taken back; the latest first. Six statements a card at most."""
    inside = (*still_aside(view), *taken_back(view))
    return settled_cards(view, inside[:DRAWER_SHOWN])
