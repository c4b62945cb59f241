"""A vote on a card that the game waits for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.utils.safestring import SafeString

from cards.face.drawn_back import DrawnBack
from cards.values.mat import GoOn, Reason, RemarkLine, Rival, SealView
from cards.values.proof import Proof
from play.values.acts import Act
from play.values.log import AsideLine


@dataclass(frozen=True, slots=True)
class VerdictSlip:
    """How the last vote of this table ended: `was` is the card as it was put, `now` as it prints, where it is in;
    `aside` is how it may be asked again, where it is not."""

    number: int
    is_in: bool
    heading: str
    stamp: str
    count: str
    words: str
    seals: tuple[SealView, ...]
    reasons: tuple[Reason, ...]
    was: SafeString
    now: SafeString
    aside: AsideLine | None = None
    grounds: str = ""


@dataclass(frozen=True, slots=True)
class VoteSheet:
    """The room ballot that the game waits for (C1, C2), or nothing while `number` is 0.

    `face` is the proposed card as markup, `now` the printed one of an amendment, `backs`
    the back as it is and as it would be. `answer` is my vote so far and
    `reason` what I said with a no; `mine` my buttons: `for_act`, which `for_settles` where it closes the ballot,
    `against_act` (its reason is the field `reason`), `withdraw`, `reword` (an address). `verdict`
    is how the vote before it ended.
    """

    number: int = 0
    wording: int = 0
    author: SealView | None = None
    sentence: str = ""
    question: str = ""
    face: SafeString = SafeString("")
    now: SafeString = SafeString("")
    stamp: str = ""
    proof: tuple[Proof, ...] = ()
    backs: tuple[DrawnBack, DrawnBack] | None = None
    also: tuple[str, ...] = ()
    seals: tuple[SealView, ...] = ()
    tally: str = ""
    rule: str = ""
    deadline: str = ""
    reasons: tuple[Reason, ...] = ()
    because_at: int = 0
    grounds: str = ""
    go_on: tuple[GoOn, ...] = ()
    rivals: tuple[Rival, ...] = ()
    talk: tuple[RemarkLine, ...] = ()
    queue: tuple[str, ...] = ()
    answer: Literal["", "for", "against"] = ""
    reason: str = ""
    words: str = ""
    for_act: Act | None = None
    for_settles: bool = False
    against_act: Act | None = None
    withdraw: Act | None = None
    reword: str = ""
    talk_address: str = ""
    verdict: VerdictSlip | None = None
