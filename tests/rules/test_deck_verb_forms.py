"""What the form of each verb of a deck is read as, and who may send it: nothing that is missing, twice or unknown."""

from __future__ import annotations

import json

import pytest

from cards.face.face import Stroke
from cards.rules.command import MemberCommand
from cards.rules.deck import DeleteDeck, Details, SetLicence, SetVisibility
from cards.rules.limits import DOODLE_CHARACTERS_MAX, PLAYERS_MAX
from cards.verbs.registry import BY_NAME, ENVELOPE, named, read_fields
from studio.kernel.inputs import Inputs
from studio.kernel.refusals import Refused
from tests import commands as c

Form = dict[str, str | list[str]]

LINE = Stroke("pen", "#1f2a4a", (100, 100, 2000, 900))
DRAWN = json.dumps([{"tool": LINE.tool, "ink": LINE.ink, "points": LINE.points}])
PEAS = Details("Peas", "Green.", "Plots", "Win.", 2, 6, "untested", ("slow", "sweet"), "en")
TYPED: Form = {
    "title": "Peas", "blurb": "Green.", "theme": "Plots", "goal": "Win.", "players_min": " 2 ", "players_max": "6",
    "status": "untested", "tags": " slow ,, sweet,", "language": "en", "language_tag": "de",
}  # fmt: skip
IT: Form = {"proposal": "4", "wording": "2"}

READ: list[tuple[str, Form, MemberCommand]] = [
    ("ask-for-standing", {"ask": "visibility", "to": "unlisted"},
     c.Propose(1, (SetVisibility("unlisted"),), "members")),
    ("ask-for-standing", {"ask": "licence", "to": ""}, c.Propose(1, (SetLicence(""),), "members")),
    ("ask-for-standing", {"ask": "licence", "to": "CC0"}, c.Propose(1, (SetLicence("CC0"),), "members")),
    ("ask-for-standing", {"ask": "delete"}, c.Propose(1, (DeleteDeck(),), "members")),
    ("withdraw", {"proposal": "4"}, c.Withdraw(1, 4)), ("withdraw", {"proposal": "9" * 18}, c.Withdraw(1, 10**18 - 1)),
    ("give-way", {"proposal": "4", "to": "5"}, c.GiveWay(1, 4, 5)),
    ("vote", IT | {"answer": "for", "reason": "Typed before"}, c.CastVote(1, 4, 2, "for")),
    ("vote", IT | {"answer": "against", "reason": " Hm. "}, c.CastVote(1, 4, 2, "against", " Hm. ")),
    ("vote", IT | {"answer": "against"}, c.CastVote(1, 4, 2, "against")),
    ("go-on", {"proposal": "4", "without": "3"}, c.GoOnWithout(1, 4, 3)),
    ("remark", {"proposal": "4", "text": " Hm. "}, c.Remark(1, 4, " Hm. ")),
    ("remark", {"proposal": "4"}, c.Remark(1, 4, "")),
    ("suggest-strokes", IT | {"doodle": DRAWN}, c.SuggestStrokes(1, 4, 2, (LINE,))),
    ("suggest-strokes", IT | {"doodle": " "}, c.SuggestStrokes(1, 4, 2, ())),
    ("take-strokes", {"proposal": "4", "member": "3"}, c.TakeStrokes(1, 4, 3)),
    ("leave-strokes", {"proposal": "4", "member": "3"}, c.LeaveStrokes(1, 4, 3)),
    ("edit-details", TYPED, c.EditDetails(1, PEAS)),
    ("edit-details", {}, c.EditDetails(1, Details("", players_min=0, players_max=0, status="", language=""))),
    ("edit-details", {"players_min": "x", "players_max": "-1", "language": "another", "language_tag": " nds "},
     c.EditDetails(1, Details("", "", "", "", PLAYERS_MAX + 1, PLAYERS_MAX + 1, "", (), "nds"))),
    ("edit-details", {"language": "another", "language_tag": " "},
     c.EditDetails(1, Details(players_min=0, players_max=0, status="", language="another"))),
    ("agree", {"title": "Peas", "theme": "", "goal": "Win."}, c.Agree(1, "Peas", "", "Win.")),
    ("agree", {}, c.Agree(1)),
    ("call-it", {"title": "Peas", "was": "Ohne Titel"}, c.CallIt(1, "Peas", "Ohne Titel")),
    ("call-it", {"title": "Peas"}, c.CallIt(1, "Peas")),
    ("archive-version", {"name": "First", "notes": "Cold.", "called": "Peas", "was": "So"},
     c.ArchiveVersion(1, "First", "Cold.", "Peas", "So")), ("archive-version", {}, c.ArchiveVersion(1, "")),
    ("begin-batch", {"size": "3"}, c.BeginBatch(1, 3)), ("begin-batch", {"size": "x"}, c.BeginBatch(1, 0)),
    ("begin-batch", {"size": "5", "is_over_days": "1"}, c.BeginBatch(1, 5, True)),
    ("join-batch", {"batch": "2"}, c.JoinBatch(1, 2)), ("pick-up", {"batch": "2", "slot": "3"}, c.PickUp(1, 2, 3)),
    ("give-time", {"batch": "2"}, c.GiveTime(1, 2)), ("turn-over", {"batch": "2"}, c.TurnBatchOver(1, 2)),
    ("turn-over", {"batch": "2", "even_so": "1"}, c.TurnBatchOver(1, 2, True)),
    ("mark", {"batch": "2", "mark": "keep.7"}, c.MarkCard(1, 2, 7, "keep")),
    ("mark", {"batch": "2", "mark": "talk", "place": "3"}, c.MarkCard(1, 2, 3, "talk")),
    ("mark", {"batch": "2", "mark": "keep", "place": "x"}, c.MarkCard(1, 2, 0, "keep")),
    ("sweep-without", {"batch": "2", "without": "3"}, c.SweepWithout(1, 2, 3)),
    ("call-off-batch", {"batch": "2"}, c.CallOffBatch(1, 2)),
    ("name-gap", {"words": " Pests "}, c.NameGap(1, " Pests ")),
    ("name-gap", {"words": "A", "wanted": ""}, c.NameGap(1, "A")),
    ("name-gap", {"words": "", "wanted": "3"}, c.NameGap(1, "", 3)),
    ("reword-gap", {"gap": "2", "words": "Pests", "wanted": "x"}, c.RewordGap(1, 2, "Pests", 0)),
    ("put-gap-away", {"gap": "2"}, c.PutGapAway(1, 2)), ("hang-on-gap", {"gap": "2"}, c.HangOnGap(1, 2)),
    ("unhook-from-gap", {"gap": "2"}, c.UnhookFromGap(1, 2)),
]  # fmt: skip


def read(verb: str, form: Form, *, is_strict: bool = True) -> MemberCommand:
    given = Inputs({name: [value] if isinstance(value, str) else value for name, value in form.items()})
    one, sent = named(verb)
    return one.command(by=1, **read_fields(sent, given, is_strict=is_strict))


@pytest.mark.parametrize(("verb", "form", "command"), READ)
def test_a_form_is_read_as_the_command_it_means(verb: str, form: Form, command: MemberCommand) -> None:
    assert read(verb, form) == command
    assert read(verb, {**dict.fromkeys(ENVELOPE, "x"), **form}) == command, "what else a form carries is no field"
    for field in form:
        with pytest.raises(Refused, match=r"request\.unreadable"):
            read(verb, form | {field: ["1", "1"]})
    with pytest.raises(Refused, match=r"request\.unreadable"):
        read(verb, form | {"by": "1"})
    assert read(verb, form | {"by": "2", "nobody_knows": "1"}, is_strict=False) == command, "who asks is no field"


# What is read beside what the deck has (cards/views/verbs.py); tests/web/test_verbs_amiss.py asks all of these.
READ_WHOLE = {"ask-again", "take-over", "roll-back", "ask-for-kit", "ask-for-words", "ask-for-back"}


def test_every_verb_has_its_form_here() -> None:
    assert {verb for verb, _, _ in READ} | READ_WHOLE == BY_NAME.keys()


@pytest.mark.parametrize(
    ("field", "is_one"),
    [("zones-0-name", True), ("zones-count", True), ("hand_limit", True), ("symbols-0-name", False), ("zone", False)],
)
def test_a_form_with_rows_has_the_fields_of_its_own_rows(field: str, is_one: bool) -> None:
    assert named("ask-for-kit")[1].has(field) is is_one


def test_what_pages_of_the_release_before_call_otherwise_is_read() -> None:
    assert read("begin-batch", {"size": "3", "pace": "days"}, is_strict=False) == c.BeginBatch(1, 3, True)
    assert read("begin-batch", {"size": "3", "pace": "now"}, is_strict=False) == c.BeginBatch(1, 3, False)
    assert read("mark", {"batch": "2", "card": "talk.1"}, is_strict=False) == c.MarkCard(1, 2, 1, "talk")


NUMBERS = ("proposal", "wording", "to", "without", "member", "batch", "slot", "gap")
NONE = ("", "x", "-1", "1.5", "9" * 19, "\x00", "٣")


@pytest.mark.parametrize(("verb", "form"), [(verb, form) for verb, form, _ in READ])
def test_a_number_that_is_none_or_missing_is_not_read(verb: str, form: Form) -> None:
    numbers = [name for name in form if name in NUMBERS and verb != "ask-for-standing"]
    for name in numbers:
        without = {field: value for field, value in form.items() if field != name}
        for amiss in (without, *(form | {name: typed} for typed in NONE)):
            with pytest.raises(Refused, match=r"request\.unreadable"):
                read(verb, amiss)


UNREADABLE: list[tuple[str, Form, str]] = [
    ("vote", IT | {"answer": "perhaps"}, "request.unreadable"), ("vote", IT, "request.unreadable"),
    ("ask-for-standing", {}, "request.unreadable"), ("ask-for-standing", {"ask": "kit"}, "request.unreadable"),
    ("ask-for-standing", {"ask": "visibility", "to": "secret"}, "request.unreadable"),
    ("ask-for-standing", {"ask": "visibility"}, "request.unreadable"),
    ("mark", {"batch": "2"}, "request.unreadable"), ("mark", {"batch": "2", "mark": "burn.1"}, "request.unreadable"),
    ("suggest-strokes", IT | {"doodle": "{"}, "face.doodle_unreadable"),
    ("suggest-strokes", IT | {"doodle": " " * (DOODLE_CHARACTERS_MAX + 1)}, "face.doodle_long"),
    ("tap", {"piece": "p1"}, "request.unreadable"), ("", {}, "request.unreadable"),
]  # fmt: skip


@pytest.mark.parametrize(("verb", "form", "code"), UNREADABLE)
def test_what_no_form_of_ours_would_say_is_refused(verb: str, form: Form, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read(verb, form)
    assert refused.value.code == code


# A second telling of what each verb minds, in the words of the first: what of a seat that is lent is its owner's, how
# often it may be asked, where a plain form goes, and whether whoever asks is in the room by it.
MINDS = """
ask-for-standing  FOR_GOOD               PROPOSAL    ASKED       outside
take-over         -                      PROPOSAL    PUT         outside
roll-back         -                      PROPOSAL    PUT         outside
ask-again         FOR_GOOD               PROPOSAL    AGAIN       room
ask-for-kit       EARLIER                WORDING     CAME        room
ask-for-words     EARLIER                WORDING     CAME        room
ask-for-back      EARLIER                WORDING     CAME        room
withdraw          EARLIER                -           WRITING     room
give-way          EARLIER                DRAFT       ROOM        room
vote              FOR_GOOD+EARLIER_VOTE  VOTE        PROPOSAL    room
go-on             THEIRS_ALONE           -           PROPOSAL    room
remark            -                      REMARK      PROPOSAL    room
suggest-strokes   THEIRS_ALONE           SUGGESTION  JUDGED      room
take-strokes      EARLIER                DRAFT       PROPOSAL    room
leave-strokes     EARLIER                DRAFT       PROPOSAL    room
edit-details      -                      DRAFT       DECK        outside
agree             -                      DRAFT       WRITE       room
call-it           -                      DRAFT       PRESS       outside
archive-version   -                      DRAFT       VERSION     outside
begin-batch       THEIRS_ALONE           DRAFT       BATCH_ANEW  room
join-batch        THEIRS_ALONE           -           BATCH_ANEW  room
pick-up           THEIRS_ALONE           DRAFT       BLANK       room
give-time         THEIRS_ALONE           DRAFT       BATCH       room
turn-over         THEIRS_ALONE           -           BATCH_ANEW  room
mark              THEIRS_ALONE           MARK        BATCH       room
sweep-without     THEIRS_ALONE           -           BATCH       room
call-off-batch    THEIRS_ALONE           -           BATCH_ANEW  room
name-gap          -                      GAP         GAPS        room
reword-gap        -                      GAP         GAPS        room
put-gap-away      -                      GAP         GAPS        room
hang-on-gap       THEIRS_ALONE           GAP         WRITE       room
unhook-from-gap   THEIRS_ALONE           GAP         ROOM        room
"""


def test_every_verb_minds_what_is_told_of_it() -> None:
    told = [tuple(line.split()) for line in MINDS.strip().splitlines()]
    found = [
        (
            name, "+".join(guard.name for guard in sent.guards) or "-", sent.pace.name if sent.pace else "-",
            sent.back.name, "room" if sent.enters else "outside",
        )
        for name, (_, sent) in BY_NAME.items()
    ]  # fmt: skip
    assert sorted(found) == sorted(told)
    of_two = {name for name, (_, sent) in BY_NAME.items() if len(sent.about) > 1}
    assert of_two == {"give-way"}, "its guard looks at both cards"
