"""The live room as pages: what members see and type, with script and without, and what others never see."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards import models as rows
from cards.face.face import Face
from cards.face.letters import NOTHING, coverage_of
from cards.forms.face import LIMITS, read_composer
from cards.printing.shared import installed_fonts
from cards.regions import DRAWER, PROPOSAL, WORKSHOP
from cards.rules.deck import Ref
from studio.live import hub
from studio.live.regions import PRESENCE
from tests.deck_fixture import SLUG, DeckFixture
from tests.markup import as_read
from tests.visitors import Visitor
from tests.web.workshop_evening import GOAT, WorkshopEvening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> WorkshopEvening:
    return WorkshopEvening()


def page(who: Visitor, address: str) -> str:
    answer = who.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return as_read(answer)


# --- the room ---------------------------------------------------------------------------------------------------------


def test_every_region_is_on_its_page_once_with_its_own_id(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    for regions, address in ((WORKSHOP, "workshop/"), (PROPOSAL, "proposals/1/"), (DRAWER, "drawer/")):
        html = page(evening.idris, evening.home + address)
        for region in regions.regions:
            assert len(re.findall(rf'<[^>]*\bid="{region.id}"[^>]*\bdata-region\b', html)) == 1, (address, region.id)


def test_the_regions_alone_are_what_the_page_shows(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    whole = page(evening.idris, f"{evening.home}workshop/")
    answer = evening.idris.get(f"{evening.home}workshop/?regions=1").json()
    assert f'data-v="{answer["v"]}"' in whole
    assert answer["html"].count("data-region") == len(WORKSHOP.regions)
    assert "Wandering Goat" in answer["html"]


def test_what_one_types_into_stands_outside_every_region(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    html = evening.idris.get(f"{evening.home}workshop/?regions=1").json()["html"]
    assert not re.search(r"<(input|textarea|select)\b", html)


def test_a_stranger_and_a_member_of_another_group_find_nothing(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    other = Visitor("Nell")
    other.start("Another deck")
    for who in (Visitor(), other):
        for address in ("workshop/", "workshop/?regions=1", "write/", "drawer/", "proposals/1/"):
            assert who.get(evening.home + address).status_code == 404
        for address in (
            "write/",
            "preview/",
            "agree/",
            "do/?verb=remark&proposal=1",
            "do/?verb=vote&proposal=1&wording=1",
        ):
            assert who.post(evening.home + address, GOAT).status_code == 404
    assert rows.Proposal.objects.filter(deck=evening.deck).count() == 1


def test_the_size_of_the_deck_costs_no_statements() -> None:
    few, many = DeckFixture("Ros", "Idris"), DeckFixture("Maud", "Tomasz")
    for table, count in ((few, 2), (many, 12)):
        for number in range(count):
            table.all_vote(table.propose(next(iter(table.ids)), Face(f"Card {number}", "Thing")))
    from cards.queries.deck_view import DeckView
    from studio.live.catch_up import whole

    def asked(table: DeckFixture) -> int:
        from cards.access import Door

        member = next(iter(table.ids.values()))
        deck = table.deck
        door = Door(deck.pk, deck.stream_id, deck.stream.key, deck.slug, deck.group_id, "private", "member", member)
        whole("workshop", DeckView.through(door))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            whole("workshop", DeckView.through(door))
        return len(queries)

    assert asked(few) == asked(many)


def test_of_many_at_the_table_a_few_seals_are_seen_and_it_is_said_how_many_vote() -> None:
    names = ("Ros", "Idris", "Maud", "Tomasz", "Bea", "Hana")
    table = DeckFixture(*names)
    table.propose("Idris")
    assert strip_of(table) == ("Six at the table", "", 1, 3)
    for name in ("Joe", "Kay"):
        table.join(name)
    table.arrive("Joe", "Kay")
    # Whoever came after the card came to the mat has no vote on it, and stands behind those who have.
    table.leave("Bea")
    assert strip_of(table) == ("Seven here", "five vote", 2, 4)
    ros = Visitor("Ros")
    sign_in(ros, table)
    html = page(ros, f"/decks/{table.deck.slug}/workshop/")
    seals = re.findall(r'class="m-(\d+)"', html.partition('class="present"')[2].partition("</summary>")[0])
    assert [int(member) for member in seals[-2:]] == [table.ids["Joe"], table.ids["Kay"]]
    assert "<b>Seven here</b>, five vote" in html


def strip_of(table: DeckFixture) -> tuple[str, str, int, int]:
    """What is said of those at the table, and how many seals a wide and a narrow window leave out."""
    from cards.access import Door
    from cards.queries.deck_view import DeckView
    from cards.queries.workshop import presence_strip

    deck = table.deck
    door = Door(
        deck.pk, deck.stream_id, deck.stream.key, deck.slug, deck.group_id, "private", "member", table.ids["Ros"]
    )
    strip = presence_strip(DeckView.through(door))
    return strip.words, strip.voting, strip.beyond, strip.beyond_narrow


def test_who_is_alone_in_the_room_is_told_that_every_member_is_asked_and_until_when() -> None:
    table = DeckFixture("Ros", "Idris")
    ros = Visitor("Ros")
    sign_in(ros, table)
    address = f"/decks/{table.deck.slug}/workshop/"
    told = "Nobody else is here: every member is asked, until"
    assert "It goes up at once." in page(ros, address) and told not in page(ros, address)
    table.go_away("Idris")
    foot = ros.get(address).content.decode().partition('id="r-go"')[2].partition("</div>")[0]
    assert re.search(told + r"\s+<time[^>]*data-clock", foot), foot
    table.propose("Ros", sort="members")
    assert "Nothing waits for those here. What every member is asked lies below." in page(ros, address)


def test_whoever_writes_is_told_what_lies_on_the_table_and_what_is_next(evening: WorkshopEvening) -> None:
    def beside() -> str:
        room = page(evening.idris, f"{evening.home}workshop/")
        region = room.partition('id="r-beside"')[2].partition("</section>")[0]
        return " ".join(re.sub(r"<article.*?</article>|<[^>]*>", " ", region, flags=re.S).split())

    assert beside().endswith("One card at a time Now Nobody’s yet Yours, if you like.")
    evening.write(evening.ros)
    voting = "Now Wandering Goat Ros’s card. One of two have spoken. You have voted. Your vote waits."
    assert beside().endswith(f"{voting} Next Nobody’s yet Yours, if you like.")
    evening.write(evening.idris, title="Slug")
    assert beside().endswith("Next Slug Idris’s card.")
    evening.write(evening.ros, title="Snail")
    assert beside().endswith("Next Slug Idris’s card. One more after it.")


# --- writing ----------------------------------------------------------------------------------------------------------


def test_what_is_refused_is_said_at_the_foot_of_the_card_beside_its_button(evening: WorkshopEvening) -> None:
    refused = as_read(evening.write(evening.ros, title="G" * 300))
    foot = refused.partition('<div class="composer-end">')[2].partition("</button>")[0]
    assert re.search(r'data-said="writing" role="alert"\s*>[^<]*300', foot) or "characters" in foot, foot
    at_its_part = re.search(r'<p class="limit" id="e-title" data-wrong="title" hidden>([^<]+)</p>', refused)
    assert at_its_part and at_its_part[1] in foot, (
        "the same words are in sight once, and the field's description besides"
    )
    long = as_read(evening.write(evening.ros, title="G" * 300, text="G" * 3000))
    assert re.search(r'id="e-text" data-wrong="text">[^<]*3000', long), "what the foot does not say stands at its part"
    sound = page(evening.ros, f"{evening.home}workshop/").partition('<div class="composer-end">')[2]
    assert re.search(r'data-said="writing" role="alert" hidden', sound.partition("</button>")[0])


def test_a_plain_form_writes_votes_and_talks(evening: WorkshopEvening) -> None:
    assert evening.write(evening.ros)["Location"] == f"{evening.home}workshop/"
    idris = evening.idris
    html = page(idris, f"{evening.home}workshop/")
    assert f'formaction="{evening.home}do/?verb=vote&amp;proposal=1&amp;wording=1"' in html
    said = idris.post(f"{evening.home}do/?verb=remark&proposal=1", {"text": "Whose goat?"})
    assert said.status_code == 303
    voted = idris.post(f"{evening.home}do/?verb=vote&proposal=1&wording=1", {"answer": "for"})
    assert (voted.status_code, voted["Location"]) == (303, f"{evening.home}workshop/")
    assert evening.state(1) == "accepted"
    html = page(idris, f"{evening.home}workshop/")
    assert "Wandering Goat" in html and "2 of 2 in favour" in html


def test_with_script_the_answer_is_a_number(evening: WorkshopEvening) -> None:
    answer = evening.ros.post(f"{evening.home}write/", GOAT, headers={"X-Carte": "1"})
    evening.deck.stream.refresh_from_db()
    assert (answer.status_code, answer.content) == (204, b"")
    assert int(answer["X-Stream-Version"]) == evening.deck.stream.head
    assert {*answer.headers} == {"X-Stream-Version", "Cache-Control", "Vary"}, (
        "nothing is shown that others would be about"
    )


def test_a_wording_that_was_replaced_is_not_voted_on(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    reworded = evening.write(evening.ros, reword="1", wording="1", text="It stays where it is.")
    assert reworded.status_code == 303
    late = evening.vote(evening.idris, 1, "for", wording=1)
    assert late.status_code == 409 and "wording 2" in late.json()["words"]
    assert evening.state(1) == "open"
    assert evening.vote(evening.idris, 1, "for", wording=2).status_code == 204
    assert evening.state(1) == "accepted"


def test_a_no_goes_into_the_drawer_with_its_reason_and_comes_back_prefilled(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    assert evening.vote(evening.idris, 1, "against", reason="No goats.").status_code == 204
    html = page(evening.ros, f"{evening.home}drawer/")
    assert "No goats." in html and "1 of 2 in favour" in html
    sheet = page(evening.ros, f"{evening.home}workshop/?adjust=1")
    assert ">Wandering Goat</textarea>" in sheet and "It moves to **that** player.</textarea>" in sheet
    assert evening.write(evening.ros, adjust="1", text="It moves, once.").status_code == 303
    assert rows.Proposal.objects.get(deck=evening.deck, number=2).source == 1
    assert "No goats." not in page(evening.ros, f"{evening.home}drawer/")  # taken up again


def test_asking_again_as_it_is(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "against")
    answer = evening.idris.post(f"{evening.home}proposals/1/again/")
    assert answer.status_code == 303
    again = rows.Proposal.objects.get(deck=evening.deck, number=2)
    assert (again.source, again.by.person.name, again.state) == (1, "Idris", "open")


def test_amending_repealing_and_recounting_name_what_was_seen(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "for")
    article = rows.Article.objects.get(deck=evening.deck)
    sheet = page(evening.idris, f"{evening.home}write/?article=card-1&change=amend")
    assert f'name="on" value="{article.face_id}"' in sheet
    amended = evening.write(evening.idris, article="card-1", change="amend", on=article.face_id, text="It naps.")
    assert amended.status_code == 303
    shown = page(evening.ros, f"{evening.home}workshop/")
    assert "Does it change?" in shown and "<ins>" in shown and "<del>" in shown
    # A repeal of the same card waits, is overtaken, and its author asks it anew about the card as it is now.
    asked = {"article": "card-1", "change": "repeal", "on": article.face_id}
    assert evening.ros.post(f"{evening.home}write/", asked).status_code == 303
    evening.vote(evening.ros, 2, "for")
    assert rows.Proposal.objects.get(deck=evening.deck, number=3).is_overtaken
    stale = evening.ros.post(f"{evening.home}write/", asked)
    assert stale.status_code == 409 and "was changed while you wrote" in as_read(stale)
    anew = page(evening.ros, f"{evening.home}write/?reword=3")
    article.refresh_from_db()
    assert f'name="on" value="{article.face_id}"' in anew
    fields = {"reword": "3", "wording": "1", "on": article.face_id, "change": "repeal", "article": "card-1"}
    assert evening.ros.post(f"{evening.home}write/", fields).status_code == 303
    assert evening.vote(evening.idris, 3, "for", wording=2).status_code == 204
    article.refresh_from_db()
    assert not article.in_force
    assert "It’s out." in page(evening.ros, f"{evening.home}workshop/")


def test_what_is_asked_of_a_card_is_a_page_and_in_the_loupe_a_part_of_one(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "for")
    room = page(evening.ros, f"{evening.home}workshop/")
    assert re.search(rf'<a[^>]*href="{evening.home}cards/1/"[^>]*data-loupe', room)
    for change in ("repeal", "recount"):
        address = f"{evening.home}write/?article=card-1&change={change}"
        whole, part = page(evening.ros, address), page(evening.ros, f"{address}&part=loupe")
        assert "<h1" in whole and 'id="writing"' in whole
        assert "<html" not in part and "<h1" not in part and 'id="asking"' in part and 'data-said="asking"' in part
    assert f'href="{evening.home}workshop/">Back to the table' in page(evening.ros, f"{evening.home}cards/1/")


def test_another_number_of_copies(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "for")
    face = rows.Article.objects.get(deck=evening.deck).face_id
    fields = {"article": "card-1", "change": "recount", "on": face}
    for copies in ("0", "100", "1", "many", ""):
        answer = evening.ros.post(f"{evening.home}write/", {**fields, "copies": copies})
        assert answer.status_code == 422, copies
    assert evening.ros.post(f"{evening.home}write/", {**fields, "copies": "3"}).status_code == 303
    evening.vote(evening.idris, 2, "for")
    assert rows.Article.objects.get(deck=evening.deck).copies == 3


def test_the_copies_of_a_card_stand_beside_its_title_whichever_way_that_is_read(evening: WorkshopEvening) -> None:
    evening.write(evening.ros, title="גינת ירק", copies="2")
    evening.vote(evening.idris, 1, "for")
    line = re.search(r'<span class="t">.*?</small>', page(evening.ros, f"{evening.home}workshop/"))
    assert line and re.fullmatch(r'<span class="t"><bdi[^>]*>גינת ירק</bdi> <small>×2</small>', line[0])


@pytest.mark.parametrize(
    ("field", "value", "place"),
    [
        ("title", "", "title"),
        ("title", "x" * 81, "title"),
        ("text", "x" * 1501, "text"),
        ("text", "x" * 1_000_000, "text"),
        ("flavour", "x" * 301, "flavour"),
        ("traits", "x" * 80, "type_line"),
        ("cost", "123456789", "corner"),
        ("copies", "0", "copies"),
        ("copies", "-1", "copies"),
        ("copies", "٣", "copies"),
    ],
)
def test_what_does_not_fit_is_said_at_its_field_and_nothing_is_lost(
    evening: WorkshopEvening, field: str, value: str, place: str
) -> None:
    typed = {**GOAT, field: value}
    scripted = evening.ros.post(f"{evening.home}write/", typed, headers={"X-Carte": "1"})
    assert scripted.status_code == 422
    assert list(scripted.json()["fields"]) == [place]
    plain = evening.ros.post(f"{evening.home}write/", typed)
    html = as_read(plain)
    assert plain.status_code == 422
    assert scripted.json()["fields"][place].replace("'", "&#x27;") in html
    if field != "title":
        assert ">Wandering Goat</textarea>" in html
    assert not rows.Proposal.objects.filter(deck=evening.deck).exists()


def test_an_arabic_title_in_handwriting_stands_where_its_text_stands(evening: WorkshopEvening) -> None:
    evening.write(evening.ros, title="ماعز", text="ماعز")
    heads = re.findall(r'<header class="cf-head"[^>]*>', page(evening.idris, f"{evening.home}workshop/"))
    assert heads and all('dir="rtl"' in head for head in heads)


def test_a_text_of_a_million_letters_is_told_its_true_length(evening: WorkshopEvening) -> None:
    typed = {**GOAT, "text": "x" * 1_000_000}
    answer = evening.ros.post(f"{evening.home}write/", typed, headers={"X-Carte": "1"})
    assert "1000000 characters" in answer.json()["fields"]["text"]


def test_a_title_that_is_taken_is_said_at_the_title(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "for")
    answer = evening.ros.post(f"{evening.home}write/", GOAT, headers={"X-Carte": "1"})
    assert answer.status_code == 422 and list(answer.json()["fields"]) == ["title"]


def test_markup_in_every_field_stays_text(evening: WorkshopEvening) -> None:
    evil = "<img src=x onerror=alert(1)>"
    typed = {
        name: evil[: LIMITS[name]] for name in ("title", "text", "flavour", "traits", "cost", "gain", "value", "stat")
    }
    assert evening.ros.post(f"{evening.home}write/", {**GOAT, **typed}).status_code == 303
    evening.ros.post(f"{evening.home}do/?verb=remark&proposal=1", {"text": evil})
    evening.vote(evening.idris, 1, "against", reason=evil)
    for address in ("workshop/", "drawer/", "proposals/1/", "workshop/?adjust=1"):
        assert "<img src=x" not in page(evening.ros, evening.home + address)


def test_the_preview_is_the_printed_face_and_writes_nothing(evening: WorkshopEvening) -> None:
    head = rows.Face.objects.count()
    answer = evening.ros.post(f"{evening.home}preview/", GOAT)
    html = as_read(answer)
    assert answer.status_code == 200
    assert 'data-frame="press"' in html and "Wandering Goat" in html and "<b>that</b>" in html
    assert rows.Face.objects.count() == head
    long = as_read(evening.ros.post(f"{evening.home}preview/", {**GOAT, "text": "word " * 280}))
    assert "small type" in long or "goes on over" in long
    too_long = as_read(evening.ros.post(f"{evening.home}preview/", {**GOAT, "text": "x" * 100_000}))
    assert "Wandering Goat" in too_long and "xxxx" not in too_long


def test_a_title_that_is_written_is_as_large_as_it_can_be_beside_the_corner_that_waits_there(
    evening: WorkshopEvening,
) -> None:
    """On a card without a cost it goes on one line in larger letters, for which the pen has no room."""

    def steps(**written: str) -> str:
        answer = evening.ros.post(f"{evening.home}preview/", {**GOAT, "title": "A Very Small Snail", **written})
        return re.findall(r' data-title="(\d)"', answer.content.decode())[0]

    assert steps() == steps(cost="3") == "2"


def test_letters_without_a_form_are_told_while_writing_and_at_the_vote(
    evening: WorkshopEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installed_fonts, "coverage", lambda: NOTHING)
    told = "𒀀 and 𒁀 cannot be drawn here"
    strange = {**GOAT, "title": "Goat 𒀀", "text": "A goat of 𒁀 and 𒀀."}
    assert told in as_read(evening.ros.post(f"{evening.home}preview/", strange))
    assert "cannot be drawn" not in as_read(evening.ros.post(f"{evening.home}preview/", GOAT))
    evening.write(evening.ros, **{name: strange[name] for name in ("title", "text")})
    assert told in page(evening.idris, evening.home + "workshop/")
    assert told in page(evening.idris, evening.home + "proposals/1/")
    monkeypatch.setattr(installed_fonts, "coverage", lambda: coverage_of([0x12000, 0x12040]))
    assert "cannot be drawn" not in page(evening.idris, evening.home + "workshop/")


def test_a_kept_card_that_has_gone_in_is_told_apart_from_one_that_has_not(evening: WorkshopEvening) -> None:
    """The answer to its press was lost with the line: the composer asks with what it had kept."""

    def has_gone_in(who: Client, **more: str) -> bool:
        return " data-gone-in" in as_read(who.post(f"{evening.home}preview/", {**GOAT, "restored": "1", **more}))

    assert not has_gone_in(evening.ros)
    evening.write(evening.ros)
    assert has_gone_in(evening.ros) and not has_gone_in(evening.idris)
    assert not has_gone_in(evening.ros, text="Other words.") and not has_gone_in(evening.ros, restored="")
    evening.vote(evening.idris, 1, "for")
    assert has_gone_in(evening.ros)
    evening.write(evening.ros, title="Bulldozer")
    evening.vote(evening.idris, 2, "against", reason="Not in a garden")
    assert not has_gone_in(evening.ros, title="Bulldozer"), "set aside: its writer may want the words"


def test_advice_stands_beside_the_preview_and_refuses_nothing(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "for")
    evening.write(evening.ros, title="Bulldozer")
    evening.vote(evening.idris, 2, "against", reason="Not in a garden")

    def advice(**more: str) -> str:
        html = as_read(evening.idris.post(f"{evening.home}preview/", {**GOAT, **more}))
        return " ".join(re.findall(r'<p class="thought-words">(.*?)</p>', html))

    assert "Much like “Wandering Goat”" in advice(title="Wandering Goats")
    assert "is in the deck already" in advice()
    assert advice(article="card-1", change="amend") == ""  # its own title is no news
    assert "“Bulldozer” was set aside before: “Not in a garden”." in advice(title="Bulldozer")
    assert advice(title="Bulldozer", adjust="2") == ""  # taken out of the drawer on purpose
    assert "There is no “Tea Urn” in the deck yet" in advice(title="Samovar", text="Destroy “Tea Urn”.")
    assert evening.write(evening.idris, title="Tea Urn", text="Two cards are discarded.").status_code == 303
    assert "There is no" not in advice(
        title="Samovar", text="Destroy “Tea Urn” or “Wandering Goat”."
    )  # it is on the mat
    with CaptureQueriesContext(connection) as asked:
        advice(title="Compost Heap")
    assert len(asked) <= 14, [query["sql"][:90] for query in asked]


def test_an_unchanged_type_line_keeps_its_own_dash() -> None:
    base = Face("Slug", "Thing - Pest", "Eats.")
    same = read_composer({"title": "Slug", "kind": "thing", "traits": "Pest", "text": "Eats more."}, base)
    assert same.face.type_line == "Thing - Pest"
    other = read_composer({"title": "Slug", "kind": "action", "traits": "Pest", "text": "Eats."}, base)
    assert other.face.type_line == "Action — Pest"


def test_what_the_composer_does_not_show_stays_on_the_card() -> None:
    base = Face("Slug", "Thing", "Eats.", credit="Old Hand", colour="#123456")
    written = read_composer({"title": "Slug", "kind": "thing", "text": "Eats.", "colour": "#123456"}, base)
    assert written.face == base


# --- being there ------------------------------------------------------------------------------------------------------


def test_those_who_are_away_can_be_gone_on_without() -> None:
    table = DeckFixture("Ros", "Idris", "Maud")
    number = table.propose("Ros")
    table.go_away("Maud")
    ros, idris = Visitor("Ros"), Visitor("Idris")
    for who in (ros, idris):
        sign_in(who, table)
    html = page(idris, f"/decks/{table.deck.slug}/workshop/")
    assert "Maud is away." in html and "Go on without Maud" in html
    assert "many-away" not in html
    for who in (ros, idris):
        gone = who.post(
            f"/decks/{table.deck.slug}/do/?verb=go-on&proposal={number}", {"without": str(table.ids["Maud"])}
        )
        assert gone.status_code == 303
        if who is ros:  # each is told in a sentence, and it is to them
            for reader, told in (
                (ros, "You would go on; Idris has to agree."),
                (idris, "Ros would go on; you have to agree."),
            ):
                html = page(reader, f"/decks/{table.deck.slug}/workshop/")
                assert f"Maud is away. {told}" in told_to(table.ids[reader.name], html)
    table.vote("Idris", number)
    assert table.proposal(number).state == "accepted"


def test_where_many_are_away_they_are_folded_and_the_answers_stay_in_reach() -> None:
    table = DeckFixture("Ros", "Idris", "Maud", "Nell", "Bea")
    table.propose("Ros")
    table.go_away("Maud", "Nell", "Bea")
    idris = Visitor("Idris")
    sign_in(idris, table)
    html = page(idris, f"/decks/{table.deck.slug}/workshop/")
    assert "3 are away</summary>" in html and "Go on without Bea" in html


def told_to(member: int, html: str) -> str:
    """The words of a page as its style shows them to one member."""
    html = re.sub(
        rf'<span class="m-{member}"><span class="theirs">.*?</span><span class="you">(.*?)</span></span>', r"\1", html
    )
    html = re.sub(
        r'<span class="m-\d+"><span class="theirs">(.*?)</span><span class="you">.*?</span></span>', r"\1", html
    )
    return " ".join(re.sub(r"<[^>]+>", "", html).split())


def sign_in(who: Visitor, table: DeckFixture) -> None:
    """Give a visitor the device of the member who goes by their name."""
    import hashlib

    from studio.models import Device, Member
    from studio.people.devices import DEVICE_COOKIE

    secret = hashlib.sha256(who.name.encode()).hexdigest()[:43]
    person = Member.objects.get(pk=table.ids[who.name]).person
    Device.objects.create(person=person, secret_hash=hashlib.sha256(secret.encode()).hexdigest())
    who.cookies[DEVICE_COOKIE] = secret


def test_only_the_one_who_proposed_rewords_or_takes_it_back(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    assert evening.idris.get(f"{evening.home}write/?reword=1").status_code == 404
    assert evening.write(evening.idris, reword="1", wording="1", text="Mine now.").status_code == 404
    refused = evening.idris.post(f"{evening.home}do/?verb=withdraw&proposal=1", headers={"X-Carte": "1"})
    assert refused.status_code == 403
    assert evening.ros.post(f"{evening.home}do/?verb=withdraw&proposal=1").status_code == 303
    assert evening.state(1) == "withdrawn"


def test_a_theme_agreed_shows_and_the_first_card_ends_the_blank_deck(evening: WorkshopEvening) -> None:
    assert "data-blank" in page(evening.ros, f"{evening.home}workshop/")
    room = f"{evening.home}workshop/"
    answer = evening.ros.post(f"{evening.home}agree/", {"theme": "Vegetables", "goal": "Three rosettes", "title": ""})
    assert answer.status_code == 303 and answer["Location"] == f"{evening.home}write/"
    assert "Three rosettes" in page(evening.idris, room)
    # What is left empty takes nothing back, and a blank card is taken all the same.
    assert evening.idris.post(f"{evening.home}agree/", {"theme": " ", "goal": "", "title": ""}).status_code == 303
    deck = rows.Deck.objects.get(pk=evening.deck.pk)
    assert (deck.theme, deck.goal, deck.title) == ("Vegetables", "Three rosettes", evening.deck.title)
    evening.write(evening.ros)
    assert "data-blank" not in page(evening.ros, room)
    assert '<div class="agreed-so-far stack"' in page(evening.ros, room) and "data-has" not in page(evening.ros, room)


def test_a_deck_without_a_title_is_asked_for_one_before_it_is_kept_or_printed_and_never_again() -> None:
    evening = WorkshopEvening(title="")
    asked = "What is the deck called?"
    assert "Say what it is about, and give it a name" in page(evening.ros, f"{evening.home}workshop/")
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "for")
    for place in ("archive/", "print/"):
        assert asked in page(evening.ros, evening.home + place), place
    assert evening.ros.post(f"{evening.home}archive/", {"name": "First", "called": "", "notes": ""}).status_code == 303
    assert evening.ros.post(f"{evening.home}title/", {"title": "T" * 200}).status_code == 422
    evening.write(evening.ros, title="Slug")
    evening.vote(evening.idris, 2, "for")
    named = evening.ros.post(f"{evening.home}archive/", {"name": "Second", "called": "Shed Law", "notes": ""})
    deck = rows.Deck.objects.get(pk=evening.deck.pk)
    assert (named.status_code, deck.title, deck.last_version) == (303, "Shed Law", 2)
    home = f"/decks/{deck.slug}/"
    for place in ("archive/", "print/"):
        assert asked not in page(evening.ros, home + place), place
    # Whoever presses late, with an old page, changes no title that the group has given meanwhile.
    assert evening.idris.post(f"{home}title/", {"title": "Mine"}).status_code == 303
    assert rows.Deck.objects.get(pk=deck.pk).title == "Shed Law"
    assert Visitor("Stranger").post(f"{home}title/", {"title": "Mine"}).status_code == 404


def test_the_same_request_key_counts_once(evening: WorkshopEvening) -> None:
    for _ in range(2):
        assert evening.write(evening.ros, key="one").status_code == 303
    assert rows.Proposal.objects.filter(deck=evening.deck).count() == 1
    other = evening.ros.post(
        f"{evening.home}write/", {**GOAT, "key": "one", "title": "Other"}, headers={"X-Carte": "1"}
    )
    assert other.status_code == 409


def test_a_members_ballot_is_judged_on_its_own_page() -> None:
    table = DeckFixture("Ros", "Idris", "Maud")
    number = table.propose("Ros", SLUG, sort="members")
    idris = Visitor("Idris")
    sign_in(idris, table)
    home = f"/decks/{table.deck.slug}/"
    assert f'href="{home}proposals/{number}/"' in page(idris, f"{home}workshop/")
    assert f'formaction="{home}do/?verb=vote&amp;proposal={number}&amp;wording=1"' in page(
        idris, f"{home}proposals/{number}/"
    )
    table.all_vote(number)
    over = page(idris, f"{home}proposals/{number}/")
    assert "It’s in." in over and 'formaction="' + f"{home}proposals/{number}/wordings" not in over
    assert rows.Article.objects.filter(deck=table.deck, kind="card", number=1, in_force=True).exists()
    assert Ref("card", 1) in table.value().articles


def test_who_is_in_the_workshop_is_told_that_its_table_opens_and_when_it_is_put_away(
    evening: WorkshopEvening, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    touched: list[tuple[int, str]] = []
    monkeypatch.setattr(hub, "touch", lambda stream_id, kind="": touched.append((stream_id, kind)))

    def told() -> bool:
        """Whether whoever has the page open is sent it anew; and forget it."""
        was_told = (evening.deck.stream_id, PRESENCE) in touched
        touched.clear()
        return was_told

    def held() -> bool:
        html = evening.idris.get(f"{evening.home}workshop/?regions=1").json()["html"]
        return "Votes wait for those at the table" in html and "Go there</a>" in html

    evening.write(evening.ros)
    evening.idris.post(f"{evening.home}do/?verb=vote&proposal=1&wording=1", {"answer": "for"})
    assert not held()
    with django_capture_on_commit_callbacks(execute=True):
        table = evening.ros.post(f"{evening.home}play/", {"version": "draft", "seats": "4"})["Location"]
    assert told() and held()
    with django_capture_on_commit_callbacks(execute=True):
        assert evening.ros.post(f"{table}act/?verb=stand", {}).status_code == 303
    assert told() and not held()
    evening.ros.post(f"{table}sit/")
    touched.clear()
    with django_capture_on_commit_callbacks(execute=True):
        assert evening.ros.post(f"{table}remove/").status_code == 303
    assert told() and not held()
