"""From facts to rows, inside the turn's transaction. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import groupby

from django.db.models import QuerySet

from cards import models as rows
from cards.rules import events as e
from cards.rules.change_checks import fold_title
from cards.rules.decision import DecisionRule
from cards.rules.deck import Deck, Details, Ref, Source
from cards.rules.evolve import evolve
from cards.rules.forking import bare_lineage, read_lineage, under_licence
from cards.rules.manifest import manifest
from studio.inserted import insert
from studio.kernel.codec import to_plain
from studio.prepared import prepared


class Projection:
    """Writes the rows of one turn. What changed of `deck` itself is saved once, at the end."""

    def __init__(self, deck: rows.Deck, before: Deck, at: datetime, seq: int) -> None:
        self.deck, self.value, self.at, self.seq = deck, before, at, seq
        self._titles: dict[str, str] = {}

    def write(self, facts: Iterable[e.Event]) -> None:
        facts = tuple(facts)
        self._titles = _titles(facts)
        before = _columns(self.deck)
        for is_brought, run in groupby(facts, _is_brought):
            if is_brought:
                self._bring_in(tuple(run))  # type: ignore[arg-type]
            else:
                for fact in run:
                    self._write(fact)
                    self._step(fact)
        self.deck.changed_at = self.at
        changed = {name: now for name, now in _columns(self.deck).items() if now != before[name]}
        if changed:
            _deck.update(changed, self.deck.pk)

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
            case e.MemberJoined() | e.MemberLeft() | e.MemberMerged() | e.MemberParted() | e.ClaimRefused():
                pass  # the group's own rows say so
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
            case e.RemarkMade(by=by, text=text, proposal=number):
                rows.Remark.objects.create(proposal=self._proposal(number), by_id=by, text=text, at=self.at)
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
                self._write_proposal(fact)

    def _lineage(self, lineage: tuple[Source, ...]) -> None:
        self.deck.lineage = to_plain(lineage)
        nearest = read_lineage(lineage[0].origin) if lineage else None
        self.deck.source_key = nearest.key if nearest else ""

    def _details(self, details: Details) -> None:
        for name in ("title", "blurb", "theme", "goal", "players_min", "players_max", "status", "language"):
            setattr(self.deck, name, getattr(details, name))
        self.deck.tags = list(details.tags)

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

    def _count(self, ref: Ref) -> None:
        name = "last_card" if ref.kind == "card" else "last_rule"
        setattr(self.deck, name, max(getattr(self.deck, name), ref.number))

    def _write_article(self, fact: e.Event) -> None:
        match fact:
            case e.ArticleAdded():
                article = self._new_article(fact)
                article.save()
                self._count(fact.article)
                self._change(article, "added", fact.proposal).save()
            case e.ArticleAmended(article=ref, face=face, voting=voting, proposal=proposal):
                article = self._article(ref)
                article.face_id, article.title_key = face, self._titles[face]
                article.voting = _plain(voting)
                self._save(article, "amended", proposal)
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

    def _save(self, article: rows.Article, kind: str, proposal: int | None) -> None:
        article.save()
        self._change(article, kind, proposal).save()

    def _change(self, article: rows.Article, kind: str, proposal: int | None) -> rows.Change:
        by = article.by_id
        if proposal is not None and proposal in self.value.proposals:
            by = self.value.proposals[proposal].by
        elif proposal is not None:
            by = self._proposal(proposal).by_id
        return rows.Change(
            article=article, seq=self.seq, kind=kind, face_id=article.face_id, copies=article.copies,
            proposal=proposal, by_id=by, at=self.at,
        )  # fmt: skip

    def _article(self, ref: Ref) -> rows.Article:
        return rows.Article.objects.get(deck=self.deck, kind=ref.kind, number=ref.number)

    # --- proposals ----------------------------------------------------------------------------------------------------

    def _proposal(self, number: int) -> rows.Proposal:
        return _proposal.one(self.deck.pk, number)

    def _update(self, number: int, **fields: object) -> None:
        _proposal.update(fields, self.deck.pk, number)

    def _wording(self, number: int, wording: int) -> rows.Wording:
        return _wording.one(self.deck.pk, number, wording)

    def _write_proposal(self, fact: e.Event) -> None:
        match fact:
            case e.ProposalMade():
                self._made(fact)
            case e.ProposalReworded(number=number, wording=wording, by=by, changes=changes, deadline=deadline):
                rows.Wording.objects.create(
                    proposal=self._proposal(number), number=wording, by_id=by, changes=_changes(changes), at=self.at
                )
                self._update(number, wording=wording, is_overtaken=False, overtaken_by=None, deadline=_moment(deadline))
            case e.ProposalWithdrawn(number=number):
                self._update(number, state="withdrawn", closed_at=self.at)
            case e.BallotOpened():
                self._opened(fact)
            case e.VoteCast(number=number, wording=wording, by=by, answer=answer, reason=reason):
                voted_on = self._wording(number, wording)
                # A wall stops every insert where there is a vote, so one that is changed is looked for first.
                if not _vote.update({"answer": answer, "reason": reason, "at": self.at}, voted_on.pk, by):
                    insert([rows.Vote(wording=voted_on, voter_id=by, answer=answer, reason=reason, at=self.at)])
            case e.VoteTakenBack(number=number, wording=wording, by=by):
                rows.Vote.objects.filter(wording=self._wording(number, wording), voter_id=by).update(
                    answer="", reason="", at=self.at
                )
            case e.GoingOnAgreed(number=number, by=by, without=without, at=at):
                elector = self._elector(number, without)
                elector.go_on = [pair for pair in elector.go_on if pair[0] != by] + [[by, at]]
                elector.save(update_fields=["go_on"])
            case e.ElectorExcused(number=number, member=member):
                self._stand(number, member, "excused")
            case e.ElectorLeft(number=number, member=member, removed=removed):
                self._stand(number, member, "removed" if removed else "left")
            case e.ProposalAccepted(number=number):
                self._update(number, state="accepted", closed_at=self.at)
            case e.ProposalSetAside(number=number, why=why):
                # What fell due is dated at its deadline, whenever it was noticed.
                proposal = self._proposal(number)
                due = proposal.deadline if why == "not_everyone_spoke" else None
                self._update(number, state="aside", why_aside=why, closed_at=due or self.at)
            case e.ProposalOvertaken(number=number, by_proposal=other):
                rows.Elector.objects.filter(proposal__deck=self.deck, proposal__number=number).delete()
                self._update(
                    number, state="queued", is_overtaken=True, overtaken_by=other, deadline=None, ballot_sort=""
                )

    def _made(self, fact: e.ProposalMade) -> None:
        proposal = rows.Proposal.objects.create(
            deck=self.deck, number=fact.number, by_id=fact.by, sort=fact.sort, source=fact.source,
            made_at=self.at,
        )  # fmt: skip
        rows.Wording.objects.create(
            proposal=proposal, number=1, by_id=fact.by, changes=_changes(fact.changes), at=self.at
        )
        self.deck.last_proposal = fact.number

    def _opened(self, fact: e.BallotOpened) -> None:
        proposal = self._proposal(fact.number)
        rows.Elector.objects.filter(proposal=proposal).delete()
        rows.Elector.objects.bulk_create([rows.Elector(proposal=proposal, member_id=m) for m in fact.electors])
        self._update(
            fact.number,
            state="open",
            ballot_sort=fact.sort,
            opened_at=self.at,
            deadline=_moment(fact.deadline),
            voteless=None if fact.voteless is None else list(fact.voteless),
        )

    def _elector(self, number: int, member: int) -> rows.Elector:
        return rows.Elector.objects.get(proposal__deck=self.deck, proposal__number=number, member_id=member)

    def _stand(self, number: int, member: int, standing: str) -> None:
        elector = self._elector(number, member)
        elector.standing = standing
        elector.save(update_fields=["standing"])


def shelved_since(deck: rows.Deck) -> datetime | None:
    """When the newest version was archived of a deck that stands in the archive: it is public and not put away."""
    if deck.visibility != "public" or deck.deleted_at is not None:
        return None
    newest = rows.Version.objects.filter(deck=deck, number=deck.last_version)
    return newest.values_list("at", flat=True).first()


@prepared
def _deck(deck_id: int) -> QuerySet[rows.Deck]:
    return rows.Deck.objects.filter(pk=deck_id)


@prepared
def _proposal(deck_id: int, number: int) -> QuerySet[rows.Proposal]:
    return rows.Proposal.objects.filter(deck_id=deck_id, number=number)


@prepared
def _wording(deck_id: int, proposal: int, number: int) -> QuerySet[rows.Wording]:
    return rows.Wording.objects.filter(proposal__deck_id=deck_id, proposal__number=proposal, number=number)


@prepared
def _vote(wording_id: int, voter_id: int) -> QuerySet[rows.Vote]:
    return rows.Vote.ever.filter(wording_id=wording_id, voter_id=voter_id)


def _columns(row: rows.Deck) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def _is_brought(fact: e.Event) -> bool:
    return isinstance(fact, e.ArticleAdded) and fact.proposal is None


def _titles(facts: tuple[e.Event, ...]) -> dict[str, str]:
    """Folded titles of the faces that the facts put on articles, by digest. One statement."""
    digests = {f.face for f in facts if isinstance(f, e.ArticleAdded | e.ArticleAmended)}
    if not digests:
        return {}
    found = rows.Face.objects.filter(digest__in=digests).values_list("digest", "content__title")
    return {digest: fold_title(title or "")[:255] for digest, title in found}


def _changes(changes: tuple[object, ...]) -> list[object]:
    return to_plain(changes, tagged=True)


def _plain(voting: DecisionRule | None) -> object:
    return to_plain(voting) if voting else None


def _moment(seconds: int | None) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if seconds is not None else None
