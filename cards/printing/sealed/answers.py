"""What may be ordered from the sealed process: card pages ("draw"), sheets ("impose"), an edition to read ("read"),
pages as PNG ("pictures") or one as SVG ("svg"), and pictures of
links ("preview")."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import Any

from cards.face.lexicon import Lexicon
from cards.printing.geometry.finish import SheetFinish
from cards.printing.geometry.layouts import SheetLayout
from cards.printing.sealed.joined.sheets import Apart, laid_joined
from cards.printing.sealed.joined_pages import with_pages
from cards.printing.sealed.link_preview import draw_preview
from cards.printing.sealed.page_pictures.glyphs import Unknown
from cards.printing.sealed.page_pictures.png import pngs
from cards.printing.sealed.page_pictures.svg import svg
from cards.printing.sealed.plain_sheets import laid_plainly
from cards.printing.sealed.proof import faults
from cards.printing.sealed.reading import draw_reading
from cards.printing.sealed.recent import Recent
from cards.printing.sealed.render import CardDrawing, CardRenderer
from cards.printing.sealed.sheet_values import SheetCard, SheetSpec
from cards.printing.shared.extra_pages import read_pages
from cards.printing.shared.link_preview import LinkPreview
from cards.printing.shared.messages import Rendered
from cards.printing.shared.pieces import read_pieces
from cards.printing.shared.reading_edition import ReadingEdition
from studio.kernel.codec import from_plain

MOST_FAULTS = 8  # that are told


def answer(renderer: CardRenderer, header: dict[str, Any], blobs: list[bytes], tell: Callable[[int], None]) -> Rendered:
    """Carries out one request. Raises Unreadable when a face does not have the shape of one.

    Sheets come with their faces (the key of its pages, is it a Special Rule? and the least step it was drawn with), and
    are read before they are handed out.
    """
    match header["do"]:
        case "draw":
            pieces = read_pieces([plain for plain, _ in header["faces"]])
            faces = [(piece, bool(is_rule)) for piece, (_, is_rule) in zip(pieces, header["faces"], strict=True)]
            language, lexicon = header.get("language", ""), _lexicon(header)
            pictures = dict(zip(header.get("pictures", ()), blobs, strict=True))
            drawn, found = renderer.draw(
                faces, header["frame"], header["size"], tell, language, lexicon, pictures, header["bleed"]
            )
            return {"done": [[dataclasses.asdict(page) for page in cards] for cards in found]}, [drawn]
        case "impose":
            plain = header["sheets"]
            wanted = _sheets(plain)
            try:
                laid = laid_plainly if header["is_plain"] else laid_joined
                pdf = laid(wanted, blobs, renderer)
            except Apart:
                return {"done": False, "faults": ["fonts that cannot be joined"]}, []
            wrong = faults(pdf, wanted, _drawn(renderer, wanted, header["faces"], _lexicon(header)))
            if wrong:
                return {"done": False, "faults": wrong[:MOST_FAULTS]}, []
            before, after = read_pages(header["before"]), read_pages(header["after"])
            if before or after:
                pdf = with_pages(pdf, before, after, renderer, wanted)
            return {"done": True, "faults": []}, [pdf]
        case "read":
            edition = from_plain(ReadingEdition, header["edition"])
            pictures = dict(zip(header["pictures"], blobs, strict=True))
            return {"done": True}, [draw_reading(edition, renderer, pictures, tell)]
        case "pictures":
            return {"done": True}, list(pngs(blobs[0], header["pages"], tuple(header["size"])))
        case "svg":
            try:
                told = svg(blobs[0], header["page"], header["title"], header["described"], header["language"])
            except Unknown as unknown:
                return {"done": False, "faults": [str(unknown)]}, []
            return {"done": True, "faults": []}, [told.encode()]
        case "preview":
            preview = from_plain(LinkPreview, header["preview"])
            return {"done": True}, [draw_preview(preview, renderer, dict(zip(header["pictures"], blobs, strict=True)))]
        case "refused":
            return {"done": list(renderer.fetcher.refused)}, []
        case _:
            raise ValueError("no such request")


def _sheets(plain: dict[str, Any]) -> SheetSpec:
    return SheetSpec(
        **plain
        | {
            "layout": from_plain(SheetLayout, plain["layout"]),
            "finish": from_plain(SheetFinish, plain["finish"]),
            "cards": tuple(SheetCard(**card) for card in plain["cards"]),
            "backs": tuple(SheetCard(**card) for card in plain["backs"]),
            "keywords": tuple(plain["keywords"]),
        }
    )


def _lexicon(header: dict[str, Any]) -> Lexicon:
    found: Lexicon = from_plain(Lexicon, header.get("lexicon", {}))
    return found


def _drawn(
    renderer: CardRenderer, wanted: SheetSpec, faces: list[Any], lexicon: Lexicon
) -> list[tuple[CardDrawing, ...]]:
    """The cards of each face, as they are drawn from its words; remembered by what decides them."""

    def drawn(plain: Any, is_rule: bool, least: int) -> tuple[CardDrawing, ...]:
        (piece,) = read_pieces([plain])
        return renderer.cards(piece, is_rule, wanted.frame, wanted.size, least, wanted.language, lexicon)

    return [_cards.get((key, least), partial(drawn, plain, is_rule, least)) for key, plain, is_rule, least in faces]


_cards: Recent[tuple[str, int], tuple[CardDrawing, ...]] = Recent(2048, len)
