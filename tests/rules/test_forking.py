"""What may be forked, by whom, and what the fork is called and remembers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.rules.forking import Lineage, check_fork, lets_others_change, read_lineage, title_of_fork
from cards.rules.limits import DECK_TITLE_MAX, clean_line
from studio.kernel.refusals import Refused

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
