"""The live parts of a deck's pages, as tables: workshop, one proposal, drawer, the deck. And what announcers say."""

from __future__ import annotations

from functools import partial

from cards.access import stream_door
from cards.queries import announcements, freshness, mat, proposal, workshop
from studio.live.regions import PAGES, PRESENCE, PageRegions, Region
from studio.people.claims import CLAIMED
from studio.people.hints import DOOR
from studio.people.queries import at_the_door

EVERYWHERE = frozenset({"DetailsEdited", "FaceWithdrawn"})  # titles, addresses and withdrawn words show in all of them
MEMBERS = frozenset({"MemberJoined", "MemberLeft", "MemberMerged", "MemberParted"})
LYING = frozenset(
    {"ProposalMade", "ProposalReworded", "ProposalWithdrawn", "BallotOpened", "ProposalAccepted", "ProposalSetAside",
     "ProposalOvertaken"}
)  # fmt: skip
ARTICLES = frozenset(
    {"ArticleAdded", "ArticleAmended", "ArticleRepealed", "ArticleRestored", "CopiesChanged", "SideChanged"}
)
VOICES = frozenset({"VoteCast", "VoteTakenBack", "GoingOnAgreed", "ElectorExcused", "ElectorLeft"})
CARD = EVERYWHERE | LYING | ARTICLES
BALLOT = CARD | VOICES | MEMBERS | {PRESENCE}
MINE = CARD | MEMBERS | {"ElectorExcused", "ElectorLeft", "VoteTakenBack"}


def door_of_group(stream_id: int, sight: str, member_id: int, *, person: int | None) -> object:
    """Who waits at the door, as this member may answer it."""
    return at_the_door(workshop.group_of(stream_id), member_id, person)


WORKSHOP = PageRegions(
    door=partial(stream_door, members_only=True),
    say=announcements.workshop_words,
    regions=(
        CLAIMED,
        Region("r-title", "cards/_title.html", workshop.title, EVERYWHERE),
        Region("r-presence", "cards/_presence.html", workshop.presence_strip, MEMBERS | {PRESENCE}),
        Region("r-rail", "cards/_rail.html", workshop.rail, EVERYWHERE | ARTICLES),
        Region("r-theme", "cards/_theme.html", workshop.theme, EVERYWHERE),
        Region("r-readiness", "cards/_readiness.html", workshop.readiness, EVERYWHERE | ARTICLES | MEMBERS),
        Region("r-door", "cards/_door.html", door_of_group, MEMBERS | {DOOR}, mine=True, of_person=True),
        Region("r-verdict", "cards/_verdict.html", workshop.verdict, CARD),
        Region("r-card", "cards/_mat_card.html", mat.mat, CARD, argument="mat"),
        Region("r-queue", "cards/_queue.html", mat.queue, CARD),
        Region("r-ballot", "cards/_mat_ballot.html", mat.mat, BALLOT, argument="mat"),
        Region("r-mine", "cards/_mat_mine.html", mat.mine, MINE, True, frozenset({"VoteCast"}), "mine"),
        Region("r-talk", "cards/_mat_talk.html", mat.talk, CARD | {"RemarkMade"}, argument="talk"),
        Region("r-say", "cards/_mat_say.html", mat.talk, CARD, argument="talk"),
        Region("r-asks", "cards/_asks.html", mat.asks, BALLOT),
        Region("r-drawer", "cards/_drawer.html", workshop.drawer, CARD),
        Region("r-go", "cards/_go.html", mat.go_words, CARD | MEMBERS, argument="go"),
    ),
)

PROPOSAL = PageRegions(
    door=partial(stream_door, members_only=True),
    say=announcements.proposal_words,
    numbered=True,
    has=proposal.has,
    regions=(
        CLAIMED,
        Region("r-card", "cards/_mat_card.html", proposal.mat, CARD, argument="mat"),
        Region("r-ballot", "cards/_mat_ballot.html", proposal.mat, BALLOT, argument="mat"),
        Region("r-mine", "cards/_mat_mine.html", proposal.mine, MINE, True, frozenset({"VoteCast"}), "mine"),
        Region("r-talk", "cards/_mat_talk.html", proposal.talk, CARD | {"RemarkMade"}, argument="talk"),
        Region("r-say", "cards/_mat_say.html", proposal.talk, CARD, argument="talk"),
        Region("r-wordings", "cards/_wordings.html", proposal.wordings, CARD),
    ),
)

DRAWER = PageRegions(
    door=partial(stream_door, members_only=True),
    regions=(CLAIMED, Region("r-cards", "cards/_drawer_cards.html", proposal.drawer_cards, CARD, argument="cards")),
)


DECK = PageRegions(
    door=freshness.watching_door,
    regions=(
        Region("r-edition", "cards/_edition.html", freshness.edition_mark, freshness.FOR_MEMBERS, argument="edition"),
    ),
    visible={"public": freshness.FOR_READERS},
)


def register() -> None:
    """Called once, when the apps are ready."""
    PAGES.update(workshop=WORKSHOP, proposal=PROPOSAL, drawer=DRAWER, deck=DECK)
