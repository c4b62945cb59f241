"""Plain listings: a heading or a line with the title, under it a type line, then the text.

Marks of headings and emphasis are optional. Prose before the first card becomes the deck's title,
blurb and notes, and a Special Rule for every section with a heading of its own. What looked odd is
said with its line; no word goes missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cards.face.face import Face
from cards.formats.checks import checked
from cards.formats.columns import NOTHING_SAID, ColumnFields
from cards.formats.conventions import said_copies, settled
from cards.formats.doubts import misgivings, misread, overlooked
from cards.formats.lines import SECTIONS, Line, joined, lines_of, literal, name_of
from cards.formats.listing_writer import write
from cards.formats.parts import Part
from cards.formats.shapes import found_in
from cards.formats.tables import table_with
from cards.formats.values import DeckListing, Diagnostic, ListedCard, ListedRule, Reading
from cards.rules.limits import BLURB_MAX, DECK_TITLE_MAX, LIST_LINES_MAX, TEXT_MAX
from studio.kernel.messages import message

NAME = "listing"
__all__ = ["NAME", "read", "write"]


def read(text: str, said: ColumnFields = NOTHING_SAID) -> Reading:
    """What a plain listing says; what is `said` of columns, of a table that has them. A list without cards, and one
    without end, is a remark that stops. Raises Refused for columns alone: column.unknown, column.no_title,
    column.no_table."""
    count = sum(1 for line in text.splitlines() if line.strip())
    if count > LIST_LINES_MAX:
        long = message(
            "That is a list of {count:,} lines, and {limit:,} are read at once. Make it two lists.",
            count=count, limit=LIST_LINES_MAX,
        )  # fmt: skip
        return Reading(DeckListing(title=""), (Diagnostic(None, "listing.long", long, stops=True),))
    lines, remarks = lines_of(text)
    found = table_with(lines, said) if said else found_in(lines)
    remarked = [*remarks, *found.remarks]
    if found.shape:
        seen_as = message("This was read as {shape}. Look whether it was understood.", shape=found.shape)
        remarked.append(Diagnostic(None, "listing.shape", seen_as))
    parts = settled(found, remarked)
    front = found.front
    typed = [index for index, part in enumerate(parts) if part.kind]
    first, last = (typed[0], typed[-1]) if typed else (len(parts), len(parts))
    title, front, parts, first, last = _deck_title(front, parts, first, last)
    blurb, notes = _front_matter(front)
    rules: list[ListedRule] = []
    cards: list[ListedCard] = []
    rules_at: list[int] = []
    cards_at: list[int] = []
    left: list[str] = [notes]
    for index, part in enumerate(parts):
        if _is_section(part) == "blurb":
            blurb = f"{blurb}\n\n{joined(part.body)}".strip()
            continue
        article = _article(part, index, first, last, remarked)
        if isinstance(article, ListedRule):
            rules.append(article)
            rules_at.append(part.title.number)
        elif isinstance(article, ListedCard):
            cards.append(article)
            cards_at.append(part.title.number)
        else:
            left.append(article)
    remarked += misread(found, lines)
    remarked += overlooked(found, lines)
    remarked += misgivings(found, lines, has_cards=bool(cards))
    listing = DeckListing(title=title, blurb=blurb, notes="\n\n".join(left), rules=tuple(rules), cards=tuple(cards))
    remarked.sort(key=lambda remark: (not remark.stops, remark.line or 0))
    reading = checked(listing, remarked, rules_at=rules_at, cards_at=cards_at, unplaced=found.unplaced)
    return replace(reading, columns=found.columns)


# --- what each part is -----------------------------------------------------------------------------------------------


def _deck_title(
    front: tuple[Line, ...], parts: list[Part], first: int, last: int
) -> tuple[str, tuple[Line, ...], list[Part], int, int]:
    """The deck's own title: the first heading where it stands above the others, else a first line that is one."""
    if front:
        line = front[0]
        ends = len(front) == 1 or front[1].after_blank
        if not any(part.title.level for part in parts[:first]):
            if ends and line.may_be_title and len(line.words) <= DECK_TITLE_MAX:
                return name_of(line), front[1:], parts, first, last
        return "", front, parts, first, last
    if parts and not parts[0].kind and not _is_section(parts[0]):
        level = parts[0].title.level
        others = [part.title.level for part in parts[1:] if part.title.level]
        if level == 1 or not others or level < min(others):
            return name_of(parts[0].title), parts[0].body, parts[1:], first - 1, last - 1
    return "", front, parts, first, last


def _front_matter(front: tuple[Line, ...]) -> tuple[str, str]:
    """The first paragraph is the blurb, where it fits; the rest are notes."""
    end = next((i for i, line in enumerate(front) if i and line.after_blank), len(front))
    blurb = joined(front[:end])
    if len(blurb) > BLURB_MAX:
        return "", joined(front)
    return blurb, joined(front[end:])


def _article(part: Part, index: int, first: int, last: int, said: list[Diagnostic]) -> ListedCard | ListedRule | str:
    title, copies = said_copies(part)
    kind = part.kind
    if kind is None:
        return _untyped(part, title, copies, index, first, last, said)
    assert part.kind_line is not None
    if kind.certainty == "slip":
        slip = message("“{words}” was read as “{kind}”.", words=kind.spelling, kind=kind.words)
        said.append(Diagnostic(part.kind_line.number, "listing.slip", slip))
    elif kind.certainty == "own":
        own = message("“{kind}” was read as a type line with a kind of the deck’s own.", kind=kind.words)
        if all(remark.said != own for remark in said):  # once: fourteen of one kind bury what matters
            said.append(Diagnostic(part.kind_line.number, "listing.own_kind", own))
    text, flavour = _text_and_flavour(part.body)
    flavour = "\n".join(filter(None, (flavour, part.flavour)))
    face = Face(title, type_line=kind.words, text=text, flavour=flavour, cost=part.cost)
    if not kind.is_rule:
        said += _read_copies(part, title, copies)
        return ListedCard(face, copies, credit=part.maker)
    return ListedRule(face if copies == 1 else replace(face, title=part.title.words), credit=part.maker)


def _read_copies(part: Part, title: str, copies: int) -> Iterator[Diagnostic]:
    """Of a card alone, and not of a column of copies: a Special Rule keeps its number in its title."""
    if copies != 1 and not part.has_column_of_copies:
        read_as = message(
            "“{words}” was read as {copies} copies of “{title}”.", words=part.title.words, copies=copies, title=title
        )
        yield Diagnostic(part.title.number, "listing.copies", read_as)


def _untyped(
    part: Part, title: str, copies: int, index: int, first: int, last: int, said: list[Diagnostic]
) -> ListedCard | ListedRule | str:
    """A heading without a type line: a rule before the first card, most likely a card between two."""
    line = part.title.number
    text, flavour = _text_and_flavour(part.body)
    if not part.body:
        words = message("There is nothing under “{title}”; it is kept among the notes.", title=part.title.words)
        said.append(Diagnostic(line, "listing.empty", words))
        return part.title.words
    if _is_section(part):
        return joined(part.body)
    if first < index < last and len(text) <= TEXT_MAX:
        words = message("“{title}” has no type line; it was read as a card without one.", title=title)
        said.append(Diagnostic(line, "listing.no_type", words))
        said += _read_copies(part, title, copies)
        return ListedCard(Face(title, text=text, flavour=flavour), copies)
    if index > first:
        words = message(
            "“{title}” has no type line and stands after the cards; it was read as a Special Rule.", title=title
        )
        said.append(Diagnostic(line, "listing.section", words))
    return ListedRule(Face(part.title.words if copies != 1 else title, text=joined(part.body)))


def _is_section(part: Part) -> str:
    """ "blurb" or "notes" for a part of that name with words alone under it; "" for every other."""
    name = part.title.words.casefold()
    return name if not part.kind and part.body and name in SECTIONS else ""


def _text_and_flavour(body: tuple[Line, ...]) -> tuple[str, str]:
    """Quoted lines at the end are flavour."""
    start = len(body)
    while start and body[start - 1].is_quotation:
        start -= 1
    quoted = (literal(line.words).removeprefix(">").removeprefix(" ") for line in body[start:])
    return joined(body[:start]), "\n".join(quoted).strip()
