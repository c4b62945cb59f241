"""How long a deck takes on its way to paper, next to plain WeasyPrint sheets in the same run.

    python -m tests.bench.pdf [104] [1000] [--peers PYTHON]

The reference is one HTML document of all sheets, nine cards each, with the same faces, styles and fonts,
in a warm process, without the short cuts our own processes take. Runs are interleaved, medians are printed, and only
ratios are to be trusted: the figures of the last run and the targets stand in docs/performance.md. The press gives way
to everything else, the reference does not; so on a machine that others use look at processor time, which is printed
beside: of two processes that of the busier one, and for a print that of all. Never part of a test run.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.pdf_peers import CHROMIUM, SCRIPTS, SQUIB, peers

if TYPE_CHECKING:
    from cards.face.face import Face
    from cards.printing.queue.press import Press
    from cards.printing.queue.values import Job

ROOT = Path(__file__).resolve().parents[2]

_TEXT = (
    "Choose a player. Read out, in your best letter-writing voice, a complaint about one Thing they control. ",
    "Until your next turn, **nobody** may play a Vegetable. ",
    "Roll {die 6}: on a five or more, take {gold 3} and *apologise*. ",
    "Everyone passes two cards to the left, then looks at what they were given, and says so. ",
)


def faces(count: int, salt: str) -> list[Face]:
    """Different cards of mixed length; `salt` makes them new to every shelf."""
    from cards.face.face import Face

    kinds = ("Thing — Shelter", "Action", "Thing", "Blessing — Weather")
    return [
        Face(
            f"Card {salt} {n}",
            kinds[n % 4],
            "".join(_TEXT[(n + i) % 4] for i in range(1 + n % 5)) + f"({n})",
            "It leans toward whoever is winning." if n % 3 == 0 else "",
            cost="2" if n % 7 == 0 else "",
            stat="1/3" if n % 5 == 0 else "",
        )
        for n in range(count)
    ]


def job(cards: Sequence[Face]) -> Job:
    from cards.printing.queue.values import Item, Job

    items = tuple(Item(face, False, str(n), "Bench · 1") for n, face in enumerate(cards, 1))
    return Job("Bench, version 1", "Bench, version 1", "D:20260101000000Z", items)


def taken(work: Callable[[], object]) -> tuple[float, object]:
    start = time.perf_counter()
    made = work()
    return time.perf_counter() - start, made


def plain() -> Callable[[list], bytes]:  # type: ignore[type-arg]
    """Plain WeasyPrint: a warm function from faces to the PDF of all sheets."""
    from cards.face.drawn import draw_face
    from cards.printing.geometry.papers import A4
    from cards.printing.sealed.engine.shortcuts import take_the_long_way
    from cards.printing.sealed.render import SCHEME, CardRenderer

    pages = CardRenderer()
    take_the_long_way()
    sheet = pages._css(
        f"@page {{ size: {A4.width / 100}mm {A4.height / 100}mm; margin: 10mm 10.5mm 0 }} body {{ margin: 0 }}"
        ".sheet { break-after: page; position: relative; height: 264mm }"
        ".sheet > .cf { position: absolute }"
    )

    def draw(cards: list) -> bytes:  # type: ignore[type-arg]
        from weasyprint import HTML

        pictures: dict[str, bytes] = {}
        drawn = [
            pages._html(part, pictures, {})
            for n, face in enumerate(cards, 1)
            for first in (draw_face(face, number=n, foot_line="Bench · 1", art=f"{SCHEME}art/"),)
            for part in (first, *first.more)
        ]
        pages._assets.update(pictures)
        body = "".join(
            '<div class="sheet">'
            + "".join(
                card.replace("<article", f'<article style="left:{i % 3 * 63}mm;top:{i // 3 * 88}mm"', 1)
                for i, card in enumerate(drawn[start : start + 9])
            )
            + "</div>"
            for start in range(0, len(drawn), 9)
        )
        html = f"<!doctype html><html lang=en><title>x</title><body>{body}</body></html>"
        document = HTML(string=html, url_fetcher=pages.fetcher).render(
            stylesheets=[*pages._sheets.values(), sheet], font_config=pages._fonts
        )
        return document.write_pdf()

    return draw


def fitting(cards: Sequence[Face]) -> tuple[float, float]:
    """Seconds to fit these faces, none of them met before, and to draw them in all (words, fit, ornament, markup)."""
    from cards.face import corners, drawn, type_line

    drawn._draw.cache_clear()
    spent = 0.0

    def timed(fit: Callable[..., object]) -> Callable[..., object]:
        def work(*of: object, **how: object) -> object:
            nonlocal spent
            start = time.perf_counter()
            try:
                return fit(*of, **how)
            finally:
                spent += time.perf_counter() - start

        return work

    names = ((drawn, "divide"), (drawn, "title_step"), (type_line, "type_step"), (corners, "corner_step"))
    kept = {(module, name): getattr(module, name) for module, name in names}
    try:
        for (module, name), fit in kept.items():
            setattr(module, name, timed(fit))
        whole, _ = taken(lambda: [drawn.draw_face(face) for face in cards])
    finally:
        for (module, name), fit in kept.items():
            setattr(module, name, fit)
    return spent, whole


def spent_by(processes: Sequence[subprocess.Popen[bytes] | None]) -> list[float]:
    """Processor time of each so far, and last of this one; seconds."""
    ticks = os.sysconf("SC_CLK_TCK")
    found = []
    for process in processes:
        told = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split() if process else ["0"] * 13
        found.append((int(told[11]) + int(told[12])) / ticks)
    return [*found, time.process_time()]


def worked(press: Press, cards: list[Face]) -> tuple[float, float, float, bytes]:
    """Seconds of one print, those of the processors on its longest way, and of all; and the file.

    What two processes draw goes on at once: of that only the longer half counts for the way.
    """
    processes = [worker._process for worker in press._workers]
    before = spent_by(processes)
    seconds, made = taken(lambda: press.print_sheets(job(cards)))
    after = spent_by(processes)
    *theirs, ours = (end - start for start, end in zip(before, after, strict=True))
    return seconds, max(theirs) + ours, sum(theirs) + ours, made  # type: ignore[return-value]


def peak(process: subprocess.Popen[bytes] | None) -> float:
    """The most memory the process has had, in MB."""
    if process is None:
        return 0.0
    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("VmHWM"))) / 1024


def measure(count: int, rounds: int, python: str) -> None:
    from cards.printing.queue.press import Press

    draw = plain()
    draw(faces(9, "warm"))
    rows: dict[str, list[float]] = {}

    def note(name: str, value: float) -> None:
        rows.setdefault(name, []).append(value)

    weights: dict[str, int] = {}
    sizes: tuple[int, int] = (0, 0)
    memory = 0.0
    for turn in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            press = Press(Path(folder), workers=2)
            for worker in press._workers:
                worker.build()  # warm
            press.print_sheets(job(faces(2, "warm")))
            cards = faces(count, f"{turn}")
            start = time.process_time()
            reference, whole = taken(lambda cards=cards: draw(cards))  # type: ignore[misc]
            note("plain, work", time.process_time() - start)
            cold, way, _, made = worked(press, cards)
            note("cold, two processes, work", way)
            again, _, work, _ = worked(press, cards)
            note("nothing changed, work", work)
            cards[count // 2] = faces(1, f"changed {turn}")[0]
            changed, _, work, _ = worked(press, cards)
            note("one card changed, work", work)
            fit, drawing = fitting(faces(count, f"fit {turn}"))
            memory = max(memory, *(peak(worker._process) for worker in press._workers))
            sizes = (len(made), len(whole))  # type: ignore[arg-type]
            press.close()
        with tempfile.TemporaryDirectory() as folder:
            single = Press(Path(folder), workers=1)
            single._workers[0].build()
            single.print_sheets(job(faces(2, "warm")))
            full, _, work, _ = worked(single, faces(count, f"one {turn}"))
            note("full, one process, work", work)
            single.close()
        words = [(face.title, face.type_line, face.text) for face in faces(count, f"peer {turn}")]
        with tempfile.TemporaryDirectory() as folder:
            for name, found in peers(words, python, Path(folder)).items():
                if found is not None:
                    note(name, found[0])
                    weights[name] = found[1]
        for name, value in (
            ("plain", reference), ("full, one process", full), ("cold, two processes", cold),
            ("one card changed", changed), ("nothing changed", again), ("fitting", fit), ("drawing", drawing),
        ):  # fmt: skip
            note(name, value)
    median = {name: statistics.median(values) for name, values in rows.items()}
    print(f"\n{count} cards, {rounds} rounds, medians; plain WeasyPrint {median['plain']:.2f} s")
    base = median["full, one process"]

    def told(name: str, of: str, target: str = "") -> None:
        time_, work = (median[name + kind] / median[of + kind] for kind in ("", ", work"))
        print(f"  {name:<28} {time_:.3f} x {of}, in processor time {work:.3f} {target}")

    told("full, one process", "plain")
    told("cold, two processes", "plain", "(target 0.5)")
    told("one card changed", "full, one process", "(target 0.03)")
    told("nothing changed", "full, one process", "(target 0.04)")
    print(f"  fitting                      {median['fitting'] / base:.4f} x full (target 0.02)")
    print(f"  drawing the faces, with it   {median['drawing'] / base:.4f} x full")
    print(f"  file                         {sizes[0] / sizes[1]:.2f} x plain's {sizes[1] / 1024:.0f} kB (target 1.2)")
    for name in (*SCRIPTS, CHROMIUM, SQUIB):
        told = f"{median[name] / median['plain']:.2f} x plain, {weights[name] / 1024:.0f} kB" if name in median else "-"
        print(f"  peer {name:<23} {told}")
    print(f"  most memory of a process     {memory:.0f} MB (target 250 at 1000)", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("counts", nargs="*", type=int, default=[104, 1000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peers", default=sys.executable, help="an interpreter that has ReportLab, fpdf2 and typst")
    asked = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("PYTHONHASHSEED", "0")
    from django.conf import settings

    settings.configure(USE_I18N=False)
    for number in asked.counts:
        measure(number, asked.rounds if number < 500 else 1, asked.peers)
    print(f"this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
