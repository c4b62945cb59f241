"""What happened to a deck's cards, as rows read once: the steps of their lives and the tallies of the votes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.db.models import QuerySet

from cards import models as rows
from cards.rules.deck import Ref
from cards.rules.manifest import compared
from cards.storage import ballot_rows
from cards.storage.ballot_rows import name_of
from cards.storage.heavy import kept_words
from cards.values.card import Credit
from cards.values.pages import Altered
from studio.kernel.messages import message
from studio.models import Member
from studio.speed.prepared import prepared
from studio.web.words import say


@dataclass(frozen=True, slots=True)
class Step:
    """One step in the life of an article. `digest` is its face afterwards, `title` that face's title.

    `maker` is the name that came with a list, where the article did.
    """

    ref: Ref
    seq: int
    what: str
    digest: str
    title: str
    copies: int
    proposal: int | None
    by: str
    at: datetime
    maker: str = ""
    is_withdrawn: bool = False  # its words were taken down: the title is a word of ours


def steps_of(deck_id: int) -> tuple[Step, ...]:
    """Every step of every article, oldest first. One statement."""
    gone = say(message("Withdrawn"))
    return tuple(
        Step(Ref(kind, number), seq, what, digest, title or gone, copies, proposal, by or "", at, maker, not title)
        for kind, number, seq, what, digest, title, copies, proposal, by, at, maker in _steps.rows(deck_id)
    )


@prepared
def _steps(deck_id: int) -> QuerySet[rows.Change, Any]:
    return (
        rows.Change.objects.filter(article__deck_id=deck_id)
        .order_by("seq", "pk")
        .values_list(
            "article__kind", "article__number", "seq", "kind", "face_id", kept_words("face__content"), "copies",
            "proposal", name_of("by"), "at", "article__maker",
        )
    )  # fmt: skip


def tallies_of(deck_id: int, state: str = "accepted") -> Mapping[int, str]:
    """ "5 of 5" by the number of each proposal: those in favour, of those whose votes counted. Two statements."""
    return {number: tally(*counted) for number, counted in ballot_rows.counted_in(deck_id, state).items()}


def tallies(proposals: QuerySet[rows.Proposal]) -> Mapping[tuple[int, int], str]:
    """The same for proposals of several decks, by deck and number. Two statements."""
    return {one: tally(*counted) for one, counted in ballot_rows.counted(proposals).items()}


def tally(in_favour: int, among: int) -> str:
    return say(message("{some} of {all}", context="votes", some=in_favour, all=among))


def until(steps: Iterable[Step], at: datetime | None) -> tuple[Step, ...]:
    """The steps up to a moment; all of them when it is None."""
    return tuple(step for step in steps if at is None or step.at <= at)


def lives_of(steps: Iterable[Step]) -> Mapping[Ref, Sequence[Step]]:
    """The same steps by the article that they were done to."""
    found: dict[Ref, list[Step]] = defaultdict(list)
    for step in steps:
        found[step.ref].append(step)
    return found


def state_of(steps: Iterable[Step]) -> dict[Ref, Step]:
    """The last step of each article that is in the deck after these."""
    now: dict[Ref, Step] = {}
    for step in steps:
        if step.what == "repealed":
            now.pop(step.ref, None)
        else:
            now[step.ref] = step
    return dict(sorted(now.items()))


def credits_of(steps: Iterable[Step], tallies: Mapping[int, str]) -> dict[Ref, Credit]:
    """Who wrote each article first, and the vote that last put it as it is."""
    found: dict[Ref, Credit] = {}
    for step in steps:
        first = found.get(step.ref)
        by = first.by if first else step.maker or step.by
        tally = tallies.get(step.proposal, "") if step.proposal is not None else (first.tally if first else "")
        found[step.ref] = Credit(by, tally)
    return found


def altered_between(steps: Iterable[Step], after: datetime | None, to: datetime, language: str) -> tuple[Altered, ...]:
    """What a version changed against the one before it, each article once: in, out or reworded."""
    was: dict[Ref, Step] = {}
    now: dict[Ref, Step] = {}
    for step in steps:
        if step.at > to:
            break
        for state in (was, now) if after is not None and step.at <= after else (now,):
            if step.what == "repealed":
                state.pop(step.ref, None)
            else:
                state[step.ref] = step

    def altered(sort: Literal["in", "out", "re"], step: Step) -> Altered:
        return Altered(sort, step.title, "" if step.is_withdrawn else language)

    changed = compared(*({ref: (step.digest, step.copies) for ref, step in state.items()} for state in (was, now)))
    return (
        *(altered("in", now[ref]) for ref in changed.came),
        *(altered("re", now[ref]) for ref in changed.reworded),
        *(altered("out", was[ref]) for ref in changed.went),
    )


def names_in(group_id: int) -> Mapping[int, str]:
    """Everybody who ever was a member, by member id; who was merged goes by the other's name. Two statements."""
    members = Member.objects.filter(group_id=group_id)
    own = dict(members.values_list("pk", "person__name"))
    own.update(members.filter(merged_into__isnull=False).values_list("pk", "merged_into__person__name"))
    return own
