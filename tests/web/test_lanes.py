"""What strangers' bytes make costly is done by threads of its own: none that draws pages, or carries out a vote, ever
reads a file, waits for a decoder or the press, or lays out a preview."""

from __future__ import annotations

import ast
import asyncio
import base64
import hashlib
import json
import logging
import re
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections
from django.urls import get_resolver

from cards import actions
from cards import models as rows
from cards.actions import pictures as bringing
from cards.face.face import Face
from cards.formats import detect, read_file, read_text
from cards.forms.doodle import read_doodle
from cards.pictures import darkroom, header, own_files
from cards.printing.queue import files
from cards.printing.queue.failures import PressFailed
from cards.queries import composer
from cards.queries.covers import covers_of, stood
from cards.queries.faces import READS, numbers_of, read_faces, read_for_page
from cards.rules.deck import Amend, Ref
from cards.storage.store import read_face
from studio.costly import DRAWN_BETWEEN, NotHere, no_more_than
from studio.kernel.refusals import Refused
from studio.people.limits import PREVIEW_PACE, Pace
from studio.server import handler
from studio.server.handler import COMMAND_MAX, Pages
from studio.server.plain_forms import PageRequest
from studio.web.lanes import THREADS, turn
from studio.web.ratelimit import PaceHere
from tests.faults.asking import ask
from tests.full_drawings import doodle as full_drawing
from tests.full_drawings import drawn_by_thread
from tests.memories import forget_all
from tests.picture_files import halves, many_scans, written
from tests.visitors import Visitor
from tests.web.table_evening import TableEvening
from tests.web.workshop_evening import GOAT, WorkshopEvening

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "a" * 32
# Everything that takes what somebody brought, draws what they typed or asks the press for them; in which lanes.
COSTLY: dict[Callable[..., Any], set[str]] = {
    bringing.bring_picture: {"pictures"},
    darkroom.develop: {"pictures", "lists"},
    header.check_header: {"pictures", "lists"},
    own_files.is_as_we_write: {"lists"},
    detect.decode: {"lists"},
    detect.named_zip: {"lists"},
    read_text: {"lists"},
    files.draw_now: {"press"},
    composer.without_strokes: {"proofs"},
}
HARMLESS = {
    "write_whole": "writes what we made",
    "read_options": "what a host gives a command",
    "read_file": "of commands; a page gives decode and read_text the same",
}
OF_WORDS = json.dumps(
    {"schema": "carte-blanche/1", "deck": {"title": "T", "cards": [{"face": {"title": "Goat", "text": "x"}}]}}
)
SMALL = json.dumps([{"tool": "pen", "ink": "#1f2a4a", "points": [100, 100, 2000, 900]}])
OF_A_DRAWING = "0 0 5600 "  # its paper
SCRIPTED = {"X-Carte": "1"}
PAGES_AND_COMMANDS = ("pages", "commands", "MainThread")


def test_whatever_reads_what_somebody_brought_has_its_lane() -> None:
    """A new reader, decoder or place where a file comes in needs an answer here."""
    readers, doors = set(), set()
    for room in ("formats", "pictures", "actions", "forms", "files", "printing/choices", "printing/queue"):
        for path in (ROOT / "cards" / room).glob("*.py"):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    given = [ast.unparse(one.annotation) for one in every_given(node) if one.annotation]
                    readers |= {node.name} if "bytes" in given and path.name not in ("sealed.py",) else set()
    for app in ("cards", "play", "studio"):
        for path in (ROOT / app / "views").glob("*.py"):
            if any(
                isinstance(node, ast.Attribute) and node.attr == "FILES"
                for node in ast.walk(ast.parse(path.read_text()))
            ):
                doors.add(path.stem)
    assert readers == {
        one.__name__ for one in COSTLY if one not in (read_text, files.draw_now, composer.without_strokes)
    } | set(HARMLESS)
    assert doors == {"composer", "import_page", "pictures"} and read_file.__module__ == "cards.formats"
    lanes = {pattern.name: getattr(pattern.callback, "lane", None) for pattern in every_address()}
    named = {name: lane for name, lane in lanes.items() if lane}
    pressed = {"card-png", "card-svg", "rule-png", "rule-svg", "deck-preview", "card-preview", "rule-preview"}
    assert named == {
        "pictures": "pictures",
        "bring-in": "lists",
        "preview": "proofs",
        "print": "proofs",
    } | dict.fromkeys(pressed, "press")


def test_no_form_of_words_is_sent_as_a_file_is() -> None:
    """In parts it would wait with the pictures."""
    sent = {
        path.relative_to(ROOT / "static/js").as_posix()
        for path in (ROOT / "static/js").rglob("*.js")
        if re.search(r"\bbody\b[^;\n]*[=:] *new FormData\b", path.read_text(encoding="utf-8"))
    }
    assert sent == {"picture/bring.js"}


def every_given(node: ast.FunctionDef) -> list[ast.arg]:
    return [*node.args.args, *node.args.kwonlyargs]


def every_address(patterns: Any = None) -> Iterator[Any]:
    for one in patterns if patterns is not None else get_resolver().url_patterns:
        if hasattr(one, "url_patterns"):
            yield from every_address(one.url_patterns)
        else:
            yield one


class Asked:
    """A browser of Ros's at the very handler of the server."""

    def __init__(self, who: Visitor, pages: Pages) -> None:
        self.pages = pages
        cookies = "; ".join(f"{name}={one.value}" for name, one in who.cookies.items() if name != "carte_csrf")
        self.headers = [
            (b"host", b"testserver"), (b"cookie", f"{cookies}; carte_csrf={TOKEN}".encode()),
            (b"x-csrftoken", TOKEN.encode()),
        ]  # fmt: skip

    async def get(self, address: str) -> tuple[int, bytes]:
        return await self._sent(address, "GET", b"", "")

    async def post(self, address: str, fields: dict[str, str], *, scripted: bool = False) -> tuple[int, bytes]:
        kind = "application/x-www-form-urlencoded"
        return await self._sent(address, "POST", urlencode(fields).encode(), kind, scripted=scripted)

    async def upload(self, address: str, name: str, content: bytes, fields: dict[str, str]) -> tuple[int, bytes]:
        parts = [
            f'--x\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
            for key, value in fields.items()
        ]
        parts.append(
            f'--x\r\nContent-Disposition: form-data; name="{name}"; filename="a"\r\n\r\n'.encode() + content + b"\r\n"
        )
        return await self._sent(address, "POST", b"".join((*parts, b"--x--\r\n")), "multipart/form-data; boundary=x")

    async def _sent(
        self, address: str, method: str, body: bytes, kind: str, *, scripted: bool = False
    ) -> tuple[int, bytes]:
        more = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())] if kind else []
        more += [(b"x-carte", b"1")] if scripted else []
        path, _, query = address.partition("?")
        about = {"headers": [*self.headers, *more], "query_string": query.encode(), "client": ["192.0.2.1", 1]}
        start, *parts = await ask(self.pages, path, method, body, **about)
        return start["status"], b"".join(part.get("body", b"") for part in parts)


@pytest.fixture
def pages() -> Iterator[Pages]:
    made = Pages()
    yield made
    for pool in (made._commands, made._pages, *made._lanes.values()):
        pool.submit(connections.close_all).result()
        pool.shutdown()


@pytest.fixture
def entered(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """Who came into what is costly: threads by the function's name. Nothing is decoded or printed meanwhile."""
    seen: dict[str, set[str]] = defaultdict(set)
    instead = {darkroom.develop: Refused("picture.torn"), files.draw_now: PressFailed("print.busy")}

    def watched(function: Callable[..., Any]) -> Callable[..., Any]:
        def entry(*args: Any, **named: Any) -> Any:
            seen[function.__name__].add(threading.current_thread().name.partition("_")[0])
            if function in instead:
                raise instead[function]
            return function(*args, **named)

        return entry

    for function in COSTLY:
        guard = watched(function)
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] in ("cards", "play", "studio"):
                for attribute in [key for key, value in vars(module).items() if value is function]:
                    monkeypatch.setattr(module, attribute, guard)
    return seen


@pytest.mark.django_db(transaction=True)
def test_no_thread_of_pages_or_votes_enters_what_is_costly(pages: Pages, entered: dict[str, set[str]]) -> None:
    evening = WorkshopEvening()
    home, picture, drawn = evening.home, written(halves(), "JPEG"), full_drawing(1)
    deck = with_a_picture()
    ros = Asked(evening.ros, pages)
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "for"), evening.vote(evening.ros, 1, "for")
    assert evening.state(1) == "accepted"

    async def all_doors() -> dict[str, int]:
        answers = {
            "a picture": await ros.upload(f"{home}pictures/", "file", picture, {}),
            "a picture with a card": await ros.upload(f"{home}write/", "picture_file", picture, GOAT),
            "a list": await ros.post(f"{home}bring-in/", {"list": deck, "do": "read"}),
            "a list let in": await ros.post(f"{home}bring-in/", {"list": deck, "do": "enter"}),
            "a file": await ros.upload(f"{home}bring-in/", "file", b"Goat\nThing\nText.", {"do": "read"}),
            "an archive": await ros.upload(f"{home}bring-in/", "file", b"PK\3\4" + bytes(99), {"do": "read"}),
            "a preview": await ros.post(f"{home}preview/", {**GOAT, "doodle": drawn}, scripted=True),
            "a small preview": await ros.post(f"{home}preview/", GOAT, scripted=True),
            "a card that is written": await ros.post(f"{home}write/", {**GOAT, "title": "", "doodle": drawn}),
            "a card's picture": await ros.get(f"{home}cards/1/card.png"),
            "a link's": await ros.get(f"{home}preview.png"),
            "a page": await ros.get(f"{home}workshop/"),
        }
        return {name: status for name, (status, _) in answers.items()}

    told = asyncio.run(all_doors())
    assert told == {
        "a picture": 422, "a picture with a card": 422, "a list": 200, "a list let in": 303, "a file": 200,
        "an archive": 422, "a preview": 200, "a small preview": 200, "a card that is written": 422,
        "a card's picture": 503, "a link's": 404, "a page": 200,
    }  # fmt: skip
    for function, lanes in COSTLY.items():
        assert entered[function.__name__] == lanes, function.__name__
    assert not {thread for threads in entered.values() for thread in threads} & set(PAGES_AND_COMMANDS)


@pytest.mark.django_db
def test_a_page_carries_so_much_that_was_drawn_and_the_front_page_hardly_any(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck of two hundred full drawings was a page of hundreds of megabytes, and once it was public every visitor of
    the front page read them all."""
    evening = WorkshopEvening()
    for number, drawn in enumerate((SMALL, full_drawing(7), full_drawing(8), full_drawing(9)), 1):
        evening.write(evening.ros, title=f"Goat {number}", doodle=drawn)
        evening.vote(evening.idris, number, "for"), evening.vote(evening.ros, number, "for")
    forget_all()
    faces = [face.numbers for face in read_faces(rows.Face.objects.values_list("digest", flat=True)).values()]
    read = list[int]()

    def note(content: dict[str, Any], *given: bool) -> Any:
        read.append(numbers_of(content))
        return read_face(content, *given)

    monkeypatch.setattr("cards.queries.faces.read_face", note)
    carried, seen = 2 * max(faces) + 10, []
    for most in (10**6, carried):
        monkeypatch.setattr("cards.queries.faces.DRAWN_ON_A_PAGE", most)
        forget_all()
        page = evening.ros.get(evening.home).content.decode()
        seen.append((page.count(OF_A_DRAWING), all(f"Goat {number}" in page for number in range(1, 5))))
    assert seen == [(4, True), (3, True)], "the others are on the page without theirs"
    alone = evening.ros.get(f"{evening.home}cards/4/").content.decode()
    assert OF_A_DRAWING in alone, "and are seen on their own pages"
    archived = evening.ros.post(f"{evening.home}archive/", {"name": "First", "notes": "n"}, headers=SCRIPTED)
    assert archived.status_code == 204, archived.content
    rows.Deck.objects.update(visibility="public")
    forget_all()
    read.clear()
    cover = covers_of(stood(list(rows.Deck.objects.all())))[0]
    assert len(cover.faces) == 2 and max(read) == 4, "of what is much nothing was read"
    assert [face.count(OF_A_DRAWING) for face in cover.faces].count(1) == 1


def with_a_picture() -> str:
    """A deck as a file, with a picture of our writing on its card."""
    own = written(halves(400, 400), "JPEG", quality=88, subsampling=0, optimize=True)
    digest = hashlib.sha256(own).hexdigest()
    shown = {"title": "Goat", "text": "x", "picture": {"digest": digest, "width": 400, "height": 400}}
    carried = {"digest": digest, "content": base64.b64encode(own).decode()}
    deck = {"title": "T", "cards": [{"face": shown}], "pictures": [carried]}
    return json.dumps({"schema": "carte-blanche/1", "deck": deck})


@pytest.mark.django_db(transaction=True)
def test_no_thread_of_pages_draws_more_than_a_little_of_what_was_kept(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deck of thirty full drawings, and each look at its page took a thread of pages for a minute."""
    evening = WorkshopEvening()
    for number, drawn in enumerate((full_drawing(4), full_drawing(5), SMALL), 1):
        evening.write(evening.ros, title=f"Goat {number}", doodle=drawn)
        evening.vote(evening.idris, number, "for"), evening.vote(evening.ros, number, "for")
    evening.write(evening.ros, title="On the mat", doodle=full_drawing(6))
    spent = drawn_by_thread(monkeypatch)
    ros, home = Asked(evening.ros, pages), evening.home
    found = {}
    for page in ("", "?view=list", "workshop/", "workshop/?regions=1", "cards/1/", "print/", "cards/3/", "rules/9/"):
        forget_all()
        spent.clear()
        status, _ = asyncio.run(ros.get(home + page))
        found[page] = status, spent.get("pages", 0) <= DRAWN_BETWEEN, spent.get("drawings", 0) > DRAWN_BETWEEN
        assert spent.keys() <= {"pages", "drawings"}, page
    drawn_elsewhere = dict.fromkeys(("", "workshop/", "workshop/?regions=1", "cards/1/", "print/"), True)
    assert found == {page: (200, True, elsewhere) for page, elsewhere in drawn_elsewhere.items()} | {
        "?view=list": (200, True, False), "cards/3/": (200, True, False), "rules/9/": (404, True, False),
    }  # fmt: skip
    forget_all()
    kept = rows.Face.objects.values_list("digest", flat=True)
    with pytest.raises(NotHere), no_more_than(DRAWN_BETWEEN // READS):
        read_faces(kept)
    assert len(read_faces(kept)) == 4, "to read them is no little either"


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How many letters of what is kept as JSON each kind of thread has made values of."""
    seen: dict[str, int] = defaultdict(int)

    def loads(words: str, **named: Any) -> Any:
        seen[threading.current_thread().name.partition("_")[0]] += len(words)
        return json.loads(words, **named)

    monkeypatch.setattr("django.db.models.fields.json.json", SimpleNamespace(**{**vars(json), "loads": loads}))
    return seen


@pytest.mark.django_db(transaction=True)
def test_no_page_reads_more_drawings_than_it_may_show_and_its_thread_a_few(
    pages: Pages, decoded: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Decks, the front page, the print shop, a table and the sweep of a first batch had every full drawing read, by
    threads that draw everybody's pages, before any was weighed: ten milliseconds each, and 1.4 MB."""
    fulls = [json.dumps(json.loads(full_drawing(n))[:3]) for n in range(9)]  # an eighth, of an eighth of all there is
    monkeypatch.setattr("studio.server.handler.DRAWN_BETWEEN", DRAWN_BETWEEN // 8)
    drawn = tuple(Face(f"Full {n}", doodle=read_doodle(one)) for n, one in enumerate(fulls[:5]))
    evening = TableEvening(cards_in=2, visibility="public", more=drawn).begin()
    home, table = f"/decks/{evening.deck.slug}/", evening.home
    aside = WorkshopEvening("Aside")
    batch = f"{aside.home}first-batch/"
    assert aside.ros.post(f"{batch}begin/", {"size": "2"}).status_code == 303
    for number, (who, slot) in enumerate([(aside.ros, 1), (aside.ros, 2), (aside.idris, 1), (aside.idris, 2)]):
        put = {**GOAT, "title": f"Down {number}", "doodle": fulls[5 + number]}
        assert who.post(f"{batch}1/cards/{slot}/", put).status_code == 303
    assert aside.idris.post(f"{batch}1/turn-over/").status_code == 303
    monkeypatch.setattr("cards.queries.faces.DRAWN_ON_A_PAGE", len(fulls[0]) // 4)  # one of them
    asked = [(evening.ros, page) for page in ("/", "/decks/", home, f"{home}?view=list", f"{home}versions/1/")]
    asked += [(evening.ros, f"{home}print/?{query}") for query in ("paper=a4", "part=shop", "version=1")]
    asked += [(evening.ros, f"{home}print/list/"), (evening.ros, table), (evening.ros, f"{table}?regions=1")]
    asked += [(aside.ros, batch), (aside.ros, f"{batch}?regions=1"), (aside.ros, f"{aside.home}write/")]
    much, one = {}, len(fulls[0])
    for who, page in asked:
        forget_all()
        decoded.clear()
        status, words = asyncio.run(Asked(who, pages).get(page))
        assert status == 200, (page, words)
        if decoded["pages"] > 3 * one or sum(decoded.values()) > 3.5 * one:
            much[page] = dict(decoded), one
        assert decoded.keys() <= {"pages", "drawings"}, page
    assert much == {}
    assert b"Full 4" in asyncio.run(Asked(evening.ros, pages).get(home))[1], "each is there all the same"
    forget_all()
    decoded.clear()
    with pytest.raises(NotHere), no_more_than(1):
        read_faces(rows.Face.objects.values_list("digest", flat=True))
    assert sum(decoded.values()) < len(fulls[0]), "they are weighed before, and not by reading them"
    wordy = rows.Face.objects.create(digest="d" * 64, content={"title": "Law", "text": "ü" * 6_000, "doodle": []})
    assert read_for_page([wordy.digest], most=0)[wordy.digest].digest == wordy.digest, "many words are no drawing"


@pytest.mark.django_db(transaction=True)
def test_no_page_reads_all_that_was_ever_drawn_on_a_card_set_aside_or_asked_for(
    pages: Pages, decoded: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A life, a drawer and a queue have no end; whoever wrote a first batch had five of their own drawings read by a
    thread that draws everybody's pages."""
    fulls = [json.dumps(json.loads(full_drawing(n))[:3]) for n in range(6)]
    one = len(fulls[0])
    monkeypatch.setattr("studio.server.handler.DRAWN_BETWEEN", DRAWN_BETWEEN // 8)
    alone = Visitor("Ros")
    deck = alone.start("Alone")
    me, card = alone.member(deck.group).pk, Ref("card", 1)
    faces = [Face(f"Goat {n}", doodle=read_doodle(drawn)) for n, drawn in enumerate(fulls)]
    actions.bring_in(deck.pk, by=me, key=None, articles=[(card, faces[0], 1, "")])
    for was, now in pairwise(faces):
        actions.propose(deck.pk, by=me, key=None, changes=(Amend(card, was.digest, now.digest),), faces=(now,))
    several = WorkshopEvening()
    for number, drawn in enumerate(fulls[:5], 1):
        several.write(several.ros, title=f"No {number}", doodle=drawn)
        several.vote(several.idris, number, "against"), several.vote(several.ros, number, "for")
    for number, drawn in enumerate(fulls[:5], 6):
        several.write(several.ros, title=f"Yes {number}", doodle=drawn)
    for number, drawn in enumerate(fulls[1:5], 1):
        reword = {"reword": "6", "wording": str(number), "title": f"Yes {number}", "doodle": drawn}
        assert several.write(several.ros, **reword).status_code == 303
    secret = WorkshopEvening("In secret")
    batch = f"{secret.home}first-batch/"
    assert secret.ros.post(f"{batch}begin/", {"size": "5"}).status_code == 303
    for slot, drawn in enumerate(fulls[:5], 1):
        put = {**GOAT, "title": f"Down {slot}", "doodle": drawn}
        assert secret.ros.post(f"{batch}1/cards/{slot}/", put).status_code == 303
    monkeypatch.setattr("cards.queries.faces.DRAWN_ON_A_PAGE", one // 4)  # one of them
    asked = [(alone, f"/decks/{deck.slug}/cards/1/"), (secret.ros, batch)]
    asked += [
        (several.ros, f"{several.home}{page}") for page in ("drawer/", "proposals/6/", "proposals/7/", "workshop/")
    ]
    much, found = {}, {}
    for who, page in asked:
        forget_all()
        decoded.clear()
        status, words = asyncio.run(Asked(who, pages).get(page))
        found[page] = words.decode()
        limit = 6 if page == batch else 3.5  # five of one's own, and no more
        if status != 200 or decoded["pages"] > 3 * one or decoded["drawings"] > limit * one:
            much[page.rpartition("/decks/")[2]] = status, {who: round(many / one, 1) for who, many in decoded.items()}
    assert much == {}
    life, drawer = found[f"/decks/{deck.slug}/cards/1/"], found[f"{several.home}drawer/"]
    assert life.count("too much is drawn to show it here") >= 4 and OF_A_DRAWING in life, "and its own is on its page"
    assert all(f"No {number}" in drawer for number in range(1, 6)), "each is in the drawer all the same"
    assert found[batch].count(OF_A_DRAWING) == 5
    decoded.clear()
    assert secret.ros.post(f"{batch}1/cards/1/", {**GOAT, "title": ""}).status_code == 422
    assert sum(decoded.values()) < 2 * one, "where votes are carried out they are left out"


@pytest.mark.django_db(transaction=True)
def test_what_lies_hidden_at_a_table_leaves_out_no_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables that differ in what nobody sees: it was told by which of too many drawings came."""
    monkeypatch.setattr("cards.queries.faces.DRAWN_ON_A_PAGE", 5_000)
    told = []
    for hidden in ([], json.loads(full_drawing(0))[:1]):
        open_ones = [json.loads(full_drawing(n))[:1] for n in range(1, 8)]
        longer = [[{**one[0], "points": one[0]["points"] * 2, "pressure": one[0]["pressure"] * 2}] for one in open_ones]
        more = tuple(Face(f"Open {n}", doodle=read_doodle(json.dumps(one))) for n, one in enumerate(longer))
        more += tuple(Face(f"Hidden {n}", "Action", doodle=read_doodle(json.dumps(hidden))) for n in range(4))
        evening = TableEvening(cards_in=0, more=more).begin()
        mover, seat = evening.to_move()
        value = evening.value()
        played = next(
            id for id in value.zones[f"hand.{seat}"] if value.cards[value.pieces[id].card].title[:4] == "Open"
        )
        assert evening.act(mover, "play", piece=played, confirmed="1").status_code == 204
        forget_all()
        stranger = Visitor("Nell").get(f"{evening.home}?watch=1").content.decode()
        forget_all()
        told.append((stranger.count(OF_A_DRAWING), mover.get(evening.home).content.decode().count(OF_A_DRAWING)))
    assert told[0] == told[1] and told[0][0] == 1, told


@pytest.mark.django_db(transaction=True)
def test_files_whose_pictures_take_long_keep_no_list_of_words_waiting(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten files with slow pictures, and nobody else brought anything in for minutes."""
    places, looking, over = THREADS["lists"] - 1, threading.Semaphore(0), threading.Event()

    def develop(_: bytes) -> Any:
        looking.release()
        assert over.wait(60)
        raise Refused("picture.torn")

    monkeypatch.setattr("cards.actions.carried_pictures.develop", develop)
    newcomers = [Visitor(f"Newcomer {number}") for number in range(places + 1)]
    homes = [f"/decks/{visitor.start(f'Slow {number}').slug}/" for number, visitor in enumerate(newcomers)]
    evening = WorkshopEvening()
    slow = with_a_picture()

    async def enter(visitor: Visitor, home: str, words: str) -> tuple[int, bytes]:
        return await Asked(visitor, pages).post(
            f"{home}bring-in/", {"list": words, "do": "enter", "key": home.split("/")[2]}
        )

    async def evening_of_lists() -> tuple[tuple[int, bytes], tuple[int, bytes], list[tuple[int, bytes]]]:
        line = [
            asyncio.create_task(enter(who, home, slow))
            for who, home in zip(newcomers[:places], homes[:places], strict=True)
        ]
        try:
            for _ in range(places):
                assert await asyncio.to_thread(looking.acquire, timeout=30), "another is looked at meanwhile"
            words = await asyncio.wait_for(enter(evening.ros, evening.home, OF_WORDS), 60)
            one_more = await asyncio.wait_for(enter(newcomers[places], homes[places], slow), 60)
        finally:
            over.set()
        return words, one_more, await asyncio.gather(*line)

    words, one_more, line = asyncio.run(evening_of_lists())
    assert words[0] == 303, "a list of words comes in meanwhile"
    assert one_more[0] == 503 and b"Wait a moment" in one_more[1] and b"carte-blanche/1" in one_more[1], "told at once"
    assert [status for status, _ in line] == [303] * places


@pytest.mark.django_db(transaction=True)
def test_python_of_ours_takes_turns_and_no_page_or_vote_waits_for_it(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list that is read, a preview and a page of drawings together left a vote a quarter of the interpreter."""
    evening = WorkshopEvening()
    ros, home = Asked(evening.ros, pages), evening.home
    waiting, made = threading.Semaphore(0), list[str]()

    def note(self: Pages, request: Any) -> Any:
        made.append(threading.current_thread().name.partition("_")[0])
        return get_response(self, request)

    class Turn:
        def __enter__(self) -> None:
            waiting.release()
            turn.acquire()

        def __exit__(self, *_: object) -> None:
            turn.release()

    get_response = Pages.get_response
    monkeypatch.setattr(Pages, "get_response", note)
    monkeypatch.setattr("studio.server.handler.turn", Turn())
    monkeypatch.setattr("cards.views.import_page.turn", Turn())

    async def beside() -> tuple[list[int], list[int]]:
        with turn:
            costly = [
                asyncio.create_task(ros.post(f"{home}preview/", GOAT, scripted=True)),
                asyncio.create_task(ros.post(f"{home}bring-in/", {"list": OF_WORDS, "do": "read"})),
            ]
            for _ in costly:
                assert await asyncio.to_thread(waiting.acquire, timeout=30)
            quick = [await asyncio.wait_for(ros.post(f"{home}write/", GOAT), 30), await ros.get(home)]
            assert "proofs" not in made and not any(task.done() for task in costly)
        return [status for status, *_ in quick], [status for status, *_ in await asyncio.gather(*costly)]

    assert asyncio.run(beside()) == ([303, 200], [200, 200])


@pytest.mark.django_db
def test_a_list_whose_picture_had_no_turn_does_not_come_in_without_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def develop(_: bytes) -> Any:
        raise Refused("picture.busy")

    monkeypatch.setattr("cards.actions.carried_pictures.develop", develop)
    evening = WorkshopEvening()
    told = evening.ros.post(f"{evening.home}bring-in/", {"list": with_a_picture(), "do": "enter", "key": "k" * 20})
    assert told.status_code == 503 and b"carte-blanche/1" in told.content, "what was pasted is still there"
    assert [line for line in caplog.records if line.levelno > logging.INFO] == [], "and no line of the log is an error"


@pytest.mark.django_db(transaction=True)
def test_where_a_lane_is_full_one_is_told_at_once_and_keeps_what_was_typed(
    pages: Pages, entered: dict[str, set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = WorkshopEvening()
    monkeypatch.setattr(handler, "WAITING_MAX", 0)
    ros, home = Asked(evening.ros, pages), evening.home
    read, load = list[str](), PageRequest._load_post_and_files

    def note(request: PageRequest) -> None:
        if threading.current_thread().name.startswith("pages"):
            read.append(request.path)
        load(request)

    monkeypatch.setattr(PageRequest, "_load_post_and_files", note)

    async def refused() -> dict[str, tuple[int, bytes]]:
        return {
            "list": await ros.post(f"{home}bring-in/", {"list": "Sleeping Goat\nThing\nIt sleeps.", "do": "read"}),
            "picture": await ros.upload(f"{home}pictures/", "file", written(halves()), {}),
            "preview": await ros.post(f"{home}preview/", GOAT, scripted=True),
        }

    with turn:  # and by threads that wait for no list that is read meanwhile
        told = asyncio.run(asyncio.wait_for(refused(), 20))
    assert {status for status, _ in told.values()} == {503} and not entered
    assert all(b"Nothing of yours is lost" in words for _, words in told.values())
    assert b"Sleeping Goat" in told["list"][1], "what was pasted is still there"

    async def written_all_the_same() -> tuple[int, bytes]:
        return await ros.post(f"{home}write/", {**GOAT, "doodle": full_drawing(2)})

    assert asyncio.run(written_all_the_same())[0] == 303, "nothing else keeps such words, so they wait"
    monkeypatch.setattr(handler, "BYTES_MAX", COMMAND_MAX)
    status, words = asyncio.run(written_all_the_same())
    assert status == 503 and b"Nothing of yours is lost" in words
    assert read == [f"{home}bring-in/"], "nothing else of what was sent is read, not for a token either"


def test_of_one_browser_one_is_under_way_and_a_few_wait() -> None:
    line = handler.Crowd()

    async def many() -> list[int]:
        most, now = [], 0

        async def one(who: str) -> None:
            nonlocal now
            async with line.waiting("lists", who, 10):
                now += 1
                most.append(now)
                await asyncio.sleep(0)
                now -= 1

        await asyncio.gather(*(one("ros") for _ in range(handler.OWN_MAX)))
        assert max(most) == 1
        holding = [asyncio.create_task(one("ros")) for _ in range(handler.OWN_MAX)]
        await asyncio.sleep(0)
        assert not line.has_room("lists", "ros", 10, may_wait=False) and line.has_room(
            "lists", "ida", 10, may_wait=False
        )
        assert line.has_room("lists", "ros", 10, may_wait=True) and line.has_room("proofs", "ros", 10, may_wait=False)
        assert not line.has_room("lists", "ida", handler.BYTES_MAX, may_wait=True)
        await asyncio.gather(*holding)
        return most

    asyncio.run(many())
    assert (line._bytes, +line._in, line._own, line._own_bytes) == (0, {}, {}, {}), "nothing of anybody is left"


def test_whoever_sends_much_leaves_room_for_others_and_for_what_is_small() -> None:
    line, large = handler.Crowd(), 8_000_000

    async def much() -> None:
        async with AsyncExitStack() as lying:
            for who in ("ros", "ida", "sue"):
                sent = 0
                while line.has_room("pictures", who, large, may_wait=True):
                    await lying.enter_async_context(line.waiting(f"pictures {who} {sent}", who, large))
                    sent += 1
                assert sent == {"ros": 3, "ida": 3, "sue": 2}[who]
            assert not line.has_room("proofs", "idris", large, may_wait=True)
            assert line.has_room("proofs", "idris", handler.LIGHT, may_wait=False)
        assert line.has_room("pictures", "idris", large, may_wait=False)

    asyncio.run(much())


def test_previews_keep_a_pace_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("studio.web.ratelimit.monotonic", lambda: now)
    pace = PaceHere(Pace(10, 60))
    for _ in range(5):
        pace.take("ros", weight=2)
    with pytest.raises(Refused, match="tries.too_many") as refused:
        pace.take("ros")
    assert refused.value.facts == {"seconds": 6}
    pace.take("ida", weight=10)
    now += 6
    pace.take("ros")
    with pytest.raises(Refused):
        pace.take("ros")


@pytest.mark.django_db
def test_who_previews_one_drawing_after_another_is_slowed_and_a_hand_that_types_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1000.0
    monkeypatch.setattr("studio.web.ratelimit.monotonic", lambda: now)
    monkeypatch.setattr("cards.views.composer._previews", PaceHere(PREVIEW_PACE))  # others had people of these numbers
    evening = WorkshopEvening()
    drawn = full_drawing(3)
    typed = [evening.ros.post(f"{evening.home}preview/", GOAT).status_code for _ in range(60)]
    assert set(typed) == {200}, "a hand is never so fast as ten letters a second for a minute"
    sent = [evening.idris.post(f"{evening.home}preview/", {**GOAT, "doodle": drawn}).status_code for _ in range(60)]
    assert sent.count(200) < 45 and sent[-1] == 429
    now += 60
    assert evening.idris.post(f"{evening.home}preview/", {**GOAT, "doodle": drawn}).status_code == 200


@pytest.mark.django_db
def test_a_list_has_its_pictures_looked_at_once_and_only_where_they_can_come_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[int] = []

    def develop(content: bytes) -> Any:
        looked.append(len(content))
        raise Refused("picture.torn")

    monkeypatch.setattr("cards.actions.carried_pictures.develop", develop)
    evening = WorkshopEvening()

    def brought(content: bytes, title: str, key: str) -> Any:
        digest = hashlib.sha256(content).hexdigest()
        face = {"title": title, "text": "x", "picture": {"digest": digest, "width": 120, "height": 80}}
        carried = {"digest": digest, "content": base64.b64encode(content).decode()}
        deck = {"title": "T", "cards": [{"face": face}], "pictures": [carried]}
        words = json.dumps({"schema": "carte-blanche/1", "deck": deck})
        return evening.ros.post(f"{evening.home}bring-in/", {"list": words, "do": "enter", "key": key * 20})

    own = written(halves(), quality=88, subsampling=0, optimize=True)
    assert brought(written(halves(), progressive=True), "Goat", "a").status_code == 303
    assert not looked, "it is not of our writing, and would have another name once it is drawn anew"
    evening.vote(evening.idris, 1, "for")
    assert brought(own, "Goat", "b").status_code == 422 and not looked, "there is a Goat already"
    assert [brought(own, "Slug", "c").status_code for _ in range(3)] == [303] * 3
    assert len(looked) == 1, "what is only sent again gets its answer again"
    monkeypatch.setattr("cards.actions.carried_pictures.CARRIED_WORK_MAX", 0)
    many = brought(own, "Toad", "d")
    assert (many.status_code, len(looked)) == (422, 1) and b"Toad" in many.content, "and what was pasted is still there"
    assert b"more pictures in it" in many.content


@pytest.mark.django_db
@pytest.mark.usefixtures("one_instant")
def test_a_person_has_so_much_looked_at_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """By what it takes, not by how many they are: one that is gone over ten times as often counts as two."""
    evening, looked = WorkshopEvening(), list[int]()

    def develop(content: bytes, name: str = "") -> Any:
        looked.append(len(content))
        raise Refused("picture.torn")

    monkeypatch.setattr("cards.actions.pictures.develop", develop)

    def bring(who: Visitor) -> Any:
        file = SimpleUploadedFile("a.jpg", many_scans(25))
        return who.post(f"{evening.home}pictures/", {"file": file}, headers={"X-Carte": "1"})

    answers = [bring(evening.ros) for _ in range(9)]
    codes = [answer.json()["code"] for answer in answers]
    assert codes == ["picture.torn"] * 7 + ["pace.pictures"] * 2 and len(looked) == 7
    assert answers[-1].status_code == 429 and "Wait" in answers[-1].json()["words"]
    assert bring(evening.idris).json()["code"] == "picture.torn", "somebody else's are looked at"
