"""What may be ordered from the sealed process: card pages ("draw") and finished sheets ("impose")."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from cards.face.drawn import DrawnFace
from cards.face.face import Face
from cards.face.lexicon import Lexicon
from cards.printing.sealed.imposition import Apart, impose
from cards.printing.sealed.proof import faults
from cards.printing.sealed.render import CardRenderer
from cards.printing.sealed.sheet_drawing import SheetCard, SheetSpec
from cards.printing.shared.messages import Rendered
from studio.kernel.codec import from_plain

MOST_FAULTS = 8  # that are told


def answer(renderer: CardRenderer, header: dict[str, Any], blobs: list[bytes], tell: Callable[[int], None]) -> Rendered:
    """Carries out one request. Raises Unreadable when a face does not have the shape of one.

    SheetSpec come with their faces (with: is it a Special Rule? and the least step it was drawn with), and are read
    before they are handed out.
    """
    match header["do"]:
        case "draw":
            faces = [(from_plain(Face, plain), bool(is_rule)) for plain, is_rule in header["faces"]]
            language, lexicon = header.get("language", ""), _lexicon(header)
            pictures = dict(zip(header.get("pictures", ()), blobs, strict=True))
            drawn, found = renderer.draw(faces, header["frame"], header["size"], tell, language, lexicon, pictures)
            return {"done": [[dataclasses.asdict(page) for page in cards] for cards in found]}, [drawn]
        case "impose":
            plain = header["sheets"]
            wanted = SheetSpec(**plain | {"cards": tuple(SheetCard(**card) for card in plain["cards"])})
            try:
                pdf = impose(wanted, blobs, renderer, is_plain=header["is_plain"])
            except Apart:
                return {"done": False, "faults": ["fonts that cannot be joined"]}, []
            wrong = faults(pdf, wanted, _said(renderer, wanted, header["faces"], _lexicon(header)))
            return {"done": not wrong, "faults": wrong[:MOST_FAULTS]}, [] if wrong else [pdf]
        case "refused":
            return {"done": list(renderer.fetcher.refused)}, []
        case _:
            raise ValueError("no such request")


def _lexicon(header: dict[str, Any]) -> Lexicon:
    found: Lexicon = from_plain(Lexicon, header.get("lexicon", {}))
    return found


def _said(renderer: CardRenderer, wanted: SheetSpec, faces: list[Any], lexicon: Lexicon) -> list[DrawnFace]:
    """The face of each card, as it is drawn from its words anew."""
    drawn = [
        renderer.cards(from_plain(Face, plain), is_rule, wanted.frame, wanted.size, least, wanted.language, lexicon)
        for plain, is_rule, least in faces
    ]
    return [drawn[card.face][card.part] for card in wanted.cards]
