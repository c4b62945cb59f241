"""A newcomer in the archive: finds a deck, sees it change, makes it theirs, and takes over what came to it since; on a
phone the filters lie over the answers."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.evening import PHONE, SMALL_PHONE, SOON, House, Person, decides, deck_of, joins, sends
from tests.browser.looks import looked_over
from tests.browser.standing import asks, leads_on, stands_as_it_is
from tests.browser.typist import typist

pytestmark = pytest.mark.browser


@pytest.mark.side_by_side
def test_a_newcomer_finds_a_deck_compares_forks_and_takes_over_what_came_since(house: House) -> None:
    """Ros makes the deck in one browser, Nell comes across it in another; Bea votes with Nell."""
    ros, nell = house.person("Ros"), house.person("Nell")
    ros.home = (
        sends(ros, "/decks/start/", name="Ros", title="Lantern Walk").headers["location"].removesuffix("workshop/")
    )
    decides([ros], 1, "Wandering Goat", "It follows the moonwort.")
    sends(ros, f"{ros.home}details/", title="Lantern Walk", players_min="4", players_max="4", status="playable")
    sends(ros, f"{ros.home}standing/", ask="licence", to="CC BY 4.0")
    sends(ros, f"{ros.home}standing/", ask="visibility", to="public")
    sends(ros, f"{ros.home}archive/", name="")

    # Found by a word of a card, and for four.
    page = nell.go("/decks/").page
    page.get_by_role("searchbox").fill("moonwort")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".hit mark").first).to_have_text("moonwort")
    page.locator(".facet-row").get_by_role("link", name=re.compile("^4")).click()
    expect(page.locator(".readback")).to_contain_text("four")
    page.get_by_role("link", name="Lantern Walk").first.click()
    page.wait_for_url(f"**{ros.home}")

    # While it lies open another version comes, and what came is seen.
    expect(page.locator(".faces .cf-title")).to_have_text(["Wandering Goat"])
    decides([ros], 4, "Tea Urn", "It steams.")
    sends(ros, f"{ros.home}archive/", name="")
    expect(page.locator(".faces .cf-title")).to_have_text(["Wandering Goat", "Tea Urn"], timeout=SOON)
    page.get_by_role("link", name="Word by word").click()
    expect(page.locator(".compare-line")).to_contain_text("Tea Urn")
    expect(page.locator('[name="take"]')).to_have_count(0)

    # The first version made one's own, and what came since taken over by the vote.
    nell.go(f"{ros.home}versions/1/").page.get_by_role("link", name="Make a deck of your own from it").click()
    page.get_by_label("Your name").fill("Nell")
    page.get_by_role("button", name="Make it yours").click()
    page.wait_for_url("**/decks/lantern-walk-forked-*/")
    nell.home = urlsplit(page.url).path
    sends(nell, f"{nell.home}archive/", name="")
    bea = house.person("Bea")
    joins(bea, nell)
    nell.go("").page.get_by_role("link", name="What is different").click()
    page.get_by_label("Take it over").check()
    with leads_on(page):
        page.get_by_role("button", name="Put them to the table").click()
    expect(page.locator("#r-card .cf-title").first).to_contain_text("Tea Urn")
    expect(page.locator("#r-mine")).to_contain_text("You ask, so you are in favour.")
    bea.workshop().favours("Tea Urn").hears("It’s in.")
    nell.go("cards/2/")
    expect(page.locator("main")).to_contain_text("Written by Ros.")

    # And back to where it began, alone.
    ros.go("versions/1/").page.get_by_role("link", name="Go back to this version").click()
    with ros.page.expect_navigation(url="**/proposals/*/"):
        ros.page.get_by_role("button", name="Put it to the table").click()
    expect(ros.go("").page.locator(".faces .cf-title")).to_have_text(["Wandering Goat"])


def shelved(house: House, maker: Person, title: str, text: str, players: str) -> str:
    """A public deck of one card, played by so many; its address."""
    maker.home = deck_of(maker, title)
    decides([maker], 1, f"{title}, a card", text)
    sends(maker, f"{maker.home}details/", title=title, players_min=players, players_max=players, status="playable")
    sends(maker, f"{maker.home}standing/", ask="visibility", to="public")
    sends(maker, f"{maker.home}archive/", name="")
    return maker.home


def test_on_a_phone_filters_lie_over_the_answers_and_do_nothing_but_by_their_button(house: House, engine: str) -> None:
    ros, nell = house.person("Ros"), house.person("Nell", PHONE)
    for title, players in (("Rye for Four", "4"), ("Rye for Two", "2")):
        shelved(house, ros, title, f"It is made of pumpernickel{engine}.", players)
    page = nell.go(f"/decks/?q=pumpernickel{engine}").page
    answers, sheet, ways = page.url, page.get_by_role("dialog", name="Filters"), page.locator("a.to-filters")
    nell.presses(ways)
    expect(sheet.get_by_role("heading", name="Filters")).to_be_focused()
    go = sheet.locator(".filters-go .btn")
    expect(go).to_have_text("Show 2 decks")

    # A choice is counted where one stands, and told.
    four = sheet.get_by_role("radio", name="4", exact=True)
    four.check(force=True)
    expect(go).to_have_text("Show 1 deck")
    expect(sheet.get_by_role("status")).to_have_text("1 deck, 1 card")
    expect(four).to_be_focused()
    expect(sheet.get_by_role("link", name="Clear")).to_be_visible()
    assert page.url == answers

    # Escape, the cross and the browser's way back change nothing; the focus comes back.
    for leaves in (
        lambda: page.keyboard.press("Escape"),
        lambda: nell.presses(sheet.get_by_role("link", name="Close")),
        lambda: asks(page, "() => history.back()"),
    ):
        leaves()
        expect(sheet).to_have_count(0)
        expect(ways).to_be_focused()
        assert page.url == answers
        expect(page.locator(".hit")).to_have_count(2)
        nell.comes_forward().presses(ways)
        expect(go).to_have_text("Show 2 decks")
        expect(four).not_to_be_checked()

    # The button does it, by an address that says what was chosen and no more; the way back leads to all answers.
    four.check(force=True)
    expect(go).to_have_text("Show 1 deck")
    with leads_on(page):
        nell.presses(go)
    assert page.url == f"{answers}&players=4"
    expect(page.locator(".readback")).to_contain_text("four")
    expect(ways).to_have_accessible_name("Filters 1 chosen")
    page.go_back()
    expect(page).to_have_url(answers)
    page.go_forward()
    expect(page).to_have_url(f"{answers}&players=4")

    # What was chosen is kept, and let go of all at once.
    nell.presses(ways)
    expect(four).to_be_checked()
    nell.presses(sheet.get_by_role("link", name="Clear"))
    expect(go).to_have_text("Show 2 decks")
    expect(four).not_to_be_checked()
    for width, height in (PHONE, SMALL_PHONE):
        page.set_viewport_size({"width": width, "height": height})
        box = go.bounding_box()
        assert box and box["y"] + box["height"] <= height, "what does it is always within reach"
    wrong = looked_over(nell, "filters", ((PHONE, "light"), (SMALL_PHONE, "dark")))
    assert not wrong, "\n".join(wrong)


def test_a_choice_that_cannot_be_counted_shows_no_number_of_before(house: House, engine: str) -> None:
    nell = house.person("Nell", PHONE)
    nell.expects_lost_lines = True
    shelved(house, house.person("Ros"), "Rye, Again", f"It is made of sourdough{engine}.", "3")
    page = nell.go(f"/decks/?q=sourdough{engine}").page
    nell.presses(page.locator("a.to-filters"))
    go = page.locator(".filters-sheet .filters-go .btn")
    expect(go).to_have_text("Show 1 deck")
    page.context.set_offline(True)
    page.locator(".filters-sheet").get_by_role("radio", name="3", exact=True).check(force=True)
    expect(go).to_have_text("Show decks")
    page.context.set_offline(False)
    with leads_on(page):
        nell.presses(go)
    expect(page.locator(".readback")).to_contain_text("three")


def test_without_a_script_filters_are_a_page_and_their_button_leads_to_the_answers(house: House, engine: str) -> None:
    nell = house.person("Nell", PHONE, java_script_enabled=False)
    shelved(house, house.person("Ros"), "Rye, at Last", f"It is made of brioche{engine}.", "5")
    page = nell.go(f"/decks/?q=brioche{engine}").page
    nell.presses(page.locator("a.to-filters"))
    expect(page.get_by_role("button", name="Show 1 deck")).to_be_visible()
    page.get_by_role("radio", name="5", exact=True).check(force=True)
    nell.presses(page.get_by_role("button", name="Show 1 deck"))
    expect(page.locator(".readback")).to_contain_text("five")
    nell.presses(page.locator("a.to-filters"))
    expect(page.get_by_role("radio", name="5", exact=True)).to_be_checked()
    nell.presses(page.get_by_role("link", name="Close"))
    expect(page.locator(".readback")).to_contain_text("five")
    nell.fits()


def test_what_else_is_understood_is_taught_three_times_and_folded_from_then_on(house: House, engine: str) -> None:
    shelved(house, house.person("Ros"), "Rye in Parts", f"It is made of ciabatta{engine}.", "3")
    nell = house.person("Nell", PHONE)
    page = nell.go("/decks/").page
    fold, all_of_it = page.get_by_role("button", name="Also understood"), page.locator(".understood-all a")

    def searches(words: str) -> None:
        page.get_by_role("searchbox").fill(words)
        with leads_on(page):
            nell.presses(page.get_by_role("button", name="Search"))

    for words in (f"ciabatta{engine}", f"made ciabatta{engine}", f"ciabatta{engine}"):
        searches(words)
        expect(all_of_it.first).to_be_visible()
        expect(fold).to_have_count(0)
    page.reload()
    expect(fold).to_have_count(0)
    searches(f"of ciabatta{engine}")
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(all_of_it.first).to_be_hidden()
    nell.presses(fold)
    expect(fold).to_have_attribute("aria-expanded", "true")
    expect(all_of_it.first).to_be_visible()
    nell.fits()
    nell.presses(fold)
    expect(all_of_it.first).to_be_hidden()


LONG_WORD = "Gemüsegartenvereinsvorsitzendenstellvertreterin"


@pytest.mark.side_by_side
def test_two_people_keep_a_deck_each_sees_what_came_since_and_takes_it_off(house: House) -> None:
    """Nell at a desk, Zoe on a phone that runs no script; what one does changes nothing for the other, and wherever one
    is led the words for it are the first that are read."""
    ros, nell = house.person("Ros"), house.person("Nell")
    zoe = house.person("Zoe", PHONE, java_script_enabled=False)
    title = f"Die {LONG_WORD}"
    home = shelved(house, ros, title, "It keeps.", "3")
    for person in (nell, zoe):
        page = person.go(home).page
        person.presses(page.get_by_role("link", name="Keep on my shelf"))
        page.get_by_label("Your name").fill(person.name)
        person.presses(page.get_by_role("button", name="Keep on my shelf"))
        page.wait_for_url(f"**{home}#kept")
        kept = page.get_by_role("link", name="On your shelf")
        expect(kept).to_be_visible()
        person.comes_forward()
        expect(kept).to_be_focused()
        person.presses(kept)
        page.wait_for_url("**/you/#shelf-h")
        expect(page.get_by_role("heading", name="Your shelf 1")).to_be_visible()
        expect(page.get_by_role("button", name="Seen")).to_have_count(0)
        person.fits()

    # A version comes; each has it as news until they say that they saw it.
    sends(ros, f"{home}write/", title="Tea Urn", text="It steams.", kind="thing", copies="1")
    sends(ros, f"{home}archive/", name="")
    for person in (nell, zoe):
        page = person.go("/you/").page
        row = page.get_by_role("listitem").filter(has=page.get_by_role("button", name=f"Take off {title}"))
        expect(row).to_contain_text("Since version 1:")
        expect(row).to_contain_text("1 in")
        expect(row.get_by_role("link", name=f"What changed in {title}")).to_be_visible()
        person.fits()
        person.comes_forward().presses(row.get_by_role("button", name=re.compile(f"^Seen.*{title}, version 2")))
        page.wait_for_url("**/you/#kept-*")
        expect(row).not_to_contain_text("Since version 1:")
        expect(row.get_by_role("link", name=title, exact=True)).to_be_focused()

    # Taken off by one, it stands on the other's; and on nobody's once it is private.
    page = nell.comes_forward().page
    nell.presses(page.get_by_role("button", name=f"Take off {title}"))
    page.wait_for_url("**/you/#shelf-h")
    expect(page.get_by_role("heading", name="Your shelf", exact=True)).to_be_focused()
    expect(page.locator("main")).to_contain_text("Nothing on it.")
    expect(nell.go(home).page.get_by_role("button", name="Keep on my shelf")).to_be_visible()
    expect(zoe.go("/you/").page.get_by_role("button", name=f"Take off {title}")).to_be_visible()
    sends(ros, f"{home}standing/", ask="visibility", to="private")
    expect(zoe.go("/you/").page.locator("main")).to_contain_text("Nothing on it.")
    zoe.fits()


@pytest.mark.side_by_side
def test_two_strangers_take_a_makers_cards_home_and_however_often_one_presses_it_is_one_deck(house: House) -> None:
    """Nell at a desk presses twice; Zoe has a phone that runs no script. One of two decks lets nobody change it."""
    ros, nell = house.person("Ros"), house.person("Nell")
    zoe = house.person("Zoe", PHONE, java_script_enabled=False)
    titles = {f"Die {LONG_WORD}": "CC BY 4.0", "<b>Kept</b> {gold 3}": "CC BY-ND 4.0"}
    homes = [shelved(house, ros, title, "It travels.", "3") for title in titles]
    for home, licence in zip(homes, titles.values(), strict=True):
        sends(ros, f"{home}standing/", ask="licence", to=licence)
    sends(ros, "/you/makers-page/")
    page = ros.go("/you/").page
    makers = urlsplit(str(page.get_by_role("link", name="Your maker’s page").get_attribute("href"))).path
    for person in (nell, zoe):
        page = person.go(makers).page
        person.presses(page.get_by_role("link", name="Take them home as a deck"))
        page.wait_for_url("**/take-home/")
        person.presses(page.get_by_text("One card stays there"))
        expect(page.get_by_text("<b>Kept</b> {gold 3}: its licence, CC BY-ND 4.0")).to_be_visible()
        page.get_by_label("Your name").fill(person.name)
        stands_as_it_is(page)
        person.fits()
        go = page.get_by_role("button", name="Take them home")
        if person is nell:
            go.dblclick()
        else:
            person.presses(go)
        page.wait_for_url("**/decks/cards-by-ros-*/")
        expect(page.get_by_role("heading", name="Cards by Ros", level=1)).to_be_visible()
        expect(page.locator(".faces > li")).to_have_count(1)
        expect(page.locator(".faces")).to_contain_text("It travels.")
        expect(page.locator(".ticket")).to_contain_text(re.compile("Ros, under CC.BY 4.0"))
        expect(page.locator(".lineage")).to_have_count(0)
        person.fits()
        expect(person.go("/you/").page.get_by_role("link", name="Cards by Ros", exact=True)).to_have_count(1)

    # What is hidden while the page lies open is not taken any more, and whoever presses is told.
    page = nell.go(f"{makers}take-home/").page
    sends(ros, f"{homes[0]}standing/", ask="visibility", to="private")
    page.get_by_role("button", name="Take them home").click()
    expect(page.locator("main").get_by_role("alert")).to_contain_text("Nothing comes along")
    expect(page.get_by_role("button", name="Take them home")).to_have_count(0)
    expect(nell.go("/you/").page.get_by_role("link", name="Cards by Ros", exact=True)).to_have_count(1)


def test_without_a_script_a_newcomer_on_a_phone_has_a_deck_for_four_on_the_press(house: House) -> None:
    """Five presses, and nothing to type."""
    shelved(house, house.person("Ros"), "Four at Noon", "Pour the tea.", "4")
    nell = house.person("Nell", PHONE, java_script_enabled=False)
    page = nell.go("/decks/").page
    for pressed in (
        page.get_by_role("link", name="4 players"),
        page.get_by_role("link", name="Ready to play"),
        page.locator(".laid-deck .deck-link"),
        page.get_by_role("link", name="Print", exact=True).first,
        page.get_by_role("button", name="Make the PDF"),
    ):
        with leads_on(page):
            nell.presses(pressed)
    expect(page).to_have_url(re.compile(r"/print/\d+/$"))
    nell.fits()


@pytest.mark.chromium_alone
def test_by_keys_alone_a_newcomer_has_a_deck_for_four_on_the_press(house: House) -> None:
    """Each step by Tab and Enter; where one stands is never lost."""
    shelved(house, house.person("Ros"), "Four at Supper", "Pass the salt.", "4")
    nell = typist(house, house.person("Nell"))
    page = nell.go("/decks/").page
    for where in (
        page.get_by_role("link", name="4 players"),
        page.get_by_role("link", name="Ready to play"),
        page.locator(".laid-deck .deck-link"),
        page.get_by_role("link", name="Print", exact=True).first,
        page.get_by_role("button", name="Make the PDF"),
    ):
        nell.walks_to(where)
        nell.has_focus()
        with leads_on(page):
            nell.press("Enter")
    expect(page).to_have_url(re.compile(r"/print/\d+/$"))
