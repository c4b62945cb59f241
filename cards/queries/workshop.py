"""Around the mat: who is here, what is in the deck, whether it is enough to play, what the group agreed on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.urls import reverse

from cards.face.face import Face, kind_of
from cards.face.language import tag
from cards.queries.asking import ask_at
from cards.queries.deck_view import DeckView, address_of
from cards.queries.lexicon_choices import kind_style
from cards.queries.mat import mat
from cards.rules.deck import Ref
from cards.rules.details import UNTITLED, is_untitled
from cards.rules.sight import BallotSight, ProposalSight
from cards.values.mat import SealView
from cards.values.pages import CARDS_A_PLAYER
from cards.values.workshop import (
    Beside,
    OnSide,
    PresenceStrip,
    RailGroup,
    RailLine,
    RailLists,
    Readiness,
    ThemeLines,
    TitleLine,
    WorkshopPlace,
)
from cards.venues import told_of
from studio.kernel.messages import Message, Sayable, counted, message, number_word, series
from studio.web.language import besides_english
from studio.web.words import begin, say

FEWEST_PLAYERS = 2  # where nobody has said how many
RAIL_LINES = 60  # of one kind; the whole deck is a page of its own
RAIL_FIRST = {"thing": 7, "action": 4, "other": 4, "rule": 4}  # that are not folded away
WORKSHOP = message("Workshop")
KINDS_NAMED = 3  # kinds of a deck's own in one heading
_HEADINGS: dict[str, Sayable] = {
    "thing": message("Things"),
    "action": message("Actions"),
    "other": message("Others"),
    "rule": message("Special Rules"),
}
_COUNTS: dict[str, Callable[[int], Message]] = {
    "thing": lambda count: counted("{count} Thing", "{count} Things", count),
    "action": lambda count: counted("{count} Action", "{count} Actions", count),
    "other": lambda count: counted("{count} Other", "{count} Others", count),
    "rule": lambda count: counted("{count} Special Rule", "{count} Special Rules", count),
}


def place(view: DeckView) -> WorkshopPlace:
    """What stays as it is while the page is open."""
    deck = view.row
    assert view.member_id is not None
    return WorkshopPlace(
        title=deck.title,
        language=tag(deck.language),
        slug=deck.slug,
        stream_key=deck.stream.key,
        address=reverse("workshop", args=[deck.slug]),
        deck_address=reverse("deck", args=[deck.slug]),
        write_address=reverse("write", args=[deck.slug]),
        preview_address=reverse("preview", args=[deck.slug]),
        agree_address=ask_at(deck.slug, "agree"),
        me=view.member_id,
        is_blank=_is_blank(view),
        is_lent=view.deck.is_lent,
    )


def title(view: DeckView, where: Message = WORKSHOP) -> TitleLine:
    """What the deck is called, and where all of it is."""
    deck = view.row
    address = reverse("deck", args=[deck.slug])
    return TitleLine(say(where), deck.title or say(UNTITLED), address, tag(deck.language), has_no_title(deck.title))


def has_no_title(title: str) -> bool:
    """Whether the group has yet to say what the deck is called, in whichever language it began."""
    return is_untitled(title, also=say(UNTITLED))


def presence_strip(view: DeckView) -> PresenceStrip:
    """Who is at the table, those who vote on what lies there first. Words never say "you": all members see the same."""
    here, _ = view.here_and_away
    voting = _voting(view)
    active = [someone for someone in view.people.values() if someone.is_active]
    present = sorted((s.member for s in active if s.member in here), key=lambda member: member not in voting)
    elsewhere = tuple(SealView(s.member, view.seal_of(s.member), "away") for s in active if s.member not in here)
    count, votes = len(present), sum(member in voting for member in present)
    said: Sayable = message("{number} at the table", number=number_word(count))
    rest: Sayable | None = None
    if not count:
        said = message("Nobody at the table")
    elif count == 1 and not elsewhere:
        said = message("Only you, so far")
    elif voting and votes < count:
        said = message("{number} here", number=number_word(count))
        rest = counted("{number} votes", "{number} vote", votes, number=number_word(votes))
    return PresenceStrip(
        people=tuple(SealView(member, view.seal_of(member)) for member in present),
        words=begin(said),
        voting=say(rest) if rest is not None else "",
        elsewhere=elsewhere,
        group_address=reverse("group", args=[view.row.group.key]),
        language=besides_english(view.language),
    )


def _voting(view: DeckView) -> frozenset[int]:
    """Whose vote counts on what lies on the mat; nobody's where nothing is asked of the room."""
    proposal = view.deck.on_the_mat
    if proposal is None or proposal.ballot is None:
        return frozenset()
    return proposal.ballot.counting


def rail(view: DeckView) -> RailLists:
    """What is in force, the newest first. One statement."""
    deck = view.row
    found = view.in_force
    lines: dict[str, list[RailLine]] = {kind: [] for kind in _HEADINGS}
    others: list[str] = []
    counts = dict.fromkeys(_HEADINGS, 0)
    theirs = tag(deck.language)
    newest = max((proposal for _, _, _, proposal, _, _ in found if proposal), default=None)
    for sort, number, copies, proposal, title, type_line in found:
        face = Face(title or say(message("Withdrawn")), type_line or "")
        kind = kind_of(face, is_rule=sort == "rule")
        counts[kind] += copies
        address = address_of(deck.slug, Ref(sort, number))
        is_new = newest is not None and proposal == newest
        own = kind_style(view.lexicon, face.kind_word) if kind == "other" else ""
        line = RailLine(number, face.title, face.traits, address, is_new, copies, theirs if title else "", own_kind=own)
        lines[kind].append(line)
        if kind == "other":
            others.append(face.kind_word)
    headings = {**_HEADINGS, "other": _heading_of_others(view, others)}
    groups = tuple(
        RailGroup(kind, say(heading), counts[kind], _folded(kind, lines[kind]), max(0, len(lines[kind]) - RAIL_LINES))
        for kind, heading in headings.items()
        if lines[kind]
    )
    words = say(series((_COUNTS[group.kind](group.count) for group in groups), "comma"))
    return RailLists(sum(counts.values()), words, groups, reverse("deck", args=[deck.slug]))


def _heading_of_others(view: DeckView, words: list[str]) -> Sayable:
    """The kinds' own names, where the deck has given every one of these cards' kinds a meaning; they are few."""
    own = {kind.name: None for word in words if (kind := view.lexicon.kind(word)) is not None}
    if not own or len(own) > KINDS_NAMED or any(view.lexicon.kind(word) is None for word in words):
        return _HEADINGS["other"]
    return series(own)


def _folded(kind: str, lines: list[RailLine]) -> tuple[RailLine, ...]:
    """The first few, and the rest folded away; nothing is folded for the sake of one line."""
    first = RAIL_FIRST[kind]
    if len(lines) <= first + 1:
        return tuple(lines)
    return (*lines[:first], *(replace(line, is_rest=True) for line in lines[first:RAIL_LINES]))


def readiness(view: DeckView) -> Readiness:
    """C8: copies in the draw pile against five a player, for as many players as are members."""
    deck = view.deck
    cards = sum(article.copies for ref, article in deck.articles.items() if ref.kind == "card" and article.in_force)
    active = sum(someone.is_active for someone in view.people.values())
    players = max(deck.details.players_min or FEWEST_PLAYERS, active)
    wanted = players * CARDS_A_PLAYER
    short = wanted - cards
    if short <= 0:
        said = message("Enough for {players} to play. Eight each would be better still.")
        if cards >= players * 8:
            said = message("Plenty for {players} to play.")
    else:
        said = counted(
            "{number} card more, and there are five for each of {players} players.",
            "{number} cards more, and there are five for each of {players} players.", short, number=number_word(short),
        )  # fmt: skip
    return Readiness(cards, players, wanted, short <= 0, begin(said.given(players=number_word(players))))


def held(view: DeckView) -> tuple[str, str] | None:
    """Where the room's votes are held while it is not here."""
    return told_of(view.venue)


def theme(view: DeckView) -> ThemeLines:
    details = view.deck.details
    asks: Message | None = None
    if has_no_title(details.title):
        asks = message("Give the deck a name") if details.theme else message("Say what it is about, and give it a name")
    elif not details.theme:
        asks = message("Say what it is about")
    return ThemeLines(details.theme, details.goal, say(asks) if asks else "", reverse("details", args=[view.row.slug]))


def agreed(view: DeckView) -> ThemeLines:
    """The same on the mat, while there is no card yet."""
    return theme(view) if _is_blank(view) else ThemeLines()


def _is_blank(view: DeckView) -> bool:
    """Nothing was ever put to this table."""
    return view.deck.last_proposal == 0 and not view.deck.articles


def lying(view: DeckView) -> OnSide | None:
    """The same ballot as the mat's, in one line; None while nothing lies there."""
    proposal = view.deck.on_the_mat
    if proposal is None or proposal.ballot is None:
        return None
    return _in_line(view, proposal, say(_spoken(proposal.ballot)))


def beside(view: DeckView) -> Beside:
    """What lies on the table and what is next, for whoever writes a card meanwhile."""
    proposal, card = view.deck.on_the_mat, mat(view).card
    if proposal is None or proposal.ballot is None or card is None:
        return Beside()
    now = _in_line(view, proposal, begin(_spoken(proposal.ballot)))
    waiting = [other for other in view.deck.queue if not other.overtaken]
    if not waiting:
        return Beside(now, card.face, card.number)
    after = message("{number} more after it.", number=number_word(len(waiting) - 1))
    words = begin(after) if len(waiting) > 1 else ""
    return Beside(now, card.face, card.number, _in_line(view, waiting[0], words))


def _in_line(view: DeckView, proposal: ProposalSight, words: str) -> OnSide:
    said = view.told_in_words(proposal.wording.changes)
    whose = say(message("{who}’s card.", who=view.name_of(proposal.by)))
    return OnSide(said.title, said.kind, words, said.title_language, whose)


def _spoken(ballot: BallotSight) -> Message:
    spoken, asked = number_word(ballot.many_spoken), number_word(len(ballot.counting))
    return message("{some} of {all} have spoken.", some=spoken, all=asked)
