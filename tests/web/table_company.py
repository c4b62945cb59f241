"""What several people at a table do together."""

from __future__ import annotations

from tests.visitors import Visitor
from tests.web.table_evening import SCRIPT, TableEvening


def agree(evening: TableEvening, verb: str, target: int) -> None:
    """Ros asks the others about somebody, and whoever of the others is left agrees."""
    assert evening.act(evening.ros, verb, target=str(target)).status_code == 204
    other = {2: evening.nell, 3: evening.idris}[target]
    number = evening.value().last_question
    assert evening.act(other, "answer", question=str(number), yes="1").status_code == 204


def sits(evening: TableEvening, who: Visitor, **more: str) -> bool:
    """Whether a stranger gets a seat; their browser is another, and so is their address."""
    answer = who.post(f"{evening.home}sit/", {"name": who.name, **more}, headers=SCRIPT)
    assert answer.status_code in (204, 403, 409), answer.content.decode()
    return bool(answer.status_code == 204)
