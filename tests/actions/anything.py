"""Any text and any number in every field of every command, and what must come of it: a worded refusal, or a sound deck.

Used in the test process (SQLite) and in a process over PostgreSQL, which bears less: no NUL, no half characters,
no text longer than its column.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cards import actions
from cards import models as rows
from cards.face.face import Face, Stroke
from cards.rules import deck as d
from cards.rules.decision import DecisionRule, NewCounter, NewDie, NewToken, TableSetting
from cards.rules.details import STATUSES
from cards.rules.kit import DVORAK, CounterKit, DieKit, PlayLimit, Select, Source, TokenKit, ZoneKit
from cards.storage import store
from cards.verbs.drawing import LeaveStrokes, SuggestStrokes, TakeStrokes
from cards.verbs.proposing import GiveWay
from cards.verbs.votes import CastVote, GoOnWithout, Remark
from studio.kernel.codec import digest
from studio.kernel.refusals import Refused
from studio.models import Member
from studio.people.unfinished import keep_writing
from studio.web.words import say
from studio.wording import REFUSALS
from tests.deck_fixture import DeckFixture
from tests.deeds import archive_version, edit_details
from tests.faults.oracles import complaints

CARD, RULE = d.Ref("card", 1), d.Ref("rule", 1)
NASTY = (
    "", " ", "\x00", "a\x00b", "\ud800", "a\udfffb", "\u202egnirts", "\u200b", "e" + "\u0301" * 40, "\ufeff",
    "\x1b[31m",
    "<script>alert(1)</script>", "</textarea><img src=x onerror=alert(1)>", "{{7*7}}{% debug %}", "javascript:alert(1)",
    "'; DROP TABLE cards_deck;--", "=1+1", "%s%n%(x)s", "{title}", "\\u0000", "a\nb\r\nc\u2028d", "ﬀ", "ẞ" * 80,
    "İ" * 80,
    "𝕊𝕝𝕦𝕘", "👩‍👩‍👧‍👦" * 20, "x" * 81, "x" * 10_000, "…" * 1_500, "\u0130" * 255, "0" * 64, "f" * 64,
)  # fmt: skip
text = st.one_of(
    st.sampled_from(NASTY), st.text(st.characters(exclude_categories=()), max_size=40), st.text("ab *_{}", max_size=90)
)
plain = st.text("abc ", min_size=1, max_size=20).map(str.strip).filter(bool)
number = st.one_of(
    st.integers(-3, 5), st.sampled_from([2**31 - 1, 2**31, 2**63, -(2**63) - 1, 10**30, 10**400]), st.integers()
)
kind = st.one_of(st.sampled_from(["card", "rule"]), text)
effect = st.one_of(
    st.builds(
        DecisionRule,
        by=st.just("veto"),
        decider=st.none() | number,
        excluded=st.frozensets(number, max_size=3),
        cost=text,
    ),
    st.builds(TableSetting, name=st.just("plays"), value=number, kind=text),
    st.builds(
        NewCounter, st.builds(CounterKit, id=text | st.just("gold"), name=text | plain, start=number, most=number)
    ),
    st.builds(NewToken, st.builds(TokenKit, id=text | st.just("bee"), name=text | plain, colour=text)),
    st.builds(NewDie, st.builds(DieKit, id=text | st.just("d"), name=text | plain, faces=st.tuples(text, text))),
)
stroke = st.builds(
    Stroke,
    st.sampled_from(["pen", "felt"]),
    text | st.just("#000000"),
    st.lists(number, max_size=4).map(tuple),
    st.just(()) | st.lists(number, max_size=2).map(tuple),
    st.just(0) | number,
)


def mostly(usual: st.SearchStrategy[Any], odd: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Seven times in eight the usual."""
    return st.integers(0, 7).flatmap(lambda n: odd if n == 7 else usual)


@st.composite
def faces(draw: Any) -> Face:
    """A plain face, with anything in one or two of its fields."""
    face = Face(draw(plain), "Thing")
    words = ["title", "type_line", "text", "flavour", "cost", "gain", "value", "stat", "colour", "credit", "art_words"]
    for name in draw(st.lists(st.sampled_from(words), max_size=2)):
        face = replace(face, **{name: draw(text)})
    if draw(st.booleans()):
        face = replace(face, effects=tuple(draw(st.lists(effect, max_size=2))))
    if draw(st.integers(0, 5)) == 0:
        face = replace(face, doodle=(draw(stroke),), art_lines=draw(st.integers(-1, 6) | number))
    return face


def refs() -> st.SearchStrategy[d.Ref]:
    return mostly(st.sampled_from([CARD, RULE]), st.builds(d.Ref, kind, number))


@st.composite
def kits(draw: Any) -> Any:
    """Plain equipment, with anything in one place."""
    match draw(st.integers(0, 5)):
        case 0:
            return replace(DVORAK, sides=(draw(text),))
        case 1:
            return replace(
                DVORAK, zones=(*DVORAK.zones, ZoneKit(draw(text | st.just("z")), draw(text), capacity=draw(number)))
            )
        case 2:
            picked = Select((draw(text),), (draw(text),), (draw(number),), (draw(text),))
            return replace(DVORAK, sources=(Source("draw", picked),))
        case 3:
            return replace(DVORAK, turn=replace(DVORAK.turn, abilities_use=draw(text), draw=draw(number)))
        case 4:
            return replace(DVORAK, turn=replace(DVORAK.turn, plays=(PlayLimit(draw(text), draw(number)),)))
        case _:
            return replace(DVORAK, tokens=(TokenKit("bee", draw(plain)),))


@st.composite
def changes(draw: Any, on: dict[d.Ref, str]) -> tuple[d.Change, tuple[Face, ...]]:
    face, about = draw(faces()), draw(refs())
    was = draw(mostly(st.just(on.get(about, "")), text))
    made = draw(
        st.sampled_from(["create", "amend", "repeal", "restore", "recount", "reside", "seen", "licence", "kit"])
    )
    change: d.Change
    match made:
        case "create":
            change = d.Create(
                draw(mostly(st.sampled_from(["card", "rule"]), text)),
                face.digest,
                draw(mostly(st.just(1), number)),
                draw(mostly(st.just(""), text)),
            )
        case "amend":
            change = d.Amend(about, was, draw(st.just(face.digest) | text))
        case "repeal":
            change = d.Repeal(about, was)
        case "restore":
            change = d.Restore(about, was)
        case "recount":
            change = d.Recount(about, was, draw(number))
        case "reside":
            change = d.Reside(about, was, draw(text))
        case "seen":
            change = d.SetVisibility(draw(st.sampled_from(["public", "unlisted"]) | text))
        case "licence":
            change = d.SetLicence(draw(text))
        case _:
            change = d.SetKit(draw(kits()), draw(st.just(digest(DVORAK)) | text))
    return change, (face,)


@st.composite
def details(draw: Any) -> d.Details:
    base = d.Details("Allotment Wars")
    for name in draw(st.lists(st.sampled_from(["title", "blurb", "theme", "goal", "status", "language"]), max_size=2)):
        base = replace(base, **{name: draw(text)})
    if draw(st.booleans()):
        tags, status = draw(st.lists(text, max_size=14)), draw(st.sampled_from(sorted(STATUSES)))
        base = replace(base, tags=tuple(tags), status=status)
    if draw(st.integers(0, 3)) == 0:
        base = replace(base, players_min=draw(number), players_max=draw(number))
    return base


def a_command(data: st.DataObject, table: DeckFixture, on: dict[d.Ref, str], open_one: int) -> Callable[[], object]:
    """One command with anything in it, not yet carried out."""
    draw = data.draw
    # The door is mostly open: what is behind it shall be tried too.
    deck, key = table.deck.pk, draw(mostly(st.just(""), text), label="key")
    by = draw(mostly(st.sampled_from([*table.ids.values()]), number), label="by")
    which = draw(mostly(st.just(open_one), number), label="proposal")
    match draw(st.integers(0, 14), label="command"):
        case 0 | 1 | 2:
            change, new = draw(changes(on), label="change")
            sort, source = draw(mostly(st.just("room"), text)), draw(mostly(st.none(), number))
            return lambda: actions.propose(deck, by=by, key=key, changes=(change,), faces=new, sort=sort, source=source)  # type: ignore[arg-type]
        case 3:
            change, new = draw(changes(on), label="change")
            wording = draw(mostly(st.just(1), number))
            return lambda: actions.reword(
                deck, by=by, key=key, proposal=which, wording=wording, changes=(change,), faces=new
            )
        case 4:
            wording, answer, reason = (
                draw(st.just(1) | number),
                draw(st.sampled_from(["for", "against"]) | text),
                draw(text),
            )
            return lambda: actions.do(deck, CastVote(by, which, wording, answer, reason), key=key)
        case 5:
            words = draw(text)
            return lambda: actions.do(deck, Remark(by=by, proposal=which, text=words), key=key)
        case 6:
            told = draw(details(), label="details")
            return lambda: edit_details(deck, by=by, key=key, details=told)
        case 7:
            name, notes = draw(text), draw(text)
            return lambda: archive_version(deck, by=by, key=key, name=name, notes=notes)
        case 8:
            without = draw(number)
            return lambda: actions.do(deck, GoOnWithout(by=by, proposal=which, without=without), key=key)
        case 9:
            told, face = draw(details(), label="details"), draw(faces())
            brought = [(draw(refs()), face, draw(mostly(st.just(1), number)), draw(mostly(st.just(""), text)))]
            return lambda: actions.start_deck(member=table.ids["Ros"], details=told, articles=brought)
        case 10:
            strokes, wording = tuple(draw(st.lists(stroke, max_size=2))), draw(mostly(st.just(1), number))
            return lambda: actions.do(deck, SuggestStrokes(by, which, wording, strokes), key=key)
        case 11:
            answer, member = draw(st.sampled_from([TakeStrokes, LeaveStrokes])), draw(number)
            return lambda: actions.do(deck, answer(by=by, proposal=which, member=member), key=key)
        case 12:
            waits = mostly(st.sampled_from([open_one + 1, open_one + 2]), number)
            mine, to = draw(waits, label="waiting"), draw(waits, label="to")
            return lambda: actions.do(deck, GiveWay(by=by, proposal=mine, to=to), key=key)
        case 13:
            person = Member.objects.get(pk=draw(st.sampled_from([*table.ids.values()]))).person_id
            place, on = draw(mostly(st.sampled_from(["new", "pocket.1"]), text)), draw(mostly(st.just(0), number))
            words = draw(st.dictionaries(text, text | st.booleans(), max_size=3), label="words")
            return lambda: keep_writing(person, table.deck.stream_id, place=place, on=on, words=words)
        case _:
            why = draw(text)
            return lambda: actions.take_down(on[CARD], why=why)


class _Undo(Exception):
    """Everything an example wrote goes again."""


def stage() -> tuple[DeckFixture, dict[d.Ref, str], int]:
    """A deck with a card and a Special Rule in force, a ballot on the mat, and two behind it."""
    table = DeckFixture("Ros", "Idris")
    table.all_vote(table.propose("Ros"))
    table.all_vote(table.propose("Idris", Face("Law"), kind="rule"))
    open_one = table.propose("Ros", Face("Snail", "Thing"))
    table.propose("Idris", Face("Bee", "Thing"))
    table.propose("Ros", Face("Wasp", "Thing"))
    return table, {ref: table.article(ref).face_id for ref in (CARD, RULE)}, open_one


def refused_or_sound(examples: int) -> int:
    """Try so many commands; how many were carried out. Anything but a worded refusal or a sound deck is raised."""
    table, on, open_one = stage()
    carried_out = 0

    @settings(max_examples=examples, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def one(data: st.DataObject) -> None:
        nonlocal carried_out
        command = a_command(data, table, on, open_one)
        before = rows.Face.objects.count()
        try:
            with transaction.atomic():
                try:
                    with transaction.atomic():
                        command()
                except Refused as refused:
                    assert refused.code in REFUSALS, refused
                    assert "…" not in say(replace_facts(refused)), refused
                    assert rows.Face.objects.count() == before
                else:
                    carried_out += 1
                for deck in rows.Deck.objects.filter(group=table.group):
                    assert complaints(deck.pk) == []
                    store.faces_of(rows.Face.objects.values_list("digest", flat=True))
                raise _Undo
        except _Undo:
            pass

    one()
    return carried_out


def replace_facts(refused: Refused) -> Refused:
    """The same refusal, with nothing in its facts that could be taken for a fact left out."""
    return Refused(refused.code, **{k: "x" if isinstance(v, str) else v for k, v in refused.facts.items()})
