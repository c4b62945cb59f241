"""The page on which two versions lie beside each other."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from cards.face.language import tag
from cards.queries import compare_told as told
from cards.queries.asking import ask_at
from cards.queries.compared import Half, TwoVersions
from cards.queries.faces import ReadFace, printed, read_for_page
from cards.queries.ledger import Step
from cards.queries.lexicon_choices import kind_style
from cards.queries.spoken import spoken
from cards.queries.taking import Pick, takeable
from cards.rules.pairing import Became, Lain, Pair
from cards.values import counts
from cards.values.compare import (
    CardThen,
    ChangedCard,
    ChangeLine,
    ChangeSort,
    ComparePage,
    Printing,
    Sum,
    ToPrint,
    Voted,
)
from cards.values.pages import Choice
from studio.kernel.messages import Message, counted, message, number_word
from studio.web.words import say

A_PART = 24  # changes on a page: as many as two faces each are drawn without anybody waiting
_SORTS: Mapping[Became, ChangeSort] = {
    "in": "in",
    "out": "out",
    "reworded": "re",
    "recounted": "count",
    "moved": "count",
}
_SUMS: tuple[tuple[str, Message, str], ...] = (
    ("in", message("In", context="change"), "in"),
    ("reworded", message("Reworded", context="change"), ""),
    ("out", message("Out", context="change"), "out"),
    ("recounted", message("Copies", context="change"), ""),
    ("same", message("As they were"), ""),
)


@dataclass(frozen=True, slots=True)
class _Shown:
    """What one part of the page is made of."""

    what: TwoVersions
    faces: Mapping[str, ReadFace]
    ballots: told.Ballots
    reworded: told.WordProofs
    takes: frozenset[Pick]
    ticked: Collection[str]


def compare_page(
    what: TwoVersions, part: int = 1, *, wrong: str = "", typed: str = "", ticked: Collection[str] = ()
) -> ComparePage:
    """Three statements for the votes of each deck, two for the people whom Special Rules name; for a member of the
    first deck two for what can be taken over from here. `wrong` is why it was not, `typed` what was said for what was
    `ticked`."""
    takes = takeable(what) if what.was.door.is_member else frozenset()
    changes = _as_shown(what.changed)
    here = changes[(part - 1) * A_PART : part * A_PART]
    faces = read_for_page(lain.face for pair in here for lain in (pair.was, pair.now) if lain is not None)
    shown = _Shown(what, faces, told.ballots_between(what, here), told.WordProofs(what, faces), takes, ticked)
    cards = {pair: _changed(shown, pair) for pair in here}
    home = f"{what.was.home}compare/{between(what)}/"
    numbers = told.sums(what.pairs)

    def of(*became: str) -> tuple[ChangedCard, ...]:
        return tuple(cards[pair] for pair in here if pair.became in became)

    return ComparePage(
        deck_title=what.was.deck.title,
        deck_href=what.was.home,
        language=tag(what.was.deck.language),
        title=_title(what),
        was=_choices(what.was, (what.was,), what),
        now=_choices(what.now, (what.was,) if what.is_one_deck else (what.was, what.now), what),
        sums=tuple(
            Sum(numbers[name], say(words), sort) for name, words, sort in _SUMS if numbers[name] or name != "recounted"
        ),
        heading=say(counted("One change", "{number} changes", len(changes), number=number_word(len(changes)))),
        lines=tuple(_line(what, pair, place, part) for place, pair in enumerate(changes)),
        reworded=of("reworded", "recounted", "moved"),
        came=of("in"),
        went=of("out"),
        kit=told.kit_proofs(what) if part == 1 else (),
        order=_order(what) if part == 1 else (),
        parts=_parts(len(changes), part, home),
        nothing=_nothing(what),
        notice=_notice(what),
        to_print=to_print(what),
        json_href=f"{home}changes.json",
        text_href=f"{home}changes.txt",
        takes_href=ask_at(what.was.deck.slug, "take-over", versions=between(what)) if takes else "",
        wrong=wrong,
        typed=typed,
    )


def between(what: TwoVersions) -> str:
    """As an address says it: "5..7", "5..goat-wars@3"."""
    other = "" if what.is_one_deck else f"{what.now.deck.slug}@"
    return f"{what.was.version.number}..{other}{what.now.version.number}"


def parts_in(what: TwoVersions) -> int:
    return max(1, -(-len(what.changed) // A_PART))


def _as_shown(changed: Sequence[Pair]) -> list[Pair]:
    """Reworded ones first, then what came, then what went; each in the order of the numbers."""
    order = {"reworded": 0, "recounted": 0, "moved": 0, "in": 1, "out": 2}
    return sorted(changed, key=lambda pair: order[pair.became])


def _title(what: TwoVersions) -> str:
    was, now = what.was, what.now
    if what.is_one_deck:
        said = message("{deck}, versions {was} and {now}")
        return say(said.given(deck=was.deck.title, was=was.version.number, now=now.version.number))
    said = message("{deck}, version {was}, and {other}, version {now}")
    return say(
        said.given(
            deck=was.deck.title, was=was.version.number, other=now.deck.title, now=now.version.number
        )
    )  # fmt: skip


def _choices(chosen: Half, halves: Sequence[Half], what: TwoVersions) -> tuple[Printing, ...]:
    """The versions of these; of two decks each says of which it is, also where the list of them is closed."""
    return tuple(
        Printing(
            f"{version.number}" if half is what.was else f"{half.deck.slug}@{version.number}",
            told.version_words(version.number, version.name, "" if what.is_one_deck else half.deck.title),
            "" if what.is_one_deck else tag(half.deck.language),
            half.deck.pk == chosen.deck.pk and version.number == chosen.version.number,
        )
        for half in halves
        for version in half.versions
    )


def _anchor(pair: Pair) -> str:
    """Where two decks have two cards of one number, one of them went."""
    gone = "out-" if pair.now is None else ""
    return f"{gone}{pair.lain.ref.kind}-{pair.lain.ref.number}"


def _line(what: TwoVersions, pair: Pair, place: int, part: int) -> ChangeLine:
    on = place // A_PART + 1
    read, half = what.words[pair.lain.face], _half_of(what, pair)
    return ChangeLine(
        title=read.title,
        word=say(told.WORDS[pair.became]),
        sort=_SORTS[pair.became],
        href=f"{'' if on == part else f'?part={on}'}#{_anchor(pair)}",
        language=read.language(tag(half.deck.language)),
    )


def _half_of(what: TwoVersions, pair: Pair) -> Half:
    return what.was if pair.now is None else what.now


def _changed(shown: _Shown, pair: Pair) -> ChangedCard:
    what, half, ref = shown.what, _half_of(shown.what, pair), pair.lain.ref
    read = shown.faces[pair.lain.face]
    return ChangedCard(
        sort=_SORTS[pair.became],
        word=say(told.WORDS[pair.became]),
        anchor=_anchor(pair),
        title=read.title,
        kind=read.kind(ref.kind == "rule"),
        type_line=read.type_line(ref.kind == "rule"),
        was=_then(shown, what.was, pair.was, "was"),
        now=_then(shown, what.now, pair.now, "now"),
        proofs=shown.reworded.proofs(pair),
        counted=told.counted_words(pair),
        voted=_voted(shown, pair),
        text=told.plain_words(read, half),
        language=read.language(tag(half.deck.language)),
        own_kind="" if ref.kind == "rule" else kind_style(half.lexicon, read.face.kind_word),
    )


def _then(shown: _Shown, half: Half, lain: Lain | None, side: str) -> CardThen | None:
    if lain is None:
        return None
    read, ref = shown.faces[lain.face], lain.ref
    face = "" if read.is_withdrawn else printed(
        read, ref.kind == "rule", ref.number, half.foot_line, half.deck.language, half.lexicon, "h3"
    )  # fmt: skip
    take = f"{side}-{ref.kind}-{ref.number}"
    return CardThen(
        label=told.edition_words(half, with_deck=not shown.what.is_one_deck),
        href=f"{half.href}{ref.kind}s/{ref.number}/",
        name=spoken(face) or read.title,
        face=face,
        is_gone=read.is_withdrawn,
        take=take if (side, ref) in shown.takes else "",
        is_ticked=take in shown.ticked,
    )


def _voted(shown: _Shown, pair: Pair) -> tuple[Voted, ...]:
    return tuple(_vote(shown, half, step) for half, step in shown.what.between(pair))


def _vote(shown: _Shown, half: Half, step: Step) -> Voted:
    ballot = shown.ballots.of(half, step)
    return Voted(
        words=told.done_words(step, ballot),
        seals=ballot.seals if ballot else (),
        grounds=ballot.grounds if ballot else "",
        href=f"{half.home}proposals/{step.proposal}/" if ballot and half.door.is_member else "",
        deck="" if shown.what.is_one_deck else half.deck.title,
        language=tag(half.deck.language),
    )


def _order(what: TwoVersions) -> tuple[str, ...]:
    titles = {lain.ref: lain.face for lain in what.now.lain}
    found = what.rules_in_order
    missing = [titles[ref] for ref in found if titles[ref] not in what.words]
    words = {**what.words, **read_for_page(missing, most=0)} if missing else what.words
    return tuple(words[titles[ref]].title for ref in found)


def _parts(count: int, part: int, home: str) -> tuple[Choice, ...]:
    if count <= A_PART:
        return ()
    return tuple(
        Choice(
            say(message("{first} to {last}", first=start + 1, last=min(start + A_PART, count))),
            f"{home}?{urlencode({'part': start // A_PART + 1})}" if start else home,
            start // A_PART + 1 == part,
        )
        for start in range(0, count, A_PART)
    )


def _nothing(what: TwoVersions) -> str:
    if what.was.version.pk == what.now.version.pk:
        return say(message("That is one version beside itself. Choose another to see what changed."))
    if what.changed or what.rules_in_order or what.was.kit != what.now.kit:
        return ""
    return say(message("Nothing. Every card and every Special Rule reads as it did."))


def _notice(what: TwoVersions) -> str:
    if any(read.is_withdrawn for read in what.words.values()):
        return say(message("Some of these words were taken down. They are not compared; their numbers stay."))
    return ""


def to_print(what: TwoVersions) -> ToPrint | None:
    """What whoever has the older one in print has to print: in one deck the update that the print shop knows, else the
    cards of the other deck that are not as they were. None where that is nothing."""
    put_in = {pair.now.ref: _put_in(pair, whole=not what.is_one_deck) for pair in what.changed if pair.now is not None}
    cards = sum(count for ref, count in put_in.items() if ref.kind == "card")
    rules = sum(count for ref, count in put_in.items() if ref.kind == "rule")
    if not cards + rules:
        return None
    number = what.now.version.number
    asked = {"version": number, "what": "update", "since": what.was.version.number}
    if not what.is_one_deck:
        picked = [("r" if ref.kind == "rule" else "") + str(ref.number) for ref, count in put_in.items() if count]
        asked = {"version": number, "what": "picked", "picked": ", ".join(picked)}
    these = counts.cards_and_rules(cards, rules)
    said = message("{cards}. The rest of your deck still holds.") if what.is_one_deck else message("{cards}.")
    return ToPrint(f"{what.now.home}print/?{urlencode(asked)}", say(said.given(cards=these)))


def _put_in(pair: Pair, *, whole: bool) -> int:
    """How many to print. Of what is picked by number every copy is printed, of an update only those that lack."""
    assert pair.now is not None
    if pair.was is None or pair.became == "reworded":
        return pair.now.copies
    more = max(0, pair.now.copies - pair.was.copies)
    return pair.now.copies if more and whole else more
