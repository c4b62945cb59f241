// The vote sheet slides in over the table, which waits. Looking at the table again only folds the sheet away: the question
// stays, and one press brings it back. Nobody is pulled out of a sentence they are typing.

import { listen } from '../live.js';
import { say } from '../announce.js';
import { tell } from './verdict.js';

const REST = 1_200; // ms without a key before the sheet comes over somebody who writes

let number = '';
let lastKey = 0;
let timer = 0;
let before = null;
const typed = new Map();
let last = null; // the ballot as it stood, and the minutes then

const dialog = () => document.getElementById('votepanel');
const sheet = () => document.getElementById('r-vote');
const back = () => document.getElementById('vote-back');

export function start() {
  if (!dialog()) return;
  document.addEventListener('keydown', (event) => { if (event.target.matches?.('input, textarea')) lastKey = Date.now(); });
  dialog().addEventListener('close', () => {
    if (current()) { if (back()) back().hidden = false; }
    // Where one stood may be gone, or never was: then one stands before the table.
    (before?.isConnected && before !== document.body ? before : document.getElementById('main')).focus({ preventScroll: true });
    before = null;
  });
  back()?.addEventListener('click', open);
  dialog().addEventListener('click', (event) => { if (event.target.closest('[data-fold]')) dialog().close(); });
  listen((what) => {
    if (what.kind === 'before' && current()) last = remember();
    if (what.kind === 'after' && what.ids.includes('r-vote')) settle();
  });
  dialog().removeAttribute('open');
  settle();
}

function remember() {
  return { sheet: sheet().cloneNode(true), lines: new Set([...document.querySelectorAll('#r-log .tlog > li')].map((line) => line.id)) };
}

const current = () => sheet()?.dataset.proposal ?? '';

function settle() {
  const talk = document.getElementById('vote-talk');
  if (talk && sheet()?.dataset.talk) talk.action = sheet().dataset.talk;
  const now = current();
  if (now === number) return;
  // A reason belongs to one ballot.
  const reason = document.getElementById('reason');
  if (reason) { typed.set(number, reason.value); reason.value = typed.get(now) ?? ''; }
  number = now;
  clearTimeout(timer);
  if (!now) {
    if (back()) back().hidden = true;
    if (dialog().open) dialog().close();
    if (last) { const was = last; last = null; setTimeout(() => tell(was), 0); }
    return;
  }
  const rest = REST - (Date.now() - lastKey);
  if (rest > 0 && lastKey) { say('A vote has begun. It opens when you stop typing.'); timer = setTimeout(settleOpen, rest); } else open();
}

function settleOpen() {
  if (!current()) return;
  const rest = REST - (Date.now() - lastKey);
  if (rest > 0) timer = setTimeout(settleOpen, rest); else open();
}

function open() {
  if (dialog().open || !current()) return;
  if (back()) back().hidden = true;
  before = document.activeElement;
  for (const other of document.querySelectorAll('dialog[open]')) other.close();
  dialog().showModal();
  document.getElementById('bh')?.focus({ preventScroll: true });
}
