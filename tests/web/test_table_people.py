"""Who may speak and sit at a table, when its people agree about it."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest

from cards.rules.kit import DVORAK
from play import actions
from play.actions import execute
from play.verbs import commands as c
from studio.kernel.refusals import Refused
from studio.models import Lease
from studio.people.invitations import token_of
from tests.markup import as_read
from tests.visitors import Visitor
from tests.web.table_company import agree, sits
from tests.web.table_evening import SCRIPT, TableEvening, last_proposal, page, vote, write

pytestmark = pytest.mark.django_db


def three(*, is_creative: bool = False) -> TableEvening:
    """Ros, Idris and Nell in seats 1 to 3, at the page of their table."""
    evening = TableEvening(is_creative=is_creative)
    if is_creative:
        evening.nell.join(evening.deck.group)
    for who in (evening.idris, evening.nell):
        assert evening.sit(who).status_code == 303
    for who in (evening.ros, evening.idris, evening.nell):
        assert who.get(evening.home).status_code == 200
    return evening


def test_what_somebody_who_is_to_be_quiet_says_about_a_proposal_is_not_shown_at_the_table() -> None:
    evening = three(is_creative=True)
    assert write(evening, evening.ros).status_code == 204
    proposal = {"proposal": str(last_proposal(evening).number)}
    assert evening.nell.post(f"{evening.home}talk/", {**proposal, "text": "A kind word"}).status_code == 303
    assert "A kind word" in page(evening.idris, evening.home)
    agree(evening, "mute", 3)
    said = evening.nell.post(f"{evening.home}talk/", {**proposal, "text": "Rude"}, headers=SCRIPT)
    assert said.status_code == 409 and said.json()["code"] == "seat.muted"
    elsewhere = f"/decks/{evening.deck.slug}/do/?verb=remark&proposal={proposal['proposal']}"
    assert evening.nell.post(elsewhere, {"text": "Rude elsewhere"}).status_code == 303
    assert "Rude" not in page(evening.idris, evening.home)
    agree(evening, "unmute", 3)
    assert "Rude elsewhere" in page(evening.idris, evening.home)


@pytest.mark.parametrize("is_removed", [False, True])
def test_who_gets_up_or_is_asked_to_leave_in_mid_vote_is_waited_for_no_longer(is_removed: bool) -> None:
    evening = three(is_creative=True)
    evening.begin()
    assert write(evening, evening.ros).status_code == 204
    assert vote(evening, evening.idris, "for").status_code == 204
    assert evening.value().paused_by == 1
    if is_removed:
        agree(evening, "remove", 3)
    else:
        assert evening.act(evening.nell, "stand").status_code == 204
    assert (last_proposal(evening).state, evening.value().paused_by) == ("accepted", None)
    assert "is in the deck, shuffled into the draw pile" in page(evening.idris, evening.home)


def test_at_a_running_game_whoever_comes_is_told_before_they_give_a_name_that_there_is_no_seat_yet() -> None:
    evening = TableEvening(watched=True).begin()
    door = page(Visitor("Nell", "192.0.2.9"), f"{evening.home}sit/")
    assert "A game is on, and nobody new is dealt in." in door and ">Watch</a>" in door
    assert "Sit down" not in door and 'name="name"' not in door
    creative = TableEvening(is_creative=True).begin()
    invited = Visitor("Maud", "192.0.2.10")
    asked = page(invited, f"{creative.home}sit/?invite={token_of(creative.deck.group)}")
    assert "A game is on, and nobody new is dealt in." in asked and "join the group" not in asked
    way_in = re.search(r'<a class="btn" href="(/join/[^"]+)">Come into the group</a>', asked)
    assert way_in, "an invitation leads somewhere, also while there is no seat"
    inviting = page(invited, way_in[1])
    assert "A game is on, and nobody new is dealt in." in inviting and 'name="name"' in inviting
    assert invited.post(way_in[1], {"name": "Maud"}).status_code == 303
    assert ">Watch</a>" in page(invited, creative.home)


def test_that_a_vote_goes_on_without_somebody_stands_in_the_minutes_beside_the_card() -> None:
    evening = three(is_creative=True)
    evening.begin()
    assert write(evening, evening.ros).status_code == 204
    assert vote(evening, evening.idris, "for").status_code == 204
    nell = evening.value().seat(3).member  # type: ignore[union-attr]
    Lease.objects.filter(stream_id=evening.table.stream_id, member_id=nell).delete()
    for who in (evening.ros, evening.idris):
        went = who.post(f"{evening.home}go-on/", {"proposal": "1", "without": str(nell)}, headers=SCRIPT)
        assert went.status_code == 204, went.content
    assert last_proposal(evening).state == "accepted"
    assert "The vote on Wandering Goat goes on without Nell" in re.sub("<[^>]*>", "", page(evening.ros, evening.home))


def test_the_seat_sheet_of_somebody_who_is_to_be_quiet_asks_for_no_words() -> None:
    evening = three()
    evening.begin()
    assert 'name="words"' in page(evening.nell, f"{evening.home}seats/3/")
    agree(evening, "mute", 3)
    sheet = page(evening.nell, f"{evening.home}seats/3/")
    assert 'name="words"' not in sheet and "Claim the win" in sheet


def test_going_on_without_somebody_is_offered_while_they_are_away() -> None:
    evening = three()
    evening.begin()
    assert "Go on without them" not in page(evening.ros, f"{evening.home}seats/2/")
    Lease.objects.filter(member=evening.idris.member(evening.table.group)).delete()
    assert "Go on without them" in page(evening.ros, f"{evening.home}seats/2/")


# --- the way in, once somebody was asked to leave ---------------------------------------------------------------------


def shown_out(evening: TableEvening) -> str:
    """Nell was asked to leave, and the others agreed; the link that those who sit are shown now."""
    agree(evening, "remove", 3)
    found = re.search(r'id="invite-link" readonly value="([^"]+)"', page(evening.ros, evening.home))
    assert found is not None
    return urlsplit(html.unescape(found[1]))._replace(scheme="", netloc="").geturl()


def test_whoever_was_asked_to_leave_does_not_come_back_in_another_browser() -> None:
    evening = three()
    link = shown_out(evening)
    again = Visitor("Nellie", "192.0.2.77")
    door = page(again, evening.home)
    assert "by its new link" in door and "invite=" not in door and "Sit down<" not in door
    assert not sits(evening, again)
    assert not sits(evening, again, invite="x" * 24)
    assert evening.value().seat(3).member is None  # type: ignore[union-attr]
    maud = Visitor("Maud", "192.0.2.78")
    assert "Sit down<" in page(maud, link)
    assert sits(evening, maud, invite=parse_qs(urlsplit(link).query)["invite"][0])


def test_those_who_sit_go_on_and_are_shown_the_new_link_and_whoever_left_is_not() -> None:
    evening = three()
    before = page(evening.nell, evening.home)
    assert evening.table.code[:4] in before and "invite=" not in before
    link = shown_out(evening)
    assert "Show it</a>" in page(evening.idris, evening.home) and "invite=" in page(evening.idris, evening.home)
    assert evening.act(evening.idris, "begin", confirmed="1").status_code == 204
    for who in (evening.nell, Visitor(address="192.0.2.79")):
        for address in ("", "?watch=1", "?regions=1", "sit/", "log/", "entries/"):
            answer = who.get(evening.home + address)
            assert link.partition("invite=")[2] not in as_read(answer), address
    assert not sits(evening, evening.nell)


def test_every_time_somebody_is_asked_to_leave_the_link_is_another() -> None:
    evening = three()
    first = shown_out(evening)
    maud, invitation = Visitor("Maud", "192.0.2.78"), parse_qs(urlsplit(first).query)["invite"][0]
    assert sits(evening, maud, invite=invitation)
    evening.nell = maud
    maud.get(evening.home)
    second = shown_out(evening)
    assert second != first
    assert not sits(evening, Visitor("Ann", "192.0.2.80"), invite=invitation)
    assert "by its new link" in page(Visitor(address="192.0.2.80"), first)


def test_somebody_who_got_up_may_sit_down_again_without_the_link() -> None:
    evening = three()
    assert evening.act(evening.idris, "stand").status_code == 204
    agree_alone = evening.act(evening.ros, "remove", target="3")
    assert agree_alone.status_code == 409  # somebody must agree
    assert evening.sit(evening.idris).status_code == 303
    shown_out(evening)
    assert evening.act(evening.idris, "stand").status_code == 204
    assert sits(evening, evening.idris)


def test_a_table_that_somebody_was_asked_to_leave_looks_for_no_strangers() -> None:
    evening = three()
    type(evening.table).objects.filter(pk=evening.table.pk).update(is_public=True)
    stranger = Visitor(address="192.0.2.81")
    assert evening.home in page(stranger, "/tables/")
    shown_out(evening)
    assert evening.home not in page(stranger, "/tables/")


def test_a_link_from_before_lets_nobody_in_while_somebody_is_shown_out() -> None:
    """The door was open when it was asked, and is shut when the seat is taken."""
    evening = three()
    late = Visitor("Late", "192.0.2.82")
    late.start("Elsewhere")
    shown_out(evening)
    with pytest.raises(Refused, match="seat.by_link"):
        actions.take_seat(evening.table.pk, person_id=late.person_id, key=None)  # type: ignore[arg-type]
    assert not late.is_in(evening.table.group)


# --- sides ------------------------------------------------------------------------------------------------------------


def test_whoever_opened_the_table_chooses_a_side_like_everybody_else() -> None:
    evening = three()
    kit = replace(DVORAK, sides=("Red, late", "Blue"))
    execute.carry_out(evening.table, [c.KitReplaced(kit)], by=None, key=None, asked="")
    sheet = page(evening.ros, f"{evening.home}seats/1/")
    assert "Your side" in sheet and '<option value="Red, late">' in sheet
    assert "Your side" not in page(evening.ros, f"{evening.home}seats/2/")  # somebody else's seat is theirs
    assert evening.act(evening.ros, "side", side="Red, late").status_code == 204
    assert evening.act(evening.ros, "side", side="Green").status_code == 422
    assert [seat.side for seat in evening.value().seats][:2] == ["Red, late", ""]
    assert "Red, late, not ready yet" in page(evening.idris, evening.home)
    assert "Play Blue</button>" in page(evening.ros, evening.home)
    evening.begin()
    assert "Your side" not in page(evening.ros, f"{evening.home}seats/1/")
    assert evening.act(evening.ros, "side", side="Blue").status_code == 409


def test_whoever_is_to_move_and_is_away_is_said_to_be_where_all_look_with_the_way_on() -> None:
    """In the headline, on their plate, with one press; once that is asked, it is not offered again (T35)."""
    evening = three()
    evening.begin()
    mover = evening.value().turn.seat  # type: ignore[union-attr]
    people = {1: evening.ros, 2: evening.idris, 3: evening.nell}
    gone, *others = people.pop(mover), *people.values()
    way_on = f"Go on without {gone.name}"
    assert way_on not in page(others[0], evening.home)
    Lease.objects.filter(member=gone.member(evening.table.group)).delete()
    for who in others:
        drawn = page(who, evening.home)
        words = re.sub(r"\s+", " ", re.sub("<[^>]*>", "", drawn))
        assert f"{gone.name} is away {gone.name}’s turn. Then" in words
        assert "away" in drawn[drawn.index(f'id="p-{mover}"') :].split("</a>")[0]
        assert way_on in words
    asked = evening.act(others[0], "without", target=str(mover), confirmed="1")
    assert asked.status_code == 204, asked.content
    Lease.objects.filter(member=gone.member(evening.table.group)).delete()
    for who in others:
        assert way_on not in page(who, evening.home)


@pytest.mark.parametrize("about", ["claim", "abandon", "mute"])
def test_a_no_lies_on_the_table_with_who_said_it_until_something_moves(about: str) -> None:
    """T47: whoever asked reads who did not agree; and so do those who asked nothing, and whoever only looks on."""
    evening = three()
    evening.begin()
    for who in (evening.idris, evening.nell):
        page(who, evening.home)  # whoever is away is not asked
    fields = {"claim": {"words": "Six goats."}, "mute": {"target": "3"}}.get(about, {})
    asked = evening.act(evening.ros, about, confirmed="1", **fields)
    assert asked.status_code == 204, asked.content
    said = evening.act(evening.idris, "answer", question="1", yes="0")
    assert said.status_code == 204, said.content
    for who in (evening.ros, evening.nell):
        slip = _no_slip(page(who, evening.home))
        assert "Idris does not agree: it stays as it is. Ros" in slip and "Say why" not in slip
        assert ("“Six goats.”" in slip) == (about == "claim")
    mine = _no_slip(page(evening.idris, evening.home))
    assert "You do not agree" in mine and "Say why" in mine
    evening.act(evening.nell, "say", words="Pity.")
    assert _no_slip(page(evening.ros, evening.home)), "a word moves nothing"
    evening.act(evening.ros, "roll", sides="6")
    assert not _no_slip(page(evening.ros, evening.home))


def test_a_no_carries_its_words_to_whoever_asked_and_into_the_minutes() -> None:
    """T47: with the same press, in one field; without one the words stand in the talk, as before."""
    evening = three()
    evening.begin()
    for who in (evening.idris, evening.nell):
        page(who, evening.home)
    evening.act(evening.ros, "claim", words="Six goats.", confirmed="1")
    assert "No, because …" not in page(evening.ros, evening.home), "whoever asks answers nothing"
    drawn = page(evening.idris, evening.home)
    form = re.search(r'(?s)<form[^>]*action="([^"]*)"[^>]*id="f-b-1".*?</form>', drawn)
    assert form and 'name="words"' in form[0] and "No, because …" in drawn
    fields = {k: v[0] for k, v in parse_qs(urlsplit(html.unescape(form[1])).query).items()}
    assert fields.pop("verb") == "answer"
    said = evening.act(evening.idris, "answer", **fields, words="Two are <i>sheep</i>")
    assert said.status_code == 204, said.content
    for who in (evening.ros, evening.nell):
        drawn = page(who, evening.home)
        assert "Idris does not agree: it stays as it is. “Two are &lt;i&gt;sheep&lt;/i&gt;”" in _no_slip(drawn)
        assert "does not agree: Two are &lt;i&gt;sheep&lt;/i&gt;" in re.sub(r"</?bdi>", "", drawn)
    mine = _no_slip(page(evening.idris, evening.home))
    assert "You do not agree" in mine and "Say why" not in mine, "it has been said"


def test_a_no_carries_its_words_without_a_script_too() -> None:
    """By a form of its own, which stands outside what is live (T47)."""
    evening = three()
    evening.begin()
    assert 'id="f-no-' not in page(evening.idris, evening.home)
    evening.act(evening.ros, "claim", words="Six goats.", confirmed="1")
    assert 'id="f-no-1"' not in page(evening.ros, evening.home), "whoever asks answers nothing"
    plain = "".join(re.findall(r"(?s)<noscript>.*?</noscript>", page(evening.idris, evening.home)))
    form = re.search(r'(?s)<form[^>]*action="([^"]*)"[^>]*id="f-no-1".*?</form>', plain)
    assert form and 'name="csrfmiddlewaretoken"' in form[0] and 'name="words"' in form[0]
    key = re.search(r'name="key"\s*value="([^"]*)"', form[0])
    assert key
    said = evening.idris.post(html.unescape(form[1]), {"key": key[1], "words": "Two are sheep"})
    assert said.status_code == 303, said.content
    assert "Idris does not agree: it stays as it is. “Two are sheep”" in _no_slip(page(evening.ros, evening.home))


def test_what_is_taken_back_by_whoever_asked_it_is_told_as_nobodys_no() -> None:
    evening = three()
    evening.begin()
    page(evening.idris, evening.home)
    evening.act(evening.ros, "claim", words="Six goats.", confirmed="1")
    evening.act(evening.ros, "answer", question="1", yes="0")
    assert not _no_slip(page(evening.idris, evening.home))


def _no_slip(html: str) -> str:
    """The words of the slip that tells of a no; "" where there is none."""
    found = re.search(r'(?s)<div class="slip ask-slip no-slip".*?</div>', html)
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", found[0])).strip() if found else ""
