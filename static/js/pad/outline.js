// The outline of a stroke while it is drawn: what cards/face/outline.py draws for the screen, the table and the paper.
// Nothing of it is sent or kept. Lengths in 1/100 mm; tests/browser/test_faces.py holds the two against each other.

const SHARP = 0.5;
const APART = 0.6;
const HASTE = 5;
const SLOWNESS = 0.35;

export const TOOLS = {
  pen: { width: 76, give: 0.55, taper: 0.45, ends: 4, dot: 0.62 },
  felt: { width: 240, give: 0.12, taper: 0.8, ends: 0.6, dot: 0.5 },
};

/** The commands of the path: of {tool, points, pressure, width}, one point at least. */
export function outline(stroke) {
  const tool = { ...TOOLS[stroke.tool], ...(stroke.width ? { width: stroke.width } : {}) };
  const points = pairs(stroke.points);
  const spots = spotsOf(points, stroke.pressure ?? [], tool);
  if (spots.length > 1) return pieces(spots).map(piece).join('');
  const [x, y] = points[0];
  const radius = Math.max(1, Math.round(tool.width * tool.dot));
  return `M${x - radius} ${y}a${radius} ${radius} 0 0 1 ${2 * radius} 0a${radius} ${radius} 0 0 1 ${-2 * radius} 0z`;
}

export function pairs(numbers) {
  return Array.from({ length: numbers.length >> 1 }, (_, index) => [numbers[2 * index], numbers[2 * index + 1]]);
}

function far([x, y], [otherX, otherY]) {
  return Math.hypot(otherX - x, otherY - y);
}

function spotsOf(points, pressure, tool) {
  const kept = apart(points, tool.width * APART);
  const steps = kept.slice(1).map((index, before) => far(points[kept[before]], points[index]));
  const pressed = pressure.length ? kept.map((index) => pressure[index] / 100) : byHaste(steps, tool.width);
  const ends = tool.ends * tool.width;
  const [firstX, firstY] = points[kept[0]];
  let last = { x: firstX, y: firstY, pressed: pressed[0], way: 0, radius: 1 };
  const spots = [last];
  const add = (spot) => spots.push(last = spot);
  for (let n = 1; n < kept.length; n++) {
    const [x, y] = points[kept[n]];
    const start = last;
    for (const part of between(steps[n - 1], ends, steps.length === 1)) {
      const way = start.way + steps[n - 1] * part;
      add({ ...start, x: start.x + (x - start.x) * part, y: start.y + (y - start.y) * part, way });
    }
    const eased = last.pressed + (pressed[n] - last.pressed) * SLOWNESS;
    add({ x, y, pressed: eased, way: last.way + Math.hypot(x - last.x, y - last.y), radius: 1 });
  }
  for (const spot of spots) spot.radius = radius(spot, last.way, tool, ends);
  return spots;
}

function apart(points, least) {
  const kept = [0];
  const latest = () => kept[kept.length - 1];
  for (let index = 1; index < points.length; index++) {
    if (far(points[latest()], points[index]) >= least) kept.push(index);
  }
  const last = points.length - 1;
  if (latest() !== last && far(points[latest()], points[last])) {
    if (kept.length > 1) kept[kept.length - 1] = last;
    else kept.push(last);
  }
  return kept;
}

function byHaste(steps, width) {
  const pressed = steps.map((step) => 0.62 - 0.3 * Math.min(1, step / (HASTE * width)));
  return [pressed[0] ?? 0.5, ...pressed];
}

function between(step, ends, isAll) {
  if (step >= 2.5 * ends) return [ends / step, 1 - ends / step];
  return isAll ? [1 / 3, 2 / 3] : [];
}

function radius(spot, length, tool, ends) {
  const end = Math.min(1, spot.way / ends, (length - spot.way) / ends);
  const thin = tool.taper + (1 - tool.taper) * end * (2 - end);
  return Math.max(tool.width / 2 * (1 + tool.give * (2 * spot.pressed - 1)) * thin, 1);
}

function pieces(spots) {
  const found = [];
  let current = [spots[0]];
  for (let n = 1; n < spots.length - 1; n++) {
    const [before, spot, after] = [spots[n - 1], spots[n], spots[n + 1]];
    current.push(spot);
    const [inX, inY, outX, outY] = [spot.x - before.x, spot.y - before.y, after.x - spot.x, after.y - spot.y];
    if (inX * outX + inY * outY < SHARP * Math.hypot(inX, inY) * Math.hypot(outX, outY)) {
      found.push(current);
      current = [spot];
    }
  }
  return [...found, [...current, spots.at(-1)]];
}

function piece(spots) {
  const left = [];
  const right = [];
  spots.forEach((spot, n) => {
    const [before, after] = [spots[Math.max(n - 1, 0)], spots[Math.min(n + 1, spots.length - 1)]];
    const [x, y] = [after.x - before.x, after.y - before.y];
    const out = spot.radius / (Math.hypot(x, y) || 1);
    left.push([even(spot.x + y * out), even(spot.y - x * out)]);
    right.push([even(spot.x - y * out), even(spot.y + x * out)]);
  });
  right.reverse();
  const [end, beginning] = [Math.round(spots.at(-1).radius), Math.round(spots[0].radius)];
  return `M${left[0][0]} ${left[0][1]}${side(left)}${round(left.at(-1), right[0], end)}` +
    `${side(right)}${round(right.at(-1), left[0], beginning)}z`;
}

function side(points) {
  let [x, y] = points[0];
  if (points.length === 2) return `l${points[1][0] - x} ${points[1][1] - y}`;
  let said = '';
  for (let n = 1; n < points.length - 1; n++) {
    const [[bendX, bendY], [nextX, nextY]] = [points[n], points[n + 1]];
    const [middleX, middleY] = [Math.floor((bendX + nextX) / 2), Math.floor((bendY + nextY) / 2)];
    said += said ? 't' : `q${bendX - x} ${bendY - y} `;
    said += `${middleX - x} ${middleY - y}`;
    [x, y] = [middleX, middleY];
  }
  return `${said}l${points.at(-1)[0] - x} ${points.at(-1)[1] - y}`;
}

function round(start, end, by) {
  return `a${by} ${by} 0 0 1 ${end[0] - start[0]} ${end[1] - start[1]}`;
}

function even(number) {
  return 2 * Math.round(number / 2);
}
