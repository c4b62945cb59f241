// A finished game by keyboard: arrows go a step back and on, Page Up and Down a turn, Home and End to its ends; the space bar
// plays it by itself, a step a while, until one presses anything else. Nothing else has these keys here.

import { isField } from '../busy.js';
import { within } from '../there.js';
import { along } from '../way.js';

const A_STEP = 1_800; // ms: a line is read, and the cloth looked at
const PLAYS = 'carte.replay';
const play = document.querySelector('[data-play]');
let timer = 0;

function goOn() {
  const next = document.querySelector('a[data-step="ArrowRight"]');
  if (next) location.assign(next.getAttribute('href') ?? '');
}

function plays(is) {
  clearTimeout(timer);
  if (is) sessionStorage.setItem(PLAYS, '1');
  else sessionStorage.removeItem(PLAYS);
  play?.setAttribute('aria-pressed', String(is));
  if (is && play) timer = setTimeout(goOn, A_STEP);
}

play?.addEventListener('click', () => plays(play.getAttribute('aria-pressed') !== 'true'));
document.addEventListener('click', (event) => {
  if (!within(event, '[data-play]')) plays(false);
});
document.addEventListener('visibilitychange', () => {
  if (document.hidden) clearTimeout(timer);
  else if (sessionStorage.getItem(PLAYS)) plays(true);
});

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
  if (event.key === ' ' && play && !within(event, 'a, button')) {
    event.preventDefault();
    play.click();
    return;
  }
  const arrow = { '-1': 'ArrowLeft', 1: 'ArrowRight' }[along(event.key, document.body)];
  const step = document.querySelector(`[data-step="${CSS.escape(arrow ?? event.key)}"]`);
  if (!step) return;
  event.preventDefault();
  sessionStorage.setItem('carte.step', step.getAttribute('data-step') ?? '');
  step.click();
});

// The step that was taken keeps the focus, so that Enter goes on taking it.
const was = sessionStorage.getItem('carte.step');
sessionStorage.removeItem('carte.step');
if (was) document.querySelector(`[data-step="${CSS.escape(was)}"]`)?.focus({ preventScroll: true });
plays(Boolean(play && sessionStorage.getItem(PLAYS)));
