// In the workshop the card lies at the side, small, and is taken onto the mat to be written large.

import { desk } from '../glass.js';
import { there } from '../there.js';

let form = null;

const ws = () => document.getElementById('ws');
const end = () => /** @type {HTMLElement} */ (form.closest('.composer').querySelector('.composer-end'));

export function start(writing) {
  form = writing;
  if (!ws()) return;
  addEventListener('hashchange', lay);
  desk.addEventListener('change', lay);
  new ResizeObserver(measure).observe(end());
  lay();
}

// The card lies on the mat where there is one beside it: on a phone it stays paper. What one writes is the page's heading.
function lay() {
  const isLarge = location.hash === '#write';
  const isWide = desk.matches;
  there('#ws').classList.toggle('is-writing', isLarge);
  form.querySelector('.wmat').classList.toggle('mat', isLarge && isWide);
  const heading = form.closest('.composer').querySelector('.side-h > h2');
  if (isLarge) heading.setAttribute('aria-level', '1');
  else if (isWide) heading.removeAttribute('aria-level');
}

// On a phone the tools lie upon the button, however many lines it has to say.
function measure() {
  there('#ws').style.setProperty('--end', `${Math.round(end().getBoundingClientRect().height)}px`);
}

/** The card is in: what lies on the table is looked at again. */
export function away() {
  if (location.hash === '#write') location.hash = '#main';
}
