"""What is asked without words: to take a card out, back or to another side, how many there are; and that asked anew."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse

from cards.face.drawn import draw_face
from cards.queries.composer import OPEN, proposal_row, sides_of
from cards.queries.deck_view import DeckView, address_of
from cards.queries.settled import worded
from cards.rules import limits
from cards.rules.deck import Article, Recount, Repeal, Reside, Restore
from cards.storage.store import changes_of
from cards.values.composer import PlainAsk
from studio.kernel.inputs import whole_number
from studio.kernel.messages import Message, counted, message, number_word
from studio.kernel.refusals import Refused
from studio.web.words import say


@dataclass(frozen=True, slots=True)
class PlainRewording:
    """One's own open proposal of a plain change, and the article as it is now."""

    number: int
    wording: int
    change: str
    article: Article
    grounds: str = ""


def plain_rewording(view: DeckView, number: str) -> PlainRewording | None:
    """None when words were written: those are reworded in the composer. Raises Refused once the vote is over."""
    row = proposal_row(view, number)
    change, *others = changes_of(row)
    if others:
        raise Http404
    names = {Repeal: "repeal", Restore: "restore", Recount: "recount", Reside: "reside"}
    if not isinstance(change, Repeal | Restore | Recount | Reside):
        return None
    if row.state not in OPEN:
        raise Refused("proposal.closed", proposal=row.number)
    if row.by_id != view.member_id:
        raise Http404
    article = view.deck.articles.get(change.article)
    if article is None:
        raise Http404
    return PlainRewording(
        row.number, row.wording, names[type(change)], article, worded.one(row.pk, row.wording).grounds
    )


_PLAIN = {
    "repeal": (
        message("Take {title} out"),
        message("The table is asked whether it leaves the deck."),
        message("Ask to take it out"),
    ),
    "restore": (
        message("Bring {title} back"),
        message("The table is asked whether it comes back as it was."),
        message("Ask to bring it back"),
    ),
    "recount": (message("How many of {title}?"), None, message("Ask for that many")),
    "reside": (
        message("Whose card is {title}?"),
        message("A card of a side lies in that side’s deck alone; one of everybody’s lies in every deck."),
        message("Ask for that side"),
    ),
}


def _how_many(copies: int) -> Message:
    return counted(
        "There is one copy in the deck now.", "There are {number} copies in the deck now.", copies,
        number=number_word(copies),
    )  # fmt: skip


def plain_ask(
    view: DeckView,
    article: Article,
    change: str,
    wrong: str = "",
    typed: str = "",
    reworded: PlainRewording | None = None,
) -> PlainAsk:
    """Repeal, restore or recount an article, or another side for it: one question on a page, or `reworded` anew.

    Http404 for another change.
    """
    if change not in _PLAIN or (change in ("recount", "reside") and article.ref.kind == "rule"):
        raise Http404
    deck = view.row
    slug, is_rule = deck.slug, article.ref.kind == "rule"
    face = view.faces_of([Recount(article.ref, article.face, 1)])[article.face]
    heading, sentence, button = _PLAIN[change]
    name = f"{article.ref.kind}-{article.ref.number}"
    again = whole_number(typed, 3)
    copies = 0 if change != "recount" else article.copies if again is None else again
    return PlainAsk(
        heading=say(heading.given(title=face.title)),
        sentence=say(sentence or _how_many(article.copies)),
        face=draw_face(face, is_rule=is_rule, number=article.ref.number, language=deck.language, lexicon=view.lexicon),
        address=reverse("write", args=[slug]),
        hidden=(
            ("article", name),
            ("change", change),
            ("on", article.face),
            *((("reword", str(reworded.number)), ("wording", str(reworded.wording))) if reworded else ()),
        ),
        button=say(button),
        back=address_of(slug, article.ref),
        copies=copies,
        copies_limit=limits.COPIES_MAX,
        sides=sides_of(view) if change == "reside" else (),
        side=article.side,
        wrong=wrong,
        grounds=reworded.grounds if reworded else "",
        grounds_limit=limits.REASON_MAX,
    )
