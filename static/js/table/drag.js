// Dragging is extra: whatever it does, two taps do as well. What a card is let go on is in dropping.js.
// A frame may come in the middle: what is held is then the same card still, and nothing is sent that was not aimed at,
// by the last move of the pointer. Whatever is let go over a place and does not go there says so.

import { tellRefused, untell } from '../act.js';
import { listen } from '../live.js';
import { there, within } from '../there.js';
import { close } from './box.js';
import { swallowClick } from './drag_click.js';
import { hostAt, mayDrag, mayMove, pieceOf, targetAt } from './dropping.js';
import { isDown as isHandDown, isInStrip, wasSwept } from './hand.js';
import { hide as hidePeek } from './peek.js';
import { lower } from './raise.js';
import { words } from '../words.js';

const FAR = 8; // px before a press is a drag
const REST = 250; // ms that a finger rests before it drags
const ONTO = 400; // ms over the middle of a card before what is held would go onto it

let told = ''; // of what was let go last and went nowhere
let held = null; // {card, piece, title, x, y, at, isInStrip, ghost, tag, over, aimed, host, rested, resting}

export function start() {
  document.addEventListener('pointerdown', onDown);
  document.addEventListener('pointermove', onMove);
  document.addEventListener('pointerup', onUp);
  document.addEventListener('pointercancel', drop);
  // What is held is not scrolled with; in a strip a finger going sideways sweeps, and one going up or down drags.
  document.addEventListener('touchmove', (event) => {
    if (held && (held.ghost || !(held.wait || held.isInStrip)) && event.cancelable) event.preventDefault();
  }, { passive: false });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') drop();
  });
  listen((what) => {
    if (what.kind !== 'after') return;
    if (held?.ghost) again();
    if (told === words('drop-not-now') && mayMove()) hush(); // it is no longer so
  });
  // Whoever looks elsewhere has let it be: where it would be let go nobody sees.
  document.addEventListener('visibilitychange', () => document.hidden && drop());
  document.addEventListener('dragstart', (event) => {
    if (within(event, '[data-piece], [data-pile], [data-seat]')) event.preventDefault();
  });
}

function onDown(event) {
  const card = event.target.closest('#main [data-piece], #main [data-pile], #main [data-token]');
  if (!card || event.button || !event.isPrimary || card.closest('.looking-cards')) return;
  if (!mayDrag(card)) return;
  if (event.pointerType === 'touch' && card.closest('.handfan') && isHandDown()) return;
  held = {
    card,
    x: event.clientX,
    y: event.clientY,
    ghost: null,
    over: null,
    wait: 0,
    resting: 0,
    isInStrip: isInStrip(card),
  };
  const isInBox = Boolean(card.closest('[popover]'));
  if (event.pointerType === 'mouse' || card.closest('.handfan') || card.dataset.token && !isInBox) return;
  // On the cloth and in the box of tokens a finger scrolls, unless it has rested.
  held.wait = setTimeout(() => {
    if (held) held.wait = 0;
    navigator.vibrate?.(8);
  }, REST);
}

function onMove(event) {
  if (!held) return;
  if (!held.ghost) {
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
    if (held.wait) {
      drop(); // it scrolls
      return;
    }
    lift();
  }
  held.ghost.style.translate = `${event.clientX - held.grab.x}px ${event.clientY - held.grab.y}px`;
  held.at = { x: event.clientX, y: event.clientY };
  rest();
  held.aimed = aim();
}

// What is under the pointer is marked, and what would happen is said beside it; what was aimed at is both.
function aim() {
  const over = targetAt(held, held.at.x, held.at.y);
  if (over?.element !== held.over?.element) held.over?.element.classList.remove('is-target', 'is-over');
  over?.element.classList.toggle('is-target', Boolean(over.does));
  over?.element.classList.toggle('is-over', Boolean(over.does));
  held.over = over;
  held.tag.textContent = over?.told ?? '';
  const { offsetWidth: wide, offsetHeight: high } = held.tag;
  const [x, y] = [Math.min(held.at.x + 14, innerWidth - wide - 6), Math.max(held.at.y - high - 16, 6)];
  held.tag.style.translate = `${Math.max(x, 6)}px ${y}px`;
  return meantAt(over);
}

// A card that another tab has moved meanwhile may lie over the same pile and mean something else there.
const meantAt = (over) => over ? `${over.name} ${over.told}` : '';

// Over the middle of a card it would go onto that card after a rest; before, beside it.
function rest() {
  const host = hostAt(held, held.at.x, held.at.y)?.id ?? '';
  if (host === held.host) return;
  held.host = host;
  held.rested = '';
  clearTimeout(held.resting);
  if (!host) return;
  held.resting = setTimeout(() => {
    if (held?.host !== host) return;
    held.rested = host;
    held.aimed = aim();
    navigator.vibrate?.(8);
  }, ONTO);
}

// A frame has come. What is held may have been drawn anew, and something else may lie under a pointer that did not move.
function again() {
  const { card } = held;
  if (!card.isConnected && card.id) held.card = document.getElementById(card.id) ?? card;
  held.card.classList.add('is-lifted');
  if (held.at) aim();
}

function tell(why) {
  told = why;
  tellRefused(why);
}

function hush() {
  if (told) untell(told);
  told = '';
}

function lift() {
  hidePeek();
  hush();
  const { card } = held;
  const at = card.getBoundingClientRect();
  const ghost = card.cloneNode(true);
  for (const element of [ghost, ...ghost.querySelectorAll('[id]')]) element.removeAttribute('id');
  ghost.removeAttribute('href');
  ghost.setAttribute('aria-hidden', 'true');
  ghost.classList.add('is-flying');
  ghost.style.left = ghost.style.top = '0';
  ghost.style.setProperty('--s', getComputedStyle(card).getPropertyValue('--scale'));
  const tag = Object.assign(document.createElement('p'), { className: 'drop-tag' });
  tag.setAttribute('aria-hidden', 'true');
  there('#table').append(ghost, tag);
  Object.assign(held, { ghost, tag, host: '', rested: '', aimed: '', piece: pieceOf(card), title: card.dataset.title });
  held.grab = {
    x: Math.min(held.x - at.left, card.offsetWidth * .8),
    y: Math.min(held.y - at.top, card.offsetHeight * .6),
  };
  card.classList.add('is-lifted');
  const box = card.closest('[popover]');
  if (box) close(box);
  there('#main').classList.add('is-holding');
}

function onUp(event) {
  if (!held?.ghost) {
    drop();
    return;
  }
  const { card, title, aimed } = held;
  const isGone = card.id && !card.isConnected;
  const over = targetAt(held, event.clientX, event.clientY);
  drop();
  swallowClick();
  if (wasSwept(event)) return;
  if (isGone) tell(words('drop-gone', { title }));
  else if (over && !over.does) tell(over.told);
  else if (meantAt(over) !== aimed) tell(words('drop-swapped'));
  else if (over) {
    lower();
    over.does(card, event);
  }
}

function drop() {
  if (!held) return;
  clearTimeout(held.wait);
  clearTimeout(held.resting);
  there('#main').classList.remove('is-holding');
  held.ghost?.remove();
  held.tag?.remove();
  held.card.classList.remove('is-lifted');
  held.over?.element.classList.remove('is-target', 'is-over');
  held = null;
}
