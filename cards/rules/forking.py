"""What of a deck somebody may carry into a deck of their own, and what that one keeps of where it came from. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from cards.rules.deck import Source
from cards.rules.licences import lets_others_change, terms_of, unmet
from cards.rules.limits import CREDIT_MAX, DECK_TITLE_MAX, LICENCE_MAX, clean_line
from studio.kernel.messages import message
from studio.kernel.refusals import Refused

FORKED = ", forked"

LINEAGE_MAX = 60  # decks from the first to the latest fork
PEOPLE_MAX = 100  # of one deck in a lineage; the names on the cards are kept besides

_LINEAGE = re.compile(r"([\w-]{16})(?:/([1-9]\d{0,8})|@(\d{1,9}))", re.ASCII)


@dataclass(frozen=True, slots=True)
class Lineage:
    """A deck by the key of its log, which no new title changes, and its version; 0 is the draft at entry `entry`."""

    key: str
    version: int = 0
    entry: int = 0

    def __str__(self) -> str:
        return f"{self.key}/{self.version}" if self.version else f"{self.key}@{self.entry}"


def read_lineage(written: str) -> Lineage | None:
    """What `str(lineage)` wrote; None for words of somebody else's."""
    found = _LINEAGE.fullmatch(written)
    return Lineage(found[1], int(found[2] or 0), int(found[3] or 0)) if found else None


def bare_lineage(origin: str) -> tuple[Source, ...]:
    """What is known of where a deck came from when only its origin was written down, as in forks of before."""
    return (Source(origin),) if read_lineage(origin) else ()


def under_licence(lineage: tuple[Source, ...], licence: str) -> tuple[Source, ...]:
    """The same when the licence that came with a fork is all that tells its source's."""
    if not lineage or lineage[0].licence or lineage[0].title:
        return lineage
    return (replace(lineage[0], licence=licence), *lineage[1:])


def descend(source: Source, of: tuple[Source, ...], *, visibility: str) -> tuple[Source, ...]:
    """The lineage of a fork of `source`, which has the lineage `of`.

    A deck that only members saw is not named to those who will read its fork, nor an unlisted one whose licence does
    not ask for it. Raises Refused("fork.deep").
    """
    if len(of) >= LINEAGE_MAX:
        raise Refused("fork.deep", limit=LINEAGE_MAX)
    is_told = visibility == "public" or (visibility == "unlisted" and terms_of(source.licence).asks_for_credit)
    return (source if is_told else Source(source.origin, licence=source.licence), *of)


def check_descent(lineage: tuple[Source, ...], licence: str) -> None:
    """Raise Refused("licence.*") for a licence that one of the decks in the lineage does not allow."""
    for source in lineage:
        if demand := unmet(licence, source.licence):
            about = {"source": source.title or message("another deck"), "licence": source.licence, "to": licence}
            raise Refused(f"licence.{demand}" if source.licence else "licence.all_rights", **about)


def allowed(lineage: tuple[Source, ...], licence: str) -> bool:
    """Whether every deck of the lineage allows it."""
    return not any(unmet(licence, source.licence) for source in lineage)


def check_lineage(lineage: tuple[Source, ...]) -> None:
    """Raise Refused("lineage.amiss") for what no fork of ours could have kept."""
    if len(lineage) > LINEAGE_MAX or not all(map(_is_sound, lineage)):
        raise Refused("lineage.amiss")


def _is_sound(source: Source) -> bool:
    lines = ((source.title, DECK_TITLE_MAX), (source.licence, LICENCE_MAX), *((n, CREDIT_MAX) for n in source.names))
    return (
        (not source.origin or read_lineage(source.origin) is not None)
        and all(len(line) <= limit and clean_line(line) == line for line, limit in lines)
        and all(source.names)
        and len(source.makers) + len(source.names) <= PEOPLE_MAX
    )


def check_fork(*, licence: str, is_member: bool, articles: int, withdrawn: int) -> None:
    """Raise Refused for a state of a deck that may not be forked by this person.

    Members may always: the cards are theirs too. What was taken down is not carried on, nor what it was torn from.
    """
    if not articles:
        raise Refused("fork.empty")
    if withdrawn:
        raise Refused("fork.withdrawn")
    if is_member or lets_others_change(licence):
        return
    raise Refused("fork.licence" if licence else "fork.all_rights", licence=licence)


def title_of_fork(title: str) -> str:
    """What a fork is called when nobody says otherwise, at most DECK_TITLE_MAX characters. A fork of a fork is one."""
    stem = title.removesuffix(FORKED)[: DECK_TITLE_MAX - len(FORKED)].rstrip()
    return stem + FORKED
