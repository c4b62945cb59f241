"""Whatever is asked of a deck by one verb: the door, its form, what a lent seat may not, how often; then it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from cards import actions
from cards.access import Door, mind_the_pace_of_votes, refuse_for_good
from cards.lent import refuse_asking_from_a_hand, refuse_earlier, refuse_earlier_vote, refuse_theirs_alone
from cards.queries.composer import is_written
from cards.queries.deck_view import DeckView
from cards.queries.kit import came_from
from cards.queries.settled import written_on
from cards.queries.together import judged_at
from cards.rules.deck import ArticleChange
from cards.venues import room_of_votes
from cards.verbs.registry import BY_NAME, named, read_fields
from cards.verbs.verb import Back, Guard, HowOften, Wish
from cards.views import back, deck_settings, gaps, kit, lexicon, proposals, take_over, together
from cards.views.doors import enter, open_to_members
from studio.kernel.inputs import Inputs
from studio.kernel.refusals import Refused
from studio.log.committed import Committed
from studio.people.limits import (
    BATCH_PACE,
    DRAFT_PACE,
    GAP_PACE,
    PROPOSAL_PACE,
    REMARK_PACE,
    SUGGESTION_PACE,
    GroupPace,
)
from studio.web.inputs import anywhere, posted
from studio.web.ratelimit import keep_pace
from studio.web.responses import declined, done, is_scripted, request_key

_GUARDS: Mapping[Guard, Callable[[Door, tuple[Any, ...]], None]] = MappingProxyType({
    Guard.FOR_GOOD: lambda door, about: refuse_for_good(door, *about),
    Guard.THEIRS_ALONE: lambda door, _: refuse_theirs_alone(door),
    Guard.EARLIER: lambda door, about: refuse_earlier(door, *about),
    Guard.EARLIER_VOTE: lambda door, about: refuse_earlier_vote(door, about[0]),
})  # fmt: skip
_PACES: Mapping[HowOften, GroupPace] = MappingProxyType({
    HowOften.REMARK: REMARK_PACE,
    HowOften.DRAFT: DRAFT_PACE,
    HowOften.PROPOSAL: PROPOSAL_PACE,
    HowOften.GAP: GAP_PACE,
    HowOften.MARK: BATCH_PACE,
    HowOften.SUGGESTION: SUGGESTION_PACE,
})  # fmt: skip
# What is read beside what the deck has. Each raises Refused.
_READ: Mapping[str, Callable[[Door, Inputs], Wish]] = MappingProxyType({
    "ask-again": proposals.again_asked,
    "take-over": take_over.taken_over, "roll-back": take_over.rolled_back,
    "ask-for-kit": kit.kit_asked, "ask-for-words": lexicon.words_asked, "ask-for-back": back.back_asked,
})  # fmt: skip
# Where a plain form that was refused stands again, with what was typed.
_AGAIN: Mapping[str, Callable[[HttpRequest, Door, Refused, Inputs], HttpResponse]] = MappingProxyType({
    "name-gap": gaps.again, "reword-gap": gaps.again, "edit-details": deck_settings.details_again,
    "archive-version": deck_settings.archive_again, "suggest-strokes": together.drawing_again,
    "take-over": take_over.taken_again, "roll-back": take_over.rolled_again,
    "ask-for-kit": kit.kit_page, "ask-for-words": lexicon.words_page, "ask-for-back": back.back_page,
})  # fmt: skip
_ANEW = (Back.BATCH_ANEW, Back.BLANK)
Doing = Callable[[int, Wish, str], Committed]


def _does(deck_id: int, asked: Wish, key: str) -> Committed:
    return actions.do(deck_id, asked.command, key=key, faces=asked.faces)


@require_POST
def do(request: HttpRequest, slug: str, verb: str = "", **known: int | str) -> HttpResponse:
    """A form that names its verb says the fields of that verb and no more. Where its address names it, it may carry
    what else lies in it; those of the release before say in their path what it is about."""
    given = Inputs({of: [f"{value}"] for of, value in known.items()}).over(
        posted(request) if verb in _READ else anywhere(request)
    )
    name = verb or given.text("verb")
    door = (enter if name not in BY_NAME or BY_NAME[name][1].enters else open_to_members)(request, slug)
    about = given.whole_number("proposal", otherwise=None)
    back = reverse("workshop", args=[door.slug])
    try:
        _, sent = named(name)
        back = _refused_to(request, door.slug, sent.back, about)
        turn = ask(door, name, given, request_key(request), is_strict="verb" in posted(request))
    except Refused as refused:
        if name in _AGAIN and not is_scripted(request):
            return _AGAIN[name](request, door, refused, given)
        return declined(request, refused, back=back)
    to = _done_to(request, door.slug, sent.back, about, given.whole_number("slot", otherwise=0))
    answer = done(request, turn, _made_by(door.slug, sent.back, turn, given) or to)
    if sent.back is Back.WRITING and about is not None and is_written(door.deck_id, about):
        answer["X-Carte-Go" if is_scripted(request) else "Location"] = written_on(door.slug, about)
    elif sent.back is Back.JUDGED and about is not None and not is_scripted(request):
        answer["Location"] = judged_at(DeckView.through(door), about)
    elif sent.back is Back.CAME and not is_scripted(request):
        answer["Location"] = came_from(DeckView.through(door), given)
    elif sent.back is Back.AGAIN and answer.status_code == 204 and door.member_id is not None:
        table = room_of_votes(door.deck_id, door.member_id)
        if table or to not in request.headers.get("Referer", ""):
            answer["X-Carte-Go"] = table or to
    elif sent.back in _ANEW and answer.status_code == 204:
        answer["X-Carte-Go"] = to
    return answer


def or_do(verb: str, page: Callable[..., HttpResponse], of: str = "proposal") -> Callable[..., HttpResponse]:
    """A page that sent its form to itself in the release before; a number in its address is that `of` something. With
    `add` the form is only drawn anew."""

    def either(request: HttpRequest, slug: str, **number: int) -> HttpResponse:
        if request.method != "POST" or posted(request).get("add"):
            return page(request, slug, **number)
        return do(request, slug, verb, **({of: number["number"]} if number else {}))

    return either


def _refused_to(request: HttpRequest, slug: str, back: Back, about: int | None) -> str:
    """Where a plain form goes once it is refused."""
    match back:
        case Back.PROPOSAL | Back.WRITING | Back.JUDGED:
            return way_back(request, slug, about)
        case Back.BATCH | Back.BATCH_ANEW | Back.BLANK:
            return reverse("first-batch", args=[slug])
        case Back.PRESS:
            return reverse("print", args=[slug])
        case Back.ASKED:
            return reverse("details", args=[slug])
    return reverse("workshop", args=[slug])


def _done_to(request: HttpRequest, slug: str, back: Back, about: int | None, slot: int) -> str:
    """Where it goes once it is done."""
    match back:
        case Back.GAPS:
            return reverse("gaps", args=[slug])
        case Back.DECK:
            return reverse("deck", args=[slug])
        case Back.WRITE:
            return reverse("write", args=[slug])
        case Back.BLANK:
            return f"{reverse('first-batch', args=[slug])}?card={slot}"
    return _refused_to(request, slug, back, about)


def _made_by(slug: str, back: Back, turn: Committed, given: Inputs) -> str:
    """Where it goes if that hangs on what came of it; "" for the others."""
    if back is Back.VERSION:
        return reverse("version", args=[slug, turn.result["version"]])
    if back is Back.ASKED and "accepted" in turn.result:
        return reverse("you") if given.get("ask") == "delete" else reverse("deck", args=[slug])
    return reverse("proposal", args=[slug, turn.result["proposal"]]) if back in (Back.ASKED, Back.PUT) else ""


def ask(door: Door, name: str, given: Inputs, key: str, *, is_strict: bool = False, act: Doing = _does) -> Committed:
    """What a form says, by whoever came through the door. `act` is how it is done where more hangs on it than the deck.

    Raises Refused(code).
    """
    verb, sent = named(name)
    fields = read_fields(sent, given, is_strict=is_strict)
    about = tuple(fields[field] for field in sent.about)
    for guard in sent.guards if door.is_standing_in else ():
        _GUARDS[guard](door, about)
    if sent.pace is HowOften.VOTE:
        mind_the_pace_of_votes(door, about[0], key)
    elif sent.pace is HowOften.WORDING:
        keep_pace(door, DRAFT_PACE if given.get("reword") else PROPOSAL_PACE, key)
    elif sent.pace is not None:
        keep_pace(door, _PACES[sent.pace], key)
    if name not in _READ:
        return act(door.deck_id, Wish(verb.command(by=door.member_id, **fields)), key)
    asked = _READ[name](door, given)
    changes = getattr(asked.command, "changes", None)  # of what is taken over they are not known yet
    if changes is None or any(isinstance(change, ArticleChange) for change in changes):
        refuse_asking_from_a_hand(door)
    return act(door.deck_id, asked, key)


def way_back(request: HttpRequest, slug: str, number: int | None) -> str:
    """A plain form goes back to the page it came from: the room or the proposal."""
    room = reverse("workshop", args=[slug])
    if number is None:
        return room
    own = reverse("proposal", args=[slug, number])
    return own if request.headers.get("Referer", "").split("?")[0].split("#")[0].endswith(own) else room
