"""A site that is told to end while it prints."""

from __future__ import annotations

from collections.abc import Callable

from tests.faults.queued import QUEUED, told
from tests.servers import Site, wait_until


def test_a_site_told_to_end_puts_its_print_back_however_often(live_site: Callable[..., Site]) -> None:
    """Three restarts gave a print up that nothing was wrong with."""
    site = live_site()
    site.manage("load_samples")
    site.manage("shell", "-c", QUEUED)
    for _ in range(2):
        wait_until(lambda: told(site)[0] == "running", "the print to be taken up", 40)
        assert site.terminate() == 0
        assert told(site) == ("queued", 0, "", "")
        site.start(0)
    wait_until(lambda: told(site)[0] == "done", "the print to be finished", 120)
