"""The measures of a card as custom properties of card.css, and the style of each size but the usual one.

`static/css/measures.css` has the usual card, which is all that most pages show, and `measures-frames.css` what it is by
hand and in the classic frame, for pages with card-hand.css or card-paper.css; both are written from here, see
cards/printing/tools/measures.py. The style of any other size is written when it is asked for: by the press, and by the
print shop's page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cards.face.measures import LEADING, USUAL, CardSize

_HEAD = """/* Written by cards/printing/tools/measures.py from the table in cards/face/measures.py; do not edit.
   --card-*: the card the whole site shows. --cf-*: one face, by its frame and its text step. */
"""
_HEXAGON = "25% 0, 75% 0, 100% 50%, 75% 100%, 25% 100%, 0 50%"
Rule = tuple[str, Iterable[tuple[str, str]]]  # a selector, and property and value


def usual_style() -> str:
    """The whole file of the usual card."""
    return _HEAD + "".join(_written(_usual()))


def usual_frames_style() -> str:
    """The whole file of what the usual card is in frames that have measures of their own."""
    by_step = ((f'.cf[data-frame="hand"][data-fit="{step}"]', (("cf-pitch", f"var(--cf-p{step})"),))
               for step in range(len(LEADING)))  # fmt: skip
    return _HEAD + "".join(_written((*_frames(USUAL, ""), *by_step)))


def size_style(size: CardSize) -> str:
    """What a style sheet says besides for cards of another size: nothing for the usual one. Comes after card.css."""
    if size == USUAL:
        return ""
    cut = f"polygon({_HEXAGON})" if size.shape == "hex" else ""
    screen = (
        f'@media screen {{\n.cf[data-size="{size.name}"]:not([style*="--cf-b:"]) {{\n  clip-path: {cut};\n}}\n}}\n'
        if cut
        else ""
    )
    return "".join(_written(_rules(size, f'[data-size="{size.name}"]'))) + screen


def _written(rules: Iterable[Rule]) -> Iterator[str]:
    for selector, found in rules:
        lines = "".join(f"  --{name}: {value};\n" for name, value in found)
        yield f"\n{selector} {{\n{lines}}}\n"


def _usual() -> Iterator[Rule]:
    yield ":root", (
        ("card-w", f"{USUAL.wide:g}mm"), ("card-h", f"{USUAL.high:g}mm"), ("card-corner", f"{USUAL.corner:g}mm"),
    )  # fmt: skip
    yield ".cf", _size(USUAL)
    for step, leading in enumerate(LEADING):
        yield f'.cf[data-fit="{step}"]', (("cf-text", f"var(--cf-f{step})"), ("cf-lead", f"{leading:g}"))


def _rules(size: CardSize, which: str) -> Iterator[Rule]:
    """A size in every frame; `which` is what selects its cards."""
    yield f".cf{which}", _size(size)
    yield from _frames(size, which)


def _frames(size: CardSize, which: str) -> Iterator[Rule]:
    """What frames say that have measures of their own."""
    yield f'.cf[data-frame="hand"]{which}', _hand(size)
    yield f'.cf[data-frame="classic"]{which}', _classic(size)


def _size(size: CardSize) -> Iterator[tuple[str, str]]:
    """The card as it is in every frame that says nothing else."""
    yield "cf-k", f"{size.scale:g}"
    yield "cf-mark", f"{size.scale * 0.8:.3g}"  # of a mark above a cost
    lengths = (
        ("w", size.wide), ("h", size.high), ("m", size.safe), ("side", size.safe + size.inset), ("head", size.head),
        ("tab-w", size.tab[0]), ("tab-h", size.tab[1]), ("indent", size.indent), ("row", size.row),
        ("line-h", size.type_line), ("stat-h", size.plate), ("beside", size.beside),
    )  # fmt: skip
    for name, length in lengths:
        yield f"cf-{name}", f"{length:g}mm"
    for name, pt in (("foot-line", size.foot_pt), ("stat-f", size.plate_pt), ("cost-f", size.cost_pt)):
        yield f"cf-{name}", f"{pt:g}pt"
    yield from _steps("cf-corner", size.corners, first=2)
    yield from _steps("cf-t", size.titles)
    yield from _steps("cf-label", size.types)
    yield from _steps("cf-flav", size.flavour)
    yield from _steps("cf-f", size.text, first=0)


def _hand(size: CardSize) -> Iterator[tuple[str, str]]:
    hand = size.hand
    for name, length in (("head", hand.head), ("m", hand.margin), ("side", hand.margin + size.inset)):
        yield f"cf-{name}", f"{length:g}mm"
    for corners in (1, 2):
        yield f"cf-beside-{corners}", f"{size.hand_column - 2 * size.inset - size.hand_beside * corners:g}mm"
    for name, pt in (("foot-line", hand.foot_pt), ("cost-f", size.hand_corner), ("stat-f", size.hand_corner)):
        yield f"cf-{name}", f"{pt:g}pt"
    yield from _steps("cf-t", hand.titles)
    yield from _steps("cf-label", hand.types)
    yield from _steps("cf-flav", hand.flavour)
    for step, (pitch, pt) in enumerate(hand.text):
        yield f"cf-p{step}", f"{pitch:g}mm"
        yield f"cf-f{step}", f"{pt:g}pt"


def _classic(size: CardSize) -> Iterator[tuple[str, str]]:
    yield "cf-bar", f"{size.bar:g}mm"
    yield from _steps("cf-corner", (size.classic_corner,))
    yield from _steps("cf-t", size.classic_titles)
    yield from _steps("cf-label", size.classic_types)


def _steps(name: str, sizes: Iterable[float], first: int = 1) -> Iterator[tuple[str, str]]:
    for step, pt in enumerate(sizes, first):
        yield f"{name}{step}", f"{pt:g}pt"
