"""What a deck's words and marks mean, on a page of its own and as a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from django.utils.html import format_html

from cards.access import Door
from cards.face.drawings import drawing
from cards.face.drawn import ART, draw_face
from cards.face.face import Face
from cards.face.language import tag
from cards.face.lexicon import CORNERS, Lexicon
from cards.face.symbols import Symbol
from cards.face.text import Markup, Run, inline_html, parse_inline
from cards.forms.kit_fields import Choices, cell
from cards.forms.lexicon import LEXICON_SECTIONS, fields_of_lexicon, keyword_of, kind_of, read_lexicon, symbol_of
from cards.queries import lexicon_choices as choices
from cards.queries.composer import COLOURS
from cards.queries.deck_view import DeckView
from cards.queries.edition import edition
from cards.queries.faces import markup_of, read_faces
from cards.queries.form_rows import BLANK_ROWS, row_list
from cards.queries.kit import Beginning, came_from
from cards.rules.deck import Amend
from cards.rules.lexicon_words import PLACES, said_with
from cards.rules.manifest import version_named
from cards.rules.renaming import Renames, renamed_face
from cards.values.composer import CornerChoice, KindChoice, SymbolChoice
from cards.values.kit import Cell, RowList
from studio.kernel.codec import digest
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from studio.web.words import say

INKS: Choices = (("", message("Ink", context="colour")), *COLOURS[1:])


@dataclass(frozen=True, slots=True)
class Explained:
    """A keyword and what it means, its own symbols and keywords drawn."""

    word: str
    meaning: Markup


@dataclass(frozen=True, slots=True)
class LexiconForm:
    """Where members propose other words. `wrong` is said above, beside what it is about in the list of that name."""

    slug: str
    lists: tuple[RowList, ...]
    corners: tuple[tuple[str, Cell, Cell], ...]
    reminders: Cell
    hidden: tuple[tuple[str, str], ...]
    heading: str
    back: str
    wrong: str = ""
    wrong_at: str = ""


@dataclass(frozen=True, slots=True)
class LexiconPage:
    """A deck's words: of the draft for its members, of a version for everybody. `form` is for members alone."""

    deck_title: str
    language: str
    deck_href: str
    edition: str
    symbols: tuple[SymbolChoice, ...]
    starter: tuple[SymbolChoice, ...]
    keywords: tuple[Explained, ...]
    are_printed: bool
    kinds: tuple[KindChoice, ...]
    corners: tuple[CornerChoice, ...]
    form: LexiconForm | None = None


def lexicon_page(door: Door, version: int | None = None, form: LexiconForm | None = None) -> LexiconPage:
    """The draft's words for members when no version is named, the latest version's for everybody else. Http404 for a
    version that is not. 8 statements at most."""
    shown = edition(door, version)
    lexicon = shown.lexicon
    return LexiconPage(
        deck_title=shown.deck.title,
        language=tag(shown.deck.language),
        deck_href=shown.home,
        edition=say(version_named(shown.version.number)) if shown.version else "",
        symbols=choices.own_symbols_of(lexicon),
        starter=choices.STARTER,
        keywords=explained(lexicon),
        are_printed=lexicon.reminders,
        kinds=choices.kinds_of(lexicon),
        corners=tuple(c for c in choices.corners_of(lexicon) if getattr(lexicon.corners, c.name) or not c.is_used),
        form=form,
    )


def explained(lexicon: Lexicon) -> tuple[Explained, ...]:
    """Each keyword; where something is written after it an n stands for that."""
    return tuple(
        Explained(
            said_with(keyword),
            inline_html(parse_inline(keyword.filled(""), lexicon), art=ART),
        )
        for keyword in lexicon.keywords
    )


def lexicon_form(
    view: DeckView, start: Beginning, typed: Mapping[str, str] | None = None, refused: Refused | None = None,
    more: str = "",
) -> LexiconForm:  # fmt: skip
    """The form; `typed` as it was typed, `more` names the list that gets one more empty row."""
    own = view.deck.kit.lexicon
    fields = fields_of_lexicon(start.kit.lexicon, own) if typed is None else dict(typed)
    wrong_at = str(refused.facts.get("section", "")) if refused is not None else ""
    words = say(refused) if refused is not None else ""
    was = fields.get("was") or digest(view.deck.kit)
    return LexiconForm(
        slug=view.row.slug,
        lists=tuple(
            row_list(
                section, fields, blank=BLANK_ROWS + (more == name), wrong=words if wrong_at == name else "",
                sample=partial(_SAMPLES[name], read_lexicon(fields)),
            )
            for name, section in LEXICON_SECTIONS.items()
        ),
        corners=tuple(
            (
                say(PLACES[name]),
                cell(f"corner-{name}", message("Called"), value=fields.get(f"corner-{name}", ""),
                     hint=message("as everywhere")),
                cell(f"corner-{name}-used", message("used"), "check", fields.get(f"corner-{name}-used", "")),
            )
            for name in CORNERS
        ),
        reminders=cell(
            "reminders", message("Print what they mean on the cards, in brackets"), "check", fields.get("reminders", "")
        ),
        hidden=(("was", was), *start.hidden),
        heading=say(start.heading or message("Propose other words")),
        back=came_from(view, dict(start.hidden)),
        wrong=words,
        wrong_at=wrong_at,
    )  # fmt: skip


_SAMPLE = message("Take {one}, or pay {three}.")


def _symbol_sample(lexicon: Lexicon, row: Mapping[str, str]) -> str:
    """A sentence of a card with it, alone and counted."""
    own = symbol_of(row)
    if drawing(own.drawing) is None:
        return ""
    said = say(_SAMPLE.given(one=f"{{{own.name}}}", three=f"{{{own.name} 3}}"))
    runs = parse_inline(said, Lexicon(symbols=(own,)))
    return inline_html(runs, art=ART) if any(isinstance(run, Symbol) for run in runs) else ""


def _keyword_sample(lexicon: Lexicon, row: Mapping[str, str]) -> str:
    """The keyword as a card writes it, and what it means there, with a number where it takes one."""
    own = keyword_of(row)
    detail = SAMPLE_DETAIL if own.has_slot else ""
    written = parse_inline(f"{{{own.name} {detail}}}" if detail else f"{{{own.name}}}", lexicon)
    if not own.meaning or not any(isinstance(run, Run) and run.meaning for run in written):
        return ""
    return inline_html((*written, Run(": "), *parse_inline(own.filled(detail), lexicon)), art=ART)


def _kind_sample(lexicon: Lexicon, row: Mapping[str, str]) -> str:
    """A small card of that kind, as markup."""
    own = kind_of(row)
    if not own.name or drawing(own.drawing) is None:
        return ""
    face = Face(title=own.name, type_line=own.name, text=own.meaning)
    card = markup_of(draw_face(face, is_rule=False, lexicon=Lexicon(kinds=(own,))))
    return format_html('<span class="card" style="--s: .5">{}</span>', card)


SAMPLE_DETAIL = "2"
_SAMPLES = {"symbols": _symbol_sample, "keywords": _keyword_sample, "kinds": _kind_sample}


def renamed_cards(view: DeckView, renames: Renames) -> tuple[tuple[Amend, Face], ...]:
    """Every card and Special Rule in force that uses what is called otherwise, with its new words. Two statements."""
    if not renames:
        return ()
    lying = [article for article in view.deck.articles.values() if article.in_force]
    read = read_faces(article.face for article in lying)
    found = []
    for article in lying:
        was = read[article.face]
        now = was.face if was.is_withdrawn else renamed_face(was.face, view.deck.kit.lexicon, renames)
        if now != was.face:
            found.append((Amend(article.ref, article.face, now.digest), now))
    return tuple(found)
