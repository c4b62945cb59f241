"""What a print is made of: the articles of a version or of the draft, as the press wants them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from django.db.models import Max, QuerySet
from django.http import Http404

from cards import models as rows
from cards.access import Door
from cards.face.back import DeckBack
from cards.face.credits import credits_face
from cards.face.drawn_back import SUB
from cards.face.face import Face, kind_of
from cards.face.kinds import is_colour
from cards.face.language import tag
from cards.face.letters import told, undrawable, undrawable_of
from cards.face.lexicon import PLAIN, Lexicon
from cards.face.ornament import INKS
from cards.face.text import clean_line
from cards.pictures import shelf
from cards.printing.choices.choices import USUAL_CHOICES, PrintChoices
from cards.printing.choices.selection import (
    Exchange,
    Printed,
    considered,
    considered_before,
    exchanges,
    printed_of,
    refuse_senseless,
)
from cards.printing.geometry.sheets import edition_words
from cards.printing.queue.values import Item
from cards.printing.shared import installed_fonts
from cards.printing.shared.pieces import CardBack, CardPiece
from cards.queries.faces import ReadFace, back_of, lexicon_of, read_faces, read_to_lay
from cards.queries.shop.pieces import PaperCard, blank_items, cards_of, number_of, slip_of
from cards.rules.deck import Ref
from cards.rules.manifest import DeckState, state_in
from cards.storage.ballot_rows import name_of
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from studio.web.words import say

MAKERS_TOLD = 12  # among the properties of a file


@dataclass(frozen=True, slots=True)
class Printable:
    """A deck's state on its way to paper. `version` None is the draft.

    `items` are all its articles, in the order of `articles`, which say what each can be picked by. `was` is the state
    of version `since`, where what changed since is printed.
    """

    deck_id: int
    slug: str
    title: str
    version: int | None
    at: datetime
    items: tuple[Item, ...]
    articles: tuple[Printed, ...]
    language: str = ""
    lexicon: Lexicon = PLAIN
    back: DeckBack = DeckBack()
    makers: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    licence: str = ""
    since: int | None = None
    was: DeckState = field(default_factory=dict)
    was_titles: Mapping[Ref, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What stands at the foot of a sheet."""
        return f"{self.title}, {edition_words(self.version, self.since)}"

    def everything(self, choices: PrintChoices, places: int) -> tuple[Item, ...]:
        """All that is as large as a card, in the order of the sheets, which have so many places: the slip of an update,
        what was chosen, blank cards; each with its back. Raises Refused("print.back_none")."""
        items = (*self._slip(choices), *self.chosen(choices))
        laid = sum(item.copies * len(self.cards_of(item, choices)) for item in items) if choices.spare else 0
        blanks = blank_items(choices, self.title if choices.numbers else "", laid, places)
        return tuple(replace(item, back=self._behind(item, choices)) for item in (*items, *blanks))

    def _behind(self, item: Item, choices: PrintChoices) -> CardBack | None:
        return back_behind(item.piece, choices.back, self.back, self.title, self.lexicon, is_rule=item.is_rule)

    def cards_of(self, item: Item, choices: PrintChoices, bleed: int | None = None) -> tuple[PaperCard, ...]:
        """The cards it is printed on, with so much bleed on paper; None is as on the screen."""
        return cards_of(item, choices, self.language, self.lexicon, bleed)

    def _slip(self, choices: PrintChoices) -> tuple[Item, ...]:
        if self.since is None or not (lines := self._exchanges(choices)):
            return ()
        titles = {article.ref: item.face.title for article, item in zip(self.articles, self.items, strict=True)}
        editions = edition_words(self.since), edition_words(self.version)
        slip = slip_of(self.title, *editions, lines, self.was_titles, titles)
        return (Item(slip, False, "", f"{self.title} · {self.version or 'draft'}" if choices.numbers else ""),)

    def _exchanges(self, choices: PrintChoices) -> tuple[Exchange, ...]:
        return exchanges(considered(self.articles, choices), considered_before(self.was, choices))

    def chosen(self, choices: PrintChoices) -> tuple[Item, ...]:
        """What of it is printed, and at the end the card that names whoever made its pictures."""
        copies = printed_of(self.articles, choices, self.was)
        items = tuple(
            replace(item, copies=copies[article.ref])
            for article, item in zip(self.articles, self.items, strict=True)
            if article.ref in copies
        )
        if (credits := credits_face(item.face for item in items)) is not None:
            items += (Item(credits, False, "", f"{self.title} · {self.version or 'draft'}"),)
        if not choices.numbers:
            return tuple(replace(item, number="", foot_line="") for item in items)
        return tuple(map(_numbered_below, items)) if choices.frame == "hand" else items

    def refuse_senseless(self, choices: PrintChoices) -> None:
        """Whoever asks for what is not there is told. What waits in the queue is printed as far as it is there."""
        printed = bool(self._exchanges(choices) if choices.what == "update" else self.chosen(choices))
        refuse_senseless(self.articles, choices, self.since, is_something=printed)


def printable(
    deck: rows.Deck, number: int | None, choices: PrintChoices = USUAL_CHOICES, *, drawn: Collection[Ref] | None = None
) -> Printable:
    """A version, or the draft when no number is given. 8 statements at most. Http404 for a version that is not.

    What is only looked at names what is to be `drawn` for certain: of the others no more drawings are read than of the
    cards on any page. Raises Refused where changes are asked for since a version that is not, or is no older.
    """
    makers = {(kind, number): maker or by or "" for kind, number, maker, by in _makers(deck)}
    if number is None:
        lying = rows.Article.objects.filter(deck=deck, in_force=True).order_by("kind", "number")
        now: DeckState = {Ref("rule" if a.kind == "rule" else "card", a.number): (a.face_id, a.copies) for a in lying}
        at, edition, kit = draft_at(deck), "draft", deck.kit
    else:
        version = rows.Version.objects.filter(deck=deck, number=number).first()
        if version is None:
            raise Http404
        now = state_in(version.manifest)
        at, edition, kit = version.at, str(number), version.manifest.get("kit", {})
    since, was = _before(deck, number, choices.since) if choices.what == "update" else (None, {})
    every = [digest for state in (now, was) for digest, _ in state.values()]
    certain = {now[ref][0] for ref in drawn or () if ref in now}
    faces = read_faces(every) if drawn is None else read_to_lay(every, certain)
    line = f"{clean_line(deck.title)} · {edition}"
    found = [
        (ref, digest, faces[digest], copies, makers.get((ref.kind, ref.number), ""))
        for ref, (digest, copies) in now.items()
    ]
    return Printable(
        deck_id=deck.pk,
        slug=deck.slug,
        title=clean_line(deck.title),
        version=number,
        at=at,
        items=tuple(_item(ref, digest, read.face, copies, line, maker) for ref, digest, read, copies, maker in found),
        articles=tuple(_printed(ref, digest, read, copies, maker) for ref, digest, read, copies, maker in found),
        language=tag(deck.language),
        lexicon=lexicon_of(kit),
        back=back_of(kit),
        makers=tuple(dict.fromkeys(maker for *_, maker in found if maker))[:MAKERS_TOLD],
        tags=tuple(deck.tags),
        licence=deck.licence,
        since=since,
        was=was,
        was_titles={ref: faces[digest].title for ref, (digest, _) in was.items()},
    )


def _makers(deck: rows.Deck) -> QuerySet[rows.Article, Any]:
    """Who first wrote each article: the name that came with a list, and the member's."""
    articles = rows.Article.objects.filter(deck=deck)
    return articles.values_list("kind", "number", "maker", name_of("by"))


def _before(deck: rows.Deck, number: int | None, since: int | None) -> tuple[int, DeckState]:
    """The version that changes count from, the one before where none is named, and what was in it. One statement."""
    older = rows.Version.objects.filter(deck=deck).order_by("-number")
    if number is not None:
        if since is not None and since >= number:
            raise Refused("print.since_newer", field="since", since=since, version=number)
        older = older.filter(number__lt=number)
    found = (older.filter(number=since) if since is not None else older).first()
    if found is None:
        raise Refused("print.since_none", field="since", since=since or 0)
    return found.number, state_in(found.manifest)


def _item(ref: Ref, digest: str, face: Face, copies: int, line: str, maker: str) -> Item:
    """A picture that is not here, as with a card that came without it, leaves its place to the ornament."""
    file = shelf.file_of(face.picture.digest) if face.picture else None
    if face.picture and file is None:
        face = replace(face, picture=None)
    foot_line = " · ".join(part for part in (line, clean_line(face.credit or maker)) if part)
    return Item(face, ref.kind == "rule", number_of(ref), foot_line, copies, file, kept_as=digest)


def _numbered_below(item: Item) -> Item:
    """Handwriting has no corner for a number, by which change slips go: it leads the line at the foot, where a long
    title cannot push it out."""
    return replace(item, foot_line=" · ".join(part for part in (item.number, item.foot_line) if part))


def _printed(ref: Ref, digest: str, read: ReadFace, copies: int, maker: str) -> Printed:
    return Printed(ref, digest, copies, read.face.kind_word, read.traits, read.face.credit or maker)


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


def boxes_of(shown: Printable, choices: PrintChoices) -> tuple[str, ...]:
    """Which letters no font here can draw, a sentence for each card that has some, and for the deck's name."""
    name = message("The deck’s name, “{title}”", title=shown.title)
    found = [(name, undrawable(shown.title, installed_fonts.coverage()))]
    copies = printed_of(shown.articles, choices, shown.was)
    for article, item in zip(shown.articles, shown.items, strict=True):
        if article.ref in copies:
            place = message("Special Rule {number}, “{title}”") if item.is_rule else message("Card {number}, “{title}”")
            place = place.given(number=item.number, title=item.face.title)
            found.append((place, undrawable_of(item.face, installed_fonts.coverage())))
    return tuple(
        say(message("{place}: {letters} cannot be drawn here.", place=place, letters=told(letters)))
        for place, letters in found
        if letters
    )


BackChoice = Literal["none", "plain", "deck", "kind", "drawn"]


def back_behind(
    piece: CardPiece, choice: BackChoice, back: DeckBack, title: str, lexicon: Lexicon, *, is_rule: bool = False
) -> CardBack | None:
    """The back of one card of a deck of that title, or None. `back` is what its group chose.

    Blank cards and slips have the deck's whatever is chosen: nobody knows yet of which kind they will be.
    Raises Refused("print.back_none") where a drawing is asked for and the group drew none.
    """
    match choice:
        case "none":
            return None
        case "plain":
            return CardBack("plain", title)
        case "drawn" if not back.doodle:
            raise Refused("print.back_none", field="back")
        case "kind" if isinstance(piece, Face):
            return _of_kind(piece, title, lexicon, is_rule=is_rule)
        case _:
            return _of_deck(back, title)


def _of_deck(back: DeckBack, title: str) -> CardBack:
    return CardBack(
        "drawn" if back.doodle else "deck", title if back.has_plate else "", SUB if back.has_plate else "",
        back.seed or title, back.shapes, back.colour, doodle=back.doodle,
    )  # fmt: skip


def _of_kind(face: Face, title: str, lexicon: Lexicon, *, is_rule: bool) -> CardBack:
    """In the kind's colour, with its shapes and its mark: the same for all cards of the kind, whatever is on them."""
    kind = kind_of(face, is_rule=is_rule)
    own = lexicon.kind(face.kind_word) if kind == "other" else None
    colour = own.colour if own is not None and is_colour(own.colour) else INKS[kind]
    mark = own.drawn_in(colour) if own is not None else ""
    word = "Special Rule" if is_rule else own.name if own is not None else face.kind_word.capitalize()
    return CardBack("kind", title, word, title, kind, colour, mark)
