"""What never ends is ended, and says where it waited."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.endless import LONGEST, ended_some_time
from tests.servers import PROJECT

WAITS = """
import time
from greenlet import getcurrent, greenlet
from tests.endless import ended_some_time

def loop_of_a_driver():
    time.sleep(60)

def asks_a_browser():
    greenlet(loop_of_a_driver).switch()

with ended_some_time("test_of_a_browser", 0.2):
    asks_a_browser()
"""


def test_what_never_ends_is_ended_and_says_where_it_waited(tmp_path: Path) -> None:
    script = tmp_path / "waits.py"
    script.write_text(WAITS)
    done = subprocess.run(
        [sys.executable, str(script)], env={"PYTHONPATH": str(PROJECT)}, capture_output=True, text=True, timeout=50
    )
    assert done.returncode == 1
    assert "test_of_a_browser does not end" in done.stderr
    assert "in loop_of_a_driver" in done.stderr and "in asks_a_browser" in done.stderr  # the greenlet that waits too


def test_what_ends_is_left_alone() -> None:
    with ended_some_time("a test", LONGEST):
        pass
