// The card as it prints, laid out by the server while one writes: each part of its answer goes to the place of that
// name. What one has drawn on it is drawn here.

import { there } from '../there.js';
import { address } from '../pad/svg.js';
import { read } from '../pad/strokes.js';
import { reveal } from './paper.js';
import * as thought from './thought.js';

const AFTER_KEY = 60; // ms of rest before the printed face is asked for; it is here within 200
const LATE = 400; // ms after which what is shown is said to be a moment old
const TURN = 3000; // ms that one answer is waited for while there are newer words than it knows
const AGAIN = 3000; // ms after which a server that had too much to do, or heard too much from here, is asked again
const STEP_AFTER = 400; // ms without a key before the type on the card takes another size

let form = null;
let pressed = 0;
let stepping = 0;
let waiting = 0;
let again = 0;
let inked = { words: '', lines: '', address: '' }; // what was drawn last: most keys change nothing of it
let asking = /** @type {AbortController | null} */ (null); // what is asked and not answered yet
let isNewer = false; // there are newer words than those it was asked with
let isUntouched = false; // what stands here was restored, and nobody has written on it since
let whenGone = () => {};
let whenOvertaken = (_told) => {};

/** `gone()` is called when what was restored proves to be in already; `overtaken(told)` when what is written belongs to
something else meanwhile. */
export function start(writing, { gone, overtaken }) {
  form = writing;
  whenGone = gone;
  whenOvertaken = overtaken;
}

/** Ask when the keys rest and the last answer has come: the server draws what it was sent also where nobody waits for it
any more, and what is asked at every key stands in line before the words of now. */
export function soon() {
  isUntouched = false;
  clearTimeout(pressed);
  clearTimeout(stepping);
  pressed = setTimeout(inTurn, AFTER_KEY);
}

function inTurn() {
  if (again) return; // what is asked then has the words of then
  if (!asking) return ask();
  isNewer = true;
  pressed = setTimeout(ask, TURN);
}

/** Ask now; `isRestored` of what nobody has touched since it was kept. That holds for whatever asks next, which may
come before the answer, until somebody writes. */
export async function ask({ isRestored = isUntouched } = {}) {
  isUntouched = isRestored;
  asking?.abort();
  const mine = asking = new AbortController();
  isNewer = false;
  clearTimeout(pressed);
  const place = there('#preview');
  clearTimeout(waiting);
  clearTimeout(stepping); // the size of what was asked before
  clearTimeout(again);
  again = 0;
  waiting = setTimeout(() => place.classList.add('is-late'), LATE);
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  if (isRestored) body.set('restored', '1');
  try {
    const answer = await fetch(form.dataset.preview, {
      method: 'POST',
      body,
      signal: mine.signal,
      credentials: 'same-origin',
      headers: { 'X-Carte': '1' },
    });
    if (answer.status === 429 || answer.status > 500) again = setTimeout(ask, AGAIN);
    if (!answer.ok) return;
    const html = await answer.text();
    if (mine !== asking) return;
    const parts = document.createElement('template');
    parts.innerHTML = html;
    clearTimeout(waiting);
    place.classList.remove('is-late');
    take(parts.content); // which may ask anew
  } catch {
    if (mine === asking) place.classList.add('is-late'); // the line is down: what was drawn stays
  } finally {
    if (mine === asking) rests();
  }
}

function rests() {
  asking = null;
  if (isNewer && !again) ask();
}

function take(parts) {
  const goesOn = parts.querySelector('[data-goes-on]');
  if (isUntouched && parts.querySelector('[data-gone-in]')) whenGone();
  else show(parts);
  if (goesOn) whenOvertaken({ ...JSON.parse(goesOn.dataset.goesOn ?? '{}'), words: goesOn.textContent });
}

export function clear() {
  isUntouched = false;
  there('#preview').replaceChildren();
  ask();
}

function show(parts) {
  for (const part of parts.querySelectorAll('[data-for]')) {
    document.getElementById(part.dataset.for)?.replaceChildren(...part.childNodes);
    if (part.dataset.fit) {
      const steps = { ...part.dataset };
      clearTimeout(stepping);
      stepping = setTimeout(step, STEP_AFTER, steps);
    }
  }
  draw();
  thought.brought();
}

function draw() {
  const picture = /** @type {any} */ (document.querySelector('#preview .cf-pic.is-doodle img'));
  if (!picture) return;
  const [words, lines] = [form.elements.doodle.value, form.elements.art_lines.value];
  if (words !== inked.words || lines !== inked.lines) {
    inked = { words, lines, address: address(read(words), Number(lines || -1)) };
  }
  picture.src = inked.address;
}

// The size of type never changes in the middle of a word.
function step(steps) {
  const face = form.querySelector('.writing-card .cf');
  for (const name of ['fit', 'rows', 'title', 'flavour', 'type']) face.dataset[name] = steps[name];
  reveal();
}
