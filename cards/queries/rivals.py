"""What else is asked about the same thing or by the same name, and what was decided since: said on each such ballot.

Ballots about one article need no such word once one of them is accepted: the other is overtaken and waits to be
reworded. About the deck as a whole (licence, readers, the bin) each vote stands as it was given, and the one accepted
last holds. Two cards of one name are nobody's mistake: both are judged, and it is said on each that there is the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.db.models import F, QuerySet
from django.urls import reverse

from cards import models as rows
from cards.queries.deck_view import DeckView, address_of
from cards.queries.faces import ReadFace
from cards.rules.change_checks import fold_title
from cards.rules.deck import (
    KIT,
    Amend,
    ArticleKind,
    Change,
    Create,
    Ref,
    SetLicence,
    SetVisibility,
    Topic,
)
from cards.rules.sight import ProposalSight
from cards.values.mat import Rival
from studio.kernel.codec import from_plain
from studio.kernel.messages import Message, message, series
from studio.speed.prepared import prepared
from studio.web.words import say

_CALLED: dict[Topic, Message] = {
    "licence": message("the licence"),
    "readers": message("who may read the deck"),
    "bin": message("putting the deck away"),
    KIT: message("how the table is laid"),
}
_PROPOSAL = message("Proposal {number}")
_SHOWN_TO = {
    "private": message("Since this was asked, the deck became private:"),
    "unlisted": message("Since this was asked, the deck became readable for whoever has the address:"),
    "public": message("Since this was asked, the deck became readable for everybody:"),
}


def rivals_of(view: DeckView, proposal: ProposalSight) -> tuple[Rival, ...]:
    """The lines for one open ballot: one statement for a card alone on the mat, four where the deck is asked about."""
    if proposal.ballot is None:
        return ()
    return (*_since(view, proposal), *_beside(view, proposal), *_namesakes(view, proposal))


def _beside(view: DeckView, proposal: ProposalSight) -> Iterator[Rival]:
    for _, other in sorted(view.deck.proposals.items()):
        shared = proposal.topics & other.topics
        if other.number == proposal.number or other.ballot is None or not shared:
            continue
        about = series(sorted(_called(view, topic, proposal) for topic in shared), "comma")
        title = view.told_in_words(other.wording.changes).title
        yield Rival(
            say(message("Another open ballot also asks about {these}:", these=about)),
            title,
            _address(view, other.number),
        )


def _namesakes(view: DeckView, proposal: ProposalSight) -> Iterator[Rival]:
    """Other proposals that give the same name to other words, and what went into the deck by that name since."""
    others = [other for number, other in sorted(view.deck.proposals.items()) if number != proposal.number]
    every = (proposal, *others)
    faces = view.read_beside_each_other(
        (change.face for one in every for change in one.wording.changes if isinstance(change, Create | Amend)), 0
    )
    names = {one.number: _names(one, faces) for one in every}
    if not names[proposal.number]:
        return
    for other in others:
        if names[proposal.number] & names[other.number] and not proposal.topics & other.topics:
            is_open = other.ballot is not None
            said = message("Another open ballot is about this name too:") if is_open else message(
                "Another proposal gives this name to other words, and waits for its turn:"
            )  # fmt: skip
            yield Rival(say(said), say(_PROPOSAL.given(number=other.number)), _address(view, other.number))
    for kind, title in sorted(names[proposal.number]):
        for number in _of_that_name.rows(view.row.pk, kind, title):
            ref = Ref(kind, number)
            if ref not in proposal.topics:
                called = (
                    message("card {number}", number=number) if kind == "card" else message("§{number}", number=number)
                )
                words = say(message("Since this was asked, this name went into the deck:"))
                yield Rival(words, say(called), address_of(view.row.slug, ref))


def _names(proposal: ProposalSight, faces: Mapping[str, ReadFace]) -> frozenset[tuple[ArticleKind, str]]:
    """The names that a proposal gives, as they are compared."""
    changes = [change for change in proposal.wording.changes if isinstance(change, Create | Amend)]
    kinds = (change.kind if isinstance(change, Create) else change.article.kind for change in changes)
    titled = ((kind, faces.get(change.face)) for kind, change in zip(kinds, changes, strict=True))
    return frozenset((kind, fold_title(face.title)) for kind, face in titled if face is not None and face.title)


@prepared
def _of_that_name(deck_id: int, kind: str, title: str) -> QuerySet[rows.Article, int]:
    found = rows.Article.objects.filter(deck_id=deck_id, kind=kind, in_force=True, title_key=title)
    return found.order_by("number").values_list("number", flat=True)


def _called(view: DeckView, topic: Topic, proposal: ProposalSight) -> str:
    if topic in _CALLED:
        return say(_CALLED[topic])
    assert isinstance(topic, Ref)
    faces = view.faces_of(proposal.wording.changes)
    face = faces.get(view.deck.articles[topic].face)
    return face.title if face else say(message("the same card"))


def _since(view: DeckView, proposal: ProposalSight) -> Iterator[Rival]:
    """What was accepted about the same thing while this wording was being voted on. Two statements at most."""
    wanted = {type(c).__name__ for c in proposal.wording.changes if isinstance(c, SetLicence | SetVisibility)}
    if not wanted:
        return
    deck = view.row
    written = rows.Wording.objects.filter(
        proposal__deck=deck, proposal__number=proposal.number, number=proposal.wording.number
    )
    found = rows.Wording.objects.filter(
        proposal__deck=deck, proposal__state="accepted", proposal__closed_at__gte=written.values("at"),
        number=F("proposal__wording"),
    ).exclude(proposal__number=proposal.number)  # fmt: skip
    for number, changes in found.order_by("proposal__closed_at").values_list("proposal__number", "changes"):
        for change in from_plain(tuple[Change, ...], changes):
            if type(change).__name__ in wanted:
                yield Rival(say(_since_then(change)), say(_PROPOSAL.given(number=number)), _address(view, number))


def _since_then(change: Change) -> Message:
    if isinstance(change, SetVisibility):
        return _SHOWN_TO[change.to]
    assert isinstance(change, SetLicence)
    if change.to:
        return message("Since this was asked, the licence became {licence}:", licence=change.to)
    return message("Since this was asked, the deck was left without a licence:")


def _address(view: DeckView, number: int) -> str:
    return reverse("proposal", args=[view.row.slug, number])
