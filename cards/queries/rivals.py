"""What else is asked about the same thing, and what was decided about it since: said on each ballot concerned.

Ballots about one article need no such word once one of them is accepted: the other is overtaken and waits to be
reworded. About the deck as a whole (licence, readers, the bin) each vote stands as it was given, and the one accepted
last holds.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import F
from django.urls import reverse

from cards import models as rows
from cards.queries.deck_view import DeckView
from cards.rules.deck import KIT, Change, Proposal, Ref, SetLicence, SetVisibility, Topic
from cards.values.mat import Rival
from studio.kernel.codec import from_plain
from studio.kernel.messages import Message, message, series
from studio.web.words import say

_CALLED: dict[Topic, Message] = {
    "licence": message("the licence"),
    "readers": message("who may read the deck"),
    "bin": message("putting the deck away"),
    KIT: message("how the table is laid"),
}
_SHOWN_TO = {
    "private": message("Since this was asked, the deck became private:"),
    "unlisted": message("Since this was asked, the deck became readable for whoever has the address:"),
    "public": message("Since this was asked, the deck became readable for everybody:"),
}


def rivals_of(view: DeckView, proposal: Proposal) -> tuple[Rival, ...]:
    """The lines for one open ballot: no statement for a card alone on the table, four where the deck is asked about."""
    if proposal.ballot is None:
        return ()
    return (*_since(view, proposal), *_beside(view, proposal))


def _beside(view: DeckView, proposal: Proposal) -> Iterator[Rival]:
    for _, other in sorted(view.deck.proposals.items()):
        shared = proposal.topics & other.topics
        if other.number == proposal.number or other.ballot is None or not shared:
            continue
        about = series(sorted(_called(view, topic, proposal) for topic in shared), "comma")
        title = view.told(other.wording.changes).title
        yield Rival(
            say(message("Another open ballot also asks about {these}:", these=about)),
            title,
            _address(view, other.number),
        )


def _called(view: DeckView, topic: Topic, proposal: Proposal) -> str:
    if topic in _CALLED:
        return say(_CALLED[topic])
    assert isinstance(topic, Ref)
    faces = view.faces_of(proposal.wording.changes)
    face = faces.get(view.deck.articles[topic].face)
    return face.title if face else say(message("the same card"))


def _since(view: DeckView, proposal: Proposal) -> Iterator[Rival]:
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
                which = message("Proposal {number}", number=number)
                yield Rival(say(_since_then(change)), say(which), _address(view, number))


def _since_then(change: Change) -> Message:
    if isinstance(change, SetVisibility):
        return _SHOWN_TO[change.to]
    assert isinstance(change, SetLicence)
    if change.to:
        return message("Since this was asked, the licence became {licence}:", licence=change.to)
    return message("Since this was asked, the deck was left without a licence:")


def _address(view: DeckView, number: int) -> str:
    return reverse("proposal", args=[view.row.slug, number])
