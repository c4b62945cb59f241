"""What a writer is told beside the preview: the printer's word about room, a friend's about words, and what an open
composer must know of the room, whatever changes while one writes."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b

from cards import models as rows
from cards.face.face import Face
from cards.face.letters import notice, undrawable_of
from cards.face.lexicon import Lexicon
from cards.face.text import parse, to_plain
from cards.forms.kit_fields import Choices
from cards.printing.shared import installed_fonts
from cards.queries import lexicon_choices
from cards.queries.deck_view import DeckView
from cards.queries.effect_sheet import Electorate, all_must, members_of_rule, ways_in_numbers
from cards.queries.faces import lexicon_of, read_for_page, words_of
from cards.rules.advice import advise
from cards.rules.deck import Ref
from cards.rules.room_advice import on_room
from cards.rules.thoughts import Aside, Known, Thought
from cards.rules.title_advice import REASONS_MAX, alike_aside
from cards.rules.ways import next_card_words
from cards.storage.ballot_rows import said_against
from cards.values.composer import MendLine, RoomKnown, ThoughtLine
from studio.web.words import say, say_slot

ASIDE_SEEN = 200  # of what was set aside, the latest
COMING_SEEN = 60  # of what is proposed just now, the latest


def advice_on(deck_id: int, face: Face, *, is_rule: bool, own: Ref | None, is_new: bool) -> tuple[ThoughtLine, ...]:
    """What a printer and a friend would mention; `own` is the article that is reworded. Never a wall.

    Eight statements at most, none for a blank card. Only what `is_new` is held against what was set aside.
    """
    if not (face.title or face.text):
        return ()
    goal, language, kit = rows.Deck.objects.values_list("goal", "language", "kit").get(pk=deck_id)
    lexicon = lexicon_of(kit)
    boxes = notice(undrawable_of(face, installed_fonts.coverage()))
    known = _known(deck_id, face, own, is_new, goal, language, lexicon)
    return (
        *((_line(Thought("print.letters", boxes)),) if boxes is not None else ()),
        *map(_line, on_room(face, is_rule=is_rule, lexicon=lexicon)),
        *map(_line, advise(face, known, is_rule=is_rule)),
    )


def _line(thought: Thought) -> ThoughtLine:
    mend = thought.mend
    return ThoughtLine(
        name=f"{thought.code} {thought.span}".strip(),
        words=say(thought.words),
        span=thought.span if thought.part == "text" else "",
        mend=MendLine(say(mend.words), mend.was, mend.becomes) if mend else None,
    )


def _known(
    deck_id: int, face: Face, own: Ref | None, is_new: bool, goal: str, language: str, lexicon: Lexicon
) -> Known:
    articles = rows.Article.objects.filter(deck_id=deck_id, in_force=True)
    listed = articles.values_list("kind", "number", "face_id")
    lying = [(kind, one) for kind, number, one in listed if own is None or (kind, number) != (own.kind, own.number)]
    aside = _written_in(deck_id, ("aside",), ASIDE_SEEN) if is_new else ()
    coming = _written_in(deck_id, ("queued", "open"), COMING_SEEN)
    faces = read_for_page([*(one for _, one in lying), *(one for _, one in (*aside, *coming))], most=0)
    rules = (faces[one].face for kind, one in lying if kind == "rule")
    cards = [faces[one] for kind, one in lying if kind == "card"]
    past = (Aside(faces[one].title, faces[one].face.text, wording=key) for key, one in aside)
    return Known(
        titles=tuple(faces[one].title for _, one in lying),
        rules=(
            *(f"{rule.title} {to_plain(parse(rule.text, lexicon))}" for rule in rules),
            *(f"{kind.name} {kind.meaning}" for kind in lexicon.kinds if kind.meaning),
        ),
        aside=_with_reasons(alike_aside(face, past)),
        coming=tuple(faces[one].title for _, one in coming),
        coming_types=tuple(faces[one].face.type_line for _, one in coming),
        types=tuple(card.face.type_line for card in cards),
        texts=tuple(words_of(card, lexicon)[0] for card in cards),
        marked=tuple(card.face.text for card in cards),
        goal=goal,
        lexicon=lexicon,
        is_english=language.partition("-")[0].casefold() in ("", "en"),
        is_growing=is_new,
    )


def _written_in(deck_id: int, states: tuple[str, ...], many: int) -> tuple[tuple[int, str], ...]:
    """New cards proposed and in these states, the latest first, as (key of the words, face). One statement."""
    found = rows.Wording.objects.filter(proposal__deck_id=deck_id, proposal__state__in=states).order_by("-at", "-pk")
    written = ((key, changes[0]) for key, changes in found.values_list("pk", "changes")[:many] if changes)
    return tuple((key, change["face"]) for key, change in written if change.get("is") == "Create")


def _with_reasons(past: Aside | None) -> tuple[Aside, ...]:
    """With what those said against it whose votes counted, as the drawer shows it. One statement, none for nothing."""
    if past is None:
        return ()
    return (replace(past, reasons=said_against(past.wording, REASONS_MAX)),)


_DIGEST = 6  # bytes


def room_known(view: DeckView) -> RoomKnown:
    """The same for all members. One statement."""
    words, group = view.lexicon, electorate(view)
    return RoomKnown(
        symbols=lexicon_choices.own_symbols_of(words),
        keywords=lexicon_choices.keywords_of(words),
        own_kinds=lexicon_choices.kinds_of(words),
        corners=lexicon_choices.corners_of(words),
        ways=tuple((way, say_slot(said)) for way, said in ways_in_numbers(group)),
        members=tuple((member, say_slot(name)) for member, name in members_of_rule(group)),
        way_note=say(next_card_words(group.now, group.size)),
        votes_note=all_must(group),
        stands=_stands(view),
    )


def electorate(view: DeckView, colours: Choices = ()) -> Electorate:
    """Whom a Special Rule is for: the active members, by their names."""
    members = {member: someone.name for member, someone in view.people.items() if someone.is_active}
    return Electorate(members, view.deck.decision_rule, colours)


def _stands(view: DeckView) -> str:
    """Names the state of all cards and questions."""
    articles = sorted((*_ref(ref), one.face, one.in_force) for ref, one in view.deck.articles.items())
    asked = sorted((number, one.wording.number) for number, one in view.deck.proposals.items())
    state = repr((articles, asked, view.deck.last_proposal))
    return blake2b(state.encode(), digest_size=_DIGEST).hexdigest()


def _ref(ref: Ref) -> tuple[str, int]:
    return ref.kind, ref.number
