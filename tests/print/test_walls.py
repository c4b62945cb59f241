"""What somebody sends to the print shop who means harm, or types nonsense: words and no harm, whatever it is."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from cards import actions
from cards import models as rows
from cards.printing.choices.files import read_options
from cards.printing.choices.reading import as_query, read_choices, to_plain
from cards.printing.choices.rows import CHOICES
from cards.printing.queue import files, jobs, runner
from cards.printing.queue.jobs import PrintJob
from cards.queries.shop import jobs as print_jobs
from studio.kernel.refusals import Refused
from studio.people.limits import Pace
from tests.markup import as_read
from tests.memories import forget_faces
from tests.print.asking import SHOP, ask
from tests.print.conftest import FACES


def code_of(client: Client, address: str) -> int:
    """What is answered, a file to its end."""
    answer = client.get(address)
    b"".join(answer)
    return int(answer.status_code)


pytestmark = pytest.mark.django_db

NONSENSE = (
    "", " ", "0", "-0", "-1", "1", "01", "+1", "1.5", "1,5", "1e3", "1e999", "-1e999", "nan", "inf", "9" * 30,
    "9" * 5000,
    "٣", "²", "Ⅷ", "１２", "0x10", "1_0", "true", "None", "null", "a" * 200, "a" * 20_000, "\0", "a\0b", "\n\r\n",
    "\u202etxt", "\ufeff", "e\u0301" * 50, "x\u0300" * 9000, "🂡", "../../etc/passwd", "'; DROP TABLE--", "<script>",
    "{{7*7}}", "%00", "25x200", "25x", "1e3x1e3", "63x88x88", "0x0", "nanxnan", "r1", "1-2000", "5-2", "1-2-3", "r1-2",
    "1,,,2", ";" * 3000, "1-2000," * 3000, "deck", "update", "picked", "poker", "a4", "letter-poker-gutterfold", "mpc",
)  # fmt: skip
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 10**400, 1.5, float("nan"), float("inf"), -0.0, [], [[]], [None], {}, {"a": 1},
    ["1"] * 9000,
    b"1", ("1", 2), "\ud800", ["\ud800"], object(),
)  # fmt: skip


def test_every_field_takes_any_nonsense_or_refuses_it_in_words() -> None:
    """And what it takes can be written down and read again as the same."""
    for name in CHOICES:
        for value in (*NONSENSE, *ODD):
            try:
                choices = read_choices({name: value}, strict=True)
            except Refused as refused:
                assert refused.facts["field"] in (name, "what") and len(str(refused.facts)) < 1000
                continue
            assert read_choices(to_plain(choices), strict=True) == choices
            as_query(choices).encode("ascii")


def test_the_shop_answers_any_nonsense_in_words(deck, reader, quick) -> None:
    """All fields at once, as an address, as a form and as JSON; what makes sense somewhere is printed at most once."""
    for n, value in enumerate(NONSENSE):
        fields = dict.fromkeys(list(CHOICES)[n % 3 :: 3], value)
        match n % 3:
            case 0:
                answer = reader.get(SHOP, {**fields, "part": "shop", "version": value, "sheet": value, "side": value})
            case 1:
                answer = reader.post(SHOP, {**fields, "version": value, "size_wide": value, "paper_high": value})
            case _:
                answer = reader.post(SHOP, {**fields, "sheet": value}, content_type="application/json")
        assert answer.status_code in (200, 303, 404, 422), (value[:40], answer.status_code)
        assert value[:3] != "<sc" or b'<script>"' not in answer.content
    assert PrintJob.objects.count() <= 1


@pytest.mark.parametrize("version", ["0", "-1", "abc", "7.0", "٧", "9" * 30])
def test_a_version_that_is_no_number_is_not_taken_for_the_latest(deck, reader, quick, version: str) -> None:
    for answer in (reader.get(SHOP, {"version": version}), reader.post(SHOP, {"version": version})):
        assert answer.status_code == 422 and "does not do for the version" in as_read(answer)
    assert not PrintJob.objects.exists()


def test_numbers_said_a_thousand_times_over_are_refused_before_they_are_counted() -> None:
    """Half a megabyte of "1-2000," is a hundred and forty million numbers, and they are two thousand."""
    before = time.process_time()
    for typed in ("1-2000," * 70_000, ["1-2000"] * 70_000, "," * 500_000):
        with pytest.raises(Refused, match=r"print\.numbers"):
            read_choices({"what": "picked", "picked": typed}, strict=True)
    assert time.process_time() - before < 5, "they were counted"
    assert len(read_choices({"what": "picked", "picked": "1-2000"}, strict=True).picked) == 2000


@pytest.mark.parametrize(
    "said", [b"{", b"[1", b"what = ", b"\xff\xfe", b"a = 1" * 20_000, b'{"a":' * 9000, b"a = [" * 9000]
)
def test_a_file_of_options_that_is_none_is_refused_in_words(said: bytes) -> None:
    with pytest.raises(Refused, match=r"print\.file"):
        read_options(said)


@pytest.mark.parametrize(
    "said", [b'{"\\ud800": 1}', b'{"picked": ["\\ud800"]}', b"blanks = nan", b"since = 1979-05-27"]
)
def test_a_file_of_options_says_nothing_that_cannot_be_written(said: bytes) -> None:
    with pytest.raises(Refused) as refused:
        read_choices(read_options(said), strict=True)
    "".join(map(str, refused.value.facts.values())).encode()


def test_prints_are_asked_for_and_cancelled_at_a_pace(deck, reader, quick, monkeypatch) -> None:
    monkeypatch.setattr("cards.views.prints.PRINT_PACE", Pace(2, 60))
    at = ask(reader)
    assert ask(reader) == at
    answer = reader.post(SHOP, {"paper": "a4"})
    assert answer.status_code == 429 and "That was a lot of tries" in as_read(answer)
    assert reader.post(at + "cancel/").status_code == 429 and PrintJob.objects.get().state == "queued"
    assert ask(Client(REMOTE_ADDR="10.0.0.9")) == at and reader.get(at).status_code == 200


def test_a_copy_that_says_whose_it_is_is_theirs_alone_and_their_name_is_told_to_nobody(deck, reader, quick) -> None:
    """Numbers of prints are guessed at once; what has somebody's name on it is not there for others."""
    at, other = ask(reader, whose="Maud"), Client(REMOTE_ADDR="10.0.0.9")

    def shut() -> None:
        for page in (at, f"{at}?part=state", f"{at}sheets.pdf", f"{at}cuts.svg"):
            assert other.get(page).status_code == 404, page
        assert other.post(f"{at}cancel/").status_code == 404

    shut()
    runner.run_queued(print_jobs.job_of)
    shut()
    assert reader.get(at).status_code == 200 and b"PDF" in b"".join(reader.get(f"{at}sheets.pdf"))
    theirs = ask(other, whose="Maud")  # the same words: one file, and no way from one to the other
    assert theirs != at and len(quick.printed) == 1 and reader.get(theirs).status_code == 404
    assert ask(reader, whose="Maud") == at
    jobs.forget_askers(timezone.now() + timedelta(hours=25))
    assert reader.get(at).status_code == 404 and ask(reader, whose="Maud") != at


def test_a_copy_of_somebody_s_own_that_was_cancelled_is_still_theirs(deck, reader, quick) -> None:
    at = ask(reader, whose="Maud")
    assert reader.post(f"{at}cancel/").status_code == 303
    assert "Cancelled" in as_read(reader.get(at)) and Client(REMOTE_ADDR="10.0.0.9").get(at).status_code == 404


@pytest.fixture
def taken_down(deck: rows.Deck, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Words of the deck are taken down; that the log says so is tried elsewhere."""

    def told(deck_id: int, command: Any, **who: Any) -> None:
        rows.Face.objects.filter(digest=command.face).update(withdrawn_at=timezone.now(), content={})
        forget_faces()

    monkeypatch.setattr("cards.actions.deck.carry_out", told)
    monkeypatch.setattr("cards.actions.deck._showing", lambda face: {deck.pk})
    return lambda: actions.take_down(FACES[1].digest, why="")


def test_what_was_printed_before_words_were_taken_down_is_handed_out_no_more(deck, reader, quick, taken_down) -> None:
    at = ask(reader)
    runner.run_queued(print_jobs.job_of)
    assert code_of(reader, f"{at}sheets.pdf") == 200
    (files.folder() / "pictures").mkdir()
    taken_down()
    assert code_of(reader, f"{at}sheets.pdf") == 404 and "Printed a while ago" in as_read(reader.get(at))
    assert not [path for path in files.folder().rglob("*") if path.is_file()]
    assert ask(reader) != at and runner.run_queued(print_jobs.job_of) == 1


def test_a_print_that_is_on_the_press_while_words_are_taken_down_is_begun_anew(deck, reader, quick, taken_down) -> None:
    at, stale = ask(reader), PrintJob.objects.get().digest

    def once() -> None:
        quick.meanwhile = lambda: None
        taken_down()

    quick.meanwhile = once
    assert runner.run_queued(print_jobs.job_of) == 2
    row = PrintJob.objects.get()
    assert row.state == "done" and row.digest != stale and code_of(reader, f"{at}sheets.pdf") == 200


def test_what_a_killed_process_left_half_written_goes_in_time_and_nothing_else_does(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(files, "folder", lambda: tmp_path)
    long_ago = time.time() - files.LEFT - 60
    for name in ("sheets/.part-a", "pictures/.part-b", "cards/build/.part-c", "tmp/press-d/scratch", "sheets/kept.pdf"):
        for age in ("old", "new"):
            path = tmp_path / name.replace("part-", f"part-{age}").replace("press-", f"press-{age}")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"%PDF")
            if age == "old":
                os.utime(path, (long_ago, long_ago))
                os.utime(path.parent, (long_ago, long_ago))
    files.keep_small()
    left = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file())
    assert left == [
        "cards/build/.part-newc", "pictures/.part-newb", "sheets/.part-newa", "sheets/kept.pdf",
        "tmp/press-newd/scratch",
    ]  # fmt: skip
