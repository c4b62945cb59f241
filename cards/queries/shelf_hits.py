"""What was found, as it is shown: decks with the cards that have the words, and a wall of cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import urlencode

from django.utils.safestring import SafeString

from cards import models as rows
from cards.face.language import tag
from cards.face.text import parse, to_plain
from cards.queries.covers import OnShelf, covers_of, foot_of, named_on_shelf, on_shelf
from cards.queries.faces import ReadFace, printed, read_for_page
from cards.queries.marked import marked_face, marked_text
from cards.queries.shelf_ask import ShelfAsk, address
from cards.rules.deck import Ref
from cards.search.answer import CardHit, DeckHit
from cards.search.asked import MORE, TEXT, TITLE, Search
from cards.search.marks import excerpt, head_marks, marks
from cards.storage.ballot_rows import name_of
from cards.values.archive import DeckCover
from cards.values.shelf import HitCard, HitLine, ShelfHit
from studio.kernel.messages import counted, message
from studio.web.addresses import path_to
from studio.web.words import say, say_html

LINES = 2  # of further cards of a deck
_Faces = Mapping[str, ReadFace]
_Makers = Mapping[tuple[int, Ref], str]


def deck_hits(ask: ShelfAsk, hits: Sequence[DeckHit]) -> tuple[ShelfHit, ...]:
    """Decks that answer, the card that does best on each. Five statements, and two for faces not read before."""
    shown = on_shelf(hit.deck_id for hit in hits)
    by_deck = {hit.deck_id: hit for hit in hits}
    faces = read_for_page(card.face for hit in hits for card in hit.cards)
    covers = covers_of(shown, {hit.deck_id for hit in hits if not hit.cards})
    return tuple(
        _deck_hit(ask, shown, deck, cover, by_deck[deck.pk], faces)
        for deck, cover in zip(shown.decks, covers, strict=True)
    )


def _deck_hit(
    ask: ShelfAsk, shown: OnShelf, deck: rows.Deck, cover: DeckCover, hit: DeckHit, faces: _Faces
) -> ShelfHit:
    search = ask.search
    readable = [card for card in hit.cards if not faces[card.face].is_withdrawn]
    first = readable[0] if readable else None
    lines = tuple(_line(search, shown, deck, card, faces[card.face]) for card in readable[1 : LINES + 1])
    left = hit.card_total - len(lines) - (first is not None)
    return ShelfHit(
        cover=cover,
        title=marked_text(deck.title, head_marks(deck.title, search)),
        card=_card(search, shown, deck, first, faces[first.face], {}) if first else None,
        lines=lines,
        says=_says(search, hit.card_total) if hit.card_total else "",
        more=say(counted("and {count} more", "and {count} more", left)) if left > 0 else "",
        more_href=_more_of(ask, deck),
    )


def _says(search: Search, total: int) -> SafeString:
    if not search.plain_words:
        return say_html(counted("One card answers", "{count} cards answer", total))
    words = " ".join(search.plain_words)
    said = counted("One card says {words}", "{count} cards say {words}", total)
    return say_html(said, words=marked_text(words, [(0, len(words))]))


def _more_of(ask: ShelfAsk, deck: rows.Deck) -> str:
    """The deck with the same words in its own search, as far as they are words of a card."""
    if ask.search.plain_words:
        return f"{path_to('deck', slug=deck.slug)}?{urlencode({'find': ' '.join(ask.search.plain_words)})}"
    return ask.showing("cards")


def _line(search: Search, shown: OnShelf, deck: rows.Deck, card: CardHit, read: ReadFace) -> HitLine:
    lexicon = shown.lexicon(deck)
    texts = [(to_plain(parse(apart(text), lexicon)), field) for text, field in
             ((read.face.text, TEXT), (read.face.flavour, MORE))]  # fmt: skip
    told, ranges = next(
        ((text, found) for text, field in texts if (found := marks(text, search, field))), (texts[0][0], ())
    )
    piece, inside = excerpt(" ".join(told.split("\n")), ranges)
    return HitLine(
        marked_text(read.title, marks(read.title, search, TITLE)),
        marked_text(piece, inside),
        card_href(deck, card.ref, search),
    )


def apart(text: str) -> str:
    """With a blank between symbols beside each other, whose names are words there."""
    return text.replace("}{", "} {")


def card_hits(search: Search, cards: Sequence[CardHit]) -> tuple[HitCard, ...]:
    """Cards that answer, as a wall of their faces. Four statements, and two for faces not read before."""
    shown = named_on_shelf(card.deck_id for card in cards)
    decks = {deck.pk: deck for deck in shown.decks}
    faces = read_for_page(card.face for card in cards)
    makers = _makers(cards)
    return tuple(
        _card(search, shown, decks[card.deck_id], card, faces[card.face], makers)
        for card in cards
        if card.deck_id in decks and not faces[card.face].is_withdrawn
    )


def _card(
    search: Search, shown: OnShelf, deck: rows.Deck, card: CardHit, read: ReadFace, makers: _Makers
) -> HitCard:  # fmt: skip
    is_rule = card.ref.kind == "rule"
    face = printed(read, is_rule, card.ref.number, foot_of(deck), deck.language, shown.lexicon(deck))
    by = read.face.credit or makers.get((deck.pk, card.ref), "")
    version = message("{maker}, v{version}") if by else message("v{version}")
    return HitCard(
        face=marked_face(face, search),
        href=card_href(deck, card.ref, search),
        deck=deck.title,
        deck_href=path_to("deck", slug=deck.slug),
        by=say(version.given(maker=by, version=deck.last_version)),
        language=tag(deck.language),
    )


def card_href(deck: rows.Deck, ref: Ref, search: Search) -> str:
    """Where a card stands as the newest version has it, for good; the words that it was found by come along and are
    marked there."""
    page = path_to(f"version-{ref.kind}", slug=deck.slug, version=deck.last_version, number=ref.number)
    return address(search.words, page=page)


def _makers(cards: Iterable[CardHit]) -> _Makers:
    """Who wrote each: the name that came with a list, or the member's. One statement."""
    wanted = {(card.deck_id, card.ref) for card in cards}
    decks, numbers = {deck for deck, _ in wanted}, {ref.number for _, ref in wanted}
    articles = rows.Article.objects.filter(deck__in=decks, number__in=numbers)
    found = articles.values_list("deck_id", "kind", "number", "maker", name_of("by"))
    told = {
        (deck, Ref("rule" if kind == "rule" else "card", n)): maker or by or "" for deck, kind, n, maker, by in found
    }
    return {key: name for key, name in told.items() if key in wanted}
