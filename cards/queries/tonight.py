"""A deck for tonight, the archive's front: three questions, one deck dealt out of those that fit, and the shelves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urlencode

from django.utils import timezone

from cards import models as rows
from cards.face.language import tag
from cards.queries.covers import OnShelf, covers_of, deck_facts, newest_versions, on_shelf
from cards.queries.shelf_ask import PAGE, address, letters
from cards.rules.manifest import DeckState, own_name, state_in
from cards.search import shelf
from cards.search.asked import SearchFilters
from cards.search.catalogue import Catalogue
from cards.search.filling import is_whole
from cards.search.finding import count, deal, find
from cards.search.language import read
from cards.values.archive import DeckCover
from cards.values.facts import what_came
from cards.values.pages import Choice
from cards.values.shelf import NewVersion, Ranked, TonightPage, TonightQuestion
from studio.kernel.messages import Message, counted, message, number_word
from studio.web.addresses import path_to
from studio.web.dates import said
from studio.web.link_tags import house_tags
from studio.web.words import say

ANSWERS = ("players", "cut", "ready")
PLAYERS = ("2", "3", "4", "5", "6+")
CUTS = {"none": message("None, screens"), "hour": message("An hour’s worth"), "any": message("Any amount")}
READY = {"1": message("Ready to play"), "0": message("We’ll finish it")}
AN_HOUR = 8  # sheets, at seven minutes of scissors a sheet
PLAYABLE = ("star", "playable")
UNFINISHED = ("unfinished", "unfinished-but-playable", "untested")
HANDS, HANDS_MAX = 3, 6  # round the cloth, where nobody said how many, and at most
STARS, NEWEST, MOST_PLAYED, TO_FINISH = 4, 5, 5, 4
STARS_MAX = 200  # of which the day's are chosen
SEEDS = 10**6


@dataclass(frozen=True, slots=True)
class TonightAsk:
    """The answers given so far, "" where one was not; `seed` is that of the deal, `besides` what was dealt before."""

    players: str = ""
    cut: str = ""
    ready: str = ""
    seed: int = 0
    besides: int = 0

    def at(self) -> str:
        """Where it stands. Every answer keeps the others."""
        numbers = (("seed", self.seed), ("besides", self.besides))
        asked = [(name, getattr(self, name)) for name in ANSWERS if getattr(self, name)]
        asked += [(name, str(value)) for name, value in numbers if value]
        return f"{PAGE}?{urlencode(asked)}" if asked else PAGE

    @property
    def words(self) -> str:
        return f"sheets<={AN_HOUR}" if self.cut == "hour" else ""

    @property
    def filters(self) -> SearchFilters:
        """What the answers ask of the archive."""
        asked = [("players", self.players)] if self.players else []
        states = {"1": PLAYABLE, "0": UNFINISHED}.get(self.ready, ())
        return (*asked, *(("is", state) for state in states))

    def with_answer(self, name: str, value: str) -> TonightAsk:
        """The same with one answer given otherwise, and a deck dealt anew."""
        answers = {one: getattr(self, one) for one in ANSWERS} | {name: value}
        return TonightAsk(**answers)

    @property
    def is_answered(self) -> bool:
        return bool(self.players or self.cut or self.ready)


def tonight(ask: TonightAsk) -> TonightPage:
    """The front, with one deck dealt. Shelves show what the answers allow."""
    now, known = timezone.now(), shelf.catalogue()
    search = read(ask.words, ask.filters)
    fits, _ = count(search)
    dealt = deal(search, ask.seed or _today(now), ask.besides) if fits else None
    starred, stars_total = _having(ask, STARS_MAX, "star")
    stars = _of_the_day(starred, now)
    newest = [hit.deck_id for hit in find(search, "newest", size=NEWEST, with_numbers=False).decks]
    most_played = find(search, "lately", size=MOST_PLAYED, with_numbers=False).decks
    played = [hit.deck_id for hit in most_played if _played(known, hit.deck_id)]
    unfinished, unfinished_total = ([], 0) if ask.ready == "1" else _having(ask, TO_FINISH, *UNFINISHED)
    lying = [] if stars else newest[:STARS]
    fanned = [*([dealt] if dealt else ()), *stars, *unfinished, *lying]
    shown = on_shelf([*fanned, *newest, *played])
    covers = _covers(shown, fanned)
    return TonightPage(
        players=_players(ask),
        others=(
            TonightQuestion(say(message("And scissors?")), _answers(ask, "cut", CUTS)),
            TonightQuestion(say(message("Ready?")), _answers(ask, "ready", READY)),
        ),
        told=_told(ask),
        **_go(ask, fits or 0, len(known)),
        dealt=covers.get(dealt) if dealt else None,
        again_href=replace(ask, seed=(ask.seed or _today(now)) % SEEDS + 1, besides=dealt or 0).at(),
        hands=tuple(range(1, (min(int(ask.players.rstrip("+")), HANDS_MAX) if ask.players else HANDS) + 1)),
        total=len(known),
        all_href=address(),
        covers=tuple(covers[pk] for pk in lying if pk in covers),
        stars=tuple(covers[pk] for pk in stars if pk in covers),
        stars_total=stars_total,
        stars_href=address(ask.words, _with(ask, "star")),
        newest=_new_versions(shown.only(newest), now),
        played=_ranked(shown.only(played), known),
        played_href=address(ask.words, ask.filters, order="lately"),
        unfinished=tuple(covers[pk] for pk in unfinished if pk in covers),
        unfinished_total=unfinished_total,
        unfinished_href=address(ask.words, _with(ask, *UNFINISHED)),
        letters=letters(),
        is_whole=is_whole(),
        link=house_tags(ask.at()),
    )


def _today(now: datetime) -> int:
    return now.toordinal() % SEEDS


def _players(ask: TonightAsk) -> TonightQuestion:
    answers = tuple(
        Choice(one, ask.with_answer("players", "" if one == ask.players else one).at(), one == ask.players)
        for one in PLAYERS
    )
    return TonightQuestion(say(message("How many are you?")), answers)


def _answers(ask: TonightAsk, name: str, words: dict[str, Message]) -> tuple[Choice, ...]:
    given = getattr(ask, name)
    return tuple(
        Choice(say(words[key]), ask.with_answer(name, "" if key == given else key).at(), key == given) for key in words
    )


def _told(ask: TonightAsk) -> tuple[str, ...]:
    """The answers as a sentence, and how long that takes."""
    if not ask.is_answered:
        return ()
    players = ask.players.rstrip("+")
    parts = [
        message("For {players}", players=number_word(int(players))) if players else None,
        message("up to {sheets} sheets to cut", sheets=number_word(AN_HOUR)) if ask.cut == "hour" else None,
        message("nothing to cut: play it on screens") if ask.cut == "none" else None,
        {"1": message("ready to play"), "0": message("to be finished by you")}.get(ask.ready),
    ]
    words = ", ".join(say(part) for part in parts if part is not None)
    minutes = (say(message("About seven minutes of scissors a sheet.")),) if ask.cut == "hour" else ()
    return (*([f"{words[:1].upper()}{words[1:]}."] if words else ()), *minutes)


def _go(ask: TonightAsk, fits: int, total: int) -> dict[str, str]:
    """The button: all that fit, or the nearest there is."""
    if fits:
        words = counted("Show the one", "Show all {count}", fits)
        return {"go_words": say(words), "go_href": address(ask.words, ask.filters)}
    for nearer in _nearer(ask):
        if found := count(read(nearer.words, nearer.filters))[0]:
            nearest = counted("None. Nearest: one deck {how}", "None. Nearest: {count} decks {how}", found)
            return {"go_words": say(nearest.given(how=_how(ask, nearer))), "go_href": nearer.at()}
    return {"go_words": say(counted("Show the one", "Show all {count}", total)) if total else "", "go_href": address()}


def _nearer(ask: TonightAsk) -> Sequence[TonightAsk]:
    """The same for one player more or fewer, or with one answer less."""
    at = PLAYERS.index(ask.players) if ask.players else None
    places = [] if at is None else [one for one in (at - 1, at + 1) if 0 <= one < len(PLAYERS)]
    others = [ask.with_answer("players", PLAYERS[one]) for one in places]
    less = [ask.with_answer(name, "") for name in ("cut", "ready", "players") if getattr(ask, name)]
    return [*others, *less]


def _how(ask: TonightAsk, nearer: TonightAsk) -> Message:
    if nearer.players and nearer.players != ask.players:
        return message("for {players}", players=number_word(int(nearer.players.rstrip("+"))))
    if nearer.cut != ask.cut:
        return message("with more to cut")
    return message("in another state") if nearer.ready != ask.ready else message("for others")


def _with(ask: TonightAsk, *states: str) -> SearchFilters:
    kept = tuple(one for one in ask.filters if one[0] != "is")
    return (*kept, *(("is", state) for state in states))


def _having(ask: TonightAsk, most: int, *states: str) -> tuple[list[int], int]:
    """The newest decks in these states that the other answers allow, and how many there are."""
    found = find(read(ask.words, _with(ask, *states)), "newest", size=most, with_numbers=False)
    return [hit.deck_id for hit in found.decks], found.deck_total or 0


def _of_the_day(found: Sequence[int], now: datetime) -> list[int]:
    """A few of them, others tomorrow, the same for everybody."""
    return random.Random(_today(now)).sample(sorted(found), min(STARS, len(found)))


def _played(known: Catalogue, deck_id: int) -> int:
    """Games of it in the last thirty days."""
    deck = known.decks[known.places[deck_id]] if deck_id in known else None
    return deck.numbers["lately"] if deck is not None else 0


def _covers(shown: OnShelf, deck_ids: Sequence[int]) -> dict[int, DeckCover]:
    laid = shown.only(dict.fromkeys(deck_ids))
    return {deck.pk: cover for deck, cover in zip(laid.decks, covers_of(laid), strict=True)}


def _new_versions(shown: OnShelf, now: datetime) -> tuple[NewVersion, ...]:
    """Three statements."""
    names = dict(
        rows.Version.objects.filter(deck__in=shown.decks).order_by("number").values_list("deck_id", "name")
    )  # the last of each
    before, now_in = _before(shown), dict(newest_versions(shown.decks, "manifest"))
    return tuple(
        NewVersion(
            title=deck.title,
            number=deck.last_version,
            name=own_name(deck.last_version, names.get(deck.pk, "")),
            href=path_to("version", slug=deck.slug, number=deck.last_version),
            when=said(deck.archived_at or now, now),
            facts=deck_facts(deck),
            came=what_came(before.get(deck.pk, {}), state_in(now_in.get(deck.pk, {}))).parts,
            language=tag(deck.language),
        )
        for deck in shown.decks
    )


def _before(shown: OnShelf) -> dict[int, DeckState]:
    """What lay in the version before the newest of each."""
    last = {deck.pk: deck.last_version for deck in shown.decks}
    older = rows.Version.objects.filter(deck__in=last, number__in={number - 1 for number in last.values()})
    told = older.values_list("deck_id", "number", "manifest")
    return {deck: state_in(manifest) for deck, number, manifest in told if number == last[deck] - 1}


def _ranked(shown: OnShelf, known: Catalogue) -> tuple[Ranked, ...]:
    return tuple(
        Ranked(
            rank=rank,
            title=deck.title,
            href=path_to("deck", slug=deck.slug),
            facts=deck_facts(deck),
            count=_played(known, deck.pk),
            of=say(counted("game", "games", _played(known, deck.pk))),
            language=tag(deck.language),
        )
        for rank, deck in enumerate(shown.decks, 1)
    )
