"""Who of an open ballot is away, and who of those here would go on without them."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.html import format_html
from django.utils.safestring import SafeString

from cards.queries.asking import ask_at
from cards.queries.deck_view import DeckView
from cards.rules.deck import Elector
from cards.rules.sight import ProposalSight
from cards.values.mat import GoOn
from studio.kernel.messages import Message, Title, message, shortened
from studio.web.words import say, say_html

NAMED = 5  # of many who are asked, as many names


def go_on_lines(view: DeckView, proposal: ProposalSight) -> tuple[GoOn, ...]:
    """Who of a room ballot is away and silent, and who of those here agreed to go on without them."""
    ballot = proposal.ballot
    if ballot is None or ballot.sort != "room":
        return ()
    _, away = view.voting_here_and_away
    deciding = ballot.counting - frozenset(away)
    if not deciding - {proposal.by}:
        return ()
    address = ask_at(view.row.slug, "go-on", proposal=proposal.number)
    return tuple(
        GoOn(
            elector.member,
            view.name_of(elector.member),
            _words(view, elector, deciding, since=away[elector.member]),
            address,
        )
        for elector in ballot.electors
        if elector.member in (ballot.counting - ballot.answered) & away.keys()
    )


def _words(view: DeckView, elector: Elector, deciding: frozenset[int], *, since: int) -> SafeString:
    """ "Maud is away. You would go on; Ros has to agree." As HTML: each reader is shown what is said to them."""
    is_away = say_html(message("{who} is away.", who=view.name_of(elector.member)))
    agreed = {member for member, at in elector.go_on if at >= since} & deciding
    if not agreed:
        return is_away
    would = _said_of(view, agreed, message("{who} would go on;"), say(message("You")))
    return format_html("{} {} {}", is_away, would, _still_asked(view, deciding - agreed))


def _still_asked(view: DeckView, members: Collection[int]) -> SafeString:
    if len(members) > 1:
        return _said_of(view, members, message("{who} have to agree."), say(message("you")))
    (member,) = members
    theirs = say(message("{who} has to agree.", who=view.name_of(member)))
    return _to_each(member, theirs, say(message("you have to agree.")))


def _said_of(view: DeckView, members: Collection[int], said: Message, you: str) -> SafeString:
    """A sentence about these members, in which each finds themselves as `you`."""
    by_name = {view.name_of(member): member for member in sorted(members)}
    who = shortened([Title(name) for name in by_name], NAMED)
    return say_html(said.given(who=who), lambda name: _to_each(by_name[name], name, you))


def _to_each(member: int, theirs: str, yours: str) -> SafeString:
    """What everybody reads but this member, and what this member reads (see cards/_my_marks.html)."""
    return format_html(
        '<span class="m-{}"><span class="theirs">{}</span><span class="you">{}</span></span>', member, theirs, yours
    )
