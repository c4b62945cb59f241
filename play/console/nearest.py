"""What a mistyped word was probably meant to be: the nearest of the names that there are, by letters."""

from __future__ import annotations

from collections.abc import Iterable

TYPED_MAX = 40  # characters of what is looked at; longer ones are no slip of a finger


def nearest(typed: str, names: Iterable[str]) -> str:
    """The one name that is fewest slips away (a letter wrong, missing, too many, or two swapped); "" where none is
    near, or two are as near. Three letters have one slip, twelve have three. Costs the letters typed for each name.
    """
    typed = typed.casefold()
    most = min(3, max(1, len(typed) // 4)) if 2 < len(typed) <= TYPED_MAX else 0
    found: list[str] = []
    for name in dict.fromkeys(names) if most else ():
        slips = _slips(typed, name.casefold(), most)
        if slips < most:
            most, found = slips, []
        if slips <= most:
            found.append(name)
    return found[0] if len(found) == 1 else ""


def nearest_beginning(typed: str, names: Iterable[str]) -> str:
    """The one name that begins nearly so, in its first letter exactly: "Tode" for Toad Hall, two slips at most. Empty
    where none does, or two do."""
    words = typed.casefold().split()
    typed = " ".join(words)
    if not 4 <= len(typed) <= TYPED_MAX:
        return ""
    begins = {name: " ".join(name.casefold().split()[: len(words)]) for name in names}
    found = [name for name, start in begins.items() if start[:1] == typed[0] and _slips(typed, start, 2) <= 2]
    return found[0] if len(found) == 1 else ""


def _slips(typed: str, name: str, most: int) -> int:
    """How many slips lie between two words, `most` + 1 for more than that. Counted along the diagonal alone."""
    if abs(len(typed) - len(name)) > most:
        return most + 1
    beyond = most + 1
    before: dict[int, int] = {}
    row = {n: n for n in range(min(len(name), most) + 1)}
    for i, letter in enumerate(typed, 1):
        two_before, before, row = before, row, {}
        for j in range(max(0, i - most), min(len(name), i + most) + 1):
            if j == 0:
                row[j] = i
                continue
            changed = before.get(j - 1, beyond) + (letter != name[j - 1])
            row[j] = min(changed, before.get(j, beyond) + 1, row.get(j - 1, beyond) + 1)
            if i > 1 and j > 1 and letter == name[j - 2] and typed[i - 2] == name[j - 1]:
                row[j] = min(row[j], two_before.get(j - 2, beyond) + 1)
        if min(row.values()) > most:
            return beyond
    return min(row.get(len(name), beyond), beyond)
