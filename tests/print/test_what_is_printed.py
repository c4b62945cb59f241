"""What of a deck somebody asks for, from the page, from an address and from the command line."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import CommandParser

from cards import models as rows
from cards.access import Door
from cards.management.print_options import NAMES, add_choices
from cards.printing.choices.choices import USUAL_CHOICES, PrintChoices
from cards.printing.choices.reading import read_choices
from cards.printing.choices.rows import CHOICES
from cards.printing.choices.selection import Printed, exchanges
from cards.printing.queue import files, memory, runner
from cards.printing.queue.jobs import PrintJob
from cards.printing.queue.memory import PrintMemory
from cards.printing.queue.values import Job
from cards.printing.shared.pieces import BlankCard, ChangeSlip, SlipLine
from cards.queries.shop import jobs as print_jobs
from cards.queries.shop import memory as print_memory
from cards.queries.shop import printable as prints
from cards.queries.shop.pieces import slip_of
from cards.rules.deck import Ref
from studio.actions import departures, merges
from studio.kernel.refusals import Refused
from studio.models import Member, Person
from tests.markup import as_read
from tests.print.asking import AT, SHOP, archived, ask, newer
from tests.print.conftest import FACES, RULE, words_of

pytestmark = pytest.mark.django_db


def test_an_update_prints_only_what_changed_since_a_version(deck, reader, quick) -> None:
    newer()
    made = print_jobs.job_of(PrintJob.objects.get(pk=int(ask(reader, what="update", since="7").split("/")[-2])))
    slip, *cards = made.items
    assert [(item.number, item.copies) for item in cards] == [("1", 2), ("12", 1), ("3", 1)]
    assert slip.piece == ChangeSlip(
        "Allotment Wars", "version 7", "version 8",
        put_in=(SlipLine("3", "Letter to the Council"), SlipLine("12", "Slug")),
        swap=(SlipLine("1", "Salvage Tug", 2),), take_out=(SlipLine("2", "Hosepipe Ban"),),
    )  # fmt: skip
    assert made.title == "Allotment Wars, version 8, changed since version 7"
    page = as_read(reader.get(SHOP + "?what=update"))  # since the one before, where none is named
    assert page.count('class="cf-title"') == 4 + 4 and "Change slip" in page and "a change slip" in page
    for asked, code in (
        ("what=update&since=8", "no older than version 8"), ("what=update&since=99", "no older than version 8"),
        ("what=update&since=3", "no such version"), ("what=update&version=7", "no such version"),
    ):  # fmt: skip
        answer = reader.get(f"{SHOP}?{asked}")
        assert answer.status_code == 422 and code in as_read(answer), asked


def test_what_somebody_chose_and_has_on_paper_is_known_for_the_next_print(deck, reader, quick) -> None:
    """Once they have opened the finished file; a selection makes nobody's deck whole; nobody else is told."""
    person = Person.objects.get()
    mine = Door(deck.pk, 0, "", deck.slug, 0, "public", "public", None, person.pk)

    def printed(**choices: str) -> None:
        job = PrintJob.objects.get(pk=int(ask(reader, **choices).split("/")[-2]))
        print_memory.remember_choices(mine, read_choices(job.options, strict=False))
        assert print_memory.remembered(mine).version in (None, 7)  # not before it is finished and opened
        print_memory.remember_print(mine, job)
        runner.run_queued(print_jobs.job_of)

    printed(what="picked", picked="1", paper="letter", frame="saver")
    assert print_memory.remembered(mine).version is None
    assert print_memory.remembered(mine).choices == PrintChoices(paper="letter", frame="saver")
    printed()
    newer()
    here = print_memory.remembered(mine)
    assert (here.version, here.since(8), here.since(None), here.since(7), here.since(3)) == (7, 7, 7, None, None)
    printed(what="update", since="7")
    assert print_memory.remembered(mine).version == 8
    assert print_memory.remembered(replace(mine, person_id=None)) == print_memory.Remembered()
    older = Person.objects.create(name="Maud of before")
    merges.absorb(person.pk, older.pk, with_devices=True)
    assert print_memory.remembered(replace(mine, person_id=older.pk)).version == 8
    guest = Person.objects.create(name="Guest")
    memory.remember(deck.pk, guest.pk, choices={"paper": "letter"})
    merges.absorb(guest.pk, older.pk, with_devices=True)  # who chose later, and has printed nothing
    both = print_memory.remembered(replace(mine, person_id=older.pk))
    assert (both.version, both.choices) == (8, PrintChoices(paper="letter"))
    person = older
    departures.forget_me(person_id=person.pk)
    assert not PrintMemory.objects.exists()


def test_the_shop_is_as_somebody_had_it_last_unless_its_address_says_otherwise(
    deck, reader, quick, monkeypatch
) -> None:
    newer()
    last = print_memory.Remembered(PrintChoices(paper="letter", frame="saver"), 7, AT)
    monkeypatch.setattr("cards.views.prints.remembered", lambda door: last)
    assert reader.get(SHOP)["Location"] == SHOP + "?frame=saver&paper=letter"
    page = as_read(reader.get(SHOP + "?what=deck"))
    assert "Version 7, which you printed last" in page and 'href="/decks/allotment-ab12/print/list/?what=deck"' in page
    for asked in ({"what": "update"}, {"what": "update", "since": ""}):
        made = PrintJob.objects.get(pk=int(reader.post(SHOP, asked)["Location"].split("/")[-2]))
        assert made.options == {"what": "update", "since": "7"}
    nobody = print_memory.Remembered()
    monkeypatch.setattr("cards.views.prints.remembered", lambda door: nobody)
    assert reader.get(SHOP).status_code == 200


def test_an_update_that_only_takes_cards_out_is_a_slip(deck, reader, quick) -> None:
    archived(8, rows.Version.objects.get(number=7).manifest["cards"][1:])
    made = print_jobs.job_of(PrintJob.objects.get(pk=int(ask(reader, what="update").split("/")[-2])))
    assert [type(item.piece) for item in made.items] == [ChangeSlip]
    assert made.items[0].piece.take_out == (SlipLine("1", "Salvage Tug", 2),)


def test_a_slip_calls_a_card_as_it_was_and_says_how_many_of_how_many() -> None:
    """What somebody holds in their hand has the old title; of two copies one may go."""
    beta, gamma, delta, epsilon, zeta = (Ref("card", number) for number in range(2, 7))
    old = {beta: "Beta", gamma: "Gamma", delta: "Delta", epsilon: "Epsilon", zeta: "Zeta"}
    was = {beta: ("b", 3), gamma: ("g", 1), delta: ("d", 2), epsilon: ("e", 1), zeta: ("z", 5)}
    new = {beta: "Beta", delta: "Delta", epsilon: "Epsilon the Second", zeta: "Zeta"}
    now = (Printed(beta, "b", 5), Printed(delta, "d", 1), Printed(epsilon, "f", 1), Printed(zeta, "y", 3))
    slip = slip_of("Greek", "version 1", "version 2", exchanges(now, was), old, new)
    put_in, swap, take_out = (
        [f"{line.number} {line.words}".replace("\xa0", " ") for line in lines]
        for lines in (slip.put_in, slip.swap, slip.take_out)
    )
    assert put_in == ["2 Beta × 2"]
    assert swap == ["5 Epsilon, now Epsilon the Second", "6 Zeta, three of five"]
    assert take_out == ["3 Gamma", "4 Delta, one of two", "6 Zeta, two of five"]


def test_blank_cards_fill_a_sheet_the_spare_places_or_are_as_many_as_somebody_says(deck, reader, quick) -> None:
    def blanks(**chosen: object) -> list[tuple[int, bool]]:
        choices = PrintChoices(**chosen)  # type: ignore[arg-type]
        items = print_jobs.press_job(prints.printable(deck, 7, choices), choices).items
        return [(item.copies, item.piece.is_ruled) for item in items if isinstance(item.piece, BlankCard)]

    whole = prints.printable(deck, 7)
    laid = sum(item.copies * len(whole.cards_of(item, USUAL_CHOICES)) for item in whole.items)
    assert blanks() == [] and blanks(blanks=7, blank_style="ruled") == [(7, True)]
    assert blanks(what="blanks") == [(9, False)] and blanks(what="blanks", size="tarot") == [(4, False)]
    assert blanks(spare=True) == [(-laid % 9, False)] and blanks(spare=True, blanks=3) == [(3 + -(laid + 3) % 9, False)]
    page = as_read(reader.get(SHOP + "?what=blanks&blanks=10"))
    assert (
        '<option value="10">for two players</option>' in page and '<option value="30">for six players</option>' in page
    )
    assert "Two sheets." in page and "Ten blanks." in page and page.count("cf-blank") == 9


def test_a_deck_without_cards_still_prints_blanks(deck, quick) -> None:
    assert prints.printable(deck, None).articles == ()
    for choices in (PrintChoices(what="blanks"), PrintChoices(blanks=10)):
        made = print_jobs.press_job(prints.printable(deck, None, choices), choices)
        assert [type(item.piece) for item in made.items] == [BlankCard]
    with pytest.raises(Refused, match=r"print\.nothing"):
        print_jobs.press_job(prints.printable(deck, None), USUAL_CHOICES)


def test_an_update_of_what_has_not_changed_is_refused(deck, reader, quick) -> None:
    archived(8, rows.Version.objects.get(number=7).manifest["cards"])
    answer = reader.post(SHOP, {"what": "update", "since": "7"})
    assert answer.status_code == 409 and "Nothing has changed since version 7" in as_read(answer)
    assert not PrintJob.objects.exists()


def test_picked_cards_are_printed_alone_and_one_that_is_not_there_is_named(deck, reader, quick) -> None:
    at = ask(reader, what="picked", picked="3, 1-2,r1", copies="one", numbers="0")
    made = print_jobs.job_of(PrintJob.objects.get(pk=int(at.split("/")[-2])))
    assert [item.face.title for item in made.items] == [*(face.title for face in FACES[:3]), RULE.title]
    assert {(item.copies, item.number, item.foot_line) for item in made.items} == {(1, "", "")}
    answer = reader.post(SHOP, {"what": "picked", "picked": "3,99,r7"})
    assert answer.status_code == 422 and "There is no 99, r7" in as_read(answer)
    assert reader.post(SHOP, {"what": "picked", "kind": "Weather"}).status_code == 422


def test_who_made_a_card_stands_at_its_foot(deck) -> None:
    member = Member.objects.get()
    for number, maker in ((1, ""), (2, "Ros Lee")):
        face = FACES[number - 1].digest
        rows.Article.objects.create(
            deck=deck,
            kind="card",
            number=number,
            face_id=face,
            title_key=str(number),
            accepted_at=AT,
            by=member,
            maker=maker,
        )
    rows.Deck.objects.update(licence="CC BY-SA 4.0", tags=["garden"])
    made = print_jobs.press_job(prints.printable(rows.Deck.objects.get(), 7), USUAL_CHOICES)
    assert isinstance(made, Job) and made.author == "Maud, Ros Lee"
    assert (made.licence, made.keywords) == ("CC BY-SA 4.0", ("Dvorak", "garden"))
    read = print_jobs.press_job(prints.printable(rows.Deck.objects.get(), 7), PrintChoices(output="reading")).edition
    assert (read.author, read.licence, read.keywords) == (made.author, made.licence, made.keywords), "what people keep"
    newer()
    feet = [item.foot_line for number in (7, 8) for item in prints.printable(deck, number).items[:2]]
    makers = ("7 · Maud", "7 · Ros Lee", "8 · Maud", "8 · Idris")
    assert feet == [f"Allotment Wars · {maker}" for maker in makers]


def test_every_design_has_the_number_that_a_change_slip_goes_by(deck, inside, tmp_path) -> None:
    """Handwritten cards had none, though it was ticked."""
    shown = prints.printable(deck, 7)
    for frame in ("press", "saver", "classic", "hand"):
        made = print_jobs.press_job(
            shown, PrintChoices(frame=frame, size="micro", what="picked", picked=("3", "r1"), copies="one")
        )
        (page,) = words_of(inside(tmp_path).print_sheets(made))
        words = " ".join(page.split())
        assert re.search(r"(?<!\d)3(?!\d)", words.replace("Allotment Wars · 7", "")) and "§ 1" in words, frame
    hand = {item.foot_line for item in made.items}
    assert hand == {"3 · Allotment Wars · 7", "§ 1 · Allotment Wars · 7"}
    bare = print_jobs.press_job(shown, PrintChoices(frame="hand", numbers=False))
    assert {item.foot_line for item in bare.items} == {""}


def test_more_cards_than_one_print_holds_are_refused_in_words(deck, reader, quick) -> None:
    archived(8, [[n, FACES[0].digest, 99, ""] for n in range(1, 131)])
    answer = reader.post(SHOP, {"paper": "a4"})
    assert answer.status_code == 422 and "12,871 cards" in as_read(answer)
    ask(reader, copies="one")


def test_print_deck_takes_every_choice_and_a_file_of_them(deck, quick, monkeypatch, tmp_path) -> None:
    """What stands on the command line goes before what stands in the file; nothing that makes no sense is printed."""
    asked: list[Job] = []

    def print_now(job: Job, *more: object) -> Path:
        asked.append(job)
        made = tmp_path / "made"
        made.write_bytes(b"%PDF")
        return made

    monkeypatch.setattr(files, "print_now", print_now)
    out, listed = tmp_path / "deck.pdf", tmp_path / "print.toml"
    listed.write_text('what = "picked"\npicked = ["1-3", "r1"]\npaper = "letter"\ncopies = "one"\n')

    def printed(*words: str) -> Job:
        call_command("print_deck", "allotment-ab12@7", *words, "--out", str(out), stdout=io.StringIO())
        assert out.read_bytes() == b"%PDF" and not list(tmp_path.glob(".*.part"))
        return asked[-1]

    job = printed("--options", str(listed), "--paper", "a4", "--no-rules", "--frame", "hand", "--blanks", "4")
    assert (job.layout.paper.name, job.frame) == ("a4", "hand")
    assert [(item.number, item.copies) for item in job.items] == [("1", 1), ("2", 1), ("3", 1), ("", 4)]
    for name in CHOICES:
        assert f"--{NAMES.get(name, name).replace('_', '-')}" in every_option()
    for words, said in (
        (("--paper", "a33"), "a33"), (("--blanks", "many"), "whole number"), (("--what", "update"), "no such version"),
        (("--what", "picked", "--picked", "77"), "There is no 77"),
        (("--options", str(tmp_path / "no")), "No such file"), (("--options", str(out)), "neither TOML nor JSON"),
    ):  # fmt: skip
        with pytest.raises(CommandError, match=said):
            printed(*words)
    assert len(asked) == 1


def every_option() -> str:
    parser = CommandParser()
    add_choices(parser)
    return " ".join(option for action in parser._actions for option in action.option_strings)
