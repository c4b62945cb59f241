"""The page on which a deck is asked to be as one of its versions was: what that would change in the draft."""

from __future__ import annotations

from cards.access import Door
from cards.face.language import tag
from cards.queries import compare_told as told
from cards.queries.asking import ask_at
from cards.queries.compared import Half, half_of
from cards.queries.faces import ReadFace, read_for_page, taken_down
from cards.queries.taking import version_to_take
from cards.rules.deck import Amend, Change, Recount, Ref, Repeal, Reside, Restore
from cards.rules.limits import CHANGES_MAX
from cards.rules.taking_over import TakenArticle, rolling_back
from cards.storage.seen import onlookers_of
from cards.values.compare import ChangeLine, ChangeSort, RollBackPage
from studio.kernel.messages import Message, counted, message, number_word
from studio.kernel.refusals import Refused
from studio.web.words import say

_WORDS: dict[type, tuple[ChangeSort, Message]] = {
    Repeal: ("out", message("Out", context="change")),
    Restore: ("in", message("Back in", context="change")),
    Amend: ("re", message("Reworded", context="change")),
    Recount: ("count", message("Copies", context="change")),
    Reside: ("count", message("Side", context="change")),
}


def roll_back_page(door: Door, number: int, *, wrong: str = "", typed: str = "") -> RollBackPage:
    """Http404 for a version that is not. Eight statements at most, and those of reading the draft."""
    half = half_of(door, number)
    version, kit = version_to_take(half)
    gone = taken_down({one.lain.face for one in version})
    draft = onlookers_of(half.deck).sight()
    try:
        changes = rolling_back(draft, version, kit, gone)
    except Refused:
        changes = ()
    lines = tuple(_lines(half, changes, version))
    count = len(lines) + (kit != draft.kit)
    return RollBackPage(
        deck_title=half.deck.title,
        deck_href=half.home,
        language=tag(half.deck.language),
        number=number,
        address=ask_at(half.deck.slug, "roll-back", version=number),
        version=told.version_words(number, half.version.name),
        href=half.href,
        heading=say(counted("One change", "{number} changes", count, number=number_word(count))),
        lines=lines,
        has_kit=kit != draft.kit,
        is_withdrawn=bool(gone),
        too_much=_too_much(len(changes)),
        compare_href=f"{half.home}compare/?from={number}",
        wrong=wrong,
        typed=typed,
    )


def _too_much(changes: int) -> str:
    """Said before anybody presses, and not when the form was sent."""
    if changes <= CHANGES_MAX:
        return ""
    return say(
        message(
            "That would be {number} changes, and one proposal holds {limit}. Take over some of its cards first; then "
            "the rest can go back at once.",
            number=changes,
            limit=CHANGES_MAX,
        )
    )


def _lines(half: Half, changes: tuple[Change, ...], version: tuple[TakenArticle, ...]) -> list[ChangeLine]:
    """A line for each article: what comes back is not told to be reworded as well."""
    found: dict[Ref, tuple[type, str]] = {}
    then = {one.lain.ref: one.lain.face for one in version}
    for change in changes:
        if isinstance(change, Repeal | Restore | Amend | Recount | Reside):
            found.setdefault(change.article, (type(change), then.get(change.article, change.on)))
    faces = read_for_page((face for _, face in found.values()), most=0)
    return [_line(half, ref, kind, faces[face]) for ref, (kind, face) in found.items()]


def _line(half: Half, ref: Ref, kind: type, read: ReadFace) -> ChangeLine:
    sort, word = _WORDS[kind]
    return ChangeLine(
        read.title, say(word), sort, f"{half.home}{ref.kind}s/{ref.number}/", read.language(tag(half.deck.language))
    )
