"""The sweep of a first batch: what lies open, nameless and shuffled; my own marks; how far each has looked."""

from __future__ import annotations

from django.urls import reverse

from cards import models as rows
from cards.face.drawn import draw_face
from cards.face.language import tag
from cards.queries.asking import ask_at
from cards.queries.batch import lent, page_address, stage_of
from cards.queries.deck_view import DeckView
from cards.queries.faces import ReadFace, markup_of, read_for_page
from cards.rules.batch import FirstBatch, LyingCard
from cards.rules.ways import sweep_words
from cards.storage.batch_rows import marks_of, swept_cards
from cards.values.batch import LookLine, LookSheet, LyingFace, MarkLine, MarkSheet, SweepSheet
from studio.kernel.messages import counted, message, number_word
from studio.web.addresses import path_to
from studio.web.words import begin, say

_NO_NAMES = message("No names yet")
_STATES = {
    "": message("not marked yet"),
    "keep": message("you would keep it"),
    "talk": message("you would talk about it"),
}


def swept_batch(view: DeckView) -> FirstBatch | None:
    """The batch while its cards lie open."""
    batch = view.deck.batch
    return batch if batch is not None and batch.is_turned else None


def sheet(view: DeckView) -> SweepSheet:
    """All cards as they lie; after the last mark what became of each. Four statements at most."""
    batch, stage = swept_batch(view), stage_of(view)
    if batch is not None:
        found = read_for_page(card.face for card in batch.cards)
        lying = tuple(_lying(view, place, card, found[card.face]) for place, card in enumerate(batch.cards, 1))
        who = view.name_of(batch.turned_by) if batch.turned_by else ""
        told = message("{who} turned them over.", who=who)
        return SweepSheet(stage, lying, say(told), _written_twice(batch))
    return (
        SweepSheet(stage, _fates(view), say(message("What became of the first batch")))
        if stage == "none"
        else (SweepSheet(stage))
    )


def _lying(view: DeckView, place: int, card: LyingCard, read: ReadFace) -> LyingFace:
    language = read.language(view.row.language)
    face = draw_face(read.face, is_rule=card.kind == "rule", frame="hand", foot_line=say(_NO_NAMES), language=language)
    return LyingFace(place, read.title, read.kind(card.kind == "rule"), markup_of(face, in_link=True), tag(language))


def _written_twice(batch: FirstBatch) -> str:
    same = batch.down - len(batch.cards)
    if same <= 0:
        return ""
    return say(
        counted(
            "One card was written twice, word for word. It lies here once.",
            "{number} cards were written twice, word for word. They lie here once.",
            same,
            number=number_word(same),
        )  # fmt: skip
    )


def _fates(view: DeckView) -> tuple[LyingFace, ...]:
    """The last batch that was swept, each card as it went: in print and in, or waiting for the table."""
    cards = swept_cards(view.row.pk, view.deck.last_batch)
    laid = list(cards.values_list("place", "kind", "face", "member_id", "proposal"))
    numbers = [proposal for *_, proposal in laid]
    articles = rows.Article.objects.filter(deck_id=view.row.pk, proposal__in=numbers)
    went_in = dict(articles.values_list("proposal", "number")) if laid else {}
    found = read_for_page(face for _, _, face, _, _ in laid)
    return tuple(
        _fate(view, place or 0, kind == "rule", found[face], member, proposal or 0, went_in.get(proposal or 0))
        for place, kind, face, member, proposal in laid
    )


def _fate(
    view: DeckView, place: int, is_rule: bool, read: ReadFace, writer: int, proposal: int, number: int | None
) -> LyingFace:
    slug = view.row.slug
    language = read.language(view.row.language)
    if number is None:
        face = draw_face(read.face, is_rule=is_rule, frame="hand", language=language)
        href, words = (
            reverse("proposal", args=[slug, proposal]),
            message("To talk about, by {who}", who=view.name_of(writer)),
        )
    else:
        face = draw_face(read.face, is_rule=is_rule, number=number, foot_line=view.row.title, language=language)
        href = path_to("rule" if is_rule else "card", slug=slug, number=number)
        words = message("It’s in, by {who}", who=view.name_of(writer))
    fate = "line" if number is None else "in"
    return LyingFace(
        place, read.title, read.kind(is_rule), markup_of(face, in_link=True), tag(language), fate, say(words), href  # type: ignore[arg-type]
    )  # fmt: skip


def marks(view: DeckView) -> MarkSheet:
    """My own marks, card by card: the list of all. Two statements."""
    batch = swept_batch(view)
    if batch is None or view.member_id is None:
        return MarkSheet()
    if view.deck.is_lent:
        return MarkSheet(why=lent(view))
    if batch.sweeper(view.member_id) is None:
        why = message("You were not here when they were turned over. The others look; you see what comes of it.")
        if view.member_id in batch.voteless:
            why = message("A Special Rule leaves you without a vote on these. You see what comes of it.")
        return MarkSheet(why=say(why))
    by_place = marks_of(view.row.pk, view.deck)
    found = read_for_page((card.face for card in batch.cards), most=0)
    lines = tuple(
        MarkLine(
            place,
            found[card.face].title,
            by_place.get(place, ""),
            say(_STATES[by_place.get(place, "")]),
            tag(found[card.face].language(view.row.language)),
        )  # fmt: skip
        for place, card in enumerate(batch.cards, 1)
    )
    address = ask_at(view.row.slug, "mark", batch=batch.number)
    return MarkSheet(address, lines, _what_keeping_does(view, batch))


def _what_keeping_does(view: DeckView, batch: FirstBatch) -> str:
    """In words, by the rule in force: when a card goes straight in."""
    rule = view.deck.decision_rule
    return say(sweep_words(rule, len(batch.sweepers), view.name_of(rule.decider or 0)))


def looks(view: DeckView) -> LookSheet:
    """How many cards each has marked; never how."""
    batch = swept_batch(view)
    if batch is None:
        return LookSheet(page_address(view))
    here, _ = view.here_and_away
    lines = []
    for sweeper in batch.sweepers:
        is_away = sweeper.member not in here and sweeper.looked < len(batch.cards)
        words = message("away")
        if sweeper.go_on:
            agreed = len(sweeper.go_on)
            words = counted(
                "away; {number} would go on", "away; {number} would go on", agreed, number=number_word(agreed)
            )
        lines.append(
            LookLine(
                sweeper.member,
                view.seal_of(sweeper.member),
                sweeper.looked,
                len(batch.cards),
                is_away,
                say(words) if is_away else "",
            )  # fmt: skip
        )
    told = message("Marks turn up together, when all {number} have looked.", number=number_word(len(batch.sweepers)))
    address = ask_at(view.row.slug, "sweep-without", batch=batch.number)
    return LookSheet(address, tuple(lines), begin(told))
