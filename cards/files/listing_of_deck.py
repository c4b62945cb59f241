"""From a deck to a listing: the draft or a version, and for members the whole history."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC

from django.db.models import Q
from django.http import Http404

from cards import models as rows
from cards.face.face import Face
from cards.formats.history import credited_in
from cards.formats.values import (
    CarriedPicture,
    DeckListing,
    History,
    ListedCard,
    ListedRule,
    PastEntry,
    Somebody,
    VersionMark,
    pictures_named,
)
from cards.pictures import shelf
from cards.pictures.limits import CARRIED_MAX, PICTURES_CHARACTERS_MAX
from cards.queries.lineage import people_of
from cards.rules.deck import Source
from cards.rules.events import Event, VoteCast
from cards.rules.kit import Kit
from cards.rules.seeing import written_down
from cards.rules.sight import DeckSight
from cards.storage import store
from cards.storage.acceptance import rules_since
from cards.storage.ballot_rows import name_of
from cards.storage.log import DECK_LOG
from cards.storage.seen import onlookers_of
from studio.kernel.codec import from_plain, to_plain
from studio.models import Member

CardRow = tuple[int, str, int, str]  # number, face, copies, side


def listing_of(deck: rows.Deck, number: int | None = None, *, names_of: bool = True) -> DeckListing:
    """The draft, or version `number` (Http404 without one). Makers' names go with it unless `names_of` is False.

    Three statements, one more for Special Rules, for a fork, and two for a version.
    """
    version = _version(deck, number) if number is not None else None
    rules, cards = _contents(deck, version)
    faces = store.faces_of(face for _, face, _, _ in (*rules, *cards))
    makers = _makers(deck) if names_of else {}
    details = store.details_of(deck)
    return DeckListing(
        title=details.title,
        blurb=details.blurb,
        theme=details.theme,
        goal=details.goal,
        players_min=details.players_min or None,
        players_max=details.players_max or None,
        status=details.status,
        tags=details.tags,
        language=details.language,
        licence=deck.licence,
        rules=tuple(ListedRule(faces[face], n, side, makers.get(("rule", n), "")) for n, face, _, side in rules),
        cards=tuple(
            ListedCard(faces[face], copies, n, side, makers.get(("card", n), "")) for n, face, copies, side in cards
        ),
        kit=_kit(deck, version),
        version=VersionMark(version.number, version.name, version.digest) if version else None,
        lineage=_lineage(deck) if names_of else (),
    )


def with_history(deck: rows.Deck, listing: DeckListing) -> DeckListing:
    """The same with the whole log: for members. Four statements."""
    return replace(listing, history=history_of(deck))


def with_pictures(listing: DeckListing) -> DeckListing:
    """The same with the files of its pictures, in the order of its cards, as many as go into a file that is read again.

    What did not is told by the format (`WrittenFile.left_out`).
    """
    carried: list[CarriedPicture] = []
    room = PICTURES_CHARACTERS_MAX
    for digest in pictures_named(listing):
        path = shelf.file_of(digest)
        content = base64.b64encode(path.read_bytes()).decode("ascii") if path is not None else ""
        if content and len(content) <= room and len(carried) < CARRIED_MAX:
            carried.append(CarriedPicture(digest, content))
            room -= len(content)
    return replace(listing, pictures=tuple(carried))


def history_of(deck: rows.Deck) -> History:
    """Every fact that all members may know with its number and moment, every face they name, and everybody. Four
    statements, and those of the deck where this process does not know it."""
    seen = onlookers_of(deck).sight()
    entries = tuple(
        PastEntry(one.seq, one.at.astimezone(UTC).isoformat(), _written(seen, one.fact), one.by)
        for one in DECK_LOG.recorded(deck.stream_id)
    )
    digests = set(_digests(to_plain(entry.event) for entry in entries))
    contents = (
        rows.Face.objects.filter(digest__in=digests).order_by("digest").values_list("digest", "content", "withdrawn_at")
    )
    kept = [(digest, content, withdrawn) for digest, content, withdrawn in contents]
    # A fork's cards, and what was taken over, are credited to people of other decks, who were never members here.
    credited = {maker for source in store.lineage_of(deck) for maker in source.makers}
    credited |= {member for entry in entries for member in credited_in(to_plain(entry.event))}
    people = Member.objects.filter(Q(group_id=deck.group_id) | Q(pk__in=credited)).order_by("pk")
    return History(
        people=tuple(
            Somebody(pk, name, colour, shape)
            for pk, name, colour, shape in people.values_list("pk", "person__name", "person__colour", "person__shape")
        ),
        faces=tuple(from_plain(Face, content) for _, content, withdrawn in kept if withdrawn is None),
        entries=entries,
        withdrawn=tuple(digest for digest, _, withdrawn in kept if withdrawn is not None),
    )


def _written(seen: DeckSight, fact: Event) -> Event:
    return written_down(seen, fact) if isinstance(fact, VoteCast) else fact


def _version(deck: rows.Deck, number: int) -> rows.Version:
    version = rows.Version.objects.filter(deck=deck, number=number).first()
    if version is None:
        raise Http404
    return version


def _contents(deck: rows.Deck, version: rows.Version | None) -> tuple[list[CardRow], list[CardRow]]:
    """Rules, whichever holds latest last, as whoever reads the file takes them; and cards in order of their numbers."""
    lines: dict[str, list[CardRow]] = {"rule": [], "card": []}
    if version is not None:
        lines["rule"] = [(number, face, 1, "") for number, face, *_ in version.manifest["rules"]]
        lines["card"] = [(n, face, copies, side) for n, face, copies, side, *_ in version.manifest["cards"]]
    else:
        in_force = rows.Article.objects.filter(deck=deck, in_force=True).order_by("number")
        for kind, number, face, copies, side in in_force.values_list("kind", "number", "face_id", "copies", "side"):
            lines[kind].append((number, face, copies, side))
    since = rules_since(deck.pk, version.number if version else None) if lines["rule"] else {}
    return sorted(lines["rule"], key=lambda line: (since[line[0]], line[0])), lines["card"]


def _kit(deck: rows.Deck, version: rows.Version | None) -> Kit:
    kit: Kit = from_plain(Kit, deck.kit if version is None else version.manifest.get("kit", {}))
    return kit


def _makers(deck: rows.Deck) -> Mapping[tuple[str, int], str]:
    """Who wrote each article first, by kind and number; a maker named on the face itself is left to it."""
    found = rows.Article.objects.filter(deck=deck, face__content__credit__isnull=True)
    named = found.values_list("kind", "number", "maker", name_of("by"))
    return {(kind, number): maker or name or "" for kind, number, maker, name in named}


def _lineage(deck: rows.Deck) -> tuple[Source, ...]:
    """The decks it comes from, with their people as they are called now. One statement at most.

    One that was not for others to see is left without its origin too: two forks of it need not know of each other.
    """
    lineage = store.lineage_of(deck)
    names = people_of(lineage)
    return tuple(
        replace(source, origin=source.origin if source.title else "", makers=(), names=names[index])
        for index, source in enumerate(lineage)
    )


def _digests(bodies: Iterable[object]) -> Iterable[str]:
    """Every face that a fact names, however deep."""
    for body in bodies:
        if isinstance(body, dict):
            for name, value in body.items():
                if name in ("face", "on", "was") and isinstance(value, str):
                    yield value
                else:
                    yield from _digests([value])
        elif isinstance(body, list):
            yield from _digests(body)
