// Giving is a state of the cloth: places in front of the others and their plates are what one chooses among, the slip that
// says so has the hand's row, and piles rest. A place means in front of them, a plate into their hand.

import { command } from '../act.js';
import { isBusy, isField } from '../busy.js';
import { listen } from '../live.js';
import { say } from '../announce.js';
import { words } from '../words.js';
import { standAt } from '../standing.js';
import { there } from '../there.js';

let given = null; // {id, piece, inHand, address, done}
let stood = ''; // the seat in front of which one was about to lay it, before a frame

const slip = () => there('#giveslip');
const plates = () => [...document.querySelectorAll('.others .plate[data-hand]')];

export function start() {
  document.addEventListener('click', onClick, true);
  document.addEventListener('keydown', onKey, true);
  listen((what) => {
    if (!given) return;
    if (what.kind === 'before') stood = document.activeElement?.closest('.place-b')?.closest('.seat')?.id ?? '';
    if (what.kind === 'after') again();
  });
}

/** Whether there is somebody to give to. */
export function canGive() {
  return plates().length > 0;
}

/** `address(verb)` sends a verb; `done` is told whether something was given. */
export function begin(card, { inHand, address, done }) {
  given = { id: card.id, piece: card.dataset.piece, inHand, address, done };
  there('#main').classList.add('is-giving');
  there('[data-give-card]', slip()).replaceChildren(copyOf(card));
  const asked = words('whom', { title: card.dataset.title });
  there('#give-h', slip()).textContent = asked;
  slip().hidden = false;
  lay();
  document.querySelector('.place-b')?.focus({ preventScroll: true });
  say(asked);
}

function copyOf(card) {
  const copy = card.cloneNode(true);
  for (const element of [copy, ...copy.querySelectorAll('[id]')]) element.removeAttribute('id');
  const still = document.createElement('div');
  still.className = 'card';
  still.append(...copy.childNodes);
  return still;
}

// A place in front of everybody; a frame that draws somebody anew takes theirs along.
function lay() {
  plates().forEach((plate, n) => {
    plate.classList.add('is-target');
    const area = areaOf(plate);
    if (area) name(placeAfter(area), plate, n, !area.querySelector('li'));
  });
  for (const resting of document.querySelectorAll('.piles, .rows, .seat--you, .youplate, .hand-row, #verbs')) {
    resting.inert = true;
  }
  document.getElementById(given.id)?.closest('.thing')?.classList.add('is-given');
}

function placeAfter(area) {
  const there = area.parentElement.querySelector('.place-b');
  if (there) return there;
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'place-b' });
  area.after(button);
  return button;
}

function name(button, plate, n, isFirst) {
  button.classList.toggle('is-wide', isFirst);
  const key = Object.assign(document.createElement('kbd'), { translate: false, textContent: String(n + 1) });
  key.setAttribute('aria-hidden', 'true');
  button.replaceChildren(key, words(isFirst ? 'put-first' : 'put-here', { who: plate.dataset.title }));
  if (isFirst) return;
  const whose = Object.assign(document.createElement('span'), { className: 'vh' });
  whose.textContent = words('in-front', { who: plate.dataset.title });
  button.append(' ', whose);
}

function areaOf(plate) {
  return plate.closest('.seat')?.querySelector('.seat-lies > .things[data-place]');
}

function again() {
  if (!document.getElementById(given.id)) {
    end(false);
    return;
  }
  lay();
  if (stood) standAt([`#${CSS.escape(stood)} .place-b`, '.place-b']);
}

function toHand(plate) {
  send('move', { pieces: given.piece, to: plate.dataset.hand });
}

function toPlace(plate) {
  const area = areaOf(plate);
  if (given.inHand) send('play', { piece: given.piece, under: plate.dataset.seat });
  else if (area) send('move', { pieces: given.piece, to: area.dataset.place });
}

function send(verb, fields) {
  const { address } = given;
  end(true);
  command(address(verb), fields);
}

/** Nobody is chosen any more; the focus goes back to the card, or beside where it lay. */
export function end(isGiven = false) {
  if (!given) return;
  const { id, done } = given;
  const lay = document.getElementById(id)?.closest('li');
  given = null;
  there('#main').classList.remove('is-giving');
  slip().hidden = true;
  for (const button of document.querySelectorAll('.place-b')) button.remove();
  for (const one of document.querySelectorAll('.is-given')) one.classList.remove('is-given');
  for (const plate of plates()) plate.classList.remove('is-target');
  for (const resting of document.querySelectorAll('[inert]')) resting.inert = false;
  done(isGiven);
  // What was given goes: one is at what lay beside it, or in one's hand.
  const near = isGiven ? [lay?.nextElementSibling, lay?.previousElementSibling] : [lay];
  if (!isBusy()) standAt([...near.map((item) => item?.querySelector('a.card')), '.handfan [data-piece]', '#z-draw']);
}

function onClick(event) {
  if (!given) return;
  const place = event.target.closest('.place-b');
  const plate = event.target.closest('.others .plate[data-hand]');
  if (place) toPlace(place.closest('.seat').querySelector('.plate'));
  else if (plate) toHand(plate);
  else if (event.target.closest('[data-give-end]') || !event.target.closest('#giveslip, .tbar, .tside')) end();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function onKey(event) {
  if (!given || document.querySelector('dialog[open]') || isField(event.target)) return;
  const digit = /^Digit([1-8])$/.exec(event.code)?.[1];
  const plate = plates()[Number(digit) - 1];
  if (event.key === 'Escape') end();
  else if (plate && !event.ctrlKey && !event.metaKey && !event.altKey) (event.shiftKey ? toHand : toPlace)(plate);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
