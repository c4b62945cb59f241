"""The drawn face: everything a card shows, decided once, for screen and paper alike.

    draw_face(face, is_rule=False, frame="press", number=7, foot_line="Allotment Wars · 3")

gives the value that `templates/cards/_face.html` writes. A text that is too long for one card even at
the smallest step goes on: `more` holds the other cards, and the type lines say "(1 of 2)" or "(1/2)". What has no
room in its own place (a title of forty words, a type line, a corner value) is put into the text, so
nothing written is ever left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from cards.face.colour import readable, written_on
from cards.face.corners import Corner, corner_label, corners_of, foot_line_edges
from cards.face.doodle import doodle_svg, svg_address
from cards.face.face import AS_IT_FITS, Face, Kind, Stroke, kind_of, traits_of
from cards.face.fit import Fit, Words
from cards.face.guessing import language_of
from cards.face.kinds import colour_of, is_colour, mark_of, own_colour
from cards.face.language import hyphenated, parted, tag, whole
from cards.face.lexicon import PLAIN, CornerName, DeckKind, Lexicon
from cards.face.measures import Frame, Size
from cards.face.ornament import FINE_LINE, LINE, LINE_INK, ornament
from cards.face.parting import TextPart, divide
from cards.face.picture import Picture
from cards.face.terms import Term, reminders, terms_of
from cards.face.text import (
    Direction,
    Markup,
    Paragraph,
    Run,
    clean_line,
    direction,
    parse,
    to_html,
    to_plain,
    without_key_frames,
)
from cards.face.title_fit import is_title_parted, shortened, title_step
from cards.face.type_line import FittedTypeLine, type_line, type_line_of_several
from studio.speed.lately import weighed

ART = "/static/art/"
KEPT = 16_000_000  # bytes of cards as they are laid out: two thousand and more
A_STROKE = (Stroke("pen", "#000000", (0, 0)),)  # that there is a drawing, whatever it is


@dataclass(frozen=True, slots=True)
class Art:
    """What stands between type line and text: an ornament as SVG, a drawing as its strokes, or a picture. An ornament
    has no `alt`: it says nothing.

    A drawing is drawn when it is looked at: how a card is laid out does not depend on its strokes, and whoever asks for
    that alone does not wait for the fullest drawing there can be. It is `high` ruled lines, or AS_IT_FITS; what lies
    `over` another is drawn as large as that one.
    """

    kind: Literal["doodle", "ornament", "picture"]
    ornament: str = ""
    alt: str = ""
    picture: Picture | None = None
    strokes: tuple[Stroke, ...] = ()
    high: int = AS_IT_FITS
    is_black: bool = False
    over: tuple[Stroke, ...] = ()

    @property
    def svg(self) -> str:
        """The drawing itself; of a picture nothing."""
        if self.kind != "doodle":
            return self.ornament
        return doodle_svg(self.strokes, lines=self.high, is_black=self.is_black, over=self.over)

    @property
    def view(self) -> str:
        """What of a picture is shown, as a `viewBox`; empty for a drawing."""
        return " ".join(f"{length:g}" for length in self.picture.box) if self.picture else ""

    @property
    def src(self) -> str:
        """Where it is: a data URI of what is drawn, the address of a picture."""
        if self.picture:
            return self.picture.address
        return svg_address(self.svg)


@dataclass(frozen=True, slots=True)
class DrawnFace:
    """One card as it is drawn. All text is plain (escaped by the template) but `Markup`, which is safe.

    `number` is "7" or "§ 2", empty when it has none yet and on paper; `foot_line` is the line at the foot.
    `language` is the deck's, as `lang` wants it; empty when it is not known.
    `mark` is where the drawing of its kind's own mark is; `terms` are the keywords it uses, explained.
    `bleed` is how far what touches the edge is drawn past it, in 1/100 mm; None where nothing is cut: on the screen.
    `part` of `parts`: a long text goes on over several cards; `more` are the others (on the first only). `count` says
    so in the type line, "(1 of 2)"; where that has no room the title does.
    """

    frame: Frame
    kind: Kind
    size: Size
    fit: int
    rows: int
    title_step: int
    type_step: int
    title: str
    title_dir: Direction
    type_word: str
    traits: str
    type_dir: Direction
    text: Markup
    flavour: Markup
    plain: str
    cost: Corner | None = None
    gain: Corner | None = None
    value: Corner | None = None
    stat: Corner | None = None
    picture: Art | None = None
    number: str = ""
    foot_line: str = ""
    style: str = ""
    part: int = 1
    parts: int = 1
    count: str = ""
    fits: bool = True
    flavour_step: int = 1
    language: str = ""
    mark: str = ""
    terms: tuple[Term, ...] = ()
    more: tuple[DrawnFace, ...] = ()
    bleed: int | None = None

    @property
    def is_clear(self) -> bool:
        """Whether it keeps its ink off the edge: it is cut out of a sheet, and nothing is drawn past the cut."""
        return self.bleed == 0

    @property
    def classes(self) -> str:
        """The class names of the article."""
        return "cf" + (" has-cost" if self.cost else "") + (" has-gain" if self.gain else "")

    @property
    def is_ruled(self) -> bool:
        """Whether the ruled lines of an index card are drawn."""
        return self.frame == "hand"


def draw_face(
    face: Face,
    *,
    is_rule: bool = False,
    frame: Frame = "press",
    size: Size = "poker",
    number: int | str | None = None,
    foot_line: str = "",
    art: str = ART,
    least: int = 0,
    language: str = "",
    lexicon: Lexicon = PLAIN,
    bleed: int | None = None,
) -> DrawnFace:
    """The first card of a face, with the others in `more`. Pure, and remembered.

    `number` is the article's; a Special Rule's is shown as "§ 2". `art` is where the drawings of symbols
    are. `least` asks for a smaller text step, beyond 5 for fewer lines (used when a page engine disagrees,
    as it may with letters that are not in our own fonts). `language` is the deck's, or nothing: then the card's is
    guessed. Its long words may be parted.
    `lexicon` is what the deck's words and marks mean where the face stands: in a version, that version's.
    `bleed` is for what is cut out of paper, see DrawnFace; words stand where they stand without it.
    """
    drawn = _drawn(face, is_rule, frame, size, art, least, tag(language), lexicon)
    if bleed is not None:
        drawn = replace(_bled(drawn, bleed), more=tuple(_bled(card, bleed) for card in drawn.more))
    shown = "" if number is None or number == "" else f"§ {number}" if is_rule else str(number)
    parts = (clean_line(foot_line), clean_line(face.credit)) if foot_line else ()
    foot_line = " · ".join(part for part in parts if part)
    if not shown and not foot_line:
        return drawn
    more = tuple(replace(card, number=shown, foot_line=foot_line) for card in drawn.more)
    return replace(drawn, number=shown, foot_line=foot_line, more=more)


def _bled(card: DrawnFace, bleed: int) -> DrawnFace:
    styles = [style for style in (card.style, f"--cf-b:{bleed / 100:g}mm" if bleed else "") if style]
    return replace(card, bleed=bleed, style=";".join(styles))


def _drawn(
    face: Face, is_rule: bool, frame: Frame, size: Size, art: str, least: int, language: str, lexicon: Lexicon
) -> DrawnFace:
    """Laid out, from memory where its words are known; what is remembered holds nobody's strokes."""
    bare = replace(face, doodle=A_STROKE) if face.doodle else face
    drawn = _draw(bare, is_rule, frame, size, art, least, language, lexicon)
    return _inked(drawn, face.doodle) if face.doodle else drawn


def _inked(card: DrawnFace, strokes: tuple[Stroke, ...]) -> DrawnFace:
    """The same with its drawing, and so the cards it goes on over."""
    more = tuple(_inked(one, strokes) for one in card.more)
    art = card.picture
    return replace(card, more=more, picture=replace(art, strokes=strokes) if art and art.kind == "doodle" else art)


@weighed(KEPT)
def _draw(
    face: Face, is_rule: bool, frame: Frame, size: Size, art: str, least: int, language: str, lexicon: Lexicon
) -> DrawnFace:
    kind = kind_of(face, is_rule=is_rule)
    language = language_of(face, language)
    own_kind = lexicon.kind(face.kind_word) if kind == "other" else None
    is_saver = frame == "saver"
    corners, long_corners = corners_of(face, frame, size, art, lexicon)
    title = without_key_frames(clean_line(face.title))
    sides = (("cost" in corners) and frame in ("hand", "classic"), "gain" in corners)
    step, has_room = title_step(title, frame, size, *sides)
    line = type_line(face, is_rule, frame, size)
    head = () if has_room else (Paragraph((Run(title, bold=True),)),)
    corner_words = tuple(
        Paragraph((Run(f"{corner_label(name, lexicon)}: ", bold=True), *inlines)) for name, inlines in long_corners
    )
    text, flavour = parse(face.text, lexicon), parse(face.flavour, lexicon)
    words = Words(
        text=hyphenated((*corner_words, *text, *reminders(face.text, lexicon)), language),
        flavour=hyphenated(tuple(Paragraph(block.inlines) for block in flavour), language),
        has_drawing=has_art(face),
        art_lines=face.art_lines,
        has_plates="stat" in corners or "value" in corners,
        spare=4.0 * max(0, least - 5),
    )

    def laid(line: FittedTypeLine) -> tuple[TextPart, ...]:
        in_text = (Paragraph((Run(line.in_text, italic=True),)),) if line.in_text else ()
        whole = replace(words, text=(*hyphenated((*head, *in_text), language), *words.text))
        return divide(whole, frame, size, least=min(least, 5))

    parts = laid(line)
    if len(parts) > 1:
        alone, widest = line, 9 if len(parts) < 9 else 99  # a digit more where the line's own words make cards more
        counts = (_counted(widest, widest, language, is_short=is_short) for is_short in (False, True))
        line = type_line_of_several(face, is_rule, frame, size, sides, *counts)
        parts = parts if line.in_text == alone.in_text else laid(line)
    shown = DrawnFace(
        frame=frame,
        kind=kind,
        size=size,
        fit=0,
        rows=0,
        title_step=step,
        type_step=line.step,
        title=title if has_room else shortened(title, frame, size, *sides),
        title_dir=direction(title),
        type_word=line.word,
        traits=line.traits,
        type_dir=direction(line.word + line.traits),
        text=Markup(),
        flavour=Markup(),
        plain="",
        cost=corners.get("cost"),
        gain=corners.get("gain"),
        style=_style(face, frame, size, corners, lexicon, own_kind),
        fits=len(parts) == 1,
        language=language,
        mark=mark_of(face, frame, own_kind, art),
        terms=terms_of(face, lexicon),
    )
    colour = own_colour(face, own_kind)
    cards = tuple(
        _card(shown, face, line, part, index, len(parts), corners, sides, art, is_saver, colour)
        for index, part in enumerate(parts)
    )
    return replace(cards[0], more=cards[1:])


def _card(
    shown: DrawnFace,
    face: Face,
    line: FittedTypeLine,
    part: TextPart,
    index: int,
    parts: int,
    corners: dict[CornerName, Corner],
    sides: tuple[bool, bool],
    art: str,
    is_saver: bool,
    colour: str,
) -> DrawnFace:
    """One of the cards of a face: its share of the text, which of them it is, its picture."""
    picture = _picture(face, shown.kind, part.fit, shown.frame, colour)
    drawn = replace(
        shown,
        fit=part.fit.step,
        flavour_step=part.fit.flavour,
        rows=part.fit.rows,
        text=to_html(part.text, art=art, outlined=is_saver),
        flavour=to_html(part.flavour, art=art, outlined=is_saver),
        plain=whole(to_plain((*part.text, *part.flavour))),
        value=corners.get("value"),
        stat=corners.get("stat"),
        picture=picture,
        part=index + 1,
        parts=parts,
    )
    if parts == 1:
        return _with_parted_title(drawn, sides)
    count = _counted(index + 1, parts, shown.language, is_short=line.count == "short")
    if line.count != "title":
        return _with_parted_title(replace(drawn, count=count), sides)
    titled = f"{shown.title} {count}"
    step, _ = title_step(titled, shown.frame, shown.size, *sides)
    return _with_parted_title(replace(drawn, title=titled, title_step=step), sides)


def _with_parted_title(drawn: DrawnFace, sides: tuple[bool, bool]) -> DrawnFace:
    """A word of the title that goes on no line is parted as its language parts it."""
    title = parted(drawn.title, drawn.language)
    is_set = title != drawn.title and is_title_parted(drawn.title, title, drawn.frame, drawn.size, *sides)
    return replace(drawn, title=title) if is_set else drawn


def _counted(part: int, parts: int, language: str, *, is_short: bool = False) -> str:
    """In English "(1 of 2)"; short, and in any other language, in the way that all of them read."""
    is_english = language.casefold().partition("-")[0] in ("", "en")
    return f"({part}\u00a0of\u00a0{parts})" if is_english and not is_short else f"({part}/{parts})"


def _picture(face: Face, kind: Kind, fit: Fit, frame: Frame, colour: str) -> Art | None:
    """The picture, else the drawing, else the ornament: in `colour` if any, and in outlines but for the press."""
    if not fit.rows:
        return None
    if has_art(face) and face.picture:
        return Art("picture", alt=clean_line(face.art_words) or "Picture", picture=face.picture)
    if has_art(face):
        alt = clean_line(face.art_words) or "Doodle"
        return Art("doodle", alt=alt, high=face.art_lines, is_black=frame == "saver")
    ink = LINE_INK if frame == "saver" else readable(colour) if is_colour(colour) else ""
    line = {"press": 0.0, "saver": FINE_LINE}.get(frame, LINE)
    return Art(
        "ornament", ornament(clean_line(face.title), kind, fit.rows, ink=ink, kin=_kin(face, kind), line=line), ""
    )


def _kin(face: Face, kind: Kind) -> str:
    """What decides the tint and the shapes of an ornament: the first trait, or the word of a kind of the deck's own."""
    traits = traits_of(face.type_line)
    word = f"{face.kind_word} — {traits[0]}" if traits else face.kind_word
    return clean_line(word) if traits or kind == "other" else ""


def has_art(face: Face) -> bool:
    """Whether the card shows a picture or a drawing; of 0 lines it is kept, and an ornament grows."""
    return bool(face.doodle or face.picture) and face.art_lines != 0


def _style(
    face: Face, frame: Frame, size: Size, corners: dict[CornerName, Corner], lexicon: Lexicon, kind: DeckKind | None
) -> str:
    """The card's own colour, and how far the line at the foot keeps from the corner values."""
    parts: list[str] = []
    if colour := colour_of(face, frame, kind):
        parts.append(f"--cf-fill:{colour};--cf-kind:{readable(colour)};--cf-on-kind:{written_on(colour)}")
    parts += foot_line_edges(face, frame, size, corners, lexicon)
    return ";".join(parts)
