"""The whole evening: three people, three browsers, from nothing to a printed version."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pypdfium2
import pytest
from playwright.sync_api import expect

from tests.browser.evening import DESK, SOON, House, Person, decides, hints, is_focused, sends
from tests.browser.looks import UNCOVERED, comes_to, looked_over
from tests.browser.standing import asks

pytestmark = pytest.mark.browser

GOAT = "At the start of every turn the **Goat** moves and eats the smallest Vegetable."


COUNT_SOUNDS = """() => {
  window.sounds = 0;
  window.AudioContext = class extends AudioContext { constructor() { super(); window.sounds += 1; } };
}"""


@pytest.mark.side_by_side
def test_three_people_make_a_deck(house: House) -> None:
    ros, idris, tom = (house.person(name, reduced_motion="no-preference") for name in ("Ros", "Idris", "Tomasz"))
    idris.join(ros.start().link)
    everybody = [ros, idris, tom]

    # Tomasz has only the code: he knocks, and Ros opens.
    tom.knock(ros.code)
    expect(tom.page.get_by_role("heading", name="Knocking.")).to_be_visible()
    expect(ros.page.get_by_role("status").filter(has_text="Tomasz is at the door.")).to_be_visible(timeout=SOON)
    ros.page.get_by_role("button", name="Let Tomasz in").click()
    tom.arrived()
    for person in everybody:
        expect(person.page.locator(".presence-words")).to_have_text("Three at the table", timeout=SOON)
    assert not [seen for person in everybody if len(seen := hints(person)) > 1], "one hint at a time"

    # What it is about, then the first card.
    ros.page.get_by_label("What is it about?").fill("Vegetables, and grudges")
    ros.page.get_by_role("button", name="Take a blank card").click()
    expect(ros.page.locator(".wback")).to_be_hidden()  # it is a phone's way back, and tells of a vote
    expect(idris.page.locator("#r-agreed")).to_contain_text("Vegetables, and grudges", timeout=SOON)
    expect(idris.page.get_by_label("What is it about?")).to_be_hidden()
    ros.propose("Wandering Goat", GOAT, traits="Pest")
    for person in everybody:
        person.sees("Wandering Goat")
        expect(person.page.locator("#r-card .cf").first).to_have_attribute("data-frame", "hand")
        expect(person.page.get_by_text("Or begin in another way")).to_be_hidden()
    assert not [seen for person in everybody if len(seen := hints(person)) > 1], "one hint at a time"
    tom.says("Does the goat count as a Neighbour?")
    expect(ros.page.locator("#r-talk")).to_contain_text("count as a Neighbour", timeout=SOON)

    # An objection is shown to all and closes nothing; a vote may be changed until the last one is in.
    with presses_what_lay_there(tom):
        idris.objects("Wandering Goat", "Too hungry")
    expect(ros.seal("Idris")).to_have_class(re.compile("is-against"), timeout=SOON)
    idris.favours()
    expect(ros.seal("Idris")).to_have_class(re.compile("is-for"), timeout=SOON)
    idris.objects("Wandering Goat", "Too hungry by half")
    expect(tom.seal("Idris")).to_have_class(re.compile("is-against"), timeout=SOON)
    tom.favours("Wandering Goat")
    for person in everybody:
        person.hears("Not this time.")
        expect(person.moment).to_contain_text("Too hungry by half")

    expect(ros.moment.locator(".aside-stamp")).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")  # read on words

    # Set aside with its reason; adjusted, and asked again.
    ros.moment.get_by_role("link", name="Adjust and repropose").click()
    expect(ros.page.locator('#writing [name="title"]')).to_have_value("Wandering Goat")
    for person in (idris, tom):
        person.goes_on()
        expect(person.page.locator("#r-drawer")).to_contain_text("Set aside 1", ignore_case=True)
    assert_answers_where_it_is_pressed(ros)
    ros.page.locator('#writing [name="text"]').fill(GOAT.replace("smallest", "ripest"))
    ros.put()
    # On the smallest glass the card gives way to what changed in it.
    tom.page.set_viewport_size({"width": 360, "height": 640})
    expect(tom.page.locator("#r-change .again del")).to_have_text("smallest", timeout=SOON)
    comes_to(tom.page, UNCOVERED, "", "#r-change .again .proof", "what changed is seen without scrolling")
    tom.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    for person in (idris, tom):
        person.favours("Wandering Goat")
    for person in everybody:
        assert_is_in(person, "Wandering Goat")
    expect(ros.page.locator("#r-rail")).to_contain_text("Wandering Goat")
    expect(ros.page.locator("#r-rail .strip")).to_have_css("flex-shrink", "0")  # however full the list is
    expect(ros.page.locator("#r-readiness")).to_contain_text("1 of the 15 cards for a game", ignore_case=True)
    assert not [seen for person in everybody if len(seen := hints(person)) > 1], "one hint at a time"

    # An amendment shows its words, and only they.
    idris.go("cards/1/").page.get_by_role("link", name="Propose a rewording").click()
    idris.page.locator('#writing [name="text"]').fill(GOAT.replace("smallest", "loudest"))
    expect(idris.page.locator("#preview")).to_contain_text("loudest")
    idris.put()
    idris.arrived()
    for person in (ros, tom):
        person.sees("Wandering Goat")
        proof = person.page.locator("#r-change .mat-proof")
        expect(proof.locator("del")).to_have_text("ripest")
        expect(proof.locator("ins")).to_have_text("loudest")
        person.favours()
    for person in everybody:
        assert_is_in(person, "Wandering Goat")

    # A Special Rule is no card. Choosing it opens a bench over the table, which stays as one strip.
    tom.write("Best in Show", kind="rule")
    phrasebook, strip = tom.page.locator("#phrasebook"), tom.page.locator("#r-onside .onside")
    expect(phrasebook).to_be_visible()
    line, fit = tom.page.locator('.kind-line[data-kind="rule"]'), tom.page.locator("#fit")
    expect(line).to_have_css("color", fit.evaluate("(words) => getComputedStyle(words).color"))  # both lie on the mat
    limit = phrasebook.get_by_role("button", name="The hand limit is")
    assert limit.locator(".phrase").evaluate(LINES_OF) == 1, "a gap stands in its sentence, not on a line of its own"
    expect(phrasebook.get_by_role("button", name=re.compile("^More than half must be"))).to_be_in_viewport(ratio=1)
    limit.click()
    is_focused(tom.page.get_by_label("Hand limit", exact=True))
    strip.get_by_role("link", name="Back to").click()
    expect(phrasebook).to_be_hidden()
    expect(tom.page.locator("#r-card")).to_be_visible()
    tom.page.get_by_role("button", name=re.compile("^Take this sentence out")).click()
    tom.propose("Best in Show", "Whoever has the most Vegetables wins.", kind="rule")
    idris.sees("Best in Show").page.evaluate(COUNT_SOUNDS)
    idris.page.get_by_label("A quiet sound when a vote waits for me").check()  # and hears it once
    for person in (ros, idris):
        person.favours("Best in Show")
    for person in everybody:
        assert_is_in(person, "Best in Show")
    expect(ros.page.locator("#r-rail")).to_contain_text("Special Rules")

    # Somebody goes away with a ballot open. It is shown, and waits, until the others go on.
    ros.propose("Prize Marrow", "It is enormous.")
    expect(idris.page).to_have_title(re.compile("^Your vote waits · Workshop: "), timeout=SOON)
    icon = idris.page.locator('link[rel="icon"]')
    expect(icon).to_have_attribute("href", re.compile("mark-waits"))
    comes_to(idris.page, "() => window.sounds", 2)
    tom.sees("Prize Marrow").page.goto("about:blank")
    idris.favours("Prize Marrow")
    expect(idris.page).to_have_title(re.compile("^Workshop: "), timeout=SOON)
    expect(icon).not_to_have_attribute("href", re.compile("mark-waits"))

    # Meanwhile a version is archived and printed.
    ros.go("archive/").page.get_by_label("A name for this version").fill("The goat gets in")
    ros.page.get_by_role("button", name="Archive it").click()
    ros.page.wait_for_url("**/versions/1/")
    expect(ros.page.locator("main")).to_contain_text("Wandering Goat")
    assert_prints(ros, "version=1", pages=1)
    expect(ros.workshop().page.locator("#ballot")).to_contain_text("Tomasz is away", timeout=60_000)
    expect(ros.seal("Tomasz")).to_have_class(re.compile("is-away"))
    ros.page.get_by_role("button", name="Go on without Tomasz").click()
    told = "{} would go on; {} to agree."
    expect(ros.page.locator(".go-on")).to_contain_text(told.format("You", "Idris has"), use_inner_text=True)
    expect(idris.page.locator(".go-on")).to_contain_text(told.format("Ros", "you have"), use_inner_text=True)
    expect(idris.page.locator("#bh")).to_contain_text("?")
    idris.page.get_by_role("button", name="Go on without Tomasz").click()
    for person in (ros, idris):
        assert_is_in(person, "Prize Marrow")
    ros.go("minutes/")
    expect(ros.page.locator("main")).to_contain_text(re.compile("without Tomasz"))

    # What the deck still needs is named; one tap, and somebody writes the card for it.
    rail = ros.workshop().page.locator("#deck")
    rail.get_by_text("Name a gap", exact=True).click()
    rail.get_by_label("What is missing?").fill("an answer to goats")
    rail.get_by_role("button", name="Name it").click()
    idris.page.locator("#gap-1").get_by_role("button", name="an answer to goats").click(timeout=SOON)
    expect(idris.page.locator(".forgap")).to_contain_text("an answer to goats", timeout=SOON)
    expect(rail.get_by_role("button", name="an answer to goats Idris, on it")).to_be_visible(timeout=SOON)
    assert not (wrong := looked_over(ros, "gaps", ((DESK, "light"),))), "\n".join(wrong)

    # A repeal: out of the deck for everybody, and kept for ever in the version.
    # It is asked for without leaving the table: the browser's way back closes the loupe, and a vote that comes is told.
    here = ros.workshop().page.url
    loupe = ros.page.locator(".loupe")
    ros.page.locator("#r-rail").get_by_role("link", name="Prize Marrow").click()
    is_focused(loupe.get_by_role("heading", name="Prize Marrow").first)
    expect(loupe).to_have_accessible_name("Prize Marrow")
    ros.page.go_back()
    expect(loupe).to_be_hidden()
    ros.page.locator("#r-rail").get_by_role("link", name="Prize Marrow").click()
    expect(loupe.locator(".loupe-vote")).to_be_hidden()
    idris.propose("Slug", "It crawls.")
    expect(loupe.locator(".loupe-vote")).to_have_text(re.compile(r"Slug lies on the table\. Does it go in\?"))
    loupe.get_by_role("button", name="Back to the vote").click()
    is_focused(ros.page.locator("#bh"))  # once the browser is back where the loupe was opened
    ros.favours("Slug").hears("It’s in.").goes_on()
    expect(ros.page.locator("#gap-1")).to_have_count(0)
    idris.goes_on()
    ros.page.locator("#r-rail").get_by_role("link", name="Prize Marrow").click()
    loupe.get_by_role("link", name="Propose to repeal").click()
    loupe.locator('[name="grounds"]').fill("Nobody grows one, and it is on nine cards.")
    loupe.get_by_role("button", name="Ask to take it out").click()
    expect(loupe).to_be_hidden()
    expect(ros.page).to_have_url(here)
    tom.workshop()
    assert_read_before_one_answers(idris, "Prize Marrow")
    idris.favours("Prize Marrow").hears("It’s out.").goes_on()
    expect(idris.page.locator("#r-rail")).not_to_contain_text("Prize Marrow")
    expect(ros.go("versions/1/").page.locator("main")).not_to_contain_text("Prize Marrow")

    # Whoever is removed is told by whom, and has before them what they were typing.
    tom.expects_lost_lines = True  # the door is shut: 404
    sends(idris, f"{idris.home}write/", title="Last Bus", kind="thing", copies="1")
    tom.workshop().write("Half Written", "By Tomasz.").page.locator("#say-box").fill("And yet")
    removals = re.compile(r"/groups/[\w-]+/members/\d+/remove/")
    group = re.search(r"/groups/[\w-]+/", ros.workshop().page.content())
    assert group is not None
    sends(ros, removals.findall(ros.go(group[0]).page.content())[-1])
    expect(tom.page.locator("main")).to_contain_text("Ros took you out of the group", timeout=SOON)
    fields = tom.page.locator("#typed textarea")
    expect(fields).to_have_count(2)  # they come with the script
    typed = [field.input_value() for field in fields.all()]
    assert sorted(typed) == ["And yet", "Half Written\n\nBy Tomasz."]
    assert not (wrong := looked_over(tom, "taken out")), "\n".join(wrong)


def assert_is_in(person: Person, title: str) -> None:
    """The moment: handwriting has become print, and then the table is clear."""
    person.hears("It’s in.")
    expect(person.moment.locator(".now .cf")).to_have_attribute("data-frame", "press")
    expect(person.moment.locator(".now .cf-title")).to_contain_text(title)
    person.goes_on()


def assert_read_before_one_answers(person: Person, title: str) -> None:
    """On the smallest phone what is said for a proposal stands whole above the answers, and within the glass."""
    page, size = person.sees(title).page, person.page.viewport_size
    grounds = page.locator("#r-ballot .grounds")
    page.set_viewport_size({"width": 360, "height": 640})
    comes_to(page, UNCOVERED, "", "#r-ballot .grounds", (360, 640))
    words = grounds.bounding_box()
    inset = grounds.evaluate("words => parseFloat(getComputedStyle(words).paddingInlineStart)")
    assert words is not None and words["x"] + inset >= 12
    assert size is not None
    page.set_viewport_size(size)


def assert_prints(person: Person, query: str, pages: int) -> None:
    """From the print shop to a PDF that opens in the browser."""
    person.go(f"print/?{query}")
    person.page.get_by_role("button", name="Make the PDF").click()
    link = person.page.get_by_role("link", name="Open the PDF")
    expect(link).to_be_visible(timeout=180_000)  # the press gives way to every browser
    answer = person.context.request.get(person.site + str(link.get_attribute("href")))
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers.get("content-disposition", "inline").startswith("inline")
    document = pypdfium2.PdfDocument(answer.body())
    assert len(document) == pages
    assert "Wandering Goat" in document[0].get_textpage().get_text_bounded()
    document.close()


LINES_OF = "e => Math.round(e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight))"


# When a reason comes, a finger that had aimed at this place presses what lies there now.
PRESSES = """([x, y]) => new MutationObserver((_, watching) => {
  if (!document.querySelector('#r-ballot .because')) return;
  watching.disconnect();
  const met = document.elementFromPoint(x, y), at = { bubbles: true, cancelable: true, clientX: x, clientY: y };
  met.dispatchEvent(new PointerEvent('pointerdown', at));
  met.dispatchEvent(new PointerEvent('pointerup', at));
  met.dispatchEvent(new MouseEvent('click', { ...at, detail: 1 }));
  window.pressed = met.closest('button')?.value ?? met.className;
}).observe(document.body, { childList: true, subtree: true })"""


@contextmanager
def presses_what_lay_there(tom: Person) -> Iterator[None]:
    """Tom is about to say no, and a reason of somebody's moves the answers: Yes lies under his finger, and is not his
    vote."""
    where = tom.no.bounding_box()
    assert where is not None
    x, y = where["x"] + where["width"] / 2, where["y"] + where["height"] / 2
    tom.page.mouse.move(x, y)
    asks(tom.page, PRESSES, [x, y])
    yield
    comes_to(tom.page, "() => window.pressed", "for", why="the answers moved by as much as lies between them")
    expect(tom.page.locator("#r-mine")).to_have_attribute("data-waits", "")


def assert_answers_where_it_is_pressed(person: Person) -> None:
    """What a card was set aside for is seen beside it, and what is refused stands at the button, in every window."""
    page, title = person.page, person.page.locator('#writing [name="title"]')
    kept = title.input_value()
    person.expects_lost_lines = True  # a refusal is an answer of 422
    said, why = page.locator(".composer-end [data-said='writing']"), page.locator(".wsays .why")
    expect(why).to_contain_text("Too hungry by half")
    title.fill("Goat " * 40)
    for width, height in ((1440, 900), (1280, 720), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => scrollTo(0, 0)")
        expect(why).to_be_in_viewport(ratio=1)
        person.put()
        expect(said).to_be_visible()
        expect(said).to_be_in_viewport(ratio=1)
        expect(page.get_by_text(said.inner_text(), exact=True).locator("visible=true")).to_have_count(1)
        expect(title).to_have_accessible_description(said.inner_text())
        comes_to(page, UNCOVERED, "", ".composer-end [data-said='writing']", (width, height))
    page.set_viewport_size({"width": 1440, "height": 900})
    title.fill(kept)


@pytest.mark.side_by_side
def test_no_gap_is_asked_for_where_there_is_room_for_none(house: House) -> None:
    """It says why, and asks again once one is put away; what somebody is typing meanwhile stays."""
    ros, idris = house.gathered("Ros", "Idris")
    decides([ros, idris], 1, "Goat", "It wanders.")
    for number in range(1, 12):
        sends(idris, f"{idris.home}do/?verb=name-gap", words=f"a kind of goat, the {number}th", wanted="1")
    page, full = ros.workshop().page, "There is room for 12 at a time."
    asked, rail = page.get_by_text("Name a gap", exact=True), page.locator("#r-gaps")
    asked.click()
    field = page.get_by_label("What is missing?")
    field.fill("an answer")
    sends(idris, f"{idris.home}do/?verb=name-gap", words="the last goat", wanted="1")
    expect(rail).to_contain_text(full, timeout=SOON)
    expect(field).to_have_value("an answer")
    is_focused(field)
    field.blur()
    expect(field).to_be_visible()
    field.fill("")
    field.blur()
    expect(asked).to_be_hidden()
    sends(idris, f"{idris.home}do/?verb=put-gap-away&gap=3")
    expect(asked).to_be_visible(timeout=SOON)
    expect(rail).not_to_contain_text(full)
