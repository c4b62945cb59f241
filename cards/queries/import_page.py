"""What the page shows on which a list of cards is brought in: what was understood of it, before anything is done."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from cards import models as rows
from cards.access import Door
from cards.face.face import kind_of
from cards.face.language import tag
from cards.face.lexicon import Lexicon
from cards.face.text import parse, to_plain
from cards.files.incoming import collisions, enters_at_once
from cards.formats import Format
from cards.formats.articles import arriving, credits_told
from cards.formats.columns import FIELDS, LABELLED, LEFT_OUT, folded
from cards.formats.doubts import NO_LIST
from cards.formats.left_behind import left_behind
from cards.formats.unplaced import CODE as UNPLACED
from cards.formats.values import Reading
from cards.rules.kit import Kit
from cards.rules.limits import CARDS_MAX, FILE_BYTES_MAX
from cards.storage.store import details_of
from cards.values import counts
from studio.kernel.codec import from_plain
from studio.kernel.messages import message
from studio.web.addresses import path_to
from studio.web.words import say

SHOWN = CARDS_MAX  # cards, rules and remarks that are listed; a deck holds no more, so a longer list stops anyway
EXCERPT = 140  # characters of a text that are shown; the whole of it is what comes in


@dataclass(frozen=True, slots=True)
class DiagnosticLine:
    """What is said of the list. `line` is 0 where lines mean nothing; `stops` is what must be put right first."""

    line: int
    words: str
    stops: bool


@dataclass(frozen=True, slots=True)
class ListedLine:
    """One card or Special Rule as it was understood."""

    kind: str
    title: str
    type_line: str
    copies: int
    words: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A line or cell that has no place in a deck. `name` is its column's or label's; `line` is 0 where it has none."""

    line: int
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class ColumnShown:
    """A column of a table by its name, and what it can be said to be: what is sent, words, whether it is that now."""

    name: str
    fields: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Understood:
    """`format` is what people call the format; `may_enter` is False while something must be put right.

    `left_out` are the first SHOWN of `left_out_count`.

    `is_list` is False for what is no list of cards at all: then only the reason is said.
    """

    format: str
    title: str
    card_count: int
    copy_count: int
    rules: tuple[ListedLine, ...]
    cards: tuple[ListedLine, ...]
    remarks: tuple[DiagnosticLine, ...]
    may_enter: bool
    is_list: bool = True
    left_out: tuple[LeftOut, ...] = ()
    left_out_count: int = 0
    columns: tuple[ColumnShown, ...] = ()
    is_column_unknown: bool = False

    @property
    def left_out_more(self) -> int:
        return self.left_out_count - len(self.left_out) if self.left_out else 0

    @property
    def card_words(self) -> str:
        return say(counts.cards_of(self.copy_count, self.card_count))

    @property
    def rule_words(self) -> str:
        return say(counts.rules(len(self.rules)))


@dataclass(frozen=True, slots=True)
class BringPage:
    """`at_once`: the cards enter without a vote. `text` is what was pasted, so that it can be put right in place;
    `said` is what was said of its columns; `columns` are they where that cannot be, as they were said to be."""

    title: str
    language: str
    workshop: str
    at_once: bool
    text: str
    wrong: str
    understood: Understood | None
    said: tuple[str, ...] = ()
    columns: tuple[ColumnShown, ...] = ()
    cards_limit: int = CARDS_MAX
    size_limit: int = FILE_BYTES_MAX // 1_000_000  # megabytes


def bring_page(
    door: Door,
    *,
    text: str = "",
    wrong: str = "",
    read: tuple[Format, Reading] | None = None,
    said: tuple[str, ...] = (),
    amiss: Reading | None = None,
) -> BringPage:
    """The page for one member. Two statements, two more for a list. `amiss` is a list of whose columns was `said` what
    cannot be."""
    deck = rows.Deck.objects.get(pk=door.deck_id)
    return BringPage(
        title=deck.title,
        language=tag(deck.language),
        workshop=path_to("workshop", slug=deck.slug),
        at_once=enters_at_once(deck),
        text=text,
        wrong=wrong,
        understood=_understood(deck, *read) if read else None,
        said=said,
        columns=_columns(amiss, said) if amiss else (),
    )


def _understood(deck: rows.Deck, chosen: Format, reading: Reading) -> Understood:
    if no_list := tuple(remark for remark in reading.stops if remark.code in NO_LIST):
        reasons = tuple(DiagnosticLine(remark.line or 0, say(remark.said), True) for remark in no_list)
        return Understood(
            say(chosen.title), reading.listing.title, 0, 0, (), (), reasons, may_enter=False, is_list=False
        )  # all of it stays where it is: what of it had no place is said with what can come in
    listing, told = credits_told(reading.listing, may_tell=not deck.blurb)
    came = arriving(listing)
    leaves = left_behind(
        listing, details_of(deck), from_plain(Kit, deck.kit), deck.licence, at_once=enters_at_once(deck)
    )
    remarks = (*reading.remarks, *told, *came.remarks, *collisions(deck, listing), *leaves)
    is_listed = len(reading.unplaced) > 1  # below the remarks, each of them: then no remark says the same once more
    said = [
        DiagnosticLine(r.line or 0, say(r.said), r.stops) for r in remarks if not (is_listed and r.code == UNPLACED)
    ]
    lines = tuple(
        ListedLine(
            kind_of(face, is_rule=ref.kind == "rule"),
            face.title or say(message("Untitled")),
            face.type_line,
            copies,
            _excerpt(face.text, listing.kit.lexicon),
        )
        for ref, face, copies, _ in came.articles
    )
    rules = tuple(line for line in lines if line.kind == "rule")
    cards = tuple(line for line in lines if line.kind != "rule")
    return Understood(
        format=say(chosen.title),
        title=reading.listing.title,
        card_count=len(cards),
        copy_count=sum(line.copies for line in cards),
        rules=rules[:SHOWN],
        cards=cards[:SHOWN],
        remarks=tuple(sorted(said, key=lambda s: (not s.stops, s.line))[:SHOWN]),
        may_enter=bool(came.articles) and not any(s.stops for s in said),
        left_out=tuple(LeftOut(one.line or 0, one.name, one.words) for one in reading.unplaced[:SHOWN])
        if is_listed
        else (),
        left_out_count=len(reading.unplaced),
        columns=_columns(reading),
        is_column_unknown=any(name and not field for name, field in reading.columns),
    )


def _columns(reading: Reading, said: tuple[str, ...] = ()) -> tuple[ColumnShown, ...]:
    """Those that can be told apart by their names, each as what it was `said` to be, or is now; one that nobody knows
    is left out."""
    chosen = {folded(name): field.strip() for name, _, field in (one.rpartition("=") for one in said)}
    often = Counter(folded(name) for name, _ in reading.columns)
    return tuple(
        ColumnShown(
            name,
            tuple(
                (f"{name}={one}", say(LABELLED[one]), one == chosen.get(folded(name), field or LEFT_OUT))
                for one in FIELDS
            ),
        )
        for name, field in reading.columns
        if name and "\n" not in name and often[folded(name)] == 1
    )


def _excerpt(text: str, lexicon: Lexicon) -> str:
    words = " ".join(to_plain(parse(text, lexicon)).split())
    return words if len(words) <= EXCERPT else f"{words[:EXCERPT].rsplit(' ', 1)[0]} …"
