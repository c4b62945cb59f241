"""The deck as a whole: its details, its versions, what fell due, words that are taken down."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cards.face.tongues import well_formed
from cards.rules import events as e
from cards.rules.command import Facts, HouseCommand, MemberCommand, Moment
from cards.rules.deck import Deck, Details
from cards.rules.details import ANOTHER, TYPED, check_details, check_language, is_untitled
from cards.rules.limits import NAME_MAX, NOTES_MAX, PLAYERS_MAX, clean_line, clean_text
from cards.rules.manifest import manifest_digest
from cards.verbs.verb import Back, HowOften, ReadField, Sent, Verb, When, text
from studio.kernel.inputs import Inputs, whole_number
from studio.kernel.refusals import Refused

TAGS_PARTED_BY = ","
AGREED = ("title", "theme", "goal")


@dataclass(frozen=True, slots=True)
class EditDetails(MemberCommand):
    details: Details


@dataclass(frozen=True, slots=True)
class Agree(MemberCommand):
    """What was agreed out loud before the first card. What is left empty stays as it is."""

    title: str = ""
    theme: str = ""
    goal: str = ""


@dataclass(frozen=True, slots=True)
class CallIt(MemberCommand):
    """A title for a deck that nobody gave one, or that is called `was` still, as whoever asks has read."""

    title: str
    was: str = ""


@dataclass(frozen=True, slots=True)
class ArchiveVersion(MemberCommand):
    """`called` and `was` as with CallIt: what is kept for ever is asked for its title first."""

    name: str
    notes: str = ""
    called: str = ""
    was: str = ""


@dataclass(frozen=True, slots=True)
class SettleDue(HouseCommand):
    """Nothing is asked but that what is due be settled (deadlines, the next on the mat)."""


@dataclass(frozen=True, slots=True)
class TakeDown(HouseCommand):
    face: str
    why: str = ""


def edit(deck: Deck, command: EditDetails, moment: Moment) -> Facts:
    return _edited(deck, command.by, command.details)


def agree(deck: Deck, command: Agree, moment: Moment) -> Facts:
    said = {name: words for name in AGREED if (words := getattr(command, name).strip())}
    return _edited(deck, command.by, replace(deck.details, **said)) if said else ()


def call_it(deck: Deck, command: CallIt, moment: Moment) -> Facts:
    return _titled(deck, command.by, command.title, command.was)


def _titled(deck: Deck, by: int, title: str, was: str) -> Facts:
    """Nothing where it has a title by now, so that a second press does nothing, or where none was said."""
    if not title.strip() or not is_untitled(deck.details.title, also=was):
        return ()
    return _edited(deck, by, replace(deck.details, title=title))


def _edited(deck: Deck, by: int, details: Details) -> Facts:
    details = check_details(details)
    if details.language != deck.details.language:  # what an older entry said in words stays until somebody changes it
        check_language(details.language)
        details = replace(details, language=well_formed(details.language))
    return () if details == deck.details else (e.DetailsEdited(by, deck.details, details),)


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
    titled = _titled(deck, command.by, command.called, command.was)
    return (*titled, e.VersionArchived(deck.last_version + 1, command.by, name, notes, digest))


def settle(deck: Deck, command: SettleDue, moment: Moment) -> Facts:
    return ()


def take_down(deck: Deck, command: TakeDown, moment: Moment) -> Facts:
    return (e.FaceWithdrawn(command.face, clean_line(command.why)),)


def _details(given: Inputs, _: str) -> Details:
    return Details(
        title=given.text("title"), blurb=given.text("blurb"), theme=given.text("theme"), goal=given.text("goal"),
        players_min=_players(given, "players_min"), players_max=_players(given, "players_max"),
        status=given.text("status"),
        tags=tuple(tag.strip() for tag in given.text("tags").split(TAGS_PARTED_BY) if tag.strip()),
        language=_language(given),
    )  # fmt: skip


def _language(given: Inputs) -> str:
    """One of the list, or the tag that was typed: none at all is no tag either, and is refused by the rules."""
    chosen = given.text("language")
    return (given.text("language_tag").strip() or ANOTHER) if chosen == ANOTHER else chosen


def _players(given: Inputs, field: str) -> int:
    """A number of players, 0 for nothing said; what is none is refused by the rules like a wrong one."""
    number = whole_number(given.text(field).strip() or "0")
    return PLAYERS_MAX + 1 if number is None else number


_KEPT: dict[str, ReadField] = {"name": text, "notes": text, "called": text, "was": text}
VERBS = (
    Verb(
        EditDetails, edit,
        sent=(Sent(
            "edit-details", {"details": _details}, (), (), HowOften.DRAFT, Back.DECK, typed=TYPED, enters=False,
        ),),
    ),
    Verb(Agree, agree, sent=(Sent("agree", dict.fromkeys(AGREED, text), (), (), HowOften.DRAFT, Back.WRITE),)),
    Verb(
        CallIt, call_it,
        sent=(Sent("call-it", {"title": text, "was": text}, (), (), HowOften.DRAFT, Back.PRESS, enters=False),),
    ),
    Verb(
        ArchiveVersion, archive,
        sent=(Sent("archive-version", _KEPT, (), (), HowOften.DRAFT, Back.VERSION, enters=False),),
    ),
    Verb(SettleDue, settle, When.ALWAYS),
    Verb(TakeDown, take_down, When.ALWAYS),
)  # fmt: skip
