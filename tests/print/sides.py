"""One side of a printed sheet, read from outside: its letters, which way up its backs lie, its ink."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pypdfium2
from PIL import Image
from pypdfium2 import raw

from cards.face.face import Face
from cards.printing.geometry.cutting_machines import cutter_named, to_type
from cards.printing.geometry.sheets import RULER_WORDS
from studio.kernel.messages import english
from tests.print.dots import inked, inked_edge, told, wipe
from tests.print.promised import Box, Promised
from tests.print.reading import letters

MM = 72 / 25.4  # pt
DOTS = 4  # pixels a mm


class Side:
    """One side of a sheet."""

    def __init__(self, page: pypdfium2.PdfPage, promised: Promised, number: int, *, is_back: bool) -> None:
        self.page, self.promised, self.number, self.is_back = page, promised, number, is_back
        self.paper = page.get_width() / MM, page.get_height() / MM
        self.far = self.paper[0] + 1, self.paper[1] + 1  # beyond its last point
        layout = promised.job.layout
        self.fronts = [] if is_back else promised.laid(number)
        has_backs = is_back or (layout.fold and promised.has_backs)
        self.backs = promised.behind(number, self.paper) if has_backs else []
        self.text = page.get_textpage()
        finish = promised.job.finish
        self.bleed = (layout.bleed + (finish.back_bleed if promised.has_backs else 0)) / 100

    def texts(self) -> list[str]:
        return [self.text.get_text_bounded(*self._in_pt(box)) for _, box in self.fronts]

    def _in_pt(self, box: Box) -> Box:
        left, top, right, bottom = box
        high = self.paper[1]
        return left * MM, (high - bottom) * MM, right * MM, (high - top) * MM

    def faults(self) -> list[str]:
        name = f"sheet {self.number}{' backs' if self.is_back else ''}"
        return [f"{name}: {words}" for words in (*self._letters(), *self._turned(), *self._ink())]

    def _letters(self) -> Iterator[str]:
        """Every letter is whole on a card, or belongs to the foot."""
        outside = []
        boxes = [box for _, box in (*self.fronts, *self.backs)]
        is_hex = self.promised.job.size == "hex"
        for at in range(self.text.count_chars()):
            letter = chr(raw.FPDFText_GetUnicode(self.text, at))
            left, bottom, right, top = (value / MM for value in self.text.get_charbox(at))
            if letter.isspace() or right - left < 0.05 or letter in "\x02\ufffe":
                continue
            box = left, self.paper[1] - top, right, self.paper[1] - bottom
            card = next((one for one in boxes if _holds(one, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))), None)
            if card is None:
                outside.append(letter)
            elif not all(_holds(card, point, is_hex) for point in ((box[0], box[1]), (box[2], box[3]))):
                yield f"{letter!r} at {told(box)} runs over the edge of the card at {told(card)}"
        job = self.promised.job
        said = f"{job.name} · {job.finish.whose} DRAFT Sheet {self.number} of {self.promised.sheets}, backs."
        if job.finish.cutter and (told_to := to_type(cutter_named(job.finish.cutter))):
            said += f" {english(told_to)}"
        words = f"{said} Print at 100 %, not “fit to page”. {RULER_WORDS}" * job.finish.has_foot
        if left_over := letters("".join(outside)) - letters(words):
            yield f"letters outside of cards and foot: {''.join(left_over.elements())[:60]!r}"

    def _turned(self) -> Iterator[str]:
        """The words on a back are that back's, and upside down where it is to be."""
        for item, box in self.backs:
            if item.back is None:
                continue
            words = self.text.get_text_bounded(*self._in_pt(box))
            if missing := letters(item.back.sub or item.back.title) - letters(words):
                yield f"the back at {told(box)} is without {''.join(missing)!r}: {words!r}"
            places = [
                self.text.get_charbox(at)[0]
                for at in range(self.text.count_chars())
                if chr(raw.FPDFText_GetUnicode(self.text, at)).isalpha() and _holds(box, self._middle(at))
            ]
            if len(places) > 1 and (places[0] > places[1]) != self.promised.is_turned:
                yield f"the back at {told(box)} lies the wrong way up"

    def _middle(self, at: int) -> tuple[float, float]:
        left, bottom, right, top = self.text.get_charbox(at)
        return (left + right) / 2 / MM, self.paper[1] - (bottom + top) / 2 / MM

    def _ink(self) -> Iterator[str]:
        """Ink is on cards and their bleed, on guides, on the fold and at the foot, and nowhere else."""
        job = self.promised.job
        picture = self.page.render(scale=DOTS / MM).to_pil().convert("L")
        picture.info["mm"] = self.paper  # of which it has a whole number of dots
        yield from self._bled(picture)
        yield from self._guided(picture)
        boxes = [box for _, box in (*self.fronts, *self.backs)]
        is_hex, fold = job.size == "hex", job.layout.fold
        has_guides = job.finish.guides != "none" and (not self.is_back or job.finish.has_guides_on_backs)
        around = self.bleed + 0.3
        if is_hex and has_guides:  # ticks stand round every place, also of a short sheet
            around, boxes = self.bleed + 2.8, self._places() + boxes
        for left, top, right, bottom in boxes:
            wipe(picture, (left - around, top - around, right + around, bottom + around))
        layout = job.layout
        for line in self._cuts(0) if has_guides else ():
            wipe(picture, (line - 0.4, 0, line + 0.4, self.far[1]))
        for line in self._cuts(1) if has_guides else ():
            wipe(picture, (0, line - 0.4, self.far[0], line + 0.4))
        if fold:
            middle = self.paper[1] / 2 if fold == "across" else self.paper[0] / 2
            across = 0, middle - 0.5, self.far[0], middle + 0.5
            wipe(picture, across if fold == "across" else (middle - 0.5, 0, middle + 0.5, self.far[1]))
        is_sheet = layout.paper.name != "card" and not job.finish.cutter
        if is_sheet and (found := inked_edge(picture)):
            yield f"ink within a millimetre of the paper's edge: {found}"
        if job.finish.cutter:
            return
        if not job.finish.has_foot:
            yield from (f"ink where nothing is: {found}" for found in [inked(picture)] if found)
        elif len(found := [ink for ink in (inked(picture, strip) for strip in self._strips()) if ink]) > 1:
            yield f"ink where nothing is, the foot apart: {found}"

    def _cuts(self, axis: int) -> set[float]:
        """Every line to cut along: of all places of the sheet, and of the backs beyond its fold."""
        layout = self.promised.job.layout
        first, pitch, count = ((layout.left, layout.pitch_x, layout.columns),
                               (layout.top, layout.pitch_y, layout.rows))[axis]  # fmt: skip
        long = self.promised.size[axis]
        cuts = {first / 100 + index * pitch / 100 + side for index in range(count) for side in (0, long)}
        is_mirrored = self.is_back and self.promised.job.finish.backing != "apart"
        flip = self.promised.job.finish.flip
        if is_mirrored and (axis == 0) == (flip == "left"):
            return {self.paper[axis] - cut for cut in cuts}
        if layout.fold == ("down", "across")[axis]:
            return cuts | {self.paper[axis] - cut for cut in cuts}
        return cuts

    def _strips(self) -> list[Box]:
        """Above, below, left and right of all places: one of them has the foot."""
        xs, ys = self._cuts(0), self._cuts(1)
        left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
        return [(left, 0, right, top), (left, bottom, right, self.far[1]),
                (0, top, left, bottom), (right, top, self.far[0], bottom)]  # fmt: skip

    def _places(self) -> list[Box]:
        """Of a whole sheet, as it lies on this side; of a folded one with those beyond the fold."""
        whole = replace(self.promised, cards=self.promised.cards[:1] * self.promised.job.layout.places)
        fronts = [box for _, box in whole.laid(1)]
        behind = [box for _, box in whole.behind(1, self.paper)]
        return behind if self.is_back else fronts + behind * bool(self.promised.job.layout.fold)

    def _guided(self, picture: Image.Image) -> Iterator[str]:
        """Above and beside the cards stands a guide for each cut, where there is room for one."""
        job = self.promised.job
        if job.finish.guides == "none" or job.finish.cutter or (self.is_back and not job.finish.has_guides_on_backs):
            return
        xs, ys = self._cuts(0), self._cuts(1)
        bleed = job.layout.bleed / 100
        if (room := min(ys) - bleed - 0.7) >= 2.5 and job.size != "hex":
            for x in sorted(xs):
                if not inked(picture, (x - 0.3, 0, x + 0.3, room)):
                    yield f"no guide above for the cut at x = {x:.2f}"
        if (room := min(xs) - bleed - 0.7) >= 2.5:
            for y in sorted(ys):
                if not inked(picture, (0, y - 0.3, room, y + 0.3)):
                    yield f"no guide beside for the cut at y = {y:.2f}"

    def _bled(self, picture: Image.Image) -> Iterator[str]:
        """What touches the edge of a card goes on past it, at the upper side of the first row."""
        job = self.promised.job
        bleed = job.layout.bleed / 100
        if bleed < 1.5 or self.is_back or job.frame == "hand" or job.size == "hex":
            return
        for item, (left, top, right, _) in self.fronts[: job.layout.columns]:
            strip = left + 0.5, top - bleed + 0.3, right - 0.5, top - bleed + 0.6
            if isinstance(item.piece, Face) and item.face.title and not inked(picture, strip):
                yield f"no bleed above the card at {left:.1f}, {top:.1f}"


def _holds(box: Box, point: tuple[float, float], is_hex: bool = False) -> bool:
    near = 0.05
    (left, top, right, bottom), (x, y) = box, point
    if not (left - near <= x <= right + near and top - near <= y <= bottom + near):
        return False
    across = abs(x - (left + right) / 2) / (right - left)
    # two millimetres and a quarter off the slanted sides
    return not is_hex or 2 * across + abs(y - (top + bottom) / 2) / (bottom - top) <= 0.945
