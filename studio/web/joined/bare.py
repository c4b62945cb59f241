"""What a page looks like whose style sheets did not come: saved without them, or half loaded. Of all its looks only
this stands in the page: icons are as large as letters, which else are 300 px wide each. And how long it waits for them:
a browser shows nothing of a page while a sheet of its head is neither there nor refused.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

# The first layer that a page names is the one that every other rules over; base.css says what is so where sheets came.
STYLE = (
    "@layer bare{svg:not([width]){width:1.25em;height:1.25em}svg[viewBox]:not([width]){width:9em;height:9em}"
    "img{max-width:100%}}"
)
# A sheet that has not answered after so long is asked for no medium, which no browser waits for, and for its own again
# when it comes. It stands in the page, before the sheets: every other script waits for them, and may hang as they do.
PATIENCE = 6_000  # ms
SCRIPT = (
    "setTimeout(()=>{for(const one of document.querySelectorAll('link[rel=stylesheet]'))if(!one.sheet){"
    f"const{{media}}=one;one.media='not all';one.onload=()=>{{one.media=media}}}}}},{PATIENCE})"
)


def _allowed(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


# How the content policy knows these very letters (settings.py).
STYLE_ALLOWED, SCRIPT_ALLOWED = _allowed(STYLE), _allowed(SCRIPT)
