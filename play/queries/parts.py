"""What the pages of a table are made of: faces, buttons that send a verb, small forms."""

from __future__ import annotations

import re
from urllib.parse import quote_plus

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from cards.face.glance import glanced
from cards.face.language import tag
from cards.face.lexicon import Lexicon
from cards.queries.faces import ReadFace, drawn, printed
from play import models as rows
from play.table.sight import PieceSight, Sight, ZoneSight
from play.values.acts import Act
from play.verbs.offers import Fields, Look
from studio.kernel.messages import message
from studio.speed.lately import weighed
from studio.web.words import say

_PLAIN = re.compile(r"[A-Za-z0-9_.-]*").fullmatch
GLANCES_KEPT = 16_000_000  # bytes of faces as markup: two thousand and more


def foot_line(table: rows.Table) -> str:
    return f"{table.title} · {table.version}" if table.version else table.title


def language_of(table: rows.Table) -> str:
    """The deck's, for its cards; nothing once the deck is gone."""
    return tag(table.deck.language) if table.deck else ""


def full(read: ReadFace, number: int, line: str, language: str, lexicon: Lexicon) -> SafeString:
    return printed(read, False, number, line, language, lexicon)


@weighed(GLANCES_KEPT)
def glance(read: ReadFace, number: int, line: str, language: str, lexicon: Lexicon) -> SafeString:
    """The face for across the table: title, kind and picture."""
    face = drawn(read, is_rule=False, number=number, foot_line=line, language=language, lexicon=lexicon)
    return mark_safe(get_template("cards/_face.html").render({"face": glanced(face), "lod": "glance"}))  # noqa: S308


# --- buttons ----------------------------------------------------------------------------------------------------------


def takes_cards(table: rows.Table) -> bool:
    """Whether cards are written at this table: a draft's, until its deck is put away for good."""
    return table.is_creative and table.deck is not None and table.deck.deleted_at is None


def base(table: rows.Table) -> str:
    return table.get_absolute_url()


def act(
    table: rows.Table, verb: str, label: str, look: Look = "line", *, hotkey: str = "", hint: str = "",
    fields: Fields = (),
) -> Act:  # fmt: skip
    """A button that sends a verb with these fields in its address."""
    query = "".join(f"&{name}={_quoted(str(value))}" for name, value in fields)
    return Act(label, f"{base(table)}act/?verb={verb}{query}", verb, look, hotkey, hint)


def _quoted(value: str) -> str:
    """For an address; most are ids and numbers."""
    return value if _PLAIN(value) else quote_plus(value)


def title_of(piece: PieceSight) -> str:
    if piece.is_known:
        return piece.title
    return say(message("A face-down card"))


def all_zones(now: Sight) -> list[ZoneSight]:
    """Every zone of the table: the shared ones, then each seat's, hands too."""
    return [*now.zones, *(z for s in now.seats for z in (*s.zones, *([s.hand] if s.hand else [])))]
