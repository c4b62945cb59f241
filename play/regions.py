"""The live parts of a table's page. Which of them an entry touches depends on its kind alone, and kinds are public:
for every sight as many frames go out at the same moments, whatever lies hidden (invariant 5).
"""

from __future__ import annotations

import typing

from play.access import stream_door
from play.queries import after, ballot, board, log, set_aside, status
from play.queries.table_view import TableView
from play.table import events as e
from studio.kernel.schema import kinds
from studio.live.regions import PAGES, PRESENCE, PageRegions, Region
from studio.people.claims import CLAIMED

SAID = kinds(e.Said)
EVERY = kinds(*typing.get_args(e.Event))
ASIDE = SAID | kinds(
    e.ExceptionNoted, e.QuestionAsked, e.QuestionAnswered, e.QuestionClosed, e.VoterExcused
)  # nothing moves
MOVES = EVERY - ASIDE - kinds(e.BallotMoved)
SEATS = kinds(
    e.SeatTaken, e.SeatLeft, e.SeatHandedOver, e.TeamJoined, e.SideChosen, e.SeatReadied, e.Muted, e.KnockedOut,
    e.CameBack, e.GoneOnWithout, e.GameBegun, e.GameWon, e.GameAbandoned, e.GathersAgain, e.TakenBack,
)  # fmt: skip
LAID = kinds(e.TableOpened)
KIT = kinds(e.RulesReplaced, e.KitChanged, e.NextKitSet)
PEOPLE = SEATS | LAID | KIT | kinds(e.TurnBegan, e.CardLeft) | {PRESENCE}
DECK = KIT | kinds(e.BallotMoved, e.GamePaused, e.GameResumed, e.CardEntered, e.CardChanged, e.CardLeft)

TABLE = PageRegions(
    door=stream_door,
    view=TableView,
    say=log.say,
    says_translated=True,
    asks_each=True,
    regions=(
        CLAIMED,
        Region("r-turn", "play/_turn.html", "turn", status.turn, EVERY | {PRESENCE}),
        Region("r-felt", "play/_felt.html", "felt", board.felt, MOVES | {PRESENCE}),
        Region("r-hand", "play/_hand.html", "hand", board.hand, MOVES),
        Region("r-last", "play/_last_play.html", "last", log.last_play, EVERY),
        Region("r-questions", "play/_questions.html", "asked", status.asked, (EVERY - SAID) | {PRESENCE}),
        Region("r-vote", "play/_vote.html", "vote", ballot.vote_sheet, DECK | SEATS | LAID | {PRESENCE}),
        Region("r-mine", "play/_vote_mine.html", "vote", ballot.vote_sheet, DECK | SEATS | LAID | {PRESENCE}),
        Region("r-rules", "play/_rules.html", "rules", status.rules, DECK | SEATS | LAID),
        Region("r-log", "play/_log.html", "log", log.log, EVERY, is_translated=True),
        Region("r-people", "play/_people.html", "people", status.people_view, PEOPLE),
        Region("r-after", "play/_after.html", "aftermath", after.aftermath, DECK | SEATS),
        Region("r-offer", "cards/_batch_offer.html", "offer", set_aside.batch_call, kinds(e.BallotMoved) | SEATS),
    ),
)


def register() -> None:
    """Called once, when the apps are ready."""
    PAGES.update(table=TABLE)
