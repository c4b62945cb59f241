// The order of one's hand is one's own business: it stays on this device and nobody is told.

import { say } from '../announce.js';
import { listen } from '../live.js';
import { there, within } from '../there.js';
import { words } from '../words.js';

let kept = 'carte.hand';

const fan = () => document.querySelector('.handfan[data-sortable]');

export function start(name) {
  kept = `carte.hand.${name}`;
  listen((what) => {
    if (what.kind === 'after') sort();
  });
  document.addEventListener('click', (event) => {
    const by = within(event, '.hand-sort [data-sort]')?.dataset.sort;
    if (by) sortBy(by);
  });
  sort();
}

// Things before Actions before whatever else there is; within a kind by title.
function sortBy(by) {
  const kinds = ['thing', 'action'];
  const rank = (card) => {
    const kind = card.querySelector('.cf')?.dataset.kind ?? '';
    return by === 'kind' ? `${kinds.includes(kind) ? kinds.indexOf(kind) : kinds.length} ${kind}` : '';
  };
  const cards = [...(fan()?.querySelectorAll('.hcard [data-piece]') ?? [])];
  const before = (one, other) =>
    rank(one).localeCompare(rank(other)) ||
    one.dataset.title.localeCompare(other.dataset.title, undefined, { numeric: true });
  keep(cards.sort(before).map((card) => card.dataset.piece));
  say(by === 'kind' ? words('sorted-kind') : words('sorted-title'));
}

function order() {
  try {
    return JSON.parse(localStorage.getItem(kept) || '[]');
  } catch {
    return [];
  }
}

/** The hand as it is laid out here: piece ids from the left. */
export function laid() {
  return [...(fan()?.children ?? [])]
    .sort((one, other) => Number(one.style.getPropertyValue('--i')) - Number(other.style.getPropertyValue('--i')))
    .map((item) => there('[data-piece]', item).dataset.piece);
}

function sort() {
  const hand = fan();
  if (!hand) return;
  const wanted = order();
  const items = [...hand.children];
  const place = (item) => {
    const at = wanted.indexOf(there('[data-piece]', item).dataset.piece);
    return at < 0 ? wanted.length + items.indexOf(item) : at;
  };
  // By number only, not by moving elements: the next frame finds them where the server put them.
  items.map((item) => [place(item), item]).sort(([one], [other]) => one - other).forEach(([, item], n) => {
    item.style.setProperty('--i', n);
  });
}

/** Put a card of the hand at another place in it. */
export function put(piece, at) {
  const ids = laid().filter((id) => id !== piece);
  ids.splice(Math.max(0, Math.min(at, ids.length)), 0, piece);
  keep(ids);
}

function keep(ids) {
  try {
    localStorage.setItem(kept, JSON.stringify(ids));
  } catch {
    return;
  }
  sort();
}
