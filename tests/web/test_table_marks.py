"""What lies on a card is shown under the name somebody gave it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from play.queries.card_views import mark_of


def test_tokens_that_somebody_named_get_no_plural_of_ours() -> None:
    view: Any = SimpleNamespace(
        seen_by_all=SimpleNamespace(token_names=("Van", "Bus"), token_colours=(("Bus", "#ff0000"),))
    )
    assert [mark_of(view, "Bus", n).label for n in (1, 2)] == ["1 Bus", "2 × Bus"]
    assert [mark_of(view, name, 1).colour for name in ("Bus", "Slug")] == ["#ff0000", ""]
