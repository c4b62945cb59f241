"""The skeleton of a deck as its people see it: in the rail, beside the card they write, and on a page of its own."""

from __future__ import annotations

from django.urls import reverse

from cards.face.language import tag
from cards.queries.asking import ask_at
from cards.queries.deck_view import DeckView
from cards.rules.change_checks import fold_title
from cards.rules.gap import SkeletonGap
from cards.rules.limits import GAP_CARDS_MAX, GAP_MAX, GAPS_MAX
from cards.rules.skeleton import on_it
from cards.values.gaps import GapChoice, GapForm, GapLine, GapPage, GapRail, HungCard, Suggestion
from cards.values.mat import SealView
from studio.kernel.messages import Message, counted, message, number_word
from studio.web.words import say

# To begin with, while nothing is in the deck: what it is called, what is missing, and how many cards of it.
_BEGINNINGS: dict[str, tuple[Message, int]] = {
    "win": (message("a way to win"), 1),
    "lose": (message("a way to lose something"), 1),
    "things": (message("Things worth having"), 2),
    "trouble": (message("something that goes wrong"), 1),
    "answer": (message("an answer to whoever is ahead"), 1),
}


def gap_rail(view: DeckView) -> GapRail:
    """For one member. What somebody writes for a gap is nowhere in it, only that they do."""
    slug = view.row.slug
    lines = tuple(_line(view, gap) for gap in view.deck.gaps[:GAPS_MAX])
    is_begun = view.deck.last_proposal > 0
    is_full = _is_full(view)
    suggestions = () if is_full else _suggestions(view)
    return GapRail(lines, suggestions, reverse("gaps", args=[slug]), is_begun, is_full)


def _is_full(view: DeckView) -> bool:
    return len(view.deck.gaps) >= GAPS_MAX


def hung_card(view: DeckView) -> HungCard:
    """What the member's own blank card hangs on."""
    gap = next((gap for gap in view.deck.gaps if view.member_id in gap.writers), None)
    if gap is None:
        return HungCard()
    address = ask_at(view.row.slug, "unhook-from-gap", gap=gap.number)
    return HungCard(gap.number, gap.words, address, tag(view.row.language))


def gap_choices(view: DeckView, chosen: int | None) -> tuple[GapChoice, ...]:
    """For a composer that stands where no rail is; `chosen` by whoever writes, or else what their card hangs on."""
    chosen = hung_card(view).number if chosen is None else chosen
    return tuple(GapChoice(gap.number, gap.words, gap.number == chosen) for gap in view.deck.gaps[:GAPS_MAX])


def gap_page(view: DeckView, wrong: str = "", number: int = 0, words: str = "", wanted: int = 1) -> GapPage:
    """`wrong` is said beside the gap `number` (0: the new one), with what was typed there."""
    slug, language = view.row.slug, tag(view.row.language)
    forms = []
    for gap in view.deck.gaps[:GAPS_MAX]:
        is_wrong = wrong != "" and gap.number == number
        forms.append(
            GapForm(
                gap.number, words if is_wrong else gap.words, wanted if is_wrong else gap.wanted,
                view.names.get(gap.by, ""), ask_at(slug, "reword-gap", gap=gap.number),
                ask_at(slug, "put-gap-away", gap=gap.number), wrong if is_wrong else "", language,
            )
        )  # fmt: skip
    is_new = wrong != "" and not any(form.wrong for form in forms)
    name = ask_at(slug, "name-gap")
    new = GapForm(0, words if is_new else "", wanted if is_new else 1, "", name, wrong=wrong if is_new else "")
    return GapPage(tuple(forms), new, _suggestions(view), GAP_MAX, GAP_CARDS_MAX, _is_full(view))


def _line(view: DeckView, gap: SkeletonGap) -> GapLine:
    writers = on_it(view.deck, gap)
    is_mine = view.member_id in writers
    address = ask_at(view.row.slug, "unhook-from-gap" if is_mine else "hang-on-gap", gap=gap.number)
    seals = tuple(_seal(view, gap, member) for member in sorted(writers, key=lambda one: one != view.member_id))
    return GapLine(gap.number, gap.words, address, is_mine, seals, _more(gap.wanted), tag(view.row.language))


def _seal(view: DeckView, gap: SkeletonGap, member: int) -> SealView:
    is_me = member == view.member_id
    if member not in gap.writers:
        note = message("yours, on the table or in line") if is_me else message("asks for it already")
    else:
        note = message("yours, being written") if is_me else message("on it")
    return SealView(member, view.seal_of(member), say(note))


def _more(wanted: int) -> str:
    if wanted == 1:
        return ""
    return say(counted("{number} card", "{number} cards", wanted, number=number_word(wanted)))


def _suggestions(view: DeckView) -> tuple[Suggestion, ...]:
    """Only while nothing is in, and never one that is among the gaps already."""
    deck = view.deck
    if any(article.in_force for article in deck.articles.values()):
        return ()
    named = {fold_title(gap.words) for gap in deck.gaps}
    return tuple(
        Suggestion(value, say(words), ask_at(view.row.slug, "name-gap", wanted=wanted), _more(wanted))
        for value, (words, wanted) in _BEGINNINGS.items()
        if fold_title(say(words)) not in named
    )
