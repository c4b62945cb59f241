"""The socket's door: who gets in, what is said up and down, and with which code it ends."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator

from studio.asgi import application
from studio.live import consumer
from studio.live import hub as hubs
from studio.live.consumer import MESSAGES_AT_ONCE, PROTOCOL
from studio.models import Device, Member
from studio.people import membership
from tests.live.fake import away, device_of, fresh, mark, room, until

HERE = [(b"host", b"localhost"), (b"origin", b"http://localhost")]


def secret() -> str:
    return secrets.token_urlsafe(32)


@asynccontextmanager
async def opened(
    key: str, cookie: str = "", query: str = "page=fake&v=0", headers: list[tuple[bytes, bytes]] = HERE
) -> AsyncIterator[tuple[WebsocketCommunicator, bool]]:
    extra = [(b"cookie", f"carte_device={cookie}".encode())] if cookie else []
    line = WebsocketCommunicator(application, f"/live/{key}/?{query}", headers=[*headers, *extra])
    is_open, _ = await line.connect(timeout=5)
    try:
        yield line, is_open
    finally:
        await line.disconnect(timeout=5)


async def frame(line: WebsocketCommunicator, within: float = 5.0) -> dict[str, Any]:
    return json.loads(await line.receive_from(timeout=within))  # type: ignore[no-any-return]


async def closed_with(line: WebsocketCommunicator, within: float = 5.0) -> int:
    """The code it is closed with, whatever is said before."""
    while True:
        message = await line.receive_output(timeout=within)
        if message["type"] == "websocket.close":
            return int(message["code"])


async def test_hello_comes_first_and_then_what_is_missing(hub: hubs.Hub) -> None:
    at = await away(room)
    await away(mark, at.stream.pk, at.members[0].pk, "early")
    async with opened(at.stream.key) as (line, is_open):
        assert is_open
        assert await frame(line) == {"hello": PROTOCOL, "beat": 3, "files": ""}
        late = await frame(line)
        assert (late["from"], late["v"], late["say"]) == (0, 1, "early")
        await away(mark, at.stream.pk, at.members[0].pk, "later")
        assert (await frame(line))["say"] == "later"


async def test_a_heartbeat_is_answered_where_one_asks_for_it(hub: hubs.Hub) -> None:
    at = await away(room)
    async with opened(at.stream.key) as (line, _):
        await frame(line)
        for beat in ({"v": 0}, {"v": 0, "hear": True}):
            await line.send_to(json.dumps(beat))
        assert await frame(line) == {"heard": True}
        assert await line.receive_nothing(0.05)


async def test_in_a_crowd_heartbeats_are_rarer(hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumer, "CROWD", 1)
    at = await away(room)
    async with opened(at.stream.key) as (first, _), opened(at.stream.key) as (second, _):
        # Whichever of the two came through the door first.
        assert sorted([(await frame(line))["beat"] for line in (first, second)]) == [3, 10]


@pytest.mark.parametrize(
    "headers",
    [
        [(b"host", b"localhost")],
        [(b"host", b"localhost"), (b"origin", b"null")],
        [(b"host", b"localhost"), (b"origin", b"https://evil.example")],
        [(b"host", b"localhost"), (b"origin", b"http://localhost:9999")],
        [(b"host", b"localhost"), (b"origin", b"http://localhost.evil.example")],
        [(b"host", b"evil.example"), (b"origin", b"http://evil.example")],
    ],
    ids=["none", "opaque", "foreign", "other-port", "look-alike", "foreign-host"],
)
async def test_a_page_of_another_origin_is_refused_in_the_handshake(
    hub: hubs.Hub, headers: list[tuple[bytes, bytes]]
) -> None:
    at = await away(room)
    async with opened(at.stream.key, headers=headers) as (_, is_open):
        assert not is_open


async def test_an_unknown_address_is_refused_in_the_handshake(hub: hubs.Hub) -> None:
    line = WebsocketCommunicator(application, "/live/", headers=HERE)
    assert (await line.connect(timeout=5))[0] is False
    await line.disconnect()


async def test_what_is_not_yours_ends_like_what_is_not(hub: hubs.Hub) -> None:
    mine, theirs = await away(room, name="a"), await away(room, name="b")
    cookie = secret()
    await away(device_of, mine.members[0], cookie)
    for key, page in (
        (theirs.stream.key, "page=fake"),
        ("nothing-here-1", "page=fake"),
        (mine.stream.key, "page=none"),
        (mine.stream.key, ""),
        (mine.stream.key, "page=fake&number=3"),
    ):
        async with opened(key, cookie, page) as (line, is_open):
            assert is_open
            assert await closed_with(line) == 4003
    for key in (theirs.stream.key, "nothing-here-1"):
        async with opened(key) as (line, _):
            assert await closed_with(line) == 4001


async def test_a_member_is_let_in_and_is_present(hub: hubs.Hub) -> None:
    at = await away(room, name="private")
    cookie = secret()
    await away(device_of, at.members[0], cookie)
    async with opened(at.stream.key, cookie) as (line, _):
        await frame(line)
        await until(lambda: hub.rooms[at.stream.pk].present == {(at.stream.pk, at.members[0].pk)})


async def test_a_revoked_device_is_closed_within_five_seconds_without_any_hint(hub: hubs.Hub) -> None:
    at = await away(room, name="private")
    cookie = secret()
    device = await away(device_of, at.members[0], cookie)
    async with opened(at.stream.key, cookie) as (line, _):
        await frame(line)
        from django.utils import timezone

        await away(Device.objects.filter(pk=device.pk).update, revoked_at=timezone.now())
        assert await closed_with(line, within=5) == 4001


async def test_a_removed_member_is_closed_within_a_second_and_hears_nothing_more(hub: hubs.Hub) -> None:
    at = await away(room, 3, name="private")
    cookie = secret()
    await away(device_of, at.members[1], cookie)
    async with opened(at.stream.key, cookie) as (line, _):
        await frame(line)
        await asyncio.sleep(0.3)

        def remove() -> None:
            membership.depart(Member.objects.get(pk=at.members[1].pk), "removed")
            mark(at.stream.pk, at.members[0].pk, "without them")

        await away(remove)
        said = []
        while True:
            message = await line.receive_output(timeout=1)
            if message["type"] == "websocket.close":
                break
            said.append(message["text"])
        assert message["code"] == 4003
        assert "without them" not in "".join(said)
    async with opened(at.stream.key, cookie) as (line, _):
        assert await closed_with(line) == 4003


async def test_another_protocol_is_told_to_reload(hub: hubs.Hub) -> None:
    at = await away(room)
    async with opened(at.stream.key, query="page=fake&v=0&protocol=0") as (line, _):
        assert (await frame(line))["hello"] == PROTOCOL
        assert await frame(line) == {"reload": True}


async def test_a_flood_is_closed(hub: hubs.Hub) -> None:
    at = await away(room)
    async with opened(at.stream.key) as (line, _):
        for _ in range(int(MESSAGES_AT_ONCE) + 20):
            await line.send_to(text_data='{"v":0}')
        assert await closed_with(line) == 4029


@pytest.mark.parametrize(
    "text",
    [
        "[" * 2000,
        "{}",
        "null",
        '{"v":"1"}',
        '{"v":-1}',
        '{"v":true}',
        '{"vote":"for"}',
        '{"signal":"shout"}',
        "é" * 900,
    ],
)
async def test_nonsense_is_dear_and_harmless(hub: hubs.Hub, text: str) -> None:
    at = await away(room)
    async with opened(at.stream.key) as (line, _):
        await frame(line)
        await line.send_to(text_data=text)
        await away(mark, at.stream.pk, at.members[0].pk, "still here")
        assert (await frame(line))["say"] == "still here"
        for _ in range(8):
            await line.send_to(text_data=text)
        assert await closed_with(line) == 4029


@pytest.mark.parametrize("message", [{"text_data": "x" * 4000}, {"bytes_data": b"\xff\xfe"}], ids=["long", "binary"])
async def test_what_is_too_long_or_not_text_is_closed(hub: hubs.Hub, message: dict[str, Any]) -> None:
    at = await away(room)
    async with opened(at.stream.key) as (line, _):
        await line.send_to(**message)
        assert await closed_with(line) == 4029


async def test_one_person_holds_ten_sockets_and_no_more(hub: hubs.Hub) -> None:
    at = await away(room, name="private")
    cookie = secret()
    await away(device_of, at.members[0], cookie)
    async with opened(at.stream.key, cookie) as (first, _):
        lines = []
        for _ in range(hubs.SOCKETS_PER_PERSON - 1):
            line = WebsocketCommunicator(
                application,
                f"/live/{at.stream.key}/?page=fake&v=0",
                headers=[*HERE, (b"cookie", f"carte_device={cookie}".encode())],
            )
            await line.connect(timeout=5)
            lines.append(line)
        await until(lambda: hub.people[at.members[0].person_id] == hubs.SOCKETS_PER_PERSON)
        async with opened(at.stream.key, cookie) as (line, _):
            assert await closed_with(line) == 4029
        for line in lines:
            await line.disconnect()
        await until(lambda: hub.people[at.members[0].person_id] == 1)
        async with opened(at.stream.key, cookie) as (line, _):
            assert (await frame(line))["hello"] == PROTOCOL


async def test_strangers_of_one_address_hold_so_many_sockets_and_no_more(
    hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "STRANGER_SOCKETS_MAX", 3)
    at = await away(room)
    cookie = secret()
    await away(device_of, at.members[0], cookie)

    async def stranger(address: str, cookie: str = "") -> WebsocketCommunicator:
        extra = [(b"cookie", f"carte_device={cookie}".encode())] if cookie else []
        line = WebsocketCommunicator(application, f"/live/{at.stream.key}/?page=fake&v=0", headers=[*HERE, *extra])
        line.scope["client"] = [address, 5000]
        assert (await line.connect(timeout=5))[0]
        return line

    lines = [await stranger(address) for address in ("2001:db8::1", "2001:db8::2", "2001:db8::ffff:1")]
    for line in lines:
        assert (await frame(line))["hello"] == PROTOCOL
    # A code that a page understands: it comes back after a while. Whoever is elsewhere, or is known, is let in.
    assert await closed_with(await stranger("2001:db8::99")) == 4029
    others = [await stranger("2001:db8:0:1::1"), await stranger("2001:db8::1", cookie), await stranger("192.0.2.1")]
    for line in others:
        assert (await frame(line))["hello"] == PROTOCOL
    await lines[0].disconnect()
    await until(lambda: hub.strangers["2001:db8::/64"] == 2)
    others.append(await stranger("2001:db8::99"))
    assert (await frame(others[-1]))["hello"] == PROTOCOL
    for line in (*lines[1:], *others):
        await line.disconnect()
    await until(lambda: not hub.strangers)


async def test_behind_a_proxy_it_is_the_forwarded_address_that_counts_and_never_its_own() -> None:
    from studio.server.daphne_server import BehindProxy

    seen = []

    async def look(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["client"])

    for headers in ([(b"x-forwarded-for", b"203.0.113.9, 192.0.2.1")], []):
        scope = {"type": "websocket", "headers": headers, "client": ["127.0.0.1", 1]}
        await BehindProxy(look)(scope, None, None)
    assert seen == [["192.0.2.1", 0], None]


async def test_a_hundred_come_back_at_once_and_all_are_brought_up(hub: hubs.Hub) -> None:
    at = await away(room)
    for n in range(5):
        await away(mark, at.stream.pk, at.members[0].pk, f"{n}")
    now = await away(fresh, at.stream.pk, "public")

    async def come_back(v: int) -> None:
        async with opened(at.stream.key, query=f"page=fake&v={v}&again=1") as (line, _):
            await frame(line)
            brought = await frame(line)
            assert (brought["from"], brought["v"]) == (v, 5)
            if v < 5:
                assert now.html["marks"] in brought["html"]

    await asyncio.gather(*(come_back(n % 6) for n in range(100)))
    await until(lambda: not hub.rooms)


async def test_nothing_is_left_of_sockets_that_went(hub: hubs.Hub) -> None:
    at = await away(room, name="private")
    cookie = secret()
    await away(device_of, at.members[0], cookie)
    async with opened(at.stream.key, cookie) as (line, _):
        await frame(line)
        await until(lambda: hub.rooms[at.stream.pk].present is not None)
    before = len(asyncio.all_tasks())
    for _ in range(20):
        async with opened(at.stream.key, cookie) as (line, _):
            await frame(line)
    await until(lambda: len(asyncio.all_tasks()) <= before)
    assert (hub.rooms, hub.people, hub.present, hub.strangers) == ({}, {}, {}, {})
