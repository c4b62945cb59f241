"""Plain listings: a heading or a line with the title, under it a type line, then the text.

Marks of headings and emphasis are optional. Prose before the first card becomes the deck's title,
blurb and notes, and a Special Rule for every section with a heading of its own. What looked odd is
said with its line; no word goes missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cards.formats.checking import checked
from cards.formats.lines import Line, escaped, joined, lines_of, literal, name_of, title_of
from cards.formats.type_lines import TypeLine, has_shape, type_line
from cards.formats.values import DeckListing, ListedCard, ListedRule, Reading, Remark, Written
from cards.rules.face import Face
from cards.rules.kit import DVORAK
from cards.rules.limits import BLURB_MAX, DECK_TITLE_MAX, LIST_LINES_MAX, TEXT_MAX

NAME = "listing"


@dataclass(frozen=True, slots=True)
class _Part:
    """A title with the lines under it; `kind` is its type line, where it has one."""

    title: Line
    kind: TypeLine | None
    kind_line: Line | None
    body: tuple[Line, ...]


def read(text: str) -> Reading:
    """What a plain listing says. Never refuses; a list without cards, and one without end, is a remark that stops."""
    count = sum(1 for line in text.splitlines() if line.strip())
    if count > LIST_LINES_MAX:
        return Reading(DeckListing(title=""), (Remark(None, "listing.long", _LONG.format(count), stops=True),))
    lines, remarks = lines_of(text)
    said = list(remarks)
    front, parts = _parts(lines, _kinds_at(lines, said))
    typed = [index for index, part in enumerate(parts) if part.kind]
    first, last = (typed[0], typed[-1]) if typed else (len(parts), len(parts))
    title, front, parts, first, last = _deck_title(front, parts, first, last)
    blurb, notes = _front_matter(front)
    rules: list[ListedRule] = []
    cards: list[ListedCard] = []
    rules_at: list[int] = []
    cards_at: list[int] = []
    left: list[str] = [notes] if notes else []
    for index, part in enumerate(parts):
        article = _article(part, index, first, last, said)
        if isinstance(article, ListedRule):
            rules.append(article)
            rules_at.append(part.title.number)
        elif isinstance(article, ListedCard):
            cards.append(article)
            cards_at.append(part.title.number)
        else:
            left.append(article)
    if not cards:
        said.append(Remark(None, "listing.no_cards", _NO_CARDS, stops=True))
    listing = DeckListing(title=title, blurb=blurb, notes="\n\n".join(left), rules=tuple(rules), cards=tuple(cards))
    said.sort(key=lambda remark: remark.line or 0)
    return checked(listing, said, rules_at=rules_at, cards_at=cards_at)


_LONG = f"That is a list of {{:,}} lines, and {LIST_LINES_MAX:,} are read at once. Make it two lists."
_NO_CARDS = (
    "No card was found. A card is a line with its title, under it a line with its type "
    "(Thing, Action, or a kind of your own after “Type:”), then its text."
)


# --- finding the titles ----------------------------------------------------------------------------------------------


def _kinds_at(lines: Sequence[Line], said: list[Remark]) -> dict[int, TypeLine | None]:
    """For every line that is a title, by index: its type line, or None where it has none (a heading alone)."""
    pairs = [(index, line, below.kind) for index, (line, below) in enumerate(zip(lines, lines[1:], strict=False))]
    spelt = Counter(kind.kind_key for _, line, kind in pairs if kind and (line.level or line.may_be_title))
    headed = [(index, kind) for index, line, kind in pairs if line.level and kind and _counts(kind, spelt)]
    first_known = next((index for index, kind in headed if kind.certainty in ("known", "said")), -1)
    is_marked = bool(headed)
    found: dict[int, TypeLine | None] = {}
    for index, line in enumerate(lines):
        kind = lines[index + 1].kind if index + 1 < len(lines) else None
        if line.level:
            found[index] = _under_heading(kind, spelt, index >= first_known)
        elif not (kind and line.may_be_title) or found.get(index - 1):
            continue  # no title, or itself the type line of the title above
        elif not is_marked and _counts(kind, spelt):
            found[index] = kind
        elif is_marked and line.is_shouted and kind.certainty == "known":
            found[index] = kind
            said.append(
                Remark(line.number, "listing.heading", f"“{line.words}” has no heading mark; it was read as a card.")
            )
    return found


def _under_heading(kind: TypeLine | None, spelt: Counter[str], among_cards: bool) -> TypeLine | None:
    """Before the first card a heading stands over prose more often than over a kind nobody has heard of."""
    if kind is None or kind.certainty != "own":
        return kind
    is_kind = _counts(kind, spelt) if among_cards else spelt[kind.kind_key] > 1
    return kind if is_kind else None


def _counts(kind: TypeLine, spelt: Counter[str]) -> bool:
    """A kind of the deck's own shows its shape or comes again."""
    return kind.certainty != "own" or has_shape(kind) or spelt[kind.kind_key] > 1


def _parts(lines: Sequence[Line], kinds: dict[int, TypeLine | None]) -> tuple[tuple[Line, ...], list[_Part]]:
    starts = sorted(kinds)
    front = tuple(lines[: starts[0]] if starts else lines)
    spelt = Counter(kind.kind_key for kind in kinds.values() if kind)
    parts: list[_Part] = []
    for position, start in enumerate(starts):
        end = starts[position + 1] if position + 1 < len(starts) else len(lines)
        kind = kinds[start]
        if kind and kind.certainty == "slip" and spelt[kind.kind_key] > 1:
            kind = TypeLine(kind.spelling, "own")  # made more than once, it is no slip
        body = start + 2 if kind else start + 1
        parts.append(_Part(lines[start], kind, lines[start + 1] if kind else None, _trimmed(lines[body:end])))
    return _trimmed(front), parts


def _trimmed(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Without the rows of dashes that part one card from the next."""
    end = len(lines)
    while end and lines[end - 1].is_separator and not lines[end - 1].level:
        end -= 1
    return tuple(lines[:end])


# --- what each part is -----------------------------------------------------------------------------------------------


def _deck_title(
    front: tuple[Line, ...], parts: list[_Part], first: int, last: int
) -> tuple[str, tuple[Line, ...], list[_Part], int, int]:
    """The deck's own title: the first heading where it stands above the others, else a first line that is one."""
    if front:
        line = front[0]
        ends = len(front) == 1 or front[1].after_blank
        if not parts or not any(part.title.level for part in parts[:first]):
            if ends and line.may_be_title and len(line.words) <= DECK_TITLE_MAX:
                return name_of(line), front[1:], parts, first, last
        return "", front, parts, first, last
    if parts and not parts[0].kind:
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


def _article(part: _Part, index: int, first: int, last: int, said: list[Remark]) -> ListedCard | ListedRule | str:
    title, copies = title_of(part.title)
    line = part.title.number
    if copies != 1:
        said.append(Remark(line, "listing.copies", f"“{part.title.words}” was read as {copies} copies of “{title}”."))
    kind = part.kind
    if kind is None:
        return _untyped(part, title, copies, index, first, last, said)
    assert part.kind_line is not None
    if kind.certainty == "slip":
        text = f"“{kind.spelling}” was read as “{kind.words}”."
        said.append(Remark(part.kind_line.number, "listing.slip", text))
    elif kind.certainty == "own":
        text = f"“{kind.words}” was read as a type line with a kind of the deck’s own."
        said.append(Remark(part.kind_line.number, "listing.own_kind", text))
    text, flavour = _text_and_flavour(part.body)
    face = Face(title, type_line=kind.words, text=text, flavour=flavour)
    if not kind.is_rule:
        return ListedCard(face, copies)
    return ListedRule(face if copies == 1 else Face(part.title.words, kind.words, text, flavour))


def _untyped(
    part: _Part, title: str, copies: int, index: int, first: int, last: int, said: list[Remark]
) -> ListedCard | ListedRule | str:
    """A heading without a type line: a rule before the first card, most likely a card between two."""
    line = part.title.number
    text, flavour = _text_and_flavour(part.body)
    if not part.body:
        words = f"There is nothing under “{part.title.words}”; it is kept among the notes."
        said.append(Remark(line, "listing.empty", words))
        return part.title.words
    if part.title.words.casefold() == "notes":
        return joined(part.body)
    if first < index < last and len(text) <= TEXT_MAX:
        words = f"“{title}” has no type line; it was read as a card without one."
        said.append(Remark(line, "listing.no_type", words))
        return ListedCard(Face(title, text=text, flavour=flavour), copies)
    if index > first:
        words = f"“{title}” has no type line and stands after the cards; it was read as a Special Rule."
        said.append(Remark(line, "listing.section", words))
    return ListedRule(Face(part.title.words if copies != 1 else title, text=joined(part.body)))


def _text_and_flavour(body: tuple[Line, ...]) -> tuple[str, str]:
    """Quoted lines at the end are flavour."""
    start = len(body)
    while start and body[start - 1].is_quotation:
        start -= 1
    quoted = (literal(line.words).removeprefix(">").removeprefix(" ") for line in body[start:])
    return joined(body[:start]), "\n".join(quoted).strip()


# --- writing ---------------------------------------------------------------------------------------------------------


def write(listing: DeckListing) -> Written:
    """A listing that `read` understands, and in words what such a list cannot carry."""
    lines: list[str] = [_deck_heading(listing.title), ""] if listing.title else []
    lines += _block(listing.blurb)
    if listing.notes:
        lines += ["## Notes", "", *_block(listing.notes)]
    is_prose = True  # until the first type line; after it a heading alone would be read as a card
    for rule in listing.rules:
        lines += [_heading(rule.face.title, 1), ""]
        is_prose = is_prose and _is_section(rule.face)
        if not is_prose:
            lines += [_type(rule.face.type_line, is_rule=True), ""]
        lines += _face(rule.face)
    for card in listing.cards:
        lines += [_heading(card.face.title, card.copies), "", _type(card.face.type_line, is_rule=False), ""]
        lines += _face(card.face)
    return Written("\n".join(lines).rstrip("\n") + "\n", _left_out(listing))


def _is_section(rule: Face) -> bool:
    """Whether a title and its text are enough: nothing else, and no first line like a type line."""
    if rule.type_line or rule.flavour or not rule.text or rule.title.casefold() == "notes":
        return False
    return type_line(escaped(rule.text.split("\n", 1)[0]).strip()) is None


def _heading(title: str, copies: int) -> str:
    """A title that would be read as something else is announced by a backslash, or by "×1"."""
    for written in (title, f"\\{title}"):
        line = f"## {written}" + (f" \u00d7{copies}" if copies != 1 else "")
        if _understood(line) == (title, copies):
            return line
    return f"## \\{title} \u00d7{copies}"


def _deck_heading(title: str) -> str:
    line = f"# {title}"
    return line if name_of(lines_of(line)[0][0]) == title else f"# \\{title}"


def _understood(line: str) -> tuple[str, int]:
    return title_of(lines_of(line)[0][0])


def _type(words: str, *, is_rule: bool) -> str:
    found = type_line(words)
    if found and found.certainty == "known" and found.words == words and found.is_rule == is_rule:
        return words
    return f"{'Special Rule' if is_rule else 'Type'}: {words}".rstrip()


def _face(face: Face) -> list[str]:
    quoted = [f"> {line}".rstrip() for line in face.flavour.split("\n")] if face.flavour else []
    return [*_block(face.text), *quoted, *([""] if quoted else [])]


def _block(text: str) -> list[str]:
    return [*(escaped(line) if line.strip() else "" for line in text.split("\n")), ""] if text else []


def _left_out(listing: DeckListing) -> tuple[str, ...]:
    """What this format has no place for, in words."""
    said = [name for name in ("theme", "goal", "status", "tags", "language", "licence") if getattr(listing, name)]
    if listing.players_min or listing.players_max:
        said.append("players")
    if listing.lineage:
        said.append("lineage")
    out = [f"The deck's {name}" for name in said]
    articles: list[ListedCard | ListedRule] = [*listing.rules, *listing.cards]
    faces = [article.face for article in articles]
    for count, what in (
        (sum(bool(face.cost or face.gain or face.value or face.stat) for face in faces), "the corner values"),
        (sum(bool(face.colour) for face in faces), "the colour"),
        (sum(bool(face.doodle) for face in faces), "the drawing"),
        (sum(bool(face.effects) for face in faces), "the settings"),
        (sum(bool(article.face.credit or article.credit) for article in articles), "the maker"),
        (sum(bool(article.side) for article in articles), "the side"),
        (sum(article.number is not None for article in articles), "the number"),
    ):
        if count:
            out.append(f"{what} of {count} card{'s' if count != 1 else ''}".capitalize())
    if listing.kit != DVORAK:
        out.append("The kit of its table")
    if listing.version:
        out.append("Which version it was")
    if listing.history:
        out.append("The history: votes, reasons, talk and versions")
    return tuple(out)
