"""A proposal in words and as a card: what it is about, what is asked, how it ended. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from cards.face.drawn import DrawnFace, draw_face
from cards.face.face import Face, kind_of
from cards.face.language import tag
from cards.rules.decision import DecisionRule
from cards.rules.deck import (
    Amend,
    Article,
    Change,
    Create,
    DeleteDeck,
    Recount,
    Ref,
    Repeal,
    Reside,
    Restore,
    SetKit,
    SetLicence,
    SetVisibility,
)
from cards.rules.effects import effect_words
from cards.rules.kit import Kit
from cards.rules.kit_words import diff_lines, effects_diff, kit_diff
from cards.rules.word_diff import FieldChange, face_diff
from cards.values.workshop import ChangeKind

_SHOWN_TO = {
    "private": ("Behind our own door", "to keep the deck private"),
    "unlisted": ("For whoever has the link", "to show the deck to whoever has the link"),
    "public": ("Out in the open", "to show the deck to everybody"),
}
_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_QUESTIONS: dict[str, str] = {
    "create": "Does it go in?",
    "amend": "Does it change?",
    "repeal": "Does it go out?",
    "restore": "Does it come back?",
    "recount": "Is that the number?",
}
_STAMPS = {"repeal": "Out?", "restore": "Back?"}
KIT_LINES = 6  # changes of a kit that are written on its card; all of them stand beside it
_NOBODY: Mapping[int, str] = MappingProxyType({})
ABOUT_THE_DECK = "The deck"  # the type line of what is proposed about the deck itself
_NO_KIT: Mapping[str, Kit] = MappingProxyType({})
_GONE = Face(title="Withdrawn", text="*The words on this card were taken down.*")


@dataclass(frozen=True, slots=True)
class Told:
    """A proposal told: `tail` follows a name ("proposes a Thing"), `short` stands alone in a list.

    `kit` is what a kit would change, part by part; `names` are the members', for rules that name some;
    `written` are the faces that are new.
    """

    change: ChangeKind
    kind: str
    title: str
    tail: str
    question: str
    stamp: str
    face: Face
    is_rule: bool
    ref: Ref | None = None
    is_printed: bool = False
    before: Face | None = None
    also: tuple[str, ...] = ()
    kit: tuple[FieldChange, ...] = ()
    names: Mapping[int, str] = field(default_factory=lambda: _NOBODY)
    language: str = ""
    written: tuple[Face, ...] = ()

    @property
    def proof(self) -> tuple[FieldChange, ...]:
        """What an amendment changes, word by word; of a kit, part by part."""
        if self.change != "amend" or self.before is None:
            return self.kit
        return (
            *face_diff(self.before, self.face, self.language),
            *effects_diff(self.before.effects, self.face.effects, self.names),
            *self.kit,
        )

    @property
    def effects(self) -> tuple[str, ...]:
        """What a Special Rule does to the table, in words."""
        return tuple(effect_words(effect, self.names) for effect in self.face.effects)

    def drawn(self, writer: str) -> DrawnFace:
        """As it lies on the mat: in the hand of whoever wrote it, or as it is printed already."""
        if self.is_printed:
            return self.printed(self.ref.number if self.ref else None, "")
        return draw_face(self.face, is_rule=self.is_rule, frame="hand", slug_line=writer, language=self.words_language)

    def printed(self, number: int | None, slug_line: str) -> DrawnFace:
        return draw_face(
            self.face, is_rule=self.is_rule, number=number, slug_line=slug_line, language=self.words_language
        )

    @property
    def title_language(self) -> str:
        """For `lang` where the title stands alone; empty where it is the site's own words."""
        return tag(self.words_language)

    @property
    def words_language(self) -> str:
        """The deck's, on its cards; what is written on a card about the deck is the site's own words."""
        return "" if self.face.type_line == ABOUT_THE_DECK else self.language


def told(
    changes: tuple[Change, ...], faces: Mapping[str, Face], articles: Mapping[Ref, Article],
    kits: Mapping[str, Kit] = _NO_KIT, names: Mapping[int, str] = _NOBODY, language: str = "",
) -> Told:  # fmt: skip
    """The first change, and of a package what else it holds."""
    every = [replace(_told(change, faces, articles, kits), names=names, language=language) for change in changes]
    first = every[0]
    if len(changes) == 1:
        return first
    others = tuple(said.tail for said in every[1:])
    kit = tuple(part for said in every for part in said.kit)
    count = number_words(len(changes))
    return Told(
        "package", first.kind, first.title, f"{count} changes at once", "Do we agree?", "", first.face, first.is_rule,
        first.ref, first.is_printed, first.before, others, kit, names, language,
        tuple(face for said in every for face in said.written),
    )  # fmt: skip


def _told(change: Change, faces: Mapping[str, Face], articles: Mapping[Ref, Article], kits: Mapping[str, Kit]) -> Told:
    match change:
        case Create(kind=sort, face=digest, copies=copies):
            face, is_rule = faces.get(digest, _GONE), sort == "rule"
            kind = kind_of(face, is_rule=is_rule)
            tail = kind_words(face, is_rule) + (f", {copies} copies" if copies > 1 else "")
            question = _QUESTIONS["create"]
            return Told("create", kind, face.title, tail, question, "", face, is_rule, written=(face,))
        case Amend(article=ref, on=on, face=digest):
            face, before = faces.get(digest, _GONE), faces.get(on, _GONE)
            said = _about("amend", ref, face, f"to reword {before.title}", before=before)
            return replace(said, written=(face,))
        case Repeal(article=ref, on=on):
            face = faces.get(on, _GONE)
            return _about("repeal", ref, face, f"to take {face.title} out", is_printed=True)
        case Restore(article=ref, on=on):
            face = faces.get(on, _GONE)
            return _about("restore", ref, face, f"to bring {face.title} back", is_printed=True)
        case Recount(article=ref, on=on, copies=copies):
            face = faces.get(on, _GONE)
            was = articles[ref].copies if ref in articles else 0
            words = f"{copies_words(copies)} of {face.title}" + (f" instead of {number_words(was)}" if was else "")
            return _about("recount", ref, face, words, is_printed=True)
        case Reside(article=ref, on=on, side=side):
            face = faces.get(on, _GONE)
            return _about("deck", ref, face, f"{face.title} on the side {side or 'of all'}", is_printed=True)
        case SetVisibility(to=to):
            return _deck_wide(*_SHOWN_TO[to])
        case SetLicence(to=to):
            return _deck_wide(to or "No licence", f"the licence {to or 'none'}")
        case SetKit(kit=kit, was=was):
            return _another_kit(kits.get(was), kit)
        case DeleteDeck():
            return _deck_wide("The bin", "to throw the whole deck away")


def _about(
    change: ChangeKind, ref: Ref, face: Face, tail: str, *, is_printed: bool = False, before: Face | None = None
) -> Told:
    is_rule = ref.kind == "rule"
    question = _QUESTIONS.get(change, "Do we agree?")
    return Told(
        change, kind_of(face, is_rule=is_rule), face.title, tail, question, _STAMPS.get(change, ""), face, is_rule,
        ref, is_printed, before,
    )  # fmt: skip


def _deck_wide(title: str, tail: str) -> Told:
    face = Face(title=title, type_line=ABOUT_THE_DECK, text=f"Somebody proposes {tail}.")
    return Told("deck", "other", title, tail, "Do we agree?", "", face, False)


def _another_kit(was: Kit | None, kit: Kit) -> Told:
    """What it changes is written on its card, as far as there is room. `was` is None when nobody knows it any more."""
    said = _deck_wide("What lies on the table", "another kit for the table")
    if was is None:
        return said
    changes = kit_diff(was, kit)
    lines = [f"- {_unmarked(line)}" for line in diff_lines(changes)]
    more = len(lines) - KIT_LINES
    text = "\n".join([*lines[:KIT_LINES], *([f"- and {number_words(more)} more"] if more > 0 else [])])
    return replace(said, face=replace(said.face, text=text), kit=changes)


def _unmarked(line: str) -> str:
    """Names in a kit are letters, not markup."""
    return re.sub(r"([*{\\])", r"\\\1", line)


def kind_words(face: Face, is_rule: bool) -> str:
    """ "a Thing", "an Action", "a Special Rule", "a Blessing", "a card"."""
    match kind_of(face, is_rule=is_rule):
        case "rule":
            return "a Special Rule"
        case "thing":
            return "a Thing"
        case "action":
            return "an Action"
        case _:
            word = face.kind_word or "card"
            return f"{'an' if word[:1].lower() in 'aeiou' else 'a'} {word}"


def number_words(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def copies_words(copies: int) -> str:
    return "one copy" if copies == 1 else f"{number_words(copies)} copies"


def rule_words(rule: DecisionRule, decider: str, is_everybody: bool) -> str:
    """How this ballot is decided, in a sentence (C9)."""
    match rule.by:
        case "consent":
            said = "It goes in unless somebody objects in time."
        case "majority":
            said = "More than half must be in favour."
        case "two_thirds":
            said = "Two thirds must be in favour."
        case "decider":
            said = f"{decider} decides."
        case "veto":
            said = f"One no stops it. {price_words(rule)}".rstrip()
        case _:
            said = "Everyone must be in favour. A no sets it aside, with your reason."
    return f"{said} Every member is asked." if is_everybody else said


def price_words(rule: DecisionRule) -> str:
    """ "A no costs a card."; "" where a no is free."""
    return f"A no costs {rule.cost}." if rule.by == "veto" and rule.cost else ""


WHY_ASIDE = {
    "against": "",
    "not_everyone_spoke": "Not everyone spoke in time.",
    "nobody_left": "Nobody was left to judge it.",
    "overtaken": "Another change came first, and whoever wrote this has gone.",
}


def accepted_words(said: Told, number: int | None, deck_title: str) -> str:
    """What follows the title when it is in: "is card 60 of Allotment Wars."."""
    what = f"Special Rule {number}" if said.is_rule else f"card {number}"
    match said.change:
        case "create" if number is not None:
            return f"is {what} of {deck_title}." + (" It holds from now on." if said.is_rule else "")
        case "amend":
            return "reads like this from now on."
        case "repeal":
            return f"is out of {deck_title}."
        case "restore":
            return f"is back in {deck_title}."
        case "recount":
            return "is in the deck in that number now."
        case _:
            return "is agreed, with all that came with it." if said.also else "is agreed."
