"""Every verb of a deck, asked as it may come: with a button used before, after one was shown out, from a lent seat."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import HttpResponse

from cards import models as rows
from cards.forms.back import fields_of_back
from cards.forms.kit import fields_of
from cards.forms.lexicon import fields_of_lexicon
from cards.rules.kit import DVORAK
from cards.verbs.registry import BY_NAME
from cards.views import verbs
from studio.kernel.codec import digest
from studio.models import Entry, Lease, Member, RequestKey
from studio.people import membership
from tests.visitors import Visitor
from tests.web.claim_evening import ClaimEvening, put, vote
from tests.web.workshop_evening import WorkshopEvening

pytestmark = pytest.mark.django_db
EVERY = pytest.mark.parametrize("verb", sorted(BY_NAME))
SCRIPT = {"X-Carte": "1"}
KEY = "k" * 18

# What a form would say in a field, where it is not a number; and where that is said of one verb alone.
WORDS = {
    "answer": "for", "reason": "", "text": "Hm.", "words": "Something slow", "title": "Compost Wars", "was": "",
    "doodle": json.dumps([{"tool": "pen", "ink": "#1f2a4a", "points": [100, 100, 2000, 900]}]), "mark": "keep",
    "size": "3", "status": "unfinished", "language": "en", "language_tag": "", "name": "First", "called": "",
    "ask": "visibility",
}  # fmt: skip
_THE_KIT = {"reword": "", "wording": "", "adjust": "", "from": "", "was": digest(DVORAK)}
ALONE = {
    "ask-for-standing": {"to": "public"}, "give-way": {"to": "2"}, "vote": {"proposal": "3", "answer": "for"},
    "ask-again": {"proposal": "4"}, "take-over": {"versions": "1..1", "take": "was-card-1"},
    "roll-back": {"version": "1"},
    "ask-for-kit": {**fields_of(DVORAK), **_THE_KIT, "hand_limit": "6"},
    "ask-for-words": {**fields_of_lexicon(DVORAK.lexicon, DVORAK.lexicon), **_THE_KIT, "corner-cost": "Seeds"},
    "ask-for-back": {**fields_of_back(DVORAK.back, "Compost Wars"), **_THE_KIT, "look": "rule.1", "doodle": ""},
}  # fmt: skip

# What a member may do from a seat that is lent to them: all that is told and changed back as easily. By hand, for who
# adds a verb has to say it.
LENT = {
    "agree", "archive-version", "ask-again", "ask-for-back", "ask-for-kit", "ask-for-words", "call-it", "edit-details",
    "name-gap", "put-gap-away", "remark", "reword-gap", "roll-back", "take-over",
}  # fmt: skip


def said(verb: str, **other: str) -> dict[str, str]:
    """A form of that verb that could be sent so."""
    fields = {name: WORDS.get(name, "1") for name in BY_NAME[verb][1].names}
    return {"verb": verb, **fields, **ALONE.get(verb, {}), **other}


def ask(who: Visitor, deck: rows.Deck, form: dict[str, str]) -> HttpResponse:
    slug = rows.Deck.objects.values_list("slug", flat=True).get(pk=deck.pk)
    return who.post(f"/decks/{slug}/do/", form, headers=SCRIPT)


def refusal(answer: HttpResponse) -> tuple[int, Any]:
    """The status and the code, and that something is said."""
    told = json.loads(answer.content)
    assert told["words"]
    return answer.status_code, told.get("code")


@pytest.fixture
def evening() -> WorkshopEvening:
    """A version has the Goat, which is out since; a Slug is on the table, and a Moth was taken back."""
    begun = WorkshopEvening()
    begun.write(begun.ros)
    begun.vote(begun.idris, 1, "for")
    kept = ask(begun.ros, begun.deck, {"verb": "archive-version", "name": "", "notes": "", "called": "", "was": ""})
    goat = rows.Article.objects.get(deck=begun.deck)
    gone = {"article": "card-1", "change": "repeal", "on": goat.face_id}
    assert kept.status_code == 204 and begun.ros.post(f"{begun.home}write/", gone).status_code == 303
    begun.vote(begun.idris, 2, "for")
    begun.write(begun.ros, title="Slug")
    begun.write(begun.ros, title="Moth")
    assert ask(begun.ros, begun.deck, {"verb": "withdraw", "proposal": "4"}).status_code == 204
    assert [begun.state(number) for number in (1, 2, 3, 4)] == ["accepted", "accepted", "open", "withdrawn"]
    return begun


@EVERY
def test_a_button_that_has_sent_something_else_does_nothing_more(verb: str, evening: WorkshopEvening) -> None:
    """Something of today, and something that a release before has carried out and nobody could ask now."""
    assert (
        ask(evening.idris, evening.deck, {"verb": "remark", "proposal": "1", "text": "No.", "key": KEY}).status_code
        == 204
    )
    done = RequestKey.objects.get(key=KEY)
    RequestKey.objects.create(stream=done.stream, key=KEY + "2", fingerprint="0" * 64, result={"v": 1, "result": {}})
    before = Entry.objects.count()
    for key in (KEY, KEY + "2"):
        assert refusal(ask(evening.idris, evening.deck, said(verb, key=key))) == (409, "request.reused")
    assert Entry.objects.count() == before


@EVERY
def test_whoever_is_removed_while_their_page_is_drawn_does_nothing_and_learns_nothing(
    verb: str, evening: WorkshopEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once past the door already; and from then on at it, where every verb is answered by the same bytes."""
    read = verbs.read_fields

    def once_they_are_gone(*args: Any, **more: Any) -> dict[str, Any]:
        idris, ros = evening.idris.member(evening.deck.group), evening.ros.member(evening.deck.group)
        membership.depart(idris, "removed", by=ros.pk)
        nonlocal before
        before = Entry.objects.count()
        return read(*args, **more)

    before, given = 0, rows.Vote.objects.count()
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(verbs, "read_fields", once_they_are_gone)
        assert refusal(ask(evening.idris, evening.deck, said(verb))) == (404, "member.none")
    assert Entry.objects.count() == before
    shut = [ask(evening.idris, evening.deck, form) for form in (said(verb), {"verb": "tap"}, said(verb, proposal="7"))]
    assert {one.status_code for one in shut} == {404} and len({one.content for one in shut}) == 1
    assert Entry.objects.count() == before and rows.Vote.objects.count() == given


class LentEvening(ClaimEvening):
    """Idris has a card on the table and a vote on that of Ros before anybody stands in for him."""

    def __init__(self) -> None:
        super().__init__()
        put(self.idris, self.deck, "Slug")
        put(self.ros, self.deck, "Goat")
        assert vote(self.idris, self.deck, 2, "against") == 303
        Lease.objects.all().delete()
        self.believed()


@EVERY
def test_from_a_lent_seat_a_verb_is_done_or_refused_in_words_that_tell_nothing(verb: str) -> None:
    evening = LentEvening()
    before = Entry.objects.count()
    its_vote = {"proposal": "2"} if verb == "vote" else {}
    answer = ask(evening.new, evening.deck, said(verb, **its_vote))
    if verb in LENT:
        assert answer.status_code == 204 or not str(refusal(answer)[1]).startswith("claim."), answer.content
        return
    code = "claim.not_yet" if verb == "ask-for-standing" else "claim.theirs"
    assert refusal(answer) == (403, code) and Entry.objects.count() == before
    if {guard.name for guard in BY_NAME[verb][1].guards} == {"THEIRS_ALONE"}:
        numbers = [name for name in BY_NAME[verb][1].names if name not in WORDS]
        for number in ("2", "7"):
            other = ask(evening.new, evening.deck, said(verb, **dict.fromkeys(numbers, number)))
            assert other.content == answer.content, "of what is there no more than of what is not"
    assert Member.objects.get(pk=evening.seat.pk).left_at is None


@pytest.mark.parametrize("verb", sorted(verbs._READ))
def test_what_is_read_beside_the_deck_is_done_at_its_one_address(verb: str, evening: WorkshopEvening) -> None:
    sent = ask(evening.ros, evening.deck, said(verb))
    assert sent.status_code == 204 and rows.Proposal.objects.filter(number=5, deck=evening.deck).exists()


@pytest.mark.parametrize("verb", [verb for verb in sorted(verbs._READ) if "reword" in BY_NAME[verb][1].names])
def test_from_a_lent_seat_nobody_words_anew_what_was_put_to_the_table_before(verb: str) -> None:
    evening = LentEvening()
    answer = ask(evening.new, evening.deck, said(verb, reword="1", wording="1"))
    assert refusal(answer) == (403, "claim.theirs") and not rows.Wording.objects.filter(number=2).exists()
