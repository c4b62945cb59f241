"""What somebody may not know of a vote changes not one byte of what they are sent: of a hidden one while its ballot is
open, and for readers of what was said with it, and why it was asked, once that is over."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from types import MappingProxyType

import pytest

from cards import models as rows
from cards.queries.deck_view import DeckView
from cards.rules import ways
from cards.rules.events import VoteCast
from cards.storage import memory
from cards.storage.ballot_rows import ballot_on
from studio.live.catch_up import Audience, Position, Wanted, draw_for
from studio.log.walls import lowered
from studio.models import Entry, Stream
from studio.people.devices import DEVICE_COOKIE, caller_of_cookies
from tests.visitors import Visitor
from tests.web.claim_evening import ClaimEvening, put

pytestmark = pytest.mark.django_db

OTHER_EACH_TIME = re.compile(r'(?:csrfmiddlewaretoken" value|nonce|name="key"\s+value)="[^"]*"')


def person_of(who: Visitor) -> int | None:
    return caller_of_cookies({DEVICE_COOKIE: who.secret}).person_id


class Voting(ClaimEvening):
    """Proposal 1 was set aside and is asked again as 5, 2 came in, 3 was reworded once, and on 3 and 4 Idris and Ros
    have spoken."""

    def __init__(self) -> None:
        super().__init__()
        self.maud = Visitor("Maud")
        self.maud.join(self.group)
        self.home = f"/decks/{self.deck.slug}/"
        for title in ("Slow Snail", "Fast Snail"):
            put(self.sue, self.deck, title)
        self.says(self.idris, 1, "against", "Too slow")
        for who, number in ((self.ros, 1), (self.maud, 1), (self.idris, 2), (self.ros, 2), (self.maud, 2)):
            self.says(who, number, "for")
        for title in ("Green Slug", "Wet Slug"):
            put(self.sue, self.deck, title)
        self.says(self.ros, 3, "against", "Too green")
        fields = {"kind": "card", "kind_word": "Thing", "title": "Blue Slug", "text": "It sings.", "sort": "members",
                  "reword": "3", "wording": "1"}  # fmt: skip
        assert self.sue.post(f"{self.home}write/?reword=3", fields).status_code == 303
        assert self.maud.post(f"{self.home}proposals/1/again/").status_code == 303
        self.before = Stream.objects.get(pk=self.deck.stream_id).head
        for number, wording in ((3, 2), (4, 1)):
            self.says(self.idris, number, "against", "It bites", wording)
            self.says(self.ros, number, "for", wording=wording)

    def says(self, who: Visitor, number: int, answer: str, reason: str = "", wording: int = 1) -> None:
        path = f"{self.home}proposals/{number}/wordings/{wording}/vote/"
        assert who.post(path, {"answer": answer, "reason": reason}).status_code == 303

    def sent_to(self, who: Visitor) -> str:
        """All that a browser of a member is sent of ballots, open and over, and of what follows them."""
        pages = [f"{self.home}{one}" for one in (
            "workshop/", "workshop/?regions=1", "minutes/", "drawer/", "cards/1/", "export.json",
            "export.json?history=1", "write/?reword=4", "write/?adjust=1",
            *(f"proposals/{number}/" for number in (1, 2, 3, 4, 5)), "proposals/4/?regions=1", "unfinished/?place=new",
        )]  # fmt: skip
        answers = [who.get(one) for one in (*pages, "/you/")]
        failed = [one.request["PATH_INFO"] for one in answers if one.status_code != 200]
        assert failed == ([] if who is self.sue else [f"{self.home}write/"]), "only its author rewords"
        told = [one.content.decode() for one in answers]
        return OTHER_EACH_TIME.sub("", "\n".join((*told, self.frames(who))))

    def frames(self, who: Visitor) -> str:
        """What live pages are sent of all the votes, with what is said aloud."""
        at = Position(self.before, who.member(self.group).pk, person=person_of(who))
        pages = [Audience("workshop", None, "member"), *(Audience("proposal", n, "member") for n in (3, 4))]
        drawn = draw_for(self.deck.stream_id, [Wanted(one, frozenset([at])) for one in pages])
        assert not any(one.is_doubtful for one in drawn)
        return json.dumps([[*one.shared.values(), *one.mine.values()] for one in drawn])

    def read_by(self, who: Visitor) -> str:
        """What is sent of it to whoever is nobody here."""
        told = [who.get(f"{self.home}{one}") for one in (
            "", "cards/1/", "minutes/", "export.json", "feed.atom", "versions/1/", "proposals/1/",
        )]  # fmt: skip
        told += [who.get(one) for one in ("/decks/", "/decks.json", "/decks/feed.atom", "/")]
        return OTHER_EACH_TIME.sub("", "\n".join(f"{one.status_code} {one.content.decode()}" for one in told))


def rewrite(evening: Voting, chance: random.Random, but: int) -> None:
    """Other answers and reasons of all but the author and one member, on what is voted on now: rows and log."""
    author = evening.sue.member(evening.group).pk
    with lowered():
        for proposal, wording in ((3, 2), (4, 1)):
            given = rows.Vote.objects.filter(wording__proposal__number=proposal, wording__number=wording)
            for one in given.exclude(voter_id__in=(author, but)):
                no = f"Secret {chance.randrange(10**9)}"
                said = chance.choice([{"answer": "for", "reason": ""}, {"answer": "against", "reason": no}])
                rows.Vote.objects.filter(pk=one.pk).update(**said)
                told = Entry.objects.filter(kind=VoteCast.__name__, by_id=one.voter_id, seq__gt=evening.before)
                for entry in told:
                    if entry.body["number"] == proposal:
                        Entry.objects.filter(pk=entry.pk).update(body={**entry.body, **said})
    memory.forget()


@pytest.mark.parametrize("is_hidden", [True, False])
def test_whatever_others_answer_in_secret_nobody_is_sent_another_byte(
    is_hidden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Permute the unseen; where votes lie open the very same pages tell it, so they are the ones to look at."""
    known = {**ways.WAYS, "unanimity": replace(ways.WAYS["unanimity"], is_hidden=is_hidden)}
    monkeypatch.setattr(ways, "WAYS", MappingProxyType(known))
    evening, chance = Voting(), random.Random(7)
    for who in (evening.sue, evening.maud, evening.idris):
        me = who.member(evening.group).pk
        evening.sent_to(who)  # slips of a sitting are drawn at the first look
        was, seen = evening.sent_to(who), set()
        for _ in range(2):
            rewrite(evening, chance, me)
            seen.add(evening.sent_to(who))
        assert (seen == {was}) is is_hidden, who.name
        assert "Too slow" in was and "Too green" in was, "what is over, and what was replaced, is told"
    row = rows.Proposal.objects.get(number=4)
    for who, many in ((evening.maud, 0), (evening.ros, 1)):  # whoever reads the rows of an open ballot
        me = who.member(evening.group).pk
        seen = DeckView(evening.deck.stream_id, "member", member_id=me, person_id=person_of(who)).deck
        assert len(ballot_on(seen, row, row.wordings.get()).votes) == (many if is_hidden else 3)
    own = {evening.sent_to(evening.ros)}
    for _ in range(3):
        rewrite(evening, chance, evening.idris.member(evening.group).pk)
        own.add(evening.sent_to(evening.ros))
    assert len(own) > 1, "one's own answer is one's own to know"


def test_what_was_said_with_a_vote_and_why_it_was_asked_changes_nothing_for_readers() -> None:
    evening = Voting()
    settings = {"visibility": "public"}
    rows.Deck.objects.filter(pk=evening.deck.pk).update(**settings)
    evening.sue.post(f"{evening.home}archive/", {"name": "First", "notes": ""})
    reader = Visitor()
    evening.read_by(reader)
    was, member = evening.read_by(reader), evening.sent_to(evening.maud)
    assert "Fast Snail" in was
    with lowered():
        rows.Vote.objects.exclude(reason="").update(reason="Other words")
        rows.Wording.objects.update(grounds="Other grounds")
    memory.forget()
    assert evening.read_by(reader) == was
    assert evening.sent_to(evening.maud) != member
