"""Writes `static/css/measures.css`, the custom properties of card.css, from the table of measures.

`python -m cards.printing.tools.measures` after `cards/face/measures.py` changed. The file is kept in the repository
(tests/rules/test_measures.py compares the two).
"""

from __future__ import annotations

from pathlib import Path

from cards.face.style import usual_style

SHEET = Path(__file__).resolve().parents[3] / "static" / "css" / "measures.css"

if __name__ == "__main__":
    SHEET.write_text(usual_style(), encoding="ascii")
