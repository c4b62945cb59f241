"""The page of the print shop: every page of the print is shown, and what something else decides looks decided."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client

from cards import models as rows
from cards.face.face import Face
from cards.face.lexicon import Lexicon
from cards.face.measures import Frame
from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.held import held
from cards.printing.choices.reading import BY_SERVICE, BY_TEMPLATE, read_choices
from cards.printing.choices.resolved import finish_of, layout_of
from cards.printing.geometry.alignment import combs, cross, cross_places, typed_in
from cards.printing.geometry.papers import A4, paper_at_home
from cards.printing.queue.values import Item, Job
from cards.printing.shared.extra_pages import Cover, Heading
from cards.printing.shared.pages.box import BoxShown
from cards.printing.shared.pieces import BlankCard, CardBack
from cards.queries.shop.ink import ink_share, ink_words
from cards.queries.shop.jobs import press_job
from cards.queries.shop.page_preview import page_preview, pages_beside
from cards.queries.shop.pieces import cards_of
from cards.queries.shop.printable import printable
from cards.queries.shop.sheet_preview import line_style
from cards.queries.shop.sheets import DrawnItem, made_of
from cards.queries.shop.words import card_words
from studio.web.words import say
from tests.markup import as_read
from tests.print.asking import SHOP

CARD = Item(Face("Slug", "Thing", "It eats."), False, "1", "")


def job_of(choices: PrintChoices, *items: Item) -> Job:
    return Job(
        "Deck", "Deck", "", items, layout=layout_of(choices), finish=finish_of(choices), frame=choices.frame
    )  # fmt: skip


# --- pages beside the sheets ------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_every_page_of_a_print_is_shown_in_the_order_of_the_file(deck: rows.Deck, reader: Client) -> None:
    asked = f"{SHOP}?cover=1&rules_sheet=1&box=1&test_page=1"
    page = as_read(reader.get(asked))
    assert re.findall(r'data-jump="(\w+)"', page) == ["cover", "test_page", "sheets", "rules_sheet", "box"]
    assert "Sheet 1 of" in page and "How to cut" not in page
    for name, words in (
        ("cover", "Measure before you print the rest"), ("rules_sheet", "When cards disagree"),
        ("box", "glue the flap inside the other edge"), ("test_page", "the crosses of the front shine through"),
    ):  # fmt: skip
        shown = as_read(reader.get(f"{asked}&page={name}"))
        assert words in shown and "Sheet 1 of" not in shown, name
    assert "Sheet 1 of" in as_read(reader.get(f"{asked}&page=tokens")), "which nobody chose"
    # From end to end, step by step, and no further.
    at, seen = f"{asked}&page=cover", 1
    while (after := re.search(r'href="([^"]*)" data-step="after"', page := as_read(reader.get(at)))) is not None:
        at, seen = after[1].replace("&amp;", "&"), seen + 1
    assert seen == 6 and "A box to fold" in page


def test_a_page_beside_the_sheets_is_made_of_what_the_press_makes_it_of() -> None:
    layout = layout_of(PrintChoices(paper="letter", orientation="lying"))
    job = replace(job_of(PrintChoices(), CARD), layout=layout, before=(Cover(Heading("Deck", "Draft"), ()),))
    sheet = page_preview(job, "cover", 3, "backs")
    (side,) = sheet.sides
    assert "--pw:215.9mm;--ph:279.4mm" in sheet.style and sheet.shown == "fronts", "it stands, as in the file"
    assert side.page is not None and side.page.template == "print/cover.html"
    assert any(step.label == "Then 3 sheets of cards" for step in side.page.steps)  # type: ignore[union-attr]


def test_the_test_page_has_the_lines_that_the_press_draws() -> None:
    job = job_of(PrintChoices(test_page=True, back_x=130), CARD)
    assert pages_beside(job).before == ("test_page",)
    front, back = page_preview(job, "test_page", 1, "backs").sides
    points = cross_places(A4)
    assert front.guides == tuple(line_style(line) for at in points for line in cross(at))
    ticks = {tick for at in points for comb in combs(at) for tick in comb}
    assert set(back.guides) == {line_style(tick.line) for tick in ticks} | {
        line_style(line) for at in points for line in typed_in(at, (130, 0))
    }
    labels = [words for _, words in (*back.labels, *back.labels_beside)]
    assert sorted(labels) == sorted(tick.label for tick in ticks if tick.label)
    assert any("+1.3 mm to the right, 0 mm down" in words for words in back.words)


def test_the_line_says_how_many_cards_more_a_design_makes_of_long_texts() -> None:
    """P37: a deck of 97 cards was 108 in Classic, and nothing said that the design makes eleven more."""

    def said(frame: Frame, *pieces: Item) -> str:
        choices = PrintChoices(frame=frame)
        drawn = [DrawnItem(one, cards_of(one, choices, "", Lexicon(), None)) for one in pieces]
        return say(card_words(made_of(drawn, 1, None)))

    face = Face("Slug", "Thing", "It eats. " * 107, "It hums in the dark, and knows it.")
    long = replace(CARD, piece=face, copies=3)
    assert said("press", long, CARD) == "four cards"
    assert said("classic", long, CARD) == "four cards, three more for long texts"
    assert said("classic", replace(long, copies=1, is_rule=True)) == "a Special Rule, one more for a long text"


# --- what has no say --------------------------------------------------------------------------------------------------


def test_a_field_without_a_say_is_held_by_what_decides_it() -> None:
    asked = {"template": "letter-poker-gutterfold", "back": "deck"}
    by_template = held(read_choices(asked, strict=True))
    assert set(by_template) == {*BY_TEMPLATE, "size", "backing", "flip", "back_x", "back_y"}
    assert set(by_template.values()) == {"template", "backing"}
    assert "backing" not in held(PrintChoices(template="a4-poker-9"))
    by_service = held(read_choices({**asked, "service": "mpc"}, strict=True))
    assert set(by_service) == {*BY_SERVICE, "thickness", "sleeved"} and set(by_service.values()) == {"service"}
    assert {"size", "frame", "back"}.isdisjoint(by_service), "a service prints every one of these"
    by_machine = held(PrintChoices(cutter="silhouette"))
    assert set(by_machine) == {"guides", "guides_on_backs", "margin", "orientation"}
    assert "orientation" not in held(PrintChoices(cutter="unmarked"))
    reading = held(PrintChoices(output="reading", what="picked"))
    assert {"size", "frame", "back", "cover", "blanks"} <= reading.keys()
    assert {"what", "picked", "with_rules", "copies", "paper", "output"}.isdisjoint(reading)
    assert held(PrintChoices(what="blanks")).keys() == {"with_rules", "copies"} and held(PrintChoices()) == {}


@pytest.mark.django_db
def test_whatever_is_followed_while_choices_change_is_on_the_page_and_in_what_is_sent_for_it(deck, reader) -> None:
    """What a service lacks stood as it had been: it was looked for in what is sent, and was not there."""
    script = Path("static/js/print.js").read_text(encoding="utf-8")
    holds = re.search(r"HOLDS = \[(.*?)\]", script, re.DOTALL)
    parts = re.search(r"PARTS = \[(.*?)\.\.\.HOLDS", script, re.DOTALL)
    assert holds and parts
    wanted = {f"print-holds-{name}" for name in re.findall(r"'([\w-]+)'", holds[1])}
    wanted |= set(re.findall(r"'([\w-]+)'", parts[1]))
    page, sent = (reader.get(f"{SHOP}{query}").content.decode() for query in ("", "?part=shop"))
    assert len(wanted) > 12
    for id_ in wanted:
        assert f'id="{id_}"' in page and f'id="{id_}"' in sent, id_


@pytest.mark.django_db
def test_the_page_says_what_holds_and_lets_nobody_choose_it(deck: rows.Deck, reader: Client) -> None:
    page = as_read(reader.get(f"{SHOP}?template=letter-poker-9"))
    assert "The chosen sheet says: Poker, US (63.5 × 88.9 mm)." in page
    is_shifted = "nothing is shifted"
    assert is_shifted not in page and is_shifted in as_read(reader.get(f"{SHOP}?back=deck&backing=folded"))
    assert "The chosen sheet says: Letter upright, nine to a sheet, no bleed." in page
    for name in ("size", "paper", "orientation", "bleed", "gap"):
        fields = re.findall(rf'<(?:input|select)[^>]* name="{name}(?:_wide|_high)?"[^>]*>', page)
        assert fields and all(re.search(r"\bdisabled\b", field) for field in fields), name
    service = as_read(reader.get(f"{SHOP}?service=mpc&size=poker-us"))
    assert "MakePlayingCards says: each card by itself, 3.05 mm of bleed." in service
    assert "Card 1 of" in service and "Sheet 1 of" not in service and "One to a sheet" not in service
    assert not re.search(r'<input[^>]* name="size"[^>]*\bdisabled\b', service)
    bare, backed = (
        as_read(reader.get(f"{SHOP}?service=drivethru&size=poker-us&back={back}")) for back in ("none", "deck")
    )
    assert "DriveThruCards prints a back with every card: choose one." in bare and "choose one" not in backed
    reading = as_read(reader.get(f"{SHOP}?output=reading"))
    assert "An edition to read has no sheets." in reading and f'href="{SHOP}list/?output=reading"' in reading


@pytest.mark.django_db
def test_what_is_not_there_is_not_offered(deck: rows.Deck, reader: Client) -> None:
    page = as_read(reader.get(f"{SHOP}?what=deck"))
    assert 'name="back" value="deck"' in page and 'name="back" value="drawn"' not in page
    asked = reader.get(f"{SHOP}?back=drawn")
    assert asked.status_code == 422 and 'name="back" value="drawn"' in as_read(asked), "it is told beside its name"


@pytest.mark.django_db
def test_whoever_has_only_begun_to_pick_is_not_refused(deck: rows.Deck, reader: Client) -> None:
    begun = reader.get(f"{SHOP}?what=picked")
    page = as_read(begun)
    assert begun.status_code == 200 and "Tick the cards you want" in page and "Not as it stands" not in page
    nobody = reader.get(f"{SHOP}?what=picked&maker=Nobody")
    assert nobody.status_code == 422 and "Not as it stands" in as_read(nobody)
    assert reader.post(SHOP, {"what": "picked"}).status_code == 422, "and nothing is printed"


# --- ink --------------------------------------------------------------------------------------------------------------


def test_ink_is_told_of_the_sheets_that_are_chosen() -> None:
    def of(choices: PrintChoices, *items: Item, sheets: int = 1) -> int:
        drawn = [DrawnItem(item, ("a card",)) for item in items]  # type: ignore[arg-type]
        return ink_share(job_of(choices, *items), drawn, sheets)

    nine = replace(CARD, copies=9)
    assert of(PrintChoices(), nine) == round(18 * 9 * 63 * 88 / (210 * 297))
    assert of(PrintChoices(frame="saver"), nine) == 6 and of(PrintChoices(), CARD) == 2
    backed = replace(nine, back=CardBack("deck"))
    assert of(PrintChoices(back="deck"), backed) == 18, "backs take more than fronts"
    assert of(PrintChoices(), Item(BlankCard(), False, "", "", 9)) == 1
    assert say(ink_words(0)).startswith("Ink on about 1\u00a0% of the paper, less than")
    assert say(ink_words(5)).endswith("as on a page of writing.")
    assert say(ink_words(10)).endswith("% of the paper, twice a page of writing.")
    assert say(ink_words(14)).endswith("three times a page of writing.")


def test_a_box_and_a_cover_count_with_the_sheets() -> None:
    job = job_of(PrintChoices(), replace(CARD, copies=9))
    drawn = [DrawnItem(job.items[0], ("a card",))]  # type: ignore[arg-type]
    cover = Cover(Heading("Deck", "Draft"), ())
    assert ink_share(replace(job, before=(cover,)), drawn, 1) == round((18 * 9 * 63 * 88 / (210 * 297) + 9) / 2)


@pytest.mark.django_db
def test_a_box_stands_whole_on_its_page_however_the_cards_lie(deck: rows.Deck) -> None:
    choices = PrintChoices(box=True, paper="letter", orientation="lying")
    job = press_job(printable(deck, 7, choices), choices)
    assert isinstance(job, Job) and job.layout.is_landscape
    sight = page_preview(job, "box", 1, "fronts").sides[0].page
    assert isinstance(sight, BoxShown)
    assert max(area.x + area.width for area in sight.areas) < sight.width
    assert max(area.y + area.height for area in sight.areas) < sight.height


# --- nearer -----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_card_of_a_sheet_is_read_at_an_address_and_what_is_none_is_the_sheet(deck: rows.Deck, reader: Client) -> None:
    sheet = as_read(reader.get(f"{SHOP}?back=deck&scale=100"))
    links = re.findall(r'class="ps-read"\s+href="([^"#]*)#print-sheet"[^>]*aria-label="([^"]*)"', sheet)
    fronts, backs = links[: len(links) // 2], links[len(links) // 2 :]
    assert len(fronts) == len(backs) > 1 and {name for _, name in backs} == {"The back of a card, close up"}
    for at, (href, name) in enumerate((fronts[0], fronts[-1], backs[0])):
        near = as_read(reader.get(href.replace("&amp;", "&")))
        assert f'aria-label="{name}"' in near.partition('class="ps-near"')[2].partition(">")[0], href
        assert "scale=100" in href and ("side=backs" in href) is (at == 2)
    assert " data-full" in sheet and " data-full" not in as_read(reader.get(f"{SHOP}?scale=99"))
    for none in ("card=0", "card=999", "card=-1", "card=x", f"card={'9' * 40}", "card=1&cover=1&page=cover"):
        assert 'class="ps-near" style' not in " ".join(as_read(reader.get(f"{SHOP}?{none}")).split()), none


@pytest.mark.parametrize(
    ("languages", "paper"),
    [
        ("en-US,en;q=0.9", "letter"), ("en-CA", "letter"), ("es-419,es-MX", "a4"), ("es-MX;q=1", "letter"), ("", "a4"),
        ("fil-PH", "letter"), ("en-GB,en-US;q=0.8", "a4"), ("de", "a4"), ("zh-Hant-US", "letter"), ("*", "a4"),
        ("en-USA", "a4"), ("x" * 5000, "a4"), ("en-us", "letter"),
    ],
)  # fmt: skip
def test_a_paper_is_guessed_from_the_region_of_the_first_language(languages: str, paper: str) -> None:
    assert paper_at_home(languages) == paper


@pytest.mark.django_db
def test_who_prints_on_letter_is_shown_letter_until_they_choose(deck, reader, quick) -> None:
    """They got A4, nine to a sheet, and found out at the printer."""
    american = {"HTTP_ACCEPT_LANGUAGE": "en-US,en;q=0.7"}
    assert reader.get(SHOP, **american)["Location"] == f"{SHOP}?paper=letter"
    assert reader.get(f"{SHOP}?version=7", **american)["Location"] == f"{SHOP}?version=7&paper=letter"
    assert reader.get(f"{SHOP}?version=x", **american).status_code == 422
    for chosen in ("what=deck", "paper=a4", "version=7&what=deck", "frame=saver"):
        assert reader.get(f"{SHOP}?{chosen}", **american).status_code == 200, chosen
    assert reader.get(SHOP, HTTP_ACCEPT_LANGUAGE="en-GB").status_code == 200
