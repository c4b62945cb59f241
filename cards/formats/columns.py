"""What somebody says of the columns of a table, as "Label=title": it holds before what a column is called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from cards.formats.labels import COLUMNS
from studio.kernel.messages import message
from studio.kernel.refusals import Refused

LEFT_OUT = "nothing"  # of a column whose cells stay outside
FIELDS = ("title", "type", "trait", "text", "flavour", "copies", "cost", "maker", LEFT_OUT)
LABELLED = {
    "title": message("Title"),
    "type": message("Type"),
    "trait": message("Trait"),
    "text": message("Text"),
    "flavour": message("Flavour"),
    "copies": message("Copies"),
    "cost": message("Cost"),
    "maker": message("Maker"),
    LEFT_OUT: message("Nothing: left out"),
}
ONE_OF_A_KIND = ("title", "copies")  # of several columns one alone is it
ColumnFields = Mapping[str, str]  # the field of each column that something was said of, by the name it was called
NOTHING_SAID: ColumnFields = MappingProxyType({})


def said_of_columns(said: Iterable[str]) -> ColumnFields:
    """Raises Refused: column.form, column.field, column.twice."""
    fields: dict[str, str] = {}
    names: set[str] = set()
    for words in said:
        name, _, field = (part.strip() for part in words.rpartition("="))
        if not name or not field:
            raise Refused("column.form", words=words[:60])
        known = COLUMNS.get(field.casefold(), field.casefold())
        if known not in FIELDS:
            raise Refused("column.field", field=field[:60], known=", ".join(FIELDS))
        if folded(name) in names:
            raise Refused("column.twice", name=name[:60])
        names.add(folded(name))
        fields[name] = known
    return fields


def folded(name: str) -> str:
    """As names of columns are compared: without emphasis and case."""
    return name.strip("*_ ").casefold()


def fields_of(header: Iterable[str], said: ColumnFields) -> list[str]:
    """The fields of the columns; "" is a column nobody knows. A title and copies that are said are the only ones."""
    told = {folded(name): field for name, field in said.items()}
    only = {field for field in told.values() if field in ONE_OF_A_KIND}
    fields = []
    for name in map(folded, header):
        guessed = COLUMNS.get(name, "")
        fields.append(told.get(name, "" if guessed in only else guessed))
    return fields
