"""A seat that is lent (docs/decisions/0005): who stands in is a viewer of their own. What was secret to its owner stays
shut, what they had is not written over, and a no brings back all of it."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from cards import models as rows
from cards.storage.audit import disagreements
from play import models as tables
from play.access import OPEN, table_door
from play.storage import audit
from studio.actions import stand_ins
from studio.live.catch_up import Audience, Position, Wanted, draw_for
from studio.models import Lease, Member, Stream
from studio.people.devices import DEVICE_COOKIE, caller_of_cookies
from tests.actions.of_somebody import OF_A_SEAT
from tests.faults.oracles import complaints
from tests.markup import as_read
from tests.picture_files import halves, written
from tests.visitors import Visitor
from tests.web.claim_evening import ClaimEvening, a_day_goes_by, answer, vote
from tests.web.table_evening import READS
from tests.web.table_evening import page as page_of

pytestmark = pytest.mark.django_db

LINE = json.dumps([{"tool": "pen", "ink": "#1f2a4a", "points": [100, 100, 2000, 900]}])
ARC = json.dumps([{"tool": "felt", "ink": "#b02a4c", "points": [900, 900, 1500, 200]}])
MUCH, MORE, OTHER = (
    json.dumps([{"tool": "pen", "ink": "#1f2a4a", "points": [(step * n) % 3000 for n in range(1200)]}])
    for step in (7, 11, 13)
)
CARD = {"kind": "thing", "text": "It eats.", "copies": "1", "sort": "members"}
AS_JSON: dict[str, Any] = {"content_type": "application/json"}
THEIRS = "stays as Idris left it"


# --- what a seat has, before and after --------------------------------------------------------------------------------


class Lent(ClaimEvening):
    """Idris has one of each thing before anybody says to be him."""

    @property
    def home(self) -> str:
        return f"/decks/{self.deck.slug}/"

    def post(self, who: Visitor, path: str, code: int = 303, **fields: Any) -> Any:
        sent = who.post(f"{self.home}{path}", fields)
        assert sent.status_code == code, (path, sent.status_code, as_read(sent)[:600])
        return sent

    def lend(self) -> Visitor:
        Lease.objects.all().delete()
        self.believed()
        return self.new

    def refused(self, path: str, method: str = "post", **fields: Any) -> None:
        """The stand-in is told whose it is, and nothing is written."""
        head = Stream.objects.get(pk=self.deck.stream_id).head
        send = getattr(self.new, method)
        sent = send(f"{self.home}{path}", fields if method == "post" else ARC, **({} if method == "post" else AS_JSON))
        assert sent.status_code == 403 and THEIRS in as_read(sent), (path, sent.status_code, as_read(sent)[:900])
        assert Stream.objects.get(pk=self.deck.stream_id).head == head, path

    def parted(self) -> None:
        assert answer(self.idris, "no") == 303
        self.deck.refresh_from_db()
        assert not [*audit.every_table(), *disagreements(self.deck), *complaints(self.deck.pk)]


def picture(width: int) -> SimpleUploadedFile:
    return SimpleUploadedFile("me.png", written(halves(width), "PNG"), "image/png")


def belongings(member: int) -> dict[str, list[dict[str, Any]]]:
    """Every row that leads to this seat, by what leads there, with all that is in it."""
    found = {}
    for name in OF_A_SEAT:
        app, model, field = name.split(".")
        table = apps.get_model(app, model)
        if table._meta.get_field(field).related_model is Member:
            manager = getattr(table, "ever", table._default_manager)
            found[name] = list(manager.filter(**{field: member}).order_by("pk").values())
    return found


def everything_is_back(before: dict[str, list[dict[str, Any]]], member: int) -> None:
    """By its answer: the rows that were there are there, equal to the letter, and none is new that may not be."""
    after = belongings(member)
    for name, were in before.items():
        if OF_A_SEAT[name] == "who they are" or name == "studio.Lease.member":
            continue
        now = {one["id"]: one for one in after[name]}
        if name in ("cards.Proposal.by", "cards.Elector.member"):  # its vote goes on while somebody else sits there
            were = [{**one, "state": now[one["id"]].get("state")} if "state" in one else one for one in were]
        assert [now.get(one["id"]) for one in were] == were, name
        new = now.keys() - {one["id"] for one in were}
        if name == "cards.Vote.voter":
            given = (now[one] for one in new if not of_ones_own(now[one]["wording_id"], member))
            assert all(one["answer"] == "" for one in given), "votes from the seat are taken back"
        elif OF_A_SEAT[name] in ("shut", "the person's"):
            assert not new, name


def of_ones_own(wording: int, member: int) -> bool:
    return rows.Wording.objects.filter(pk=wording, by_id=member).exists()


def of_the_deck(deck: rows.Deck) -> tuple[Any, ...]:
    deck.refresh_from_db()
    gone_on = rows.Elector.objects.order_by("pk").values_list("pk", "go_on")
    return deck.batch, deck.gaps, list(rows.Proposal.objects.values_list("number", "suggestions")), list(gone_on)


def test_what_lies_in_the_workshop_is_as_it_was_after_a_stand_in_tried_everything() -> None:
    evening = Lent()
    idris, sue, seat = evening.idris, evening.sue, evening.seat.pk
    evening.post(idris, "write/", title="Idris' Marrow", **CARD, doodle=LINE)  # 1
    evening.post(sue, "write/", title="Sue's Slug", **CARD, doodle=LINE)  # 2
    assert vote(idris, evening.deck, 2, "against") == 303
    evening.post(idris, "do/?verb=remark&proposal=2", text="Too slimy")
    evening.post(idris, "proposals/2/drawing/", doodle=ARC, wording="1")
    evening.post(evening.ros, "proposals/1/drawing/", doodle=ARC, wording="1")
    evening.post(sue, "write/", title="Sue's Snail", **CARD, doodle=LINE)  # 3
    drawn = idris.put(f"{evening.home}proposals/3/drawing/begun/?on=0", ARC, **AS_JSON)
    assert drawn.status_code == 200
    for words in ("An answer to goats", "Something for rain"):
        evening.post(idris, "do/?verb=name-gap", words=words)
    evening.post(idris, "do/?verb=hang-on-gap&gap=1")
    kept = idris.post(f"{evening.home}pictures/", {"file": picture(120)})
    assert kept.status_code == 200, kept.content
    before, lying = belongings(seat), of_the_deck(evening.deck)
    evening.lend()
    new = evening.new
    evening.refused("do/?verb=vote&proposal=2&wording=1", answer="for")
    evening.refused("do/?verb=withdraw&proposal=1")
    evening.refused("do/?verb=give-way&proposal=1&to=2")
    evening.refused("do/?verb=go-on&proposal=2", without=str(evening.ros.member(evening.group).pk))
    for way in ("take", "leave"):
        evening.refused(f"proposals/1/drawing/{evening.ros.member(evening.group).pk}/{way}/")
    evening.refused("write/?reword=1", **{**CARD, "title": "Overwritten"}, reword="1", wording="1")
    evening.refused("proposals/3/drawing/", doodle=LINE, wording="1")
    evening.refused("proposals/3/drawing/begun/?on=1", "put")
    evening.refused("proposals/3/drawing/begun/", "delete")
    evening.refused("do/?verb=unhook-from-gap&gap=1")
    evening.refused("do/?verb=hang-on-gap&gap=2")
    evening.post(
        new, "write/", title="A Card of the Day", **CARD, gap="1", doodle=MUCH
    )  # 4: what they add they may change
    evening.post(new, "do/?verb=remark&proposal=4", text="Mine")
    assert vote(new, evening.deck, 3, "for") == 303, "it is the seat's first"
    assert vote(new, evening.deck, 3, "against") == 303, "and what they said they may unsay"
    assert new.post(f"{evening.home}pictures/", {"file": picture(90)}).status_code == 200
    new.get(f"{evening.home}unfinished/?place=new")
    evening.post(new, "do/?verb=withdraw&proposal=4")
    evening.parted()
    assert rows.KeptDrawing.objects.get().by_id == new.member(evening.group).pk, "what they drew counts for them"
    everything_is_back(before, seat)
    assert [one for one in of_the_deck(evening.deck)[2] if one[0] < 4] == lying[2]
    assert of_the_deck(evening.deck)[:2] == lying[:2], "the gap is still the one that Idris writes for"
    assert rows.PictureUpload.objects.filter(by=new.member(evening.group)).count() == 1, "and pays for it"
    assert vote(idris, evening.deck, 2, "for") == 303, "the vote is his to change again"


class BatchLent(Lent):
    """Two blanks each; what Idris has written is nobody's business."""

    def __init__(self) -> None:
        super().__init__()
        self.post(self.sue, "do/?verb=begin-batch", size="2", pace="days")
        for who, slot in ((self.sue, 1), (self.idris, 1), (self.idris, 2), (self.ros, 1), (self.ros, 2)):
            self.post(who, f"first-batch/1/cards/{slot}/", title=f"{who.name} Canary {slot}", **CARD)
        self.post(self.idris, "do/?verb=pick-up&batch=1&slot=2")

    def turned(self) -> BatchLent:
        self.post(self.idris, "first-batch/1/cards/2/", title="Idris Canary 2", **CARD)
        self.post(self.sue, "first-batch/1/cards/2/", title="Sue Canary 2", **CARD)
        self.post(self.sue, "do/?verb=turn-over&batch=1")
        for place, mark in ((1, "talk"), (2, "keep"), (3, "talk")):
            self.post(self.idris, "do/?verb=mark&batch=1", card=f"{mark}.{place}")
        return self

    def seen(self, who: Visitor) -> str:
        """All that a browser is sent of it, without what is another at each look."""
        pages = ["first-batch/", "first-batch/?card=1", "first-batch/?card=2", "first-batch/?regions=1", "workshop/",
                 "workshop/?regions=1", "write/?leftover=1.1", "write/?leftover=1.2", "unfinished/?place=new",
                 "export.json", "minutes/", "drawer/"]  # fmt: skip
        told = [who.get(f"{self.home}{one}").content.decode() for one in pages]
        told += [who.get("/you/").content.decode(), self.frame(who)]
        return OTHER_EACH_TIME.sub("", "\n".join(told))

    def read_by(self, who: Visitor) -> str:
        """What is sent of it to whoever is nobody here."""
        told = [who.get(f"{self.home}{one}") for one in ("", "export.json", "minutes/", "feed.atom", "first-batch/")]
        told += [who.get(one) for one in ("/decks/", "/decks.json", "/decks/feed.atom", "/decks/?q=Canary")]
        return OTHER_EACH_TIME.sub("", "\n".join(f"{one.status_code} {one.content.decode()}" for one in told))

    def frame(self, who: Visitor) -> str:
        """What the live page of the batch would send this person after everything."""
        caller = caller_of_cookies({DEVICE_COOKIE: who.secret})
        at = Position(0, who.member(self.group).pk, person=caller.person_id)
        drawn = draw_for(self.deck.stream_id, [Wanted(Audience("batch", None, "member"), frozenset([at]))])
        assert not any(one.is_doubtful for one in drawn)
        return json.dumps([[*one.shared.values(), *one.mine.values()] for one in drawn])


OTHER_EACH_TIME = re.compile(r'(?:csrfmiddlewaretoken" value|nonce|name="key"\s+value)="[^"]*"')


BATCH_DEEDS = {
    "cards/1/": {"title": "OVERWRITTEN", **CARD}, "cards/2/": {"title": "OVERWRITTEN", **CARD}, "cards/1/up/": {},
    "join/": {}, "time/": {}, "turn-over/": {"even_so": "1"}, "call-off/": {}, "marks/": {"card": "keep.1"},
    "without/": {"without": "1"},
}  # fmt: skip


def test_nothing_is_written_over_or_turned_over_of_a_batch() -> None:
    evening = BatchLent()
    before, lying = belongings(evening.seat.pk), of_the_deck(evening.deck)
    evening.lend()
    for page in ("workshop/", "write/"):  # the region is one for all; the page says who looks
        told = evening.new.get(f"{evening.home}{page}").content.decode()
        assert "data-lent" in told and "See how far it is" in told, page
        assert "data-lent" not in evening.sue.get(f"{evening.home}{page}").content.decode(), page
    for deed, fields in BATCH_DEEDS.items():
        evening.refused(f"first-batch/1/{deed}", **fields)
    evening.parted()
    everything_is_back(before, evening.seat.pk)
    assert of_the_deck(evening.deck) == lying
    assert "Idris Canary 1" in as_read(evening.idris.get(f"{evening.home}first-batch/"))


def test_marks_that_somebody_else_set_are_not_the_seats_and_let_no_card_in() -> None:
    """The verdict of six cards was once made by a stand-in, and stayed when they were nobody again."""
    evening = BatchLent().turned()
    before = belongings(evening.seat.pk)
    evening.lend()
    for place in range(1, 7):
        evening.refused("do/?verb=mark&batch=1", card=f"keep.{place}")
    evening.parted()
    everything_is_back(before, evening.seat.pk)
    assert len(before["cards.BatchMark.member"]) == 3


def test_what_is_drawn_from_a_lent_seat_counts_for_whoever_drew_it() -> None:
    """Once they were parted, what the owner had drawn meanwhile counted for the stand-in."""
    evening = Lent()
    evening.lend()
    evening.post(evening.new, "write/", title="By the stand-in", **CARD, doodle=MUCH)
    evening.post(evening.new, "write/?reword=1", **{**CARD, "title": "Reworded"}, reword="1", wording="1", doodle=MORE)
    evening.post(evening.idris, "write/", title="By the owner", **CARD, doodle=OTHER)
    evening.parted()
    drew = [evening.new.member(evening.group).pk] * 2 + [evening.seat.pk]
    assert list(rows.KeptDrawing.objects.order_by("at").values_list("by", flat=True)) == drew


@pytest.mark.parametrize("is_turned", [False, True])
def test_whatever_others_write_and_mark_in_secret_nobody_else_is_sent_another_byte(is_turned: bool) -> None:
    """Permute the unseen of all others: words, whose they are, what is down, marks."""
    evening = BatchLent()
    if is_turned:
        evening.turned()
    chance, group = random.Random(41), evening.group
    reader = Visitor()
    for who in (evening.ros, evening.sue, evening.idris):
        me = who.member(group)
        evening.seen(who)  # slips of a sitting are drawn at the first look
        was, elsewhere = evening.seen(who), evening.read_by(reader)
        others = [one.pk for one in (evening.ros.member(group), evening.sue.member(group), evening.idris.member(group))]
        others.remove(me.pk)
        for _ in range(3):
            with transaction.atomic():
                for card in rows.BatchCard.objects.exclude(member=me):
                    words = f"Secret {chance.randrange(10**9)}"
                    content = card.content if is_turned else {**card.content, "title": words, "text": words}
                    is_down = card.is_down if is_turned else chance.random() < 0.5
                    rows.BatchCard.objects.filter(pk=card.pk).update(
                        content=content, is_down=is_down, member=chance.choice(others), slot=100 + card.pk
                    )
                for mark in rows.BatchMark.objects.exclude(member=me):
                    rows.BatchMark.objects.filter(pk=mark.pk).update(mark=chance.choice(["keep", "talk"]))
                assert evening.seen(who) == was and evening.read_by(reader) == elsewhere, who.name
                transaction.set_rollback(True)
        own = rows.BatchCard.objects.filter(member=me, is_down=True).first()
        assert own is not None
        if is_turned:
            rows.BatchMark.objects.filter(member=me).update(mark="keep")
        else:
            rows.BatchCard.objects.filter(pk=own.pk).update(content={**own.content, "title": "OVERWRITTEN"})
        assert (evening.seen(who) != was) is (not is_turned or who is evening.idris), "what is their own they are sent"


@pytest.mark.parametrize("is_turned", [False, True])
def test_whatever_the_secrets_of_the_seat_are_a_stand_in_is_sent_the_same(is_turned: bool) -> None:
    """Permute the unseen: other words on the cards that are nobody's business, other marks, in other blanks."""
    evening = BatchLent()
    if is_turned:
        evening.turned()
    new = evening.lend()
    evening.seen(new)  # slips of a sitting are drawn at the first look
    was, chance = evening.seen(new), random.Random(27)
    assert "cards stay as they are" in was and "OVERWRITTEN" not in was
    if not is_turned:
        assert "Canary" not in was
    for _ in range(4):
        own = rows.BatchCard.objects.filter(member=evening.seat)
        for card in own:
            words = f"Secret {chance.randrange(10**9)}"
            content = card.content if is_turned else {**card.content, "title": words, "text": words}
            is_down = card.is_down if is_turned else chance.random() < 0.5
            own.filter(pk=card.pk).update(content=content, is_down=is_down)
        for mark in rows.BatchMark.objects.filter(member=evening.seat):
            rows.BatchMark.objects.filter(pk=mark.pk).update(mark=chance.choice(["keep", "talk"]))
        assert evening.seen(new) == was
    assert evening.seen(evening.idris) != was, "its owner is shown them"
    evening.idris.get("/you/")
    a_day_goes_by()
    stand_ins.settle_due()
    assert ("Secret" in evening.seen(new)) is not is_turned, "and they are, once nobody said no"


# --- at a table -------------------------------------------------------------------------------------------------------


class TableLent(Lent):
    """A game of the draft is dealt to Sue and Idris, who then lost his phone."""

    def __init__(self, *, is_watched: bool = True) -> None:
        super().__init__()
        listed = "\n\n".join(f"Canary {n:02d}x\nThing\nText {n}" for n in range(1, 31))
        self.post(self.sue, "bring-in/", list=listed, do="enter")
        for number in rows.Proposal.objects.values_list("number", flat=True):
            for who in (self.idris, self.ros):
                vote(who, self.deck, number)
        opened = {"version": "draft", "seats": "4", "any_card": ""} | ({"spectators": "1"} if is_watched else {})
        self.table = self.sue.post(f"{self.home}play/", opened)["Location"]
        assert self.idris.post(f"{self.table}sit/").status_code == 303
        for who in (self.sue, self.idris):
            who.post(f"{self.table}act/", {"verb": "ready"})
        assert self.sue.post(f"{self.table}act/", {"verb": "begin", "confirmed": "1"}).status_code == 303

    def hand(self) -> set[str]:
        shown = json.loads(self.idris.get(f"{self.table}?regions=1").content)["html"]
        return set(re.findall(r"Canary \d\dx", shown[shown.index('id="r-hand"') : shown.index('id="r-last"')]))


def test_a_hand_stays_face_down_and_the_chair_is_its_owners() -> None:
    evening = TableLent()
    hand, seats = evening.hand(), list(tables.SeatRow.objects.values_list("number", "member"))
    assert len(hand) >= 3
    board = json.loads(evening.idris.get(f"{evening.table}?regions=1").content)["html"]
    pieces = re.findall(r'data-piece="([^"]+)"', board)
    new = evening.lend()
    entries = Stream.objects.get(kind="table").head
    door = table_door(caller_of_cookies({DEVICE_COOKIE: new.secret}), evening.table.split("/")[2], network="1")
    assert (door.sight, door.seat, door.member_id) == (OPEN, 0, None)
    told = [new.get(f"{evening.table}{one}") for one in (*READS, "type/", "complete/?line=play%20Canary", "?watch=1")]
    told += [new.get(f"{evening.table}pieces/{one}/") for one in pieces[:6]]
    text = "\n".join(one.content.decode() for one in told)
    lies_open = set(re.findall(r"Canary \d\dx", evening.ros.get(f"{evening.table}?watch=1").content.decode()))
    assert not (hand - lies_open) & set(re.findall(r"Canary \d\dx", text))
    assert all("Idris sits here." in page_of(new, f"{evening.table}{one}") for one in ("", "?watch=1"))
    for deed, fields in (
        ("act/", {"verb": "draw"}), ("act/", {"verb": "play", "piece": pieces[0]}), ("act/", {"verb": "end_turn"}),
        ("act/", {"verb": "reveal", "pieces": pieces[0]}), ("act/", {"verb": "stand"}), ("looking/", {}),
        ("hand-over/", {"to": "1"}), ("remove/", {}), ("sit/", {"seat": "3"}), ("write/", {"title": "X", **CARD}),
        ("vote/", {"proposal": "1", "wording": "1", "answer": "for"}), ("withdraw/", {"proposal": "1"}),
        ("talk/", {"proposal": "1", "text": "x"}), ("go-on/", {"proposal": "1", "without": "1"}),
        ("repropose/", {"proposal": "1"}), ("rollback/", {}), ("type/", {"text": "hello"}), ("type/", {"line": "draw"}),
    ):  # fmt: skip
        sent = new.post(f"{evening.table}{deed}", fields)
        assert sent.status_code in (403, 409), (deed, fields, sent.status_code)
    in_hand = rows.Article.objects.get(kind="card", face__content__title=sorted(hand)[0]).number
    evening.refused("write/", title="Oracle", article=f"card-{in_hand}", change="amend", **{**CARD, "sort": "room"})
    assert Stream.objects.get(kind="table").head == entries, "nothing at all happened there"
    assert list(tables.SeatRow.objects.values_list("number", "member")) == seats
    evening.parted()
    assert evening.hand() == hand
    assert evening.idris.post(f"{evening.table}act/", {"verb": "say", "text": "hello"}).status_code == 303


def test_a_card_in_the_hand_is_asked_about_again_by_its_owner_alone() -> None:
    """Whether it may be would tell that it lies there; what changes no card of the deck tells nothing."""
    evening = TableLent()
    held = rows.Article.objects.get(kind="card", face__content__title=sorted(evening.hand())[0])
    evening.post(evening.idris, "write/", article=f"card-{held.number}", change="recount", on=held.face_id, copies="2")
    evening.post(evening.idris, "write/", **{**CARD, "sort": "room"}, title="Oracle")
    asked = sorted(rows.Proposal.objects.filter(state__in=("open", "queued")).values_list("number", flat=True))
    for number in asked:
        evening.post(evening.idris, f"do/?verb=withdraw&proposal={number}")
    new = evening.lend()
    evening.refused(f"do/?verb=ask-again&proposal={asked[0]}")
    assert new.post(f"{evening.home}do/?verb=ask-again&proposal={asked[1]}").status_code == 303


def test_at_a_table_that_shows_itself_to_players_alone_a_stand_in_sees_nothing() -> None:
    evening = TableLent(is_watched=False)
    new = evening.lend()
    page = new.get(evening.table)
    assert page.status_code == 200 and "Idris sits here." in as_read(page) and "Canary" not in as_read(page)
    assert [new.get(f"{evening.table}{one}").status_code for one in ("log/", "entries/", "seats/2/")] == [403] * 3


def test_a_stand_in_is_not_counted_as_the_one_whose_chair_it_is() -> None:
    """Else nobody could go on without whoever is away."""
    evening = TableLent()
    new = evening.lend()
    Lease.objects.filter(stream__kind="table").delete()
    for one in ("", "?watch=1", "?regions=1"):
        new.get(f"{evening.table}{one}")
    assert not Lease.objects.filter(stream__kind="table", member=evening.seat).exists()


def test_a_chair_that_a_stand_in_took_in_the_day_is_theirs_to_play_in() -> None:
    evening = Lent()
    opened = evening.sue.post(f"{evening.home}play/", {"version": "draft", "seats": "4"})
    new = evening.lend()
    assert new.post(f"{opened['Location']}sit/").status_code == 303
    assert new.post(f"{opened['Location']}act/", {"verb": "ready", "ready": "1"}).status_code == 303
    for page in ("", "write/"):  # where they are called to a first batch it is to look on
        assert "data-lent" in new.get(f"{opened['Location']}{page}").content.decode(), page
        assert "data-lent" not in evening.sue.get(f"{opened['Location']}{page}").content.decode(), page
