"""The formats a deck travels in, one module each with `NAME`, `read(text)` and `write(listing)`.

Pure: no Django, no clock, no randomness. Another format is another module and another row in FORMATS.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from cards.formats import listing, own_json
from cards.formats.columns import NOTHING_SAID, ColumnFields
from cards.formats.detect import decode, sniff
from cards.formats.values import DeckListing, Diagnostic, Reading, WrittenFile
from studio.kernel.codec import Unreadable
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class Format:
    """`title` is what people call it; `suffix` is how its files end."""

    name: str
    title: Message
    suffix: str
    read: Callable[[str], Reading]
    write: Callable[[DeckListing], WrittenFile]


FORMATS: tuple[Format, ...] = (
    Format(own_json.NAME, message("Carte Blanche JSON"), ".json", own_json.read, own_json.write),
    Format(listing.NAME, message("Plain list"), ".md", listing.read, listing.write),
)


def format_named(name: str) -> Format:
    """The format of that name. Raises Refused."""
    found = next((one for one in FORMATS if one.name == name), None)
    if found is None:
        raise Refused("format.unknown", format=name[:40], known=", ".join(one.name for one in FORMATS))
    return found


def read_file(content: bytes, said: ColumnFields = NOTHING_SAID) -> tuple[Format, Reading]:
    """What a file says, whatever it is; `said` is what its columns are. Raises Refused, in words, for what cannot be
    read at all, and for columns that it has not."""
    decoded = decode(content)
    return read_text(decoded.text, decoded.remarks, said)


def read_text(
    text: str, remarks: tuple[Diagnostic, ...] = (), said: ColumnFields = NOTHING_SAID
) -> tuple[Format, Reading]:
    """The same for text that was pasted. `remarks` are already made and come first."""
    if not text.strip():
        raise Refused("file.empty")
    chosen = format_named(sniff(text))
    if said and chosen.name != listing.NAME:
        raise Refused("column.no_table")
    try:
        reading = listing.read(text, said) if said else chosen.read(text)
    except Unreadable as error:
        raise Refused("file.unreadable", where=error.where, why=error.why) from None
    return chosen, replace(reading, remarks=remarks + reading.remarks)
