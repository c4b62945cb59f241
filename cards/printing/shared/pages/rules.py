"""The rules sheet: the rules in brief, and what the deck says besides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import segno

from cards.face.lexicon import Lexicon
from cards.face.symbols import drawing_address
from cards.face.text import Direction, Markup, direction, meaning_of, parse, to_html
from cards.printing.shared.extra_pages import ContentsLine, Fact, RulesSheet, TurnWords
from cards.printing.shared.pages.heads import COLUMN, HeadShown, head_of

ART = "asset:art/"
_FEW = 36  # cards that are listed in three columns
_BESIDE = 34.0  # mm that the QR code takes of the head
_QUIET = 4  # modules of white around a QR code


@dataclass(frozen=True, slots=True)
class RuleShown:
    number: int
    title: str
    side: Direction
    text: Markup


@dataclass(frozen=True, slots=True)
class MeaningShown:
    """A word or a mark and what it means. `image` is where its drawing is, or empty."""

    name: str
    meaning: str
    side: Direction
    image: str = ""


@dataclass(frozen=True, slots=True)
class MeaningsShown:
    """What words or marks of one sort mean."""

    title: str
    words: tuple[MeaningShown, ...]


@dataclass(frozen=True, slots=True)
class QrShown:
    """A QR code: dark modules as one path in a square of so many, with its white border."""

    address: str
    shown: str
    path: str
    side: int


@dataclass(frozen=True, slots=True)
class ContentsShown:
    number: str
    title: str
    type_line: str
    copies: str
    side: Direction


@dataclass(frozen=True, slots=True)
class RulesShown:
    template: str
    name: str
    head: HeadShown
    turns: tuple[Fact, ...]
    rules: tuple[RuleShown, ...]
    parts: tuple[MeaningsShown, ...]
    cards: tuple[ContentsShown, ...]
    qr: QrShown | None

    @property
    def across(self) -> str:
        """How many columns the contents have: a deck of the usual number stays on one page."""
        return "four" if len(self.cards) > _FEW else "three"


def rules_shown(sheet: RulesSheet, art: str = ART) -> RulesShown:
    """The sheet, which may go over several pages; drawings of symbols are under `art`."""
    lexicon = sheet.lexicon
    return RulesShown(
        template="print/rules.html",
        name="Rules",
        head=head_of(sheet.heading, most=28.0, column=COLUMN - _BESIDE if sheet.address else COLUMN),
        turns=tuple(in_brief(sheet.turn)),
        rules=tuple(
            RuleShown(rule.number, rule.title, direction(rule.title), to_html(parse(rule.text, lexicon), art=art))
            for rule in sheet.rules
        ),
        parts=tuple(_parts(lexicon, art)),
        cards=tuple(_listed(card) for card in sheet.cards),
        qr=_qr(sheet.address) if sheet.address else None,
    )


def in_brief(turn: TurnWords) -> Iterator[Fact]:
    """The rules of the game, with the figures of the deck's kit."""
    limit = turn.hand_limit
    empty = f" With no cards in your hand, draw {turn.draw_if_empty}." if turn.draw_if_empty else ""
    shuffled = "Everyone shuffles their own cards into a pile" if turn.own_piles else "Shuffle all cards into one pile"
    dealt = f", and everyone draws {turn.deal}" if turn.deal else ""
    yield Fact("Begin", f"{shuffled}{dealt}. Somebody begins, by chance.")
    yield Fact(
        "Your turn",
        f"Draw {_cards(turn.draw)}.{empty} Then play {_plays(turn.plays)}, in any order, or nothing."
        + (f" With more than {_cards(limit)} in hand, discard down to {limit}." if limit is not None else ""),
    )
    yield Fact(
        "A Thing",
        "stays on the table in front of you, and is yours to use. Played onto another, it goes when that one goes.",
    )
    yield Fact("An Action", "happens, and is then put face up on the discard pile.")
    yield Fact("“Action: …”", "on a Thing may be done in place of playing an Action.")
    yield Fact(
        "Piles and hands",
        "When the draw pile is empty, shuffle the discard pile and turn it over. Nobody looks through the draw pile; "
        "anyone may look through the discard pile. What you hold is secret, how much you hold is not.",
    )
    yield Fact(
        "When cards disagree",
        "A card or a Special Rule beats these rules. Of two cards the one that forbids beats the one that allows; then "
        "the one that speaks of fewer cases; then the later one.",
    )
    yield Fact("To win", "do what a card or a Special Rule says. Say that you have won, and let the others read it.")
    yield Fact(
        "Blank cards",
        "Keep some by you. Anyone may write a card at any time and ask the others. If all say yes, it is shuffled in.",
    )


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{count} cards"


def _plays(plays: tuple[str, ...]) -> str:
    if not plays:
        return "any number of cards"
    return plays[0] if len(plays) == 1 else f"{', '.join(plays[:-1])} and {plays[-1]}"


def _parts(lexicon: Lexicon, art: str) -> Iterator[MeaningsShown]:
    """What the deck's own kinds, keywords and symbols mean."""
    if lexicon.kinds:
        yield MeaningsShown("Kinds", tuple(_meaning(kind.name, kind.meaning) for kind in lexicon.kinds))
    if lexicon.keywords:
        words = ((keyword.name, meaning_of(lexicon, keyword, "")) for keyword in lexicon.keywords)
        yield MeaningsShown("Keywords", tuple(_meaning(name, meaning) for name, meaning in words))
    if lexicon.symbols:
        own = (_meaning("", one.spoken, drawing_address(one.drawing, art)) for one in lexicon.symbols)
        yield MeaningsShown("Symbols", tuple(own))


def _meaning(name: str, meaning: str, image: str = "") -> MeaningShown:
    return MeaningShown(name, meaning, direction(name or meaning), image)


def _listed(card: ContentsLine) -> ContentsShown:
    copies = f"{card.copies}\u00a0×" if card.copies > 1 else ""
    return ContentsShown(card.number, card.title, card.type_line, copies, direction(card.title))


def _qr(address: str) -> QrShown:
    """The code with a border of four modules, as readers want it."""
    rows = segno.make(address, error="m", micro=False).matrix
    path = "".join(
        f"M{x + _QUIET} {y + _QUIET}h1v1h-1z" for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark
    )
    return QrShown(address, address.partition("://")[2].rstrip("/"), path, len(rows) + 2 * _QUIET)
