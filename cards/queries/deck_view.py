"""The view of a deck: what its pages share while they are drawn. The deck, its people, who is here; each read once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.functional import cached_property  # functools' has one lock for all threads until Python 3.12

from cards import models as rows
from cards.access import deck_of_stream
from cards.face.face import Face
from cards.face.lexicon import Lexicon
from cards.queries.faces import ReadFace, every_taken_down, lexicon_of, read_faces, read_for_page
from cards.queries.proposal_told import Told, told
from cards.rules.deck import Amend, Change, Create, Ref, SetKit, Vote
from cards.rules.events import KitChanged
from cards.rules.kit import DVORAK, Kit
from cards.rules.seeing import DeckOnlookers
from cards.rules.sight import DeckSight, ProposalSight
from cards.storage.heavy import kept_words
from cards.storage.log import DECK_LOG
from cards.storage.seen import onlookers_of
from cards.values.mat import Reason, SealView
from cards.venues import seated_and_away
from studio.kernel.codec import digest
from studio.kernel.messages import message
from studio.kernel.schema import kinds
from studio.live import presence
from studio.live.clock import database_now
from studio.live.view import View, once_a_drawing
from studio.models import Member
from studio.people.seal import Seal, SealState, seal_of
from studio.ports import TABLES, Venue
from studio.speed.prepared import prepared
from studio.web.addresses import path_to
from studio.web.words import say


@dataclass(frozen=True, slots=True)
class Someone:
    """A member, of now or of before, by the name and seal they go by."""

    member: int
    name: str
    shape: str
    colour: str
    is_active: bool
    called: str = ""  # before they turned out to be another
    person: int | None = None  # whose seat it is, whoever stands in on it
    is_lent: bool = False  # somebody stands in on it just now


@prepared
def _everybody(group_id: int) -> QuerySet[Member, tuple[Any, ...]]:
    ever = Member.objects.filter(group_id=group_id).order_by("joined_at", "pk")
    look = ("name", "shape", "colour")
    own, of_another = (f"person__{name}" for name in look), (f"merged_into__person__{name}" for name in look)
    return ever.values_list("pk", "left_at", "called", "merged_into_id", "person_id", "stand_in_id", *own, *of_another)


def members_of(group_id: int) -> Mapping[int, Someone]:
    """Everybody who ever was a member, by member id; who was merged goes by the other's name. One statement."""
    found: dict[int, Someone] = {}
    for pk, left_at, called, merged_into, person, stand_in, *looks in _everybody.rows(group_id):
        name, shape, colour = looks[3:] if merged_into else looks[:3]
        found[pk] = Someone(pk, name, shape, colour, left_at is None, called, person, stand_in is not None)
    return found


@prepared
def _in_force(deck_id: int) -> QuerySet[rows.Article, Any]:
    found = rows.Article.objects.filter(deck_id=deck_id, in_force=True).order_by("-accepted_at", "-number")
    return found.values_list(
        "kind",
        "number",
        "copies",
        "proposal",
        kept_words("face__content"),
        kept_words("face__content", "type_line"),
    )


class DeckView(View):
    """One viewer's look at a deck: its row, what they may know of it, its people, the faces and kits of its changes."""

    @property
    def row(self) -> rows.Deck:
        """One statement, none where a door of the drawing has asked it."""
        row = self.drawing.once(deck_of_stream, self.stream_id)
        assert row is not None
        return row

    @cached_property
    def deck(self) -> DeckSight:
        """What these eyes may know of it. Eight statements at most, none where this process knows it."""
        return self._onlookers.sight(self.member_id, self._own_member)

    def from_seat(self, member: int) -> DeckSight:
        """What somebody may know who sits as that member where it is played; nobody says there who looks, so of a seat
        that is lent nothing that is its owner's own."""
        someone = self.people.get(member)
        is_lent = someone is not None and someone.is_lent
        return self._onlookers.sight(member, None if is_lent else member)

    @cached_property
    @once_a_drawing
    def _onlookers(self) -> DeckOnlookers:
        return onlookers_of(self.row)

    @cached_property
    @once_a_drawing
    def lexicon(self) -> Lexicon:
        """What the draft's words and marks mean."""
        return lexicon_of(self.row.kit)

    @cached_property
    @once_a_drawing
    def people(self) -> Mapping[int, Someone]:
        """Everybody who ever was a member of the deck's group. One statement."""
        return members_of(self.row.group_id)

    @property
    def _own_member(self) -> int | None:
        """As which member these eyes see what is secret to one: None for whoever only stands in on the seat, and where
        nobody says who looks (cards/lent.py)."""
        someone = self.people.get(self.member_id) if self.member_id is not None else None
        return someone.member if someone is not None and someone.person == self.person_id else None

    @property
    def names(self) -> Mapping[int, str]:
        """The same by what they are called."""
        return {member: someone.name for member, someone in self.people.items()}

    @cached_property
    @once_a_drawing
    def here_and_away(self) -> tuple[frozenset[int], Mapping[int, int]]:
        """Who is here, and since which second the others are not. Two statements."""
        return presence.here_and_away(self.stream_id, self._active(), database_now())

    @cached_property
    @once_a_drawing
    def voting_here_and_away(self) -> tuple[frozenset[int], Mapping[int, int]]:
        """The same for the room where ballots are held: a creative table while one runs. Three statements more."""
        venue = self.venue
        return self.here_and_away if venue is None else seated_and_away(venue, self._active(), database_now())

    @cached_property
    @once_a_drawing
    def venue(self) -> Venue | None:
        """The creative table that holds the room's ballots while it runs. Two statements."""
        return TABLES.get().venue_of(self.row.pk)

    @cached_property
    @once_a_drawing
    def in_force(self) -> tuple[tuple[Any, ...], ...]:
        """What is in force, the newest first: kind, number, copies, proposal, title and type line, both None where the
        words were taken down. One statement."""
        return tuple(_in_force.rows(self.row.pk))

    def _active(self) -> list[int]:
        return [someone.member for someone in self.people.values() if someone.is_active]

    def faces_of(self, changes: Iterable[Change]) -> Mapping[str, Face]:
        """The faces that changes write, stand on or touch, by digest. Two statements at most."""
        wanted = self._touched(changes)
        return {digest: read.face for digest, read in self._faces(wanted).items()} if wanted else {}

    def _touched(self, changes: Iterable[Change]) -> frozenset[str]:
        articles = self.deck.articles
        wanted: set[str] = set()
        for change in changes:
            wanted |= {getattr(change, name) for name in ("face", "on") if getattr(change, name, "")}
            ref: Ref | None = getattr(change, "article", None)
            if ref is not None and ref in articles:
                wanted.add(articles[ref].face)
        return frozenset(wanted)

    @once_a_drawing
    def _faces(self, digests: frozenset[str]) -> Mapping[str, ReadFace]:
        return read_faces(digests, digests & self._gone)

    @cached_property
    @once_a_drawing
    def _gone(self) -> frozenset[str]:
        return every_taken_down()

    def kits_of(self, changes: Iterable[Change]) -> Mapping[str, Kit]:
        """Every kit the deck has had, by digest, when a change is about the kit. One statement at most."""
        return self._kits if any(isinstance(change, SetKit) for change in changes) else {}

    @cached_property
    @once_a_drawing
    def _kits(self) -> Mapping[str, Kit]:
        told = DECK_LOG.recorded(self.stream_id, kinds=kinds(KitChanged))
        former = [one.fact.kit for one in told if isinstance(one.fact, KitChanged)]
        return {digest(kit): kit for kit in (DVORAK, *former, self.deck.kit)}

    def told(self, changes: tuple[Change, ...]) -> Told:
        """Changes in words. Two statements at most; with a kit, or with a rule that names members, one more each."""
        if len(changes) > 1:
            return self.told_beside_each_other([changes])[0]
        return self._told(changes, self.faces_of(changes))

    def told_beside_each_other(
        self, several: Sequence[tuple[Change, ...]], most: int | None = None
    ) -> tuple[Told, ...]:
        """The changes of many proposals for a page on which all of them lie: with as much that was drawn as any page
        has, or `most`. Five statements at most; with a kit, or with a rule that names members, one more each."""
        read = self.read_beside_each_other(self._touched(change for changes in several for change in changes), most)
        return tuple(self._told(changes, _faces_in(read)) for changes in several)

    def read_beside_each_other(self, digests: Iterable[str], most: int | None = None) -> Mapping[str, ReadFace]:
        """Faces for a page on which all of them lie, with as much that was drawn as any page has, or `most`. Four
        statements at most."""
        wanted = frozenset(digests)
        return read_for_page(wanted, most=most, gone=wanted & self._gone) if wanted else {}

    def told_in_words(self, changes: tuple[Change, ...]) -> Told:
        """Where nothing of it is seen: without what is drawn. Four statements at most, and the same more."""
        return self.told_beside_each_other([changes], 0)[0]

    def _told(self, changes: tuple[Change, ...], faces: Mapping[str, Face]) -> Told:
        names = self.names if any(face.effects for face in faces.values()) else {}
        return told(changes, faces, self.deck.articles, self.kits_of(changes), names, self.row.language, self.lexicon)

    def seal_of(self, member: int, state: SealState = "") -> Seal:
        someone = self.people.get(member)
        return (
            seal_of(someone.name, someone.shape, state, someone.colour)
            if someone
            else Seal(say(message("Somebody")), "round", state)
        )

    def name_of(self, member: int) -> str:
        return self.seal_of(member).name

    def own_name_of(self, member: int) -> str:
        """What a member was called before they turned out to be another."""
        someone = self.people.get(member)
        return (someone.called if someone is not None else "") or self.name_of(member)


def _faces_in(read: Mapping[str, ReadFace]) -> dict[str, Face]:
    return {digest: one.face for digest, one in read.items()}


_GONE = {"left": message("left"), "removed": message("removed"), "excused": message("gone on without")}


def ballot_seals(view: DeckView, proposal: ProposalSight) -> tuple[SealView, ...]:
    """Every elector's seal: how they voted, or that they think it over, are away, have left or were removed."""
    ballot = proposal.ballot
    if ballot is None:
        return ()
    here, _ = view.voting_here_and_away
    # The author of the wording leads, then those who have spoken in the order in which they did.
    order = {member: index for index, member in enumerate(ballot.spoken)}
    views = []
    for elector in sorted(ballot.electors, key=lambda e: (e.member != proposal.wording.by, order.get(e.member, 999))):
        vote = ballot.vote_of(elector.member)
        is_away = ballot.sort == "room" and elector.member not in here
        state: SealState = vote.answer if vote else "away" if is_away and elector.standing == "counts" else "waiting"
        if elector.standing in _GONE:
            note = say(_GONE[elector.standing])
        elif elector.member == proposal.wording.by:
            note = author_note(proposal)
        else:
            note = _standing(vote, is_here=elector.member in here, is_away=is_away)
        views.append(SealView(elector.member, view.seal_of(elector.member, state), note))
    return tuple(views)


def _standing(vote: Vote | None, *, is_here: bool, is_away: bool) -> str:
    """What stands under the seal of one who counts: where they are with it, in two words at most."""
    if vote is not None and vote.answer == "against":
        return say(message("not now"))
    if is_away:
        return say(message("away"))
    if vote is not None:
        return say(message("after all")) if vote.reason else ""
    return say(message("here", context="under a seal")) if is_here else ""


def reasons_of(view: DeckView, proposal: ProposalSight) -> tuple[Reason, ...]:
    """What was said with a no on an open ballot, in the order of the seals; the words of whoever came round as well."""
    ballot = proposal.ballot
    if ballot is None:
        return ()
    spoken = {vote.by: vote for vote in ballot.votes if vote.reason}
    shown = (spoken[seal.member] for seal in ballot_seals(view, proposal) if seal.member in spoken)
    return tuple(
        Reason(view.name_of(vote.by), vote.reason, view.seal_of(vote.by), is_taken_back=vote.answer == "for")
        for vote in shown
    )


def is_written(changes: tuple[Change, ...]) -> bool:
    """Whether whoever asks wrote words, which can be written anew. A repeal or a number is only asked, what is taken
    over is another's, and of several changes at once none is written anew without the others."""
    first = changes[0]
    return len(changes) == 1 and isinstance(first, Create | Amend) and first.credit_to is None


def stands_alone(changes: tuple[Change, ...]) -> bool:
    """Whether some form writes a proposal anew: one change, or a kit with all that its form changes along with it.
    Other changes at once, and what was taken over, are taken back and asked again: a form of the first of them would
    lose the others, or whose words they are."""
    first = changes[0]
    return isinstance(first, SetKit) or (
        len(changes) == 1 and (is_written(changes) or not isinstance(first, Create | Amend))
    )


def author_note(proposal: ProposalSight) -> str:
    return say(message("wrote it") if is_written(proposal.wording.changes) else message("asks"))


def address_of(slug: str, ref: Ref) -> str:
    """The page of one card or Special Rule."""
    return path_to(ref.kind, slug=slug, number=ref.number)
