"""What can be proposed, in whole sentences: who proposes it, who proposed it, and alone in a list. Messages only."""

from __future__ import annotations

from dataclasses import dataclass

from studio.kernel.messages import Message, Slot, counted, message, number_word


@dataclass(frozen=True, slots=True)
class Case:
    """What can be proposed, as whole sentences: {who} proposes it, proposed it; and alone, in a list."""

    proposes: Message
    proposed: Message
    alone: Message

    def given(self, **slots: Slot) -> Case:
        return Case(self.proposes.given(**slots), self.proposed.given(**slots), self.alone.given(**slots))


def create(copies: int, side: str) -> Case:
    """A new card, in several copies perhaps, of a side perhaps (V2)."""
    if copies == 1:
        return CREATE_ON_SIDE.given(side=side) if side else CREATE
    if side:
        return Case(
            counted(
                "{who} proposes {kind} for {side}, {count} copy",
                "{who} proposes {kind} for {side}, {count} copies",
                copies,
            ),
            counted(
                "{who} proposed {kind} for {side}, {count} copy",
                "{who} proposed {kind} for {side}, {count} copies",
                copies,
            ),
            counted("{kind} for {side}, {count} copy", "{kind} for {side}, {count} copies", copies),
        ).given(side=side)
    return Case(
        counted("{who} proposes {kind}, {count} copy", "{who} proposes {kind}, {count} copies", copies),
        counted("{who} proposed {kind}, {count} copy", "{who} proposed {kind}, {count} copies", copies),
        counted("{kind}, {count} copy", "{kind}, {count} copies", copies),
    )


def recount(copies: int, was: int) -> Case:
    number = number_word(copies)
    if not was:
        return Case(
            counted("{who} proposes one copy of {title}", "{who} proposes {number} copies of {title}", copies),
            counted("{who} proposed one copy of {title}", "{who} proposed {number} copies of {title}", copies),
            counted("one copy of {title}", "{number} copies of {title}", copies),
        ).given(number=number)
    return Case(
        counted(
            "{who} proposes one copy of {title} instead of {was}",
            "{who} proposes {number} copies of {title} instead of {was}", copies,
        ),
        counted(
            "{who} proposed one copy of {title} instead of {was}",
            "{who} proposed {number} copies of {title} instead of {was}", copies,
        ),
        counted("one copy of {title} instead of {was}", "{number} copies of {title} instead of {was}", copies),
    ).given(number=number, was=number_word(was))  # fmt: skip


CREATE = Case(message("{who} proposes {kind}"), message("{who} proposed {kind}"), message("{kind}"))
CREATE_ON_SIDE = Case(
    message("{who} proposes {kind} for {side}"), message("{who} proposed {kind} for {side}"),
    message("{kind} for {side}"),
)  # fmt: skip
AMEND = Case(
    message("{who} proposes to reword {title}"), message("{who} proposed to reword {title}"),
    message("to reword {title}"),
)  # fmt: skip
REPEAL = Case(
    message("{who} proposes to take {title} out"), message("{who} proposed to take {title} out"),
    message("to take {title} out"),
)  # fmt: skip
RESTORE = Case(
    message("{who} proposes to bring {title} back"), message("{who} proposed to bring {title} back"),
    message("to bring {title} back"),
)  # fmt: skip
SIDE = Case(
    message("{who} proposes {title} on the side {side}"), message("{who} proposed {title} on the side {side}"),
    message("{title} on the side {side}"),
)  # fmt: skip
NO_SIDE = Case(
    message("{who} proposes {title} on the side of all"), message("{who} proposed {title} on the side of all"),
    message("{title} on the side of all"),
)  # fmt: skip
SHOWN_TO = {
    "private": (
        message("Behind our own door"),
        Case(
            message("{who} proposes to keep the deck private"), message("{who} proposed to keep the deck private"),
            message("to keep the deck private"),
        ),
    ),
    "unlisted": (
        message("For whoever has the link"),
        Case(
            message("{who} proposes to show the deck to whoever has the link"),
            message("{who} proposed to show the deck to whoever has the link"),
            message("to show the deck to whoever has the link"),
        ),
    ),
    "public": (
        message("Out in the open"),
        Case(
            message("{who} proposes to show the deck to everybody"),
            message("{who} proposed to show the deck to everybody"),
            message("to show the deck to everybody"),
        ),
    ),
}  # fmt: skip
LICENCE = Case(
    message("{who} proposes the licence {licence}"), message("{who} proposed the licence {licence}"),
    message("the licence {licence}"),
)  # fmt: skip
NO_LICENCE = Case(
    message("{who} proposes the licence none"), message("{who} proposed the licence none"),
    message("the licence none"),
)  # fmt: skip
KIT = Case(
    message("{who} proposes to lay the table another way"), message("{who} proposed to lay the table another way"),
    message("to lay the table another way"),
)  # fmt: skip
WORDS = Case(
    message("{who} proposes other symbols or words"), message("{who} proposed other symbols or words"),
    message("other symbols or words"),
)  # fmt: skip
BACK = Case(
    message("{who} proposes another back for the cards"), message("{who} proposed another back for the cards"),
    message("another back for the cards"),
)  # fmt: skip
DELETE = Case(
    message("{who} proposes to throw the whole deck away"), message("{who} proposed to throw the whole deck away"),
    message("to throw the whole deck away"),
)  # fmt: skip
PACKAGE = Case(
    message("{who} proposes {number} changes at once"), message("{who} proposed {number} changes at once"),
    message("{number} changes at once"),
)  # fmt: skip

AGREE = message("Do we agree?")
QUESTIONS: dict[str, Message] = {
    "create": message("Does it go in?"),
    "amend": message("Does it change?"),
    "repeal": message("Does it go out?"),
    "restore": message("Does it come back?"),
    "recount": message("Is that the number?"),
}
STAMPS = {"repeal": message("Out?"), "restore": message("Back?")}
