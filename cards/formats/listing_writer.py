"""Writing a plain listing: one that the reader takes again as it was, and in words what such a list cannot carry."""

from __future__ import annotations

from dataclasses import replace

from cards.face.face import Face
from cards.formats.conventions import is_more_than_title, is_more_than_type, is_more_than_words
from cards.formats.lines import SECTIONS, is_literal, line_of, lined, name_of, title_of
from cards.formats.type_lines import type_line
from cards.formats.values import DeckListing, ListedCard, ListedRule, WrittenFile
from cards.rules.kit import DVORAK
from studio.kernel.messages import Message, counted, message


def write(listing: DeckListing) -> WrittenFile:
    """A listing that `read` understands, and in words what such a list cannot carry."""
    lines: list[str] = [_deck_heading(listing.title), ""] if listing.title else []
    lines += ["## Blurb", ""] if "\n\n" in listing.blurb else []  # its first paragraph alone would be taken for it
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
    return WrittenFile("\n".join(lines).rstrip() + "\n", _left_out(listing))


def _is_section(rule: Face) -> bool:
    """Whether a title and its text are enough: nothing else, and no first line like a type line."""
    if rule.type_line or rule.flavour or not rule.text or rule.title.casefold() in SECTIONS:
        return False
    return type_line(escaped(rule.text.partition("\n")[0]).strip()) is None


def _heading(title: str, copies: int) -> str:
    """A title that would be read as something else is announced by a backslash, or by "×1"."""
    for written in (title, f"\\{title}"):
        line = f"## {written}" + (f" \u00d7{copies}" if copies != 1 else "")
        is_doubtful = is_more_than_title(title) or is_more_than_title(line.removeprefix("## "))
        if _understood(line) == (title, copies) and not (written == title and is_doubtful):
            return line
    return f"## \\{title} \u00d7{copies}"


def _deck_heading(title: str) -> str:
    line = f"# {title}"
    return line if name_of(lined([line])[0]) == title else f"# \\{title}"


def _understood(line: str) -> tuple[str, int]:
    return title_of(lined([line])[0])


def _type(words: str, *, is_rule: bool) -> str:
    found = type_line(words)
    if (
        found
        and found.certainty == "known"
        and found.words == words
        and not is_more_than_type(words)
        and found.is_rule == is_rule
    ):
        return words
    return f"{'Special Rule' if is_rule else 'Type'}: {words}".rstrip()


def _face(face: Face) -> list[str]:
    quoted = [f"> {line}".rstrip() for line in face.flavour.split("\n")] if face.flavour else []
    return [*_block(face.text), *quoted, *([""] if quoted else [])]


def _block(text: str) -> list[str]:
    return [*(escaped(line) if line.strip() else "" for line in text.split("\n")), ""] if text else []


_OF_THE_DECK = {
    "theme": message("the deck's theme"),
    "goal": message("the deck's goal"),
    "status": message("the deck's status"),
    "tags": message("the deck's tags"),
    "language": message("the deck's language"),
    "licence": message("the deck's licence"),
}


def _left_out(listing: DeckListing) -> tuple[Message, ...]:
    """What this format has no place for."""
    out = [told for name, told in _OF_THE_DECK.items() if getattr(listing, name)]
    if listing.players_min or listing.players_max:
        out.append(message("the deck's players"))
    if listing.lineage:
        out.append(message("the deck's lineage"))
    articles: list[ListedCard | ListedRule] = [*listing.rules, *listing.cards]
    faces = [article.face for article in articles]
    for count, what in (
        (sum(bool(face.cost or face.gain or face.value or face.stat) for face in faces), message("the corner values")),
        (sum(bool(face.colour) for face in faces), message("the colour")),
        (sum(bool(face.doodle or face.art_words) for face in faces), message("the drawing")),
        (sum(face.picture is not None for face in faces), message("the picture")),
        (sum(bool(face.effects) for face in faces), message("the settings")),
        (sum(bool(article.face.credit or article.credit) for article in articles), message("the maker")),
        (sum(bool(article.side) for article in articles), message("the side")),
        (sum(article.number is not None for article in articles), message("the number")),
    ):
        if count:
            out.append(counted("{what} of {count} card", "{what} of {count} cards", count, what=what))
    if replace(listing.kit, lexicon=DVORAK.lexicon, back=DVORAK.back) != DVORAK:
        out.append(message("the kit of its table"))
    if listing.kit.lexicon != DVORAK.lexicon:
        out.append(message("what its symbols and keywords mean"))
    if listing.kit.back != DVORAK.back:
        out.append(message("the back of its cards"))
    if listing.version:
        out.append(message("which version it was"))
    if listing.history:
        out.append(message("the history: votes, reasons, talk and versions"))
    return tuple(out)


def escaped(raw: str) -> str:
    """The line written so that it is read as it stands, and nothing takes it for more than words."""
    line = line_of(1, raw, True)
    is_mark = line and (line.level or line.is_quotation or line.is_separator)
    is_more = line and (is_mark or line.kind or is_literal(raw) or is_more_than_words(raw))
    return f"\\{raw}" if is_more and is_literal(f"\\{raw}") else raw
