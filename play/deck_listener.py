"""What a deck's facts do to its creative table, in the deck's own transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from cards import models as decks
from cards.rules import events as d
from cards.rules.deck import Change, Create, Ref
from play import models as rows
from play.actions import execute, look_again
from play.deck_snapshot import card_text, rule_texts, title_of
from play.storage import store
from play.storage.log import TABLE_LOG
from play.table import events as e
from play.table.state import CardText
from play.table.visibility import within_reach
from play.verbs import commands as c
from studio.kernel.codec import from_plain
from studio.kernel.refusals import Refused
from studio.kernel.schema import kinds
from studio.models import Entry, Member, Stream
from studio.ports import Identity, Venue
from studio.speed.prepared import prepared


def venue_of(deck_id: int) -> Venue | None:
    """While a creative table runs its seats judge: its stream and the members who sit. Two statements."""
    table = creative_table(deck_id)
    if table is None:
        return None
    members = frozenset(_sitting.rows(table.pk))
    return Venue(table.stream_id, members, table.get_absolute_url()) if members else None


def reach_of(deck_id: int, member: int) -> frozenset[int] | None:
    """The cards that a member may ask to change while somebody plays the draft, by whichever door (C5); None: any.

    Called with the deck's stream locked; takes the table's lock after it, so that nothing moves meanwhile.
    """
    table = creative_table(deck_id)
    if table is None:
        return None
    head = Stream.objects.select_for_update().get(pk=table.stream_id).head
    value = store.load(table, head)
    if not value.sitting:
        return None
    seat = next((s.number for s in value.sitting if s.member == member), 0)
    return within_reach(value, seat)


def tables_of(streams: frozenset[int]) -> dict[int, int]:
    """Of these streams those of decks that are played creatively now, each with its table's. One statement."""
    found = rows.Table.objects.filter(deck__stream_id__in=streams, is_creative=True, removed_at__isnull=True)
    return dict(found.values_list("deck__stream_id", "stream_id"))


def is_dealt(group_id: int) -> bool:
    """Whether a game is on at a creative table of this group. One statement."""
    there = rows.Table.objects.filter(group_id=group_id, is_creative=True, removed_at__isnull=True)
    return there.filter(state="playing").exists()


def tables_dealt(deck_id: int) -> int:
    """Those at which a game of a version was begun; a draft is played by those who write it. One statement."""
    return _dealt().filter(deck_id=deck_id).count()


def tables_dealt_by_deck(since: datetime | None = None) -> Mapping[int, int]:
    """The same of every deck that stands in the archive and was dealt at all, or since then. One statement."""
    standing = _dealt(since).filter(deck__shelved__isnull=False)
    return dict(standing.order_by().values_list("deck").annotate(Count("pk")))


def _dealt(since: datetime | None = None) -> QuerySet[rows.Table]:
    begun = Entry.objects.filter(stream_id=OuterRef("stream_id"), kind__in=kinds(e.GameBegun))
    dealt = rows.Table.objects.filter(version__isnull=False)
    if since is None:
        return dealt.filter(Exists(begun))
    return dealt.filter(Exists(begun.filter(at__gte=since)), changed_at__gte=since)


def creative_table(deck_id: int) -> rows.Table | None:
    return _creative.first(deck_id)


@prepared
def _creative(deck_id: int) -> QuerySet[rows.Table]:
    return rows.Table.objects.filter(deck_id=deck_id, is_creative=True, removed_at__isnull=True)


@prepared
def _sitting(table_id: int) -> QuerySet[rows.SeatRow, int]:
    return rows.SeatRow.objects.filter(table_id=table_id).values_list("member_id", flat=True)


def follow_deck(deck_id: int, facts: Sequence[object], at: datetime) -> None:
    """Called with the deck's stream locked; takes the table's lock after it."""
    if any(isinstance(fact, d.VisibilityChanged) for fact in facts):
        look_again_at(rows.Table.objects.filter(deck_id=deck_id, is_creative=False, removed_at__isnull=True))
    table = creative_table(deck_id)
    if table is None:
        return
    commands = list(_commands(deck_id, facts))
    if commands:
        execute.carry_out(table, commands, by=None, key=None, asked="deck")


def _commands(deck_id: int, facts: Sequence[object]) -> list[c.DeckCommand]:
    asked: list[c.DeckCommand] = []
    made = {f.number: f for f in facts if isinstance(f, d.ProposalMade)}
    for index, fact in enumerate(facts):
        match fact:
            case d.BallotOpened(number=number, sort="room"):
                asked.append(c.PauseFor(number, _wants_blank(deck_id, number, made), title_of(deck_id, number)))
            case d.BallotOpened(number=number) | d.ProposalOvertaken(number=number):
                asked.append(c.Resume(number))  # it went to every member, or back to be reworded: play goes on
            case d.ElectorExcused(number=number, member=member):
                asked.append(c.ExcuseVoter(number, member, title_of(deck_id, number)))
            case d.ProposalAccepted(number=number):
                asked.append(c.Resume(number, title=title_of(deck_id, number), outcome="in"))
            case d.ProposalSetAside(number=number):
                asked.append(c.Resume(number, title=title_of(deck_id, number), outcome="aside"))
            case d.ProposalWithdrawn(number=number):
                title = title_of(deck_id, number)
                asked.append(c.Resume(number, _wants_blank(deck_id, number, made), title, "withdrawn"))
            case d.ArticleAdded(article=ref, copies=copies) if ref.kind == "card":
                asked.append(c.CardEnters(card_text(deck_id, ref.number), copies))
            case d.ArticleRestored(article=ref) if ref.kind == "card":
                text = _text(deck_id, ref, facts[index:])
                asked.append(c.CardEnters(text, text.copies))
            case d.ArticleAmended(article=ref) | d.SideChanged(article=ref) if ref.kind == "card":
                asked.append(c.CardAmended(_text(deck_id, ref, facts[index:])))
            case d.ArticleRepealed(article=ref) if ref.kind == "card":
                asked.append(c.CardLeaves(ref.number))
            case d.CopiesChanged(article=ref, was=was, copies=copies) if copies > was:
                asked.append(c.CardEnters(card_text(deck_id, ref.number), copies - was))
            case d.CopiesChanged(article=ref, was=was, copies=copies):
                asked.append(c.CardLeaves(ref.number, was - copies))
            case d.KitChanged(kit=kit):
                asked.append(c.KitReplaced(kit))
    if any(_is_about_a_rule(fact) for fact in facts):
        asked.append(c.RulesChanged(rule_texts(deck_id)))
    # Votes, talk and versions are entries of the deck's stream: one entry of the table's says that there are new ones.
    if facts:
        asked.append(c.BallotMoves(next((n for f in facts if (n := getattr(f, "number", 0))), 0)))
    return asked


def _text(deck_id: int, ref: Ref, still_to_come: Sequence[object]) -> CardText:
    """The card at this point of the facts: the deck has its copies already, the table counts them fact by fact."""
    text = card_text(deck_id, ref.number)
    recounts = (f.was for f in still_to_come if isinstance(f, d.CopiesChanged) and f.article == ref)
    return replace(text, copies=next(recounts, text.copies))


def _is_about_a_rule(fact: object) -> bool:
    about = (d.ArticleAdded, d.ArticleAmended, d.ArticleRepealed, d.ArticleRestored)
    return isinstance(fact, about) and fact.article.kind == "rule"


def _wants_blank(deck_id: int, number: int, made: dict[int, d.ProposalMade]) -> bool:
    """C12: a new card takes a blank; amendments and Special Rules take none, nor does what is taken up again."""
    if number in made:
        source, changes = made[number].source, made[number].changes
    else:
        row = decks.Proposal.objects.get(deck_id=deck_id, number=number)
        wording = decks.Wording.objects.get(proposal=row, number=row.wording)
        source, changes = row.source, from_plain(tuple[Change, ...], wording.changes)
    return source is None and any(isinstance(change, Create) and change.kind == "card" for change in changes)


def follow_membership(group_id: int, member_id: int, what: str, at: datetime) -> None:
    """Whoever leaves the group leaves its tables; their cards stay for somebody else.

    Whoever is removed from a private deck's group gets up from the tables of its versions as well; the links to these
    are others from now on (invite_link.py), and their doors are asked again about everybody who looks.
    """
    if what in ("joined", "merged"):
        return  # who turns out to be somebody else is told as who they are: follow_identity
    _stand_up(rows.SeatRow.objects.filter(member_id=member_id))
    if what == "removed":
        gone = Member.objects.filter(Q(pk=member_id) | Q(merged_into_id=member_id, was_removed=True))
        _shut_private_tables(group_id, gone.values_list("person_id", flat=True))


def follow_identity(told: Identity) -> None:
    """Whoever is taken for an older member plays on as them, and where that is undone has their own seat again.

    A seat that others gave away meanwhile, or that is in no game any longer, stays as it is: it stops no parting.
    """
    if told.what == "merged":
        for seat in list(_seats_at_tables(rows.SeatRow.objects.filter(member_id=told.member))):
            sits = rows.SeatRow.objects.filter(table=seat.table, member_id=told.into).exists()
            goes = c.Stand(seat.number) if sits else c.HandOver(seat.number, told.into)
            execute.carry_out(seat.table, [goes], by=None, key=None, asked=told.what)
    elif told.what == "parted":
        for table in rows.Table.objects.filter(group_id=told.group_id, removed_at__isnull=True).order_by("pk"):
            with suppress(Refused):
                _give_back(table, told)


def _give_back(table: rows.Table, told: Identity) -> None:
    number = _seat_given_up(table, told.member, told.since)
    sitting = dict(rows.SeatRow.objects.filter(table=table).values_list("number", "member_id"))
    if number is None or sitting.get(number) not in (None, told.into):
        return
    sits = c.HandOver(number, told.member) if number in sitting else c.TakeSeat(told.member, number)
    execute.carry_out(table, [sits], by=None, key=None, asked=told.what)


def _seat_given_up(table: rows.Table, member: int, since: datetime) -> int | None:
    """The seat a member had, if they have had none since then. One statement."""
    sitting: dict[int, int] = {}
    given_up = None
    for one in TABLE_LOG.recorded(table.stream_id, kinds=kinds(e.SeatTaken, e.SeatLeft, e.SeatHandedOver)):
        match one.fact:
            case e.SeatTaken(seat=seat) | e.SeatLeft(seat=seat) | e.SeatHandedOver(seat=seat):
                if sitting.pop(seat, None) == member:
                    given_up = seat if one.at >= since else None
        match one.fact:
            case e.SeatTaken(seat=seat, member=who) | e.SeatHandedOver(seat=seat, member=who):
                sitting[seat] = who
    return given_up


def _shut_private_tables(group_id: int, people: Iterable[int]) -> None:
    private = rows.Table.objects.filter(
        deck__group_id=group_id, deck__visibility="private", is_creative=False, removed_at__isnull=True
    )
    _stand_up(rows.SeatRow.objects.filter(table__in=private, member__person_id__in=list(people)))
    look_again_at(private)


def _stand_up(seats: QuerySet[rows.SeatRow]) -> None:
    for seat in list(_seats_at_tables(seats)):
        execute.carry_out(seat.table, [c.Stand(seat.number)], by=None, key=None, asked="left")


def _seats_at_tables(seats: QuerySet[rows.SeatRow]) -> QuerySet[rows.SeatRow]:
    """Those at tables that are still there, in the order in which tables are locked."""
    return seats.filter(table__removed_at__isnull=True).select_related("table").order_by("table_id")


def look_again_at(tables: QuerySet[rows.Table]) -> None:
    """After the commit their doors are asked again about everybody who looks."""
    streams = list(tables.values_list("stream_id", flat=True))
    for stream_id in streams:
        transaction.on_commit(partial(look_again, stream_id), robust=True)
