// The words of a no. “Not this time” first opens the one field for them, with what one has said already; a second press
// or Enter sends it, with words or without. They belong to one ballot and go with that vote: another finds the field empty.

import { whenTaken } from './act.js';
import { listen, signal } from './live.js';
import { isLaid } from './seen.js';
import { around, there } from './there.js';

const ONE_PRESS = 500; // ms: an impatient finger that presses twice has pressed once
const typed = new Map(); // by proposal, so that a ballot that comes back finds what was begun for it
let number = '';
let opened = 0;

const box = () => there('#reason');
const asked = () => document.getElementById('r-mine');
const current = () => asked()?.dataset.proposal ?? '';
const holder = () => around('.ballot, .votepanel', box());
const no = () => holder().querySelector('[data-no]');
const isOpen = () => 'saying' in holder().dataset;

export function start() {
  if (!document.getElementById('reason')) return;
  number = current();
  holder().dataset.asksWhy = '';
  if (box().value) holder().dataset.saying = ''; // the browser kept what was begun
  document.addEventListener('click', onPress, true);
  box().addEventListener('keydown', onKey);
  for (const field of [box(), document.getElementById('say-box'), document.getElementById('vtalk')]) {
    field?.addEventListener('input', () => signal('answering'));
  }
  listen((what) => {
    if (what.kind === 'after' && current() !== number) turn();
  });
  whenTaken(({ wish }) => {
    const of = wish.data?.vote;
    if (!of) return;
    typed.delete(of);
    if (of === number && wish.at >= opened) close(); // what was begun since stays, however late that vote is answered
  });
  keepAboveKeyboard();
}

// Another ballot lies there.
function turn() {
  const begun = document.activeElement === box() ? box().value : '';
  if (isOpen()) typed.set(number, box().value);
  number = current();
  close();
  if (typed.has(number)) open(typed.get(number));
  else if (begun.trim()) goOnTalking(begun);
}

// Whoever is in the middle of their reason when that vote is over goes on in the line beside it, where nothing is voted:
// neither a word is lost nor does the rest of it judge the next card.
function goOnTalking(begun) {
  const line = /** @type {HTMLInputElement} */ (document.getElementById('say-box') ?? document.getElementById('vtalk'));
  if (!line) return;
  line.form?.setAttribute('data-begun', ''); // of a vote that is over nothing is said, but for this
  line.value = `${line.value} ${begun}`.trimStart();
  if (!isLaid(line)) document.getElementById('talk-tab')?.click();
  line.focus({ preventScroll: true });
}

function open(words) {
  holder().dataset.saying = '';
  box().value = words;
}

function close() {
  const stood = document.activeElement === box();
  delete holder().dataset.saying;
  box().value = '';
  if (stood) document.getElementById('bh')?.focus({ preventScroll: true });
}

function onPress(event) {
  const pressed = event.target.closest?.('[data-no]');
  const isFirst = !isOpen();
  if (!pressed || pressed !== no() || !isFirst && !isImpatient(event)) return;
  event.preventDefault();
  event.stopPropagation();
  if (!isFirst) return;
  opened = Date.now();
  open(asked()?.dataset.reason ?? '');
  box().focus();
}

// The same press once more, in the same place and at once. Whoever has written something meanwhile means it.
function isImpatient(event) {
  return event.detail > 1 && Date.now() - opened <= ONE_PRESS && box().value === (asked()?.dataset.reason ?? '');
}

function onKey(event) {
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    no()?.click();
  } else if (event.key === 'Escape') {
    event.stopPropagation();
    event.preventDefault();
    close();
    no()?.focus();
  }
}

// A phone's keyboard lies over the page where it does not make it smaller: how much of it, for what stands at its foot.
function keepAboveKeyboard() {
  const glass = globalThis.visualViewport;
  glass?.addEventListener('resize', () => {
    const under = Math.max(0, innerHeight - glass.height - glass.offsetTop);
    document.documentElement.style.setProperty('--keyboard', `${under}px`);
  });
}
