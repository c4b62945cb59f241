"""A file of options: TOML or JSON, one name and value for each field of PrintChoices, lengths in mm.

what = "update"
since = 3
paper = "letter"
bleed = 3.18
"""

from __future__ import annotations

import json
import tomllib
from typing import Any

from cards.printing.choices import limits
from studio.kernel.refusals import Refused


def read_options(content: bytes) -> dict[str, Any]:
    """What a file says, for read_choices. Raises Refused for a file that is neither, and for one that is too large."""
    if len(content) > limits.FILE_BYTES_MAX:
        raise Refused("print.file_large", limit=limits.FILE_BYTES_MAX // 1024)
    try:
        text = content.decode("utf-8-sig")
        said = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as problem:  # both kinds of decoder's errors are ValueErrors
        raise Refused("print.file", why=str(problem)[:200]) from None
    if not isinstance(said, dict):
        raise Refused("print.file", why="")
    return said
