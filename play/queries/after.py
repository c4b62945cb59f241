"""The aftermath (C10): what was set aside this evening, the cards as they are, and the ways on from here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString

from cards import models as decks
from cards.queries.faces import lexicon_of, markup_of, read_for_page
from cards.queries.settled import settled_cards, still_aside
from cards.rules.deck import Amend, Change, Recount, Ref, Repeal, Restore, SetKit
from cards.rules.events import KitChanged
from cards.rules.kit import DVORAK, Kit
from cards.storage.log import DECK_LOG
from cards.values.mat import Reason
from play import models as rows
from play.queries.offered import button
from play.queries.parts import base, foot_line, full, language_of
from play.queries.table_view import TableView
from play.storage.log import TABLE_LOG
from play.table.events import GameWon
from play.table.narration import reason
from play.values.acts import Act, Link
from play.verbs.offers import AfterGame
from studio.kernel.codec import digest, from_plain
from studio.kernel.messages import counted, message, series
from studio.kernel.schema import kinds
from studio.people.seal import Seal
from studio.web.addresses import path_to
from studio.web.words import begin, say

CARDS_SHOWN = 60
ASIDE_SHOWN = 20
BEFORE = message("Before the cards go back in the box: what was set aside, and what ought to be different.")


@dataclass(frozen=True, slots=True)
class AsideCard:
    """A proposal of this evening that was set aside (C10), with the two ways back."""

    number: int
    title: str
    face: SafeString
    tally: str
    reasons: tuple[Reason, ...]
    again: Act | None
    adjust: str


@dataclass(frozen=True, slots=True)
class AfterCard:
    """A card of the deck as it is now: `adjust` tones it down or boosts it, `copies` asks for another number."""

    number: int
    title: str
    face: SafeString
    copies: int
    is_new: bool
    adjust: str
    recount: str
    repeal: str


@dataclass(frozen=True, slots=True)
class Aftermath:
    """After the game (C10). Nothing but `heading` while it is not over. `rollback` is None when nothing has changed."""

    is_over: bool
    heading: str = ""
    words: str = ""
    seals: tuple[Seal, ...] = ()
    aside: tuple[AsideCard, ...] = ()
    cards: tuple[AfterCard, ...] = ()
    archive: Link | None = None
    again: Act | None = None
    rollback: Act | None = None
    rollback_words: str = ""
    replay: Link | None = None


def aftermath(view: TableView) -> Aftermath:
    """Nothing while the game goes on. Statements: a dozen, and six for each card that was set aside."""
    table, now = view.row, view.seen
    if now.state != "over":
        return Aftermath(False)
    names = [view.seat_name(number) for number in now.winners]
    won = counted("{who} has won", "{who} have won", len(names), who=series(names))
    if view.table.is_won_alone:
        won = message("{who}, alone at the table, claims the win", who=series(names))
    heading = say(won if names else message("The game is over"))
    again = button(view, AfterGame()) if now.me else None
    replay = Link(say(message("See the game again")), f"{base(table)}replay/")
    seals = tuple(view.seal_of(seat.member) for seat in now.seats if seat.number in now.winners)
    if not now.is_creative or table.deck is None:
        return Aftermath(True, heading, _how(view) if names else "", seals, again=again, replay=replay)
    changes = rollback_changes(table)
    is_mine = bool(now.me) and now.paused_by is None
    changed = counted(
        "{count} thing has changed since this table was opened.",
        "{count} things have changed since this table was opened.", len(changes),
    )  # fmt: skip
    words = say(changed)
    return Aftermath(
        is_over=True,
        heading=heading,
        words=say(series([*([how] if names and (how := _how(view)) else []), BEFORE], "sentences")),
        seals=seals,
        aside=_aside(view, is_mine),
        cards=_cards(table),
        archive=Link(say(message("Archive a version")), path_to("archive-version", slug=table.deck.slug)),
        again=again,
        rollback=Act(say(message("Leave the deck as it was")), f"{base(table)}rollback/", "rollback")
        if changes and is_mine
        else None,
        rollback_words=words if changes else "",
        replay=replay,
    )


def _how(view: TableView) -> str:
    """What the winner named as the reason, as a sentence. One statement."""
    won = [one.fact for one in TABLE_LOG.recorded(view.stream_id, kinds=kinds(GameWon))]
    why = reason(won[-1]) if won and isinstance(won[-1], GameWon) else ""
    if isinstance(why, str) and why.strip()[-1:] in ("", *".!?…"):  # their own sentence is whole as it is
        return why.strip()[:1].upper() + why.strip()[1:]
    return begin(message("{why}.", why=why.strip() if isinstance(why, str) else why))


def _aside(view: TableView, is_mine: bool) -> tuple[AsideCard, ...]:
    table, draft = view.row, view.draft
    evening = [row for row in still_aside(draft) if row.closed_at and row.closed_at >= table.created_at]
    cards = settled_cards(draft, evening[:ASIDE_SHOWN])
    home = base(table)
    return tuple(
        AsideCard(
            card.number,
            card.title,
            markup_of(card.face) if card.face is not None else "",  # type: ignore[arg-type]
            card.tally,
            card.reasons,
            Act(say(message("Ask again as it is")), f"{home}repropose/?proposal={card.number}", "repropose")
            if is_mine
            else None,
            f"{home}write/?adjust={card.number}" if card.adjust_address else "",
        )
        for card in cards
    )


def _cards(table: rows.Table) -> tuple[AfterCard, ...]:
    """What may be toned down, boosted, thrown away or copied; what came in this evening first. Two statements."""
    found = list(
        decks.Article.objects.filter(deck=table.deck, kind="card", in_force=True).order_by("-accepted_at", "-number")[
            :CARDS_SHOWN
        ]
    )
    faces = read_for_page(article.face_id for article in found)
    to = f"{base(table)}write/?article=card-"
    lexicon = lexicon_of(table.deck.kit if table.deck else {})
    return tuple(
        AfterCard(
            a.number,
            faces[a.face_id].title,
            full(faces[a.face_id], a.number, foot_line(table), language_of(table), lexicon),
            a.copies,
            bool(a.accepted_at and a.accepted_at >= table.created_at),
            f"{to}{a.number}",
            f"{to}{a.number}&change=recount",
            f"{to}{a.number}&change=repeal",
        )
        for a in found
    )


# --- back to where the evening began ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stood:
    """An article as it stood at a moment."""

    face: str
    copies: int
    in_force: bool


def rollback_changes(table: rows.Table) -> tuple[Change, ...]:
    """What would put the draft back to where it was when this table was opened. Three statements.

    What was reworded and counted anew gets both back; so does what was thrown away after that, once it is in again.
    """
    began = _began(table)
    changes: list[Change] = []
    for article in decks.Article.objects.filter(deck=table.deck).order_by("kind", "number"):
        ref = Ref(article.kind, article.number)  # type: ignore[arg-type]
        was = began.get(ref)
        if was is None or not was.in_force:
            if article.in_force:
                changes.append(Repeal(ref, article.face_id))
        else:
            if not article.in_force:
                changes.append(Restore(ref, article.face_id))
            if article.face_id != was.face:
                changes.append(Amend(ref, article.face_id, was.face))
            if article.copies != was.copies:
                changes.append(Recount(ref, article.face_id, was.copies))
    return (*changes, *_kit(table))


def _began(table: rows.Table) -> Mapping[Ref, Stood]:
    found = decks.Change.objects.filter(article__deck=table.deck, at__lte=table.created_at).order_by("seq", "pk")
    return {
        Ref(kind, number): Stood(face, copies, what != "repealed")  # type: ignore[arg-type]
        for kind, number, what, face, copies in found.values_list(
            "article__kind", "article__number", "kind", "face_id", "copies"
        )
    }


def _kit(table: rows.Table) -> tuple[Change, ...]:
    assert table.deck is not None
    told = list(DECK_LOG.recorded(table.deck.stream_id, kinds=kinds(KitChanged)))
    if not any(one.at > table.created_at for one in told):
        return ()
    before = [one.fact.kit for one in told if one.at <= table.created_at and isinstance(one.fact, KitChanged)]
    then = before[-1] if before else DVORAK
    now = from_plain(Kit, table.deck.kit)
    return (SetKit(then, digest(now)),) if then != now else ()
