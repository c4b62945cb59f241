"""What a page looks like whose style sheets did not come: saved without them, or half loaded. Of all its looks only
this stands in the page: icons are as large as letters, which else are 300 px wide each.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

# The first layer that a page names is the one that every other rules over; base.css says what is so where sheets came.
STYLE = (
    "@layer bare{svg:not([width]){width:1.25em;height:1.25em}svg[viewBox]:not([width]){width:9em;height:9em}"
    "img{max-width:100%}}"
)
# How the content policy knows it (settings.py).
ALLOWED = f"'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'"
