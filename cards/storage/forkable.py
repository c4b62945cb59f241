"""What of a deck can be forked, for the page that asks and the action that does it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404

from cards import models as rows
from cards.access import Door
from cards.rules.deck import Ref
from cards.rules.forking import check_fork
from cards.rules.kit import Kit
from cards.storage.acceptance import rules_since
from studio.kernel.codec import from_plain

ArticleRow = tuple[Ref, str, int, str]  # article, face, copies, side


@dataclass(frozen=True, slots=True)
class Forkable:
    """A state of a deck: version `version`, or the draft (0). Special Rules stand in the order in which they hold."""

    deck: rows.Deck
    version: int
    lines: tuple[ArticleRow, ...]
    kit: Kit
    withdrawn: int


def forkable(door: Door, version: int | None) -> Forkable:
    """The version; without one the draft for members, the newest version for everybody else. Four statements at most.

    Http404 for a version that is not.
    """
    deck = rows.Deck.objects.get(pk=door.deck_id)
    if version is None and not door.is_member:
        version = deck.last_version or None
        if version is None:
            return Forkable(deck, 0, (), Kit(), 0)
    if version is None:
        lines, kit = _draft(deck.pk), from_plain(Kit, deck.kit)
    else:
        lines, kit = _archived(deck.pk, version)
    digests = {face for _, face, _, _ in lines}
    gone = rows.Face.objects.filter(digest__in=digests, withdrawn_at__isnull=False).count()
    return Forkable(deck, version or 0, lines, kit, gone)


def check_forkable(door: Door, held: Forkable) -> None:
    """Raise Refused for a state that this caller may see and not fork."""
    check_fork(licence=held.deck.licence, is_member=door.is_member, articles=len(held.lines), withdrawn=held.withdrawn)


def _draft(deck_id: int) -> tuple[ArticleRow, ...]:
    found = rows.Article.objects.filter(deck_id=deck_id, in_force=True).order_by("kind", "number")
    lines = [
        (Ref(kind, number), face, copies, side)  # type: ignore[arg-type]
        for kind, number, face, copies, side in found.values_list("kind", "number", "face_id", "copies", "side")
    ]
    return _in_order(lines, rules_since(deck_id))


def _archived(deck_id: int, number: int) -> tuple[tuple[ArticleRow, ...], Kit]:
    version = rows.Version.objects.filter(deck_id=deck_id, number=number).first()
    if version is None:
        raise Http404
    lines = [(Ref("card", n), face, copies, side) for n, face, copies, side in version.manifest["cards"]]
    lines += [(Ref("rule", n), face, 1, "") for n, face in version.manifest["rules"]]
    return _in_order(lines, rules_since(deck_id, number)), from_plain(Kit, version.manifest.get("kit", {}))


def _in_order(lines: list[ArticleRow], since: Mapping[int, int]) -> tuple[ArticleRow, ...]:
    """Cards by number; then the Special Rules, whichever holds latest last."""

    def place(line: ArticleRow) -> tuple[bool, int, int]:
        ref = line[0]
        is_rule = ref.kind == "rule"
        return is_rule, since[ref.number] if is_rule else 0, ref.number

    return tuple(sorted(lines, key=place))
