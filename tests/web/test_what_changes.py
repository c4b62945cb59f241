"""Whatever can be proposed is told in words and pictures: on its ballot, when it is over, and in the minutes."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cards.face.back import DeckBack
from cards.face.lexicon import DeckKind, DeckSymbol, Keyword, Lexicon
from cards.forms.back import fields_of_back
from cards.forms.kit import fields_of
from cards.forms.lexicon import fields_of_lexicon
from cards.rules.kit import CounterKit, DieKit, Phase, PlayLimit, TokenKit, ZoneKit
from studio.kernel.codec import digest
from tests.markup import as_read
from tests.web.kit_room import SCRIPT, Room, typed_in

pytestmark = pytest.mark.django_db

WORDS = Lexicon(
    (DeckSymbol("crumb", "", "#8a6208", "round", "", "broken-heart"),),
    (Keyword("haste", "You may play {n} more cards this turn, for {crumb 2}."),),
    (DeckKind("Blessing", "#3c6b4c", "puzzle", "Played face down."),),
    reminders=True,
)
RAW = re.compile(r"#[0-9a-f]{3,8}\b|\{[^}]*\}|\b(?:True|False|None)\b|\b[a-z]+_[a-z_]+\b")
LIVE = ("r-card", "r-ballot", "r-change", "r-verdict", "r-queue", "r-rail")


def seen(room: Room) -> None:
    """What everybody reads of it, in the workshop and on its own page, while it is asked and when it is over."""
    for address in ("workshop/", f"proposals/{room.proposal().number}/", "minutes/"):
        html = room.read(address)
        whole = [html[html.index("<main") : html.index("</main>")]]
        for part in [_region(html, name) for name in LIVE] if address == "workshop/" else whole:
            words = re.sub(r"<(style|script|textarea)\b.*?</\1>|<[^>]*>", " ", part)
            raw = RAW.search(words)
            assert raw is None, f"{address}: {words[max(0, raw.start() - 120) : raw.end() + 60]}"


def _region(html: str, name: str) -> str:
    begins = re.search(rf'<\w+[^>]* id="{name}"[^>]*>', html)
    assert begins, name
    return re.split(r'<\w+[^>]* id="r-', html[begins.end() :])[0]


def test_no_form_s_ballot_verdict_or_minute_says_anything_as_it_is_stored() -> None:
    room = Room()
    room.write(e_there="", kind="thing", title="Goat", text="It wanders.")
    room.vote()
    full = replace(
        room.kit,
        zones=(*room.kit.zones, ZoneKit("old_market", "Market", "seat", "row", "owner", "nobody", 3, "draw", "needed")),
        counters=(CounterKit("hit_points", "Hit points", "card", 2, None, 4, ((1, 3),)),),
        tokens=(TokenKit("a_bite", "Bite", "#b02a4c"),),
        dice=(DieKit("a_die", "Luck", ("x", "y"), "#123456"),),
        turn=replace(
            room.kit.turn, phases=(Phase("p_one", "Draw"), Phase("p_two", "Rest", ("play", "discard"))),
            plays=(PlayLimit("Pest", None, ("Rite",)),), hand_limit=None, abilities_use="", clockwise=False,
        ),
        act_to="old_market",
        sides=("North", "South"),
    )  # fmt: skip
    was = {"was": digest(room.kit), "key": ""}
    assert room.put(full).status_code == 303
    _judged(room)
    assert "Market" in room.read("kit/")
    was["was"] = digest(room.kit)
    assert room.ros.post(f"{room.home}words/", fields_of_lexicon(WORDS, Lexicon()) | was).status_code == 303
    html = room.read("workshop/")
    change = _region(html, "r-change")
    assert 'src="/symbols/round.8a6208.i-broken-heart.svg"' in change and "in brass" in change
    assert 'src="/symbols/bare.3c6b4c.i-puzzle.svg"' in change and "haste n" in change
    card = _region(html, "r-card")
    assert "i-broken-heart.svg" in card, "a symbol is drawn on the card that proposes it"
    _judged(room)
    assert "i-broken-heart.svg" in room.read("minutes/")
    other = replace(WORDS, symbols=(replace(WORDS.symbols[0], colour="#2c62a8"),), kinds=(), reminders=False)
    was["was"] = digest(room.kit)
    assert room.ros.post(f"{room.home}words/", fields_of_lexicon(other, WORDS) | was).status_code == 303
    change = _region(room.read("workshop/"), "r-change")
    before, after = (change.index(f"round.{colour}.i-broken-heart") for colour in ("8a6208", "2c62a8"))
    assert before < after and "Before" in change and "After" in change
    _judged(room)
    was["was"] = digest(room.kit)
    back = fields_of_back(DeckBack("rule", "sheep", "#654321"), room.deck.title)
    assert room.ros.post(f"{room.home}back/", back | was).status_code == 303
    _judged(room)
    asked = {"change": "amend", "article": "card-1", "title": "Goat", "text": "It wanders.", "kind": "thing"}
    assert room.write(**asked, e_there="", colour="#6a3f7d").status_code < 400
    change = _region(room.read("workshop/"), "r-change")
    assert "plum" in change and "square.6a3f7d.none.svg" in change
    _judged(room)
    room.write(e_there="1", title="Fewer", text="Less.")
    _judged(room)
    for field in ({"to": "unlisted"}, {"to": "public"}):
        room.ros.post(f"{room.home}visibility/", field | {"key": ""}, **SCRIPT)
        seen(room)


def _judged(room: Room) -> None:
    seen(room)
    room.vote()
    seen(room)


def test_a_kit_left_without_a_kind_for_its_actions_says_so_and_its_form_keeps_it() -> None:
    room = Room()
    free = replace(room.kit, turn=replace(room.kit.turn, abilities_use=""))
    assert room.put(free).status_code == 303
    assert "counts as no card played, any number of times" in room.read("workshop/")
    room.vote()
    assert room.kit.turn.abilities_use == ""
    again = typed_in(room.read("kit/")) | {"key": "", "hand_limit": "9"}
    assert room.ros.post(f"{room.home}kit/", again).status_code == 303
    room.vote()
    assert (room.kit.turn.abilities_use, room.kit.turn.hand_limit) == ("", 9)
    assert fields_of(room.kit)["abilities_use"] == ""


def test_two_dozen_symbols_draw_the_sheets_of_their_pictures_once_and_where_one_is_asked_for() -> None:
    """24 symbols were 535 KB: each row had a radio button for every picture. Without a script each is still chosen."""
    room = Room()
    names = [f"{one}{two}nut" for one in "bdfg" for two in "aeiouy"]
    words = Lexicon(symbols=tuple(DeckSymbol(name, icon="bread" if n else "sun") for n, name in enumerate(names)))
    fields = fields_of_lexicon(words, Lexicon()) | {"key": "", "was": digest(room.kit)}
    assert room.ros.post(f"{room.home}words/", fields).status_code == 303
    room.vote()
    sent = room.ros.get(f"{room.home}words/").content
    assert len(sent) < 250_000
    html = room.read("words/", room.ros)
    drawn = {name for name in re.findall(r'type="radio"\s+name="([^"]+)"', html) if not name.endswith("-colour")}
    assert drawn == {"symbols-24-icon", "symbols-24-shape", "kinds-0-mark"}
    ask = re.search(r'name="add"\s+value="([^"]+)"\s+formaction="[^"]*#symbols-0-icon"', html)
    assert ask
    typed = typed_in(html, "words")
    assert typed["symbols-0-icon"] == "sun" and typed["symbols-23-icon"] == "bread"
    asked = as_read(room.ros.post(f"{room.home}words/", typed | {"symbols-5-name": "flour", "add": ask[1]}))
    sheet = asked[asked.index('id="symbols-0-icon"') : asked.index('id="symbols-0-shape"')]
    assert re.search(r"<details[^>]* open", sheet) and sheet.count('type="radio"') > 30
    assert re.findall(r'value="([^"]*)"\s+checked', sheet) == ["sun"] and asked.count('<details class="pick-sheet"') > 3
    assert 'value="flour"' in asked and room.deck.proposals.count() == 1
    chosen = typed_in(asked, "words") | {"symbols-0-icon": "bread", "key": ""}
    assert room.ros.post(f"{room.home}words/", chosen).status_code == 303
    room.vote()
    assert [one.icon for one in room.kit.lexicon.symbols] == ["bread"] * 24
    assert room.kit.lexicon.symbols[5].name == "flour"


def test_what_a_row_of_words_makes_is_shown_in_a_text_with_and_without_a_script() -> None:
    room = Room()
    fields = fields_of_lexicon(WORDS, Lexicon()) | {"key": "", "was": digest(room.kit), "add": "see"}
    html = as_read(room.ros.post(f"{room.home}words/", fields))
    assert room.deck.proposals.count() == 0
    sample = html[html.index('id="symbols-0-sample"') :][:400]
    assert sample.count("round.8a6208.i-broken-heart.svg") == 2 and "or pay" in sample
    assert "You may play 2 more cards this turn" in html[html.index('id="keywords-0-sample"') :][:600]
    assert 'class="cf' in html[html.index('id="kinds-0-sample"') :][:400]
    assert re.search(r'<input[^>]*name="symbols-0-icon"[^>]*value="broken-heart"', html)
    parts = as_read(room.ros.post(f"{room.home}words/", fields, **SCRIPT))
    assert "<html" not in parts and parts.count("i-broken-heart.svg") >= 3
    nonsense = fields | {
        "symbols-0-name": "<b>{x", "symbols-0-icon": "nope", "symbols-0-shape": "", "symbols-0-colour": "red;x.y",
        "keywords-0-name": "*", "kinds-0-mark": "../x", "kinds-0-colour": "#12",
    }  # fmt: skip
    answer = room.ros.post(f"{room.home}words/", nonsense)
    assert answer.status_code == 200
    html = as_read(answer)
    assert "<b>{x" not in html and 'id="symbols-0-sample"></div>' in html and 'id="kinds-0-sample"></div>' in html
