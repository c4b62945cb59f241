"""The site's secret key: made on the first start, kept in the data folder, readable by its owner alone."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from studio.setup.env import EnvProblem

NAME = "secret_key"


def secret_key(data: Path) -> str:
    """The key in `data`, made there if there is none yet. Two starts at once agree on one key.

    Raises EnvProblem when the folder cannot be used.
    """
    try:
        return _read_or_make(data / NAME)
    except OSError as problem:
        raise EnvProblem(f"The data folder {data} cannot be used: {problem.strerror or problem}.") from None


def _read_or_make(path: Path) -> str:
    data = path.parent
    if not path.exists():
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = data / f".{NAME}.{secrets.token_hex(4)}"
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50), encoding="ascii")
        try:
            os.link(draft, path)  # fails when another process was first, so nobody ever reads half a key
        except FileExistsError:
            pass
        except OSError:  # a file system without hard links
            os.replace(draft, path)
        draft.unlink(missing_ok=True)
    return path.read_text(encoding="ascii").strip()
