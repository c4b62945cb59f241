"""From facts to rows, inside the turn's transaction. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby

from django.db.models import QuerySet

from cards import models as rows
from cards.face.face import Face
from cards.face.guessing import language_of_all
from cards.pictures import shelf
from cards.rules import events as e
from cards.rules.change_checks import fold_title
from cards.rules.decision import DecisionRule
from cards.rules.deck import Deck, Details, Ref, Source
from cards.rules.details import as_a_group_says
from cards.rules.evolve import evolve, places_after
from cards.rules.forking import bare_lineage, read_lineage, under_licence
from cards.rules.manifest import manifest
from cards.search.keeping import forget_face, touch
from cards.storage import drawings
from cards.storage.heavy import kept_words
from cards.storage.proposal_rows import ProposalRows
from cards.storage.shelved import CHANGED_BY, shelve
from cards.storage.sketches import drop_sketches_of, hand_sketches_over
from studio.kernel.codec import from_plain, to_plain
from studio.speed.prepared import prepared

HEARD_MAX = 40  # cards tell in which language their deck is
UNTOLD = "en"  # as the pages are
_OF_PEOPLE = (e.MemberJoined, e.MemberLeft, e.MemberMerged, e.MemberParted)
_TELLING = (e.DeckStarted, e.DetailsEdited, e.ArticleAdded, e.ArticleAmended, e.ArticleRepealed, e.ArticleRestored)


class Projection:
    """Writes the rows of one turn. What changed of `deck` itself is saved once, at the end."""

    def __init__(self, deck: rows.Deck, before: Deck, at: datetime, seq: int) -> None:
        self.deck, self.value, self.at, self.seq = deck, before, at, seq
        self._titles: dict[str, str] = {}
        self._proposals = ProposalRows(deck, at)

    def write(self, facts: Iterable[e.Event]) -> None:
        facts = tuple(facts)
        self._titles = _titles(facts)
        before = _columns(self.deck)
        batch, gaps = self.value.batch, self.value.gaps
        for together, run in groupby(facts, _together):
            if together == "brought":
                self._bring_in(tuple(run))  # type: ignore[arg-type]
            elif together is not None:
                self._cast(tuple(run))  # type: ignore[arg-type]
            else:
                for fact in run:
                    self._write(fact)
                    self._step(fact)
        self.deck.changed_at = self.at
        if self.value.batch != batch:
            self.deck.last_batch = self.value.last_batch
            self.deck.batch = to_plain(self.value.batch) if self.value.batch is not None else None
        if self.value.gaps != gaps:
            self.deck.last_gap, self.deck.gaps = self.value.last_gap, to_plain(self.value.gaps)
        if not self.deck.language_said and any(isinstance(fact, _TELLING) for fact in facts):
            self.deck.language = self._taken_for()
        changed = {name: now for name, now in _columns(self.deck).items() if now != before[name]}
        if changed:
            _deck.update(changed, self.deck.pk)
        stands, stood = self.deck.archived_at is not None, before["archived_at"] is not None
        # In another language words are parted elsewhere, and take other room on paper.
        anew = stands != stood or not changed.keys().isdisjoint(("last_version", "language"))
        anew = anew or any(isinstance(fact, e.FaceWithdrawn) for fact in facts)
        if stands != stood or (stands and (anew or changed.keys() & CHANGED_BY)):
            shelve(self.deck, is_new_version=anew)
        elif stands and any(isinstance(fact, _OF_PEOPLE) for fact in facts):
            touch([self.deck.pk])

    def _step(self, fact: e.Event) -> None:
        self.value = evolve(self.value, fact)
        self.seq += 1

    def _write(self, fact: e.Event) -> None:
        match fact:
            case e.DeckStarted(details=details, forked_from=forked_from):
                self._details(details)
                self.deck.forked_from = forked_from
                self._lineage(bare_lineage(forked_from))
            case e.LineageKept(lineage=lineage):
                self._lineage(lineage)
            case e.DetailsEdited(now=details):
                self._details(details)
            case e.MemberLeft(member=member):
                drop_sketches_of(self.deck.pk, member)
            case e.MemberMerged(member=member, into=into):
                hand_sketches_over(self.deck.pk, member, into)
            case e.MemberJoined() | e.MemberParted() | e.ClaimRefused():
                pass  # the group's own rows say so
            case (
                e.BatchBegun() | e.BatchJoined() | e.BatchCounted() | e.BatchTimeGiven() | e.BatchTurnedOver()
                | e.BatchLookedAt() | e.SweepGoingOnAgreed() | e.SweeperExcused() | e.BatchSwept() | e.BatchCalledOff()
            ):  # fmt: skip
                pass  # one column of the deck says so
            case e.GapNamed() | e.GapReworded() | e.GapPutAway() | e.GapTaken() | e.GapFilled():
                pass  # so it does of its gaps
            case e.WayGiven(number=number, to=to):
                self._proposals.move(places_after(self.value, number, to))
            case e.VisibilityChanged(to=to):
                self.deck.visibility = to
                self._shelve()
            case e.LicenceChanged(to=to, proposal=proposal):
                self.deck.licence = to
                if proposal is None:
                    self._lineage(under_licence(self.value.lineage, to))
            case e.KitChanged(kit=kit):
                self.deck.kit = to_plain(kit)
            case e.DeckDeleted():
                self.deck.deleted_at = self.at
                self._shelve()
            case e.VersionArchived():
                self._archive(fact)
            case e.FaceWithdrawn(face=face, why=why):
                # Another deck that shows the same words may have been told before.
                standing = rows.Face.objects.filter(digest=face, withdrawn_at__isnull=True)
                standing.update(content={}, withdrawn_at=self.at, withdrawn_why=why[:200])
                shelf.forget_face(face)
                drawings.forget(face)
                rows.BatchCard.objects.filter(face=face, place__isnull=False).update(content={})
                forget_face(face)
            case e.RemarkMade(by=by, text=text, proposal=number):
                rows.Remark.objects.create(proposal=self._proposals.row(number), by_id=by, text=text, at=self.at)
            case (
                e.ArticleAdded()
                | e.ArticleAmended()
                | e.ArticleRepealed()
                | e.ArticleRestored()
                | e.CopiesChanged()
                | e.SideChanged()
            ):
                self._write_article(fact)
            case _:
                self._proposals.write(fact)

    def _lineage(self, lineage: tuple[Source, ...]) -> None:
        self.deck.lineage = to_plain(lineage)
        nearest = read_lineage(lineage[0].origin) if lineage else None
        self.deck.source_key = nearest.key if nearest else ""

    def _details(self, details: Details) -> None:
        details = as_a_group_says(details)
        for name in ("title", "blurb", "theme", "goal", "players_min", "players_max", "status"):
            setattr(self.deck, name, getattr(details, name))
        self.deck.language_said = self.deck.language = details.language
        self.deck.tags = list(details.tags)

    def _taken_for(self) -> str:
        """The language of a deck that nobody said one of: as its own words and some of its cards tell, English where
        these do not; none while it has no card, as each is then taken for what it is. One statement."""
        articles = rows.Article.objects.filter(deck=self.deck, in_force=True, face__withdrawn_at__isnull=True)
        contents = articles.order_by("kind", "number").values_list("face__content", flat=True)[:HEARD_MAX]
        faces = [from_plain(Face, content) for content in contents]
        guess = language_of_all(faces, self.deck.blurb, self.deck.theme, self.deck.goal)
        return guess or (UNTOLD if faces else "")

    def _archive(self, fact: e.VersionArchived) -> None:
        self.deck.last_version, self.deck.version_digest = fact.number, fact.digest
        rows.Version.objects.create(
            deck=self.deck, number=fact.number, name=fact.name, notes=fact.notes, digest=fact.digest,
            manifest=manifest(self.value), by_id=fact.by, at=self.at,
        )  # fmt: skip
        self._shelve()

    def _shelve(self) -> None:
        """Whether the deck stands in the archive now, and since when its newest version is. One statement."""
        self.deck.archived_at = shelved_since(self.deck)

    # --- articles -----------------------------------------------------------------------------------------------------

    def _new_article(self, fact: e.ArticleAdded) -> rows.Article:
        return rows.Article(
            deck=self.deck, kind=fact.article.kind, number=fact.article.number, face_id=fact.face,
            title_key=self._titles[fact.face], copies=fact.copies, side=fact.side, voting=_plain(fact.voting),
            by_id=fact.credit_to, maker=fact.maker, proposal=fact.proposal, accepted_at=self.at,
        )  # fmt: skip

    def _bring_in(self, facts: tuple[e.ArticleAdded, ...]) -> None:
        """What comes with a list, without a vote: a few statements for a thousand articles."""
        articles = [self._new_article(fact) for fact in facts]
        rows.Article.objects.bulk_create(articles, batch_size=200)
        changes = []
        for fact, article in zip(facts, articles, strict=True):
            changes.append(self._change(article, "added", None))
            self._count(fact.article)
            self._step(fact)
        rows.Change.objects.bulk_create(changes, batch_size=200)

    def _cast(self, facts: tuple[e.VoteCast, ...]) -> None:
        """The votes of one ballot that come together, as those of a card that was swept: three statements."""
        self._proposals.cast(facts)
        for fact in facts:
            self._step(fact)

    def _count(self, ref: Ref) -> None:
        name = "last_card" if ref.kind == "card" else "last_rule"
        setattr(self.deck, name, max(getattr(self.deck, name), ref.number))

    def _write_article(self, fact: e.Event) -> None:
        match fact:
            case e.ArticleAdded():
                article = self._new_article(fact)
                article.save()
                self._count(fact.article)
                self._change(article, "added", fact.proposal, fact.credit_to).save()
            case e.ArticleAmended(article=ref, face=face, voting=voting, proposal=proposal, credit_to=credit_to):
                article = self._article(ref)
                article.face_id, article.title_key = face, self._titles[face]
                article.voting = _plain(voting)
                self._save(article, "amended", proposal, credit_to)
            case e.ArticleRepealed(article=ref, proposal=proposal):
                article = self._article(ref)
                article.in_force, article.voting = False, None
                self._save(article, "repealed", proposal)
            case e.ArticleRestored(article=ref, proposal=proposal, voting=voting):
                article = self._article(ref)
                article.in_force, article.voting = True, _plain(voting)
                self._save(article, "restored", proposal)
            case e.CopiesChanged(article=ref, copies=copies, proposal=proposal):
                article = self._article(ref)
                article.copies = copies
                self._save(article, "copies", proposal)
            case e.SideChanged(article=ref, side=side, proposal=proposal):
                article = self._article(ref)
                article.side = side
                self._save(article, "side", proposal)

    def _save(self, article: rows.Article, kind: str, proposal: int | None, credit_to: int | None = None) -> None:
        article.save()
        self._change(article, kind, proposal, credit_to).save()

    def _change(
        self, article: rows.Article, kind: str, proposal: int | None, credit_to: int | None = None
    ) -> rows.Change:
        """Whose step it was: who is credited with the words, else whoever proposed it."""
        by = article.by_id
        if proposal is not None and proposal in self.value.proposals:
            by = self.value.proposals[proposal].by
        elif proposal is not None:
            by = self._proposals.row(proposal).by_id
        if credit_to is not None:
            by = credit_to
        return rows.Change(
            article=article, seq=self.seq, kind=kind, face_id=article.face_id, copies=article.copies,
            proposal=proposal, by_id=by, at=self.at,
        )  # fmt: skip

    def _article(self, ref: Ref) -> rows.Article:
        return rows.Article.objects.get(deck=self.deck, kind=ref.kind, number=ref.number)


def shelved_since(deck: rows.Deck) -> datetime | None:
    """When the newest version was archived of a deck that stands in the archive: it is public and not put away."""
    if deck.visibility != "public" or deck.deleted_at is not None:
        return None
    newest = rows.Version.objects.filter(deck=deck, number=deck.last_version)
    return newest.values_list("at", flat=True).first()


@prepared
def _deck(deck_id: int) -> QuerySet[rows.Deck]:
    return rows.Deck.objects.filter(pk=deck_id)


def _columns(row: rows.Deck) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def _together(fact: e.Event) -> str | tuple[int, int] | None:
    """What a fact is written together with, where the one before or after it says the same; None: by itself."""
    if isinstance(fact, e.VoteCast):
        return fact.number, fact.wording
    return "brought" if isinstance(fact, e.ArticleAdded) and fact.proposal is None else None


def _titles(facts: tuple[e.Event, ...]) -> dict[str, str]:
    """Folded titles of the faces that the facts put on articles, by digest. One statement."""
    digests = {f.face for f in facts if isinstance(f, e.ArticleAdded | e.ArticleAmended)}
    if not digests:
        return {}
    found = rows.Face.objects.filter(digest__in=digests).values_list("digest", kept_words("content"))
    return {digest: fold_title(title or "")[:255] for digest, title in found}


def _plain(voting: DecisionRule | None) -> object:
    return to_plain(voting) if voting else None
