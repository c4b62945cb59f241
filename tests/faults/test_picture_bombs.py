"""Pictures that are small in a file and vast in memory, brought to a real server by several hands at once."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cards.pictures import limits
from tests.faults.browser import Browser
from tests.picture_files import halves, moving, png_bomb, small_head_large_body, vast_words, written
from tests.servers import Site

pytestmark = [
    pytest.mark.servers,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is read in /proc"),
]
MORE = 60  # megabytes a server may need for what it reads of all of them: their bytes, never their pixels
BOMBS = {
    "vast.png": (png_bomb(30_000, 30_000), "picture.vast"),
    "long.png": (png_bomb(11_000, 6_000), "picture.vast"),
    "body.png": (small_head_large_body(), ""),  # a decoder may leave the rest
    "words.png": (vast_words(), ""),
    "moves.png": (moving("PNG"), "picture.moves"),
    "heavy.png": (bytes(limits.BYTES_MAX + 1), "picture.large"),
}


def most_memory(process: int) -> float:
    """Megabytes that a process ever had."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    assert found
    return int(found[1]) / 1024


def test_bombs_from_several_at_once_are_answered_in_words_and_cost_the_server_no_memory(
    live_site: Callable[..., Site],
) -> None:
    site = live_site()
    ros = Browser(site.url)
    ros.get("/decks/start/")
    status, deck = ros.post("/decks/start/", name="Ros")
    assert status == 303
    slug = deck.removeprefix("/decks/").partition("/")[0]
    at, goat = f"/decks/{slug}/pictures/", written(halves())
    assert ros.upload(at, goat, "goat.jpg")[0] == 200
    before = most_memory(site.processes[0].pid)
    with ThreadPoolExecutor(len(BOMBS) + 1) as threads:
        brought = {name: threads.submit(ros.upload, at, content, name) for name, (content, _) in BOMBS.items()}
        assert "<h1" in threads.submit(Browser(site.url).get, "/").result(), "somebody else reads on meanwhile"
    for name, (_, code) in BOMBS.items():
        status, words = brought[name].result()
        told = json.loads(words)
        if code:
            assert (status, told.get("code")) == (422, code) and told["words"], (name, told)
        else:
            assert status == 200 or told["code"] in ("picture.torn", "picture.heavy", "picture.busy"), (name, told)
    assert most_memory(site.processes[0].pid) - before < MORE
    status, kept = ros.upload(at, goat, "goat.jpg")
    assert status == 200 and ros.file(f"/pictures/{json.loads(kept)['picture']}/").startswith(b"\xff\xd8")
    assert "Traceback" not in site.log()
