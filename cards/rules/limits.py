"""How long, how many, and which characters: one table for the composer, the rules and the readers.

Lengths are counted in characters (Unicode code points) of cleaned text. What is too long is refused
in words with its limit; nothing is ever cut in silence. Pure.
"""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from typing import Any

from cards.face.back import DeckBack
from cards.face.face import AS_IT_FITS, Face
from cards.face.picture import Picture
from cards.face.symbols import TOKEN
from cards.rules.kit import Kit
from studio.kernel.codec import to_plain
from studio.kernel.folding import is_bare
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused

# A face.
TITLE_MAX = 80
TYPE_LINE_MAX = 60
TEXT_MAX = 1500
RULE_TEXT_MAX = 6000  # a Special Rule may run over several cards in print
FLAVOUR_MAX = 300
CORNER_MAX = 8  # as they are seen: corner_length
CREDIT_MAX = 80
STROKES_MAX = 2000
STROKE_NUMBERS_MAX = 4000  # two numbers a point
DOODLE_NUMBERS_MAX = 40_000
DOODLE_CHARACTERS_MAX = 500_000  # of the field that it is sent in: beyond this it is not looked at
DRAWINGS_PERSON_BYTES_MAX = 40_000_000  # of one person's drawings that were put to tables, which are kept for good
DRAWINGS_DECK_BYTES_MAX = 200_000_000  # of those of one deck
DRAWINGS_SITE_BYTES_MAX = 4_000_000_000  # on this machine
SKETCHES_PERSON_BYTES_MAX = 20_000_000  # of what one person is just drawing on others' cards
SKETCHES_DECK_BYTES_MAX = 50_000_000  # of what all are drawing in one deck
PRESSURE_MAX = 100
SUGGESTIONS_MAX = 3  # drawings that wait for the writer of one proposal
SKETCHES_SHOWN = 4  # of those that are drawn on it just now
STROKE_WIDTH_MAX = 600  # in 1/100 mm
ART_WORDS_MAX = 200
ART_LINES_MAX = 6
EFFECTS_MAX = 20
CROP_MIN = 20  # of a thousand: less of a picture is a patch of one colour
PICTURE_SIDE_MAX = 2400  # pixels, of a picture as it is kept (cards/pictures/limits.py)

# A deck.
COPIES_MAX = 99
OWN_SHELF_MAX = 200  # decks that one person keeps on a shelf of their own
CARDS_MAX = 1000  # articles in force, Special Rules included
NUMBER_MAX = 999_999  # the number of a card that is brought in
KIT_WORD_MAX = 60  # any one word or name in a kit or an effect
MEANING_MAX = 300  # what a keyword or a kind means
KIT_NUMBER_MAX = 10**12  # also for members' ids
KIT_PARTS_MAX = 4000
VETO_COST_MAX = 200
DECK_TITLE_MAX = 80
BLURB_MAX = 600
THEME_MAX = 200
GOAL_MAX = 300
SIDE_MAX = 30
TAG_MAX = 30
TAGS_MAX = 12
PLAYERS_MAX = 99
LANGUAGE_MAX = 20
LICENCE_MAX = 80
DECK_NOTES_MAX = 20_000

# How a table is laid, and what words mean (a kit).
ZONES_MAX, COUNTERS_MAX, TOKENS_MAX, DICE_MAX, PHASES_MAX = 24, 16, 24, 16, 12
DIE_FACES_MAX = 20
KIT_NAME_MAX = 30
COUNTER_MAX = 100_000  # a counter's bounds, and where it starts
PURPOSE_MAX = 80  # what a place is for: a line
PLAYED_INSTEAD_MAX = 8  # kinds that are played in place of one
SYMBOLS_MAX, KEYWORDS_MAX, KINDS_MAX = 48, 80, 12
SYMBOL_NAME_MAX, KEYWORD_NAME_MAX, KIND_NAME_MAX, CORNER_NAME_MAX = 20, 30, 30, 20
SAID_MAX = 40  # how a symbol is read aloud

# Talk, votes and versions.
PROPOSALS_WAITING_MAX = 30  # proposals of one member on the table or in the queue
REMARK_MAX = 500
REASON_MAX = 300
BATCH_SIZES = (2, 3, 4, 5)  # cards of each writer in a first batch; three unless the table says otherwise
BATCH_CARDS_MAX = 150  # of all writers together: thirty people with five each
NUMBER_OF_SECONDS_MAX = 10**11  # epoch seconds: some three thousand years
GAPS_MAX = 12  # named gaps of a deck at one time
GAP_MAX = 60  # what one is called
GAP_CARDS_MAX = 9  # cards that one asks for
CHANGES_MAX = 1000  # changes in one proposal
NAME_MAX = 60  # a version's name
NOTES_MAX = 2000  # what is said about a version

# A file that is brought in, in bytes before and characters after decoding.
FILE_BYTES_MAX = 8_000_000
LIST_LINES_MAX = 20_000  # lines of a plain list that are not blank: twenty for each card of a full deck

MARKS_MAX = 8  # combining marks on one letter; more only climb over the neighbouring lines

# Everything C0 and C1 but tab and line feed; soft hyphens; the embeddings, overrides and isolates
# that turn the direction of foreign text, and other invisible shapers; lone surrogates, which no file
# can hold; byte order marks, anchors and noncharacters; and the invisible tag characters.
_UNWANTED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u202a-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff0-\ufffb\ufffe\uffff"
    "\U000e0000-\U000e007f]"
)
_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_SPACES = re.compile(r"\s+")

_LINE_FIELDS = ("title", "type_line", "cost", "gain", "value", "stat", "colour", "credit", "art_words")
_TEXT_FIELDS = ("text", "flavour")
_CORNERS = ("cost", "gain", "value", "stat")
_NUMBER_BEHIND = re.compile(r"(?<= )[0-9]{1,3}\Z")
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_DIGEST = re.compile(r"[0-9a-f]{64}")

# What a field is called within a sentence.
FIELD_WORDS = {
    "title": message("title", context="field"),
    "type_line": message("type line", context="field"),
    "text": message("text", context="field"),
    "flavour": message("flavour", context="field"),
    "cost": message("cost", context="field"),
    "gain": message("gain", context="field"),
    "value": message("value", context="field"),
    "stat": message("corner", context="field"),
    "colour": message("colour", context="field"),
    "credit": message("credit", context="field"),
    "art_words": message("words for the drawing", context="field"),
    "picture_credit": message("maker of the picture", context="field"),
    "picture_licence": message("licence of the picture", context="field"),
    "theme": message("theme", context="field"),
    "goal": message("goal", context="field"),
    "language": message("language", context="field"),
    "blurb": message("blurb", context="field"),
}


def clean_text(text: str) -> str:
    """The same words in one spelling: NFC, line feeds, no control or direction-turning characters.

    At most MARKS_MAX combining marks stay on a letter. Words of which nothing is seen are none. Cleaning twice changes
    nothing more.
    """
    text = _UNWANTED.sub("", _LINE_ENDS.sub("\n", text))
    if text.isascii():
        return text
    if is_bare(text):
        return ""
    # Marks are capped before as well: composing sorts a run of them in quadratic time.
    return _cap_marks(unicodedata.normalize("NFC", _cap_marks(text)))


def clean_line(text: str) -> str:
    """Cleaned, on one line, with single spaces and none at the ends."""
    return _SPACES.sub(" ", clean_text(text)).strip()


def reason_line(typed: str) -> str:
    """Why somebody is for it, or against. Raises Refused("reason.long")."""
    line = clean_line(typed)
    if len(line) > REASON_MAX:
        raise Refused("reason.long", limit=REASON_MAX)
    return line


def clean_face(face: Face) -> Face:
    """The face with every word cleaned: titles on one line, texts without blank ends."""
    words: dict[str, Any] = {name: clean_line(getattr(face, name)) for name in _LINE_FIELDS}
    words |= {name: clean_text(getattr(face, name)).strip() for name in _TEXT_FIELDS}
    words["colour"] = words["colour"].lower()
    return dataclasses.replace(face, **words)


def corner_length(value: str) -> int:
    """A corner's characters as one sees them: what stands in braces is one, and the number behind it its digits."""
    return len(TOKEN.sub(lambda mark: "◎" + "".join(_NUMBER_BEHIND.findall(mark[1])), value))


def check_face(face: Face, *, is_rule: bool = False) -> None:
    """Refuse a face that is empty, too long, or holds characters that `clean_face` would remove."""
    for name in (*_LINE_FIELDS, *_TEXT_FIELDS):
        value = getattr(face, name)
        cleaned = clean_line(value) if name in _LINE_FIELDS else clean_text(value).strip()
        if value != cleaned:
            raise Refused("face.unclean", field=FIELD_WORDS[name])
    if not face.title:
        raise Refused("face.title_empty")
    _at_most("face.title_long", face.title, TITLE_MAX)
    _at_most("face.type_long", face.type_line, TYPE_LINE_MAX)
    _at_most("face.text_long", face.text, RULE_TEXT_MAX if is_rule else TEXT_MAX)
    _at_most("face.flavour_long", face.flavour, FLAVOUR_MAX)
    _at_most("face.credit_long", face.credit, CREDIT_MAX)
    for corner in _CORNERS:
        if (length := corner_length(getattr(face, corner))) > CORNER_MAX:
            raise Refused("face.corner_long", limit=CORNER_MAX, length=length)
    if face.colour and not _COLOUR.fullmatch(face.colour):
        raise Refused("face.colour_unknown", colour=face.colour[:20])
    if face.effects and not is_rule:
        raise Refused("face.effects_on_card")
    if len(face.effects) > EFFECTS_MAX:
        raise Refused("face.effects_many", limit=EFFECTS_MAX, length=len(face.effects))
    _at_most("face.art_words_long", face.art_words, ART_WORDS_MAX)
    if not AS_IT_FITS <= face.art_lines <= ART_LINES_MAX:
        raise Refused("face.art_lines_amiss", limit=ART_LINES_MAX)
    check_doodle(face)
    if face.picture is not None:
        check_picture(face.picture)


def check_picture(picture: Picture) -> None:
    """Refuse a picture of an impossible name, size or crop, or with a maker or a licence of no clean line."""
    x, y, width, height = picture.crop
    is_within = min(x, y) >= 0 and min(width, height) >= CROP_MIN and max(x + width, y + height) <= 1000
    is_sized = 1 <= min(picture.width, picture.height) and max(picture.width, picture.height) <= PICTURE_SIDE_MAX
    if not (_DIGEST.fullmatch(picture.digest) and is_within and is_sized):
        raise Refused("picture.amiss")
    for name, value, limit in (
        ("picture_credit", picture.credit, CREDIT_MAX),
        ("picture_licence", picture.licence, LICENCE_MAX),
    ):
        if clean_line(value) != value:
            raise Refused("face.unclean", field=FIELD_WORDS[name])
        if len(value) > limit:
            raise Refused("picture.words_long", field=FIELD_WORDS[name], limit=limit, length=len(value))


def check_plain_kit(kit: Kit) -> None:
    """Refuse a kit as `check_plain` does; what its keywords mean may be longer, and its back has limits of its own."""
    plain = to_plain(dataclasses.replace(kit, back=DeckBack()))
    lexicon = plain.pop("lexicon", {})
    check_plain(message("The kit"), plain)
    check_plain(message("What the words mean"), lexicon, MEANING_MAX)


def check_plain(place: Message, plain: Any, longest: int = KIT_WORD_MAX) -> None:
    """Refuse a kit or an effect with a word that is no clean short line, a number beyond reason, or too many parts."""
    parts = 0
    waiting = [plain]
    while waiting:
        value = waiting.pop()
        parts += 1
        match value:
            case str() if len(value) > longest or clean_line(value) != value:
                why = message("each word in it is one line of {limit} characters", limit=longest)
                raise Refused("kit.amiss", place=place, why=why)
            case int() if abs(value) > KIT_NUMBER_MAX:
                why = message("no number in it is larger than {limit:,}", limit=KIT_NUMBER_MAX)
                raise Refused("kit.amiss", place=place, why=why)
            case dict():
                waiting += value.values()
            case list():
                waiting += value
    if parts > KIT_PARTS_MAX:
        raise Refused("kit.amiss", place=place, why=message("it has more than {limit:,} parts", limit=KIT_PARTS_MAX))


def check_copies(copies: int) -> None:
    """Refuse fewer than one copy or more than COPIES_MAX."""
    if not 1 <= copies <= COPIES_MAX:
        raise Refused("copies.out_of_range", limit=COPIES_MAX, copies=copies)


def check_doodle(face: Face) -> None:
    """Refuse strokes that are too many, too long, of no colour, or not on the card."""
    if len(face.doodle) > STROKES_MAX:
        raise Refused("face.doodle_large", limit=STROKES_MAX, length=len(face.doodle))
    if sum(len(stroke.points) + len(stroke.pressure) for stroke in face.doodle) > DOODLE_NUMBERS_MAX:
        raise Refused("face.doodle_long", limit=DOODLE_NUMBERS_MAX // 2)
    for stroke in face.doodle:
        if len(stroke.points) % 2 or len(stroke.points) > STROKE_NUMBERS_MAX or not _COLOUR.fullmatch(stroke.ink):
            raise Refused("face.doodle_unreadable")
        if len(stroke.pressure) not in (0, len(stroke.points) // 2) or not 0 <= stroke.width <= STROKE_WIDTH_MAX:
            raise Refused("face.doodle_unreadable")
        if any(not 0 <= number <= PRESSURE_MAX for number in stroke.pressure):
            raise Refused("face.doodle_unreadable")
        # In 1/100 mm. Further out than a hand's slip beside the largest card is not a drawing on it.
        if any(not -2000 <= number <= 12_000 for number in stroke.points):
            raise Refused("face.doodle_unreadable")


def _at_most(code: str, value: str, limit: int) -> None:
    if len(value) > limit:
        raise Refused(code, limit=limit, length=len(value))


def _cap_marks(text: str) -> str:
    if not any(unicodedata.category(letter).startswith("M") for letter in set(text)):
        return text
    kept: list[str] = []
    run = 0
    for letter in text:
        run = run + 1 if unicodedata.category(letter).startswith("M") else 0
        if run <= MARKS_MAX:
            kept.append(letter)
    return "".join(kept)
