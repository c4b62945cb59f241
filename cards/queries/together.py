"""Drawing together: what waits for a proposal's writer, where another may draw, and the page they draw on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.urls import reverse

from cards.face.doodle import LINE_HEIGHT, PAD_HEIGHT, TALLEST, doodle_svg, svg_address
from cards.face.drawn import Art, DrawnFace, draw_face
from cards.face.face import Face, Stroke
from cards.forms.doodle import written_doodle
from cards.queries.asking import ask_at
from cards.queries.deck_view import DeckView
from cards.queries.faces import read_faces
from cards.queries.hands import hands
from cards.queries.mat import mat as mat_of_workshop
from cards.queries.mat import telling
from cards.queries.proposal import mat as mat_of_its_page
from cards.queries.proposal import number_of
from cards.rules import limits
from cards.rules.sight import ProposalSight
from cards.rules.together import drawn_card, may_be_drawn_on, taken_face, with_strokes
from cards.storage.sketches import NOTHING as NO_SKETCH
from cards.storage.sketches import Sketched, sketches_on
from cards.values.mat import Ghost, Mat
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from studio.people.seal import Seal
from studio.web.words import say


@dataclass(frozen=True, slots=True)
class SuggestedDrawing:
    """What `name` drew, on the card as it reads now. Its writer has the two addresses."""

    member: int
    name: str
    seal: Seal
    face: DrawnFace
    take_address: str = ""
    leave_address: str = ""


@dataclass(frozen=True, slots=True)
class Together:
    """One member's part in it. `add_address` is where they draw, "" where they may not; `words` is what waits."""

    number: int = 0
    suggested: tuple[SuggestedDrawing, ...] = ()
    add_address: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class DrawingSheet:
    """The page: the card with what is drawn already (`under`, an address of an SVG, "" for nothing), and what may be
    added. `doodle` is what was drawn so far, in its writing `version`, which is told at `sketch_address`."""

    number: int
    wording: int
    writer: str
    face: DrawnFace
    under: str
    lines: int
    strokes_left: int
    numbers_left: int
    address: str
    back: str
    sketch_address: str
    pocket_address: str
    version: int = 0
    doodle: str = ""
    wrong: str = ""


NOTHING = Together()


def on_the_mat(view: DeckView) -> Together:
    """One member's part in what lies on the mat. Two statements at most, as for the others."""
    return _together(view, view.deck.on_the_mat)


def on_its_page(view: DeckView) -> Together:
    return _together(view, view.deck.proposals.get(number_of(view)))


def _together(view: DeckView, proposal: ProposalSight | None) -> Together:
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


def _suggested(view: DeckView, proposal: ProposalSight) -> tuple[SuggestedDrawing, ...]:
    """What others drew, on the card as it reads now."""
    wanted = {name for one in proposal.suggestions for name in (one.on, one.face)}
    faces = dict(view.faces_of(proposal.wording.changes))
    if wanted:
        faces |= {digest: read.face for digest, read in read_faces(wanted).items()}
    lying = []
    for one in proposal.suggestions:
        face = taken_face(proposal, one.by, faces)
        assert face is not None
        seal = view.seal_of(one.by)
        take = leave = ""
        if proposal.by == view.member_id:
            take, leave = (
                ask_at(view.row.slug, verb, proposal=proposal.number, member=one.by)
                for verb in ("take-strokes", "leave-strokes")
            )
        lying.append(SuggestedDrawing(one.by, seal.name, seal, _drawn(view, face), take, leave))
    return tuple(lying)


def _drawn(view: DeckView, face: Face) -> DrawnFace:
    return draw_face(face, frame="hand", language=view.row.language, lexicon=view.lexicon)


def mat_drawn_on(view: DeckView) -> Mat:
    """What lies on the mat, and what others draw on it just now. Two statements more where it may be drawn on."""
    return _drawn_on(view, mat_of_workshop(view), view.deck.on_the_mat)


def page_drawn_on(view: DeckView) -> Mat:
    return _drawn_on(view, mat_of_its_page(view), view.deck.proposals.get(number_of(view)))


def _drawn_on(view: DeckView, mat: Mat, proposal: ProposalSight | None) -> Mat:
    if mat.card is None or proposal is None or proposal.overtaken:
        return mat
    current = drawn_card(proposal.wording.changes)
    card = view.faces_of(proposal.wording.changes)[current] if current is not None else None
    if card is None or not may_be_drawn_on(card) or card != telling(view, proposal).face:
        return mat  # of a package another card may lie on top
    drawn = tuple(_strokes_over(view, proposal))
    lying = mat.card.face if card.doodle or not drawn else _with_room(view, proposal, drawn[0][1])
    if lying.picture is None:  # its words leave no room for a drawing
        return mat
    ghosts = tuple(
        Ghost(member, seal.name, seal, _alone(lying, card, strokes), is_drawing)
        for member, strokes, is_drawing in drawn
        for seal in (view.seal_of(member),)
    )
    return replace(mat, card=replace(mat.card, face=lying, ghosts=ghosts))


def _with_room(view: DeckView, proposal: ProposalSight, strokes: tuple[Stroke, ...]) -> DrawnFace:
    """The card on the mat, which has no drawing of its own, with bare paper where these strokes would be."""
    said = telling(view, proposal)
    lying = replace(said, face=with_strokes(said.face, strokes)).drawn(hands(view, proposal.wording.by, said.face))
    return lying if lying.picture is None else replace(lying, picture=Art("doodle"))


def _strokes_over(view: DeckView, proposal: ProposalSight) -> Iterator[tuple[int, tuple[Stroke, ...], bool]]:
    """Whose, which, and whether they are drawn just now: what waits for the writer first."""
    wanted = {name for one in proposal.suggestions for name in (one.on, one.face)}
    faces = {digest: read.face for digest, read in read_faces(wanted).items()} if wanted else {}
    for one in proposal.suggestions:
        yield one.by, faces[one.face].doodle[len(faces[one.on].doodle) :], False
    others = set(view.deck.members) - {proposal.by, *(one.by for one in proposal.suggestions)}
    for sketch in sketches_on(view.row.pk, proposal.number, others):
        if sketch.strokes:
            yield sketch.member, sketch.strokes, True


def _alone(drawn: DrawnFace, card: Face, strokes: tuple[Stroke, ...]) -> DrawnFace:
    """These strokes where the card as it is drawn has its picture."""
    return replace(drawn, picture=Art("doodle", strokes=strokes, high=card.art_lines, over=card.doodle))


def own_sketch(view: DeckView, number: int) -> Sketched:
    """What this member draws on it. One statement."""
    assert view.member_id is not None
    return next(iter(sketches_on(view.row.pk, number, [view.member_id])), NO_SKETCH)


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
    lines, begun = _lines(face), own_sketch(view, number)
    svg = doodle_svg(face.doodle, lines=lines)
    slug = view.row.slug
    return DrawingSheet(
        number,
        proposal.wording.number,
        view.name_of(proposal.by),
        _drawn(view, face),
        svg_address(svg) if face.doodle else "",
        lines,
        limits.STROKES_MAX - len(face.doodle),
        limits.DOODLE_NUMBERS_MAX - sum(len(stroke.points) + len(stroke.pressure) for stroke in face.doodle),
        ask_at(slug, "suggest-strokes", proposal=number),
        judged_at(view, number),
        reverse("sketch", args=[slug, number]),
        reverse("unfinished", args=[slug]),
        begun.version,
        doodle or written_doodle(begun.strokes),
        wrong,
    )


def judged_at(view: DeckView, number: int) -> str:
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
