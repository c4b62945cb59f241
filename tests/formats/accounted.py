"""Where every word of a file is after it was read: on a card, in a rule, in the deck's words, or unplaced and said.

The account knows no reader: it takes the words of a file apart by itself, and what a reader may take for structure (a
label, a column's name, a number before a title, copies) it knows from docs/formats.md alone.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from cards.formats.values import Reading, faces_of
from cards.rules.limits import clean_text
from studio.kernel.messages import english

_WORD = re.compile(r"[^\W_]+")
# What is read as something else, and said so with the words that stood there.
_RESPELT = ("listing.slip", "listing.label", "listing.copies", "listing.copies_column")
# Names of fields, of sections and of what a program says to another: structure where they stand before a colon, as a
# heading or in the first row of a table.
_NAMES = frozenset(
    "name title card cards cardname type kind line template supertype super sub subtype subtypes trait traits "
    "text rules rule rulestext main body effect ability description flavour flavor flavourtext flavortext copies "
    "copy count quantity qty number of amount duplicates creator author by made credit designer cost corner value "
    "cornervalue n no nr num things actions special basic thing action blurb notes x".split()
)


def words(text: str) -> list[str]:
    """The words of a text, in one spelling."""
    return _WORD.findall(unicodedata.normalize("NFC", clean_text(text)).casefold())


def told(reading: Reading) -> Counter[str]:
    """The words that came out of a file, by how often."""
    listing = reading.listing
    texts = [listing.title, listing.blurb, listing.notes]
    for face, _ in faces_of(listing):
        texts += [face.title, face.type_line, face.text, face.flavour, face.cost, face.credit]
    texts += [article.credit for article in (*listing.rules, *listing.cards)]
    for one in reading.unplaced:
        texts += [one.name, one.words]
    texts += [english(remark.said) for remark in reading.remarks if remark.code in _RESPELT]
    found = Counter(word for text in texts for word in words(text))
    found.update(str(card.copies) for card in listing.cards)
    return found


def missing(text: str, reading: Reading) -> list[str]:
    """The words of a text that are nowhere, each as often as it is missing; none of a list that was not read at all."""
    if any(remark.code == "listing.long" for remark in reading.remarks):
        return []
    left = told(reading)
    gone: list[str] = []
    for line in re.split("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]", text):
        for place, word in enumerate(words(line)):
            if left[word] > 0:
                left[word] -= 1
            elif not _is_structure(word, place, line):
                gone.append(word)
    return gone


def _is_structure(word: str, place: int, line: str) -> bool:
    counted = re.fullmatch(r"x?(\d{1,4})x?", word)
    return word in _NAMES or bool(counted and (place == 0 or "x" in word or _says_copies(counted[1], line)))


def _says_copies(number: str, line: str) -> bool:
    """ "×3", "(3)", "3 copies", "Copies: 3", and a cell of nothing else, "03" and "3.0" too."""
    n = rf"0*{int(number)}(?:[.,]0+)?"
    marks = rf"[x\u00d7*]\s?{n}\b|\b{n}\s?[x\u00d7]|[(\[]{n}[)\]]|\b{n} cop|(?:copies|count|quantity|qty)\W*{n}"
    return bool(re.search(marks, line, re.IGNORECASE) or re.search(rf"(?:^|[|;,\t])\s*\"?{n}\"?\s*(?:[|;,\t]|$)", line))


def unspoken(reading: Reading) -> list[str]:
    """What is unplaced and in no remark, neither by itself nor by the name of its column; one may count the rest."""
    said = [english(remark.said) for remark in reading.remarks]
    whole = " ".join(said).casefold()
    if any("lines and cells were left out" in one or "more fields are not known" in one for one in said):
        return []
    return [
        one.words
        for one in reading.unplaced
        if not (one.name and " ".join(one.name.split())[:40].casefold() in whole)
        and " ".join(one.words.split())[:40].casefold() not in whole
    ]


def strings(plain: object) -> Iterator[str]:
    """Every text in a value of JSON, names of fields left out."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, dict):
        for value in plain.values():
            yield from strings(value)
    elif isinstance(plain, list):
        for value in plain:
            yield from strings(value)


def missing_of_json(text: str, reading: Reading, whole: object) -> list[str]:
    """Texts of a JSON file that are neither in what was read, as `whole` has it, nor unplaced."""
    here = {_spelt(one) for one in strings(whole)}
    here |= {_spelt(one) for unplaced in reading.unplaced for one in strings(_loaded(unplaced.words))}
    return [one for one in strings(json.loads(text)) if _spelt(one) not in here]


def _loaded(words: str) -> object:
    """A value that is unplaced: a text as it stands, anything else as JSON."""
    try:
        return [words, json.loads(words)]
    except ValueError:
        return words


def _spelt(text: str) -> str:
    return " ".join(words(text))
