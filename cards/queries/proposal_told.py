"""A proposal in words and as a card: what it is about, what is asked, how it ended."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from django.utils.safestring import SafeString

from cards.face.back import DeckBack
from cards.face.drawn import DrawnFace, draw_face
from cards.face.face import Face, kind_of
from cards.face.guessing import language_of
from cards.face.lexicon import PLAIN, Lexicon, shared
from cards.queries import proofs
from cards.queries import proposal_sentences as sentences
from cards.queries.proposal_sentences import Case
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
from cards.rules.kit_words import KitAbout, PartChange, change_line, kit_about, kit_changes
from cards.storage.store import WITHDRAWN
from cards.values.mat import ChangeKind, Proof
from studio.kernel.messages import Message, message, number_word
from studio.web.language import ENGLISH
from studio.web.words import say, say_html_in, say_slot

KIT_LINES = 6  # changes of a kit that are written on its card; all of them stand beside it
_NOBODY: Mapping[int, str] = MappingProxyType({})
_NO_KIT: Mapping[str, Kit] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Told:
    """A proposal told. `also` is what a package holds besides its first change; `is_ours` says that title and face are
    the site's own words: what is proposed is about the deck itself.

    `kit` is what a kit would change, part by part; `names` are the members', for rules that name some;
    `written` are the faces that are new; `lexicon` is what its words mean once it is in;
    `about`: what of the deck a kit is about; `backs` are the old and the new one where it changes the back.
    """

    change: ChangeKind
    kind: str
    title: str
    case: Case
    face: Face
    is_rule: bool
    ref: Ref | None = None
    is_printed: bool = False
    before: Face | None = None
    also: tuple[str, ...] = ()
    kit: tuple[Proof, ...] = ()
    names: Mapping[int, str] = field(default_factory=lambda: _NOBODY)
    language: str = ""
    written: tuple[Face, ...] = ()
    is_ours: bool = False
    lexicon: Lexicon = PLAIN
    about: KitAbout = "table"
    backs: tuple[DeckBack, DeckBack] | None = None

    def proposes(self, who: str) -> str:
        """ "Ros proposes a Thing"."""
        return say(self.case.proposes.given(who=who))

    def proposes_html(self, who: str) -> SafeString:
        """The same as markup that says in which language a card's title is."""
        return say_html_in(self.case.proposes.given(who=who), self.title_language, "title")

    def proposed_html(self, who: str) -> SafeString:
        return say_html_in(self.case.proposed.given(who=who), self.title_language, "title")

    def proposed(self, who: str) -> str:
        return say(self.case.proposed.given(who=who))

    @property
    def alone(self) -> str:
        """ "a Thing, 3 copies"; "to take Frost out"."""
        return say(self.case.alone)

    @property
    def question(self) -> str:
        """What is asked on the ballot."""
        return say(sentences.QUESTIONS.get(self.change, sentences.AGREE))

    @property
    def stamp(self) -> str:
        """What is stamped on the card while it is asked about."""
        return say(sentences.STAMPS[self.change]) if self.change in sentences.STAMPS else ""

    @property
    def proof(self) -> tuple[Proof, ...]:
        """What an amendment changes, word by word; of a kit, part by part."""
        if self.change != "amend" or self.before is None:
            return self.kit
        return (*proofs.of_faces(self.before, self.face, self.language, self.lexicon, self.names), *self.kit)

    @property
    def effects(self) -> tuple[str, ...]:
        """What a Special Rule does to the table, in words."""
        return tuple(say(effect_words(effect, self.names)) for effect in self.face.effects)

    def drawn(self, writer: str) -> DrawnFace:
        """As it lies on the mat: in the hand of whoever wrote it, or as it is printed already."""
        if self.is_printed:
            return self.printed(self.ref.number if self.ref else None, "")
        return draw_face(
            self.face, is_rule=self.is_rule, frame="hand", foot_line=writer, language=self.words_language,
            lexicon=self.words_lexicon,
        )  # fmt: skip

    def printed(self, number: int | None, foot_line: str) -> DrawnFace:
        return draw_face(
            self.face, is_rule=self.is_rule, number=number, foot_line=foot_line, language=self.words_language,
            lexicon=self.words_lexicon,
        )  # fmt: skip

    @property
    def title_language(self) -> str:
        """For `lang` where the title stands alone; empty where it is the site's own words."""
        return self.words_language

    @property
    def words_language(self) -> str:
        """For `lang`: the deck's, or what their letters say, on its cards. What is written on a card about the deck is
        the site's own words, and so is what stands for words that were taken down."""
        if self.is_ours:
            return ""
        return ENGLISH if self.face is WITHDRAWN else language_of(self.face, self.language)

    @property
    def words_lexicon(self) -> Lexicon:
        """What is written on a card about the deck has its symbols and keywords drawn, and is of none of its kinds."""
        if not self.is_ours:
            return self.lexicon
        return shared(Lexicon(symbols=self.lexicon.symbols, keywords=self.lexicon.keywords))


def told(
    changes: tuple[Change, ...], faces: Mapping[str, Face], articles: Mapping[Ref, Article],
    kits: Mapping[str, Kit] = _NO_KIT, names: Mapping[int, str] = _NOBODY, language: str = "",
    lexicon: Lexicon = PLAIN,
) -> Told:  # fmt: skip
    """The first change, and of a package what else it holds. `lexicon` is the deck's, where none is proposed."""
    lexicon = next((change.kit.lexicon for change in changes if isinstance(change, SetKit)), lexicon)
    every = [
        replace(_told(change, faces, articles, kits), names=names, language=language, lexicon=lexicon)
        for change in changes
    ]
    first = every[0]
    if len(changes) == 1:
        return first
    return Told(
        "package", first.kind, first.title, sentences.PACKAGE.given(number=number_word(len(changes))), first.face,
        first.is_rule, first.ref, first.is_printed, first.before, tuple(said.alone for said in every[1:]),
        tuple(part for said in every for part in said.kit), names, language,
        tuple(face for said in every for face in said.written), first.is_ours, lexicon,
        first.about, next((said.backs for said in every if said.backs), None),
    )  # fmt: skip


def _told(change: Change, faces: Mapping[str, Face], articles: Mapping[Ref, Article], kits: Mapping[str, Kit]) -> Told:
    match change:
        case Create(kind=sort, face=digest, copies=copies, side=side):
            face, is_rule = _face(faces, digest), sort == "rule"
            case = sentences.create(copies, side).given(kind=kind_words(face, is_rule))
            return Told("create", kind_of(face, is_rule=is_rule), face.title, case, face, is_rule, written=(face,))
        case Amend(article=ref, on=on, face=digest):
            face, before = _face(faces, digest), _face(faces, on)
            said = _about("amend", ref, face, sentences.AMEND.given(title=before.title), before=before)
            return replace(said, written=(face,))
        case Repeal(article=ref, on=on):
            return _printed("repeal", ref, _face(faces, on), sentences.REPEAL)
        case Restore(article=ref, on=on):
            return _printed("restore", ref, _face(faces, on), sentences.RESTORE)
        case Recount(article=ref, on=on, copies=copies):
            was = articles[ref].copies if ref in articles else 0
            return _printed("recount", ref, _face(faces, on), sentences.recount(copies, was))
        case Reside(article=ref, on=on, side=side):
            return _printed(
                "deck", ref, _face(faces, on), sentences.SIDE.given(side=side) if side else sentences.NO_SIDE
            )
        case SetVisibility(to=to):
            title, case = sentences.SHOWN_TO[to]
            return _deck_wide(say(title), case)
        case SetLicence(to=to):
            return (
                _deck_wide(to, sentences.LICENCE.given(licence=to))
                if to
                else _deck_wide(say(_NONE), sentences.NO_LICENCE)
            )
        case SetKit(kit=kit, was=was):
            return _another_kit(kits.get(was), kit)
        case DeleteDeck():
            return _deck_wide(say(message("The bin")), sentences.DELETE)


_NONE = message("No licence")


def _face(faces: Mapping[str, Face], digest: str) -> Face:
    """The face, or one that says that its words were taken down."""
    return faces.get(digest, WITHDRAWN)


def _printed(change: ChangeKind, ref: Ref, face: Face, case: Case) -> Told:
    return _about(change, ref, face, case.given(title=face.title), is_printed=True)


def _about(
    change: ChangeKind, ref: Ref, face: Face, case: Case, *, is_printed: bool = False, before: Face | None = None
) -> Told:
    is_rule = ref.kind == "rule"
    return Told(change, kind_of(face, is_rule=is_rule), face.title, case, face, is_rule, ref, is_printed, before)


def _deck_wide(title: str, case: Case) -> Told:
    text = say(message("{sentence}.", sentence=case.proposes.given(who=message("Somebody"))))
    face = Face(title=title, type_line=say(message("The deck")), text=text)
    return Told("deck", "other", title, case, face, False, is_ours=True)


_KITS: dict[KitAbout, tuple[Message, Case]] = {
    "table": (message("How the table is laid"), sentences.KIT),
    "words": (message("What the words mean"), sentences.WORDS),
    "back": (message("The back of the cards"), sentences.BACK),
}


KIT_PAGES: dict[KitAbout, str] = {"table": "kit", "words": "words", "back": "back"}  # where each is proposed


def _another_kit(was: Kit | None, kit: Kit) -> Told:
    """What it changes is written on its card, as far as there is room. `was` is None when nobody knows it any more."""
    about = kit_about(was, kit) if was is not None else "table"
    title, case = _KITS[about]
    said = replace(_deck_wide(say(title), case), about=about)
    if was is None:
        return said
    if was.back != kit.back:
        said = replace(said, face=replace(said.face, doodle=kit.back.doodle), backs=(was.back, kit.back))
    lines = [f"- {_card_line(change)}" for change in kit_changes(was, kit)]
    more = len(lines) - KIT_LINES
    if more > 0:
        lines = [*lines[:KIT_LINES], f"- {say(message('and {number} more', number=number_word(more)))}"]
    return replace(said, face=replace(said.face, text="\n".join(lines)), kit=proofs.of_kit(was, kit))


def _card_line(change: PartChange) -> str:
    """As the card says it: a symbol is drawn before its name, and what a keyword means reads as the deck's own text."""
    told = replace(
        change,
        name=_unmarked(say_slot(change.name)),
        old=None if change.old is None else _unmarked(say_slot(change.old)),
        new=None if change.new is None else _unmarked(say_slot(change.new)),
    )
    if change.now is None:
        return say(change_line(told))
    if change.now.marked:
        told = replace(told, new=change.now.marked)
    return f"{change.now.token} {say(change_line(told))}".lstrip()


def _unmarked(words: str) -> str:
    """Names in a kit are letters, not markup."""
    return re.sub(r"([*{\\])", r"\\\1", words)


def kind_words(face: Face, is_rule: bool) -> Message:
    """ "a Thing", "an Action", "a Special Rule", "a Blessing", "a card"."""
    match kind_of(face, is_rule=is_rule):
        case "rule":
            return message("a Special Rule")
        case "thing":
            return message("a Thing")
        case "action":
            return message("an Action")
        case _ if not face.kind_word:
            return message("a card")
        case _ if face.kind_word[:1].lower() in "aeiou":
            return message("an {kind}", kind=face.kind_word)
        case _:
            return message("a {kind}", kind=face.kind_word)


WHY_ASIDE = {
    "not_everyone_spoke": message("Not everyone spoke in time."),
    "nobody_left": message("Nobody was left to judge it."),
    "overtaken": message("Another change came first, and whoever wrote this has gone."),
}


_IN = {"repeal": message("It’s out."), "restore": message("It’s back.")}
# Of what is there, a no says what it leaves.
_ASIDE = {
    "repeal": message("Not taken out."),
    "restore": message("Not brought back."),
    "amend": message("Not reworded."),
    "recount": message("As many as before."),
}


def how_it_ended(change: ChangeKind, is_in: bool) -> Message:
    """The heading of a verdict: "It’s in.", "Not taken out."."""
    return _IN.get(change, message("It’s in.")) if is_in else _ASIDE.get(change, message("Not this time."))


_STAMPED_IN = {"repeal": message("Out", context="stamp"), "restore": message("Back", context="stamp")}
_STAMPED_ASIDE = {
    "repeal": message("Stays", context="stamp"),
    "restore": message("Stays out", context="stamp"),
    "amend": message("Unchanged", context="stamp"),
    "recount": message("Unchanged", context="stamp"),
}


def stamped(change: ChangeKind, is_in: bool) -> Message:
    """What a verdict stamps on the card: of what is there already, what became of it."""
    if is_in:
        return _STAMPED_IN.get(change, message("Accepted"))
    return _STAMPED_ASIDE.get(change, message("Rejected"))


def left_as_it_is(said: Told) -> Message | None:
    """What a no leaves where it was, {title} not yet filled; None where nothing was there."""
    match said.change:
        case "repeal" if said.is_rule:
            return message("{title} still holds.")
        case "repeal":
            return message("{title} stays in the deck.")
        case "restore":
            return message("{title} stays out.")
        case "amend":
            return message("{title} keeps the words it has.")
        case "recount":
            return message("{title} keeps the copies it has.")
        case _:
            return None


def accepted(said: Told, number: int | None, deck_title: str) -> Message:
    """A title and that it is in, {title} not yet filled: "{title} is card 60 of Allotment Wars."."""
    match said.change:
        case "create" if number is not None and said.is_rule:
            return message(
                "{title} is Special Rule {number} of {deck}. It holds from now on.", number=number, deck=deck_title
            )
        case "create" if number is not None:
            return message("{title} is card {number} of {deck}.", number=number, deck=deck_title)
        case "amend":
            return message("{title} reads like this from now on.")
        case "repeal":
            return message("{title} is out of {deck}.", deck=deck_title)
        case "restore":
            return message("{title} is back in {deck}.", deck=deck_title)
        case "recount":
            return message("{title} is in the deck in that number now.")
        case _ if said.also:
            return message("{title} is agreed, with all that came with it.")
        case _:
            return message("{title} is agreed.")
