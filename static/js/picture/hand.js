// Moves a picture in its place: one finger or the mouse drags, two pinch, the wheel and plus and minus bring it nearer,
// arrows move it, a tap puts a point in the middle.

const STEP = 0.04; // of what is shown, for one press of an arrow
const NEARER = 1.15; // for one press of plus
const STILL = 6; // px: less than this is a tap

const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** `moved({dx, dy, zoom})`: by so many parts of the place, nearer by that factor; `tapped(x, y)`: 0 to 1 in the place. */
export function start(place, { moved, tapped }) {
  const fingers = new Map();
  let began = null;
  let isDrag = false;

  place.addEventListener('pointerdown', (event) => {
    place.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 1) [began, isDrag] = [[event.clientX, event.clientY], false];
    else isDrag = true;
    event.preventDefault();
    place.focus({ preventScroll: true });
  });
  place.addEventListener('pointermove', (event) => {
    if (!fingers.has(event.pointerId)) return;
    const before = [...fingers.values()];
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (!isDrag && Math.hypot(event.clientX - began[0], event.clientY - began[1]) < STILL) {
      fingers.set(event.pointerId, began);
      return;
    }
    isDrag = true;
    moved(change(place, before, [...fingers.values()]));
  });
  for (const name of ['pointerup', 'pointercancel']) {
    place.addEventListener(name, (event) => {
      const isTap = name === 'pointerup' && fingers.size === 1 && fingers.has(event.pointerId) && !isDrag;
      fingers.delete(event.pointerId);
      if (!isTap) return;
      const box = place.getBoundingClientRect();
      tapped((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    });
  }
  place.addEventListener('wheel', (event) => {
    if (document.activeElement !== place && !event.ctrlKey) return; // a page that is scrolled past stays as it is
    event.preventDefault();
    moved({ dx: 0, dy: 0, zoom: Math.exp(-event.deltaY / 400) });
  }, { passive: false });
  place.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = MOVES[event.key];
    const zoom = event.key === '+' || event.key === '=' ? NEARER : event.key === '-' ? 1 / NEARER : 1;
    if (!move && zoom === 1) return;
    event.preventDefault();
    const [x, y] = move ?? [0, 0];
    moved({ dx: -x * STEP, dy: -y * STEP, zoom });
  });
}

function change(place, before, now) {
  const { width, height } = place.getBoundingClientRect();
  const [x, y] = middle(before);
  const [nowX, nowY] = middle(now);
  return { dx: (nowX - x) / width, dy: (nowY - y) / height, zoom: apart(now) / apart(before) };
}

function middle(points) {
  return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
}

function apart(points) {
  if (points.length < 2) return 1;
  return Math.max(1, Math.hypot(points[0][0] - points[1][0], points[0][1] - points[1][1]));
}
