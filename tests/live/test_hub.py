"""One hub: everybody is brought up, once for all who see alike, and nobody learns what is not theirs."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from studio.live import catch_up, presence, subscriptions
from studio.live import hub as hubs
from studio.live.bus import Advanced, Post, Touched
from studio.live.parts import NOTHING, ShownPage
from studio.live.regions import PAGES, PEOPLE
from studio.live.subscriptions import PAGES_MAX
from studio.live.transport import TOO_SLOW, SocketFrame
from studio.live.view import View
from studio.models import Lease, Member, Person
from studio.people.devices import Caller
from tests.live import fake
from tests.live.fake import Ear, Page, WildLayer, away, fresh, mark, room, sit_down, until


def follow(ear: Ear, page: Page) -> Page:
    for frame in ear.frames:
        page.take(frame)
    return page


async def seated(hub: hubs.Hub, at: Any, sight: str = "member", member: Member | None = None) -> tuple[Any, Ear, Page]:
    """Somebody who loaded the page and whose arrival has been drawn."""
    page = await away(fresh, at.stream.pk, sight, member.pk if member else None)
    socket, ear = sit_down(hub, at.stream.pk, page.v, sight, member)
    await until(lambda: not socket.owed)
    return socket, ear, page


async def calm(hub: hubs.Hub, at: Any) -> None:
    """All who sit here have been seen to sit here, and nothing is left to draw."""
    here = {pair for pair in hub.present if pair[0] == at.stream.pk}
    room = hub.rooms[at.stream.pk]
    await until(lambda: room.present == here and not room.is_behind and room.task is None and not hub._writes_leases)


async def test_a_command_reaches_everybody_who_looks_and_all_get_the_same_bytes(hub: hubs.Hub) -> None:
    at = await away(room)
    viewers = [await seated(hub, at, "member", member) for member in at.members for _ in range(2)]
    done = await away(mark, at.stream.pk, at.members[0].pk, "hello")
    await until(lambda: all(socket.v == done.v for socket, _, _ in viewers))
    await calm(hub, at)
    shared = {id(text) for _, ear, _ in viewers for text in ear.texts if '"say":"hello"' in text.text}
    assert len(shared) == 1
    for socket, ear, page in viewers:
        assert follow(ear, page).html == (await away(fresh, at.stream.pk, "member", socket.member_id)).html
        assert (page.v, page.gaps, [words for words in page.said if words]) == (1, 0, ["hello"])


async def test_a_region_is_drawn_once_for_a_hundred_who_see_alike(
    hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = await away(room)
    viewers = [sit_down(hub, at.stream.pk, 0, "public") for _ in range(100)]
    await until(lambda: all(not socket.owed for socket, _ in viewers))
    drawn: list[str] = []
    draw = catch_up.draw
    monkeypatch.setattr(catch_up, "draw", lambda region, *args: drawn.append(region.id) or draw(region, *args))
    await away(mark, at.stream.pk, at.members[0].pk, "one")
    await until(lambda: all(socket.v == 1 for socket, _ in viewers))
    assert drawn == ["marks"]


async def test_what_is_mine_goes_to_me_alone_and_only_when_it_changed(hub: hubs.Hub) -> None:
    at = await away(room)
    maud, idris = at.members
    _, mauds, mauds_page = await seated(hub, at, "member", maud)
    socket, idrises, _ = await seated(hub, at, "member", idris)
    await away(mark, at.stream.pk, maud.pk, "mine")
    await until(lambda: socket.v == 1 and any("mine" in frame for frame in mauds.frames))
    assert "mine" in follow(mauds, mauds_page).html["own"]
    assert not any("mine" in frame for frame in idrises.frames)


async def test_what_is_mine_is_not_sent_again_while_it_is_the_same(hub: hubs.Hub) -> None:
    at = await away(room)
    maud = at.members[0]
    _, ear, page = await seated(hub, at, "member", maud)
    for name in ("Maud", "Nell"):
        await away(Person.objects.filter(pk=maud.person_id).update, name=name)
        hubs.touch(at.stream.pk, "people")  # which touches every region
        await until(lambda name=name: name in follow(ear, page).html["names"])
        await calm(hub, at)
    assert ["mine" in frame for frame in ear.frames].count(True) == 1


async def test_the_public_is_sent_nothing_by_what_it_may_not_see(hub: hubs.Hub) -> None:
    at = await away(room)
    _, ear, page = await seated(hub, at, "public")
    member, _, _ = await seated(hub, at, "member", at.members[0])
    before = list(ear.frames)
    for n in range(5):
        await away(mark, at.stream.pk, at.members[0].pk, f"hidden {n}", secret=True)
    await until(lambda: member.v == 5)
    await away(mark, at.stream.pk, at.members[1].pk, "seen")
    await until(lambda: len(ear.frames) > len(before))
    assert [(frame["from"], frame["v"], frame["say"]) for frame in ear.frames[len(before) :]] == [(0, 1, "seen")]
    assert "hidden" not in "".join(text.text for text in ear.texts)
    assert follow(ear, page).html == (await away(fresh, at.stream.pk, "public")).html


async def test_a_room_of_the_public_alone_is_drawn_for_once_and_not_again_in_every_round(hub: hubs.Hub) -> None:
    """It counts fewer entries than there are, and what it counts is not held against the number of all."""
    at = await away(room)
    socket, _, _ = await seated(hub, at, "public")
    for is_secret in (True, True, False, True):
        await away(mark, at.stream.pk, at.members[0].pk, "said", secret=is_secret)
    await until(lambda: socket.v == 1 and hub.rooms[at.stream.pk].cursor == 4)
    await calm(hub, at)
    drawings = hub.rooms[at.stream.pk].drawings
    await asyncio.sleep(4 * hubs.ROUND_EVERY)
    assert hub.rooms[at.stream.pk].drawings == drawings


async def test_presence_is_nothing_to_the_public(hub: hubs.Hub) -> None:
    at = await away(room)
    _, ear, _ = await seated(hub, at, "public")
    member, _, _ = await seated(hub, at, "member", at.members[0])
    await until(lambda: hub.rooms[at.stream.pk].present == {(at.stream.pk, at.members[0].pk)})
    assert ear.frames == []


@pytest.mark.parametrize("behind", [1, 7, catch_up.LONGEST, catch_up.LONGEST + 1, 260])
async def test_whoever_comes_back_is_brought_up_from_where_they_were(hub: hubs.Hub, behind: int) -> None:
    at = await away(room)

    def history() -> Page:
        pages = {}
        for n in range(260):
            if 260 - n == behind:
                pages[n] = fresh(at.stream.pk, "member", at.members[0].pk)
            mark(at.stream.pk, at.members[n % 2].pk, f"mark {n}")
        return pages[260 - behind]

    page = await away(history)
    socket, ear = sit_down(hub, at.stream.pk, page.v, "member", at.members[0])
    await until(lambda: not socket.owed and socket.v == 260)
    await calm(hub, at)
    assert follow(ear, page).html == (await away(fresh, at.stream.pk, "member", at.members[0].pk)).html
    assert (page.v, page.gaps) == (260, 0)
    assert (not page.said[0]) == (behind > catch_up.LONGEST)


async def test_of_one_drawing_each_is_sent_what_brings_them_from_where_they_are(hub: hubs.Hub) -> None:
    at = await away(room)
    for n in range(2):
        await away(mark, at.stream.pk, at.members[0].pk, f"mark {n}")
    lines = [sit_down(hub, at.stream.pk, v, "public") for v in (0, 1, 1)]
    lines[-1][0].owe("people")
    await until(lambda: all(ear.frames for _, ear in lines))
    assert [(ear.frames[0]["from"], ear.frames[0]["say"]) for _, ear in lines] == [
        (0, "mark 0, mark 1"), (1, "mark 1"), (1, "mark 1"),
    ]  # fmt: skip
    assert ['id="names"' in ear.frames[0]["html"] for _, ear in lines] == [False, False, True]


async def test_all_who_are_too_far_behind_are_sent_the_same_and_told_nothing_of_what_happened(
    hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where somebody is drawn for beside them who missed a little of it."""
    monkeypatch.setattr(catch_up, "LONGEST", 2)
    at = await away(room)
    for n in range(6):
        await away(mark, at.stream.pk, at.members[0].pk, f"mark {n}")
        await away(mark, at.stream.pk, at.members[0].pk, f"hidden {n}", secret=True)
    _, alone = sit_down(hub, at.stream.pk, 0, "public")
    await until(lambda: alone.frames)
    assert (alone.frames[0]["from"], alone.frames[0]["v"]) == (0, 6), "what is hidden does not count"
    lines = [sit_down(hub, at.stream.pk, v, "public") for v in (0, 3, 5)]
    await until(lambda: all(not socket.owed for socket, _ in lines))
    first, second, near = [ear.texts[0] for _, ear in lines]
    assert first is second is not near
    assert not lines[0][1].frames[0]["say"] and lines[2][1].frames[0]["say"] == "mark 5"


async def test_a_version_that_never_was_means_reload(hub: hubs.Hub) -> None:
    at = await away(room)
    socket, ear = sit_down(hub, at.stream.pk, 12, "public")
    await until(lambda: ear.frames)
    assert ear.frames == [{"reload": True}] and socket.v == 12
    await away(mark, at.stream.pk, at.members[0].pk, "one")
    await until(lambda: len(ear.frames) > 1)
    assert ear.frames[1:] == [{"reload": True}], "they still stand where nobody can be brought up from"


async def test_hints_that_come_while_drawing_are_conflated(hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    at = await away(room)
    socket, ear, page = await seated(hub, at, "public")
    drawings = hub.rooms[at.stream.pk].drawings
    slow = hubs.draw_for

    def slowly(*args: Any) -> Any:
        import time

        time.sleep(0.2)
        return slow(*args)

    monkeypatch.setattr(hubs, "draw_for", slowly)
    for n in range(40):
        await away(mark, at.stream.pk, at.members[0].pk, f"{n}")
    await until(lambda: socket.v == 40)
    assert hub.rooms[at.stream.pk].drawings - drawings <= 8
    assert follow(ear, page).html == (await away(fresh, at.stream.pk, "public")).html


async def test_a_lost_hint_is_repaired_by_the_rounds(hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    at = await away(room)
    socket, ear, page = await seated(hub, at, "public")
    await calm(hub, at)  # who is here was seen before: nothing but the head is another one
    monkeypatch.setattr(hubs, "announce", lambda stream_id, v: None)
    await away(mark, at.stream.pk, at.members[0].pk, "unheard")
    await until(lambda: socket.v == 1, within=2)
    assert "unheard" in follow(ear, page).html["marks"]


async def test_what_another_process_wrote_is_shown_in_the_rounds_where_no_hint_arrives(
    page: str, transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "ROUND_EVERY", 0.1)
    layer = WildLayer(1, lose=1.0)
    here, elsewhere = hubs.Hub(layer), hubs.Hub(layer)
    monkeypatch.setattr(
        hubs, "announce", lambda stream_id, v: here.loop.call_soon_threadsafe(here.tell, Advanced(stream_id, v))
    )
    try:
        at = await away(room)
        maud = at.members[0]
        socket, ear, loaded = await seated(elsewhere, at, "member", maud)
        await calm(elsewhere, at)
        for n in range(3):  # another entry each time, and what is one's own with it
            await away(mark, at.stream.pk, maud.pk, f"unheard {n}")
            await until(lambda n=n: socket.v == n + 1)
        assert follow(ear, loaded).html == (await away(fresh, at.stream.pk, "member", maud.pk)).html
        assert (loaded.v, loaded.gaps) == (3, 0)
    finally:
        for one in (here, elsewhere):
            await one.stop()


async def test_a_stream_that_is_gone_is_noticed_though_nobody_says_so(hub: hubs.Hub) -> None:
    at = await away(room)
    _, ear = sit_down(hub, at.stream.pk, 0, "public", look_again=lambda: 4001)
    await until(lambda: hub.rooms[at.stream.pk].present is not None)
    await calm(hub, at)  # or it would be looked for because somebody seems to have gone
    await away(at.stream.delete)
    await until(lambda: ear.code == 4001)
    assert at.stream.pk not in hub.rooms


async def test_a_heartbeat_from_behind_is_answered_from_there(hub: hubs.Hub) -> None:
    """With all that it never had: what it was sent meanwhile is not what it shows."""
    at = await away(room)
    socket, ear, page = await seated(hub, at, "public")
    await away(mark, at.stream.pk, at.members[0].pk, "one")
    await until(lambda: socket.v == 1)
    ear.frames.clear()  # which were lost on their way
    socket.sent_at = 0.0
    hub.beat(socket, 0)
    await until(lambda: ear.frames)
    assert [frame["say"] for frame in ear.frames] == ["one"]
    assert follow(ear, page).html == (await away(fresh, at.stream.pk, "public")).html


async def test_a_heartbeat_that_crossed_a_frame_asks_for_nothing(
    hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or whoever is a little behind would hear everything twice."""
    at = await away(room)
    socket, ear, page = await seated(hub, at, "public")
    monkeypatch.setattr(hubs, "ROUND_EVERY", 60.0)  # for so long a frame may be under way
    await away(mark, at.stream.pk, at.members[0].pk, "one")
    await until(lambda: socket.v == 1)
    hub.beat(socket, 0)
    await away(mark, at.stream.pk, at.members[0].pk, "two")
    await until(lambda: socket.v == 2)
    assert [words for words in follow(ear, page).said if words] == ["one", "two"]


async def test_of_a_page_fetched_while_a_frame_came_nothing_is_said_twice(hub: hubs.Hub) -> None:
    at = await away(room)
    socket, ear, page = await seated(hub, at, "public")
    await away(mark, at.stream.pk, at.members[0].pk, "one")
    await until(lambda: socket.v == 1)
    seen = len(ear.frames)
    hub.beat(socket, 0, is_fetched=True)
    await until(lambda: len(ear.frames) > seen)
    await until(lambda: not socket.owed)
    assert [words for words in follow(ear, page).said if words] == ["one"]
    assert page.html == (await away(fresh, at.stream.pk, "public")).html


async def test_who_fetched_a_newer_page_is_told_again_who_is_here(
    hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = await away(room)
    socket, ear, _ = await seated(hub, at, "member", at.members[0])
    await calm(hub, at)
    monkeypatch.setattr(hubs, "ROUND_EVERY", 60.0)
    monkeypatch.setattr(hubs, "announce", lambda stream_id, v: None)
    await asyncio.sleep(0.3)
    seen = len(ear.frames)
    await away(mark, at.stream.pk, at.members[0].pk, "one")
    hub.beat(socket, 1)
    await until(lambda: len(ear.frames) > seen)
    assert [(frame["from"], frame["v"]) for frame in ear.frames[seen:]] == [(1, 1)]
    assert 'id="here"' in ear.frames[seen]["html"]


async def test_whoever_fetched_is_sent_all_of_it_anew(hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was fetched may be older than a frame that crossed it, and nobody could tell."""
    monkeypatch.setattr(hubs, "ROUND_EVERY", 60.0)
    at = await away(room)
    socket, ear, page = await seated(hub, at, "member", at.members[0])
    old = await away(fresh, at.stream.pk, "member", at.members[0].pk)
    await away(Person.objects.filter(pk=at.members[0].person_id).update, name="Maud")
    hubs.touch(at.stream.pk, "people")
    await until(lambda: any("Maud" in frame.get("html", "") for frame in ear.frames))
    seen = len(ear.frames)
    hub.beat(socket, 0, is_fetched=True)
    await until(lambda: len(ear.frames) > seen + 1)
    for frame in ear.frames[seen:]:
        old.take(frame)
    assert old.html == (await away(fresh, at.stream.pk, "member", at.members[0].pk)).html


async def test_a_page_fetched_between_there_and_back_ends_as_it_is(hub: hubs.Hub) -> None:
    """It was sent what it showed at first, so nothing but that it was fetched tells that it shows something else."""
    at = await away(room)
    maud = at.members[0]
    socket, ear, page = await seated(hub, at, "member", maud)
    await calm(hub, at)

    async def called(name: str) -> None:
        await away(Person.objects.filter(pk=maud.person_id).update, name=name)
        hubs.touch(at.stream.pk, "people")
        await until(lambda: f"<li>{name}</li>" in follow(ear, page).html["names"])

    for name in ("Person 0", "Maud"):  # by the second it is known what the page shows
        await called(name)
    late = await away(fresh, at.stream.pk, "member", maud.pk)
    await called("Person 0")
    ear.frames.clear()  # which the page had read before the answer came
    hub.beat(socket, late.v, is_fetched=True)
    now = await away(fresh, at.stream.pk, "member", maud.pk)
    assert late.html != now.html
    await until(lambda: follow(ear, late).html == now.html)


async def test_an_entry_that_changes_nothing_to_see_is_a_number_and_what_is_said_of_it(hub: hubs.Hub) -> None:
    """Or one could tell by the silence what of somebody's move one does not see."""
    at = await away(room)
    socket, ear, page = await seated(hub, at, "public")
    for n in range(fake.LATEST + 1):
        await away(mark, at.stream.pk, at.members[0].pk, "the same")
        await until(lambda n=n: socket.v == n + 1)
    assert follow(ear, page).v == fake.LATEST + 1
    assert ear.frames[-1] == {"from": fake.LATEST, "v": fake.LATEST + 1, "html": "", "say": "the same"}


async def test_what_a_page_shows_already_is_not_sent_again(hub: hubs.Hub) -> None:
    """An entry that changes nothing to see is a number; who says what their page shows is sent nothing of it."""
    at = await away(room)
    _, ear, page = await seated(hub, at, "public")
    await away(mark, at.stream.pk, at.members[0].pk, "one")
    await until(lambda: ear.frames)
    shown = ShownPage({id: html.split('data-region="')[1].split('"')[0] for id, html in follow(ear, page).html.items()})
    late, other = sit_down(hub, at.stream.pk, 1, "public", shown=shown)
    await until(lambda: not late.owed)
    hubs.touch(at.stream.pk, "people")
    await asyncio.sleep(0.2)
    assert other.frames == [] and "names" in ear.frames[-1]["html"], "only one of them had said what it shows"


async def test_who_came_one_after_the_other_are_one_position(hub: hubs.Hub) -> None:
    at = await away(room)
    for _ in range(3):
        await seated(hub, at, "public")
        await away(mark, at.stream.pk, at.members[0].pk, "one more")
        await asyncio.sleep(0.1)
    hubs.touch(at.stream.pk, "people")
    await until(lambda: len({one.at for one in hub.rooms[at.stream.pk].sockets}) == 1)


async def test_all_whom_one_drawing_brought_somewhere_stand_there_as_one_object(hub: hubs.Hub) -> None:
    """And who moves on from there moves alone."""
    at = await away(room)
    viewers = [await seated(hub, at, "public") for _ in range(3)]
    await away(mark, at.stream.pk, at.members[0].pk, "one")
    await until(lambda: all(socket.v == 1 for socket, _, _ in viewers))
    one, two, moving = [socket for socket, _, _ in viewers]
    assert one.at is two.at is moving.at
    moving.owe("people")
    moving.owe("presence")
    moving.forget(0)
    assert (moving.v, moving.owed, moving.at.shown) == (0, {"people", "presence"}, NOTHING)
    assert (one.v, one.owed) == (1, frozenset()) and one.at is two.at and one.at.shown is not NOTHING


async def test_who_comes_while_the_room_is_drawn_is_not_sent_that_drawing(
    hub: hubs.Hub, held_up: tuple[threading.Event, threading.Event]
) -> None:
    """It was begun before their door was asked; they stand where another is brought up from, and are drawn for next."""
    begun, may_go_on = held_up
    may_go_on.set()
    at = await away(room)
    early, _, _ = await seated(hub, at, "public")
    await calm(hub, at)
    may_go_on.clear(), begun.clear()
    await away(mark, at.stream.pk, at.members[0].pk, "one")
    await until(begun.is_set)
    late, ear = sit_down(hub, at.stream.pk, 0, "public")
    late.at = early.at
    delivered, seen = hub._deliver, []

    def then(*args: Any) -> None:
        delivered(*args)
        seen.append((early.v, late.v))

    hub._deliver = then  # type: ignore[method-assign]
    may_go_on.set()
    await until(lambda: late.v == 1)
    assert seen[0] == (1, 0) and [frame["say"] for frame in ear.frames] == ["one"]


async def test_pages_that_say_odd_things_of_themselves_are_soon_one_position(hub: hubs.Hub) -> None:
    """And cost nobody else: neither those who show what most do, nor who looks on with another sight."""
    at = await away(room)
    odd = [ShownPage({"names": f"odd {n}"}) for n in range(30)]
    most, others = ShownPage({"names": "as most"}), ShownPage({"names": "to members"})
    for shown in (*odd, most, most):
        sit_down(hub, at.stream.pk, 0, "public", shown=shown)
    member, _ = sit_down(hub, at.stream.pk, 0, "member", at.members[0], shown=others)
    wanted = {one.audience.sight: one.positions for one in hub.rooms[at.stream.pk].take()}
    assert len(wanted["public"]) == PAGES_MAX + 1 and most in {position.shown for position in wanted["public"]}
    assert member.at.shown is others


async def test_what_was_touched_is_drawn_once_and_not_with_each_entry_after_it(
    hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = await away(room)
    socket, ear, page = await seated(hub, at, "public")
    await away(Person.objects.filter(pk=at.members[0].person_id).update, name="Maud")
    hubs.touch(at.stream.pk, "people")
    await until(lambda: "Maud" in follow(ear, page).html["names"])
    await calm(hub, at)
    drawn: list[str] = []
    draw = catch_up.draw
    monkeypatch.setattr(catch_up, "draw", lambda region, *args: drawn.append(region.id) or draw(region, *args))
    await away(mark, at.stream.pk, at.members[0].pk, "one")
    await until(lambda: socket.v == 1)
    assert drawn == ["marks"]


async def test_a_renaming_is_drawn_without_an_entry(hub: hubs.Hub) -> None:
    at = await away(room)
    socket, ear, page = await seated(hub, at, "public")
    await away(Person.objects.filter(pk=at.members[0].person_id).update, name="Maud")
    hubs.touch(at.stream.pk, "people")
    await until(lambda: any("Maud" in frame.get("html", "") for frame in ear.frames))
    assert follow(ear, page).html == (await away(fresh, at.stream.pk, "public")).html
    assert page.v == 0


async def test_a_page_loaded_before_a_renaming_and_joined_after_it_is_put_right(hub: hubs.Hub) -> None:
    at = await away(room)
    await seated(hub, at, "public")
    old = await away(fresh, at.stream.pk, "public")
    await away(Person.objects.filter(pk=at.members[0].person_id).update, name="Maud")
    hubs.touch(at.stream.pk, "people")
    await asyncio.sleep(0.2)
    socket, ear = sit_down(hub, at.stream.pk, old.v, "public")
    await until(lambda: not socket.owed)
    assert follow(ear, old).html == (await away(fresh, at.stream.pk, "public")).html


@pytest.mark.parametrize("stands", [0, 1])
async def test_a_removed_member_is_looked_at_before_the_next_drawing(
    hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch, stands: int
) -> None:
    """Whether they or somebody else stood at the door for all members."""
    at = await away(room)
    first, draw = at.members[stands], hubs.draw_for

    def asked(stream_id: int, wanted: tuple[catch_up.Wanted, ...]) -> Any:
        one = Caller(person_id=first.person_id)
        is_there = any(position.member == first.pk for position in wanted[0].positions)
        return draw(stream_id, (replace(wanted[0], callers=(one,)),) if is_there else wanted)

    monkeypatch.setattr(hubs, "draw_for", asked)
    kept, _, _ = await seated(hub, at, "member", at.members[0])
    page = await away(fresh, at.stream.pk, "member", at.members[1].pk)
    socket, ear = sit_down(hub, at.stream.pk, page.v, "member", at.members[1], look_again=lambda: 4003)
    await until(lambda: not socket.owed)
    seen = len(ear.frames)
    from django.utils import timezone

    await away(Member.objects.filter(pk=at.members[1].pk).update, left_at=timezone.now())
    await away(mark, at.stream.pk, at.members[0].pk, "after")
    await until(lambda: ear.code)
    assert ear.code == 4003
    assert "after" not in "".join(text.text for text in ear.texts[seen:])
    await until(lambda: kept.v == 1)


async def test_the_public_is_shut_out_before_the_next_drawing_once_the_door_is(hub: hubs.Hub) -> None:
    at = await away(room)
    socket, ear = sit_down(hub, at.stream.pk, 0, "public", look_again=lambda: 4001)
    await until(lambda: not socket.owed)

    def close_the_door() -> None:
        at.stream.group.name = "private"
        at.stream.group.save()

    await away(close_the_door)
    await away(mark, at.stream.pk, at.members[0].pk, "behind closed doors")
    await until(lambda: ear.code)
    assert (ear.code, ear.frames) == (4001, [])


async def test_who_departed_is_closed_within_a_second(hub: hubs.Hub) -> None:
    at = await away(room)
    _, ear = sit_down(hub, at.stream.pk, 0, "member", at.members[1], look_again=lambda: 4003)
    await asyncio.sleep(0.2)
    hubs.departed(at.members[1].pk)
    await until(lambda: ear.code == 4003, within=1)


async def test_a_right_that_was_lost_without_a_word_is_noticed_where_nothing_happens(
    hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = await away(room)
    socket, ear = sit_down(hub, at.stream.pk, 0, "public", look_again=lambda: 4001)
    await until(lambda: not socket.owed)
    await calm(hub, at)
    monkeypatch.setattr(hubs, "LOOK_AGAIN_EVERY", 0.1)
    await until(lambda: ear.code == 4001)


async def test_a_fragment_that_cannot_be_drawn_keeps_nobody_else_waiting(
    hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = await away(room)
    public, _, _ = await seated(hub, at, "public")
    member, ear, page = await seated(hub, at, "member", at.members[0])
    draw = catch_up.draw

    def broken(region: Any, view: Any) -> Any:
        if view.sight == "member":
            raise ValueError("a fault in a fragment")
        return draw(region, view)

    monkeypatch.setattr(catch_up, "draw", broken)
    await away(mark, at.stream.pk, at.members[0].pk, "one")
    await until(lambda: public.v == 1)
    assert member.v == 0
    assert not any(frame.get("v") == 1 for frame in ear.frames)
    monkeypatch.setattr(catch_up, "draw", draw)
    await until(lambda: member.v == 1)
    await calm(hub, at)
    assert follow(ear, page).html == (await away(fresh, at.stream.pk, "member", at.members[0].pk)).html


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """While it is set nothing can be drawn."""
    is_broken, draw = threading.Event(), catch_up.draw

    def drawn(region: Any, view: Any) -> Any:
        if is_broken.is_set():
            raise ValueError("a fault in a fragment")
        return draw(region, view)

    monkeypatch.setattr(catch_up, "draw", drawn)
    yield is_broken


async def test_what_could_not_be_drawn_is_tried_again_in_the_rounds_though_there_is_no_entry(
    hub: hubs.Hub, broken: threading.Event
) -> None:
    at = await away(room)
    _, ear, page = await seated(hub, at, "public")
    await calm(hub, at)
    broken.set()
    await away(Person.objects.filter(pk=at.members[0].person_id).update, name="Maud")
    hubs.touch(at.stream.pk)
    await until(lambda: hub.rooms[at.stream.pk].failures)
    await calm(hub, at)
    broken.clear()
    await until(lambda: "Maud" in follow(ear, page).html["names"])
    assert page.html == (await away(fresh, at.stream.pk, "public")).html


async def test_what_fails_again_and_again_is_left_to_the_next_hint(
    hub: hubs.Hub, broken: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "FAILURES", 3)
    monkeypatch.setattr(hubs, "ROUND_EVERY", 0.02)
    at = await away(room)
    _, ear, page = await seated(hub, at, "public")
    await calm(hub, at)
    rounds: list[frozenset[int]] = []
    look = presence.look
    monkeypatch.setattr(presence, "look", lambda rooms, *more: rounds.append(rooms) or look(rooms, *more))
    there, drawings = hub.rooms[at.stream.pk], hub.rooms[at.stream.pk].drawings
    broken.set()
    await away(Person.objects.filter(pk=at.members[0].person_id).update, name="Maud")
    hubs.touch(at.stream.pk)
    await until(lambda: there.failures == 3)
    seen = len(rounds)
    await until(lambda: len(rounds) > seen + 4)
    assert there.drawings - drawings == there.failures == 3
    broken.clear()
    hubs.touch(at.stream.pk, "presence")
    await until(lambda: "Maud" in follow(ear, page).html["names"])
    assert there.failures == 0


async def test_a_database_that_is_away_delays_and_loses_nothing(hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import OperationalError

    at = await away(room)
    socket, ear, page = await seated(hub, at, "public")
    draw, failures = hubs.draw_for, iter(range(3))

    def failing(*args: Any) -> Any:
        if next(failures, None) is not None:
            raise OperationalError("the server is starting up")
        return draw(*args)

    monkeypatch.setattr(hubs, "draw_for", failing)
    await away(mark, at.stream.pk, at.members[0].pk, "kept")
    await until(lambda: socket.v == 1)
    assert "kept" in follow(ear, page).html["marks"]
    await calm(hub, at)
    failures = iter(range(3))
    await away(Person.objects.filter(pk=at.members[0].person_id).update, name="Maud")
    hubs.touch(at.stream.pk)  # there is no entry of this that the rounds would find
    await until(lambda: "Maud" in follow(ear, page).html["names"])


@pytest.fixture
def held_up(hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[threading.Event, threading.Event]]:
    """The next drawing of the hub says that it has begun, and is delivered when it may."""
    begun, may_go_on = threading.Event(), threading.Event()
    draw = hubs.draw_for

    def held(*args: Any) -> Any:
        drawn = draw(*args)
        begun.set()
        assert may_go_on.wait(10)
        return drawn

    monkeypatch.setattr(hubs, "draw_for", held)
    yield begun, may_go_on
    may_go_on.set()


async def test_who_lost_a_frame_while_the_next_was_drawn_is_told_all_that_was_in_it(
    hub: hubs.Hub, held_up: tuple[threading.Event, threading.Event]
) -> None:
    begun, may_go_on = held_up
    may_go_on.set()
    at = await away(room)
    socket, ear, page = await seated(hub, at, "public")
    await away(mark, at.stream.pk, at.members[0].pk, "one")
    await until(lambda: socket.v == 1)
    await calm(hub, at)
    ear.frames.clear()  # which were lost on their way
    may_go_on.clear(), begun.clear()
    await away(Person.objects.filter(pk=at.members[0].person_id).update, name="Maud")
    hubs.touch(at.stream.pk)
    await until(begun.is_set)
    socket.sent_at = 0.0
    hub.beat(socket, 0)
    may_go_on.set()
    await until(lambda: socket.v == 1 and not socket.owed)
    await calm(hub, at)
    assert follow(ear, page).html == (await away(fresh, at.stream.pk, "public")).html


async def test_who_answers_nothing_for_long_is_closed_and_who_answers_is_not(
    hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscriptions, "UNACKED", 5000)  # more than any one frame here
    monkeypatch.setattr(subscriptions, "ACK_WITHIN", 0.0)
    at = await away(room)
    silent, silents, _ = await seated(hub, at, "public")
    answering, answerings, _ = await seated(hub, at, "public")
    for n in range(3):
        await away(mark, at.stream.pk, at.members[0].pk, "x" * 900)
        await until(lambda n=n: answering.v == n + 1)
        hub.beat(answering, answering.v)
    await until(lambda: silents.code == TOO_SLOW)
    assert silent.unacked > 5000 > answering.unacked == 0 and answerings.is_open


async def test_who_has_not_read_the_latest_has_not_answered(hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    at = await away(room)
    socket, _, _ = await seated(hub, at, "public")
    monkeypatch.setattr(hubs, "ROUND_EVERY", 60.0)
    await away(mark, at.stream.pk, at.members[0].pk, "one")
    await until(lambda: socket.v == 1)
    hub.beat(socket, 0)
    assert socket.unacked
    hub.beat(socket, 1)
    assert not socket.unacked


async def test_a_reader_who_fell_silent_is_closed_where_nothing_is_written(hub: hubs.Hub) -> None:
    at = await away(room)
    socket, ear, _ = await seated(hub, at, "public")
    socket.unacked, socket.oldest_unacked = subscriptions.UNACKED + 1, float("-inf")
    await until(lambda: ear.code == TOO_SLOW)


async def test_a_reader_is_found_silent_before_more_is_written(hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    at = await away(room)
    socket, ear, _ = await seated(hub, at, "public")
    monkeypatch.setattr(subscriptions, "ACK_WITHIN", 0.0)
    monkeypatch.setattr(subscriptions, "UNACKED", 10)
    seen = len(ear.frames)
    socket.unacked, socket.oldest_unacked = 9, float("-inf")
    socket.write(SocketFrame('"yes"'), 0.0)
    assert (ear.code, len(ear.frames)) == (TOO_SLOW, seen)


async def test_two_people_on_one_seat_each_see_what_is_their_own(
    hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And visitors stand at one place, whoever they are."""
    at = await away(room)
    maud = at.members[0]

    def whose(view: View) -> fake.Shown:
        return fake.Shown("own", (f"person {view.person_id}",))

    own = replace(fake.PAGE.regions[-1], query=whose, of_person=True)
    page = replace(
        fake.PAGE, regions=(*fake.PAGE.regions[:-1], own), door=lambda *_: fake.Door(at.stream.pk, "member", maud.pk)
    )
    monkeypatch.setitem(PAGES, "fake", page)
    lines = [sit_down(hub, at.stream.pk, 0, "member", maud, Caller(person_id=person)) for person in (801, 802)]
    await away(mark, at.stream.pk, maud.pk, "one")
    await until(lambda: all(any("mine" in frame for frame in ear.frames) for _, ear in lines))
    told = ["".join(frame.text for frame in ear.texts) for _, ear in lines]
    assert [("person 801" in text, "person 802" in text) for text in told] == [(True, False), (False, True)]
    visitors = [sit_down(hub, at.stream.pk, 0, "public", caller=Caller(person_id=person)) for person in (801, 802)]
    assert len({socket.at for socket, _ in visitors}) == 1


async def test_hubs_that_hear_little_and_twice_and_late_end_alike(
    page: str, transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes with a layer that loses a third, doubles a fifth and reorders all: nobody ends behind or torn."""
    monkeypatch.setattr(hubs, "ROUND_EVERY", 0.2)
    layer = WildLayer(7, lose=0.3, double=0.2, delay=0.1)
    two = [hubs.Hub(layer), hubs.Hub(layer)]
    at = await away(room)
    dice = random.Random(3)
    viewers = []
    try:
        for n in range(60):
            if n % 6 == 0:
                sight, member = dice.choice([("public", None), ("member", at.members[0]), ("member", at.members[1])])
                loaded = await away(fresh, at.stream.pk, sight, member.pk if member else None)
                viewers.append((*sit_down(dice.choice(two), at.stream.pk, loaded.v, sight, member), loaded))
            teller = dice.choice(two)
            monkeypatch.setattr(
                hubs,
                "announce",
                lambda stream_id, v, to=teller: to.loop.call_soon_threadsafe(to.tell, Advanced(stream_id, v)),
            )
            await away(mark, at.stream.pk, dice.choice(at.members).pk, f"{n}", secret=dice.random() < 0.4)
        for socket, _, _ in viewers:
            await until(lambda socket=socket: socket.v == (60 if socket.audience.sight == "member" else socket.v))
        await asyncio.sleep(1.0)
        for socket, ear, loaded in viewers:
            now = await away(fresh, at.stream.pk, socket.audience.sight, socket.member_id)
            ended = follow(ear, loaded)
            assert (ended.v, ended.gaps) == (now.v, 0)
            assert ended.html == now.html
    finally:
        for one in two:
            await one.stop()


async def test_a_layer_that_is_away_holds_nobody_up(page: str, transactional_db: None) -> None:
    layer = WildLayer(1)
    layer.is_away = True
    alone = hubs.Hub(layer)
    try:
        at = await away(room)
        socket, _ = sit_down(alone, at.stream.pk, 0, "public")
        await until(lambda: not socket.owed)
        await away(mark, at.stream.pk, at.members[0].pk, "one")
        alone.tell(Advanced(at.stream.pk, 1))
        await until(lambda: socket.v == 1, within=1)
    finally:
        await alone.stop()


async def test_hints_that_wait_are_replaced_by_newer_ones() -> None:
    post = Post("me", lambda hint: None, WildLayer(1))
    for v in (3, 9, 4):
        post.send(Advanced(1, v))
    assert list(post._outbox.values()) == [Advanced(1, 9)]


def test_a_frame_on_the_wire_is_what_rfc_6455_says() -> None:
    for size in (0, 1, 125, 126, 65535, 65536):
        wire = SocketFrame("x" * size).wire
        head = {size < 126: 2, 126 <= size < 65536: 4, size >= 65536: 10}[True]
        assert wire[0] == 0x81 and wire[head:] == b"x" * size
        assert int.from_bytes(wire[2:head], "big") == size if head > 2 else wire[1] == size


async def test_leases_follow_the_sockets(hub: hubs.Hub) -> None:
    at = await away(room)
    maud = at.members[0]
    one, _, _ = await seated(hub, at, "member", maud)
    two, _, _ = await seated(hub, at, "member", maud)
    await until(lambda: hub.rooms[at.stream.pk].present == {(at.stream.pk, maud.pk)})
    lease = await away(Lease.objects.get, member=maud)
    hub.leave(one)
    await asyncio.sleep(0.2)
    assert (await away(Lease.objects.get, member=maud)).until >= lease.until  # nothing cut it short
    hub.leave(two)

    def left() -> float:
        from django.utils import timezone

        return (Lease.objects.get(member=maud).until - timezone.now()).total_seconds()

    await asyncio.sleep(0.3)
    assert presence.SOCKET_EVERY < await away(left) <= 12  # and a round later everybody knows: within 15 seconds
    assert await away(presence.present, at.stream.pk) == {maud.pk}


async def test_somebody_whose_grace_is_over_is_shown_away_to_all(
    hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    from datetime import timedelta

    monkeypatch.setattr(presence, "GRACE", timedelta(seconds=0.5))
    at = await away(room)
    maud, idris = at.members
    gone, _, _ = await seated(hub, at, "member", maud)
    _, ear, page = await seated(hub, at, "member", idris)
    await until(lambda: hub.rooms[at.stream.pk].present == {(at.stream.pk, maud.pk), (at.stream.pk, idris.pk)})
    hub.leave(gone)
    await calm(hub, at)
    await until(lambda: f"<li>{maud.pk}</li>" not in follow(ear, page).html["here"])
    assert follow(ear, page).html == (await away(fresh, at.stream.pk, "member", idris.pk)).html


async def test_typing_is_told_to_the_other_members_alone(hub: hubs.Hub) -> None:
    from studio.live.bus import Signalled

    at = await away(room)
    _, mauds, _ = await seated(hub, at, "member", at.members[0])
    _, idrises, _ = await seated(hub, at, "member", at.members[1])
    _, visitors, _ = await seated(hub, at, "public")
    hub.tell(Signalled(at.stream.pk, at.members[0].pk, "typing"))
    signal = {"signal": "typing", "by": at.members[0].pk}
    assert signal in idrises.frames and signal not in mauds.frames and signal not in visitors.frames


async def test_a_caller_stands_for_all_visitors_and_where_each_is_asked_for_their_own_sockets(
    hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = await away(room)
    for person in (None, None, 7, 7, 8):
        sit_down(hub, at.stream.pk, 0, "public", caller=Caller(person_id=person))
    there = hub.rooms[at.stream.pk]
    assert [len(wanted.callers) for wanted in there.take()] == [1]
    monkeypatch.setitem(PAGES, "fake", replace(fake.PAGE, asks_each=True))
    (wanted,) = there.take()
    assert {caller.person_id for caller in wanted.callers} == {None, 7, 8} and len(wanted.callers) == 3  # type: ignore[attr-defined]


async def test_hints_of_a_request_are_told_when_it_is_answered_whatever_the_answer(
    hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Advanced] = []
    monkeypatch.setattr(hub, "tell", heard.append)

    async def told() -> list[Advanced]:
        for _ in range(3):
            await asyncio.sleep(0)
        return heard

    with pytest.raises(LookupError), hubs.hints_held():
        hubs.announce(7, 2)
        hubs.announce(7, 3)
        assert await told() == []
        raise LookupError("the answer says so")
    assert await told() == [Advanced(7, 2), Advanced(7, 3)]
    hubs.announce(7, 4)
    assert await told() == [Advanced(7, 2), Advanced(7, 3), Advanced(7, 4)]
    elsewhere = threading.Thread(target=hubs.announce, args=(8, 1))
    with hubs.hints_held():
        elsewhere.start(), elsewhere.join()
        assert (await told())[-1] == Advanced(8, 1), "only this thread holds its own back"


async def test_of_groups_that_were_renamed_only_the_recent_are_kept(
    hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    for stream_id in (1, 2, 3):
        hub.hear(Touched(stream_id, PEOPLE))
    assert set(hub._renamed) == {1, 2, 3}
    monkeypatch.setattr(hubs, "RENAMED_RECENTLY", 0.0)
    hub.hear(Touched(4, PEOPLE))
    assert set(hub._renamed) == {4}
