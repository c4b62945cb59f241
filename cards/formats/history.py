"""Whether a history that came in a file holds together: every fact follows, every word keeps its limits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cards.face.face import Face
from cards.formats.values import DeckListing, History, Somebody
from cards.rules import events as e
from cards.rules import limits
from cards.rules.deck import Create, Deck, DeleteDeck, Details, Reside, SetKit, SetLicence
from cards.rules.details import as_a_group_says, check_details
from cards.rules.evolve import evolve
from cards.rules.forking import allowed, check_lineage
from cards.rules.limits import check_copies, check_face, clean_line, clean_text
from cards.rules.manifest import manifest, manifest_digest
from studio.kernel.codec import Unreadable, to_plain
from studio.kernel.messages import message
from studio.kernel.refusals import Refused

ENTRIES_MAX = 20_000
PERSON_NAME_MAX = 40  # characters, as on a seal's label

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|\+00:00)")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_COLOUR = re.compile(r"#[0-9a-f]{6}|")
_SHAPE = re.compile(r"[a-z]{0,10}")


def check_history(history: History, listing: DeckListing) -> Deck:
    """The deck that the log leads to. Raises Unreadable where it does not hold together."""
    if len(history.entries) > ENTRIES_MAX:
        raise Unreadable("history.entries", message("there are more than {limit:,}", limit=ENTRIES_MAX))
    faces = _faces(history)
    people = _people(history.people)
    deck = Deck()
    for index, entry in enumerate(history.entries):
        where = f"history.entries.{index}"
        if entry.seq != index + 1:
            raise Unreadable(where, message("it should have the number {number}", number=index + 1))
        if not _MOMENT.fullmatch(entry.at):
            raise Unreadable(where, message("its moment should look like 2026-03-01T19:30:00+00:00"))
        if entry.by is not None and entry.by not in people:
            raise Unreadable(where, message("nobody in the history has the id {id}", id=entry.by))
        _names_known(to_plain(entry.event), faces, where)
        _keeps_limits(entry.event, where)
        _names_people(entry.event, people, where)
        deck = _step(deck, entry.event, where)
    if set(deck.members) - people:
        raise Unreadable("history.people", message("somebody is named in the entries and missing here"))
    _leads_to(deck, faces, listing)
    return deck


def _people(people: tuple[Somebody, ...]) -> frozenset[int]:
    ids = frozenset(person.id for person in people)
    if len(ids) != len(people):
        raise Unreadable("history.people", message("one id is given to two people"))
    for index, person in enumerate(people):
        is_name = person.name == clean_line(person.name) and 0 < len(person.name) <= PERSON_NAME_MAX
        if not is_name or not _COLOUR.fullmatch(person.colour) or not _SHAPE.fullmatch(person.shape):
            raise Unreadable(
                f"history.people.{index}", message("this is not a name, a colour and a shape as seals have them")
            )
    return ids


def _faces(history: History) -> Mapping[str, Face | None]:
    """Faces by digest; None for what was withdrawn."""
    found: dict[str, Face | None] = {}
    for digest in history.withdrawn:
        if not _DIGEST.fullmatch(digest):
            raise Unreadable("history.withdrawn", message("a digest has 64 digits and letters a to f"))
        found[digest] = None
    for index, face in enumerate(history.faces):
        try:
            check_face(face, is_rule=True)
        except Refused as refused:
            raise Unreadable(f"history.faces.{index}", refused) from None
        found[face.digest] = face
    return found


def _step(deck: Deck, event: Any, where: str) -> Deck:
    try:
        after = evolve(deck, event)
    except (AssertionError, AttributeError, KeyError, TypeError, ValueError):
        raise Unreadable(where, message("it does not follow from what came before")) from None
    if isinstance(event, e.LicenceChanged) and not allowed(after.lineage, event.to):
        raise Unreadable(where, message("the decks it was made from do not allow that licence"))
    if isinstance(event, e.VersionArchived) and manifest_digest(deck) != event.digest:
        raise Unreadable(where, message("version {number} does not have the digest that is given", number=event.number))
    return after


def _names_people(event: Any, people: frozenset[int], where: str) -> None:
    """Those who are credited with a card, or with the decks it comes from, are people of the history: here they have
    other ids."""
    named = set(credited_in(to_plain(event)))
    if isinstance(event, e.LineageKept):
        named |= {maker for source in event.lineage for maker in source.makers}
    if named - people:
        raise Unreadable(where, message("it names somebody who is missing among the people"))


def credited_in(plain: Any) -> Iterator[int]:
    """Whoever a fact credits with words, by id, however deep in its changes."""
    if isinstance(plain, dict):
        if isinstance(member := plain.get("credit_to"), int):
            yield member
        yield from (found for value in plain.values() for found in credited_in(value))
    elif isinstance(plain, list):
        yield from (found for value in plain for found in credited_in(value))


def _names_known(plain: Any, faces: Mapping[str, Face | None], where: str) -> None:
    """Every face that a fact names has its words here, or is said to be withdrawn."""
    if isinstance(plain, dict):
        for name, value in plain.items():
            names_face = name in ("face", "on") or (name == "was" and "face" in plain)
            if names_face and isinstance(value, str) and value not in faces:
                raise Unreadable(where, message("it names a face whose words are missing"))
            if name != "kit":  # how cards lie in a zone is called its face
                _names_known(value, faces, where)
    elif isinstance(plain, list):
        for item in plain:
            _names_known(item, faces, where)


def _leads_to(deck: Deck, faces: Mapping[str, Face | None], listing: DeckListing) -> None:
    """The cards and rules listed are those in force at the end of the log, in whatever order they are listed."""
    end = manifest(deck)
    rules = [[rule.number, rule.face.digest] for rule in listing.rules]
    cards = [[card.number, card.face.digest, card.copies, card.side] for card in listing.cards]
    if deck.kit != listing.kit:
        raise Unreadable("kit", message("the history leads to something else"))
    # A withdrawn face is listed with words that say so, so only the others can be compared.
    for what, there, here in (("rules", end["rules"], rules), ("cards", end["cards"], cards)):
        if len(there) != len(here):
            raise Unreadable(
                what, message("the history ends with {there}, and {here} are listed", there=len(there), here=len(here))
            )
        by_number = sorted(range(len(here)), key=lambda index: here[index][0] or 0)
        for past, index in zip(there, by_number, strict=True):
            now = here[index]
            if past != now and not (faces.get(past[1]) is None and past[0] == now[0]):
                raise Unreadable(f"{what}.{index}", message("the history leads to something else"))


def _keeps_limits(event: e.Event, where: str) -> None:
    """Words of a fact, which no rule looks at any more once it is a fact."""
    try:
        match event:
            case e.DeckStarted(details=details, forked_from=origin):
                _as_kept(details)
                _clean(origin)
            case e.DetailsEdited(was=was, now=now):
                _as_kept(was)
                _as_kept(now)
            case e.LineageKept(lineage=lineage):
                check_lineage(lineage)
            case e.ArticleAdded(copies=copies, side=side, maker=maker):
                check_copies(copies)
                _short(side, limits.SIDE_MAX)
                _short(maker, limits.CREDIT_MAX)
            case e.CopiesChanged(copies=copies):
                check_copies(copies)
            case e.SideChanged(side=side):
                _short(side, limits.SIDE_MAX)
            case e.VoteCast(reason=text):
                _short(text, limits.REASON_MAX)
            case e.RemarkMade(text=text):
                _short(text, limits.REMARK_MAX)
            case e.LicenceChanged(to=text):
                _short(text, limits.LICENCE_MAX)
            case e.VersionArchived(name=name, notes=notes):
                _short(name, limits.NAME_MAX)
                _short(notes, limits.NOTES_MAX)
            case e.FaceWithdrawn(why=text):
                _clean(text)
            case e.KitChanged(kit=kit):
                limits.check_plain_kit(kit)
            case e.BatchBegun(size=size, until=until):
                if size not in limits.BATCH_SIZES or not 0 <= until <= limits.NUMBER_OF_SECONDS_MAX:
                    raise Refused("request.unreadable")
            case e.BatchTurnedOver(cards=cards):
                for card in cards:
                    check_copies(card.copies)
                    _short(card.side, limits.SIDE_MAX)
            case e.GapNamed(words=words, wanted=wanted) | e.GapReworded(words=words, wanted=wanted):
                _gap(words)
                if not 1 <= wanted <= limits.GAP_CARDS_MAX:
                    raise Refused("gap.cards", limit=limits.GAP_CARDS_MAX)
            case e.GapPutAway(words=words) | e.GapFilled(words=words):
                _gap(words)
            case e.ProposalMade(changes=changes, grounds=text) | e.ProposalReworded(changes=changes, grounds=text):
                _short(text, limits.REASON_MAX)
                _changes(changes)
    except Refused as refused:
        raise Unreadable(where, refused) from None
    if isinstance(event, e.DeckStarted) and len(event.forked_from) > 120:
        raise Unreadable(where, message("where it was made from is too long"))


def _changes(changes: tuple[Any, ...]) -> None:
    if len(changes) > limits.CHANGES_MAX:
        raise Refused("changes.many", limit=limits.CHANGES_MAX)
    for change in changes:
        match change:
            case Create(copies=copies, side=side, maker=maker):
                check_copies(copies)
                _short(side, limits.SIDE_MAX)
                _short(maker, limits.CREDIT_MAX)
            case Reside(side=side):
                _short(side, limits.SIDE_MAX)
            case SetLicence(to=text):
                _short(text, limits.LICENCE_MAX)
            case SetKit(kit=kit):
                limits.check_plain_kit(kit)
            case DeleteDeck(title=text):
                _short(text, limits.DECK_TITLE_MAX)


def _as_kept(details: Details) -> None:
    kept = as_a_group_says(details)
    if check_details(kept) != kept:
        raise Refused("face.unclean", field=message("title, blurb or tags"))


def _gap(words: str) -> None:
    if not words or len(words) > limits.GAP_MAX or limits.clean_line(words) != words:
        raise Refused("gap.long", limit=limits.GAP_MAX, length=len(words))


def _short(text: str, limit: int) -> None:
    if len(text) > limit:
        raise Refused("details.long", field=limits.FIELD_WORDS["text"], limit=limit)
    _clean(text)


def _clean(text: str) -> None:
    if clean_text(text).strip() != text:
        raise Refused("face.unclean", field=limits.FIELD_WORDS["text"])
