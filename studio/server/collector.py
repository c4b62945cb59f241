"""Python's collector of what nobody can reach: kept from walking again and again through what stays.

What a process has loaded stays for as long as it serves, and what pages remember is dropped by their memories. Walking
through all of it took a seventh of what moves at a hundred tables cost, and with an archive of ten thousand decks known
it stops every thread for a quarter of a second.
"""

import gc

# Objects made, and how often the younger are looked over before the older are: what a request leaves behind is small,
# and goes before much else is made around it.
COLLECT_AFTER = (4_000, 100, 20)


def collect_seldom() -> None:
    """As a process begins."""
    pass_over()
    gc.set_threshold(*COLLECT_AFTER)


def pass_over() -> None:
    """Have the collector pass over whatever is there now, for good."""
    gc.collect()
    gc.freeze()
