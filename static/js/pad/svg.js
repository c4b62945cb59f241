// A drawing as the server writes it (cards/face/doodle.py), for a preview: what one has drawn here is drawn here, and no
// server has to. Lengths in 1/100 mm; tests/browser/test_faces.py holds the two against each other.

import { outline, pairs } from './outline.js';
import { BARE, LINE, lowest, TALLEST, VEIL, WIDE } from './strokes.js';

const USUAL = 5 * LINE;
const INK = /^#[0-9a-f]{6}$/;
const DEFAULT_INK = '#1f2a4a';

/** The strokes on paper of so many lines, or of as many as there usually are: as SVG. */
export function drawing(strokes, lines) {
  const high = Math.max(lines > 0 ? LINE * lines : USUAL, lowest(strokes));
  const paths = ['felt', 'pen'].flatMap((tool) => runs(strokes.filter((stroke) => stroke.tool === tool)).map(inked));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDE} ${high}">${paths.join('')}</svg>`;
}

/** The same as an address for a picture. */
export function address(strokes, lines) {
  return `data:image/svg+xml,${encodeURIComponent(drawing(strokes, lines))}`;
}

// Strokes of one ink that follow each other are one shape.
function runs(strokes) {
  const found = /** @type {import('./strokes.js').Stroke[][]} */ ([]);
  for (const stroke of strokes) {
    const last = found.at(-1);
    if (last && last[0].ink === stroke.ink) last.push(stroke);
    else found.push([stroke]);
  }
  return found;
}

function inked(run) {
  const { tool, ink } = run[0];
  const veil = tool === 'felt' && ink !== BARE ? ` fill-opacity="${VEIL}"` : '';
  return `<path d="${run.map(onPaper).join('')}" fill="${INK.test(ink) ? ink : DEFAULT_INK}"${veil}/>`;
}

function onPaper(stroke) {
  const within = pairs(stroke.points).flatMap(([x, y]) => [
    Math.min(Math.max(x, 0), WIDE),
    Math.min(Math.max(y, 0), TALLEST),
  ]);
  return outline({ ...stroke, points: within });
}
