"""What the text commands are read with: one seat's view, the names in a line, and what a line can come to.

Cards are found in one seat's `Sight` and nowhere else, so that no answer can tell what the seat may not know: what is
hidden and what does not exist are refused in the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from cards.face.face import Face
from cards.rules.kit import Kit
from cards.rules.limits import clean_line
from play.console.nearest import nearest, nearest_beginning
from play.table.command import SeatCommand
from play.table.sight import PieceSight, SeatSight, Sight
from play.table.state import CardText
from play.table.zones import ZoneKey, rules_of, seats_key
from studio.kernel.inputs import whole_number
from studio.kernel.messages import Message, Slot, message, series
from studio.kernel.refusals import Refused

LINE_MAX = 8000  # characters of one line; a Special Rule's text is the longest thing anybody types
SAID_BACK = 40  # characters of what was typed that a refusal repeats
NUMBER_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Waiting:
    """A proposal that is open or waits its turn, with the card as it is proposed."""

    number: int
    wording: int
    title: str
    kind: str
    by: str
    is_open: bool = True
    face: Face | None = None
    is_mine: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """A proposal that is over, with the card as it was voted on. `outcome` is a phrase: "was accepted"."""

    number: int
    title: str
    outcome: Message
    face: Face | None = None


@dataclass(frozen=True, slots=True)
class Around:
    """What a line is read against. `names` are the seats'; `cards` the deck's list, which is nobody's secret.

    Asked when needed: `faces` by digest, the (number, title) of what was `repealed` from the deck, a proposal that is
    `settled`, and the entry that the last move may be taken back to (`back`; 0: it may not).
    """

    sight: Sight
    kit: Kit
    names: Mapping[int, str]
    cards: Mapping[int, CardText]
    faces: Callable[[Iterable[str]], Mapping[str, Face]]
    waiting: tuple[Waiting, ...] = ()
    repealed: Callable[[], tuple[tuple[int, str], ...]] = tuple
    settled: Callable[[int], Settled | None] = lambda _: None
    back: Callable[[], int] = lambda: 0

    @property
    def me(self) -> int:
        """The seat that types. Refused("seat.not_yours") for who only watches."""
        if not self.sight.me:
            raise Refused("seat.not_yours")
        return self.sight.me

    def zone(self, id: str) -> ZoneKey:
        """The key of a zone of the kit: the shared one, or one's own."""
        kit = self.kit.zone(id)
        if kit is None:
            raise Refused("zone.none", zone=id)
        return seats_key(kit, self.sight.me)


@dataclass(frozen=True, slots=True)
class Do:
    """Commands for the table. `shows` turns what was drawn face up for everybody afterwards."""

    commands: tuple[SeatCommand, ...]
    shows: bool = False


@dataclass(frozen=True, slots=True)
class Put:
    """A change to put to everybody who sits here: a new article, other words for one, or its repeal (face None).

    `grounds` is what speaks for it.
    """

    change: Literal["create", "amend", "repeal"]
    kind: Literal["card", "rule"]
    number: int = 0
    face: Face | None = None
    grounds: str = ""


@dataclass(frozen=True, slots=True)
class Cast:
    proposal: int
    wording: int
    answer: Literal["for", "against"]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """One's own proposal is withdrawn."""

    proposal: int


@dataclass(frozen=True, slots=True)
class AskAgain:
    """What was set aside is asked again as it was (C4)."""

    proposal: int


@dataclass(frozen=True, slots=True)
class Reply:
    """Lines for whoever asked, and for nobody else: messages, and what people wrote as it stands."""

    lines: tuple[Slot, ...]


Parsed = Do | Put | Cast | TakeBack | AskAgain | Reply
ReadLine = Callable[[Around, str, bool], Parsed]


@dataclass(frozen=True, slots=True)
class Word:
    """A command, which is typed alike in every language, and so are its `usage` and its other `forms`. `takes` says
    what can follow, for completion: "hand", "play", "card", "player", "proposal" …"""

    name: str
    usage: str
    help: Message
    read: ReadLine
    takes: str = ""
    also: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()


def said(typed: str) -> str:
    """What was typed, short enough to be repeated."""
    typed = clean_line(typed[: SAID_BACK * 4])
    return typed if len(typed) <= SAID_BACK else typed[: SAID_BACK - 1] + "…"


def misused(usage: str) -> Refused:
    """How it is typed."""
    return Refused("text.usage", usage=f"/{usage}")


def count_in(typed: str, usage: str) -> int:
    """A number of cards, 1 when none is given."""
    number = number_in(typed) if typed else 1
    if number is None:
        raise misused(usage)
    return number


def by_itself(makes: Callable[..., SeatCommand], *, confirms: bool = False) -> ReadLine:
    """Reads a command that nothing follows; one that `confirms` is told whether that was said."""
    return lambda around, rest, sure: Do((makes(around.me, confirmed=sure) if confirms else makes(around.me),))


def of_player(makes: Callable[[int, int], SeatCommand], *, is_me: bool = False) -> ReadLine:
    """Reads a command about a player: one who is named, or oneself where nobody need be (`is_me`)."""

    def read(around: Around, rest: str, sure: bool) -> Parsed:
        whom = around.me if is_me and not rest else seat_named(around, rest).number
        return Do((makes(around.me, whom),))

    return read


def of_card(makes: Callable[..., SeatCommand], *, confirms: bool = False) -> ReadLine:
    """Reads a command about one card, what lies in play first."""

    def read(around: Around, rest: str, sure: bool) -> Parsed:
        piece = piece_named(around, rest, "play").id
        return Do((makes(around.me, piece, confirmed=sure) if confirms else makes(around.me, piece),))

    return read


def zone_named(around: Around, typed: str, *, piles: bool) -> ZoneKey:
    """A zone of the kit by its id or its name: the shared one, or one's own. Refused("zone.none")."""
    folded = clean_line(typed[:LINE_MAX]).casefold()
    for zone in around.kit.zones:
        if folded in (zone.id, zone.name.casefold()) and (rules_of(zone).is_pile or not piles):
            return around.zone(zone.id)
    raise Refused("zone.none", zone=said(typed))


def parted(rest: str, word: str) -> tuple[str, bool, str]:
    """ "12 to Ros": before, whether the word is there, after. The last such word counts, for titles may hold it."""
    before, found, after = f" {rest} ".rpartition(f" {word} ")
    if not found:
        return rest.strip(), False, ""
    return before.strip(), True, after.strip()


# --- what a line names ------------------------------------------------------------------------------------------------


def number_in(typed: str) -> int | None:
    """12 of "12" or "#12"; None for anything else."""
    return whole_number(typed.strip().lstrip("#§").strip(), NUMBER_DIGITS)


def pieces_seen(around: Around, first: Literal["hand", "play"]) -> tuple[PieceSight, ...]:
    """Cards the seat can read, the nearest first: hand, own place, the others', what is everybody's, what it looks at.

    With `first` "play" what lies in play comes before the hand.
    """
    sight = around.sight
    mine = sight.mine
    hand = list(mine.hand.pieces) if mine is not None and mine.hand is not None else []
    own = [piece for zone in (mine.zones if mine else ()) for piece in zone.pieces if zone.rules.lies_open]
    others = [seat for seat in sight.seats if not seat.is_me]
    open_zones = [zone for seat in others for zone in seat.zones] + list(sight.zones)
    laid = [piece for zone in open_zones if zone.rules.lies_open for piece in zone.pieces]
    piles = [*(mine.zones if mine else ()), *open_zones]
    rest = [piece for zone in piles if not zone.rules.lies_open for piece in zone.pieces]
    looked = [piece for look in sight.looking for piece in look.pieces]
    near = [*own, *laid, *hand] if first == "play" else [*hand, *own, *laid]
    return tuple(piece for piece in (*near, *rest, *looked) if piece.is_known)


def piece_named(around: Around, typed: str, first: Literal["hand", "play"] = "hand") -> PieceSight:
    """By number, by title, or by how its title begins. Refused("piece.none") for what the seat does not see."""
    typed = clean_line(typed[:LINE_MAX])
    if not typed:
        raise Refused("text.card")
    seen = pieces_seen(around, first)
    number = number_in(typed)
    if number is not None:
        found = [piece for piece in seen if piece.card == number]
    else:
        folded = typed.casefold()
        found = [piece for piece in seen if piece.title.casefold() == folded]
        if not found:
            found = [piece for piece in seen if piece.title.casefold().startswith(folded)]
            titles = dict.fromkeys(piece.title for piece in found)
            if len(titles) > 1:
                raise Refused("text.ambiguous", word=said(typed), among=series(list(titles)[:6], "comma"))
    if not found:
        raise _misspelt(typed, (piece.title for piece in seen)) or Refused("piece.none")
    return found[0]


def titled_at(around: Around, words: str, *, end: bool) -> tuple[PieceSight | None, str]:
    """The card in play whose whole title these words begin with, or `end` in, and what is said besides; None where
    there is none. The longest title counts: one may begin with another."""
    sight = around.sight
    every = (*sight.zones, *(zone for seat in sight.seats for zone in seat.zones))
    in_play = {zone.key for zone in every if zone.rules.lies_open}
    titled = {piece.title.casefold(): piece for piece in reversed(pieces_seen(around, "play")) if piece.zone in in_play}
    parts = clean_line(words[:LINE_MAX]).split(" ")
    cuts = range(1, len(parts)) if end else range(len(parts), 0, -1)
    for cut in cuts:
        first, last = " ".join(parts[:cut]), " ".join(parts[cut:])
        found = titled.get((last if end else first).casefold())
        if found is not None:
            return found, first if end else last
    return None, words


def _misspelt(typed: str, names: Iterable[str]) -> Refused | None:
    """What was probably meant, where one name is near to what was typed and no number was."""
    every = tuple(names)
    guess = (nearest(typed, every) or nearest_beginning(typed, every)) if number_in(typed) is None else ""
    return Refused("text.card_near", card=said(typed), guess=guess) if guess else None


def seat_named(around: Around, typed: str) -> SeatSight:
    """By name, by how the name begins, by the number of the seat, or oneself: "me". Refused("text.player")."""
    typed = clean_line(typed[:LINE_MAX]).removeprefix("seat ").strip()
    folded = typed.casefold()
    playing = [seat for seat in around.sight.seats if seat.member is not None or seat.is_playing]
    by_name = {seat.number: around.names.get(seat.number, "").casefold() for seat in playing}
    found = [seat for seat in playing if folded and by_name[seat.number] == folded]
    found = found or [seat for seat in playing if seat.is_me and folded == "me"]
    found = found or [seat for seat in playing if number_in(typed) == seat.number]
    found = found or [seat for seat in playing if folded and by_name[seat.number].startswith(folded)]
    if len(found) == 1:
        return found[0]
    guess = nearest(typed, (around.names.get(seat.number, "") for seat in playing)) if not found else ""
    if guess:
        raise Refused("text.player_near", name=said(typed), guess=guess)
    raise Refused("text.player", name=said(typed)) if typed else Refused("text.whom")


def waiting_named(around: Around, typed: str) -> Waiting:
    """A proposal that is not settled, by its number. Refused("text.settled", "proposal.none")."""
    number = number_in(typed)
    found = next((w for w in around.waiting if w.number == number), None)
    if found is not None:
        return found
    over = around.settled(number) if number is not None else None
    if over is not None:
        raise Refused("text.settled", proposal=over.number, title=over.title, outcome=over.outcome)
    raise Refused("proposal.none", proposal=said(typed)) if typed else Refused("text.proposal")


def the_one(found: Iterable[Waiting]) -> Waiting:
    """The only one that can be meant where none is named. Refused("text.no_vote", "text.proposals")."""
    every = tuple(found)
    if len(every) > 1:
        raise Refused("text.proposals", among=series((str(w.number) for w in every), "comma"))
    if not every:
        raise Refused("text.no_vote")
    return every[0]


def card_named(around: Around, typed: str) -> CardText:
    """A card of the deck, wherever it lies, by number or title. Refused("article.none")."""
    number = number_in(typed)
    if number is not None:
        found = around.cards.get(number)
    else:
        folded = clean_line(typed[:LINE_MAX]).casefold()
        found = next((card for card in around.cards.values() if folded and card.title.casefold() == folded), None)
    if found is None:
        raise _misspelt(typed, (card.title for card in around.cards.values())) or no_card(typed)
    return found


def rule_named(around: Around, typed: str) -> tuple[int, str]:
    """(number, digest) of a Special Rule in force: "§2", "rule 2", or its title. Refused("article.none")."""
    named = typed.strip()
    for word in ("special rule ", "rule "):
        if named.casefold().startswith(word):
            named = named[len(word) :].strip()
            break
    number = number_in(named)
    if number is None:
        faces = around.faces(digest for _, digest in around.sight.rules)
        folded = clean_line(named[:LINE_MAX]).casefold()
        titled = (n for n, digest in around.sight.rules if digest in faces and faces[digest].title.casefold() == folded)
        number = next(titled, None)
    digest = dict(around.sight.rules).get(number or 0)
    if number is None or digest is None:
        raise Refused("article.none", article=message("Special Rule {which}", which=said(named)))
    return number, digest


def is_about_a_rule(typed: str) -> bool:
    """Whether it is said to be a Special Rule: "§2", "rule 2"."""
    return typed.startswith("§") or typed.casefold().startswith(("rule ", "special rule "))


def no_card(typed: str) -> Refused:
    """Of those words there is no card in the deck."""
    which = message("card {which}", which=said(typed)) if typed else message("card without a number")
    return Refused("article.none", article=which)
