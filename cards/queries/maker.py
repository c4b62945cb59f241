"""A maker's page: what became of each card that somebody put to a public deck's table, for whoever asks.

Only with their word, and only as far as readers of those decks know: what stands in the archive, up to its newest
version. So a draft, a private deck and a vote that is not in print change not one byte of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.validators import slug_re
from django.db.models import F, Q
from django.http import Http404
from django.utils import timezone
from django.utils.safestring import SafeString

from cards import models as rows
from cards.face.drawn import draw_face
from cards.face.language import tag
from cards.face.lexicon import Lexicon
from cards.face.text import clean_line
from cards.printing.shared.link_preview import HIGH, WIDE
from cards.queries import proofs
from cards.queries.faces import ReadFace, lexicon_of, markup_of, printed, read_for_page
from cards.queries.ledger import tallies
from cards.rules.deck import Ref
from cards.rules.fates import Fate, fate_of, was_in_one
from cards.rules.word_diff import DiffRun
from cards.storage.ballot_rows import name_of
from cards.storage.gathered import seats_ever, written_by
from cards.values.maker import FatedCard, FatePart, MakerNumber, MakerPage
from cards.values.pages import Choice
from studio.kernel.messages import Message, counted, message
from studio.models import Person
from studio.people.makers import key_in, makers_address
from studio.people.seal import Seal
from studio.web.addresses import path_to
from studio.web.dates import since
from studio.web.link_tags import LinkTags, house_tags
from studio.web.words import say

PART = 48  # cards on a page
WORDS_SHOWN = 12  # of those a rewording cut and added
A_FACE = 20_000  # numbers of a drawing on one of them: what is much more is on the card's own page

SHOWN: Mapping[str, tuple[Fate, ...]] = {
    "": ("in", "reworded", "out", "aside"),
    "in": ("in", "reworded"),
    "reworded": ("reworded",),
    "out": ("out",),
    "aside": ("aside",),
}


@dataclass(frozen=True, slots=True)
class MakerFilter:
    """What the reader asked to see, as it stands in the address."""

    show: str = ""
    deck: str = ""
    order: str = ""  # "oldest", or the newest first
    part: int = 1


@dataclass(frozen=True, slots=True)
class LifeTurn:
    """One step in the life of a card, and who asked for it."""

    what: str
    digest: str
    proposal: int | None
    by: int | None
    name: str
    at: datetime


@dataclass(frozen=True, slots=True)
class MakersCard:
    """A card or Special Rule they wrote. One that was set aside has no `ref`, and one turn."""

    deck: rows.Deck
    ref: Ref | None
    is_rule: bool
    life: tuple[LifeTurn, ...]
    fate: Fate

    @property
    def at(self) -> datetime:
        """When it was put to the table's judgement."""
        return self.life[0].at


def makers_name(named: str) -> Person:
    """Whose page it is. Http404 where nobody has agreed to one of that address. One statement."""
    found = Person.objects.filter(maker_key=key_in(named), forgotten_at=None).first()
    if found is None:
        raise Http404
    return found


def maker_page(person: Person, asked: MakerFilter) -> MakerPage:
    """12 statements at most, and two more for faces not read before. Http404 for a deck of no card of theirs, and for
    cards beyond the last."""
    members = seats_ever(person.pk)
    every = sorted((*_accepted(members), *_set_aside(members)), key=lambda made: made.at, reverse=True)
    of_deck = [made for made in every if asked.deck in ("", made.deck.slug)]
    if asked.deck and not of_deck:
        raise Http404
    chosen = [made for made in of_deck if made.fate in SHOWN[asked.show]]
    if asked.order:
        chosen.reverse()
    start = (asked.part - 1) * PART
    if start and start >= len(chosen):
        raise Http404
    here = makers_address(person.name, person.maker_key)
    now = timezone.now()
    fates = Counter(made.fate for made in of_deck)
    about = _about(every, now)
    return MakerPage(
        name=person.name,
        seal=Seal(person.name, person.shape, colour=person.colour),
        about=about,
        numbers=_numbers(of_deck, fates, members),
        bar=_bar(fates),
        shows=_shows(here, asked, fates),
        decks=_decks(here, asked, every),
        orders=tuple(
            Choice(say(words), _at(here, asked, order=order), asked.order == order)
            for order, words in (("", message("Newest first")), ("oldest", message("Oldest first")))
        ),
        cards=_fated(chosen[start : start + PART], members),
        before=_at(here, asked, part=asked.part - 1) if asked.part > 1 else "",
        after=_at(here, asked, part=asked.part + 1) if start + PART < len(chosen) else "",
        next_count=min(PART, len(chosen) - start - PART),
        feed_href=f"{here}feed.atom",
        home_href=f"{here}take-home/" if any(made.fate in SHOWN["in"] and not made.is_rule for made in every) else "",
        link=_link(person, _at(here, asked, part=asked.part), about, every),
    )


def slug_now(asked: str) -> str:
    """The address that a deck has now, of which `asked` may be a former one; what is nobody's stays as it is. One
    statement, none for what can be no address."""
    if not slug_re.match(asked):
        return asked
    found = rows.FormerSlug.objects.filter(slug=asked).values_list("deck__slug", flat=True).first()
    return found or asked


def decks_written_in(person: Person) -> frozenset[int]:
    """The decks of the archive of which a version held a card of theirs. Four statements."""
    members = seats_ever(person.pk)
    return frozenset(made.deck.pk for made in _accepted(members))


def _accepted(members: frozenset[int]) -> Iterable[MakersCard]:
    """What they wrote that came to stand in a version. Three statements."""
    written = written_by(members).values("article_id")
    told = (
        rows.Change.objects.filter(at__lte=F("article__deck__archived_at"), article__in=written)
        .order_by("article_id", "seq", "pk")
        .values_list(
            "article_id", "article__deck_id", "article__kind", "article__number", "kind", "face_id", "proposal",
            "by_id", name_of("by"), "at",
        )
    )  # fmt: skip
    by_article = groupby(told, key=lambda turn: turn[:4])
    lives = [
        (deck, Ref(kind, number), tuple(LifeTurn(*turn[4:]) for turn in turns))
        for (_, deck, kind, number), turns in by_article
    ]
    shelved = rows.Deck.objects.select_related("shelved").defer("shelved__words", "shelved__facts")
    decks = shelved.in_bulk({deck for deck, _, _ in lives})
    archived: dict[int, list[datetime]] = {}
    for deck, at in rows.Version.objects.filter(deck__in=decks).values_list("deck_id", "at"):
        archived.setdefault(deck, []).append(at)
    for deck, ref, life in lives:
        if was_in_one(life, archived.get(deck, ())):
            yield MakersCard(decks[deck], ref, ref.kind == "rule", life, fate_of(life))


def _set_aside(members: frozenset[int]) -> Iterable[MakersCard]:
    """What they wrote and nobody wanted, but for what was asked again and got in. Three statements."""
    settled = Q(
        proposal__deck__in=rows.Deck.objects.filter(rows.IN_THE_ARCHIVE),
        proposal__closed_at__lte=F("proposal__deck__archived_at"),
    )
    found = list(
        rows.Wording.objects.filter(
            settled, proposal__state="aside", by_id__in=members, number=F("proposal__wording")
        ).values_list("proposal__deck_id", "proposal__number", "changes", "by_id", "proposal__closed_at")
    )
    asked_again = frozenset(
        rows.Proposal.objects.filter(
            deck_id__in={deck for deck, *_ in found}, source__isnull=False, state="accepted",
            closed_at__lte=F("deck__archived_at"),
        ).values_list("deck_id", "source")
    )  # fmt: skip
    decks = rows.Deck.objects.in_bulk({deck for deck, *_ in found})
    for deck, number, changes, by, at in found:
        for change in changes:
            if at is None or change.get("is") != "Create" or change.get("maker") or (deck, number) in asked_again:
                continue
            turn = LifeTurn("aside", change["face"], number, by, "", at)
            yield MakersCard(decks[deck], None, change["kind"] == "rule", (turn,), "aside")


def _link(person: Person, here: str, about: str, every: Iterable[MakersCard]) -> LinkTags | None:
    """With a picture of the newest card of theirs that stands, or the house's where none does."""
    house = house_tags(here)
    if house is None:
        return None
    tags = replace(house, title=clean_line(person.name), description=about)
    for made in every:
        if made.ref is not None and made.fate in SHOWN["in"]:
            version = f"?version={made.deck.last_version}"
            place = path_to(f"{made.ref.kind}-preview", slug=made.deck.slug, number=made.ref.number) + version
            alt = say(message("A card by {who}, drawn", who=person.name))
            return replace(tags, picture=f"{settings.ENV.site}{place}", alt=alt, wide=WIDE, high=HIGH)
    return tags


# --- what is said of all of them --------------------------------------------------------------------------------------


def _about(every: Sequence[MakersCard], now: datetime) -> str:
    if not every:
        return say(message("Nothing in a public deck yet."))
    decks = counted(
        "Writes in one deck, {since}.", "Writes in {count} decks, {since}.", len({m.deck.pk for m in every})
    )
    return say(decks.given(since=since(every[-1].at, now)))


def _numbers(
    every: Sequence[MakersCard], fates: Mapping[Fate, int], members: frozenset[int]
) -> tuple[MakerNumber, ...]:
    def number(count: int, words: Message, line: str = "") -> MakerNumber:
        return MakerNumber(say(message("{count:,}", count=count)), say(words), line)

    games = _games(every)
    return (
        number(len(every), message("Written")),
        number(fates["in"] + fates["reworded"], message("In", context="cards of a maker")),
        number(fates["reworded"], message("Reworded since"), _by_whom(every, members)),
        number(fates["out"], message("Repealed", context="cards of a maker")),
        number(fates["aside"], message("Set aside", context="cards of a maker")),
        *(
            [number(games, message("Played"), say(message("Games of decks that hold a card of theirs")))]
            if games
            else []
        ),
    )


def _games(every: Iterable[MakersCard]) -> int:
    """How often the decks were played in which something of theirs is in force, by all that the archive says."""
    decks = {made.deck.pk: made.deck for made in every if made.fate in SHOWN["in"]}
    return sum(deck.shelved.played for deck in decks.values() if hasattr(deck, "shelved"))


def _by_whom(every: Sequence[MakersCard], members: frozenset[int]) -> str:
    """Whether others reworded them; nothing where none was."""
    reworded = [made for made in every if made.fate == "reworded"]
    others = sum(any(turn.what == "amended" and turn.by not in members for turn in made.life) for made in reworded)
    if not reworded:
        return ""
    if not others:
        return say(message("All by their own hand"))
    if others == len(reworded):
        return say(message("All by others"))
    return say(counted("One by others", "{count} by others", others))


_IN_THE_BAR: Mapping[Fate, Message] = {
    "in": message("{count} in as written"),
    "reworded": message("{count} reworded"),
    "out": message("{count} repealed"),
    "aside": message("{count} set aside"),
}


def _bar(fates: Mapping[Fate, int]) -> tuple[FatePart, ...]:
    return tuple(
        FatePart(fate, fates[fate], say(words.given(count=fates[fate])))
        for fate, words in _IN_THE_BAR.items()
        if fates[fate]
    )


def _at(here: str, asked: MakerFilter, **other: Any) -> str:
    """The one place where addresses of this page are made: nothing that is asked for drops another."""
    words = {"show": asked.show, "deck": asked.deck, "order": asked.order, **other}
    if words.get("part") == 1:
        del words["part"]
    query = urlencode({name: value for name, value in words.items() if value})
    return f"{here}?{query}" if query else here


def _shows(here: str, asked: MakerFilter, fates: Mapping[Fate, int]) -> tuple[Choice, ...]:
    words = {
        "": message("All", context="cards of a maker"),
        "in": message("In", context="cards of a maker"),
        "reworded": message("Reworded", context="cards of a maker"),
        "out": message("Repealed", context="cards of a maker"),
        "aside": message("Set aside", context="cards of a maker"),
    }
    counts = {show: sum(fates[fate] for fate in some) for show, some in SHOWN.items()}
    return tuple(
        Choice(say(words[show]), _at(here, asked, show=show), asked.show == show, number=counts[show])
        for show in SHOWN
        if counts[show] or asked.show == show or not show
    )


def _decks(here: str, asked: MakerFilter, every: Sequence[MakersCard]) -> tuple[Choice, ...]:
    """Those with a card of theirs, most first; none where there is but one."""
    many = Counter(made.deck.slug for made in every)
    decks = {made.deck.slug: made.deck for made in every}
    if len(decks) < 2:
        return ()
    return (
        Choice(say(message("In any deck")), _at(here, asked, deck=""), not asked.deck),
        *(
            Choice(
                decks[slug].title, _at(here, asked, deck=slug), asked.deck == slug, number=number,
                language=tag(decks[slug].language),
            )
            for slug, number in many.most_common()
        ),
    )  # fmt: skip


# --- and of each ------------------------------------------------------------------------------------------------------


def _fated(some: Sequence[MakersCard], members: frozenset[int]) -> tuple[FatedCard, ...]:
    """Six statements at most."""
    lexicons = _lexicons({made.deck.pk for made in some})
    archived = _archived({made.deck.pk for made in some})
    wanted = [turn.digest for made in some for turn in made.life[-2:]]
    faces = read_for_page(wanted, each=A_FACE)
    votes = tallies(rows.Proposal.objects.filter(_named(some)))
    return tuple(_card(made, faces, lexicons[made.deck.pk], votes, archived[made.deck.pk], members) for made in some)


def _lexicons(decks: Iterable[int]) -> Mapping[int, Lexicon]:
    """What the words of each deck mean in its newest version. One statement."""
    newest = rows.Version.objects.filter(deck__in=decks, number=F("deck__last_version"))
    return {deck: lexicon_of(kit or {}) for deck, kit in newest.values_list("deck_id", "manifest__kit")}


def _archived(decks: Iterable[int]) -> Mapping[int, Sequence[tuple[datetime, int]]]:
    """When each deck's versions were archived, the first one first. One statement."""
    found: dict[int, list[tuple[datetime, int]]] = {}
    told = rows.Version.objects.filter(deck__in=decks).order_by("number").values_list("deck_id", "at", "number")
    for deck, at, number in told:
        found.setdefault(deck, []).append((at, number))
    return found


def _named(some: Sequence[MakersCard]) -> Q:
    """The votes that put each where it is."""
    named = Q(pk__in=())
    for made in some:
        if made.life[-1].proposal is not None:
            named |= Q(deck_id=made.deck.pk, number=made.life[-1].proposal)
    return named


def _card(
    made: MakersCard, faces: Mapping[str, ReadFace], lexicon: Lexicon, votes: Mapping[tuple[int, int], str],
    archived: Sequence[tuple[datetime, int]], members: frozenset[int],
) -> FatedCard:  # fmt: skip
    deck, last = made.deck, made.life[-1]
    read = faces[last.digest]
    number = next((number for at, number in archived if at >= last.at), deck.last_version)
    home = path_to("deck", slug=deck.slug)
    verdict, more = _verdict(made, votes.get((deck.pk, last.proposal or 0), ""), number, members)
    was = faces[made.life[-2].digest] if made.fate == "reworded" and len(made.life) > 1 else None
    return FatedCard(
        face=_face(made, read, lexicon),
        href=f"{home}{made.ref.kind}s/{made.ref.number}/" if made.ref is not None else "",
        name=read.title,
        deck=deck.title,
        deck_href=home,
        language=tag(deck.language),
        fate=made.fate,
        verdict=verdict,
        more=more,
        changes=_changes(was, read, deck.language, lexicon) if was is not None else (),
    )


def _face(made: MakersCard, read: ReadFace, lexicon: Lexicon) -> SafeString:
    """In print; in their hand where it was set aside. Nothing where it was taken down."""
    if read.is_withdrawn:
        return SafeString()
    if made.ref is None:
        drawn = draw_face(read.face, is_rule=made.is_rule, frame="hand", language=read.language(made.deck.language))
        return markup_of(drawn, in_link=True)
    line = f"{made.deck.title} · {made.deck.last_version}"
    return printed(read, made.is_rule, made.ref.number, line, made.deck.language, lexicon)


def _verdict(made: MakersCard, tally: str, version: int, members: frozenset[int]) -> tuple[str, str]:
    """ "In, 5 of 5." and what else there is to say. How a card was voted down is the table's own business."""
    last = made.life[-1]
    match made.fate:
        case "aside":
            return say(message("Set aside.", context="a card")), ""
        case "out":
            return say(message("Out", context="of a card")), _with(
                tally, message("in version {version}", version=version)
            )
        case "reworded":
            by = message("by {who}, in version {version}", who=last.name, version=version)
            own = message("by their own hand, in version {version}", version=version)
            return say(message("Reworded", context="of a card")), _with("", own if last.by in members else by)
        case _:
            is_new = version == made.deck.last_version and version > 1
            new = message("New in version {version}.", version=version)
            return say(message("In, {tally}.", tally=tally) if tally else message("In.")), say(new) if is_new else ""


def _with(tally: str, words: Message) -> str:
    return say(message("{words}, {tally}.", words=words, tally=tally) if tally else message("{words}.", words=words))


def _changes(was: ReadFace, now: ReadFace, language: str, lexicon: Lexicon) -> tuple[DiffRun, ...]:
    """The first words that its last rewording cut and added."""
    if was.is_withdrawn or now.is_withdrawn:
        return ()
    found = proofs.of_fields(was.face, now.face, language, lexicon)
    runs = [piece for proof in found if proof.field in ("title", "text", "flavour") for piece in proof.pieces]
    return tuple(_first_of(run for run in runs if run.mark != "same" and run.text.strip()))


def _first_of(runs: Iterable[DiffRun]) -> Iterator[DiffRun]:
    left = WORDS_SHOWN
    for run in runs:
        words = run.text.split()
        if left:
            yield run if len(words) <= left else DiffRun(run.mark, f"{' '.join(words[:left])} …")
        left -= min(left, len(words))
