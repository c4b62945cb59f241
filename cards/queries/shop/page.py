"""The page of the print shop: what can be chosen for a deck, and the sheet that is looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cards import models as rows
from cards.access import Door
from cards.face.drawn import has_art
from cards.face.face import Face
from cards.face.letters import FONTS_LINE
from cards.face.measures import USUAL
from cards.printing.choices.bundles import BUNDLES, bundle_of, taken_up
from cards.printing.choices.choices import USUAL_CHOICES, PrintChoices
from cards.printing.choices.held import held
from cards.printing.choices.reading import chosen
from cards.printing.choices.rows import CHOICES
from cards.printing.geometry.layouts import SheetLayout
from cards.printing.geometry.papers import ONE_CARD
from cards.printing.queue.failures import PANGO, pango_is_missing
from cards.printing.queue.values import Job
from cards.queries.shop.asked import BundleLink, ShopAsked, address_of, bundle_links
from cards.queries.shop.controls import Control, ControlOption, Holds, controls_of, what_holds
from cards.queries.shop.ink import frames_words, ink_share, ink_words
from cards.queries.shop.jobs import press_job
from cards.queries.shop.looking import LookedAt, looked_at
from cards.queries.shop.memory import Remembered
from cards.queries.shop.picking import (
    blank_offers,
    filters,
    older_versions,
    picked_words,
    picking,
    since_options,
)
from cards.queries.shop.pieces import PaperCard
from cards.queries.shop.printable import Printable, boxes_of, chosen_version, printable
from cards.queries.shop.sheets import draw_sample, drawn_items, made_of
from cards.queries.shop.words import Made, card_words, paper_words, sentence
from cards.values import counts
from studio.kernel.messages import Message, message, number_word
from studio.kernel.refusals import Refused
from studio.web.addresses import path_to
from studio.web.words import say

# A refusal that names no field, and the one it is told beside; "what" for any other.
FIELD_OF = {"print.no_fit": "paper", "print.service_size": "size", "print.back_none": "back"}
WAITING = {"print.under_way": "press", "print.one_at_a_time": "press"}  # nothing that is chosen is amiss


@dataclass(frozen=True, slots=True)
class FrameChoice:
    """A design, with a card of the deck in it."""

    option: ControlOption
    face: PaperCard


@dataclass(frozen=True, slots=True)
class PrintPage:
    """The print shop for one deck. `address` is the page's own with all that is chosen, `refused` the first
    of all that does not do, which is told beside the button; each is told beside its field as well."""

    title: str
    language: str
    edition: str
    back: str
    here: str
    address: str
    size_style: str
    version: int | None
    what: str
    holds: Holds
    held: str
    own_back: str
    controls: Mapping[str, Control]
    frames: tuple[FrameChoice, ...]
    ink: str
    to_a_sheet: str
    has_rules: bool
    looking: LookedAt | None
    absence: str
    paper_words: str
    card_words: str
    ink_words: str
    list_href: str
    over: tuple[str, ...]
    boxes: tuple[str, ...]
    fonts: str
    pango: str
    has_more: bool
    bundles: tuple[BundleLink, ...]
    refused: Refused | None
    picking: tuple[ControlOption, ...]
    filters: tuple[Control, ...]
    picked: str
    since: tuple[ControlOption, ...]
    blank_offers: tuple[ControlOption, ...]

    @property
    def told(self) -> str:
        return say(self.refused) if self.refused else ""

    @property
    def is_to_wait(self) -> bool:
        """Whether what is chosen can be printed, and only not yet."""
        return self.refused is not None and self.refused.code in WAITING

    @property
    def under_way(self) -> str:
        """Where the print is that has to be done before."""
        return str(self.refused.facts.get("at", "")) if self.refused else ""

    @property
    def has_list(self) -> bool:
        """Whether the cards can be seen as a plain page, where no sheet is."""
        return self.refused is None and bool(self.paper_words)


def print_page(door: Door, asked: ShopAsked, last: Remembered) -> PrintPage:
    """What to print and how, with the sheet that is looked at; `last` is how they had it. 9 statements at most."""
    deck = rows.Deck.objects.get(pk=door.deck_id)
    version = chosen_version(door, asked.version)
    shown, wrong = _shown(deck, version, asked)
    choices = asked.choices
    job, wrong = _job(shown, choices, wrong)
    drawn = drawn_items(job, shown, choices) if job else []
    sheets = job.layout.sheets_of(sum(one.length for one in drawn)) if job else 0
    made = made_of(drawn, sheets, job)
    older = older_versions(deck, version)
    controls = controls_of(choices, asked.typed, wrong, without=_without(shown, older))
    here = path_to("print", slug=shown.slug)
    size = job.size if job else choices.size
    looking = looked_at(here, asked, job, drawn, sheets) if job else None
    return PrintPage(
        title=shown.title,
        language=shown.language,
        edition=say(edition_message(shown.version)),
        back=path_to("deck", slug=shown.slug) + (f"versions/{shown.version}/" if shown.version else ""),
        here=here,
        address=looking.address if looking else address_of(here, asked),
        size_style=path_to("card-size", name=str(size)) if size != USUAL.name else "",
        version=shown.version,
        what=_whole_deck(shown),
        holds=what_holds(choices, job.layout if job else None),
        held=" ".join(held(choices)),
        own_back=path_to("back", slug=shown.slug) if door.is_member else "",
        controls=controls,
        frames=_frames(shown, controls["frame"].options),
        ink=say(
            frames_words(
                {option.value: option.label for option in controls["frame"].options}, job.layout.bleed if job else 0
            )
        ),
        to_a_sheet=_to_a_sheet(job.layout) if job and not choices.template else "",
        has_rules=any(item.is_rule for item in shown.items),
        looking=looking,
        absence=_absence(choices, wrong) if looking is None else "",
        paper_words=_paper_words(job, made, choices),
        card_words=sentence(say(card_words(made))) if job else "",
        ink_words=say(ink_words(ink_share(job, drawn, sheets))) if job and not choices.service else "",
        list_href=address_of(f"{here}list/", ShopAsked(asked.version, choices)),
        over=tuple(one.item.face.title for one in drawn if isinstance(one.item.piece, Face) and len(one.cards) > 1),
        boxes=boxes_of(shown, choices),
        fonts=FONTS_LINE,
        pango=PANGO if pango_is_missing() else "",
        refused=next(iter(wrong.values()), None),
        has_more=any(name in CHOICES and CHOICES[name].is_folded for name in {*_further(choices), *wrong}),
        bundles=bundle_links(here, asked),
        picking=picking(shown, choices) if choices.what == "picked" else (),
        filters=filters(shown, choices) if choices.what == "picked" else (),
        picked=picked_words(shown, choices),
        since=since_options(older, choices.since, last.since(version)),
        blank_offers=blank_offers(deck),
    )


def _further(choices: PrintChoices) -> set[str]:
    """The fields that are not as usual, nor as the first choice has them that these choices amount to."""
    name = bundle_of(choices)
    usual = next((taken_up(USUAL_CHOICES, bundle) for bundle in BUNDLES if bundle.name == name), USUAL_CHOICES)
    return {name for name in {**chosen(choices), **chosen(usual)} if getattr(choices, name) != getattr(usual, name)}


def _shown(deck: rows.Deck, version: int | None, asked: ShopAsked) -> tuple[Printable, Mapping[str, Refused]]:
    """What of the deck is printed; where that makes no sense the whole deck stands, beside the refusal."""
    try:
        shown = printable(deck, version, asked.choices, drawn=())
        shown.refuse_senseless(asked.choices)
    except Refused as refused:
        if refused.code == "print.none_picked" and not _is_filtered(asked.choices):
            return shown, asked.wrong  # they have only begun to pick
        whole = replace(asked.choices, what="deck") if refused.code.startswith("print.since") else asked.choices
        return printable(deck, version, whole, drawn=()), {field_of(refused): refused, **asked.wrong}
    return shown, asked.wrong


def _job(
    shown: Printable, choices: PrintChoices, wrong: Mapping[str, Refused]
) -> tuple[Job | None, Mapping[str, Refused]]:
    """What the press would be given for sheets; None for an edition to read, and where there is a refusal."""
    try:
        job = press_job(shown, choices)
    except Refused as refused:
        return None, wrong if refused.code == "print.nothing" else {field_of(refused): refused, **wrong}
    return job if isinstance(job, Job) else None, wrong


def _is_filtered(choices: PrintChoices) -> bool:
    return bool(choices.picked or choices.kind or choices.trait or choices.maker)


def _without(shown: Printable, older: Sequence[int]) -> tuple[str, ...]:
    """What is not offered: an update without a version before, a drawn back where the group drew none."""
    return (*(() if older else ("update",)), *(() if shown.back.doodle else ("drawn",)))


def _absence(choices: PrintChoices, wrong: Mapping[str, Refused]) -> str:
    """Why no sheet lies on the mat."""
    if wrong:
        return say(message("No sheets as things stand."))
    if choices.output == "reading":
        return say(message("An edition to read has no sheets."))
    if choices.what == "picked" and not _is_filtered(choices):
        return say(message("Tick the cards you want, and they lie here."))
    return say(message("There is nothing to print yet."))


def field_of(refused: Refused) -> str:
    """The field that a refusal is told beside."""
    return {**FIELD_OF, **WAITING}.get(refused.code) or refused.facts.get("field", "what")


def _paper_words(job: Job | None, made: Made, choices: PrintChoices) -> str:
    is_there = job is not None or choices.output == "reading"
    return sentence(say(paper_words(made, choices))) if is_there else ""


def _whole_deck(shown: Printable) -> str:
    rules = sum(item.is_rule for item in shown.items)
    copies = sum(item.copies for item in shown.items if not item.is_rule)
    return say(counts.cards_and_rules(copies, rules) if copies or rules else message("No cards"))


def _to_a_sheet(layout: SheetLayout) -> str:
    if layout.paper.name == ONE_CARD:
        return ""
    return sentence(say(message("{count} to a sheet", count=number_word(layout.places))))


def _frames(shown: Printable, options: Sequence[ControlOption]) -> tuple[FrameChoice, ...]:
    """Each design with a card of the deck, best one with a drawing."""
    sample = next((item for item in shown.items if has_art(item.face)), shown.items[0] if shown.items else None)
    if sample is None:
        return ()
    return tuple(
        FrameChoice(option, draw_sample(sample, shown, option.value))  # type: ignore[arg-type]
        for option in options
    )


def edition_message(version: int | None) -> Message:
    """ "version 7", "the draft"."""
    return message("version {number}", number=version) if version else message("the draft")
