"""First choices: which fields each sets, and how they are known again."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest
from django.test import Client

from cards import models as rows
from cards.face.measures import CARD_SIZES
from cards.printing.choices.bundles import BUNDLES, DECIDED, bundle_of, fields_of, taken_up
from cards.printing.choices.choices import USUAL_CHOICES, PrintChoices
from cards.printing.choices.reading import chosen, read_choices, to_plain
from cards.printing.choices.resolved import layout_of
from tests.markup import as_read
from tests.print.asking import SHOP

BY_NAME = {str(bundle.name): bundle for bundle in BUNDLES}
MINE = PrintChoices(
    what="picked", picked=("3",), frame="hand", size="tarot", paper="letter", flip="top", back_x=130, spare=True,
    whose="Ros", numbers=False, rules_sheet=True,
)  # fmt: skip


@pytest.mark.parametrize(
    "name, sets",
    [
        ("sleeves", {}),
        ("sides", {"back": "deck"}),
        ("shop", {"back": "deck", "bleed": 300, "cover": True}),
        ("machine", {"cutter": "silhouette"}),
        ("service", {"back": "deck", "service": "mpc", "size": "poker-us"}),
    ],
)
def test_each_first_choice_sets_these_fields_and_no_others(name: str, sets: dict[str, object]) -> None:
    assert chosen(taken_up(PrintChoices(), BY_NAME[name])) == sets
    busy = replace(MINE, margin=900, gap=200, orientation="lying", guides="lines", bleed=200, outside_only=True)
    after = chosen(taken_up(busy, BY_NAME[name]))
    kept = {key: value for key, value in chosen(MINE).items() if name != "service"}
    assert kept.items() <= after.items(), "what is theirs stays theirs"
    assert after.keys() - kept.keys() - {"size"} <= set(DECIDED) | set(chosen(MINE))
    assert {"margin", "gap", "orientation", "guides", "outside_only"}.isdisjoint(after)


BEFORE = [
    PrintChoices(),
    MINE,
    PrintChoices(template="letter-poker-gutterfold", back="kind"),
    PrintChoices(service="drivethru", size="poker-us", back="plain"),
    PrintChoices(cutter="unmarked", bleed=200),
    PrintChoices(output="reading"),
    PrintChoices(back="drawn", backing="folded", margin=1000),
]


@pytest.mark.parametrize("before, name", list(product(BEFORE, BY_NAME)))
def test_a_first_choice_is_known_again_and_is_the_same_taken_twice(before: PrintChoices, name: str) -> None:
    once = taken_up(before, BY_NAME[name])
    assert bundle_of(once) == name
    assert taken_up(once, BY_NAME[name]) == once
    assert read_choices(to_plain(once), strict=True) == once, "its address asks for the same"


def test_the_kind_of_back_a_machine_and_a_service_stay_and_the_size_of_a_service_goes() -> None:
    assert taken_up(PrintChoices(back="kind"), BY_NAME["shop"]).back == "kind"
    assert taken_up(PrintChoices(cutter="unmarked"), BY_NAME["machine"]).cutter == "unmarked"
    bought = taken_up(PrintChoices(service="tgc", size="hex"), BY_NAME["service"])
    assert (bought.service, bought.size) == ("tgc", "hex")
    assert taken_up(bought, BY_NAME["sides"]).size == "hex"
    assert taken_up(taken_up(PrintChoices(), BY_NAME["service"]), BY_NAME["sleeves"]) == USUAL_CHOICES


def test_choices_of_one_s_own_amount_to_no_first_choice() -> None:
    for own in ({"bleed": 100}, {"template": "a4-poker-9"}, {"output": "reading"}, {"guides": "none"}):
        assert bundle_of(read_choices(own, strict=False) if "template" in own else PrintChoices(**own)) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("size", CARD_SIZES)
def test_whatever_size_was_chosen_a_service_is_one_that_takes_it(size: str) -> None:
    assert layout_of(taken_up(PrintChoices(size=size), BY_NAME["service"])).places == 1


def test_a_form_is_told_every_field_that_is_decided() -> None:
    told = fields_of(PrintChoices(service="mpc", size="poker-us"), BY_NAME["shop"])
    assert told.keys() == {*DECIDED, "size"} and told["bleed"] == "3" and told["service"] == "" and told["cover"] == "1"
    assert fields_of(PrintChoices(), BY_NAME["sleeves"]).keys() == set(DECIDED)


@pytest.mark.django_db
def test_a_first_choice_is_an_address_and_the_page_says_which_it_is(deck: rows.Deck, reader: Client) -> None:
    """Also without script; what somebody chose last, or an address of before, is shown as what it amounts to."""

    def of(address: str) -> tuple[dict[str, str], list[str]]:
        page = as_read(reader.get(address))
        links = re.findall(r'<a[^>]*href="([^"]*)"[^>]*data-bundle="(\w+)"[^>]*>', page)
        return {name: href.replace("&amp;", "&") for href, name in links}, re.findall(
            r'data-bundle="(\w+)"[^>]*aria-current="true"', page
        )

    links, here = of(f"{SHOP}?paper=letter")
    assert list(links) == list(BY_NAME) and here == ["sleeves"]
    assert "paper=letter" in links["shop"] and "bleed=3" in links["shop"]
    for name, href in links.items():
        assert of(href)[1] == [name], name
    assert of(f"{SHOP}?bleed=1")[1] == [] and of(f"{SHOP}?service=tgc&size=hex")[1] == ["service"]
    page = as_read(reader.get(links["shop"]))
    assert 'class="ps-more ps-rest" open' not in " ".join(page.split()), "what a first choice set is nothing further"
    assert 'class="ps-more ps-rest" open' in " ".join(as_read(reader.get(f"{SHOP}?guides=lines")).split())
