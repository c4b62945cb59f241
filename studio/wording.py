"""Refusals: a stable code, the status it answers with, and its sentence. Each app's `wording.py` holds its own.

A sentence says what happened, then what to do. Names in braces are the facts the refusal carries;
they are filled in as plain text, so a template escapes the whole sentence like any other. The sentences are English and
the ids of messages: studio/web/words.py makes words of them. `tests/test_wording.py` reads every `Refused("…")` in the
source and fails when its code is missing, or is worded by an app that stands above the one that raises it.

Statuses: 404 there is no such thing for you, 409 it was possible and no longer is (or not at this
moment), 422 what was written cannot be taken as it stands, 429 too often, 503 not just now,
403 you are here but this is for somebody else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class RefusalAnswer:
    """What one refusal answers: an HTTP status and a sentence with {facts}."""

    status: int
    sentence: str


def gone(sentence: str) -> RefusalAnswer:
    return RefusalAnswer(404, sentence)


def late(sentence: str) -> RefusalAnswer:
    return RefusalAnswer(409, sentence)


def amiss(sentence: str) -> RefusalAnswer:
    return RefusalAnswer(422, sentence)


def often(sentence: str) -> RefusalAnswer:
    return RefusalAnswer(429, sentence)


def resting(sentence: str) -> RefusalAnswer:
    return RefusalAnswer(503, sentence)


def others(sentence: str) -> RefusalAnswer:
    return RefusalAnswer(403, sentence)


REQUESTS: dict[str, RefusalAnswer] = {
    "request.unreadable": amiss("That did not arrive in one piece. Go back and send it once more."),
    "request.name_long": amiss("The name of that file is too long to be sent. Give it a shorter one, then send it."),
    "request.reused": late("This page has already sent something else with that button. Reload it and try again."),
    "pace.person": often("You are faster than the others can read. Wait {seconds} seconds, then send it again."),
    "pace.group": often("So much is being written here just now. Wait {seconds} seconds, then send it again."),
    "lane.full": resting("Much is being brought in just now. Nothing of yours is lost: send it again in a moment."),
    "tries.too_many": often("That was a lot of tries in a short time. Wait {seconds} seconds, then try again."),
}

UNFINISHED: dict[str, RefusalAnswer] = {
    "unfinished.newer": late("You wrote more of this elsewhere. Choose which of the two to go on with."),
    "unfinished.pocket_full": late("Your pocket is full: {limit} cards. Put one to the table, or throw one away."),
    "unfinished.many": late("You have begun {limit} cards here. Finish one, or throw one away."),
    "unfinished.person_full": late(
        "What you have begun takes {limit} MB, and that is as much as is kept of one’s drafts. This one stays on this "
        "device: put a card to the table, or throw one away, and there is room for it."
    ),
    "unfinished.room_full": late(
        "What is begun here takes {limit} MB, and that is as much as one deck may. This stays on this device."
    ),
    "unfinished.site_full": late(
        "There is no room for this on this machine: what is left of it is everybody’s. Its host can make more; this "
        "stays on this device."
    ),
    "unfinished.large": amiss("That is more than a card holds. It is kept on this device alone."),
}

NOTICES: dict[str, RefusalAnswer] = {
    "push.off": gone("This site sends no notices. Its host has set no key for them."),
    "push.unknown": amiss("That is no push service we know. This browser cannot be told from here."),
    "push.many": late("{limit} of your browsers are told already. Stop it on one of them first."),
}

NAMES: dict[str, RefusalAnswer] = {
    "name.empty": amiss("A name is needed, so that the others know who is speaking."),
    "name.long": amiss("That name is {length} characters long. {limit} fit on a seal's label: shorten it a little."),
    "name.unreadable": amiss("That name has no letter or number in it. Give one that can be said out loud."),
    "name.reserved": amiss("“{name}” is what we call people who asked to be forgotten. Take another name."),
    "name.taken": late(
        "Somebody in this group is called {name} already. Take another name, or say that you are {name}."
    ),
    "name.alike": late(
        "{name} is here already with the same seal, and {typed} reads much like that. Take a seal of another shape, or "
        "another name."
    ),
    "name.two_in_one": late("That is two members’ names in one. Take a name of your own."),
    "name.turned": amiss("There are marks in that name which turn the writing round. Type it without them."),
    "colour.unknown": amiss("That colour could not be read. Choose one of the inks."),
    "shape.unknown": amiss("That is not one of the seals. Choose one of the eight shapes."),
}

DOORS: dict[str, RefusalAnswer] = {
    "person.unknown": others("We do not know you on this device yet. Give your name first."),
    "join.link_dead": gone("This invitation no longer opens anything. Ask the group for the new link."),
    "join.group_full": late("This group has {limit} members, and that is as many as one group holds."),
    "join.groups_many": late("You are in {limit} groups, and that is as many as one person holds. Leave one first."),
    "room.unknown": amiss("No room answers to that code just now. Codes change each evening: ask for today's."),
    "knock.gone": late("Nobody is knocking any more. If they knock again, it shows here."),
    "knock.many": late("Too many people are knocking at this door. Try again in a few minutes."),
    "steward.only": others("Only {stewards} can do that."),
    "member.unknown": gone("There is no such member in this group. They may have left just now."),
    "member.self": late("To go yourself, leave the group from your own page."),
    "claim.here": late("{name} is in the room just now. If you are {name}, use the device you are already on."),
    "claim.alone": late("Nobody is here to vouch for you. Use your recovery code on the sign-in page."),
    "claim.newcomer": late("Somebody who was here a day before them must answer this. Only such a voice counts."),
    "claim.own": late("You cannot vouch for yourself. Somebody else in the group must answer this."),
    "claim.settled": late("This has been answered already."),
    "claim.said": late("You have said so already. One more member must know the voice."),
    "claim.yourself": late("That is your own seat. If it was not you who asked, say no."),
    "claim.too_new": late(
        "{wanted} who came here at least a day before you must know your voice, and there are too few. "
        "Use your recovery code on the sign-in page, or come in anew by the link another day and say it then."
    ),
    "claim.refused": late("You were told already that you are not {name}. That cannot be asked again from here."),
    "claim.denied": late("{name} said no to this from their own device a few days ago. They are not lost."),
    "claim.doubled": late("Somebody else was taken for {name} within the last day. That must be settled first."),
    "claim.over": late("The day in which that could be undone is over."),
    "claim.not_yet": others("Not from this device yet: that you are {name} can still be undone until {until}."),
    "claim.theirs": others(
        "This was {name}’s before you came, and stays as {name} left it until {until}: till then your standing in can "
        "be undone."
    ),
    "claim.open": late("You have already said who you are. Somebody in the group must answer that first."),
    "claim.account_kept": late("{name} has an account. Sign in with it, or take another name."),
}

ACCOUNTS: dict[str, RefusalAnswer] = {
    "account.taken": late("That sign-in name is taken. Choose another; the group will still see {name}."),
    "account.exists": late("You already have an account: sign in with {name}."),
    "account.password_empty": amiss("A password is needed. A few words in a row make a good one."),
    "account.password_short": amiss(
        "That password is too short. Use at least {limit} characters: a few words in a row."
    ),
    "account.password_long": amiss("That password is too long. {limit} characters are plenty."),
    "account.password_common": amiss(
        "That password is one of the first a stranger would try. Use a few words in a row."
    ),
    "account.password_numeric": amiss("A password of numbers alone is soon guessed. Put words in it."),
    "account.password_similar": amiss("That password is too like your name. Use a few words that are not about you."),
    "account.password_weak": amiss("That password is too easily guessed. Use a few words in a row."),
    "account.sign_in": amiss("That name and password do not go together. Check both, or use a recovery code."),
    "account.old_password": amiss("That is not the password of now. Nothing was changed."),
    "account.none": late("There is no account yet. Make one first."),
    "account.leaves_behind": late(
        "You would leave behind {what}. Bring it along, or say below that you mean to leave it."
    ),
    "account.two": late("You are signed in as {name} on this device already. Sign out first."),
    "recovery.wrong": amiss("That recovery code opens nothing. Each works once: it may have been used, or replaced."),
    "device.unknown": gone("That device is not one of yours, or it has been signed out already."),
}


class Refusals(Mapping[str, RefusalAnswer]):
    """Every refusal of every app by its code. Each app registers its own once, when it is ready (apps.py)."""

    def __init__(self) -> None:
        self._answers: dict[str, RefusalAnswer] = {}

    def register(self, *tables: Mapping[str, RefusalAnswer]) -> None:
        """A code that is worded twice is a mistake and stops the start."""
        for table in tables:
            twice = self._answers.keys() & table.keys()
            if twice:
                raise ValueError(f"worded twice: {', '.join(sorted(twice))}")
            self._answers.update(table)

    def __getitem__(self, code: str) -> RefusalAnswer:
        return self._answers[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._answers)

    def __len__(self) -> int:
        return len(self._answers)


REFUSALS = Refusals()
REFUSALS.register(REQUESTS, NAMES, DOORS, ACCOUNTS, UNFINISHED, NOTICES)

_UNWORDED = late("That could not be done just now. Reload the page and look at how things stand.")


def sentence_of(refused: Refused) -> str:
    """The English sentence, its facts not filled in. Never raises."""
    return REFUSALS.get(refused.code, _UNWORDED).sentence


def status(refused: Refused) -> int:
    """The HTTP status that goes with it."""
    return REFUSALS.get(refused.code, _UNWORDED).status
