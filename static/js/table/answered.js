// A no to what somebody asked lies on the table for a while, for whoever asked it and for all others; then it goes. Without
// script it lies there until something moves. Whoever opens the field for why is in it.

import { listen } from '../live.js';

const STAYS = 8_000; // ms: who it was, and what about
const gone = new Set();
const timers = new Map();

export function start() {
  document.addEventListener('toggle', write, true);
  document.addEventListener('keydown', letBe);
  listen((what) => {
    if (what.kind === 'after') look();
  });
  look();
}

const BECAUSE = '.no-because[open]';

function write(event) {
  if (event.target.matches?.(BECAUSE)) event.target.querySelector('input').focus();
}

function letBe(event) {
  const because = event.key === 'Escape' && event.target.closest?.(BECAUSE);
  if (!because) return;
  event.preventDefault();
  because.open = false;
  because.querySelector('summary').focus();
}

function look() {
  const slip = document.querySelector('.no-slip');
  if (!slip) return;
  const { id } = slip;
  slip.hidden = gone.has(id);
  if (gone.has(id) || timers.has(id)) return;
  const stays = () => {
    clearTimeout(timers.get(id));
    timers.set(id, setTimeout(() => away(id), STAYS));
  };
  slip.onpointerenter = () => clearTimeout(timers.get(id));
  slip.onpointerleave = stays;
  stays();
}

function away(id) {
  const slip = document.getElementById(id);
  if (slip?.contains(document.activeElement)) {
    timers.set(id, setTimeout(() => away(id), STAYS)); // not from under somebody's hands
    return;
  }
  gone.add(id);
  if (slip) slip.hidden = true;
}
