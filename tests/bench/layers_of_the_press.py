"""What each layer of the press that is there for time alone gives: a print without it ÷ with all of them.

    .venv/bin/python -m tests.bench.layers_of_the_press [--cards 104] [--rounds 3] [--only NAME…]

Processor time, of a press whose process is this one: of a deck that was never printed, of the same with one card
changed, and with none; medians of rounds that take turns with and without the layer. Beside them how large the file is.
That cards are drawn on two processes is measured by `tests.bench.pdf` (`full` ÷ `cold`).
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from tests.bench.pdf import faces, job

ROOMS = ("cards.printing.sealed", "cards.printing.queue.requests", "cards.printing.shared.pieces")
WHAT = ("never printed", "one changed", "none changed", "kB")


def measured(made: Callable[[Path], Any], cards: int, salt: str) -> list[float]:
    """Seconds of a processor for each that `WHAT` names, and the size of the file."""
    deck, found, pdf = faces(cards, salt), [], b""
    with tempfile.TemporaryDirectory() as folder:
        press = made(Path(folder))
        press.print_sheets(job(faces(2, f"warm {salt}")))
        for _ in range(3):
            gc.collect()
            start = time.process_time()
            pdf = press.print_sheets(job(deck))
            found.append(time.process_time() - start)
            if len(found) == 1:
                deck[cards // 2] = faces(1, f"changed {salt}")[0]
    return [*found, len(pdf) / 1024]


def main() -> None:
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("--cards", type=int, default=104)
    wishes.add_argument("--rounds", type=int, default=3)
    wishes.add_argument("--only", nargs="*", default=())
    asked = wishes.parse_args()
    from cards.printing.queue.press import Press
    from cards.printing.sealed.process import gather_seldom
    from cards.printing.sealed.render import CardRenderer
    from tests.layers import kinds, layers, without
    from tests.print.inside import Inside

    worker = Inside(CardRenderer())
    gather_seldom()

    def made(folder: Path) -> Press:
        press = Press(folder, workers=0)
        press._workers = [worker]  # type: ignore[list-item]
        return press

    measured(made, 9, "warm")
    ours = [name for name in layers() if name in kinds()["the press"] or name.startswith(ROOMS)]
    _say("", WHAT)
    for name in asked.only or ("", *ours):
        ratios = []
        for turn in range(asked.rounds):
            whole = measured(made, asked.cards, f"{name} with {turn}")
            with without(*filter(None, name.split("+"))) if name else nullcontext():
                less = measured(made, asked.cards, f"{name} less {turn}")
            ratios.append([one / other for one, other in zip(less, whole, strict=True)] if name else less)
        medians = [statistics.median(column) for column in zip(*ratios, strict=True)]
        _say(name or "with all", [f"{median:.2f}" for median in medians])


def _say(what: str, told: Any) -> None:
    print(f"{what:55}" + "".join(f"{one:>15}" for one in told), flush=True)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    main()
