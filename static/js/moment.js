// The moment of judgement: played once when a verdict comes in while somebody looks; a fresh page only shows its slip.

import { isBusy } from './busy.js';
import { listen } from './live.js';
import { sayNow } from './announce.js';
import { hasGoneOn, standAt } from './standing.js';
import { there, within } from './there.js';
import { words } from './words.js';

let seen = '';
let before = null;

const verdict = () => document.getElementById('r-verdict');
const dialog = () => document.getElementById('moment');

export function start() {
  seen = verdict()?.dataset.verdict ?? '';
  listen((what) => {
    if (what.kind !== 'after' || !what.ids.includes('r-verdict')) return;
    const now = verdict()?.dataset.verdict ?? '';
    if (now && now !== seen) play();
    seen = now;
  });
  document.addEventListener('click', (event) => {
    const back = within(event, '#moment [data-back], #moment a');
    if (back) close(back.dataset.back);
    else if (within(event, '#moment button[form="act"]')) setTimeout(close, 0);
  });
  dialog()?.addEventListener('close', tidy);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && dialog()?.classList.contains('is-aside')) close();
  });
}

function play() {
  const source = verdict()?.querySelector('template')?.content.firstElementChild;
  const stage = dialog();
  if (!source || !stage) return;
  const copy = source.cloneNode(true);
  for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id');
  const isOpen = stage.hasAttribute('open');
  stage.replaceChildren(copy);
  copy.classList.add('is-live');
  const heading = copy.querySelector('h1');
  const rest = copy.querySelector('.lede') ?? verdict()?.querySelector('.verdict-slip > :last-child');
  const told = words('verdict', { heading: heading?.textContent ?? '', words: rest?.textContent ?? '' });
  sayNow(told.replace(/\s+/g, ' ').trim());
  if (isOpen) return;
  // Somebody in the middle of a sentence or a stroke goes on: the verdict then lies in a corner and takes no focus.
  if (isBusy()) {
    stage.classList.add('is-aside');
    stage.setAttribute('open', '');
    return;
  }
  before = document.activeElement;
  stage.showModal();
  heading?.focus({ preventScroll: true });
}

function close(then) {
  const stage = dialog();
  if (!stage?.hasAttribute('open')) return;
  if (stage.classList.contains('is-aside')) {
    stage.removeAttribute('open');
    tidy();
  } else stage.close();
  if (then === 'write') {
    location.hash = '#write';
    document.getElementById('w-title')?.focus();
  }
}

function tidy() {
  const stage = there('#moment');
  const stays = hasGoneOn(stage, before);
  stage.classList.remove('is-aside');
  stage.replaceChildren();
  // Where one stood may be gone, or hidden with what it stood in.
  if (!stays) standAt([before, '#bh']);
  before = null;
}
