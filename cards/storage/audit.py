"""Whether the log of a deck tells what its rows hold: all that the rules see, and every word that was put or said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any

from cards import models as rows
from cards.rules import events as e
from cards.rules.deck import Amend, Change, Create, Deck
from cards.rules.manifest import manifest_digest, own_name
from cards.storage import store, whole
from cards.storage.authorship import Authors
from cards.storage.batch_rows import amiss_in_batch
from cards.storage.log import DECK_LOG
from cards.storage.shelved import is_shelved_rightly
from studio.kernel.codec import Unreadable, digest, from_plain
from studio.log.audited import AT_A_TIME, one_by_one, standing_still
from studio.log.facts import UnknownFact
from studio.log.states import Transition

# What an entry that was changed by hand may do to those who read it.
BROKEN = (Unreadable, KeyError, AssertionError, ValueError, TypeError, AttributeError)


def every_deck(read: Callable[[], None] = lambda: None) -> Iterator[str]:
    """What disagrees in any deck, then what a face's name does not say. `read` is told of each deck. Some fifteen
    statements a deck."""
    for deck in one_by_one(rows.Deck.objects.select_related("stream")):
        yield from one_deck(deck)
        read()
    yield from misnamed_faces()
    yield from mislaid_pictures()


def one_deck(deck: rows.Deck) -> Iterator[str]:
    """What disagrees in one deck, also while it is written to."""

    def look() -> list[str]:
        deck.refresh_from_db()
        return list(disagreements(deck))

    yield from (f"{deck.slug}: {what}" for what in standing_still(deck.stream_id, look))


def disagreements(deck: rows.Deck) -> Iterator[str]:
    """What the log of one deck tells otherwise than its rows. Its time grows with its entries."""
    replayed, seq = Replayed(), 0
    try:
        for step in DECK_LOG.steps(deck.stream_id):
            replayed.add(step)
            seq = step.seq
    except BROKEN as problem:
        broken = problem.seq if isinstance(problem, UnknownFact) else seq + 1
        yield f"entry {broken} cannot follow the ones before it ({type(problem).__name__}: {problem})"
        return
    try:
        held, kept = whole.load(deck), _held(deck)
    except BROKEN as problem:
        yield f"its rows cannot be read ({type(problem).__name__}: {problem})"
        return
    for name in Deck.__dataclass_fields__:
        if getattr(replayed.deck, name) != getattr(held, name):
            yield f"the log tells other {name.replace('_', ' ')} than the rows hold"
    if replayed.archived_at != deck.archived_at:
        yield "the log tells otherwise since when it stands in the archive than the row"
    if not is_shelved_rightly(deck):
        yield "the words by which the archive finds it are not its own"
    yield from replayed.wrong
    for number, (_, _, named, reckoned, _, _) in sorted(kept["versions"].items()):
        if named != reckoned:
            yield f"version {number} does not hold the cards that its check number was reckoned from"
    for name, there in kept.items():
        if replayed.rows[name] != there:
            yield f"the log tells other {name} than the rows hold"
    yield from _unknown_faces(replayed)
    yield from amiss_in_batch(deck.pk, held)


def misnamed_faces() -> Iterator[str]:
    """Faces whose words are not those that their name was made of; taken down ones have none."""
    found = rows.Face.objects.filter(withdrawn_at__isnull=True).order_by("digest").values_list("digest", "content")
    for name, content in found.iterator(500):
        try:
            is_named = digest(store.read_face(content)) == name
        except BROKEN:
            is_named = False
        if not is_named:
            yield f"face {name[:8]} is not what its name says"


def mislaid_pictures() -> Iterator[str]:
    """Faces whose picture is kept here, and that are not known to show it; a sweep would take it away."""
    naming = rows.Face.objects.filter(withdrawn_at__isnull=True, content__picture__isnull=False)
    found = naming.order_by("digest").values_list("digest", "content__picture__digest").iterator(AT_A_TIME)
    while some := dict(islice(found, AT_A_TIME)):
        shown = dict(rows.FacePicture.objects.filter(face__in=some).values_list("face_id", "picture_id"))
        kept = set(rows.StoredPicture.objects.filter(digest__in=some.values()).values_list("digest", flat=True))
        for face, picture in some.items():
            if picture in kept and shown.get(face) != picture:
                yield f"face {face[:8]} shows picture {picture[:8]}, and its row does not say so"


@dataclass
class Replayed:
    """What a log tells, entry by entry: the deck, and beside it every row that is written once and kept for good."""

    deck: Deck = field(default_factory=Deck)
    rows: dict[str, dict[Any, Any]] = field(
        default_factory=lambda: {
            "proposals": {}, "wordings": {}, "electors": {}, "votes": {}, "remarks": {}, "versions": {},
            "articles": {}, "articles’ lives": {}, "origins": {},
        }
    )  # fmt: skip
    wrong: list[str] = field(default_factory=list)
    authors: Authors = field(default_factory=Authors)

    def add(self, step: Transition[e.Event, Deck]) -> None:
        seq, fact, at, before = step.seq, step.fact, step.at, step.before
        self.deck = step.after
        if self.authors.misnamed(before, fact, step.by, at):
            self.wrong.append(f"entry {seq} names another member than the one who acted")
        match fact:
            case e.DeckStarted(forked_from=origin):
                self.rows["origins"]["forked from"] = origin
            case e.ProposalMade(number=number, by=by, sort=sort, changes=changes, source=source, grounds=grounds):
                self.rows["proposals"][number] = [by, sort, source, at, 1, "queued", ""]
                self.rows["wordings"][number, 1] = (by, changes, grounds, at)
            case e.ProposalReworded(number=number, wording=wording, by=by, changes=changes, grounds=grounds):
                self.rows["proposals"][number][4] = wording
                self.rows["wordings"][number, wording] = (by, changes, grounds, at)
            case e.VoteCast(number=number, wording=wording, by=by, answer=answer, reason=reason):
                self.rows["votes"][number, wording, by] = (answer, reason, at)
            case e.VoteTakenBack(number=number, wording=wording, by=by):
                self.rows["votes"].pop((number, wording, by), None)
            case e.RemarkMade(by=by, text=text, proposal=number):
                said = self.rows["remarks"].setdefault((number, by), [])
                said.append((text, at))
            case e.VersionArchived(number=number, by=by, name=name, notes=notes, digest=named):
                self.rows["versions"][number] = (name, notes, named, named, by, at)
                if manifest_digest(before) != named:
                    self.wrong.append(f"version {number} is not the deck that the log tells")
            case e.BallotOpened() | e.ProposalOvertaken() | e.ProposalAccepted() | e.ProposalWithdrawn():
                self._stand(fact.number, _STATES[type(fact)])
                self._electors(fact)
            case e.ElectorExcused() | e.ElectorLeft() | e.GoingOnAgreed():
                self._elector(fact)
            case e.ProposalSetAside(number=number, why=why):
                self._stand(number, "aside", why)
            case _ if (kind := _LIVES.get(type(fact))) is not None:
                ref = fact.article  # type: ignore[union-attr]
                article = self.deck.articles[ref]
                if isinstance(fact, e.ArticleAdded):
                    came = (fact.credit_to, fact.maker, fact.proposal, at)
                    self.rows["articles"][ref.kind, ref.number] = came
                credited = self._credited(fact)
                life = (kind, article.face, article.copies, fact.proposal, credited, at)  # type: ignore[union-attr]
                self.rows["articles’ lives"][ref.kind, ref.number, seq] = life

    @property
    def archived_at(self) -> datetime | None:
        """When the newest version was archived, of a deck that stands in the archive."""
        is_there = self.deck.visibility == "public" and not self.deck.deleted and self.deck.last_version
        return self.rows["versions"][self.deck.last_version][-1] if is_there else None

    def _credited(self, fact: e.Event) -> int | None:
        """Whose step it was: whoever is credited with the words, else the proposer."""
        proposal, credit_to = fact.proposal, getattr(fact, "credit_to", None)  # type: ignore[union-attr]
        return credit_to if proposal is None or credit_to is not None else self.rows["proposals"][proposal][0]

    def _stand(self, number: int, state: str, why: str = "") -> None:
        self.rows["proposals"][number][5:] = [state, why]

    def _electors(self, fact: e.Event) -> None:
        """Who decides is settled when a ballot opens; those of a settled one stay, for the minutes."""
        if isinstance(fact, e.BallotOpened | e.ProposalOvertaken):
            electors = self.rows["electors"]
            for key in [key for key in electors if key[0] == fact.number]:
                del electors[key]
        if isinstance(fact, e.BallotOpened):
            self.rows["electors"] |= {(fact.number, member): ("counts", []) for member in fact.electors}

    def _elector(self, fact: e.ElectorExcused | e.ElectorLeft | e.GoingOnAgreed) -> None:
        who = fact.without if isinstance(fact, e.GoingOnAgreed) else fact.member
        standing, go_on = self.rows["electors"][fact.number, who]
        match fact:
            case e.GoingOnAgreed(by=by, at=at):
                go_on = [pair for pair in go_on if pair[0] != by] + [[by, at]]
            case e.ElectorExcused():
                standing = "excused"
            case e.ElectorLeft(removed=removed):
                standing = "removed" if removed else "left"
        self.rows["electors"][fact.number, who] = (standing, go_on)


_STATES: dict[type, str] = {
    e.BallotOpened: "open",
    e.ProposalOvertaken: "queued",
    e.ProposalAccepted: "accepted",
    e.ProposalWithdrawn: "withdrawn",
}
_LIVES: dict[type, str] = {
    e.ArticleAdded: "added",
    e.ArticleAmended: "amended",
    e.ArticleRepealed: "repealed",
    e.ArticleRestored: "restored",
    e.CopiesChanged: "copies",
    e.SideChanged: "side",
}


def _held(deck: rows.Deck) -> dict[str, dict[Any, Any]]:
    """The same as the rows hold it. Eight statements."""
    proposals = rows.Proposal.objects.filter(deck=deck)
    wordings = rows.Wording.objects.filter(proposal__deck=deck)
    votes = rows.Vote.objects.filter(wording__proposal__deck=deck)
    remarks: dict[Any, list[Any]] = {}
    for number, by, text, at in (
        rows.Remark.objects.filter(proposal__deck=deck)
        .order_by("at", "pk")
        .values_list("proposal__number", "by_id", "text", "at")
    ):
        remarks.setdefault((number, by), []).append((text, at))
    versions = rows.Version.objects.filter(deck=deck)
    lives = rows.Change.objects.filter(article__deck=deck)
    return {
        "proposals": {
            number: [*rest]
            for number, *rest in proposals.values_list(
                "number", "by_id", "sort", "source", "made_at", "wording", "state", "why_aside"
            )
        },
        "wordings": {
            (number, wording): (by, from_plain(tuple[Change, ...], changes), grounds, at)
            for number, wording, by, changes, grounds, at in wordings.values_list(
                "proposal__number", "number", "by_id", "changes", "grounds", "at"
            )
        },
        "electors": {
            (number, member): (standing, go_on)
            for number, member, standing, go_on in rows.Elector.objects.filter(proposal__deck=deck).values_list(
                "proposal__number", "member_id", "standing", "go_on"
            )
        },
        "votes": {
            (number, wording, by): (answer, reason, at)
            for number, wording, by, answer, reason, at in votes.values_list(
                "wording__proposal__number", "wording__number", "voter_id", "answer", "reason", "at"
            )
        },
        "remarks": remarks,
        "versions": {
            number: (own_name(number, name), notes, named, digest(manifest), by, at)
            for number, name, notes, named, manifest, by, at in versions.values_list(
                "number", "name", "notes", "digest", "manifest", "by_id", "at"
            )
        },
        "articles": {
            (kind, number): (by, maker, proposal, at)
            for kind, number, by, maker, proposal, at in rows.Article.objects.filter(deck=deck).values_list(
                "kind", "number", "by_id", "maker", "proposal", "accepted_at"
            )
        },
        "articles’ lives": {
            (kind, number, seq): (what, face, copies, proposal, by, at)
            for kind, number, seq, what, face, copies, proposal, by, at in lives.values_list(
                "article__kind", "article__number", "seq", "kind", "face_id", "copies", "proposal", "by_id", "at"
            )
        },
        "origins": {"forked from": deck.forked_from},
    }


def _unknown_faces(replayed: Replayed) -> Iterator[str]:
    """Words that were put to the table and are nowhere any more. One statement."""
    put = (change for _, changes, _, _ in replayed.rows["wordings"].values() for change in changes)
    named = {change.face for change in put if isinstance(change, Create | Amend)}
    known = set(rows.Face.objects.filter(digest__in=named).values_list("digest", flat=True)) if named else set()
    for name in sorted(named - known):
        yield f"the words of face {name[:8]}, which was proposed, are missing"
