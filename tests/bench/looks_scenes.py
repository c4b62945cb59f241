"""Who does what until there is something to be seen: the scenes whose pictures looks.py takes. Each gives states, one
after the other: what it is called and at whose page it is looked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

from playwright.sync_api import expect

from cards.face.back import DeckBack
from cards.forms.back import fields_of_back
from cards.rules.kit import DVORAK
from studio.kernel.codec import digest
from tests.browser.evening import House, Person, decides, deck_of, invitation, joins, live_in_the_deck, sends, votes
from tests.browser.game import PATIENCE, does, hand, looking, moves, presses
from tests.browser.standing import asks, leads_on

NAMES = ("Ros", "Idris", "Maud", "Tomasz", "Bea", "Joan", "Oskar", "Pip")
State = tuple[str, Person]


def workshop(house: House, many: int) -> Iterator[State]:
    """A card before everybody, with a reason against it; with two also what an evening begins and ends with."""
    names = [NAMES[n] if n < len(NAMES) else f"Guest {n}" for n in range(many)]
    people = house.gathered(*names, title="Allotment Wars")
    ros, idris = people[:2]
    if many == 2:
        yield "deck without cards", ros.go("")
        yield "empty", ros.workshop()
        ros.write("Badger at Large", "At the start of your turn, roll the die. On a 6, destroy a Shelter.")
        yield "writing", ros
        ros.write("", "")
    decides(people[: 2 if many == 2 else 0] or people, 1, "Slug", "At the end of your turn, put a bite on a Vegetable.")
    badger = {"title": "Badger at Large", "text": "Roll the die. On a 6, destroy a Shelter."}
    sends(ros, f"{ros.home}write/", kind="thing", copies="1", **badger)
    ros.workshop(), idris.workshop()
    while ros.page.locator("#moment[open]").count():
        ros.page.keyboard.press("Escape")
    if many > 2:
        votes(people[2], 2, no="We have a badger in the other deck already")
        for person in people[3 : many // 2 + 1]:
            votes(person, 2)
    for words in ("Which shelter?", "The one with the roof."):
        sends(ros, f"{ros.home}do/?verb=remark&proposal=2", text=words)
    yield "asked", idris.sees("Badger at Large")
    if many == 4:
        yield "its author", ros.sees("Badger at Large")
    if many == 2:
        idris.page.get_by_role("link", name="Draw on it").click()
        expect(idris.page.locator("#draw [data-paper]")).to_be_visible(timeout=PATIENCE)
        yield "drawing on it", idris
        sends(idris, f"{ros.home}proposals/2/drawing/", doodle=DRAWN, wording="1")
        expect(ros.page.locator("#ghosts .ghost-name")).to_be_visible(timeout=PATIENCE)
        yield "its author, drawn on", ros
    for person in people[1:]:
        if person not in people[2 : many // 2 + 1] or many == 2:
            votes(person, 2)
    if many > 2:
        smaller = badger | {"title": "Badger, Small", "adjust": "2"}
        sends(ros, f"{ros.home}write/", kind="thing", copies="1", **smaller)
    idris.page.reload()
    expect(idris.page.locator("#r-card")).to_be_attached(timeout=PATIENCE)
    yield "decided" if many == 2 else "asked again", idris


DRAWN = json.dumps([{"tool": "felt", "ink": "#1f2a4a", "points": [300, 2200, 1200, 700, 2100, 2300, 3000, 800]}])


def walked(person: Person, addresses: dict[str, str]) -> Iterator[State]:
    """One page after the other, each by its address."""
    for name, address in addresses.items():
        if "#" in address:
            person.page.goto("about:blank")  # a mark behind the address alone would load nothing
        yield name, person.go(address)


# A form without a script, sent from the page that stands there.
SENT = """([address, fields]) => {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: address });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  document.body.append(form);
  form.submit();
}"""


def posts(person: Person, address: str, **fields: str) -> Person:
    """To the page that answers a form where there is no script; without a token where `token` is empty."""
    token = next((c["value"] for c in person.context.cookies() if c.get("name") == "carte_csrf"), "")
    with leads_on(person.page):
        person.page.evaluate(SENT, [address, {"csrfmiddlewaretoken": str(token)} | fields])
    return person


def strangers(house: House) -> Iterator[State]:
    """What anybody reads: the shelf, a deck and its versions, a card, rules, and the doors."""
    nobody = house.person("Nobody")
    yield from walked(nobody, READ)
    asks(nobody.go("/decks/?q=draw&players=4").page, "() => document.querySelector('a.to-filters').click()")
    expect(nobody.page.get_by_role("dialog", name="Filters")).to_be_visible(timeout=PATIENCE)
    yield "archive, filters over answers", nobody
    ros, other = house.person("Ros"), house.person("Idris")
    ros.home = deck_of(ros, "Allotment Wars")
    yield "join", other.go(invitation(ros))
    other.knock(ros.workshop().code)
    other.page.wait_for_url("**/knock/*/")
    yield "knocking", other
    yield "knocked", ros.workshop()
    yield from walked(
        nobody, {"a link that is dead": "/join/nobody-knows/", **{words: f"/looks/{words}/" for words in WRONG}}
    )
    yield "without a token", posts(nobody.go("/"), "/decks/start/", csrfmiddlewaretoken="", name="Nobody")
    ros.home = deck_of(ros, "The Long Allotment")
    sends(ros, f"{ros.home}bring-in/", list=LONG, do="enter")
    yield "long deck", ros.go("")
    yield "long deck, faces", ros.go("?view=faces")
    forked = sends(ros, "/decks/orbit-and-rust/fork/", name="Ros", title="Orbit, Again").headers["location"]
    ros.home = forked[: forked.index("/", len("/decks/")) + 1]
    yield "a fork", ros.go("")
    yield from taken_over(ros)


def members(house: House) -> Iterator[State]:
    """What the people of a deck read and fill in: cards, a rule, something aside, a ballot, talk, versions, a print."""
    ros, idris = people = house.gathered(*NAMES[:2])
    live_in_the_deck(people)
    text = ros.context.request.get(f"{ros.site}{ros.home}workshop/").text()
    group = re.search(r'href="(/groups/[^"/]+/)', text)
    assert group is not None
    yield from walked(ros, {name: address.format(group=group[1]) for name, address in OWN.items()})
    with leads_on(ros.go("print/").page):
        ros.page.get_by_role("button", name="Make the PDF").click()
    expect(ros.page.get_by_role("link", name=re.compile("PDF")).first).to_be_visible(timeout=4 * PATIENCE)
    yield "printed", ros
    yield from walked(ros, {"print again": "print/?version=1"})
    yield "refused", posts(ros.go("proposals/3/"), f"{ros.home}do/?verb=vote&proposal=3&wording=1", answer="for")
    yield "bring in, understood", posts(ros.go("bring-in/"), f"{ros.home}bring-in/", list=LIST)
    ros.workshop().page.locator("#r-rail").get_by_role("link", name="Wandering Goat").click()
    expect(ros.page.locator(".loupe")).to_be_visible(timeout=PATIENCE)
    yield "loupe", ros
    ros.page.locator(".loupe").get_by_role("link", name="Propose to repeal").click()
    expect(ros.page.locator('.loupe [name="grounds"]')).to_be_visible(timeout=PATIENCE)
    yield "loupe, asking for a repeal", ros
    votes(ros, 4)
    goat = {"title": "Wandering Goat", "text": "It wanders, and it eats what it meets.", "kind": "thing", "copies": "1"}
    asked = ros.context.request.get(f"{ros.site}{ros.home}write/?article=card-1&change=amend").text()
    on = re.search(r'name="on"\s+value="([^"]+)"', asked)
    assert on is not None
    sends(ros, f"{ros.home}write/", article="card-1", change="amend", on=on[1], doodle=DRAWN, **goat)
    votes(idris, 5)
    yield from walked(ros, {"card, reworded since": "versions/1/cards/1/", "card of no version": "versions/1/cards/2/"})
    yield from walked(ros, {"print, an update": "print/?what=update&since=1"})
    with ros.go("words/").page.expect_response(lambda told: told.request.method == "POST"):
        ros.page.locator(".kit-form.has-samples input.input:visible").first.fill("Foundry")
    yield "words, seen", ros
    back = fields_of_back(DeckBack("rule", "sheep", "#3c6b4c"), "Allotment Wars")
    sends(ros, f"{ros.home}back/", **back, was=digest(DVORAK))
    yield "workshop, a back", idris.workshop()
    votes(idris, 6)
    sends(house.person("Maud"), invitation(ros), name="Maud")  # she has a seat, and never was there
    sends(ros, f"{ros.home}do/?verb=name-gap", words="Something that eats slugs", wanted="2")
    sends(ros, f"{ros.home}standing/", ask="licence", to="CC BY-SA 4.0")
    yield from walked(ros, {"gaps, one named": "gaps/", "workshop, asked of all": "workshop/"})
    made = house.person("Joan")
    made.home = deck_of(made, "Small Hours")
    for number, (title, text) in enumerate(BATCH["Maud"], 1):
        decides([made], number, title, text)
    sends(made, f"{made.home}archive/", name="")
    sends(made, f"{made.home}standing/", ask="visibility", to="public")
    sends(made, "/you/makers-page/")
    sends(ros, f"{made.home}keep/")
    decides([made], len(BATCH["Maud"]) + 1, "Cold Kettle", "Nobody draws a card until your next turn.")
    sends(made, f"{made.home}archive/", name="")
    yield from walked(ros, {"you, a deck kept": "/you/", "keep": f"{made.home}keep/"})
    for slug in KEPT:
        sends(ros, f"/decks/{slug}/keep/")
    yield from walked(ros, {"you, a shelf of decks": "/you/"})
    page = re.search(r'href="(/makers/[^"]+)"', made.context.request.get(f"{made.site}/you/").text())
    assert page is not None
    yield from walked(made, {"maker": page[1], "maker, taken home": f"{page[1]}take-home/"})
    with leads_on(ros.go("/you/recovery/").page):
        ros.page.locator("main form button").last.click()
    yield "recovery code", ros
    sends(ros, f"{group[1]}members/{_member(ros, group[1])}/remove/")
    yield "taken out", idris.go("workshop/")


def taken_over(ros: Person) -> Iterator[State]:
    """Alone: an urn goes in and is archived, the deck goes back to before that, and there it could be taken over."""
    ros.home = deck_of(ros, "Tea on the Allotment")
    for name, title in (("Before the urn", "Slug"), ("The urn steams", "Tea Urn")):
        sends(ros, f"{ros.home}write/", title=title, text="It is there.", kind="thing", copies="1")
        sends(ros, f"{ros.home}archive/", name=name)
    yield "roll back", ros.go("versions/1/roll-back/")
    sends(ros, f"{ros.home}versions/1/roll-back/")
    yield "take over", ros.go("compare/1..2/")


def _member(person: Person, group: str) -> str:
    """The number of the other one, whom this one may take out."""
    found = re.search(r"/members/(\d+)/remove/", person.context.request.get(person.site + group).text())
    assert found is not None
    return found[1]


KEPT = ("allotment-wars", "crumb-kingdom", "lighthouse-committee", "orbit-and-rust")
LONG = "\n\n".join(
    f"## {NAMES[n % 8]}’s Bed {n:03}\n{('Thing - Bed', 'Action')[n % 2]}\n\nNothing grows in it before turn {n}."
    for n in range(155)
)
WRONG = ("asked wrongly", "forbidden", "broken", "resting")
LIST = "# Allotment Wars\n\n## Slug\nThing - Pest\n\nIt eats.\n\n## Frost\nAction\n\nEverything wilts.\n\nAnd so on?"


READ = {
    "home": "/", "archive": "/decks/", "archive, four": "/decks/?players=4&cut=hour&ready=1",
    "archive, found": "/decks/?q=draw", "archive, cards": "/decks/?q=draw&show=cards", "start": "/decks/start/",
    "archive, nothing found": "/decks/?q=goat+lighthouse&players=4", "archive, filters": "/decks/?show=filters&q=draw",
    "archive, by title": "/decks/?show=decks&order=title", "archive, broad": "/decks/?q=a",
    "knock": "/knock/", "sign in": "/sign-in/", "rules": "/rules/", "about": "/about/", "licences": "/licences/",
    "accessibility": "/accessibility/", "gone": "/decks/no-such-deck/", "you": "/you/",
    "deck": "/decks/orbit-and-rust/", "deck’s list": "/decks/orbit-and-rust/?view=list",
    "deck’s rules": "/decks/orbit-and-rust/?tab=rules", "deck’s versions": "/decks/orbit-and-rust/?tab=versions",
    "version": "/decks/orbit-and-rust/versions/1/", "card": "/decks/orbit-and-rust/cards/1/",
    "rule": "/decks/orbit-and-rust/rules/1/", "words": "/decks/crumb-kingdom/words/",
    "fork": "/decks/crumb-kingdom/fork/", "keep": "/decks/crumb-kingdom/keep/",
    "compare": "/decks/allotment-wars/compare/5..7/",
    "print": "/decks/orbit-and-rust/print/", "print, picked": "/decks/orbit-and-rust/print/?what=picked",
    "print, blanks": "/decks/orbit-and-rust/print/?what=blanks&blanks=9", "tables": "/tables/",
}  # fmt: skip
OWN = {
    "deck": "", "list": "?view=list", "rules": "?tab=rules", "versions": "?tab=versions", "version": "versions/1/",
    "card": "cards/1/", "rule": "rules/1/", "proposal": "proposals/4/", "aside": "proposals/3/", "drawer": "drawer/",
    "minutes": "minutes/", "workshop": "workshop/", "workshop, writing": "workshop/#write",
    "workshop, rewording a rule": "workshop/?article=rule-1&change=amend#write", "write": "write/",
    "reword": "write/?article=card-1&change=amend", "repeal": "write/?article=card-1&change=repeal",
    "recount": "write/?article=card-1&change=recount", "gaps": "gaps/", "kit": "kit/", "words": "words/",
    "drawing": "proposals/4/drawing/", "archiving": "archive/", "details": "details/", "print": "print/",
    "print, rules and test page": "print/?rules_sheet=1&test_page=1&back=deck&page=rules_sheet",
    "card list": "print/list/", "bring in": "bring-in/", "back": "back/", "first batch": "first-batch/",
    "play": "play/", "group": "{group}", "leave": "{group}leave/",
    "sign in, known": "/sign-in/", "you": "/you/",
    "account": "/you/account/", "name": "/you/name/", "forget": "/you/forget/", "recovery": "/you/recovery/",
}  # fmt: skip


def batch(house: House) -> Iterator[State]:
    """Written in secret, and swept."""
    people = house.gathered(*NAMES[:4], title="Allotment Wars")
    ros = people[0]
    ros.go("first-batch/").page.get_by_text("2", exact=True).click()
    with leads_on(ros.page):
        ros.page.get_by_role("button", name="Begin").click()
    yield "writing", ros
    for person in people:
        for slot, (title, text) in enumerate(BATCH[person.name], 1):
            card = {"title": title, "kind": "thing", "text": text, "copies": "1"}
            sends(person, f"{ros.home}first-batch/1/cards/{slot}/", **card)
    ros.page.reload()
    yield "all down", ros
    with leads_on(ros.page):  # whoever sat over their blanks is led to the sweep
        sends(ros, f"{ros.home}do/?verb=turn-over&batch=1")
    expect(ros.page.locator("#r-sweep .sw").first).to_be_visible(timeout=PATIENCE)
    yield "sweeping", ros


BATCH = {
    "Ros": [("Slug", "Put a bite on a Vegetable."), ("Cold Frame", "Frost does nothing to what stands under it.")],
    "Idris": [("Badger at Large", "Roll the die. On a 6, destroy a Shelter."), ("Tea Urn", "Everybody draws a card.")],
    "Maud": [("Prize Marrow", "It counts twice."), ("Hosepipe Ban", "No Vegetable grows until your next turn.")],
    "Tomasz": [("Compost", "Shuffle the discard pile into the draw pile."), ("Committee", "Nobody plays an Action.")],
}


def table(house: House, many: int) -> Iterator[State]:
    """A game of *Orbit & Rust*, which has most counters, with Things in play."""
    people = [house.person(name) for name in NAMES[:many]]
    ros = people[0]
    forked = sends(ros, "/decks/orbit-and-rust/fork/", name="Ros", title="Orbit & Rust").headers["location"]
    ros.home = forked[: forked.index("/", len("/decks/")) + 1]
    for other in people[1:]:
        joins(other, ros)
    at = sends(ros, f"{ros.home}play/", version="draft", seats=str(many), spectators="1").headers["location"]
    for n, person in enumerate(people):
        person.table = at
        if n:
            sends(person, f"{at}sit/", name=person.name)
    [ros] = looking([ros])
    if many == 4:
        yield "gathering", ros
        guest = house.person("Bea")
        joins(guest, ros)
        yield "door", guest.go(at)
    moves(ros, "begin", confirmed="1")
    for n, person in enumerate(people):
        pieces = pieces_of(person)
        for piece in pieces[: (3, 0, 2, 5)[n % 4]]:
            moves(person, "play", piece=piece, confirmed="1")
        moves(person, "roll", count="1", sides="6")
        moves(person, "draw", count="2", confirmed="1")
    now = next((one for one in people if "data-mine-turn" in text_of(one)), ros)
    other = next(one for one in people if one is not now)
    [now] = looking([now])
    expect(hand(now).first).to_be_visible(timeout=PATIENCE)
    yield "my turn", now
    hand(now).locator("a.card").first.press("Enter")
    yield "a card raised", now
    now.page.keyboard.press("Escape")
    [other] = looking([other])
    expect(hand(other).first).to_be_visible(timeout=PATIENCE)
    yield "another’s turn", other
    if many == 4:
        yield from seldom(people, now, other)


def seldom(people: list[Person], now: Person, other: Person) -> Iterator[State]:
    """What covers or takes the place of something: giving, looking, reading, writing, a vote, the end."""
    page = now.page
    yield "asked whether", posts(other.go(other.table), f"{other.table}act/", verb="draw", count="1")
    looking([other])
    moves(other, "claim", words="Six ships", confirmed="1")
    page.locator(".no-because > summary").click()
    yield "asked to agree", now
    moves(now, "answer", question="1", yes="0", words="There are five")
    thing = page.locator(".seat--you .thing > a.card").first
    if thing.count():
        does(now, thing, "Give to …")
        yield "giving", now
        page.keyboard.press("Escape")
    moves(now, "look", zone="draw", count="3")
    expect(page.locator("#looking")).to_be_visible(timeout=PATIENCE)
    yield "looking", now
    presses(now, page.locator("#looking").get_by_role("button", name="As they lay"))
    moves(now, "look", zone="draw", count="25")
    expect(page.locator("#looking .titles")).to_be_visible(timeout=PATIENCE)
    yield "looking, many", now
    presses(now, page.locator("#looking").get_by_role("button", name="As they lay"))
    does(now, hand(now).locator("a.card").first, "Read it")
    yield "reading", now
    page.get_by_role("link", name="Repeal it").click()
    expect(page.locator(".tsheet-in--ask")).to_be_visible(timeout=PATIENCE)
    yield "reading, asking for a repeal", now
    page.keyboard.press("Escape")
    presses(now, page.locator("#z-blank"))
    yield "writing", now
    page.keyboard.press("Escape")
    sends(
        now,
        f"{now.table}write/",
        title="A Loose Button",
        text="Everybody says what it came off.",
        kind="thing",
        copies="1",
    )
    expect(other.page.locator("#votepanel")).to_be_visible(timeout=PATIENCE)
    yield "a vote", other
    for person in people:
        if person is not now and 'data-proposal="1"' in text_of(person):
            votes(person, 1, no="It rolls off")
    expect(page.locator("#r-vote .again-acts")).to_be_attached(timeout=PATIENCE)
    yield "set aside", now
    yield from beside(people, now, other)


def beside(people: list[Person], now: Person, other: Person) -> Iterator[State]:
    """The pages beside a table, which are all there is without a script."""
    at, piece = now.table, pieces_of(now)[0]
    yield "typed", posts(now.go(at), f"{at}type/", line="/help")
    yield from walked(now, {
        "writing by itself": f"{at}write/", "log": f"{at}log/", "a piece": f"{at}pieces/{piece}/",
        "a pile": f"{at}piles/draw/", "a seat": f"{at}seats/1/", "replay": f"{at}replay/", "tables": "/tables/",
        "home of one who plays": "/",
    })  # fmt: skip


def text_of(person: Person) -> str:
    return person.context.request.get(person.site + person.table).text()


def pieces_of(person: Person) -> list[str]:
    return re.findall(r'data-piece="([^"]+)"\s+data-zone="hand\.', text_of(person))


Scene = Callable[[House], Iterator[State]]


def _of(scene: Callable[[House, int], Iterator[State]], many: int) -> Scene:
    return lambda house: scene(house, many)


# The longest first, so that at the end nobody waits for one of them alone.
SCENES: dict[str, Scene] = {
    "members": members, "table 4": _of(table, 4), "strangers": strangers, "workshop 2": _of(workshop, 2),
    "workshop 4": _of(workshop, 4), "table 2": _of(table, 2), "table 8": _of(table, 8), "batch": batch,
    "workshop 8": _of(workshop, 8), "workshop 40": _of(workshop, 40),
}  # fmt: skip

# What a state is to end equal to: the name of a drawing of the design.
MOCKUPS = {
    ("strangers", "home"): "home", ("strangers", "archive"): "shelf-tonight",
    ("strangers", "archive, found"): "shelf-hits",
    ("strangers", "archive, filters over answers"): "shelf-filters",
    ("strangers", "archive, cards"): "shelf-cards", ("strangers", "archive, nothing found"): "shelf-empty",
    ("strangers", "deck"): "deck",
    ("strangers", "rules"): "rules", ("strangers", "gone"): "error", ("strangers", "start"): "start",
    ("strangers", "long deck"): "deck-500", ("strangers", "compare"): "compare",
    ("workshop 2", "empty"): "empty", ("workshop 2", "writing"): "composer", ("workshop 4", "asked"): "workshop",
    ("members", "maker"): "maker", ("members", "drawer"): "drawer", ("members", "print"): "print",
    ("members", "bring in"): "bring-in",
    ("batch", "writing"): "first-batch", ("batch", "sweeping"): "first-batch-sweep", ("table 4", "my turn"): "table",
}  # fmt: skip
