"""What a proposal changes in what stands, word by word, in the language of whoever reads."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from sys import getsizeof

from cards.face.doodle import doodle_svg, svg_address
from cards.face.drawn import A_STROKE, ART
from cards.face.face import AS_IT_FITS, Face, Stroke
from cards.face.lexicon import Lexicon, drawing_name
from cards.face.picture import credit_line
from cards.face.symbols import drawing_address
from cards.queries.faces import ReadFace
from cards.rules.colour_words import colour_words
from cards.rules.effects import effect_words
from cards.rules.kit import Kit
from cards.rules.kit_words import PartChange, kit_changes
from cards.rules.word_diff import FIELD_NAMES, DiffRun, FieldChange, face_diff, text_diff, word_diff
from cards.values.mat import Proof
from studio.kernel.messages import Slot, counted, message
from studio.speed.lately import kept
from studio.web.words import say, say_slot

DIFFERENCES_KEPT = 16_000_000  # bytes of what faces were seen to differ in, about 3 kB each
_A_PIECE = 80  # bytes of what is told of a field and of a run, beside their letters
_DRAWN_ANEW = message(" drawn anew")


def of_faces(
    old: Face, new: Face, language: str, lexicon: Lexicon, names: Mapping[int, str],
    words: tuple[FieldChange, ...] | None = None,
) -> tuple[Proof, ...]:  # fmt: skip
    """Every field that reads differently, with the drawings, and what a Special Rule does to the table. `language` and
    `lexicon` are the deck's; `names` are the members' by id; `words` what their words were seen to differ in before."""
    fields = (
        replace(proof, was=_shown(old), now=_shown(new)) if proof.field == "doodle" else proof
        for proof in of_fields(old, new, language, lexicon, words)
    )
    return (*fields, *_of_effects(old, new, names))


def of_read(
    old: ReadFace, new: ReadFace, language: str, lexicon: Lexicon, names: Mapping[int, str]
) -> tuple[Proof, ...]:
    """The same of faces as pages read them: where too much is drawn to be read, that is said instead."""
    words = _words_of(old, new, language, lexicon)
    if not old.lacks_drawing and not new.lacks_drawing:
        return of_faces(old.face, new.face, language, lexicon, names, words)
    if old.numbers and new.numbers:
        was, now = (replace(read.face, doodle=(), art_lines=AS_IT_FITS) for read in (old, new))
        drawing: tuple[Proof, ...] = (Proof("doodle", say(_THE_DRAWING), (DiffRun("same", say(_TOO_MUCH)),)),)
    else:  # it is new, or gone
        was, now = (replace(read.face, doodle=A_STROKE) if read.lacks_drawing else read.face for read in (old, new))
        drawing = ()
    return (*of_fields(was, now, language, lexicon, words), *drawing, *_of_effects(was, now, names))


def _size(changes: tuple[FieldChange, ...]) -> int:
    """Bytes, by what is known of their make: some thousand are weighed at once."""
    runs = [run for change in changes for run in change.pieces]
    return _A_PIECE * (len(changes) + len(runs)) + sum(getsizeof(run.text) + getsizeof(run.html) for run in runs)


def _by_digests(old: ReadFace, new: ReadFace, language: str, lexicon: Lexicon) -> Hashable:
    """The faces themselves, with all that is drawn on them, are not kept for what differs."""
    return old.digest, old.is_withdrawn, new.digest, new.is_withdrawn, language, lexicon


@kept(DIFFERENCES_KEPT, by=_by_digests, size=_size)
def _words_of(old: ReadFace, new: ReadFace, language: str, lexicon: Lexicon) -> tuple[FieldChange, ...]:
    """Two faces are compared again and again, and never differ in anything else."""
    return face_diff(old.face, new.face, language, lexicon)


def of_fields(
    old: Face, new: Face, language: str, lexicon: Lexicon, words: tuple[FieldChange, ...] | None = None
) -> tuple[Proof, ...]:
    """Every word that reads differently, and whether the drawing does."""
    told = (
        Proof(change.field, say(FIELD_NAMES[change.field]), change.pieces, change.language)
        for change in (face_diff(old, new, language, lexicon) if words is None else words)
    )
    return (*told, *_of_colour(old, new), *_of_drawing(old, new), *_of_picture(old, new))


def of_kit(old: Kit, new: Kit) -> tuple[Proof, ...]:
    """Every part that differs, old words and new, and what is seen of it as it was and will be."""
    return tuple(_of_part(change, old.lexicon, new.lexicon) for change in kit_changes(old, new))


def _of_part(change: PartChange, former: Lexicon, lexicon: Lexicon) -> Proof:
    was, now = change.was, change.now
    if (was or now).marked:  # type: ignore[union-attr]
        pieces = text_diff(was.marked if was else "", now.marked if now else "", lexicon, former)
    else:
        pieces = word_diff(_said(change.old), _said(change.new))
    drawn = tuple(drawing_address(part.drawing, ART) if part and part.drawing else "" for part in (was, now))
    return Proof("mark" if any(drawn) else "kit", say_slot(change.name), pieces, "", *drawn)


def _said(words: Slot | None) -> str:
    return "" if words is None else say_slot(words)


_OF_ITS_KIND = message("its kind’s own")


def _of_colour(old: Face, new: Face) -> tuple[Proof, ...]:
    """A frame's colour, seen as well as said."""
    if old.colour == new.colour:
        return ()
    was, now = (colour_words(face.colour) if face.colour else _OF_ITS_KIND for face in (old, new))
    drawn = (
        drawing_address(drawing_name("square", face.colour, "", ""), ART) if face.colour else "" for face in (old, new)
    )
    return (Proof("mark", say(message("Colour")), word_diff(say(was), say(now)), "", *drawn),)


_THE_DRAWING = message("The drawing")
_DRAWING = message("A drawing")
_TOO_MUCH = message("too much is drawn to show it here as it was and is")
_ADDED_TO = message(" with more on it")
_RUBBED_OUT = message(" with less on it")


def _of_drawing(old: Face, new: Face) -> tuple[Proof, ...]:
    """What became of the drawing, and how high it stands. Strokes are no words for a reader: they are not counted."""
    if (old.doodle, old.art_lines if old.doodle else 0) == (new.doodle, new.art_lines if new.doodle else 0):
        return ()
    if not old.doodle or not new.doodle:
        pieces = word_diff(say(_DRAWING) if old.doodle else "", say(_DRAWING) if new.doodle else "")
    else:
        pieces = (DiffRun("same", say(_DRAWING)), *_redrawn(old.doodle, new.doodle), *_of_height(old, new))
    return (Proof("doodle", say(_THE_DRAWING), pieces),)


def _redrawn(old: tuple[Stroke, ...], new: tuple[Stroke, ...]) -> tuple[DiffRun, ...]:
    if old == new:
        return ()
    words = _DRAWN_ANEW
    if new[: len(old)] == old:
        words = _ADDED_TO
    elif old[: len(new)] == new:
        words = _RUBBED_OUT
    return (DiffRun("added", say(words)),)


def _of_height(old: Face, new: Face) -> tuple[DiffRun, ...]:
    if old.art_lines == new.art_lines:
        return ()
    return (DiffRun("same", ", "), DiffRun("cut", _height(old)), DiffRun("added", f" {_height(new)}"))


def _height(face: Face) -> str:
    if face.art_lines == AS_IT_FITS:
        return say(message("as high as fits"))
    return say(counted("one line high", "{count} lines high", face.art_lines))


def _shown(face: Face) -> str:
    """The drawing as the address of a picture; "" for none."""
    return svg_address(doodle_svg(face.doodle, lines=face.art_lines)) if face.doodle else ""


_PICTURE = message("A picture")
_CROPPED = message(" cut another way")
_ANOTHER = message(" of something else")


def _of_picture(old: Face, new: Face) -> tuple[Proof, ...]:
    """Whether there is another picture, or more or less of it, and whose it is said to be."""
    was, now = old.picture, new.picture
    if was == now:
        return ()
    if was is None or now is None:
        pieces = word_diff(say(_PICTURE) if was else "", say(_PICTURE) if now else "")
    elif was.digest != now.digest:
        pieces = (DiffRun("same", say(_PICTURE)), DiffRun("added", say(_ANOTHER)))
    elif was.crop != now.crop:
        pieces = (DiffRun("same", say(_PICTURE)), DiffRun("added", say(_CROPPED)))
    else:
        pieces = word_diff(credit_line(was), credit_line(now))
    return (Proof("picture", say(message("The picture")), pieces),)


def _of_effects(old: Face, new: Face, names: Mapping[int, str]) -> tuple[Proof, ...]:
    """Whole sentences that went and that came."""
    was, now = ([effect_words(effect, names) for effect in face.effects] for face in (old, new))
    if was == now:
        return ()
    pieces = [DiffRun("same" if words in now else "cut", f"{say(words)} ") for words in was]
    pieces += [DiffRun("added", f"{say(words)} ") for words in now if words not in was]
    return (Proof("effects", say(message("At the table", context="what changes")), tuple(pieces)),)
