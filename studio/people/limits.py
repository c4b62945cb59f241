"""How long, how many and how often, where people are concerned. Shown on the page where one of them bites."""

from __future__ import annotations

from dataclasses import dataclass

NAME_MAX = 40  # characters of a name, after cleaning
NAME_MARKS_MAX = 2  # combining marks on one letter of a name; more only climb over the neighbouring lines
SIGN_IN_NAME_MAX = 60
PASSWORD_MAX = 200  # hashing a longer one costs time and adds nothing
GROUP_MEMBERS_MAX = 500
PERSON_GROUPS_MAX = 200
PUSH_DEVICES_MAX = 8  # browsers of one person that are told
STRANGER_DAYS = 30  # somebody who never came into a group is forgotten after so long unseen
DEVICES_MAX = 30  # browsers one person is known by; the longest unseen goes first

ROOM_CODE_HOURS = 12  # a code made for the evening is gone by the next
KNOCKS_WAITING_MAX = 12  # people at one door at a time
KNOCK_SEEN_SECONDS = 45  # whoever has not asked for this long has gone from the door
KNOCK_WAIT_MINUTES = 30

# What somebody is writing, in one room: the largest drawing there can be, in figures, and all the words of a card.
UNFINISHED_BYTES_MAX = 400_000
UNFINISHED_FIELDS_MAX = 400  # the sentences of a Special Rule have several each
UNFINISHED_MAX = 60
UNFINISHED_PERSON_BYTES_MAX = 20_000_000  # of all that one person has begun, in all rooms
UNFINISHED_ROOM_BYTES_MAX = 100_000_000  # of what all have begun in one room
UNFINISHED_SITE_BYTES_MAX = 2_000_000_000  # on this machine
NEWCOMER_DAYS = 7  # all who are known for less share one half of what others leave on this machine
POCKET_MAX = 20  # of these, new cards put away for later

CLAIM_LEAD_HOURS = 24  # whoever vouches for a newcomer was here so long before them
CLAIM_HOLD_HOURS = 24  # so long after a yes two seats can be parted again
CLAIM_ALONE_DAYS = 7  # so long a no is waited for where nobody who vouched for a steward came long before
CLAIM_REFUSED_DAYS = 7  # after a no from somebody's own device nobody else says to be them for so long

# Of one address (a household, a classroom, a whole /64 of IPv6) in one process. Behind a proxy, whose own lines carry
# everybody, only sockets are counted, by the address it forwards.
STRANGER_SOCKETS_MAX = 200  # open sockets of people we do not know; of somebody known there are ten (live/hub.py)
CONNECTIONS_MAX = 1000  # and no more than half of the process's file descriptors


@dataclass(frozen=True, slots=True)
class Pace:
    """At most `burst` at once, and one more each `seconds / burst`."""

    burst: int
    seconds: int


@dataclass(frozen=True, slots=True)
class GroupPace:
    """How often `what` may be written: by one person, wherever they are, and by all of one group together."""

    what: str
    person: Pace
    group: Pace


ROOM_CODE_PACE = Pace(5, 60)  # per address
SIGN_IN_PACE = Pace(10, 60)  # per address
SIGN_IN_NAME_PACE = Pace(10, 300)  # per sign-in name, whoever tries
RECOVERY_PACE = Pace(5, 60)  # per address
NOTICES_PACE = Pace(20, 600)  # per person: a browser's address is written anew each time
PAPERS_PACE = Pace(6, 60)  # per person: every table they ever sat at is told again
ARRIVAL_PACE = Pace(120, 3600)  # new people per address: a school class at one connection still gets in
START_PACE = Pace(120, 3600)  # decks begun from one address: one for each of those new people
COME_BACK_PACE = Pace(10, 600)  # per person and group: each coming and going is told in every deck
KEEP_PACE = Pace(240, 3600)  # decks put on shelves of people’s own, per address
ACCOUNT_PACE = Pace(10, 600)  # new accounts per address
CARD_PICTURE_PACE = Pace(60, 60)  # pictures of single cards per address that must be drawn first
PRINT_PACE = Pace(30, 60)  # prints asked for and cancelled, per person, or per network of people without a name
# Ten a second, where a drawing counts as one more for each ten thousand characters: the fullest there can be, fifty.
PREVIEW_PACE = Pace(600, 60)
READ_PACE = Pace(20, 60)  # lists read per member: reading a megabyte takes a second of this machine

UNFINISHED_PACE = Pace(120, 120)  # writings kept per person: one after each rest of two seconds, in two tabs

# What is written stays in a log that everybody is sent. A fast evening of six writes six proposals and ten remarks a
# minute; a class of thirty writes thirty of each.
PROPOSAL_PACE = GroupPace("propose", person=Pace(60, 600), group=Pace(300, 600))
DRAFT_PACE = GroupPace("draft", person=Pace(60, 600), group=Pace(300, 600))  # rewordings, details, versions
REMARK_PACE = GroupPace("remark", person=Pace(30, 60), group=Pace(200, 60))
TALK_PACE = GroupPace("talk", person=Pace(30, 30), group=Pace(150, 30))  # at tables: a lively quarrel gets through
SKETCH_PACE = Pace(120, 120)  # drawings told to the room while they are drawn, per person: one in 1.5 s, in two tabs
SUGGESTION_PACE = GroupPace("suggest", person=Pace(20, 600), group=Pace(100, 600))  # drawings of up to 400 KB
VOTE_PACE = GroupPace("vote", person=Pace(30, 60), group=Pace(200, 60))  # votes that are changed: see cards/access.py
BATCH_PACE = GroupPace("mark", person=Pace(200, 60), group=Pace(2000, 60))  # marks of a sweep: thirty people, 150 cards
GAP_PACE = GroupPace("gap", person=Pace(60, 60), group=Pace(300, 60))  # hung and unhooked with a finger
IMPORT_PACE = GroupPace("import", person=Pace(20, 600), group=Pace(60, 600))  # lists let into a deck
