"""Whatever the rules of a deck refuse is refused for the reason they name, and one step before that it is not.

Each refusal that stands in `cards/rules` has its case here; a new one without a case fails.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cards.face.face import Face
from cards.face.picture import Picture
from cards.rules import details
from cards.rules.decision import DecisionRule
from cards.rules.deck import (
    Amend,
    Change,
    Create,
    DeleteDeck,
    Details,
    Recount,
    Ref,
    Repeal,
    Reside,
    Restore,
    SetKit,
    SetLicence,
    SetVisibility,
    Source,
)
from cards.rules.kit import DVORAK, MULTI_DECK
from cards.verbs.decide import decide
from cards.wording import DECKS, FACES, PICTURES
from studio.kernel.codec import digest
from studio.kernel.messages import slots_of
from studio.kernel.refusals import Refused
from studio.wording import REQUESTS
from tests import commands as c
from tests.rules.rules_deck import FROST, MARROW, SLUG, RulesDeck

CARDS = Path(__file__).resolve().parents[2] / "cards"
JUDGED = (
    "rules/change_checks.py", "rules/details.py", "rules/rewording.py", "verbs/decide.py", "verbs/beginning.py",
    "verbs/proposing.py", "verbs/votes.py", "verbs/whole.py", "verbs/people.py",
)  # fmt: skip
LAW = Face("Frost law", "", "Frost stays.", effects=(DecisionRule("consent", reason_wanted=True),))
CARD, GONE, RULE = Ref("card", 1), Ref("card", 2), Ref("rule", 1)
CREATE = Create("card", FROST.digest)
DETAILS = Details("Allotment Wars")
NO_SUCH_FACE = "0" * 64

SENTENCES = {**REQUESTS, **DECKS, **FACES, **PICTURES}

Do = Callable[[RulesDeck], object]


def evening() -> RulesDeck:
    """Three members; card 1 in force, card 2 repealed, §1; nothing on the mat, proposals 1 and 2 closed."""
    deck = RulesDeck(3)
    deck.keep(LAW)
    articles = ((CARD, SLUG.digest, 2, ""), (GONE, MARROW.digest, 1, ""), (RULE, LAW.digest, 1, ""))
    deck.do(c.BringIn(1, articles))
    deck.deck = replace(deck.deck, voting=())
    deck.all_for(deck.propose(1, SLUG, Repeal(GONE, MARROW.digest)), (2, 3))
    deck.do(c.Withdraw(1, deck.propose(1)))
    return deck


def changes(*given: Change) -> Do:
    return lambda deck: deck.do(c.Propose(1, given))


def again(source: int) -> Do:
    return lambda deck: deck.do(c.Propose(1, (CREATE,), source=source))


def met_with(change: Change, **moment: object) -> Do:
    """What is asked while the world is otherwise: titles that are taken, cards out of reach."""
    return lambda deck: decide(deck.deck, c.Propose(1, (change,)), replace(deck.moment(), **moment))  # type: ignore[arg-type]


def edit(**words: object) -> Do:
    return lambda deck: deck.do(c.EditDetails(1, replace(DETAILS, **words)))  # type: ignore[arg-type]


def bring(*refs: tuple[Ref, str, int, str], deck: Callable[[], RulesDeck] = lambda: RulesDeck(3), **more: object) -> Do:
    return lambda _: deck().do(c.BringIn(1, refs, **more))  # type: ignore[arg-type]


def a_ballot(deck: RulesDeck, *, away: tuple[int, ...] = ()) -> int:
    """A room ballot on the mat, proposed by 1, with everybody there; some have gone away since."""
    number = deck.propose(1, FROST)
    deck.go_away(*away)
    return number


def vote(by: int = 2, *, wording: int = 1, answer: str = "for", reason: str = "", number: int = 0) -> Do:
    def do(deck: RulesDeck) -> None:
        deck.do(c.CastVote(by, number or a_ballot(deck), wording, answer, reason))  # type: ignore[arg-type]

    return do


def overtaken(deck: RulesDeck) -> int:
    """A proposal about a card that another one changed first."""
    first = deck.propose(1, FROST, Amend(CARD, SLUG.digest, FROST.digest))
    second = deck.propose(2, FROST, Repeal(CARD, SLUG.digest))
    deck.all_for(first, (2, 3))
    return second


def ruled(rule: DecisionRule) -> Do:
    """That rule about votes is in force."""

    def do(deck: RulesDeck) -> None:
        deck.deck = replace(deck.deck, voting=((RULE, rule),))

    return do


WANTING_REASONS = ruled(DecisionRule(reason_wanted=True))
WITHOUT_THREE = ruled(DecisionRule(excluded=frozenset({3})))


def go_on(by: int = 1, without: int = 3, *, away: tuple[int, ...] = (3,), voted: bool = False) -> Do:
    def do(deck: RulesDeck) -> None:
        number = a_ballot(deck, away=away)
        if voted:
            deck.vote(without, number)
        deck.do(c.GoOnWithout(by, number, without))

    return do


def deleted(deck: RulesDeck) -> None:
    deck.all_for(deck.propose(1, SLUG, DeleteDeck()), (2, 3))


def archived(deck: RulesDeck) -> None:
    deck.do(c.ArchiveVersion(1, "First"))


def both(*steps: Do) -> Do:
    def do(deck: RulesDeck) -> None:
        for step in steps:
            step(deck)

    return do


def member(deck: RulesDeck, sort: str) -> None:
    deck.propose(1, FROST, sort=sort)


FORKED = (Source("k" * 16 + "/1", licence="CC BY-NC 4.0"),)
LONG = {name: "x" * (limit + 1) for name, limit in (("title", 80), ("theme", 200), ("goal", 300))}


def proposing(title: str) -> Do:
    return lambda deck: deck.propose(1, Face(title, "Thing"))  # type: ignore[return-value]


SLUGS = tuple(proposing(f"Slug {n}") for n in range(31))
# (code, what is refused with it, and what nearly is and is not)
KETTLE = Face("Kettle", "Thing", picture=Picture("0" * 64, 400, 300))
SHOWN = Create("card", KETTLE.digest)

CASES: list[tuple[str, Do, Do | None]] = [
    ("deck.deleted", both(deleted, lambda d: d.propose()), both(deleted, lambda d: d.do(c.JoinDeck(9)))),
    ("member.none", lambda d: d.propose(9), lambda d: d.propose(3)),
    ("deck.started", lambda d: d.do(c.StartDeck(1, DETAILS)), None),
    ("deck.has_begun", lambda d: d.do(c.BringIn(1, ((CARD, SLUG.digest, 1, ""),))), None),
    ("deck.full", bring(*((Ref("card", n), SLUG.digest, 1, "") for n in range(1, 1002))),
     bring(*((Ref("card", n), SLUG.digest, 1, "") for n in range(1, 1001)))),
    ("article.numbers", bring((CARD, SLUG.digest, 1, ""), (CARD, FROST.digest, 1, "")), None),
    ("article.numbers", bring((Ref("card", 0), SLUG.digest, 1, "")), bring((Ref("card", 1), SLUG.digest, 1, ""))),
    ("article.numbers", bring((Ref("card", 10**6), SLUG.digest, 1, "")),
     bring((Ref("card", 10**6 - 1), SLUG.digest, 1, ""))),
    ("lineage.amiss", bring((CARD, SLUG.digest, 1, ""), lineage=(Source("x"),)),
     bring((CARD, SLUG.digest, 1, ""), lineage=FORKED, licence="CC BY-NC 4.0")),
    ("request.unreadable", lambda d: member(d, "hall"), lambda d: member(d, "members")),
    ("proposal.none", again(3), again(2)),
    ("proposal.none", again(0), again(1)),
    ("proposal.many", both(*SLUGS), both(*SLUGS[:30], lambda d: d.propose(2))),
    ("proposal.same", both(lambda d: d.propose(), lambda d: d.propose(2)),
     both(lambda d: d.propose(), lambda d: d.propose(2, Face("Slug 1", "Thing")))),
    ("wording.superseded", lambda d: d.do(c.Reword(1, a_ballot(d), 2, (Create("card", SLUG.digest),))), None),
    ("wording.same", lambda d: d.do(c.Reword(1, a_ballot(d), 1, (CREATE,))),
     lambda d: d.do(c.Reword(1, a_ballot(d), 1, (Create("card", SLUG.digest),)))),
    ("proposal.not_yours", lambda d: d.do(c.Withdraw(2, a_ballot(d))), lambda d: d.do(c.Withdraw(1, a_ballot(d)))),
    ("proposal.closed", vote(number=1), None),
    ("proposal.closed", vote(number=2), None),
    ("proposal.none", vote(number=3), None),
    ("proposal.none", vote(number=-1), None),
    ("request.unreadable", vote(answer="maybe"), vote(answer="against")),
    ("proposal.overtaken", lambda d: d.vote(3, overtaken(d)), None),
    ("proposal.queued", both(a_ballot, lambda d: d.vote(3, d.propose(1, SLUG))), None),
    ("wording.superseded", vote(wording=2), vote(wording=1)),
    ("vote.own_wording", vote(1, answer="against"), vote(1)),
    ("reason.long", vote(answer="against", reason="x" * 301), vote(answer="against", reason="x" * 300)),
    ("reason.wanted", both(WANTING_REASONS, vote(answer="against", reason=" ")), both(WANTING_REASONS, vote())),
    ("elector.none", both(lambda d: d.go_away(3), vote(3)), vote(3)),
    ("elector.none", lambda d: d.do(c.GoOnWithout(1, d.propose(1, FROST, sort="members"), 3)), None),
    ("elector.not_away", go_on(away=()), go_on()),
    ("elector.not_away", go_on(1, 1, away=(1,)), None),
    ("elector.not_away", go_on(1, 9, away=(9,)), None),
    ("elector.has_spoken", go_on(voted=True), None),
    ("elector.one_more", go_on(away=(2, 3)), None),
    ("elector.voteless", both(WITHOUT_THREE, vote(3)), both(WITHOUT_THREE, vote(2))),
    ("version.empty", lambda _: RulesDeck(1).do(c.ArchiveVersion(1, "")), archived),
    ("version.unchanged", both(archived, archived), None),
    ("version.name_long", lambda d: d.do(c.ArchiveVersion(1, "x" * 61)), lambda d: d.do(c.ArchiveVersion(1, "x" * 60))),
    ("version.notes_long", lambda d: d.do(c.ArchiveVersion(1, "", "x" * 2001)),
     lambda d: d.do(c.ArchiveVersion(1, "", "x" * 2000))),
    ("proposal.none", lambda d: d.do(c.Remark(1, 3, "Hm.")), lambda d: d.do(c.Remark(1, 2, "Hm."))),
    ("proposal.none", lambda d: d.do(c.Remark(1, 0, "Hm.")), lambda d: d.do(c.Remark(1, 1, "Hm."))),
    ("remark.empty", lambda d: d.do(c.Remark(1, 1, " \n")), None),
    ("remark.long", lambda d: d.do(c.Remark(1, 1, "x" * 501)), lambda d: d.do(c.Remark(1, 1, "x" * 500))),
    # --- changes ---
    ("changes.none", changes(), None),
    ("changes.many", changes(*[CREATE] * 1001), None),
    ("changes.collide", changes(Create("card", SLUG.digest), Create("card", SLUG.digest)), changes(CREATE)),
    ("changes.collide", changes(SetLicence("CC0"), SetLicence("MIT")),
     changes(SetLicence("CC0"), SetVisibility("public"))),
    ("title.taken", met_with(CREATE, titles=frozenset({("card", "sudden frost")})),
     met_with(CREATE, titles=frozenset({("rule", "sudden frost")}))),
    ("picture.gone", met_with(SHOWN, faces={SHOWN.face: KETTLE}, pictures={"0" * 64: (400, 301)}),
     met_with(SHOWN, faces={SHOWN.face: KETTLE}, pictures={"0" * 64: (400, 300)})),
    ("card.out_of_reach", met_with(Repeal(CARD, SLUG.digest), reach=frozenset({2})),
     met_with(Repeal(CARD, SLUG.digest), reach=frozenset({1}))),
    ("card.out_of_reach", met_with(Repeal(CARD, SLUG.digest), reach=frozenset()),
     met_with(Repeal(RULE, LAW.digest), reach=frozenset())),
    ("change.nothing", changes(Amend(CARD, SLUG.digest, SLUG.digest)), changes(Amend(CARD, SLUG.digest, FROST.digest))),
    ("article.in_force", changes(Restore(CARD, SLUG.digest)), changes(Restore(GONE, MARROW.digest))),
    ("face.superseded", changes(Restore(GONE, NO_SUCH_FACE)), None),
    ("face.superseded", changes(Repeal(CARD, NO_SUCH_FACE)), changes(Repeal(CARD, SLUG.digest))),
    ("article.none", changes(Repeal(Ref("card", 9), SLUG.digest)), None),
    ("article.repealed", changes(Repeal(GONE, MARROW.digest)), None),
    ("copies.of_rule", changes(Recount(RULE, LAW.digest, 2)), None),
    ("copies.out_of_range", changes(Recount(CARD, SLUG.digest, 100)), changes(Recount(CARD, SLUG.digest, 99))),
    ("copies.out_of_range", changes(Recount(CARD, SLUG.digest, 0)), changes(Recount(CARD, SLUG.digest, 1))),
    ("change.nothing", changes(Recount(CARD, SLUG.digest, 2)), None),
    ("change.nothing", changes(Reside(CARD, SLUG.digest, "")), changes(Reside(CARD, SLUG.digest, "x" * 30))),
    ("side.long", changes(Reside(CARD, SLUG.digest, "x" * 31)), None),
    ("side.long", changes(Reside(CARD, SLUG.digest, " Blue")), None),
    ("request.unreadable", changes(SetVisibility("secret")), changes(SetVisibility("unlisted"))),  # type: ignore[arg-type]
    ("change.nothing", changes(SetVisibility("private")), None),
    ("change.nothing", changes(SetLicence("")), changes(SetLicence("x" * 80))),
    ("licence.long", changes(SetLicence("x" * 81)), None),
    ("licence.long", changes(SetLicence("CC0 ")), None),
    ("face.superseded", changes(SetKit(MULTI_DECK, NO_SUCH_FACE)), changes(SetKit(MULTI_DECK, digest(DVORAK)))),
    ("change.nothing", changes(SetKit(DVORAK, digest(DVORAK))), None),
    ("request.unreadable", changes(Create("board", FROST.digest)), None),  # type: ignore[arg-type]
    ("copies.of_rule", changes(Create("rule", FROST.digest, 2)), changes(Create("card", FROST.digest, 2))),
    ("face.credit_long", changes(replace(CREATE, maker="x" * 81)), changes(replace(CREATE, maker="x" * 80))),
    ("face.unclean", changes(replace(CREATE, maker=" Ros")), changes(replace(CREATE, maker="Ros"))),
    # --- details ---
    *[("details.long", edit(**{name: words}), edit(**{name: words[1:]})) for name, words in LONG.items()],
    ("details.long", edit(blurb="x" * 601), edit(blurb="x" * 600)),
    ("details.long", edit(language="en-x-pirates-abcdefgh"), edit(language="en-x-pirates-abcdefg")),
    ("details.language", edit(language="Klingon"), edit(language="tlh")),
    ("details.title_empty", edit(title=" "), None),
    ("details.status_unknown", edit(status="done"), edit(status="nomic")),
    ("details.players", edit(players_min=-1), edit(players_min=0)),
    ("details.players", edit(players_min=1, players_max=100), edit(players_min=99, players_max=99)),
    ("details.players", edit(players_min=100, players_max=0), edit(players_min=5, players_max=0)),
    ("details.players", edit(players_min=3, players_max=2), edit(players_min=2, players_max=2)),
    ("details.tags_many", edit(tags=tuple(map(str, range(13)))), edit(tags=(*map(str, range(12)), "1", ""))),
    ("details.tag_long", edit(tags=("x" * 31,)), edit(tags=("x" * 30,))),
]  # fmt: skip


@pytest.mark.parametrize(("code", "refused", "done"), CASES, ids=[f"{n}-{case[0]}" for n, case in enumerate(CASES)])
def test_it_is_refused_for_that_reason_and_nearly_the_same_is_not(code: str, refused: Do, done: Do | None) -> None:
    with pytest.raises(Refused) as caught:
        refused(evening())
    assert caught.value.code == code
    assert slots_of(SENTENCES[code].sentence) <= {
        given for name, value in caught.value.facts.items() if value is not None for given in (name, f"{name}:,")
    }, "what the sentence names is given"
    if done is not None:
        done(evening())


def refusals_of(*modules: str) -> set[str]:
    """The codes that stand as words in `Refused(…)`."""
    found = set()
    for module in modules:
        for node in ast.walk(ast.parse((CARDS / module).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused":
                words = ast.walk(node.args[0])
                found |= {one.value for one in words if isinstance(one, ast.Constant) and "." in str(one.value)}
    return {code for code in found if not code.startswith(".")}


def test_every_refusal_of_a_deck_has_its_case() -> None:
    elsewhere = {"queue.not_waiting"}  # test_queue_order.py
    assert refusals_of(*JUDGED) - elsewhere <= {case[0] for case in CASES}


def test_tags_are_kept_once_and_in_small_letters() -> None:
    assert details.check_details(replace(DETAILS, tags=(" Slugs", "slugs", ""))).tags == ("slugs",)
