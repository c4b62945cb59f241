"""What several sights share in one step of the hub is loaded once, and never older than the number it goes out with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.template import Context, Template
from django.utils.safestring import SafeString

from studio.live import catch_up
from studio.live.catch_up import Audience, Position, Wanted, draw_for
from studio.live.parts import KeepsDrawn, LaidOut, PagePart, PartCall, change, part_of
from studio.live.regions import PAGES, PageRegions, Region, draw
from studio.live.view import Drawing, View, once_a_drawing, once_a_sight
from studio.speed.lately import Lately
from studio.templatetags import fragments
from studio.web.language import speaking, spoken
from tests.live import fake


@dataclass(frozen=True)
class Shown:
    words: str


def test_two_sights_that_may_know_the_same_are_drawn_once(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    drawings: list[Any] = []

    class Drawn:
        def render(self, context: Any) -> str:
            drawings.append(context)
            return f'<p id="r" data-region>{context["shown"].words}</p>'

    monkeypatch.setattr(fragments, "get_template", lambda name: SimpleNamespace(template=Drawn()))
    monkeypatch.setattr(fragments, "_memory", Lately(fragments.KEPT))

    def shown(view: View) -> Shown:
        return Shown("a" if view.sight != "secret" else "b")

    region, drawing = Region("r", "shown.html", "shown", shown, frozenset()), Drawing()
    views = [View(1, sight, drawing=drawing) for sight in ("one", "two", "secret")]
    shown_to = [draw(region, view) for view in views]
    assert [one.html for one in shown_to] == [f'<p id="r" data-region>{words}</p>' for words in "aab"]
    assert shown_to[0] is shown_to[1]
    assert len(drawings) == 2
    draw(region, View(1, "one", drawing=drawing, wished="de"))
    assert len(drawings) == 2, "what is not translated is the same for every reader"
    draw(replace(region, is_translated=True), View(1, "one", drawing=drawing, wished="de"))
    assert len(drawings) == 3, "the site's own words on it would be others"
    draw(region, View(1, "one"))
    assert len(drawings) == 3, "what is shown again is the same object in every drawing"


def test_a_region_knows_of_no_member_unless_it_is_theirs_and_of_no_person_unless_it_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Or a page would be loaded otherwise than its frames are drawn, and be shared with somebody else."""
    monkeypatch.setattr(
        fragments, "get_template", lambda name: SimpleNamespace(template=Template('<p id="r" data-region></p>'))
    )
    asked: list[tuple[int | None, int | None]] = []

    def shown(view: View) -> Shown:
        asked.append((view.member_id, view.person_id))
        return Shown("")

    region, me = Region("r", "shown.html", "shown", shown, frozenset()), View(1, "one", member_id=57, person_id=9)
    for one in (region, replace(region, mine=True), replace(region, mine=True, of_person=True)):
        draw(one, me)
    assert asked == [(None, None), (57, None), (57, 9)]


@dataclass(frozen=True)
class TwoSeats(LaidOut):
    names: tuple[str, str]
    is_late: bool = False

    @property
    def layout(self) -> tuple[bool, tuple[str, ...]]:
        return self.is_late, ("s-1", "s-2")

    @property
    def parts(self) -> dict[str, PartCall]:
        return {f"s-{n}": PartCall("seat.html", ("of",), ((n, name),)) for n, name in enumerate(self.names, 1)}


def test_of_a_region_that_is_laid_out_only_what_changed_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    pages = {
        "seats.html": '{% load fragments %}<div id="r" data-region>{{ of.0 }}'
        "{% for id in of.1 %}{% hole id %}{% endfor %}</div>",
        "seat.html": '<p id="s-{{ of.0 }}">{{ of.1 }}</p>',
    }

    def template(name: str) -> Any:
        drawn.append(name)
        return SimpleNamespace(template=Template(pages[name]))

    monkeypatch.setattr(fragments, "get_template", template)
    monkeypatch.setattr(fragments, "_memory", Lately(fragments.KEPT))

    def show(value: TwoSeats) -> PagePart:
        return fragments.drawn_region("seats.html", "of", value)

    first, second = show(TwoSeats(("Ros", "Idris"))), show(TwoSeats(("Ros", "Maud")))
    assert second.html == '<div id="r" data-region>False<p id="s-1">Ros</p><p id="s-2">Maud</p></div>'
    assert drawn == ["seats.html", "seat.html", "seat.html", "seat.html"]
    told = change(first, second)
    assert told is not None and told.html == '<p id="s-2">Maud</p>'
    once = TwoSeats(("Ros", "Idris"))
    assert show(once).html == first.html and show(once) is show(once), "whoever is shown the same is shown one object"
    assert show(TwoSeats(("Ros", "Idris"), is_late=True)).html.startswith('<div id="r" data-region>True<p id="s-1">Ros')


@dataclass(frozen=True)
class Minutes(LaidOut):
    lines: tuple[str, ...]
    end: str = "End"

    @property
    def layout(self) -> str:
        return self.end

    @property
    def parts(self) -> dict[str, PartCall | list[PartCall]]:
        lines = [PartCall("line.html", ("line",), (line,)) for line in self.lines]
        return {"head": PartCall("line.html", ("line",), ("0. Minutes",)), "lines": lines, "none": []}


def test_as_many_parts_stand_side_by_side_as_there_are_and_what_is_around_them_is_drawn_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[str] = []
    pages = {
        "minutes.html": '{% load fragments %}<ol id="r" data-region>{% hole "head" %}|{% holes "lines" %}|'
        '{% holes "none" %}{{ end }}</ol>',
        "line.html": '<li id="l-{{ line.0 }}">{{ line }}</li>',
    }

    def template(name: str) -> Any:
        drawn.append(name)
        return SimpleNamespace(template=Template(pages[name]))

    monkeypatch.setattr(fragments, "get_template", template)
    monkeypatch.setattr(fragments, "_memory", Lately(fragments.KEPT))

    def show(*lines: str, end: str = "End") -> PagePart:
        return fragments.drawn_region("minutes.html", "end", Minutes(lines, end))

    head, line = '<li id="l-0">0. Minutes</li>', '<li id="l-{0}">{0}. Line</li>'.format
    shown = [show(*(f"{n}. Line" for n in numbers)) for numbers in ((), (1,), (1, 2), (2, 3), (1, 2))]
    written = ["", line(1), line(1) + line(2), line(2) + line(3), line(1) + line(2)]
    assert [one.html for one in shown] == [f'<ol id="r" data-region>{head}|{each}|End</ol>' for each in written]
    assert drawn == ["minutes.html", *["line.html"] * 4], "the lines that are new, and nothing else"
    assert shown[4].digest == shown[2].digest
    told = change(shown[2], shown[3])
    assert told is not None and 'data-kept="l-0 l-2"' not in told.html and line(3) in told.html
    assert line(2) not in told.html and line(1) not in told.html, "a line that stays is only named"
    assert shown[2]._shell is shown[3]._shell, "what is around as many parts is in memory once"


@dataclass(frozen=True, slots=True)
class Pile(KeepsDrawn):
    """Something that lies on a table."""

    words: str


@dataclass(frozen=True)
class Piles(LaidOut):
    pile: Pile
    back: str

    @property
    def layout(self) -> str:
        return "pile"

    @property
    def parts(self) -> dict[str, PartCall | list[PartCall]]:
        return {"pile": PartCall("pile.html", ("pile", "back"), (self.pile, self.back))}


def test_what_lies_as_it_lay_has_its_part_with_it_and_never_one_that_was_drawn_otherwise(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    pages = {
        "piles.html": '{% load fragments %}<div id="r" data-region>{% hole of %}</div>',
        "pile.html": '<p id="pile">{{ pile.words }}, {{ back }}, {{ now }}</p>',
    }
    drawn: list[str] = []

    def template(name: str) -> Any:
        def render(context: Context) -> str:
            drawn.append(name)
            context["now"] = spoken()
            return str(Template(pages[name]).render(context))

        return SimpleNamespace(template=SimpleNamespace(render=render))

    monkeypatch.setattr(fragments, "get_template", template)
    pile = Pile("Deck")

    def show(language: str, back: str = "red") -> str:
        monkeypatch.setattr(fragments, "_memory", Lately(fragments.KEPT))  # of equal values nothing is known
        with speaking(language):
            return str(fragments.drawn_region("piles.html", "of", Piles(pile, back)).parts[0].html)

    said = [show("en"), show("en"), show("de"), show("de", "blue"), show("en", "blue")]
    words = ["red, en", "red, en", "red, de", "blue, de", "blue, en"]
    assert said == [f'<p id="pile">Deck, {one}</p>' for one in words]
    assert drawn.count("pile.html") == 4, "the very same is not drawn again"


@dataclass(frozen=True, slots=True)
class Line(Pile):
    """Something of which there is one object."""

    is_made_once = True


def test_of_what_is_made_once_nobody_looks_for_an_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = {
        "piles.html": '{% load fragments %}<div id="r" data-region>{% hole of %}</div>',
        "pile.html": '<p id="pile">{{ pile.words }}</p>',
    }
    monkeypatch.setattr(fragments, "get_template", lambda name: SimpleNamespace(template=Template(pages[name])))
    for kind, is_looked_for in ((Pile, True), (Line, False)):
        memory = Lately[Any](fragments.KEPT)
        monkeypatch.setattr(fragments, "_memory", memory)
        shown = [fragments.drawn_region("piles.html", "of", Piles(kind("Deck"), "red")).parts[0] for _ in range(2)]
        assert (shown[0] is shown[1]) is is_looked_for and shown[0].html == shown[1].html == '<p id="pile">Deck</p>'
        assert (kind("Deck") in {key[1] for key in memory._near}) is is_looked_for


HAND_PAGES = {
    "hand.html": '{% load fragments %}<ul id="hand" data-region>'
    '{% for n in of.1 %}{% part "card.html" n=n face=of.0 %}{% endfor %}</ul>',
    "card.html": '{% load fragments %}<li id="c-{{ n }}">{% uncopied face %}{% part "verbs.html" n=n %}'
    "{% if n == 2 %}<i>{% uncopied face %}</i>{% endif %}</li>",
    "verbs.html": '<b id="v-{{ n }}">Play</b>',
}


def hand(face: str, monkeypatch: pytest.MonkeyPatch) -> PagePart:
    """A hand of two cards that show this face, the second of them twice."""
    monkeypatch.setattr(fragments, "get_template", lambda name: SimpleNamespace(template=Template(HAND_PAGES[name])))
    monkeypatch.setattr(fragments, "_memory", Lately(fragments.KEPT))
    return fragments.drawn_region("hand.html", "of", (face, (1, 2)))


def test_markup_that_many_parts_show_is_in_none_of_them_and_read_as_if_it_were(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = hand(SafeString("<p>A face</p>"), monkeypatch)
    one = '<li id="c-1"><p>A face</p><b id="v-1">Play</b></li>'
    two = '<li id="c-2"><p>A face</p><b id="v-2">Play</b><i><p>A face</p></i></li>'
    assert shown.html == f'<ul id="hand" data-region>{one}{two}</ul>'
    written = part_of('<li id="c-1"><p>A face</p><!--part--></li>', shown.parts[0].parts)
    assert (shown.parts[0].digest, shown.parts[0].shell) == (written.digest, written.shell)
    assert fragments._size_of(shown.parts[0]) == fragments._size_of(written) - len("<p>A face</p>")
    faces = {id(text) for card in shown.parts for text in card._shell if "A face" in text}
    assert len(faces) == 1, "the cards have one face between them"
    again = hand(SafeString("<p>Another</p>"), monkeypatch)
    told = change(shown, again)
    assert told is not None and told.html.count("<p>Another</p>") == 3 and told.html.count("data-kept") == 2


def test_words_that_are_no_markup_are_escaped_there_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert hand("a < b", monkeypatch).html.count("a &lt; b") == 3


def test_what_all_share_is_asked_for_once_for_each_stream_moment_and_language() -> None:
    asked = []

    @once_a_drawing
    def load(view: View, numbers: Any) -> int:
        asked.append(numbers)
        return len(asked)

    first = View(1, "one")
    assert [load(first, (1,)), load(first.seen_as("two"), (1,)), load(first.as_member(7), (2,))] == [1, 1, 2]
    others = (
        View(2, "one", drawing=first.drawing),
        View(1, "one", drawing=first.drawing, language="de"),
        first.seen_as("one", at="then"),
        View(1, "one"),
    )
    assert [load(view, (1,)) for view in others] == [3, 4, 5, 6]
    with pytest.raises(TypeError):
        load(first, [1])  # a function that shares sometimes costs other statements each time


def test_what_all_share_is_of_the_moment_and_in_the_language_it_is_drawn_for() -> None:
    @once_a_drawing
    def when(view: View) -> object:
        return view.stream_id, view.at, view.language

    @once_a_sight
    def of_sight(view: View) -> object:
        return view.sight, view.at, view.language

    now = View(1, "one", number=4)
    then = now.seen_as("two", at="then").in_language("de")
    assert [when(now), when(then)] == [(1, None, "en"), (1, "then", "de")]
    assert [of_sight(now), of_sight(then)] == [("one", None, "en"), ("two", "then", "de")]
    mine = View(1, "one", member_id=57, person_id=9, number=4, at="then", wished="de").in_language("de")
    assert (mine.member_id, mine.person_id, mine.number, mine.at, mine.wished) == (57, 9, 4, "then", "de")


def test_what_all_share_cannot_be_of_one_sight_page_or_member() -> None:
    @once_a_drawing
    def leak(view: View) -> str:
        return view.sight

    @once_a_drawing
    def whose(view: View) -> object:
        return view.member_id, view.person_id, view.number

    @once_a_sight
    def of_sight(view: View) -> object:
        return view.sight, view.member_id, view.person_id, view.number

    me = View(1, "seat:3.57", member_id=57, person_id=9, number=4)
    with pytest.raises(RuntimeError):
        leak(me)
    assert whose(me) == (None, None, None)
    assert of_sight(me) == ("seat:3.57", None, None, 4)
    assert of_sight(me.seen_as("open")) == ("open", None, None, 4)
    assert of_sight(View(1, me.sight, number=5, drawing=me.drawing)) == ("seat:3.57", None, None, 5)
    assert of_sight(View(1, "open", person_id=9)) == ("open", None, None, None), "of a visitor who is known as well"


def test_a_fragment_is_drawn_once_for_equal_values_and_knows_nothing_else() -> None:
    page = Template('{% load fragments %}{% fragment "studio/_seal.html" seal=seal size="xs" %}')
    from studio.people.seal import Seal

    first = page.render(Context({"seal": Seal("Ros & co", "round"), "size": "xl"}))
    assert (
        isinstance(first, SafeString)
        and "seal--xs" in first
        and "&amp;" in page.render(Context({"seal": Seal("R & D", "round")}))
    )
    assert first == page.render(Context({"seal": Seal("Ros & co", "round")}))
    assert first != page.render(Context({"seal": Seal("Ros & co", "octagon")}))


def test_a_fragment_is_kept_for_each_name_that_a_value_goes_by(monkeypatch: pytest.MonkeyPatch) -> None:
    class Said:
        def render(self, context: dict[str, Any]) -> str:
            return " ".join(f"{name}: {value}" for name, value in context.items())

    monkeypatch.setattr(fragments, "get_template", lambda name: Said())
    said = [
        fragments.fragment("said.html", **named)
        for named in ({"a": "x", "b": "y"}, {"b": "x", "a": "y"}, {"a": "y", "b": "x"}, {"a": "x"}, {"b": "x"})
    ]
    assert said == ["a: x b: y", "b: x a: y", "a: y b: x", "a: x", "b: x"]


def test_a_fragment_is_kept_for_each_language_apart(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]

    class Words:
        def render(self, context: dict[str, Any]) -> str:
            return f"<p>{spoken()}</p>"

    monkeypatch.setattr(fragments, "get_template", lambda name: Words())
    page = Template('{% load fragments %}{% fragment "words.html" of="a language test" %}')
    shown = []
    for language in ("en", "de", "en"):
        with speaking(language):
            shown.append(page.render(Context()))
    assert shown == ["<p>en</p>", "<p>de</p>", "<p>en</p>"]


def test_fragments_that_are_kept_take_a_bounded_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large table's zone is another half megabyte with each move, for as long as the game goes on."""
    drawn: list[str] = []

    class Zone:
        def render(self, context: dict[str, Any]) -> str:
            drawn.append(context["zone"])
            return "x" * 50_000

    memory: Lately[Any] = Lately(1_000_000, fragments._size_of)
    monkeypatch.setattr(fragments, "get_template", lambda name: Zone())
    monkeypatch.setattr(fragments, "_memory", memory)
    for n in range(100):
        fragments.fragment("play/_zone.html", zone=f"move {n}")
        fragments.fragment("play/_zone.html", zone="what stays")
    assert memory.held <= 1_000_000 + 2 * 51_000
    assert len(drawn) == 101, "what is asked for again and again stays"


@pytest.mark.django_db
def test_every_version_is_read_before_anything_is_loaded(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were it not so, what was loaded for one sight would go out to the next with a newer number than it has."""
    steps: list[str] = []
    stream, member = fake_room()
    version, first = catch_up.version, fake.PAGE.regions[0]

    def counted(*of: Any) -> int:
        steps.append("version")
        return version(*of)

    def loaded(*of: Any) -> object:
        steps.append("load")
        return first.query(*of)

    regions = (Region(first.id, first.template, first.variable, loaded, first.touched_by),)
    seen = PageRegions(lambda sight, *_: fake.Door(stream, sight, None), regions, visible=fake.PAGE.visible)
    monkeypatch.setattr(catch_up, "version", counted)
    monkeypatch.setitem(PAGES, page, seen)
    fake.mark(stream, member, "one")
    place = frozenset({Position(0)})
    wanted = [Wanted(Audience(page, None, sight), place, callers=(sight,)) for sight in ("member", "public")]
    assert [one.top for one in draw_for(stream, wanted)] == [1, 1]
    assert steps == ["version", "load", "load"]


def fake_room() -> tuple[int, int]:
    from studio.models import Group, Member, Person, Stream

    group = Group.objects.create(name="open")
    member = Member.objects.create(group=group, person=Person.objects.create(name="Ros"))
    return Stream.objects.create(group=group, kind="deck").pk, member.pk
