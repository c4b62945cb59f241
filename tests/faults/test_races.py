"""Two processes that want something of one deck at the same instant, on PostgreSQL and on an SQLite file.

After each race the deck is sound (oracles.py): entries count without gaps, the log tells the deck that the rows hold,
what went in had everybody's For on that wording. No race ends in an error: each ends with an effect or a refusal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.faults.crew import Crew, Deed

Rounds = Callable[[int, int], int]


def race(both: Crew, *deeds: tuple[str, dict[str, Any]]) -> list[str]:
    """Done at once, by turns in one and the other process: "ok" or the refusal's code for each, never an error."""
    told: list[Deed] = [(n % 2, do, given) for n, (do, given) in enumerate(deeds)]
    answers = both.at_once(told)
    assert [answer["error"] for answer in answers if "error" in answer] == []
    return [answer.get("refused", "ok") for answer in answers]


def proposed(both: Crew, at: dict[str, Any], title: str = "Slug", **more: Any) -> int:
    return int(both.do("propose", deck=at["deck"], by=at["members"][0], title=title, **more)["proposal"])


def carried(both: Crew, at: dict[str, Any], number: int) -> None:
    """Everybody but the proposer (the first member) is in favour."""
    for member in at["members"][1:]:
        both.do("vote", deck=at["deck"], by=member, proposal=number)


def test_what_is_worded_once_asks_the_same_on_either_database(pair: Crew) -> None:
    assert pair.do("asked_alike") == []


def test_a_vote_meets_a_rewording_and_never_counts_on_unread_words(pair: Crew, rounds: Rounds) -> None:
    at = pair.do("table", people=2)
    deck, (ros, idris) = at["deck"], at["members"]
    for n in range(rounds(4, 60)):
        number = proposed(pair, at, f"Slug {n}")
        vote, reword = race(
            pair,
            ("vote", {"deck": deck, "by": idris, "proposal": number}),
            ("reword", {"deck": deck, "by": ros, "proposal": number, "wording": 1, "title": f"Snail {n}"}),
        )
        if vote == "ok":
            assert reword == "proposal.closed"
            assert pair.do("state", deck=deck, proposal=number) == ["accepted", 1, "", 2]
        else:
            assert (vote, reword) == ("wording.superseded", "ok")
            assert pair.do("state", deck=deck, proposal=number) == ["open", 2, "", 1]
            pair.do("vote", deck=deck, by=idris, proposal=number, wording=2)
    pair.check(deck)


def test_a_vote_meets_a_withdrawal(pair: Crew, rounds: Rounds) -> None:
    at = pair.do("table", people=2)
    deck, (ros, idris) = at["deck"], at["members"]
    for n in range(rounds(4, 60)):
        number = proposed(pair, at, f"Slug {n}")
        outcome = race(
            pair,
            ("vote", {"deck": deck, "by": idris, "proposal": number}),
            ("withdraw", {"deck": deck, "by": ros, "proposal": number}),
        )
        state = pair.do("state", deck=deck, proposal=number)[0]
        assert (outcome, state) in (
            (["ok", "proposal.closed"], "accepted"),
            (["proposal.closed", "ok"], "withdrawn"),
        )
    pair.check(deck)


def test_a_first_batch_is_begun_turned_over_and_swept_once_by_two_at_once(pair: Crew, rounds: Rounds) -> None:
    for n in range(rounds(2, 30)):
        at = pair.do("table", people=2)
        deck, (ros, idris) = at["deck"], at["members"]
        both = [{"deck": deck, "by": ros}, {"deck": deck, "by": idris}]
        assert sorted(race(pair, *(("begin_batch", given) for given in both))) == ["batch.running", "ok"]
        for given in both:
            pair.do("put_down", **given, slot=1, title=f"{given['by']} one {n}")
        put = [("put_down", {**given, "slot": 2, "title": f"{given['by']} two {n}"}) for given in both]
        assert sorted(race(pair, *put, *put)) == ["batch.is_down", "batch.is_down", "ok", "ok"]
        assert sorted(race(pair, *(("turn_over", given) for given in both))) == ["batch.turned_over", "ok"]
        for given in both:
            for place in (1, 2, 3):
                pair.do("mark_card", **given, place=place)
        assert race(pair, *(("mark_card", {**given, "place": 4}) for given in both)) == ["ok", "ok"]
        assert pair.do("count", deck=deck)["cards"] == 4
        pair.check(deck)


@pytest.mark.parametrize("how", ["leave", "remove"])
def test_the_last_vote_meets_its_voters_going(pair: Crew, rounds: Rounds, how: str) -> None:
    """Either the vote was the last and it is in, or it is no vote and those who stay decide."""
    for _ in range(rounds(2, 30)):
        at = pair.do("table", people=3)
        deck, (ros, idris, maud) = at["deck"], at["members"]
        number = proposed(pair, at)
        pair.do("vote", deck=deck, by=idris, proposal=number)
        going = {"member": maud} if how == "leave" else {"group": at["group"], "by": ros, "member": maud}
        vote, gone = race(pair, ("vote", {"deck": deck, "by": maud, "proposal": number}), (how, going))
        assert gone == "ok"
        assert vote in ("ok", "member.none", "proposal.closed")
        assert pair.do("state", deck=deck, proposal=number)[0] == "accepted"
        pair.check(deck)


def test_the_last_two_go_at_once_and_nothing_goes_in_by_accident(pair: Crew, rounds: Rounds) -> None:
    for _ in range(rounds(2, 30)):
        at = pair.do("table", people=3)
        number = proposed(pair, at)
        _, idris, maud = at["members"]
        assert race(pair, ("leave", {"member": idris}), ("leave", {"member": maud})) == ["ok", "ok"]
        state, _, why, _ = pair.do("state", deck=at["deck"], proposal=number)
        assert (state, why) == ("aside", "nobody_left")
        pair.check(at["deck"])


def test_one_request_sent_by_two_processes_has_one_effect_and_one_answer(pair: Crew, rounds: Rounds) -> None:
    at = pair.do("table", people=3)
    deck, (_, idris, _) = at["deck"], at["members"]
    for n in range(rounds(4, 60)):
        same = {"deck": deck, "by": idris, "title": f"Slug {n}", "key": f"key-{n}"}
        answers = pair.at_once([(process % 2, "propose", same) for process in range(4)])
        told = [answer["ok"] for answer in answers]
        assert len({(done["v"], done["proposal"]) for done in told}) == 1
        assert sorted(done["repeat"] for done in told) == [False, True, True, True]
    counted = pair.do("count", deck=deck)
    assert counted["open"] + counted["queued"] == rounds(4, 60)
    pair.check(deck)


def test_one_key_with_two_requests_carries_out_one_of_them(pair: Crew, rounds: Rounds) -> None:
    at = pair.do("table", people=3)
    deck, (_, idris, _) = at["deck"], at["members"]
    for n in range(rounds(4, 60)):
        number = proposed(pair, at, f"Slug {n}")
        vote = {"deck": deck, "by": idris, "proposal": number, "key": f"key-{n}"}
        outcome = race(pair, ("vote", vote | {"answer": "for"}), ("vote", vote | {"answer": "against"}))
        assert sorted(outcome) == ["ok", "request.reused"]
        pair.do("withdraw", deck=deck, by=at["members"][0], proposal=number)
    pair.check(deck)


def test_two_proposals_about_one_card_cannot_both_go_in(pair: Crew, rounds: Rounds) -> None:
    for _ in range(rounds(2, 30)):
        at = pair.do("table", people=2)
        deck, (ros, idris) = at["deck"], at["members"]
        carried(pair, at, proposed(pair, at))
        first = pair.do("amend", deck=deck, by=ros, card=1, text="Slower.")["proposal"]
        second = pair.do("repeal", deck=deck, by=ros, card=1)["proposal"]
        votes = [("vote", {"deck": deck, "by": idris, "proposal": number}) for number in (first, second)]
        assert sorted(race(pair, *votes)) == ["ok", "proposal.overtaken"]
        states = [pair.do("state", deck=deck, proposal=number)[0] for number in (first, second)]
        assert sorted(states) == ["accepted", "queued"]
        pair.check(deck)


def test_two_who_propose_at_once_get_two_numbers_and_one_mat(pair: Crew, rounds: Rounds) -> None:
    at = pair.do("table", people=2)
    deck, (ros, idris) = at["deck"], at["members"]
    for n in range(rounds(4, 60)):
        outcome = race(
            pair,
            ("propose", {"deck": deck, "by": ros, "title": f"Slug {n}"}),
            ("propose", {"deck": deck, "by": idris, "title": f"Snail {n}"}),
        )
        assert outcome == ["ok", "ok"]
    counted = pair.do("count", deck=deck)
    assert (counted["open"], counted["queued"]) == (1, 2 * rounds(4, 60) - 1)
    pair.check(deck)


def test_a_state_of_the_deck_is_archived_once(pair: Crew, rounds: Rounds) -> None:
    at = pair.do("table", people=2)
    deck, (ros, idris) = at["deck"], at["members"]
    times = rounds(4, 40)
    for n in range(times):
        carried(pair, at, proposed(pair, at, f"Slug {n}"))
        outcome = race(
            pair,
            ("archive", {"deck": deck, "by": ros, "name": "Evening"}),
            ("archive", {"deck": deck, "by": idris, "name": "Night"}),
        )
        assert sorted(outcome) == ["ok", "version.unchanged"]
    assert pair.do("count", deck=deck)["versions"] == times
    pair.check(deck)


def test_a_card_goes_in_while_a_version_is_archived(pair: Crew, rounds: Rounds) -> None:
    at = pair.do("table", people=2)
    deck, (ros, idris) = at["deck"], at["members"]
    carried(pair, at, proposed(pair, at, "The first"))
    for n in range(rounds(4, 40)):
        number = proposed(pair, at, f"Slug {n}")
        vote, archive = race(
            pair,
            ("vote", {"deck": deck, "by": idris, "proposal": number}),
            ("archive", {"deck": deck, "by": ros, "name": ""}),
        )
        assert vote == "ok" and archive in ("ok", "version.unchanged")
        pair.check(deck)


def test_several_join_while_decks_are_started_and_every_deck_knows_them_all(pair: Crew, rounds: Rounds) -> None:
    for _ in range(rounds(2, 30)):
        at = pair.do("table", people=2)
        group = at["group"]
        outcome = race(
            pair,
            ("join", {"group": group, "name": "Bea"}),
            ("start", {"member": at["members"][0], "title": "Another"}),
            ("start", {"member": at["members"][1], "title": "A third"}),
            ("join", {"group": group, "name": "Odd"}),
            ("propose", {"deck": at["deck"], "by": at["members"][0], "title": "Slug"}),
        )
        assert outcome == ["ok"] * 5
        assert len(pair.do("members", group=group)) == 4
        for deck in pair.do("decks", group=group):
            pair.check(deck)


def test_of_two_with_one_name_only_one_comes_in(pair: Crew, rounds: Rounds) -> None:
    for _ in range(rounds(2, 30)):
        at = pair.do("table", people=1)
        same = {"group": at["group"], "name": "Bea"}
        assert sorted(race(pair, ("join", same), ("join", same))) == ["name.taken", "ok"]
        pair.check(at["deck"])


def test_what_is_due_is_settled_once_by_two_clocks(pair: Crew, rounds: Rounds) -> None:
    at = pair.do("table", people=3)
    deck = at["deck"]
    for n in range(rounds(4, 40)):
        number = proposed(pair, at, f"Slug {n}", sort="members")
        for process in (0, 1):
            pair.do("fall_due", process=process, deck=deck)
        before = pair.do("count", deck=deck)["head"]
        assert race(pair, ("settle", {}), ("settle", {})) == ["ok", "ok"]
        assert pair.do("state", deck=deck, proposal=number)[::2] == ["aside", "not_everyone_spoke"]
        assert pair.do("count", deck=deck)["head"] == before + 1
    pair.check(deck)


def test_a_vote_that_comes_with_the_deadline_counts_or_is_too_late(pair: Crew, rounds: Rounds) -> None:
    at = pair.do("table", people=2)
    deck, (_, idris) = at["deck"], at["members"]
    for n in range(rounds(4, 40)):
        number = proposed(pair, at, f"Slug {n}", sort="members")
        for process in (0, 1):
            pair.do("fall_due", process=process, deck=deck)
        vote, _ = race(pair, ("vote", {"deck": deck, "by": idris, "proposal": number}), ("settle", {}))
        assert vote == "proposal.closed"
        assert pair.do("state", deck=deck, proposal=number)[::2] == ["aside", "not_everyone_spoke"]
    pair.check(deck)


def test_a_deck_that_is_forked_twice_at_once_by_one_request_has_one_fork(pair: Crew, rounds: Rounds) -> None:
    at = pair.do("table", people=1)
    carried(pair, at, proposed(pair, at))
    for n in range(rounds(2, 30)):
        same = {"deck": at["deck"], "by": at["members"][0], "key": f"fork-{n}"}
        assert race(pair, ("fork", same), ("fork", same)) == ["ok", "ok"]
        assert len(pair.do("forks", deck=at["deck"])) == n + 1
    pair.check(at["deck"])


def test_a_fork_meets_a_take_down_and_is_refused_or_loses_the_words_too(pair: Crew, rounds: Rounds) -> None:
    for n in range(rounds(4, 40)):
        at = pair.do("table", people=1)
        carried(pair, at, proposed(pair, at, f"Rude Slug {n}"))
        deck = at["deck"]
        fork, gone = race(
            pair,
            ("fork", {"deck": deck, "by": at["members"][0], "key": "fork"}),
            ("take_down", {"deck": deck, "card": 1}),
        )
        assert gone == "ok"
        told = [facts for _, facts in pair.do("forks", deck=deck)]
        assert (fork, told) in (("ok", [1]), ("fork.withdrawn", []))


def test_cards_that_are_taken_home_twice_at_once_by_one_request_are_one_deck(pair: Crew, rounds: Rounds) -> None:
    at = pair.do("table", people=1)
    carried(pair, at, proposed(pair, at))
    maker = pair.do("show", deck=at["deck"], by=at["members"][0])
    for n in range(rounds(2, 30)):
        same = {"maker": maker, "by": maker, "key": f"home-{n}"}
        assert race(pair, ("gather", same), ("gather", same)) == ["ok", "ok"]
        assert len(pair.do("taken_home", person=maker)) == n + 1
    for deck, _, _ in pair.do("taken_home", person=maker):
        pair.check(deck)


@pytest.mark.parametrize("meanwhile", ["take_down", "hide"])
def test_cards_are_taken_home_before_or_after_a_take_down_or_a_deck_that_goes_from_the_archive(
    pair: Crew, rounds: Rounds, meanwhile: str
) -> None:
    for n in range(rounds(4, 40)):
        at = pair.do("table", people=1)
        carried(pair, at, proposed(pair, at, f"Rude Slug {meanwhile} {n}"))
        deck, (ros,) = at["deck"], at["members"]
        maker = pair.do("show", deck=deck, by=ros)
        given = {"deck": deck, "card": 1} if meanwhile == "take_down" else {"deck": deck, "by": ros}
        home, gone = race(pair, ("gather", {"maker": maker, "by": maker, "key": "k"}), (meanwhile, given))
        assert gone == "ok"
        came = [rest for _, *rest in pair.do("taken_home", person=maker)]
        lost = 1 if meanwhile == "take_down" else 0
        assert (home, came) in (("ok", [[1, lost]]), ("gather.nothing", []))


def test_what_two_take_over_or_go_back_to_at_once_is_asked_once(pair: Crew, rounds: Rounds) -> None:
    """Also while one of the cards is voted on, and while a card is turned into another by the vote that ends."""
    at = pair.do("table", people=2)
    deck, (ros, idris) = at["deck"], at["members"]
    carried(pair, at, proposed(pair, at, "Slug"))
    pair.do("archive", deck=deck, by=ros, name="One")
    for n in range(rounds(3, 40)):
        carried(pair, at, int(pair.do("amend", deck=deck, by=ros, card=1, text=f"Bite {n}.", sort="room")["proposal"]))
        for do, given in (("take_over", {"card": 1}), ("roll_back", {})):
            both = race(pair, *((do, {"deck": deck, "by": who, **given}) for who in (ros, idris)))
            assert sorted(both) == ["ok", "proposal.same"], (do, both)
            last = pair.do("last_proposal", deck=deck)
            if do == "take_over":
                by = pair.do("asked_by", deck=deck, proposal=last)
                pair.do("withdraw", deck=deck, by=by, proposal=last)
        by = pair.do("asked_by", deck=deck, proposal=last)
        other = idris if by == ros else ros
        outcome = race(
            pair,
            ("vote", {"deck": deck, "by": other, "proposal": last}),
            ("roll_back", {"deck": deck, "by": other}),
        )
        assert outcome in (["ok", "take.nothing"], ["ok", "proposal.same"]), outcome
        pair.check(deck)
