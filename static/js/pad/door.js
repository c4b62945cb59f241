// Drawing on another's card where it lies on the mat: what that takes (on_card.js) comes when somebody begins to, or goes on.

import { bring } from '../later.js';

const SCRIPTS = 'js/pad/on_card.js';
const OPEN = 'carte.drawing'; // which card's pad lies open in this tab

const together = () => document.getElementById('r-together');

let isHere = false;

export function start() {
  if (!together() || document.querySelector('form[data-draws]')) return; // a page to draw on has it from the start
  document.addEventListener('click', onClick);
  if (remembered() && remembered() === together()?.dataset.number) come();
}

async function come() {
  isHere ||= Boolean(await bring(SCRIPTS));
  return isHere;
}

async function onClick(event) {
  const link = event.target.closest?.('[data-draw]');
  if (isHere || !link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!await come()) location.assign(link.href); // its page works without
  else if (!document.querySelector('form[data-draws]')) together()?.querySelector('[data-draw]')?.click();
}

/** The number of the card whose pad this tab has open on this page; "" for none. */
export function remembered() {
  try {
    const [at, number] = (sessionStorage.getItem(OPEN) ?? '').split(' ');
    return at === location.pathname ? number : '';
  } catch {
    return '';
  }
}

export function remember(number) {
  try {
    sessionStorage.setItem(OPEN, number && `${location.pathname} ${number}`);
  } catch { /* this browser keeps nothing */ }
}
