"""What reading the finished sheets costs, next to imposing them in the same run, in processor time.

    python -m tests.bench.proof [104] [1000]

All in one process. The figures of the last run stand in docs/performance.md. Never part of a test run.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any


def measure(count: int) -> None:
    from cards.printing.geometry.layouts import layout_for
    from cards.printing.queue.press import Press
    from cards.printing.sealed import answers
    from cards.printing.sealed.render import CardRenderer
    from tests.bench.pdf import faces, job
    from tests.print.inside import Inside

    spent = {"imposing": 0.0, "reading": 0.0}

    def timed(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def timed_work(*of: Any, **how: Any) -> Any:
            start = time.process_time()
            try:
                return work(*of, **how)
            finally:
                spent[name] += time.process_time() - start

        return timed_work

    kept = {name: getattr(answers, name) for name in ("impose", "faults", "_drawn")}
    for name, work in kept.items():
        setattr(answers, name, timed("imposing" if name == "impose" else "reading", work))
    try:
        with tempfile.TemporaryDirectory() as folder:
            press = Press(Path(folder), workers=0)
            press._workers = [Inside(CardRenderer())] * 2  # type: ignore[list-item]
            press.print_sheets(job(faces(3, "warm")))
            whole = job(faces(count, "proof"))
            changed = job([*faces(count - 1, "proof"), *faces(1, "changed")])
            for label, asked in (
                ("cold", whole),
                ("nothing changed", whole),
                ("one card changed", changed),
                ("the other paper", replace(whole, layout=layout_for("letter", "poker"))),
            ):
                spent.update(imposing=0.0, reading=0.0)
                start = time.process_time()
                press.print_sheets(asked)
                all_of_it = time.process_time() - start
                ratio, share = spent["reading"] / spent["imposing"], spent["reading"] / all_of_it
                print(f"{count} cards, {label:18} {ratio:.2f} x imposing, {share:.3f} of {all_of_it:.2f} s", flush=True)
    finally:
        for name, work in kept.items():
            setattr(answers, name, work)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("counts", nargs="*", type=int, default=[104, 1000])
    from django.conf import settings

    settings.configure(USE_I18N=False)
    for number in parser.parse_args().counts:
        measure(number)
