// A move is seen moving: what changes its place while a frame is brought in carries a view-transition name, and only then.
// A card that comes out of hiding flies from the one place that holds fewer cards now; one that goes into hiding flies there.

import { wrapMorphs } from '../live.js';
import { keep } from '../regions.js';

const MOST = 12; // cards that fly at once; a whole shuffle is not a flight
const WAIT = 24; // ms: frames that come together are brought in together
const LONGEST = 900; // ms: a flight that a busy machine cannot finish is cut short, since nothing can be pressed under it

const isStill = matchMedia('(prefers-reduced-motion: reduce)');
let pending = [];
let timer = 0;
const onTheirWay = new Set(); // what has a name just now
let flights = 0; // that are under way, from before they are seen

export function start() {
  wrapMorphs((html, bringIn) => {
    if (!document.startViewTransition || isStill.matches || document.hidden) {
      flush();
      bringIn();
      return;
    }
    pending.push({ html, bringIn });
    timer ||= setTimeout(flush, WAIT);
  });
  document.addEventListener('visibilitychange', flush);
}

function flush() {
  clearTimeout(timer);
  timer = 0;
  const frames = pending;
  pending = [];
  if (!frames.length) return;
  const all = () => {
    for (const { bringIn } of frames) bringIn();
  };
  const moves = document.hidden || isStill.matches ? [] : plan(frames.map(({ html }) => html).join(''));
  if (!moves.length) {
    all();
    return;
  }
  const named = [];
  const name = (element, words) => {
    if (element) {
      element.style.viewTransitionName = words;
      named.push(element);
      onTheirWay.add(element);
    }
  };
  moves.forEach((move, n) => name(move.from(), `card-${n}`));
  flights += 1;
  const flight = document.startViewTransition(() => {
    unname(named);
    all();
    moves.forEach((move, n) => name(move.to(), `card-${n}`));
  });
  flight.ready.catch(() => {/* another frame came: this one is simply there */});
  const late = setTimeout(() => flight.skipTransition(), LONGEST);
  flight.finished.finally(() => {
    clearTimeout(late);
    flights -= 1;
    unname(named);
  });
}

function unname(elements) {
  for (const element of elements.splice(0)) {
    element.style.viewTransitionName = '';
    onTheirWay.delete(element);
  }
}

/** What lies at a point, or will once it has landed. While something flies the browser finds what is drawn of the flight,
or nothing: then it is where things lie that counts. */
export function lyingAt(x, y) {
  const found = document.elementFromPoint(x, y);
  const isSeen = found && found !== document.documentElement && !found.closest('#main');
  return flights && !isSeen ? placeAt(x, y) ?? found : found;
}

const PLACES = '#main :is([data-place], [data-pile], [data-seat], .things [data-piece], .hand-row, .seat, .youplate)';

function placeAt(x, y) {
  const there = [...document.querySelectorAll(PLACES)].filter((element) =>
    isIn(element, x, y) && !isCut(element, x, y)
  );
  return there.sort(inOrder).at(-1) ?? null;
}

function isIn(element, x, y) {
  const box = element.getBoundingClientRect();
  return box.left <= x && x < box.right && box.top <= y && y < box.bottom;
}

// It is scrolled out of sight there.
function isCut(element, x, y) {
  for (let box = element.parentElement; box && box.id !== 'table'; box = box.parentElement) {
    if (getComputedStyle(box).overflowX !== 'visible' && !isIn(box, x, y)) return true;
  }
  return false;
}

// As they are drawn: what comes later, or stands within, lies above.
function inOrder(one, other) {
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

const card = (id) => () => document.getElementById(`c-${id}`);
const place = (key) => () => {
  const found = document.querySelector(`[data-place="${CSS.escape(key)}"]`);
  const isThere = (element) => element?.getClientRects().length ? element : null; // a phone shows no backs beside a name
  return isThere(found?.querySelector('.card')) ?? isThere(found) ??
    document.getElementById(`p-${found?.dataset.owner ?? ''}`);
};

/** What will have moved: where each lies now, and where it will lie. */
function plan(html) {
  const holder = document.createElement('template');
  holder.innerHTML = html;
  const fresh = holder.content;
  for (const element of fresh.children) keep(element, document);
  const now = lying(document, drawnIn(fresh));
  const then = lying(fresh, null);
  const few = changed(now.counts, then.counts, -1);
  const more = changed(now.counts, then.counts, 1);
  const moves = [];
  for (const [id, zone] of then.pieces) {
    if (now.pieces.has(id)) { if (now.pieces.get(id) !== zone) moves.push({ from: card(id), to: card(id) }); }
    else if (few.length === 1 && few[0] !== zone) moves.push({ from: once(place(few[0])), to: card(id) });
  }
  for (const [id, zone] of now.pieces) {
    if (!then.pieces.has(id) && more.length === 1 && more[0] !== zone) {
      moves.push({ from: card(id), to: once(place(more[0])) });
    }
  }
  // From one hiding place to another: a card without a face makes the way.
  if (!moves.length && few.length === 1 && more.length === 1) moves.push({ from: place(few[0]), to: place(more[0]) });
  return moves.length > MOST ? [] : unique(moves);
}

const once = (find) => Object.assign(find, { isShared: true });

// One name belongs to one element: of several cards drawn at once the first flies, the others are there.
function unique(moves) {
  const taken = { from: new Set(), to: new Set() };
  return moves.filter((move) =>
    ['from', 'to'].every((side) => {
      if (!move[side].isShared) return true;
      const element = move[side]();
      if (!element || taken[side].has(element)) return false;
      taken[side].add(element);
      return true;
    })
  );
}

function drawnIn(fresh) {
  return [...fresh.children].filter((element) => element.id).map((element) => `[id="${CSS.escape(element.id)}"]`).join(
    ',',
  );
}

// Which pieces lie where, and how many at each place: of all, or in the elements that `drawn` finds.
function lying(root, drawn) {
  const isIn = (element) => drawn === null || drawn !== '' && element.closest(drawn);
  const pieces = new Map();
  const counts = new Map();
  for (const element of root.querySelectorAll('[data-piece]')) {
    if (isIn(element)) pieces.set(element.dataset.piece, element.dataset.zone);
  }
  for (const element of root.querySelectorAll('[data-place]')) {
    if (isIn(element)) counts.set(element.dataset.place, Number(element.dataset.count));
  }
  return { pieces, counts };
}

function changed(before, after, sign) {
  return [...after].filter(([key, count]) => before.has(key) && Math.sign(count - before.get(key)) === sign).map((
    [key],
  ) => key);
}
