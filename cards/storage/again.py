"""What was set aside or taken back, asked again as it was."""

from __future__ import annotations

from dataclasses import replace

from cards import models as rows
from cards.rules.deck import ArticleChange, SetKit
from cards.rules.kit import Kit
from cards.storage.store import changes_of
from cards.verbs.proposing import Propose
from studio.kernel.codec import digest, from_plain
from studio.kernel.refusals import Refused


def asked_again(deck_id: int, by: int, proposal: int) -> Propose:
    """The same changes, on the faces and the kit that are current now. Raises Refused("proposal.none",
    "proposal.not_aside")."""
    row = rows.Proposal.objects.filter(deck_id=deck_id, number=proposal).first()
    if row is None:
        raise Refused("proposal.none", proposal=proposal)
    if row.state not in ("aside", "withdrawn"):
        raise Refused("proposal.not_aside", proposal=proposal)
    lying = rows.Article.objects.filter(deck_id=deck_id).values_list("kind", "number", "face_id")
    current = {(kind, number): face for kind, number, face in lying}
    kit = digest(from_plain(Kit, rows.Deck.objects.values_list("kit", flat=True).get(pk=deck_id)))
    changes = tuple(
        replace(change, on=current.get((change.article.kind, change.article.number), change.on))
        if isinstance(change, ArticleChange)
        else replace(change, was=kit)
        if isinstance(change, SetKit)
        else change
        for change in changes_of(row)
    )
    said = rows.Wording.objects.values_list("grounds", flat=True).get(proposal=row, number=row.wording)
    grounds = said if row.by_id == by else ""  # what somebody else said for it is theirs
    return Propose(by, changes, row.sort, source=proposal, grounds=grounds)  # type: ignore[arg-type]
