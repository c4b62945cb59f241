"""How large, how many and how often, where pictures are concerned. Shown where one is chosen."""

from __future__ import annotations

from cards.rules.limits import PICTURE_SIDE_MAX
from studio.people.limits import GroupPace, Pace

BYTES_MAX = 8_000_000  # of a file as it is brought
PIXELS_MAX = 4096 * 4096  # "16 megapixels", read from the header before anything is decoded
SIDE_MAX = 12_000  # pixels; more is no picture but a bomb
SIDE_MIN = 16  # pixels; less is no picture
# Counted in the header too: a file of 40 kB can ask for a thousand goings over sixteen megapixels. A camera's has one,
# one that comes bit by bit some ten.
SCANS_MAX = 100
SEGMENTS_MAX, CHUNKS_MAX = 1000, 20_000  # of a JPEG and a PNG that are walked
WORK_MAX = 64  # megapixels gone over for one picture: forty scans of the largest there may be

KEPT_SIDE = PICTURE_SIDE_MAX  # pixels of the longer side that are kept: 980 dpi across a poker card
KEPT_SIDE_SHEER = 1400  # the same of one that lets the card shine through, which is kept without loss
SCREEN_SIDE = 1100  # pixels of the longer side that pages show

PERSON_BYTES_MAX = 200_000_000  # kept for one person, in all of their decks
DECK_BYTES_MAX = 500_000_000  # brought to one deck
SITE_BYTES_MAX = 8_000_000_000  # on this machine
UNUSED_DAYS = 30  # after which a picture that no card names goes

CARRIED_WORK_MAX = 240  # megapixels gone over for one file of a deck: forty of the largest that are kept
CARRIED_MAX = 30  # pictures in one file of a deck: each is drawn anew where it comes in
PICTURES_CHARACTERS_MAX = 5_500_000  # of all of them in base64; the deck's words need the rest of a file

WORK_PACE = Pace(400, 300)  # megapixels gone over for one person: thirty photographs, or six that are made to be slow
PICTURE_PACE = GroupPace("picture", person=Pace(20, 300), group=Pace(120, 300))
AT_ONCE = 2  # decoded at the same time by one server process
QUEUE_SECONDS = 15  # that one waits for a turn
