// While one's vote waits the tab says so, by its title and its icon; and for those who asked for it two soft tones.

import { listen } from './live.js';
import { isWanted, offer, ring } from './sound.js';
import { words } from './words.js';

let title = '';
let waits = ''; // the ballot, and its wording, that waits for one's vote

export function start() {
  title = document.title;
  offer();
  listen((what) => {
    if (what.kind === 'after') look(true);
  });
  look(false);
}

function look(isNews) {
  const voting = [...document.querySelectorAll('[data-voting]')].find((one) => !one.closest('[data-answer]'));
  const ballot = /** @type {HTMLElement} */ (voting?.closest('[data-proposal]'));
  const now = ballot ? `${ballot.dataset.proposal}.${ballot.dataset.wording}` : '';
  if (now === waits) return;
  if (now && isNews && isWanted()) ring();
  waits = now;
  document.title = now ? words('title-waits', { title }) : title;
  const icon = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel="icon"]'));
  if (!icon) return;
  icon.dataset.calm ??= icon.href;
  icon.href = (now ? icon.dataset.waits : icon.dataset.calm) ?? '';
}
