"""What every reader does with what it has found: clean the words, and say what must be put right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cards.face.face import Face
from cards.formats.values import DeckListing, ListedCard, ListedRule, Reading, Remark
from cards.rules import limits
from cards.rules.deck import Source
from cards.rules.forking import check_descent, check_lineage
from cards.rules.kit import DVORAK, check_kit
from cards.rules.limits import check_copies, check_face, clean_face, clean_line, clean_text
from studio.kernel.refusals import Refused
from studio.wording import say

_DECK_LINES = (
    ("title", limits.DECK_TITLE_MAX),
    ("theme", limits.THEME_MAX),
    ("goal", limits.GOAL_MAX),
    ("language", limits.LANGUAGE_MAX),
    ("licence", limits.LICENCE_MAX),
)
_DECK_TEXTS = (("blurb", limits.BLURB_MAX), ("notes", limits.DECK_NOTES_MAX))

Lines = Sequence[int | None]


def checked(
    listing: DeckListing, remarks: Sequence[Remark] = (), *, rules_at: Lines = (), cards_at: Lines = ()
) -> Reading:
    """The listing with clean words, and remarks on what was cleaned or has to be put right.

    `rules_at` and `cards_at` are the lines on which each begins, for the remarks.
    """
    said: list[Remark] = list(remarks)
    deck = _deck_words(listing, said)
    rules = tuple(_rule(rule, i, _line(rules_at, i), said) for i, rule in enumerate(deck.rules))
    cards = tuple(_card(card, i, _line(cards_at, i), said) for i, card in enumerate(deck.cards))
    _numbers(rules, "rule", said)
    _numbers(cards, "card", said)
    deck = replace(deck, lineage=_lineage(deck, said))
    if deck.kit != DVORAK:
        try:
            check_kit(deck.kit)
        except Refused as refused:
            said.append(Remark(None, refused.code, say(refused), stops=True))
    if len(rules) + len(cards) > limits.CARDS_MAX:
        many = f"There are {len(rules) + len(cards)} cards and Special Rules; a deck holds {limits.CARDS_MAX}."
        said.append(Remark(None, "deck.cards_many", many, stops=True))
    return Reading(replace(deck, rules=rules, cards=cards), tuple(said))


def _deck_words(listing: DeckListing, said: list[Remark]) -> DeckListing:
    now: dict[str, object] = {}
    for name, limit in (*_DECK_LINES, *_DECK_TEXTS):
        was: str = getattr(listing, name)
        now[name] = clean_line(was) if (name, limit) in _DECK_LINES else clean_text(was).strip()
        _changed(None, f"the deck's {name}", was, str(now[name]), said)
        _length(None, f"deck.{name}_long", f"The deck's {name}", str(now[name]), limit, said)
    tags = tuple(clean_line(tag) for tag in listing.tags)
    now["status"], now["tags"] = clean_line(listing.status), tags
    if len(listing.tags) > limits.TAGS_MAX:
        text = f"There are {len(listing.tags)} tags; a deck has at most {limits.TAGS_MAX}."
        said.append(Remark(None, "deck.tags_many", text, stops=True))
    for tag in tags:
        _length(None, "deck.tag_long", "A tag", tag, limits.TAG_MAX, said)
    for count in (listing.players_min, listing.players_max):
        if count is not None and not 1 <= count <= limits.PLAYERS_MAX:
            text = f"{count} players cannot be right; between 1 and {limits.PLAYERS_MAX} can."
            said.append(Remark(None, "deck.players", text, stops=True))
    return replace(listing, **now)  # type: ignore[arg-type]


def _lineage(deck: DeckListing, said: list[Remark]) -> tuple[Source, ...]:
    """The decks it was forked from, their people by name: ids are those of another site."""
    lineage = tuple(
        replace(
            source, title=clean_line(source.title), licence=clean_line(source.licence), makers=(),
            names=tuple(name for name in map(clean_line, source.names) if name),
        )
        for source in deck.lineage
    )  # fmt: skip
    try:
        check_lineage(lineage)
        check_descent(lineage, deck.licence)
    except Refused as refused:
        said.append(Remark(None, refused.code, say(refused), stops=True))
    return lineage


def _rule(rule: ListedRule, index: int, line: int | None, said: list[Remark]) -> ListedRule:
    name = f"Rule {index + 1}"
    face = _face(rule.face, name, line, said, is_rule=True)
    return replace(
        rule, face=face, side=_side(rule.side, name, line, said), credit=_credit(rule.credit, name, line, said)
    )


def _card(card: ListedCard, index: int, line: int | None, said: list[Remark]) -> ListedCard:
    name = f"Card {index + 1}"
    face = _face(card.face, name, line, said, is_rule=False)
    try:
        check_copies(card.copies)
    except Refused as refused:
        said.append(Remark(line, refused.code, f"{name} “{face.title[:40]}”: {say(refused)}", stops=True))
    return replace(
        card, face=face, side=_side(card.side, name, line, said), credit=_credit(card.credit, name, line, said)
    )


def _face(face: Face, name: str, line: int | None, said: list[Remark], *, is_rule: bool) -> Face:
    cleaned = clean_face(face)
    called = f"{name} “{cleaned.title[:40]}”"
    for field in ("title", "type_line", "text", "flavour", "cost", "gain", "value", "stat", "credit"):
        _changed(line, called, getattr(face, field), getattr(cleaned, field), said)
    try:
        check_face(cleaned, is_rule=is_rule)
    except Refused as refused:
        said.append(Remark(line, refused.code, f"{called}: {say(refused)}", stops=True))
    return cleaned


def _side(side: str, name: str, line: int | None, said: list[Remark]) -> str:
    cleaned = clean_line(side)
    _length(line, "card.side_long", f"{name}: the name of its side", cleaned, limits.SIDE_MAX, said)
    return cleaned


def _credit(credit: str, name: str, line: int | None, said: list[Remark]) -> str:
    cleaned = clean_line(credit)
    _length(line, "face.credit_long", f"{name}: its maker's name", cleaned, limits.CREDIT_MAX, said)
    return cleaned


def _numbers(articles: Sequence[ListedCard | ListedRule], word: str, said: list[Remark]) -> None:
    seen: set[int] = set()
    for article in articles:
        number = article.number
        if number is None:
            continue
        if not 1 <= number <= 999_999:
            said.append(Remark(None, "card.number", f"{number} cannot be the number of a {word}.", stops=True))
        if number in seen:
            said.append(
                Remark(None, "card.number_twice", f"Two of these have the number {number} as a {word}.", stops=True)
            )
        seen.add(number)


def _changed(line: int | None, where: str, was: str, now: str, said: list[Remark]) -> None:
    if was.split() != now.split():
        text = f"In {where}, characters that cannot be printed were taken out or respelt."
        remark = Remark(line, "text.cleaned", text)
        if remark not in said[-1:]:
            said.append(remark)


def _length(line: int | None, code: str, what: str, words: str, limit: int, said: list[Remark]) -> None:
    if len(words) > limit:
        text = f"{what} is {len(words):,} characters long and {limit:,} fit. Shorten it."
        said.append(Remark(line, code, text, stops=True))


def _line(lines: Lines, index: int) -> int | None:
    return lines[index] if index < len(lines) else None
