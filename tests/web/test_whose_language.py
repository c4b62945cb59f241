"""Whatever a page shows of a deck's own words is told to be in the deck's language, everywhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Literal

import pytest

from cards import actions as decks
from cards import models as cards
from cards.face.face import Face
from cards.rules.deck import Amend, Change, Create, Ref, Repeal
from cards.verbs.proposing import Withdraw
from tests.markup import UNSAID, VOID
from tests.visitors import Visitor
from tests.web.table_evening import TableEvening, page, vote, write

pytestmark = pytest.mark.django_db

WORD = re.compile(r"Kellerassel|Hosenstall|Zwiebel|Gartenzwerg")  # of what is written in German and nowhere else
BESIDE = Face("Zwiebelring", "Thing", "Für alle.")


class Words(HTMLParser):
    """`foreign`: the German words that stand under no `lang="de"`, each with the element around it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[tuple[str, str | None, str]] = []
        self.foreign: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            said = dict(attrs)
            silent = said.get("aria-hidden") == "true"  # what nobody reads aloud needs no language
            self.open.append((tag, said.get("lang"), (said.get("class") or "") + " unread" * silent))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not WORD.search(data) or any(tag in UNSAID or "unread" in kind for tag, _, kind in self.open):
            return
        said = next((lang for _, lang, _ in reversed(self.open) if lang), "en")
        if said != "de":
            around = "/".join(f"{tag}.{kind}" if kind else tag for tag, _, kind in self.open[-3:])
            self.foreign.append(f"{around}: {' '.join(data.split())[:90]}")


def foreign(who: Visitor, *addresses: str) -> list[str]:
    return [f"{address} {words}" for address in addresses for words in Words(page(who, address)).foreign]


def ask(deck: cards.Deck, by: int, change: Change, *faces: Face, sort: Literal["room", "members"] = "room") -> None:
    decks.propose(deck.pk, by=by, key=None, changes=(change,), faces=faces, sort=sort)


def latest(deck: cards.Deck) -> int:
    return cards.Proposal.objects.filter(deck=deck).latest("number").number


def face_of(deck: cards.Deck, number: int) -> str:
    return cards.Article.objects.get(deck=deck, kind="card", number=number).face_id


def german(*, is_creative: bool) -> TableEvening:
    """A public German deck, played by Ros and Idris: cards drawn, played, asked about; one reworded, one taken back."""
    faces = tuple(Face(f"Kellerassel {n}", "Thing" if n % 2 else "Action", "Frisst Zwiebeln.") for n in range(1, 17))
    rules = (Face("Zwiebelregel", "Rule", "Wer Zwiebeln hat, teilt."),)
    return TableEvening(
        is_creative=is_creative, cards_in=0, more=faces, rules=rules,
        visibility="public", language="de", title="Zwiebelmuster",
    )  # fmt: skip


def test_on_every_page_of_a_deck_its_own_words_are_in_its_language() -> None:
    evening = german(is_creative=False)
    deck, home = evening.deck, f"/decks/{evening.deck.slug}/"
    by = evening.member
    evening.idris.join(deck.group)
    asked = Face("Gartenzwerg im Hosenstall", "Action", "Weiter mit der Kellerassel.")
    ask(deck, by, Create("card", asked.digest), asked)
    number = latest(deck)
    amended = Face("Kellerassel", "Thing", "Frisst eine Zwiebel mehr.")
    ask(deck, by, Amend(Ref("card", 1), face_of(deck, 1), amended.digest), amended)
    ask(deck, by, Repeal(Ref("card", 2), face_of(deck, 2)))
    ask(deck, by, Create("card", BESIDE.digest), BESIDE, sort="members")
    decks.do(deck.pk, Withdraw(by, proposal=number), key=None)
    addresses = [
        home, f"{home}?view=list", f"{home}?tab=rules", f"{home}?tab=history", f"{home}versions/1/", f"{home}minutes/",
        f"{home}workshop/", f"{home}drawer/", f"{home}cards/1/", f"{home}rules/1/", f"{home}print/", f"{home}kit/",
        f"{home}details/", f"{home}archive/", f"{home}fork/", f"{home}bring-in/", f"{home}play/",
        f"{home}write/", f"{home}write/?amend=card-1", f"{home}write/?repeal=card-1", f"{home}write/?copies=card-1",
        *(f"{home}proposals/{n}/" for n in range(1, latest(deck) + 1)),
        "/", "/decks/", "/you/", "/tables/", f"/groups/{deck.group.key}/",
    ]  # fmt: skip
    found = foreign(evening.ros, *addresses)
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("is_creative", [False, True])
def test_at_a_table_the_words_of_its_deck_are_in_its_language(is_creative: bool) -> None:
    evening = german(is_creative=is_creative).begin()
    for who, seat in ((evening.ros, 1), (evening.idris, 2)):
        evening.act(who, "draw")
        for piece in evening.hand(seat)[:2]:
            evening.act(who, "play", piece=piece)
        evening.act(who, "end")
    addresses = ["", "log/", "replay/5/", "seats/1/", "seats/2/", "piles/draw/", "piles/discard/", "piles/hand.1/"]
    addresses += [f"pieces/{piece}/" for piece in (*evening.hand(1), *evening.value().zones["area.1"])]
    found: list[str] = []
    if is_creative:
        addresses += ["write/"]
        assert write(evening, evening.ros, title="Gartenzwerg", text="Frisst Zwiebeln.").status_code == 204
        found += foreign(evening.idris, evening.home)
        assert vote(evening, evening.idris, "against", reason="Nein").status_code == 204
        found += foreign(evening.idris, evening.home, f"/decks/{evening.deck.slug}/workshop/")
    found += foreign(evening.ros, *(evening.home + address for address in addresses), "/tables/", "/")
    if not is_creative:  # whoever has no seat stands at the door
        found += foreign(evening.nell, evening.home, "/tables/")
    assert found == [], "\n".join(found)
