"""Whole evenings at random (C1 to C7, Electors): whatever happens, the invariants hold."""

from __future__ import annotations

import os
from itertools import product
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cards.face.face import Face
from cards.rules import events as e
from cards.rules.decision import DecisionRule
from cards.rules.deck import Amend, Create, Deck, Recount, Repeal, Restore
from cards.rules.evolve import fold
from cards.rules.manifest import manifest_digest
from cards.rules.seeing import see
from cards.verbs.decide import decide
from studio.kernel.codec import from_plain, to_plain
from studio.kernel.refusals import Refused
from tests import commands as c
from tests.rules.rules_deck import RulesDeck
from tests.rules.states import moved, proposal_transitions

RULES = ("unanimity", "consent", "majority", "two_thirds", "veto")
CHANGES = ("amend", "repeal", "restore", "recount")
words = st.sampled_from([f"word {n}" for n in range(12)])
LONG = os.environ.get("CARTE_LONG") == "1"


class Creating(RuleBasedStateMachine):
    """Members come, go, propose, vote, reword and wait; a shadow keeps count of what must be true."""

    @initialize(members=st.integers(1, 4))
    def begin(self, members: int) -> None:
        self.evening = RulesDeck(members)
        self.next_member = members + 1
        self.serial = 0
        self.digests: list[str] = []
        self.shadow, self.seen = Deck(), 0

    def _attempt(self, command: c.Command) -> None:
        before = self.evening.deck
        try:
            self.evening.do(command)
        except Refused:
            assert self.evening.deck == before, "a refusal leaves nothing behind"

    def _face(self, word: str, **more: Any) -> Face:
        self.serial += 1
        return self.evening.keep(Face(f"Card {self.serial}", "Thing", word, **more))

    @property
    def deck(self) -> Deck:
        return self.evening.deck

    def _member(self, data: st.DataObject) -> int:
        return data.draw(st.integers(1, self.next_member))

    @rule(data=st.data(), word=words, sort=st.sampled_from(["room", "members"]), copies=st.integers(1, 3))
    def propose_card(self, data: st.DataObject, word: str, sort: str, copies: int) -> None:
        change = Create("card", self._face(word).digest, copies)
        self._attempt(c.Propose(self._member(data), (change,), sort))  # type: ignore[arg-type]

    @rule(
        data=st.data(), by=st.sampled_from((*RULES, "decider")), early=st.booleans(),
        excluded=st.frozensets(st.integers(1, 4), max_size=3),
    )  # fmt: skip
    def propose_how_to_vote(self, data: st.DataObject, by: Any, early: bool, excluded: frozenset[int]) -> None:
        decider = self._member(data) if by == "decider" else None
        effect = DecisionRule(by=by, decider=decider, excluded=excluded, when_decided=early)
        face = self._face("How we vote", effects=(effect,))
        self._attempt(c.Propose(self._member(data), (Create("rule", face.digest),)))

    @precondition(lambda self: self.deck.articles)
    @rule(
        data=st.data(), word=words, stale=st.booleans(), what=st.sampled_from(["amend", "repeal", "restore", "recount"])
    )
    def propose_change(self, data: st.DataObject, word: str, stale: bool, what: str) -> None:
        article = self.deck.articles[data.draw(st.sampled_from(sorted(self.deck.articles)))]
        on = "0" * 64 if stale else article.face
        change = {
            "amend": lambda: Amend(article.ref, on, self._face(word).digest),
            "repeal": lambda: Repeal(article.ref, on),
            "restore": lambda: Restore(article.ref, on),
            "recount": lambda: Recount(article.ref, on, article.copies + 1),
        }[what]()
        self._attempt(c.Propose(self._member(data), (change,)))

    @precondition(lambda self: self.deck.last_proposal)
    @rule(data=st.data(), answer=st.sampled_from(["for", "for", "for", "against"]), wording=st.integers(1, 2))
    def vote(self, data: st.DataObject, answer: Any, wording: int) -> None:
        number = data.draw(st.integers(1, self.deck.last_proposal))
        if number in self.deck.proposals and data.draw(st.booleans()):
            wording = self.deck.proposals[number].wording.number
        self._attempt(c.CastVote(self._member(data), number, wording, answer))

    @precondition(lambda self: self.deck.proposals)
    @rule(data=st.data())
    def everybody_votes_for(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from(sorted(self.deck.proposals)))
        for member in self.deck.members:
            if number in self.deck.proposals:
                self._attempt(c.CastVote(member, number, self.deck.proposals[number].wording.number, "for"))

    @precondition(lambda self: self.deck.proposals)
    @rule(data=st.data(), word=words)
    def reword(self, data: st.DataObject, word: str) -> None:
        proposal = self.deck.proposals[data.draw(st.sampled_from(sorted(self.deck.proposals)))]
        old = proposal.wording.changes[0]
        change = old
        if isinstance(old, Create):
            change = Create(old.kind, self._face(word).digest, old.copies if old.kind == "card" else 1)
        elif isinstance(old, Amend):
            change = Amend(old.article, self.deck.articles[old.article].face, self._face(word).digest)
        self._attempt(c.Reword(proposal.by, proposal.number, proposal.wording.number, (change,)))

    @precondition(lambda self: self.deck.proposals)
    @rule(data=st.data())
    def withdraw(self, data: st.DataObject) -> None:
        self._attempt(c.Withdraw(self._member(data), data.draw(st.sampled_from(sorted(self.deck.proposals)))))

    @precondition(lambda self: self.deck.proposals)
    @rule(data=st.data())
    def go_on(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from(sorted(self.deck.proposals)))
        self._attempt(c.GoOnWithout(self._member(data), number, self._member(data)))

    @rule(data=st.data(), back=st.booleans())
    def come_or_go_away(self, data: st.DataObject, back: bool) -> None:
        member = self._member(data)
        self.evening.come_back(member) if back else self.evening.go_away(member)

    @rule()
    def somebody_joins(self) -> None:
        if self.next_member < 7:
            self._attempt(c.JoinDeck(self.next_member))
            self.evening.come_back(self.next_member)
            self.next_member += 1

    @precondition(lambda self: len(self.deck.members) > 1)
    @rule(data=st.data(), removed=st.booleans())
    def somebody_leaves(self, data: st.DataObject, removed: bool) -> None:
        self._attempt(c.LeaveDeck(data.draw(st.sampled_from(self.deck.members)), removed))

    @rule(data=st.data())
    def archive(self, data: st.DataObject) -> None:
        before = manifest_digest(self.deck)
        self._attempt(c.ArchiveVersion(self._member(data), ""))
        if self.deck.last_version > len(self.digests):
            self.digests.append(before)

    @rule(seconds=st.sampled_from([1, 60, 24 * 3600, 8 * 24 * 3600]))
    def time_passes(self, seconds: int) -> None:
        self.evening.now += seconds
        self._attempt(c.SettleDue())

    # --- what must be true, always ------------------------------------------------------------------------------------

    def _look_at(self, deck: Deck, fact: e.Event) -> None:
        """`fact` is about to move `deck` on: nobody may be passed over."""
        assert from_plain(e.Event, to_plain(fact, tagged=True)) == fact, "facts survive being written down"
        assert moved(deck, fact)[1] <= proposal_transitions(), "docs/states.md draws every way there is"
        if isinstance(fact, e.BallotOpened):
            self._look_at_electors(deck, fact)
        if isinstance(fact, e.VoteCast):
            lying = deck.proposals[fact.number].ballot
            assert lying is not None and fact.by in lying.counting, "only electors vote"
        if not isinstance(fact, e.ProposalAccepted) or deck.decision_rule.by != "unanimity":
            return
        proposal = deck.proposals[fact.number]
        ballot = proposal.ballot
        assert ballot is not None
        favour = {v.by for v in ballot.votes if v.answer == "for"}
        assert ballot.counting <= favour, "all who count are in favour of the last wording"
        assert ballot.counting - {proposal.by} or len(ballot.electors) == 1, "unanimity is never an accident"

    def _look_at_electors(self, deck: Deck, fact: e.BallotOpened) -> None:
        rule, author = deck.decision_rule, deck.proposals[fact.number].by
        excluded = rule.excluded - {rule.decider}  # who decides is asked whatever the rule says of others
        assert fact.voteless is not None and not set(fact.voteless) & set(fact.electors)
        assert set(fact.voteless) <= excluded & set(deck.members), "only a rule in force takes a vote away"
        if set(deck.members) - excluded - {author}:
            assert not set(fact.electors) & excluded, "who has no vote is no elector"
        else:
            assert not fact.voteless, "excluding everybody excludes nobody"
        assert set(fact.electors) - {author} or len(deck.members) == 1, "somebody besides the author is asked"

    @invariant()
    def the_log_is_the_deck(self) -> None:
        for fact in self.evening.log[self.seen :]:
            self._look_at(self.shadow, fact)
            self.shadow = fold(self.shadow, (fact,))
        self.seen = len(self.evening.log)
        assert self.shadow == self.evening.deck

    @invariant()
    def one_room_ballot_lies_on_the_mat(self) -> None:
        rooms = [p for p in self.deck.proposals.values() if p.ballot and p.ballot.sort == "room"]
        assert len(rooms) <= 1
        waiting = [p for p in self.deck.queue if not p.overtaken]
        assert not waiting or rooms, "nothing waits while the mat is empty"

    @invariant()
    def electors_are_members(self) -> None:
        for proposal in self.deck.proposals.values():
            if proposal.ballot:
                assert proposal.ballot.counting <= set(self.deck.members)

    @invariant()
    def each_is_told_what_their_own_answer_comes_to(self) -> None:
        """As the sight says it, so it comes, where nothing fell due before."""
        for me, (number, proposal) in product(self.deck.members, self.deck.proposals.items()):
            mine = see(self.deck, me, me).proposals[number].ballot
            if mine is None or proposal.ballot is None:
                assert mine is proposal.ballot is None
                continue
            assert (mine.votes, mine.answered) == (proposal.ballot.votes, {vote.by for vote in proposal.ballot.votes})
            for answer, told in (("for", mine.by_yes), ("against", mine.by_no)):
                try:
                    vote = c.CastVote(me, number, proposal.wording.number, answer, "No.")  # type: ignore[arg-type]
                    facts = decide(self.deck, vote, self.evening.moment())
                except Refused:
                    continue
                if facts and isinstance(facts[0], e.VoteCast):
                    came = [
                        "accepted" if isinstance(fact, e.ProposalAccepted) else "aside"
                        for fact in facts
                        if isinstance(fact, e.ProposalAccepted | e.ProposalSetAside) and fact.number == number
                    ]
                    assert came == ([told.outcome] if told is not None else [])

    def teardown(self) -> None:
        if not hasattr(self, "evening"):
            return
        log = self.evening.log
        for kind, last in (("card", self.deck.last_card), ("rule", self.deck.last_rule)):
            added = [f.article for f in log if isinstance(f, e.ArticleAdded)]
            assert [ref.number for ref in added if ref.kind == kind] == list(range(1, last + 1))
        accepted = {f.number for f in log if isinstance(f, e.ProposalAccepted)}
        changed = [f for f in log if isinstance(f, e.ArticleAdded | e.ArticleAmended | e.ArticleRepealed)]
        assert all(f.proposal in accepted for f in changed), "what is in the deck went through a vote"
        closed = [f.number for f in log if isinstance(f, e.ProposalAccepted | e.ProposalSetAside)]
        assert len(closed) == len(set(closed)), "a proposal closes once"


Creating.TestCase.settings = settings(
    max_examples=600 if LONG else 150, stateful_step_count=50 if LONG else 25, deadline=None
)
TestCreating = Creating.TestCase
