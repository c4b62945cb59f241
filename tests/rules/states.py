"""The states of a proposal and of a table, found by asking the rules: everything is tried from every situation.

Two small worlds, three members with two proposals and two seats with two cards, are walked through breadth first. Each
situation that is new (by `_same_deck_again`, `_same_table_again`) is met with everything that may be asked; a fact
after which the state is another is a transition. `python -m tests.test_docs` draws them into docs/states.md.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any, get_args, get_type_hints

from cards.rules import events as de
from cards.rules.command import Moment
from cards.rules.decision import DecisionRule
from cards.rules.deck import Amend, Create, Deck, Details, Ref
from cards.rules.evolve import evolve as evolve_deck
from cards.rules.evolve import fold as fold_deck
from cards.rules.kit import DVORAK
from cards.verbs.decide import decide as decide_deck
from play.table.evolve import evolve as evolve_table
from play.table.state import Table
from play.verbs import commands as tc
from play.verbs.decide import decide as decide_table
from studio.kernel.refusals import Refused
from tests import commands as dc
from tests.rules.rules_deck import FROST, MARROW, SLUG
from tests.rules.rules_table import Seeded, cards_called

Transition = tuple[str, str, str]  # the state before, the fact's name, the state after
NONE = "[*]"

# --- a proposal -------------------------------------------------------------------------------------------------------

FACES = {face.digest: face for face in (SLUG, MARROW, FROST)}
CARD = Ref("card", 1)
CHANGES = tuple((Amend(CARD, SLUG.digest, other.digest),) for other in (MARROW, FROST))  # of the first, the second
RULES = get_args(get_type_hints(DecisionRule)["by"])
MEMBERS = frozenset({1, 2, 3})
AWAY = tuple(
    Moment(1000, MEMBERS - away, dict.fromkeys(away, 0), FACES)
    for away in (frozenset[int](), frozenset({2}), frozenset({2, 3}))
)
LATER = Moment(10**9, MEMBERS, faces=FACES)


def of_a_proposal(deck: Deck, number: int, fact: de.Event | None = None) -> str:
    """The state of a proposal: where it lies, or by what `fact` it was closed."""
    proposal = deck.proposals.get(number)
    match fact:
        case de.ProposalAccepted(number=n) if n == number:
            return "accepted"
        case de.ProposalSetAside(number=n, why=why) if n == number:
            return f"aside_{why}"
        case de.ProposalWithdrawn(number=n) if n == number:
            return "withdrawn"
    if proposal is None:
        return NONE
    if proposal.overtaken:
        return "overtaken"
    return f"ballot_{proposal.ballot.sort}" if proposal.ballot else "queued"


def moved(deck: Deck, fact: de.Event) -> tuple[Deck, set[Transition]]:
    """The deck after a fact, and what became of each of its proposals."""
    after = evolve_deck(deck, fact)
    steps = set()
    for number in deck.proposals.keys() | after.proposals.keys():
        was, now = of_a_proposal(deck, number), of_a_proposal(after, number, fact)
        is_about = getattr(fact, "number", None) == number and not isinstance(fact, de.VersionArchived)
        if was != now or is_about and now != NONE:
            steps.add((was, type(fact).__name__, now))
    return after, steps


def _asked_of_a_deck(deck: Deck) -> Iterator[tuple[Deck, dc.Command, Moment]]:
    """Everything that three members can do about two proposals, whoever of them is away; and time, by every rule."""
    for by in RULES:
        yield ruled(deck, by), dc.SettleDue(), LATER
    for moment in AWAY:
        yield deck, dc.SettleDue(), moment
    for command in _about_proposals(deck):
        yield deck, command, AWAY[1] if isinstance(command, dc.GoOnWithout) else AWAY[0]
    if deck.last_proposal < 2:
        yield deck, dc.Propose(1, CHANGES[deck.last_proposal]), AWAY[2]


def _about_proposals(deck: Deck) -> Iterator[dc.Command]:
    if deck.last_proposal < 2:
        change = CHANGES[deck.last_proposal]
        yield dc.Propose(1, change)
        yield dc.Propose(2, change)
        yield dc.Propose(2, change, "members")
    for number, proposal in deck.proposals.items():
        wording = proposal.wording.number
        for member in deck.members:
            yield dc.CastVote(member, number, wording, "for")
            yield dc.GoOnWithout(member, number, 2)
            yield dc.PartMember(4, member, votes=(number,))
        yield dc.CastVote(3, number, wording, "against")
        yield dc.Reword(proposal.by, number, wording, (Create("card", FROST.digest),))
        yield dc.Withdraw(proposal.by, number)
    for member in deck.members:
        yield dc.LeaveDeck(member)


def _same_deck_again(deck: Deck) -> Hashable:
    """Decks that hardly differ in what decides where a proposal may go next."""
    about = []
    for number, proposal in deck.proposals.items():
        ballot = proposal.ballot
        electors = ballot.electors if ballot else ()
        standing = {"agreed" if one.go_on else one.standing for one in electors}
        votes = min(len(ballot.votes), 2) if ballot else 0
        about.append((of_a_proposal(deck, number), votes, max(standing, default=""), bool(ballot and ballot.deadline)))
    return len(deck.members), tuple(sorted(about))


def _decks() -> Iterator[Deck]:
    """A deck with one card, under the two rules that differ in whether a room ballot has a deadline."""
    moment = Moment(1000, faces=FACES)
    commands = (
        dc.StartDeck(1, Details("Allotment Wars")), dc.JoinDeck(2), dc.JoinDeck(3),
        dc.BringIn(1, ((CARD, SLUG.digest, 1, ""),)),
    )  # fmt: skip
    deck = Deck()
    for command in commands:
        deck = fold_deck(deck, decide_deck(deck, command, moment))
    for by in ("unanimity", "consent"):
        yield ruled(deck, by)


def ruled(deck: Deck, by: str) -> Deck:
    """The deck with another rule about votes in force, as if it had been agreed meanwhile."""
    return replace(deck, voting=((Ref("rule", 1), DecisionRule(by=by, decider=2)),))  # type: ignore[arg-type]


@cache
def proposal_transitions() -> frozenset[Transition]:
    """All that may become of a proposal."""
    found: set[Transition] = set()

    def go(deck: Deck) -> Iterator[Deck]:
        for asked, command, moment in _asked_of_a_deck(deck):
            after = asked
            try:
                for fact in decide_deck(asked, command, moment):
                    after, steps = moved(after, fact)
                    found.update(steps)
            except Refused:
                continue
            yield after

    _walk(_decks(), go, _same_deck_again)
    return frozenset(found)


# --- a table ----------------------------------------------------------------------------------------------------------


def of_a_table(table: Table) -> str:
    """Whether it is opened, what it is doing, and whether it waits for a vote."""
    if not table.seats:
        return NONE
    return table.state if table.paused_by is None else f"{table.state}_paused"


def _asked_of_a_table(table: Table, moment: tc.Moment) -> Iterator[tc.Command]:
    yield tc.OpenTable(1, DVORAK, cards_called("Slug", "Marrow"), (), is_creative=True)
    yield tc.PauseFor(7)
    yield tc.Resume(7, False)
    for number in (1, 2):
        yield tc.TakeSeat(number)
        yield tc.Begin(number, confirmed=True)
        yield tc.PlayAgain(number)
        yield tc.Stand(number)
        yield tc.KnockOut(number, number)
        yield tc.KnockOut(number, 3 - number)
        yield tc.AskTable(number, "win", words="Three marrows")
        yield tc.AskTable(number, "abandon")
        yield tc.AskTable(number, "undo", to=1)
        yield tc.AskTable(number, "remove", target=3 - number)
        for question in table.questions:
            yield tc.AnswerQuestion(number, question.number, is_yes=True)


def _same_table_again(table: Table) -> Hashable:
    """Tables that hardly differ in what decides about the game as a whole."""
    asked = tuple(sorted(question.about for question in table.questions))
    out = sum(seat.is_out for seat in table.sitting)
    return of_a_table(table), len(table.sitting), out, asked[:1]


@cache
def table_transitions() -> frozenset[Transition]:
    """All that may become of a table as a whole."""
    found: set[Transition] = set()

    def go(table: Table) -> Iterator[Table]:
        moment = tc.Moment(0, Seeded(1), back_to=lambda entry: table)
        for command in _asked_of_a_table(table, moment):
            after = table
            try:
                for fact in decide_table(table, command, moment):
                    before, after = after, evolve_table(after, fact)
                    if of_a_table(before) != of_a_table(after):
                        found.add((of_a_table(before), type(fact).__name__, of_a_table(after)))
            except Refused:
                continue
            yield after

    _walk([Table()], go, _same_table_again)
    return frozenset(found)


# --- written down -----------------------------------------------------------------------------------------------------


_TOP = """# States

What may become of a proposal and its ballot, and of a table as a whole. Nothing here is drawn by hand:
`tests/rules/states.py` asks the rules (`cards/verbs/decide.py`, `play/verbs/decide.py`) everything there is to ask in
every situation that two small worlds come to, and `python -m tests.test_docs` writes down which fact led where.
An arrow bears the facts that lead along it; what each says is in [commands-and-events.md](commands-and-events.md) and
[tables.md](tables.md).

## A proposal and its ballot

`ballot_…` and `aside_…` are `BallotSort` and `WhyAside` of the rules; *overtaken* waits for its maker to reword it.

"""


def document() -> str:
    """docs/states.md."""
    proposals, tables = proposal_transitions(), table_transitions()
    staying = sorted({(fact, was) for was, fact, now in proposals if was == now})
    kept = "".join(
        f"| `{fact}` | {', '.join(state for name, state in staying if name == fact)} |\n"
        for fact in dict.fromkeys(name for name, _ in staying)
    )
    return (
        f"{_TOP}{_drawn(proposals)}\nFacts after which it is where it was, though others may have to speak now:\n\n"
        f"| fact | in the state |\n|---|---|\n{kept}\n## A table\n\n"
        "The first word is `State` of `play/table/state.py`; `…_paused` while it waits for a vote.\n\n"
        f"{_drawn(tables)}"
    )


def _drawn(transitions: Iterable[Transition]) -> str:
    """A state diagram in Mermaid. A state that nothing leads out of leads to the end."""
    arrows: dict[tuple[str, str], list[str]] = {}
    for was, fact, now in sorted(transitions):
        if was != now:
            arrows.setdefault((was, now), []).append(fact)
    ends = sorted({now for _, now in arrows} - {was for was, _ in arrows})
    lines = [f"    {was} --> {now}: {', '.join(facts)}" for (was, now), facts in arrows.items()]
    lines += [f"    {end} --> {NONE}" for end in ends]
    return "\n".join(["```mermaid", "stateDiagram-v2", *lines, "```", ""])


# --- the walk ---------------------------------------------------------------------------------------------------------


def _walk(start: Iterable[Any], go: Callable[[Any], Iterator[Any]], key: Callable[[Any], Hashable]) -> int:
    """Breadth first through all situations that are not the same again; how many there were."""
    edge = list(start)
    seen = {key(one) for one in edge}
    while edge:
        following = []
        for one in edge:
            for after in go(one):
                if (name := key(after)) not in seen:
                    seen.add(name)
                    following.append(after)
        edge = following
    return len(seen)
