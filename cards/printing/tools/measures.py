"""Writes `static/css/measures.css` and `measures-frames.css`, the custom properties of card.css, from the table of
measures.

`python -m cards.printing.tools.measures` after `cards/face/measures.py` changed. The files are kept in the repository
(tests/rules/test_measures.py compares them).
"""

from __future__ import annotations

from pathlib import Path

from cards.face.style import usual_frames_style, usual_style

_CSS = Path(__file__).resolve().parents[3] / "static" / "css"
SHEETS = {_CSS / "measures.css": usual_style, _CSS / "measures-frames.css": usual_frames_style}

if __name__ == "__main__":
    for sheet, style in SHEETS.items():
        sheet.write_text(style(), encoding="ascii")
