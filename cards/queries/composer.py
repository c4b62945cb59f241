"""The blank card as a page shows it: empty, prefilled to be changed, or a plain question (repeal, copies)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from django.http import Http404
from django.urls import reverse

from cards import models as rows
from cards.face.drawn import DrawnFace, draw_face
from cards.face.face import AS_IT_FITS, Face, Stroke, kind_of
from cards.face.fit import Fit, Words, words_left
from cards.face.text import parse
from cards.forms.face import DRAWING, LIMITS, ComposerInput, fields_of
from cards.forms.picture import FIELDS as PICTURE_FIELDS
from cards.pictures import limits as picture_limits
from cards.queries import deck_view, lexicon_choices, proofs
from cards.queries.advice import advice_on, electorate, room_known
from cards.queries.deck_view import DeckView, reasons_of
from cards.queries.effect_sheet import effect_sheet
from cards.queries.settled import article_by, last_words, voices, worded
from cards.rules import limits
from cards.rules.colour_words import colour_words
from cards.rules.deck import Amend, Article, Create, Ref
from cards.rules.room_advice import advice_on_picture
from cards.storage.store import changes_of
from cards.values.composer import ComposerField, ComposerSheet, ThoughtLine
from cards.values.effects import EffectSheet
from cards.values.mat import Proof, Reason
from studio.kernel.inputs import whole_number
from studio.kernel.messages import Message, counted, message, number_word
from studio.people.unfinished import PLACE_MAX
from studio.web.words import say

Mode = Literal["create", "amend", "reword"]

KINDS = (
    ("thing", message("Thing", context="kind"), message("Stays on the table in front of you.")),
    ("action", message("Action", context="kind"), message("Happens once, then goes on the discard pile.")),
    ("rule", message("Special Rule", context="kind"), message("Holds for everyone, always. Never in the draw pile.")),
    ("other", message("Another", context="kind"), message("A kind of your own: its word stands on the card.")),
)
COLOURS = (
    ("", message("Its kind’s own")),
    ("#1f2a4a", message("Blue-black", context="ink")),
    ("#2c62a8", message("Blue", context="ink")),
    ("#b02a4c", message("Red", context="ink")),
    ("#8a6208", message("Brass", context="ink")),
    ("#3c6b4c", message("Green", context="ink")),
    ("#6a3f7d", message("Plum", context="ink")),
    ("#4a4c52", message("Slate", context="ink")),
)


@dataclass(frozen=True, slots=True)
class Subject:
    """What is being written: a new card, an article reworded, a card out of the drawer, one's own card worded anew.

    `meanwhile` says that the vote on what one was rewording is over, so that the words go on as something else; then
    `takes_up` is the context in which they were begun.
    """

    mode: Mode
    context: str
    heading: Message
    hidden: tuple[tuple[str, str], ...] = ()
    base: Face | None = None
    before: Face | None = None
    is_rule: bool | None = None
    copies: int = 1
    side: str = ""
    sort: str = "room"
    grounds: str = ""
    article: Article | None = None
    meanwhile: Message | None = None
    takes_up: str = ""


REWORD = message("Reword {title}")
ROOM = message("Room for about {number} more words at this size")
SMALLER = message("Full at this size: the next words make it smaller")
LAST_LINE = message("Full: the next words go onto a second card")
SLIT = message("The drawing is a slit beside so many words: write fewer, or give it a height")
CROWDED_OUT = message("No room for the drawing beside so many words: write fewer, or give it a height")
ROOM_LEAST, ROOM_EXACT = 3, 20  # words: fewer are none, more are told in fives
SMALLEST = 5  # the last text step
OPEN = ("queued", "open")  # states of a proposal that can still be reworded
BLANK = Subject("create", "new", message("Your blank card"))


def subject_of(view: DeckView, asked: Mapping[str, str]) -> Subject:
    """From the address, or from the form's hidden fields. Http404 for what is not there. A few statements."""
    if number := asked.get("reword"):
        return _rewording(view, number)
    if number := asked.get("adjust"):
        return _adjusting(view, number)
    if asked.get("article") and asked.get("change", "amend") == "amend":
        return _gone_on_with(_amending(view, article_of(view, asked["article"])), asked.get("begun", ""))
    if asked.get("like"):
        return _another_like(view, article_of(view, asked["like"]))
    return BLANK


def begun(typed: Mapping[str, str]) -> Subject:
    """A card begun on the front page, to go on with."""
    return replace(BLANK, base=_begun(typed), is_rule=typed.get("card_kind") == "rule")


def begun_face(typed: Mapping[str, str]) -> DrawnFace:
    """The same as it was written."""
    return draw_face(_begun(typed), is_rule=typed.get("card_kind") == "rule", frame="hand")


def _begun(typed: Mapping[str, str]) -> Face:
    kind = typed.get("card_kind", "")
    return Face(
        title=limits.clean_line(typed.get("card_title", ""))[: limits.TITLE_MAX],
        type_line="" if kind == "rule" else "Action" if kind == "action" else "Thing",
        text=limits.clean_text(typed.get("card_text", "")).strip()[: limits.TEXT_MAX],
    )


def article_of(view: DeckView, name: str) -> Article:
    """ "card-5" or "rule-2", in force or not."""
    kind, _, number = name.partition("-")
    article = view.deck.articles.get(Ref(kind, whole_number(number) or 0))  # type: ignore[arg-type]
    if article is None:
        raise Http404
    return article


def _amending(view: DeckView, article: Article) -> Subject:
    before = view.faces_of([Amend(article.ref, article.face, article.face)])[article.face]
    name = f"{article.ref.kind}-{article.ref.number}"
    return Subject(
        "amend", f"amend.{name}.{article.face[:12]}", REWORD.given(title=before.title),
        (("article", name), ("change", "amend"), ("on", article.face)), before, before, article.ref.kind == "rule",
        article.copies, article=article,
    )  # fmt: skip


def _gone_on_with(subject: Subject, place: str) -> Subject:
    """What was begun on former words of the same card goes on, on those that stand now."""
    was, now = place.split("."), subject.context.split(".")
    if len(was) != len(now) or was[:2] != now[:2] or was == now or len(place) > PLACE_MAX:
        return subject
    return replace(subject, takes_up=place)


def _another_like(view: DeckView, article: Article) -> Subject:
    """A new card that begins as another stands; everything of it may be changed."""
    face = view.faces_of([Amend(article.ref, article.face, article.face)])[article.face]
    name = f"{article.ref.kind}-{article.ref.number}"
    return Subject(
        "create", f"like.{name}", message("Another like {title}", title=face.title), (("like", name),), face,
        is_rule=article.ref.kind == "rule", copies=article.copies, side=article.side,
    )  # fmt: skip


def proposal_row(view: DeckView, number: str) -> rows.Proposal:
    """By its number as it was sent. Http404 for none."""
    row = rows.Proposal.objects.filter(deck_id=view.row.pk, number=whole_number(number) or 0).first()
    if row is None:
        raise Http404
    return row


def is_written(deck_id: int, number: int) -> bool:
    """Whether a proposal asks for words of its writer's, which can be written on."""
    row = rows.Proposal.objects.filter(deck_id=deck_id, number=number).first()
    return row is not None and deck_view.is_written(changes_of(row))


def _rewording(view: DeckView, number: str) -> Subject:
    row = proposal_row(view, number)
    if row.state not in OPEN:
        return _settled_meanwhile(view, row)
    if row.by_id != view.member_id:
        raise Http404
    hidden = (("reword", str(row.number)), ("wording", str(row.wording)))
    return _of_changes(view, row, "reword", _rewording_of(row), REWORD, hidden)


def _settled_meanwhile(view: DeckView, row: rows.Proposal) -> Subject:
    """Whoever was rewording goes on: with the card that is in, or the one out of the drawer."""
    change = changes_of(row)[0]
    if len(changes_of(row)) > 1:
        return BLANK
    context = _rewording_of(row)
    if row.state == "accepted":
        ref = change.article if isinstance(change, Amend) else article_by(view.row.pk, row.number)
        article = view.deck.articles.get(ref) if ref is not None else None
        if article is None or not isinstance(change, Create | Amend):
            return BLANK
        went_on = _amending(view, article)
        return replace(
            went_on, meanwhile=message("It is in meanwhile. What you write here rewords it."), takes_up=context
        )
    if not isinstance(change, Create | Amend):
        return BLANK
    meanwhile = message("It was set aside meanwhile. What you write here asks again.")
    if row.state == "withdrawn":
        meanwhile = message("It was taken back meanwhile. What you write here asks again.")
    return replace(_adjusting(view, str(row.number)), meanwhile=meanwhile, takes_up=context)


def _rewording_of(row: rows.Proposal) -> str:
    """Names the draft of a rewording in the browser's store."""
    return f"reword.{row.number}.{row.wording}"


def _adjusting(view: DeckView, number: str) -> Subject:
    row = proposal_row(view, number)
    if row.state not in ("aside", "withdrawn"):
        raise Http404
    if (went_on := _adjusted_by_another(view, row)) is not None:
        return went_on
    hidden = (("adjust", str(row.number)),)
    return _of_changes(view, row, "create", f"adjust.{row.number}", message("Adjust {title}"), hidden)


def _adjusted_by_another(view: DeckView, row: rows.Proposal) -> Subject | None:
    """What was set aside was adjusted and is in meanwhile: whoever adjusts it too rewords the card that stands now."""
    found = rows.Proposal.objects.filter(deck_id=view.row.pk, source=row.number, state="accepted")
    number = found.order_by("-number").values_list("number", flat=True).first()
    ref = article_by(view.row.pk, number) if number is not None else None
    article = view.deck.articles.get(ref) if ref is not None else None
    if article is None or not article.in_force:
        return None
    words = message("Somebody adjusted it meanwhile, and it is in. What you write here rewords it.")
    return replace(_amending(view, article), meanwhile=words, takes_up=f"adjust.{row.number}")


def overtaken(view: DeckView, subject: Subject, asked: Mapping[str, str]) -> Subject:
    """The same, with `meanwhile` where the words that `asked` was begun on are no longer those that stand."""
    hidden = dict(subject.hidden)
    stale = [name for name in ("on", "wording") if asked.get(name) and hidden.get(name, asked[name]) != asked[name]]
    if subject.meanwhile is not None or not stale:
        return subject
    return replace(
        subject, meanwhile=message("It was reworded meanwhile. What you write here rewords it as it stands now.")
    )


def _of_changes(
    view: DeckView, row: rows.Proposal, mode: Mode, context: str, heading: Message, hidden: tuple[tuple[str, str], ...]
) -> Subject:
    """What a proposal asks for, to be written anew. What has no words to adjust is asked again as it is."""
    change = changes_of(row)[0]
    if not isinstance(change, Create | Amend) or not deck_view.is_written(changes_of(row)):
        raise Http404
    faces = view.faces_of([change])
    base = faces[change.face]
    article, before = None, None
    is_rule = change.kind == "rule" if isinstance(change, Create) else change.article.kind == "rule"
    copies, side = (change.copies, change.side) if isinstance(change, Create) else (1, "")
    if isinstance(change, Amend):
        article = view.deck.articles.get(change.article)
        if article is None:
            raise Http404
        before = faces.get(article.face)
        hidden = (*hidden, ("on", article.face))
    return Subject(
        mode, context, heading.given(title=base.title), hidden, base, before, is_rule, copies, side, row.sort,
        _own_grounds(view, row), article,
    )  # fmt: skip


def _own_grounds(view: DeckView, row: rows.Proposal) -> str:
    """What one has said for it oneself: the words of another are not put into one's mouth."""
    return worded.one(row.pk, row.wording).grounds if row.by_id == view.member_id else ""


def sheet_of(view: DeckView, subject: Subject, written: ComposerInput | None = None, wrong: str = "") -> ComposerSheet:
    """The composer: as typed when something was typed, else as the subject stands."""
    slug = view.row.slug
    base = subject.base or Face(title="")
    is_rule = bool(subject.is_rule)
    kind = written.kind if written else kind_of(base, is_rule=is_rule) if subject.base else "thing"
    typed = (
        dict(written.typed)
        if written
        else {
            **fields_of(base, is_rule=is_rule),
            "copies": str(subject.copies),
            "side": subject.side,
            "grounds": subject.grounds,
        }
    )
    complaints = dict(written.wrong) if written else {}
    fields = {
        name: ComposerField(name, name, typed.get(name, ""), limit, complaints.get(name, ""))
        for name, limit in LIMITS.items()
    }
    fields["traits"] = ComposerField(
        "traits", "traits", typed["traits"], LIMITS["traits"], complaints.get("type_line", "")
    )
    # said beside several inputs, or beside one that has no limit of its own
    for name in ("corner", "colour", *PICTURE_FIELDS):
        fields[name] = ComposerField(name, name, typed.get(name, ""), LIMITS.get(name, 0), complaints.get(name, ""))
    fields[DRAWING] = ComposerField(
        DRAWING, DRAWING, typed.get(DRAWING, ""), limits.STROKES_MAX, complaints.get(DRAWING, "")
    )
    is_settled = subject.article is not None
    face = written.face if written else base
    hand = hand_face(view, face, is_rule=kind == "rule")
    because, reasons = _said_against(view, subject)
    return ComposerSheet(
        mode=subject.mode,
        context=subject.context,
        heading=say(subject.heading),
        address=reverse("write", args=[slug]),
        preview_address=reverse("preview", args=[slug]),
        unfinished_address=reverse("unfinished", args=[slug]),
        pictures_address=reverse("pictures", args=[slug]),
        then=reverse("workshop", args=[slug]),
        kind=kind,
        fields=fields,
        hand=hand,
        room=room_said(view, face, hand),
        hidden=subject.hidden,
        wrong=wrong or (say(subject.meanwhile) if subject.meanwhile else ""),
        takes_up=subject.takes_up,
        because=because,
        reasons=reasons,
        preview=preview_face(view, face, is_rule=kind == "rule"),
        proof=preview_proof(view, subject, face) if face.title else (),
        picture_notes=picture_notes(face),
        thoughts=advice_for(view, subject, face, is_rule=kind == "rule"),
        symbols=lexicon_choices.STARTER,
        known=room_known(view),
        trait_words=lexicon_choices.traits_in_use(view),
        own_kinds=lexicon_choices.kinds_of(view.lexicon),
        corners=lexicon_choices.corners_of(view.lexicon),
        colours=colours_with(fields["colour"].value),
        kinds=() if is_settled and is_rule else _kinds(with_rule=not is_settled),
        sides=() if is_settled else sides_of(view),
        has_copies=not is_settled,
        has_sort=subject.mode != "reword",
        sort=written.sort if written else subject.sort,
        copies_limit=limits.COPIES_MAX,
        rule_text_limit=limits.RULE_TEXT_MAX,
        doodle_numbers_limit=limits.DOODLE_NUMBERS_MAX,
        picture_bytes_limit=picture_limits.BYTES_MAX,
        picture_side_kept=limits.PICTURE_SIDE_MAX,
        crop_least=limits.CROP_MIN,
        effects=_effects(view, typed, complaints) if is_rule or not is_settled else None,
    )


def _said_against(view: DeckView, subject: Subject) -> tuple[str, tuple[Reason, ...]]:
    """What was said with a no against what is adjusted or reworded. Four statements at most, none for a new card."""
    hidden = dict(subject.hidden)
    if number := hidden.get("adjust"):
        row = proposal_row(view, number)
        said = voices(view, row, last_words(view, row)[1])[1]
        because = message("It was set aside because") if row.state == "aside" else message("What was said about it")
        return say(because), said
    proposal = view.deck.proposals.get(int(hidden.get("reword", "0")))
    return say(message("What was said about it")), reasons_of(view, proposal) if proposal is not None else ()


def _effects(view: DeckView, typed: Mapping[str, str], wrong: Mapping[str, str]) -> EffectSheet:
    """What a rule may change at the table; members are named by their names. One statement."""
    return effect_sheet(typed, wrong, electorate(view, COLOURS))


def colours_with(own: str) -> tuple[tuple[str, str], ...]:
    """The inks, and the card's own colour where it is none of them."""
    own_too = () if own in dict(COLOURS) else ((own, message("As it is, {colour}", colour=colour_words(own))),)
    return tuple((colour, say(words)) for colour, words in (*COLOURS, *own_too))


def _kinds(*, with_rule: bool) -> tuple[tuple[str, str, str], ...]:
    return tuple((kind, say(words), say(line)) for kind, words, line in KINDS if with_rule or kind != "rule")


def preview_proof(view: DeckView, subject: Subject, face: Face) -> tuple[Proof, ...]:
    """What is being changed in the words that stand; nothing for a new card."""
    if subject.before is None:
        return ()
    return proofs.of_fields(subject.before, face, view.row.language, view.lexicon)


def preview_face(view: DeckView, face: Face, *, is_rule: bool) -> DrawnFace | None:
    """As it will print; None while there is nothing to print. One statement."""
    if not (face.title or face.text or face.doodle):
        return None
    return draw_face(face, is_rule=is_rule, language=view.row.language, lexicon=view.lexicon)


def without_strokes(drawn: DrawnFace | None) -> DrawnFace | None:
    """The same with bare paper where one draws: whoever sent the strokes has them, and draws them in."""
    if drawn is None or drawn.picture is None or drawn.picture.kind != "doodle":
        return drawn
    return replace(drawn, picture=replace(drawn.picture, strokes=()))


def hand_face(view: DeckView, face: Face, *, is_rule: bool) -> DrawnFace:
    """As it is written: how large its type is while one writes. What is not there yet has its place already."""
    if not (face.doodle or face.picture) and face.art_lines:
        face = replace(face, doodle=_A_DOT, art_lines=_ROOM if face.art_lines == AS_IT_FITS else face.art_lines)
    face = replace(face, flavour=face.flavour or "x", stat=face.stat or "0/0", cost=face.cost or "0")
    return draw_face(face, is_rule=is_rule, frame="hand", language=view.row.language, lexicon=view.lexicon)


_ROOM = 4  # lines that an empty pad has
_A_DOT = (Stroke("pen", "#000000", (0, 0)),)


def picture_notes(face: Face) -> tuple[str, ...]:
    """What is said beside the picture: that it prints soft, that nothing tells of it to those who do not see it."""
    return tuple(say(words) for words in advice_on_picture(face))


def room_said(view: DeckView, face: Face, hand: DrawnFace) -> str:
    """How much room there is for words at the size they have; nothing of a card that is blank."""
    if not (face.title or face.text):
        return ""
    if hand.parts > 1:
        return say(counted("It goes on over {count} card.", "It goes on over {count} cards.", hand.parts))
    if face.doodle and face.art_lines == AS_IT_FITS and hand.rows < 2:
        return say(SLIT if hand.rows else CROWDED_OUT)
    words = Words(parse(face.text, view.lexicon), parse(face.flavour, view.lexicon), has_plates=_has_plates(hand))
    left = words_left(words, Fit(hand.fit, hand.rows, True, hand.flavour_step))
    if left < ROOM_LEAST:
        return say(SMALLER if hand.fit < SMALLEST else LAST_LINE)
    left = left if left < ROOM_EXACT else left // 5 * 5
    return say(ROOM.given(number=number_word(left)))


def _has_plates(hand: DrawnFace) -> bool:
    return hand.value is not None or hand.stat is not None


def has_gone_in(view: DeckView, face: Face) -> bool:
    """Whether this very card is in force, or its writer has put it to the table: nothing of it is left to write."""
    digest = face.digest
    mine = (one for one in view.deck.proposals.values() if one.by == view.member_id)
    put = {change.face for one in mine for change in one.wording.changes if isinstance(change, Create | Amend)}
    return digest in put or any(one.in_force and one.face == digest for one in view.deck.articles.values())


def advice_for(view: DeckView, subject: Subject, face: Face, *, is_rule: bool) -> tuple[ThoughtLine, ...]:
    """What is said beside the preview; see `advising`. Seven statements at most."""
    own = subject.article.ref if subject.article else None
    is_new = subject.mode == "create" and not subject.hidden
    return advice_on(view.row.pk, face, is_rule=is_rule, own=own, is_new=is_new)


def sides_of(view: DeckView) -> tuple[tuple[str, str], ...]:
    """What may be chosen as the side of a card; nothing in a deck without sides (V2)."""
    sides = view.deck.kit.sides
    return (("", say(message("Everybody’s"))), *((side, side) for side in sides)) if sides else ()
