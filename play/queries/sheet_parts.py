"""What the sheets of pieces, piles and seats are made of."""

from __future__ import annotations

from play.queries.context import act
from play.queries.table_view import TableView
from play.table.limits import COUNT_MAX
from play.values import Form, Input, Option


def form_of(
    view: TableView, verb: str, heading: str, button: str, *inputs: Input, hint: str = "", **fixed: object
) -> Form:
    table = view.row
    return Form(verb, heading, button, act(table, verb, button, **fixed).address, inputs, hint)  # type: ignore[arg-type]


def numbered(name: str, label: str, value: int, least: int = 0, most: int = COUNT_MAX) -> Input:
    return Input(name, label, "number", str(value), least, most)


def chosen_of(name: str, label: str, options: list[Option], sort: str = "choice") -> Input:
    return Input(name, label, sort, options=tuple(options))  # type: ignore[arg-type]
