"""The live parts of a table's page. Which of them an entry touches depends on its kind alone, and kinds are public:
for every sight as many frames go out at the same moments, whatever lies hidden (invariant 5).
"""

from __future__ import annotations

import typing

from play.access import stream_door
from play.queries import after, ballot, board, log, status
from play.queries.table_view import TableView
from play.table.events import Event
from studio.live.regions import PAGES, PRESENCE, PageRegions, Region
from studio.people.claims import CLAIMED

EVERY = frozenset(kind.__name__ for kind in typing.get_args(Event))
ASIDE = frozenset({"Said", "ExceptionNoted", "QuestionAsked", "QuestionAnswered", "QuestionClosed"})  # nothing moves
MOVES = EVERY - ASIDE - {"BallotMoved"}
SEATS = frozenset(
    {"SeatTaken", "SeatLeft", "SeatHandedOver", "TeamJoined", "SideChosen", "SeatReadied", "Muted", "KnockedOut",
     "CameBack", "GoneOnWithout", "GameBegun", "GameWon", "GameAbandoned", "GathersAgain", "TakenBack"}
)  # fmt: skip
PEOPLE = SEATS | {"TableOpened", "TurnBegan", "RulesReplaced", "KitChanged", "NextKitSet", "CardLeft", PRESENCE}
DECK = frozenset(
    {
        "BallotMoved",
        "GamePaused",
        "GameResumed",
        "CardEntered",
        "CardChanged",
        "CardLeft",
        "RulesReplaced",
        "KitChanged",
        "NextKitSet",
    }
)

TABLE = PageRegions(
    door=stream_door,
    view=TableView,
    say=log.say,
    regions=(
        CLAIMED,
        Region("r-turn", "play/_turn.html", "turn", status.turn, EVERY),
        Region("r-felt", "play/_felt.html", "felt", board.felt, MOVES | {PRESENCE}),
        Region("r-hand", "play/_hand.html", "hand", board.hand, MOVES),
        Region("r-questions", "play/_questions.html", "asked", status.asked, EVERY - {"Said"}),
        Region("r-vote", "play/_vote.html", "vote", ballot.vote_sheet, DECK | SEATS | {"TableOpened", PRESENCE}),
        Region("r-rules", "play/_rules.html", "rules", status.rules, DECK | SEATS | {"TableOpened"}),
        Region("r-log", "play/_log.html", "log", log.log, EVERY),
        Region("r-people", "play/_people.html", "people", status.people_view, PEOPLE),
        Region("r-after", "play/_after.html", "aftermath", after.aftermath, DECK | SEATS),
    ),
)


def register() -> None:
    """Called once, when the apps are ready."""
    PAGES.update(table=TABLE)
