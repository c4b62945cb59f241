"""The deck as a whole: its details, its versions, what fell due, words that are taken down."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cards.face.tongues import well_formed
from cards.rules import events as e
from cards.rules.command import Facts, HouseCommand, MemberCommand, Moment
from cards.rules.deck import Deck, Details
from cards.rules.details import check_details, check_language
from cards.rules.limits import NAME_MAX, NOTES_MAX, clean_line, clean_text
from cards.rules.manifest import manifest_digest
from cards.verbs.verb import Verb, When
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class EditDetails(MemberCommand):
    details: Details


@dataclass(frozen=True, slots=True)
class ArchiveVersion(MemberCommand):
    name: str
    notes: str = ""


@dataclass(frozen=True, slots=True)
class SettleDue(HouseCommand):
    """Nothing is asked but that what is due be settled (deadlines, the next on the mat)."""


@dataclass(frozen=True, slots=True)
class TakeDown(HouseCommand):
    face: str
    why: str = ""


def edit(deck: Deck, command: EditDetails, moment: Moment) -> Facts:
    details = check_details(command.details)
    if details.language != deck.details.language:  # what an older entry said in words stays until somebody changes it
        check_language(details.language)
        details = replace(details, language=well_formed(details.language))
    return () if details == deck.details else (e.DetailsEdited(command.by, deck.details, details),)


def archive(deck: Deck, command: ArchiveVersion, moment: Moment) -> Facts:
    if not any(a.in_force for a in deck.articles.values()):
        raise Refused("version.empty")
    digest = manifest_digest(deck)
    if digest == deck.version_digest:
        raise Refused("version.unchanged", version=deck.last_version)
    name = clean_line(command.name)
    if len(name) > NAME_MAX:
        raise Refused("version.name_long", limit=NAME_MAX)
    notes = clean_text(command.notes).strip()
    if len(notes) > NOTES_MAX:
        raise Refused("version.notes_long", limit=NOTES_MAX)
    number = deck.last_version + 1
    return (e.VersionArchived(number, command.by, name, notes, digest),)


def settle(deck: Deck, command: SettleDue, moment: Moment) -> Facts:
    return ()


def take_down(deck: Deck, command: TakeDown, moment: Moment) -> Facts:
    return (e.FaceWithdrawn(command.face, clean_line(command.why)),)


VERBS = (
    Verb(EditDetails, edit),
    Verb(ArchiveVersion, archive),
    Verb(SettleDue, settle, When.ALWAYS),
    Verb(TakeDown, take_down, When.ALWAYS),
)
