"""A first batch is swept (C13): every card is judged by the rule in force, as by a ballot of its own. Pure.

A card that all keep goes in at once: as a proposal of whoever wrote it, with a ballot, its votes and its verdict, so
that the archive, the minutes and the audit know it as any other. Any other card becomes a proposal that waits for the
table. Nothing is ever set aside here.
"""

from __future__ import annotations

from cards.rules import events as e
from cards.rules.apply_change import carry_out
from cards.rules.batch import FirstBatch, LyingCard
from cards.rules.change_checks import fold_title
from cards.rules.command import Moment
from cards.rules.deck import Ballot, Create, Deck, Elector, Proposal, Vote, Wording
from cards.rules.evolve import evolve, fold
from cards.rules.limits import CARDS_MAX
from cards.rules.verdict import ACCEPTED, judge


def swept(deck: Deck, batch: FirstBatch, moment: Moment) -> tuple[e.Event, ...]:
    """What follows by itself of one that is turned over: somebody away is excused, or the last mark is in. Nothing
    where neither is so."""
    if batch.is_looked_at:
        return _judged(deck, batch, moment)
    return _excused(batch, moment)


def _excused(batch: FirstBatch, moment: Moment) -> tuple[e.Event, ...]:
    """Those who are here, two at least, have all agreed to go on without somebody away."""
    here = {s.member for s in batch.sweepers} - moment.away.keys()
    if len(here) < 2:
        return ()
    for sweeper in batch.sweepers:
        since = moment.away.get(sweeper.member)
        if since is None or sweeper.looked >= len(batch.cards):
            continue
        if here <= {member for member, at in sweeper.go_on if at >= since}:
            return (e.SweeperExcused(batch.number, sweeper.member),)
    return ()


def _judged(deck: Deck, batch: FirstBatch, moment: Moment) -> tuple[e.Event, ...]:
    places = range(1, len(batch.cards) + 1)
    kept_in = _going_in(deck, batch, moment)
    waiting = sorted(set(places) - set(kept_in), key=lambda place: (-len(_keepers(batch, moment, place)), place))
    numbers = {place: deck.last_proposal + n for n, place in enumerate((*kept_in, *waiting), 1)}
    told = e.BatchSwept(batch.number, tuple(numbers[place] for place in places))
    facts: list[e.Event] = [told]
    deck = evolve(deck, told)
    for place in kept_in:
        step = _gone_in(deck, batch, moment, place, numbers[place])
        facts += step
        deck = fold(deck, step)
    for place in waiting:
        facts.append(_made(batch, moment, place, numbers[place]))
    return tuple(facts)


def _going_in(deck: Deck, batch: FirstBatch, moment: Moment) -> tuple[int, ...]:
    """The places of the cards that go in, from the first on. Of two with one title the first goes in, and what the deck
    has no room for waits."""
    taken = set(moment.titles)
    room = CARDS_MAX - sum(article.in_force for article in deck.articles.values())
    going: list[int] = []
    for place, card in enumerate(batch.cards, 1):
        title = (card.kind, fold_title(moment.faces[card.face].title))
        if title in taken or len(going) >= room or not _is_kept(deck, batch, moment, place):
            continue
        taken.add(title)
        going.append(place)
    return tuple(going)


def _is_kept(deck: Deck, batch: FirstBatch, moment: Moment, place: int) -> bool:
    """As a ballot with these marks for votes is judged; whoever wrote a card may always have it talked about."""
    writer = moment.batch.writers[place]
    is_alone = {s.member for s in batch.sweepers} == {writer} and len(deck.members) > 1
    if is_alone or moment.batch.marks.get((place, writer)) == "talk":
        return False
    return judge(deck.decision_rule, _proposal(batch, moment, place, 0), moment.now) == ACCEPTED


def _proposal(batch: FirstBatch, moment: Moment, place: int, number: int) -> Proposal:
    writer = moment.batch.writers[place]
    votes = tuple(_votes(batch, moment, place))
    electors = tuple(Elector(s.member) for s in batch.sweepers)
    ballot = Ballot("room", electors, votes, None, batch.voteless)
    return Proposal(number, writer, "room", Wording(1, writer, (_change(batch.cards[place - 1]),)), ballot)


def _votes(batch: FirstBatch, moment: Moment, place: int) -> list[Vote]:
    """A keep is a For, a wish to talk an Against."""
    marks = moment.batch.marks
    return [
        Vote(s.member, "for" if marks[place, s.member] == "keep" else "against")
        for s in batch.sweepers
        if (place, s.member) in marks
    ]


def _keepers(batch: FirstBatch, moment: Moment, place: int) -> list[Vote]:
    return [vote for vote in _votes(batch, moment, place) if vote.answer == "for"]


def _change(card: LyingCard) -> Create:
    return Create(card.kind, card.face, card.copies, card.side)


def _made(batch: FirstBatch, moment: Moment, place: int, number: int) -> e.ProposalMade:
    changes = (_change(batch.cards[place - 1]),)
    return e.ProposalMade(number, moment.batch.writers[place], "room", changes)


def _gone_in(deck: Deck, batch: FirstBatch, moment: Moment, place: int, number: int) -> tuple[e.Event, ...]:
    proposal = _proposal(batch, moment, place, number)
    assert proposal.ballot is not None
    electors = tuple(elector.member for elector in proposal.ballot.electors)
    opened = e.BallotOpened(number, 1, "room", electors, None, batch.voteless)
    votes = tuple(e.VoteCast(number, 1, vote.by, vote.answer) for vote in proposal.ballot.votes)
    changed = carry_out(deck, proposal, moment.faces)
    made = _made(batch, moment, place, number)
    return (made, opened, *votes, e.ProposalAccepted(number, 1), *changed)
