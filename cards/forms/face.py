"""Reading the blank card: what was typed into the composer as a face, and what is wrong with it, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cards.face.face import Face, kind_of
from cards.forms.doodle import read_doodle, read_lines, written_doodle, written_lines
from cards.forms.effects import amiss_gaps, effect_fields, read_effects, typed_effects
from cards.forms.picture import read_picture, written_picture
from cards.rules import limits
from cards.rules.deck import BallotSort
from cards.rules.effects import check_effects
from studio.kernel.inputs import whole_number
from studio.kernel.refusals import Refused
from studio.web.words import say

KIND_WORD_MAX = 30
KINDS = ("thing", "action", "rule", "other")
LIMITS: dict[str, int] = {
    "title": limits.TITLE_MAX,
    "text": limits.TEXT_MAX,
    "flavour": limits.FLAVOUR_MAX,
    "kind_word": KIND_WORD_MAX,
    "traits": limits.TYPE_LINE_MAX - len("Action — "),
    "cost": limits.CORNER_MAX,
    "gain": limits.CORNER_MAX,
    "value": limits.CORNER_MAX,
    "stat": limits.CORNER_MAX,
    "colour": 7,
    "copies": 2,
    "side": limits.SIDE_MAX,
    "grounds": limits.REASON_MAX,
    "art_words": limits.ART_WORDS_MAX,
    "art_lines": 1,
}
DRAWING = "doodle"  # a field of its own: it has its own wall, and what is no drawing is said of it
FAR_TOO_LONG = 20_000  # characters of one field; longer ones are not even looked into

_WORDS = {"thing": "Thing", "action": "Action"}
_CORNERS = ("cost", "gain", "value", "stat")


@dataclass(frozen=True, slots=True)
class ComposerInput:
    """What was typed: `typed` field by field, `wrong` with a sentence for each field that cannot stand."""

    face: Face
    kind: str
    copies: int
    side: str
    sort: BallotSort
    typed: Mapping[str, str]
    wrong: Mapping[str, str]

    @property
    def is_rule(self) -> bool:
        return self.kind == "rule"

    @property
    def is_blank(self) -> bool:
        return not (self.face.title or self.face.text)


def read_composer(post: Mapping[str, str], base: Face | None = None, *, kind: str = "") -> ComposerInput:
    """The card as typed. `base` is the face it changes: credit and, where none was sent, the drawing stay; `kind` when
    it is settled."""
    typed = {name: str(post.get(name, "")) for name in LIMITS}
    asked = typed_effects(post)
    wrong = {name: _far_too_long(name, len(value)) for name, value in typed.items() if len(value) > FAR_TOO_LONG}
    safe = {name: "" if name in wrong else value for name, value in typed.items()}
    chosen = kind or str(post.get("kind", "thing"))
    if chosen not in KINDS:
        chosen = "thing"
    face = limits.clean_face(
        replace(
            base or Face(title=""),
            title=safe["title"],
            type_line=_type_line(chosen, safe, base),
            text=safe["text"],
            flavour=safe["flavour"],
            colour=safe["colour"],
            cost=safe["cost"],
            gain=safe["gain"],
            value=safe["value"],
            stat=safe["stat"],
        )
    )
    face, undrawn = _with_art(face, post, safe)
    copies, badly = _copies(safe["copies"], chosen)
    if chosen == "rule":
        face, amiss = _with_effects(face, asked)
        badly |= amiss
    else:
        face = replace(face, effects=())
    for name, sentence in {**_wrongs(face, chosen == "rule"), **badly, **undrawn}.items():
        wrong.setdefault(name, sentence)
    sort: BallotSort = "members" if post.get("sort") == "members" else "room"
    side = "" if chosen == "rule" else limits.clean_line(safe["side"])[: limits.SIDE_MAX]
    typed |= _typed_art(face, post)
    return ComposerInput(face, chosen, copies, side, sort, {**typed, **asked}, wrong)


def _with_art(face: Face, post: Mapping[str, str], safe: Mapping[str, str]) -> tuple[Face, dict[str, str]]:
    """The face with its drawing as it was sent, and what is amiss in it by field: what cannot be read is none."""
    wrong: dict[str, str] = {}
    if DRAWING in post:
        face = replace(face, doodle=())
        try:
            drawn = replace(face, doodle=read_doodle(post[DRAWING]))
            limits.check_doodle(drawn)
            face = drawn
        except Refused as refused:
            wrong[DRAWING] = say(refused)
    try:
        face = replace(face, picture=read_picture(post, face.picture))
    except Refused as refused:
        face, wrong["picture"] = replace(face, picture=None), say(refused)
    if "art_words" in post:
        face = limits.clean_face(replace(face, art_words=safe["art_words"]))
    try:
        lines = read_lines(post["art_lines"]) if "art_lines" in post else face.art_lines
        face = replace(face, art_lines=lines)
    except Refused as refused:
        wrong["art_lines"] = say(refused)
    return face, wrong


def _typed_art(face: Face, post: Mapping[str, str]) -> dict[str, str]:
    """The fields of the drawing as they were sent; as the face has them where they were not."""
    has = {
        DRAWING: written_doodle(face.doodle),
        "art_words": face.art_words,
        "art_lines": written_lines(face.art_lines),
        **written_picture(face.picture),
    }
    sent = {name: str(post[name]) for name in has if name in post}
    return has | {name: value for name, value in sent.items() if len(value) <= limits.DOODLE_CHARACTERS_MAX}


def _with_effects(face: Face, asked: Mapping[str, str]) -> tuple[Face, dict[str, str]]:
    """The face with what its sentences say, and what is amiss in them by field."""
    if gaps := amiss_gaps(asked):
        return face, gaps
    try:
        effects = read_effects(asked, face.effects)
        check_effects(effects)
    except Refused as refused:
        return face, {"effects": say(refused)}
    return replace(face, effects=effects), {}


def fields_of(face: Face, *, is_rule: bool) -> dict[str, str]:
    """A face as the composer shows it."""
    kind = kind_of(face, is_rule=is_rule)
    return {
        **(effect_fields(face.effects) if is_rule else {}),
        "title": face.title,
        "text": face.text,
        "flavour": face.flavour,
        "kind_word": face.kind_word if kind == "other" else "",
        "traits": "" if is_rule else face.traits,
        "colour": face.colour,
        **{name: getattr(face, name) for name in _CORNERS},
        DRAWING: written_doodle(face.doodle),
        "art_words": face.art_words,
        "art_lines": written_lines(face.art_lines),
        **written_picture(face.picture),
    }


def _type_line(kind: str, typed: Mapping[str, str], base: Face | None) -> str:
    if kind == "rule":
        return base.type_line if base else ""
    word = _WORDS.get(kind) or limits.clean_line(typed["kind_word"])
    traits = limits.clean_line(typed["traits"])
    if base is not None and base.kind_word.casefold() == word.casefold() and base.traits == traits:
        return base.type_line  # nothing about it was changed, whatever dash it was written with
    return f"{word} — {traits}" if traits else word


def _copies(typed: str, kind: str) -> tuple[int, dict[str, str]]:
    text = typed.strip() or "1"
    if kind == "rule":
        return 1, {}
    copies = whole_number(text) or 0
    try:
        limits.check_copies(copies)
    except Refused as refused:
        return 1, {"copies": say(refused)}
    return copies, {}


def _wrongs(face: Face, is_rule: bool) -> dict[str, str]:
    """Each field by itself, in the words of the one table."""
    empty = Face(title="A")
    by_itself = ("title", "type_line", "text", "flavour", "art_words")
    alone = {name: replace(empty, **{name: getattr(face, name)}) for name in by_itself}
    alone |= {"corner": replace(empty, **{name: getattr(face, name) for name in _CORNERS})}
    alone |= {"colour": replace(empty, colour=face.colour)}
    wrong = {}
    for name, part in alone.items():
        try:
            limits.check_face(part, is_rule=is_rule)
        except Refused as refused:
            wrong[name] = say(refused)
    return wrong


def _far_too_long(name: str, length: int) -> str:
    code = {
        "title": "face.title_long",
        "text": "face.text_long",
        "flavour": "face.flavour_long",
        "art_words": "face.art_words_long",
    }.get(name)
    return say(Refused(code or "face.corner_long", limit=LIMITS[name], length=length))
