"""Whose hands are on a card: who wrote its words, and whose strokes were taken. Read from the log, for as long as they
are on it; a face itself names nobody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cards.face.face import Face
from cards.face.stroke import Stroke
from cards.queries.deck_view import DeckView
from cards.queries.faces import read_for_page
from cards.rules import events as e
from cards.storage.log import DECK_LOG
from studio.kernel.messages import message, series
from studio.kernel.schema import kinds
from studio.live.view import once_a_drawing
from studio.web.words import say, say_slot


@dataclass(frozen=True, slots=True)
class Taken:
    """Strokes of `member` that a writer has taken."""

    member: int
    strokes: tuple[Stroke, ...]


def taken_in(stream_id: int) -> tuple[Taken, ...]:
    """All that were taken in a deck, in order, as far as a page may read what is drawn. One statement, four more where
    there are some."""
    lying: dict[tuple[int, int], e.StrokesSuggested] = {}
    taken: list[e.StrokesSuggested] = []
    for one in DECK_LOG.recorded(stream_id, kinds=kinds(e.StrokesSuggested, e.StrokesAnswered)):
        match one.fact:
            case e.StrokesSuggested(number=number, by=by) as suggested:
                lying[number, by] = suggested
            case e.StrokesAnswered(number=number, member=member, is_taken=True):
                taken.append(lying[number, member])
            case _:
                pass
    if not taken:
        return ()
    faces = read_for_page({name for one in taken for name in (one.on, one.face)})
    return tuple(
        Taken(one.by, faces[one.face].face.doodle[len(faces[one.on].face.doodle) :])
        for one in taken
        if not any(faces[name].is_withdrawn or faces[name].lacks_drawing for name in (one.on, one.face))
    )


def who_drew(taken: tuple[Taken, ...], face: Face) -> tuple[int, ...]:
    """The members whose strokes were taken and are on it, each once."""
    there = set(face.doodle)
    return tuple(dict.fromkeys(one.member for one in taken if there.issuperset(one.strokes)))


@once_a_drawing
def _taken(view: DeckView) -> tuple[Taken, ...]:
    return taken_in(view.stream_id)


def hands(view: DeckView, writer: int, face: Face) -> str:
    """ "Ros", "Ros and Idris": who stands at the foot of it."""
    drew = who_drew(_taken(view), face) if face.doodle else ()
    return say_slot(series([view.name_of(member) for member in dict.fromkeys((writer, *drew))]))


def drawn_words(view: DeckView, face: Face) -> str:
    """ "Idris drew on it too."; "" where nobody's strokes were taken."""
    return drawn_by(_taken(view), face, view.names) if face.doodle else ""


def drawn_by(taken: tuple[Taken, ...], face: Face, names: Mapping[int, str]) -> str:
    """The same by names. Who drew first is not said: the card may be another's, adjusted or reworded."""
    drew = who_drew(taken, face)
    return say(message("{who} drew on it too.", who=series([names[member] for member in drew]))) if drew else ""
