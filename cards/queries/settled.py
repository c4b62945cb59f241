"""What is settled: proposals that are over and who said what, the drawer, the last verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from cards import models as rows
from cards.face.language import tag
from cards.queries.asking import ask_at
from cards.queries.deck_view import DeckView, address_of, is_written
from cards.queries.hands import hands
from cards.queries.proposal_told import (
    KIT_PAGES,
    WHY_ASIDE,
    Told,
    accepted,
    how_it_ended,
    left_as_it_is,
    stamped,
)
from cards.rules.apply_change import voting_effect
from cards.rules.decision import DecisionRule, Effect
from cards.rules.deck import Change, Ref, Voting, decision_by, voting_after
from cards.rules.events import ProposalAccepted, ProposalSetAside
from cards.rules.ways import price_words
from cards.storage.acceptance import ACCEPTING
from cards.storage.ballot_rows import ballot_on
from cards.storage.log import DECK_LOG
from cards.values.mat import Reason, SealView
from cards.values.workshop import ClosedBallot, DrawerCard, DrawerSlip
from studio.kernel.codec import from_plain
from studio.kernel.messages import message, number_word
from studio.kernel.schema import kinds
from studio.live.view import once_a_drawing
from studio.speed.prepared import prepared
from studio.web.words import begin, in_language, say, say_html_in

PEEKING = 4  # cards that look out of the drawer


@dataclass(frozen=True, slots=True)
class Tally:
    """How a ballot stands: so many in favour, of those who count."""

    in_favour: int
    counting: int


@prepared
def _closed(deck_id: int, states: Sequence[str]) -> QuerySet[rows.Proposal]:
    return rows.Proposal.objects.filter(deck_id=deck_id, state__in=states).order_by("-closed_at", "-number")


@prepared
def _again(deck_id: int) -> QuerySet[rows.Proposal, Any]:
    again = rows.Proposal.objects.filter(deck_id=deck_id, source__isnull=False).exclude(state="withdrawn")
    return again.order_by("-number").values_list("number", "source", "state")


@once_a_drawing
def still_aside(view: DeckView) -> tuple[rows.Proposal, ...]:
    """Set aside and not taken up again since, not even by what asked again what had asked again. Two statements."""
    taken_up = set[int]()
    for number, source, state in _again.rows(view.row.pk):
        if state != "aside" or number in taken_up:
            taken_up.add(source)
    return tuple(row for row in _closed.rows(view.row.pk, ["aside"]) if row.number not in taken_up)


def taken_back(view: DeckView) -> tuple[rows.Proposal, ...]:
    """What its author withdrew is not lost either. One statement."""
    return tuple(_closed.rows(view.row.pk, ["withdrawn"]))


def drawer(view: DeckView) -> DrawerSlip:
    """The latest set aside, looking out of the drawer."""
    inside = still_aside(view)
    slug = view.row.slug
    peeking = settled_cards(view, islice(inside, PEEKING))
    return DrawerSlip(len(inside), peeking, reverse("drawer", args=[slug]))


def settled_cards(view: DeckView, settled: Iterable[rows.Proposal]) -> tuple[DrawerCard, ...]:
    """Proposals that are over, with who said what. Five statements for all, and three each."""
    slug = view.row.slug
    cards = []
    last = [(row, worded.one(row.pk, row.wording)) for row in settled]
    told = view.told_beside_each_other([changes_of(wording) for _, wording in last])
    for (row, wording), said in zip(last, told, strict=True):
        seals, reasons, tally = voices(view, row, wording)
        writer = hands(view, wording.by_id, said.face)
        cards.append(
            DrawerCard(
                number=row.number,
                title=said.title,
                face=said.drawn(writer),
                tally=_fate(said, tally) if row.state == "aside" else say(message("Taken back")),
                why=why_words(view, row),
                reasons=reasons,
                address=reverse("proposal", args=[slug, row.number]),
                adjust_address=adjust_address(slug, row.number, wording, said),
                again_address=ask_at(slug, "ask-again", proposal=row.number),
                seals=seals,
                effects=said.effects,
                language=said.title_language,
                grounds=wording.grounds,
            )
        )
    return tuple(cards)


def _fate(said: Told, tally: Tally) -> str:
    """ "3 of 4 in favour"; of what is there it says first what was not done to it: "Not taken out. 3 of 4 …"."""
    if left_as_it_is(said) is None:
        return tally_words(tally)
    return f"{say(how_it_ended(said.change, False))} {tally_words(tally)}"


def adjust_address(slug: str, number: int, wording: rows.Wording, said: Told) -> str:
    """Where what was written is adjusted; what was only asked, or is another's, can be asked again as it is, and so can
    several changes at once."""
    if said.kit and said.change in ("deck", "package") and said.is_ours:
        return f"{reverse(KIT_PAGES[said.about], args=[slug])}?adjust={number}"
    return written_on(slug, number) if is_written(changes_of(wording)) else ""


def written_on(slug: str, number: int) -> str:
    """The workshop, with what was written in a proposal that is over lying in its composer."""
    return f"{reverse('workshop', args=[slug])}?adjust={number}#write"


def why_words(view: DeckView, row: rows.Proposal) -> str:
    """Why a proposal is not in, beyond what was voted."""
    if row.state == "withdrawn":
        return say(message("{who} took it back.", who=view.name_of(row.by_id)))
    if row.state != "aside":
        return ""
    if row.why_aside in WHY_ASIDE:
        return say(WHY_ASIDE[row.why_aside])
    price = price_words(rule_then(view, row)) if row.why_aside == "against" else None
    return say(price) if price is not None else ""


def rule_then(view: DeckView, row: rows.Proposal) -> DecisionRule:
    """How the deck decided when this ballot closed. Whether somebody who decided alone was still there is not asked:
    nothing that is told of a ballot hangs on it."""
    voting: Voting = ()
    others = [step for step in _steps_of_deciding(view) if step.proposal != row.number]
    is_told_by_the_clock = all(step.at != row.closed_at for step in others)
    until = None if is_told_by_the_clock else _closed_by(view.stream_id, row.number)
    for step in others:
        if row.closed_at is not None and (step.at < row.closed_at if until is None else step.seq < until):
            voting = voting_after(voting, step.ref, step.rule)
    return decision_by(voting, view.people.keys())


@dataclass(frozen=True, slots=True)
class _StepOfDeciding:
    """By entry `seq` a Special Rule was accepted, or repealed: how the deck decides by it since."""

    ref: Ref
    seq: int
    proposal: int | None
    at: datetime
    rule: DecisionRule | None


@once_a_drawing
def _steps_of_deciding(view: DeckView) -> tuple[_StepOfDeciding, ...]:
    """In their order. One statement."""
    return tuple(
        _StepOfDeciding(
            Ref("rule", number), seq, proposal, at,
            None if kind == "repealed" else voting_effect(from_plain(tuple[Effect, ...], effects or [])),
        )
        for number, seq, proposal, at, kind, effects in _steps_of_rules.rows(view.stream_id)
    )  # fmt: skip


@prepared
def _steps_of_rules(stream_id: int) -> QuerySet[rows.Change, Any]:
    found = rows.Change.objects.filter(article__deck__stream_id=stream_id, article__kind="rule")
    found = found.filter(kind__in=(*ACCEPTING, "repealed")).order_by("seq")
    return found.values_list("article__number", "seq", "proposal", "at", "kind", "face__content__effects")


def _closed_by(stream_id: int, proposal: int) -> int:
    """The entry that closed its ballot, for what was accepted in the same instant before or after. One statement."""
    closed = DECK_LOG.recorded(stream_id, kinds=kinds(ProposalAccepted, ProposalSetAside))
    return next(entry.seq for entry in closed if getattr(entry.fact, "number", 0) == proposal)


def last_words(view: DeckView, row: rows.Proposal) -> tuple[Told, rows.Wording]:
    """The wording that stands, told. Three statements at most."""
    wording = worded.one(row.pk, row.wording)
    return view.told(changes_of(wording)), wording


def changes_of(wording: rows.Wording) -> tuple[Change, ...]:
    found: tuple[Change, ...] = from_plain(tuple[Change, ...], wording.changes)
    return found


@prepared
def worded(proposal_id: int, number: int) -> QuerySet[rows.Wording]:
    return rows.Wording.objects.filter(proposal_id=proposal_id, number=number)


def voices(
    view: DeckView, row: rows.Proposal, wording: rows.Wording
) -> tuple[tuple[SealView, ...], tuple[Reason, ...], Tally]:
    """Seals, reasons and the tally of a closed ballot, in the order in which they spoke. Two statements."""
    ballot = ballot_on(view.deck, row, wording)
    counting = ballot.counting
    if not counting and ballot.votes:
        counting = (row.by_id,)
    spoken = [vote for vote in ballot.votes if vote.by in counting]
    last = max(enumerate(spoken), key=lambda one: (one[1].at, one[0]), default=(0, None))[1]
    author = say(message("wrote it") if is_written(changes_of(wording)) else message("asked"))
    seals = [
        SealView(
            vote.by,
            view.seal_of(vote.by, vote.answer),
            author if vote.by == wording.by_id else "",
            is_last=len(spoken) > 1 and vote is last,
        )
        for vote in spoken
    ]
    heard = {vote.by for vote in spoken}
    seals += [SealView(m, view.seal_of(m, "waiting")) for m in counting if m not in heard]
    reasons = tuple(
        Reason(view.name_of(vote.by), vote.reason, view.seal_of(vote.by), is_taken_back=vote.answer == "for")
        for vote in spoken
        if vote.reason
    )
    in_favour = sum(vote.answer == "for" for vote in spoken)
    return tuple(seals), reasons, Tally(in_favour, len(counting))


def verdict(view: DeckView) -> ClosedBallot | None:
    """How the last ballot closed; None before the first. Some eight statements."""
    row = _closed.first(view.row.pk, ["accepted", "aside"])
    if row is None:
        return None
    deck = view.row
    said, wording = last_words(view, row)
    seals, reasons, tally = voices(view, row, wording)
    is_in = row.state == "accepted"
    ref = said.ref or article_by(deck.pk, row.number)
    number = ref.number if ref else None
    now = None
    if is_in and said.change in ("create", "amend", "restore", "recount", "package"):
        now = said.printed(number, deck.title)
    writer = hands(view, wording.by_id, said.face)
    is_so = _is_so(view, row, said, number)
    inside = still_aside(view)
    return ClosedBallot(
        number=row.number,
        outcome="accepted" if is_in else "aside",
        title=said.title,
        language=said.title_language,
        tally=tally_words(tally),
        count=begin(message("{some} of {all}", some=number_word(tally.in_favour), all=number_word(tally.counting))),
        heading=say(how_it_ended(said.change, is_in)),
        stamp=say(stamped(said.change, is_in)),
        words=is_so.words,
        told=is_so.html,
        seals=seals,
        reasons=reasons,
        grounds=wording.grounds,
        was=said.drawn(writer),
        now=now,
        address=address_of(deck.slug, ref) if is_in and ref else reverse("proposal", args=[deck.slug, row.number]),
        adjust_address=adjust_address(deck.slug, row.number, wording, said),
        again_address=ask_at(deck.slug, "ask-again", proposal=row.number),
        aside_count=len(inside),
        is_taken_up=not is_in and row.number not in {other.number for other in inside},
    )


@dataclass(frozen=True, slots=True)
class _IsSo:
    """What a verdict means for its card, as a sentence, and the same with the title in bold."""

    words: str
    html: SafeString


def _is_so(view: DeckView, row: rows.Proposal, said: Told, number: int | None) -> _IsSo:
    bold = format_html("<b>{}</b>", in_language(said.title, said.title_language))
    if row.state == "accepted":
        is_so = accepted(said, number, view.row.title)
        return _IsSo(say(is_so.given(title=said.title)), say_html_in(is_so, tag(view.row.language), "deck", title=bold))
    why, stays = why_words(view, row), left_as_it_is(said)
    if stays is None:
        return _IsSo(why, format_html("{} {}", bold, why) if why else SafeString(""))
    words = f"{say(stays.given(title=said.title))} {why}".strip()
    return _IsSo(words, format_html("{} {}", say_html_in(stays, tag(view.row.language), "deck", title=bold), why))


def tally_words(tally: Tally) -> str:
    """ "3 of 5 in favour"."""
    return say(message("{some} of {all} in favour", some=tally.in_favour, all=tally.counting))


def article_by(deck_id: int, proposal: int) -> Ref | None:
    """The article that came in by a proposal. One statement."""
    found = _came_by.first(deck_id, proposal)
    return Ref(found.kind, found.number) if found else None  # type: ignore[arg-type]


@prepared
def _came_by(deck_id: int, proposal: int) -> QuerySet[rows.Article]:
    return rows.Article.objects.filter(deck_id=deck_id, proposal=proposal).order_by("kind", "number")
