"""Creating at the table (C1, C5, C10): the composer beside the game, the vote, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from cards.access import Door, refuse_for_good
from cards.face.face import Face
from cards.lent import bringer, own_gap
from cards.queries.composer import Subject, is_written, sheet_of, subject_of
from cards.queries.deck_view import DeckView
from cards.queries.gaps import gap_choices
from cards.rules.deck import Article, BallotSort, Change
from cards.values.composer import ComposerSheet, PlainAsk
from cards.verbs.verb import Wish
from cards.views.composer import Composer
from cards.views.verbs import ask
from play import actions
from play.access import TableDoor, deck_of
from play.invite_link import spelt
from play.queries import page
from play.queries.after import rollback_changes
from play.queries.table_view import TableView
from play.views.doors import makers
from studio.kernel.inputs import UNREADABLE
from studio.kernel.refusals import Refused
from studio.live.catch_up import answer_regions, is_resync, whole
from studio.log.committed import Committed
from studio.people.limits import PROPOSAL_PACE
from studio.web.inputs import anywhere, in_address
from studio.web.ratelimit import keep_pace
from studio.web.responses import declined, done, is_scripted, request_key

# --- writing ----------------------------------------------------------------------------------------------------------


def beside(request: HttpRequest, view: TableView, door: TableDoor) -> dict[str, object]:
    """The blank card that lies beside the game; with `article`, `adjust` or `reword` in the address that one."""
    try:
        deck = DeckView.through(deck_of(door))
    except Refused:
        return {}
    subject = subject_of(deck, in_address(request))
    article = subject.article.ref if subject.article else None
    sheet = replace(sheet_of(deck, _for_my_side(view, subject)), gaps=gap_choices(deck, None))
    return {"sheet": _here(door, sheet), "go": page.go_words(view, article)}


def _for_my_side(view: TableView, subject: Subject) -> Subject:
    """A new card is of the side of whoever proposes it, unless they say otherwise (V2)."""
    mine = view.seen.mine
    is_new = subject.mode == "create" and not subject.hidden
    return replace(subject, side=mine.side) if mine is not None and is_new else subject


def _here(door: TableDoor, sheet: ComposerSheet) -> ComposerSheet:
    """The workshop's composer, put to this table."""
    home = reverse("table", args=[door.code])
    return replace(sheet, address=f"{home}write/", then=home, has_sort=False)


@require_http_methods(["GET", "HEAD", "POST"])
def write(request: HttpRequest, code: str) -> HttpResponse:
    """GET shows the card to write on a page of its own; POST puts it to the table."""
    try:
        door, deck = makers(request, code)
    except Refused as refused:
        return declined(request, refused, back=reverse("table", args=[spelt(code)]))
    if request.method != "POST" and is_resync(request):
        return answer_regions("table", TableView.through(door))
    return TableComposer(request, door, deck).answer()


class TableComposer(Composer):
    """The workshop's composer, put to everybody who sits at this table."""

    plain = ("repeal", "recount", "reside")
    garbled = UNREADABLE

    def __init__(self, request: HttpRequest, door: TableDoor, deck: Door) -> None:
        super().__init__(request, deck, DeckView.through(deck))
        self.door = door

    @property
    def home(self) -> str:
        return base_of(self.door)

    def begun(self, subject: Subject) -> Subject:
        return _for_my_side(TableView.through(self.door), subject)

    def page(self, sheet: ComposerSheet, subject: Subject, status: int = 200) -> HttpResponse:
        meanwhile, view = self._meanwhile()
        go = page.go_words(view, subject.article.ref if subject.article else None)
        sheet = replace(sheet, gaps=gap_choices(self.view, self._gap))
        return self._render(view, status, sheet=_here(self.door, sheet), go=go, **meanwhile)

    def ask_page(self, ask: PlainAsk, article: Article, status: int = 200) -> HttpResponse:
        meanwhile, view = self._meanwhile()
        sentence = f"{ask.sentence} {page.go_words(view, article.ref).note}"
        ask = replace(ask, address=f"{self.home}write/", back=self.home, sentence=sentence)
        if in_address(self.request).get("part") == "sheet":
            return render(self.request, "play/_sheet_ask.html", {"ask": ask}, status=status)
        return self._render(view, status, ask=ask, **meanwhile)

    def _meanwhile(self) -> tuple[dict[str, object], TableView]:
        """Whose turn it is, whether a vote waits and what one is called to, followed by the page while somebody writes;
        and the view of it."""
        view = TableView.through(self.door)
        now = whole("table", view)
        return {"v": now.v, "turn": now.html["r-turn"], "offer": now.html["r-offer"]}, view

    def _render(self, view: TableView, status: int, **shown: object) -> HttpResponse:
        context = {"place": page.place(view, self.door), "here": "play", **shown}
        return render(self.request, "play/write.html", context, status=status)

    def propose(self, change: Change, faces: tuple[Face, ...], sort: BallotSort, source: int | None) -> Committed:
        keep_pace(deck_of(self.door), PROPOSAL_PACE, request_key(self.request))
        return actions.propose(
            self.door.row, by=self.me, key=request_key(self.request), changes=(change,), faces=faces, source=source,
            gap=self._gap, grounds=self.grounds, drawn_by=bringer(deck_of(self.door)),
        )  # fmt: skip

    @property
    def _gap(self) -> int | None:
        return own_gap(self.deck, self.asked.whole_number("gap", otherwise=None))


# --- the vote and after -----------------------------------------------------------------------------------------------


def _command(request: HttpRequest, code: str, act: Callable[[TableDoor, Door, str], Committed]) -> HttpResponse:
    try:
        door, deck = makers(request, code)
        turn = act(door, deck, request_key(request))
    except Refused as refused:
        return declined(request, refused, back=reverse("table", args=[spelt(code)]))
    return done(request, turn, base_of(door))


@require_POST
def vote(request: HttpRequest, code: str) -> HttpResponse:
    """For or against the wording that was read."""

    return _command(request, code, lambda _, deck, key: ask(deck, "vote", anywhere(request), key))


@require_POST
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Its author takes it back: the blank goes back on the pile (C12), a card lies where they write at the table."""
    written = ""

    def take_back(door: TableDoor, deck: Door, key: str) -> Committed:
        nonlocal written
        turn = ask(deck, "withdraw", anywhere(request), key)
        if is_written(deck.deck_id, proposal := anywhere(request).id("proposal")):
            written = f"{base_of(door)}write/?adjust={proposal}"
        return turn

    answer = _command(request, code, take_back)
    if written:
        answer["X-Carte-Write" if is_scripted(request) else "Location"] = written
    return answer


@require_POST
def talk(request: HttpRequest, code: str) -> HttpResponse:
    """Said about a proposal, where the others may have asked for quiet."""

    def say(door: TableDoor, deck: Door, key: str) -> Committed:
        def act(_: int, said: Wish, key: str) -> Committed:
            return actions.remark(door.row, said.command, key=key)

        return ask(deck, "remark", anywhere(request), key, act=act)

    return _command(request, code, say)


@require_POST
def go_on(request: HttpRequest, code: str) -> HttpResponse:
    """Somebody is away: this elector would go on without them."""

    return _command(request, code, lambda _, deck, key: ask(deck, "go-on", anywhere(request), key))


@require_POST
def repropose(request: HttpRequest, code: str) -> HttpResponse:
    """What was set aside, asked again as it was (C4, C10)."""

    def again(door: TableDoor, deck: Door, key: str) -> Committed:
        keep_pace(deck, PROPOSAL_PACE, key)
        proposal = anywhere(request).whole_number("proposal")
        refuse_for_good(deck, proposal)
        return actions.repropose(door.row, by=_me(door), key=key, proposal=proposal)

    return _command(request, code, again)


@require_POST
def rollback(request: HttpRequest, code: str) -> HttpResponse:
    """Leave the deck as it was: one proposal that puts everything back to where the evening began (C10)."""

    def back(door: TableDoor, deck: Door, key: str) -> Committed:
        keep_pace(deck, PROPOSAL_PACE, key)
        changes = rollback_changes(door.row)
        if not changes:
            raise Refused("change.nothing")
        return actions.propose(door.row, by=_me(door), key=key, changes=changes, is_rollback=True)

    return _command(request, code, back)


def base_of(door: TableDoor) -> str:
    return reverse("table", args=[door.code])


def _me(door: TableDoor) -> int:
    assert door.member_id is not None
    return door.member_id
