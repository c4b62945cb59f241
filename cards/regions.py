"""The live parts of a deck's pages, as tables: workshop, one proposal, drawer, the deck. And what announcers say."""

from __future__ import annotations

from functools import partial

from cards.access import stream_door
from cards.queries import (
    advice,
    announcements,
    batch,
    freshness,
    gaps,
    mat,
    mine,
    proposal,
    settled,
    sweep,
    together,
    workshop,
)
from cards.queries.deck_view import DeckView
from cards.rules import events as e
from cards.storage.sketches import SKETCH
from cards.verbs.registry import touching
from cards.verbs.telling import Touches
from studio.kernel.schema import kinds
from studio.live.regions import PAGES, PRESENCE, PageRegions, Region
from studio.people.claims import CLAIMED
from studio.people.hints import DOOR
from studio.people.queries import AtTheDoor, at_the_door, waiting_at_door

EVERYWHERE = kinds(e.DetailsEdited, e.FaceWithdrawn)  # titles, addresses and withdrawn words show in all of them
MEMBERS = kinds(e.MemberJoined, e.MemberLeft, e.MemberMerged, e.MemberParted)
LYING = kinds(
    e.ProposalMade, e.ProposalReworded, e.ProposalWithdrawn, e.BallotOpened, e.ProposalAccepted, e.ProposalSetAside,
    e.ProposalOvertaken,
) | touching(Touches.LYING)  # fmt: skip
ARTICLES = kinds(e.ArticleAdded, e.ArticleAmended, e.ArticleRepealed, e.ArticleRestored, e.CopiesChanged, e.SideChanged)
VOICES = kinds(e.VoteCast, e.VoteTakenBack, e.GoingOnAgreed, e.ElectorExcused, e.ElectorLeft)
CARD = EVERYWHERE | LYING | ARTICLES
BALLOT = CARD | VOICES | MEMBERS | {PRESENCE}
MINE = CARD | MEMBERS | VOICES  # what one's own answer comes to depends on the others'
DRAWN = CARD | touching(Touches.DRAWN)
DRAWN_ON = DRAWN | MEMBERS | {SKETCH}
TALK = CARD | kinds(e.RemarkMade)
COUNTS = kinds(
    e.BatchBegun, e.BatchJoined, e.BatchCounted, e.BatchTimeGiven, e.BatchTurnedOver, e.BatchCalledOff, e.BatchSwept
)
LOOKS = kinds(e.BatchLookedAt, e.SweepGoingOnAgreed, e.SweeperExcused)
GAPS = touching(Touches.GAPS)
KNOWN = CARD | MEMBERS | kinds(e.KitChanged)  # a deck's words, its people, and what became of what one rewords
HANGING = kinds(e.ProposalMade, e.MemberLeft, e.MemberMerged)  # a card that is put to the table, or nobody's
LAID = EVERYWHERE | kinds(e.BatchBegun, e.BatchTurnedOver, e.BatchCalledOff, e.BatchSwept) | ARTICLES | MEMBERS


def door_of_group(view: DeckView) -> AtTheDoor:
    """Who waits at the door, as this member may answer it. Asked once a drawing, for all members."""
    there = view.drawing.once(waiting_at_door, view.row.group_id)
    return at_the_door(there, view.member_id, view.person_id)


# A table that opens, empties or is put away makes no entry here: it touches this room as somebody who comes does.
HELD = Region("r-held", "cards/_held.html", "held", workshop.held, frozenset({PRESENCE}))

PRESENT = Region(
    "r-presence", "cards/_presence.html", "presence", workshop.presence_strip,
    CARD | MEMBERS | kinds(e.ElectorExcused, e.ElectorLeft) | {PRESENCE}, is_translated=True,
)  # fmt: skip

WORKSHOP = PageRegions(
    door=partial(stream_door, members_only=True),
    view=DeckView,
    say=announcements.workshop_words,
    regions=(
        CLAIMED,
        Region("r-title", "cards/_title.html", "title", workshop.title, EVERYWHERE),
        PRESENT,
        Region("r-rail", "cards/_rail.html", "rail", workshop.rail, EVERYWHERE | ARTICLES | kinds(e.KitChanged)),
        Region("r-gaps", "cards/_gaps.html", "rail", gaps.gap_rail, CARD | MEMBERS | GAPS, True),
        Region("r-hung", "cards/_hung.html", "hung", gaps.hung_card, EVERYWHERE | GAPS | HANGING, True),
        Region("r-theme", "cards/_theme.html", "theme", workshop.theme, EVERYWHERE),
        Region("r-agreed", "cards/_agreed.html", "theme", workshop.agreed, CARD),
        Region(
            "r-readiness", "cards/_readiness.html", "readiness", workshop.readiness, EVERYWHERE | ARTICLES | MEMBERS
        ),
        HELD,
        Region("r-door", "cards/_door.html", "door", door_of_group, MEMBERS | {DOOR}, mine=True, of_person=True),
        Region("r-verdict", "cards/_verdict.html", "verdict", settled.verdict, CARD),
        Region("r-onside", "cards/_onside.html", "lying", workshop.lying, BALLOT),
        Region("r-beside", "cards/_beside.html", "beside", workshop.beside, BALLOT),
        Region("r-card", "cards/_mat_card.html", "mat", together.mat_drawn_on, DRAWN_ON),
        Region("r-change", "cards/_mat_change.html", "mat", mat.mat, CARD),
        Region("r-queue", "cards/_queue.html", "queue", mat.queue, CARD),
        Region("r-ballot", "cards/_mat_ballot.html", "mat", mat.mat, BALLOT),
        Region("r-mine", "cards/_mat_mine.html", "mine", mine.mine, MINE, True, of_person=True),
        Region("r-together", "cards/_together.html", "together", together.on_the_mat, DRAWN, mine=True),
        Region("r-talk", "cards/_mat_talk.html", "talk", mat.talk, TALK),
        Region("r-say", "cards/_mat_say.html", "talk", mat.talk, CARD),
        Region("r-asks", "cards/_asks.html", "asks", mat.asks, BALLOT),
        Region("r-drawer", "cards/_drawer.html", "drawer", settled.drawer, CARD),
        Region("r-go", "cards/_go.html", "go", mat.go_words, CARD | MEMBERS | {PRESENCE}),
        Region("r-known", "cards/_room_known.html", "known", advice.room_known, KNOWN),
        Region("r-offer", "cards/_batch_offer.html", "offer", batch.offer, CARD | COUNTS | MEMBERS),
    ),
)

BATCH = PageRegions(
    door=partial(stream_door, members_only=True),
    view=DeckView,
    say=announcements.workshop_words,
    is_hushed=True,
    regions=(
        CLAIMED,
        Region("r-title", "cards/_title.html", "title", batch.title, EVERYWHERE),
        PRESENT,
        Region("r-batch", "cards/_batch_side.html", "side", batch.side, EVERYWHERE | COUNTS | MEMBERS | {PRESENCE}),
        Region(
            "r-ask", "cards/_batch_ask.html", "ask", batch.ask, EVERYWHERE | COUNTS | MEMBERS, mine=True, of_person=True
        ),
        Region("r-sweep", "cards/_sweep.html", "sweep", sweep.sheet, LAID),
        Region(
            "r-marks",
            "cards/_sweep_marks.html",
            "marks",
            sweep.marks,
            LAID,
            mine=True,
            of_person=True,
            touched_by_own=LOOKS,
        ),
        Region("r-looks", "cards/_sweep_looks.html", "looks", sweep.looks, LAID | LOOKS | {PRESENCE}),
    ),
)

PROPOSAL = PageRegions(
    door=partial(stream_door, members_only=True),
    view=DeckView,
    say=announcements.proposal_words,
    numbered=True,
    has=proposal.has,
    regions=(
        CLAIMED,
        Region("r-card", "cards/_mat_card.html", "mat", together.page_drawn_on, DRAWN_ON),
        Region("r-change", "cards/_mat_change.html", "mat", proposal.mat, CARD),
        Region("r-ballot", "cards/_mat_ballot.html", "mat", proposal.mat, BALLOT),
        Region("r-mine", "cards/_mat_mine.html", "mine", proposal.mine, MINE, True, of_person=True),
        Region("r-together", "cards/_together.html", "together", together.on_its_page, DRAWN, mine=True),
        Region("r-talk", "cards/_mat_talk.html", "talk", proposal.talk, TALK),
        Region("r-say", "cards/_mat_say.html", "talk", proposal.talk, CARD),
        Region("r-wordings", "cards/_wordings.html", "wordings", proposal.wordings, CARD),
    ),
)

DRAWER = PageRegions(
    door=partial(stream_door, members_only=True),
    view=DeckView,
    regions=(CLAIMED, HELD, Region("r-cards", "cards/_drawer_cards.html", "cards", proposal.drawer_cards, CARD)),
)


DECK = PageRegions(
    door=freshness.watching_door,
    regions=(Region("r-edition", "cards/_edition.html", "edition", freshness.edition_mark, freshness.FOR_MEMBERS),),
    visible={"public": freshness.FOR_READERS},
)


def register() -> None:
    """Called once, when the apps are ready."""
    PAGES.update(workshop=WORKSHOP, batch=BATCH, proposal=PROPOSAL, drawer=DRAWER, deck=DECK)
