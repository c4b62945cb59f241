"""Around the regions of a table: where it is and as whom, who may come in, and the lists of tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from cards import models as decks
from cards.access import Door
from cards.face.language import tag
from cards.rules.deck import Ref
from cards.rules.manifest import version_named
from cards.values.composer import GoWords
from play import models as rows
from play.access import OPEN, TableDoor, seat_in
from play.invite_link import way_in
from play.queries.board import seats_of
from play.queries.parts import base, language_of, takes_cards
from play.queries.table_view import TableView
from play.table.state import State
from play.table.visibility import hides_from
from play.values.acts import Act, Link
from play.values.felt import SeatView
from play.values.sheets import Option
from studio.kernel.messages import Message, Sayable, counted, message, number_word, series
from studio.kernel.refusals import Refused
from studio.models import Group
from studio.people import membership
from studio.people.invitations import qr_svg, token_of
from studio.people.seal import Seal
from studio.web.addresses import path_to
from studio.web.dates import TimeWords, said
from studio.web.words import begin, say

OPEN_SHOWN, MINE_SHOWN = 40, 60
PRIVATE_LINK = message("The deck is private: only its members come in, and whoever has this link.")
SEATS_MAX = 8


@dataclass(frozen=True, slots=True)
class Invite:
    """How somebody gets to the table: `qr` is safe SVG of `link`. `note` says why there is no code."""

    link: str
    qr: str
    code: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """Where a page of a table is, and as whom: what does not change while it is open. `seat` is 0 for a spectator."""

    code: str
    spoken: str
    title: str
    language: str
    stream_key: str
    seat: int
    me: int | None
    is_creative: bool
    edition: str
    address: str
    act_address: str
    say_address: str
    log_address: str
    propose_address: str = ""
    preview_address: str = ""
    fork_address: str = ""
    deck_address: str = ""
    replay_address: str = ""
    close: Act | None = None
    leave: Act | None = None
    lent: str = ""
    is_lent: bool = False


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in a list."""

    title: str
    language: str
    address: str
    code: str
    people: str
    edition: str
    state: State
    words: str
    changed: TimeWords
    seals: tuple[Seal, ...] = ()


@dataclass(frozen=True, slots=True)
class TableLists:
    """Tables one sits at, and public ones that look for players."""

    mine: tuple[TableLine, ...]
    open: tuple[TableLine, ...]


@dataclass(frozen=True, slots=True)
class Opening:
    """The form that opens a table on a deck. `versions`: ("3", "Version 3, Harvest"), and ("draft", …) for members."""

    title: str
    language: str
    slug: str
    address: str
    versions: tuple[Option, ...]
    seats: tuple[Option, ...]
    may_create: bool
    is_private: bool = False
    wrong: str = ""
    running: Link | None = None


@dataclass(frozen=True, slots=True)
class DoorView:
    """A table as somebody sees it who has no seat: what is played, who sits there, and whether one may sit or watch.

    `joins` says that sitting down joins the group; `join_address` is where an invited stranger does so while there is
    no seat. `sides` may be chosen where the deck has them. `come_to_watch` takes
    a name from whoever watches a private deck being played.
    """

    title: str
    language: str
    code: str
    edition: str
    words: str
    seats: tuple[SeatView, ...]
    sit_address: str
    watch_address: str
    may_sit: bool
    come_to_watch: str = ""
    joins: str = ""
    join_address: str = ""
    sides: tuple[str, ...] = ()
    token: str = ""
    why_not: str = ""


def place(view: TableView, door: TableDoor) -> TablePlace:
    """What stays as it is while the page is open. One statement."""
    table = view.row
    home, deck = base(table), table.deck
    return TablePlace(
        code=table.code,
        spoken=spoken(table.code),
        title=table.title,
        language=language_of(table),
        stream_key=door.stream_key,
        seat=door.seat,
        me=door.member_id,
        is_creative=table.is_creative,
        edition=edition(table),
        address=home,
        act_address=f"{home}act/",
        say_address=f"{home}act/?verb=say" if door.seat else "",
        log_address=f"{home}log/",
        propose_address=f"{home}write/" if door.seat and takes_cards(table) else "",
        preview_address=path_to("preview", slug=deck.slug) if table.is_creative and deck else "",
        deck_address=path_to("deck", slug=deck.slug) if _is_readable(table, door) and deck else "",
        fork_address=_fork_address(table, door),
        replay_address=f"{home}replay/",
        close=Act(say(message("Put the table away")), f"{home}remove/", "remove", "quiet") if door.seat else None,
        lent=say(beside_a_lent_chair(view, door)) if door.lent_seat else "",
        is_lent=door.is_standing_in,
        leave=Act(say(message("Get up")), f"{home}act/?verb=stand", "stand", "quiet") if door.seat else None,
    )


def _is_readable(table: rows.Table, door: TableDoor) -> bool:
    """Whether the link to the deck would not be a 404 for whoever sits at a table of a private deck's version."""
    deck = table.deck
    if deck is None or deck.deleted_at is not None:
        return False
    return deck.visibility != "private" or door.is_maker or (table.is_creative and door.member_id is not None)


def _fork_address(table: rows.Table, door: TableDoor) -> str:
    """Where a version that is played as it is becomes a deck to be changed; "" where nobody here could read it."""
    if table.is_creative or table.deck is None or not _is_readable(table, door):
        return ""
    return f"{path_to('fork', slug=table.deck.slug)}?version={table.version}"


def edition(table: rows.Table) -> str:
    if table.version:
        return say(message("version {number}", number=table.version))
    return say(message("the draft, written as you play"))


def spoken(code: str) -> str:
    """As it is read out: "K7MX 42QP"."""
    return f"{code[:4]} {code[4:]}"


def may_invite(door: TableDoor) -> bool:
    """The link of a creative table is an invitation to its group: it is for those who could invite anyway. That of a
    table whose code is not enough is for those who sit there and, of a private deck, its makers."""
    if door.is_creative:
        return door.member_id is not None
    return bool(door.seat) or not door.is_shut or door.is_maker


def invite(view: TableView, door: TableDoor, link: str) -> Invite:
    """Link, QR and code; only the link, and why, where the code is not enough. `link` is the table's whole address."""
    table = view.row
    if table.is_creative:
        link += f"?invite={token_of(Group.objects.get(pk=door.group_id))}"
    elif door.is_shut:
        link += f"?invite={way_in(table)}"
        note = PRIVATE_LINK if door.is_private else message("The code alone seats nobody any more.")
        return Invite(link, qr_svg(link), "", say(note))
    return Invite(link, qr_svg(link), spoken(table.code))


def go_words(view: TableView, article: Ref | None) -> GoWords:
    """What the composer's button says; of a card that only one's own hand puts within reach, what asking shows (C5)."""
    notes = [message("The game stops until everybody here has spoken.")]
    if article is not None and article.kind == "card" and _shows_hand(view, article.number):
        notes.insert(0, message("Asking shows that you hold this card."))
    return GoWords(say(message("Put it to the table")), say(series(notes, "sentences")))


def _shows_hand(view: TableView, card: int) -> bool:
    table = view.table
    if table.state != "playing" or table.any_card:
        return False
    zones = {table.zone_of(piece.id) for piece in table.pieces.values() if piece.card == card}
    hands = {zone for zone in zones if zone.id == table.kit.hand}
    is_open = any(not hides_from(table, zone, 0) for zone in zones)
    return not is_open and table.hand_of(seat_in(view.sight)[0]) in hands


def beside_a_lent_chair(view: TableView, door: TableDoor) -> Message:
    """What somebody who stands in for a player is told of that one's chair."""
    return message(
        "{who} sits here. While your standing in can be undone, the chair and its hand stay {who}’s, and you look on.",
        who=view.seal_of(door.lent_member).name,
    )


def door_view(view: TableView, door: TableDoor) -> DoorView:
    """For somebody without a seat: what is played, who sits there, and whether there is room."""
    view = view.seen_as(OPEN)
    table, now, seats = view.row, view.seen, seats_of(view)
    free = [seat for seat in seats if seat.sit is not None]
    taken = sum(1 for seat in seats if seat.member is not None)
    home = base(table)
    why_not: Sayable | None = None if door.may_sit else Refused("seat.by_link")
    if not free:
        why_not = message("Every seat of this game is taken.")
    if not free and any(seat.member is None for seat in seats):
        why_not = message("A game is on, and nobody new is dealt in. There is a seat for you in the next one.")
    if now.state == "over":
        why_not = message("This game is over.")
    if door.lent_seat:
        why_not = beside_a_lent_chair(view, door)
    words = begin(
        counted(
            "{taken} at the table, one seat free.",
            "{taken} at the table, {free} seats free.",
            len(free),
            taken=number_word(taken),
            free=number_word(len(free)),
        )
    )
    return DoorView(
        title=table.title,
        language=language_of(table),
        code=spoken(table.code),
        edition=edition(table),
        words=words,
        seats=seats,
        sit_address=f"{home}sit/",
        watch_address=f"{home}?watch=1" if door.may_watch else "",
        come_to_watch=f"{home}watch/" if door.may_come_to_watch else "",
        may_sit=bool(free) and door.may_sit,
        joins=say(message("Taking a seat here makes you a member of the group that writes this deck."))
        if table.is_creative and door.member_id is None and not door.lent_seat
        else "",
        join_address=reverse("join", args=[door.invitation])
        if table.is_creative and door.member_id is None and door.invitation and not (free and door.may_sit)
        else "",
        sides=now.sides,
        token=door.invitation,
        why_not=say(why_not) if why_not is not None else "",
    )


# --- lists ------------------------------------------------------------------------------------------------------------


def tables(person_id: int | None) -> TableLists:
    """Mine, and public ones that look for players. Four statements."""
    there = rows.Table.objects.filter(removed_at__isnull=True)
    mine: list[rows.Table] = []
    if person_id is not None:
        seat = Q(seats__member__in=membership.seats_of(person_id))
        mine = list(there.filter(seat).distinct().order_by("-changed_at", "-pk")[:MINE_SHOWN])
    return TableLists(_lines(mine), looking_for_players(besides=[table.pk for table in mine]))


def looking_for_players(besides: Iterable[int] = (), shown: int = OPEN_SHOWN) -> tuple[TableLine, ...]:
    """Public tables that have not begun, the latest first. Two statements."""
    there = rows.Table.objects.filter(removed_at__isnull=True, is_public=True, is_creative=False)
    found = there.filter(state="gathering", removals=0, deck__isnull=False).exclude(deck__visibility="private")
    return _lines(list(found.exclude(pk__in=list(besides)).order_by("-changed_at", "-pk")[:shown]))


def _lines(found: list[rows.Table]) -> tuple[TableLine, ...]:
    seats: dict[int, list[Seal]] = {table.pk: [] for table in found}
    sitting = rows.SeatRow.objects.filter(table__in=found).order_by("number")
    of_person = (f"member__person__{part}" for part in ("name", "shape", "colour"))
    for table_id, name, shape, colour in sitting.values_list("table_id", *of_person):
        seats[table_id].append(Seal(name, shape, colour=colour))
    now = timezone.now()
    words = {"gathering": message("Looking for players"), "playing": message("Playing"), "over": message("Over")}
    return tuple(
        TableLine(
            table.title,
            language_of(table),
            base(table),
            spoken(table.code),
            ", ".join(seal.name for seal in seats[table.pk]) or say(message("nobody yet")),
            edition(table),
            table.state,  # type: ignore[arg-type]
            say(words[table.state]),
            said(timezone.localtime(table.changed_at), now),
            tuple(seats[table.pk]),
        )
        for table in found
    )


def opening(door: Door, asked: str, wrong: str = "") -> Opening:
    """The form that opens a table on this deck. Http404 is for whoever has nothing to open. Three statements."""
    deck = decks.Deck.objects.get(pk=door.deck_id)
    versions = decks.Version.objects.filter(deck=deck).order_by("-number")
    listed = [
        (str(number), say(version_named(number, name))) for number, name in versions.values_list("number", "name")
    ]
    running = None
    if door.is_member:
        at = rows.Table.objects.filter(deck=deck, is_creative=True, removed_at__isnull=True).first()
        running = Link(say(message("The table of the draft")), base(at)) if at is not None else None
        if at is None:
            listed.append(("draft", say(message("The draft, and go on writing it while you play"))))
    chosen = asked if asked in dict(listed) else listed[0][0] if listed else ""
    most = min(max(deck.players_max or SEATS_MAX, 2), SEATS_MAX)
    return Opening(
        title=deck.title,
        language=tag(deck.language),
        slug=deck.slug,
        address=path_to("play", slug=deck.slug),
        versions=tuple(Option(value, label, value == chosen) for value, label in listed),
        seats=tuple(Option(str(n), say(number_word(n)), n == most) for n in range(1, SEATS_MAX + 1)),
        may_create=door.is_member and running is None,
        is_private=deck.visibility == "private",
        wrong=wrong,
        running=running,
    )
