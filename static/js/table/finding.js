// Finding a card among many by typing part of its title or type. All of it happens here: nobody is told what is looked for.

import { isBusy } from '../busy.js';
import { listen } from '../live.js';
import { within } from '../there.js';

const fold = (words) => words.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
const FIELD = 'looking-find'; // the one on the table, which frames are brought in around

let words = '';
let isThere = false;

export function start() {
  document.addEventListener('input', (event) => {
    const field = within(event, '[data-find]');
    if (!field) return;
    if (field.id === FIELD) words = field.value;
    find(field);
  });
  document.addEventListener('keydown', onKey);
  listen((what) => {
    if (what.kind === 'after') again();
  });
}

// A frame brings the list whole: what was typed stays typed. A search that begins has the field at hand.
function again() {
  const field = document.getElementById(FIELD);
  const isNew = Boolean(field) && !isThere;
  isThere = Boolean(field);
  if (!field) {
    words = '';
    return;
  }
  if (isNew && matchMedia('(hover: hover)').matches) bringNear();
  if (field.value !== words) field.value = words;
  find(field);
}

// The sheet in which one asked for the search may go only after the list has come.
function bringNear() {
  const dialog = document.querySelector('dialog[open]');
  if (dialog) dialog.addEventListener('close', bringNear, { once: true });
  else if (!isBusy()) document.getElementById(FIELD)?.focus({ preventScroll: true });
}

function find(field) {
  const list = field.closest('[data-titles]');
  const wanted = fold(field.value).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const row of list.querySelectorAll('[data-find-in]')) {
    const reads = wanted.length ? fold(row.dataset.findIn) : '';
    row.hidden = !wanted.every((word) => reads.includes(word));
    found += Number(!row.hidden);
  }
  list.querySelector('[data-found]').textContent = String(found);
  list.querySelector('[data-found-none]').hidden = found > 0;
}

const first = (field) => field.closest('[data-titles]').querySelector('[data-find-in]:not([hidden]) [data-piece]');

function onKey(event) {
  if (event.defaultPrevented || event.isComposing || !event.target.matches?.('[data-find]')) return;
  if (event.key === 'ArrowDown') {
    event.preventDefault();
    first(event.target)?.focus();
  }
  if (event.key === 'Enter') {
    event.preventDefault();
    first(event.target)?.click();
  }
  if (event.key === 'Escape' && event.target.value) {
    event.preventDefault();
    event.stopPropagation();
    event.target.value = '';
    event.target.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
