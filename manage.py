#!/usr/bin/env python3
"""`start` opens the site, `test` tries everything; any other word is a Django command. Needs Python 3.11 or newer."""

import sys

if sys.version_info < (3, 11):
    sys.exit("Carte Blanche needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])

sys.dont_write_bytecode = sys.prefix == sys.base_prefix  # before .venv, write nothing

from studio.setup.bootstrap import main  # noqa: E402

if __name__ == "__main__":
    # Django keeps "version" to itself, and would say its own. A folder may be named before the command.
    words = sys.argv[1:]
    at = 2 if words[:1] == ["--data"] else 1 if words and words[0].startswith("--data=") else 0
    if words[at : at + 1] == ["version"]:
        words[at] = "release"
    sys.exit(main(words))
