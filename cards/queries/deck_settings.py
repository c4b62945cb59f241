"""What the forms about a whole deck show: the next version's changes, the details as they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils import timezone

from cards import models as rows
from cards.access import Door
from cards.face.language import tag
from cards.face.tongues import TONGUES, name_of
from cards.queries import ledger
from cards.queries.asking import ask_at
from cards.queries.workshop import has_no_title
from cards.rules import limits
from cards.rules.deck import Source
from cards.rules.details import ANOTHER, STATUSES
from cards.rules.forking import allowed
from cards.rules.manifest import own_name, version_named
from cards.storage.store import lineage_of
from cards.values.deck import TicketLine
from cards.values.pages import Altered, Choice
from studio.kernel.messages import message, shortened
from studio.web.addresses import path_to
from studio.web.dates import said
from studio.web.words import say

NOT_SAID = message("Not said")
LICENCES = ("", "CC0 1.0", "CC BY 4.0", "CC BY-SA 4.0", "CC BY-NC 4.0", "CC BY-NC-SA 4.0")
VISIBILITIES = (
    ("private", message("Private"), message("Only members read it.")),
    ("unlisted", message("Unlisted"), message("Whoever has the address reads its versions.")),
    (
        "public", message("Public"),
        message("It stands in the archive. Drawer, talk, reasons and the draft stay with the members."),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ArchiveForm:
    """`next` is the number the version will get; `last` the one before; `changes` what is new since. `called` is what
    was typed for a title, None where the deck has one. `address` takes it."""

    title: str
    language: str
    href: str
    next: int
    last: TicketLine | None
    changes: tuple[Altered, ...]
    name: str
    notes: str
    address: str
    called: str | None = None
    called_limit: int = limits.DECK_TITLE_MAX
    name_limit: int = limits.NAME_MAX
    notes_limit: int = limits.NOTES_MAX


@dataclass(frozen=True, slots=True)
class SettingOption:
    value: str
    words: str
    is_chosen: bool
    hint: str = ""
    lang: str = ""


@dataclass(frozen=True, slots=True)
class DetailsForm:
    """Every field as it was typed, or as it stands;
    `address` takes them, `standing_address` what is asked of everybody. `limits` counts characters by field."""

    deck_title: str
    deck_language: str
    href: str
    fields: Mapping[str, str]
    limits: Mapping[str, int]
    statuses: tuple[SettingOption, ...]
    languages: tuple[SettingOption, ...]
    visibilities: tuple[SettingOption, ...]
    licences: tuple[SettingOption, ...]
    licence_note: str
    back: Choice
    address: str
    standing_address: str


def _licence_note(lineage: tuple[Source, ...], missing: set[str]) -> str:
    """Why some licences are not offered; "" when all are."""
    if not missing:
        return ""
    demanding = [s for s in lineage if s.licence and any(not allowed((s,), name) for name in missing)]
    licences = list(dict.fromkeys(s.licence for s in demanding))
    if not licences:
        return say(
            message("It was made from a deck whose people kept all rights, so they would have to be asked first.")
        )
    return say(
        message(
            "It was made from a deck under {licences}, so what that asks is kept here too.",
            licences=shortened(licences, 5),
        )
    )


def _language_fields(said: str) -> dict[str, str]:
    """As the form has it: one of the list, or another by its tag."""
    is_listed = not said or said in {tongue.tag for tongue in TONGUES}
    return {"language": said if is_listed else ANOTHER, "language_tag": "" if is_listed else said}


def _languages(chosen: str, deck: rows.Deck) -> tuple[SettingOption, ...]:
    """Nothing said (and then what it is taken for), the list, and another."""
    guess = deck.language if not deck.language_said else ""
    unsaid = message("Not said; taken for {language}", language=name_of(guess)) if guess else NOT_SAID
    options = [("", say(unsaid), ""), *((one.tag, one.name, one.tag) for one in TONGUES)]
    options.append((ANOTHER, say(message("Another, by its tag")), ""))
    return tuple(SettingOption(value, words, value == chosen, lang=lang) for value, words, lang in options)


def archive_form(door: Door, typed: Mapping[str, str]) -> ArchiveForm:
    """Three statements."""
    deck = rows.Deck.objects.get(pk=door.deck_id)
    last = rows.Version.objects.filter(deck=deck).order_by("-number").defer("manifest").first()
    now = timezone.now()
    changes = ledger.altered_between(ledger.steps_of(deck.pk), last.at if last else None, now, tag(deck.language))
    line = None
    if last is not None:
        name = own_name(last.number, last.name)
        line = TicketLine(say(version_named(last.number)), f"{name}," if name else "", when=said(last.at, now))
    return ArchiveForm(
        title=deck.title,
        language=tag(deck.language),
        href=path_to("deck", slug=deck.slug),
        next=deck.last_version + 1,
        last=line,
        changes=changes,
        name=typed.get("name", ""),
        notes=typed.get("notes", ""),
        address=ask_at(deck.slug, "archive-version"),
        called=typed.get("called", "") if has_no_title(deck.title) else None,
    )


def details_form(door: Door, typed: Mapping[str, str]) -> DetailsForm:
    """One statement."""
    deck = rows.Deck.objects.get(pk=door.deck_id)
    stand = {
        "title": deck.title,
        "blurb": deck.blurb,
        "theme": deck.theme,
        "goal": deck.goal,
        "players_min": str(deck.players_min or ""),
        "players_max": str(deck.players_max or ""),
        "status": deck.status,
        "tags": ", ".join(deck.tags),
        **_language_fields(deck.language_said),
    }
    fields = {**stand, **typed}
    lineage = lineage_of(deck)
    licences = [name for name in LICENCES if name == deck.licence or allowed(lineage, name)]
    licences += [deck.licence] if deck.licence not in licences else []
    href = path_to("deck", slug=deck.slug)
    return DetailsForm(
        deck_title=deck.title,
        deck_language=tag(deck.language),
        href=href,
        fields=fields,
        limits={
            "title": limits.DECK_TITLE_MAX,
            "blurb": limits.BLURB_MAX,
            "theme": limits.THEME_MAX,
            "goal": limits.GOAL_MAX,
            "players": limits.PLAYERS_MAX,
            "tags": limits.TAGS_MAX,
            "tag": limits.TAG_MAX,
            "language_tag": limits.LANGUAGE_MAX,
        },
        statuses=tuple(
            SettingOption(status, say(words), status == fields["status"])
            for status, words in (("", NOT_SAID), *STATUSES.items())
        ),
        languages=_languages(fields["language"], deck),
        visibilities=tuple(
            SettingOption(value, say(words), value == deck.visibility, say(hint)) for value, words, hint in VISIBILITIES
        ),
        licences=tuple(
            SettingOption(name, name or say(message("All rights reserved")), name == deck.licence) for name in licences
        ),
        licence_note=_licence_note(lineage, set(LICENCES) - set(licences)),
        back=Choice(deck.title, href),
        address=ask_at(deck.slug, "edit-details"),
        standing_address=ask_at(deck.slug, "ask-for-standing"),
    )
