"""Other makers of PDF at the same sheet: the same words in the same boxes of 63 × 88 mm, nine on A4.

Each draws a line round every card, its title, its type line and its text wrapped, in a font of the system or its own:
no frames, no ornaments, no fitting, which is far less than a card of ours. ReportLab, fpdf2 and Typst are asked for in
the interpreter given (`--peers PYTHON`, for packages that are no part of the project); Chromium by its path; Squib of
`ruby`, which finds it as a gem or in RUBYLIB. One that is not there is said to be not there.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from html import escape
from pathlib import Path

Words = list[tuple[str, str, str]]  # title, type line, text

_TIMED = """
import json, sys, time
cards, out = json.load(open(sys.argv[1])), sys.argv[2]
start = time.perf_counter()
made = draw(cards)
spent = time.perf_counter() - start
open(out, "wb").write(made)
print(spent)
"""
SCRIPTS = {
    "ReportLab": """
import io
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph
def draw(cards):
    out = io.BytesIO()
    canvas, style = Canvas(out, (210 * mm, 297 * mm)), ParagraphStyle("text", fontName="Times-Roman", fontSize=9)
    for n, (title, kind, text) in enumerate(cards):
        if n and n % 9 == 0:
            canvas.showPage()
        x, y = (10.5 + n % 3 * 63) * mm, (297 - 10 - (n % 9 // 3 + 1) * 88) * mm
        canvas.rect(x, y, 63 * mm, 88 * mm)
        canvas.setFont("Times-Bold", 14); canvas.drawString(x + 5 * mm, y + 78 * mm, title)
        canvas.setFont("Times-Roman", 8); canvas.drawString(x + 5 * mm, y + 72 * mm, kind)
        words = Paragraph(text, style); _, high = words.wrap(53 * mm, 60 * mm)
        words.drawOn(canvas, x + 5 * mm, y + 68 * mm - high)
    canvas.save()
    return out.getvalue()
""",
    "fpdf2": """
from fpdf import FPDF
def draw(cards):
    pdf = FPDF(format="A4"); pdf.set_auto_page_break(False)
    for n, (title, kind, text) in enumerate(cards):
        if n % 9 == 0:
            pdf.add_page()
        x, y = 10.5 + n % 3 * 63, 10 + n % 9 // 3 * 88
        pdf.rect(x, y, 63, 88)
        pdf.set_font("Times", "B", 14); pdf.text(x + 5, y + 10, title)
        pdf.set_font("Times", "", 8); pdf.text(x + 5, y + 16, kind.replace("\\u2014", "-"))
        pdf.set_font("Times", "", 9); pdf.set_xy(x + 5, y + 20); pdf.multi_cell(53, 4, text)
    return bytes(pdf.output())
""",
    "Typst": """
import tempfile, os, typst
def draw(cards):
    quoted = lambda words: json.dumps(words, ensure_ascii=False)
    cells = ",".join(
        f"rect(width: 63mm, height: 88mm, inset: 5mm)[#text(14pt, weight: \\"bold\\", {quoted(t)})\\n\\n"
        f"#text(8pt, {quoted(k)})\\n\\n#text(9pt, {quoted(x)})]" for t, k, x in cards)
    source = '#set page(width: 210mm, height: 297mm, margin: (x: 10.5mm, top: 10mm, bottom: 0mm))\\n'
    source += f"#grid(columns: 3, {cells})"
    path = os.path.join(tempfile.mkdtemp(), "x.typ")
    open(path, "w").write(source)
    return typst.compile(path)
""",
}
CHROMIUM, SQUIB = "Chromium", "Squib"
# As it comes: a picture of 300 to the inch for each card, laid on its own sheet of nine.
_SQUIB = """
require 'json'
require 'squib'
cards = JSON.parse(File.read(ARGV[0]))
start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
Squib::Deck.new(cards: cards.size, width: '63mm', height: '88mm') do
  background color: :white
  rect x: 0, y: 0, width: '63mm', height: '88mm', stroke_color: :black, stroke_width: '0.3mm'
  text str: cards.map { |card| card[0] }, x: '5mm', y: '5mm', width: '53mm', font: 'Serif Bold 14'
  text str: cards.map { |card| card[1] }, x: '5mm', y: '13mm', width: '53mm', font: 'Serif 8'
  text str: cards.map { |card| card[2] }, x: '5mm', y: '20mm', width: '53mm', height: '63mm', font: 'Serif 9'
  save_pdf file: File.basename(ARGV[1]), dir: File.dirname(ARGV[1]), sprue: 'a4_poker_card_9up.yml', crop_marks: false
end
puts Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
"""


def html_of(cards: Words) -> str:
    """The sheets as a page for Chromium."""
    style = (
        "@page{size:210mm 297mm;margin:0}body{margin:0;font:9pt serif}section{position:relative;height:296.9mm;"
        "break-after:page}article{position:absolute;width:53mm;height:78mm;padding:5mm;outline:.3mm solid}"
        "h2{font-size:14pt;margin:0}"
    )
    drawn = [
        f'<article style="left:{10.5 + n % 3 * 63}mm;top:{10 + n % 9 // 3 * 88}mm">'
        f"<h2>{escape(title)}</h2><p>{escape(kind)}<p>{escape(text)}</article>"
        for n, (title, kind, text) in enumerate(cards)
    ]
    sheets = "".join(f"<section>{''.join(drawn[i : i + 9])}</section>" for i in range(0, len(drawn), 9))
    return f"<!doctype html><meta charset=utf-8><style>{style}</style>{sheets}"


def in_chromium(cards: Words) -> tuple[float, int] | None:
    """Seconds of a warm browser, and the bytes; None where there is none."""
    from time import perf_counter

    path = os.environ.get("CARTE_CHROMIUM", "")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    if not path:
        return None
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        start = perf_counter()
        page.set_content(html_of(cards))
        made = page.pdf(prefer_css_page_size=True)
        spent = perf_counter() - start
        browser.close()
    return spent, len(made)


def in_python(name: str, python: str, cards: Words, folder: Path) -> tuple[float, int] | None:
    """Seconds and bytes of a library in another interpreter, its start and imports not counted; None without it."""
    (folder / "cards.json").write_text(json.dumps(cards))
    script, out = folder / "peer.py", folder / "peer.pdf"
    script.write_text(SCRIPTS[name] + _TIMED)
    ran = subprocess.run([python, script, folder / "cards.json", out], capture_output=True, text=True, check=False)
    if ran.returncode:
        print(f"  {name}: {ran.stderr.strip().splitlines()[-1][:90]}", file=sys.stderr)
        return None
    return float(ran.stdout), out.stat().st_size


def in_ruby(cards: Words, folder: Path) -> tuple[float, int] | None:
    """Seconds and bytes of Squib, its start not counted; None without it."""
    if (ruby := shutil.which("ruby")) is None:
        return None
    (folder / "cards.json").write_text(json.dumps(cards))
    script, out = folder / "peer.rb", folder / "peer.pdf"
    script.write_text(_SQUIB)
    ran = subprocess.run([ruby, script, folder / "cards.json", out], capture_output=True, text=True, check=False)
    if ran.returncode:
        print(f"  Squib: {(ran.stderr.strip().splitlines() or ['?'])[0][-90:]}", file=sys.stderr)
        return None
    return float(ran.stdout.split()[-1]), out.stat().st_size


def peers(
    cards: Words, python: str, folder: Path, names: Sequence[str] = tuple(SCRIPTS)
) -> dict[str, tuple[float, int] | None]:
    """What each took for these cards."""
    found = {name: in_python(name, python, cards, folder) for name in names}
    return found | {CHROMIUM: in_chromium(cards), SQUIB: in_ruby(cards, folder)}
