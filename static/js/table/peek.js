// Full size on hover and on focus: what lies small on the table is shown large beside it. Touch has the long press (raise.js).

import { there, within } from '../there.js';
import { clearPlace } from './clear.js';
import { closeUp } from './sheet.js';

const AFTER = 400; // ms the pointer rests
const GAP = 8; // px between it and what it lies beside

const faces = new Map(); // by the id of the row: pieces get new ones when they are shuffled

let timer = 0;
let shown = null;

const place = () => document.getElementById('peek');

export function start() {
  if (!place()) return;
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'mouse') over(event.target);
  });
  document.addEventListener('focusin', (event) => {
    if (within(event, '*')?.matches(':focus-visible')) over(event.target);
    else hide();
  });
  document.addEventListener('focusout', hide);
  document.addEventListener('pointerdown', hide);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
  });
  document.addEventListener('scroll', hide, true);
}

function over(target) {
  const card = target.closest?.('#main [data-piece], #main [data-pile]');
  if (card === shown) return;
  hide();
  if (!card || card.closest('.hcard.is-up, .looking-cards')) return;
  const face = card.querySelector('.cf:not(.cf-back)');
  if (!face && !card.matches('.title-row')) return;
  shown = card;
  timer = setTimeout(async () => {
    const found = face ?? await fetched(card);
    if (found && shown === card) show(card, found);
  }, AFTER);
}

// In a list of titles the face is asked for when somebody stays at one.
async function fetched(card) {
  if (!faces.has(card.id)) {
    const face = await closeUp(card.href).then((sheet) => sheet?.querySelector('.tsheet-card .cf:not(.cf-back)'));
    if (!face) return null;
    faces.set(card.id, face);
  }
  return faces.get(card.id);
}

export function hide() {
  clearTimeout(timer);
  shown = null;
  const box = place();
  if (box && !box.hidden) {
    box.hidden = true;
    box.replaceChildren();
  }
}

// It lies on the cloth near the card: never over what one is told, asked or offered, nor what one says or may choose, nor
// the card itself; and not over what lies there otherwise, as long as there is room. Without any it stays away.
const SAID =
  '.tb-slips .slip, #verbs:not([hidden]), #giveslip:not([hidden]), .place-b, #say-form, #side, .hcard, .is-target';
const LIES = '.things .card, .pile, .plate, .youplate, #tray > *';

function show(card, face) {
  if (!card.isConnected || document.querySelector('dialog[open], .is-flying')) return;
  const copy = face.cloneNode(true);
  copy.removeAttribute('data-lod');
  for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id');
  const holder = document.createElement('div');
  holder.className = 'card card--high';
  holder.append(copy);
  const box = there('#peek');
  box.replaceChildren(holder);
  box.hidden = false;
  if (!put(card)) hide();
}

function put(card) {
  const felt = there('#main').getBoundingClientRect();
  const room = { left: felt.left + GAP, top: felt.top + GAP, right: felt.right - GAP, bottom: felt.bottom - GAP };
  const at = (card.closest('.handfan') ?? card).getBoundingClientRect();
  const { left, width, top, height } = card.getBoundingClientRect();
  const seen = (which) => [...document.querySelectorAll(which)].map((one) => one.getBoundingClientRect());
  const box = there('#peek');
  const size = box.getBoundingClientRect();
  const found = clearPlace(size, { x: left + width / 2, y: top + height / 2 }, room, [at, ...seen(SAID)], seen(LIES));
  if (!found) return false;
  box.style.left = `${found.left}px`;
  box.style.top = `${found.top}px`;
  return true;
}
