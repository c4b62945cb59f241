"""Every size on every paper in every mode, printed and looked over from outside.

A few of them as usual, of every mode one. All of them, some nine hundred files and half an hour, after the layout of
sheets was changed and before a release: `CARTE_LONG=1 … pytest -n0 -s tests/print/test_matrix.py`, or with everything
else under `manage.py test --long`. Every fault is told as it is found.
"""

from __future__ import annotations

import io
import logging
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from cards import models as rows
from cards.face.picture import Picture
from cards.printing.queue.press import Press
from cards.printing.queue.values import Job
from cards.queries.shop.jobs import press_job
from cards.queries.shop.printable import Printable, printable
from cards.queries.shop.sheets import drawn_items, made_of
from cards.rules.kit import CounterKit, Kit, TokenKit
from cards.storage.store import keep_faces
from studio.kernel.codec import to_plain
from studio.kernel.refusals import Refused
from studio.models import Group, Member, Person, Stream
from tests.picture_files import halves, written
from tests.print import matrix
from tests.print.asking import AT
from tests.print.looked_over import faults
from tests.print.promised import Promised

pytestmark = pytest.mark.django_db

KIT = Kit(tokens=(TokenKit("bite", "Bite", "#1f5c46"),), counters=(CounterKit("gold", "Gold", start=5),))
GOAT = written(halves(1200, 800), quality=90)


@pytest.fixture
def awkward(tmp_path: Path, rounds: Callable[[int, int], int]) -> Callable[[dict[str, str]], Printable]:
    """Version 7 of a deck of cards that are hard to print; in a short run of a few of them."""
    group = Group.objects.create(name="Plot", created_at=AT)
    person = Person.objects.create(name="Maud", colour="#1b4b8a", shape="round")
    member = Member.objects.create(group=group, person=person, is_steward=True, joined_at=AT)
    deck = rows.Deck.objects.create(
        group=group, stream=Stream.objects.create(kind="deck", head=0, group=group), slug="awkward-ab12",
        title="Allotment Wars", visibility="public", created_at=AT, changed_at=AT,
    )  # fmt: skip
    goat, file = matrix.pictured(tmp_path, GOAT, Picture("9" * 64, 1200, 800, (0, 0, 500, 1000)))
    faces = (matrix.AWKWARD + (goat,))[: rounds(5, 99)]
    keep_faces((*faces, matrix.RULE))
    cards = [[n, face.digest, 2 if n == 3 else 1, ""] for n, face in enumerate(faces, 1)]
    for number, some in ((6, cards[1:4]), (7, cards)):
        manifest = {"schema": 1, "cards": some, "rules": [[1, matrix.RULE.digest]], "kit": to_plain(KIT)}
        rows.Version.objects.create(
            deck=deck, number=number, digest=str(number) * 64, manifest=manifest, by=member, at=AT
        )

    def shown(asked: dict[str, str]) -> Printable:
        found = printable(deck, 7, matrix.choices_of(asked))
        return replace(found, items=tuple(
            replace(item, piece=goat, picture=file) if item.face.title == goat.title else item for item in found.items
        ))  # fmt: skip

    return shown


def promise(shown: Printable, asked: dict[str, str]) -> Promised:
    """What the shop tells of these choices, and what it would hand to the press."""
    choices = matrix.choices_of(asked)
    shown.refuse_senseless(choices)
    job = press_job(shown, choices)
    assert isinstance(job, Job)
    drawn = drawn_items(job, shown, choices)
    cards = tuple(
        (one.item, part, len(one.cards))
        for one in drawn
        for _ in range(one.item.copies)
        for part in range(len(one.cards))
    )
    promised = Promised(choices, job, cards)
    assert made_of(drawn, promised.sheets, job).sheets == promised.sheets
    return promised


def found_wrong(
    press: Press, shown: Callable[[dict[str, str]], Printable], every: Iterable[dict[str, str]], caplog
) -> list[str]:
    wrong: list[str] = []
    count = 0
    for asked in every:
        caplog.clear()
        try:
            promised = promise(shown(asked), asked)
        except Refused as refused:
            if refused.code not in ("print.no_fit", "print.box_large", "print.pages_paper"):
                wrong.append(f"{asked}: {refused.code}")
            continue
        count += 1
        found = faults(press.print_sheets(promised.job), promised)
        found += [record.getMessage()[:200] for record in caplog.records if record.levelno >= logging.WARNING]
        wrong += [f"{asked}: {fault}" for fault in found[:4]]
        if found:
            print("\n".join(wrong[-len(found[:4]) :]), flush=True)
    print(f"{count} files, {len(wrong)} faults", flush=True)
    return wrong


def some(every: Iterable[dict[str, str]], count: int) -> list[dict[str, str]]:
    """So many of all, evenly."""
    listed = list(every)
    step = max(1, -(-len(listed) // count))
    return listed[step // 2 :: step]


def test_every_size_on_every_paper_in_every_mode_is_as_promised(press, awkward, rounds, caplog) -> None:
    asked = some(matrix.every_sheet(), rounds(5, 10_000))
    assert found_wrong(press, awkward, asked, caplog) == []


def test_sheets_of_the_trade_are_as_promised(press, awkward, rounds, caplog) -> None:
    assert found_wrong(press, awkward, some(matrix.every_template(), rounds(4, 100)), caplog) == []


def test_sheets_beside_other_pages_and_for_cutting_machines_are_as_promised(press, awkward, rounds, caplog) -> None:
    assert found_wrong(press, awkward, some(matrix.every_extra(), rounds(6, 1000)), caplog) == []


def test_services_have_every_card_in_the_pixels_they_ask_for(press, awkward, rounds, caplog) -> None:
    wrong = []
    for asked in some(matrix.every_service(), rounds(1, 1000)):
        promised = promise(awkward(asked), asked)
        if not promised.job.pictures:
            wrong += [f"{asked}: {fault}" for fault in faults(press.print_sheets(promised.job), promised)]
            continue
        with zipfile.ZipFile(io.BytesIO(press.print_pictures(promised.job))) as packed:
            backs = [name for name in packed.namelist() if name.startswith("back-")]
            cards = {(item.number, part) for item, part, _ in promised.cards}
            if (len(packed.namelist()) - len(backs), len(backs)) != (len(cards), len(promised.job.backs)):
                wrong.append(f"{asked}: {packed.namelist()}")
            for name in packed.namelist():
                with Image.open(io.BytesIO(packed.read(name))) as picture:
                    if picture.size != promised.job.pictures or picture.convert("L").getextrema()[0] > 200:
                        wrong.append(f"{asked}: {name} is {picture.size}, {picture.getextrema()}")
    assert wrong == []
