"""`.venv/bin/python -m tests.check_form`: form, types, contracts and documents, before a commit. Under a minute alone.

What the tests of the tree's own shape ask, and whether every Python file is formatted; nothing is run or changed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
FORM = ("tests/test_architecture.py", "tests/test_docs.py", "tests/test_wording.py")


def main() -> int:
    """0 when all is well."""
    formatted = subprocess.run([sys.executable, "-m", "ruff", "format", "--check", "--quiet", "."], cwd=PROJECT)
    if formatted.returncode:
        print("Not formatted: `.venv/bin/python -m ruff format .` does it.")
    tested = subprocess.run([sys.executable, "-m", "pytest", "-q", "-n0", *FORM], cwd=PROJECT)
    return formatted.returncode or tested.returncode


if __name__ == "__main__":
    sys.exit(main())
