"""Cards whose words are hard to fit, and where lines of them lie."""

from __future__ import annotations

from cards.face.face import Face

FOREIGN = (
    Face("Ядро", "Thing", "Каждый игрок берёт карту. " * 12),
    Face("שלום", "Action", "כל שחקן לוקח קלף. " * 14),
    Face("Χελώνα", "Thing", "Κάθε παίκτης τραβάει ένα φύλλο. " * 10, "Αργά."),
)


def inside_lines(page, name: str) -> list[str]:
    from cards.printing.sealed.engine.boxes import inside

    lines = [box for box in inside(page, name) if type(box).__name__ == "LineBox"]
    inside = [line for line in lines if (line.element.get("class") or "") != "cf-coin"]
    return ["".join(part.text for part in _own(line) if hasattr(part, "text")).strip() for line in inside]


def _own(line):
    """What stands in a line itself, and not in a coin that lies in it."""
    for part in line.children:
        if type(part).__name__ == "InlineBlockBox":
            continue
        yield part
        if hasattr(part, "children"):
            yield from _own(part)
