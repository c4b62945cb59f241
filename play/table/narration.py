"""The log in words, for one viewer: what happened, naming only what that viewer could see (B8).

`tell` is given the table before and after a fact, so that a card is named as it was called then. Who could see what
is part of the line. Words are for after a name: "drew a card", "played Slug".
"""

from __future__ import annotations

from dataclasses import dataclass

from play.table import events as e
from play.table.state import RuleText, Table, zone_parts
from play.table.visibility import hides_from, knows_face

Kinds = ("move", "turn", "mark", "deck", "people", "talk")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: `seat` did `words`; `cards` are the titles in it, `about` another seat it names with {who}.

    `sort` is what the log can be narrowed to; `seen_by` the seats that saw more than is said here: () when all did.
    """

    seat: int
    words: str
    sort: str = "move"
    about: int = 0
    cards: tuple[str, ...] = ()
    seen_by: tuple[int, ...] = ()


def tell(before: Table, fact: e.Event, after: Table, me: int) -> Line | None:
    """The line for this viewer (0: a spectator), or None for what needs no telling."""
    match fact:
        case e.PiecesMoved():
            return _moved(before, fact, after, me)
        case e.PileShuffled(seat=seat, zone=zone, source=source):
            name = zone_name(after, zone)
            return Line(
                seat, f"shuffled the {zone_name(after, source)} into the {name}" if source else f"shuffled the {name}"
            )
        case e.GameBegun(seat=seat, first=first):
            return Line(seat, "dealt; {who} begins", "turn", first)
        case e.TurnBegan(seat=seat, round=round):
            return Line(seat, f"begins a turn, round {round}", "turn")
        case e.PhaseBegan(seat=seat, phase=phase):
            phases = after.equipment.turn.phases
            return Line(seat, f"goes on to {phases[min(phase, len(phases) - 1)].name}", "turn")
        case e.Revealed() | e.LookingBegan() | e.LookingEnded():
            return _shown(before, fact, me)
        case e.Attached(seat=seat, piece=piece, host=host):
            return Line(seat, f"put {title(after, piece, me)} onto {title(after, host, me)}")
        case e.Detached(seat=seat, piece=piece):
            return Line(seat, f"took {title(before, piece, me)} off") if seat else None
        case e.QuestionAsked() | e.QuestionAnswered() | e.QuestionClosed():
            return _question(before, fact)
        case e.CardEntered() | e.CardChanged() | e.CardLeft() | e.RulesReplaced() | e.KitChanged():
            return _deck(before, fact)
        case e.GamePaused() | e.GameResumed():
            return _vote(before, fact)
        case e.Said(seat=seat, text=text):
            return Line(seat, text, "talk")
        case e.ExceptionNoted(seat=seat, codes=codes):
            return Line(seat, f"by way of exception ({', '.join(_EXCEPTIONS.get(c, c) for c in codes)})", "mark")
    return _seat(fact) or _mark(before, fact, after, me) or _turn(fact)


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


def zone_name(table: Table, key: str) -> str:
    """ "draw pile", "discard pile"."""
    kit = table.kit.zone(zone_parts(key)[0])
    return kit.name[0].lower() + kit.name[1:] if kit else key


def title(table: Table, id: str, me: int) -> str:
    """A piece's title where the viewer may read it, else "a card"."""
    piece = table.pieces.get(id)
    if piece is None:
        return "a card"
    key = table.zone_of(id)
    card = table.cards.get(piece.card)
    if card is None or hides_from(table, key, me) and me not in piece.known_to:
        return "a card"
    return card.title if knows_face(table, me, piece, key) else "a face-down card"


def _names(before: Table, after: Table, moved: tuple[e.Moved, ...], me: int) -> list[str]:
    """Titles of what was moved, as far as the viewer could read them before or can now."""
    names = []
    for move in moved:
        was, now = title(before, move.piece, me), title(after, move.id, me)
        names.append(was if not was.startswith("a ") else now)
    return names


def _moved(before: Table, fact: e.PiecesMoved, after: Table, me: int) -> Line | None:
    if not fact.moved:
        return None
    names = _names(before, after, fact.moved, me)
    known = tuple(n for n in names if n not in ("a card", "a face-down card"))
    what = _listed(names)
    first = fact.moved[0]
    to = zone_name(after, first.to)
    is_secret = len(known) < len(fact.moved) or (fact.how == "draw")
    seen = (fact.seat,) if is_secret and fact.how in ("draw", "take", "take_random", "move", "give") else ()
    match fact.how:
        case "draw":
            return Line(fact.seat, f"drew {what}", cards=known, seen_by=seen)
        case "play":
            return Line(
                fact.seat, f"played {what}" + (" under {who}" if fact.under else ""), about=fact.under, cards=known
            )
        case "discard":
            return Line(fact.seat, f"discarded {what}", cards=known)
        case "discard_random":
            return Line(fact.seat, f"discarded {what} at random", cards=known)
        case "destroy":
            return Line(fact.seat, f"destroyed {what}", cards=known)
        case "give":
            words = (
                f"gave {what} to {{who}}"
                if to == zone_name(after, before.kit.hand)
                else f"moved {what} over to {{who}}"
            )
            return Line(fact.seat, words, about=fact.under, cards=known, seen_by=seen)
        case "take_random":
            seen_by = tuple(sorted({fact.seat, fact.under}))
            return Line(
                fact.seat, f"took {what} at random from {{who}}", about=fact.under, cards=known, seen_by=seen_by
            )
        case "put_back":
            return Line(fact.seat, f"put {_counted(len(fact.moved))} back", seen_by=(fact.seat,))
        case _:
            words = f"moved {what} {_out_of(before, first.source)} {_into(after, first.to, fact.seat)}"
            return Line(fact.seat, words, cards=known, seen_by=seen)


def _out_of(table: Table, key: str) -> str:
    """ "from play", "from the draw pile", "from hand"."""
    id, owner = zone_parts(key)
    kit = table.kit.zone(id)
    if kit is not None and kit.form in ("area", "row") and owner:
        return "from play"
    return "from hand" if id == table.kit.hand else f"from the {zone_name(table, key)}"


def _into(table: Table, key: str, seat: int) -> str:
    """ "into play", "to the discard pile", "into their own hand"."""
    id, owner = zone_parts(key)
    kit = table.kit.zone(id)
    if id == table.kit.hand:
        return "into their own hand" if owner == seat else "into a hand"
    if kit is not None and kit.form in ("area", "row") and owner:
        return "into play"
    return f"to the {zone_name(table, key)}"


def _listed(names: list[str]) -> str:
    hidden = sum(n in ("a card", "a face-down card") for n in names)
    if hidden == len(names):
        return names[0] if hidden == 1 else _counted(hidden)
    shown = [n for n in names if n not in ("a card", "a face-down card")]
    if hidden:
        shown.append(_counted(hidden))
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _counted(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"


def _shown(before: Table, fact: e.Event, me: int) -> Line | None:
    match fact:
        case e.Revealed(seat=seat, pieces=pieces, to=to):
            may_see = not to or me in to or me == seat
            names = [_card_of(before, p) for p in pieces] if may_see else []
            what = _listed(names) if names else _counted(len(pieces))
            whom = "everybody" if not to else "{who}" if len(to) == 1 else f"{len(to)} players"
            seen = () if not to else tuple(sorted({seat, *to}))
            return Line(
                seat, f"showed {what} to {whom}", about=to[0] if len(to) == 1 else 0, cards=tuple(names), seen_by=seen
            )
        case e.LookingBegan(seat=seat, zone=zone, pieces=pieces, must_shuffle=must_shuffle):
            name, owner = zone_name(before, zone), zone_parts(zone)[1]
            if must_shuffle:
                words = f"is searching the {name}"
            elif owner and owner != seat:
                return Line(seat, "is looking at {who}'s hand", about=owner, seen_by=(seat,))
            else:
                words = (
                    f"is looking at the top {len(pieces)} of the {name}"
                    if len(pieces) > 1
                    else f"is looking at the top of the {name}"
                )
            return Line(seat, words, seen_by=(seat,))
    return None


def _card_of(table: Table, id: str) -> str:
    card = table.cards.get(table.pieces[id].card)
    return card.title if card else "a card"


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


def _question(before: Table, fact: e.Event) -> Line | None:
    match fact:
        case e.QuestionAsked(question=question):
            why = f": {question.words}" if question.words else ""
            return Line(question.by, f"{_ASKS[question.about]}{why}", "people", question.target)
        case e.QuestionAnswered(seat=seat, is_yes=is_yes):
            return Line(seat, "agrees" if is_yes else "does not agree", "people")
        case e.QuestionClosed(number=number, is_yes=False):
            asked = next((q for q in before.questions if q.number == number), None)
            if asked is None:
                return None
            is_late = asked.about == "undo" and asked.seats and not asked.seats - asked.yes
            late = ": something has been seen since then, or it is too long ago" if is_late else ""
            return Line(0, f"It stays as it is{late}", "people")
    return None


_OUTCOMES = {"in": "{title}: agreed. ", "aside": "{title}: not this time. ", "withdrawn": "{title}: taken back. "}


def _vote(before: Table, fact: e.GamePaused | e.GameResumed) -> Line | None:
    """What the game waits for, and what became of it."""
    titles = (fact.title,) if fact.title else ()
    if isinstance(fact, e.GamePaused):
        about = fact.title or f"proposal {fact.proposal}"
        return Line(0, f"The game waits for the vote on {about}", "deck", cards=titles)
    if before.paused_by is None:
        return None
    became = _OUTCOMES.get(fact.outcome, "") if fact.title else ""
    return Line(0, f"{became.replace('{title}', fact.title)}The game goes on", "deck", cards=titles)


def _rules(before: Table, rules: tuple[RuleText, ...]) -> Line:
    """One rule that came, changed or went is named."""
    was, now = {r.number: r for r in before.rules}, {r.number: r for r in rules}
    changed = [n for n in sorted(was.keys() | now.keys()) if was.get(n) != now.get(n)]
    rule = now.get(changed[0]) or was.get(changed[0]) if len(changed) == 1 else None
    if rule is None or not rule.title:
        return Line(0, "The Special Rules have changed", "deck")
    became = "holds from now on" if rule.number not in was else "holds in other words now"
    if rule.number not in now:
        became = "holds no longer"
    return Line(0, f"§{rule.number} {rule.title} {became}", "deck", cards=(rule.title,))


def _deck(before: Table, fact: e.Event) -> Line | None:
    match fact:
        case e.CardEntered(card=card, placed=placed):
            where = ", shuffled into the draw pile; nobody knows where" if placed else ""
            return Line(0, f"{card.title} is in the deck{where}", "deck", cards=(card.title,))
        case e.CardChanged(card=card):
            was = before.cards.get(card.number)
            if was is not None and was.face == card.face:
                return None
            return Line(0, f"{card.title} reads differently from now on", "deck", cards=(card.title,))
        case e.CardLeft(card=number, is_repealed=is_repealed):
            gone = before.cards.get(number)
            name = gone.title if gone else f"Card {number}"
            words = f"{name} leaves the deck" if is_repealed else f"There are fewer of {name} now"
            return Line(0, words, "deck", cards=(name,))
        case e.RulesReplaced(rules=rules):
            return _rules(before, rules)
        case e.KitChanged():
            return Line(0, "Other things lie on the table now", "deck")
    return None


def _seat(fact: e.Event) -> Line | None:
    match fact:
        case e.SeatTaken(seat=seat):
            return Line(seat, "sits down", "people")
        case e.SeatLeft(seat=seat, removed=removed):
            return Line(
                seat, "leaves the table, as the others asked" if removed else "gets up from the table", "people"
            )
        case e.SeatHandedOver(seat=seat):
            return Line(seat, "takes over this seat", "people")
        case e.TeamJoined(seat=seat, team=team):
            return Line(seat, f"joins team {team}" if team else "plays alone", "people")
        case e.SideChosen(seat=seat, side=side):
            return Line(seat, f"plays {side}" if side else "plays no side", "people")
        case e.SeatReadied(seat=seat, is_ready=is_ready):
            return Line(seat, "is ready" if is_ready else "is not ready", "people")
        case e.Muted(who=who, is_muted=is_muted):
            return Line(who, "is to be quiet for a while" if is_muted else "may speak again", "people")
        case e.GoneOnWithout(who=who):
            return Line(0, "The others go on without {who}", "people", who)
        case e.KnockedOut(seat=seat, who=who):
            return Line(seat, "puts {who} out of the game" if seat != who else "is out of the game", "turn", who)
        case e.CameBack(who=who):
            return Line(who, "is back in the game", "turn")
    return None


def reason(won: e.GameWon) -> str:
    """Why the game was won: in the winner's own words, or by what the rules say of the last one standing (B10)."""
    return "the last standing" if won.how == "last_standing" else won.words


def _turn(fact: e.Event) -> Line | None:
    match fact:
        case e.TurnPassed(seat=seat):
            return Line(seat, "misses a turn", "turn")
        case e.TurnToBeSkipped(seat=seat, who=who):
            return Line(seat, "has {who} miss the next turn", "turn", who)
        case e.ExtraTurnGiven(seat=seat, who=who):
            return Line(seat, "gives {who} an extra turn", "turn", who)
        case e.GameWon(winners=winners):
            why = reason(fact)
            return Line(winners[0] if winners else 0, f"wins: {why}" if why else "wins", "turn")
        case e.GameAbandoned():
            return Line(0, "The game ends here", "turn")
        case e.GathersAgain():
            return Line(0, "Another game of the same deck", "turn")
        case e.TakenBack():
            return Line(0, "That was taken back", "turn")
        case e.PackOpened(seat=seat, blanks=blanks):
            return Line(
                seat, "lets blanks be unlimited" if blanks is None else f"puts {blanks} blanks on the table", "deck"
            )
        case e.TableOpened():
            return Line(0, "The table is laid", "people")
    return None


def _mark(before: Table, fact: e.Event, after: Table, me: int) -> Line | None:
    match fact:
        case e.TurnedOver(seat=seat, piece=piece, face_up=face_up):
            shown = title(after, piece, me) if face_up else title(before, piece, me)
            return Line(seat, f"turned {shown} {'face up' if face_up else 'face down'}", "mark")
        case e.PointedAt(seat=seat, piece=piece):
            name = title(after, piece, me)
            return Line(seat, f"points at {name}", "talk", cards=() if name.startswith("a ") else (name,))
        case e.PieceTapped(seat=seat, piece=piece, tapped=tapped):
            return Line(seat, f"{'tapped' if tapped else 'untapped'} {title(after, piece, me)}", "mark")
        case e.TokensPut(seat=seat, token=token, count=count, piece=piece, on=on):
            holder = before.pieces.get(piece) if piece else before.seat(on)
            change = f"from {dict(holder.tokens).get(token, 0) if holder else 0} to {count}"
            if piece:
                return Line(seat, f"changed {token} on {title(after, piece, me)} {change}", "mark")
            return Line(seat, f"changed {token}{' of {who}' if on != seat else ''} {change}", "mark", on)
        case e.CounterSet(seat=seat, counter=counter, was=was, value=value, on=on, piece=piece):
            kit = next((k for k in after.equipment.counters if k.id == counter), None)
            name = kit.name if kit else counter
            whose = f" on {title(after, piece, me)}" if piece else " of {who}" if on and on != seat else ""
            return Line(seat, f"changed {name}{whose} from {was} to {value}", "mark", on)
        case e.NoteWritten(seat=seat, piece=piece, text=text):
            return Line(
                seat,
                f"noted on {title(after, piece, me)}: {text}"
                if text
                else f"wiped the note off {title(after, piece, me)}",
                "mark",
            )
        case e.DiceRolled(seat=seat, rolled=rolled):
            return Line(seat, f"rolled {', '.join(_die(after, d, f) for d, f in rolled)}", "mark")
        case e.CoinFlipped(seat=seat, is_heads=is_heads):
            return Line(seat, f"flipped a coin: {'heads' if is_heads else 'tails'}", "mark")
        case e.SeatChosen(seat=seat, who=who):
            return Line(seat, "let chance choose a player: {who}", "mark", who)
        case e.PieceChosen(seat=seat, zone=zone, piece=piece):
            return Line(seat, f"let chance choose from the {zone_name(after, zone)}: {title(after, piece, me)}", "mark")
        case e.AbilityUsed(seat=seat, piece=piece):
            return Line(seat, f"used {title(after, piece, me)}")
    return None


def _die(table: Table, id: str, face: str) -> str:
    die = next((d for d in table.equipment.dice if d.id == id), None)
    return f"{die.name} {face}" if die else f"{face} ({id})"
