"""The minutes of a deck: who did what when, by which vote. Members read all of it, others what was archived."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import F

from cards import models as rows
from cards.access import Door
from cards.face.drawn import ART
from cards.face.language import tag
from cards.face.symbols import drawing_address
from cards.queries import deck_header
from cards.queries.edition import Edition, edition
from cards.queries.ledger import Step, names_in, tallies_of
from cards.rules import events as e
from cards.rules.kit import DVORAK
from cards.rules.kit_words import KitAbout, change_line, kit_about, kit_changes
from cards.rules.manifest import own_name, version_named
from cards.storage.ballot_rows import name_of
from cards.storage.heavy import kept_words
from cards.storage.log import DECK_LOG
from cards.values.deck import MinutesPage
from cards.values.pages import MinutesLine
from cards.verbs.registry import TELLINGS
from studio.kernel.messages import Message, Sayable, Slot, counted, message, number_word, series, shortened
from studio.kernel.schema import kinds
from studio.log.facts import A_PAGE, Recorded
from studio.models import Member
from studio.web.dates import TimeWords, day_of, said
from studio.web.words import say

LINES_TOLD = 3  # of what changed in a deck's words

# Facts that are minuted, besides the steps of cards; votes are counted in the tally of what they decided.
MINUTED: tuple[type, ...] = (
    e.DeckStarted, e.MemberJoined, e.MemberLeft, e.MemberMerged, e.MemberParted, e.ClaimRefused,
    e.DetailsEdited, e.ProposalSetAside, e.ProposalWithdrawn,
    e.ElectorExcused, e.VisibilityChanged, e.LicenceChanged, e.KitChanged, e.VersionArchived,
    e.FaceWithdrawn, e.BatchBegun, e.BatchTurnedOver, e.BatchSwept, e.BatchCalledOff,
    *(told.fact for told in TELLINGS.values() if told.minuted is not None),
)  # fmt: skip

_WHY_ASIDE = {
    "not_everyone_spoke": message("set aside, not everyone spoke"),
    "nobody_left": message("set aside, nobody was left to vote"),
    "overtaken": message("set aside, overtaken by another"),
}

_DETAILS = {
    "title": message("the title", context="of a deck"), "blurb": message("the blurb", context="of a deck"),
    "theme": message("the theme", context="of a deck"), "goal": message("the way to win", context="of a deck"),
    "players_min": message("the players", context="of a deck"),
    "players_max": message("the players", context="of a deck"),
    "status": message("the state", context="of a deck"), "tags": message("the tags", context="of a deck"),
    "language": message("the language", context="of a deck"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class KitReworded:
    """What a kit changed of the deck's words or its back alone; `marks` are the drawings of what is told."""

    about: KitAbout
    changes: Sayable
    marks: tuple[str, ...]


Reworded = Mapping[int | None, KitReworded]  # by its proposal


@dataclass(frozen=True, slots=True)
class EntryNames:
    """What the numbers in entries stand for, in words."""

    names: Mapping[int, str]
    own_names: Mapping[int, str]  # of those who turned out to be another: what they were called before
    merged: frozenset[int]
    titles: Mapping[int, str]
    written: frozenset[int]  # those of the titles that stand on a card
    askers: Mapping[int, str]
    tallies: Mapping[int, str]
    reworded: Reworded


def minutes_page(door: Door, before: datetime | None = None) -> MinutesPage:
    """Newest first, up to `before`. 15 statements for members, 9 for others; one more where a kit was changed. What is
    not on the page is not worded, and of the log no more is read than a page can show."""
    shown = edition(door)
    noted, is_more = (
        DECK_LOG.recorded_before(door.stream_id, before, kinds(*MINUTED)) if door.is_member else ([], False)
    )
    every: list[MinutesEntry] = [*shown.steps, *(noted if door.is_member else shown.versions)]
    entries = sorted((one for one in every if before is None or one.at < before), key=_moment, reverse=True)
    page = entries[:A_PAGE]
    while len(entries) > len(page) and entries[len(page)].at == page[-1].at:  # one moment is never parted by a page
        page.append(entries[len(page)])
    lines = _worded(shown, page)
    days = tuple(
        (day, tuple(line for _, line in lines_of_day))
        for day, lines_of_day in groupby(lines, key=lambda line: day_of(line[0], shown.now))
    )
    older = f"?before={page[-1].at.timestamp():.6f}" if is_more or len(entries) > len(page) else ""
    return MinutesPage(deck_header.head_of(shown, "minutes"), days, older)


MinutesEntry = Step | rows.Version | Recorded[e.Event]


def _moment(entry: MinutesEntry) -> tuple[datetime, int]:
    return entry.at, 0 if isinstance(entry, rows.Version) else entry.seq


def _archived_as(number: int, name: str) -> str:
    own = own_name(number, name)
    return say(message("archived, {name}", name=own) if own else message("archived"))


def _archived(shown: Edition, version: rows.Version) -> MinutesLine:
    title = say(version_named(version.number))
    href = f"{shown.home}versions/{version.number}/"
    return MinutesLine(said(version.at, shown.now), title, _archived_as(version.number, version.name), href=href)


def _worded(shown: Edition, page: Iterable[MinutesEntry]) -> list[tuple[datetime, MinutesLine]]:
    """Those of the page that have words, each with its moment. Six statements where anything is noted."""
    known = _known(shown, noted) if (noted := [one for one in page if isinstance(one, Recorded)]) else None
    found: list[tuple[datetime, MinutesLine]] = []
    for one in page:
        match one:
            case Step():
                found.append((one.at, line_of(shown, one, with_name=True)))
            case rows.Version():
                found.append((one.at, _archived(shown, one)))
            case Recorded(at=at, fact=fact) if known is not None and (line := _line(shown, known, fact, at)):
                found.append((at, line))
    return found


def _known(shown: Edition, noted: Iterable[Recorded[e.Event]]) -> EntryNames:
    about = (e.ProposalSetAside, e.ProposalWithdrawn, e.ElectorExcused)
    asked = {one.fact.number for one in noted if isinstance(one.fact, about)}
    kits: Iterable[Recorded[e.Event]] = ()
    if any(isinstance(one.fact, e.KitChanged) for one in noted):  # each is told by what it changed of the one before
        kits = DECK_LOG.recorded(shown.door.stream_id, kinds=kinds(e.KitChanged))
    return EntryNames(
        *_people(shown.deck.group_id), *_asked(shown, asked), tallies_of(shown.deck.pk, "aside"), _reworded(kits)
    )


def _reworded(found: Iterable[Recorded[e.Event]]) -> Reworded:
    """What kits changed that left the table as it was, in the order of the log."""
    said: dict[int | None, KitReworded] = {}
    kit = DVORAK
    for one in found:
        if not isinstance(one.fact, e.KitChanged):
            continue
        was, kit = kit, one.fact.kit
        if (about := kit_about(was, kit)) != "table":
            changes = kit_changes(was, kit)
            rest = len(changes) - LINES_TOLD
            more: list[Slot] = [message("{number} more", number=number_word(rest))] if rest > 0 else []
            lines = [change_line(change) for change in changes[:LINES_TOLD]]
            marks = tuple(
                drawing_address(change.now.drawing, ART)
                for change in changes[:LINES_TOLD]
                if change.now is not None and change.now.drawing
            )
            said[one.fact.proposal] = KitReworded(about, series([*lines, *more], "semicolon"), marks)
    return said


def _people(group_id: int) -> tuple[Mapping[int, str], Mapping[int, str], frozenset[int]]:
    """Names, names of before, and who is another now. Three statements."""
    names = names_in(group_id)
    found = Member.objects.filter(group_id=group_id, merged_into__isnull=False)
    before = dict(found.values_list("pk", "called"))
    return names, {pk: called for pk, called in before.items() if called}, frozenset(before)


def _asked(shown: Edition, numbers: set[int]) -> tuple[Mapping[int, str], frozenset[int], Mapping[int, str]]:
    """What a proposal was about (the title of its first change), whether that stands on a card, and who asked, by its
    number. Two statements."""
    found = list(
        rows.Wording.objects.filter(
            proposal__deck=shown.deck, proposal__number__in=numbers, number=F("proposal__wording")
        ).values_list("proposal__number", "changes", name_of("proposal__by"))
    )
    changes = {number: changes[0] for number, changes, _ in found if changes}
    digests = {number: change.get("face") or change.get("on") for number, change in changes.items()}
    titles = dict(
        rows.Face.objects.filter(digest__in={d for d in digests.values() if d}).values_list(
            "digest", kept_words("content")
        )
    )
    kit = shown.deck.kit
    named = {number: titles.get(digest) or _unnamed(changes[number], kit) for number, digest in digests.items()}
    written = frozenset(number for number, digest in digests.items() if titles.get(digest))
    return named, written, {number: by for number, _, by in found}


def _unnamed(change: Mapping[str, Any], kit: Mapping[str, Any]) -> str:
    match change.get("is"):
        case "SetVisibility":
            return say(message("Who may read the deck"))
        case "SetLicence":
            return say(message("The licence"))
        case "SetKit" if {**change["kit"], "back": 0} == {**kit, "back": 0}:
            return say(message("The back of the cards"))
        case "SetKit" if {**change["kit"], "lexicon": 0} == {**kit, "lexicon": 0}:
            return say(message("What the words mean"))
        case "SetKit":
            return say(message("How the table is laid"))
        case "DeleteDeck":
            return say(message("Putting the deck away"))
        case _:
            return say(message("Withdrawn"))


def _line(shown: Edition, known: EntryNames, fact: e.Event, at: datetime) -> MinutesLine | None:
    when = said(at, shown.now)
    if (told := TELLINGS.get(type(fact))) is not None and told.minuted is not None:
        head = say(told.about) if told.about is not None else known.names.get(told.by(fact), "")
        return MinutesLine(when, head, say(told.minuted(fact)))
    match fact:
        case e.DeckStarted(by=by, forked_from=source):
            return MinutesLine(when, known.names.get(by, ""), _started(bool(source)))
        case e.MemberJoined(member=member):
            return MinutesLine(when, _before(known, member), say(message("joined")))
        case e.MemberLeft(member=member, removed=removed):
            went = message("was removed") if removed else message("left", context="a group")
            if member in known.merged:  # an entry from before there was MemberMerged
                went = message("came back to the seat they had")
            return MinutesLine(when, _before(known, member), say(went))
        case e.MemberMerged(member=member) | e.MemberParted(member=member) | e.ClaimRefused(member=member):
            return MinutesLine(when, _before(known, member), say(_who_is_who(known, fact)))
        case e.DetailsEdited(by=by, was=was, now=now):
            fields = dict.fromkeys(word for name, word in _DETAILS.items() if getattr(was, name) != getattr(now, name))
            edited = say(message("edited {fields}", fields=series(fields, "comma")))
            return MinutesLine(when, known.names.get(by, ""), edited) if fields else None
        case e.ProposalSetAside(number=number, why=why):
            words = _WHY_ASIDE.get(why, message("set aside"))
            return _gone(shown, known, number, when, words, known.tallies.get(number, ""))
        case e.ProposalWithdrawn(number=number):
            return _gone(shown, known, number, when, message("taken back"), "")
        case e.ElectorExcused(number=number, member=member):
            who = known.names.get(member) or message("somebody")
            words = message("went on without {who}", who=who)
            language = tag(shown.deck.language) if number in known.written else ""
            return MinutesLine(when, known.titles.get(number) or say(message("a card")), say(words), language=language)
        case e.VersionArchived(number=number, by=by, name=name):
            href = f"{shown.home}versions/{number}/"
            by_whom = known.names.get(by, "")
            title = say(version_named(number))
            return MinutesLine(when, title, _archived_as(number, name), "", href, by_whom)
        case e.FaceWithdrawn():
            return MinutesLine(when, "", say(message("Some words were taken down.")))
        case e.BatchBegun(by=by) | e.BatchTurnedOver(by=by) | e.BatchCalledOff(by=by):
            return MinutesLine(when, known.names.get(by, ""), say(_BATCH[type(fact)]))
        case e.BatchSwept(proposals=proposals):
            cards = counted("{count} card was looked at", "{count} cards were looked at", len(proposals))
            return MinutesLine(when, say(message("The first batch")), say(cards))
    return _of_the_whole_deck(shown, known, fact, when)


_BATCH: dict[type, Message] = {
    e.BatchBegun: message("called a first batch"),
    e.BatchTurnedOver: message("turned the first batch over"),
    e.BatchCalledOff: message("called the first batch off"),
}


def _of_the_whole_deck(shown: Edition, known: EntryNames, fact: e.Event, when: TimeWords) -> MinutesLine | None:
    match fact:
        case e.VisibilityChanged(to=to, proposal=proposal):
            return MinutesLine(when, say(message("The deck")), say(_IS_NOW[to]), _voted(shown, proposal))
        case e.LicenceChanged(to=to, proposal=proposal):
            words = message("is now {licence}", licence=to) if to else message("is now all rights reserved")
            return MinutesLine(when, say(message("The licence")), say(words), _voted(shown, proposal))
        case e.KitChanged(proposal=proposal) if proposal in known.reworded:
            told = known.reworded[proposal]
            words, href = message("now: {changes}", changes=told.changes), f"{shown.home}{told.about}/"
            tally = _voted(shown, proposal)
            return MinutesLine(when, say(_ABOUT[told.about]), say(words), tally, href, marks=told.marks)
        case e.KitChanged(proposal=proposal):
            tally, home = _voted(shown, proposal), f"{shown.home}kit/"
            return MinutesLine(when, say(message("How the table is laid")), say(message("has changed")), tally, home)
    return None


_ABOUT = {"words": message("What the words mean"), "back": message("The back of the cards")}


def _gone(shown: Edition, known: EntryNames, number: int, when: TimeWords, words: Message, tally: str) -> MinutesLine:
    title, asker = known.titles.get(number), known.askers.get(number, "")
    language = tag(shown.deck.language) if title and number in known.written else ""
    name = title or say(message("A card"))
    return MinutesLine(when, name, say(words), tally, f"{shown.home}proposals/{number}/", asker, language)


def _before(known: EntryNames, member: int) -> str:
    """A member by the name they went by when it was noted."""
    return known.own_names.get(member) or known.names.get(member) or say(message("Somebody"))


def _who_is_who(known: EntryNames, fact: e.MemberMerged | e.MemberParted | e.ClaimRefused) -> Message:
    """ "is Maud from now on; Ros knew the voice"."""

    def name(member: int | None) -> Slot:
        return known.names.get(member or 0) or message("Somebody")

    match fact:
        case e.MemberMerged(into=older, vouched_by=()):
            return message("is {other} from now on; they signed in", other=name(older))
        case e.MemberMerged(into=older, vouched_by=voices):
            return message(
                "is {other} from now on; {voices} knew the voice",
                other=name(older), voices=shortened(map(name, voices), 5),
            )  # fmt: skip
        case e.MemberParted(into=older, by=None):
            return message("is not {other} after all", other=name(older))
        case e.MemberParted(member=member, into=older, by=by) if by == member:
            return message("is not {other} after all; they gave the seat back", other=name(older))
        case e.MemberParted(into=older, by=by) if by == older:
            return message("is not {other} after all; {other} said no", other=name(older))
        case e.MemberParted(into=older, by=by):
            return message("is not {other} after all; {who} undid it", other=name(older), who=name(by))
        case e.ClaimRefused(claimed=claimed, by=by):
            return message("said they were {other}; {who} said no", other=name(claimed), who=name(by))


_IS_NOW = {
    "private": message("is now private"),
    "unlisted": message("is now unlisted"),
    "public": message("is now public"),
}


def _started(as_a_fork: bool) -> str:
    return say(message("started the deck as a fork") if as_a_fork else message("started the deck"))


def _voted(shown: Edition, proposal: int | None) -> str:
    return shown.tallies.get(proposal or 0, "")


_DONE = {
    "added": message("in", context="of a card"),
    "amended": message("reworded", context="of a card"),
    "repealed": message("out", context="of a card"),
    "restored": message("back in", context="of a card"),
    "side": message("on another side", context="of a card"),
}


def lately(shown: Edition, count: int) -> tuple[MinutesLine, ...]:
    """The last accepted changes, newest first. No statement."""
    return tuple(line_of(shown, step) for step in reversed(shown.steps[-count:]))


def line_of(shown: Edition, step: Step, *, with_name: bool = False) -> MinutesLine:
    """A step of a card as a line of the minutes, for everybody who may see the deck; perhaps with who asked for it."""
    folder = "rules" if step.ref.kind == "rule" else "cards"
    tally = shown.tallies.get(step.proposal, "") if step.proposal is not None else ""
    return MinutesLine(
        when=said(step.at, shown.now),
        name=step.title,
        words=say(
            counted("now {count} copy", "now {count} copies", step.copies)
            if step.what == "copies"
            else _DONE[step.what]
        ),
        tally=tally,
        href=f"{shown.home}{folder}/{step.ref.number}/",
        by=step.by if with_name else "",
        language="" if step.is_withdrawn else tag(shown.deck.language),
    )
