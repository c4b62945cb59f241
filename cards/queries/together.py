"""Drawing together: what waits for a proposal's writer, where another may draw, and the page they draw on."""

from __future__ import annotations

from django.urls import reverse

from cards.face.doodle import LINE_HEIGHT, PAD_HEIGHT, TALLEST, doodle_svg, svg_address
from cards.face.drawn import DrawnFace, draw_face
from cards.face.face import Face
from cards.queries.deck_view import DeckView
from cards.queries.faces import read_faces
from cards.queries.proposal import number_of
from cards.rules import limits
from cards.rules.commands import TakeStrokes
from cards.rules.deck import Proposal
from cards.rules.together import drawn_card, may_be_drawn_on, taken_face
from cards.values.together import DrawingSheet, SuggestedDrawing, Together
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from studio.web.words import say

NOTHING = Together()


def on_the_mat(view: DeckView) -> Together:
    """One member's part in what lies on the mat. Two statements at most, as for the others."""
    return _together(view, view.deck.on_the_mat)


def on_its_page(view: DeckView) -> Together:
    return _together(view, view.deck.proposals.get(number_of(view)))


def _together(view: DeckView, proposal: Proposal | None) -> Together:
    if proposal is None or proposal.overtaken or view.member_id is None:
        return NOTHING
    current = drawn_card(proposal.wording.changes)
    if current is None or not may_be_drawn_on(view.faces_of(proposal.wording.changes)[current]):
        return NOTHING
    if proposal.by == view.member_id:
        return Together(proposal.number, _suggested(view, proposal))
    lying = _suggested(view, proposal)
    if proposal.suggestion_of(view.member_id) is not None:
        waits = message("What you drew lies before {who}, to take or leave.", who=view.name_of(proposal.by))
        return Together(proposal.number, lying, words=say(waits))
    if len(proposal.suggestions) >= limits.SUGGESTIONS_MAX:
        others = message("Others have drawn on it: the writer looks at that first.")
        return Together(proposal.number, lying, words=say(others))
    return Together(proposal.number, lying, add_address=reverse("drawing", args=[view.row.slug, proposal.number]))


def _suggested(view: DeckView, proposal: Proposal) -> tuple[SuggestedDrawing, ...]:
    """What others drew, on the card as it reads now."""
    wanted = {name for one in proposal.suggestions for name in (one.on, one.face)}
    faces = dict(view.faces_of(proposal.wording.changes))
    if wanted:
        faces |= {digest: read.face for digest, read in read_faces(wanted).items()}
    lying = []
    for one in proposal.suggestions:
        face = taken_face(view.deck, TakeStrokes(proposal.by, proposal.number, one.by), faces)
        assert face is not None
        seal = view.seal_of(one.by)
        take = leave = ""
        if proposal.by == view.member_id:
            args = [view.row.slug, proposal.number, one.by]
            take, leave = reverse("take-strokes", args=args), reverse("leave-strokes", args=args)
        lying.append(SuggestedDrawing(one.by, seal.name, seal, _drawn(view, face), take, leave))
    return tuple(lying)


def _drawn(view: DeckView, face: Face) -> DrawnFace:
    return draw_face(face, frame="hand", language=view.row.language, lexicon=view.lexicon)


def drawing_sheet(view: DeckView, number: int, doodle: str = "", wrong: str = "") -> DrawingSheet:
    """The page on which one draws. Raises Refused where there is nothing to draw on for them."""
    proposal = view.deck.proposals.get(number)
    if proposal is None:
        raise Refused("proposal.closed", proposal=number)
    current = drawn_card(proposal.wording.changes)
    if proposal.by == view.member_id:
        raise Refused("suggestion.own")
    if current is None or proposal.overtaken:
        raise Refused("suggestion.no_drawing")
    face = view.faces_of(proposal.wording.changes)[current]
    if not may_be_drawn_on(face):
        raise Refused("suggestion.no_drawing")
    lines = _lines(face)
    svg = doodle_svg(face.doodle, lines=lines)
    return DrawingSheet(
        number,
        proposal.wording.number,
        view.name_of(proposal.by),
        _drawn(view, face),
        svg_address(svg) if face.doodle else "",
        lines,
        limits.STROKES_MAX - len(face.doodle),
        limits.DOODLE_NUMBERS_MAX - sum(len(stroke.points) + len(stroke.pressure) for stroke in face.doodle),
        reverse("drawing", args=[view.row.slug, number]),
        way_back(view, number),
        doodle,
        wrong,
    )


def way_back(view: DeckView, number: int) -> str:
    """Where it is judged: on the mat of the workshop, or on its own page."""
    lying = view.deck.on_the_mat
    if lying is not None and lying.number == number:
        return reverse("workshop", args=[view.row.slug])
    return reverse("proposal", args=[view.row.slug, number])


def _lines(face: Face) -> int:
    """How high the paper is in whole lines: as asked for, and as far down as it is drawn on."""
    lowest = max((min(y, TALLEST) for stroke in face.doodle for y in stroke.points[1::2]), default=0)
    asked = face.art_lines if face.art_lines > 0 else PAD_HEIGHT // LINE_HEIGHT
    return max(asked, -(-lowest // LINE_HEIGHT))
