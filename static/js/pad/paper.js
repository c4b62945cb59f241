// The paper: where a point of the window lies on it, and its ink. Felt lies under pen; what is being drawn lies on the
// layer of its tool. Layers are painted anew when a stroke is done, so that drawing costs the same on a full paper.

import { outline } from './outline.js';
import { BARE, LINE, lowest, WIDE } from './strokes.js';

const VEIL = 0.42;
const CLOSEST = 4;

let pad = null;
let layers = {};
let high = 5 * LINE;
let view = { zoom: 1, x: 0, y: 0 }; // x, y: the corner of what is seen, in 1/100 mm
const shapes = new WeakMap();

export function start(element) {
  pad = element;
  for (const canvas of pad.querySelectorAll('canvas')) layers[canvas.dataset.layer] = canvas;
  let last = [];
  new ResizeObserver(() => paint(last)).observe(pad);
  return (strokes) => paint(last = strokes);
}

/** The height of the paper in lines; it is never less than the drawing reaches. */
export function measure(lines, strokes) {
  high = Math.max(LINE * Math.max(lines, 1), lowest(strokes));
}

export function zoom() {
  return view.zoom;
}

/** Look at it so many times as large, about a point of the window or the middle. */
export function look(closer, at = null) {
  const box = pad.getBoundingClientRect();
  const [x, y] = at ?? [box.left + box.width / 2, box.top + box.height / 2];
  const [onX, onY] = spot(x, y);
  view = { ...view, zoom: Math.max(1, Math.min(CLOSEST, closer)) };
  const { scale, left, top } = frame();
  moveTo(onX - (x - box.left - left) / (scale * view.zoom), onY - (y - box.top - top) / (scale * view.zoom));
}

/** Push the paper by so many pixels of the window. */
export function push(x, y) {
  const { scale } = frame();
  moveTo(view.x - x / (scale * view.zoom), view.y - y / (scale * view.zoom));
}

function moveTo(x, y) {
  const [mostX, mostY] = [WIDE * (1 - 1 / view.zoom), high * (1 - 1 / view.zoom)];
  view = { ...view, x: Math.max(0, Math.min(mostX, x)), y: Math.max(0, Math.min(mostY, y)) };
}

// How large 1/100 mm is in pixels of the window, and where the paper begins in the pad.
function frame() {
  const scale = Math.min(pad.clientWidth / WIDE, pad.clientHeight / high) || 1;
  return { scale, left: (pad.clientWidth - WIDE * scale) / 2, top: (pad.clientHeight - high * scale) / 2 };
}

// A card may lie turned or be shown larger than it is laid out.
function stretch(box) {
  return box.width / (pad.clientWidth || 1);
}

/** Where a point of the window lies on the paper, in 1/100 mm. */
export function spot(x, y) {
  const box = pad.getBoundingClientRect();
  const by = stretch(box);
  const { scale, left, top } = frame();
  return [
    ((x - box.left) / by - left) / (scale * view.zoom) + view.x,
    ((y - box.top) / by - top) / (scale * view.zoom) + view.y,
  ];
}

/** The same in whole numbers, on the paper. */
export function onPaper(x, y) {
  const [onX, onY] = spot(x, y);
  return [Math.round(Math.max(0, Math.min(WIDE, onX))), Math.round(Math.max(0, Math.min(high, onY)))];
}

/** What is drawn, all of it. */
export function paint(strokes) {
  for (const tool of ['felt', 'pen']) {
    const ink = ready(layers[tool]);
    let run = null;
    for (const stroke of strokes) {
      if (stroke.tool !== tool) continue;
      if (run?.ink === stroke.ink) run.path.addPath(shape(stroke));
      else {
        if (run) lay(ink, run);
        run = { tool, ink: stroke.ink, path: new Path2D(shape(stroke)) };
      }
    }
    if (run) lay(ink, run);
  }
}

/** What is being drawn now; none takes it away. */
export function paintNow(strokes) {
  const ink = ready(layers.now);
  if (strokes.length) layers.now.dataset.with = strokes[0].tool;
  for (const stroke of strokes) {
    lay(ink, { tool: stroke.tool, ink: stroke.ink, path: new Path2D(outline(stroke)) });
  }
}

function shape(stroke) {
  if (!shapes.has(stroke)) shapes.set(stroke, new Path2D(outline(stroke)));
  return shapes.get(stroke);
}

function lay(ink, run) {
  ink.globalAlpha = run.tool === 'felt' && run.ink !== BARE ? VEIL : 1;
  ink.fillStyle = run.ink;
  ink.fill(run.path, 'nonzero');
}

// A canvas as large as it is seen, empty, with the paper's own measure.
function ready(canvas) {
  const fine = stretch(pad.getBoundingClientRect()) * (globalThis.devicePixelRatio || 1);
  const [wide, tall] = [Math.round(pad.clientWidth * fine), Math.round(pad.clientHeight * fine)];
  if (canvas.width !== wide || canvas.height !== tall) [canvas.width, canvas.height] = [wide, tall];
  const ink = canvas.getContext('2d');
  ink.setTransform(1, 0, 0, 1, 0, 0);
  ink.clearRect(0, 0, wide, tall);
  const { scale, left, top } = frame();
  const by = scale * view.zoom * fine;
  ink.setTransform(by, 0, 0, by, left * fine - view.x * by, top * fine - view.y * by);
  return ink;
}
