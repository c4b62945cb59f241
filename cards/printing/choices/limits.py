"""The walls of what can be chosen for a print. Lengths are 1/100 mm."""

from __future__ import annotations

CARDS_MAX = 12_000  # in one print, copies and all: some 1,340 sheets
BLANKS_MAX = 1000  # blank cards in one print
BLANKS_A_PLAYER = 5  # what the rules of Dvorak ask everybody to bring
VERSION_MAX = 999_999
PICKED_MAX = 2000  # cards and Special Rules picked by number; a deck holds fewer
PICKED_TYPED_MAX = 9 * PICKED_MAX  # characters of those numbers, with a comma and a space behind each
ARTICLE_MAX = 999_999  # the highest number that can be picked
WORDS_MAX = 80  # characters of a kind, a trait, a maker, whose copy it is
NAME_MAX = 40  # characters of the name of a size, a paper, a template
MARGIN_MAX = 5000
BLEED_MAX = 318  # an eighth of an inch
GAP_MAX = 2000
OFFSET_MAX = 1000  # that backs are shifted by
BACK_BLEED_MAX = 300
THICKNESS_LEAST, THICKNESS_MAX = 5, 300
FILE_BYTES_MAX = 64 * 1024  # of a file of options
