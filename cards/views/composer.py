"""Writing: a card as it is typed becomes a change that is voted on, or is shown again with what is wrong about it.

`Composer` is the one for wherever one writes; the workshop's stands below it, a table's in play/views/composer.py.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from cards import actions
from cards.access import Door
from cards.face.face import Face
from cards.face.picture import Picture
from cards.forms.change import PLAIN, What, change_of
from cards.forms.face import FAR_TOO_LONG, ComposerInput, read_composer
from cards.forms.picture import written_picture
from cards.lent import bringer, own_gap, refuse_asking_from_a_hand, refuse_earlier
from cards.queries.batch import leftover, offer_beside
from cards.queries.composer import (
    Subject,
    advice_for,
    article_of,
    hand_face,
    has_gone_in,
    overtaken,
    picture_notes,
    preview_face,
    preview_proof,
    room_said,
    sheet_of,
    subject_of,
    without_strokes,
)
from cards.queries.deck_view import DeckView
from cards.queries.gaps import hung_card
from cards.queries.mat import go_words
from cards.queries.plain_ask import PlainRewording, plain_ask, plain_rewording
from cards.queries.workshop import place
from cards.rules import limits
from cards.rules.deck import Article, ArticleChange, BallotSort, Change, Ref
from cards.values.composer import ComposerSheet, PlainAsk
from cards.views.begun import forget_begun, go_on_with, is_of_nothing
from cards.views.doors import enter
from cards.views.pictures import brought
from studio.kernel.inputs import Failure, Inputs, whole_number
from studio.kernel.refusals import Refused
from studio.log.committed import Committed
from studio.people.limits import DRAFT_PACE, PREVIEW_PACE, PROPOSAL_PACE
from studio.people.unfinished import drop_writing
from studio.web.inputs import in_address, posted, sent
from studio.web.lanes import in_lane, refuse_when_full
from studio.web.ratelimit import PaceHere, keep_pace
from studio.web.responses import declined, done, is_scripted, request_key
from studio.web.words import say
from studio.wording import status

# Where in the composer a refusal of the rules is said; the others stand above the card.
_FIELD_OF = {
    "face.title_empty": "title", "face.title_long": "title", "title.taken": "title", "face.text_long": "text",
    "face.type_long": "type_line", "face.flavour_long": "flavour", "face.corner_long": "corner",
    "copies.out_of_range": "copies", "reason.long": "grounds",
    "face.art_words_long": "art_words", "face.art_lines_amiss": "art_lines",
    "drawing.person_full": "doodle", "drawing.deck_full": "doodle", "drawing.site_full": "doodle",
    "face.doodle_large": "doodle", "face.doodle_long": "doodle", "face.doodle_unreadable": "doodle",
    "picture.gone": "picture", "picture.amiss": "picture", "picture.words_long": "picture",
}  # fmt: skip

DRAWN_WEIGHS = 10_000  # characters of a drawing that count as one preview more
_previews = PaceHere(PREVIEW_PACE)


class Composer(ABC):
    """One request to write. `deck` is the writer's door to the deck, `view` what they see of it.

    `plain` are the changes without words that may be asked for here; `garbled` is what a number is that is none.
    """

    plain: tuple[What, ...]
    garbled: int | Failure

    def __init__(self, request: HttpRequest, deck: Door, view: DeckView) -> None:
        self.request, self.deck, self.view, self.asked = request, deck, view, sent(request)

    # --- what a place adds ---

    def begun(self, subject: Subject) -> Subject:
        """What is written here, as this place would begin it."""
        return subject

    @property
    @abstractmethod
    def home(self) -> str:
        """Where one goes when it was put to the vote."""

    @abstractmethod
    def page(self, sheet: ComposerSheet, subject: Subject, status: int = 200) -> HttpResponse:
        """The page around the card."""

    @abstractmethod
    def ask_page(self, ask: PlainAsk, article: Article, status: int = 200) -> HttpResponse:
        """The page around a question that needs no writing."""

    @abstractmethod
    def propose(self, change: Change, faces: tuple[Face, ...], sort: BallotSort, source: int | None) -> Committed:
        """Put to whoever votes here. Raises Refused."""

    def plain_rewording(self) -> PlainRewording | None:
        """A proposal without words that is asked anew, where that can be done here."""
        return None

    # --- what is the same everywhere ---

    def answer(self) -> HttpResponse:
        """GET shows the card to write; POST puts it to the vote."""
        is_sent = self.request.method == "POST"
        try:
            reworded = self.plain_rewording()
        except Refused as refused:
            return declined(self.request, refused, back=self.home)
        if reworded is not None:
            return self._put_plain(reworded.article, reworded) if is_sent else self._ask(reworded.article, reworded)
        if self.asked.get("article") and self.asked.get("change") in self.plain:
            article = article_of(self.view, self.asked["article"])
            return self._put_plain(article) if is_sent else self._ask(article)
        subject = self.begun(subject_of(self.view, self.asked))
        return self._put(subject) if is_sent else self.page(sheet_of(self.view, subject), subject)

    def _put(self, subject: Subject) -> HttpResponse:
        if "picture_file" in self.request.FILES:
            return self._with_picture(subject)
        written = read_card(self.asked, subject)
        if written.wrong:
            return self._not_yet(subject, written, written.wrong, 422)
        if subject.meanwhile is not None:  # one more press, now that it asks for something else
            return self._not_yet(subject, written, {}, 409, say(subject.meanwhile))
        try:
            turn = self._commit(subject, written)
        except Refused as refused:
            field = _FIELD_OF.get(refused.code)
            wrong = {field: say(refused)} if field else {}
            return self._not_yet(subject, written, wrong, status(refused), say(refused), refused.code)
        if self.deck.person_id is not None:
            of = self.deck.person_id, self.deck.stream_id
            drop_writing(*of, subject.context, on=whole_number(self.asked.get("unfinished", "")))
            if subject.takes_up:
                drop_writing(*of, subject.takes_up)
        return done(self.request, turn, self.home)

    def _with_picture(self, subject: Subject) -> HttpResponse:
        """A form without a script brings its picture first, and comes back with it on the card."""
        try:
            kept = brought(self.deck, self.request.FILES.get("picture_file"))
        except Refused as refused:
            written = read_card(self.asked, subject)
            return self._not_yet(subject, written, {"picture": say(refused)}, status(refused))
        whole = written_picture(Picture(kept.digest, kept.width, kept.height))
        # Whose a picture is, its licence and what it shows were said of the one before, where there was one.
        said_of = ("picture_credit", "picture_licence", "art_words") if self.asked.text("picture") else ()
        kept_on = Inputs({name: values for name, values in self.asked.lists() if name not in said_of})
        self.asked = Inputs({name: [value] for name, value in whole.items()}).over(kept_on)
        return self.page(sheet_of(self.view, subject, read_card(self.asked, subject)), subject)

    def _commit(self, subject: Subject, written: ComposerInput) -> Committed:
        if subject.article is not None:
            on = self.asked.text("on") or subject.article.face
            change = change_of("amend", subject.article.ref, on, face=written.face)
        else:
            ref = Ref("rule" if written.is_rule else "card", 0)
            change = change_of("create", ref, face=written.face, copies=written.copies, side=written.side)
        hidden = dict(subject.hidden)
        if subject.mode == "reword":
            return self._reword(int(hidden["reword"]), change, (written.face,))
        source = int(hidden["adjust"]) if "adjust" in hidden else None
        return self.propose(change, (written.face,), written.sort, source)

    def _reword(self, number: int, change: Change, faces: tuple[Face, ...] = ()) -> Committed:
        refuse_earlier(self.deck, number)
        if isinstance(change, ArticleChange):
            refuse_asking_from_a_hand(self.deck)
        keep_pace(self.deck, DRAFT_PACE, request_key(self.request))
        return actions.reword(
            self.deck.deck_id, by=self.me, key=request_key(self.request), proposal=number,
            wording=self.asked.whole_number("wording", otherwise=self.garbled), changes=(change,), faces=faces,
            grounds=self.grounds, drawn_by=bringer(self.deck),
        )  # fmt: skip

    def _put_plain(self, article: Article, reworded: PlainRewording | None = None) -> HttpResponse:
        what = self.asked.choice("change", PLAIN, otherwise="recount")
        copies = self.asked.whole_number("copies", otherwise=self.garbled) if what == "recount" else 1
        side = limits.clean_line(self.asked.text("side")) if what == "reside" else ""
        change = change_of(what, article.ref, self.asked.text("on"), copies=copies, side=side)
        sort: BallotSort = "members" if self.asked.get("sort") == "members" else "room"
        try:
            if reworded is not None:
                turn = self._reword(reworded.number, change)
            else:
                turn = self.propose(change, (), sort, None)
        except Refused as refused:
            if is_scripted(self.request):
                return declined(self.request, refused, back=self.home)
            return self._ask(article, reworded, refused)
        return done(self.request, turn, self.home)

    def _ask(
        self, article: Article, reworded: PlainRewording | None = None, wrong: Refused | None = None
    ) -> HttpResponse:
        change = reworded.change if reworded else self.asked.text("change")
        said = say(wrong) if wrong else ""
        ask = plain_ask(self.view, article, change, said, self.asked.text("copies"), reworded)
        ask = replace(ask, grounds=self.grounds or ask.grounds)
        return self.ask_page(ask, article, status(wrong) if wrong else 200)

    def _not_yet(
        self, subject: Subject, written: ComposerInput, wrong: Mapping[str, str], status: int, sentence: str = "",
        code: str = "",
    ) -> HttpResponse:  # fmt: skip
        """Said in words at the place; what was typed stays as it was typed."""
        fields = dict(wrong)
        said = sentence or next(iter(fields.values()))
        if is_scripted(self.request):
            told = {"code": code, "words": said, "fields": fields}
            return JsonResponse({**told, **_goes_on_as(subject)}, status=status)
        shown = replace(written, wrong={**written.wrong, **fields})
        return self.page(sheet_of(self.view, subject, shown, said), subject, status)

    @property
    def grounds(self) -> str:
        """The line that speaks for it. Read one letter further than it may go: the rules refuse it in their words."""
        return self.asked.get("grounds", "")[:FAR_TOO_LONG]

    @property
    def me(self) -> int:
        assert self.deck.member_id is not None  # nobody else writes
        return self.deck.member_id


def _goes_on_as(subject: Subject) -> dict[str, object]:
    """For the script that holds the words: what they belong to from now on, where that has changed."""
    if subject.meanwhile is None:
        return {}
    return {"as": {"heading": say(subject.heading), "context": subject.context, "hidden": dict(subject.hidden)}}


def read_card(asked: Inputs, subject: Subject) -> ComposerInput:
    """The card as it was typed; what is settled keeps its kind."""
    is_settled = subject.article is not None
    kind = "rule" if is_settled and subject.is_rule else ""
    if is_settled and not subject.is_rule and asked.get("kind") == "rule":
        kind = "other"  # a card stays a card
    written = read_composer(asked, subject.base, kind=kind)
    return written if "side" in asked or written.is_rule else replace(written, side=subject.side)


# --- in the workshop --------------------------------------------------------------------------------------------------


class WorkshopComposer(Composer):
    plain = PLAIN
    garbled = 0  # which the rules then refuse in words

    def begun(self, subject: Subject) -> Subject:
        if name := self.asked.get("leftover"):
            return leftover(self.view, name)
        return subject if self.request.method == "POST" else go_on_with(self.request, self.view, subject)

    @property
    def home(self) -> str:
        return reverse("workshop", args=[self.deck.slug])

    def page(self, sheet: ComposerSheet, subject: Subject, status: int = 200) -> HttpResponse:
        return self._render(status, sheet=sheet, go=go_words(self.view), hung=hung_card(self.view))

    def ask_page(self, ask: PlainAsk, article: Article, status: int = 200) -> HttpResponse:
        if in_address(self.request).get("part") == "loupe":
            return render(self.request, "cards/_loupe_ask.html", {"ask": ask}, status=status)
        return self._render(status, ask=ask)

    def _render(self, status: int, **shown: object) -> HttpResponse:
        context = {"place": place(self.view), "here": "archive", "offer": offer_beside(self.view), **shown}
        return render(self.request, "cards/compose.html", context, status=status)

    def propose(self, change: Change, faces: tuple[Face, ...], sort: BallotSort, source: int | None) -> Committed:
        if isinstance(change, ArticleChange):
            refuse_asking_from_a_hand(self.deck)
        keep_pace(self.deck, PROPOSAL_PACE, request_key(self.request))
        is_first = is_of_nothing(self.view)
        proposed = actions.propose(
            self.deck.deck_id, by=self.me, key=request_key(self.request), changes=(change,), faces=faces, sort=sort,
            source=source, gap=own_gap(self.deck, self.asked.whole_number("gap", otherwise=None)), grounds=self.grounds,
            drawn_by=bringer(self.deck),
        )  # fmt: skip
        if is_first:
            forget_begun(self.request)
        return proposed

    def plain_rewording(self) -> PlainRewording | None:
        return plain_rewording(self.view, self.asked["reword"]) if self.asked.get("reword") else None


@require_http_methods(["GET", "HEAD", "POST"])
def write(request: HttpRequest, slug: str) -> HttpResponse:
    """GET shows the card to write; POST puts it to the table."""
    door = enter(request, slug)
    return WorkshopComposer(request, door, DeckView.through(door)).answer()


@in_lane("proofs")
@require_POST
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """The printed face of what is being typed, as a fragment. Writes nothing. Raises Refused("tries.too_many",
    "lane.full"): the page keeps what it shows, and asks again."""
    refuse_when_full(request)
    door = enter(request, slug)
    _previews.take(str(door.person_id), 1 + len(posted(request).get("doodle", "")) // DRAWN_WEIGHS)
    view = DeckView.through(door)
    subject = overtaken(view, subject_of(view, posted(request)), posted(request))
    written = read_card(posted(request), subject)
    face = written.face if not written.wrong else _shortened(written)
    hand = hand_face(view, face, is_rule=written.is_rule)
    context = {
        "face": without_strokes(preview_face(view, face, is_rule=written.is_rule)),
        "hand": hand,
        "room": room_said(view, face, hand),
        # of a card that was kept on the device and not touched since: the answer to its press may have been lost
        "has_gone_in": bool(posted(request).get("restored")) and not written.wrong and has_gone_in(view, face),
        "proof": preview_proof(view, subject, face),
        "picture_notes": picture_notes(face),
        "thoughts": advice_for(view, subject, face, is_rule=written.is_rule),
        "meanwhile": say(subject.meanwhile) if subject.meanwhile else "",
        "goes_on": json.dumps(_goes_on_as(subject)),
    }
    return render(request, "cards/_preview.html", context)


def _shortened(written: ComposerInput) -> Face:
    """What is too long to stand is not drawn: one learns of it beside the field, and the rest is still shown."""
    gone: dict[str, Any] = {
        name: "" for name in ("title", "text", "flavour", "type_line", "colour") if name in written.wrong
    }
    if "corner" in written.wrong:
        gone |= dict.fromkeys(("cost", "gain", "value", "stat"), "")
    return replace(written.face, **gone)
