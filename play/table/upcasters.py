"""Facts of a table as they were written once: from one number of a shape to the next, plain → plain, never changed."""

from __future__ import annotations

from studio.kernel.schema import Plain


def game_won_1(plain: Plain) -> Plain:
    """The reason of the last one standing was kept as an English sentence."""
    words = plain.get("words", "")
    rest = {name: value for name, value in plain.items() if name != "words"}
    if words == "the last standing":
        return {**rest, "how": "last_standing"}
    return {**rest, "words": words} if words else rest


def taken_back_1(plain: Plain) -> Plain:
    """The whole table stood beside the number of the entry that was gone back to."""
    return {name: value for name, value in plain.items() if name != "table"}


def question_1(plain: Plain) -> Plain:
    """What it is about could have been any text; only the words that are named now were ever written."""
    return plain


def person_is_a_member_1(plain: Plain) -> Plain:
    """The id of a membership was called a person's."""
    return {"member" if name == "person" else name: value for name, value in plain.items()}
