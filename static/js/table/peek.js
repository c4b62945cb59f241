// Full size on hover and on focus: what lies small on the table is shown large beside it. Touch has the long press (raise.js).

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
    if (event.target.matches?.(':focus-visible')) over(event.target);
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

// It lies on the cloth beside the card, or above the hand: never over the minutes, nor over what one is told or saying.
function show(card, face) {
  if (!card.isConnected || document.querySelector('dialog[open]')) return;
  const copy = face.cloneNode(true);
  copy.removeAttribute('data-lod');
  for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id');
  const holder = document.createElement('div');
  holder.className = 'card card--high';
  holder.append(copy);
  const box = place();
  box.replaceChildren(holder);
  box.hidden = false;
  const felt = document.getElementById('main').getBoundingClientRect();
  const at = card.getBoundingClientRect();
  const size = box.getBoundingClientRect();
  const saying = document.getElementById('say-form')?.getBoundingClientRect();
  const floor = saying?.height ? Math.min(felt.bottom, saying.top) : felt.bottom;
  const inHand = card.closest('.handfan')?.getBoundingClientRect();
  const wanted = inHand ? Math.min(at.top, inHand.top) - size.height - GAP : at.top + at.height / 2 - size.height / 2;
  const top = Math.max(felt.top + GAP, Math.min(wanted, floor - size.height - GAP));
  box.style.left = `${leftOf(at, size.width, felt, Boolean(inHand))}px`;
  box.style.top = `${top}px`;
}

// Right of the card where there is room on the cloth, else left of it; above a hand over the card itself.
function leftOf(at, width, felt, isAbove) {
  const side = document.getElementById('side')?.getBoundingClientRect();
  const edge = side?.width && side.left > felt.left + felt.width / 2 ? side.left : felt.right;
  const isFree = at.right + GAP + width <= edge - GAP;
  const wanted = isAbove ? at.left + at.width / 2 - width / 2 : isFree ? at.right + GAP : at.left - GAP - width;
  return Math.max(felt.left + GAP, Math.min(wanted, edge - GAP - width));
}
