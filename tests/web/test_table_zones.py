"""What the page is told of zones, whatever a kit calls them: the scripts know no zone's name."""

from __future__ import annotations

import html as markup
import re
from dataclasses import replace
from pathlib import Path

import pytest

from cards.rules.kit import DVORAK, Kit, ZoneKit
from play import models as rows
from play.actions import execute
from play.queries import board
from play.queries.sheets import piece_sheet, pile_sheet
from play.queries.table_view import TableView
from play.table.kit_words import zone_into
from play.verbs import commands as c
from studio.templatetags.fragments import drawn_region
from studio.web.words import say
from tests.markup import as_read
from tests.table_fixture import TableFixture

pytestmark = pytest.mark.django_db
SCRIPTS = Path(__file__).parents[2] / "static" / "js"
NAMES = {"hand": "fist", "discard": "heap", "draw": "stock", "area": "garden"}


def renamed(kit: Kit = DVORAK) -> Kit:
    """The same kit, whose zones have other ids, and a shared zone whose id begins like the old discard pile's."""
    named = lambda id: NAMES.get(id, id)  # noqa: E731
    zones = tuple(replace(z, id=named(z.id), refill_from=named(z.refill_from)) for z in kit.zones)
    aside = replace(kit.zones[1], id="discarded", name="Set aside")
    return replace(
        kit,
        zones=(*zones, aside),
        hand=named(kit.hand),
        play_to=named(kit.play_to),
        act_to=named(kit.act_to),
        discard_to=named(kit.discard_to),
        sources=tuple(replace(source, zone=named(source.zone)) for source in kit.sources),
        deals=tuple(replace(deal, take=named(deal.take), to=named(deal.to)) for deal in kit.deals),
        turn=replace(kit.turn, draw_from=named(kit.turn.draw_from)),
    )


def felt_of(kit: Kit) -> str:
    game = TableFixture(begun=False)
    execute.carry_out(rows.Table.objects.get(pk=game.table.pk), [c.KitReplaced(kit)], by=None, key=None, asked="kit")
    game.do(1, "begin", confirmed="1")
    view = TableView(game.table.stream_id, game.sight(1))
    return as_read(drawn_region("play/_felt.html", "felt", board.felt(view)).html)


def test_the_page_says_what_dropping_does_whatever_a_kit_calls_its_zones() -> None:
    html = felt_of(renamed())
    drops = dict(re.findall(r'data-pile="(\w+)" data-drops="([a-z ]+)"', html))
    assert drops == {"heap": "discard destroy"}
    assert dict(re.findall(r'data-seat="(\d)" data-hand="([\w.]+)"', html)) == {"2": "fist.2", "3": "fist.3"}
    assert set(re.findall(r'class="things" data-place="([\w.]+)" data-owner="(\d)"', html)) == {
        (f"garden.{seat}", str(seat)) for seat in (1, 2, 3)
    }
    assert re.findall(r'<span hidden data-place="([\w.]+)" data-owner="(\d)"', html) == [
        ("fist.2", "2"), ("fist.3", "3"),
    ]  # fmt: skip


def test_what_is_held_over_a_place_says_the_words_that_its_button_says() -> None:
    """Of a place that is called by where cards lie, "In play", the script would say "Into In play"."""
    bank = ZoneKit("bank", "In the bank", "shared", "row")
    html = felt_of(replace(DVORAK, zones=(*DVORAK.zones, bank)))
    told = dict(re.findall(r'data-place="([a-z]+)(?:\.\d)?"[^>]*? data-into="([^"]*)"', html))
    assert told == {"area": "Into play", "bank": "Into the bank"}


@pytest.mark.parametrize(
    ("id", "name", "told"),
    [
        ("area", "In play", "Into play"), ("garden", "In play", "Into play"), ("aside", "Face down", "Into Face down"),
        ("bank", "IN THE BANK", "Into THE BANK"), ("inn", "Inn", "Into Inn"), ("in", "In ", "Into In "),
        ("discard", "Discard pile", "Into Discard pile"),
    ],
)  # fmt: skip
def test_a_card_goes_into_a_place_whatever_that_is_called(id: str, name: str, told: str) -> None:
    assert say(zone_into(id, name)) == told


def test_what_a_place_is_for_is_said_where_it_is_read() -> None:
    """T50: on the cloth, aloud, on its sheet and on the sheet of each card that lies there, in the kit's own words."""
    says = "Take one & pay its <price>"
    market = ZoneKit(
        "market", "Market", "shared", "row", refill_from="draw", refill_when="empty", capacity=2, purpose=says
    )
    kit = replace(
        DVORAK, zones=(*(replace(z, purpose="Spent" if z.id == "discard" else "") for z in DVORAK.zones), market)
    )
    html = felt_of(kit)
    read = markup.escape(says)
    assert f'data-purpose="{read}" title="{read}" ' in html and f"Market, 2 cards, {read}" in html
    assert 'title="Spent"' in html and "Discard pile, empty, Spent" in html and html.count("data-purpose") == 1
    game = TableFixture(begun=False)
    execute.carry_out(rows.Table.objects.get(pk=game.table.pk), [c.KitReplaced(kit)], by=None, key=None, asked="kit")
    game.do(1, "begin", confirmed="1")
    view = TableView(game.table.stream_id, game.sight(1))
    place = next(zone for zone in board.felt(view).zones if zone.key == "market")
    assert pile_sheet(view, "market").words == f"2 cards. {says}"
    assert piece_sheet(view, place.pieces[0].id).words == f"Market. {says}"
    assert pile_sheet(view, "draw").words.endswith("cards.")


def test_no_script_takes_the_name_of_a_zone_apart() -> None:
    told = "\n".join(path.read_text(encoding="utf-8") for path in (SCRIPTS / "table").glob("*.js"))
    assert not re.search(r"(?:place|pile|zone|key|hand)\.startsWith\(|\.split\(\s*['\"]\.['\"]\s*\)", told)
    assert not re.search(r"['\"`](?:draw|discard|hand|area)\.", told)
