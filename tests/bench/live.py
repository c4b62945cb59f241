"""How long from a command until the LAST of N spectators has its frame, against a bare broadcast in the same run.

    .venv/bin/python -m tests.bench.live                 # embedded defaults, N = 50, 200, 1000
    .venv/bin/python -m tests.bench.live --processes 2   # two processes over PostgreSQL and Valkey
    .venv/bin/python -m tests.bench.live --apart         # sockets in a process of their own: what that would give
    .venv/bin/python -m tests.bench.live --plain         # through the plain ASGI send, without the fast path
    .venv/bin/python -m tests.bench.live --rounds 60 --n 200

The reference is an asyncio `websockets` server that sends a frame of the same size to N clients when it is told to,
without a database. Ours commits on a stream (lock, entry, commit with FULL synchronous writing), is hinted to
the hub, drawn and written: `ours` is timed from the start of the view, `asked` from the sending of the request.
Reference and ours take turns within one run; only the ratio of their medians is to be trusted, and on a busy machine
not even that: there the processor time that the servers spent on one command (`cpu`, in ms) says more. The clients of
both are the same raw sockets in this process. `16 outstanding` keeps sixteen requests under way and counts those whose
result the last spectator has.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import time
from dataclasses import dataclass

from tests.bench.crowd import Crowd, Teller
from tests.bench.shipped import Reference, ports_of, reference, resident, say_where, shipped_site, spent
from tests.servers import Site


class Line:
    """One kept-alive HTTP connection for commands."""

    def __init__(self, port: int, key: str) -> None:
        self.port, self.key = port, key

    async def open(self) -> Line:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def mark(self, text: str) -> tuple[int, float]:
        """The version it made, and when the server began with it (one clock for all processes of a machine)."""
        head = (
            f"POST /small/{self.key}/ HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Length: {len(text)}\r\n"
            "Content-Type: text/plain\r\n\r\n"
        )
        self.writer.write(head.encode() + text.encode())
        answer = await self.reader.readuntil(b"\r\n\r\n")
        said = dict(line.lower().split(b": ", 1) for line in answer.split(b"\r\n")[1:] if b": " in line)
        return int(said[b"x-stream-version"]), float(said[b"x-began"])


@dataclass
class Ours:
    site: Site
    key: str
    v: int = 0
    is_apart: bool = False  # the sockets are on the second process, the commands go to the first

    @property
    def ports(self) -> list[int]:
        """Where commands go."""
        return ports_of(self.site)[:1] if self.is_apart else ports_of(self.site)

    @property
    def socket_ports(self) -> list[int]:
        return ports_of(self.site)[1:] if self.is_apart else ports_of(self.site)

    @property
    def path(self) -> str:
        return f"/live/{self.key}/?page=fake&v={self.v}"


async def measure(ours: Ours, told: Reference, n: int, rounds: int) -> dict[str, float]:
    """Medians in milliseconds, to the last spectator: of the bare broadcast, of ours, and of ours with the request; and
    what a socket takes of the servers' memory before anything is sent to it (`idle`, KiB)."""
    bare, crowd = Crowd(), Crowd()
    await bare.gather([told.port], "/", n)
    memory = resident(*ours.site.processes)
    await crowd.gather(ours.socket_ports, ours.path, n)
    line, teller = await Line(ours.ports[0], ours.key).open(), await Teller().open(told.port)
    await asyncio.sleep(1.0)
    idle = (resident(*ours.site.processes) - memory) / n / 1024
    took: dict[str, list[float]] = {"bare": [], "ours": [], "asked": []}
    before = spent(told.process), spent(*ours.site.processes)
    for number in range(rounds + 5):
        frame = {"from": ours.v, "v": ours.v + 1, "html": f"<ul>{'x' * 360}</ul>", "say": f"mark {number:06}"}
        bare.expect(f"mark {number:06}".encode(), n)
        began = time.perf_counter()
        teller.tell(json.dumps(frame))
        await bare.all_of_them()
        took["bare"].append(time.perf_counter() - began)
        await asyncio.sleep(0.02)
        crowd.expect(f'"say":"mark {number:06}'.encode(), n)
        began = time.perf_counter()
        answer = asyncio.create_task(line.mark(f"mark {number:06}"))
        await crowd.all_of_them()
        ended = time.perf_counter()
        ours.v, started = await answer
        took["ours"].append(ended - started)
        took["asked"].append(ended - began)
        await asyncio.sleep(0.02)
    cpu = {"bare_cpu": spent(told.process) - before[0], "ours_cpu": spent(*ours.site.processes) - before[1]}
    bare.disperse(), crowd.disperse()
    teller.close(), line.writer.close()
    await asyncio.sleep(0.5)
    medians = {name: statistics.median(times[5:]) * 1000 for name, times in took.items()}
    return medians | {name: seconds / (rounds + 5) * 1000 for name, seconds in cpu.items()} | {"idle": idle}


async def outstanding(ours: Ours, port: int, n: int, total: int = 480, at_once: int = 16) -> dict[str, float]:
    """Commands a second whose result the last spectator has, and what one of them costs the servers (`cpu`, ms).

    A conflated frame counts as all that it carries.
    """
    bare, crowd = Crowd(), Crowd()
    await bare.gather([port], "/", n)
    await crowd.gather(ours.socket_ports, ours.path, n)
    teller = await Teller().open(port)
    await asyncio.sleep(1.0)
    bare.expect(f"last {total - 1:06}".encode(), n)
    began = time.perf_counter()
    for number in range(total):
        teller.tell(json.dumps({"v": number, "html": "x" * 260, "say": f"last {number:06}"}))
    await bare.all_of_them()
    rates = {"bare": total / (time.perf_counter() - began)}
    lines = [await Line(ours.ports[k % len(ours.ports)], ours.key).open() for k in range(at_once)]
    crowd.expect(f'"v":{ours.v + total},'.encode(), n)
    began, before = time.perf_counter(), spent(*ours.site.processes)

    async def keep_on(line: Line, share: int) -> None:
        for _ in range(share):
            ours.v = max(ours.v, (await line.mark("x"))[0])

    working = asyncio.gather(*(keep_on(line, total // at_once) for line in lines))
    await crowd.all_of_them()
    rates["ours"] = total / (time.perf_counter() - began)
    await working
    rates["cpu"] = (spent(*ours.site.processes) - before) / total * 1000
    bare.disperse(), crowd.disperse()
    teller.close()
    await asyncio.sleep(0.5)
    return rates


def main() -> None:
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("--n", type=int, nargs="*", default=[50, 200, 1000])
    wishes.add_argument("--rounds", type=int, default=40)
    wishes.add_argument("--processes", type=int, default=1, help="more than one: over PostgreSQL and Valkey")
    wishes.add_argument("--apart", action="store_true", help="sockets in a process of their own, on one file of SQLite")
    wishes.add_argument("--plain", action="store_true", help="the plain ASGI send instead of the fast path")
    asked = wishes.parse_args()
    processes, environ = 2 if asked.apart else asked.processes, {"SMALL_PLAIN": "1"} if asked.plain else {}
    with shipped_site(processes, environ, on_sqlite=asked.apart) as site, reference() as told:
        say_where(processes, on_sqlite=asked.apart)
        print(f"{'plain ASGI send' if asked.plain else 'fast path'}; {asked.rounds} rounds each, medians")
        titles = ("bare ms", "ours ms", "ratio", "asked ms", "cpu bare", "cpu ours", "idle KiB")
        print(f"{'N':>6}", *(f"{title:>{7 if title == 'ratio' else 9}}" for title in titles))
        for n in asked.n:
            # A room of its own for each N: the page shows all marks of its room, and grows.
            ours = Ours(site, json.loads(site.manage("small_room").stdout)["key"], is_apart=asked.apart)
            found = asyncio.run(measure(ours, told, n, asked.rounds))
            bare_ms, ours_ms, asked_ms = found["bare"], found["ours"], found["asked"]
            print(f"{n:>6} {bare_ms:>9.2f} {ours_ms:>9.2f} {ours_ms / bare_ms:>7.2f} {asked_ms:>9.2f}", end="")
            print(f" {found['bare_cpu']:>9.2f} {found['ours_cpu']:>9.2f} {found['idle']:>9.1f}", flush=True)
        ours = Ours(site, json.loads(site.manage("small_room").stdout)["key"], is_apart=asked.apart)
        rates = asyncio.run(outstanding(ours, told.port, 200))
        ratio = rates["ours"] / rates["bare"]
        print(
            f"16 outstanding, N=200: bare {rates['bare']:.0f}/s, ours {rates['ours']:.0f}/s, ratio {ratio:.2f}, ",
            end="",
        )
        print(f"{rates['cpu']:.2f} ms of a processor each")


if __name__ == "__main__":
    main()
