"""What lies on the mat: card, ballot, talk; what waits behind it; what everybody is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from cards import models as rows
from cards.face.drawn_back import DrawnBack, shown_back
from cards.face.letters import notice, undrawable_in
from cards.printing.shared import installed_fonts
from cards.queries.again import again
from cards.queries.asking import ask_at
from cards.queries.deck_view import DeckView, ballot_seals, reasons_of, stands_alone
from cards.queries.going_on import go_on_lines
from cards.queries.hands import drawn_words, hands
from cards.queries.proposal_told import Told
from cards.queries.rivals import rivals_of
from cards.rules.apply_change import voting_effect
from cards.rules.consequences import MEMBERS_DEADLINE
from cards.rules.sight import ProposalSight
from cards.rules.ways import ballot_words, next_card_words
from cards.values.composer import GoWords
from cards.values.mat import (
    AgainSlip,
    AskSlip,
    BallotSlip,
    Mat,
    MatCard,
    QueueLine,
    QueueStep,
    RemarkLine,
    SealView,
    Talk,
)
from studio.kernel.messages import counted, message, number_word, shortened
from studio.live.clock import database_now
from studio.live.view import once_a_drawing
from studio.speed.prepared import prepared
from studio.web.dates import ahead
from studio.web.words import say, say_html

REMARKS_SHOWN = 200
ALONE = message("Nobody else is here: every member is asked, until {moment}.")
SEALS_IN_A_ROW = 5


def telling(view: DeckView, proposal: ProposalSight) -> Told:
    """Two statements at most."""
    return view.told(proposal.wording.changes)


@once_a_drawing
def mat(view: DeckView) -> Mat:
    """The room ballot on the mat, or the clear mat. Some fifteen statements, shared by the regions of one drawing."""
    deck = view.deck
    slug = view.row.slug
    proposal = deck.on_the_mat
    if proposal is None:
        is_blank = deck.last_proposal == 0 and not deck.articles
        clear = message("Nothing waits to be judged.")
        if any(other.ballot and other.ballot.sort == "members" for other in deck.proposals.values()):
            clear = message("Nothing waits for those here. What every member is asked lies below.")
        if is_blank:
            clear = message("Good. Before the first card, it helps to agree on three things out loud.")
        return Mat(is_blank=is_blank, clear_words=say(clear), write_address=reverse("write", args=[slug]))
    said = telling(view, proposal)
    former = again(view, proposal)
    return Mat(
        card=card_of(view, proposal, said),
        again=former,
        ballot=ballot_of(view, proposal, said, former),
        talk=talk_of(view, proposal.number),
        write_address=reverse("write", args=[slug]),
    )


def card_of(view: DeckView, proposal: ProposalSight, said: Told) -> MatCard:
    """The card as it is judged; of an amendment also the printed one as it is now."""
    now = None
    if said.change == "amend" and said.before is not None and said.ref is not None:
        now = _with_face(said).printed(said.ref.number, view.row.title)
    boxes = notice(undrawable_in(said.written, installed_fonts.coverage()))
    return MatCard(
        number=proposal.number,
        wording=proposal.wording.number,
        change=said.change,
        face=said.drawn(hands(view, proposal.wording.by, said.face)),
        words=say(
            message("Proposal {number}, wording {wording}.", number=proposal.number, wording=proposal.wording.number)
        ),
        stamp=said.stamp,
        now=now,
        proof=said.proof,
        also=said.also,
        effects=(*said.effects, *_still(view, proposal, said)),
        boxes=say(boxes) if boxes is not None else "",
        backs=backs_of(said, view.row.title),
    )


def backs_of(said: Told, title: str) -> tuple[DrawnBack, DrawnBack] | None:
    """The back as it is and as it would be, where that is what is proposed."""
    if said.backs is None:
        return None
    was, now = said.backs
    return shown_back(was, title), shown_back(now, title)


def _still(view: DeckView, proposal: ProposalSight, said: Told) -> tuple[str, ...]:
    """A rule about deciding does not decide about itself: what holds for this very ballot."""
    if proposal.ballot is None or voting_effect(said.face.effects) is None:
        return ()
    return (say(next_card_words(view.deck.decision_rule, len(proposal.ballot.counting))),)


def _with_face(said: Told) -> Told:
    """The same with the face it would replace."""
    assert said.before is not None
    return replace(said, face=said.before)


def ballot_of(view: DeckView, proposal: ProposalSight, said: Told, former: AgainSlip | None = None) -> BallotSlip:
    """The slip beside the card; `former` is how it read before, where it did."""
    deck, slug = view.deck, view.row.slug
    rule, ballot = deck.decision_rule, proposal.ballot
    decider = view.name_of(rule.decider) if rule.decider else ""
    is_everybody = (ballot.sort if ballot else proposal.sort) == "members"
    seals, reasons = ballot_seals(view, proposal), reasons_of(view, proposal)
    return BallotSlip(
        number=proposal.number,
        wording=proposal.wording.number,
        author=SealView(proposal.by, view.seal_of(proposal.by)),
        sentence=_asks(view, proposal, said, former),
        question=said.question,
        seals=seals,
        reasons=reasons,
        because_at=_along(seals, proposal),
        grounds=proposal.wording.grounds,
        drawn=drawn_words(view, said.face),
        rule=f"{say(ballot_words(rule, decider, is_everybody))} {_voteless(view, proposal)}".rstrip(),
        deadline=deadline_words(ballot.deadline if ballot else None),
        go_on=go_on_lines(view, proposal),
        overtaken=_overtaken(proposal),
        address=reverse("proposal", args=[slug, proposal.number]),
        rivals=rivals_of(view, proposal),
    )


def _overtaken(proposal: ProposalSight) -> str:
    if not proposal.overtaken:
        return ""
    if stands_alone(proposal.wording.changes):
        words = message("Another card was settled first and this one stands on old words. It waits to be reworded.")
    else:
        words = message(
            "Another card was settled first and this stands on old words. Taken back, it can be asked again."
        )
    return say(words)


def _asks(view: DeckView, proposal: ProposalSight, said: Told, former: AgainSlip | None) -> str:
    who = view.name_of(proposal.by)
    if former is None:
        return said.proposes_html(who)
    if former.last.proof:
        return say_html(message("{who} asks again, reworded", who=who))
    return say_html(message("{who} asks again", who=who))


def _along(seals: tuple[SealView, ...], proposal: ProposalSight) -> int:
    """How far along the row the first seal stands whose words are shown, in hundredths; 0 where there is no one row."""
    spoken = {vote.by for vote in proposal.ballot.votes if vote.reason} if proposal.ballot else set()
    if len(seals) > SEALS_IN_A_ROW:
        return 0
    first = next((place for place, seal in enumerate(seals) if seal.member in spoken), None)
    return 0 if first is None else 100 * (2 * first + 1) // (2 * len(seals))


def _voteless(view: DeckView, proposal: ProposalSight) -> str:
    """ "Maud and Idris have no vote.": the members whom a Special Rule leaves without one."""
    names = [view.name_of(member) for member in proposal.ballot.voteless] if proposal.ballot is not None else []
    if not names:
        return ""
    return say(counted("{who} has no vote.", "{who} have no vote.", len(names), who=shortened(names, 5)))


def deadline_words(deadline: int | None) -> str:
    """ "It closes on 28 November at 16:42 UTC.", as HTML. A wall clock, never a countdown."""
    if deadline is None:
        return ""
    return say_html(message("It closes on {moment}."), moment=clock(datetime.fromtimestamp(deadline, UTC)))


def clock(at: datetime) -> SafeString:
    """A moment ahead as HTML: in UTC and saying so, which a script puts into the reader's own time."""
    return format_html('<time datetime="{}" data-clock>{}</time>', f"{at:%Y-%m-%dT%H:%MZ}", ahead(at))


def talk_of(view: DeckView, number: int, *, is_open: bool = True, besides: Iterable[int] = ()) -> Talk:
    """What was said about a proposal, the latest last, but for what these members said. One statement."""
    deck = view.row
    if hushed := tuple(besides):
        latest = list(_remarks(deck.pk, number).exclude(by_id__in=hushed)[:REMARKS_SHOWN])
    else:
        latest = _said.rows(deck.pk, number)
    lines = tuple(RemarkLine(view.seal_of(by), text) for by, text in reversed(latest))
    return Talk(number, lines, ask_at(deck.slug, "remark", proposal=number) if is_open else "")


@prepared
def _said(deck_id: int, proposal: int) -> QuerySet[rows.Remark, tuple[int, str]]:
    """Remarks on a proposal with who made them, the latest first, as many as are shown."""
    return _remarks(deck_id, proposal)[:REMARKS_SHOWN]


def _remarks(deck_id: int, proposal: int) -> QuerySet[rows.Remark, tuple[int, str]]:
    found = rows.Remark.objects.filter(proposal__deck_id=deck_id, proposal__number=proposal)
    return found.order_by("-at", "-pk").values_list("by_id", "text")


def talk(view: DeckView) -> Talk:
    return mat(view).talk


_BEHIND = {True: message("stands on old words: to be reworded"), False: message("stands on old words")}


def queue(view: DeckView) -> tuple[QueueLine, ...]:
    """What waits behind the mat, in order."""
    lines: list[QueueLine] = []
    waiting = view.deck.queue
    told = view.told_beside_each_other([proposal.wording.changes for proposal in waiting], 0)
    titles = {proposal.number: said.title for proposal, said in zip(waiting, told, strict=True)}
    for at, (proposal, said) in enumerate(zip(waiting, told, strict=True)):
        why = say(_BEHIND[stands_alone(proposal.wording.changes)]) if proposal.overtaken else ""
        address = reverse("proposal", args=[view.row.slug, proposal.number])
        by = view.seal_of(proposal.by)
        steps = tuple(_queue_steps(view, waiting, at, titles))
        lines.append(
            QueueLine(proposal.number, said.title, said.kind, by, proposal.by, address, why, said.title_language, steps)
        )
    return tuple(lines)


def _queue_steps(
    view: DeckView, waiting: tuple[ProposalSight, ...], at: int, titles: Mapping[int, str]
) -> Iterator[QueueStep]:
    """What the writer of the one at `at` may do: put it in the place of their own before it, let the next go first."""
    mine = waiting[at]
    slug, title = view.row.slug, titles[mine.number]
    own_before = next((other for other in reversed(waiting[:at]) if other.by == mine.by), None)
    if own_before is not None:
        words = message("Put “{mine}” in the place of your “{other}”", mine=title, other=titles[own_before.number])
        yield QueueStep(say(words), ask_at(slug, "give-way", proposal=mine.number, to=own_before.number), is_back=False)
    if at + 1 < len(waiting):
        after = waiting[at + 1].number
        words = message("Let “{other}” go before “{mine}”", other=titles[after], mine=title)
        yield QueueStep(say(words), ask_at(slug, "give-way", proposal=mine.number, to=after), is_back=True)


def asks(view: DeckView) -> tuple[AskSlip, ...]:
    """Every-member ballots, side by side."""
    slips = []
    every = [proposal for _, proposal in sorted(view.deck.proposals.items())]
    asked = [proposal for proposal in every if proposal.ballot is not None and proposal.ballot.sort == "members"]
    told = view.told_beside_each_other([proposal.wording.changes for proposal in asked])
    for proposal, said in zip(asked, told, strict=True):
        assert proposal.ballot is not None
        slips.append(
            AskSlip(
                proposal.number,
                said.title,
                said.drawn(hands(view, proposal.wording.by, said.face)),
                said.proposes_html(view.name_of(proposal.by)),
                ballot_seals(view, proposal),
                deadline_words(proposal.ballot.deadline),
                reverse("proposal", args=[view.row.slug, proposal.number]),
                said.effects,
                rivals_of(view, proposal),
                said.title_language,
                proposal.wording.grounds,
            )
        )
    return tuple(slips)


def _end_of_asking() -> datetime:
    """Until when every member has time, were it put to the table now: to the hour, so that it is drawn but seldom."""
    end = database_now().astimezone(UTC) + timedelta(seconds=MEMBERS_DEADLINE)
    return end.replace(minute=0, second=0, microsecond=0)


def go_words(view: DeckView) -> GoWords:
    """What the composer's button says: at once, or behind what lies there."""
    deck = view.deck
    lying = deck.on_the_mat
    waiting = [proposal for proposal in deck.queue if not proposal.overtaken]
    if lying is not None:
        whose = view.name_of(lying.by)
        behind = len(waiting)
        note = message("It goes up when {who}’s card is settled.", who=whose)
        if behind:
            note = message("It goes up after {who}’s card and {number} more.", who=whose, number=number_word(behind))
        return GoWords(say(message("Put it to the table next")), say(note))
    active = sum(someone.is_active for someone in view.people.values())
    note = message("It goes up at once.")
    if active <= 1:
        note = message("Nobody else is a member yet, so what you put down is in at once.")
    elif len(view.voting_here_and_away[0]) <= 1:
        return GoWords(say(message("Put it to the table")), say_html(ALONE, moment=clock(_end_of_asking())))
    return GoWords(say(message("Put it to the table")), say(note))
