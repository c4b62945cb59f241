// On a phone the hand lies low while others play. It comes up and goes down by a swipe or by its button, until the turn
// is another's; Tab and a card that is raised bring it up as well (hand.css).

import { listen } from '../live.js';
import { there } from '../there.js';

const FAR = 28; // px of a swipe
const ROOM = 8; // px beside a card that is brought into view
const QUICK = 500; // ms of one upwards, where a card may be dragged as well; below a hand lies nothing

let from = null; // where a finger came down on the hand
let toMove = null;
let swept = null; // the id of the pointer that did; 0 is one as well, Firefox's mouse

const table = () => there('#table');
const hasGrip = () => document.getElementById('hand-grip') !== null;
const grip = () => there('#hand-grip');
const isLow = () => getComputedStyle(grip()).display !== 'none' && state() === 'down';

export function start() {
  if (!hasGrip()) return;
  grip().addEventListener('click', () => put(isUp() ? 'down' : 'up'));
  document.addEventListener('pointerdown', onDown, true);
  document.addEventListener('pointerup', onUp, true);
  document.addEventListener('pointercancel', () => from = null);
  listen((what) => {
    if (what.kind === 'after') follow();
  });
  follow();
}

/** Whether a finger that comes down on the hand would bring it up, and drags nothing. */
export function isDown() {
  return hasGrip() && isLow();
}

/** Whether a card lies in a hand of so many that it is swept by cards. */
export function isInStrip(card) {
  const row = card.closest('.hand-row');
  return Boolean(row) && getComputedStyle(row).overflowX === 'auto';
}

/** Sweep the strip to where a card of it is seen whole. */
export function bringInto(card) {
  if (!isInStrip(card)) return;
  const [row, item] = [card.closest('.hand-row'), card.closest('.hcard')];
  const [view, box] = [row, item].map((one) => one.getBoundingClientRect());
  row.scrollLeft += Math.max(0, box.right - view.right + ROOM) - Math.max(0, view.left - box.left + ROOM);
}

/** Whether this finger has just brought the hand up or down, and moved nothing in it. */
export function wasSwept(event) {
  return swept === event.pointerId;
}

// As it is put, or else as the turn and the room there is have it, which the style sheet knows.
const state = () => table().dataset.hand ?? getComputedStyle(grip()).getPropertyValue('--lies').trim();

// Where much lies on the cloth it gives way, and its button brings it up all the same.
function isUp() {
  const row = document.querySelector('.hand-row');
  return state() === 'up' && (!row || row.offsetHeight >= parseFloat(getComputedStyle(row).flexBasis) - 2);
}

function put(where) {
  table().dataset.hand = where;
  tell();
}

function tell() {
  grip().setAttribute('aria-expanded', String(isUp()));
}

// In another's turn it lies as that turn has it.
function follow() {
  const now = document.querySelector('.plate.is-turn, .youplate.is-turn')?.id ?? '';
  if (toMove !== null && now !== toMove) delete table().dataset.hand;
  toMove = now;
  tell();
}

function onDown(event) {
  swept = null;
  const isOnHand = event.pointerType === 'touch' && event.isPrimary && event.target.closest?.('.hand-row');
  from = isOnHand ? { x: event.clientX, y: event.clientY, at: event.timeStamp } : null;
}

function onUp(event) {
  if (!from) return;
  const [right, down, took] = [event.clientX - from.x, event.clientY - from.y, event.timeStamp - from.at];
  from = null;
  if (getComputedStyle(grip()).display === 'none') return;
  if (Math.abs(down) < FAR || Math.abs(down) < 1.5 * Math.abs(right) || (down < 0 && took > QUICK)) return;
  const wanted = down < 0 ? 'up' : 'down';
  if (state() === wanted) return;
  swept = event.pointerId;
  put(wanted);
}
