// Strokes as the form's field holds them, [{tool, ink, points, pressure?, width?}], and what can be done with them.
// A stroke is never changed, only replaced, so that history is a list of lists.

/** @typedef {{ tool: string, ink: string, points: number[], pressure?: number[], width?: number }} Stroke */

import { pairs, TOOLS } from './outline.js';

export const WIDE = 5600; // the paper in 1/100 mm
export const LINE = 700;
export const TALLEST = 6 * LINE;
export const BARE = '#ffffff';
export const VEIL = 0.42; // how much of its colour felt lays on the paper

const RUB = 130; // radius of the rubber

const written = new WeakMap();

/** What a field says; nothing where it says nothing that can be drawn. */
export function read(value) {
  try {
    const strokes = JSON.parse(value || '[]');
    return Array.isArray(strokes) ? strokes.filter((stroke) => stroke.points?.length > 1 && TOOLS[stroke.tool]) : [];
  } catch {
    return [];
  }
}

export function write(strokes) {
  return strokes.length ? `[${strokes.map(one).join(',')}]` : '';
}

function one(stroke) {
  if (!written.has(stroke)) written.set(stroke, JSON.stringify(stroke));
  return written.get(stroke);
}

/** How many numbers they hold, which has a limit as their count has. */
export function numbers(strokes) {
  return strokes.reduce((all, stroke) => all + stroke.points.length + (stroke.pressure?.length ?? 0), 0);
}

export function mirrored(stroke) {
  return { ...stroke, points: stroke.points.map((number, index) => index % 2 ? number : WIDE - number) };
}

/** How far down they reach: the paper is at least so high. */
export function lowest(strokes) {
  let reach = 0;
  for (const stroke of strokes) {
    for (let n = 1; n < stroke.points.length; n += 2) reach = Math.max(reach, Math.min(stroke.points[n], TALLEST));
  }
  return reach;
}

/** What is left of the strokes where the rubber went to x, y: the same list where it met none. */
export function rubbed(strokes, x, y) {
  let met = false;
  const left = strokes.flatMap((stroke) => {
    const reach = RUB + (stroke.width || TOOLS[stroke.tool].width) / 2;
    if (!meets(stroke, x, y, reach)) return [stroke];
    met = true;
    return parted(stroke, x, y, reach);
  });
  return met ? left : strokes;
}

function meets(stroke, x, y, reach) {
  const points = pairs(stroke.points);
  return points.some((point, index) => {
    const [fromX, fromY] = points[Math.max(index - 1, 0)];
    return wayTo(x, y, fromX, fromY, ...point) < reach;
  });
}

// From a point to the nearest point of a straight way.
function wayTo(x, y, fromX, fromY, toX = 0, toY = 0) {
  const [wide, high] = [toX - fromX, toY - fromY];
  const part = Math.max(0, Math.min(1, ((x - fromX) * wide + (y - fromY) * high) / (wide * wide + high * high || 1)));
  return Math.hypot(fromX + wide * part - x, fromY + high * part - y);
}

// The runs of points that the rubber leaves. Long ways between points get points on the way first.
function parted(stroke, x, y, reach) {
  const left = /** @type {{ x: number, y: number, pressed: number }[][]} */ ([]);
  let run = /** @type {typeof left[0] | null} */ (null);
  for (const spot of dense(stroke, x, y, reach)) {
    if (Math.hypot(spot.x - x, spot.y - y) < reach) {
      run = null;
      continue;
    }
    if (!run) left.push(run = []);
    run.push(spot);
  }
  return left.filter((spots) => spots.length > 1).map((spots) => {
    const rest = { ...stroke, points: spots.flatMap((spot) => [spot.x, spot.y]) };
    if (stroke.pressure) rest.pressure = spots.map((spot) => spot.pressed);
    return rest;
  });
}

function dense(stroke, x, y, reach) {
  const spots = [];
  pairs(stroke.points).forEach(([toX, toY], index) => {
    const pressed = stroke.pressure?.[index] ?? 0;
    const before = spots.at(-1);
    const way = before ? Math.hypot(toX - before.x, toY - before.y) : 0;
    const count = before && wayTo(x, y, before.x, before.y, toX, toY) < reach ? Math.floor(way / 40) : 0;
    for (let n = 1; n <= count; n++) {
      const part = n / (count + 1);
      spots.push({
        x: Math.round(before.x + (toX - before.x) * part),
        y: Math.round(before.y + (toY - before.y) * part),
        pressed,
      });
    }
    spots.push({ x: toX, y: toY, pressed });
  });
  return spots;
}

/** What comes of two hands on one drawing that both began from `base`: `theirs` with what was added here, and without what
 * was rubbed out here. */
export function merged(base, mine, theirs) {
  const [was, here, there] = [base, mine, theirs].map((strokes) => new Set(strokes.map(one)));
  const left = theirs.filter((stroke) => here.has(one(stroke)) || !was.has(one(stroke)));
  return [...left, ...mine.filter((stroke) => !was.has(one(stroke)) && !there.has(one(stroke)))];
}
