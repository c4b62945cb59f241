"""What may be forked, by whom, and what the fork is called and remembers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.rules import events as e
from cards.rules.command import Moment
from cards.rules.deck import Deck, Details, SetLicence, Source
from cards.rules.evolve import fold
from cards.rules.forking import (
    LINEAGE_MAX,
    Lineage,
    allowed,
    bare_lineage,
    check_descent,
    check_fork,
    check_lineage,
    descend,
    read_lineage,
    title_of_fork,
    under_licence,
)
from cards.rules.licences import Terms, lets_others_change, terms_of, unmet
from cards.rules.limits import CREDIT_MAX, DECK_TITLE_MAX, LICENCE_MAX, clean_line
from cards.verbs.decide import decide
from studio.kernel.codec import from_plain
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from tests import commands as c

OPEN = ("CC0 1.0", "CC BY 4.0", "CC BY-SA 4.0", "CC BY-NC 4.0", "CC BY-NC-SA 4.0", "cc-by 3.0", "Public domain")
SHUT = ("", "CC BY-ND 4.0", "CC BY-NC-ND 4.0", "All rights reserved", "CC BY 4.0, ask first", "Like CC0", "CC", "MIT?")


@pytest.mark.parametrize("licence", OPEN)
def test_an_open_licence_lets_anybody_fork(licence: str) -> None:
    assert lets_others_change(licence)
    check_fork(licence=licence, is_member=False, articles=3, withdrawn=0)


@pytest.mark.parametrize("licence", SHUT)
def test_any_other_licence_is_for_its_people_alone(licence: str) -> None:
    with pytest.raises(Refused) as refused:
        check_fork(licence=licence, is_member=False, articles=3, withdrawn=0)
    assert refused.value.code == ("fork.licence" if licence else "fork.all_rights")
    check_fork(licence=licence, is_member=True, articles=3, withdrawn=0)


BY, BY_SA, BY_NC, BY_NC_SA, ZERO = "CC BY 4.0", "CC BY-SA 4.0", "CC BY-NC 4.0", "CC BY-NC-SA 4.0", "CC0 1.0"
EVERY = ("", ZERO, BY, BY_SA, BY_NC, BY_NC_SA, "CC BY-ND 4.0", "Ask me")


@pytest.mark.parametrize(
    ("source", "kept"),
    [
        (ZERO, EVERY), ("Public domain", EVERY), (BY, ("", BY, BY_SA, BY_NC, BY_NC_SA, "CC BY-ND 4.0")),
        (BY_SA, (BY_SA,)), (BY_NC, ("", BY_NC, BY_NC_SA)), (BY_NC_SA, (BY_NC_SA,)), ("", ("",)),
        ("Ask me", ("Ask me",)), ("CC BY-ND 4.0", ("CC BY-ND 4.0",)),
    ],
)  # fmt: skip
def test_a_fork_has_a_licence_that_keeps_what_its_sources_asks(source: str, kept: tuple[str, ...]) -> None:
    assert tuple(licence for licence in EVERY if unmet(licence, source) is None) == kept


@pytest.mark.parametrize(
    ("source", "licence", "is_kept"),
    [
        ("CC BY-SA 3.0", BY_SA, True), ("CC BY-SA", BY_SA, True), (BY_SA, "CC BY-SA 3.0", False),
        (BY_SA, "CC BY-SA", False), ("CC BY-SA 1.0", BY_SA, False), ("CC BY-SA 3.0", "", False),
        ("CC BY-SA 3.0", "cc-by-sa 4.0 international", True),
    ],
)  # fmt: skip
def test_share_alike_means_the_same_licence_or_a_later_one_of_its_kind(
    source: str, licence: str, is_kept: bool
) -> None:
    assert (unmet(licence, source) is None) is is_kept


def test_what_any_deck_of_the_lineage_asks_is_asked_of_the_latest() -> None:
    lineage = (Source("aB3_-aB3_-aB3_-x/7", "Plot Twelve", BY), Source("bB3_-aB3_-aB3_-x/1", "Allotment Wars", BY_SA))
    deck = fold(Deck(), (e.DeckStarted(1, Details("Plot")), e.LineageKept(lineage), e.LicenceChanged(BY_SA)))
    for licence, code in ((BY, "licence.share_alike"), (ZERO, "licence.credit"), ("", "licence.share_alike")):
        with pytest.raises(Refused) as refused:
            decide(deck, c.Propose(1, (SetLicence(licence),), "members"), Moment(0))
        assert refused.value.code == code


def test_a_fork_of_before_its_lineage_was_written_down_keeps_what_its_licence_asks() -> None:
    old = [
        {"is": "DeckStarted", "by": 1, "details": {"title": "Plot"}, "forked_from": "aB3_-aB3_-aB3_-x/7"},
        {"is": "LicenceChanged", "to": BY_SA},
    ]
    deck = fold(Deck(), (from_plain(e.Event, entry) for entry in old))
    assert deck.lineage == (Source("aB3_-aB3_-aB3_-x/7", licence=BY_SA),)
    with pytest.raises(Refused) as refused:
        decide(deck, c.Propose(1, (SetLicence(ZERO),), "members"), Moment(0))
    assert refused.value.code == "licence.share_alike"


@pytest.mark.parametrize(("visibility", "licence", "is_told"), [
    ("public", "", True), ("public", BY, True), ("unlisted", BY, True), ("unlisted", ZERO, False),
    ("private", BY, False),
])  # fmt: skip
def test_a_source_that_was_not_for_others_is_not_named_to_them(visibility: str, licence: str, is_told: bool) -> None:
    source = Source("aB3_-aB3_-aB3_-x/7", "Allotment Wars", licence, (1, 2))
    (kept,) = descend(source, (), visibility=visibility)
    assert kept == (source if is_told else Source(source.origin, licence=licence))


def test_a_lineage_that_no_fork_of_ours_could_have_is_refused() -> None:
    sound = Source("aB3_-aB3_-aB3_-x/7", "Plot", BY, names=("Ros",))
    check_lineage((sound,) * LINEAGE_MAX)
    for lineage in (
        (sound,) * (LINEAGE_MAX + 1), (Source("javascript:1"),), (Source(title="x" * 81),), (Source(title="a\u202eb"),),
        (Source(names=("",)),), (Source(names=("Ros",) * 101),), (Source(licence="x" * 81),),
    ):  # fmt: skip
        with pytest.raises(Refused):
            check_lineage(lineage)
    with pytest.raises(Refused):
        descend(sound, (sound,) * LINEAGE_MAX, visibility="public")


@pytest.mark.parametrize("is_member", [True, False])
def test_nothing_and_what_was_taken_down_are_forked_by_nobody(is_member: bool) -> None:
    for articles, withdrawn, code in ((0, 0, "fork.empty"), (3, 1, "fork.withdrawn")):
        with pytest.raises(Refused) as refused:
            check_fork(licence="CC0 1.0", is_member=is_member, articles=articles, withdrawn=withdrawn)
        assert refused.value.code == code


@given(st.text(min_size=1, max_size=DECK_TITLE_MAX))
def test_any_title_makes_one_that_fits_and_a_fork_of_a_fork_is_called_no_longer(title: str) -> None:
    forked = title_of_fork(clean_line(title))
    assert len(forked) <= DECK_TITLE_MAX and forked.endswith(", forked")
    assert title_of_fork(forked) == forked


@pytest.mark.parametrize("lineage", [Lineage("aB3_-aB3_-aB3_-x", 7), Lineage("aB3_-aB3_-aB3_-x", 0, 46)])
def test_a_lineage_is_read_as_it_was_written(lineage: Lineage) -> None:
    assert read_lineage(str(lineage)) == lineage


@pytest.mark.parametrize(
    "words", ["", "Plot Twelve, v4", "aB3_-aB3_-aB3_-x", "aB3_-aB3_-aB3_-x/0", "aB3_-aB3_-aB3_-x/7\n"]
)
def test_other_words_are_no_lineage(words: str) -> None:
    assert read_lineage(words) is None


SOURCE = Source("aB3_-aB3_-aB3_-x/7", "Plot", BY_SA)


@pytest.mark.parametrize(
    ("source", "licence", "refused"),
    [
        (SOURCE, BY, Refused("licence.share_alike", source="Plot", licence=BY_SA, to=BY)),
        (
            Source(licence=BY_SA),
            ZERO,
            Refused("licence.share_alike", source=message("another deck"), licence=BY_SA, to=ZERO),
        ),
        (Source(title="Plot"), ZERO, Refused("licence.all_rights", source="Plot", licence="", to=ZERO)),
    ],
)
def test_a_licence_is_refused_with_the_deck_that_does_not_allow_it(
    source: Source, licence: str, refused: Refused
) -> None:
    lineage = (Source(licence=ZERO), source)
    with pytest.raises(Refused) as caught:
        check_descent(lineage, licence)
    assert caught.value == refused and not allowed(lineage, licence)
    check_descent(lineage[:1], licence)
    assert allowed(lineage[:1], licence) and allowed((), licence)


def test_a_lineage_goes_so_far_and_no_further() -> None:
    assert descend(SOURCE, (SOURCE,) * (LINEAGE_MAX - 1), visibility="public") == (SOURCE,) * LINEAGE_MAX
    with pytest.raises(Refused) as caught:
        descend(SOURCE, (SOURCE,) * LINEAGE_MAX, visibility="public")
    assert caught.value == Refused("fork.deep", limit=LINEAGE_MAX)


def test_what_is_known_of_a_fork_of_before_is_its_origin_and_the_licence_that_came_with_it() -> None:
    bare = Source(SOURCE.origin)
    assert bare_lineage(SOURCE.origin) == (bare,) and bare_lineage("Plot Twelve, v4") == () == bare_lineage("")
    assert under_licence((bare, SOURCE), BY) == (Source(SOURCE.origin, licence=BY), SOURCE)
    assert under_licence((SOURCE,), BY) == (SOURCE,) and under_licence((), BY) == ()
    assert under_licence((Source(SOURCE.origin, "Plot"),), BY) == (Source(SOURCE.origin, "Plot"),)


@pytest.mark.parametrize(
    ("licence", "source", "demand"),
    [
        (BY, "Ask me", "kept"), (BY, "CC BY-ND 4.0", "kept"), (BY, BY_NC, "trade"), (ZERO, BY_NC, "trade"),
        (ZERO, BY, "credit"), (BY, BY_SA, "share_alike"), ("cc-by-sa 4.0", BY_SA, None),
    ],
)  # fmt: skip
def test_what_a_licence_would_not_keep_is_named(licence: str, source: str, demand: str | None) -> None:
    assert unmet(licence, source) == demand


def test_a_licence_is_read_into_its_terms() -> None:
    assert terms_of("CC BY-NC-SA 4.0") == Terms(is_known=True, no_trade=True, share_alike=True, version="4.0")
    assert terms_of("cc by-nd") == Terms(is_known=True, no_changes=True)
    assert terms_of(" Public  Domain") == Terms(is_known=True, is_free=True) and terms_of("MIT") == Terms()


def test_a_lineage_may_be_as_long_as_ours_are_in_every_part() -> None:
    check_lineage(
        (Source(SOURCE.origin, "x" * DECK_TITLE_MAX, "x" * LICENCE_MAX, names=("x" * CREDIT_MAX,) * 99, makers=(1,)),)
    )


def test_a_fork_is_called_after_its_source_cut_where_it_has_no_room() -> None:
    assert title_of_fork("Plot") == title_of_fork("Plot, forked") == "Plot, forked"
    assert title_of_fork("x" * DECK_TITLE_MAX) == "x" * (DECK_TITLE_MAX - 8) + ", forked"
    assert title_of_fork("x" * (DECK_TITLE_MAX - 9) + " yz") == "x" * (DECK_TITLE_MAX - 9) + ", forked"


@pytest.mark.parametrize(("licence", "code"), [("MIT?", "fork.licence"), ("", "fork.all_rights")])
def test_a_fork_is_refused_with_the_licence_that_does_not_allow_it(licence: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        check_fork(licence=licence, is_member=False, articles=1, withdrawn=0)
    assert caught.value == Refused(code, licence=licence)
