"""What every reader does with what it has found: clean the words, and say what must be put right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cards.face.face import Face
from cards.formats.unplaced import left_out
from cards.formats.values import DeckListing, Diagnostic, ListedCard, ListedRule, Reading, Unplaced
from cards.rules import limits
from cards.rules.back_words import check_back
from cards.rules.deck import Source
from cards.rules.details import STAR
from cards.rules.forking import check_descent, check_lineage
from cards.rules.kit import DVORAK
from cards.rules.kit_checks import check_kit
from cards.rules.lexicon_checks import check_lexicon
from cards.rules.limits import check_copies, check_face, clean_face, clean_line, clean_text
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused

_FIELDS = {
    "title": message("title", context="of a deck"),
    "theme": message("theme", context="of a deck"),
    "goal": message("goal", context="of a deck"),
    "language": message("language", context="of a deck"),
    "licence": message("licence", context="of a deck"),
    "blurb": message("blurb", context="of a deck"),
    "notes": message("notes", context="of a deck"),
}
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
    listing: DeckListing,
    remarks: Sequence[Diagnostic] = (),
    *,
    rules_at: Lines = (),
    cards_at: Lines = (),
    unplaced: Sequence[Unplaced] = (),
) -> Reading:
    """The listing with clean words, and remarks on what was cleaned, has no place, or has to be put right.

    `rules_at` and `cards_at` are the lines on which each begins, for the remarks.
    """
    said: list[Diagnostic] = [*remarks, *left_out(unplaced)]
    deck = _deck_words(listing, said)
    rules = tuple(_rule(rule, i, _line(rules_at, i), said) for i, rule in enumerate(deck.rules))
    cards = tuple(_card(card, i, _line(cards_at, i), said) for i, card in enumerate(deck.cards))
    _numbers(rules, message("rule"), said)
    _numbers(cards, message("card"), said)
    deck = replace(deck, lineage=_lineage(deck, said))
    if deck.kit != DVORAK:
        try:
            check_kit(deck.kit)
            check_lexicon(deck.kit.lexicon)
            check_back(deck.kit.back)
        except Refused as refused:
            said.append(Diagnostic(None, refused.code, refused, stops=True))
    if len(rules) + len(cards) > limits.CARDS_MAX:
        many = message(
            "There are {count} cards and Special Rules; a deck holds {limit}.",
            count=len(rules) + len(cards), limit=limits.CARDS_MAX,
        )  # fmt: skip
        said.append(Diagnostic(None, "deck.cards_many", many, stops=True))
    return Reading(replace(deck, rules=rules, cards=cards), tuple(said), tuple(unplaced))


def _deck_words(listing: DeckListing, said: list[Diagnostic]) -> DeckListing:
    now: dict[str, object] = {}
    for name, limit in (*_DECK_LINES, *_DECK_TEXTS):
        was: str = getattr(listing, name)
        now[name] = clean_line(was) if (name, limit) in _DECK_LINES else clean_text(was).strip()
        _changed(None, message("the deck's {field}", field=_FIELDS[name]), [(was, str(now[name]))], said)
        what = message("The deck's {field}", field=_FIELDS[name])
        _length(None, f"deck.{name}_long", what, str(now[name]), limit, said)
    tags = tuple(clean_line(tag) for tag in listing.tags)
    now["status"], now["tags"] = clean_line(listing.status), tags
    if now["status"] == STAR:
        now["status"] = "playable"
        text = message("A star is given by whoever keeps a site. The deck comes in as playable.")
        said.append(Diagnostic(None, "details.star", text))
    if len(listing.tags) > limits.TAGS_MAX:
        text = message(
            "There are {count} tags; a deck has at most {limit}.", count=len(listing.tags), limit=limits.TAGS_MAX
        )
        said.append(Diagnostic(None, "deck.tags_many", text, stops=True))
    for tag in tags:
        _length(None, "deck.tag_long", message("A tag"), tag, limits.TAG_MAX, said)
    for count in (listing.players_min, listing.players_max):
        if count is not None and not 1 <= count <= limits.PLAYERS_MAX:
            text = message(
                "{count} players cannot be right; between 1 and {most} can.", count=count, most=limits.PLAYERS_MAX
            )
            said.append(Diagnostic(None, "deck.players", text, stops=True))
    return replace(listing, **now)  # type: ignore[arg-type]


def _lineage(deck: DeckListing, said: list[Diagnostic]) -> tuple[Source, ...]:
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
        said.append(Diagnostic(None, refused.code, refused, stops=True))
    return lineage


def _rule(rule: ListedRule, index: int, line: int | None, said: list[Diagnostic]) -> ListedRule:
    name = message("Rule {number}", number=index + 1)
    face = _face(rule.face, name, line, said, is_rule=True)
    return replace(
        rule, face=face, side=_side(rule.side, name, line, said), credit=_credit(rule.credit, name, line, said)
    )


def _card(card: ListedCard, index: int, line: int | None, said: list[Diagnostic]) -> ListedCard:
    name = message("Card {number}", number=index + 1)
    face = _face(card.face, name, line, said, is_rule=False)
    try:
        check_copies(card.copies)
    except Refused as refused:
        said.append(Diagnostic(line, refused.code, _at(_called(name, face), refused), stops=True))
    return replace(
        card, face=face, side=_side(card.side, name, line, said), credit=_credit(card.credit, name, line, said)
    )


def _face(face: Face, name: Message, line: int | None, said: list[Diagnostic], *, is_rule: bool) -> Face:
    cleaned = clean_face(face)
    called = _called(name, cleaned)
    fields = ("title", "type_line", "text", "flavour", "cost", "gain", "value", "stat", "credit", "art_words")
    _changed(line, called, [(getattr(face, field), getattr(cleaned, field)) for field in fields], said)
    try:
        check_face(cleaned, is_rule=is_rule)
    except Refused as refused:
        said.append(Diagnostic(line, refused.code, _at(called, refused), stops=True))
    return cleaned


def _called(name: Message, face: Face) -> Message:
    return message("{card} “{title}”", card=name, title=face.title[:40])


def _at(where: Message, why: Refused) -> Message:
    return message("{where}: {why}", where=where, why=why)


def _side(side: str, name: Message, line: int | None, said: list[Diagnostic]) -> str:
    cleaned = clean_line(side)
    what = message("{card}: the name of its side", card=name)
    _length(line, "card.side_long", what, cleaned, limits.SIDE_MAX, said)
    return cleaned


def _credit(credit: str, name: Message, line: int | None, said: list[Diagnostic]) -> str:
    cleaned = clean_line(credit)
    what = message("{card}: its maker's name", card=name)
    _length(line, "face.credit_long", what, cleaned, limits.CREDIT_MAX, said)
    return cleaned


def _numbers(articles: Sequence[ListedCard | ListedRule], word: Message, said: list[Diagnostic]) -> None:
    seen: set[int] = set()
    for article in articles:
        number = article.number
        if number is None:
            continue
        if not 1 <= number <= 999_999:
            text = message("{number} cannot be the number of a {article}.", number=number, article=word)
            said.append(Diagnostic(None, "card.number", text, stops=True))
        if number in seen:
            text = message("Two of these have the number {number} as a {article}.", number=number, article=word)
            said.append(Diagnostic(None, "card.number_twice", text, stops=True))
        seen.add(number)


def _changed(line: int | None, where: Message, words: list[tuple[str, str]], said: list[Diagnostic]) -> None:
    """`words` are those of one thing before and after they were cleaned; how they are spaced is no change."""
    if any(was.split() != now.split() for was, now in words):
        text = message("In {where}, characters that cannot be printed were taken out or respelt.", where=where)
        said.append(Diagnostic(line, "text.cleaned", text))


def _length(line: int | None, code: str, what: Message, words: str, limit: int, said: list[Diagnostic]) -> None:
    if len(words) > limit:
        text = message(
            "{what} is {length:,} characters long and {limit:,} fit. Shorten it.",
            what=what, length=len(words), limit=limit,
        )  # fmt: skip
        said.append(Diagnostic(line, code, text, stops=True))


def _line(lines: Lines, index: int) -> int | None:
    return lines[index] if index < len(lines) else None
