"""Tables whose deck goes another way: words taken down, forked, or put away while the game goes on. Nothing is lost."""

from __future__ import annotations

import json
import re
from io import StringIO

import pytest
from django.core.management import call_command

from cards import actions as decks
from cards import models as cards
from cards.face.face import Face
from cards.rules.deck import Amend, Ref
from play import models as rows
from play.storage import store
from studio.models import Entry
from tests.markup import as_read
from tests.visitors import Visitor
from tests.web.table_evening import SCRIPT, TableEvening, page

pytestmark = pytest.mark.django_db

PAGES = ("?watch", "log/", "seats/1/", "entries/", "piles/area.1/")
CARDS = 12


def take_down(evening: TableEvening, *numbers: int) -> None:
    for number in numbers:
        call_command("take_down", evening.deck.slug, f"card-{number}", stdout=StringIO())


def do(game: TableEvening, who: Visitor, verb: str, **fields: str) -> None:
    """A move; what only asks "does something allow it?" is said yes to."""
    answer = game.act(who, verb, **fields)
    if "X-Carte-Ask" in answer:
        answer = game.act(who, verb, confirmed="1", **fields)
    assert answer.status_code == 204, (verb, answer.content.decode())


def play_all_kinds(game: TableEvening) -> None:
    """Moves whose lines name cards: played, shown, discarded, tapped, marked, pointed at, destroyed."""
    who, seat = game.to_move()
    hand = game.hand(seat)
    do(game, who, "play", piece=hand[0])
    do(game, who, "play", piece=hand[1])
    do(game, who, "reveal", pieces=hand[2])
    do(game, who, "discard", pieces=hand[3])
    things = [id for id in game.value().zones[f"area.{seat}"]]
    if things:
        do(game, who, "tap", piece=things[0])
        do(game, who, "note", piece=things[0], text="Mind this one")
        do(game, who, "token", piece=things[0], token="rosette", count="1")
        do(game, who, "point", piece=things[0])
        do(game, who, "destroy", piece=things[0])


def end(game: TableEvening) -> None:
    do(game, game.ros, "abandon")
    do(game, game.idris, "answer", question=str(game.value().questions[-1].number), yes="1")
    assert game.value().state == "over"


def everywhere(game: TableEvening, *, steps: bool = False) -> str:
    """All that a player and whoever watches are shown of this table; with `steps` of every moment it has had."""
    watching = () if game.table.is_creative else (game.nell,)
    addresses = list(PAGES)
    if steps:
        told = Entry.objects.filter(stream=game.table.stream).exclude(kind="Said")
        addresses += [f"replay/{seq}/" for seq in told.values_list("seq", flat=True)]
    seen = [page(who, game.home + address) for who in (game.ros, *watching) for address in addresses]
    seen += [page(game.ros, f"{game.home}pieces/{id}/") for id in game.hand(1)]
    for line in ("/viewhand", "/viewplay", "/list", "/find Canary"):
        seen.append(game.ros.post(f"{game.home}type/", {"line": line}, headers=SCRIPT).content.decode())
    seen.append(game.ros.get(f"{game.home}complete/?line=/playcard Can").content.decode())
    return "".join(seen)


def test_what_is_taken_down_while_it_is_played_is_said_nowhere_at_the_table_any_more() -> None:
    game = TableEvening(cards_in=CARDS).begin()
    play_all_kinds(game)
    assert "Canary" in page(game.nell, f"{game.home}log/")
    cards_there = len(game.value().pieces)
    take_down(game, *range(1, CARDS + 1))
    after = everywhere(game, steps=True)
    assert [after[max(0, m.start() - 90) : m.end() + 20] for m in re.finditer("Canary", after)] == []
    assert "a card that was taken down" in page(game.nell, f"{game.home}log/") and "Withdrawn" in after
    who, seat = game.to_move()
    assert game.act(who, "draw", confirmed="1").status_code == 204
    assert game.act(who, "play", confirmed="1", piece=game.hand(seat)[0]).status_code == 204
    assert len(game.value().pieces) == cards_there
    end(game)
    assert "Canary" not in everywhere(game)
    assert "Canary" not in page(game.nell, f"{game.home}replay/{game.table.stream.head}/?as=open")


def test_one_card_that_was_taken_down_is_a_blank_among_the_others() -> None:
    game = TableEvening(cards_in=CARDS).begin()
    play_all_kinds(game)
    held = {game.value().cards[game.value().pieces[id].card].number for id in game.hand(1)}
    gone = min(held)
    take_down(game, gone)
    html = page(game.ros, game.home)
    assert f"Canary {gone:02d}" not in html and "Withdrawn" in html
    assert all(f"Canary {n:02d}" in html for n in held - {gone})
    cards.Deck.objects.filter(pk=game.deck.pk).update(visibility="private")
    again = Visitor("Bea").post(f"/decks/{game.deck.slug}/play/", {"version": "1", "seats": "4", "name": "Bea"})
    assert again.status_code == 404  # a private deck is not there for her
    assert game.ros.post(f"/decks/{game.deck.slug}/play/", {"version": "1", "seats": "4"}).status_code == 303


def test_a_table_of_cards_that_were_taken_down_before_keeps_no_words_of_ours_in_its_log() -> None:
    game = TableEvening(cards_in=CARDS).begin()
    take_down(game, 1)
    answer = game.ros.post(f"/decks/{game.deck.slug}/play/", {"version": "1", "seats": "4"})
    assert answer.status_code == 303
    new = rows.Table.objects.exclude(pk=game.table.pk).get()
    stored = json.dumps(list(Entry.objects.filter(stream=new.stream).values_list("body", flat=True)))
    assert "Canary 02" in stored and "Canary 01" not in stored and "Withdrawn" not in stored
    assert store.load(new, new.stream.head).cards


def test_no_new_table_is_laid_with_a_version_of_which_nothing_is_left() -> None:
    game = TableEvening(cards_in=CARDS).begin()
    take_down(game, *range(1, CARDS + 1))
    answer = game.ros.post(f"/decks/{game.deck.slug}/play/", {"version": "1", "seats": "4"})
    assert answer.status_code == 409 and "nothing left to play" in as_read(answer)
    assert rows.Table.objects.count() == 1
    assert "taken down" in page(game.ros, f"/decks/{game.deck.slug}/versions/1/")


def test_a_proposal_that_was_taken_down_is_not_named_in_the_minutes_of_the_game() -> None:
    game = TableEvening(is_creative=True, cards_in=CARDS).begin()
    rude = Face("Rude Marrow", "Thing", "It swears.")
    given = {
        "kind": "thing",
        "title": rude.title,
        "type_line": rude.type_line,
        "text": rude.text,
        "copies": "1",
        "key": "k1",
    }
    assert game.ros.post(f"{game.home}write/", given).status_code in (204, 303)
    number = cards.Proposal.objects.get(deck=game.deck).number
    against = {"answer": "against", "reason": "No", "proposal": str(number), "wording": "1", "key": "k2"}
    assert game.idris.post(f"{game.home}vote/", against).status_code in (204, 303)
    assert "Rude Marrow" in page(game.ros, f"{game.home}log/")
    call_command("take_down", game.deck.slug, f"proposal-{number}", stdout=StringIO())
    assert "Rude Marrow" not in everywhere(game) and "Canary" in everywhere(game)


def test_a_reworded_card_is_not_named_by_its_old_words_once_they_are_taken_down() -> None:
    game = TableEvening(is_creative=True, cards_in=CARDS).begin()
    played = game.value().pieces[game.hand(game.to_move()[1])[0]].card
    play_all_kinds(game)
    face = cards.Article.objects.get(deck=game.deck, kind="card", number=played).face_id
    mild = Face("Mild Marrow", "Thing")
    done = decks.propose(
        game.deck.pk, by=game.member, key=None, changes=(Amend(Ref("card", played), face, mild.digest),), faces=[mild]
    )
    number = done.result["proposal"]
    given = {"answer": "for", "proposal": str(number), "wording": "1", "key": "k3"}
    assert game.idris.post(f"{game.home}vote/", given).status_code in (204, 303)
    decks.take_down(face, why="")
    html = everywhere(game)
    assert [html[m.start() - 90 : m.end()] for m in re.finditer(f"Canary {played:02d}", html)] == []


def test_a_game_goes_on_while_its_deck_is_forked_and_the_fork_is_its_own() -> None:
    game = TableEvening(cards_in=CARDS).begin()
    play_all_kinds(game)
    head, shown = game.table.stream.head, _bare(page(game.ros, game.home))
    answer = game.ros.post(f"/decks/{game.deck.slug}/fork/", {"key": "k" * 16, "version": "1", "title": "Forked"})
    fork = cards.Deck.objects.get(slug=answer["Location"].split("/")[2])
    assert _bare(page(game.ros, game.home)) == shown
    game.table.stream.refresh_from_db()
    assert game.table.stream.head >= head
    me = game.ros.member(fork.group).pk
    face = cards.Article.objects.get(deck=fork, kind="card", number=1).face_id
    other = Face("Quite Other", "Thing")
    change = Amend(Ref("card", 1), face, other.digest)
    assert "accepted" in decks.propose(fork.pk, by=me, key=None, changes=(change,), faces=[other]).result
    assert "Quite Other" not in everywhere(game)
    who, _ = game.to_move()
    assert game.act(who, "draw", confirmed="1").status_code == 204
    opened = game.ros.post(f"/decks/{fork.slug}/play/", {"version": "draft", "seats": "4"})
    assert opened.status_code == 303
    table = rows.Table.objects.get(code=opened["Location"].split("/")[2])
    titles = {card.title for card in store.load(table, table.stream.head).cards.values()}
    assert "Quite Other" in titles and "Canary 01" not in titles and len(titles) == CARDS


def test_a_table_on_a_version_leads_to_its_fork_where_that_can_be_read() -> None:
    game = TableEvening(cards_in=CARDS).begin()
    cards.Deck.objects.filter(pk=game.deck.pk).update(visibility="private")
    address = f"/decks/{game.deck.slug}/fork/?version=1"
    assert address not in page(game.idris, game.home)  # he sits at a table of a private deck: it is not there for him
    cards.Deck.objects.filter(pk=game.deck.pk).update(visibility="public", licence="CC BY 4.0")
    assert address in page(game.idris, game.home) and address in page(game.nell, f"{game.home}?watch")
    assert "Make it yours" in page(game.idris, address)
    answer = game.idris.post(f"{game.home}write/", {"key": "k" * 16})
    assert answer.status_code == 409 and "fork the deck" in as_read(answer)


def _bare(html: str) -> str:
    return re.sub(r'nonce="[^"]*"|value="[^"]*"|data-v="\d+"', "", html)
