"""Whose turn it is, what is still to do, what was asked, who sits here, and the Special Rules, in words."""

from __future__ import annotations

from dataclasses import replace

from django.utils.safestring import mark_safe

from cards.face.text import parse_inline, plain_inline
from cards.queries.faces import words_of
from cards.rules.apply_change import voting_effect
from cards.rules.decision import DecisionRule
from cards.rules.deck import Ref, Voting, decision_by, voting_after
from cards.rules.effects import effect_words
from cards.rules.kit_words import either
from cards.storage.store import voting_of
from cards.values import counts
from play.invite_link import is_shut
from play.queries.board import seats_of, zone_words
from play.queries.log import asked_at, told_apart, undone
from play.queries.offered import buttons, buttons_of, forms, may_act
from play.queries.page import spoken
from play.queries.parts import base, language_of, takes_cards
from play.queries.set_aside import set_aside
from play.queries.table_view import TableView
from play.table import events as e
from play.table.card_words import is_for_any_time
from play.table.dealing import CARDS_A_PLAYER
from play.table.kit_words import phase_title
from play.table.sight import QuestionSight, Sight, TurnSight
from play.table.state import Question
from play.table.turns import upcoming
from play.table.undoable import is_beside, is_ones_own
from play.values.acts import Act, Link
from play.values.status import (
    Asked,
    NoView,
    PeopleView,
    PhaseView,
    QuestionView,
    Readying,
    RulesView,
    RuleView,
    TurnSummary,
    TurnView,
)
from play.verbs.offers import AmongPeople, BeforeGame, OnHeldCard, OnQuestion, OnTurn
from play.verbs.turns import limiting_rule
from studio.kernel.messages import Message, Sayable, Slot, Title, counted, message, number_word, series
from studio.live.view import once_a_drawing
from studio.web.addresses import path_to
from studio.web.words import begin, say, say_slot

RULE_SHOWN = 140  # letters of a rule, title and all; three lines beside the table and a little


def turn(view: TableView) -> TurnView:
    """Four statements at most, shared with the other regions. The same object for all who are shown the same."""
    now = view.seen
    if now.turn is None:
        return _without_turn(view, now)
    is_mine = bool(now.me) and now.turn.seat == now.me
    acts = _acts(view, now, now.turn) if is_mine else (*_in_reach(view, now), *_acts(view, now, now.turn))
    comes_next = now.me if now.me in _coming(view)[:2] else 0
    is_missed = bool(_missing(view)) and not is_mine
    return _in_a_turn(view, _summary(view, is_mine, comes_next, bool(now.me) and not is_mine, is_missed), acts)


def _without_turn(view: TableView, now: Sight) -> TurnView:
    table = view.row
    # What comes after a game lies on the sheet that says how it ended.
    acts = buttons(view, BeforeGame(now.mine, _waits(now))) if now.mine and now.state != "over" else ()
    summary = TurnSummary(
        state=now.state,  # type: ignore[arg-type]
        title=table.title,
        language=language_of(table),
        words=_around(view, now),
        paused=_paused(now),
        readying=_readying(view, now) if now.state == "gathering" else None,
        code=spoken(table.code) if now.me and not (table.is_creative or is_shut(table)) else "",
        acts=acts if now.state == "gathering" else (),
    )
    return TurnView(summary, acts)


@once_a_drawing
def _in_a_turn(view: TableView, summary: TurnSummary, acts: tuple[Act, ...]) -> TurnView:
    return TurnView(summary, acts)


@once_a_drawing
def _summary(view: TableView, is_mine: bool, comes_next: int, may_talk: bool, is_missed: bool) -> TurnSummary:
    """Of a turn, for whoever has it or for all others; `comes_next` is the seat that has one of the next two, or 0."""
    now, turn = view.seen_by_all, view.seen_by_all.turn
    assert turn is not None
    table, who = view.row, view.seat_name(turn.seat)
    whose, then = message("{who}’s turn", who=who), _then(view, comes_next)
    seat, rule = now.seat(turn.seat), limiting_rule(view.table)
    member = seat.member if seat else None
    return TurnSummary(
        state="playing",
        title=table.title,
        language=language_of(table),
        round=turn.round,
        seat=turn.seat,
        seal=view.seal_of(member) if member is not None else None,
        member=member,
        is_mine=is_mine,
        words=say(message("Your turn") if is_mine else message("{who} is to move", who=who)),
        phases=_phases(view, turn),
        paused=_paused(now),
        headline="" if is_mine else say(message("{who} is away", who=who) if is_missed else whose),
        line="" if is_mine else f"{say(whose)}. {then}".strip() if is_missed else then,
        limit=view.table.equipment.turn.hand_limit,
        limited_by=rule.number if rule is not None else 0,
        is_over=is_mine and bool(turn.to_discard),
        may_talk=may_talk,
    )


def _paused(now: Sight) -> str:
    if now.paused_by is None:
        return ""
    return say(message("Play is paused. It goes on from here when the card is settled."))


def _in_reach(view: TableView, now: Sight) -> tuple[Act, ...]:
    """In another's turn: the first card of one's hand that says that it may be played now (B7). It does not
    stand out: most of the time there is nothing to play it at."""
    if now.mine is None or now.mine.hand is None:
        return ()
    faces = view.every_face
    for piece in now.mine.hand.pieces:
        read = faces.get(piece.face) if piece.is_known else None
        if read is not None and is_for_any_time(read.face.text):
            play = next((act for act in buttons(view, OnHeldCard(now, piece)) if act.verb == "play"), None)
            label = say(message("Play {title}", title=Title(read.title)))
            return (replace(play, label=label, look="line", hotkey=""),) if play is not None else ()
    return ()


def _then(view: TableView, me: int) -> str:
    """ "Then Joan, then you." Who comes next, as far as oneself."""
    after = _coming(view)[:2]
    if me in after:
        after = after[: after.index(me) + 1]
    names: list[Slot] = [message("you") if seat == me else view.seat_name(seat) for seat in after]
    if not names:
        return ""
    if len(names) == 1:
        return say(message("Then {who}.", who=names[0]))
    return say(message("Then {who}, then {next}.", who=names[0], next=names[1]))


@once_a_drawing
def _coming(view: TableView) -> tuple[int, ...]:
    return tuple(upcoming(view.table))


@once_a_drawing
def _missing(view: TableView) -> int:
    """The seat to move, where whoever sits there is away; 0 where nobody is missed."""
    turn = view.seen_by_all.turn
    seat = view.seen_by_all.seat(turn.seat) if turn is not None else None
    return seat.number if seat is not None and seat.member is not None and seat.member not in view.here else 0


@once_a_drawing
def _phases(view: TableView, turn: TurnSight) -> tuple[PhaseView, ...]:
    return phases_of(turn)


def phases_of(turn: TurnSight) -> tuple[PhaseView, ...]:
    """The parts of the turn, with what still belongs into each.

    A part in which nothing is left is shown as past where the next one wants something: one may go on by doing it.
    """
    todo = _todo(turn)
    wants = [tuple(todo[what] for what in p.does if what in todo) for p in turn.phases]
    now = next((at for at, p in enumerate(turn.phases) if p.is_now), -1)
    while 0 <= now < len(wants) - 1 and turn.phases[now].does and not wants[now] and wants[now + 1]:
        now += 1
    return tuple(
        PhaseView(say_slot(phase_title(p.id, p.name)), at == now, p.is_past or at < now, wants[at])
        for at, p in enumerate(turn.phases)
    )


def _todo(turn: TurnSight) -> dict[str, str]:
    """What this turn still wants, by what a part of a turn is for (`Phase.does`)."""
    todo: dict[str, Message] = {}
    if turn.to_draw:
        todo["draw"] = counted("Draw a card", "Draw {count} cards", turn.to_draw)
    left = [
        message("any number of {kind}", kind=either(kinds))
        if limit is None
        else message("{number} {kind}", number=number_word(limit - done), kind=either(kinds))
        for kinds, done, limit in turn.plays
        if limit is None or limit > done
    ]
    if left:
        todo["play"] = message("Play up to {what}", what=series(left))
    if turn.to_discard:
        todo["discard"] = counted("Discard {count} card", "Discard {count} cards", turn.to_discard)
    return {what: say(words) for what, words in todo.items()}


def _acts(view: TableView, now: Sight, turn: TurnSight) -> tuple[Act, ...]:
    if not now.me:
        return ()
    plays, back = may_act(view), undo_to(view) if now.paused_by is None else 0
    is_own = bool(back) and is_ones_own(_since(view, back), now.me)
    told = told_apart(view, back, view.head + 1) if back else 0
    return _acts_of(view, turn.seat == now.me and now.paused_by is None, plays, back, told, is_own)


@once_a_drawing
def _acts_of(view: TableView, is_mine: bool, plays: bool, back: int, told: int, is_own: bool) -> tuple[Act, ...]:
    """The same for all who stand to the turn alike, and are told the same of what would be taken back."""
    turn = view.seen_by_all.turn
    assert turn is not None
    words = undone(view, back, view.head + 1, told) if back else None
    asked = {question.target for question in view.seen_by_all.questions if question.about == "without"}
    missing = 0 if is_mine or _missing(view) in asked else _missing(view)
    missed = view.seat_name(missing) if missing else ""
    place = OnTurn(turn, is_mine, _left(view, turn), back, words, is_own, missing, missed)
    return buttons_of(view, place, plays)


@once_a_drawing
def _left(view: TableView, turn: TurnSight) -> tuple[bool, ...]:
    return tuple(_is_left(turn, phase.does) for phase in turn.phases)


@once_a_drawing
def _since(view: TableView, entry: int) -> tuple[e.Event, ...]:
    return tuple(one.fact for one in view.recent(view.head) if one.seq > entry)


def _is_left(turn: TurnSight, does: tuple[str, ...]) -> bool:
    """Whether something of this part of a turn is still to do, or may be done: what the page points at next."""
    plays = any(limit is None or limit > done for _, done, limit in turn.plays)
    wanted = {"draw": bool(turn.to_draw), "play": plays, "discard": bool(turn.to_discard)}
    return any(wanted[what] for what in does)


@once_a_drawing
def undo_to(view: TableView) -> int:
    """The entry to which the last move may be taken back; 0 when it showed somebody something, or there is none."""
    moment = None
    for one in reversed(view.recent(view.head)):
        if moment is None and is_beside(one.fact):
            continue
        if moment is not None and (one.at, one.by) != moment:
            return one.seq
        if one.spills or isinstance(one.fact, e.TakenBack) or one.by is None:
            return 0
        moment = (one.at, one.by)
    return 0


def _around(view: TableView, now: Sight) -> str:
    if now.state == "gathering":
        is_ready = now.mine is None or now.mine.is_ready
        return say(message("Everybody is ready") if is_ready and not _waits(now) else message("Getting ready"))
    if not now.winners:
        return say(message("The game ended here"))
    names = [view.seat_name(number) for number in now.winners]
    if view.table.is_won_alone:
        return say(message("{who}, alone at the table, claims the win", who=series(names)))
    return say(counted("{who} wins", "{who} win", len(names), who=series(names)))


def _waits(now: Sight) -> bool:
    """Whether somebody besides oneself has not said yet that they are ready."""
    return any(s.member is not None and not s.is_ready and not s.is_me for s in now.seats)


def _readying(view: TableView, now: Sight) -> Readying:
    """C8: what the draw pile would hold against five a player."""
    players = sum(1 for s in now.seats if s.member is not None)
    wanted = CARDS_A_PLAYER * players
    enough = counted(
        "{cards} for {count} player", "{cards} for {count} players", players, cards=counts.cards(now.copies)
    )
    if now.copies < wanted:
        enough = message("{enough}: {more} more would make it five each", enough=enough, more=wanted - now.copies)
    words = say(enough)
    ready = sum(1 for s in now.seats if s.member is not None and s.is_ready)
    return Readying(now.copies, players, wanted, now.copies >= wanted, words, ready)


# --- questions --------------------------------------------------------------------------------------------------------

_ASKS = {
    "hand_look": message("{by} asks to look into {who}’s hand."),
    "hand_take": message("{by} asks to take {cards} of choice from {who}’s hand."),
    "hand_random": message("{by} asks for {cards} at random from {who}’s hand."),
    "knock_out": message("{by} asks whether {who} is out of the game."),
    "undo": message("{by} asks to take this back: {moves}"),
    "win": message("{by} claims the win."),
    "abandon": message("{by} asks to end the game here."),
    "without": message("{by} asks to go on without {who}."),
    "remove": message("{by} asks {who} to leave the table."),
    "mute": message("{by} asks for some quiet from {who}."),
    "unmute": message("{by} asks to hear {who} again."),
}


def asked(view: TableView) -> Asked:
    """Everything that waits for an answer, and who else is looking where."""
    now = view.seen
    looks = []
    for look in now.looking:
        if now.me and look.seat == now.me:
            continue  # one sees the cards
        name = view.seat_name(look.seat)
        place = zone_words(view, now, look.zone)
        doing = message("{who} is looking at {cards} of {place}.", cards=counts.cards(look.count))
        if look.must_shuffle:
            doing = message("{who} is searching {place}.")
        looks.append(say(doing.given(who=name, place=place)))
    return Asked(tuple(_question(view, now, q) for q in now.questions), tuple(looks), _no(view, now))


def noes_with_words(view: TableView) -> tuple[QuestionView, ...]:
    """What one may say no to and why: for a page without a script, whose form stands outside what is live."""
    return tuple(question for question in asked(view).questions if question.because is not None)


def _no(view: TableView, now: Sight) -> NoView | None:
    """Whoever asked reads who did not agree, and so do the others: until something moves."""
    closed = _closed(view)
    if closed is None:
        return None
    question, seat, why = closed
    by, who = view.seat_name(question.by), now.seat(seat)
    told = message("You do not agree: it stays as it is.")
    if seat != now.me:
        told = message("{who} does not agree: it stays as it is.", who=view.seat_name(seat))
    sentence = _ASKS[question.about].given(
        by=by, who=view.seat_name(question.target), cards=counts.cards(question.count), moves=""
    )
    seal = view.seal_of(who.member) if who is not None and who.member is not None else None
    may_say = seat == now.me and who is not None and not who.is_muted and not why
    return NoView(question.number, seal, say(told), say(sentence), question.words, may_say, why)


@once_a_drawing
def _closed(view: TableView) -> tuple[Question, int, str] | None:
    """The question that was answered last, the seat that said no to it, and why; None where it was agreed to or taken
    back, or where something has moved since."""
    number, seat, why = 0, 0, ""
    for one in reversed(view.recent(view.head)):
        match one.fact:
            case e.QuestionClosed(number=closed, is_yes=False) if not number:
                number = closed
            case e.QuestionAnswered(number=answered, seat=by, is_yes=False, words=words) if answered == number:
                seat, why = by, words
            case e.QuestionAsked(question=question) if question.number == number or not number:
                return (question, seat, why) if seat else None
            case fact if not number and not is_beside(fact):
                return None
            case _:
                pass
    return None


def _question(view: TableView, now: Sight, question: QuestionSight) -> QuestionView:
    by = view.seat_name(question.by)
    seat = now.seat(question.by)
    sentence = _ASKS[question.about].given(
        by=by, who=view.seat_name(question.target), cards=counts.cards(question.count)
    )
    if question.about == "undo":
        sentence = sentence.given(moves=_moves(view, question.number))
    waiting = series(view.seat_name(n) for n in question.waiting)
    away = {seat.number for seat in seats_of(view) if seat.is_away}
    place = OnQuestion(now, question, tuple((n, view.seat_name(n)) for n in question.waiting if n in away))
    return QuestionView(
        question.number, view.seal_of(seat.member if seat else None), by, say(sentence), question.words,
        say(message("Waiting for {names}.", names=waiting)) if waiting.parts else "",
        buttons(view, place), next(iter(forms(view, place)), None),
    )  # fmt: skip


def _moves(view: TableView, number: int) -> Sayable:
    to = next(q.to for q in view.table.questions if q.number == number)
    until = asked_at(view, number)
    return undone(view, to, until, told_apart(view, to, until))


# --- people and rules -------------------------------------------------------------------------------------------------


def people_view(view: TableView) -> PeopleView:
    """Who sits where."""
    table, now = view.row, view.seen
    seats = seats_of(view)
    taken = sum(1 for s in seats if s.member is not None)
    words = begin(message("{taken} of {all} seats taken", taken=number_word(taken), all=number_word(len(seats))))
    acts = buttons(view, AmongPeople(now, now.mine)) if now.me else ()
    new_link = base(table) if now.me and table.removals and not table.is_creative else ""
    return PeopleView(seats, words, acts, new_link)


def rules(view: TableView) -> RulesView:
    """The Special Rules in force, the newest first, with what they do to the table said in words."""
    table, now = view.row, view.seen
    accepted = {rule.number: at for at, rule in enumerate(view.table.rules)}
    read = view.faces
    effects = {rule.number: rule.effects for rule in view.table.rules}
    names = {member: someone.name for member, someone in view.people.items()}
    views, tongue = [], language_of(table)
    for number, digest in sorted(now.rules, key=lambda rule: accepted.get(rule[0], 0), reverse=True):
        face = read[digest]
        links: tuple[Link, ...] = ()
        if now.me and takes_cards(table):
            links = (
                Link(say(message("Reword")), f"{base(table)}write/?article=rule-{number}"),
                Link(say(message("Repeal")), f"{base(table)}write/?article=rule-{number}&change=repeal"),
            )
        said = tuple(say(effect_words(x, names)) for x in effects.get(number, ()))
        words = mark_safe(words_of(face, view.lexicon)[1])
        is_folded = is_long(face.title, face.face.text)
        views.append(RuleView(number, face.title, words, face.language(tongue), said, links, is_folded))
    if not now.is_creative or table.deck is None:
        return RulesView(tuple(views), len(views))
    kit = f"{path_to('kit', slug=table.deck.slug)}?from=table" if now.me else ""
    return RulesView(tuple(views), len(views), say(effect_words(_decision_rule(view), names)), kit, set_aside(view))


def is_long(title: str, text: str) -> bool:
    """Whether a rule goes well past three lines beside the table."""
    return len(title) + len(plain_inline(parse_inline(text))) > RULE_SHOWN


def _decision_rule(view: TableView) -> DecisionRule:
    """How the deck decides, also where a rule's words were taken down; in the past, by the rules that lay here then.
    One statement, none where no rule lies here."""
    lying = view.table.rules
    voting: Voting = ()
    if not view.is_past:
        voting = _voting(view) if lying else ()
    for rule in lying if view.is_past else ():
        voting = voting_after(voting, Ref("rule", rule.number), voting_effect(rule.effects))
    return decision_by(voting, [member for member, someone in view.people.items() if someone.is_active])


@once_a_drawing
def _voting(view: TableView) -> Voting:
    assert view.row.deck_id is not None
    return voting_of(view.row.deck_id)
