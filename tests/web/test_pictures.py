"""Who may bring a picture, who sees it, how much there may be, and when it goes again."""

from __future__ import annotations

import base64
import os
import re
import shutil
import time
from dataclasses import replace
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from cards import actions
from cards import models as rows
from cards.access import deck_door
from cards.actions import pictures
from cards.actions.restore_deck import restore
from cards.face.face import Face, Stroke
from cards.face.lexicon import DeckSymbol, Lexicon
from cards.face.picture import Picture
from cards.face.text import parse, to_plain
from cards.formats import own_json
from cards.formats.values import CarriedPicture, DeckListing, ListedCard
from cards.pictures import darkroom, limits, shelf
from cards.printing.choices.choices import USUAL_CHOICES
from cards.queries.link_preview import preview_picture
from cards.queries.shop.jobs import press_job
from cards.queries.shop.printable import printable
from cards.rules.deck import Ref, SetKit, SetLicence, SetVisibility
from cards.rules.kit import DVORAK
from cards.verbs.batch import BeginBatch, PutDown, TurnBatchOver
from studio.kernel.codec import digest as digest_of
from studio.kernel.messages import english
from studio.kernel.refusals import Refused
from studio.log import walls
from studio.people.devices import Caller
from studio.people.limits import Pace
from tests.deck_fixture import DeckFixture
from tests.picture_files import SVG, halves, read, written
from tests.visitors import Visitor
from tests.web.decks import accepted, archive, as_member, ask
from tests.web.kit_room import Room

_developed = cache(darkroom.develop)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("developed_once")]

GOAT, URN = written(halves()), written(halves(90, 90))


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media"


@pytest.fixture
def developed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same file makes the same picture: the sealed process is asked once for it."""
    monkeypatch.setattr(pictures, "develop", _developed)


@pytest.fixture
def table() -> DeckFixture:
    return DeckFixture("Ros", "Idris")


def bring(client: Client, table: DeckFixture, content: bytes = GOAT, name: str = "goat.jpg") -> HttpResponse:
    address = f"/decks/{table.deck.slug}/pictures/"
    return client.post(address, {"file": SimpleUploadedFile(name, content)}, headers={"X-Carte": "1"})


def brought(client: Client, table: DeckFixture, content: bytes = GOAT) -> str:
    answer = bring(client, table, content)
    assert answer.status_code == 200, answer.content
    return str(answer.json()["picture"])


def test_a_picture_is_seen_by_whoever_brought_it_and_by_nobody_else_until_a_card_shows_it(table: DeckFixture) -> None:
    ros, idris, stranger = as_member(table, "Ros"), as_member(table, "Idris"), Client()
    digest = brought(ros, table)
    answer = ros.get(f"/pictures/{digest}/")
    assert read(answer.content).size == (120, 80)
    assert answer["Content-Type"] == "image/jpeg" and answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer["Cache-Control"].startswith("private") and "immutable" in answer["Cache-Control"]
    nothing = stranger.get(f"/pictures/{'0' * 64}/")
    for client in (idris, stranger):
        refused = client.get(f"/pictures/{digest}/")
        assert refused.status_code == 404
        assert refused.content.count(b"\n") == nothing.content.count(b"\n")
    for garbled in ("x", digest.upper(), digest + "0", "..%2f"):
        assert ros.get(f"/pictures/{garbled}/").status_code == 404


def test_only_members_bring_pictures_and_what_is_none_is_refused_in_words(table: DeckFixture) -> None:
    assert bring(Client(), table).status_code == 404
    ros = as_member(table, "Ros")
    refused = bring(ros, table, SVG, "goat.svg")
    assert refused.status_code == 422
    assert refused.json() == {
        "code": "picture.kind",
        "words": "That is an SVG. A PNG, a JPEG or a WebP can lie on a card: save it as one of these.",
    }
    nothing = ros.post(f"/decks/{table.deck.slug}/pictures/", headers={"X-Carte": "1"})
    assert nothing.json()["code"] == "picture.none"
    assert not rows.StoredPicture.objects.exists()


def test_brought_twice_it_is_there_once(table: DeckFixture) -> None:
    ros = as_member(table, "Ros")
    assert brought(ros, table) == brought(ros, table)
    assert rows.PictureUpload.objects.count() == rows.StoredPicture.objects.count() == 1


@pytest.mark.usefixtures("one_instant")
def test_there_is_a_pace_and_an_end_to_it(table: DeckFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    ros, idris = as_member(table, "Ros"), as_member(table, "Idris")
    brought(ros, table)
    size = rows.StoredPicture.objects.get().size
    for wall, code in (("PERSON", "picture.person_full"), ("DECK", "picture.deck_full"), ("SITE", "picture.site_full")):
        with monkeypatch.context() as patch:
            patch.setattr(limits, f"{wall}_BYTES_MAX", size + 10)
            assert bring(ros, table, URN).json()["code"] == code
    with monkeypatch.context() as patch:
        patch.setattr(limits, "PERSON_BYTES_MAX", 2 * size - 1)
        assert bring(idris, table, URN).status_code == 200  # what one has brought keeps nobody else out
    pace = limits.PICTURE_PACE
    monkeypatch.setattr(limits, "PICTURE_PACE", type(pace)("picture", Pace(1, 300), pace.group))
    assert [bring(ros, table).status_code for _ in range(2)][-1] == 429


def test_what_no_card_shows_goes_after_a_time_and_so_do_files_that_are_nobodys(table: DeckFixture, media: Path) -> None:
    ros = as_member(table, "Ros")
    digest = brought(ros, table)
    later = timezone.now() + timedelta(days=limits.UNUSED_DAYS - 1)
    assert shelf.sweep(later) == 0 and rows.StoredPicture.objects.exists()
    shelf.still_wanted([digest])
    rows.StoredPicture.objects.update(wanted_at=timezone.now() + timedelta(days=5))
    assert shelf.sweep(later + timedelta(days=2)) == 0  # a card put down in secret still had it
    draft = f"/decks/{table.deck.slug}/unfinished/?place=new"
    assert ros.put(f"{draft}&on=0", {"picture": digest}, content_type="application/json").status_code == 200
    assert shelf.sweep(later + timedelta(days=90)) == 0  # it waits for whoever has begun a card with it
    assert ros.delete(draft).status_code == 204
    assert shelf.sweep(later + timedelta(days=20)) == 1
    files = [path for path in media.rglob("*") if path.is_file()]
    assert len(files) == 2  # they may be somebody's who is just bringing the same
    for path in files:
        os.utime(path, (time.time() - 7200,) * 2)
    shelf.sweep()
    assert not [path for path in media.rglob("*") if path.is_file()]


# --- on a card --------------------------------------------------------------------------------------------------------


def with_picture(digest: str, **more: Any) -> Face:
    shown = Picture(digest, 120, 80, (0, 0, 500, 1000), "Ros Lee", "CC BY 4.0")
    return Face("Goat", "Thing", "It looks at you.", picture=shown, art_words="A goat that looks at you.", **more)


def may_see(*clients: Client, digest: str) -> list[bool]:
    return [client.get(f"/pictures/{digest}/").status_code == 200 for client in clients]


def test_a_picture_is_the_groups_until_a_version_shows_it_to_readers(table: DeckFixture) -> None:
    ros, idris, stranger = as_member(table, "Ros"), as_member(table, "Idris"), Client()
    digest = brought(ros, table)
    ask(table, SetVisibility("public"))
    assert may_see(ros, idris, stranger, digest=digest) == [True, False, False]
    proposal = table.propose("Ros", with_picture(digest))
    assert may_see(ros, idris, stranger, digest=digest) == [True, True, False]
    table.all_vote(proposal)
    assert may_see(ros, idris, stranger, digest=digest) == [True, True, False], "it is on the draft alone"
    archive(table)
    assert may_see(ros, idris, stranger, digest=digest) == [True, True, True]
    first = stranger.get(f"/pictures/{digest}/")
    assert first["Cache-Control"] == "public, max-age=300, s-maxage=60", "what may be closed is not kept for a day"
    again = {"If-None-Match": first["ETag"]}
    assert stranger.get(f"/pictures/{digest}/", headers=again).status_code == 304
    ask(table, SetVisibility("private"))
    assert may_see(ros, idris, stranger, digest=digest) == [True, True, False]
    assert stranger.get(f"/pictures/{digest}/", headers=again).status_code == 404
    shelf.sweep(timezone.now() + timedelta(days=400))
    assert may_see(ros, digest=digest) == [True]  # a card shows it


def test_every_picture_on_a_page_for_readers_is_theirs_to_see(table: DeckFixture) -> None:
    """Also on the page of a card that has been out since the version before, and was drawn anew in between."""
    ros, stranger = as_member(table, "Ros"), Client()
    first, later, never = (brought(ros, table, written(halves(*size))) for size in ((120, 80), (120, 81), (120, 82)))
    goat, unseen = accepted(table, with_picture(first)), accepted(table, Face("Slug", "Thing", "It eats."))
    ask(table, SetVisibility("public"))
    archive(table)
    table.all_vote(table.amend("Ros", goat, of_height(81, with_picture(later))))
    table.all_vote(table.repeal("Ros", goat))
    fleeting = accepted(table, replace(of_height(82, with_picture(never)), title="Ghost"))
    table.all_vote(table.repeal("Ros", fleeting))
    assert may_see(stranger, digest=later) == [False], "it happened on the draft"
    archive(table, "Second")
    table.deck.refresh_from_db()
    home, named = f"/decks/{table.deck.slug}/", set[str]()
    for page in (
        "",
        f"cards/{goat.number}/",
        f"cards/{unseen.number}/",
        "versions/1/",
        f"versions/1/cards/{goat.number}/",
    ):
        answer = stranger.get(home + page)
        assert answer.status_code == 200, page
        named |= set(re.findall("/pictures/([0-9a-f]{64})/", answer.content.decode()))
    assert named == {first, later}
    assert [may_see(stranger, digest=digest) for digest in (first, later, never)] == [[True], [True], [False]]


def of_height(height: int, face: Face) -> Face:
    assert face.picture is not None
    return replace(face, picture=replace(face.picture, height=height))


def test_who_leaves_sees_no_more_than_their_own_and_another_deck_of_theirs_shows_nothing(table: DeckFixture) -> None:
    digest = brought(as_member(table, "Ros"), table)
    table.all_vote(table.propose("Ros", with_picture(digest)))
    other = DeckFixture("Maud", title="Lighthouse")
    idris, maud = as_member(table, "Idris"), as_member(other, "Maud")
    assert may_see(idris, maud, digest=digest) == [True, False]
    table.leave("Idris")
    assert may_see(idris, digest=digest) == [False]


def test_nobody_puts_a_picture_on_a_card_that_is_not_theirs_to_use(table: DeckFixture) -> None:
    digest = brought(as_member(table, "Ros"), table)
    other = DeckFixture("Maud", title="Lighthouse")
    for there, who, face in (
        (other, "Maud", with_picture(digest)),  # somebody else's, in a deck of other people
        (table, "Idris", with_picture(digest)),  # somebody else's, not yet on a card
        (table, "Ros", with_picture("0" * 64)),  # nobody's
        (table, "Ros", replace(with_picture(digest), picture=Picture(digest, 80, 120))),  # of another size
    ):
        with pytest.raises(Refused, match=r"picture\.gone"):
            there.propose(who, face)
    assert not rows.Face.objects.exists()
    assert may_see(as_member(other, "Maud"), digest=digest) == [False]


def test_what_is_taken_down_takes_its_picture_with_it(table: DeckFixture, media: Path) -> None:
    ros = as_member(table, "Ros")
    digest = brought(ros, table)
    ref = table.propose("Ros", with_picture(digest))
    table.all_vote(ref)
    face = rows.Article.objects.get(deck=table.deck).face_id
    actions.take_down(face, why="asked to")
    assert may_see(ros, digest=digest) == [False]
    assert not rows.StoredPicture.objects.exists()


def test_the_composers_fields_carry_a_picture_and_say_what_is_amiss(table: DeckFixture) -> None:
    ros = as_member(table, "Ros")
    digest = brought(ros, table)
    typed = {"title": "Goat", "text": "It looks at you.", "kind": "thing", "art_words": "A goat.", "picture": digest,
             "picture_size": "120x80", "picture_crop": "0 0 500 1000", "picture_credit": " Ros  Lee "}  # fmt: skip
    address = f"/decks/{table.deck.slug}/write/"
    shown = ros.post(f"/decks/{table.deck.slug}/preview/", typed).content.decode()
    assert 'viewBox="0 0 60 80"' in shown and 'aria-label="A goat."' in shown
    for more in ({"picture_crop": "0 0 1001 1"}, {"picture_size": "x"}, {"picture": "../../etc"},
                 {"picture_crop": "9" * 500}, {"picture_credit": "x" * 81}):  # fmt: skip
        refused = ros.post(address, {**typed, **more, "key": "k1"}, headers={"X-Carte": "1"})
        assert refused.status_code == 422 and refused.json()["fields"]["picture"]
    gone = ros.post(address, {**typed, "picture": "1" * 64, "key": "k1"}, headers={"X-Carte": "1"})
    assert gone.status_code == 409 and "Choose it again" in gone.json()["fields"]["picture"]
    assert ros.post(address, {**typed, "key": "k2"}, headers={"X-Carte": "1"}).status_code in (200, 204)
    face = rows.Face.objects.get().content
    assert face["picture"] == {
        "digest": digest, "width": 120, "height": 80, "crop": [0, 0, 500, 1000], "credit": "Ros Lee",
    }  # fmt: skip


def test_a_form_without_a_script_brings_its_picture_first_and_comes_back_with_it(table: DeckFixture) -> None:
    ros = as_member(table, "Ros")
    address = f"/decks/{table.deck.slug}/write/"
    typed = {"title": "Goat", "text": "It looks at you.", "kind": "thing", "key": "k1"}
    shown = ros.post(address, {**typed, "picture_file": SimpleUploadedFile("goat.jpg", GOAT)})
    page = shown.content.decode()
    digest = rows.StoredPicture.objects.get().digest
    assert shown.status_code == 200 and f'name="picture" value="{digest}"' in " ".join(page.split())
    assert "It looks at you." in page and f"/pictures/{digest}/" in page
    assert not rows.Proposal.objects.exists()
    told = {**typed, "picture_credit": "Nell Asher", "picture_licence": "CC0", "art_words": "A goat at a gate"}
    first = ros.post(address, {**told, "picture_file": SimpleUploadedFile("goat.jpg", GOAT)}).content.decode()
    assert all(words in first for words in ("Nell Asher", "CC0", "A goat at a gate"))
    whole = {"picture": "1" * 64, "picture_size": "120x80"}
    another = ros.post(
        address, {**told, **whole, "picture_file": SimpleUploadedFile("goat.jpg", GOAT)}
    ).content.decode()
    assert not any(f'value="{words}"' in another for words in ("Nell Asher", "CC0", "A goat at a gate"))
    refused = ros.post(address, {**typed, "picture_file": SimpleUploadedFile("goat.svg", SVG)})
    assert refused.status_code == 422 and "That is an SVG" in refused.content.decode()


# --- whose it is ------------------------------------------------------------------------------------------------------


def test_whoever_made_a_picture_is_named_on_the_decks_page_and_on_a_card_at_the_end_of_its_sheets(
    table: DeckFixture,
) -> None:
    ros = as_member(table, "Ros")
    digest = brought(ros, table)
    table.all_vote(table.propose("Ros", replace(with_picture(digest), title="Goat *{gold 3}*")))
    table.all_vote(table.propose("Ros", Face("Slug", "Thing", "It eats.")))
    archive(table)
    ask(table, SetVisibility("public"))
    table.deck.refresh_from_db()
    page = Client().get(f"/decks/{table.deck.slug}/").content.decode()
    assert "Whose the pictures are" in page and "Ros Lee, CC BY 4.0" in page
    sheet = Client().get(f"/decks/{table.deck.slug}/print/").content.decode()
    assert "Ros Lee, CC BY 4.0" in sheet  # the sheet that is shown is the one that is printed
    job = press_job(printable(table.deck, 1), USUAL_CHOICES)
    credits = job.items[-1]
    assert [item.face.title for item in job.items] == ["Goat *{gold 3}*", "Slug", "Pictures"]
    assert to_plain(parse(credits.face.text)) == "- Goat *{gold 3}*: Ros Lee, CC BY 4.0"
    assert job.items[0].picture is not None and credits.picture is None
    for path in shelf.folder().rglob("*.jpg"):
        path.unlink()
    bare = press_job(
        printable(table.deck, 1), USUAL_CHOICES
    )  # its file is not here: the card is printed as if it had none
    assert [item.face.picture for item in bare.items] == [None, None]


# --- to another deck --------------------------------------------------------------------------------------------------


def exported(client: Client, table: DeckFixture, more: str = "") -> str:
    return client.get(f"/decks/{table.deck.slug}/export.json{more}").content.decode()


def test_a_file_of_a_deck_carries_its_pictures_and_another_site_takes_them_in(table: DeckFixture, media: Path) -> None:
    ros = as_member(table, "Ros")
    digest = brought(ros, table)
    table.all_vote(table.propose("Ros", with_picture(digest)))
    archive(table)
    file, history = exported(ros, table), exported(ros, table, "?history=1")
    with walls.lowered():  # as on a site that never saw it
        rows.DeckPicture.objects.all().delete()
        rows.FacePicture.objects.all().delete()
        rows.StoredPicture.objects.all().delete()
    shutil.rmtree(media)

    other = DeckFixture("Maud", title="Lighthouse")
    maud = as_member(other, "Maud")
    form = {"list": file, "do": "enter", "key": "k1"}
    assert maud.post(f"/decks/{other.deck.slug}/bring-in/", form).status_code == 303
    assert may_see(maud, Client(), digest=digest) == [True, False]
    shown = rows.Face.objects.get(pk=with_picture(digest).digest).content["picture"]
    assert shown["digest"] == digest and shelf.file_of(digest) is not None

    back = restore(own_json.read(history).listing)
    assert list(rows.DeckPicture.objects.filter(deck=back.deck, picture=digest).values_list("is_in", flat=True)) == [
        True
    ], "its version came along"


def test_a_file_whose_pictures_are_missing_or_lies_comes_in_without_them_and_says_so(table: DeckFixture) -> None:
    digest = brought(as_member(table, "Ros"), table)
    listing = DeckListing(title="Goats", cards=(ListedCard(with_picture(digest)),))
    bare = own_json.write(listing)
    assert [english(words) for words in bare.left_out] == ["1 picture"]
    assert [remark.code for remark in own_json.read(bare.text).remarks] == ["json.pictures"]
    other = DeckFixture("Maud", title="Lighthouse")
    maud = as_member(other, "Maud")
    for number, content in enumerate(("", base64.b64encode(URN).decode(), "<svg>", base64.b64encode(SVG).decode())):
        carried = replace(listing, pictures=(CarriedPicture(digest, content),) if content else ())
        cards = (ListedCard(replace(with_picture(digest), title=f"Goat {number}")),)
        form = {"list": own_json.write(replace(carried, cards=cards)).text, "do": "enter", "key": f"k{number}"}
        assert maud.post(f"/decks/{other.deck.slug}/bring-in/", form).status_code == 303
        other.deck.refresh_from_db()
    assert not any("picture" in content for content in rows.Face.objects.values_list("content", flat=True))
    assert may_see(maud, digest=digest) == [False]


def test_a_fork_shows_the_pictures_of_the_deck_it_came_from(table: DeckFixture) -> None:
    ros = as_member(table, "Ros")
    digest = brought(ros, table)
    table.all_vote(table.propose("Ros", with_picture(digest)))
    archive(table)
    ask(table, SetLicence("CC BY 4.0"))
    ask(table, SetVisibility("public"))
    table.deck.refresh_from_db()
    maud = Visitor("Maud")
    answer = maud.post(f"/decks/{table.deck.slug}/fork/", {"name": "Maud", "version": "1", "key": "k1"})
    assert answer.status_code == 303, answer.content.decode()
    ask(table, SetVisibility("private"))
    assert may_see(maud, Client(), digest=digest) == [True, False]


def test_a_card_that_is_taken_over_brings_its_picture_also_when_it_is_asked_again(table: DeckFixture) -> None:
    ros = as_member(table, "Ros")
    digest = brought(ros, table)
    table.all_vote(table.propose("Ros", with_picture(digest)))
    ask(table, SetLicence("CC BY 4.0"))
    ask(table, SetVisibility("public"))
    archive(table)
    other = DeckFixture("Maud", "Tomasz", title="Other")
    accepted(other, Face("Tea Urn", "Thing", "It steams."))
    archive(other)
    maud, theirs = as_member(other, "Maud"), f"/decks/{other.deck.slug}/"
    table.deck.refresh_from_db()
    there = f"{theirs}compare/1..{table.deck.slug}@1/"
    answer = maud.post(f"{there}take-over/", {"take": "now-card-1", "key": "k"})
    assert answer.status_code == 303, answer.content.decode()
    number = int(answer["Location"].rstrip("/").rpartition("/")[2])
    other.vote("Tomasz", number, "against", "Not yet.")
    again = maud.post(f"{theirs}proposals/{number}/again/", {"key": "again"}, headers={"X-Carte": "1"})
    assert again.status_code < 300, again.content
    other.vote("Tomasz", number + 1)
    assert other.article(Ref("card", 2)).in_force
    ask(table, SetVisibility("private"))
    assert may_see(maud, Client(), digest=digest) == [True, False]


def test_a_picture_of_a_first_batch_is_its_writers_alone_until_all_are_turned_over(table: DeckFixture) -> None:
    ros, idris = as_member(table, "Ros"), as_member(table, "Idris")
    digest, mine = brought(ros, table), table.ids
    actions.do(table.deck.pk, BeginBatch(by=mine["Ros"], size=2), key=None)
    for who, face in (("Ros", with_picture(digest)), ("Idris", Face("Slug", "Thing", "It eats."))):
        for slot in (1, 2):
            card = replace(face, title=f"{face.title} {slot}")
            command = PutDown(mine[who], 1, slot, "card", card.digest)
            actions.do(table.deck.pk, command, key=None, faces=[card])
    shelf.sweep(timezone.now() + timedelta(days=400))
    assert may_see(ros, idris, Client(), digest=digest) == [True, False, False]
    actions.do(table.deck.pk, TurnBatchOver(by=mine["Idris"], batch=1), key=None)
    assert may_see(ros, idris, Client(), digest=digest) == [True, True, False]


def test_the_page_of_a_card_leads_to_a_picture_of_every_card_that_its_text_goes_on_over() -> None:
    room = Room()
    room.write(kind="rule", title="Minute Book", text="Whoever draws this reads it aloud, all of it. " * 24, e_there="")
    room.vote()
    found = re.findall(r'href="([^"]*/card\.(?:png|svg)[^"]*)"', room.read("rules/1/"))
    assert found == [f"{room.home}rules/1/card.{rest}" for rest in ("png", "svg", "png?part=2", "svg?part=2")]
    room.write(kind="thing", title="Sheep", text="Wool.", e_there="")
    room.vote()
    found = re.findall(r'href="([^"]*/card\.(?:png|svg)[^"]*)"', room.read("cards/1/"))
    assert found == [f"{room.home}cards/1/card.png", f"{room.home}cards/1/card.svg"]


def test_whatever_lies_on_the_draft_of_a_public_deck_its_readers_are_sent_the_same(table: DeckFixture) -> None:
    """A picture, a drawing, a back and a symbol of the draft are its people's, until a version has them."""
    ros, stranger = as_member(table, "Ros"), Client()
    table.all_vote(table.propose("Ros", Face("Slug", "Thing", "It eats {ash}.")))
    ask(table, SetVisibility("public"))
    archive(table)
    table.deck.refresh_from_db()

    def seen() -> list[tuple[str, int, str]]:
        told = []
        for page in ("", "cards/1/", "cards/2/", "versions/1/", "versions/1/cards/1/", "words/", "back/", "print/",
                     "export.json", "fork/", "print/list/"):  # fmt: skip
            answer = stranger.get(f"/decks/{table.deck.slug}/{page}")
            told.append((page, answer.status_code, AT_EACH_LOOK.sub("", answer.content.decode())))
        door = deck_door(Caller(), table.deck.slug)
        return [*told, *(("preview.png", 0, repr(preview_picture(door, version))) for version in (None, 1))]

    before = seen()
    digest = brought(ros, table)
    doodle = (Stroke("pen", "#1f2a4a", (100, 100, 2000, 900)),)
    table.all_vote(table.propose("Ros", with_picture(digest)))
    table.all_vote(table.propose("Ros", Face("Drawn", "Thing", "CANARY", doodle=doodle)))
    symbol = Lexicon(symbols=(DeckSymbol("ash", letter="A", colour="#aa0000", shape="round"),))
    ask(table, SetKit(replace(DVORAK, back=replace(DVORAK.back, doodle=doodle), lexicon=symbol), digest_of(DVORAK)))
    assert seen() == before
    archive(table, "Second")
    after = seen()
    assert after != before and "CANARY" in str(after)
    assert may_see(stranger, digest=digest) == [True]


AT_EACH_LOOK = re.compile(r'(?:csrfmiddlewaretoken"\s+value|nonce|name="key"\s+value)="[^"]*"')
