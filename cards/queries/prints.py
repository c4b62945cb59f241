"""What a print is made of: the articles of a version or of the draft, as the press wants them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal, get_args

from django.conf import settings
from django.db.models import Max
from django.http import Http404

from cards import models as rows
from cards.access import Door
from cards.face.credits import credits_face
from cards.face.face import Face
from cards.face.language import tag
from cards.face.letters import told, undrawable, undrawable_of
from cards.face.lexicon import PLAIN, Lexicon
from cards.face.measures import Frame
from cards.face.text import clean_line
from cards.pictures import shelf
from cards.printing.queue.jobs import PrintJob
from cards.printing.queue.runner import print_in_background
from cards.printing.queue.values import Item, Job
from cards.printing.shared import installed_fonts
from cards.queries.faces import lexicon_of, read_faces
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from studio.web.words import say

PaperName = Literal["a4", "letter"]


@dataclass(frozen=True, slots=True)
class Options:
    """How a deck is printed. Kept with the job as plain values."""

    paper: PaperName = "a4"
    frame: Frame = "press"
    with_rules: bool = True

    def plain(self) -> dict[str, Any]:
        return {"paper": self.paper, "frame": self.frame, "with_rules": self.with_rules}


def options_of(asked: dict[str, Any]) -> Options:
    """Options from a form or a row; what makes no sense is the ordinary thing."""
    paper: Any = asked.get("paper")
    frame: Any = asked.get("frame")
    return Options(
        paper=paper if paper in get_args(PaperName) else "a4",
        frame=frame if frame in get_args(Frame) else "press",
        with_rules=bool(asked.get("with_rules", False)),
    )


@dataclass(frozen=True, slots=True)
class Printable:
    """A deck's state on its way to paper. `version` None is the draft."""

    deck_id: int
    slug: str
    title: str
    version: int | None
    at: datetime
    items: tuple[Item, ...]
    language: str = ""
    lexicon: Lexicon = PLAIN

    @property
    def name(self) -> str:
        """What stands at the foot of a sheet."""
        edition = f"version {self.version}" if self.version else "draft"
        return f"{self.title}, {edition}"

    def chosen(self, options: Options) -> tuple[Item, ...]:
        """What of it is printed, and at the end the card that names whoever made its pictures."""
        items = tuple(item for item in self.items if options.with_rules or not item.is_rule)
        if (credits := credits_face(item.face for item in items)) is not None:
            items += (Item(credits, False, "", f"{self.title} · {self.version or 'draft'}"),)
        return items

    def job(self, options: Options) -> Job:
        """What the press is given. Refused when there is nothing to print."""
        items = self.chosen(options)
        if not items:
            raise Refused("print.nothing")
        site = settings.ENV.site.partition("://")[2]
        return Job(
            title=self.name,
            name=f"{self.name} · {site}" if site else self.name,
            date=self.at.astimezone(UTC).strftime("D:%Y%m%d%H%M%SZ"),
            items=items,
            paper=options.paper,
            frame=options.frame,
            is_draft=self.version is None,
            language=self.language,
            lexicon=self.lexicon,
        )


def printable(deck: rows.Deck, number: int | None) -> Printable:
    """A version, or the draft when no number is given. 3 statements. Http404 for a version that is not."""
    if number is None:
        lying = rows.Article.objects.filter(deck=deck, in_force=True).order_by("kind", "number")
        wanted = [(a.number, a.face_id, a.copies, a.kind == "rule") for a in lying]
        at, edition, kit = draft_at(deck), "draft", deck.kit
    else:
        version = rows.Version.objects.filter(deck=deck, number=number).first()
        if version is None:
            raise Http404
        cards = [(n, face, copies, False) for n, face, copies, _ in version.manifest["cards"]]
        wanted = cards + [(n, face, 1, True) for n, face in version.manifest["rules"]]
        at, edition, kit = version.at, str(number), version.manifest.get("kit", {})
    faces = read_faces(digest for _, digest, _, _ in wanted)
    line = f"{clean_line(deck.title)} · {edition}"
    items = tuple(
        _item(faces[digest].face, is_rule, number, line, copies) for number, digest, copies, is_rule in wanted
    )
    title, lexicon = clean_line(deck.title), lexicon_of(kit)
    return Printable(deck.pk, deck.slug, title, number, at, items, tag(deck.language), lexicon)


def _item(face: Face, is_rule: bool, number: int, line: str, copies: int) -> Item:
    """A picture that is not here, as with a card that came without it, leaves its place to the ornament."""
    file = shelf.file_of(face.picture.digest) if face.picture else None
    if file is None:
        face = replace(face, picture=None)
    foot_line = " · ".join(part for part in (line, clean_line(face.credit)) if part)
    return Item(face, is_rule, f"§ {number}" if is_rule else str(number), foot_line, copies, file)


def chosen_version(door: Door, number: int | None) -> int | None:
    """The version asked for; without one the draft for members, the latest version for readers. One statement."""
    if number is not None or door.is_member:
        return number
    latest = rows.Version.objects.filter(deck_id=door.deck_id).order_by("-number").values_list("number", flat=True)
    if not latest:
        raise Http404
    return int(latest[0])


def draft_at(deck: rows.Deck) -> datetime:
    """When a card or a Special Rule was last changed. That somebody joined is no change of the draft. One statement."""
    last = rows.Change.objects.filter(article__deck=deck).aggregate(last=Max("at"))["last"]
    return last or deck.created_at


def boxes_of(shown: Printable, options: Options) -> tuple[str, ...]:
    """Which letters no font here can draw, a sentence for each card that has some, and for the deck's name."""
    name = message("The deck’s name, “{title}”", title=shown.title)
    found = [(name, undrawable(shown.title, installed_fonts.coverage()))]
    for item in shown.items:
        if options.with_rules or not item.is_rule:
            place = message("Special Rule {number}, “{title}”") if item.is_rule else message("Card {number}, “{title}”")
            place = place.given(number=item.number, title=item.face.title)
            found.append((place, undrawable_of(item.face, installed_fonts.coverage())))
    return tuple(
        say(message("{place}: {letters} cannot be drawn here.", place=place, letters=told(letters)))
        for place, letters in found
        if letters
    )


def job_of(row: PrintJob) -> Job:
    """The job of a row, from the deck as it is now (a version never changes; what was taken down is not printed)."""
    return printable(row.deck, row.version).job(options_of(row.options))


def take_up() -> None:
    """By the clock: print what waits, also what a process that died left."""
    print_in_background(job_of)
