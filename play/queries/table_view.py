"""The view of a table: what its regions and pages share while they are drawn. Its row, the table at the view's moment,
what one sight may know of it, its people, its faces, its log; each read once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import cached_property  # functools' has one lock for all threads until Python 3.12

from cards.face.drawn_back import DrawnBack, shown_back
from cards.face.lexicon import Lexicon, shared
from cards.queries.deck_view import DeckView, Someone, members_of
from cards.queries.faces import ReadFace, read_faces, read_for_page, share_of, taken_down
from play import models as rows
from play.access import OPEN, seat_in, table_of_stream
from play.queries.withdrawn import every_face_of, faces_here, taken_down_of_draft, without
from play.storage import store
from play.storage.store import Happening
from play.table.seeing import Onlookers, SeenBefore
from play.table.sight import PieceSight, Sight, ZoneSight
from play.table.state import Scene, Table
from studio.kernel.codec import digest
from studio.kernel.messages import message
from studio.live import presence
from studio.live.view import View, once_a_drawing, once_a_sight
from studio.people.seal import Seal, SealState, seal_of
from studio.speed.lately import Lately
from studio.web.words import say


@dataclass(frozen=True, slots=True)
class Past:
    """A former moment of a table: after this entry, as its log has it."""

    entry: int
    table: Table = field(compare=False)


FEW = 40  # faces of a table: of fewer one may have no more drawn on it
FEW_IN_HAND = 12  # pieces of a hand: as few may each be as full as a card takes
WATCHED_KEPT = 200  # tables


class _Watched:
    """What lay on a table when it was drawn last."""

    seen: SeenBefore | None = None


_watched: Lately[_Watched] = Lately(WATCHED_KEPT)  # by stream


class TableView(View):
    """One viewer's look at a table, now or, where `at` is a `Past`, as it was then: nothing can be pressed there."""

    at: Past | None

    @property
    def is_past(self) -> bool:
        return self.at is not None

    def as_it_was(self, sight: str, then: Past) -> TableView:
        """The same table through these eyes at that moment."""
        return self.seen_as(sight, at=then)

    @cached_property
    def row(self) -> rows.Table:
        """One statement, none where a door of the drawing has asked it."""
        row = self.drawing.once(table_of_stream, self.stream_id)
        assert row is not None
        return row

    @property
    def draft(self) -> DeckView:
        """What of the deck whose draft is played goes into the same drawing: the same for everybody at the table."""
        assert self.row.deck is not None
        return DeckView(self.row.deck.stream_id, language=self.language, drawing=self.drawing)

    @property
    def head(self) -> int:
        """The entry whose table is shown: the latest, or the one of its moment."""
        return self.at.entry if self.at else self.row.stream.head

    @cached_property
    @once_a_drawing
    def table(self) -> Table:
        """The table at the view's moment, without the titles that were taken down since. Three statements, and what is
        new since it was read."""
        return without(self._logged, self.gone)

    @cached_property
    @once_a_drawing
    def back(self) -> DrawnBack:
        """The back of every card that lies face down; what is drawn on it has an address at the table."""
        back = self.table.kit.back
        drawing = f"{self.row.get_absolute_url()}backs/{digest(back)}.svg" if back.doodle else ""
        return shown_back(back, self.row.title, drawing)

    @property
    def lexicon(self) -> Lexicon:
        """What the words and marks on its cards mean."""
        return shared(self.table.kit.lexicon)

    @cached_property
    @once_a_drawing
    def gone(self) -> frozenset[str]:
        """The faces whose words were taken down: of what lies here, and of all its draft ever had. Two statements."""
        return self._gone_here | taken_down_of_draft(self.row)

    @cached_property
    @once_a_drawing
    def _gone_here(self) -> frozenset[str]:
        return taken_down(faces_here(self._logged))

    @cached_property
    @once_a_drawing
    def _logged(self) -> Table:
        """The same as the log has it, titles that were taken down among them."""
        return self.at.table if self.at else store.load(self.row, self.head)

    @cached_property
    @once_a_sight
    def seen(self) -> Sight:
        """The table as this sight may know it.

        Should somebody else have sat down in the seat since the door was asked, it shows what an empty seat sees.
        """
        seat, member = seat_in(self.sight)
        who = self.table.seat(seat) if seat else None
        return self._onlookers.sight(seat if who is not None and (who.member or 0) == member else 0)

    @cached_property
    @once_a_drawing
    def _onlookers(self) -> Onlookers:
        if self.is_past:
            return Onlookers(self.table)
        before = _watched.get(self.stream_id, _Watched)
        onlookers = Onlookers(self.table, before=before.seen)
        before.seen = onlookers.seen_before
        return onlookers

    @property
    def seen_by_all(self) -> Sight:
        """What everybody may know of it."""
        return self.seen_as(OPEN).seen

    @cached_property
    @once_a_drawing
    def people(self) -> Mapping[int, Someone]:
        """Everybody who ever was a member of the table's group. One statement."""
        return members_of(self.row.group_id)

    @cached_property
    @once_a_drawing
    def here(self) -> frozenset[int]:
        """The members who are at the table's page; of a former moment nobody is told to be away. One statement."""
        return frozenset(self.people) if self.is_past else presence.present(self.stream_id)

    def seal_of(self, member: int | None, state: SealState = "") -> Seal:
        someone = self.people.get(member) if member is not None else None
        return (
            seal_of(someone.name, someone.shape, state, someone.colour)
            if someone
            else Seal(say(message("Nobody")), "round", state)
        )

    def seat_name(self, number: int, table: Table | Scene | None = None) -> str:
        """Who sits in a seat: "Idris", or "Seat 3" while nobody does."""
        seat = (table or self.table).seat(number)
        someone = self.people.get(seat.member) if seat is not None and seat.member is not None else None
        return someone.name if someone else say(message("Seat {number}", number=number))

    @cached_property
    @once_a_sight
    def faces(self) -> Mapping[str, ReadFace]:
        """The faces this sight may read, by digest. Two statements at most, for all sights of one drawing."""
        every = self.every_face
        return {digest: every[digest] for digest in digests_in(self.seen) if digest in every}

    @cached_property
    @once_a_drawing
    def every_face(self) -> Mapping[str, ReadFace]:
        """Every face of the table, hidden or not: who may read which decides what is shown, not what is loaded.

        Nothing hidden decides which of too many drawings are left out. Of each face comes as much as would be too much
        if all were so; of those that everybody sees, as much as they leave each other.
        """
        every = every_face_of(self._logged)
        found = read_for_page(every, each=share_of(max(FEW, len(every))), gone=self._gone_here)
        lying = [face for face in _open_faces(self.seen_by_all) if face in found]
        if any(found[face].lacks_drawing for face in lying):
            found = {**found, **read_for_page(lying, gone=self._gone_here)}
        return found

    @cached_property
    @once_a_drawing
    def lacking(self) -> frozenset[str]:
        """The faces that came without their drawing."""
        return frozenset(digest for digest, read in self.every_face.items() if read.lacks_drawing)

    def face_of(self, piece: PieceSight) -> ReadFace | None:
        """The face of a piece as its sight knows it. What is not open has its drawing where all that lie with it could
        have one so large: how many they are is no secret, and what they are is. One statement where much is drawn."""
        read = self.every_face.get(piece.face) if piece.is_known else None
        if read is None or piece.face not in self.lacking or _is_open(piece, self.table):
            return read
        beside = max(FEW_IN_HAND, len(self.table.zones.get(piece.zone, ())))
        if read.numbers > share_of(beside):
            return read
        return read_faces([piece.face], self._gone_here)[piece.face]

    @once_a_drawing
    def recent(self, until: int) -> tuple[Happening, ...]:
        """The latest entries up to this one, oldest first. One statement for what is new."""
        return store.recent(self.row, until)


def _is_open(piece: PieceSight, table: Table) -> bool:
    """It lies so that everybody reads it."""
    return piece.is_face_up and piece.zone.id != table.kit.hand


def _open_faces(seen_by_all: Sight) -> tuple[str, ...]:
    """What everybody reads, as often as it is there; what is shown of hands is not among it."""
    zones = (*seen_by_all.zones, *(zone for seat in seen_by_all.seats for zone in seat.zones))
    return tuple(piece.face for zone in zones for piece in zone.pieces if piece.is_known and piece.is_face_up)


def digests_in(sight: Sight) -> frozenset[str]:
    zones: list[ZoneSight] = list(sight.zones)
    for seat in sight.seats:
        zones += [*seat.zones, *([seat.hand] if seat.hand else [])]
    found = {piece.face for zone in zones for piece in zone.pieces}
    found |= {piece.face for look in sight.looking for piece in look.pieces}
    return frozenset((found | {digest for _, digest in sight.rules}) - {""})
