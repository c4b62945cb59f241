"""What is read of the lists in lists.txt, and what is said about them, written down in read_lists.txt.

    python -m tests.formats.read_lists        writes down what is read of them today

One change of a rule for one kind of list moves others that nobody thought of: here it is seen which.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from cards.formats.listing import read
from studio.kernel.messages import english

FILE = Path(__file__).with_name("read_lists.txt")

_LONG = "word " * 70 + "end."
_MADE: Mapping[str, str] = {
    "nothing": "", "blank": " \n\t\n", "long title": f"{'T' * 90}\nThing\nBites.",
    "long type": f"Slug\nThing — {'t' * 70}\nBites.", "long text": f"Slug\nThing\n{_LONG * 5}",
    "long blurb": f"# Deck\n\n{_LONG * 2}\n\nMore.\n\n## Slug\nThing\nBites.",
    "type first and too long": f"Thing: {'T' * 90}\nAction: Frost\nBrr.\nAction – Hail",
    "few beside": f"Slug (Thing)\n{_LONG}\n" + "More words.\n" * 12,
    "wide table": "\n".join(f"|{'|'.join((title, 'Thing', *'abcdefghijklmnopq'))}|" for title in ("Slug", "Frost")),
    "another order": "\n\n".join(f"{title}\nBites.\n\nThing" for title in ("Slug", "Frost", "Hail", "Rain")),
    "prose": "\n\n".join([_LONG] * 3), "prose with a card": f"{_LONG}\n\n{_LONG}\n\nSlug\nThing\n{_LONG * 5}",
    "long title with a number": f"{'T' * 62} (2)\nThing\nBites.\n\nFrost\nAction\nBrr.\n\nHail\nAction\nOw.",
    "a rule that is too long": f"# Deck\n## {'L' * 90}\nRule\nStays.\n## Slug\nThng\nBites.",
    "title of the greatest length": f"{'T' * 80}\n\nA deck.\n\nSlug\nThing\nBites.",
    "title that is too long": f"{'T' * 81}\n\nA deck.\n\nSlug\nThing\nBites.",
    "blurb of the greatest length": f"# Deck\n{'b' * 600}\n\nMore.\n\n## Slug\nThing\nBites.",
    "blurb that is too long": f"# Deck\n{'b' * 601}\n\nMore.\n\n## Slug\nThing\nBites.",
    "controls in the first line of bullets": "- Sl\x00ug\n  Thing\n  Bites.\n- Frost\n  Action\n  Brr.",
    "as many lines as cards could have": "Slug (Thing)\nFrost (Action)\n" + "More.\n" * 14,
    "more lines than cards could have": "Slug (Thing)\nFrost (Action)\n" + "More.\n" * 15,
    "as many lines as rows could have": "Slug (Thing): Bites.\nFrost (Action): Brr.\n" + "More.\n" * 4,
    "more lines than rows could have": "Slug (Thing): Bites.\nFrost (Action): Brr.\n" + "More.\n" * 5,
    "sixteen columns": "\n".join(f"|{'|'.join((title, 'Thing', *'abcdefghijklmn'))}|" for title in ("Slug", "Frost")),
    "aside of the greatest length": f"# Deck\n## Slug\nThing\n## Aside\n{'a' * 1500}\n## Frost\nAction",
    "controls": "Sl\u202eug\nThing\nBi\x00tes.\r\n\r\nFrost\r\nAction\r\nBr\u0301r.",
}  # fmt: skip
_WRITTEN = Path(__file__).with_name("lists.txt").read_text(encoding="utf-8").split("=== ")[1:]
LISTS: Mapping[str, str] = {**_MADE, **{name: text for name, _, text in (one.partition("\n") for one in _WRITTEN)}}


def _flat(*words: object) -> str:
    return " | ".join(str(word).replace("\n", "⏎") for word in words).rstrip(" |")


def lines_of(name: str) -> Iterator[str]:
    """The lines about a list: the deck, its rules, its cards, what is said ("!" where it stops)."""
    reading = read(LISTS[name])
    listing = reading.listing
    yield f"== {name}"
    yield _flat("deck", listing.title, listing.blurb, listing.notes)
    for rule in listing.rules:
        yield _flat("rule", rule.face.title, rule.face.type_line, rule.face.text, rule.face.flavour, rule.credit)
    for card in listing.cards:
        face = card.face
        yield _flat(
            "card", f"{card.copies} {face.title}", face.type_line, face.text, face.flavour, face.cost, card.credit
        )
    for remark in reading.remarks:
        yield f"{remark.line or '-'} {remark.code}{'!' * remark.stops} {english(remark.said)}"


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for name in LISTS for line in lines_of(name)), encoding="utf-8")
