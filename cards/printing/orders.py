"""What may be ordered from the sealed process: card pages ("draw") and finished sheets ("impose")."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from cards.printing.imposing import impose
from cards.printing.laying import Laid, Sheets
from cards.printing.render import Pages
from cards.rules.face import Face
from studio.kernel.codec import from_plain

Answer = tuple[dict[str, Any], list[bytes]]


def answer(pages: Pages, header: dict[str, Any], blobs: list[bytes], tell: Callable[[int], None]) -> Answer:
    """Carries out one order. Raises Unreadable when a face does not have the shape of one."""
    match header["order"]:
        case "draw":
            faces = [(from_plain(Face, plain), bool(is_rule)) for plain, is_rule in header["faces"]]
            drawn, found = pages.draw(faces, header["frame"], header["size"], tell, header.get("language", ""))
            return {"done": [[dataclasses.asdict(page) for page in cards] for cards in found]}, [drawn]
        case "impose":
            wanted = header["sheets"]
            cards = tuple(Laid(**card) for card in wanted.pop("cards"))
            return {"done": True}, [impose(Sheets(**wanted, cards=cards), blobs, pages)]
        case "refused":
            return {"done": list(pages.fetcher.refused)}, []
        case _:
            raise ValueError("no such order")
