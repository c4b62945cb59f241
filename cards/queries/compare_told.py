"""What is said of two versions beside each other, wherever it is said: what each change is called, words and votes.

The page, the data and the text for a mailing list say the same by these.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from cards.face.text import parse, to_plain
from cards.queries import proofs
from cards.queries.ballots import BallotResult, ballots_of
from cards.queries.compared import Half, TwoVersions
from cards.queries.faces import ReadFace
from cards.queries.ledger import Step, names_in
from cards.rules.kit import Kit
from cards.rules.manifest import own_name, version_named
from cards.rules.pairing import Became, Lain, Pair
from cards.values import counts
from cards.values.mat import Proof
from studio.kernel.codec import from_plain
from studio.kernel.messages import Message, Sayable, message, series
from studio.web.words import say

WORDS: Mapping[Became, Message] = {
    "in": message("In", context="change"),
    "out": message("Out", context="change"),
    "reworded": message("Reworded", context="change"),
    "recounted": message("Copies", context="change"),
    "moved": message("Side", context="change"),
}

_DONE = {
    "added": message("Written by {who}"),
    "amended": message("Reworded by {who}"),
    "repealed": message("Repeal put to the table by {who}"),
    "restored": message("Brought back by {who}"),
    "copies": message("Another number of copies, asked for by {who}"),
    "side": message("Another side, asked for by {who}"),
}
_CAME = message("Came with the deck")
_CAME_BY = message("Came with the deck, written by {who}")
_IN_FAVOUR = message("{tally} in favour")


@dataclass(frozen=True, slots=True)
class Ballots:
    """The votes of some changes: by deck and proposal."""

    found: Mapping[tuple[int, int], BallotResult]

    def of(self, half: Half, step: Step) -> BallotResult | None:
        return self.found.get((half.deck.pk, step.proposal)) if step.proposal is not None else None


def ballots_between(told: TwoVersions, pairs: Iterable[Pair]) -> Ballots:
    """Three statements for each deck, none where nothing was voted on."""
    asked: dict[int, set[int]] = {told.was.deck.pk: set(), told.now.deck.pk: set()}
    for pair in pairs:
        for half, step in told.between(pair):
            if step.proposal is not None:
                asked[half.deck.pk].add(step.proposal)
    halves = {half.deck.pk: half for half in (told.was, told.now)}
    return Ballots(
        {
            (pk, number): ballot
            for pk, numbers in asked.items()
            for number, ballot in ballots_of(halves[pk].door, numbers).items()
        }
    )


def done_words(step: Step, ballot: BallotResult | None) -> str:
    """ "Reworded by Maud, 5 of 5 in favour"."""
    who = step.maker if step.what == "added" and step.maker else step.by
    if step.proposal is None:
        done: Sayable = _CAME_BY.given(who=who) if who else _CAME
    else:
        done = _DONE[step.what].given(who=who or say(message("Somebody")))
    tally = [_IN_FAVOUR.given(tally=ballot.tally)] if ballot and ballot.tally else []
    return say(series([done, *tally], "comma"))


def title_of(told: TwoVersions, pair: Pair) -> str:
    return told.words[pair.lain.face].title


def edition_words(half: Half, *, with_deck: bool) -> str:
    """ "Version 5", with the title of its deck where there are two."""
    number = half.version.number
    return say(
        message("{deck}, v{number}", deck=half.deck.title, number=number) if with_deck else version_named(number)
    )


def version_words(version: int, name: str, deck: str = "") -> str:
    """ "5, as printed for the fête"; of one of several decks "5 of Allotment Wars, as printed for the fête"."""
    own = own_name(version, name)
    said = say(message("{number} of {deck}", number=version, deck=deck)) if deck else str(version)
    return say(message("{number}, {name}", number=said, name=own)) if own else said


def counted_words(pair: Pair) -> str:
    """How many there are now and were, and on which side; "" where neither changed."""
    was, now = pair.was, pair.now
    if was is None or now is None:
        return ""
    said: list[Message] = []
    if was.copies != now.copies:
        said.append(message("{copies}, was {before}", copies=counts.copies(now.copies), before=was.copies))
    if was.side != now.side:
        said.append(message("on the side {now}, was {before}", now=_side(now), before=_side(was)))
    return say(series(said, "comma"))


def _side(lain: Lain) -> str:
    return lain.side or say(message("of nobody"))


class WordProofs:
    """What reads differently of a pair, field by field. Who is named by effects is asked for once, if at all."""

    def __init__(self, told: TwoVersions, faces: Mapping[str, ReadFace]) -> None:
        self._told, self._faces, self._lexicon = told, faces, told.lexicon
        self._names: Mapping[int, str] | None = None

    def proofs(self, pair: Pair) -> tuple[Proof, ...]:
        """None where words were taken down."""
        if pair.was is None or pair.now is None or pair.was.face == pair.now.face:
            return ()
        old, new = self._faces[pair.was.face], self._faces[pair.now.face]
        if old.is_withdrawn or new.is_withdrawn:
            return ()
        names = self._people() if old.face.effects or new.face.effects else {}
        return proofs.of_read(old, new, self._told.now.deck.language, self._lexicon, names)

    def _people(self) -> Mapping[int, str]:
        if self._names is None:
            groups = {half.deck.group_id for half in (self._told.was, self._told.now)}
            self._names = {member: name for group in sorted(groups) for member, name in names_in(group).items()}
        return self._names


def kit_proofs(told: TwoVersions) -> tuple[Proof, ...]:
    """What of how the table is laid, of its words and its back is otherwise."""
    was, now = (from_plain(Kit, half.kit) for half in (told.was, told.now))
    return proofs.of_kit(was, now)


def plain_words(read: ReadFace, half: Half) -> str:
    """What a card says, without marks; "" where its words were taken down."""
    return "" if read.is_withdrawn else to_plain(parse(read.face.text, half.lexicon))


def sums(pairs: Collection[Pair]) -> dict[str, int]:
    """How many came, read differently, went, have other copies or another side, and are as they were."""
    found = dict.fromkeys(("in", "reworded", "out", "recounted", "same"), 0)
    for pair in pairs:
        found["recounted" if pair.became == "moved" else pair.became] += 1
    return found
