"""Prints that wait their turn, and the pages of the print shop."""

from __future__ import annotations

import errno
import io
import json
import re
import subprocess
import sys
import threading
from datetime import timedelta
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import page as checker
import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone

from cards import models as rows
from cards.face.face import Face
from cards.face.letters import NOTHING, coverage_of
from cards.printing.choices.choices import USUAL_CHOICES, PrintChoices
from cards.printing.geometry.cutting_machines import CUTTERS, arranged_for_cutter, cut_svg, to_type
from cards.printing.geometry.papers import PAPERS
from cards.printing.queue import files, jobs, processes, runner
from cards.printing.queue.failures import PressFailed
from cards.printing.queue.jobs import PrintJob
from cards.printing.queue.values import ReadingJob, job_digest
from cards.printing.shared import installed_fonts
from cards.printing.shared.build import build
from cards.queries.shop import jobs as print_jobs
from cards.queries.shop import printable as prints
from cards.rules.kit import CounterKit, Kit, TokenKit
from cards.storage.store import keep_faces
from studio.kernel.codec import to_plain
from studio.kernel.messages import english
from studio.models import Stream
from studio.server import ticks
from tests.markup import as_read
from tests.memories import forget_faces
from tests.print.asking import AT, SHOP, archived, ask
from tests.print.conftest import FACES, words_of
from tests.web.workshop_evening import WorkshopEvening

pytestmark = pytest.mark.django_db


def test_the_shop_shows_the_first_sheet_and_says_what_goes_over(deck, reader, quick) -> None:
    page = as_read(reader.get(SHOP))
    assert "Allotment Wars, version 7" in page and "12 cards and 1 Special Rule" in page
    assert page.count('class="cf-title"') == 4 + 9
    assert "Everything" in page and "Nothing is left out" in page
    sheet = as_read(reader.get(SHOP + "?paper=letter&frame=saver")).partition('id="print-sheet"')[2]
    assert sheet.count('data-frame="saver"') == 9 and "--pw:215.9mm" in sheet


def test_an_address_or_a_form_that_makes_no_sense_is_refused_and_nothing_is_printed(deck, reader, quick) -> None:
    for asked in ("paper=a33", "frame=zzz", "papper=a4", "paper=a4&paper=", "with_rules=perhaps"):
        answer = reader.get(f"{SHOP}?{asked}")
        assert answer.status_code == 422 and "Carte Blanche" in as_read(answer), asked
    assert reader.post(SHOP, {"paper": "a33"}).status_code == 422
    assert reader.get(SHOP + "?version=99").status_code == 404
    assert not PrintJob.objects.exists()


def test_a_row_that_an_older_version_wrote_is_printed_as_it_was_asked_for(deck, reader, quick) -> None:
    at = ask(reader)
    PrintJob.objects.update(options={"paper": "letter", "frame": "press", "with_rules": False, "ink": "blue"})
    row = PrintJob.objects.get()
    made = print_jobs.job_of(row)
    assert made.layout.paper.name == "letter" and not any(item.is_rule for item in made.items)
    assert "Letter" in as_read(reader.get(at))


def test_what_is_only_looked_at_has_an_address_without_a_token(deck, reader, quick) -> None:
    form = reader.get(SHOP).content.decode().partition("data-print-form")[2].partition("</form>")[0]
    hidden = [tag for tag in form.split("<input")[1:] if 'type="hidden"' in tag and "csrfmiddlewaretoken" in tag]
    assert not hidden and 'name="csrfmiddlewaretoken"' in form.partition('formmethod="get"')[2]


def test_a_print_is_asked_for_made_and_opened_inline(deck, reader, quick) -> None:
    at = ask(reader)
    assert "Yours is next" in as_read(reader.get(at))
    assert reader.get(at + "sheets.pdf").status_code == 404
    assert runner.run_queued(print_jobs.job_of) == 1
    page = as_read(reader.get(at))
    assert "Ready to print" in page and "at 100 %" in page
    answer = reader.get(at + "sheets.pdf")
    assert answer.status_code == 200 and answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'inline; filename="allotment-ab12-v7-a4.pdf"'
    assert b"".join(answer.streaming_content).startswith(b"%PDF")


def test_a_finished_print_says_at_which_edge_it_is_turned_over_as_printers_call_it(deck, reader, quick) -> None:
    at = ask(reader, back="deck")
    runner.run_queued(print_jobs.job_of)
    assert "flipped on the left edge: “flip on long edge”" in as_read(reader.get(at))
    at = ask(reader, back="deck", bleed="3")  # on its side
    runner.run_queued(print_jobs.job_of)
    assert "flipped on the left edge: “flip on short edge”" in as_read(reader.get(at))
    sheet = "letter-poker-gutterfold"
    at = ask(reader, back="deck", template=sheet)
    runner.run_queued(print_jobs.job_of)
    assert "flip on" not in as_read(reader.get(at)), "it is folded"
    assert "sheets, to fold." in as_read(reader.get(f"{SHOP}?back=deck&template={sheet}"))
    answer = reader.get(at + "sheets.pdf")
    assert answer["Content-Disposition"] == f'inline; filename="allotment-ab12-v7-{sheet}.pdf"'
    answer.close()


def test_the_file_of_an_update_has_not_the_name_of_the_whole_deck(deck, reader, quick) -> None:
    archived(8, [[1, FACES[1].digest, 1, ""]])
    at = ask(reader, version="8", what="update", since="7")
    runner.run_queued(print_jobs.job_of)
    answer = reader.get(at + "sheets.pdf")
    assert answer["Content-Disposition"] == 'inline; filename="allotment-ab12-v8-update-a4.pdf"'
    answer.close()


def test_a_sheet_for_a_cutting_machine_comes_with_the_lines_it_cuts(deck, reader, quick) -> None:
    told = english(to_type(CUTTERS["silhouette"]))
    assert f"Type into {told}" in as_read(reader.get(f"{SHOP}?cutter=silhouette")), "where the machine is chosen"
    at = ask(reader, cutter="silhouette")
    assert reader.get(at + "cuts.svg").status_code == 404, "not before it is printed"
    runner.run_queued(print_jobs.job_of)
    assert f'href="{at}cuts.svg"' in as_read(reader.get(at)) and f"Type into {told}" in as_read(reader.get(at))
    answer = reader.get(at + "cuts.svg")
    assert answer["Content-Type"] == "image/svg+xml" and answer.content.decode() == cut_svg(
        arranged_for_cutter(CUTTERS["silhouette"], PAPERS["a4"], "poker"), CUTTERS["silhouette"]
    )
    at = ask(reader, paper="letter")
    runner.run_queued(print_jobs.job_of)
    assert (
        "cuts.svg" not in as_read(reader.get(at))
        and "Type into" not in as_read(reader.get(at))
        and reader.get(at + "cuts.svg").status_code == 404
    )


def test_an_edition_to_be_read_is_a_print_like_any_other(deck, reader, quick, inside, tmp_path) -> None:
    at = ask(reader, output="reading", paper="letter", frame="classic")
    row = PrintJob.objects.get()
    assert row.options == {"output": "reading", "paper": "letter"}, "how a card looks is nothing to a reader"
    made = print_jobs.job_of(row)
    assert isinstance(made, ReadingJob) and job_digest(made, build()) == row.digest
    pdf = inside(tmp_path).print_reading(made)
    assert checker.validate_pdf_bytes(pdf, profile=checker.ValidationProfile.PDF_UA_1).is_compliant
    words = "".join(words_of(pdf))
    assert "Version 7, 21 November 2026".upper() in words.upper() and "Leaning Greenhouse" in words
    assert runner.run_queued(print_jobs.job_of) == 1
    answer = reader.get(at + "sheets.pdf")
    assert answer["Content-Disposition"] == 'inline; filename="allotment-ab12-v7-reading.pdf"'
    answer.close()


def test_all_cards_are_one_plain_page_without_a_script(deck, reader, quick) -> None:
    answer = reader.get(SHOP + "list/")
    page = as_read(answer)
    assert answer.status_code == 200 and "<script" not in page and page.count('class="rd-card"') == 12
    assert page.index("Special Rules") < page.index("Everything") < page.index("Salvage Tug") < page.index("Blank")
    assert "Card 1, 2 copies" in page and 'alt="Doodle"' in page
    one = as_read(reader.get(SHOP + "list/?what=picked&picked=3"))
    assert one.count('class="rd-card"') == 1 and "Letter to the Council" in one
    assert reader.get(SHOP + "list/?version=99").status_code == 404
    version = rows.Version.objects.get()
    empty = {"schema": 1, "cards": [], "rules": []}
    rows.Version.objects.create(deck=deck, number=9, digest="9" * 64, manifest=empty, by=version.by, at=AT)
    assert "A deck of nothing" in as_read(reader.get(SHOP + "list/?version=9"))
    assert reader.get(SHOP + "list/?picked=x").status_code == 422
    rows.Deck.objects.update(visibility="private")
    assert reader.get(SHOP + "list/").status_code == 404


def test_cover_rules_tokens_and_a_box_are_printed_beside_the_cards(deck, reader, quick, inside, tmp_path) -> None:
    kit = Kit(tokens=(TokenKit("bite", "Bite", "#1f5c46"),), counters=(CounterKit("gold", "Gold", start=5),))
    version = rows.Version.objects.get()
    manifest = {**version.manifest, "kit": to_plain(kit)}
    rows.Version.objects.create(deck=deck, number=8, digest="8" * 64, manifest=manifest, by=version.by, at=AT)
    pages = {"cover": "1", "rules_sheet": "1", "tokens": "1", "box": "1", "thickness": "0.4", "sleeved": "1"}
    ask(reader, version="8", what="picked", picked="1", **pages)
    made = print_jobs.job_of(PrintJob.objects.get())
    assert made.after[0].address == "", "this site has no address that anybody could follow"
    box = made.after[-1].net
    assert (box.width, box.depth) == (6740, 800), "for sleeves; two cards: as deep as a box can be folded"
    words = words_of(inside(tmp_path).print_sheets(made))
    assert "Then one sheet of cards" in " ".join(words[0].split()) and "SALVAGE" in words[1].upper()
    told = {fact.label: fact.words for fact in made.before[0].facts}
    whole = sum(face["copies"] if isinstance(face, dict) else face[2] for face in manifest["cards"])
    assert told["On these sheets"] == "2 cards" and told["Cards in the deck"] == str(whole)
    read = print_jobs.press_job(prints.printable(deck, 8), PrintChoices(output="reading", what="picked", picked=("1",)))
    told = {fact.label: fact.words for fact in read.edition.facts}
    assert told["In this edition"] == "2 cards" and told["Cards in the deck"] == str(whole)
    whole_read = print_jobs.press_job(prints.printable(deck, 8), PrintChoices(output="reading")).edition.facts
    assert (whole_read[0].label, whole_read[0].words) == ("Cards", str(whole))
    assert "fill the 5.36 mm" in " ".join(words[-1].split()), "a box for two cards is deeper than they are"
    assert "everyone draws 5" in " ".join(words[2].split()) and "Leaning Greenhouse" in "".join(words)
    assert "BITE" in "".join(words).upper() and "Gold" in words[-2] and "2 cards" in words[-1]
    for sent, why in (
        ({"tokens": "1"}, "no tokens and no counters"),
        ({"paper": "100x150", "cover": "1"}, "too small for a page of words"),
        ({"paper": "80x150", "output": "reading"}, "too small for a page of words"),
        ({"box": "1", "thickness": "2", "paper": "180x240"}, "A box for these needs paper of"),
    ):
        answer = reader.post(SHOP, {"version": "7", **sent})
        assert answer.status_code == 422 and why in as_read(answer), why


def test_asking_for_the_same_again_sends_the_file_that_is_there(deck, reader, quick) -> None:
    first = ask(reader)
    runner.run_queued(print_jobs.job_of)
    assert ask(reader) == first
    assert ask(Client(REMOTE_ADDR="10.0.0.9")) == first
    assert quick.printed == ["Allotment Wars, version 7"]


def test_one_person_has_one_print_at_a_time_and_others_wait_behind(deck, reader, quick) -> None:
    first = ask(reader)
    others = [
        ask(Client(REMOTE_ADDR=f"10.0.0.{n}"), frame=frame) for n, frame in enumerate(("saver", "classic", "hand"))
    ]
    assert len({first, *others}) == 4
    assert "3 others are before you" in as_read(reader.get(others[2]))
    assert runner.run_queued(print_jobs.job_of) == 4
    assert PrintJob.objects.filter(state="done").count() == 4


WANTED = {"frame": "saver", "size": "mini", "paper": "letter"}


def test_who_asks_for_another_print_is_told_of_the_first_and_keeps_what_they_chose(deck, reader, quick) -> None:
    """They were sent to the first, and printed its sheets: another design, another paper, another deck."""
    first = ask(reader)
    assert ask(reader) == first, "the same again"
    answer = reader.post(SHOP, WANTED)
    page = as_read(answer)
    assert answer.status_code == 409 and "A print of yours is not done yet." in page
    assert f'<a href="{first}">See that print</a>' in page and "Not as it stands" not in page
    for name, value in WANTED.items():
        tags = re.findall(rf'<(?:input|option)[^>]*value="{value}"[^>]*>', page)
        assert any("checked" in tag or "selected" in tag for tag in tags), name
    twin = rows.Deck.objects.get(pk=deck.pk)
    twin.pk, twin.slug, twin.stream = None, "twin-ab12", Stream.objects.create(kind="deck", group=deck.group)
    twin.save(force_insert=True)
    version = rows.Version.objects.get(deck=deck)
    version.pk, version.deck = None, twin
    version.save(force_insert=True)
    answer = reader.post("/decks/twin-ab12/print/", {"paper": "a4"})
    assert answer.status_code == 409 and f'href="{first}"' in as_read(answer), "nor for another deck"
    assert PrintJob.objects.count() == 1
    reader.post(first + "cancel/")
    assert ask(reader, **WANTED) != first


def test_people_without_a_name_at_one_address_are_as_many_as_their_browsers(deck, reader, quick, settings) -> None:
    """They shared one print: what one chose another was handed, could cancel, and read whose copy it was."""
    first, own = ask(reader), Client()
    others = ask(own, **WANTED, whose="Maud")
    assert first != others, "each has their own"
    assert "Cancel this print" in as_read(reader.get(first)) and "Cancel this print" in as_read(own.get(others))
    for nobody in (reader, Client()):
        assert nobody.get(others).status_code == nobody.post(others + "cancel/").status_code == 404
        assert nobody.get(others + "sheets.pdf").status_code == 404
    assert Client().post(first + "cancel/").status_code == 404 and own.post(first + "cancel/").status_code == 404
    moved = Client(REMOTE_ADDR="10.0.0.9")
    moved.cookies = own.cookies  # from the network of the house to that of the street
    assert moved.get(others).status_code == 200 and moved.post(SHOP, {"paper": "a3"}).status_code == 409
    cookie = own.cookies["carte_printer"]
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and len(cookie.value) == 43
    assert runner.run_queued(print_jobs.job_of) == 2
    assert own.get(others).status_code == 200 and Client().get(others).status_code == 404
    for forged in ("", "x" * 42, "%" * 43):
        stranger = Client()
        stranger.cookies["carte_printer"] = forged
        assert stranger.get(others).status_code == 404
    settings.SESSION_COOKIE_SECURE = True
    assert own.get(others, secure=True).status_code == 200, "known by the name that the cookie had before"
    sure = Client(REMOTE_ADDR="10.0.0.9")
    at = sure.post(SHOP, {"paper": "letter", "whose": "Maud"}, secure=True)["Location"]
    assert {name for name in sure.cookies if "printer" in name} == {"__Host-carte_printer"}
    assert sure.get(at, secure=True).status_code == 200 and Client().get(at, secure=True).status_code == 404


def test_a_network_has_so_many_prints_of_people_without_a_name_under_way(deck, quick) -> None:
    for n in range(jobs.NETWORK_MOST):
        ask(Client(), blanks=str(n + 1))
    answer = Client().post(SHOP, {"blanks": "99"})
    assert answer.status_code == 409 and "8 prints are under way for your network" in as_read(answer)
    assert "Not yet." in as_read(answer) and "See that print" not in as_read(answer)
    ask(Client(REMOTE_ADDR="10.0.0.9"), blanks="99")


def test_a_print_says_in_a_line_what_it_is(deck, reader, quick) -> None:
    at = ask(reader, frame="hand", size="mini", paper="letter", back="kind")
    told = "Handwritten, Mini, Letter, a back for each kind. Two sheets, both sides. Twelve cards, a Special Rule, "
    page = as_read(reader.get(at))
    found = re.search(rf"{re.escape(told)}[a-z]+ more for (?:a )?long texts?\.", page)
    assert found, page[page.find("Handwritten,") :][:200]
    told = found[0]
    runner.run_queued(print_jobs.job_of)
    assert told in as_read(reader.get(at))
    made = as_read(reader.get(ask(reader, size="60x90", what="picked", picked="1")))
    assert "Press, 60 × 90 mm, A4. One sheet. Two cards." in made
    runner.run_queued(print_jobs.job_of)
    assert "An edition to read, A4." in as_read(reader.get(ask(reader, output="reading")))


def test_the_print_of_a_draft_is_known_again_however_much_is_drawn_on_it(quick, monkeypatch) -> None:
    """The page that says how many cards it is reads no more drawings than any page, and took it for another draft's."""
    evening = WorkshopEvening()
    drawn = json.dumps([{"tool": "pen", "ink": "#1f2a4a", "points": [100, 100, 2000, 900]}])
    assert evening.write(evening.ros, doodle=drawn).status_code == 303
    evening.vote(evening.idris, 1, "for"), evening.vote(evening.ros, 1, "for")
    at = evening.ros.post(f"{evening.home}print/", {"paper": "a4"})["Location"]
    monkeypatch.setattr("cards.queries.faces.DRAWN_ON_A_PAGE", 0)
    forget_faces()
    assert "One sheet. One card." in as_read(evening.ros.get(at))
    assert evening.write(evening.ros, title="Slug").status_code == 303
    evening.vote(evening.idris, 2, "for"), evening.vote(evening.ros, 2, "for")
    assert "One card." not in as_read(evening.ros.get(at)), "of what has changed since nothing is told"


def test_no_more_than_so_many_are_under_way_on_a_machine(deck, reader, quick) -> None:
    ask(reader)
    for slot in range(runner.AT_ONCE):
        PrintJob.objects.create(
            deck=deck,
            state="running",
            slot=slot,
            digest="0" * 64,
            created_at=AT,
            lease_until=timezone.now() + runner.LEASE,
        )
    assert runner.run_queued(print_jobs.job_of) == 0


def test_what_a_dead_process_left_is_taken_up_and_given_up_the_second_time(deck, reader, quick) -> None:
    at = ask(reader)
    past = timezone.now() - timedelta(seconds=1)
    PrintJob.objects.update(state="running", slot=0, lease_until=past, attempts=1)
    assert runner.run_queued(print_jobs.job_of) == 1 and "Ready" in as_read(reader.get(at))
    other = ask(reader, paper="letter")
    PrintJob.objects.exclude(state="done").update(
        state="running", slot=0, lease_until=past, attempts=runner.ATTEMPTS_MAX
    )
    assert runner.run_queued(print_jobs.job_of) == 0
    assert "The press stopped in the middle" in as_read(reader.get(other))


def test_a_print_is_taken_up_at_once_when_its_process_is_gone_and_never_before(deck, reader, quick) -> None:
    """The lease is still running: that the process was killed is seen, wherever it can be."""
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    if not (owner := processes._named(other.pid)):
        other.kill()
        pytest.skip("this system does not tell of its processes")
    at = ask(reader)
    until = timezone.now() + runner.LEASE
    place, number, start = owner.split(" ")
    for alive in (owner, f"elsewhere/boot/pid:[1] {number} {start}", f"{place[:-1]}9 {number} {start}", ""):
        PrintJob.objects.update(state="running", slot=0, lease_until=until, attempts=1, owner=alive)
        assert runner.run_queued(print_jobs.job_of) == 0, alive
    PrintJob.objects.update(owner=f"{place} {number} 1")  # its number, given out again
    assert runner.run_queued(print_jobs.job_of) == 1
    PrintJob.objects.update(state="running", slot=0, lease_until=until, attempts=1, owner=owner)
    other.kill()
    other.wait()
    assert runner.run_queued(print_jobs.job_of) == 1 and "Ready" in as_read(reader.get(at))


def test_a_lease_is_renewed_while_nothing_new_is_to_be_told(monkeypatch) -> None:
    monkeypatch.setattr(runner, "BEAT", 0.01)
    monkeypatch.setattr(runner, "TELL_EVERY", 0.001)
    told: list[tuple[int, int]] = []
    enough = threading.Event()

    def tell(done: int, total: int) -> None:
        told.append((done, total))
        if len(told) == 2:
            raise DatabaseError("locked for a moment")
        if len(told) > 4:
            enough.set()

    notes = runner._Notes(tell)
    notes.take(3, 9)
    assert enough.wait(30)
    notes.close()
    assert (3, 9) in told


def test_a_draft_s_date_is_that_of_its_last_change(deck) -> None:
    """Whoever joins or leaves changes the deck's row; the file stays as it is, to the byte."""
    face = rows.Face.objects.get(digest=FACES[0].digest)
    card = rows.Article.objects.create(deck=deck, kind="card", number=1, face=face, title_key="x", accepted_at=AT)
    changed = AT + timedelta(hours=3)
    rows.Change.objects.create(article=card, seq=1, kind="added", face=face, copies=1, at=changed)
    before = print_jobs.press_job(prints.printable(deck, None), USUAL_CHOICES)
    deck.changed_at = AT + timedelta(days=2)
    deck.save()
    after = print_jobs.press_job(prints.printable(deck, None), USUAL_CHOICES)
    assert before.date == "D:20261121120000Z"
    assert job_digest(before, "b") == job_digest(after, "b")
    rows.Change.objects.create(article=card, seq=2, kind="copies", face=face, copies=2, at=changed + timedelta(1))
    assert print_jobs.press_job(prints.printable(deck, None), USUAL_CHOICES).date == "D:20261122120000Z"


def test_who_asked_is_known_by_a_keyed_hash_while_it_waits_and_then_no_more(deck, reader, quick, settings) -> None:
    """No row tells an address or a secret, also not to somebody who tries all of them."""
    ask(asking := Client(REMOTE_ADDR="10.0.0.9"))
    kept = PrintJob.objects.get().asker
    tried = ("10.0.0.9", "address:10.0.0.9", "place:10.0.0.9")
    assert len(kept) == 64 and not any(kept.startswith(sha256(one.encode()).hexdigest()[:16]) for one in tried)
    key, secret = settings.SECRET_KEY, asking.cookies["carte_printer"].value
    assert kept == jobs.asker_of(None, secret, "10.0.0.9") and secret not in kept
    settings.SECRET_KEY = "another site's"
    assert kept != jobs.asker_of(None, secret, "10.0.0.9")
    settings.SECRET_KEY = key
    runner.run_queued(print_jobs.job_of)
    assert PrintJob.objects.get().asker == ""
    houses = [Client(REMOTE_ADDR=f"2001:db8:1:{house}::3") for house in ("2", "2:ffff", "3")]
    for house, frame in zip(houses, ("hand", "saver", "classic"), strict=True):
        ask(house, frame=frame)
    where = [row.asker[:16] for row in PrintJob.objects.exclude(asker="").order_by("pk")]
    assert where[0] == where[1] != where[2], "a household is one network"
    quick.failure = PressFailed("print.too_big", "status -9")
    runner.run_queued(print_jobs.job_of)
    assert not PrintJob.objects.exclude(asker="").exists()


def test_what_was_kept_of_askers_before_is_emptied(deck) -> None:
    """As a site finds it that comes from a release that kept them: what has ended, and what is under way."""
    for state in ("done", "failed", "queued"):
        PrintJob.objects.create(deck=deck, digest="0" * 64, state=state, asker=f"address:{state}", created_at=AT)
    forget = import_module("cards.migrations.0011_print_slots").forget
    forget(apps, SimpleNamespace(connection=connection))
    assert set(PrintJob.objects.values_list("state", "asker")) == {("done", ""), ("failed", ""), ("queued", "")}


def test_who_asked_for_a_print_that_never_ends_is_forgotten_within_a_day(deck, reader, quick) -> None:
    ask(reader)
    now = timezone.now()
    assert jobs.forget_askers(now + timedelta(hours=23)) == 0
    assert jobs.forget_askers(now + timedelta(hours=25)) == 1
    assert PrintJob.objects.get().asker == ""
    assert "forget who asked for prints" in {duty.name for duty in ticks.duties()}


def test_looking_at_a_print_starts_nothing(deck, reader, quick, monkeypatch) -> None:
    at = ask(reader)
    started: list[object] = []
    monkeypatch.setattr(threading.Thread, "start", lambda thread: started.append(thread))
    monkeypatch.setattr(print_jobs, "print_in_background", runner.print_in_background)
    for address in (SHOP, at, at + "?part=state"):
        assert reader.get(address).status_code == 200
    assert started == []
    ask(Client(REMOTE_ADDR="10.0.0.7"), frame="saver")
    assert len(started) == 1


def test_a_failure_is_said_in_words_and_can_be_tried_again(deck, reader, quick) -> None:
    quick.failure = PressFailed("print.too_big", "status -9")
    at = ask(reader)
    runner.run_queued(print_jobs.job_of)
    page = as_read(reader.get(at))
    assert "needed more memory" in page and "status -9" not in page
    quick.failure = None
    again = ask(reader)
    assert again != at
    assert runner.run_queued(print_jobs.job_of) == 1


def test_a_private_deck_and_a_draft_are_not_there_for_readers(deck, reader, quick) -> None:
    at = ask(reader)
    draft = PrintJob.objects.create(deck=deck, digest="0" * 64, created_at=AT)
    assert reader.get(f"{SHOP}{draft.pk}/").status_code == 404
    deck.visibility = "private"
    deck.save()
    for address in (SHOP, at, at + "sheets.pdf"):
        assert reader.get(address).status_code == 404
    assert reader.post(SHOP, {"paper": "a4"}).status_code == 404


@pytest.mark.parametrize("asked", ["?version=8", "99/", "1/sheets.pdf"])
def test_what_is_not_there_is_404(deck, reader, quick, asked) -> None:
    assert reader.get(SHOP + asked).status_code == 404


def test_a_page_without_pango_says_the_line_and_the_press_refuses(deck, reader, monkeypatch) -> None:
    monkeypatch.setattr("cards.views.prints.pango_is_missing", lambda: True)
    monkeypatch.setattr("cards.queries.shop.page.pango_is_missing", lambda: True)
    assert "libpango-1.0-0" in as_read(reader.get(SHOP))
    answer = reader.post(SHOP, {"paper": "a4"})
    assert answer.status_code == 409 and "libpango-1.0-0" in as_read(answer)
    assert not PrintJob.objects.exists()


def test_letters_without_a_form_are_told_before_printing_by_card_and_letter(
    deck, reader, quick, monkeypatch, capsys, tmp_path
) -> None:
    faces = (Face("Goat 山", "Thing", "水 and 山"), Face("Hosepipe", "Thing — 火", "…"))
    keep_faces(faces)
    cards = [[n, face.digest, 1, ""] for n, face in enumerate(faces, 1)]
    version = rows.Version.objects.get(number=7)
    version.pk, version.number, version.digest = None, 8, "8" * 64
    version.manifest = {"schema": 1, "cards": cards, "rules": []}
    version.save(force_insert=True)
    monkeypatch.setattr(installed_fonts, "coverage", lambda: NOTHING)
    for place in (SHOP, SHOP + "?frame=hand&paper=letter"):
        page = as_read(reader.get(place))
        assert "Card 1, “Goat 山”: 山 and 水 cannot be drawn here." in page
        assert "Card 2, “Hosepipe”: 火 cannot be drawn here." in page and "fonts-noto-cjk" in page
    call_command("print_deck", "allotment-ab12@8", out=tmp_path / "out.pdf")
    said = capsys.readouterr().err
    assert "Card 1, “Goat 山”: 山 and 水 cannot be drawn here." in said and "fonts-noto-cjk" in said
    monkeypatch.setattr(installed_fonts, "coverage", lambda: coverage_of(range(0x4E00, 0xA000)))
    assert "cannot be drawn" not in as_read(reader.get(SHOP))


def test_a_withdrawn_face_is_not_printed(deck, reader, quick) -> None:
    before = print_jobs.press_job(prints.printable(deck, 7), USUAL_CHOICES)
    rows.Face.objects.filter(digest=FACES[1].digest).update(withdrawn_at=timezone.now(), content={})
    forget_faces()
    after = print_jobs.press_job(prints.printable(deck, 7), USUAL_CHOICES)
    assert not any(item.face.title == "Hosepipe Ban" for item in after.items)
    assert job_digest(before, "b") != job_digest(after, "b")


def test_nothing_but_what_decides_a_print_names_its_file(deck) -> None:
    job = print_jobs.press_job(prints.printable(deck, 7), USUAL_CHOICES)
    assert job_digest(job, "b") == job_digest(print_jobs.press_job(prints.printable(deck, 7), USUAL_CHOICES), "b")
    for other in (PrintChoices(paper="letter"), PrintChoices(frame="saver"), PrintChoices(with_rules=False)):
        assert job_digest(job, "b") != job_digest(print_jobs.press_job(prints.printable(deck, 7), other), "b")
    deck.title = "Renamed"
    assert job_digest(job, "b") != job_digest(print_jobs.press_job(prints.printable(deck, 7), USUAL_CHOICES), "b")


def test_a_disk_that_is_full_leaves_no_half_file_and_the_queue_goes_on(
    deck, reader, quick, monkeypatch, tmp_path
) -> None:
    def full(path: Path, content: bytes) -> None:
        path.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    at, other = ask(reader), ask(Client(REMOTE_ADDR="10.0.0.9"), frame="saver")
    quick.failure = PressFailed("print.no_room")
    assert runner.run_queued(print_jobs.job_of) == 2
    assert "The disk is full" in as_read(reader.get(at)) and "The disk is full" in as_read(reader.get(other))
    quick.failure = None
    assert ask(reader) != at and runner.run_queued(print_jobs.job_of) == 1
    made, out = tmp_path / "made", tmp_path / "deck.pdf"
    made.write_bytes(b"%PDF-1.5")
    monkeypatch.setattr(files, "print_now", lambda *asked: made)
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(CommandError, match="No space left"):
        call_command("print_deck", "allotment-ab12@7", "--out", str(out))
    assert not out.exists() and not list(tmp_path.glob(".*"))


def test_print_deck_writes_a_pdf(deck, press, monkeypatch, tmp_path) -> None:
    class Kept:
        """The press of all tests, which a command must not close."""

        print_sheets = staticmethod(press.print_sheets)

    monkeypatch.setattr(files, "folder", lambda: tmp_path)
    monkeypatch.setattr("cards.management.commands.print_deck.files.the_press", _cached(Kept))
    out, said = tmp_path / "deck.pdf", io.StringIO()
    call_command("print_deck", "allotment-ab12@7", "--paper", "letter", "--out", str(out), stdout=said)
    pages = words_of(out.read_bytes())
    assert "Hosepipe Ban" in pages[0] and "Sheet 1 of" in pages[0] and "100 %" in said.getvalue()
    with pytest.raises(CommandError, match="no version 8"):
        call_command("print_deck", "allotment-ab12@8", "--out", str(out))
    with pytest.raises(CommandError, match="no deck"):
        call_command("print_deck", "nobody", "--out", str(out))
    with pytest.raises(CommandError, match="nothing to print"):
        call_command("print_deck", "allotment-ab12", "--out", str(out))


def _cached(made):
    def the_press():
        return made

    the_press.cache_info = lambda: type("Info", (), {"currsize": 0})  # type: ignore[attr-defined]
    return the_press


def test_a_face_of_the_longest_allowed_text_prints_whole(press) -> None:
    from cards.rules.limits import RULE_TEXT_MAX, TEXT_MAX, TITLE_MAX
    from tests.print.conftest import items_of, job

    words = " ".join(f"word{n}" for n in range(2000))
    card = Face("T" * TITLE_MAX, "Thing", words[:TEXT_MAX].rsplit(" ", 1)[0])
    rule = Face("Rule", "", words[:RULE_TEXT_MAX].rsplit(" ", 1)[0])
    printed = " ".join(words_of(press.print_sheets(job(items_of((card, rule))))))
    for face in (card, rule):
        last = int(face.text.rsplit("word", 1)[1])
        assert all(f"word{n}" in printed for n in (0, last // 2, last))
