"""The log in words, for one viewer: what happened, naming only what that viewer could see (B8).

`tell` is given the table before and after a fact, so that a card is named as it was called then. Who could see what
is part of the line. A line is a sentence with slots, for after a name: "drew {cards}", "played {cards} under {who}";
what fills them is put in once, by `filled`, and never looked into: a title may be anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from play.table import events as e
from play.table.state import RuleText, Table
from play.table.visibility import hides_from, knows_face
from play.table.zones import ZoneKey, rules_of

Kinds = ("move", "turn", "mark", "deck", "people", "talk")

_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards as one viewer may name them: what they can read, and how many more there are.

    `names` are the words for each, and whether those are its title. `is_face_down`: the one that is hidden lies there
    with its back up, where all can see that much.
    """

    names: tuple[tuple[str, bool], ...] = ()
    hidden: int = 0
    is_face_down: bool = False

    @property
    def titles(self) -> tuple[str, ...]:
        return tuple(name for name, is_title in self.names if is_title)

    def bits(self) -> tuple[tuple[str, bool], ...]:
        """ "Slug", ", ", "Hat", " and ", "2 cards": the words, and whether each is a title."""
        named = list(self.names)
        if self.hidden:
            is_alone = self.hidden == 1 and not named
            named.append(("a face-down card" if is_alone and self.is_face_down else _counted(self.hidden), False))
        joined: list[tuple[str, bool]] = []
        for place, one in enumerate(named):
            if place:
                joined.append((" and " if place == len(named) - 1 else ", ", False))
            joined.append(one)
        return tuple(joined)

    def __str__(self) -> str:
        return "".join(text for text, _ in self.bits())


@dataclass(frozen=True, slots=True)
class Line:
    """One line: `seat` did `words`, in which {names} stand for `slots`, and {who} for the seat it is `about`.

    `sort` is what the log can be narrowed to; `seen_by` the seats that saw more than is said here: () when all did.
    """

    seat: int
    words: str
    sort: str = "move"
    about: int = 0
    slots: tuple[tuple[str, str | Cards], ...] = ()
    seen_by: tuple[int, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """The titles of the cards that it is about."""
        return tuple(title for _, slot in self.slots if isinstance(slot, Cards) for title in slot.titles)


def _line(
    seat: int, words: str, sort: str = "move", *, about: int = 0, seen_by: Iterable[int] = (), **slots: str | Cards
) -> Line:
    return Line(seat, words, sort, about, tuple(slots.items()), tuple(seen_by))


def filled(line: Line, who: str) -> tuple[tuple[str, bool], ...]:
    """The words of a line in order, and whether each bit is the title of a card. `who` is the name of {who}."""
    slots: dict[str, str | Cards] = {"who": who, **dict(line.slots)}
    bits: list[tuple[str, bool]] = []
    for place, text in enumerate(_SLOT.split(line.words)):
        slot = slots[text] if place % 2 else text
        bits += slot.bits() if isinstance(slot, Cards) else [(slot, False)]
    return tuple((text, is_title) for text, is_title in bits if text)


def tell(before: Table, fact: e.Event, after: Table, me: int) -> Line | None:
    """The line for this viewer (0: a spectator), or None for what needs no telling."""
    match fact:
        case e.PiecesMoved():
            return _moved(before, fact, after, me)
        case e.PileShuffled(seat=seat, zone=zone, source=source):
            words = "shuffled the {source} into the {zone}" if source else "shuffled the {zone}"
            return _line(seat, words, zone=zone_name(after, zone), source=zone_name(after, source))
        case e.Revealed() | e.LookingBegan() | e.LookingEnded():
            return _shown(before, fact, me)
        case e.Attached() | e.Detached() | e.AbilityUsed():
            return _held(before, fact, after, me)
        case e.QuestionAsked() | e.QuestionAnswered() | e.QuestionClosed():
            return _question(before, fact)
        case e.CardEntered() | e.CardChanged() | e.CardLeft() | e.RulesReplaced() | e.KitChanged():
            return _deck(before, fact)
        case e.GamePaused() | e.GameResumed():
            return _vote(before, fact)
        case e.Said(seat=seat, text=text):
            return _line(seat, "{text}", "talk", text=text)
        case e.ExceptionNoted(seat=seat, codes=codes):
            why = ", ".join(_EXCEPTIONS.get(code, code) for code in codes)
            return _line(seat, "by way of exception ({why})", "mark", why=why)
        case (
            e.TurnedOver() | e.PointedAt() | e.PieceTapped() | e.TokensPut() | e.CounterSet() | e.NoteWritten()
        ):  # fmt: skip
            return _mark(before, fact, after, me)
        case e.DiceRolled() | e.CoinFlipped() | e.SeatChosen() | e.PieceChosen():
            return _chance(fact, after, me)
        case (
            e.SeatTaken() | e.SeatLeft() | e.SeatHandedOver() | e.TeamJoined() | e.SideChosen() | e.SeatReadied()
            | e.Muted() | e.GoneOnWithout() | e.KnockedOut() | e.CameBack()
        ):  # fmt: skip
            return _seat(fact)
        case e.GameBegun() | e.TurnBegan() | e.PhaseBegan() | e.TurnPassed() | e.TurnToBeSkipped() | e.ExtraTurnGiven():
            return _turn(fact, after)
        case e.TableOpened() | e.GameWon() | e.GameAbandoned() | e.GathersAgain() | e.TakenBack() | e.PackOpened():
            return _game(fact)
        case e.BallotMoved():
            return None
        case _:
            assert_never(fact)


_EXCEPTIONS = {
    "ask.not_your_turn": "out of turn",
    "ask.other_phase": "outside its part of the turn",
    "ask.played_enough": "one more than the turn allows",
    "ask.kind_denied": "although a rule denies it",
    "ask.used_enough": "used again",
    "ask.not_your_card": "somebody else's card",
    "ask.draw_more": "more than the turn's draw",
    "ask.not_drawn": "without drawing",
    "ask.over_the_limit": "over the hand limit",
    "ask.free_discard": "a free discard",
    "ask.from_hand": "straight from the hand",
    "ask.zone_full": "beyond the room there",
    "ask.beyond": "beyond its bounds",
    "ask.knock_out": "by a card or a rule",
    "ask.few_players": "fewer players than it wants",
    "ask.few_cards": "fewer than five cards a player",
    "ask.not_ready": "not everybody was ready",
}


def zone_name(table: Table, key: ZoneKey) -> str:
    """ "draw pile", "discard pile"."""
    kit = table.kit.zone(key.id)
    return kit.name[0].lower() + kit.name[1:] if kit else key


def named(table: Table, id: str, me: int) -> Cards:
    """One piece as the viewer may name it."""
    piece = table.pieces.get(id)
    if piece is None:
        return Cards(hidden=1)
    key = table.zone_of(id)
    card = table.cards.get(piece.card)
    if card is None or hides_from(table, key, me) and me not in piece.known_to:
        return Cards(hidden=1)
    return _titled(card.title) if knows_face(table, me, piece, key) else Cards(hidden=1, is_face_down=True)


def _titled(*titles: str) -> Cards:
    return Cards(tuple((title, True) for title in titles))


def title(table: Table, id: str, me: int) -> str:
    """The same as words that are no title: they stand as they are between others."""
    return str(named(table, id, me))


def _together(every: Iterable[Cards]) -> Cards:
    found = tuple(every)
    return Cards(
        tuple(name for one in found for name in one.names), sum(one.hidden for one in found),
        any(one.is_face_down for one in found),
    )  # fmt: skip


def _counted(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"


# --- moves ------------------------------------------------------------------------------------------------------------


def _names(before: Table, after: Table, moved: tuple[e.Moved, ...], me: int) -> Cards:
    """What was moved, as far as the viewer could read it before or can now."""
    was = [named(before, move.piece, me) for move in moved]
    now = [named(after, move.id, me) for move in moved]
    return _together(then if then.names else since for then, since in zip(was, now, strict=True))


def _moved(before: Table, fact: e.PiecesMoved, after: Table, me: int) -> Line | None:
    if not fact.moved:
        return None
    cards = _names(before, after, fact.moved, me)
    first = fact.moved[0]
    line = _line(fact.seat, "", cards=cards)
    is_secret = bool(cards.hidden)
    own = replace(line, seen_by=(fact.seat,) if is_secret else ())
    match fact.how:
        case "draw":
            return replace(line, words="drew {cards}", seen_by=(fact.seat,))
        case "play" if fact.under:
            return replace(line, words="played {cards} under {who}", about=fact.under)
        case "play":
            return replace(line, words="played {cards}")
        case "discard":
            return replace(line, words="discarded {cards}")
        case "discard_random":
            return replace(line, words="discarded {cards} at random")
        case "destroy":
            return replace(line, words="destroyed {cards}")
        case "give":
            is_to_hand = first.to.id == before.kit.hand
            words = "gave {cards} to {who}" if is_to_hand else "moved {cards} over to {who}"
            return replace(own, words=words, about=fact.under)
        case "take_random":
            seen_by = tuple(sorted({fact.seat, fact.under}))
            return replace(line, words="took {cards} at random from {who}", about=fact.under, seen_by=seen_by)
        case "put_back":
            return _line(fact.seat, "put {cards} back", seen_by=(fact.seat,), cards=Cards(hidden=len(fact.moved)))
        case "move" | "take" | "leave":
            words = f"moved {{cards}} {_out_of(before, first.source)} {_into(after, first.to, fact.seat)}"
            slots = (("cards", cards), ("source", zone_name(before, first.source)), ("to", zone_name(after, first.to)))
            return replace(own if fact.how != "leave" else line, words=words, slots=slots)
        case _:
            assert_never(fact.how)


def _is_in_play(table: Table, key: ZoneKey) -> bool:
    """Where somebody's Things lie."""
    kit = table.kit.zone(key.id)
    return kit is not None and rules_of(kit).lies_open and bool(key.seat)


def _out_of(table: Table, key: ZoneKey) -> str:
    """ "from play", "from the draw pile", "from hand"; {source} is the zone's name."""
    if _is_in_play(table, key):
        return "from play"
    return "from hand" if key.id == table.kit.hand else "from the {source}"


def _into(table: Table, key: ZoneKey, seat: int) -> str:
    """ "into play", "to the discard pile", "into their own hand"; {to} is the zone's name."""
    if key.id == table.kit.hand:
        return "into their own hand" if key.seat == seat else "into a hand"
    return "into play" if _is_in_play(table, key) else "to the {to}"


def _held(before: Table, fact: e.Attached | e.Detached | e.AbilityUsed, after: Table, me: int) -> Line | None:
    match fact:
        case e.Attached(seat=seat, piece=piece, host=host):
            return _line(seat, "put {piece} onto {host}", piece=title(after, piece, me), host=title(after, host, me))
        case e.Detached(seat=seat, piece=piece):
            return _line(seat, "took {piece} off", piece=title(before, piece, me)) if seat else None
        case e.AbilityUsed(seat=seat, piece=piece):
            return _line(seat, "used {piece}", piece=title(after, piece, me))
        case _:
            assert_never(fact)


# --- looking ----------------------------------------------------------------------------------------------------------


def _shown(before: Table, fact: e.Revealed | e.LookingBegan | e.LookingEnded, me: int) -> Line | None:
    match fact:
        case e.Revealed(seat=seat, pieces=pieces, to=to):
            may_see = not to or me in to or me == seat
            cards = _together(_card_of(before, p) for p in pieces) if may_see else Cards(hidden=len(pieces))
            whom = "everybody" if not to else "{who}" if len(to) == 1 else f"{len(to)} players"
            seen_by = sorted({seat, *to}) if to else ()
            about = to[0] if len(to) == 1 else 0
            return _line(seat, f"showed {{cards}} to {whom}", about=about, seen_by=seen_by, cards=cards)
        case e.LookingBegan(seat=seat, zone=zone, pieces=pieces, must_shuffle=must_shuffle):
            if not must_shuffle and zone.seat not in (0, seat):
                return _line(seat, "is looking at {who}'s hand", about=zone.seat, seen_by=(seat,))
            words = "is searching the {zone}"
            if not must_shuffle:
                words = f"is looking at the top {f'{len(pieces)} ' if len(pieces) > 1 else ''}of the {{zone}}"
            return _line(seat, words, seen_by=(seat,), zone=zone_name(before, zone))
        case e.LookingEnded():
            return None
        case _:
            assert_never(fact)


def _card_of(table: Table, id: str) -> Cards:
    card = table.cards.get(table.pieces[id].card)
    return _titled(card.title) if card else Cards(hidden=1)


# --- questions and votes ----------------------------------------------------------------------------------------------

_ASKS = {
    "hand_look": "asks to look into {who}'s hand",
    "hand_take": "asks to take a card from {who}'s hand",
    "hand_random": "asks for a random card from {who}'s hand",
    "knock_out": "asks whether {who} is out of the game",
    "undo": "asks to take that back",
    "win": "claims the win",
    "abandon": "asks to end the game here",
    "without": "asks to go on without {who}",
    "remove": "asks {who} to leave the table",
    "mute": "asks for quiet from {who}",
    "unmute": "asks to hear {who} again",
}


def _question(before: Table, fact: e.QuestionAsked | e.QuestionAnswered | e.QuestionClosed) -> Line | None:
    match fact:
        case e.QuestionAsked(question=question):
            words = _ASKS[question.about] + (": {why}" if question.words else "")
            return _line(question.by, words, "people", about=question.target, why=question.words)
        case e.QuestionAnswered(seat=seat, is_yes=is_yes):
            return _line(seat, "agrees" if is_yes else "does not agree", "people")
        case e.QuestionClosed(number=number, is_yes=is_yes):
            asked = next((q for q in before.questions if q.number == number), None)
            if is_yes or asked is None:
                return None
            is_late = asked.about == "undo" and asked.seats and not asked.seats - asked.yes
            late = ": something has been seen since then, or it is too long ago" if is_late else ""
            return _line(0, f"It stays as it is{late}", "people")
        case _:
            assert_never(fact)


_OUTCOMES = {"in": "{title}: agreed. ", "aside": "{title}: not this time. ", "withdrawn": "{title}: taken back. "}


def _vote(before: Table, fact: e.GamePaused | e.GameResumed) -> Line | None:
    """What the game waits for, and what became of it."""
    named = _titled(*((fact.title,) if fact.title else ()))
    if isinstance(fact, e.GamePaused):
        about = "{title}" if fact.title else f"proposal {fact.proposal}"
        return _line(0, f"The game waits for the vote on {about}", "deck", title=named)
    if before.paused_by is None:
        return None
    became = _OUTCOMES.get(fact.outcome, "") if fact.title else ""
    return _line(0, f"{became}The game goes on", "deck", title=named)


# --- the deck ---------------------------------------------------------------------------------------------------------


def _rules(before: Table, rules: tuple[RuleText, ...]) -> Line:
    """One rule that came, changed or went is named."""
    was, now = {r.number: r for r in before.rules}, {r.number: r for r in rules}
    changed = [n for n in sorted(was.keys() | now.keys()) if was.get(n) != now.get(n)]
    rule = now.get(changed[0]) or was.get(changed[0]) if len(changed) == 1 else None
    if rule is None or not rule.title:
        return _line(0, "The Special Rules have changed", "deck")
    became = "holds from now on" if rule.number not in was else "holds in other words now"
    if rule.number not in now:
        became = "holds no longer"
    return _line(0, f"§{rule.number} {{title}} {became}", "deck", title=_titled(rule.title))


def _deck(
    before: Table, fact: e.CardEntered | e.CardChanged | e.CardLeft | e.RulesReplaced | e.KitChanged
) -> Line | None:
    match fact:
        case e.CardEntered(card=card, placed=placed):
            where = ", shuffled into the draw pile; nobody knows where" if placed else ""
            return _line(0, f"{{title}} is in the deck{where}", "deck", title=_titled(card.title))
        case e.CardChanged(card=card):
            was = before.cards.get(card.number)
            if was is not None and was.face == card.face:
                return None
            return _line(0, "{title} reads differently from now on", "deck", title=_titled(card.title))
        case e.CardLeft(card=number, is_repealed=is_repealed):
            gone = before.cards.get(number)
            words = "{title} leaves the deck" if is_repealed else "There are fewer of {title} now"
            return _line(0, words, "deck", title=_titled(gone.title if gone else f"Card {number}"))
        case e.RulesReplaced(rules=rules):
            return _rules(before, rules)
        case e.KitChanged():
            return _line(0, "Other things lie on the table now", "deck")
        case _:
            assert_never(fact)


# --- people, turns, the game ------------------------------------------------------------------------------------------


def _seat(
    fact: e.SeatTaken | e.SeatLeft | e.SeatHandedOver | e.TeamJoined | e.SideChosen | e.SeatReadied | e.Muted
    | e.GoneOnWithout | e.KnockedOut | e.CameBack,
) -> Line:  # fmt: skip
    match fact:
        case e.SeatTaken(seat=seat):
            return _line(seat, "sits down", "people")
        case e.SeatLeft(seat=seat, removed=removed):
            words = "leaves the table, as the others asked" if removed else "gets up from the table"
            return _line(seat, words, "people")
        case e.SeatHandedOver(seat=seat):
            return _line(seat, "takes over this seat", "people")
        case e.TeamJoined(seat=seat, team=team):
            return _line(seat, f"joins team {team}" if team else "plays alone", "people")
        case e.SideChosen(seat=seat, side=side):
            return _line(seat, "plays {side}" if side else "plays no side", "people", side=side)
        case e.SeatReadied(seat=seat, is_ready=is_ready):
            return _line(seat, "is ready" if is_ready else "is not ready", "people")
        case e.Muted(who=who, is_muted=is_muted):
            return _line(who, "is to be quiet for a while" if is_muted else "may speak again", "people")
        case e.GoneOnWithout(who=who):
            return _line(0, "The others go on without {who}", "people", about=who)
        case e.KnockedOut(seat=seat, who=who):
            words = "puts {who} out of the game" if seat != who else "is out of the game"
            return _line(seat, words, "turn", about=who)
        case e.CameBack(who=who):
            return _line(who, "is back in the game", "turn")
        case _:
            assert_never(fact)


def _turn(
    fact: e.GameBegun | e.TurnBegan | e.PhaseBegan | e.TurnPassed | e.TurnToBeSkipped | e.ExtraTurnGiven, after: Table
) -> Line:
    match fact:
        case e.GameBegun(seat=seat, first=first):
            return _line(seat, "dealt; {who} begins", "turn", about=first)
        case e.TurnBegan(seat=seat, round=round):
            return _line(seat, f"begins a turn, round {round}", "turn")
        case e.PhaseBegan(seat=seat, phase=phase):
            phases = after.equipment.turn.phases
            return _line(seat, "goes on to {phase}", "turn", phase=phases[min(phase, len(phases) - 1)].name)
        case e.TurnPassed(seat=seat):
            return _line(seat, "misses a turn", "turn")
        case e.TurnToBeSkipped(seat=seat, who=who):
            return _line(seat, "has {who} miss the next turn", "turn", about=who)
        case e.ExtraTurnGiven(seat=seat, who=who):
            return _line(seat, "gives {who} an extra turn", "turn", about=who)
        case _:
            assert_never(fact)


def _game(
    fact: e.TableOpened | e.GameWon | e.GameAbandoned | e.GathersAgain | e.TakenBack | e.PackOpened,
) -> Line:
    match fact:
        case e.TableOpened():
            return _line(0, "The table is laid", "people")
        case e.GameWon(winners=winners):
            why = reason(fact)
            return _line(winners[0] if winners else 0, "wins: {why}" if why else "wins", "turn", why=why)
        case e.GameAbandoned():
            return _line(0, "The game ends here", "turn")
        case e.GathersAgain():
            return _line(0, "Another game of the same deck", "turn")
        case e.TakenBack():
            return _line(0, "That was taken back", "turn")
        case e.PackOpened(seat=seat, blanks=blanks):
            words = "lets blanks be unlimited" if blanks is None else f"puts {blanks} blanks on the table"
            return _line(seat, words, "deck")
        case _:
            assert_never(fact)


def reason(won: e.GameWon) -> str:
    """Why the game was won: in the winner's own words, or by what the rules say of the last one standing (B10)."""
    return "the last standing" if won.how == "last_standing" else won.words


# --- what lies on the cards, and chance -------------------------------------------------------------------------------


def _mark(
    before: Table,
    fact: e.TurnedOver | e.PointedAt | e.PieceTapped | e.TokensPut | e.CounterSet | e.NoteWritten,
    after: Table,
    me: int,
) -> Line:
    match fact:
        case e.TurnedOver(seat=seat, piece=piece, face_up=face_up):
            shown = title(after if face_up else before, piece, me)
            return _line(seat, f"turned {{piece}} {'face up' if face_up else 'face down'}", "mark", piece=shown)
        case e.PointedAt(seat=seat, piece=piece):
            return _line(seat, "points at {piece}", "talk", piece=title(after, piece, me))
        case e.PieceTapped(seat=seat, piece=piece, tapped=tapped):
            words = "tapped {piece}" if tapped else "untapped {piece}"
            return _line(seat, words, "mark", piece=title(after, piece, me))
        case e.TokensPut(seat=seat, token=token, count=count, piece=piece, on=on):
            holder = before.pieces.get(piece) if piece else before.seat(on)
            was = dict(holder.tokens).get(token, 0) if holder else 0
            words = f"changed {{token}}{_on(piece, on, seat)} from {was} to {count}"
            about = 0 if piece else on
            return _line(seat, words, "mark", about=about, token=token, piece=title(after, piece, me))
        case e.CounterSet(seat=seat, counter=counter, was=was, value=value, on=on, piece=piece):
            kit = next((k for k in after.equipment.counters if k.id == counter), None)
            words = f"changed {{counter}}{_on(piece, on, seat)} from {was} to {value}"
            name = kit.name if kit else counter
            return _line(seat, words, "mark", about=on, counter=name, piece=title(after, piece, me))
        case e.NoteWritten(seat=seat, piece=piece, text=text):
            words = "noted on {piece}: {text}" if text else "wiped the note off {piece}"
            return _line(seat, words, "mark", piece=title(after, piece, me), text=text)
        case _:
            assert_never(fact)


def _on(piece: str, on: int, seat: int) -> str:
    """Whose counter or tokens, when they are not one's own."""
    return " on {piece}" if piece else " of {who}" if on and on != seat else ""


def _chance(fact: e.DiceRolled | e.CoinFlipped | e.SeatChosen | e.PieceChosen, after: Table, me: int) -> Line:
    match fact:
        case e.DiceRolled(seat=seat, rolled=rolled):
            return _line(seat, "rolled {dice}", "mark", dice=", ".join(_die(after, d, f) for d, f in rolled))
        case e.CoinFlipped(seat=seat, is_heads=is_heads):
            return _line(seat, f"flipped a coin: {'heads' if is_heads else 'tails'}", "mark")
        case e.SeatChosen(seat=seat, who=who):
            return _line(seat, "let chance choose a player: {who}", "mark", about=who)
        case e.PieceChosen(seat=seat, zone=zone, piece=piece):
            words = "let chance choose from the {zone}: {piece}"
            return _line(seat, words, "mark", zone=zone_name(after, zone), piece=title(after, piece, me))
        case _:
            assert_never(fact)


def _die(table: Table, id: str, face: str) -> str:
    die = next((d for d in table.equipment.dice if d.id == id), None)
    return f"{die.name} {face}" if die else f"{face} ({id.removeprefix(':')})"
