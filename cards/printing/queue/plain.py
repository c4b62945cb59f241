"""The shortest way from a job to its PDF: every card is drawn, and all are laid on sheets. To be read first.

    plain.py → sealed/render.py (cards drawn by the page engine) → sealed/plain_sheets.py (laid on sheets)

`press.py` says the same in less time: it keeps card pages, draws on two processes and has the sheets laid by
`sealed/joined/`. What comes out of there otherwise than the deck says, or cannot be laid there, is printed like this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cards.printing.queue.page_cache import CachedPages
from cards.printing.queue.requests import drawing, imposing
from cards.printing.queue.values import Item, Job
from cards.printing.shared.messages import Rendered

AT_A_TIME = 250  # faces in one document: what a process draws within the time it is given for a request

Ask = Callable[[dict[str, Any], Sequence[bytes]], Rendered]  # a sealed process


def printed_plainly(job: Job, keys: Mapping[str, Item], ask: Ask) -> Rendered:
    """The file, or what a reading of it found wrong. All faces (`keys`: each once) are drawn for this print alone, and
    nothing comes from the cache."""
    found: dict[str, CachedPages] = {}
    documents: list[bytes] = []
    for start in range(0, len(keys), AT_A_TIME):
        lot = list(keys)[start : start + AT_A_TIME]
        header, (document,) = ask(*drawing([keys[key] for key in lot], job))
        name = str(len(documents))
        documents.append(document)
        found |= {key: CachedPages(name, tuple(pages)) for key, pages in zip(lot, header["done"], strict=True)}
    request, _ = imposing(job, found, is_plain=True)
    return ask(request, documents)
