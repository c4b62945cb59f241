import os
from dataclasses import replace
from typing import Any

from django.apps import AppConfig

MARK = "⁺"  # behind each name in the minutes, as the newer release words them


class NewerConfig(AppConfig):
    name = "tests.live.newer"
    label = "newer"

    def ready(self) -> None:
        from studio.log import states

        states.SNAPSHOT_EVERY = 5  # so that both make some
        if os.environ.get("RELEASE") == "newer":
            _release()


def _release() -> None:
    """Another protocol, another fold, another shape of one fact, and other words."""
    from play.queries import log_lines
    from play.storage.log import TABLE_LOG
    from play.table.events import CoinFlipped
    from studio.kernel import schema
    from studio.live import consumer

    consumer.PROTOCOL += 1
    TABLE_LOG._fold += 1
    schema._upcasters[CoinFlipped] = (*schema._upcasters.get(CoinFlipped, ()), dict)
    worded = log_lines._worded

    def differently(*of: Any) -> Any:
        line = worded(*of)
        return replace(line, name=line.name + MARK) if line.name else line

    log_lines._worded = differently
