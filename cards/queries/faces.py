"""Faces as the pages on paper show them: read by digest, drawn once and remembered as markup.

A face never changes, so what was drawn for a digest is good for ever; only a take-down asks again.

A drawing can be a thousand times its words. So each is weighed where it is kept before anything is read of it, and the
words of a card come without it wherever they are all that is wanted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import connection
from django.db.models import Case, QuerySet, When
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from cards import models as rows
from cards.face.back import DeckBack
from cards.face.drawn import A_STROKE, DrawnFace, draw_face
from cards.face.face import Face, kind_of, traits_of
from cards.face.guessing import language_of
from cards.face.lexicon import Lexicon, shared
from cards.face.text import Markup, parse, to_html, to_plain
from cards.storage.heavy import Numbers, WithoutDrawing
from cards.storage.store import read_face
from studio.costly import spend
from studio.kernel.codec import from_plain
from studio.kernel.folding import fold
from studio.speed.lately import Lately, weighed, weight
from studio.speed.prepared import prepared
from studio.web.language import ENGLISH

DRAWN_KEPT = 32_000_000  # bytes of faces as markup, about 6 kB each
READ_KEPT = 32_000_000  # bytes of faces as values: about 1 kB each, and a drawing up to a thousand times that
DRAWN_ON_A_PAGE = 500_000  # numbers of drawings: some twenty-five megabytes of a page, or a thousand of a usual hand
READS = 6  # numbers of a drawing are read while one is drawn
PASSES = 150  # are passed over, where its card is read without
WORDS_KEPT = 32_000_000  # bytes of what can be found in them


@dataclass(frozen=True, slots=True, eq=False)
class ReadFace:
    """A face under its digest. Two of one digest are the same, whatever object they are."""

    digest: str
    face: Face
    is_withdrawn: bool = False
    numbers: int = 0  # of its drawing, about; also where it was read without

    def __hash__(self) -> int:
        return hash((self.digest, self.is_withdrawn))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReadFace) and self.digest == other.digest and self.is_withdrawn == other.is_withdrawn

    @property
    def title(self) -> str:
        return self.face.title

    @property
    def lacks_drawing(self) -> bool:
        """Much is drawn on it, and it was read without."""
        return bool(self.numbers) and not self.face.doodle and not self.is_withdrawn

    def language(self, of_deck: str) -> str:
        """The language its words are in, for `lang`: the deck's, or what its letters say where the deck's cannot be or
        is not said; English where ours stand for words that were taken down."""
        return ENGLISH if self.is_withdrawn else _language(self, of_deck)

    def kind(self, is_rule: bool) -> str:
        return kind_of(self.face, is_rule=is_rule)

    def type_line(self, is_rule: bool) -> str:
        """What stands under the title, with a dash between kind and traits."""
        word = self.face.kind_word or ("Special Rule" if is_rule else "Card")
        return f"{word} — {self.face.traits}" if self.face.traits else word

    @property
    def traits(self) -> tuple[str, ...]:
        return traits_of(self.face.type_line)


@weighed(WORDS_KEPT // 4)
def _language(read: ReadFace, of_deck: str) -> str:
    return language_of(read.face, of_deck)


_read: Lately[ReadFace] = Lately(READ_KEPT, weight)
_bare: Lately[ReadFace] = Lately(READ_KEPT // 4, weight)
_gone: frozenset[str] = frozenset()  # every face that was taken down, as far as this process has asked


@prepared
def _withdrawn() -> QuerySet[rows.Face, str]:
    return rows.Face.objects.filter(withdrawn_at__isnull=False).values_list("digest", flat=True)


def taken_down(digests: Collection[str]) -> frozenset[str]:
    """Those of these faces whose words were taken down. One statement, none for no faces; one more where more were."""
    return every_taken_down().intersection(digests) if digests else frozenset()


def every_taken_down() -> frozenset[str]:
    """Of the whole site: few. What was taken down stays so and is never deleted (the walls of its table), so that while
    there are as many they are the same. Of what may yet be rolled back nothing is remembered."""
    global _gone
    if connection.in_atomic_block:
        return frozenset(_withdrawn.rows())
    gone = _gone
    if _withdrawn.count() != len(gone):
        gone = _gone = frozenset(_withdrawn.rows())
    return gone


def read_faces(digests: Iterable[str], gone: frozenset[str] | None = None) -> Mapping[str, ReadFace]:
    """Faces by digest. One statement for what was taken down, where `gone` does not tell; one for faces not read
    before, and one for those whose drawings are much. They cost (studio/costly.py) before they are read."""
    wanted = set(digests)
    if gone is None:
        gone = taken_down(wanted)
    found = {digest: read for digest in wanted - gone if (read := _read.known(digest)) is not None}
    if missing := wanted - found.keys():
        light, heavy = _weighed(missing)
        spend(sum(heavy.values()) // READS)
        for digest, content in (*light.items(), *_contents(heavy)):
            numbers = heavy.get(digest) or numbers_of(content)
            spend(0 if digest in heavy else numbers // READS)
            found[digest] = ReadFace(digest, read_face(content, digest in gone), digest in gone, numbers)
        for digest in (missing & found.keys()) - gone:
            _read.keep(digest, found[digest])
    return found


def read_for_page(
    digests: Iterable[str], *, most: int | None = None, each: int = 0, gone: frozenset[str] | None = None
) -> Mapping[str, ReadFace]:
    """The same for a page on which many lie, each as often as it is named: so many numbers of drawings and no more
    (DRAWN_ON_A_PAGE where nothing else is said), and of one no more than `each`. What is beyond comes without its
    drawing, which is on the card's own page: a deck of the fullest would be a page of hundreds of megabytes, and
    whoever shows three of its cards would read all of them. The smaller come first: whoever fills a page leaves out
    their own. Two statements more for faces not read before."""
    times = Counter(digests)
    most = DRAWN_ON_A_PAGE if most is None else most
    gone = taken_down(times) if gone is None else gone
    if (known := _known_whole(times, gone, most, each)) is not None:
        return known
    bare, carried, left = _without_drawings(times.keys() - gone), [*gone], most
    for digest in sorted((one for one in times if one in bare), key=lambda one: bare[one].numbers):
        numbers = bare[digest].numbers
        if numbers and (not each or numbers <= each):
            left -= numbers * times[digest]
            carried += [digest] if left >= 0 else []
    return {**bare, **read_faces(carried, gone)}


def share_of(among: int) -> int:
    """Numbers of a drawing, so that as many of its kind are no more than a page has."""
    return DRAWN_ON_A_PAGE // among


def read_to_lay(digests: Iterable[str], whole: Collection[str] = ()) -> Mapping[str, ReadFace]:
    """The same for a page that tells how all of them lie in print and shows a few: what is beyond leaves room for a
    drawing. Those that are to be `whole` are read whole."""
    every = tuple(digests)
    found = {**read_for_page(one for one in every if one not in whole), **read_faces(whole)}
    laid = {digest for digest, read in found.items() if read.digest != digest}
    return found | {
        digest: replace(found[digest], digest=f"{digest}/laid", face=replace(found[digest].face, doodle=A_STROKE))
        for digest in laid
    }


def _known_whole(times: Mapping[str, int], gone: frozenset[str], most: int, each: int) -> Mapping[str, ReadFace] | None:
    """All of them, where each is remembered with what is drawn on it and that is no more, in all and of one."""
    found = {digest: read for digest in times if digest not in gone and (read := _known(digest)) is not None}
    if len(found) + len(gone) < len(times) or sum(read.numbers * times[one] for one, read in found.items()) > most:
        return None
    if each and any(read.numbers > each for read in found.values()):
        return None
    return {**found, **read_faces(gone, gone)} if gone else found


def _known(digest: str) -> ReadFace | None:
    read = _read.known(digest)
    if read is None and (bare := _bare.known(digest)) is not None and not bare.numbers:
        return bare
    return read


def _without_drawings(digests: Collection[str]) -> dict[str, ReadFace]:
    """Faces as far as they are words. One statement for those not read before, and one for those with much on them."""
    found = {digest: read for digest in digests if (read := _bare.known(digest)) is not None}
    if missing := set(digests) - found.keys():
        light, heavy = _weighed(missing)
        spend(sum(heavy.values()) // PASSES)
        for digest, content in (*light.items(), *_contents(heavy, WithoutDrawing("content"))):
            numbers = heavy.get(digest) or numbers_of(content)
            name = f"{digest}/bare" if numbers else digest
            content.pop("doodle", None)
            found[digest] = ReadFace(name, read_face(content), numbers=numbers)
            _bare.keep(digest, found[digest])
    return found


def _weighed(digests: Collection[str]) -> tuple[dict[str, dict[str, Any]], dict[str, int]]:
    """What is kept of those on which little is drawn, and about how many numbers the drawings of the others have. None
    of these was read. One statement."""
    found = rows.Face.objects.filter(digest__in=digests).annotate(numbers=Numbers("content"))
    told = list(found.values_list("digest", "numbers", Case(When(numbers=0, then="content"))))
    light = {digest: content for digest, numbers, content in told if not numbers}
    return light, {digest: numbers for digest, numbers, _ in told if numbers}


def _contents(digests: Collection[str], what: Any = "content") -> Iterable[tuple[str, dict[str, Any]]]:
    return rows.Face.objects.filter(digest__in=digests).values_list("digest", what) if digests else ()


def numbers_of(content: Mapping[str, Any]) -> int:
    """Of the drawing of a face, as it is kept."""
    return sum(len(stroke["points"]) for stroke in content.get("doodle", ()))


def lexicon_of(plain_kit: Mapping[str, Any]) -> Lexicon:
    """What a deck's words mean, of a kit as a row or a version keeps it."""
    found: Lexicon = from_plain(Lexicon, plain_kit.get("lexicon", {}))
    return shared(found)


def back_of(plain_kit: Mapping[str, Any]) -> DeckBack:
    """What is on the back of a deck's cards, of a kit as a row or a version keeps it."""
    found: DeckBack = from_plain(DeckBack, plain_kit.get("back", {}))
    return found


def drawn(read: ReadFace, *, is_rule: bool, number: int, foot_line: str, language: str, lexicon: Lexicon) -> DrawnFace:
    """`language` and `lexicon` are the deck's."""
    theirs = read.language(language)
    return draw_face(read.face, is_rule=is_rule, number=number, foot_line=foot_line, language=theirs, lexicon=lexicon)


@weighed(DRAWN_KEPT)
def printed(
    read: ReadFace, is_rule: bool, number: int, foot_line: str, language: str, lexicon: Lexicon, heading: str = ""
) -> SafeString:
    """The face as markup, by the one template of faces (screen and paper), good for a link too. `language` and
    `lexicon` are its deck's."""
    face = drawn(read, is_rule=is_rule, number=number, foot_line=foot_line, language=language, lexicon=lexicon)
    return markup_of(face, heading, in_link=True)


def markup_of(face: DrawnFace, heading: str = "", *, in_link: bool = False) -> SafeString:
    """`in_link`: it may lie in a link, and gives it its name."""
    written = get_template("cards/_face.html").render({"face": face, "heading": heading, "in_link": in_link})
    return mark_safe(written)  # noqa: S308


@weighed(WORDS_KEPT)
def words_of(read: ReadFace, lexicon: Lexicon) -> tuple[str, Markup, str]:
    """The text as plain words, as markup, and everything that can be found in it, folded."""
    face = read.face
    text = parse(face.text, lexicon)
    plain = to_plain(text)
    findable = "\n".join(map(fold, (face.title, face.type_line, plain, to_plain(parse(face.flavour, lexicon)))))
    return plain, to_html(text, art="/static/art/"), findable
