"""Whatever is asked of a deck by one verb: the door, its form, what a lent seat may not, how often; then it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from cards import actions
from cards.access import Door, mind_the_pace_of_votes, refuse_for_good
from cards.lent import refuse_earlier, refuse_earlier_vote, refuse_theirs_alone
from cards.queries.composer import is_written
from cards.queries.settled import written_on
from cards.rules.command import MemberCommand
from cards.verbs.registry import named, read_fields
from cards.verbs.verb import Back, Guard, HowOften
from cards.views.doors import enter
from studio.kernel.inputs import Inputs
from studio.kernel.refusals import Refused
from studio.log.committed import Committed
from studio.people.limits import DRAFT_PACE, GAP_PACE, REMARK_PACE, GroupPace
from studio.web.inputs import anywhere
from studio.web.ratelimit import keep_pace
from studio.web.responses import declined, done, is_scripted, request_key

_GUARDS: Mapping[Guard, Callable[[Door, tuple[int, ...]], None]] = MappingProxyType({
    Guard.FOR_GOOD: lambda door, about: refuse_for_good(door, about[0]),
    Guard.THEIRS_ALONE: lambda door, _: refuse_theirs_alone(door),
    Guard.EARLIER: lambda door, about: refuse_earlier(door, *about),
    Guard.EARLIER_VOTE: lambda door, about: refuse_earlier_vote(door, about[0]),
})  # fmt: skip
_PACES: dict[HowOften, GroupPace] = {HowOften.REMARK: REMARK_PACE, HowOften.DRAFT: DRAFT_PACE, HowOften.GAP: GAP_PACE}
_PAGES = {Back.GAPS: "gaps", Back.WRITE: "write"}
Doing = Callable[[int, MemberCommand, str], Committed]


def _does(deck_id: int, command: MemberCommand, key: str) -> Committed:
    return actions.do(deck_id, command, key=key)


@require_POST
def do(request: HttpRequest, slug: str, verb: str = "", number: int | None = None, **known: int) -> HttpResponse:
    """The form names its verb. Older addresses name it themselves, and say in their path what it is about: they take
    whatever else their forms carry."""
    door = enter(request, slug)
    given = anywhere(request)
    name = verb or given.text("verb")
    about = given.whole_number("proposal", otherwise=None) if number is None else number
    back = reverse("workshop", args=[door.slug])
    try:
        _, sent = named(name)
        if sent.back in (Back.PROPOSAL, Back.WRITING):
            back = way_back(request, door.slug, about)
        if number is not None:
            known = {sent.number: number, **known}
        turn = ask(door, name, given, request_key(request), known, is_strict=not verb)
    except Refused as refused:
        return declined(request, refused, back=back)
    answer = done(request, turn, reverse(_PAGES[sent.back], args=[door.slug]) if sent.back in _PAGES else back)
    if sent.back is Back.WRITING and about is not None and is_written(door.deck_id, about):
        answer["X-Carte-Go" if is_scripted(request) else "Location"] = written_on(door.slug, about)
    return answer


def ask(
    door: Door, name: str, given: Inputs, key: str, known: Mapping[str, int] = MappingProxyType({}), *,
    is_strict: bool = False, act: Doing = _does,
) -> Committed:  # fmt: skip
    """What a form says, by whoever came through the door. `act` is how it is done where more hangs on it than the deck.

    Raises Refused(code).
    """
    verb, sent = named(name)
    fields = read_fields(sent, given, known, is_strict=is_strict)
    about = tuple(fields[field] for field in sent.about)
    for guard in sent.guards:
        _GUARDS[guard](door, about)
    if sent.pace is HowOften.VOTE:
        mind_the_pace_of_votes(door, about[0], key)
    elif sent.pace is not None:
        keep_pace(door, _PACES[sent.pace], key)
    return act(door.deck_id, verb.command(by=door.member_id, **fields), key)


def way_back(request: HttpRequest, slug: str, number: int | None) -> str:
    """A plain form goes back to the page it came from: the room or the proposal."""
    room = reverse("workshop", args=[slug])
    if number is None:
        return room
    own = reverse("proposal", args=[slug, number])
    return own if request.headers.get("Referer", "").split("?")[0].split("#")[0].endswith(own) else room
