"""What one member has begun to write in a deck: what lies where they write now, and all the rest to go on with."""

from __future__ import annotations

import json
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone

from cards.access import Door
from cards.queries.deck_view import DeckView
from cards.rules.unfinished import UnfinishedOf, about
from studio.kernel.messages import message
from studio.people.unfinished import POCKET, Writing, writings_in
from studio.web.dates import TimeWords, said
from studio.web.words import say

_NOTES = {
    "amended": message("Its words have changed meanwhile."),
    "repealed": message("It was taken out of the deck meanwhile."),
    "settled": message("Its vote is over."),
    "reworded": message("You reworded it meanwhile."),
}


@dataclass(frozen=True, slots=True)
class UnfinishedHere:
    """What lies at the place where one writes: `words` is a JSON object of the form's fields."""

    place: str
    version: int
    words: str
    when: TimeWords


@dataclass(frozen=True, slots=True)
class UnfinishedLine:
    """Another one: `title` "" where it has none yet, `note` what became of its card meanwhile; `address` is where it is
    gone on with, "" for what lies in the pocket, whose `words` are taken out of it."""

    place: str
    version: int
    title: str
    note: str
    when: TimeWords
    address: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class UnfinishedSheet:
    here: UnfinishedHere | None
    lines: tuple[UnfinishedLine, ...]
    has_pocket: bool  # whether what is written here can be put into it


def unfinished_sheet(view: DeckView, door: Door, place: str, instead: str) -> UnfinishedSheet:
    """For the composer at `place`, in which what was begun at `instead` goes on. One statement."""
    assert door.person_id is not None
    written = {one.place: one for one in writings_in(door.person_id, door.stream_id)}
    here = written.get(place) or written.get(instead)
    is_blank = place == "new"
    lines = (_line(view, one, is_blank) for one in reversed(written.values()) if one is not here)
    shown = _here(here) if here is not None else None
    return UnfinishedSheet(shown, tuple(line for line in lines if line is not None), is_blank)


def _here(one: Writing) -> UnfinishedHere:
    return UnfinishedHere(one.place, one.version, _as_json(one), said(one.at, timezone.now()))


def _line(view: DeckView, one: Writing, is_blank: bool) -> UnfinishedLine | None:
    subject = about(one.place, view.deck)
    if subject is None:
        return None
    title, note = str(one.words.get("title", "")), _NOTES.get(subject.standing)
    in_hand = is_blank and one.place.startswith(POCKET)
    return UnfinishedLine(
        one.place, one.version, title, say(note) if note else "", said(one.at, timezone.now()),
        "" if in_hand else _address(view, one, subject), _as_json(one) if in_hand else "",
    )  # fmt: skip


def _address(view: DeckView, one: Writing, subject: UnfinishedOf) -> str:
    write = reverse("write", args=[view.row.slug])
    if subject.article is not None and subject.standing == "new":
        return f"{write}?like={subject.article.kind}-{subject.article.number}"
    if subject.article is not None:
        since = f"&begun={one.place}" if subject.standing == "amended" else ""
        return f"{write}?article={subject.article.kind}-{subject.article.number}&change=amend{since}"
    if subject.proposal:
        return f"{write}?{'reword' if subject.is_rewording else 'adjust'}={subject.proposal}"
    return f"{reverse('workshop', args=[view.row.slug])}#write"


def _as_json(one: Writing) -> str:
    return json.dumps(dict(one.words), ensure_ascii=False)
