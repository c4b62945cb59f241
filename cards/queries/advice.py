"""What a writer is told beside the preview: the printer's word about room, and a friend's about words."""

from __future__ import annotations

from cards import models as rows
from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.face.letters import notice, undrawable_of
from cards.face.lexicon import Lexicon
from cards.face.text import parse, to_plain
from cards.printing.shared import installed_fonts
from cards.queries.faces import lexicon_of, read_faces, words_of
from cards.rules.advice import Known, Thought, advise
from cards.rules.deck import Ref
from cards.values.composer import MendLine, ThoughtLine
from studio.kernel.messages import message
from studio.web.words import say

ADVICE_FIT = 4  # a text step from which on it is small
ASIDE_SEEN = 200  # of what was set aside, the latest
COMING_SEEN = 60  # of what is proposed just now, the latest
CONTINUES = message("It goes on over {parts} cards when it is printed. Shorter is easier to play.")
SMALL = message("It fits, in small type. Shorter is easier to read across a table.")


def advice_on(deck_id: int, face: Face, *, is_rule: bool, own: Ref | None, is_new: bool) -> tuple[ThoughtLine, ...]:
    """What a printer and a friend would mention; `own` is the article that is reworded. Never a wall.

    Seven statements at most, none for a blank card. Only what `is_new` is held against what was set aside.
    """
    if not (face.title or face.text):
        return ()
    goal, language, kit = rows.Deck.objects.values_list("goal", "language", "kit").get(pk=deck_id)
    lexicon = lexicon_of(kit)
    drawn = draw_face(face, is_rule=is_rule, lexicon=lexicon)
    room = CONTINUES.given(parts=drawn.parts) if drawn.parts > 1 else SMALL if drawn.fit >= ADVICE_FIT else None
    boxes = notice(undrawable_of(face, installed_fonts.coverage()))
    return (
        *(_line(Thought(words)) for words in (boxes, room) if words is not None),
        *map(_line, advise(face, _known(deck_id, own, is_new, goal, language, lexicon), is_rule=is_rule)),
    )


def _line(thought: Thought) -> ThoughtLine:
    mend = thought.mend
    words = say(thought.words)
    return ThoughtLine(words, words, MendLine(say(mend.words), mend.was, mend.becomes) if mend else None)


def _known(deck_id: int, own: Ref | None, is_new: bool, goal: str, language: str, lexicon: Lexicon) -> Known:
    articles = rows.Article.objects.filter(deck_id=deck_id, in_force=True)
    listed = articles.values_list("kind", "number", "face_id")
    lying = [(kind, face) for kind, number, face in listed if own is None or (kind, number) != (own.kind, own.number)]
    aside = _faces_in(deck_id, ("aside",), ASIDE_SEEN) if is_new else ()
    coming = _faces_in(deck_id, ("queued", "open"), COMING_SEEN)
    faces = read_faces([*(face for _, face in lying), *aside, *coming])
    rules = (faces[face].face for kind, face in lying if kind == "rule")
    cards = [faces[face] for kind, face in lying if kind == "card"]
    return Known(
        titles=tuple(faces[face].title for _, face in lying),
        rules=(
            *(f"{rule.title} {to_plain(parse(rule.text, lexicon))}" for rule in rules),
            *(f"{kind.name} {kind.meaning}" for kind in lexicon.kinds if kind.meaning),
        ),
        aside=tuple(faces[face].title for face in aside),
        coming=tuple(faces[face].title for face in coming),
        types=tuple(card.face.type_line for card in cards),
        texts=tuple(words_of(card, lexicon)[0] for card in cards),
        goal=goal,
        lexicon=lexicon,
        is_english=language.partition("-")[0].casefold() in ("", "en"),
        is_growing=is_new,
    )


def _faces_in(deck_id: int, states: tuple[str, ...], many: int) -> tuple[str, ...]:
    """The faces of new cards whose proposals are in these states, the latest first. One statement."""
    found = rows.Wording.objects.filter(proposal__deck_id=deck_id, proposal__state__in=states).order_by("-at", "-pk")
    written = (changes[0] for changes in found.values_list("changes", flat=True)[:many] if changes)
    return tuple(change["face"] for change in written if change.get("is") == "Create")
